// Lark's lexers, in order:
//
// 1. The constructor divides characters into classes that no terminal tells apart, and makes the machine of threads.
// 2. `find_keywords`, `competes`: which literals retype tokens, which terminals can take a text from which.
// 3. `contextual`: states that cannot tell their lexers apart share one.
// 4. `tokens`: of each terminal of a lexer its automaton beside its competitors (`own`), under what earlier tokens forbid
//    (`under`), keywords taken out as differences (`outcomes`).
// 5. `pattern`: a minimal automaton as an expression, by eliminating states in the order that repeats least.
#include "lark/lexing.h"

#include <algorithm>
#include <queue>
#include <set>

#include "support/interned_sets.h"

namespace constrain {

namespace {

bool meet(Bits a, Bits b) {
  for (std::size_t w = 0; w < a.size() && w < b.size(); ++w)
    if (a[w] & b[w]) return true;
  return false;
}

bool has(Bits words, std::int32_t at) {
  return static_cast<std::size_t>(at) >> 6 < words.size() && (words[at >> 6] >> (at & 63) & 1);
}

Words both(Bits a, Bits b) {
  Words out(std::min(a.size(), b.size()));
  for (std::size_t w = 0; w < out.size(); ++w) out[w] = a[w] & b[w];
  while (!out.empty() && out.back() == 0) out.pop_back();
  return out;
}

// The coarsest partition of the characters in which every set is a union of parts; surrogates, which no text has, apart.
Vec<CodePoints> classes_of(const Vec<CodePoints>& sets) {
  Map<std::uint32_t, Vec<std::int32_t>> marks;
  marks[0];
  const auto mark = [&](std::uint32_t low, std::uint32_t high, std::int32_t number) {
    marks[low].push_back(number);
    marks[high + 1].push_back(number);
  };
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (const auto& [low, high] : sets[i]) mark(low, high, static_cast<std::int32_t>(i));
  mark(0xD800, 0xDFFF, static_cast<std::int32_t>(sets.size()));
  Map<Words, std::size_t> numbers;
  Vec<CodePoints> out;
  Words inside(sets.size() / 64 + 1);
  for (auto at = marks.begin(); at != marks.end(); ++at) {
    for (const std::int32_t each : at->second) inside[each >> 6] ^= std::uint64_t{1} << (each & 63);
    if (at->first > 0x10FFFF) break;
    const auto following = std::next(at);
    const std::uint32_t last = following == marks.end() ? 0x10FFFF : following->first - 1;
    const auto [known, made] = numbers.try_emplace(inside, out.size());
    if (made) out.emplace_back();
    out[known->second].emplace_back(at->first, last);
  }
  for (CodePoints& each : out) each = normalised(std::move(each));
  return out;
}

}  // namespace

LarkLexing::LarkLexing(const TerminalProgram& program, Vec<LarkTerminal> terminals,
                       const Vec<std::optional<Words>>& followers, const Words& ignored)
    : terminals_(std::move(terminals)), place_(followers.size(), -1), classes_(classes_of(program.sets)) {
  if (terminals_.size() > kMaxTerminals) throw NotPlain{};
  const auto count = static_cast<std::int32_t>(classes_.size());
  Map<std::uint32_t, std::int32_t> starts;  // of ranges, to their classes
  for (std::int32_t number = 0; number < count; ++number) {
    for (const auto& [low, high] : classes_[number]) starts.emplace(low, number);
    const bool surrogates = std::all_of(classes_[number].begin(), classes_[number].end(), [](const auto& r) { return r.first >= 0xD800 && r.second <= 0xDFFF; });
    if (!surrogates) real_.push_back(number);
  }
  Vec<Ids> members;
  for (const CodePoints& set : program.sets) {
    std::set<std::int32_t> in;
    for (const auto& [low, high] : set)
      for (auto at = starts.lower_bound(low); at != starts.end() && at->first <= high; ++at) in.insert(at->second);
    members.emplace_back(in.begin(), in.end());
  }
  std::int32_t width = 0;
  for (const LarkTerminal& each : terminals_) width = std::max(width, each.added.behind);
  Ids remembered(static_cast<std::size_t>(count), 0);
  if (width) {  // classes that no lookbehind tells apart are remembered as the first of them
    Words inside;  // nodes of lookbehinds
    Ids stack;
    for (const ThreadNode& node : program.nodes)
      if (node.kind == ThreadNode::Behind) stack.push_back(node.b);
    std::set<std::int32_t> seen, sets;
    while (!stack.empty()) {
      const std::int32_t at = stack.back();
      stack.pop_back();
      if (!seen.insert(at).second) continue;
      const ThreadNode& node = program.nodes[at];
      if (node.kind == ThreadNode::Split) stack.insert(stack.end(), program.ways.begin() + node.a, program.ways.begin() + node.a + node.b);
      else if (node.kind == ThreadNode::Char) sets.insert(node.a), stack.push_back(node.b);
    }
    Map<Ids, std::int32_t> first;
    for (std::int32_t number = 0; number < count; ++number) {
      Ids marks;
      for (const std::int32_t set : sets)
        if (std::binary_search(members[set].begin(), members[set].end(), number)) marks.push_back(set);
      remembered[number] = first.try_emplace(marks, number).first->second;
    }
  }
  machine_ = std::make_unique<ThreadMachine>(program.nodes, program.ways, members, real_, count, found_, width, remembered);
  machine_->allow(kMaxWork);
  overlap_ = std::make_unique<Overlap>(100'000);
  overlap_->grow(program.nodes, program.ways, members);
  obligations_ = std::make_unique<Obligations>(*machine_, real_, count);
  const auto size = static_cast<std::int32_t>(terminals_.size());
  for (std::int32_t i = 0; i < size; ++i) {
    place_[terminals_[i].symbol] = i;
    put(all_, i);
    if (has(ignored, terminals_[i].symbol)) put(ignored_, i);
    followers_.push_back(followers[terminals_[i].symbol]);
    Words first;
    for (const std::int32_t thread : machine_->begin(terminals_[i].added.start, terminals_[i].added.behind > 0))
      if (const auto* accepted = machine_->accepted(machine_->thread(thread).node)) join(first, *accepted);
    Words real;
    for (const std::int32_t number : real_) put(real, number);
    firsts_.push_back(both(first, real));
  }
  find_keywords();
  // A token is taken from its terminal before it is retyped, so what follows its keywords counts as well.
  beyond_.assign(size, -1);
  for (std::int32_t i = 0; i < size; ++i) {
    if (!followers_[i]) continue;
    std::optional<Words> beyond = followers_[i];
    for (auto at = overrides_.lower_bound({i, 0}); at != overrides_.end() && at->first.first == i && beyond; ++at) {
      const auto& theirs = followers_[at->first.second];
      if (theirs) join(*beyond, *theirs);
      else for (const LarkTerminal& each : terminals_) put(*beyond, each.symbol);
    }
    beyond_[i] = group_of(*beyond);
  }
  competitors_.resize(terminals_.size());
  for (std::int32_t i = 0; i < size; ++i)
    for (std::int32_t earlier = 0; earlier < i; ++earlier)
      if (competes(earlier, i)) competitors_[i].push_back(earlier);
}

std::int32_t LarkLexing::group_of(Bits symbols) {
  const std::int32_t number = grouped_.intern(symbols);
  if (static_cast<std::size_t>(number) == groups_of_.size()) {
    Ids starts;
    each(symbols, [&](std::int32_t symbol) {
      if (static_cast<std::size_t>(symbol) < place_.size() && place_[symbol] >= 0) starts.push_back(terminals_[place_[symbol]].added.start);
    });
    groups_of_.push_back(overlap_->group(std::move(starts)));
  }
  return groups_of_[number];
}

// Whether a terminal tried before another can take a text from it.
bool LarkLexing::competes(std::int32_t earlier, std::int32_t name) {
  spend(6);
  if (!meet(firsts_[earlier], firsts_[name])) return false;
  if (terminals_[earlier].literal && terminals_[name].literal && !terminals_[earlier].any_case && !terminals_[name].any_case) {
    const std::string &a = terminals_[earlier].value, &b = terminals_[name].value;
    if (a.compare(0, std::min(a.size(), b.size()), b, 0, std::min(a.size(), b.size())) != 0) return false;
  }
  return overlap_->overlaps(terminals_[earlier].added.start, terminals_[name].added.start, false, beyond_[name]);
}

// --- keywords

void LarkLexing::find_keywords() {
  Vec<std::pair<std::int32_t, Ids>> literals;
  Map<std::uint32_t, std::int32_t> starts;
  for (std::size_t number = 0; number < classes_.size(); ++number)
    for (const auto& [low, high] : classes_[number]) starts.emplace(low, static_cast<std::int32_t>(number));
  for (std::size_t i = 0; i < terminals_.size(); ++i) {
    if (!terminals_[i].literal) continue;
    Ids classes;
    for (const std::uint32_t c : code_points_of(terminals_[i].value)) classes.push_back(std::prev(starts.upper_bound(c))->second);
    literals.emplace_back(static_cast<std::int32_t>(i), std::move(classes));
  }
  for (std::size_t i = 0; i < terminals_.size(); ++i) {
    if (terminals_[i].literal) continue;
    for (const auto& [literal, classes] : literals)
      if (terminals_[literal].priority == terminals_[i].priority && takes(static_cast<std::int32_t>(i), classes))
        overrides_[{static_cast<std::int32_t>(i), literal}] = terminals_[i].any_case || !terminals_[literal].any_case;
  }
}

// Whether the first match of the terminal at the beginning of the text, given as classes, is all of it.
bool LarkLexing::takes(std::int32_t terminal, const Ids& classes) {
  if (!has(firsts_[terminal], classes[0])) return false;
  const ThreadMachine::List first =
      machine_->begin(terminals_[terminal].added.start, terminals_[terminal].added.behind > 0);
  const auto final = std::ranges::find_if(first, [&](std::int32_t thread) { return machine_->final(thread); });
  Ids threads(first.begin(), final == first.end() ? final : final + 1), before;
  for (const std::int32_t each : classes) {
    before.swap(threads);
    threads.clear();
    machine_->step(before, each, threads);
    if (threads.empty()) return false;
  }
  return machine_->final(threads.back());
}

// --- which lexer reads where

LarkLexing::Ids LarkLexing::contextual(const LalrTable& table, const Words& always) {
  const std::size_t size = terminals_.size();
  Vec<Words> related(size, Words(size / 64 + 1));
  for (std::size_t i = 0; i < size; ++i)
    for (const std::int32_t other : competitors_[i]) put(related[i], other);
  for (const auto& [pair, taken] : overrides_) {
    put(related[pair.first], pair.second);
    put(related[pair.second], pair.first);
  }
  const auto places = [&](Bits symbols) {
    Words out(size / 64 + 1);
    each(symbols, [&](std::int32_t symbol) {
      if (static_cast<std::size_t>(symbol) < place_.size() && place_[symbol] >= 0) put(out, place_[symbol]);
    });
    return out;
  };
  const Words everywhere = places(always);
  const auto relations = [&](const Words& of) {
    Words out(size / 64 + 1);
    each(of, [&](std::int32_t place) { join(out, related[place]); });
    return out;
  };
  const auto adds = [](const Words& related_to, const Words& other, const Words& own) {
    for (std::size_t w = 0; w < own.size(); ++w)
      if (related_to[w] & other[w] & ~own[w]) return true;
    return false;
  };
  Vec<Words> groups, relations_of;
  Lists<std::uint64_t> seen;
  Ids chosen, of_set(static_cast<std::size_t>(table.sets()), -1), out;
  for (const std::int32_t set : table.accepts()) {
    if (of_set[set] < 0) {
      Words wanted = places(table.words(set));
      join(wanted, everywhere);
      const std::int32_t number = seen.intern(wanted);
      if (static_cast<std::size_t>(number) == chosen.size()) {
        // A lexer of both their terminals serves both, if that adds no competitor to any.
        const Words related_to = relations(wanted);
        std::size_t found = 0;
        while (found < groups.size() &&
               (adds(related_to, groups[found], wanted) || adds(relations_of[found], wanted, groups[found])))
          ++found;
        spend(1 + found * wanted.size());
        if (found == groups.size()) {
          groups.emplace_back(size / 64 + 1);
          relations_of.emplace_back(size / 64 + 1);
        }
        join(groups[found], wanted);
        join(relations_of[found], related_to);
        chosen.push_back(static_cast<std::int32_t>(found));
      }
      of_set[set] = chosen[number];
    }
    out.push_back(of_set[set]);
  }
  lexers(groups);
  return out;
}

void LarkLexing::lexers(const Vec<Words>& lists) {
  for (const Words& present : lists) {
    Vec<Ids> keywords(terminals_.size());
    Words embedded;
    // in the order of the terminals, and of the keywords of each
    for (const auto& [pair, taken] : overrides_)
      if (has(present, pair.first) && has(present, pair.second)) {
        keywords[pair.first].push_back(pair.second);
        if (taken) put(embedded, pair.second);
      }
    LexerOf made;
    Words order = present;
    for (std::size_t w = 0; w < embedded.size() && w < order.size(); ++w) order[w] &= ~embedded[w];
    each(order, [&](std::int32_t name) {
      Role role{name, {}, {}};
      for (const std::int32_t other : competitors_[name])
        if (has(order, other)) role.competitors.push_back(other);
      const bool ignored = has(ignored_, name);
      if (!ignored) role.keywords = keywords[name];
      const auto [at, fresh] = role_of_.try_emplace(role, static_cast<std::int32_t>(roles_.size()));
      if (fresh) roles_.push_back(role);
      made.roles.emplace_back(at->second, ignored);
    });
    lexers_.push_back(std::move(made));
  }
}

// --- tokens

std::int32_t LarkLexing::within(std::int32_t obligation, Bits terminals) {
  if (obligation == Obligations::kFree) return obligation;
  const std::int32_t group = group_of(terminals);
  if (const auto known = within_.find({obligation, group}); known != within_.end()) return known->second;
  const std::int32_t found = obligations_->within(obligation, [&](std::int32_t node) { return overlap_->may_match(node, group); });
  return within_[{obligation, group}] = found;
}

// What of an obligation matters where the terminal comes next; kBroken where it cannot come.
std::int32_t LarkLexing::before(std::int32_t terminal, std::int32_t obligation) {
  if (obligation == Obligations::kFree) return obligation;
  const auto [at, made] = before_.try_emplace({terminal, obligation}, Obligations::kBroken);
  if (!made) return at->second;
  bool free = true, broken = true;
  each(firsts_[terminal], [&](std::int32_t number) {
    const std::int32_t after = obligations_->after(obligation, number);
    free &= after == Obligations::kFree;
    broken &= after == Obligations::kBroken;
  });
  if (broken) return at->second;
  if (free) return at->second = Obligations::kFree;
  Words own;
  put(own, terminals_[terminal].symbol);
  const std::int32_t left = within(obligation, own);
  return before_[{terminal, obligation}] = left;
}

Vec<std::array<std::int32_t, 3>> LarkLexing::tokens(std::int32_t lexer, std::int32_t obligation) {
  if (++beginnings_ > kMaxBeginnings) throw NotPlain{};
  struct Found {
    std::int32_t symbol, left;
    Texts texts;
    Vec<Texts> more;  // than one
  };
  Vec<Found> found;
  FlatMap<std::uint32_t> numbers;  // by symbol and what is left
  for (const auto& [role, ignored] : lexers_[lexer].roles)
    for (const Outcome& each : outcomes(role, obligation)) {
      const std::int32_t symbol = ignored ? kIgnored : each.symbol;
      const auto x = static_cast<std::uint32_t>(symbol), y = static_cast<std::uint32_t>(each.left);
      if (const std::uint32_t* at = numbers.find(x, y)) {
        found[*at].more.push_back(each.texts);
      } else {
        numbers.insert(x, y, static_cast<std::uint32_t>(found.size()));
        found.push_back({symbol, each.left, each.texts, {}});
      }
    }
  Vec<std::array<std::int32_t, 3>> out;
  out.reserve(found.size());
  for (Found& each : found) {
    Texts texts = each.texts;
    if (!each.more.empty()) texts = lazy([this, texts, more = std::move(each.more)] {
      Vec<Patterns::Id> all{made(texts)};
      for (const Texts part : more) all.push_back(made(part));
      return patterns_.unite(all);
    });
    out.push_back({each.symbol, each.left, texts});
  }
  return out;
}

const Vec<LarkLexing::Outcome>& LarkLexing::outcomes(std::int32_t number, std::int32_t obligation) {
  const Role& role = roles_[number];
  obligation = before(role.terminal, obligation);
  if (obligation == Obligations::kBroken) return none_;
  const auto [at, fresh] = outcomes_.try_emplace({number, obligation});
  if (!fresh) return at->second;
  Vec<Outcome> out;
  Shared automaton = own(role);
  if (obligation != Obligations::kFree) automaton = under(*automaton, obligation);
  // What is left of a terminal when keywords have been retyped is written as a difference.
  Map<std::int32_t, Vec<Texts>> taken;
  Vec<std::pair<std::int32_t, Vec<Texts>>> earlier;
  for (const std::int32_t keyword : role.keywords) {
    const auto spelled = chain(*automaton, keyword);
    if (!spelled) throw NotPlain{};
    Vec<Texts> hidden, mine;
    for (const auto& [other, theirs] : earlier)
      if (overlap_->overlaps(terminals_[other].added.start, terminals_[keyword].added.start, true, -1)) hidden.insert(hidden.end(), theirs.begin(), theirs.end());
    for (const auto& [left, texts] : *spelled) {
      taken[left].push_back(texts);
      mine.push_back(texts);
      out.push_back({terminals_[keyword].symbol, left, without(texts, hidden), texts});
    }
    earlier.emplace_back(keyword, std::move(mine));
    doubtful_ = doubtful_ || !hidden.empty();
  }
  for (const auto& [left, of] : taken) doubtful_ = doubtful_ || !endless(*automaton, left);
  for (const auto& [left, texts] : texts_of(automaton)) out.push_back({terminals_[role.terminal].symbol, left, without(texts, taken[left]), texts});
  return outcomes_[{number, obligation}] = std::move(out);
}

// Whether endlessly many texts that end with the outcome are seen at a glance: in a state before such an end, a letter may
// be repeated.
bool LarkLexing::endless(const Automaton& automaton, std::int32_t outcome) {
  std::vector<bool> alive;
  for (const Ids& each : automaton.outcomes) alive.push_back(std::binary_search(each.begin(), each.end(), outcome));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t state = alive.size(); state-- > 0;) {
      spend(1 + automaton.edges[state].size());
      for (const auto& [letter, target] : automaton.edges[state]) {
        if (!alive[target]) continue;
        if (static_cast<std::size_t>(target) == state) return true;
        changed = changed || !alive[state];
        alive[state] = true;
      }
    }
  }
  return false;
}

