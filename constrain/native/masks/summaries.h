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
// Exact for grammars whose terminals and items mean the same in every context: without scopes and indentation.
// Not thread-safe: the owner locks.
#pragma once

#include <deque>

#include "earley/recogniser.h"
#include "masks/mask.h"
#include "masks/suffix_positions.h"

namespace constrain {

// Automata have ended at a place.
struct Exit {
  AutomatonSetId ended;
  PlaceId at;
  auto operator<=>(const Exit&) const = default;
};
inline std::uint64_t hash_of(const Exit& e) { return std::uint64_t{e.at} << 32 | e.ended; }

class Summaries {
 public:
  Summaries(Recogniser& recogniser, Places& places) : recogniser_(recogniser), items_(recogniser.items()), bundles_(items_.bundles()), places_(places), whoever_(recogniser.network().automata()) {
    summaries_.grow();
  }

  // Before the first call for a mask.
  void begin_mask() {
    time_ = ++clock_;
    patience_ = kPatience;
    fuel_.refuel();
  }
  // Adds the tokens that the set can read at the place, without `except`. False where that takes too long; some may then be
  // missing.
  bool add(PlaceId place, SetId set, std::size_t words, const std::vector<TokenId>* except, Mask& out);
  std::size_t memory() const {
    return arena_.total() + of_item_.bytes() + of_state_.bytes() + of_last_.bytes() + read_.bytes() + settled_.bytes() + called_.bytes() + exits_.memory() + unions_.memory() + of_predicted_.bytes() + completed_.bytes() + patterns_.bytes() + beginnings_.bytes() + summaries_.size() * sizeof(Summary) + index_.bytes() +
           (firsts_.size() + first_of_readings_.size()) * sizeof(ByteSet);
  }
  std::size_t spare() const { return summaries_.spare() + exits_.spare() + unions_.spare(); }  // see StableVector

 private:
  using SummaryId = std::uint32_t;  // 0: nothing
  struct Summary {
    std::span<const std::uint32_t> readings;  // whose tokens are allowed
    std::span<const SummaryId> parts;         // whose tokens are, too
    std::span<const Exit> exits;
    std::uint64_t time = 0;  // of the mask that has its tokens
    std::uint32_t masks = 0;  // that have walked through it, at most kWalks
    // What a mask takes: the tokens of these, and once so many have walked through it, of a list, or of a bitset where that
    // would be long. What is a bitset itself is then all that is still walked to: many summaries share it, and a mask takes
    // it once.
    std::span<const std::uint32_t> walked_readings;
    std::span<const SummaryId> walked_parts;
    std::span<const TokenId> tokens;
    std::span<const std::uint32_t> dense;
    bool bare() const { return readings.empty() && parts.empty(); }
  };
  struct Making {
    std::vector<std::uint32_t> readings;
    std::vector<SummaryId> parts;
    std::vector<Exit> exits, pending, settling;
    std::vector<PlaceId> nexts;
    FlatSet settled;
  };
  // A list in the making: tokens, and what is a bitset.
  struct List {
    std::vector<TokenId> tokens;
    std::vector<std::uint32_t> readings;
    std::vector<SummaryId> parts;
    void clear() {
      tokens.clear();
      readings.clear();
      parts.clear();
    }
  };
  using ExitsId = Interned<Exit>::Id;
  // What a whole step along the stack gives.
  struct Step {
    SummaryId tokens = 0;
    ExitsId exits = 0;
  };
  // What a pattern reads at a place, and what may follow its end.
  struct Read {
    SummaryId tokens = 0;
    PlaceId next = Places::kNowhere;
  };
  // Exits of what began in an origin.
  struct Pending {
    std::uint32_t order;  // the origin and one more
    ExitsId exits;
    bool operator<(const Pending& other) const { return order < other.order; }
  };
  struct Tired {};

