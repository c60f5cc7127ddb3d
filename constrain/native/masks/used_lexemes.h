// Tokens that would spell a used lexeme: a key that the object has, a string that the array of distinct strings holds.
//
// A lexeme that must differ from used ones is read by its whole terminal, so its token table knows nothing of them.
// What a token spells to the end of a used lexeme is found by following what is left of that one through the token
// trie: some dozens of nodes. Example: where `"name"` is used and `"na` has been read, these are the tokens `me"`,
// `me":`, and so on. Kept for each pair of residuals. Not thread-safe: the owner locks.
#pragma once

#include <span>
#include <vector>

#include "pattern/residual_store.h"
#include "support/flat_map.h"
#include "tokens/token_trie.h"

namespace constrain {

class UsedLexemes {
 public:
  // Keeps what it finds in the arena.
  UsedLexemes(ResidualStore& store, const TokenTrie& trie, Arena& arena) : store_(store), trie_(trie), arena_(arena) {}

  // Of a lexeme of which `residual` is left to read: adds to `lost`, sorted, the tokens that would make it one of the
  // texts, and to `needs_check` those of them after which it could still be longer than that text. False where the
  // residual may have no other texts than these: then the caller has to look at each token.
  bool lose(std::span<const ResidualId> texts, ResidualId residual, std::vector<TokenId>& lost,
            std::vector<TokenId>& needs_check);
  std::size_t memory() const { return spellings_.bytes(); }  // beside the arena

 private:
  // The tokens that spell a text to its end, sorted; and those of them in which the residual, which is read beside it,
  // can then go on. Nearly exhausted: there may be few texts left of it before that, and nothing is known.
  struct Spelling {
    std::span<const TokenId> tokens, needs_check;
    bool nearly_exhausted = false;
  };
  Spelling find(ResidualId text, ResidualId residual);

  ResidualStore& store_;
  const TokenTrie& trie_;
  Arena& arena_;
  FlatMap<Spelling> spellings_;  // by text and residual
};

}  // namespace constrain
