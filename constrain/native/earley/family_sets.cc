// Stepping the items of one family and origin.
//
// `look` finds once what the items may read and call. `read` moves them over a terminal, `complete_callers` over automata that
// have ended; both collect the items that arrive and hand them to `arrive`, which counts rounds of counted repetitions, drops
// items that can do no more, and notes the automata that end.
#include "earley/family_sets.h"

#include <algorithm>
#include <bit>

namespace constrain {

FamilySets::FamilySets(Network& network, ScopeMemory& marks, AutomatonSets& automata, ScanLabelSets& labels, Fuel& fuel)
    : network_(network), marks_(marks), automata_(automata), labels_(labels), fuel_(fuel) {
  sets_.grow();
}

std::size_t FamilySets::memory() const {
  return arena_.total() + index_.bytes() + calls_.bytes() + unions_.bytes() + sets_.size() * sizeof(FamilySet);
}

// Content decides, not history: `[1,2` and `[7,8,9` arrive at the same items, so from here on they share every step.
FamilySetId FamilySets::intern(std::vector<Item>& items) {
  if (items.size() > kMaxItems)
    throw LimitError("the grammar is too ambiguous: items in one Earley set", kMaxItems, items.size());
  fuel_.burn(tidy(items));
  if (items.empty()) return 0;
  std::uint64_t hash = items.size();
  for (const Item& i : items) hash = mix(hash, (std::uint64_t{i.state} << 32 | i.returns) + 0x9E3779B97F4A7C15ull * i.count);
  const FamilySetId found = index_.find(hash, [&](std::uint32_t id) {
    return sets_[id].count == items.size() && std::equal(items.begin(), items.end(), sets_[id].items);
  });
  if (found != kNone) return found;
  const FamilySetId id = sets_.grow();
  sets_[id].items = arena_.copy(items.data(), items.size());
  sets_[id].count = static_cast<std::uint32_t>(items.size());
  index_.insert(hash, id);
  return id;
}

FamilySetId FamilySets::unite(FamilySetId a, FamilySetId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  // Unions are symmetric, and one memo serves both orders.
  if (a > b) std::swap(a, b);
  if (const FamilySetId* known = unions_.find(a, b)) return *known;
  std::vector<Item> all(items(a).begin(), items(a).end());
  all.insert(all.end(), items(b).begin(), items(b).end());
  const FamilySetId out = intern(all);
  unions_.insert(a, b, out);
  return out;
}

// What a scope's state can do depends on its marks: after `{"a":1,` the key `a` is gone. So its closure is kept by
// state and marks. All other closures belong to the state alone, and the network keeps them.
const Network::Closure& FamilySets::closure(const Item& item) {
  if (!network_.scoped(item.state)) {
    const Network::Closure& found = network_.closure(item.state);
    fuel_.burn(network_.take_work());
    return found;
  }
  const std::uint64_t key = std::uint64_t{item.state} << 32 | item.count;
  auto it = closures_.find(key);
  if (it == closures_.end()) it = closures_.emplace(key, network_.closure(item.state, marks_, item.count, arena_)).first;
  fuel_.burn(network_.take_work());
  return it->second;
}

void FamilySets::look(FamilySetId b) {
  FamilySet& family_set = sets_[b];
  read_.clear();
  called_.clear();
  for (const Item& item : items(b)) {
    const Network::Closure& c = closure(item);
    for (const auto& e : c.terminals) read_.push_back({e.terminal, e.distinct ? item.count : kNone});
    for (const auto& e : c.calls) called_.push_back(e.callee);
  }
  fuel_.burn(family_set.count);
  family_set.labels = labels_.intern(read_);
  family_set.steps = arena_.fill<Step>(read_.size(), {kNone, 0});
  family_set.callees = automata_.intern(called_);
}

// A counting sort of all calls by callee, so that a completion finds its callers without looking at every item. It is
// done when the first callee has ended, because many sets are left by a terminal and never need it.
void FamilySets::list_calls(FamilySetId b) {
  const auto all = automata_.list(callees(b));
  std::vector<std::uint32_t> begins(all.size() + 1, 0);
  const auto each = [&](auto f) {
    for (std::uint32_t i = 0; i < sets_[b].count; ++i) {
      const auto calls = closure(sets_[b].items[i]).calls;
      for (std::uint32_t k = 0; k < calls.size(); ++k) f(std::lower_bound(all.begin(), all.end(), calls[k].callee) - all.begin(), Call{i, k});
    }
  };
  each([&](std::size_t at, Call) { ++begins[at + 1]; });
  for (std::size_t i = 0; i < all.size(); ++i) begins[i + 1] += begins[i];
  std::vector<Call> calls(begins.back());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  each([&](std::size_t at, Call call) { calls[next[at]++] = call; });
  fuel_.burn(2 * calls.size());
  sets_[b].begins = arena_.copy(begins.data(), begins.size());
  sets_[b].calls = arena_.copy(calls.data(), calls.size());
}

// Counters are counted where something was read, and what they lead to stands before the next round or after the last:
// nothing is counted there.
FamilySets::Step FamilySets::arrive() {
  fuel_.burn(tidy(arriving_));
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
        rounds_.push_back({counter.body, item.returns, counter.maximum == kUnbounded ? std::min(rounds, counter.minimum) : rounds});
    }
  };
  for (const Item& item : arriving_) look(item, true);
  fuel_.burn(tidy(rounds_));
  for (const Item& item : rounds_) look(item, false);
  Step out;
  out.live = intern(live_);
  out.ended = automata_.intern(ends_);
  return out;
}

FamilySets::Step FamilySets::read(FamilySetId b, ScanLabel label, LexemeId lexeme) {
  const auto all = labels_.list(labels(b));
  const auto at = std::lower_bound(all.begin(), all.end(), label);
  if (at == all.end() || *at != label) return {};
  Step& known = sets_[b].steps[at - all.begin()];
  const bool memorable = label.distinct == kNone || lexeme <= ScopeMemory::kUnknown;
  // What a lexeme leaves in a scope depends on its text, so only steps that do not know it are kept here.
  if (memorable && known.live != kNone) return known;
  arriving_.clear();
  for (const Item& item : items(b))
    for (const auto& e : closure(item).terminals) {
      if (e.terminal != label.terminal || (e.distinct ? item.count : kNone) != label.distinct) continue;
      arriving_.push_back({e.target, item.returns, e.distinct ? marks_.with_lexeme(item.count, lexeme) : item.count});
    }
  const Step out = arrive();
  if (memorable) known = out;
  return out;
}

FamilySets::Step FamilySets::complete_callers(FamilySetId b, AutomatonSetId ended) {
  if (const Step* known = calls_.find(b, ended)) return *known;
  if (!sets_[b].calls) list_calls(b);
  const FamilySet& family_set = sets_[b];
  const auto all = automata_.list(callees(b));
  arriving_.clear();
  auto at = all.begin();
  for (const std::uint32_t automaton : automata_.list(ended)) {
    at = std::lower_bound(at, all.end(), automaton);
    if (at == all.end()) break;
    if (*at != automaton) continue;
    const std::size_t i = at - all.begin();
    for (std::uint32_t k = family_set.begins[i]; k < family_set.begins[i + 1]; ++k) {
      const Item& item = family_set.items[family_set.calls[k].item];
      const Network::CallEdge& e = closure(item).calls[family_set.calls[k].edge];
      arriving_.push_back({e.target, item.returns, e.mark == kNone ? item.count : marks_.with_mark(item.count, e.mark)});
    }
  }
  const Step out = arrive();
  calls_.insert(b, ended, out);
  return out;
}

}  // namespace constrain
