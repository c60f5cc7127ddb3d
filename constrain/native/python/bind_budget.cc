// Budgets of work: see constrain/budget.py.
#include "python/bindings.h"
#include "python/interruptible.h"
#include "python/values.h"
#include "support/turns.h"

namespace constrain {
namespace {

// Another thread's wish that the work end.
struct Cancellation {
  std::atomic<bool> cancelled{false};
};

// A budget with what it looks at, and the one that this thread worked under before.
struct PyBudget {
  Budget budget;
  std::shared_ptr<Cancellation> cancellation;
  Budget* before = nullptr;
};

void set_spent(const BudgetSpent& e) {
  const nb::object tell = nb::module_::import_("constrain.budget").attr("spent_error");
  const nb::object error = tell(static_cast<int>(e.reason), e.limit, e.needed, e.times);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
}

// Long loops in Python hold the interpreter's lock, and a thread that waits for it asks for it after 5 ms only. So
// whoever waits may have it when a call has worked for a millisecond, and after each that follows. A thread takes some
// microseconds to wake up, so that to give the lock up and take it back at once would help nobody; at half the time
// between, a long call would take a fifth longer beside others.
constexpr std::chrono::microseconds kPause{50}, kBetween{1000};
constexpr unsigned kCalls = 16;  // of `spend` between two looks at the clock
thread_local constinit Budget::Clock::time_point worked_since{};
thread_local constinit unsigned calls = 0;

// One of those who have worked that long waits for the interpreter's lock, the others wait for that place. Or a thread
// that asks for little would wait for a millisecond of each of them, again and again: the lock goes to anyone.
class Place {
 public:
  // A wait is bounded, and a place that was taken before a fork is free in the child.
  Place() : mine_(fork_gate::generation() + 1) {
    for (int i = 0; i < kLooks && taken_.exchange(mine_, std::memory_order_acquire) == mine_; i++)
      std::this_thread::sleep_for(kPause);
  }
  ~Place() { taken_.store(0, std::memory_order_release); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  static constexpr int kLooks = 1000;
  static inline constinit std::atomic<std::uint32_t> taken_{0};
  std::uint32_t mine_;
};

}  // namespace

void work_from_now() { worked_since = Budget::Clock::now(); }

void let_others_in() {
  if (++calls % kCalls) return;
  PyThreadState* const first = PyInterpreterState_ThreadHead(PyInterpreterState_Get());
  if (!first || !PyThreadState_Next(first) || Budget::Clock::now() - worked_since < kBetween) return;
  std::optional<Place> place;
  {
    const Unlocked guard;
    std::this_thread::sleep_for(kPause);
    turns::next();
    place.emplace();
  }
  work_from_now();
}

namespace {

std::uint64_t times(std::uint64_t limit) {
  return limit > std::numeric_limits<std::int64_t>::max() / UnderLimits::kLater
             ? std::numeric_limits<std::int64_t>::max()
             : limit * UnderLimits::kLater;
}

}  // namespace

UnderLimits::UnderLimits(std::uint64_t compiled_with) {
  if (pace.budget) return;
  // Never given back: the interpreter may be gone before the process ends. Looked up under its lock.
  static PyObject* variable = nullptr;
  static std::uint64_t usual_steps = 0, usual_memory = 0;
  if (!variable) {
    const nb::object module = nb::module_::import_("constrain.budget"), usual = module.attr("Limits")();
    usual_steps = nb::cast<std::uint64_t>(usual.attr("steps"));
    usual_memory = nb::cast<std::uint64_t>(usual.attr("memory"));
    variable = nb::object(module.attr("_limits")).release().ptr();
  }
  PyObject* found = nullptr;
  if (PyContextVar_Get(variable, Py_None, &found) < 0) nb::raise_python_error();
  const nb::object given = nb::steal(found);
  if (given.is_none()) {
    budget_.emplace(times(std::max(usual_steps, compiled_with)), times(usual_memory),
                    std::numeric_limits<double>::infinity());
  } else {
    const nb::object limits = given[0], timeout = limits.attr("timeout"), cancel = given[1];
    budget_.emplace(times(nb::cast<std::uint64_t>(limits.attr("steps"))),
                    times(nb::cast<std::uint64_t>(limits.attr("memory"))),
                    timeout.is_none() ? std::numeric_limits<double>::infinity() : nb::cast<double>(timeout));
    if (!cancel.is_none()) {
      const auto cancellation = nb::cast<std::shared_ptr<Cancellation>>(cancel.attr("_native"));
      budget_->cancelled = &cancellation->cancelled;
      cancellation_ = cancellation;
    }
  }
  budget_->renewed = true;
  budget_->times = kLater;
  work_under(&*budget_);
}

void bind_budget(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const BudgetSpent& e) {
      set_spent(e);
    } catch (const Interrupted&) {  // in a call that is too short to begin again
      forget_signals();
      if (PyErr_CheckSignals() == 0) PyErr_SetString(PyExc_InterruptedError, "a signal ended this call; repeat it");
    }
  });

  nb::class_<Cancellation>(m, "Cancellation", "A flag that any thread may set; budgets that look at it then end.")
      .def(nb::init<>(), "A flag that is not set.")
      .def(
          "cancel", [](Cancellation& self) { self.cancelled.store(true, std::memory_order_relaxed); },
          "Sets the flag; from any thread.")
      .def_prop_ro(
          "cancelled", [](const Cancellation& self) { return self.cancelled.load(std::memory_order_relaxed); },
          "Whether the flag is set.");

  nb::class_<PyBudget>(
      m, "Budget", "What one call may spend; see `constrain.budget`. Belongs to the thread that begins and ends it.")
      .def(
          "__init__",
          [](PyBudget* self, std::uint64_t steps, std::uint64_t memory, double seconds,
             std::shared_ptr<Cancellation> cancellation, std::uint64_t times) {
            new (self) PyBudget{Budget(steps, memory, seconds), std::move(cancellation)};
            self->budget.times = std::max<std::uint64_t>(times, 1);
            if (self->cancellation) self->budget.cancelled = &self->cancellation->cancelled;
          },
          "steps"_a, "memory"_a, "seconds"_a, "cancellation"_a.none(), "times"_a = 1,
          "At most so many steps of work, bytes reserved and seconds (infinite for any time) from now on; `times` as "
          "many steps and "
          "bytes as the limits say that the user gave.")
      .def(
          "begin",
          [](PyBudget& self) {
            self.before = work_under(&self.budget);
            work_from_now();
          },
          "The calling thread works under this budget until `end`.")
      .def(
          "end", [](PyBudget& self) { work_under(self.before); },
          "The calling thread works under the budget that it had before `begin`.")
      .def_prop_ro(
          "steps", [](const PyBudget& self) { return self.budget.spent(); },
          "Steps that were spent; known once it has ended.")
      .def_prop_ro("memory", [](const PyBudget& self) { return self.budget.reserved(); }, "Bytes that were reserved.");

  m.def("has_budget", [] { return pace.budget != nullptr; }, "Whether the calling thread works under a budget.");
  m.def(
      "spend",
      [](std::uint64_t steps) {
        interruptible([&] { spend(steps); });
        let_others_in();
      },
      "steps"_a, "Counts steps of work; raises LimitExceeded or Cancelled. Lets other threads in now and then.");
  m.def("turns", turns::now, "How many threads have a turn at long work: at most as many as there are cores but one.");
  m.def("let_others_in", let_others_in,
        "Lets other threads in now and then, about once a millisecond, where long work spends nothing.");
  m.def(
      "reserve", [](std::uint64_t bytes) { reserve(bytes); }, "bytes"_a,
      "Counts bytes that will be kept; raises LimitExceeded.");
}

}  // namespace constrain
