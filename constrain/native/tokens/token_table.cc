// Making the token table of a residual: the ways in the order in which they are tried, cheapest first.
//
// 1. `follow`: the residual begins with few texts (keys, enumerations): follow these through the trie.
// 2. Saturate: counters that no token can reach make no difference, so the saturated residual's table serves.
// 3. `automaton_table`: a pattern whose automaton is known whole: one walk beside that.
// 4. `subtract`: a base without a few texts (any key but those named): the base's table but for tokens that spell one
//    to its end.
// 5. `bounded_table`: one or two counters (words under maxLength): read off what each token costs, found by one walk.
// 6. `patch` beside a residual that was walked before and agrees after nearly all first bytes (`sibling`).
// 7. `patch`, or `counted_table`, beside the simpler residual without counters and complements.
// 8. A walk of the whole trie (`TrieWalk`): some milliseconds at worst.
//
// Example: `[^"]{0,20}"` after 3 characters saturates to itself (tokens may be longer than 17 characters), has one
// counter, and its table is read off the walk of `[^"]*"`.
#include "tokens/token_table.h"

#include <algorithm>
#include <optional>

#include "tokens/counter_table.h"
#include "tokens/automaton_walk.h"
#include "tokens/single_counter_table.h"
#include "tokens/trie_walk.h"
#include "tokens/diff_walk.h"

