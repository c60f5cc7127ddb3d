// A list of strings in one piece: that of a thousand short ones takes a third of a vector's memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace constrain {

class PackedStrings {
 public:
  std::size_t size() const { return ends_.size(); }
  // Stands until the next `push_back`.
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i ? ends_[i - 1] : 0;
    return {text_.data() + begin, ends_[i] - begin};
  }
  void push_back(std::string_view text) {
    text_ += text;
    ends_.push_back(text_.size());
  }
  void shrink_to_fit() {
    text_.shrink_to_fit();
    ends_.shrink_to_fit();
  }
  std::size_t memory() const { return text_.capacity() + ends_.capacity() * sizeof ends_[0]; }  // on the heap

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

}  // namespace constrain
