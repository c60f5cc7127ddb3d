// The mask of a configuration, which is the union of
//   1. what may begin at the boundary set (`include_boundary`): every terminal of its expectation, from the terminal's
//      token table; for a set that predicts many terminals, from the caller-free mask of its prediction
//      (caller_free.h);
//   2. what each open lexeme may go on with (`include_lexeme`): its residual's table, without the tokens that would
//      spell a used lexeme of its scope (used_lexemes.h);
//   3. for both, the tokens that cross the lexeme's end (crossing.h);
//   4. tokens that need a check, read byte by byte as `advance` reads them;
//   5. the end tokens, if the text may end here.
// `Configurations::make_mask` adds the last two, and keeps the mask. Before all this `Configurations::mask` asks
// whether a configuration with an equal call string (as far as anybody looked) has a mask already (mask_memo.h).
#include "masks/compute_mask.h"

#include <algorithm>
#include <iterator>

namespace constrain {

// Adds what one lexeme may read, without the tokens of `lost`.
void MaskBuilder::include(ResidualId residual, ScanId scan, const std::vector<TokenId>& lost, MaskDraft& out) {
  if (!store_.node(residual).table.load(std::memory_order_acquire)) {
    const std::vector<ResidualId> parts = store_.split(residual);
    for (ResidualId part : parts) include(part, scan, lost, out);
    if (!parts.empty()) return;
  }
  const TokenTable& table = token_table(store_, trie_, residual);
  const std::vector<TokenId>* except = lost.empty() ? nullptr : &lost;
  const std::vector<std::uint32_t>& dense =
      table.dense.empty() && table.reference ? table.reference->dense : table.dense;
  if (!dense.empty()) {
    // The first bitset becomes the mask's base without being copied; what is different from it is noted.
    if (!out.mask.base) {
      // Additions made so far stay valid: removals are applied before additions.
      out.mask.base = dense.data();
      out.mask.removed = table.removed;
      for (TokenId t : lost)
        if (dense[t >> 5] >> (t & 31) & 1) out.mask.removed.push_back(t);
    } else if (dense.data() != out.mask.base || !table.removed.empty() || !out.mask.removed.empty() || except) {
      out.mask.settle(trie_.words());
      std::vector<std::uint32_t> bits = dense;
      for (TokenId t : table.removed) bits[t >> 5] &= ~(1u << (t & 31));
      for (TokenId t : lost) bits[t >> 5] &= ~(1u << (t & 31));
      for (std::uint32_t w = 0; w < trie_.words(); ++w) out.mask.own[w] |= bits[w];
    }
  }
  for (const std::vector<TokenId>* list : {&table.sparse, &table.added}) {
    if (except) out.mask.include(*list, {}, trie_.words(), except);
    else out.mask.refer(*list);
  }
  crossing_.add(table, except, scan, out);
  if (!table.reference) return;
  if (table.diverging.empty()) return crossing_.add(*table.reference, except, scan, out);
  if (!except) return crossing_.add(*table.reference, &table.diverging, scan, out);
  std::vector<TokenId> both;
  std::set_union(table.diverging.begin(), table.diverging.end(), lost.begin(), lost.end(), std::back_inserter(both));
  crossing_.add(*table.reference, &both, scan, out);
}

// Adds what an open lexeme may read, of which `residual` is left.
void MaskBuilder::include_lexeme(ResidualId residual, ScanId id, LexemeId lexeme, MaskDraft& out) {
  const Recogniser::Scan& scan = recogniser_.scan(id);
  lost_.clear();
  if (scan.compared && !used_.lose(recogniser_.forbidden(scan, lexeme).texts, residual, lost_, out.needs_check)) {
    lost_.clear();
    residual = recogniser_.exactly(scan, lexeme);
    if (residual == ResidualStore::kEmpty) return;
  }
  include(residual, id, lost_, out);
}

// What may begin in the set, which is the first that is included. `caller_free`: by the caller-free mask of what it
// predicts, if there is one.
void MaskBuilder::include_boundary(SetId boundary, bool caller_free, MaskDraft& out) {
  const Recogniser::Set& set = recogniser_.expanded(boundary);
  const CallerFreeMask* known =
      caller_free ? caller_free_.find(set, [this](SetId begin, MaskDraft& all) { include_boundary(begin, false, all); })
                  : nullptr;
  ScanLabelSetId own = 0;
  if (known) {
    if (!caller_free_.include(*known, boundary, out)) {
      out.mask.clear();
      return include_boundary(boundary, false, out);
    }
    own = recogniser_.own_labels(boundary);
    if (own == 0) return;
  }
  crossing_.add_from_root(boundary, out);
  ScanId id = set.first_scan;
  for (const Recogniser::Scan& scan : set.expectation->scans) {
    if (!known || recogniser_.items().reads(own, {scan.terminal, scan.distinct}))
      include_lexeme(scan.residual, id, ScopeMemory::kUnread, out);
    ++id;
  }
}

void MaskBuilder::unite(const Config& config, MaskDraft& out) {
  crossing_.begin_mask();
  if (config.boundary != kNone) include_boundary(config.boundary, true, out);
  out.from_root = false;
  for (std::uint32_t i = 0; i < config.count; ++i)
    include_lexeme(config.lexemes[i].residual, config.lexemes[i].scan, config.lexemes[i].lexeme, out);
}

}  // namespace constrain
