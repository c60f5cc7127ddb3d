// Rules of a Lark grammar times its lexer: which symbol leads from which lexer state between two tokens to which other.
//
// Lexer states, items and requests are defined in grammars/lark/parsing/bar_hillel.py. The slow product in
// tests/reference/lark_product.py is the oracle. Where that one has a position of a rule and an LALR state, here is a
// *rest*: what is left of a rule, whatever the rule and the state, as far as anything tells it apart. Sets of lexer states
// and of terminals are interned, so passing ends back along an edge is mostly a look-up. `Lexing` is asked which
// obligations tokens leave, each question once. Not thread-safe.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <span>

#include "lark/few.h"
#include "lark/lalr.h"

namespace constrain {

// The terminals' side: obligations (what earlier tokens demand of the rest) are numbers, 0 is none; each question is asked
// once.
class Lexing {
 public:
  using Ids = Vec<std::int32_t>;
  static constexpr std::int32_t kIgnored = -1;  // instead of a terminal: a token that is ignored
  virtual ~Lexing() = default;

  // What one token can be under an obligation: its terminal, the obligation left after it, and the number of its texts.
  virtual Vec<std::array<std::int32_t, 3>> tokens(std::int32_t lexer, std::int32_t obligation) = 0;
  // The obligations that may be left after a token that ends lines.
  virtual Ids line_ends(std::int32_t lexer, std::int32_t obligation) = 0;
  // What of an obligation matters where one of the terminals comes next; -1 where nothing can fulfil it.
  virtual std::int32_t within(std::int32_t obligation, Bits terminals) = 0;
  // Whether the text may end under an obligation.
  virtual bool may_end(std::int32_t obligation) = 0;
};

// Of an Indenter; see grammars/lark/parsing/indenter.py.
struct LarkLayout {
  std::int32_t newline, indent, dedent;  // symbols, -1 where no rule has them
  Words opening, closing;
};

// What a product asks of a settled LALR table, which is another's: where states lead, and which lexer reads there.
class LarkStates {
 public:
  // `lexer_of[s]` reads where state s is on top; `always` are the terminals that may come anywhere.
  LarkStates(const LalrTable& table, Vec<std::int32_t> lexer_of, const Words& always);
  const LalrTable& table() const { return table_; }
  std::int32_t lexer(std::int32_t state) const { return lexer_of_[state]; }
  // The terminals that may come in some state in which the lexer reads.
  const Vec<Words>& accepts() const { return accepts_; }
  // The table's set of those that a rule lost where it ends in a state, or -1.
  std::int32_t lost(std::int32_t state, std::int32_t rule) const;

 private:
  const LalrTable& table_;
  Vec<std::int32_t> lexer_of_;
  Vec<Words> accepts_;
};

class LarkProduct {
 public:
  enum Line : std::int32_t { Within, Indent, Dedent, Ended };
  struct LexState {
    std::int32_t lexer, obligation, lost, line;  // `lost` is a set of terminals
    bool operator==(const LexState&) const = default;
  };
  struct Rest {
    std::int32_t symbol = -1, following = -1;  // the one that is next, or -1, and the rest after it
    // Of a nonterminal its derivation (a symbol, begun in a state of the table), of a terminal which terminals matter
    // after it (see `left_after`), of an end those that it has lost.
    std::int32_t label = 0;
    std::int32_t lexer = 0;  // that reads after a terminal
    BitSets::Id head = -1;   // the terminals that come next; -1: the rest may be empty
    bool inside = false;     // whether the rule itself has opened a bracket after the symbol
    bool operator==(const Rest&) const = default;
  };
  struct Request {
    std::int32_t derivation = 0, lex_state = 0;
    BitSets::Id ends = 0;
    Few<std::int32_t> waiting, firsts;  // items
  };
  struct Item {
    std::int32_t rest = 0, lex_state = 0, request = -1;  // `request`: of the nonterminal that it reads
    bool inner = false;
    BitSets::Id reach = 0, unsent = 0;
    struct Edge {
      std::int32_t first, second;  // lexer state, item
    };
    Few<Edge> edges;
    Few<std::int32_t> before, requests;
  };
  struct Limits {
    std::uint64_t items, work;
  };

