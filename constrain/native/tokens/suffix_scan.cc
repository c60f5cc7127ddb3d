#include "tokens/suffix_scan.h"

namespace constrain {

namespace {

void read(ResidualStore& store, const TokenTrie& vocabulary, const SuffixTrie& trie, std::uint32_t node,
          ResidualId residual, SuffixScan& out) {
  // Both the nodes and their tokens lie depth first, so this is one pass over them, and what is read are ranges. A name goes
  // on as it began, so what is asked of a residual is kept with the level, and most levels have it from the one above.
  struct Level {
    std::uint32_t end;
    ResidualId residual;
    const ResidualStore::Row* row;  // null: not known
    bool ends;                      // the lexeme may end there
  };
  std::vector<Level> levels;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;  // of trie.tokens
  std::vector<std::uint32_t> continuations;                     // nodes after an end
  const std::uint32_t stop = trie.nodes[node].end;
  for (std::uint32_t at = node; at < stop;) {
    while (!levels.empty() && at == levels.back().end) levels.pop_back();
    const SuffixTrie::Node& here = trie.nodes[at];
    ResidualId r = residual;
    if (at != node) {
      Level& above = levels.back();
      if (above.ends) continuations.push_back(at);
      r = above.row ? above.row->next[above.row->classes[here.byte]].load(std::memory_order_acquire)
                    : ResidualStore::kUnknown;
      if (r == ResidualStore::kUnknown) {
        r = above.residual == ResidualStore::kEpsilon ? ResidualStore::kEmpty : store.derive(above.residual, here.byte);
        above.row = store.row(above.residual);
      }
    }
    if (r == ResidualStore::kEmpty) {
      at = here.end;
      continue;
    }
    const std::uint32_t end = trie.nodes[at + 1].tokens;
    if (!ranges.empty() && ranges.back().second == here.tokens) ranges.back().second = end;
    else if (here.tokens < end) ranges.emplace_back(here.tokens, end);
    if (here.end > at + 1) {
      if (!levels.empty() && levels.back().residual == r)
        levels.push_back({here.end, r, levels.back().row, levels.back().ends});
      else levels.push_back({here.end, r, store.row(r), store.nullable(r)});
    }
    ++at;
  }
  std::size_t count = 0;
  for (const auto& [begin, end] : ranges) count += end - begin;
  out.tokens.reserve(count);
  for (const auto& [begin, end] : ranges)
    out.tokens.insert(out.tokens.end(), trie.tokens.begin() + begin, trie.tokens.begin() + end);
  // By byte, counting.
  std::array<std::uint32_t, 257> place{};
  for (const std::uint32_t at : continuations) ++place[trie.nodes[at].byte + 1];
  for (int b = 0; b < 256; ++b) {
    if (place[b + 1]) {
      out.after.add(static_cast<std::uint8_t>(b));
      out.begins.push_back(place[b]);
    }
    place[b + 1] += place[b];
  }
  out.begins.push_back(place[256]);
  out.begins.shrink_to_fit();
  out.continuations.resize(continuations.size());
  for (const std::uint32_t at : continuations) out.continuations[place[trie.nodes[at].byte]++] = at;
  if (out.tokens.size() > vocabulary.words() / 4) {
    out.dense.assign(vocabulary.words(), 0);
    for (TokenId t : out.tokens) out.dense[t >> 5] |= 1u << (t & 31);
  }
}

}  // namespace

SuffixScan::~SuffixScan() {
  for (const auto& trie : merged_) delete trie.load(std::memory_order_relaxed);
}

template <class Value>
std::shared_ptr<const Value> SuffixScanCache::look_up(const Memo<Value>& memo, const Key& key) {
  std::lock_guard guard(mutex_);
  return memo.look_up(key);
}

template <class Value>
std::shared_ptr<const Value> SuffixScanCache::keep(Memo<Value>& memo, const Key& key,
                                                   std::shared_ptr<const Value> made) {
  std::lock_guard guard(mutex_);
  if (memory_ > kMemory) {
    scans_.forget();
    tables_.forget();
    memory_ = 0;
  }
  memory_ += made->memory();
  return memo.keep(key, std::move(made));
}

std::shared_ptr<const SuffixScan> SuffixScanCache::find(ResidualStore& store, const TokenTrie& vocabulary,
                                                        const SuffixTrie& trie, std::uint32_t node,
                                                        ResidualId residual) {
  const Key key{trie.number, node, residual};
  if (auto known = look_up(scans_, key)) return known;
  auto made = std::make_shared<SuffixScan>();
  read(store, vocabulary, trie, node, residual, *made);
  made->merged_ = std::vector<std::atomic<const SuffixTrie*>>(made->begins.size() - 1);
  return keep<SuffixScan>(scans_, key, std::move(made));
}

std::shared_ptr<const TokenTable> SuffixScanCache::find(ResidualStore& store, const TokenTrie& vocabulary,
                                                        const TokenTable& table, std::uint8_t byte,
                                                        ResidualId residual) {
  const Key key{table.number, byte, residual};
  if (auto known = look_up(tables_, key)) return known;
  std::shared_ptr<TokenTable> made = table_of_suffixes(store, vocabulary, table, byte, residual, walk_);
  made->charged = &memory_;
  return keep<TokenTable>(tables_, key, std::move(made));
}

const SuffixTrie* SuffixScanCache::merged(const SuffixScan& scan, const SuffixTrie& trie, std::size_t index) {
  const std::span<const std::uint32_t> nodes(scan.continuations.data() + scan.begins[index],
                                             scan.begins[index + 1] - scan.begins[index]);
  if (nodes.size() == 1) return nullptr;
  if (const SuffixTrie* made = scan.merged_[index].load(std::memory_order_acquire)) return made;
  std::lock_guard guard(mutex_);
  if (const SuffixTrie* made = scan.merged_[index].load(std::memory_order_relaxed)) return made;
  const SuffixTrie* made = merge(trie, nodes).release();
  memory_ += made->memory();
  scan.merged_[index].store(made, std::memory_order_release);
  return made;
}

}  // namespace constrain
