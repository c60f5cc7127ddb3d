// `Names::pattern`: what a terminal may spell, as byte code that the store reads.
#include "context/names.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "context/names_outlook.h"
#include "context/query_words.h"
#include "support/bytecode.h"

namespace constrain {

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
        const List all_of = seen(s);
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
  // After a bracket nothing needs to be between, but PostgreSQL's may also be after a table.
  return store_.joined(strict_ ? between_ : store_.united({between_, ResidualStore::kEpsilon}), store_.united(std::move(ways)));
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
