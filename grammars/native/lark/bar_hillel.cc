// The product of rules and lexer, in order:
//
// 1. The constructor lays all rules out as one array of positions, with what the rest of each rule begins with.
// 2. `rest_of` numbers positions in LALR states by what is left of the rule. A symbol begun in two states is one
//    derivation where nothing contradicts that (`alike`, after Hopcroft and Karp 1971).
// 3. `tabulate` requests the start symbol from the lexer state where the text begins, and works until nothing is new:
//    `requested` a request (derivation, lexer state) has an item for the beginning of each of the symbol's rules;
//    `expand`    an item reads its next symbol: a terminal leads to the lexer states after it (`shift`), a nonterminal to
//                the ends of its request, as far as they are known (`link`);
//    `flow`      ends found later are passed back to items and requests that wait for them, many at a time.
// 4. Lexer states are narrowed to what can matter (`narrowed`): the obligation and the lost terminals, only as far as the
//    terminals that come next can tell.
// Example: `start: NAME "=" NAME` with ignored blanks has two lexer states between tokens, before a token and after one that
// may grow (a NAME may go on), and an item of the rule for each rest and lexer state.
#include "lark/bar_hillel.h"

#include <algorithm>

namespace constrain {

namespace {

std::uint64_t pair_of(std::int32_t a, std::int32_t b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

std::uint64_t hash_of(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
  const auto pair = [](std::int32_t x, std::int32_t y) {
    return std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
  };
  return mix(mix(0, pair(a, b)), pair(c, d));
}

bool member(Bits words, std::int32_t at) {
  return static_cast<std::size_t>(at) >> 6 < words.size() && (words[at >> 6] >> (at & 63) & 1);
}

}  // namespace

LarkStates::LarkStates(const LalrTable& table, Vec<std::int32_t> lexer_of, const Words& always)
    : table_(table), lexer_of_(std::move(lexer_of)) {
  FlatSet joined;  // a set and a lexer
  for (std::int32_t state = 0; state < table.states(); ++state) {
    const auto lexer = static_cast<std::size_t>(lexer_of_[state]);
    if (accepts_.size() <= lexer) accepts_.resize(lexer + 1, always);
    if (joined.insert(pair_of(table.accepts()[state], lexer_of_[state])))
      join(accepts_[lexer], table.words(table.accepts()[state]));
  }
}

std::int32_t LarkStates::lost(std::int32_t state, std::int32_t rule) const {
  for (const LalrTable::Reduction& each : table_.reductions(state))
    if (each.rule == rule) return each.lost;
  return -1;
}

LarkProduct::LarkProduct(const LarkRules& rules, Lexing& lexing, Vec<std::optional<Words>> followers,
                         std::int32_t lexers, const Words& always, const LarkStates* states,
                         std::optional<LarkLayout> layout, Limits limits)
    : rules_(rules),
      lexing_(lexing),
      outer_(layout ? lexers / 2 : lexers),
      states_(states),
      layout_(std::move(layout)),
      limits_(limits) {
  always_ = names_.intern(always);
  for (const std::optional<Words>& each : followers) followers_.push_back(each ? names_.intern(*each) : -1);
  if (states) {
    for (const Words& each : states->accepts()) accepts_.push_back(names_.intern(each));
    lost_.assign(static_cast<std::size_t>(states->table().sets()), -1);
  }
  begin_.resize(static_cast<std::size_t>(rules.symbols()));
  of_symbol_.resize(begin_.size());
  up_.assign(static_cast<std::size_t>(states ? states->table().steps() : rules.symbols()), -1);
  known_.resize(up_.size());
  begins_.resize(up_.size());
  const auto& bodies = rules.bodies();
  for (std::size_t rule = 0; rule < bodies.size(); ++rule) {
    const std::size_t first = symbols_.size();
    // A rule's positions stand in a row: one before each symbol, and one at the end, with symbol -1.
    begin_[rules.origins()[rule]].push_back(static_cast<std::int32_t>(first));
    std::int32_t depth = 0;
    for (std::int32_t symbol : bodies[rule]) {
      symbols_.push_back(symbol);
      inside_.push_back(depth > 0);
      if (layout_) depth += member(layout_->opening, symbol) - member(layout_->closing, symbol);
    }
    symbols_.push_back(-1);
    inside_.push_back(depth > 0);
    rule_at_.resize(symbols_.size(), static_cast<std::int32_t>(rule));
    heads_.resize(symbols_.size(), -1);
    // From the back: what the rest begins with, and whether it may be empty.
    Words begins;
    bool empty = true;
    for (std::size_t i = bodies[rule].size(); i-- > 0;) {
      const std::int32_t symbol = bodies[rule][i];
      const bool passes = rules.nullable(symbol);
      if (!passes) begins.clear();
      join(begins, rules.first(symbol));
      empty = empty && passes;
      // What INDENT and DEDENT need is the line, which narrowing would forget; so nothing is narrowed before them.
      const bool turns = layout_ && (member(begins, layout_->indent) || member(begins, layout_->dedent));
      if (!empty && !turns) heads_[first + i] = names_.intern(begins);
    }
  }
}

std::int32_t LarkProduct::number(const LexState& lex_state) {
  const std::uint64_t hash = hash_of(lex_state.lexer, lex_state.obligation, lex_state.lost, lex_state.line);
  const std::uint32_t known = numbers_.find(hash, [&](std::uint32_t id) { return lex_states_[id] == lex_state; });
  if (known != kNone) return static_cast<std::int32_t>(known);
  numbers_.insert(hash, static_cast<std::uint32_t>(lex_states_.size()));
  lex_states_.push_back(lex_state);
  return static_cast<std::int32_t>(lex_states_.size() - 1);
}

// --- tokens

std::int32_t LarkProduct::within(std::int32_t obligation, BitSets::Id terminals) {
  if (obligation == 0) return 0;
  const auto a = static_cast<std::uint32_t>(obligation), b = static_cast<std::uint32_t>(terminals);
  if (const std::int32_t* known = within_.find(a, b)) return *known;
  const std::int32_t found = lexing_.within(obligation, names_[terminals]);
  within_.insert(a, b, found);
  return found;
}

std::span<const std::int32_t> LarkProduct::lexemes(std::int32_t terminal, std::int32_t lexer, std::int32_t obligation) {
  if (ends_lines(terminal)) {
    if (lexer >= outer_) return {};
    const auto [at, made] = lines_.try_emplace(pair_of(lexer, obligation));
    if (made) at->second = lexing_.line_ends(lexer, obligation);
    return at->second;
  }
  return kind(terminal, lexer, obligation).first;
}

LarkProduct::Kind LarkProduct::kind(std::int32_t terminal, std::int32_t lexer, std::int32_t obligation) {
  auto known = kinds_.find(pair_of(lexer, obligation));
  if (known == kinds_.end()) {
    auto all = lexing_.tokens(lexer, obligation);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a[0] < b[0]; });
    Kinds made;
    for (Lexing::Ids* each : {&made.types, &made.lefts, &made.texts}) each->resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      made.types[i] = all[i][0], made.lefts[i] = all[i][1], made.texts[i] = all[i][2];
    known = kinds_.emplace(pair_of(lexer, obligation), std::move(made)).first;
  }
  const Kinds& kinds = known->second;
  const auto [first, last] = std::equal_range(kinds.types.begin(), kinds.types.end(), terminal);
  const auto begin = static_cast<std::size_t>(first - kinds.types.begin());
  const auto count = static_cast<std::size_t>(last - first);
  return {std::span(kinds.lefts).subspan(begin, count), std::span(kinds.texts).subspan(begin, count)};
}

