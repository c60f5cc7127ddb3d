// Making the automaton of a pattern (automaton.h says what it is for), in order:
//
// 1. `lifted`: `"(?=r)s` as the intersection of `"r` and `"s`.
// 2. `machine`: parts of intersections and complements one by one (`explored`, by derivatives whose emptiness nobody
//    asks for), put together (`together`, `complemented`), and each result `minimised` before the next step, so that
//    what is large for a moment is two small ones multiplied, and never a product of all.
//    A counter of one part is read as three phases, before, in, and after it, whose states know nothing of rounds.
// 3. `find_needs`: backwards from the ends, how many rounds and bytes each state needs; what reaches none is dead.
//    `find_enough`: where rounds are owed, with which numbers of them an end is reached.
// 4. `find_groups`: by which groups of bytes a state cannot reach a dead end.
#include <algorithm>
#include <map>
#include <utility>

#include "pattern/byte_groups.h"
#include "pattern/automaton.h"
#include "pattern/residual_store.h"

namespace constrain {
namespace {

// Elementary steps of making one, under the usual limits: some 100 ms, which is what a pattern costs that has too large
// a one.
constexpr std::uint64_t kExploring = 3'000'000;
constexpr std::size_t kMostExplored = 20'000;
constexpr std::size_t kMostEnough = 4'000'000;  // states times rounds that may be owed; two bytes each
// Groups that nearly all words have bytes of, and nearly all text.
constexpr std::uint32_t kUsualWord = 1u << kGroupOf['a'] | 1u << kGroupOf['g'];
constexpr std::uint32_t kUsualText = kUsualWord | 1u << kGroupOf[' '];

using StateIndex = Automaton::StateIndex;

std::uint32_t row_end(const Automaton& of, StateIndex s) {
  return s + 1 < of.states.size() ? of.states[s + 1].row : static_cast<std::uint32_t>(of.steps.size());
}

// The steps into each state.
struct Backwards {
  struct Edge {
    StateIndex from;
    std::uint32_t rounds;
  };
  std::vector<std::uint32_t> begins;
  std::vector<Edge> edges;

