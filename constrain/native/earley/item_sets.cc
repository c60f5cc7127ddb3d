// Stepping the items of one origin.
//
// 1. `look` finds once what the items may read and call. `read` moves them over a terminal, `complete_callers` over
//    automata that have ended; both collect the items that arrive and hand them to `arrive`, which counts rounds of
//    counted repetitions, drops items that can do no more, and notes the automata that end.
// 2. `find_begun` predicts: the items at the starts of all automata that are called, and that those call.
// 3. `complete_within` closes completions inside the predicted items: what ends there may complete others that began in
//    the same set.
// 4. `find_callers`: the items as a scope knows them that they call.
#include "earley/item_sets.h"

#include <algorithm>
#include <bit>

namespace constrain {

ItemSets::ItemSets(Network& network, ScopeMemory& marks, PartBudget& budget)
    : network_(network),
      marks_(marks),
      part_budget_(budget),
      automata_(budget),
      labels_(budget),
      stamps_(network.automata(), 0) {
  sets_.grow();
}

std::size_t ItemSets::memory() const {
  return automata_.memory() + labels_.memory() + arena_.total() + index_.bytes() + calls_.bytes() +
         completed_within_.bytes() + unions_.bytes() + sets_.size() * sizeof(Set) +
         (stamps_.size() + predicted_.size() + callers_.size()) * 4;
}

// Content decides, not history: `[1,2` and `[7,8,9` arrive at the same items, so from here on they share every step.
ItemSetId ItemSets::intern(std::vector<Item>& items) {
  if (items.size() > kMaxItems)
    if (const std::uint64_t most = share_of(kMaxItems); items.size() > most)
      throw share_spent(
          "the grammar is too ambiguous: items in one Earley set; write it with fewer readings of one text", most,
          items.size());
  part_budget_.spend(tidy(items));
  if (items.empty()) return 0;
  std::uint64_t hash = items.size();
  for (const Item& i : items)
    hash = mix(hash, (std::uint64_t{i.state} << 32 | i.returns) + 0x9E3779B97F4A7C15ull * i.count);
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

ItemSetId ItemSets::of(Item item) {
  std::vector<Item> items{item};
  return intern(items);
}

ItemSetId ItemSets::unite(ItemSetId a, ItemSetId b) {
  if (a == b || b == kNoItems) return a;
  if (a == kNoItems) return b;
  // Unions are symmetric, and one memo serves both orders.
  if (a > b) std::swap(a, b);
  if (const ItemSetId* known = unions_.find(a, b)) return *known;
  united_.assign(items(a).begin(), items(a).end());
  united_.insert(united_.end(), items(b).begin(), items(b).end());
  const ItemSetId out = intern(united_);
  unions_.insert(a, b, out);
  return out;
}

// All at once, because unions of two by two would intern every set between.
ItemSetId ItemSets::unite(std::vector<ItemSetId>& sets) {
  part_budget_.spend(tidy(sets));
  if (sets.size() <= 2) return sets.empty() ? kNoItems : unite(sets.front(), sets.back());
  united_.clear();
  for (ItemSetId s : sets) united_.insert(united_.end(), items(s).begin(), items(s).end());
  return intern(united_);
}

// What a scope's state can do depends on its marks: after `{"a":1,` the key `a` is gone. So its closure is kept by
// state and marks. All other closures belong to the state alone, and the network keeps them.
const Network::Closure& ItemSets::closure(const Item& item) {
  if (!network_.scoped(item.state)) {
    const Network::Closure& found = network_.closure(item.state);
    part_budget_.spend(network_.take_work());
    return found;
  }
  const std::uint64_t key = std::uint64_t{item.state} << 32 | item.count;
  auto it = closures_.find(key);
  if (it == closures_.end())
    it = closures_.emplace(key, network_.closure(item.state, marks_, item.count, arena_)).first;
  part_budget_.spend(network_.take_work());
  return it->second;
}

// What the set may read and call, found when somebody first asks, because many sets are never asked.
void ItemSets::look(ItemSetId s) {
  Set& set = sets_[s];
  read_.clear();
  called_.clear();
  for (const Item& item : items(s)) {
    const Network::Closure& c = closure(item);
    for (const auto& e : c.terminals) read_.push_back({e.terminal, e.distinct ? item.count : kNone});
    for (const auto& e : c.calls) called_.push_back(e.callee);
  }
  part_budget_.spend(set.count);
  set.labels = labels_.intern(read_);
  set.steps = arena_.fill<Step>(read_.size(), {kNone, 0});
  set.callees = automata_.intern(called_);
}

// A counting sort of all calls by callee, so that a completion finds its callers without looking at every item. It is
// done when the first callee has ended, because many sets are left by a terminal and never need it.
void ItemSets::list_calls(ItemSetId s) {
  const auto all = automata_.list(callees(s));
  std::vector<std::uint32_t> begins(all.size() + 1, 0);
  std::vector<std::pair<std::uint32_t, Call>> found;  // with the callee's place
  for (std::uint32_t i = 0; i < sets_[s].count; ++i) {
    const auto edges = closure(sets_[s].items[i]).calls;
    for (std::uint32_t k = 0; k < edges.size(); ++k) {
      const auto at = static_cast<std::uint32_t>(std::ranges::lower_bound(all, edges[k].callee) - all.begin());
      ++begins[at + 1];
      found.push_back({at, {i, k}});
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) begins[i + 1] += begins[i];
  std::vector<Call> calls(found.size());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (const auto& [at, call] : found) calls[next[at]++] = call;
  part_budget_.spend(2 * calls.size());
  sets_[s].begins = arena_.copy(begins.data(), begins.size());
  sets_[s].calls = arena_.copy(calls.data(), calls.size());
}

// Rounds are counted where a round's last terminal was read. The states this leads to, before the next round or after the
// last, count no further.
ItemSets::Step ItemSets::arrive() {
  part_budget_.spend(tidy(arriving_));
  live_.clear();
  ends_.clear();
  rounds_.clear();
  const auto look = [&](const Item& item, bool counts) {
    const Network::Closure& c = closure(item);
    // An item that can read and call nothing is dropped; what it ends has been noted.
    if (!c.terminals.empty() || !c.calls.empty()) live_.push_back(item);
    for (std::uint64_t left = c.final; left; left &= left - 1) ends_.push_back(item.returns + std::countr_zero(left));
    if (!counts) return;
    for (std::uint32_t number : c.counters) {
      const Network::Counter& counter = network_.counter(number);
      // Example: `x{2,5}` after its second round may leave, by `exit`, or begin a third, by `body`.
      const std::uint32_t rounds = item.count + 1;
      if (rounds >= counter.minimum) rounds_.push_back({counter.exit, item.returns, 0});
      // Without a maximum, rounds beyond the minimum make no difference.
      if (rounds < counter.maximum)
        rounds_.push_back(
            {counter.body, item.returns, counter.maximum == kUnbounded ? std::min(rounds, counter.minimum) : rounds});
    }
  };
  for (const Item& item : arriving_) look(item, true);
  part_budget_.spend(tidy(rounds_));
  for (const Item& item : rounds_) look(item, false);
  Step out;
  out.live = intern(live_);
  out.ended = automata_.intern(ends_);
  return out;
}

ItemSets::Step ItemSets::read(ItemSetId s, ScanLabel label, LexemeId lexeme) {
  const auto all = labels_.list(known(s).labels);
  const auto at = std::lower_bound(all.begin(), all.end(), label);
  if (at == all.end() || *at != label) return {};
  Step& known = sets_[s].steps[at - all.begin()];
  const bool memorable = label.distinct == kNone || lexeme <= ScopeMemory::kUnknown;
  // What a lexeme leaves in a scope depends on its text, so only steps that do not know it are kept here.
  if (memorable && known.live != kNone) return known;
  arriving_.clear();
  for (const Item& item : items(s))
    for (const auto& e : closure(item).terminals) {
      if (e.terminal != label.terminal || (e.distinct ? item.count : kNone) != label.distinct) continue;
      arriving_.push_back({e.target, item.returns, e.distinct ? marks_.with_lexeme(item.count, lexeme) : item.count});
    }
  const Step out = arrive();
  if (memorable) known = out;
  return out;
}

// Only what these items call is of interest, so sets of ended automata that differ in others share a memo.
ItemSets::Step ItemSets::complete_callers(ItemSetId s, AutomatonSetId ended) {
  ended = automata_.meet(ended, known(s).callees);
  if (ended == kNothing) return {};
  if (const Step* known = calls_.find(s, ended)) return *known;
  if (!sets_[s].calls) list_calls(s);
  const Set& set = sets_[s];
  const auto all = automata_.list(callees(s));
  arriving_.clear();
  auto at = all.begin();
  for (const std::uint32_t automaton : automata_.list(ended)) {
    at = std::lower_bound(at, all.end(), automaton);
    if (at == all.end()) break;
    if (*at != automaton) continue;
    const std::size_t i = at - all.begin();
    for (std::uint32_t k = set.begins[i]; k < set.begins[i + 1]; ++k) {
      const Item& item = set.items[set.calls[k].item];
      const Network::CallEdge& e = closure(item).calls[set.calls[k].edge];
      arriving_.push_back(
          {e.target, item.returns, e.mark == kNone ? item.count : marks_.with_mark(item.count, e.mark)});
    }
  }
  const Step out = arrive();
  calls_.insert(s, ended, out);
  return out;
}

// A fixed point: what ends may complete an item that began here, which may end in turn. For `value: "1" | "(" value
// ")"`, nothing that begins here ends without reading, so one round is the rule; chains of unit productions take more.
ItemSets::Step ItemSets::complete_within(ItemSetId predicted, AutomatonSetId ended) {
  if (const Step* known = completed_within_.find(predicted, ended)) return *known;
  Step out{kNoItems, ended};
  while (true) {
    const Step step = complete_callers(predicted, out.ended);
    const AutomatonSetId all = automata_.unite(out.ended, step.ended);
    out.live = step.live;
    if (all == out.ended) break;
    out.ended = all;
  }
  completed_within_.insert(predicted, ended, out);
  return out;
}

ItemSetId ItemSets::find_begun(AutomatonSetId callees) {
  if (callees >= predicted_.size()) predicted_.resize(callees + 1, kNone);
  std::vector<std::uint32_t>& reached = reached_;  // automata
  reached.clear();
  ++stamp_;
  const auto reach = [&](std::uint32_t called) {
    const std::uint32_t automaton = network_.group(called);
    if (automaton >= stamps_.size()) stamps_.resize(network_.automata(), 0);  // of a grammar that has just been read in
    if (stamps_[automaton] == stamp_) return;
    stamps_[automaton] = stamp_;
    reached.push_back(automaton);
  };
  begun_.clear();
  for (std::uint32_t callee : automata_.list(callees)) reach(callee);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    begun_.push_back({network_.start(reached[i]), reached[i], 0});
    const Network::Closure& c = closure(begun_.back());
    part_budget_.spend(1 + c.calls.size());
    // An automaton that may call at its start predicts what it calls, in the same set: after `[`, a JSON value predicts
    // its strings, arrays and objects, and the arrays' values are the same automaton again, which is stamped.
    for (const auto& e : c.calls) reach(e.callee);
  }
  return predicted_[callees] = intern(begun_);
}

// What counts rounds stays as it is: the states in a round are told apart by what is left of it. So do scopes' states,
// whose calls depend on the marks.
ItemSetId ItemSets::find_callers(ItemSetId s) {
  if (s >= callers_.size()) callers_.resize(s + 1, kNone);
  const auto called = automata_.list(known(s).callees);
  if (std::none_of(called.begin(), called.end(), [&](std::uint32_t a) { return network_.is_scope(a); }))
    return callers_[s] = s;
  std::vector<Item> kept;
  for (const Item& item : items(s)) {
    if (closure(item).calls.empty()) continue;
    // Items that call from equal places become one, whatever else they could have read: it is this that gives keys
    // one origin.
    const bool plain = !item.count && !network_.scoped(item.state);
    kept.push_back(plain ? Item{network_.caller(item.state), item.returns, 0} : item);
  }
  // Nothing else of the items is needed: whoever returns to this set asks only who called it.
  return callers_[s] = intern(kept);
}

}  // namespace constrain
