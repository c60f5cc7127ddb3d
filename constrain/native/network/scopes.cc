// Which scopes can be ended, from their beginning and from wherever a text can be in them.
//
// What may come next in a scope depends on what was in it, so a path through its automaton need not be a text: a key
// may be used up, a comma be open after which no key is left, a required key have no value. Whether that can happen is
// found here, when the grammar is compiled:
//
//   1. `graph_of` makes a small graph of a scope: states that something is read from, its silent edges passed over, and
//      marks that are treated alike in one class (optional keys of an object, say).
//   2. A loop that offers every mark at each turn, as front ends write objects in any order, is judged as it is
//      (`judge_loop`): what is required can be made while anything is left, so it is enough to count the marks.
//   3. Any other scope is explored: all pairs of a state and how many marks of each class were made, and how many
//      members in all as far as guards ask (`explore`). Within a class it does not matter which were made, so this is
//      exact. The pairs grow with the product of the classes, so there is a budget; a scope beyond it is refused.
//   4. Where a text could come to a pair without an end, the scope is written anew (`rewrite`): a loop gets a guard that
//      counts the marks that are left; any other scope becomes the automaton of its pairs that can be ended.
//
// A member that is no more, because its value has no text or the vocabulary cannot spell its key, is what leads here: a
// front end's guards count on it. Example: `{` (a | b) more* `}` where "more" is `,` (a | b) while fewer than 2 are
// made, and b has no text. Then `{"a":1,` could not go on; the guard becomes "fewer than 1".
//
// Lexemes that must differ are taken never to run out; those that could are marks (`constrain/scopes.py`).
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "network/network.h"

