// Which patterns have tables that take too long?
//
// The store's probe (pattern/probe.cc) looks at derivatives alone and bounds what one of them may take. A table asks
// for thousands of them, and how many of those were met before depends on the vocabulary: so tables are made along some
// texts, each token drawn from those that may follow. The first tables of a pattern may be expensive, because what they
// find out (costs of tokens, the reach of an intersection) serves all others. So a pattern is taken when two texts in a
// row were read with cheap tables; it is refused when no two were, or when all tables together took too much. For
// example, `^(?=.*[A-Z])(?=.*[0-9]).{8,64}$` is taken after two texts, and
// `(?=[^a]{1,127}(\.a.|\w{3}[A-Z]{1,255}))(\w{1,63}a?x?)+`, each of whose tables takes 60 to 100 ms, is refused. What
// is made is kept, and no mask makes it again.
#include "tokens/table_probe.h"

namespace constrain {
namespace {

// Steps of the store's probe below which tables are cheap: 24 patterns of 2,500 real schemas are above.
constexpr std::uint64_t kHarmless = 10'000;
// Work on one table, in elementary steps under the usual limits: some 20 ms. Half of it would refuse intersections of
// three searches.
constexpr std::uint64_t kOneTable = 1'000'000;
constexpr std::uint64_t kAllTables = 20'000'000;  // on all tables that are made here
constexpr int kProbedTexts = 8, kProbedTokens = 6, kCheapTexts = 2;
constexpr int kDraws = 64;  // tokens drawn until one may follow

ResidualId read_token(ResidualStore& store, ResidualId at, std::string_view token) {
  for (std::size_t i = 0; i < token.size() && at != ResidualStore::kEmpty; ++i)
    at = store.derive(at, static_cast<std::uint8_t>(token[i]));
  return at;
}

// Where a token leads that is drawn from those that may follow; or, where none was found, the first byte that may.
ResidualId drawn_step(ResidualStore& store, const TokenTrie& trie, ResidualId at, std::uint64_t& random) {
  for (int i = 0; i < kDraws; ++i) {
    random = mix(random, 1);
    const ResidualId next = read_token(store, at, trie.bytes(trie.tokens()[random % trie.tokens().size()]));
    if (next != ResidualStore::kEmpty) return next;
  }
  for (int byte = 0; byte < 256; ++byte)
    if (const ResidualId next = store.derive(at, static_cast<std::uint8_t>(byte)); next != ResidualStore::kEmpty)
      return next;
  return ResidualStore::kEmpty;
}

[[noreturn]] void refuse_pattern(ResidualStore& store, ResidualId pattern, const std::string& name,
                                 std::uint64_t work) {
  store.refuse(pattern);
  throw share_spent(
      "terminal " + name +
          ": which tokens may follow inside the pattern takes too many steps to find out, for one text after another; "
          "simplify its lookaheads, intersections or nested counters",
      StepBudget::share(kOneTable), work);
}

}  // namespace

void probe_tables(ResidualStore& store, const TokenTrie& trie, ResidualId pattern, const std::string& name) {
  {
    const std::lock_guard guard(store.mutex);
    const std::uint64_t hardness = store.hardness(pattern);
    if (store.refused(pattern)) refuse_pattern(store, pattern, name, StepBudget::share(kOneTable) + 1);
    if (hardness <= kHarmless || trie.tokens().empty()) return;
  }
  std::uint64_t random = 0, together = 0, most = 0;  // the same draws for every pattern, so that the same are refused
  for (int text = 0, calm = 0; calm < kCheapTexts; ++text) {
    if (text == kProbedTexts) refuse_pattern(store, pattern, name, most);
    std::uint64_t worst = 0;
    ResidualId at = pattern;
    for (int k = 0; k < kProbedTokens && at != ResidualStore::kEmpty; ++k) {
      {
        const std::lock_guard guard(store.mutex);
        const std::uint64_t before = store.work();
        token_table(store, trie, at);
        const std::uint64_t work = store.work() - before;
        worst = std::max(worst, work);
        together += work;
      }
      if (together > StepBudget::share(kAllTables)) refuse_pattern(store, pattern, name, std::max(most, worst));
      at = drawn_step(store, trie, at, random);
    }
    most = std::max(most, worst);
    calm = worst <= StepBudget::share(kOneTable) ? calm + 1 : 0;
  }
  const std::lock_guard guard(store.mutex);
  store.set_hardness(pattern, 0);
}

}  // namespace constrain
