// What tokens forbid of the rest of the text, by what that is: grammars/lark/lexing/obligations.py for terminals that do not
// look ahead, so nothing is pending and any obligation allows the text to end. Not thread-safe.
#pragma once

#include <deque>
#include <functional>

#include "lark/terminal_dfa.h"

namespace constrain {

class Obligations {
 public:
  using Ids = std::vector<std::int32_t>;
  static constexpr std::int32_t kFree = 0, kBroken = -1;

  // `classes` are those that a text can have.
  Obligations(ThreadMachine& machine, Ids classes, std::int32_t count);
  // The representative of all obligations that forbid what this one does: that no thread of it matches.
  std::int32_t least(Ids threads);
  // What a representative becomes after one more character.
  std::int32_t after(std::int32_t obligation, std::int32_t number) { return row(obligation)[number]; }
  // What is left of it where only threads at nodes that `may_match` says so can matter.
  std::int32_t within(std::int32_t obligation, const std::function<bool(std::int32_t)>& may_match);
  const Ids& threads(std::int32_t obligation) const { return sets_[obligation]; }

 private:
  bool differ(std::int32_t a, std::int32_t b);
  std::int32_t number(Ids threads);
  Ids pruned(Ids threads);
  bool breaks(std::int32_t thread);
  std::int32_t step(std::int32_t obligation, std::int32_t number);
  const Ids& raw(std::int32_t obligation);
  const Ids& row(std::int32_t representative);
  bool equal(std::int32_t first, std::int32_t second);

  static constexpr std::int32_t kUnknown = -2;
  static constexpr std::size_t kMaxStates = 2'000;
  static constexpr std::uint64_t kMaxMerged = 5'000'000;  // pairs of states held against each other

  ThreadMachine& machine_;
  Ids classes_;
  std::int32_t count_;
  std::uint64_t merged_ = 0;
  std::unordered_map<Ids, std::int32_t, IntsHash> numbers_;
  std::deque<Ids> sets_;    // by number, pruned
  Ids least_;               // by number, its representative
  std::deque<Ids> raw_, rows_;  // by number: what it becomes by class; the same in representatives
  Ids known_;               // representatives
  std::unordered_map<std::int32_t, bool> breaking_;
};

}  // namespace constrain