  // The rules and what they lex with are the caller's, and must outlive the product; the states, until all is tabulated.
  // `followers[t]`: the terminals that may come after t; none: any. `lexers`: how many; `always`: what they may ignore.
  LarkProduct(const LarkRules& rules, Lexing& lexing, Vec<std::optional<Words>> followers, std::int32_t lexers,
              const Words& always, const LarkStates* states, std::optional<LarkLayout> layout, Limits limits);

  // Everything that the symbol can be from the lexer state where a text begins; returns the request.
  std::int32_t tabulate(std::int32_t symbol, std::int32_t lexer, std::int32_t obligation);

  // For the writer, once all is tabulated.
  const Request& request(std::int32_t id) const { return requests_[id]; }
  const Item& item(std::int32_t id) const { return items_[id]; }
  const LexState& lex_state(std::int32_t id) const { return lex_states_[static_cast<std::size_t>(id)]; }
  const Rest& rest(const Item& item) const { return rests_[item.rest]; }
  const Rest& after(const Rest& rest) const { return rests_[rest.following]; }
  bool terminal(std::int32_t symbol) const { return rules_.terminal(symbol); }
  const std::optional<LarkLayout>& layout() const { return layout_; }
  bool ends_lines(std::int32_t terminal) const { return layout_ && terminal == layout_->newline; }
  BitSets& sets() { return sets_; }
  BitSets& names() { return names_; }
  void burn(std::uint64_t amount);
  std::size_t requests() const { return requests_.size(); }
  std::size_t items() const { return items_.size(); }

  // The obligations after any number of ignored tokens, in the order in which they are found.
  const Lexing::Ids& after_ignored(std::int32_t lexer, std::int32_t obligation);
  // The obligations that may be left after a token of the type.
  std::span<const std::int32_t> lexemes(std::int32_t terminal, std::int32_t lexer, std::int32_t obligation);
  // The numbers of the texts, in the order of the obligation left after them; not of tokens that end lines.
  std::span<const std::int32_t> texts(std::int32_t terminal, std::int32_t lexer, std::int32_t obligation) {
    return kind(terminal, lexer, obligation).second;
  }
  // The obligation left after a terminal: of a token's obligation what the terminals that matter after it can tell
  // (-1: any may matter); or -1.
  std::int32_t left_after(std::int32_t left, BitSets::Id matter) { return matter < 0 ? left : within(left, matter); }
  bool may_end(std::int32_t obligation) const { return lexing_.may_end(obligation); }

 private:
  // Tokens by their types, the types ascending: the obligations that they leave, and the numbers of the texts that do.
  struct Kinds {
    Lexing::Ids types, lefts, texts;
  };
  using Kind = std::pair<std::span<const std::int32_t>, std::span<const std::int32_t>>;  // those of one type
  Kind kind(std::int32_t terminal, std::int32_t lexer, std::int32_t obligation);

