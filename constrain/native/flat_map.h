// A hash map from a pair of 32-bit ids to a small value, in one array: what a memo needs and no more. Nothing is ever
// removed. Not thread-safe.
#pragma once

#include <vector>

#include "common.h"

namespace constrain {

template <class Value>
class FlatMap {
 public:
  // The value of the pair, or null; valid until the next insertion. The pair (kNone, kNone) cannot be a key.
  const Value* find(std::uint32_t a, std::uint32_t b) const {
    if (slots_.empty()) return nullptr;
    const std::uint64_t key = std::uint64_t{a} << 32 | b;
    for (std::size_t i = place(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].key == key) return &slots_[i].value;
      if (slots_[i].key == kFree) return nullptr;
    }
  }
  // The pair must be new.
  void insert(std::uint32_t a, std::uint32_t b, Value value) {
    if (2 * (count_ + 1) > slots_.size()) enlarge();
    put(std::uint64_t{a} << 32 | b, value);
    ++count_;
  }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = kFree;
    Value value;
  };
  std::size_t place(std::uint64_t key) const { return mix(0, key) & (slots_.size() - 1); }
  void put(std::uint64_t key, Value value) {
    std::size_t i = place(key);
    while (slots_[i].key != kFree) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = {key, value};
  }
  void enlarge() {
    std::vector<Slot> old(slots_.empty() ? 32 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& s : old)
      if (s.key != kFree) put(s.key, s.value);
  }
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

// A set of 64-bit keys that costs nothing to clear.
class FlatSet {
 public:
  void clear() {
    count_ = 0;
    if (++time_ == 0) slots_.clear();
  }
  // Whether the key is new.
  bool insert(std::uint64_t key) {
    if (2 * (count_ + 1) > slots_.size()) enlarge();
    return put(key);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t time = 0;  // of the last clearing before it was written
  };
  bool put(std::uint64_t key) {
    std::size_t i = mix(0, key) & (slots_.size() - 1);
    for (; slots_[i].time == time_; i = (i + 1) & (slots_.size() - 1))
      if (slots_[i].key == key) return false;
    slots_[i] = {key, time_};
    ++count_;
    return true;
  }
  void enlarge() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    count_ = 0;
    for (const Slot& s : old)
      if (s.time == time_) put(s.key);
  }
  std::vector<Slot> slots_;
  std::size_t count_ = 0;
  std::uint32_t time_ = 1;
};

}  // namespace constrain
