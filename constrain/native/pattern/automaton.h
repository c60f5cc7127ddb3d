// A whole pattern as one minimal automaton, with at most one counter, whose rounds are told apart from the states.
//
// "Contains two words, and is short" (`(?=.*\bare\b)(?=.*\bsoldiers\b).{1,60}`) has some hundred states without its
// counter, and sixty times as many with it. So rounds are told apart from the states: a step says how many it takes, and
// each state knows with how many an end can be reached. What is left of the pattern is then a state, and how many rounds
// are owed and how many are left (Kind::Automaton): whether it holds something is a look-up in place of a search, and
// its token table is one walk (tokens/automaton_walk.h). Immutable once made; the store owns it.
//
// The states that can reach an end with exactly k rounds follow from those that can with k - 1. So where two such sets
// in a row are equal, all that follow are: after `plateau` rounds, mostly some dozen, nothing changes. Example: of
// `(?=.*are).{20,60}` the beginning reaches an end with 3 rounds and with any more, so its plateau is 3.
#pragma once

#include <algorithm>
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
  static constexpr std::uint16_t kNever = 0xFFFF;
  // Whether an end is reached from there with so many rounds at least, and at most. Without `enough`, from none at
  // least.
  bool ends_within(StateIndex s, std::uint32_t least, std::uint32_t most) const {
    if (states[s].need == kUnbounded || states[s].need > most) return false;
    if (least == 0) return true;
    if (least > plateau) return least <= most && outlasts(s);
    const std::uint16_t rounds = enough[s * (plateau + 1) + least];
    return rounds != kNever && rounds <= most;
  }
  // Whether an end is reached from there with any number of rounds from `plateau` on.
  bool outlasts(StateIndex s) const { return enough[s * (plateau + 1) + plateau] == plateau; }
  // Rounds with which any state that reaches an end reaches one though so many are owed.
  std::uint32_t most_needed(std::uint32_t least) const { return least ? std::max(plateau, most_need) : most_need; }
  std::size_t memory() const {
    return sizeof *this + states.size() * sizeof(State) + steps.size() * sizeof(Step) + enough.size() * 2;
  }

  std::vector<State> states;
  std::vector<Step> steps;
  ResidualId body = 0, after = 0;  // of the counter, and what comes after it; if there is one
  std::uint32_t most_need = 0;     // of any state that can reach an end
  std::vector<std::uint16_t> enough;  // a state's row: by rounds owed, the least that is no less and leads to an end
  std::uint32_t plateau = 0;
};

}  // namespace constrain
