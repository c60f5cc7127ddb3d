// Which scopes can be ended, from their beginning and from wherever a text can be in them.
//
// What may come next in a scope depends on what was in it, so a path through its automaton need not be a text: a key
// may be used up, a comma be open after which no key is left, a required key have no value. Whether that can happen is
// found here, when the grammar is compiled:
//
//   1. `graph_of` makes a small graph of a scope (scope_graph.h): states that something is read from, its silent edges
//      passed over, and marks that are treated alike in one class (optional keys of an object, say).
//   2. A loop that offers every mark at each turn, as front ends write objects in any order, is judged as it is
//      (`judge_loop`): what is required can be made while anything is left, so it is enough to count the marks.
//   3. Any other scope is explored: all pairs of a state and how many marks of each class were made, and how many
//      members in all as far as guards ask (`explore`). Within a class it does not matter which were made, so this is
//      exact. The pairs grow with the product of the classes, so there is a budget; a scope beyond it is refused.
//   4. Where a text could reach a pair without an end, the scope is rewritten (`rewrite`): a loop gets a guard
//      that counts the marks that are left; any other scope becomes the automaton of its pairs that can be ended.
//
// The usual cause is a member that was removed, because its value has no text or the vocabulary cannot spell its key,
// while a front end's guards still count it. Example: `{` (a | b) more* `}` where "more" is `,` (a | b) while fewer
// than 2 are made, and b has no text. Then `{"a":1,` could not go on; the guard becomes "fewer than 1".
//
// Lexemes that must differ are taken never to run out; those that could are marks
// (`constrain/compiling/distinct_lexemes.py`).
#include "network/scopes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "support/interned_sets.h"

