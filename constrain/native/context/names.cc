// Environments of names, in order:
//
// 1. The catalogue, and names in lexemes.
// 2. Tables: those of the catalogue and those that a text makes.
// 3. `step`: the environment after a terminal.
// 4. `forget`: names that do not matter.
// 5. `pattern`: what a terminal may spell, as byte code that the store reads.
// names_cover.cc has the questions: what can still be provided, and what may close.
#include "context/names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "context/catalogue_reader.h"
#include "context/names_outlook.h"

namespace constrain {

namespace {

constexpr std::uint32_t kListed = 1u << 14;  // of Assign: members are listed before their values, by place
constexpr std::string_view kAnyName = "\x01";  // which no text spells
constexpr std::string_view kBetween = " \t\n\r.*(),";  // what stands between words

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

// What ends a name that begins with this mark; 0 where it is none.
constexpr char closing(char mark) { return mark == '[' ? ']' : mark == '"' || mark == '`' || mark == '\'' ? mark : '\0'; }

// Calls f(word) for each word: what stands between white space and signs, or in quotation marks.
template <class F>
void each_word(std::string_view text, F f) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (kBetween.find(c) != std::string_view::npos) {
      ++i;
      continue;
    }
    const std::size_t begin = i++;
    if (const char end = closing(c)) {
      while (i < text.size() && (text[i] != end || (i + 1 < text.size() && text[i + 1] == end))) i += text[i] == end ? 2 : 1;
      ++i;
    } else {
      while (i < text.size() && kBetween.find(text[i]) == std::string_view::npos) ++i;
    }
    f(text.substr(begin, i - begin));
  }
}

}  // namespace

Names::Names(ResidualStore& store, std::string_view catalogue) : store_(store) {
  CatalogueReader in(catalogue, "names");
  for (std::uint32_t left = in.number(); left; --left) {
    Name name{std::string(in.text()), {}};
    for (std::uint32_t more = in.number(); more; --more) name.spellings.emplace_back(in.text());
    if (name.spellings.empty() || !ids_.emplace(name.key, static_cast<NameId>(names_.size())).second) throw in.malformed();
    names_.push_back(std::move(name));
  }
  catalogue_names_ = names_.size();
  std::vector<List> declared;  // members in the order of the catalogue
  for (std::uint32_t left = in.number(); left; --left) {
    const NameId name = in.number(names_.size());
    List members = in.list(names_.size());
    declared.push_back(members);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    const auto table = static_cast<TableId>(tables_.size());
    if (!named_.emplace(name, table).second) throw in.malformed();
    for (NameId m : members) holders_[m].push_back(table);
    table_names_.push_back(name);
    tables_.push_back(std::move(members));
  }
  pool_ = in.list(names_.size());
  std::sort(pool_.begin(), pool_.end());
  between_ = store_.parse(in.text());
  as_ = store_.parse(in.text());
  opened_ = store_.parse(in.text());
  closed_ = store_.parse(in.text());
  point_ = store_.spelled({{"."}});
  star_ = store_.spelled({{".*"}});
  mark_ = store_.spelled({{"\""}});
  most_sources_ = in.number();
  most_levels_ = in.number();
  most_depth_ = in.number();
  scope_weight_ = in.number();
  word_ = store_.parse(in.text());
  alone_ = store_.parse(in.text());
  in_ = store_.parse(in.text());
  blank_ = store_.spelled({{" "}});
  free_ = in.number(2);
  read_written(in);
  left_out_.resize(tables_.size());
  for (std::uint32_t left = in.number(); left; --left)
    for (List& its = left_out_[in.number(tables_.size())]; const NameId m : in.list(names_.size())) insert(its, m), insert(apart_, m);
  row_numbers_ = in.list(names_.size());
  std::sort(row_numbers_.begin(), row_numbers_.end());
  const std::uint32_t checked = in.number(3);
  typed_ = checked;
  strict_ = checked > 1;
  kinds_.resize(tables_.size());
  specials_.resize(tables_.size());
  rows_.resize(tables_.size());
  orders_ = declared;
  for (TableId t = 0; checked < 2 && t < tables_.size(); ++t) rows_[t].assign(shown(t).size(), kSome);
  for (TableId t = 0; typed_ && t < tables_.size(); ++t)
    for (auto* some : {&kinds_, &specials_}) {
      const List kinds = in.list(some == &kinds_ ? kClass + 1 : kMostKinds);
      if (kinds.size() != declared[t].size()) throw in.malformed();
      if (strict_ && some == &kinds_ && std::all_of(kinds.begin(), kinds.end(), [](std::uint32_t k) { return k > kSome; })) rows_[t] = kinds;
      (*some)[t].assign(tables_[t].size(), 0);
      for (std::size_t i = 0; i < kinds.size(); ++i)
        (*some)[t][static_cast<std::size_t>(std::lower_bound(tables_[t].begin(), tables_[t].end(), declared[t][i]) - tables_[t].begin())] = kinds[i];
    }
  if (strict_) {
    chosen_ = in.list(names_.size());
    std::sort(chosen_.begin(), chosen_.end());
    const List free = in.list(names_.size()), classes = in.list(kClass + 1);
    if (free.size() != classes.size()) throw in.malformed();
    for (std::size_t i = 0; i < free.size(); ++i) listed_[free[i]] = classes[i];
    free_ = free_ || !listed_.empty();
    after_as_ = in.list(names_.size());
    views_ = in.list(table_names_.size());
    std::sort(views_.begin(), views_.end());
  }
  for (std::uint32_t left = in.number(); left; --left) {
    const TableId table = in.number(table_names_.size());
    keys_[table].push_back(in.list(names_.size()));
  }
  for (const auto& [n, its] : listed_) agreed_[n].kind = its;
  for (TableId t = 0; t < tables_.size(); ++t)
    for (NameId m : tables_[t]) {
      Agreed& agreed = agreed_[m];
      agreed.kind = agree(agreed.kind, kind(t, m));
      agreed.special = agreed.special == kNone || agreed.special == special(t, m) ? special(t, m) : 0;
    }
  for (const List& members : tables_)
    for (NameId m : members) known_.push_back(names_[m].key);
  for (NameId n : table_names_) known_.push_back(names_[n].key);
  for (const auto& [n, its] : listed_) known_.push_back(names_[n].key);
  std::sort(known_.begin(), known_.end());
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  intern({});
}

// What may be done with tables of the catalogue beside reading them by their names.
void Names::read_written(CatalogueReader& in) {
  for (std::uint32_t left = in.number(); left; --left) {
    const TableId table = in.number(table_names_.size());
    List members = in.list(names_.size());
    List order = members;
    for (const NameId m : in.list(names_.size())) members.push_back(m);
    std::sort(members.begin(), members.end());
    const bool whole = in.number(2), stored = in.number(2);
    written_[table] = {std::move(members), std::move(order), whole, stored};
    if (in.number(2)) insert(locked_, table);
  }
  for (std::uint32_t left = in.number(); left; --left) {
    const TableId table = in.number(table_names_.size());
    if (!(called_[table] = in.number())) throw in.malformed();
  }
  for (std::uint32_t left = in.number(); left; --left) {
    const NameId name = in.number(names_.size());
    spoken_[name] = table_names_[in.number(table_names_.size())];
  }
}

namespace {

void put_list(std::u32string& out, const std::vector<std::uint32_t>& list) {
  out.push_back(static_cast<char32_t>(list.size()));
  out.append(list.begin(), list.end());
}

}  // namespace

void Names::put(std::u32string& out, const Level& l) {
  const auto put = [&](std::size_t v) { out.push_back(static_cast<char32_t>(v)); };
  put(l.phase << 11 | std::uint32_t{l.instead} << 10 | std::uint32_t{l.outer} << 9 | l.join << 6 | std::uint32_t{l.sealed} << 5 | std::uint32_t{l.values} << 4 | std::uint32_t{l.recursed} << 3 |
      std::uint32_t{l.shut} << 2 | std::uint32_t{l.roomy} << 1 | l.first);
  put(l.required);
  put(l.arms);
  put(l.self);
  put(l.self_name);
  put(l.tables);
  put_list(out, l.fences);
  for (const List* list : {&l.needs, &l.taken, &l.asked, &l.kept, &l.must, &l.owes, &l.avoid, &l.assigned, &l.members, &l.given}) put_list(out, *list);
  put(l.sources.size());
  for (const Source& s : l.sources) put(s.name), put(s.table << 1 | std::uint32_t{s.grouped}), put_list(out, s.merged);
  put(l.wants.size());
  for (const Want& w : l.wants) put(w.name), put(w.own), put_list(out, w.members);
  put(l.outputs.size());
  for (const Output& o : l.outputs) put(o.kind), put(o.name), put(o.of | o.state << 4 | o.type << 8 | std::uint32_t{o.uses} << 16), put(o.source), put(o.text);
  const auto put_loose = [&](const std::vector<Loose>& some) {
    put(some.size());
    for (const Loose& one : some) put(one.source), put(one.name), put(one.result);
  };
  put(l.renames);
  put(l.renamed);
  put_list(out, l.types);
  put_list(out, l.kinds);
  for (const auto* some : {&l.loose, &l.grouped, &l.pending}) put_loose(*some);
  put(l.by);
  for (const List* list : {&l.by_texts, &l.on, &l.on_names, &l.windows, &l.defined, &l.framed, &l.ordered, &l.unframed, &l.unordered}) put_list(out, *list);
  put(l.window);
  put(l.base);
  put(l.clause << 10 | std::uint32_t{l.nested} << 9 | std::uint32_t{l.rolled} << 8 | std::uint32_t{l.crossing} << 7 | std::uint32_t{l.before} << 6 | std::uint32_t{l.distinct} << 5 | std::uint32_t{l.named} << 4 |
      std::uint32_t{l.inner} << 3 | std::uint32_t{l.aggregated} << 2 | std::uint32_t{l.grouping} << 1 | l.opaque);
}

// What the search for sources of this scope depends on, as numbers.
std::u32string Names::around(const Environment& e, std::size_t at) {
  std::u32string out{e.naming, static_cast<char32_t>(at), static_cast<char32_t>(e.tables.size())};
  for (const auto& [name, table] : e.tables) out += {name, table};
  for (std::size_t i = 0; i <= at; ++i) put(out, e.levels[i]);
  return out;
}

