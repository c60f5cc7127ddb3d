// The plain subschemas of a JSON Schema, written as productions without a detour through sets of values.
//
// Most subschemas say the type, the properties and which of them are required, the items, or where to find all that
// (`$ref`). No sets of values have to be intersected, united or negated there, so their productions follow from the
// keywords at once, and nearly all of a large schema's compilation is spent on them. This does what the complete path
// (grammars/json_schema: source/document, values/evaluate, objects and arrays, writing/objects and arrays) does for
// such a subschema, in the same order, with the same names: the productions are equal, which
// tests/grammars/json_schema/writing/test_plain.py shows. Whatever else a subschema says, and all that is wrong with
// one, is left to the complete path. Costs microseconds a subschema. In order:
//
// 1. `child`, `subschema`, `referred`: the formula of a subschema, of what stands in it or where its `$ref` leads.
// 2. `value`, `written`: its expression. What is known is found; a scalar type is a terminal; a container gets a name
//    (`name_of`) and waits in the writer's queue.
// 3. `container`, `inside`, `array`, `object`: the production of a container, by `PlainStyle` (plain_terminals.cc).
// Example: `{"items": {"$ref": "#/$defs/a"}}` has the child `#/$defs/a` by 1, its name by 2, and the production of an
// array of that name by 3.
//
// Knows Python; the caller holds the interpreter lock.
#include "bindings.h"

#include "json_schema/plain_keywords.h"

using namespace nanobind::literals;

namespace constrain {
namespace {

class PlainSchemas {
 public:
  PlainSchemas(const nb::object& writer, PlainStyle& style) : writer_(writer), style_(style) {
    const Known& k = known();
    const nb::object context = attribute(writer, k.context);
    document_ = attribute(context, k.document), formulas_ = attribute(context, k.formulas);
    main_ = attribute(document_, k.main), subschemas_ = attribute(document_, k.subschemas),
    references_ = attribute(document_, k.references);
    always_ = attribute(formulas_, k.always), never_ = attribute(formulas_, k.never),
    of_types_ = attribute(formulas_, k.of_types);
    queue_ = attribute(writer, k.queue), asked_ = attribute(writer, k.asked),
    plain_containers_ = attribute(writer, k.plain_containers);
    needs_base_case_ = attribute(writer, k.needs_base_case), names_ = attribute(writer, k.names);
    scope_ = nb::borrow(k.nothing);
    whole_ = attribute(main_, k.schema_of);
    main_id_ = checked(PyLong_FromVoidPtr(main_.ptr()));
  }

  // The texts of a subschema's values, or None where it is not plain.
  nb::object expression(nb::handle formula) {
    nb::object found = written(formula.ptr());
    return found.is_valid() ? found : nb::none();
  }

  // The ways to write the container that `expression` has put into the queue; None where that takes a closer look.
  nb::object ways(const nb::tuple& container) {
    PyObject* c = container.ptr();
    if (!PyDict_CheckExact(PyTuple_GET_ITEM(c, 0)))
      return array(PyTuple_GET_ITEM(c, 0), PyTuple_GET_ITEM(c, 1), PyTuple_GET_ITEM(c, 2));
    return object(PyTuple_GET_ITEM(c, 0), PyTuple_GET_ITEM(c, 1), PyTuple_GET_ITEM(c, 2),
                  PyTuple_GET_SIZE(PyTuple_GET_ITEM(c, 2)));
  }

  // The ways to write an object: formulas of members by name and of the others, required keys, and whether it may not
  // be empty; None where that takes a closer look.
  nb::object members(const nb::dict& named, nb::handle rest, const nb::tuple& required, bool filled) {
    return object(named.ptr(), rest.ptr(), required.ptr(), filled);
  }

 private:
  nb::object writer_, document_, formulas_, main_, subschemas_, always_, never_, of_types_, references_, names_;
  nb::object queue_, asked_, plain_containers_, needs_base_case_, scope_, main_id_, whole_;
  PlainStyle& style_;  // kept alive by the binding
  std::array<nb::object, 32> scalar_parts_;  // by types: what is written of them