namespace constrain {
namespace {

constexpr std::uint64_t kBudget = 1 << 18;    // steps of exploring one scope; some tenths of a second
constexpr std::uint64_t kStep = 20;           // elementary steps that one counts for
constexpr std::size_t kWritten = 1 << 20;     // edges of a scope written anew

}  // namespace

struct Network::ScopeGraph {
  struct Arc { Edge kind; std::uint32_t label, target; };  // target: a node
  std::vector<StateId> states;           // by node
  std::vector<std::vector<Arc>> arcs;    // by node; the first is the beginning
  std::vector<bool> final;               // by node
  std::map<std::uint32_t, std::uint32_t> class_of;  // by mark that something makes
  std::vector<std::uint32_t> sizes;                 // by class
  bool distinct = false;  // some lexeme must differ
  bool lost = false;      // something that was written has no text
  static bool neutral(const Arc& a) { return a.kind == Edge::Terminal || a.kind == Edge::Call; }
};

// Needs edges sorted by source. `reached`: the states from which their automaton can be ended, so far as is known.
Network::ScopeGraph Network::graph_of(std::uint32_t scope, const std::vector<bool>& reached) {
  ScopeGraph graph;
  std::unordered_map<StateId, std::uint32_t> nodes;
  const auto usable = [&](const RawEdge& e) {
    switch (e.kind) {
      case Edge::Terminal: case Edge::Distinct: return terminals_[e.label].pattern != ResidualStore::kEmpty;
      case Edge::Call: return static_cast<bool>(reached[starts_[e.label]]);
      case Edge::Once: return static_cast<bool>(reached[starts_[onces_[e.label].callee]]);
      default: return true;
    }
  };
  const auto node = [&](StateId q) {
    // What does nothing but lead on silently is passed over, so that members which are alike have one target.
    for (int far = 0; far < 64 && q != finals_[scope] && first_edge_[q + 1] == first_edge_[q] + 1; ++far) {
      const RawEdge& only = edges_[first_edge_[q]];
      if (only.kind != Edge::Silent) break;
      q = only.target;
    }
    const auto [at, made] = nodes.try_emplace(q, static_cast<std::uint32_t>(graph.states.size()));
    if (made) graph.states.push_back(q);
    return at->second;
  };
  node(starts_[scope]);
  std::map<std::uint32_t, std::vector<std::uint64_t>> signatures;  // by mark: where it may be made, and who asks for it
  std::vector<std::uint32_t> guards;
  for (std::uint32_t n = 0; n < graph.states.size(); ++n) {
    std::vector<ScopeGraph::Arc> arcs;
    const std::uint64_t final = each_edge(graph.states[n], [&](const RawEdge& e) {
      if (e.kind == Edge::Counter) throw GrammarFault("malformed grammar code");
      if (!usable(e)) {
        graph.lost = true;
        return;
      }
      arcs.push_back({e.kind, e.label, node(e.target)});
    });
    for (const ScopeGraph::Arc& a : arcs) {
      if (a.kind == Edge::Once) signatures[onces_[a.label].mark].push_back(std::uint64_t{n} << 32 | a.target);
      if (a.kind == Edge::Guard) guards.push_back(a.label);
      graph.distinct = graph.distinct || a.kind == Edge::Distinct;
    }
    graph.arcs.push_back(std::move(arcs));
    graph.final.push_back(final != 0);
  }
  std::sort(guards.begin(), guards.end());
  guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
  for (const std::uint32_t g : guards)
    for (const std::uint32_t mark : guards_[g].marks)
      if (const auto at = signatures.find(mark); at != signatures.end()) at->second.push_back(~std::uint64_t{g});
  std::map<std::vector<std::uint64_t>, std::uint32_t> classes;
  for (auto& [mark, signature] : signatures) {
    std::sort(signature.begin(), signature.end());
    signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
    const auto [at, made] = classes.try_emplace(std::move(signature), static_cast<std::uint32_t>(graph.sizes.size()));
    if (made) graph.sizes.push_back(0);
    ++graph.sizes[at->second];
    graph.class_of.emplace(mark, at->second);
  }
  return graph;
}

// A loop: at some nodes every mark may be made, and one lexeme more be read if any may, all of which lead to one node;
// from there another turn begins, while there are fewer than a bound, or the scope ends, once some marks are made and the
// members are not too few.
struct Network::ScopeLoop {
  std::uint32_t turn;                       // the node after a member
  std::optional<ScopeGraph::Arc> more, end;
  std::uint32_t marks = 0;
};

std::optional<Network::ScopeLoop> Network::loop_of(const ScopeGraph& graph) {
  using Arc = ScopeGraph::Arc;
  const auto size = static_cast<std::uint32_t>(graph.states.size());
  // The node to which all that is read next leads, as long as that is one.
  const auto through = [&](std::uint32_t n) {
    for (std::uint32_t far = 0; far < size && !graph.final[n] && !graph.arcs[n].empty(); ++far) {
      const std::vector<Arc>& arcs = graph.arcs[n];
      if (!std::all_of(arcs.begin(), arcs.end(), [&](const Arc& a) { return ScopeGraph::neutral(a) && a.target == arcs[0].target; })) break;
      n = arcs[0].target;
    }
    return n;
  };
  ScopeLoop loop{kNone, {}, {}};
  loop.marks = static_cast<std::uint32_t>(graph.class_of.size());
  std::vector<bool> offers(size, false);
  for (std::uint32_t n = 0; n < size; ++n) {
    std::vector<std::uint32_t> marks;
    bool distinct = false, other = false;
    for (const Arc& a : graph.arcs[n]) {
      if (a.kind == Edge::Once) marks.push_back(onces_[a.label].mark);
      else if (a.kind == Edge::Distinct) distinct = true;
      else other = true;
      if (a.kind != Edge::Once && a.kind != Edge::Distinct) continue;
      const std::uint32_t turn = through(a.target);
      if (loop.turn != kNone && loop.turn != turn) return {};
      loop.turn = turn;
    }
    if (marks.empty() && !distinct) continue;
    std::sort(marks.begin(), marks.end());
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    if (other || graph.final[n] || marks.size() != loop.marks || distinct != graph.distinct) return {};
    offers[n] = true;
  }
  if (loop.turn == kNone || offers[loop.turn] || !offers[through(0)]) return {};
  for (const Arc& a : graph.arcs[loop.turn]) {
    if (a.kind != Edge::Guard && !ScopeGraph::neutral(a)) return {};
    const std::uint32_t n = through(a.target);
    std::optional<Arc>& found = offers[n] ? loop.more : loop.end;
    if (found || (!offers[n] && !graph.final[n])) return {};
    if (a.kind == Edge::Guard) {
      const Guard& guard = guards_[a.label];
      if (offers[n] ? guard.minimum > 0 || !guard.marks.empty() : guard.below != kUnbounded) return {};
    }
    found = a;
  }
  if (graph.final[loop.turn] && loop.end) return {};
  return loop;
}

// What there is to say of a loop; nothing where it must be explored.
std::optional<Network::ScopeVerdict> Network::judge_loop(const ScopeGraph& graph, const ScopeLoop& loop) {
  const std::uint32_t below = !loop.more ? 1 : loop.more->kind == Edge::Guard ? guards_[loop.more->label].below : kUnbounded;
  const std::uint32_t most = graph.distinct ? below : std::min(below, loop.marks);
  if (!loop.end && !graph.final[loop.turn]) return ScopeVerdict::Empty;
  if (loop.end && loop.end->kind == Edge::Guard) {
    const Guard& guard = guards_[loop.end->label];
    if (!std::all_of(guard.marks.begin(), guard.marks.end(), [&](std::uint32_t m) { return graph.class_of.contains(m); })) return ScopeVerdict::Empty;
    if (!guard.marks.empty() && most < (graph.distinct ? kUnbounded : loop.marks)) return {};
    if (guard.minimum > most) return ScopeVerdict::Empty;
  }
  if (most == 0) return ScopeVerdict::Empty;
  return loop.more && !graph.distinct && below > loop.marks ? ScopeVerdict::Leaky : ScopeVerdict::Sound;
}

// All that a text can come to in a scope: nodes with what was made so far, by number, and where each leads.
struct Network::ScopePlaces {
  struct Step { std::uint32_t from, to; const ScopeGraph::Arc* arc; };
  std::vector<std::uint32_t> nodes;  // by place; the first is the beginning
  std::vector<Step> steps;
  std::vector<bool> alive;  // by place
  bool complete = true;

