// The tabulated product as productions, in order:
//
// 1. `write` begins with the start's request and writes right sides as nodes of one array; what is named on the way waits in
//    `todo_`: symbols (a request up to some of its ends), rests of rules that branch, tokens, ignored tokens.
// 2. `rest` follows an item symbol by symbol as long as there is one way on; where several items follow, the rest gets a
//    name of its own (`branch`), or the right sides would grow exponentially.
// 3. `token` writes one token after ignored ones, for each obligation that may be left.
// 4. `emit` turns nodes into postfix code, once all productions have numbers.
// 5. `merge_alike` makes productions one that say the same.
// Nothing unproductive is written, because only ends that the product has found are asked for.
#include "lark/emit_grammar.h"

#include <algorithm>

#include "lark/merge_productions.h"

namespace constrain {

namespace {

constexpr std::size_t kMostNodes = 2'000'000;  // of one right side, as in encode_trees.cc
enum BlockEnds : std::int32_t { Inner = 4, Last, Text };
constexpr std::int32_t kText = -2;  // the family of the start; -1 is that of ignored tokens
enum Keys : std::int32_t { OfToken, OfIgnored };

}  // namespace

bool LarkWriter::write(std::int32_t start, std::int32_t request, WrittenGrammar& out) {
  // Lexer states by what may come after them.
  // The text may end in states that differ only in what no longer matters; those are written as one way.
  std::vector<std::pair<std::array<std::int32_t, 3>, Words>> ended;
  each(product_.sets()[product_.request(request).ends], [&](std::int32_t number) {
    const LarkProduct::LexState& end = product_.lex_state(number);
    if (product_.names().has(end.lost, end_) || (end.line != LarkProduct::Ended && end.line != LarkProduct::Within)) return;
    const bool whole = end.line == LarkProduct::Ended;
    const std::array<std::int32_t, 3> key{whole, whole ? 0 : end.lexer, whole ? 0 : end.obligation};
    auto known = std::find_if(ended.begin(), ended.end(), [&](const auto& each) { return each.first == key; });
    if (known == ended.end()) known = ended.insert(ended.end(), {key, {}});
    put(known->second, number);
  });
  Nodes ways;
  for (auto& [key, lex_states] : ended) {
    Node rest;
    if (key[0]) rest = compound(Sequence, {});
    else if (!ending(key[1], key[2], rest)) continue;
    const Node first = symbol(start, request, product_.sets().intern(std::move(lex_states)));
    ways.push_back(compound(Sequence, {first, rest}));
  }
  if (ways.empty()) return false;
  out.start = static_cast<std::int32_t>(names_.size());
  names_.push_back("text");
  families_.push_back(kText);
  rights_.push_back(compound(Choice, ways));
  while (!todo_.empty()) {
    const Task task = std::move(todo_.back());
    todo_.pop_back();
    rights_[task.production] = write(task);
  }
  emit(out);
  merge_alike(out);
  return true;
}

LarkWriter::Node LarkWriter::add(Kind kind, std::int32_t a, std::int32_t b) {
  nodes_.push_back({kind, a, b});
  return static_cast<Node>(nodes_.size() - 1);
}

LarkWriter::Node LarkWriter::compound(Kind kind, const Node* parts, std::size_t count) {
  const auto first = static_cast<std::int32_t>(parts_.size());
  parts_.insert(parts_.end(), parts, parts + count);
  return add(kind, first, static_cast<std::int32_t>(count));
}

// Of the nodes on the stack from that position on, which it takes off; a single one stays what it is.
LarkWriter::Node LarkWriter::taken(Kind kind, std::size_t from) {
  const std::size_t count = stack_.size() - from;
  const Node out = count == 1 ? stack_[from] : compound(kind, stack_.data() + from, count);
  stack_.resize(from);
  return out;
}

// A nonterminal whose right side is written later; a negative symbol: ignored tokens.
void LarkWriter::name(std::int32_t symbol, Task task) {
  // Later, because right sides need names of each other: writing them at once would recurse as deep as the grammar is
  // long.
  task.production = static_cast<std::int32_t>(names_.size());
  names_.push_back((symbol < 0 ? "ignored" : symbols_[symbol]) + " #" + std::to_string(named_count_++));
  families_.push_back(symbol);
  rights_.push_back(-1);
  todo_.push_back(std::move(task));
}

LarkWriter::Node LarkWriter::named(FlatMap<std::int32_t>& known, std::int32_t first, std::int32_t lasts, std::int32_t symbol, Task::What what) {
  const auto a = static_cast<std::uint32_t>(first), b = static_cast<std::uint32_t>(lasts);
  if (const std::int32_t* found = known.find(a, b)) return add(Nonterminal, *found);
  const auto production = static_cast<std::int32_t>(names_.size());
  known.insert(a, b, production);
  name(symbol, {what, 0, {first, lasts}, {}});
  return add(Nonterminal, production);
}

LarkWriter::Node LarkWriter::named(std::vector<std::int32_t> key, std::int32_t symbol, Task task) {
  const auto [known, made] = of_token_.try_emplace(std::move(key), static_cast<std::int32_t>(names_.size()));
  if (made) name(symbol, std::move(task));
  return add(Nonterminal, known->second);
}

LarkWriter::Node LarkWriter::write(const Task& task) {
  const auto& of = task.of;
  if (task.what == Task::Symbol) return symbol_ways(of[0], of[1]);
  if (task.what == Task::Branch) return branch(of[0], of[1]);
  if (task.what == Task::Token) return token(task);
  return ignored_ways(of[0], of[1], of[2]);
}

// Ignored tokens up to where the text may end; false where it may not.
bool LarkWriter::ending(std::int32_t lexer, std::int32_t obligation, Node& out) {
  Nodes ways;
  for (std::int32_t left : product_.after_ignored(lexer, obligation))
    if (product_.may_end(left)) ways.push_back(ignored(lexer, obligation, left));
  if (ways.empty()) return false;
  out = compound(Choice, ways);
  return true;
}

LarkWriter::Node LarkWriter::symbol(std::int32_t symbol, std::int32_t request, BitSets::Id lasts) {
  // Ends that the symbol has not are of no interest, and without them more sets are equal.
  lasts = product_.sets().meet(lasts, product_.request(request).ends);
  return named(of_request_, request, lasts, symbol, Task::Symbol);
}

LarkWriter::Node LarkWriter::symbol_ways(std::int32_t request, BitSets::Id lasts) {
  const std::size_t from = stack_.size();
  for (std::int32_t item : product_.request(request).firsts)
    if (product_.sets().meets(product_.item(item).reach, lasts)) stack_.push_back(rest(item, lasts));
  return taken(Choice, from);
}

// The items after the next symbol, each with the lexer states that lead there.
const LarkWriter::Ways& LarkWriter::following(std::int32_t item) {
  Ways& known = following_[item];
  if (!known.empty()) return known;
  std::vector<std::pair<std::int32_t, Words>> groups;
  std::unordered_map<std::int32_t, std::size_t> at;
  const auto& edges = product_.item(item).edges;
  if (edges.size() == 1) {  // as most items have it
    known.emplace_back(edges[0].second, product_.sets().one(edges[0].first));
    return known;
  }
  for (const auto& [lex_state, next] : edges) {
    const auto [group, fresh] = at.try_emplace(next, groups.size());
    if (fresh) groups.push_back({next, {}});
    put(groups[group->second].second, lex_state);
  }
  for (auto& [next, lex_states] : groups) known.emplace_back(next, product_.sets().intern(std::move(lex_states)));
  return known;
}

// The rest of the item's rule, ending at one of the lexer states.
LarkWriter::Node LarkWriter::rest(std::int32_t item, BitSets::Id lasts) {
  const std::size_t from = stack_.size();
  while (product_.symbol(product_.item(item).at) >= 0) {
    const Ways& ways = following(item);
    product_.burn(ways.size());
    // the items after it from which the rule can end there; one of them is gone on with
    std::size_t count = 0, way = 0;
    for (std::size_t i = 0; i < ways.size() && count < 2; ++i)
      if (product_.sets().meets(product_.item(ways[i].first).reach, lasts)) ++count, way = i;
    if (count > 1) {
      // Several ways on: the rest gets a name, shared by all that come to this item for these ends.
      const BitSets::Id own = product_.sets().meet(lasts, product_.item(item).reach);
      stack_.push_back(named(of_item_, item, own, product_.origin(product_.item(item).at), Task::Branch));
      break;
    }
    if (count == 0) throw std::logic_error("lark: a rule that can end cannot go on");
    stack_.push_back(step(item, ways[way].second));
    item = ways[way].first;
  }
  return taken(Sequence, from);
}

LarkWriter::Node LarkWriter::branch(std::int32_t item, BitSets::Id lasts) {
  const std::size_t from = stack_.size();
  for (const auto& [next, lex_states] : following(item)) {
    if (!product_.sets().meets(product_.item(next).reach, lasts)) continue;
    const Node first = step(item, lex_states);
    stack_.push_back(compound(Sequence, {first, rest(next, lasts)}));
  }
  return taken(Choice, from);
}

// The item's next symbol, up to one of the lexer states.
LarkWriter::Node LarkWriter::step(std::int32_t item, BitSets::Id lasts) {
  const auto a = static_cast<std::uint32_t>(item), b = static_cast<std::uint32_t>(lasts);
  if (const Node* known = steps_.find(a, b)) return *known;
  // One node for each item and set of ends: rules that share a beginning share what is written of it.
  const Node made = next(item, lasts);
  steps_.insert(a, b, made);
  return made;
}

LarkWriter::Node LarkWriter::next(std::int32_t id, BitSets::Id lasts) {
  const LarkProduct::Item& item = product_.item(id);
  const std::int32_t name = product_.symbol(item.at);
  if (!product_.terminal(name)) return symbol(name, product_.known_request(name, item.state, item.lex_state), lasts);
  const LarkProduct::LexState& first = product_.lex_state(item.lex_state);
  const auto& layout = product_.layout();
  // An INDENT spells nothing: the line end before it has read the indentation.
  if (layout && name == layout->indent) return compound(Sequence, {});
  if (layout && name == layout->dedent) {
    Nodes ways;
    each(product_.sets()[lasts], [&](std::int32_t end) { ways.push_back(block_end(first, product_.lex_state(end))); });
    return compound(Choice, ways);
  }
  const std::int32_t target = product_.go(item.state, name);
  Lefts lefts;
  each(product_.sets()[lasts], [&](std::int32_t end) {
    const std::pair left{product_.lex_state(end).obligation, product_.lex_state(end).line};
    if (std::find(lefts.begin(), lefts.end(), left) == lefts.end()) lefts.push_back(left);
  });
  // The key is sorted, so that equal tokens in another order are one production; they are written in the order of the
  // ends.
  Lefts sorted = lefts;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::int32_t> key{OfToken, name, first.lexer, first.obligation, product_.accepts(target)};
  for (const auto& [obligation, line] : sorted) key.insert(key.end(), {obligation, line});
  return named(std::move(key), name, {Task::Token, 0, {name, first.lexer, first.obligation, target}, std::move(lefts)});
}

LarkWriter::Node LarkWriter::block_end(const LarkProduct::LexState& first, const LarkProduct::LexState& end) {
  if (end.line != LarkProduct::Ended) return add(BlockEnd, end.line == LarkProduct::Dedent ? Inner : Last);
  const Node block_end = add(BlockEnd, Text);
  Node rest;
  if (first.line == LarkProduct::Ended || !ending(first.lexer, first.obligation, rest)) return block_end;
  return compound(Sequence, {rest, block_end});
}

// One token after ignored ones, up to any of the obligations and line ends.
LarkWriter::Node LarkWriter::token(const Task& task) {
  const auto [name, lexer, first, target] = task.of;
  Nodes ways;
  for (std::int32_t obligation : product_.after_ignored(lexer, first)) {
    Nodes tokens;
    Lexing::Ids wanted;
    const Lexing::Ids& all = product_.lexemes(name, lexer, obligation);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::int32_t after = product_.left_after(all[i], name, target);
      bool asked = false;
      for (const auto& [last, line] : task.lefts) {
        if (last != after) continue;
        asked = true;
        if (product_.ends_lines(name)) tokens.push_back(line_end(name, lexer, obligation, all[i], line));
      }
      if (asked && !product_.ends_lines(name)) wanted.push_back(product_.texts(name, lexer, obligation)[i]);
    }
    if (!wanted.empty()) tokens.push_back(lexeme(name, std::move(wanted)));
    for (Node token : tokens) ways.push_back(compound(Sequence, {ignored(lexer, first, obligation), token}));
  }
  return compound(Choice, ways);
}

