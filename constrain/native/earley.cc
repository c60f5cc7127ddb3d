#include "earley.h"

#include <algorithm>

namespace constrain {
namespace {

struct ItemHash {
  std::size_t operator()(const Item& i) const {
    return mix(mix(std::uint64_t{i.state} << 32 | i.origin, i.returns), i.count);
  }
};

// A set of items that stays a plain list while small.
class Seen {
 public:
  bool insert(const Item& item) {
    if (list_.size() < 24) {
      if (std::find(list_.begin(), list_.end(), item) != list_.end()) return false;
      list_.push_back(item);
      return true;
    }
    if (table_.empty()) table_.insert(list_.begin(), list_.end());
    return table_.insert(item).second;
  }

 private:
  std::vector<Item> list_;
  std::unordered_set<Item, ItemHash> table_;
};

}  // namespace

Recogniser::Recogniser(ResidualStore& store, Network& network) : store_(store), network_(network) {
  std::vector<Item> kernel{{network.start(network.start_automaton()), kNone, kNone, 0}};
  intern(kernel, network.accepts_empty());
}

SetId Recogniser::intern(std::vector<Item>& kernel, bool accepting) {
  std::sort(kernel.begin(), kernel.end());
  kernel.erase(std::unique(kernel.begin(), kernel.end()), kernel.end());
  std::uint64_t hash = accepting;
  for (const Item& i : kernel) hash = mix(hash, ItemHash()(i));
  const SetId found = index_.find(hash, [&](std::uint32_t id) {
    const Set& s = sets_[id];
    return s.accepting == accepting && s.count == kernel.size() && std::equal(kernel.begin(), kernel.end(), s.items);
  });
  if (found != kNone) return found;
  const SetId id = sets_.grow();
  Set& s = sets_[id];
  s.items = arena_.copy(kernel.data(), kernel.size());
  s.count = static_cast<std::uint32_t>(kernel.size());
  s.accepting = accepting;
  index_.insert(hash, id);
  return id;
}

SetId Recogniser::after(ScanId id) {
  Scan& scan = scans_[id];
  if (const SetId known = scan.next.load(std::memory_order_acquire); known != kNone) return known;
  struct Work { Item item; bool read; };  // read: something was read since the last round of a counter
  std::vector<Work> work;
  std::vector<Item> kernel;
  Seen seen, completed;
  bool accepting = false;
  const auto add = [&](const Item& item, bool read) {
    if (seen.insert(item)) work.push_back({item, read});
  };
  for (std::uint32_t i = 0; i < scan.count; ++i) add(scan.items[i], true);
  while (!work.empty()) {
    const auto [item, read] = work.back();
    work.pop_back();
    if (kernel.size() > kMaxItems)
      throw LimitError("the grammar is too ambiguous: items in one Earley set", kMaxItems, kernel.size());
    const Network::Closure& c = network_.closure(item.state);
    if (!c.terminals.empty() || !c.calls.empty()) kernel.push_back(item);
    if (read)
      for (std::uint32_t number : c.counters) {
        const Network::Counter& counter = network_.counter(number);
        const std::uint32_t rounds = item.count + 1;
        if (rounds >= counter.minimum) add({counter.exit, item.origin, item.returns, 0}, false);
        if (rounds < counter.maximum) {
          // Without a maximum, rounds beyond the minimum make no difference.
          const std::uint32_t kept = counter.maximum == kUnbounded ? std::min(rounds, counter.minimum) : rounds;
          add({counter.body, item.origin, item.returns, kept}, false);
        }
      }
    if (!c.final || !completed.insert({0, item.origin, item.returns, 0})) continue;
    if (item.returns == kNone) {
      accepting = true;
      continue;
    }
    const auto waiters = expansion(item.origin).waiters;
    auto waiter = std::lower_bound(waiters.begin(), waiters.end(), item.returns,
                                   [](const Waiter& w, std::uint32_t callee) { return w.callee < callee; });
    for (; waiter != waiters.end() && waiter->callee == item.returns; ++waiter) add(waiter->item, true);
  }
  const SetId next = intern(kernel, accepting);
  scan.next.store(next, std::memory_order_release);
  return next;
}

const Recogniser::Expansion& Recogniser::expansion(SetId id) {
  Set& set = sets_[id];
  if (set.expansion) return *set.expansion;
  struct Edge { TerminalId terminal; Item item; };
  std::vector<Edge> edges;
  std::vector<Waiter> waiters;
  std::vector<Item> work(set.items, set.items + set.count);
  std::vector<std::uint32_t> predicted;
  std::unordered_set<std::uint32_t> many;
  const auto predict = [&](std::uint32_t callee) {
    if (predicted.size() < 24 ? std::find(predicted.begin(), predicted.end(), callee) != predicted.end() : many.contains(callee))
      return;
    predicted.push_back(callee);
    if (predicted.size() == 24) many.insert(predicted.begin(), predicted.end());
    else if (predicted.size() > 24) many.insert(callee);
    work.push_back({network_.start(callee), id, callee, 0});
  };
  while (!work.empty()) {
    const Item item = work.back();
    work.pop_back();
    const Network::Closure& c = network_.closure(item.state);
    for (const auto& e : c.terminals) edges.push_back({e.terminal, {e.target, item.origin, item.returns, item.count}});
    for (const auto& e : c.calls) {
      waiters.push_back({e.callee, {e.target, item.origin, item.returns, item.count}});
      predict(e.callee);
    }
    if (edges.size() + waiters.size() > kMaxItems)
      throw LimitError("the grammar is too ambiguous: edges out of one Earley set", kMaxItems, edges.size() + waiters.size());
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.terminal != b.terminal ? a.terminal < b.terminal : a.item < b.item;
  });
  std::sort(waiters.begin(), waiters.end(), [](const Waiter& a, const Waiter& b) {
    return a.callee != b.callee ? a.callee < b.callee : a.item < b.item;
  });
  waiters.erase(std::unique(waiters.begin(), waiters.end(),
                            [](const Waiter& a, const Waiter& b) { return a.callee == b.callee && a.item == b.item; }),
                waiters.end());
  Expansion e{scans_.size(), 0, {arena_.copy(waiters.data(), waiters.size()), waiters.size()}, {}};
  std::vector<Item> items;
  for (std::size_t i = 0; i < edges.size();) {
    items.clear();
    const TerminalId terminal = edges[i].terminal;
    for (; i < edges.size() && edges[i].terminal == terminal; ++i)
      if (items.empty() || items.back() != edges[i].item) items.push_back(edges[i].item);
    Scan& scan = scans_[scans_.grow()];
    scan.terminal = terminal;
    scan.residual = network_.terminal(terminal).pattern;
    scan.first = &store_.first(scan.residual);
    scan.items = arena_.copy(items.data(), items.size());
    scan.count = static_cast<std::uint32_t>(items.size());
    scan.from = id;
    e.first |= *scan.first;
    ++e.scans;
  }
  set.expansion = arena_.copy(&e, 1);
  return *set.expansion;
}

SetId Recogniser::unite(SetId a, SetId b) {
  if (a == b) return a;
  std::vector<Item> kernel(sets_[a].items, sets_[a].items + sets_[a].count);
  kernel.insert(kernel.end(), sets_[b].items, sets_[b].items + sets_[b].count);
  return intern(kernel, sets_[a].accepting || sets_[b].accepting);
}

}  // namespace constrain
