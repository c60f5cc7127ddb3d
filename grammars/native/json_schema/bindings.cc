// What Python sees of JSON Schema's native parts, but for plain subschemas (plain_subschemas.cc).
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings.h"
#include "json_schema/divisibility.h"
#include "json_schema/plain_terminals.h"
#include "python/interruptible.h"
#include "support/common.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {

namespace {

// The productions of an automaton's states, as `divide` gives them: of each, the digits and the states after them.
nb::dict numerals(const nb::bytes& states, const std::string& prefix, const nb::object& terminals, nb::handle point) {
  const Known& k = known();
  std::vector<nb::object> names, digits(1024);
  const nb::object nothing_more = sequence({});
  const auto named = [&](std::size_t n) {
    if (n >= names.size()) names.resize(n + 1);
    if (!names[n].is_valid()) {
      names[n] = k.nonterminal.make_leaf();
      set(names[n].ptr(), k.name, nb::str((prefix + std::to_string(n)).c_str()).ptr());
    }
    return names[n].ptr();
  };
  std::size_t read = 0;
  const auto next = [&] {
    std::int32_t value;
    if ((read + 1) * sizeof value > states.size()) throw nb::value_error("states end early");
    std::memcpy(&value, states.c_str() + read++ * sizeof value, sizeof value);
    return value;
  };
  nb::dict out;
  while (read * sizeof(std::int32_t) < states.size()) {
    const std::int32_t number = next(), pointed = next(), accepts = next();
    nb::list parts;
    for (std::int32_t ways = next(); ways > 0; --ways) {
      const std::int32_t of = next();
      nb::object& digit = digits.at(static_cast<std::size_t>(of));
      if (!digit.is_valid()) digit = checked(PyObject_GetItem(terminals.ptr(), nb::int_(of).ptr()));
      parts.append(sequence({digit.ptr(), named(next())}));
    }
    if (pointed >= 0) parts.append(sequence({point.ptr(), named(pointed)}));
    if (accepts) parts.append(nothing_more);
    const nb::object choice = of_parts(k.choice, k.choice_parts, checked(PyList_AsTuple(parts.ptr())));
    put(out.ptr(), at(named(number), k.name), choice.ptr());
  }
  return out;
}

}  // namespace

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
        std::vector<std::int32_t> out;
        for (const Division::State& state : states) {
          const auto ways = static_cast<std::int32_t>(state.ways.size());
          out.insert(out.end(), {state.number, state.point, state.accepts, ways});
          for (const auto& [of, target] : state.ways) out.insert(out.end(), {of, target});
        }
        return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size() * sizeof out[0]);
      },
      "places"_a, "digits"_a, "longest"_a, "whole_only"_a, "bounds"_a, "divisors"_a, "limit"_a,
      "The automaton of `grammars/json_schema/writing/divisibility.py` for divisors up to 2**60.\n\n"
      "None if it has more than `limit` states.\n\n"
      "Bounds are their digits before and after the point, and whether numerals may be below, equal, above; divisors "
      "are\n"
      "with whether numerals are their multiples. The states are numbers of 32 bits: of each its own, the state after\n"
      "a point or -1, whether a numeral may end there, and how many states may follow, each after digits, as bits.");
  m.def("numerals", &numerals, "states"_a, "prefix"_a, "digits"_a, "point"_a,
        "The productions of states, whose names begin with `prefix`; `digits[bits]` is the terminal of some digits.");
  bind_plain_schemas(m);
}

}  // namespace constrain
