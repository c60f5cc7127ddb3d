// What a scope of names may use next, its sources being as they are or still to come.
#pragma once

#include "context/names.h"

namespace constrain {

// What may be used next, answered at a glance in most cases: by the sources that satisfy the scope as it is, and one more
// that has nothing to do with them. Else by a search.
class Names::Outlook {
 public:
  Outlook(Names& names, const Environment& e, std::size_t at) : n_(names), e_(e), at_(at), level_(e.levels[at]) {
    const auto apart = [&](NameId m) { return n_.stubborn(e, level_, m); };
    // Where all members of a source are put out and that matters around, no source is like another.
    stubborn_ = (n_.becomes_source(at, level_) && starred(level_)) ||
                (n_.may_be_stubborn(level_) && (std::any_of(level_.needs.begin(), level_.needs.end(), apart) ||
                             std::any_of(level_.taken.begin(), level_.taken.end(), apart)));
    room_ = n_.satisfiable(e, at, level_, &sources_) && level_.sources.size() + sources_.size() < n_.most(level_) && !stubborn_;
  }

  // Whether any member of a table may be used of this alias, of which nothing has been said.
  bool free(NameId alias) { return room_ && level_.wants.size() < kMostWants && !want(level_, alias); }
  // Whether the member, which these tables have, may be used of the alias; kNone: all of them.
  bool may_want(NameId alias, NameId member, const std::vector<TableId>& tables, bool own) {
    const TableId its_own = n_.table_named(e_, level_, alias);
    const bool listed = n_.strict_ && n_.free_;  // where scopes may put out what is wanted, none of it is needed
    if (its_own != kNone && its_own != level_.self && free(alias)) {
      const bool here = member == kNone || n_.has(its_own, member);
      if (here || !listed) return here;
    }
    if (its_own == kNone && free(alias) && any_often(tables)) return true;
    if (const Want* w = want(level_, alias); w && !listed && its_own == kNone && member != kNone && level_.needs.empty()) {
      // A table that has all of it is a source for it, whatever is one for the rest; and that is known to be found.
      const List& fitting = tables_of(*w);
      const bool here = std::any_of(tables.begin(), tables.end(), [&](TableId t) { return t != level_.self && contains(fitting, t); });
      if (here && (room_ || planned(alias))) return true;
      if (!here && level_.self == kNone && !n_.derives(e_, at_) && (at_ == 0 || closed(level_) || own || w->own)) return false;
    }
    Level tried = level_;
    add(tried, alias, member == kNone ? List() : List{member}, own);
    return n_.satisfiable(e_, at_, tried);
  }
  // Whether the member may be used without a source.
  bool may_need(NameId member, const std::vector<TableId>& tables) {
    const bool wanted = n_.strict_ && n_.free_ && std::any_of(level_.wants.begin(), level_.wants.end(), [&](const Want& w) {
      return contains(w.members, member);
    });
    if (!wanted && !n_.stubborn(e_, level_, member) && std::any_of(sources_.begin(), sources_.end(), [&](const Choice& c) {
          return c.table != kNone && n_.has(c.table, member);
        }))
      return true;
    if (room_ && !wanted && !n_.stubborn(e_, level_, member) && level_.needs.size() < kMostDerived && any_often(tables)) return true;
    Level tried = level_;
    insert(tried.needs, member);
    return n_.satisfiable(e_, at_, tried);
  }
  bool may_declare(NameId alias, TableId table) {
    const bool grouped = !level_.fences.empty() && !n_.apart_.empty();
    if (const Want* w = want(level_, alias)) {
      if (!std::includes(n_.members(table).begin(), n_.members(table).end(), w->members.begin(), w->members.end())) return false;
      if (!grouped && (room_ || planned(alias)) && table != level_.self && level_.needs.empty() && level_.taken.empty() && level_.join != Natural)
        return true;
    }
    if (room_ && table != level_.self && !want(level_, alias) && !n_.continued(level_) &&
        (level_.sources.empty() || (level_.join != Natural && !disturbs(table))))
      return true;
    const std::optional<Level> tried = n_.extended(level_, alias, table);
    return tried && n_.satisfiable(e_, at_, *tried);
  }

 private:
  // Whether the sources that satisfy the scope have one for the alias.
  bool planned(NameId alias) const {
    return !stubborn_ && std::any_of(sources_.begin(), sources_.end(), [&](const Choice& c) { return c.alias == alias; });
  }
  // Tables that have what is wanted of the alias, sorted.
  const List& tables_of(const Want& w) {
    const auto [at, fresh] = fitting_.try_emplace(w.name);
    if (!fresh) return at->second;
    n_.each_table(e_, level_, [&](NameId, TableId t) {
      if (std::includes(n_.members(t).begin(), n_.members(t).end(), w.members.begin(), w.members.end())) insert(at->second, t);
    });
    return at->second;
  }
  // Whether one of them may be a source however often.
  bool any_often(const std::vector<TableId>& tables) const {
    return std::any_of(tables.begin(), tables.end(), [&](TableId t) { return t != level_.self; });
  }
  // Whether the table has a member that is used without a source.
  bool disturbs(TableId t) const {
    const auto in = [&](NameId m) { return n_.has(t, m); };
    return std::any_of(level_.needs.begin(), level_.needs.end(), in) ||
           std::any_of(level_.taken.begin(), level_.taken.end(), in);
  }

  Names& n_;
  const Environment& e_;
  const std::size_t at_;
  const Level& level_;
  std::vector<Choice> sources_;
  bool room_ = false;  // for one more source, if none of the members that are used without one may be apart
  bool stubborn_ = false;
  std::map<NameId, List> fitting_;  // by alias
};

}  // namespace constrain
