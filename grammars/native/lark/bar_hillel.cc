// The product of rules and lexer, in order:
//
// 1. The constructor lays all rules out as one array of positions, with what the rest of each rule begins with.
// 2. `tabulate` requests the start symbol from the place where the text begins, and works until nothing is new:
//    `request`  a goal (symbol, state, place) has an item for the beginning of each of the symbol's rules;
//    `expand`   an item reads its next symbol: a terminal leads to the places behind it (`shift`), a nonterminal to the
//               ends of its goal, as far as they are known (`link`);
//    `flow`     ends found later are passed back to items and goals that wait for them, many at a time.
// 3. Places are narrowed to what can matter (`narrowed`): what is owed, and what is banned, only as far as the terminals
//    that come next can tell.
// Example: `start: NAME "=" NAME` with ignored blanks has two places between tokens, before a token and after one that may
// grow (a NAME may go on), and an item of the rule for each position and place.
#include "lark/bar_hillel.h"

#include <algorithm>

namespace constrain {

namespace {

const Lexing::Ids kNoIds;

std::uint64_t pair_of(std::int32_t a, std::int32_t b) { return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b); }

bool member(const Words& words, std::int32_t at) {
  return static_cast<std::size_t>(at) >> 6 < words.size() && (words[at >> 6] >> (at & 63) & 1);
}

}  // namespace

LarkProduct::LarkProduct(const LarkRules& rules, Lexing& lexing, std::vector<std::optional<Words>> followers, std::int32_t lexers,
                         const Words& always, const LarkStates* states, std::optional<LarkLayout> layout, Limits limits)
    : rules_(rules), lexing_(lexing), outer_(layout ? lexers / 2 : lexers), states_(states != nullptr), layout_(std::move(layout)), limits_(limits) {
  always_ = names_.intern(always);
  for (const std::optional<Words>& each : followers) followers_.push_back(each ? names_.intern(*each) : -1);
  for (std::size_t state = 0; states && state < states->classes().size(); ++state) {
    const LarkStates::Class& each = states->classes()[state];
    accepts_.push_back(names_.intern(each.accepts));
    lexer_of_.push_back(each.lexer);
    for (const auto& [symbol, target] : each.moves) moves_.insert(static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(symbol), target);
    for (const auto& [rule, lost] : each.banned) banned_.insert(static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(rule), names_.intern(lost));
  }
  begin_.resize(static_cast<std::size_t>(rules.symbols()));
  const auto& bodies = rules.bodies();
  for (std::size_t rule = 0; rule < bodies.size(); ++rule) {
    const std::size_t first = symbols_.size();
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
      const bool turns = layout_ && (member(begins, layout_->indent) || member(begins, layout_->dedent));
      if (!empty && !turns) heads_[first + i] = names_.intern(begins);
    }
  }
}

std::int32_t LarkProduct::number(const Place& place) {
  const auto [at, made] = numbers_.try_emplace({place.lexer, place.owed, place.banned, place.line}, static_cast<std::int32_t>(places_.size()));
  if (made) places_.push_back(place);
  return at->second;
}

// --- tokens

std::int32_t LarkProduct::within(std::int32_t owed, BitSets::Id terminals) {
  if (owed == 0) return 0;
  const auto a = static_cast<std::uint32_t>(owed), b = static_cast<std::uint32_t>(terminals);
  if (const std::int32_t* known = within_.find(a, b)) return *known;
  const std::int32_t found = lexing_.within(owed, names_[terminals]);
  within_.insert(a, b, found);
  return found;
}

const Lexing::Ids& LarkProduct::lexemes(std::int32_t terminal, std::int32_t lexer, std::int32_t owed) {
  if (ends_lines(terminal)) {
    if (lexer >= outer_) return kNoIds;
    const auto [at, made] = lines_.try_emplace(pair_of(lexer, owed));
    if (made) at->second = lexing_.line_ends(lexer, owed);
    return at->second;
  }
  return kind(terminal, lexer, owed).lefts;
}

const LarkProduct::Kind& LarkProduct::kind(std::int32_t terminal, std::int32_t lexer, std::int32_t owed) {
  static const Kind none;
  Kinds& kinds = kinds_[pair_of(lexer, owed)];
  if (!kinds.made) {
    for (const auto& [kind, left, texts] : lexing_.tokens(lexer, owed)) {
      Kind& of = kinds.of[kind];
      of.lefts.push_back(left);
      of.texts.push_back(texts);
    }
    kinds.made = true;
  }
  const auto found = kinds.of.find(terminal);
  return found == kinds.of.end() ? none : found->second;
}

