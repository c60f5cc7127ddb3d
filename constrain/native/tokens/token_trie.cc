// The vocabulary as a trie in flat depth-first arrays, in order:
//
// 1. `sorted`: the text tokens in the order of their bytes, unless an order came with a saved vocabulary.
// 2. `build`: nodes as the tokens come, each from what it has in common with the one before; facts about subtrees
//    (bytes that occur, height, whether all is UTF-8) as nodes are closed. An order that is none is noticed here.
// 3. `index_children`, `wide_child`: children by byte, of the nodes that have many.
// Example: `a`, `ab`, `b` are the nodes `a` (with the child `ab`) and `b`, at 1, 2 and 3; skipping `a` with all below
// is going to 3.
#include "tokens/token_trie.h"

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

TokenTrie::TokenTrie(std::string bytes, std::vector<std::uint32_t> offsets, std::vector<TokenId> end_ids,
                     std::vector<TokenId> order)
    : bytes_(std::move(bytes)), offsets_(std::move(offsets)), end_ids_(std::move(end_ids)),
      size_(static_cast<std::uint32_t>(offsets_.size() - 1)) {
  std::uint32_t count = 0;
  text_.assign(words(), 0);
  for (TokenId t = 0; t < size_; ++t) {
    const std::string_view text = this->bytes(t);
    if (text.empty()) continue;
    if (text.size() > 0xFFFF)
      throw LimitError("token " + std::to_string(t) + " has too many bytes; give None for it, as for what is no text",
                       0xFFFF, text.size());
    text_[t >> 5] |= 1u << (t & 31);
    ++count;
  }
  tokens_ = std::move(order);
  if (tokens_.size() != count || !build()) {
    tokens_ = sorted();
    build();
  }
  root_children_.fill(kNone);
  for (TrieNode child = 1; child < size(); child = nodes_[child].end) root_children_[nodes_[child].byte] = child;
}

// The text tokens in the order of their bytes: by the first two at once, then by comparing the eight after them as one
// number, which decides nearly always.
std::vector<TokenId> TokenTrie::sorted() const {
  struct Key { std::uint64_t next; TokenId token; };
  const auto number = [](std::string_view text) {
    std::uint64_t out = 0;
    std::memcpy(&out, text.data(), std::min<std::size_t>(text.size(), 8));
    return std::endian::native == std::endian::little ? __builtin_bswap64(out) : out;
  };
  std::vector<std::uint32_t> place((1 << 16) + 1, 0);
  const auto bucket = [&](std::string_view text) {
    return std::size_t{static_cast<std::uint8_t>(text[0])} << 8 |
           (text.size() > 1 ? static_cast<std::uint8_t>(text[1]) : 0);
  };
  for (TokenId t = 0; t < size_; ++t)
    if (is_text(t)) ++place[bucket(bytes(t)) + 1];
  for (std::size_t i = 1; i < place.size(); ++i) place[i] += place[i - 1];
  const std::vector<std::uint32_t> begin = place;
  std::vector<Key> keys(place.back());
  for (TokenId t = 0; t < size_; ++t) {
    if (!is_text(t)) continue;
    const std::string_view text = bytes(t);
    keys[place[bucket(text)]++] = {text.size() > 2 ? number(text.substr(2)) : 0, t};
  }
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    if (begin[i + 1] - begin[i] < 2) continue;
    std::sort(keys.begin() + begin[i], keys.begin() + begin[i + 1], [this](const Key& a, const Key& b) {
      if (a.next != b.next) return a.next < b.next;
      const int difference = bytes(a.token).compare(bytes(b.token));
      return difference ? difference < 0 : a.token < b.token;
    });
  }
  std::vector<TokenId> out(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) out[i] = keys[i].token;
  return out;
}

