// A list of small plain things of which most have at most one: that one lies in the list itself. More lie in the arena of
// who adds them, which outlives the list.
#pragma once

#include <type_traits>

#include "support/common.h"

namespace constrain {

template <class T>
class Few {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  Few() : one_{} {}
  Few(const Few&) = delete;
  Few& operator=(const Few&) = delete;

  // By value: it may be one of the list's own.
  void push_back(T each, Arena& arena) {
    if (size_ == capacity_) grow(arena);
    begin()[size_++] = each;
  }
  T* begin() { return capacity_ > 1 ? many_ : &one_; }
  T* end() { return begin() + size_; }
  const T* begin() const { return capacity_ > 1 ? many_ : &one_; }
  const T* end() const { return begin() + size_; }
  const T& operator[](std::size_t i) const { return begin()[i]; }
  std::size_t size() const { return size_; }

 private:
  void grow(Arena& arena) {
    const std::uint32_t capacity = capacity_ > 1 ? 2 * capacity_ : 4;
    auto* many = static_cast<T*>(arena.allocate(capacity * sizeof(T)));
    std::memcpy(static_cast<void*>(many), begin(), size_ * sizeof(T));
    many_ = many;
    capacity_ = capacity;
  }

  union {
    T one_;
    T* many_;
  };
  std::uint32_t size_ = 0, capacity_ = 1;
};

}  // namespace constrain
