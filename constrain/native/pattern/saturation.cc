// What token tables ask of a residual: its form without bounds that are far away, a simpler relative, and how it loops.
//
// 1. `find_core`, `saturate`: counters that no token can reach are cut. Example: with a longest token of 90 bytes,
//    `.{5000}` and `.{4000}` read every token alike, so both are named after `.{91,}`, and share one token table.
// 2. `reach`: for intersections, how many bytes the parts need to finish together; bounds must be farther away than
//    that.
// 3. `reference`, `split`, `difference`: relatives whose tables exist or are cheap, to build a table from.
// 4. `turns`, `self_loop`: bytes after which a residual is itself again but for its counters (see survival.cc).
#include "pattern/residual_store.h"

#include <algorithm>
#include <tuple>

#include "pattern/code_points.h"

namespace constrain {
namespace {

using Guard = std::lock_guard<StoreMutex>;

// Elementary steps in finding that something is in all loops of an intersection.
constexpr std::uint64_t kWorkCap = 500'000;

}  // namespace

// Rewrites the counters that stand on the spine of n or of its alternatives; f maps the bounds of one, given also how
// many bytes a round takes at least. Elsewhere (in
// intersections, complements, beside assertions) a counter may decide about texts far ahead, so it stays.
template <class F>
ResidualId ResidualStore::with_counters(ResidualId n, F f) {
  const Node& x = nodes_[n];
  // An assertion compares texts far apart, so any counter beside it may matter.
  if (x.asserts) return n;
  if (x.kind == Kind::Alt) {
    std::vector<ResidualId> parts;
    bool changed = false;
    for (std::uint32_t i = 0; i < x.count; ++i) {
      parts.push_back(nodes_[x.parts[i]].kind == Kind::Alt ? x.parts[i] : with_counters(x.parts[i], f));
      changed = changed || parts.back() != x.parts[i];
    }
    return changed ? alt(std::move(parts)) : n;
  }
  const auto element = [&](ResidualId part) {
    const Node& y = nodes_[part];
    if (y.kind != Kind::Repeat) return part;
    const auto [minimum, maximum] = f(y.minimum, y.maximum, std::max(nodes_[y.a].shortest, 1u));
    return repeat(y.a, minimum, maximum);
  };
  ResidualId spine[kSpine];
  int length = 0;
  ResidualId rest = n;
  bool changed = false;
  for (; length < kSpine && nodes_[rest].kind == Kind::Concat; ++length) {
    spine[length] = element(nodes_[rest].a);
    changed = changed || spine[length] != nodes_[rest].a;
    rest = nodes_[rest].b;
  }
  ResidualId out = nodes_[rest].kind == Kind::Concat ? rest : element(rest);
  if (!changed && out == rest) return n;
  while (length-- > 0) out = concat(spine[length], out);
  return out;
}

void ResidualStore::find_core(ResidualId n) {
  Guard guard(mutex);
  steps_.begin();
  struct Finding {
    bool& flag;
    const bool before = std::exchange(flag, true);
    ~Finding() { flag = before; }
  } finding{finding_core_};
  if (const Node& x = nodes_[n]; x.kind == Kind::Automaton) {
    // What takes no more bytes than this leaves rounds enough for any state.
    const std::uint32_t needed = automaton_of(x).most_needed(x.minimum);
    const bool far = x.maximum != kUnbounded && x.maximum > needed;
    const ResidualId core = far ? state_of(x.a, x.b, x.minimum, kUnbounded) : n;
    nodes_[core].lower = x.minimum > 1;
    nodes_[n].slack = far ? x.maximum - needed : kUnbounded;
    nodes_[n].core = core;
    return;
  }
  if (const Node& x = nodes_[n]; x.kind == Kind::And && !x.asserts) {
    const auto [whole, bound] = together_without_bounds(n);
    set_core(n, whole, bound, whole == n || bound <= 1 ? kUnbounded : reach(whole));
    return;
  }
  std::uint32_t slack = kUnbounded;
  bool lower = false;
  const ResidualId core = with_counters(n, [&](std::uint32_t minimum, std::uint32_t maximum, std::uint32_t round) {
    slack = std::min(slack, saturating_multiply(maximum, round));
    lower = lower || minimum > 1;
    return std::pair(minimum, kUnbounded);
  });
  nodes_[core].lower = lower;
  nodes_[n].slack = slack;
  nodes_[n].core = core;
}

// The cores of an intersection's parts together, and the nearest of their bounds.
std::pair<ResidualId, std::uint32_t> ResidualStore::together_without_bounds(ResidualId n) {
  const Node& x = nodes_[n];
  std::uint32_t slack = kUnbounded;
  std::vector<ResidualId> parts;
  for (std::uint32_t i = 0; i < x.count; ++i) {
    if (nodes_[x.parts[i]].kind == Kind::Not) {
      parts.push_back(x.parts[i]);
      continue;
    }
    const auto [part, bound] = core(x.parts[i]);
    parts.push_back(part);
    slack = std::min(slack, bound);
  }
  steps_.begin();
  return {both(std::move(parts)), slack};
}

// A beginning that the parts without bounds can finish together, they finish within `reach`; if that is still short of
// all bounds, so can the parts with them.
void ResidualStore::set_core(ResidualId n, ResidualId whole, std::uint32_t bound, std::uint32_t reach) {
  const bool far = whole != n && bound > reach;
  nodes_[n].slack = far ? bound - reach : kUnbounded;
  nodes_[n].core = far ? whole : n;
}

bool ResidualStore::reach_known(ResidualId n) {
  if (nodes_[n].core) return true;
  const auto [whole, bound] = steps_.apart([&] { return together_without_bounds(n); });
  if (whole == n) return false;
  const auto known = reaches_.find(whole);
  if (known == reaches_.end()) return false;
  set_core(n, whole, bound, known->second);
  return true;
}

// How many residuals an intersection comes by at least, if its parts go their ways one beside the other, as searches
// and lengths do: what each has still to read.
std::uint64_t ResidualStore::least_states(ResidualId n) const {
  const Node& x = nodes_[n];
  std::uint64_t states = 1;
  if (x.kind == Kind::And)
    for (std::uint32_t i = 0; i < x.count && states <= kMaxReach; ++i)
      states *= std::uint64_t{nodes_[x.parts[i]].shortest} + 1;
  return states;
}

std::uint32_t ResidualStore::reach(ResidualId n) {
  if (const auto known = reaches_.find(n); known != reaches_.end()) return known->second;
  if (least_states(n) > kMaxReach) return reaches_[n] = kUnbounded;
  // The automaton of the residual is made, as far as it is small; then each state's distance to an end is found,
  // backwards, and the largest of them is the answer. Example: `"(ab)*"` needs 2 bytes at most, from inside an `ab`.
  const std::uint32_t begun = nodes_.size();
  std::vector<ResidualId> states{n};
  std::unordered_map<ResidualId, std::uint32_t> index{{n, 0}};
  std::vector<std::vector<std::uint32_t>> before(1);
  bool found = true;
  for (std::uint32_t i = 0; i < states.size() && found; ++i) {
    const PartitionId partition = partition_of(states[i]);
    for (std::size_t c = 0; c < partitions_.members(partition).size(); ++c) {
      const ResidualId next = derive(states[i], partitions_.members(partition)[c]);
      if (next == kEmpty) continue;
      const auto [at, made] = index.try_emplace(next, static_cast<std::uint32_t>(states.size()));
      if (made) {
        states.push_back(next);
        before.emplace_back();
      }
      before[at->second].push_back(i);
    }
    found = states.size() <= kMaxReach && nodes_.size() <= begun + kMaxMade;
  }
  std::uint32_t longest = kUnbounded;
  if (found) {
    // Breadth first, backwards from where the text may end; nothing is left out, since residuals are never empty.
    std::vector<std::uint32_t> distance(states.size(), kUnbounded), order;
    for (std::uint32_t i = 0; i < states.size(); ++i)
      if (nodes_[states[i]].nullable) {
        distance[i] = 0;
        order.push_back(i);
      }
    for (std::size_t k = 0; k < order.size(); ++k)
      for (std::uint32_t i : before[order[k]])
        if (distance[i] == kUnbounded) {
          distance[i] = distance[order[k]] + 1;
          order.push_back(i);
        }
    longest = *std::max_element(distance.begin(), distance.end());
    for (ResidualId state : states) reaches_.emplace(state, longest);
    charge(32 * states.size());
  } else {
    // Whatever is met on the way is close to as much.
    for (ResidualId state : states) reaches_.emplace(state, longest);
    charge(32 * states.size());
  }
  return longest;
}

ResidualId ResidualStore::saturate(ResidualId n, std::uint32_t longest) {
  Guard guard(mutex);
  if (const ResidualId* known = saturated_.find(n, longest)) return *known;
  steps_.begin();
  if (nodes_[n].kind == Kind::Automaton || (nodes_[n].kind == Kind::And && !nodes_[n].asserts)) {
    const auto [whole, slack] = core(n);
    ResidualId kept = slack >= longest ? whole : n;
    // Rounds that are owed after any such text, and after the plateau, are as many as one likes.
    if (const Node& x = nodes_[kept]; x.kind == Kind::Automaton)
      if (const std::uint32_t least = automaton_of(x).plateau + longest + 1; x.minimum > least)
        kept = state_of(x.a, x.b, least, x.maximum);
    saturated_.insert(n, longest, kept);
    charge(48);
    return kept;
  }
  const ResidualId out = with_counters(n, [longest](std::uint32_t minimum, std::uint32_t maximum, std::uint32_t round) {
    return std::pair(minimum > longest ? longest + 1 : minimum,
                     saturating_multiply(maximum, round) >= longest ? kUnbounded : maximum);
  });
  saturated_.insert(n, longest, out);
  charge(48);
  return out;
}

ResidualId ResidualStore::reference(ResidualId n) {
  Guard guard(mutex);
  if (const auto it = references_.find(n); it != references_.end()) return it->second;
  steps_.begin();
  // Complements on the first place of the spine go first, since they hide the counters below them.
  const auto without_complements = [&](ResidualId part) {
    const Node& x = nodes_[part];
    const ResidualId head = x.kind == Kind::Concat ? x.a : part;
    const Node& h = nodes_[head];
    if (h.kind != Kind::And || h.asserts) return part;
    std::vector<ResidualId> kept;
    for (std::uint32_t i = 0; i < h.count; ++i)
      if (nodes_[h.parts[i]].kind != Kind::Not) kept.push_back(h.parts[i]);
    if (kept.size() == h.count || kept.empty()) return part;
    return concat(both(std::move(kept)), x.kind == Kind::Concat ? x.b : kEpsilon);
  };
  ResidualId out = n;
  if (const Node& x = nodes_[n]; x.kind == Kind::Alt) {
    std::vector<ResidualId> parts;
    for (std::uint32_t i = 0; i < x.count; ++i) parts.push_back(without_complements(x.parts[i]));
    out = alt(std::move(parts));
  } else {
    out = without_complements(n);
  }
  if (nodes_[out].kind == Kind::And) out = core(out).first;
  steps_.begin();
  out = with_counters(out, [](std::uint32_t minimum, std::uint32_t maximum, std::uint32_t) {
    return minimum == 0 && maximum == 1 ? std::pair(minimum, maximum) : std::pair(0u, kUnbounded);
  });
  references_.emplace(n, out);
  charge(48);
  return out;
}

std::vector<ResidualId> ResidualStore::split(ResidualId n) {
  const Node& x = nodes_[n];
  const bool tailed = x.kind == Kind::Concat;
  const Node& h = tailed ? nodes_[x.a] : x;
  if (h.kind != Kind::Alt || x.asserts || (tailed && x.searched)) return {};
  std::vector<ResidualId> out, narrow;
  for (std::uint32_t i = 0; i < h.count; ++i) {
    // Only alternatives that loop on many bytes are worth a table of their own, since other patterns will have that
    // table; the narrow ones stay together.
    const bool wide = std::popcount(self_loop(h.parts[i]).groups) >= kWide;
    (wide ? out : narrow).push_back(h.parts[i]);
    if (out.size() > kSplit) return {};
  }
  if (out.empty() || out.size() + !narrow.empty() == 1) return {};
  Guard guard(mutex);
  steps_.begin();
  if (!narrow.empty()) out.push_back(alt(std::move(narrow)));
  if (tailed)
    for (ResidualId& part : out) part = concat(part, x.b);
  return out;
}

ResidualStore::Difference ResidualStore::difference(ResidualId n) {
  const Node& x = nodes_[n];
  Difference out;
  if (x.kind != Kind::And || x.asserts) return out;
  std::vector<ResidualId> kept;
  for (std::uint32_t i = 0; i < x.count; ++i) {
    const Node& part = nodes_[x.parts[i]];
    // A complement of finitely many short texts can be taken out of a table by looking up these texts in the trie.
    if (part.kind != Kind::Not || nodes_[part.a].longest == kUnbounded) {
      kept.push_back(x.parts[i]);
    } else {
      out.texts.push_back(part.a);
      out.longest = std::max(out.longest, nodes_[part.a].longest);
    }
  }
  if (out.texts.empty() || kept.empty()) return out;
  Guard guard(mutex);
  steps_.begin();
  out.base = both(std::move(kept));
  return out;
}

ResidualId ResidualStore::loop(ResidualId body, std::uint32_t maximum, ResidualId tail) {
  Guard guard(mutex);
  steps_.begin();
  return concat(repeat(body, 0, maximum), tail);
}

// The groups of bytes, with whole code points beyond ASCII, by which `from` becomes `back`.
std::uint32_t ResidualStore::turns(ResidualId from, ResidualId back) {
  std::uint32_t groups = (1u << kLetters) - 1;
  for (int b = 0; b < 0x80; ++b) {
    const std::uint32_t group = group_bit(static_cast<std::uint8_t>(b));
    if (groups & group && derive(from, static_cast<std::uint8_t>(b)) != back) groups &= ~group;
  }
  return groups | beyond_ascii(from, kEmpty, [this](ResidualId n, std::uint8_t byte) { return derive(n, byte); },
                               [back](ResidualId n) { return n == back; },
                               [this](ResidualId n, std::uint8_t byte) { return like_the_byte_below(n, byte); });
}

// The alternative of n by which it loops, or n itself.
ResidualId ResidualStore::looping(ResidualId n) {
  const Node& x = nodes_[n];
  if (x.kind != Kind::Alt) return n;
  const Survival& whole = self_loop(n);
  for (std::uint32_t i = 0; i < x.count; ++i) {
    const Survival& part = self_loop(x.parts[i]);
    if (part.groups == whole.groups && part.length == whole.length) return x.parts[i];
  }
  return n;
}

// An intersection loops by what all its parts loop by. What is left of each part then holds the alternative by which it
// loops, with less to do and less room in its counters; so something is left of all of them together if these
// alternatives have a text in common, and, where they have bounds, while these are too far off to be felt.
ResidualStore::Survival ResidualStore::self_loop_of_all(ResidualId n) {
  const Node& x = nodes_[n];
  Survival out{kUnbounded, ~std::uint32_t{0}};
  std::vector<ResidualId> parts;
  for (std::uint32_t i = 0; i < x.count; ++i) {
    parts.push_back(looping(x.parts[i]));
    const Survival& part = self_loop(parts.back());
    out.groups &= part.groups;
    out.length = std::min(out.length, part.length);
    if (!out.groups) return {kUnbounded, 0};
  }
  steps_.begin();
  const ResidualId together = both(std::move(parts));
  try {
    const StepBudget::Cap cap(steps_, kWorkCap);
    if (together != n && (together == kEmpty || (nodes_[together].searched && matches_nothing(together))))
      return {kUnbounded, 0};
  } catch (const LimitError&) {
    return {kUnbounded, 0};  // too much work for what is only a short cut
  }
  if (nodes_[together].kind != Kind::And) return self_loop(together);
  if (out.length != kUnbounded) {
    const auto [whole, slack] = core(together);
    out.length = whole == together ? 0 : std::min(out.length, slack);
    if (out.length == 0) return {kUnbounded, 0};
  }
  return out;
}

const ResidualStore::Survival& ResidualStore::self_loop(ResidualId n) {
  static constexpr Survival none{kUnbounded, 0};
  if (nodes_[n].head != kNone) return none;  // what stands after the class is shorter than the whole
  if (const Survival* known = nodes_[n].self_loop.load(std::memory_order_acquire)) return *known;
  Guard guard(mutex);
  if (const Survival* known = nodes_[n].self_loop.load(std::memory_order_relaxed)) return *known;
  const Node& x = nodes_[n];
  const ResidualId head = x.kind == Kind::Concat ? x.a : n;
  const Node& h = nodes_[head];
  // Few residuals that are no repetition come back to themselves, and finding it out would derive them by all bytes.
  const auto returns = [&] {
    // One byte of each group of ASCII bytes that texts are mostly made of.
    for (char byte : {'a', 'g', ' ', '1', 'A', 'G'})
      if (derive(n, static_cast<std::uint8_t>(byte)) == n) return turns(n, n);
    return 0u;
  };
  Survival result = none;
  if (x.kind == Kind::Automaton) {
    const std::uint32_t needed = automaton_of(x).most_needed(x.minimum);
    result.groups = automaton_of(x).states[x.b].groups;
    if (x.maximum != kUnbounded) result.length = x.maximum - std::min(x.maximum, needed);
    if (result.length == 0) result = none;
  } else if (h.kind == Kind::Repeat && !x.asserts) {
    // Read off the body: what completes a round leaves the rest of the rounds as one way on.
    const auto [known, fresh] = rounds_.try_emplace(h.a, 0);
    if (fresh) {
      known->second = turns(h.a, kEpsilon);
      charge(32);
    }
    result = {h.maximum, known->second};
    // No character completes a round by itself, but the loop may come back to itself all the same.
    if (h.maximum == kUnbounded && !result.groups) result.groups = returns();
  } else if (h.kind == Kind::And && !x.asserts) {
    result = head == n ? self_loop_of_all(n) : self_loop(head);
  } else {
    result.groups = returns();
  }
  // One alternative that loops keeps the whole alive, whatever becomes of the others.
  if (h.kind == Kind::Alt && !x.asserts && !x.searched) {
    for (std::uint32_t i = 0; i < h.count; ++i) {
      const Survival& part = self_loop(h.parts[i]);
      if (std::popcount(part.groups) > std::popcount(result.groups)) result = part;
    }
  }
  const Survival* kept = arena_.copy(&result, 1);
  charge(sizeof result);
  nodes_[n].self_loop.store(kept, std::memory_order_release);
  return *kept;
}

}  // namespace constrain
