// What Python and the core hand each other: bytes, arrays, and the objects that own what is compiled.
//
// Has all of nanobind's casters that the bindings need: a file that lacks one compiles, and fails when it is called.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "masks/matcher.h"
#include "network/embedded_grammar.h"

namespace constrain {

namespace nb = nanobind;
using namespace nb::literals;

// Tokens, bytes of their texts, rows: what 32-bit numbers count with room to spare.
constexpr std::size_t kMost = 0x7FFFFFFF;

struct PyVocabulary {
  std::shared_ptr<VocabularyCore> core;
};
struct PyEmbedded {
  std::shared_ptr<const EmbeddedGrammar> grammar;
};
struct PyConstraint {
  std::shared_ptr<ConstraintCore> core;
};

template <class Item, int kDimensions = 1>
using Array = nb::ndarray<Item, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
using Row = Array<std::int32_t>;
using Rows = Array<std::int32_t, 2>;

inline std::string to_string(const nb::bytes& b) { return {static_cast<const char*>(b.data()), b.size()}; }
inline PackedStrings packed(const nb::list& list) {
  PackedStrings out;
  for (nb::handle item : list) {
    const auto data = nb::cast<nb::bytes>(item);
    out.push_back({static_cast<const char*>(data.data()), data.size()});
  }
  out.shrink_to_fit();
  return out;
}
inline PackedStrings packed(const std::vector<std::string>& list) {
  PackedStrings out;
  for (const std::string& text : list) out.push_back(text);
  out.shrink_to_fit();
  return out;
}
inline nb::bytes to_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

template <class Bitmask>
std::uint32_t* aligned(const Bitmask& bitmask) {
  if (reinterpret_cast<std::uintptr_t>(bitmask.data()) % alignof(std::uint32_t))
    throw nb::value_error("the bitmask does not begin at a multiple of 4 bytes; make it with allocate_bitmask");
  return reinterpret_cast<std::uint32_t*>(bitmask.data());
}

inline void check_width(std::size_t words, const Matcher& m) {
  const std::size_t needed = m.constraint().trie->words();
  if (words < needed)
    throw nb::value_error(
        ("the bitmask row has " + std::to_string(words) + " words, the vocabulary needs " + std::to_string(needed))
            .c_str());
}

}  // namespace constrain
