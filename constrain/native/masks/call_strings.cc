#include "masks/call_strings.h"

#include <algorithm>

namespace constrain {

CallStringId CallStrings::of(SetId s, std::uint32_t depth) {
  if (s == kNone) return kOutside;
  if (depth == 0) return kNothing;
  const std::span<const Recogniser::Part> parts = recogniser_.parts(s);
  if (parts.empty()) return kEmpty;
  // Most stacks are chains, of which asking again costs less than remembering.
  if (parts.size() > 1)
    if (const CallStringId* known = known_.find(s, depth)) return *known;
  CallStringId out = alike(parts[0].items);
  if (depth > 1 || parts[0].origin == kNone) out = number(out, of(parts[0].origin, depth - 1));
  for (const Recogniser::Part& part : parts.subspan(1))
    out = number(out, number(alike(part.items), of(part.origin, depth - 1)));
  if (parts.size() > 1) known_.insert(s, depth, out);
  return out;
}

std::uint32_t CallStrings::alike(ItemSetId items) {
  if (items >= items_.size()) items_.resize(items + 1, 0);
  if (items_[items]) return items_[items];
  Network& network = recogniser_.network();
  const auto all = [&](auto f) {
    for (const Item& item : recogniser_.items().items(items)) f(item);
  };
  bool counted = false;
  if (network.has_counters())
    all([&](const Item& item) { counted = counted || (item.count && !network.scoped(item.state)); });
  if (!counted) return items_[items] = kPlain | items;
  // A round takes a byte. Between the bounds one may end it and begin another, below them one must.
  const auto rounds = [&](const Item& item) {
    if (!item.count || network.scoped(item.state)) return item.count;
    const std::uint32_t* known = counters_.find(item.state, 0);
    const std::uint32_t counter = known ? *known : network.counter_of(item.state);
    if (!known) counters_.insert(item.state, 0, counter);
    if (counter == kNone) return item.count;
    const auto [body, exit, minimum, maximum] = network.counter(counter);
    const std::uint32_t begun = std::max(minimum, 1u) - 1;  // one round more is enough
    if (item.count >= begun) return maximum - item.count > longest_ ? begun : item.count;
    return minimum - item.count > longest_ ? kNone : item.count;
  };
  std::uint32_t out = kEmpty;
  all([&](const Item& item) { out = number(out, number(number(item.state, item.returns), rounds(item))); });
  return items_[items] = number(out, kRounds);
}

std::uint32_t CallStrings::depth(SetId s, SetId lowest) {
  if (lowest == kNone) return 1;
  std::uint32_t deepest = 0;
  open_.assign(1, {s, 1});
  for (std::size_t visits = 0; !open_.empty(); ++visits) {
    const auto [at, depth] = open_.back();
    open_.pop_back();
    if (depth > kDeepest || visits > 4 * kDeepest) return kNone;
    deepest = std::max(deepest, depth);
    for (const Recogniser::Part& part : recogniser_.parts(at))
      if (part.origin != kNone && part.origin >= lowest) open_.push_back({part.origin, depth + 1});
  }
  return deepest;
}

}  // namespace constrain
