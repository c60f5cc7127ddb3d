// Tables of residuals with one counter, from one walk for all its values, in order:
//
// 1. `RoundsWalk`: the trie beside the loop with a huge maximum; how many rounds each token begins, and where it
//    crosses.
// 2. `sort`: the tokens that stay in the order of their rounds.
// 3. `counted_table`: with so many rounds left, the tokens up to there stay, and the others are lost.
// Example: `.{0,20}`: `hello` begins 5 rounds, so it is in the table of `.{0,5}` and not in that of `.{0,4}`.
#include "tokens/single_counter_table.h"

#include <algorithm>

namespace constrain {
namespace {

using Kind = ResidualStore::Kind;

// One walk of the loop with a huge maximum. What has been used up of the maximum says how many rounds have begun; and
// as it is never used up, a state between two rounds is the first one again, so that the states are few, each with a
// row of transitions by byte.
class RoundsWalk {
 public:
  RoundsWalk(ResidualStore& store, const TokenTrie& trie, const CountedLoop& c)
      : store_(store), trie_(trie), body_(c.body), loop_(store.loop(c.body, ResidualStore::kMany, c.tail)) {}

  // Null where a residual is in two places at once.
  std::unique_ptr<Rounds> run() {
    struct Level { TrieNode end; StateIndex state; std::uint32_t rounds, code_points; std::size_t open; };
    struct Open { TrieNode node; std::uint32_t rounds; };
    auto out = std::make_unique<Rounds>();
    std::vector<Level> path{{trie_.size(), state(loop_), 0, 0, 0}};
    std::vector<Open> open;
    for (TrieNode n = 1; n < trie_.size();) {
      while (n >= path.back().end) path.pop_back();
      const Level above = path.back();
      const TokenTrie::Node& node = trie_.node(n);
      std::uint32_t way = (*states_[above.state].row)[node.byte];
      if (way == kUnseen && (way = resolve(above.state, node.byte)) == kUnseen) return nullptr;
      if (way == kDead) {
        for (std::size_t i = 0; i < above.open; ++i) out->crossings.push_back({open[i].node, n, open[i].rounds});
        n = node.end;
        continue;
      }
      const StateIndex next = way >> 1;
      const State& s = states_[next];
      const std::uint32_t rounds = above.rounds + (way & 1);
      const std::uint32_t code_points = above.code_points + ((node.byte & 0xC0) != 0x80);
      const std::uint32_t tokens_end = trie_.node(n + 1).tokens;
      take(s.inside, node.tokens, tokens_end, rounds, kNone, *out);
      // Where the loop stands first, a byte or code point by which it loops is a round; within a round, rounds are not
      // read off; and in the tail they do not change.
      if (node.end > n + 1 && node.valid && !(node.below & ~s.groups) && node.height <= s.far) {
        take(s.inside, tokens_end, trie_.node(node.end).tokens, rounds, s.inside ? code_points : kNone, *out);
        n = node.end;
        continue;
      }
      open.resize(above.open);
      if (s.nullable) open.push_back({n, rounds});
      if (node.end > n + 1) path.push_back({node.end, next, rounds, code_points, open.size()});
      ++n;
    }
    sort(*out);
    return out;
  }

 private:
  using StateIndex = std::uint32_t;
  using Row = std::array<std::uint32_t, 256>;  // the next state times two, and whether a round begins
  static constexpr std::uint32_t kDead = 0xFFFFFFFF, kUnseen = 0xFFFFFFFE;
  struct State {
    ResidualId residual;
    std::uint32_t begun;        // rounds, since the loop stood first
    std::uint32_t groups, far;  // by which it loops, for so many bytes
    bool inside, nullable;
    std::unique_ptr<Row> row;
  };
  // Tokens that end inside the loop: `code_points` == kNone: after so many rounds; else one more for each code point
  // beyond these.
  struct Range { std::uint32_t begin, end, rounds, code_points; };

  StateIndex state(ResidualId r) {
    const auto [found, fresh] = index_.try_emplace(r, static_cast<StateIndex>(states_.size()));
    if (fresh) {
      const std::uint32_t left = rounds_left(r);
      State s{r, 0, 0, 0, left != kNone, store_.nullable(r), std::make_unique<Row>()};
      if (s.inside) s.begun = ResidualStore::kMany - left;
      if (!s.inside || r == loop_) {
        const ResidualStore::Survival& loop = store_.self_loop(r);
        s.groups = loop.groups;
        s.far = loop.length;
      }
      s.row->fill(kUnseen);
      states_.push_back(std::move(s));
    }
    return found->second;
  }

  std::uint32_t resolve(StateIndex from, std::uint8_t byte) {
    const ResidualId r = store_.derive(states_[from].residual, byte);
    if (r == ResidualStore::kEmpty) return (*states_[from].row)[byte] = kDead;
    // From the tail there is no way back, and rounds are not counted there.
    const std::uint32_t left = states_[from].inside ? rounds_left(r) : kNone;
    if (left == ResidualStore::kUnknown) return kUnseen;
    const bool begins = left != kNone && ResidualStore::kMany - left > states_[from].begun;
    const StateIndex next = state(left != kNone && between_rounds(r) ? loop_ : r);
    return (*states_[from].row)[byte] = next << 1 | begins;
  }

