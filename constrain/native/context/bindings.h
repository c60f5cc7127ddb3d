// Bindings: which names a program may read where it stands, and what a call may still be given.
//
// In a language whose statements bind names (Python's `x = 1`, `for x in`, `def f(x)`), a name may be read where every way
// through the program has bound it. An *environment* is what matters of the text before: the blocks that are open, each with
// its width and the names that are bound in it, and the brackets that are open on this line. A terminal with an *action*
// changes the environment by its lexeme, and its pattern is cut down to what the environment allows. Example:
//
//   if x > 0:      x must be bound
//       y = 1      y is bound to the end of this block
//   else:
//       y = 2      both branches bind y, so it may be read after them
//   f(y, k=        f was given: its signature has a `k`, and room for one argument by position
//
// A block's names end with it, but for branches that end in one place: what all of them bind that do not leave (return,
// raise, break, continue) stays. Within a function, a name that was read from outside may not be bound any more, since Python
// would take it for the function's own; and one that the function binds anywhere before is read from outside no more.
//
// In a comprehension names are read before their `for` binds them: a bracket that may still become one *wants* them, and
// neither ends nor goes on as a list until its targets have bound them, or a bracket around it wants them instead. Nothing
// that is allowed leads to a dead end: another `for` may always follow.
//
// Environments are interned; like indentation, which this holds too, they are a function of the text and carried by
// the Earley set. Not thread-safe: the owner locks.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <map>
#include <vector>

#include "context/names.h"
#include "pattern/residual_store.h"

namespace constrain {

// What a terminal does; the numbers, from kFirstBinding on, are those of `BindingAction` in constrain/grammar.py. A name in a
// lexeme is its first word; where a terminal is a name and something after it, its number says what (a tail of the catalogue).
enum class BindingAction : std::uint8_t {
  None,
  ReadOuter,    // a name of a scope around, which is not to be bound here any more
  Read,         // any other name that is bound
  Want,         // in the element of a comprehension: a name that its targets are to bind
  Given,        // a name that was given
  Attribute,    // of what stands before it; the whole pattern where nothing is known of that
  Call,         // a bracket and arguments by position; the number: a `Callee`
  CallKeyword,  // a bracket and arguments by name
  CallEmpty,    // both brackets
  CallSpread,   // a bracket and a star; the number: a `Callee`, and 4 more for two stars
  Comma,        // and another argument by position
  CommaKeyword, // and one by name
  CommaSpread,  // and a star; the number: 1 for two stars
  Keyword,      // the name of an argument
  Open,         // another bracket; the number: 1 if it may be a comprehension
  Item,         // a comma in it
  Close,        // any bracket ends; the number: 1 where what is bound in it may be read from here on
  For,          // of a comprehension
  Target,       // a name that it binds
  Condition,    // of a comprehension
  Parameter,    // of a lambda; the first opens it
  Body,         // of a lambda
  Bind,         // a name that is bound at the end of the line
  Declare,      // a name that is, if a value follows its type
  Assign,       // the value follows
  Augment,      // a name that the scope has bound itself
  Head,         // of a block; the number: a `Kind`
  Bound,        // a name that the block binds at its beginning
  Handled,      // the name of an exception, which ends with its block
  Define,       // the name of a function
  Argument,     // of the function
  Inline,       // the block is the rest of the line, and binds nothing
  Next,         // another statement on the line
  Decorate,     // a name of the class, whose property gets another method
  Leave,        // the rest of the block is never reached
  ImportFrom,   // a module that was given; the number: its node
  Import,       // a name of it, which is read as a given one from here on
  ImportAs,     // a name of it, which another name stands for
  Alias,        // that name
  ImportGiven,  // what is given under the same name; the number: its place among the given names
  Sharing,      // names of a scope around follow, which the function binds as its own; the number: 1 for a function's
  Share,        // such a name
  Capture,      // a name that a pattern of `case` binds; the number: a tail, and flags: it fits anything, its condition follows
  Guard,        // the condition of a `case`
  Pattern,      // a given class and its bracket in a pattern; the number: a tail, and a flag: a pattern by position follows
  Count
};
inline constexpr std::uint32_t kFirstBinding = 64;

class Bindings {
 public:
  static constexpr StackId kUnknown = kNone;  // after a lexeme of which nothing is known

  // Throws GrammarFault where the catalogue is malformed.
  Bindings(ResidualStore& store, std::string_view catalogue);

