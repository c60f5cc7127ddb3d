// A tabulated product as one graph of automata, deterministic, and every state of it can finish.
//
// What is called is a group: a symbol's requests that one state asks for, with the lexer states at which they may end there;
// ends after which the same follows are one of the group's ends, a bit. Within a group a state is a set of *members*: items,
// each with its *context*, which says what each end of its rule leads to. So nothing is made that comes to no end, and a
// symbol is never written once for each set of ends. Ignored tokens are read before the token that they precede.
// The graph is the core's network, handed over as one production's code (support/bytecode.h). The oracle writes the same
// texts as productions: tests/reference/lark_writing.py.
// (Rabin and Scott 1959; automata that call each other, with several exits: Alur et al. 2005.) Not thread-safe.
#pragma once

#include <string>

#include "lark/bar_hillel.h"
#include "support/labelled_graph.h"

namespace constrain {

// The patterns of a product's tokens; answers are numbers of terminals.
class Lexicon {
 public:
  virtual ~Lexicon() = default;
  // A terminal (or ignored tokens) of any of the texts, by the numbers that `Lexing::tokens` gave them.
  virtual std::int32_t terminal(std::int32_t name, const Lexing::Ids& texts) = 0;
  // Of a token that ends lines and leaves `left`: its texts up to the last line feed, each with the indentations after it.
  virtual Vec<std::pair<std::int32_t, std::int32_t>> line_ends(std::int32_t name, std::int32_t lexer,
                                                                       std::int32_t obligation, std::int32_t left) = 0;
};

struct LarkGraph {
  struct Terminal {
    enum Kind : std::int32_t { Plain, Head, End };  // Head: what a line end has before its indentation; End: of a block
    std::int32_t kind, of;  // Plain, Head: the lexicon's number; End: the kind of end
  };
  Vec<Terminal> terminals;
  std::string code;
};

class ProductGraph {
 public:
  // `end` is the end of the text among terminals; `tab` of the layout.
  ProductGraph(LarkProduct& product, Lexicon& lexicon, std::int32_t end, std::int32_t tab)
      : product_(product), lexicon_(lexicon), end_(end), tab_(tab) {}

  // All texts of the start's request from now on; false if there are none.
  bool begin(std::int32_t start, std::int32_t request);
  // Of the states that there are, 0 the first, what one can do: its arcs at the end of the list, and which of its group's
  // automata may end there. The states that its arcs lead to are there from then on. What throws changes nothing.
  std::uint64_t row(std::uint32_t state, std::vector<Arc>& arcs);
  std::size_t states() const { return static_cast<std::size_t>(states_.members.size()); }
  // Whether the graph, of all rows so far, is not far larger than what it was made of.
  bool fits(const Graph& graph) const;
  // That of a graph of all rows, its states divided into classes.
  void write(const Graph& graph, const std::vector<std::uint32_t>& classes, LarkGraph& out) const;
  // A graph of all that there is to begin from, whatever its size.
  void write(LarkGraph& out);
  const LarkGraph::Terminal& terminal(std::int32_t number) const { return terminals_[number]; }
  std::size_t memory() const;

 private:
  using Id = std::int32_t;
  using Ids = Vec<Id>;
  using List = std::span<const Id>;
  // A lexer state and the outcome of a rule's end there, in one number: ascending by lexer state.
  using Lead = std::uint64_t;
  static Lead lead(Id end, Id outcome) {
    return Lead{static_cast<std::uint32_t>(end)} << 32 | static_cast<std::uint32_t>(outcome);
  }
  static Id end_of(Lead each) { return static_cast<Id>(each >> 32); }
  static Id outcome_of(Lead each) { return static_cast<Id>(each & 0xFFFFFFFF); }
  // By lexer state, ascending, what a rule's end there leads to. A loop's ends lead to what they do in `base`, and to what
  // comes after the call of itself with which the request begins.
  struct Context {
    std::span<const Lead> outcomes;
    BitSets::Id domain;  // the ends that lead anywhere
    Id loop = -1, base = -1;
  };
  // An item, or what the text ends with: kWhole nothing, kEnding - lexer ignored tokens.
  struct Member {
    Id item, context, obligation;  // after ignored tokens; -1: none yet
  };
  static constexpr Id kRoot = -1, kWhole = -2, kEnding = -3;
  struct Call {
    Id symbol, request, end, member;
  };
  using Reads = Vec<std::pair<Id, Id>>;  // terminal, member
  // What a member does. Those of all members lie one after another, since there are tens of thousands.
  struct Moves {
    std::uint64_t bits = 0;
    Ids silent;
    Reads reads;
    Vec<Call> calls;
  };
  struct Places {
    std::uint64_t bits;
    std::uint32_t silent, reads, calls, silent_end, reads_end, calls_end;
  };
  // Those of an item: a terminal and the item after it; of ignored ones what they leave, and the items that may be next.
  struct Read {
    Id terminal, item;
  };
  struct Ignored {
    Id terminal, left;
    List items;
  };
  struct Tokens {
    std::span<const Read> reads;
    std::span<const Ignored> ignored;
  };
  struct Way {
    Id next;  // an item
    BitSets::Id lex_states;  // that lead there
  };
  using Ways = Few<Way>;
  struct Line {
    Id terminal, kind, tail;
  };

