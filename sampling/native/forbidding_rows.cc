// The rows of a batch under their bitmasks, shared between threads where that pays.

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "support/thread_pool.h"
#include "forbidding.h"
#include "rows.h"

namespace constrain::sampling {
namespace {

// Bytes written that are worth another thread: some 30 µs of work, where waking one costs about 10. At half of it,
// batches of two rows would wake one and gain nothing; at double, batches of eight would use fewer than they could.
constexpr std::int64_t kWorthAThread = std::int64_t{1} << 20;

Forbid forbid_of(const std::string& level) {
#if defined(CONSTRAIN_X86)
  if (level != "portable") return avx2::forbid;  // which a processor with AVX-512 has too, and stores bound both alike
#endif
  return portable::forbid;
}

}  // namespace

std::int64_t words_set(const std::uint32_t* mask, std::int64_t words, std::int64_t stride, std::int64_t rows) {
  std::int64_t set = 0;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t w = 0; w < words; ++w) set += mask[r * stride + w] != 0;
  return set;
}

std::int64_t forbid_rows(const Forbidden& batch, const std::string& level, unsigned threads, std::uint8_t* left) {
  const Kernel known = kernel_of(level);  // throws for a level that this processor lacks
  static_cast<void>(known);
  const Forbid forbid = forbid_of(level);
  const std::int64_t bytes = batch.rows * batch.first.width * batch.format.bytes;
  std::atomic<std::int64_t> empty{0};
  const auto helpers = static_cast<unsigned>(std::min<std::int64_t>(threads, 1 + bytes / kWorthAThread));
  parallel_for(static_cast<std::size_t>(batch.rows), helpers, [&](std::size_t begin, std::size_t end) {
    for (auto r = static_cast<std::int64_t>(begin); r < static_cast<std::int64_t>(end); ++r) {
      Forbidding row = batch.first;
      row.source += r * batch.source_stride;
      row.target += r * batch.target_stride;
      row.mask += r * batch.mask_stride;
      if (row.before) row.before += r * batch.before_stride;
      left[r] = forbid(row, batch.format);
      empty += !left[r];
    }
  });
  return empty;
}

}  // namespace constrain::sampling
