// What Python sees of JSON Schema's native parts, but for plain subschemas (plain_subschemas.cc).
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "json_schema/divisibility.h"
#include "python/interruptible.h"
#include "support/common.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {

void bind_json_schema(nb::module_& m) {
  m.def(
      "distinct_keys",
      [](const nb::list& pairs) {
        nb::dict out;
        std::size_t count = 0;
        for (nb::handle pair : pairs) {
          PyObject* p = pair.ptr();
          if (!PyTuple_Check(p) || PyTuple_GET_SIZE(p) != 2) throw nb::type_error("pairs are needed");
          if (PyDict_SetItem(out.ptr(), PyTuple_GET_ITEM(p, 0), PyTuple_GET_ITEM(p, 1)) < 0) nb::raise_python_error();
          if (out.size() == ++count) continue;
          const nb::object shown = nb::steal(PyObject_ASCII(PyTuple_GET_ITEM(p, 0)));
          if (!shown.is_valid()) nb::raise_python_error();
          throw GrammarFault("the schema says " + nb::cast<std::string>(shown) +
                             " twice in one object; one of the two would be ignored");
        }
        return out;
      },
      "pairs"_a,
      "The pairs as a dictionary, for readers of JSON; GrammarError if two of them have the same key.");
  m.def(
      "divide",
      [](int places, int digits, int longest, bool whole_only,
         const std::vector<std::tuple<std::string, std::string, bool, bool, bool>>& bounds,
         const std::vector<std::pair<std::uint64_t, bool>>& divisors, std::size_t limit) -> nb::object {
        Division division{places, digits, longest, whole_only, {}, {}};
        if (places < 0 || digits < 0) throw nb::value_error("numbers of digits are not negative");
        for (const auto& [whole, fraction, below, equal, above] : bounds) {
          if (fraction.size() != static_cast<std::size_t>(places))
            throw nb::value_error("a bound has another number of places");
          division.bounds.push_back({whole, fraction, {below, equal, above}});
        }
        for (const auto& [modulus, wanted] : divisors) {
          if (!modulus || modulus > Division::kMost) throw nb::value_error("a divisor is too large");
          division.divisors.push_back({modulus, wanted});
        }
        std::vector<Division::State> states;
        bool done;
        unlocked([&] {
          states.clear();
          done = division.explore(limit, states);
        });
        if (!done) return nb::none();
        nb::list out;
        for (const Division::State& state : states)
          out.append(nb::make_tuple(state.number, state.ways, state.point, state.accepts));
        return out;
      },
      "places"_a, "digits"_a, "longest"_a, "whole_only"_a, "bounds"_a, "divisors"_a, "limit"_a,
      "The automaton of `grammars/json_schema/writing/divisibility.py` for divisors up to 2**60.\n\n"
      "None if it has more than `limit` states.\n\n"
      "Bounds are their digits before and after the point, and whether numerals may be below, equal, above; divisors "
      "are\n"
      "with whether numerals are their multiples. Of each state: its number, the digits (as bits) that lead to each "
      "other\n"
      "state, the state after a point or -1, and whether a numeral may end there.");
  bind_plain_schemas(m);
}

}  // namespace constrain
