// A grammar's language as a deterministic automaton over bytes or tokens, explored on demand.
//
// Its states are configurations: each stands for all that a text may still become, so different texts are different
// ways through the graph, and counting ways counts texts. Some states may be equal but for their number. The
// configurations are the graph's own, so that exploring takes nothing from the budget of matchers; they are freed with
// it. Thread-safe as `Configurations` is.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "masks/configuration.h"

namespace constrain {

class TextGraph {
 public:
  explicit TextGraph(std::shared_ptr<ConstraintCore> constraint);

  std::uint64_t steps() const { return constraint_->steps; }  // that the constraint was compiled with
  ConfigId start() const { return configurations_->start(); }
  bool accepting(ConfigId state) const { return configurations_->accepting(state); }
  std::size_t memory() const {
    std::lock_guard guard(constraint_->mutex);
    return configurations_->memory();
  }
  bool knows(ConfigId state) { return state < configurations_->size(); }
  // The bytes that may follow, ascending, each with the state after it.
  std::vector<std::pair<std::uint8_t, ConfigId>> byte_steps(ConfigId state);
  // The same for tokens, in the order of their bytes.
  std::vector<std::pair<TokenId, ConfigId>> token_steps(ConfigId state);
  // For each terminal that is being read or may begin, a shortest text of it, or of what is left, and the state after
  // it; not for all, where none is found soon, or other terminals forbid it.
  std::vector<std::pair<std::string, ConfigId>> short_ways(ConfigId state);
  // How many of the bytes are read one by one, and the state after those, or kNone if some are left.
  std::pair<std::size_t, ConfigId> read(ConfigId state, std::string_view bytes) {
    return configurations_->read(state, bytes);
  }
  std::string expectations(ConfigId state) { return configurations_->expectations(state); }
  // How many rules are open inside each other, at least: a text that is nearer to its end has fewer.
  std::uint32_t depth(ConfigId state);

 private:
  std::string shortest(ResidualId residual);
  std::uint32_t set_depth(SetId set);

  const std::shared_ptr<ConstraintCore> constraint_;
  const std::shared_ptr<Configurations> configurations_;
  // The configurations' own; it, and what follows, is used under the constraint's lock.
  Reader& reader_;
  std::unordered_map<ResidualId, std::string> shortest_;  // see `short_ways`
  std::unordered_map<SetId, std::uint32_t> set_depths_;   // see `depth`; kNone while it is being found
};

}  // namespace constrain
