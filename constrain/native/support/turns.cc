#include "support/turns.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "support/budget.h"
#include "support/fork_gate.h"

namespace constrain::turns {
namespace {

using Clock = Budget::Clock;
constexpr std::chrono::milliseconds kTurn{5}, kMost{50};  // how long one lasts, and how long one is waited for
constexpr std::chrono::microseconds kPause{500};          // between two looks at whether one is free

// How many threads have a turn, below the generation of forks that they belong to: in a child they are gone.
constinit std::atomic<std::uint64_t> taken{0};
thread_local constinit std::uint64_t mine = 0;  // the generation that this thread's turn belongs to, above a one
thread_local constinit Clock::time_point began{};

std::uint64_t none() { return std::uint64_t{fork_gate::generation()} << 32; }

std::uint64_t at_once() {
  static const std::uint64_t cores = std::max(2u, std::thread::hardware_concurrency()) - 1;
  return cores;
}

bool take() {
  std::uint64_t now = taken.load(std::memory_order_relaxed), given = none();
  do {
    if (now >> 32 == given >> 32 && now - given >= at_once()) return false;
  } while (!taken.compare_exchange_weak(now, (now >> 32 == given >> 32 ? now : given) + 1, std::memory_order_relaxed));
  mine = given | 1;
  return true;
}

bool cancelled() { return pace.budget->cancelled && pace.budget->cancelled->load(std::memory_order_relaxed); }

}  // namespace

bool due() { return pace.budget && pace.budget->is_long() && Clock::now() - began >= kTurn; }

void next() {
  if (!due()) return;
  end();
  const Clock::time_point asked = Clock::now();
  while (!take() && !cancelled() && Clock::now() - asked < kMost) {
    fork_gate::pass();
    std::this_thread::sleep_for(kPause);
  }
  began = Clock::now();
}

unsigned now() {
  const std::uint64_t all = taken.load(std::memory_order_relaxed);
  return all >> 32 == fork_gate::generation() ? static_cast<std::uint32_t>(all) : 0;
}

void end() {
  if (!mine) return;
  if (mine - 1 == none()) taken.fetch_sub(1, std::memory_order_relaxed);
  mine = 0;
}

}  // namespace constrain::turns
