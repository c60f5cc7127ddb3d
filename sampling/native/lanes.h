// Vectors of the width of the instruction set that this file is compiled for, and the three operations that the
// compilers' vector extensions lack. Everything is `static`: the linker must never merge a function compiled for one
// instruction set with its namesake of another, so kernels also keep clear of the standard library's templates. Values
// alone, so any thread may use them.
#pragma once

#include <cstdint>
#include <cstring>

#include "row.h"

#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define CONSTRAIN_LANES 16
#elif defined(__AVX2__)
#define CONSTRAIN_LANES 8
#else
#define CONSTRAIN_LANES 4
#endif

namespace constrain::sampling::CONSTRAIN_LEVEL {
namespace {

constexpr int kLanes = CONSTRAIN_LANES;
constexpr int kHalf = kLanes / 2;  // doubles are computed half as many at a time
constexpr int kPadding = 64;  // blocks and lists end in -inf up to a multiple of so many
constexpr float kInfinity = __builtin_inff();

typedef float Floats __attribute__((vector_size(4 * kLanes)));
typedef std::int32_t Ints __attribute__((vector_size(4 * kLanes)));
typedef float HalfFloats __attribute__((vector_size(4 * kHalf)));
typedef std::int32_t HalfInts __attribute__((vector_size(4 * kHalf)));
typedef double Doubles __attribute__((vector_size(8 * kHalf)));
typedef std::int64_t Longs __attribute__((vector_size(8 * kHalf)));
typedef std::uint32_t Bits __attribute__((vector_size(4 * kLanes)));  // of floats; unsigned may wrap around
typedef std::uint64_t LongBits __attribute__((vector_size(8 * kHalf)));

template <class V, class T>
inline V load(const T* from) {
  V v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class V, class T>
inline void store(T* to, const V& v) {
  std::memcpy(to, &v, sizeof v);
}

// GCC 12 takes __builtin_convertvector between vectors of different sizes through memory, so it is spelt out.
inline Doubles widened(const HalfFloats& v) {
#if defined(__AVX512F__)
  return reinterpret_cast<Doubles>(_mm512_cvtps_pd(reinterpret_cast<__m256>(v)));
#elif defined(__AVX2__)
  return reinterpret_cast<Doubles>(_mm256_cvtps_pd(reinterpret_cast<__m128>(v)));
#else
  return __builtin_convertvector(v, Doubles);
#endif
}
inline Doubles widened(const float* from) { return widened(load<HalfFloats>(from)); }

inline HalfInts truncated(const Doubles& v) {
#if defined(__AVX512F__)
  return reinterpret_cast<HalfInts>(_mm512_cvttpd_epi32(reinterpret_cast<__m512d>(v)));
#elif defined(__AVX2__)
  return reinterpret_cast<HalfInts>(_mm256_cvttpd_epi32(reinterpret_cast<__m256d>(v)));
#else
  return __builtin_convertvector(v, HalfInts);
#endif
}

inline Ints truncated(const Floats& v) {
#if defined(__AVX512F__)
  return reinterpret_cast<Ints>(_mm512_cvttps_epi32(reinterpret_cast<__m512>(v)));
#elif defined(__AVX2__)
  return reinterpret_cast<Ints>(_mm256_cvttps_epi32(reinterpret_cast<__m256>(v)));
#else
  return __builtin_convertvector(v, Ints);
#endif
}

// The lower or the upper half of some ids as 64-bit integers.
inline LongBits widened(const Ints& v, int half) {
  HalfInts halves[2];
  std::memcpy(halves, &v, sizeof v);
#if defined(__AVX512F__)
  return reinterpret_cast<LongBits>(_mm512_cvtepi32_epi64(reinterpret_cast<__m256i>(halves[half])));
#elif defined(__AVX2__)
  return reinterpret_cast<LongBits>(_mm256_cvtepi32_epi64(reinterpret_cast<__m128i>(halves[half])));
#else
  return reinterpret_cast<LongBits>(__builtin_convertvector(halves[half], Longs));
#endif
}

// `v` where the condition (all ones or zero) holds, else 0.
inline Doubles where(const Longs& condition, const Doubles& v) {
  return reinterpret_cast<Doubles>(reinterpret_cast<Longs>(v) & condition);
}

inline bool any(const Longs& condition) {
#if defined(__AVX512F__)
  return _mm512_movepi64_mask(reinterpret_cast<__m512i>(condition)) != 0;
#elif defined(__AVX2__)
  return !_mm256_testz_si256(reinterpret_cast<__m256i>(condition), reinterpret_cast<__m256i>(condition));
#else
  std::int64_t all = 0;
  for (int i = 0; i < kHalf; ++i) all |= condition[i];
  return all != 0;
#endif
}

inline double sum(const Doubles& v) {
  double all = 0;
  for (int i = 0; i < kHalf; ++i) all += v[i];
  return all;
}

inline float largest(const Floats& v) {
  float best = v[0];
  for (int i = 1; i < kLanes; ++i) best = v[i] > best ? v[i] : best;
  return best;
}

inline Ints iota() {
  Ints v;
  for (int i = 0; i < kLanes; ++i) v[i] = i;
  return v;
}

// One bit a lane of a comparison's result.
inline unsigned bits(const Ints& condition) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(condition));
#elif defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(condition)));
#else
  unsigned all = 0;
  for (int i = 0; i < kLanes; ++i) all |= (static_cast<unsigned>(condition[i]) & 1u) << i;
  return all;
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
// For each of 256 sets of lanes, the chosen lanes first: eight bytes.
struct Packing {
  std::uint8_t lane[256][8] = {};
  constexpr Packing() {
    for (int set = 0; set < 256; ++set)
      for (int i = 0, n = 0; i < 8; ++i)
        if (set >> i & 1) lane[set][n++] = static_cast<std::uint8_t>(i);
  }
};
constexpr Packing kPacking;
#endif

// Writes the lanes of `chosen` to the front of `to` at `at` and returns how many there were. All kLanes places from
// `at` on may be written, so a list filtered in place is safe: what is read stays ahead of what is written.
inline int pack(const List& to, std::int64_t at, const Floats& scores, const Ints& ids, unsigned chosen) {
#if defined(__AVX512F__)
  const __mmask16 mask = static_cast<__mmask16>(chosen);
  store(to.score + at, _mm512_maskz_compress_ps(mask, reinterpret_cast<__m512>(scores)));
  store(to.id + at, _mm512_maskz_compress_epi32(mask, reinterpret_cast<__m512i>(ids)));
#elif defined(__AVX2__)
  const __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPacking.lane[chosen])));
  store(to.score + at, _mm256_permutevar8x32_ps(reinterpret_cast<__m256>(scores), order));
  store(to.id + at, _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(ids), order));
