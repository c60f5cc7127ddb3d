// One pass over a row, word by word of its mask: most words of a grammar's mask are all zeros or all ones.
//
// A word of zeros is a fill that reads no score; a word of ones is a copy, or nothing at all where the row is written
// in place; only the rest is blended, without a branch. So a row costs what it must: 512 KB written for 128k columns,
// and as much read where nearly all is allowed (12 and 21 µs on a core that has both in its caches). And where the
// target is known to have been written under another mask, what both forbid is -inf already: then a row under which
// little is allowed costs a look at its mask.
//
// Compiled once for each instruction set, as row.cc is.
#include "forbidding.h"

#include <cstddef>
#include <cstring>

#if defined(__AVX2__)
#define CONSTRAIN_BYTES 32
#else
#define CONSTRAIN_BYTES 16
#endif

namespace constrain::sampling::CONSTRAIN_LEVEL {
namespace {

template <class T>
struct Lanes {
  typedef T Vector __attribute__((vector_size(CONSTRAIN_BYTES)));
  static constexpr int kCount = CONSTRAIN_BYTES / sizeof(T);  // at most 16, so that a lane's bit fits into every T

  static Vector bits() {
    Vector bits;
    for (int i = 0; i < kCount; ++i) bits[i] = static_cast<T>(T{1} << i);
    return bits;
  }
};

constexpr std::int64_t kStretch = 8;  // words that are looked at together: nearly all stretches are zero

inline bool is_zero(const std::uint32_t* words) {
  std::uint64_t part[kStretch / 2];
  std::memcpy(part, words, sizeof part);
  return (part[0] | part[1] | part[2] | part[3]) == 0;
}

template <class T>
bool any_left(const T* source, std::int64_t width, const std::uint32_t* mask, std::int64_t words, T infinity) {
  const std::int64_t last = (width + 31) / 32 < words ? (width + 31) / 32 : words;
  for (std::int64_t w = 0; w < last; ++w) {
    if (w % kStretch == 0)
      while (w + kStretch <= last && is_zero(mask + w)) w += kStretch;
    if (w == last) break;
    for (std::uint32_t bits = mask[w]; bits; bits &= bits - 1) {
      const std::int64_t column = w * 32 + __builtin_ctz(bits);
      if (column < width && source[column] != infinity) return true;
    }
  }
  return false;
}

template <class T>
inline void blend(const T* source, T* target, std::uint32_t bits, const typename Lanes<T>::Vector& lanes,
                  const typename Lanes<T>::Vector& forbidden) {
  using Vector = typename Lanes<T>::Vector;
  for (int i = 0; i < 32; i += Lanes<T>::kCount) {
    Vector scores;
    std::memcpy(&scores, source + i, sizeof scores);
    const T low = static_cast<T>(bits >> i);  // named, or it is an int to a compiler that checks overflows
    const Vector chosen = (Vector{} + low) & lanes;
    scores = chosen == lanes ? scores : forbidden;
    std::memcpy(target + i, &scores, sizeof scores);
  }
}

template <class T>
bool run(const Forbidding& row, T infinity) {
  const T* source = reinterpret_cast<const T*>(row.source);
  T* target = reinterpret_cast<T*>(row.target);
  const bool left = any_left(source, row.width, row.mask, row.words, infinity);
  const typename Lanes<T>::Vector lanes = Lanes<T>::bits(), forbidden = typename Lanes<T>::Vector{} + infinity;
  const std::int64_t whole = row.width / 32, masked = whole < row.words ? whole : row.words;
  const auto fill = [&](std::int64_t begin) {
    for (int i = 0; i < 32; i += Lanes<T>::kCount) std::memcpy(target + begin + i, &forbidden, sizeof forbidden);
  };
  for (std::int64_t w = 0; w < whole; ++w) {
    if (row.before && w % kStretch == 0) {
      while (w + kStretch <= masked && is_zero(row.mask + w) && is_zero(row.before + w)) w += kStretch;
      if (w == whole) break;
    }
    const std::uint32_t bits = w < masked ? row.mask[w] : 0;
    const std::int64_t begin = w * 32;
    if (row.before) {
      if ((bits | row.before[w]) == 0) continue;
      row.before[w] = bits;
    }
    if (bits == 0) fill(begin);
    else if (bits != ~0u) blend<T>(source + begin, target + begin, bits, lanes, forbidden);
    else if (source != target) std::memcpy(target + begin, source + begin, 32 * sizeof(T));
  }
  const std::uint32_t bits = whole < row.words ? row.mask[whole] : 0;
  for (std::int64_t i = 0; i < row.width % 32; ++i)
    target[whole * 32 + i] = bits >> i & 1 ? source[whole * 32 + i] : infinity;
  return left;
}

}  // namespace

bool forbid(const Forbidding& row, const Format& format) {
  if (format.bytes == 2) return run(row, static_cast<std::uint16_t>(format.infinity));
  if (format.bytes == 4) return run(row, static_cast<std::uint32_t>(format.infinity));
  return run(row, format.infinity);
}

}  // namespace constrain::sampling::CONSTRAIN_LEVEL
