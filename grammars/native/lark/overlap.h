// Which terminals of a Lark grammar can be taken for which others: whether two programs can read one text together.
//
// A pair of nodes is walked on to all pairs that one more character can lead to, lookarounds counting as fulfilled, until
// one comes to a match or there are no more. What that may cost all calls together is bounded. The oracle is
// tests/reference/lark_overlaps.py. Not thread-safe.
#pragma once

#include "lark/terminal_dfa.h"

namespace constrain {

class Overlap {
 public:
  // Pairs of nodes looked at before two terminals count as competing.
  explicit Overlap(std::uint32_t max_pairs) : max_pairs_(max_pairs) {}

  // More nodes after those known; their ways are numbered from 0, sets from the first that is not known.
  void grow(const Vec<ThreadNode>& nodes, const Vec<std::int32_t>& ways,
            const Vec<Vec<std::int32_t>>& sets);

  // The nodes to which one leads without a character.
  const Vec<std::int32_t>& plain(std::int32_t node);
  std::size_t nodes() const { return nodes_.size(); }
  std::size_t sets() const { return sets_.size(); }
  std::size_t groups() const { return groups_.size(); }

  // The number of a group of terminals, given by their first nodes, one of which comes next.
  std::int32_t group(Vec<std::int32_t> terminals);
  // Whether one text can lead `earlier` to a match, and `own` as far or to a match (`equal`: both to a match). Where `own`
  // has matched, `earlier` must be able to go on with one of the group `beyond` (-1: it may).
  bool overlaps(std::int32_t earlier, std::int32_t own, bool equal, std::int32_t beyond);
  // Whether a thread at the node may come to a match when the text goes on with one of the group.
  bool may_match(std::int32_t node, std::int32_t group);

 private:
  bool share_class(std::int32_t a, std::int32_t b) const;
  bool may_begin(std::int32_t node, std::int32_t group);
  bool goes_on(std::int32_t node, std::int32_t terminal);

  void burn(std::uint64_t amount);

  static constexpr std::uint64_t kMaxSteps = 100'000'000;      // pairs of nodes compared
  static constexpr std::size_t kMaxPlain = std::size_t{1} << 25;  // nodes in `plain_`: 128 MB
  std::uint32_t max_pairs_;
  std::uint64_t steps_ = 0;
  const std::uint64_t most_steps_ = share_of(kMaxSteps);
  std::size_t listed_ = 0;
  Vec<ThreadNode> nodes_;
  Vec<std::int32_t> ways_;
  Vec<Words> sets_;
  Vec<Vec<std::int32_t>> plain_;  // by node, the nodes to which it leads without a character
  FlatMap<std::uint8_t> going_on_;                // node, first node of a terminal
  struct Group {
    Vec<std::int32_t> terminals;
    Words firsts;  // the classes with which any of them may begin
    bool empty;    // whether one of them may match nothing
  };
  Vec<Group> groups_;
};

}  // namespace constrain