namespace constrain {
namespace {

// Bounds that most tokens cannot come near.
constexpr std::uint32_t kRoomy = 16;

// Nodes that a walk beside a reference may visit where the two should meet at once, and in general.
constexpr std::size_t kNear = 512, kFar = 2048, kFarther = 16384;  // the last where a walk alone is expensive

// What is followed text by text: nodes of the trie on the way, bytes that one place goes on by, and nodes after a text,
// which may be walked through without looking for anything better.
constexpr std::size_t kTexts = 512;
constexpr int kBytes = 16;
constexpr TrieNode kThin = 256;

// Residuals with tables of their own that a new one is compared with.
constexpr std::size_t kWalked = 16;

// The table of `base without texts`, if no text of the base goes on after one that is taken out, and no node of the
// trie is reached where the texts taken out could be all that is left; else null.
TokenTable* subtract(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  const ResidualStore::Difference difference = store.difference(r);
  if (difference.base == ResidualStore::kEmpty) return nullptr;
  struct Visit { ResidualId text, base; TrieNode node; std::uint32_t depth; };
  std::vector<Visit> work;
  for (ResidualId text : difference.texts) work.push_back({text, difference.base, 0, 0});
  std::vector<TrieNode> dead;
  for (std::size_t cap = trie.size() / 64; !work.empty(); --cap) {
    const Visit at = work.back();
    work.pop_back();
    if (cap == 0) return nullptr;
    const ResidualStore::Node& base = store.node(at.base);
    // What is left of the base is just the empty text, or holds a text longer than all that are taken out: one that its
    // form promises, or, where there are complements in it, any that survives.
    const bool ended = at.base == ResidualStore::kEpsilon;
    const std::uint32_t ahead = difference.longest - std::min(difference.longest, at.depth);
    const auto long_enough = [&] {
      if (!base.searched) return base.longest > ahead;
      const ResidualStore::Survival& survival = store.survival(at.base);
      return (survival.groups & ((1u << kLetters) - 1)) != 0 && survival.length > ahead;  // of bytes, not code points
    };
    if (!ended && (base.nullable || !long_enough())) return nullptr;
    const ResidualStore::Node& text = store.node(at.text);
    const bool alternatives = text.kind == ResidualStore::Kind::Alt;
    for (std::uint32_t i = 0; i < (alternatives ? text.count : 1); ++i) {
      const ResidualId way = alternatives ? text.parts[i] : at.text;
      if (way == ResidualStore::kEpsilon) {
        if (ended && at.node) dead.push_back(at.node);
        continue;
      }
      if (store.node(way).head == kNone) return nullptr;
      if (ended) continue;
      store.head_set(way).each([&](std::uint8_t byte) {
        const TrieNode child = trie.child(at.node, byte);
        if (child == kNone) return;
        const ResidualId left = store.derive(at.base, byte);
        if (left != ResidualStore::kEmpty) work.push_back({store.derive(way, byte), left, child, at.depth + 1});
      });
    }
  }
  TokenTable& base = token_table(store, trie, difference.base);
  if (base.reference && !base.sparse.empty()) return nullptr;
  auto table = std::make_unique<TokenTable>();
  std::vector<TokenId> ends;
  for (TrieNode n : dead) {
    ends.insert(ends.end(), trie.tokens_begin(n), trie.tokens_end(n));
    table->diverging.insert(table->diverging.end(), trie.tokens_begin(n), trie.subtree_tokens_end(n));
  }
  std::sort(ends.begin(), ends.end());
  table->reference = &base;
  if (base.reference) {  // a patch is not patched, but copied; what crosses the end of a text taken out falls away
    table->reference = base.reference;
    table->dense = base.dense;
    table->added = base.added;
    table->removed = base.removed;
    table->diverging.insert(table->diverging.end(), base.diverging.begin(), base.diverging.end());
    TokenTable::Lists found;
    std::size_t at = 0;
    base.crossing_bytes.each([&](std::uint8_t byte) {
      for (const TokenTable::Crossing& c : base.crossings[at]) {
        if (std::find(dead.begin(), dead.end(), c.from) == dead.end()) {
          found.add(byte, c);
          table->crossing_bytes.add(byte);
        }
      }
      ++at;
    });
    table->set_crossings(found);
  }
  const auto ended = [&](TokenId t) { return std::binary_search(ends.begin(), ends.end(), t); };
  if (!table->dense.empty()) {
    for (TokenId t : ends) table->dense[t >> 5] &= ~(1u << (t & 31));
  } else if (base.dense.empty() && !base.reference) {
    table->sparse = base.sparse;
    std::erase_if(table->sparse, ended);
  } else {
    std::erase_if(table->added, ended);
    table->removed.insert(table->removed.end(), ends.begin(), ends.end());
  }
  std::sort(table->diverging.begin(), table->diverging.end());
  table->diverging.erase(std::unique(table->diverging.begin(), table->diverging.end()), table->diverging.end());
  return table.release();
}

// The table of a residual that begins with one of a few texts, as keys and enumerations do, if there is little in the
// trie after them; or null.
TokenTable* follow(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  struct Visit { ResidualId residual; TrieNode node; };
  std::vector<Visit> work{{r, 0}}, next;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stay;
  std::optional<TrieWalk> walk;
  for (std::size_t cap = kTexts; !work.empty(); --cap) {
    const Visit at = work.back();
    work.pop_back();
    if (cap == 0) return nullptr;
    next.clear();
    const auto begin = [&](ResidualId way) {
      if (store.node(way).head == kNone || store.head_set(way).count() > kBytes) return false;
      store.head_set(way).each([&](std::uint8_t byte) {
        const TrieNode child = trie.child(at.node, byte);
        if (child != kNone) next.push_back({store.derive(way, byte), child});
      });
      return true;
    };
    const ResidualStore::Node& x = store.node(at.residual);
    const bool begins =
        x.kind == ResidualStore::Kind::Alt ? std::all_of(x.parts, x.parts + x.count, begin) : begin(at.residual);
    if (!begins) {
      if (at.node == 0 || trie.node(at.node).end - at.node > kThin) return nullptr;
      if (trie.node(at.node).end == at.node + 1) continue;
      if (!walk) walk.emplace(store, trie);
      walk->run(at.residual, at.node);
      continue;
    }
    // The first of them is followed first: ranges and crossings ascend.
    std::sort(next.begin(), next.end(), [](const Visit& a, const Visit& b) { return a.node > b.node; });
    for (std::size_t i = 1; i < next.size(); ++i)
      if (next[i].node == next[i - 1].node) return nullptr;  // two ways by one byte
    for (const Visit& v : next)
      if (const std::uint32_t begin = trie.node(v.node).tokens, end = trie.node(v.node + 1).tokens; begin < end)
        stay.emplace_back(begin, end);  // an empty one could lie within a range of the walk's
    work.insert(work.end(), next.begin(), next.end());
  }
  auto table = std::make_unique<TokenTable>();
  if (walk) {
    stay.insert(stay.end(), walk->stay.begin(), walk->stay.end());
    table->crossing_bytes = walk->crossing_bytes;
    table->set_crossings(walk->found);
  }
  std::sort(stay.begin(), stay.end());
  set_stay(*table, trie, stay);
  return table.release();
}

// The table of r as a patch of the table of `reference`, or null where the two are apart in too many places.
TokenTable* patch(ResidualStore& store, const TokenTrie& trie, ResidualId r, ResidualId reference, std::size_t cap) {
  auto table = std::make_unique<TokenTable>();
  DiffWalk walk(store, trie, *table);
  if (!walk.run(r, reference, cap)) return nullptr;
  table->reference = &token_table(store, trie, reference);
  std::sort(table->diverging.begin(), table->diverging.end());
  table->set_crossings(walk.found);
  return table.release();
}

// A residual that was walked before and agrees with r after nearly all first bytes, or kEmpty. Where a pattern is
// looked for anywhere in a text, or texts are taken out of others, the states on the way differ in a byte or two.
ResidualId sibling(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  const ResidualStore::Node& x = store.node(r);
  const ResidualStore::Kind head = x.kind == ResidualStore::Kind::Concat ? store.node(x.a).kind : x.kind;
  if ((head != ResidualStore::Kind::And && head != ResidualStore::Kind::Alt) || store.walked.empty())
    return ResidualStore::kEmpty;
  struct First { std::uint8_t byte; TrieNode size; ResidualId next; };
  std::vector<First> firsts;
  std::size_t alive = 0;
  for (TrieNode n = 1; n < trie.size(); n = trie.node(n).end) {
    firsts.push_back({trie.node(n).byte, trie.node(n).end - n, store.derive(r, trie.node(n).byte)});
    if (firsts.back().next != ResidualStore::kEmpty) alive += firsts.back().size;
  }
  ResidualId best = ResidualStore::kEmpty;
  std::size_t least = alive > trie.size() / 4 ? alive / 8 : 0;  // a walk through little is quick enough
  for (ResidualId candidate : store.walked) {
    std::size_t apart = 0;
    for (std::size_t i = 0; i < firsts.size() && apart < least; ++i)
      if (store.derive(candidate, firsts[i].byte) != firsts[i].next) apart += firsts[i].size;
    if (apart < least) {
      least = apart;
      best = candidate;
    }
  }
  return best;
}

TokenTable* build(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  if (TokenTable* table = subtract(store, trie, r)) return table;
  // Saturate both, or each could become the other's reference and we would recurse forever.
  ResidualId simpler = store.saturate(store.reference(r), trie.longest_token());
  // A reference pays where many residuals share it: under one counter, in an
  // intersection, while bounds are far away, or if it is known already.
  const CountedLoop counted = counted_loop(store, r);
  const bool one_counter =
      counted.body != ResidualStore::kEmpty && store.loop(counted.body, kUnbounded, counted.tail) == simpler;
  bool together = store.node(r).kind == ResidualStore::Kind::And;
  if (const ResidualId whole = store.unbounded(r, kRoomy); !one_counter && !together && whole != r) {
    simpler = whole;
    together = true;
  }
  if (!one_counter)
    if (TokenTable* table = bounded_table(store, trie, r)) return table;
  if (!one_counter)
    if (const ResidualId other = sibling(store, trie, r); other != ResidualStore::kEmpty)
      if (TokenTable* table = patch(store, trie, r, other, kFarther)) return table;
  if (simpler != r && (one_counter || together || store.node(simpler).table.load(std::memory_order_relaxed))) {
    TokenTable& reference = token_table(store, trie, simpler);
    if (!reference.dense.empty() && !reference.reference) {
      // At least once, and then as often as one likes: the two meet after a byte, and nothing needs counting.
      if (!reference.rounds_known && counted.minimum <= 1 && counted.maximum == kUnbounded)
        if (TokenTable* table = patch(store, trie, r, simpler, kNear)) return table;
      if (one_counter)
        if (TokenTable* table = counted_table(store, trie, counted, reference)) return table;
      if (TokenTable* table = patch(store, trie, r, simpler, together ? kFarther : kFar)) return table;
    }
  }
  auto table = std::make_unique<TokenTable>();
  TrieWalk walk(store, trie);
  walk.run(r);
  set_stay(*table, trie, walk.stay);
  table->crossing_bytes = walk.crossing_bytes;
  table->work = walk.work();
  table->set_crossings(walk.found);
  if (!table->dense.empty()) {
    if (store.walked.size() >= kWalked) store.walked.erase(store.walked.begin());
    store.walked.push_back(r);
  }
  return table.release();
}

}  // namespace

// Few tokens become a list, many a bitset: whichever is less work, by setting bits or by clearing those between.
void set_stay(TokenTable& table, const TokenTrie& trie,
              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ranges) {
  std::size_t count = 0;
  for (const auto& [begin, end] : ranges) count += end - begin;
  const std::vector<TokenId>& tokens = trie.tokens();
  if (count <= trie.words() / 4) {
    table.sparse.reserve(count);
    for (const auto& [begin, end] : ranges)
      for (std::uint32_t i = begin; i < end; ++i) table.sparse.push_back(tokens[i]);  // most ranges are short
    return;
  }
  if (2 * count <= tokens.size()) {
    table.dense.assign(trie.words(), 0);
    for (const auto& [begin, end] : ranges)
      for (std::uint32_t i = begin; i < end; ++i) table.dense[tokens[i] >> 5] |= 1u << (tokens[i] & 31);
    return;
  }
  table.dense = trie.text();
  const auto clear = [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) table.dense[tokens[i] >> 5] &= ~(1u << (tokens[i] & 31));
  };
  std::uint32_t seen = 0;
  for (const auto& [begin, end] : ranges) {
    clear(seen, begin);
    seen = end;
  }
  clear(seen, static_cast<std::uint32_t>(tokens.size()));
}

