// How plain subschemas are written, in order:
//
// 1. `known`: the classes of Python, the offsets of their slots, and interned names, found once a process.
// 2. `PlainStyle::key`: the terminal of a key, with its byte code, which saves encoding it later.
// 3. `PlainStyle::others`: a member with any other key: all strings but the named ones.
// 4. `PlainStyle::record`: members in the order of the schema (`in_order`), or in any order with a mark each
//    (`in_any_order`).
// Example: `{"a": ..., "b": ...}` in order, `a` required, is `{` Ordered(`"a":` x, `"b":` y; required a; comma) `}`.
//
// What is made here must equal what grammars/json_schema/writing/objects.py makes, to the byte; a test compares the
// two.
#include "json_schema/plain_terminals.h"

#include "support/bytecode.h"
#include "support/common.h"

namespace constrain {

const Known& known() {
  // No static initialisation: an import may let another thread run, which would then wait for this one forever.
  static const Known* found = nullptr;
  if (found) return *found;
  const auto module = [](const char* name) { return nb::module_::import_(name); };
  const auto type = [](const nb::module_& m, const char* name) {
    return Class{reinterpret_cast<PyTypeObject*>(nb::object(m.attr(name)).release().ptr())};
  };
  const auto text = [](const char* value) { return PyUnicode_InternFromString(value); };
  const nb::module_ document = module("constrain.grammars.json_schema.source.document"),
                    grammar = module("constrain.grammar");
  auto* k = new Known{};
  k->formula = type(module("constrain.grammars.json_schema.formula"), "Formula");
  k->of_type_class = type(module("constrain.grammars.json_schema.formula"), "OfType");
  k->type_name = k->of_type_class.slot("name");
  k->subschema = type(document, "Subschema");
  k->terminal = type(grammar, "Terminal");
  k->nonterminal = type(grammar, "Nonterminal");
  k->sequence = type(grammar, "Sequence");
  k->choice = type(grammar, "Choice");
  k->repeat = type(grammar, "Repeat");
  k->ordered = type(grammar, "Ordered");
  k->scope = type(grammar, "Scope");
  k->once = type(grammar, "Once");
  k->require = type(grammar, "Require");
  k->distinct = type(grammar, "Distinct");
  k->terminal_name = k->terminal.slot("name"), k->code = k->terminal.slot("_code");
  k->max_tokens = k->terminal.slot("max_tokens");
  k->of = k->distinct.slot("terminal"), k->spelling = k->distinct.slot("spelling");
  k->serial = k->subschema.slot("serial"), k->value_set = k->subschema.slot("value_set"),
  k->expressions = k->subschema.slot("expressions");
  k->schema = k->subschema.slot("schema"), k->resource = k->subschema.slot("resource"),
  k->scope_of = k->subschema.slot("scope");
  k->parent = k->subschema.slot("parent"), k->token = k->subschema.slot("token"), k->open = k->subschema.slot("open");
  k->pointer = k->subschema.slot("_pointer"), k->tracked = k->subschema.slot("tracked");
  k->name = k->nonterminal.slot("name"), k->sequence_parts = k->sequence.slot("parts"),
  k->choice_parts = k->choice.slot("parts");
  k->part = k->repeat.slot("part"), k->minimum = k->repeat.slot("minimum"), k->maximum = k->repeat.slot("maximum");
  k->between = k->repeat.slot("between"), k->parts = k->ordered.slot("parts"),
  k->required = k->ordered.slot("required");
  k->between_parts = k->ordered.slot("between"), k->scope_part = k->scope.slot("part"), k->mark = k->once.slot("mark");
  k->once_part = k->once.slot("part"), k->marks = k->require.slot("marks"), k->least = k->require.slot("minimum");
  k->below = k->require.slot("below");
  k->type = text("type"), k->properties = text("properties"), k->needed = text("required"),
  k->rest = text("additionalProperties");
  k->items = text("items"), k->min_items = text("minItems"), k->max_items = text("maxItems"),
  k->unique = text("uniqueItems");
  k->ref = text("$ref");
  k->zero = PyLong_FromLong(0), k->one = PyLong_FromLong(1), k->nothing = PyTuple_New(0), k->empty_text = text("");
  k->properties_token = text("/properties/"), k->rest_token = text("/additionalProperties"),
  k->items_token = text("/items");
  k->child = text("child"), k->of_type = text("of_type"), k->next_serial = text("subschema_serial"),
  k->reference = text("reference");
  k->complete = text("complete"), k->scalars = text("scalars"), k->others = text("others");
  k->context = text("context"), k->document = text("document"), k->formulas = text("formulas"), k->main = text("main");
  k->subschemas = text("_subschemas"), k->always = text("always"), k->never = text("never"),
  k->of_types = text("_types");
  k->queue = text("_queue"), k->asked = text("_asked"), k->plain_containers = text("_plain_containers"),
  k->needs_base_case = text("_needs_base_case");
  k->references = text("_references"), k->names = text("_names"), k->slash = text("/"), k->schema_of = text("schema");
  k->ellipsis = text("\xE2\x80\xA6");
  k->limit = text("limit"), k->count = text("count"), k->form = text("string of the given form");
  k->check_productivity = text("check_productivity"), k->has_count_guard = text("has_count_guard"),
  k->key_of = text("key");
  k->quoted = nb::object(module("constrain.grammars.json_schema.text.spelling").attr("quoted")).release().ptr();
  return *(found = k);
}

// An expression with one tuple of parts: a Sequence or a Choice.
nb::object of_parts(const Class& kind, Py_ssize_t slot, const nb::object& parts) {
  nb::object made = kind.make_leaf();
  set(made.ptr(), slot, parts.ptr());
  return made;
}
nb::object sequence(std::initializer_list<PyObject*> parts) {
  return of_parts(known().sequence, known().sequence_parts, leaf_tuple(parts));
}

bool is_nothing(PyObject* expression) {
  const Known& k = known();
  if (Py_TYPE(expression) != k.choice.type) return false;
  PyObject* parts = at(expression, k.choice_parts);
  return PyTuple_Check(parts) ? PyTuple_GET_SIZE(parts) == 0 : PyObject_Size(parts) == 0;
}

namespace {

// A terminal by its byte code, as `Terminal.of_code` makes it.
nb::object terminal(PyObject* name, const std::string& code) {
  const Known& k = known();
  nb::object made = k.terminal.make_leaf();
  set(made.ptr(), k.terminal_name, name), set(made.ptr(), k.code, bytes(code).ptr());
  set(made.ptr(), k.max_tokens, Py_None);
  return made;
}

// Whether a key is written one way only, and that way is its characters; `slash`: it may have one.
bool is_simple(PyObject* key, bool slash) {
  // Anything else may be spelled in several ways, with escapes; such keys are left to Python.
  if (!PyUnicode_IS_ASCII(key)) return false;
  const char* text = reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(key));
  return std::all_of(text, text + PyUnicode_GET_LENGTH(key), [&](char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\' && (slash || c != '/');
  });
}
std::string in_quotes(PyObject* key) {
  return '"' +
         std::string(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(key)),
                     static_cast<std::size_t>(PyUnicode_GET_LENGTH(key))) +
         '"';
}
std::string with_length(const std::string& text) {
  std::string out;
  append_number(out, text.size());
  return out + text;
}
std::string coded(PatternCode operation, const std::string& numbers = {}) {
  std::string out;
  append_operation(out, operation);
  return out + numbers;
}

