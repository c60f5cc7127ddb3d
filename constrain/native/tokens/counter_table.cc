// Tables of residuals with one or two counters, from one table for all values of the bounds, in order:
//
// 1. `CostAutomaton`: the residual with full bounds, whose steps say how many rounds of each counter they use.
// 2. `CostWalk::run`: the trie beside it; each token that stays has a cost, the rounds that it uses and those that it
//    takes at least to end. `sort` puts tokens in order of their costs.
// 3. `bounded_table`: a token is allowed if its cost is within the bounds, so a table is a choice
//    of groups of equal cost.
//
// Example: `[a-z]{0,20}` has the costs 1 for `a` and 5 for `hello`. With 4 rounds left, `hello` is out; no walk is
// needed.
#include "tokens/counter_table.h"

#include <deque>
#include <unordered_map>

#include "pattern/code_points.h"
#include "tokens/single_counter_table.h"

namespace constrain {
namespace {

using Cost = Costs::Cost;

constexpr std::size_t kMaxStates = 512;      // of the automaton
constexpr std::size_t kMaxKinds = 1u << 16;  // of costs that tokens could have

// The residuals with full bounds as states of an automaton whose steps have costs.
class CostAutomaton {
 public:
  using StateIndex = std::uint32_t;
  struct Step { StateIndex to; Cost cost; };
  static constexpr StateIndex kDead = 0xFFFFFFFF, kUnseen = 0xFFFFFFFE, kFailed = 0xFFFFFFFD;

  CostAutomaton(ResidualStore& store, const ResidualStore::Bounded& of) : store_(store), of_(of) { enter(of.loop); }

  Step step(StateIndex from, std::uint8_t byte) {
    const Step known = (*states_[from].row)[byte];
    return known.to == kUnseen ? resolve(from, byte) : known;
  }
  bool nullable(StateIndex s) const { return states_[s].nullable; }
  bool failed() const { return failed_; }

  static constexpr ResidualId kNowhere = 0xFFFFFFF0;  // none of the ways below

  // By which groups of code points the state comes back to itself, each at the same cost.
  struct Turns { std::uint32_t groups; Cost cost; };
  Turns turns(StateIndex s) {
    State& at = states_[s];
    if (at.looked) return at.turns;
    at.looked = true;
    const auto [next, cost] = step(s, 'a');
    if (next != s) return {};
    // What has been read of a code point, as one number.
    const auto derive = [&](ResidualId way, std::uint8_t byte) -> ResidualId {
      const Step taken = step(way >> 16, byte);
      // A code point of several bytes may use its round at any of them, so what was used is summed along it.
      const Cost sum = (way & 0xFF) + (way >> 8 & 0xFF) * 0x10000 + taken.cost;
      if (taken.to >= kFailed || (sum & 0xFFFF) > 0xFF || sum >> 16 > 0xFF) return kNowhere;
      return taken.to << 16 | (sum >> 16) << 8 | (sum & 0xFF);
    };
    const ResidualId home = derive(s << 16, 'a');
    std::uint32_t groups = ~std::uint32_t{0};
    for (int b = 0; b < 0x80; ++b) {
      const std::uint32_t group = group_bit(static_cast<std::uint8_t>(b));
      if (groups & group && derive(s << 16, static_cast<std::uint8_t>(b)) != home) groups &= ~group;
    }
    const std::uint32_t beyond = 1u << kLetters | 1u << kMarks;
    groups =
        (groups & ~beyond) | (groups & beyond_ascii(
                                           s << 16, kNowhere, derive, [&](ResidualId way) { return way == home; },
                                           [&](ResidualId way, std::uint8_t byte) { return same(way >> 16, byte); }));
    return states_[s].turns = {groups, cost};
  }

  // Whether a byte leads where the one below it does, as far as its class says.
  bool same(StateIndex s, std::uint8_t byte) const {
    const ResidualStore::Row* row = store_.row(states_[s].residual);
    return row && row->classes[byte] == row->classes[byte - 1];
  }