// Keywords are as long as they are written in the grammar, and taken out once of each, so what is left is little larger.
bool LarkLexing::settle() {
  constexpr std::uint64_t kMost = 1 << 16;
  std::uint64_t size = 0;
  for (const LarkTerminal& each : terminals_) size += each.literal ? 4 * each.value.size() : 0;
  if (doubtful_ || size > kMost) return false;
  try {
    for (const auto& [role, all] : outcomes_)
      if (!terminals_[roles_[role.first].terminal].literal)
        for (const Outcome& each : all)
          if (each.symbol == terminals_[roles_[role.first].terminal].symbol && (size += patterns_.size(made(each.own))) > kMost)
            return false;
  } catch (const NotPlain&) {  // where all that the grammar reads is written, this may not be needed
    return false;
  }
  return true;
}

void LarkLexing::count_states(std::size_t more) {
  spend(more);
  if ((states_ += more) > kMaxStates) throw NotPlain{};
}

// The terminal's own texts and the obligations that they leave, under no obligation.
LarkLexing::Shared LarkLexing::own(const Role& role) {
  Shared& out = own_[{role.terminal, role.competitors}];
  if (out) return out;
  if (role.competitors.empty() && terminals_[role.terminal].literal && (out = spelled(role.terminal))) return out;
  const auto beginning = [&](std::int32_t terminal) -> ThreadMachine::Beginning {
    const auto& added = terminals_[terminal].added;
    return {added.start, added.behind ? std::optional<Ids>(Ids{}) : std::nullopt};
  };
  Vec<ThreadMachine::Beginning> competitors;
  for (const std::int32_t each : role.competitors) competitors.push_back(beginning(each));
  LexemeAutomaton found = machine_->automaton(competitors, beginning(role.terminal), static_cast<std::int32_t>(kMaxStates), kMaxWork);
  machine_->allow(kMaxWork);
  if (found.fault) throw NotPlain{};
  count_states(static_cast<std::size_t>(found.states()));
  Map<Ids, std::int32_t> numbers{{{}, 0}};
  Ids outcomes(static_cast<std::size_t>(found.states()), 0);
  bool whole = !found.drops;
  for (const std::int32_t state : found.ended) {
    const ThreadMachine::List all = found.numbers(state);
    const auto middle = static_cast<std::size_t>(std::find(all.begin(), all.end(), -1) - all.begin());
    Ids lefts;
    for (std::size_t i = middle + 1; i < all.size(); ++i) {
      if (!machine_->final(all[i])) continue;
      Ids bad(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(middle));
      bad.insert(bad.end(), all.begin() + static_cast<std::ptrdiff_t>(middle) + 1, all.begin() + static_cast<std::ptrdiff_t>(i));
      lefts.push_back(obligations_->least(std::move(bad)));
    }
    std::sort(lefts.begin(), lefts.end());
    lefts.erase(std::unique(lefts.begin(), lefts.end()), lefts.end());
    whole = whole && (state == 0 || all.size() == middle + 2);
    outcomes[state] = numbers.try_emplace(lefts, static_cast<std::int32_t>(numbers.size())).first->second;
  }
  // Large, and what `re.fullmatch` matches: as an expression it is smaller than as an automaton.
  if (whole && found.states() >= static_cast<std::int32_t>(kManyStates)) throw NotPlain{};
  if (!found.minimise(outcomes, 10'000'000)) throw NotPlain{};
  Shared made = std::make_shared<Automaton>();
  made->edges = std::move(found.edges);
  made->minimal = true;
  made->outcomes.resize(made->edges.size());
  Vec<const Ids*> by_number(numbers.size());
  for (const auto& [lefts, number] : numbers) by_number[number] = &lefts;
  for (std::size_t state = 0; state < outcomes.size(); ++state) made->outcomes[found.colours[state]] = *by_number[outcomes[state]];
  return out = made;
}

