// Finite sets of small numbers as words of bits, interned: equal sets have one number, set 0 is empty, and what two
// sets make together is remembered. For sets that are few, however often they are met. Not thread-safe.
#pragma once

#include "support/flat_map.h"
#include "support/interned_lists.h"
#include "support/pooled.h"

namespace constrain {

using Words = Vec<std::uint64_t>;
using Bits = std::span<const std::uint64_t>;  // those of a set that is another's

inline void join(Words& into, Bits from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t w = 0; w < from.size(); ++w) into[w] |= from[w];
}

inline void put(Words& words, std::int32_t member) {
  const std::size_t at = static_cast<std::size_t>(member) >> 6;
  if (words.size() <= at) words.resize(at + 1);
  words[at] |= std::uint64_t{1} << (member & 63);
}

// Calls f(member) for each member in ascending order.
template <class F>
void each(Bits words, F f) {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::uint64_t left = words[w]; left; left &= left - 1)
      f(static_cast<std::int32_t>(w * 64 + std::countr_zero(left)));
}

class BitSets {
 public:
  using Id = std::int32_t;
  static constexpr std::size_t kMaxWords = std::size_t{1} << 25;  // of all sets together: 256 MB

  BitSets() { intern({}); }

  Id intern(Bits words) {
    while (!words.empty() && words.back() == 0) words = words.first(words.size() - 1);
    const std::int32_t known = sets_.size();
    const Id set = sets_.intern(words);
    if (set == known && (total_ += words.size() + 8) > share_of(kMaxWords))
      throw share_spent("lark: the sets of terminals or places need too much memory (words of 8 bytes); split the grammar",
                        share_of(kMaxWords), total_);
    return set;
  }
  Id one(std::int32_t member) {
    const auto at = static_cast<std::size_t>(member);
    if (ones_.size() <= at) ones_.resize(2 * at + 8, 0);
    if (ones_[at] == 0) {
      scratch_.assign(at / 64 + 1, 0);
      put(scratch_, member);
      ones_[at] = intern(scratch_);
    }
    return ones_[at];
  }
  Id unite(Id a, Id b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    return remembered(unions_, std::min(a, b), std::max(a, b), [](std::uint64_t x, std::uint64_t y) { return x | y; });
  }
  Id meet(Id a, Id b) {
    if (a == b || a == 0) return a;
    if (b == 0) return b;
    return remembered(meets_, std::min(a, b), std::max(a, b), [](std::uint64_t x, std::uint64_t y) { return x & y; });
  }
  Id minus(Id a, Id b) {
    if (a == 0 || b == 0) return a;
    if (a == b) return 0;
    return remembered(differences_, a, b, [](std::uint64_t x, std::uint64_t y) { return x & ~y; });
  }
  // Whether the sets have a member in common.
  bool meets(Id a, Id b) const {
    const Bits x = sets_[a], y = sets_[b];
    for (std::size_t w = 0; w < x.size() && w < y.size(); ++w)
      if (x[w] & y[w]) return true;
    return false;
  }
  bool has(Id set, std::int32_t member) const {
    const Bits words = sets_[set];
    const std::size_t at = static_cast<std::size_t>(member) >> 6;
    return at < words.size() && (words[at] >> (member & 63) & 1);
  }
  // Valid for life.
  Bits operator[](Id set) const { return sets_[set]; }

 private:
  template <class F>
  Id remembered(FlatMap<Id>& known, Id a, Id b, F f) {
    if (const Id* found = known.find(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))) return *found;
    const Bits x = sets_[a], y = sets_[b];
    scratch_.resize(std::max(x.size(), y.size()));
    for (std::size_t w = 0; w < scratch_.size(); ++w)
      scratch_[w] = f(w < x.size() ? x[w] : 0, w < y.size() ? y[w] : 0);
    const Id made = intern(scratch_);
    known.insert(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), made);
    return made;
  }

  Lists<std::uint64_t> sets_;
  Words scratch_;
  std::vector<Id> ones_;  // by member, 0: not asked for yet
  FlatMap<Id> unions_, meets_, differences_;
  std::size_t total_ = 0;
};

}  // namespace constrain
