// The product of the trie with a residual and a reference that has a table: what of that table is different.
//
// 1. `walk` goes down while the two differ. `alike` ends it where they are the same up to the subtree's height;
//    `keep_on` where both survive whatever stands below.
// 2. `diverge`, `forget`: tokens that one of the two has and the other has not; `die`: the residual's own crossings.
//
// Example: "any key but `"a"`" beside "any key": they differ below `"a` alone, so only a small part of the trie is
// walked.
#include "tokens/diff_walk.h"

#include <algorithm>

namespace constrain {

bool DiffWalk::run(ResidualId r, ResidualId reference, std::size_t cap) {
  cap_ = cap;
  stack_.push_back({0, trie_.size(), pair(r, reference), 0, false});
  ByteSet first = store_.first(r);
  first |= store_.first(reference);
  bool fits = true;
  first.each([&](std::uint8_t byte) {
    const TrieNode child = trie_.root_child(byte);
    if (child != kNone && fits) fits = walk(child, trie_.node(child).end);
  });
  return fits;
}

DiffWalk::PairIndex DiffWalk::pair(ResidualId r, ResidualId other) {
  if (const PairIndex* known = index_.find(r, other)) return *known;
  const auto fresh = static_cast<PairIndex>(pairs_.size());
  pairs_.push_back({r, other, store_.nullable(r), store_.nullable(other), false, false, 0, 0,
                    r == other ? kUnbounded : 0, kUnbounded, nullptr});
  index_.insert(r, other, fresh);
  return fresh;
}

DiffWalk::PairIndex DiffWalk::step(PairIndex from, std::uint8_t byte) {
  if (!pairs_[from].row) {
    pairs_[from].row = std::make_unique<Row>();
    pairs_[from].row->fill(kUnseen);
  }
  if (const PairIndex known = (*pairs_[from].row)[byte]; known != kUnseen) return known;
  const ResidualId other = pairs_[from].other;
  const PairIndex next = pair(store_.derive(pairs_[from].residual, byte),
                              other == ResidualStore::kEmpty ? ResidualStore::kEmpty : store_.derive(other, byte));
  return (*pairs_[from].row)[byte] = next;
}

// Whether both are the same on all texts up to this height.
bool DiffWalk::alike(Pair& p, std::uint32_t height) {
  if (height < p.alike || p.alike == kUnbounded) return true;
  if (height >= p.unlike) return false;
  const bool same = store_.alike(p.residual, p.other, height);
  if (same) p.alike = height + 1;
  else p.unlike = height;
  return same;
}

// Whether every path below n leaves something of both, so that all tokens there stay in both.
bool DiffWalk::keep_on(TrieNode n, Pair& p) {
  const TokenTrie::Node& node = trie_.node(n);
  if (!node.valid || p.residual == ResidualStore::kEmpty || p.other == ResidualStore::kEmpty) return false;
  const bool wide = node.end - n > kWideSubtree;
  if (!p.looked || (wide && !p.wide)) {
    p.looked = true;
    p.wide = wide;
    const ResidualStore::Survival& one = store_.survival(p.residual, wide ? explorations_ : none_);
    p.groups = one.groups;
    p.rounds = one.length;
    if (p.groups) {
      const ResidualStore::Survival& two = store_.survival(p.other, wide ? explorations_ : none_);
      p.groups &= two.groups;
      p.rounds = std::min(p.rounds, two.length);
    }
  }
  return !(node.below & ~p.groups) && node.height <= p.rounds;
}

bool DiffWalk::walk(TrieNode n, TrieNode stop) {
  const std::size_t base = stack_.size();
  while (true) {
    while (stack_.size() > base && n >= stack_.back().end) stack_.pop_back();
    if (n >= stop) return true;
    const Frame above = stack_.back();
    const TokenTrie::Node& node = trie_.node(n);
    const PairIndex next = step(above.pair, node.byte);
    Pair& p = pairs_[next];
    if ((above.open == 0 && !above.reference_open && alike(p, node.height)) || keep_on(n, p)) {
      n = node.end;
      continue;
    }
    if (++visited_ > cap_ || !diverge(n, p, above.reference_open)) return false;
    if (p.residual == ResidualStore::kEmpty) {
      const bool known = p.other != ResidualStore::kEmpty || above.reference_open;
      die(n, above.open);
      if (known && !forget(n)) return false;
      n = node.end;
      continue;
    }
    std::uint32_t open = above.open;
    if (p.nullable) {
      open_.resize(open);
      open_.push_back(n);
      ++open;
    }
    stack_.push_back({n, node.end, next, open, above.reference_open || p.other_nullable});
    ++n;
  }
}

// The residual dies on entering n: from every accepting node above, the rest of the path is a suffix.
void DiffWalk::die(TrieNode n, std::uint32_t open) {
  open_.resize(open);
  for (TrieNode from : open_) {
    // The suffix's first byte is that of the child of `from` on the path.
    std::uint8_t byte = trie_.node(n).byte;
    for (std::size_t i = stack_.size(); i-- > 0 && stack_[i].node != from;) byte = trie_.node(stack_[i].node).byte;
    found.add(byte, {from, n});
    out_.crossing_bytes.add(byte);
  }
}

// Notes what the tokens ending at n change against the reference: those that leave or enter `stay`, and those that the
// reference may hold among its crossings. Tokens that stay in both need no word.
bool DiffWalk::diverge(TrieNode n, const Pair& p, bool reference_open) {
  const bool in = p.residual != ResidualStore::kEmpty, was = p.other != ResidualStore::kEmpty;
  if (in && was) return true;
  for (const TokenId* t = trie_.tokens_begin(n); t != trie_.tokens_end(n); ++t) {
    if (was || reference_open) out_.diverging.push_back(*t);
    if (in) out_.added.push_back(*t);
    if (was) out_.removed.push_back(*t);
  }
  return out_.diverging.size() <= cap_;
}

// All tokens below n are lost; those that the reference keeps, inside or across, are taken out of it.
bool DiffWalk::forget(TrieNode n) {
  const TokenId *begin = trie_.tokens_end(n), *end = trie_.subtree_tokens_end(n);
  if (out_.diverging.size() + static_cast<std::size_t>(end - begin) > cap_) return false;
  out_.diverging.insert(out_.diverging.end(), begin, end);
  out_.removed.insert(out_.removed.end(), begin, end);  // cleared in the mask whether or not the reference holds them
  return true;
}

}  // namespace constrain
