// A hash map from a pair of 32-bit ids to a small value, in one array: what a memo needs and no more. Nothing is ever
// removed. Not thread-safe.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "support/common.h"

namespace constrain {

// A large one is many small ones, told apart by the hash's first bits, so that no insertion has to move them all.
template <class Value>
class FlatMap {
 public:
  // The value of the pair, or null; valid until the next insertion. The pair (kNone, kNone) cannot be a key.
  const Value* find(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t key = std::uint64_t{a} << 32 | b, hash = mix(0, key);
    return !parts_ ? whole_.find(key, hash) : parts_->tables[hash >> kShift].find(key, hash);
  }
  // The pair should be new.
  void insert(std::uint32_t a, std::uint32_t b, Value value) {
    const std::uint64_t key = std::uint64_t{a} << 32 | b, hash = mix(0, key);
    if (!parts_ && whole_.size() < kWhole) return whole_.insert(key, hash, value);
    if (!parts_) {
      auto parts = std::make_unique<Parts>();  // aside, because it may fail
      whole_.each([&](std::uint64_t k, const Value& v) { parts->tables[mix(0, k) >> kShift].insert(k, mix(0, k), v); });
      for (const Table& part : parts->tables) parts->bytes += part.bytes();
      parts_ = std::move(parts);
      whole_ = {};
    }
    Table& part = parts_->tables[hash >> kShift];
    const std::size_t before = part.bytes();
    part.insert(key, hash, value);
    parts_->bytes += part.bytes() - before;
  }
  std::size_t bytes() const { return parts_ ? parts_->bytes : whole_.bytes(); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  static constexpr std::size_t kWhole = 4096;
  static constexpr int kShift = 56;
  class Table {
   public:
    const Value* find(std::uint64_t key, std::uint64_t hash) const {
      if (slots_.empty()) return nullptr;
      for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
        if (slots_[i].key == key) return &slots_[i].value;
        if (slots_[i].key == kFree) return nullptr;
      }
    }
    void insert(std::uint64_t key, std::uint64_t hash, const Value& value) {
      if (2 * (count_ + 1) > slots_.size()) enlarge();
      put(key, hash, value);
      ++count_;
    }
    template <class F>
    void each(F f) const {
      for (const Slot& s : slots_)
        if (s.key != kFree) f(s.key, s.value);
    }
    std::size_t size() const { return count_; }
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

   private:
    struct Slot {
      std::uint64_t key = kFree;
      Value value;
    };
    void put(std::uint64_t key, std::uint64_t hash, const Value& value) {
      std::size_t i = hash & (slots_.size() - 1);
      while (slots_[i].key != kFree) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = {key, value};
    }
    void enlarge() {
      const std::size_t slots = slots_.empty() ? 8 : 2 * slots_.size();
      reserve(slots * sizeof(Slot) / 2);  // as much again was counted before
      std::vector<Slot> old(slots);
      old.swap(slots_);
      for (const Slot& s : old)
        if (s.key != kFree) put(s.key, mix(0, s.key), s.value);
    }
    std::vector<Slot> slots_;
    std::size_t count_ = 0;
  };
  struct Parts {
    std::array<Table, std::size_t{1} << (64 - kShift)> tables;  // by the hash's first bits
    std::size_t bytes = 0;
  };
  Table whole_;
  std::unique_ptr<Parts> parts_;  // or null: a constraint has some thirty maps, most of them small
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
    std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
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
