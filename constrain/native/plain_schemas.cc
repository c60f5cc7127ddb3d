#include "plain_schemas.h"

#include <structmember.h>

#include <algorithm>
#include <array>

#include "common.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {
namespace {

nb::object checked(PyObject* made) {
  if (!made) nb::raise_python_error();
  return nb::steal(made);
}

// What a dictionary has for a key, borrowed; null if nothing.
PyObject* get(PyObject* dict, PyObject* key) {
  PyObject* found = PyDict_GetItemWithError(dict, key);
  if (!found && PyErr_Occurred()) nb::raise_python_error();
  return found;
}

void put(PyObject* dict, PyObject* key, PyObject* value) {
  if (PyDict_SetItem(dict, key, value) < 0) nb::raise_python_error();
}

void append(PyObject* list, PyObject* item) {
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

PyObject*& at(PyObject* object, Py_ssize_t offset) {
  return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object) + offset);
}

void set(PyObject* object, Py_ssize_t offset, PyObject* value) {
  PyObject*& slot = at(object, offset);
  PyObject* before = slot;
  Py_INCREF(value);
  slot = value;
  Py_XDECREF(before);
}

// The classes of Python, their slots, and the keywords; found once.
struct Known {
  Class formula, place, literal, literals, concatenation, complement, intersection, distinct, terminal, nonterminal, sequence, choice, repeat, ordered, scope, once, require;
  Py_ssize_t serial, meaning, expressions, schema, resource, scope_of, parent, token, open, pointer, claims;
  Py_ssize_t name, sequence_parts, choice_parts, part, minimum, maximum, between, parts, required, between_parts, scope_part;
  Py_ssize_t mark, once_part, marks, least, below;
  Py_ssize_t pattern, terminal_name, code, data, listed, concatenated, complemented, intersected, of, spelling;
  PyObject *type, *properties, *needed, *rest, *items, *min_items, *max_items, *unique, *ref;
  PyObject *zero, *one, *nothing, *empty_text, *properties_token, *rest_token, *items_token;
  PyObject *child, *of_type, *next_place, *reference, *general, *scalars, *others, *suspicious, *guarded, *key_of, *quoted, *limit, *count, *form;
};

const Known& known() {
  // No static initialisation: an import may let another thread run, which would then wait for this one for ever.
  static const Known* found = nullptr;
  if (found) return *found;
  const auto module = [](const char* name) { return nb::module_::import_(name); };
  const auto type = [](const nb::module_& m, const char* name) {
    return Class{reinterpret_cast<PyTypeObject*>(nb::object(m.attr(name)).release().ptr())};
  };
  const auto text = [](const char* value) { return PyUnicode_InternFromString(value); };
  const nb::module_ document = module("constrain.grammars.json_schema.document"), grammar = module("constrain.grammar");
  auto* k = new Known{};
  k->formula = type(module("constrain.grammars.json_schema.formula"), "Formula");
  k->place = type(document, "Place");
  k->terminal = type(grammar, "Terminal");
  k->nonterminal = type(grammar, "Nonterminal");
  k->sequence = type(grammar, "Sequence");
  k->choice = type(grammar, "Choice");
  k->repeat = type(grammar, "Repeat");
  k->ordered = type(grammar, "Ordered");
  k->scope = type(grammar, "Scope");
  k->once = type(grammar, "Once");
  k->require = type(grammar, "Require");
  const nb::module_ pattern = module("constrain.pattern");
  k->literal = type(pattern, "Literal"), k->literals = type(pattern, "Literals"), k->complement = type(pattern, "Complement");
  k->concatenation = type(pattern, "Concatenation"), k->intersection = type(pattern, "Intersection");
  k->distinct = type(grammar, "Distinct");
  k->pattern = k->terminal.slot("pattern"), k->terminal_name = k->terminal.slot("name"), k->code = k->terminal.slot("_code");
  k->data = k->literal.slot("data"), k->listed = k->literals.slot("items"), k->concatenated = k->concatenation.slot("parts");
  k->complemented = k->complement.slot("part"), k->intersected = k->intersection.slot("parts");
  k->of = k->distinct.slot("terminal"), k->spelling = k->distinct.slot("spelling");
  k->serial = k->place.slot("serial"), k->meaning = k->place.slot("meaning"), k->expressions = k->place.slot("expressions");
  k->schema = k->place.slot("schema"), k->resource = k->place.slot("resource"), k->scope_of = k->place.slot("scope");
  k->parent = k->place.slot("parent"), k->token = k->place.slot("token"), k->open = k->place.slot("open");
  k->pointer = k->place.slot("_pointer"), k->claims = k->place.slot("claims");
  k->name = k->nonterminal.slot("name"), k->sequence_parts = k->sequence.slot("parts"), k->choice_parts = k->choice.slot("parts");
  k->part = k->repeat.slot("part"), k->minimum = k->repeat.slot("minimum"), k->maximum = k->repeat.slot("maximum");
  k->between = k->repeat.slot("between"), k->parts = k->ordered.slot("parts"), k->required = k->ordered.slot("required");
  k->between_parts = k->ordered.slot("between"), k->scope_part = k->scope.slot("part"), k->mark = k->once.slot("mark");
  k->once_part = k->once.slot("part"), k->marks = k->require.slot("marks"), k->least = k->require.slot("minimum");
  k->below = k->require.slot("below");
  k->type = text("type"), k->properties = text("properties"), k->needed = text("required"), k->rest = text("additionalProperties");
  k->items = text("items"), k->min_items = text("minItems"), k->max_items = text("maxItems"), k->unique = text("uniqueItems");
  k->ref = text("$ref");
  k->zero = PyLong_FromLong(0), k->one = PyLong_FromLong(1), k->nothing = PyTuple_New(0), k->empty_text = text("");
  k->properties_token = text("/properties/"), k->rest_token = text("/additionalProperties"), k->items_token = text("/items");
  k->child = text("child"), k->of_type = text("of_type"), k->next_place = text("place"), k->reference = text("reference");
  k->general = text("general"), k->scalars = text("scalars"), k->others = text("others");
  k->limit = text("limit"), k->count = text("count"), k->form = text("string of the given form");
  k->suspicious = text("suspicious"), k->guarded = text("guarded"), k->key_of = text("key");
  k->quoted = nb::object(module("constrain.grammars.json_schema.spelling").attr("quoted")).release().ptr();
  return *(found = k);
}

