#include "earley/item_sets.h"

#include <algorithm>

namespace constrain {

ItemSets::ItemSets(Network& network, MarkSets& marks, Fuel& fuel)
    : network_(network), fuel_(fuel), automata_(fuel), readings_(fuel), bundles_(network, marks, automata_, readings_, fuel), stamps_(network.automata(), 0) {
  sets_.grow();
}

std::size_t ItemSets::memory() const {
  return automata_.memory() + readings_.memory() + bundles_.memory() + arena_.total() + index_.bytes() + calls_.bytes() + settled_.bytes() +
         unions_.bytes() + sets_.size() * sizeof(Set) + (stamps_.size() + predicted_.size() + callers_.size()) * 4;
}

ItemSetId ItemSets::gather() {
  if (gathered_.empty()) return kNoItems;
  fuel_.burn(tidy(gathered_));
  std::vector<BundleId>& list = merged_;
  list.clear();
  for (std::size_t i = 0; i < gathered_.size();) {
    const std::uint32_t family = gathered_[i].first;
    BundleId bundle = gathered_[i].second;
    for (++i; i < gathered_.size() && gathered_[i].first == family; ++i) bundle = bundles_.unite(bundle, gathered_[i].second);
    list.push_back(bundle);
  }
  std::uint64_t hash = list.size();
  for (BundleId b : list) hash = mix(hash, b);
  const ItemSetId found = index_.find(hash, [&](std::uint32_t id) {
    return std::equal(list.begin(), list.end(), sets_[id].bundles, sets_[id].bundles + sets_[id].count);
  });
  if (found != kNone) return found;
  const ItemSetId id = sets_.grow();
  sets_[id].bundles = arena_.copy(list.data(), list.size());
  sets_[id].count = static_cast<std::uint32_t>(list.size());
  index_.insert(hash, id);
  return id;
}

ItemSetId ItemSets::of(Item item) {
  std::vector<Item> items{item};
  const BundleId bundle = bundles_.intern(items);
  gathered_ = {{bundles_.family(bundle), bundle}};
  return gather();
}

ItemSetId ItemSets::unite(ItemSetId a, ItemSetId b) {
  if (a == b || b == kNoItems) return a;
  if (a == kNoItems) return b;
  if (a > b) std::swap(a, b);
  if (const ItemSetId* known = unions_.find(a, b)) return *known;
  gathered_.clear();
  for (ItemSetId s : {a, b})
    for (BundleId bundle : bundles(s)) gathered_.emplace_back(bundles_.family(bundle), bundle);
  const ItemSetId out = gather();
  unions_.insert(a, b, out);
  return out;
}

ItemSetId ItemSets::unite(std::vector<ItemSetId>& sets) {
  fuel_.burn(tidy(sets));
  if (sets.size() <= 2) return sets.empty() ? kNoItems : unite(sets.front(), sets.back());
  gathered_.clear();
  for (ItemSetId s : sets)
    for (BundleId bundle : bundles(s)) gathered_.emplace_back(bundles_.family(bundle), bundle);
  return gather();
}

void ItemSets::look(ItemSetId s) {
  Set& set = sets_[s];
  read_.clear();
  called_.clear();
  for (BundleId b : bundles(s)) {
    read_.push_back(bundles_.readings(b));
    called_.push_back(bundles_.callees(b));
  }
  fuel_.burn(set.count);
  set.readings = readings_.unite(read_);
  set.moved = arena_.fill<Moved>(readings_.list(set.readings).size(), {kNone, kNothing});
  set.callees = automata_.unite(called_);
}

ItemSetId ItemSets::find_begun(AutomatonSetId callees) {
  if (callees >= predicted_.size()) predicted_.resize(callees + 1, kNone);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reached;  // family, automaton
  ++stamp_;
  const auto reach = [&](std::uint32_t called) {
    const std::uint32_t automaton = network_.group(called);
    if (stamps_[automaton] == stamp_) return;
    stamps_[automaton] = stamp_;
    reached.emplace_back(network_.family(automaton), automaton);
  };
  for (std::uint32_t callee : automata_.list(callees)) reach(callee);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::uint32_t automaton = reached[i].second;
    const Network::Closure& c = bundles_.closure({network_.start(automaton), automaton, 0});
    fuel_.burn(1 + c.calls.size());
    for (const auto& e : c.calls) reach(e.callee);
  }
  fuel_.burn(tidy(reached));
  std::vector<std::pair<std::uint32_t, BundleId>> made;
  std::vector<Item> items;
  for (std::size_t i = 0; i < reached.size();) {
    const std::uint32_t family = reached[i].first;
    items.clear();
    for (; i < reached.size() && reached[i].first == family; ++i)
      items.push_back({network_.start(reached[i].second), reached[i].second, 0});
    made.emplace_back(family, bundles_.intern(items));
  }
  gathered_ = std::move(made);
  return predicted_[callees] = gather();
}

