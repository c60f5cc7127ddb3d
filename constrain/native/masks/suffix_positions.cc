// Making suffix positions and what terminals read there.
//
// 1. `behind` is the branching of a table's crossing bytes, `at` a node, `unite` a union.
// 2. A branching's children are made when they are asked for (`make_child`), from a suffix trie or from merged
//    continuations.
// 3. `make` finds what a residual reads at a position: at the root from its token tables; at a place from a table, in a large
//    subtree from a suffix scan, which all grammars on the vocabulary share; in a small subtree by reading it (`read_few`).
#include "masks/suffix_positions.h"

namespace constrain {

namespace {
constexpr std::uint32_t kSharedSubtree = 32;  // nodes below which reading is cheaper than sharing and merging

// Whether the suffixes are read as they stand in the vocabulary's trie. Those that are but a byte are one when merged.
bool many(ResidualStore& store, const TokenTrie& trie, const TokenTable& table, std::uint8_t byte) {
  std::uint32_t nodes = 0;
  bool longer = false;
  for (const auto& [from, dead] : crossings_of(store, trie, table, byte)) {
    const std::uint32_t below = trie.node(dead).end - dead;
    nodes += below;
    longer = longer || below > 1 || trie.child(from, byte) != dead;
    if (longer && nodes >= kSharedSubtree) return true;
  }
  return false;
}
}  // namespace

SuffixPositions::SuffixPositions(ResidualStore& store, const TokenTrie& vocabulary, SuffixScanCache& shared)
    : store_(store), vocabulary_(vocabulary), shared_(shared) {
  positions_.grow();
  positions_[positions_.grow()].bytes = {{~0ull, ~0ull, ~0ull, ~0ull}};
  results_.grow();
}

PositionId SuffixPositions::at(const SuffixTrie& trie, std::uint32_t node) {
  if (const PositionId* known = index_.find(trie.number, node)) return *known;
  const PositionId id = positions_.grow();
  Position& position = positions_[id];
  position.trie = &trie;
  position.node = node;
  position.byte = trie.nodes[node].byte;
  // A leaf: tokens end here, and no longer ones go on.
  position.last = trie.nodes[node].end == node + 1;
  position.bytes.add(position.byte);
  index_.insert(trie.number, node, id);
  return id;
}

PositionId SuffixPositions::make_branching(const std::vector<Child>& children) {
  if (children.empty()) return kNowhere;
  // Equal positions should have equal ids, so a branching of one child that is known is that child.
  if (children.size() == 1 && children[0].at != kNone) return children[0].at;
  const PositionId id = positions_.grow();
  Position& position = positions_[id];
  position.children = arena_.copy(children.data(), children.size());
  position.count = static_cast<std::uint32_t>(children.size());
  for (const Child& c : children) position.bytes.add(c.byte);
  return id;
}

PositionId SuffixPositions::make_child(const Position& branching, std::uint32_t i) {
  Child& child = branching.children[i];
  const SuffixTrie* trie = nullptr;
  if (branching.scan) {
    // Several suffixes go on with this byte, at different nodes (after a string ends at each quotation mark, say): they
    // are merged into one trie, so that a summary finds one position and not hundreds. No trie comes back if there is
    // one node only.
    trie = shared_.merged(*branching.scan, *branching.trie, i);
    if (!trie) return child.at = at(*branching.trie, branching.scan->continuations[branching.scan->begins[i]]);
    memory_ += trie->memory();
    work_ += trie->nodes.size() / 8;
  } else if (many(store_, vocabulary_, *branching.table, child.byte)) {
    child.at = positions_.grow();
    Position& place = positions_[child.at];
    place.table = branching.table;
    place.byte = child.byte;
    place.bytes.add(child.byte);
    return child.at;
  } else {
    trie = suffix_trie(store_, vocabulary_, *branching.table, child.byte);
  }
  return child.at = at(*trie, 1);
}

PositionId SuffixPositions::unite(std::vector<PositionId>& positions) {
  if (positions.size() == 1) return positions[0];
  part_budget_.renew();
  work_ += positions.size();
  // First as it was given, which is found most often; then with unions among the members taken apart, so that `{a, {b,
  // c}}` and `{{a, b}, c}` are one position.
  const Interned<PositionId>::Id given = unions_.intern(positions);
  if (positions.size() == 1) return positions[0];
  if (given < united_.size() && united_[given] != kNowhere) return united_[given];
  for (std::size_t i = 0, count = positions.size(); i < count; ++i) {
    const std::span<const Member> members = positions_[positions[i]].members;
    if (members.empty()) continue;
    positions[i] = members[0].at;
    for (const Member& m : members.subspan(1)) positions.push_back(m.at);
  }
  work_ += positions.size();
  const Interned<PositionId>::Id set = unions_.intern(positions);
  if (std::max(given, set) >= united_.size()) united_.resize(std::max(given, set) + 1, kNowhere);
  if (united_[set] == kNowhere) united_[set] = make_union(positions);
  return united_[given] = united_[set];
}

PositionId SuffixPositions::make_union(const std::vector<PositionId>& positions) {
  const PositionId id = positions_.grow();
  members_.clear();
  for (PositionId p : positions) {
    const Position& member = positions_[p];
    members_.push_back({p, p == kRoot || is_branching(p) ? kManyBytes : member.byte});
    positions_[id].bytes |= member.bytes;
  }
  positions_[id].members = {arena_.copy(members_.data(), members_.size()), members_.size()};
  return id;
}

PositionId SuffixPositions::behind(const TokenTable& table) {
  if (const auto known = behind_.find(&table); known != behind_.end()) return known->second;
  children_.clear();
  table.crossing_bytes.each([&](std::uint8_t byte) { children_.push_back({byte, kNone}); });
  const PositionId made = make_branching(children_);
  if (made != kNowhere) positions_[made].table = &table;
  behind_.emplace(&table, made);
  return made;
}

const SuffixScan& SuffixPositions::scan(const SuffixTrie& trie, std::uint32_t node, ResidualId residual) {
  const Key key{trie.number, node, residual};
  const std::uint64_t hash = mix(mix(trie.number, node), residual);
  const std::uint32_t found = scan_index_.find(hash, [&](std::uint32_t i) { return scans_[i].first == key; });
  if (found != kNone) return *scans_[found].second;
  scans_.emplace_back(key, shared_.find(store_, vocabulary_, trie, node, residual));
  scan_index_.insert(hash, static_cast<std::uint32_t>(scans_.size() - 1));
  const SuffixScan& made = *scans_.back().second;
  memory_ += made.memory();
  work_ += made.tokens.size() / 8 + made.continuations.size();
  return made;
}

// The tables of a residual, as a mask takes them, but for references of which some tokens must be left out.
void SuffixPositions::tables(ResidualId residual, std::vector<const TokenTable*>& out) {
  if (!store_.node(residual).table.load(std::memory_order_acquire)) {
    const std::vector<ResidualId> parts = store_.split(residual);
    for (ResidualId part : parts) tables(part, out);
    // An alternation is read part by part, so that it needs no table of its own.
    if (!parts.empty()) return;
  }
  const TokenTable& table = token_table(store_, vocabulary_, residual);
  out.push_back(&table);
  if (table.reference && table.diverging.empty()) out.push_back(table.reference);
}

std::uint32_t SuffixPositions::make(PositionId p, ResidualId residual) {
  const std::uint32_t number = results_.grow();
  ScanResult& out = results_[number];
  const Position& position = positions_[p];
  if (p == kRoot) {
    std::vector<const TokenTable*>& all = rooted_[number];
    tables(residual, all);
    std::vector<PositionId> branchings;
    for (const TokenTable* table : all)
      if (!table->crossing_bytes.empty()) branchings.push_back(behind(*table));
    if (!branchings.empty()) out.next = unite(branchings);
  } else if (position.trie && position.trie->nodes[position.node].end - position.node < kSharedSubtree) {
    read_few(out, position, residual);
  } else if (const ResidualId r = store_.derive(residual, position.byte); r == ResidualStore::kEmpty) {
    out.next = kNowhere;
  } else if (position.table) {
    // Tables and scans are made once for all grammars on the vocabulary; here they are only named.
    const TokenTable& found = *tables_.emplace_back(
        shared_.find(store_, vocabulary_, *position.table, position.byte, r));
    out.tokens = found.sparse;
    out.dense = found.dense;
    out.next = behind(found);
    memory_ += found.memory();
    work_ += found.work / 8;
  } else {
    const SuffixScan& found = scan(*position.trie, position.node, r);
    out.tokens = found.tokens;
    out.dense = found.dense;
    children_.clear();
    found.after.each([&](std::uint8_t byte) { children_.push_back({byte, kNone}); });
    out.next = make_branching(children_);
    if (out.next != kNowhere) {
      positions_[out.next].scan = &found;
      positions_[out.next].trie = position.trie;
    }
  }
  known_.insert(p, residual, number);
  return number;
}

std::uint32_t SuffixPositions::read_all(PositionId p) {
  const Position& position = positions_[p];
  const std::uint32_t number = results_.grow();
  results_[number].tokens = {position.trie->tokens_begin(position.node), position.trie->tokens_end(position.node)};
  return number;
}

void SuffixPositions::read_few(ScanResult& out, const Position& position, ResidualId residual) {
  struct Level { std::uint32_t end; ResidualId residual; };
  // A depth-first walk with a stack as deep as the subtree can be; dead subtrees are skipped by their end.
  std::array<Level, kSharedSubtree + 1> levels;
  std::size_t depth = 0;
  levels[0] = {kNone, residual};
  few_.clear();
  children_.clear();
  const SuffixTrie& trie = *position.trie;
  const std::uint32_t stop = trie.nodes[position.node].end;
  for (std::uint32_t n = position.node; n < stop;) {
    while (n >= levels[depth].end) --depth;
    const SuffixTrie::Node& node = trie.nodes[n];
    const ResidualId r = store_.derive(levels[depth].residual, node.byte);
    if (r == ResidualStore::kEmpty) {
      n = node.end;
      continue;
    }
    few_.insert(few_.end(), trie.tokens_begin(n), trie.tokens_end(n));
    if (store_.nullable(r))
      for (std::uint32_t c = n + 1; c < node.end; c = trie.nodes[c].end)
        children_.push_back({trie.nodes[c].byte, at(trie, c)});
    // The lexeme is complete, so nothing below is inside it; what follows has just been noted.
    if (r == ResidualStore::kEpsilon) {
      n = node.end;
      continue;
    }
    levels[++depth] = {node.end, r};
    ++n;
  }
  // Counted, so that a mask that reads too many suffixes is given up in time.
  work_ += stop - position.node;
  out.tokens = {arena_.copy(few_.data(), few_.size()), few_.size()};
  out.next = make_branching(children_);
}

}  // namespace constrain
