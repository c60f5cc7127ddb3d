// Building the network: byte code to automata, and what can be decided before the first text.
//
// 1. Terminals: their byte code is kept unread if a prescreen shows that it matches something that is not empty.
// 2. `parse`: Thompson's construction for each production's postfix code, one case an operation.
// 3. `trim`: two backward passes find the states that can reach their automaton's end, and those that can do so reading
//    nothing. All others go, so every state that is left can finish; what may be empty is passed over; a call in last place
//    becomes a jump, calls of an automaton to itself at its beginning and end become loops (self_calls.cc).
// 4. `sort_edges`, `find_scoped`: edges by state; the states whose items carry what their scope has seen.
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
    if (!surely_reads(codes_[i])) read(static_cast<TerminalId>(i));
  }
  for (std::size_t i = 0; i < productions.size(); ++i) {
    starts_.push_back(state());
    finals_.push_back(state());
  }
  for (std::size_t i = 0; i < productions.size(); ++i) parse(productions[i], static_cast<std::uint32_t>(i));
  trim();
  sort_edges();
  marks_.assign(state_count_, 0);
  work_ = mark_ = 0;
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

// Thompson's construction from postfix code: a fragment is a pair of states.
void Network::parse(std::string_view code, std::uint32_t automaton) {
  struct Fragment { StateId in, out; };
  struct Open {  // a scope, or a part that may stand once
    bool scope;
    std::vector<std::uint32_t> onces, guards;
  };
  std::vector<Fragment> stack;
  std::vector<Open> open;
  std::size_t at = 0;
  const auto malformed = [] { return GrammarFault("malformed grammar code"); };
  const auto number = [&]() -> std::uint64_t {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= code.size()) throw malformed();
      const auto b = static_cast<std::uint8_t>(code[at++]);
      value |= std::uint64_t{b & 0x7Fu} << shift;
      if (!(b & 0x80)) return value;
    }
    return ~std::uint64_t{0};
  };
  const auto need_scope = [&] {
    if (open.empty() || !open.back().scope)
      throw GrammarFault("what may stand once, must be distinct, or depends on that, must stand directly in a scope");
  };
  while (at < code.size()) {
    const std::uint8_t operation = static_cast<std::uint8_t>(code[at++]);
    switch (operation) {
      case 0: case 1: {
        const std::uint64_t label = number();
        if (label >= (operation == 0 ? terminals_.size() : starts_.size())) throw malformed();
        const Fragment f{state(), state()};
        edge(f.in, f.out, operation == 0 ? Edge::Terminal : Edge::Call, static_cast<std::uint32_t>(label));
        stack.push_back(f);
        break;
      }
      case 2: {
        const std::uint64_t count = number();
        if (count > stack.size()) throw malformed();
        Fragment f;
        if (count == 0) {
          f.in = f.out = state();
        } else {
          const std::size_t base = stack.size() - count;
          for (std::size_t i = base; i + 1 < stack.size(); ++i) edge(stack[i].out, stack[i + 1].in);
          f = {stack[base].in, stack.back().out};
          stack.resize(base);
        }
        stack.push_back(f);
        break;
      }
      case 3: {
        const std::uint64_t count = number();
        if (count > stack.size()) throw malformed();
        const Fragment f{state(), state()};
        for (std::size_t i = stack.size() - count; i < stack.size(); ++i) {
          edge(f.in, stack[i].in);
          edge(stack[i].out, f.out);
        }
        stack.resize(stack.size() - count);
        stack.push_back(f);
        break;
      }
      case 4: case 13: {
        const std::uint64_t minimum = number(), bound = number();
        if (stack.size() < (operation == 13 ? 2 : 1)) throw malformed();
        if (minimum >= kUnbounded) throw LimitError("a repetition's minimum is too large", kUnbounded - 1, minimum);
        std::uint32_t maximum = bound == 0 || bound - 1 >= kUnbounded ? kUnbounded : static_cast<std::uint32_t>(bound - 1);
        Fragment between{kNone, kNone};
        bool plain = false;  // between two rounds is nothing but a terminal
        if (operation == 13) {
          between = stack.back();
          stack.pop_back();
          if (edges_.empty()) throw malformed();  // for nothing at all was written
          const RawEdge& read = edges_.back();
          plain = read.kind == Edge::Terminal && read.source == between.in && read.target == between.out;
          if (plain && terminals_[read.label].pattern == ResidualStore::kEmpty) maximum = std::min(maximum, 1u);
        }
        const Fragment body = stack.back();
        stack.pop_back();
        const StateId again = operation == 13 ? between.in : body.in;  // where another round begins
        if (operation == 13) edge(between.out, body.in);
        Fragment f{state(), state()};
        if (maximum < minimum) {
          // no path: matches nothing
        } else if (maximum == 0) {
          edge(f.in, f.out);
        } else if (maximum == kUnbounded && minimum <= 1) {
          edge(f.in, body.in);
          edge(body.out, again);
          edge(body.out, f.out);
          if (minimum == 0) edge(f.in, f.out);
        } else if (maximum == 1) {
          edge(f.in, body.in);
          edge(body.out, f.out);
          if (minimum == 0) edge(f.in, f.out);
        } else {
          if (operation == 13) {
            // Trimming takes it that another round can always begin, so what leads to it must be plain.
            if (!plain) throw UnsupportedFault("what stands between counted repetitions must be a terminal", "counted repetition");
            separated_.push_back(body.in);
          }
          const auto callee = static_cast<std::uint32_t>(starts_.size());
          const StateId in = state(), out = state();
          starts_.push_back(in);
          finals_.push_back(out);
          edge(in, body.in);
          if (minimum == 0) edge(in, out);
          edge(body.out, out, Edge::Counter, static_cast<std::uint32_t>(counters_.size()));
          counters_.push_back({again, out, static_cast<std::uint32_t>(minimum), maximum});
          edge(f.in, f.out, Edge::Call, callee);
        }
        stack.push_back(f);
        break;
      }
      case 12: {
        // Behind the separator, as at the beginning, stands the next part or, if it may be left out, one after it.
        const std::uint64_t label = number(), count = number();
        if (label >= terminals_.size() || count > stack.size() || count > code.size() - at) throw malformed();
        const std::string_view required = code.substr(at, count);
        at += count;
        const std::size_t base = stack.size() - count;
        const std::size_t last = required.rfind('\1');
        const Fragment f{state(), state()};
        StateId next = f.in;
        for (std::size_t i = 0; i < count; ++i) {
          const Fragment part = stack[base + i];
          edge(next, part.in);
          if (last == std::string_view::npos || i >= last) edge(part.out, f.out);
          if (i + 1 == count) break;
          const StateId after = state();
          edge(part.out, after, Edge::Terminal, static_cast<std::uint32_t>(label));
          if (!required[i]) edge(next, after);
          next = after;
        }
        stack.resize(base);
        stack.push_back(f);
        break;
      }
      case 5: {
        if (open.empty() || open.back().scope || stack.empty()) throw malformed();
        open.pop_back();
        open.back().onces.push_back(static_cast<std::uint32_t>(onces_.size()));
        const auto callee = static_cast<std::uint32_t>(starts_.size());
        starts_.push_back(stack.back().in);
        finals_.push_back(stack.back().out);
        const Fragment f{state(), state()};
        edge(f.in, f.out, Edge::Once, static_cast<std::uint32_t>(onces_.size()));
        onces_.push_back({callee, static_cast<std::uint32_t>(number())});
        stack.back() = f;
        break;
      }
      case 6: {
        need_scope();
        Guard guard{{}, 0, kUnbounded, {}};
        const std::uint64_t count = number();
        if (count > code.size()) throw malformed();
        for (std::uint64_t i = 0; i < count; ++i) guard.marks.push_back(static_cast<std::uint32_t>(number()));
        const auto cut = [](std::uint64_t n) { return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, kUnbounded)); };
        guard.minimum = cut(number());
        if (const std::uint64_t below = number()) guard.below = cut(below - 1);
        const Fragment f{state(), state()};
        edge(f.in, f.out, Edge::Guard, static_cast<std::uint32_t>(guards_.size()));
        open.back().guards.push_back(static_cast<std::uint32_t>(guards_.size()));
        guards_.push_back(std::move(guard));
        stack.push_back(f);
        break;
      }
      case 7: {
        const std::uint64_t label = number(), spelling = number();
        if (label >= terminals_.size() || spelling > 3) throw malformed();
        if (spelling == 3) {
          terminals_[label].opens = has_unique_items_ = true;
          const Fragment f{state(), state()};
          edge(f.in, f.out, Edge::Terminal, static_cast<std::uint32_t>(label));
          stack.push_back(f);
          break;
        }
        need_scope();
        terminals_[label].spelling = static_cast<Spelling>(spelling);
        const Fragment f{state(), state()};
        edge(f.in, f.out, Edge::Distinct, static_cast<std::uint32_t>(label));
        stack.push_back(f);
        break;
      }
      case 8: {
        if (open.empty() || !open.back().scope || stack.empty()) throw malformed();
        std::vector<std::uint32_t>& by_mark = open.back().onces;
        std::sort(by_mark.begin(), by_mark.end(), [&](std::uint32_t a, std::uint32_t b) { return onces_[a].mark < onces_[b].mark; });
        for (std::uint32_t g : open.back().guards)
          for (std::uint32_t i = 0; i < guards_[g].marks.size(); ++i) {
            const std::uint32_t mark = guards_[g].marks[i];
            auto o = std::lower_bound(by_mark.begin(), by_mark.end(), mark, [&](std::uint32_t a, std::uint32_t m) { return onces_[a].mark < m; });
            for (; o != by_mark.end() && onces_[*o].mark == mark; ++o) guards_[g].makers.push_back({onces_[*o].callee, i});
          }
        const bool guarded = !open.back().onces.empty() || !open.back().guards.empty();
        open.pop_back();
        const auto callee = static_cast<std::uint32_t>(starts_.size());
        scope_starts_.push_back(callee);
        StateId in = stack.back().in;
        if (guarded) {  // nothing leads back to where it begins
          guarded_scopes_.push_back(callee);
          in = state();
          edge(in, stack.back().in);
        }
        starts_.push_back(in);
        finals_.push_back(stack.back().out);
        const Fragment f{state(), state()};
        edge(f.in, f.out, Edge::Call, callee);
        stack.back() = f;
        break;
      }
      case 9: open.push_back({true, {}, {}}); break;
      case 10:
        need_scope();
        open.push_back({false, {}, {}});
        break;
      case 11: {
        const std::uint64_t label = number(), line = number();
        if (label >= terminals_.size() || line == 0 || line > static_cast<std::uint64_t>(Line::EndDedent)) throw malformed();
        Terminal& terminal = terminals_[label];
        terminal.line = static_cast<Line>(line);
        if (terminal.line <= Line::Shallower) {
          const std::uint64_t tail = number(), tab = number();
          if (tail >= terminals_.size() || tab == 0 || tab >= kUnbounded) throw malformed();
          terminal.tail = this->terminal(static_cast<TerminalId>(tail)).pattern;
          terminal.tab = static_cast<std::uint32_t>(tab);
        }
        has_lines_ = true;
        const Fragment f{state(), state()};
        edge(f.in, f.out, Edge::Terminal, static_cast<std::uint32_t>(label));
        stack.push_back(f);
        break;
      }
      default: throw malformed();
    }
  }
  if (stack.size() != 1 || !open.empty()) throw malformed();
  edge(starts_[automaton], stack[0].in);
  edge(stack[0].out, finals_[automaton]);
}

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