// What counts rounds stays as it is: the states in a round are told apart by what is left of it. So do scopes' states, whose
// calls depend on the marks.
ItemSetId ItemSets::find_callers(ItemSetId s) {
  if (s >= callers_.size()) callers_.resize(s + 1, kNone);
  const auto called = automata_.list(known(s).callees);
  if (std::none_of(called.begin(), called.end(), [&](std::uint32_t a) { return network_.is_scope(a); })) return callers_[s] = s;
  std::vector<std::pair<std::uint32_t, BundleId>> made;
  std::vector<Item> items;
  for (BundleId bundle : bundles(s)) {
    items.clear();
    for (const Item& item : bundles_.items(bundle)) {
      if (bundles_.closure(item).calls.empty()) continue;
      const bool plain = !item.count && !network_.scoped(item.state);
      items.push_back(plain ? Item{network_.caller(item.state), item.returns, 0} : item);
    }
    if (const BundleId kept = bundles_.intern(items)) made.emplace_back(bundles_.family(kept), kept);
  }
  gathered_ = std::move(made);
  return callers_[s] = gather();
}

ItemSets::Moved ItemSets::read(ItemSetId s, Reading reading, LexemeId lexeme) {
  const auto all = readings_.list(known(s).readings);
  const auto at = std::lower_bound(all.begin(), all.end(), reading);
  if (at == all.end() || *at != reading) return {};
  Moved& known = sets_[s].moved[at - all.begin()];
  const bool memorable = reading.distinct == kNone || lexeme <= MarkSets::kUnknown;
  if (memorable && known.live != kNone) return known;
  Moved out;
  gathered_.clear();
  ends_.clear();
  for (BundleId b : bundles(s)) {
    const Bundles::Moved moved = bundles_.read(b, reading, lexeme);
    if (moved.live) gathered_.emplace_back(bundles_.family(moved.live), moved.live);
    if (moved.ended) ends_.push_back(moved.ended);
  }
  fuel_.burn(sets_[s].count);
  out.live = gather();
  out.ended = automata_.unite(ends_);
  if (memorable) known = out;
  return out;
}

ItemSets::Moved ItemSets::call(ItemSetId s, AutomatonSetId ended) {
  ended = automata_.meet(ended, known(s).callees);
  if (ended == kNothing) return {};
  if (const Moved* known = calls_.find(s, ended)) return *known;
  Moved out;
  gathered_.clear();
  ends_.clear();
  for (BundleId b : bundles(s)) {
    const AutomatonSetId own = automata_.meet(ended, bundles_.callees(b));
    if (own == kNothing) continue;
    const Bundles::Moved moved = bundles_.call(b, own);
    if (moved.live) gathered_.emplace_back(bundles_.family(moved.live), moved.live);
    if (moved.ended) ends_.push_back(moved.ended);
  }
  fuel_.burn(sets_[s].count);
  out.live = gather();
  out.ended = automata_.unite(ends_);
  calls_.insert(s, ended, out);
  return out;
}

ItemSets::Moved ItemSets::settle(ItemSetId predicted, AutomatonSetId ended) {
  if (const Moved* known = settled_.find(predicted, ended)) return *known;
  Moved out{kNoItems, ended};
  while (true) {
    const Moved moved = call(predicted, out.ended);
    const AutomatonSetId all = automata_.unite(out.ended, moved.ended);
    out.live = moved.live;
    if (all == out.ended) break;
    out.ended = all;
  }
  settled_.insert(predicted, ended, out);
  return out;
}

}  // namespace constrain