std::string text_of(const nb::object& data) {
  char* text;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(data.ptr(), &text, &size) < 0) nb::raise_python_error();
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace

PlainStyle::PlainStyle(const nb::object& options, const nb::object& dialect, const nb::object& any) {
  subjects = dialect.attr("subjects");
  scalars = dialect.attr("scalars");
  identifier = dialect.attr("id");
  // In drafts before 2019-09 nothing beside `$ref` counts.
  reference_alone = nb::cast<bool>(dialect.attr("ref_alone"));
  kept = checked(PyDict_New()), kept_types = checked(PyDict_New());
  kept_others_ = checked(PyDict_New());
  escapes_ = options.attr("escapes");
  any_order_ = nb::cast<bool>(options.attr("any_order"));
  // White space between tokens, as compiled terminals: the layout makes them once, for depth 0, which plain layouts
  // have only.
  gaps_ = asking_python([&] { return options.attr("layout").attr("at")(0); });
  keys_ = gaps_.attr("_keys");
  comma_ = gaps_.attr("comma"), colon_ = gaps_.attr("colon");
  open_object_ = gaps_.attr("open_object"), close_object_ = gaps_.attr("close_object"),
  empty_object_ = gaps_.attr("empty_object");
  open_array_ = gaps_.attr("open_array"), close_array_ = gaps_.attr("close_array"),
  empty_array = gaps_.attr("empty_array");
  colon_code_ = text_of(colon_.attr("code"));
  string_code_ = text_of(any.attr("code"));
  is_short_ = PyUnicode_CompareWithASCIIString(escapes_.ptr(), "short") == 0;
  spelling_ = number(is_short_ ? 1 : 2);
}

