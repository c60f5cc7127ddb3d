// How plain members and keys are written: what is the same for all schemas that are read with the same options.
//
// Terminals of keys, of all other keys and of scalars are kept here between schemas, bounded, since schemas say the
// same again and again. The records made are those of grammars/json_schema/writing/objects.py. The caller holds the
// interpreter lock.
#pragma once

#include "python_objects.h"

namespace constrain {

// The classes of Python, their slots, and the keywords; found once.
struct Known {
  Class formula, of_type_class, subschema;
  Class distinct, terminal, nonterminal, sequence, choice, repeat, ordered, scope, once, require;
  Py_ssize_t type_name, serial, value_set, expressions, schema, resource, scope_of, parent, token, open, pointer,
      tracked;
  Py_ssize_t name, sequence_parts, choice_parts, part, minimum, maximum, between, parts, required, between_parts,
      scope_part;
  Py_ssize_t mark, once_part, marks, least, below;
  Py_ssize_t terminal_name, code, max_tokens, of, spelling;
  PyObject *type, *properties, *needed, *rest, *items, *min_items, *max_items, *unique, *ref;
  PyObject *zero, *one, *nothing, *empty_text, *properties_token, *rest_token, *items_token;
  PyObject *child, *of_type, *next_serial, *reference, *complete, *scalars, *others, *check_productivity,
      *has_count_guard, *key_of, *quoted, *limit, *count, *form;
  PyObject *context, *document, *formulas, *main, *subschemas, *always, *never, *of_types, *queue, *asked,
      *plain_containers, *needs_base_case;
  PyObject *references, *names, *slash, *schema_of, *ellipsis;
};

const Known& known();

// An expression with one tuple of parts: a Sequence or a Choice.
nb::object of_parts(const Class& kind, Py_ssize_t slot, const nb::object& parts);
nb::object sequence(std::initializer_list<PyObject*> parts);
bool is_nothing(PyObject* expression);

class PlainStyle {
 public:
  // `any`: the terminal of any string; see writing/writer.py.
  PlainStyle(const nb::object& options, const nb::object& dialect, const nb::object& any);

  // `Gaps.key`.
  nb::object key(PyObject* key);
  // A member whose key is none of those that are named; nothing if one of those is not simple.
  nb::object others(PyObject* named, const nb::object& value);
  // The ways to write an object of members, of which some are needed, and perhaps others after them or among them.
  // `has_count_guard`: whether it is counted how many members are possible.
  nb::object record(const nb::object& parts, const nb::object& needed, const nb::object& other, bool filled,
                    bool& has_count_guard);
  // An array, its brackets included, of so many items, of which there may be some.
  nb::object array(const nb::object& item, PyObject* low, PyObject* high);

  nb::object subjects, scalars, identifier;  // of the dialect
  nb::object kept, kept_types;               // texts of scalars, by the keywords that constrain them; by type
  nb::object empty_array;
  bool reference_alone = false;
  static constexpr Py_ssize_t kMostKept = 4096, kMostListed = 64;

 private:
  nb::object other_keys(PyObject* names);
  nb::object in_order(const nb::object& parts, const nb::object& needed, const nb::object& other, bool filled);
  nb::object in_any_order(const nb::object& parts, const nb::object& needed, const nb::object& other, bool filled);
  nb::object several(const nb::object& part, const nb::object& between);
  nb::object guard(PyObject* marks, PyObject* below);

  nb::object escapes_, gaps_, keys_, kept_others_, comma_, colon_, spelling_;
  nb::object open_object_, close_object_, empty_object_, open_array_, close_array_;
  std::string colon_code_, string_code_;
  bool any_order_ = false, is_short_ = false;
};

}  // namespace constrain
