// The grammar as a recursive transition network.
//
// Every production is an automaton; its edges read a terminal, call another production, or read nothing. Counted
// repetitions are automata of their own whose body's end carries a counter edge. Every state can finish, and nothing
// read is ever empty: network_builder.h says how that is brought about. What a network says never changes; closures and
// most terminals' patterns are found on first use, embedded grammars read in, and states of a lazy graph taken from it
// (support/lazy_graph.h), under the owner's lock.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "network/automata.h"
#include "network/terminals.h"

namespace constrain {

class Network {
 public:
  using Counter = constrain::Counter;
  using Terminal = constrain::Terminal;
  // Distinct: from all others in the scope.
  struct TerminalEdge { TerminalId terminal; StateId target; bool distinct; };
  // callee: an automaton; mark: what the call makes in the scope once it is complete, or kNone.
  struct CallEdge { std::uint32_t callee; StateId target; std::uint32_t mark; };
  // What a state reaches without reading: the terminals and calls that may come next, counters at whose body's end it
  // stands, and which automata of its group may end here, a bit each.
  struct Closure {
    std::span<const TerminalEdge> terminals;
    std::span<const CallEdge> calls;
    std::span<const std::uint32_t> counters;
    std::uint64_t final;
  };

  // Throws GrammarFault if the code is malformed or no text matches, LimitError if the network grows too large.
  // Embedded grammars are settled.
  Network(ResidualStore& store, const std::shared_ptr<const FlatGrammar>& grammar);

  std::uint32_t automata() const { return static_cast<std::uint32_t>(parts_.starts.size()); }
  StateId start(std::uint32_t automaton) const { return parts_.starts[automaton]; }
  // Automata of one group begin in one state and are told apart by where they end; the group is its first automaton,
  // and the others have the numbers after it.
  std::uint32_t group(std::uint32_t automaton) const {
    return automaton < parts_.groups.size() ? parts_.groups[automaton] : automaton;
  }
  std::uint32_t start_automaton() const { return parts_.start; }
  bool accepts_empty() const { return parts_.nullable_start; }
  const Counter& counter(std::uint32_t c) const { return parts_.counters[c]; }
  bool has_counters() const { return has_counters_; }  // here and below, those of embedded grammars are asked, too
  // The counter at the end of the repeated body that the state is in, or kNone where none is or it is far.
  std::uint32_t counter_of(StateId q);
  // Not thread-safe: most patterns are read from their code on first use, under the owner's lock.
  const Terminal& terminal(TerminalId t) { return terminals_.read(t); }
  std::string terminal_name(TerminalId t) const { return terminals_.name(t); }
  std::size_t terminal_count() const { return terminals_.size(); }
  // Calls f(name, pattern) for the terminals that had to be looked at closely.
  template <class F>
  void each_read(F f) const { terminals_.each_read(f); }
  // Not thread-safe: computed on first use, under the owner's lock.
  const Closure& closure(StateId q);
  // The closure of a scoped state, kept in `arena`. No embedded grammar stands in a scope.
  Closure closure(StateId q, ScopeMemory& sets, SeenId marks, Arena& arena);
  // A state from which the calls of q can be made, with the same targets, and nothing else can be done: one for all q
  // of the same calls. kNone where there are none. Not for scoped states. Under the owner's lock.
  StateId caller(StateId q);
  // Whether the state is directly inside a scope, so that what comes next depends on the scope's marks as well.
  bool scoped(StateId q) const { return q < parts_.state_count && parts_.scoped[q]; }
  bool has_scopes() const { return has_scopes_; }
  bool is_scope(std::uint32_t automaton) const {
    return std::binary_search(parts_.scope_starts.begin(), parts_.scope_starts.end(), automaton);
  }
  bool has_lines() const { return parts_.has_lines; }  // or names: what may follow depends on more than items
  const std::string& catalogue() const { return parts_.catalogue; }
  bool binds() const { return parts_.binds; }
  bool has_unique_items() const { return parts_.has_unique_items; }
  // Reads in all embedded grammars, or all states of a lazy graph.
  void read_all();
  // The states and edges, for searches over all of them. Changed by `read_all`, `closure` and `caller`.
  const Automata& parts() const { return parts_; }
  // Without the flat grammar's.
  std::size_t memory() const;
  // States and edges visited by `closure` since the last call.
  std::uint64_t take_work() { return walk_.take_work(); }

 private:
  static constexpr StateId kUnknownCaller = kNone - 1;

  // What is known of a lazy graph, by its numbers; kNone where nobody has come to it.
  struct Met {
    std::vector<StateId> states;
    std::vector<std::uint32_t> groups;  // the first automaton of those that begin in a state
    std::vector<TerminalId> terminals;
    std::vector<std::uint32_t> numbers;  // by state, its number in the graph; callers have none
    bool all = false;                    // and `parts_` has them
  };

  void read_in(std::uint32_t embedded);
  const Closure& make(StateId q);
  StateId met(std::uint32_t state);
  std::uint32_t met_group(std::uint32_t state);
  TerminalId met_terminal(std::uint32_t terminal);
  void make_all();
  void read_in(std::span<const std::uint32_t> embedded);

  const std::shared_ptr<const FlatGrammar> grammar_;
  Terminals terminals_;
  Automata parts_;
  bool has_counters_, has_scopes_;
  std::vector<std::unique_ptr<Closure>> closures_;  // by state; those without edges and beyond the states are callers
  std::vector<StateId> caller_;                     // by state; kUnknownCaller: not known yet
  std::map<std::vector<std::pair<std::uint32_t, StateId>>, StateId> callers_;  // by callees and targets
  StateWalk walk_;
  Arena arena_;
  Met met_;
};

}  // namespace constrain
