// What can be decided of the network before the first text: which states can take part in one.
//
// 1. Two backward passes over the edges (`backward`), each a worklist: which states can reach their automaton's end at
//    all, and which can reach it reading nothing. Calls take part as soon as the callee's start has been reached.
// 2. Scopes that ask for marks or count members are asked whether they can be ended (scopes.cc), and written anew where
//    some way in them leads to where they cannot.
// 3. `keep_alive`: all other states go, with the edges of terminals that match nothing; what may be empty is passed over.
// 4. Calls of an automaton to itself at its beginning and end become loops (self_calls.cc).
// 5. `jump_last_calls`: a call in last place becomes a jump, which makes right recursion as cheap as a loop.
// Example: of `s = "a" s | x`, `x = "b" x`, no state of x can reach its end, so what is left of s has no end either, and
// the grammar is refused.
#include <algorithm>

#include "network/network.h"

namespace constrain {

class Network::Trimmer {
 public:
  explicit Trimmer(Network& network) : n_(network), unsettled_(network.guarded_scopes_) {}

  void run() {
    if (!unsettled_.empty()) n_.prepare_scopes();
    index();
    const auto texts = [&](TerminalId t) { return n_.terminals_[t].pattern != ResidualStore::kEmpty; };
    std::vector<bool> alive = backward(true, texts);
    const StateId start = n_.starts_[n_.start_automaton_];
    if (std::vector<StateId> replaced; !unsettled_.empty() && alive[start] && n_.mend_scopes(unsettled_, alive, replaced)) {
      index();
      alive = backward(true, texts);
      for (StateId q : replaced) alive[q] = false;
    }
    const std::vector<bool> empty = backward(false, [&](TerminalId t) { return n_.nullable(t); });
    if (!alive[start]) throw no_text();
    n_.nullable_start_ = empty[start];
    keep_alive(alive, empty);
    n_.sort_edges();
    n_.find_scoped();
    if (n_.loop_self_calls()) n_.sort_edges();
    jump_last_calls();
  }

 private:
  std::uint32_t callee_of(const RawEdge& e) const {
    return e.kind == Edge::Call ? e.label : e.kind == Edge::Once ? n_.onces_[e.label].callee : kNone;
  }

  // The edges by where they lead, calls by callee, and what makes guards' marks.
  void index() {
    into_.assign(n_.state_count_ + 1, 0);
    order_.resize(n_.edges_.size());
    for (const RawEdge& e : n_.edges_) ++into_[e.target + 1];
    for (StateId q = 0; q < n_.state_count_; ++q) into_[q + 1] += into_[q];
    std::vector<std::uint32_t> next(into_.begin(), into_.end() - 1);
    for (std::uint32_t i = 0; i < n_.edges_.size(); ++i) order_[next[n_.edges_[i].target]++] = i;
    automaton_of_start_.assign(n_.state_count_, kNone);
    for (std::uint32_t a = 0; a < n_.starts_.size(); ++a) automaton_of_start_[n_.starts_[a]] = a;
    calls_.assign(n_.starts_.size(), {});
    makes_.assign(n_.starts_.size(), {});
    guard_edges_.resize(n_.guards_.size());
    for (std::uint32_t i = 0; i < n_.edges_.size(); ++i) {
      if (const std::uint32_t callee = callee_of(n_.edges_[i]); callee != kNone) calls_[callee].push_back(i);
      if (n_.edges_[i].kind == Edge::Guard) guard_edges_[n_.edges_[i].label] = i;
    }
    for (std::uint32_t g = 0; g < n_.guards_.size(); ++g)
      for (const Guard::Maker& m : n_.guards_[g].makers) makes_[m.callee].push_back({g, m.mark});
    held_.assign(n_.starts_.size(), false);
    for (std::uint32_t a : unsettled_) held_[a] = true;
  }