// Two backward passes over the edges, each a worklist: which states can reach their automaton's end at all, and which
// can reach it reading nothing. Calls take part as soon as the callee's start has been reached.
void Network::trim() {
  std::vector<std::uint32_t> into, order, automaton_of_start;
  const auto callee_of = [&](const RawEdge& e) {
    return e.kind == Edge::Call ? e.label : e.kind == Edge::Once ? onces_[e.label].callee : kNone;
  };
  std::vector<std::vector<std::uint32_t>> calls;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> makes;  // guards, and which of their marks
  std::vector<std::uint32_t> guard_edges;
  std::vector<std::uint32_t> unsettled = guarded_scopes_;
  std::vector<bool> held;  // by automaton: scopes that are asked whether they can be ended
  const auto look = [&] {
    into.assign(state_count_ + 1, 0);
    order.resize(edges_.size());
    for (const RawEdge& e : edges_) ++into[e.target + 1];
    for (StateId q = 0; q < state_count_; ++q) into[q + 1] += into[q];
    std::vector<std::uint32_t> next(into.begin(), into.end() - 1);
    for (std::uint32_t i = 0; i < edges_.size(); ++i) order[next[edges_[i].target]++] = i;
    automaton_of_start.assign(state_count_, kNone);
    for (std::uint32_t a = 0; a < starts_.size(); ++a) automaton_of_start[starts_[a]] = a;
    calls.assign(starts_.size(), {});
    makes.assign(starts_.size(), {});
    guard_edges.resize(guards_.size());
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      if (const std::uint32_t callee = callee_of(edges_[i]); callee != kNone) calls[callee].push_back(i);
      if (edges_[i].kind == Edge::Guard) guard_edges[edges_[i].label] = i;
    }
    for (std::uint32_t g = 0; g < guards_.size(); ++g)
      for (const Guard::Maker& m : guards_[g].makers) makes[m.callee].push_back({g, m.mark});
    held.assign(starts_.size(), false);
    for (std::uint32_t a : unsettled) held[a] = true;
  };
  if (!unsettled.empty()) prepare_scopes();
  look();

  // `passes` says whether a terminal may be crossed; a counter's edge back to its body adds nothing to either pass,
  // since a body's start reaches its end only if the end is reached anyway.
  // A guard may be passed once each of its marks can be made by something; never on reading nothing, unless it asks
  // for nothing. That is not all that a scope asks, so one with guards or marks is reached only if it can be ended with
  // what is reached so far (scopes.cc); those that cannot yet are asked again once more is reached.
  const auto backward = [&](bool reading, auto passes) {
    std::vector<bool> reached(state_count_, false);
    std::vector<std::vector<bool>> made(guards_.size());
    std::vector<std::size_t> missing(guards_.size());
    for (std::uint32_t g = 0; g < guards_.size(); ++g) {
      made[g].assign(guards_[g].marks.size(), false);
      missing[g] = guards_[g].marks.size() + (!reading && guards_[g].minimum);
    }
    std::vector<StateId> work;
    std::vector<std::uint32_t> asked;
    const auto reach = [&](StateId q) {
      if (reached[q]) return;
      const std::uint32_t a = automaton_of_start[q];
      if (reading && a != kNone && held[a]) {
        asked.push_back(a);
        held[a] = false;
        return;
      }
      reached[q] = true;
      work.push_back(q);
    };
    const auto answered = [&] {
      const std::size_t before = asked.size();
      std::erase_if(asked, [&](std::uint32_t a) {
        if (!can_end(a, reached)) return false;
        reached[starts_[a]] = true;
        work.push_back(starts_[a]);
        return true;
      });
      return asked.size() < before;
    };
    for (StateId f : finals_) reach(f);
    while (!work.empty() || answered()) {
      const StateId q = work.back();
      work.pop_back();
      for (std::uint32_t i = into[q]; i < into[q + 1]; ++i) {
        const RawEdge& e = edges_[order[i]];
        const std::uint32_t callee = callee_of(e);
        if (e.kind == Edge::Terminal || e.kind == Edge::Distinct ? passes(e.label)
            : e.kind == Edge::Guard                              ? missing[e.label] == 0
                                                                 : callee == kNone || reached[starts_[callee]])
          reach(e.source);
      }
      const std::uint32_t a = automaton_of_start[q];
      if (a == kNone) continue;
      for (std::uint32_t i : calls[a])
        if (reached[edges_[i].target]) reach(edges_[i].source);
      for (const auto& [g, mark] : makes[a]) {
        if (made[g][mark]) continue;
        made[g][mark] = true;
        if (--missing[g] == 0 && reached[edges_[guard_edges[g]].target]) reach(edges_[guard_edges[g]].source);
      }
    }
    return reached;
  };
  const auto texts = [&](TerminalId t) { return terminals_[t].pattern != ResidualStore::kEmpty; };
  std::vector<bool> alive = backward(true, texts);
  if (std::vector<StateId> replaced; !unsettled.empty() && alive[starts_[start_automaton_]] && mend_scopes(unsettled, alive, replaced)) {
    look();
    alive = backward(true, texts);
    for (StateId q : replaced) alive[q] = false;
  }
  const std::vector<bool> empty = backward(false, [&](TerminalId t) { return nullable(t); });
  if (!alive[starts_[start_automaton_]]) {
    std::string names;
    int listed = 0;
    for (const Terminal& t : terminals_)
      if (t.pattern == ResidualStore::kEmpty && listed++ < 5) names += (names.empty() ? "" : ", ") + t.name;
    throw GrammarFault("no text matches this grammar" +
                       (names.empty() ? std::string() : "; these terminals match nothing: " + names));
  }
  nullable_start_ = empty[starts_[start_automaton_]];

  std::vector<RawEdge> kept;
  kept.reserve(edges_.size());
  for (const RawEdge& e : edges_) {
    if (!alive[e.target] || !alive[e.source]) continue;
    if (e.kind == Edge::Distinct) {
      if (terminals_[e.label].pattern == ResidualStore::kEmpty) continue;
      if (nullable(e.label)) throw GrammarFault("a terminal that must be distinct may be empty");
    } else if (e.kind == Edge::Once) {
      if (!alive[starts_[onces_[e.label].callee]]) continue;
      if (empty[starts_[onces_[e.label].callee]]) throw GrammarFault("a part that may stand once in its scope may be empty");
    } else if (e.kind == Edge::Terminal) {
      if (terminals_[e.label].pattern == ResidualStore::kEmpty) continue;
      if (nullable(e.label)) kept.push_back({e.source, e.target, 0, Edge::Silent});
      if (terminals_[e.label].pattern == ResidualStore::kEpsilon) continue;
    } else if (e.kind == Edge::Call) {
      if (!alive[starts_[e.label]]) continue;
      if (empty[starts_[e.label]]) kept.push_back({e.source, e.target, 0, Edge::Silent});
    }
    kept.push_back(e);
  }
  // A counted body that may be empty can fill up its minimum with empty rounds.
  for (Counter& c : counters_) {
    if (!empty[c.body] || c.minimum == 0) continue;
    c.minimum = 0;
  }
  for (StateId body : separated_)
    if (empty[body]) throw UnsupportedFault("what is counted with something between may not be empty", "counted repetition");
  edges_ = std::move(kept);
  final_.assign(state_count_, 0);
  for (StateId f : finals_) final_[f] = 1;

  sort_edges();
  find_scoped();
  if (loop_self_calls()) sort_edges();
  // A call in last place: its target does nothing but end. The callee then ends for its caller.
  std::vector<signed char> ends(state_count_, -1);  // 1: from here, silently, only the end
  for (StateId f : finals_)
    if (first_edge_[f] == first_edge_[f + 1]) ends[f] = 1;
  const auto only_ends = [&](StateId q) {
    std::vector<StateId> path;
    while (ends[q] < 0) {
      path.push_back(q);
      ends[q] = 0;  // also breaks silent cycles
      const std::uint32_t i = first_edge_[q];
      if (final_[q] || first_edge_[q + 1] != i + 1 || edges_[i].kind != Edge::Silent) break;
      q = edges_[i].target;
    }
    if (ends[q] == 1)
      for (StateId p : path) ends[p] = 1;
    return ends[q] == 1;
  };
  if (has_scopes()) check_counted();
  std::vector<bool> is_scope(starts_.size(), false);
  for (std::uint32_t a : scope_starts_) is_scope[a] = true;
  for (RawEdge& e : edges_)
    if (e.kind == Edge::Call && !scoped_[e.source] && !is_scope[e.label] && only_ends(e.target)) e = {e.source, starts_[e.label], 0, Edge::Silent};
}

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

void Network::sort_edges() {
  std::vector<RawEdge> sorted(edges_.size());
  first_edge_.assign(state_count_ + 1, 0);
  for (const RawEdge& e : edges_) ++first_edge_[e.source + 1];
  for (StateId q = 0; q < state_count_; ++q) first_edge_[q + 1] += first_edge_[q];
  std::vector<std::uint32_t> next(first_edge_.begin(), first_edge_.end() - 1);
  for (const RawEdge& e : edges_) sorted[next[e.source]++] = e;
  edges_ = std::move(sorted);
}

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