  static bool tracked(BindingAction action);
  // Whether lexemes of which nothing is known bear on what the terminal may spell; its pattern is then all that it may.
  bool uncertain(StackId at, BindingAction action) const;
  // The lexeme, or the beginning of one, with a name of bytes that no text has for a name that is none of those that matter.
  std::string forget(StackId at, BindingAction action, std::string_view lexeme, bool ended);
  // The terminal's number stands for all that follows it.
  ResidualId pattern(StackId at, TerminalId terminal, BindingAction action, std::uint32_t number, ResidualId whole);
  // After the lexeme; of which nothing is known where `known` is false.
  StackId step(StackId at, BindingAction action, std::uint32_t number, std::string_view lexeme, bool known);
  // --- Indentation
  bool nested(StackId at) const { return at == kUnknown || environments_[at].blocks.size() > 1u + environments_[at].blocks.back().inlined; }
  std::uint32_t width(StackId at) const { return at == kUnknown ? IndentStack::kUnknown : environments_[at].blocks.back().width; }
  StackId line(StackId at);  // it ends: what it binds is bound
  StackId push(StackId at, std::uint32_t width);
  StackId below(StackId at);
  // --- Completion: about how many bytes the text owes; how many more after a lexeme of which nothing is known; the lexeme by
  // which it owes less, or nothing.
  std::uint32_t owed(StackId at) const;
  std::uint32_t usual_debt(BindingAction action) const { return action == BindingAction::Want ? kWant + kFor : 0; }
  std::string helpful(StackId at, BindingAction action) const;
  std::size_t memory() const { return memory_ + patterns_.bytes() + steps_.bytes() + index_.bytes(); }

 private:
  using NameId = std::uint32_t;
  using List = std::vector<NameId>;  // sorted
  // `WithNext` is a further item of a `with`; a head or block of a greater number, by so much, is a `with` of so many more.
  enum Kind : std::uint32_t { Module, If, Elif, Else, Loop, With, Try, Except, Finally, Function, LoopElse, TryElse, Class, While, Match, WithNext };
  // Who is called: what the last name was; somebody of whom nothing is known; `.join` of a text; `.join` of such as before.
  enum Callee : std::uint32_t { ByNode, Free, TextJoin, Join };
  enum Reads : std::uint32_t { ABuiltin = 1, AName = 2, AModule = 4 };
  enum Type : std::uint32_t { Group, Display, Calling, Lambda };
  struct Block {
    std::uint32_t kind = Module, width = 0;
    List bound;
    NameId handled = kNone;
    bool dead = false;             // the rest of it is never reached
    bool inlined = false;          // of a function: it ends with its line
    // Which given names may not be taken for something else any more, as `Reads`. Of a function: what it, or one in it, has read,
    // but that modules are among `passed`; of the module: what may be read again, by a function or in a loop.
    std::uint32_t reads = 0;
    List base, join;               // of the branches that follow each other in it: bound before, and by all so far
    bool joined = false;           // whether some branch has come to its end
    List tried;                    // of a `try` in it: bound by what is tried, which `joined` and `join` leave out
    bool tried_dead = false;
    NameId name = kNone;           // of a class
    List assigned, passed, fleeting;  // of a scope: bound anywhere; read from outside; names of exceptions
    List shared;                      // of a function: declared to be of a scope around
    std::vector<std::pair<NameId, std::uint32_t>> imports;  // of a scope: what it has by imports alone, to nodes; sorted
    bool scope() const { return kind == Module || kind == Function || kind == Class; }
    bool operator==(const Block&) const = default;
  };
  // Most steps leave them as they are, and then both environments have one list.
  class Blocks {
   public:
    std::size_t size() const { return all_->blocks.size(); }
    const Block& operator[](std::size_t i) const { return all_->blocks[i]; }
    const Block& back() const { return all_->blocks.back(); }
    auto begin() const { return all_->blocks.begin(); }
    auto end() const { return all_->blocks.end(); }
    // To be changed.
    std::vector<Block>& own() {
      if (all_.use_count() > 1) all_ = std::make_shared<Shared>(*all_);
      all_->hash = 0;
      return all_->blocks;
    }
    std::uint64_t hash(const auto& find) const { return all_->hash ? all_->hash : all_->hash = find(); }
    bool operator==(const Blocks& other) const { return all_ == other.all_ || all_->blocks == other.all_->blocks; }