  // `passes` says whether a terminal may be crossed; a counter's edge back to its body adds nothing to either pass,
  // since a body's start reaches its end only if the end is reached anyway.
  // A guard may be passed once each of its marks can be made by something; never on reading nothing, unless it asks
  // for nothing. That is not all that a scope asks, so one with guards or marks is reached only if it can be ended with
  // what is reached so far (scopes.cc); those that cannot yet are asked again once more is reached.
  template <class Passes>
  std::vector<bool> backward(bool reading, Passes passes) {
    std::vector<bool> reached(n_.state_count_, false);
    std::vector<std::vector<bool>> made(n_.guards_.size());
    std::vector<std::size_t> missing(n_.guards_.size());
    for (std::uint32_t g = 0; g < n_.guards_.size(); ++g) {
      made[g].assign(n_.guards_[g].marks.size(), false);
      missing[g] = n_.guards_[g].marks.size() + (!reading && n_.guards_[g].minimum);
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
        if (!n_.can_end(a, reached)) return false;
        reached[n_.starts_[a]] = true;
        work.push_back(n_.starts_[a]);
        return true;
      });
      return asked.size() < before;
    };
    for (StateId f : n_.finals_) reach(f);
    while (!work.empty() || answered()) {
      const StateId q = work.back();
      work.pop_back();
      for (std::uint32_t i = into_[q]; i < into_[q + 1]; ++i) {
        const RawEdge& e = n_.edges_[order_[i]];
        const std::uint32_t callee = callee_of(e);
        if (e.kind == Edge::Terminal || e.kind == Edge::Distinct ? passes(e.label)
            : e.kind == Edge::Guard                              ? missing[e.label] == 0
                                                                 : callee == kNone || reached[n_.starts_[callee]])
          reach(e.source);
      }
      const std::uint32_t a = automaton_of_start_[q];
      if (a == kNone) continue;
      for (std::uint32_t i : calls_[a])
        if (reached[n_.edges_[i].target]) reach(n_.edges_[i].source);
      for (const auto& [g, mark] : makes_[a]) {
        if (made[g][mark]) continue;
        made[g][mark] = true;
        if (--missing[g] == 0 && reached[n_.edges_[guard_edges_[g]].target]) reach(n_.edges_[guard_edges_[g]].source);
      }
    }
    return reached;
  }

  GrammarFault no_text() const {
    std::string names;
    int listed = 0;
    for (const Terminal& t : n_.terminals_)
      if (t.pattern == ResidualStore::kEmpty && listed++ < 5) names += (names.empty() ? "" : ", ") + t.name;
    return GrammarFault("no text matches this grammar" +
                        (names.empty() ? std::string() : "; these terminals match nothing: " + names));
  }

  void keep_alive(const std::vector<bool>& alive, const std::vector<bool>& empty) {
    std::vector<RawEdge> kept;
    kept.reserve(n_.edges_.size());
    for (const RawEdge& e : n_.edges_) {
      if (!alive[e.target] || !alive[e.source]) continue;
      if (e.kind == Edge::Distinct) {
        if (n_.terminals_[e.label].pattern == ResidualStore::kEmpty) continue;
        if (n_.nullable(e.label)) throw GrammarFault("a terminal that must be distinct may be empty");
      } else if (e.kind == Edge::Once) {
        if (!alive[n_.starts_[n_.onces_[e.label].callee]]) continue;
        if (empty[n_.starts_[n_.onces_[e.label].callee]]) throw GrammarFault("a part that may stand once in its scope may be empty");
      } else if (e.kind == Edge::Terminal) {
        if (n_.terminals_[e.label].pattern == ResidualStore::kEmpty) continue;
        if (n_.nullable(e.label)) kept.push_back({e.source, e.target, 0, Edge::Silent});
        if (n_.terminals_[e.label].pattern == ResidualStore::kEpsilon) continue;
      } else if (e.kind == Edge::Call) {
        if (!alive[n_.starts_[e.label]]) continue;
        if (empty[n_.starts_[e.label]]) kept.push_back({e.source, e.target, 0, Edge::Silent});
      }
      kept.push_back(e);
    }
    // A counted body that may be empty can fill up its minimum with empty rounds.
    for (Counter& c : n_.counters_)
      if (empty[c.body]) c.minimum = 0;
    for (StateId body : n_.separated_)
      if (empty[body]) throw UnsupportedFault("what is counted with something between may not be empty", "counted repetition");
    n_.edges_ = std::move(kept);
    n_.final_.assign(n_.state_count_, 0);
    for (StateId f : n_.finals_) n_.final_[f] = 1;
  }

  // A call in last place: its target does nothing but end. The callee then ends for its caller.
  void jump_last_calls() {
    std::vector<signed char> ends(n_.state_count_, -1);  // 1: from here, silently, only the end
    for (StateId f : n_.finals_)
      if (n_.first_edge_[f] == n_.first_edge_[f + 1]) ends[f] = 1;
    const auto only_ends = [&](StateId q) {
      std::vector<StateId> path;
      while (ends[q] < 0) {
        path.push_back(q);
        ends[q] = 0;  // also breaks silent cycles
        const std::uint32_t i = n_.first_edge_[q];
        if (n_.final_[q] || n_.first_edge_[q + 1] != i + 1 || n_.edges_[i].kind != Edge::Silent) break;
        q = n_.edges_[i].target;
      }
      if (ends[q] == 1)
        for (StateId p : path) ends[p] = 1;
      return ends[q] == 1;
    };
    if (n_.has_scopes()) n_.check_counted();
    std::vector<bool> is_scope(n_.starts_.size(), false);
    for (std::uint32_t a : n_.scope_starts_) is_scope[a] = true;
    for (RawEdge& e : n_.edges_)
      if (e.kind == Edge::Call && !n_.scoped_[e.source] && !is_scope[e.label] && only_ends(e.target)) e = {e.source, n_.starts_[e.label], 0, Edge::Silent};
  }

  Network& n_;
  std::vector<std::uint32_t> into_, order_, automaton_of_start_;
  std::vector<std::vector<std::uint32_t>> calls_;                             // by callee
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> makes_;  // by callee: guards, and which of their marks
  std::vector<std::uint32_t> guard_edges_;                                    // by guard
  std::vector<std::uint32_t> unsettled_;                                      // scopes that may have dead ends
  std::vector<bool> held_;  // by automaton: scopes that are asked whether they can be ended
};

