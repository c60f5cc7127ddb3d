// A list of strings in one piece: that of a thousand short ones takes a third of a vector's memory. Long ones are kept once
// for all lists of the process: the pattern of a date has 8 KB of byte code, and half of all schemas have dates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/common.h"

namespace constrain {

// The string of these bytes that all who ask for it share. Thread-safe.
std::shared_ptr<const std::string> shared_string(std::string_view text);

class PackedStrings {
 public:
  std::size_t size() const { return ends_.size(); }
  // Stands until the next `push_back`.
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i ? ends_[i - 1] : 0;
    if (begin == ends_[i] && !long_.empty()) {
      const auto found =
          std::lower_bound(long_.begin(), long_.end(), i, [](const Long& l, std::size_t at) { return l.at < at; });
      if (found != long_.end() && found->at == i) return *found->text;
    }
    return {text_.data() + begin, ends_[i] - begin};
  }
  void push_back(std::string_view text) {
    if (text.size() >= kLong) long_.push_back({static_cast<std::uint32_t>(size()), shared_string(text)});
    else text_ += text;
    if (text_.size() >= kNone) throw LimitError("bytes of strings in one list", kNone, text_.size());
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  void shrink_to_fit() {
    text_.shrink_to_fit();
    ends_.shrink_to_fit();
    long_.shrink_to_fit();
  }
  // On the heap; of what is shared, this one's part.
  std::size_t memory() const {
    std::size_t out = text_.capacity() + ends_.capacity() * sizeof ends_[0] + long_.capacity() * sizeof long_[0];
    for (const Long& l : long_) out += (l.text->size() + kBeside) / static_cast<std::size_t>(l.text.use_count());
    return out;
  }

 private:
  static constexpr std::size_t kLong = 1024, kBeside = 192;  // what the pool needs for one
  struct Long {
    std::uint32_t at;
    std::shared_ptr<const std::string> text;
  };
  std::string text_;
  std::vector<std::uint32_t> ends_;
  std::vector<Long> long_;
};

}  // namespace constrain