const Lexing::Ids& LarkProduct::after_ignored(std::int32_t lexer, std::int32_t owed) {
  const auto known = ignores_.find(pair_of(lexer, owed));
  if (known != ignores_.end()) return known->second;
  Lexing::Ids found{owed}, stack{owed};
  Words seen;
  put(seen, owed);
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
  return ignores_.emplace(pair_of(lexer, owed), std::move(found)).first->second;
}

std::int32_t LarkProduct::behind(std::int32_t left, std::int32_t terminal, std::int32_t target) {
  if (followers_[terminal] < 0) return left;
  return within(left, states_ ? names_.meet(followers_[terminal], accepts_[target]) : followers_[terminal]);
}

std::int32_t LarkProduct::go(std::int32_t state, std::int32_t symbol) const {
  if (!states_) return 0;
  const std::int32_t* found = moves_.find(static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(symbol));
  if (!found) throw std::logic_error("lark: a state has no transition for a symbol that a rule has there");
  return *found;
}

const std::vector<std::int32_t>& LarkProduct::shift(std::int32_t terminal, std::int32_t place, std::int32_t target, bool inner) {
  const auto [at, made] = shifts_.try_emplace({terminal, place, target, inner});
  if (made) {
    std::vector<std::int32_t> found;
    behind_terminal(terminal, places_[place], target, inner, found);
    Words seen;
    for (std::int32_t each : found)
      if (!member(seen, each)) {
        put(seen, each);
        at->second.push_back(each);
      }
  }
  return at->second;
}

// The places behind a terminal that is read from a place: with every number of ignored tokens before it, and each way in
// which it can be told from longer tokens. Of an Indenter, line ends lead to places that know how the next line begins,
// and `indent` and `dedent` read nothing but pass from those on.
void LarkProduct::behind_terminal(std::int32_t terminal, Place place, std::int32_t target, bool inner, std::vector<std::int32_t>& out) {
  if (names_.has(place.banned, terminal)) return;
  const std::int32_t following = (states_ ? lexer_of_[target] : 0) + (inner ? outer_ : 0);
  if (layout_ && terminal == layout_->indent) {
    if (place.line == Indent) out.push_back(number({following, place.owed, 0, Within}));
    return;
  }
  if (layout_ && terminal == layout_->dedent) {
    const auto may_end = [&] {
      const Lexing::Ids& lefts = after_ignored(place.lexer, place.owed);
      return std::any_of(lefts.begin(), lefts.end(), [&](std::int32_t left) { return lexing_.may_end(left); });
    };
    if (place.line == Dedent) {
      out.push_back(number({following, place.owed, 0, Within}));
      out.push_back(number({following, place.owed, 0, Dedent}));
    } else if (place.line == Ended || may_end()) {
      out.push_back(number({0, 0, 0, Ended}));
    }
    return;
  }
  if (place.line != Within) return;
  for (std::int32_t owed : after_ignored(place.lexer, place.owed))
    for (std::int32_t each : lexemes(terminal, place.lexer, owed)) {
      const std::int32_t left = behind(each, terminal, target);
      if (left < 0) continue;
      for (std::int32_t line = Within; line <= (ends_lines(terminal) ? Dedent : Within); ++line) out.push_back(number({following, left, 0, line}));
    }
}

// --- which pairs of places occur

std::int32_t LarkProduct::tabulate(std::int32_t symbol, std::int32_t state, std::int32_t lexer, std::int32_t owed) {
  const std::int32_t goal = request(symbol, state, number({lexer, owed, 0, Within}));
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
  return goal;
}

void LarkProduct::burn(std::uint64_t amount) {
  spend(amount);
  if ((work_ += amount) > limits_.work)
    throw LimitError("lark: the grammar times its lexer's places needs more than " + std::to_string(limits_.work) +
                         " steps; a smaller grammar, lexer='basic', or terminals that do not overlap need fewer",
                     limits_.work, work_);
}

std::int32_t LarkProduct::known_goal(std::int32_t symbol, std::int32_t state, std::int32_t place) const {
  return goal_of_.at({symbol, state, place, 0});
}

std::int32_t LarkProduct::request(std::int32_t symbol, std::int32_t state, std::int32_t place) {
  const auto [known, made] = goal_of_.try_emplace({symbol, state, place, 0}, static_cast<std::int32_t>(goals_.size()));
  const std::int32_t id = known->second;
  if (made) {
    Goal& goal = goals_.emplace_back();
    const bool inner = places_[place].lexer >= outer_;
    for (std::int32_t at : begin_[symbol]) {
      const std::int32_t item = enter(at, state, place, inner);
      items_[item].goals.push_back(id);
      goal.firsts.push_back(item);
      goal.ends = sets_.unite(goal.ends, items_[item].reach);
    }
  }
  return id;
}

