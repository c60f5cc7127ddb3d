// The code points beyond ASCII, as the walks over residuals ask of them: by groups of their lead bytes.
#pragma once

#include "pattern/byte_groups.h"

namespace constrain {

// The groups of lead bytes of which every code point leads from `from` to a residual that `home` takes. `derive` gives
// what is left after a byte, `empty` where that is nothing; bytes with equal derivatives are followed once; `same`
// may say for little that a byte leads where the one below it does.
template <class Derive, class Home, class Same>
std::uint32_t beyond_ascii(ResidualId from, ResidualId empty, Derive derive, Home home, Same same) {
  // The rows of Unicode's table 3-7.
  struct Rows { std::uint8_t low, high, second_low, second_high, more; };
  static constexpr Rows rows[] = {{0xC2, 0xC2, 0x80, 0xBF, 0}, {0xC3, 0xDF, 0x80, 0xBF, 0}, {0xE0, 0xE0, 0xA0, 0xBF, 1},
                                  {0xE1, 0xE3, 0x80, 0xBF, 1}, {0xE4, 0xEC, 0x80, 0xBF, 1}, {0xED, 0xED, 0x80, 0x9F, 1},
                                  {0xEE, 0xEE, 0x80, 0xBF, 1}, {0xEF, 0xEF, 0x80, 0xBF, 1}, {0xF0, 0xF0, 0x90, 0xBF, 2},
                                  {0xF1, 0xF3, 0x80, 0xBF, 2}, {0xF4, 0xF4, 0x80, 0x8F, 2}};
  const auto completes = [&](ResidualId at, int low, int high, int more, const auto& self) -> bool {
    ResidualId previous = kNone;
    for (int b = low; b <= high; ++b) {
      if (b > low && same(at, static_cast<std::uint8_t>(b))) continue;
      const ResidualId next = derive(at, static_cast<std::uint8_t>(b));
      if (next == previous) continue;
      if (more == 0 ? !home(next) : next == empty || !self(next, 0x80, 0xBF, more - 1, self)) return false;
      previous = next;
    }
    return true;
  };
  std::uint32_t groups = 1u << kLetters | 1u << kMarks;
  for (const Rows& r : rows) {
    ResidualId previous = kNone;
    for (int lead = r.low; lead <= r.high && groups & group_bit(r.low); ++lead) {
      if (lead > r.low && same(from, static_cast<std::uint8_t>(lead))) continue;
      const ResidualId next = derive(from, static_cast<std::uint8_t>(lead));
      if (next == previous) continue;
      if (next == empty || !completes(next, r.second_low, r.second_high, r.more, completes))
        groups &= ~group_bit(r.low);
      previous = next;
    }
  }
  return groups;
}

}  // namespace constrain
