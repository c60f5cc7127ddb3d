// Vectors of the width of the instruction set that this file is compiled for, and the three operations that the
// compilers' vector extensions lack. Everything is `static`: the linker must never merge a function compiled for one
// instruction set with its namesake of another, so kernels also keep clear of the standard library's templates.
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
constexpr float kInfinity = __builtin_inff();

typedef float Floats __attribute__((vector_size(4 * kLanes)));
typedef std::int32_t Ints __attribute__((vector_size(4 * kLanes)));
typedef float HalfFloats __attribute__((vector_size(4 * kHalf)));
typedef std::int32_t HalfInts __attribute__((vector_size(4 * kHalf)));
typedef double Doubles __attribute__((vector_size(8 * kHalf)));
typedef std::int64_t Longs __attribute__((vector_size(8 * kHalf)));

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

inline Doubles widened(const float* from) { return __builtin_convertvector(load<HalfFloats>(from), Doubles); }

// `v` where the condition (all ones or zero) holds, else 0.
inline Doubles where(const Longs& condition, const Doubles& v) {
  return reinterpret_cast<Doubles>(reinterpret_cast<Longs>(v) & condition);
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
  Doubles p = r * 0x1.288060f149570p-22 + 0x1.72c75c67ac6b9p-19;
  p = p * r + 0x1.a019c98e708e7p-16;
  p = p * r + 0x1.a019ad80eed25p-13;
  p = p * r + 0x1.6c16c173948e7p-10;
  p = p * r + 0x1.1111111c4e74fp-7;
  p = p * r + 0x1.5555555554cb0p-5;
  p = p * r + 0x1.5555555553b63p-3;
  p = p * r + 0x1.0000000000000p-1;
  p = p * (r * r) + r + 1.0;
  const Longs scaled = reinterpret_cast<Longs>(p) + (reinterpret_cast<Longs>(shifted) << 52);
  return where(d >= -700.0, reinterpret_cast<Doubles>(scaled));
}

inline double exponential(double d) { return exponential(Doubles{} + d)[0]; }

}  // namespace
}  // namespace constrain::sampling::CONSTRAIN_LEVEL