// The automaton of a literal that nothing can take a text from; none where a letter leads to several places.
LarkLexing::Shared LarkLexing::spelled(std::int32_t terminal) {
  Shared out = std::make_shared<Automaton>();
  out->minimal = out->chain = true;
  ThreadMachine::List threads = machine_->begin(terminals_[terminal].added.start, false);
  while (threads.size() == 1 && !machine_->final(threads.front())) {
    const auto following = static_cast<std::int32_t>(out->edges.size()) + 1;
    auto& row = out->edges.emplace_back();
    const Words& letters = *machine_->accepted(machine_->thread(threads.front()).node);
    each(letters, [&](std::int32_t letter) { row.emplace_back(letter, following); });
    if (row.empty() || following >= static_cast<std::int32_t>(kManyStates)) return nullptr;
    threads = machine_->after(threads.front(), row.front().first);
  }
  if (threads.size() != 1) return nullptr;
  out->edges.emplace_back();
  out->outcomes.resize(out->edges.size());
  out->outcomes.back() = {Obligations::kFree};
  count_states(out->edges.size());
  return out;
}

// The same texts under an obligation.
LarkLexing::Shared LarkLexing::under(const Automaton& automaton, std::int32_t obligation) {
  Shared out = std::make_shared<Automaton>();
  Map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers;
  Vec<std::pair<std::int32_t, std::int32_t>> order;
  const auto number = [&](std::int32_t state, std::int32_t earlier) {
    const auto [at, made] = numbers.try_emplace({state, earlier}, static_cast<std::int32_t>(order.size()));
    if (made) {
      order.emplace_back(state, earlier);
      Ids lefts;
      for (const std::int32_t own : automaton.outcomes[state]) {
        Ids bad;
        for (const std::int32_t each : {own, earlier}) {
          const ThreadMachine::List more = obligations_->threads(each);
          bad.insert(bad.end(), more.begin(), more.end());
        }
        lefts.push_back(obligations_->least(std::move(bad)));
      }
      std::sort(lefts.begin(), lefts.end());
      lefts.erase(std::unique(lefts.begin(), lefts.end()), lefts.end());
      out->outcomes.push_back(std::move(lefts));
      count_states(1);
    }
    return at->second;
  };
  number(0, obligation);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto [state, earlier] = order[i];
    Vec<std::pair<std::int32_t, std::int32_t>> row;
    spend(2 * automaton.edges[state].size());
    for (const auto& [letter, target] : automaton.edges[state]) {
      const std::int32_t left = obligations_->after(earlier, letter);
      if (left != Obligations::kBroken) row.emplace_back(letter, number(target, left));
    }
    out->edges.push_back(std::move(row));
  }
  return out;
}