LarkWriter::Node LarkWriter::lexeme(std::int32_t name, Lexing::Ids texts) {
  const auto known = terminals_.find(texts);
  if (known != terminals_.end()) return add(Terminal, known->second);
  const std::int32_t made = lexicon_.terminal(name, texts);
  terminals_.emplace(std::move(texts), made);
  return add(Terminal, made);
}

// One ignored token that leaves the obligation.
LarkWriter::Node LarkWriter::ignored_leaving(std::int32_t lexer, std::int32_t first, std::int32_t left) {
  const Lexing::Ids& all = product_.lexemes(Lexing::kIgnored, lexer, first);
  const auto at = static_cast<std::size_t>(std::find(all.begin(), all.end(), left) - all.begin());
  return lexeme(Lexing::kIgnored, {product_.texts(Lexing::kIgnored, lexer, first)[at]});
}

LarkWriter::Node LarkWriter::line_end(std::int32_t name, std::int32_t lexer, std::int32_t first, std::int32_t last, std::int32_t line) {
  Nodes ways;
  for (const auto& [head, tail] : lexicon_.line_ends(name, lexer, first, last)) {
    const auto [known, made] = line_ends_.try_emplace({head, tail, line, 0}, 0);
    if (made) {
      lines_.push_back({head, tail, line + 1});
      known->second = add(LineEnd, static_cast<std::int32_t>(lines_.size() - 1));
    }
    ways.push_back(known->second);
  }
  return compound(Choice, ways);
}

