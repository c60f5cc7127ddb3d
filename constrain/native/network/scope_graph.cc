#include "network/scope_graph.h"

#include <algorithm>

#include "support/interned_sets.h"

namespace constrain {
namespace {

// By mark: where it may be made, and who asks for it.
using Signatures = std::map<std::uint32_t, std::vector<std::uint64_t>>;

void classify(ScopeGraph& graph, const Automata& automata, Signatures& signatures) {
  tidy(graph.guards);
  for (const std::uint32_t g : graph.guards) {
    const Guard& guard = automata.guards[g];
    if (graph.distinct) graph.top = std::max({graph.top, guard.minimum, guard.below == kUnbounded ? 0 : guard.below});
    for (const std::uint32_t mark : guard.marks)
      if (const auto at = signatures.find(mark); at != signatures.end()) at->second.push_back(~std::uint64_t{g});
  }
  std::map<std::vector<std::uint64_t>, std::uint32_t> known;
  for (auto& [mark, signature] : signatures) {
    tidy(signature);
    const auto [at, made] = known.try_emplace(std::move(signature), static_cast<std::uint32_t>(graph.classes.size()));
    if (made) graph.classes.emplace_back();
    graph.classes[at->second].push_back(mark);
    graph.class_of.emplace(mark, at->second);
  }
}

}  // namespace

ScopeGraph scope_graph(const Automata& automata, StateId start, StateWalk& walk,
                       const std::function<bool(const Edge&)>& usable) {
  ScopeGraph graph;
  Signatures signatures;
  const auto node = [&](StateId q) {
    const StateId state = automata.passed_over(q);
    const auto [at, made] = graph.nodes.try_emplace(state, static_cast<std::uint32_t>(graph.states.size()));
    if (made) graph.states.push_back(state);
    return at->second;
  };
  node(start);
  for (std::uint32_t n = 0; n < graph.states.size(); ++n) {
    std::vector<ScopeArc> arcs;
    const std::uint64_t final = walk.silently(automata, graph.states[n], [&](const Edge& e) {
      if (e.kind == EdgeKind::Silent) return true;
      if (!usable(e)) graph.lost = true;
      else arcs.push_back({e.kind, e.label, node(e.target)});
      return false;
    });
    for (const ScopeArc& a : arcs) {
      if (a.kind == EdgeKind::Once)
        signatures[automata.onces[a.label].mark].push_back(std::uint64_t{n} << 32 | a.target);
      if (a.kind == EdgeKind::Guard) graph.guards.push_back(a.label);
      graph.distinct = graph.distinct || a.kind == EdgeKind::Distinct;
    }
    graph.arcs.push_back(std::move(arcs));
    graph.final.push_back(final != 0);
  }
  classify(graph, automata, signatures);
  return graph;
}

}  // namespace constrain
