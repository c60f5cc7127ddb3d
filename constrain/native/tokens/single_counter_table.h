// The tables of counted loops x{m,n} tail, read off one walk of x* tail.
//
// `maxLength` and `minLength` make another residual at every character, and each would take a walk of its own. One walk
// of the loop notes how many rounds each token takes; the table for any bounds then follows by comparing numbers.
#pragma once

#include <algorithm>

#include "tokens/token_table.h"

namespace constrain {

// A counted loop x{minimum,maximum} tail.
struct CountedLoop {
  ResidualId body, tail;
  std::uint32_t minimum, maximum;
};

// n taken apart; body == kEmpty if it is none.
CountedLoop counted_loop(const ResidualStore& store, ResidualId n);

// The table of the loop from the rounds of `reference`, the table of x* tail, which are found where they are not known
// yet; or null where tokens do not have a number of rounds. Under the store's lock. Throws LimitError.
TokenTable* counted_table(ResidualStore& store, const TokenTrie& trie, const CountedLoop& c, TokenTable& reference);

// The child of a node on the way to one below it.
inline TrieNode towards(const TokenTrie& trie, TrieNode from, TrieNode below) {
  TrieNode child = from + 1;
  while (trie.node(child).end <= below) child = trie.node(child).end;
  return child;
}

// Gives a table, which has a reference, the tokens that stay of all those of the reference: as a list of what to take
// away if that is short, or else as a bitset, by setting or clearing, whichever is less. `each(stays, f)` calls f with
// those that stay or with the others, which are about as many as said.
template <class Each>
void keep_stay(TokenTable& table, const TokenTrie& trie, std::size_t kept, std::size_t lost, Each each) {
  if (lost <= trie.words() / 8) {
    each(false, [&](TokenId t) { table.removed.push_back(t); });
  } else if (kept < lost) {
    table.dense.assign(trie.words(), 0);
    each(true, [&](TokenId t) { table.dense[t >> 5] |= 1u << (t & 31); });
  } else {
    table.dense = table.reference->dense;
    each(false, [&](TokenId t) { table.dense[t >> 5] &= ~(1u << (t & 31)); });
  }
}

// Gives a table, which has a reference, the crossings that are allowed of all those of the reference: tokens under a
// dead node with another one leave the reference's crossings for ones of their own.
template <class Crossing, class Allowed>
void cross(TokenTable& table, const TokenTrie& trie, const std::vector<Crossing>& all, Allowed allowed) {
  TokenTable::Lists found;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t j = i;
    bool all_allowed = true;
    for (; j < all.size() && all[j].dead == all[i].dead; ++j) all_allowed = all_allowed && allowed(all[j]);
    if (!all_allowed) {
      const TrieNode dead = all[i].dead;
      table.diverging.insert(table.diverging.end(), trie.tokens_begin(dead), trie.subtree_tokens_end(dead));
      for (std::size_t k = i; k < j; ++k) {
        if (!allowed(all[k])) continue;
        const std::uint8_t byte = trie.node(towards(trie, all[k].from, dead)).byte;
        table.crossing_bytes.add(byte);
        found.add(byte, {all[k].from, dead});
      }
    }
    i = j;
  }
  std::sort(table.diverging.begin(), table.diverging.end());
  table.set_crossings(found);
}

}  // namespace constrain
