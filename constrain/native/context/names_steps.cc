// `Names::step`: the environment after a terminal.
#include "context/names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "context/query_words.h"

namespace constrain {

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
  std::erase_if(out, [&](NameId m) { return constant(m); });
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
      if (number & kOuter && strict_) e.levels.back().absent = true;
      else if (number & kOuter) join_outer(e.levels.back());
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

}  // namespace constrain
