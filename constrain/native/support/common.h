// Names and small containers that every part of the core shares: index types, byte sets, errors, and a vector whose
// elements never move, so that readers need no lock while a writer (who holds one) appends.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/budget.h"

namespace constrain {

using TokenId = std::uint32_t;     // an LLM token
using TrieNode = std::uint32_t;    // a node of the token trie, in depth-first order
using ResidualId = std::uint32_t;  // a hash-consed pattern node
using TerminalId = std::uint32_t;  // a terminal of one grammar
using StateId = std::uint32_t;     // a state of the transition network
using SetId = std::uint32_t;       // an interned Earley set
using ScanId = std::uint32_t;      // "terminal t, begun in set S": what follows once the lexeme ends
using ConfigId = std::uint32_t;    // an interned configuration

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;
inline constexpr std::uint32_t kUnbounded = 0xFFFFFFFF;

// A budget is exhausted. Becomes constrain.errors.LimitExceeded.
struct CONSTRAIN_THROWN LimitError : std::runtime_error {
  std::uint64_t limit, needed;
  LimitError(const std::string& what, std::uint64_t limit_, std::uint64_t needed_)
      : std::runtime_error(what), limit(limit_), needed(needed_) {}
};

// The same where what is exhausted is a part's share of the budget (`share_of`): the message ends in the limits that
// allow more.
LimitError share_spent(const std::string& what, std::uint64_t limit, std::uint64_t needed);

// The grammar is wrong or empty. Becomes constrain.errors.GrammarError.
struct CONSTRAIN_THROWN GrammarFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A construct is understood but cannot be enforced. Becomes constrain.errors.UnsupportedError.
struct CONSTRAIN_THROWN UnsupportedFault : std::runtime_error {
  std::string feature, where;
  UnsupportedFault(const std::string& what, std::string feature_, std::string where_ = "")
      : std::runtime_error(what), feature(std::move(feature_)), where(std::move(where_)) {}
};

// A token is not allowed. Becomes constrain.errors.RejectedToken.
struct CONSTRAIN_THROWN RejectedFault : std::runtime_error {
  TokenId token;
  RejectedFault(const std::string& what, TokenId token_) : std::runtime_error(what), token(token_) {}
};

// A set of byte values.
struct ByteSet {
  std::array<std::uint64_t, 4> words{};

  bool has(std::uint8_t byte) const { return words[byte >> 6] >> (byte & 63) & 1; }
  void add(std::uint8_t byte) { words[byte >> 6] |= std::uint64_t{1} << (byte & 63); }
  bool empty() const { return !(words[0] | words[1] | words[2] | words[3]); }
  int count() const {
    return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]) + std::popcount(words[3]);
  }
  // How many members are less than the byte.
  int rank(std::uint8_t byte) const {
    int below = std::popcount(words[byte >> 6] & ((std::uint64_t{1} << (byte & 63)) - 1));
    for (int i = 0; i < byte >> 6; ++i) below += std::popcount(words[i]);
    return below;
  }
  bool within(const ByteSet& other) const {
    for (int i = 0; i < 4; ++i)
      if (words[i] & ~other.words[i]) return false;
    return true;
  }
  ByteSet& operator|=(const ByteSet& other) {
    for (int i = 0; i < 4; ++i) words[i] |= other.words[i];
    return *this;
  }
  friend ByteSet operator&(ByteSet a, const ByteSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= b.words[i];
    return a;
  }
  bool operator==(const ByteSet&) const = default;
  // Calls f(byte) for each member in ascending order.
  template <class F>
  void each(F f) const {
    for (int i = 0; i < 4; ++i)
      for (std::uint64_t w = words[i]; w; w &= w - 1) f(static_cast<std::uint8_t>(i * 64 + std::countr_zero(w)));
  }
};

inline std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
  h ^= value + 0x9E3779B97F4A7C15ull + (h << 6) + (h >> 2);
  h *= 0xFF51AFD7ED558CCDull;
  return h ^ (h >> 32);
}