// The keyword's spellings by the obligation left, where each of its letters leads to one state; nothing where not so.
std::optional<Vec<std::pair<std::int32_t, LarkLexing::Texts>>> LarkLexing::chain(const Automaton& automaton,
                                                                                std::int32_t keyword) {
  Vec<std::pair<std::int32_t, Texts>> out;
  const ThreadMachine::List first = machine_->begin(terminals_[keyword].added.start, false);
  Ids threads(first.begin(), first.end()), before;
  std::int32_t at = 0;
  Vec<Ids> letters;
  while (threads.size() == 1 && !machine_->final(threads[0])) {
    const auto& accepted = *machine_->accepted(machine_->thread(threads[0]).node);
    Ids ways;
    std::int32_t target = -1;
    for (const auto& [letter, to] : automaton.edges[at]) {
      if (!has(accepted, letter)) continue;
      if (target >= 0 && target != to) return std::nullopt;
      ways.push_back(letter);
      target = to;
    }
    if (ways.empty()) return out;
    at = target;
    std::sort(ways.begin(), ways.end());
    before.swap(threads);
    threads.clear();
    machine_->step(before, ways[0], threads);
    letters.push_back(std::move(ways));
  }
  if (threads.size() != 1) return std::nullopt;
  if (automaton.outcomes[at].empty()) return out;
  const Texts texts = lazy([this, letters] {
    Vec<Patterns::Id> parts;
    for (const Ids& each : letters) parts.push_back(one_of(each));
    return patterns_.sequence(parts);
  });
  for (const std::int32_t left : automaton.outcomes[at]) out.emplace_back(left, texts);
  return out;
}

