// Which scopes can be ended, from their beginning and from wherever a text can be in them; and rewritten scopes, so
// that they can be. scopes.cc says how.
#pragma once

#include <vector>

#include "network/network_builder.h"
#include "network/scope_graph.h"

namespace constrain {

class ScopeMender {
 public:
  // Sorts the edges, and refers to both.
  ScopeMender(UnfinishedAutomata& net, const Terminals& terminals);

  // Whether the scope has a text. `reached`: the states from which their automaton can be ended, so far as is known.
  bool can_end(std::uint32_t scope, const std::vector<bool>& reached);
  // Removes what leads a text to where it cannot be ended; returns whether there was any. Scopes that were rewritten
  // are taken from the list, and the states that they had before are `replaced`. Leaves edges unsorted.
  bool mend(std::vector<std::uint32_t>& unsettled, const std::vector<bool>& alive, std::vector<StateId>& replaced);

 private:
  ScopeGraph graph_of(std::uint32_t scope, const std::vector<bool>& reached);
  bool mend(std::uint32_t scope, const std::vector<bool>& reached);

  UnfinishedAutomata& net_;
  const Terminals& terminals_;
  StateWalk walk_;
};

}  // namespace constrain
