// Earley sets over the transition network, interned.
//
// An item says: in this state of an automaton, which was entered in set `origin` and will, when it ends, have completed
// `returns` there. A set is its kernel: the items after reading, completed, each of which can still read something;
// those of one origin are one interned item set (item_sets.h), so a set is a short list of these. Origins are ids of
// other interned sets, so equal situations are the same set, however the text got there: the set after each element of
// a list is one id. What a set predicts and may read depends on its items alone; that is its expectation, made once and
// shared by all sets that differ only in where their items began.
// (Earley 1970; Scott 2008. Jumps in place of last calls give Leo's linear right recursion without his bookkeeping.)
// Not thread-safe: the owner locks.
#pragma once

#include <memory>
#include <unordered_map>

#include "network/network.h"
#include "earley/item_sets.h"

namespace constrain {

// How lexemes before a terminal that masks do not follow may bear on it: not at all; it must spell none of them; anyhow.
enum class Doubt : std::uint8_t { None, Distinct, Any };

class Recogniser {
 public:
  // A terminal that may come next.
  struct Scan {
    TerminalId terminal;
    ResidualId residual;   // of the whole terminal
    const ByteSet* first;  // bytes it can begin with
    SeenId distinct;    // with whose lexemes its own must not agree and will be counted, or kNone
    Line line = Line::None;
    NameAction action = NameAction::None;
    BindingAction binding = BindingAction::None;
    Doubt doubt = Doubt::None;
    // The residual says nothing of the lexemes that it must not agree with; they are compared with it as it is read.
    bool compared = false;
    // Whether what is read of the lexeme must be known when it ends.
    bool tracked() const {
      return distinct != kNone || line == Line::Deeper || (line == Line::Named && Names::tracked(action)) ||
             (line == Line::Bound && Bindings::tracked(binding));
    }
  };
  struct Expectation {
    std::span<const Scan> scans;  // first those that no stack bears on; both sorted by terminal
    std::uint32_t plain = 0;      // how many those are
    ItemSetId predicted;          // the items that begin in the set
    ByteSet first;                // bytes that may come next
    std::uint32_t groups = 0;     // that have any of these, see byte_groups.h
    ByteSet sure;                 // with which something may begin, whatever the stack is and came before
    // Of these scans cut down to what a stack allows: the whole ones, from which it has those that are plain.
    const Expectation* base = nullptr;
    // Which of the plain ones can begin with a byte, `words` for each byte, once asked for.
    mutable const std::uint64_t* begins = nullptr;
    std::uint32_t number = 0;     // of expectations; no other has it
    std::uint32_t words() const { return (plain + 63) / 64; }
    std::span<const Scan> others() const { return scans.subspan(plain); }
  };
  // Items and the set in which their automata were entered; kNone: the text's own.
  struct Part {
    ItemSetId items;
    SetId origin;
    auto operator<=>(const Part&) const = default;
  };
  struct Set {
    const Part* parts = nullptr;  // by descending origin, the text's own last
    std::uint32_t count = 0;
    bool accepting = false;        // if no block is open
    bool caller_free = false;           // nobody knows what called its items, see `caller_free`
    AutomatonSetId left =
        ItemSets::kNothing;  // automata that have ended for whoever called them from a caller_free set
    std::int8_t ends = -1;         // whether the text may end here, blocks closed; -1: not known yet
    StackId stack = 0;             // of blocks; or the environment of names, or of bindings
    SetId origin = kNone;          // of the items that begin here, see `origin_of`, once asked for
    ScanId first_scan = kNone;     // of expectation->scans.size() consecutive ids, once expanded
    const Expectation* expectation = nullptr;  // once expanded
    const Expectation* base =
        nullptr;  // the same without regard to the stack, which lists all that end lines or blocks
  };

  Recogniser(ResidualStore& store, Network& network);