// All of the environment, as numbers.
std::u32string Names::key(const Environment& e) {
  std::u32string out{e.naming, e.target, e.target_name, static_cast<char32_t>(e.operators << 1 | e.recursive)};
  put_list(out, e.columns);
  out += {e.at, static_cast<char32_t>(e.outer.size())};
  for (const Environment::Naming& n : e.outer) out += {n.name, n.at << 1 | std::uint32_t{n.recursive}}, put_list(out, n.columns);
  out.push_back(static_cast<char32_t>(e.tables.size()));
  for (const auto& [name, table] : e.tables) out += {name, table};
  out.push_back(static_cast<char32_t>(e.brackets.size()));
  for (const Bracket& b : e.brackets) out += {b.used, b.operators};
  for (const Level& l : e.levels) put(out, l);
  return out;
}

StackId Names::intern(Environment e) {
  const auto [at, made] = index_.try_emplace(key(e), static_cast<StackId>(environments_.size()));
  if (made) {
    memory_ += sizeof(Environment) + 4 * at->first.size() + e.tables.size() * 8 + 96;
    for (const Level& l : e.levels)
      memory_ += (sizeof(Level) + 8 * (l.sources.size() + l.outputs.size()) +
                      4 * (l.needs.size() + l.taken.size() + l.members.size()) + 64 * l.wants.size());
    const StackId out = at->second;
    const bool bare = e.brackets.empty() && !e.operators;
    const auto written = [](const Level& l) { return l.by || !l.by_texts.empty() || std::any_of(l.outputs.begin(), l.outputs.end(), [](const Output& o) { return o.text != 0; }); };
    const bool unwritten = std::none_of(e.levels.begin(), e.levels.end(), written);
    environments_.push_back(std::move(e));
    bare_.push_back(out);
    unwritten_.push_back(out);
    if (bare && unwritten) return out;
    Environment without = environments_.back();
    for (Level& l : without.levels) {
      group(l);
      l.by_texts.clear();
      for (Output& o : l.outputs) o.text = 0;
    }
    if (!unwritten) unwritten_[out] = intern(without);
    without.brackets.clear();
    without.operators = 0;
    const StackId its = intern(std::move(without));
    bare_[out] = its;
    return out;
  }
  return at->second;
}

// --- Names in lexemes ------------------------------------------------------------------------------------------------

// Of the word, which may be in quotation marks. A word that no one has met becomes a name.
std::vector<std::string> Names::catalogue_names() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < catalogue_names_; ++i)
    out.insert(out.end(), names_[i].spellings.begin(), names_[i].spellings.end());
  return out;
}

// One scope gets another that must be as wide, is grouped by its results, or gets a source that merges what was used of others;
// or a row of a table is written.
std::optional<Names::Widths> Names::widths(StackId at) const {
  if (uncertain(at)) return std::nullopt;
  const Environment& e = environments_[bare_[at]];
  std::size_t values = e.columns.size(), names = 0;
  for (const Environment::Naming& n : e.outer) values = std::max(values, n.columns.size());
  for (const auto& [table, its] : written_) values = std::max(values, its.order.size());
  for (const Level& level : e.levels) {
    std::size_t row = std::max(level.outputs.size(), level.members.size());
    if (std::any_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.kind >= Everything; })) {
      std::size_t another = 0;  // whose name the token ends
      for (const List& members : tables_) another = std::max(another, members.size());
      row += another;
      for (const Source& s : level.sources) row += std::max(tables_[s.table].size(), rows_[s.table].size());
    }
    values = std::max({values, row, level.required == kNone ? 0 : std::size_t{level.required}});
    names = std::max(names, level.loose.size() + level.needs.size() + level.taken.size() + level.wants.size());
  }
  return Widths{static_cast<std::uint32_t>(values), strict_ ? 16u : 4u, static_cast<std::uint32_t>(names)};
}

std::vector<std::string> Names::made_names(StackId at) {
  std::vector<std::string> out;
  if (uncertain(at)) return out;
  for (const std::string& key : mattering(at, NameAction::Use))
    if (!forgotten(key) && !std::binary_search(known_.begin(), known_.end(), key)) out.push_back(key);
  return out;
}

Names::NameId Names::name_of(std::string_view text) {
  std::string plain;
  const bool quoted = text.size() > 1 && closing(text.front());
  for (std::size_t i = quoted; i + quoted < text.size(); ++i) {
    plain.push_back(text[i]);
    if (quoted && text[i] == closing(text.front())) ++i;  // a mark within is written twice
  }
  const std::string key = strict_ && quoted ? plain : lower(plain);
  const auto [at, made] = ids_.try_emplace(key, static_cast<NameId>(names_.size()));
  if (made) {
    names_.push_back({key, {}});
    memory_ += 128 + 2 * key.size();
  }
  return at->second;
}

// The words of a lexeme.
Names::List Names::words(std::string_view text) {
  List out;
  each_word(text, [&](std::string_view word) { out.push_back(name_of(word)); });
  return out;
}

// --- Tables ----------------------------------------------------------------------------------------------------------

bool Names::has(TableId t, NameId member) const { return contains(tables_[t], member); }

Names::List Names::shown(TableId t) const {
  List out = members(t);
  if (t < left_out_.size()) std::erase_if(out, [&](NameId m) { return contains(left_out_[t], m); });
  return out;
}

bool Names::numbered(const Level& level) const {
  return std::any_of(row_numbers_.begin(), row_numbers_.end(), [&](NameId m) { return contains(level.needs, m) || contains(level.taken, m); });
}

// A table that a text makes; `self`: one that its own scope has as a source, and which is no other table.
Names::TableId Names::made(List members, bool self, List kinds, List row, List order) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  const auto [at, fresh] = made_.try_emplace({members, self, kinds, row, order}, static_cast<TableId>(tables_.size()));
  if (fresh) {
    memory_ += 128 + 8 * members.size();
    tables_.push_back(std::move(members));
    kinds_.push_back(std::move(kinds));
    rows_.push_back(std::move(row));
    orders_.push_back(std::move(order));
  }
  return at->second;
}

Names::TableId Names::table_named(const Environment& e, const Level& level, NameId name) const {
  if (level.self != kNone && name == level.self_name) return level.self;
  for (const auto& [known, table] : e.tables)
    if (known == name) return table;
  const auto at = named_.find(name);
  return at == named_.end() || locked(e, at->second) ? kNone : at->second;
}

std::vector<Names::TableId> Names::tables_with(const Environment& e, const Level& level, NameId member) const {
  std::vector<TableId> out;
  if (const auto at = holders_.find(member); at != holders_.end()) out = at->second;
  if (e.target != kNone) std::erase_if(out, [&](TableId t) { return locked(e, t); });
  for (const auto& [name, table] : e.tables) {
    if (const auto hidden = named_.find(name); hidden != named_.end()) std::erase(out, hidden->second);
    if (has(table, member)) out.push_back(table);
  }
  if (level.self != kNone && has(level.self, member)) out.push_back(level.self);
  return out;
}

// Aliases that are no tables.
Names::List Names::pool(const Environment& e, const Level& level) const {
  List out;
  for (NameId alias : pool_)
    if (table_named(e, level, alias) == kNone) out.push_back(alias);
  return out;
}

const Names::Classes& Names::classes(const Environment& e, const Level& level) {
  const auto [at, fresh] = classes_.try_emplace({e.tables, level.self, e.target != kNone && locked(e, e.target) ? e.target : kNone});
  if (!fresh) return at->second;
  std::map<std::tuple<std::vector<TableId>, bool, bool>, List> by_tables;
  List all;
  each_table(e, level, [&](NameId, TableId t) { all.insert(all.end(), members(t).begin(), members(t).end()); });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase_if(all, [&](NameId m) { return listed_.contains(m); });
  Level merging = level;  // which is told apart where it is used
  merging.crossing = false;
  for (NameId m : all) by_tables[{tables_with(e, level, m), stubborn(e, merging, m), free_ && !is_free(m)}].push_back(m);
  for (const auto& [m, its] : listed_) at->second.push_back({tables_with(e, level, m), {m}});  // of each it counts where it is used
  for (auto& [like, same] : by_tables) at->second.emplace_back(std::get<0>(like), std::move(same));
  memory_ += 64 + 16 * all.size() + 128 * at->second.size();
  return at->second;
}

// --- Steps -----------------------------------------------------------------------------------------------------------

// Whether a new expression may begin after it.
bool Names::begins(NameAction action) {
  return action == NameAction::Next || action == NameAction::Item || action == NameAction::Sources ||
         action == NameAction::Another || action == NameAction::After || action == NameAction::Condition ||
         action == NameAction::Merging || action == NameAction::Windowed;
}

// The action as it is where nobody asks for its text.
NameAction Names::unspelled(NameAction action) {
  switch (action) {
    case NameAction::Spell: return NameAction::Operator;
    case NameAction::SpellDeeper: return NameAction::Deeper;
    case NameAction::SpellShallower: return NameAction::Shallower;
    default: return action;
  }
}

bool Names::tracked(NameAction action) {
  switch (action) {
    case NameAction::Declare:
    case NameAction::Alias:
    case NameAction::Use:
    case NameAction::UseOwn:
    case NameAction::PutOut:
    case NameAction::NameIt:
    case NameAction::AllOf:
    case NameAction::Merge:
    case NameAction::NameTable:
    case NameAction::Columns:
    case NameAction::Assign:
    case NameAction::GroupBy:
    case NameAction::Spell:
    case NameAction::SpellDeeper:
    case NameAction::SpellShallower:
    case NameAction::DistinctOn:
    case NameAction::OrderOn:
    case NameAction::Window:
    case NameAction::WindowAs:
    case NameAction::Series:
      return true;
    default: return false;
  }
}

void Names::add(Level& level, NameId name, const List& members, bool own) {
  auto at = std::lower_bound(level.wants.begin(), level.wants.end(), name,
                             [](const Want& w, NameId n) { return w.name < n; });
  if (at == level.wants.end() || at->name != name) at = level.wants.insert(at, {name, own, {}});
  at->own = at->own || own;
  for (NameId m : members) insert(at->members, m);
}

