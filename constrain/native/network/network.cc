// Building the network, in order, and its closures.
//
// 1. Terminals: their byte code is kept unread if a prescreen shows that it matches something that is not empty.
// 2. `parse` (network_reader.cc): an automaton for each production's byte code.
// 3. `contract` (silent_edges.cc): fewer silent edges.
// 4. `trim` (network_trim.cc, scopes.cc): every state that is left can finish.
// 5. `merge` (minimise.cc, determinise.cc), for grammars whose front end multiplied rules.
// Closures (what a state may read, silent edges passed over) are found on first use.
#include "network/network.h"

#include <algorithm>

#include "pattern/bytecode_reader.h"

namespace constrain {

Network::Network(ResidualStore& store, std::vector<std::string> terminal_codes, std::vector<std::string> names,
                 const std::vector<std::string>& productions, std::uint32_t start, std::vector<std::uint32_t> families)
    : store_(store), codes_(std::move(terminal_codes)), families_(std::move(families)), start_automaton_(start) {
  const auto one = [&](std::uint32_t production) { return production < productions.size(); };
  if (!one(start) || families_.size() > productions.size() || !std::all_of(families_.begin(), families_.end(), one))
    throw GrammarFault("malformed grammar code");
  terminals_.reserve(codes_.size());
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    std::string name = i < names.size() ? std::move(names[i]) : std::to_string(i);
    terminals_.push_back({.pattern = kUnread, .name = std::move(name), .spelling = Spelling::Exact});
    // A schema of a thousand keys has a thousand terminals, of which a text meets a few: the others stay byte code.
    if (!surely_reads(codes_[i])) read(static_cast<TerminalId>(i));
  }
  // Every production has its two states first, because any other may call it.
  for (std::size_t i = 0; i < productions.size(); ++i) {
    starts_.push_back(state());
    finals_.push_back(state());
  }
  for (std::size_t i = 0; i < productions.size(); ++i) parse(productions[i], static_cast<std::uint32_t>(i));
  if (!has_scopes()) contract();  // whose own steps read the shapes that are written
  trim();
  sort_edges();
  marks_.assign(state_count_, 0);
  work_ = mark_ = 0;
  // Only a front end that multiplied rules has written many equal states. States of scopes depend on marks, which
  // merging does not follow.
  if (!has_scopes() && !families_.empty()) merge();
  closures_.resize(state_count_);
}

std::size_t Network::memory() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  const auto heap = [](const std::string& text) { return text.capacity() > 15 ? text.capacity() + 1 : 0; };  // longer ones
  std::size_t out = of(terminals_) + of(codes_) + of(families_) + of(groups_) + of(starts_) + of(finals_) + of(counters_) + of(separated_) +
                    of(onces_) + of(guards_) + of(scope_starts_) + scoped_.capacity() / 8 + of(edges_) + of(first_edge_) + of(final_) +
                    of(closures_) + of(caller_) + of(marks_) + of(reached_) + callers_.size() * 80 + arena_.total();
  for (const Terminal& t : terminals_) out += heap(t.name);
  for (const std::string& code : codes_) out += heap(code);
  for (const Guard& guard : guards_) out += of(guard.marks) + of(guard.makers);
  for (const auto& known : closures_) out += known ? sizeof(Closure) : 0;
  return out;
}

void Network::read(TerminalId t) {
  Terminal& terminal = terminals_[t];
  try {
    terminal.pattern = store_.parse(codes_[t]);
  } catch (const LimitError& e) {
    throw LimitError("terminal " + terminal.name + ": " + e.what(), e.limit, e.needed);
  } catch (const UnsupportedFault& e) {
    throw UnsupportedFault("terminal " + terminal.name + ": " + e.what(), e.feature, terminal.name);
  }
  codes_[t] = {};
}

// A counter inside a round is in an automaton of its own, so the first counter found is the state's.
std::uint32_t Network::counter_of(StateId q) {
  constexpr std::size_t kFar = 4096;  // states
  reached_.assign(1, q);
  marks_[q] = ++mark_;
  for (std::size_t i = 0; i < reached_.size() && i < kFar; ++i)
    for (std::uint32_t k = first_edge_[reached_[i]]; k < first_edge_[reached_[i] + 1]; ++k) {
      const RawEdge& e = edges_[k];
      if (e.kind == Edge::Counter) return e.label;
      if (marks_[e.target] == mark_) continue;
      marks_[e.target] = mark_;
      reached_.push_back(e.target);
    }
  return kNone;
}

