// One walk of the token trie beside an automaton that is known whole (pattern/automaton.h): which tokens stay inside
// the lexeme with the rounds that are owed and left, and where others cross its end.
//
// No residual is made on the way, so a node costs some nanoseconds, and the whole trie a millisecond or two.
#pragma once

#include "tokens/token_table.h"

namespace constrain {

// The table of a state with so many rounds owed and left, kUnbounded where nothing bounds them. The caller owns it.
TokenTable* automaton_table(const TokenTrie& trie, const Automaton& automaton, std::uint32_t state,
                            std::uint32_t least, std::uint32_t most);

}  // namespace constrain
