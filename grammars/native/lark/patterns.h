// Patterns as constrain/patterns/pattern.py has them, put together as grammars/regex/algebra.py does, and written as byte code.
//
// A pattern is a number of one arena; 0 matches nothing and 1 the empty text only. Characters are spelled in UTF-8 as
// constrain/patterns/utf8.py does it: equal sets of characters are one pattern. Not thread-safe.
#pragma once

#include <bitset>
#include <map>

#include "support/interned_bitsets.h"

namespace constrain {

using CodePoints = Vec<std::pair<std::uint32_t, std::uint32_t>>;  // sorted ranges that do not touch

// The set that the ranges make up, in any order and overlapping as they like.
CodePoints normalised(CodePoints ranges);
CodePoints inverted(const CodePoints& ranges);

class Patterns {
 public:
  using Id = std::int32_t;
  using Bytes = std::bitset<256>;
  static constexpr Id kEmpty = 0, kEpsilon = 1;

  Patterns();
  Id characters(const CodePoints& ranges);
  Id text(const std::string& utf8) { return utf8.empty() ? kEpsilon : add({Kind::Literal, utf8, {}, {}, 0, 0}); }
  Id sequence(std::span<const Id> parts);
  Id unite(std::span<const Id> parts);
  // The part any number of times.
  Id star(Id part);
  Id without(Id part, Id other);
  // About how many bytes the code takes.
  std::uint64_t size(Id pattern) const { return nodes_[pattern].size; }
  std::string code(Id pattern) const;

 private:
  enum class Kind : std::uint8_t {
    Empty,
    Epsilon,
    Literal,
    Literals,
    ByteClass,
    Concatenation,
    Alternation,
    Difference,
    Repetition,
    Code
  };
  struct Node {
    Kind kind;
    std::string data;  // of a literal; code that is kept
    Vec<std::string> items;
    Vec<Id> parts;
    std::uint64_t minimum, maximum;  // of a repetition; 1 more, or 0 for none
    std::uint64_t size = 0;
    Bytes bytes{};
  };
  Id add(Node node);
  Id bytes(const Bytes& set);
  Id alternation(const Vec<Id>& parts);
  Id multibyte(const CodePoints& ranges);
  Vec<Vec<Id>> branches(const CodePoints& ranges, int length, std::uint32_t base);
  Vec<Id> tail(const CodePoints& ranges, int length);
  bool nullable(Id pattern) const;
  void write(Id pattern, std::string& out) const;

  Vec<Node> nodes_;
  Map<CodePoints, Id> of_characters_, of_multibyte_;
  Map<std::pair<CodePoints, int>, Vec<Id>> tails_;
};

}  // namespace constrain
