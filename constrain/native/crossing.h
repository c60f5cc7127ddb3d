// Tokens that cross the end of a lexeme: their suffixes, read by whole Earley sets.
//
// Threads (a lexeme, and the set it began in) are followed one by one, since a token is allowed as soon as one of them can
// read it. Where many suffixes part, what one residual reads of them, its reach, is remembered for all sets.
// For what depends on the text before a token beyond its items: scopes and indentation. All else is for summaries.h.
// Not thread-safe: the owner locks.
#pragma once

#include "earley.h"
#include "mask.h"
#include "places.h"

namespace constrain {

class Crossing {
 public:
  Crossing(ResidualStore& store, const TokenTrie& trie, Recogniser& recogniser, Places& places)
      : store_(store), trie_(trie), recogniser_(recogniser), places_(places) {}

  // Adds the tokens of the suffixes that begin with terminals of `set`, without `except`; to `doubtful` those that bear on
  // what masks do not follow, to be read one by one. False where readings multiply: then some tokens may be missing.
  bool walk(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out, std::vector<TokenId>& doubtful);

 private:
  struct Open {
    std::uint32_t node;
    ResidualId residual;  // kNone: a lexeme begins with the node's byte, in the set `scan`
    ScanId scan;
    Doubt doubt;  // of the lexeme, if one is open; of the text before it, it is Any
  };

  struct Compared {
    std::uint32_t node;  // whose byte is yet to be read
    ResidualId residual;
    LexemeId lexeme;
  };

  ResidualStore& store_;
  const TokenTrie& trie_;
  Recogniser& recogniser_;
  Places& places_;
  std::vector<Open> open_;          // scratch of walk
  std::vector<Compared> compared_;  // the same
  FlatSet visited_, taken_;  // scratch of walk: suffix trie node and set; and residual, whose tokens are in the mask
};

}  // namespace constrain
