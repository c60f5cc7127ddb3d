// A Lark grammar of the plain kind from rules and terminals to one graph, all of it natively.
//
// Plain are LALR parsers with contextual or basic lexers whose terminals `TerminalProgram` reads and `LarkLexing` lexes, as
// most grammars are. Everything else, and every error, throws `NotPlain`: the front end in Python
// (grammars/lark/front.py), of which this is a copy in all that it accepts, goes through the grammar again.
#pragma once

#include "lark/lexing.h"

namespace constrain {

struct PlainGrammar {
  std::vector<std::string> symbols;   // in the order of their names; the end of the text, which is none, comes after them
  std::vector<std::int32_t> origins;  // of each rule
  std::vector<std::vector<std::int32_t>> bodies;
  std::vector<std::int32_t> ranks;  // of each rule, its priority among those of all rules
  std::vector<LarkTerminal> terminals;
  Words ignored;  // symbols
  std::int32_t start;
  bool contextual;
  TerminalProgram::Categories categories;
};

struct PlainGraph {
  LarkGraph graph;  // its terminals are numbers in `terminals`
  std::vector<std::pair<std::string, std::string>> terminals;  // code and name
};

PlainGraph plain_graph(PlainGrammar grammar, std::uint64_t max_items, std::uint64_t max_work);

}  // namespace constrain
