// Calls of a rule to itself at its beginning and its end, as loops.
//
// `e: e "+" e | atom` is ambiguous: a sum of n atoms has as many readings as there are binary trees, and although the
// recogniser shares them, each Earley set holds an item for every place where a sum may have begun, so a text takes time in
// the cube of its length. As a language it is `atom ("+" atom)*`. For any automaton of a rule e:
//
//   1. A call of e before anything else is read, (start, e, q), goes. Instead an edge leads from the end of e to q: what has
//      been read so far is an e, so it may stand where the call stood.
//   2. A call of e after which only the end can follow becomes a jump to the start of e, as every call in last place does.
//      Only here it does so too where edges lead on from the end.
//
// Both are exact: whatever is read between two of the new edges is a word of the old automaton without that call, and e
// is closed under putting words of e in its place. Calls in between, as in `"(" e ")"`, stay what they are. So do
// calls whose place may also be reached after something was read, as in `e: (e "x")*`.
#include "network/network.h"

namespace constrain {

// Needs edges sorted by source and `scoped_`; leaves edges unsorted if it returns true.
bool Network::loop_self_calls() {
  struct Call { std::uint32_t edge, automaton; };
  std::vector<Call> first;  // calls of themselves that automata begin with
  std::vector<std::uint32_t> seen(state_count_, 0);
  std::vector<StateId> work;
  for (std::uint32_t a = 0; a < starts_.size(); ++a) {
    if (scoped_[starts_[a]]) continue;
    seen[starts_[a]] = a + 1;
    for (work.assign(1, starts_[a]); !work.empty();) {
      const StateId q = work.back();
      work.pop_back();
      for (std::uint32_t i = first_edge_[q]; i < first_edge_[q + 1]; ++i) {
        const RawEdge& e = edges_[i];
        if (e.kind == Edge::Call && e.label == a) first.push_back({i, a});
        if (e.kind != Edge::Silent || seen[e.target] == a + 1) continue;
        seen[e.target] = a + 1;
        work.push_back(e.target);
      }
    }
  }
  if (first.empty()) return false;

  // Whether a state is reached only before anything is read: no edge that reads leads to it, nor to what leads to it.
  std::vector<std::vector<StateId>> silent_into(state_count_);
  std::vector<bool> read_into(state_count_, false);
  for (const RawEdge& e : edges_) {
    if (e.kind == Edge::Silent) silent_into[e.target].push_back(e.source);
    else read_into[e.target] = true;
    if (e.kind == Edge::Counter) read_into[counters_[e.label].body] = read_into[counters_[e.label].exit] = true;
  }
  seen.assign(state_count_, 0);
  std::uint32_t walk = 0;
  const auto at_beginning = [&](StateId q) {
    seen[q] = ++walk;
    for (work.assign(1, q); !work.empty();) {
      const StateId s = work.back();
      work.pop_back();
      if (read_into[s]) return false;
      for (const StateId before : silent_into[s]) {
        if (seen[before] == walk) continue;
        seen[before] = walk;
        work.push_back(before);
      }
    }
    return true;
  };
  std::vector<bool> loops(starts_.size(), false);
  std::vector<RawEdge> more;
  std::vector<bool> gone(edges_.size(), false);
  for (const Call& call : first) {
    const RawEdge& e = edges_[call.edge];
    if (!at_beginning(e.source)) continue;
    loops[call.automaton] = true;
    more.push_back({finals_[call.automaton], e.target, 0, Edge::Silent});
    gone[call.edge] = true;
  }

  // Whether silently, and in no other way, a state leads to the end of the automaton.
  const auto ends = [&](StateId q, StateId end) {
    for (StateId steps = 0; q != end && steps < state_count_; ++steps) {
      const std::uint32_t i = first_edge_[q];
      if (final_[q] || first_edge_[q + 1] != i + 1 || edges_[i].kind != Edge::Silent) return false;
      q = edges_[i].target;
    }
    return q == end;
  };
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    const RawEdge& e = edges_[i];
    if (gone[i]) continue;
    if (e.kind == Edge::Call && loops[e.label] && ends(e.target, finals_[e.label])) more.push_back({e.source, starts_[e.label], 0, Edge::Silent});
    else more.push_back(e);
  }
  edges_ = std::move(more);
  return true;
}

}  // namespace constrain
