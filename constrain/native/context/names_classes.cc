// Classes of members: what PostgreSQL checks of types, groups and the names of results before it runs a query.
//
// A use asks for a class (`number`). A member has the class that its table says; before sources are declared, the one that all
// tables with such a member agree on, or `kSome` where they do not (`kOpaque` if one of them cannot be compared), so that the
// class is a function of environment and name. A scope that becomes a source keeps to this: it gives no name another class.
//
// Members that are used outside aggregates are *loose*, until rows are grouped by them, by the result that has them, or by its
// name. A scope with an aggregate, or with GROUP BY, ends when nothing is loose. Example:
//
//   SELECT name, count(*)             `name` is loose in result 0, and the scope is aggregated
//   FROM artist GROUP BY name         nothing is loose; ORDER BY may use `name`, and no other column outside aggregates
#include <algorithm>
#include <array>
#include <utility>

#include "context/names.h"

namespace constrain {

namespace {

bool in_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || static_cast<std::uint8_t>(c) > 0x7F;
}

// Whether the expression is a function and its brackets, nothing after them.
bool is_call(std::string_view text) {
  std::size_t i = 0, open = 0;
  while (i < text.size() && in_word(text[i])) ++i;
  if (i == 0 || i == text.size() || text[i] != '(') return false;
  char quote = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (quote) quote = c == quote ? 0 : quote;
    else if (c == '\'' || c == '"') quote = c;
    else if (c == '(') ++open;
    else if (c == ')' && --open == 0) return i + 1 == text.size();
  }
  return false;
}

// The text without this call, wherever it stands in it.
std::string without_call(std::string_view text, std::string_view call) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool begins = i == 0 || (!in_word(text[i - 1]) && text[i - 1] != '.');
    if (!quote && begins && text.substr(i).starts_with(call)) {
      out += ' ';
      i += call.size();
      continue;
    }
    if (quote) quote = c == quote ? 0 : quote;
    else if (c == '\'' || c == '"') quote = c;
    out += c;
    ++i;
  }
  return out;
}

// Whether the name may be in the text.
bool mentions(std::string_view text, std::string_view key) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b); };
  return key.find('"') != std::string_view::npos || std::search(text.begin(), text.end(), key.begin(), key.end(), same) != text.end();
}

}  // namespace

// What `some` says of the member, in the order of `all`.
std::uint32_t Names::of(const List& all, const List& some, NameId member) {
  const auto at = std::lower_bound(all.begin(), all.end(), member);
  const auto i = static_cast<std::size_t>(at - all.begin());
  return at != all.end() && *at == member && i < some.size() ? some[i] : 0;
}

// Where the sources are still to come: what all tables agree on.
std::uint32_t Names::special_before(const Environment& e, const Level& level, NameId source, NameId member) const {
  if (source != kNone)
    if (const TableId t = table_named(e, level, source); t != kNone && (!(strict_ && free_) || has(t, member))) return special(t, member);
  const auto its = agreed_.find(member);
  if (its == agreed_.end() || its->second.special == kNone) return 0;
  // What a text makes is of none.
  bool made = level.self != kNone && has(level.self, member);
  for (const auto& [name, table] : e.tables) made = made || has(table, member);
  return made ? 0 : its->second.special;
}

std::uint32_t Names::special_here(const Level& level, NameId source, NameId member) const {
  for (const Source& s : level.sources)
    if (source == kNone ? has(s.table, member) && !contains(s.merged, member) : s.name == source) return special(s.table, member);
  return 0;
}

// Where the sources are still to come.
std::uint32_t Names::kind_before(const Environment& e, const Level& level, NameId source, NameId member) const {
  if (!strict_ && level.phase == Before)  // the table that is written
    for (const Source& s : level.sources)
      if (source == kNone ? has(s.table, member) : s.name == source) return kind(s.table, member);
  if (source != kNone)
    if (const TableId t = table_named(e, level, source); t != kNone && (!(strict_ && free_) || has(t, member))) return kind(t, member);
  const auto its = agreed_.find(member);
  std::uint32_t out = its == agreed_.end() ? 0 : its->second.kind;
  for (const auto& [name, table] : e.tables)
    if (has(table, member)) out = agree(out, kind(table, member));
  return level.self != kNone && has(level.self, member) ? agree(out, kind(level.self, member)) : out;
}

std::uint32_t Names::kind_here(const Level& level, NameId source, NameId member) const {
  for (const Source& s : level.sources)
    if (source == kNone ? has(s.table, member) && !contains(s.merged, member) : s.name == source)
      return kind(s.table, member);
  return 0;
}

// Whether the member may be merged with that of the sources.
bool Names::comparable(const Level& level, TableId t, NameId member) const {
  if (!strict_)
    return !constant(member) && !left_out(t, member) && !(level.outer && contains(level.asked, member)) &&
           std::none_of(level.sources.begin(), level.sources.end(), [&](const Source& s) { return left_out(s.table, member); });
  const std::uint32_t its = kind(t, member);
  return its > kSome && std::all_of(level.sources.begin(), level.sources.end(), [&](const Source& s) {
    return !has(s.table, member) || contains(s.merged, member) || kind(s.table, member) == its;
  });
}

// Whether what both have is of the same classes, so that one may take the other's name.
bool Names::alike(TableId made, TableId t) const {
  return !typed_ || std::all_of(members(made).begin(), members(made).end(), [&](NameId m) {
    return !has(t, m) || (kind(made, m) == kind(t, m) && special(t, m) == special(made, m));
  });
}

// --- What is written -------------------------------------------------------------------------------------------------

// The class that a value may be of: numbers become each other, and dates moments.
std::uint32_t Names::assigned_kind(TableId t, NameId member) const {
  if (const std::uint32_t its = special(t, member)) return its;
  const std::uint32_t its = kind(t, member);
  if (!strict_) return its;
  return its == kExact ? kFloat : its == kDay ? kMoment : its;
}