  static constexpr SetId kStart = 0;
  bool accepting(SetId s) { return network_.has_lines() ? ends(s) : sets_[s].accepting; }
  // The set with its expectation and scan ids.
  const Set& expanded(SetId s) {
    if (!sets_[s].expectation) expand(s);
    return sets_[s];
  }
  // Whether something may begin with the byte in the set; and that it may whatever the set's stack is and came before it.
  bool begins(SetId s, std::uint8_t byte) { return sure(s, byte) || expanded(s).expectation->first.has(byte); }
  bool sure(SetId s, std::uint8_t byte) { return base(s).sure.has(byte); }
  // Calls f(index) for each of the scans that can begin with the byte.
  template <class F>
  void each_beginning(const Expectation& expectation, std::uint8_t byte, F f) {
    const Expectation& base = expectation.base ? *expectation.base : expectation;
    const std::uint32_t words = base.words();
    if (words && !base.begins) find_begins(base);
    for (std::uint32_t w = 0; w < words; ++w)
      for (std::uint64_t left = base.begins[byte * words + w]; left; left &= left - 1) f(w * 64 + std::countr_zero(left));
    for (std::uint32_t i = base.plain; i < expectation.scans.size(); ++i)
      if (expectation.scans[i].first->has(byte)) f(i);
  }
  const Scan& scan(ScanId id) const {
    const Set& set = sets_[started_[id].set];
    return set.expectation->scans[id - set.first_scan];
  }
  // The set in which it began, and its number among the set's scans.
  std::pair<SetId, std::uint32_t> origin(ScanId id) const {
    return {started_[id].set, id - sets_[started_[id].set].first_scan};
  }
  // The set after the scan's terminal; if that is distinct, after this lexeme.
  SetId after(ScanId id, LexemeId lexeme = ScopeMemory::kUnknown) {
    if (lexeme > ScopeMemory::kUnknown) return after_lexeme(id, lexeme);
    const After& known = started_[id].after;
    return recall(known.set != kNone ? known : started_[id].after = complete(id, ScopeMemory::kUnknown));
  }
  // One byte more of a tracked lexeme: of a line's end, the width since its last line feed.
  LexemeId extend(ScanId id, LexemeId lexeme, std::uint8_t byte) {
    const Scan& s = scan(id);
    if (s.line == Line::None || s.line >= Line::Named) return marks_.extend(lexeme, byte);
    if (byte == '\n') return kNoWidth;
    return lexeme < kNoWidth ? lexeme
           : byte == ' '     ? lexeme + 1
           : byte == '\t'    ? lexeme + network_.terminal(s.terminal).tab
                             : lexeme;
  }
  // Where only costs are asked, not masks: what stands for all lexemes, or beginnings of some, that go on alike. A lexeme
  // that must differ from others is forgotten where none of them begins so; a name where it is none that matters.
  LexemeId forget(ScanId id, LexemeId lexeme, bool ended) {
    return lexeme <= ScopeMemory::kUnknown ? lexeme : find_forgotten(id, lexeme, ended);
  }
  // For a scan that is compared: what is left of the lexemes that its own must not be, after this beginning; and all that
  // it may still be. The residual is that but for what is left of them.
  const ScopeMemory::Left& forbidden(const Scan& s, LexemeId beginning) {
    return marks_.left(s.distinct, beginning, network_.terminal(s.terminal).spelling);
  }
  ResidualId exactly(const Scan& s, LexemeId beginning);
  Network& network() { return network_; }
  ItemSets& items() { return items_; }
  ScopeMemory& scope_memory() { return marks_; }
  const ByteSet& first(ResidualId residual) { return store_.first(residual); }
  std::span<const Part> parts(SetId s) const { return {sets_[s].parts, sets_[s].count}; }
  // A set that predicts these items and has none of its own: what is read from there holds for all sets that predict so.
  // Where something ends that they have called themselves, the set after it says so by `left`, and `leave` gives the set
  // that it leads to there.
  SetId caller_free(ItemSetId predicted);
  SetId resume(SetId s, AutomatonSetId left);
  AutomatonSetId left(SetId s) const { return sets_[s].left; }
  // What the set's own items may read.
  ScanLabelSetId own_labels(SetId s);
  // The items that begin in the set.
  ItemSetId predicted(SetId s) { return base(s).predicted; }
  // Whether what ended before a token bears on what the token may spell.
  bool has_scopes() const { return network_.has_scopes() || network_.has_lines(); }
  // Of the block that the set stands in, 0 where that is not known.
  std::uint32_t indentation(SetId s) const {
    const std::uint32_t its = names_ ? 0 : width(sets_[s].stack);
    return its == IndentStack::kUnknown ? 0 : its;
  }
  // Of names: bytes that the text owes where the set stands, about; the same after a scan of which nothing is known; and what
  // the scan's lexeme may be so that less is owed after it, or nothing.
  std::uint32_t owed(SetId s) {
    const StackId stack = sets_[s].stack;
    return names_ ? names_->owed(stack) : bindings_ ? bindings_->owed(stack) : 0;
  }
  std::uint32_t owed_after(ScanId id) {
    const StackId stack = sets_[started_[id].set].stack;
    if (names_) return names_->owed(stack) + spelled_debt(id);
    return bindings_ ? bindings_->owed(stack) + bindings_->usual_debt(scan(id).binding) : 0;
  }
  // What such a scan adds to that by itself.
  std::uint32_t spelled_debt(ScanId id) {
    const std::uint32_t number = network_.terminal(scan(id).terminal).number;
    return names_ ? names_->usual_debt(sets_[started_[id].set].stack, scan(id).action, number) : 0;
  }
  // What is owed at least after a scan of the set that acts on names.
  std::uint32_t still_owed(SetId s, const Scan& scan) { return names_ && Names::relieves_nothing(scan.action) ? owed(s) : 0; }
  std::string helpful_name(ScanId id) {
    const StackId stack = sets_[started_[id].set].stack;
    return names_      ? names_->helpful(stack, scan(id).action, network_.terminal(scan(id).terminal).number)
           : bindings_ ? bindings_->helpful(stack, scan(id).binding)
                       : std::string();
  }
  // Whether there are names of sources and members; and the catalogue's.
  bool has_names() const { return names_ != nullptr; }
  std::vector<std::string> catalogue_names() const { return names_->catalogue_names(); }
  // Those that the text has made and that matter where the set stands.
  std::vector<std::string> made_names(SetId s) { return names_->made_names(sets_[s].stack); }
  std::optional<Names::Widths> widths(SetId s) { return names_->widths(sets_[s].stack); }
  // Whether the set stands after an indentation whose width is not known, or names that are not.
  bool uncertain(SetId s) const { return unknown(sets_[s].stack); }
  // The oldest set, since `forget_origins`, where what its own items had called has ended: how far down its stack anybody
  // had to look. Not told where blocks end.
  void forget_origins() { lowest_ = kNone; }
  SetId lowest_origin() const { return lowest_; }
  void look_at(SetId origin) { lowest_ = std::min(lowest_, origin); }
  // One set with the items of both; both stand at the same place in the text.
  SetId unite(SetId a, SetId b);
  std::size_t memory() const {
    return tails_.size() * 12 + tail_index_.bytes() + tail_lists_.bytes() + marks_.memory() + lines_.memory() +
           (names_ ? names_->memory() : 0) + (bindings_ ? bindings_->memory() : 0) + items_.memory() + arena_.total() +
           index_.bytes() + forgotten_.bytes() + shared_.bytes() + caller_free_sets_.bytes() +
           after_resuming_.bytes() + expectations_.size() * 8 + cut_.bytes() + cuts_.size() * 8 +
           cut_index_.bytes() + sets_.size() * sizeof(Set) +
           started_.size() * sizeof(StartedScan);
  }
  std::size_t spare() const { return items_.spare() + sets_.spare() + started_.spare(); }  // see StableVector
  std::uint32_t size() const { return sets_.size(); }

