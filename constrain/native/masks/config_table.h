// Configurations by number: where a text stands, as an interned immutable object.
//
// Frontiers that are equal but for the order of their lexemes are one configuration. So a configuration's id is all
// that a text's state is: whatever is found for an id (its mask, what follows a token) is found for every text that
// comes to it. An id is never given up, and means nothing in another table. Not thread-safe: the owner locks. Without
// the lock one may read a configuration whose id one has learnt under it.
#pragma once

#include <atomic>
#include <functional>

#include "earley/recogniser.h"
#include "masks/frontier.h"

namespace constrain {

struct MadeMask;  // mask.h

struct Config {
  const OpenLexeme* lexemes = nullptr;  // sorted
  std::uint32_t count = 0, tracked_count = 0;
  const Tracked* tracked = nullptr;
  SetId boundary = kNone;
  bool accepting = false;
  std::atomic<const MadeMask*> mask{nullptr};    // in the arena, once computed
  std::atomic<std::uint32_t> ample{kUnbounded};  // with so many tokens left, all of the mask leaves enough
};

class ConfigTable {
 public:
  // `grown` is called at every 16th new configuration. Memory is added up then, because adding costs more than a step.
  ConfigTable(Recogniser& recogniser, Arena& arena, std::function<void()> grown)
      : recogniser_(recogniser), arena_(arena), grown_(std::move(grown)) {}

  // Where a text begins: whoever owns the table interns that frontier first.
  static constexpr ConfigId kStart = 0;

  // The configuration of the frontier, whose lexemes it sorts.
  ConfigId intern(Frontier& frontier);
  Config& operator[](ConfigId c) const { return configs_[c]; }
  Frontier frontier(ConfigId c) const;
  std::uint32_t size() const { return configs_.size(); }
  std::size_t memory() const { return index_.bytes() + configs_.size() * sizeof(Config); }  // beside the arena
  std::size_t spare() const { return configs_.spare(); }                                    // see StableVector

 private:
  Recogniser& recogniser_;
  Arena& arena_;
  const std::function<void()> grown_;
  StableVector<Config, 1> configs_;
  HashIndex index_;
};

}  // namespace constrain