void Network::sort_edges() {
  std::vector<RawEdge> sorted(edges_.size());
  first_edge_.assign(state_count_ + 1, 0);
  for (const RawEdge& e : edges_) ++first_edge_[e.source + 1];
  for (StateId q = 0; q < state_count_; ++q) first_edge_[q + 1] += first_edge_[q];
  std::vector<std::uint32_t> next(first_edge_.begin(), first_edge_.end() - 1);
  for (const RawEdge& e : edges_) sorted[next[e.source]++] = e;
  edges_ = std::move(sorted);
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

// What may be read and called in the state, silent edges passed over. Example: in `"a"? "b"`, the start reads `a` and `b`.
// In a scope it depends on the marks as well, and the second `closure` is asked.
const Network::Closure& Network::closure(StateId q) {
  if (closures_[q]) return *closures_[q];
  std::vector<TerminalEdge> terminals;
  std::vector<CallEdge> calls;
  std::vector<std::uint32_t> counters;
  const std::uint64_t final = each_edge(q, [&](const RawEdge& e) {
    switch (e.kind) {
      case Edge::Terminal: terminals.push_back({e.label, e.target, false}); break;
      case Edge::Call: calls.push_back({e.label, e.target, kNone}); break;
      case Edge::Counter: counters.push_back(e.label); break;
      default:
        throw GrammarFault("what may stand once, must be distinct, or depends on that, stands in a counted repetition within its scope");
    }
  });
  const auto keep = [this](const auto& list) {
    using T = typename std::decay_t<decltype(list)>::value_type;
    return std::span<const T>(arena_.copy(list.data(), list.size()), list.size());
  };
  closures_[q] = std::make_unique<Closure>(Closure{keep(terminals), keep(calls), keep(counters), final});
  return *closures_[q];
}

Network::Closure Network::closure(StateId q, ScopeMemory& sets, SeenId marks, Arena& arena) {
  std::vector<StateId> work{q};
  std::vector<TerminalEdge> terminals;
  std::vector<CallEdge> calls;
  std::uint64_t final = 0;
  ++mark_;
  marks_[q] = mark_;
  const auto reach = [&](StateId s) {
    if (marks_[s] == mark_) return;
    marks_[s] = mark_;
    work.push_back(s);
  };
  while (!work.empty()) {
    const StateId s = work.back();
    work.pop_back();
    work_ += 1 + first_edge_[s + 1] - first_edge_[s];
    final |= final_[s];
    for (std::uint32_t i = first_edge_[s]; i < first_edge_[s + 1]; ++i) {
      const RawEdge& e = edges_[i];
      switch (e.kind) {
        case Edge::Silent: reach(e.target); break;
        case Edge::Terminal: case Edge::Distinct: terminals.push_back({e.label, e.target, e.kind == Edge::Distinct}); break;
        case Edge::Call: calls.push_back({e.label, e.target, kNone}); break;
        case Edge::Once: {
          const Once& once = onces_[e.label];
          // What stands once and is there already cannot be called again.
          if (!sets.marked(marks, once.mark)) calls.push_back({once.callee, e.target, once.mark});
          break;
        }
        case Edge::Guard: {
          const Guard& guard = guards_[e.label];
          if (sets.size(marks) >= guard.minimum && sets.size(marks) < guard.below &&
              std::all_of(guard.marks.begin(), guard.marks.end(), [&](std::uint32_t m) { return sets.marked(marks, m); }))
            reach(e.target);
          break;
        }
        case Edge::Counter: throw GrammarFault("malformed grammar code");
      }
    }
  }
  const auto keep = [&arena](const auto& list) {
    using T = typename std::decay_t<decltype(list)>::value_type;
    return std::span<const T>(arena.copy(list.data(), list.size()), list.size());
  };
  return {keep(terminals), keep(calls), {}, final};
}

}  // namespace constrain