  // -- reading --------------------------------------------------------------------------------------------------------

  // `Document.child`.
  nb::object child(PyObject* parent, PyObject* schema, PyObject* token, PyObject* key) {
    const Known& k = known();
    if (schema == Py_True) return always_;
    if (schema == Py_False) return never_;
    if (!PyDict_CheckExact(schema)) return call(document_.ptr(), k.child, {parent, schema, token, key});
    long subjects = 0;
    PyObject *keyword, *value;
    for (Py_ssize_t i = 0; PyDict_Next(schema, &i, &keyword, &value);) {
      if (!PyUnicode_CheckExact(keyword)) return call(document_.ptr(), k.child, {parent, schema, token, key});
      if (PyObject* subject = get(style_.subjects.ptr(), keyword)) subjects |= PyLong_AsLong(subject);
    }
    // An `$id` begins another resource, which `Document` knows about.
    if (get(schema, style_.identifier.ptr())) return call(document_.ptr(), k.child, {parent, schema, token, key});
    if (!subjects) return always_;
    if (subjects == kType) {
      PyObject* name = get(schema, k.type);
      if (PyUnicode_CheckExact(name) && PySet_Contains(style_.scalars.ptr(), name) == 1) {
        if (PyObject* known_type = get(of_types_.ptr(), name)) return nb::borrow(known_type);
        return call(formulas_.ptr(), k.of_type, {name});
      }
    }
    // Keys with characters that pointers escape.
    if (key != k.empty_text && (PyUnicode_FindChar(key, '~', 0, PyUnicode_GET_LENGTH(key), 1) >= 0 ||
                                PyUnicode_FindChar(key, '/', 0, PyUnicode_GET_LENGTH(key), 1) >= 0))
      return call(document_.ptr(), k.child, {parent, schema, token, key});
    return subschema(schema, parent, token, key);
  }

  // `Document.subschema`, in the main resource; its token is the two one after the other.
  nb::object subschema(PyObject* schema, PyObject* parent, PyObject* token, PyObject* key) {
    const Known& k = known();
    const nb::object id = checked(PyLong_FromVoidPtr(schema)), where = tuple({id.ptr(), main_id_.ptr(), scope_.ptr()});
    if (PyObject* found = get(subschemas_.ptr(), where.ptr())) return nb::borrow(found);
    nb::object made = k.subschema.make();
    const nb::object whole = checked(PyUnicode_Concat(token, key)), serial = next_serial();
    PyObject* p = made.ptr();
    set(p, k.serial, serial.ptr()), set(p, k.value_set, Py_None), set(p, k.expressions, Py_None),
        set(p, k.schema, schema);
    set(p, k.resource, main_.ptr()), set(p, k.scope_of, scope_.ptr()), set(p, k.parent, parent),
        set(p, k.token, whole.ptr());
    set(p, k.open, Py_False), set(p, k.pointer, Py_None), set(p, k.tracked, Py_None);
    put(subschemas_.ptr(), where.ptr(), p);
    return made;
  }

  // `Document.reference`.
  nb::object referred(PyObject* from, PyObject* reference) {
    if (PyObject* found = get(references_.ptr(), reference)) return nb::borrow(found);
    nb::object target = followed(reference);
    if (!target.is_valid()) return call(document_.ptr(), known().reference, {from, reference});
    put(references_.ptr(), reference, target.ptr());
    return target;
  }

  // Where a plain pointer leads, `#/definitions/x`, through objects of the main resource; nothing where it does not.
  nb::object followed(PyObject* reference) {
    const Known& k = known();
    const auto has = [&](char c) {
      return PyUnicode_FindChar(reference, c, 0, PyUnicode_GET_LENGTH(reference), 1) >= 0;
    };
    if (PyUnicode_GET_LENGTH(reference) < 2 || PyUnicode_READ_CHAR(reference, 0) != '#' ||
        PyUnicode_READ_CHAR(reference, 1) != '/')
      return {};
    if (has('~') || has('%')) return {};
    const nb::object steps = checked(PyUnicode_Split(reference, k.slash, -1));
    PyObject* schema = whole_.ptr();
    for (Py_ssize_t i = 1; i < PyList_GET_SIZE(steps.ptr()); ++i) {
      if (!PyDict_CheckExact(schema)) return {};
      schema = get(schema, PyList_GET_ITEM(steps.ptr(), i));
      if (!schema || !PyDict_CheckExact(schema) || get(schema, style_.identifier.ptr())) return {};
    }
    return subschema(schema, Py_None, reference, k.empty_text);
  }

