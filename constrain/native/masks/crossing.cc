// In order: `add` chooses the reader; `add_by_sets` reads by whole Earley sets; `follow` keeps what it has read where
// that is asked for again; `walk_merged` reads where readings multiply.
#include "masks/crossing.h"

#include <algorithm>
#include <iterator>

namespace constrain {

namespace {
constexpr SetId kTooMuch = kNone - 1;  // in place of a lowest origin: too much follows to be kept
}  // namespace

Crossing::Crossing(Reader& reader, SuffixScanCache& scans)
    : store_(reader.store),
      trie_(reader.trie),
      arena_(reader.arena),
      recogniser_(reader.recogniser),
      stepper_(reader.stepper),
      positions_(store_, trie_, scans),
      summaries_(recogniser_, positions_),
      suffix_parser_(store_, trie_, recogniser_, positions_) {}

void Crossing::add_from_root(SetId set, MaskDraft& out) {
  out.from_root =
      !recogniser_.has_scopes() && summaries_.add(SuffixPositions::kRoot, set, trie_.words(), nullptr, out.mask);
}

void Crossing::add(const TokenTable& table, const std::vector<TokenId>* except, ScanId scan, MaskDraft& out) {
  if (table.crossing_bytes.empty()) return;
  if (recogniser_.has_scopes()) {
    const SetId next = recogniser_.after(scan);
    if (out.exits && recogniser_.left(next))
      out.exits->push_back({&table, nullptr, 0, except, recogniser_.left(next), Doubt::None});
    return add_by_sets(table, next, except, out);
  }
  if (out.from_root && !except && positions_.in_root(recogniser_.scan(scan).residual, table)) return;
  if (!summaries_.add(positions_.behind(table), recogniser_.after(scan), trie_.words(), except, out.mask))
    add_by_sets(table, recogniser_.after(scan), except, out);
}

// The same by whole Earley sets.
void Crossing::add_by_sets(const TokenTable& table, SetId set, const std::vector<TokenId>* except, MaskDraft& out) {
  if (!out.exits && follow(table, set, except, out)) return;
  table.crossing_bytes.each([&](std::uint8_t byte) {
    if (!recogniser_.begins(set, byte)) return;
    const SuffixTrie& suffixes = *suffix_trie(store_, trie_, table, byte);
    if (suffix_parser_.walk(suffixes, set, except, out.mask, out.needs_check, out.exits)) return;
    out.over_budget = true;
    walk_merged(suffixes, set, except, out);
  });
}

// The same for what has been asked for before, and is kept from the second time on. False where it is not.
bool Crossing::follow(const TokenTable& table, SetId set, const std::vector<TokenId>* except, MaskDraft& out) {
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
    out.mask.include(known.tokens, {}, trie_.words(), except);
    std::set_difference(known.needs_check.begin(), known.needs_check.end(), except->begin(), except->end(),
                        std::back_inserter(out.needs_check));
  } else {
    out.mask.refer(known.tokens);
    out.needs_check.insert(out.needs_check.end(), known.needs_check.begin(), known.needs_check.end());
  }
  return true;
}

// Reads suffixes with all open lexemes of a place in one frontier and their sets united, as `advance` does it: slower
// than `SuffixParser` where open lexemes are few, polynomial where they are many.
void Crossing::walk_merged(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, MaskDraft& out) {
  if (recogniser_.uncertain(set)) {  // its readings may be many that are one in truth
    out.needs_check.insert(out.needs_check.end(), trie.tokens.begin(), trie.tokens.end());
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
          (recogniser_.has_scopes() ? out.needs_check : out.mask.added).push_back(trie.tokens[t]);
      if (trie.nodes[c].end > c + 1) work.emplace_back(c, std::move(next));
    }
  }
}

}  // namespace constrain
