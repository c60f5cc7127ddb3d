// Inclusion of residuals by their form: whether every text of p is one of q, as far as a quick look can tell.
//
// What is left of an ambiguous pattern is a set of alternatives, and of a lookahead a set of conditions; most of them
// say less than another one does. For example, `(.{1,63}\.){1,127}` after "a.b." may stand after one part or after two,
// and whoever has begun one part only can read all that the other can. Without such alternatives a set stays small
// however long the text gets: the antichains of De Wulf, Doyen, Henzinger and Raskin 2006, with inclusion by form, as
// Antimirov 1995 rewrites it, in place of a simulation. Saying no where inclusion holds costs size, never exactness.
//
// All rules hold for every continuation of the two, so they also hold inside a concatenation and beside assertions,
// which look at the rest of the text:
//   x t <= y u          if x <= y and t <= u
//   x{a,b} t <= x{c,d} u  if [a,b] lies in [c,d] and t <= u; the same for x <= y without assertions
//   p <= y{0,d} u       if p <= u
//   x t <= y* u         if x <= y and t <= y* u
//   p <= q | r          if p <= q or p <= r;    p | r <= q  if p <= q and r <= q
//   p & r <= q          if p <= q or r <= q;    p <= q & r  if p <= q and p <= r
//   ~p <= ~q            if q <= p
#include <algorithm>

#include "pattern/residual_store.h"

