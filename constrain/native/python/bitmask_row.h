// A row of a bitmask, as Python hands it over: through the buffer protocol, or, once it is known where they lie, by the
// fields of NumPy's array.
//
// The protocol costs half of what an ndarray does. Still it is most of what a ready mask costs, because NumPy spells
// the type of the items in a new string at every call. Where an array keeps its data, shape and type is part of NumPy's
// ABI (PyArrayObject_fields in ndarraytypes, a header: extensions are compiled against it). The fields are read
// directly once all of them have agreed with the protocol and `dtype` for one array. Objects without such a buffer (a
// tensor), or not of int32, are left to other readers. The caller holds the interpreter lock.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <cstring>

namespace constrain {

class BitmaskRow {
 public:
  BitmaskRow() = default;
  BitmaskRow(const BitmaskRow&) = delete;
  BitmaskRow& operator=(const BitmaskRow&) = delete;
  ~BitmaskRow() {
    if (held_) PyBuffer_Release(&view_);
  }

  // False if the object is no writable contiguous row of int32.
  bool hold(PyObject* object) noexcept {
    if (Py_TYPE(object) == known_type_ && plain(object)) {
      const Array* a = reinterpret_cast<const Array*>(object);
      data_ = a->data;
      words_ = static_cast<std::size_t>(a->dimensions[0]);
      return true;
    }
    if (!PyObject_CheckBuffer(object)) return false;
    if (PyObject_GetBuffer(object, &view_, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) != 0) {
      PyErr_Clear();
      return false;
    }
    held_ = true;
    if (view_.ndim != 1 || view_.itemsize != 4 || !view_.format ||
        (std::strcmp(view_.format, "i") && std::strcmp(view_.format, "l")))
      return false;
    data_ = view_.buf;
    words_ = static_cast<std::size_t>(view_.shape[0]);
    if (!known_type_) learn(object);
    return true;
  }
  std::uint32_t* data() const { return static_cast<std::uint32_t*>(data_); }
  std::size_t words() const { return words_; }

 private:
  struct Array {
    PyObject_HEAD
    char* data;
    int dimensions_count;
    Py_ssize_t *dimensions, *strides;
    PyObject* base;
    PyObject* type;
    int flags;
  };
  static constexpr int kUsable = 0x0400 | 0x0100;  // NPY_ARRAY_WRITEABLE and NPY_ARRAY_ALIGNED

  static bool plain(PyObject* object) {
    const Array* a = reinterpret_cast<const Array*>(object);
    return a->type == known_item_ && a->dimensions_count == 1 && a->strides[0] == 4 && (a->flags & kUsable) == kUsable;
  }
  // Whether the array, which is held, is where the fields say.
  void learn(PyObject* object) noexcept {
    PyTypeObject* type = Py_TYPE(object);
    if (std::strcmp(type->tp_name, "numpy.ndarray") || type->tp_basicsize < static_cast<Py_ssize_t>(sizeof(Array)))
      return;
    PyObject* item = PyObject_GetAttrString(object, "dtype");
    if (!item) return PyErr_Clear();
    const Array* a = reinterpret_cast<const Array*>(object);
    known_item_ = item;
    if (a->type == item && plain(object) && a->data == view_.buf && a->dimensions[0] == view_.shape[0]) {
      Py_INCREF(type);  // both for the life of the process
      known_type_ = type;
    } else {
      Py_DECREF(item);
    }
  }

  static inline PyTypeObject* known_type_ = nullptr;
  static inline PyObject* known_item_ = nullptr;

  Py_buffer view_{};
  bool held_ = false;
  void* data_ = nullptr;
  std::size_t words_ = 0;
};

}  // namespace constrain

namespace nanobind::detail {
template <>
struct type_caster<constrain::BitmaskRow> {
  static constexpr auto Name = const_name("typing.Any");
  template <typename>
  using Cast = const constrain::BitmaskRow&;
  template <typename>
  static constexpr bool can_cast() { return true; }
  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept { return value.hold(source.ptr()); }
  operator const constrain::BitmaskRow&() { return value; }
  constrain::BitmaskRow value;
};
}  // namespace nanobind::detail
