#include "network/network_builder.h"

#include <algorithm>

#include "support/lazy_graph.h"

namespace constrain {

namespace {

// The state where texts begin; others follow as texts come to them (Network::make).
Automata first_state(LazyGraph& graph) {
  Automata net;
  std::vector<Arc> arcs;
  net.final = {graph.state(0, arcs)};
  net.nullable_start = net.final[0] & 1;
  net.starts = net.groups = {0};
  net.first_edge = {0, 0};
  net.scoped = {false};
  net.state_count = 1;
  return net;
}

}  // namespace

Automata build_automata(Terminals& terminals, const FlatGrammar& grammar) {
  if (grammar.lazy) return first_state(*grammar.lazy);
  const PackedStrings& productions = grammar.productions;
  std::vector<std::uint32_t> families = grammar.families;
  const auto one = [&](std::uint32_t production) { return production < productions.size(); };
  if (!one(grammar.start) || families.size() > productions.size() ||
      !std::all_of(families.begin(), families.end(), one))
    throw malformed_code();
  if (Automata ready; take_graph(ready, terminals, grammar)) return ready;
  UnfinishedAutomata net;
  net.start = grammar.start;
  for (std::size_t i = 0; i < productions.size(); ++i) {
    const StateId first = net.add_state(), last = net.add_state();
    net.add_automaton(first, last);
  }
  for (std::uint32_t i = 0; i < productions.size(); ++i)
    if (is_graph(productions[i])) read_graph(net, terminals, productions[i], i, families);
    else read_production(net, terminals, grammar, i);
  const bool scopes = !net.scope_starts.empty();
  if (!scopes) contract(net);  // whose own steps read the shapes that are written
  trim(net, terminals);
  // Only a front end that multiplied rules has written many equal states. States of scopes depend on marks, which
  // merging does not follow.
  if (!families.empty() && !grammar.embedded.empty()) throw malformed_code();
  if (!scopes && !families.empty()) merge(net, families);
  return Automata(std::move(net));
}

void UnfinishedAutomata::sort_edges() {
  std::vector<Edge> sorted(edges.size());
  first_edge.assign(state_count + 1, 0);
  for (const Edge& e : edges) ++first_edge[e.source + 1];
  for (StateId q = 0; q < state_count; ++q) first_edge[q + 1] += first_edge[q];
  std::vector<std::uint32_t> next(first_edge.begin(), first_edge.end() - 1);
  for (const Edge& e : edges) sorted[next[e.source]++] = e;
  edges = std::move(sorted);
}

}  // namespace constrain
