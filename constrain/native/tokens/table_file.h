// Token tables as bytes, to be kept beside a vocabulary: those that took a long walk of the trie, or one through many
// residuals, with the expressions of theirs.
//
// A table is a function of its residual and the trie, so reading one back is only a short cut. What is read is checked
// for where it may point, and left out from the first oddity on; that it says what a walk would say is vouched for by
// the digest of the file it came from. (Python keeps file, digest and version: constrain/storage/tables_file.py.)
#pragma once

#include <string>
#include <string_view>

#include "tokens/token_table.h"

namespace constrain {

// The tables of the store that were expensive, oldest first, up to so many bytes.
std::string save_tables(ResidualStore& store, std::size_t limit);

// Gives the store the tables that it does not have yet; returns how many.
std::size_t load_tables(ResidualStore& store, const TokenTrie& trie, std::string_view saved);

}  // namespace constrain