  // Backward from the ends.
  void find_alive(const ScopeGraph& graph) {
    alive.assign(nodes.size(), false);
    std::vector<std::uint32_t> first(nodes.size() + 1, 0), into(steps.size()), work;
    for (const auto& s : steps) ++first[s.to + 1];
    for (std::size_t i = 0; i < nodes.size(); ++i) first[i + 1] += first[i];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t i = 0; i < steps.size(); ++i) into[next[steps[i].to]++] = steps[i].from;
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      if (graph.final[nodes[i]]) {
        alive[i] = true;
        work.push_back(i);
      }
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      for (std::uint32_t i = first[at]; i < first[at + 1]; ++i)
        if (!alive[into[i]]) {
          alive[into[i]] = true;
          work.push_back(into[i]);
        }
    }
  }
};

Network::ScopePlaces Network::explore(const ScopeGraph& graph) {
  std::uint64_t budget = kBudget;
  // A place is a number: the node, the marks made of each class, and the members up to what guards ask.
  std::uint32_t top = 0;
  bool far = false;
  for (const auto& arcs : graph.arcs)
    for (const ScopeGraph::Arc& a : arcs)
      if (a.kind == Edge::Guard) {
        const Guard& guard = guards_[a.label];
        top = std::max({top, guard.minimum, guard.below == kUnbounded ? 0 : guard.below});
      }
  if (!graph.distinct) top = 0;  // then the marks are all that counts
  std::vector<std::uint64_t> strides;
  std::uint64_t total = 1;
  const auto dimension = [&](std::uint64_t size) {
    strides.push_back(total);
    far = far || total > (std::uint64_t{1} << 40);
    if (!far) total *= size + 1;
  };
  for (std::uint32_t size : graph.sizes) dimension(size);
  dimension(top);
  const std::uint64_t nodes_from = total;
  ScopePlaces found;
  if (far) {
    found.complete = false;
    return found;
  }
  struct Condition { std::vector<std::uint32_t> full; bool never; };
  std::map<std::uint32_t, Condition> conditions;
  for (const auto& arcs : graph.arcs)
    for (const ScopeGraph::Arc& a : arcs)
      if (a.kind == Edge::Guard) {
        const auto [at, made] = conditions.try_emplace(a.label);
        if (!made) continue;
        for (const std::uint32_t mark : guards_[a.label].marks) {
          const auto c = graph.class_of.find(mark);
          if (c == graph.class_of.end()) at->second.never = true;
          else at->second.full.push_back(c->second);
        }
      }
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  std::vector<std::uint64_t> keys;
  const auto place = [&](std::uint64_t key) {
    const auto [at, made] = numbers.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
    if (made) {
      keys.push_back(key);
      found.nodes.push_back(static_cast<std::uint32_t>(key / nodes_from));
    }
    return at->second;
  };
  place(0);
  const std::size_t members = graph.sizes.size();
  const auto count = [&](std::uint64_t key, std::size_t i) { return key / strides[i] % ((i == members ? top : graph.sizes[i]) + 1); };
  for (std::uint32_t at = 0; at < keys.size(); ++at) {
    const std::uint64_t key = keys[at], marks = key % nodes_from;
    std::uint64_t size = count(key, members);
    for (std::size_t c = 0; c < members; ++c) size += count(key, c);
    // Marks of one class lead to the same places, so one of each node and class is enough to see what can be ended.
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> seen;
    for (const ScopeGraph::Arc& a : graph.arcs[found.nodes[at]]) {
      spend(kStep);
      if (budget-- == 0) {
        found.complete = false;
        return found;
      }
      std::uint64_t after = marks;
      if (a.kind == Edge::Once) {
        const std::uint32_t c = graph.class_of.at(onces_[a.label].mark);
        if (count(key, c) == graph.sizes[c]) continue;
        if (std::exchange(seen[{c, a.target}], true)) continue;
        after += strides[c];
      } else if (a.kind == Edge::Distinct) {
        if (count(key, members) < top) after += strides[members];
      } else if (a.kind == Edge::Guard) {
        const Guard& guard = guards_[a.label];
        const Condition& condition = conditions[a.label];
        if (condition.never || size < guard.minimum || size >= guard.below) continue;
        if (!std::all_of(condition.full.begin(), condition.full.end(), [&](std::uint32_t c) { return count(key, c) == graph.sizes[c]; })) continue;
      }
      const std::uint32_t to = place(after + a.target * nodes_from);
      found.steps.push_back({at, to, &a});
    }
  }
  found.find_alive(graph);
  return found;
}

