// Numbered things by a key of theirs: a counting sort, in time and space proportional to things and keys.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace constrain {

class Buckets {
 public:
  Buckets() = default;
  // Of the numbers below `count`, by key(number), which lies below `keys`.
  template <class Key>
  Buckets(std::size_t keys, std::size_t count, Key key) : first_(keys + 1, 0), numbers_(count) {
    for (std::uint32_t i = 0; i < count; ++i) ++first_[key(i) + 1];
    for (std::size_t k = 0; k < keys; ++k) first_[k + 1] += first_[k];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < count; ++i) numbers_[next[key(i)]++] = i;
  }
  // The numbers of that key, ascending.
  std::span<const std::uint32_t> of(std::uint32_t key) const {
    return {numbers_.data() + first_[key], numbers_.data() + first_[key + 1]};
  }
  std::size_t memory() const { return 4 * (first_.capacity() + numbers_.capacity()); }

 private:
  std::vector<std::uint32_t> first_, numbers_;
};

}  // namespace constrain
