#include "residual.h"

#include <algorithm>
#include <deque>
#include <queue>

#include "token_table.h"

namespace constrain {
namespace {

using Guard = std::lock_guard<std::recursive_mutex>;

std::uint32_t saturating_add(std::uint32_t a, std::uint32_t b) { return a > kUnbounded - b ? kUnbounded : a + b; }
std::uint32_t less_one(std::uint32_t bound) { return bound == kUnbounded ? bound : bound - 1; }
std::uint32_t saturating_multiply(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  return product > kUnbounded ? kUnbounded : static_cast<std::uint32_t>(product);
}

}  // namespace

ResidualStore::ResidualStore() {
  partitions_.resize(1);  // 0 stands for "not computed"
  intern_partition({});   // 1: all bytes alike
  Node empty;
  empty.shortest = kUnbounded;
  make(empty, nullptr, 0);
  Node epsilon;
  epsilon.kind = Kind::Epsilon;
  epsilon.nullable = true;
  make(epsilon, nullptr, 0);
  ByteSet all;
  for (auto& word : all.words) word = ~std::uint64_t{0};
  // kAny is node 2, so its operand, the class of all bytes, is node 3 and made after it.
  Node any;
  any.kind = Kind::Repeat;
  any.nullable = true;
  any.minimum = 0;
  any.maximum = kUnbounded;
  any.a = 3;
  any.depth = 1;
  make(any, nullptr, 0);
  class_of(all);
}

ResidualStore::~ResidualStore() {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) delete nodes_[n].table.load(std::memory_order_relaxed);
}

void ResidualStore::burn(std::uint64_t amount) {
  if (fuel_ < amount)
    throw LimitError("a step of the pattern needs too much work; simplify its intersections, complements or nested counters",
                     kFuel, kFuel + amount);
  fuel_ -= amount;
}

// ---------------------------------------------------------------------------------------------- construction

ResidualId ResidualStore::make(const Node& fields, const ResidualId* parts, std::uint32_t count) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(fields.kind) * 2 + fields.negative, fields.a);
  hash = mix(hash, std::uint64_t{fields.minimum} << 32 | fields.maximum);
  hash = mix(hash, fields.b);
  for (std::uint32_t i = 0; i < count; ++i) hash = mix(hash, parts[i]);
  const ResidualId found = node_index_.find(hash, [&](std::uint32_t id) {
    const Node& n = nodes_[id];
    return n.kind == fields.kind && n.negative == fields.negative && n.a == fields.a && n.b == fields.b &&
           n.minimum == fields.minimum && n.maximum == fields.maximum && n.count == count &&
           std::equal(parts, parts + count, n.parts);
  });
  if (found != kNone) return found;
  if (fields.depth > kMaxDepth)
    throw LimitError("the pattern is nested too deeply", kMaxDepth, fields.depth);
  if (memory() > kMaxMemory)
    throw LimitError("the patterns of this vocabulary fill their memory budget (bytes)", kMaxMemory, memory());
  const ResidualId id = nodes_.grow();
  Node& n = nodes_[id];
  n.kind = fields.kind;
  n.nullable = fields.nullable;
  n.asserts = fields.asserts;
  n.tracks = fields.tracks;
  n.searched = fields.searched;
  n.negative = fields.negative;
  n.depth = fields.depth;
  n.a = fields.a;
  n.b = fields.b;
  n.minimum = fields.minimum;
  n.maximum = fields.maximum;
  n.shortest = fields.shortest;
  n.parts = arena_.copy(parts, count);
  n.count = count;
  node_index_.insert(hash, id);
  charge(sizeof(Node) + 24 + 4 * count);
  return id;
}

