// What can still be provided: a small search for sources that satisfy a scope.
//
// Example: `SELECT a.name, title` wants an alias `a` with `name`, and needs `title`. A table for `a` that has a `title` provides
// both; else one more table must have `title`, and what both have is merged. So this is a set cover; what is asked for is a few
// names, and tables that have the same of them count once, so the search is short. Its steps are bounded.
#include <algorithm>
#include <set>
#include <utility>

#include "context/names.h"
#include "support/budget.h"

namespace constrain {

namespace {
constexpr std::uint64_t kSearch = 32, kTable = 2;  // what the limits count of one, beside the names that are looked at
}  // namespace

const Names::Source* Names::source(const Level& level, NameId name) {
  for (const Source& s : level.sources)
    if (s.name == name) return &s;
  return nullptr;
}

const Names::Want* Names::want(const Level& level, NameId name) {
  for (const Want& w : level.wants)
    if (w.name == name) return &w;
  return nullptr;
}

// Of a member without a source: how many sources have it, those that merge it not counted.
std::uint32_t Names::providers(const Level& level, NameId member) const {
  std::uint32_t out = 0;
  for (const Source& s : level.sources) out += has(s.table, member) && !contains(s.merged, member);
  return out;
}

// The scope with one more source, by the join that has been read; nothing where the join cannot be.
std::optional<Names::Level> Names::extended(const Level& level, NameId alias, TableId table) const {
  if (continued(level) && !continues(level, table)) return std::nullopt;
  Level out = level;
  Source made{alias, table, {}, !level.fences.empty()};
  // What a star leaves out is not seen around the brackets.
  if (made.grouped) {
    const auto lost = [&](NameId m) { return left_out(table, m); };
    const Want* w = want(level, alias);
    if ((w && std::any_of(w->members.begin(), w->members.end(), lost)) || std::any_of(level.needs.begin(), level.needs.end(), lost) ||
        std::any_of(level.taken.begin(), level.taken.end(), lost))
      return std::nullopt;
  }
  const auto merge = [&](NameId m) {
    const std::uint32_t before = has(table, m) ? providers(level, m) : 0;
    const bool alike = comparable(level, table, m);
    if (before == 1 && alike) insert(made.merged, m);
    return before < 2 && (before == 0 || alike);
  };
  if (level.join == Natural) {
    for (NameId m : shown(table))
      if (!merge(m)) return std::nullopt;
  } else if (level.join == Joined) {
    for (const List* used : {&level.needs, &level.taken})
      for (NameId m : *used) merge(m);
    out.must = made.merged;
  }
  if (table == level.self) {
    out.self = kNone;
    out.recursed = true;
  }
  out.sources.push_back(std::move(made));
  if (out.outer) join_outer(out);
  out.join = Read;
  return out;
}

// SQLite looks what is merged up by its name alone where a star stands for it and RIGHT or FULL JOIN follows, so that no
// other source may have it.
void Names::join_outer(Level& level) {
  level.outer = true;
  if (std::none_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.kind >= Everything; })) return;
  for (const Source& s : level.sources)
    for (NameId m : s.merged) insert(level.taken, m);
}

std::vector<Names::Want> Names::undeclared(const Level& level) {
  std::vector<Want> out;
  for (const Want& w : level.wants)
    if (!source(level, w.name)) out.push_back(w);
  return out;
}

class Names::Cover {
 public:
  // `coming`: the last source of the level is still being written.
  Cover(Names& names, const Environment& e, std::size_t at, const Level& level, const Coming* coming = nullptr)
      : n_(names), e_(e), at_(at), level_(level), coming_(coming) {
    if (!n_.becomes_source(at, level) || !starred(level)) return;
    counting_ = n_.counting(e, at - 1);
    if (counting_.empty()) return;
    every_ = level.outputs[0].kind == Everything;
    if (!every_) star_ = level.outputs[0].name;
  }

  bool run() {
    if (level_.wants.size() > kMostWants || level_.sources.size() > n_.most(level_)) return false;
    for (const Want& w : level_.wants)
      if (const Source* s = source(level_, w.name)) {
        const auto lost = [&](NameId m) { return s->grouped && n_.left_out(s->table, m); };
        if (!all_in(w.members, s->table) || std::any_of(w.members.begin(), w.members.end(), lost)) return false;
      }
    wants_ = undeclared(level_);
    // Beside the table that is written a scope that has what is used without a source would need a merging.
    for (const Want& w : wants_) {
      const auto used = [&](NameId m) { return contains(level_.needs, m) || contains(level_.taken, m); };
      if (!n_.strict_ && level_.crossing && n_.derivable(w) && std::any_of(w.members.begin(), w.members.end(), used)) return false;
    }
    List needs;
    for (NameId m : level_.needs) {
      const std::uint32_t count = n_.providers(level_, m);
      if (count > 1) return false;
      if (!count) needs.push_back(m);
    }
    for (NameId m : level_.taken)
      if (n_.providers(level_, m) > 1) return false;
    const std::uint32_t left = n_.most(level_) - static_cast<std::uint32_t>(level_.sources.size());
    if (coming_) return completed(needs, left);
    if (every_ && level_.sources.empty()) return alone(needs);
    if ((every_ || (star_ != kNone && source(level_, star_))) && !passes({}, {})) return false;
    return aliases(0, needs, left);
  }
  std::vector<Choice>& chosen() { return chosen_; }
  List& put() { return put_; }  // by the source that is being written

