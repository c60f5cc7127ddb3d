// Making the automaton of an intersection (product_automaton.h says what it is for), in order:
//
// 1. `lifted`: `"(?=r)s` as the intersection of `"r` and `"s`, so that what is left of it stays one.
// 2. `explore`: all states, by derivatives whose emptiness nobody asks for.
// 3. `find_needs`: backwards from the ends, how many rounds each state needs; what reaches none is dead.
// 4. `find_groups`: by which groups of bytes a state cannot come to a dead end.
// 5. `place`: which state a residual is, and how many rounds it has left.
#include <algorithm>
#include <utility>

#include "pattern/byte_groups.h"
#include "pattern/product_automaton.h"
#include "pattern/residual_store.h"

namespace constrain {
namespace {

// Elementary steps of making one, under the usual limits: some 30 ms. Half of it would refuse three words under Unicode's `\b`.
constexpr std::uint64_t kExploring = 1'000'000;
constexpr std::size_t kMostExplored = 20'000;
// Groups that nearly all text has bytes of.
constexpr std::uint32_t kUsualText = 1u << kGroupOf[' '] | 1u << kGroupOf['a'] | 1u << kGroupOf['g'];

using StateIndex = ProductAutomaton::StateIndex;

struct Edge {
  StateIndex from;
  std::uint32_t rounds;
};

void find_needs(ProductAutomaton& out) {
  std::vector<std::uint32_t> begins(out.states.size() + 1);
  const auto each = [&](auto f) {
    for (StateIndex s = 0; s < out.states.size(); ++s) {
      const std::uint32_t end = s + 1 < out.states.size() ? out.states[s + 1].row : static_cast<std::uint32_t>(out.steps.size());
      for (std::uint32_t i = out.states[s].row; i < end; ++i)
        if (out.steps[i].to != ProductAutomaton::kDead) f(s, out.steps[i]);
    }
  };
  each([&](StateIndex, ProductAutomaton::Step step) { ++begins[step.to + 1]; });
  for (std::size_t s = 1; s < begins.size(); ++s) begins[s] += begins[s - 1];
  std::vector<Edge> edges(begins.back());
  std::vector<std::uint32_t> ends(begins.begin(), begins.end() - 1);
  each([&](StateIndex from, ProductAutomaton::Step step) { edges[ends[step.to]++] = {from, step.rounds}; });
  // States by what they need, in buckets, because these are small whole numbers (Dial 1969).
  std::vector<std::vector<StateIndex>> open(1);
  for (StateIndex s = 0; s < out.states.size(); ++s) {
    out.states[s].need = kUnbounded;
    if (!out.states[s].nullable) continue;
    out.states[s].need = 0;
    open[0].push_back(s);
  }
  for (std::uint32_t need = 0; need < open.size(); ++need)
    for (std::size_t i = 0; i < open[need].size(); ++i) {
      const StateIndex s = open[need][i];
      if (out.states[s].need != need) continue;
      out.most_needed = need;
      for (std::uint32_t e = begins[s]; e < begins[s + 1]; ++e) {
        const std::uint32_t more = need + edges[e].rounds;
        if (out.states[edges[e].from].need <= more) continue;
        out.states[edges[e].from].need = more;
        if (open.size() <= more) open.resize(more + 1);
        open[more].push_back(edges[e].from);
      }
    }
  for (ProductAutomaton::Step& step : out.steps)
    if (step.to != ProductAutomaton::kDead && out.states[step.to].need == kUnbounded) step = {};
}

// Where a text of valid UTF-8 may stand: between characters, or which bytes must come next (Unicode's table 3-7).
enum Within : std::uint8_t { kBetween, kOne, kTwo, kThree, kAfterE0, kAfterEd, kAfterF0, kAfterF4, kWithins };

struct Tails {
  std::uint8_t low, high;
  Within next;
};
constexpr Tails kTails[] = {{0, 0, kBetween},    {0x80, 0xBF, kBetween}, {0x80, 0xBF, kOne}, {0x80, 0xBF, kTwo},
                            {0xA0, 0xBF, kOne},  {0x80, 0x9F, kOne},     {0x90, 0xBF, kTwo}, {0x80, 0x8F, kTwo}};

constexpr Within after_lead(int lead) {
  return lead < 0xE0 ? kOne : lead == 0xE0 ? kAfterE0 : lead == 0xED ? kAfterEd : lead < 0xF0 ? kTwo
       : lead == 0xF0 ? kAfterF0 : lead < 0xF4 ? kThree : kAfterF4;
}

// Which classes of a partition may come in valid text, by where it stands, and the groups of their bytes.
struct Ways {
  struct Way {
    std::uint8_t byte;  // one of the class
    Within next;
    std::uint32_t groups;
  };
  std::array<std::vector<Way>, kWithins> by_place;

