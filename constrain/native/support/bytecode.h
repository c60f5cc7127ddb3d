// The two byte codes in which Python hands over patterns (constrain/patterns/pattern.py) and productions
// (constrain/grammar.py).
//
// Both are postfix: an operation stands after its parts, and after it stand its numbers, as unsigned LEB128. Example:
// the pattern `ab|[c-f]` is Literal 2 "ab", ByteRanges 1 "cf", Alternation 2. constrain/patterns/bytecode.py has the
// same table for Python; tests/constrain/native/support/test_bytecode.py compares the two.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace constrain {

enum class PatternCode : std::uint8_t {
  Empty = 0,
  Epsilon = 1,
  Literal = 2,        // length, bytes
  ByteClass = 3,      // 32 bytes: a bit for each byte; where ByteRanges would be as long
  Concatenation = 4,  // how many parts
  Alternation = 5,    // how many parts
  Intersection = 6,   // how many parts
  Complement = 7,
  Repetition = 8,     // minimum; one more than the maximum, or 0 for none
  Ahead = 9,          // a byte: whether it is negative
  Behind = 10,        // a byte: whether it is negative
  Literals = 11,      // how many; of each its length and bytes
  ByteRanges = 12,    // a class again: how many ranges; of each its least and its greatest byte
};

enum class GrammarCode : std::uint8_t {
  Terminal = 0,       // its number
  Nonterminal = 1,    // its number
  Sequence = 2,       // how many parts
  Choice = 3,         // how many parts
  Repeat = 4,         // minimum; one more than the maximum, or 0 for none
  Once = 5,           // the mark; ends what BeginOnce began
  Require = 6,        // how many marks, the marks; minimum; one more than the bound, or 0 for none
  Distinct = 7,       // terminal, spelling
  Scope = 8,          // ends what BeginScope began
  BeginScope = 9,
  BeginOnce = 10,
  Line = 11,          // terminal, kind; of a line's end: terminal of the indentation, width of a tab
  Ordered = 12,       // the separator, a terminal; how many parts; a byte for each: whether it is required
  RepeatBetween = 13, // as Repeat; the last part stands between two of the first
  Embedded = 14,      // the number of a grammar that is read by itself
  // A graph stands alone: how many lines, of each what stands after Line; how many states; the first one; of each state
  // the ends (bits), how many arcs; of each arc three times its label, and 0 if it is silent, 1 if it reads
  // a terminal, 2 if it calls: then the start of what is called, the label being which end; its target
  Graph = 15,
  Names = 16,  // length, bytes: the catalogue of names
  Named = 17,  // terminal, action, number
};

inline void append_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

template <class Code>
void append_operation(std::string& out, Code operation) {
  out.push_back(static_cast<char>(operation));
}

// The number that stands at a place, which moves after it; beyond the code's end if the code ends before the number
// does. Numbers of more than 64 bits are the greatest of all.
inline std::uint64_t number_at(std::string_view code, std::size_t& at) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (at >= code.size()) {
      at = code.size() + 1;
      return 0;
    }
    const auto byte = static_cast<std::uint8_t>(code[at++]);
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if (!(byte & 0x80)) return value;
  }
  return ~std::uint64_t{0};
}

}  // namespace constrain
