// Environments of names, in order:
//
// 1. The catalogue, and names in lexemes.
// 2. Tables: those of the catalogue and those that a text makes.
//
// names_steps.cc has `step`, names_forgotten.cc `forget`, names_patterns.cc `pattern`; names_cover.cc the questions: what can
// still be provided, and what may close.
#include "context/names.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "context/catalogue_reader.h"
#include "context/query_words.h"

namespace constrain {

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
  put(std::uint32_t{l.absent} << 13 | l.phase << 11 | std::uint32_t{l.instead} << 10 | std::uint32_t{l.outer} << 9 | l.join << 6 | std::uint32_t{l.sealed} << 5 | std::uint32_t{l.values} << 4 | std::uint32_t{l.recursed} << 3 |
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

}  // namespace constrain