  Id member(Id item, Id context);
  Id member(const Member& each);
  Id onward(Id item, Id context);
  Id outcome(std::uint64_t bits, Ids& members);
  Id ends_as(std::uint32_t bit);
  Id context(Vec<Lead>& outcomes);
  Id restricted(Id context, BitSets::Id ends);
  Id looping(Id request, Id base);
  template <class F>
  void outcomes_at(Id context, Id end, F f);

  const Places& moves(Id member);
  void find_moves(const Member& from, Moves& out);
  void root(Moves& out);
  void token(Id name, const Member& from, Moves& out);
  Tokens tokens(Id name, Id item, Id obligation);
  void block_ends(const Member& from, Moves& out);
  void calls(Id symbol, const Member& from, Moves& out);
  void enter(Id request, Id context, Ids& out);
  template <class F>
  void ways(const Member& from, F f);
  template <class To, class Wanted>
  void ignored(Id lexer, Id obligation, To to, Wanted wanted, Moves& out);
  const Ways& following(Id item);
  bool ended(Id item) const { return product_.rest(product_.item(item)).symbol < 0; }
  Id end_of(Id item);
  bool repeats(Id item, Id request);
  bool leaf(Id request);
  bool may_end(Id lexer, Id obligation);
  void find_empty();

  Graph spread();
  Id state(Ids& members);
  void groups(Vec<Call>& calls, std::vector<Arc>& arcs);
  Id bit_of(Id end);
  Id group(List requests);

  Id terminal(LarkGraph::Terminal::Kind kind, Id number, Id of);
  Id lexeme(Id name, List texts);
  Id line_end(Id head, Id tail, Id line);
  std::string code(const Graph& graph, std::uint32_t root) const;

  LarkProduct& product_;
  Lexicon& lexicon_;
  const Id end_, tab_;
  Id start_ = 0, request_ = 0;
  Vec<Member> members_;
  Vec<Places> places_;  // by member
  Moves all_, scratch_;         // the moves of all members; of the one that is looked at
  std::vector<bool> made_;      // by member, whether its moves are known
  FlatMap<Id> items_;  // members by item and context
  FlatMap<Id> onward_;  // by item and context: the member, or -1 where nothing comes of it
  ListMap<Id, Id> others_, classes_;  // further members; items that are alike but for the past
  std::deque<Context> contexts_;
  ListMap<Lead, Id> context_of_;
  Lists<Id> outcomes_;  // where an end leads: members that go on, and last two numbers with bits of the group's ends
  std::array<Id, 64> ends_as_ = [] {
    std::array<Id, 64> none;
    none.fill(-1);
    return none;
  }();
  // Scratch of `groups`; `calls` and `groups`; `restricted`; `calls` and `ends_as`; `following`; `tokens`.
  Ids key_;
  Vec<Lead> leads_, kept_;
  Ids found_;
  Ids way_of_;
  Vec<Way> ways_;
  Vec<Words> way_ends_;
  Ids texts_, items_read_;
  Vec<Read> token_reads_;
  Vec<Ignored> token_ignored_;
  FlatMap<Id> restricted_, loops_;  // context, ends; request, context
  FlatMap<Id> token_of_;  // item, obligation: its place among `tokens_`
  Vec<Tokens> tokens_;
  Arena arena_;  // of what tokens are
  Vec<Ways> following_;  // by item, once somebody has asked
  Vec<signed char> leaf_;
  Vec<BitSets::Id> empty_;  // by item, the ends that it comes to reading nothing

  struct States {
    Lists<Id> members;
    ListMap<Id, Id> of_group;
  };
  States states_;
  std::unordered_map<Id, Id> bits_;  // by an exit's least end
  Vec<std::uint32_t> seen_;  // by member, the row that it was met in last
  Ids open_, to_;                    // scratch of `row`
  Reads reads_;
  Vec<Call> calls_;
  struct Exit {
    Id first, request, state;  // the least end; where it leads
    std::uint32_t number, bit = 0;
  };
  struct End {
    Id request, end;
    std::uint32_t exit;
  };
  Vec<Exit> exits_;  // scratch of `groups`
  Vec<End> ends_;
  Vec<std::uint32_t> bit_of_exit_;
  std::uint32_t rows_ = 0;
  std::size_t work_ = 0;

  // Terminals by their texts; by kind and number; by head, tail, what is known of the line.
  ListMap<Id, Id> lexemes_, numbers_, line_ends_;
  Vec<Line> lines_;
  Vec<LarkGraph::Terminal> terminals_;
};

}  // namespace constrain
