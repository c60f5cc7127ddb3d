// The grammar as a recursive transition network.
//
// Every production is an automaton; its edges read a terminal, call another production, or read nothing. Counted
// repetitions are automata of their own whose body's end carries a counter edge. Construction removes everything that
// can take part in no text (so each state left can finish), lets edges pass over what may be empty (so nothing read is
// ever empty), and turns a call in last place into a jump, which makes right recursion as cheap as a loop. Where rules
// have variants, states that are alike are merged, and variants called together become one automaton that says which of
// them have ended.
// What it says never changes; closures and most terminals' patterns are found on first use, under the owner's lock.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/common.h"
#include "context/indentation.h"
#include "context/scope_memory.h"
#include "pattern/residual_store.h"

namespace constrain {

struct Graph;  // labelled_graph.h

class Network {
 public:
  struct TerminalEdge { TerminalId terminal; StateId target; bool distinct; };  // distinct: from all others in the scope
  // callee: an automaton; mark: what the call makes in the scope once it is complete, or kNone.
  struct CallEdge { std::uint32_t callee; StateId target; std::uint32_t mark; };
  struct Counter {
    StateId body, exit;
    std::uint32_t minimum, maximum;
  };
  // What a state reaches without reading: the terminals and calls that may come next, counters at whose body's end it
  // stands, and which automata of its group may end here, a bit each.
  struct Closure {
    std::span<const TerminalEdge> terminals;
    std::span<const CallEdge> calls;
    std::span<const std::uint32_t> counters;
    std::uint64_t final;
    bool dead_end() const { return terminals.empty() && calls.empty() && counters.empty(); }
  };
  struct Terminal {
    ResidualId pattern;
    std::string name;
    Spelling spelling;  // where it must differ from others
    bool opens = false;  // a JSON array whose items differ
    Line line = Line::None;
    ResidualId tail = ResidualStore::kEmpty;  // of a line's end: the indentation, the pattern being what is before it
    std::uint32_t tab = 0;
  };

  // Throws GrammarFault if the code is malformed or no text matches, LimitError if the network grows too large.
  Network(ResidualStore& store, std::vector<std::string> terminal_codes, std::vector<std::string> names,
          const std::vector<std::string>& productions, std::uint32_t start, std::vector<std::uint32_t> families = {});

  std::uint32_t automata() const { return static_cast<std::uint32_t>(starts_.size()); }
  StateId start(std::uint32_t automaton) const { return starts_[automaton]; }
  // Automata of one group begin in one state and are told apart by where they end; the group is its first automaton, and
  // the others have the numbers after it.
  std::uint32_t group(std::uint32_t automaton) const { return automaton < groups_.size() ? groups_[automaton] : automaton; }
  std::uint32_t start_automaton() const { return start_automaton_; }
  bool accepts_empty() const { return nullable_start_; }
  const Counter& counter(std::uint32_t c) const { return counters_[c]; }
  bool has_counters() const { return !counters_.empty(); }
  // The counter at the end of the repeated body that the state is in, or kNone where none is or it is far.
  std::uint32_t counter_of(StateId q);
  // Not thread-safe: most patterns are read from their code on first use, under the owner's lock.
  const Terminal& terminal(TerminalId t) {
    if (terminals_[t].pattern == kUnread) read(t);
    return terminals_[t];
  }
  // Not thread-safe: computed on first use, under the owner's lock.
  const Closure& closure(StateId q);
  // A state from which the calls of q can be made, with the same targets, and nothing else can be done: one for all q of
  // the same calls. kNone where there are none. Not for scoped states. Under the owner's lock.
  StateId caller(StateId q);
  // Whether the state is directly inside a scope, so that what comes next depends on the scope's marks as well.
  bool scoped(StateId q) const { return q < state_count_ && scoped_[q]; }
  bool has_scopes() const { return !scope_starts_.empty(); }
  bool is_scope(std::uint32_t automaton) const { return std::binary_search(scope_starts_.begin(), scope_starts_.end(), automaton); }
  bool has_lines() const { return has_lines_; }
  bool has_unique_items() const { return has_unique_items_; }
  // The closure of a scoped state, kept in `arena`.
  Closure closure(StateId q, ScopeMemory& sets, SeenId marks, Arena& arena);
  std::size_t memory() const;
  // States and edges visited by `closure` since the last call.
  std::uint64_t take_work() { return std::exchange(work_, 0); }

  // Calls f(name, pattern) for the terminals that had to be looked at closely.
  template <class F>
  void each_read(F f) const {
    for (const Terminal& t : terminals_)
      if (t.pattern != kUnread) f(t.name, t.pattern);
  }
  static constexpr std::size_t kMaxStates = 20'000'000;

 private:
  friend class LeastCosts;  // reads the edges
  // Distinct: a terminal; Once: a call that makes a mark; Guard: silent, under a condition on the marks.
  enum class Edge : std::uint8_t { Silent, Terminal, Call, Counter, Distinct, Once, Guard };
  struct Once {
    std::uint32_t callee, mark;
  };
  struct Guard {
    std::vector<std::uint32_t> marks;  // all of these have been made,
    std::uint32_t minimum, below;      // and so many marks and lexemes
    struct Maker { std::uint32_t callee, mark; };
    std::vector<Maker> makers;  // automata that make a mark, the mark by its place in `marks`
  };
  struct RawEdge { StateId source, target; std::uint32_t label; Edge kind; };

