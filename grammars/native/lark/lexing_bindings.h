// Parts of constrain._native that have a file of their own: what the front ends use, and budgets.
#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_front(nanobind::module_& m);
void bind_lark(nanobind::module_& m);
void bind_budget(nanobind::module_& m);

}  // namespace constrain
