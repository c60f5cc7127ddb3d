// Earley sets over the transition network, interned.
//
// An item says: in this state of an automaton, which was entered in set `origin` and will, when it ends, have completed
// `returns` there. A set is its kernel: the items after reading, completed, each of which can still read something.
// Origins are ids of other interned sets, so equal situations are the same set, however the text got there: the set
// after each element of a list is one id. What a set predicts depends on its kernel's states alone; that is its shape,
// made once and shared by all sets that differ only in where their items began. A new set thus costs one look-up.
// (Earley 1970; Scott 2008. Jumps in place of last calls give Leo's linear right recursion without his bookkeeping.)
// Not thread-safe: the owner locks.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "grammar.h"

namespace constrain {

struct Item {
  StateId state;
  SetId origin;
  std::uint32_t returns;  // automaton, or kNone for the start symbol's own
  std::uint32_t count;    // finished rounds of the counted repetition the state is in; in a scope, its marks
  auto operator<=>(const Item&) const = default;
};

class Recogniser {
 public:
  // Where an edge's item gets its origin: from a kernel item by index, or, if predicted, from the set itself.
  struct Source {
    std::uint32_t index;  // of the kernel item, or the callee
    bool predicted;
    auto operator<=>(const Source&) const = default;
  };
  struct Edge {
    StateId target;
    Source source;
    std::uint32_t mark;  // that the new item has beside the source's, or kNone
    auto operator<=>(const Edge&) const = default;
  };
  // A terminal that may come next.
  struct Scan {
    TerminalId terminal;
    ResidualId residual;   // of the whole terminal
    const ByteSet* first;  // bytes it can begin with
    std::span<const Edge> edges;
    bool distinct;  // its lexeme counts as used in the scope
    Line line = Line::None;
    bool doubtful = false;  // what it may spell depends on lexemes before it that masks do not follow
    // Whether what is read of the lexeme must be known when it ends.
    bool tracked() const { return distinct || line == Line::Deeper; }
  };
  struct Waiter {
    std::uint32_t callee;
    Edge edge;  // taken when the callee ends
    auto operator<=>(const Waiter&) const = default;
  };
  struct Shape {
    std::span<const StateId> states;  // each with its marks, or kNone
    std::span<const Scan> scans;      // sorted by terminal
    std::span<const Waiter> waiters;  // sorted by callee
    ByteSet first;                    // bytes that may come next
    bool lines = false;               // some of the scans end lines or blocks
  };
  struct Set {
    const Item* items = nullptr;
    std::uint32_t count = 0;
    bool accepting = false;        // if no block is open
    std::int8_t ends = -1;         // whether the text may end here, blocks closed; -1: not known yet
    StackId stack = 0;
    ScanId first_scan = kNone;     // of shape->scans.size() consecutive ids, once expanded
    const Shape* shape = nullptr;  // once expanded
    const Shape* base = nullptr;   // the same without regard to the stack, which lists all that end lines or blocks
  };

  Recogniser(ResidualStore& store, Network& network);