namespace constrain {

bool ResidualStore::within(ResidualId p, ResidualId q) {
  std::uint32_t steps = kMaxCompared;
  const bool out = within(p, q, steps);
  steps_.count(kMaxCompared - steps);
  return out;
}

bool ResidualStore::within(ResidualId p, ResidualId q, std::uint32_t& steps) {
  if (p == q || p == kEmpty || q == kAny) return true;
  const Node& x = nodes_[p];
  const Node& y = nodes_[q];
  if (q == kEmpty || q == kEpsilon) return false;
  if (p == kEpsilon) return y.nullable && !y.asserts;
  if (x.kind == Kind::Class && y.kind == Kind::Class) return sets_[x.a].within(sets_[y.a]);
  if (!x.searched && !y.searched && (x.longest > y.longest || x.shortest < y.shortest || (x.nullable && !y.nullable)))
    return false;
  if (steps == 0) return false;
  --steps;
  if (const bool* known = included_.find(p, q)) return *known;
  steps_.spend(1);
  const std::uint32_t before = steps;
  const bool out = compare_forms(p, q, steps);
  if (before - steps > 4 || out) {  // what is found at once needs no memory
    if (!included_.find(p, q)) included_.insert(p, q, out);
    charge(16);
  }
  return out;
}

bool ResidualStore::compare_forms(ResidualId p, ResidualId q, std::uint32_t& steps) {
  const Node& x = nodes_[p];
  const Node& y = nodes_[q];
  if (x.kind == Kind::Alt)
    return std::all_of(x.parts, x.parts + x.count, [&](ResidualId part) { return within(part, q, steps); });
  if (y.kind == Kind::And)
    return std::all_of(y.parts, y.parts + y.count, [&](ResidualId part) { return within(p, part, steps); });
  if (x.kind == Kind::Not && y.kind == Kind::Not && !x.asserts && !y.asserts) return within(y.a, x.a, steps);
  if (x.kind == Kind::And &&
      std::any_of(x.parts, x.parts + x.count, [&](ResidualId part) { return within(part, q, steps); }))
    return true;
  if (y.kind == Kind::Alt)
    return std::any_of(y.parts, y.parts + y.count, [&](ResidualId part) { return within(p, part, steps); });
  const auto is_spine = [](Kind kind) { return kind == Kind::Concat || kind == Kind::Repeat || kind == Kind::Class; };
  if (!is_spine(x.kind) || !is_spine(y.kind)) return false;
  return compare_spines(p, q, steps);
}

bool ResidualStore::compare_spines(ResidualId p, ResidualId q, std::uint32_t& steps) {
  const Node& x = nodes_[p];
  const Node& y = nodes_[q];
  const ResidualId head = x.kind == Kind::Concat ? x.a : p, tail = x.kind == Kind::Concat ? x.b : kEpsilon;
  const ResidualId other = y.kind == Kind::Concat ? y.a : q, rest = y.kind == Kind::Concat ? y.b : kEpsilon;
  const Node& h = nodes_[head];
  const Node& o = nodes_[other];
  if (head == other) return within(tail, rest, steps);
  if (h.kind == Kind::Class && o.kind == Kind::Class) return sets_[h.a].within(sets_[o.a]) && within(tail, rest, steps);
  if (h.kind == Kind::Repeat && o.kind == Kind::Repeat && o.minimum <= h.minimum && h.maximum <= o.maximum &&
      comparable(h, o) && (h.a == o.a || (!h.asserts && !o.asserts && within(h.a, o.a, steps))) &&
      within(tail, rest, steps))
    return true;
  if (o.kind == Kind::Repeat && o.minimum == 0 && within(p, rest, steps)) return true;
  if (h.asserts || o.asserts) return false;
  if (o.kind == Kind::Repeat && o.minimum == 0 && o.maximum == kUnbounded &&
      (within(head, o.a, steps) || (h.kind == Kind::Repeat && within(h.a, o.a, steps))) && within(tail, q, steps))
    return true;
  return (head != p || other != q) && within(head, other, steps) && within(tail, rest, steps);
}

// A bound near kMany stands for any: it compares with what is left of itself alone, see counter_table.h.
bool ResidualStore::comparable(const Node& less, const Node& more) const {
  return !counts_rounds(more, more.a) || (more.a == less.a && counts_rounds(less, more.a));
}

// Takes out alternatives that add nothing to another one. Only where that is likely: paths with conditions, of which
// others have fewer, and those that count.
void ResidualStore::drop_included(std::vector<ResidualId>& parts) {
  const auto conditional = [this](ResidualId p) { return nodes_[p].kind == Kind::And && nodes_[p].negative; };
  const auto worth = [&](ResidualId p) { return nodes_[p].counts || conditional(p); };
  if (parts.size() < 2 || std::none_of(parts.begin(), parts.end(), worth)) return;
  steps_.spend(parts.size());
  const bool all = parts.size() <= kMaxAlternatives;
  // Whether p has all conditions of q, and more.
  const auto conditions = [this, conditional](ResidualId p, ResidualId q) {
    const Node& x = nodes_[p];
    const Node& y = nodes_[q];
    if (!conditional(p)) return false;
    return conditional(q) ? std::includes(x.parts, x.parts + x.count, y.parts, y.parts + y.count)
                          : std::binary_search(x.parts, x.parts + x.count, q);
  };
  for (std::size_t i = 0; i < parts.size();) {
    const ResidualId p = parts[i];
    const bool drop = worth(p) && std::any_of(parts.begin(), parts.end(), [&](ResidualId q) {
      return q != p && (all ? within(p, q) : conditions(p, q));
    });
    if (drop) parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
    else ++i;
  }
}

// Takes out the parts of an intersection that follow from another one, as lengths do; of conditions on a path, which
// multiply, whatever follows. True if nothing is in all of them.
bool ResidualStore::drop_implied(std::vector<ResidualId>& parts, bool conditions) {
  if (parts.size() < 2 || parts.size() > kMaxConditions) return false;
  const auto plain = [&](ResidualId p) {
    return conditions || (nodes_[p].counts && !nodes_[p].searched && nodes_[p].kind != Kind::Alt);
  };
  for (std::size_t i = 0; i < parts.size();) {
    const ResidualId q = parts[i];
    const bool no = nodes_[q].kind == Kind::Not;
    const ResidualId other = no ? nodes_[q].a : q;
    bool drop = false;
    if (plain(other))
      for (ResidualId p : parts) drop = drop || (p != q && plain(p) && within(p, other));
    if (drop && no) return true;
    if (drop) parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
    else ++i;
  }
  return false;
}

}  // namespace constrain
