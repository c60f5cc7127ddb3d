// Trees of patterns and expressions as byte code (support/bytecode.h), in one pass without recursion.
//
// 1. `Writer` keeps a stack of nodes that are still to be written and of operations that come after them. A node pushes its
// operation and then its parts, last part first, so that parts are written in order and the operation after them. Parts
// of a sequence's own kind are replaced by theirs. Terminals are numbered by identity, in the order in which they come.
// Python's attributes are read while no Python code runs, so borrowed references stay valid; what does run Python code
// (`special`) gives an object that is kept until the end.
// 2. `encode_pattern` writes one pattern, `flatten_productions` all productions of a grammar.
// Example: `Sequence((a, Repeat(b)))` becomes Terminal 0, Terminal 1, Repeat 0 0, Sequence 2.
#include "python/encode_trees.h"

#include <unordered_map>

#include "support/bytecode.h"
#include "support/common.h"
#include "python/released.h"

namespace nb = nanobind;

namespace constrain {
namespace {

constexpr std::size_t kMostNodes = 2'000'000;  // of one tree
constexpr std::uint64_t kNode = 30;              // steps that writing one counts for

// The classes of both trees and the names of their attributes, looked up once.
struct TreeNames {
  PyTypeObject *empty, *epsilon, *literal, *literals, *byte_class, *concatenation, *alternation, *intersection,
      *complement, *repetition, *ahead, *behind;
  PyTypeObject *terminal, *nonterminal, *special, *sequence, *choice, *repeat, *ordered, *scope, *once, *distinct,
      *require, *line_end, *block_end, *embedded, *names, *named;
  PyObject* block_ends;
  PyObject *data, *items, *mask, *parts, *code, *part, *minimum, *maximum, *negative, *name, *mark, *marks, *below,
      *spelling, *of, *kind, *head, *tail, *tab, *between, *required, *catalogue, *action, *number;
};

const TreeNames& names() {
  // No static initialisation: an import may let another thread run, which would then wait for this one forever.
  static const TreeNames* known = nullptr;
  if (known) return *known;
  const nb::module_ pattern = nb::module_::import_("constrain.patterns.pattern"),
                    grammar = nb::module_::import_("constrain.grammar");
  const auto type = [](const nb::module_& m, const char* name) {
    return reinterpret_cast<PyTypeObject*>(nb::object(m.attr(name)).release().ptr());
  };
  const auto text = [](const char* name) { return PyUnicode_InternFromString(name); };
  const auto* made = new TreeNames{type(pattern, "Empty"),
                                   type(pattern, "Epsilon"),
                                   type(pattern, "Literal"),
                                   type(pattern, "Literals"),
                                   type(pattern, "ByteClass"),
                                   type(pattern, "Concatenation"),
                                   type(pattern, "Alternation"),
                                   type(pattern, "Intersection"),
                                   type(pattern, "Complement"),
                                   type(pattern, "Repetition"),
                                   type(pattern, "Ahead"),
                                   type(pattern, "Behind"),
                                   type(grammar, "Terminal"),
                                   type(grammar, "Nonterminal"),
                                   type(grammar, "SpecialToken"),
                                   type(grammar, "Sequence"),
                                   type(grammar, "Choice"),
                                   type(grammar, "Repeat"),
                                   type(grammar, "Ordered"),
                                   type(grammar, "Scope"),
                                   type(grammar, "Once"),
                                   type(grammar, "Distinct"),
                                   type(grammar, "Require"),
                                   type(grammar, "LineEnd"),
                                   type(grammar, "BlockEnd"),
                                   type(grammar, "Embedded"),
                                   type(grammar, "Names"),
                                   type(grammar, "Named"),
                                   nb::object(grammar.attr("_BLOCK_ENDS")).release().ptr(),
                                   text("data"),
                                   text("items"),
                                   text("mask"),
                                   text("parts"),
                                   text("code"),
                                   text("part"),
                                   text("minimum"),
                                   text("maximum"),
                                   text("negative"),
                                   text("name"),
                                   text("mark"),
                                   text("marks"),
                                   text("below"),
                                   text("spelling"),
                                   text("terminal"),
                                   text("kind"),
                                   text("head"),
                                   text("tail"),
                                   text("tab"),
                                   text("between"),
                                   text("required"),
                                   text("catalogue"),
                                   text("action"),
                                   text("number")};
  return *(known = made);
}

// An attribute of a node, borrowed: the node keeps it.
PyObject* attribute(PyObject* node, PyObject* name) {
  PyObject* found = PyObject_GetAttr(node, name);
  if (!found) nb::raise_python_error();
  Py_DECREF(found);
  return found;
}

std::uint64_t integer(PyObject* value) {
  // Users may write any integer: a negative one is refused, and a huge one is no bound at all.
  const std::uint64_t found = PyLong_AsUnsignedLongLong(value);
  if (found == ~std::uint64_t{0} && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) nb::raise_python_error();
    PyErr_Clear();
    if (PyObject* zero = PyLong_FromLong(0)) {
      const int negative = PyObject_RichCompareBool(value, zero, Py_LT);
      Py_DECREF(zero);
      if (negative == 0) return found;  // beyond any text's length
    }
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a number in a grammar is negative");
    nb::raise_python_error();
  }
  return found;
}

// A name for a message; it may have unpaired surrogates.
std::string shown(PyObject* name) {
  const nb::object text = nb::steal(PyUnicode_AsEncodedString(name, "utf-8", "backslashreplace"));
  if (!text.is_valid()) nb::raise_python_error();
  return PyBytes_AS_STRING(text.ptr());
}

struct Parts {
  PyObject* const* begin;
  std::size_t count;
};

// Code in the making, and the nodes and operations that are still to be written, last first.
class Writer {
 public:
  struct Pending {
    PyObject* node;  // or null: an operation; of Ordered, which parts are required
    std::uint8_t operation;
    std::uint8_t numbers;
    std::uint64_t a, b;
  };
  // `source` and `name` say what is written, should it be too large.
  static constexpr auto kOrdered = static_cast<std::uint8_t>(GrammarCode::Ordered);
  explicit Writer(const std::string* source = nullptr, PyObject* name = nullptr) : source_(source), name_(name) {}

