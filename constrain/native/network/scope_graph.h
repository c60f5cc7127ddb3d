// A scope as a small graph: what its texts can do, silent edges passed over, and its marks by class.
//
// Marks that are made between the same nodes and asked for by the same guards are alike, and one class: of forty
// optional keys of an object only how many were written matters, not which. Example: of `{"a", "b", "c"}` in any order,
// `a` required, `b` and `c` are one class of two marks, `a` is one by itself. What a text has made is then 0 to 2 of
// the first and 0 to 1 of the second: six cases, and not eight.
#pragma once

#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "network/automata.h"

namespace constrain {

struct ScopeArc { EdgeKind kind; std::uint32_t label, target; };  // as of an edge; target: a node

struct ScopeGraph {
  std::vector<StateId> states;                       // by node; the first is the beginning
  std::unordered_map<StateId, std::uint32_t> nodes;  // by state; see Automata::passed_over
  std::vector<std::vector<ScopeArc>> arcs;           // by node
  std::vector<bool> final;                           // by node
  std::vector<std::vector<std::uint32_t>> classes;   // marks that something makes, ascending
  std::map<std::uint32_t, std::uint32_t> class_of;   // by mark
  std::vector<std::uint32_t> guards;                 // those that arcs have, ascending
  std::uint32_t top = 0;  // distinct lexemes up to which guards count; the marks count by themselves
  bool distinct = false;  // some lexeme must differ
  bool lost = false;      // some edge was not usable
};

// Of the scope that begins in that state. Needs edges sorted by source, and `final`. Edges that are not usable are left
// out.
ScopeGraph scope_graph(const Automata& automata, StateId start, StateWalk& walk,
                       const std::function<bool(const Edge&)>& usable);

// How many marks of each class there are, and how many lexemes, as one number: digits of a mixed radix. What stands in
// multiples of `total` is the caller's: a node.
struct CountNumbers {
  std::vector<std::uint64_t> strides, most;  // by digit
  std::uint64_t total = 1;
  bool far = false;  // there are too many

  void digit(std::uint64_t up_to) {
    strides.push_back(total);
    most.push_back(up_to);
    far = far || total > (std::uint64_t{1} << 40);
    if (!far) total *= up_to + 1;
  }
  std::uint64_t count(std::uint64_t number, std::size_t i) const { return number / strides[i] % (most[i] + 1); }
  bool full(std::uint64_t number, std::size_t i) const { return count(number, i) == most[i]; }
};

}  // namespace constrain
