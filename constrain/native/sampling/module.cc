// The only file of constrain._sampling that knows Python: addresses and strides in, nothing out.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "forbidding.h"
#include "rows.h"
#include "texts.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace constrain::sampling;

namespace {

using Shape = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // length, row stride, column stride; in elements

template <class T>
T* pointer(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);
}

void conventions(Batch& batch, const std::string& order, bool cut_ties, std::int64_t keep, bool refuses_nan) {
  if (order.size() != 4) throw std::invalid_argument("order must name four parts");
  for (int i = 0; i < 4; ++i) batch.order[i] = static_cast<Part>(order[static_cast<std::size_t>(i)] - '0');
  batch.cut_ties = cut_ties;
  batch.keep = keep;
  batch.refuses_nan = refuses_nan;
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
         std::int64_t uniform_stride, bool races, const std::string& order,
         bool cut_ties, std::int64_t keep, bool refuses_nan, std::uintptr_t tokens, std::uintptr_t scores) {
        Batch batch = {};
        std::int64_t width, row_stride, column_stride;
        std::tie(width, row_stride, column_stride) = columns;
        batch.logits = {pointer<const std::byte>(logits), static_cast<Dtype>(dtype), width, row_stride, column_stride,
                        pointer<const std::uint32_t>(mask), std::get<0>(words), std::get<1>(words)};
        batch.rows = rows;
        batch.repeated = {pointer<const std::int64_t>(repeated), std::get<0>(repeated_shape), std::get<1>(repeated_shape)};
        batch.counted = {pointer<const std::int64_t>(counted), std::get<0>(counted_shape), std::get<1>(counted_shape)};
        batch.parameters = pointer<const double>(parameters);
        batch.draws = {pointer<const void>(uniforms), uniform_stride, races};
        conventions(batch, order, cut_ties, keep, refuses_nan);
        nb::gil_scoped_release release;
        return run(batch, level, pointer<std::int64_t>(tokens), pointer<float>(scores));
      },
      "level"_a, "logits"_a, "dtype"_a, "rows"_a, "columns"_a, "mask"_a, "words"_a, "repeated"_a, "repeated_shape"_a,
      "counted"_a, "counted_shape"_a, "parameters"_a, "uniforms"_a, "uniform_stride"_a, "races"_a, "order"_a, "cut_ties"_a, "keep"_a, "refuses_nan"_a, "tokens"_a, "scores"_a);
  m.def(
      "forbid",
      [](const std::string& level, std::uintptr_t source, std::int64_t source_stride, std::uintptr_t target,
         std::int64_t target_stride, std::int64_t rows, std::int64_t width, std::uintptr_t mask, std::int64_t words,
         std::int64_t mask_stride, std::uintptr_t before, int bytes, std::uint64_t infinity, unsigned threads,
         std::uintptr_t left) {
        const Forbidden batch = {{pointer<const std::byte>(source), pointer<std::byte>(target), width,
                                  pointer<const std::uint32_t>(mask), words, pointer<std::uint32_t>(before)},
                                 rows, source_stride * bytes, target_stride * bytes, mask_stride, (width + 31) / 32,
                                 {bytes, infinity}};
        nb::gil_scoped_release release;
        return forbid_rows(batch, level, threads, pointer<std::uint8_t>(left));
      },
      "level"_a, "source"_a, "source_stride"_a, "target"_a, "target_stride"_a, "rows"_a, "width"_a, "mask"_a, "words"_a,
      "mask_stride"_a, "before"_a, "bytes"_a, "infinity"_a, "threads"_a, "left"_a);
  m.def(
      "words_set",
      [](std::uintptr_t mask, std::int64_t words, std::int64_t stride, std::int64_t rows) {
        return words_set(pointer<const std::uint32_t>(mask), words, stride, rows);
      },
      "mask"_a, "words"_a, "stride"_a, "rows"_a);
  m.def(
      "grown",
      [](std::uintptr_t kept, std::int64_t kept_stride, std::uintptr_t now, std::int64_t stride, std::int64_t rows,
         std::int64_t length) {
        return grown({pointer<std::int64_t>(kept), kept_stride}, {pointer<std::int64_t>(now), stride}, rows, length);
      },
      "kept"_a, "kept_stride"_a, "now"_a, "stride"_a, "rows"_a, "length"_a);

  nb::class_<Sampler>(m, "Sampler")
      .def("forget", &Sampler::forget)
      .def(
          "__init__",
          [](Sampler* self, const std::string& level, std::uintptr_t parameters, std::int64_t rows,
             const std::string& order, bool cut_ties, std::int64_t keep, std::vector<std::uint64_t> keys,
             std::vector<std::int64_t> begun, std::uint64_t stream, bool races,
             std::vector<std::int64_t> repeated_from, std::int64_t repeated_last, std::vector<std::int64_t> counted_from, std::int64_t counted_last) {
            Batch fixed = {};
            fixed.rows = rows;
            fixed.parameters = pointer<const double>(parameters);
            conventions(fixed, order, cut_ties, keep, true);
            new (self) Sampler(level, fixed, std::move(keys), std::move(begun), stream, races,
                               std::move(repeated_from), repeated_last, std::move(counted_from), counted_last);
          },
          "level"_a, "parameters"_a, "rows"_a, "order"_a, "cut_ties"_a, "keep"_a, "keys"_a, "begun"_a, "stream"_a, "races"_a,
          "repeated_from"_a, "repeated_last"_a, "counted_from"_a, "counted_last"_a)
      .def(
          "sample",
          [](Sampler& self, std::uintptr_t logits, int dtype, std::int64_t width, std::int64_t row_stride,
             std::int64_t column_stride, std::uintptr_t mask, std::int64_t words, std::uintptr_t texts,
             std::int64_t length, std::int64_t text_stride, std::uintptr_t tokens) {
            const Logits given = {pointer<const std::byte>(logits), static_cast<Dtype>(dtype), width, row_stride,
                                  column_stride, pointer<const std::uint32_t>(mask), words, words};
            nb::gil_scoped_release release;
            return self.sample(given, pointer<const std::int64_t>(texts), length, text_stride,
                               pointer<std::int64_t>(tokens));
          },
          "logits"_a, "dtype"_a, "width"_a, "row_stride"_a, "column_stride"_a, "mask"_a, "words"_a, "texts"_a,
          "length"_a, "text_stride"_a, "tokens"_a);
}
