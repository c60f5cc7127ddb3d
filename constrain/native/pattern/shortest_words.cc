#include "pattern/shortest_words.h"

#include <algorithm>
#include <queue>

namespace constrain {

std::uint32_t ShortestWords::length(ResidualId n) {
  if (n == ResidualStore::kEmpty) return kUnbounded;
  const ResidualStore::Node& node = store_.node(n);
  if (node.nullable) return 0;
  if (!node.searched) return node.shortest;
  const auto known = lengths_.find(n);
  return known != lengths_.end() ? known->second : search(n);
}

std::uint32_t ShortestWords::search(ResidualId n) {
  struct Visit {
    ResidualId residual;
    std::uint32_t parent, length;
  };
  std::vector<Visit> visits{{n, kNone, 0}};
  std::unordered_map<ResidualId, std::uint32_t> seen{{n, 0}};  // by how few bytes
  // At least so many bytes in all, how many of them are still to come, visit. Of equal ones the last read goes on, or
  // where all ways are as short as each other, as in `[ab]*a[ab]{24}`, all their beginnings would be looked at.
  using Entry = std::array<std::uint32_t, 3>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto open = [&](std::uint32_t whole, std::uint32_t at) { queue.push({whole, whole - visits[at].length, at}); };
  open(store_.node(n).shortest, 0);
  while (!queue.empty() && visits.size() < kMaxVisits) {
    const auto [whole, left, at] = queue.top();
    queue.pop();
    const Visit visit = visits[at];
    spend(1);
    const auto known = lengths_.find(visit.residual);
    if (store_.nullable(visit.residual) || known != lengths_.end()) {
      // The first one taken out is the least: what is known of a residual is at least its lower bound.
      const std::uint32_t total = visit.length + (known != lengths_.end() ? known->second : 0);
      if (total > whole) {
        open(total, at);
        continue;
      }
      for (std::uint32_t v = at; v != kNone; v = visits[v].parent)
        lengths_.emplace(visits[v].residual, total - visits[v].length);
      return total;
    }
    if (seen.at(visit.residual) < visit.length) continue;
    ResidualId last = ResidualStore::kEmpty;
    store_.first(visit.residual).each([&, parent = at](std::uint8_t byte) {
      const ResidualId next = store_.derive(visit.residual, byte);
      if (next == ResidualStore::kEmpty || next == std::exchange(last, next)) return;
      const std::uint32_t length = visit.length + 1;
      const auto [place, fresh] = seen.try_emplace(next, length);
      if (!fresh && place->second <= length) return;
      place->second = length;
      visits.push_back({next, parent, length});
      open(length + (store_.nullable(next) ? 0 : store_.node(next).shortest),
           static_cast<std::uint32_t>(visits.size() - 1));
    });
  }
  return lengths_[n] = store_.node(n).shortest;
}

ReadableByte ShortestWords::first(ResidualId n) {
  if (const auto known = firsts_.find(n); known != firsts_.end()) return known->second;
  Word least{kUnbounded, 0};
  store_.first(n).each([&](std::uint8_t byte) {
    const ResidualId next = store_.derive(n, byte);
    if (next != ResidualStore::kEmpty) least = std::min(least, Word{length(next), byte});
  });
  return firsts_.emplace(n, least.first).first->second;
}

// Most bytes lead where none of the texts is left; only ways that might be shorter go along with one of them.
ShortestWords::Word ShortestWords::except(ResidualId n, std::span<const ResidualId> texts, std::uint32_t depth) {
  if (texts.empty() || depth == kDeepest) {
    const std::uint32_t length = this->length(n);
    return {length, length && length != kUnbounded ? first(n) : ReadableByte{}};
  }
  if (store_.nullable(n) && std::none_of(texts.begin(), texts.end(), [&](ResidualId t) { return store_.nullable(t); }))
    return {0, 0};
  ByteSet shared;
  for (ResidualId text : texts) shared |= store_.first(text);
  Word least{kUnbounded, 0};
  const auto offer = [&](std::uint32_t rest, std::uint8_t byte) {
    if (rest != kUnbounded) least = std::min(least, Word{rest + 1, byte});
  };
  const ByteSet& all = store_.first(n);
  all.each([&](std::uint8_t byte) {
    if (!shared.has(byte)) offer(length(store_.derive(n, byte)), byte);
  });
  std::vector<ResidualId> left;
  (all & shared).each([&](std::uint8_t byte) {
    const ResidualId next = store_.derive(n, byte);
    if (next == ResidualStore::kEmpty || Word{length(next) + 1, byte} > least) return;
    left.clear();
    for (ResidualId text : texts)
      if (const ResidualId rest = store_.derive(text, byte); rest != ResidualStore::kEmpty) left.push_back(rest);
    offer(except(next, left, depth + 1).length, byte);
  });
  return least;
}

}  // namespace constrain
