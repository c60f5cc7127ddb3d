#include "configuration.h"

#include <algorithm>

namespace constrain {

namespace {
constexpr std::uint32_t kLargeSubtree = 32;      // nodes below which walking is cheaper than remembering
constexpr std::size_t kReachMemory = 32u << 20;  // bytes of remembered walks in one constraint
std::atomic<std::uint64_t> constraints_made{0};
}  // namespace

std::shared_ptr<ResidualStore> VocabularyCore::store() {
  std::lock_guard guard(mutex_);
  if (!store_ || store_->memory() > budget) store_ = std::make_shared<ResidualStore>();
  return store_;
}

ConstraintCore::ConstraintCore(std::shared_ptr<VocabularyCore> vocabulary_, const std::vector<std::string>& terminals,
                               std::vector<std::string> names, const std::vector<std::string>& productions,
                               std::uint32_t start, std::vector<std::uint32_t> families, std::size_t budget_)
    : serial(constraints_made.fetch_add(1, std::memory_order_relaxed)),
      vocabulary(std::move(vocabulary_)),
      trie(vocabulary->trie),
      store(vocabulary->store()),
      network(*store, terminals, std::move(names), productions, start, std::move(families)),
      budget(budget_) {}

std::shared_ptr<Configurations> ConstraintCore::configurations() {
  std::lock_guard guard(mutex);
  if (!configurations_ || configurations_->crowded()) configurations_ = std::make_shared<Configurations>(*this, generations_++);
  return configurations_;
}

Configurations::Configurations(ConstraintCore& owner, std::uint32_t generation)
    : owner_(owner), trie_(*owner.trie), store_(*owner.store), recogniser_(store_, owner.network), budget_(owner.budget), generation_(generation) {
  Front begin;
  begin.fresh = Recogniser::kStart;
  start_ = intern(begin);
}

Configurations::~Configurations() {
  for (ConfigId c = 0; c < configs_.size(); ++c) delete configs_[c].mask.load(std::memory_order_relaxed);
}

std::size_t Configurations::memory() {
  return arena_.total() + recogniser_.memory() + index_.bytes() + configs_.size() * sizeof(Config) +
         steps_.size() * 48 + mask_memory_ + reach_memory_;
}

void Configurations::make_room() {
  std::lock_guard guard(owner_.mutex);
  if (!crowded()) return;
  budget_ = 2 * memory();
  crowded_.store(false, std::memory_order_relaxed);
}

Configurations::Front Configurations::front(ConfigId c) const {
  const Config& config = configs_[c];
  return {{config.threads, config.threads + config.count}, config.fresh};
}

ConfigId Configurations::intern(Front& front) {
  std::sort(front.threads.begin(), front.threads.end());
  front.threads.erase(std::unique(front.threads.begin(), front.threads.end()), front.threads.end());
  std::uint64_t hash = front.fresh;
  for (const Thread& t : front.threads) hash = mix(hash, (std::uint64_t{t.residual} << 32 | t.scan) + 0x9E3779B97F4A7C15ull * t.lexeme);
  const ConfigId found = index_.find(hash, [&](std::uint32_t id) {
    const Config& c = configs_[id];
    return c.fresh == front.fresh && c.count == front.threads.size() &&
           std::equal(front.threads.begin(), front.threads.end(), c.threads);
  });
  if (found != kNone) return found;
  const ConfigId id = configs_.grow();
  Config& c = configs_[id];
  c.threads = arena_.copy(front.threads.data(), front.threads.size());
  c.count = static_cast<std::uint32_t>(front.threads.size());
  c.fresh = front.fresh;
  c.accepting = front.fresh != kNone && recogniser_.accepting(front.fresh);
  index_.insert(hash, id);
  if ((id & 15) == 0 && memory() > budget_) crowded_.store(true, std::memory_order_relaxed);
  return id;
}

void Configurations::step(Front& front, std::uint8_t byte) {
  next_.threads.clear();
  next_.fresh = kNone;
  const auto take = [&](ResidualId residual, ScanId scan, LexemeId lexeme) {
    const ResidualId r = store_.derive(residual, byte);
    if (r == ResidualStore::kEmpty) return;
    if (lexeme != MarkSets::kUnknown) lexeme = recogniser_.extend(scan, lexeme, byte);
    if (r != ResidualStore::kEpsilon) next_.threads.push_back({r, scan, lexeme});
    if (store_.nullable(r)) {
      const SetId set = recogniser_.after(scan, lexeme);
      next_.fresh = next_.fresh == kNone ? set : recogniser_.unite(next_.fresh, set);
    }
  };
  recogniser_.burn(front.threads.size());
  for (const Thread& t : front.threads) take(t.residual, t.scan, t.lexeme);
  if (front.fresh != kNone) {
    const Recogniser::Set& set = recogniser_.expanded(front.fresh);
    if (set.shape->first.has(byte)) {
      ScanId id = set.first_scan;
      recogniser_.burn(set.shape->scans.size());
      for (const Recogniser::Scan& scan : set.shape->scans) {
        if (scan.first->has(byte)) take(scan.residual, id, scan.tracked() ? MarkSets::kUnread : MarkSets::kUnknown);
        ++id;
      }
    }
  }
  if (next_.threads.size() > 1) {
    std::sort(next_.threads.begin(), next_.threads.end());
    next_.threads.erase(std::unique(next_.threads.begin(), next_.threads.end()), next_.threads.end());
  }
  std::swap(front, next_);
}

ConfigId Configurations::advance(ConfigId c, TokenId token, bool keep) {
  std::lock_guard guard(owner_.mutex);
  const std::uint64_t key = std::uint64_t{c} << 32 | token;
  if (const auto it = steps_.find(key); it != steps_.end()) return it->second;
  recogniser_.refuel();
  if (!keep) return reads(c, token) ? c : kNone;
  Front at = front(c);
  for (char byte : trie_.bytes(token)) {
    step(at, static_cast<std::uint8_t>(byte));
    if (at.empty()) return kNone;
  }
  const ConfigId next = intern(at);
  steps_.emplace(key, next);
  return next;
}

bool Configurations::reads(ConfigId c, TokenId token) {
  Front at = front(c);
  for (char byte : trie_.bytes(token)) {
    step(at, static_cast<std::uint8_t>(byte));
    if (at.empty()) return false;
  }
  return true;
}

// Adds the tokens whose lexeme may end inside them, for one thread.
void Configurations::cross(const TokenTable& table, const std::vector<TokenId>* except, ScanId scan, Mask& out) {
  if (table.crossing_bytes.empty()) return;
  const SetId set = recogniser_.after(scan);
  const ByteSet asked = table.crossing_bytes & recogniser_.expanded(set).shape->first;
  asked.each([&](std::uint8_t byte) {
    walk(*suffix_trie(store_, trie_, table, byte), set, except, out);
  });
}

const Configurations::Reach& Configurations::reach(const SuffixTrie& trie, std::uint32_t node, ResidualId residual) {
  const auto [found, fresh] = reaches_.try_emplace({&trie, node, residual});
  Reach& out = found->second;
  if (!fresh) return out;
  std::vector<std::pair<std::uint32_t, ResidualId>> work{{node, residual}};
  std::vector<std::pair<std::uint8_t, std::uint32_t>> borders;
  while (!work.empty()) {
    const auto [at, before] = work.back();
    work.pop_back();
    for (std::uint32_t c = at + 1; c < trie.nodes[at].end; c = trie.nodes[c].end) {
      const ResidualId r = store_.derive(before, trie.nodes[c].byte);
      if (r == ResidualStore::kEmpty) continue;
      out.tokens.insert(out.tokens.end(), trie.tokens.begin() + trie.nodes[c].tokens, trie.tokens.begin() + trie.nodes[c + 1].tokens);
      if (trie.nodes[c].end == c + 1) continue;
      if (r != ResidualStore::kEpsilon) work.emplace_back(c, r);
      if (!store_.nullable(r)) continue;
      for (std::uint32_t d = c + 1; d < trie.nodes[c].end; d = trie.nodes[d].end) borders.emplace_back(trie.nodes[d].byte, c);
    }
  }
  // By byte, counting.
  std::array<std::uint32_t, 257> place{};
  for (const auto& [byte, at] : borders) ++place[byte + 1];
  for (int b = 0; b < 256; ++b) {
    if (place[b + 1]) {
      out.after.add(static_cast<std::uint8_t>(b));
      out.begins.push_back(place[b]);
    }
    place[b + 1] += place[b];
  }
  out.begins.push_back(place[256]);
  out.borders.resize(borders.size());
  for (const auto& [byte, at] : borders) out.borders[place[byte]++] = at;
  if (out.tokens.size() > trie_.words() / 4) {
    out.dense.assign(trie_.words(), 0);
    for (TokenId t : out.tokens) out.dense[t >> 5] |= 1u << (t & 31);
  }
  out.tokens.shrink_to_fit();
  out.begins.shrink_to_fit();
  reach_memory_ += sizeof(ReachKey) + sizeof(Reach) + 32 + 4 * (out.tokens.size() + out.dense.size() + out.borders.size() + out.begins.size());
  return out;
}

void Configurations::take(const Reach& reach, const std::vector<TokenId>* except, Mask& out) {
  if (reach.dense.empty()) {
    for (TokenId t : reach.tokens)
      if (!except || !std::binary_search(except->begin(), except->end(), t)) out.added.push_back(t);
    return;
  }
  settle(out);
  std::vector<TokenId> kept;  // exceptions that are not in the mask
  if (except)
    for (TokenId t : *except)
      if (!(out.own[t >> 5] >> (t & 31) & 1)) kept.push_back(t);
  for (std::uint32_t w = 0; w < trie_.words(); ++w) out.own[w] |= reach.dense[w];
  for (TokenId t : kept) out.own[t >> 5] &= ~(1u << (t & 31));
}

// Reads suffixes through the grammar from the beginning of `set`'s terminals. Threads are followed one by one, since a
// token is allowed as soon as one of them can read it.
void Configurations::walk(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out) {
  walk_.clear();
  visited_.clear();
  taken_.clear();
  if (reach_memory_ > kReachMemory) {
    reaches_.clear();
    reach_memory_ = 0;
  }
  std::size_t patience = 4096 + 16 * trie.nodes.size();
  const auto add = [&](TokenId token, bool doubtful) {
    if (!except || !std::binary_search(except->begin(), except->end(), token))
      (doubtful ? doubtful_ : out.added).push_back(token);
  };
  // A residual has come to a node. Ambiguous grammars end lexemes there in many ways, all but one in vain.
  const auto arrive = [&](std::uint32_t node, ResidualId r, ScanId scan, bool doubtful) {
    for (std::uint32_t t = trie.nodes[node].tokens; t < trie.nodes[node + 1].tokens; ++t) add(trie.tokens[t], doubtful);
    if (trie.nodes[node].end == node + 1) return;
    if (r != ResidualStore::kEpsilon) walk_.push_back({node, r, scan, doubtful});
    if (!store_.nullable(r)) return;
    const SetId next = recogniser_.after(scan);
    if (visited_.insert(std::uint64_t{node} << 32 | next)) walk_.push_back({node, kNone, next, doubtful});
  };
  walk_.push_back({0, kNone, set, false});
  while (!walk_.empty()) {
    const Open at = walk_.back();
    walk_.pop_back();
    if (patience-- == 0) return walk_merged(trie, set, except, out);  // Threads multiply. Merged, they cannot.
    const std::uint32_t end = trie.nodes[at.node].end;
    if (at.residual == kNone) {
      // What ended before the suffix is not known to a distinct terminal in it, so its tokens are looked at again.
      const Recogniser::Set& next = recogniser_.expanded(at.scan);
      const auto begin = [&](std::uint8_t byte, auto each) {
        if (!next.shape->first.has(byte)) return;
        for (std::uint32_t i : recogniser_.beginning(*next.shape, byte)) {
          const Recogniser::Scan& scan = next.shape->scans[i];
          each(scan.residual, next.first_scan + i, at.doubtful || scan.doubtful);
        }
      };
      if (end - at.node < kLargeSubtree) {
        for (std::uint32_t c = at.node + 1; c < end; c = trie.nodes[c].end) {
          const std::uint8_t byte = trie.nodes[c].byte;
          begin(byte, [&](ResidualId r, ScanId id, bool doubtful) { arrive(c, store_.derive(r, byte), id, doubtful); });
        }
      } else if (trie.nodes[at.node + 1].end == end) {
        begin(trie.nodes[at.node + 1].byte, [&](ResidualId r, ScanId id, bool doubtful) { walk_.push_back({at.node, r, id, doubtful}); });
      } else {
        ByteSet below;
        for (std::uint32_t c = at.node + 1; c < end; c = trie.nodes[c].end) below.add(trie.nodes[c].byte);
        ScanId id = next.first_scan;
        for (const Recogniser::Scan& scan : next.shape->scans) {
          if (!(below & *scan.first).empty()) walk_.push_back({at.node, scan.residual, id, at.doubtful || scan.doubtful});
          ++id;
        }
      }
      continue;
    }
    if (end - at.node >= kLargeSubtree) {
      const Reach& known = reach(trie, at.node, at.residual);
      patience -= std::min(patience, (known.tokens.size() + known.borders.size()) / 8);
      const std::uint64_t key = (std::uint64_t{at.node} << 33) | (std::uint64_t{at.residual} << 1) | at.doubtful;
      if (taken_.insert(key)) {
        if (!at.doubtful) take(known, except, out);
        else for (TokenId t : known.tokens) add(t, true);
      }
      if (known.borders.empty()) continue;
      const SetId next = recogniser_.after(at.scan);
      const ByteSet& first = recogniser_.expanded(next).shape->first;
      std::size_t index = 0;
      known.after.each([&](std::uint8_t byte) {
        if (first.has(byte))
          for (std::uint32_t b = known.begins[index]; b < known.begins[index + 1]; ++b)
            if (visited_.insert(std::uint64_t{known.borders[b]} << 32 | next)) walk_.push_back({known.borders[b], kNone, next, at.doubtful});
        ++index;
      });
      continue;
    }
    for (std::uint32_t c = at.node + 1; c < end; c = trie.nodes[c].end) {
      const ResidualId r = store_.derive(at.residual, trie.nodes[c].byte);
      if (r != ResidualStore::kEmpty) arrive(c, r, at.scan, at.doubtful);
    }
  }
}

// The same with all threads of a place in one front and their sets united, as `advance` does it: slower where threads
// are few, polynomial where they are many.
void Configurations::walk_merged(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out) {
  if (recogniser_.uncertain(set)) {  // its readings may be many that are one in truth
    doubtful_.insert(doubtful_.end(), trie.tokens.begin(), trie.tokens.end());
    return;
  }
  std::vector<std::pair<std::uint32_t, Front>> work{{0, {{}, set}}};
  while (!work.empty()) {
    const auto [node, front] = std::move(work.back());
    work.pop_back();
    for (std::uint32_t c = node + 1; c < trie.nodes[node].end; c = trie.nodes[c].end) {
      Front next = front;
      step(next, trie.nodes[c].byte);
      if (next.empty()) continue;
      for (std::uint32_t t = trie.nodes[c].tokens; t < trie.nodes[c + 1].tokens; ++t)
        if (!except || !std::binary_search(except->begin(), except->end(), trie.tokens[t]))
          (recogniser_.has_scopes() ? doubtful_ : out.added).push_back(trie.tokens[t]);
      if (trie.nodes[c].end > c + 1) work.emplace_back(c, std::move(next));
    }
  }
}

// Applies the pending changes to a bitset of the mask's own; needed where two permissive residuals meet.
void Configurations::settle(Mask& out) {
  if (out.own.empty()) {
    out.own.assign(trie_.words(), 0);
    if (out.base) std::copy(out.base, out.base + trie_.words(), out.own.begin());
    out.base = out.own.data();
  }
  for (TokenId t : out.removed) out.own[t >> 5] &= ~(1u << (t & 31));
  for (TokenId t : out.added) out.own[t >> 5] |= 1u << (t & 31);
  out.removed.clear();
  out.added.clear();
}

const Configurations::Mask& Configurations::mask(ConfigId id) {
  recogniser_.refuel();
  doubtful_.clear();
  const Config& config = configs_[id];
  auto out = std::make_unique<Mask>();
  const auto dense_of = [](const TokenTable& t) {
    return !t.dense.empty() ? t.dense.data() : t.reference && !t.reference->dense.empty() ? t.reference->dense.data() : nullptr;
  };
  const auto include = [&](ResidualId residual, ScanId scan, const auto& self) -> void {
    if (!store_.node(residual).table.load(std::memory_order_acquire)) {
      const std::vector<ResidualId> parts = store_.split(residual);
      for (ResidualId part : parts) self(part, scan, self);
      if (!parts.empty()) return;
    }
    const TokenTable& table = token_table(store_, trie_, residual);
    if (const std::uint32_t* dense = dense_of(table)) {
      if (!out->base) {
        // Additions made so far stay valid: removals are applied before additions.
        out->base = dense;
        out->removed = table.removed;
      } else if (dense != out->base || !table.removed.empty() || !out->removed.empty()) {
        settle(*out);
        std::vector<std::uint32_t> bits(dense, dense + trie_.words());
        for (TokenId t : table.removed) bits[t >> 5] &= ~(1u << (t & 31));
        for (std::uint32_t w = 0; w < trie_.words(); ++w) out->own[w] |= bits[w];
      }
    }
    out->added.insert(out->added.end(), table.sparse.begin(), table.sparse.end());
    out->added.insert(out->added.end(), table.added.begin(), table.added.end());
    cross(table, nullptr, scan, *out);
    if (table.reference) cross(*table.reference, table.diverging.empty() ? nullptr : &table.diverging, scan, *out);
  };
  for (std::uint32_t i = 0; i < config.count; ++i) include(config.threads[i].residual, config.threads[i].scan, include);
  if (config.fresh != kNone) {
    const Recogniser::Set& set = recogniser_.expanded(config.fresh);
    ScanId id = set.first_scan;
    for (const Recogniser::Scan& scan : set.shape->scans) include(scan.residual, id++, include);
  }
  if (!doubtful_.empty()) {
    std::sort(doubtful_.begin(), doubtful_.end());
    doubtful_.erase(std::unique(doubtful_.begin(), doubtful_.end()), doubtful_.end());
    for (TokenId t : doubtful_)
      if (reads(id, t)) out->added.push_back(t);
    doubtful_.clear();
  }
  if (config.accepting) out->added.insert(out->added.end(), trie_.end_ids().begin(), trie_.end_ids().end());
  if (out->added.size() > trie_.words() / 2) settle(*out);
  out->added.shrink_to_fit();
  mask_memory_ += sizeof(Mask) + 4 * (out->own.size() + out->removed.size() + out->added.size());
  const Mask* made = out.release();
  configs_[id].mask.store(made, std::memory_order_release);
  return *made;
}

const Configurations::Mask& Configurations::ready_mask(ConfigId c) {
  if (const Mask* m = configs_[c].mask.load(std::memory_order_acquire)) return *m;
  std::lock_guard guard(owner_.mutex);
  const Mask* m = configs_[c].mask.load(std::memory_order_relaxed);
  return m ? *m : mask(c);
}

void Configurations::fill(ConfigId c, std::uint32_t* row) {
  const Mask* m = &ready_mask(c);
  if (m->base) std::memcpy(row, m->base, std::size_t{trie_.words()} * 4);
  else std::memset(row, 0, std::size_t{trie_.words()} * 4);
  for (TokenId t : m->removed) row[t >> 5] &= ~(1u << (t & 31));
  for (TokenId t : m->added) row[t >> 5] |= 1u << (t & 31);
}

ByteSet Configurations::next_bytes(const Front& front) {
  ByteSet out;
  for (const Thread& t : front.threads) out |= store_.first(t.residual);
  if (front.fresh != kNone) out |= recogniser_.expanded(front.fresh).shape->first;
  return out;
}

std::string Configurations::forced_bytes(ConfigId c, std::size_t limit) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  std::string out;
  Front at = front(c);
  while (out.size() < limit && !(at.fresh != kNone && recogniser_.accepting(at.fresh))) {
    const ByteSet next = next_bytes(at);
    if (next.count() != 1) break;
    std::uint8_t byte = 0;
    next.each([&](std::uint8_t b) { byte = b; });
    step(at, byte);
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

namespace {

std::string show_byte(std::uint8_t b) {
  if (b == '`' || b == '\\') return std::string("`") + static_cast<char>(b) + "`";
  if (b > 0x20 && b < 0x7F) return std::string("`") + static_cast<char>(b) + "`";
  if (b == ' ') return "space";
  if (b == '\n') return "newline";
  if (b == '\t') return "tab";
  static const char digits[] = "0123456789abcdef";
  return std::string("0x") + digits[b >> 4] + digits[b & 15];
}

std::string show_set(const ByteSet& set) {
  std::string out;
  int listed = 0;
  for (int b = 0; b < 256; ++b) {
    if (!set.has(static_cast<std::uint8_t>(b))) continue;
    int last = b;
    while (last < 255 && set.has(static_cast<std::uint8_t>(last + 1))) ++last;
    if (listed++ == 12) return out + ", …";
    if (!out.empty()) out += ", ";
    out += show_byte(static_cast<std::uint8_t>(b));
    if (last > b) out += (last > b + 1 ? " to " : ", ") + show_byte(static_cast<std::uint8_t>(last));
    b = last;
  }
  return out.empty() ? "nothing" : out;
}

std::string show_text(std::string_view text) {
  std::string out = "\"";
  static const char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 60) return out + "\"…";
    const auto b = static_cast<std::uint8_t>(text[i]);
    if (b == '"' || b == '\\') (out += '\\') += static_cast<char>(b);
    else if (b == '\n') out += "\\n";
    else if (b >= 0x20 && b < 0x7F) out += static_cast<char>(b);
    else ((out += "\\x") += digits[b >> 4]) += digits[b & 15];
  }
  return out + "\"";
}

}  // namespace

