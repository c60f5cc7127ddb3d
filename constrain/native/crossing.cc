#include "crossing.h"

#include <algorithm>

namespace constrain {

namespace {
constexpr std::uint32_t kLargeSubtree = 32;      // nodes below which reading is cheaper than remembering
constexpr std::size_t kReachMemory = 32u << 20;  // bytes of remembered reaches in one constraint
}  // namespace

std::shared_ptr<const Reach> Crossing::reach(const ReachMap::Key& key) {
  if (auto known = reaches_.find(key)) return known;
  auto found = shared_.find(key);
  if (!found) {
    found = std::make_shared<const Reach>(find_reach(key));
    shared_.insert(key, found);
  }
  reaches_.insert(key, found, kReachMemory);
  return found;
}

Reach Crossing::find_reach(const ReachMap::Key& key) {
  const SuffixTrie& trie = *key.trie;
  Reach out;
  // Both the nodes and their tokens lie depth first, so this is one pass over them, and what is read are ranges.
  struct Level { std::uint32_t end; ResidualId residual; };
  std::vector<Level> levels{{trie.nodes[key.node].end, key.residual}};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;  // of trie.tokens
  std::vector<std::pair<std::uint8_t, std::uint32_t>> borders;
  for (std::uint32_t at = key.node + 1; !levels.empty();) {
    const Level level = levels.back();
    if (at == level.end) {
      levels.pop_back();
      continue;
    }
    const SuffixTrie::Node& node = trie.nodes[at];
    const ResidualId r = store_.derive(level.residual, node.byte);
    if (r == ResidualStore::kEmpty) {
      at = node.end;
      continue;
    }
    const std::uint32_t end = trie.nodes[at + 1].tokens;
    if (!ranges.empty() && ranges.back().second == node.tokens) ranges.back().second = end;
    else if (node.tokens < end) ranges.emplace_back(node.tokens, end);
    if (node.end == at + 1) {
      ++at;
      continue;
    }
    if (store_.nullable(r))
      for (std::uint32_t c = at + 1; c < node.end; c = trie.nodes[c].end) borders.emplace_back(trie.nodes[c].byte, at);
    if (r == ResidualStore::kEpsilon) {
      at = node.end;
      continue;
    }
    levels.push_back({node.end, r});
    ++at;
  }
  std::size_t count = 0;
  for (const auto& [begin, end] : ranges) count += end - begin;
  out.tokens.reserve(count);
  for (const auto& [begin, end] : ranges) out.tokens.insert(out.tokens.end(), trie.tokens.begin() + begin, trie.tokens.begin() + end);
  // By byte, counting.
  std::array<std::uint32_t, 257> place{};
  for (const auto& [byte, at] : borders) ++place[byte + 1];
  for (int b = 0; b < 256; ++b) {
    if (place[b + 1]) {
      out.after.add(static_cast<std::uint8_t>(b));
      out.begins.push_back(place[b]);
    }
    place[b + 1] += place[b];
  }
  out.begins.push_back(place[256]);
  out.borders.resize(borders.size());
  for (const auto& [byte, at] : borders) out.borders[place[byte]++] = at;
  if (out.tokens.size() > trie_.words() / 4) {
    out.dense.assign(trie_.words(), 0);
    for (TokenId t : out.tokens) out.dense[t >> 5] |= 1u << (t & 31);
  }
  out.begins.shrink_to_fit();
  return out;
}

void Crossing::take(const Reach& reach, const std::vector<TokenId>* except, Mask& out) {
  if (reach.dense.empty()) {
    for (TokenId t : reach.tokens)
      if (!except || !std::binary_search(except->begin(), except->end(), t)) out.added.push_back(t);
    return;
  }
  out.settle(trie_.words());
  std::vector<TokenId> kept;  // exceptions that are not in the mask
  if (except)
    for (TokenId t : *except)
      if (!(out.own[t >> 5] >> (t & 31) & 1)) kept.push_back(t);
  for (std::uint32_t w = 0; w < trie_.words(); ++w) out.own[w] |= reach.dense[w];
  for (TokenId t : kept) out.own[t >> 5] &= ~(1u << (t & 31));
}

bool Crossing::walk(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out, std::vector<TokenId>& doubtful) {
  open_.clear();
  visited_.clear();
  taken_.clear();
  std::size_t patience = 4096 + 16 * trie.nodes.size();
  const auto add = [&](TokenId token, bool doubt) {
    if (!except || !std::binary_search(except->begin(), except->end(), token)) (doubt ? doubtful : out.added).push_back(token);
  };
  // A residual has come to a node. Ambiguous grammars end lexemes there in many ways, all but one in vain.
  const auto arrive = [&](std::uint32_t node, ResidualId r, ScanId scan, bool doubt) {
    for (std::uint32_t t = trie.nodes[node].tokens; t < trie.nodes[node + 1].tokens; ++t) add(trie.tokens[t], doubt);
    if (trie.nodes[node].end == node + 1) return;
    if (r != ResidualStore::kEpsilon) open_.push_back({node, r, scan, doubt});
    if (!store_.nullable(r)) return;
    const SetId next = recogniser_.after(scan);
    if (visited_.insert(std::uint64_t{node} << 32 | next)) open_.push_back({node, kNone, next, doubt});
  };
  // The terminals that may begin at a node. What ended before a distinct one is not known to it, so its tokens are
  // looked at again.
  const auto begin = [&](const Open& at) {
    const std::uint32_t end = trie.nodes[at.node].end;
    const Recogniser::Set& set = recogniser_.expanded(at.scan);
    const auto each = [&](std::uint8_t byte, auto f) {
      if (!set.shape->first.has(byte)) return;
      for (std::uint32_t i : recogniser_.beginning(*set.shape, byte)) {
        const Recogniser::Scan& scan = set.shape->scans[i];
        f(scan.residual, set.first_scan + i, at.doubtful || scan.doubtful);
      }
    };
    if (end - at.node < kLargeSubtree) {
      for (std::uint32_t c = at.node + 1; c < end; c = trie.nodes[c].end) {
        const std::uint8_t byte = trie.nodes[c].byte;
        each(byte, [&](ResidualId r, ScanId id, bool doubt) { arrive(c, store_.derive(r, byte), id, doubt); });
      }
    } else if (trie.nodes[at.node + 1].end == end) {
      each(trie.nodes[at.node + 1].byte, [&](ResidualId r, ScanId id, bool doubt) { open_.push_back({at.node, r, id, doubt}); });
    } else {
      ByteSet below;
      for (std::uint32_t c = at.node + 1; c < end; c = trie.nodes[c].end) below.add(trie.nodes[c].byte);
      ScanId id = set.first_scan;
      for (const Recogniser::Scan& scan : set.shape->scans) {
        if (!(below & *scan.first).empty()) open_.push_back({at.node, scan.residual, id, at.doubtful || scan.doubtful});
        ++id;
      }
    }
  };
  // A lexeme at a node with many suffixes: its reach, and then whatever may follow where it ends.
  const auto cover = [&](const Open& at) {
    const std::shared_ptr<const Reach> found = reach({&trie, at.node, at.residual});
    const Reach& known = *found;
    patience -= std::min(patience, (known.tokens.size() + known.borders.size()) / 8);
    if (taken_.insert(std::uint64_t{at.node} << 33 | std::uint64_t{at.residual} << 1 | at.doubtful)) {
      if (!at.doubtful) take(known, except, out);
      else for (TokenId t : known.tokens) add(t, true);
    }
    if (known.borders.empty()) return;
    const SetId next = recogniser_.after(at.scan);
    const ByteSet& first = recogniser_.expanded(next).shape->first;
    std::size_t index = 0;
    known.after.each([&](std::uint8_t byte) {
      if (first.has(byte))
        for (std::uint32_t b = known.begins[index]; b < known.begins[index + 1]; ++b)
          if (visited_.insert(std::uint64_t{known.borders[b]} << 32 | next)) open_.push_back({known.borders[b], kNone, next, at.doubtful});
      ++index;
    });
  };
  open_.push_back({0, kNone, set, false});
  while (!open_.empty()) {
    const Open at = open_.back();
    open_.pop_back();
    if (patience == 0) return false;
    --patience;
    const std::uint32_t end = trie.nodes[at.node].end;
    if (at.residual == kNone) {
      begin(at);
    } else if (end - at.node >= kLargeSubtree) {
      cover(at);
    } else {
      for (std::uint32_t c = at.node + 1; c < end; c = trie.nodes[c].end) {
        const ResidualId r = store_.derive(at.residual, trie.nodes[c].byte);
        if (r != ResidualStore::kEmpty) arrive(c, r, at.scan, at.doubtful);
      }
    }
  }
  return true;
}

}  // namespace constrain
