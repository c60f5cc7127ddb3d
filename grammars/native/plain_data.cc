// Plain data as bytes that are equal for equal data of equal types: those of `marshal.dumps(data, 2)`, of which
// `marshal.loads` makes it again. Python's own takes three times as long, since it encodes each text in an object.
//
// None, booleans, integers of 32 bits, floats, texts, lists, tuples and dictionaries, of these types exactly; for anything
// else, and what is nested deeper than definitions are, the caller asks Python.
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "bindings.h"
#include "python_objects.h"

namespace constrain {

using namespace nb::literals;

namespace {

constexpr int kDeepest = 200;

class Writer {
 public:
  // False where it meets anything else.
  bool write(PyObject* data, int depth = 0) {
    if (PyUnicode_CheckExact(data)) return write_text(data);
    if (depth > kDeepest) return false;
    if (PyDict_CheckExact(data)) {
      tag('{', 0);
      Py_ssize_t at = 0;
      for (PyObject *key, *value; PyDict_Next(data, &at, &key, &value);)
        if (!write(key, depth + 1) || !write(value, depth + 1)) return false;
      tag('0', 0);
      return true;
    }
    if (PyList_CheckExact(data) || PyTuple_CheckExact(data)) {
      const Py_ssize_t size = PySequence_Fast_GET_SIZE(data);
      tag(PyList_CheckExact(data) ? '[' : '(', 4);
      if (!number(size)) return false;
      for (Py_ssize_t i = 0; i < size; ++i)
        if (!write(PySequence_Fast_GET_ITEM(data, i), depth + 1)) return false;
      return true;
    }
    if (data == Py_None || data == Py_True || data == Py_False) {
      tag(data == Py_None ? 'N' : data == Py_True ? 'T' : 'F', 0);
      return true;
    }
    if (PyLong_CheckExact(data)) {
      int overflow = 0;
      const long long value = PyLong_AsLongLongAndOverflow(data, &overflow);
      tag('i', 4);
      return !overflow && number(value);
    }
    if (!PyFloat_CheckExact(data)) return false;
    tag('g', 8);
    little_endian(std::bit_cast<std::uint64_t>(PyFloat_AS_DOUBLE(data)), 8);
    return true;
  }
  std::string_view written() const { return {buffer_.data(), size_}; }
  void clear() { size_ = 0; }

 private:
  // Makes room for so many bytes after the tag.
  void tag(char c, std::size_t more) {
    if (buffer_.size() < size_ + 1 + more) buffer_.resize(2 * (size_ + 1 + more));
    buffer_[size_++] = c;
  }
  void little_endian(std::uint64_t bits, int bytes) {
    for (; bytes; --bytes, bits >>= 8) buffer_[size_++] = static_cast<char>(bits);
  }
  bool number(long long value) {
    little_endian(static_cast<std::uint64_t>(value), 4);
    return value == static_cast<std::int32_t>(value);
  }
  bool write_text(PyObject* text) {
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (PyUnicode_IS_ASCII(text)) {
      tag('u', 4 + static_cast<std::size_t>(length));
      if (!number(length)) return false;
      std::memcpy(buffer_.data() + size_, PyUnicode_1BYTE_DATA(text), static_cast<std::size_t>(length));
      size_ += static_cast<std::size_t>(length);
      return true;
    }
    tag('u', 4 + 4 * static_cast<std::size_t>(length));
    const std::size_t before = size_, text_begins = size_ + 4;
    size_ = text_begins;
    for (Py_ssize_t i = 0; i < length; ++i) write_utf8(PyUnicode_READ_CHAR(text, i));
    const std::size_t end = std::exchange(size_, before);
    const bool fits = number(static_cast<long long>(end - text_begins));
    size_ = end;
    return fits;
  }
  // Also halves of surrogate pairs, as marshal does.
  void write_utf8(Py_UCS4 c) {
    const auto put = [&](Py_UCS4 byte) { buffer_[size_++] = static_cast<char>(byte); };
    const auto rest = [&](int shift) { put(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80) return put(c);
    if (c < 0x800) return put(0xC0 | c >> 6), rest(0);
    if (c < 0x10000) return put(0xE0 | c >> 12), rest(6), rest(0);
    put(0xF0 | c >> 18), rest(12), rest(6), rest(0);
  }

  std::vector<char> buffer_;
  std::size_t size_ = 0;
};

// The bytes of each item, or None where Python is to be asked.
nb::object marshalled(const nb::list& items) {
  Writer writer;
  nb::object out = checked(PyList_New(static_cast<Py_ssize_t>(items.size())));
  Py_ssize_t i = 0;
  for (nb::handle item : items) {
    writer.clear();
    nb::object made = nb::none();
    if (writer.write(item.ptr())) made = nb::bytes(writer.written().data(), writer.written().size());
    PyList_SET_ITEM(out.ptr(), i++, made.release().ptr());
  }
  return out;
}

}  // namespace

void bind_plain_data(nb::module_& m) {
  m.def("marshalled", &marshalled, "items"_a,
        "Of each item what `marshal.dumps(item, 2)` gives, or None where that is to be asked: plain data is read here.");
}

}  // namespace constrain
