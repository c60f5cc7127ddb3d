// One walk of the token trie by a residual alone: which tokens stay inside the lexeme, and where others cross its end.
//
// The residuals that are met become states of a small automaton of the walk's own, with what each node asks of them side
// by side, so that a node costs two loads and a comparison, some nanoseconds; a subtree whose bytes all keep the residual
// alive is taken as a whole. The store is asked only when a state meets a class of bytes for the first time.
#pragma once

#include <vector>

#include "token_table.h"

namespace constrain {

class LoneWalk {
 public:
  LoneWalk(ResidualStore& store, const TokenTrie& trie) : store_(store), trie_(trie) {}

  void run(ResidualId r);

  // The tokens that stay, as ranges of trie.tokens(), ascending and apart.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stay;
  // By the first byte of the suffix.
  std::array<std::vector<TokenTable::Crossing>, 256> found;
  ByteSet crossing_bytes;
  std::size_t work() const { return visited_ + 64 * states_.size(); }

 private:
  using StateIndex = std::uint32_t;
  static constexpr StateIndex kDead = 0xFFFFFFFF, kUnseen = 0xFFFFFFFE;
  struct State {
    ResidualId residual;
    const ByteSet* head;          // of a residual that begins with one class: all other bytes are dead ends
    const std::uint8_t* classes;  // else: byte -> class, once one has been met; null until then
    std::uint32_t to;             // where its transitions begin, by class; of one with a head, the only one
    std::uint32_t loop_groups, loop_rounds;
    bool looked, nullable;        // looked: the loop is known
  };
  struct Level {
    TrieNode node, end, resume;  // resume: where to go on when all below `end` has been seen
    StateIndex state;
    std::uint32_t open;          // accepting nodes on the path
  };

  StateIndex state(ResidualId r);
  StateIndex step(StateIndex from, std::uint8_t byte);
  StateIndex resolve(StateIndex from, std::uint8_t byte);
  void descend(TrieNode n, TrieNode stop);
  void keep(std::uint32_t begin, std::uint32_t end);
  void die(TrieNode n, std::uint32_t open);

  ResidualStore& store_;
  const TokenTrie& trie_;
  std::vector<State> states_;
  std::vector<StateIndex> transitions_;
  std::unordered_map<ResidualId, StateIndex> index_;
  std::vector<Level> levels_;
  std::vector<TrieNode> open_;
  std::size_t visited_ = 0;
};

}  // namespace constrain
