#include "token_trie.h"

#include <algorithm>

namespace constrain {
namespace {

// One step of the UTF-8 validator (Unicode 15, table 3-7). States: 0 boundary, 1-3 continuation bytes still to come,
// 4 after E0, 5 after ED, 6 after F0, 7 after F4, 8 error.
std::uint8_t utf8_step(std::uint8_t state, std::uint8_t byte) {
  const bool continuation = (byte & 0xC0) == 0x80;
  switch (state) {
    case 0:
      if (byte < 0x80) return 0;
      if (byte >= 0xC2 && byte <= 0xDF) return 1;
      if (byte == 0xE0) return 4;
      if (byte == 0xED) return 5;
      if (byte >= 0xE1 && byte <= 0xEF) return 2;
      if (byte == 0xF0) return 6;
      if (byte >= 0xF1 && byte <= 0xF3) return 3;
      if (byte == 0xF4) return 7;
      return 8;
    case 1: case 2: case 3: return continuation ? state - 1 : 8;
    case 4: return continuation && byte >= 0xA0 ? 1 : 8;
    case 5: return continuation && byte < 0xA0 ? 1 : 8;
    case 6: return continuation && byte >= 0x90 ? 2 : 8;
    case 7: return continuation && byte < 0x90 ? 2 : 8;
    default: return 8;
  }
}

}  // namespace

TokenTrie::TokenTrie(std::string bytes, std::vector<std::uint64_t> offsets, std::vector<TokenId> end_ids)
    : bytes_(std::move(bytes)), offsets_(std::move(offsets)), end_ids_(std::move(end_ids)),
      size_(static_cast<std::uint32_t>(offsets_.size() - 1)) {
  // Tokens in the order of their bytes; the first eight of them as a number decide nearly every comparison.
  struct Key { std::uint64_t first; TokenId token; };
  std::vector<Key> order;
  order.reserve(size_);
  code_points_.assign(size_, 0);
  text_.assign(words(), 0);
  for (TokenId t = 0; t < size_; ++t) {
    const std::string_view text = this->bytes(t);
    if (text.empty()) continue;
    if (text.size() > 0xFFFF) throw LimitError("a token is longer than 65,535 bytes", 0xFFFF, text.size());
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < 8; ++i) first = first << 8 | (i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0);
    order.push_back({first, t});
    for (char b : text) code_points_[t] += (static_cast<std::uint8_t>(b) & 0xC0) != 0x80;
    text_[t >> 5] |= 1u << (t & 31);
  }
  std::sort(order.begin(), order.end(), [this](const Key& a, const Key& b) {
    if (a.first != b.first) return a.first < b.first;
    const int difference = this->bytes(a.token).compare(this->bytes(b.token));
    return difference ? difference < 0 : a.token < b.token;
  });

  // Depth-first construction from the sorted tokens; `path` holds the open nodes.
  struct Open { TrieNode node; std::uint8_t utf8; };
  std::vector<Open> path{{0, 0}};
  std::vector<TrieNode> parents{kNone};
  nodes_.reserve(order.size() * 5 / 2);
  parents.reserve(order.size() * 5 / 2);
  nodes_.push_back({0, 0, 0, 0, 0, true});
  tokens_.reserve(order.size());
  std::string_view previous;
  for (const Key& key : order) {
    const std::string_view text = this->bytes(key.token);
    const std::size_t common =
        std::mismatch(previous.begin(), previous.end(), text.begin(), text.end()).first - previous.begin();
    while (path.size() > common + 1) {
      nodes_[path.back().node].end = static_cast<TrieNode>(nodes_.size());
      path.pop_back();
    }
    for (std::size_t i = common; i < text.size(); ++i) {
      const auto byte = static_cast<std::uint8_t>(text[i]);
      const std::uint8_t state = utf8_step(path.back().utf8, byte);
      parents.push_back(path.back().node);
      path.push_back({static_cast<TrieNode>(nodes_.size()), state});
      // `valid` for now: whether the path to the node is a prefix of valid UTF-8.
      nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()), state == 0, 0, byte, state != 8});
    }
    tokens_.push_back(key.token);
    previous = text;
  }
  for (const Open& open : path) nodes_[open.node].end = static_cast<TrieNode>(nodes_.size());
  nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()), 0, 0, 0, false});  // sentinel
  nodes_.shrink_to_fit();

  // What is known of subtrees, bottom-up: depth-first order reversed visits children before parents. Until its turn
  // comes, a node's `below` gathers bits from its children, beside its own: whether it ends on a boundary.
  std::vector<bool> boundary(size() + 1);
  for (TrieNode n = 0; n < size(); ++n) boundary[n] = n == 0 || std::exchange(nodes_[n].below, 0);
  for (TrieNode n = size(); n-- > 1;) {
    Node& node = nodes_[n];
    Node& parent = nodes_[parents[n]];
    parent.below |= node.below | 1u << kGroupOf[node.byte];
    parent.height = std::max<std::uint16_t>(parent.height, node.height + 1);
    parent.valid = parent.valid && node.valid;  // of a prefix so far; of the paths below as well from now on
  }
  for (TrieNode n = 0; n < size(); ++n) nodes_[n].valid = nodes_[n].valid && boundary[n];

  root_children_.fill(kNone);
  for (TrieNode child = 1; child < size(); child = nodes_[child].end) root_children_[nodes_[child].byte] = child;
  index_children(parents);
}

void TokenTrie::index_children(const std::vector<TrieNode>& parents) {
  std::vector<TrieNode> found;
  std::vector<std::uint8_t> before(size(), 0);  // children met so far
  for (TrieNode n = 1; n < size(); ++n) {
    std::uint8_t& count = before[parents[n]];
    if (parents[n] == 0) continue;
    if (count >= kNarrow) found.push_back(n);
    else ++count;
  }
  wide_.assign(std::bit_ceil(2 * found.size() + 1), {0, kNone});
  for (TrieNode n : found) {
    const std::uint64_t key = std::uint64_t{parents[n]} << 8 | nodes_[n].byte;
    std::size_t at = mix(0, key) & (wide_.size() - 1);
    while (wide_[at].second != kNone) at = (at + 1) & (wide_.size() - 1);
    wide_[at] = {key, n};
  }
}

TrieNode TokenTrie::wide_child(TrieNode n, std::uint8_t byte) const {
  const std::uint64_t key = std::uint64_t{n} << 8 | byte;
  for (std::size_t at = mix(0, key) & (wide_.size() - 1);; at = (at + 1) & (wide_.size() - 1)) {
    if (wide_[at].second == kNone) return kNone;
    if (wide_[at].first == key) return wide_[at].second;
  }
}

std::size_t TokenTrie::memory() const {
  return nodes_.size() * sizeof(Node) + (tokens_.size() + text_.size()) * 4 + bytes_.size() + offsets_.size() * 8 +
         code_points_.size() * 2 +          wide_.size() * sizeof wide_[0];
}

}  // namespace constrain
