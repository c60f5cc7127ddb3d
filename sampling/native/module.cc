// The only file of constrain._sampling that knows Python: addresses and strides in, nothing out.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "support/fork_gate.h"
#include "support/in_use.h"
#include "python/released.h"
#include "forbidding.h"
#include "rows.h"
#include "texts.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace constrain::sampling;
using constrain::InUse;
using constrain::Unlocked;

namespace {

using Shape = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // length, row stride, column stride; in elements

template <class T>
T* pointer(std::uintptr_t address) {
  if (address % alignof(T))
    throw std::invalid_argument("what lies at " + std::to_string(address) +
                                " is not aligned to its elements; copy it first");
  return reinterpret_cast<T*>(address);
}

// Numbers of columns and tokens are 32 bits inside.
std::int64_t count(std::int64_t n) {
  if (n < 0 || n > 0x7FFFFFFF)
    throw std::invalid_argument(std::to_string(n) + " is no number of rows, columns or tokens");
  return n;
}

Logits logits_at(std::uintptr_t address, int dtype, std::int64_t width, std::int64_t row_stride,
                 std::int64_t column_stride) {
  // Of 16 bits both kinds are read as integers, and made floats a block at a time.
  if (dtype < 0 || dtype > 2) throw std::invalid_argument("there is no dtype " + std::to_string(dtype));
  const auto as = static_cast<Dtype>(dtype);
  const void* data = as == Dtype::f32 ? static_cast<const void*>(pointer<const float>(address))
                                      : pointer<const std::uint16_t>(address);
  return {static_cast<const std::byte*>(data), as, count(width), row_stride, column_stride};
}

History history(std::uintptr_t address, const Shape& shape) {
  return {pointer<const std::int64_t>(address), count(std::get<0>(shape)), std::get<1>(shape)};
}

void conventions(Batch& batch, const std::string& order, bool cut_ties, std::int64_t keep, bool refuses_nan) {
  if (order.size() != 4) throw std::invalid_argument("order must name four parts");
  for (int i = 0; i < 4; ++i)
    if (order.find(static_cast<char>('0' + i)) == std::string::npos)
      throw std::invalid_argument("order must name each part once");
  for (int i = 0; i < 4; ++i) batch.order[i] = static_cast<Part>(order[static_cast<std::size_t>(i)] - '0');
  batch.cut_ties = cut_ties;
  batch.keep = keep;
  batch.refuses_nan = refuses_nan;
}

}  // namespace