  StateId state() {
    if (state_count_ >= kMaxStates) throw LimitError("the grammar needs too many states", kMaxStates, state_count_ + 1);
    return state_count_++;
  }
  void edge(StateId source, StateId target, Edge kind = Edge::Silent, std::uint32_t label = 0) {
    edges_.push_back({source, target, label, kind});
  }
  class Reader;   // network_reader.cc
  class Trimmer;  // network_trim.cc
  void parse(std::string_view code, std::uint32_t automaton);
  void read(TerminalId t);
  bool nullable(TerminalId t) const { return terminals_[t].pattern != kUnread && store_.nullable(terminals_[t].pattern); }
  void contract();  // in silent_edges.cc
  void trim();
  void find_scoped();
  void check_counted() const;
  bool loop_self_calls();  // in self_calls.cc
  void sort_edges();
  // In scopes.cc.
  struct ScopeGraph;
  struct ScopeLoop;
  struct ScopePlaces;
  enum class ScopeVerdict : std::uint8_t { Empty, Leaky, Sound };  // no text; texts, and dead ends; texts
  void prepare_scopes();
  ScopeGraph graph_of(std::uint32_t scope, const std::vector<bool>& reached);
  std::optional<ScopeLoop> loop_of(const ScopeGraph& graph);
  std::optional<ScopeVerdict> judge_loop(const ScopeGraph& graph, const ScopeLoop& loop);
  ScopePlaces explore(const ScopeGraph& graph);
  // Whether the scope has a text, of what can be ended so far as is known.
  bool can_end(std::uint32_t scope, const std::vector<bool>& reached);
  // Takes away what leads a text to where it cannot be ended; says whether there was any. Scopes that were written anew
  // are taken from the list, and the states that they had before are `replaced`.
  bool mend_scopes(std::vector<std::uint32_t>& unsettled, const std::vector<bool>& reached, std::vector<StateId>& replaced);
  bool mend(std::uint32_t scope, const std::vector<bool>& reached);
  void rewrite(std::uint32_t scope, const ScopeGraph& graph, const ScopeLoop& loop);
  void rewrite(std::uint32_t scope, const ScopeGraph& graph, const ScopePlaces& places);
  // In minimise.cc.
  void merge();
  void write(const Graph& graph, std::uint32_t root);
  // Automata of one family are variants of each other, and made deterministic together.
  std::uint32_t family(std::uint32_t automaton) const { return automaton < families_.size() ? families_[automaton] : automaton; }
  // Calls f(edge) for all edges but silent ones that leave the state, whatever is silent passed over. Returns which
  // automata of its group may end there.
  template <class F>
  std::uint64_t each_edge(StateId q, F f) {
    reached_.assign(1, q);
    ++mark_;
    marks_[q] = mark_;
    std::uint64_t final = 0;
    while (!reached_.empty()) {
      const StateId s = reached_.back();
      reached_.pop_back();
      work_ += 1 + first_edge_[s + 1] - first_edge_[s];
      final |= final_[s];
      for (std::uint32_t i = first_edge_[s]; i < first_edge_[s + 1]; ++i) {
        const RawEdge& e = edges_[i];
        if (e.kind != Edge::Silent) {
          f(e);
        } else if (marks_[e.target] != mark_) {
          marks_[e.target] = mark_;
          reached_.push_back(e.target);
        }
      }
    }
    return final;
  }

  // The pattern of a terminal of which is known that it reads something, its code not having been looked at closely.
  static constexpr ResidualId kUnread = ResidualStore::kUnknown;
  static constexpr StateId kUnknownCaller = kNone - 1;

  ResidualStore& store_;
  std::vector<Terminal> terminals_;
  std::vector<std::string> codes_;       // of the terminals that are unread
  std::vector<std::uint32_t> families_;  // by production, each the number of one of them; beyond, each is its own; until `merge`
  std::vector<std::uint32_t> groups_;    // by automaton, each the first of its group; beyond, each is its own
  std::vector<StateId> starts_, finals_;  // by automaton; those after the productions are counted repetitions
  std::vector<Counter> counters_;
  std::vector<StateId> separated_;  // bodies of counted repetitions that have something between
  std::vector<Once> onces_;
  std::vector<Guard> guards_;
  std::vector<std::uint32_t> scope_starts_;  // automata that are scopes
  std::vector<std::uint32_t> guarded_scopes_;  // those in which marks are made or asked for, or members counted
  std::vector<bool> scoped_;                 // by state
  std::vector<RawEdge> edges_;
  std::vector<std::uint32_t> first_edge_;  // by state, into edges_
  std::vector<std::uint64_t> final_;
  StateId state_count_ = 0;
  std::uint32_t start_automaton_ = 0;
  bool nullable_start_ = false, has_lines_ = false, has_unique_items_ = false;
  std::vector<std::unique_ptr<Closure>> closures_;  // by state; those beyond the states are callers
  std::vector<StateId> caller_;                     // by state; kUnknownCaller: not known yet
  std::map<std::vector<std::pair<std::uint32_t, StateId>>, StateId> callers_;  // by callees and targets
  std::vector<std::uint32_t> marks_;
  std::uint32_t mark_ = 0;
  std::vector<StateId> reached_;  // scratch of each_edge
  std::uint64_t work_ = 0;
  Arena arena_;
};

}  // namespace constrain
