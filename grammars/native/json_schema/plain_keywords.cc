#include "json_schema/plain_keywords.h"

namespace constrain {
namespace {

bool is_count(PyObject* value) {
  return PyLong_CheckExact(value) && PyObject_RichCompareBool(value, known().zero, Py_GE) == 1;
}

}  // namespace

Keywords keywords_of(PyObject* schema, const PlainStyle& style) {
  const Known& k = known();
  Keywords keywords;
  long subjects = 0, other = 0;  // subjects; those with a keyword that has no place here
  PyObject *keyword, *value, *type = nullptr;
  for (Py_ssize_t i = 0; PyDict_Next(schema, &i, &keyword, &value);) {
    if (!PyUnicode_CheckExact(keyword)) return keywords;
    PyObject* subject = get(style.subjects.ptr(), keyword);
    if (!subject) continue;
    const long bits = PyLong_AsLong(subject);
    subjects |= bits;
    const auto is = [&](PyObject* name) { return PyUnicode_Compare(keyword, name) == 0; };
    if (bits == kType) {
      type = value;
    } else if (bits == kReference) {
      if (!is(k.ref) || !PyUnicode_CheckExact(value)) return keywords;
      keywords.reference = value;
    } else if (bits == kObject) {
      if (is(k.properties) && PyDict_CheckExact(value)) keywords.properties = value;
      else if (is(k.needed) && PyList_CheckExact(value)) keywords.required = value;
      else if (is(k.rest)) keywords.rest = value;
      else other |= kObject;
    } else if (bits == kArray) {
      if (is(k.items) && !PyList_Check(value)) keywords.items = value;
      else if (is(k.min_items) && is_count(value)) keywords.low = value;
      else if (is(k.max_items) && is_count(value)) keywords.high = value;
      else if (!is(k.unique) || value != Py_False) other |= kArray;
    } else {
      other |= bits;
    }
  }
  if (keywords.reference) {
    keywords.plain = style.reference_alone || subjects == kReference;
    return keywords;
  }
  if (other & kOther || !type) return keywords;
  const bool list = PyList_CheckExact(type);
  const Py_ssize_t count = list ? PyList_GET_SIZE(type) : 1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* name = list ? PyList_GET_ITEM(type, i) : type;
    if (!PyUnicode_CheckExact(name)) return keywords;
    unsigned bit = 0;
    for (unsigned t = 0; t < 7; ++t)
      if (PyUnicode_CompareWithASCIIString(name, kTypes[t]) == 0) bit = 1u << t;
    if (!bit) return keywords;
    keywords.types |= bit;
  }
  const unsigned container = keywords.types & kOfContainer;
  // Of nothing but their type, containers are all one, which the complete path sees.
  if (!(subjects & (container == kOfArray ? kArray : kObject))) return keywords;
  if (container != kOfArray && container != kOfObject) return keywords;
  if (other & kStringOrNumber && keywords.types != container) return keywords;
  keywords.plain = !(other & (container == kOfArray ? kArray : kObject));
  return keywords;
}

}  // namespace constrain
