// Configurations: where a text stands, as an interned immutable object, and the masks that follow from it.
//
// A configuration is a set of open lexemes (a residual inside some lexeme, and what follows when the lexeme ends) and at most
// one boundary set (the text stands at the end of a lexeme, and the terminals of that set may begin). Its mask is the union
// of its residuals' token tables and, for tokens that cross the end of a lexeme, of the suffixes that the next terminals
// can read; it is computed once and kept as a base bitset with a few changes. Everything is a function of the id, so
// fork, rollback and sharing between rows cost nothing.
// Thread-safe: a mask that exists is read without a lock; everything else holds `mutex`.
#pragma once

#include "masks/compute_mask.h"
#include "masks/constraint_core.h"
#include "masks/mask_memo.h"
#include "masks/reader.h"
#include "masks/tracked_masks.h"

namespace constrain {

class Completions;  // completion.h

class Configurations {
 public:
  Configurations(ConstraintCore& owner, std::shared_ptr<CompiledGrammar> compiled, std::uint32_t generation);
  ~Configurations();

  ConfigId start() const { return start_; }
  std::uint32_t generation() const { return generation_; }
  bool accepting(ConfigId c) const { return table_[c].accepting; }
  // The configuration after the token, or kNone if it is not allowed. `keep` false: only whether there is one.
  ConfigId advance(ConfigId c, TokenId token, bool keep = true);
  // The configuration after every token, kNone where it is not allowed or ends the text: the trie's paths are read once.
  void successors(ConfigId c, std::span<ConfigId> next);
  // Writes the mask; `row` has trie.words() words.
  void fill(ConfigId c, std::uint32_t* row);
  bool ready(ConfigId c) const { return table_[c].mask.load(std::memory_order_acquire); }
  // Computes the mask, if it is not there yet.
  void prepare(ConfigId c) { ready_mask(c); }
  std::string forced_bytes(ConfigId c, std::size_t limit);
  // In completion.cc. The fewest tokens that the completion of the text takes from here, and these tokens.
  std::uint32_t tokens_to_end(ConfigId c);
  std::vector<TokenId> completion(ConfigId c);
  // The configuration's mask without the tokens after which more than `left` - 1 would be needed to end the text, and whether
  // one of them is such. Throw LimitError if the text cannot be ended with `left`.
  void fill(ConfigId c, std::uint32_t left, std::uint32_t* row);
  // In regions.cc, which says what a region is. The same where there are regions, so many tokens having been taken in this one.
  void fill_within(ConfigId c, std::uint32_t used, std::uint32_t left, std::uint32_t* row);
  bool has_regions() const { return !owner_.regions.empty(); }
  // How many tokens have been taken in the region that `to` is in, after one that leads there.
  std::uint32_t tokens_in_region(ConfigId from, std::uint32_t used, ConfigId to);
  // Whether the text can be completed after a token that leads to `to`, no region taking more than it may.
  bool keeps_regions(ConfigId from, std::uint32_t used, ConfigId to);
  // Of the first region that cannot be kept: how many tokens it may take, and takes.
  struct Overrun { std::uint32_t limit = 0, needed = 0; };
  std::optional<Overrun> overrun(ConfigId c, std::uint32_t used);
  // Whether that is the configuration's mask, and known to be.
  bool ample(ConfigId c, std::uint32_t left) const { return left >= table_[c].ample.load(std::memory_order_acquire); }
  bool leaves(ConfigId c, TokenId token, std::uint32_t left);
  void check_tokens_left(ConfigId c, std::uint32_t left);
  // Why the token is refused, in words.
  std::string explain(ConfigId c, TokenId token);
  // What may follow, in words.
  std::string expectations(ConfigId c);
  // How many of the bytes are read one by one, and the configuration after those, or kNone if some are left.
  std::pair<std::size_t, ConfigId> read(ConfigId c, std::string_view bytes);
  std::uint32_t size() const { return table_.size(); }
  // Whether the budget is spent; matchers then move to a new generation.
  bool crowded() const { return crowded_.load(std::memory_order_relaxed); }
  // Doubles the budget if one text alone has spent it, or every token of a long text would replay the whole.
  void make_room();
  // For who reads texts by other ways than these; under the owner's lock.
  Reader& reader() { return reader_; }
  // Under the owner's lock. The bytes are all there are, whatever the budget counts.
  ConstraintCore::Counts counts() const;

 private:
  friend class Completions;
  Completions& completions();  // under the owner's lock, as this:
  void write_mask(ConfigId c, std::uint32_t* row);
  void count_memory();
  std::size_t memory() const;  // what grows with the texts that were met
  // The region that a configuration is in: the set in which it began, and how many tokens it may take; kNone where it is in none.
  struct Region {
    SetId begin = kNone;
    std::uint32_t tokens = 0;
    explicit operator bool() const { return begin != kNone; }
    auto operator<=>(const Region&) const = default;
  };
  Region region(ConfigId c);
  static constexpr std::size_t kWholes = 256;

  const MadeMask& mask(ConfigId c);
  const MadeMask& make_mask(ConfigId id, const Config& config, bool& checked);
  const MadeMask& ready_mask(ConfigId c);

  ConstraintCore& owner_;
  const std::shared_ptr<CompiledGrammar> compiled_;
  const TokenTrie& trie_;
  ResidualStore& store_;
  Reader reader_;
  Arena& arena_ = reader_.arena;
  Recogniser& recogniser_ = reader_.recogniser;
  Stepper& stepper_ = reader_.stepper;
  ConfigTable& table_ = reader_.table;
  TrackedMasks tracked_masks_;
  UsedLexemes used_lexemes_;
  MaskMemo memo_;
  MaskBuilder builder_;
  FlatMap<ConfigId> steps_;        // by config and token
  std::size_t wholes_ = 0;  // masks that are bitsets because they are written often
  std::size_t budget_;
  std::atomic<bool> crowded_{false};
  std::unique_ptr<Completions> completions_;  // once somebody has asked
  ConfigId start_;
  const std::uint32_t generation_;  // ids of one generation mean nothing in another
};

}  // namespace constrain