  void renew() { part_budget_.renew(); }
  void spend(std::uint64_t amount) { part_budget_.spend(amount); }

 private:
  // A set, and the lowest origin looked at to find it.
  struct After {
    SetId set = kNone;  // kNone: not known yet
    SetId lowest = kNone;
  };
  struct StartedScan {
    SetId set = 0;  // in which the terminal began
    After after;    // the set after it
  };
  // Items that have got so far, of one origin.
  struct Pending {
    std::uint32_t order;  // the origin and one more, so that the text's own come last
    ItemSets::Step step;
    bool operator<(const Pending& other) const { return order < other.order; }
  };
  LexemeId find_forgotten(ScanId id, LexemeId lexeme, bool ended);
  // The origin of the items that begin in the set: one for all sets that go on alike after a scope.
  SetId origin_of(SetId s) { return sets_[s].origin != kNone ? sets_[s].origin : sets_[s].origin = find_origin(s); }
  SetId find_origin(SetId s);
  void expand(SetId s);
  const Expectation& base(SetId s) {
    Set& set = sets_[s];
    if (!set.base) set.base = expectation_of(set);
    return *set.base;
  }
  const Expectation* expectation_of(const Set& set);
  void find_begins(const Expectation& expectation);
  const Expectation* keep(Expectation& expectation);
  static constexpr LexemeId kNoWidth = ScopeMemory::kUnknown + 1;
  SetId recall(const After& after) {
    look_at(after.lowest);
    return after.set;
  }
  After complete(ScanId id, LexemeId lexeme);
  SetId read(SetId from, ScanLabel label, LexemeId lexeme, StackId stack);
  SetId read_line(SetId from, Line line, StackId stack);
  bool ends(SetId s);
  bool unknown(StackId stack) const {
    return names_ ? names_->uncertain(stack) : width(stack) == IndentStack::kUnknown;
  }
  // The blocks that are open, whoever holds them.
  bool nested(StackId stack) const { return bindings_ ? bindings_->nested(stack) : stack != 0; }
  std::uint32_t width(StackId stack) const { return bindings_ ? bindings_->width(stack) : lines_.width(stack); }
  StackId below(StackId stack) { return bindings_ ? bindings_->below(stack) : lines_.below(stack); }
  const Expectation* lined(SetId id, std::vector<SetId>& next);
  const Expectation* keep_cut(const Expectation& base);
  SetId after_lexeme(ScanId id, LexemeId lexeme);
  SetId intern(const std::vector<Part>& parts, bool accepting, StackId stack, AutomatonSetId left = ItemSets::kNothing);
  // The set with the items in `pending_`, and what they have completed.
  SetId complete_pending(StackId stack);
  const Expectation* expectation_of(ScanLabelSetId labels, ItemSetId predicted);
  void push(SetId origin, ItemSets::Step step);
  void push_callers(SetId origin, AutomatonSetId ended);
  std::span<const std::uint32_t> tails(SetId s);

