// The states of a network as a graph, without silent edges: what merging and grouping rewrite. The texts stay the same.
// Plain data and functions of it: a graph is one thread's.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "support/common.h"

namespace constrain {

struct Arc {
  std::uint64_t label;   // kind, and terminal or counter; of a call, which of the group begun there
  std::uint32_t target;  // states by their numbers here
  std::uint32_t callee;  // the start of what is called, or kNone
  auto operator<=>(const Arc&) const = default;
};

// States by number, and their arcs.
struct Graph {
  std::vector<Arc> arcs;
  std::vector<std::uint32_t> begins{0};  // of each state's arcs
  std::vector<std::uint64_t> final;      // which automata of the group may end here, a bit each
  std::uint32_t size() const { return static_cast<std::uint32_t>(final.size()); }
  std::span<const Arc> of(std::uint32_t q) const { return {arcs.data() + begins[q], arcs.data() + begins[q + 1]}; }
  void close(std::uint64_t ends) {
    begins.push_back(static_cast<std::uint32_t>(arcs.size()));
    final.push_back(ends);
  }
};

inline std::uint64_t hash_of(std::span<const Arc> arcs, std::uint64_t hash = 0) {
  for (const Arc& arc : arcs)
    hash = mix(hash, (std::uint64_t{arc.callee} << 32 | arc.target) + 0x9E3779B97F4A7C15ull * arc.label);
  return hash;
}

// Sorts the arcs from the given one on, and keeps each once. Most are sorted already, except for the targets of equal
// labels.
inline void tidy(std::vector<Arc>& arcs, std::size_t begin) {
  constexpr std::ptrdiff_t kFew = 24;  // that insertion sorts sooner
  const auto first = arcs.begin() + static_cast<std::ptrdiff_t>(begin);
  bool sorted = true;
  for (auto i = first; i != arcs.end();) {
    auto end = i + 1;
    bool same = true;  // in order so far
    for (; end != arcs.end() && end->label == i->label; ++end) same = same && end[-1] < *end;
    if (!same) {
      if (end - i > kFew) {
        std::sort(i, end);
      } else {
        for (auto k = i + 1; k != end; ++k)
          for (auto j = k; j != i && *j < j[-1]; --j) std::swap(*j, j[-1]);
      }
    }
    sorted = sorted && (end == arcs.end() || i->label < end->label);
    i = end;
  }
  if (!sorted) std::sort(first, arcs.end());
  arcs.erase(std::unique(first, arcs.end()), arcs.end());
}

inline constexpr std::size_t kMaxArcs = 2'000'000;    // beyond, states are left as they are
inline constexpr std::size_t kWorkCap = 20'000'000;  // states and arcs looked at; beyond, less is done

// The class of each state. Those of one class end alike and have the same arcs, into states that are of one class in
// their turn; no division into fewer classes has this. Each state is one of its own where finding this takes more than
// `cap` arcs.
std::vector<std::uint32_t> refined(const Graph& graph, std::size_t cap);

// The graph with small automata that call nothing in the place of their calls. States keep their numbers.
Graph without_leaves(const Graph& all);

// A deterministic graph: from a state, one arc for each terminal, and one call for each automaton. Automata that are of
// one family and called from one state are one group, which begins in one state. `families` by state, those of starts;
// it becomes that of the new states. The root is its first state. Gives up and returns the same where it takes too
// much.
Graph grouped(const Graph& all, std::uint32_t& root, std::vector<std::uint32_t>& families);

}  // namespace constrain