nb::object PlainStyle::key(PyObject* key) {
  const Known& k = known();
  // The same dictionary that `Gaps.key` keeps in Python, so that both find each other's terminals.
  const nb::object pair = leaf_tuple({key, escapes_.ptr()});
  if (PyObject* found = get(keys_.ptr(), pair.ptr())) return nb::borrow(found);
  if (!is_short_ || !is_simple(key, true) || PyDict_GET_SIZE(keys_.ptr()) >= kMostKept)
    return call(gaps_.ptr(), k.key_of, {key, escapes_.ptr()});
  const std::string text = in_quotes(key), shown = text + ':';
  const nb::object name = checked(PyUnicode_FromStringAndSize(shown.data(), static_cast<Py_ssize_t>(shown.size())));
  nb::object made = terminal(name.ptr(), coded(PatternCode::Literal, with_length(text)) + colon_code_ +
                                             coded(PatternCode::Concatenation, "\2"));
  put(keys_.ptr(), pair.ptr(), made.ptr());
  return made;
}

nb::object PlainStyle::others(PyObject* named, const nb::object& value) {
  const Known& k = known();
  const nb::object names = checked(PyDict_Keys(named));
  const Py_ssize_t count = PyList_GET_SIZE(names.ptr());
  // More names than this make a pattern too large to be worth keeping; Python makes it.
  if (!is_short_ || !count || count > kMostListed) return {};
  // Sorted, because the terminal does not depend on the order of the keys.
  if (PyList_Sort(names.ptr()) < 0) nb::raise_python_error();
  const nb::object sorted = checked(PyList_AsTuple(names.ptr()));
  nb::object keys = nb::borrow(get(kept_others_.ptr(), sorted.ptr()));
  if (!keys.is_valid()) {
    keys = other_keys(sorted.ptr());
    if (!keys.is_valid()) return {};
    // Emptied when full: schemas that are read together name the same keys, so what is needed comes back soon.
    if (PyDict_GET_SIZE(kept_others_.ptr()) >= kMostKept) PyDict_Clear(kept_others_.ptr());
    put(kept_others_.ptr(), sorted.ptr(), keys.ptr());
  }
  nb::object distinct = k.distinct.make_leaf();
  set(distinct.ptr(), k.of, keys.ptr()), set(distinct.ptr(), k.spelling, spelling_.ptr());
  return sequence({distinct.ptr(), colon_.ptr(), value.ptr()});
}

// The terminal of all strings but some; nothing if one of those is not simple.
nb::object PlainStyle::other_keys(PyObject* names) {
  const Known& k = known();
  const Py_ssize_t count = PyTuple_GET_SIZE(names);
  std::string code;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* name = PyTuple_GET_ITEM(names, i);
    if (!is_simple(name, false)) return {};
    code += with_length(in_quotes(name));
  }
  if (count == 1) {
    code = coded(PatternCode::Literal, code);
  } else {
    std::string listed_count;
    append_number(listed_count, static_cast<std::uint64_t>(count));
    code = coded(PatternCode::Literals, listed_count) + code;
  }
  // "Any string, and none of these": the engine finds the table of such a pattern by comparing it with that of any
  // string.
  return terminal(k.form,
                  string_code_ + code + coded(PatternCode::Complement) + coded(PatternCode::Intersection, "\2"));
}

