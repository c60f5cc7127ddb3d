// A mask in the making and as it is kept: a bitset that a token table holds already, or one of its own, and few changes.
#pragma once

#include <algorithm>
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
  // Applies the pending changes to a bitset of the mask's own; needed where two permissive residuals meet.
  void settle(std::size_t words) {
    own.resize(words);
    write(own.data(), words);
    base = own.data();
    removed.clear();
    added.clear();
  }
};

}  // namespace constrain
