// How often each token occurs in a window of a text, kept from step to step.
//
// Entries are sorted by token, which is the order in which a row's blocks want them. A window that has grown or moved
// costs a search and a shift for each token that came or went; counting all of a long text again would cost more than
// the rest of the sampler. The text must not change below what was covered: `forget` after it did. Not thread-safe: a
// row's window is one thread's at a time.
#pragma once

#include <cstdint>
#include <vector>

namespace constrain::sampling {

class Occurrences {
 public:
  struct Entry {
    std::int32_t id, count;
  };

  // Covers text[begin .. end); ids outside [0, width) do not count.
  void cover(const std::int64_t* text, std::int64_t begin, std::int64_t end, std::int64_t width);
  void forget() { begin_ = end_ = width_ = 0; }

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void add(std::int64_t id, std::int32_t times);

  std::vector<Entry> entries_;
  std::vector<std::int32_t> sorted_;
  std::int64_t begin_ = 0, end_ = 0, width_ = 0;
};

}  // namespace constrain::sampling
