// Names: what a text has declared and used so far, and what it may say next.
//
// In a language of names a word is right or wrong by what the text said elsewhere. An *environment* is what matters of that: a
// stack of scopes. A scope has *sources* (a name for a set of members: an alias of a table, with its columns), it *wants* what was
// used in it before its sources were declared, and it *puts out* members of its own, which make a new table. A terminal with an
// *action* changes the environment by its lexeme, and its pattern is cut down to what the environment allows. Example, of SQL:
//
//   SELECT a.name          the scope wants a source `a` with a member `name`
//   FROM artist AS         `a` may follow, as `artist` has the member; so may `b`, but then the scope cannot close yet
//   FROM artist AS a       nothing is wanted any more: the scope may close, and the text end
//
// What is used before it is declared is allowed if some list of sources provides all that is wanted: each member that is used
// without a source by some source, each alias by a table with the members used of it, or by a scope around this one
// (names_cover.cc). This holds after every step, so there is always a way on. A scope has three phases: before its sources
// (`Before`), while they are declared (`Among`), after them (`After`). That of a table that is written has this one as a source
// from the beginning.
//
// A member that several sources have is one where all but the first of them *merge* it (SQL: USING, NATURAL). A source that has
// a member which was used without a source *must* merge it.
//
// Where the catalogue says so, names are *free* until they are declared: what is used before its sources may be any plain word,
// since a source that is a scope of its own may put it out. Where no further source would be left for it, that scope *owes* the member.
// With classes that are checked only names that the catalogue lists are free, each an exact number.
// What a result was written as is kept where actions *spell*, so that rows may be grouped by the same text.
// Where the catalogue gives members *classes* (of types, as PostgreSQL checks them), a use says which class it asks for; before
// sources are declared, a name has the class that all tables agree on (names_classes.cc, also for groups and names of results).
//
// Names are compared without regard to the case of ASCII letters. The environment is a function of the text, like the Earley set
// that carries it; environments are interned. Not thread-safe: the owner locks.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "context/indentation.h"
#include "pattern/residual_store.h"