// Any number of ignored tokens from one obligation to another.
LarkWriter::Node LarkWriter::ignored(std::int32_t lexer, std::int32_t first, std::int32_t last) {
  const Lexing::Ids& after = product_.after_ignored(lexer, first);
  const bool any = std::any_of(after.begin(), after.end(), [&](std::int32_t obligation) { return !product_.lexemes(Lexing::kIgnored, lexer, obligation).empty(); });
  // Nothing to ignore here.
  if (!any) return compound(Sequence, {});
  if (after.size() == 1) return add(Repeat, ignored_leaving(lexer, first, first));
  return named({OfIgnored, lexer, first, last}, -1, {Task::Ignored, 0, {lexer, first, last}, {}});
}

LarkWriter::Node LarkWriter::ignored_ways(std::int32_t lexer, std::int32_t first, std::int32_t last) {
  Nodes ways;
  if (first == last) ways.push_back(compound(Sequence, {}));
  for (std::int32_t left : product_.lexemes(Lexing::kIgnored, lexer, first)) {
    const Lexing::Ids& after = product_.after_ignored(lexer, left);
    if (std::find(after.begin(), after.end(), last) == after.end()) continue;
    const Node token = ignored_leaving(lexer, first, left);
    ways.push_back(compound(Sequence, {token, ignored(lexer, left, last)}));
  }
  return compound(Choice, ways);
}

