// What can be decided of the network before the first text: which states can take part in one.
//
// 1. Two backward passes over the edges (`backward`), each a worklist: which states can reach their automaton's end at
//    all, and which can reach it reading nothing. Calls take part as soon as the callee's start has been reached.
// 2. Scopes that ask for marks or count members are asked whether they can be ended (scopes.cc), and rewritten where
//    some way in them leads to where they cannot.
// 3. `keep_alive`: all other states go, with the edges of terminals that match nothing; what may be empty is passed
//    over.
// 4. Calls of an automaton to itself at its beginning and end become loops (self_calls.cc).
// 5. `jump_last_calls`: a call in last place becomes a jump, which makes right recursion as cheap as a loop.
// Example: of `s = "a" s | x`, `x = "b" x`, no state of x can reach its end, so what is left of s has no end either,
// and the grammar is refused.
#include <algorithm>
#include <optional>

#include "network/network_builder.h"
#include "network/scopes.h"

namespace constrain {

namespace {

// By state: whether edges of any kind lead there from these.
std::vector<bool> reachable(const Automata& net, const std::vector<StateId>& from) {
  std::vector<bool> seen(net.state_count, false);
  std::vector<StateId> work;
  const auto reach = [&](StateId q) {
    if (seen[q]) return;
    seen[q] = true;
    work.push_back(q);
  };
  for (const StateId q : from) reach(q);
  while (!work.empty()) {
    const StateId q = work.back();
    work.pop_back();
    for (const Edge& e : net.from(q)) reach(e.target);
  }
  return seen;
}

class Trimmer {
 public:
  Trimmer(UnfinishedAutomata& net, const Terminals& terminals)
      : net_(net), terminals_(terminals), unsettled_(net.guarded_scopes) {}

  void run() {
    if (!unsettled_.empty()) scopes_.emplace(net_, terminals_);
    index();
    const auto texts = [&](TerminalId t) { return !terminals_.matches_nothing(t); };
    std::vector<bool> alive = backward(true, texts);
    const StateId start = net_.starts[net_.start];
    if (std::vector<StateId> replaced;
        !unsettled_.empty() && alive[start] && scopes_->mend(unsettled_, alive, replaced)) {
      index();
      alive = backward(true, texts);
      for (StateId q : replaced) alive[q] = false;
    }
    const std::vector<bool> empty = backward(false, [&](TerminalId t) { return terminals_.nullable(t); });
    if (!alive[start]) throw no_text();
    net_.nullable_start = empty[start];
    keep_alive(alive, empty);
    contract(net_);  // states without edges go, and scopes, whose shape has been read, have most of theirs silent
    net_.mark_finals();
    net_.sort_edges();
    find_scoped();
    if (loop_self_calls(net_)) net_.sort_edges();
    jump_last_calls();
  }

 private:
  // The edges by where they lead, calls by callee, and what makes guards' marks.
  void index() {
    into_ = net_.edges_by_target();
    automaton_of_start_.assign(net_.state_count, kNone);
    for (std::uint32_t a = 0; a < net_.starts.size(); ++a) automaton_of_start_[net_.starts[a]] = a;
    calls_.assign(net_.starts.size(), {});
    makes_.assign(net_.starts.size(), {});
    guard_edges_.resize(net_.guards.size());
    for (std::uint32_t i = 0; i < net_.edges.size(); ++i) {
      if (const std::uint32_t callee = net_.callee_of(net_.edges[i]); callee != kNone) calls_[callee].push_back(i);
      if (net_.edges[i].kind == EdgeKind::Guard) guard_edges_[net_.edges[i].label] = i;
    }
    for (std::uint32_t g = 0; g < net_.guards.size(); ++g)
      for (const auto& m : net_.makers[g]) makes_[m.callee].push_back({g, m.mark});
    held_.assign(net_.starts.size(), false);
    for (std::uint32_t a : unsettled_) held_[a] = true;
  }