#else
  for (int i = 0, n = 0; i < kLanes; ++i)
    if (chosen >> i & 1) {
      to.score[at + n] = scores[i];
      to.id[at + n++] = ids[i];
    }
#endif
  return __builtin_popcount(chosen);
}

// exp of d <= 0, to within 2e-15 of the result; 0 below -700, for -inf and for NaN.
//
// d = n ln 2 + r with |r| <= ln(2) / 2; exp(r) = 1 + r + r^2 p(r), p the Chebyshev fit of degree 8 (relative error
// 1.2e-15); n goes into the exponent. ln 2 is split so that n times its upper part is exact (Cody and Waite, 1980).
inline Doubles exponential(const Doubles& d) {
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer, which then stands in the low bits
  const Doubles shifted = d * 0x1.71547652b82fep0 + magic;
  const Doubles n = shifted - magic;
  const Doubles r = d - n * 0x1.62e42fefa0000p-1 - n * 0x1.cf79abc9e3b3ap-40;
  const Doubles r2 = r * r, r4 = r2 * r2;  // Estrin's order: short chains, so that neighbouring vectors overlap
  const Doubles low = (r * 0x1.5555555553b63p-3 + 0x1.0000000000000p-1) +
                      r2 * (r * 0x1.1111111c4e74fp-7 + 0x1.5555555554cb0p-5);
  const Doubles high = (r * 0x1.a019ad80eed25p-13 + 0x1.6c16c173948e7p-10) +
                       r2 * (r * 0x1.72c75c67ac6b9p-19 + 0x1.a019c98e708e7p-16);
  const Doubles p = low + r4 * (high + r4 * 0x1.288060f149570p-22);
  const Doubles result = p * r2 + r + 1.0;
  const LongBits scaled = reinterpret_cast<LongBits>(result) + (reinterpret_cast<LongBits>(shifted) << 52);
  return where(d >= -700.0, reinterpret_cast<Doubles>(scaled));
}

inline double exponential(double d) { return exponential(Doubles{} + d)[0]; }

