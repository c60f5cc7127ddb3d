// Merging of a network's states from which the same can be read in the same way.
//
// A front end that multiplies rules (families) writes most of their states many times over. Here states become one where
// they end alike, read the same terminals and make the same calls into states that are one in their turn; automata whose
// starts are one are one. What is left is some tenth of the states, so everything that is remembered by state is found
// more often. In order:
//
// 1. The network as a labelled graph.
// 2. `without_copies`, as long as it finds many: states with the same arcs. Nearly all that is one is one here. (The coarsest
//    bisimulation found 1 to 22 % more at this place, but what step 4 made of it was larger: DECISIONS.md.)
// 3. `without_silent`: silent edges are passed over.
// 4. `without_leaves`, `grouped` (determinise.cc): automata are made deterministic.
// 5. `refined`, `divided`: the graph's coarsest bisimulation (bisimulation.cc).
// 6. `write_graph`: the network anew.
#include <algorithm>
#include <numeric>

#include "network/network_builder.h"
#include "support/labelled_graph.h"

namespace constrain {

namespace {

constexpr int kLeaves = 2;  // how often small automata are put in the place of their calls: blanks, then keywords

// The graph with one state of those that have the same arcs, and of those that then have. Finds most of what can be merged
// for a fraction of what finding all costs. `merged` gets the number of each state in what is left.
Graph without_copies(const Graph& all, std::vector<std::uint32_t>& merged) {
  Graph out;
  std::vector<std::uint32_t> first(all.size());  // the state that it is a copy of
  std::iota(first.begin(), first.end(), 0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans(all.size());  // of the arcs that are left
  HashIndex index;
  for (std::uint32_t q = all.size(); q-- > 0;) {  // what follows a state mostly has a higher number
    const auto begin = static_cast<std::uint32_t>(out.arcs.size());
    for (const Arc& arc : all.of(q))
      out.arcs.push_back({arc.label, first[arc.target], arc.callee == kNone ? kNone : first[arc.callee]});
    tidy(out.arcs, begin);
    const std::uint64_t hash = hash_of({out.arcs.data() + begin, out.arcs.data() + out.arcs.size()}, all.final[q]);
    const std::uint32_t known = index.find(hash, [&](std::uint32_t p) {
      return all.final[p] == all.final[q] &&
             std::equal(out.arcs.begin() + spans[p].first, out.arcs.begin() + spans[p].second, out.arcs.begin() + begin,
                        out.arcs.end());
    });
    if (known != kNone) {
      first[q] = known;
      out.arcs.resize(begin);
      continue;
    }
    spans[q] = {begin, static_cast<std::uint32_t>(out.arcs.size())};
    index.insert(hash, q);
  }
  merged.assign(all.size(), 0);
  for (std::uint32_t q = all.size(); q-- > 0;) {
    if (first[q] != q) continue;
    merged[q] = out.size();
    out.begins.push_back(spans[q].second);
    out.final.push_back(all.final[q]);
  }
  for (std::uint32_t q = 0; q < all.size(); ++q) merged[q] = merged[first[q]];
  for (Arc& arc : out.arcs) {
    arc.target = merged[arc.target];
    if (arc.callee != kNone) arc.callee = merged[arc.callee];
  }
  return out;
}

// The graph without silent arcs: what can be done after them is done at once. States that only silent arcs lead to go;
// `numbers` gets the number of each of the others, and kNone for those. False where that would be too large.
bool without_silent(Graph& graph, const std::vector<std::uint32_t>& roots, std::vector<std::uint32_t>& numbers) {
  Graph out;
  numbers.assign(graph.size(), kNone);
  std::vector<std::uint32_t> order, reached, marks(graph.size(), kNone);
  const auto number = [&](std::uint32_t q) {
    if (numbers[q] == kNone) {
      numbers[q] = static_cast<std::uint32_t>(order.size());
      order.push_back(q);
    }
    return numbers[q];
  };
  for (const std::uint32_t q : roots) number(q);
  std::size_t work = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    std::uint64_t final = 0;
    reached.assign(1, order[i]);
    marks[order[i]] = i;
    while (!reached.empty()) {
      const std::uint32_t q = reached.back();
      reached.pop_back();
      final |= graph.final[q];
      spend(1 + graph.of(q).size());
      work += 1 + graph.of(q).size();
      for (const Arc& arc : graph.of(q)) {
        if (arc.label != 0) {
          out.arcs.push_back({arc.label, number(arc.target), arc.callee == kNone ? kNone : number(arc.callee)});
        } else if (marks[arc.target] != i) {
          marks[arc.target] = i;
          reached.push_back(arc.target);
        }
      }
    }
    tidy(out.arcs, out.begins.back());
    out.close(final);
    if (out.arcs.size() > kMaxArcs || work > kWorkCap) return false;
  }
  graph = std::move(out);
  return true;
}

}  // namespace

// The network anew, with what can be called numbered by group.
void write_graph(Automata& net, const Graph& graph, std::uint32_t root) {
  std::vector<std::uint32_t> sizes(graph.size(), 0), group(graph.size(), kNone);  // by start
  for (const Arc& arc : graph.arcs)
    if (arc.callee != kNone) sizes[arc.callee] = std::max(sizes[arc.callee], static_cast<std::uint32_t>(arc.label) + 1);
  net.starts.assign(1, root);
  net.groups.assign(1, 0);
  net.start = 0;
  for (std::uint32_t q = 0; q < graph.size(); ++q) {
    if (sizes[q] == 0) continue;
    group[q] = static_cast<std::uint32_t>(net.starts.size());
    for (std::uint32_t i = 0; i < sizes[q]; ++i) {
      net.starts.push_back(q);
      net.groups.push_back(group[q]);
    }
  }
  net.state_count = graph.size();
  net.final = graph.final;
  net.edges.clear();
  for (StateId q = 0; q < net.state_count; ++q)
    for (const Arc& arc : graph.of(q))
      net.edges.push_back({q, arc.target,
                           static_cast<std::uint32_t>(arc.label) + (arc.callee == kNone ? 0 : group[arc.callee]),
                           static_cast<EdgeKind>(arc.label >> 32)});
  net.first_edge = graph.begins;
  net.scoped.assign(net.state_count, false);
}

void merge(UnfinishedAutomata& net, const std::vector<std::uint32_t>& families) {
  // The states that can be reached, and their edges; from here on, `of` says which state of the graph each has become.
  std::vector<std::uint32_t> of(net.state_count, kNone), merged;
  std::vector<StateId> order;
  const auto number = [&](StateId q) {
    if (of[q] == kNone) {
      of[q] = static_cast<std::uint32_t>(order.size());
      order.push_back(q);
    }
    return of[q];
  };
  const auto become = [&](const std::vector<std::uint32_t>& numbers) {
    for (std::uint32_t& each : of)
      if (each != kNone) each = numbers[each];
  };
  Graph graph;
  number(net.starts[net.start]);
  for (const Counter& c : net.counters) number(c.body), number(c.exit);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const StateId q = order[i];
    spend(8);
    for (const Edge& e : net.from(q)) {
      const bool call = e.kind == EdgeKind::Call;
      graph.arcs.push_back({std::uint64_t(e.kind) << 32 | (call ? 0 : e.label), number(e.target),
                            call ? number(net.starts[e.label]) : kNone});
    }
    graph.close(net.final[q]);
    if (graph.arcs.size() > kMaxArcs) return;
  }
  for (std::size_t before = 2 * graph.size(); graph.size() < before - before / 8;) {
    before = graph.size();
    graph = without_copies(graph, merged);
    become(merged);
  }
  std::vector<std::uint32_t> roots{of[net.starts[net.start]]};
  for (const Counter& c : net.counters) roots.insert(roots.end(), {of[c.body], of[c.exit]});
  if (!without_silent(graph, roots, merged)) return;
  become(merged);
  std::vector<std::uint32_t> by_start(graph.size(), kNone);  // families of automata
  for (std::uint32_t a = 0; a < net.starts.size(); ++a)
    if (const std::uint32_t start = of[net.starts[a]]; start != kNone && by_start[start] == kNone)
      by_start[start] = a < families.size() ? families[a] : a;
  std::uint32_t root = of[net.starts[net.start]];  // which `grouped` numbers anew
  if (net.counters.empty()) {  // whose rounds belong to single states
    for (int i = 0; i < kLeaves; ++i) {
      graph = without_leaves(graph);
      by_start.resize(graph.size(), kNone);
    }
    graph = grouped(graph, root, by_start);
  }
  merged = refined(graph, kWorkCap);
  for (Counter& c : net.counters) c = {merged[of[c.body]], merged[of[c.exit]], c.minimum, c.maximum};
  write_graph(net, divided(graph, merged), merged[root]);
}

}  // namespace constrain