  // `Formulas.subschema_serial`.
  nb::object next_serial() {
    const Known& k = known();
    const Py_ssize_t limit = nb::cast<Py_ssize_t>(formulas_.attr(nb::handle(k.limit))) + 1;
    const Py_ssize_t count = nb::cast<Py_ssize_t>(formulas_.attr(nb::handle(k.count))) + 1;
    if (count > limit) return call(formulas_.ptr(), k.next_serial, {});
    nb::object found = number(count);
    if (PyObject_SetAttr(formulas_.ptr(), k.limit, number(limit).ptr()) < 0 ||
        PyObject_SetAttr(formulas_.ptr(), k.count, found.ptr()) < 0)
      nb::raise_python_error();
    return found;
  }

  // `Writer.name`.
  nb::object name_of(PyObject* subschema) {
    const Known& k = known();
    const nb::object tokens = checked(PyList_New(0));
    PyObject* p = subschema;
    for (; p != Py_None && PyList_GET_SIZE(tokens.ptr()) <= 40; p = at(p, k.parent))
      append(tokens.ptr(), at(p, k.token));
    nb::object name;
    if (p != Py_None) {
      name = checked(PyUnicode_Concat(k.ellipsis, checked(PyObject_Str(at(subschema, k.serial))).ptr()));
    } else {
      if (PyList_Reverse(tokens.ptr()) < 0) nb::raise_python_error();
      name = checked(PyUnicode_Join(k.empty_text, tokens.ptr()));
    }
    PyObject* before = get(names_.ptr(), name.ptr());
    const nb::object times = number(before ? PyLong_AsSsize_t(before) + 1 : 1);
    put(names_.ptr(), name.ptr(), times.ptr());
    return before ? checked(PyUnicode_FromFormat("%U (%S)", name.ptr(), times.ptr())) : name;
  }

  // -- expressions ----------------------------------------------------------------------------------------------------

  // `Writer.expression`, for any formula.
  nb::object value(PyObject* formula) {
    const Known& k = known();
    if (PyObject_TypeCheck(formula, k.formula.type)) {
      PyObject* expressions = at(formula, k.expressions);
      PyObject* found = PyDict_CheckExact(expressions) ? get(expressions, k.zero) : nullptr;
      if (found && Py_TYPE(found) != k.nonterminal.type) return nb::borrow(found);
      if (Py_TYPE(formula) == k.of_type_class.type && expressions == Py_None) return typed(formula);
    }
    nb::object found = written(formula);
    return found.is_valid() ? found : call(writer_.ptr(), known().complete, {formula, known().zero});
  }

  // All values of a type of scalars, which most schemas ask for.
  nb::object typed(PyObject* formula) {
    const Known& k = known();
    PyObject* name = at(formula, k.type_name);
    if (PyObject* found = get(style_.kept_types.ptr(), name)) {
      const nb::object expressions = checked(PyDict_New());
      put(expressions.ptr(), k.zero, found);
      keep(formula, expressions.ptr());
      return nb::borrow(found);
    }
    nb::object made = call(writer_.ptr(), k.complete, {formula, k.zero});
    if (is_scalar(made.ptr())) put(style_.kept_types.ptr(), name, made.ptr());
    return made;
  }

