#include "support/fork_gate.h"

#include <atomic>

#include <pthread.h>

namespace constrain::fork_gate {
namespace {

std::atomic<std::uint32_t> inside{0};  // threads
std::atomic<std::uint32_t> closed{0};  // 1 while a thread forks
std::atomic<std::uint32_t> forks{0};
thread_local std::uint32_t depth = 0;  // how often this thread has entered

void step_out() {
  inside.fetch_sub(1);
  if (closed.load()) inside.notify_all();
}

// A newcomer adds itself and then looks whether the gate is closed; whoever closes it closes it and then looks who is
// inside. So one of the two sees the other.
void step_in() {
  for (;;) {
    inside.fetch_add(1);
    if (!closed.load()) [[likely]] return;
    step_out();
    closed.wait(1);
  }
}

void close() {
  while (closed.exchange(1)) closed.wait(1);  // another thread forks
  const std::uint32_t own = depth > 0;        // a crash handler may fork wherever it is
  for (std::uint32_t now; (now = inside.load()) > own;) inside.wait(now);
}

void open() {
  closed.store(0);
  closed.notify_all();
}

void open_in_child() {
  inside.store(depth > 0);
  closed.store(0);
  forks.fetch_add(1);
}

}  // namespace

void enter() {
  if (depth++ == 0) step_in();
}

void leave() {
  if (--depth == 0) step_out();
}

void pass() {
  if (depth != 1 || !closed.load(std::memory_order_relaxed)) return;
  step_out();
  step_in();
}

std::uint32_t generation() { return forks.load(std::memory_order_relaxed); }

void install() {
  [[maybe_unused]] static const int registered = pthread_atfork(close, open, open_in_child);
}

}  // namespace constrain::fork_gate