   private:
    struct Shared {
      std::vector<Block> blocks;
      std::uint64_t hash = 0;  // 0: not known
    };
    std::shared_ptr<Shared> all_ = std::make_shared<Shared>();
  };
  struct Frame {
    std::uint32_t type = Group;
    bool element = false;          // it may still become a comprehension
    bool clauses = false, first = false, targeting = false;  // it is one; its first source follows; its targets do, or parameters
    List wants, targets, incoming, passed;
    List reads;                    // while it may still become one: names from outside, which its targets may take over
    std::uint32_t signature = kNone, position = 0;
    bool by_name = false, starred = false;  // the argument that is being written
    bool spread = false, unpacked = false;  // some argument had a star; had two
    List used;
    bool operator==(const Frame&) const = default;
  };
  struct Environment {
    Blocks blocks;
    std::vector<Frame> frames;
    std::uint32_t node = kNone;    // what the last name was
    std::uint32_t head = Module;   // the block that the line begins
    NameId defined = kNone, handled = kNone;
    List pending;                  // bound at the end of the line, or at the beginning of the block
    List now;                      // bound by the line's condition
    std::uint32_t origin = kNone;  // the module of which the line imports names
    bool operator==(const Environment&) const = default;
  };
  struct Node {
    bool closed = false;           // its attributes are known
    std::vector<std::pair<NameId, std::uint32_t>> attributes;  // sorted
    ResidualId pattern = ResidualStore::kUnknown;  // of these, once asked for
    List same;                     // attributes that are given under their own names
    std::uint32_t match = kNone;   // of a class: a signature of what its pattern takes
    std::uint32_t call = 0;        // 0: it may not be called; 1: anyhow; else a signature and two more
  };
  struct Parameter { NameId name; bool required; };  // kNone: has no name
  struct Signature {
    std::vector<Parameter> by_position, by_name;
    bool any_position = false, any_name = false, iterates = false;
    bool begins_position = true, begins_name = true, begins_unpacked = true, empty = true;  // what a call of it may begin with
  };
  // What may be read: `plain` without consequences, `outer` with; `known`: of which an import tells what it is.
  struct Readable { List plain, outer, known; };

  StackId intern(Environment e);
  StackId step_from(Environment e, BindingAction action, std::uint32_t number, NameId name);
  // What follows in a way that no lexeme bears on, found once.
  template <class Find>
  StackId remembered(StackId at, std::uint32_t way, Find find) {
    if (const StackId* known = steps_.find(at, way)) return *known;
    const StackId out = find();
    steps_.insert(at, way, out);
    return out;
  }
  static void insert_all(List& list, const List& values) { for (NameId v : values) insert(list, v); }
  NameId name_of(std::string_view lexeme);
  NameId named(std::string_view text);
  const Node* node(const Environment& e) const { return e.node == kNone ? nullptr : &nodes_[e.node]; }
  const Readable& readable(StackId at);
  StackId outlook(StackId at);
  // The innermost bracket, below this one, that wants names; or none. Passes those whose clauses are between.
  static std::size_t wanting(const Environment& e, std::size_t above);
  static bool passes(const Environment& e, std::size_t from, std::size_t above, NameId name);
  static void pass(Environment& e, std::size_t from, std::size_t above, NameId name);
  static bool blurred(const Environment& e);
  static bool wants_unknown(const Environment& e);
  static bool releases(const Environment& e);
  static void release(Environment& e);
  static void read_outside(Environment& e, std::size_t above, NameId name, bool scoped = false);
  static void leave_lambdas(Environment& e);
  bool blurs(const Environment& e, BindingAction action) const;
  static std::uint32_t attribute(const Node& node, NameId name);
  static void bring(Environment& e, NameId name, std::uint32_t node);
  bool brings(const Environment& e, NameId name, std::uint32_t node, bool same) const;
  static void spread(Frame& f, bool two);
  static void define(Block& b, NameId name);
  static void for_all_branches(Block& b, const List& names);
  bool bracket(Environment& e, BindingAction action, std::uint32_t number, NameId name);
  void statement(Environment& e, BindingAction action, std::uint32_t number, NameId name);
  static std::size_t top_bracket(const Environment& e);
  static List unbindable(const Environment& e);
  static List shareable(const Environment& e, bool of_function);
  static bool nests(const Environment& e, std::uint32_t kind);
  static std::uint32_t head(const Environment& e, std::uint32_t number);
  static std::size_t scope_at(const Environment& e);
  static const Block& scope(const Environment& e) { return e.blocks[scope_at(e)]; }
  static void assign(Environment& e, NameId name);
  static void enter(Environment& e, std::uint32_t width);
  void note_given(Environment& e, NameId name) const;
  static bool in_lambda(const Environment& e);
  static bool looped(const Environment& e);
  std::uint32_t reads_of(NameId name) const {
    return !contains(given_names_, name) ? 0 : contains(builtins_, name) ? ABuiltin : contains(rebindable_, name) ? AName : AModule;
  }
  List given(const Environment& e) const;
  ResidualId bindable(const Environment& e, BindingAction action, std::uint32_t number);
  const Signature* called(const Environment& e, std::uint32_t number) const;
  std::uint32_t missing(const Frame& f) const { return static_cast<std::uint32_t>(lacking(f).size()); }
  List keywords(const Frame& f, bool& any) const;
  bool takes_position(const Frame& f, bool written = false) const;
  static bool quick(BindingAction action);
  bool takes_name(const Frame& f) const;
  bool takes_unpacked(const Frame& f) const;
  List lacking(const Frame& f) const;
  void fold(Environment& e, const Block& ended) const;
  const std::vector<std::string>& mattering(StackId at);
  bool other(NameId name) const { return name < names_.size() && !names_[name].empty() && static_cast<std::uint8_t>(names_[name][0]) > kLastOther; }
  ResidualId any_of(List names);
  ResidualId without(ResidualId words, List names);
  ResidualId free_in(const Environment& e, List names);
  List importable(const Environment& e) const;
  static const std::uint32_t* imported(const Block& scope, NameId name);
  std::uint32_t known(const Environment& e, NameId name) const;
  ResidualId with_tail(ResidualId names, std::uint32_t number) { return number ? store_.joined(names, tails_[number]) : names; }
  ResidualId wanted(StackId at);
  ResidualId keyword(const Environment& e, std::uint32_t number);
  ResidualId taken(StackId at, std::uint32_t tail, auto fits);
  ResidualId attributes(std::uint32_t node);
  List names_of(std::uint32_t node) const;
  ResidualId compute(StackId at, BindingAction action, std::uint32_t number, ResidualId whole);

