// Residual patterns: regular expressions over bytes as hash-consed nodes, stepped by Brzozowski derivatives.
//
// A residual is what is left of a pattern after some bytes; equal residuals have equal ids, so everything computed from
// one (a derivative, a token table) is computed once for all grammars that meet it. Intersection, complement and
// counted repetition are nodes of their own and never unrolled. A residual that can match nothing *is* kEmpty:
// intersections, complements and assertions are searched for a matching text when they arise (memoised, under a
// budget).
//
// Assertions. `Ahead p` holds where the whole rest of the lexeme is in p. A node with assertions is read with its
// continuation K: L(Ahead p, K) = p & K. Its derivative splits into paths that consume the byte inside the node and
// paths that pass it empty under a condition on the rest (`empty_condition`). `Behind p` carries a tracker: p's
// residual after the text so far; `step` advances the trackers everywhere in an expression, also in parts not reached
// yet. (Sources: Brzozowski 1964; Owens, Reppy, Turon 2009 for classes; Varatalu, Veanes, Ernits 2025 for lookarounds.)
//
// Thread-safety: nodes and filled derivative entries are read without a lock; whatever creates nodes holds `mutex`.
#pragma once

#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "pattern/automaton.h"
#include "pattern/byte_groups.h"
#include "pattern/partitions.h"
#include "pattern/step_budget.h"
#include "pattern/store_mutex.h"
#include "support/flat_map.h"

namespace constrain {

struct TokenTable;  // see token_table.h; one per residual, made on demand
struct SuffixTries;  // beside them

class ResidualStore {
 public:
  enum class Kind : std::uint8_t { Empty, Epsilon, Class, Concat, Alt, And, Not, Repeat, Ahead, Behind, Automaton };

  // Derivatives of one node by byte class; entries are kUnknown until computed.
  struct Row {
    const std::uint8_t* classes;  // byte -> class
    std::atomic<ResidualId>* next;
  };
  // Any text of at most `length` bytes drawn from `groups` (whole code points beyond ASCII) leaves the residual
  // non-empty, because it, or an alternative of it, is itself again but for its counters. Example: `[a-z]{3,20}` has
  // the groups of lower-case letters and the length 20; the literal `abc` survives nothing.
  struct Survival {
    std::uint32_t length;
    std::uint32_t groups;  // see byte_groups.h
  };
  struct Node {
    Kind kind = Kind::Empty;
    bool nullable = false;   // matches the empty text (assertions read at the end of the text)
    bool asserts = false;    // contains Ahead or Behind
    bool looks = false;      // contains Ahead
    bool tracks = false;     // contains Behind
    bool searched = false;   // contains And, Not or assertions: emptiness is not evident from the form
    bool negative = false;   // of an assertion; of an intersection: it is a path with conditions, see conjoin
    bool lower = false;      // has a counter with a minimum above 1 on its spine
    bool far = false;        // contains a counter that could be taken for one with the maximum kMany, see counts_rounds
    bool counts = false;     // contains a counter with a bound above 1
    std::uint8_t emptiness = 0;  // 0 unknown, 1 empty, 2 not (under the lock)
    std::uint16_t depth = 0;     // nesting, not counting the right spine of a concatenation
    std::uint32_t a = 0, b = 0;  // Class: index of the byte set; Concat: head, tail; Not/Repeat/assertions: a = part;
                                 // Automaton: its number, the state
    std::uint32_t minimum = 0, maximum = 0;  // of a Repeat; of an Automaton, rounds owed and left
    std::uint32_t shortest = 0;              // lower bound on the length of a match
    std::uint32_t longest = 0;               // upper bound; exact unless `searched`; kUnbounded: none
    PartitionId partition = Partitions::kUnknown;
    std::uint32_t head = kNone;  // the byte set of a class, or of the class that a concatenation without complements,
                                 // intersections and assertions begins with: its derivative needs no row
    const ResidualId* parts = nullptr;       // of Alt and And
    std::uint32_t count = 0;
    std::atomic<Row*> row{nullptr};
    std::atomic<TokenTable*> table{nullptr};
    std::atomic<const ByteSet*> first{nullptr};
    std::atomic<const Survival*> self_loop{nullptr}, survival{nullptr};
    ResidualId core = 0;         // see core(); 0 = not computed (under the lock)
    std::uint32_t slack = 0;
    // What is true of a part is true of the whole.
    void inherit(const Node& part) {
      asserts = asserts || part.asserts, looks = looks || part.looks, tracks = tracks || part.tracks;
    }
  };

