// A walk of the token trie by a residual beside another whose table is known: what the one's table is but a patch of.
//
// The walk leaves every subtree on which both are the same, or keep all tokens. The pairs that are met become states of
// an automaton of the walk's own, each with a row of transitions by byte and what is known of how long the two are
// alike, so that a node costs some nanoseconds. A walk is one thread's, under the store's lock.
#pragma once

#include "support/flat_map.h"
#include "tokens/token_table.h"

namespace constrain {

class DiffWalk {
 public:
  DiffWalk(ResidualStore& store, const TokenTrie& trie, TokenTable& out) : store_(store), trie_(trie), out_(out) {}

  // Walks r beside `reference`; what diverges goes into the table. False if it visits more nodes, or so much diverges,
  // that the reference does not pay.
  bool run(ResidualId r, ResidualId reference, std::size_t cap);

  TokenTable::Lists found;  // by the first byte of the suffix

 private:
  using PairIndex = std::uint32_t;
  using Row = std::array<PairIndex, 256>;
  static constexpr PairIndex kUnseen = 0xFFFFFFFF;
  struct Pair {
    ResidualId residual, other;
    bool nullable, other_nullable;
    bool looked = false, wide = false;  // `groups` and `rounds` are known; with explored survivals
    std::uint32_t groups = 0, rounds = 0;  // by which both keep on
    std::uint32_t alike = 0, unlike = kUnbounded;  // texts up to this long, or longer ones from that length on
    std::unique_ptr<Row> row;
  };
  // An open trie node, the pair after its path, how many accepting nodes lie on the path, and whether the reference
  // accepts on it.
  struct Frame {
    TrieNode node, end;
    PairIndex pair;
    std::uint32_t open;
    bool reference_open;
  };

  PairIndex pair(ResidualId r, ResidualId other);
  PairIndex step(PairIndex from, std::uint8_t byte);
  bool alike(Pair& p, std::uint32_t height);
  bool keep_on(TrieNode n, Pair& p);
  bool walk(TrieNode n, TrieNode stop);
  void die(TrieNode n, std::uint32_t open);
  bool diverge(TrieNode n, const Pair& p, bool reference_open);
  bool forget(TrieNode n);

  ResidualStore& store_;
  const TokenTrie& trie_;
  TokenTable& out_;
  std::vector<Pair> pairs_;
  FlatMap<PairIndex> index_;
  std::vector<Frame> stack_;
  std::vector<TrieNode> open_;
  std::size_t cap_ = 0, visited_ = 0;
  int explorations_ = kExplorations, none_ = 0;
};

}  // namespace constrain
