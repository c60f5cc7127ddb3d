// LALR states that are told apart only as far as it matters: by lexer, by what comes next, by lost conflicts.
//
// A derivation that knows its LR(0) states knows far more than the language needs, and every symbol would be written once
// for each state in which it begins. States whose lexers and lost conflicts agree, and whose successors agree wherever
// both have one, are one class: a symbol that begins in any of them has the same derivations, since a transition that only
// some of them have is never asked of the others. The coarsest such division is hard to find; this one splits classes
// until nothing contradicts, and puts each state into the first part that it does not contradict. The oracle is
// tests/reference/lark_quotient.py. Immutable once made, so any thread may read it.
#pragma once

#include "lark/lalr.h"

namespace constrain {

class LarkStates {
 public:
  // `lexer_of[s]` reads where state s is on top; `always` are the terminals that may come anywhere. The table is settled.
  LarkStates(const LalrTable& table, const std::vector<std::int32_t>& lexer_of, const Words& always);

  std::int32_t start() const { return of_state_[0]; }
  const std::vector<std::int32_t>& of_state() const { return of_state_; }

  struct Class {
    std::vector<std::pair<std::int32_t, std::int32_t>> moves;  // symbol, class after it
    std::vector<std::pair<std::int32_t, Words>> lost;  // rule, the terminals that it lost; none where that is none
    Words accepts;                                             // the terminals that may come, `always` among them
    std::int32_t lexer = 0;                                    // that reads after a terminal
  };
  const std::vector<Class>& classes() const { return classes_; }

 private:
  using Row = std::vector<std::pair<std::int32_t, std::int32_t>>;
  std::vector<std::int32_t> divide(const LalrTable& table, const std::vector<Row>& labels);
  bool split(const std::vector<std::int32_t>& of_state, const std::vector<Row>& rows, std::vector<std::int32_t>& out);

  std::vector<std::int32_t> of_state_;
  std::vector<Class> classes_;
  std::uint64_t work_ = 0;
};

}  // namespace constrain