// --- patterns

LarkLexing::Texts LarkLexing::lazy(std::function<Patterns::Id()> make) {
  makers_.push_back(std::move(make));
  texts_.push_back(-1);
  return static_cast<Texts>(texts_.size() - 1);
}

Patterns::Id LarkLexing::made(Texts texts) {
  if (texts_[texts] < 0) {
    const auto make = makers_[texts];  // which may throw, and be asked again
    const Patterns::Id pattern = make();
    texts_[texts] = pattern;
    makers_[texts] = nullptr;
  }
  return texts_[texts];
}

LarkLexing::Texts LarkLexing::without(Texts own, Vec<Texts> others) {
  if (others.empty()) return own;
  return lazy([this, own, others = std::move(others)] {
    Vec<Patterns::Id> all;
    for (const Texts each : others) all.push_back(made(each));
    return patterns_.without(made(own), patterns_.unite(all));
  });
}

Vec<std::pair<std::int32_t, LarkLexing::Texts>> LarkLexing::texts_of(const Shared& automaton) {
  Vec<std::pair<std::int32_t, Texts>> out;
  for (const Ids& lefts : automaton->outcomes)
    for (const std::int32_t left : lefts)
      if (std::none_of(out.begin(), out.end(), [&](const auto& each) { return each.first == left; }))
        out.emplace_back(left, lazy([this, automaton, left] {
          if (automaton->chain) {
            Vec<Patterns::Id> parts;
            for (const auto& row : automaton->edges) {
              Ids letters;
              for (const auto& [letter, target] : row) letters.push_back(letter);
              if (!letters.empty()) parts.push_back(one_of(letters));
            }
            return patterns_.sequence(parts);
          }
          minimise(*automaton);
          return pattern(*automaton, left);
        }));
  return out;
}

