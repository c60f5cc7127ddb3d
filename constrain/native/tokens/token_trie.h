// The vocabulary as a flat byte trie in depth-first order.
//
// A rejected subtree is skipped by one assignment (`node = end`), and the tokens of a subtree are one contiguous range
// of `tokens()`. Each node also knows which groups of bytes occur below it, how long the longest path is and whether
// all paths are valid UTF-8, which lets a table walk accept whole subtrees unseen. Sixteen bytes a node: a walk is
// bound by memory. Immutable after construction, hence safe to read from any thread.
#pragma once

#include <string_view>
#include <vector>

#include "pattern/byte_groups.h"
#include "support/huge_pages.h"

namespace constrain {

class TokenTrie {
 public:
  struct Node {
    TrieNode end;              // one past the subtree
    std::uint32_t tokens;      // where the tokens that end exactly here begin in tokens()
    std::uint32_t below;       // groups of bytes that occur strictly below the node; to be read where it is `valid`
    std::uint16_t height;      // bytes on the longest path below
    std::uint8_t byte;
    bool valid;                // the node ends on a code-point boundary and every path below is a prefix of valid UTF-8
  };

  // Token t is bytes[offsets[t] .. offsets[t + 1]); empty ones are not text and never part of the trie. `order` may
  // list the others by their bytes and then by id, as `tokens()` of an equal trie does; it is checked on the way, and
  // sorting, half of the work, is then left out. Anything else in it is passed over.
  TokenTrie(std::string bytes, std::vector<std::uint32_t> offsets, std::vector<TokenId> end_ids,
            std::vector<TokenId> order = {});

  const Node& node(TrieNode n) const { return nodes_[n]; }
  TrieNode size() const { return static_cast<TrieNode>(nodes_.size()) - 1; }  // a sentinel closes the array
  TrieNode root_child(std::uint8_t byte) const { return root_children_[byte]; }  // kNone where no token begins so
  // The child of n by the byte, or kNone.
  TrieNode child(TrieNode n, std::uint8_t byte) const {
    if (n == 0) return root_children_[byte];
    int seen = 0;
    for (TrieNode c = n + 1; c < nodes_[n].end; c = nodes_[c].end) {
      if (nodes_[c].byte >= byte) return nodes_[c].byte == byte ? c : kNone;
      if (++seen == kNarrow) return wide_child(n, byte);
    }
    return kNone;
  }
  const TokenId* tokens_begin(TrieNode n) const { return tokens_.data() + nodes_[n].tokens; }
  const TokenId* tokens_end(TrieNode n) const { return tokens_.data() + nodes_[n + 1].tokens; }           // here
  const TokenId* subtree_tokens_end(TrieNode n) const { return tokens_.data() + nodes_[nodes_[n].end].tokens; }

  std::string_view bytes(TokenId token) const {
    return {bytes_.data() + offsets_[token], offsets_[token + 1] - offsets_[token]};
  }
  // A token that ends within a character and is valid UTF-8 up to there: where it stands in tokens(), and how many
  // bytes of that character it has. In the order of tokens().
  struct CutToken { std::uint32_t place, tail; };
  const std::vector<CutToken>& cut_tokens() const { return cut_tokens_; }
  // What a cut token has of its last character.
  std::string_view tail(const CutToken& cut) const {
    const std::string_view all = bytes(tokens_[cut.place]);
    return all.substr(all.size() - cut.tail);
  }
  // How many code points begin in the token at this place of tokens().
  std::uint32_t code_points(std::uint32_t place) const { return code_points_[place]; }
  // The tokens of the trie in its order: those of a subtree are one range.
  const std::vector<TokenId>& tokens() const { return tokens_; }
  // A bitset of all of them.
  const std::vector<std::uint32_t>& text() const { return text_; }
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
  static constexpr int kNarrow = 8;  // children beyond the first so many are found by hashing
  TrieNode wide_child(TrieNode n, std::uint8_t byte) const;
  std::vector<TokenId> sorted() const;
  bool build();
  struct Child { TrieNode parent, node; };
  void index_children(const std::vector<Child>& children);

  std::vector<Node, LargePages<Node>> nodes_;
  std::vector<TokenId> tokens_;
  std::vector<std::uint32_t> text_;
  using Wide = std::pair<std::uint64_t, TrieNode>;
  std::vector<Wide, LargePages<Wide>> wide_;  // open addressing by parent and byte

  std::array<TrieNode, 256> root_children_;
  std::string bytes_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint16_t> code_points_;
  std::vector<CutToken> cut_tokens_;
  std::vector<TokenId> end_ids_;
  std::uint32_t size_;
};

}  // namespace constrain
