// A grammar as its front end hands it over: `FlatGrammar` of constrain/grammar.py, immutable and shared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace constrain {

struct FlatGrammar {
  std::vector<std::string> terminals;  // byte code of patterns (support/bytecode.h)
  std::vector<std::string> names;      // of terminals; beyond, they are called by number
  std::vector<std::string> productions;  // byte code of right sides
  std::uint32_t start;                 // a production
  std::vector<std::uint32_t> families;  // by production, the number of one that it is a variant of; beyond, each is its own

  std::size_t memory() const {
    std::size_t out = sizeof *this + families.capacity() * sizeof families[0];
    for (const auto* texts : {&terminals, &names, &productions})
      for (const std::string& each : *texts) out += sizeof each + (each.capacity() > 15 ? each.capacity() + 1 : 0);  // longer ones are on the heap
    return out;
  }
};

}  // namespace constrain
