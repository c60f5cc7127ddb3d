// `count` says whether a mask pays, `keep` makes one of what was read with an unknown caller, `include` goes on from
// its exits.
#include "masks/caller_free.h"

namespace constrain {

// Null where there is no whole mask, and none is to be made now.
CallerFreeMask* CallerFreeMasks::count(const Recogniser::Set& set) {
  const ItemSetId predicted = set.expectation->predicted;
  if (set.expectation->scans.size() < kWide || !predicted || !recogniser_.has_scopes() ||
      recogniser_.network().has_lines())
    return nullptr;
  CallerFreeMask& known = masks_[predicted];
  // One mask for all callers is worth its making when the prediction comes back: at the second set it is made.
  if (++known.sets == 1) return nullptr;  // many are met once
  return known.sets == 2 || known.whole ? &known : nullptr;
}

// Null where some exits are missing.
const CallerFreeMask* CallerFreeMasks::keep(CallerFreeMask& known, MaskDraft& all) {
  known.whole = !all.over_budget;
  if (all.over_budget) return nullptr;
  known.needs_check = std::move(all.needs_check);
  // All additions by word, each once.
  std::vector<std::uint32_t> bitset(trie_.words());
  KeptMask additions = all.mask.view();
  additions.base = nullptr;
  additions.removed = {};
  additions.write(bitset.data(), bitset.size());
  std::vector<Bits> bits;
  for (std::uint32_t w = 0; w < bitset.size(); ++w)
    if (bitset[w]) bits.push_back({w, bitset[w]});
  all.mask.added.clear();
  all.mask.lists.clear();
  all.mask.bits = {arena_.copy(bits.data(), bits.size()), bits.size()};
  known.mask = all.mask.keep(arena_, trie_.words());
  memory_ += sizeof known + 64 + known.exits.size() * sizeof(SuffixParser::Exit) + known.needs_check.size() * 4;
  return &known;
}

bool CallerFreeMasks::include(const CallerFreeMask& known, SetId set, MaskDraft& out) {
  const std::size_t before = out.needs_check.size();
  out.mask.base = known.mask.base;
  out.mask.removed.assign(known.mask.removed.begin(), known.mask.removed.end());
  out.mask.bits = known.mask.bits;
  out.needs_check.insert(out.needs_check.end(), known.needs_check.begin(), known.needs_check.end());
  for (std::size_t i = 0; i < known.exits.size();) {
    const SuffixParser::Exit& exit = known.exits[i];
    bool whole = true;
    if (exit.table) {
      const SetId next = recogniser_.resume(set, exit.left);
      const ByteSet asked = exit.table->crossing_bytes & recogniser_.expanded(next).expectation->first;
      asked.each([&](std::uint8_t byte) {
        whole = whole && suffix_parser_.walk(*suffix_trie(store_, trie_, *exit.table, byte), next, exit.except,
                                             out.mask, out.needs_check);
      });
      ++i;
    } else {
      starts_.clear();
      for (; i < known.exits.size() && known.exits[i].trie == exit.trie && known.exits[i].except == exit.except; ++i) {
        const SuffixParser::Exit& e = known.exits[i];
        const SetId next = recogniser_.resume(set, e.left);
        if (recogniser_.expanded(next).expectation->first.has(e.trie->nodes[e.node].byte))
          starts_.push_back({e.node, next, e.doubt});
      }
      if (!starts_.empty()) whole = suffix_parser_.walk(*exit.trie, starts_, exit.except, out.mask, out.needs_check);
    }
    if (!whole) {
      out.needs_check.resize(before);
      return false;
    }
  }
  return true;
}

}  // namespace constrain