nb::object call(PyObject* self, PyObject* method, std::initializer_list<PyObject*> arguments) {
  std::array<PyObject*, 8> all{self};
  std::copy(arguments.begin(), arguments.end(), all.begin() + 1);
  return checked(PyObject_VectorcallMethod(method, all.data(), (arguments.size() + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

nb::object tuple(std::initializer_list<PyObject*> items) {
  nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
  Py_ssize_t i = 0;
  for (PyObject* item : items) {
    Py_INCREF(item);
    PyTuple_SET_ITEM(made.ptr(), i++, item);
  }
  return made;
}
nb::object leaf_tuple(std::initializer_list<PyObject*> items) {
  nb::object made = tuple(items);
  PyObject_GC_UnTrack(made.ptr());
  return made;
}

nb::object number(Py_ssize_t value) { return checked(PyLong_FromSsize_t(value)); }

// An expression with one tuple of parts: a Sequence or a Choice.
nb::object of_parts(const Class& kind, Py_ssize_t slot, const nb::object& parts) {
  nb::object made = kind.make_leaf();
  set(made.ptr(), slot, parts.ptr());
  return made;
}
nb::object sequence(std::initializer_list<PyObject*> parts) {
  return of_parts(known().sequence, known().sequence_parts, leaf_tuple(parts));
}

nb::object bytes(const std::string& text) { return checked(PyBytes_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()))); }

nb::object terminal(const nb::object& pattern, PyObject* name, const std::string& code) {
  const Known& k = known();
  nb::object made = k.terminal.make_leaf();
  set(made.ptr(), k.pattern, pattern.ptr()), set(made.ptr(), k.terminal_name, name), set(made.ptr(), k.code, bytes(code).ptr());
  return made;
}

// Whether a key is written one way only, and that way is its characters; `slash`: it may have one.
bool is_simple(PyObject* key, bool slash) {
  if (!PyUnicode_IS_ASCII(key)) return false;
  const char* text = reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(key));
  return std::all_of(text, text + PyUnicode_GET_LENGTH(key), [&](char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\' && (slash || c != '/');
  });
}
std::string in_quotes(PyObject* key) {
  return '"' + std::string(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(key)), static_cast<std::size_t>(PyUnicode_GET_LENGTH(key))) + '"';
}
std::string with_length(const std::string& text) {
  std::string out;
  append_number(out, text.size());
  return out + text;
}

bool is_nothing(PyObject* expression) {
  const Known& k = known();
  if (Py_TYPE(expression) != k.choice.type) return false;
  PyObject* parts = at(expression, k.choice_parts);
  return PyTuple_Check(parts) ? PyTuple_GET_SIZE(parts) == 0 : PyObject_Size(parts) == 0;
}

// The families of keywords, as grammars/json_schema/dialect.py has them.
constexpr long kArray = 4, kObject = 8, kType = 16, kReference = 64, kStringOrNumber = 3, kOther = 32 | 128;
// Types by bit, in the order of kTypes.
constexpr const char* kTypes[] = {"null", "boolean", "number", "integer", "string", "array", "object"};
constexpr unsigned kOfArray = 32, kOfObject = 64, kOfContainer = kOfArray | kOfObject;

// What a subschema says, as far as that is plain; all borrowed from it.
struct Said {
  bool plain = false;
  PyObject* reference = nullptr;  // then nothing else counts
  unsigned types = 0;
  PyObject *properties = nullptr, *required = nullptr, *rest = nullptr, *items = nullptr, *low = nullptr, *high = nullptr;
};

