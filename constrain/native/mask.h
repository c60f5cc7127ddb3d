// A mask in the making and as it is kept: a bitset that a token table holds already, or one of its own, and few changes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "token_trie.h"

namespace constrain {

struct Mask {
  const std::uint32_t* base = nullptr;  // or null: no token
  std::vector<std::uint32_t> own;       // holds base where no table does
  std::vector<TokenId> removed, added;  // applied in this order

  // Writes the allowed tokens.
  void write(std::uint32_t* row, std::size_t words) const {
    if (base && base != row) std::copy(base, base + words, row);
    if (!base) std::fill_n(row, words, 0);
    for (TokenId t : removed) row[t >> 5] &= ~(1u << (t & 31));
    for (TokenId t : added) row[t >> 5] |= 1u << (t & 31);
  }
  bool settled() const { return base && base == own.data() && removed.empty() && added.empty(); }
  // Applies the pending changes to a bitset of the mask's own; needed where two permissive residuals meet.
  void settle(std::size_t words) {
    own.resize(words);
    write(own.data(), words);
    base = own.data();
    removed.clear();
    added.clear();
  }
  // Adds tokens, of which `dense` is a bitset or empty, without those of `except`, a sorted list or null.
  void include(std::span<const TokenId> tokens, std::span<const std::uint32_t> dense, std::size_t words, const std::vector<TokenId>* except) {
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
};

}  // namespace constrain