  static constexpr ResidualId kEmpty = 0, kEpsilon = 1, kAny = 2;
  static constexpr ResidualId kUnknown = 0xFFFFFFFE;

  ResidualStore();
  ~ResidualStore();
  ResidualStore(const ResidualStore&) = delete;
  ResidualStore& operator=(const ResidualStore&) = delete;

  // The node for constrain.patterns.pattern's byte code. Throws GrammarFault on malformed code, UnsupportedFault on
  // misplaced assertions, LimitError on nesting beyond kMaxDepth.
  ResidualId parse(std::string_view code);
  // The same for code of which it is known that something matches it.
  ResidualId restore(std::string_view code);

  // The residual after one more byte. Usually two loads; takes the lock when it is met for the first time.
  ResidualId derive(ResidualId n, std::uint8_t byte) {
    if (const Row* row = nodes_[n].row.load(std::memory_order_acquire)) {
      const ResidualId next = row->next[row->classes[byte]].load(std::memory_order_acquire);
      if (next != kUnknown) return next;
    }
    return nodes_[n].head != kNone ? behind(n, byte) : derive_slow(n, byte);
  }
  const Node& node(ResidualId n) const { return nodes_[n]; }
  // The derivatives known so far, or null.
  const Row* row(ResidualId n) const { return nodes_[n].row.load(std::memory_order_acquire); }
  bool nullable(ResidualId n) const { return nodes_[n].nullable; }
  // The bytes by which the residual can go on.
  const ByteSet& first(ResidualId n);
  // n, or the same language in a better form. Throws LimitError if texts of the pattern might take too much work later;
  // see probe.cc. Under the lock.
  ResidualId probed(ResidualId n);
  // How many elementary steps that took; 0 where nothing multiplies, kRefused where it threw. Under the lock, as the
  // next.
  std::uint64_t hardness(ResidualId n) const {
    const auto found = hardness_.find(n);
    return found == hardness_.end() ? 0 : found->second;
  }
  void set_hardness(ResidualId n, std::uint64_t steps) { hardness_[n] = steps; }
  // A pattern that is refused is refused again, though what was found on the way is kept and would cost nothing now;
  // but not where the limits are greater. Under the lock.
  void refuse(ResidualId n) {
    hardness_[n] = kRefused;
    refused_[n] = StepBudget::share(kUsually);
  }
  bool refused(ResidualId n) const {
    const auto found = refused_.find(n);
    return hardness(n) == kRefused && found != refused_.end() && found->second >= StepBudget::share(kUsually);
  }
  static constexpr std::uint64_t kRefused = ~std::uint64_t{0};
  // Whether n holds so many texts that some are left however finitely many are taken out. May say no where it does.
  bool endless(ResidualId n) const;

  // The residual with every counted repetition on its spine whose remaining maximum is at least `longest` made
  // unbounded and every remaining minimum above it cut to longest + 1: equal on all texts of up to `longest` bytes.
  ResidualId saturate(ResidualId n, std::uint32_t longest);
  // Whether the two are equal on all texts of up to `longest` bytes, as far as saturation can tell. Cheap; under the
  // lock.
  bool alike(ResidualId a, ResidualId b, std::uint32_t longest) {
    if (a == b) return true;
    if (a == kEmpty || b == kEmpty) return false;
    const auto [core_a, slack_a] = core(a);
    const auto [core_b, slack_b] = core(b);
    if (core_a == core_b) return slack_a >= longest && slack_b >= longest;
    return nodes_[core_a].lower != nodes_[core_b].lower && saturate(a, longest) == saturate(b, longest);
  }
  // The residual without upper bounds, if texts of up to `length` bytes cannot tell the two apart; or n itself.
  ResidualId unbounded(ResidualId n, std::uint32_t length) {
    std::lock_guard guard(mutex);
    const auto [whole, slack] = core(n);
    return slack >= length ? whole : n;
  }
  // A simpler residual that agrees with n on most texts (complements dropped, counters gone), or n itself.
  ResidualId reference(ResidualId n);