  std::string out;
  std::vector<Pending> stack;

  // Begins the code of a node or ends it.
  // Counts nodes as they are written, wherever they are shared: a tree that doubles itself at each level ends here.
  template <class Code>
  void operation(Code value) {
    spend(kNode);
    if (++nodes_ > kMostNodes) throw too_large(nodes_);
    append_operation(out, value);
  }
  void byte(std::uint8_t value) { out.push_back(static_cast<char>(value)); }
  void number(std::uint64_t value) { append_number(out, value); }
  void push(PyObject* node) { stack.push_back({node, 0, 0, 0, 0}); }
  template <class Code>
  void push(Code operation, std::uint8_t count = 0, std::uint64_t a = 0, std::uint64_t b = 0) {
    stack.push_back({nullptr, static_cast<std::uint8_t>(operation), count, a, b});
  }
  void push_ordered(PyObject* required, std::uint64_t between) { stack.push_back({required, kOrdered, 0, between, 0}); }
  // The next node, operations before it being written; null when all is done.
  PyObject* next() {
    while (!stack.empty()) {
      const Pending top = stack.back();
      stack.pop_back();
      // Of a record: what separates the parts, how many there are, and which of them are required.
      if (top.operation == kOrdered) {
        operation(kOrdered);
        number(top.a);
        number(static_cast<std::uint64_t>(PyTuple_GET_SIZE(top.node)));
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(top.node); ++i) byte(PyTuple_GET_ITEM(top.node, i) == Py_True);
        continue;
      }
      if (top.node) return top.node;
      operation(top.operation);
      if (top.numbers > 0) number(top.a);
      if (top.numbers > 1) number(top.b);
    }
    return nullptr;
  }