class PlainSchemas {
 public:
  explicit PlainSchemas(const nb::object& builder) : builder_(builder) {
    const nb::object context = builder.attr("context"), options = builder.attr("options");
    document_ = context.attr("document");
    formulas_ = context.attr("formulas");
    main_ = document_.attr("main");
    places_ = document_.attr("_places");
    always_ = formulas_.attr("always");
    never_ = formulas_.attr("never");
    of_types_ = formulas_.attr("_types");
    const nb::object dialect = main_.attr("dialect");
    families_ = dialect.attr("families");
    scalars_ = dialect.attr("scalars");
    identifier_ = dialect.attr("id");
    reference_alone_ = nb::cast<bool>(dialect.attr("ref_alone"));
    queue_ = builder.attr("_queue");
    asked_ = builder.attr("_asked");
    plainly_ = builder.attr("_plainly");
    leafless_ = builder.attr("_leafless");
    kept_ = builder.attr("_kept");
    escapes_ = options.attr("escapes");
    any_order_ = nb::cast<bool>(options.attr("any_order"));
    gaps_ = options.attr("layout").attr("at")(0);
    keys_ = gaps_.attr("_keys");
    comma_ = gaps_.attr("comma");
    open_object_ = gaps_.attr("open_object"), close_object_ = gaps_.attr("close_object"), empty_object_ = gaps_.attr("empty_object");
    open_array_ = gaps_.attr("open_array"), close_array_ = gaps_.attr("close_array"), empty_array_ = gaps_.attr("empty_array");
    references_ = document_.attr("_references");
    names_ = builder.attr("_names");
    kept_others_ = builder.attr("_kept_others");
    const nb::object colon = gaps_.attr("colon"), any = nb::module_::import_("constrain.grammars.json_schema.strings").attr("_ANY_TERMINAL")[escapes_];
    colon_ = colon;
    colon_pattern_ = colon.attr("pattern");
    const nb::bytes colon_code = nb::cast<nb::bytes>(colon.attr("code"));
    colon_code_.assign(colon_code.c_str(), colon_code.size());
    string_pattern_ = any.attr("pattern");
    const nb::bytes string_code = nb::cast<nb::bytes>(any.attr("code"));
    string_code_.assign(string_code.c_str(), string_code.size());
    is_short_ = PyUnicode_CompareWithASCIIString(escapes_.ptr(), "short") == 0;
    spelling_ = number(is_short_ ? 1 : 2);
    scope_ = nb::borrow(known().nothing);
  }

  // The texts of a place's values, or None where it is not plain.
  nb::object expression(nb::handle formula) {
    nb::object found = written(formula.ptr());
    return found.is_valid() ? found : nb::none();
  }

  // The ways to write the container that `expression` has put into the queue; None where that takes a closer look.
  nb::object ways(const nb::tuple& container) {
    PyObject* c = container.ptr();
    if (!PyDict_CheckExact(PyTuple_GET_ITEM(c, 0)))
      return array(PyTuple_GET_ITEM(c, 0), PyTuple_GET_ITEM(c, 1), PyTuple_GET_ITEM(c, 2));
    return object(PyTuple_GET_ITEM(c, 0), PyTuple_GET_ITEM(c, 1), PyTuple_GET_ITEM(c, 2));
  }

 private:
  nb::object builder_, document_, formulas_, main_, places_, always_, never_, of_types_, families_, scalars_, identifier_;
  nb::object queue_, asked_, plainly_, leafless_, kept_, escapes_, gaps_, keys_, comma_, scope_, references_;
  nb::object open_object_, close_object_, empty_object_, open_array_, close_array_, empty_array_;
  nb::object names_, kept_others_, colon_, colon_pattern_, string_pattern_, spelling_;
  std::string colon_code_, string_code_;
  bool reference_alone_ = false, any_order_ = false, is_short_ = false;
  std::array<nb::object, 32> scalar_parts_;  // by types: what is written of them

  // -- reading --------------------------------------------------------------------------------------------------------

  // `Document.child`.
  nb::object child(PyObject* parent, PyObject* schema, PyObject* token, PyObject* key) {
    const Known& k = known();
    if (schema == Py_True) return always_;
    if (schema == Py_False) return never_;
    if (!PyDict_CheckExact(schema)) return call(document_.ptr(), k.child, {parent, schema, token, key});
    long families = 0;
    PyObject *keyword, *value;
    for (Py_ssize_t i = 0; PyDict_Next(schema, &i, &keyword, &value);)
      if (PyObject* family = get(families_.ptr(), keyword)) families |= PyLong_AsLong(family);
    if (get(schema, identifier_.ptr())) return call(document_.ptr(), k.child, {parent, schema, token, key});
    if (!families) return always_;
    if (families == kType) {
      PyObject* name = get(schema, k.type);
      if (PyUnicode_CheckExact(name) && PySet_Contains(scalars_.ptr(), name) == 1) {
        if (PyObject* known_type = get(of_types_.ptr(), name)) return nb::borrow(known_type);
        return call(formulas_.ptr(), k.of_type, {name});
      }
    }
    const nb::object id = checked(PyLong_FromVoidPtr(schema)), resource = checked(PyLong_FromVoidPtr(main_.ptr()));
    const nb::object place = tuple({id.ptr(), resource.ptr(), scope_.ptr()});
    if (PyObject* found = get(places_.ptr(), place.ptr())) return nb::borrow(found);
    if (key != k.empty_text && (PyUnicode_FindChar(key, '~', 0, PyUnicode_GET_LENGTH(key), 1) >= 0 ||
                                PyUnicode_FindChar(key, '/', 0, PyUnicode_GET_LENGTH(key), 1) >= 0))
      return call(document_.ptr(), k.child, {parent, schema, token, key});
    nb::object made = k.place.make();
    const nb::object whole = checked(PyUnicode_Concat(token, key)), serial = next_serial();
    PyObject* p = made.ptr();
    set(p, k.serial, serial.ptr()), set(p, k.meaning, Py_None), set(p, k.expressions, Py_None), set(p, k.schema, schema);
    set(p, k.resource, main_.ptr()), set(p, k.scope_of, scope_.ptr()), set(p, k.parent, parent), set(p, k.token, whole.ptr());
    set(p, k.open, Py_False), set(p, k.pointer, Py_None), set(p, k.claims, Py_None);
    put(places_.ptr(), place.ptr(), p);
    return made;
  }

