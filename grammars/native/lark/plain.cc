#include "lark/plain.h"

#include <algorithm>

#include "lark/notation.h"

namespace constrain {

namespace {

constexpr std::uint64_t kTableWork = 5'000'000;  // as MAX_WORK of grammars/lark/parsing/lalr.py

// The order in which lark's lexers try terminals.
bool tried_before(const LarkTerminal& a, const LarkTerminal& b) {
  if (a.priority != b.priority) return a.priority > b.priority;
  if (a.added.most != b.added.most) return a.added.most > b.added.most;
  const std::int64_t mine = characters(a.value), other = characters(b.value);
  return mine != other ? mine > other : a.name < b.name;
}

}  // namespace

PlainStates::PlainStates(PlainGrammar grammar, std::uint64_t max_items, std::uint64_t max_work) {
  const Pool::Use use(pool_);
  const std::int32_t end = grammar.symbols;
  TerminalProgram program(std::move(grammar.categories));
  std::vector<bool> terminal(static_cast<std::size_t>(end) + 1, false);
  for (LarkTerminal& each : grammar.terminals) {
    each.added = each.literal ? program.text(each.value, each.any_case) : program.expression(each.value, each.any_case);
    if (each.added.least == 0) throw NotPlain{};
  }
  std::stable_sort(grammar.terminals.begin(), grammar.terminals.end(), tried_before);
  std::vector<bool> origin(terminal.size(), false);
  for (const std::int32_t each : grammar.origins) origin[each] = true;
  for (const auto& body : grammar.bodies)
    for (const std::int32_t symbol : body)
      if (!origin[symbol]) terminal[symbol] = true;
  for (const LarkTerminal& each : grammar.terminals) origin[each.symbol] = true;
  for (std::size_t symbol = 0; symbol < terminal.size(); ++symbol)
    if (terminal[symbol] && !origin[symbol]) throw NotPlain{};  // declared, without a pattern
  const LarkRules& rules = rules_.emplace(terminal, grammar.origins, grammar.bodies);
  Vec<std::optional<Words>> followers(terminal.size());
  const Vec<Words> right_after = rules.followers();
  for (std::size_t symbol = 0; symbol < terminal.size(); ++symbol) {
    const bool skipped = symbol / 64 < grammar.ignored.size() && (grammar.ignored[symbol / 64] >> (symbol % 64) & 1);
    if (!terminal[symbol] || skipped) continue;
    followers[symbol] = right_after[symbol];
    join(*followers[symbol], grammar.ignored);
  }
  LarkLexing& lexing = lexing_.emplace(program, std::move(grammar.terminals), followers, grammar.ignored);
  LalrTable table(end, grammar.start, grammar.origins, grammar.bodies, kTableWork);
  if (table.spent() || !table.settle(grammar.ranks)) throw NotPlain{};
  Vec<std::int32_t> lexer_of(static_cast<std::size_t>(table.states()), 0);
  if (grammar.contextual) {
    lexer_of = lexing.contextual(table, grammar.ignored);
  } else {
    lexing.basic();
  }
  const LarkStates states(table, lexer_of, grammar.ignored);
  LarkProduct& product = product_.emplace(rules, lexing, followers, lexing.count(), grammar.ignored, &states,
                                          std::nullopt, LarkProduct::Limits{max_items, max_work});
  const std::int32_t request = product.tabulate(grammar.start, lexer_of[0], 0);
  may_wait_ = lexing.settle();
  writer_.emplace(product, lexing, end, 0);
  if (!writer_->begin(grammar.start, request)) throw NotPlain{};  // no text matches
}

// Others get their states in between: all together take some tens of milliseconds.
PlainGraph PlainStates::whole() {
  Graph graph;
  bool fit = true;
  for (std::uint32_t at = 0;; ++at) {
    const std::lock_guard guard(mutex_);
    const Pool::Use use(pool_);
    fit = writer_->fits(graph);
    if (at == writer_->states() || !fit) break;
    graph.close(writer_->row(at, graph.arcs));
  }
  PlainGraph out;
  std::vector<std::uint32_t> classes;
  if (fit) classes = refined(graph, kWorkCap);  // of one that was left in the middle, arcs lead to states that are not there
  const std::lock_guard guard(mutex_);
  const Pool::Use use(pool_);
  if (fit) writer_->write(graph, classes, out.graph);
  else writer_->write(out.graph);
  out.terminals = lexing_->written();
  return out;
}

std::uint64_t PlainStates::state(std::uint32_t q, std::vector<Arc>& arcs) {
  const std::lock_guard guard(mutex_);
  const Pool::Use use(pool_);
  return writer_->row(q, arcs);
}

LazyGraph::Terminal PlainStates::terminal(std::uint32_t t) {
  const std::lock_guard guard(mutex_);
  const auto& [code, name] = lexing_->written()[writer_->terminal(static_cast<std::int32_t>(t)).of];
  return {code, name};
}

std::size_t PlainStates::memory() {
  const std::lock_guard guard(mutex_);
  return writer_->memory();
}

}  // namespace constrain
