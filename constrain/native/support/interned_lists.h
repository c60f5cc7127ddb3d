// Lists of plain things, interned: equal lists have one number, in the order in which they come, and lie one after
// another. Not thread-safe.
#pragma once

#include <algorithm>
#include <span>

#include "support/common.h"

namespace constrain {

template <class T>
std::uint64_t hash_of_list(std::span<const T> list) {
  std::uint64_t hash = list.size();
  for (const T& each : list) hash = mix(hash, static_cast<std::uint64_t>(each));
  return hash;
}

template <class T>
class Lists {
 public:
  using List = std::span<const T>;
  std::int32_t intern(List list) {
    const std::uint64_t hash = hash_of_list(list);
    const std::int32_t known = find(list, hash);
    return known < 0 ? add(list, hash) : known;
  }
  // -1 for none.
  std::int32_t find(List list) const { return find(list, hash_of_list(list)); }
  // Valid for life.
  List operator[](std::int32_t number) const { return lists_[static_cast<std::size_t>(number)]; }
  std::int32_t size() const { return static_cast<std::int32_t>(lists_.size()); }

 private:
  std::int32_t find(List list, std::uint64_t hash) const {
    return static_cast<std::int32_t>(
        index_.find(hash, [&](std::uint32_t id) { return std::ranges::equal(lists_[id], list); }));
  }
  std::int32_t add(List list, std::uint64_t hash) {
    lists_.emplace_back(arena_.copy(list.data(), list.size()), list.size());
    index_.insert(hash, static_cast<std::uint32_t>(lists_.size() - 1));
    return size() - 1;
  }
  std::vector<List> lists_;
  HashIndex index_;
  Arena arena_;
};

// What belongs to a list. Nothing is ever removed.
template <class T, class Value>
class ListMap {
 public:
  using List = typename Lists<T>::List;
  // Null for none; valid until the next insertion.
  const Value* find(List list) const {
    const std::int32_t known = lists_.find(list);
    return known < 0 ? nullptr : &values_[static_cast<std::size_t>(known)];
  }
  // The list should be new.
  void insert(List list, Value value) {
    values_.resize(static_cast<std::size_t>(lists_.size()));
    values_.push_back(std::move(value));
    lists_.intern(list);
  }
  std::size_t size() const { return values_.size(); }

 private:
  Lists<T> lists_;
  std::vector<Value> values_;
};

}  // namespace constrain