bool Network::can_end(std::uint32_t scope, const std::vector<bool>& reached) {
  const ScopeGraph graph = graph_of(scope, reached);
  if (const auto loop = loop_of(graph))
    if (const auto verdict = judge_loop(graph, *loop)) return *verdict != ScopeVerdict::Empty;
  const ScopePlaces places = explore(graph);
  return !places.complete || places.alive[0];
}

bool Network::mend(std::uint32_t scope, const std::vector<bool>& reached) {
  const ScopeGraph graph = graph_of(scope, reached);
  if (const auto loop = loop_of(graph))
    if (const auto verdict = judge_loop(graph, *loop)) {
      if (*verdict != ScopeVerdict::Leaky) return false;
      if (loop->more->kind == Edge::Guard) guards_[loop->more->label].below = loop->marks;
      else rewrite(scope, graph, *loop);
      return true;
    }
  const ScopePlaces places = explore(graph);
  if (!places.complete) {
    const char* lost = graph.lost ? "some members of an object or array have no text (in this vocabulary), and which of the others may then follow "
                                  : "which members of an object or array may follow ";
    throw LimitError(std::string(lost) + "takes too many steps to find out; use fewer of them, or fewer that ask for others", kBudget, kBudget + 1);
  }
  if (!places.alive[0]) throw GrammarFault("no text of an object or array can be ended");  // only where the budget ended before
  if (std::find(places.alive.begin(), places.alive.end(), false) == places.alive.end()) return false;
  rewrite(scope, graph, places);
  return true;
}

