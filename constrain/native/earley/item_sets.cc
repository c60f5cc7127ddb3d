// Stepping all items of one origin: each family in turn, results gathered by family and interned.
//
// `find_begun` predicts: the items at the starts of all automata that are called, and that those call. `complete_within` closes
// completions inside the predicted items: what ends there may complete others that began in the same set.
#include "earley/item_sets.h"

#include <algorithm>

namespace constrain {

ItemSets::ItemSets(Network& network, ScopeMemory& marks, Fuel& fuel)
    : network_(network), fuel_(fuel), automata_(fuel), labels_(fuel), family_sets_(network, marks, automata_, labels_, fuel), stamps_(network.automata(), 0) {
  sets_.grow();
}

std::size_t ItemSets::memory() const {
  return automata_.memory() + labels_.memory() + family_sets_.memory() + arena_.total() + index_.bytes() + calls_.bytes() + settled_.bytes() +
         unions_.bytes() + sets_.size() * sizeof(Set) + (stamps_.size() + predicted_.size() + callers_.size()) * 4;
}

// Items of one family may arrive from several sets (two callers, or a loop and what follows it): they are united, so
// that a set has at most one family set for each family, and equal contents are equal ids.
ItemSetId ItemSets::gather() {
  if (gathered_.empty()) return kNoItems;
  fuel_.burn(tidy(gathered_));
  std::vector<FamilySetId>& list = merged_;
  list.clear();
  for (std::size_t i = 0; i < gathered_.size();) {
    const std::uint32_t family = gathered_[i].first;
    FamilySetId family_set = gathered_[i].second;
    for (++i; i < gathered_.size() && gathered_[i].first == family; ++i) family_set = family_sets_.unite(family_set, gathered_[i].second);
    list.push_back(family_set);
  }
  std::uint64_t hash = list.size();
  for (FamilySetId b : list) hash = mix(hash, b);
  const ItemSetId found = index_.find(hash, [&](std::uint32_t id) {
    return std::equal(list.begin(), list.end(), sets_[id].family_sets, sets_[id].family_sets + sets_[id].count);
  });
  if (found != kNone) return found;
  const ItemSetId id = sets_.grow();
  sets_[id].family_sets = arena_.copy(list.data(), list.size());
  sets_[id].count = static_cast<std::uint32_t>(list.size());
  index_.insert(hash, id);
  return id;
}

ItemSetId ItemSets::of(Item item) {
  std::vector<Item> items{item};
  const FamilySetId family_set = family_sets_.intern(items);
  gathered_ = {{family_sets_.family(family_set), family_set}};
  return gather();
}

ItemSetId ItemSets::unite(ItemSetId a, ItemSetId b) {
  if (a == b || b == kNoItems) return a;
  if (a == kNoItems) return b;
  if (a > b) std::swap(a, b);
  if (const ItemSetId* known = unions_.find(a, b)) return *known;
  gathered_.clear();
  for (ItemSetId s : {a, b})
    for (FamilySetId family_set : family_sets(s)) gathered_.emplace_back(family_sets_.family(family_set), family_set);
  const ItemSetId out = gather();
  unions_.insert(a, b, out);
  return out;
}

// All at once, because unions of two by two would intern every set between.
ItemSetId ItemSets::unite(std::vector<ItemSetId>& sets) {
  fuel_.burn(tidy(sets));
  if (sets.size() <= 2) return sets.empty() ? kNoItems : unite(sets.front(), sets.back());
  gathered_.clear();
  for (ItemSetId s : sets)
    for (FamilySetId family_set : family_sets(s)) gathered_.emplace_back(family_sets_.family(family_set), family_set);
  return gather();
}

// What the set may read and call, found when somebody first asks, because many sets are never asked.
void ItemSets::look(ItemSetId s) {
  Set& set = sets_[s];
  read_.clear();
  called_.clear();
  for (FamilySetId b : family_sets(s)) {
    read_.push_back(family_sets_.labels(b));
    called_.push_back(family_sets_.callees(b));
  }
  fuel_.burn(set.count);
  set.labels = labels_.unite(read_);
  set.steps = arena_.fill<Step>(labels_.list(set.labels).size(), {kNone, kNothing});
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
    const Network::Closure& c = family_sets_.closure({network_.start(automaton), automaton, 0});
    fuel_.burn(1 + c.calls.size());
    // An automaton that may call at its start predicts what it calls, in the same set: after `[`, a JSON value predicts
    // its strings, arrays and objects, and the arrays' values are the same automaton again, which is stamped.
    for (const auto& e : c.calls) reach(e.callee);
  }
  fuel_.burn(tidy(reached));
  std::vector<std::pair<std::uint32_t, FamilySetId>> made;
  std::vector<Item> items;
  for (std::size_t i = 0; i < reached.size();) {
    const std::uint32_t family = reached[i].first;
    items.clear();
    for (; i < reached.size() && reached[i].first == family; ++i)
      // An item at the start of each automaton that was reached, by family.
      items.push_back({network_.start(reached[i].second), reached[i].second, 0});
    made.emplace_back(family, family_sets_.intern(items));
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
  std::vector<std::pair<std::uint32_t, FamilySetId>> made;
  std::vector<Item> items;
  for (FamilySetId family_set : family_sets(s)) {
    items.clear();
    for (const Item& item : family_sets_.items(family_set)) {
      if (family_sets_.closure(item).calls.empty()) continue;
      // Items that call from equal places become one, whatever else they could have read: it is this that gives keys
      // one origin.
      const bool plain = !item.count && !network_.scoped(item.state);
      items.push_back(plain ? Item{network_.caller(item.state), item.returns, 0} : item);
    }
    if (const FamilySetId kept = family_sets_.intern(items)) made.emplace_back(family_sets_.family(kept), kept);
  }
  gathered_ = std::move(made);
  // Nothing else of the items is needed: whoever returns to this set asks only who called it.
  return callers_[s] = gather();
}

ItemSets::Step ItemSets::read(ItemSetId s, ScanLabel label, LexemeId lexeme) {
  const auto all = labels_.list(known(s).labels);
  const auto at = std::lower_bound(all.begin(), all.end(), label);
  if (at == all.end() || *at != label) return {};
  Step& known = sets_[s].steps[at - all.begin()];
  const bool memorable = label.distinct == kNone || lexeme <= ScopeMemory::kUnknown;
  if (memorable && known.live != kNone) return known;
  Step out;
  gathered_.clear();
  ends_.clear();
  for (FamilySetId b : family_sets(s)) {
    const FamilySets::Step step = family_sets_.read(b, label, lexeme);
    if (step.live) gathered_.emplace_back(family_sets_.family(step.live), step.live);
    if (step.ended) ends_.push_back(step.ended);
  }
  fuel_.burn(sets_[s].count);
  out.live = gather();
  out.ended = automata_.unite(ends_);
  if (memorable) known = out;
  return out;
}

// Only what these items call is of interest, so sets of ended automata that differ in others share a memo.
ItemSets::Step ItemSets::complete_callers(ItemSetId s, AutomatonSetId ended) {
  ended = automata_.meet(ended, known(s).callees);
  if (ended == kNothing) return {};
  if (const Step* known = calls_.find(s, ended)) return *known;
  Step out;
  gathered_.clear();
  ends_.clear();
  for (FamilySetId b : family_sets(s)) {
    const AutomatonSetId own = automata_.meet(ended, family_sets_.callees(b));
    if (own == kNothing) continue;
    const FamilySets::Step step = family_sets_.complete_callers(b, own);
    if (step.live) gathered_.emplace_back(family_sets_.family(step.live), step.live);
    if (step.ended) ends_.push_back(step.ended);
  }
  fuel_.burn(sets_[s].count);
  out.live = gather();
  out.ended = automata_.unite(ends_);
  calls_.insert(s, ended, out);
  return out;
}

// A fixed point: what ends may complete an item that began here, which may end in turn. For `value: "1" | "(" value
// ")"`, nothing that begins here ends without reading, so one round is the rule; chains of unit productions take more.
ItemSets::Step ItemSets::complete_within(ItemSetId predicted, AutomatonSetId ended) {
  if (const Step* known = settled_.find(predicted, ended)) return *known;
  Step out{kNoItems, ended};
  while (true) {
    const Step step = complete_callers(predicted, out.ended);
    const AutomatonSetId all = automata_.unite(out.ended, step.ended);
    out.live = step.live;
    if (all == out.ended) break;
    out.ended = all;
  }
  settled_.insert(predicted, ended, out);
  return out;
}

}  // namespace constrain
