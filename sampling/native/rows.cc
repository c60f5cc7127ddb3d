// Rows of a batch, one after another, in order:
//
// 1. `levels`, `kernel_of`: the instruction sets that the build has and the processor says it has, and the kernel
//    of one of them.
// 2. `run`, in one thread's memory: for each row its parameters, its penalties as patches (`Workspace::penalise`), and
//    the kernel.
// 3. `Sampler`: keeps what does not change from token to token, and calls `run`.

#include "rows.h"

#include <stdexcept>

#if defined(CONSTRAIN_X86)
#include <cpuid.h>
#endif

namespace constrain::sampling {
namespace {

#if defined(CONSTRAIN_X86)
bool converts_half_precision() {
  unsigned a, b, c = 0, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}
#endif

}  // namespace

std::vector<std::string> levels() {
  std::vector<std::string> found;
#if defined(CONSTRAIN_X86)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && converts_half_precision()) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      found.emplace_back("avx512");
    found.emplace_back("avx2");
  }
#endif
  found.emplace_back("portable");
  return found;
}

Kernel kernel_of(const std::string& level) {
  // Never destroyed: threads may run until the process ends.
  static const auto& known = *new std::vector<std::string>(levels());
  bool present = false;
  for (const std::string& each : known) present = present || each == level;
  if (!present) throw std::invalid_argument("this processor has no level " + level);
#if defined(CONSTRAIN_X86)
  if (level == "avx512") return avx512::run;
  if (level == "avx2") return avx2::run;
#endif
  return portable::run;
}

namespace {

std::int64_t run(const Batch& batch, Kernel kernel, std::int64_t* tokens, float* scores) {
  thread_local Workspace workspace;
  const Logits& logits = batch.logits;
  const Scratch& scratch = workspace.scratch(logits.width);
  std::int64_t empty = 0;
  const std::int64_t size = logits.dtype == Dtype::f32 ? 4 : 2;
  for (std::int64_t r = 0; r < batch.rows; ++r) {
    // Parameters stand by kind and then by row, so one column of the matrix is read from top to bottom.
    const double* parameter = batch.parameters + r;
    const auto next = [&] {
      const double value = *parameter;
      parameter += batch.rows;
      return value;
    };
    Penalties penalties;
    penalties.repetition = static_cast<float>(next());
    penalties.frequency = static_cast<float>(next());
    penalties.presence = static_cast<float>(next());
    // A penalty that changes nothing is not asked which tokens it would change.
    if (penalties.repetition != 1) {
      penalties.repeated = batch.repeated.of(r);
      penalties.repeated_kept = batch.repeated.kept_of(r, logits.width);
    }
    if (penalties.frequency != 0 || penalties.presence != 0) {
      penalties.counted = batch.counted.of(r);
      penalties.counted_kept = batch.counted.kept_of(r, logits.width);
    }
    Settings settings;
    settings.temperature = static_cast<float>(next());
    settings.top_k = static_cast<std::int64_t>(next());
    settings.top_p = next();
    settings.min_p = next();
    for (int i = 0; i < 4; ++i) settings.order[i] = batch.order[i];
    settings.cut_ties = batch.cut_ties;
    settings.keep = batch.keep;
    settings.refuses_nan = batch.refuses_nan;
    settings.races = batch.draws.races;
    settings.uniform = batch.draws.uniform_of(r);
    settings.key = batch.draws.key_of(r);
    Row row = {logits.data + r * logits.row_stride * size, logits.dtype, logits.column_stride, logits.width,
               logits.mask ? logits.mask + r * logits.mask_stride : nullptr, logits.words, {}};
    workspace.penalise(row, penalties);
    const std::int64_t token = kernel(row, settings, scores ? scores + r * logits.width : nullptr, scratch);
    if (tokens) tokens[r] = token;
    empty += token < 0;
  }
  return empty;
}

}  // namespace

std::int64_t run(const Batch& batch, const std::string& level, std::int64_t* tokens, float* scores) {
  return run(batch, kernel_of(level), tokens, scores);
}

Sampler::Sampler(const std::string& level, const Batch& fixed, std::vector<std::uint64_t> keys,
                 std::vector<std::int64_t> begun, std::uint64_t stream, bool races,
                 std::vector<std::int64_t> repeated_from, std::int64_t repeated_last,
                 std::vector<std::int64_t> counted_from, std::int64_t counted_last)
    : kernel_(kernel_of(level)),
      fixed_(fixed),
      parameters_(fixed.parameters, fixed.parameters + 7 * fixed.rows),
      keys_(std::move(keys)),
      begun_(std::move(begun)),
      repeated_from_(std::move(repeated_from)),
      counted_from_(std::move(counted_from)),
      repeated_last_(repeated_last),
      counted_last_(counted_last),
      repeated_(repeated_from_.size()),
      counted_(counted_from_.size()),
      stream_(stream),
      races_(races) {
  // Checked once here, since `sample` trusts them at each token.
  for (const auto* each : {&begun_, &repeated_from_, &counted_from_})
    if (!each->empty() && static_cast<std::int64_t>(each->size()) != fixed.rows)
      throw std::invalid_argument("one place for each row");
  if (keys_.size() != begun_.size()) throw std::invalid_argument("one key for each row");
  for (const auto* each : {&repeated_from_, &counted_from_})
    for (std::int64_t from : *each)
      if (from < 0) throw std::invalid_argument("a penalty looks at columns before the first");
}

std::int64_t Sampler::sample(const Logits& logits, const std::int64_t* texts, std::int64_t length,
                             std::int64_t stride, std::int64_t* tokens) {
  // A copy of pointers and numbers: what is fixed, and what this step brings.
  Batch batch = fixed_;
  batch.logits = logits;
  batch.parameters = parameters_.data();
  if (!keys_.empty()) batch.draws = {nullptr, 0, races_, keys_.data(), begun_.data(), length, stream_};
  if (!repeated_from_.empty())
    batch.repeated = {texts, length, stride, repeated_from_.data(), repeated_last_, repeated_.data()};
  if (!counted_from_.empty())
    batch.counted = {texts, length, stride, counted_from_.data(), counted_last_, counted_.data()};
  return run(batch, kernel_, tokens, nullptr);
}

void Sampler::forget() {
  for (Occurrences& each : repeated_) each.forget();
  for (Occurrences& each : counted_) each.forget();
}

}  // namespace constrain::sampling
