// Masks of configurations: the token tables of all residuals, and what follows them where tokens cross their ends.
//
// What a set predicts does not know who called it. So what a permissive choice (any JSON value) allows at its beginning
// is its opening: the tokens that stay inside it, found once, from a hollow set, and the exits, behind which the set's
// own items go on. The next value's mask then is the opening's, but for the few suffixes that leave it.
#include <algorithm>

#include "masks/configuration.h"

namespace constrain {

namespace {
constexpr SetId kTired = kNone - 1;  // in place of a lowest origin: too much follows to be kept
}  // namespace

// The tokens with which the residual's lexeme would spell one of the texts to its end are put into `lost`, sorted; those
// in which it could go on behind that end are doubtful as well. False where the texts may be all that is left of it.
bool Configurations::lose(std::span<const ResidualId> texts, ResidualId residual, std::vector<TokenId>& lost) {
  for (ResidualId text : texts) {
    const Spelt spelt = find_spelt(text, residual);
    if (spelt.scarce) return false;
    doubtful_.insert(doubtful_.end(), spelt.doubtful.begin(), spelt.doubtful.end());
    if (spelt.tokens.empty()) continue;
    const std::size_t before = lost.size();
    lost.insert(lost.end(), spelt.tokens.begin(), spelt.tokens.end());
    if (before) tidy(lost);
  }
  return true;
}

Configurations::Spelt Configurations::find_spelt(ResidualId text, ResidualId residual) {
  if (const Spelt* known = spelt_.find(text, residual)) return *known;
  struct Visit { ResidualId text, residual; TrieNode node; };
  std::vector<Visit> work{{text, residual, 0}};
  std::vector<TokenId> tokens, doubtful;
  Spelt out;
  while (!work.empty()) {
    const Visit at = work.back();
    work.pop_back();
    if (at.node && store_.nullable(at.text)) {
      tokens.insert(tokens.end(), trie_.tokens_begin(at.node), trie_.subtree_tokens_end(at.node));
      if (at.residual != ResidualStore::kEpsilon) doubtful.insert(doubtful.end(), trie_.tokens_begin(at.node), trie_.subtree_tokens_end(at.node));
    }
    if (at.residual == ResidualStore::kEpsilon || at.text == ResidualStore::kEpsilon) continue;
    if (!store_.endless(at.residual)) {
      out.scarce = true;
      break;
    }
    store_.first(at.text).each([&](std::uint8_t byte) {
      const TrieNode child = trie_.child(at.node, byte);
      if (child == kNone) return;
      const ResidualId next = store_.derive(at.residual, byte);
      if (next != ResidualStore::kEmpty) work.push_back({store_.derive(at.text, byte), next, child});
    });
  }
  if (!out.scarce) {
    tidy(tokens);
    out.tokens = {arena_.copy(tokens.data(), tokens.size()), tokens.size()};
    out.doubtful = {arena_.copy(doubtful.data(), doubtful.size()), doubtful.size()};
  }
  spelt_.insert(text, residual, out);
  return out;
}

// Adds the tokens whose lexeme may end inside them, for one thread.
void Configurations::cross(const TokenTable& table, const std::vector<TokenId>* except, ScanId scan, Mask& out) {
  if (table.crossing_bytes.empty()) return;
  if (recogniser_.has_scopes()) {
    const SetId next = recogniser_.after(scan);
    if (exits_ && recogniser_.left(next)) exits_->push_back({&table, nullptr, 0, except, recogniser_.left(next), Doubt::None});
    return cross_whole(table, next, except, out);
  }
  if (crossed_ && !except && places_.in_root(recogniser_.scan(scan).residual, table)) return;
  if (!summaries_.add(places_.behind(table), recogniser_.after(scan), trie_.words(), except, out))
    cross_whole(table, recogniser_.after(scan), except, out);
}

// The same by whole Earley sets.
void Configurations::cross_whole(const TokenTable& table, SetId set, const std::vector<TokenId>* except, Mask& out) {
  if (!exits_ && follow(table, set, except, out)) return;
  const ByteSet asked = table.crossing_bytes & recogniser_.expanded(set).shape->first;
  asked.each([&](std::uint8_t byte) {
    const SuffixTrie& suffixes = *suffix_trie(store_, trie_, table, byte);
    if (crossing_.walk(suffixes, set, except, out, doubtful_, exits_)) return;
    tired_ = true;
    walk_merged(suffixes, set, except, out);
  });
}

// The same for what has been asked for before, and is kept from the second time on. False where it is not.
bool Configurations::follow(const TokenTable& table, SetId set, const std::vector<TokenId>* except, Mask& out) {
  Following& known = followings_[{&table, set}];
  if (!std::exchange(known.asked, true)) return false;
  if (!known.kept) {
    if (known.lowest == kTired) return false;
    thread_local Mask all;
    std::vector<TokenId> doubtful;
    all.clear();
    const SetId before = recogniser_.lowest_origin();
    recogniser_.forget_origins();
    bool whole = true;
    (table.crossing_bytes & recogniser_.expanded(set).shape->first).each([&](std::uint8_t byte) {
      whole = whole && crossing_.walk(*suffix_trie(store_, trie_, table, byte), set, nullptr, all, doubtful);
    });
    known.lowest = recogniser_.lowest_origin();
    recogniser_.look_at(before);
    if (!whole || all.base) {
      known.lowest = kTired;
      return false;
    }
    tidy(all.added);
    tidy(doubtful);
    known.tokens = {arena_.copy(all.added.data(), all.added.size()), all.added.size()};
    known.doubtful = {arena_.copy(doubtful.data(), doubtful.size()), doubtful.size()};
    known.kept = true;
  }
  recogniser_.look_at(known.lowest);
  if (except) {
    out.include(known.tokens, {}, trie_.words(), except);
    std::set_difference(known.doubtful.begin(), known.doubtful.end(), except->begin(), except->end(), std::back_inserter(doubtful_));
  } else {
    out.refer(known.tokens);
    doubtful_.insert(doubtful_.end(), known.doubtful.begin(), known.doubtful.end());
  }
  return true;
}

// Reads suffixes with all threads of a place in one front and their sets united, as `advance` does it: slower than
// `Crossing` where threads are few, polynomial where they are many.
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
  if (scan.compared && !lose(recogniser_.forbidden(scan, lexeme).texts, residual, lost_)) {
    lost_.clear();
    residual = recogniser_.exactly(scan, lexeme);
    if (residual == ResidualStore::kEmpty) return;
  }
  include(residual, id, lost_, out);
}