// What follows is about the table that is written, whose scope has made room for what it is given.
void Names::target(Environment& e, std::uint32_t number) {
  Level level;
  level.phase = After;
  // Another name than its own is known to ON CONFLICT alone, and to RETURNING neither.
  const bool own = e.target_name == kNone || e.target_name == table_names_[e.target];
  level.sources.push_back({own ? table_names_[e.target] : number & kProposed ? e.target_name : kNone, e.target, {}});
  // Without classes a member that no source is named of is the table's own.
  if (number & kProposed) level.sources.push_back({name_of("excluded"), e.target, strict_ ? List() : members(e.target)});
  item(level);
  e.levels.back() = std::move(level);
}

// Whether the database itself stores the table that is written.
bool Names::stored(const Environment& e) const {
  const auto at = written_.find(e.target);
  return at == written_.end() || at->second.stored;
}

// Whether a row may be proposed whose primary key there may be: of a table that has one.
bool Names::may_propose(const Environment& e) const {
  const auto its = ids_.find("excluded");
  return keys_.contains(e.target) && (its == ids_.end() || (table_names_[e.target] != its->second && e.target_name != its->second));
}

// The keys of the table that is written.
ResidualId Names::key_of(const Level& level) {
  const auto at = keys_.find(level.sources[0].table);
  if (at == keys_.end()) return ResidualStore::kEmpty;
  std::vector<ResidualId> ways;
  for (const List& key : at->second) {
    ResidualId way = ResidualStore::kEmpty;
    for (std::size_t i = 0; i < key.size(); ++i) {
      const ResidualId member = strict_ ? one_of({spelled({kNone, key[i]})}) : any_of({key[i]});
      way = i ? store_.joined(way, store_.joined(store_.spelled({{", ", ","}}), member)) : member;
    }
    ways.push_back(way);
  }
  return store_.united(std::move(ways));
}

// --- Results ---------------------------------------------------------------------------------------------------------

// The classes that the scope puts out, or the first of its compound.
Names::List Names::types(const Level& level) const {
  if (!level.first) return level.types;
  List out;
  for (const Output& o : level.outputs) {
    const std::uint32_t its = o.kind == Member ? kind_here(level, o.source, o.name) : 0;
    out.push_back(o.kind >= Everything ? kOpaque : its ? its : o.type);
  }
  return out;
}

Names::List Names::kinds_put_out(const Level& level, const List& members) const {
  if (!level.first) return level.kinds;
  const List all = types(level);
  List out(members.size(), 0);
  // Of several of one name SQLite takes the first: which one that is, is not looked into.
  const auto put = [&](std::size_t m, std::uint32_t kind) { out[m] = out[m] && out[m] != kind ? kOpaque : std::max(kind, kOpaque); };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Output& o = level.outputs[i];
    for (const Source& s : level.sources)
      if (o.kind == Everything || (o.kind == EverythingOf && s.name == o.name))
        for (std::size_t m = 0; m < members.size(); ++m)
          if (has(s.table, members[m])) put(m, kind(s.table, members[m]));
    if (o.kind != Member && o.kind != Given) continue;
    const auto at = std::lower_bound(members.begin(), members.end(), o.name);
    if (at != members.end() && *at == o.name) put(static_cast<std::size_t>(at - members.begin()), all[i]);
  }
  for (std::uint32_t& kind : out) kind = std::max(kind, kOpaque);
  return out;
}

// Of the names that were given to what is put out, in the order of their members.
Names::List Names::kinds_renamed(const Environment& e) const {
  const List all = types(e.levels.back());
  std::vector<std::pair<NameId, std::uint32_t>> named;
  for (std::size_t i = 0; i < e.columns.size(); ++i) named.push_back({e.columns[i], i < all.size() ? std::max(all[i], kOpaque) : kOpaque});
  std::sort(named.begin(), named.end());
  List out;
  for (const auto& [name, kind] : named) out.push_back(kind);
  return out;
}

// Something is read of the result that is no longer just a member. `literal`: the class of what is read, where that is one.
void Names::touch(Environment& e, State state, std::uint32_t literal) {
  Level& level = e.levels.back();
  if (level.phase != Before || level.outputs.empty()) return;
  Output& o = level.outputs.back();
  o.type = o.state == Fresh ? literal : 0;
  if (o.kind == Member) rename(level, Nameless, 0);
  o.state = std::max(o.state, state);
}

// More of the text of the result that is being written; none once it is too long, or of all rows. `known`: whether the lexeme is.
void Names::write(Level& level, std::string_view lexeme, bool known) {
  const auto more = [&](std::uint32_t text) { return known || text == kNone ? longer(text, lexeme) : kUnread; };
  if (level.phase == After && level.clause & Grouping) level.by = more(level.by);
  if (level.phase != Before || level.outputs.empty()) return;
  Output& o = level.outputs.back();
  o.text = o.of ? kNone : more(o.text);
}

// The text with more of it.
std::uint32_t Names::longer(std::uint32_t text, std::string_view lexeme, std::size_t most) {
  if (text >= kUnread) return text;
  std::string all = texts_[text];
  all += lexeme;
  if (all.size() > most || std::any_of(all.begin(), all.end(), [](char c) { return static_cast<std::uint8_t>(c) > kLastOther; })) return kNone;
  const auto [at, fresh] = text_ids_.try_emplace(std::move(all), static_cast<std::uint32_t>(texts_.size()));
  if (fresh) {
    texts_.push_back(at->first);
    memory_ += 96 + 2 * at->first.size();
  }
  return at->second;
}

// Whether the text is nothing but a name, or one of a source.
bool Names::column(std::string_view text) {
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    else if (!quoted && !in_word(c) && c != '.') return false;
  }
  return true;
}

