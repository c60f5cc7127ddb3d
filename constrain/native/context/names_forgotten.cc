// `Names::forget`: names that do not matter.
#include "context/names.h"

#include <algorithm>
#include <utility>

#include "context/query_words.h"

namespace constrain {

// The names, as keys, after which a text may go on in another way than after one that nothing calls so: in what it takes to
// its end. Of aliases: those that are wanted, and those that a completion would make up itself. Of results: what scopes around
// have used or have, or this one must or must not put out. Of what is used: all that is known, but aliases of the pool. Of
// windows: those that are still to be given a name.
const std::vector<std::string>& Names::mattering(StackId at, NameAction action) {
  const auto [known, fresh] = mattering_.try_emplace({bare_[at], action});
  if (!fresh) return known->second;
  const Environment& e = environments_[at];
  List out;
  const auto all = [&](const List& some) { out.insert(out.end(), some.begin(), some.end()); };
  const auto made_up = [&](const Level& level) {
    List free = pool(e, level);
    std::erase_if(free, [&](NameId n) { return source(level, n) || want(level, n); });
    const auto shorter = [&](NameId a, NameId b) {
      const std::string &x = names_[a].key, &y = names_[b].key;
      return x.size() != y.size() ? x.size() < y.size() : x < y;
    };
    if (!free.empty()) all({free[0], *std::min_element(free.begin(), free.end(), shorter)});
  };
  const bool results = action == NameAction::NameIt, uses = action == NameAction::Use;
  const bool windows = action == NameAction::Window || action == NameAction::WindowAs;
  if (windows)
    for (const List* some : {&e.levels.back().windows, &e.levels.back().defined}) all(*some);
  for (const Level& level : e.levels) {
    if (windows) break;
    const bool own = !results && !uses;  // an alias of the innermost
    if (own && &level != &e.levels.back()) continue;
    for (const Want& w : level.wants) {
      if (!results) out.push_back(w.name);
      all(w.members);
    }
    if (!results) made_up(level);
    if (!results) all(e.named());
    if (own) continue;
    for (const List* some : {&level.needs, &level.taken, &level.must, &level.avoid, &level.owes, &level.given}) all(*some);
    for (const Source& s : level.sources) {
      if (uses && s.name != kNone) out.push_back(s.name);
      all(members(s.table));
    }
    if (level.self != kNone) all(members(level.self));
  }
  if (uses)
    for (const auto& [name, table] : e.tables) out.push_back(name), all(members(table));
  if (uses || action == NameAction::NameTable) all(e.named());
  if (action == NameAction::NameTable)
    each_table(e, e.levels.empty() ? Level() : e.levels.back(), [&](NameId name, TableId) { out.push_back(name); });
  std::vector<std::string>& keys = known->second;
  for (NameId n : out) keys.push_back(names_[n].key);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  memory_ += 96 + 48 * keys.size();
  return keys;
}

// Whether the name is one of these, or, as long as it is not complete, may become one.
bool Names::matters(StackId at, NameAction action, const std::string& key, bool complete) {
  const auto among = [&](const std::vector<std::string>& keys) {
    const auto found = std::lower_bound(keys.begin(), keys.end(), key);
    return found != keys.end() && (complete ? *found == key : found->starts_with(key));
  };
  // An alias may be a table's name, which is then none of another source.
  const bool alias = action == NameAction::Declare || action == NameAction::Alias;
  return among(mattering(at, action)) || ((action == NameAction::Use || alias) && among(known_));
}

// Of a member, a source's, or a window's. What has been used must be spelled again where it is provided, so what stands for it is as long,
// and no two that a text uses are the same.
std::string Names::forget_used(StackId at, NameAction action, std::string_view lexeme, bool ended) {
  if (lexeme.find_first_of("\"`[") != std::string_view::npos) return std::string(lexeme);
  std::uint32_t least = kOther - 1;
  const auto taken = [&](NameId n) {
    if (forgotten(n)) least = std::min<std::uint32_t>(least, static_cast<std::uint8_t>(names_[n].key[0]) - 1);
  };
  for (const Level& level : environments_[at].levels) {
    for (NameId n : level.needs) taken(n);
    for (NameId n : level.windows) taken(n);
    for (const Want& w : level.wants) {
      taken(w.name);
      for (NameId n : w.members) taken(n);
    }
  }
  std::string out(lexeme);
  const bool window = action == NameAction::Window;
  bool keyword = window && kBetween.find(lexeme[0]) != std::string_view::npos;  // OVER, before the name
  each_word(lexeme, [&](std::string_view word) {
    if (std::exchange(keyword, false)) return;
    const bool complete = ended || word.end() != lexeme.end();
    if (!forgotten(word) && matters(at, window ? action : NameAction::Use, lower(word), complete)) return;
    if (least <= kLastOther) return;
    std::fill_n(out.begin() + (word.data() - lexeme.data()), word.size(), static_cast<char>(least--));
  });
  return out;
}

std::string Names::forget(StackId at, NameAction action, std::string_view lexeme, bool ended) {
  using enum NameAction;
  if (uncertain(at)) return std::string(lexeme);
  if (spells(action)) {
    // A number that an expression of GROUP BY begins with may be a place, too.
    const Level& top = environments_[at].levels.back();
    const bool place = top.clause & Grouping && top.by == 0 && !lexeme.empty() && lexeme[0] >= '0' && lexeme[0] <= '9';
    return place ? std::string(lexeme) : std::string{static_cast<char>(kOther)};
  }
  if (action == WindowAs && !strict_) {
    const bool quoted = lexeme.find_first_of("\"`[") != std::string_view::npos, mine = !quoted && forgotten(lower(lexeme));
    return quoted || mine || matters(at, action, lower(lexeme), ended) ? std::string(lexeme) : std::string{static_cast<char>(kOther)};
  }
  if (action == Use || action == UseOwn || action == PutOut || action == AllOf || action == DistinctOn || action == Window)
    return forget_used(at, action, lexeme, ended);
  const bool declares = action == Declare, named_as = declares || action == Alias || action == NameIt;
  std::vector<std::string_view> words;
  each_word(lexeme, [&](std::string_view word) { words.push_back(word); });
  if (action == Columns) {
    std::string out;
    std::size_t from = 0;
    for (const std::string_view word : words) {
      const auto begin = static_cast<std::size_t>(word.data() - lexeme.data());
      out.append(lexeme.substr(from, begin - from)) += static_cast<char>(kOther);
      from = begin + word.size();
    }
    return out.append(lexeme.substr(from));
  }
  if (!named_as && action != NameTable) return std::string(lexeme);
  // The name is after the table and AS.
  const auto complete = [&](std::size_t i) { return i < words.size() && words[i].end() != lexeme.end(); };
  if (declares && !complete(0)) return std::string(lexeme);
  std::size_t name = declares;
  const bool as = named_as && complete(name) && lower(words[name]) == "as";
  name += as;
  if (name + 1 != words.size()) return std::string(lexeme);
  std::string_view word = words[name];
  const bool quoted = closing(word.front());
  if (quoted) word = word.substr(1, word.size() - 1 - (word.size() > 1 && word.back() == closing(word.front())));
  const std::string key = lower(word);
  const bool may_be_as = !ended && named_as && !as && !quoted && std::string_view("as").starts_with(key);
  if (may_be_as || (!forgotten(key) && matters(at, action, key, ended))) return std::string(lexeme);
  return (declares ? std::string(words[0]) + ' ' : std::string()) + static_cast<char>(kOther);
}

}  // namespace constrain