TokenTable::~TokenTable() {
  delete listed.load(std::memory_order_relaxed);
  if (!charged) return;
  for (const auto& trie : suffixes) delete trie.load(std::memory_order_relaxed);
}

void TokenTable::set_crossings(const Lists& found) {
  std::array<std::uint32_t, 256> places;
  crossings.all_.resize(found.found_.size());
  crossings.ends_.reserve(crossing_bytes.count());
  std::uint32_t end = 0;
  crossing_bytes.each([&](std::uint8_t byte) {
    places[byte] = end;
    crossings.ends_.push_back(end += found.counts_[byte]);
  });
  for (const auto& [crossing, byte] : found.found_) crossings.all_[places[byte]++] = crossing;
  suffixes = std::vector<std::atomic<const SuffixTrie*>>(crossings.size());
}

std::size_t TokenTable::memory() const {
  std::size_t bytes =
      sizeof *this + 4 * (dense.size() + sparse.size() + diverging.size() + added.size() + removed.size());
  return bytes + crossings.memory() + 8 * ways.size();
}

// Most lists ascend as they were found.
void TokenTable::Crossings::tidy() {
  const auto before = [](const Crossing& a, const Crossing& b) {
    return a.dead != b.dead ? a.dead < b.dead : a.from < b.from;
  };
  auto begin = all_.begin(), kept = begin;
  for (std::uint32_t& end : ends_) {
    const auto stop = all_.begin() + end;
    if (!std::is_sorted(begin, stop, before)) std::sort(begin, stop, before);
    const auto first = kept;
    for (; begin != stop; ++begin)
      if (kept == first || !(kept[-1] == *begin)) *kept++ = *begin;
    end = static_cast<std::uint32_t>(kept - all_.begin());
  }
  all_.erase(kept, all_.end());
}

