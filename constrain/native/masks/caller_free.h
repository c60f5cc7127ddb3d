// What predicted items allow at their beginning, whoever has called them: computed once for all sets that predict the
// same.
//
// Predicted items do not depend on their caller. So for a set that predicts many terminals (any JSON value) we compute
// once, with the caller unknown, (a) the tokens that stay inside the prediction and (b) the positions where it
// completes. A real set's mask is (a), and its own items read from (b). Example: after `[1,` and after `{"a":`, (a) is
// the same bitset. For grammars with scopes, without indentation and names: without scopes, summaries.h shares more. Not
// thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "masks/mask_draft.h"
#include "masks/reader.h"

namespace constrain {

struct CallerFreeMask {
  std::uint32_t sets = 0;  // that predict so and have been asked
  bool whole = false;      // nothing is missing
  KeptMask mask;
  std::vector<TokenId> needs_check;
  std::vector<SuffixParser::Exit> exits;
};

class CallerFreeMasks {
 public:
  CallerFreeMasks(Reader& reader, SuffixParser& suffix_parser)
      : store_(reader.store),
        trie_(reader.trie),
        arena_(reader.arena),
        recogniser_(reader.recogniser),
        suffix_parser_(suffix_parser) {}

  // The mask of what the set, which is expanded, predicts; null where there is none. To be called once for each mask:
  // `make` is called at the second set that predicts so, with a set that has an unknown caller, and adds to the draft
  // all that this allows, and the exits that it meets.
  template <class Make>
  const CallerFreeMask* find(const Recogniser::Set& set, Make make) {
    CallerFreeMask* known = count(set);
    if (!known || known->sets > 2) return known;
    MaskDraft all;
    all.exits = &known->exits;
    make(recogniser_.caller_free(set.expectation->predicted), all);
    return keep(*known, all);
  }
  // Adds the mask to the draft, which holds no tokens yet, and what the set, which predicts so, reads from its exits.
  // False where readings multiply there; then tokens may be missing.
  bool include(const CallerFreeMask& known, SetId set, MaskDraft& out);
  std::size_t memory() const { return memory_; }  // beside the arena

 private:
  static constexpr std::size_t kWide = 4;  // predicted terminals from which on it pays

  CallerFreeMask* count(const Recogniser::Set& set);
  const CallerFreeMask* keep(CallerFreeMask& known, MaskDraft& all);

  ResidualStore& store_;
  const TokenTrie& trie_;
  Arena& arena_;
  Recogniser& recogniser_;
  SuffixParser& suffix_parser_;
  std::unordered_map<ItemSetId, CallerFreeMask> masks_;  // by the items predicted
  std::vector<SuffixParser::Start> starts_;              // scratch of include
  std::size_t memory_ = 0;
};

}  // namespace constrain
