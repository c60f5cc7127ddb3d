// Obligations as numbers, in order: 1. `pruned`: without threads that only wait for what breaks it at once; 2. `raw`: what
// each becomes, by class of characters; 3. `least`: all that it can become is found, and each held against what is known
// (Hopcroft and Karp 1971).
#include "lark/obligations.h"

#include <algorithm>
#include <numeric>

#include "lark/terminal_program.h"

namespace constrain {

namespace {

bool within_bits(const Vec<std::uint64_t>& inner, const Vec<std::uint64_t>& outer) {
  for (std::size_t w = 0; w < inner.size(); ++w)
    if (inner[w] & ~outer[w]) return false;
  return true;
}

}  // namespace

Obligations::Obligations(ThreadMachine& machine, Ids classes, std::int32_t count)
    : machine_(machine), classes_(std::move(classes)), count_(count) {
  Ids none;
  number(none);
  least_[kFree] = kFree;
  known_.push_back(kFree);
}

// Of threads, which are pruned.
std::int32_t Obligations::number(Ids& threads) {
  prune(threads);
  const std::int32_t known = sets_.size(), out = sets_.intern(threads);
  if (out == known) {
    if (static_cast<std::size_t>(known) > kMaxStates) throw NotPlain{};
    least_.push_back(kUnknown);
    parent_.push_back(kUnknown);
    raw_.emplace_back();
    rows_.emplace_back();
  }
  return out;
}

// Whether the thread has matched with its next character, whatever that is.
bool Obligations::breaks(std::int32_t id) {
  const auto [node, pending, lookbehind] = machine_.thread(id);
  if (node < 0 || lookbehind != ThreadMachine::kForgetful || !machine_.accepted(node)) return false;
  const auto [at, made] = breaking_.try_emplace(node, false);
  if (made) {
    const ThreadMachine::List after = machine_.begin(machine_.next(node), false);
    at->second = std::any_of(after.begin(), after.end(), [&](std::int32_t each) { return machine_.final(each); });
  }
  return at->second;
}

void Obligations::prune(Ids& threads) {
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  if (threads.size() < 2) return;
  spend(2 * threads.size());
  Vec<std::uint64_t> breaking;
  for (const std::int32_t id : threads)
    if (breaks(id)) {
      const auto& own = *machine_.accepted(machine_.thread(id).node);
      if (breaking.empty()) breaking.resize(own.size());
      for (std::size_t w = 0; w < own.size(); ++w) breaking[w] |= own[w];
    }
  if (breaking.empty()) return;
  std::erase_if(threads, [&](std::int32_t id) {
    const std::int32_t node = machine_.thread(id).node;
    const auto* own = node < 0 ? nullptr : machine_.accepted(node);
    return own && !breaks(id) && within_bits(*own, breaking);
  });
}

std::int32_t Obligations::step(std::int32_t obligation, std::int32_t number_) {
  Ids& out = stepped_;
  out.clear();
  const ThreadMachine::List threads = sets_[obligation];
  spend(1 + threads.size());
  for (const std::int32_t id : threads) {
    for (const std::int32_t each : machine_.after(id, number_)) {
      if (machine_.final(each)) return kBroken;
      out.push_back(each);
    }
  }
  return number(out);
}

const Obligations::Ids& Obligations::raw(std::int32_t obligation) {
  if (raw_[obligation].empty()) {
    Ids row(static_cast<std::size_t>(count_), kFree);
    const auto& parts = machine_.divided(sets_[obligation]);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::int32_t after = step(obligation, parts[i][0]);
      for (const std::int32_t each : parts[i]) row[each] = after;
    }
    raw_[obligation] = std::move(row);
  }
  return raw_[obligation];
}

const Obligations::Ids& Obligations::row(std::int32_t representative) {
  if (rows_[representative].empty()) {
    Ids row = raw(representative);
    for (std::int32_t& each : row)
      if (each > kFree) each = least(each);
    rows_[representative] = std::move(row);
  }
  return rows_[representative];
}

std::int32_t Obligations::least(std::int32_t first) {
  if (least_[first] != kUnknown) return least_[first];
  Ids order{first};
  least_[first] = kFound;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Ids& row = raw(order[i]);
    for (const std::int32_t number : classes_)
      if (row[number] >= 0 && least_[row[number]] == kUnknown) {
        least_[row[number]] = kFound;
        order.push_back(row[number]);
      }
  }
  for (const std::int32_t state : order) least_[state] = kUnknown;
  for (const std::int32_t state : order) {
    const auto alike = std::find_if(known_.begin(), known_.end(),
                                    [&](std::int32_t other) { return !differ(state, other) && equal(state, other); });
    least_[state] = alike == known_.end() ? state : *alike;
    if (alike == known_.end()) known_.push_back(state);
  }
  return least_[first];
}

// Whether one character tells them apart, as it does most that are held against each other.
bool Obligations::differ(std::int32_t a, std::int32_t b) {
  if (a == b) return false;
  const Ids &mine = raw(a), &other = raw(b);
  spend(classes_.size() / 8);
  for (const std::int32_t number : classes_) {
    const std::int32_t x = mine[number], y = other[number];
    if (x != y && (x < 0 || y < 0 || (least_[x] != kUnknown && least_[y] != kUnknown && least_[x] != least_[y])))
      return true;
  }
  return false;
}

// Whether two states forbid the same, by merging what they lead to.
bool Obligations::equal(std::int32_t first, std::int32_t second) {
  const auto find = [&](std::int32_t state) {
    if (state >= 0 && least_[state] != kUnknown) state = least_[state];
    while (state >= 0 && parent_[state] != kUnknown) state = parent_[state];
    return state;
  };
  auto& stack = open_;
  stack.assign(1, {first, second});
  for (const std::int32_t state : merged_states_) parent_[state] = kUnknown;
  merged_states_.clear();
  while (!stack.empty()) {
    std::int32_t a = find(stack.back().first), b = find(stack.back().second);
    stack.pop_back();
    if (a == b) continue;
    spend(20);
    if (++merged_ > kMaxMerged) throw NotPlain{};
    if (a < 0 || b < 0) return false;
    if (least_[a] != kUnknown && least_[b] != kUnknown) return false;  // two representatives are never alike
    if (least_[a] != kUnknown) std::swap(a, b);
    parent_[a] = b;
    merged_states_.push_back(a);
    const Ids &mine = raw(a), &other = raw(b);
    spend(classes_.size() / 4);
    std::pair<std::int32_t, std::int32_t> last{-3, -3};
    for (const std::int32_t number : classes_) {
      const std::pair both{mine[number], other[number]};
      if (both.first != both.second && both != last) stack.push_back(both);
      last = both;
    }
  }
  return true;
}

std::int32_t Obligations::within(std::int32_t obligation, const std::function<bool(std::int32_t)>& may_match) {
  Ids kept;
  for (const std::int32_t id : sets_[obligation]) {
    const std::int32_t node = machine_.thread(id).node;
    if (node < 0 || !machine_.accepted(node) || may_match(node)) kept.push_back(id);
  }
  return kept.size() == sets_[obligation].size() ? obligation : least(std::move(kept));
}

}  // namespace constrain
