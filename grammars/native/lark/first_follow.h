// The rules of a Lark grammar by number, and what follows from them alone: which symbols may be empty, with which
// terminals each begins and ends, which terminals may come right after which.
//
// Symbols are numbers; those without rules are terminals if `terminal` says so. FIRST and LAST are closed over the
// relation of symbols to those that stand in front (DeRemer and Pennello's digraph algorithm); tests/reference/lark_follow.py
// says the same in Python. Immutable once made, so any thread may read it.
#pragma once

#include "support/interned_bitsets.h"

namespace constrain {

class LarkRules {
 public:
  LarkRules(std::vector<bool> terminal, Vec<std::int32_t> origins,
            Vec<Vec<std::int32_t>> bodies);

  std::int32_t symbols() const { return static_cast<std::int32_t>(terminal_.size()); }
  bool terminal(std::int32_t symbol) const { return terminal_[symbol]; }
  const Vec<std::int32_t>& origins() const { return origins_; }
  const Vec<Vec<std::int32_t>>& bodies() const { return bodies_; }
  bool nullable(std::int32_t symbol) const { return nullable_[symbol]; }
  // The terminals with which a symbol may begin.
  const Words& first(std::int32_t symbol) const { return first_[symbol]; }
  // For each terminal of the rules those that may come next to it on the right; ignored tokens do not count.
  Vec<Words> followers() const;

 private:
  Vec<Words> ends(bool from_back) const;

  std::vector<bool> terminal_, nullable_;
  Vec<std::int32_t> origins_;
  Vec<Vec<std::int32_t>> bodies_;
  Vec<Words> first_;
};

// Sets of small numbers as rows of so many words.
struct SetRows {
  SetRows(std::size_t count, std::size_t width) : words(count * width), width(width) {}
  std::uint64_t* row(std::size_t i) { return words.data() + i * width; }
  const std::uint64_t* row(std::size_t i) const { return words.data() + i * width; }
  void put(std::size_t i, std::int32_t member) { row(i)[member >> 6] |= std::uint64_t{1} << (member & 63); }
  Vec<std::uint64_t> words;
  std::size_t width;
};

// The least sets that hold those of a key and of all keys related to it, (key, other) each; components share one set.
void close(const Vec<std::pair<std::uint32_t, std::uint32_t>>& relation, SetRows& sets);

// By symbol, whether it may be empty.
std::vector<bool> nullable_symbols(std::size_t symbols, const Vec<std::int32_t>& origins,
                                   const Vec<Vec<std::int32_t>>& bodies);

}  // namespace constrain