 private:
  bool all_in(const List& some, TableId t) const {
    spend(kTable);
    return std::includes(n_.members(t).begin(), n_.members(t).end(), some.begin(), some.end());
  }
  // Splits what is needed by whether the table has it; false where it cannot be a source once more.
  bool takes(TableId t, const List& needs, List& of, List& rest) {
    spend(kTable + needs.size());
    if (++n_.searched_ > kMostSearched || (t == level_.self && has_self()) || (n_.may_be_stubborn(level_) && disturbs(t, needs))) return false;
    of.clear();
    rest.clear();
    for (NameId m : needs) (n_.has(t, m) ? of : rest).push_back(m);
    return true;
  }
  // Whether it has a member that is used without a source, that another source provides, and that it cannot merge.
  bool disturbs(TableId t, const List& needs) const {
    const auto in = [&](NameId m) {
      return n_.has(t, m) && !std::count(needs.begin(), needs.end(), m) && (level_.crossing || n_.stubborn(e_, level_, m));
    };
    return std::any_of(level_.needs.begin(), level_.needs.end(), in) || std::any_of(level_.taken.begin(), level_.taken.end(), in);
  }
  bool has_self() const {
    return level_.self != kNone &&
           std::any_of(chosen_.begin(), chosen_.end(), [&](const Choice& c) { return c.table == level_.self; });
  }
  // The same place of the search again, which led nowhere.
  bool known(std::size_t i, const List& needs, std::uint32_t left) {
    List names;
    for (const Want& w : outward_) names.push_back(w.name);
    return !tried_.emplace(i, left * 2 + has_self(), needs, std::move(names)).second;
  }
  // Sources for what is wanted, from the i-th alias on.
  bool aliases(std::size_t i, const List& needs, std::uint32_t left) {
    if (known(i, needs, left)) return false;
    if (i == wants_.size()) return members(needs, left);
    const Want& w = wants_[i];
    if (!w.own && at_ && !closed(level_)) {  // else all ways of leaving some to nobody would be tried
      outward_.push_back(w);
      const bool found = aliases(i + 1, needs, left);
      outward_.pop_back();
      if (found) return true;
    }
    if (!left) return false;
    std::set<List> tried;
    List of, rest;
    const auto as = [&](TableId t) {
      const bool all = w.name == star_;
      // Where nothing else is needed, one table is like the other.
      if (needs.empty() && !tried.empty() && t != level_.self && !all) return false;
      if (!all_in(w.members, t) || !takes(t, needs, of, rest) || (!tried.insert(of).second && !all)) return false;
      if (all && !passes(t)) return false;
      chosen_.push_back({w.name, t});
      if (aliases(i + 1, List(rest), left - 1)) return true;
      chosen_.pop_back();
      return false;
    };
    if (!n_.apart_from_table(e_, level_, w)) return as(n_.table_named(e_, level_, w.name));
    // A scope that has what is used without a source, too, would need a merging that the next comma takes away.
    const auto used = [&](NameId m) { return contains(level_.needs, m) || contains(level_.taken, m); };
    if (n_.derives(e_, at_) && n_.derivable(w) && !(n_.strict_ && std::any_of(w.members.begin(), w.members.end(), used))) {
      chosen_.push_back({w.name, kNone});
      if (aliases(i + 1, needs, left - 1)) return true;
      chosen_.pop_back();
    } else if (w.name == star_ && may_be_written(w.members)) {
      chosen_.push_back({w.name, kNone});
      if (aliases(i + 1, needs, left - 1)) return true;
      chosen_.pop_back();
    }
    if (n_.table_named(e_, level_, w.name) != kNone) return false;
    if (!w.members.empty()) {
      NameId rarest = w.members[0];
      for (NameId m : w.members)
        if (n_.holders(m) < n_.holders(rarest)) rarest = m;
      for (TableId t : n_.tables_with(e_, level_, rarest))
        if (as(t)) return true;
      return false;
    }
    bool found = false;
    n_.each_table(e_, level_, [&](NameId, TableId t) { found = found || as(t); });
    return found;
  }
  // With the source that is being written, which may get a name that is wanted.
  bool completed(const List& needs, std::uint32_t left) {
    const std::vector<Want> all = wants_;
    const List used = needs;
    const auto named = [&](const Want* w) {
      List rest = used;
      put_.clear();
      for (NameId m : w ? w->members : List()) {
        if (contains(coming_->members, m)) continue;
        const bool met = contains(level_.needs, m) || contains(level_.taken, m);
        if (!contains(coming_->more, m) || (met && n_.providers(level_, m))) return false;
        std::erase(rest, m);
        insert(put_, m);
      }
      wants_.clear();
      for (const Want& other : all)
        if (&other != w) wants_.push_back(other);
      if (every_ || (w && w->name == star_)) {
        List its = coming_->members;
        for (const List* some : {&put_, &rest})
          for (NameId m : *some) insert(its, m);
        List further;
        if (!passes(its, coming_->more, &further)) return false;
        for (NameId m : further) insert(put_, m);
      }
      tried_.clear();
      chosen_.clear();
      outward_.clear();
      return aliases(0, rest, left);
    };
    if (named(nullptr)) return true;
    return std::any_of(all.begin(), all.end(), [&](const Want& w) { return n_.apart_from_table(e_, level_, w) && named(&w); });
  }
  // Whether the scopes around can do with all members of this source.
  bool passes(const List& its, const List& more, List* put = nullptr) {
    Coming all{n_.put_out(level_), more};
    for (NameId m : its) insert(all.members, m);
    return n_.admits(e_, at_ - 1, all, put);
  }
  bool passes(TableId t) {
    List counted;
    spend(counting_.size());
    for (NameId m : counting_)
      if (n_.has(t, m)) counted.push_back(m);
    const auto [known, fresh] = passed_.try_emplace(counted, false);
    if (fresh) known->second = passes(counted, {});
    return known->second;
  }
  // Whether that source may be a scope that is still to come, and puts these out.
  bool may_be_written(const List& its) {
    return at_ + 1 < n_.most_levels_ && level_.roomy && passes(its, n_.offerable(e_, at_ - 1));
  }
  // The only source, which has all that is needed.
  bool alone(const List& needs) {
    for (std::size_t k = 0; k <= wants_.size(); ++k) {  // the last: by a name that is not wanted
      const Want* w = k < wants_.size() ? &wants_[k] : nullptr;
      std::vector<Want> others;
      for (const Want& other : wants_)
        if (&other != w) others.push_back(other);
      const bool own = std::any_of(others.begin(), others.end(), [](const Want& other) { return other.own; });
      if (own || (!others.empty() && !n_.outward(e_, at_, level_, others, {}, nullptr))) continue;
      List its = needs;
      for (NameId m : w ? w->members : List()) insert(its, m);
      const TableId only = w ? n_.table_named(e_, level_, w->name) : kNone;
      bool found = false;
      const auto as = [&](TableId t) {
        if (!found && (found = all_in(its, t) && passes(t))) chosen_.push_back({w ? w->name : kNone, t});
      };
      if (only != kNone) as(only);
      else n_.each_table(e_, level_, [&](NameId, TableId t) { as(t); });
      if (found) return true;
      if (only == kNone && may_be_written(its)) {
        chosen_.push_back({w ? w->name : kNone, kNone});
        return true;
      }
    }
    return false;
  }
  // More sources for members that are used without one.
  bool members(List needs, std::uint32_t left) {
    if (coming_) {
      const List all = std::exchange(needs, {});
      const List before = put_;
      for (NameId m : all)
        if (contains(coming_->more, m)) insert(put_, m);
        else needs.push_back(m);
      if (members_of_tables(needs, left)) return true;
      put_ = before;
      return false;
    }
    return members_of_tables(needs, left);
  }
  bool members_of_tables(const List& needs, std::uint32_t left) {
    if (needs.empty()) return outward_.empty() || n_.outward(e_, at_, level_, outward_, {}, nullptr);
    return provided(needs, left) || (n_.may_leave(at_, level_, needs) && n_.outward(e_, at_, level_, outward_, needs, nullptr));
  }
  bool provided(const List& needs, std::uint32_t left) {
    if (!left) return false;
    // A scope can put out all plain words at once; others have to come from tables.
    auto first = needs.begin();
    if (n_.derives(e_, at_) && needs.size() <= kMostDerived)
      first = std::find_if(needs.begin(), needs.end(), [&](NameId m) { return !n_.is_free(m); });
    if (first == needs.end()) {
      chosen_.push_back({kNone, kNone});
      if (members_of_tables({}, left - 1)) return true;
      chosen_.pop_back();
      return false;
    }
    std::set<List> tried;
    List of, rest;
    for (TableId t : n_.tables_with(e_, level_, *first)) {
      if (!takes(t, needs, of, rest) || !tried.insert(of).second) continue;
      chosen_.push_back({kNone, t});
      if (members_of_tables(List(rest), left - 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  Names& n_;
  const Environment& e_;
  const std::size_t at_;
  const Level& level_;
  const Coming* coming_;
  bool every_ = false;    // all members of the only source are put out, and it matters around which those are
  NameId star_ = kNone;   // those of this source
  List counting_, put_;
  std::map<List, bool> passed_;
  std::vector<Want> wants_, outward_;
  std::vector<Choice> chosen_;
  std::set<std::tuple<std::size_t, std::uint32_t, List, List>> tried_;
};

// One that is on, maybe within another: all of them share the steps. Each is work that the limits count, as there may be thousands.
class Names::Search {
 public:
  explicit Search(Names& names) : n_(names) {
    spend(kSearch);
    if (n_.searches_ == 0) n_.searched_ = 0;
    ++n_.searches_;
  }
  ~Search() { --n_.searches_; }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

 private:
  Names& n_;
};

// Whether sources can still be declared so that the scope, being like `level`, gets all that it wants; and which. A search that
// is given up has found nothing: the text that led here had a way on, which is still found, because each step on that way leaves
// fewer ways to try.
bool Names::satisfiable(const Environment& e, std::size_t at, const Level& level, std::vector<Choice>* sources) {
  const Search search(*this);
  Cover cover(*this, e, at, level);
  const bool found = cover.run();
  if (found && sources) *sources = std::move(cover.chosen());
  return found;
}

// --- Sources that are being written ----------------------------------------------------------------------------------
//
// Where tables disagree about the class of a member, nothing merges it, so a scope that puts it out keeps such tables away from
// the scope around. A name is put out only where that leaves a way: with what is put out so far, or with all that is needed.

// Whether a name that has been given may be written without quotation marks, as one that a text makes up.
bool Names::spelled_plainly(NameId name) {
  ResidualId at = word_;
  for (const char c : names_[name].key) at = store_.derive(at, static_cast<std::uint8_t>(c));
  return plain(name) && store_.nullable(at);
}

// Members about which it matters whether a source of the scope has them.
Names::List Names::counting(const Environment& e, std::size_t at) const {
  const Level& level = e.levels[at];
  List out = becomes_source(at, level) && starred(level) ? counting(e, at - 1) : List();
  for (const List* some : {&level.needs, &level.taken})
    for (NameId m : *some) insert(out, m);
  for (const Want& w : level.wants)
    for (NameId m : w.members) insert(out, m);
  return out;
}

// Those that a source which is still to be written may be told to put out.
Names::List Names::offerable(const Environment& e, std::size_t at) {
  const Level& level = e.levels[at];
  const List avoid = conflicting(e, level);
  List out = counting(e, at);
  std::erase_if(out, [&](NameId m) { return contains(avoid, m) || special_before(e, level, kNone, m) || !spelled_plainly(m); });
  return out;
}

// The environment as it is seen from this scope, without the tables that are named within; nothing where there are none.
std::optional<Names::Environment> Names::outside_of(const Environment& e, std::size_t at) {
  if (at + 1 >= e.levels.size() || e.levels[at + 1].tables >= e.tables.size()) return std::nullopt;
  Environment out = e;
  out.tables.resize(e.levels[at + 1].tables);
  return out;
}

// Whether the scope, whose next source is being written, can get all that it wants; `more`: what that source puts out for it.
// Asked again by each search of a scope within: what was found is kept, and takes as many steps as it took.
bool Names::admits(const Environment& e, std::size_t at, const Coming& coming, List* more) {
  if (const std::optional<Environment> outside = outside_of(e, at)) return admits(*outside, at, coming, more);
  if (searches_ == 0) searched_ = 0;
  List its;
  for (NameId m : counting(e, at))
    if (contains(coming.members, m)) its.push_back(m);
  std::tuple key{around(e, at), its, coming.more};
  const std::uint64_t before = searched_;
  auto known = admitted_.find(key);
  if (known != admitted_.end()) {
    const std::uint64_t after = before + known->second.after - known->second.before;
    const bool whole = std::max(after, known->second.after) <= kMostSearched;
    if (whole || before == known->second.before) searched_ = after;
    else known = admitted_.end();
  }
  if (known == admitted_.end()) {
    List put;
    const bool found = search_to_admit(e, at, {its, coming.more}, put);
    if (admitted_.size() >= kMostAdmitted) admitted_.clear();
    known = admitted_.insert_or_assign(std::move(key), Admitted{found, std::move(put), before, searched_}).first;
  }
  if (known->second.found && more) *more = known->second.more;
  return known->second.found;
}

bool Names::search_to_admit(const Environment& e, std::size_t at, const Coming& coming, List& more) {
  List kinds;
  for (NameId m : coming.members) kinds.push_back(kind_before(e, e.levels[at], kNone, m));
  const std::optional<Level> tried = extended(e.levels[at], kNone, made(coming.members, false, std::move(kinds)));
  if (!tried) return false;
  const Search search(*this);
  Cover cover(*this, e, at, *tried, &coming);
  const bool found = cover.run();
  if (found) more = std::move(cover.put());
  return found;
}

// What the scope, being like `level`, must still put out to be a source of the one around it; or that it cannot be one.
std::optional<Names::List> Names::pledged(const Environment& e, std::size_t at, const Level& level) {
  const auto only_if = [](bool possible) { return possible ? std::optional(List()) : std::nullopt; };
  if (!becomes_source(at, level) || counting(e, at - 1).empty()) return List();
  if (starred(level)) return only_if(level.phase == After || satisfiable(e, at, level));
  Coming coming{put_out(level)};
  if (admits(e, at - 1, coming)) return List();
  if (level.phase != Before || !level.first) return std::nullopt;
  coming.more = offerable(e, at - 1);
  std::erase_if(coming.more, [&](NameId m) { return contains(level.on_names, m); });
  List out;
  return admits(e, at - 1, coming, &out) && width(level) + out.size() <= kMostOutputs ? std::optional(out) : std::nullopt;
}

// Whether it may be one with no more results.
bool Names::may_become_source(const Environment& e, std::size_t at) {
  Level last = e.levels[at];
  last.phase = Among;
  return pledged(e, at, last).has_value();
}

// Whether the scope may put out all members of the source.
bool Names::may_be_all(const Environment& e, std::size_t at, Level level, NameId source) {
  if (!becomes_source(at, level)) return true;
  add(level, source, {}, true);
  rename(level, EverythingOf, source);
  return satisfiable(e, at, level);
}

// Members that are used without a source, and that none has.
Names::List Names::unmet(const Level& level) const {
  List out;
  for (NameId m : level.needs)
    if (providers(level, m) == 0) out.push_back(m);
  return out;
}

// Whether these may be members of scopes around: not what stands in an aggregate, nor beside the number of a row, as that scope
// has one source.
bool Names::may_leave(std::size_t at, const Level& level, const List& needs) const {
  return !typed_ && at && !closed(level) &&
         std::none_of(needs.begin(), needs.end(), [&](NameId m) { return contains(level.kept, m); }) &&
         std::none_of(level.needs.begin(), level.needs.end(), [&](NameId m) { return contains(apart_, m); });
}

// Whether the scope calls a result so.
bool Names::calls_so(const Level& level, NameId name) const {
  return std::any_of(level.outputs.begin(), level.outputs.end(), [&](const Output& o) { return o.kind == Given && o.name == name; });
}

// Whether the scopes around have all of this; if so, and `change` is given, they want it there from now on.
bool Names::outward(const Environment& e, std::size_t at, const Level& level, std::vector<Want> wants, const List& needs,
                    Environment* change) {
  if (wants.empty() && needs.empty()) return true;
  if (at == 0 || closed(level)) return false;
  const Level& around = e.levels[at - 1];
  if (around.phase == Before) {
    Level tried = around;
    for (const Want& w : wants) {
      const Source* s = source(around, w.name);  // the table that is written
      const auto lost = [&](NameId m) { return contains(apart_, m); };
      if (!s && beside_written(around) && std::any_of(w.members.begin(), w.members.end(), lost)) return false;
      if (!s) add(tried, w.name, w.members, false);
      else if (!std::includes(members(s->table).begin(), members(s->table).end(), w.members.begin(), w.members.end())) return false;
    }
    for (NameId m : needs) insert(tried.needs, m);
    if (!satisfiable(e, at - 1, tried)) return false;
    if (change) change->levels[at - 1] = std::move(tried);
    return true;
  }
  std::vector<Want> further;
  for (Want& w : wants) {
    const Source* s = source(around, w.name);
    if (s && !around.fences.empty() && s < around.sources.data() + around.fences.back()) return false;
    if (!s && around.phase == Among) return false;
    if (!s) further.push_back(std::move(w));
    else if (const List its = seen(*s); !std::includes(its.begin(), its.end(), w.members.begin(), w.members.end()))
      return false;
  }
  if (!needs.empty() && around.phase == Among) return false;
  List more;
  for (NameId m : needs) {
    const std::uint32_t count = providers(around, m);
    if (count > 1 || (count == 0 && calls_so(around, m))) return false;
    if (count == 0) more.push_back(m);
  }
  return outward(e, at - 1, around, std::move(further), more, change);
}

// --- Ways to the end -------------------------------------------------------------------------------------------------
//
// A completion is made byte by byte towards where the least is owed (masks/completion.h). So what a scope owes is never less than
// what it takes: for each name that no source provides yet, a source, a scope that puts the name out, and its merging.
// Then whatever helps leaves less, and what does not help leaves as much and has cost something.

// What a name that must still be put out takes: `,0 AS name`, and `USING(name)`.
std::uint32_t Names::member_bytes(NameId m) const {
  return kMemberBytes + 2 * static_cast<std::uint32_t>(names_[m].key.size());
}

std::uint32_t Names::member_bytes(const List& some) const {
  std::uint32_t out = 0;
  for (NameId m : some) out += member_bytes(m);
  return out;
}

std::uint32_t Names::merging_bytes(const List& some) const {
  return some.empty() ? 0 : kMemberBytes + member_bytes(some);
}

std::uint32_t Names::want_bytes(const Want& w) const {
  return kSourceBytes + member_bytes(w.name) + member_bytes(w.members);
}

// What the scope still wants of sources.
std::uint32_t Names::unprovided(const Level& level) const {
  std::uint32_t out = 0;
  for (const Want& w : undeclared(level)) out += want_bytes(w);
  for (NameId m : level.needs)
    if (providers(level, m) == 0) out += kSourceBytes + member_bytes(m);
  return out;
}

// What a source that puts these out and has yet to get a name provides of that. `alias`: the name that it should get.
std::uint32_t Names::provided(const Environment& e, const Level& level, const List& coming, NameId* alias) const {
  std::uint32_t out = 0, best = 0;
  for (NameId m : level.needs)
    if (contains(coming, m) && providers(level, m) == 0) out += kSourceBytes + member_bytes(m);
  for (const Want& w : undeclared(level)) {
    if (!apart_from_table(e, level, w) ||
        !std::includes(coming.begin(), coming.end(), w.members.begin(), w.members.end()))
      continue;
    if (want_bytes(w) <= best) continue;
    best = want_bytes(w);
    if (alias) *alias = w.name;
  }
  return out + best;
}

// What a source that is a scope must put out if it is to be the next: nothing, unless there would be no room for another.
Names::List Names::debts(const Environment& e, std::size_t at) {
  const Level& level = e.levels[at];
  Level idle = level;
  idle.sources.push_back({kNone, made({})});
  std::vector<Choice> chosen;
  if (satisfiable(e, at, idle) || !satisfiable(e, at, level, &chosen)) return {};
  List out;
  for (const Choice& c : chosen) {
    if (c.table != kNone) continue;
    if (c.alias != kNone) return want(level, c.alias)->members;
    for (NameId m : level.needs)
      if (is_free(m) && providers(level, m) == 0) out.push_back(m);
  }
  return out;
}

// What a source that is a scope should put out if it is the next: what it must, or the members that one alias wants, or what is
// used without a source.
Names::List Names::due(const Environment& e, std::size_t at, const List& owes) const {
  const Level& level = e.levels[at];
  if (!owes.empty() || !derives(e, at)) return owes;
  const List avoid = conflicting(e, level);
  const auto apart = [&](const List& some) {
    return std::none_of(some.begin(), some.end(), [&](NameId m) { return contains(avoid, m); });
  };
  for (const Want& w : undeclared(level))
    if (apart_from_table(e, level, w) && derivable(w) && !w.members.empty() && apart(w.members))
      return w.members;
  List out;
  for (NameId m : level.needs)
    if (is_free(m) && providers(level, m) == 0) out.push_back(m);
  return out;
}

Names::List Names::missing(const Level& level, const List& of) const {
  List out;
  if (of.empty() || !level.first) return out;
  const List known = put_out(level);
  std::set_difference(of.begin(), of.end(), known.begin(), known.end(), std::back_inserter(out));
  return out;
}

// What the scope, which is to be a source, should put out.
Names::List Names::to_put_out(const Environment& e, std::size_t at) {
  const Level& level = e.levels[at];
  List out = due(e, at - 1, level.owes);
  if (strict_ && !counted(level) && level.owes.empty() && std::any_of(out.begin(), out.end(), [&](NameId m) { return !tables_with(e, level, m).empty(); }))
    out.clear();  // which the star may put out, so that nothing else gets that name
  std::optional<List> pledge = pledged(e, at, level);
  if (!pledge) {  // the last may still get another name
    Level unnamed = level;
    rename(unnamed, Nameless, 0);
    pledge = pledged(e, at, unnamed);
  }
  if (pledge)
    for (NameId m : *pledge) insert(out, m);
  return missing(level, out);
}

// What is still to be put out by the scope, which is a source of the one around it, and then what that one owes.
std::uint32_t Names::owed_within(const Environment& e, std::size_t around) {
  const Level& level = e.levels[around + 1];
  List coming = put_out(level);
  std::uint32_t out = 0;
  if (level.phase == Before && level.first) {
    const List left = to_put_out(e, around + 1);
    if (width(level) + left.size() <= kMostOutputs) {
      out += member_bytes(left);
      const Output& last = level.outputs.back();
      if (becomes_source(around + 1, level) && last.kind == Nameless && last.state != Fresh && idle(e, left, last.type)) out += kIdleBytes;
      // Nor do those without a name help.
      if (!left.empty() && strict_)
        out += kIdleBytes * static_cast<std::uint32_t>(std::count_if(level.outputs.begin(), level.outputs.end() - 1, [](const Output& o) { return o.kind == Nameless; }));
      // One that has its name is followed by another.
      if (!left.empty() && level.outputs.back().kind != Nameless) out += kFromBytes;
      for (NameId m : left) insert(coming, m);
    }
  }
  // What both have is merged.
  List merged;
  for (NameId m : coming)
    if (providers(e.levels[around], m) && (contains(e.levels[around].needs, m) || contains(e.levels[around].taken, m)))
      merged.push_back(m);
  out += merging_bytes(merged);
  NameId alias = kNone;
  const std::uint32_t less = provided(e, e.levels[around], coming, &alias);
  return out + unprovided(e.levels[around]) - less + (alias == kNone ? 0 : member_bytes(alias));
}

std::uint32_t Names::compute_owed(const Environment& all) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < all.levels.size(); ++i) {
    std::optional<Environment> outside = outside_of(all, i);
    const Environment& e = outside ? *outside : all;
    const Level& level = e.levels[i];
    out += merging_bytes(level.must);
    // In their own clause less, so that it is begun.
    out += level.clause & Windows ? member_bytes(level.windows) : kSourceBytes * static_cast<std::uint32_t>(level.windows.size());
    // Also of sources that are yet to come: else a source that helps would seem to make the text owe more.
    if ((level.aggregated || level.grouping) && !level.loose.empty()) {
      if (!(level.clause & Grouping)) out += kSourceBytes;  // more than any other clause takes
      for (const Loose& l : level.loose) out += kMemberBytes + member_bytes(l.name) + (l.source == kNone ? 0 : member_bytes(l.source));
    }
    if (level.renames != kNone) out += kMemberBytes * static_cast<std::uint32_t>(1 + rows_[level.renames].size() - level.renamed);
    if (level.required != kNone && !continued(level)) out += 2 * (level.required - std::min(level.required, width(level)));
    if (level.phase == After) continue;
    if (level.phase == Among && i + 1 < e.levels.size() && e.levels[i + 1].inner) {
      out += owed_within(e, i);
      continue;
    }
    const std::uint32_t wanted = unprovided(level);
    std::uint32_t sources = wanted;
    if (level.phase == Among && (level.join == Read || level.join == Whole || level.join == Called) && level.sources.back().name == kNone) {
      NameId alias = kNone;
      Level unnamed = level;
      unnamed.sources.pop_back();
      const List& coming = members(level.sources.back().table);
      sources = unprovided(unnamed) - provided(e, unnamed, coming, &alias) + (alias == kNone ? 0 : member_bytes(alias));
    }
    const bool star =
        std::any_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.kind == Everything; });
    if (star && level.sources.empty()) sources = std::max(sources, kSourceBytes);
    out += sources + (level.phase == Before && sources ? kFromBytes : 0);
    // A source is to come. One that cannot help is one more; with one that can, this is nearer to the end than any expression.
    const bool top = i + 1 == e.levels.size();
    if (wanted && top && level.phase == Among && level.join < Read) {
      const bool helps = !offer(e, NameAction::Declare).empty() || (may_derive(e, 0) && !due(e, i, {}).empty());
      if (helps) out -= kSourceBytes / 2;
      else out += kSourceBytes;
    }
  }
  return out;
}

