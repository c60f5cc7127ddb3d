// What the front ends use of constrain._native: the deterministic automata of a Lark grammar's terminals.
#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_front(nanobind::module_& m);
void bind_lark(nanobind::module_& m);

}  // namespace constrain
