// Building nodes: smart constructors that keep equal languages in equal nodes as far as that is cheap. In order:
//
// 1. `make`: interning. Equal fields are one node; what others ask of a node (may it be empty, how short, does it
//    count) is found from its parts once, here.
// 2. `concat`: right-associated, counters of one body added, loops turned round (`turns_over`).
// 3. `alt`: flat, sorted, parts that differ in their head alone merged (`merged_heads`), parts inside others dropped.
// 4. `both`, `conjoin`, `negate`, `repeat`, `assertion`: the same for the other operations.
// 5. `literal`, `trie`, `spelled`, `without`: texts, sets of texts, and patterns without them.
//
// Example: `ab|cb|d` becomes `[ac]b|d`, and `b`, what is left after `a`, is the node of every pattern with this rest.
#include "pattern/residual_store.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "support/turns.h"


namespace constrain {
namespace {

// Steps that looking a node up counts for, and making one, by the time that they take.
constexpr std::uint64_t kLookUp = 10, kNewNode = 100;

std::uint32_t saturating_add(std::uint32_t a, std::uint32_t b) { return a > kUnbounded - b ? kUnbounded : a + b; }

}  // namespace

ResidualStore::ResidualStore() {
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
  any.longest = kUnbounded;
  make(any, nullptr, 0);
  class_of(all);
}

ResidualStore::~ResidualStore() {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n)
    if (TokenTable* table = nodes_[n].table.load(std::memory_order_relaxed)) free_table_(table);
}

ResidualId ResidualStore::make(const Node& fields, const ResidualId* parts, std::uint32_t count) {
  steps_.count(kLookUp);
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
  // Depth is bounded because constructors and derivatives recurse on it.
  if (fields.depth > kMaxDepth)
    throw LimitError("the pattern is nested too deeply; write it with fewer groups within each other", kMaxDepth,
                     fields.depth);
  if (memory() > most_memory_) {
    if (most_memory_ < kMaxMemory) throw OutOfTrial();
    throw LimitError(
        "the patterns of one grammar fill the memory that a vocabulary has for them (bytes); split the grammar, or "
        "simplify its "
        "intersections, complements and counters",
        kMaxMemory, memory());
  }
  steps_.count(kNewNode);
  const ResidualId* kept = arena_.copy(parts, count);
  const ResidualId id = nodes_.grow();
  Node& n = nodes_[id];
  n.kind = fields.kind;
  n.nullable = fields.nullable;
  n.asserts = fields.asserts;
  n.looks = fields.looks;
  n.tracks = fields.tracks;
  n.searched = fields.searched;
  n.negative = fields.negative;
  n.depth = fields.depth;
  n.a = fields.a;
  n.b = fields.b;
  n.minimum = fields.minimum;
  n.maximum = fields.maximum;
  n.shortest = fields.shortest;
  n.longest = fields.longest;
  n.head = fields.head;
  n.parts = kept;
  n.count = count;
  if (n.kind == Kind::Repeat) n.far = n.maximum > kMany / 2 && n.maximum != kUnbounded;
  // That of kAny, a class, is made after it.
  const bool one_part = n.kind >= Kind::Concat && n.kind != Kind::Automaton && !count && n.a < id;
  if (one_part) n.far = n.far || nodes_[n.a].far;
  if (n.kind == Kind::Concat) n.far = n.far || nodes_[n.b].far;
  for (std::uint32_t i = 0; i < count; ++i) n.far = n.far || nodes_[parts[i]].far;
  if (n.kind == Kind::Repeat) n.counts = n.minimum > 1 || (n.maximum > 1 && n.maximum != kUnbounded);
  if (one_part) n.counts = n.counts || nodes_[n.a].counts;
  if (n.kind == Kind::Concat) n.counts = n.counts || nodes_[n.b].counts;
  for (std::uint32_t i = 0; i < count; ++i) n.counts = n.counts || nodes_[parts[i]].counts;
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
  n.a = n.head = index;
  n.shortest = n.longest = 1;
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::class_of(std::uint8_t byte) {
  ResidualId& known = byte_classes_[byte];
  if (known) return known;
  ByteSet set;
  set.add(byte);
  return known = class_of(set);
}

// The text and then the tail.
ResidualId ResidualStore::literal(std::string_view text, ResidualId tail) {
  for (std::size_t i = text.size(); i-- > 0;) tail = concat(class_of(static_cast<std::uint8_t>(text[i])), tail);
  return tail;
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
      // What is not far does not become so.
      if (maximum == kUnbounded || maximum <= kMany / 2 || x.maximum > kMany / 2 || head.maximum > kMany / 2) {
        const ResidualId merged = repeat(x.a, saturating_add(x.minimum, head.minimum), maximum);
        return y.kind == Kind::Concat ? concat(merged, y.b) : merged;
      }
    }
    if (turns_over(a, b)) return turned_over(a, b);
  }
  Node n;
  n.kind = Kind::Concat;
  n.a = a;
  n.b = b;
  n.nullable = x.nullable && y.nullable;
  n.inherit(x);
  n.inherit(y);
  n.searched = x.searched || y.searched;
  // A head that is a single byte class answers `first` and most derivatives without a row of its own.
  if (x.kind == Kind::Class && !y.searched) n.head = x.a;
  n.depth = std::max<std::uint16_t>(x.depth + 1, y.depth);
  n.shortest = saturating_add(x.shortest, y.shortest);
  n.longest = saturating_add(x.longest, y.longest);
  return make(n, nullptr, 0);
}

