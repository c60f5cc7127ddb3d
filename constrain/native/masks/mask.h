// A mask in the making and as it is kept: a bitset that a token table holds already, or one of its own, and few
// changes. Not thread-safe in the making: the owner locks. Once kept it never changes, except for `whole`, which is
// atomic.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "tokens/token_trie.h"

namespace constrain {

// Some tokens of one word of a bitset.
struct Bits {
  std::uint32_t word, bits;
};

// As it is kept. What it refers to outlives it: token tables, and the arena of whoever made it.
struct KeptMask {
  const std::uint32_t* base = nullptr;  // or null: no token
  std::span<const TokenId> removed;     // applied first; all else is added
  std::span<const Bits> bits;
  std::span<const std::span<const TokenId>> lists;
  std::span<const TokenId> added;

  // Writes the allowed tokens.
  void write(std::uint32_t* row, std::size_t words) const {
    if (base && base != row) std::copy(base, base + words, row);
    if (!base) std::fill_n(row, words, 0);
    for (TokenId t : removed) row[t >> 5] &= ~(1u << (t & 31));
    for (const Bits& b : bits) row[b.word] |= b.bits;
    for (const std::span<const TokenId>& list : lists)
      for (TokenId t : list) row[t >> 5] |= 1u << (t & 31);
    for (TokenId t : added) row[t >> 5] |= 1u << (t & 31);
  }
  // Words written one by one.
  std::size_t changes() const {
    std::size_t count = removed.size() + bits.size() + added.size();
    for (const auto& list : lists) count += list.size();
    return count;
  }
};

// One that may be asked for again and again. What is written often and is much more than a copy becomes a bitset: a
// thousand tokens one by one take 1.5 us, and 16 KB that are warm 0.4.
struct MadeMask : KeptMask {
  explicit MadeMask(const KeptMask& kept) : KeptMask(kept), many(kept.changes() > kMany) {}
  const bool many;
  mutable std::atomic<std::uint32_t> written{0};                 // times, if changes are many
  mutable std::atomic<const std::uint32_t*> whole{nullptr};      // the bitset, or null

  static constexpr std::size_t kMany = 400;
  static constexpr std::uint32_t kOften = 4;
};

struct Mask {
  const std::uint32_t* base = nullptr;
  std::vector<std::uint32_t> own;  // holds base where no table does
  std::vector<TokenId> removed, added;
  std::span<const Bits> bits;
  std::vector<std::span<const TokenId>> lists;

  void clear() {
    base = nullptr;
    removed.clear();
    added.clear();
    bits = {};
    lists.clear();
  }
  KeptMask view() const { return {base, removed, bits, lists, added}; }
  // The same, kept in the arena but for what token tables hold.
  KeptMask keep(Arena& arena, std::size_t words) const {
    const auto copy = [&]<class T>(const std::vector<T>& v) {
      return std::span<const T>(arena.copy(v.data(), v.size()), v.size());
    };
    return {base && base == own.data() ? arena.copy(own.data(), words) : base, copy(removed), bits, copy(lists),
            copy(added)};
  }
  std::size_t additions() const {
    std::size_t count = added.size() + bits.size();
    for (const auto& list : lists) count += list.size();
    return count;
  }
  bool settled() const {
    return base && base == own.data() && removed.empty() && added.empty() && bits.empty() && lists.empty();
  }
  // Applies the pending changes to a bitset of the mask's own; needed where two permissive residuals meet.
  void settle(std::size_t words) {
    own.resize(words);
    view().write(own.data(), words);
    clear();
    base = own.data();
  }
  // Adds tokens, of which `dense` is a bitset or empty, without those of `except`, a sorted list or null.
  void include(std::span<const TokenId> tokens, std::span<const std::uint32_t> dense, std::size_t words,
               const std::vector<TokenId>* except) {
    const auto excepted = [&](TokenId t) { return except && std::binary_search(except->begin(), except->end(), t); };
    if (dense.empty()) {
      if (added.size() + tokens.size() > words / 2) settle(words);
      if (settled()) {
        for (TokenId t : tokens)
          if (!excepted(t)) own[t >> 5] |= 1u << (t & 31);
      } else if (except) {
        for (TokenId t : tokens)
          if (!excepted(t)) added.push_back(t);
      } else {
        added.insert(added.end(), tokens.begin(), tokens.end());
      }
      return;
    }
    settle(words);
    std::vector<TokenId> kept;  // exceptions that are not in the mask
    if (except)
      for (TokenId t : *except)
        if (!(own[t >> 5] >> (t & 31) & 1)) kept.push_back(t);
    for (std::size_t w = 0; w < words; ++w) own[w] |= dense[w];
    for (TokenId t : kept) own[t >> 5] &= ~(1u << (t & 31));
  }
  // Adds tokens that outlive the mask as it is kept.
  void refer(std::span<const TokenId> tokens) {
    if (tokens.size() >= kList) lists.push_back(tokens);
    else added.insert(added.end(), tokens.begin(), tokens.end());
  }

 private:
  static constexpr std::size_t kList = 24;  // tokens that are quicker named than copied
};

}  // namespace constrain
