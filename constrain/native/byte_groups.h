// The 256 bytes in 32 groups, so that "which bytes occur here" fits one word.
//
// Groups are what patterns in use tell apart: letters by case and hexadecimal digits, 0, the other digits, each frequent
// punctuation mark, everything beyond ASCII. A set of bytes covers the groups that lie wholly in it; a test by groups may
// therefore say "no" where the bytes themselves would do, and never "yes" where they would not.
#pragma once

#include "common.h"

namespace constrain {

inline constexpr std::array<std::uint8_t, 256> kGroupOf = [] {
  std::array<std::uint8_t, 256> out{};  // 0: control characters
  constexpr std::string_view single = "\t\n\r \"\\/-_.,:+*'@=0";
  std::uint8_t group = 1;
  for (char c : single) out[static_cast<std::uint8_t>(c)] = group++;
  for (std::string_view several : {std::string_view("()"), std::string_view("[]"), std::string_view("{}"), std::string_view("#$%&"),
                                   std::string_view("<>"), std::string_view(";!?"), std::string_view("^|~`"),
                                   std::string_view("123456789"), std::string_view("abcdef"), std::string_view("ABCDEF")}) {
    for (char c : several) out[static_cast<std::uint8_t>(c)] = group;
    ++group;
  }
  for (int c = 'g'; c <= 'z'; ++c) out[c] = group;
  ++group;
  for (int c = 'G'; c <= 'Z'; ++c) out[c] = group;
  ++group;
  for (int c = 0x80; c < 0x100; ++c) out[c] = group;
  return out;
}();
static_assert(kGroupOf[0xFF] == 31);

inline std::uint32_t groups_within(const ByteSet& set) {
  std::uint32_t out = ~std::uint32_t{0};
  for (int b = 0; b < 256; ++b)
    if (!set.has(static_cast<std::uint8_t>(b))) out &= ~(1u << kGroupOf[b]);
  return out;
}

}  // namespace constrain
