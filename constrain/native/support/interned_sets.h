// Finite sets of small things, interned: equal sets have one number, and what is often united or met is remembered.
// Not thread-safe.
#pragma once

#include <algorithm>
#include <span>

#include "support/flat_map.h"

namespace constrain {

// Work allowed until the next `renew`, in elementary steps: a few seconds under the usual limits, of which it is a
// share. What is ambiguous without end can take the square of a text's length for a byte, so no number is enough for
// all texts; this one ends tokens of thousands of bytes that would take hours.
class PartBudget {
 public:
  // The latter: times as much without a budget, as later calls have.
  static constexpr std::uint64_t kSteps = 40'000'000, kLater = 10;
  void renew() { left_ = most_ = pace.budget ? pace.budget->share(kSteps) : kSteps * kLater; }
  void spend(std::uint64_t amount) {
    constrain::spend(amount);
    if (left_ < amount)
      throw share_spent(
          "the grammar is too ambiguous: work on one token or mask; write it with fewer readings of one text", most_,
          most_ + amount);
    left_ -= amount;
  }

 private:
  std::uint64_t left_ = kSteps * kLater, most_ = left_;
};

// Sorts and removes doubles; returns the work this is.
template <class T, class Memory>
std::size_t tidy(std::vector<T, Memory>& list) {
  const std::size_t size = list.size();
  if (size < 2) return size;
  if (!std::is_sorted(list.begin(), list.end())) std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return size * std::bit_width(size) / 2;
}

inline std::uint64_t hash_of(std::uint32_t number) { return number; }

// Sets of T, which has a `std::uint64_t hash_of(T)`; set 0 is empty.
template <class T>
class Interned {
 public:
  using Id = std::uint32_t;

  explicit Interned(PartBudget& budget) : part_budget_(budget) { sets_.grow(); }

  // Sorts the members.
  Id intern(std::vector<T>& members) {
    part_budget_.spend(tidy(members));
    if (members.empty()) return 0;
    std::uint64_t hash = members.size();
    for (const T& m : members) hash = mix(hash, hash_of(m));
    const Id found = index_.find(
        hash, [&](Id id) { return std::equal(members.begin(), members.end(), sets_[id].begin(), sets_[id].end()); });
    if (found != kNone) return found;
    const Id id = sets_.grow();
    sets_[id] = {arena_.copy(members.data(), members.size()), members.size()};
    index_.insert(hash, id);
    return id;
  }
  Id unite(Id a, Id b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    if (a > b) std::swap(a, b);
    if (const Id* known = unions_.find(a, b)) return *known;
    scratch_.assign(list(a).begin(), list(a).end());
    scratch_.insert(scratch_.end(), list(b).begin(), list(b).end());
    const Id out = intern(scratch_);
    unions_.insert(a, b, out);
    return out;
  }
  // Sorts the sets.
  Id unite(std::vector<Id>& sets) {
    part_budget_.spend(tidy(sets));
    if (sets.size() <= 2) return sets.empty() ? 0 : unite(sets.front(), sets.back());
    scratch_.clear();
    for (Id s : sets) scratch_.insert(scratch_.end(), list(s).begin(), list(s).end());
    return intern(scratch_);
  }
  Id meet(Id a, Id b) {
    if (a == b || a == 0) return a;
    if (b == 0) return b;
    if (a > b) std::swap(a, b);
    if (const Id* known = meets_.find(a, b)) return *known;
    scratch_.clear();
    std::set_intersection(list(a).begin(), list(a).end(), list(b).begin(), list(b).end(), std::back_inserter(scratch_));
    part_budget_.spend(list(a).size() + list(b).size());
    const Id out = intern(scratch_);
    meets_.insert(a, b, out);
    return out;
  }
  std::span<const T> list(Id s) const { return sets_[s]; }
  std::size_t memory() const {
    return arena_.total() + index_.bytes() + unions_.bytes() + meets_.bytes() + sets_.size() * sizeof(sets_[0]);
  }
  std::size_t spare() const { return sets_.spare(); }  // see StableVector

 private:
  PartBudget& part_budget_;
  StableVector<std::span<const T>> sets_;
  HashIndex index_;
  FlatMap<Id> unions_, meets_;
  Arena arena_;
  std::vector<T> scratch_;
};

}  // namespace constrain
