// Work without the interpreter lock.
//
// Two things can go wrong where a thread takes the lock back, and both end the process where nanobind's guards are
// used: when the interpreter is shutting down, CPython ends a daemon thread right there, by unwinding its stack through
// destructors that must not throw; and a fork may come while the thread holds locks of ours (see fork_gate.h). So the
// thread leaves the gate first, and if it is to be ended, it stops forever instead, as CPython 3.14 does: the process
// ends in a moment, and what the thread holds must stay until then, or it would be destroyed under other threads.
#pragma once

#include <Python.h>

#include <chrono>
#include <exception>
#include <optional>
#include <thread>
#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

#include "support/budget.h"
#include "support/fork_gate.h"

namespace constrain {

namespace detail {
// Where the unwinding that ends a thread has been caught, which must not be for good, and is not.
[[noreturn]] inline void stop() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

#ifdef __GLIBCXX__
using Ending = abi::__forced_unwind;
#else
struct Ending {};  // elsewhere a thread ends without its destructors
#endif
}  // namespace detail

// Calls what may run Python code. That code gives up the interpreter lock now and then, and the thread may be ended
// where it takes it back; what unwinds then must not come upon objects of Python's, which it would touch without the
// lock.
template <class Call>
decltype(auto) asking_python(Call&& call) {
  try {
    return call();
  } catch (detail::Ending&) {
    detail::stop();
  }
}

inline void take_interpreter_lock(PyThreadState* state) noexcept {
  try {
    PyEval_RestoreThread(state);
  } catch (...) {
    detail::stop();
  }
}

// For long work that needs the interpreter: other threads get it for a moment, about once a millisecond from the time of
// `work_from_now` on. What runs between two calls must not rely on what others may change (bind_budget.cc).
void work_from_now();
void let_others_in();

// Gives up the interpreter lock for calls that take no lock of ours: a fork need not wait for them.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) { pace.alone = true; }
  ~Unlocked() {
    pace.alone = false;
    take_interpreter_lock(state_);
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  friend class Asking;
  PyThreadState* state_;
};

// The same for all others.
class Released {
 public:
  Released() { pace.alone = false; }

 private:
  Unlocked unlocked_;
  fork_gate::Entry entry_;  // left before the lock is taken back
};

// Has the interpreter lock on a thread that Python did not make.
class Entered {
 public:
  Entered() noexcept {
    try {
      state_ = PyGILState_Ensure();
    } catch (...) {
      detail::stop();
    }
  }
  ~Entered() { PyGILState_Release(state_); }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  PyGILState_STATE state_;
};

// Deletes what may be large without the interpreter lock, if the caller has it: to free some megabytes takes milliseconds,
// for which nobody else need wait. Whatever drops a reference reckons with other threads running meanwhile.
template <class Object>
void delete_unlocked(Object* object) {
  std::optional<Unlocked> guard;
  if (Py_IsInitialized() && PyGILState_Check()) guard.emplace();
  delete object;
}

// Has the interpreter lock back for a while, to ask Python something.
class Asking {
 public:
  explicit Asking(Unlocked& unlocked) : unlocked_(unlocked) {
    pace.alone = false;
    take_interpreter_lock(unlocked_.state_);
  }
  ~Asking() {
    unlocked_.state_ = PyEval_SaveThread();
    pace.alone = true;
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  Unlocked& unlocked_;
};

}  // namespace constrain