  // `Formulas.place`.
  nb::object next_serial() {
    const Known& k = known();
    const Py_ssize_t limit = nb::cast<Py_ssize_t>(formulas_.attr(nb::handle(k.limit))) + 1;
    const Py_ssize_t count = nb::cast<Py_ssize_t>(formulas_.attr(nb::handle(k.count))) + 1;
    if (count > limit) return call(formulas_.ptr(), k.next_place, {});
    nb::object found = number(count);
    if (PyObject_SetAttr(formulas_.ptr(), k.limit, number(limit).ptr()) < 0 || PyObject_SetAttr(formulas_.ptr(), k.count, found.ptr()) < 0)
      nb::raise_python_error();
    return found;
  }

  // `Builder.name`.
  nb::object name_of(PyObject* place) {
    const Known& k = known();
    const nb::object tokens = checked(PyList_New(0));
    PyObject* p = place;
    for (; p != Py_None && PyList_GET_SIZE(tokens.ptr()) <= 40; p = at(p, k.parent)) append(tokens.ptr(), at(p, k.token));
    nb::object name;
    if (p != Py_None) {
      name = checked(PyUnicode_FromFormat("\xE2\x80\xA6%S", at(place, k.serial)));
    } else {
      if (PyList_Reverse(tokens.ptr()) < 0) nb::raise_python_error();
      name = checked(PyUnicode_Join(k.empty_text, tokens.ptr()));
    }
    PyObject* before = get(names_.ptr(), name.ptr());
    const nb::object times = number(before ? PyLong_AsSsize_t(before) + 1 : 1);
    put(names_.ptr(), name.ptr(), times.ptr());
    return before ? checked(PyUnicode_FromFormat("%U (%S)", name.ptr(), times.ptr())) : name;
  }

  static bool is_count(PyObject* value) { return PyLong_CheckExact(value) && _PyLong_Sign(value) >= 0; }

