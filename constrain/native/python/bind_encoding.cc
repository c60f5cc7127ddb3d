// Trees of patterns and expressions as byte code.
#include "python/bindings.h"
#include "python/encode_trees.h"
#include "python/interruptible.h"
#include "python/values.h"

namespace constrain {

void bind_encoding(nb::module_& m) {
  m.def(
      "encode",
      [](nb::handle pattern) {
        return to_bytes(interruptible([&] { return encode_pattern(pattern); }));
      },
      "pattern"_a,
      "The pattern as postfix byte code; LimitExceeded for a tree of too many nodes.");
  m.def(
      "flatten",
      [](const nb::dict& productions, const nb::object& special, const std::string& source) {
        return interruptible([&] { return flatten_productions(productions, special, source); });
      },
      "productions"_a, "special"_a, "source"_a,
      "The terminals in the order of their numbers, and the postfix code of each production.\n\n"
      "`special` says what stands for a special token; `source` names the grammar in errors: GrammarError for a nonterminal\n"
      "that is not defined, LimitExceeded for a tree of too many nodes.");
}

}  // namespace constrain