// Makes the nodes depth first from `tokens_`, with the open path on a stack; what is known of a subtree is passed up
// when its node leaves the path. False if the tokens are not in order.
bool TokenTrie::build() {
  struct Open {
    TrieNode node;
    std::uint32_t below;   // as in Node, of what has left the path so far
    std::uint16_t height;
    std::uint8_t utf8, children, byte;
    bool valid;            // whether all paths seen so far are prefixes of valid UTF-8, the one to the node among them
  };
  constexpr std::uint32_t kAhead = 8;  // tokens lie anywhere in `bytes_`: ask for them early
  std::vector<Open> path{{0, 0, 0, 0, kNarrow, 0, true}};  // the root has an index of its own
  std::vector<Child> wide;
  nodes_.clear();
  nodes_.reserve(tokens_.size() * 5 / 2);
  nodes_.push_back({0, 0, 0, 0, 0, true});
  code_points_.assign(tokens_.size(), 0);
  cut_tokens_.clear();
  const auto close = [&] {
    const Open& open = path.back();  // not a copy: loading at once what was stored in parts stalls the processor
    Node& node = nodes_[open.node];
    node.end = static_cast<TrieNode>(nodes_.size());
    node.below = open.below;
    node.height = open.height;
    node.valid = open.valid && open.utf8 == 0;
    if (path.size() > 1) {
      Open& above = path[path.size() - 2];
      // Facts about subtrees are summed up as nodes are closed, deepest first.
      above.below |= open.below | group_bit(open.byte);
      above.height = std::max<std::uint16_t>(above.height, open.height + 1);
      above.valid = above.valid && open.valid;
    }
    path.pop_back();
  };
  std::string_view previous;
  for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
    const TokenId token = tokens_[i];
    // Tokens in order of their bytes lie anywhere in memory: without fetching ahead, waiting for it is most of the
    // time.
    if (i + 2 * kAhead < tokens_.size()) {
      if (tokens_[i + 2 * kAhead] < size_) __builtin_prefetch(&offsets_[tokens_[i + 2 * kAhead]]);
      if (tokens_[i + kAhead] < size_) __builtin_prefetch(bytes_.data() + offsets_[tokens_[i + kAhead]]);
    }
    if (token >= size_ || !is_text(token)) return false;
    const std::string_view text = bytes(token);
    const std::size_t shorter = std::min(previous.size(), text.size());
    std::size_t common = 0;
    while (common < shorter && previous[common] == text[common]) ++common;
    if (common == text.size()) {
      // An order from a file is believed only as far as it is seen to be one.
      if (i > 0 && !(common == previous.size() && tokens_[i - 1] < token)) return false;
    } else if (common < previous.size() &&
               static_cast<std::uint8_t>(previous[common]) > static_cast<std::uint8_t>(text[common])) {
      return false;
    }
    while (path.size() > common + 1) close();
    for (std::size_t k = common; k < text.size(); ++k) {
      const auto byte = static_cast<std::uint8_t>(text[k]);
      Open& above = path.back();
      const std::uint8_t state = utf8_step(above.utf8, byte);
      const auto node = static_cast<TrieNode>(nodes_.size());
      if (above.node && above.children >= kNarrow) wide.push_back({above.node, node});
      else ++above.children;
      path.push_back({node, 0, 0, state, 0, byte, state != 8});
      nodes_.push_back({0, i, 0, 0, byte, false});
    }
    std::uint32_t begun = 0;
    // Bytes that begin a code point: all but 10xxxxxx.
    for (char b : text) begun += static_cast<signed char>(b) >= -0x40;
    code_points_[i] = static_cast<std::uint16_t>(begun);
    if (path.back().utf8 != 0 && path.back().utf8 != 8) {
      std::uint32_t tail = 1;
      while (static_cast<signed char>(text[text.size() - tail]) < -0x40) ++tail;
      cut_tokens_.push_back({i, tail});
    }
    previous = text;
  }
  while (!path.empty()) close();
  nodes_.push_back({0, static_cast<std::uint32_t>(tokens_.size()), 0, 0, 0, false});  // sentinel
  index_children(wide);
  return true;
}

void TokenTrie::index_children(const std::vector<Child>& children) {
  // Open addressing, half full: only those children are in it that a node has beyond its first few.
  wide_.assign(std::bit_ceil(2 * children.size() + 1), {0, kNone});
  for (const Child& child : children) {
    const std::uint64_t key = std::uint64_t{child.parent} << 8 | nodes_[child.node].byte;
    std::size_t at = mix(0, key) & (wide_.size() - 1);
    while (wide_[at].second != kNone) at = (at + 1) & (wide_.size() - 1);
    wide_[at] = {key, child.node};
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
  return nodes_.capacity() * sizeof(Node) + (tokens_.size() + text_.size()) * 4 + bytes_.size() + offsets_.size() * 4 +
         code_points_.size() * 2 + cut_tokens_.size() * sizeof cut_tokens_[0] + wide_.size() * sizeof wide_[0];
}

}  // namespace constrain
