#include "support/budget.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/common.h"
#include "support/turns.h"

#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#elif defined(__APPLE__)
#include <pthread.h>
#endif

namespace constrain {

thread_local constinit Pace pace CONSTRAIN_FAST_TLS;

Budget::Budget(std::uint64_t steps, std::uint64_t bytes, double seconds)
    : steps_(steps), bytes_(bytes), seconds_(seconds) {}

void Budget::spend(std::uint64_t steps) {
  spent_ += std::min(steps, std::numeric_limits<std::uint64_t>::max() - spent_);
  if (cancelled && cancelled->load(std::memory_order_relaxed)) throw BudgetSpent(BudgetSpent::Cancelled, 0, 0);
  if (spent_ > steps_)
    throw BudgetSpent(BudgetSpent::Steps, static_cast<double>(steps_), static_cast<double>(spent_), times);
  if (std::isinf(seconds_)) return;
  const double passed = std::chrono::duration<double>(Clock::now() - began_).count();
  if (passed > seconds_) throw BudgetSpent(BudgetSpent::Time, seconds_, passed);
}

void Budget::reserve(std::uint64_t bytes) {
  reserved_ += std::min(bytes, std::numeric_limits<std::uint64_t>::max() - reserved_);
  if (reserved_ > bytes_)
    throw BudgetSpent(BudgetSpent::Memory, static_cast<double>(bytes_), static_cast<double>(reserved_), times);
}

LimitError share_spent(const std::string& what, std::uint64_t limit, std::uint64_t needed) {
  const std::uint64_t steps = pace.budget ? pace.budget->limit() / pace.budget->times : Budget::kUsual;
  const std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t factor = std::max<std::uint64_t>(2, (needed + limit - 1) / std::max<std::uint64_t>(limit, 1));
  const std::string steps_then = std::to_string(steps > most / factor ? most : steps * factor);
  return LimitError(
      what + ", or allow more: `with constrain.limited(constrain.Limits(steps=" + steps_then + "))`", limit, needed);
}

// --- Signals
// -----------------------------------------------------------------------------------------------------------
//
// Only who holds the interpreter's lock may ask Python whether a signal came, and who waits for that lock while holding
// one of ours could wait forever. So a handler of ours stands before Python's for the signals that people stop programs
// with: it notes that one came, and calls Python's. It is put there when native work first takes long in the main
// thread, and again if a program has set another since; what may have come before that is looked at by beginning again.


namespace {

constexpr int kWatched[] = {SIGINT, SIGTERM, SIGALRM, SIGHUP};
constexpr auto kPause = std::chrono::milliseconds(20);  // between two looks at whether our handlers stand

std::atomic<bool> came{false};
struct sigaction before[NSIG];

void note(int signal, siginfo_t* info, void* context) {
  came.store(true, std::memory_order_relaxed);
  const struct sigaction& next = before[signal];
  if (next.sa_flags & SA_SIGINFO) next.sa_sigaction(signal, info, context);
  else next.sa_handler(signal);
}

bool in_main_thread() {
#ifdef __linux__
  return syscall(SYS_gettid) == getpid();
#elif defined(__APPLE__)
  return pthread_main_np();
#else
  return false;
#endif
}

// Whether one of our handlers had to be put in its place.
bool watch() {
  bool any = false;
  for (const int signal : kWatched) {
    struct sigaction now;
    if (sigaction(signal, nullptr, &now) != 0) continue;
    const bool informed = now.sa_flags & SA_SIGINFO;
    if (informed ? now.sa_sigaction == note : now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN) continue;
    before[signal] = now;
    now.sa_flags |= SA_SIGINFO;
    now.sa_sigaction = note;
    any |= sigaction(signal, &now, nullptr) == 0;
  }
  return any;
}

}  // namespace

bool signalled() {
  static thread_local constinit Budget::Clock::time_point looked{};
  const bool noted = came.load(std::memory_order_relaxed);
  const auto now = Budget::Clock::now();
  if (!noted && now - looked < kPause) return false;
  looked = now;
  if (!in_main_thread()) return false;
  return watch() || noted;
}

void forget_signals() { came.store(false, std::memory_order_relaxed); }


// --- Spending
// ----------------------------------------------------------------------------------------------------------

void checkpoint() {
  const auto used = static_cast<std::uint64_t>(pace.slice - pace.left);
  pace.left = pace.slice = Budget::kSlice;
  if (pace.budget) {
    pace.left = pace.slice = 0;  // if this throws, so does the next
    pace.budget->spend(used);
    pace.left = pace.slice = static_cast<std::int64_t>(pace.budget->slice());
  }
  if (pace.alone) turns::next();
  // A helper stops where another of the same job has failed.
  if (pace.failed && pace.failed->load(std::memory_order_relaxed)) throw Interrupted();
  if (signalled()) throw Interrupted();
}

Budget* work_under(Budget* budget) {
  if (pace.budget) {
    try {
      pace.budget->spend(static_cast<std::uint64_t>(pace.slice - pace.left));
    } catch (const BudgetSpent&) {  // whoever works under it again is told
    }
  }
  turns::end();
  Budget* before = std::exchange(pace.budget, budget);
  pace.left = pace.slice = 0;
  return before;
}

}  // namespace constrain