  static constexpr SetId kStart = 0;
  bool accepting(SetId s) { return network_.has_lines() ? ends(s) : sets_[s].accepting; }
  // The set with its shape and scan ids.
  const Set& expanded(SetId s) {
    if (!sets_[s].shape) expand(s);
    return sets_[s];
  }
  const Scan& scan(ScanId id) const {
    const Set& set = sets_[begun_[id].set];
    return set.shape->scans[id - set.first_scan];
  }
  // The set after the scan's terminal; if that is distinct, after this lexeme.
  SetId after(ScanId id, LexemeId lexeme = MarkSets::kUnknown) {
    if (lexeme > MarkSets::kUnknown) return after_lexeme(id, lexeme);
    const SetId known = begun_[id].next;
    return known != kNone ? known : begun_[id].next = complete(id, MarkSets::kUnknown);
  }
  // One byte more of a tracked lexeme: of a line's end, the width since its last line feed.
  LexemeId extend(ScanId id, LexemeId lexeme, std::uint8_t byte) {
    const Scan& s = scan(id);
    if (s.line == Line::None) return marks_.extend(lexeme, byte);
    if (byte == '\n') return kNoWidth;
    return lexeme < kNoWidth ? lexeme : byte == ' ' ? lexeme + 1 : byte == '\t' ? lexeme + network_.terminal(s.terminal).tab : lexeme;
  }
  // Whether what ended before a token bears on what the token may spell.
  bool has_scopes() const { return network_.has_scopes() || network_.has_lines(); }
  // Whether the set stands behind an indentation whose width is not known.
  bool uncertain(SetId s) const { return lines_.width(sets_[s].stack) == Indentations::kUnknown; }
  // One set with the items of both; both stand at the same place in the text.
  SetId unite(SetId a, SetId b);
  std::size_t memory() const {
    return marks_.memory() + lines_.memory() + arena_.total() + index_.bytes() + sets_.size() * sizeof(Set) + begun_.size() * sizeof(Begun);
  }
  std::uint32_t size() const { return sets_.size(); }

  static constexpr std::size_t kMaxItems = 2'000'000;  // in one set

  // Work allowed until the next `refuel`: an ambiguous grammar may ask for any amount.
  static constexpr std::uint64_t kFuel = 50'000'000;
  void refuel() { fuel_ = kFuel; }
  void burn(std::uint64_t amount) {
    if (fuel_ < amount)
      throw LimitError("the grammar is too ambiguous: work on one token or mask", kFuel, kFuel + amount);
    fuel_ -= amount;
  }

 private:
  struct Begun {
    SetId set = 0;       // in which the terminal began
    SetId next = kNone;  // the set after it, once known
  };
  struct Work {
    Item item;
    bool read;  // something was read since the last round of a counter
  };
  void expand(SetId s);
  const Shape& base(SetId s) {
    Set& set = sets_[s];
    if (!set.base) set.base = shape_of(set.items, set.count);
    return *set.base;
  }
  const Shape* shape_of(const Item* items, std::uint32_t count);
  static constexpr LexemeId kNoWidth = MarkSets::kUnknown + 1;
  SetId complete(ScanId id, LexemeId lexeme);
  SetId read(SetId from, std::span<const Edge> edges, bool distinct, LexemeId lexeme, StackId stack);
  SetId read_line(SetId from, Line line, StackId stack);
  bool ends(SetId s);
  const Shape* lined(SetId id, std::vector<SetId>& next);
  SetId after_lexeme(ScanId id, LexemeId lexeme);
  const Network::Closure& closure(StateId q, std::uint32_t count);
  SetId intern(std::vector<Item>& kernel, bool accepting, StackId stack);
  Item instantiate(const Edge& edge, const Set& set, SetId id) {
    const Item item = edge.source.predicted ? Item{edge.target, id, edge.source.index, 0} : set.items[edge.source.index];
    return {edge.target, item.origin, item.returns, edge.mark == kNone ? item.count : marks_.with_mark(item.count, edge.mark)};
  }

  ResidualStore& store_;
  Network& network_;
  MarkSets marks_;
  Indentations lines_;
  std::unordered_map<std::uint64_t, Network::Closure> closures_;  // of scoped states, with their marks
  std::unordered_map<std::uint64_t, SetId> after_;                // of distinct scans, with their lexemes
  StableVector<Set> sets_;
  StableVector<Begun> begun_;
  std::vector<const Shape*> shapes_;
  HashIndex index_, shape_index_;
  std::map<std::vector<std::uint64_t>, const Shape*> lined_;  // base shape, stack, ways to end blocks
  Arena arena_;
  std::uint64_t fuel_ = kFuel;
  std::vector<Work> work_;     // scratch of complete
  std::vector<Item> kernel_;
};

}  // namespace constrain
