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

template <class List>
bool all_below(const List& numbers, std::size_t count) {
  return std::all_of(numbers.begin(), numbers.end(), [&](std::int32_t n) { return below(n, count); });
}

// Rules by the number of the symbol that each makes, and of those that it is made of.
template <class List, class Lists>
void need_rules(std::size_t symbols, const List& origins, const Lists& bodies) {
  need(symbols <= 0x7FFFFFFF && origins.size() == bodies.size(), "there must be an origin for each body");
  need(all_below(origins, symbols), "a rule's origin is no symbol");
  need(std::all_of(bodies.begin(), bodies.end(), [&](const auto& body) { return all_below(body, symbols); }),
       "a rule has what is no symbol");
}

}  // namespace constrain
