// Token tables as bytes, and back, in order:
//
// 1. `spell`: a residual in the byte code that patterns have, so that the file names no ids of a store.
// 2. `append`, `save_tables`: the tables that cost most to make, until the limit is reached. Tables that refer to
//    another one, or have costs, are left out: they are cheap where the other one is there.
// 3. `read`, `read_rounds`, `load_tables`: every number is checked against the trie, because the file may be damaged or
//    of another vocabulary. At the first thing that is wrong the reading stops; what was read before it is good.
//
// Example: of a process that has written JSON, the inside of a string is saved, since its table takes a walk of the
// whole trie, and the key `"name"` is not, since its table takes microseconds.
#include "tokens/table_file.h"

#include <algorithm>

#include "support/bytecode.h"

namespace constrain {
namespace {

constexpr std::size_t kMaxCode = 1 << 14;  // bytes of an expression; shared parts are written out
constexpr std::size_t kCostly =
    4096;  // of TokenTable::work: below it, a list is made again in some tens of microseconds

// The residual in the byte code of constrain/patterns/pattern.py (see bytecode_reader.cc), or nothing where it has
// assertions or is too long. Postfix, with an explicit stack.
std::string spell(const ResidualStore& store, ResidualId n) {
  using Kind = ResidualStore::Kind;
  struct Visit { ResidualId node; bool parts_done; };
  std::vector<Visit> work{{n, false}};
  std::string out;
  while (!work.empty()) {
    const auto [at, parts_done] = work.back();
    work.pop_back();
    const ResidualStore::Node& x = store.node(at);
    // Conditions of lookaheads have no byte code of their own, and nobody would find them again.
    if (x.asserts || (x.kind == Kind::And && x.negative) || out.size() + work.size() > kMaxCode) return {};
    if (!parts_done) work.push_back({at, true});
    const auto first = [&](ResidualId part) { work.push_back({part, false}); };
    switch (x.kind) {
      case Kind::Empty: case Kind::Epsilon:
        if (parts_done) append_operation(out, x.kind == Kind::Empty ? PatternCode::Empty : PatternCode::Epsilon);
        break;
      case Kind::Class:
        if (!parts_done) break;
        append_operation(out, PatternCode::ByteClass);
        out.append(reinterpret_cast<const char*>(store.head_set(at).words.data()), 32);
        break;
      case Kind::Concat:
        if (!parts_done) {
          first(x.b);
          first(x.a);
        } else {
          append_operation(out, PatternCode::Concatenation);
          append_number(out, 2);
        }
        break;
      case Kind::Alt: case Kind::And:
        if (!parts_done) {
          for (std::uint32_t i = x.count; i-- > 0;) first(x.parts[i]);
        } else {
          append_operation(out, x.kind == Kind::Alt ? PatternCode::Alternation : PatternCode::Intersection);
          append_number(out, x.count);
        }
        break;
      case Kind::Not: case Kind::Repeat:
        if (!parts_done) {
          first(x.a);
        } else if (x.kind == Kind::Not) {
          append_operation(out, PatternCode::Complement);
        } else {
          append_operation(out, PatternCode::Repetition);
          append_number(out, x.minimum);
          append_number(out, x.maximum == kUnbounded ? 0 : std::uint64_t{x.maximum} + 1);
        }
        break;
      default: return {};
    }
  }
  return out;
}

class Writer {
 public:
  template <class T>
  void put(const T* data, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto size = static_cast<std::uint32_t>(count);
    bytes.append(reinterpret_cast<const char*>(&size), 4);
    bytes.append(reinterpret_cast<const char*>(data), count * sizeof(T));
    // Lists begin at multiples of four bytes, as the numbers in them do.
    bytes.append((4 - bytes.size() % 4) % 4, '\0');
  }
  template <class T>
  void put(const std::vector<T>& data) { put(data.data(), data.size()); }
  std::string bytes;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool done() const { return at_ == bytes_.size(); }
  // The next list, or nothing and `good` false.
  template <class T>
  std::vector<T> get() {
    std::uint32_t count = 0;
    if (bytes_.size() - at_ < 4) good = false;
    if (!good) return {};
    std::memcpy(&count, bytes_.data() + at_, 4);
    at_ += 4;
    // By division, because a count from a damaged file may overflow a product.
    if ((bytes_.size() - at_) / sizeof(T) < count) {
      good = false;
      return {};
    }
    std::vector<T> out(count);
    if (count) std::memcpy(static_cast<void*>(out.data()), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    at_ = std::min(bytes_.size(), at_ + (4 - at_ % 4) % 4);
    return out;
  }
  bool good = true;

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

struct Run { std::uint32_t rounds, count; };

void append(Writer& out, const TokenTable& table, const std::string& code) {
  out.put(code.data(), code.size());
  out.put(table.dense);
  out.put(table.sparse);
  out.put(table.crossing_bytes.words.data(), 4);
  for (std::size_t i = 0; i < table.crossings.size(); ++i) {
    const std::span<const TokenTable::Crossing> list = table.crossings[i];
    out.put(list.data(), list.size());
  }
  std::vector<TokenId> inside;
  std::vector<Run> runs;
  if (table.rounds) {
    inside = table.rounds->inside;
    std::uint32_t before = 0;
    for (std::uint32_t k = 0; k < table.rounds->ends.size(); ++k) {
      const std::uint32_t end = table.rounds->ends[k];
      // Few numbers of rounds have tokens, so these are stored as runs and not one by one.
      if (end > before) runs.push_back({k, end - before});
      before = end;
    }
  }
  const std::uint32_t known[] = {table.rounds_known, table.rounds != nullptr};
  out.put(known, 2);
  out.put(inside);
  out.put(runs);
  if (!table.rounds) return;
  out.put(table.rounds->beyond);
  out.put(table.rounds->crossings);
}

bool below(const TokenTrie& trie, TrieNode from, TrieNode dead) {
  return from < dead && dead < trie.size() && dead < trie.node(from).end;
}

// The rounds that follow in the file; null where they are none of this trie.
std::unique_ptr<const Rounds> read_rounds(Reader& in, const TokenTrie& trie, const std::vector<TokenId>& inside,
                                          const std::vector<Run>& runs) {
  auto out = std::make_unique<Rounds>();
  out->beyond = in.get<Rounds::Token>();
  out->crossings = in.get<Rounds::Crossing>();
  std::uint32_t at = 0;
  for (const Run& run : runs) {
    if (run.rounds < out->ends.size() || run.rounds > trie.longest_token() || run.count > inside.size() - at)
      return nullptr;
    out->ends.resize(run.rounds, at);
    out->ends.push_back(at += run.count);
  }
  out->inside = inside;
  const auto text = [&](const Rounds::Token& t) { return t.token < trie.vocabulary_size() && trie.is_text(t.token); };
  const auto known = [&](TokenId t) { return t < trie.vocabulary_size() && trie.is_text(t); };
  const bool fits = in.good && at == inside.size() && std::all_of(inside.begin(), inside.end(), known) &&
                    std::all_of(out->beyond.begin(), out->beyond.end(), text) &&
                    std::all_of(out->crossings.begin(), out->crossings.end(),
                                [&](const Rounds::Crossing& c) { return below(trie, c.from, c.dead); });
  return fits ? std::move(out) : nullptr;
}

// The next table, or null where what follows is none of this trie.
std::unique_ptr<TokenTable> read(Reader& in, const TokenTrie& trie) {
  auto table = std::make_unique<TokenTable>();
  table->dense = in.get<std::uint32_t>();
  table->sparse = in.get<TokenId>();
  table->work = kCostly;
  const std::vector<std::uint64_t> bytes = in.get<std::uint64_t>();
  if (bytes.size() != 4 || (!table->dense.empty() && (table->dense.size() != trie.words() || !table->sparse.empty())))
    return nullptr;
  for (std::size_t w = 0; w < table->dense.size(); ++w)
    if (table->dense[w] & ~trie.text()[w]) return nullptr;
  for (TokenId t : table->sparse)
    if (t >= trie.vocabulary_size() || !trie.is_text(t)) return nullptr;
  std::copy(bytes.begin(), bytes.end(), table->crossing_bytes.words.begin());
  for (int i = table->crossing_bytes.count(); i-- > 0;) {
    const std::vector<TokenTable::Crossing> list = in.get<TokenTable::Crossing>();
    for (const TokenTable::Crossing& c : list)
      if (!below(trie, c.from, c.dead)) return nullptr;
    table->crossings.add(list);
  }
  table->suffixes = std::vector<std::atomic<const SuffixTrie*>>(table->crossings.size());
  const std::vector<std::uint32_t> known = in.get<std::uint32_t>();
  const std::vector<TokenId> inside = in.get<TokenId>();
  const std::vector<Run> runs = in.get<Run>();
  if (!in.good || known.size() != 2) return nullptr;
  table->rounds_known = known[0];
  if (known[1] && !(table->rounds = read_rounds(in, trie, inside, runs))) return nullptr;
  return table;
}

}  // namespace

std::string save_tables(ResidualStore& store, std::size_t limit) {
  static_assert(std::endian::native == std::endian::little, "files are little-endian; swap here");
  Writer out;
  std::lock_guard guard(store.mutex);
  for (ResidualId n = 0; n < store.size() && out.bytes.size() < limit; ++n) {
    const TokenTable* table = store.node(n).table.load(std::memory_order_acquire);
    if (!table || table->reference || table->costs || (table->dense.empty() && table->work < kCostly)) continue;
    const std::string code = spell(store, n);
    const std::size_t before = out.bytes.size();
    if (!code.empty()) append(out, *table, code);
    // A table that does not fit is left out whole; smaller ones may still fit.
    if (out.bytes.size() > limit) out.bytes.resize(before);
  }
  return std::move(out.bytes);
}

std::size_t load_tables(ResidualStore& store, const TokenTrie& trie, std::string_view saved) {
  std::size_t count = 0;
  Reader in(saved);
  std::lock_guard guard(store.mutex);
  while (!in.done()) {
    const std::vector<char> code = in.get<char>();
    std::unique_ptr<TokenTable> table = in.good ? read(in, trie) : nullptr;
    if (!table) break;
    ResidualId r = ResidualStore::kEmpty;
    try {
      r = store.restore({code.data(), code.size()});
    } catch (const std::runtime_error&) {
      break;  // no expression
    }
    // Made meanwhile, or twice in the file: the store keeps the first.
    if (store.node(r).table.load(std::memory_order_relaxed)) continue;
    store.charge(table->memory());
    if (table->rounds)
      store.charge(table->rounds->memory());
    store.set_table(r, table.release(), free_table);
    ++count;
  }
  return count;
}

}  // namespace constrain