// States with equal outcomes ahead become one (Moore).
void LarkLexing::minimise(Automaton& automaton) {
  if (automaton.minimal) return;
  const std::size_t count = automaton.edges.size();
  Map<Ids, std::int32_t> seen;
  Ids colours;
  for (const Ids& outcome : automaton.outcomes) colours.push_back(seen.try_emplace(outcome, static_cast<std::int32_t>(seen.size())).first->second);
  std::size_t different = seen.size();
  while (true) {
    Lists<std::int32_t> names;
    Ids after, key;
    for (std::size_t state = 0; state < count; ++state) {
      Vec<std::pair<std::int32_t, std::int32_t>> row;
      for (const auto& [letter, target] : automaton.edges[state]) row.emplace_back(letter, colours[target]);
      std::sort(row.begin(), row.end());
      key.assign(1, colours[state]);
      for (const auto& [letter, target] : row) key.push_back(letter), key.push_back(target);
      spend(1 + row.size());
      after.push_back(names.intern(key));
    }
    colours = std::move(after);
    const auto made = static_cast<std::size_t>(names.size());
    if (made == different) break;
    different = made;
  }
  Automaton out;
  out.minimal = true;
  out.edges.resize(different);
  out.outcomes.resize(different);
  for (std::size_t state = 0; state < count; ++state) {
    auto row = automaton.edges[state];
    for (auto& [letter, target] : row) target = colours[target];
    out.edges[colours[state]] = std::move(row);
    out.outcomes[colours[state]] = automaton.outcomes[state];
  }
  automaton = std::move(out);
}

