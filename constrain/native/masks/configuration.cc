// Configurations, in order:
//
// 1. Memory: a generation is crowded once it has outgrown its budget.
// 2. `advance`: a token's bytes, one step each (reader.h); the result is interned and remembered by configuration and
//    token. `successors` does it for all tokens.
// 3. `mask`: one that others share, or a new one (`make_mask`). `fill` writes it.
// 4. `forced_bytes`: steps while one byte is the only one possible.
#include "masks/configuration.h"

#include <algorithm>

#include "masks/explain.h"
#include "support/interned_sets.h"

namespace constrain {

Configurations::Configurations(ConstraintCore& owner, std::shared_ptr<CompiledGrammar> compiled,
                               std::uint32_t generation)
    : owner_(owner),
      compiled_(std::move(compiled)),
      reader_(*owner.trie, *compiled_->shared.store, compiled_->network, [this] { count_memory(); }),
      used_lexemes_(reader_.store, reader_.trie, reader_.arena),
      builder_(reader_, *compiled_->shared.scans, used_lexemes_),
      tracked_masks_(reader_),
      // Where lines count, or items are compared by value, masks depend on more than the key of the memo says.
      memo_(reader_.recogniser, used_lexemes_, reader_.arena, reader_.trie.longest_token(),
            !compiled_->network.has_lines() && !reader_.stepper.tracks_items()),
      budgets_(owner.mutex, reader_, owner.regions, [this](ConfigId c, std::uint32_t* row) { write_mask(c, row); }),
      budget_(owner.budget),
      generation_(generation) {
  Frontier begin;
  begin.boundary = Recogniser::kStart;
  reader_.table.intern(begin);  // kStart
  reader_.table[start()].mask.store(owner.given(), std::memory_order_release);
}

ConstraintCore::Counts Configurations::counts() const {
  const std::size_t spare = reader_.spare() + builder_.spare() + memo_.spare();
  return {reader_.table.size(), reader_.recogniser.size(), sizeof *this + spare + memory()};
}

std::size_t Configurations::memory() const {
  return reader_.memory() + used_lexemes_.memory() + builder_.memory() + tracked_masks_.memory() + memo_.memory() +
         budgets_.memory() + steps_.bytes();
}

void Configurations::count_memory() {
  if (memory() > budget_ || owner_.vocabulary->is_full(reader_.store)) crowded_.store(true, std::memory_order_relaxed);
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
  renew_budget();
  reader_.recogniser.renew();
  Frontier* after = reader_.read(c, token);
  if (!after) return kNone;
  if (!keep) return c;
  const ConfigId next = reader_.table.intern(*after);
  steps_.insert(c, token, next);
  return next;
}

std::pair<std::size_t, ConfigId> Configurations::read(ConfigId c, std::string_view bytes) {
  std::lock_guard guard(owner_.mutex);
  return reader_.read(c, bytes);
}

void Configurations::successors(ConfigId c, std::span<ConfigId> next) {
  std::lock_guard guard(owner_.mutex);
  const TokenTrie& trie = reader_.trie;
  std::fill(next.begin(), next.end(), kNone);
  // One walk of the trie for all tokens: a prefix that many tokens share is stepped once.
  std::vector<Frontier> on_path(trie.longest_token() + 1);  // after each byte of the path to the node
  std::vector<TrieNode> ends;                               // of the nodes on the path
  on_path[0] = reader_.table.frontier(c);
  for (TrieNode n = 1; n < trie.size();) {
    while (!ends.empty() && n >= ends.back()) ends.pop_back();
    const TokenTrie::Node& node = trie.node(n);
    Frontier& at = on_path[ends.size() + 1];
    at = on_path[ends.size()];
    reader_.recogniser.renew();
    reader_.stepper.step(at, node.byte);
    if (at.empty()) {
      n = node.end;
      continue;
    }
    if (trie.tokens_begin(n) != trie.tokens_end(n) && reader_.viability.viable(at)) {
      const ConfigId then = reader_.table.intern(at);
      for (const TokenId* t = trie.tokens_begin(n); t != trie.tokens_end(n); ++t) next[*t] = then;
    }
    ends.push_back(node.end);
    ++n;
  }
}

const MadeMask& Configurations::ready_mask(ConfigId c) {
  // Without a lock where the mask exists, as after the first row of a batch that stands here; checked again under the
  // lock.
  if (const MadeMask* m = reader_.table[c].mask.load(std::memory_order_acquire)) return *m;
  std::lock_guard guard(owner_.mutex);
  const MadeMask* m = reader_.table[c].mask.load(std::memory_order_relaxed);
  return m ? *m : mask(c);
}

// ARCHITECTURE.md, section 4, goes through it ("The life of one mask").
const MadeMask& Configurations::mask(ConfigId c) {
  renew_budget();
  reader_.recogniser.renew();
  Config& config = reader_.table[c];
  const auto keep = [&](const MadeMask& made) -> const MadeMask& {
    config.mask.store(&made, std::memory_order_release);
    return made;
  };
  if (config.tracked_count) {
    const ConfigId untracked = tracked_masks_.untracked(c);
    const MadeMask* made = reader_.table[untracked].mask.load(std::memory_order_acquire);
    return keep(tracked_masks_.restrict(c, made ? *made : mask(untracked)));
  }
  MaskMemo::Search search;
  if (const MadeMask* known = memo_.find(config, search)) return keep(*known);
  reader_.recogniser.forget_origins();
  bool checked = false;
  const MadeMask& made = make_mask(c, config, checked);
  memo_.keep(config, search, made, checked);
  return keep(reader_.stepper.tracks_items() ? tracked_masks_.without_equal_items(c, made) : made);
}

const MadeMask& Configurations::make_mask(ConfigId c, const Config& config, bool& checked) {
  const TokenTrie& trie = reader_.trie;
  thread_local MaskDraft draft;  // one a thread, for its mask may take a bitset of its own
  draft.clear();
  builder_.unite(config, draft);
  Mask& out = draft.mask;
  checked = !draft.needs_check.empty();
  if (checked) {
    tidy(draft.needs_check);
    for (TokenId t : draft.needs_check)
      if (reader_.read(c, t)) out.added.push_back(t);
  }
  if (config.accepting) out.added.insert(out.added.end(), trie.end_ids().begin(), trie.end_ids().end());
  if (out.additions() > trie.words() / 2) out.settle(trie.words());
  return *new (reader_.arena.allocate(sizeof(MadeMask))) MadeMask(out.keep(reader_.arena, trie.words()));
}

void Configurations::write_mask(ConfigId c, std::uint32_t* row) {
  const MadeMask* made = reader_.table[c].mask.load(std::memory_order_acquire);
  (made ? *made : mask(c)).write(row, reader_.trie.words());
}

void Configurations::fill(ConfigId c, std::uint32_t* row) {
  const MadeMask& made = ready_mask(c);
  if (const std::uint32_t* whole = made.whole.load(std::memory_order_acquire)) {
    // A copy and nothing else, at the speed of memory.
    std::copy_n(whole, reader_.trie.words(), row);
    return;
  }
  made.write(row, reader_.trie.words());
  if (!made.many || made.written.fetch_add(1, std::memory_order_relaxed) + 1 != MadeMask::kOften) return;
  std::lock_guard guard(owner_.mutex);
  // A mask that is a base and many changes is worth a copy of its own when it is written often.
  if (wholes_++ >= kWholes) return;
  auto* whole = static_cast<std::uint32_t*>(reader_.arena.allocate(reader_.trie.words() * sizeof(std::uint32_t)));
  made.write(whole, reader_.trie.words());  // not a copy of the row, into which somebody may be writing
  made.whole.store(whole, std::memory_order_release);
}

// Stops where the text may end, because ending is a choice too.
std::string Configurations::forced_bytes(ConfigId c, std::size_t limit) {
  std::lock_guard guard(owner_.mutex);
  reader_.recogniser.renew();
  std::string out;
  Frontier at = reader_.table.frontier(c);
  while (out.size() < limit && !(at.boundary != kNone && reader_.recogniser.accepting(at.boundary))) {
    const ByteSet next = reader_.viability.viable_bytes(at);
    if (next.count() != 1) break;
    std::uint8_t byte = 0;
    next.each([&](std::uint8_t b) { byte = b; });
    reader_.stepper.step(at, byte);
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

std::string Configurations::expectations(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  reader_.recogniser.renew();
  return constrain::expectations(reader_, reader_.table.frontier(c));
}

std::string Configurations::explain(ConfigId c, TokenId token) {
  std::lock_guard guard(owner_.mutex);
  reader_.recogniser.renew();
  return constrain::explain(reader_, c, token);
}

}  // namespace constrain
