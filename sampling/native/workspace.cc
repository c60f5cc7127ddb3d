// Memory for a thread, and penalties: the few columns that differ from the logits, grouped by block.
//
// Compiled without contraction of a * b + c (see CMakeLists.txt), because every operation rounds to float32.

#include "workspace.h"

#include <cmath>
#include <cstring>

namespace constrain::sampling {
namespace {

constexpr int kWidest = 16;  // lanes of the widest level; packing writes so far beyond the end, padding four times so

std::int64_t blocks(std::int64_t width) { return (width + kBlock - 1) / kBlock; }

float from_half(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;
  // Subnormal numbers have no hidden bit, so their fraction counts in steps of 2^-24.
  const float magnitude = exponent == 31  ? (fraction ? std::nanf("") : INFINITY)
                          : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                          : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return half & 0x8000 ? -magnitude : magnitude;
}

// The columns of a text lie far apart; asked for together they come together.
void prefetch(const Row& row, std::int64_t column) {
  __builtin_prefetch(static_cast<const char*>(row.data) + column * row.step * (row.dtype == Dtype::f32 ? 4 : 2));
}

float score_at(const Row& row, std::int64_t column) {
  const std::int64_t place = column * row.step;
  if (row.dtype == Dtype::f32) return static_cast<const float*>(row.data)[place];
  const std::uint16_t half = static_cast<const std::uint16_t*>(row.data)[place];
  if (row.dtype == Dtype::f16) return from_half(half);
  const std::uint32_t bits = static_cast<std::uint32_t>(half) << 16;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

}  // namespace

template <class T>
T* Workspace::take(std::int64_t n) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T) + 64;
  auto& block = memory_.emplace_back(new std::byte[bytes]);  // not touched, so pages come as they are used
  void* place = block.get();
  std::size_t room = bytes;
  return static_cast<T*>(std::align(64, bytes - 64, place, room));
}

const Scratch& Workspace::scratch(std::int64_t width) {
  if (width <= width_) return scratch_;
  memory_.clear();
  width_ = -1;
  const std::int64_t columns = blocks(width) * kBlock + 8 * kWidest, count = blocks(width) + 1;
  scratch_.main = {take<float>(columns), take<std::int32_t>(columns)};
  scratch_.zone = {take<float>(columns), take<std::int32_t>(columns)};
  scratch_.rest = {take<float>(columns), take<std::int32_t>(columns)};
  scratch_.weight = take<double>(columns);
  scratch_.rest_weight = take<double>(columns);
  scratch_.bin = take<std::int32_t>(columns);
  scratch_.block_best = take<float>(count);
  scratch_.block_weight = take<double>(count);
  scratch_.block_zone = take<std::int64_t>(count);
  scratch_.sample = take<float>(count * 4 * kWidest);
  scratch_.histogram = take<double>(kBins);
  width_ = width;
  return scratch_;
}

// Entries come in the order of the columns, so patches are written one after the other.
void Workspace::penalise_kept(Row& row, const Penalties& penalties) {
  // Never destroyed, as threads may run until the process ends.
  static const auto& none = *new std::vector<Occurrences::Entry>;
  const auto& repeated = penalties.repeated_kept ? penalties.repeated_kept->entries() : none;
  const auto& counted = penalties.counted_kept ? penalties.counted_kept->entries() : none;
  const auto most = repeated.size() + counted.size();
  column_.resize(most);
  score_.resize(most);
  begin_.assign(static_cast<std::size_t>(blocks(row.width)) + 1, 0);
  // Both lists are sorted by id, so they are merged; an id in both gets both penalties, in the order of the definition.
  std::size_t i = 0, j = 0, n = 0;
  std::int64_t block = 0;
  while (i < repeated.size() || j < counted.size()) {
    const bool first = j == counted.size() || (i < repeated.size() && repeated[i].id <= counted[j].id);
    const std::int32_t id = first ? repeated[i].id : counted[j].id;
    const bool both = first && j < counted.size() && counted[j].id == id;
    for (; block < id / kBlock; ++block) begin_[static_cast<std::size_t>(block) + 1] = static_cast<std::uint32_t>(n);
    column_[n] = static_cast<std::uint16_t>(id % kBlock);
    score_[n++] = penalties.of(score_at(row, id), first, first && !both ? 0 : counted[j].count);
    i += first;
    j += !first || both;
  }
  for (; block < blocks(row.width); ++block)
    begin_[static_cast<std::size_t>(block) + 1] = static_cast<std::uint32_t>(n);
  row.patches = {begin_.data(), column_.data(), score_.data()};
}

void Workspace::penalise(Row& row, const Penalties& penalties) {
  row.patches = {};
  if (penalties.repeated_kept || penalties.counted_kept) return penalise_kept(row, penalties);
  const bool repeats = penalties.repetition != 1 && penalties.repeated.n > 0;
  const bool counts = (penalties.frequency != 0 || penalties.presence != 0) && penalties.counted.n > 0;
  if (!repeats && !counts) return;
  const auto width = static_cast<std::size_t>(row.width);
  // Kept between rows and cleared by what was touched: clearing whole arrays would cost more than the penalties.
  if (repeated_.size() * 64 < width) repeated_.resize(width / 64 + 1);
  if (counts && count_.size() < width) count_.resize(width);
  touched_.clear();
  if (repeats)
    for (std::int64_t i = 0; i < penalties.repeated.n; ++i) {
      const std::int64_t id = penalties.repeated.id[i];
      if (id < 0 || id >= row.width || is_repeated(id)) continue;
      repeated_[id / 64] |= std::uint64_t{1} << id % 64;
      touched_.push_back(static_cast<std::int32_t>(id));
      prefetch(row, id);
    }
  if (counts)
    for (std::int64_t i = 0; i < penalties.counted.n; ++i) {
      const std::int64_t id = penalties.counted.id[i];
      if (id < 0 || id >= row.width) continue;
      if (count_[id]++ == 0 && !(repeats && is_repeated(id))) {
        touched_.push_back(static_cast<std::int32_t>(id));
        prefetch(row, id);
      }
    }
  // Patches by block, by a counting sort, because the kernel reads the row a block at a time.
  begin_.assign(static_cast<std::size_t>(blocks(row.width)) + 2, 0);  // shifted by one while entries are placed
  for (const std::int32_t id : touched_) ++begin_[id / kBlock + 2];
  for (std::size_t b = 1; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
  column_.resize(touched_.size());
  score_.resize(touched_.size());
  for (const std::int32_t id : touched_) {
    const std::uint32_t place = begin_[id / kBlock + 1]++;
    column_[place] = static_cast<std::uint16_t>(id % kBlock);
    score_[place] = penalties.of(score_at(row, id), repeats && is_repeated(id), counts ? count_[id] : 0);
  }
  for (const std::int32_t id : touched_) {
    repeated_[id / 64] = 0;
    if (counts) count_[id] = 0;
  }
  row.patches = {begin_.data(), column_.data(), score_.data()};
}

}  // namespace constrain::sampling
