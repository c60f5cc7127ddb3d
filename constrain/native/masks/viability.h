// Whether a way on is left where arrays have items that all differ (unique_items.h).
//
// The grammar alone says which bytes may follow; what has been read of the arrays says which of them would make two
// items equal at once. A byte may also lead to where equal items are the only way on: after `[1,` where items are 1 or
// 2, `1` is such a byte. So a search looks, byte by byte, for a way to an item that is like none before it, from where
// the grammar's own ways on will do. Nearly always it is a step or two long: an open string can become like no other.
// Of all other grammars every frontier that is not empty is viable. Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>

#include "masks/config_table.h"
#include "masks/stepper.h"
#include "pattern/shortest_words.h"

namespace constrain {

class Viability {
 public:
  Viability(ResidualStore& store, Recogniser& recogniser, Stepper& stepper, ConfigTable& table)
      : store_(store), recogniser_(recogniser), stepper_(stepper), table_(table), words_(store) {}

  // Of a frontier that is not empty. Once searched for, it is kept by configuration.
  bool viable(const Frontier& frontier) { return frontier.tracked.empty() || settled(frontier) || found(frontier); }
  // The bytes after which some way on is left.
  ByteSet viable_bytes(const Frontier& frontier);
  std::size_t memory() const { return known_.size() * 48 + words_.memory(); }

 private:
  bool settled(const Frontier& frontier) const;
  bool between(const Frontier& frontier) const;
  bool found(const Frontier& frontier);
  bool search(const Frontier& frontier, ConfigId id);
  std::vector<std::uint8_t> ways_on(const Frontier& frontier);

  ResidualStore& store_;
  Recogniser& recogniser_;
  Stepper& stepper_;
  ConfigTable& table_;
  ShortestWords words_;  // of strings in such arrays
  std::unordered_map<ConfigId, bool> known_;
};

}  // namespace constrain
