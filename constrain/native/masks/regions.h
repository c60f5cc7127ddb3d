// Regions: parts of a text that may take only so many tokens, whatever the whole text may take; regions.cc says how
// they are kept. Not thread-safe: the owner locks.
#pragma once

#include <span>

#include "masks/reader.h"

namespace constrain {

// The region that a configuration is in: the set in which it began, and how many tokens it may take; kNone where it is
// in none.
struct Region {
  SetId begin = kNone;
  std::uint32_t tokens = 0;
  explicit operator bool() const { return begin != kNone; }
  auto operator<=>(const Region&) const = default;
};

// A region that cannot be kept: how many tokens it may take, and takes.
struct Overrun {
  std::uint32_t limit = 0, needed = 0;
};

class Regions {
 public:
  // `budgets`: by terminal, how many tokens a lexeme of it may take, 0 for any number, and beyond; they outlive this.
  Regions(Reader& reader, std::span<const std::uint32_t> budgets) : reader_(reader), budgets_(budgets) {}

  bool any() const { return !budgets_.empty(); }
  Region of(ConfigId c) const;
  // How many tokens have been taken in the region that `to` is in, after one that leads there from `from`, where so
  // many had been.
  std::uint32_t taken(ConfigId from, std::uint32_t used, ConfigId to) const;

 private:
  Reader& reader_;
  const std::span<const std::uint32_t> budgets_;
};

}  // namespace constrain