  const Survival& self_loop(ResidualId n);
  // The same without coming back to itself: after each such text something is left of n, whatever that is.
  const Survival& survival(ResidualId n);
  // That if it is known, or if `budget` allows to look for it, which is then less by one; else the self-loop.
  const Survival& survival(ResidualId n, int& budget) {
    if (const Survival* known = nodes_[n].survival.load(std::memory_order_acquire)) return *known;
    return budget > 0 ? --budget, survival(n) : self_loop(n);
  }

  // Residuals that together are n, if n is an alternation of a few that loop over much of the alphabet and perhaps of
  // others; else none. What a token may do in n is what it may do in one of them, and many residuals share them.
  std::vector<ResidualId> split(ResidualId n);

  // Takes `n = base without texts` apart, for an intersection with complements, some of finite sets; base == kEmpty if
  // it is none. Complements of endless sets belong to the base.
  struct Difference {
    ResidualId base = kEmpty;
    std::vector<ResidualId> texts;
    std::uint32_t longest = 0;  // of the texts
  };
  Difference difference(ResidualId n);
  const ByteSet& head_set(ResidualId n) const { return sets_[nodes_[n].head]; }  // where node(n).head is known

  // The texts that take one string of each part in turn; and a pattern without some such texts.
  using Spellings = std::vector<std::vector<std::string>>;
  ResidualId spelled(const Spellings& parts);
  ResidualId without(ResidualId pattern, std::vector<ResidualId> texts);
  // The texts of any of these; those of `head` and then of `tail`. Of patterns that are small and have been looked at.
  ResidualId united(std::vector<ResidualId> parts);
  ResidualId joined(ResidualId head, ResidualId tail);

  // `head` and then the texts of `tail` that are so wide, or wider; see indentation.h.
  ResidualId indented(ResidualId head, ResidualId tail, std::uint32_t tab, std::uint32_t width, bool wider);

  // The loop body{0,maximum} tail.
  ResidualId loop(ResidualId body, std::uint32_t maximum, ResidualId tail);
  // A maximum that is never used up: what is left of it says how many rounds have begun. Patterns with such counters of
  // their own are `far`: they have no tables that are read off counters.
  static constexpr std::uint32_t kMany = 1u << 30;
  static bool counts_rounds(const Node& x, ResidualId body) {
    return x.kind == Kind::Repeat && x.a == body && x.maximum > kMany / 2 && x.maximum <= kMany;
  }

  // One or two bounds that change while a text is read: of a counted loop wherever it stands, or of one in each of two
  // parts of an intersection. `bounded` takes n apart (count == 0 if it is no such thing): `loop` is n with the bounds
  // kMany. `refilled` finds, in a residual of the former, what has been used of each bound, and
  // gives the residual with the bounds kMany again, or kUnknown where it is in two places at once.
  struct Bounded {
    ResidualId loop = kEmpty;
    std::array<ResidualId, 2> bodies{};
    std::array<std::uint32_t, 2> bounds{};
    std::uint32_t count = 0;
  };
  Bounded bounded(ResidualId n);
  // If alternatives have used different amounts of a counter, `used` is the smallest and `owed` is set. While it is set
  // the loop must not be left, or the difference would be lost. `owed` is also an input: what was owed a byte before.
  using Used = std::array<std::uint32_t, 2>;
  ResidualId refilled(ResidualId n, const Bounded& of, Used& used, std::array<bool, 2>& owed);

  // While one lives, derivatives take bounds near kMany for none where they decide whether anything is left, under
  // a cap. Under the lock.
  class Counting {
   public:
    explicit Counting(ResidualStore& store) : store_(store), cap_(store.steps_, kCounting) { store_.counting_ = true; }
    ~Counting() { store_.counting_ = false; }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

   private:
    static constexpr std::uint64_t kCounting = 1'000'000;
    ResidualStore& store_;
    const StepBudget::Cap cap_;
  };

