// The work on residuals: counted since the store was made, and bounded for each piece of it.
//
// A piece is one derivative or one emptiness search, which `begin`s. A `Cap` bounds several pieces together, for those
// who have another way where it takes too long. Not thread-safe: the owner locks.
#pragma once

#include <algorithm>
#include <utility>

#include "support/common.h"

namespace constrain {

class StepBudget {
 public:
  // Elementary steps of one derivative or emptiness search while a grammar is compiled, under the usual limits; with
  // greater ones it may take more. Patterns that come near it are refused then (probe.cc); so that what compiled does
  // not fail later, a mask may take kLater times as much, and so may work without a budget.
  static constexpr std::uint64_t kSteps = 8'000'000, kLater = 10;
  static std::uint64_t share(std::uint64_t usual) { return pace.budget ? pace.budget->share(usual) : usual * kLater; }

  // Begins a piece, unless a Cap bounds it; `more` is what it may take beyond the usual.
  void begin(std::uint64_t more = 0) {
    if (!capped_) left_ = budget_ = share(kSteps) + more;
  }
  // Throws LimitError where the piece, or a Cap, has no more.
  void spend(std::uint64_t amount) {
    constrain::spend(kStepsEach * amount);
    work_ += kStepsEach * amount;
    // A hostile intersection could make a step of any length; it ends in an error that says what to change.
    if (left_ < amount)
      throw share_spent(
          "a step of the pattern needs too much work; simplify its intersections, complements or nested counters",
          budget_, budget_ + amount);
    left_ -= amount;
  }
  // Work that no piece is bounded by.
  void count(std::uint64_t steps) {
    constrain::spend(steps);
    work_ += steps;
  }
  // Elementary steps since the beginning.
  std::uint64_t work() const { return work_; }

  // While one lives, all work together may take no more than so many elementary steps; who opens it catches the
  // LimitError, and takes another way.
  class Cap {
   public:
    Cap(StepBudget& of, std::uint64_t steps)
        : of_(of),
          outer_(std::exchange(of.capped_, true)),
          steps_(outer_ ? std::min(steps, of.left_) : steps),
          left_before_(of.left_),
          budget_before_(of.budget_) {
      of_.left_ = of_.budget_ = steps_;
    }
    ~Cap() {
      of_.capped_ = outer_;
      of_.budget_ = budget_before_;
      of_.left_ = outer_ ? left_before_ - used() : left_before_;
    }
    Cap(const Cap&) = delete;
    Cap& operator=(const Cap&) = delete;
    std::uint64_t used() const { return steps_ - of_.left_; }

   private:
    StepBudget& of_;
    const bool outer_;
    const std::uint64_t steps_, left_before_, budget_before_;
  };

  // What is left of a piece while another is done: `leave` it, and `resume` it.
  struct Piece {
    std::uint64_t budget, left;
    bool capped;
  };
  Piece leave() { return {budget_, left_, std::exchange(capped_, false)}; }
  void resume(const Piece& piece) { budget_ = piece.budget, left_ = piece.left, capped_ = piece.capped; }

  // Calls f. What it takes is not the piece's, though a Cap has it.
  template <class F>
  auto apart(F f) {
    const std::uint64_t left = left_;
    const auto out = f();
    if (!capped_) left_ = left;
    return out;
  }

 private:
  static constexpr std::uint64_t kStepsEach = 4;  // steps that one of what `spend` counts is, by the time that it takes
  std::uint64_t budget_ = kSteps, left_ = kSteps;  // of one piece, or of a Cap
  std::uint64_t work_ = 0;
  bool capped_ = false;
};

}  // namespace constrain
