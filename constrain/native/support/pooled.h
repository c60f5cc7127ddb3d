// Lists whose memory comes from a pool: for work that makes thousands of small lists and lets go of them all at once.
//
// A list belongs to the pool that is in use on its thread when it is made, for life, or to none. So who uses a pool outlives
// every list that was made meanwhile: what goes beyond is made before or after. Not thread-safe.
#pragma once

#include <map>
#include <vector>

#include "support/common.h"

namespace constrain {

class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void* allocate(std::size_t bytes) {
    const std::size_t size = (bytes + 15) / 16;
    if (size >= free_.size()) return ::operator new(bytes);
    if (Free* found = free_[size]) {
      free_[size] = found->next;
      return found;
    }
    return arena_.allocate(16 * size);
  }
  void release(void* place, std::size_t bytes) {
    const std::size_t size = (bytes + 15) / 16;
    if (size >= free_.size()) return ::operator delete(place);
    free_[size] = new (place) Free{free_[size]};
  }

  // The pool in use on this thread, or null; `Use` puts one in use as long as it lives.
  static inline constinit thread_local Pool* in_use = nullptr;
  class Use {
   public:
    explicit Use(Pool& pool) : before_(std::exchange(in_use, &pool)) {}
    ~Use() { in_use = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Pool* before_;
  };

 private:
  struct Free {
    Free* next;
  };
  std::array<Free*, 33> free_{};  // by size in steps of 16 bytes; beyond, memory is the system's
  Arena arena_;
};

// The allocator of such lists.
template <class T>
class Pooled {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  Pooled() : pool(Pool::in_use) {}
  template <class Other>
  Pooled(const Pooled<Other>& other) : pool(other.pool) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(pool ? pool->allocate(count * sizeof(T)) : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* place, std::size_t count) {
    if (pool) pool->release(place, count * sizeof(T));
    else ::operator delete(place);
  }
  Pooled select_on_container_copy_construction() const { return Pooled(); }
  bool operator==(const Pooled& other) const { return pool == other.pool; }

  Pool* pool;
};

template <class T>
using Vec = std::vector<T, Pooled<T>>;
template <class Key, class Value>
using Map = std::map<Key, Value, std::less<Key>, Pooled<std::pair<const Key, Value>>>;

}  // namespace constrain