nb::object PlainStyle::record(const nb::object& parts, const nb::object& needed, const nb::object& other, bool filled,
                              bool& has_count_guard) {
  const Py_ssize_t count = PyList_GET_SIZE(parts.ptr());
  // One member has one order.
  if (!any_order_ || count + other.is_valid() < 2 || count == 0) return in_order(parts, needed, other, filled);
  has_count_guard = PySequence_Contains(needed.ptr(), Py_True) == 1 || !other.is_valid();
  return in_any_order(parts, needed, other, filled);
}

nb::object PlainStyle::array(const nb::object& item, PyObject* low, PyObject* high) {
  const Known& k = known();
  nb::object repeat = k.repeat.make_leaf();
  PyObject* r = repeat.ptr();
  // No items at all are a text of their own, so the repetition has one at least.
  set(r, k.part, item.ptr()), set(r, k.minimum, PyObject_IsTrue(low) ? low : k.one), set(r, k.maximum, high),
      set(r, k.between, comma_.ptr());
  return sequence({open_array_.ptr(), r, close_array_.ptr()});
}

nb::object PlainStyle::in_order(const nb::object& parts, const nb::object& needed, const nb::object& other,
                                bool filled) {
  const Known& k = known();
  const nb::object out = checked(PyList_New(0));
  // The empty object is a text of its own, because white space may differ inside it.
  if (!filled) append(out.ptr(), empty_object_.ptr());
  if (other.is_valid()) {
    nb::object scope = k.scope.make_leaf();
    set(scope.ptr(), k.scope_part, several(other, comma_).ptr());
    append(parts.ptr(), scope.ptr());
    // The others come last and may be missing.
    append(needed.ptr(), Py_False);
  }
  if (PyList_GET_SIZE(parts.ptr()) == 0) return out;
  nb::object record = k.ordered.make_leaf();
  set(record.ptr(), k.parts, parts.ptr()), set(record.ptr(), k.required, checked(PyList_AsTuple(needed.ptr())).ptr());
  set(record.ptr(), k.between_parts, comma_.ptr());
  append(out.ptr(), sequence({open_object_.ptr(), record.ptr(), close_object_.ptr()}).ptr());
  return out;
}

nb::object PlainStyle::in_any_order(const nb::object& parts, const nb::object& needed, const nb::object& other,
                                    bool filled) {
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
  const nb::object members = several(of_parts(k.choice, k.choice_parts, all), comma);
  if (!filled) append(out.ptr(), empty_object_.ptr());
  nb::object body;
  // Required keys are asked for where the object ends; a comma before that asks only whether any key is left.
  if (PyList_GET_SIZE(marks.ptr())) {
    const nb::object end = guard(checked(PyList_AsTuple(marks.ptr())).ptr(), Py_None);
    body = sequence({open_object_.ptr(), members.ptr(), end.ptr(), close_object_.ptr()});
  } else {
    body = sequence({open_object_.ptr(), members.ptr(), close_object_.ptr()});
  }
  nb::object scope = k.scope.make_leaf();
  set(scope.ptr(), k.scope_part, body.ptr());
  append(out.ptr(), scope.ptr());
  return out;
}

// One or more, with `between` between them.
nb::object PlainStyle::several(const nb::object& part, const nb::object& between) {
  const Known& k = known();
  nb::object made = k.repeat.make_leaf();
  PyObject* r = made.ptr();
  set(r, k.part, part.ptr()), set(r, k.minimum, k.one), set(r, k.maximum, Py_None), set(r, k.between, between.ptr());
  return made;
}

nb::object PlainStyle::guard(PyObject* marks, PyObject* below) {
  const Known& k = known();
  nb::object made = k.require.make_leaf();
  set(made.ptr(), k.marks, marks), set(made.ptr(), k.least, k.zero), set(made.ptr(), k.below, below);
  return made;
}

}  // namespace constrain