  // `passes` says whether a terminal may be crossed; a counter's edge back to its body adds nothing to either pass,
  // since a body's start reaches its end only if the end is reached anyway.
  // A guard may be passed once each of its marks can be made by something; never on reading nothing, unless it asks
  // for nothing. That is not all that a scope asks, so one with guards or marks is reached only if it can be ended with
  // what is reached so far (scopes.cc); those that cannot yet are asked again once more is reached.
  template <class Passes>
  std::vector<bool> backward(bool reading, Passes passes) {
    std::vector<bool> reached(net_.state_count, false);
    std::vector<std::vector<bool>> made(net_.guards.size());
    std::vector<std::size_t> missing(net_.guards.size());
    for (std::uint32_t g = 0; g < net_.guards.size(); ++g) {
      made[g].assign(net_.guards[g].marks.size(), false);
      missing[g] = net_.guards[g].marks.size() + (!reading && net_.guards[g].minimum);
    }
    std::vector<StateId> work;
    std::vector<std::uint32_t> asked;
    const auto reach = [&](StateId q) {
      if (reached[q]) return;
      const std::uint32_t a = automaton_of_start_[q];
      if (reading && a != kNone && held_[a]) {
        asked.push_back(a);
        held_[a] = false;
        return;
      }
      reached[q] = true;
      work.push_back(q);
    };
    const auto answered = [&] {
      const std::size_t before = asked.size();
      std::erase_if(asked, [&](std::uint32_t a) {
        if (!scopes_->can_end(a, reached)) return false;
        reached[net_.starts[a]] = true;
        work.push_back(net_.starts[a]);
        return true;
      });
      return asked.size() < before;
    };
    for (StateId f : net_.finals) reach(f);
    while (!work.empty() || answered()) {
      const StateId q = work.back();
      work.pop_back();
      for (const std::uint32_t i : into_.of(q)) {
        const Edge& e = net_.edges[i];
        const std::uint32_t callee = net_.callee_of(e);
        if (e.kind == EdgeKind::Terminal || e.kind == EdgeKind::Distinct ? passes(e.label)
            : e.kind == EdgeKind::Guard                              ? missing[e.label] == 0
            : e.kind == EdgeKind::Embedded                           ? reading  // which has texts, none of them empty
                                                                 : callee == kNone || reached[net_.starts[callee]])
          reach(e.source);
      }
      const std::uint32_t a = automaton_of_start_[q];
      if (a == kNone) continue;
      for (std::uint32_t i : calls_[a])
        if (reached[net_.edges[i].target]) reach(net_.edges[i].source);
      for (const auto& [g, mark] : makes_[a]) {
        if (made[g][mark]) continue;
        made[g][mark] = true;
        if (--missing[g] == 0 && reached[net_.edges[guard_edges_[g]].target]) reach(net_.edges[guard_edges_[g]].source);
      }
    }
    return reached;
  }

  GrammarFault no_text() const {
    std::string names;
    int listed = 0;
    for (TerminalId t = 0; t < terminals_.size(); ++t)
      if (terminals_.matches_nothing(t) && listed++ < 5) names += (names.empty() ? "" : ", ") + terminals_.name(t);
    if (names.empty() || terminals_.size() == 1) return GrammarFault("no text matches this grammar");
    return GrammarFault("no text matches this grammar; these terminals match nothing: " + names);
  }

