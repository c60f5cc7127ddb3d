// Masks where arrays have items that all differ (unique_items.h).
//
// Where a text stands in such an array, its mask is that of the same place without the arrays (`untracked`), from which
// those tokens are taken that cannot be read or leave no way on (`restrict`). Of tokens that stay in a string, or that
// end no item, it is known without reading them. Where it stands in none, a token may still open an array and end its
// second item, as `[1,1,` does: these tokens are few, and read one by one (`without_equal_items`). Not thread-safe: the
// owner locks.
#pragma once

#include <unordered_map>

#include "masks/mask.h"
#include "masks/reader.h"

namespace constrain {

class TrackedMasks {
 public:
  // Looks at all tokens, if there are such arrays.
  explicit TrackedMasks(Reader& reader);

  // The configuration that stands at the same place in no such array.
  ConfigId untracked(ConfigId c);
  // The mask of a configuration in some such arrays; `made` is that of `untracked`.
  const MadeMask& restrict(ConfigId c, const MadeMask& made);
  // The mask of a configuration in no such array; `made` takes any items for different.
  const MadeMask& without_equal_items(ConfigId c, const MadeMask& made);
  std::size_t memory() const { return staying_open_.size() * trie_.words() * 4; }  // beside the arena

 private:
  const std::vector<std::uint32_t>& staying_open(ResidualId residual);
  void read_in_order(ConfigId c, std::vector<TokenId>& tokens, std::vector<std::uint32_t>& row);
  const MadeMask& keep_row(const std::vector<std::uint32_t>& row);

  Reader& reader_;
  const TokenTrie& trie_;
  ResidualStore& store_;
  std::vector<TokenId> repeating_;  // tokens that may open an array and end its second item
  std::unordered_map<ResidualId, std::vector<std::uint32_t>> staying_open_;
};

}  // namespace constrain
