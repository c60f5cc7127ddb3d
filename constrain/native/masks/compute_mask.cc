// Computing the mask of a configuration.
//
// `mask` first looks for a configuration that shows the same of its stack and has one (mask_memo.h). Otherwise
// `make_mask` unites:
//   1. what may begin at the boundary set (`include_boundary`): every terminal of its expectation, from the terminal's token
//      table; for a set that predicts many terminals, from the caller-free mask of its prediction (below);
//   2. what each open lexeme may go on with (`include_lexeme`): its residual's table, without the tokens that would spell a
//      used lexeme of its scope (used_lexemes.h);
//   3. for both, the tokens that cross the lexeme's end (`cross`): by summaries, or by whole Earley sets where scopes or
//      indentation count (`cross_whole`, `follow`, `walk_merged`);
//   4. tokens that need a check, read byte by byte as `advance` reads them;
//   5. the end tokens, if the text may end here.
//
// Predicted items do not depend on their caller. So for a set that predicts many terminals (any JSON value) we compute once,
// with the caller unknown, (a) the tokens that stay inside the prediction and (b) the positions where it completes. A real
// set's mask is (a), and its own items read from (b). Example: after `[1,` and after `{"a":`, (a) is the same bitset.
#include <algorithm>

#include "masks/configuration.h"

