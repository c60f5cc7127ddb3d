// constrain._native: the mapping of exceptions, the stack, and what the other files bind.
#include "support/deep_stack.h"
#include "support/fork_gate.h"

#include "python/bindings.h"
#include "python/interruptible.h"
#include "python/values.h"

namespace constrain {
namespace {

void set_error(const char* name, const char* what, const nb::kwargs& fields) {
  asking_python([&] {
    const nb::object type = nb::module_::import_("constrain.errors").attr(name);
    const nb::object error = type(nb::str(what, std::strlen(what)), **fields);
    PyErr_SetObject(type.ptr(), error.ptr());
  });
}

// Errors by their fields, for all extensions.
void translate_faults() {
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const LimitError& e) {
      nb::kwargs fields;
      fields["limit"] = e.limit;
      fields["needed"] = e.needed;
      const std::string text =
          std::string(e.what()) + ": limit " + std::to_string(e.limit) + ", needed " + std::to_string(e.needed);
      set_error("LimitExceeded", text.c_str(), fields);
    } catch (const UnsupportedFault& e) {
      nb::kwargs fields;
      fields["feature"] = e.feature;
      fields["where"] = e.where;
      set_error("UnsupportedError", e.what(), fields);
    } catch (const RejectedFault& e) {
      nb::kwargs fields;
      fields["token"] = e.token;
      set_error("RejectedToken", e.what(), fields);
    } catch (const GrammarFault& e) {
      set_error("GrammarError", e.what(), nb::kwargs());
    }
  });
}

}  // namespace

void bind_stack(nb::module_& m) {
  m.def("stack_left", &stack_left, "Bytes that this thread's stack has left; very many where the system does not say.");
  m.def(
      "on_deep_stack",
      [](const nb::object& work) {
        nb::object result;
        {
          const Unlocked unlocked;
          on_deep_stack([&] {
            const Entered entered;
            result = asking_python([&] { return work(); });
          });
        }
        return result;
      },
      "work"_a,
      "Calls `work` on a thread of its own with a stack of 16 MB, and waits for it; raises what it raises.\n\n"
      "LimitExceeded where the system has no such thread.");
}

}  // namespace constrain

NB_MODULE(_native, m) {
  nanobind::set_leak_warnings(false);  // what caches of a program still hold when it ends is no leak
  m.doc() = "constrain's native core: trie, residual patterns, token tables, recogniser, masks.";

  constrain::fork_gate::install();
  constrain::translate_faults();
  constrain::bind_budget(m);
  constrain::bind_text_graph(m);
  constrain::bind_vocabulary(m);
  constrain::bind_constraint(m);
  constrain::bind_matcher(m);
  constrain::bind_encoding(m);
  constrain::bind_rows(m);
  constrain::bind_mask_bank(m);
  constrain::bind_stack(m);
}
