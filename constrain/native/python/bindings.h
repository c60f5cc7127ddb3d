// What Python sees, a function for each subject, in the file of its name; module.cc calls them all.
//
// Each is a list of bindings, every one with a docstring (tests/test_native_stub.py). Whatever computes gives up the
// interpreter lock (`released`, `interruptible`); no lock of ours is held where it is taken back.
#pragma once

#include <nanobind/nanobind.h>

namespace constrain {

void bind_budget(nanobind::module_& m);
void bind_constraint(nanobind::module_& m);
void bind_encoding(nanobind::module_& m);
void bind_mask_bank(nanobind::module_& m);
void bind_matcher(nanobind::module_& m);
void bind_rows(nanobind::module_& m);
void bind_stack(nanobind::module_& m);
void bind_text_graph(nanobind::module_& m);
void bind_vocabulary(nanobind::module_& m);

}  // namespace constrain
