#include "masks/warm_up.h"

#include <optional>

#include "masks/matcher.h"
#include "support/fork_gate.h"

namespace constrain {
namespace {

struct Next { TokenId token; std::size_t length; };

// The shortest token with which the text goes on.
std::optional<Next> shortest(const TokenTrie& trie, std::string_view text) {
  TrieNode n = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    n = trie.child(n, static_cast<std::uint8_t>(text[i]));
    if (n == kNone) break;
    if (trie.tokens_begin(n) != trie.tokens_end(n)) return Next{*trie.tokens_begin(n), i + 1};
  }
  return std::nullopt;
}

}  // namespace

void walk_sample(const std::shared_ptr<VocabularyCore>& vocabulary, const Sample& sample) {
  try {
    const auto constraint = std::make_shared<ConstraintCore>(vocabulary, sample.grammar, std::size_t{64} << 20);
    Matcher matcher(constraint);
    for (std::string_view rest = sample.text;; fork_gate::pass()) {
      if (const auto task = matcher.preparation()) task();
      const auto next = shortest(*constraint->trie, rest);
      if (!next) return;
      matcher.advance(next->token);
      rest.remove_prefix(next->length);
    }
  } catch (const Interrupted&) {
    throw;
  } catch (...) {  // this sample is not for this vocabulary; whoever needs the same will be told
  }
}

}  // namespace constrain
