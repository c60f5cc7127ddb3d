#include "context/indentation.h"

namespace constrain {

StackId IndentStack::push(StackId s, std::uint32_t width) {
  const auto [at, made] = pushed_.try_emplace(std::uint64_t{s} << 32 | width, static_cast<StackId>(levels_.size()));
  if (made) levels_.push_back({s, width, levels_[s].depth + 1});
  return at->second;
}

ResidualId IndentStack::pattern(ResidualId head, ResidualId tail, std::uint32_t tab, std::uint32_t width, bool wider) {
  if (const auto known = patterns_.find({head, tail, tab, width, wider}); known != patterns_.end())
    return known->second;
  const ResidualId made = store_.indented(head, tail, tab, width, wider);  // first, because it may fail
  patterns_.emplace(Key{head, tail, tab, width, wider}, made);
  return made;
}

// With b tabs there must be width - tab * b spaces, for each b that leaves some; a counter for the spaces and one for
// the tabs, wherever they stand. For "wider", at least b tabs and at least enough spaces, the more tabs the fewer.
ResidualId ResidualStore::indented(ResidualId head, ResidualId tail, std::uint32_t tab, std::uint32_t width,
                                   bool wider) {
  std::lock_guard guard(mutex);
  steps_.begin();
  if (width == IndentStack::kUnknown) return concat(head, tail);
  const auto counted = [&](std::initializer_list<char> bytes, std::uint32_t count) {
    ByteSet taken, others;
    for (char b : bytes) taken.add(static_cast<std::uint8_t>(b));
    for (int b = 0; b < 256; ++b)
      if (!taken.has(static_cast<std::uint8_t>(b))) others.add(static_cast<std::uint8_t>(b));
    const ResidualId rest = wider ? kAny : repeat(class_of(others), 0, kUnbounded);
    const ResidualId skipped = repeat(class_of(others), 0, kUnbounded);
    return concat(repeat(concat(skipped, class_of(taken)), count, count), rest);
  };
  std::vector<ResidualId> ways;
  const std::uint32_t least = wider ? width + 1 : width;
  if (width / tab > kManyTabs) {
    ways.push_back(both({tail, far_indented(tab, least, wider)}));
  } else if (tab == 1) {
    ways.push_back(both({tail, counted({' ', '\t'}, least)}));
  } else {
    for (std::uint32_t tabs = 0;; ++tabs) {
      const std::uint64_t wide = std::uint64_t{tab} * tabs;
      if (wide > least && !wider) break;
      const std::uint32_t spaces = wide < least ? static_cast<std::uint32_t>(least - wide) : 0;
      ways.push_back(both({tail, counted({' '}, spaces), counted({'\t'}, tabs)}));
      if (spaces == 0) break;
    }
  }
  return pruned(concat(head, pruned(alt(std::move(ways)))));
}

// The same of any width, as a chain: what is left after a space is one less wide, after a tab less by the tab. It has a few
// nodes for each column, which all widths share.
ResidualId ResidualStore::far_indented(std::uint32_t tab, std::uint32_t least, bool wider) {
  ByteSet others;
  for (int b = 0; b < 256; ++b)
    if (b != ' ' && b != '\t') others.add(static_cast<std::uint8_t>(b));
  const ResidualId skipped = repeat(class_of(others), 0, kUnbounded), space = class_of(' '), stop = class_of('\t');
  std::vector<ResidualId> chain{wider ? kAny : skipped};
  for (std::uint32_t left = 1; left <= least; ++left) {
    steps_.begin();
    std::vector<ResidualId> ways{concat(space, chain[left - 1])};
    if (left >= tab) ways.push_back(concat(stop, chain[left - tab]));
    else if (wider) ways.push_back(concat(stop, chain[0]));
    chain.push_back(concat(skipped, alt(std::move(ways))));
  }
  return chain.back();
}

}  // namespace constrain
