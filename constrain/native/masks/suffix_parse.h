// Tokens that cross the end of a lexeme: their suffixes, read by whole Earley sets.
//
// Threads (a lexeme, and the set it began in) are followed one by one, since a token is allowed as soon as one of them
// can read it. Where many suffixes part, what one residual reads of them, its scan, is remembered for all sets. For
// what depends on the text before a token beyond its items: scopes and indentation. All else is for summaries.h. Not
// thread-safe: the owner locks.
#pragma once

#include "earley/recogniser.h"
#include "masks/mask.h"
#include "masks/suffix_positions.h"

namespace constrain {

class SuffixParser {
 public:
  SuffixParser(ResidualStore& store, const TokenTrie& trie, Recogniser& recogniser, SuffixPositions& positions)
      : store_(store), trie_(trie), recogniser_(recogniser), positions_(positions) {}

  // A position where something that was called from a caller_free set has ended: after a table's lexemes, or at a node
  // of a trie.
  struct Exit {
    const TokenTable* table;
    const SuffixTrie* trie;
    std::uint32_t node;
    const std::vector<TokenId>* except;
    AutomatonSetId left;
    Doubt doubt;
  };
  // At the node, whose byte is yet to be read, lexemes of the set may begin.
  struct Start {
    std::uint32_t node;
    SetId set;
    Doubt doubt;
  };
  // Adds the tokens of the suffixes that go on as the starts say, without `except`; to `needs_check` those that bear on
  // what masks do not follow, to be read one by one; to `exits`, unless it is null, the exits met. False where readings
  // multiply: then some tokens may be missing.
  bool walk(const SuffixTrie& trie, std::span<const Start> starts, const std::vector<TokenId>* except, Mask& out,
            std::vector<TokenId>& needs_check, std::vector<Exit>* exits = nullptr);
  // The same from the root.
  bool walk(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out,
            std::vector<TokenId>& needs_check, std::vector<Exit>* exits = nullptr) {
    starts_.clear();
    for (std::uint32_t c = 1; c < trie.nodes[0].end; c = trie.nodes[c].end) starts_.push_back({c, set, Doubt::None});
    return walk(trie, starts_, except, out, needs_check, exits);
  }

 private:
  class Walk;
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
  SuffixPositions& positions_;
  std::vector<Start> starts_;
  std::vector<Open> open_;          // scratch of walk
  std::vector<Compared> compared_;  // the same
  FlatSet visited_, taken_;  // scratch of walk: suffix trie node and set; and residual, whose tokens are in the mask
};

}  // namespace constrain
