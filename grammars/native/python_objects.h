// Python's objects handled without a call where that pays: dictionaries, tuples, and instances of classes with slots.
//
// For native code that builds or reads thousands of small Python objects in one call; the caller holds the interpreter
// lock. A failing call of Python's raises what Python raised.
#pragma once

#include <nanobind/nanobind.h>
#include <structmember.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "python/released.h"

namespace constrain {

namespace nb = nanobind;

inline nb::object checked(PyObject* made) {
  if (!made) nb::raise_python_error();
  return nb::steal(made);
}

// What a dictionary has for a key, borrowed; null if nothing.
inline PyObject* get(PyObject* dict, PyObject* key) {
  PyObject* found = PyDict_GetItemWithError(dict, key);
  if (!found && PyErr_Occurred()) nb::raise_python_error();
  return found;
}

inline void put(PyObject* dict, PyObject* key, PyObject* value) {
  if (PyDict_SetItem(dict, key, value) < 0) nb::raise_python_error();
}

inline void append(PyObject* list, PyObject* item) {
  if (PyList_Append(list, item) < 0) nb::raise_python_error();
}

// A class with slots whose instances are made and read here without a call.
struct Class {
  PyTypeObject* type;

  Py_ssize_t slot(const char* name) const {
    const nb::object descriptor = nb::handle(reinterpret_cast<PyObject*>(type)).attr(name);
    if (!Py_IS_TYPE(descriptor.ptr(), &PyMemberDescr_Type)) throw nb::type_error("a slot is needed");
    return reinterpret_cast<PyMemberDescrObject*>(descriptor.ptr())->d_member->offset;
  }
  nb::object make() const { return checked(type->tp_alloc(type, 0)); }
  // The same for what can be in no cycle, as patterns and expressions are: the collector need not look at it.
  nb::object make_leaf() const {
    nb::object made = make();
    PyObject_GC_UnTrack(made.ptr());
    return made;
  }
};

inline PyObject*& at(PyObject* object, Py_ssize_t offset) {
  return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object) + offset);
}

inline void set(PyObject* object, Py_ssize_t offset, PyObject* value) {
  PyObject*& slot = at(object, offset);
  PyObject* before = slot;
  Py_INCREF(value);
  slot = value;
  Py_XDECREF(before);
}

inline nb::object call(PyObject* self, PyObject* method, std::initializer_list<PyObject*> arguments) {
  std::array<PyObject*, 8> all{nullptr, self};  // what is called may use the first
  std::copy(arguments.begin(), arguments.end(), all.begin() + 2);
  return checked(asking_python([&] {
    return PyObject_VectorcallMethod(method, all.data() + 1, (arguments.size() + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET,
                                     nullptr);
  }));
}

inline nb::object tuple(std::initializer_list<PyObject*> items) {
  nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
  Py_ssize_t i = 0;
  for (PyObject* item : items) {
    Py_INCREF(item);
    PyTuple_SET_ITEM(made.ptr(), i++, item);
  }
  return made;
}
inline nb::object leaf_tuple(std::initializer_list<PyObject*> items) {
  nb::object made = tuple(items);
  PyObject_GC_UnTrack(made.ptr());
  return made;
}

// An attribute by an interned name.
inline nb::object attribute(const nb::object& object, PyObject* name) {
  return checked(asking_python([&] { return PyObject_GetAttr(object.ptr(), name); }));
}

inline nb::object number(Py_ssize_t value) { return checked(PyLong_FromSsize_t(value)); }

inline nb::object bytes(const std::string& text) {
  return checked(PyBytes_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

}  // namespace constrain
