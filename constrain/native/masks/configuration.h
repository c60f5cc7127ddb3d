// Configurations: where texts of one grammar stand, as interned immutable objects, and the masks that follow from them.
//
// A configuration is a set of open lexemes (a residual inside some lexeme, and what follows when the lexeme ends) and
// at most one boundary set (the text stands at the end of a lexeme, and the terminals of that set may begin). Its mask
// is the union of its residuals' token tables and, for tokens that cross the end of a lexeme, of the suffixes that the
// next terminals can read; it is computed once and kept as a base bitset with a few changes. Everything is a function
// of the id, so fork, rollback and sharing between rows cost nothing. This class owns one generation of them: what
// reads texts (reader.h), what makes masks (compute_mask.h, tracked_masks.h) and shares them (mask_memo.h), and budgets
// of tokens (token_budgets.h). Thread-safe: a mask that exists is read without a lock; everything else holds the mutex
// of the constraint.
#pragma once

#include "masks/compute_mask.h"
#include "masks/constraint_core.h"
#include "masks/mask_memo.h"
#include "masks/token_budgets.h"
#include "masks/tracked_masks.h"

namespace constrain {

class Configurations {
 public:
  Configurations(ConstraintCore& owner, std::shared_ptr<CompiledGrammar> compiled, std::uint32_t generation);

  ConfigId start() const { return ConfigTable::kStart; }
  std::uint32_t generation() const { return generation_; }
  bool accepting(ConfigId c) const { return reader_.table[c].accepting; }
  std::uint32_t size() const { return reader_.table.size(); }

  // The configuration after the token, or kNone if it is not allowed. `keep` false: only whether there is one.
  ConfigId advance(ConfigId c, TokenId token, bool keep = true);
  // The configuration after every token, kNone where it is not allowed or ends the text: the trie's paths are read
  // once.
  void successors(ConfigId c, std::span<ConfigId> next);
  // How many of the bytes are read one by one, and the configuration after those, or kNone if some are left.
  std::pair<std::size_t, ConfigId> read(ConfigId c, std::string_view bytes);
  // The bytes that follow in every text, up to so many.
  std::string forced_bytes(ConfigId c, std::size_t limit);

  // Writes the mask; `row` has trie.words() words.
  void fill(ConfigId c, std::uint32_t* row);
  bool ready(ConfigId c) const { return reader_.table[c].mask.load(std::memory_order_acquire); }
  // Computes the mask, if it is not there yet.
  void prepare(ConfigId c) { ready_mask(c); }
  // The same where tokens are limited.
  TokenBudgets& budgets() { return budgets_; }

  // Why the token is refused, in words; and what may follow.
  std::string explain(ConfigId c, TokenId token);
  std::string expectations(ConfigId c);

  // Whether the budget is spent; matchers then move to a new generation.
  bool crowded() const { return crowded_.load(std::memory_order_relaxed); }
  // Doubles the budget if one text alone has spent it, or every token of a long text would replay the whole.
  void make_room();
  // All of these under the owner's lock. The bytes are all there are, whatever the budget counts; `memory` is what of them
  // grows with the texts that were met.
  ConstraintCore::Counts counts() const;
  std::size_t memory() const;
  // For who reads texts in other ways than these.
  Reader& reader() { return reader_; }

 private:
  const MadeMask& ready_mask(ConfigId c);
  // Under the owner's lock, as all that follows. A mask that is not there yet.
  const MadeMask& mask(ConfigId c);
  const MadeMask& make_mask(ConfigId c, const Config& config, bool& checked);
  void write_mask(ConfigId c, std::uint32_t* row);
  void count_memory();

  static constexpr std::size_t kWholes = 256;

  ConstraintCore& owner_;
  const std::shared_ptr<CompiledGrammar> compiled_;
  Reader reader_;
  UsedLexemes used_lexemes_;
  MaskBuilder builder_;
  TrackedMasks tracked_masks_;
  MaskMemo memo_;
  TokenBudgets budgets_;
  FlatMap<ConfigId> steps_;  // by configuration and token
  std::size_t wholes_ = 0;   // masks that are bitsets because they are written often, at most kWholes
  std::size_t budget_;       // bytes
  std::atomic<bool> crowded_{false};
  const std::uint32_t generation_;  // ids of one generation mean nothing in another
};

}  // namespace constrain
