// Whether two terminals can read one text together, in order:
//
// 1. `grow`: the program of the terminals, node by node, which may become longer later.
// 2. `plain`: the characters and matches that a node leads to without a character, once.
// 3. `overlaps`: pairs of nodes, walked on together by one character at a time, until one pair decides.
//
// Example: `/a+/` and `"ab"` share the text `a`, after which `/a+/` has matched while `"ab"` goes on: they overlap. `/a+/`
// and `"b"` have no pair after the first.
#include "lark/overlap.h"

#include <algorithm>

namespace constrain {

void Overlap::grow(const Vec<ThreadNode>& nodes, const Vec<std::int32_t>& ways,
                    const Vec<Vec<std::int32_t>>& sets) {
  const auto first = static_cast<std::int32_t>(ways_.size());
  ways_.insert(ways_.end(), ways.begin(), ways.end());
  for (ThreadNode node : nodes) {
    if (node.kind == ThreadNode::Split) node.a += first;
    nodes_.push_back(node);
  }
  for (const auto& members : sets) {
    sets_.emplace_back();
    for (std::int32_t number : members) put(sets_.back(), number);
  }
  plain_.resize(nodes_.size());
}

void Overlap::burn(std::uint64_t amount) {
  spend(amount);
  if ((steps_ += amount) > most_steps_)
    throw share_spent(
        "lark: which terminals can be taken for others takes too many steps to find; lower their counts, give those "
        "that "
        "overlap clearer beginnings",
        most_steps_, steps_);
}

const Vec<std::int32_t>& Overlap::plain(std::int32_t node) {
  Vec<std::int32_t>& out = plain_[node];
  if (!out.empty()) return out;
  Vec<std::int32_t> stack{node};
  Words seen;
  while (!stack.empty()) {
    const std::int32_t at = stack.back();
    stack.pop_back();
    const std::size_t word = static_cast<std::size_t>(at) >> 6;
    if (word < seen.size() && (seen[word] >> (at & 63) & 1)) continue;
    put(seen, at);
    const ThreadNode& n = nodes_[at];
    if (n.kind == ThreadNode::Split) stack.insert(stack.end(), ways_.begin() + n.a, ways_.begin() + n.a + n.b);
    else if (n.kind == ThreadNode::Char || n.kind == ThreadNode::Match) out.push_back(at);
    // Lookarounds count as fulfilled: what they would exclude is found later, and at worst two terminals compete for
    // nothing.
    else stack.push_back(n.d);
    burn(1);
  }
  if ((listed_ += out.size()) > share_of(kMaxPlain))
    throw share_spent(
        "lark: the terminals have too many places that are reached without a character; lower their counts",
        share_of(kMaxPlain), listed_);
  return out;
}

// Whether some class is taken by both `Char` nodes; the end of the text is none.
bool Overlap::share_class(std::int32_t a, std::int32_t b) const {
  if (nodes_[a].a == ThreadNode::kEnd || nodes_[b].a == ThreadNode::kEnd) return false;
  const Words &x = sets_[nodes_[a].a], &y = sets_[nodes_[b].a];
  for (std::size_t w = 0; w < x.size() && w < y.size(); ++w)
    if (x[w] & y[w]) return true;
  return false;
}

bool Overlap::goes_on(std::int32_t node, std::int32_t terminal) {
  const auto a = static_cast<std::uint32_t>(node), b = static_cast<std::uint32_t>(terminal);
  if (const std::uint8_t* known = going_on_.find(a, b)) return *known;
  const bool found = overlaps(node, terminal, false, -1);
  going_on_.insert(a, b, found);
  return found;
}

std::int32_t Overlap::group(Vec<std::int32_t> terminals) {
  Group out{std::move(terminals), {}, false};
  for (std::int32_t terminal : out.terminals)
    for (std::int32_t node : plain(terminal)) {
      if (nodes_[node].kind == ThreadNode::Match) out.empty = true;
      else if (nodes_[node].a != ThreadNode::kEnd) join(out.firsts, sets_[nodes_[node].a]);
    }
  groups_.push_back(std::move(out));
  return static_cast<std::int32_t>(groups_.size() - 1);
}

// Whether anything that the node waits for, or a match, can be the beginning of one of the group: of thousands of
// terminals that may follow, seldom any does.
bool Overlap::may_begin(std::int32_t node, std::int32_t group) {
  if (groups_[group].empty) return true;
  const Words& firsts = groups_[group].firsts;
  const auto& all = plain(node);
  return std::any_of(all.begin(), all.end(), [&](std::int32_t x) {
    if (nodes_[x].kind == ThreadNode::Match) return true;
    if (nodes_[x].a == ThreadNode::kEnd) return false;
    const Words& own = sets_[nodes_[x].a];
    for (std::size_t w = 0; w < own.size() && w < firsts.size(); ++w)
      if (own[w] & firsts[w]) return true;
    return false;
  });
}

bool Overlap::may_match(std::int32_t node, std::int32_t group) {
  if (!may_begin(node, group)) return false;
  const auto& terminals = groups_[group].terminals;
  return std::any_of(terminals.begin(), terminals.end(),
                     [&](std::int32_t terminal) { return goes_on(node, terminal); });
}

bool Overlap::overlaps(std::int32_t earlier, std::int32_t own, bool equal, std::int32_t beyond) {
  Vec<std::pair<std::int32_t, std::int32_t>> stack{{earlier, own}};
  FlatSet seen;
  seen.insert(std::uint64_t{static_cast<std::uint32_t>(earlier)} << 32 | static_cast<std::uint32_t>(own));
  std::uint32_t count = 1;
  while (!stack.empty()) {
    const auto [first, second] = stack.back();
    stack.pop_back();
    burn(plain(first).size() * plain(second).size());
    for (std::int32_t x : plain(first))
      for (std::int32_t y : plain(second)) {
        const bool ended = nodes_[y].kind == ThreadNode::Match;
        if (nodes_[x].kind == ThreadNode::Match) {
          if (!equal || ended) return true;
        } else if (ended) {
          if (!equal && (beyond < 0 || may_match(x, beyond))) return true;
        } else if (share_class(x, y)) {
          const std::pair following{nodes_[x].b, nodes_[y].b};
          if (!seen.insert(std::uint64_t{static_cast<std::uint32_t>(following.first)} << 32 |
                           static_cast<std::uint32_t>(following.second)))
            continue;
          // Too many pairs to tell: to say that they overlap costs size, and is never wrong.
          if (count > max_pairs_) return true;
          ++count;
          stack.push_back(following);
        }
      }
  }
  return false;
}

}  // namespace constrain
