// 1. `index_edges`: the network's edges by target, calls by callee, counters by where their rounds end and begin.
// 2. `propagate`: backward from the ends of all automata, the cheapest state first. What becomes cheaper is the state, then
//    those that lead to it, and, where an automaton begins in it, those that call that.
// 3. `find_scopes`: each scope as a graph of its states. Its cost is that of its beginning, by `in_scope`; where that becomes
//    cheaper, `propagate` goes on.
// 4. `in_scope`: Dijkstra's algorithm over states, marks made of each class, and members.
#include "network/least_costs.h"

#include <algorithm>
#include <queue>

#include "support/interned_sets.h"

namespace constrain {
namespace {

constexpr std::uint32_t kScopePatience = 1 << 14;  // places of a scope that one search looks at: some milliseconds

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
  struct Arc {
    enum Kind : std::uint8_t { Read, Mark, Distinct, Guard } kind;
    std::uint32_t label;   // Mark: a class; Guard: a guard; Distinct: a terminal; Read: a terminal, or see below
    std::uint32_t target;  // a node
    bool call = false;     // Read: the label is an automaton
  };
  std::uint32_t automaton;
  std::vector<StateId> states;  // by node; the first is the beginning
  std::unordered_map<StateId, std::uint32_t> nodes;
  std::vector<std::vector<Arc>> arcs;
  std::vector<bool> final;
  std::vector<std::vector<std::uint32_t>> classes;                     // marks
  std::unordered_map<std::uint32_t, std::uint32_t> class_of;           // by mark
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> makers;  // automata by mark
  std::uint32_t top = 0;  // distinct members up to which guards count
};

LeastCosts::LeastCosts(Network& network, ShortestWords& words) : network_(network), words_(words) {
  // A group's automata share their states, so a state has as many costs as the group has members.
  for (std::uint64_t final : network.final_) width_ = std::max(width_, static_cast<std::uint32_t>(std::bit_width(final)));
  least_.assign(std::size_t{network.state_count_} * width_, kUnbounded);
  round_.assign(network.state_count_, kUnbounded);
  terminals_.assign(network.terminals_.size(), kNone);
  index_edges();
  find_scopes();
  Queue queue;
  for (StateId q = 0; q < network.state_count_; ++q)
    for (std::uint64_t left = network.final_[q]; left; left &= left - 1) relax(queue, q, static_cast<std::uint32_t>(std::countr_zero(left)), 0);
  for (std::uint32_t c = 0; c < ends_.size(); ++c)
    for (std::uint32_t e : ends_[c]) relax_round(queue, network.edges_[e].source, 0);
  propagate(queue);
  // Each time the scopes around those that have become cheaper: as often as they are nested.
  while (true) {
    bool any = false;
    for (std::uint32_t s = 0; s < scopes_.size(); ++s) {
      if (!stale_[s]) continue;
      stale_[s] = false;
      const StateId start = network.starts_[scopes_[s]->automaton];
      const Cost cost = in_scope(*scopes_[s], start, nullptr, 0, kScopePatience);
      if (cost >= known_starts_[s]) continue;
      known_starts_[s] = cost;
      any = true;
      for (std::uint32_t e : calls_[scopes_[s]->automaton]) {
        const Network::RawEdge& edge = network.edges_[e];
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
  return sizeof *this + 4 * (least_.capacity() + round_.capacity() + terminals_.capacity() + into_.capacity() + sources_.capacity()) +
         24 * (calls_.size() + starts_.size()) + known_.bytes() + distinct_.bytes() + scopes_.size() * 1024;
}

Cost LeastCosts::of(TerminalId t) {
  Cost& known = terminals_[t];
  if (known != kNone) return known;
  const Network::Terminal& terminal = network_.terminal(t);
  if (terminal.line >= Line::Dedent) return known = 0;  // spells nothing
  known = words_.length(terminal.pattern);
  if (terminal.line != Line::None) {
    const Cost tail = words_.length(terminal.tail);
    known = plus(known, terminal.line == Line::Deeper ? std::max(tail, Cost{1}) : tail);
  }
  return known = std::min(known, kNone - 1);
}

ShortestWords::Word LeastCosts::of_distinct(TerminalId t, SeenId lexemes, ScopeMemory& seen) {
  if (const auto* known = distinct_.find(t, lexemes)) return *known;
  const Network::Terminal& terminal = network_.terminal(t);
  const ShortestWords::Word out = words_.except(terminal.pattern, seen.left(lexemes, ScopeMemory::kUnread, terminal.spelling).texts);
  distinct_.insert(t, lexemes, out);
  return out;
}

Cost LeastCosts::of_call(std::uint32_t automaton) const {
  if (const auto scope = scope_of_automaton_.find(automaton); scope != scope_of_automaton_.end()) return known_starts_[scope->second];
  return least_[std::size_t{network_.starts_[automaton]} * width_ + (automaton - network_.group(automaton))];
}

void LeastCosts::index_edges() {
  using Edge = Network::Edge;
  const std::vector<Network::RawEdge>& edges = network_.edges_;
  into_.assign(network_.state_count_ + 1, 0);
  for (const auto& e : edges) ++into_[e.target + 1];
  for (StateId q = 0; q < network_.state_count_; ++q) into_[q + 1] += into_[q];
  sources_.resize(edges.size());
  std::vector<std::uint32_t> next(into_.begin(), into_.end() - 1);
  calls_.resize(network_.starts_.size());
  ends_.resize(network_.counters_.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    sources_[next[edges[i].target]++] = i;
    if (edges[i].kind == Edge::Call) calls_[edges[i].label].push_back(i);
    if (edges[i].kind == Edge::Once) calls_[network_.onces_[edges[i].label].callee].push_back(i);
    if (edges[i].kind == Edge::Counter) ends_[edges[i].label].push_back(i);
  }
  starts_.resize(network_.state_count_);
  for (std::uint32_t a = 0; a < network_.starts_.size(); ++a) starts_[network_.starts_[a]].push_back(a);
  agains_.resize(network_.state_count_);
  for (std::uint32_t c = 0; c < network_.counters_.size(); ++c) agains_[network_.counters_[c].body].push_back(c);
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
  const Network::Counter& c = network_.counters_[counter];
  return plus(times(c.minimum > 1 ? c.minimum - 1 : 0, round_[c.body]), least(c.exit, member));
}

// Example: `value: "1" | "[" value "]"`. The end costs 0, so the start costs 1 by way of `1`. Then the state after `[` costs
// 2, for a value and `]`, and the start stays at 1, because it is 3 by way of `[`.
void LeastCosts::propagate(Queue& queue) {
  using Edge = Network::Edge;
  while (!queue.entries.empty()) {
    const Queue::Entry entry = queue.entries.top();
    queue.entries.pop();
    const StateId q = entry.state;
    const bool round = entry.member == kNone;
    if (entry.cost > (round ? round_[q] : least(q, entry.member))) continue;
    spend(1 + into_[q + 1] - into_[q]);
    const auto reach = [&](StateId source, Cost cost) { round ? relax_round(queue, source, cost) : relax(queue, source, entry.member, cost); };
    for (std::uint32_t i = into_[q]; i < into_[q + 1]; ++i) {
      const Network::RawEdge& e = network_.edges_[sources_[i]];
      switch (e.kind) {
        case Edge::Silent: case Edge::Guard: reach(e.source, entry.cost); break;
        case Edge::Terminal: case Edge::Distinct: reach(e.source, plus(entry.cost, of(e.label))); break;
        case Edge::Call: reach(e.source, plus(entry.cost, of_call(e.label))); break;
        case Edge::Once: reach(e.source, plus(entry.cost, of_call(network_.onces_[e.label].callee))); break;
        case Edge::Counter:
          if (!round) relax(queue, e.source, entry.member, after_round(e.label, entry.member));
          break;
      }
    }
    if (round) {
      for (std::uint32_t c : agains_[q])
        for (std::uint32_t e : ends_[c])
          for (std::uint32_t m = 0; m < width_; ++m) relax(queue, network_.edges_[e].source, m, after_round(c, m));
      continue;
    }
    for (std::uint32_t a : starts_[q]) {
      if (a - network_.group(a) != entry.member) continue;
      // A scope's own cost is found by a search of its own, so a member that became cheaper only makes it stale.
      for (std::uint32_t s : inside_[a]) stale_[s] = true;
      if (scope_of_automaton_.contains(a)) continue;
      for (std::uint32_t i : calls_[a]) {
        const Network::RawEdge& e = network_.edges_[i];
        for (std::uint32_t m = 0; m < width_; ++m) relax(queue, e.source, m, plus(entry.cost, least(e.target, m)));
        relax_round(queue, e.source, plus(entry.cost, round_[e.target]));
      }
    }
  }
}

void LeastCosts::find_scopes() {
  using Edge = Network::Edge;
  using Arc = Scope::Arc;
  for (std::uint32_t automaton : network_.scope_starts_) {
    auto scope = std::make_unique<Scope>();
    const auto number = static_cast<std::uint32_t>(scopes_.size());
    scope->automaton = automaton;
    const StateId last = network_.finals_[automaton];
    // What does nothing but lead on silently is passed over, so that members which are alike have one target.
    const auto node = [&](StateId q) {
      scope_of_[q] = number;
      StateId at = q;
      for (int far = 0; far < 64 && at != last && network_.first_edge_[at + 1] == network_.first_edge_[at] + 1; ++far) {
        const Network::RawEdge& only = network_.edges_[network_.first_edge_[at]];
        if (only.kind != Edge::Silent) break;
        at = only.target;
      }
      const auto [known, fresh] = scope->nodes.try_emplace(at, static_cast<std::uint32_t>(scope->states.size()));
      const std::uint32_t found = known->second;
      if (fresh) scope->states.push_back(at);
      scope->nodes[q] = found;
      return found;
    };
    node(network_.starts_[automaton]);
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> signatures;  // by mark: where it is made, who asks for it
    std::vector<std::pair<std::uint32_t, Arc>> made;                           // node, and an arc by mark
    std::vector<std::uint32_t> guards;
    for (std::uint32_t n = 0; n < scope->states.size(); ++n) {
      std::vector<Network::RawEdge> edges;
      const std::uint64_t final = network_.each_edge(scope->states[n], [&](const Network::RawEdge& e) { edges.push_back(e); });
      std::vector<Arc> arcs;
      for (const Network::RawEdge& e : edges) {
        const std::uint32_t target = node(e.target);
        switch (e.kind) {
          case Edge::Once: {
            const auto& [callee, mark] = network_.onces_[e.label];
            // Marks that are made between the same states and asked for by the same guards are alike: of forty optional
            // keys only how many were written matters, not which.
            signatures[mark].push_back(std::uint64_t{n} << 32 | target);
            scope->makers[mark].push_back(callee);
            made.push_back({n, {Arc::Mark, mark, target}});
            inside_[callee].push_back(number);
            break;
          }
          case Edge::Guard: {
            const Network::Guard& guard = network_.guards_[e.label];
            guards.push_back(e.label);
            scope->top = std::max({scope->top, guard.minimum, guard.below == kUnbounded ? 0 : guard.below});
            arcs.push_back({Arc::Guard, e.label, target});
            break;
          }
          case Edge::Call:
            inside_[e.label].push_back(number);
            arcs.push_back({Arc::Read, e.label, target, true});
            break;
          default: arcs.push_back({e.kind == Edge::Distinct ? Arc::Distinct : Arc::Read, e.label, target}); break;
        }
      }
      scope->arcs.push_back(std::move(arcs));
      scope->final.push_back(final != 0);
    }
    tidy(guards);
    for (std::uint32_t g : guards)
      for (std::uint32_t mark : network_.guards_[g].marks)
        if (const auto at = signatures.find(mark); at != signatures.end()) at->second.push_back(~std::uint64_t{g});
    // Example: of `{"a", "b", "c"}` in any order, `a` required: `b` and `c` are one class of two marks, `a` is one by itself. A
    // place then counts 0 to 2 of the first and 0 to 1 of the second, six places a state, and not eight.
    std::map<std::vector<std::uint64_t>, std::uint32_t> classes;
    for (auto& [mark, signature] : signatures) {
      tidy(signature);
      const auto [at, fresh] = classes.try_emplace(signature, static_cast<std::uint32_t>(scope->classes.size()));
      if (fresh) scope->classes.emplace_back();
      scope->classes[at->second].push_back(mark);
      scope->class_of.emplace(mark, at->second);
    }
    std::map<std::pair<std::uint64_t, std::uint32_t>, bool> written;
    for (const auto& [n, arc] : made) {
      const std::uint32_t of = scope->class_of.at(arc.label);
      if (!std::exchange(written[{std::uint64_t{n} << 32 | arc.target, of}], true)) scope->arcs[n].push_back({Arc::Mark, of, arc.target});
    }
    for (auto& marks : scope->classes) std::sort(marks.begin(), marks.end());
    scope_of_automaton_.emplace(automaton, number);
    scopes_.push_back(std::move(scope));
  }
  stale_.assign(scopes_.size(), true);
  known_starts_.assign(scopes_.size(), kUnbounded);
}

// A place is a number: the node, how many more marks are made of each class, and how many more distinct lexemes.
Cost LeastCosts::in_scope(const Scope& scope, StateId q, ScopeMemory* seen, SeenId marks, std::uint32_t patience) {
  const std::size_t classes = scope.classes.size();
  // A class's marks differ in what they cost to make, and the cheapest are made first.
  std::vector<std::vector<Cost>> left(classes);  // what the marks of each class cost, the cheapest first
  std::vector<std::uint64_t> strides;
  std::uint64_t total = 1;
  bool far = false;
  const auto dimension = [&](std::uint64_t size) {
    strides.push_back(total);
    far = far || total > (std::uint64_t{1} << 40);
    if (!far) total *= size + 1;
  };
  for (std::size_t c = 0; c < classes; ++c) {
    for (std::uint32_t mark : scope.classes[c]) {
      if (seen && seen->marked(marks, mark)) continue;
      Cost least = kUnbounded;
      for (std::uint32_t callee : scope.makers.at(mark)) least = std::min(least, of_call(callee));
      left[c].push_back(least);
    }
    std::sort(left[c].begin(), left[c].end());
    dimension(left[c].size());
  }
  dimension(scope.top);
  // More places than could be looked at: the bound without the scope stays.
  if (far) return least(q, 0);
  const std::uint32_t size = seen ? seen->size(marks) : 0;
  const auto count = [&](std::uint64_t key, std::size_t i) { return key / strides[i] % ((i == classes ? scope.top : left[i].size()) + 1); };
  const auto passes = [&](const Network::Guard& guard, std::uint64_t key) {
    std::uint64_t members = size;
    for (std::size_t i = 0; i <= classes; ++i) members += count(key, i);
    if (members < guard.minimum || members >= guard.below) return false;
    return std::all_of(guard.marks.begin(), guard.marks.end(), [&](std::uint32_t mark) {
      if (seen && seen->marked(marks, mark)) return true;
      const auto c = scope.class_of.find(mark);
      return c != scope.class_of.end() && count(key, c->second) == left[c->second].size();
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
  reach(scope.nodes.at(q) * total, 0);
  for (std::uint32_t looked = 0; !queue.empty() && looked < patience; ++looked) {
    const auto [cost, key] = queue.top();
    queue.pop();
    if (reached.at(key) < cost) continue;
    const auto node = static_cast<std::uint32_t>(key / total);
    // The first end that Dijkstra's algorithm takes from the queue is the cheapest.
    if (scope.final[node]) return cost;
    spend(1 + scope.arcs[node].size());
    const std::uint64_t rest = key % total;
    for (const Scope::Arc& arc : scope.arcs[node]) {
      const std::uint64_t to = arc.target * total + rest;
      switch (arc.kind) {
        case Scope::Arc::Read: reach(to, plus(cost, arc.call ? of_call(arc.label) : of(arc.label))); break;
        case Scope::Arc::Distinct: reach(to + (count(rest, classes) < scope.top ? strides[classes] : 0), plus(cost, seen ? of_distinct(arc.label, marks, *seen).length : of(arc.label))); break;
        case Scope::Arc::Mark: {
          const std::uint64_t made = count(rest, arc.label);
          if (made < left[arc.label].size()) reach(to + strides[arc.label], plus(cost, left[arc.label][made]));
          break;
        }
        case Scope::Arc::Guard:
          if (passes(network_.guards_[arc.label], rest)) reach(to, cost);
          break;
      }
    }
  }
  // Nothing left to look at means no way; patience used up means a lower bound, which is safe.
  return queue.empty() ? kUnbounded : least(q, 0);
}

Cost LeastCosts::to_end(StateId q, std::uint32_t member, std::uint32_t count, ScopeMemory& seen) {
  if (network_.scoped(q)) {
    const auto scope = scope_of_.find(q);
    if (scope == scope_of_.end()) return least(q, member);
    if (const Cost* known = known_.find(q, count)) return *known;
    const Cost cost = in_scope(*scopes_[scope->second], q, &seen, count, kScopePatience);
    known_.insert(q, count, cost);
    return cost;
  }
  const Cost first = least(q, member);
  if (count == 0 || first == kUnbounded) return first;
  const std::uint32_t number = network_.counter_of(q);
  if (number == kNone) return first;
  // The cost of the state is that in the first round; later on, fewer rounds are missing.
  const Network::Counter& c = network_.counters_[number];
  const std::uint32_t counted = c.minimum > 1 ? c.minimum - 1 : 0, missing = c.minimum > count + 1 ? c.minimum - count - 1 : 0;
  return first - times(counted - missing, round_[c.body]);
}

}  // namespace constrain