std::int32_t LarkProduct::enter(std::int32_t at, std::int32_t state, std::int32_t place, bool inner) {
  if (heads_[at] >= 0) place = narrowed(heads_[at], place);
  const auto fresh = static_cast<std::int32_t>(items_.size());
  const auto [known, made] = item_of_.try_emplace({at, state, place, inner}, fresh);
  if (made) {
    items_.push_back({at, state, place, inner, 0, 0, {}, {}, {}});
    todo_.push_back(fresh);
    if (items_.size() > limits_.items)
      throw LimitError("lark: the grammar times its lexer's places needs more than " + std::to_string(limits_.items) +
                           " items; a smaller grammar, lexer='basic', or terminals that do not overlap need fewer",
                       limits_.items, items_.size());
  }
  return known->second;
}

// A place as far as the terminals in `head`, or ignored ones, can tell it from others.
std::int32_t LarkProduct::narrowed(BitSets::Id head, std::int32_t place) {
  const auto a = static_cast<std::uint32_t>(head), b = static_cast<std::uint32_t>(place);
  if (const std::int32_t* known = narrow_.find(a, b)) return *known;
  const Place from = places_[place];
  const std::int32_t owed = from.line == Within ? within(from.owed, names_.unite(head, always_)) : -1;
  const std::int32_t found = owed < 0 ? place : number({from.lexer, owed, names_.meet(from.banned, head), Within});
  narrow_.insert(a, b, found);
  return found;
}

void LarkProduct::expand(std::int32_t id) {
  Item& item = items_[id];
  const std::int32_t symbol = symbols_[item.at];
  if (symbol < 0) return end(id, sets_.one(reduced(item)));
  if (rules_.terminal(symbol)) {
    const bool inner = item.inner || inside_[item.at + 1];
    for (std::int32_t place : shift(symbol, item.place, go(item.state, symbol), inner)) link(id, place);
    return;
  }
  const std::int32_t goal = request(symbol, item.state, item.place);
  goals_[goal].waiting.push_back(id);
  each(sets_[goals_[goal].ends], [&](std::int32_t place) { link(id, place); });
}

// The place after reducing a finished item: a lost conflict bans terminals.
std::int32_t LarkProduct::reduced(const Item& item) {
  if (!states_) return item.place;
  const BitSets::Id* lost = banned_.find(static_cast<std::uint32_t>(item.state), static_cast<std::uint32_t>(rule_at_[item.at]));
  if (!lost || *lost == 0) return item.place;
  const Place place = places_[item.place];
  return number({place.lexer, place.owed, names_.unite(place.banned, *lost), place.line});
}

// No place comes twice: those behind a terminal are told apart, and a goal's ends are told as they are found.
void LarkProduct::link(std::int32_t id, std::int32_t place) {
  Item& item = items_[id];
  const std::int32_t following = enter(item.at + 1, go(item.state, symbols_[item.at]), place, item.inner);
  burn(1);
  item.edges.emplace_back(place, following);
  items_[following].before.push_back(id);
  if (items_[following].reach) end(id, items_[following].reach);
}

// Places where the item's rule can end.
void LarkProduct::end(std::int32_t id, BitSets::Id places) {
  Item& item = items_[id];
  const BitSets::Id fresh = sets_.minus(places, item.reach);
  if (!fresh) return;
  item.reach = sets_.unite(item.reach, fresh);
  if (!item.untold) flows_.push_back(id);
  item.untold = sets_.unite(item.untold, fresh);
}

// The item's new ends are those of all items that lead to it, and of the goals that it may begin.
void LarkProduct::flow(std::int32_t id) {
  Item& item = items_[id];
  const BitSets::Id told = std::exchange(item.untold, 0);
  burn(item.before.size());
  for (std::size_t i = 0; i < item.before.size(); ++i) end(item.before[i], told);
  for (std::size_t i = 0; i < item.goals.size(); ++i) {
    Goal& goal = goals_[item.goals[i]];
    const BitSets::Id fresh = sets_.minus(told, goal.ends);
    goal.ends = sets_.unite(goal.ends, fresh);
    for (std::int32_t waiting : goal.waiting) each(sets_[fresh], [&](std::int32_t place) { link(waiting, place); });
  }
}

}  // namespace constrain