ResidualId ResidualStore::class_of(const ByteSet& set) {
  if (set.empty()) return kEmpty;
  std::uint64_t hash = 0;
  for (auto word : set.words) hash = mix(hash, word);
  std::uint32_t index = set_index_.find(hash, [&](std::uint32_t i) { return sets_[i] == set; });
  if (index == kNone) {
    index = sets_.grow();
    sets_[index] = set;
    set_index_.insert(hash, index);
  }
  Node n;
  n.kind = Kind::Class;
  n.a = index;
  n.shortest = 1;
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::concat(ResidualId a, ResidualId b) {
  if (a == kEmpty || b == kEmpty) return kEmpty;
  if (a == kEpsilon) return b;
  if (b == kEpsilon) return a;
  // Right-associate short heads, so that equal languages meet in equal nodes; long ones stay nested, or a literal under
  // a counter would be copied at each of its bytes.
  if (nodes_[a].kind == Kind::Concat) {
    ResidualId spine[32];
    int length = 0;
    ResidualId rest = a;
    while (nodes_[rest].kind == Kind::Concat && length < 32) {
      spine[length++] = nodes_[rest].a;
      rest = nodes_[rest].b;
    }
    if (nodes_[rest].kind != Kind::Concat) {
      ResidualId out = concat(rest, b);
      while (length-- > 0) out = concat(spine[length], out);
      return out;
    }
  }
  const Node& x = nodes_[a];
  const Node& y = nodes_[b];
  if (x.kind == Kind::Repeat && !x.asserts) {  // x{a,b} x{c,d} = x{a+c,b+d}
    const Node& head = y.kind == Kind::Concat ? nodes_[y.a] : y;
    if (head.kind == Kind::Repeat && head.a == x.a) {
      const std::uint32_t maximum =
          x.maximum == kUnbounded || head.maximum == kUnbounded ? kUnbounded : saturating_add(x.maximum, head.maximum);
      const ResidualId merged = repeat(x.a, saturating_add(x.minimum, head.minimum), maximum);
      return y.kind == Kind::Concat ? concat(merged, y.b) : merged;
    }
  }
  Node n;
  n.kind = Kind::Concat;
  n.a = a;
  n.b = b;
  n.nullable = x.nullable && y.nullable;
  n.asserts = x.asserts || y.asserts;
  n.tracks = x.tracks || y.tracks;
  n.searched = x.searched || y.searched;
  n.depth = std::max<std::uint16_t>(x.depth + 1, y.depth);
  n.shortest = saturating_add(x.shortest, y.shortest);
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::alt(std::vector<ResidualId> parts) {
  // Flatten; drop the empty language; any text absorbs everything.
  std::vector<ResidualId> flat;
  bool flattened = false;
  for (ResidualId p : parts) {
    if (p == kEmpty) continue;
    if (p == kAny) return kAny;
    const Node& n = nodes_[p];
    if (n.kind == Kind::Alt) {
      flat.insert(flat.end(), n.parts, n.parts + n.count);
      flattened = true;
    } else {
      flat.push_back(p);
    }
  }
  if (flat.size() <= 1 && !flattened) return flat.empty() ? kEmpty : flat[0];
  burn(flat.size());
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.size() == 1) return flat[0];

  // Merge parts that differ only in their first element: classes are united, and counters over the same body whose
  // intervals touch become one. Without this, ambiguous counting would make ever new residuals.
  struct Split { Kind kind; ResidualId tail, body; ResidualId whole; };
  std::vector<Split> heads;
  std::vector<ResidualId> others;
  bool epsilon = false;
  for (ResidualId p : flat) {
    const Node& n = nodes_[p];
    const ResidualId head = n.kind == Kind::Concat ? n.a : p;
    const Node& h = nodes_[head];
    if (p == kEpsilon) epsilon = true;
    else if (h.kind == Kind::Class) heads.push_back({Kind::Class, n.kind == Kind::Concat ? n.b : kEpsilon, 0, head});
    else if (h.kind == Kind::Repeat && !h.asserts) heads.push_back({Kind::Repeat, n.kind == Kind::Concat ? n.b : kEpsilon, h.a, head});
    else others.push_back(p);
  }
  std::sort(heads.begin(), heads.end(), [this](const Split& x, const Split& y) {
    if (x.kind != y.kind) return x.kind < y.kind;
    if (x.tail != y.tail) return x.tail < y.tail;
    if (x.body != y.body) return x.body < y.body;
    return x.kind == Kind::Repeat ? nodes_[x.whole].minimum < nodes_[y.whole].minimum : x.whole < y.whole;
  });
  for (std::size_t i = 0; i < heads.size();) {
    std::size_t j = i + 1;
    while (j < heads.size() && heads[j].kind == heads[i].kind && heads[j].tail == heads[i].tail && heads[j].body == heads[i].body) ++j;
    if (heads[i].kind == Kind::Class) {
      ResidualId head = heads[i].whole;
      if (j - i > 1) {
        ByteSet set;
        for (std::size_t k = i; k < j; ++k) set |= sets_[nodes_[heads[k].whole].a];
        head = class_of(set);
      }
      others.push_back(concat(head, heads[i].tail));
    } else {
      std::uint32_t minimum = nodes_[heads[i].whole].minimum, maximum = nodes_[heads[i].whole].maximum;
      if (epsilon && heads[i].tail == kEpsilon && minimum == 1) minimum = 0;
      for (std::size_t k = i + 1; k <= j; ++k) {
        if (k < j && (maximum == kUnbounded || nodes_[heads[k].whole].minimum <= saturating_add(maximum, 1))) {
          const std::uint32_t other = nodes_[heads[k].whole].maximum;
          maximum = std::max(maximum, other);
          continue;
        }
        others.push_back(concat(repeat(heads[i].body, minimum, maximum), heads[i].tail));
        if (k < j) {
          minimum = nodes_[heads[k].whole].minimum;
          maximum = nodes_[heads[k].whole].maximum;
        }
      }
    }
    i = j;
  }
  if (epsilon) {
    bool covered = false;
    for (ResidualId p : others) covered = covered || (nodes_[p].nullable && !nodes_[p].asserts);
    if (!covered) others.push_back(kEpsilon);
  }
  // Merging may have made an alternation or equal parts again.
  for (ResidualId p : others)
    if (p == kAny) return kAny;
  bool nested = false;
  for (ResidualId p : others) nested = nested || nodes_[p].kind == Kind::Alt;
  if (nested) return alt(std::move(others));
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  if (others.empty()) return kEmpty;
  if (others.size() == 1) return others[0];
  Node n;
  n.kind = Kind::Alt;
  n.shortest = kUnbounded;
  for (ResidualId p : others) {
    const Node& x = nodes_[p];
    n.nullable = n.nullable || x.nullable;
    n.asserts = n.asserts || x.asserts;
    n.tracks = n.tracks || x.tracks;
    n.searched = n.searched || x.searched;
    n.depth = std::max<std::uint16_t>(n.depth, x.depth + 1);
    n.shortest = std::min(n.shortest, x.shortest);
  }
  return make(n, others.data(), static_cast<std::uint32_t>(others.size()));
}

ResidualId ResidualStore::both(std::vector<ResidualId> parts) {
  std::vector<ResidualId> flat;
  ByteSet set;
  bool classes = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ResidualId p = parts[i];
    if (p == kEmpty) return kEmpty;
    if (p == kAny) continue;
    const Node& n = nodes_[p];
    if (n.kind == Kind::And) {
      parts.insert(parts.end(), n.parts, n.parts + n.count);
    } else if (n.kind == Kind::Class) {
      set = classes ? set & sets_[n.a] : sets_[n.a];
      classes = true;
    } else {
      flat.push_back(p);
    }
  }
  if (classes) {
    if (set.empty()) return kEmpty;
    flat.push_back(class_of(set));
  }
  if (flat.empty()) return kAny;
  burn(flat.size());
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.size() == 1) return flat[0];
  if (flat[0] == kEpsilon) {  // ids are sorted, and epsilon is 1
    for (ResidualId p : flat)
      if (!nodes_[p].nullable) return kEmpty;
    return kEpsilon;
  }
  Node n;
  n.kind = Kind::And;
  n.nullable = true;
  n.searched = true;
  for (ResidualId p : flat) {
    const Node& x = nodes_[p];
    if (x.kind == Kind::Not && std::binary_search(flat.begin(), flat.end(), x.a)) return kEmpty;
    n.nullable = n.nullable && x.nullable;
    n.asserts = n.asserts || x.asserts;
    n.tracks = n.tracks || x.tracks;
    n.depth = std::max<std::uint16_t>(n.depth, x.depth + 1);
    n.shortest = std::max(n.shortest, x.shortest);
  }
  return make(n, flat.data(), static_cast<std::uint32_t>(flat.size()));
}

