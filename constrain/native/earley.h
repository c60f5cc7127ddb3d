// Earley sets over the transition network, interned.
//
// An item says: in this state of an automaton, which was entered in set `origin` and will, when it ends, have completed
// `returns` there. A set is its kernel: the items after reading, completed, each of which can still read something.
// Origins are ids of other interned sets, so equal situations are the same set, however the text got there: the set
// after each element of a list is one id. What a set predicts is computed once, when first needed.
// (Earley 1970; Scott 2008. Jumps in place of last calls give Leo's linear right recursion without his bookkeeping.)
// Not thread-safe: the owner locks, except for reading a scan's set once it is published.
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
  // A terminal that may come next in a set, and what follows it.
  struct Scan {
    TerminalId terminal = 0;
    ResidualId residual = 0;         // of the whole terminal
    const ByteSet* first = nullptr;  // bytes it can begin with
    const Item* items = nullptr;     // states after it
    std::uint32_t count = 0;
    SetId from = 0;
    std::atomic<SetId> next{kNone};  // the set after it, once known
  };
  struct Waiter {
    std::uint32_t callee;
    Item item;  // after the call
  };
  struct Expansion {
    ScanId first_scan;
    std::uint32_t scans;
    std::span<const Waiter> waiters;  // sorted by callee
    ByteSet first;                    // bytes that may come next
  };
  struct Set {
    const Item* items = nullptr;
    std::uint32_t count = 0;
    bool accepting = false;
    const Expansion* expansion = nullptr;
  };

  Recogniser(ResidualStore& store, Network& network);

  static constexpr SetId kStart = 0;
  const Set& set(SetId s) const { return sets_[s]; }
  const Scan& scan(ScanId s) const { return scans_[s]; }
  const Expansion& expansion(SetId s);
  SetId after(ScanId s);
  // One set with the items of both; both stand at the same place in the text.
  SetId unite(SetId a, SetId b);
  std::size_t memory() const { return arena_.total() + sets_.size() * (sizeof(Set) + 24) + scans_.size() * sizeof(Scan); }
  std::uint32_t size() const { return sets_.size(); }

  static constexpr std::size_t kMaxItems = 2'000'000;  // in one set

 private:
  SetId intern(std::vector<Item>& kernel, bool accepting);

  ResidualStore& store_;
  Network& network_;
  StableVector<Set> sets_;
  StableVector<Scan> scans_;
  HashIndex index_;
  Arena arena_;
};

}  // namespace constrain
