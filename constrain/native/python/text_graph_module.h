#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_text_graph(nanobind::module_& m);

}  // namespace constrain
