#include "masks/token_budgets.h"

#include <bit>

namespace constrain {

Completions& TokenBudgets::completions() {
  if (!completions_) completions_ = std::make_unique<Completions>(reader_, regions_, write_mask_);
  return *completions_;
}

std::size_t TokenBudgets::memory() const { return completions_ ? completions_->memory() : 0; }

std::uint32_t TokenBudgets::tokens_to_end(ConfigId c) {
  std::lock_guard guard(mutex_);
  return completions().tokens_to_end(c);
}

std::vector<TokenId> TokenBudgets::completion(ConfigId c) {
  std::lock_guard guard(mutex_);
  return completions().path(c);
}

// Where more tokens are left than any token of the mask can need, which is the rule, the plain mask is right, and costs
// what it costs without a budget.
bool TokenBudgets::ample(ConfigId c, std::uint32_t left) const {
  return left > Completions::kLongest || left >= reader_.table[c].ample.load(std::memory_order_acquire);
}

std::size_t TokenBudgets::count(const std::uint32_t* row) const {
  std::size_t tokens = 0;
  for (std::uint32_t w = 0; w < reader_.trie.words(); ++w) tokens += static_cast<std::size_t>(std::popcount(row[w]));
  return tokens;
}

bool TokenBudgets::fill(ConfigId c, std::uint32_t left, std::uint32_t* row) {
  std::lock_guard guard(mutex_);
  completions().check(c, left);
  write_mask_(c, row);
  const std::size_t all = count(row);
  reader_.table[c].ample.store(completions().restrict(c, left, row), std::memory_order_release);
  return count(row) < all;
}

void TokenBudgets::check(ConfigId c, std::uint32_t left) {
  if (ample(c, left)) return;
  std::lock_guard guard(mutex_);
  completions().check(c, left);
}

bool TokenBudgets::leaves(ConfigId c, ConfigId next, std::uint32_t left) {
  if (left > Completions::kLongest) return next != kNone;
  std::lock_guard guard(mutex_);
  completions().check(c, left);
  return next != kNone && left > 0 && completions().tokens_to_end(next) < left;
}

// --- Regions ---------------------------------------------------------------------------------------------------------

std::uint32_t TokenBudgets::tokens_in_region(ConfigId from, std::uint32_t used, ConfigId to) {
  std::lock_guard guard(mutex_);
  return regions_.taken(from, used, to);
}

bool TokenBudgets::keeps_regions(ConfigId from, std::uint32_t used, ConfigId to) {
  std::lock_guard guard(mutex_);
  return completions().keeps_regions(from, used, to);
}

std::optional<Overrun> TokenBudgets::overrun(ConfigId c, std::uint32_t used) {
  std::lock_guard guard(mutex_);
  return completions().overrun(c, used);
}

bool TokenBudgets::fill_within(ConfigId c, std::uint32_t used, std::uint32_t left, std::uint32_t* row) {
  std::lock_guard guard(mutex_);
  if (const auto over = completions().overrun(c, used))
    throw LimitError("a region of the text cannot be completed with the tokens that it may take", over->limit,
                     over->needed);
  const bool bounded = left <= Completions::kLongest;
  if (bounded) completions().check(c, left);
  write_mask_(c, row);
  std::vector<std::uint32_t> kept(row, row + reader_.trie.words());  // each is found from the whole mask
  completions().restrict_regions(c, used, kept.data());
  bool narrowed = false;
  if (bounded) {
    const std::size_t all = count(row);
    completions().restrict(c, left, row);
    narrowed = count(row) < all;
  }
  for (std::size_t w = 0; w < kept.size(); ++w) row[w] &= kept[w];
  return narrowed;
}

}  // namespace constrain
