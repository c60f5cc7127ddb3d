// One walk of the token trie by a residual alone: which tokens stay inside the lexeme, and where others cross its end.
//
// The residuals that are met become states of a small automaton of the walk's own, each with a row of transitions by
// byte, so that a node costs two loads and a comparison, some nanoseconds; a subtree whose bytes all keep the residual
// alive is taken as a whole. The store is asked only when a state meets a byte for the first time. A walk is one
// thread's, under the store's lock.
#pragma once

#include <vector>

#include "tokens/token_table.h"

namespace constrain {

class TrieWalk {
 public:
  TrieWalk(ResidualStore& store, const TokenTrie& trie);

  // `from`: a node to begin after, or the root.
  void run(ResidualId r, TrieNode from = 0);

  // What is left after each of these nodes `from` and the byte: on the way to `dead`, and at it and all below, whose tokens
  // alone count, and nothing that a walk before found. May find a place twice. Of what crosses, only the last ends are
  // found; the others are left for `list`.
  void run(ResidualId r, std::uint8_t byte, std::span<const TokenTable::Crossing> places);

  // All that crosses on the ways that such a walk has left. Each begins at a node after which r is left.
  void list(ResidualId r, std::span<const TokenTable::Crossing> ways);

  // The tokens that stay, as ranges of trie.tokens(), ascending and apart where one node was begun after.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stay;
  // By the first byte of the suffix.
  TokenTable::Lists found;
  ByteSet crossing_bytes;
  // Of these bytes there are ends that were left: on the ways from where the walk began to where the residual died.
  ByteSet unlisted;
  std::vector<TokenTable::Crossing> ways;
  std::size_t work() const { return visited_ + 64 * (states_.size() - known_); }
  // Whether another walk may go on with the states.
  bool few_states() const { return states_.size() < kFewStates; }

 private:
  using StateIndex = std::uint32_t;
  static constexpr StateIndex kDead = 0xFFFFFFFF, kUnseen = 0xFFFFFFFE;
  struct State {
    ResidualId residual;
    std::uint32_t loop_groups, loop_rounds;
    std::uint16_t only;     // the byte, where the residual can go on by one alone; or kMany
    bool looked, wide, nullable;  // looked: the self-loop is known; wide: the survival is
  };
  static constexpr std::uint16_t kMany = 256;
  static constexpr std::size_t kFewStates = 64;
  using Row = std::array<StateIndex, 256>;
  struct Level {
    TrieNode node, end, resume;  // resume: where to go on when all below `end` has been seen
    std::uint32_t open;          // accepting nodes on the path
    StateIndex state;
    bool noted;                  // its byte is, as one of a suffix that was left
    const Row* row;
  };
  struct Open { TrieNode node; std::uint32_t depth; };  // an accepting node, and its place among the levels

  StateIndex state(ResidualId r);
  StateIndex resolve(StateIndex from, std::uint8_t byte);
  void look(StateIndex s, bool wide);
  void descend(TrieNode n, TrieNode stop, std::uint32_t depth);
  std::uint32_t follow(TrieNode n, TrieNode to);
  void keep(std::uint32_t begin, std::uint32_t end);
  void die(TrieNode n, TrieNode dead, std::uint32_t depth);

  ResidualStore& store_;
  const TokenTrie& trie_;
  std::vector<State> states_;
  std::vector<std::unique_ptr<Row>> rows_;   // by state, null until one is at an inner node
  std::unordered_map<ResidualId, StateIndex> index_;
  std::unique_ptr<Level[]> levels_;  // as many as a token has bytes, and two
  std::vector<Open> open_;
  std::size_t visited_ = 0, known_ = 0;  // known_: states of walks before
  bool last_ends_only_ = false;
  int explorations_ = kExplorations, none_ = 0;
};

}  // namespace constrain
