// A tabulated product written out as the code of an ordinary context-free grammar; nothing written is unproductive.
//
// What is written is said in grammars/lark/parsing/bar_hillel.py and, production by production, in the oracle
// tests/reference/lark_writing.py. Right sides are nodes in one array until all names are known; then they become the postfix
// code of `Grammar.flatten` (encode_trees.cc), terminals numbered as they are met there. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "lark/bar_hillel.h"
#include "support/bytecode.h"

namespace constrain {

// The patterns of a product's tokens; answers are numbers of terminals.
class Lexicon {
 public:
  virtual ~Lexicon() = default;
  // A terminal (or ignored tokens) of any of the texts, by the numbers that `Lexing::tokens` gave them.
  virtual std::int32_t terminal(std::int32_t name, const Lexing::Ids& texts) = 0;
  // Of a token that ends lines and leaves `left`: its texts up to the last line feed, each with the indentations after it.
  virtual std::vector<std::pair<std::int32_t, std::int32_t>> line_ends(std::int32_t name, std::int32_t lexer, std::int32_t obligation,
                                                                       std::int32_t left) = 0;
};

struct WrittenGrammar {
  struct Terminal {
    enum Kind : std::int32_t { Plain, Head, End };  // Head: what a line end has before its indentation; End: of a block
    std::int32_t kind, number;                      // Head: of one line end, whose terminal is `of`; End: the kind of end
    std::int32_t of;
  };
  std::vector<Terminal> terminals;
  std::vector<std::string> names, codes;
  std::vector<std::int32_t> families;  // by production: equal for all that are written for one symbol
  std::int32_t start;
};

class LarkWriter {
 public:
  // `names` by symbol; `end` is the end of the text among terminals; `tab` of the layout.
  LarkWriter(LarkProduct& product, Lexicon& lexicon, std::vector<std::string> names, std::int32_t end, std::int32_t tab)
      : product_(product), lexicon_(lexicon), symbols_(std::move(names)), end_(end), tab_(tab), following_(product.items()) {}

  // All texts of the request; false if there are none.
  bool write(std::int32_t start, std::int32_t request, WrittenGrammar& out);

 private:
  using Node = std::int32_t;
  enum Kind : std::uint8_t { Terminal, Nonterminal, Sequence, Choice, Repeat, LineEnd, BlockEnd };  // the first five as in GrammarCode
  struct Expression {
    Kind kind;
    std::int32_t a, b;  // a number; of sequences and choices, the first of its parts and how many
  };
  struct Line {
    std::int32_t head, tail, kind;
  };
  using Nodes = std::vector<Node>;
  using Ways = std::vector<std::pair<std::int32_t, BitSets::Id>>;    // items, and the lexer states that lead there
  using Lefts = std::vector<std::pair<std::int32_t, std::int32_t>>;  // an obligation, and what is known of lines
  // A right side that is named and not written yet.
  struct Task {
    enum What { Symbol, Branch, Token, Ignored } what;
    std::int32_t production;
    std::array<std::int32_t, 4> of;  // request, lexer states; item, lexer states; symbol, lexer, obligation, target; lexer, first, last
    Lefts lefts;
  };

  Node add(Kind kind, std::int32_t a, std::int32_t b = 0);
  Node compound(Kind kind, const Node* parts, std::size_t count);
  Node compound(Kind kind, const Nodes& parts) { return compound(kind, parts.data(), parts.size()); }
  Node compound(Kind kind, std::initializer_list<Node> parts) { return compound(kind, parts.begin(), parts.size()); }
  Node taken(Kind kind, std::size_t from);
  Node named(FlatMap<std::int32_t>& known, std::int32_t first, std::int32_t lasts, std::int32_t symbol, Task::What what);
  Node named(std::vector<std::int32_t> key, std::int32_t symbol, Task task);
  void name(std::int32_t symbol, Task task);
  Node write(const Task& task);
  bool ending(std::int32_t lexer, std::int32_t obligation, Node& out);
  Node symbol(std::int32_t symbol, std::int32_t request, BitSets::Id lasts);
  Node symbol_ways(std::int32_t request, BitSets::Id lasts);
  Node rest(std::int32_t item, BitSets::Id lasts);
  Node branch(std::int32_t item, BitSets::Id lasts);
  const Ways& following(std::int32_t item);
  Node step(std::int32_t item, BitSets::Id lasts);
  Node next(std::int32_t item, BitSets::Id lasts);
  Node block_end(const LarkProduct::LexState& first, const LarkProduct::LexState& end);
  Node token(const Task& task);
  Node line_end(std::int32_t name, std::int32_t lexer, std::int32_t first, std::int32_t last, std::int32_t line);
  Node ignored(std::int32_t lexer, std::int32_t first, std::int32_t last);
  Node ignored_ways(std::int32_t lexer, std::int32_t first, std::int32_t last);
  Node lexeme(std::int32_t name, Lexing::Ids texts);
  Node ignored_leaving(std::int32_t lexer, std::int32_t first, std::int32_t left);
  void emit(WrittenGrammar& out);

  LarkProduct& product_;
  Lexicon& lexicon_;
  std::vector<std::string> symbols_;
  std::int32_t end_, tab_;
  std::vector<Expression> nodes_;
  Nodes parts_, stack_;
  std::vector<Line> lines_;
  std::vector<std::string> names_;
  std::vector<std::int32_t> families_;
  Nodes rights_;  // by production
  std::int32_t named_count_ = 0;
  FlatMap<std::int32_t> of_request_, of_item_;  // productions of a request or the rest of an item, up to any of a set of lexer states
  std::unordered_map<std::vector<std::int32_t>, std::int32_t, IntsHash> of_token_;  // of tokens and ignored ones
  std::vector<Task> todo_;
  FlatMap<Node> steps_;  // item, lexer states
  std::vector<Ways> following_;  // by item, once somebody has asked
  std::unordered_map<std::array<std::int32_t, 4>, Node, IntsOfFour> line_ends_;  // head, tail, what is known of the line
  std::unordered_map<std::vector<std::int32_t>, std::int32_t, IntsHash> terminals_;  // by their texts
};

}  // namespace constrain