namespace constrain {

class CatalogueReader;

// What a terminal does; the numbers are those of `NameAction` in constrain/grammar.py.
enum class NameAction : std::uint8_t {
  None,
  Open,        // a scope; the number: kSealed, kUnnames, kValues, and one more than how many members it must put out, or 0
  Close,       // it ends
  CloseSource, // it ends and is a source without a name of the scope around it
  CloseTable,  // it ends and is the table that the text has named
  Next,        // it ends; another begins that must put out as many; the number: kValues, kRecurses
  Item,        // another member is put out; the number: with classes, of the one before, and from the fifth bit on of this one, or 0
  Sources,     // sources follow
  Another,     // another source follows; the number: a `Join` and kOuter, or with classes kCommas
  OpenSource,  // a scope that will be a source
  After,       // no more sources; the number: 1 where it may not be of a scope that has itself as a source, 2 where scopes
               // around are not seen; kTarget, kWhole; with classes a clause, and kProposed
  Declare,     // a source: a table, or a table and an alias; the number: kWritten if one that may be written; kByOwnName if by its
               // name alone; from kCalled on one that is called with so many arguments at most, whose bracket opens
  Alias,       // the name of the last source, which is a scope; the number: 1 or 2 where it has been called, and its bracket
               // closes: by its own name, or by another
  Use,         // a member, or a source's member, or the name of what is put out; the number: the class that is asked for, kAll
  UseOwn,      // the same, of the scope's own sources
  PutOut,      // the same, and it is put out under its name
  Unname,      // what is put out is not just that member; the number: of an operator
  NameIt,      // what is put out gets a name
  All,         // all members of all sources are put out
  AllOf,       // all of one source
  PutOutName,  // a name that was given by NameIt
  Position,    // of a member that is put out, counted from 1; the number: 1 if not of what is of all rows
  Merging,     // members follow that the last source has in common with those before it; the number: 1 if some to be assigned
  Merge,       // such a member
  NameTable,   // the name of a table that a scope is to become; the number: 1 if it may be a source of itself
  Deeper,      // a bracket opens; the number: 1 if what is put out is not just a member, 2 if it is of all rows, 4 of a window,
               // and with classes 8, 16, 32, 64, 128 and kAsks, as below
  Shallower,   // it closes; the number: 1 if one of sources, of which the last gets no name any more, 3 if others were not seen in it
  Columns,     // names of the members of the table that is named; the number: 1 for the key of the table that is written, 2 for
               // the next of these names, which is none of those before
  Condition,   // what the last source must meet, after which it merges nothing
  Merged,      // no more members that are merged; the number: 1 if no more that are put out, with the class of the last from the
               // fifth bit on; 2 if no more that get another name, 3 if one more
  Assign,      // a member of the only source, to which a value is given; the number: with classes, of which it must be, or 0
  Operator,    // of an expression; the number: an `Operator`, or 0 where another expression begins
  GroupBy,     // what rows are grouped by: a member, a source's, or a name or place of what is put out
  Distinct,    // all that is put out can be compared; the number: or kAsks and what goes with it
  Spell,       // as Operator; its text is part of what is put out
  SpellDeeper, // as Deeper, the same
  SpellShallower,
  Again,       // the first member of the aggregate that is being written, once more
  DistinctOn,  // as Use; of the rows that have the same of all these one is put out
  OrderOn,     // a text that DistinctOn has read, so that rows are ordered by it
  Ordered,     // no more of these are left
  Window,      // a window, by a name that WindowAs gives it later; the number: as of Deeper, or kBase and kDefined
  WindowAs,    // such a name
  Sample,      // some rows of the last source, which is a table of the catalogue
  Series,      // of the last source, a scope that is a function: its name and that of its member, or one for both; the number: of the class;
               // or kRenames: of the last source its name, before names of its members; kRenamed: such a name; both: a table before that
  Listed,      // a table of one member, after IN; the number: of an operator, kUnnames, and kAll where it may be the catalogue's
  Windowed,    // of the window that was named last: an order, a frame, one more order than another's, than that of one defined
  Count
};

// Whether a sorted list has it.
inline bool contains(const std::vector<std::uint32_t>& list, std::uint32_t value) { return std::binary_search(list.begin(), list.end(), value); }

inline void insert(std::vector<std::uint32_t>& list, std::uint32_t value) {
  const auto at = std::lower_bound(list.begin(), list.end(), value);
  if (at == list.end() || *at != value) list.insert(at, value);
}

// Operators by what a parser of SQL keeps of them in its stack until their right side has been read; an operator takes the
// tighter ones before it away.
enum class Operator : std::uint32_t { None, Or, And, Not, Compares, Computes, Sign, Bound, Count };

class Names {
 public:
  using NameId = std::uint32_t;
  using TableId = std::uint32_t;
  static constexpr StackId kUnknown = kNone;  // after a lexeme of which nothing is known
  // What forgotten names are made of, which no UTF-8 has: one that nothing calls again; from the next one down to above the
  // last, those that must be spelled again.
  static constexpr std::uint8_t kOther = 0xFF, kLastOther = 0xF7;
  static constexpr std::uint32_t kSealed = 1u << 16;  // nothing outside the scope is seen in it
  static constexpr std::uint32_t kUnnames = 1u << 17;  // what the scope around puts out is not just a member
  static constexpr std::uint32_t kValues = 1u << 18;   // the scope has no sources, and its members are `column1` and so on
  static constexpr std::uint32_t kRecurses = 1u << 19; // the scope may have what it becomes as a source
  static constexpr std::uint32_t kInstead = 1u << 20;  // the scope takes the place of one that has assigned as many members
  static constexpr std::uint32_t kFunction = 1u << 21;  // the scope is what a function is called with, which gives rows; with its class
  static constexpr std::uint32_t kOuter = 32;          // of Another: the join is RIGHT or FULL; with classes LEFT, too
  // Of After: the scope becomes one of the table that is written; beside the row that was proposed for it; or it puts out
  // something of all rows, over no window, without being grouped; or it does not.
  static constexpr std::uint32_t kTarget = 32, kProposed = 64, kWhole = 128, kEach = 512;
  static constexpr std::uint32_t kWritten = 1, kByOwnName = 2, kCalled = 16;  // of Declare
  static constexpr std::uint32_t kStored = 256;        // of After: what is written is stored by the database itself
  static constexpr std::uint32_t kLocks = 1024;        // of After: the rows of tables are locked
  static constexpr std::uint32_t kOfRows = 2;  // of Deeper, and of what is put out
  static constexpr std::uint32_t kAll = 1 << 12;       // of uses: also where that is of all rows
  static constexpr std::uint32_t kGrouped = 1 << 13;   // of uses of own members: of one that rows are grouped by
  static constexpr std::uint32_t kNumbers = 1 << 15;   // of uses: of the numbers of rows alone, which PutOut does not name
  // Of Deeper and Distinct, with classes: a member follows, of the class or kind from this bit on, or of one that can be compared;
  // it is of the scope's own sources.
  // Of Spell: from this bit on the class of a literal.
  static constexpr std::uint32_t kAskedAt = 8, kOwn = 1u << 20, kAsks = 1u << 21;
  static constexpr std::uint32_t kNamed = 1u << 22;    // with classes: all that the scope puts out has a name of its own; of Deeper: sources stand in the bracket
  static constexpr std::uint32_t kStarred = 1u << 23;  // with classes: one more scope puts out all members of a table
  static constexpr std::uint32_t kDefines = 1u << 23;  // of Open and OpenSource: the scope begins with tables that it names
  static constexpr std::uint32_t kGroup = 8;           // of Deeper, without classes, or kNamed and 2: sources of which others are not seen within
  static constexpr std::uint32_t kRenames = 16, kRenamed = 32;  // of Series
  static constexpr std::uint32_t kBase = 1 << 10, kDefined = 1 << 11;  // of Window: another goes on with it; which has its name
  static constexpr std::uint32_t kWeight = 24;         // from this bit on: what a bracket or scope takes of the parser's stack

  // Throws GrammarFault where the catalogue is malformed.
  Names(ResidualStore& store, std::string_view catalogue);

