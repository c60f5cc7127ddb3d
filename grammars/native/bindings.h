// The parts of constrain.grammars._native, each bound in a file of its own.
#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_json_schema(nanobind::module_& m);
void bind_plain_schemas(nanobind::module_& m);
void bind_lark(nanobind::module_& m);
void bind_lark_loading(nanobind::module_& m);
void bind_lark_lexing(nanobind::module_& m);
void bind_plain_data(nanobind::module_& m);

}  // namespace constrain
