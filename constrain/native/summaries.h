// What item sets read of the suffixes of tokens, whatever came before them: the masks of context-free parts.
//
// Items of one origin move together and know nothing of other origins. So a summary belongs to a place and an item set,
// in any text: the tokens that can be read from there while the items, or what they predict, can go on; and the exits:
// places at which automata have ended for whoever called them. The mask of an Earley set is then the summaries of its
// parts, and, for their exits, of what these lead to in the sets where the parts began. Only as much of the stack is
// looked at as tokens can end, and what was found for one position holds for every other, for every depth and row.
// Summaries share tokens: one holds what terminals read at its place, and other summaries. Each reading takes a byte,
// so this ends.
// (The idea: context-free reachability by summary edges, Reps, Horwitz and Sagiv 1995, over the trie of suffixes.)
// Exact for grammars whose terminals and items mean the same in every context: without scopes, and, in those with
// indentation, for suffixes that end no line. Not thread-safe: the owner locks.
#pragma once

#include <deque>

#include "earley.h"
#include "mask.h"
#include "places.h"

namespace constrain {

class Summaries {
 public:
  Summaries(Recogniser& recogniser, Places& places) : recogniser_(recogniser), items_(recogniser.items()), places_(places) {
    summaries_.grow();
  }

  // Before the first call for a mask.
  void begin_mask() {
    ++time_;
    patience_ = kPatience;
  }
  // Adds the tokens that the set can read at the place, without `except`. False where that takes too long; some may then be
  // missing.
  bool add(PlaceId place, SetId set, std::size_t words, const std::vector<TokenId>* except, Mask& out);
  std::size_t memory() const {
    return arena_.total() + of_items_.bytes() + of_predicted_.bytes() + beginnings_.bytes() + summaries_.size() * sizeof(Summary) +
           (firsts_.size() + first_of_readings_.size()) * sizeof(ByteSet);
  }

 private:
  using SummaryId = std::uint32_t;  // 0: nothing
  struct Exit {
    PlaceId at;
    AutomatonSetId ended;
    auto operator<=>(const Exit&) const = default;
  };
  struct Summary {
    std::span<const std::uint32_t> readings;  // whose tokens are allowed
    std::span<const SummaryId> parts;         // whose tokens are, too
    std::span<const Exit> exits;
    std::uint64_t time = 0;  // of the mask that has its tokens
    bool bare() const { return readings.empty() && parts.empty(); }
  };
  struct Making {
    std::vector<std::uint32_t> readings;
    std::vector<SummaryId> parts;
    std::vector<Exit> exits, pending;
    FlatSet settled;
  };
  // Automata have ended at a place in an origin.
  struct Pending {
    std::uint32_t order;  // the origin and one more
    Exit exit;
    bool operator<(const Pending& other) const { return order < other.order; }
  };
  struct Tired {};

  SummaryId of_items(PlaceId p, ItemSetId items);
  SummaryId of_predicted(PlaceId p, ItemSetId predicted);
  SummaryId keep(Making& making);
  // The summary becomes a part, its exits go to `exits`.
  void take(SummaryId s, Making& making, std::vector<Exit>& exits);
  Making& deeper();
  void spend(std::uint64_t work);
  // The readings of a set that begin at a place, by index.
  std::span<const std::uint32_t> beginning(ReadingSetId readings, PlaceId p);
  // The bytes with which the items and what they predict may go on, ends of lines left out.
  const ByteSet& first(ItemSetId items);
  const ByteSet& first_of(ReadingSetId readings);

  static constexpr std::size_t kDepth = 300;            // of places within places
  static constexpr std::uint64_t kPatience = 4'000'000;  // work on one mask

  Recogniser& recogniser_;
  ItemSets& items_;
  Places& places_;
  StableVector<Summary> summaries_;
  FlatMap<SummaryId> of_items_, of_predicted_;
  FlatMap<std::span<const std::uint32_t>> beginnings_;
  std::vector<ByteSet> firsts_, first_of_readings_;
  std::vector<bool> first_known_, first_of_readings_known_;
  Arena arena_;
  std::deque<Making> makings_;  // scratch, by depth
  std::size_t depth_ = 0;
  std::vector<Pending> pending_;
  FlatSet seen_;
  std::vector<SummaryId> open_;
  std::uint64_t time_ = 0;
  std::uint64_t patience_ = 0;
};

}  // namespace constrain
