// Items that share an origin, as interned sets; where they move is found once.
//
// A grammar multiplied by the places of a lexer gives an Earley set hundreds of items, but few origins, and items of one
// origin move together: what they become when a terminal is read, or when automata end behind them, depends on nothing
// else. So they are one set of items without their origin, made and remembered on demand, like the states of a lazily
// built LR(0) automaton. An Earley set is then a short list of such sets, each with its origin, and a step costs a few
// look-ups for each of them.
// (Aycock and Horspool 2002, "Practical Earley Parsing", build the automaton ahead.) Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "flat_map.h"
#include "grammar.h"

namespace constrain {

using ItemSetId = std::uint32_t;  // 0: no item
using EndedId = std::uint32_t;    // a set of automata that end at the same place, having begun at the same; 0: none

// In this state of an automaton, which will, when it ends, have completed `returns` where it began.
struct Item {
  StateId state;
  std::uint32_t returns;  // automaton, or kNone for the start symbol's own
  std::uint32_t count;    // finished rounds of the counted repetition the state is in; in a scope, its marks
  auto operator<=>(const Item&) const = default;
};

class ItemSets {
 public:
  static constexpr ItemSetId kNoItems = 0;
  static constexpr EndedId kNothing = 0;

  // What items become: those that can still read something, and the automata that have ended (kNone: the whole text).
  struct Moved {
    ItemSetId live = kNoItems;
    EndedId ended = kNothing;
  };
  // A terminal that may come next; `distinct`: from the lexemes of these marks, or kNone.
  struct Reading {
    TerminalId terminal;
    MarkSetId distinct;
    auto operator<=>(const Reading&) const = default;
  };

  ItemSets(Network& network, MarkSets& marks);

  // Sorts the items. Throws LimitError if there are too many.
  ItemSetId intern(std::vector<Item>& items);
  ItemSetId unite(ItemSetId a, ItemSetId b);
  // Sorts the list.
  ItemSetId unite(std::vector<ItemSetId>& sets);
  EndedId unite_ended(EndedId a, EndedId b);

  std::span<const Item> items(ItemSetId s) const { return {sets_[s].items, sets_[s].count}; }
  // What the items themselves may read, sorted.
  std::span<const Reading> readings(ItemSetId s);
  // The items at the starts of all automata that the items call, and that those call.
  ItemSetId predicted(ItemSetId s);

  // After the terminal. `lexeme` is what a distinct one has read.
  Moved read(ItemSetId s, Reading reading, LexemeId lexeme);
  // After the automata that the items called and that have now ended.
  Moved call(ItemSetId s, EndedId ended);
  // The same for items that were predicted: with what those lead to that end in their turn, and so on.
  Moved settle(ItemSetId predicted, EndedId ended);
  bool whole_text(EndedId e) const { return ended_[e].count && ended_[e].automata[ended_[e].count - 1] == kNone; }

  // Work allowed until the next `refuel`: an ambiguous grammar may ask for any amount.
  static constexpr std::uint64_t kFuel = 50'000'000;
  void refuel() { fuel_ = kFuel; }
  void burn(std::uint64_t amount) {
    if (fuel_ < amount)
      throw LimitError("the grammar is too ambiguous: work on one token or mask", kFuel, kFuel + amount);
    fuel_ -= amount;
  }
  std::size_t memory() const;

  static constexpr std::size_t kMaxItems = 2'000'000;  // in one set

 private:
  struct Set {
    const Item* items = nullptr;
    std::uint32_t count = 0, reading_count = 0;
    const Reading* readings = nullptr;
    Moved* moved = nullptr;  // by reading; live == kNone: not known yet
    ItemSetId predicted = kNone;
    bool read = false;  // `readings` is known
  };
  struct Ended {
    const std::uint32_t* automata = nullptr;  // sorted
    std::uint32_t count = 0;
  };
  const Network::Closure& closure(const Item& item);
  EndedId intern_ended(std::vector<std::uint32_t>& automata);
  void mark(EndedId ended);
  // Where the items in `arriving_` have got to by reading.
  Moved arrive();

  Network& network_;
  MarkSets& marks_;
  StableVector<Set> sets_;
  StableVector<Ended> ended_;
  HashIndex index_, ended_index_;
  FlatMap<Moved> calls_, settled_;
  FlatMap<std::uint32_t> unions_, ended_unions_;
  std::unordered_map<std::uint64_t, Network::Closure> closures_;  // of scoped states, with their marks
  Arena arena_;
  std::uint64_t fuel_ = kFuel;
  std::vector<Item> arriving_, live_, scratch_;  // scratch
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> stamps_;  // by automaton
  std::uint32_t stamp_ = 0;
};

}  // namespace constrain
