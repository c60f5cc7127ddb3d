// A batch of rows through the kernel of the level that this processor has.
#pragma once

#include <string>
#include <vector>

#include "workspace.h"

namespace constrain::sampling {

// The levels that this build and this processor both have, the best first.
std::vector<std::string> levels();

struct Batch {
  const std::byte* logits;
  Dtype dtype;
  std::int64_t rows, width, row_stride, column_stride;  // strides in elements
  const std::uint32_t* mask;                             // null allows all
  std::int64_t words, mask_stride;
  const std::int64_t* repeated;  // (rows, repeated_length)
  std::int64_t repeated_length, repeated_stride;
  const std::int64_t* counted;
  std::int64_t counted_length, counted_stride;
  const double* parameters;  // (7, rows): repetition, frequency, presence, temperature, top_k, top_p, min_p
  const double* uniforms;    // null if only scores are wanted
  std::int64_t uniform_stride;
  Part order[4];
  bool cut_ties;
  std::int64_t keep;
  bool refuses_nan;
};

// Writes a token (or -1) for each row, or its scores (rows, width) if `scores` is not null. Returns in how many rows
// nothing was left. May run from any thread. Throws std::invalid_argument for a level that is not in `levels()`.
std::int64_t run(const Batch& batch, const std::string& level, std::int64_t* tokens, float* scores);

}  // namespace constrain::sampling
