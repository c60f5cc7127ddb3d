// The mutex of a store of residuals: recursive, and whoever holds it knows whether others wait.
//
// Whoever has worked for long lets those go first who have not. Where many threads compute, one that waits takes longer
// to wake up than the one that has lent the store takes to come back: a small compile beside four large ones waited for
// up to 85 ms.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "support/budget.h"

namespace constrain {

class StoreMutex {
 public:
  void lock() {
    const bool inside = holder_.load(std::memory_order_relaxed) == &self_;
    if (!inside && hurried_.load(std::memory_order_relaxed) && worked_long()) give_way();
    if (!mutex_.try_lock()) {
      const unsigned hurried = !worked_long();
      waiting_.fetch_add(1, std::memory_order_relaxed);
      hurried_.fetch_add(hurried, std::memory_order_relaxed);
      mutex_.lock();
      hurried_.fetch_sub(hurried, std::memory_order_relaxed);
      waiting_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (++depth_ == 1) holder_.store(&self_, std::memory_order_relaxed);
  }
  void unlock() {
    if (--depth_ == 0) holder_.store(nullptr, std::memory_order_relaxed);
    mutex_.unlock();
  }
  // Of the thread that holds it: whether it has locked it once only, and whether others wait besides.
  bool held_once() const { return depth_ == 1; }
  bool wanted() const { return held_once() && waiting_.load(std::memory_order_relaxed) != 0; }

 private:
  static bool worked_long() { return pace.budget && pace.budget->is_long(); }
  // A wait is bounded, or who has much to do might never end beside many who have little.
  void give_way() const {
    constexpr int kLooks = 1000;
    for (int i = 0; i < kLooks && hurried_.load(std::memory_order_relaxed); ++i)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

  static inline thread_local constinit char self_ = 0;  // its address tells threads apart
  std::recursive_mutex mutex_;
  std::atomic<const char*> holder_{nullptr};
  std::atomic<unsigned> waiting_{0}, hurried_{0};
  unsigned depth_ = 0;  // of the thread that holds it
};

}  // namespace constrain
