// The automaton of the plain numerals that are multiples: what `grammars/json_schema/writing/divisibility.py` says, for
// divisors of one machine word. That file is the definition, state by state and in the same order; here is the walk
// alone. Not thread-safe: an automaton is walked by the thread that made it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace constrain {

struct Division {
  struct Bound {
    std::string whole, fraction;  // its digits before the point, without leading zeros, and `places` after it
    bool allowed[3];              // whether a numeral may be below it, equal to it, above it
  };
  struct Divisor {
    std::uint64_t modulus;  // at most kMost
    bool wanted;            // whether numerals are its multiples, or none of them is
  };
  struct State {
    std::int32_t number;
    std::vector<std::pair<std::int32_t, std::int32_t>> ways;  // digits as bits, and the state after them
    std::int32_t point;                                       // the state after the point; -1: no point may follow
    bool accepts;
  };
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
  static constexpr int kExact = 15;  // so many digits survive a reader who parses what has a point to doubles

  int places, digits, longest;  // after the point; before it; those of the longest bound
  bool whole_only;
  std::vector<Bound> bounds;
  std::vector<Divisor> divisors;

  // The states from which numerals end, in the order in which they are done, the first being number 0; false once there
  // are more than `limit`, useless ones counted.
  bool explore(std::size_t limit, std::vector<State>& out) const;
};

}  // namespace constrain