// Elements keep their address for life. One writer at a time (under the owner's lock) appends; readers that learnt an
// index through an acquire-load may read without a lock. Chunk k holds kFirst << k elements, each made when it is
// needed: to make a whole chunk at once would touch megabytes in the middle of somebody's token. The first kHere chunks
// are named here, further ones in a table of their own: a constraint has dozens of vectors, most of them short.
template <class T, unsigned kLogFirst = 3, unsigned kHere = 9 - kLogFirst>
class StableVector {
 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    for (std::uint32_t i = 0; i < size(); ++i) (*this)[i].~T();
    const auto free = [](auto& chunks) {
      for (const auto& chunk : chunks)
        ::operator delete(chunk.load(std::memory_order_relaxed), std::align_val_t{alignof(T)});
    };
    free(chunks_);
    if (const std::unique_ptr<Further> further{further_.load(std::memory_order_relaxed)}) free(*further);
  }

  T& operator[](std::uint32_t i) const {
    const std::uint32_t shifted = i + kFirst;
    const unsigned k = 31 - std::countl_zero(shifted) - kLogFirst;
    return chunk(k).load(std::memory_order_acquire)[shifted - (kFirst << k)];
  }
  // How many there are; without the lock, how many there were.
  std::uint32_t size() const { return size_.load(std::memory_order_relaxed); }
  // Bytes held for elements that are still to come.
  std::size_t spare() const {
    if (!size()) return 0;
    const unsigned chunks = 32 - std::countl_zero(size() - 1 + kFirst) - kLogFirst;
    return ((std::size_t{kFirst} << chunks) - kFirst - size()) * sizeof(T);
  }
  // Appends a default-made element and returns its index; the caller fills it before publishing the index.
  std::uint32_t grow() {
    const std::uint32_t i = size();
    if (i >= 0xFFFF0000u) throw LimitError("more than 2^32 interned objects", 0xFFFF0000u, i);
    const std::uint32_t shifted = i + kFirst;
    const unsigned k = 31 - std::countl_zero(shifted) - kLogFirst;
    if (k >= kHere && !further_.load(std::memory_order_relaxed)) further_.store(new Further{}, std::memory_order_release);
    T* elements = chunk(k).load(std::memory_order_relaxed);
    if (!elements) {
      reserve((std::size_t{kFirst} << k) * sizeof(T));
      elements = static_cast<T*>(::operator new((std::size_t{kFirst} << k) * sizeof(T), std::align_val_t{alignof(T)}));
      chunk(k).store(elements, std::memory_order_release);
    }
    new (elements + (shifted - (kFirst << k))) T();
    size_.store(i + 1, std::memory_order_relaxed);
    return i;
  }

 private:
  static constexpr std::uint32_t kFirst = 1u << kLogFirst;
  static constexpr unsigned kChunks = 32 - kLogFirst;
  using Further = std::array<std::atomic<T*>, kChunks - kHere>;
  std::atomic<T*>& chunk(unsigned k) const {
    if constexpr (kHere < kChunks)
      if (k >= kHere) [[unlikely]] return (*further_.load(std::memory_order_acquire))[k - kHere];
    return chunks_[k];
  }
  mutable std::array<std::atomic<T*>, kHere> chunks_{};
  std::atomic<Further*> further_{nullptr};
  std::atomic<std::uint32_t> size_{0};
};

// Bump allocation for arrays that live as long as their owner. The first block is small, and each further one twice as
// large: a constraint has a dozen arenas, and most of them hold a few hundred bytes when its first mask is made.
class Arena {
 public:
  template <class T>
  T* copy(const T* data, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
    if (!count) return nullptr;
    T* out = static_cast<T*>(allocate(count * sizeof(T)));
    std::memcpy(static_cast<void*>(out), data, count * sizeof(T));
    return out;
  }
  // So many copies of one value.
  template <class T>
  T* fill(std::size_t count, const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
    if (!count) return nullptr;
    T* out = static_cast<T*>(allocate(count * sizeof(T)));
    std::uninitialized_fill_n(out, count, value);
    return out;
  }
  void* allocate(std::size_t bytes) {
    bytes = (bytes + 7) & ~std::size_t{7};
    if (bytes > left_) {
      const bool alone = bytes > kBlock / 4;
      while (!alone && block_ < 4 * bytes) block_ *= 2;
      const std::size_t block = alone ? bytes : block_;
      reserve(block);
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block));
      total_ += block;
      if (alone) return blocks_.back().get();
      if (block_ < kBlock) block_ *= 2;
      next_ = blocks_.back().get();
      left_ = block;
    }
    std::byte* out = next_;
    next_ += bytes;
    left_ -= bytes;
    return out;
  }
  std::size_t total() const { return total_; }

 private:
  static constexpr std::size_t kBlock = 1 << 14, kFirst = 1 << 8;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t block_ = kFirst;  // of the next block
  std::byte* next_ = nullptr;
  std::size_t left_ = 0, total_ = 0;
};