  Said read(PyObject* schema) {
    const Known& k = known();
    Said said;
    long families = 0, other = 0;  // families; those with a keyword that has no place here
    PyObject *keyword, *value, *type = nullptr;
    for (Py_ssize_t i = 0; PyDict_Next(schema, &i, &keyword, &value);) {
      PyObject* family = get(families_.ptr(), keyword);
      if (!family) continue;
      const long bits = PyLong_AsLong(family);
      families |= bits;
      const auto is = [&](PyObject* name) { return PyUnicode_Compare(keyword, name) == 0; };
      if (bits == kType) {
        type = value;
      } else if (bits == kReference) {
        if (!is(k.ref) || !PyUnicode_CheckExact(value)) return said;
        said.reference = value;
      } else if (bits == kObject) {
        if (is(k.properties) && PyDict_CheckExact(value)) said.properties = value;
        else if (is(k.needed) && PyList_CheckExact(value)) said.required = value;
        else if (is(k.rest)) said.rest = value;
        else other |= kObject;
      } else if (bits == kArray) {
        if (is(k.items) && !PyList_Check(value)) said.items = value;
        else if (is(k.min_items) && is_count(value)) said.low = value;
        else if (is(k.max_items) && is_count(value)) said.high = value;
        else if (!is(k.unique) || value != Py_False) other |= kArray;
      } else {
        other |= bits;
      }
    }
    if (said.reference) {
      said.plain = reference_alone_ || families == kReference;
      return said;
    }
    if (other & kOther || !type) return said;
    const bool list = PyList_CheckExact(type);
    const Py_ssize_t count = list ? PyList_GET_SIZE(type) : 1;
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyObject* name = list ? PyList_GET_ITEM(type, i) : type;
      if (!PyUnicode_CheckExact(name)) return said;
      unsigned bit = 0;
      for (unsigned t = 0; t < 7; ++t)
        if (PyUnicode_CompareWithASCIIString(name, kTypes[t]) == 0) bit = 1u << t;
      if (!bit) return said;
      said.types |= bit;
    }
    const unsigned container = said.types & kOfContainer;
    // Of nothing but their type, containers are all one, which the general way sees.
    if (!(families & (container == kOfArray ? kArray : kObject))) return said;
    if (container != kOfArray && container != kOfObject) return said;
    if (other & kStringOrNumber && said.types != container) return said;
    said.plain = !(other & (container == kOfArray ? kArray : kObject));
    return said;
  }

  // -- expressions ----------------------------------------------------------------------------------------------------

  // `Builder.expression`, for any formula.
  nb::object value(PyObject* formula) {
    const Known& k = known();
    if (PyObject_TypeCheck(formula, k.formula.type)) {
      PyObject* expressions = at(formula, k.expressions);
      PyObject* found = PyDict_CheckExact(expressions) ? get(expressions, k.zero) : nullptr;
      if (found && Py_TYPE(found) != k.nonterminal.type) return nb::borrow(found);
    }
    nb::object found = written(formula);
    return found.is_valid() ? found : call(builder_.ptr(), known().general, {formula, known().zero});
  }

  nb::object written(PyObject* formula) {
    const Known& k = known();
    if (Py_TYPE(formula) != k.place.type) return {};
    if (nb::object found = met(formula); found.is_valid()) return found;
    if (at(formula, k.resource) != main_.ptr() || PyTuple_GET_SIZE(at(formula, k.scope_of))) return {};
    nb::object place = nb::borrow(formula);
    for (int hops = 0;; ++hops) {
      if (at(place.ptr(), k.meaning) != Py_None || hops > 16) return {};
      const Said said = read(at(place.ptr(), k.schema));
      if (!said.plain) return simple(formula, place.ptr(), said);
      if (!said.reference) return container(formula, place.ptr(), said);
      nb::object target = nb::borrow(get(references_.ptr(), said.reference));
      if (!target.is_valid()) {
        target = call(document_.ptr(), k.reference, {place.ptr(), said.reference});
        put(references_.ptr(), said.reference, target.ptr());
      }
      place = std::move(target);
      if (Py_TYPE(place.ptr()) != k.place.type || at(place.ptr(), k.resource) != main_.ptr()) return {};
      if (nb::object found = met(place.ptr()); found.is_valid()) {
        if (at(place.ptr(), k.meaning) != Py_None) return {};
        keep(formula, at(place.ptr(), k.expressions));
        return found;
      }
    }
  }

  // What has been written for a formula before. Met again, perhaps from inside itself, that needs a look unless it has a
  // value that goes no deeper.
  nb::object met(PyObject* formula) {
    const Known& k = known();
    PyObject* expressions = at(formula, k.expressions);
    if (!PyDict_CheckExact(expressions)) return {};
    PyObject* found = get(expressions, k.zero);
    if (!found) return {};
    if (Py_TYPE(found) == k.nonterminal.type) {
      // The general way knows by the meaning, which is not asked for here.
      if (at(formula, k.meaning) != Py_None) return {};
      if (PySet_Contains(leafless_.ptr(), at(found, k.name)) == 1) nb::setattr(builder_, k.suspicious, nb::handle(Py_True));
    }
    return nb::borrow(found);
  }

  void keep(PyObject* formula, PyObject* expressions) {
    set(formula, known().expressions, expressions);
    append(asked_.ptr(), formula);
  }

  // Scalars that say more than their type are the general way's; what it makes of them is kept, since schemas say the
  // same again and again.
  nb::object simple(PyObject* formula, PyObject* place, const Said& said) {
    const Known& k = known();
    if (said.reference) return {};
    const nb::object key = key_of(at(place, k.schema));
    if (!key.is_valid()) return {};
    if (PyObject* found = get(kept_.ptr(), key.ptr())) {
      const nb::object expressions = checked(PyDict_New());
      put(expressions.ptr(), k.zero, found);
      keep(formula, expressions.ptr());
      return nb::borrow(found);
    }
    nb::object made = call(builder_.ptr(), k.general, {formula, k.zero});
    if (is_scalar(made.ptr())) {
      if (PyDict_GET_SIZE(kept_.ptr()) >= kMostKept) PyDict_Clear(kept_.ptr());
      put(kept_.ptr(), key.ptr(), made.ptr());
    }
    return made;
  }

  static bool is_scalar(PyObject* expression) {
    const Known& k = known();
    if (Py_TYPE(expression) == k.terminal.type) return true;
    if (Py_TYPE(expression) != k.choice.type) return false;
    PyObject* parts = at(expression, k.choice_parts);
    if (!PyList_Check(parts) && !PyTuple_Check(parts)) return false;
    const nb::object all = checked(PySequence_Tuple(parts));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(all.ptr()); ++i)
      if (Py_TYPE(PyTuple_GET_ITEM(all.ptr(), i)) != k.terminal.type) return false;
    return PyTuple_GET_SIZE(all.ptr()) > 0;
  }

  // What a subschema says of scalars: keywords and values one after another; none if it says something else.
  nb::object key_of(PyObject* schema) {
    nb::object all = checked(PyList_New(0));
    PyObject *keyword, *value;
    for (Py_ssize_t i = 0; PyDict_Next(schema, &i, &keyword, &value);) {
      PyObject* family = get(families_.ptr(), keyword);
      if (!family) continue;
      const long bits = PyLong_AsLong(family);
      const bool listed = PyList_CheckExact(value) && (bits == kType || bits == kInPlace);
      if (bits & ~(kStringOrNumber | kType | kInPlace)) return {};
      if (!listed && (bits == kInPlace || !(PyUnicode_CheckExact(value) || PyLong_CheckExact(value)))) return {};
      append(all.ptr(), keyword);
      if (!listed) {
        append(all.ptr(), value);
        continue;
      }
      if (PyList_GET_SIZE(value) > kMostListed) return {};
      const nb::object items = checked(PyList_AsTuple(value));
      for (Py_ssize_t j = 0; j < PyTuple_GET_SIZE(items.ptr()); ++j)
        if (!PyUnicode_CheckExact(PyTuple_GET_ITEM(items.ptr(), j))) return {};
      append(all.ptr(), items.ptr());
    }
    return checked(PyList_AsTuple(all.ptr()));
  }
  static constexpr long kInPlace = 32;
  static constexpr Py_ssize_t kMostKept = 4096, kMostListed = 64;

  // Reads what is in a container and queues it to be written; `place` is where `formula` leads.
  nb::object container(PyObject* formula, PyObject* place, const Said& said) {
    const Known& k = known();
    nb::object inside;
    bool filled = false;
    if (said.types & kOfObject) {
      inside = members(place, said);
      filled = inside.is_valid() && PyTuple_GET_SIZE(PyTuple_GET_ITEM(inside.ptr(), 2)) > 0;
    } else {
      inside = counted(place, said);
      filled = inside.is_valid() && PyObject_IsTrue(PyTuple_GET_ITEM(inside.ptr(), 1)) == 1;
    }
    if (!inside.is_valid()) return {};
    const nb::object name = name_of(formula);
    nb::object made = k.nonterminal.make_leaf();
    set(made.ptr(), k.name, name.ptr());
    put(plainly_.ptr(), name.ptr(), formula);
    if (filled && PySet_Add(leafless_.ptr(), name.ptr()) < 0) nb::raise_python_error();
    const nb::object entry = tuple({formula, inside.ptr(), name.ptr(), k.zero});
    append(queue_.ptr(), entry.ptr());
    if (const unsigned scalars = said.types & ~kOfContainer) {
      nb::object& parts = scalar_parts_[scalars];
      if (!parts.is_valid()) {
        const nb::object names = checked(PyList_New(0));
        for (unsigned t = 0; t < 5; ++t)
          if (scalars >> t & 1) append(names.ptr(), checked(PyUnicode_FromString(kTypes[t])).ptr());
        parts = call(builder_.ptr(), k.scalars, {names.ptr(), place});
      }
      const nb::object last = tuple({made.ptr()});
      made = of_parts(k.choice, k.choice_parts, checked(PySequence_Concat(parts.ptr(), last.ptr())));
    }
    const nb::object expressions = checked(PyDict_New());
    put(expressions.ptr(), k.zero, made.ptr());
    keep(formula, expressions.ptr());
    if (place != formula) keep(place, expressions.ptr());
    return made;
  }

  // `objects.read`: the formulas of the members by name and of the others, the required keys; nothing if some required
  // key can have no value, or something is wrong.
  nb::object members(PyObject* place, const Said& said) {
    const Known& k = known();
    const nb::object named = checked(PyDict_New());
    if (said.properties) {
      PyObject *key, *schema;
      for (Py_ssize_t i = 0; PyDict_Next(said.properties, &i, &key, &schema);) {
        if (!PyUnicode_CheckExact(key)) return {};
        put(named.ptr(), key, child(place, schema, k.properties_token, key).ptr());
      }
    }
    const nb::object rest = said.rest ? child(place, said.rest, k.rest_token, k.empty_text) : always_;
    const nb::object required = said.required ? checked(PyDict_New()) : nb::object();
    if (said.required)
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(said.required); ++i) {
        PyObject* key = PyList_GET_ITEM(said.required, i);
        if (!PyUnicode_CheckExact(key)) return {};
        PyObject* demand = get(named.ptr(), key);
        if ((demand ? demand : rest.ptr()) == never_.ptr()) return {};
        put(required.ptr(), key, Py_None);
      }
    const nb::object keys = required.is_valid() ? checked(PySequence_Tuple(required.ptr())) : nb::borrow(k.nothing);
    return tuple({named.ptr(), rest.ptr(), keys.ptr()});
  }

  // `arrays.read`: the formula of the items, and the least and greatest number of them.
  nb::object counted(PyObject* place, const Said& said) {
    const Known& k = known();
    const nb::object item = said.items ? child(place, said.items, k.items_token, k.empty_text) : always_;
    if (item.is(never_)) return {};
    PyObject *low = said.low ? said.low : k.zero, *high = said.high ? said.high : Py_None;
    if (high != Py_None) {
      const int less = PyObject_RichCompareBool(high, low, Py_LT);
      if (less < 0) nb::raise_python_error();
      if (less) return {};
    }
    return tuple({item.ptr(), low, high});
  }

  // -- writing --------------------------------------------------------------------------------------------------------

  // `items.ways`.
  nb::object array(PyObject* item, PyObject* low, PyObject* high) {
    const Known& k = known();
    const bool bare = high != Py_None && PyObject_IsTrue(high) == 0;
    const nb::object out = checked(PyList_New(0));
    const bool may_be_empty = PyObject_IsTrue(low) == 0;
    if (may_be_empty) append(out.ptr(), empty_array_.ptr());
    if (bare) return out;
    const nb::object part = value(item);
    if (is_nothing(part.ptr())) return nb::none();
    nb::object repeat = k.repeat.make_leaf();
    PyObject* r = repeat.ptr();
    set(r, k.part, part.ptr()), set(r, k.minimum, may_be_empty ? k.one : low), set(r, k.maximum, high), set(r, k.between, comma_.ptr());
    append(out.ptr(), sequence({open_array_.ptr(), r, close_array_.ptr()}).ptr());
    return out;
  }

  // `members.ways` of a plain shape.
  nb::object object(PyObject* properties, PyObject* rest, PyObject* required_keys) {
    const Known& k = known();
    const nb::object required = checked(PySet_New(required_keys));
    nb::object named = nb::borrow(properties);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(required_keys); ++i) {
      PyObject* key = PyTuple_GET_ITEM(required_keys, i);
      if (get(named.ptr(), key)) continue;
      if (named.is(properties)) named = checked(PyDict_Copy(properties));
      put(named.ptr(), key, rest);
    }
    const nb::object parts = checked(PyList_New(0)), needed = checked(PyList_New(0));
    PyObject *key, *demand;
    for (Py_ssize_t i = 0; PyDict_Next(named.ptr(), &i, &key, &demand);) {
      const nb::object part = value(demand);
      const bool need = PySet_Contains(required.ptr(), key) == 1;
      if (is_nothing(part.ptr()) || (!PyUnicode_IS_ASCII(key) && checked(PyObject_CallOneArg(k.quoted, key)).is_none())) {
        if (need) return nb::none();
        continue;
      }
      append(parts.ptr(), sequence({key_terminal(key).ptr(), part.ptr()}).ptr());
      append(needed.ptr(), need ? Py_True : Py_False);
    }
    nb::object other;
    if (const nb::object part = value(rest); !is_nothing(part.ptr())) other = others(named.ptr(), part);
    const Py_ssize_t count = PyList_GET_SIZE(parts.ptr());
    const bool filled = PyTuple_GET_SIZE(required_keys) > 0;
    if (!any_order_ || count + other.is_valid() < 2 || count == 0) return in_order(parts, needed, other, filled);
    return in_any_order(parts, needed, other, filled);
  }

  // `Gaps.key`.
  nb::object key_terminal(PyObject* key) {
    const Known& k = known();
    const nb::object pair = leaf_tuple({key, escapes_.ptr()});
    if (PyObject* found = get(keys_.ptr(), pair.ptr())) return nb::borrow(found);
    if (!is_short_ || !is_simple(key, true) || PyDict_GET_SIZE(keys_.ptr()) >= kMostKept) return call(gaps_.ptr(), k.key_of, {key, escapes_.ptr()});
    const std::string text = in_quotes(key), shown = text + ':';
    nb::object literal = k.literal.make_leaf(), whole = k.concatenation.make_leaf();
    set(literal.ptr(), k.data, bytes(text).ptr());
    set(whole.ptr(), k.concatenated, leaf_tuple({literal.ptr(), colon_pattern_.ptr()}).ptr());
    const nb::object name = checked(PyUnicode_FromStringAndSize(shown.data(), static_cast<Py_ssize_t>(shown.size())));
    nb::object made = terminal(whole, name.ptr(), '\2' + with_length(text) + colon_code_ + "\4\2");
    put(keys_.ptr(), pair.ptr(), made.ptr());
    return made;
  }

  // A member whose key is none of those that are named.
  nb::object others(PyObject* named, const nb::object& value) {
    const Known& k = known();
    const nb::object names = checked(PyDict_Keys(named));
    const Py_ssize_t count = PyList_GET_SIZE(names.ptr());
    if (!is_short_ || !count || count > kMostListed) return call(builder_.ptr(), k.others, {named, value.ptr()});
    if (PyList_Sort(names.ptr()) < 0) nb::raise_python_error();
    const nb::object sorted = checked(PyList_AsTuple(names.ptr()));
    nb::object keys = nb::borrow(get(kept_others_.ptr(), sorted.ptr()));
    if (!keys.is_valid()) {
      keys = other_keys(sorted.ptr());
      if (!keys.is_valid()) return call(builder_.ptr(), k.others, {named, value.ptr()});
      if (PyDict_GET_SIZE(kept_others_.ptr()) >= kMostKept) PyDict_Clear(kept_others_.ptr());
      put(kept_others_.ptr(), sorted.ptr(), keys.ptr());
    }
    nb::object distinct = k.distinct.make_leaf();
    set(distinct.ptr(), k.of, keys.ptr()), set(distinct.ptr(), k.spelling, spelling_.ptr());
    return sequence({distinct.ptr(), colon_.ptr(), value.ptr()});
  }

  // The terminal of all strings but some; nothing if one of those is not simple.
  nb::object other_keys(PyObject* names) {
    const Known& k = known();
    const Py_ssize_t count = PyTuple_GET_SIZE(names);
    nb::object texts = checked(PyTuple_New(count));
    std::string code;
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyObject* name = PyTuple_GET_ITEM(names, i);
      if (!is_simple(name, false)) return {};
      const std::string text = in_quotes(name);
      PyTuple_SET_ITEM(texts.ptr(), i, bytes(text).release().ptr());
      code += with_length(text);
    }
    nb::object listed;
    if (count == 1) {
      listed = k.literal.make_leaf();
      set(listed.ptr(), k.data, PyTuple_GET_ITEM(texts.ptr(), 0));
      code = '\2' + code;
    } else {
      listed = k.literals.make_leaf();
      set(listed.ptr(), k.listed, texts.ptr());
      std::string head = "\13";
      append_number(head, static_cast<std::uint64_t>(count));
      code = head + code;
    }
    nb::object without = k.complement.make_leaf(), both = k.intersection.make_leaf();
    set(without.ptr(), k.complemented, listed.ptr());
    set(both.ptr(), k.intersected, leaf_tuple({string_pattern_.ptr(), without.ptr()}).ptr());
    return terminal(both, k.form, string_code_ + code + "\7\6\2");
  }

  nb::object in_order(const nb::object& parts, const nb::object& needed, const nb::object& other, bool filled) {
    const Known& k = known();
    const nb::object out = checked(PyList_New(0));
    if (!filled) append(out.ptr(), empty_object_.ptr());
    if (other.is_valid()) {
      nb::object scope = k.scope.make_leaf();
      set(scope.ptr(), k.scope_part, several(other, comma_).ptr());
      append(parts.ptr(), scope.ptr());
      append(needed.ptr(), Py_False);
    }
    if (PyList_GET_SIZE(parts.ptr()) == 0) return out;
    nb::object record = k.ordered.make_leaf();
    set(record.ptr(), k.parts, parts.ptr()), set(record.ptr(), k.required, checked(PyList_AsTuple(needed.ptr())).ptr());
    set(record.ptr(), k.between_parts, comma_.ptr());
    append(out.ptr(), sequence({open_object_.ptr(), record.ptr(), close_object_.ptr()}).ptr());
    return out;
  }

  nb::object in_any_order(const nb::object& parts, const nb::object& needed, const nb::object& other, bool filled) {
    const Known& k = known();
    const nb::object out = checked(PyList_New(0)), all = checked(PyList_New(0)), marks = checked(PyList_New(0));
    const Py_ssize_t count = PyList_GET_SIZE(parts.ptr());
    for (Py_ssize_t i = 0; i < count; ++i) {
      nb::object once = k.once.make_leaf();
      const nb::object mark = number(i);
      set(once.ptr(), k.mark, mark.ptr()), set(once.ptr(), k.once_part, PyList_GET_ITEM(parts.ptr(), i));
      append(all.ptr(), once.ptr());
      if (PyList_GET_ITEM(needed.ptr(), i) == Py_True) append(marks.ptr(), mark.ptr());
    }
    nb::object comma = comma_;
    if (other.is_valid()) append(all.ptr(), other.ptr());
    else comma = sequence({guard(k.nothing, number(count).ptr()).ptr(), comma_.ptr()});  // only where a key is left
    if (filled || !other.is_valid()) nb::setattr(builder_, k.guarded, nb::handle(Py_True));
    const nb::object members = several(of_parts(k.choice, k.choice_parts, all), comma);
    nb::object body;
    if (filled) {
      const nb::object end = guard(checked(PyList_AsTuple(marks.ptr())).ptr(), Py_None);
      body = sequence({open_object_.ptr(), members.ptr(), end.ptr(), close_object_.ptr()});
    } else {
      append(out.ptr(), empty_object_.ptr());
      body = sequence({open_object_.ptr(), members.ptr(), close_object_.ptr()});
    }
    nb::object scope = k.scope.make_leaf();
    set(scope.ptr(), k.scope_part, body.ptr());
    append(out.ptr(), scope.ptr());
    return out;
  }

  // One or more, with `between` between them.
  nb::object several(const nb::object& part, const nb::object& between) {
    const Known& k = known();
    nb::object made = k.repeat.make_leaf();
    PyObject* r = made.ptr();
    set(r, k.part, part.ptr()), set(r, k.minimum, k.one), set(r, k.maximum, Py_None), set(r, k.between, between.ptr());
    return made;
  }

  nb::object guard(PyObject* marks, PyObject* below) {
    const Known& k = known();
    nb::object made = k.require.make_leaf();
    set(made.ptr(), k.marks, marks), set(made.ptr(), k.least, k.zero), set(made.ptr(), k.below, below);
    return made;
  }
};

}  // namespace

void bind_plain_schemas(nb::module_& m) {
  nb::class_<PlainSchemas>(m, "PlainSchemas")
      .def(nb::init<const nb::object&>(), "builder"_a)
      .def("expression", &PlainSchemas::expression, "formula"_a)
      .def("ways", &PlainSchemas::ways, "container"_a);
}

}  // namespace constrain