namespace constrain {
namespace {

constexpr std::uint64_t kBudget = 1 << 18;    // steps of exploring one scope; some tenths of a second
constexpr std::uint64_t kStep = 20;           // elementary steps that one counts for
constexpr std::size_t kWritten = 1 << 20;     // edges of a rewritten scope

// How much that is under the limits that hold.

enum class ScopeVerdict : std::uint8_t { Empty, Leaky, Sound };  // no text; texts, and dead ends; texts

bool neutral(const ScopeArc& a) { return a.kind == EdgeKind::Terminal || a.kind == EdgeKind::Call; }

// A loop: at some nodes every mark may be made, and one lexeme more be read if any may, all of which lead to one node;
// from there another turn begins, while there are fewer than a bound, or the scope ends, once some marks are made and
// the members are not too few.
struct ScopeLoop {
  std::uint32_t turn;                       // the node after a member
  std::optional<ScopeArc> more, end;
  std::uint32_t marks = 0;
};

std::optional<ScopeLoop> loop_of(const Automata& net, const ScopeGraph& graph) {
  const auto size = static_cast<std::uint32_t>(graph.states.size());
  // The node to which all that is read next leads, as long as that is one.
  const auto through = [&](std::uint32_t n) {
    for (std::uint32_t far = 0; far < size && !graph.final[n] && !graph.arcs[n].empty(); ++far) {
      const std::vector<ScopeArc>& arcs = graph.arcs[n];
      if (!std::all_of(arcs.begin(), arcs.end(),
                       [&](const ScopeArc& a) { return neutral(a) && a.target == arcs[0].target; }))
        break;
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
    for (const ScopeArc& a : graph.arcs[n]) {
      if (a.kind == EdgeKind::Once) marks.push_back(net.onces[a.label].mark);
      else if (a.kind == EdgeKind::Distinct) distinct = true;
      else other = true;
      if (a.kind != EdgeKind::Once && a.kind != EdgeKind::Distinct) continue;
      const std::uint32_t turn = through(a.target);
      if (loop.turn != kNone && loop.turn != turn) return {};
      loop.turn = turn;
    }
    if (marks.empty() && !distinct) continue;
    tidy(marks);
    if (other || graph.final[n] || marks.size() != loop.marks || distinct != graph.distinct) return {};
    offers[n] = true;
  }
  if (loop.turn == kNone || offers[loop.turn] || !offers[through(0)]) return {};
  for (const ScopeArc& a : graph.arcs[loop.turn]) {
    if (a.kind != EdgeKind::Guard && !neutral(a)) return {};
    const std::uint32_t n = through(a.target);
    std::optional<ScopeArc>& found = offers[n] ? loop.more : loop.end;
    if (found || (!offers[n] && !graph.final[n])) return {};
    if (a.kind == EdgeKind::Guard) {
      const Guard& guard = net.guards[a.label];
      if (offers[n] ? guard.minimum > 0 || !guard.marks.empty() : guard.below != kUnbounded) return {};
    }
    found = a;
  }
  if (graph.final[loop.turn] && loop.end) return {};
  return loop;
}

// What there is to say of a loop; nothing where it must be explored.
std::optional<ScopeVerdict> judge_loop(const Automata& net, const ScopeGraph& graph, const ScopeLoop& loop) {
  const std::uint32_t below = !loop.more                           ? 1
                              : loop.more->kind == EdgeKind::Guard ? net.guards[loop.more->label].below
                                                                   : kUnbounded;
  const std::uint32_t most = graph.distinct ? below : std::min(below, loop.marks);
  if (!loop.end && !graph.final[loop.turn]) return ScopeVerdict::Empty;
  if (loop.end && loop.end->kind == EdgeKind::Guard) {
    const Guard& guard = net.guards[loop.end->label];
    if (!std::all_of(guard.marks.begin(), guard.marks.end(),
                     [&](std::uint32_t m) { return graph.class_of.contains(m); }))
      return ScopeVerdict::Empty;
    if (!guard.marks.empty() && most < (graph.distinct ? kUnbounded : loop.marks)) return {};
    if (guard.minimum > most) return ScopeVerdict::Empty;
  }
  if (most == 0) return ScopeVerdict::Empty;
  return loop.more && !graph.distinct && below > loop.marks ? ScopeVerdict::Leaky : ScopeVerdict::Sound;
}

// All that a text can reach in a scope: nodes with what was made so far, by number, and where each leads.
struct ScopePlaces {
  struct Step { std::uint32_t from, to; const ScopeArc* arc; };
  std::vector<std::uint32_t> nodes;  // by place; the first is the beginning
  std::vector<Step> steps;
  std::vector<bool> alive;  // by place
  bool complete = true;

  // Backward from the ends.
  void find_alive(const ScopeGraph& graph) {
    alive.assign(nodes.size(), false);
    const Buckets into(nodes.size(), steps.size(), [&](std::uint32_t i) { return steps[i].to; });
    std::vector<std::uint32_t> work;
    const auto reach = [&](std::uint32_t i) {
      if (alive[i]) return;
      alive[i] = true;
      work.push_back(i);
    };
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      if (graph.final[nodes[i]]) reach(i);
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      for (const std::uint32_t i : into.of(at)) reach(steps[i].from);
    }
  }
};

ScopePlaces explore(const Automata& net, const ScopeGraph& graph) {
  std::uint64_t budget = share_of(kBudget);
  // A place is a number: the node, the marks made of each class, and the members up to what guards ask.
  CountNumbers counts;
  for (const auto& marks : graph.classes) counts.digit(marks.size());
  counts.digit(graph.top);
  ScopePlaces found;
  if (counts.far) {
    found.complete = false;
    return found;
  }
  struct Condition { std::vector<std::uint32_t> full; bool never; };
  std::map<std::uint32_t, Condition> conditions;
  for (const std::uint32_t g : graph.guards) {
    Condition& condition = conditions[g];
    for (const std::uint32_t mark : net.guards[g].marks) {
      const auto c = graph.class_of.find(mark);
      if (c == graph.class_of.end()) condition.never = true;
      else condition.full.push_back(c->second);
    }
  }
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  std::vector<std::uint64_t> keys;
  const auto place = [&](std::uint64_t key) {
    const auto [at, made] = numbers.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
    if (made) {
      keys.push_back(key);
      found.nodes.push_back(static_cast<std::uint32_t>(key / counts.total));
    }
    return at->second;
  };
  place(0);
  const std::size_t members = graph.classes.size();
  for (std::uint32_t at = 0; at < keys.size(); ++at) {
    const std::uint64_t key = keys[at], marks = key % counts.total;
    std::uint64_t size = 0;
    for (std::size_t i = 0; i <= members; ++i) size += counts.count(key, i);
    // Marks of one class lead to the same places, so one of each node and class is enough to see what can be ended.
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> seen;
    for (const ScopeArc& a : graph.arcs[found.nodes[at]]) {
      spend(kStep);
      if (budget-- == 0) {
        found.complete = false;
        return found;
      }
      std::uint64_t after = marks;
      if (a.kind == EdgeKind::Once) {
        const std::uint32_t c = graph.class_of.at(net.onces[a.label].mark);
        if (counts.full(key, c)) continue;
        if (std::exchange(seen[{c, a.target}], true)) continue;
        after += counts.strides[c];
      } else if (a.kind == EdgeKind::Distinct) {
        if (!counts.full(key, members)) after += counts.strides[members];
      } else if (a.kind == EdgeKind::Guard) {
        const Guard& guard = net.guards[a.label];
        const Condition& condition = conditions[a.label];
        if (condition.never || size < guard.minimum || size >= guard.below) continue;
        if (!std::all_of(condition.full.begin(), condition.full.end(),
                         [&](std::uint32_t c) { return counts.full(key, c); }))
          continue;
      }
      const std::uint32_t to = place(after + a.target * counts.total);
      found.steps.push_back({at, to, &a});
    }
  }
  found.find_alive(graph);
  return found;
}

// The loop with a guard before another turn, that some mark is left.
void rewrite(UnfinishedAutomata& net, std::uint32_t scope, const ScopeGraph& graph, const ScopeLoop& loop) {
  std::vector<StateId> states;
  for (std::size_t n = 0; n < graph.states.size(); ++n) states.push_back(net.add_state());
  const StateId guarded = net.add_state();
  net.add_edge(states[loop.turn], guarded, EdgeKind::Guard, net.add_guard({{}, 0, loop.marks}));
  for (std::uint32_t n = 0; n < graph.states.size(); ++n) {
    for (const ScopeArc& a : graph.arcs[n]) {
      const bool more =
          n == loop.turn && a.label == loop.more->label && a.target == loop.more->target && a.kind == loop.more->kind;
      // Each guard stands in one place.
      const std::uint32_t label =
          a.kind == EdgeKind::Guard ? net.add_guard(net.guards[a.label], net.makers[a.label]) : a.label;
      net.add_edge(more ? guarded : states[n], states[a.target], a.kind, label);
    }
    if (graph.final[n]) net.add_edge(states[n], net.finals[scope]);
  }
  net.starts[scope] = states[0];
}

// The scope as the automaton of its places that can be ended; guards are not needed, since a place knows what they ask.
void rewrite(UnfinishedAutomata& net, std::uint32_t scope, const ScopeGraph& graph, const ScopePlaces& places) {
  std::vector<StateId> states(places.nodes.size(), kNone);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (places.alive[i]) states[i] = net.add_state();
  std::size_t written = 0;
  const auto write = [&](const ScopePlaces::Step& step, const ScopeArc& arc) {
    if (++written > share_of(kWritten))
      throw share_spent(
          "an object or array in which members have no text (in this vocabulary) needs too many states; use fewer "
          "members",
          share_of(kWritten), written);
    if (arc.kind == EdgeKind::Guard) net.add_edge(states[step.from], states[step.to]);
    else net.add_edge(states[step.from], states[step.to], arc.kind, arc.label);
  };
  for (const ScopePlaces::Step& step : places.steps) {
    if (!places.alive[step.from] || !places.alive[step.to]) continue;
    if (step.arc->kind != EdgeKind::Once) {
      write(step, *step.arc);
      continue;
    }
    const std::uint32_t c = graph.class_of.at(net.onces[step.arc->label].mark);  // all of the class lead there
    for (const ScopeArc& a : graph.arcs[places.nodes[step.from]])
      if (a.kind == EdgeKind::Once && a.target == step.arc->target && graph.class_of.at(net.onces[a.label].mark) == c)
        write(step, a);
  }
  for (std::size_t i = 0; i < states.size(); ++i)
    if (places.alive[i] && graph.final[places.nodes[i]]) net.add_edge(states[i], net.finals[scope]);
  net.starts[scope] = states[0];
}

}  // namespace

ScopeMender::ScopeMender(UnfinishedAutomata& net, const Terminals& terminals)
    : net_(net), terminals_(terminals), walk_(net.state_count) {
  net.sort_edges();
  net.mark_finals();
}

ScopeGraph ScopeMender::graph_of(std::uint32_t scope, const std::vector<bool>& reached) {
  return scope_graph(net_, net_.starts[scope], walk_, [&](const Edge& e) {
    if (e.kind == EdgeKind::Counter) throw malformed_code();
    if (const std::uint32_t callee = net_.callee_of(e); callee != kNone)
      return static_cast<bool>(reached[net_.starts[callee]]);
    return (e.kind != EdgeKind::Terminal && e.kind != EdgeKind::Distinct) || !terminals_.matches_nothing(e.label);
  });
}

bool ScopeMender::can_end(std::uint32_t scope, const std::vector<bool>& reached) {
  const ScopeGraph graph = graph_of(scope, reached);
  if (const auto loop = loop_of(net_, graph))
    if (const auto verdict = judge_loop(net_, graph, *loop)) return *verdict != ScopeVerdict::Empty;
  const ScopePlaces places = explore(net_, graph);
  return !places.complete || places.alive[0];
}

bool ScopeMender::mend(std::uint32_t scope, const std::vector<bool>& reached) {
  const ScopeGraph graph = graph_of(scope, reached);
  if (const auto loop = loop_of(net_, graph))
    if (const auto verdict = judge_loop(net_, graph, *loop)) {
      if (*verdict != ScopeVerdict::Leaky) return false;
      if (loop->more->kind == EdgeKind::Guard) net_.guards[loop->more->label].below = loop->marks;
      else rewrite(net_, scope, graph, *loop);
      return true;
    }
  const ScopePlaces places = explore(net_, graph);
  if (!places.complete) {
    const char* lost = graph.lost ? "some members of an object or array have no text (in this vocabulary), and which "
                                    "of the others may then follow "
                                  : "which members of an object or array may follow ";
    throw share_spent(
        std::string(lost) + "takes too many steps to find out; use fewer of them, or fewer that ask for others",
        share_of(kBudget), share_of(kBudget) + 1);
  }
  // Only where the budget ended before.
  if (!places.alive[0]) throw GrammarFault("no text of an object or array can be ended");
  if (std::find(places.alive.begin(), places.alive.end(), false) == places.alive.end()) return false;
  rewrite(net_, scope, graph, places);
  return true;
}

bool ScopeMender::mend(std::vector<std::uint32_t>& unsettled, const std::vector<bool>& alive,
                       std::vector<StateId>& replaced) {
  bool any = false;
  std::vector<bool> reached = alive;
  std::erase_if(unsettled, [&](std::uint32_t scope) {
    const StateId before = net_.starts[scope];
    if (!reached[before] || !mend(scope, reached)) return false;
    any = true;
    reached.resize(net_.state_count, true);  // whatever was rewritten can be ended
    if (net_.starts[scope] == before) return false;
    // Rewritten, so everything in it can be ended. Its former states are no longer needed.
    walk_.begin(before);
    for (std::size_t i = 0; i < walk_.reached().size(); ++i)
      for (const Edge& e : net_.from(walk_.reached()[i]))
        if (e.target != net_.finals[scope]) walk_.reach(e.target);
    replaced.insert(replaced.end(), walk_.reached().begin(), walk_.reached().end());
    return true;
  });
  return any;
}

}  // namespace constrain
