// A Lark grammar of the plain kind from rules and terminals to one graph, all of it natively.
//
// Plain are LALR parsers with contextual or basic lexers whose terminals `TerminalProgram` reads and `LarkLexing` lexes, as
// most grammars are. Everything else, and every error, throws `NotPlain`: the front end in Python
// (grammars/lark/front.py), of which this is a copy in all that it accepts, goes through the grammar again.
#pragma once

#include <mutex>

#include "lark/lexing.h"
#include "support/lazy_graph.h"

namespace constrain {

struct PlainGrammar {
  std::int32_t symbols;  // how many, in the order of their names; the end of the text, which is none, comes after them
  Vec<std::int32_t> origins;  // of each rule
  Vec<Vec<std::int32_t>> bodies;
  Vec<std::int32_t> ranks;  // of each rule, its priority among those of all rules
  Vec<LarkTerminal> terminals;
  Words ignored;  // symbols
  std::int32_t start;
  bool contextual;
  TerminalProgram::Categories categories;
};

struct PlainGraph {
  LarkGraph graph;  // its terminals are numbers in `terminals`
  std::vector<std::pair<std::string, std::string>> terminals;  // code and name
};

// The grammar's product, and of its graph what somebody has asked for. That every state can finish is known of the product,
// all of which is there; so the graph's states need not be.
class PlainStates : public LazyGraph {
 public:
  PlainStates(PlainGrammar grammar, std::uint64_t max_items, std::uint64_t max_work);
  // Whether every terminal that may still be made is known to match some text and to be small.
  bool may_wait() const { return may_wait_; }
  PlainGraph whole();

  std::uint64_t state(std::uint32_t q, std::vector<Arc>& arcs) override;
  Terminal terminal(std::uint32_t t) override;
  std::size_t memory() override;

 private:
  std::mutex mutex_;  // a leaf: nothing else is locked under it
  Pool pool_;         // of all that follows
  std::optional<LarkRules> rules_;
  std::optional<LarkLexing> lexing_;
  std::optional<LarkProduct> product_;
  std::optional<ProductGraph> writer_;
  bool may_wait_ = false;
};

}  // namespace constrain
