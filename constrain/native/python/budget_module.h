// What Python sees of budgets.
#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_budget(nanobind::module_& m);

}  // namespace constrain
