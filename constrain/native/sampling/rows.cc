// Chooses the kernel by what the processor says of itself, and runs it row by row in one thread's memory.

#include "rows.h"

#include <stdexcept>

#if defined(CONSTRAIN_X86)
#include <cpuid.h>
#endif

namespace constrain::sampling {
namespace {

Kernel kernel_of(const std::string& level) {
#if defined(CONSTRAIN_X86)
  if (level == "avx512") return avx512::run;
  if (level == "avx2") return avx2::run;
#endif
  return portable::run;
}

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

std::int64_t run(const Batch& batch, const std::string& level, std::int64_t* tokens, float* scores) {
  static const std::vector<std::string> known = levels();
  bool present = false;
  for (const std::string& each : known) present = present || each == level;
  if (!present) throw std::invalid_argument("this processor has no level " + level);
  const Kernel kernel = kernel_of(level);
  thread_local Workspace workspace;
  const Scratch& scratch = workspace.scratch(batch.width);
  std::int64_t empty = 0;
  const std::int64_t size = batch.dtype == Dtype::f32 ? 4 : 2;
  for (std::int64_t r = 0; r < batch.rows; ++r) {
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
    if (batch.repeated) penalties.repeated = {batch.repeated + r * batch.repeated_stride, batch.repeated_length};
    if (batch.counted) penalties.counted = {batch.counted + r * batch.counted_stride, batch.counted_length};
    Settings settings;
    settings.temperature = static_cast<float>(next());
    settings.top_k = static_cast<std::int64_t>(next());
    settings.top_p = next();
    settings.min_p = next();
    for (int i = 0; i < 4; ++i) settings.order[i] = batch.order[i];
    settings.cut_ties = batch.cut_ties;
    settings.keep = batch.keep;
    settings.refuses_nan = batch.refuses_nan;
    const double uniform = batch.uniforms ? batch.uniforms[r * batch.uniform_stride] : 0;
    Row row = {batch.logits + r * batch.row_stride * size, batch.dtype, batch.column_stride, batch.width,
               batch.mask ? batch.mask + r * batch.mask_stride : nullptr, batch.words, {}};
    workspace.penalise(row, penalties);
    const std::int64_t token = kernel(row, settings, uniform, scores ? scores + r * batch.width : nullptr, scratch);
    if (tokens) tokens[r] = token;
    empty += token < 0;
  }
  return empty;
}

}  // namespace constrain::sampling
