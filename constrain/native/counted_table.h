// The tables of counted loops x{m,n} tail, read off one walk of x* tail.
//
// `maxLength` and `minLength` make another residual at every character, and each would take a walk of its own. One walk
// of the loop notes how many rounds each token takes; the table for any bounds then follows by comparing numbers.
#pragma once

#include "token_table.h"

namespace constrain {

// The table of the loop from the rounds of `reference`, the table of x* tail, which are found where they are not known
// yet; or null where tokens do not have a number of rounds. Under the store's lock. Throws LimitError.
TokenTable* counted_table(ResidualStore& store, const TokenTrie& trie, const ResidualStore::Counted& c, TokenTable& reference);

}  // namespace constrain