  explicit Backwards(const Automaton& of) : begins(of.states.size() + 1) {
    const auto each = [&](auto f) {
      for (StateIndex s = 0; s < of.states.size(); ++s)
        for (std::uint32_t i = of.states[s].row; i < row_end(of, s); ++i)
          if (of.steps[i].to != Automaton::kDead) f(s, of.steps[i]);
    };
    each([&](StateIndex, Automaton::Step step) { ++begins[step.to + 1]; });
    for (std::size_t s = 1; s < begins.size(); ++s) begins[s] += begins[s - 1];
    edges.resize(begins.back());
    std::vector<std::uint32_t> ends(begins.begin(), begins.end() - 1);
    each([&](StateIndex from, Automaton::Step step) { edges[ends[step.to]++] = {from, step.rounds}; });
  }
};

// The least sum of weights on a way to an end, for each state. By sums in buckets, because these are small whole
// numbers (Dial 1969).
template <class Weight>
void find_least(Automaton& out, const Backwards& back, std::uint32_t Automaton::State::* member, Weight weight) {
  std::vector<std::vector<StateIndex>> open(1);
  for (StateIndex s = 0; s < out.states.size(); ++s) {
    out.states[s].*member = out.states[s].nullable ? 0 : kUnbounded;
    if (out.states[s].nullable) open[0].push_back(s);
  }
  for (std::uint32_t sum = 0; sum < open.size(); ++sum)
    for (std::size_t i = 0; i < open[sum].size(); ++i) {
      const StateIndex s = open[sum][i];
      if (out.states[s].*member != sum) continue;
      spend(back.begins[s + 1] - back.begins[s] + 1);
      for (std::uint32_t e = back.begins[s]; e < back.begins[s + 1]; ++e) {
        const Backwards::Edge edge = back.edges[e];
        const std::uint32_t more = sum + weight(edge.rounds);
        if (out.states[edge.from].*member <= more) continue;
        out.states[edge.from].*member = more;
        if (open.size() <= more) open.resize(more + 1);
        open[more].push_back(edge.from);
      }
    }
}

// What reaches no end is dead from here on.
void find_needs(Automaton& out) {
  const Backwards back(out);
  find_least(out, back, &Automaton::State::need, [](std::uint32_t rounds) { return rounds; });
  find_least(out, back, &Automaton::State::least, [](std::uint32_t) { return 1u; });
  out.most_need = 0;
  for (const Automaton::State& s : out.states)
    if (s.need != kUnbounded) out.most_need = std::max(out.most_need, s.need);
  for (Automaton::Step& step : out.steps)
    if (step.to != Automaton::kDead && out.states[step.to].need == kUnbounded) step = {};
}

// Of each number of rounds up to the plateau, or to `most`: the states that reach an end with exactly so many. False
// where these go on changing for too long.
bool find_enough(Automaton& out, std::uint32_t most) {
  const Backwards back(out);
  const std::size_t count = out.states.size();
  std::vector<std::vector<std::uint8_t>> levels;
  std::vector<StateIndex> open;
  // What comes to the level by steps without a round.
  const auto close = [&](std::vector<std::uint8_t>& level) {
    while (!open.empty()) {
      const StateIndex s = open.back();
      open.pop_back();
      spend(back.begins[s + 1] - back.begins[s] + 1);
      for (std::uint32_t e = back.begins[s]; e < back.begins[s + 1]; ++e)
        if (const auto [from, rounds] = back.edges[e]; rounds == 0 && !std::exchange(level[from], 1))
          open.push_back(from);
    }
  };
  const auto enter = [&](std::vector<std::uint8_t>& level, StateIndex s) {
    if (!std::exchange(level[s], 1)) open.push_back(s);
  };
  std::vector<std::uint8_t> level(count);
  for (StateIndex s = 0; s < count; ++s)
    if (out.states[s].nullable) enter(level, s);
  close(level);
  while (levels.empty() || (level != levels.back() && levels.size() <= most)) {
    if (count * levels.size() > kMostEnough || levels.size() >= Automaton::kNever) return false;
    levels.push_back(std::move(level));
    level.assign(count, 0);
    for (StateIndex s = 0; s < count; ++s) {
      if (!levels.back()[s]) continue;
      for (std::uint32_t e = back.begins[s]; e < back.begins[s + 1]; ++e)
        if (back.edges[e].rounds) enter(level, back.edges[e].from);
    }
    close(level);
  }
  out.plateau = static_cast<std::uint32_t>(levels.size() - 1);
  out.enough.assign(count * levels.size(), Automaton::kNever);
  for (StateIndex s = 0; s < count; ++s)
    for (std::size_t k = levels.size(), next = Automaton::kNever; k-- > 0;)
      out.enough[s * levels.size() + k] = static_cast<std::uint16_t>(levels[k][s] ? next = k : next);
  return true;
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

// By which groups nothing dies, found by giving up: a group goes where one of its bytes leads to a dead end, or to a
// state that has lost what nearly all text has, or nearly all words; else a state has what the states after it have.
// What is left when nothing changes is closed. Where rounds are owed, what does not outlast them is dead.
void find_groups(Automaton& out) {
  const auto dead = [&](StateIndex s) { return s == Automaton::kDead || (!out.enough.empty() && !out.outlasts(s)); };
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
      const Automaton::Step step = out.step(at.state, way.byte);
      f(way, dead(step.to) ? Automaton::kDead : step.to);
    }
  };
  // Where every ASCII byte is dead, a character has been begun, or nothing follows.
  for (StateIndex s = 0; s < out.states.size(); ++s) {
    if (dead(s)) continue;
    bool between = false;
    each({s, kBetween}, [&](const Ways::Way& way, StateIndex to) {
      between = between || (way.next == kBetween && to != Automaton::kDead);
    });
    if (between) enter(s, kBetween);
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    each(places[i], [&](const Ways::Way& way, StateIndex to) {
      if (to != Automaton::kDead) enter(to, way.next);
    });
  const auto give_up = [&](std::uint32_t usual) {
    for (bool changed = true; std::exchange(changed, false);) {
      for (std::size_t i = places.size(); i-- > 0;) {
        std::uint32_t& mine = groups[places[i].state][places[i].within];
        const std::uint32_t before = mine;
        each(places[i], [&](const Ways::Way& way, StateIndex to) {
          if (way.groups && !(mine & way.groups)) return;
          const std::uint32_t next = to == Automaton::kDead ? 0 : groups[to][way.next];
          if (way.groups && (next & usual) != usual) mine &= ~way.groups;
          else mine &= next;
        });
        changed = changed || mine != before;
      }
    }
  };
  // Both are closed by themselves, so each state takes the larger.
  const auto fewer = [](std::uint32_t a, std::uint32_t b) { return std::popcount(a) < std::popcount(b); };
  const auto keep = [&] {
    for (StateIndex s = 0; s < out.states.size(); ++s)
      if (seen[s * kWithins + kBetween])
        out.states[s].groups = std::max(out.states[s].groups, groups[s][kBetween], fewer);
  };
  give_up(kUsualText);
  keep();
  // Where a text has so many words at most, the last takes no blank, and by what nearly all text has, nothing is left
  // of those before it. Then whole words count.
  const auto lacks_words = [&](const Place& at) { return (groups[at.state][at.within] & kUsualWord) != kUsualWord; };
  if (std::any_of(places.begin(), places.end(), lacks_words)) {
    for (const Place& at : places) groups[at.state][at.within] = ~std::uint32_t{0};
    give_up(kUsualWord);
    keep();
  }
}

// Which states leave nothing to do but to count, as where all words have been found: those whose texts, and their
// rounds, are those of `alone`.
void find_counted_alone(Automaton& whole, const Automaton& alone) {
  std::vector<StateIndex> like(alone.states.size());  // states of `whole`
  std::vector<StateIndex> open;
  for (StateIndex s = 0; s < whole.states.size(); ++s) {
    if (whole.states[s].nullable != alone.states[0].nullable || whole.states[s].need != alone.states[0].need) continue;
    std::fill(like.begin(), like.end(), Automaton::kDead);
    like[0] = s;
    open.assign(1, 0);
    bool same = true;
    while (same && !open.empty()) {
      const StateIndex at = open.back();
      open.pop_back();
      same = whole.states[like[at]].nullable == alone.states[at].nullable;
      for (int b = 0; b < 256 && same; ++b) {
        const Automaton::Step one = alone.step(at, static_cast<std::uint8_t>(b)),
                              other = whole.step(like[at], static_cast<std::uint8_t>(b));
        spend(1);
        if (one.to == Automaton::kDead || other.to == Automaton::kDead) {
          same = one.to == other.to;
        } else if (like[one.to] == Automaton::kDead) {
          same = one.rounds == other.rounds;
          like[one.to] = other.to;
          open.push_back(one.to);
        } else {
          same = one.rounds == other.rounds && like[one.to] == other.to;
        }
      }
    }
    whole.states[s].counted_alone = same;
  }
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

// A counter of one part of an intersection, which is told apart: `before` body{least,most} `after`; and the automata
// of other parts that were made.
struct ResidualStore::Counted {
  ResidualId part = kEmpty, before = kEmpty, body = kEmpty, after = kEpsilon;
  std::uint32_t least = 0, most = kUnbounded;
  std::unordered_map<ResidualId, Automaton>* made;

  std::uint32_t far() const { return most == kUnbounded ? least : most; }
  // The same without one: n as what comes before it.
  Counted without(ResidualId n = kEmpty) const { return {.before = n, .made = made}; }
};

// The counter of n, if it has one, with the farthest bound.
ResidualStore::Counted ResidualStore::counter_of(ResidualId n, const Counted& none) {
  Counted out = none;
  std::vector<ResidualId> heads;
  std::size_t at_head = 0;
  ResidualId rest = n;
  for (int k = 0; k < kLongSpine; ++k) {
    const Node& x = nodes_[rest];
    const ResidualId at = x.kind == Kind::Concat ? x.a : rest;
    const Node& head = nodes_[at];
    const std::uint32_t far = head.maximum == kUnbounded ? head.minimum : head.maximum;
    if (head.kind == Kind::Repeat && far > 1 && far > out.far() && !nodes_[head.a].nullable) {
      out = {n, kEpsilon, head.a, x.kind == Kind::Concat ? x.b : kEpsilon, head.minimum, head.maximum, none.made};
      at_head = heads.size();
    }
    if (x.kind != Kind::Concat) break;
    heads.push_back(at);
    rest = x.b;
  }
  for (; out.part != kEmpty && at_head > 0; --at_head) out.before = concat(heads[at_head - 1], out.before);
  return out;
}

// The states of n, or of its counted part, one by one, as they come: what is left of what comes before the counter, of a
// round of it, and of what comes after it. A text may be in several of these, but not with different numbers of rounds.
std::optional<Automaton> ResidualStore::explored(const Counted& of) {
  struct Place {
    ResidualId before, round, after;
    auto operator<=>(const Place&) const = default;
  };
  Automaton out;
  std::vector<Place> places;
  std::map<Place, StateIndex> index;
  const auto enter = [&](const Place& place) {
    const auto [found, fresh] = index.try_emplace(place, static_cast<StateIndex>(places.size()));
    if (fresh) places.push_back(place);
    return found->second;
  };
  enter({of.before, kEmpty, kEmpty});
  for (StateIndex at = 0; at < places.size(); ++at) {
    const auto [before, round, after] = places[at];
    const bool between = nodes_[before].nullable || nodes_[round].nullable;  // rounds
    PartitionId partition = partition_of(before);
    for (const ResidualId part : {round, after, between ? of.body : kEmpty, between ? of.after : kEmpty})
      partition = partitions_.refine(partition, partition_of(part));
    out.states.push_back({partition, static_cast<std::uint32_t>(out.steps.size()), partitions_.map(partition).data()});
    out.states.back().nullable = nodes_[after].nullable || (between && nodes_[of.after].nullable);
    for (std::size_t c = 0; c < partitions_.members(partition).size(); ++c) {
      steps_.spend(1);
      const std::uint8_t byte = partitions_.members(partition)[c];
      const auto read = [&](ResidualId part) { return part == kEmpty ? kEmpty : raw(part, byte); };
      const ResidualId begun = read(between ? of.body : kEmpty);
      const Place same{read(before), read(round), alt({read(after), read(between ? of.after : kEmpty)})};
      const bool stays = same != Place{kEmpty, kEmpty, kEmpty};
      if ((stays && begun != kEmpty) || places.size() > kMostExplored) return std::nullopt;
      Automaton::Step& step = out.steps.emplace_back();
      if (!stays && begun == kEmpty) continue;
      step.to = enter(stays ? same : Place{kEmpty, begun, kEmpty});
      step.rounds = !stays;
    }
  }
  return minimised(std::move(out));
}

// All texts that are not in it.
Automaton ResidualStore::complemented(Automaton of) {
  const auto all = static_cast<StateIndex>(of.states.size());
  for (Automaton::State& s : of.states) s.nullable = !s.nullable;
  for (Automaton::Step& step : of.steps)
    if (step.to == Automaton::kDead) step.to = all;
  of.states.push_back({Partitions::kAllAlike, static_cast<std::uint32_t>(of.steps.size()),
                       partitions_.map(Partitions::kAllAlike).data()});
  of.states.back().nullable = true;
  of.steps.emplace_back().to = all;
  return minimised(std::move(of));
}

// What is in both, or in one of them.
std::optional<Automaton> ResidualStore::together(const Automaton& one, const Automaton& two, bool both) {
  Automaton out;
  std::vector<std::pair<StateIndex, StateIndex>> pairs;
  FlatMap<StateIndex> index;
  const auto enter = [&](StateIndex a, StateIndex b) {
    if (const StateIndex* known = index.find(a, b)) return *known;
    index.insert(a, b, static_cast<StateIndex>(pairs.size()));
    pairs.emplace_back(a, b);
    return static_cast<StateIndex>(pairs.size() - 1);
  };
  enter(0, 0);
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    const auto [a, b] = pairs[at];
    const Automaton::State* const x = a == Automaton::kDead ? nullptr : &one.states[a];
    const Automaton::State* const y = b == Automaton::kDead ? nullptr : &two.states[b];
    const PartitionId partition = !x   ? y->partition
                                  : !y ? x->partition
                                       : partitions_.refine(x->partition, y->partition);
    out.states.push_back({partition, static_cast<std::uint32_t>(out.steps.size()), partitions_.map(partition).data()});
    out.states.back().nullable = both ? x->nullable && y->nullable : (x && x->nullable) || (y && y->nullable);
    for (const std::uint8_t byte : partitions_.members(partition)) {
      steps_.spend(1);
      const Automaton::Step left = x ? one.step(a, byte) : Automaton::Step{},
                            right = y ? two.step(b, byte) : Automaton::Step{};
      Automaton::Step& step = out.steps.emplace_back();
      const bool no_left = left.to == Automaton::kDead, no_right = right.to == Automaton::kDead;
      if (both ? no_left || no_right : no_left && no_right) continue;
      step.to = enter(left.to, right.to);
      step.rounds = left.rounds + right.rounds;
      if (pairs.size() > kMostExplored) return std::nullopt;
    }
  }
  return minimised(std::move(out));
}

// The smallest automaton of the same texts: states are parted by where their bytes lead until no more part (Moore
// 1956). What a state's bytes do is summed up in one number, in which it does not matter how they are divided into
// classes; states whose numbers are equal are compared in the end.
Automaton ResidualStore::minimised(Automaton of) {
  find_needs(of);
  static const std::array<std::uint64_t, 256> weights = [] {
    std::array<std::uint64_t, 256> out{};
    for (std::size_t b = 0; b < 256; ++b) out[b] = mix(0x9E3779B97F4A7C15, b) | 1;
    return out;
  }();
  std::unordered_map<PartitionId, std::vector<std::uint64_t>> sums;  // of the weights of a class
  std::vector<const std::uint64_t*> sums_of;
  for (const Automaton::State& s : of.states) {
    std::vector<std::uint64_t>& sum = sums[s.partition];
    if (sum.empty()) {
      sum.resize(partitions_.members(s.partition).size());
      for (std::size_t b = 0; b < 256; ++b) sum[s.classes[b]] += weights[b];
    }
    sums_of.push_back(sum.data());
  }
  std::vector<std::uint32_t> block(of.states.size());
  for (StateIndex s = 0; s < of.states.size(); ++s) block[s] = of.states[s].nullable;
  for (std::size_t count = 0;;) {
    std::vector<std::uint64_t> sign(of.states.size());
    std::unordered_map<std::uint64_t, std::uint32_t> number;
    for (StateIndex s = 0; s < of.states.size(); ++s) {
      std::uint64_t sum = 0;
      for (std::uint32_t i = of.states[s].row, c = 0; i < row_end(of, s); ++i, ++c)
        if (const Automaton::Step step = of.steps[i]; step.to != Automaton::kDead)
          sum += sums_of[s][c] * mix(std::uint64_t{step.rounds} << 32 | block[step.to], 1);
      spend(row_end(of, s) - of.states[s].row);
      sign[s] = mix(sum, block[s]);
    }
    for (StateIndex s = 0; s < of.states.size(); ++s)
      block[s] = number.try_emplace(sign[s], static_cast<std::uint32_t>(number.size())).first->second;
    if (number.size() == std::exchange(count, number.size())) break;
  }
  // The first of each block stands for it; block 0 is the first state's.
  std::vector<StateIndex> first;
  for (StateIndex s = 0; s < of.states.size(); ++s)
    if (block[s] == first.size()) first.push_back(s);
  const auto where = [&](StateIndex s, std::uint8_t byte) {
    Automaton::Step step = of.step(s, byte);
    if (step.to != Automaton::kDead) step.to = block[step.to];
    return step;
  };
  for (StateIndex s = 0; s < of.states.size(); ++s) {
    if (s == first[block[s]]) continue;
    const PartitionId parted = partitions_.refine(of.states[s].partition, of.states[first[block[s]]].partition);
    for (const std::uint8_t b : partitions_.members(parted))
      // Two sums that are equal by chance: then not so small.
      if (!(where(s, b) == where(first[block[s]], b))) return of;
  }
  Automaton out;
  std::vector<std::uint8_t> merged;  // class -> class
  for (const StateIndex s : first) {
    const auto row = static_cast<std::uint32_t>(out.steps.size());
    merged.clear();
    for (std::uint32_t i = of.states[s].row; i < row_end(of, s); ++i) {
      Automaton::Step step = of.steps[i];
      if (step.to != Automaton::kDead) step.to = block[step.to];
      const auto at = std::find(out.steps.begin() + row, out.steps.end(), step);
      merged.push_back(static_cast<std::uint8_t>(at - out.steps.begin() - row));
      if (at == out.steps.end()) out.steps.push_back(step);
    }
    PartitionId partition = of.states[s].partition;
    if (out.steps.size() - row < merged.size()) {
      Partitions::Map map;
      for (std::size_t b = 0; b < 256; ++b) map[b] = merged[of.states[s].classes[b]];
      partition = partitions_.intern(map);
    }
    out.states.push_back(of.states[s]);
    out.states.back().partition = partition;
    out.states.back().row = row;
    out.states.back().classes = partitions_.map(partition).data();
  }
  out.most_need = of.most_need;
  return out;
}

std::optional<Automaton> ResidualStore::machine(ResidualId n, const Counted& counted) {
  if (n == counted.part) return machine_of(n, counted);  // with its counter it is another one than without
  if (const auto known = counted.made->find(n); known != counted.made->end()) return known->second;
  std::optional<Automaton> out = machine_of(n, counted);
  if (out && counted.part == kEmpty) counted.made->emplace(n, *out);
  return out;
}

std::optional<Automaton> ResidualStore::machine_of(ResidualId n, const Counted& counted) {
  const Node& x = nodes_[n];
  if (x.kind == Kind::Not) {
    std::optional<Automaton> out = machine(x.a, counted.without());
    return out ? std::optional(complemented(std::move(*out))) : std::nullopt;
  }
  if (n == counted.part) return explored(counted);
  if (x.kind != Kind::And && !(x.kind == Kind::Alt && x.searched)) return explored(counted.without(n));
  // The counted part last, because its steps take rounds, and states that differ in these stay apart.
  std::vector<ResidualId> parts(x.parts, x.parts + x.count);
  std::stable_partition(parts.begin(), parts.end(), [&](ResidualId part) { return part != counted.part; });
  std::optional<Automaton> out;
  for (const ResidualId part : parts) {
    std::optional<Automaton> next = machine(
        part,
        part == counted.part || (x.kind == Kind::And && nodes_[part].kind == Kind::And) ? counted : counted.without());
    if (next && out) next = together(*out, *next, x.kind == Kind::And);
    if (!next) return std::nullopt;
    out = std::move(next);
  }
  return out;
}

// n as the first state of an automaton; kUnknown where it has more than one far counter, or too many states.
ResidualId ResidualStore::as_automaton(ResidualId n) {
  const Node& whole = nodes_[n];
  if ((whole.kind != Kind::And && whole.kind != Kind::Alt) || whole.asserts) return kUnknown;
  // `(a & x{0,9}) | (b & x{0,9})` as `(a | b) & x{0,9}`.
  const Node& x = whole.kind == Kind::Alt ? nodes_[whole.parts[0]] : whole;
  std::unordered_map<ResidualId, Automaton> parts_made;
  Counted counted{.made = &parts_made};
  for (std::uint32_t i = 0; x.kind == Kind::And && i < x.count; ++i)
    if (const Counted of = counter_of(x.parts[i], counted.without());
        of.part != kEmpty && (counted.part == kEmpty || of.far() > counted.far()))
      counted = of;
  if (whole.kind == Kind::Alt && counted.part != kEmpty) {
    std::vector<ResidualId> rests;
    for (std::uint32_t i = 0; i < whole.count; ++i) {
      const Node& way = nodes_[whole.parts[i]];
      std::vector<ResidualId> rest(way.parts, way.parts + way.count);
      if (way.kind != Kind::And || std::erase(rest, counted.part) == 0) return kUnknown;
      rests.push_back(both(std::move(rest)));
    }
    n = both({counted.part, alt(std::move(rests))});
    if (nodes_[n].kind != Kind::And) return kUnknown;
  }
  try {
    const StepBudget::Cap cap(steps_, StepBudget::share(kExploring));
    std::optional<Automaton> made = machine(n, counted);
    if (!made || (counted.least && !find_enough(*made, counted.most))) return kUnknown;
    find_groups(*made);
    if (counted.part != kEmpty) {
      made->body = counted.body;
      made->after = counted.after;
      counted.before = kEpsilon;
      if (const std::optional<Automaton> alone = explored(counted)) find_counted_alone(*made, *alone);
    }
    charge(made->memory());
    automata_.push_back(std::make_unique<Automaton>(std::move(*made)));
  } catch (const LimitError&) {
    return kUnknown;  // the long way is open
  }
  return state_of(static_cast<std::uint32_t>(automata_.size() - 1), 0, counted.least, counted.most);
}

ResidualId ResidualStore::state_of(std::uint32_t automaton, std::uint32_t state, std::uint32_t least,
                                   std::uint32_t most) {
  const Automaton& whole = *automata_[automaton];
  if (!whole.ends_within(state, least, most)) return kEmpty;
  const Automaton::State& s = whole.states[state];
  if (s.counted_alone) return concat(repeat(whole.body, least, most), whole.after);
  Node n;
  n.kind = Kind::Automaton;
  n.a = automaton;
  n.b = state;
  n.minimum = least;
  n.maximum = most;
  n.nullable = s.nullable && least == 0;
  n.searched = true;  // so that nobody takes bounds for exact
  n.depth = 1;
  n.shortest = std::max(s.least, least);
  n.longest = kUnbounded;
  const ResidualId out = make(n, nullptr, 0);
  nodes_[out].emptiness = 2;
  nodes_[out].partition = s.partition;
  return out;
}

ResidualId ResidualStore::next_state(const Node& x, std::uint8_t byte) {
  const Automaton::Step step = automata_[x.a]->step(x.b, byte);
  if (step.to == Automaton::kDead || (x.maximum != kUnbounded && step.rounds > x.maximum)) return kEmpty;
  return state_of(x.a, step.to, x.minimum - std::min<std::uint32_t>(x.minimum, step.rounds),
                  x.maximum == kUnbounded ? kUnbounded : x.maximum - step.rounds);
}

}  // namespace constrain
