// Call strings: the top d levels of the stack at a text's position, interned.
//
// A call string of depth d is a set's items, and the call strings of depth d - 1 of the sets where they began. Two
// positions have equal masks if the top d levels of their stacks are equal and computing the mask looked at no more
// than d levels; whoever computes a mask has the recogniser tell how deep that was. So a list 90 levels deep has the
// masks of one 3 levels deep. Rounds of counted repetitions are equal as long as no token comes near a bound: item 70
// of 100,000 has the masks of item 7. A fixed depth would give wrong masks: `}},` pops four levels within one token.
// Not for indentation, where a set knows more than its items. Not thread-safe: the owner locks. (A k-limited call
// string: Sharir and Pnueli 1981.)
#pragma once

#include "earley/recogniser.h"

namespace constrain {

using CallStringId = std::uint32_t;

class CallStrings {
 public:
  // No token has more bytes than `longest`.
  CallStrings(Recogniser& recogniser, std::uint32_t longest) : recogniser_(recogniser), longest_(longest) {}

  // Depth 0 shows nothing. Costs a look-up a level.
  CallStringId of(SetId s, std::uint32_t depth);
  // The number of a pair of numbers, or of anything else of which equal pairs are made.
  std::uint32_t number(std::uint32_t a, std::uint32_t b) {
    if (const std::uint32_t* known = numbers_.find(a, b)) return *known;
    numbers_.insert(a, b, next_);
    return next_++;
  }
  // How deep one must look from the set to see all sets on its stack that are not older than `lowest`, which is at most
  // kDeepest, or kNone. Where `lowest` is kNone nobody has looked further than the set.
  std::uint32_t depth(SetId s, SetId lowest);
  std::size_t memory() const { return numbers_.bytes() + known_.bytes() + counters_.bytes() + items_.size() * 4; }

  static constexpr std::uint32_t kDeepest = 40;

 private:
  std::uint32_t alike(ItemSetId items);

  Recogniser& recogniser_;
  const std::uint32_t longest_;
  static constexpr std::uint32_t kNothing = 0, kOutside = 1, kEmpty = 2;
  static constexpr std::uint32_t kPlain = 1u << 31;  // items without counters, which are their own number
  static constexpr std::uint32_t kRounds = kNone;    // items with some, as the second of a pair that is no call string
  std::uint32_t next_ = 3;
  FlatMap<std::uint32_t> numbers_;
  FlatMap<CallStringId> known_;            // by set and depth
  FlatMap<std::uint32_t> counters_;     // by state
  std::vector<std::pair<SetId, std::uint32_t>> open_;  // scratch of depth
  std::vector<std::uint32_t> items_;    // by item set: its number, rounds that are alike being equal; 0: not known yet
};

}  // namespace constrain
