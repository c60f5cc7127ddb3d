// The automata of a grammar as plain data: states are numbers, and edges lie in one array, sorted by where they leave.
//
// What a `Network` answers from, and what the steps that build one work on (network_builder.h). Example: `s: "a" s |
// "b"` is one automaton of a start, an end and a state between: edges start -a-> between, start -b-> end, and a silent
// edge from between to the start, which was the call of `s` in last place.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "support/buckets.h"
#include "support/common.h"

namespace constrain {

// Distinct: a terminal whose lexeme differs from all others of the scope; Once: a call that makes a mark; Guard:
// silent, under a condition on the marks; Embedded: a call of a grammar that has not been read in yet
// (embedded_grammar.h).
enum class EdgeKind : std::uint8_t { Silent, Terminal, Call, Counter, Distinct, Once, Guard, Embedded };

struct Edge {
  StateId source, target;
  std::uint32_t label;  // a terminal, an automaton, an embedded grammar, or a place in `counters`, `onces` or `guards`
  EdgeKind kind;
};

struct Counter {
  StateId body, exit;
  std::uint32_t minimum, maximum;
};
struct Once {
  std::uint32_t callee, mark;
};
struct Guard {
  std::vector<std::uint32_t> marks;  // all of these have been made,
  std::uint32_t minimum, below;      // and so many marks and lexemes
};

template <class T>
std::size_t bytes_of(const std::vector<T>& list) {
  return list.capacity() * sizeof(T);
}

struct Automata {
  std::vector<StateId> starts;  // by automaton; those after the productions are counted repetitions and parts of scopes
  std::vector<std::uint32_t> groups;  // by automaton, each the first of its group; beyond, each is its own
  std::vector<Counter> counters;
  std::vector<Once> onces;
  std::vector<Guard> guards;
  std::vector<std::uint32_t> scope_starts;  // automata that are scopes, ascending
  std::vector<bool> scoped;                 // by state: whether it is directly inside a scope
  std::vector<Edge> edges;
  std::vector<std::uint32_t> first_edge;  // by state, into `edges`
  std::vector<std::uint64_t> final;       // by state: which automata of its group may end here, a bit each
  StateId state_count = 0;
  std::uint32_t start = 0;  // the automaton of whole texts
  bool nullable_start = false, has_lines = false, has_unique_items = false;  // has_lines: blocks or names
  bool binds = false;     // the catalogue is one of bindings (bindings.h)
  std::string catalogue;  // of names, if the grammar has them (names.h)

  std::span<const Edge> from(StateId q) const {
    return {edges.data() + first_edge[q], edges.data() + first_edge[q + 1]};
  }
  // The automaton that the edge calls, or kNone.
  std::uint32_t callee_of(const Edge& e) const {
    return e.kind == EdgeKind::Call ? e.label : e.kind == EdgeKind::Once ? onces[e.label].callee : kNone;
  }
  Buckets edges_by_target() const {
    return {state_count, edges.size(), [&](std::uint32_t i) { return edges[i].target; }};
  }
  // From a state with nothing but a silent edge, where such edges lead. So members which are alike have one target.
  StateId passed_over(StateId q) const {
    for (int far = 0; far < 64 && !final[q] && from(q).size() == 1 && from(q)[0].kind == EdgeKind::Silent; ++far)
      q = from(q)[0].target;
    return q;
  }
  std::size_t memory() const {
    std::size_t out = bytes_of(starts) + bytes_of(groups) + bytes_of(counters) + bytes_of(onces) + bytes_of(guards) +
                      bytes_of(scope_starts) + scoped.capacity() / 8 + bytes_of(edges) + bytes_of(first_edge) +
                      bytes_of(final);
    for (const Guard& guard : guards) out += bytes_of(guard.marks);
    return out;
  }
};

// The states that one walk has come to. It keeps its scratch space, so the next walk costs what it visits.
class StateWalk {
 public:
  explicit StateWalk(std::size_t states) : marks_(states, 0) {}

  void begin(StateId q) {
    reached_.assign(1, q);
    marks_[q] = ++mark_;
  }
  void reach(StateId q) {
    if (marks_[q] == mark_) return;
    marks_[q] = mark_;
    reached_.push_back(q);
  }
  // Since `begin`, in order.
  const std::vector<StateId>& reached() const { return reached_; }

  // Calls passes(edge) for all edges that leave q. Where it returns true, the edge reads nothing now, and those that
  // leave its target follow. Returns which automata of the group may end on the way.
  template <class Passes>
  std::uint64_t silently(const Automata& automata, StateId q, Passes passes) {
    std::uint64_t final = 0;
    for (begin(q); !reached_.empty();) {
      const StateId s = reached_.back();
      reached_.pop_back();
      const std::span<const Edge> edges = automata.from(s);
      work_ += 1 + edges.size();
      final |= automata.final[s];
      for (const Edge& e : edges)
        if (passes(e)) reach(e.target);
    }
    return final;
  }
  // There are so many states now.
  void grow(std::size_t states) { marks_.resize(states, 0); }
  // States and edges that `silently` has visited since the last call.
  std::uint64_t take_work() { return std::exchange(work_, 0); }
  std::size_t memory() const { return bytes_of(marks_) + bytes_of(reached_); }

 private:
  std::vector<std::uint32_t> marks_;  // by state, the walk that came to it last
  std::vector<StateId> reached_;
  std::uint32_t mark_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace constrain