  // What stands in a node; a list is copied, so that nothing can change it meanwhile.
  Parts parts(PyObject* node) {
    PyObject* found = attribute(node, names().parts);
    if (PyTuple_Check(found)) return {&PyTuple_GET_ITEM(found, 0), static_cast<std::size_t>(PyTuple_GET_SIZE(found))};
    kept_.push_back(nb::steal(PySequence_Tuple(found)));
    if (!kept_.back().is_valid()) nb::raise_python_error();
    found = kept_.back().ptr();
    return {&PyTuple_GET_ITEM(found, 0), static_cast<std::size_t>(PyTuple_GET_SIZE(found))};
  }
  // The same, parts of the node's own kind being replaced by theirs, at any depth.
  Parts flat(PyObject* node) {
    PyTypeObject* kind = Py_TYPE(node);
    const Parts own = parts(node);
    // Most nodes have no part of their own kind, and then their parts are used as they stand.
    std::size_t same = 0;
    while (same < own.count && Py_TYPE(own.begin[same]) != kind) ++same;
    if (same == own.count) return own;
    flat_.assign(own.begin, own.begin + same);
    open_.clear();
    open_.push_back({own.begin + same, own.count - same});
    while (!open_.empty()) {
      spend(1);
      Parts& top = open_.back();
      if (top.count == 0) {
        open_.pop_back();
        continue;
      }
      PyObject* part = *top.begin++;
      --top.count;
      if (Py_TYPE(part) == kind) open_.push_back(parts(part));
      else flat_.push_back(part);
      if (flat_.size() + open_.size() > kMostNodes) throw too_large(flat_.size() + open_.size());
    }
    return {flat_.data(), flat_.size()};
  }
  PyObject* keep(nb::object object) {
    kept_.push_back(std::move(object));
    return kept_.back().ptr();
  }

 private:
  LimitError too_large(std::size_t needed) const {
    const std::string what = name_ ? *source_ + ": `" + shown(name_) + "`" : "a pattern";
    return LimitError(what + " has too many nodes, shared parts counted wherever they stand; make it rules of its own",
                      kMostNodes, needed);
  }
  const std::string* source_;
  PyObject* name_;
  std::size_t nodes_ = 0;
  std::vector<nb::object> kept_;
  std::vector<PyObject*> flat_;  // scratch of flat
  std::vector<Parts> open_;      // scratch of flat
};

[[noreturn]] void wrong_type(const char* what, PyObject* node) {
  PyErr_Format(PyExc_TypeError, "not %s: %R", what, node);
  nb::raise_python_error();
}

void write_bytes(Writer& w, PyObject* data, bool length = true) {
  char* text;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(data, &text, &size) < 0) nb::raise_python_error();
  if (length) w.number(static_cast<std::uint64_t>(size));
  w.out.append(text, static_cast<std::size_t>(size));
}

// A class of bytes from its bits, as whichever of its two codes is shorter: a digit takes 4 bytes and not 33.
void write_class(Writer& w, const char* bits) {
  const auto has = [&](unsigned byte) { return byte < 256 && (bits[byte >> 3] >> (byte & 7) & 1); };
  std::string ranges;
  for (unsigned low = 0; low < 256; ++low) {
    if (!has(low)) continue;
    unsigned high = low;
    while (has(high + 1)) ++high;
    ranges += {static_cast<char>(low), static_cast<char>(high)};
    low = high;
  }
  if (ranges.empty() || ranges.size() + 1 >= 32) {
    w.operation(PatternCode::ByteClass);
    w.out.append(bits, 32);
    return;
  }
  w.operation(PatternCode::ByteRanges);
  w.number(ranges.size() / 2);
  w.out += ranges;
}

// The bound of a repetition: 0 for none, else one more than the maximum.
std::uint64_t bound(PyObject* maximum) {
  if (maximum == Py_None) return 0;
  const std::uint64_t value = integer(maximum);
  return value == ~std::uint64_t{0} ? value : value + 1;
}

GrammarFault not_defined(const std::string& source, PyObject* used, PyObject* user, const nb::dict& productions) {
  std::string defined;
  int listed = 0;
  for (auto [other, ignored] : productions) {
    if (listed++ == 20) break;
    defined += (listed == 1 ? "" : ", ") + shown(other.ptr());
  }
  return GrammarFault(source + ": `" + shown(used) + "` is used in `" + shown(user) +
                      "` but never defined; defined here: " + defined);
}

}  // namespace

