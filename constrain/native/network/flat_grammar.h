// A grammar as its front end hands it over: `FlatGrammar` of constrain/grammar.py, immutable and shared.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "support/packed_strings.h"

namespace constrain {

class EmbeddedGrammar;
class LazyGraph;

struct FlatGrammar {
  PackedStrings terminals;    // byte code of patterns (support/bytecode.h)
  PackedStrings names;        // of terminals; beyond, they are called by number
  PackedStrings productions;  // byte code of right sides
  std::uint32_t start;        // a production
  // By production, the number of one that it is a variant of; beyond, each is its own.
  std::vector<std::uint32_t> families;
  std::vector<std::shared_ptr<const EmbeddedGrammar>> embedded = {};  // by number
  std::shared_ptr<LazyGraph> lazy = {};  // instead of everything else

  std::size_t memory() const {
    return sizeof *this + families.capacity() * sizeof families[0] + terminals.memory() + names.memory() +
           productions.memory();
  }
};

}  // namespace constrain