const Lexing::Ids& LarkProduct::after_ignored(std::int32_t lexer, std::int32_t obligation) {
  const auto known = ignores_.find(pair_of(lexer, obligation));
  if (known != ignores_.end()) return known->second;
  // No ignored token at all comes first, and then what one, two, ... of them leave.
  Lexing::Ids found{obligation}, stack{obligation};
  Words seen;
  put(seen, obligation);
  while (!stack.empty()) {
    const std::int32_t from = stack.back();
    stack.pop_back();
    for (std::int32_t left : lexemes(Lexing::kIgnored, lexer, from))
      if (!member(seen, left)) {
        put(seen, left);
        found.push_back(left);
        stack.push_back(left);
      }
  }
  return ignores_.emplace(pair_of(lexer, obligation), std::move(found)).first->second;
}

BitSets::Id LarkProduct::lost(std::int32_t state, std::int32_t at) {
  const std::int32_t set = states_ ? states_->lost(state, rule_at_[at]) : -1;
  if (set < 0) return 0;
  if (lost_[set] < 0) lost_[set] = names_.intern(states_->table().words(set));
  return lost_[set];
}

// The terminals that matter after a terminal, because they may follow it there; -1: any may.
BitSets::Id LarkProduct::matter(std::int32_t terminal, std::int32_t lexer) {
  const BitSets::Id all = followers_[terminal];
  return all < 0 || !states_ ? all : names_.meet(all, accepts_[lexer]);
}