  void keep_alive(const std::vector<bool>& alive, const std::vector<bool>& empty) {
    std::vector<Edge> kept;
    kept.reserve(net_.edges.size());
    for (const Edge& e : net_.edges) {
      if (!alive[e.target] || !alive[e.source]) continue;
      if (e.kind == EdgeKind::Terminal || e.kind == EdgeKind::Distinct) {
        if (terminals_.matches_nothing(e.label)) continue;
        const bool nullable = terminals_.nullable(e.label);
        if (nullable && e.kind == EdgeKind::Distinct)
          throw GrammarFault("a terminal that must be distinct may be empty");
        if (nullable) kept.push_back({e.source, e.target, 0, EdgeKind::Silent});
        if (terminals_[e.label].pattern == ResidualStore::kEpsilon) continue;
      } else if (const std::uint32_t callee = net_.callee_of(e); callee != kNone) {
        if (!alive[net_.starts[callee]]) continue;
        const bool nullable = empty[net_.starts[callee]];
        if (nullable && e.kind == EdgeKind::Once)
          throw GrammarFault("a part that may stand once in its scope may be empty");
        if (nullable) kept.push_back({e.source, e.target, 0, EdgeKind::Silent});
      }
      kept.push_back(e);
    }
    // A counted body that may be empty can fill up its minimum with empty rounds.
    for (Counter& c : net_.counters)
      if (empty[c.body]) c.minimum = 0;
    for (StateId body : net_.separated)
      if (empty[body])
        throw UnsupportedFault("what is counted with something between may not be empty", "counted repetition");
    net_.edges = std::move(kept);
  }

  // A call in last place: its target does nothing but end. The callee then ends for its caller.
  void jump_last_calls() {
    std::vector<signed char> ends(net_.state_count, -1);  // 1: from here, silently, only the end
    for (StateId f : net_.finals)
      if (net_.first_edge[f] == net_.first_edge[f + 1]) ends[f] = 1;
    const auto only_ends = [&](StateId q) {
      std::vector<StateId> path;
      while (ends[q] < 0) {
        path.push_back(q);
        ends[q] = 0;  // also breaks silent cycles
        const std::uint32_t i = net_.first_edge[q];
        if (net_.final[q] || net_.first_edge[q + 1] != i + 1 || net_.edges[i].kind != EdgeKind::Silent) break;
        q = net_.edges[i].target;
      }
      if (ends[q] == 1)
        for (StateId p : path) ends[p] = 1;
      return ends[q] == 1;
    };
    if (!net_.scope_starts.empty()) check_counted();
    std::vector<bool> is_scope(net_.starts.size(), false);
    for (std::uint32_t a : net_.scope_starts) is_scope[a] = true;
    for (Edge& e : net_.edges)
      if (e.kind == EdgeKind::Call && !net_.scoped[e.source] && !is_scope[e.label] && only_ends(e.target))
        e = {e.source, net_.starts[e.label], 0, EdgeKind::Silent};
  }

  // What a scope remembers must not stand in a counted repetition, which is an automaton of its own.
  void check_counted() const {
    std::vector<StateId> bodies;
    for (const Counter& c : net_.counters) bodies.push_back(c.body);
    const std::vector<bool> seen = reachable(net_, bodies);
    for (const Edge& e : net_.edges)
      if (e.kind >= EdgeKind::Distinct && seen[e.source]) throw counted_scope();
  }

  // Marks the states of the scopes' own automata.
  void find_scoped() {
    std::vector<StateId> starts;
    for (const std::uint32_t a : net_.scope_starts) starts.push_back(net_.starts[a]);
    net_.scoped = reachable(net_, starts);
  }

  UnfinishedAutomata& net_;
  const Terminals& terminals_;
  std::optional<ScopeMender> scopes_;  // where there are unsettled ones
  Buckets into_;  // edges by where they lead
  std::vector<std::uint32_t> automaton_of_start_;
  std::vector<std::vector<std::uint32_t>> calls_;                             // by callee
  // By callee: guards, and which of their marks.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> makes_;
  std::vector<std::uint32_t> guard_edges_;                                    // by guard
  std::vector<std::uint32_t> unsettled_;                                      // scopes that may have dead ends
  std::vector<bool> held_;  // by automaton: scopes that are asked whether they can be ended
};

}  // namespace

void trim(UnfinishedAutomata& net, const Terminals& terminals) { Trimmer(net, terminals).run(); }

}  // namespace constrain