NB_MODULE(_sampling, m) {
  constrain::fork_gate::install();
  m.doc() = "constrain's native sampler: mask, penalties, temperature, truncation and draw in one pass over a row.";
  kernel_of("portable");  // looks at the processor here, once, where no other thread can be amid it when one forks
  m.def("levels", &levels,
        "The instruction sets that this build and this processor both have, the best first; \"portable\" is the last.");
  m.def(
      "run",
      [](const std::string& level, std::uintptr_t logits, int dtype, std::int64_t rows, const Shape& columns,
         std::uintptr_t mask, const Shape& words, std::uintptr_t repeated, const Shape& repeated_shape,
         std::uintptr_t counted, const Shape& counted_shape, std::uintptr_t parameters, std::uintptr_t uniforms,
         std::int64_t uniform_stride, bool races, const std::string& order, bool cut_ties, std::int64_t keep,
         bool refuses_nan, std::uintptr_t tokens, std::uintptr_t scores) {
        Batch batch = {};
        std::int64_t width, row_stride, column_stride;
        std::tie(width, row_stride, column_stride) = columns;
        batch.logits = logits_at(logits, dtype, width, row_stride, column_stride);
        batch.logits.mask = pointer<const std::uint32_t>(mask);
        batch.logits.words = count(std::get<0>(words));
        batch.logits.mask_stride = std::get<1>(words);
        batch.rows = count(rows);
        batch.repeated = history(repeated, repeated_shape);
        batch.counted = history(counted, counted_shape);
        batch.parameters = pointer<const double>(parameters);
        batch.draws = {pointer<const std::uint64_t>(uniforms), uniform_stride, races};
        conventions(batch, order, cut_ties, keep, refuses_nan);
        std::int64_t* const to = pointer<std::int64_t>(tokens);
        float* const to_scores = pointer<float>(scores);
        const Unlocked unlocked;
        return run(batch, level, to, to_scores);
      },
      "level"_a, "logits"_a, "dtype"_a, "rows"_a, "columns"_a, "mask"_a, "words"_a, "repeated"_a, "repeated_shape"_a,
      "counted"_a, "counted_shape"_a, "parameters"_a, "uniforms"_a, "uniform_stride"_a, "races"_a, "order"_a,
      "cut_ties"_a, "keep"_a, "refuses_nan"_a, "tokens"_a, "scores"_a,
      "Write the token of each row to `tokens` (int64), or, if `scores` is not 0, its scores to that (float32).\n\n"
      "Returns in how many rows nothing was left; their token is -1. Releases the interpreter lock.\n\n"
      "Addresses are of the first element, 0 where there is nothing; a tuple is (length of a row, row stride, column\n"
      "stride), strides in elements. `logits` are float32 (dtype 0), float16 (1) or bfloat16 (2); `mask` int32 words;\n"
      "`repeated` and `counted` int64 ids; `parameters` float64 (7, rows): repetition, frequency and presence "
      "penalty,\n"
      "temperature, top_k, top_p, min_p; `uniforms` float64, one a row, or with `races` int64 keys. `order` names\n"
      "temperature, top-k, top-p and min-p by the digits 0 to 3. With `refuses_nan` a row with an allowed NaN counts "
      "as one\n"
      "in which nothing is left. ValueError for a level that is not among `levels()`, an address that is no multiple "
      "of its\n"
      "elements' size, an order that does not name each part once, or a number out of range.");
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
        const constrain::Released released;
        return forbid_rows(batch, level, threads, pointer<std::uint8_t>(left));
      },
      "level"_a, "source"_a, "source_stride"_a, "target"_a, "target_stride"_a, "rows"_a, "width"_a, "mask"_a, "words"_a,
      "mask_stride"_a, "before"_a, "bytes"_a, "infinity"_a, "threads"_a, "left"_a,
      "Write `source` (rows, width) to `target`, with -inf where the bit in `mask` (rows, words) is 0.\n\n"
      "Scores are of 2, 4 or 8 `bytes` with adjacent columns, and `infinity` the bits of -inf; strides are in "
      "elements.\n"
      "Source and target may be one. `before`, where it is not 0, are the words (rows, ceil(width / 32)) under which "
      "the\n"
      "target was written last, or ones where that is not known: what both forbid is left alone, and the mask is "
      "written\n"
      "there. `left` (rows) uint8 says of each row whether an allowed score other than -inf is left. At most "
      "`threads`\n"
      "threads share the rows. Returns in how many rows nothing is left.");
  m.def(
      "words_set",
      [](std::uintptr_t mask, std::int64_t words, std::int64_t stride, std::int64_t rows) {
        return words_set(pointer<const std::uint32_t>(mask), words, stride, rows);
      },
      "mask"_a, "words"_a, "stride"_a, "rows"_a,
      "How many words of `mask` (rows, words) are not zero; the stride is in words.");
  m.def(
      "grown",
      [](std::uintptr_t kept, std::int64_t kept_stride, std::uintptr_t now, std::int64_t stride, std::int64_t rows,
         std::int64_t length) {
        return grown({pointer<std::int64_t>(kept), kept_stride}, {pointer<std::int64_t>(now), stride}, rows, length);
      },
      "kept"_a, "kept_stride"_a, "now"_a, "stride"_a, "rows"_a, "length"_a,
      "Whether the rows of `now` (rows, length) int64 are those of `kept`, and one id more each.\n\n"
      "Then the last ids are written to column length - 1 of `kept`, which must have room for it. Strides are in "
      "elements.");

  struct PySampler : Sampler {
    using Sampler::Sampler;
    InUse use;
  };
  nb::class_<PySampler>(
      m, "Sampler",
      "What stays the same from token to token of one batch, and what its penalties count; one thread at a time.\n\n"
      "As for `run`, with copies of `parameters` (7, rows), `keys` and `begun` (rows; empty where the chain asks for "
      "no random\n"
      "number): the number of row r is that of `randomness.Seeded` for `keys[r]`, the position length - `begun[r]` "
      "and\n"
      "`stream`. The repetition penalty looks at a row's tokens from `repeated_from[r]` on, and of these at the last\n"
      "`repeated_last` (-1: all); frequency and presence penalty likewise. Empty lists switch them off.")
      .def(
          "forget",
          [](PySampler& self) {
            self.use.check_change();
            self.forget();
          },
          "The texts have changed other than by growing: penalties count again.")
      .def(
          "__init__",
          [](PySampler* self, const std::string& level, std::uintptr_t parameters, std::int64_t rows,
             const std::string& order, bool cut_ties, std::int64_t keep, std::vector<std::uint64_t> keys,
             std::vector<std::int64_t> begun, std::uint64_t stream, bool races, std::vector<std::int64_t> repeated_from,
             std::int64_t repeated_last, std::vector<std::int64_t> counted_from, std::int64_t counted_last) {
            Batch fixed = {};
            fixed.rows = count(rows);
            fixed.parameters = pointer<const double>(parameters);
            conventions(fixed, order, cut_ties, keep, true);
            new (self) PySampler(level, fixed, std::move(keys), std::move(begun), stream, races,
                                 std::move(repeated_from), repeated_last, std::move(counted_from), counted_last);
          },
          "level"_a, "parameters"_a, "rows"_a, "order"_a, "cut_ties"_a, "keep"_a, "keys"_a, "begun"_a, "stream"_a,
          "races"_a, "repeated_from"_a, "repeated_last"_a, "counted_from"_a, "counted_last"_a,
          "Copies all that it is given. ValueError for an unknown level, a list that has not one number for each row, "
          "or a\n"
          "penalty that looks at columns before the first.")
      .def(
          "sample",
          [](PySampler& self, std::uintptr_t logits, int dtype, std::int64_t width, std::int64_t row_stride,
             std::int64_t column_stride, std::uintptr_t mask, std::int64_t words, std::uintptr_t texts,
             std::int64_t length, std::int64_t text_stride, std::uintptr_t tokens) {
            Logits given = logits_at(logits, dtype, width, row_stride, column_stride);
            given.mask = pointer<const std::uint32_t>(mask);
            given.words = given.mask_stride = count(words);
            const std::int64_t* const from = pointer<const std::int64_t>(texts);
            std::int64_t* const to = pointer<std::int64_t>(tokens);
            const InUse::Changing changing(self.use);
            const Unlocked unlocked;
            return self.sample(given, from, count(length), text_stride, to);
          },
          "logits"_a, "dtype"_a, "width"_a, "row_stride"_a, "column_stride"_a, "mask"_a, "words"_a, "texts"_a,
          "length"_a, "text_stride"_a, "tokens"_a,
          "Write a token (int64, -1 where nothing is left) for each row to `tokens`, as `run` does with "
          "`refuses_nan`.\n\n"
          "`texts` are the rows' ids so far, int64 (rows, length); `mask` is (rows, words) without gaps. Returns in "
          "how many rows\n"
          "nothing is left. RuntimeError while another thread uses this sampler.");
}
