// All items of an Earley set that share an origin, interned; where they move is found once.
//
// Items of one origin move together: what they become when a terminal is read, or when automata end after them, depends
// on nothing else. So an Earley set is a short list of such sets, each with its origin, and a step costs a few look-ups
// for each of them, as in a lazily built LR(0) automaton. Example: after `[1,2` and after `[7,8,9` the items of the
// array are one item set, and from there on every step is shared. (Aycock and Horspool 2002, "Practical Earley
// Parsing", build such sets ahead.) Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "network/network.h"
#include "support/interned_sets.h"

namespace constrain {

using ItemSetId = std::uint32_t;       // 0: no item
using AutomatonSetId = std::uint32_t;  // 0: none
using ScanLabelSetId = std::uint32_t;  // 0: none

// In `state` of an automaton. When it ends there, it completes `returns` in the set where it began; where `returns` is
// the first of a group, those of the group that end in `state`.
struct Item {
  StateId state;
  std::uint32_t returns;  // group, or kNone for the start symbol's own
  std::uint32_t count;    // finished rounds of the counted repetition the state is in; in a scope, its marks
  auto operator<=>(const Item&) const = default;
};

// A terminal that may come next; `distinct`: from the lexemes of these marks, or kNone.
struct ScanLabel {
  TerminalId terminal;
  SeenId distinct;
  auto operator<=>(const ScanLabel&) const = default;
};

inline std::uint64_t hash_of(const ScanLabel& r) { return std::uint64_t{r.terminal} << 32 | r.distinct; }
using AutomatonSets = Interned<std::uint32_t>;
using ScanLabelSets = Interned<ScanLabel>;

class ItemSets {
 public:
  static constexpr ItemSetId kNoItems = 0;
  static constexpr AutomatonSetId kNothing = 0;

  // What items become: those that can still read or call something, and the automata that have ended (kNone: the whole
  // text).
  struct Step {
    ItemSetId live = kNoItems;
    AutomatonSetId ended = kNothing;
  };

  ItemSets(Network& network, ScopeMemory& marks, PartBudget& budget);

  // Sorts the items. Throws LimitError if there are too many.
  ItemSetId intern(std::vector<Item>& items);
  ItemSetId of(Item item);
  ItemSetId unite(ItemSetId a, ItemSetId b);
  // Sorts the list.
  ItemSetId unite(std::vector<ItemSetId>& sets);
  AutomatonSetId unite_ended(AutomatonSetId a, AutomatonSetId b) { return automata_.unite(a, b); }
  ScanLabelSetId unite_labels(ScanLabelSetId a, ScanLabelSetId b) { return labels_.unite(a, b); }
  std::span<const Item> items(ItemSetId s) const { return {sets_[s].items, sets_[s].count}; }

  // What the items may read; and these with those that they predict.
  ScanLabelSetId own_labels(ItemSetId s) { return known(s).labels; }
  ScanLabelSetId labels(ItemSetId s) { return labels_.unite(known(s).labels, known(predicted(s)).labels); }
  std::span<const ScanLabel> list(ScanLabelSetId r) const { return labels_.list(r); }
  bool reads(ScanLabelSetId r, ScanLabel label) const {
    return std::binary_search(list(r).begin(), list(r).end(), label);
  }
  // What the items call.
  AutomatonSetId callees(ItemSetId s) { return known(s).callees; }
  // The items at the starts of all automata that the items call, and that those call.
  ItemSetId predicted(ItemSetId s) { return begun_by(known(s).callees); }
  // The same for the automata called.
  ItemSetId begun_by(AutomatonSetId callees) {
    return callees < predicted_.size() && predicted_[callees] != kNone ? predicted_[callees] : find_begun(callees);
  }
  AutomatonSets& automata() { return automata_; }

  // After the terminal. `lexeme` is what a distinct one has read.
  Step read(ItemSetId s, ScanLabel label, LexemeId lexeme);
  // After the automata that have ended and that the items called.
  Step complete_callers(ItemSetId s, AutomatonSetId ended);
  // The same for items that were predicted: with what those lead to that end in their turn, and so on.
  Step complete_within(ItemSetId predicted, AutomatonSetId ended);

  // If they call a scope, the items as the scope knows them: by where they go on when it has ended, whatever else they
  // could do instead. Else the items themselves.
  ItemSetId callers(ItemSetId s) { return s < callers_.size() && callers_[s] != kNone ? callers_[s] : find_callers(s); }

  const Network::Closure& closure(const Item& item);
  std::size_t memory() const;
  std::size_t spare() const { return automata_.spare() + labels_.spare() + sets_.spare(); }  // see StableVector

  static constexpr std::size_t kMaxItems = 2'000'000;  // in one set

 private:
  struct Call {
    std::uint32_t item, edge;  // of the set, of the item's calls
  };
  struct Set {
    const Item* items = nullptr;
    std::uint32_t count = 0;
    ScanLabelSetId labels = 0;
    Step* steps = nullptr;                  // by label; live == kNone: not known yet
    AutomatonSetId callees = kNone;         // known with the labels
    const std::uint32_t* begins = nullptr;  // of each callee's calls, once the first call has ended
    const Call* calls = nullptr;
  };
  const Set& known(ItemSetId s) {
    if (sets_[s].callees == kNone) look(s);
    return sets_[s];
  }
  void look(ItemSetId s);
  void list_calls(ItemSetId s);
  // Where the items in `arriving_` have got to by reading.
  Step arrive();
  ItemSetId find_begun(AutomatonSetId callees);
  ItemSetId find_callers(ItemSetId s);

  Network& network_;
  ScopeMemory& marks_;
  PartBudget& part_budget_;
  AutomatonSets automata_;
  ScanLabelSets labels_;
  StableVector<Set, 1> sets_;
  HashIndex index_;
  FlatMap<Step> calls_, completed_within_;
  FlatMap<ItemSetId> unions_;
  std::vector<ItemSetId> predicted_;  // by set of callees; kNone: not known yet
  std::vector<ItemSetId> callers_;    // by set; the same
  std::unordered_map<std::uint64_t, Network::Closure> closures_;  // of scoped states, with their marks
  Arena arena_;
  std::vector<Item> united_, begun_, arriving_, live_, rounds_;  // scratch
  std::vector<std::uint32_t> ends_, called_, reached_;
  std::vector<ScanLabel> read_;
  std::vector<std::uint32_t> stamps_;  // by automaton
  std::uint32_t stamp_ = 0;
};

}  // namespace constrain
