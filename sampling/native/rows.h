// A batch of rows through the kernel of the level that this processor has.
//
// `run` takes everything each time. A `Sampler` keeps what stays the same from token to token of one batch (parameters,
// seeds, which tokens penalties look at), so that a step passes little more than three addresses.
#pragma once

#include <string>
#include <vector>

#include "workspace.h"

namespace constrain::sampling {

// The levels that this build and this processor both have, the best first.
std::vector<std::string> levels();

// The tokens (rows, length) that a penalty looks at: of each row those from `from`, and of these the last `last`.
struct History {
  const std::int64_t* id = nullptr;
  std::int64_t length = 0, stride = 0;
  const std::int64_t* from = nullptr;  // null: from the beginning
  std::int64_t last = -1;              // -1: all

  Occurrences* kept = nullptr;         // of each row, from step to step

  std::int64_t begin(std::int64_t row) const {
    const std::int64_t first = from ? from[row] : 0, shortened = last >= 0 ? length - last : 0;
    return first > shortened ? (first < length ? first : length) : shortened;
  }
  Tokens of(std::int64_t row) const {
    return id ? Tokens{id + row * stride + begin(row), length - begin(row)} : Tokens{};
  }
  const Occurrences* kept_of(std::int64_t row, std::int64_t width) const {
    if (!kept) return nullptr;
    kept[row].cover(id + row * stride, begin(row), length, width);
    return kept + row;
  }
};

// The random number of each row, in [0, 1), or, with `races`, the key of its numbers: as given, or by the row's own key
// and the number of tokens since `begun`, as `constrain.sampling.stages.randomness` says.
struct Draws {
  const void* given = nullptr;  // double or, with `races`, std::uint64_t
  std::int64_t stride = 0;
  bool races = false;
  const std::uint64_t* key = nullptr;
  const std::int64_t* begun = nullptr;
  std::int64_t length = 0;
  std::uint64_t stream = 0;

  std::uint64_t key_of(std::int64_t row) const {
    if (!key) return races && given ? static_cast<const std::uint64_t*>(given)[row * stride] : 0;
    const auto position = static_cast<std::uint64_t>(length - begun[row]);
    return mixed(key[row] + (position * 0x10001u + stream) * kGolden);
  }
  double uniform_of(std::int64_t row) const {
    if (key) return static_cast<double>(key_of(row) >> 11) * 0x1p-53;
    return given && !races ? static_cast<const double*>(given)[row * stride] : 0;
  }
};

struct Logits {
  const std::byte* data = nullptr;
  Dtype dtype = Dtype::f32;
  std::int64_t width = 0, row_stride = 0, column_stride = 0;  // strides in elements
  const std::uint32_t* mask = nullptr;                         // null allows all
  std::int64_t words = 0, mask_stride = 0;
};

struct Batch {
  Logits logits;
  std::int64_t rows = 0;
  History repeated, counted;
  const double* parameters = nullptr;  // (7, rows): repetition, frequency, presence, temperature, top_k, top_p, min_p
  Draws draws;                         // nothing if only scores are wanted
  Part order[4];
  bool cut_ties = false;
  std::int64_t keep = 1;
  bool refuses_nan = false;
};

// Writes a token (or -1) for each row, or its scores (rows, width) if `scores` is not null. Returns in how many rows
// nothing was left. May run from any thread. Throws std::invalid_argument for a level that is not in `levels()`.
std::int64_t run(const Batch& batch, const std::string& level, std::int64_t* tokens, float* scores);

// The kernel of a level. Throws std::invalid_argument for one that is not in `levels()`.
Kernel kernel_of(const std::string& level);

// What stays the same from token to token of one batch, and what its penalties count. Owns what it was given. One
// thread at a time.
class Sampler {
 public:
  // `fixed` brings rows, parameters and conventions. `keys` and `begun` (rows) make the random numbers of stage
  // `stream`, with which rows race if `races`; both are empty for a chain that asks for none. Penalties look at a row's
  // tokens from `repeated_from` and `counted_from` on (rows; empty for none), and of these at the last so many.
  Sampler(const std::string& level, const Batch& fixed, std::vector<std::uint64_t> keys,
          std::vector<std::int64_t> begun, std::uint64_t stream, bool races,
          std::vector<std::int64_t> repeated_from,
          std::int64_t repeated_last, std::vector<std::int64_t> counted_from, std::int64_t counted_last);

  // A token for each row, whose texts so far are `texts` (rows, length). Returns in how many rows nothing was left;
  // their token is -1.
  std::int64_t sample(const Logits& logits, const std::int64_t* texts, std::int64_t length, std::int64_t stride,
                      std::int64_t* tokens);

  // The texts have changed other than by growing.
  void forget();

 private:
  Kernel kernel_;
  Batch fixed_;
  std::vector<double> parameters_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::int64_t> begun_, repeated_from_, counted_from_;
  std::int64_t repeated_last_, counted_last_;
  std::vector<Occurrences> repeated_, counted_;
  std::uint64_t stream_;
  bool races_;
};

}  // namespace constrain::sampling
