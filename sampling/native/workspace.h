// What one thread needs to run rows: the memory behind `Scratch`, and the penalised scores of the row at hand.
//
// Memory is taken once for the widest row seen (44 bytes a column, touched only as far as it is used) and kept.
#pragma once

#include <memory>
#include <vector>

#include "occurrences.h"
#include "row.h"

namespace constrain::sampling {

struct Tokens {  // ids; those outside the vocabulary are skipped
  const std::int64_t* id = nullptr;
  std::int64_t n = 0;
};

struct Penalties {
  float repetition = 1, frequency = 0, presence = 0;
  Tokens repeated, counted;  // what the first, and what the others look at
  const Occurrences *repeated_kept = nullptr, *counted_kept = nullptr;  // the same, where it is kept

  // A column's score, rounded to float32 after every operation.
  float of(float score, bool is_repeated, std::int32_t count) const {
    if (is_repeated) score = score < 0 ? score * repetition : score / repetition;
    if (count) {
      const float often = static_cast<float>(count) * frequency;
      const float taken = often + presence;
      score = score - taken;
    }
    return score;
  }
};

class Workspace {
 public:
  // Room for rows of `width` columns; valid until the next call.
  const Scratch& scratch(std::int64_t width);

  // Sets `row.patches` to the scores of its penalised columns, which stay valid until the next call. Costs time in
  // proportion to the tokens (of those that are kept, the different ones) and the blocks of the row.
  void penalise(Row& row, const Penalties& penalties);

 private:
  void penalise_kept(Row& row, const Penalties& penalties);
  template <class T>
  T* take(std::int64_t n);

  std::int64_t width_ = -1;
  Scratch scratch_ = {};
  std::vector<std::unique_ptr<std::byte[]>> memory_;
  bool is_repeated(std::int64_t id) const { return repeated_[id / 64] >> id % 64 & 1; }

  std::vector<std::uint64_t> repeated_;  // a bit a column; all zero between calls
  std::vector<std::int32_t> count_;      // a column; all zero between calls
  std::vector<std::int32_t> touched_;    // columns
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint16_t> column_;
  std::vector<float> score_;
};

}  // namespace constrain::sampling
