// Lark's lexers of one grammar, natively: which lexer reads where, what one token can be, and what it forbids of the rest.
//
// The same as grammars/lark/lexing/lexer.py, keywords.py and parsing/contextual_lexers.py, which are the definition, for
// grammars whose terminals do not look ahead or past their beginning, and whose lexers rank their terminals. What else there
// is throws `NotPlain`. Automata, obligations and patterns are made when the product of rules and lexer asks for them.
// Not thread-safe.
#pragma once

#include <memory>
#include <optional>

#include "lark/obligations.h"
#include "lark/overlap.h"
#include "lark/product_graph.h"
#include "lark/terminal_program.h"

namespace constrain {

// A terminal as lark has it; `order` of the lexers is by these.
struct LarkTerminal {
  std::string name, value;  // `value`: its text, or its regular expression
  bool literal, any_case;
  std::int32_t priority = 0, symbol = 0;
  TerminalProgram::Added added{};
};

class LarkLexing : public Lexing, public Lexicon {
 public:
  using Ids = Vec<std::int32_t>;
  // `terminals` have been added to the program, and are sorted as lark tries them; `followers` by symbol, for those after
  // which not anything may come; `ignored` are symbols.
  LarkLexing(const TerminalProgram& program, Vec<LarkTerminal> terminals,
             const Vec<std::optional<Words>>& followers, const Words& ignored);

  // The lexer of each state of the table; `always` may come anywhere.
  Ids contextual(const LalrTable& table, const Words& always);
  // One lexer of all.
  void basic() { lexers({all_}); }
  std::int32_t count() const { return static_cast<std::int32_t>(lexers_.size()); }

  Vec<std::array<std::int32_t, 3>> tokens(std::int32_t lexer, std::int32_t obligation) override;
  Ids line_ends(std::int32_t, std::int32_t) override { return {}; }
  std::int32_t within(std::int32_t obligation, Bits terminals) override;
  bool may_end(std::int32_t) override { return true; }
  std::int32_t terminal(std::int32_t name, const Ids& texts) override;
  Vec<std::pair<std::int32_t, std::int32_t>> line_ends(std::int32_t, std::int32_t, std::int32_t,
                                                               std::int32_t) override {
    return {};
  }

  // Once tokens have been asked for: whether all terminals that may still be made are small, and each is matched by some text.
  // Makes what is large or no literal.
  bool settle();
  // Of each terminal of the finished grammar its code and its name.
  const std::vector<std::pair<std::string, std::string>>& written() const { return written_; }

 private:
  // Deterministic, over classes of characters; state 0 begins, `outcomes` are the obligations that a text which ends there
  // leaves.
  struct Automaton {
    Vec<Vec<std::pair<std::int32_t, std::int32_t>>> edges;
    Vec<Ids> outcomes;
    bool minimal = false;
    bool chain = false;  // each state leads to the next alone, and the last one has an outcome
    Vec<Ids> before;  // the states that lead to each, once somebody has asked
  };
  using Shared = std::shared_ptr<Automaton>;
  using Texts = std::int32_t;  // a number in `texts_`
  struct Outcome {
    std::int32_t symbol, left;
    Texts texts, own;  // `own`: before keywords were taken out
  };
  struct Role {
    std::int32_t terminal;
    Ids competitors, keywords;
    auto operator<=>(const Role&) const = default;
  };
  struct LexerOf {
    Vec<std::pair<std::int32_t, bool>> roles;  // their numbers, and whether tokens are ignored
  };

  static constexpr std::size_t kMaxTerminals = 600, kMaxBeginnings = 500, kMaxStates = 20'000, kManyStates = 300;
  static constexpr std::uint64_t kMaxWork = 2'000'000, kMaxSize = 1 << 20;
  // States of one automaton, and ways around all, that are written as expressions. Beyond, what is written is large, and
  // the front end in Python has other forms for it.
  static constexpr std::ptrdiff_t kMostEliminated = 300;
  static constexpr std::uint64_t kMaxWays = 200'000;

