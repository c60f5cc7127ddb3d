// A mask in the making, and what is noted beside it until it is kept.
// Not thread-safe: whoever makes the mask has one of its own.
#pragma once

#include <vector>

#include "masks/suffix_parse.h"

namespace constrain {

struct MaskDraft {
  Mask mask;
  std::vector<TokenId> needs_check;  // tokens to be read one by one, in any order
  bool from_root = false;            // what follows the terminals of the boundary set is in the mask
  // While a caller-free mask is made: where exits are noted, and whether readings have multiplied, so that some are
  // missing.
  std::vector<SuffixParser::Exit>* exits = nullptr;
  bool over_budget = false;

  void clear() {
    mask.clear();
    needs_check.clear();
    from_root = false;
    exits = nullptr;
    over_budget = false;
  }
};

}  // namespace constrain
