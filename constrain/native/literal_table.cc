#include "literal_table.h"

namespace constrain {

TokenTable* literal_table(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  const auto only = [&](ResidualId at) {
    const ResidualStore::Node& node = store.node(at);
    return node.head != kNone && !node.nullable && store.head_set(at).count() == 1;
  };
  if (!only(r)) return nullptr;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stay;
  auto table = std::make_unique<TokenTable>();
  for (TrieNode at = 0; trie.node(at).end > at + 1;) {
    if (r == ResidualStore::kEpsilon) {  // what goes on behind the literal crosses its end
      std::array<std::vector<TokenTable::Crossing>, 256> found;
      for (TrieNode child = at + 1; child < trie.node(at).end; child = trie.node(child).end) {
        found[trie.node(child).byte].push_back({at, child});
        table->crossing_bytes.add(trie.node(child).byte);
      }
      table->set_crossings(found);
      break;
    }
    if (!only(r)) return nullptr;
    std::uint8_t byte = 0;
    store.head_set(r).each([&](std::uint8_t b) { byte = b; });
    at = trie.child(at, byte);
    if (at == kNone) break;
    r = store.derive(r, byte);
    if (r == ResidualStore::kEmpty) break;
    if (trie.node(at).tokens < trie.node(at + 1).tokens) stay.emplace_back(trie.node(at).tokens, trie.node(at + 1).tokens);
    ++table->work;
  }
  set_stay(*table, trie, stay);
  return table.release();
}

}  // namespace constrain