  // Gives the residual its table, which the store owns from then on and ends with `free`.
  void set_table(ResidualId n, TokenTable* table, void (*free)(TokenTable*)) {
    free_table_ = free;
    nodes_[n].table.store(table, std::memory_order_release);
  }
  // Of an Automaton; under the lock.
  const constrain::Automaton& automaton_of(const Node& x) const { return *automata_[x.a]; }
  std::uint32_t size() const { return nodes_.size(); }
  // Elementary steps since the store was made; under the lock.
  std::uint64_t work() const { return steps_.work(); }
  std::size_t memory() const { return memory_.load(std::memory_order_relaxed); }
  void charge(std::size_t bytes) { memory_.fetch_add(bytes, std::memory_order_relaxed); }

  std::vector<ResidualId> walked;  // the last ones whose tables, bitsets without a reference, took a walk of the trie
  // Whose tokens have been asked for their costs; those without a table have none.
  std::unordered_set<ResidualId> uncounted;
  std::shared_ptr<SuffixTries> suffix_tries;  // of all tables; null until one is asked for
  StoreMutex mutex;                // held by everything that creates nodes or tables

  static constexpr std::uint16_t kMaxDepth = 1000;
  static constexpr int kLongSpine = 64;  // elements among which a counter is looked for; a round before it is a few
  static constexpr std::uint32_t kManyTabs = 250;        // of one line's indentation, from which on it is a chain
  static constexpr std::size_t kMaxSpread = 64;          // alternatives that `conjoin` makes at once
  static constexpr std::uint32_t kMaxSearch =
      200'000;  // residuals visited by one emptiness search under the usual limits
  static constexpr std::size_t kMaxMemory = std::size_t{2} << 30;
  static constexpr std::size_t kTrialMemory = std::size_t{32} << 20;  // of one pattern, before it is read apart

 private:
  struct OutOfTrial {};
  class Outside;
  void lend();
  void (*free_table_)(TokenTable*) = nullptr;  // known with the first table