// What may begin in the set, which is the first that is included. `open`: by the opening of what it predicts, if there is
// one.
void Configurations::include_fresh(SetId fresh, bool open, Mask& out) {
  const Recogniser::Set& set = recogniser_.expanded(fresh);
  const Opening* opening = open ? find_opening(set) : nullptr;
  ReadingSetId own = 0;
  if (opening) {
    if (!include_opening(*opening, fresh, out)) {
      out.clear();
      return include_fresh(fresh, false, out);
    }
    own = recogniser_.own_readings(fresh);
    if (own == 0) return;
  }
  crossed_ = !recogniser_.has_scopes() && summaries_.add(Places::kRoot, fresh, trie_.words(), nullptr, out);
  ScanId id = set.first_scan;
  for (const Recogniser::Scan& scan : set.shape->scans) {
    if (!opening || recogniser_.items().reads(own, {scan.terminal, scan.distinct})) include_lexeme(scan.residual, id, MarkSets::kUnread, out);
    ++id;
  }
}

const Configurations::Opening* Configurations::find_opening(const Recogniser::Set& set) {
  const ItemSetId predicted = set.shape->predicted;
  if (set.shape->scans.size() < kWide || !predicted || !recogniser_.has_scopes() || recogniser_.network().has_lines()) return nullptr;
  Opening& opening = openings_[predicted];
  if (++opening.sets == 1) return nullptr;  // many are met once
  if (opening.sets > 2) return opening.whole ? &opening : nullptr;
  Mask all;
  std::vector<TokenId> doubtful;
  doubtful.swap(doubtful_);
  exits_ = &opening.exits;
  tired_ = false;
  include_fresh(recogniser_.hollow(predicted), false, all);
  exits_ = nullptr;
  doubtful.swap(doubtful_);
  opening.whole = !tired_;
  if (tired_) return nullptr;
  opening.doubtful = std::move(doubtful);
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
  opening_memory_ += sizeof opening + 64 + opening.exits.size() * sizeof(Crossing::Exit) + opening.doubtful.size() * 4;
  return &opening;
}

// False where readings multiply behind the opening; then tokens may be missing.
bool Configurations::include_opening(const Opening& opening, SetId set, Mask& out) {
  const std::size_t before = doubtful_.size();
  out.base = opening.mask.base;
  out.removed.assign(opening.mask.removed.begin(), opening.mask.removed.end());
  out.bits = opening.mask.bits;
  doubtful_.insert(doubtful_.end(), opening.doubtful.begin(), opening.doubtful.end());
  for (std::size_t i = 0; i < opening.exits.size();) {
    const Crossing::Exit& exit = opening.exits[i];
    bool whole = true;
    if (exit.table) {
      const SetId next = recogniser_.leave(set, exit.left);
      const ByteSet asked = exit.table->crossing_bytes & recogniser_.expanded(next).shape->first;
      asked.each([&](std::uint8_t byte) {
        whole = whole && crossing_.walk(*suffix_trie(store_, trie_, *exit.table, byte), next, exit.except, out, doubtful_);
      });
      ++i;
    } else {
      starts_.clear();
      for (; i < opening.exits.size() && opening.exits[i].trie == exit.trie && opening.exits[i].except == exit.except; ++i) {
        const Crossing::Exit& e = opening.exits[i];
        const SetId next = recogniser_.leave(set, e.left);
        if (recogniser_.expanded(next).shape->first.has(e.trie->nodes[e.node].byte)) starts_.push_back({e.node, next, e.doubt});
      }
      if (!starts_.empty()) whole = crossing_.walk(*exit.trie, starts_, exit.except, out, doubtful_);
    }
    if (!whole) {
      doubtful_.resize(before);
      return false;
    }
  }
  return true;
}