ResidualId ResidualStore::negate(ResidualId a) {
  if (a == kEmpty) return kAny;
  if (a == kAny) return kEmpty;
  const Node& x = nodes_[a];
  if (x.kind == Kind::Not) return x.a;
  Node n;
  n.kind = Kind::Not;
  n.a = a;
  n.nullable = !x.nullable;
  n.asserts = x.asserts;
  n.tracks = x.tracks;
  n.searched = true;
  n.depth = x.depth + 1;
  n.shortest = x.nullable ? 1 : 0;
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::repeat(ResidualId a, std::uint32_t minimum, std::uint32_t maximum) {
  if (maximum < minimum) return kEmpty;
  if (maximum == 0) return kEpsilon;
  if (a == kEmpty) return minimum == 0 ? kEpsilon : kEmpty;
  if (a == kEpsilon) return kEpsilon;
  if (minimum == 1 && maximum == 1) return a;
  const Node& x = nodes_[a];
  if (!x.asserts) {
    if (x.nullable) {
      minimum = 0;
      if (maximum == 1) return a;
    }
    // (y{i,j})* is y* for i <= 1 and j >= 1.
    if (x.kind == Kind::Repeat && minimum <= 1 && maximum == kUnbounded && x.minimum <= 1)
      return repeat(x.a, minimum == 1 ? x.minimum : 0, kUnbounded);
  }
  Node n;
  n.kind = Kind::Repeat;
  n.a = a;
  n.minimum = minimum;
  n.maximum = maximum;
  n.nullable = minimum == 0 || x.nullable;
  n.asserts = x.asserts;
  n.tracks = x.tracks;
  n.searched = x.searched;
  n.depth = x.depth + 1;
  n.shortest = saturating_multiply(x.shortest, minimum);
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::assertion(Kind kind, ResidualId a, bool negative) {
  if (kind == Kind::Ahead) {
    if (a == kAny) return negative ? kEmpty : kEpsilon;
    if (a == kEmpty) return negative ? kEpsilon : kEmpty;
  }
  const Node& x = nodes_[a];
  Node n;
  n.kind = kind;
  n.a = a;
  n.negative = negative;
  n.nullable = x.nullable != negative;
  n.asserts = true;
  n.tracks = kind == Kind::Behind || x.tracks;
  n.searched = true;
  n.depth = x.depth + 1;
  return make(n, nullptr, 0);
}

// Sorted distinct strings as nested alternations of first bytes; equal suffix sets share their nodes.
ResidualId ResidualStore::trie(std::vector<std::string_view> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  // Bottom-up along the rightmost path: `open` holds, per depth, the finished alternatives of that node.
  struct Level { std::vector<ResidualId> alternatives; bool accepts = false; std::uint8_t byte = 0; };
  std::vector<Level> open(1);
  const auto close = [&](std::size_t depth) {
    while (open.size() > depth + 1) {
      Level level = std::move(open.back());
      open.pop_back();
      if (level.accepts) level.alternatives.push_back(kEpsilon);
      ByteSet set;
      set.add(level.byte);
      open.back().alternatives.push_back(concat(class_of(set), alt(std::move(level.alternatives))));
    }
  };
  std::string_view previous;
  for (std::string_view item : items) {
    const std::size_t common =
        std::mismatch(previous.begin(), previous.end(), item.begin(), item.end()).first - previous.begin();
    close(common);
    for (std::size_t i = common; i < item.size(); ++i) open.push_back({{}, false, static_cast<std::uint8_t>(item[i])});
    open.back().accepts = true;
    previous = item;
  }
  close(0);
  if (open[0].accepts) open[0].alternatives.push_back(kEpsilon);
  return alt(std::move(open[0].alternatives));
}

ResidualId ResidualStore::parse(std::string_view code) {
  Guard guard(mutex);
  fuel_ = kFuel + 50 * code.size();
  const auto known = parsed_.find(std::string(code));
  if (known != parsed_.end()) return known->second;
  ResidualId result = parse_code(code);
  result = pruned(result);
  if (code.size() <= 65536) {
    parsed_.emplace(code, result);
    charge(code.size() + 80);
  }
  return result;
}

ResidualId ResidualStore::parse_code(std::string_view code) {
  std::size_t at = 0;
  const auto malformed = [] { return GrammarFault("malformed pattern code"); };
  const auto byte = [&]() -> std::uint8_t {
    if (at >= code.size()) throw malformed();
    return static_cast<std::uint8_t>(code[at++]);
  };
  const auto number = [&]() -> std::uint64_t {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t b = byte();
      value |= std::uint64_t{b & 0x7Fu} << shift;
      if (!(b & 0x80)) return value;
    }
    return ~std::uint64_t{0};
  };
  const auto text = [&](std::uint64_t length) {
    if (length > code.size() - at) throw malformed();
    const std::string_view out = code.substr(at, length);
    at += length;
    return out;
  };
  const auto literal = [&](std::string_view data, ResidualId tail) {
    for (std::size_t i = data.size(); i-- > 0;) {
      ByteSet set;
      set.add(static_cast<std::uint8_t>(data[i]));
      tail = concat(class_of(set), tail);
    }
    return tail;
  };
  std::vector<ResidualId> stack;
  const auto pop = [&] {
    if (stack.empty()) throw malformed();
    const ResidualId top = stack.back();
    stack.pop_back();
    return top;
  };
  const auto plain = [&](ResidualId n) {
    if (nodes_[n].asserts && (nodes_[n].kind == Kind::And || nodes_[n].kind == Kind::Not))
      throw GrammarFault("an intersection or complement with assertions inside must stand at the end of its pattern");
  };
  while (at < code.size()) {
    switch (byte()) {
      case 0: stack.push_back(kEmpty); break;
      case 1: stack.push_back(kEpsilon); break;
      case 2: stack.push_back(literal(text(number()), kEpsilon)); break;
      case 3: {
        const std::string_view mask = text(32);
        ByteSet set;
        std::memcpy(set.words.data(), mask.data(), 32);  // little-endian on both sides
        stack.push_back(class_of(set));
        break;
      }
      case 4: case 5: case 6: {
        const std::uint8_t operation = static_cast<std::uint8_t>(code[at - 1]);
        const std::uint64_t count = number();
        if (count > stack.size()) throw malformed();
        std::vector<ResidualId> parts(stack.end() - static_cast<std::ptrdiff_t>(count), stack.end());
        stack.resize(stack.size() - count);
        ResidualId out;
        if (operation == 4) {
          out = kEpsilon;
          for (std::size_t i = parts.size(); i-- > 0;) {
            if (i + 1 < parts.size()) plain(parts[i]);
            // A literal part is spliced into the spine, however long it is.
            std::vector<ResidualId> spine;
            ResidualId part = parts[i];
            while (nodes_[part].kind == Kind::Concat) {
              spine.push_back(nodes_[part].a);
              part = nodes_[part].b;
            }
            out = concat(part, out);
            while (!spine.empty()) {
              out = concat(spine.back(), out);
              spine.pop_back();
            }
          }
        } else {
          out = operation == 5 ? alt(std::move(parts)) : both(std::move(parts));
        }
        stack.push_back(out);
        break;
      }
      case 7: stack.push_back(negate(pop())); break;
      case 8: {
        const std::uint64_t minimum = number(), maximum = number();
        const ResidualId part = pop();
        plain(part);
        if (minimum >= kUnbounded)
          throw LimitError("a repetition's minimum is too large", kUnbounded - 1, minimum);
        // A maximum of 2^32 - 1 or more is no bound: no text of that length fits into memory.
        const std::uint32_t bound = maximum == 0 || maximum - 1 >= kUnbounded ? kUnbounded : static_cast<std::uint32_t>(maximum - 1);
        stack.push_back(repeat(part, static_cast<std::uint32_t>(minimum), bound));
        break;
      }
      case 9: case 10: {
        const bool behind = code[at - 1] == 10;
        const bool negative = byte() != 0;
        const ResidualId part = pop();
        stack.push_back(assertion(behind ? Kind::Behind : Kind::Ahead, part, negative));
        break;
      }
      case 11: {
        const std::uint64_t count = number();
        if (count > code.size()) throw malformed();
        std::vector<std::string_view> items;
        items.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) items.push_back(text(number()));
        stack.push_back(trie(std::move(items)));
        break;
      }
      default: throw malformed();
    }
  }
  if (stack.size() != 1) throw malformed();
  return stack[0];
}