  // What the terminal may spell here: `whole` is all that it may spell anywhere.
  ResidualId pattern(StackId at, NameAction action, std::uint32_t number, ResidualId whole);
  // Whether that depends on a lexeme of which nothing is known, so that more is said than it may spell.
  bool uncertain(StackId at, NameAction action) const { return !is_whole(action) && (at == kUnknown || (uncertain(at) && !writes(action))); }
  // After such a lexeme, which bears on what follows.
  bool uncertain(StackId at) const {
    return at == kUnknown || (!environments_[at].levels.empty() && environments_[at].levels.back().by == kUnread);
  }
  static bool begins(NameAction action);
  // One that spells the same everywhere.
  static bool is_whole(NameAction action) {
    action = unspelled(action);
    return action == NameAction::Operator || action == NameAction::Unname || action == NameAction::Shallower;
  }
  // One whose text becomes part of a result, or of what rows are grouped by.
  static bool writes(NameAction action) { return spells(action) || action == NameAction::Use; }
  static NameAction unspelled(NameAction action);
  static bool spells(NameAction action) { return unspelled(action) != action; }  // its text is part of what is put out
  // Whether what the lexeme was matters.
  static bool tracked(NameAction action);
  // After the lexeme. Not known: kUnknown, unless it makes no difference.
  StackId step(StackId at, NameAction action, std::uint32_t number, std::string_view lexeme, bool known);
  // The lexeme, or the beginning of one, with bytes that no text has for a name that is none of those that matter: a text goes
  // on after it as after any other such name, of its length where it must be spelled again.
  std::string forget(StackId at, NameAction action, std::string_view lexeme, bool ended);
  // Whether the text may end.
  bool complete(StackId at) { return uncertain(at) || closes(environments_[at]); }
  // The catalogue's names, as they are spelled.
  std::vector<std::string> catalogue_names() const;
  // Those of the environment that the text has made.
  std::vector<std::string> made_names(StackId at);
  // What one more word may ask for at most: values of a row, each of so many tokens beside a name, and names to group or merge
  // by; none where names were forgotten.
  struct Widths { std::uint32_t values = 0, tokens = 0, names = 0; };
  std::optional<Widths> widths(StackId at) const;
  // About how many bytes the text owes: sources for what is wanted, and members that must be put out.
  std::uint32_t owed(StackId at);
  // Whether no less is owed after such a lexeme than before it.
  static bool relieves_nothing(NameAction action) {
    action = unspelled(action);
    return is_whole(action) || action == NameAction::Deeper || action == NameAction::Merging || action == NameAction::Item;
  }
  // What a lexeme of the terminal makes the text owe, where nothing is known of what stands before it.
  static constexpr std::uint32_t least_debt(NameAction action) {
    return action == NameAction::Use || action == NameAction::UseOwn ? kSourceBytes + kFromBytes : 0;
  }
  // How many more of them after a lexeme of which nothing is known.
  std::uint32_t usual_debt(StackId at, NameAction action, std::uint32_t number);
  // A source that provides some of what is wanted, as it may be spelled; or nothing.
  std::string helpful(StackId at, NameAction action, std::uint32_t number);
  std::size_t memory() const { return memory_; }

 private:
  using List = std::vector<NameId>;  // sorted
  enum Phase : std::uint32_t { Before, Among, After };
  // Whether the next source may merge members, or merges all; or the last one may get a name; or none of this.
  // Whole: the last one is all that stood in brackets, and may get another name; Called: its arguments are being written.
  enum Join : std::uint32_t { Cross, Joined, Natural, Read, Met, Whole, Called };
  struct Source { NameId name; TableId table; List merged = {}; bool grouped = false; };  // name: may be kNone; grouped: in brackets
  struct Want { NameId name; bool own; List members; };
  enum Kind : std::uint32_t { Nameless, Member, Given, Everything, EverythingOf };
  // of: rows, a window. With classes: what is read of it so far, its class, and the source that a member was used of.
  enum State : std::uint32_t { Fresh, Touched, Odd };  // Odd: the database may call it as a member of its own choice
  struct Output {
    Kind kind;
    NameId name;
    std::uint32_t of = 0;
    State state = Fresh;
    std::uint32_t type = 0;
    NameId source = kNone;
    std::uint32_t text = 0;  // what it was written as, of `texts_`; kNone: it does not matter; or kUnread
    bool uses = false;       // a member
  };
  // A member that is used outside aggregates, and in which result.
  struct Loose { NameId source, name; std::uint32_t result = 0; auto operator<=>(const Loose&) const = default; };
  // What stands after the sources, as numbers of After; without classes only windows are told from the rest.
  enum Clause : std::uint32_t { Grouping = 1, Ordering = 2, Strict = 4, Where = 8, Windows = 16 };
  struct Level {
    Phase phase = Before;
    bool sealed = false;
    std::uint32_t required = kNone;  // how many members are put out
    std::uint32_t arms = 1;
    std::vector<Source> sources;
    std::vector<Want> wants;      // by alias; sorted
    List needs, taken;            // used without a source before it was declared; used so while sources were declared
    List asked;                   // of the latter: in conditions, which no later RIGHT or FULL JOIN may merge
    List kept;                    // of `needs`: of own sources, where others may be around
    List must, owes;              // what the last source must still merge; what is still to be put out
    std::uint32_t join = Cross;   // of the source that follows
    List avoid, assigned;         // must not be put out; has got a value
    bool values = false, recursed = false, shut = false;  // shut: nothing around is seen for a while
    bool roomy = true;            // there is room for a scope within
    bool outer = false;           // a source comes after RIGHT or FULL JOIN
    bool crossing = false;        // no more sources that merge anything
    bool instead = false;         // with classes: it puts out what is written; fewer members may do, unless they were named
    TableId self = kNone;         // the table that it becomes, where that may be a source
    NameId self_name = kNone;
    List fences;                  // sources before the last of these are not seen in the brackets that are being read
    std::uint32_t tables = 0;     // that were named before it
    std::vector<Output> outputs;
    List members, given;          // of the first of several scopes: what it puts out, and what it has named
    bool first = true;            // of several
    // With classes:
    List types, kinds;            // that it must put out: those of the first of several, or of what is written; those of `members`
    std::vector<Loose> loose, grouped;  // sorted
    std::vector<Loose> pending;   // used by the last aggregate, which may still become one over a window
    bool before = false;          // aggregated before that aggregate
    std::uint32_t clause = 0;
    bool absent = false;          // rows of a source may be, by a join
    bool distinct = false, named = false, inner = false;  // inner: it becomes a source of the scope around it
    bool aggregated = false, grouping = false, rolled = false;  // rolled: some rows are grouped by less
    bool opaque = false;          // something loose cannot be grouped by
    bool nested = false;          // the last aggregate is about an aggregate, so it is one over a window
    std::uint32_t by = 0;         // of `texts_`: what rows are grouped by, as far as that is written
    List by_texts, on;            // of expressions that rows are grouped by; of DistinctOn, as far as rows are not ordered by them
    List on_names;                // of DistinctOn, where it named no source; sorted
    List windows;                 // that are still to be given a name
    List defined, framed, ordered, unframed, unordered;  // that have one; of these; that must have no frame, no order
    NameId window = kNone, base = kNone;  // that was named last, and goes on with this one
    TableId renames = kNone;      // of which the last source is, where its members get other names; and how many have got one
    std::uint32_t renamed = 0;
  };
  struct Bracket { std::uint32_t used, operators; };  // of the stack; before it
  struct Environment {
    std::vector<Level> levels;
    std::vector<std::pair<NameId, TableId>> tables;  // that the text has made
    NameId naming = kNone;
    std::vector<NameId> columns;  // of what is being named
    bool recursive = false;
    std::uint32_t at = 0;         // how many scopes are around it
    struct Naming { NameId name; List columns; bool recursive; std::uint32_t at; };
    std::vector<Naming> outer;    // what is being named by scopes around
    void begin_naming(NameId name, bool may_recurse);
    void end_naming(TableId table);
    void leave();        // a scope ends, and with it what was named in it
    List named() const;  // by the text, or about to be
    TableId target = kNone;       // that is written
    NameId target_name = kNone;   // by which its scope knew it
    std::vector<Bracket> brackets;  // that are open
    std::uint32_t operators = 0;    // that the parser has yet to close in this one: bits
    };
  struct Name { std::string key; std::vector<std::string> spellings; };
  struct Spelled { NameId name; std::size_t end; };
  struct Choice { NameId alias; TableId table; };  // alias: kNone if any will do; table: kNone for a scope yet to be written
  // What a source that is being written puts out so far, and what it may put out besides.
  struct Coming { List members, more = {}; };
  class Cover;    // names_cover.cc
  class Search;   // names_cover.cc
  class Outlook;  // names_cover.cc

