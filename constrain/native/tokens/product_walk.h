// One walk of the token trie beside an automaton that is known whole (pattern/product_automaton.h): which tokens stay inside
// the lexeme with the rounds that are left, and where others cross its end.
//
// No residual is made on the way, so a node costs some nanoseconds, and the whole trie a millisecond or two.
#pragma once

#include "tokens/token_table.h"

namespace constrain {

// The table of the residual at this place; who asks owns it.
TokenTable* product_table(const TokenTrie& trie, const ProductPlace& at);

}  // namespace constrain
