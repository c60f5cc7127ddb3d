// Python's trees of patterns and expressions as the byte code that the core reads.
//
// One walk with an explicit stack, each node a few loads: flattening a grammar of thousands of keys is no longer most
// of what compiling it costs. The trees are immutable and held by the caller, who holds the interpreter lock too, so
// the stack borrows their nodes. The oracle, the same written in Python, is tests/reference/encoding.py.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace constrain {

// A pattern (constrain/patterns/pattern.py) as postfix byte code. Throws LimitError for a tree of too many nodes.
std::string encode_pattern(nanobind::handle pattern);

// A grammar's productions as postfix byte code, and its terminals in the order of their numbers. `special` is called
// with a SpecialToken and says what stands for it. Throws GrammarFault for a name that is not defined.
nanobind::tuple flatten_productions(const nanobind::dict& productions, const nanobind::object& special,
                                    const std::string& source);

}  // namespace constrain
