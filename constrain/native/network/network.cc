// What a finished network answers: closures of states, callers, counters.
//
// A closure (what a state may read, silent edges passed over) is found on first use and kept. In a scope it depends on
// the marks too, and whoever asks keeps it.
#include "network/network.h"

#include "network/embedded_grammar.h"
#include "network/network_builder.h"
#include "support/budget.h"
#include "support/interned_sets.h"
#include "support/lazy_graph.h"

namespace constrain {

Network::Network(ResidualStore& store, const std::shared_ptr<const FlatGrammar>& grammar)
    : grammar_(grammar),
      terminals_(store, grammar),
      parts_(build_automata(terminals_, *grammar)),
      has_counters_(!parts_.counters.empty()),
      has_scopes_(!parts_.scope_starts.empty()),
      closures_(parts_.state_count),
      walk_(parts_.state_count) {
  if (grammar->lazy) met_.states = met_.numbers = {0};
  for (const auto& each : grammar->embedded) {
    if (!each->built(store)) continue;
    const Automata& more = each->automata();
    has_counters_ = has_counters_ || !more.counters.empty();
    has_scopes_ = has_scopes_ || !more.scope_starts.empty();
    parts_.has_unique_items = parts_.has_unique_items || more.has_unique_items;
  }
}

// Throws NeedsPython where some of them are not written.
void Network::read_in(std::span<const std::uint32_t> embedded) {
  std::vector<std::shared_ptr<const EmbeddedGrammar>> missing;
  for (const std::uint32_t each : embedded) {
    const auto& of = grammar_->embedded[each];
    if (!of->built(terminals_.store())) missing.push_back(of);
  }
  if (!missing.empty())
    throw NeedsPython([missing = std::move(missing)] {
      for (const auto& each : missing) each->write();
    });
  for (const std::uint32_t each : embedded) read_in(each);
}

// Copies the automata of an embedded grammar behind all others, with numbers that follow on; its edges then call it.
void Network::read_in(std::uint32_t embedded) {
  const EmbeddedGrammar& of = *grammar_->embedded[embedded];
  const Automata& more = of.automata();
  spend(more.state_count + more.edges.size() + parts_.edges.size());
  const TerminalId terminals = terminals_.append(of.grammar(), of.terminals());
  // Callers have numbers of their own, which stay without edges.
  const auto states = static_cast<StateId>(closures_.size());
  const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  const std::uint32_t automata = count(parts_.starts), counters = count(parts_.counters), onces = count(parts_.onces),
                      guards = count(parts_.guards);
  for (Edge& e : parts_.edges)
    if (e.kind == EdgeKind::Embedded && e.label == embedded)
      e = {e.source, e.target, automata + more.start, EdgeKind::Call};
  const std::uint32_t edges = count(parts_.edges);
  parts_.first_edge.resize(states + 1, edges);
  for (StateId q = 1; q <= more.state_count; ++q) parts_.first_edge.push_back(edges + more.first_edge[q]);
  for (const Edge& e : more.edges) {
    std::uint32_t first = 0;
    switch (e.kind) {
      case EdgeKind::Terminal: case EdgeKind::Distinct: first = terminals; break;
      case EdgeKind::Call: first = automata; break;
      case EdgeKind::Counter: first = counters; break;
      case EdgeKind::Once: first = onces; break;
      case EdgeKind::Guard: first = guards; break;
      case EdgeKind::Silent: case EdgeKind::Embedded: break;
    }
    parts_.edges.push_back({e.source + states, e.target + states, e.label + first, e.kind});
  }
  if (!more.groups.empty()) {
    for (std::uint32_t a = count(parts_.groups); a < automata; ++a) parts_.groups.push_back(a);
    for (const std::uint32_t group : more.groups) parts_.groups.push_back(automata + group);
  }
  for (const StateId q : more.starts) parts_.starts.push_back(q + states);
  for (const Counter& c : more.counters)
    parts_.counters.push_back({c.body + states, c.exit + states, c.minimum, c.maximum});
  for (const Once& once : more.onces) parts_.onces.push_back({once.callee + automata, once.mark});
  parts_.guards.insert(parts_.guards.end(), more.guards.begin(), more.guards.end());
  for (const std::uint32_t a : more.scope_starts) parts_.scope_starts.push_back(a + automata);
  const auto append = [&](auto& to, const auto& from) {
    to.resize(states);
    to.insert(to.end(), from.begin(), from.end());
    to.resize(states + more.state_count);
  };
  append(parts_.scoped, more.scoped);
  append(parts_.final, more.final);
  parts_.state_count = states + more.state_count;
  closures_.resize(parts_.state_count);
  walk_.grow(parts_.state_count);
}

void Network::read_all() {
  if (grammar_->lazy) make_all();
  std::vector<std::uint32_t> embedded;
  for (const Edge& e : parts_.edges)
    if (e.kind == EdgeKind::Embedded) embedded.push_back(e.label);
  tidy(embedded);
  read_in(embedded);
}

std::size_t Network::memory() const {
  std::size_t out = terminals_.memory() + parts_.memory() + bytes_of(closures_) + bytes_of(caller_) + walk_.memory() +
                    callers_.size() * 80 + arena_.total();
  for (const auto& known : closures_) out += known ? sizeof(Closure) : 0;
  out += bytes_of(met_.states) + bytes_of(met_.groups) + bytes_of(met_.terminals) + bytes_of(met_.numbers);
  if (grammar_->lazy) out += grammar_->lazy->memory();
  return out;
}

// A counter inside a round is in an automaton of its own, so the first counter found is the state's.
std::uint32_t Network::counter_of(StateId q) {
  constexpr std::size_t kFar = 4096;  // states
  if (parts_.counters.empty()) return kNone;
  walk_.begin(q);
  for (std::size_t i = 0; i < walk_.reached().size() && i < kFar; ++i)
    for (const Edge& e : parts_.from(walk_.reached()[i])) {
      if (e.kind == EdgeKind::Counter) return e.label;
      walk_.reach(e.target);
    }
  return kNone;
}

// A state that has the calls of `q` and nothing else, which is all that a callee's origin has to know of it (see
// ItemSets::callers). Equal calls share one.
StateId Network::caller(StateId q) {
  if (q >= caller_.size()) caller_.resize(q + 1, kUnknownCaller);
  if (caller_[q] != kUnknownCaller) return caller_[q];
  const std::span<const CallEdge> calls = closure(q).calls;
  if (calls.empty()) return caller_[q] = kNone;
  std::vector<std::pair<std::uint32_t, StateId>> key;
  for (const CallEdge& e : calls) key.emplace_back(e.callee, e.target);
  std::sort(key.begin(), key.end());
  const auto [at, made] = callers_.try_emplace(std::move(key), static_cast<StateId>(closures_.size()));
  if (made) closures_.push_back(std::make_unique<Closure>(Closure{{}, calls, {}, 0}));
  return caller_[q] = at->second;
}

namespace {

template <class T>
std::span<const T> keep(const std::vector<T>& list, Arena& arena) {
  return {arena.copy(list.data(), list.size()), list.size()};
}

}  // namespace

// What may be read and called in the state, silent edges passed over. Example: in `"a"? "b"`, the start reads `a` and
// `b`. In a scope it depends on the marks as well, and the second `closure` is asked.
const Network::Closure& Network::closure(StateId q) {
  if (closures_[q]) return *closures_[q];
  if (grammar_->lazy) return make(q);
  std::vector<TerminalEdge> terminals;
  std::vector<CallEdge> calls;
  std::vector<std::uint32_t> counters;
  std::vector<std::uint32_t> embedded;  // that a text has come to
  const std::uint64_t final = walk_.silently(parts_, q, [&](const Edge& e) {
    switch (e.kind) {
      case EdgeKind::Embedded: embedded.push_back(e.label); break;
      case EdgeKind::Silent: return true;
      case EdgeKind::Terminal: terminals.push_back({e.label, e.target, false}); break;
      case EdgeKind::Call: calls.push_back({e.label, e.target, kNone}); break;
      case EdgeKind::Counter: counters.push_back(e.label); break;
      default: throw counted_scope();
    }
    return false;
  });
  if (!embedded.empty()) {
    tidy(embedded);
    read_in(embedded);
    return closure(q);
  }
  closures_[q] =
      std::make_unique<Closure>(Closure{keep(terminals, arena_), keep(calls, arena_), keep(counters, arena_), final});
  return *closures_[q];
}

// --- states of a lazy graph

namespace {

template <class T>
T& at(std::vector<T>& list, std::uint32_t i) {
  if (i >= list.size()) list.resize(std::size_t{i} + 1, kNone);
  return list[i];
}

}  // namespace

// Takes the state of the graph. Nothing is kept before all of it has been answered, since any question may throw.
const Network::Closure& Network::make(StateId q) {
  thread_local std::vector<Arc> arcs;
  thread_local std::vector<TerminalEdge> terminals;
  thread_local std::vector<CallEdge> calls;
  arcs.clear();
  terminals.clear();
  calls.clear();
  const std::uint64_t final = grammar_->lazy->state(met_.numbers[q], arcs);
  spend(1 + arcs.size());
  for (const Arc& arc : arcs) {
    const auto of = static_cast<std::uint32_t>(arc.label);
    if (arc.callee == kNone) terminals.push_back({met_terminal(of), met(arc.target), false});
    else calls.push_back({met_group(arc.callee) + of, met(arc.target), kNone});
  }
  closures_[q] = std::make_unique<Closure>(Closure{keep(terminals, arena_), keep(calls, arena_), {}, final});
  return *closures_[q];
}

StateId Network::met(std::uint32_t state) {
  StateId& known = at(met_.states, state);
  if (known != kNone) return known;
  const auto made = static_cast<StateId>(closures_.size());
  at(met_.numbers, made) = state;
  closures_.emplace_back();
  return known = made;
}

// Which of the automata there are, nobody knows yet, so there are as many numbers as a group may have.
std::uint32_t Network::met_group(std::uint32_t state) {
  std::uint32_t& known = at(met_.groups, state);
  if (known != kNone) return known;
  const StateId start = met(state);
  const auto first = static_cast<std::uint32_t>(parts_.starts.size());
  parts_.starts.resize(first + kMostTogether, start);
  parts_.groups.resize(first + kMostTogether, first);
  return known = first;
}

TerminalId Network::met_terminal(std::uint32_t terminal) {
  TerminalId& known = at(met_.terminals, terminal);
  if (known != kNone) return known;
  const LazyGraph::Terminal of = grammar_->lazy->terminal(terminal);
  auto grammar = std::make_shared<FlatGrammar>();
  grammar->terminals.push_back(of.code);
  grammar->names.push_back(of.name);
  const TerminalId made = terminals_.append(std::move(grammar), {Terminal::unread()});
  // Nobody who keeps the contract gives such a one; a graph from a file may.
  if (terminals_.matches_nothing(made) || terminals_.nullable(made)) throw malformed_code();
  return known = made;
}

// Callers have numbers of their own, which stay without edges.
void Network::make_all() {
  if (met_.all) return;
  for (StateId q = 0; q < closures_.size(); ++q)
    if (at(met_.numbers, q) != kNone) closure(q);
  parts_.edges.clear();
  parts_.first_edge.assign(1, 0);
  parts_.final.assign(closures_.size(), 0);
  for (StateId q = 0; q < closures_.size(); ++q) {
    if (met_.numbers[q] != kNone) {
      const Closure& of = *closures_[q];
      for (const TerminalEdge& e : of.terminals) parts_.edges.push_back({q, e.target, e.terminal, EdgeKind::Terminal});
      for (const CallEdge& e : of.calls) parts_.edges.push_back({q, e.target, e.callee, EdgeKind::Call});
      parts_.final[q] = of.final;
    }
    parts_.first_edge.push_back(static_cast<std::uint32_t>(parts_.edges.size()));
  }
  parts_.state_count = static_cast<StateId>(closures_.size());
  parts_.scoped.assign(parts_.state_count, false);
  walk_.grow(parts_.state_count);
  met_.all = true;
}

Network::Closure Network::closure(StateId q, ScopeMemory& sets, SeenId marks, Arena& arena) {
  std::vector<TerminalEdge> terminals;
  std::vector<CallEdge> calls;
  const std::uint64_t final = walk_.silently(parts_, q, [&](const Edge& e) {
    switch (e.kind) {
      case EdgeKind::Silent: return true;
      case EdgeKind::Terminal:
      case EdgeKind::Distinct:
        terminals.push_back({e.label, e.target, e.kind == EdgeKind::Distinct});
        break;
      case EdgeKind::Call: calls.push_back({e.label, e.target, kNone}); break;
      case EdgeKind::Once: {
        const auto [callee, mark] = parts_.onces[e.label];
        // What stands once and is there already cannot be called again.
        if (!sets.marked(marks, mark)) calls.push_back({callee, e.target, mark});
        break;
      }
      case EdgeKind::Guard: {
        const Guard& guard = parts_.guards[e.label];
        return sets.size(marks) >= guard.minimum && sets.size(marks) < guard.below &&
               std::all_of(
                   guard.marks.begin(), guard.marks.end(), [&](std::uint32_t m) { return sets.marked(marks, m); });
      }
      case EdgeKind::Counter: case EdgeKind::Embedded: throw malformed_code();
    }
    return false;
  });
  return {keep(terminals, arena), keep(calls, arena), {}, final};
}

}  // namespace constrain