std::uint32_t Names::owed(StackId at) {
  if (uncertain(at)) return 0;
  if (const auto known = owed_.find(at); known != owed_.end()) return known->second;
  const Environment e = environments_[bare_[at]];
  const std::uint32_t out = compute_owed(e);
  memory_ += 64;
  return owed_[at] = out;
}

// Whether a result of this class is none of those that the innermost scope has left to put out; 0: it is not known of which it is.
bool Names::idle(const Environment& e, const List& left, std::uint32_t type) const {
  const auto fits = [&](NameId m) {
    const std::uint32_t its = kind_before(e, e.levels.back(), kNone, m);
    return its <= kSome || its == type;
  };
  return !left.empty() && std::none_of(left.begin(), left.end(), fits);
}

std::uint32_t Names::usual_debt(StackId at, NameAction action, std::uint32_t number) {
  switch (action) {
    // A table that does not help is one more source.
    case NameAction::Declare: return at != kUnknown && unprovided(environments_[at].levels.back()) ? kSourceBytes : 0;
    case NameAction::Use:
    case NameAction::UseOwn:
    case NameAction::PutOut:
    case NameAction::AllOf:
      return kSourceBytes + kFromBytes;
    case NameAction::Window: return kSourceBytes;
    case NameAction::WindowAs: return strict_ ? 0 : kSourceBytes;  // one that nothing goes on with yet
    // After a column of GROUP BY: by what it begins, rows are grouped by that no longer.
    case NameAction::Spell:
    case NameAction::SpellDeeper: {
      if (uncertain(at)) return 0;
      const Environment& e = environments_[at];
      const Level& top = e.levels.back();
      if (top.clause & Grouping) return kSourceBytes;
      // What begins a result that is none of those that are still to be put out.
      if (!becomes_source(e.levels.size() - 1, top) || top.phase != Before || top.outputs.back().state != Fresh) return 0;
      auto known = pledged_.find(bare_[at]);
      if (known == pledged_.end()) {
        known = pledged_.emplace(bare_[at], to_put_out(e, e.levels.size() - 1)).first;
        memory_ += 64 + 4 * known->second.size();
      }
      return idle(e, known->second, action == NameAction::Spell ? number >> kAskedAt : 0) ? kIdleBytes : 0;
    }
    default: return 0;
  }
}

