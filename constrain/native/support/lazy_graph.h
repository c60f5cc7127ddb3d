// A graph whose states are made when somebody first asks for them.
//
// What a grammar's front end hands over instead of a network whose states are thousands, of which a text reaches some: the
// core's network takes a state when a text comes to it (network/network.h). Who implements this answers for every state
// that it can finish, and for every terminal that some text matches it, since nobody looks at the whole before. Thread-safe:
// several networks may ask, each under its own lock; what an implementation locks is a leaf.
#pragma once

#include <string>

#include "support/labelled_graph.h"

namespace constrain {

class LazyGraph {
 public:
  // Of the capsule in which a pointer to a shared pointer travels from one extension to another.
  static constexpr const char* kCapsule = "constrain.LazyGraph";
  struct Terminal {
    std::string code, name;
  };

  virtual ~LazyGraph() = default;
  // Appends the arcs of state q, none of them silent, and returns which automata of its group may end there, a bit each. State
  // 0 is where texts begin, others are those that an arc has named. Always the same for the same state.
  virtual std::uint64_t state(std::uint32_t q, std::vector<Arc>& arcs) = 0;
  // A terminal that an arc has named.
  virtual Terminal terminal(std::uint32_t t) = 0;
  virtual std::size_t memory() = 0;
};

}  // namespace constrain