// (xy){m,n} x z is x (yx){m,n} z, and in that form what follows a word says whether another word is begun: nothing that
// is read is both. Single bytes stay, or long literals would turn over byte by byte.
bool ResidualStore::turns_over(ResidualId a, ResidualId b) const {
  const Node& x = nodes_[a];
  if (x.kind != Kind::Repeat || x.asserts || nodes_[x.a].kind != Kind::Concat) return false;
  const Node& y = nodes_[b];
  // Example: `([a-z]+,)*[a-z]+` turns into `[a-z]+(,[a-z]+)*`.
  const ResidualId head = nodes_[x.a].a;
  return nodes_[head].kind != Kind::Class && head == (y.kind == Kind::Concat ? y.a : b);
}

ResidualId ResidualStore::turned_over(ResidualId a, ResidualId b) {
  std::vector<ResidualId> before;
  for (; turns_over(a, b); steps_.spend(1)) {
    const Node& x = nodes_[a];
    before.push_back(nodes_[x.a].a);
    a = repeat(concat(nodes_[x.a].b, before.back()), x.minimum, x.maximum);
    b = nodes_[b].kind == Kind::Concat ? nodes_[b].b : kEpsilon;
  }
  ResidualId out = concat(a, b);
  for (; !before.empty(); before.pop_back()) out = concat(before.back(), out);
  return out;
}