// ---------------------------------------------------------------------------------------------- byte classes

std::uint32_t ResidualStore::intern_partition(const std::array<std::uint8_t, 256>& map) {
  std::uint64_t hash = 0;
  for (int i = 0; i < 256; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, map.data() + i, 8);
    hash = mix(hash, word);
  }
  const std::uint32_t found = partition_index_.find(hash, [&](std::uint32_t i) { return partitions_[i].map == map; });
  if (found != kNone) return found;
  Partition p{map, {}};
  for (int b = 0; b < 256; ++b)
    if (map[b] == p.members.size()) p.members.push_back(static_cast<std::uint8_t>(b));
  const auto id = static_cast<std::uint32_t>(partitions_.size());
  partitions_.push_back(std::move(p));
  partition_index_.insert(hash, id);
  return id;
}

std::uint32_t ResidualStore::refine(std::uint32_t p, std::uint32_t q) {
  if (p == q || partitions_[q].members.size() == 1) return p;
  if (partitions_[p].members.size() == 1) return q;
  if (p > q) std::swap(p, q);
  const std::uint64_t key = std::uint64_t{p} << 32 | q;
  if (const auto it = refined_.find(key); it != refined_.end()) return it->second;
  std::array<std::uint8_t, 256> map{};
  std::vector<std::uint16_t> code(partitions_[p].members.size() * partitions_[q].members.size(), 0xFFFF);
  std::uint16_t next = 0;
  for (int b = 0; b < 256; ++b) {
    std::uint16_t& c = code[partitions_[p].map[b] * partitions_[q].members.size() + partitions_[q].map[b]];
    if (c == 0xFFFF) c = next++;
    map[b] = static_cast<std::uint8_t>(c);
  }
  const std::uint32_t id = intern_partition(map);
  refined_.emplace(key, id);
  return id;
}