// Whether there is but one thread, in a lexeme of which it makes no difference to the mask what has been read of it,
// though it is known.
bool Configurations::like_others(const Config& config) {
  if (config.fresh != kNone || config.count != 1 || config.threads->lexeme == MarkSets::kUnknown) return false;
  const Thread& t = *config.threads;
  const Recogniser::Scan& scan = recogniser_.scan(t.scan);
  if (scan.distinct == kNone) return false;
  lost_.clear();
  const bool differs = scan.compared && (!lose(recogniser_.forbidden(scan, t.lexeme).texts, t.residual, lost_) || !lost_.empty());
  doubtful_.clear();
  return !differs;
}

// `lexemes`: what has been read of lexemes counts.
void Configurations::show(const Config& config, bool lexemes, std::uint32_t depth) {
  std::size_t size = 0;
  shown_hash_ = 0;
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    shown_[size++] = a;
    shown_[size++] = b;
    shown_hash_ = mix(shown_hash_, std::uint64_t{a} << 32 | b);
  };
  add(depth << 1 | config.accepting, config.fresh == kNone ? kNone : outlooks_.of(config.fresh, depth));
  for (std::uint32_t i = 0; i < config.count; ++i) {
    const Thread& t = config.threads[i];
    const auto [set, index] = recogniser_.origin(t.scan);
    add(t.residual, lexemes ? t.lexeme : kNone);
    add(index, outlooks_.of(set, depth));
  }
  shown_size_ = static_cast<std::uint32_t>(size);
}

const Configurations::Sight* Configurations::find_shown() {
  const std::uint32_t found = sight_index_.find(shown_hash_, [&](std::uint32_t id) {
    const Sight& s = sights_[id];
    return s.size == shown_size_ && std::equal(s.shown, s.shown + s.size, shown_.data());
  });
  return found == kNone ? nullptr : &sights_[found];
}

void Configurations::keep_shown(std::uint32_t deeper, const MadeMask* made) {
  const std::uint32_t id = sights_.grow();
  sights_[id] = {arena_.copy(shown_.data(), shown_size_), shown_size_, deeper, made};
  sight_index_.insert(shown_hash_, id);
}

const MadeMask& Configurations::mask(ConfigId id) {
  recogniser_.refuel();
  const Config& config = configs_[id];
  if (config.tracked_count) return tracked_mask(id);
  const bool shared = ++masks_ > kMany && config.count <= kFew && !recogniser_.network().has_lines() && !tracking_;
  const bool alone = shared && like_others(config);
  std::uint32_t looked = 1;
  const Sight* known = nullptr;
  for (; shared; looked = known->deeper) {
    show(config, !alone, looked);
    known = find_shown();
    if (!known || known->mask) break;
  }
  if (known) {
    configs_[id].mask.store(known->mask, std::memory_order_release);
    return *known->mask;
  }
  recogniser_.forget_origins();
  bool doubted = false;
  const MadeMask& made = make_mask(id, config, doubted);
  if (shared && !(alone && doubted)) {
    const SetId lowest = recogniser_.lowest_origin();
    std::uint32_t depth = config.fresh == kNone ? 1 : outlooks_.depth(config.fresh, lowest);
    for (std::uint32_t i = 0; i < config.count; ++i) depth = std::max(depth, outlooks_.depth(recogniser_.origin(config.threads[i].scan).first, lowest));
    if (depth <= looked) {
      keep_shown(0, &made);
    } else if (depth != kNone) {
      keep_shown(depth, nullptr);
      show(config, !alone, depth);
      keep_shown(0, &made);
    }
  }
  const MadeMask& kept = tracking_ ? without_equal_items(id, made) : made;
  configs_[id].mask.store(&kept, std::memory_order_release);
  return kept;
}

const MadeMask& Configurations::make_mask(ConfigId id, const Config& config, bool& doubted) {
  summaries_.begin_mask();
  doubtful_.clear();
  exits_ = nullptr;
  thread_local Mask out;  // one a thread, for it may take a bitset of its own
  out.clear();
  if (config.fresh != kNone) include_fresh(config.fresh, true, out);
  crossed_ = false;
  for (std::uint32_t i = 0; i < config.count; ++i) include_lexeme(config.threads[i].residual, config.threads[i].scan, config.threads[i].lexeme, out);
  doubted = !doubtful_.empty();
  if (doubted) {
    std::sort(doubtful_.begin(), doubtful_.end());
    doubtful_.erase(std::unique(doubtful_.begin(), doubtful_.end()), doubtful_.end());
    for (TokenId t : doubtful_)
      if (reads(id, t)) out.added.push_back(t);
    doubtful_.clear();
  }
  if (config.accepting) out.added.insert(out.added.end(), trie_.end_ids().begin(), trie_.end_ids().end());
  if (out.additions() > trie_.words() / 2) out.settle(trie_.words());
  return *new (arena_.allocate(sizeof(MadeMask))) MadeMask(out.keep(arena_, trie_.words()));
}

}  // namespace constrain
