// A whole pattern as one minimal automaton, with at most one counter, whose rounds are told apart from the states.
//
// "Contains two words, and is short" (`(?=.*\bare\b)(?=.*\bsoldiers\b).{1,60}`) has some hundred states without its
// counter, and sixty times as many with it. So the counter is filled up again after each byte
// (`ResidualStore::refilled`), a step says how many rounds it takes, and each state knows how many it needs at least to
// reach an end. What is left of the pattern is then a state and a number of rounds (Kind::Automaton): whether it holds
// something is a comparison in place of a search, and its token table is one walk (tokens/automaton_walk.h). Immutable
// once made; the store owns it.
#pragma once

#include <vector>

#include "pattern/partitions.h"

namespace constrain {

struct Automaton {
  using StateIndex = std::uint32_t;
  static constexpr StateIndex kDead = 0xFFFFFF;
  struct Step {
    StateIndex to : 24 = kDead;
    std::uint32_t rounds : 8 = 0;
    bool operator==(const Step& other) const { return to == other.to && rounds == other.rounds; }
  };
  struct State {
    PartitionId partition = 0;
    std::uint32_t row = 0;                  // where its steps begin, one a class of bytes
    const std::uint8_t* classes = nullptr;  // byte -> class
    std::uint32_t need = kUnbounded;        // rounds at least to an end
    std::uint32_t least = kUnbounded;       // bytes at least to an end, whatever rounds they take
    std::uint32_t groups = 0;  // of bytes (see byte_groups.h) by which nothing dies, however many of them are read
    bool nullable = false;
    bool counted_alone = false;  // nothing is left but the counter, so the residual is the one that has it
  };
  Step step(StateIndex from, std::uint8_t byte) const { return steps[states[from].row + states[from].classes[byte]]; }
  bool ends_within(StateIndex s, std::uint32_t rounds) const {
    return states[s].need != kUnbounded && states[s].need <= rounds;
  }
  std::size_t memory() const { return sizeof *this + states.size() * sizeof(State) + steps.size() * sizeof(Step); }

  std::vector<State> states;
  std::vector<Step> steps;
  ResidualId loop = 0, body = 0;  // of the counter, its bound full; if there is one
  std::uint32_t most_needed = 0;  // by any state that can reach an end
};

}  // namespace constrain
