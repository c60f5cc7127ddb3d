// Calls of a rule to itself at its beginning and its end, as loops.
//
// `e: e "+" e | atom` is ambiguous: a sum of n atoms has as many readings as there are binary trees, and although the
// recogniser shares them, each Earley set holds an item for every place where a sum may have begun, so a text takes
// time in the cube of its length. As a language it is `atom ("+" atom)*`. For any automaton of a rule e:
//
//   1. A call of e before anything else is read, (start, e, q), goes. Instead an edge leads from the end of e to q:
//      what has been read so far is an e, so it may stand where the call stood.
//   2. A call of e after which only the end can follow becomes a jump to the start of e, as every call in last place
//      does. Only here it does so too where edges lead on from the end.
//
// Both are exact: whatever is read between two of the new edges is a word of the old automaton without that call, and e
// is closed under putting words of e in its place. Calls in between, as in `"(" e ")"`, stay what they are. So do
// calls whose place may also be reached after something was read, as in `e: (e "x")*`.
#include "network/network_builder.h"

namespace constrain {

bool loop_self_calls(UnfinishedAutomata& net) {
  struct Call { std::uint32_t edge, automaton; };
  std::vector<Call> first;  // calls of themselves that automata begin with
  StateWalk walk(net.state_count);
  for (std::uint32_t a = 0; a < net.starts.size(); ++a) {
    if (net.scoped[net.starts[a]]) continue;
    walk.silently(net, net.starts[a], [&](const Edge& e) {
      if (e.kind == EdgeKind::Call && e.label == a)
        first.push_back({static_cast<std::uint32_t>(&e - net.edges.data()), a});
      return e.kind == EdgeKind::Silent;
    });
  }
  if (first.empty()) return false;

  // Whether a state is reached only before anything is read: no edge that reads leads to it, nor to what leads to it.
  std::vector<std::vector<StateId>> silent_into(net.state_count);
  std::vector<bool> read_into(net.state_count, false);
  for (const Edge& e : net.edges) {
    if (e.kind == EdgeKind::Silent) silent_into[e.target].push_back(e.source);
    else read_into[e.target] = true;
    if (e.kind == EdgeKind::Counter)
      read_into[net.counters[e.label].body] = read_into[net.counters[e.label].exit] = true;
  }
  const auto at_beginning = [&](StateId q) {
    walk.begin(q);
    for (std::size_t i = 0; i < walk.reached().size(); ++i) {
      const StateId s = walk.reached()[i];
      if (read_into[s]) return false;
      for (const StateId before : silent_into[s]) walk.reach(before);
    }
    return true;
  };
  std::vector<bool> loops(net.starts.size(), false);
  std::vector<Edge> more;
  std::vector<bool> gone(net.edges.size(), false);
  for (const Call& call : first) {
    const Edge& e = net.edges[call.edge];
    if (!at_beginning(e.source)) continue;
    loops[call.automaton] = true;
    more.push_back({net.finals[call.automaton], e.target, 0, EdgeKind::Silent});
    gone[call.edge] = true;
  }

  // Whether silently, and in no other way, a state leads to the end of the automaton.
  const auto ends = [&](StateId q, StateId end) {
    for (StateId steps = 0; q != end && steps < net.state_count; ++steps) {
      const std::uint32_t i = net.first_edge[q];
      if (net.final[q] || net.first_edge[q + 1] != i + 1 || net.edges[i].kind != EdgeKind::Silent) return false;
      q = net.edges[i].target;
    }
    return q == end;
  };
  for (std::uint32_t i = 0; i < net.edges.size(); ++i) {
    const Edge& e = net.edges[i];
    if (gone[i]) continue;
    if (e.kind == EdgeKind::Call && loops[e.label] && ends(e.target, net.finals[e.label]))
      more.push_back({e.source, net.starts[e.label], 0, EdgeKind::Silent});
    else more.push_back(e);
  }
  net.edges = std::move(more);
  return true;
}

}  // namespace constrain
