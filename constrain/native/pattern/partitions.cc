#include "pattern/partitions.h"

#include <utility>

namespace constrain {

Partitions::Partitions() {
  list_.emplace_back();  // kUnknown
  intern({});            // kAllAlike
}

PartitionId Partitions::intern(const Map& map) {
  std::uint64_t hash = 0;
  for (int i = 0; i < 256; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, map.data() + i, 8);
    hash = mix(hash, word);
  }
  const PartitionId found = index_.find(hash, [&](PartitionId i) { return list_[i].map == map; });
  if (found != kNone) return found;
  Partition p{map, {}};
  for (int b = 0; b < 256; ++b)
    if (map[b] == p.members.size()) p.members.push_back(static_cast<std::uint8_t>(b));
  const auto id = static_cast<PartitionId>(list_.size());
  list_.push_back(std::move(p));
  index_.insert(hash, id);
  return id;
}

// Example: {digits, others} and {`a`, others} give {digits}, {`a`}, {others}.
PartitionId Partitions::refine(PartitionId p, PartitionId q) {
  if (p == q || members(q).size() == 1) return p;
  if (members(p).size() == 1) return q;
  if (p > q) std::swap(p, q);
  if (const PartitionId* known = refined_.find(p, q)) return *known;
  Map together{};
  std::vector<std::uint16_t> code(members(p).size() * members(q).size(), 0xFFFF);
  std::uint16_t next = 0;
  for (int b = 0; b < 256; ++b) {
    std::uint16_t& c = code[map(p)[b] * members(q).size() + map(q)[b]];
    if (c == 0xFFFF) c = next++;
    together[b] = static_cast<std::uint8_t>(c);
  }
  const PartitionId id = intern(together);
  refined_.insert(p, q, id);
  return id;
}

}  // namespace constrain
