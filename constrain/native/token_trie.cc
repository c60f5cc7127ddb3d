#include "token_trie.h"

#include <algorithm>

namespace constrain {
namespace {

constexpr TrieNode kSummarised = 6;  // subtrees with fewer nodes are cheaper to walk than to look up

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

TokenTrie::TokenTrie(const std::vector<std::optional<std::string>>& tokens, std::vector<TokenId> end_ids,
                     std::uint32_t size)
    : end_ids_(std::move(end_ids)), size_(size) {
  offsets_.reserve(size + 1);
  std::vector<TokenId> order;
  for (TokenId t = 0; t < size; ++t) {
    offsets_.push_back(bytes_.size());
    if (t < tokens.size() && tokens[t] && !tokens[t]->empty()) {
      if (tokens[t]->size() > 0xFFFF) throw LimitError("a token is longer than 65,535 bytes", 0xFFFF, tokens[t]->size());
      bytes_ += *tokens[t];
      order.push_back(t);
    }
  }
  offsets_.push_back(bytes_.size());
  code_points_.assign(size, 0);
  for (TokenId t : order)
    for (char b : bytes(t)) code_points_[t] += (static_cast<std::uint8_t>(b) & 0xC0) != 0x80;
  std::sort(order.begin(), order.end(), [this](TokenId a, TokenId b) {
    const int difference = bytes(a).compare(bytes(b));
    return difference ? difference < 0 : a < b;
  });

  // Depth-first construction from the sorted tokens; `path` holds the open nodes, and closing one fixes its end.
  struct Open { TrieNode node; std::uint8_t utf8; };
  std::vector<Open> path{{0, 0}};
  std::vector<std::uint8_t> states{0};
  nodes_.push_back({0, 0, kNone, 0, 0});
  tokens_.reserve(order.size());
  std::string_view previous;
  const auto close = [&](std::size_t depth) {
    while (path.size() > depth + 1) {
      const TrieNode node = path.back().node;
      nodes_[node].end = static_cast<TrieNode>(nodes_.size());
      path.pop_back();
      Node& parent = nodes_[path.back().node];
      parent.height = std::max<std::uint16_t>(parent.height, nodes_[node].height + 1);
    }
  };
  for (TokenId token : order) {
    const std::string_view text = bytes(token);
    const std::size_t common =
        std::mismatch(previous.begin(), previous.end(), text.begin(), text.end()).first - previous.begin();
    if (common < text.size() || common < previous.size()) close(common);
    for (std::size_t i = path.size() - 1; i < text.size(); ++i) {
      const auto byte = static_cast<std::uint8_t>(text[i]);
      const std::uint8_t state = utf8_step(path.back().utf8, byte);
      path.push_back({static_cast<TrieNode>(nodes_.size()), state});
      states.push_back(state);
      nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()), kNone, 0, byte});
    }
    tokens_.push_back(token);
    previous = text;
  }
  close(0);
  nodes_[0].end = static_cast<TrieNode>(nodes_.size());
  nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()), kNone, 0, 0});  // sentinel

  // Summaries bottom-up: depth-first order reversed visits children before parents.
  const TrieNode count = this->size();
  struct Below { ByteSet bytes; std::uint16_t code_points = 0; bool valid = true; };
  std::vector<std::pair<TrieNode, Below>> pending;  // finished subtrees whose parent is still to come
  for (TrieNode n = count; n-- > 0;) {
    Below below;
    while (!pending.empty() && pending.back().first < nodes_[n].end) {
      const auto& [child, inner] = pending.back();
      below.bytes |= inner.bytes;
      below.bytes.add(nodes_[child].byte);
      const bool starts = (nodes_[child].byte & 0xC0) != 0x80;
      below.code_points = std::max<std::uint16_t>(below.code_points, inner.code_points + starts);
      below.valid = below.valid && inner.valid && states[child] != 8;
      pending.pop_back();
    }
    if (nodes_[n].end - n >= kSummarised) {
      nodes_[n].summary = static_cast<std::uint32_t>(summaries_.size());
      summaries_.push_back({below.bytes, below.code_points, below.valid && states[n] == 0});
    }
    pending.emplace_back(n, below);
  }

  root_children_.fill(kNone);
  for (TrieNode child = 1; child < count; child = nodes_[child].end) root_children_[nodes_[child].byte] = child;
}

std::size_t TokenTrie::memory() const {
  return nodes_.size() * sizeof(Node) + summaries_.size() * sizeof(Summary) + tokens_.size() * 4 + bytes_.size() +
         offsets_.size() * 8 + code_points_.size() * 2;
}

}  // namespace constrain
