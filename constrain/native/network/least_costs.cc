// 1. `index_edges`: the network's edges by target, calls by callee, counters by where their rounds end and begin.
// 2. `propagate`: backward from the ends of all automata, the cheapest state first. What becomes cheaper is the state,
//    then those that lead to it, and, where an automaton begins in it, those that call that.
// 3. `find_scopes`: each scope as a graph of its states. Its cost is that of its beginning, by `in_scope`; where that
//    becomes cheaper, `propagate` goes on.
// 4. `in_scope`: Dijkstra's algorithm over states, marks made of each class, and members, without places that others
//    dominate.
#include "network/least_costs.h"

#include <algorithm>
#include <queue>
#include <set>

#include "network/scope_graph.h"

namespace constrain {
namespace {

constexpr std::uint32_t kScopeCap = 1 << 14;  // places of a scope that one search looks at: some milliseconds

Cost times(std::uint32_t rounds, Cost cost) {
  const std::uint64_t all = std::uint64_t{rounds} * cost;
  return rounds == 0 ? 0 : cost == kUnbounded || all > kUnbounded ? kUnbounded : static_cast<Cost>(all);
}

}  // namespace

struct LeastCosts::Queue {
  struct Entry {
    Cost cost;
    StateId state;
    std::uint32_t member;  // kNone: the cost of the round
    bool operator>(const Entry& other) const { return cost > other.cost; }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries;
};

struct LeastCosts::Scope {
  std::uint32_t automaton;
  ScopeGraph graph;  // with one arc for all marks of a class that are made between two nodes, whose label is the class
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> makers;  // automata by mark
  std::vector<bool> asked;    // by class: whether a guard asks for its marks
  std::uint32_t minimum = 0;  // members that some guard asks for at most
};

LeastCosts::LeastCosts(Network& network, ShortestWords& words, bool debts, std::uint32_t width)
    : network_(network), automata_(network.parts()), words_(words), debts_(debts), indent_(width) {
  network.read_all();
  // A group's automata share their states, so a state has as many costs as the group has members.
  for (std::uint64_t final : automata_.final)
    width_ = std::max(width_, static_cast<std::uint32_t>(std::bit_width(final)));
  least_.assign(std::size_t{automata_.state_count} * width_, kUnbounded);
  round_.assign(automata_.state_count, kUnbounded);
  terminals_.assign(network.terminal_count(), kNone);
  index_edges();
  find_scopes();
  Queue queue;
  for (StateId q = 0; q < automata_.state_count; ++q)
    for (std::uint64_t left = automata_.final[q]; left; left &= left - 1)
      relax(queue, q, static_cast<std::uint32_t>(std::countr_zero(left)), 0);
  for (std::uint32_t c = 0; c < ends_.size(); ++c)
    for (std::uint32_t e : ends_[c]) relax_round(queue, automata_.edges[e].source, 0);
  propagate(queue);
  // Each time the scopes around those that have become cheaper: as often as they are nested.
  while (true) {
    bool any = false;
    for (std::uint32_t s = 0; s < scopes_.size(); ++s) {
      if (!stale_[s]) continue;
      stale_[s] = false;
      const StateId start = automata_.starts[scopes_[s]->automaton];
      const Cost cost = in_scope(*scopes_[s], start, nullptr, 0);
      if (cost >= known_starts_[s]) continue;
      known_starts_[s] = cost;
      any = true;
      for (std::uint32_t e : calls_[scopes_[s]->automaton]) {
        const Edge& edge = automata_.edges[e];
        for (std::uint32_t m = 0; m < width_; ++m) relax(queue, edge.source, m, plus(cost, least(edge.target, m)));
        relax_round(queue, edge.source, plus(cost, round_[edge.target]));
      }
      for (std::uint32_t around : inside_[scopes_[s]->automaton]) stale_[around] = true;
    }
    propagate(queue);
    if (!any) break;
  }
}

LeastCosts::~LeastCosts() = default;

std::size_t LeastCosts::memory() const {
  return sizeof *this + bytes_of(least_) + bytes_of(round_) + bytes_of(terminals_) + into_.memory() +
         24 * (calls_.size() + starts_.size()) + known_.bytes() + distinct_.bytes() + scopes_.size() * 1024;
}

Cost LeastCosts::of(TerminalId t) {
  Cost& known = terminals_[t];
  if (known != kNone) return known;
  const Network::Terminal& terminal = network_.terminal(t);
  if (terminal.line >= Line::Dedent && terminal.line <= Line::EndDedent) return known = 0;  // spells nothing
  known = words_.length(terminal.pattern);
  if (terminal.line != Line::None && terminal.line < Line::Named) {
    const Cost tail = words_.length(terminal.tail);
    known = plus(known, terminal.line == Line::Deeper    ? std::max(tail, indent_ + 1)
                        : terminal.line == Line::Level ? std::max(tail, indent_)
                                                       : tail);
  }
  // Else a name, which may be short, would be looked for in ever more brackets, though it asks for a source.
  if (terminal.line == Line::Named && debts_) known = plus(known, Names::least_debt(terminal.action));
  return known = std::min(known, kNone - 1);
}

ShortestWords::Word LeastCosts::of_distinct(TerminalId t, SeenId lexemes, ScopeMemory& seen) {
  if (const auto* known = distinct_.find(t, lexemes)) return *known;
  const Network::Terminal& terminal = network_.terminal(t);
  const ShortestWords::Word out =
      words_.except(terminal.pattern, seen.left(lexemes, ScopeMemory::kUnread, terminal.spelling).texts);
  distinct_.insert(t, lexemes, out);
  return out;
}

Cost LeastCosts::of_call(std::uint32_t automaton) const {
  if (const auto scope = scope_of_automaton_.find(automaton); scope != scope_of_automaton_.end())
    return known_starts_[scope->second];
  return least_[std::size_t{automata_.starts[automaton]} * width_ + (automaton - network_.group(automaton))];
}

void LeastCosts::index_edges() {
  const std::vector<Edge>& edges = automata_.edges;
  into_ = automata_.edges_by_target();
  calls_.resize(automata_.starts.size());
  ends_.resize(automata_.counters.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    if (const std::uint32_t callee = automata_.callee_of(edges[i]); callee != kNone) calls_[callee].push_back(i);
    if (edges[i].kind == EdgeKind::Counter) ends_[edges[i].label].push_back(i);
  }
  starts_.resize(automata_.state_count);
  for (std::uint32_t a = 0; a < automata_.starts.size(); ++a) starts_[automata_.starts[a]].push_back(a);
  agains_.resize(automata_.state_count);
  for (std::uint32_t c = 0; c < automata_.counters.size(); ++c) agains_[automata_.counters[c].body].push_back(c);
}

void LeastCosts::relax(Queue& queue, StateId q, std::uint32_t member, Cost cost) {
  if (cost >= least(q, member)) return;
  least(q, member) = cost;
  queue.entries.push({cost, q, member});
}

// The cost of the rest of a round: a counted repetition pays it once for each round that is missing.
void LeastCosts::relax_round(Queue& queue, StateId q, Cost cost) {
  if (cost >= round_[q]) return;
  round_[q] = cost;
  queue.entries.push({cost, q, kNone});
}

// From the end of the first round: the other rounds, and what follows the last.
Cost LeastCosts::after_round(std::uint32_t counter, std::uint32_t member) {
  const Counter& c = automata_.counters[counter];
  return plus(times(c.minimum > 1 ? c.minimum - 1 : 0, round_[c.body]), least(c.exit, member));
}

// Example: `value: "1" | "[" value "]"`. The end costs 0, so the start costs 1 by way of `1`. Then the state after `[`
// costs 2, for a value and `]`, and the start stays at 1, because it is 3 by way of `[`.
void LeastCosts::propagate(Queue& queue) {
  while (!queue.entries.empty()) {
    const Queue::Entry entry = queue.entries.top();
    queue.entries.pop();
    const StateId q = entry.state;
    const bool round = entry.member == kNone;
    if (entry.cost > (round ? round_[q] : least(q, entry.member))) continue;
    spend(1 + into_.of(q).size());
    const auto reach = [&](StateId source, Cost cost) {
      round ? relax_round(queue, source, cost) : relax(queue, source, entry.member, cost);
    };
    for (const std::uint32_t i : into_.of(q)) {
      const Edge& e = automata_.edges[i];
      switch (e.kind) {
        case EdgeKind::Silent: case EdgeKind::Guard: reach(e.source, entry.cost); break;
        case EdgeKind::Terminal: case EdgeKind::Distinct: reach(e.source, plus(entry.cost, of(e.label))); break;
        case EdgeKind::Call:
        case EdgeKind::Once:
          reach(e.source, plus(entry.cost, of_call(automata_.callee_of(e))));
          break;
        case EdgeKind::Counter:
          if (!round) relax(queue, e.source, entry.member, after_round(e.label, entry.member));
          break;
        case EdgeKind::Embedded: break;  // none is left: whoever asks for costs has had all of them read in
      }
    }
    if (round) {
      for (std::uint32_t c : agains_[q])
        for (std::uint32_t e : ends_[c])
          for (std::uint32_t m = 0; m < width_; ++m) relax(queue, automata_.edges[e].source, m, after_round(c, m));
      continue;
    }
    for (std::uint32_t a : starts_[q]) {
      if (a - network_.group(a) != entry.member) continue;
      // A scope's own cost is found by a search of its own, so a member that became cheaper only makes it stale.
      for (std::uint32_t s : inside_[a]) stale_[s] = true;
      if (scope_of_automaton_.contains(a)) continue;
      for (std::uint32_t i : calls_[a]) {
        const Edge& e = automata_.edges[i];
        for (std::uint32_t m = 0; m < width_; ++m) relax(queue, e.source, m, plus(entry.cost, least(e.target, m)));
        relax_round(queue, e.source, plus(entry.cost, round_[e.target]));
      }
    }
  }
}

void LeastCosts::find_scopes() {
  StateWalk walk(automata_.state_count);
  for (const std::uint32_t automaton : automata_.scope_starts) {
    const auto number = static_cast<std::uint32_t>(scopes_.size());
    auto scope = std::make_unique<Scope>(
        Scope{automaton,
              scope_graph(automata_, automata_.starts[automaton], walk, [](const Edge&) { return true; }),
              {},
              {}});
    ScopeGraph& graph = scope->graph;
    for (const StateId q : graph.states) scope_of_[q] = number;
    for (std::vector<ScopeArc>& arcs : graph.arcs) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> known;  // classes and targets
      std::vector<ScopeArc> kept;
      for (const ScopeArc& a : arcs) {
        if (a.kind == EdgeKind::Call) inside_[a.label].push_back(number);
        if (a.kind != EdgeKind::Once) {
          kept.push_back(a);
          continue;
        }
        const auto [callee, mark] = automata_.onces[a.label];
        inside_[callee].push_back(number);
        scope->makers[mark].push_back(callee);
        const std::uint32_t of = graph.class_of.at(mark);
        if (known.emplace(of, a.target).second) kept.push_back({a.kind, of, a.target});
      }
      arcs = std::move(kept);
    }
    scope->asked.assign(graph.classes.size(), false);
    for (const std::uint32_t g : graph.guards) {
      const Guard& guard = automata_.guards[g];
      scope->minimum = std::max(scope->minimum, guard.minimum);
      for (const std::uint32_t mark : guard.marks)
        if (const auto c = graph.class_of.find(mark); c != graph.class_of.end()) scope->asked[c->second] = true;
    }
    scope_of_automaton_.emplace(automaton, number);
    scopes_.push_back(std::move(scope));
  }
  spend(walk.take_work());
  stale_.assign(scopes_.size(), true);
  known_starts_.assign(scopes_.size(), kUnbounded);
}

// A place is a number: the node, how many more marks are made of each class, and how many more distinct lexemes.
Cost LeastCosts::in_scope(const Scope& scope, StateId q, ScopeMemory* seen, SeenId marks) {
  const ScopeGraph& graph = scope.graph;
  const std::size_t classes = graph.classes.size();
  // A class's marks differ in what they cost to make, and the cheapest are made first.
  std::vector<std::vector<Cost>> left(classes);  // what the marks of each class cost, the cheapest first
  CountNumbers counts;
  for (std::size_t c = 0; c < classes; ++c) {
    for (std::uint32_t mark : graph.classes[c]) {
      if (seen && seen->marked(marks, mark)) continue;
      Cost least = kUnbounded;
      for (std::uint32_t callee : scope.makers.at(mark)) least = std::min(least, of_call(callee));
      left[c].push_back(least);
    }
    std::sort(left[c].begin(), left[c].end());
    counts.digit(left[c].size());
  }
  counts.digit(graph.top);
  // More places than could be looked at: the bound without the scope stays.
  if (counts.far) return least(q, 0);
  const std::uint32_t size = seen ? seen->size(marks) : 0;
  const auto members_of = [&](std::uint64_t key) {
    std::uint64_t members = size;
    for (std::size_t i = 0; i <= classes; ++i) members += counts.count(key, i);
    return members;
  };
  const auto passes = [&](const Guard& guard, std::uint64_t key) {
    const std::uint64_t members = members_of(key);
    if (members < guard.minimum || members >= guard.below) return false;
    return std::all_of(guard.marks.begin(), guard.marks.end(), [&](std::uint32_t mark) {
      if (seen && seen->marked(marks, mark)) return true;
      const auto c = graph.class_of.find(mark);
      return c != graph.class_of.end() && counts.full(key, c->second);
    });
  };
  using Entry = std::pair<Cost, std::uint64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::unordered_map<std::uint64_t, Cost> reached;
  const auto reach = [&](std::uint64_t key, Cost cost) {
    if (cost == kUnbounded) return;
    const auto [at, fresh] = reached.try_emplace(key, cost);
    if (!fresh && at->second <= cost) return;
    at->second = cost;
    queue.emplace(cost, key);
  };
  // Whether the same node was reached, as cheaply, with one mark less that no guard asks for, and there are members
  // enough without it. Whatever can follow can follow there too, for no more: so of 300 optional keys none is tried in
  // vain.
  const auto dominated = [&](std::uint64_t key, Cost cost) {
    if (members_of(key % counts.total) <= scope.minimum) return false;
    for (std::size_t c = 0; c < classes; ++c) {
      if (scope.asked[c] || !counts.count(key % counts.total, c)) continue;
      if (const auto less = reached.find(key - counts.strides[c]); less != reached.end() && less->second <= cost)
        return true;
    }
    return false;
  };
  reach(graph.nodes.at(automata_.passed_over(q)) * counts.total, 0);
  for (std::uint32_t looked = 0; !queue.empty() && looked < kScopeCap; ++looked) {
    const auto [cost, key] = queue.top();
    queue.pop();
    if (reached.at(key) < cost || dominated(key, cost)) continue;
    const auto node = static_cast<std::uint32_t>(key / counts.total);
    // The first end that Dijkstra's algorithm takes from the queue is the cheapest.
    if (graph.final[node]) return cost;
    spend(1 + graph.arcs[node].size());
    const std::uint64_t rest = key % counts.total;
    for (const ScopeArc& arc : graph.arcs[node]) {
      const std::uint64_t to = arc.target * counts.total + rest;
      switch (arc.kind) {
        case EdgeKind::Call: reach(to, plus(cost, of_call(arc.label))); break;
        case EdgeKind::Distinct:
          reach(to + (counts.full(rest, classes) ? 0 : counts.strides[classes]),
                plus(cost, seen ? of_distinct(arc.label, marks, *seen).length : of(arc.label)));
          break;
        case EdgeKind::Once: {
          const std::uint64_t made = counts.count(rest, arc.label);
          if (made < left[arc.label].size()) reach(to + counts.strides[arc.label], plus(cost, left[arc.label][made]));
          break;
        }
        case EdgeKind::Guard:
          if (passes(automata_.guards[arc.label], rest)) reach(to, cost);
          break;
        default: reach(to, plus(cost, of(arc.label))); break;
      }
    }
  }
  // Nothing left to look at means no way; a cap that is reached means a lower bound, which is safe.
  return queue.empty() ? kUnbounded : least(q, 0);
}

Cost LeastCosts::largest() const {
  Cost out = 0;
  for (const Edge& e : automata_.edges)
    for (std::uint32_t member = 0; e.kind == EdgeKind::Terminal && member < width_; ++member)
      if (const Cost cost = least_[std::size_t{e.target} * width_ + member]; cost != kUnbounded) out = std::max(out, cost);
  return out;
}

Cost LeastCosts::to_end(StateId q, std::uint32_t member, std::uint32_t count, ScopeMemory& seen) {
  if (network_.scoped(q)) {
    const auto scope = scope_of_.find(automata_.passed_over(q));
    if (scope == scope_of_.end()) return least(q, member);
    if (const Cost* known = known_.find(q, count)) return *known;
    const Cost cost = in_scope(*scopes_[scope->second], q, &seen, count);
    known_.insert(q, count, cost);
    return cost;
  }
  const Cost first = least(q, member);
  if (count == 0 || first == kUnbounded) return first;
  const std::uint32_t number = network_.counter_of(q);
  if (number == kNone) return first;
  // The cost of the state is that in the first round; later on, fewer rounds are missing.
  const Counter& c = automata_.counters[number];
  const std::uint32_t counted = c.minimum > 1 ? c.minimum - 1 : 0,
                      missing = c.minimum > count + 1 ? c.minimum - count - 1 : 0;
  return first - times(counted - missing, round_[c.body]);
}

}  // namespace constrain