  bool competes(std::int32_t earlier, std::int32_t name);
  std::int32_t group_of(Bits symbols);
  void find_keywords();
  void lexers(const Vec<Words>& lists);
  bool takes(std::int32_t terminal, const Ids& classes);
  std::int32_t before(std::int32_t terminal, std::int32_t obligation);
  const Vec<Outcome>& outcomes(std::int32_t role, std::int32_t obligation);
  Shared own(const Role& role);
  Shared spelled(std::int32_t terminal);
  Shared under(const Automaton& automaton, std::int32_t obligation);
  Vec<std::pair<std::int32_t, Texts>> texts_of(const Shared& automaton);
  std::optional<Vec<std::pair<std::int32_t, Texts>>> chain(const Automaton& automaton, std::int32_t keyword);
  static bool endless(const Automaton& automaton, std::int32_t outcome);
  static void minimise(Automaton& automaton);
  Patterns::Id pattern(Automaton& automaton, std::int32_t outcome);
  Patterns::Id* way(std::int32_t from, std::int32_t to);
  void add_way(std::int32_t from, std::int32_t to, Patterns::Id pattern);
  void eliminate(const std::vector<bool>& alive, std::int32_t count);
  Patterns::Id one_of(const Ids& classes);
  Texts lazy(std::function<Patterns::Id()> make);
  Texts without(Texts own, Vec<Texts> others);
  Patterns::Id made(Texts texts);
  void count_states(std::size_t more);

  Vec<LarkTerminal> terminals_;
  std::int32_t found_ = 0;
  Words all_, ignored_;                // terminals by place
  Vec<std::int32_t> place_;    // by symbol, or -1
  Vec<CodePoints> classes_;
  Ids real_;                           // classes that a text can have
  std::unique_ptr<ThreadMachine> machine_;
  std::unique_ptr<Overlap> overlap_;
  std::unique_ptr<Obligations> obligations_;
  Patterns patterns_;
  Vec<Words> firsts_;                    // by terminal, the classes with which it may begin
  Vec<std::int32_t> groups_,
      beyond_;  // by terminal, the overlap's group of what may follow; what follows keywords too
  Vec<std::optional<Words>> followers_;  // by terminal, symbols
  Lists<std::uint64_t> grouped_;  // sets of symbols, of which the groups are
  Ids groups_of_;
  Vec<Ids> competitors_;                 // by terminal, all that can take a text from it, in order
  Map<std::pair<std::int32_t, std::int32_t>, bool>
      overrides_;  // terminal, keyword: whether that is no terminal beside it
  Vec<LexerOf> lexers_;
  Vec<Role> roles_;
  Map<Role, std::int32_t> role_of_;
  Map<std::pair<std::int32_t, Ids>, Shared> own_;
  Map<std::pair<std::int32_t, std::int32_t>, Vec<Outcome>> outcomes_;  // by role and obligation
  const Vec<Outcome> none_;
  Map<std::pair<std::int32_t, std::int32_t>, std::int32_t> before_;
  Map<std::pair<std::int32_t, std::int32_t>, std::int32_t> within_;  // obligation, group
  Vec<std::function<Patterns::Id()>> makers_;
  Vec<Patterns::Id> texts_;  // -1: not made yet
  ListMap<std::int32_t, Patterns::Id> one_of_;
  // Of an automaton that becomes an expression, by state: what leads from it, in the order in which it was joined, and from
  // where something leads to it, ascending.
  struct Ways {
    Vec<std::pair<std::int32_t, Patterns::Id>> out;
    Ids into;
  };
  Vec<Ways> ways_;
  Vec<std::pair<std::int32_t, std::int32_t>> row_;  // scratch of `pattern`
  std::vector<std::pair<std::string, std::string>> written_;
  std::unordered_map<std::string, std::int32_t> by_code_;
  std::size_t beginnings_ = 0, states_ = 0;
  std::uint64_t eliminated_ = 0;
  bool doubtful_ = false;  // whether there is an outcome of which texts may have been taken until none was left
};

}  // namespace constrain
