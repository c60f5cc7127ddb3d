// What matchers ask where tokens are limited, those of the whole text (completion.h) or of regions (regions.h).
//
// `left` is how many tokens are left to the text, end tokens not counted; `used`, how many have been taken in the
// region that the configuration is in. Thread-safe: `ample` and `has_regions` take no lock, all else the constraint's.
#pragma once

#include <mutex>

#include "masks/completion.h"

namespace constrain {

class TokenBudgets {
 public:
  // `regions` as in Regions; `write_mask` is called under the lock.
  TokenBudgets(std::mutex& mutex, Reader& reader, std::span<const std::uint32_t> regions,
               Completions::WriteMask write_mask)
      : mutex_(mutex), reader_(reader), regions_(reader, regions), write_mask_(std::move(write_mask)) {}

  // The fewest tokens that the completion of the text takes from here, and these tokens.
  std::uint32_t tokens_to_end(ConfigId c);
  std::vector<TokenId> completion(ConfigId c);
  // Whether the configuration's mask leaves enough as it is, and is known to.
  bool ample(ConfigId c, std::uint32_t left) const;
  // That mask without the tokens after which more than `left` - 1 would be needed to end the text; and whether a token
  // that leads to `next` (kNone: which is not allowed) is not such. These and `check` throw LimitError if the text
  // cannot be ended with `left`. `fill` says whether it took a token away.
  bool fill(ConfigId c, std::uint32_t left, std::uint32_t* row);
  bool leaves(ConfigId c, ConfigId next, std::uint32_t left);
  void check(ConfigId c, std::uint32_t left);

  bool has_regions() const { return regions_.any(); }
  // `fill` where there are regions.
  bool fill_within(ConfigId c, std::uint32_t used, std::uint32_t left, std::uint32_t* row);
  // How many tokens have been taken in the region that `to` is in, after one that leads there.
  std::uint32_t tokens_in_region(ConfigId from, std::uint32_t used, ConfigId to);
  // Whether the text can be completed after a token that leads to `to`, no region taking more than it may.
  bool keeps_regions(ConfigId from, std::uint32_t used, ConfigId to);
  // The first region that cannot be kept.
  std::optional<Overrun> overrun(ConfigId c, std::uint32_t used);
  std::size_t memory() const;  // under the lock

 private:
  Completions& completions();
  std::size_t count(const std::uint32_t* row) const;  // the tokens of a mask

  std::mutex& mutex_;
  Reader& reader_;
  const Regions regions_;
  const Completions::WriteMask write_mask_;
  std::unique_ptr<Completions> completions_;  // once somebody has asked
};

}  // namespace constrain
