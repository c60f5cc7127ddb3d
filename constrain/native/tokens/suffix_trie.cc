// The suffixes of tokens that cross the end of a lexeme, merged into a trie when a parser first asks for their byte;
// and those that cross the end of the next lexeme, merged from that trie.
#include <algorithm>
#include <deque>

#include "tokens/token_table.h"

namespace constrain {
namespace {

// Merges the suffixes of some crossings, depth first. A source is a node of the vocabulary's trie or of a suffix trie,
// and, while the path from the crossing point to the dead node is still being followed, that dead node.
template <class Trie>
class Merge {
 public:
  Merge(const Trie& trie, SuffixTrie& out) : trie_(trie), out_(out) {}

  struct Source { TrieNode node, towards; };  // towards == kNone: the whole subtree counts
  using Children = std::vector<std::pair<std::uint8_t, Source>>;

  void run(const std::vector<Source>& sources, std::uint8_t byte) {
    Children children;
    for (const Source& s : sources) step(s, byte, children);
    run(std::move(children));
  }
  // The root's children are these, all of one byte.
  void run(Children children) {
    // Explicit frames, because a token may be long. Lists of children are used again by later nodes.
    std::deque<Children> levels;
    std::vector<std::size_t> next{0};
    std::vector<std::uint32_t> open{0};
    out_.nodes.push_back({0, 0, 0});
    levels.push_back(std::move(children));
    while (!next.empty()) {
      const Children& level = levels[next.size() - 1];
      std::size_t& at = next.back();
      if (at == level.size()) {
        out_.nodes[open.back()].end = static_cast<std::uint32_t>(out_.nodes.size());
        open.pop_back();
        next.pop_back();
        continue;
      }
      const std::uint8_t label = level[at].first;
      const bool alone = at + 1 == level.size() || level[at + 1].first != label;
      if (alone && level[at].second.towards == kNone) {
        copy(level[at++].second.node);
        continue;
      }
      open.push_back(static_cast<std::uint32_t>(out_.nodes.size()));
      out_.nodes.push_back({0, static_cast<std::uint32_t>(out_.tokens.size()), label});
      if (levels.size() == next.size()) levels.emplace_back();
      Children& below = levels[next.size()];
      below.clear();
      const std::size_t before = out_.tokens.size();
      std::size_t several = 0;
      for (; at < level.size() && level[at].first == label; ++at) {
        const Source& s = level[at].second;
        if (s.towards == kNone) {
          out_.tokens.insert(out_.tokens.end(), trie_.tokens_begin(s.node), trie_.tokens_end(s.node));
          several += trie_.tokens_begin(s.node) != trie_.tokens_end(s.node);
        }
        expand(s, below);
      }
      if (several > 1) {  // a token may have come by two ways, and by more with every merge
        const auto from = out_.tokens.begin() + static_cast<std::ptrdiff_t>(before);
        std::sort(from, out_.tokens.end());
        out_.tokens.erase(std::unique(from, out_.tokens.end()), out_.tokens.end());
      }
      sort(below);
      next.push_back(0);
    }
    for (std::size_t n = out_.nodes.size(); n-- > 0;)
      for (std::uint32_t c = static_cast<std::uint32_t>(n) + 1; c < out_.nodes[n].end; c = out_.nodes[c].end)
        out_.nodes[n].below |= out_.nodes[c].below | plain_group_bit(out_.nodes[c].byte);
    out_.nodes.push_back({0, static_cast<std::uint32_t>(out_.tokens.size()), 0});  // sentinel
  }