// --- what is left of rules

std::int32_t LarkProduct::rest_of(std::int32_t at, std::int32_t state) {
  std::int32_t following = -1;
  path_.clear();
  for (;; ++at) {
    const auto a = static_cast<std::uint32_t>(at), b = static_cast<std::uint32_t>(state);
    if (const std::int32_t* known = rest_at_.find(a, b)) {
      following = *known;
      break;
    }
    path_.push_back({at, state, {}});
    if (symbols_[at] < 0) break;
    path_.back().move = go(state, at);
    state = path_.back().move.target;
  }
  for (std::size_t i = path_.size(); i-- > 0;) {
    const auto [position, from, move] = path_[i];
    Rest rest{symbols_[position], following, 0, 0, heads_[position], false};
    if (rest.symbol < 0) {
      rest.label = lost(from, position);
    } else {
      rest.inside = inside_[position + 1];
      if (rules_.terminal(rest.symbol)) {
        rest.lexer = lexer(move.target);
        rest.label = matter(rest.symbol, rest.lexer);
      } else {
        rest.label = begun(move.step);
      }
    }
    const std::uint64_t hash = hash_of(rest.symbol, following, rest.label, 2 * rest.lexer + rest.inside);
    std::uint32_t number = rest_index_.find(hash, [&](std::uint32_t id) { return rests_[id] == rest; });
    if (number == kNone) {
      rest_index_.insert(hash, number = rests_.grow());
      rests_[number] = rest;
    }
    following = static_cast<std::int32_t>(number);
    rest_at_.insert(static_cast<std::uint32_t>(position), static_cast<std::uint32_t>(from), following);
  }
  return following;
}

std::int32_t LarkProduct::root(std::int32_t derivation) const {
  while (up_[derivation] >= 0) derivation = up_[derivation];
  return derivation;
}

// The derivation that stands for all that are like this one.
std::int32_t LarkProduct::begun(std::int32_t derivation) {
  constexpr std::size_t kMostTried = 32;  // others, the last ones; one that is not found makes the product larger
  const std::int32_t first = root(derivation);
  if (known_[first]) return first;
  Vec<std::int32_t>& others = of_symbol_[origin(derivation).second];
  for (std::size_t i = others.size(); i-- > 0 && others.size() - i <= kMostTried;)
    if (alike(derivation, others[i])) return others[i];
  known_[first] = true;
  others.push_back(first);
  return first;
}

std::span<const std::int32_t> LarkProduct::begins(std::int32_t derivation) {
  std::span<const std::int32_t>& known = begins_[derivation];
  const auto [state, symbol] = origin(derivation);
  if (known.data() == nullptr && !begin_[symbol].empty()) {
    Vec<std::int32_t> found;
    for (const std::int32_t position : begin_[symbol]) found.push_back(rest_of(position, state));
    known = {arena_.copy(found.data(), found.size()), found.size()};
  }
  return known;
}

