// What a subschema says, as far as that is plain: a reference, or a container by its type and the commonest keywords.
// The caller holds the interpreter lock.
#pragma once

#include "json_schema/plain_terminals.h"

namespace constrain {

// The subjects of keywords, as grammars/json_schema/source/dialect.py has them.
constexpr long kArray = 4, kObject = 8, kType = 16, kReference = 64, kStringOrNumber = 3, kOther = 32 | 128;
// Types by bit, in the order of kTypes.
constexpr const char* kTypes[] = {"null", "boolean", "number", "integer", "string", "array", "object"};
constexpr unsigned kOfArray = 32, kOfObject = 64, kOfContainer = kOfArray | kOfObject;

// What a subschema says, as far as that is plain; all borrowed from it.
struct Keywords {
  bool plain = false;
  PyObject* reference = nullptr;  // then nothing else counts
  unsigned types = 0;
  PyObject *properties = nullptr, *required = nullptr, *rest = nullptr, *items = nullptr, *low = nullptr,
           *high = nullptr;
};

// Never fails: of what is wrong, something is not plain.
Keywords keywords_of(PyObject* schema, const PlainStyle& style);

}  // namespace constrain
