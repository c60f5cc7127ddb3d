// The vocabulary as a flat byte trie in depth-first order.
//
// A rejected subtree is skipped by one assignment (`node = end`), and the tokens of a subtree are one contiguous range
// of `tokens()`. For subtrees of some size the trie also knows which bytes occur below, how many code points the
// longest path holds and whether all paths are valid UTF-8, which lets a table walk accept whole subtrees unseen.
// Immutable after construction, hence safe to read from any thread. Costs about 12 bytes a node.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "common.h"

namespace constrain {

class TokenTrie {
 public:
  struct Node {
    TrieNode end;              // one past the subtree
    std::uint32_t tokens;      // where the tokens that end exactly here begin in tokens()
    std::uint32_t summary;     // index into summaries(), or kNone for small subtrees
    std::uint16_t height;      // bytes on the longest path below
    std::uint8_t byte;
  };
  struct Summary {
    ByteSet bytes;             // bytes occurring strictly below the node
    std::uint16_t code_points; // at most so many begin below the node on one path
    bool valid;                // node ends on a code-point boundary and every path below is a prefix of valid UTF-8
  };

  // Tokens without a value are not text. Empty byte strings are never part of the trie.
  TokenTrie(const std::vector<std::optional<std::string>>& tokens, std::vector<TokenId> end_ids, std::uint32_t size);

  const Node& node(TrieNode n) const { return nodes_[n]; }
  TrieNode size() const { return static_cast<TrieNode>(nodes_.size()) - 1; }  // a sentinel closes the array
  const Summary* summary(TrieNode n) const {
    return nodes_[n].summary == kNone ? nullptr : &summaries_[nodes_[n].summary];
  }
  TrieNode root_child(std::uint8_t byte) const { return root_children_[byte]; }  // kNone where no token begins so
  // The child of n by the byte, or kNone. Siblings are looked at in turn below the root.
  TrieNode child(TrieNode n, std::uint8_t byte) const {
    if (n == 0) return root_children_[byte];
    for (TrieNode c = n + 1; c < nodes_[n].end; c = nodes_[c].end)
      if (nodes_[c].byte >= byte) return nodes_[c].byte == byte ? c : kNone;
    return kNone;
  }
  const TokenId* tokens_begin(TrieNode n) const { return tokens_.data() + nodes_[n].tokens; }
  const TokenId* tokens_end(TrieNode n) const { return tokens_.data() + nodes_[n + 1].tokens; }           // here
  const TokenId* subtree_tokens_end(TrieNode n) const { return tokens_.data() + nodes_[nodes_[n].end].tokens; }

  std::string_view bytes(TokenId token) const {
    return {bytes_.data() + offsets_[token], offsets_[token + 1] - offsets_[token]};
  }
  // How many code points begin in the token.
  std::uint32_t code_points(TokenId token) const { return code_points_[token]; }
  bool is_text(TokenId token) const { return offsets_[token + 1] > offsets_[token]; }
  bool is_end(TokenId token) const {
    for (TokenId id : end_ids_)
      if (id == token) return true;
    return false;
  }
  const std::vector<TokenId>& end_ids() const { return end_ids_; }
  std::uint32_t vocabulary_size() const { return size_; }
  std::uint32_t words() const { return (size_ + 31) / 32; }
  std::uint32_t longest_token() const { return nodes_[0].height; }
  std::size_t memory() const;

 private:
  std::vector<Node> nodes_;
  std::vector<Summary> summaries_;
  std::vector<TokenId> tokens_;
  std::array<TrieNode, 256> root_children_;
  std::string bytes_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint16_t> code_points_;
  std::vector<TokenId> end_ids_;
  std::uint32_t size_;
};

}  // namespace constrain