 private:
  // A subtree that nothing is merged into; most are, and both tries lie depth first.
  void copy(TrieNode from) {
    const std::uint32_t nodes = static_cast<std::uint32_t>(out_.nodes.size()) - from;  // modulo 2^32, as is the next
    const std::uint32_t tokens = static_cast<std::uint32_t>(out_.tokens.size()) - trie_.node(from).tokens;
    auto to = static_cast<std::uint32_t>(out_.nodes.size());
    out_.nodes.resize(to + (trie_.node(from).end - from));
    for (TrieNode n = from; n < trie_.node(from).end; ++n)
      out_.nodes[to++] = {trie_.node(n).end + nodes, trie_.node(n).tokens + tokens, trie_.node(n).byte};
    out_.tokens.insert(out_.tokens.end(), trie_.tokens_begin(from), trie_.subtree_tokens_end(from));
  }
  // By byte, those of one byte in their order. Most lists are short, or sorted as the children of one source are.
  static void sort(Children& list) {
    constexpr std::size_t kFew = 16;  // that insertion sorts sooner
    const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (list.size() > kFew) {
      if (!std::is_sorted(list.begin(), list.end(), before)) std::stable_sort(list.begin(), list.end(), before);
      return;
    }
    for (std::size_t i = 1; i < list.size(); ++i)
      for (std::size_t k = i; k > 0 && before(list[k], list[k - 1]); --k) std::swap(list[k], list[k - 1]);
  }
  // The children of a source; on the way to a dead node there is just one.
  void expand(const Source& s, Children& out) const {
    for (TrieNode c = s.node + 1; c < trie_.node(s.node).end; c = trie_.node(c).end) {
      if (s.towards == kNone) {
        out.emplace_back(trie_.node(c).byte, Source{c, kNone});
      } else if (s.towards < trie_.node(c).end) {
        out.emplace_back(trie_.node(c).byte, Source{c, c == s.towards ? kNone : s.towards});
        return;
      }
    }
  }
  void step(const Source& s, std::uint8_t byte, Children& out) const {
    const std::size_t before = out.size();
    expand(s, out);
    out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                             [byte](const auto& child) { return child.first != byte; }),
              out.end());
  }

  const Trie& trie_;
  SuffixTrie& out_;
};

}  // namespace

const SuffixTrie* suffix_trie(ResidualStore& store, const TokenTrie& trie, const TokenTable& table, std::uint8_t byte) {
  if (!table.crossing_bytes.has(byte)) return nullptr;
  const int index = table.crossing_bytes.rank(byte);
  if (const SuffixTrie* made = table.suffixes[index].load(std::memory_order_acquire)) return made;
  std::lock_guard guard(store.mutex);
  if (const SuffixTrie* made = table.suffixes[index].load(std::memory_order_relaxed)) return made;
  const std::span<const TokenTable::Crossing> crossings = crossings_of(store, trie, table, byte);
  const auto make = [&] {
    auto out = std::make_unique<SuffixTrie>();
    std::vector<Merge<TokenTrie>::Source> sources;
    for (const TokenTable::Crossing& c : crossings) sources.push_back({c.from, c.dead});
    Merge(trie, *out).run(sources, byte);
    return out;
  };
  const SuffixTrie* made;
  if (table.charged) {
    made = make().release();
    *table.charged += made->memory();
  } else {
    if (!store.suffix_tries) store.suffix_tries = std::make_shared<SuffixTries>();
    SuffixTries& tries = *store.suffix_tries;
    std::uint64_t hash = byte;
    for (const TokenTable::Crossing& c : crossings) hash = mix(hash, std::uint64_t{c.from} << 32 | c.dead);
    std::uint32_t known =
        tries.index.find(hash, [&](std::uint32_t i) { return std::ranges::equal(tries.all[i].crossings, crossings); });
    if (known == kNone) {
      auto out = make();
      store.charge(out->memory() + sizeof(SuffixTries::Entry) + 8 * crossings.size());
      known = static_cast<std::uint32_t>(tries.all.size());
      tries.all.push_back({{crossings.begin(), crossings.end()}, std::move(out)});
      tries.index.insert(hash, known);
    }
    made = tries.all[known].trie.get();
  }
  table.suffixes[index].store(made, std::memory_order_release);
  return made;
}

std::unique_ptr<SuffixTrie> merge(const SuffixTrie& trie, std::span<const std::uint32_t> nodes) {
  auto out = std::make_unique<SuffixTrie>();
  Merge<SuffixTrie>::Children children;
  for (std::uint32_t n : nodes) children.push_back({trie.nodes[n].byte, {n, kNone}});
  Merge(trie, *out).run(std::move(children));
  return out;
}

}  // namespace constrain