std::unique_ptr<TokenTable> table_of_suffixes(ResidualStore& store, const TokenTrie& trie, const TokenTable& table,
                                              std::uint8_t byte, ResidualId r, std::shared_ptr<TrieWalk>& kept) {
  std::lock_guard guard(store.mutex);
  std::shared_ptr<TrieWalk> mine = std::move(kept);  // one that throws is not gone on with
  if (!mine || !mine->few_states()) mine = std::make_shared<TrieWalk>(store, trie);
  TrieWalk& walk = *mine;
  walk.run(r, byte, crossings_of(store, trie, table, byte));
  std::sort(walk.stay.begin(), walk.stay.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stay;
  for (const auto& [begin, end] : walk.stay) {
    if (!stay.empty() && begin <= stay.back().second) stay.back().second = std::max(stay.back().second, end);
    else stay.emplace_back(begin, end);
  }
  auto out = std::make_unique<TokenTable>();
  set_stay(*out, trie, stay);
  out->crossing_bytes = walk.crossing_bytes;
  out->crossing_bytes |= walk.unlisted;
  out->work = walk.work();
  out->set_crossings(walk.found);
  out->crossings.tidy();
  out->unlisted = walk.unlisted;
  out->begun = r;
  out->ways = walk.ways;
  kept = std::move(mine);
  return out;
}

std::span<const TokenTable::Crossing> crossings_of(ResidualStore& store, const TokenTrie& trie, const TokenTable& table,
                                                   std::uint8_t byte) {
  const auto list = [byte](const TokenTable& of) { return of.crossings[of.crossing_bytes.rank(byte)]; };
  if (!table.unlisted.has(byte)) return list(table);
  if (const TokenTable* made = table.listed.load(std::memory_order_acquire)) return list(*made);
  std::lock_guard guard(store.mutex);
  if (const TokenTable* made = table.listed.load(std::memory_order_relaxed)) return list(*made);
  TrieWalk walk(store, trie);
  walk.list(table.begun, table.ways);
  table.unlisted.each([&](std::uint8_t b) {
    for (const TokenTable::Crossing& last : table.crossings[table.crossing_bytes.rank(b)]) walk.found.add(b, last);
  });
  auto made = std::make_unique<TokenTable>();
  made->crossing_bytes = walk.crossing_bytes;
  made->set_crossings(walk.found);
  made->crossings.tidy();
  *table.charged += made->memory();
  table.listed.store(made.get(), std::memory_order_release);
  return list(*made.release());
}

TokenTable& token_table(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  if (TokenTable* table = store.node(r).table.load(std::memory_order_acquire)) return *table;
  std::lock_guard guard(store.mutex);
  if (TokenTable* table = store.node(r).table.load(std::memory_order_relaxed)) return *table;
  TokenTable* table = follow(store, trie, r);
  if (!table) {
    // Counters beyond the longest token make no difference: their residuals share one table.
    const ResidualId key = store.saturate(r, trie.longest_token());
    if (key != r) return token_table(store, trie, key);
    const ResidualStore::Node& x = store.node(r);
    table = x.kind == ResidualStore::Kind::Automaton
                ? automaton_table(trie, store.automaton_of(x), x.b, x.minimum, x.maximum)
                : build(store, trie, r);
  }
  store.charge(table->memory());
  store.set_table(r, table, free_table);
  return *table;
}

}  // namespace constrain
