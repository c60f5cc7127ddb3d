// Merging states along silent edges, right after the network is read.
//
// Most edges of Thompson's construction are silent ones between its fragments. A silent edge from p to q is removed,
// and p and q become one state, where one of these holds:
//
//   1. nothing else leaves p: whatever reaches p reaches q;
//   2. nothing else leads to q: whatever can be done in q can be done in p.
//
// Example: of `a b | c`, 8 states and 5 silent edges, 3 states and 3 edges are left. Ends of automata keep what leaves
// them, which is nothing, and their starts what leads to them, because later steps ask for both.
#include <numeric>

#include "network/network_builder.h"

namespace constrain {

void contract(UnfinishedAutomata& net) {
  // Edges that lead to a state and leave it.
  std::vector<std::uint32_t> in(net.state_count, 0), out(net.state_count, 0);
  std::vector<bool> begins(net.state_count, false), ends(net.state_count, false);
  for (const Edge& e : net.edges) ++in[e.target], ++out[e.source];
  for (const StateId q : net.starts) begins[q] = true;
  for (const Counter& c : net.counters) begins[c.body] = begins[c.exit] = true;
  for (const StateId q : net.separated) begins[q] = true;
  for (const StateId q : net.finals) ends[q] = true;
  std::vector<StateId> one(net.state_count);  // the state that it has become, or one on the way there
  std::iota(one.begin(), one.end(), 0);
  const auto find = [&](StateId q) {
    while (one[q] != q) q = one[q] = one[one[q]];
    return q;
  };
  spend(net.state_count + net.edges.size());
  for (const Edge& e : net.edges) {
    if (e.kind != EdgeKind::Silent) continue;
    const StateId p = find(e.source), q = find(e.target);
    if (p == q) continue;
    const bool leaves = out[p] == 1 && !begins[p] && !ends[p], leads = in[q] == 1 && !begins[q] && !ends[q];
    if (!leaves && !leads) continue;
    one[q] = p;
    in[p] += in[q] - 1;
    out[p] += out[q] - 1;
    begins[p] = begins[p] || begins[q];
    ends[p] = ends[p] || ends[q];
  }
  std::vector<StateId> numbers(net.state_count, kNone);
  StateId count = 0;
  const auto number = [&](StateId q) {
    StateId& known = numbers[find(q)];
    return known == kNone ? known = count++ : known;
  };
  std::vector<Edge> kept;
  for (StateId& q : net.starts) q = number(q);
  for (StateId& q : net.finals) q = number(q);
  for (Counter& c : net.counters) c = {number(c.body), number(c.exit), c.minimum, c.maximum};
  for (StateId& q : net.separated) q = number(q);
  for (const Edge& e : net.edges)
    if (e.kind != EdgeKind::Silent || find(e.source) != find(e.target))
      kept.push_back({number(e.source), number(e.target), e.label, e.kind});
  net.edges = std::move(kept);
  net.state_count = count;
}

}  // namespace constrain