  // An item without regard to what it completes, as a bundle of its own, and what it completes in some set.
  struct Strand {
    BundleId item;
    AutomatonSetId ended;
  };
  struct Strands {
    std::span<const Strand> list;
    ByteSet first;  // bytes with which any of them may go on
    bool known = false;
  };
  const Strands& strands(ItemSetId items) {
    return items < strands_.size() && strands_[items].known ? strands_[items] : find_strands(items);
  }
  const Strands& find_strands(ItemSetId items);
  BundleId single(const Item& item);
  // The items of a bundle of such, each by itself: fewer items than bundles are met at a place.
  std::span<const BundleId> singles(BundleId bundle) {
    return bundle < singles_.size() && singles_[bundle].data() ? singles_[bundle] : find_singles(bundle);
  }
  std::span<const BundleId> find_singles(BundleId bundle);
  SummaryId of_item(PlaceId p, BundleId item);
  void read_item(PlaceId p, BundleId item, Making& making);
  // At all places of a fan together: hundreds of items ask there what one terminal reads.
  Read read_pattern(PlaceId p, ResidualId pattern);
  // Notes what the terminals of a list read at a place, and calls f(terminal, next) for those behind which tokens go on.
  template <class F>
  void read_terminals(PlaceId p, ReadingSetId readings, Making& making, F f);
  // A place with nothing below, whose byte can be read.
  SummaryId of_last(PlaceId p);
  SummaryId of_predicted(PlaceId p, ItemSetId predicted);
  // The exits of what began with a set that predicts so: with all that ends in its turn; and then those of the set's items.
  Step settle(ExitsId exits, ItemSetId predicted);
  Step call(ExitsId exits, ItemSetId items);
  // All that the items read from the place on.
  Step read(PlaceId p, ItemSetId items);
  // Sorts the exits, and makes one of those of the same automata.
  void gather(std::vector<Exit>& exits);
  void settle_pending(ItemSetId predicted, Making& making);
  Step keep_step(Making& making);
  // Those that say the same are one: more than half of those that SQL asks for.
  SummaryId keep(Making& making);
  // The summary's tokens become a part; where they are those of one other, that.
  void take_tokens(SummaryId s, Making& making) {
    const Summary& part = summaries_[s];
    if (!part.bare()) making.parts.push_back(part.readings.empty() && part.parts.size() == 1 ? part.parts[0] : s);
  }
  // Its tokens, but for bitsets, which are noted.
  void include(SummaryId s, std::size_t words, const std::vector<TokenId>* except, Mask& out);
  // The bitsets that `include` has met.
  void include_bitsets(std::size_t words, const std::vector<TokenId>* except, Mask& out);
  // Whether the summary has a list, after one walk more.
  bool listed(SummaryId s, std::size_t words);
  void make_list(SummaryId s, std::size_t words);
  void find(SummaryId s, std::size_t words, List& out);
  void keep_list(List& list, std::size_t words, Summary& out);
  // The summary of an item becomes a part, its exits, where it has been completed, go to `exits`.
  void take(PlaceId p, Strand strand, Making& making, std::vector<Exit>& exits);
  // What ends of the groups where an item, which completes nothing in particular, has ended so.
  AutomatonSetId completed(AutomatonSetId groups, AutomatonSetId ended);
  void take_items(PlaceId p, ItemSetId items, Making& making, std::vector<Exit>& exits) {
    const Strands found = strands(items);
    if ((places_.bytes(p) & found.first).empty()) return;
    for (const Strand& strand : found.list) take(p, strand, making, exits);
  }
  // The same for items that complete nothing in particular.
  void take_bundle(PlaceId p, BundleId bundle, Making& making) {
    if (!bundle || (places_.bytes(p) & first(bundle)).empty()) return;
    for (BundleId item : singles(bundle)) take(p, {item, ItemSets::kNothing}, making, making.exits);
  }
  Making& deeper();
  void spend(std::uint64_t work);
  // The readings of a set that begin at a place, by index.
  std::span<const std::uint32_t> beginning(ReadingSetId readings, PlaceId p);
  // The bytes with which the bundle's items and what they predict may go on.
  ByteSet first(BundleId bundle);
  const ByteSet& first_of(ReadingSetId readings);

  static constexpr std::uint32_t kWalks = 3;             // through a summary, before it gets a list
  static constexpr std::size_t kDepth = 300;            // of places within places
  static constexpr std::uint64_t kPatience = 4'000'000;  // work on one mask

  Recogniser& recogniser_;
  ItemSets& items_;
  Bundles& bundles_;
  Places& places_;
  const std::uint32_t whoever_;  // the number of no automaton: what an item completes that completes nothing in particular
  StableVector<Summary> summaries_;
  HashIndex index_;  // by content
  Fuel fuel_;
  Interned<Exit> exits_{fuel_};
  FlatMap<Step> read_, settled_, called_;  // by place and items; exits and items predicted; exits and items
  FlatMap<Read> patterns_;  // by place and pattern
  FlatMap<AutomatonSetId> completed_;  // by groups and what has ended
  FlatMap<SummaryId> of_item_, of_predicted_, of_last_;
  FlatMap<std::span<const std::uint32_t>> beginnings_;
  std::vector<Strands> strands_;                    // by item set
  std::vector<std::span<const BundleId>> singles_;  // by bundle
  std::vector<ByteSet> firsts_, first_of_readings_;
  std::vector<bool> first_known_, first_of_readings_known_;
  Arena arena_;
  std::deque<Making> makings_;  // scratch, by depth
  std::size_t depth_ = 0;
  std::vector<Pending> pending_;
  std::vector<PlaceId> together_;  // scratch of gather
  std::vector<SummaryId> found_;
  std::vector<List> lists_;  // scratch
  std::vector<std::uint32_t> bitsets_;  // that one mask takes: of summaries, twice their number, of readings, one more
  Interned<std::uint32_t> unions_{fuel_};  // of such
  std::vector<std::span<const std::uint32_t>> united_;  // by union
  std::vector<Item> single_;
  FlatMap<BundleId> of_state_;  // an item that completes nothing in particular, by state and count
  std::uint64_t time_ = 0, clock_ = 0;  // of the mask in the making; the last that there was
  std::uint64_t patience_ = 0;
};

}  // namespace constrain
