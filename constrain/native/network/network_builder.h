// Building the automata of a network, and the steps of that, each a function of the automata as they stand:
//
// 1. `read_production` (network_reader.cc): an automaton for each production's byte code.
// 2. `contract` (silent_edges.cc): fewer silent edges.
// 3. `trim` (network_trim.cc, scopes.cc, self_calls.cc): what can take part in no text goes (so each state left can finish),
//    edges pass over what may be empty (so nothing read is ever empty), and a call in last place becomes a jump, which makes
//    right recursion as cheap as a loop.
// 4. `merge` (minimise.cc, determinise.cc), for grammars whose front end multiplied rules: states that are alike become one,
//    and variants called together one automaton that says which of them have ended.
//
// A front end may have done all that itself (Lark's): then one production's code is a graph, and is taken as it is.
//
// The automata are one thread's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "network/automata.h"
#include "network/terminals.h"
#include "support/labelled_graph.h"

namespace constrain {

// Automata that are not finished yet, with what only the steps ask for.
struct UnfinishedAutomata : Automata {
  static constexpr std::size_t kMaxStates = 20'000'000;
  struct Maker { std::uint32_t callee, mark; };

  std::vector<StateId> finals;                // by automaton
  std::vector<StateId> separated;             // bodies of counted repetitions that have something between
  std::vector<std::uint32_t> guarded_scopes;  // those in which marks are made or asked for, or members counted
  std::vector<std::vector<Maker>>
      makers;  // by guard: automata that make a mark, the mark by its place in the guard's list

  StateId add_state() {
    if (state_count >= kMaxStates)
      if (const std::uint64_t most = share_of(kMaxStates); state_count >= most)
        throw share_spent(
            "the grammar needs too many states; make it smaller (fewer rules, alternatives and counted rounds)", most,
            state_count + 1);
    return state_count++;
  }
  void add_edge(StateId source, StateId target, EdgeKind kind = EdgeKind::Silent, std::uint32_t label = 0) {
    edges.push_back({source, target, label, kind});
  }
  // These return the number of what they add.
  std::uint32_t add_automaton(StateId start, StateId end) {
    starts.push_back(start);
    finals.push_back(end);
    return static_cast<std::uint32_t>(starts.size() - 1);
  }
  std::uint32_t add_guard(Guard guard, std::vector<Maker> made_by = {}) {
    guards.push_back(std::move(guard));
    makers.push_back(std::move(made_by));
    return static_cast<std::uint32_t>(guards.size() - 1);
  }
  // By source, keeping the order of each state's edges.
  void sort_edges();
  void mark_finals() {
    final.assign(state_count, 0);
    for (const StateId q : finals) final[q] = 1;
  }
};

// All of them in order. Throws GrammarFault if the code is malformed or no text matches, LimitError if there are too many
// states. `terminals` are the grammar's.
Automata build_automata(Terminals& terminals, const FlatGrammar& grammar);

// The automaton's two states are there, because any other may call it.
void read_production(UnfinishedAutomata& net, Terminals& terminals, const FlatGrammar& grammar,
                     std::uint32_t production);
// The whole grammar, if it is one graph and each of its terminals reads something; false otherwise, and nothing is done.
bool take_graph(Automata& net, Terminals& terminals, const FlatGrammar& grammar);
bool is_graph(std::string_view code);
// The same as a production beside others, or with terminals that trimming has to look at. Enlarges `families`.
void read_graph(UnfinishedAutomata& net, Terminals& terminals, std::string_view code, std::uint32_t production,
                std::vector<std::uint32_t>& families);
// The automata anew, with what can be called numbered by group.
void write_graph(Automata& net, const Graph& graph, std::uint32_t root);
// The numbers after the operation `Line`; returns the terminal.
std::uint32_t read_line(Automata& net, Terminals& terminals, std::string_view code, std::size_t& at);
// Needs nothing, and leaves edges unsorted. Not for scopes.
void contract(UnfinishedAutomata& net);
// Leaves edges sorted, and finds `final`, `scoped` and `nullable_start`.
void trim(UnfinishedAutomata& net, const Terminals& terminals);
// Calls of a rule to itself at its beginning and end become loops. Needs sorted edges and `scoped`; leaves edges unsorted if it
// returns true.
bool loop_self_calls(UnfinishedAutomata& net);
// Needs sorted edges, and leaves them so. Not for scopes.
void merge(UnfinishedAutomata& net, const std::vector<std::uint32_t>& families);

inline GrammarFault malformed_code() { return GrammarFault("malformed grammar code"); }
inline GrammarFault counted_scope() {
  return GrammarFault(
      "what may stand once, must be distinct, or depends on that, stands in a counted repetition within its scope");
}

}  // namespace constrain