Patterns::Id LarkLexing::one_of(const Ids& classes) {
  if (const Patterns::Id* known = one_of_.find(classes)) return *known;
  CodePoints all;
  for (const std::int32_t number : classes) all.insert(all.end(), classes_[number].begin(), classes_[number].end());
  const Patterns::Id made = patterns_.characters(normalised(std::move(all)));
  one_of_.insert(classes, made);
  return made;
}

// The texts that end with the outcome.
Patterns::Id LarkLexing::pattern(Automaton& automaton, std::int32_t outcome) {
  const auto count = static_cast<std::int32_t>(automaton.edges.size());
  if (automaton.before.empty()) {
    automaton.before.resize(automaton.edges.size());
    for (std::int32_t state = 0; state < count; ++state)
      for (const auto& [letter, target] : automaton.edges[state])
        if (automaton.before[target].empty() || automaton.before[target].back() != state) automaton.before[target].push_back(state);
  }
  const auto final = [&](std::int32_t state) { return std::binary_search(automaton.outcomes[state].begin(), automaton.outcomes[state].end(), outcome); };
  std::vector<bool> alive(automaton.edges.size(), false);
  Ids stack;
  for (std::int32_t state = 0; state < count; ++state)
    if (final(state)) alive[state] = true, stack.push_back(state);
  for (std::size_t i = 0; i < stack.size(); ++i)
    for (const std::int32_t state : automaton.before[stack[i]])
      if (!alive[state]) alive[state] = true, stack.push_back(state);
  if (!alive[0]) return Patterns::kEmpty;
  if (static_cast<std::ptrdiff_t>(stack.size()) > kMostEliminated) throw NotPlain{};
  // one beginning and one end apart from the states
  const std::int32_t start = count, end = count + 1;
  if (ways_.size() < automaton.edges.size() + 2) ways_.resize(automaton.edges.size() + 2);
  for (std::int32_t state = 0; state <= end; ++state) ways_[state].out.clear(), ways_[state].into.clear();
  Vec<std::pair<std::int32_t, std::int32_t>>& row = row_;
  Ids letters;
  for (std::int32_t state = 0; state < count; ++state) {
    if (!alive[state]) continue;
    row.clear();
    for (const auto& [letter, target] : automaton.edges[state])
      if (alive[target]) row.emplace_back(target, letter);
    while (!row.empty()) {  // targets in the order in which they come
      const std::int32_t target = row.front().first;
      letters.clear();
      std::erase_if(row, [&](const auto& each) {
        if (each.first == target) letters.push_back(each.second);
        return each.first == target;
      });
      std::sort(letters.begin(), letters.end());
      add_way(state, target, one_of(letters));
    }
    if (final(state)) add_way(state, end, Patterns::kEpsilon);
  }
  add_way(start, 0, Patterns::kEpsilon);
  eliminate(alive, count);
  const Patterns::Id* out = way(start, end);
  return out ? *out : Patterns::kEmpty;
}