std::string encode_pattern(nb::handle pattern) {
  const TreeNames& n = names();
  Writer w;
  w.push(pattern.ptr());
  while (PyObject* node = w.next()) {
    PyTypeObject* kind = Py_TYPE(node);
    if (kind == n.literal) {
      w.operation(PatternCode::Literal);
      write_bytes(w, attribute(node, n.data));
    } else if (kind == n.byte_class) {
      const nb::object mask = nb::steal(PyObject_CallMethod(attribute(node, n.mask), "to_bytes", "is", 32, "little"));
      if (!mask.is_valid()) nb::raise_python_error();
      write_class(w, PyBytes_AS_STRING(mask.ptr()));
    } else if (kind == n.concatenation || kind == n.alternation || kind == n.intersection) {
      if (kind == n.alternation) {
        // A large class of characters has its code with it, since it stands in the patterns of many.
        if (PyObject* code = attribute(node, n.code); code != Py_None) {
          write_bytes(w, code, false);
          continue;
        }
      }
      const Parts parts = kind == n.concatenation ? w.flat(node) : w.parts(node);
      w.push(kind == n.concatenation ? PatternCode::Concatenation
             : kind == n.alternation ? PatternCode::Alternation
                                     : PatternCode::Intersection,
             1, parts.count);
      for (std::size_t i = parts.count; i-- > 0;) w.push(parts.begin[i]);
    } else if (kind == n.repetition) {
      w.push(PatternCode::Repetition, 2, integer(attribute(node, n.minimum)), bound(attribute(node, n.maximum)));
      w.push(attribute(node, n.part));
    } else if (kind == n.complement) {
      w.push(PatternCode::Complement);
      w.push(attribute(node, n.part));
    } else if (kind == n.ahead || kind == n.behind) {
      w.push(kind == n.ahead ? PatternCode::Ahead : PatternCode::Behind, 1, attribute(node, n.negative) == Py_True);
      w.push(attribute(node, n.part));
    } else if (kind == n.literals) {
      PyObject* items = attribute(node, n.items);
      if (!PyTuple_Check(items)) wrong_type("a tuple", items);
      const Py_ssize_t count = PyTuple_GET_SIZE(items);
      w.operation(PatternCode::Literals);
      w.number(static_cast<std::uint64_t>(count));
      for (Py_ssize_t i = 0; i < count; ++i) write_bytes(w, PyTuple_GET_ITEM(items, i));
    } else if (kind == n.empty || kind == n.epsilon) {
      w.operation(kind == n.epsilon ? PatternCode::Epsilon : PatternCode::Empty);
    } else {
      wrong_type("a Pattern", node);
    }
  }
  return std::move(w.out);
}

// The number of the production that another one calls by its name.
static std::uint64_t number_of(PyObject* called, const nb::dict& numbers, const std::string& source, PyObject* caller,
                               const nb::dict& productions) {
  PyObject* number = PyDict_GetItemWithError(numbers.ptr(), called);
  if (number) return integer(number);
  if (PyErr_Occurred()) nb::raise_python_error();
  throw not_defined(source, called, caller, productions);
}

// A terminal whose texts depend on the text before it, or what it depends on: false if the node is neither. `terminal` numbers
// terminals.
template <class Number>
static bool write_conditional(Writer& w, PyObject* node, const Number& terminal) {
  const TreeNames& n = names();
  PyTypeObject* kind = Py_TYPE(node);
  if (kind == n.line_end) {
    w.operation(GrammarCode::Line);
    w.number(terminal(attribute(node, n.head)));
    w.number(integer(attribute(node, n.kind)));
    w.number(terminal(attribute(node, n.tail)));
    w.number(integer(attribute(node, n.tab)));
  } else if (kind == n.block_end) {
    PyObject* line = attribute(node, n.kind);
    PyObject* end = PyDict_GetItemWithError(n.block_ends, line);
    if (!end) wrong_type("a kind of BlockEnd", line);
    w.operation(GrammarCode::Line);
    w.number(terminal(end));
    w.number(integer(line));
  } else if (kind == n.names) {
    w.operation(GrammarCode::Names);
    write_bytes(w, attribute(node, n.catalogue));
  } else if (kind == n.named) {
    w.operation(GrammarCode::Named);
    w.number(terminal(attribute(node, n.of)));
    w.number(integer(attribute(node, n.action)));
    w.number(integer(attribute(node, n.number)));
  } else if (kind == n.distinct) {
    w.operation(GrammarCode::Distinct);
    w.number(terminal(attribute(node, n.of)));
    w.number(integer(attribute(node, n.spelling)));
  } else {
    return false;
  }
  return true;
}

