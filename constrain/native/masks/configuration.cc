// Configurations: making, advancing and explaining them.
//
// 1. `intern`: a frontier becomes a configuration.
// 2. `advance`: a token's bytes, one step each (stepper.h); the result is interned and remembered by configuration and token.
// 3. `forced_bytes`: steps while one byte is the only one possible.
// 4. `explain`: the byte at which a token fails, and what was expected there.
#include "masks/configuration.h"

#include <algorithm>

#include "masks/completion.h"
#include "masks/explain.h"

namespace constrain {

Configurations::Configurations(ConstraintCore& owner, std::shared_ptr<CompiledGrammar> compiled, std::uint32_t generation)
    : owner_(owner), compiled_(std::move(compiled)), trie_(*owner.trie), store_(*compiled_->shared.store), reader_(trie_, store_, compiled_->network, [this] { count_memory(); }), tracked_masks_(reader_), used_lexemes_(store_, trie_, arena_), memo_(recogniser_, used_lexemes_, arena_, trie_.longest_token(), !compiled_->network.has_lines() && !stepper_.tracks_items()), builder_(reader_, *compiled_->shared.scans, used_lexemes_), budget_(owner.budget), generation_(generation) {
  Frontier begin;
  begin.boundary = Recogniser::kStart;
  start_ = table_.intern(begin);
}

Configurations::~Configurations() = default;

ConstraintCore::Counts Configurations::counts() const {
  const std::size_t spare = reader_.spare() + builder_.spare() + memo_.spare();
  return {table_.size(), recogniser_.size(), sizeof *this + spare + memory()};
}

std::size_t Configurations::memory() const {
  return reader_.memory() + steps_.bytes() + used_lexemes_.memory() + memo_.memory() + builder_.memory() + (completions_ ? completions_->memory() : 0) + tracked_masks_.memory();
}

void Configurations::count_memory() {
  if (memory() > budget_ || owner_.vocabulary->is_full(store_)) crowded_.store(true, std::memory_order_relaxed);
}

// A matcher that replays a long text may need more than the budget by itself. It gets that, or it would replay forever.
void Configurations::make_room() {
  std::lock_guard guard(owner_.mutex);
  if (!crowded()) return;
  budget_ = 2 * memory();
  crowded_.store(false, std::memory_order_relaxed);
}

ConfigId Configurations::advance(ConfigId c, TokenId token, bool keep) {
  std::lock_guard guard(owner_.mutex);
  // Texts of one grammar take the same steps again and again, in all rows.
  if (const ConfigId* known = steps_.find(c, token)) return *known;
  recogniser_.refuel();
  Frontier* after = reader_.read(c, token);
  if (!after) return kNone;
  if (!keep) return c;
  const ConfigId next = table_.intern(*after);
  steps_.insert(c, token, next);
  return next;
}

std::pair<std::size_t, ConfigId> Configurations::read(ConfigId c, std::string_view bytes) {
  std::lock_guard guard(owner_.mutex);
  return reader_.read(c, bytes);
}

void Configurations::successors(ConfigId c, std::span<ConfigId> next) {
  std::lock_guard guard(owner_.mutex);
  std::fill(next.begin(), next.end(), kNone);
  // One walk of the trie for all tokens: a prefix that many tokens share is stepped once.
  std::vector<Frontier> on_path(trie_.longest_token() + 1);  // after each byte of the path to the node
  std::vector<TrieNode> ends;                                // of the nodes on the path
  on_path[0] = table_.frontier(c);
  for (TrieNode n = 1; n < trie_.size();) {
    while (!ends.empty() && n >= ends.back()) ends.pop_back();
    const TokenTrie::Node& node = trie_.node(n);
    Frontier& at = on_path[ends.size() + 1];
    at = on_path[ends.size()];
    recogniser_.refuel();
    stepper_.step(at, node.byte);
    if (at.empty()) {
      n = node.end;
      continue;
    }
    if (trie_.tokens_begin(n) != trie_.tokens_end(n) && reader_.viability.viable(at)) {
      const ConfigId then = table_.intern(at);
      for (const TokenId* t = trie_.tokens_begin(n); t != trie_.tokens_end(n); ++t) next[*t] = then;
    }
    ends.push_back(node.end);
    ++n;
  }
}

const MadeMask& Configurations::ready_mask(ConfigId c) {
  // Without a lock where the mask exists, as after the first row of a batch that stands here; checked again under the
  // lock.
  if (const MadeMask* m = table_[c].mask.load(std::memory_order_acquire)) return *m;
  std::lock_guard guard(owner_.mutex);
  const MadeMask* m = table_[c].mask.load(std::memory_order_relaxed);
  return m ? *m : mask(c);
}

// Step by step in ARCHITECTURE.md, section 4, "The life of one mask".
const MadeMask& Configurations::mask(ConfigId id) {
  recogniser_.refuel();
  const Config& config = table_[id];
  if (config.tracked_count) {
    const ConfigId untracked = tracked_masks_.untracked(id);
    const MadeMask* made = table_[untracked].mask.load(std::memory_order_acquire);
    const MadeMask& kept = tracked_masks_.restrict(id, made ? *made : mask(untracked));
    table_[id].mask.store(&kept, std::memory_order_release);
    return kept;
  }
  MaskMemo::Search search;
  if (const MadeMask* known = memo_.find(config, search)) {
    table_[id].mask.store(known, std::memory_order_release);
    return *known;
  }
  recogniser_.forget_origins();
  bool checked = false;
  const MadeMask& made = make_mask(id, config, checked);
  memo_.keep(config, search, made, checked);
  const MadeMask& kept = stepper_.tracks_items() ? tracked_masks_.without_equal_items(id, made) : made;
  table_[id].mask.store(&kept, std::memory_order_release);
  return kept;
}

const MadeMask& Configurations::make_mask(ConfigId id, const Config& config, bool& checked) {
  thread_local MaskDraft draft;  // one a thread, for its mask may take a bitset of its own
  draft.clear();
  builder_.unite(config, draft);
  Mask& out = draft.mask;
  checked = !draft.needs_check.empty();
  if (checked) {
    tidy(draft.needs_check);
    for (TokenId t : draft.needs_check)
      if (reader_.read(id, t)) out.added.push_back(t);
  }
  if (config.accepting) out.added.insert(out.added.end(), trie_.end_ids().begin(), trie_.end_ids().end());
  if (out.additions() > trie_.words() / 2) out.settle(trie_.words());
  return *new (arena_.allocate(sizeof(MadeMask))) MadeMask(out.keep(arena_, trie_.words()));
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

// Stops where the text may end, because ending is a choice too.
std::string Configurations::forced_bytes(ConfigId c, std::size_t limit) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  std::string out;
  Frontier at = table_.frontier(c);
  while (out.size() < limit && !(at.boundary != kNone && recogniser_.accepting(at.boundary))) {
    const ByteSet next = reader_.viability.viable_bytes(at);
    if (next.count() != 1) break;
    std::uint8_t byte = 0;
    next.each([&](std::uint8_t b) { byte = b; });
    stepper_.step(at, byte);
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

std::string Configurations::expectations(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  return constrain::expectations(reader_, table_.frontier(c));
}

std::string Configurations::explain(ConfigId c, TokenId token) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  return constrain::explain(reader_, c, token);
}

}  // namespace constrain
