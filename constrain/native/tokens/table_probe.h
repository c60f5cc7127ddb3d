// Making some token tables of a pattern when it is compiled: one whose tables go on to take much work is refused before
// anybody has begun a text.
#pragma once

#include <string>

#include "tokens/token_table.h"

namespace constrain {

// Does nothing where the store's probe has found that little multiplies. `name`: of the terminal, for the error. Throws
// LimitError, for the same pattern each time.
void probe_tables(ResidualStore& store, const TokenTrie& trie, ResidualId pattern, const std::string& name);

}  // namespace constrain