// Bytes in one class of the partition have the same derivative. Walks the spine of a concatenation in a loop.
std::uint32_t ResidualStore::partition_of(ResidualId n) {
  if (nodes_[n].partition) return nodes_[n].partition;
  std::uint32_t result = 1;
  const Node& x = nodes_[n];
  switch (x.kind) {
    case Kind::Empty: case Kind::Epsilon: break;
    case Kind::Class: {
      std::array<std::uint8_t, 256> map;
      const ByteSet& set = sets_[x.a];
      const bool zero = set.has(0);
      for (int b = 0; b < 256; ++b) map[b] = set.has(static_cast<std::uint8_t>(b)) != zero;
      result = intern_partition(map);
      break;
    }
    case Kind::Concat: {
      ResidualId rest = n;
      while (true) {
        const Node& y = nodes_[rest];
        if (y.kind != Kind::Concat || (y.partition && rest != n)) {
          result = refine(result, partition_of(rest));
          break;
        }
        burn(1);
        result = refine(result, partition_of(y.a));
        const Node& head = nodes_[y.a];
        if (!head.nullable && !head.asserts && !nodes_[y.b].tracks) break;
        rest = y.b;
      }
      break;
    }
    case Kind::Alt: case Kind::And:
      for (std::uint32_t i = 0; i < x.count; ++i) result = refine(result, partition_of(x.parts[i]));
      break;
    case Kind::Not: case Kind::Repeat: case Kind::Ahead: case Kind::Behind: result = partition_of(x.a); break;
  }
  nodes_[n].partition = result;
  return result;
}

// ---------------------------------------------------------------------------------------------- derivatives

