// Where candidates come from: a row of logits, block by block, or a list of what was left of one.
//
// A block of plain contiguous float32 is read where it lies. Anything else (half precision, strides, penalties, a mask
// with holes, division by the temperature, the ragged end) is put right in a 4 KiB buffer that stays in the first-level
// cache, which costs less than a pass over a copy of the row. Blocks end in -inf up to a multiple of kPadding.
#pragma once

#include "lanes.h"
#include "row.h"

namespace constrain::sampling::CONSTRAIN_LEVEL {
namespace {

struct Source {
  const Row* row = nullptr;  // null: the list `main`, by now divided
  std::int64_t n = 0;        // columns, or entries of the list
  bool divides = false;      // the row's scores are still to be divided
  float divisor = 1;         // 1 until then
  float best = 0;  // the highest score, as divided
  bool has_nan = false;
};

struct Block {
  const float* score;
  std::int64_t n;  // a multiple of kPadding; 0 where the mask allows nothing
};

inline std::int64_t blocks(std::int64_t n) { return (n + kBlock - 1) / kBlock; }

inline std::int64_t padded(float* scores, std::int64_t n) {
  while (n % kPadding) scores[n++] = -kInfinity;
  return n;
}

// IEEE 754 binary16 to binary32: the exponent is moved by a multiplication, which makes subnormals right as well.
inline float widened(std::uint16_t half) {
  const std::uint32_t magnitude = (half & 0x7fffu) << 13;
  std::uint32_t bits;
  float value;
  std::memcpy(&value, &magnitude, 4);
  value *= 0x1p112f;
  std::memcpy(&bits, &value, 4);
  if (magnitude >= 0x0f800000u) bits = magnitude | 0x7f800000u;  // infinity and NaN
  bits |= (half & 0x8000u) << 16;
  std::memcpy(&value, &bits, 4);
  return value;
}

inline float widened_bf16(std::uint16_t upper) {
  const std::uint32_t bits = static_cast<std::uint32_t>(upper) << 16;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

inline float at(const Row& row, std::int64_t column) {
  const std::int64_t place = column * row.step;
  if (row.dtype == Dtype::f32) return static_cast<const float*>(row.data)[place];
  const std::uint16_t half = static_cast<const std::uint16_t*>(row.data)[place];
  return row.dtype == Dtype::f16 ? widened(half) : widened_bf16(half);
}

inline void read(const Row& row, std::int64_t begin, std::int64_t n, float* to) {
  if (row.step != 1) {
    for (std::int64_t i = 0; i < n; ++i) to[i] = at(row, begin + i);
  } else if (row.dtype == Dtype::f32) {
    std::memcpy(to, static_cast<const float*>(row.data) + begin, static_cast<std::size_t>(n) * 4);
  } else if (row.dtype == Dtype::bf16) {
    const std::uint16_t* from = static_cast<const std::uint16_t*>(row.data) + begin;
    for (std::int64_t i = 0; i < n; ++i) to[i] = widened_bf16(from[i]);
  } else {
    const std::uint16_t* from = static_cast<const std::uint16_t*>(row.data) + begin;
    std::int64_t i = 0;
#if defined(__F16C__)
    for (; i + 8 <= n; i += 8)
      store(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
#endif
    for (; i < n; ++i) to[i] = widened(from[i]);
  }
}

// The mask's words of a block, zero past its end; returns whether all of its `n` columns, and whether any, are allowed.
struct Words {
  std::uint32_t word[kBlock / 32];
  bool all, any;
};

inline Words words_of(const Row& row, std::int64_t b, std::int64_t n) {
  Words words = {};
  const std::int64_t begin = b * (kBlock / 32), count = (n + 31) / 32;
  const std::int64_t present = row.words < begin + count ? (row.words > begin ? row.words - begin : 0) : count;
  if (present > 0) std::memcpy(words.word, row.mask + begin, static_cast<std::size_t>(present) * 4);
  if (n % 32) words.word[n / 32] &= (1u << (n % 32)) - 1;
  std::uint32_t together = 0, common = ~0u;
  for (std::int64_t i = 0; i < n / 32; ++i) {
    together |= words.word[i];
    common &= words.word[i];
  }
  if (n % 32) {
    together |= words.word[n / 32];
    if (words.word[n / 32] != (1u << (n % 32)) - 1) common = 0;
  }
  words.any = together != 0;
  words.all = common == ~0u;
  return words;
}

inline void forbid(float* scores, std::int64_t n, const Words& words) {
  const Ints lane_bit = (Ints{} + 1) << iota();
  for (std::int64_t i = 0; i < n; i += kLanes) {
    const auto chosen = static_cast<std::int32_t>(words.word[i / 32] >> (i % 32));
    const Ints allowed = ((Ints{} + chosen) & lane_bit) == lane_bit;
    store(scores + i, allowed ? load<Floats>(scores + i) : Floats{} - kInfinity);
  }
}

inline void patch(const Row& row, std::int64_t b, float* scores) {
  const Patches& patches = row.patches;
  for (std::uint32_t i = patches.begin[b]; i < patches.begin[b + 1]; ++i) scores[patches.column[i]] = patches.score[i];
}

inline bool patched(const Row& row, std::int64_t b) {
  return row.patches.begin && row.patches.begin[b] != row.patches.begin[b + 1];
}

inline const char* address(const Row& row, std::int64_t column) {
  return static_cast<const char*>(row.data) + column * row.step * (row.dtype == Dtype::f32 ? 4 : 2);
}

// Block b of a row, before any division. `buffer` has room for kBlock scores.
inline Block undivided(const Row& row, std::int64_t b, float* buffer) {
  const std::int64_t begin = b * kBlock, n = row.width - begin < kBlock ? row.width - begin : kBlock;
  bool holes = false;
  Words words;
  if (row.mask) {
    words = words_of(row, b, n);
    if (!words.any) return {buffer, 0};
    holes = !words.all;
  }
  const bool changes = patched(row, b);
  if (row.dtype == Dtype::f32 && row.step == 1 && n == kBlock && !holes && !changes)
    return {static_cast<const float*>(row.data) + begin, n};
  read(row, begin, n, buffer);
  if (changes) patch(row, b, buffer);
  const std::int64_t whole = padded(buffer, n);
  if (holes) forbid(buffer, whole, words);
  return {buffer, whole};
}

inline void divide(const float* from, std::int64_t n, float divisor, float* to) {
  for (std::int64_t i = 0; i < n; i += kLanes) store(to + i, load<Floats>(from + i) / divisor);
}

// The highest score before division whose quotient is not above `bound`.
inline float undivided(const Source& source, float bound) {
  if (!source.divides || bound == -kInfinity) return bound;
  const float divisor = source.divisor;
  if (!(__FLT_MAX__ / divisor > bound)) return __FLT_MAX__;
  return __builtin_nextafterf(lowest(__FLT_MAX__, [&](float x) { return x / divisor > bound; }), -kInfinity);
}

// Block b of a source, as its scores stand now.
inline Block block(const Source& source, std::int64_t b, float* buffer, const Scratch& scratch) {
  if (!source.row) {
    const std::int64_t begin = b * kBlock, n = source.n - begin < kBlock ? source.n - begin : kBlock;
    return {scratch.main.score + begin, (n + kPadding - 1) / kPadding * kPadding};
  }
  const Block raw = undivided(*source.row, b, buffer);
  if (!source.divides || !raw.n) return raw;
  divide(raw.score, raw.n, source.divisor, buffer);
  return {buffer, raw.n};
}

// The same before division, for loops that divide by source.divisor on the way.
inline Block block_to_divide(const Source& source, std::int64_t b, float* buffer, const Scratch& scratch) {
  return source.row ? undivided(*source.row, b, buffer) : block(source, b, buffer, scratch);
}

inline Ints places(std::int64_t first) { return static_cast<std::int32_t>(first) + iota(); }

inline Ints ids(const Source& source, std::int64_t place, const Scratch& scratch) {
  return source.row ? places(place) : load<Ints>(scratch.main.id + place);
}

// The highest score that block b has, as scores stand now; what is below a threshold need not be visited.
inline float block_best(const Source& source, std::int64_t b, const Scratch& scratch) {
  if (!source.row) return kInfinity;
  return source.divides ? scratch.block_best[b] / source.divisor : scratch.block_best[b];
}

// The first pass over a row: the best of each block and of all, and a sample, 64 scores a block.
constexpr int kVectors = 32 / kLanes;
inline void scan(Source& source, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  float best = -kInfinity;
  Ints nan = {};
  // Backwards, so that the next pass finds its start in cache.
  for (std::int64_t b = blocks(source.n) - 1; b >= 0; --b) {
    const Block scores = undivided(*source.row, b, buffer);
    const char* next = b ? address(*source.row, (b - 1) * kBlock) : address(*source.row, 0);
    Floats high[4];
    for (Floats& each : high) each = Floats{} - kInfinity;
    for (std::int64_t i = 0; i < scores.n; i += 4 * kLanes) {
      __builtin_prefetch(next + i * 4);  // the hardware looks ahead upwards, and not beyond a page
      __builtin_prefetch(next + (i + 2 * kLanes) * 4);
      for (int j = 0; j < 4; ++j) {
        const Floats v = load<Floats>(scores.score + i + j * kLanes);
        high[j] = v > high[j] ? v : high[j];  // NaN is never above and so never enters
        nan |= v != v;
      }
    }
    for (int j = 1; j < 4; ++j) high[0] = high[j] > high[0] ? high[j] : high[0];
    const float here = largest(high[0]);
    scratch.block_best[b] = here;
    best = here > best ? here : best;
    for (int i = 0; i < kVectors; ++i) {
      float* to = scratch.sample + (b * kVectors + i) * kLanes;
      const std::int64_t from = kBlock / kVectors * i + b * 7 % (kBlock / kVectors / kLanes) * kLanes;
      store(to, from < scores.n ? load<Floats>(scores.score + from) : Floats{} - kInfinity);
    }
  }
  source.best = best;
  source.has_nan = bits(nan) != 0;
}

// Visits only what a sparse mask allows: fills the list and returns its length.
inline std::int64_t gather(const Row& row, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  std::int64_t n = 0;
  for (std::int64_t b = 0; b < blocks(row.width); ++b) {
    const std::int64_t begin = b * kBlock, width = row.width - begin < kBlock ? row.width - begin : kBlock;
    const Words words = words_of(row, b, width);
    if (!words.any) continue;
    const bool changes = patched(row, b);
    if (changes) undivided(row, b, buffer);
    for (std::int64_t w = 0; w < kBlock / 32; ++w)
      for (std::uint32_t left = words.word[w]; left; left &= left - 1) {
        const std::int64_t column = w * 32 + __builtin_ctz(left);
        scratch.main.score[n] = changes ? buffer[column] : at(row, begin + column);
        scratch.main.id[n++] = static_cast<std::int32_t>(begin + column);
      }
  }
  return n;
}

inline std::int64_t allowed(const Row& row) {
  const std::int64_t whole = row.width / 32 < row.words ? row.width / 32 : row.words;
  std::int64_t n = 0;
  for (std::int64_t i = 0; i < whole; ++i) n += __builtin_popcount(row.mask[i]);
  if (row.width % 32 && whole < row.words) n += __builtin_popcount(row.mask[whole] & ((1u << (row.width % 32)) - 1));
  return n;
}

}  // namespace
}  // namespace constrain::sampling::CONSTRAIN_LEVEL