std::string Names::helpful(StackId at, NameAction action, std::uint32_t number) {
  if (uncertain(at) || (action != NameAction::Declare && action != NameAction::NameIt && action != NameAction::Alias &&
                         action != NameAction::Merge && action != NameAction::GroupBy && action != NameAction::WindowAs))
    return {};
  at = bare_[at];
  if (const auto known = helpful_.find({at, action, number}); known != helpful_.end()) return known->second;
  const Environment e = environments_[at];
  memory_ += 96;
  std::string out = offer(e, action, number);
  return helpful_[{at, action, number}] = std::move(out);
}

std::string Names::offer(const Environment& e, NameAction action, std::uint32_t number) {
  const std::size_t top = e.levels.size() - 1;
  const Level& level = e.levels[top];
  const auto spelled = [&](NameId n) { return names_[n].spellings.empty() ? names_[n].key : names_[n].spellings[0]; };
  if (action == NameAction::GroupBy) {
    if (level.loose.empty()) return {};
    Loose by = level.loose[0];
    // Without its source, whose name may have been forgotten; one of several that are merged is another column.
    if (providers(level, by.name) == 1 && canonical(level, kNone, by.name).source == by.source) by.source = kNone;
    return this->spelled(by);
  }
  if (action == NameAction::WindowAs) return strict_ || level.windows.empty() ? std::string() : names_[level.windows[0]].key;
  if (action == NameAction::Merge) return level.must.empty() ? std::string() : spelled(level.must[0]);
  if (action == NameAction::NameIt) {
    if (!top || !level.inner || e.levels[top - 1].phase != Among) return {};
    List left = to_put_out(e, top);
    if (strict_) std::erase_if(left, [&](NameId m) { const auto its = kind_before(e, level, kNone, m); return its > kSome && its != number; });
    if (left.empty()) return {};
    // By their texts, not by which was met first; what stands for a name that was forgotten comes first, so it costs no less.
    return " AS " + spelled(*std::max_element(left.begin(), left.end(), [&](NameId a, NameId b) { return names_[a].key < names_[b].key; }));
  }
  if (action == NameAction::Alias) {
    Level unnamed = level, named = level;
    unnamed.sources.pop_back();
    NameId alias = kNone;
    provided(e, unnamed, members(level.sources.back().table), &alias);
    named.sources.back().name = alias;
    return alias == kNone || !satisfiable(e, top, named) ? std::string() : " AS " + spelled(alias);
  }
  if (number >= kCalled) return {};
  std::string out;
  std::uint32_t least = unprovided(level);
  const auto offer = [&](NameId alias, NameId name, TableId table) {
    if (source(level, alias) || unspelled(name)) return;
    const std::optional<Level> tried = extended(level, alias, table);
    if (!tried || unprovided(*tried) >= least || !satisfiable(e, top, *tried)) return;
    least = unprovided(*tried);
    out = alias == name ? spelled(name) : spelled(name) + " " + spelled(alias);
  };
  each_table(e, level, [&](NameId name, TableId table) {
    if (!least) return;
    offer(name, name, table);
    for (const Want& w : level.wants)
      if (table_named(e, level, w.name) == kNone) offer(w.name, name, table);
    // A table that is a source already, once more: only a need makes it help.
    if (source(level, name) && !level.needs.empty())
      for (NameId alias : pool(e, level))
        if (!source(level, alias) && !want(level, alias)) return offer(alias, name, table);
  });
  return out;
}

bool Names::may_close(const Environment& e, std::size_t at, bool grouped, bool ends) {
  const Level& level = e.levels[at];
  if (ends && !level.windows.empty()) return false;
  if (!wide_enough(level) || misnamed(level) || !well_named(level) || (grouped && !grouping_met(level))) return false;
  if (level.phase == After) return true;
  if (!level.must.empty()) return false;
  if (level.phase == Before && !may_become_source(e, at)) return false;
  for (const Output& o : level.outputs)
    if (o.kind == Everything && level.sources.empty()) return false;
  const List needs = unmet(level);
  if (!needs.empty() && !may_leave(at, level, needs)) return false;
  if (std::any_of(level.needs.begin(), level.needs.end(), [&](NameId m) { return providers(level, m) > 1; })) return false;
  const std::vector<Want> left = undeclared(level);
  if (std::any_of(left.begin(), left.end(), [](const Want& w) { return w.own; })) return false;
  return satisfiable(e, at, level) && outward(e, at, level, left, needs, nullptr);
}

}  // namespace constrain
