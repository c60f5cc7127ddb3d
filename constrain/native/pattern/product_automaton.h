// All residuals of an intersection as one automaton, with at most one counter, whose rounds are told apart from the states.
//
// "Contains two words, and is short" (`(?=.*\bare\b)(?=.*\bsoldiers\b).{1,60}`) has some thousand states without its counter
// and sixty times as many with it. So the counter is filled up again after each byte (`ResidualStore::refilled`), a step says
// how many rounds it takes, and each state knows how many rounds it needs at least to reach an end. A residual is then a state
// and a number of rounds left, and holds something exactly if that is no less than what the state needs: a comparison in place
// of a search. Tables are read off it as well (tokens/product_walk.h). Immutable once made; the store owns it.
#pragma once

#include <vector>

#include "pattern/partitions.h"
#include "support/common.h"

namespace constrain {

struct ProductAutomaton {
  using StateIndex = std::uint32_t;
  static constexpr StateIndex kDead = 0xFFFFFF;
  struct Step {
    StateIndex to : 24 = kDead;  // kDead also where no end can be reached any more
    std::uint32_t rounds : 8 = 0;
  };
  struct State {
    ResidualId residual;
    std::uint32_t row;             // of its steps, one a class of bytes
    const std::uint8_t* classes;   // byte -> class
    std::uint32_t need;            // rounds at least to an end
    std::uint32_t groups;          // of bytes (see byte_groups.h) by which nothing dies, however many of them are read
    bool nullable;
  };
  Step step(StateIndex from, std::uint8_t byte) const { return steps[states[from].row + states[from].classes[byte]]; }
  bool ends_within(StateIndex s, std::uint32_t rounds) const { return states[s].need != kUnbounded && states[s].need <= rounds; }
  std::size_t memory() const { return sizeof *this + states.size() * sizeof(State) + steps.size() * sizeof(Step); }

  std::vector<State> states;
  std::vector<Step> steps;
  std::uint32_t most_needed = 0;  // by any state that can reach an end
};

// A residual in one: the state, and the rounds that are left, kUnbounded where nothing bounds them.
struct ProductPlace {
  const ProductAutomaton* automaton;
  ProductAutomaton::StateIndex state;
  std::uint32_t rounds;
};

}  // namespace constrain