  ResidualId behind(ResidualId n, std::uint8_t byte) const {
    const Node& x = nodes_[n];
    return !sets_[x.head].has(byte) ? kEmpty : x.kind == Kind::Concat ? x.b : kEpsilon;
  }
  ResidualId derive_slow(ResidualId n, std::uint8_t byte);
  Row* row_of(ResidualId n);
  ResidualId compute(ResidualId n, std::uint8_t byte);
  ResidualId raw(ResidualId n, std::uint8_t byte);
  ResidualId pruned(ResidualId n);
  // The residual without the upper bounds on its spine, and a length up to which texts cannot tell the two apart: the
  // smallest of these bounds, and of an intersection's parts less what it may take to find a text that is in all.
  std::pair<ResidualId, std::uint32_t> core(ResidualId n) {
    if (!nodes_[n].core) find_core(n);
    return {nodes_[n].core, nodes_[n].slack};
  }
  void find_core(ResidualId n);
  std::pair<ResidualId, std::uint32_t> together_without_bounds(ResidualId n);
  void set_core(ResidualId n, ResidualId whole, std::uint32_t bound, std::uint32_t reach);
  ResidualId without_far_bounds(ResidualId n);
  template <class Is, class To>
  ResidualId with_maximum(ResidualId n, Is is, To to);
  ResidualId with_bound(ResidualId n, ResidualId body, std::uint32_t from, std::uint32_t to);
  ResidualId with_room(ResidualId n, ResidualId body, std::uint32_t more);
  bool reach_known(ResidualId n);  // whether core(n) is known, or cheap to find; then it is found
  // The longest of the shortest texts that finish n after any beginning; kUnbounded where that takes long to find.
  std::uint32_t reach(ResidualId n);
  std::uint64_t least_states(ResidualId n) const;
  std::uint32_t turns(ResidualId from, ResidualId back);
  bool like_the_byte_below(ResidualId n, std::uint8_t byte) const {
    const Row* known = row(n);
    return known && known->classes[byte] == known->classes[byte - 1];
  }
  ResidualId looping(ResidualId n);
  Survival self_loop_of_all(ResidualId n);
  Survival explored_survival(ResidualId n);
  ResidualId consume(ResidualId n, ResidualId rest, std::uint8_t byte);
  ResidualId empty_condition(ResidualId n);
  ResidualId step(ResidualId n, std::uint8_t byte);
  bool matches_nothing(ResidualId n);
  std::optional<bool> nothing_by_form(ResidualId n);
  bool nothing_behind(ResidualId n);
  // Two expressions without complements, intersections and assertions: texts of both, or of the one without the
  // other's.
  struct Pair {
    ResidualId one, other;
    bool without;
  };
  std::optional<Pair> pair_of(ResidualId n) const;
  bool nothing_in_both(const Pair& begin);
  bool surely(ResidualId n) const;
  bool counts_from_anywhere(ResidualId n) const;
  bool may_multiply(ResidualId n) const;
  void probe(ResidualId n);
  ResidualId lifted(ResidualId n);
  // Whole patterns as automata; see automaton.h.
  struct Counted;
  std::optional<constrain::Automaton> machine(ResidualId n, const Counted& counted);
  std::optional<constrain::Automaton> machine_of(ResidualId n, const Counted& counted);
  Counted counter_of(ResidualId n, const Counted& none);
  std::optional<constrain::Automaton> explored(const Counted& of);
  std::optional<constrain::Automaton> together(const constrain::Automaton& one, const constrain::Automaton& two,
                                               bool both);
  constrain::Automaton complemented(constrain::Automaton of);
  constrain::Automaton minimised(constrain::Automaton of);
  ResidualId as_automaton(ResidualId n);
  ResidualId state_of(std::uint32_t automaton, std::uint32_t state, std::uint32_t least, std::uint32_t most);
  ResidualId next_state(const Node& x, std::uint8_t byte);
  void derive_many(ResidualId n, const StepBudget::Cap& all_together);
  // Whether a text that was found in another intersection is in this one, too.
  bool known_text(ResidualId n);
  bool takes_all(ResidualId n);
  void keep_text(std::string text);
  ByteSet heads_of(ResidualId n) const;
  // Whether every text of p is one of q, if their form shows it; see inclusion.cc. `steps`: comparisons left to make.
  bool within(ResidualId p, ResidualId q);
  bool within(ResidualId p, ResidualId q, std::uint32_t& steps);
  bool compare_forms(ResidualId p, ResidualId q, std::uint32_t& steps);
  bool compare_spines(ResidualId p, ResidualId q, std::uint32_t& steps);
  bool comparable(const Node& less, const Node& more) const;
  void drop_included(std::vector<ResidualId>& parts);
  bool drop_implied(std::vector<ResidualId>& parts, bool conditions);
  class Reader;  // bytecode_reader.cc
  ResidualId parse_code(std::string_view code);
  ResidualId parse_new(std::string_view code);  // throws as `parse`

  ResidualId make(const Node& fields, const ResidualId* parts, std::uint32_t count);
  ResidualId class_of(const ByteSet& set);
  ResidualId class_of(std::uint8_t byte);
  ResidualId literal(std::string_view text, ResidualId tail);
  ResidualId concat(ResidualId a, ResidualId b);
  bool turns_over(ResidualId a, ResidualId b) const;
  ResidualId turned_over(ResidualId a, ResidualId b);
  ResidualId alt(std::vector<ResidualId> parts);
  std::vector<ResidualId> merged_heads(const std::vector<ResidualId>& flat, bool& epsilon);
  ResidualId alternation_of(const std::vector<ResidualId>& others);
  ResidualId both(std::vector<ResidualId> parts, bool spread = false);
  // The same for a path and the conditions on it: alternatives among the parts are spread out, so that paths on which
  // the same conditions hold meet in one node, however they came about.
  ResidualId conjoin(std::vector<ResidualId> parts);
  ResidualId negate(ResidualId a);
  ResidualId far_indented(std::uint32_t tab, std::uint32_t least, bool wider);  // in indentation.cc
  ResidualId repeat(ResidualId a, std::uint32_t minimum, std::uint32_t maximum);
  ResidualId assertion(Kind kind, ResidualId a, bool negative);
  ResidualId trie(std::vector<std::string_view> items);
  PartitionId partition_of(ResidualId n);
  PartitionId partition_of_branches(const Node& x);
  template <class F>
  ResidualId with_counters(ResidualId n, F f);
  static constexpr std::uint64_t kUsually = 1 << 20;  // under the usual limits; of no unit
  static std::uint32_t most_visits() {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(StepBudget::share(kMaxSearch), kNone - 1));
  }

