#include "item_sets.h"

#include <algorithm>

namespace constrain {
namespace {

// Sorts and removes doubles; returns the work this is.
template <class T>
std::size_t tidy(std::vector<T>& list) {
  const std::size_t size = list.size();
  if (size < 2) return size;
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return size * std::bit_width(size) / 2;
}

}  // namespace

ItemSets::ItemSets(Network& network, MarkSets& marks) : network_(network), marks_(marks), stamps_(network.automata(), 0) {
  sets_.grow();
  ended_.grow();
}

std::size_t ItemSets::memory() const {
  return arena_.total() + index_.bytes() + ended_index_.bytes() + calls_.bytes() + settled_.bytes() + unions_.bytes() +
         ended_unions_.bytes() + sets_.size() * sizeof(Set) + ended_.size() * sizeof(Ended) + stamps_.size() * 4;
}

ItemSetId ItemSets::intern(std::vector<Item>& items) {
  if (items.size() > kMaxItems)
    throw LimitError("the grammar is too ambiguous: items in one Earley set", kMaxItems, items.size());
  burn(tidy(items));
  if (items.empty()) return kNoItems;
  std::uint64_t hash = items.size();
  for (const Item& i : items) hash = mix(hash, (std::uint64_t{i.state} << 32 | i.returns) + 0x9E3779B97F4A7C15ull * i.count);
  const ItemSetId found = index_.find(hash, [&](std::uint32_t id) {
    return sets_[id].count == items.size() && std::equal(items.begin(), items.end(), sets_[id].items);
  });
  if (found != kNone) return found;
  const ItemSetId id = sets_.grow();
  sets_[id].items = arena_.copy(items.data(), items.size());
  sets_[id].count = static_cast<std::uint32_t>(items.size());
  index_.insert(hash, id);
  return id;
}

EndedId ItemSets::intern_ended(std::vector<std::uint32_t>& automata) {
  burn(tidy(automata));
  if (automata.empty()) return kNothing;
  std::uint64_t hash = automata.size();
  for (std::uint32_t a : automata) hash = mix(hash, a);
  const EndedId found = ended_index_.find(hash, [&](std::uint32_t id) {
    return ended_[id].count == automata.size() && std::equal(automata.begin(), automata.end(), ended_[id].automata);
  });
  if (found != kNone) return found;
  const EndedId id = ended_.grow();
  ended_[id] = {arena_.copy(automata.data(), automata.size()), static_cast<std::uint32_t>(automata.size())};
  ended_index_.insert(hash, id);
  return id;
}

ItemSetId ItemSets::unite(ItemSetId a, ItemSetId b) {
  if (a == b || b == kNoItems) return a;
  if (a == kNoItems) return b;
  if (a > b) std::swap(a, b);
  if (const ItemSetId* known = unions_.find(a, b)) return *known;
  std::vector<Item> all(sets_[a].items, sets_[a].items + sets_[a].count);
  all.insert(all.end(), sets_[b].items, sets_[b].items + sets_[b].count);
  const ItemSetId out = intern(all);
  unions_.insert(a, b, out);
  return out;
}

ItemSetId ItemSets::unite(std::vector<ItemSetId>& sets) {
  burn(tidy(sets));
  if (sets.size() <= 2) return sets.empty() ? kNoItems : unite(sets.front(), sets.back());
  std::vector<Item> all;
  for (ItemSetId s : sets) all.insert(all.end(), sets_[s].items, sets_[s].items + sets_[s].count);
  return intern(all);
}

EndedId ItemSets::unite_ended(EndedId a, EndedId b) {
  if (a == b || b == kNothing) return a;
  if (a == kNothing) return b;
  if (a > b) std::swap(a, b);
  if (const EndedId* known = ended_unions_.find(a, b)) return *known;
  std::vector<std::uint32_t> all(ended_[a].automata, ended_[a].automata + ended_[a].count);
  all.insert(all.end(), ended_[b].automata, ended_[b].automata + ended_[b].count);
  const EndedId out = intern_ended(all);
  ended_unions_.insert(a, b, out);
  return out;
}

const Network::Closure& ItemSets::closure(const Item& item) {
  if (!network_.scoped(item.state)) return network_.closure(item.state);
  const std::uint64_t key = std::uint64_t{item.state} << 32 | item.count;
  const auto it = closures_.find(key);
  if (it != closures_.end()) return it->second;
  return closures_.emplace(key, network_.closure(item.state, marks_, item.count, arena_)).first->second;
}

std::span<const ItemSets::Reading> ItemSets::readings(ItemSetId s) {
  Set& set = sets_[s];
  if (!set.read) {
    std::vector<Reading> found;
    for (const Item& item : items(s))
      for (const auto& e : closure(item).terminals) found.push_back({e.terminal, e.distinct ? item.count : kNone});
    burn(set.count + network_.take_work() + tidy(found));
    set.readings = arena_.copy(found.data(), found.size());
    set.reading_count = static_cast<std::uint32_t>(found.size());
    const std::vector<Moved> unknown(found.size(), {kNone, kNothing});
    set.moved = arena_.copy(unknown.data(), unknown.size());
    set.read = true;
  }
  return {set.readings, set.reading_count};
}

ItemSetId ItemSets::predicted(ItemSetId s) {
  if (sets_[s].predicted != kNone) return sets_[s].predicted;
  std::vector<Item> out;
  ++stamp_;
  std::uint64_t work = 0;
  const auto follow = [&](const Network::Closure& c) {
    work += 1 + c.calls.size();
    for (const auto& e : c.calls) {
      if (stamps_[e.callee] == stamp_) continue;
      stamps_[e.callee] = stamp_;
      out.push_back({network_.start(e.callee), e.callee, 0});
    }
  };
  for (const Item& item : items(s)) follow(closure(item));
  for (std::size_t i = 0; i < out.size(); ++i) follow(closure(Item(out[i])));
  burn(work + network_.take_work());
  const ItemSetId id = intern(out);
  sets_[s].predicted = id;
  return id;
}

// Counters are counted where something was read, and what they lead to stands before its next round or behind the last:
// nothing is counted there.
ItemSets::Moved ItemSets::arrive() {
  burn(tidy(arriving_));
  live_.clear();
  ends_.clear();
  scratch_.clear();
  const auto look = [&](const Item& item, bool counts) {
    const Network::Closure& c = closure(item);
    if (!c.terminals.empty() || !c.calls.empty()) live_.push_back(item);
    if (c.final) ends_.push_back(item.returns);
    if (!counts) return;
    for (std::uint32_t number : c.counters) {
      const Network::Counter& counter = network_.counter(number);
      const std::uint32_t rounds = item.count + 1;
      if (rounds >= counter.minimum) scratch_.push_back({counter.exit, item.returns, 0});
      // Without a maximum, rounds beyond the minimum make no difference.
      if (rounds < counter.maximum)
        scratch_.push_back({counter.body, item.returns, counter.maximum == kUnbounded ? std::min(rounds, counter.minimum) : rounds});
    }
  };
  for (const Item& item : arriving_) look(item, true);
  burn(tidy(scratch_));
  for (std::size_t i = 0; i < scratch_.size(); ++i) look(Item(scratch_[i]), false);
  burn(network_.take_work());
  Moved out;
  out.live = intern(live_);
  out.ended = intern_ended(ends_);
  return out;
}

ItemSets::Moved ItemSets::read(ItemSetId s, Reading reading, LexemeId lexeme) {
  const auto all = readings(s);
  const auto at = std::lower_bound(all.begin(), all.end(), reading);
  if (at == all.end() || *at != reading) return {};
  Moved& known = sets_[s].moved[at - all.begin()];
  const bool memorable = reading.distinct == kNone || lexeme <= MarkSets::kUnknown;
  if (memorable && known.live != kNone) return known;
  arriving_.clear();
  for (const Item& item : items(s))
    for (const auto& e : closure(item).terminals) {
      if (e.terminal != reading.terminal || (e.distinct ? item.count : kNone) != reading.distinct) continue;
      arriving_.push_back({e.target, item.returns, e.distinct ? marks_.with_lexeme(item.count, lexeme) : item.count});
    }
  const Moved out = arrive();
  if (memorable) known = out;
  return out;
}

void ItemSets::mark(EndedId ended) {
  ++stamp_;
  for (std::uint32_t i = 0; i < ended_[ended].count; ++i)
    if (ended_[ended].automata[i] != kNone) stamps_[ended_[ended].automata[i]] = stamp_;
}

ItemSets::Moved ItemSets::call(ItemSetId s, EndedId ended) {
  if (const Moved* known = calls_.find(s, ended)) return *known;
  mark(ended);
  arriving_.clear();
  std::uint64_t work = 0;
  for (const Item& item : items(s)) {
    const Network::Closure& c = closure(item);
    work += 1 + c.calls.size();
    for (const auto& e : c.calls)
      if (stamps_[e.callee] == stamp_)
        arriving_.push_back({e.target, item.returns, e.mark == kNone ? item.count : marks_.with_mark(item.count, e.mark)});
  }
  burn(work);
  const Moved out = arrive();
  calls_.insert(s, ended, out);
  return out;
}

ItemSets::Moved ItemSets::settle(ItemSetId predicted, EndedId ended) {
  if (const Moved* known = settled_.find(predicted, ended)) return *known;
  Moved out{kNoItems, ended};
  while (true) {
    const Moved moved = call(predicted, out.ended);
    const EndedId all = unite_ended(out.ended, moved.ended);
    out.live = moved.live;
    if (all == out.ended) break;
    out.ended = all;
  }
  settled_.insert(predicted, ended, out);
  return out;
}

}  // namespace constrain