  // What it takes at least to end the text: least of both bounds at once, or kNone if there is no such way.
  Cost need(StateIndex s) {
    if (states_[s].need != kNone) return states_[s].need;
    const Cost all = nearest(s, [](Cost cost) { return (cost & 0xFFFF) + (cost >> 16); });
    if (all == kNone) return kNone;
    // With two counters the least sum need not be the least of either: a word might need fewer rounds of one and more
    // of the other. Then no single cost stands for all words. A part that is 0 cannot be less.
    if (of_.count > 1) {
      if ((all & 0xFFFF) && nearest(s, [](Cost cost) { return cost & 0xFFFF; }, all & 0xFFFF) != kNone) return kNone;
      if (all >> 16 && nearest(s, [](Cost cost) { return cost >> 16; }, all >> 16) != kNone) return kNone;
    }
    return states_[s].need = all;
  }

 private:
  using Row = std::array<Step, 256>;
  struct State {
    ResidualId residual;
    std::array<bool, 2> owed;  // see refilled
    bool nullable, looked;
    Turns turns;
    Cost need;
    std::unique_ptr<Row> row;
  };

  StateIndex enter(ResidualId r, std::array<bool, 2> owed = {}) {
    const auto [found, fresh] = index_.try_emplace(r, static_cast<StateIndex>(states_.size()));
    if (fresh) {
      states_.push_back({r, owed, store_.nullable(r), false, {0, 0}, kNone, std::make_unique<Row>()});
      states_.back().row->fill({kUnseen, 0});
      // More states than this are no counter over a small body: an ordinary walk is the better way then.
      if (states_.size() > kMaxStates) failed_ = true;
    }
    return found->second;
  }

  Step resolve(StateIndex from, std::uint8_t byte) {
    const ResidualId r = failed_ ? ResidualStore::kUnknown : store_.derive(states_[from].residual, byte);
    if (r == ResidualStore::kEmpty) return (*states_[from].row)[byte] = {kDead, 0};
    if (r == ResidualStore::kUnknown) return {kFailed, 0};
    ResidualStore::Used used;
    std::array<bool, 2> owed = states_[from].owed;
    const ResidualId full = store_.refilled(r, of_, used, owed);
    const bool ends_owing = (owed[0] || owed[1]) && store_.nullable(r);  // as what has used more might
    if (full == ResidualStore::kUnknown || ends_owing || used[0] > 0xFF || used[1] > 0xFF) {
      failed_ = true;
      return {kFailed, 0};
    }
    return (*states_[from].row)[byte] = {enter(full, owed), used[0] | used[1] << 16};
  }

  // The cost of a way to the end of the text that is least by `weight`, of those less than `bound`; kNone if there is
  // none. Where what a state needs is known, the way on from it is.
  template <class Weight>
  Cost nearest(StateIndex from, Weight weight, std::uint32_t bound = kNone) {
    static constexpr StateIndex kEnd = kDead;
    // Ways by weight in buckets, because weights are small whole numbers (Dial 1969).
    struct Way { StateIndex at; Cost cost; };
    std::vector<std::deque<Way>> ways(1);  // by weight
    ways[0].push_back({from, 0});
    std::unordered_map<StateIndex, std::uint32_t> least{{from, 0}};
    for (std::size_t w = 0; w < ways.size() && w < bound; ++w) {
      while (!ways[w].empty()) {
        const Way way = ways[w].front();
        ways[w].pop_front();
        if (way.at == kEnd) return way.cost;
        if (least[way.at] < w) continue;
        if (states_[way.at].nullable) return way.cost;
        if (const Cost need = states_[way.at].need; need != kNone) {
          const std::uint32_t weighs = weight(way.cost + need);
          if (weighs == w) return way.cost + need;
          if (ways.size() <= weighs) ways.resize(weighs + 1);
          ways[weighs].push_back({kEnd, way.cost + need});
          continue;
        }
        ByteSet seen;
        const ResidualStore::Row* row = nullptr;
        for (int b = 0; b < 256; ++b) {
          const Step next = step(way.at, static_cast<std::uint8_t>(b));
          if (failed_) return kNone;
          row = store_.row(states_[way.at].residual);
          if (row) {  // bytes of one class lead to the same
            if (seen.has(row->classes[b])) continue;
            seen.add(row->classes[b]);
          }
          if (next.to == kDead) continue;
          const Cost cost = way.cost + next.cost;
          const std::uint32_t weighs = weight(cost);
          const auto [known, fresh] = least.try_emplace(next.to, weighs);
          if (!fresh && known->second <= weighs) continue;
          known->second = weighs;
          if (weighs == w && states_[next.to].nullable) return cost;
          if (ways.size() <= weighs) ways.resize(weighs + 1);
          ways[weighs].push_back({next.to, cost});
        }
      }
    }
    return kNone;
  }

