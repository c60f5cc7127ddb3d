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
    bool blurred;   // distinct, and among the lexemes before it in the scope some are unknown
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
  };
  struct Set {
    const Item* items = nullptr;
    std::uint32_t count = 0;
    bool accepting = false;
    ScanId first_scan = kNone;     // of shape->scans.size() consecutive ids, once expanded
    const Shape* shape = nullptr;  // once expanded
  };

  Recogniser(ResidualStore& store, Network& network);

  static constexpr SetId kStart = 0;
  bool accepting(SetId s) const { return sets_[s].accepting; }
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
  MarkSets& marks() { return marks_; }
  bool has_scopes() const { return network_.has_scopes(); }
  // One set with the items of both; both stand at the same place in the text.
  SetId unite(SetId a, SetId b);
  std::size_t memory() const {
    return marks_.memory() + arena_.total() + index_.bytes() + sets_.size() * sizeof(Set) + begun_.size() * sizeof(Begun);
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
  const Shape* shape_of(const Item* items, std::uint32_t count);
  SetId complete(ScanId id, LexemeId lexeme);
  SetId after_lexeme(ScanId id, LexemeId lexeme);
  const Network::Closure& closure(StateId q, std::uint32_t count);
  SetId intern(std::vector<Item>& kernel, bool accepting);
  Item instantiate(const Edge& edge, const Set& set, SetId id) {
    const Item item = edge.source.predicted ? Item{edge.target, id, edge.source.index, 0} : set.items[edge.source.index];
    return {edge.target, item.origin, item.returns, edge.mark == kNone ? item.count : marks_.with_mark(item.count, edge.mark)};
  }

  ResidualStore& store_;
  Network& network_;
  MarkSets marks_;
  std::unordered_map<std::uint64_t, Network::Closure> closures_;  // of scoped states, with their marks
  std::unordered_map<std::uint64_t, SetId> after_;                // of distinct scans, with their lexemes
  StableVector<Set> sets_;
  StableVector<Begun> begun_;
  std::vector<const Shape*> shapes_;
  HashIndex index_, shape_index_;
  Arena arena_;
  std::uint64_t fuel_ = kFuel;
  std::vector<Work> work_;     // scratch of complete
  std::vector<Item> kernel_;
};

}  // namespace constrain