// Merges parts that differ only in their first element: classes are united, and counters over the same body whose
// intervals touch become one. Without this, ambiguous counting would make ever new residuals. Example: of
// `ab|cb|a{2,3}|a{4}` are left `[ac]b` and `a{2,4}`. The empty text is not among what is left; `epsilon` says whether
// it was there.
std::vector<ResidualId> ResidualStore::merged_heads(const std::vector<ResidualId>& flat, bool& epsilon) {
  struct Split { Kind kind; ResidualId tail, body, whole, part; };  // whole: the head of the part
  std::vector<Split> heads;
  std::vector<ResidualId> others;
  for (ResidualId p : flat) {
    const Node& n = nodes_[p];
    // Each part as head and tail: classes and counters can be merged with their likes, anything else stays as it is.
    const ResidualId head = n.kind == Kind::Concat ? n.a : p;
    const Node& h = nodes_[head];
    if (p == kEpsilon) epsilon = true;
    else if (h.kind == Kind::Class) heads.push_back({Kind::Class, n.kind == Kind::Concat ? n.b : kEpsilon, 0, head, p});
    else if (h.kind == Kind::Repeat && !h.asserts)
      heads.push_back({Kind::Repeat, n.kind == Kind::Concat ? n.b : kEpsilon, h.a, head, p});
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
    while (j < heads.size() && heads[j].kind == heads[i].kind && heads[j].tail == heads[i].tail &&
           heads[j].body == heads[i].body)
      ++j;
    if (heads[i].kind == Kind::Class) {
      if (j - i == 1) {
        others.push_back(heads[i].part);
      } else {
        ByteSet set;
        for (std::size_t k = i; k < j; ++k) set |= sets_[nodes_[heads[k].whole].a];
        others.push_back(concat(class_of(set), heads[i].tail));
      }
    } else {
      std::uint32_t minimum = nodes_[heads[i].whole].minimum, maximum = nodes_[heads[i].whole].maximum;
      // `x{1,5}` beside the empty text is `x{0,5}`.
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
  return others;
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
  steps_.spend(flat.size());
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.size() == 1) return flat[0];

  bool epsilon = false;
  std::vector<ResidualId> others = merged_heads(flat, epsilon);
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
  // Parts that another one includes are dropped (inclusion.cc), or ambiguous patterns would collect more and more of
  // them.
  drop_included(others);
  if (others.empty()) return kEmpty;
  if (others.size() == 1) return others[0];
  return alternation_of(others);
}

// The node of parts in normal form, at least two.
ResidualId ResidualStore::alternation_of(const std::vector<ResidualId>& others) {
  Node n;
  n.kind = Kind::Alt;
  n.shortest = kUnbounded;
  for (ResidualId p : others) {
    const Node& x = nodes_[p];
    n.nullable = n.nullable || x.nullable;
    n.inherit(x);
    n.searched = n.searched || x.searched;
    // A branch of a trie is stepped without going down into it, so what stands after its byte is no deeper: texts in
    // many spellings are as deep as they are long otherwise.
    n.depth = std::max<std::uint16_t>(n.depth, x.head != kNone && !x.asserts ? x.depth : x.depth + 1);
    n.shortest = std::min(n.shortest, x.shortest);
    n.longest = std::max(n.longest, x.longest);
  }
  return make(n, others.data(), static_cast<std::uint32_t>(others.size()));
}

// A condition of a lookahead and the rest of the pattern, both alternations mostly: multiplied out while that is small,
// so that each path is normalised, and dies, by itself.
ResidualId ResidualStore::conjoin(std::vector<ResidualId> parts) {
  std::size_t product = 1;
  for (ResidualId p : parts) {
    if (p == kEmpty) return kEmpty;
    if (nodes_[p].kind == Kind::Alt) product = std::min(product * nodes_[p].count, kMaxSpread + 1);
  }
  if (product == 1 || product > kMaxSpread) return both(std::move(parts), true);
  std::vector<ResidualId> paths;
  for (std::size_t i = 0; i < product; ++i) {
    std::vector<ResidualId> path;
    std::size_t rest = i;
    for (ResidualId p : parts) {
      const Node& n = nodes_[p];
      path.push_back(n.kind == Kind::Alt ? n.parts[rest % n.count] : p);
      if (n.kind == Kind::Alt) rest /= n.count;
    }
    paths.push_back(both(std::move(path), true));
  }
  return alt(std::move(paths));
}

ResidualId ResidualStore::both(std::vector<ResidualId> parts, bool spread) {
  std::vector<ResidualId> flat;
  ByteSet set;
  bool classes = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ResidualId p = parts[i];
    if (p == kEmpty) return kEmpty;
    if (p == kAny) continue;
    const Node& n = nodes_[p];
    // Intersections are flattened; appending to `parts` while it is walked takes in nested ones.
    if (n.kind == Kind::And) {
      parts.insert(parts.end(), n.parts, n.parts + n.count);
      spread = spread || n.negative;
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
  steps_.spend(flat.size());
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (drop_implied(flat, spread)) return kEmpty;
  if (flat.size() == 1) return flat[0];
  bool asserts = false;  // what an assertion says of the empty text depends on where it stands
  for (ResidualId p : flat) asserts = asserts || nodes_[p].asserts;
  // The empty text is in all parts, or the intersection is empty.
  if (flat[0] == kEpsilon && !asserts) {  // ids are sorted, and epsilon is 1
    for (ResidualId p : flat)
      if (!nodes_[p].nullable) return kEmpty;
    return kEpsilon;
  }
  Node n;
  n.kind = Kind::And;
  n.negative = spread;
  n.nullable = true;
  n.searched = true;
  n.longest = kUnbounded;
  for (ResidualId p : flat) {
    const Node& x = nodes_[p];
    // Both r and not r.
    if (x.kind == Kind::Not && std::binary_search(flat.begin(), flat.end(), x.a)) return kEmpty;
    n.nullable = n.nullable && x.nullable;
    n.inherit(x);
    n.depth = std::max<std::uint16_t>(n.depth, x.depth + 1);
    n.shortest = std::max(n.shortest, x.shortest);
    n.longest = std::min(n.longest, x.longest);
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
  n.inherit(x);
  n.searched = true;
  n.depth = x.depth + 1;
  n.shortest = x.nullable ? 1 : 0;
  n.longest = kUnbounded;
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
    // (y{i,j}){m,n} is y{im,jn} where the intervals [ik, jk] for k = m to n leave no gap between them.
    // Example: `(a{2,3}){2,}` is `a{4,}`, because 4 to 6, 6 to 9, ... leave no gap; `(a{3}){2,4}` has gaps and stays.
    if (x.kind == Kind::Repeat &&
        (minimum == maximum || std::uint64_t{x.minimum} * (std::uint64_t{minimum} + 1) <=
                                   std::uint64_t{saturating_multiply(x.maximum, minimum)} + 1))
      return repeat(x.a, saturating_multiply(x.minimum, minimum), saturating_multiply(x.maximum, maximum));
  }
  Node n;
  n.kind = Kind::Repeat;
  n.a = a;
  n.minimum = minimum;
  n.maximum = maximum;
  n.nullable = minimum == 0 || x.nullable;
  n.inherit(x);
  n.searched = x.searched;
  n.depth = x.depth + 1;
  n.shortest = saturating_multiply(x.shortest, minimum);
  n.longest = maximum == kUnbounded ? kUnbounded : saturating_multiply(x.longest, maximum);
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::assertion(Kind kind, ResidualId a, bool negative) {
  if (kind == Kind::Ahead) {
    if (a == kAny) return negative ? kEmpty : kEpsilon;
    if (a == kEmpty) return negative ? kEpsilon : kEmpty;
  }
  const Node& x = nodes_[a];
  // The text so far has been read when the lookbehind is tried, so there is no rest that it could still ask about.
  if (kind == Kind::Behind && x.looks)
    throw UnsupportedFault("an assertion about the text so far cannot contain one about the rest",
                           "lookahead in lookbehind");
  Node n;
  n.kind = kind;
  n.a = a;
  n.negative = negative;
  n.nullable = x.nullable != negative;
  n.asserts = true;
  n.looks = kind == Kind::Ahead || x.looks;
  n.tracks = kind == Kind::Behind || x.tracks;
  n.searched = true;
  n.depth = x.depth + 1;
  return make(n, nullptr, 0);
}

ResidualId ResidualStore::spelled(const Spellings& parts) {
  std::lock_guard guard(mutex);
  steps_.begin();
  ResidualId out = kEpsilon;
  for (std::size_t i = parts.size(); i-- > 0;) {
    std::vector<ResidualId> ways;
    // Each spelling goes on with what all the others go on with, so the node count adds up and does not multiply.
    for (const std::string& way : parts[i]) ways.push_back(literal(way, out));
    out = alt(std::move(ways));
  }
  return out;
}

ResidualId ResidualStore::without(ResidualId pattern, std::vector<ResidualId> texts) {
  std::lock_guard guard(mutex);
  steps_.begin();
  for (ResidualId& text : texts) text = negate(text);
  texts.push_back(pattern);
  return pruned(both(std::move(texts)));
}

ResidualId ResidualStore::united(std::vector<ResidualId> parts) {
  std::lock_guard guard(mutex);
  steps_.begin();
  return alt(std::move(parts));
}

ResidualId ResidualStore::joined(ResidualId head, ResidualId tail) {
  std::lock_guard guard(mutex);
  steps_.begin();
  return concat(head, tail);
}

// Others wait for half a millisecond, so that a long pattern is not read for ever beside many short ones, and have
// kPause to wake up: between two who give and take at once nobody comes.
void ResidualStore::lend() {
  constexpr std::chrono::microseconds kBetween{500}, kPause{50};
  if (!mutex.held_once() || Budget::Clock::now() - lent_ < kBetween || !(mutex.wanted() || turns::due())) return;
  {
    const bool wanted = mutex.wanted();
    const Outside outside(*this);
    if (wanted) std::this_thread::sleep_for(kPause);
    turns::next();
  }
  lent_ = Budget::Clock::now();
}

// Sorted distinct strings as nested alternations of first bytes; equal suffix sets share their nodes.
ResidualId ResidualStore::trie(std::vector<std::string_view> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  // The places on the path to the current item where ways part, with those that are finished, as what is left behind
  // them.
  struct Place { std::size_t depth; std::vector<ResidualId> ways; };
  std::vector<Place> open;
  const auto add = [&](std::size_t depth, ResidualId way) {
    if (open.empty() || open.back().depth < depth) open.push_back({depth, {}});
    open.back().ways.push_back(way);
  };
  std::size_t before = 0;  // what the item has in common with the one before it
  for (std::size_t i = 0; i < items.size(); ++i) {
    lend();
    const std::string_view item = items[i];
    std::size_t behind = 0;
    if (i + 1 < items.size())
      behind = std::mismatch(item.begin(), item.end(), items[i + 1].begin(), items[i + 1].end()).first - item.begin();
    const std::size_t parted = std::max(before, behind);
    add(parted, literal(item.substr(parted), kEpsilon));
    while (open.back().depth > behind) {
      const Place done = std::move(open.back());
      open.pop_back();
      const std::size_t above = open.empty() ? behind : std::max(behind, open.back().depth);
      add(above, literal(item.substr(above, done.depth - above), alt(done.ways)));
    }
    before = behind;
  }
  return open.empty() ? kEmpty : alt(std::move(open.back().ways));
}

}  // namespace constrain
