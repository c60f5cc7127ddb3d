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

#include <unordered_set>

#include "grammar.h"

namespace constrain {

struct Item {
  StateId state;
  SetId origin;
  std::uint32_t returns;  // automaton, or kNone for the start symbol's own
  std::uint32_t count;    // finished rounds of the counted repetition the state is in
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
    auto operator<=>(const Edge&) const = default;
  };
  // A terminal that may come next.
  struct Scan {
    TerminalId terminal;
    ResidualId residual;   // of the whole terminal
    const ByteSet* first;  // bytes it can begin with
    std::span<const Edge> edges;
  };
  struct Waiter {
    std::uint32_t callee;
    Edge edge;  // taken when the callee ends
    auto operator<=>(const Waiter&) const = default;
  };
  struct Shape {
    std::span<const StateId> states;
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
  // The set after the scan's terminal.
  SetId after(ScanId id) {
    const SetId known = begun_[id].next;
    return known != kNone ? known : complete(id);
  }
  // One set with the items of both; both stand at the same place in the text.
  SetId unite(SetId a, SetId b);
  std::size_t memory() const {
    return arena_.total() + index_.bytes() + sets_.size() * sizeof(Set) + begun_.size() * sizeof(Begun);
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
  SetId complete(ScanId id);
  SetId intern(std::vector<Item>& kernel, bool accepting);
  static Item instantiate(const Edge& edge, const Set& set, SetId id) {
    if (edge.source.predicted) return {edge.target, id, edge.source.index, 0};
    const Item& item = set.items[edge.source.index];
    return {edge.target, item.origin, item.returns, item.count};
  }

  ResidualStore& store_;
  Network& network_;
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