  static constexpr std::uint32_t kMostBlocks = 30, kMostNested = 20, kMostFrames = 12, kMostWants = 8;  // Python's compiler: 100, 20, 200
  static constexpr std::uint32_t kWant = 60, kFor = 40, kArgument = 40;  // owed for a name, its `for`, an argument
  static constexpr std::uint32_t kTwoStars = 4;  // of the number of CallSpread
  static constexpr std::uint32_t kTail = 63, kFlag = 64, kGuarded = 128;  // of the numbers of Capture, Pattern and Keyword
  static constexpr std::uint32_t kLine = 0, kBelow = 1, kOutlook = 2;  // ways, below those of actions
  static constexpr int kActions = 24;  // bits of a way's number
  static constexpr std::uint32_t kAnyName = 1;  // the tail of the catalogue that is any name of an argument
  static constexpr std::uint8_t kOther = Names::kOther, kLastOther = Names::kLastOther;
  static constexpr NameId kSomeName = kNone - 1;  // a name that is not known, of a lexeme that a mask does not follow

  ResidualStore& store_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, NameId> ids_;
  std::unordered_map<NameId, std::uint32_t> given_;  // to its node
  List given_names_, given_order_;  // sorted; as the catalogue has them
  List builtins_, rebindable_;      // those for which no other name was given; those that the module may bind anew
  std::vector<Node> nodes_;
  std::vector<Signature> signatures_;
  std::uint32_t joining_ = 0;  // the signature of a method that takes one iterable; the next: anything, also a generator
  std::vector<ResidualId> tails_;
  ResidualId free_, point_;
  NameId wildcard_ = kNone;
  ResidualId bindable_[8];  // free names, and given ones that are none of the `Reads` of the index
  std::vector<Environment> environments_;
  HashIndex index_;
  FlatMap<ResidualId> patterns_;  // by environment and terminal
  FlatMap<StackId> steps_;        // by environment, and action and number, or how a line or block ends
  std::map<List, ResidualId> any_of_;
  std::map<std::pair<ResidualId, List>, ResidualId> without_;
  std::unordered_map<StackId, std::vector<std::string>> mattering_;
  StackId read_at_ = kUnknown;  // the environment of which `readable_` is known
  Readable readable_;
  std::vector<std::uint64_t> met_;  // by name: the last reading that has met it; scratch of readable
  std::uint64_t readings_ = 0;
  std::size_t memory_ = 0;
};

}  // namespace constrain
