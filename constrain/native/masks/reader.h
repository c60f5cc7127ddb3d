// Texts of a grammar, read from configuration to configuration: all that needs no masks.
//
// The parts build on each other: Earley sets, frontiers of lexemes in them, these by number, and which of them have a
// way on. For example, `[1` is read from the configuration of `[` by one step, to a frontier that has a number open and
// is viable; its number in the table is the configuration after it. Not thread-safe: the owner locks, and calls
// `recogniser.renew()` before each token, byte or mask that has a budget of its own.
#pragma once

#include <string_view>

#include "masks/viability.h"
#include "tokens/token_trie.h"

namespace constrain {

struct Reader {
  // `grown` as in ConfigTable.
  Reader(const TokenTrie& trie, ResidualStore& store, Network& network, std::function<void()> grown)
      : trie(trie), store(store), network(network), recogniser(store, network), stepper(store, recogniser),
        table(recogniser, arena, std::move(grown)), viability(store, recogniser, stepper, table) {}

  // The frontier after the token, or null where it cannot be read or leaves no way on. It stands until the next call.
  Frontier* read(ConfigId c, TokenId token);
  // How many of the bytes are read one by one, and the configuration after those, or kNone if some are left.
  std::pair<std::size_t, ConfigId> read(ConfigId c, std::string_view bytes);
  std::size_t memory() const {
    return arena.total() + recogniser.memory() + table.memory() + stepper.memory() + viability.memory();
  }
  std::size_t spare() const { return recogniser.spare() + table.spare(); }  // see StableVector

  const TokenTrie& trie;
  ResidualStore& store;
  Network& network;
  Arena arena;  // of what lives as long as the configurations, masks too
  Recogniser recogniser;
  Stepper stepper;
  ConfigTable table;
  Viability viability;

 private:
  Frontier read_;  // scratch of read
};

}  // namespace constrain
