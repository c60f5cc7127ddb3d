// The token table of a residual that begins like a literal, by following its bytes through the trie.
//
// Inside a key or a keyword one byte may follow, and one behind that; few tokens go along, and nothing of what a walk
// through the vocabulary prepares is needed. An object of 20 keys needs 20 such tables for its first mask.
#pragma once

#include "token_table.h"

namespace constrain {

// Null where some token comes to a place of r at which several bytes may follow, or at which it may end but need not.
TokenTable* literal_table(ResidualStore& store, const TokenTrie& trie, ResidualId r);

}  // namespace constrain
