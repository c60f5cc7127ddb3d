// Checks of what Python hands to native constructors: after them a wrong number would be an address.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace constrain {

// Throws ValueError with these words unless it is right.
inline void need(bool right, const char* words) {
  if (!right) throw nanobind::value_error(words);
}

inline bool below(std::int64_t number, std::size_t count) {
  return number >= 0 && static_cast<std::uint64_t>(number) < count;
}

inline bool all_below(const std::vector<std::int32_t>& numbers, std::size_t count) {
  return std::all_of(numbers.begin(), numbers.end(), [&](std::int32_t n) { return below(n, count); });
}

// Rules by the number of the symbol that each makes, and of those that it is made of.
inline void need_rules(std::size_t symbols, const std::vector<std::int32_t>& origins,
                       const std::vector<std::vector<std::int32_t>>& bodies) {
  need(symbols <= 0x7FFFFFFF && origins.size() == bodies.size(), "there must be an origin for each body");
  need(all_below(origins, symbols), "a rule's origin is no symbol");
  need(std::all_of(bodies.begin(), bodies.end(), [&](const auto& body) { return all_below(body, symbols); }),
       "a rule has what is no symbol");
}

}  // namespace constrain
