// How many texts a pattern has, and which, where they are few.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pattern/residual_store.h"

namespace constrain {

struct Texts {
  std::uint64_t count = 0;  // kMany: so many at least, endlessly many, or too many states to tell
  std::vector<std::string> listed;  // all of them, if there are no more than was asked for
  static constexpr std::uint64_t kMany = 1 << 20;
};

// Counts by one walk over the residuals, each once: a residual that leads back to itself has endlessly many texts,
// since every one that is not empty can be ended. Takes the store's lock.
Texts texts_of(ResidualStore& store, ResidualId pattern, std::uint64_t limit);

}  // namespace constrain