namespace constrain {

namespace {
constexpr SetId kTooMuch = kNone - 1;  // in place of a lowest origin: too much follows to be kept
}  // namespace

// Adds the tokens whose lexeme may end inside them, for one open lexeme.
void Configurations::cross(const TokenTable& table, const std::vector<TokenId>* except, ScanId scan, Mask& out) {
  if (table.crossing_bytes.empty()) return;
  if (recogniser_.has_scopes()) {
    const SetId next = recogniser_.after(scan);
    if (exits_ && recogniser_.left(next)) exits_->push_back({&table, nullptr, 0, except, recogniser_.left(next), Doubt::None});
    return cross_whole(table, next, except, out);
  }
  if (crossed_ && !except && positions_.in_root(recogniser_.scan(scan).residual, table)) return;
  if (!summaries_.add(positions_.behind(table), recogniser_.after(scan), trie_.words(), except, out))
    cross_whole(table, recogniser_.after(scan), except, out);
}

// The same by whole Earley sets.
void Configurations::cross_whole(const TokenTable& table, SetId set, const std::vector<TokenId>* except, Mask& out) {
  if (!exits_ && follow(table, set, except, out)) return;
  const ByteSet asked = table.crossing_bytes & recogniser_.expanded(set).expectation->first;
  asked.each([&](std::uint8_t byte) {
    const SuffixTrie& suffixes = *suffix_trie(store_, trie_, table, byte);
    if (suffix_parser_.walk(suffixes, set, except, out, needs_check_, exits_)) return;
    over_budget_ = true;
    walk_merged(suffixes, set, except, out);
  });
}

// The same for what has been asked for before, and is kept from the second time on. False where it is not.
bool Configurations::follow(const TokenTable& table, SetId set, const std::vector<TokenId>* except, Mask& out) {
  Following& known = followings_[{&table, set}];
  if (!std::exchange(known.asked, true)) return false;
  if (!known.kept) {
    if (known.lowest == kTooMuch) return false;
    thread_local Mask all;
    std::vector<TokenId> needs_check;
    all.clear();
    const SetId before = recogniser_.lowest_origin();
    recogniser_.forget_origins();
    bool whole = true;
    (table.crossing_bytes & recogniser_.expanded(set).expectation->first).each([&](std::uint8_t byte) {
      whole = whole && suffix_parser_.walk(*suffix_trie(store_, trie_, table, byte), set, nullptr, all, needs_check);
    });
    known.lowest = recogniser_.lowest_origin();
    recogniser_.look_at(before);
    if (!whole || all.base) {
      known.lowest = kTooMuch;
      return false;
    }
    tidy(all.added);
    tidy(needs_check);
    known.tokens = {arena_.copy(all.added.data(), all.added.size()), all.added.size()};
    known.needs_check = {arena_.copy(needs_check.data(), needs_check.size()), needs_check.size()};
    known.kept = true;
  }
  recogniser_.look_at(known.lowest);
  if (except) {
    out.include(known.tokens, {}, trie_.words(), except);
    std::set_difference(known.needs_check.begin(), known.needs_check.end(), except->begin(), except->end(), std::back_inserter(needs_check_));
  } else {
    out.refer(known.tokens);
    needs_check_.insert(needs_check_.end(), known.needs_check.begin(), known.needs_check.end());
  }
  return true;
}

// Reads suffixes with all open lexemes of a place in one frontier and their sets united, as `advance` does it: slower than
// `SuffixParser` where open lexemes are few, polynomial where they are many.
void Configurations::walk_merged(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out) {
  if (recogniser_.uncertain(set)) {  // its readings may be many that are one in truth
    needs_check_.insert(needs_check_.end(), trie.tokens.begin(), trie.tokens.end());
    return;
  }
  std::vector<std::pair<std::uint32_t, Frontier>> work{{0, {{}, set, {}}}};
  while (!work.empty()) {
    const auto [node, frontier] = std::move(work.back());
    work.pop_back();
    for (std::uint32_t c = node + 1; c < trie.nodes[node].end; c = trie.nodes[c].end) {
      Frontier next = frontier;
      stepper_.step(next, trie.nodes[c].byte);
      if (next.empty()) continue;
      for (std::uint32_t t = trie.nodes[c].tokens; t < trie.nodes[c + 1].tokens; ++t)
        if (!except || !std::binary_search(except->begin(), except->end(), trie.tokens[t]))
          (recogniser_.has_scopes() ? needs_check_ : out.added).push_back(trie.tokens[t]);
      if (trie.nodes[c].end > c + 1) work.emplace_back(c, std::move(next));
    }
  }
}

// Adds what one lexeme may read, without the tokens of `lost`.
void Configurations::include(ResidualId residual, ScanId scan, const std::vector<TokenId>& lost, Mask& out) {
  if (!store_.node(residual).table.load(std::memory_order_acquire)) {
    const std::vector<ResidualId> parts = store_.split(residual);
    for (ResidualId part : parts) include(part, scan, lost, out);
    if (!parts.empty()) return;
  }
  const TokenTable& table = token_table(store_, trie_, residual);
  const std::vector<TokenId>* except = lost.empty() ? nullptr : &lost;
  const std::vector<std::uint32_t>& dense = table.dense.empty() && table.reference ? table.reference->dense : table.dense;
  if (!dense.empty()) {
    // The first bitset becomes the mask's base without being copied; what is different from it is noted.
    if (!out.base) {
      // Additions made so far stay valid: removals are applied before additions.
      out.base = dense.data();
      out.removed = table.removed;
      for (TokenId t : lost)
        if (dense[t >> 5] >> (t & 31) & 1) out.removed.push_back(t);
    } else if (dense.data() != out.base || !table.removed.empty() || !out.removed.empty() || except) {
      out.settle(trie_.words());
      std::vector<std::uint32_t> bits = dense;
      for (TokenId t : table.removed) bits[t >> 5] &= ~(1u << (t & 31));
      for (TokenId t : lost) bits[t >> 5] &= ~(1u << (t & 31));
      for (std::uint32_t w = 0; w < trie_.words(); ++w) out.own[w] |= bits[w];
    }
  }
  for (const std::vector<TokenId>* list : {&table.sparse, &table.added}) {
    if (except) out.include(*list, {}, trie_.words(), except);
    else out.refer(*list);
  }
  cross(table, except, scan, out);
  if (!table.reference) return;
  if (table.diverging.empty()) return cross(*table.reference, except, scan, out);
  if (!except) return cross(*table.reference, &table.diverging, scan, out);
  std::vector<TokenId> both;
  std::set_union(table.diverging.begin(), table.diverging.end(), lost.begin(), lost.end(), std::back_inserter(both));
  cross(*table.reference, &both, scan, out);
}

// The same for a lexeme that has come to the residual.
void Configurations::include_lexeme(ResidualId residual, ScanId id, LexemeId lexeme, Mask& out) {
  const Recogniser::Scan& scan = recogniser_.scan(id);
  lost_.clear();
  if (scan.compared && !used_lexemes_.lose(recogniser_.forbidden(scan, lexeme).texts, residual, lost_, needs_check_)) {
    lost_.clear();
    residual = recogniser_.exactly(scan, lexeme);
    if (residual == ResidualStore::kEmpty) return;
  }
  include(residual, id, lost_, out);
}

// What may begin in the set, which is the first that is included. `open`: by the opening of what it predicts, if there is
// one.
void Configurations::include_boundary(SetId boundary, bool open, Mask& out) {
  const Recogniser::Set& set = recogniser_.expanded(boundary);
  const CallerFreeMask* opening = open ? find_caller_free(set) : nullptr;
  ScanLabelSetId own = 0;
  if (opening) {
    if (!include_caller_free(*opening, boundary, out)) {
      out.clear();
      return include_boundary(boundary, false, out);
    }
    own = recogniser_.own_labels(boundary);
    if (own == 0) return;
  }
  crossed_ = !recogniser_.has_scopes() && summaries_.add(SuffixPositions::kRoot, boundary, trie_.words(), nullptr, out);
  ScanId id = set.first_scan;
  for (const Recogniser::Scan& scan : set.expectation->scans) {
    if (!opening || recogniser_.items().reads(own, {scan.terminal, scan.distinct})) include_lexeme(scan.residual, id, ScopeMemory::kUnread, out);
    ++id;
  }
}

const Configurations::CallerFreeMask* Configurations::find_caller_free(const Recogniser::Set& set) {
  const ItemSetId predicted = set.expectation->predicted;
  if (set.expectation->scans.size() < kWide || !predicted || !recogniser_.has_scopes() || recogniser_.network().has_lines()) return nullptr;
  CallerFreeMask& opening = caller_free_masks_[predicted];
  // One mask for all callers is worth its making when the prediction comes back: at the second set it is made.
  if (++opening.sets == 1) return nullptr;  // many are met once
  if (opening.sets > 2) return opening.whole ? &opening : nullptr;
  Mask all;
  std::vector<TokenId> needs_check;
  needs_check.swap(needs_check_);
  exits_ = &opening.exits;
  over_budget_ = false;
  include_boundary(recogniser_.caller_free(predicted), false, all);
  exits_ = nullptr;
  needs_check.swap(needs_check_);
  opening.whole = !over_budget_;
  if (over_budget_) return nullptr;
  opening.needs_check = std::move(needs_check);
  // All additions by word, each once.
  std::vector<std::uint32_t> bitset(trie_.words());
  KeptMask additions = all.view();
  additions.base = nullptr;
  additions.removed = {};
  additions.write(bitset.data(), bitset.size());
  std::vector<Bits> bits;
  for (std::uint32_t w = 0; w < bitset.size(); ++w)
    if (bitset[w]) bits.push_back({w, bitset[w]});
  all.added.clear();
  all.lists.clear();
  all.bits = {arena_.copy(bits.data(), bits.size()), bits.size()};
  opening.mask = all.keep(arena_, trie_.words());
  caller_free_memory_ += sizeof opening + 64 + opening.exits.size() * sizeof(SuffixParser::Exit) + opening.needs_check.size() * 4;
  return &opening;
}

// False where readings multiply after the opening; then tokens may be missing.
bool Configurations::include_caller_free(const CallerFreeMask& opening, SetId set, Mask& out) {
  const std::size_t before = needs_check_.size();
  out.base = opening.mask.base;
  out.removed.assign(opening.mask.removed.begin(), opening.mask.removed.end());
  out.bits = opening.mask.bits;
  needs_check_.insert(needs_check_.end(), opening.needs_check.begin(), opening.needs_check.end());
  for (std::size_t i = 0; i < opening.exits.size();) {
    const SuffixParser::Exit& exit = opening.exits[i];
    bool whole = true;
    if (exit.table) {
      const SetId next = recogniser_.resume(set, exit.left);
      const ByteSet asked = exit.table->crossing_bytes & recogniser_.expanded(next).expectation->first;
      asked.each([&](std::uint8_t byte) {
        whole = whole && suffix_parser_.walk(*suffix_trie(store_, trie_, *exit.table, byte), next, exit.except, out, needs_check_);
      });
      ++i;
    } else {
      starts_.clear();
      for (; i < opening.exits.size() && opening.exits[i].trie == exit.trie && opening.exits[i].except == exit.except; ++i) {
        const SuffixParser::Exit& e = opening.exits[i];
        const SetId next = recogniser_.resume(set, e.left);
        if (recogniser_.expanded(next).expectation->first.has(e.trie->nodes[e.node].byte)) starts_.push_back({e.node, next, e.doubt});
      }
      if (!starts_.empty()) whole = suffix_parser_.walk(*exit.trie, starts_, exit.except, out, needs_check_);
    }
    if (!whole) {
      needs_check_.resize(before);
      return false;
    }
  }
  return true;
}

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
  summaries_.begin_mask();
  needs_check_.clear();
  exits_ = nullptr;
  thread_local Mask out;  // one a thread, for it may take a bitset of its own
  out.clear();
  if (config.boundary != kNone) include_boundary(config.boundary, true, out);
  crossed_ = false;
  for (std::uint32_t i = 0; i < config.count; ++i) include_lexeme(config.lexemes[i].residual, config.lexemes[i].scan, config.lexemes[i].lexeme, out);
  checked = !needs_check_.empty();
  if (checked) {
    std::sort(needs_check_.begin(), needs_check_.end());
    needs_check_.erase(std::unique(needs_check_.begin(), needs_check_.end()), needs_check_.end());
    for (TokenId t : needs_check_)
      if (reader_.read(id, t)) out.added.push_back(t);
    needs_check_.clear();
  }
  if (config.accepting) out.added.insert(out.added.end(), trie_.end_ids().begin(), trie_.end_ids().end());
  if (out.additions() > trie_.words() / 2) out.settle(trie_.words());
  return *new (arena_.allocate(sizeof(MadeMask))) MadeMask(out.keep(arena_, trie_.words()));
}

}  // namespace constrain
