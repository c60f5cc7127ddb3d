// What tokens forbid of the rest of the text, by what that is: grammars/lark/lexing/obligations.py for terminals that do not
// look ahead, so nothing is pending and any obligation allows the text to end. Not thread-safe.
#pragma once

#include <deque>
#include <functional>

#include "lark/terminal_dfa.h"

namespace constrain {

class Obligations {
 public:
  using Ids = Vec<std::int32_t>;
  static constexpr std::int32_t kFree = 0, kBroken = -1;

  // `classes` are those that a text can have.
  Obligations(ThreadMachine& machine, Ids classes, std::int32_t count);
  // The representative of all obligations that forbid what this one does: that no thread of it matches.
  std::int32_t least(Ids threads) { return least(number(threads)); }
  // What a representative becomes after one more character.
  std::int32_t after(std::int32_t obligation, std::int32_t number) { return row(obligation)[number]; }
  // What is left of it where only threads at nodes that `may_match` says so can matter.
  std::int32_t within(std::int32_t obligation, const std::function<bool(std::int32_t)>& may_match);
  ThreadMachine::List threads(std::int32_t obligation) const { return sets_[obligation]; }

 private:
  std::int32_t least(std::int32_t first);
  bool differ(std::int32_t a, std::int32_t b);
  std::int32_t number(Ids& threads);
  void prune(Ids& threads);
  bool breaks(std::int32_t thread);
  std::int32_t step(std::int32_t obligation, std::int32_t number);
  const Ids& raw(std::int32_t obligation);
  const Ids& row(std::int32_t representative);
  bool equal(std::int32_t first, std::int32_t second);

  static constexpr std::int32_t kUnknown = -2, kFound = -3;
  static constexpr std::size_t kMaxStates = 2'000;
  static constexpr std::uint64_t kMaxMerged = 5'000'000;  // pairs of states held against each other

  ThreadMachine& machine_;
  Ids classes_;
  std::int32_t count_;
  std::uint64_t merged_ = 0;
  Lists<std::int32_t> sets_;  // by number, pruned
  Ids least_;               // by number, its representative
  std::deque<Ids> raw_, rows_;  // by number: what it becomes by class; the same in representatives
  Ids known_;               // representatives
  Ids stepped_;             // scratch of `step`
  // Scratch of `equal`: by number, what it has been merged into; which have been; what is still to be merged.
  Ids parent_, merged_states_;
  Vec<std::pair<std::int32_t, std::int32_t>> open_;
  std::unordered_map<std::int32_t, bool> breaking_;
};

}  // namespace constrain
