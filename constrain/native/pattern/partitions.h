// Partitions of the bytes into classes that a residual's derivatives do not tell apart (Owens, Reppy, Turon 2009),
// interned.
//
// Few exist (digits, letters, quotes, ...), and residuals share them. Example: all derivatives of `[0-9]+x` treat the
// digits alike, `x` alike, and all other bytes alike: three classes, so a row of derivatives has three entries. Not
// thread-safe: the owner locks. What is made stays where it is and never changes, so it is read without a lock.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "support/flat_map.h"

namespace constrain {

using PartitionId = std::uint32_t;

class Partitions {
 public:
  static constexpr PartitionId kUnknown = 0, kAllAlike = 1;
  using Map = std::array<std::uint8_t, 256>;  // byte -> class

  Partitions();
  // Classes are numbered by their first bytes.
  PartitionId intern(const Map& map);
  // Bytes stay together that neither partition parts.
  PartitionId refine(PartitionId p, PartitionId q);
  const Map& map(PartitionId p) const { return list_[p].map; }
  const std::vector<std::uint8_t>& members(PartitionId p) const { return list_[p].members; }  // one byte of each class

 private:
  struct Partition {
    Map map;
    std::vector<std::uint8_t> members;
  };
  std::deque<Partition> list_;
  HashIndex index_;
  FlatMap<PartitionId> refined_;  // by two partitions
};

}  // namespace constrain
