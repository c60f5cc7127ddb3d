// Items of one family that share an origin, as interned bundles; where they move is found once.
//
// A front end that multiplies a rule by what may come before and behind it (lexer places, indentation) writes it many
// times over; these variants are a family. They are predicted together, read the same terminals and end together, so
// their items are made into one bundle, like the states of a lazily built LR(0) automaton. Few bundles exist, since each
// knows one rule only, and everything that hundreds of items would do is remembered with them.
// Any division into families is right; a good one is fast. Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "network/network.h"
#include "support/interned_sets.h"

namespace constrain {

using BundleId = std::uint32_t;        // 0: no item
using AutomatonSetId = std::uint32_t;  // 0: none
using ReadingSetId = std::uint32_t;    // 0: none

// In this state of an automaton: when it ends, `returns` is completed where it began, or, of the group that `returns` is the
// first of, those automata that end in the state then reached.
struct Item {
  StateId state;
  std::uint32_t returns;  // group, or kNone for the start symbol's own
  std::uint32_t count;    // finished rounds of the counted repetition the state is in; in a scope, its marks
  auto operator<=>(const Item&) const = default;
};

// A terminal that may come next; `distinct`: from the lexemes of these marks, or kNone.
struct Reading {
  TerminalId terminal;
  MarkSetId distinct;
  auto operator<=>(const Reading&) const = default;
};

inline std::uint64_t hash_of(const Reading& r) { return std::uint64_t{r.terminal} << 32 | r.distinct; }
using AutomatonSets = Interned<std::uint32_t>;
using ReadingSets = Interned<Reading>;

class Bundles {
 public:
  // What items become: those that can still read something, and the automata that have ended (kNone: the whole text).
  struct Moved {
    BundleId live = 0;
    AutomatonSetId ended = 0;
  };

  Bundles(Network& network, MarkSets& marks, AutomatonSets& automata, ReadingSets& readings, Fuel& fuel);

  // Sorts the items, which are of one family. Throws LimitError if there are too many.
  BundleId intern(std::vector<Item>& items);
  BundleId unite(BundleId a, BundleId b);
  std::span<const Item> items(BundleId b) const { return {bundles_[b].items, bundles_[b].count}; }
  std::uint32_t family(BundleId b) const { return network_.family(bundles_[b].items[0].returns); }

  // What the items may read, and what they call.
  ReadingSetId readings(BundleId b) { return known(b).readings; }
  AutomatonSetId callees(BundleId b) { return known(b).callees; }

  // After the terminal. `lexeme` is what a distinct one has read.
  Moved read(BundleId b, Reading reading, LexemeId lexeme);
  // After these automata, all of them called by the items, have ended.
  Moved call(BundleId b, AutomatonSetId ended);

  const Network::Closure& closure(const Item& item);
  std::size_t memory() const;
  std::size_t spare() const { return bundles_.spare(); }  // see StableVector

  static constexpr std::size_t kMaxItems = 2'000'000;  // in one bundle

 private:
  struct Call {
    std::uint32_t item, edge;  // of the bundle, of the item's calls
  };
  struct Bundle {
    const Item* items = nullptr;
    std::uint32_t count = 0;
    ReadingSetId readings = 0;
    Moved* moved = nullptr;  // by reading; live == kNone: not known yet
    AutomatonSetId callees = kNone;  // known with the readings
    const std::uint32_t* begins = nullptr;  // of each callee's calls, once the first call has ended
    const Call* calls = nullptr;
  };
  const Bundle& known(BundleId b) {
    if (bundles_[b].callees == kNone) look(b);
    return bundles_[b];
  }
  void look(BundleId b);
  void list_calls(BundleId b);
  // Where the items in `arriving_` have got to by reading.
  Moved arrive();

  Network& network_;
  MarkSets& marks_;
  AutomatonSets& automata_;
  ReadingSets& readings_;
  Fuel& fuel_;
  StableVector<Bundle> bundles_;
  HashIndex index_;
  FlatMap<Moved> calls_;
  FlatMap<BundleId> unions_;
  std::unordered_map<std::uint64_t, Network::Closure> closures_;  // of scoped states, with their marks
  Arena arena_;
  std::vector<Item> arriving_, live_, rounds_;  // scratch
  std::vector<std::uint32_t> ends_, called_;
  std::vector<Reading> read_;
};

}  // namespace constrain
