#include "lone_walk.h"

#include <algorithm>

namespace constrain {

void LoneWalk::run(ResidualId r) {
  levels_.push_back({0, trie_.size(), trie_.size(), state(r), 0});
  store_.first(r).each([&](std::uint8_t byte) {
    // Only the root is thin enough to be entered by byte; below, siblings are few.
    const TrieNode child = trie_.root_child(byte);
    if (child != kNone) descend(child, trie_.node(child).end);
  });
}

LoneWalk::StateIndex LoneWalk::state(ResidualId r) {
  const auto [found, fresh] = index_.try_emplace(r, static_cast<StateIndex>(states_.size()));
  if (fresh) {
    const ResidualStore::Node& node = store_.node(r);
    const ByteSet* head = node.head == kNone ? nullptr : &store_.head_set(r);
    states_.push_back({r, head, nullptr, static_cast<std::uint32_t>(transitions_.size()), 0, 0, head != nullptr, node.nullable});
    if (head) transitions_.push_back(kUnseen);
  }
  return found->second;
}

inline LoneWalk::StateIndex LoneWalk::step(StateIndex from, std::uint8_t byte) {
  const State& s = states_[from];
  StateIndex next = kUnseen;
  if (s.classes) next = transitions_[s.to + s.classes[byte]];
  else if (s.head) next = s.head->has(byte) ? transitions_[s.to] : kDead;
  return next == kUnseen ? resolve(from, byte) : next;
}

LoneWalk::StateIndex LoneWalk::resolve(StateIndex from, std::uint8_t byte) {
  const ResidualId r = store_.derive(states_[from].residual, byte);
  const StateIndex next = r == ResidualStore::kEmpty ? kDead : state(r);
  State& s = states_[from];
  if (!s.head && !s.classes) {
    s.classes = store_.row(s.residual)->classes;
    s.to = static_cast<std::uint32_t>(transitions_.size());
    transitions_.resize(s.to + *std::max_element(s.classes, s.classes + 256) + 1u, kUnseen);
  }
  return transitions_[s.head ? s.to : s.to + s.classes[byte]] = next;
}

void LoneWalk::descend(TrieNode n, TrieNode stop) {
  const std::size_t base = levels_.size();
  while (true) {
    while (n >= levels_.back().end && levels_.size() > base) {
      n = std::max(n, levels_.back().resume);
      levels_.pop_back();
    }
    if (n >= stop) return;
    ++visited_;
    const Level& above = levels_.back();
    const TokenTrie::Node& node = trie_.node(n);
    const StateIndex next = step(above.state, node.byte);
    if (next == kDead) {
      if (above.open) die(n, above.open);
      n = node.end;
      continue;
    }
    const std::uint32_t tokens_end = trie_.node(n + 1).tokens;
    if (node.end == n + 1) {
      keep(node.tokens, tokens_end);
      ++n;
      continue;
    }
    if (!states_[next].looked) {
      const ResidualStore::Loop loop = store_.loop(states_[next].residual);
      states_[next].loop_groups = loop.groups;
      states_[next].loop_rounds = loop.rounds;
      states_[next].looked = true;
    }
    const State& s = states_[next];
    if (node.valid && !(node.below & ~s.loop_groups) && node.height <= s.loop_rounds) {
      keep(node.tokens, trie_.node(node.end).tokens);
      n = node.end;
      continue;
    }
    keep(node.tokens, tokens_end);
    Level level{n, node.end, node.end, next, above.open};
    if (s.nullable) {
      open_.resize(level.open);
      open_.push_back(n);
      ++level.open;
    }
    ++n;
    // A literal knows its child; unless the deaths of the others matter.
    if (!level.open && s.head && s.head->count() == 1) {
      TrieNode child = kNone;
      s.head->each([&](std::uint8_t byte) { child = trie_.child(level.node, byte); });
      if (child == kNone) {
        n = node.end;
        continue;
      }
      level.end = trie_.node(child).end;
      n = child;
    }
    levels_.push_back(level);
  }
}

void LoneWalk::keep(std::uint32_t begin, std::uint32_t end) {
  if (begin == end) return;
  if (!stay.empty() && stay.back().second == begin) stay.back().second = end;
  else stay.emplace_back(begin, end);
}

// The residual dies on entering n: from every accepting node above, the rest of the path is a suffix.
void LoneWalk::die(TrieNode n, std::uint32_t open) {
  open_.resize(open);
  for (TrieNode from : open_) {
    // The suffix's first byte is that of the child of `from` on the path.
    std::uint8_t byte = trie_.node(n).byte;
    for (std::size_t i = levels_.size(); i-- > 0 && levels_[i].node != from;) byte = trie_.node(levels_[i].node).byte;
    found[byte].push_back({from, n});
    crossing_bytes.add(byte);
  }
}

}  // namespace constrain
