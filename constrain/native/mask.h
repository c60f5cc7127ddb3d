// A mask in the making and as it is kept: a bitset that a token table holds already, or one of its own, and few changes.
#pragma once

#include <vector>

#include "token_trie.h"

namespace constrain {

struct Mask {
  const std::uint32_t* base = nullptr;  // or null: no token
  std::vector<std::uint32_t> own;       // holds base where no table does
  std::vector<TokenId> removed, added;  // applied in this order

  // Applies the pending changes to a bitset of the mask's own; needed where two permissive residuals meet.
  void settle(std::size_t words) {
    if (own.empty()) {
      own.assign(words, 0);
      if (base) std::copy(base, base + words, own.begin());
      base = own.data();
    }
    for (TokenId t : removed) own[t >> 5] &= ~(1u << (t & 31));
    for (TokenId t : added) own[t >> 5] |= 1u << (t & 31);
    removed.clear();
    added.clear();
  }
};

}  // namespace constrain