// Texts of results that are made of members and are more than one: rows may be ordered by them.
std::vector<std::string> Names::texts(const Level& level) const {
  std::vector<std::string> out;
  const List all = types(level);
  for (std::size_t i = 0; i < level.outputs.size(); ++i) {
    const Output& o = level.outputs[i];
    if (o.text == 0 || o.text >= kUnread || o.of || o.kind == Member || all[i] < kSome) continue;
    if (o.uses && !column(texts_[o.text])) out.push_back(texts_[o.text]);
  }
  return out;
}

// What rows may be ordered by to the letter.
std::vector<std::string> Names::ordered_texts(const Level& level) const {
  std::vector<std::string> out = texts(level);
  if (level.distinct) return out;
  for (std::uint32_t text : level.by_texts) out.push_back(texts_[text]);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool Names::well_named(const Level& level) const {
  if (!level.on_names.empty() && level.outputs.back().state == Odd) return false;
  if (!level.named || !level.first || level.outputs.empty()) return true;
  const Output& last = level.outputs.back();
  if (last.kind == Member)
    return counted(level) && std::none_of(level.outputs.begin(), level.outputs.end() - 1, [&](const Output& o) { return o.name == last.name; });
  // A number or text alone is `?column?`, which nothing can mean.
  if (last.kind == Nameless && last.state == Touched && (last.type == kExact || last.type == kText)) {
    const auto unnamed = ids_.find("?column?");
    return unnamed == ids_.end() || !holders_.contains(unnamed->second);
  }
  return last.kind >= Given;
}

// Names that are of another class as far as is known before sources are declared: a source must not give them this one.
Names::List Names::clashing(const Environment& e, const Level& level, std::uint32_t type) {
  List out;
  if (!typed_ || !level.inner || (!strict_ && type == kOpaque)) return out;
  // What is grouped or distinct around is compared, which only what a table has may be if it is not known of what class it is.
  const bool compared = std::any_of(e.levels.begin(), e.levels.end() - 1, [](const Level& l) { return l.aggregated || l.distinct; });
  const std::uint32_t least = compared && type == kOpaque ? kOpaque : kSome;
  for (const auto& [tables, same] : classes(e, level))
    for (NameId m : same)
      if (const std::uint32_t its = kind_before(e, level, kNone, m); (its > least && its != type) || special_before(e, level, kNone, m))
        out.push_back(m);
  return out;
}

// A name for the last result of a scope that becomes a table.
ResidualId Names::named_newly(const Environment& e, const Level& level, std::uint32_t type) {
  List taken = level.avoid;
  for (std::size_t i = 0; i + 1 < level.outputs.size(); ++i) taken.push_back(level.outputs[i].name);
  for (NameId n : level.on_names) taken.push_back(n);
  if (!counted(level))  // a star may put out any member
    for (const auto& [tables, same] : classes(e, level))
      if (!tables.empty()) taken.insert(taken.end(), same.begin(), same.end());
  const List clashes = clashing(e, level, type);
  taken.insert(taken.end(), clashes.begin(), clashes.end());
  const ResidualId blank = store_.spelled({{" "}});
  const std::size_t at = e.levels.size() - 1;
  if (becomes_source(at, level)) {
    Level tried = level;
    List kept;
    for (NameId m : counting(e, at - 1)) {
      if (std::find(taken.begin(), taken.end(), m) != taken.end()) continue;
      rename(tried, Given, m);
      (pledged(e, at, tried) ? kept : taken).push_back(m);
    }
    rename(tried, Nameless, 0);
    if (!pledged(e, at, tried)) {  // no room for another after this
      List plain = kept;
      std::erase_if(plain, [&](NameId m) { return std::find(after_as_.begin(), after_as_.end(), m) != after_as_.end(); });
      return store_.united({store_.joined(as_, any_of(kept)), store_.joined(blank, any_of(plain))});
    }
  }
  List without_as = taken;
  without_as.insert(without_as.end(), after_as_.begin(), after_as_.end());
  return store_.united({store_.joined(as_, free_otherwise(std::move(taken))), store_.joined(blank, free_otherwise(std::move(without_as)))});
}

// Whether ORDER BY would take the member without a source for something else, or for two things.
bool Names::shadowed(const Level& level, NameId member) const {
  const List all = types(level);
  bool star = false, unnamed = false;
  std::uint32_t alike = 0;
  Loose first{kNone, kNone};  // the first result of that name
  for (std::size_t i = 0; i < level.outputs.size(); ++i) {
    const Output& o = level.outputs[i];
    if (o.state == Odd) return true;
    star = star || o.kind >= Everything;
    unnamed = unnamed || o.kind == Nameless;
    if ((o.kind != Member && o.kind != Given) || o.name != member) continue;
    if (o.kind == Given || all[i] < kSome || (alike++ && first != canonical(level, o.source, member))) return true;
    first = canonical(level, o.source, member);
  }
  if (unnamed && contains(chosen_, member)) return true;
  return star && (alike || std::any_of(level.sources.begin(), level.sources.end(),
                                       [&](const Source& s) { return contains(s.merged, member); }));
}

// Results that ORDER BY may name.
Names::List Names::orderable(const Level& level) const {
  if (!strict_) return level.first ? level.given : all_given(level);
  if (!level.first) return level.given;
  const List all = types(level);
  List out, twice;
  bool unnamed = false;
  for (std::size_t i = 0; i < level.outputs.size(); ++i) {
    const Output& o = level.outputs[i];
    if (o.state == Odd || o.kind >= Everything) return {};
    unnamed = unnamed || o.kind == Nameless;
    if (o.kind == Nameless) continue;
    const auto apart = [&](const Output& other) {  // of the same name, and not the same member
      return (other.kind == Member || other.kind == Given) && other.name == o.name &&
             !(other.kind == Member && o.kind == Member && canonical(level, other.source, o.name) == canonical(level, o.source, o.name));
    };
    const auto here = level.outputs.begin() + static_cast<std::ptrdiff_t>(i);
    insert(std::any_of(level.outputs.begin(), here, apart) || all[i] < kSome ? twice : out, o.name);
  }
  std::erase_if(out, [&](NameId n) { return contains(twice, n) || (unnamed && contains(chosen_, n)); });
  return out;
}

// Places of results, stars among them, as far as all up to there can be compared.
ResidualId Names::places_with_stars(const Level& level, std::uint32_t number) {
  std::vector<std::string> places;
  std::size_t place = 0;
  for (std::size_t left = level.first ? 0 : level.types.size(); left; --left) places.push_back(std::to_string(++place));
  if (!level.first) return one_of(places);
  const List all = types(level);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Output& o = level.outputs[i];
    if (o.kind < Everything && (++place, all[i] >= kSome && !(number && o.of))) places.push_back(std::to_string(place));
    for (const Source& s : level.sources) {
      if (o.kind < Everything || (o.kind == EverythingOf && s.name != o.name)) continue;
      const bool compared = std::all_of(members(s.table).begin(), members(s.table).end(), [&](NameId m) { return kind(s.table, m) >= kSome; });
      if (!compared) return one_of(places);
      const std::size_t merged = o.kind == Everything ? s.merged.size() : 0;
      for (std::size_t left = members(s.table).size() - merged; left; --left) places.push_back(std::to_string(++place));
    }
  }
  return one_of(places);
}

