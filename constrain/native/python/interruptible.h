// Calls of native code that a signal may stop: the bindings' side of budget.h.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>

#include "support/budget.h"
#include "support/deep_stack.h"
#include "python/released.h"

namespace constrain {

// What `work` returns. Where a signal stops it, Python's handlers run, with no lock of ours held; an exception of
// theirs (KeyboardInterrupt) is the call's, and after any other the work begins again. So it does where something of
// Python's was missing (NeedsPython), which is made then. The caller holds the interpreter's lock; `work` may release it, and leaves its arguments as they were when it throws.
template <class Work>
auto interruptible(Work work) {
  for (;;) {
    try {
      return work();
    } catch (const NeedsPython& missing) {
      missing.errand();
      continue;
    } catch (const Interrupted&) {
      forget_signals();
    }
    if (PyErr_CheckSignals() < 0) nanobind::raise_python_error();
  }
}

// The same without the interpreter's lock, with room on the stack, and inside the gate that a fork waits for.
template <class Work>
auto released(Work work) {
  return interruptible([&] {
    const Released guard;
    return with_room(work);
  });
}

// While one lives, this thread works under the limits that hold for it in Python (constrain.limits), unless it works
// under a budget already. So that what has been compiled does not fail later, work may take kLater times the steps and
// the bytes (of those that the constraint was compiled with, where nobody has set limits for the thread); and each row
// and token has them again.
class UnderLimits {
 public:
  static constexpr std::uint64_t kLater = 10;
  // With the interpreter's lock, as the end of it; in bind_budget.cc.
  explicit UnderLimits(std::uint64_t compiled_with);
  ~UnderLimits() {
    if (budget_) work_under(nullptr);
  }
  UnderLimits(const UnderLimits&) = delete;
  UnderLimits& operator=(const UnderLimits&) = delete;

 private:
  std::optional<Budget> budget_;
  std::shared_ptr<const void> cancellation_;
};

// The same for work that takes no lock of ours, for which a fork need not wait.
template <class Work>
auto unlocked(Work work) {
  return interruptible([&] {
    const Unlocked guard;
    return work();
  });
}

}  // namespace constrain