  nb::object written(PyObject* formula) {
    const Known& k = known();
    if (Py_TYPE(formula) != k.subschema.type) return {};
    if (nb::object found = met(formula); found.is_valid()) return found;
    // Other resources and dynamic scopes are left to the complete path.
    if (at(formula, k.resource) != main_.ptr() || PyTuple_GET_SIZE(at(formula, k.scope_of))) return {};
    nb::object subschema = nb::borrow(formula);
    for (int hops = 0;; ++hops) {
      if (at(subschema.ptr(), k.value_set) != Py_None || hops > 16) return {};
      const Keywords keywords = keywords_of(at(subschema.ptr(), k.schema), style_);
      if (!keywords.plain) return simple(formula, subschema.ptr(), keywords);
      if (!keywords.reference) return container(formula, subschema.ptr(), keywords);
      subschema = referred(subschema.ptr(), keywords.reference);
      if (Py_TYPE(subschema.ptr()) != k.subschema.type || at(subschema.ptr(), k.resource) != main_.ptr()) return {};
      if (nb::object found = met(subschema.ptr()); found.is_valid()) {
        if (at(subschema.ptr(), k.value_set) != Py_None) return {};
        keep(formula, at(subschema.ptr(), k.expressions));
        return found;
      }
    }
  }

  // What has been written for a formula before. Met again, perhaps from inside itself, that needs a look unless it has
  // a value that goes no deeper.
  nb::object met(PyObject* formula) {
    const Known& k = known();
    PyObject* expressions = at(formula, k.expressions);
    if (!PyDict_CheckExact(expressions)) return {};
    PyObject* found = get(expressions, k.zero);
    if (!found) return {};
    if (Py_TYPE(found) == k.nonterminal.type) {
      // The complete path knows by the value set, which is not asked for here.
      if (at(formula, k.value_set) != Py_None) return {};
      if (PySet_Contains(needs_base_case_.ptr(), at(found, k.name)) == 1)
        nb::setattr(writer_, k.check_productivity, nb::handle(Py_True));
    }
    return nb::borrow(found);
  }

  void keep(PyObject* formula, PyObject* expressions) {
    set(formula, known().expressions, expressions);
    append(asked_.ptr(), formula);
  }

  // Scalars that say more than their type are left to the complete path; what it makes of them is kept, since schemas
  // say the same again and again.
  nb::object simple(PyObject* formula, PyObject* subschema, const Keywords& keywords) {
    const Known& k = known();
    if (keywords.reference) return {};
    const nb::object key = key_of(at(subschema, k.schema));
    if (!key.is_valid()) return {};
    if (const nb::object found = nb::borrow(get(style_.kept.ptr(), key.ptr())); found.is_valid()) {
      const nb::object expressions = checked(PyDict_New());
      put(expressions.ptr(), k.zero, found.ptr());
      keep(formula, expressions.ptr());
      return found;
    }
    nb::object made = call(writer_.ptr(), k.complete, {formula, k.zero});
    if (is_scalar(made.ptr())) {
      if (PyDict_GET_SIZE(style_.kept.ptr()) >= PlainStyle::kMostKept) PyDict_Clear(style_.kept.ptr());
      put(style_.kept.ptr(), key.ptr(), made.ptr());
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
      if (!PyUnicode_CheckExact(keyword)) return {};
      PyObject* subject = get(style_.subjects.ptr(), keyword);
      if (!subject) continue;
      const long bits = PyLong_AsLong(subject);
      const bool listed = PyList_CheckExact(value) && (bits == kType || bits == kInPlace);
      if (bits & ~(kStringOrNumber | kType | kInPlace)) return {};
      if (!listed && (bits == kInPlace || !(PyUnicode_CheckExact(value) || PyLong_CheckExact(value)))) return {};
      append(all.ptr(), keyword);
      if (!listed) {
        append(all.ptr(), value);
        continue;
      }
      if (PyList_GET_SIZE(value) > PlainStyle::kMostListed) return {};
      const nb::object items = checked(PyList_AsTuple(value));
      for (Py_ssize_t j = 0; j < PyTuple_GET_SIZE(items.ptr()); ++j)
        if (!PyUnicode_CheckExact(PyTuple_GET_ITEM(items.ptr(), j))) return {};
      append(all.ptr(), items.ptr());
    }
    return checked(PyList_AsTuple(all.ptr()));
  }
  static constexpr long kInPlace = 32;

