// Counting is by sorting when there is much to count, else token by token.

#include "occurrences.h"

#include <algorithm>

namespace constrain::sampling {
namespace {

constexpr std::int64_t kFew = 64;  // so many changes cost less than sorting again

}  // namespace

void Occurrences::add(std::int64_t id, std::int32_t times) {
  if (id < 0 || id >= width_) return;
  const auto token = static_cast<std::int32_t>(id);
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), token,
                                      [](const Entry& entry, std::int32_t value) { return entry.id < value; });
  if (place == entries_.end() || place->id != token) {
    entries_.insert(place, {token, times});
  } else if ((place->count += times) == 0) {
    entries_.erase(place);
  }
}

void Occurrences::cover(const std::int64_t* text, std::int64_t begin, std::int64_t end, std::int64_t width) {
  const bool follows = width == width_ && begin >= begin_ && begin <= end_ && end >= end_;
  if (follows && begin - begin_ + end - end_ <= kFew) {
    for (std::int64_t i = begin_; i < begin; ++i) add(text[i], -1);
    for (std::int64_t i = end_; i < end; ++i) add(text[i], 1);
  } else {
    sorted_.clear();
    for (std::int64_t i = begin; i < end; ++i)
      if (text[i] >= 0 && text[i] < width) sorted_.push_back(static_cast<std::int32_t>(text[i]));
    std::sort(sorted_.begin(), sorted_.end());
    entries_.clear();
    for (const std::int32_t id : sorted_) {
      if (entries_.empty() || entries_.back().id != id) entries_.push_back({id, 0});
      ++entries_.back().count;
    }
  }
  begin_ = begin;
  end_ = end;
  width_ = width;
}

}  // namespace constrain::sampling