ResidualStore::Row* ResidualStore::row_of(ResidualId n) {
  if (Row* row = nodes_[n].row.load(std::memory_order_relaxed)) return row;
  const std::uint32_t id = partition_of(n);
  const Partition& partition = partitions_[id];
  Row* row = static_cast<Row*>(arena_.allocate(sizeof(Row)));
  const std::size_t count = partition.members.size();
  auto* next = static_cast<std::atomic<ResidualId>*>(arena_.allocate(count * sizeof(std::atomic<ResidualId>)));
  for (std::size_t i = 0; i < count; ++i) new (next + i) std::atomic<ResidualId>(kUnknown);
  // The map is copied once a partition, not once a row: partitions_ may move, so it lives in the arena.
  static_assert(std::is_trivially_destructible_v<Row>);
  const std::uint8_t* map = nullptr;
  if (id < maps_.size() && maps_[id]) {
    map = maps_[id];
  } else {
    if (maps_.size() <= id) maps_.resize(id + 1, nullptr);
    map = maps_[id] = arena_.copy(partition.map.data(), 256);
    charge(256);
  }
  new (row) Row{map, next};
  charge(sizeof(Row) + count * 4);
  nodes_[n].row.store(row, std::memory_order_release);
  return row;
}

ResidualId ResidualStore::derive_slow(ResidualId n, std::uint8_t byte) {
  Guard guard(mutex);
  Row* row = row_of(n);
  std::atomic<ResidualId>& entry = row->next[row->classes[byte]];
  ResidualId next = entry.load(std::memory_order_relaxed);
  if (next != kUnknown) return next;
  fuel_ = kFuel;
  next = pruned(raw(n, byte));
  entry.store(next, std::memory_order_release);
  return next;
}

// What is left of n once everything that can match nothing is gone.
ResidualId ResidualStore::pruned(ResidualId n) {
  const Node& x = nodes_[n];
  if (!x.searched) return n;
  if (x.kind != Kind::Alt) return matches_nothing(n) ? kEmpty : n;
  std::vector<ResidualId> parts;
  for (std::uint32_t i = 0; i < x.count; ++i)
    if (!nodes_[x.parts[i]].searched || !matches_nothing(x.parts[i])) parts.push_back(x.parts[i]);
  return parts.size() == x.count ? n : alt(std::move(parts));
}

// The derivative before its emptiness is known; the search for emptiness itself runs on these.
ResidualId ResidualStore::raw(ResidualId n, std::uint8_t byte) {
  Row* row = row_of(n);
  if (!nodes_[n].searched) {
    std::atomic<ResidualId>& entry = row->next[row->classes[byte]];
    ResidualId next = entry.load(std::memory_order_relaxed);
    if (next == kUnknown) {
      next = compute(n, byte);
      entry.store(next, std::memory_order_release);
    }
    return next;
  }
  const std::uint64_t key = std::uint64_t{n} << 8 | row->classes[byte];
  if (const auto it = raw_.find(key); it != raw_.end()) return it->second;
  const ResidualId next = compute(n, byte);
  raw_.emplace(key, next);
  charge(48);
  return next;
}

ResidualId ResidualStore::compute(ResidualId n, std::uint8_t byte) {
  burn(1);
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
        burn(1);
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
            paths.push_back(both({raw(condition, byte), raw(tail, byte)}));
            break;
          }
        }
        rest = tail;
      }
      return alt(std::move(paths));
    }
    case Kind::Alt: {
      std::vector<ResidualId> parts;
      burn(x.count);
      for (std::uint32_t i = 0; i < x.count; ++i) {
        const ResidualId next = raw(x.parts[i], byte);
        if (next != kEmpty) parts.push_back(next);
      }
      return alt(std::move(parts));
    }
    case Kind::And: {
      std::vector<ResidualId> parts;
      burn(x.count);
      for (std::uint32_t i = 0; i < x.count; ++i) {
        const ResidualId next = raw(x.parts[i], byte);
        if (next == kEmpty) return kEmpty;
        parts.push_back(next);
      }
      return both(std::move(parts));
    }
    case Kind::Not: return negate(raw(x.a, byte));
    case Kind::Repeat:
      if (x.asserts) return consume(n, kEpsilon, byte);
      return concat(raw(x.a, byte), repeat(x.a, x.minimum ? x.minimum - 1 : 0, less_one(x.maximum)));
  }
  return kEmpty;
}

