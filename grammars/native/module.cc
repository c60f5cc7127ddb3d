// constrain.grammars._native: what front ends do natively. Errors become Python's as in the core, whose module is
// loaded.
#include "bindings.h"
#include "support/fork_gate.h"

NB_MODULE(_native, m) {
  m.doc() =
      "What front ends do natively: JSON Schema's plain subschemas and divisibility; Lark's loader, tables, "
      "product and automata; plain data as bytes.";
  constrain::fork_gate::install();
  constrain::bind_json_schema(m);
  constrain::bind_lark(m);
  constrain::bind_lark_lexing(m);
  constrain::bind_lark_loading(m);
  constrain::bind_plain_data(m);
}
