// Tables of residuals with bounds that change at every character or word: a search for words under `maxLength`, or an
// unfinished word before the count of words.
//
// A residual with one or two bounds (see ResidualStore::bounded) is one automaton for all their values, if what is used
// of them is noted on the way. A token stays where what it takes, and what it takes at least to end the text after it,
// are within the bounds. One walk finds both for all tokens; the table for any bounds then follows by comparing
// numbers.
#pragma once

#include "tokens/token_table.h"

namespace constrain {

// The table of a residual from what tokens cost, which is found where it is not known yet; or null where the residual
// has no such bounds, tokens have no one cost, or a token may end after an end of the text. Under the store's lock.
// Throws LimitError.
TokenTable* bounded_table(ResidualStore& store, const TokenTrie& trie, ResidualId r);

}  // namespace constrain
