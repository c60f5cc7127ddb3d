// What users pass to a matcher's methods, and what they are told if it cannot be taken.
//
// nanobind would answer with its own list of signatures. So numbers are taken whatever they are, at the price of a
// test; each method has a last overload that takes anything, for calls that have not even the right number of
// arguments; and Python (`constrain/support/arguments.py`) says what is wrong. The caller holds the interpreter lock.
#pragma once

#include <nanobind/nanobind.h>

#include "support/common.h"

namespace constrain {

namespace nb = nanobind;

// A number, or what was given in its place.
struct Number {
  std::uint64_t value = 0;
  bool fits = false;  // it is an integer from 0 to 2^63 - 1
  nb::handle given;
};

// Raises what Python says of a call of one of a matcher's methods.
[[noreturn]] inline void refuse(const char* method, nb::handle matcher, nb::handle args, nb::handle options) {
  nb::module_::import_("constrain.support.arguments").attr("refuse")(method, matcher, args, options);
  throw nb::type_error("the arguments of this call cannot be taken");
}

template <typename Class>
std::uint64_t checked(const char* method, const Class& matcher, const Number& number, std::uint64_t most) {
  if (!number.fits || number.value > most) refuse(method, nb::find(matcher), nb::make_tuple(number.given), nb::dict());
  return number.value;
}

template <typename Class>
void refuse_others(Class& bound, const char* method) {
  bound.def(
      method,
      [method](nb::handle self, const nb::args& args, const nb::kwargs& options) {
        refuse(method, self, args, options);
      },
      "Anything else: TypeError or ValueError, which say what was given and what is needed.");
}

}  // namespace constrain

namespace nanobind::detail {
template <>
struct type_caster<constrain::Number> {
  NB_TYPE_CASTER(constrain::Number, const_name("int"))
  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    value.given = source;
    PyObject* integer = PyLong_Check(source.ptr()) ? source.inc_ref().ptr() : PyNumber_Index(source.ptr());
    if (!integer) {
      PyErr_Clear();
      return true;
    }
    int overflow = 0;
    const long long found = PyLong_AsLongLongAndOverflow(integer, &overflow);
    Py_DECREF(integer);
    value.fits = !overflow && found >= 0;
    value.value = static_cast<std::uint64_t>(found);
    return true;
  }
};
}  // namespace nanobind::detail
