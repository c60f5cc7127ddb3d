// Trees of patterns and expressions as byte code.
#include "pattern/bytecode_reader.h"
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
      "surely_without",
      [](const nb::bytes& code, std::uint8_t byte) {
        return surely_without({static_cast<const char*>(code.data()), code.size()}, byte);
      },
      "code"_a, "byte"_a,
      "Whether the byte is in no text of the pattern, by a look at its code; False also where the look does not tell.");
  m.def(
      "flatten",
      [](const nb::dict& productions, const nb::object& special, const std::string& source) {
        return interruptible([&] { return flatten_productions(productions, special, source); });
      },
      "productions"_a, "special"_a, "source"_a,
      "The terminals in the order of their numbers, the postfix code of each production, and embedded grammars by "
      "number.\n\n"
      "`special` says what stands for a special token; `source` names the grammar in errors: GrammarError for a "
      "nonterminal\n"
      "that is not defined, LimitExceeded for a tree of too many nodes.");
}

}  // namespace constrain
