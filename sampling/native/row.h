// One row of logits on its way to a token: what every level of the kernel gets and uses.
//
// The chain (mask, penalties, temperature, top-k, top-p, min-p, draw) is compiled once for each instruction set and
// chosen at run time; these plain structs are what passes between the levels and the rest. Nothing here owns memory but
// `Scratch`, which belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace constrain::sampling {

constexpr std::int64_t kBlock = 1024;  // columns that are looked at together; 4 KiB of scores, 32 words of mask
constexpr int kBins = 1024;

enum class Dtype : int { f32, f16, bf16 };
enum class Part : std::uint8_t { temperature, top_k, top_p, min_p };

// The scores of penalised columns, by block: block b has entries begin[b] .. begin[b + 1]. `begin` is null without any.
struct Patches {
  const std::uint32_t* begin = nullptr;
  const std::uint16_t* column = nullptr;  // within the block
  const float* score = nullptr;
};

struct Row {
  const void* data;
  Dtype dtype;
  std::int64_t step;  // from column to column, in elements
  std::int64_t width;
  const std::uint32_t* mask;  // bit 1 = allowed; null allows all
  std::int64_t words;         // columns past the last word are forbidden
  Patches patches;
};

// What is done to a row. `temperature` 0 takes the best token; `top_k` 0, `top_p` 1 and `min_p` 0 are off.
struct Settings {
  float temperature;
  std::int64_t top_k;
  double top_p, min_p;
  Part order[4];
  bool cut_ties;      // exactly k tokens stay, lower ids first, rather than all that are as good as the k-th
  std::int64_t keep;  // no truncation leaves fewer tokens
  bool refuses_nan;   // an allowed NaN empties its row, rather than being forbidden alone
  bool races;         // the draw is a race by the exponential numbers of `key`, rather than one number's inverse
  double uniform;
  std::uint64_t key;
};

// SplitMix64's output function, whose numbers are mixed(key + n * kGolden); `constrain.sampling.kernels.splitmix`.
constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t kMix[] = {0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu};
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += kGolden;
  x = (x ^ x >> 30) * kMix[0];
  x = (x ^ x >> 27) * kMix[1];
  return x ^ x >> 31;
}

struct List {  // candidates in the order of their ids
  float* score;
  std::int32_t* id;  // or, of the zone of a cut, the place in what is cut
};

// Room for one row of a given width; workspace.h owns it.
struct Scratch {
  List main, zone, rest;
  double *weight, *rest_weight;  // of the zone, of the rest
  std::int32_t* bin;             // of a list
  float* block_best;     // a block
  double* block_weight;     // a block
  std::int64_t* block_zone;  // a block, and one more
  float* sample;
  double* histogram;  // kBins
};

// Runs the chain on one row. Returns the token, or -1 if nothing is left. `scores`, if not null, receives the scores
// after the chain (width floats, -inf where a token is out); otherwise a token is drawn.
using Kernel = std::int64_t (*)(const Row&, const Settings&, float* scores, const Scratch&);

namespace portable {
std::int64_t run(const Row&, const Settings&, float* scores, const Scratch&);
}
namespace avx2 {
std::int64_t run(const Row&, const Settings&, float* scores, const Scratch&);
}
namespace avx512 {
std::int64_t run(const Row&, const Settings&, float* scores, const Scratch&);
}

}  // namespace constrain::sampling
