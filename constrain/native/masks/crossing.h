// Tokens that cross the end of their lexeme: what the next terminals read of the suffixes that a token table leaves.
//
// Three readers know how, each slower than the one before and able to do what that one cannot:
// - summaries.h, for grammars without scopes and indentation, within a budget for each mask;
// - suffix_parse.h, whole Earley sets, where scopes or indentation count or the budget is spent;
// - `walk_merged`, where readings multiply there too: all open lexemes of a position in one frontier, as `advance`
//   reads them.
// Example: after `{"a` the table of what is left of the key, `"`, leaves the suffixes `:` and `:1,` of the tokens `":`
// and `":1,`; the first can be read after any key, the second where the key's value may be a number. Not thread-safe:
// the owner locks.
#pragma once

#include <unordered_map>

#include "masks/mask_draft.h"
#include "masks/reader.h"
#include "masks/summaries.h"

namespace constrain {

class Crossing {
 public:
  Crossing(Reader& reader, SuffixScanCache& scans);

  // Before the first call for a mask.
  void begin_mask() { summaries_.begin_mask(); }
  // Adds what the set reads of whole tokens after their first lexeme, for all its terminals at once, if that is within
  // the budget; otherwise `add` does it for each of them.
  void add_from_root(SetId set, MaskDraft& out);
  // Adds the tokens whose lexeme may end inside them, for one open lexeme, without `except`, a sorted list or null.
  void add(const TokenTable& table, const std::vector<TokenId>* except, ScanId scan, MaskDraft& out);
  SuffixParser& suffix_parser() { return suffix_parser_; }
  // Beside the arena.
  std::size_t memory() const {
    return positions_.memory() + summaries_.memory() +
           followings_.size() * (sizeof(Following) + sizeof(FollowingKey) + 16);
  }
  std::size_t spare() const { return positions_.spare() + summaries_.spare(); }  // see StableVector

 private:
  // What follows the lexemes of a table, by whole sets, where it has been asked for before: residuals that are patches
  // of one table, as those of keys are, ask for the same.
  struct Following {
    bool asked = false, kept = false;
    SetId lowest = kNone;  // the oldest origin looked at
    std::span<const TokenId> tokens, needs_check;
  };
  struct FollowingKey {
    const TokenTable* table;
    SetId set;
    bool operator==(const FollowingKey&) const = default;
  };
  struct FollowingHash {
    std::size_t operator()(const FollowingKey& p) const {
      return mix(reinterpret_cast<std::uintptr_t>(p.table), p.set);
    }
  };
  void add_by_sets(const TokenTable& table, SetId set, const std::vector<TokenId>* except, MaskDraft& out);
  bool follow(const TokenTable& table, SetId set, const std::vector<TokenId>* except, MaskDraft& out);
  void walk_merged(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, MaskDraft& out);

  ResidualStore& store_;
  const TokenTrie& trie_;
  Arena& arena_;
  Recogniser& recogniser_;
  Stepper& stepper_;
  SuffixPositions positions_;
  Summaries summaries_;
  SuffixParser suffix_parser_;
  std::unordered_map<FollowingKey, Following, FollowingHash> followings_;
};

}  // namespace constrain
