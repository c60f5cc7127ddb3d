// What one compilation may spend, and how native loops stop early.
//
// Every loop whose length a user's text decides calls `spend(steps)`, which takes them from this thread's slice of
// work. When the slice is used up, some tenths of a millisecond later, `checkpoint` looks at what may end the work: the
// budget that this thread works under (steps, bytes, a deadline, another thread's `cancel`), a job of `parallel_for`
// that has failed, and signals. What it throws passes through everything, so whatever spends must stay right when it
// does: build aside, publish last.
//
//   1. Python opens a budget around a front end or `compile` (constrain/budget.py); inner calls work under the same
//      one.
//   2. Native code spends from it. A call without one, as of a mask, has one by the limits that hold for its thread
//      (interruptible.h); each of its rows and tokens has it again (`renew`). In the background only failed jobs end
//      the work.
//   3. A signal whose handler is Python's makes the main thread throw `Interrupted`. The bindings catch it (see
//      interruptible.h) once all locks are released, let Python run the handler, and begin again if that raises
//      nothing. So it is where native code needs something that Python makes (`NeedsPython`).
//
// Budgets of another kind bound a short cut: when they are used up, the long way is taken, and nothing is an error.
// Those are called caps.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>

// Of what one module throws and another catches: it must be the same type to both.
#define CONSTRAIN_THROWN __attribute__((visibility("default")))

namespace constrain {

// Thrown when a budget is used up. Becomes constrain.errors.LimitExceeded or Cancelled. No `LimitError`, because who
// catches that takes another way, and here no way is left.
struct CONSTRAIN_THROWN BudgetSpent : std::exception {
  enum Reason : int { Steps, Memory, Time, Cancelled };
  Reason reason;
  double limit, needed;
  std::uint64_t times;  // how often the budget had what the limits say
  BudgetSpent(Reason reason_, double limit_, double needed_, std::uint64_t times_ = 1)
      : reason(reason_), limit(limit_), needed(needed_), times(times_) {}
  const char* what() const noexcept override { return "a budget is used up"; }
};

// Thrown in the main thread when a signal has come. The work may be begun again.
struct CONSTRAIN_THROWN Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted by a signal"; }
};

// Thrown where the work needs something that Python makes. It may be begun again after `errand`, which is called with the
// interpreter's lock, and throws what Python raises.
struct CONSTRAIN_THROWN NeedsPython : Interrupted {
  std::function<void()> errand;
  explicit NeedsPython(std::function<void()> errand_) : errand(std::move(errand_)) {}
};

// Cancelled by any thread; everything else belongs to the thread that works.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  // Steps between two looks: 0.1 to 3 ms, and at half of that no more precise.
  static constexpr std::uint64_t kSlice = 1 << 15;

  // Steps of constrain.Limits(), to which bounds of parts of the work belong.
  static constexpr std::uint64_t kUsual = 150'000'000;

  // No deadline where `seconds` is infinite.
  Budget(std::uint64_t steps, std::uint64_t bytes, double seconds);

  // How many steps may be taken before the next look.
  std::uint64_t slice() const { return std::min(kSlice, steps_ - std::min(spent_, steps_)); }
  // Both throw BudgetSpent, and go on to do so.
  void spend(std::uint64_t steps);
  void reserve(std::uint64_t bytes);
  // How much a part of the work may take, of which it may take `usual` where the steps are the usual ones.
  std::uint64_t share(std::uint64_t usual) const {
    const double out = static_cast<double>(usual) * (static_cast<double>(steps_) / static_cast<double>(kUsual));
    return out > 1e18 ? std::uint64_t{1} << 60 : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(out));
  }
  std::uint64_t limit() const { return steps_; }
  std::uint64_t spent() const { return spent_; }
  std::uint64_t reserved() const { return reserved_; }
  // Whether it was long work already, some milliseconds. By steps, not by the clock: beside others little takes long.
  bool is_long() const { return spent_ > 1 << 18; }
  const std::atomic<bool>* cancelled = nullptr;  // outlives the budget, if there is one
  bool renewed = false;                          // whether each row and token has it anew
  std::uint64_t times = 1;                       // how often it has what the limits say that its maker was given
  // All steps and bytes may be spent again; what has passed of the time has passed.
  void renew() { spent_ = reserved_ = 0; }

 private:
  std::uint64_t steps_, bytes_, spent_ = 0, reserved_ = 0;
  double seconds_;
  Clock::time_point began_ = Clock::now();
};

// This thread's share of the work until the next look.
struct Pace {
  std::int64_t left = 0, slice = 0;
  Budget* budget = nullptr;
  const std::atomic<bool>* failed = nullptr;  // of the job that this thread helps with
  bool alone = false;                         // whether nobody can wait for this thread: it holds no lock
};

#ifdef __GLIBC__  // others refuse it in a library that is loaded later
#define CONSTRAIN_FAST_TLS __attribute__((tls_model("initial-exec")))
#else
#define CONSTRAIN_FAST_TLS
#endif
extern thread_local constinit Pace pace CONSTRAIN_FAST_TLS;

[[gnu::cold, gnu::noinline]] void checkpoint();

// Counts elementary steps, each some 10 ns. Throws BudgetSpent or Interrupted.
inline void spend(std::uint64_t steps) {
  if ((pace.left -= static_cast<std::int64_t>(steps)) < 0) [[unlikely]] checkpoint();
}
// Counts bytes that are kept, before they are allocated. Throws BudgetSpent.
inline void reserve(std::uint64_t bytes) {
  if (pace.budget) pace.budget->reserve(bytes);
}

// How much a part of the work may take, of which it may take `usual` under the usual limits, and without a budget.
inline std::uint64_t share_of(std::uint64_t usual) { return pace.budget ? pace.budget->share(usual) : usual; }

// At the beginning of a mask or token, of which a call may have many: each has the whole budget, if the call opened it.
inline void renew_budget() {
  if (pace.budget && pace.budget->renewed) pace.budget->renew();
}

// Makes this thread work under another budget, or none; what it spent so far is put down to the one before.
Budget* work_under(Budget* budget);

// For a thread that waits for others: whether a signal came that it should look at.
bool signalled();
// Forgets the signals that came; who calls this lets Python look next.
void forget_signals();

// While one lives, this thread works under a budget, or its own if it has one, and stops at the next checkpoint after
// `failed` is set.
class Helping {
 public:
  Helping(const std::atomic<bool>& failed, Budget* budget) : before_(pace.failed), helps_(budget && !pace.budget) {
    pace.failed = &failed;
    if (helps_) work_under(budget);
  }
  ~Helping() {
    pace.failed = before_;
    if (helps_) work_under(nullptr);
  }
  Helping(const Helping&) = delete;
  Helping& operator=(const Helping&) = delete;

 private:
  const std::atomic<bool>* before_;
  const bool helps_;
};

}  // namespace constrain
