// A grammar that others contain as a whole: built once, and copied into a network when a text first reaches it.
//
// A call names one of 400 tools, say, so the schemas of the other 399 stay outside of the network (Network::read_in).
// What building would refuse, such as patterns whose tables take too long, is refused by `settle` before there is any
// text. Has no blocks, and no embedded grammars of its own; no text of it is empty. Thread-safe;
// shared by all constraints of the process that contain it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "network/automata.h"
#include "network/flat_grammar.h"
#include "network/terminals.h"
#include "tokens/token_trie.h"

namespace constrain {

class EmbeddedGrammar {
 public:
  explicit EmbeddedGrammar(FlatGrammar grammar) : grammar_(std::make_shared<const FlatGrammar>(std::move(grammar))) {}

  // Looks once at what there is to refuse on this vocabulary. Throws what the constructor of a Network does, and
  // GrammarFault for a grammar that cannot be embedded.
  void settle(ResidualStore& store, const std::shared_ptr<const TokenTrie>& trie) const;
  const std::shared_ptr<const FlatGrammar>& grammar() const { return grammar_; }
  // Once it is settled: its automata, and its terminals without their patterns, which are not read yet.
  const Automata& automata() const { return *automata_; }
  const std::vector<Terminal>& terminals() const { return terminals_; }
  std::size_t memory() const;

 private:
  const std::shared_ptr<const FlatGrammar> grammar_;
  mutable std::mutex mutex_;
  mutable std::optional<const Automata> automata_;
  mutable std::vector<Terminal> terminals_;
  mutable std::vector<std::weak_ptr<const TokenTrie>> settled_;  // on which it was looked at
};

}  // namespace constrain
