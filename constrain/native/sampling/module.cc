// The only file of constrain._sampling that knows Python: addresses and strides in, nothing out.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "rows.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace constrain::sampling;

namespace {

using Shape = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // length, row stride, column stride; in elements

template <class T>
T* pointer(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);
}

}  // namespace

NB_MODULE(_sampling, m) {
  m.doc() = "constrain's native sampler: mask, penalties, temperature, truncation and draw in one pass over a row.";
  m.def("levels", &levels);
  m.def(
      "run",
      [](const std::string& level, std::uintptr_t logits, int dtype, std::int64_t rows, const Shape& columns,
         std::uintptr_t mask, const Shape& words, std::uintptr_t repeated, const Shape& repeated_shape,
         std::uintptr_t counted, const Shape& counted_shape, std::uintptr_t parameters, std::uintptr_t uniforms,
         std::int64_t uniform_stride, const std::string& order,
         bool cut_ties, std::int64_t keep, bool refuses_nan, std::uintptr_t tokens, std::uintptr_t scores) {
        Batch batch = {};
        batch.logits = pointer<const std::byte>(logits);
        batch.dtype = static_cast<Dtype>(dtype);
        batch.rows = rows;
        std::tie(batch.width, batch.row_stride, batch.column_stride) = columns;
        batch.mask = pointer<const std::uint32_t>(mask);
        std::tie(batch.words, batch.mask_stride, std::ignore) = words;
        batch.repeated = pointer<const std::int64_t>(repeated);
        std::tie(batch.repeated_length, batch.repeated_stride, std::ignore) = repeated_shape;
        batch.counted = pointer<const std::int64_t>(counted);
        std::tie(batch.counted_length, batch.counted_stride, std::ignore) = counted_shape;
        batch.parameters = pointer<const double>(parameters);
        batch.uniforms = pointer<const double>(uniforms);
        batch.uniform_stride = uniform_stride;
        if (order.size() != 4) throw std::invalid_argument("order must name four parts");
        for (int i = 0; i < 4; ++i) batch.order[i] = static_cast<Part>(order[static_cast<std::size_t>(i)] - '0');
        batch.cut_ties = cut_ties;
        batch.keep = keep;
        batch.refuses_nan = refuses_nan;
        nb::gil_scoped_release release;
        return run(batch, level, pointer<std::int64_t>(tokens), pointer<float>(scores));
      },
      "level"_a, "logits"_a, "dtype"_a, "rows"_a, "columns"_a, "mask"_a, "words"_a, "repeated"_a, "repeated_shape"_a,
      "counted"_a, "counted_shape"_a, "parameters"_a, "uniforms"_a, "uniform_stride"_a, "order"_a, "cut_ties"_a, "keep"_a, "refuses_nan"_a, "tokens"_a, "scores"_a);
}
