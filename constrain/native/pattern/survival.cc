// Survival: by which groups of bytes a residual goes on forever, passing through others on its way.
//
// A search for a word anywhere in a text, a text in rounds of four characters, a name that must not begin like another:
// such residuals seldom come back to themselves, yet after any text of letters something is left of them. The groups
// are found by trying: begin with all, follow all texts of them breadth first, and where one is a dead end, take out
// the group on the way to it that tokens have least of, and begin again; or, if they have plenty of all, be content
// with shorter texts. What is left is closed: no text of these groups, so long or shorter, is a dead end. A walk of the
// token trie then takes whole subtrees at once. Costs a step for each residual explored and byte of ASCII.
#include <algorithm>
#include <optional>

#include "pattern/code_points.h"
#include "pattern/residual_store.h"

namespace constrain {
namespace {

using Guard = std::lock_guard<StoreMutex>;

constexpr std::uint32_t of(std::string_view bytes) {
  std::uint32_t out = 0;
  for (char byte : bytes) out |= group_bit(static_cast<std::uint8_t>(byte));
  return out;
}
constexpr std::uint32_t kAscii = [] {
  std::uint32_t out = 0;
  for (int b = 0; b < 0x80; ++b) out |= group_bit(static_cast<std::uint8_t>(b));
  return out;
}();
// Groups without which survival leaves most of the trie to be walked. Of the others, the first is given up first.
constexpr std::uint32_t kPlenty = of(" agAG01");
constexpr int worth(std::uint32_t groups) { return std::popcount(groups) + 32 * std::popcount(groups & kPlenty); }
constexpr int kTries = 12;
constexpr std::uint32_t kMaxMade = 128;  // residuals made in looking for one
constexpr std::uint64_t kLoopBudget = 50'000;  // elementary steps in looking for one

std::uint32_t rarest(std::uint32_t groups) { return groups & (~groups + 1); }

}  // namespace

const ResidualStore::Survival& ResidualStore::survival(ResidualId n) {
  static constexpr Survival none{kUnbounded, 0};
  if (nodes_[n].head != kNone) return none;
  if (const Survival* known = nodes_[n].survival.load(std::memory_order_acquire)) return *known;
  Guard guard(mutex);
  if (const Survival* known = nodes_[n].survival.load(std::memory_order_relaxed)) return *known;
  const Survival* kept = &self_loop(n);
  // A few texts taken out of endlessly many: where what they are taken from loops without counting, endlessly many are
  // left. (After the rounds of a counter there may be just those that are taken out.)
  if (const Node& x = nodes_[n]; x.kind == Kind::And && !x.asserts && surely(n)) {
    for (std::uint32_t i = 0; i < x.count; ++i)
      if (nodes_[x.parts[i]].kind != Kind::Not && self_loop(x.parts[i]).length == kUnbounded)
        kept = &self_loop(x.parts[i]);
  }
  // Worth the search where words do not end it, and are not known to be in its loop.
  const auto wanders = [&](std::string_view word) {
    if (!(of(word) & ~kept->groups)) return false;
    ResidualId at = n;
    for (char byte : word)
      if ((at = derive(at, static_cast<std::uint8_t>(byte))) == kEmpty) return false;
    return true;
  };
  try {
    const StepBudget::Cap cap(steps_, kLoopBudget);
    if (wanders("gazette") || wanders("GAZETTE")) {
      const Survival found = explored_survival(n);
      if (found.length > 1 && worth(found.groups) > worth(kept->groups)) {
        kept = arena_.copy(&found, 1);
        charge(sizeof found);
      }
    }
  } catch (const LimitError&) {  // too much work for what is only a short cut
  }
  nodes_[n].survival.store(kept, std::memory_order_release);
  return *kept;
}

ResidualStore::Survival ResidualStore::explored_survival(ResidualId n) {
  // Intersections with far bounds are those without, as far as short texts can tell; and these come round.
  if (nodes_[n].kind == Kind::And && !nodes_[n].asserts) {
    const auto [whole, slack] = core(n);
    if (whole != n) {
      const Survival found = survival(whole);
      return {std::min(found.length, slack), found.groups};
    }
  }
  struct State { ResidualId residual; std::uint32_t depth, way; };  // way: groups on a shortest way to it
  const std::uint32_t begun = nodes_.size();
  std::uint32_t groups = kAscii;
  for (int b = 0; b < 0x80; ++b)
    if (derive(n, static_cast<std::uint8_t>(b)) == kEmpty) groups &= ~group_bit(static_cast<std::uint8_t>(b));
  std::vector<State> states;
  std::unordered_map<ResidualId, std::uint32_t> index;
  std::uint32_t rounds = kUnbounded;
  // The group to be given up, or nothing where no dead end is left within `rounds`.
  const auto try_groups = [&]() -> std::optional<std::uint32_t> {
    states.assign(1, {n, 0, 0});
    index = {{n, 0}};
    rounds = kUnbounded;
    for (std::size_t i = 0; i < states.size() && states[i].depth < rounds; ++i) {
      const State at = states[i];
      std::array<bool, 256> followed{};  // by class of bytes
      for (int b = 0; b < 0x80; ++b) {
        const std::uint32_t group = group_bit(static_cast<std::uint8_t>(b));
        if (!(groups & group)) continue;
        const Row* row = this->row(at.residual);
        if (row && followed[row->classes[b]]) continue;
        const ResidualId next = derive(at.residual, static_cast<std::uint8_t>(b));
        if (row) followed[row->classes[b]] = next != kEmpty;
        if (next == kEmpty) {
          if (const std::uint32_t rare = (at.way | group) & ~kPlenty) return rarest(rare);
          rounds = std::min(rounds, at.depth);
          break;
        }
        if (!index.try_emplace(next, static_cast<std::uint32_t>(states.size())).second) continue;
        states.push_back({next, at.depth + 1, at.way | group});
        // All that was found before is alive, and all texts up to this depth lead there.
        if (states.size() > kMaxExplored || nodes_.size() > begun + kMaxMade) rounds = std::min(rounds, at.depth);
      }
    }
    return std::nullopt;
  };
  for (int tries = 0; const auto rare = try_groups(); ++tries) {
    groups &= ~*rare;
    if (tries == kTries) return {kUnbounded, 0};
  }
  // Beyond ASCII only what leads back to what was explored, and no later than it takes: there are too many ways to
  // follow all.
  std::uint32_t beyond = ~kAscii;
  for (const State& at : states) {
    if (at.depth >= rounds || !beyond) break;
    beyond &= beyond_ascii(at.residual, kEmpty, [this](ResidualId r, std::uint8_t byte) { return derive(r, byte); },
                           [&](ResidualId r) {
                             const auto found = index.find(r);
                             return found != index.end() && states[found->second].depth <= at.depth + 2;
                           },
                           [this](ResidualId r, std::uint8_t byte) { return like_the_byte_below(r, byte); });
    if (nodes_.size() > begun + kMaxMade) beyond = 0;
  }
  return {rounds, groups | beyond};
}

}  // namespace constrain
