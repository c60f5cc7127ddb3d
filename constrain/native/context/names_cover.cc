// What can still be provided: a small search for sources that satisfy a scope.
//
// Example: `SELECT a.name, title` wants an alias `a` with `name`, and needs `title` from exactly one source. A table for `a` that
// has a `title` provides both; else one more table must have `title`, and `a`'s must not. In general this is exact cover; what is
// asked for is a few names, and tables that have the same of them count once, so the search is short. Its steps are bounded.
#include <algorithm>
#include <set>

#include "context/names.h"

namespace constrain {

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

// Of a member without a source: how many sources have it, those that are merged being one.
std::uint32_t Names::providers(const Level& level, NameId member) const {
  std::uint32_t out = 0;
  for (const Source& s : level.sources) out += has(s.table, member);
  return out > 1 && std::binary_search(level.merged.begin(), level.merged.end(), member) ? out - 1 : out;
}

std::vector<Names::Want> Names::undeclared(const Level& level) {
  std::vector<Want> out;
  for (const Want& w : level.wants)
    if (!source(level, w.name)) out.push_back(w);
  return out;
}

class Names::Cover {
 public:
  Cover(Names& names, const Environment& e, std::size_t at, const Level& level) : n_(names), e_(e), at_(at), level_(level) {}

  bool run() {
    if (level_.wants.size() > kMostWants || level_.sources.size() > n_.most_sources_) return false;
    for (const Want& w : level_.wants)
      if (const Source* s = source(level_, w.name); s && !all_in(w.members, s->table)) return false;
    wants_ = undeclared(level_);
    List needs, taken = level_.taken;
    for (NameId m : level_.needs) {
      const std::uint32_t count = n_.providers(level_, m);
      if (count > 1) return false;
      (count ? taken : needs).push_back(m);
    }
    for (NameId m : level_.taken)
      if (n_.providers(level_, m) > 1) return false;
    std::sort(taken.begin(), taken.end());
    return aliases(0, needs, taken, n_.most_sources_ - static_cast<std::uint32_t>(level_.sources.size()));
  }
  std::vector<Choice>& chosen() { return chosen_; }