// An open-addressing index from hash to 32-bit id; equality is the caller's business. Not thread-safe. Half of the hash
// is kept beside the id, and says where it stands, so that an insertion touches one place. A large one is many small
// ones, told apart by the hash's first bits, so that no insertion has to move them all.
class HashIndex {
 public:
  // The id for which equal(id) holds among those filed under `hash`, or kNone.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal equal) const {
    const std::uint32_t tag = tag_of(hash);
    return !parts_ ? whole_.find(tag, equal) : parts_->tables[tag >> kShift].find(tag, equal);
  }
  void insert(std::uint64_t hash, std::uint32_t id) {
    const std::uint32_t tag = tag_of(hash);
    if (!parts_ && whole_.size() < kWhole) return whole_.insert(tag, id);
    if (!parts_) {
      auto parts = std::make_unique<Parts>();  // aside, because it may fail
      whole_.each([&](std::uint32_t t, std::uint32_t i) { parts->tables[t >> kShift].insert(t, i); });
      for (const Table& part : parts->tables) parts->bytes += part.bytes();
      parts_ = std::move(parts);
      whole_ = {};
    }
    Table& part = parts_->tables[tag >> kShift];
    const std::size_t before = part.bytes();
    part.insert(tag, id);
    parts_->bytes += part.bytes() - before;
  }
  std::size_t bytes() const { return parts_ ? parts_->bytes : whole_.bytes(); }

 private:
  // Callers' hashes need not be spread over all their bits.
  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>((hash * 0x9E3779B97F4A7C15ull) >> 32);
  }

  class Table {
   public:
    template <class Equal>
    std::uint32_t find(std::uint32_t tag, Equal equal) const {
      if (slots_.empty()) return kNone;
      for (std::size_t i = tag & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
        const auto& [known, id] = slots_[i];
        if (id == kNone) return kNone;
        if (known == tag && equal(id)) return id;
      }
    }
    void insert(std::uint32_t tag, std::uint32_t id) {
      if ((size_ + 1) * 4 >= slots_.size() * 3) enlarge();
      ++size_;
      place(tag, id);
    }
    template <class F>
    void each(F f) const {
      for (const auto& [tag, id] : slots_)
        if (id != kNone) f(tag, id);
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return slots_.size() * sizeof(slots_[0]); }

   private:
    void place(std::uint32_t tag, std::uint32_t id) {
      std::size_t i = tag & (slots_.size() - 1);
      while (slots_[i].second != kNone) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = {tag, id};
    }
    void enlarge() {
      const std::size_t slots = slots_.empty() ? 16 : slots_.size() * 2;
      reserve(slots * sizeof(Slots::value_type) / 2);  // as much again was counted before
      const Slots before = std::exchange(slots_, Slots(slots, {0, kNone}));
      for (const auto& [tag, id] : before)
        if (id != kNone) place(tag, id);
    }
    using Slots = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    Slots slots_;
    std::size_t size_ = 0;
  };

  static constexpr unsigned kShift = 25;          // 128 parts
  static constexpr std::size_t kWhole = 1 << 13;  // entries from which on there are parts
  struct Parts {
    std::array<Table, std::size_t{1} << (32 - kShift)> tables;
    std::size_t bytes = 0;
  };
  Table whole_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace constrain