std::string Configurations::expectations(const Front& front) {
  std::string inside;
  std::vector<TerminalId> named;
  const auto name = [&](TerminalId t) {
    if (named.size() >= 5 || std::find(named.begin(), named.end(), t) != named.end()) return;
    named.push_back(t);
    inside += (inside.empty() ? "" : ", ") + owner_.network.terminal(t).name;
  };
  for (const Thread& t : front.threads) name(recogniser_.scan(t.scan).terminal);
  const ByteSet next = next_bytes(front);
  if (next.empty()) return "nothing may follow; the text ends here";
  std::string out = "expected " + show_set(next);
  if (!inside.empty()) out += ", inside " + inside;
  if (front.fresh != kNone) {
    inside.clear();
    named.clear();
    for (const Recogniser::Scan& scan : recogniser_.expanded(front.fresh).shape->scans) name(scan.terminal);
    if (!inside.empty()) out += (front.threads.empty() ? ", at the beginning of " : ", or at the beginning of ") + inside;
    if (recogniser_.accepting(front.fresh)) out += "; the text may also end here";
  }
  return out;
}

std::string Configurations::explain(ConfigId c, TokenId token) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  Front at = front(c);
  const std::string who = "token " + std::to_string(token);
  if (trie_.is_end(token)) {
    if (configs_[c].accepting) return who + " ends the text and is allowed";
    return who + " ends the text, but the text is not complete: " + expectations(at);
  }
  if (token >= trie_.vocabulary_size() || !trie_.is_text(token))
    return who + " is not text (a special or padding token), so no grammar allows it";
  const std::string_view bytes = trie_.bytes(token);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Front before = at;
    step(at, static_cast<std::uint8_t>(bytes[i]));
    if (at.empty())
      return who + " " + show_text(bytes) + " is refused at byte " + std::to_string(i + 1) + " of " +
             std::to_string(bytes.size()) + ", " + show_byte(static_cast<std::uint8_t>(bytes[i])) +
             (i ? " after " + show_text(bytes.substr(0, i)) : std::string()) + ": " + expectations(before);
  }
  return who + " " + show_text(bytes) + " is allowed";
}

}  // namespace constrain
