// A row of scores under a bitmask: what every level of the kernel gets. Scores are integers of their size here, since
// nothing is done with them but to copy them or to put -inf in their place. Plain data: threads have rows of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace constrain::sampling {

struct Forbidding {
  const std::byte* source;
  std::byte* target;            // may be the source
  std::int64_t width;           // columns
  const std::uint32_t* mask;    // bit 1 = allowed
  std::int64_t words;           // columns past the last word are forbidden
  std::uint32_t* before;        // what the target was written under last, ceil(width / 32) words; null: not known
};

// How scores are kept: bytes of one, and the bits of -inf.
struct Format {
  int bytes;
  std::uint64_t infinity;
};

// Writes the row, and its mask to `before`. Returns whether an allowed score other than -inf is left.
using Forbid = bool (*)(const Forbidding&, const Format&);

namespace portable {
bool forbid(const Forbidding&, const Format&);
}
namespace avx2 {
bool forbid(const Forbidding&, const Format&);
}

// Rows of `width` scores; strides in bytes for scores, in words for the mask.
struct Forbidden {
  Forbidding first;
  std::int64_t rows, source_stride, target_stride, mask_stride, before_stride;
  Format format;
};

// How many words of the masks are not zero.
std::int64_t words_set(const std::uint32_t* mask, std::int64_t words, std::int64_t stride, std::int64_t rows);

// Writes every row on at most `threads` threads, and for each whether a score is left. Returns in how many none is.
std::int64_t forbid_rows(const Forbidden& batch, const std::string& level, unsigned threads, std::uint8_t* left);

}  // namespace constrain::sampling