// The same to single precision, at a quarter of the price: exp(v) / 2^scale for v up to the best score, and 1e-37 of
// that far below it.
//
// v log2(e) = n + r, where a fused multiply-add loses nothing of the product, and 2^r by the Chebyshev fit of degree 6.
// Relative to a power of two rather than to the best score, because subtracting that would round. The relative error is
// below 1.3e-7 (the worst of all floats in range), and below kError for a sum of kGroup of them by twos.
struct Rough {
  static constexpr double kError = 2.7e-7;
  static constexpr int kGroup = 4;
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  static constexpr bool kPossible = true;
#else
  static constexpr bool kPossible = false;
#endif
  bool fits;      // whether these scores can be treated so
  float least;    // what is below weighs as much, which is next to nothing
  float shift;    // added to a float, it rounds to an integer, which then stands in the low bits, less the scale
  double unit;    // what to multiply by to get weights relative to the best score

  explicit Rough(float best)
      : fits(kPossible && best > -1e5f && best < 1e5f), least(best - 85), shift(0x1.8p23f), unit(1) {
    if (!fits) return;
    const double power = static_cast<double>(best) * 0x1.71547652b82fep0;
    const auto scale = static_cast<std::int32_t>(power < 0 ? power - 0.5 : power + 0.5);
    shift -= static_cast<float>(scale);
    const double log = scale * 0x1.62e42fefa39efp-1 - static_cast<double>(best);
    unit = exponential(log < 0 ? log : log - 1) * (log < 0 ? 1 : 0x1.5bf0a8b145769p1);  // exponential takes log <= 0
  }

  // Several vectors at once, step by step: a constant is loaded once for all, and no step waits for the one before.
  void operator()(const Floats (&v)[kGroup], Floats (&weight)[kGroup]) const {
    constexpr float coefficients[] = {0x1.5f0956p-10f, 0x1.3b2a52p-7f, 0x1.c6af6cp-5f,
                                      0x1.ebfbe0p-3f,  0x1.62e430p-1f, 1.0f};
    Floats low[kGroup], r[kGroup];
    Bits power[kGroup];
    // What is far below, and NaN, becomes next to nothing.
    const Floats floor = Floats{} + least, magic = Floats{} + shift;
    for (int j = 0; j < kGroup; ++j) low[j] = v[j] > floor ? v[j] : floor;
    for (int j = 0; j < kGroup; ++j) r[j] = low[j] * 0x1.715476p0f + magic;
    for (int j = 0; j < kGroup; ++j) power[j] = reinterpret_cast<Bits>(r[j]) << 23;
    for (int j = 0; j < kGroup; ++j) r[j] = low[j] * 0x1.715476p0f - (r[j] - magic);
    for (int j = 0; j < kGroup; ++j) r[j] = low[j] * 0x1.4ae0c0p-26f + r[j];
    for (int j = 0; j < kGroup; ++j) weight[j] = r[j] * 0x1.441412p-13f + coefficients[0];
    for (int i = 1; i < 6; ++i)
      for (int j = 0; j < kGroup; ++j) weight[j] = weight[j] * r[j] + coefficients[i];
    for (int j = 0; j < kGroup; ++j)
      weight[j] = reinterpret_cast<Floats>(reinterpret_cast<Bits>(weight[j]) + power[j]);
  }
};

// A float's bits as an integer of the same order, and back.
inline std::int32_t key(float value) {
  std::int32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits < 0 ? bits ^ 0x7fffffff : bits;
}
inline float value(std::int32_t key) {
  const std::int32_t bits = key < 0 ? key ^ 0x7fffffff : key;
  float out;
  std::memcpy(&out, &bits, 4);
  return out;
}

// The lowest float between -FLT_MAX and `high` at which a monotone condition holds; it holds at `high`.
template <class Condition>
inline float lowest(float high, Condition holds) {
  std::int64_t below = static_cast<std::int64_t>(key(-__FLT_MAX__)) - 1, at = key(high);
  while (at - below > 1) {
    const std::int64_t middle = below + (at - below) / 2;
    (holds(value(static_cast<std::int32_t>(middle))) ? at : below) = middle;
  }
  return value(static_cast<std::int32_t>(at));
}

// `v` where the condition (all ones or zero) holds, else 0.
inline Floats where(const Ints& condition, const Floats& v) {
  return reinterpret_cast<Floats>(reinterpret_cast<Ints>(v) & condition);
}

inline Doubles summed(const Floats& v) {
  HalfFloats halves[2];
  std::memcpy(halves, &v, sizeof v);
  return widened(halves[0]) + widened(halves[1]);
}

}  // namespace
}  // namespace constrain::sampling::CONSTRAIN_LEVEL
