// Configurations: making, stepping, advancing and explaining them.
//
// 1. `step`: one byte. Each open lexeme's residual is derived; where it accepts, the set after its terminal becomes part of the
//    boundary; the boundary's terminals that can begin with the byte become open lexemes.
// 2. `advance`: a token's bytes, one step each; the result is interned and remembered by configuration and token.
// 3. `forced_bytes`: steps while one byte is the only one possible.
// 4. `explain`: the byte at which a token fails, and what was expected there.
#include "masks/configuration.h"

#include <algorithm>
#include <cctype>

#include "masks/completion.h"

namespace constrain {

Configurations::Configurations(ConstraintCore& owner, std::shared_ptr<CompiledGrammar> compiled, std::uint32_t generation)
    : owner_(owner), compiled_(std::move(compiled)), trie_(*owner.trie), store_(*compiled_->shared.store), recogniser_(store_, compiled_->network), positions_(store_, trie_, *compiled_->shared.scans), summaries_(recogniser_, positions_), suffix_parser_(store_, trie_, recogniser_, positions_), stack_contexts_(recogniser_, trie_.longest_token()), tracking_(compiled_->network.has_unique_items()), words_(store_), budget_(owner.budget), generation_(generation) {
  // Tokens that may open an array and end its second item, such as `[1,1,`: found once, because all tokens have to be
  // looked at.
  if (tracking_)
    for (TokenId t = 0; t < trie_.vocabulary_size(); ++t)
      if (trie_.is_text(t) && may_repeat(trie_.bytes(t))) repeating_.push_back(t);
  Frontier begin;
  begin.boundary = Recogniser::kStart;
  start_ = intern(begin);
}

Configurations::~Configurations() = default;

ConstraintCore::Counts Configurations::counts() const {
  const std::size_t spare = recogniser_.spare() + positions_.spare() + summaries_.spare() + configs_.spare() + memos_.spare();
  return {configs_.size(), recogniser_.size(), sizeof *this + spare + memory()};
}

std::size_t Configurations::memory() const {
  return arena_.total() + recogniser_.memory() + index_.bytes() + configs_.size() * sizeof(Config) +
         steps_.bytes() + spellings_of_used_.bytes() + followings_.size() * (sizeof(Following) + sizeof(FollowingKey) + 16) + memos_.size() * sizeof(MaskMemo) + memo_index_.bytes() + stack_contexts_.memory() + caller_free_memory_ + positions_.memory() + summaries_.memory() + items_.memory() + viable_.size() * 48 + (completions_ ? completions_->memory() : 0) + words_.memory() + staying_open_.size() * trie_.words() * 4;
}

// A matcher that replays a long text may need more than the budget by itself. It gets that, or it would replay forever.
void Configurations::make_room() {
  std::lock_guard guard(owner_.mutex);
  if (!crowded()) return;
  budget_ = 2 * memory();
  crowded_.store(false, std::memory_order_relaxed);
}

Configurations::Frontier Configurations::frontier(ConfigId c) const {
  const Config& config = configs_[c];
  return {{config.lexemes, config.lexemes + config.count}, config.boundary, {config.tracked, config.tracked + config.tracked_count}};
}

ConfigId Configurations::intern(Frontier& frontier) {
  // The order in which lexemes were opened means nothing, so it must not tell configurations apart.
  std::sort(frontier.lexemes.begin(), frontier.lexemes.end());
  frontier.lexemes.erase(std::unique(frontier.lexemes.begin(), frontier.lexemes.end()), frontier.lexemes.end());
  std::uint64_t hash = frontier.boundary;
  for (const OpenLexeme& t : frontier.lexemes) hash = mix(hash, (std::uint64_t{t.residual} << 32 | t.scan) + 0x9E3779B97F4A7C15ull * t.lexeme);
  for (const Tracked& t : frontier.tracked) hash = mix(hash, (std::uint64_t{t.thread.residual} << 32 | t.thread.scan) + 0x9E3779B97F4A7C15ull * t.thread.lexeme + t.track);
  const ConfigId found = index_.find(hash, [&](std::uint32_t id) {
    const Config& c = configs_[id];
    return c.boundary == frontier.boundary && c.count == frontier.lexemes.size() && c.tracked_count == frontier.tracked.size() &&
           std::equal(frontier.lexemes.begin(), frontier.lexemes.end(), c.lexemes) &&
           std::equal(frontier.tracked.begin(), frontier.tracked.end(), c.tracked);
  });
  if (found != kNone) return found;
  const ConfigId id = configs_.grow();
  Config& c = configs_[id];
  c.lexemes = arena_.copy(frontier.lexemes.data(), frontier.lexemes.size());
  c.count = static_cast<std::uint32_t>(frontier.lexemes.size());
  c.tracked = arena_.copy(frontier.tracked.data(), frontier.tracked.size());
  c.tracked_count = static_cast<std::uint32_t>(frontier.tracked.size());
  c.boundary = frontier.boundary;
  c.accepting = frontier.boundary != kNone && recogniser_.accepting(frontier.boundary);
  index_.insert(hash, id);
  // Memory is added up now and then only, because adding costs more than a step.
  if ((id & 15) == 0 && (memory() > budget_ || owner_.vocabulary->is_full(store_))) crowded_.store(true, std::memory_order_relaxed);
  return id;
}

// A lexeme that is compared with used ones has come to the residual. False if only used ones could come of it; `used` if
// it is one itself, so that it may go on, but not end. Of endlessly many texts some are left, whatever was used.
bool Configurations::compare(const Recogniser::Scan& scan, LexemeId lexeme, ResidualId& residual, bool& used) {
  if (!scan.compared) return true;
  const std::span<const ResidualId> forbidden = recogniser_.forbidden(scan, lexeme).texts;
  if (forbidden.empty()) return true;
  used = std::any_of(forbidden.begin(), forbidden.end(), [&](ResidualId r) { return store_.nullable(r); });
  // The whole lexeme has been read and can only end here, so it must not be a used one.
  if (residual == ResidualStore::kEpsilon) return !used;
  if (!store_.endless(residual)) residual = recogniser_.exactly(scan, lexeme);
  return residual != ResidualStore::kEmpty;
}

void Configurations::step(Frontier& frontier, std::uint8_t byte) {
  // Example: the `o` of `"colour` derives one residual, and is done.
  // Inside one lexeme, as most bytes are, nothing moves but its residual.
  if (frontier.lexemes.size() == 1 && frontier.boundary == kNone && frontier.tracked.empty() && frontier.lexemes[0].lexeme == ScopeMemory::kUnknown) {
    const ResidualId r = store_.derive(frontier.lexemes[0].residual, byte);
    if (r == ResidualStore::kEmpty) return frontier.lexemes.clear();
    if (!store_.nullable(r)) {
      frontier.lexemes[0].residual = r;
      return;
    }
  }
  // Made in members, because a step is too frequent to allocate.
  next_.lexemes.clear();
  next_.boundary = kNone;
  next_.tracked.clear();
  const auto take = [&](ResidualId residual, ScanId scan, LexemeId lexeme, TrackId track = UniqueItems::kOutside) {
    ResidualId r = store_.derive(residual, byte);
    if (r == ResidualStore::kEmpty) return;
    bool used = false;
    if (lexeme != ScopeMemory::kUnknown) {
      lexeme = recogniser_.extend(scan, lexeme, byte);
      if (!compare(recogniser_.scan(scan), lexeme, r, used)) return;
    }
    const bool tracked = track != UniqueItems::kOutside;
    if (r != ResidualStore::kEpsilon && tracked) next_.tracked.push_back({{r, scan, lexeme}, track});
    else if (r != ResidualStore::kEpsilon) next_.lexemes.push_back({r, scan, lexeme});
    if (store_.nullable(r) && !used) {
      const SetId set = recogniser_.after(scan, lexeme);
      if (tracked) return next_.tracked.push_back({{ResidualStore::kEpsilon, set, ScopeMemory::kUnknown}, track});
      // Two lexemes that end at the same byte (`1` as integer and as number) lead to one boundary, with the items of
      // both sets.
      next_.boundary = next_.boundary == kNone ? set : recogniser_.unite(next_.boundary, set);
    }
  };
  // Terminals that may begin here become open lexemes; the first bytes that they can have rule out most of them at
  // once.
  const auto begin = [&](SetId boundary, TrackId track) {
    const Recogniser::Set& set = recogniser_.expanded(boundary);
    if (!set.expectation->first.has(byte)) return;
    ScanId id = set.first_scan;
    recogniser_.burn(set.expectation->scans.size());
    for (const Recogniser::Scan& scan : set.expectation->scans) {
      if (scan.first->has(byte)) {
        TrackId then = track;
        if (tracking_) then = items_.step(track, byte, byte == '[' && recogniser_.network().terminal(scan.terminal).opens);
        if (then != UniqueItems::kRefused) take(scan.residual, id, scan.tracked() ? ScopeMemory::kUnread : ScopeMemory::kUnknown, then);
      }
      ++id;
    }
  };
  recogniser_.burn(frontier.lexemes.size() + frontier.tracked.size());
  for (const OpenLexeme& t : frontier.lexemes) take(t.residual, t.scan, t.lexeme);
  if (frontier.boundary != kNone) begin(frontier.boundary, UniqueItems::kOutside);
  for (const Tracked& t : frontier.tracked) {
    if (t.boundary()) {
      begin(t.thread.scan, t.track);
    } else if (const TrackId track = items_.step(t.track, byte, false); track != UniqueItems::kRefused) {
      take(t.thread.residual, t.thread.scan, t.thread.lexeme, track);
    }
  }
  if (next_.tracked.size() > 1) unite_tracked(next_.tracked);
  if (next_.lexemes.size() > 1) {
    std::sort(next_.lexemes.begin(), next_.lexemes.end());
    next_.lexemes.erase(std::unique(next_.lexemes.begin(), next_.lexemes.end()), next_.lexemes.end());
  }
  std::swap(frontier, next_);
}

// Sorted, each once, and one boundary set of those that have read the same.
void Configurations::unite_tracked(std::vector<Tracked>& tracked) {
  std::sort(tracked.begin(), tracked.end(), [](const Tracked& a, const Tracked& b) { return std::tie(a.track, a.thread) < std::tie(b.track, b.thread); });
  std::size_t kept = 1;
  for (std::size_t i = 1; i < tracked.size(); ++i) {
    Tracked& last = tracked[kept - 1];
    if (tracked[i] == last) continue;
    if (last.boundary() && tracked[i].boundary() && last.track == tracked[i].track) last.thread.scan = recogniser_.unite(last.thread.scan, tracked[i].thread.scan);
    else tracked[kept++] = tracked[i];
  }
  tracked.resize(kept);
}

ConfigId Configurations::advance(ConfigId c, TokenId token, bool keep) {
  std::lock_guard guard(owner_.mutex);
  // Texts of one grammar take the same steps again and again, in all rows.
  if (const ConfigId* known = steps_.find(c, token)) return *known;
  recogniser_.refuel();
  if (!reads(c, token)) return kNone;
  if (!keep) return c;
  const ConfigId next = intern(read_);
  steps_.insert(c, token, next);
  return next;
}

bool Configurations::reads(ConfigId c, TokenId token) {
  const Config& config = configs_[c];
  read_.lexemes.assign(config.lexemes, config.lexemes + config.count);
  read_.boundary = config.boundary;
  read_.tracked.assign(config.tracked, config.tracked + config.tracked_count);
  for (char byte : trie_.bytes(token)) {
    step(read_, static_cast<std::uint8_t>(byte));
    if (read_.empty()) return false;
  }
  return viable(read_);
}

void Configurations::successors(ConfigId c, std::span<ConfigId> next) {
  std::lock_guard guard(owner_.mutex);
  std::fill(next.begin(), next.end(), kNone);
  // One walk of the trie for all tokens: a prefix that many tokens share is stepped once.
  std::vector<Frontier> on_path(trie_.longest_token() + 1);  // after each byte of the path to the node
  std::vector<TrieNode> ends;                                // of the nodes on the path
  on_path[0] = frontier(c);
  for (TrieNode n = 1; n < trie_.size();) {
    while (!ends.empty() && n >= ends.back()) ends.pop_back();
    const TokenTrie::Node& node = trie_.node(n);
    Frontier& at = on_path[ends.size() + 1];
    at = on_path[ends.size()];
    recogniser_.refuel();
    step(at, node.byte);
    if (at.empty()) {
      n = node.end;
      continue;
    }
    if (trie_.tokens_begin(n) != trie_.tokens_end(n) && viable(at)) {
      const ConfigId then = intern(at);
      for (const TokenId* t = trie_.tokens_begin(n); t != trie_.tokens_end(n); ++t) next[*t] = then;
    }
    ends.push_back(node.end);
    ++n;
  }
}

const MadeMask& Configurations::ready_mask(ConfigId c) {
  // Without a lock where the mask exists, as after the first row of a batch that stands here; checked again under the
  // lock.
  if (const MadeMask* m = configs_[c].mask.load(std::memory_order_acquire)) return *m;
  std::lock_guard guard(owner_.mutex);
  const MadeMask* m = configs_[c].mask.load(std::memory_order_relaxed);
  return m ? *m : mask(c);
}

void Configurations::fill(ConfigId c, std::uint32_t* row) {
  const MadeMask& made = ready_mask(c);
  if (const std::uint32_t* whole = made.whole.load(std::memory_order_acquire)) {
    // A copy and nothing else, at the speed of memory.
    std::copy_n(whole, trie_.words(), row);
    return;
  }
  made.write(row, trie_.words());
  if (!made.many || made.written.fetch_add(1, std::memory_order_relaxed) + 1 != MadeMask::kOften) return;
  std::lock_guard guard(owner_.mutex);
  // A mask that is a base and many changes is worth a copy of its own when it is written often.
  if (wholes_++ >= kWholes) return;
  auto* whole = static_cast<std::uint32_t*>(arena_.allocate(trie_.words() * sizeof(std::uint32_t)));
  made.write(whole, trie_.words());  // not a copy of the row, into which somebody may be writing
  made.whole.store(whole, std::memory_order_release);
}

ByteSet Configurations::next_bytes(const Frontier& frontier) {
  ByteSet out;
  const auto add = [&](const Recogniser::Scan& scan, ResidualId residual, LexemeId lexeme) {
    out |= store_.first(scan.compared ? recogniser_.exactly(scan, lexeme) : residual);
  };
  const auto begin = [&](SetId boundary) {
    for (const Recogniser::Scan& scan : recogniser_.expanded(boundary).expectation->scans) add(scan, scan.residual, ScopeMemory::kUnread);
  };
  for (const OpenLexeme& t : frontier.lexemes) add(recogniser_.scan(t.scan), t.residual, t.lexeme);
  if (frontier.boundary != kNone) begin(frontier.boundary);
  for (const Tracked& t : frontier.tracked) {
    if (t.boundary()) begin(t.thread.scan);
    else add(recogniser_.scan(t.thread.scan), t.thread.residual, t.thread.lexeme);
  }
  return out;
}

// Stops where the text may end, because ending is a choice too.
std::string Configurations::forced_bytes(ConfigId c, std::size_t limit) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  std::string out;
  Frontier at = frontier(c);
  while (out.size() < limit && !(at.boundary != kNone && recogniser_.accepting(at.boundary))) {
    const ByteSet next = viable_bytes(at);
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
    // A message is read by people: a dozen ranges, five terminals and sixty bytes are what one reads.
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

/// A terminal's name; one that is spelt in punctuation alone, as `,` and `}:` are, between accents.
std::string shown(const std::string& name) {
  const bool is_word = std::any_of(name.begin(), name.end(), [](unsigned char c) { return c >= 0x80 || std::isalnum(c); });
  return is_word ? name : "`" + name + "`";
}

}  // namespace

std::string Configurations::expectations(const Frontier& frontier) {
  std::string inside;
  std::vector<TerminalId> named;
  const auto name = [&](TerminalId t) {
    if (named.size() >= 5 || std::find(named.begin(), named.end(), t) != named.end()) return;
    named.push_back(t);
    inside += (inside.empty() ? "" : ", ") + shown(compiled_->network.terminal(t).name);
  };
  for (const OpenLexeme& t : frontier.lexemes) name(recogniser_.scan(t.scan).terminal);
  for (const Tracked& t : frontier.tracked)
    if (!t.boundary()) name(recogniser_.scan(t.thread.scan).terminal);
  const ByteSet next = viable_bytes(frontier);
  if (next.empty()) return "nothing may follow; the text ends here";
  std::string out = "expected " + show_set(next);
  if (!inside.empty()) out += ", inside " + inside;
  if (frontier.boundary != kNone) {
    inside.clear();
    named.clear();
    for (const Recogniser::Scan& scan : recogniser_.expanded(frontier.boundary).expectation->scans) name(scan.terminal);
    if (!inside.empty()) out += (frontier.lexemes.empty() ? ", at the beginning of " : ", or at the beginning of ") + inside;
    if (recogniser_.accepting(frontier.boundary)) out += "; the text may also end here";
  }
  return out;
}

std::string Configurations::explain(ConfigId c, TokenId token) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  Frontier at = frontier(c);
  const std::string who = "token " + std::to_string(token);
  if (trie_.is_end(token)) {
    if (configs_[c].accepting) return who + " ends the text and is allowed";
    return who + " ends the text, but the text is not complete: " + expectations(at);
  }
  if (token >= trie_.vocabulary_size())
    return who + " is beyond the vocabulary, whose last token is " + std::to_string(trie_.vocabulary_size() - 1);
  if (!trie_.is_text(token))
    return who + " is not text (a special or padding token), so no grammar allows it";
  const std::string_view bytes = trie_.bytes(token);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // What was expected is told of the point before the byte that failed.
    Frontier before = at;
    step(at, static_cast<std::uint8_t>(bytes[i]));
    if (at.empty() || !viable(at))
      return who + " " + show_text(bytes) + " is refused at byte " + std::to_string(i + 1) + " of " +
             std::to_string(bytes.size()) + ", " + show_byte(static_cast<std::uint8_t>(bytes[i])) +
             (i ? " after " + show_text(bytes.substr(0, i)) : std::string()) + ": " + expectations(before);
  }
  return who + " " + show_text(bytes) + " is allowed";
}

}  // namespace constrain