// Whether another query may follow in the compound, its first result being of this class; 0: it is of one in any case.
// Of results, as numbers; `number`: of those that are not of all rows.
std::vector<std::string> Names::places(const Level& level, std::uint32_t number) const {
  const auto of_row = [](const Output& o) { return o.of == 0; };
  const bool each = counted(level), rows = !number || std::all_of(level.outputs.begin(), level.outputs.end(), of_row);
  const List kinds = strict_ ? types(level) : List();
  const std::size_t count = each ? width(level) : rows ? row(level).size() : 0;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i)
    if (!each || ((!number || of_row(level.outputs[i])) && (!strict_ || kinds[i] >= kSome))) out.push_back(std::to_string(i + 1));
  for (std::size_t i = strict_ ? 0 : out.size(); i-- > 0;) out.push_back('(' + out[i] + ')');
  return out;
}

bool Names::united(const Level& level, std::uint32_t next) const {
  if (!strict_ || !next) return true;
  if (level.values) return accepts(types(level)[0], next);
  const List all = row(level);
  return !all.empty() && accepts(all[0], next);
}

Names::List Names::row(const Level& level) const {
  if (!strict_) return List(row_width(level), kSome);
  List all = !level.first || counted(level) ? types(level)
             : level.outputs.size() == 1 && level.outputs[0].kind == Everything && level.sources.size() == 1 ? rows_[level.sources[0].table]
                                                                                                             : List();
  if (std::any_of(all.begin(), all.end(), [](std::uint32_t t) { return t <= kSome; })) all.clear();
  return all;
}

// How many members a row has; 0: it is not known.
std::size_t Names::row_width(const Level& level) const {
  if (!level.first && level.required != kNone) return level.required;
  std::size_t out = 0;
  for (const Output& o : level.outputs) {
    if (o.kind < Everything) ++out;
    for (const Source& s : level.sources) {
      if (o.kind < Everything || (o.kind == EverythingOf && o.name != s.name)) continue;
      if (rows_[s.table].empty()) return 0;
      out += rows_[s.table].size() - (o.kind == Everything ? s.merged.size() : 0);
    }
  }
  return out > kMostOutputs ? 0 : out;
}

bool Names::continues(const Level& level, TableId t) const {
  const List& its = rows_[t];
  if (!strict_) return its.size() == level.required;
  return !its.empty() && (its.size() == level.types.size() || (fewer(level) && its.size() < level.types.size())) && std::equal(its.begin(), its.end(), level.types.begin(), [](auto next, auto before) { return accepts(before, next); });
}

// Whether all members of some table may be one more of several scopes, or of one that is still to be written.
bool Names::may_continue(const Environment& e, const Level& level) const {
  bool found = false;
  if (!strict_ && width(level) == 1 && level.owes.empty() && level.roomy && e.levels.size() < most_levels_) return true;
  const bool asked = follows(level) && (strict_ || level.owes.empty());
  if (asked && width(level) == 1) each_table(e, level, [&](NameId, TableId t) { found = found || continues(level, t); });
  return found;
}

// The same of the scope that would come next.
bool Names::may_continue_after(Environment e, std::uint32_t number) {
  next(e, number);
  return may_continue(e, e.levels.back());
}

// Whether the rows of its sources may be locked: of tables, each row of which is one that is put out.
bool Names::lockable(const Environment& e) const {
  const Level& level = e.levels.back();
  const auto plain = [](const Output& o) { return o.kind == Member || o.kind >= Everything; };
  const auto stored = [&](const Source& s) { return s.table < table_names_.size() && !contains(views_, s.table); };
  return level.first && !level.absent && !level.distinct && !level.aggregated && !level.grouping && !level.sources.empty() && std::all_of(level.outputs.begin(), level.outputs.end(), plain) &&
         std::all_of(level.sources.begin(), level.sources.end(), stored);
}

// --- Groups ----------------------------------------------------------------------------------------------------------

// A use, outside of aggregates or, a source's own, within.
void Names::note(Environment& e, const List& named, bool own) {
  Level& top = e.levels.back();
  const NameId source_name = named.size() > 1 ? named[0] : kNone;
  const bool begins = !own && top.phase == Before && !top.outputs.empty() && top.outputs.back().kind == Nameless && top.outputs.back().state == Fresh;
  if (own) {
    if (top.phase == Before && !top.nested) top.pending.push_back({source_name, named.back()});
    return;
  }
  if (top.phase == Before && !top.outputs.empty()) {
    Output& o = top.outputs.back();
    if (begins) {
      rename(top, Member, named.back());
      o.source = source_name;
    }
    o.state = std::max(o.state, Touched);
    o.uses = true;
  }
  if (source_name == kNone) {
    if (top.phase == Before) loosen(e, top, {kNone, named[0], width(top) - 1});
    return;
  }
  for (std::size_t i = e.levels.size(); i-- > 0;) {
    if (e.levels[i].phase == Before) return loosen(e, e.levels[i], {source_name, named[1], width(e.levels[i]) - 1});
    if (source(e.levels[i], source_name) || closed(e.levels[i])) return;
  }
}