// A use of a member, or of a source's. What is not declared yet is wanted, by the scope whose sources are still to come.
void Names::use(Environment& e, const List& named, bool own) {
  Level& top = e.levels.back();
  if (named.size() == 1) {
    if (top.phase == Before) insert(top.needs, named[0]);
    if (top.phase == Before && own) insert(top.kept, named[0]);
    if (top.phase == Among) insert(top.taken, named[0]), insert(top.asked, named[0]);
    // One of a scope around whose sources are still to come.
    for (std::size_t i = e.levels.size() - 1; !strict_ && top.phase == After && !own && i > 0; --i) {
      const Level& level = e.levels[i];
      if (providers(level, named[0]) || calls_so(level, named[0]) || closed(level)) return;
      if (e.levels[i - 1].phase == Before) return insert(e.levels[i - 1].needs, named[0]);
    }
    return;
  }
  for (std::size_t i = e.levels.size(); i-- > 0;) {
    Level& level = e.levels[i];
    if (source(level, named[0])) return;
    if (level.phase == Before) return add(level, named[0], {named[1]}, own);
    if (closed(level)) return;
  }
}

// --- Brackets

// What the parser's stack holds: for each bracket what was before it, and the operators of this one.
std::uint32_t Names::used(const Environment& e) {
  // As measured of SQLite 3.40, whose stack has a hundred places: BETWEEN, IS NOT DISTINCT FROM, all of * + & || at once.
  static constexpr std::array<std::uint32_t, static_cast<std::size_t>(Operator::Count)> kPlaces{0, 2, 2, 1, 7, 8, 1, 2};
  std::uint32_t out = e.brackets.empty() ? 0 : e.brackets.back().used;
  for (std::size_t o = 1; o < kPlaces.size(); ++o) out += e.operators >> o & 1 ? kPlaces[o] : 0;
  return out;
}

void Names::deeper(Environment& e, std::uint32_t number) {
  const std::uint32_t before = used(e);
  e.brackets.push_back({before + (number >> kWeight), e.operators});
  e.operators = 0;
}

void Names::shallower(Environment& e, std::uint32_t number) {
  e.operators = e.brackets.back().operators;
  e.brackets.pop_back();
  if (!number) return;
  Level& top = e.levels.back();
  top.join = top.sources.size() == (top.fences.empty() ? 1 : top.fences.back() + 1) ? Whole : Met;
  if (number & 2) top.fences.pop_back();
}

void Names::operate(Environment& e, Operator o) {
  const auto at = static_cast<std::uint32_t>(o);
  const std::uint32_t bound = 1u << static_cast<std::uint32_t>(Operator::Bound),
                      computes = 1u << static_cast<std::uint32_t>(Operator::Computes);
  if (o == Operator::Bound) e.operators = (e.operators & (computes - 1)) | bound;
  else
    e.operators = o == Operator::None ? 0
                                      : (e.operators & ((1u << at) - 1)) |
                                            (o > Operator::Compares ? e.operators & bound : 0) | 1u << at;
}

bool Names::misnamed(const Level& level) {
  return level.phase == Before && level.first && !level.outputs.empty() && level.outputs.back().kind == Member &&
         contains(level.avoid, level.outputs.back().name);
}

// Whether something is put out of all rows, over no window.
bool Names::of_rows(const Level& level) {
  return std::any_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.of == kOfRows; });
}

// What is distinct is ordered by name or place, of which there may be none where no source follows.
bool Names::may_order(StackId at, const Environment& e, ResidualId whole) {
  const Level& level = e.levels.back();
  return !level.distinct || level.phase != Before || compute(at, e, NameAction::PutOutName, 0, whole) != ResidualStore::kEmpty ||
         compute(at, e, NameAction::Position, 0, whole) != ResidualStore::kEmpty;
}

// No more sources: what is left to want goes to the scopes around.
void Names::settle(Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  if (e.levels[at].phase == After) return;
  if (strict_) settle_loose(e);
  outward(e, at, e.levels[at], undeclared(e.levels[at]), unmet(e.levels[at]), &e);
  Level& level = e.levels[at];
  level.phase = After;
  level.outer = false;
  level.fences.clear();
  level.wants.clear();
  level.needs.clear();
  level.kept.clear();
  level.taken.clear();
  level.asked.clear();
}

// Another member is put out, of which nothing is known yet.
void Names::item(Level& level) {
  level.outputs.push_back({Nameless, 0});
  if (level.values && level.first) rename(level, Given, name_of("column" + std::to_string(width(level))));
}

void Names::rename(Level& level, Kind kind, NameId name) {
  level.outputs.back().kind = kind;
  level.outputs.back().name = name;
}

