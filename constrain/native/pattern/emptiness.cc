// Whether a residual matches anything: the search of its derivatives for one that accepts, nearest first.
//
// An intersection of two expressions, or of one with the complement of another, which most are, is searched as pairs of
// the two: what is left of each is known or shared by many, and no intersection of them is made on the way. All else is
// searched residual by residual. In order: 1. what is known, or follows from the form (`nothing_by_form`); 2.
// `nothing_in_both`, for pairs; 3. `nothing_behind`.
#include <algorithm>
#include <queue>

#include "pattern/residual_store.h"

namespace constrain {
namespace {

LimitError too_many_visits(std::uint64_t most, std::uint64_t needed) {
  return share_spent(
      "deciding whether an intersection, complement or assertion can match visits too many residuals; simplify it",
      most, needed);
}

}  // namespace

// What can be said without a search of n's own, if anything.
std::optional<bool> ResidualStore::nothing_by_form(ResidualId n) {
  if (const Node& x = nodes_[n]; !x.asserts) {
    // Most of what arises is a few texts taken out of very many, or parts in a row, each of which has to match
    // something.
    if (x.kind == Kind::And && surely(n)) return false;
    if (x.kind == Kind::Concat) {
      bool nothing = false;
      for (ResidualId rest = n; !nothing && nodes_[rest].searched;) {
        const Node& y = nodes_[rest];
        const ResidualId head = y.kind == Kind::Concat ? y.a : rest;
        rest = y.kind == Kind::Concat ? y.b : kEpsilon;
        nothing = nodes_[head].searched && matches_nothing(head);
      }
      return nothing;
    }
  }
  if (nodes_[n].kind == Kind::And && !nodes_[n].asserts && counting_) {
    if (const ResidualId whole = without_far_bounds(n); whole != n) {
      const bool nothing = whole == kEmpty || (nodes_[whole].searched && matches_nothing(whole));
      return nothing;
    }
  }
  // Where its bounds are not within reach, an intersection holds something exactly if it does without them; and that is
  // one question for all the states of its counters. Finding out about the reach would cost more than it saves here.
  if (nodes_[n].kind == Kind::And && !nodes_[n].asserts && !finding_core_ && reach_known(n)) {
    const auto [whole, slack] = steps_.apart([&] { return core(n); });
    if (whole != n && slack) {
      const bool nothing = matches_nothing(whole);
      return nothing;
    }
  }
  if (nodes_[n].kind == Kind::And) {
    if (takes_all(n)) return true;
    if (known_text(n)) return false;
  }
  return std::nullopt;
}

bool ResidualStore::matches_nothing(ResidualId n) {
  if (nodes_[n].emptiness) return nodes_[n].emptiness == 1;
  const auto known = [&](bool nothing) {
    nodes_[n].emptiness = nothing ? 1 : 2;
    return nothing;
  };
  if (nodes_[n].nullable) return known(false);
  const std::optional<Pair> pair = pair_of(n);
  if (pair)
    if (const bool* nothing = (pair->without ? differences_ : common_).find(pair->one, pair->other))
      return known(*nothing);
  if (const std::optional<bool> nothing = nothing_by_form(n)) return known(*nothing);
  return pair ? known(nothing_in_both(*pair)) : nothing_behind(n);
}

// Searches the derivatives of n for one that accepts, nearest first by the lower bound on what is left. Marks the path
// found as not empty, or, if there is none, everything visited as empty.
bool ResidualStore::nothing_behind(ResidualId n) {
  struct Visit { ResidualId node; std::uint32_t parent; std::uint8_t byte; };
  std::vector<Visit> visits{{n, kNone, 0}};
  std::unordered_map<ResidualId, char> seen{{n, 1}};
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // shortest, visit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  queue.emplace(nodes_[n].shortest, 0);
  while (!queue.empty()) {
    const std::uint32_t at = queue.top().second;
    queue.pop();
    const ResidualId current = visits[at].node;
    const PartitionId partition = partition_of(current);
    const ByteSet heads = heads_of(current);
    for (std::size_t c = 0; c < partitions_.members(partition).size(); ++c) {
      if (!heads.has(partitions_.members(partition)[c])) continue;
      const ResidualId next = raw(current, partitions_.members(partition)[c]);
      if (next == kEmpty) continue;
      const Node& x = nodes_[next];
      if (x.nullable || !x.searched || x.emptiness == 2) {
        if (x.nullable) {
          std::string text(1, static_cast<char>(partitions_.members(partition)[c]));
          for (std::uint32_t v = at; visits[v].parent != kNone; v = visits[v].parent)
            text.push_back(static_cast<char>(visits[v].byte));
          keep_text({text.rbegin(), text.rend()});
        }
        for (std::uint32_t v = at; v != kNone; v = visits[v].parent) nodes_[visits[v].node].emptiness = 2;
        return false;
      }
      if (x.emptiness == 1 || !seen.emplace(next, 1).second) continue;
      if (visits.size() >= most_visits())
        throw too_many_visits(most_visits(), visits.size() + 1);
      visits.push_back({next, at, partitions_.members(partition)[c]});
      queue.emplace(x.shortest, static_cast<std::uint32_t>(visits.size() - 1));
    }
  }
  for (const Visit& v : visits) nodes_[v.node].emptiness = 1;
  return true;
}

// Whether a complement takes out all of another part, by their form: so it is wherever what must not be found has been
// found, and to search all that the other parts could read would show no more.
bool ResidualStore::takes_all(ResidualId n) {
  const Node& x = nodes_[n];
  if (x.asserts || x.count > kMaxConditions) return false;
  return std::any_of(x.parts, x.parts + x.count, [&](ResidualId no) {
    return nodes_[no].kind == Kind::Not && std::any_of(x.parts, x.parts + x.count, [&](ResidualId part) {
             return part != no && within(part, nodes_[no].a);
           });
  });
}

// The states of a counter, or the ways of a search, end by the same few texts; trying these steps the parts alone, and
// what is left of them is known or shared by many, while a search makes an intersection of them at every step.
bool ResidualStore::known_text(ResidualId n) {
  const Node& x = nodes_[n];
  std::vector<ResidualId> parts;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    parts.assign(x.parts, x.parts + x.count);
    bool dead = false;
    for (std::size_t k = 0; k < texts_[i].size() && !dead; ++k) {
      steps_.spend(x.count);
      for (ResidualId& part : parts)
        dead = dead || (part = raw(part, static_cast<std::uint8_t>(texts_[i][k]))) == kEmpty;
    }
    if (dead || !std::all_of(parts.begin(), parts.end(), [this](ResidualId part) { return nodes_[part].nullable; }))
      continue;
    std::rotate(texts_.begin(), texts_.begin() + static_cast<std::ptrdiff_t>(i),
                texts_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return true;
  }
  return false;
}

void ResidualStore::keep_text(std::string text) {
  if (text.empty() || text.size() > kLongText) return;
  if (texts_.size() == kTexts) texts_.pop_back();
  texts_.insert(texts_.begin(), std::move(text));
}

// The two parts of an intersection that can be searched as a pair.
std::optional<ResidualStore::Pair> ResidualStore::pair_of(ResidualId n) const {
  const Node& x = nodes_[n];
  if (x.kind != Kind::And || x.asserts || x.count != 2) return std::nullopt;
  Pair out{x.parts[0], x.parts[1], false};
  if (nodes_[out.one].kind == Kind::Not) std::swap(out.one, out.other);
  if (nodes_[out.other].kind == Kind::Not) {
    out.without = true;
    out.other = nodes_[out.other].a;
  }
  return nodes_[out.one].searched || nodes_[out.other].searched ? std::nullopt : std::optional(out);
}

// What is read of the pair must be in `one`, and in `other`, or not in it.
bool ResidualStore::nothing_in_both(const Pair& begin) {
  FlatMap<bool>& known = begin.without ? differences_ : common_;  // whether there is nothing
  struct Visit { ResidualId one, other; std::uint32_t parent; std::uint8_t byte; };
  std::vector<Visit> visits;
  FlatMap<bool> seen;
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // at least so many bytes to go, visit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto settle = [&](const Visit& v, bool nothing) {
    if (known.find(v.one, v.other)) return;
    known.insert(v.one, v.other, nothing);
    charge(32);
  };
  // True where a text is found: all on the way to it have one.
  const auto visit = [&](ResidualId one, ResidualId other, std::uint32_t parent, std::uint8_t byte) {
    if (one == kEmpty) return false;
    if (!begin.without && one > other) std::swap(one, other);  // as intersections have them
    bool found = begin.without ? other == kEmpty || (nodes_[one].nullable && !nodes_[other].nullable)
                               : nodes_[one].nullable && nodes_[other].nullable;
    if (!found && (begin.without ? one == other : one == kEmpty)) return false;
    const bool ends = found;
    if (const bool* nothing = found ? nullptr : known.find(one, other)) {
      if (*nothing) return false;
      found = true;
    }
    if (!found && seen.find(one, other)) return false;
    visits.push_back({one, other, parent, byte});
    if (found) {
      std::string text;
      for (std::uint32_t v = visits.size() - 1; ends && visits[v].parent != kNone; v = visits[v].parent)
        text.push_back(static_cast<char>(visits[v].byte));
      keep_text({text.rbegin(), text.rend()});
      for (std::uint32_t v = visits.size() - 1; v != kNone; v = visits[v].parent) settle(visits[v], false);
      return true;
    }
    if (visits.size() > most_visits())
      throw too_many_visits(most_visits(), visits.size());
    seen.insert(one, other, true);
    const std::uint32_t ahead =
        begin.without ? nodes_[one].shortest : std::max(nodes_[one].shortest, nodes_[other].shortest);
    queue.emplace(ahead, static_cast<std::uint32_t>(visits.size() - 1));
    return false;
  };
  if (visit(begin.one, begin.other, kNone, 0)) return false;
  while (!queue.empty()) {
    const std::uint32_t at = queue.top().second;
    queue.pop();
    const auto [one, other, parent, reached] = visits[at];
    const PartitionId partition = partitions_.refine(partition_of(one), partition_of(other));
    for (std::size_t c = 0; c < partitions_.members(partition).size(); ++c) {
      const std::uint8_t byte = partitions_.members(partition)[c];
      steps_.spend(1);
      const ResidualId next = raw(one, byte);
      if (next != kEmpty && visit(next, raw(other, byte), at, byte)) return false;
    }
  }
  for (const Visit& v : visits) settle(v, true);
  return true;
}

// The bytes that all parts of an intersection can begin with, as far as that is known without derivatives.
ByteSet ResidualStore::heads_of(ResidualId n) const {
  const Node& x = nodes_[n];
  ByteSet out;
  for (auto& word : out.words) word = ~std::uint64_t{0};
  if (x.kind == Kind::And)
    for (std::uint32_t i = 0; i < x.count; ++i)
      if (const std::uint32_t head = nodes_[x.parts[i]].head; head != kNone) out = out & sets_[head];
  return out;
}

// Whether n is an intersection of one part without complements, and without end, with complements of finite sets.
bool ResidualStore::surely(ResidualId n) const {
  const Node& x = nodes_[n];
  bool kept = false;
  for (std::uint32_t i = 0; i < x.count; ++i) {
    const Node& part = nodes_[x.parts[i]];
    if (part.kind == Kind::Not ? nodes_[part.a].longest == kUnbounded
                               : kept || part.searched || part.longest != kUnbounded)
      return false;
    kept = kept || part.kind != Kind::Not;
  }
  return true;
}

}  // namespace constrain
