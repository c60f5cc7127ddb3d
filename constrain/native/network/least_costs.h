// How many bytes each state of the network is from the end of its automaton, at least.
//
// Knuth's generalisation of Dijkstra's algorithm: an edge costs the shortest text of its terminal, or the cost of the
// automaton that it calls, and the cheapest state is settled first (Knuth 1977, "A generalization of Dijkstra's
// algorithm"). A counted repetition costs as many rounds as are missing. In a scope the cost depends on what has been
// in it, so it is searched for from a state and the marks made: marks that are treated alike are one class, of which
// the cheapest that are left are made first, and members are counted as far as guards ask. What the costs do not know:
// that two lexemes which are still to come must differ, what arrays of different items have had, and how far lines are
// indented where blocks end. There they are lower bounds. A search that takes too long leaves a lower bound as well. Not thread-safe:
// the owner locks.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "network/network.h"
#include "pattern/shortest_words.h"

namespace constrain {

// Bytes; kUnbounded: there is no way.
using Cost = std::uint32_t;
inline Cost plus(Cost a, Cost b) { return a > kUnbounded - b ? kUnbounded : a + b; }

class LeastCosts {
 public:
  // `debts`: with what names make a text owe. `width`: of the indentation of the block's next line.
  LeastCosts(Network& network, ShortestWords& words, bool debts = true, std::uint32_t width = 0);
  ~LeastCosts();

  // From the state to the end of the automaton that is number `member` of its group. `count`: as of an item in that
  // state, its finished rounds or, in a scope, its marks in `seen`.
  Cost to_end(StateId q, std::uint32_t member, std::uint32_t count, ScopeMemory& seen);
  // The largest of them from where a lexeme ends, as far as they are known.
  Cost largest() const;
  // As of a terminal's edge; if its lexeme must differ from those in `lexemes`, also of the beginning of such a lexeme.
  Cost of(TerminalId t);
  ShortestWords::Word of_distinct(TerminalId t, SeenId lexemes, ScopeMemory& seen);
  // How many of the automata of a group are told apart at the most.
  std::uint32_t members() const { return width_; }
  std::size_t memory() const;

 private:
  struct Scope;
  struct Queue;
  Cost& least(StateId q, std::uint32_t member) { return least_[std::size_t{q} * width_ + member]; }
  Cost of_call(std::uint32_t automaton) const;
  void index_edges();
  void propagate(Queue& queue);
  void relax(Queue& queue, StateId q, std::uint32_t member, Cost cost);
  void relax_round(Queue& queue, StateId q, Cost cost);
  Cost after_round(std::uint32_t counter, std::uint32_t member);
  void find_scopes();
  Cost in_scope(const Scope& scope, StateId q, ScopeMemory* seen, SeenId marks);

  Network& network_;
  const Automata& automata_;  // the network's
  ShortestWords& words_;
  bool debts_;
  std::uint32_t indent_;
  std::uint32_t width_ = 1;
  std::vector<Cost> least_;        // by state and member, guards passed over
  std::vector<Cost> round_;        // by state: to the end of the round of the counted repetition that it is in
  std::vector<Cost> terminals_;    // by terminal; kNone: not asked for yet
  Buckets into_;                                            // edges by target
  std::vector<std::vector<std::uint32_t>> calls_, starts_;  // call edges by callee; automata by start
  std::vector<std::vector<std::uint32_t>> ends_, agains_;  // counter edges by counter; counters by where a round begins
  std::vector<std::unique_ptr<Scope>> scopes_;              // with marks or guards
  std::unordered_map<std::uint32_t, std::uint32_t> scope_of_automaton_;
  std::unordered_map<StateId, std::uint32_t> scope_of_;     // by state; see Automata::passed_over
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> inside_;  // scopes by automaton that they call
  std::vector<Cost> known_starts_;                                        // of the scopes
  std::vector<bool> stale_;                                               // scopes that call what has become cheaper
  FlatMap<Cost> known_;                                                   // by state and marks
  FlatMap<ShortestWords::Word> distinct_;                                 // by terminal and lexemes
};

}  // namespace constrain
