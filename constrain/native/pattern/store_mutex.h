// The mutex of a store of residuals: recursive, and whoever holds it knows whether others wait.
#pragma once

#include <atomic>
#include <mutex>

namespace constrain {

class StoreMutex {
 public:
  void lock() {
    if (!mutex_.try_lock()) {
      waiting_.fetch_add(1, std::memory_order_relaxed);
      mutex_.lock();
      waiting_.fetch_sub(1, std::memory_order_relaxed);
    }
    ++depth_;
  }
  void unlock() {
    --depth_;
    mutex_.unlock();
  }
  // Of the thread that holds it: whether it has locked it once only, and whether others wait besides.
  bool held_once() const { return depth_ == 1; }
  bool wanted() const { return held_once() && waiting_.load(std::memory_order_relaxed) != 0; }

 private:
  std::recursive_mutex mutex_;
  std::atomic<unsigned> waiting_{0};
  unsigned depth_ = 0;  // of the thread that holds it
};

}  // namespace constrain
