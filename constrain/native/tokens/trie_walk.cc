// The product of the trie and one residual, depth first:
//
// 1. `state`, `resolve`: residuals are states of a small automaton made on the way, with a row of 256 targets each, so
//    a node costs one look-up.
// 2. `descend`: a node whose state is dead ends its subtree; one whose state survives all that stands below takes the
//    subtree as a whole; else the walk goes down.
// 3. `die`: where the residual dies, tokens below may still be allowed, after an end of the lexeme above: crossings.
// 4. `follow`: the way to a node below which alone tokens count, as it is in suffixes.
//
// Example: inside a string, `"` is an end, so in the subtree of `",` the residual dies at `,` and the suffix `,`
// crosses.
#include "tokens/trie_walk.h"

#include <algorithm>

namespace constrain {

TrieWalk::TrieWalk(ResidualStore& store, const TokenTrie& trie)
    : store_(store), trie_(trie), levels_(std::make_unique_for_overwrite<Level[]>(trie.longest_token() + 2)) {}

void TrieWalk::run(ResidualId r, TrieNode from) {
  const StateIndex root = state(r);
  look(root, false);
  levels_[0] = {from, 0, 0, 0, root, false, rows_[root].get()};
  if (from) {
    open_.assign(1, {from, 0});
    levels_[0].open = states_[root].nullable;
    return descend(from + 1, trie_.node(from).end, 0);
  }
  store_.first(r).each([&](std::uint8_t byte) {
    // Only the root is thin enough to be entered by byte; below, siblings are few.
    const TrieNode child = trie_.root_child(byte);
    if (child != kNone) descend(child, trie_.node(child).end, 0);
  });
}

void TrieWalk::run(ResidualId r, std::uint8_t byte, std::span<const TokenTable::Crossing> places) {
  stay.clear();
  found.clear();
  crossing_bytes = unlisted = {};
  ways.clear();
  visited_ = 0;
  known_ = states_.size();
  explorations_ = kExplorations;
  last_ends_only_ = true;
  const StateIndex root = state(r);
  look(root, false);
  for (const auto& [from, dead] : places) {
    const TrieNode n = trie_.child(from, byte);
    ++visited_;
    levels_[0] = {n, 0, 0, states_[root].nullable, root, false, rows_[root].get()};
    open_.assign(1, {n, 0});
    if (n == dead) {
      keep(trie_.node(n).tokens, trie_.node(n + 1).tokens);
      descend(n + 1, trie_.node(n).end, 0);
    } else if (const std::uint32_t depth = follow(n, dead); depth != kNone) {
      descend(dead, trie_.node(dead).end, depth);
    }
  }
}

void TrieWalk::list(ResidualId r, std::span<const TokenTable::Crossing> ways) {
  const StateIndex root = state(r);
  look(root, false);
  for (const auto& [n, dead] : ways) {
    levels_[0] = {n, 0, 0, states_[root].nullable, root, false, rows_[root].get()};
    open_.assign(1, {n, 0});
    if (const std::uint32_t depth = follow(n, dead); depth != kNone) die(dead, dead, depth);
  }
}

// From n, at the first level, down to a node below it, which is not entered: the level above that, or kNone where the
// residual dies before.
std::uint32_t TrieWalk::follow(TrieNode n, TrieNode to) {
  std::uint32_t depth = 0;
  while (true) {
    for (++n; trie_.node(n).end <= to;) n = trie_.node(n).end;
    if (n == to) return depth;
    ++visited_;
    const Level& above = levels_[depth];
    StateIndex next = (*above.row)[trie_.node(n).byte];
    if (next == kUnseen) next = resolve(above.state, trie_.node(n).byte);
    if (next == kDead) {
      if (above.open) die(n, to, depth);
      return kNone;
    }
    if (!states_[next].looked) look(next, false);
    levels_[++depth] = {n, 0, 0, above.open, next, false, rows_[next].get()};
    if (states_[next].nullable) {
      open_.resize(levels_[depth].open);
      open_.push_back({n, depth});
      ++levels_[depth].open;
    }
  }
}

TrieWalk::StateIndex TrieWalk::state(ResidualId r) {
  const auto [found, fresh] = index_.try_emplace(r, static_cast<StateIndex>(states_.size()));
  if (fresh) {
    states_.push_back({r, 0, 0, kMany, false, false, store_.nullable(r)});
    rows_.emplace_back();
  }
  return found->second;
}

// What only states at inner nodes need; the survival only where much may be left out by it.
void TrieWalk::look(StateIndex at, bool wide) {
  State& s = states_[at];
  const ResidualStore::Survival loop = store_.survival(s.residual, wide ? explorations_ : none_);
  s.loop_groups = loop.groups;
  s.loop_rounds = loop.length;
  s.wide = wide;
  if (std::exchange(s.looked, true)) return;
  rows_[at] = std::make_unique_for_overwrite<Row>();
  Row& row = *rows_[at];
  if (store_.node(s.residual).head == kNone) {
    row.fill(kUnseen);
  } else {
    const ByteSet& head = store_.head_set(s.residual);
    row.fill(kDead);
    head.each([&](std::uint8_t byte) { row[byte] = kUnseen; });
    if (head.count() == 1) head.each([&](std::uint8_t byte) { s.only = byte; });
  }
}

TrieWalk::StateIndex TrieWalk::resolve(StateIndex from, std::uint8_t byte) {
  const ResidualId r = store_.derive(states_[from].residual, byte);
  return (*rows_[from])[byte] = r == ResidualStore::kEmpty ? kDead : state(r);
}

// n and its siblings before `stop`, below the level of this depth.
void TrieWalk::descend(TrieNode n, TrieNode stop, std::uint32_t depth) {
  Level* const base = levels_.get() + depth;
  Level* top = base;
  top->end = top->resume = stop;
  std::uint32_t begin = 0, end = 0;  // the last range that stays
  const auto take = [&](std::uint32_t from, std::uint32_t to) {
    if (from != end) {
      keep(begin, end);
      begin = from;
    }
    end = to;
  };
  while (true) {
    while (n >= top->end) {
      if (top == base) return keep(begin, end);
      n = std::max(n, top->resume);
      --top;
    }
    ++visited_;
    const TokenTrie::Node& node = trie_.node(n);
    StateIndex next = (*top->row)[node.byte];
    if (next == kUnseen) next = resolve(top->state, node.byte);
    if (next == kDead) {
      if (top->open) die(n, n, static_cast<std::uint32_t>(top - levels_.get()));
      n = node.end;
      continue;
    }
    const std::uint32_t tokens_end = trie_.node(n + 1).tokens;
    if (node.end == n + 1) {
      take(node.tokens, tokens_end);
      ++n;
      continue;
    }
    const bool wide = node.end - n > kWideSubtree;
    if (!states_[next].looked || (wide && !states_[next].wide)) look(next, wide);
    const State& s = states_[next];
    if (node.valid && !(node.below & ~s.loop_groups) && node.height <= s.loop_rounds) {
      take(node.tokens, trie_.node(node.end).tokens);
      n = node.end;
      continue;
    }
    take(node.tokens, tokens_end);
    Level level{n, node.end, node.end, top->open, next, false, rows_[next].get()};
    if (s.nullable) {
      open_.resize(level.open);
      open_.push_back({n, static_cast<std::uint32_t>(top - levels_.get()) + 1});
      ++level.open;
    }
    ++n;
    // A literal knows its child; unless the deaths of the others matter.
    if (!level.open && s.only != kMany) {
      const TrieNode child = trie_.child(level.node, static_cast<std::uint8_t>(s.only));
      if (child == kNone) {
        n = node.end;
        continue;
      }
      level.end = trie_.node(child).end;
      n = child;
    }
    *++top = level;
  }
}

void TrieWalk::keep(std::uint32_t begin, std::uint32_t end) {
  if (begin == end) return;
  if (!stay.empty() && stay.back().second == begin) stay.back().second = end;
  else stay.emplace_back(begin, end);
}

// The residual dies on entering n, on the way to `dead`, below so many levels: from every accepting node above, the
// rest of the path is a suffix. A name may end after each of its bytes, and what is asked for is mostly what follows
// its last.
void TrieWalk::die(TrieNode n, TrieNode dead, std::uint32_t depth) {
  open_.resize(levels_[depth].open);
  std::size_t left = 0;
  if (last_ends_only_) {
    left = open_.size() - (open_.back().depth == depth);
    if (left) ways.push_back({levels_[0].node, dead});
    // Below a level that is noted, all that are open above were left before.
    for (std::size_t i = left; i-- > 0;) {
      Level& child = levels_[open_[i].depth + 1];
      if (std::exchange(child.noted, true)) break;
      unlisted.add(trie_.node(child.node).byte);
    }
  }
  for (const Open& from : std::span(open_).subspan(left)) {
    // The suffix's first byte is that of the child of `from` on the path.
    const TrieNode child = from.depth == depth ? n : levels_[from.depth + 1].node;
    const std::uint8_t byte = trie_.node(child).byte;
    found.add(byte, {from.node, dead});
    crossing_bytes.add(byte);
  }
}

}  // namespace constrain
