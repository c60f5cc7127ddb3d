// Taking bounds out of residuals and filling them up again, for tables that are shared by all values of the bounds.
//
// 1. `bounded`: the counters of a residual with bounds to take out, and the loop that is left, its bounds full.
// 2. `with_bound`, `with_room`: another bound of a counter on the spine; `use_of`: how much of one has been used.
// 3. `refilled`: after a byte, the loop with full bounds again, and the rounds that the byte took.
#include <algorithm>
#include <unordered_set>

#include "pattern/residual_store.h"

namespace constrain {
namespace {

constexpr std::size_t kSearchedParts = 1000;  // of a residual, where its counters are looked for

using Kind = ResidualStore::Kind;

// Whether the body is repeated in one place of n alone. Else ways that use the bound and ways that do not could be
// merged (see alt). All that is ever repeated in what is left of n is repeated in n.
bool repeats_once(const ResidualStore& store, ResidualId n, ResidualId body) {
  std::vector<ResidualId> open{n};
  std::unordered_set<ResidualId> seen;
  std::uint32_t places = 0;
  while (!open.empty()) {
    const ResidualId at = open.back();
    open.pop_back();
    const ResidualStore::Node& x = store.node(at);
    if (x.kind == Kind::Class || x.kind == Kind::Epsilon || x.kind == Kind::Empty || x.kind == Kind::Automaton)
      continue;
    if (x.kind == Kind::Repeat && x.a == body) ++places;
    if (places > 1) return false;
    if (!seen.insert(at).second) continue;
    if (seen.size() > kSearchedParts) return false;
    if (x.kind == Kind::Alt || x.kind == Kind::And) {
      open.insert(open.end(), x.parts, x.parts + x.count);
    } else {
      open.push_back(x.a);
      if (x.kind == Kind::Concat) open.push_back(x.b);
    }
  }
  return places == 1;
}

struct Use {
  std::uint32_t least = kNone, most = 0;
  bool without = false, unknown = false;
};

// What alternatives of n have used of the counter of the body: the least; and whether there are some without it, or too
// long or too deep to tell.
void use_of(const ResidualStore& store, ResidualId n, ResidualId body, Use& use) {
  if (const ResidualStore::Node& x = store.node(n); x.kind == Kind::Alt) {
    for (std::uint32_t i = 0; i < x.count; ++i) use_of(store, x.parts[i], body, use);
    return;
  }
  for (int k = 0; k < ResidualStore::kLongSpine; ++k) {
    const ResidualStore::Node& x = store.node(n);
    const ResidualStore::Node& head = x.kind == Kind::Concat ? store.node(x.a) : x;
    if (ResidualStore::counts_rounds(head, body)) {
      use.least = std::min(use.least, ResidualStore::kMany - head.maximum);
      use.most = std::max(use.most, ResidualStore::kMany - head.maximum);
      return;
    }
    // It is deeper in there, since long heads of a concatenation stay nested; unless that is but another body's
    // counter.
    if (head.far && !(head.kind == Kind::Repeat && !store.node(head.a).far)) break;
    if (x.kind != Kind::Concat) {
      use.without = true;
      return;
    }
    n = x.b;
  }
  use.unknown = true;
}

}  // namespace

// Example: `[a-z]{0,20}` and `[a-z]{0,7}` have the body `[a-z]`, bounds 20 and 7, and one loop, `[a-z]{0,kMany}`, of
// which one table is made.
ResidualStore::Bounded ResidualStore::bounded(ResidualId n) {
  Bounded out;
  const Node& x = nodes_[n];
  if (x.asserts || x.far) return out;
  std::lock_guard guard(mutex);
  steps_.begin();
  std::vector<ResidualId> parts{n};
  if (x.kind == Kind::And) parts.assign(x.parts, x.parts + x.count);
  std::vector<ResidualId> filled = parts;
  const std::uint32_t least = x.kind == Kind::And ? 1 : 2;  // a choice alone is a few states
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // The counter with the farthest bound; others belong to its round, or are few states.
    ResidualId body = kEmpty, rest = parts[i], after = kEpsilon;
    std::uint32_t bound = 0;
    for (int k = 0; k < kLongSpine; ++k) {
      const Node& y = nodes_[rest];
      const Node& head = y.kind == Kind::Concat ? nodes_[y.a] : y;
      if (head.kind == Kind::Repeat && head.maximum < kMany / 2 && head.maximum > bound && head.maximum >= least &&
          head.minimum <= 1 && !nodes_[head.a].nullable) {
        body = head.a;
        bound = head.maximum;
        after = y.kind == Kind::Concat ? y.b : kEpsilon;
      }
      if (y.kind != Kind::Concat) break;
      rest = y.b;
    }
    if (body == kEmpty) continue;
    if (!repeats_once(*this, parts[i], body)) return {};
    // One byte that begins another round or what comes after the rounds: `[a-c]{0,9}[a-d]?`. The way that has left the
    // loop would be taken for a part of the one that stays, and be lost, though it has more rounds left.
    if (after != kEpsilon && !(first(body) & first(after)).empty()) return {};
    if (out.count == out.bodies.size() || (out.count && out.bodies[0] == body)) return {};
    out.bodies[out.count] = body;
    out.bounds[out.count++] = bound;
    filled[i] = with_bound(parts[i], body, bound, kMany);
    Use use;
    use_of(*this, filled[i], body, use);
    if (use.least != 0 || use.without || use.unknown) return {};
  }
  if (out.count == 0) return out;
  if (out.count > 1 && out.bodies[0] > out.bodies[1]) {  // the order of the parts depends on which came up first
    std::swap(out.bodies[0], out.bodies[1]);
    std::swap(out.bounds[0], out.bounds[1]);
  }
  out.loop = both(std::move(filled));
  return out;
}