Names::List Names::put_out(const Level& level) const {
  if (!level.first) return level.members;
  List out;
  for (const Output& each : level.outputs) {
    if (each.kind == Member || each.kind == Given) out.push_back(each.name);
    if (each.kind < Everything) continue;
    for (const Source& s : level.sources)
      if (each.kind == Everything || each.name == s.name) {
        const List its = shown(s.table);
        out.insert(out.end(), its.begin(), its.end());
      }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// What the queries of a compound so far call their results, each of which the whole may be ordered by.
Names::List Names::all_given(const Level& level) const {
  List out = level.given;
  for (const Output& each : level.outputs) {
    if (each.kind == Member && providers(level, each.name) == 1) insert(out, each.name);
    for (const Source& s : level.sources)
      if (each.kind == Everything || (each.kind == EverythingOf && each.name == s.name))
        for (const NameId m : shown(s.table))
          if (providers(level, m) == 1) insert(out, m);
  }
  return out;
}

void Names::open(Environment& e, std::uint32_t number) {
  if (number & kUnnames) rename(e.levels.back(), Nameless, 0);
  Level level;
  level.sealed = number & kSealed;
  if (number & (kSealed - 1)) level.required = (number & (kSealed - 1)) - 1;
  else if (e.levels.size() == e.at && !e.columns.empty()) level.required = static_cast<std::uint32_t>(e.columns.size());
  level.values = number & kValues;
  if (level.values) level.phase = After;
  level.named = number & kNamed;
  level.tables = static_cast<std::uint32_t>(e.tables.size());
  if (number & kFunction) {
    level.phase = After;
    level.required = kNone;
  }
  e.levels.push_back(std::move(level));
  item(e.levels.back());
}

// The query that a compound goes on with.
void Names::next(Environment& e, std::uint32_t number) {
  settle(e);
  const Level before = e.levels.back();
  const List all = typed_ && counted(before) ? types(before) : row(before);
  e.levels.pop_back();
  open(e, (before.sealed ? kSealed : 0) | (number & kValues) | ((strict_ || !counted(before) ? static_cast<std::uint32_t>(all.size()) : width(before)) + 1));
  Level& next = e.levels.back();
  next.members = put_out(before);
  next.given = strict_ ? orderable(before) : all_given(before);
  if (typed_) {
    next.types = all;
    next.kinds = kinds_put_out(before, next.members);
  }
  next.tables = before.tables;
  next.self_name = e.naming;
  if ((number & kRecurses) && e.recursive && e.levels.size() == e.at + 1 && e.naming != kNone)
    next.self = made(e.columns.empty() ? next.members : e.columns, true, {}, strict_ ? List() : List(next.required, kSome));
  next.first = false;
  next.roomy = before.roomy;
  next.arms = before.arms + 1;
}

// A bracket opens.
void Names::bracket(Environment& e, std::uint32_t number) {
  Level& top = e.levels.back();
  if (strict_) {
    touch(e, number & kOdd ? Odd : Touched);
    top.rolled |= number & kSets;
    top.nested |= number & kNested;
    if (number & 2 && top.phase == Before) {
      top.nested = false;
      top.before = std::exchange(top.aggregated, true);
      top.pending.clear();
    }
    if (number & kOver) over(e, top);
  }
  if (fences(number)) {
    top.fences.push_back(static_cast<std::uint32_t>(top.sources.size()));
    top.join = Cross;
  }
  if (number & 1) rename(top, Nameless, 0);
  if (number & 6 && top.phase == Before) {
    top.outputs.back().of |= number & 6;
    top.self = kNone;
  }
  deeper(e, number);
}

void Names::Environment::begin_naming(NameId name, bool may_recurse) {
  if (naming != kNone) outer.push_back({naming, std::move(columns), recursive, at});
  columns.clear();
  naming = name;
  recursive = may_recurse;
  at = static_cast<std::uint32_t>(levels.size());
}

void Names::Environment::end_naming(TableId table) {
  tables.push_back({naming, table});
  Naming around{kNone, {}, false, 0};
  if (!outer.empty()) {
    around = std::move(outer.back());
    outer.pop_back();
  }
  naming = around.name;
  columns = std::move(around.columns);
  recursive = around.recursive;
  at = around.at;
}

Names::List Names::Environment::named() const {
  List out;
  for (const auto& [name, table] : tables) out.push_back(name);
  for (const Naming& n : outer) out.push_back(n.name);
  if (naming != kNone) out.push_back(naming);
  return out;
}

void Names::Environment::leave() {
  tables.resize(levels.back().tables);
  levels.pop_back();
  shallower(*this);
}

// No more members that are merged, put out, or get another name.
void Names::merged(Level& level, std::uint32_t number) {
  if (number == 2) renamed(level);
  else if (number == 3) return;
  else if (number && level.instead) as_long(level);
  else if (number) level.outputs.back().type = number >> 4;
}

// All further rows that are written are as long as the first.
void Names::as_long(Level& level) {
  level.required = width(level);
  level.types.resize(level.required);
}

// A source of the scope, or what is written.
void Names::declare(Environment& e, std::uint32_t number, const List& named) {
  Level& level = e.levels.back();
  const NameId its = spoken(named.front());
  const bool written = number < kCalled && number & kWritten;
  // What is written is a table of the catalogue, also where a scope of WITH has its name.
  const TableId table = written ? named_.at(its) : table_named(e, level, its);
  const NameId name = number >= kCalled ? kNone : named.size() > 1 ? named.back() : its;
  if (written) {
    e.target = table;
    e.target_name = name;
    level.crossing = !strict_;
  }
  if (std::optional<Level> next = extended(level, name, table)) level = std::move(*next);
  if (number < kCalled) return;
  level.join = Called;
  deeper(e, number & ~((1u << kWeight) - 1));
}

// An action on scopes and their phases; false where it is none of these.
bool Names::scoped(Environment& e, NameAction action, std::uint32_t number) {
  const auto close = [&] {
    settle(e);
    const bool renamed = e.levels.size() == e.at + 1 && !e.columns.empty();
    List members = renamed ? e.columns : put_out(e.levels.back());
    List kinds = typed_ && !renamed ? kinds_put_out(e.levels.back(), members) : strict_ ? kinds_renamed(e) : List();
    List names = !strict_ ? List() : renamed ? e.columns : order(e.levels.back());
    const TableId table = made(std::move(members), false, std::move(kinds), row(e.levels.back()), std::move(names));
    e.leave();
    return table;
  };
  switch (action) {
    case NameAction::Open:
      if (strict_ && !e.levels.empty() && (e.naming == kNone || e.at != e.levels.size())) {
        touch(e, Odd);
        if (e.levels.back().phase == Before) e.levels.back().outputs.back().text = kNone;
      }
      deeper(e, number);
      if (number & kInstead) {
        const std::uint32_t expected = values_expected(e.levels.back());
        List types = types_expected(e.levels.back()), assigned = std::move(e.levels.back().assigned);
        e.levels.pop_back();
        open(e, strict_ ? number & ~(kSealed - 1) : number);
        e.levels.back().required = expected;
        e.levels.back().types = std::move(types);
        e.levels.back().first = !strict_ || !(number & kValues);
        e.levels.back().instead = strict_;
        if (strict_) e.levels.back().assigned = std::move(assigned);
      } else {
        open(e, number);
      }
      e.levels.back().roomy = used(e) + scope_weight_ <= most_depth_;
      break;
    case NameAction::OpenSource: {
      const bool function = number & kFunction;
      List owed = function ? List() : debts(e, e.levels.size() - 1), avoid = function ? List() : conflicting(e, e.levels.back());
      deeper(e, number);
      const std::uint32_t required = !strict_ && continued(e.levels.back()) ? e.levels.back().required : kNone;
      open(e, number);
      if (required != kNone) e.levels.back().required = required;
      e.levels.back().roomy = used(e) + scope_weight_ <= most_depth_;
      e.levels.back().inner = true;
      e.levels.back().owes = std::move(owed);
      e.levels.back().avoid = std::move(avoid);
      break;
    }
    case NameAction::Close:
      settle(e);
      e.leave();
      break;
    case NameAction::CloseSource: {
      const TableId table = close();
      if (std::optional<Level> next = extended(e.levels.back(), kNone, table)) e.levels.back() = std::move(*next);
      break;
    }
    case NameAction::CloseTable: {
      const TableId table = close();
      e.end_naming(table);
      break;
    }
    case NameAction::Next: next(e, number); break;
    case NameAction::Sources:
      if (strict_) e.levels.back().outputs.back().type = number;
      e.levels.back().pending.clear();
      e.levels.back().nested = false;
      e.levels.back().phase = Among;
      if (strict_) break;
      e.levels.back().join = Cross;
      // Beside the table that is written others stand as if in brackets.
      if (e.levels.back().sources.size()) e.levels.back().fences.push_back(1);
      break;
    case NameAction::Another:
      e.levels.back().join = e.levels.back().fences.empty() ? number & 15 : Cross;
      if (number & kCommas) e.levels.back().crossing = true;
      if (number & kOuter) join_outer(e.levels.back());
      break;
    case NameAction::After:
      settle(e);
      if (number & kTarget) {
        target(e, number);
        break;
      }
      e.levels.back().shut = number & 2;
      e.levels.back().clause = strict_ ? number : number & Windows;
      if (strict_) e.levels.back().grouping |= number & Grouping;
      break;
    default: return false;
  }
  return true;
}

StackId Names::step(StackId at, NameAction action, std::uint32_t number, std::string_view lexeme, bool known) {
  if (at == kUnknown || (uncertain(at) && !writes(action))) return kUnknown;
  Environment e = environments_[at];
  const bool groups = strict_ && !e.levels.empty() && e.levels.back().clause & Grouping;
  if (!known && tracked(action) && !spells(action)) {
    // A name that is looked up where all sources are known changes nothing, but what rows are grouped by.
    const bool looked_up = action == NameAction::Use || (groups ? action == NameAction::GroupBy : action == NameAction::UseOwn || action == NameAction::PutOutName);
    if (!looked_up) return kUnknown;
    for (std::size_t i = action == NameAction::GroupBy ? 0 : e.levels.size(); i-- > 0;) {
      if (e.levels[i].phase != After) return kUnknown;
      if (closed(e.levels[i])) break;
    }
    if (!groups) return at;
    write(e.levels.back(), lexeme, known);
    return intern(std::move(e));
  }
  if (strict_ && writes(action)) write(e.levels.back(), lexeme, known);
  else if (strict_ && !e.levels.empty()) group(e.levels.back());
  action = unspelled(action);
  const List named = tracked(action) ? words(lexeme) : List();
  if (begins(action)) e.operators = 0;
  if (action == NameAction::After && number & (Grouping | Ordering) && unread(e.levels.back())) return kUnknown;
  if (scoped(e, action, number) || grouped_by(e, action, number, lexeme)) return intern(std::move(e));
  switch (action) {
    case NameAction::Item:
      if (strict_) e.levels.back().outputs.back().type = number & kClass;
      e.levels.back().pending.clear();
      e.levels.back().nested = false;
      item(e.levels.back());
      break;
    case NameAction::Declare: declare(e, number, named); break;
    case NameAction::Alias:
      if (number) {
        shallower(e);
        e.levels.back().join = Read;
      }
      e.levels.back().sources.back().name = number == 1 ? table_names_[e.levels.back().sources.back().table] : named.back();
      break;
    case NameAction::Use: case NameAction::UseOwn:
      if (strict_ && number & kGrouped) {
        if (e.levels.back().phase == Before) loosen(e, e.levels.back(), {named.size() > 1 ? named[0] : kNone, named.back(), kExactly});
      } else if (strict_) {
        note(e, named, action == NameAction::UseOwn);
      }
      use(e, named, action == NameAction::UseOwn);
      break;
    case NameAction::Distinct: e.levels.back().distinct |= !(number & kAsks); break;
    case NameAction::PutOut:
      use(e, named, false);
      rename(e.levels.back(), Member, named.back());
      if (typed_) e.levels.back().outputs.back().source = named.size() > 1 ? named[0] : kNone;
      break;
    case NameAction::Unname:
      rename(e.levels.back(), Nameless, 0);
      operate(e, static_cast<Operator>(number));
      break;
    case NameAction::NameIt:
      if (typed_) {
        Output& o = e.levels.back().outputs.back();
        o.type = number;
        o.state = Touched;
      }
      rename(e.levels.back(), Given, named.back());
      if (!strict_ || e.levels.back().first) insert(e.levels.back().given, named.back());
      break;
    case NameAction::All:
      rename(e.levels.back(), Everything, 0);
      e.levels.back().opaque = true;
      break;
    case NameAction::AllOf:
      e.levels.back().opaque = true;
      add(e.levels.back(), named[0], {}, true);
      rename(e.levels.back(), EverythingOf, named[0]);
      break;
    case NameAction::Merge:
      insert(e.levels.back().sources.back().merged, named[0]);
      std::erase(e.levels.back().must, named[0]);
      if (e.levels.back().outer) join_outer(e.levels.back());
      break;
    case NameAction::Assign:
      insert(e.levels.back().assigned, named[0]);
      if (number & kListed) e.levels.back().types.push_back(assigned_kind(e.levels.back().sources[0].table, named[0]));
      break;
    case NameAction::NameTable: e.begin_naming(named[0], number & 1); break;
    case NameAction::Columns:
      if (number != 1) e.columns.insert(e.columns.end(), named.begin(), named.end());
      break;
    case NameAction::Deeper: bracket(e, number); break;
    case NameAction::Shallower: shallower(e, number); break;
    case NameAction::Operator:
      if (strict_) touch(e, number & kOdd ? Odd : Touched, number >> kAskedAt);
      else operate(e, static_cast<Operator>(number));
      break;
    case NameAction::Merging: case NameAction::Condition: e.levels.back().join = Met; break;
    case NameAction::Merged: merged(e.levels.back(), number); break;
    default: break;
  }
  return intern(std::move(e));
}

// --- Names that do not matter ----------------------------------------------------------------------------------------

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

// --- Patterns --------------------------------------------------------------------------------------------------------

// A name that the text has made, in any case of letters; in quotation marks unless it is a plain word.
std::string Names::caseless(const std::string& name) const {
  const bool plain = std::all_of(name.begin(), name.end(),
                                 [](char c) {
                                   return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
                                          static_cast<std::uint8_t>(c) > kLastOther;
                                 });
  std::string key = name, out;
  const bool exact = strict_ && !plain;
  if (!plain) {
    key = "\"";
    for (const char c : name) key += c == '"' ? "\"\"" : std::string(1, c);
    key += '"';
  }
  for (const char c : key) {
    append_operation(out, PatternCode::ByteRanges);
    const bool letter = c >= 'a' && c <= 'z' && !exact;
    append_number(out, letter ? 2 : 1);
    if (letter) out += {static_cast<char>(c - 32), static_cast<char>(c - 32)};
    out += {c, c};
  }
  append_operation(out, PatternCode::Concatenation);
  append_number(out, key.size());
  return out;
}

// A name that the text has made; without classes a plain word may stand in quotation marks, too.
ResidualId Names::made_up(NameId n) {
  const std::string& key = names_[n].key;
  const ResidualId word = store_.parse(caseless(key));
  const bool plain = std::all_of(key.begin(), key.end(), [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
  return plain && !strict_ ? in_marks(word) : word;
}

// The word, bare and in each pair of quotation marks that SQLite takes.
ResidualId Names::in_marks(ResidualId word) {
  const auto within = [&](std::string_view begin, std::string_view end) {
    return store_.joined(store_.spelled({{std::string(begin)}}), store_.joined(word, store_.spelled({{std::string(end)}})));
  };
  return store_.united({word, in_quotes(word), within("`", "`"), within("[", "]")});
}

// One of the names, however it may be spelled.
ResidualId Names::any_of(const List& names) {
  if (const auto at = any_of_.find(names); at != any_of_.end()) return at->second;
  std::string known;
  std::size_t count = 0;
  std::vector<ResidualId> parts;
  for (NameId n : names) {
    if (unspelled(n)) continue;
    for (const std::string& spelling : names_[n].spellings) {
      append_number(known, spelling.size());
      known += spelling;
      ++count;
    }
    if (names_[n].spellings.empty()) parts.push_back(made_up(n));
  }
  if (count) {
    std::string code;
    append_operation(code, PatternCode::Literals);
    append_number(code, count);
    parts.push_back(store_.parse(code + known));
  }
  const ResidualId out = store_.united(std::move(parts));
  memory_ += 96 + 4 * names.size();
  return any_of_[names] = out;
}

ResidualId Names::one_of(const std::vector<std::string>& texts) {
  if (texts.empty()) return ResidualStore::kEmpty;
  std::string code;
  append_operation(code, PatternCode::Literals);
  append_number(code, texts.size());
  for (const std::string& text : texts) {
    append_number(code, text.size());
    code += text;
  }
  return store_.parse(code);
}

ResidualId Names::member_of(const List& sources, const List& members) {
  if (sources.empty() || members.empty()) return ResidualStore::kEmpty;
  if (const auto at = member_of_.find({sources, members}); at != member_of_.end()) return at->second;
  const ResidualId tail = store_.joined(point_, any_of(members)), out = store_.joined(any_of(sources), tail);
  memory_ += 128 + 4 * (sources.size() + members.size());
  return member_of_[{sources, members}] = out;
}

// A free name that is none of these, nor a table.
ResidualId Names::named_otherwise(const Environment& e, const Level& level, List names) {
  each_table(e, level, [&](NameId name, TableId) { names.push_back(name); });
  return free_otherwise(std::move(names));
}

ResidualId Names::otherwise(ResidualId words, List names) {
  std::erase_if(names, [&](NameId n) { return n != kNone && forgotten(n); });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (const auto at = otherwise_.find({words, names}); at != otherwise_.end()) return at->second;
  std::vector<ResidualId> taken;
  for (NameId n : names)
    if (n != kNone && plain(n)) taken.push_back(store_.parse(caseless(names_[n].key)));
  const ResidualId out = store_.without(words, std::move(taken));
  memory_ += 96 + 4 * names.size();
  return otherwise_[{words, std::move(names)}] = out;
}

// Whether the member is of the class that is asked for, the source being still to come.
bool Names::askable(const Environment& e, std::size_t at, bool own, std::uint32_t asked, NameId alias, NameId m) const {
  const Level& level = e.levels[at];
  if (beside_written(level) && contains(apart_, m)) return false;
  if (!asked) return true;
  const std::uint32_t its = kind_before(e, level, alias, m);
  return fits(asked, its, [&] { return special_before(e, level, alias, m); }) && may_use(e, at, level, alias, m, its, own);
}

// All such members of a table, by its own name: there may be thousands of tables.
Names::List Names::askable_of(const Environment& e, std::size_t at, bool own, std::uint32_t asked, NameId name, TableId table) const {
  List out = members(table);
  const Level& level = e.levels[at];
  if (beside_written(level)) std::erase_if(out, [&](NameId m) { return contains(apart_, m); });
  if (!asked) return out;
  if (table_named(e, level, name) != table) {
    std::erase_if(out, [&](NameId m) { return !askable(e, at, own, asked, name, m); });
    return out;
  }
  const List& kinds = kinds_[table];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint32_t its = i < kinds.size() ? kinds[i] : 0;
    const NameId m = out[i];
    if (fits(asked, its, [&] { return special(table, m); }) && may_use(e, at, level, name, m, its, own)) out[kept++] = m;
  }
  out.resize(kept);
  return out;
}

// Names of sources of the scopes around.
Names::List Names::sources_around(const Environment& e, std::size_t at) {
  List out;
  for (std::size_t i = at; i-- > 0 && !closed(e.levels[i + 1]);) {
    for (const Source& s : e.levels[i].sources)
      if (s.name != kNone) insert(out, s.name);
    for (const Want& w : e.levels[i].wants) insert(out, w.name);
  }
  return out;
}

// Whether there is a source of that name around, with members of other classes: it would be meant unless the table is declared.
bool Names::unlike_around(const Environment& e, std::size_t at, NameId name, TableId table) const {
  for (std::size_t i = at; i-- > 0 && !closed(e.levels[i + 1]) && e.levels[i].phase != Before;)
    if (const Source* s = source(e.levels[i], name)) return s->table != table && !alike(s->table, table);
  return false;
}

// Any word that is none of these, nor wanted, nor a table, with one of the members.
ResidualId Names::any_other(const Environment& e, const Level& level, std::initializer_list<const List*> but, const List& members) {
  List known;
  for (const List* some : but) known.insert(known.end(), some->begin(), some->end());
  for (const Want& w : level.wants) known.push_back(w.name);
  return store_.joined(named_otherwise(e, level, std::move(known)), store_.joined(point_, any_of(members)));
}

// Aliases by the members that may be used of them now, where the scope's sources are still to come; and what else may be used,
// where names are free. `hidden`: names of scopes within.
ResidualId Names::wanted(const Environment& e, std::size_t at, bool own, const List& hidden,
                         std::map<List, List>& groups, std::uint32_t asked) {
  const Level& level = e.levels[at];
  Outlook outlook(*this, e, at);
  const Classes& all = classes(e, level);
  const auto allowed = [&](NameId alias, NameId m) { return askable(e, at, own, asked, alias, m); };
  const auto members_of = [&](NameId alias) {
    List out;
    for (const auto& [tables, same] : all)
      if (outlook.may_want(alias, same[0], tables, own))
        for (NameId m : same)
          if (allowed(alias, m)) out.push_back(m);
    std::sort(out.begin(), out.end());
    return out;
  };
  ResidualId any = ResidualStore::kEmpty;
  std::vector<ResidualId> free;
  if (derives(e, at) && !strict_) {
    List known = hidden;
    for (const Want& w : level.wants) {
      known.push_back(w.name);
      if (!contains(hidden, w.name) && table_named(e, level, w.name) == kNone && w.members.size() < kMostNeeds &&
          all_plain(w.members) && may_be_free(e, at, w.name, own))
        free.push_back(any_of({w.name}));
    }
    if (level.wants.size() < kMostWants && may_be_free(e, at, name_of(kAnyName), own)) free.push_back(quoted_too(named_otherwise(e, level, std::move(known))));
    ResidualId member = free_word(level, false);
    if (asked) {
      member = may_be_unknown(asked) ? unknown_word(e, level) : ResidualStore::kEmpty;
      List known_to_fit;
      for (const auto& [tables, same] : all)
        for (NameId m : same)
          if (plain(m) && allowed(kNone, m)) known_to_fit.push_back(m);
      std::sort(known_to_fit.begin(), known_to_fit.end());
      member = store_.united({member, any_of(known_to_fit)});
    }
    any = store_.joined(store_.united(std::move(free)), store_.joined(point_, member));
  }
  List unused;
  for (NameId alias : pool(e, level)) {
    if (contains(hidden, alias)) continue;
    // What a scope around knows may be there or here.
    bool known = want(level, alias);
    for (std::size_t i = at; i-- > 0 && !closed(e.levels[i + 1]);)
      known = known || source(e.levels[i], alias) || want(e.levels[i], alias);
    if (known) groups[members_of(alias)].push_back(alias);
    else unused.push_back(alias);
  }
  const List same = unused.empty() && !(strict_ && free_) ? List() : members_of(unused.empty() ? name_of(kAnyName) : unused[0]);
  if (!unused.empty()) {
    List& like = groups[same];
    like.insert(like.end(), unused.begin(), unused.end());
  }
  const List around = strict_ ? sources_around(e, at) : List();
  for (NameId n : around)
    if (!contains(pool_, n) && !contains(hidden, n) && !want(level, n) && table_named(e, level, n) == kNone) groups[members_of(n)].push_back(n);
  if (strict_ && free_ && !same.empty()) any = any_other(e, level, {&hidden, &pool_, &around}, same);
  // Aliases that were free, and are no longer.
  for (const Want& w : level.wants)
    if (!contains(pool_, w.name) && !contains(hidden, w.name) && table_named(e, level, w.name) == kNone)
      groups[members_of(w.name)].push_back(w.name);
  List named, put_out;  // by names of tables of which nothing is said yet, too, what scopes of these names may put out
  each_table(e, level, [&](NameId name, TableId table) {
    if (contains(hidden, name) || (typed_ && unlike_around(e, at, name, table))) return;
    if (table != level.self && outlook.free(name)) {
      groups[askable_of(e, at, own, asked, name, table)].push_back(name);
      return insert(named, name);
    }
    List out;
    for (const auto& [tables, same] : strict_ && derives(e, at) ? all : Classes())
      if (is_free(same[0]) && outlook.may_want(name, same[0], tables, own))
        for (NameId m : same)
          if (!has(table, m) && allowed(name, m)) insert(out, m);
    // Members of one table differ by which others have them, and by whether a scope may put them out.
    std::map<std::pair<std::vector<TableId>, bool>, bool> tried;
    for (NameId m : members(table)) {
      const auto [known, first] = tried.try_emplace({tables_with(e, level, m), free_ && !is_free(m)}, false);
      if (first) known->second = outlook.may_want(name, m, known->first.first, own);
      if (known->second && allowed(name, m)) insert(out, m);
    }
    groups[out].push_back(name);
  });
  if (!strict_ || named.empty() || !derives(e, at)) return any;
  for (const auto& [tables, same] : all)
    for (NameId m : same)
      if (is_free(m) && allowed(kNone, m)) insert(put_out, m);
  return store_.united({any, member_of(named, put_out)});
}

// Whether a free name may be used, of the source if there is one: a scope that puts it out is one source more.
bool Names::may_be_free(const Environment& e, std::size_t at, NameId source, bool own) {
  Level tried = e.levels[at];
  const NameId any = name_of(kAnyName);
  if (source == kNone) insert(tried.needs, any);
  else add(tried, source, {any}, own);
  return satisfiable(e, at, tried);
}

// A member that is free; `alone`: without a source. Beside the table that is written nothing merges what is used without one.
ResidualId Names::free_word(const Level& level, bool alone) {
  if (!beside_written(level)) return quoted_too(apart_.empty() ? word_ : free_otherwise(apart_));
  List taken = apart_;
  const auto all = [&](const List& some) { taken.insert(taken.end(), some.begin(), some.end()); };
  if (!alone) all(level.needs);
  for (const Source& s : level.sources)
    if (alone) all(members(s.table));
  for (const Want& w : level.wants)
    if (alone) all(w.members);
  return quoted_too(free_otherwise(std::move(taken)));
}

// A word that no table has a member of.
ResidualId Names::unknown_word(const Environment& e, const Level& level) {
  List known = apart_;
  for (const auto& [tables, same] : classes(e, level)) known.insert(known.end(), same.begin(), same.end());
  for (const Output& o : level.outputs)
    if (o.kind == Given && most(level) == 1) known.push_back(o.name);  // the only source does not have it
  return free_otherwise(std::move(known));
}

// What the scope has given names to, and which no source of it has.
Names::List Names::results(const Level& level, bool all, std::uint32_t asked) const {
  List out, none;
  for (const Output& each : level.outputs) {
    if (each.kind != Given || providers(level, each.name)) continue;
    insert((each.of == 0 || (all && each.of == 2)) && fits(asked, each.type) ? out : none, each.name);
  }
  std::erase_if(out, [&](NameId n) { return contains(none, n); });
  return out;
}

// Members of the sources to come of a scope around; `met`: what those within have, of which these may be used.
ResidualId Names::needed(const Environment& e, std::size_t at, const List& met, const List& may, std::uint32_t asked) {
  const Level& level = e.levels[at];
  Outlook outlook(*this, e, at);
  List out;
  for (const auto& [tables, same] : classes(e, level))
    if (outlook.may_need(same[0], tables))
      for (NameId m : same) {
        const std::uint32_t its = asked ? kind_before(e, level, kNone, m) : 0;
        const bool hides = contains(met, m) && std::find(may.begin(), may.end(), m) == may.end();
        if (!hides && !contains(apart_, m) && (!asked || fits(asked, its))) out.push_back(m);
      }
  std::sort(out.begin(), out.end());
  return any_of(out);
}

// Members of the table that is written, by its name, and without it but for those that scopes within have; `hidden`: names of sources
// within; no `met`: only by its name.
void Names::uses_of_written(const Environment& e, std::size_t at, std::uint32_t asked, const std::optional<List>& met, List& plain,
                            List& hidden, std::map<List, List>& groups) {
  const Level& level = e.levels[at];
  for (const Source& s : level.sources) {
    List its = members(s.table);
    std::erase_if(its, [&](NameId m) { return asked && !fits(asked, kind(s.table, m)); });
    for (NameId m : its) {
      if (!met || contains(*met, m) || (at + 1 < e.levels.size() && contains(row_numbers_, m))) continue;
      Level tried = level;
      insert(tried.needs, m);
      if (satisfiable(e, at, tried)) plain.push_back(m);
    }
    if (!contains(hidden, s.name)) groups[std::move(its)].push_back(s.name);
    insert(hidden, s.name);
  }
}

ResidualId Names::uses(const Environment& e, bool own, bool all, std::uint32_t asked, Numbers numbers) {
  const std::size_t top = e.levels.size() - 1;
  List plain, hidden;
  std::map<List, List> groups;  // aliases by members
  std::vector<ResidualId> ways;
  if (e.levels[top].phase == Before) {
    // Members without a source are the scope's own.
    const Level& level = e.levels[top];
    Outlook outlook(*this, e, top);
    for (const auto& [tables, same] : classes(e, level))
      if (outlook.may_need(same[0], tables))
        for (NameId m : same) {
          if (beside_written(level) && contains(apart_, m) && !providers(level, m)) continue;
          const std::uint32_t its = asked ? kind_before(e, level, kNone, m) : 0;
          if (!asked || (fits(asked, its, [&] { return special_before(e, level, kNone, m); }) && may_use(e, top, level, kNone, m, its, own))) plain.push_back(m);
        }
    if (derives(e, top) && !strict_ && level.needs.size() < kMostNeeds && may_be_free(e, top, kNone, own)) {
      if (!asked) ways.push_back(free_word(level, true));
      else if (may_be_unknown(asked)) ways.push_back(unknown_word(e, level));
    }
    uses_of_written(e, top, asked, List(), plain, hidden, groups);
    ways.push_back(wanted(e, top, own, hidden, groups, asked));
  } else {
    List met;
    const auto may_ask = [&](std::size_t i, NameId source, NameId m) {
      const std::uint32_t its = kind_here(e.levels[i], source, m);
      return fits(asked, its, [&] { return special_here(e.levels[i], source, m); }) && may_use(e, i, e.levels[i], source, m, its, own);
    };
    bool open = true;  // whether members without a source are looked up here
    for (std::size_t i = top + 1; i-- > 0;) {
      const Level& level = e.levels[i];
      if (level.phase == Before) {
        if (own) break;
        uses_of_written(e, i, asked, open ? std::optional(met) : std::nullopt, plain, hidden, groups);
        ways.push_back(wanted(e, i, false, hidden, groups, asked));
        if (!strict_) ways.push_back(needed(e, i, met, plain, asked));
        break;
      }
      if (level.phase == Among && i != top) open = false;
      List here;
      for (std::size_t k = level.fences.empty() ? 0 : level.fences.back(); k < level.sources.size(); ++k) {
        const Source& s = level.sources[k];
        if (level.join == Called && k + 1 == level.sources.size()) break;  // what its arguments are about
        const List all_of = s.grouped ? shown(s.table) : members(s.table);
        if (s.name != kNone && !contains(hidden, s.name)) {
          List its = all_of;
          std::erase_if(its, [&](NameId m) { return asked && !may_ask(i, s.name, m); });
          groups[std::move(its)].push_back(s.name);
        }
        if (open) here.insert(here.end(), all_of.begin(), all_of.end());
      }
      for (const Source& s : level.sources)
        if (s.name != kNone) insert(hidden, s.name);
      std::sort(here.begin(), here.end());
      here.erase(std::unique(here.begin(), here.end()), here.end());
      for (NameId m : here) {
        if (contains(met, m)) continue;
        bool possible = providers(level, m) == 1 && (level.sources.size() == 1 || !contains(row_numbers_, m));
        if (possible && level.phase == Among) {
          Level tried = level;
          insert(tried.taken, m);
          insert(tried.asked, m);
          possible = satisfiable(e, i, tried);
        }
        if (possible && (!asked || may_ask(i, kNone, m))) plain.push_back(m);
      }
      if (!strict_ && i == top && level.phase == After && !level.values && !(level.clause & Windows))
        for (NameId m : results(level, all, asked)) plain.push_back(m);
      for (NameId m : here) insert(met, m);
      // What the scope calls its results comes before what is around it.
      for (const Output& o : level.outputs)
        if (!strict_ && o.kind == Given) insert(met, o.name);
      if (own || closed(level) || level.phase == Among) break;
    }
  }
  std::sort(plain.begin(), plain.end());
  plain.erase(std::unique(plain.begin(), plain.end()), plain.end());
  const auto kept = [&](List some) {
    if (numbers != Numbers::Among) std::erase_if(some, [&](NameId m) { return contains(row_numbers_, m) == (numbers == Numbers::Without); });
    return some;
  };
  if (numbers == Numbers::Alone) ways.clear();  // what is free is none
  ways.push_back(any_of(kept(std::move(plain))));
  for (auto& [members, aliases] : groups) {
    std::sort(aliases.begin(), aliases.end());
    ways.push_back(member_of(aliases, kept(members)));
  }
  return store_.united(std::move(ways));
}

// Whether the table may be a source by the name, which something is wanted of.
bool Names::may_be_called(const Environment& e, const Level& level, Outlook& outlook, NameId name, TableId table) {
  const TableId its_own = table_named(e, level, name);
  return (its_own == kNone || alike(table, its_own)) && !source(level, name) && outlook.may_declare(name, table);
}

// Between a table and an alias that nothing has been said of, and that alias.
ResidualId Names::fresh_aliases(const Level& level) {
  List fresh = pool_;
  std::erase_if(fresh, [&](NameId alias) { return source(level, alias) || want(level, alias); });
  const auto after = [&](ResidualId between, ResidualId names) { return names == ResidualStore::kEmpty ? names : store_.joined(between, names); };
  return store_.united({after(between_, any_of(fresh)), after(as_, unnamed_yet(level)), strict_ ? ResidualStore::kEmpty : after(blank_, otherwise(alone_, spoken_of(level)))});
}

// Tables that may be a source now, each with the names that it may have.
ResidualId Names::declarations(const Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  const Level& level = e.levels[at];
  Outlook outlook(*this, e, at);
  List owns, anywhere;
  std::map<NameId, List> by_alias;
  each_table(e, level, [&](NameId name, TableId table) {
    if (outlook.may_declare(kNone, table)) anywhere.push_back(name);
    if (!source(level, name) && outlook.may_declare(name, table)) owns.push_back(name);
    for (const Want& w : level.wants)
      if (may_be_called(e, level, outlook, w.name, table)) by_alias[w.name].push_back(name);
  });
  std::sort(owns.begin(), owns.end());
  std::sort(anywhere.begin(), anywhere.end());
  std::vector<ResidualId> ways{tables_of(owns)};
  const auto named = [&](const List& tables, ResidualId aliases) {
    if (!tables.empty() && aliases != ResidualStore::kEmpty) ways.push_back(store_.joined(tables_of(tables), aliases));
  };
  named(anywhere, fresh_aliases(level));
  for (auto& [alias, tables] : by_alias) {
    std::sort(tables.begin(), tables.end());
    named(tables, store_.joined(between_, any_of({alias})));
  }
  return store_.united(std::move(ways));
}

// Tables as they may be declared.
ResidualId Names::tables_of(List names) {
  for (const auto& [other, name] : spoken_)
    if (contains(names, name)) insert(names, other);
  return any_of(names);
}

// Tables that may be written, each with the names that it may have.
ResidualId Names::targets(const Environment& e, std::uint32_t number) {
  List names, known;
  for (const auto& [table, written] : written_)
    if (e.tables.empty() || !contains(locked_, table)) insert(names, table_names_[table]);
  const ResidualId aliases = strict_ || number & kByOwnName ? ResidualStore::kEmpty : store_.united({any_of(pool(e, e.levels.back())), unnamed_yet(e.levels.back())});
  return store_.united({any_of(names), store_.joined(any_of(names), store_.joined(as_, aliases))});
}

// Tables that may be called with so many arguments, and the bracket of these.
ResidualId Names::calls(const Environment& e, std::uint32_t number) {
  const std::uint32_t most = (number & ((1u << kWeight) - 1)) / kCalled;
  const Level& level = e.levels.back();
  Outlook outlook(*this, e, e.levels.size() - 1);
  List names;
  for (const auto& [table, its] : called_) {
    if (its != most || locked(e, table)) continue;
    const NameId own = table_names_[table];
    const auto by = [&](const Want& w) {
      const TableId its_own = table_named(e, level, w.name);
      return (its_own == kNone || alike(table, its_own)) && !source(level, w.name) && outlook.may_declare(w.name, table);
    };
    if (outlook.may_declare(kNone, table) || (!source(level, own) && outlook.may_declare(own, table)) || std::any_of(level.wants.begin(), level.wants.end(), by))
      insert(names, own);
  }
  return deep_enough(e, number) ? store_.joined(any_of(names), opened_) : ResidualStore::kEmpty;
}

// The bracket that closes, and what the source is called then.
ResidualId Names::closed_calls(const Environment& e, std::uint32_t number) {
  const Level& level = e.levels.back();
  if (number == 2) return store_.joined(closed_, aliases(e));
  Level tried = level;
  tried.sources.back().name = table_names_[level.sources.back().table];
  const bool fits = !source(level, tried.sources.back().name) && satisfiable(e, e.levels.size() - 1, tried);
  return fits ? closed_ : ResidualStore::kEmpty;
}

// Tables that may be a source by their own names.
ResidualId Names::own_declarations(const Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  Outlook outlook(*this, e, at);
  List owns;
  each_table(e, e.levels[at], [&](NameId name, TableId table) {
    if (!source(e.levels[at], name) && outlook.may_declare(name, table)) owns.push_back(name);
  });
  std::sort(owns.begin(), owns.end());
  return tables_of(owns);
}

// Whether there is one of `declarations`, or of `own_declarations`: of hundreds mostly the first will do.
bool Names::declares(const Environment& e, bool own) {
  const std::size_t at = e.levels.size() - 1;
  const Level& level = e.levels[at];
  Outlook outlook(*this, e, at);
  const auto spelled = [&](NameId name) { return any_of({name}) != ResidualStore::kEmpty; };
  std::optional<bool> named;  // whether a table may get some alias that nothing has been said of
  bool found = false;
  each_table(e, level, [&](NameId name, TableId table) {
    if (found || !spelled(name)) return;
    found = !source(level, name) && outlook.may_declare(name, table);
    if (found || own) return;
    if (outlook.may_declare(kNone, table)) found = named ? *named : *(named = fresh_aliases(level) != ResidualStore::kEmpty);
    found = found || std::any_of(level.wants.begin(), level.wants.end(), [&](const Want& w) { return spelled(w.name) && may_be_called(e, level, outlook, w.name, table); });
  });
  return found;
}

// Those of the pool, of sources, and what is wanted.
Names::List Names::spoken_of(const Level& level) const {
  List out = pool_;
  for (const Source& s : level.sources) out.push_back(s.name);
  for (const Want& w : level.wants) out.push_back(w.name);
  return out;
}

// Names that no source has and no use, those of other tables among them; without those of the pool, which are looked at one by
// one, so that most often it is the same pattern.
ResidualId Names::unnamed_yet(const Level& level) { return quoted_too(free_otherwise(spoken_of(level))); }

ResidualId Names::aliases(const Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  const Level& level = e.levels[at];
  if (level.join == Met) return ResidualStore::kEmpty;  // several stood in the brackets
  List out = pool(e, level);
  for (const Want& w : level.wants)
    if (table_named(e, level, w.name) == kNone) insert(out, w.name);
  std::optional<bool> fresh;  // one that nothing has been said of is like the other
  const auto possible = [&](NameId alias) {
    Level tried = level;
    tried.sources.back().name = alias;
    return satisfiable(e, at, tried);
  };
  // The name of a table, too, which is that of the scope from now on.
  const TableId last = level.sources.back().table;
  each_table(e, level, [&](NameId name, TableId table) {
    if (table != level.self && alike(last, table)) insert(out, name);
  });
  std::erase_if(out, [&](NameId alias) {
    if (source(level, alias)) return true;
    if (want(level, alias)) return !possible(alias);
    if (!fresh) fresh = possible(alias);
    return !*fresh;
  });
  std::vector<ResidualId> ways{any_of(out)};
  if (fresh ? *fresh : possible(kNone)) ways.push_back(unnamed_yet(level));
  return store_.joined(between_, store_.united(std::move(ways)));
}

Names::List Names::mergeable(const Level& level) const {
  List out = level.must;
  if (level.sources.size() < 2) return out;
  const Source& last = level.sources.back();
  for (NameId m : members(last.table)) {
    std::uint32_t before = 0;
    for (std::size_t i = 0; i + 1 < level.sources.size(); ++i)
      before += has(level.sources[i].table, m) && !contains(level.sources[i].merged, m);
    if (before == 1 && !contains(last.merged, m) && comparable(level, last.table, m)) insert(out, m);
  }
  return out;
}

// Members that have not got a value yet, of the class if one is asked for.
Names::List Names::assignable(const Level& level, std::uint32_t asked) const {
  List out;
  if (level.sources.empty()) return out;
  const auto at = written_.find(level.sources[0].table);
  if (at == written_.end()) return out;
  std::set_difference(at->second.members.begin(), at->second.members.end(), level.assigned.begin(),
                      level.assigned.end(), std::back_inserter(out));
  const TableId t = level.sources[0].table;
  if (asked) std::erase_if(out, [&](NameId m) { return assigned_kind(t, m) != asked; });
  return out;
}

// How many values make a row of the table that is written; none where its members have to be named first.
std::uint32_t Names::values_expected(const Level& level) const {
  if (!level.assigned.empty() || level.sources.empty()) return static_cast<std::uint32_t>(level.assigned.size());
  const auto at = written_.find(level.sources[0].table);
  return at != written_.end() && at->second.whole ? static_cast<std::uint32_t>(at->second.order.size()) : 0;
}

// Of which classes they must be.
Names::List Names::types_expected(const Level& level) const {
  if (!strict_ || !level.assigned.empty() || level.sources.empty()) return level.types;
  List out;
  const TableId t = level.sources[0].table;
  if (const auto at = written_.find(t); at != written_.end())
    for (NameId m : at->second.order) out.push_back(assigned_kind(t, m));
  return out;
}

// Aliases of which all members may be put out.
Names::List Names::starred(const Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  const Level& level = e.levels[at];
  Outlook outlook(*this, e, at);
  std::vector<TableId> all;
  each_table(e, level, [&](NameId, TableId table) { all.push_back(table); });
  List out;
  const auto possible = [&](NameId alias) { return outlook.may_want(alias, kNone, all, true) && may_be_all(e, at, level, alias); };
  std::optional<bool> fresh;  // one that nothing else has been said of is like the other
  for (NameId alias : pool(e, level)) {
    if (!want(level, alias) && !fresh) fresh = possible(alias);
    if (want(level, alias) ? possible(alias) : *fresh) out.push_back(alias);
  }
  each_table(e, level, [&](NameId name, TableId table) {
    if (outlook.may_want(name, kNone, {table}, true) && may_be_all(e, at, level, name)) out.push_back(name);
  });
  std::sort(out.begin(), out.end());
  return out;
}

// Whether a source that is a scope may come now.
bool Names::may_derive(const Environment& e, std::uint32_t number) {
  const std::size_t at = e.levels.size() - 1;
  const Level& level = e.levels[at];
  if (e.levels.size() >= most_levels_ || !level.roomy || level.sources.size() >= most(level) || (strict_ && continued(level))) return false;
  if (number & kFunction) return may_call(e, number);
  if (level.join == Natural && (strict_ || level.sources.size() > 1)) return false;
  // It must not put out what the others have, unless that may be merged.
  const List avoid = conflicting(e, level);
  const auto numbered = [&](NameId m) { return !strict_ || names_[m].key.starts_with("column"); };  // as values are
  if ((number & kValues) && std::any_of(avoid.begin(), avoid.end(), numbered)) return false;
  if (becomes_source(at, level) && starred(level)) return admits(e, at, {{}, offerable(e, at)});
  Level idle = level;
  idle.sources.push_back({kNone, made({})});
  if (satisfiable(e, at, idle)) return true;
  if ((number & kValues) || !derives(e, at)) return false;
  const List owed = debts(e, at);
  return !owed.empty() && std::none_of(owed.begin(), owed.end(), [&](NameId m) { return contains(avoid, m); });
}

// What the next source must not have: what is used without a source, others have, and the join does not merge.
Names::List Names::conflicting(const Environment& e, const Level& level) const {
  List out;
  // Beside a star, results have names of their own.
  if (strict_ && level.named && !counted(level))
    for (const Output& o : level.outputs)
      if (o.kind == Given) insert(out, o.name);
  for (const List* used : {&level.needs, &level.taken})
    for (NameId m : *used)
      if (contains(apart_, m)) insert(out, m);  // what a source to come has, too
  if (level.outer) out.insert(out.end(), level.asked.begin(), level.asked.end());
  std::sort(out.begin(), out.end());
  if (level.join != Cross && !strict_) return out;
  for (const List* used : {&level.needs, &level.taken})
    for (NameId m : *used)
      if (providers(level, m) && (level.join == Cross || stubborn(e, level, m))) insert(out, m);
  return out;
}

// Whether a bracket may open.
bool Names::may_open(const Environment& e, std::uint32_t number) {
  if (!deep_enough(e, number)) return false;
  const Level& top = e.levels.back();
  if (fences(number)) {
    Environment inside = e;
    bracket(inside, number);
    if (!declares(inside, true)) return false;
  }
  if (!strict_ && number & kGroup) return true;
  if (strict_ && number & kNamed)  // around a join: there is room for a query as its other side
    return most(top) > top.sources.size() + 1 && (counted(top) || !top.inner) && e.levels.size() < most_levels_ && used(e) + (number >> kWeight) + 1 + scope_weight_ <= most_depth_;
  if (strict_ && number & kOfGroups && top.phase == After) return grouping(top, 0) != ResidualStore::kEmpty;
  if (strict_ && number & kAsks) {
    Environment inside = e;
    bracket(inside, number);
    if (!may_follow(inside, number)) return false;
  }
  if (strict_ && number & 2) return top.phase == Before ? !top.opaque : top.aggregated || top.grouping;
  if (strict_ && number & kOver) return may_be_over(e, top);
  if (!(number & 6) || top.phase != Before || top.self == kNone) return true;
  Level apart = top;
  apart.self = kNone;
  return satisfiable(e, e.levels.size() - 1, apart);
}

// Whether there is a member of the class that is asked for, or of one that can be compared.
bool Names::may_follow(const Environment& e, std::uint32_t number) {
  const std::uint32_t asked = number >> kAskedAt & (kMostKinds - 1);
  const auto any = [&](std::uint32_t its) { return uses(e, number & kOwn, true, its) != ResidualStore::kEmpty; };
  if (asked) return any(asked);
  const std::size_t top = e.levels.size() - 1;
  const Level& level = e.levels[top];
  if (level.phase == Before) {  // one that needs no source is found soon
    Outlook outlook(*this, e, top);
    const auto compared = [&](NameId m) { return kind_before(e, level, kNone, m) > kSome; };
    for (const auto& [tables, same] : classes(e, level))
      if (std::any_of(same.begin(), same.end(), compared) && outlook.may_need(same[0], tables)) return true;
  }
  for (std::uint32_t its = kSome + 1; its <= kClass; ++its)
    if (any(its)) return true;
  return false;
}

// What is spelled so, but for these names.
ResidualId Names::other_than(ResidualId whole, const List& names) {
  if (names.empty()) return whole;
  std::vector<ResidualId> used;
  for (NameId n : names) used.push_back(made_up(n)), used.push_back(in_quotes(used.back()));
  return store_.without(whole, std::move(used));
}

ResidualId Names::compute(StackId at, const Environment& e, NameAction action, std::uint32_t number, ResidualId whole) {
  const auto only_if = [&](bool possible) { return possible ? whole : ResidualStore::kEmpty; };
  const std::size_t levels = e.levels.size();
  const Level* top = levels ? &e.levels.back() : nullptr;
  // Whether what is put out next may be of the class, where there is one before it in a compound; 0: it is not said.
  const auto typed_next = [&](const List& types, std::uint32_t next, std::uint32_t at) {
    return !strict_ || !next || (at < types.size() && accepts(types[at], next));
  };
  // Whether all that is left to put out is owed.
  const auto pressed = [&] { return !top->owes.empty() && width(*top) + missing(*top).size() >= kMostOutputs; };
  if (action >= NameAction::Again) return of_groups(e, action, number, whole);
  switch (action) {
    case NameAction::Open:
      if (const List types = number & kInstead ? types_expected(*top) : List(); number & kInstead)
        return only_if(values_expected(*top) > 0 && values_expected(*top) <= kMostOutputs && levels == 1 && typed_next(types, number & (kSealed - 1), 0) &&
                       (number & kValues || std::all_of(types.begin(), types.end(), [](std::uint32_t t) { return t > kSome && t <= kClass; })));
      return only_if(wide_and_deep(e, number));
    case NameAction::OpenSource: return only_if(wide_and_deep(e, number) && may_derive(e, number));
    case NameAction::Close: case NameAction::CloseSource: case NameAction::CloseTable: return only_if(may_close(e, levels - 1));
    case NameAction::After:
      if ((number & Windows && top->windows.empty()) || (number & (kWhole | kEach) && of_rows(*top) != ((number & kWhole) != 0)) || (number == (Ordering | Strict) && !may_order(at, e, whole))) return ResidualStore::kEmpty;
      if ((number & kStored && !stored(e)) || (number & kLocks && !lockable(e))) return ResidualStore::kEmpty;
      return only_if(may_close(e, levels - 1, !strict_ || !(number & (Grouping | Where)), !(number & ~kStored) || number & kTarget || (number & 3) == 2) && !((number & 1) && top->recursed) &&
                     !(strict_ && number & Grouping && (top->opaque || top->loose.size() > kMostGrouped)) && !(number & kProposed && !may_propose(e)));
    case NameAction::Next:
      return only_if(united(*top, number & (kSealed - 1)) && top->arms < kMostArms && !top->recursed && (counted(*top) || !row(*top).empty()) && may_close(e, levels - 1) && (!(number & kStarred) || may_continue_after(e, number)));
    case NameAction::All: {
      Level all = *top;
      rename(all, Everything, 0);
      if (most(all) == 1 && !satisfiable(e, levels - 1, all)) return ResidualStore::kEmpty;
      return only_if(!top->aggregated && !top->distinct && (!top->named || width(*top) == 1) && (top->required == kNone || may_continue(e, *top)) && !pressed() && top->avoid.empty());
    }
    case NameAction::Item:
      return only_if((strict_ || !continued(*top)) && (top->outputs.back().kind != Member || pledged(e, levels - 1, *top)) && (width(*top) < std::min(top->required, kMostOutputs) || (strict_ && !missing(*top).empty())) && !misnamed(*top) && well_named(*top) && typed_next(top->types, number >> 4 & (kMostKinds - 1), width(*top)));
    // There is some source to declare, or the scope would want what cannot be provided.
    case NameAction::Sources: {
      if (!wide_enough(*top) || misnamed(*top) || !well_named(*top) || !may_become_source(e, levels - 1)) return ResidualStore::kEmpty;
      if (!beside_written(*top)) return whole;
      Environment next = e;
      scoped(next, action, number);
      return only_if(top->sources.size() < most(*top) && (declares(next, false) || may_derive(next, 0)));
    }
    case NameAction::Another: {
      if (!top->must.empty() || top->sources.size() >= most(*top) || !satisfiable(e, levels - 1, *top))
        return ResidualStore::kEmpty;
      Environment next = e;
      scoped(next, action, number);
      return only_if((!(number & kOuter) || satisfiable(next, levels - 1, next.levels.back())) && (declares(next, false) || may_derive(next, 0)));
    }
    case NameAction::Declare: {
      if (number >= kCalled) return calls(e, number);
      return number & kWritten ? targets(e, number) : number ? own_declarations(e) : declarations(e);
    }
    case NameAction::Assign: return any_of(assignable(*top, number & (kMostKinds - 1)));
    case NameAction::Alias: return number ? closed_calls(e, number) : aliases(e);
    case NameAction::Use: return uses(e, false, strict_ || number & kAll, number & (kAll - 1), number & kNumbers ? Numbers::Alone : Numbers::Among);
    case NameAction::PutOut: return pressed() ? ResidualStore::kEmpty : uses(e, false, false, number & (kAll - 1), Numbers::Without);
    case NameAction::UseOwn: return number & kGrouped && top->phase == After ? grouping(*top, number & (kAll - 1)) : uses(e, true, strict_ || number & kAll, number & (kAll - 1));
    case NameAction::GroupBy: return groups(e);
    case NameAction::NameIt: {
      if (strict_ && top->named && top->first) return named_newly(e, *top, number);
      if (strict_ && !top->on_names.empty()) return store_.joined(as_, free_otherwise(top->on_names));
      if (strict_) return whole;
      if (!pressed()) {
        List avoid = clashing(e, *top, number);
        avoid.insert(avoid.end(), top->avoid.begin(), top->avoid.end());
        const ResidualId any = avoid.empty() || !top->first ? whole : store_.joined(between_, free_otherwise(avoid));
        if (!free_ || levels < 2 || !top->sealed || e.levels[levels - 2].phase != Among) return any;
        List spelled = missing(*top, due(e, levels - 2, top->owes));
        std::erase_if(spelled, [&](NameId n) { return !forgotten(n); });
        return spelled.empty() ? any : store_.united({any, store_.joined(as_, any_of(spelled))});
      }
      List owed = missing(*top);
      std::sort(owed.begin(), owed.end());
      return store_.joined(as_, any_of(owed));
    }
    case NameAction::AllOf:
      return top->aggregated || top->distinct || !top->on_names.empty() || (top->named && width(*top) > 1) || top->required != kNone || pressed() || !top->avoid.empty() ? ResidualStore::kEmpty
                                                                        : store_.joined(any_of(starred(e)), star_);
    case NameAction::PutOutName:
      return store_.united({any_of(orderable(*top)), one_of(strict_ && top->first ? ordered_texts(*top) : std::vector<std::string>())});
    case NameAction::Position: return strict_ && !counted(*top) ? places_with_stars(*top, number) : one_of(places(*top, number));
    case NameAction::Merging: return only_if(!(number ? assignable(*top) : mergeable(*top)).empty());
    case NameAction::Merge: return any_of(mergeable(*top));
    case NameAction::NameTable: {
      return other_than(whole, e.named());
    }
    case NameAction::Columns: return number == 1 ? key_of(*top) : number ? other_than(whole, e.columns) : whole;
    case NameAction::Condition: case NameAction::Merged: return only_if(number == 2 ? may_be_renamed(e) : number == 3 ? top->renamed < rows_[top->renames].size() : number ? wide_enough(*top) : top->must.empty());
    case NameAction::Deeper: return only_if(may_open(e, number));
    case NameAction::Shallower: return only_if(!number || (top->must.empty() && satisfiable(e, levels - 1, *top)));
    case NameAction::Distinct: return only_if(!(number & kAsks) || may_follow(e, number));
    default: return whole;
  }
}

ResidualId Names::pattern(StackId at, NameAction action, std::uint32_t number, ResidualId whole) {
  const auto is = [&](auto... some) { return ((action == some) || ...); };
  using A = NameAction;
  if (at == kUnknown || uncertain(at, action) || is_whole(action)) return whole;
  action = unspelled(action);
  if (is(A::Open, A::OpenSource, A::Deeper, A::Window) || (is(A::Declare) && number >= kCalled)) at = unwritten_[at];
  else if (!is(A::PutOutName)) at = bare_[at];
  const std::tuple key{at, action, number, whole};
  if (const auto known = patterns_.find(key); known != patterns_.end()) return known->second;
  const Environment e = environments_[at];  // a copy: what is looked for may make tables
  const ResidualId out = compute(at, e, action, number, whole);
  memory_ += 96;
  return patterns_[key] = out;
}

}  // namespace constrain