  // Reads what is in a container and queues it to be written; `subschema` is where `formula` leads.
  nb::object container(PyObject* formula, PyObject* subschema, const Keywords& keywords) {
    const Known& k = known();
    // What is asked on the way may run Python, and other threads with it, which might change the schema meanwhile.
    const std::array held{nb::borrow(keywords.properties), nb::borrow(keywords.required), nb::borrow(keywords.rest),
                          nb::borrow(keywords.items),      nb::borrow(keywords.low),      nb::borrow(keywords.high)};
    nb::object inside;
    bool filled = false;
    if (keywords.types & kOfObject) {
      inside = this->inside(subschema, keywords);
      filled = inside.is_valid() && PyTuple_GET_SIZE(PyTuple_GET_ITEM(inside.ptr(), 2)) > 0;
    } else {
      inside = counted(subschema, keywords);
      filled = inside.is_valid() && PyObject_IsTrue(PyTuple_GET_ITEM(inside.ptr(), 1)) == 1;
    }
    if (!inside.is_valid()) return {};
    const nb::object name = name_of(formula);
    nb::object made = k.nonterminal.make_leaf();
    set(made.ptr(), k.name, name.ptr());
    put(plain_containers_.ptr(), name.ptr(), formula);
    if (filled && PySet_Add(needs_base_case_.ptr(), name.ptr()) < 0) nb::raise_python_error();
    const nb::object entry = tuple({formula, inside.ptr(), name.ptr(), k.zero});
    append(queue_.ptr(), entry.ptr());
    if (const unsigned scalars = keywords.types & ~kOfContainer) {
      nb::object& parts = scalar_parts_[scalars];
      if (!parts.is_valid()) {
        const nb::object names = checked(PyList_New(0));
        for (unsigned t = 0; t < 5; ++t)
          if (scalars >> t & 1) append(names.ptr(), checked(PyUnicode_FromString(kTypes[t])).ptr());
        parts = call(writer_.ptr(), k.scalars, {names.ptr(), subschema});
      }
      const nb::object last = tuple({made.ptr()});
      made = of_parts(k.choice, k.choice_parts, checked(PySequence_Concat(parts.ptr(), last.ptr())));
    }
    const nb::object expressions = checked(PyDict_New());
    put(expressions.ptr(), k.zero, made.ptr());
    keep(formula, expressions.ptr());
    if (subschema != formula) keep(subschema, expressions.ptr());
    return made;
  }

  // `objects.read`: the formulas of the members by name and of the others, the required keys; nothing if some required
  // key can have no value, or something is wrong.
  nb::object inside(PyObject* subschema, const Keywords& keywords) {
    const Known& k = known();
    const nb::object named = checked(PyDict_New());
    if (keywords.properties) {
      PyObject *key, *schema;
      for (Py_ssize_t i = 0; PyDict_Next(keywords.properties, &i, &key, &schema);) {
        if (!PyUnicode_CheckExact(key)) return {};
        const nb::object name = nb::borrow(key), of = nb::borrow(schema);
        put(named.ptr(), key, child(subschema, schema, k.properties_token, key).ptr());
      }
    }
    const nb::object rest = keywords.rest ? child(subschema, keywords.rest, k.rest_token, k.empty_text) : always_;
    const nb::object required = keywords.required ? checked(PyDict_New()) : nb::object();
    if (keywords.required)
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(keywords.required); ++i) {
        PyObject* key = PyList_GET_ITEM(keywords.required, i);
        if (!PyUnicode_CheckExact(key)) return {};
        PyObject* demand = get(named.ptr(), key);
        if ((demand ? demand : rest.ptr()) == never_.ptr()) return {};
        put(required.ptr(), key, Py_None);
      }
    const nb::object keys = required.is_valid() ? checked(PySequence_Tuple(required.ptr())) : nb::borrow(k.nothing);
    return tuple({named.ptr(), rest.ptr(), keys.ptr()});
  }

