// What item sets read of the suffixes of tokens, whatever came before them: the masks of context-free parts.
//
// Items of one origin move together and know nothing of other origins. So a summary belongs to a position and an item
// set, in any text: the tokens that can be read from there while the items, or what they predict, can go on; and the
// exits: positions at which automata have ended for whoever called them. The mask of an Earley set is then the
// summaries of its parts, and, for their exits, of what these lead to in the sets where the parts began. Only as much
// of the stack is looked at as tokens can end, and what was found for one position holds for every other, for every
// depth and row. Summaries share tokens: one holds what terminals read at its position, and other summaries. Each
// reading takes a byte, so this ends. (The idea: context-free reachability by summary edges, Reps, Horwitz and Sagiv
// 1995, over the trie of suffixes.) Exact for grammars whose terminals and items mean the same in every context:
// without scopes and indentation. Not thread-safe: the owner locks.
#pragma once

#include <memory>

#include "earley/recogniser.h"
#include "masks/mask.h"
#include "masks/suffix_positions.h"

namespace constrain {

// Automata have ended at a position.
struct Exit {
  AutomatonSetId ended;
  PositionId at;
  auto operator<=>(const Exit&) const = default;
};
inline std::uint64_t hash_of(const Exit& e) { return std::uint64_t{e.at} << 32 | e.ended; }

class Summaries {
 public:
  Summaries(Recogniser& recogniser, SuffixPositions& positions)
      : recogniser_(recogniser),
        items_(recogniser.items()),
        positions_(positions),
        whoever_(recogniser.network().automata()) {
    summaries_.grow();
  }

  // Before the first call for a mask.
  void begin_mask() {
    time_ = ++clock_;
    budget_ = kBudget;
    part_budget_.renew();
  }
  // Adds the tokens that the set can read at the position, without `except`. False where that takes too long; some may
  // then be missing.
  bool add(PositionId position, SetId set, std::size_t words, const std::vector<TokenId>* except, Mask& out);
  std::size_t memory() const {
    return arena_.total() + of_item_.bytes() + of_state_.bytes() + of_last_.bytes() + read_.bytes() +
           completed_within_.bytes() + called_.bytes() + exits_.memory() + unions_.memory() + of_predicted_.bytes() +
           ended_of_groups_.bytes() + patterns_.bytes() + beginnings_.bytes() + summaries_.size() * sizeof(Summary) +
           index_.bytes() + (firsts_.size() + first_of_labels_.size()) * sizeof(ByteSet);
  }
  std::size_t spare() const { return summaries_.spare() + exits_.spare() + unions_.spare(); }  // see StableVector

 private:
  using SummaryId = std::uint32_t;  // 0: nothing
  struct Summary {
    std::span<const std::uint32_t> results;  // whose tokens are allowed
    std::span<const SummaryId> parts;         // whose tokens are, too
    std::span<const Exit> exits;
    std::uint64_t time = 0;  // of the mask that has its tokens
    std::uint32_t masks = 0;  // that have walked through it, at most kWalks
    // What a mask takes: the tokens of these, and once so many have walked through it, of a list, or of a bitset where
    // that would be long. What is a bitset itself is then all that is still walked to: many summaries share it, and a
    // mask takes it once.
    std::span<const std::uint32_t> walked_results;
    std::span<const SummaryId> walked_parts;
    std::span<const TokenId> tokens;
    std::span<const std::uint32_t> dense;
    bool bare() const { return results.empty() && parts.empty(); }
  };
  struct Draft {
    std::vector<std::uint32_t> results;
    std::vector<SummaryId> parts;
    std::vector<Exit> exits, pending, completing;
    std::vector<PositionId> nexts;
    FlatSet completed;
  };
  // A list in the draft: tokens, and what is a bitset.
  struct List {
    std::vector<TokenId> tokens;
    std::vector<std::uint32_t> results;
    std::vector<SummaryId> parts;
    void clear() {
      tokens.clear();
      results.clear();
      parts.clear();
    }
  };
  using ExitsId = Interned<Exit>::Id;
  // What a whole step along the stack gives.
  struct Step {
    SummaryId tokens = 0;
    ExitsId exits = 0;
  };
  // What a pattern reads at a position, and what may follow its end.
  struct Read {
    SummaryId tokens = 0;
    PositionId next = SuffixPositions::kNowhere;
  };
  // Exits of what began in an origin.
  struct Pending {
    std::uint32_t order;  // the origin and one more
    ExitsId exits;
    bool operator<(const Pending& other) const { return order < other.order; }
  };
  struct OverBudget {};

