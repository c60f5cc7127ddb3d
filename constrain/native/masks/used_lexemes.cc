#include "masks/used_lexemes.h"

#include "support/interned_sets.h"

namespace constrain {

bool UsedLexemes::lose(std::span<const ResidualId> texts, ResidualId residual, std::vector<TokenId>& lost,
                       std::vector<TokenId>& needs_check) {
  for (ResidualId text : texts) {
    const Spelling spelt = find(text, residual);
    if (spelt.nearly_exhausted) return false;
    needs_check.insert(needs_check.end(), spelt.needs_check.begin(), spelt.needs_check.end());
    if (spelt.tokens.empty()) continue;
    const std::size_t before = lost.size();
    lost.insert(lost.end(), spelt.tokens.begin(), spelt.tokens.end());
    if (before) tidy(lost);
  }
  return true;
}

UsedLexemes::Spelling UsedLexemes::find(ResidualId text, ResidualId residual) {
  if (const Spelling* known = spellings_.find(text, residual)) return *known;
  struct Visit { ResidualId text, residual; TrieNode node; };
  std::vector<Visit> work{{text, residual, 0}};
  std::vector<TokenId> tokens, needs_check;
  Spelling out;
  while (!work.empty()) {
    const Visit at = work.back();
    work.pop_back();
    if (at.node && store_.nullable(at.text)) {
      tokens.insert(tokens.end(), trie_.tokens_begin(at.node), trie_.subtree_tokens_end(at.node));
      if (at.residual != ResidualStore::kEpsilon)
        needs_check.insert(needs_check.end(), trie_.tokens_begin(at.node), trie_.subtree_tokens_end(at.node));
    }
    if (at.residual == ResidualStore::kEpsilon || at.text == ResidualStore::kEpsilon) continue;
    if (!store_.endless(at.residual)) {
      out.nearly_exhausted = true;
      break;
    }
    store_.first(at.text).each([&](std::uint8_t byte) {
      const TrieNode child = trie_.child(at.node, byte);
      if (child == kNone) return;
      const ResidualId next = store_.derive(at.residual, byte);
      if (next != ResidualStore::kEmpty) work.push_back({store_.derive(at.text, byte), next, child});
    });
  }
  if (!out.nearly_exhausted) {
    tidy(tokens);
    out.tokens = {arena_.copy(tokens.data(), tokens.size()), tokens.size()};
    out.needs_check = {arena_.copy(needs_check.data(), needs_check.size()), needs_check.size()};
  }
  spellings_.insert(text, residual, out);
  return out;
}

}  // namespace constrain