  ResidualStore& store_;
  Network& network_;
  ScopeMemory marks_;
  IndentStack lines_;
  std::unique_ptr<Names> names_;  // of a grammar that has them, instead of blocks
  std::unique_ptr<Bindings> bindings_;  // of a grammar that has them, and then these hold the blocks
  PartBudget part_budget_;
  ItemSets items_;
  SetId lowest_ = kNone;
  std::unordered_map<std::uint64_t, After> after_;  // of distinct scans, with their lexemes
  StableVector<Set, 1> sets_;
  StableVector<StartedScan> started_;
  std::vector<const Expectation*> expectations_;  // by set of items, or null
  FlatMap<LexemeId> forgotten_;            // by scan, and lexeme and whether it has ended
  FlatMap<SetId> caller_free_sets_;        // by items predicted
  FlatMap<After> after_resuming_;  // by set and automata
  FlatMap<const Expectation*> shared_;      // by what may be read and what is predicted
  std::uint32_t expectation_count_ = 0;
  HashIndex index_;
  FlatMap<const Expectation*> cut_;  // by number of the base and stack, where no block can end
  std::vector<const Expectation*> cuts_;
  HashIndex cut_index_;
  Arena arena_;
  static constexpr std::uint32_t kManyParts = 16;  // from which on sets are taken to share most of them with older ones
  struct Tail { Part first; std::uint32_t rest; };  // a set's parts from one of them on, as a list; see push_callers
  StableVector<Tail> tails_;
  HashIndex tail_index_;
  FlatMap<const std::uint32_t*> tail_lists_;  // by set, and 0: a number for each part
  static constexpr std::uint64_t kTrial =
      100'000;  // parts after which tails must have saved a quarter of what they cost
  std::uint64_t passed_ = 0, skipped_ = 0;  // parts, where tails were asked; see push_callers
  std::vector<Pending> pending_;  // scratch of read
  FlatSet completed_;  // tails and automata, in one set
  std::vector<Part> parts_;
  std::vector<ItemSetId> arrived_;
  std::vector<ItemSetId> wholes_;  // scratch of expectation_of
  std::vector<Scan> scans_;
};

}  // namespace constrain