  ResidualStore& store_;
  const ResidualStore::Bounded& of_;
  std::vector<State> states_;
  std::unordered_map<ResidualId, StateIndex> index_;
  bool failed_ = false;
};

class CostWalk {
 public:
  CostWalk(ResidualStore& store, const TokenTrie& trie, const ResidualStore::Bounded& of)
      : trie_(trie), states_(store, of) {}

  // False where tokens have no one cost, or are few.
  bool run(TokenTable& table) {
    using StateIndex = CostAutomaton::StateIndex;
    struct Level { TrieNode end; StateIndex state; Cost cost; std::uint32_t code_points; std::size_t open; };
    struct Open { TrieNode node; Cost cost; };
    auto out = std::make_unique<Costs>();
    std::vector<Level> path{{trie_.size(), 0, 0, 0, 0}};
    std::vector<Open> open;
    for (TrieNode n = 1; n < trie_.size();) {
      while (n >= path.back().end) path.pop_back();
      const Level above = path.back();
      const TokenTrie::Node& node = trie_.node(n);
      const auto [next, step] = states_.step(above.state, node.byte);
      if (states_.failed()) return false;
      if (next == CostAutomaton::kDead) {
        for (std::size_t i = 0; i < above.open; ++i) out->crossings.push_back({open[i].node, n, open[i].cost});
        n = node.end;
        continue;
      }
      // Where the text may have ended before, what does not stay for its cost would cross that end.
      if (above.open) return false;
      const Cost cost = above.cost + step;
      const std::uint32_t code_points = above.code_points + ((node.byte & 0xC0) != 0x80);
      const std::uint32_t tokens_end = trie_.node(n + 1).tokens;
      if (!take({node.tokens, tokens_end, cost, 0, kNone}, next)) return false;
      if (node.end > n + 1 && node.valid) {
        const CostAutomaton::Turns turns = states_.turns(next);
        if (states_.failed()) return false;
        if (!(node.below & ~turns.groups)) {
          if (!take({tokens_end, trie_.node(node.end).tokens, cost, turns.cost, code_points}, next)) return false;
          n = node.end;
          continue;
        }
      }
      open.resize(above.open);
      if (states_.nullable(next)) open.push_back({n, cost});
      if (node.end > n + 1) path.push_back({node.end, next, cost, code_points, open.size()});
      ++n;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stay;
    for (const Range& r : ranges_) stay.emplace_back(r.begin, r.end);
    set_stay(table, trie_, stay);
    // Few tokens stay: an ordinary table of each value is small, and its walk short.
    if (table.dense.empty() || !sort(*out)) return false;
    TokenTable::Lists found;
    for (const Costs::Crossing& c : out->crossings) {
      const std::uint8_t byte = trie_.node(towards(trie_, c.from, c.dead)).byte;
      table.crossing_bytes.add(byte);
      found.add(byte, {c.from, c.dead});
    }
    table.set_crossings(found);
    table.costs = std::move(out);
    return true;
  }

 private:
  // Tokens of one cost, or of `turn` more for each code point beyond these.
  struct Range { std::uint32_t begin, end; Cost cost, turn; std::uint32_t code_points; };

  bool take(Range range, CostAutomaton::StateIndex s) {
    if (range.begin == range.end) return true;
    const Cost need = states_.need(s);
    if (need == kNone || (range.cost & 0xFFFF) + (need & 0xFFFF) > 0xFFFF) return false;
    range.cost += need;
    ranges_.push_back(range);
    return true;
  }

  // By counting.
  bool sort(Costs& out) const {
    std::array<std::size_t, 2> kinds{1, 1};
    for (const Range& r : ranges_) {
      const std::size_t more = r.code_points == kNone ? 0 : trie_.longest_token();
      kinds[0] = std::max<std::size_t>(kinds[0], (r.cost & 0xFFFF) + more * (r.turn & 0xFFFF) + 1);
      kinds[1] = std::max<std::size_t>(kinds[1], (r.cost >> 16) + more * (r.turn >> 16) + 1);
    }
    // Kinds of costs are numbered by both counters, and counted in an array of them.
    if (kinds[0] * kinds[1] > kMaxKinds) return false;
    const auto kind_of = [&](Cost cost) {
      return static_cast<std::uint32_t>((cost & 0xFFFF) + kinds[0] * (cost >> 16));
    };
    std::vector<std::uint16_t> kind(trie_.tokens().size());
    std::vector<std::uint32_t> ends(kinds[0] * kinds[1] + 1);
    for (const Range& r : ranges_) {
      std::uint32_t base = kind_of(r.cost);
      if (r.code_points == kNone || !r.turn) {
        ends[base + 1] += r.end - r.begin;
        std::fill(kind.begin() + r.begin, kind.begin() + r.end, static_cast<std::uint16_t>(base));
        continue;
      }
      const std::uint32_t turn = kind_of(r.turn);
      base -= turn * r.code_points;
      for (std::uint32_t i = r.begin; i < r.end; ++i) {
        kind[i] = static_cast<std::uint16_t>(base + turn * trie_.code_points(i));
        ++ends[kind[i] + 1];
      }
    }
    for (std::size_t k = 1; k < ends.size(); ++k) {
      if (ends[k])
        out.groups.push_back({static_cast<Cost>((k - 1) % kinds[0] | (k - 1) / kinds[0] << 16), ends[k] + ends[k - 1]});
      ends[k] += ends[k - 1];
    }
    out.tokens.resize(ends.back());
    for (const Range& r : ranges_)
      for (std::uint32_t i = r.begin; i < r.end; ++i) out.tokens[ends[kind[i]]++] = trie_.tokens()[i];
    return true;
  }

  const TokenTrie& trie_;
  CostAutomaton states_;
  std::vector<Range> ranges_;
};

// Whether an intersection comes by more residuals than the automaton may have: at least those that searches which go
// their ways one beside the other have still to read. To find it out state by state takes as long as the table that is
// wanted.
bool too_many_states(const ResidualStore& store, ResidualId loop) {
  const ResidualStore::Node& x = store.node(loop);
  if (x.kind != ResidualStore::Kind::And) return false;
  std::uint64_t states = 1;
  for (std::uint32_t i = 0; i < x.count && states <= kMaxStates; ++i)
    states *= std::uint64_t{store.node(x.parts[i]).shortest} + 1;
  return states > kMaxStates;
}

// The table of the residual with full bounds, with its costs, or null.
TokenTable* full_table(ResidualStore& store, const TokenTrie& trie, const ResidualStore::Bounded& of) {
  if (TokenTable* known = store.node(of.loop).table.load(std::memory_order_relaxed))
    return known->costs ? known : nullptr;
  if (!store.uncounted.insert(of.loop).second || too_many_states(store, of.loop)) return nullptr;
  auto table = std::make_unique<TokenTable>();
  try {
    ResidualStore::Counting counting(store);
    if (!CostWalk(store, trie, of).run(*table)) return nullptr;
  } catch (const LimitError&) {
    return nullptr;  // too much work for what is only a short cut
  }
  store.charge(table->memory() + table->costs->memory());
  store.set_table(of.loop, table.get(), free_table);
  return table.release();
}

}  // namespace

TokenTable* bounded_table(ResidualStore& store, const TokenTrie& trie, ResidualId r) {
  const ResidualStore::Bounded of = store.bounded(r);
  TokenTable* const full = of.count ? full_table(store, trie, of) : nullptr;
  if (!full) return nullptr;
  TokenTable& reference = *full;
  const Costs& all = *reference.costs;
  const auto allowed = [&](Cost cost) {
    return Costs::within(cost, of.bounds[0], of.count > 1 ? of.bounds[1] : kNone);
  };
  std::size_t kept = 0;
  for (std::size_t i = 0, begin = 0; i < all.groups.size(); begin = all.groups[i++].end)
    if (allowed(all.groups[i].cost)) kept += all.groups[i].end - begin;
  auto table = std::make_unique<TokenTable>();
  table->reference = &reference;
  keep_stay(*table, trie, kept, all.tokens.size() - kept, [&](bool stays, auto f) {
    for (std::size_t i = 0, begin = 0; i < all.groups.size(); begin = all.groups[i++].end)
      if (allowed(all.groups[i].cost) == stays)
        std::for_each(all.tokens.begin() + begin, all.tokens.begin() + all.groups[i].end, f);
  });
  cross(*table, trie, all.crossings, [&](const Costs::Crossing& c) { return allowed(c.cost); });
  return table.release();
}

}  // namespace constrain
