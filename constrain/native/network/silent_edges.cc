// States that a silent edge makes one, before anything is asked of the network.
//
// Thompson's construction links its fragments by silent edges, which are most of the edges that it makes. A silent edge from
// p to q goes, and p and q become one state, where one of these holds:
//
//   1. nothing else leaves p: whatever comes to p comes to q;
//   2. nothing else leads to q: whatever can be done in q can be done in p.
//
// Example: of `a b | c`, 8 states and 5 silent edges, 3 states and 3 edges are left. Ends of automata keep what leaves them,
// which is nothing, and their starts what leads to them, because later steps ask for both.
#include <numeric>

#include "network/network.h"

namespace constrain {

// Needs nothing, and leaves edges unsorted. Not for scopes.
void Network::contract() {
  std::vector<std::uint32_t> in(state_count_, 0), out(state_count_, 0);  // edges that lead to a state and leave it
  std::vector<bool> begins(state_count_, false), ends(state_count_, false);
  for (const RawEdge& e : edges_) ++in[e.target], ++out[e.source];
  for (const StateId q : starts_) begins[q] = true;
  for (const Counter& c : counters_) begins[c.body] = begins[c.exit] = true;
  for (const StateId q : separated_) begins[q] = true;
  for (const StateId q : finals_) ends[q] = true;
  std::vector<StateId> one(state_count_);  // the state that it has become, or one on the way there
  std::iota(one.begin(), one.end(), 0);
  const auto find = [&](StateId q) {
    while (one[q] != q) q = one[q] = one[one[q]];
    return q;
  };
  spend(state_count_ + edges_.size());
  for (const RawEdge& e : edges_) {
    if (e.kind != Edge::Silent) continue;
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
  std::vector<StateId> numbers(state_count_, kNone);
  StateId count = 0;
  const auto number = [&](StateId q) {
    StateId& known = numbers[find(q)];
    return known == kNone ? known = count++ : known;
  };
  std::vector<RawEdge> kept;
  for (StateId& q : starts_) q = number(q);
  for (StateId& q : finals_) q = number(q);
  for (Counter& c : counters_) c = {number(c.body), number(c.exit), c.minimum, c.maximum};
  for (StateId& q : separated_) q = number(q);
  for (const RawEdge& e : edges_)
    if (e.kind != Edge::Silent || find(e.source) != find(e.target)) kept.push_back({number(e.source), number(e.target), e.label, e.kind});
  edges_ = std::move(kept);
  state_count_ = count;
}

}  // namespace constrain