// Whether two derivations of a symbol are the same in all that the lexer or a lost conflict can tell. They are taken to
// be, and so is what they lead to, until something contradicts; then nothing of it stays.
bool LarkProduct::alike(std::int32_t a, std::int32_t b) {
  constexpr std::uint64_t kMostSteps = 100'000;
  const std::uint64_t most = work_ + kMostSteps;
  merged_.clear();
  open_.assign(1, {a, b});
  while (!open_.empty()) {
    const auto [one, other] = open_.back();
    open_.pop_back();
    std::int32_t from = root(one), to = root(other);
    if (from == to) continue;
    if (known_[from]) std::swap(from, to);
    bool fits = !known_[from] && work_ < most;
    if (fits) {
      up_[from] = to;
      merged_.push_back(from);
      const Vec<std::int32_t>& rules = begin_[origin(one).second];
      for (std::size_t i = 0; i < rules.size() && fits; ++i) fits = same_rests(i, rules[i], one, other);
    }
    if (fits) continue;
    for (const std::int32_t each : merged_) up_[each] = -1;
    return false;
  }
  return true;
}

// Whether what two derivations of a symbol have for one of its rules is the same, if the derivations in `open_` are.
bool LarkProduct::same_rests(std::size_t rule, std::int32_t at, std::int32_t one, std::int32_t other) {
  const LalrTable& table = states_->table();
  std::int32_t a = origin(one).first, b = origin(other).first;
  const auto pass = [&](const LalrTable::Move& mine, const LalrTable::Move& theirs) {
    a = mine.target, b = theirs.target;
    if (mine.step >= 0) open_.push_back({mine.step, theirs.step});
    return mine.step >= 0 || lexer(a) == lexer(b);
  };
  const std::int32_t first = at;
  bool same = true;
  if (symbols_[at] >= 0) {
    same = pass(table.numbered(table.firsts(one)[rule]), table.numbered(table.firsts(other)[rule]));
    ++at;
  }
  for (; same && a != b && symbols_[at] >= 0; ++at) same = pass(go(a, at), go(b, at));
  burn(static_cast<std::uint64_t>(at - first + 1));
  return same && (a == b || lost(a, at) == lost(b, at));
}

// --- lexer states after terminals

std::span<const std::int32_t> LarkProduct::shift(const Rest& rest, std::int32_t lex_state, bool inner) {
  const std::array<std::int32_t, 4> key{rest.symbol, lex_state, 2 * rest.lexer + inner, rest.label};
  if (const auto* known = shifts_.find(key)) return *known;
  Vec<std::int32_t>& found = shifted_;
  found.clear();
  after_terminal(rest, lex_states_[lex_state], inner, found);
  met_.clear();
  std::erase_if(found, [&](std::int32_t each) { return !met_.insert(static_cast<std::uint64_t>(each)); });
  const std::span<const std::int32_t> out(arena_.copy(found.data(), found.size()), found.size());
  shifts_.insert(key, out);
  return out;
}

// The lexer states after a terminal that is read from a lexer state: with every number of ignored tokens before it, and
// each way in which it can be told from longer tokens. Of an Indenter, line ends lead to lexer states that know how the
// next line begins, and `indent` and `dedent` read nothing but pass from those on.
void LarkProduct::after_terminal(const Rest& rest, LexState lex_state, bool inner, Vec<std::int32_t>& out) {
  const std::int32_t terminal = rest.symbol;
  if (names_.has(lex_state.lost, terminal)) return;
  const std::int32_t following = rest.lexer + (inner ? outer_ : 0);
  if (layout_ && terminal == layout_->indent) {
    if (lex_state.line == Indent) out.push_back(number({following, lex_state.obligation, 0, Within}));
    return;
  }
  if (layout_ && terminal == layout_->dedent) {
    const auto may_end = [&] {
      const Lexing::Ids& lefts = after_ignored(lex_state.lexer, lex_state.obligation);
      return std::any_of(lefts.begin(), lefts.end(), [&](std::int32_t left) { return lexing_.may_end(left); });
    };
    if (lex_state.line == Dedent) {
      out.push_back(number({following, lex_state.obligation, 0, Within}));
      out.push_back(number({following, lex_state.obligation, 0, Dedent}));
    } else if (lex_state.line == Ended || may_end()) {
      out.push_back(number({0, 0, 0, Ended}));
    }
    return;
  }
  if (lex_state.line != Within) return;
  for (std::int32_t obligation : after_ignored(lex_state.lexer, lex_state.obligation))
    for (std::int32_t each : lexemes(terminal, lex_state.lexer, obligation)) {
      const std::int32_t left = left_after(each, rest.label);
      if (left < 0) continue;
      for (std::int32_t line = Within; line <= (ends_lines(terminal) ? Dedent : Within); ++line)
        out.push_back(number({following, left, 0, line}));
    }
}

