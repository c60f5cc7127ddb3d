// The plain subschemas of a JSON Schema, written as productions without a detour over sets of values.
//
// Most subschemas say the type, the properties and which of them are required, the items, or where to find all that
// (`$ref`). Nothing has to be met, joined or denied there, so their productions follow from the keywords at once, and
// nearly all of a large schema's compilation is spent on them. This does what the general way (grammars/json_schema:
// document, meaning, objects, arrays, members, items) does for such a subschema, in the same order, with the same names:
// the productions are equal, which tests/grammars/json_schema/writing/test_plain.py shows. Whatever else a subschema says, and
// all that is wrong with one, is left to the general way. Costs microseconds a subschema.
//
// Knows Python; the caller holds the interpreter lock.
#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_plain_schemas(nanobind::module_& m);

}  // namespace constrain