 private:
  bool all_in(const List& some, TableId t) const { return std::includes(n_.members(t).begin(), n_.members(t).end(), some.begin(), some.end()); }
  // Splits what is needed by whether the table has it; false where it has what another source provides.
  bool takes(TableId t, const List& needs, const List& taken, List& of, List& rest) {
    if (++n_.searched_ > kMostSearched) return false;
    for (NameId m : taken)
      if (n_.has(t, m)) return false;
    of.clear();
    rest.clear();
    for (NameId m : needs) (n_.has(t, m) ? of : rest).push_back(m);
    return true;
  }
  static List with(List taken, const List& more) {
    taken.insert(taken.end(), more.begin(), more.end());
    std::sort(taken.begin(), taken.end());
    return taken;
  }
  // The same place of the search again, which led nowhere. What is taken follows from what is needed.
  bool known(std::size_t i, const List& needs, std::uint32_t left) {
    List names;
    for (const Want& w : outward_) names.push_back(w.name);
    return !tried_.emplace(i, left, needs, std::move(names)).second;
  }
  // Sources for what is wanted, from the i-th alias on.
  bool aliases(std::size_t i, const List& needs, const List& taken, std::uint32_t left) {
    if (known(i, needs, left)) return false;
    if (i == wants_.size()) return members(needs, taken, left);
    const Want& w = wants_[i];
    if (!w.own) {
      outward_.push_back(w);
      const bool found = aliases(i + 1, needs, taken, left);
      outward_.pop_back();
      if (found) return true;
    }
    if (!left) return false;
    std::set<List> tried;
    List of, rest;
    const auto as = [&](TableId t) {
      if (!all_in(w.members, t) || !takes(t, needs, taken, of, rest) || !tried.insert(of).second) return false;
      chosen_.push_back({w.name, t});
      if (aliases(i + 1, List(rest), with(taken, of), left - 1)) return true;
      chosen_.pop_back();
      return false;
    };
    if (const TableId t = n_.table_named(e_, w.name); t != kNone) return as(t);
    if (!w.members.empty()) {
      for (TableId t : n_.tables_with(e_, w.members[0]))
        if (as(t)) return true;
      return false;
    }
    bool found = false;
    n_.each_table(e_, [&](NameId, TableId t) { found = found || as(t); });
    return found;
  }
  // More sources for members that are used without one.
  bool members(const List& needs, const List& taken, std::uint32_t left) {
    if (needs.empty()) return outward_.empty() || n_.outward(e_, at_, level_, outward_, nullptr);
    if (!left) return false;
    std::set<List> tried;
    List of, rest;
    for (TableId t : n_.tables_with(e_, needs[0])) {
      if (!takes(t, needs, taken, of, rest) || !tried.insert(of).second) continue;
      chosen_.push_back({kNone, t});
      if (members(List(rest), with(taken, of), left - 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  Names& n_;
  const Environment& e_;
  const std::size_t at_;
  const Level& level_;
  std::vector<Want> wants_, outward_;
  std::vector<Choice> chosen_;
  std::set<std::tuple<std::size_t, std::uint32_t, List, List>> tried_;
};

// Whether sources can still be declared so that the scope, being like `level`, gets all that it wants; and which. A search that
// is given up has found nothing: the text that led here had a way on, which is still found, because each step on that way leaves
// fewer ways to try.
bool Names::satisfiable(const Environment& e, std::size_t at, const Level& level, std::vector<Choice>* sources) {
  if (searches_ == 0) searched_ = 0;
  ++searches_;
  Cover cover(*this, e, at, level);
  const bool found = cover.run();
  --searches_;
  if (found && sources) *sources = std::move(cover.chosen());
  return found;
}

// Whether the scopes around have all of this; if so, and `change` is given, they want it there from now on.
bool Names::outward(const Environment& e, std::size_t at, const Level& level, std::vector<Want> wants, Environment* change) {
  if (wants.empty()) return true;
  if (at == 0 || level.sealed) return false;
  const Level& around = e.levels[at - 1];
  if (around.phase == Before) {
    Level tried = around;
    for (const Want& w : wants) add(tried, w.name, w.members, false);
    if (!satisfiable(e, at - 1, tried)) return false;
    if (change) change->levels[at - 1] = std::move(tried);
    return true;
  }
  std::vector<Want> further;
  for (Want& w : wants) {
    const Source* s = source(around, w.name);
    if (!s && around.phase == Among) return false;
    if (!s) further.push_back(std::move(w));
    else if (!std::includes(members(s->table).begin(), members(s->table).end(), w.members.begin(), w.members.end())) return false;
  }
  return outward(e, at - 1, around, std::move(further), change);
}

// --- Ways to the end

std::uint32_t Names::unprovided(const Level& level) const {
  auto out = static_cast<std::uint32_t>(undeclared(level).size());
  for (NameId m : level.needs) out += providers(level, m) == 0;
  return out;
}

std::uint32_t Names::owed(StackId at) const {
  if (at == kUnknown) return 0;
  std::uint32_t out = 0;
  for (const Level& level : environments_[at].levels) {
    const bool star = std::any_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.kind == Everything; });
    std::uint32_t sources = unprovided(level);
    if (star && level.sources.empty()) sources = std::max(sources, 1u);
    if (level.phase != After) out += kSourceBytes * sources + (level.phase == Before && sources ? kFromBytes : 0);
    if (level.required != kNone) out += 2 * (level.required - std::min(level.required, width(level)));
  }
  return out;
}

std::uint32_t Names::usual_debt(NameAction action) {
  switch (action) {
    case NameAction::Use: case NameAction::UseOwn: case NameAction::PutOut: case NameAction::AllOf: return kSourceBytes + kFromBytes;
    default: return 0;
  }
}

std::string Names::helpful(StackId at, NameAction action) {
  if (at == kUnknown || action != NameAction::Declare) return {};
  if (const auto known = helpful_.find(at); known != helpful_.end()) return known->second;
  const Environment e = environments_[at];
  const std::size_t top = e.levels.size() - 1;
  const Level& level = e.levels[top];
  std::uint32_t least = unprovided(level);
  std::string out;
  const auto offer = [&](NameId alias, NameId name, TableId table) {
    if (source(level, alias)) return;
    Level tried = level;
    tried.sources.push_back({alias, table});
    if (unprovided(tried) >= least || !satisfiable(e, top, tried)) return;
    least = unprovided(tried);
    const auto spelled = [&](NameId n) { return names_[n].spellings.empty() ? names_[n].key : names_[n].spellings[0]; };
    out = alias == name ? spelled(name) : spelled(name) + " " + spelled(alias);
  };
  each_table(e, [&](NameId name, TableId table) {
    if (!least) return;
    offer(name, name, table);
    for (const Want& w : level.wants)
      if (contains(pool_, w.name)) offer(w.name, name, table);
    // A table that is a source already, once more: only a need makes it help.
    if (source(level, name) && !level.needs.empty())
      for (NameId alias : pool_)
        if (!source(level, alias) && !want(level, alias)) return offer(alias, name, table);
  });
  memory_ += 64 + out.size();
  return helpful_[at] = out;
}

bool Names::may_close(const Environment& e, std::size_t at) {
  const Level& level = e.levels[at];
  if (!wide_enough(level)) return false;
  if (level.phase == After) return true;
  if (level.waiting != kNone) return false;
  for (const Output& o : level.outputs)
    if (o.kind == Everything && level.sources.empty()) return false;
  for (NameId m : level.needs)
    if (providers(level, m) != 1) return false;
  const std::vector<Want> left = undeclared(level);
  if (std::any_of(left.begin(), left.end(), [](const Want& w) { return w.own; })) return false;
  return satisfiable(e, at, level) && outward(e, at, level, left, nullptr);
}

}  // namespace constrain