// --- which pairs of lexer states occur

std::int32_t LarkProduct::tabulate(std::int32_t symbol, std::int32_t lexer, std::int32_t obligation) {
  const std::int32_t derivation = begun(states_ ? states_->table().move(0, symbol).step : symbol);
  const std::int32_t request = requested(derivation, number({lexer, obligation, 0, Within}));
  while (!todo_.empty() || !flows_.empty()) {  // ends are passed on last, many at a time
    if (!todo_.empty()) {
      const std::int32_t item = todo_.back();
      todo_.pop_back();
      expand(item);
    } else {
      const std::int32_t item = flows_.front();
      flows_.pop_front();
      flow(item);
    }
  }
  return request;
}

void LarkProduct::burn(std::uint64_t amount) {
  spend(amount);
  if ((work_ += amount) > limits_.work)
    throw share_spent(
        "lark: the grammar times its lexer's states needs too many steps; a smaller grammar, lexer='basic', or "
        "terminals that "
        "do not overlap need fewer",
        limits_.work, work_);
}

std::int32_t LarkProduct::requested(std::int32_t derivation, std::int32_t lex_state) {
  const std::uint64_t hash = hash_of(derivation, lex_state, 0, 0);
  const std::uint32_t known = request_of_.find(hash, [&](std::uint32_t id) {
    return requests_[id].derivation == derivation && requests_[id].lex_state == lex_state;
  });
  if (known != kNone) return static_cast<std::int32_t>(known);
  const auto id = static_cast<std::int32_t>(requests_.grow());
  Request& request = requests_[static_cast<std::uint32_t>(id)];
  request.derivation = derivation, request.lex_state = lex_state;
  request_of_.insert(hash, static_cast<std::uint32_t>(id));
  const bool inner = lex_states_[lex_state].lexer >= outer_;
  for (const std::int32_t rest : begins(derivation)) {
    const std::int32_t item = enter(rest, lex_state, inner);
    items_[item].requests.push_back(id, arena_);
    request.firsts.push_back(item, arena_);
    request.ends = sets_.unite(request.ends, items_[item].reach);
  }
  return id;
}

std::int32_t LarkProduct::enter(std::int32_t rest, std::int32_t lex_state, bool inner) {
  const auto a = static_cast<std::uint32_t>(rest), b = 2 * static_cast<std::uint32_t>(lex_state) + inner;
  if (const std::int32_t* known = entered_.find(a, b)) return *known;
  const std::int32_t found = entered(rest, lex_state, inner);
  entered_.insert(a, b, found);
  return found;
}

std::int32_t LarkProduct::entered(std::int32_t rest, std::int32_t lex_state, bool inner) {
  if (rests_[rest].head >= 0) lex_state = narrowed(rests_[rest].head, lex_state);
  const std::uint64_t hash = hash_of(rest, lex_state, inner, 0);
  const std::uint32_t known = item_of_.find(hash, [&](std::uint32_t id) {
    const Item& item = items_[id];
    return item.rest == rest && item.lex_state == lex_state && item.inner == inner;
  });
  if (known != kNone) return static_cast<std::int32_t>(known);
  const std::uint32_t fresh = items_.grow();
  Item& item = items_[fresh];
  item.rest = rest, item.lex_state = lex_state, item.inner = inner;
  item_of_.insert(hash, fresh);
  todo_.push_back(static_cast<std::int32_t>(fresh));
  if (items_.size() > limits_.items)
    throw share_spent(
        "lark: the grammar times its lexer's states needs too many items; a smaller grammar, lexer='basic', or "
        "terminals that "
        "do not overlap need fewer",
        limits_.items, items_.size());
  return static_cast<std::int32_t>(fresh);
}

