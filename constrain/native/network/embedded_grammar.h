// A grammar that others contain as a whole: built once, and copied into a network when a text first reaches it.
//
// A call names one of 400 tools, say, so the schemas of the other 399 stay outside of the network (Network::read_in).
// What building would refuse, such as patterns whose tables take too long, is refused by `settle` before there is any
// text. Has no blocks, and no embedded grammars of its own; no text of it is empty. Thread-safe;
// shared by all constraints of the process that contain it.
//
// One may also be written late: its maker vouches that there is nothing to refuse, and Python writes it when a text
// first reaches it (NeedsPython).
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "network/automata.h"
#include "network/flat_grammar.h"
#include "network/terminals.h"
#include "tokens/token_trie.h"

namespace constrain {

class EmbeddedGrammar : public std::enable_shared_from_this<EmbeddedGrammar> {
 public:
  using Writer = std::function<FlatGrammar()>;  // called with the interpreter's lock

  explicit EmbeddedGrammar(FlatGrammar grammar) : grammar_(std::make_shared<const FlatGrammar>(std::move(grammar))) {}
  // One that is written late. It has no counters, no scopes and no arrays of unique items.
  explicit EmbeddedGrammar(Writer writer) : writer_(std::move(writer)) {}

  // Looks once at what there is to refuse on this vocabulary, unless it is not written. Throws what the constructor of a
  // Network does, and GrammarFault for a grammar that cannot be embedded.
  void settle(ResidualStore& store, const std::shared_ptr<const TokenTrie>& trie) const;
  // Whether it is written; then it has automata, which are built now if need be.
  bool built(ResidualStore& store) const;
  // Writes it, if it is not. With the interpreter's lock and none of ours.
  void write() const;
  // Once it is built: what was written, its automata, and its terminals without their patterns, which are not read yet.
  const std::shared_ptr<const FlatGrammar>& grammar() const { return grammar_; }
  const Automata& automata() const { return *automata_; }
  const std::vector<Terminal>& terminals() const { return terminals_; }
  std::size_t memory() const;

 private:
  void keep(const Terminals& terminals, Automata made) const;

  const Writer writer_;
  mutable std::shared_ptr<const FlatGrammar> grammar_;
  mutable std::mutex mutex_;
  mutable std::optional<const Automata> automata_;
  mutable std::vector<Terminal> terminals_;
  mutable std::vector<std::weak_ptr<const TokenTrie>> settled_;  // on which it was looked at
};

}  // namespace constrain