  // An item without regard to what it completes, as a set of its own, and what it completes in some set.
  struct ItemCore {
    ItemSetId item;
    AutomatonSetId ended;
  };
  struct ItemCores {
    std::span<const ItemCore> list;
    ByteSet first;  // bytes with which any of them may go on
    bool known = false;
  };
  const ItemCores& item_cores(ItemSetId items) {
    return items < item_cores_.size() && item_cores_[items].known ? item_cores_[items] : find_item_cores(items);
  }
  const ItemCores& find_item_cores(ItemSetId items);
  ItemSetId single(const Item& item);
  // The items of a set of such, each by itself: fewer items than sets are met at a position.
  std::span<const ItemSetId> singles(ItemSetId items) {
    return items < singles_.size() && singles_[items].data() ? singles_[items] : find_singles(items);
  }
  std::span<const ItemSetId> find_singles(ItemSetId items);
  SummaryId of_item(PositionId p, ItemSetId item);
  void read_item(PositionId p, ItemSetId item, Draft& draft);
  // At all positions of a branching together: hundreds of items ask there what one terminal reads.
  Read read_pattern(PositionId p, ResidualId pattern);
  // Notes what the terminals of a list read at a position, and calls f(terminal, next) for those after which tokens go
  // on.
  template <class F>
  void read_terminals(PositionId p, ScanLabelSetId labels, Draft& draft, F f);
  // A position with nothing below, whose byte can be read.
  SummaryId of_last(PositionId p);
  SummaryId of_predicted(PositionId p, ItemSetId predicted);
  // The exits of what began with a set that predicts so: with all that ends in its turn; and then those of the set's
  // items.
  Step complete_within(ExitsId exits, ItemSetId predicted);
  Step call(ExitsId exits, ItemSetId items);
  // All that the items read from the position on.
  Step read(PositionId p, ItemSetId items);
  // Sorts the exits, and makes one of those of the same automata.
  void merge_exits(std::vector<Exit>& exits);
  void complete_pending(ItemSetId predicted, Draft& draft);
  Step keep_step(Draft& draft);
  // Those that say the same are one: more than half of those that SQL asks for.
  SummaryId keep(Draft& draft);
  // The summary's tokens become a part; where they are those of one other, that.
  void take_tokens(SummaryId s, Draft& draft) {
    const Summary& part = summaries_[s];
    if (!part.bare()) draft.parts.push_back(part.results.empty() && part.parts.size() == 1 ? part.parts[0] : s);
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
  void take(PositionId p, ItemCore core, Draft& draft, std::vector<Exit>& exits);
  // What ends of the groups where an item, which completes nothing in particular, has ended so.
  AutomatonSetId ended_of_groups(AutomatonSetId groups, AutomatonSetId ended);
  void take_items(PositionId p, ItemSetId items, Draft& draft, std::vector<Exit>& exits) {
    const ItemCores found = item_cores(items);
    if ((positions_.bytes(p) & found.first).empty()) return;
    for (const ItemCore& core : found.list) take(p, core, draft, exits);
  }
  // The same for items that complete nothing in particular.
  void take_set(PositionId p, ItemSetId items, Draft& draft) {
    if (!items || (positions_.bytes(p) & first(items)).empty()) return;
    for (ItemSetId item : singles(items)) take(p, {item, ItemSets::kNothing}, draft, draft.exits);
  }
  Draft& deeper();
  void spend(std::uint64_t work);
  // The labels of a set that begin at a position, by index.
  std::span<const std::uint32_t> beginning(ScanLabelSetId labels, PositionId p);
  // The bytes with which the items and what they predict may go on.
  ByteSet first(ItemSetId items);
  const ByteSet& first_of(ScanLabelSetId labels);

  static constexpr std::uint32_t kWalks = 3;             // through a summary, before it gets a list
  static constexpr std::size_t kDepth = 300;            // of positions within positions
  static constexpr std::uint64_t kBudget = 4'000'000;  // work on one mask

  Recogniser& recogniser_;
  ItemSets& items_;
  SuffixPositions& positions_;
  // The number of no automaton: what an item completes that completes nothing in particular.
  const std::uint32_t whoever_;
  StableVector<Summary, 1> summaries_;
  HashIndex index_;  // by content
  PartBudget part_budget_;
  Interned<Exit> exits_{part_budget_};
  FlatMap<Step> read_, completed_within_, called_;  // by position and items; exits and items predicted; exits and items
  FlatMap<Read> patterns_;  // by position and pattern
  FlatMap<AutomatonSetId> ended_of_groups_;  // by groups and what has ended
  FlatMap<SummaryId> of_item_, of_predicted_, of_last_;
  FlatMap<std::span<const std::uint32_t>> beginnings_;
  std::vector<ItemCores> item_cores_;                    // by item set
  std::vector<std::span<const ItemSetId>> singles_;  // by item set
  std::vector<ByteSet> firsts_, first_of_labels_;
  std::vector<bool> first_known_, first_of_labels_known_;
  Arena arena_;
  std::vector<std::unique_ptr<Draft>> drafts_;  // scratch, by depth
  std::size_t depth_ = 0;
  std::vector<Pending> pending_;
  std::vector<PositionId> together_;  // scratch of merge_exits
  std::vector<SummaryId> found_;
  std::vector<List> lists_;  // scratch
  std::vector<std::uint32_t> bitsets_;  // that one mask takes: of summaries, twice their number, of results, one more
  Interned<std::uint32_t> unions_{part_budget_};  // of such
  std::vector<std::span<const std::uint32_t>> united_;  // by union
  std::vector<Item> single_;
  FlatMap<ItemSetId> of_state_;  // an item that completes nothing in particular, by state and count
  std::uint64_t time_ = 0, clock_ = 0;  // of the mask in the draft; the last that there was
  std::uint64_t budget_ = 0;
};

}  // namespace constrain
