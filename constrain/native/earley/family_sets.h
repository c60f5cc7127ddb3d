// Family sets: the items of one family of rules that share an origin, interned; where they move is found once.
//
// A front end may copy a rule for each context that can precede or follow it (lexer states, indentation). The copies are a
// family. For example, Lark's product writes `expression` once for each pair of lexer states. They are predicted together,
// read the same terminals and end together, so their items are interned as one set, like the states of a lazily built LR(0)
// automaton. Few family sets exist, because each knows one rule only. Counter-example: two rules of a JSON Schema are two
// families, however alike they look.
// Any division into families is right; a good one is fast. Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "network/network.h"
#include "support/interned_sets.h"

namespace constrain {

using FamilySetId = std::uint32_t;        // 0: no item
using AutomatonSetId = std::uint32_t;  // 0: none
using ScanLabelSetId = std::uint32_t;    // 0: none

// In this state of an automaton: when it ends, `returns` is completed where it began, or, of the group that `returns` is the
// first of, those automata that end in the state then reached.
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

class FamilySets {
 public:
  // What items become: those that can still read something, and the automata that have ended (kNone: the whole text).
  struct Step {
    FamilySetId live = 0;
    AutomatonSetId ended = 0;
  };

  FamilySets(Network& network, ScopeMemory& marks, AutomatonSets& automata, ScanLabelSets& labels, Fuel& fuel);

  // Sorts the items, which are of one family. Throws LimitError if there are too many.
  FamilySetId intern(std::vector<Item>& items);
  FamilySetId unite(FamilySetId a, FamilySetId b);
  std::span<const Item> items(FamilySetId b) const { return {sets_[b].items, sets_[b].count}; }
  std::uint32_t family(FamilySetId b) const { return network_.family(sets_[b].items[0].returns); }

  // What the items may read, and what they call.
  ScanLabelSetId labels(FamilySetId b) { return known(b).labels; }
  AutomatonSetId callees(FamilySetId b) { return known(b).callees; }

  // After the terminal. `lexeme` is what a distinct one has read.
  Step read(FamilySetId b, ScanLabel label, LexemeId lexeme);
  // After these automata, all of them called by the items, have ended.
  Step complete_callers(FamilySetId b, AutomatonSetId ended);

  const Network::Closure& closure(const Item& item);
  std::size_t memory() const;
  std::size_t spare() const { return sets_.spare(); }  // see StableVector

  static constexpr std::size_t kMaxItems = 2'000'000;  // in one family set

 private:
  struct Call {
    std::uint32_t item, edge;  // of the family set, of the item's calls
  };
  struct FamilySet {
    const Item* items = nullptr;
    std::uint32_t count = 0;
    ScanLabelSetId labels = 0;
    Step* steps = nullptr;  // by reading; live == kNone: not known yet
    AutomatonSetId callees = kNone;  // known with the labels
    const std::uint32_t* begins = nullptr;  // of each callee's calls, once the first call has ended
    const Call* calls = nullptr;
  };
  const FamilySet& known(FamilySetId b) {
    if (sets_[b].callees == kNone) look(b);
    return sets_[b];
  }
  void look(FamilySetId b);
  void list_calls(FamilySetId b);
  // Where the items in `arriving_` have got to by reading.
  Step arrive();

  Network& network_;
  ScopeMemory& marks_;
  AutomatonSets& automata_;
  ScanLabelSets& labels_;
  Fuel& fuel_;
  StableVector<FamilySet> sets_;
  HashIndex index_;
  FlatMap<Step> calls_;
  FlatMap<FamilySetId> unions_;
  std::unordered_map<std::uint64_t, Network::Closure> closures_;  // of scoped states, with their marks
  Arena arena_;
  std::vector<Item> arriving_, live_, rounds_;  // scratch
  std::vector<std::uint32_t> ends_, called_;
  std::vector<ScanLabel> read_;
};

}  // namespace constrain
