#include "earley/family_sets.h"

#include <algorithm>
#include <bit>

namespace constrain {

Bundles::Bundles(Network& network, MarkSets& marks, AutomatonSets& automata, ReadingSets& readings, Fuel& fuel)
    : network_(network), marks_(marks), automata_(automata), readings_(readings), fuel_(fuel) {
  bundles_.grow();
}

std::size_t Bundles::memory() const {
  return arena_.total() + index_.bytes() + calls_.bytes() + unions_.bytes() + bundles_.size() * sizeof(Bundle);
}

BundleId Bundles::intern(std::vector<Item>& items) {
  if (items.size() > kMaxItems)
    throw LimitError("the grammar is too ambiguous: items in one Earley set", kMaxItems, items.size());
  fuel_.burn(tidy(items));
  if (items.empty()) return 0;
  std::uint64_t hash = items.size();
  for (const Item& i : items) hash = mix(hash, (std::uint64_t{i.state} << 32 | i.returns) + 0x9E3779B97F4A7C15ull * i.count);
  const BundleId found = index_.find(hash, [&](std::uint32_t id) {
    return bundles_[id].count == items.size() && std::equal(items.begin(), items.end(), bundles_[id].items);
  });
  if (found != kNone) return found;
  const BundleId id = bundles_.grow();
  bundles_[id].items = arena_.copy(items.data(), items.size());
  bundles_[id].count = static_cast<std::uint32_t>(items.size());
  index_.insert(hash, id);
  return id;
}

BundleId Bundles::unite(BundleId a, BundleId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  if (const BundleId* known = unions_.find(a, b)) return *known;
  std::vector<Item> all(items(a).begin(), items(a).end());
  all.insert(all.end(), items(b).begin(), items(b).end());
  const BundleId out = intern(all);
  unions_.insert(a, b, out);
  return out;
}

const Network::Closure& Bundles::closure(const Item& item) {
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

void Bundles::look(BundleId b) {
  Bundle& bundle = bundles_[b];
  read_.clear();
  called_.clear();
  for (const Item& item : items(b)) {
    const Network::Closure& c = closure(item);
    for (const auto& e : c.terminals) read_.push_back({e.terminal, e.distinct ? item.count : kNone});
    for (const auto& e : c.calls) called_.push_back(e.callee);
  }
  fuel_.burn(bundle.count);
  bundle.readings = readings_.intern(read_);
  bundle.moved = arena_.fill<Moved>(read_.size(), {kNone, 0});
  bundle.callees = automata_.intern(called_);
}

void Bundles::list_calls(BundleId b) {
  const auto all = automata_.list(callees(b));
  std::vector<std::uint32_t> begins(all.size() + 1, 0);
  const auto each = [&](auto f) {
    for (std::uint32_t i = 0; i < bundles_[b].count; ++i) {
      const auto calls = closure(bundles_[b].items[i]).calls;
      for (std::uint32_t k = 0; k < calls.size(); ++k) f(std::lower_bound(all.begin(), all.end(), calls[k].callee) - all.begin(), Call{i, k});
    }
  };
  each([&](std::size_t at, Call) { ++begins[at + 1]; });
  for (std::size_t i = 0; i < all.size(); ++i) begins[i + 1] += begins[i];
  std::vector<Call> calls(begins.back());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  each([&](std::size_t at, Call call) { calls[next[at]++] = call; });
  fuel_.burn(2 * calls.size());
  bundles_[b].begins = arena_.copy(begins.data(), begins.size());
  bundles_[b].calls = arena_.copy(calls.data(), calls.size());
}

// Counters are counted where something was read, and what they lead to stands before the next round or behind the last:
// nothing is counted there.
Bundles::Moved Bundles::arrive() {
  fuel_.burn(tidy(arriving_));
  live_.clear();
  ends_.clear();
  rounds_.clear();
  const auto look = [&](const Item& item, bool counts) {
    const Network::Closure& c = closure(item);
    if (!c.terminals.empty() || !c.calls.empty()) live_.push_back(item);
    for (std::uint64_t left = c.final; left; left &= left - 1) ends_.push_back(item.returns + std::countr_zero(left));
    if (!counts) return;
    for (std::uint32_t number : c.counters) {
      const Network::Counter& counter = network_.counter(number);
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
  Moved out;
  out.live = intern(live_);
  out.ended = automata_.intern(ends_);
  return out;
}

Bundles::Moved Bundles::read(BundleId b, Reading reading, LexemeId lexeme) {
  const auto all = readings_.list(readings(b));
  const auto at = std::lower_bound(all.begin(), all.end(), reading);
  if (at == all.end() || *at != reading) return {};
  Moved& known = bundles_[b].moved[at - all.begin()];
  const bool memorable = reading.distinct == kNone || lexeme <= MarkSets::kUnknown;
  if (memorable && known.live != kNone) return known;
  arriving_.clear();
  for (const Item& item : items(b))
    for (const auto& e : closure(item).terminals) {
      if (e.terminal != reading.terminal || (e.distinct ? item.count : kNone) != reading.distinct) continue;
      arriving_.push_back({e.target, item.returns, e.distinct ? marks_.with_lexeme(item.count, lexeme) : item.count});
    }
  const Moved out = arrive();
  if (memorable) known = out;
  return out;
}

Bundles::Moved Bundles::call(BundleId b, AutomatonSetId ended) {
  if (const Moved* known = calls_.find(b, ended)) return *known;
  if (!bundles_[b].calls) list_calls(b);
  const Bundle& bundle = bundles_[b];
  const auto all = automata_.list(callees(b));
  arriving_.clear();
  auto at = all.begin();
  for (const std::uint32_t automaton : automata_.list(ended)) {
    at = std::lower_bound(at, all.end(), automaton);
    if (at == all.end()) break;
    if (*at != automaton) continue;
    const std::size_t i = at - all.begin();
    for (std::uint32_t k = bundle.begins[i]; k < bundle.begins[i + 1]; ++k) {
      const Item& item = bundle.items[bundle.calls[k].item];
      const Network::CallEdge& e = closure(item).calls[bundle.calls[k].edge];
      arriving_.push_back({e.target, item.returns, e.mark == kNone ? item.count : marks_.with_mark(item.count, e.mark)});
    }
  }
  const Moved out = arrive();
  calls_.insert(b, ended, out);
  return out;
}

}  // namespace constrain