void Network::trim() { Trimmer(*this).run(); }

// What a scope remembers must not stand in a counted repetition, which is an automaton of its own.
void Network::check_counted() const {
  std::vector<bool> seen(state_count_, false);
  std::vector<StateId> work;
  const auto reach = [&](StateId q) {
    if (seen[q]) return;
    seen[q] = true;
    work.push_back(q);
  };
  for (const Counter& c : counters_) reach(c.body);
  while (!work.empty()) {
    const StateId q = work.back();
    work.pop_back();
    for (std::uint32_t i = first_edge_[q]; i < first_edge_[q + 1]; ++i) {
      if (edges_[i].kind >= Edge::Distinct)
        throw GrammarFault("what may stand once, must be distinct, or depends on that, stands in a counted repetition within its scope");
      reach(edges_[i].target);
    }
  }
}

// Marks the states of the scopes' own automata.
void Network::find_scoped() {
  scoped_.assign(state_count_, false);
  std::vector<StateId> work;
  const auto reach = [&](StateId q) {
    if (scoped_[q]) return;
    scoped_[q] = true;
    work.push_back(q);
  };
  for (std::uint32_t a : scope_starts_) reach(starts_[a]);
  while (!work.empty()) {
    const StateId q = work.back();
    work.pop_back();
    for (std::uint32_t i = first_edge_[q]; i < first_edge_[q + 1]; ++i) reach(edges_[i].target);
  }
}

}  // namespace constrain