// The expression that leads from one state to the other, or null.
Patterns::Id* LarkLexing::way(std::int32_t from, std::int32_t to) {
  for (auto& [target, pattern] : ways_[from].out)
    if (target == to) return &pattern;
  return nullptr;
}

void LarkLexing::add_way(std::int32_t from, std::int32_t to, Patterns::Id pattern) {
  if (Patterns::Id* known = way(from, to)) {
    *known = patterns_.unite(std::array{*known, pattern});
    return;
  }
  ways_[from].out.emplace_back(to, pattern);
  Ids& into = ways_[to].into;
  into.insert(std::lower_bound(into.begin(), into.end(), from), from);
}

// The states that are alive, of so many, one after another: what led through one leads around it.
void LarkLexing::eliminate(const std::vector<bool>& alive, std::int32_t count) {
  // How many ways there will be around the state instead of those through it. The cheapest goes first; a price that has
  // changed since it was noted is noted again.
  const auto price = [&](std::int32_t state) {
    const Ways& own = ways_[state];
    const bool loops = std::binary_search(own.into.begin(), own.into.end(), state);
    return static_cast<std::int64_t>(own.into.size() - loops) * static_cast<std::int64_t>(own.out.size() - loops);
  };
  const auto leave = [&](std::int32_t from, std::int32_t to) {
    Ids& into = ways_[to].into;
    into.erase(std::lower_bound(into.begin(), into.end(), from));
    std::erase_if(ways_[from].out, [&](const auto& each) { return each.first == to; });
  };
  using Priced = std::pair<std::int64_t, std::int32_t>;
  std::priority_queue<Priced, Vec<Priced>, std::greater<>> left;
  for (std::int32_t state = 0; state < count; ++state)
    if (alive[state]) left.emplace(price(state), state);
  std::vector<bool> gone(alive.size(), false);
  Ids others;
  while (!left.empty()) {
    const auto [cost, state] = left.top();
    left.pop();
    if ((eliminated_ += static_cast<std::uint64_t>(cost) + 1) > kMaxWays) throw NotPlain{};
    spend(static_cast<std::uint64_t>(cost) + 1);
    if (gone[state] || cost != price(state)) continue;
    gone[state] = true;
    Patterns::Id around = Patterns::kEpsilon;
    if (const Patterns::Id* loop = way(state, state)) {
      around = patterns_.star(*loop);
      leave(state, state);
    }
    others.clear();
    while (!ways_[state].into.empty()) {
      const std::int32_t source = ways_[state].into.front();
      const Patterns::Id lead = *way(source, state);
      leave(source, state);
      for (const auto& [target, last] : ways_[state].out) {
        add_way(source, target, patterns_.sequence(std::array{lead, around, last}));
        if (patterns_.size(*way(source, target)) > kMaxSize) throw NotPlain{};
      }
      others.push_back(source);
    }
    while (!ways_[state].out.empty()) {
      others.push_back(ways_[state].out.back().first);
      leave(state, others.back());
    }
    tidy(others);
    for (const std::int32_t other : others)
      if (other < count) left.emplace(price(other), other);
  }
}

std::int32_t LarkLexing::terminal(std::int32_t name, const Ids& texts) {
  Vec<Patterns::Id> parts;
  for (const std::int32_t each : texts) parts.push_back(made(each));
  const Patterns::Id pattern = parts.size() == 1 ? parts[0] : patterns_.unite(parts);
  if (patterns_.size(pattern) > 2 * kMaxSize) throw NotPlain{};
  std::string code = patterns_.code(pattern);
  const auto [at, fresh] = by_code_.try_emplace(code, static_cast<std::int32_t>(written_.size()));
  if (fresh) written_.emplace_back(std::move(code), name == kIgnored ? "%ignore" : terminals_[place_[name]].name);
  return at->second;
}

}  // namespace constrain
