// The mask of a configuration as a union of token tables; compute_mask.cc says of which.
// Not thread-safe: the owner locks.
#pragma once

#include "masks/caller_free.h"
#include "masks/crossing.h"
#include "masks/used_lexemes.h"

namespace constrain {

class MaskBuilder {
 public:
  MaskBuilder(Reader& reader, SuffixScanCache& scans, UsedLexemes& used)
      : store_(reader.store),
        trie_(reader.trie),
        recogniser_(reader.recogniser),
        used_(used),
        crossing_(reader, scans),
        caller_free_(reader, crossing_.suffix_parser()) {}

  // All tokens but the end tokens, and those that are noted as in need of a check: to be read one by one. The draft is
  // empty.
  void unite(const Config& config, MaskDraft& out);
  std::size_t memory() const { return crossing_.memory() + caller_free_.memory(); }  // beside the arena
  std::size_t spare() const { return crossing_.spare(); }                            // see StableVector

 private:
  void include(ResidualId residual, ScanId scan, const std::vector<TokenId>& lost, MaskDraft& out);
  void include_lexeme(ResidualId residual, ScanId id, LexemeId lexeme, MaskDraft& out);
  void include_boundary(SetId boundary, bool caller_free, MaskDraft& out);

  ResidualStore& store_;
  const TokenTrie& trie_;
  Recogniser& recogniser_;
  UsedLexemes& used_;
  Crossing crossing_;
  CallerFreeMasks caller_free_;
  std::vector<TokenId> lost_;  // scratch of include_lexeme
};

}  // namespace constrain