// n with another maximum, `to` of its own, of the first counter on its spine that `is` takes; n itself without one.
template <class Is, class To>
ResidualId ResidualStore::with_maximum(ResidualId n, Is is, To to) {
  std::vector<ResidualId> before;
  for (ResidualId rest = n;;) {
    const Node& x = nodes_[rest];
    const ResidualId at = x.kind == Kind::Concat ? x.a : rest;
    if (const Node& head = nodes_[at]; head.kind == Kind::Repeat && is(head)) {
      ResidualId out = concat(repeat(head.a, head.minimum, to(head.maximum)), x.kind == Kind::Concat ? x.b : kEpsilon);
      for (; !before.empty(); before.pop_back()) out = concat(before.back(), out);
      return out;
    }
    if (x.kind != Kind::Concat) return n;
    before.push_back(at);
    rest = x.b;
  }
}

// n with another bound of the first counter of the body with that bound on its spine.
ResidualId ResidualStore::with_bound(ResidualId n, ResidualId body, std::uint32_t from, std::uint32_t to) {
  return with_maximum(
      n, [&](const Node& x) { return x.a == body && x.maximum == from; }, [&](std::uint32_t) { return to; });
}

// An intersection without bounds that nobody comes near.
ResidualId ResidualStore::without_far_bounds(ResidualId n) {
  const Node& x = nodes_[n];
  if (x.kind == Kind::And || x.kind == Kind::Alt) {
    std::vector<ResidualId> parts;
    bool changed = false;
    for (std::uint32_t i = 0; i < x.count; ++i) {
      parts.push_back(without_far_bounds(x.parts[i]));
      changed = changed || parts.back() != x.parts[i];
    }
    return !changed ? n : x.kind == Kind::And ? both(std::move(parts)) : alt(std::move(parts));
  }
  ResidualId rest = n;
  for (int k = 0; k < kLongSpine; ++k) {
    const Node& y = nodes_[rest];
    const Node& head = y.kind == Kind::Concat ? nodes_[y.a] : y;
    if (counts_rounds(head, head.a)) return with_bound(n, head.a, head.maximum, kUnbounded);
    if (y.kind != Kind::Concat) break;
    rest = y.b;
  }
  return n;
}

// n with so much more room in all its counters of the body.
ResidualId ResidualStore::with_room(ResidualId n, ResidualId body, std::uint32_t more) {
  if (const Node& x = nodes_[n]; x.kind == Kind::Alt) {
    std::vector<ResidualId> parts;
    for (std::uint32_t i = 0; i < x.count; ++i) parts.push_back(with_room(x.parts[i], body, more));
    return alt(std::move(parts));
  }
  return with_maximum(
      n, [&](const Node& x) { return counts_rounds(x, body); }, [&](std::uint32_t left) { return left + more; });
}

// After a byte the loop is put back to its full bounds, and how many rounds that took is told apart, so a walk of the
// trie meets few states. `owed` is set while alternatives have used different numbers of rounds.
ResidualId ResidualStore::refilled(ResidualId n, const Bounded& of, Used& used, std::array<bool, 2>& owed) {
  std::lock_guard guard(mutex);
  steps_.begin();
  const Node& x = nodes_[n];
  std::vector<ResidualId> parts{n};
  if (x.kind == Kind::And) parts.assign(x.parts, x.parts + x.count);
  used = {};
  bool changed = false;
  for (std::uint32_t i = 0; i < of.count; ++i) {
    const bool owing = std::exchange(owed[i], false);
    bool seen = false;
    for (ResidualId& part : parts) {
      Use use;
      use_of(*this, part, of.bodies[i], use);
      if (use.unknown) return kUnknown;
      if (use.least == kNone) continue;
      if (std::exchange(seen, true)) return kUnknown;
      // Where the loop may have been left, what was used up to there is no longer known.
      if (use.without && (owing || use.most > 0)) return kUnknown;
      owed[i] = use.most > use.least;
      if (use.least == 0) continue;
      used[i] = use.least;
      changed = true;
      part = with_room(part, of.bodies[i], use.least);
    }
    if (owing && !seen) return kUnknown;
  }
  return !changed ? n : x.kind == Kind::And ? both(std::move(parts)) : parts[0];
}

}  // namespace constrain