// A lexer state as far as the terminals in `head`, or ignored ones, can tell it from others.
std::int32_t LarkProduct::narrowed(BitSets::Id head, std::int32_t lex_state) {
  const auto a = static_cast<std::uint32_t>(head), b = static_cast<std::uint32_t>(lex_state);
  if (const std::int32_t* known = narrow_.find(a, b)) return *known;
  const LexState from = lex_states_[lex_state];
  const std::int32_t obligation = from.line == Within ? within(from.obligation, names_.unite(head, always_)) : -1;
  const std::int32_t found =
      obligation < 0 ? lex_state : number({from.lexer, obligation, names_.meet(from.lost, head), Within});
  narrow_.insert(a, b, found);
  return found;
}

void LarkProduct::expand(std::int32_t id) {
  Item& item = items_[id];
  const Rest& rest = rests_[item.rest];
  if (rest.symbol < 0) return end(id, item, sets_.one(reduced(item)));
  if (rules_.terminal(rest.symbol)) {
    for (std::int32_t lex_state : shift(rest, item.lex_state, item.inner || rest.inside)) link(id, lex_state);
    return;
  }
  item.request = requested(rest.label, item.lex_state);
  requests_[item.request].waiting.push_back(id, arena_);
  each(sets_[requests_[item.request].ends], [&](std::int32_t lex_state) { link(id, lex_state); });
}

// The lexer state after reducing a finished item: a lost conflict forbids terminals.
std::int32_t LarkProduct::reduced(const Item& item) {
  const BitSets::Id lost = rest(item).label;
  if (lost == 0) return item.lex_state;
  const LexState lex_state = lex_states_[item.lex_state];
  return number({lex_state.lexer, lex_state.obligation, names_.unite(lex_state.lost, lost), lex_state.line});
}

// No lexer state comes twice: those after a terminal differ, and a request's ends are passed on as they are found.
void LarkProduct::link(std::int32_t id, std::int32_t lex_state) {
  Item& item = items_[id];
  const std::int32_t number = enter(rests_[item.rest].following, lex_state, item.inner);
  Item& following = items_[number];
  burn(1);
  item.edges.push_back({lex_state, number}, arena_);
  following.before.push_back(id, arena_);
  // The item may have been reached before, and know its ends.
  if (following.reach) end(id, item, following.reach);
}

// Lexer states where the item's rule can end.
void LarkProduct::end(std::int32_t id, Item& item, BitSets::Id lex_states) {
  const BitSets::Id fresh = sets_.minus(lex_states, item.reach);
  if (!fresh) return;
  item.reach = sets_.unite(item.reach, fresh);
  // Queued once, however many ends are added before its turn comes.
  if (!item.unsent) flows_.push_back(id);
  item.unsent = sets_.unite(item.unsent, fresh);
}

// The item's new ends are those of all items that lead to it, and of the requests that it may begin.
void LarkProduct::flow(std::int32_t id) {
  Item& item = items_[id];
  const BitSets::Id sent = std::exchange(item.unsent, 0);
  burn(item.before.size());
  for (std::size_t i = 0; i < item.before.size(); ++i) end(item.before[i], items_[item.before[i]], sent);
  for (std::size_t i = 0; i < item.requests.size(); ++i) {
    Request& request = requests_[item.requests[i]];
    const BitSets::Id fresh = sets_.minus(sent, request.ends);
    request.ends = sets_.unite(request.ends, fresh);
    for (std::int32_t waiting : request.waiting)
      each(sets_[fresh], [&](std::int32_t lex_state) { link(waiting, lex_state); });
  }
}

}  // namespace constrain
