// The 256 bytes in 32 groups, so that "which bytes occur here" fits one word.
//
// Groups are what patterns in use tell apart: letters by case and hexadecimal digits, 0, the other digits, each
// frequent punctuation mark, everything beyond ASCII. A set of bytes covers the groups that lie wholly in it; a test by
// groups may therefore say "no" where the bytes themselves would do, and never "yes" where they would not.
#pragma once

#include "support/common.h"

namespace constrain {

inline constexpr std::array<std::uint8_t, 256> kGroupOf = [] {
  std::array<std::uint8_t, 256> out{};  // 0: control characters
  constexpr std::string_view single = "\t\n\r \"\\/-_.,:+*'@=0";
  std::uint8_t group = 1;
  for (char c : single) out[static_cast<std::uint8_t>(c)] = group++;
  for (std::string_view several :
       {std::string_view("()"), std::string_view("[]"), std::string_view("{}"), std::string_view("#$%&"),
        std::string_view("<>;!?"), std::string_view("^|~`"), std::string_view("123456789"), std::string_view("abcdef"),
        std::string_view("ABCDEF")}) {
    for (char c : several) out[static_cast<std::uint8_t>(c)] = group;
    ++group;
  }
  for (int c = 'g'; c <= 'z'; ++c) out[c] = group;
  ++group;
  for (int c = 'G'; c <= 'Z'; ++c) out[c] = group;
  ++group;
  for (int c = 0x80; c < 0x100; ++c) out[c] = group;
  ++group;
  for (int c : {0xC0, 0xC1, 0xC2, 0xE1, 0xE2, 0xE3, 0xEF}) out[c] = group;
  for (int c = 0xF0; c < 0x100; ++c) out[c] = group;
  return out;
}();
inline constexpr std::uint8_t kLetters = 30, kMarks = 31;  // groups of lead bytes
static_assert(kGroupOf[0xC3] == kLetters && kGroupOf[0xC2] == kMarks);
// What a subtree's byte adds to its groups. Where the subtree is valid UTF-8, its lead bytes say what follows them.
inline constexpr std::uint32_t group_bit(std::uint8_t byte) { return (byte & 0xC0) == 0x80 ? 0 : 1u << kGroupOf[byte]; }
// The same of bytes that may stand anywhere in a character: all beyond ASCII are one group.
inline constexpr std::uint32_t kBeyondAscii = 1u << kMarks;
inline constexpr std::uint32_t plain_group_bit(std::uint8_t byte) { return byte < 0x80 ? 1u << kGroupOf[byte] : kBeyondAscii; }

}  // namespace constrain