void Network::prepare_scopes() {
  sort_edges();
  marks_.assign(state_count_, 0);
  final_.assign(state_count_, 0);
  for (StateId f : finals_) final_[f] = 1;
}

bool Network::mend_scopes(std::vector<std::uint32_t>& unsettled, const std::vector<bool>& alive, std::vector<StateId>& replaced) {
  bool any = false;
  std::vector<bool> reached = alive;
  std::erase_if(unsettled, [&](std::uint32_t scope) {
    const StateId before = starts_[scope];
    if (!reached[before] || !mend(scope, reached)) return false;
    any = true;
    reached.resize(state_count_, true);  // whatever was written anew can be ended
    if (starts_[scope] == before) return false;
    // Written anew, so nothing in it is without an end. What it was before falls away.
    std::size_t at = replaced.size();
    marks_[before] = ++mark_;
    for (replaced.push_back(before); at < replaced.size(); ++at)
      for (std::uint32_t i = first_edge_[replaced[at]]; i < first_edge_[replaced[at] + 1]; ++i) {
        const StateId q = edges_[i].target;
        if (q == finals_[scope] || marks_[q] == mark_) continue;
        marks_[q] = mark_;
        replaced.push_back(q);
      }
    return true;
  });
  return any;
}

// The loop with a guard before another turn, that some mark is left.
void Network::rewrite(std::uint32_t scope, const ScopeGraph& graph, const ScopeLoop& loop) {
  std::vector<StateId> states;
  for (std::size_t n = 0; n < graph.states.size(); ++n) states.push_back(state());
  const StateId guarded = state();
  guards_.push_back({{}, 0, loop.marks, {}});
  edge(states[loop.turn], guarded, Edge::Guard, static_cast<std::uint32_t>(guards_.size() - 1));
  for (std::uint32_t n = 0; n < graph.states.size(); ++n) {
    for (const ScopeGraph::Arc& a : graph.arcs[n]) {
      const bool more = n == loop.turn && a.label == loop.more->label && a.target == loop.more->target && a.kind == loop.more->kind;
      std::uint32_t label = a.label;
      if (a.kind == Edge::Guard) {  // each stands in one place
        label = static_cast<std::uint32_t>(guards_.size());
        guards_.push_back(Guard(guards_[a.label]));
      }
      edge(more ? guarded : states[n], states[a.target], a.kind, label);
    }
    if (graph.final[n]) edge(states[n], finals_[scope]);
  }
  starts_[scope] = states[0];
}

// The scope as the automaton of its places that can be ended; guards are not needed, since a place knows what they ask.
void Network::rewrite(std::uint32_t scope, const ScopeGraph& graph, const ScopePlaces& places) {
  std::vector<StateId> states(places.nodes.size(), kNone);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (places.alive[i]) states[i] = state();
  std::size_t written = 0;
  const auto write = [&](const ScopePlaces::Step& step, const ScopeGraph::Arc& arc) {
    if (++written > kWritten)
      throw LimitError("an object or array in which members have no text (in this vocabulary) needs too many states; use fewer members", kWritten, written);
    if (arc.kind == Edge::Guard) edge(states[step.from], states[step.to]);
    else edge(states[step.from], states[step.to], arc.kind, arc.label);
  };
  for (const ScopePlaces::Step& step : places.steps) {
    if (!places.alive[step.from] || !places.alive[step.to]) continue;
    if (step.arc->kind != Edge::Once) {
      write(step, *step.arc);
      continue;
    }
    const std::uint32_t c = graph.class_of.at(onces_[step.arc->label].mark);  // all of the class lead there
    for (const ScopeGraph::Arc& a : graph.arcs[places.nodes[step.from]])
      if (a.kind == Edge::Once && a.target == step.arc->target && graph.class_of.at(onces_[a.label].mark) == c) write(step, a);
  }
  for (std::size_t i = 0; i < states.size(); ++i)
    if (places.alive[i] && graph.final[places.nodes[i]]) edge(states[i], finals_[scope]);
  starts_[scope] = states[0];
}

}  // namespace constrain