  std::int32_t number(const LexState& lex_state);
  std::int32_t within(std::int32_t obligation, BitSets::Id terminals);
  std::span<const std::int32_t> shift(const Rest& rest, std::int32_t lex_state, bool inner);
  void after_terminal(const Rest& rest, LexState lex_state, bool inner, Vec<std::int32_t>& out);
  // The symbol at a position in a state: where it leads and, of a nonterminal, its derivation.
  LalrTable::Move go(std::int32_t state, std::int32_t at) const {
    if (!states_) return {symbols_[at], 0, symbols_[at]};
    const bool begins = at == 0 || symbols_[at - 1] < 0;
    return begins ? states_->table().move(state, symbols_[at])
                  : states_->table().over(state, at + LalrTable::kFirstPosition);
  }
  std::pair<std::int32_t, std::int32_t> origin(std::int32_t derivation) const {  // its state and its symbol
    return states_ ? states_->table().step(derivation) : std::pair(0, derivation);
  }
  std::int32_t lexer(std::int32_t state) const { return states_ ? states_->lexer(state) : 0; }
  BitSets::Id lost(std::int32_t state, std::int32_t at);
  BitSets::Id matter(std::int32_t terminal, std::int32_t lexer);
  std::int32_t rest_of(std::int32_t at, std::int32_t state);
  std::int32_t begun(std::int32_t derivation);
  std::int32_t root(std::int32_t derivation) const;
  std::span<const std::int32_t> begins(std::int32_t derivation);
  bool alike(std::int32_t a, std::int32_t b);
  bool same_rests(std::size_t rule, std::int32_t at, std::int32_t one, std::int32_t other);
  std::int32_t requested(std::int32_t derivation, std::int32_t lex_state);
  std::int32_t enter(std::int32_t rest, std::int32_t lex_state, bool inner);
  std::int32_t entered(std::int32_t rest, std::int32_t lex_state, bool inner);
  std::int32_t narrowed(BitSets::Id head, std::int32_t lex_state);
  void expand(std::int32_t item);
  std::int32_t reduced(const Item& item);
  void link(std::int32_t item, std::int32_t lex_state);
  void end(std::int32_t id, Item& item, BitSets::Id lex_states);
  void flow(std::int32_t item);

  const LarkRules& rules_;
  Lexing& lexing_;
  std::int32_t outer_;  // lexers from this one on read within brackets
  const LarkStates* states_;
  std::optional<LarkLayout> layout_;
  Limits limits_;
  std::uint64_t work_ = 0;

  BitSets names_, sets_;  // of terminals; of lexer states
  BitSets::Id always_;
  Vec<BitSets::Id> followers_, accepts_;  // by terminal, -1: any; by lexer
  Vec<BitSets::Id> lost_;                 // by set of the table, -1: not asked for yet

  Vec<Vec<std::int32_t>> begin_;   // by symbol, where its rules begin
  // Derivations that are alike are a tree, of which the root stands for all.
  Vec<std::int32_t> up_;                    // by derivation, or -1
  std::vector<bool> known_;  // by derivation, whether it is none of the other roots of its symbol
  Vec<Vec<std::int32_t>> of_symbol_;  // those that are known
  Vec<std::span<const std::int32_t>> begins_;  // by derivation, its rests, once somebody has asked
  FlatMap<std::int32_t> rest_at_;                      // position, state
  StableVector<Rest, 3, 12> rests_;
  HashIndex rest_index_;
  Vec<std::int32_t> merged_;                      // scratch of `alike`
  Vec<std::array<std::int32_t, 2>> open_;         // scratch of `alike`
  struct Passed {
    std::int32_t position, state;
    LalrTable::Move move;
  };
  Vec<Passed> path_;  // scratch of `rest_of`
  Vec<std::int32_t> symbols_, rule_at_;    // by position
  std::vector<bool> inside_;                       // by position, whether the rule itself has opened a bracket there
  Vec<BitSets::Id> heads_;  // by position, the terminals that come next; -1: the rest may be empty

  std::deque<LexState> lex_states_;
  HashIndex numbers_, request_of_, item_of_;
  StableVector<Request> requests_;
  StableVector<Item, 3, 12> items_;
  Vec<std::int32_t> todo_;
  std::deque<std::int32_t> flows_;

  ListMap<std::int32_t, std::span<const std::int32_t>> shifts_;
  Vec<std::int32_t> shifted_;  // scratch of `shift`
  FlatSet met_;
  Arena arena_;  // of what lies in spans
  FlatMap<std::int32_t> within_, narrow_;  // obligation, set of terminals; set of terminals, lexer state
  FlatMap<std::int32_t> entered_;  // rest, lexer state and whether it is inner: the item
  std::unordered_map<std::uint64_t, Kinds> kinds_;
  std::unordered_map<std::uint64_t, Lexing::Ids> ignores_, lines_;
};

}  // namespace constrain
