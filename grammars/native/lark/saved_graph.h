// A graph in the form in which it is kept, of which a state is read when a text comes to it.
//
// That form is the parts of a saved constraint (constrain/storage/constraint_file.py): terminals, their names, and the code
// of one production, which is a graph without lines (support/bytecode.h). Everything is looked at once, as it is taken, so
// that no later question can lead out of the bytes. Immutable.
#pragma once

#include <string_view>

#include "support/lazy_graph.h"

namespace constrain {

class SavedGraph : public LazyGraph {
 public:
  // The parts begin at `at`. Throws std::invalid_argument where they are not such a graph.
  SavedGraph(std::string data, std::size_t at);

  std::uint64_t state(std::uint32_t q, std::vector<Arc>& arcs) override;
  Terminal terminal(std::uint32_t t) override;
  std::size_t memory() override;
  std::size_t terminals() const { return codes_.size(); }
  std::string_view code() const { return code_; }

 private:
  using Strings = std::vector<std::string_view>;
  std::uint32_t number(std::size_t& at) const;
  Strings strings(std::size_t& at) const;
  void look();

  const std::string data_;
  Strings codes_, names_;
  std::string_view code_;
  std::uint32_t root_ = 0;
  std::vector<std::uint32_t> places_;  // of states, in the code
};

}  // namespace constrain
