// LALR(1) lookaheads of a grammar in plain numbers: DeRemer and Pennello (1982), as grammars/lark/parsing/lalr.py describes it.
//
// Symbols are numbers in the order in which a state's transitions are to be numbered; what has rules is a nonterminal.
// Positions are rules read up to a symbol, numbered throughout; positions 0 and 1 belong to the start. Costs time in
// proportion to states times the rules that begin in them, times the words of a set of terminals. Not thread-safe.
#pragma once

#include <algorithm>
#include <span>

#include "lark/first_follow.h"

namespace constrain {

class LalrTable {
 public:
  // `bodies[i]` are the symbols of rule i, whose origin is `origins[i]`; at most `max_work` items and steps.
  LalrTable(std::int32_t symbols, std::int32_t start, const Vec<std::int32_t>& origins,
            const Vec<Vec<std::int32_t>>& bodies, std::uint64_t max_work);

  bool spent() const { return work_ > max_work_; }  // the table is of no use then
  std::uint64_t work() const { return work_; }
  struct Move {
    std::int32_t symbol, target;
    std::int32_t step = -1;  // of a nonterminal, the number of this move among those of nonterminals
  };
  std::int32_t states() const { return static_cast<std::int32_t>(begins_.size()) - 1; }
  static constexpr std::int32_t kFirstPosition = 2;  // of the first rule; those of others come after it
  // The symbols on which a state moves, ascending, with where to.
  std::span<const Move> moves(std::int32_t state) const {
    return {moves_.data() + begins_[state], moves_.data() + begins_[state + 1]};
  }
  // Of each move on a nonterminal its state and its symbol.
  std::int32_t steps() const { return static_cast<std::int32_t>(steps_.size()); }
  std::pair<std::int32_t, std::int32_t> step(std::int32_t i) const {
    return {steps_[i].first, moves_[steps_[i].second].symbol};
  }
  const Move& move(std::int32_t state, std::int32_t symbol) const {
    const std::span<const Move> row = moves(state);
    const auto found = std::lower_bound(row.begin(), row.end(), symbol,
                                        [](const Move& move, std::int32_t wanted) { return move.symbol < wanted; });
    if (found == row.end() || found->symbol != symbol)
      throw std::logic_error("lark: a state has no transition for a symbol that a rule has there");
    return *found;
  }
  // The move of a state on the symbol at a position that its kernel has.
  const Move& over(std::int32_t state, std::int32_t at) const {
    return moves_[over_[place(state, at)]];
  }
  // By step, the moves on the first symbols of its symbol's rules, by number, kNone for a rule that has none.
  std::span<const std::uint32_t> firsts(std::int32_t step) const {
    return {firsts_.data() + first_begins_[step], firsts_.data() + first_begins_[step + 1]};
  }
  const Move& numbered(std::uint32_t move) const { return moves_[move]; }
  // A rule that may end in a state: its lookaheads as the number of a set, -1 where no other rule of the state has some of
  // them; once settled, those that it lost, and before, those that are shifted.
  struct Reduction {
    std::int32_t rule, lookaheads, lost;
  };
  // In the order in which they were found.
  std::span<const Reduction> reductions(std::int32_t state) const {
    return {reductions_.data() + reduction_begins_[state], reductions_.data() + reduction_begins_[state + 1]};
  }
  // Decides between rules of one state that have lookaheads in common, as lark does, by the priorities of the rules: a
  // reduction of another of higher priority takes them away. False, and `conflict` then says where, if none is higher.
  bool settle(const Vec<std::int32_t>& priorities);
  bool settled() const { return settled_; }
  struct Conflict {
    std::int32_t rule, other;
    Words terminals;
  };
  const Conflict& conflict() const { return conflict_; }
  // Of each state the number of the set of terminals with an action.
  const Vec<std::int32_t>& accepts() const { return accepts_; }
  // The terminals of set i; `symbols` itself stands for the end of the text.
  Vec<std::int32_t> members(std::int32_t set) const;
  Words words(std::int32_t set) const { return symbols_of(sets_[set]); }
  bool terminal(std::int32_t symbol) const { return begin_[symbol].empty(); }
  std::int32_t symbols() const { return symbols_count_; }
  std::size_t rules() const { return origins_.size(); }
  std::int32_t sets() const { return sets_.size(); }

 private:
  bool burn(std::uint64_t amount) {
    spend(amount);
    return (work_ += amount) <= max_work_;
  }
  // Where a state's kernel has a position.
  std::uint32_t place(std::int32_t state, std::int32_t at) const {
    const std::uint32_t first = kernel_begins_[state];
    if (kernels_[first] == at) return first;
    const auto end = kernels_.begin() + kernel_begins_[state + 1];
    const auto found = std::lower_bound(kernels_.begin() + first, end, at);
    if (found == end || *found != at) throw std::logic_error("lark: no rule has been read up to that position");
    return static_cast<std::uint32_t>(found - kernels_.begin());
  }
  // What is left of a rule from a kernel's position on: the place after its next symbol, and the next place after whose
  // symbol all may be empty, in kernels, kNone where there is none; and the state in which the rule ends.
  struct Rest {
    std::uint32_t next, last;
    std::int32_t end;
  };
  Vec<Rest> rests_of_rules();
  bool build_states();
  bool build_lookaheads();
  void finish();
  Words symbols_of(Bits set) const;
  bool settle(std::span<Reduction> reductions, const Vec<std::int32_t>& priorities);

  std::int32_t symbols_count_;
  std::uint64_t max_work_, work_ = 0;
  std::size_t words_;  // of a set of terminals, by their places in `terminals_`, where the end of the text is the last
  Vec<std::int32_t> terminals_, index_of_;  // symbols; by symbol
  Vec<std::int32_t> symbols_, rule_at_, origins_;  // by position; -1: none
  Vec<Vec<std::int32_t>> begin_;           // by symbol, the positions where its rules begin
  std::vector<bool> nullable_, last_;  // by symbol; by position, whether all after its symbol may be empty
  Vec<std::int32_t> kernels_;                  // positions, one state's after another's
  Vec<std::uint32_t> over_;                    // of each of them the number of its move
  Vec<std::uint32_t> kernel_begins_{0}, begins_{0};  // by state
  Vec<Move> moves_;
  Vec<std::pair<std::int32_t, std::int32_t>> steps_;  // state, its move on a nonterminal
  SetRows shifts_{0, 0}, follow_{0, 0};                       // by state, what it shifts; by step
  Vec<std::uint32_t> firsts_, first_begins_{0};
  struct Ended {
    std::int32_t rule;
    std::uint32_t step;  // that counts
  };
  Vec<Ended> ended_;  // one state's after another's
  Vec<std::uint32_t> ended_begins_;
  Vec<Reduction> reductions_;  // one state's after another's
  Vec<std::uint32_t> reduction_begins_{0};
  bool settled_ = false;
  Conflict conflict_{};
  Vec<std::int32_t> accepts_;
  Lists<std::uint64_t> sets_;
};

}  // namespace constrain
