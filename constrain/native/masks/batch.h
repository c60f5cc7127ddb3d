// What is done for many matchers at once: fill their rows, move them, and make masks ready while a model computes.
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "masks/matcher.h"

namespace constrain {

// One matcher a row, null where the row is free.
using Matchers = std::span<Matcher* const>;

// Writes the mask of every row, `stride` words apart; free rows get all ones. With 0 threads, as many as the work is
// worth. `left`, if not empty: for each row how many tokens are left to it, kAnyTokens where that is open. Where they
// are too few for a row, LimitError names it. `places`, if there are any, say in which row of the bitmask each mask is
// written; the other rows stay as they are.
void fill_rows(Matchers rows, std::uint32_t* data, std::size_t stride, unsigned threads,
               std::span<const std::uint64_t> left = {}, std::span<const std::uint32_t> places = {});
inline constexpr std::uint64_t kAnyTokens = ~std::uint64_t{0};

// Moves every row, or none: throws RejectedFault that names the row.
void advance_rows(Matchers rows, std::span<const TokenId> tokens);

// The same with `counts[i]` tokens, perhaps none, for row i; the tokens of all rows one after another.
void advance_rows_by(Matchers rows, std::span<const std::uint32_t> counts, std::span<const TokenId> tokens);

// Undoes the last `counts[i]` advances of row i, of which there are as many.
void rollback_rows(Matchers rows, std::span<const std::uint64_t> counts);

// Moves every row that takes its token, and returns the numbers of those that do not (any integer may be asked) or
// whose text it ends; the former have not moved.
std::vector<std::uint32_t> follow_rows(Matchers rows, std::span<const std::int64_t> tokens);

// Begins to make the masks that are not ready, on other threads, and returns at once. A `fill` that comes too early
// waits for what has begun. What fails is left to `fill`, which says why.
void prepare_rows(Matchers rows, unsigned threads);

// Masks by number: each different mask is written once, into one of `capacity` rows of `words` words, for a consumer
// that keeps a copy of these rows where it needs them. Row 0 is all ones. When the rows are used up, all numbers are
// given again; the numbers that `find` returns stand until its next call. Not thread-safe.
class MaskBank {
 public:
  MaskBank(std::uint32_t words, std::uint32_t capacity);

  // Writes the number of each row's mask to `out`. Throws LimitError for more different masks than there are rows.
  void find(Matchers rows, std::int32_t* out);
  // The rows written since the last call: the first, and how many.
  std::pair<std::uint32_t, std::uint32_t> take_written();
  std::uint32_t* data() { return data_.get(); }
  std::uint32_t words() const { return words_; }
  std::uint32_t capacity() const { return capacity_; }

 private:
  std::optional<std::uint32_t> number(Matcher& matcher);
  void clear();

  struct StateHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& k) const { return mix(k.first, k.second); }
  };
  const std::uint32_t words_, capacity_;
  std::uint32_t used_ = 0, written_ = 0;  // rows; of these, the first that the consumer has not seen
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::unique_ptr<std::uint32_t[], Free> data_;  // of pages that cost nothing until they are written
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t, StateHash> known_;  // constraint, state
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_content_;                             // hash of a row
};

}  // namespace constrain
