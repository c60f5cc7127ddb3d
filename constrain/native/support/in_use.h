// Who uses an object that belongs to one thread at a time: any number of calls that read it, or one that changes it.
//
// Such a call gives up the interpreter lock, so another thread may come with the same object, which would then read
// what is being freed. It is refused instead. Counts are changed under the interpreter lock alone and cost next to
// nothing.
#pragma once

#include <stdexcept>

#include "support/fork_gate.h"

namespace constrain {

class InUse {
 public:
  struct Reading;   // one call that reads, or changes, while it lives
  struct Changing;

  bool may_read() const { return count_ >= 0 || stale(); }
  bool may_change() const { return count_ == 0 || stale(); }

  void check_read() const {
    if (!may_read()) refuse();
  }
  void check_change() const {
    if (!may_change()) refuse();
  }
  void begin_reading() {
    check_read();
    set(stale() ? 1 : count_ + 1);
  }
  void end_reading() { set(count_ - 1); }
  void begin_change(const void* by = nullptr) {
    check_change();
    set(kChanging);
    by_ = by;
  }
  void end_change() {
    set(0);
    by_ = nullptr;
  }
  // Whether the call that was named when the change began is amid it.
  bool changed_by(const void* call) const { return by_ == call && !may_read(); }

  static constexpr const char* kRefusal =
      "it is in use on another thread, and it belongs to one thread at a time; give each its own";

 private:
  static constexpr int kChanging = -1;
  // Whether the count speaks of threads that a fork has left behind. A fork waits until none is amid its work.
  bool stale() const { return generation_ != fork_gate::generation(); }
  void set(int count) {
    count_ = count;
    generation_ = fork_gate::generation();
  }
  [[noreturn]] static void refuse() { throw std::runtime_error(kRefusal); }

  int count_ = 0;
  std::uint32_t generation_ = 0;
  const void* by_ = nullptr;
};

struct InUse::Reading {
  explicit Reading(InUse& use) : use_(use) { use_.begin_reading(); }
  ~Reading() { use_.end_reading(); }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  InUse& use_;
};

struct InUse::Changing {
  explicit Changing(InUse& use) : use_(use) { use_.begin_change(); }
  ~Changing() { use_.end_change(); }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  InUse& use_;
};

}  // namespace constrain