// Paths of n (which contains assertions) that consume the byte inside n, followed by `rest`.
ResidualId ResidualStore::consume(ResidualId n, ResidualId rest, std::uint8_t byte) {
  burn(1);
  const Node& x = nodes_[n];
  if (!x.asserts) {
    const ResidualId next = raw(n, byte);
    return next == kEmpty ? kEmpty : concat(next, step(rest, byte));
  }
  switch (x.kind) {
    case Kind::Concat: {
      const ResidualId inside = consume(x.a, concat(x.b, rest), byte);
      const ResidualId condition = empty_condition(x.a);
      if (condition == kEmpty) return inside;
      ResidualId past = consume(x.b, rest, byte);
      if (condition != kAny) past = both({raw(condition, byte), past});
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
      if (condition != kAny) past = both({raw(condition, byte), past});
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
  burn(1);
  switch (x.kind) {
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
  const std::uint64_t key = std::uint64_t{n} << 8 | byte;
  if (const auto it = stepped_.find(key); it != stepped_.end()) return it->second;
  burn(1);
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
      out = x.kind == Kind::Alt ? alt(std::move(parts)) : both(std::move(parts));
      break;
    }
    case Kind::Not: out = negate(step(x.a, byte)); break;
    case Kind::Repeat: out = repeat(step(x.a, byte), x.minimum, x.maximum); break;
    case Kind::Ahead: out = assertion(Kind::Ahead, step(x.a, byte), x.negative); break;
    case Kind::Behind: out = assertion(Kind::Behind, raw(x.a, byte), x.negative); break;
    default: break;
  }
  stepped_.emplace(key, out);
  charge(48);
  return out;
}

bool ResidualStore::is_empty(ResidualId n) {
  Guard guard(mutex);
  fuel_ = kFuel;
  return nodes_[n].searched ? matches_nothing(n) : n == kEmpty;
}

// Searches the derivatives of n for one that accepts, nearest first by the lower bound on what is left. Marks the path
// found as not empty, or, if there is none, everything visited as empty.
bool ResidualStore::matches_nothing(ResidualId n) {
  if (nodes_[n].emptiness) return nodes_[n].emptiness == 1;
  if (nodes_[n].nullable) {
    nodes_[n].emptiness = 2;
    return false;
  }
  struct Visit { ResidualId node; std::uint32_t parent; };
  std::vector<Visit> visits{{n, kNone}};
  std::unordered_map<ResidualId, char> seen{{n, 1}};
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // shortest, visit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  queue.emplace(nodes_[n].shortest, 0);
  while (!queue.empty()) {
    const std::uint32_t at = queue.top().second;
    queue.pop();
    const ResidualId current = visits[at].node;
    const std::uint32_t partition = partition_of(current);
    for (std::size_t c = 0; c < partitions_[partition].members.size(); ++c) {
      const ResidualId next = raw(current, partitions_[partition].members[c]);
      if (next == kEmpty) continue;
      const Node& x = nodes_[next];
      if (x.nullable || !x.searched || x.emptiness == 2) {
        for (std::uint32_t v = at; v != kNone; v = visits[v].parent) nodes_[visits[v].node].emptiness = 2;
        return false;
      }
      if (x.emptiness == 1 || !seen.emplace(next, 1).second) continue;
      if (visits.size() >= kMaxSearch)
        throw LimitError("deciding whether an intersection, complement or assertion can match visits too many residuals",
                         kMaxSearch, visits.size() + 1);
      visits.push_back({next, at});
      queue.emplace(x.shortest, static_cast<std::uint32_t>(visits.size() - 1));
    }
  }
  for (const Visit& v : visits) nodes_[v.node].emptiness = 1;
  return true;
}

const ByteSet& ResidualStore::first(ResidualId n) {
  if (const ByteSet* set = nodes_[n].first.load(std::memory_order_acquire)) return *set;
  Guard guard(mutex);
  if (const ByteSet* set = nodes_[n].first.load(std::memory_order_relaxed)) return *set;
  ByteSet set;
  const Row* row = row_of(n);
  for (int b = 0; b < 256; ++b) {
    const ResidualId known = row->next[row->classes[b]].load(std::memory_order_relaxed);
    if ((known == kUnknown ? derive_slow(n, static_cast<std::uint8_t>(b)) : known) != kEmpty) set.add(static_cast<std::uint8_t>(b));
  }
  const ByteSet* kept = arena_.copy(&set, 1);
  charge(sizeof set);
  nodes_[n].first.store(kept, std::memory_order_release);
  return *kept;
}

// ---------------------------------------------------------------------------------------------- for token tables

ResidualId ResidualStore::saturate(ResidualId n, std::uint32_t longest) {
  Guard guard(mutex);
  const std::uint64_t key = std::uint64_t{n} << 16 | std::min<std::uint32_t>(longest, 0xFFFF);
  if (const auto it = saturated_.find(key); it != saturated_.end()) return it->second;
  fuel_ = kFuel;
  std::vector<ResidualId> spine;
  ResidualId rest = n;
  bool changed = false;
  const auto relaxed = [&](ResidualId part) {
    const Node& x = nodes_[part];
    if (x.kind != Kind::Repeat || x.asserts) return part;
    const std::uint32_t maximum = x.maximum >= longest ? kUnbounded : x.maximum;
    const std::uint32_t minimum = x.minimum > longest ? longest + 1 : x.minimum;
    if (maximum == x.maximum && minimum == x.minimum) return part;
    changed = true;
    return repeat(x.a, minimum, maximum);
  };
  for (int i = 0; i < 8 && nodes_[rest].kind == Kind::Concat; ++i) {
    spine.push_back(relaxed(nodes_[rest].a));
    rest = nodes_[rest].b;
  }
  ResidualId out = nodes_[rest].kind == Kind::Concat ? rest : relaxed(rest);
  while (!spine.empty()) {
    out = concat(spine.back(), out);
    spine.pop_back();
  }
  if (!changed) out = n;
  saturated_.emplace(key, out);
  charge(48);
  return out;
}

ResidualId ResidualStore::reference(ResidualId n) {
  Guard guard(mutex);
  if (const auto it = references_.find(n); it != references_.end()) return it->second;
  fuel_ = kFuel;
  const Node& x = nodes_[n];
  const ResidualId head = x.kind == Kind::Concat ? x.a : n;
  const ResidualId tail = x.kind == Kind::Concat ? x.b : kEpsilon;
  const Node& h = nodes_[head];
  ResidualId out = n;
  if (h.kind == Kind::Repeat && !h.asserts && (h.minimum || h.maximum != kUnbounded)) {
    out = concat(repeat(h.a, 0, kUnbounded), tail);
  } else if (h.kind == Kind::And && !h.asserts) {
    std::vector<ResidualId> kept;
    for (std::uint32_t i = 0; i < h.count; ++i)
      if (nodes_[h.parts[i]].kind != Kind::Not) kept.push_back(h.parts[i]);
    if (kept.size() < h.count && !kept.empty()) {
      out = concat(both(std::move(kept)), tail);
      const ResidualId further = reference(out);
      out = further;
    }
  } else if (h.kind == Kind::Alt) {
    // `name"` | (other key): the widest alternative serves, if one has a reference of its own.
    for (std::uint32_t i = 0; i < h.count && out == n; ++i) {
      const ResidualId wide = reference(h.parts[i]);
      if (wide != h.parts[i]) out = concat(wide, tail);
    }
  }
  references_.emplace(n, out);
  charge(48);
  return out;
}

const ResidualStore::Loop& ResidualStore::loop(ResidualId n) {
  if (const Loop* known = nodes_[n].loop.load(std::memory_order_acquire)) return *known;
  Guard guard(mutex);
  if (const Loop* known = nodes_[n].loop.load(std::memory_order_relaxed)) return *known;
  const Node& x = nodes_[n];
  const ResidualId head = x.kind == Kind::Concat ? x.a : n;
  const ResidualId tail = x.kind == Kind::Concat ? x.b : kEpsilon;
  const Node& h = nodes_[head];
  const bool counted = h.kind == Kind::Repeat && !x.asserts && (h.minimum || h.maximum != kUnbounded);
  // A counted loop is read off its body: the byte must complete exactly one round and not begin the tail.
  const ResidualId body = counted ? h.a : n;
  const ResidualId back = counted ? kEpsilon : n;
  const auto outside = [&](int b) { return !counted || derive(tail, static_cast<std::uint8_t>(b)) == kEmpty; };
  Loop result{{}, counted ? h.maximum : kUnbounded};
  for (int b = 0; b < 0x80; ++b)
    if (derive(body, static_cast<std::uint8_t>(b)) == back && outside(b)) result.bytes.add(static_cast<std::uint8_t>(b));
  // All code points beyond ASCII, by the rows of Unicode's table 3-7; bytes with equal derivatives are followed once.
  struct Rows { std::uint8_t low, high, second_low, second_high, more; };
  static constexpr Rows rows[] = {{0xC2, 0xDF, 0x80, 0xBF, 0}, {0xE0, 0xE0, 0xA0, 0xBF, 1}, {0xE1, 0xEC, 0x80, 0xBF, 1},
                                  {0xED, 0xED, 0x80, 0x9F, 1}, {0xEE, 0xEF, 0x80, 0xBF, 1}, {0xF0, 0xF0, 0x90, 0xBF, 2},
                                  {0xF1, 0xF3, 0x80, 0xBF, 2}, {0xF4, 0xF4, 0x80, 0x8F, 2}};
  const auto completes = [&](ResidualId from, int low, int high, int more, const auto& self) -> bool {
    ResidualId previous = kUnknown;
    for (int b = low; b <= high; ++b) {
      const ResidualId next = derive(from, static_cast<std::uint8_t>(b));
      if (next == previous) continue;
      if (more == 0 ? next != back : next == kEmpty || !self(next, 0x80, 0xBF, more - 1, self)) return false;
      previous = next;
    }
    return true;
  };
  bool complete = true;
  for (const Rows& r : rows) {
    ResidualId previous = kUnknown;
    for (int lead = r.low; lead <= r.high && complete; ++lead) {
      complete = outside(lead);
      const ResidualId next = derive(body, static_cast<std::uint8_t>(lead));
      if (!complete || next == previous) continue;
      complete = next != kEmpty && completes(next, r.second_low, r.second_high, r.more, completes);
      previous = next;
    }
    if (!complete) break;
  }
  if (complete)
    for (int b = 0x80; b < 0x100; ++b) result.bytes.add(static_cast<std::uint8_t>(b));
  const Loop* kept = arena_.copy(&result, 1);
  charge(sizeof result);
  nodes_[n].loop.store(kept, std::memory_order_release);
  return *kept;
}

}  // namespace constrain
