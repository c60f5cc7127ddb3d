// Stepping residuals by a byte.
//
// 1. `partition_of`: bytes that all derivatives treat alike are one class, so a row of derivatives is short.
// 2. `derive_slow`: one derivative, computed (`compute`), freed of parts that match nothing (`pruned`), and kept in the
//    row.
// 3. `raw`: the same before its emptiness is known, which the emptiness search itself runs on.
// 4. Assertions: `consume` follows the paths that read the byte inside a node; `empty_condition` says what the rest
//    must be for the node to match nothing here; `step` moves the trackers of lookbehinds one byte on, also in parts
//    not reached yet.
//
// Example: (?=ab)a* is read with its continuation: the rest must be in ab.* and in a*; after `a` in b.* and in a*,
// which is empty.
#include "pattern/residual_store.h"

#include <algorithm>

namespace constrain {
namespace {

using Guard = std::lock_guard<StoreMutex>;

std::uint32_t less_one(std::uint32_t bound) { return bound == kUnbounded ? bound : bound - 1; }

}  // namespace

// The partition of an alternation whose parts begin with disjoint byte classes, as in a trie; 0 for any other.
PartitionId ResidualStore::partition_of_branches(const Node& x) {
  std::array<std::uint16_t, 256> branch{};  // 0: none
  for (std::uint32_t i = 0; i < x.count; ++i) {
    const Node& part = nodes_[x.parts[i]];
    // All branches at once, because refining by one after another would make a partition for each.
    if (part.kind == Kind::Epsilon) continue;
    const Node& head = part.kind == Kind::Concat ? nodes_[part.a] : part;
    if (head.kind != Kind::Class || (part.kind == Kind::Concat && nodes_[part.b].tracks)) return 0;
    bool disjoint = true;
    sets_[head.a].each([&](std::uint8_t b) {
      disjoint = disjoint && !branch[b];
      branch[b] = static_cast<std::uint16_t>(i + 1);
    });
    if (!disjoint) return 0;
  }
  std::array<std::uint8_t, 256> map;
  std::vector<std::int16_t> number(x.count + 1, -1);
  std::int16_t next = 0;
  for (int b = 0; b < 256; ++b) {
    std::int16_t& n = number[branch[b]];
    if (n < 0) n = next++;
    map[b] = static_cast<std::uint8_t>(n);
  }
  return partitions_.intern(map);
}

// Bytes in one class of the partition have the same derivative. Walks the spine of a concatenation in a loop.
PartitionId ResidualStore::partition_of(ResidualId n) {
  if (nodes_[n].partition) return nodes_[n].partition;
  std::uint32_t result = 1;
  const Node& x = nodes_[n];
  switch (x.kind) {
    case Kind::Empty: case Kind::Epsilon: break;
    case Kind::Automaton: result = automaton_of(x).states[x.b].partition; break;
    case Kind::Class: {
      std::array<std::uint8_t, 256> map;
      const ByteSet& set = sets_[x.a];
      const bool zero = set.has(0);
      for (int b = 0; b < 256; ++b) map[b] = set.has(static_cast<std::uint8_t>(b)) != zero;
      result = partitions_.intern(map);
      break;
    }
    case Kind::Concat: {
      ResidualId rest = n;
      while (true) {
        const Node& y = nodes_[rest];
        if (y.kind != Kind::Concat || (y.partition && rest != n)) {
          result = partitions_.refine(result, partition_of(rest));
          break;
        }
        steps_.spend(1);
        result = partitions_.refine(result, partition_of(y.a));
        const Node& head = nodes_[y.a];
        // The byte is read by the first element that cannot be skipped; what stands after it does not matter yet,
        // unless it remembers bytes for a lookbehind.
        if (!head.nullable && !head.asserts && !nodes_[y.b].tracks) break;
        rest = y.b;
      }
      break;
    }
    case Kind::Alt: case Kind::And:
      if (x.kind == Kind::Alt && x.count > 2 && (result = partition_of_branches(x))) break;
      result = 1;
      for (std::uint32_t i = 0; i < x.count; ++i) result = partitions_.refine(result, partition_of(x.parts[i]));
      break;
    case Kind::Not: case Kind::Repeat: case Kind::Ahead: case Kind::Behind: result = partition_of(x.a); break;
  }
  nodes_[n].partition = result;
  return result;
}

ResidualStore::Row* ResidualStore::row_of(ResidualId n) {
  if (Row* row = nodes_[n].row.load(std::memory_order_relaxed)) return row;
  const PartitionId id = partition_of(n);
  Row* row = static_cast<Row*>(arena_.allocate(sizeof(Row)));
  const std::size_t count = partitions_.members(id).size();
  auto* next = static_cast<std::atomic<ResidualId>*>(arena_.allocate(count * sizeof(std::atomic<ResidualId>)));
  // Derivatives are filled in one by one, read without a lock, and never change once they are there.
  for (std::size_t i = 0; i < count; ++i) new (next + i) std::atomic<ResidualId>(kUnknown);
  static_assert(std::is_trivially_destructible_v<Row>);
  new (row) Row{partitions_.map(id).data(), next};
  charge(sizeof(Row) + count * 4);
  nodes_[n].row.store(row, std::memory_order_release);
  return row;
}

ResidualId ResidualStore::derive_slow(ResidualId n, std::uint8_t byte) {
  Guard guard(mutex);
  steps_.begin();
  Row* row = row_of(n);
  std::atomic<ResidualId>& entry = row->next[row->classes[byte]];
  ResidualId next = entry.load(std::memory_order_relaxed);
  if (next != kUnknown) return next;
  next = pruned(raw(n, byte));
  entry.store(next, std::memory_order_release);
  return next;
}

// What is left of n once everything that can match nothing is gone.
ResidualId ResidualStore::pruned(ResidualId n) {
  const Node& x = nodes_[n];
  if (!x.searched) return n;
  // A residual that matches nothing must be kEmpty, or a text could be led into it and find no way on.
  if (x.kind != Kind::Alt) return matches_nothing(n) ? kEmpty : n;
  std::vector<ResidualId> parts;
  for (std::uint32_t i = 0; i < x.count; ++i)
    if (!nodes_[x.parts[i]].searched || !matches_nothing(x.parts[i])) parts.push_back(x.parts[i]);
  return parts.size() == x.count ? n : alt(std::move(parts));
}

// The derivative before its emptiness is known; the search for emptiness itself runs on these.
ResidualId ResidualStore::raw(ResidualId n, std::uint8_t byte) {
  if (nodes_[n].head != kNone) return behind(n, byte);
  Row* row = row_of(n);
  // Where emptiness needs no search, the raw derivative is the final one.
  if (!nodes_[n].searched) {
    std::atomic<ResidualId>& entry = row->next[row->classes[byte]];
    ResidualId next = entry.load(std::memory_order_relaxed);
    if (next == kUnknown) {
      next = compute(n, byte);
      entry.store(next, std::memory_order_release);
    }
    return next;
  }
  if (const ResidualId* known = raw_.find(n, row->classes[byte])) return *known;
  const ResidualId next = compute(n, byte);
  raw_.insert(n, row->classes[byte], next);
  charge(48);
  return next;
}

ResidualId ResidualStore::compute(ResidualId n, std::uint8_t byte) {
  steps_.spend(1);
  const Node& x = nodes_[n];
  switch (x.kind) {
    case Kind::Empty: case Kind::Epsilon: case Kind::Ahead: case Kind::Behind: return kEmpty;
    case Kind::Class: return sets_[x.a].has(byte) ? kEpsilon : kEmpty;
    case Kind::Concat: {
      std::vector<ResidualId> paths;
      ResidualId rest = n;
      while (true) {
        const Node& y = nodes_[rest];
        if (y.kind != Kind::Concat) {
          paths.push_back(raw(rest, byte));
          break;
        }
        steps_.spend(1);
        // The derivative of `xyz` is that of `x` before `yz`, and, as long as heads may be empty, that of `y` before
        // `z`, ...
        const ResidualId head = y.a, tail = y.b;
        if (!nodes_[head].asserts) {
          const ResidualId next = raw(head, byte);
          if (next != kEmpty) paths.push_back(concat(next, step(tail, byte)));
          if (!nodes_[head].nullable) break;
        } else {
          paths.push_back(consume(head, tail, byte));
          const ResidualId condition = empty_condition(head);
          if (condition == kEmpty) break;
          if (condition != kAny) {
            paths.push_back(conjoin({raw(condition, byte), raw(tail, byte)}));
            break;
          }
        }
        rest = tail;
      }
      return alt(std::move(paths));
    }
    case Kind::Alt: {
      std::vector<ResidualId> parts;
      steps_.spend(x.count);
      for (std::uint32_t i = 0; i < x.count; ++i) {
        const ResidualId next = raw(x.parts[i], byte);
        if (next != kEmpty) parts.push_back(next);
      }
      return alt(std::move(parts));
    }
    case Kind::And: {
      std::vector<ResidualId> parts;
      steps_.spend(x.count);
      for (std::uint32_t i = 0; i < x.count; ++i)  // what needs no derivative to be known, first
        if (const std::uint32_t head = nodes_[x.parts[i]].head; head != kNone && !sets_[head].has(byte)) return kEmpty;
      for (std::uint32_t i = 0; i < x.count; ++i) {
        const ResidualId next = raw(x.parts[i], byte);
        // One part that cannot go on ends the whole.
        if (next == kEmpty) return kEmpty;
        parts.push_back(next);
      }
      return x.negative ? conjoin(std::move(parts)) : both(std::move(parts));
    }
    case Kind::Not: return negate(raw(x.a, byte));
    case Kind::Automaton: return next_state(x, byte);
    case Kind::Repeat:
      if (x.asserts) return consume(n, kEpsilon, byte);
      return concat(raw(x.a, byte), repeat(x.a, x.minimum ? x.minimum - 1 : 0, less_one(x.maximum)));
  }
  return kEmpty;
}

// Paths of n (which contains assertions) that consume the byte inside n, followed by `rest`.
ResidualId ResidualStore::consume(ResidualId n, ResidualId rest, std::uint8_t byte) {
  steps_.spend(1);
  const Node& x = nodes_[n];
  if (!x.asserts) {
    const ResidualId next = raw(n, byte);
    return next == kEmpty ? kEmpty : concat(next, step(rest, byte));
  }
  switch (x.kind) {
    case Kind::Concat: {
      // Either the byte is read inside the first part, or the first part is empty here, on a condition, and it is read
      // later.
      const ResidualId inside = consume(x.a, concat(x.b, rest), byte);
      const ResidualId condition = empty_condition(x.a);
      if (condition == kEmpty) return inside;
      ResidualId past = consume(x.b, rest, byte);
      if (condition != kAny) past = conjoin({raw(condition, byte), past});
      return alt({inside, past});
    }
    case Kind::Alt: {
      std::vector<ResidualId> parts;
      for (std::uint32_t i = 0; i < x.count; ++i) parts.push_back(consume(x.parts[i], rest, byte));
      return alt(std::move(parts));
    }
    case Kind::Repeat: {
      const ResidualId inside =
          consume(x.a, concat(repeat(x.a, x.minimum ? x.minimum - 1 : 0, less_one(x.maximum)), rest), byte);
      const ResidualId condition = x.minimum ? empty_condition(x.a) : kEmpty;
      if (condition == kEmpty) return inside;
      // Where the body may match empty here, it can do so as often as the minimum asks.
      ResidualId past = consume(x.a, concat(repeat(x.a, 0, less_one(x.maximum)), rest), byte);
      if (condition != kAny) past = conjoin({raw(condition, byte), past});
      return alt({inside, past});
    }
    case Kind::And: case Kind::Not: {  // only at the end of a pattern, so `rest` is epsilon
      const ResidualId next = raw(n, byte);
      return next == kEmpty ? kEmpty : concat(next, step(rest, byte));
    }
    default: return kEmpty;
  }
}

// The language of rests on which n (which contains assertions) matches the empty text here.
ResidualId ResidualStore::empty_condition(ResidualId n) {
  const Node& x = nodes_[n];
  if (!x.asserts) return x.nullable ? kAny : kEmpty;
  steps_.spend(1);
  switch (x.kind) {
    // A lookahead is empty on the rests that it matches: `(?=ab)` on ab and whatever follows, its pattern being closed
    // by `.*`.
    case Kind::Ahead: return x.negative ? negate(x.a) : x.a;
    case Kind::Behind: return nodes_[x.a].nullable != x.negative ? kAny : kEmpty;
    case Kind::Concat: return both({empty_condition(x.a), empty_condition(x.b)});
    case Kind::Alt: {
      std::vector<ResidualId> parts;
      for (std::uint32_t i = 0; i < x.count; ++i) parts.push_back(empty_condition(x.parts[i]));
      return alt(std::move(parts));
    }
    case Kind::Repeat: return x.minimum == 0 ? kAny : empty_condition(x.a);
    case Kind::And: case Kind::Not: return x.nullable ? kEpsilon : kEmpty;
    default: return kEmpty;
  }
}

// The same expression one byte later in the text: every Behind tracker has read the byte.
ResidualId ResidualStore::step(ResidualId n, std::uint8_t byte) {
  const Node& x = nodes_[n];
  if (!x.tracks) return n;
  if (const ResidualId* known = stepped_.find(n, byte)) return *known;
  steps_.spend(1);
  ResidualId out = n;
  switch (x.kind) {
    case Kind::Concat: {
      std::vector<ResidualId> spine;
      ResidualId rest = n;
      while (nodes_[rest].kind == Kind::Concat && nodes_[rest].tracks) {
        spine.push_back(step(nodes_[rest].a, byte));
        rest = nodes_[rest].b;
      }
      out = step(rest, byte);
      while (!spine.empty()) {
        out = concat(spine.back(), out);
        spine.pop_back();
      }
      break;
    }
    case Kind::Alt: case Kind::And: {
      std::vector<ResidualId> parts;
      for (std::uint32_t i = 0; i < x.count; ++i) parts.push_back(step(x.parts[i], byte));
      out = x.kind == Kind::Alt ? alt(std::move(parts))
            : x.negative        ? conjoin(std::move(parts))
                                : both(std::move(parts));
      break;
    }
    case Kind::Not: out = negate(step(x.a, byte)); break;
    case Kind::Repeat: out = repeat(step(x.a, byte), x.minimum, x.maximum); break;
    case Kind::Ahead: out = assertion(Kind::Ahead, step(x.a, byte), x.negative); break;
    // A lookbehind is a pattern over the text so far; what is left of it after each byte is where it stands.
    case Kind::Behind: out = assertion(Kind::Behind, raw(x.a, byte), x.negative); break;
    default: break;
  }
  stepped_.insert(n, byte, out);
  charge(48);
  return out;
}

bool ResidualStore::endless(ResidualId n) const {
  while (true) {
    const Node& x = nodes_[n];
    if (!x.searched) return x.longest == kUnbounded;
    if (x.asserts) return false;
    if (x.kind == Kind::Concat) {  // what is not searched matches something
      if (nodes_[x.a].searched == nodes_[x.b].searched) return false;
      n = nodes_[x.a].searched && nodes_[x.b].longest != kUnbounded ? x.a : x.b;
      continue;
    }
    return x.kind == Kind::And && surely(n);
  }
}

const ByteSet& ResidualStore::first(ResidualId n) {
  if (nodes_[n].head != kNone) return sets_[nodes_[n].head];
  if (const ByteSet* set = nodes_[n].first.load(std::memory_order_acquire)) return *set;
  Guard guard(mutex);
  if (const ByteSet* set = nodes_[n].first.load(std::memory_order_relaxed)) return *set;
  ByteSet set;
  steps_.begin();
  const Row* row = row_of(n);
  for (int b = 0; b < 256; ++b) {
    const ResidualId known = row->next[row->classes[b]].load(std::memory_order_relaxed);
    if ((known == kUnknown ? derive_slow(n, static_cast<std::uint8_t>(b)) : known) != kEmpty)
      set.add(static_cast<std::uint8_t>(b));
  }
  const ByteSet* kept = arena_.copy(&set, 1);
  charge(sizeof set);
  nodes_[n].first.store(kept, std::memory_order_release);
  return *kept;
}

}  // namespace constrain
