#include "masks/suffix_positions.h"

namespace constrain {

namespace {
constexpr std::uint32_t kLargeSubtree = 32;  // nodes below which reading is cheaper than sharing and merging
}  // namespace

Places::Places(ResidualStore& store, const TokenTrie& vocabulary, SharedReaches& shared)
    : store_(store), vocabulary_(vocabulary), shared_(shared) {
  places_.grow();
  places_[places_.grow()].bytes = {{~0ull, ~0ull, ~0ull, ~0ull}};
  readings_.grow();
}

PlaceId Places::at(const SuffixTrie& trie, std::uint32_t node) {
  if (const PlaceId* known = index_.find(trie.number, node)) return *known;
  const PlaceId id = places_.grow();
  Place& place = places_[id];
  place.trie = &trie;
  place.node = node;
  place.byte = trie.nodes[node].byte;
  place.last = trie.nodes[node].end == node + 1;
  place.bytes.add(place.byte);
  index_.insert(trie.number, node, id);
  return id;
}

PlaceId Places::make_fan(const std::vector<Child>& children) {
  if (children.empty()) return kNowhere;
  if (children.size() == 1 && children[0].at != kNone) return children[0].at;
  const PlaceId id = places_.grow();
  Place& place = places_[id];
  place.children = arena_.copy(children.data(), children.size());
  place.count = static_cast<std::uint32_t>(children.size());
  for (const Child& c : children) place.bytes.add(c.byte);
  return id;
}

PlaceId Places::make_child(const Place& fan, std::uint32_t i) {
  Child& child = fan.children[i];
  const SuffixTrie* trie = nullptr;
  if (fan.reach) {
    trie = shared_.merged(*fan.reach, *fan.trie, i);
    if (!trie) return child.at = at(*fan.trie, fan.reach->borders[fan.reach->begins[i]]);
    memory_ += trie->memory();
    work_ += trie->nodes.size() / 8;
  } else {
    trie = suffix_trie(store_, vocabulary_, *fan.table, child.byte);
  }
  return child.at = at(*trie, 1);
}

PlaceId Places::unite(std::vector<PlaceId>& places) {
  if (places.size() == 1) return places[0];
  fuel_.refuel();
  work_ += places.size();
  const Interned<PlaceId>::Id given = several_.intern(places);
  if (places.size() == 1) return places[0];
  if (given < united_.size() && united_[given] != kNowhere) return united_[given];
  for (std::size_t i = 0, count = places.size(); i < count; ++i) {
    const std::span<const Member> members = places_[places[i]].members;
    if (members.empty()) continue;
    places[i] = members[0].at;
    for (const Member& m : members.subspan(1)) places.push_back(m.at);
  }
  work_ += places.size();
  const Interned<PlaceId>::Id set = several_.intern(places);
  if (std::max(given, set) >= united_.size()) united_.resize(std::max(given, set) + 1, kNowhere);
  if (united_[set] == kNowhere) united_[set] = make_several(places);
  return united_[given] = united_[set];
}

PlaceId Places::make_several(const std::vector<PlaceId>& places) {
  const PlaceId id = places_.grow();
  members_.clear();
  for (PlaceId p : places) {
    const Place& member = places_[p];
    members_.push_back({p, p == kRoot || fan(p) ? kManyBytes : member.byte});
    places_[id].bytes |= member.bytes;
  }
  places_[id].members = {arena_.copy(members_.data(), members_.size()), members_.size()};
  return id;
}

PlaceId Places::behind(const TokenTable& table) {
  const auto [known, made] = behind_.try_emplace(&table, kNowhere);
  if (!made) return known->second;
  std::vector<Child> children;
  children.reserve(table.suffixes.size());
  table.crossing_bytes.each([&](std::uint8_t byte) { children.push_back({byte, kNone}); });
  known->second = make_fan(children);
  if (known->second != kNowhere) places_[known->second].table = &table;
  return known->second;
}

const Reach& Places::reach(const SuffixTrie& trie, std::uint32_t node, ResidualId residual) {
  std::shared_ptr<const Reach>& known = reaches_[{trie.number, node, residual}];
  if (!known) {
    known = shared_.find(store_, vocabulary_, trie, node, residual);
    memory_ += known->memory();
    work_ += known->tokens.size() / 8 + known->borders.size();
  }
  return *known;
}

// The tables of a residual, as a mask takes them, but for references of which some tokens must be left out.
void Places::tables(ResidualId residual, std::vector<const TokenTable*>& out) {
  if (!store_.node(residual).table.load(std::memory_order_acquire)) {
    const std::vector<ResidualId> parts = store_.split(residual);
    for (ResidualId part : parts) tables(part, out);
    if (!parts.empty()) return;
  }
  const TokenTable& table = token_table(store_, vocabulary_, residual);
  out.push_back(&table);
  if (table.reference && table.diverging.empty()) out.push_back(table.reference);
}

std::uint32_t Places::make(PlaceId p, ResidualId residual) {
  const std::uint32_t number = readings_.grow();
  Reading& out = readings_[number];
  const Place& place = places_[p];
  if (p == kRoot) {
    std::vector<const TokenTable*>& all = rooted_[number];
    tables(residual, all);
    std::vector<PlaceId> fans;
    for (const TokenTable* table : all)
      if (!table->crossing_bytes.empty()) fans.push_back(behind(*table));
    if (!fans.empty()) out.next = unite(fans);
  } else if (place.trie->nodes[place.node].end - place.node < kLargeSubtree) {
    read_few(out, place, residual);
  } else if (const ResidualId r = store_.derive(residual, place.byte); r != ResidualStore::kEmpty) {
    const Reach& found = reach(*place.trie, place.node, r);
    out.tokens = found.tokens;
    out.dense = found.dense;
    std::vector<Child> children;
    found.after.each([&](std::uint8_t byte) { children.push_back({byte, kNone}); });
    out.next = make_fan(children);
    if (out.next != kNowhere) {
      places_[out.next].reach = &found;
      places_[out.next].trie = place.trie;
    }
  }
  known_.insert(p, residual, number);
  return number;
}

std::uint32_t Places::read_all(PlaceId p) {
  const Place& place = places_[p];
  const std::uint32_t number = readings_.grow();
  readings_[number].tokens = {place.trie->tokens_begin(place.node), place.trie->tokens_end(place.node)};
  return number;
}

void Places::read_few(Reading& out, const Place& place, ResidualId residual) {
  struct Level { std::uint32_t end; ResidualId residual; };
  std::array<Level, kLargeSubtree + 1> levels;
  std::size_t depth = 0;
  levels[0] = {kNone, residual};
  std::vector<TokenId> tokens;
  std::vector<Child> children;
  const SuffixTrie& trie = *place.trie;
  const std::uint32_t stop = trie.nodes[place.node].end;
  for (std::uint32_t n = place.node; n < stop;) {
    while (n >= levels[depth].end) --depth;
    const SuffixTrie::Node& node = trie.nodes[n];
    const ResidualId r = store_.derive(levels[depth].residual, node.byte);
    if (r == ResidualStore::kEmpty) {
      n = node.end;
      continue;
    }
    tokens.insert(tokens.end(), trie.tokens_begin(n), trie.tokens_end(n));
    if (store_.nullable(r))
      for (std::uint32_t c = n + 1; c < node.end; c = trie.nodes[c].end) children.push_back({trie.nodes[c].byte, at(trie, c)});
    if (r == ResidualStore::kEpsilon) {
      n = node.end;
      continue;
    }
    levels[++depth] = {node.end, r};
    ++n;
  }
  work_ += stop - place.node;
  out.tokens = {arena_.copy(tokens.data(), tokens.size()), tokens.size()};
  out.next = make_fan(children);
}

}  // namespace constrain