  explicit Ways(const std::uint8_t* classes) {
    const auto add = [&](Within at, int byte, Within next, std::uint32_t groups) {
      for (Way& way : by_place[at])
        if (classes[way.byte] == classes[byte] && way.next == next) {
          way.groups |= groups;
          return;
        }
      by_place[at].push_back({static_cast<std::uint8_t>(byte), next, groups});
    };
    for (int b = 0; b < 0x80; ++b) add(kBetween, b, kBetween, 1u << kGroupOf[b]);
    for (int b = 0xC2; b <= 0xF4; ++b) add(kBetween, b, after_lead(b), 1u << kGroupOf[b]);
    for (int at = kOne; at < kWithins; ++at)
      for (int b = kTails[at].low; b <= kTails[at].high; ++b) add(static_cast<Within>(at), b, kTails[at].next, 0);
  }
};

// By which groups nothing dies, found by giving up: a group goes where one of its bytes leads to a dead end, or to a state that
// has lost what nearly all text has; else a state has what the states after it have. What is left when nothing changes is
// closed.
void find_groups(ProductAutomaton& out) {
  std::unordered_map<const std::uint8_t*, Ways> all_ways;
  struct Place {
    StateIndex state;
    Within within;
  };
  std::vector<Place> places;
  std::vector<std::array<std::uint32_t, kWithins>> groups(out.states.size());
  std::vector<std::uint8_t> seen(out.states.size() * kWithins);
  const auto enter = [&](StateIndex state, Within within) {
    if (std::exchange(seen[state * kWithins + within], 1)) return;
    groups[state][within] = ~std::uint32_t{0};
    places.push_back({state, within});
  };
  const auto each = [&](Place at, auto f) {
    const std::uint8_t* classes = out.states[at.state].classes;
    for (const Ways::Way& way : all_ways.try_emplace(classes, classes).first->second.by_place[at.within]) {
      spend(1);
      const ProductAutomaton::Step step = out.step(at.state, way.byte);
      f(way, step.to);
    }
  };
  // Where every ASCII byte is dead, a character has been begun, or nothing follows.
  for (StateIndex s = 0; s < out.states.size(); ++s) {
    bool between = false;
    each({s, kBetween}, [&](const Ways::Way& way, StateIndex to) { between = between || (way.next == kBetween && to != ProductAutomaton::kDead); });
    if (between) enter(s, kBetween);
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    each(places[i], [&](const Ways::Way& way, StateIndex to) {
      if (to != ProductAutomaton::kDead) enter(to, way.next);
    });
  for (bool changed = true; std::exchange(changed, false);) {
    for (std::size_t i = places.size(); i-- > 0;) {
      std::uint32_t& mine = groups[places[i].state][places[i].within];
      const std::uint32_t before = mine;
      each(places[i], [&](const Ways::Way& way, StateIndex to) {
        if (way.groups && !(mine & way.groups)) return;
        const std::uint32_t next = to == ProductAutomaton::kDead ? 0 : groups[to][way.next];
        if (way.groups && (next & kUsualText) != kUsualText) mine &= ~way.groups;
        else mine &= next;
      });
      changed = changed || mine != before;
    }
  }
  for (StateIndex s = 0; s < out.states.size(); ++s)
    out.states[s].groups = seen[s * kWithins + kBetween] ? groups[s][kBetween] : 0;
}

}  // namespace

// `"(?=r)s` as `"r` and `"s`, for texts of fixed length before the assertion; n itself where others are left.
ResidualId ResidualStore::lifted(ResidualId n) {
  std::vector<ResidualId> before, parts;
  ResidualId rest = n;
  const auto after = [&](ResidualId tail) {
    for (std::size_t i = before.size(); i-- > 0;) tail = concat(before[i], tail);
    return tail;
  };
  for (; nodes_[rest].kind == Kind::Concat; rest = nodes_[rest].b) {
    const Node& head = nodes_[nodes_[rest].a];
    if (head.kind == Kind::Class) {
      before.push_back(nodes_[rest].a);
    } else if (head.kind == Kind::Ahead && !nodes_[head.a].asserts) {
      parts.push_back(after(head.negative ? negate(head.a) : head.a));
    } else {
      break;
    }
  }
  if (parts.empty() || nodes_[rest].asserts) return n;
  parts.push_back(after(rest));
  return both(std::move(parts));
}

// The automaton of n, an intersection; null where it has more than one counter, a counter that is in two places at once, or
// too many states.
const ProductAutomaton* ResidualStore::explore(ResidualId n) {
  const Node& x = nodes_[n];
  if (x.kind != Kind::And || x.asserts) return nullptr;
  const Bounded of = bounded(n);
  if (of.count > 1) return nullptr;
  const ResidualId begin = of.count ? of.loop : n;
  auto out = std::make_unique<ProductAutomaton>();
  std::unordered_map<ResidualId, StateIndex> index;
  const auto enter = [&](ResidualId r) {
    const auto [found, fresh] = index.try_emplace(r, static_cast<StateIndex>(out->states.size()));
    if (fresh) out->states.push_back({r, 0, nullptr, kUnbounded, 0, nodes_[r].nullable});
    return found->second;
  };
  try {
    const StepBudget::Patience patience(steps_, StepBudget::share(kExploring));
    enter(begin);
    for (StateIndex at = 0; at < out->states.size(); ++at) {
      const ResidualId r = out->states[at].residual;
      const PartitionId partition = partition_of(r);
      out->states[at].row = static_cast<std::uint32_t>(out->steps.size());
      out->states[at].classes = partitions_.map(partition).data();
      for (std::size_t c = 0; c < partitions_.members(partition).size(); ++c) {
        steps_.burn(1);
        ProductAutomaton::Step& step = out->steps.emplace_back();
        const ResidualId next = raw(r, partitions_.members(partition)[c]);
        if (next == kEmpty) continue;
        Used used{};
        std::array<bool, 2> owed{};
        const ResidualId full = of.count ? refilled(next, of, used, owed) : next;
        if (full == kUnknown || owed[0] || used[0] > 0xFF || out->states.size() > kMostExplored) return nullptr;
        step.to = enter(full);
        step.rounds = used[0];
      }
    }
  } catch (const LimitError&) {
    return nullptr;  // the long way is open
  }
  find_needs(*out);
  find_groups(*out);
  charge(out->memory() + 48 * index.size());
  for (StateIndex at = 0; at < out->states.size(); ++at) {
    const ProductAutomaton::State& state = out->states[at];
    Node& node = nodes_[state.residual];
    if (node.kind != Kind::And) continue;
    node.emptiness = state.need == kUnbounded ? 1 : 2;
    places_.try_emplace(state.residual, ProductPlace{out.get(), at, kUnbounded});
  }
  products_.push_back(std::move(out));
  return products_.back().get();
}

std::optional<ProductPlace> ResidualStore::place(ResidualId n) {
  if (products_.empty() || nodes_[n].kind != Kind::And || nodes_[n].asserts) return std::nullopt;
  if (const auto known = places_.find(n); known != places_.end()) return known->second;
  const Bounded of = bounded(n);
  if (of.count != 1) return std::nullopt;
  const auto known = places_.find(of.loop);
  if (known == places_.end()) return std::nullopt;
  ProductPlace out = known->second;
  out.rounds = of.bounds[0];
  return out;
}

}  // namespace constrain