void Names::loosen(const Environment& e, Level& level, Loose made) const {
  const auto at = std::lower_bound(level.loose.begin(), level.loose.end(), made);
  if (at == level.loose.end() || *at != made) level.loose.insert(at, made);
  level.opaque = level.opaque || kind_before(e, level, made.source, made.name) == kOpaque;
}

// The one way to write a member of the sources; one that is merged may differ from those of its sources.
Names::Loose Names::canonical(const Level& level, NameId source, NameId name) const {
  if (source != kNone) return {source, name};
  NameId of = kNone;
  for (const Source& s : level.sources) {
    if (contains(s.merged, name)) return {kNone, name};
    if (has(s.table, name)) of = s.name;
  }
  return {of, name};
}

// No more sources: what is loose is of one of them, or of the scope around.
void Names::settle_loose(Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  std::vector<Loose> all = std::move(e.levels[at].loose), kept;
  for (const Loose& l : all) {
    if (l.source == kNone || source(e.levels[at], l.source)) {
      Loose one = canonical(e.levels[at], l.source, l.name);
      one.result = l.result;
      kept.push_back(one);
    } else if (at && !closed(e.levels[at]) && e.levels[at - 1].phase == Before) {
      loosen(e, e.levels[at - 1], {l.source, l.name, width(e.levels[at - 1]) - 1});
    }
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  e.levels[at].loose = std::move(kept);
}

// The last aggregate is over a window: what it is about is used outside aggregates.
void Names::over(const Environment& e, Level& level) const {
  level.aggregated = level.before || level.nested;
  for (const Loose& l : level.pending) loosen(e, level, {l.source, l.name, width(level) - 1});
  level.pending.clear();
}

bool Names::may_be_over(const Environment& e, const Level& level) const {
  return !level.before || std::none_of(level.pending.begin(), level.pending.end(), [&](const Loose& l) {
    return kind_before(e, level, l.source, l.name) == kOpaque;
  });
}

// What rows are still to be grouped by.
std::vector<Names::Loose> Names::owing(const Level& level) const {
  std::vector<Loose> out = level.loose;
  if (level.phase != After)
    std::erase_if(out, [&](const Loose& l) { return l.source != kNone && !source(level, l.source); });
  return out;
}

// Whether the member may be used here, as far as groups and the names of results go.
bool Names::may_use(const Environment& e, std::size_t at, const Level& level, NameId source, NameId member,
                    std::uint32_t kind, bool own) const {
  if (own || !strict_) return true;
  if (level.phase == Before) {
    const bool begins = at + 1 == e.levels.size() && level.outputs.back().state == Fresh;
    if (begins && source != kNone && contains(level.on_names, member)) return false;
    if (kind > kOpaque) return true;
    if (begins && level.distinct) return false;
    for (std::size_t i = at + 1; i-- > 0;) {
      if (e.levels[i].phase == Before && e.levels[i].aggregated) return false;
      if (closed(e.levels[i])) break;
    }
    return true;
  }
  if (level.phase != After || !(level.clause & Strict)) return true;
  if ((level.clause & Ordering) && source == kNone && shadowed(level, member)) return false;
  if (!level.aggregated && !level.grouping) return true;
  const Loose column = canonical(level, source, member);
  return keyed(level, column.source) || std::binary_search(level.grouped.begin(), level.grouped.end(), column);
}

// Whether rows are grouped by what makes each row of the source differ.
bool Names::keyed(const Level& level, NameId source) const {
  if (level.rolled) return false;
  for (const Source& s : level.sources) {
    const auto at = s.name == source ? keys_.find(s.table) : keys_.end();
    if (at == keys_.end()) continue;
    return std::any_of(at->second.begin(), at->second.end(), [&](const List& key) {
      return std::all_of(key.begin(), key.end(), [&](NameId m) {
        return std::binary_search(level.grouped.begin(), level.grouped.end(), Loose{source, m});
      });
    });
  }
  return false;
}

// Rows are grouped by what has been written: a column, a place, the name of a result, or an expression. PostgreSQL compares
// expressions; here a result is grouped by what is written alike, or that and no column beside calls that are written alike.
void Names::group(Level& level) {
  const std::uint32_t id = std::exchange(level.by, 0);
  if (id == 0 || id >= kUnread) return;
  const std::string text = texts_[id];
  const auto by = [&](Loose column) {
    const auto at = std::lower_bound(level.grouped.begin(), level.grouped.end(), column);
    if (at == level.grouped.end() || *at != column) level.grouped.insert(at, column);
    std::erase_if(level.loose, [&](const Loose& l) {
      return (l.source == column.source && l.name == column.name) || (l.result != kExactly && keyed(level, l.source));
    });
  };
  const auto by_result = [&](std::size_t i) {
    if (level.outputs[i].kind == Member) by(canonical(level, level.outputs[i].source, level.outputs[i].name));
    std::erase_if(level.loose, [&](const Loose& l) { return l.result == i; });
  };
  if (!column(text)) {
    insert(level.by_texts, id);
    const bool call = is_call(text);
    for (std::uint32_t i = 0; i < width(level); ++i) {
      const Output& o = level.outputs[i];
      if (o.of || o.text == 0 || o.text >= kUnread) continue;
      if (texts_[o.text] == text) by_result(i);
      if (!call) continue;
      const std::string rest = without_call(texts_[o.text], text);
      if (rest == texts_[o.text]) continue;
      std::erase_if(level.loose, [&](const Loose& l) { return l.result == i && !mentions(rest, names_[l.name].key); });
    }
    return;
  }
  if (text[0] >= '0' && text[0] <= '9') {
    std::size_t place = 0;
    for (char c : text) place = 10 * place + static_cast<std::size_t>(c - '0');
    if (place && place <= width(level)) by_result(place - 1);
    return;
  }
  const List named = words(text);
  if (named.size() > 1) return by({named[0], named[1]});
  if (providers(level, named[0])) return by(canonical(level, kNone, named[0]));
  for (std::size_t i = 0; i < level.outputs.size(); ++i)
    if (level.outputs[i].kind == Given && level.outputs[i].name == named[0]) return by_result(i);
}

// An action on groups, on what rows are distinct by, or on windows; false where it is none of these.
bool Names::grouped_by(Environment& e, NameAction action, std::uint32_t number, std::string_view lexeme) {
  const bool names = action == NameAction::DistinctOn || action == NameAction::Window || action == NameAction::WindowAs;
  const List named = names ? words(lexeme) : List();
  switch (action) {
    case NameAction::GroupBy: e.levels.back().by = longer(0, lexeme); return true;
    case NameAction::DistinctOn:
      use(e, named, false);
      if (named.size() == 1) insert(e.levels.back().on_names, named[0]);
      loosen(e, e.levels.back(), {named.size() > 1 ? named[0] : kNone, named.back(), kNone});
      insert(e.levels.back().on, longer(0, lexeme, lexeme.size()));
      return true;
    case NameAction::Window: {
      Level& level = e.levels.back();
      if (number & kDefined) {
        level.base = named.back();
        if (contains(level.ordered, level.base)) insert(level.ordered, level.window);
        return true;
      }
      if (!(number & kBase)) bracket(e, number), shallower(e);
      insert(level.windows, named.back());
      if (number & kBase) insert(level.unframed, level.base = named.back());
      return true;
    }
    case NameAction::WindowAs: {
      Level& level = e.levels.back();
      std::erase(level.windows, named.back());
      if (strict_) return true;
      insert(level.defined, level.window = named.back());
      return true;
    }
    case NameAction::Windowed: {
      Level& level = e.levels.back();
      if (number == 3) insert(level.unordered, level.base);
      else insert(number == 2 ? level.framed : level.ordered, level.window);
      return true;
    }
    case NameAction::Listed:
      if (number & kUnnames) rename(e.levels.back(), Nameless, 0);
      operate(e, static_cast<Operator>(number & 15));
      return true;
    case NameAction::OrderOn: std::erase(e.levels.back().on, longer(0, lexeme, lexeme.size())); return true;
    case NameAction::Series: {
      Level& level = e.levels.back();
      const List its = words(lexeme);
      if (number & kRenamed && !(number & kRenames)) {
        rename_source(level, its.back(), rows_[level.renames][level.renamed++]);
      } else if (number & kRenames) {
        if (number & kRenamed) level.sources.push_back({kNone, table_named(e, level, its.front())});
        level.renames = level.sources.back().table;
        level.renamed = 0;
        level.join = Read;
        level.sources.back() = {its.back(), made({})};
      } else {
        series(level, its, number);
      }
      return true;
    }
    case NameAction::Again: case NameAction::Ordered: case NameAction::Sample: return true;
    default: return false;
  }
}

// What such a terminal may spell.
ResidualId Names::of_groups(const Environment& e, NameAction action, std::uint32_t number, ResidualId whole) {
  const Level* top = &e.levels.back();
  const auto only_if = [&](bool possible) { return possible ? whole : ResidualStore::kEmpty; };
  switch (action) {
    case NameAction::Again:
      if (top->phase != Before || top->nested || top->pending.empty()) return ResidualStore::kEmpty;
      if (number) return whole;
      return top->pending[0].source == kNone ? any_of({top->pending[0].name}) : member_of({top->pending[0].source}, {top->pending[0].name});
    case NameAction::DistinctOn: return store_.without(uses(e, false, number, number), {any_of(chosen_)});
    case NameAction::OrderOn: {
      std::vector<std::string> left;
      for (std::uint32_t text : top->on)
        if (text != kNone) left.push_back(texts_[text]);
      return one_of(left);
    }
    case NameAction::Ordered: return only_if(top->on.empty());
    case NameAction::Window:
      if (number & kDefined) return windows(*top, true);
      return only_if(top->phase == Before && (number & kBase || may_open(e, number)));
    case NameAction::WindowAs: return strict_ ? any_of(top->windows) : windows(*top, false);
    case NameAction::Windowed: return only_if(may_be_windowed(*top, number));
    case NameAction::Listed: {
      List names;
      for (const auto& [name, table] : e.tables)
        if (rows_[table].size() == 1) insert(names, name);
      for (TableId t = 0; number & kAll && t < table_names_.size(); ++t)
        if (rows_[t].size() == 1) insert(names, table_names_[t]);
      return names.empty() ? ResidualStore::kEmpty : store_.joined(in_, any_of(names));
    }
    case NameAction::Sample: {
      const TableId last = top->phase == Among && top->join == Read ? top->sources.back().table : kNone;
      return only_if(last < table_names_.size() && !contains(views_, last));
    }
    case NameAction::Series:
      if (number & kRenames) return renamings(e, number & kRenamed);
      if (number & kRenamed) return new_names(e);
      return store_.joined(between_, series_names(e, e.levels.size() - 1, *top, number));
    default: return whole;
  }
}

// Windows that may get a name now, those that only others go on with among them; or that the one which has got its own may go
// on with. SQLite compares them with their marks, and they had none.
ResidualId Names::windows(const Level& level, bool known) {
  List names = known ? level.defined : level.windows;
  const bool unordered = contains(level.unordered, level.window);
  if (known) std::erase_if(names, [&](NameId n) { return n == level.window || contains(level.framed, n) || (unordered && contains(level.ordered, n)); });
  std::vector<ResidualId> spelled;
  for (const NameId n : names) spelled.push_back(store_.parse(caseless(names_[n].key)));
  if (known) return store_.united(std::move(spelled));
  for (const NameId n : level.defined) insert(names, n);
  spelled.push_back(free_otherwise(std::move(names)));
  return store_.united(std::move(spelled));
}

bool Names::may_be_windowed(const Level& level, std::uint32_t number) {
  if (number == 3) return true;
  if (number == 2) return !contains(level.unframed, level.window);
  return !contains(level.unordered, level.window) && (number == 1 || !contains(level.ordered, level.base));
}

// What rows may be grouped by.
ResidualId Names::groups(const Environment& e) {
  const Level& level = e.levels.back();
  const List all = types(level);
  List bare;
  std::vector<ResidualId> ways;
  for (const Source& s : level.sources) {
    List its = members(s.table);
    std::erase_if(its, [&](NameId m) { return kind(s.table, m) < kSome; });
    ways.push_back(member_of({s.name}, its));
    for (NameId m : its)
      if (providers(level, m) == 1) insert(bare, m);
  }
  for (NameId m : orderable(level)) {
    const auto is = [&](const Output& o) { return o.kind == Given && o.name == m && !o.of; };
    if (!providers(level, m) && std::any_of(level.outputs.begin(), level.outputs.end(), is)) insert(bare, m);
  }
  ways.push_back(any_of(bare));
  std::vector<std::string> places;
  for (std::size_t i = 0; counted(level) && i < all.size(); ++i)
    if (!level.outputs[i].of && all[i] >= kSome) places.push_back(std::to_string(i + 1));
  ways.push_back(one_of(places));
  return store_.united(std::move(ways));
}

// Members of a class that rows are grouped by; 0: of any.
ResidualId Names::grouping(const Level& level, std::uint32_t asked) {
  List bare;
  std::vector<ResidualId> ways;
  for (const Loose& l : level.grouped) {
    const std::uint32_t its = kind_here(level, l.source, l.name);
    if (asked ? its != asked : its <= kSome) continue;
    if (l.source != kNone) ways.push_back(member_of({l.source}, {l.name}));
    if (providers(level, l.name) == 1) insert(bare, l.name);
  }
  ways.push_back(any_of(bare));
  return store_.united(std::move(ways));
}

// --- Functions that give rows ----------------------------------------------------------------------------------------

// The last source is called so, and its member; a single name is for both.
void Names::series(Level& level, const List& named, std::uint32_t type) {
  const bool both = named.size() > 1 && level.sources.back().name == kNone && named[named.size() - 2] != name_of("as");
  level.sources.back().name = both ? named[named.size() - 2] : named.back();
  level.sources.back().table = made({named.back()}, false, {type});
}

// What the last source, and its member of the class, may be called: what is wanted, letters, and names that are free. Only a few,
// as no two of them lead to the same.
ResidualId Names::series_names(const Environment& e, std::size_t at, const Level& level, std::uint32_t type) {
  const auto fits = [&](NameId alias, NameId m) {
    if (kind_before(e, level, kNone, m) != type && kind_before(e, level, kNone, m) != 0) return false;
    Level tried = level;
    tried.sources.back() = {alias, made({m}, false, {type}), {}};
    return satisfiable(e, at, tried);
  };
  List sources, names;
  for (NameId n : pool(e, level))
    if (names_[n].key.size() == 1 && !source(level, n)) insert(sources, n);
  for (const Want& w : level.wants)
    if (!source(level, w.name) && table_named(e, level, w.name) == kNone) insert(sources, w.name);
  for (const auto& [n, its] : listed_)
    if (its == type) insert(names, n);
  List once;
  for (NameId n : sources)
    if (fits(n, n)) insert(once, n);
  for (NameId n : names)
    if (!source(level, n) && table_named(e, level, n) == kNone && fits(n, n)) insert(once, n);
  std::vector<ResidualId> ways{any_of(once)};
  const ResidualId opening = store_.spelled({{"("}}), closing = store_.spelled({{")"}});
  for (NameId alias : sources) {
    List its;
    for (NameId m : names)
      if (fits(alias, m)) insert(its, m);
    if (!its.empty()) ways.push_back(store_.joined(any_of({alias}), store_.joined(opening, store_.joined(any_of(its), closing))));
  }
  return store_.united(std::move(ways));
}

// Whether a source that is a function of such rows may come now.
bool Names::may_call(const Environment& e, std::uint32_t number) {
  Level called = e.levels.back();
  called.sources.push_back({kNone, made({})});
  return series_names(e, e.levels.size() - 1, called, number & kClass) != ResidualStore::kEmpty;
}

// --- Sources whose members get other names ------------------------------------------------------------------------------
//
// `FROM (VALUES (1, 'a')) AS t(n, word)`: while the names are read the last source has those so far. There is a way on as long as
// the members that are left can have all names that are wanted of it, each by its class; so names that nothing asks for are
// given only while there are members to spare.

// What the members of a row are called.
Names::List Names::order(const Level& level) const {
  if (!level.first) return {};
  if (level.outputs.size() == 1 && level.outputs[0].kind == Everything && level.sources.size() == 1) return orders_[level.sources[0].table];
  List out;
  for (const Output& o : level.outputs) {
    if (o.kind >= Everything) return {};
    out.push_back(o.kind == Nameless ? kNone : o.name);
  }
  return out;
}

// The last source has one more member.
void Names::rename_source(Level& level, NameId name, std::uint32_t kind) {
  const TableId before = level.sources.back().table;
  List its = members(before), kinds = kinds_[before];
  const auto at = std::lower_bound(its.begin(), its.end(), name);
  kinds.insert(kinds.begin() + (at - its.begin()), kind);
  its.insert(at, name);
  level.sources.back().table = made(std::move(its), false, std::move(kinds));
}

// No more names: what is left keeps its own.
void Names::renamed(Level& level) {
  const List row = rows_[level.renames], names = orders_[level.renames];
  for (std::size_t i = level.renamed; i < row.size(); ++i)
    if (names[i] != kNone) rename_source(level, names[i], row[i]);
  const TableId last = level.sources.back().table;
  level.sources.back().table = made(members(last), false, kinds_[last], row);
  level.renames = kNone;
  level.renamed = 0;
}

bool Names::may_be_renamed(const Environment& e) {
  Level level = e.levels.back();
  const List row = rows_[level.renames], names = orders_[level.renames];
  if (level.renamed < row.size() && names.size() != row.size()) return false;
  List its = members(level.sources.back().table);
  for (std::size_t i = level.renamed; i < row.size(); ++i) {
    if (names[i] == kNone) continue;
    if (contains(its, names[i])) return false;
    insert(its, names[i]);
  }
  renamed(level);
  return satisfiable(e, e.levels.size() - 1, level);
}

// The names that members of the last source must still get, being like `level`: what is wanted of it, and if `needs` what is used
// without a source, too, as far as there are such members. Nothing where they cannot.
std::optional<Names::List> Names::renaming(const Environment& e, std::size_t at, const Level& level, bool needs) {
  const Source& last = level.sources.back();
  std::array<std::uint32_t, kClass + 1> left{};
  for (std::size_t i = level.renamed; i < rows_[level.renames].size(); ++i) ++left[rows_[level.renames][i]];
  List out;
  Level tried = level;
  tried.renames = kNone;
  tried.renamed = 0;
  const auto take = [&](NameId source, NameId m) {
    if (has(last.table, m) || contains(out, m)) return true;
    const std::uint32_t its = kind_before(e, level, source, m);
    if (its <= kSome || !left[its] || special_before(e, level, source, m) || unspelled(m)) return false;
    --left[its];
    insert(out, m);
    rename_source(tried, m, its);
    return true;
  };
  if (const Want* w = want(level, last.name))
    for (NameId m : w->members)
      if (!take(last.name, m)) return std::nullopt;
  if (needs)
    for (NameId m : level.needs)
      if (!providers(level, m)) take(kNone, m);
  return satisfiable(e, at, tried) ? std::optional(out) : std::nullopt;
}

// Names for the last source, whose members get other names after that.
ResidualId Names::renaming_aliases(const Environment& e, std::size_t at, const Level& level) {
  Level tried = level;
  const auto possible = [&](NameId alias) {
    if (alias != kNone && source(level, alias)) return false;
    tried.sources.back().name = alias;
    return renaming(e, at, tried, false) || renaming(e, at, tried, true);
  };
  const bool fresh = possible(kNone);
  List out;
  for (NameId alias : fresh ? pool_ : List())
    if (!want(level, alias) && !source(level, alias)) insert(out, alias);
  for (const Want& w : level.wants)
    if (apart_from_table(e, level, w) && possible(w.name)) insert(out, w.name);
  return store_.united({any_of(out), fresh ? unnamed_yet(level) : ResidualStore::kEmpty});
}

// The same, with what stands around; `tables`: and first of all a table that the text has made.
ResidualId Names::renamings(const Environment& e, bool tables) {
  const std::size_t at = e.levels.size() - 1;
  const ResidualId opening = store_.spelled({{"(", " ("}});
  const auto after = [&](const Level& level, TableId table) {
    if (rows_[table].empty()) return ResidualStore::kEmpty;
    Level tried = level;
    tried.renames = table;
    tried.sources.back().table = made({});
    return store_.joined(between_, store_.joined(renaming_aliases(e, at, tried), opening));
  };
  if (!tables) {
    const Source& last = e.levels[at].sources.back();
    return last.merged.empty() && e.levels[at].must.empty() ? after(e.levels[at], last.table) : ResidualStore::kEmpty;
  }
  std::vector<ResidualId> ways;
  for (const auto& [name, table] : e.tables) {
    Level level = e.levels[at];
    if (table_named(e, level, name) != table || (continued(level) && !continues(level, table))) continue;
    level.sources.push_back({kNone, table});
    level.join = Read;
    ways.push_back(store_.joined(any_of({name}), after(level, table)));
  }
  return store_.united(std::move(ways));
}

// What the next member may be called.
ResidualId Names::new_names(const Environment& e) {
  const std::size_t at = e.levels.size() - 1;
  const Level& level = e.levels[at];
  const List row = rows_[level.renames];
  if (level.renamed >= row.size()) return ResidualStore::kEmpty;
  const std::uint32_t type = row[level.renamed];
  const auto possible = [&](NameId m) {
    Level next = level;
    rename_source(next, m, type);
    ++next.renamed;
    return renaming(e, at, next, false) || renaming(e, at, next, true);
  };
  const NameId alias = level.sources.back().name;
  List asked;
  const auto ask = [&](NameId source, NameId m) {
    const bool there = source == kNone ? providers(level, m) > 0 : has(level.sources.back().table, m);
    if (!there && kind_before(e, level, source, m) == type && !special_before(e, level, source, m) && possible(m)) insert(asked, m);
  };
  const Want* w = want(level, alias);
  for (NameId m : w ? w->members : List()) ask(alias, m);
  for (NameId m : level.needs) ask(kNone, m);
  if (!possible(name_of("\x01"))) return any_of(asked);
  List taken = members(level.sources.back().table);
  for (const List* some : {&level.needs, &level.taken}) taken.insert(taken.end(), some->begin(), some->end());
  if (w) taken.insert(taken.end(), w->members.begin(), w->members.end());
  for (const auto& [tables, same] : classes(e, level))
    for (NameId m : same) {
      const std::uint32_t its = kind_before(e, level, kNone, m);
      if ((its > kSome && its != type) || special_before(e, level, kNone, m)) taken.push_back(m);
    }
  const ResidualId other = free_otherwise(std::move(taken));
  return store_.united({any_of(asked), other, in_quotes(other)});
}

std::string Names::spelled(const Loose& loose) const {
  const auto of = [&](NameId n) {
    if (!names_[n].spellings.empty()) return names_[n].spellings[0];
    return names_[n].key;
  };
  return loose.source == kNone ? of(loose.name) : of(loose.source) + "." + of(loose.name);
}

}  // namespace constrain