  static std::uint32_t saturating_multiply(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t product = std::uint64_t{a} * b;
    return product > kUnbounded ? kUnbounded : static_cast<std::uint32_t>(product);
  }

  static constexpr std::size_t kMaxExplored = 24;       // residuals that are looked at for one survival
  static constexpr std::size_t kMaxReach = 1024;    // residuals that `reach` looks at,
  static constexpr std::uint32_t kMaxMade = 1200;   // and that it makes
  static constexpr std::uint32_t kMaxCompared = 256;  // comparisons of parts that one of two residuals may take
  static constexpr std::size_t kTexts = 8, kLongText = 512;  // of texts_, and bytes of one
  static constexpr std::size_t kMaxAlternatives = 256, kMaxConditions = 16;  // that are compared each with each
  static constexpr int kWide = 8;             // groups of bytes over which an alternative loops, to stand alone
  static constexpr std::size_t kSplit = 4;    // such alternatives at most
  static constexpr int kSpine = 8;  // elements of a concatenation that are looked at for counters

  StableVector<Node, 8, 24> nodes_;
  StableVector<ByteSet, 6, 26> sets_;
  std::array<ResidualId, 256> byte_classes_{};  // those of one byte each; 0: not made yet
  Partitions partitions_;
  StepBudget steps_;
  HashIndex node_index_, set_index_;
  std::vector<std::string> texts_;                // found in intersections; the last ones used stand first
  FlatMap<bool> included_;                        // by two residuals: what was not seen at once
  FlatMap<bool> common_, differences_;            // by two residuals: whether there is nothing in both, or in one alone
  FlatMap<ResidualId> stepped_, raw_, saturated_;  // by node, and byte; class; length
  std::unordered_map<ResidualId, ResidualId> references_;
  std::unordered_map<ResidualId, std::uint32_t> reaches_;
  std::unordered_map<ResidualId, std::uint64_t> hardness_;  // of patterns that were probed
  std::vector<std::unique_ptr<constrain::Automaton>> automata_;
  std::unordered_map<ResidualId, std::uint64_t>
      refused_;  // by how much of kUsually the limits allowed when they were refused
  std::unordered_map<ResidualId, std::uint32_t> rounds_;  // groups by which the body of a counter takes one round
  // Codes that were read before. No map of the library's, which moves all its entries at once when it grows: milliseconds.
  struct Parsed {
    std::string_view code;  // in arena_
    ResidualId result;
  };
  std::shared_mutex parsed_mutex_;  // of these two alone, held for moments; taken last
  StableVector<Parsed> parsed_;
  HashIndex parsed_index_;
  Arena arena_;
  std::atomic<std::size_t> memory_{0};
  std::size_t most_memory_ = kMaxMemory;     // less while a pattern is tried
  std::unordered_set<std::size_t> outgrown_;  // hashes of the code of patterns for which that was too little
  Budget::Clock::time_point lent_{};          // by whoever holds it, last
  bool counting_ = false;      // see Counting
  bool finding_core_ = false;  // find_core derives, and may reach the node it began with
};

// While one lives, others may have the store, unless its owner holds it more than once: for whoever reads a long pattern
// and keeps nothing meanwhile but residuals.
class ResidualStore::Outside {
 public:
  explicit Outside(ResidualStore& store)
      : store_(store), most_(std::exchange(store.most_memory_, kMaxMemory)), piece_(store.steps_.leave()) {
    if (left_) store_.mutex.unlock();
  }
  ~Outside() {
    if (left_) store_.mutex.lock();
    store_.steps_.resume(piece_);
    store_.most_memory_ = most_;
  }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

 private:
  ResidualStore& store_;
  const bool left_ = store_.mutex.held_once();
  const std::size_t most_;
  const StepBudget::Piece piece_;
};

}  // namespace constrain