  // What is left of the maximum in a residual of the loop: kNone where the loop has been left, kUnknown where the
  // residual is in two places at once.
  std::uint32_t rounds_left(ResidualId n) const {
    const ResidualStore::Node& whole = store_.node(n);
    if (whole.kind == Kind::Alt) {
      // With alternatives the counter may have been used differently in each, which one number cannot say.
      for (std::uint32_t i = 0; i < whole.count; ++i)
        if (rounds_left(whole.parts[i]) != kNone) return ResidualStore::kUnknown;
      return kNone;
    }
    for (;; n = store_.node(n).b) {
      const ResidualStore::Node& x = store_.node(n);
      const ResidualStore::Node& head = head_of(x);
      if (ResidualStore::counts_rounds(head, body_)) return head.maximum;
      // Long heads stay nested.
      if (head.far) return head.kind == Kind::Concat ? rounds_left(x.a) : ResidualStore::kUnknown;
      if (x.kind != Kind::Concat) return kNone;
    }
  }
  // Whether the loop stands first, no round being unfinished.
  bool between_rounds(ResidualId n) const { return ResidualStore::counts_rounds(head_of(store_.node(n)), body_); }
  const ResidualStore::Node& head_of(const ResidualStore::Node& x) const {
    return x.kind == Kind::Concat ? store_.node(x.a) : x;
  }

  void take(bool inside, std::uint32_t begin, std::uint32_t end, std::uint32_t rounds, std::uint32_t code_points,
            Rounds& out) {
    if (begin == end) return;
    if (inside) ranges_.push_back({begin, end, rounds, code_points});
    else for (std::uint32_t i = begin; i < end; ++i) out.beyond.push_back({trie_.tokens()[i], rounds});
  }

  // By counting: rounds are no more than a token has bytes.
  void sort(Rounds& out) const {
    std::vector<std::uint32_t>& ends = out.ends;
    ends.assign(trie_.longest_token() + 2, 0);
    const auto each = [&](auto f) {
      for (const Range& r : ranges_)
        for (std::uint32_t i = r.begin; i < r.end; ++i)
          f(i, r.code_points == kNone ? r.rounds : r.rounds + trie_.code_points(i) - r.code_points);
    };
    each([&](std::uint32_t, std::uint32_t rounds) { ++ends[rounds + 1]; });
    for (std::size_t k = 1; k < ends.size(); ++k) ends[k] += ends[k - 1];
    out.inside.resize(ends.back());
    each([&](std::uint32_t i, std::uint32_t rounds) { out.inside[ends[rounds]++] = trie_.tokens()[i]; });
    // What was where the tokens of k rounds begin is now where they end.
    ends.pop_back();
  }

  ResidualStore& store_;
  const TokenTrie& trie_;
  const ResidualId body_, loop_;
  std::vector<State> states_;
  std::unordered_map<ResidualId, StateIndex> index_;
  std::vector<Range> ranges_;
};

}  // namespace

CountedLoop counted_loop(const ResidualStore& store, ResidualId n) {
  const ResidualStore::Node& x = store.node(n);
  const ResidualStore::Node& head = x.kind == Kind::Concat ? store.node(x.a) : x;
  if (x.asserts || head.kind != Kind::Repeat || store.nullable(head.a) ||
      (head.minimum == 0 && head.maximum == kUnbounded))
    return {ResidualStore::kEmpty, ResidualStore::kEmpty, 0, 0};
  return {head.a, x.kind == Kind::Concat ? x.b : ResidualStore::kEpsilon, head.minimum, head.maximum};
}

TokenTable* counted_table(ResidualStore& store, const TokenTrie& trie, const CountedLoop& c, TokenTable& reference) {
  if (!reference.rounds_known) {
    // Where the tail could begin like the body, leaving the loop would be a matter of choice; where it may be empty,
    // tokens with too many rounds could still end the lexeme inside them.
    // A tail with counters of its own near kMany could be mistaken for the loop.
    const bool far = store.node(c.body).far || store.node(c.tail).far;
    if (!far && !store.nullable(c.tail) && (store.first(c.body) & store.first(c.tail)).empty())
      reference.rounds = RoundsWalk(store, trie, c).run();
    reference.rounds_known = true;
    if (reference.rounds) store.charge(reference.rounds->memory());
  }
  if (!reference.rounds) return nullptr;
  const Rounds& all = *reference.rounds;
  auto table = std::make_unique<TokenTable>();
  table->reference = &reference;
  // Those with too many rounds are lost, and those that leave the loop after a wrong number.
  const auto allowed = [&](std::uint32_t rounds) { return rounds >= c.minimum && rounds <= c.maximum; };
  const std::size_t within = all.within(c.maximum);
  const auto wrong = static_cast<std::size_t>(
      std::ranges::count_if(all.beyond, [&](const Rounds::Token& t) { return !allowed(t.rounds); }));
  const auto past = all.inside.begin() + static_cast<std::ptrdiff_t>(within);
  keep_stay(*table, trie, within, all.inside.size() - within + wrong, [&](bool stays, auto f) {
    stays ? std::for_each(all.inside.begin(), past, f) : std::for_each(past, all.inside.end(), f);
    for (const Rounds::Token& t : all.beyond)
      if (allowed(t.rounds) == stays) f(t.token);
  });
  cross(*table, trie, all.crossings, [&](const Rounds::Crossing& x) { return allowed(x.rounds); });
  return table.release();
}

}  // namespace constrain