  void read_written(CatalogueReader& in);
  StackId intern(Environment e);
  static void put(std::u32string& out, const Level& level);
  static std::u32string key(const Environment& e);
  static std::u32string around(const Environment& e, std::size_t at);
  // --- Reading lexemes
  NameId name_of(std::string_view text);
  List words(std::string_view text);
  // --- Tables
  const List& members(TableId t) const { return tables_[t]; }
  List shown(TableId t) const;  // without those that a star leaves out
  List seen(const Source& s) const { return s.grouped ? shown(s.table) : members(s.table); }  // from around the brackets
  bool left_out(TableId t, NameId member) const { return t < left_out_.size() && contains(left_out_[t], member); }
  // Whether a member is used without a source that only a scope of one source has: the number of a row.
  bool numbered(const Level& level) const;
  bool has(TableId t, NameId member) const;
  TableId made(List members, bool self = false, List kinds = {}, List row = {}, List order = {});
  // Tables that the scope may have as sources.
  TableId table_named(const Environment& e, const Level& level, NameId name) const;
  template <class F>
  void each_table(const Environment& e, const Level& level, F f) const {  // f(name, table)
    const bool hides = std::any_of(e.tables.begin(), e.tables.end(), [&](const auto& made) { return named_.contains(made.first); });
    for (TableId t = 0; t < table_names_.size(); ++t)
      if (!locked(e, t) && (!hides || table_named(e, level, table_names_[t]) == t)) f(table_names_[t], t);
    for (const auto& [name, table] : e.tables) f(name, table);
    if (level.self != kNone) f(level.self_name, level.self);
  }
  // Whether it is being written, and may not be read then.
  bool locked(const Environment& e, TableId t) const { return t == e.target && contains(locked_, t); }
  // What a source is called, by what it is declared as.
  NameId spoken(NameId table) const {
    const auto at = spoken_.find(table);
    return at == spoken_.end() ? table : at->second;
  }
  std::size_t holders(NameId member) const {  // tables of the catalogue
    const auto at = holders_.find(member);
    return at == holders_.end() ? 0 : at->second.size();
  }
  std::vector<TableId> tables_with(const Environment& e, const Level& level, NameId member) const;
  List pool(const Environment& e, const Level& level) const;
  // Members that exactly the same tables have; what one may do, all may.
  using Classes = std::vector<std::pair<std::vector<TableId>, List>>;
  const Classes& classes(const Environment& e, const Level& level);
  // --- Questions
  std::uint32_t providers(const Level& level, NameId member) const;
  // How many sources the scope may have: the star of one that becomes a table is of one.
  std::uint32_t most(const Level& level) const {
    return continued(level) || numbered(level) || (level.named && level.first && level.outputs[0].kind == Everything) ? 1 : most_sources_;
  }
  static void join_outer(Level& level);
  static const Source* source(const Level& level, NameId name);
  static const Want* want(const Level& level, NameId name);
  // Whether the scope, before its sources, has one: the table that is written; not where strict_.
  bool beside_written(const Level& level) const { return !strict_ && level.phase == Before && !level.sources.empty(); }
  bool satisfiable(const Environment& e, std::size_t at, const Level& level, std::vector<Choice>* sources = nullptr);
  bool outward(const Environment& e, std::size_t at, const Level& level, std::vector<Want> wants, const List& needs, Environment* change);
  List unmet(const Level& level) const;
  bool may_leave(std::size_t at, const Level& level, const List& needs) const;
  // Of a scope that becomes a source, where names may be apart: what the one around it can do with (names_cover.cc).
  bool becomes_source(std::size_t at, const Level& level) const { return strict_ && at && level.inner && level.named; }
  static bool starred(const Level& level) { return level.first && level.outputs[0].kind >= Everything; }
  List counting(const Environment& e, std::size_t at) const;
  List offerable(const Environment& e, std::size_t at);
  static std::optional<Environment> outside_of(const Environment& e, std::size_t at);
  bool admits(const Environment& e, std::size_t at, const Coming& coming, List* more = nullptr);
  bool search_to_admit(const Environment& e, std::size_t at, const Coming& coming, List& more);
  std::optional<List> pledged(const Environment& e, std::size_t at, const Level& level);
  bool may_become_source(const Environment& e, std::size_t at);
  bool may_be_all(const Environment& e, std::size_t at, Level level, NameId source);
  bool may_close(const Environment& e, std::size_t at, bool grouped = true, bool ends = true);
  bool may_open(const Environment& e, std::uint32_t number);
  bool may_follow(const Environment& e, std::uint32_t number);
  std::uint32_t member_bytes(NameId m) const;
  std::uint32_t member_bytes(const List& some) const;
  std::uint32_t merging_bytes(const List& some) const;
  std::uint32_t want_bytes(const Want& w) const;
  std::uint32_t unprovided(const Level& level) const;
  std::uint32_t provided(const Environment& e, const Level& level, const List& coming, NameId* alias) const;
  std::optional<Level> extended(const Level& level, NameId alias, TableId table) const;
  // Whether a source of the scope can be a scope that puts out what the text says.
  bool derives(const Environment& e, std::size_t at) const { return free_ && at + 1 < most_levels_ && e.levels[at].roomy; }
  bool spelled_plainly(NameId name);
  // What SQLite calls a column of a query in FROM by its place instead, where it has this name.
  bool constant(NameId m) const { return !strict_ && (names_[m].key == "true" || names_[m].key == "false"); }
  bool plain(NameId name) const { return names_[name].spellings.empty() || names_[name].spellings[0][0] != '"'; }
  List conflicting(const Environment& e, const Level& level) const;
  bool may_derive(const Environment& e, std::uint32_t number);
  List debts(const Environment& e, std::size_t at);
  List due(const Environment& e, std::size_t at, const List& owes) const;
  List to_put_out(const Environment& e, std::size_t at);
  bool idle(const Environment& e, const List& left, std::uint32_t type) const;
  List missing(const Level& level, const List& of) const;
  List missing(const Level& level) const { return missing(level, level.owes); }
  std::uint32_t owed_within(const Environment& e, std::size_t around);
  std::uint32_t compute_owed(const Environment& all);
  std::string offer(const Environment& e, NameAction action, std::uint32_t number = 0);
  bool closes(const Environment& e) { return e.levels.size() == 1 && may_close(e, 0); }
  static std::vector<Want> undeclared(const Level& level);
  static void add(Level& level, NameId name, const List& members, bool own);
  static std::uint32_t width(const Level& level) { return static_cast<std::uint32_t>(level.outputs.size()); }
  // Whether it is known how many members are put out.
  static bool counted(const Level& level) {
    return std::none_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.kind >= Everything; });
  }
  static bool fewer(const Level& level) { return level.instead && level.assigned.empty(); }
  bool wide_enough(const Level& level) const {
    return (level.required == kNone || width(level) == level.required || continued(level) || (fewer(level) && width(level) < level.required)) && missing(level).empty();
  }
  // --- Steps
  static std::uint32_t used(const Environment& e);
  bool deep_enough(const Environment& e, std::uint32_t number) const { return used(e) + (number >> kWeight) <= most_depth_; }
  // Whether a scope may open, and one in it for a table that it names.
  bool wide_and_deep(const Environment& e, std::uint32_t number) const {
    const bool defines = number & kDefines;
    return e.levels.size() + defines < most_levels_ && used(e) + (number >> kWeight) + (defines ? scope_weight_ : 0) <= most_depth_;
  }
  bool fences(std::uint32_t number) const { return strict_ ? number & kNamed && number & 2 : number & kGroup; }
  static void deeper(Environment& e, std::uint32_t number);
  void bracket(Environment& e, std::uint32_t number);
  static void shallower(Environment& e, std::uint32_t number = 0);
  static void operate(Environment& e, Operator o);
  // Whether what is put out last needs another name.
  static bool misnamed(const Level& level);
  static bool of_rows(const Level& level);
  bool may_order(StackId at, const Environment& e, ResidualId whole);
  static bool closed(const Level& level) { return level.sealed || level.shut; }
  void settle(Environment& e);
  bool scoped(Environment& e, NameAction action, std::uint32_t number);
  void open(Environment& e, std::uint32_t number);
  void next(Environment& e, std::uint32_t number);
  List put_out(const Level& level) const;
  List all_given(const Level& level) const;
  void item(Level& level);
  static void rename(Level& level, Kind kind, NameId name);
  static void as_long(Level& level);
  void declare(Environment& e, std::uint32_t number, const List& named);
  void merged(Level& level, std::uint32_t number);
  void use(Environment& e, const List& named, bool own);
  bool calls_so(const Level& level, NameId name) const;
  const std::vector<std::string>& mattering(StackId at, NameAction action);
  bool matters(StackId at, NameAction action, const std::string& key, bool complete);
  std::string forget_used(StackId at, NameAction action, std::string_view lexeme, bool ended);
  static bool forgotten(std::string_view key) { return !key.empty() && static_cast<std::uint8_t>(key[0]) > kLastOther; }
  bool forgotten(NameId name) const { return forgotten(names_[name].key); }
  bool unspelled(NameId name) const { return forgotten(name) && static_cast<std::uint8_t>(names_[name].key[0]) == kOther; }
  // --- Patterns: byte code
  std::string caseless(const std::string& name) const;
  ResidualId any_of(const List& names);
  ResidualId other_than(ResidualId whole, const List& names);
  ResidualId one_of(const std::vector<std::string>& texts);
  ResidualId in_quotes(ResidualId word) { return store_.joined(mark_, store_.joined(word, mark_)); }
  ResidualId quoted_too(ResidualId word) { return strict_ ? word : store_.united({word, in_quotes(word)}); }
  ResidualId in_marks(ResidualId word);
  ResidualId windows(const Level& level, bool known);
  static bool may_be_windowed(const Level& level, std::uint32_t number);
  ResidualId made_up(NameId n);
  ResidualId member_of(const List& sources, const List& members);
  bool all_plain(const List& names) const { return std::all_of(names.begin(), names.end(), [&](NameId n) { return plain(n); }); }
  // Whether a scope that becomes a source may put out the member; and all that is wanted of an alias.
  bool is_free(NameId m) const {
    if (!strict_) return plain(m) && !contains(apart_, m);
    if (!free_ || listed_.contains(m)) return free_;
    const auto at = agreed_.find(m);  // one of which a literal may be, whatever table it is of
    return at != agreed_.end() && plain(m) && at->second.kind > kSome && at->second.kind < kDay && !at->second.special;
  }
  // Whether a scope is meant, not the table of that name.
  bool apart_from_table(const Environment& e, const Level& level, const Want& w) const {
    const TableId t = table_named(e, level, w.name);
    return t == kNone || (strict_ && free_ && !std::includes(members(t).begin(), members(t).end(), w.members.begin(), w.members.end()));
  }
  bool derivable(const Want& w) const {
    return (!strict_ || !w.members.empty()) && std::all_of(w.members.begin(), w.members.end(), [&](NameId m) { return is_free(m); });
  }
  ResidualId unnamed_yet(const Level& level);
  List spoken_of(const Level& level) const;
  ResidualId fresh_aliases(const Level& level);
  bool may_be_called(const Environment& e, const Level& level, Outlook& outlook, NameId name, TableId table);
  ResidualId free_otherwise(List names) { return otherwise(word_, std::move(names)); }
  ResidualId otherwise(ResidualId words, List names);
  ResidualId named_otherwise(const Environment& e, const Level& level, List names);
  List results(const Level& level, bool all, std::uint32_t asked) const;
  enum class Numbers { Among, Without, Alone };  // those of rows
  ResidualId needed(const Environment& e, std::size_t at, const List& met, const List& may, std::uint32_t asked);
  ResidualId uses(const Environment& e, bool own, bool all, std::uint32_t asked, Numbers numbers = Numbers::Among);
  void uses_of_written(const Environment& e, std::size_t at, std::uint32_t asked, const std::optional<List>& met, List& plain,
                       List& hidden, std::map<List, List>& groups);
  bool askable(const Environment& e, std::size_t at, bool own, std::uint32_t asked, NameId alias, NameId m) const;
  List askable_of(const Environment& e, std::size_t at, bool own, std::uint32_t asked, NameId name, TableId table) const;
  static List sources_around(const Environment& e, std::size_t at);
  bool unlike_around(const Environment& e, std::size_t at, NameId name, TableId table) const;
  ResidualId any_other(const Environment& e, const Level& level, std::initializer_list<const List*> but, const List& members);
  ResidualId wanted(const Environment& e, std::size_t at, bool own, const List& hidden, std::map<List, List>& groups,
                    std::uint32_t asked);
  ResidualId tables_of(List names);
  ResidualId declarations(const Environment& e);
  ResidualId calls(const Environment& e, std::uint32_t number);
  ResidualId targets(const Environment& e, std::uint32_t number);
  ResidualId closed_calls(const Environment& e, std::uint32_t number);
  ResidualId own_declarations(const Environment& e);
  bool declares(const Environment& e, bool own);
  ResidualId aliases(const Environment& e);
  List mergeable(const Level& level) const;
  List assignable(const Level& level, std::uint32_t asked = 0) const;
  std::uint32_t values_expected(const Level& level) const;
  List types_expected(const Level& level) const;
  List starred(const Environment& e);
  ResidualId compute(StackId at, const Environment& e, NameAction action, std::uint32_t number, ResidualId whole);

  // --- Classes (names_classes.cc)
  // Flags of Deeper: what is put out is `Odd`; a window of an aggregate; ROLLUP and its like; an aggregate within one.
  // GROUPING.
  static constexpr std::uint32_t kOdd = 8, kOver = 16, kSets = 32, kNested = 64, kOfGroups = 128;
  static constexpr std::uint32_t kCommas = 16;  // of Another: a comma, after which nothing is merged
  static constexpr std::uint32_t kOpaque = 1, kSome = 2, kExact = 3, kFloat = 4, kText = 5, kDay = 7, kMoment = 8, kClass = 15;  // kOpaque: cannot be compared; kSome: with itself
  // One of a special kind is asked for by that, too, which is a number above the classes.
  template <class Special>
  bool fits(std::uint32_t asked, std::uint32_t kind, Special special) const { return asked > kClass ? asked == special() : fits(asked, kind); }
  bool fits(std::uint32_t asked, std::uint32_t kind) const {
    return !asked || (asked == kOpaque ? kind <= (strict_ ? kSome : kOpaque) : kind == asked);
  }
  static bool accepts(std::uint32_t before, std::uint32_t next) {
    return before == next || (before == kFloat && next == kExact) || (before == kMoment && next == kDay);
  }
  static std::uint32_t of(const List& all, const List& some, NameId member);
  std::uint32_t kind(TableId t, NameId member) const { return of(tables_[t], kinds_[t], member); }
  std::uint32_t special(TableId t, NameId member) const { return t < specials_.size() ? of(tables_[t], specials_[t], member) : 0; }
  // The class of a member that the tables agree on so far, one more being of `next`.
  std::uint32_t agree(std::uint32_t before, std::uint32_t next) const {
    if (!strict_ && next <= kOpaque) return before;  // which fits anywhere
    if (!before || before == next) return next;
    return before == kOpaque || next == kOpaque ? kOpaque : kSome;
  }
  std::uint32_t special_before(const Environment& e, const Level& level, NameId source, NameId member) const;
  std::uint32_t special_here(const Level& level, NameId source, NameId member) const;
  std::uint32_t assigned_kind(TableId t, NameId member) const;
  void target(Environment& e, std::uint32_t number);
  ResidualId key_of(const Level& level);
  bool may_propose(const Environment& e) const;
  bool stored(const Environment& e) const;
  std::uint32_t kind_before(const Environment& e, const Level& level, NameId source, NameId member) const;
  std::uint32_t kind_here(const Level& level, NameId source, NameId member) const;
  bool comparable(const Level& level, TableId t, NameId member) const;
  bool alike(TableId made, TableId t) const;
  // Whether sources that have the member may be unable to merge it.
  bool stubborn(const Environment& e, const Level& level, NameId member) const {
    return strict_ ? kind_before(e, level, kNone, member) <= kSome : level.crossing || contains(apart_, member) || (level.outer && contains(level.asked, member));
  }
  bool may_be_stubborn(const Level& level) const { return strict_ || level.outer || level.crossing || !apart_.empty(); }
  List types(const Level& level) const;
  List kinds_put_out(const Level& level, const List& members) const;
  List kinds_renamed(const Environment& e) const;
  void note(Environment& e, const List& named, bool own);
  void loosen(const Environment& e, Level& level, Loose made) const;
  void touch(Environment& e, State state, std::uint32_t literal = 0);
  bool may_be_free(const Environment& e, std::size_t at, NameId source, bool own);
  static bool may_be_unknown(std::uint32_t asked) { return asked == kSome; }
  ResidualId free_word(const Level& level, bool alone);
  ResidualId unknown_word(const Environment& e, const Level& level);
  void write(Level& level, std::string_view lexeme, bool known);
  static bool unread(const Level& level) {
    return std::any_of(level.outputs.begin(), level.outputs.end(), [](const Output& o) { return o.text == kUnread; });
  }
  std::uint32_t longer(std::uint32_t text, std::string_view lexeme, std::size_t most = kLongestText);
  std::vector<std::string> ordered_texts(const Level& level) const;
  std::vector<std::string> texts(const Level& level) const;
  Loose canonical(const Level& level, NameId source, NameId name) const;
  void settle_loose(Environment& e);
  std::vector<Loose> owing(const Level& level) const;
  bool grouping_met(const Level& level) { return !(level.aggregated || level.grouping) || owing(grouped(level)).empty(); }
  static bool column(std::string_view text);
  bool well_named(const Level& level) const;
  bool may_use(const Environment& e, std::size_t at, const Level& level, NameId source, NameId member, std::uint32_t kind,
               bool own) const;
  bool shadowed(const Level& level, NameId member) const;
  void over(const Environment& e, Level& level) const;
  bool may_be_over(const Environment& e, const Level& level) const;
  bool keyed(const Level& level, NameId source) const;
  List orderable(const Level& level) const;
  std::vector<std::string> places(const Level& level, std::uint32_t number) const;
  ResidualId places_with_stars(const Level& level, std::uint32_t number);
  // The classes of a row in the order of its members; none where that is not known, or one of them cannot be compared. Without
  // classes only how many they are.
  List row(const Level& level) const;
  // Whether the scope is one more of several, or is written, of all members of a table (without classes: any that must put out
  // so many); and whether this may be the one.
  bool continued(const Level& level) const { return follows(level) && !level.outputs.empty() && level.outputs[0].kind == Everything; }
  bool follows(const Level& level) const { return strict_ ? !level.first || level.instead : level.required != kNone; }
  std::size_t row_width(const Level& level) const;
  bool continues(const Level& level, TableId t) const;
  bool may_continue(const Environment& e, const Level& level) const;
  bool may_continue_after(Environment e, std::uint32_t number);
  ResidualId grouping(const Level& level, std::uint32_t asked);
  void series(Level& level, const List& named, std::uint32_t type);
  ResidualId series_names(const Environment& e, std::size_t at, const Level& level, std::uint32_t type);
  bool may_call(const Environment& e, std::uint32_t number);
  // --- Sources whose members get other names
  List order(const Level& level) const;
  void rename_source(Level& level, NameId name, std::uint32_t kind);
  void renamed(Level& level);
  std::optional<List> renaming(const Environment& e, std::size_t at, const Level& level, bool needs);
  ResidualId renaming_aliases(const Environment& e, std::size_t at, const Level& level);
  ResidualId renamings(const Environment& e, bool tables);
  ResidualId new_names(const Environment& e);
  bool may_be_renamed(const Environment& e);
  bool lockable(const Environment& e) const;
  bool united(const Level& level, std::uint32_t next) const;
  void group(Level& level);
  bool grouped_by(Environment& e, NameAction action, std::uint32_t number, std::string_view lexeme);
  ResidualId of_groups(const Environment& e, NameAction action, std::uint32_t number, ResidualId whole);
  Level grouped(Level level) {
    group(level);
    return level;
  }
  ResidualId groups(const Environment& e);
  List clashing(const Environment& e, const Level& level, std::uint32_t type);
  ResidualId named_newly(const Environment& e, const Level& level, std::uint32_t type);
  std::string spelled(const Loose& loose) const;

  static constexpr std::uint32_t kMostKinds = 1 << 12;  // classes, and special ones
  static constexpr std::uint32_t kMostWants = 8, kMostArms = 24, kMostNeeds = 64, kMostDerived = 128, kMostOutputs = 200;
  static constexpr std::size_t kMostGrouped = 60;  // as many as GROUP BY lists
  static constexpr std::uint32_t kSourceBytes = 200, kMemberBytes = 24, kFromBytes = 6, kIdleBytes = 100;  // at most, mostly
  static constexpr std::uint32_t kUnread = kNone - 1;  // of a result, or what rows are grouped by: its text is not known, since a token is read within
  static constexpr std::uint32_t kLongestText = 120;  // of a result that rows may be grouped by
  static constexpr std::uint32_t kExactly = kNone - 1;  // of what is loose: in GROUPING, so a key does not do instead
  static constexpr std::size_t kMostAdmitted = 1 << 10;  // then they are forgotten
  static constexpr std::uint64_t kMostSearched = 5'000;  // steps of one search, beyond which there is taken to be no way

  ResidualStore& store_;
  std::vector<Name> names_;
  std::size_t catalogue_names_ = 0;  // how many of these are the catalogue's, which come first
  std::unordered_map<std::string, NameId> ids_;  // by key
  std::vector<List> tables_;                     // members
  std::vector<std::string> known_;               // keys of the catalogue's tables and members, sorted
  List table_names_;                             // of those in the catalogue, by table
  std::unordered_map<NameId, TableId> named_;
  std::map<std::tuple<List, bool, List, List, List>, TableId> made_;
  bool typed_ = false;           // whether members have classes
  bool strict_ = false;          // and the database checks them, with groups and names of results, as PostgreSQL does; words in
                                 // quotation marks are then told apart by case
  std::vector<List> kinds_, specials_;  // by table: of its members; the second of the catalogue's
  std::vector<List> rows_, orders_;     // by table: as `row`; and the names, kNone for one without, or none where that is not known
  std::map<NameId, std::uint32_t> listed_;  // names that are free, with their class, which is kExact
  List views_;                          // tables of the catalogue of which no sample may be taken, and whose rows are not locked
  std::vector<List> left_out_;          // by table of the catalogue: members that a star leaves out, and that nothing merges
  List apart_, row_numbers_;            // all of these; those of them that are the number of a row
  std::map<TableId, std::vector<List>> keys_;  // members by which each row differs
  List after_as_;                // what results may only be called after AS
  List chosen_;                  // what the database calls results that get no name
  std::unordered_map<NameId, std::vector<TableId>> holders_;  // of the catalogue's tables
  // What all tables of the catalogue agree on, about a member.
  struct Agreed { std::uint32_t kind = 0, special = kNone; };
  std::unordered_map<NameId, Agreed> agreed_;
  // What may be written of a table: members, also those of a row in the order of the catalogue; whether a row is given without
  // naming them; and whether the database stores it itself.
  struct Written { List members, order; bool whole, stored; };
  std::map<TableId, Written> written_;
  List locked_;                          // of these: that may not be read meanwhile
  std::map<NameId, NameId> spoken_;      // of tables that may be declared by other names
  std::map<TableId, std::uint32_t> called_;  // tables that may have arguments, and how many at most
  List pool_;                                    // aliases, sorted
  ResidualId between_, as_, point_, star_, mark_;  // between a table and its alias; ` AS `; `.`; `.*`; `"`
  ResidualId opened_, closed_;                   // brackets of arguments
  ResidualId word_;                              // what a text may call its sources, and what free names may be
  ResidualId in_;                                // before a table of one member
  ResidualId alone_, blank_;                     // those of them that may stand after a table without AS; what is between
  bool free_ = false;                            // whether names are free before they are declared
  std::uint32_t most_sources_ = 0, most_levels_ = 0, most_depth_ = 0, scope_weight_ = 0;  // the last two: places of the parser's stack
  std::uint64_t searched_ = 0;   // steps of the search that is on
  std::uint32_t searches_ = 0;   // within each other
  std::vector<Environment> environments_;
  std::vector<StackId> unwritten_, bare_;  // by environment: the one without texts of results; and without brackets
  std::vector<std::string> texts_{{}};
  std::unordered_map<std::string, std::uint32_t> text_ids_;
  std::unordered_map<std::u32string, StackId> index_;  // by `key`
  std::map<std::tuple<StackId, NameAction, std::uint32_t, ResidualId>, ResidualId> patterns_;
  std::map<std::tuple<std::vector<std::pair<NameId, TableId>>, TableId, TableId>, Classes> classes_;
  std::map<std::tuple<StackId, NameAction, std::uint32_t>, std::string> helpful_;
  std::map<std::pair<StackId, NameAction>, std::vector<std::string>> mattering_;
  std::unordered_map<StackId, std::uint32_t> owed_;
  std::unordered_map<StackId, List> pledged_;
  // What `admits` has found, by what stands around, what is put out and what may be; and the steps before and after that search.
  struct Admitted { bool found; List more; std::uint64_t before, after; };
  std::map<std::tuple<std::u32string, List, List>, Admitted> admitted_;
  std::map<List, ResidualId> any_of_;
  std::map<std::pair<ResidualId, List>, ResidualId> otherwise_;
  std::map<std::pair<List, List>, ResidualId> member_of_;
  std::size_t memory_ = 0;
};

}  // namespace constrain