void LarkWriter::emit(WrittenGrammar& out) {
  std::unordered_map<std::array<std::int32_t, 4>, std::size_t, IntsOfFour> numbers;
  const auto terminal = [&](WrittenGrammar::Terminal::Kind kind, std::int32_t number, std::int32_t of) {
    const auto [known, made] = numbers.try_emplace({kind, number, 0, 0}, out.terminals.size());
    if (made) out.terminals.push_back({kind, number, of});
    return known->second;
  };
  struct Pending {
    Node node;  // or, if negative, the end of a sequence, choice or repetition
    Kind kind;
    std::size_t count;
  };
  std::vector<Pending> stack;
  Nodes flat, open;
  for (const Node right : rights_) {
    std::string& code = out.codes.emplace_back();
    std::size_t written = 0;
    const auto operation = [&](GrammarCode value) {
      if (++written > kMostNodes) throw LimitError("lark: a production has too many nodes, shared parts counted wherever they stand; split the rules that are the largest", kMostNodes, written);
      append_operation(code, value);
    };
    stack.push_back({right, Terminal, 0});
    while (!stack.empty()) {
      const Pending top = stack.back();
      stack.pop_back();
      if (top.node < 0) {
        operation(static_cast<GrammarCode>(top.kind));
        append_number(code, top.kind == Repeat ? 0 : top.count);
        if (top.kind == Repeat) append_number(code, 0);
        continue;
      }
      const Expression& e = nodes_[top.node];
      if (e.kind == Terminal || e.kind == Nonterminal) {
        operation(static_cast<GrammarCode>(e.kind));
        append_number(code, e.kind == Terminal ? terminal(WrittenGrammar::Terminal::Plain, e.a, e.a) : static_cast<std::uint64_t>(e.a));
      } else if (e.kind == LineEnd) {
        const Line& line = lines_[e.a];
        operation(GrammarCode::Line);
        append_number(code, terminal(WrittenGrammar::Terminal::Head, e.a, line.head));
        append_number(code, static_cast<std::uint64_t>(line.kind));
        append_number(code, terminal(WrittenGrammar::Terminal::Plain, line.tail, line.tail));
        append_number(code, static_cast<std::uint64_t>(tab_));
      } else if (e.kind == BlockEnd) {
        operation(GrammarCode::Line);
        append_number(code, terminal(WrittenGrammar::Terminal::End, e.a, e.a));
        append_number(code, static_cast<std::uint64_t>(e.a));
      } else if (e.kind == Repeat) {
        // The operation waits below its part, which is written first.
        stack.push_back({-1, Repeat, 0});
        stack.push_back({e.a, Terminal, 0});
      } else {
        // parts of the node's own kind are replaced by theirs
        flat.clear();
        open.assign(1, top.node);
        while (!open.empty()) {
          const Node node = open.back();
          open.pop_back();
          const Expression& each = nodes_[node];
          if (each.kind != e.kind) flat.push_back(node);
          else
            for (std::int32_t i = each.b; i-- > 0;) open.push_back(parts_[each.a + i]);
        }
        stack.push_back({-1, e.kind, flat.size()});
        for (std::size_t i = flat.size(); i-- > 0;) stack.push_back({flat[i], Terminal, 0});
      }
    }
  }
  out.names = std::move(names_);
  out.families = std::move(families_);
}

}  // namespace constrain