  // `arrays.read`: the formula of the items, and the least and greatest number of them.
  nb::object counted(PyObject* subschema, const Keywords& keywords) {
    const Known& k = known();
    const nb::object item = keywords.items ? child(subschema, keywords.items, k.items_token, k.empty_text) : always_;
    if (item.is(never_)) return {};
    PyObject *low = keywords.low ? keywords.low : k.zero, *high = keywords.high ? keywords.high : Py_None;
    if (high != Py_None) {
      const int less = PyObject_RichCompareBool(high, low, Py_LT);
      if (less < 0) nb::raise_python_error();
      if (less) return {};
    }
    return tuple({item.ptr(), low, high});
  }

  // -- writing --------------------------------------------------------------------------------------------------------

  // `arrays.ways`.
  nb::object array(PyObject* item, PyObject* low, PyObject* high) {
    const nb::object out = checked(PyList_New(0));
    if (!PyObject_IsTrue(low)) append(out.ptr(), style_.empty_array.ptr());
    if (high != Py_None && !PyObject_IsTrue(high)) return out;
    const nb::object part = value(item);
    if (is_nothing(part.ptr())) return nb::none();
    append(out.ptr(), style_.array(part, low, high).ptr());
    return out;
  }

  // `objects.ways` of a plain shape.
  nb::object object(PyObject* properties, PyObject* rest, PyObject* required_keys, bool filled) {
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
      if (is_nothing(part.ptr()) || (!PyUnicode_IS_ASCII(key) && checked(asking_python([&] {
                                                                   return PyObject_CallOneArg(k.quoted, key);
                                                                 })).is_none())) {
        if (need) return nb::none();
        continue;
      }
      append(parts.ptr(), sequence({style_.key(key).ptr(), part.ptr()}).ptr());
      append(needed.ptr(), need ? Py_True : Py_False);
    }
    nb::object other;
    if (const nb::object part = value(rest); !is_nothing(part.ptr())) {
      other = style_.others(named.ptr(), part);
      if (!other.is_valid()) other = call(writer_.ptr(), k.others, {named.ptr(), part.ptr()});
    }
    if (filled && !other.is_valid() && PyList_GET_SIZE(parts.ptr()) == 0) return nb::none();
    bool has_count_guard = false;
    nb::object found = style_.record(parts, needed, other, filled, has_count_guard);
    if (has_count_guard) nb::setattr(writer_, k.has_count_guard, nb::handle(Py_True));
    return found;
  }
};

}  // namespace

void bind_plain_schemas(nb::module_& m) {
  nb::class_<PlainStyle>(m, "PlainStyle", "How plain subschemas are written.\n\n"
      "Keeps what they say of scalars, and keys, between schemas: some thousands of each.")
      .def(nb::init<const nb::object&, const nb::object&, const nb::object&>(), "options"_a, "dialect"_a, "any"_a,
          "With these options; `any` is the terminal of any string.");
  nb::class_<PlainSchemas>(
      m, "PlainSchemas",
      "Writes the plain subschemas of one compilation for a `Writer` of constrain.grammars.json_schema.\n\n"
      "Plain is what says the type, the properties, those required, the items, or a reference. The productions are "
      "those\n"
      "of the complete path. The writer holds this and is held by it: `Writer.forget` parts them.")
      .def(nb::init<const nb::object&, PlainStyle&>(), "writer"_a, "style"_a, nb::keep_alive<1, 3>(),
           "For this writer, in that style.")
      .def("members", &PlainSchemas::members, "named"_a, "rest"_a, "required"_a, "filled"_a,
           "The ways to write an object: formulas of members by name and of the others, required keys, and whether it "
           "may\n"
           "not be empty; None where some required value has no text, or nothing is left that may be written.")
      .def("expression", &PlainSchemas::expression, "formula"_a,
           "The texts of the values that satisfy a formula; None if it is not plain. A container is queued.")
      .def("ways", &PlainSchemas::ways, "container"_a,
           "The ways to write a container that was queued; None where some required value has no text.");
}

}  // namespace constrain