nb::tuple flatten_productions(const nb::dict& productions, const nb::object& special, const std::string& source) {
  const TreeNames& n = names();
  nb::dict numbers;
  nb::list kept, codes, embedded;
  std::unordered_map<PyObject*, std::uint32_t> terminals, wholes;  // by identity; `kept` and `embedded` hold them
  std::uint32_t next = 0;
  for (auto [name, expression] : productions) numbers[name] = next++;
  const auto terminal = [&](PyObject* node) {
    // By identity: front ends share terminals, and comparing patterns would cost more than it finds.
    const auto [at, fresh] = terminals.try_emplace(node, static_cast<std::uint32_t>(terminals.size()));
    if (fresh) kept.append(nb::borrow(node));
    return at->second;
  };
  const nb::list items = productions.items();  // held, since others are let in, who may change the grammar
  work_from_now();
  for (nb::handle item : items) {
    let_others_in();
    PyObject* const name = PyTuple_GET_ITEM(item.ptr(), 0);
    Writer w(&source, name);
    w.push(PyTuple_GET_ITEM(item.ptr(), 1));
    while (PyObject* node = w.next()) {
      PyTypeObject* kind = Py_TYPE(node);
      if (kind == n.terminal) {
        w.operation(GrammarCode::Terminal);
        w.number(terminal(node));
      } else if (kind == n.nonterminal) {
        w.operation(GrammarCode::Nonterminal);
        w.number(number_of(attribute(node, n.name), numbers, source, name, productions));
      } else if (kind == n.sequence || kind == n.choice) {
        const Parts parts = w.flat(node);
        w.push(kind == n.sequence ? GrammarCode::Sequence : GrammarCode::Choice, 1, parts.count);
        // Most parts are terminals, and those that come before any other need not wait on the stack.
        std::size_t done = 0;
        for (; done < parts.count && Py_TYPE(parts.begin[done]) == n.terminal; ++done) {
          w.operation(GrammarCode::Terminal);
          w.number(terminal(parts.begin[done]));
        }
        for (std::size_t i = parts.count; i-- > done;) w.push(parts.begin[i]);
      } else if (kind == n.repeat) {
        PyObject* between = attribute(node, n.between);
        w.push(between == Py_None ? GrammarCode::Repeat : GrammarCode::RepeatBetween, 2,
               integer(attribute(node, n.minimum)), bound(attribute(node, n.maximum)));
        if (between != Py_None) w.push(between);
        w.push(attribute(node, n.part));
      } else if (kind == n.ordered) {
        const Parts parts = w.parts(node);
        PyObject* required = attribute(node, n.required);
        if (!PyTuple_Check(required) || static_cast<std::size_t>(PyTuple_GET_SIZE(required)) != parts.count)
          wrong_type("a tuple of as many truth values as there are parts", required);
        PyObject* between = attribute(node, n.between);
        if (Py_TYPE(between) != n.terminal) wrong_type("a Terminal", between);
        w.push_ordered(required, terminal(between));
        for (std::size_t i = parts.count; i-- > 0;) w.push(parts.begin[i]);
      } else if (kind == n.scope) {
        // The reader must know that a scope begins before it reads what is in it.
        w.operation(GrammarCode::BeginScope);
        w.push(GrammarCode::Scope);
        w.push(attribute(node, n.part));
      } else if (kind == n.once) {
        w.operation(GrammarCode::BeginOnce);
        w.push(GrammarCode::Once, 1, integer(attribute(node, n.mark)));
        w.push(attribute(node, n.part));
      } else if (kind == n.require) {
        PyObject* marks = attribute(node, n.marks);
        if (!PyTuple_Check(marks)) wrong_type("a tuple", marks);
        w.operation(GrammarCode::Require);
        w.number(static_cast<std::uint64_t>(PyTuple_GET_SIZE(marks)));
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(marks); ++i) w.number(integer(PyTuple_GET_ITEM(marks, i)));
        w.number(integer(attribute(node, n.minimum)));
        w.number(bound(attribute(node, n.below)));
      } else if (kind == n.special) {
        // What a special token is spelled as is known to the vocabulary alone, so Python is asked and its answer
        // written in place.
        w.push(w.keep(asking_python([&] { return special(nb::handle(node)); })));
      } else if (kind == n.embedded) {
        const auto [at, fresh] = wholes.try_emplace(node, static_cast<std::uint32_t>(wholes.size()));
        if (fresh) embedded.append(nb::borrow(node));
        w.operation(GrammarCode::Embedded);
        w.number(at->second);
      } else if (!write_conditional(w, node, terminal)) {
        wrong_type("an Expression", node);
      }
    }
    codes.append(nb::bytes(w.out.data(), w.out.size()));
  }
  return nb::make_tuple(kept, codes, embedded);
}

}  // namespace constrain
