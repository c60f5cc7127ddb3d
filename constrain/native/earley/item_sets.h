// All items of an Earley set that share an origin, as interned sets of family sets; where they move is found once.
//
// Items of one origin move together: what they become when a terminal is read, or when automata end after them, depends
// on nothing else. So an Earley set is a short list of such sets, each with its origin, and a step costs a few look-ups
// for each of them. A set that is new asks its family sets (family_sets.h), of which it has one for each family.
// (Aycock and Horspool 2002, "Practical Earley Parsing", build such sets ahead.) Not thread-safe: the owner locks.
#pragma once

#include "earley/family_sets.h"

namespace constrain {

using ItemSetId = std::uint32_t;  // 0: no item

class ItemSets {
 public:
  static constexpr ItemSetId kNoItems = 0;
  static constexpr AutomatonSetId kNothing = 0;

  // As of a family set: the items that can go on, and the automata that have ended.
  struct Step {
    ItemSetId live = kNoItems;
    AutomatonSetId ended = kNothing;
  };

  ItemSets(Network& network, ScopeMemory& marks, Fuel& fuel);

  ItemSetId of(Item item);
  ItemSetId unite(ItemSetId a, ItemSetId b);
  // Sorts the list.
  ItemSetId unite(std::vector<ItemSetId>& sets);
  AutomatonSetId unite_ended(AutomatonSetId a, AutomatonSetId b) { return automata_.unite(a, b); }
  ScanLabelSetId unite_labels(ScanLabelSetId a, ScanLabelSetId b) { return labels_.unite(a, b); }

  // What the items may read; and these with those that they predict.
  ScanLabelSetId own_labels(ItemSetId s) { return known(s).labels; }
  ScanLabelSetId labels(ItemSetId s) { return labels_.unite(known(s).labels, known(predicted(s)).labels); }
  std::span<const ScanLabel> list(ScanLabelSetId r) const { return labels_.list(r); }
  bool reads(ScanLabelSetId r, ScanLabel label) const { return std::binary_search(list(r).begin(), list(r).end(), label); }
  // The items at the starts of all automata that the items call, and that those call.
  ItemSetId predicted(ItemSetId s) { return begun_by(known(s).callees); }
  // The same for the automata called.
  ItemSetId begun_by(AutomatonSetId callees) {
    return callees < predicted_.size() && predicted_[callees] != kNone ? predicted_[callees] : find_begun(callees);
  }
  std::span<const FamilySetId> family_sets(ItemSetId s) const { return {sets_[s].family_sets, sets_[s].count}; }
  FamilySets& family_sets() { return family_sets_; }
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

  std::size_t memory() const;
  std::size_t spare() const { return automata_.spare() + labels_.spare() + family_sets_.spare() + sets_.spare(); }  // see StableVector

 private:
  struct Set {
    const FamilySetId* family_sets = nullptr;  // by family
    std::uint32_t count = 0;
    ScanLabelSetId labels = 0;
    Step* steps = nullptr;  // by reading; live == kNone: not known yet
    AutomatonSetId callees = kNone;  // known with the labels
  };
  ItemSetId find_begun(AutomatonSetId callees);
  ItemSetId find_callers(ItemSetId s);
  const Set& known(ItemSetId s) {
    if (sets_[s].callees == kNone) look(s);
    return sets_[s];
  }
  void look(ItemSetId s);
  // The set of the family sets in `gathered_`, several of one family united.
  ItemSetId gather();

  Network& network_;
  Fuel& fuel_;
  AutomatonSets automata_;
  ScanLabelSets labels_;
  FamilySets family_sets_;
  StableVector<Set> sets_;
  HashIndex index_;
  FlatMap<Step> calls_, settled_;
  FlatMap<ItemSetId> unions_;
  std::vector<ItemSetId> predicted_;  // by set of callees; kNone: not known yet
  std::vector<ItemSetId> callers_;    // by set; the same
  Arena arena_;
  std::vector<std::pair<std::uint32_t, FamilySetId>> gathered_;  // scratch
  std::vector<FamilySetId> merged_;
  std::vector<AutomatonSetId> ends_, called_;
  std::vector<ScanLabelSetId> read_;
  std::vector<std::uint32_t> stamps_;  // by automaton
  std::uint32_t stamp_ = 0;
};

}  // namespace constrain
