// Tokens that cross the end of a lexeme: their suffixes, read through the grammar.
//
// Threads (a lexeme, and the set it began in) are followed one by one, since a token is allowed as soon as one of them can
// read it. Where many suffixes part, what one residual reads of them, its reach, is remembered for all sets.
// Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "earley.h"
#include "mask.h"
#include "token_table.h"

namespace constrain {

class Crossing {
 public:
  Crossing(ResidualStore& store, const TokenTrie& trie, Recogniser& recogniser) : store_(store), trie_(trie), recogniser_(recogniser) {}

  // Adds the tokens of the suffixes that begin with terminals of `set`, without `except`; to `doubtful` those that bear on
  // what masks do not follow, to be read one by one. False where readings multiply: then some tokens may be missing.
  bool walk(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out, std::vector<TokenId>& doubtful);
  std::size_t memory() const { return reach_memory_; }

 private:
  // What a residual reads of the suffixes below a node: found once, for every configuration that comes by.
  struct Reach {
    std::vector<TokenId> tokens;
    std::vector<std::uint32_t> dense;  // the same as a bitset, where there are many
    ByteSet after;                     // bytes that follow where its lexeme may end
    std::vector<std::uint32_t> begins, borders;  // nodes where it may end, by these bytes, and where each byte's begin
  };
  struct ReachKey {
    const SuffixTrie* trie;
    std::uint32_t node;
    ResidualId residual;
    bool operator==(const ReachKey&) const = default;
  };
  struct ReachHash {
    std::size_t operator()(const ReachKey& k) const {
      return mix(mix(reinterpret_cast<std::uintptr_t>(k.trie), k.node), k.residual);
    }
  };
  struct Open {
    std::uint32_t node;
    ResidualId residual;  // kNone: a lexeme ends, and `scan` is the set behind it
    ScanId scan;
    bool doubtful;  // inside a distinct terminal, or behind one, while lexemes before it are unknown
  };
  const Reach& reach(const SuffixTrie& trie, std::uint32_t node, ResidualId residual);
  void take(const Reach& reach, const std::vector<TokenId>* except, Mask& out);

  ResidualStore& store_;
  const TokenTrie& trie_;
  Recogniser& recogniser_;
  std::unordered_map<ReachKey, Reach, ReachHash> reaches_;
  std::size_t reach_memory_ = 0;
  std::vector<Open> open_;   // scratch of walk
  FlatSet visited_, taken_;  // scratch of walk: suffix trie node and set; and residual, whose tokens are in the mask
};

}  // namespace constrain
