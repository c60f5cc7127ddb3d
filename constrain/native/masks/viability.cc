// A search for a way on:
//
// 1. `settled`: where the grammar's own ways on will do, none is needed.
// 2. `ways_on`: the bytes to try, those first that end a value soonest.
// 3. `search`: depth first, every configuration once.
#include "masks/viability.h"

#include <algorithm>
#include <array>
#include <exception>

namespace constrain {
namespace {

// Steps of one search. Beyond it a byte is refused although there may be a way on; what was found before stays found,
// so a matcher is not stuck. Grammars of items with thousands of texts that all were used, and only they, come this
// far.
constexpr std::uint32_t kPathSteps = 4096;

// Bytes in the order in which a search tries them: what ends values first, white space and escapes last.
std::vector<std::uint8_t> search_order(const ByteSet& set) {
  static constexpr std::string_view kFirst = "\"}],:10", kLast = "\\ \t\n\r";
  std::vector<std::uint8_t> out;
  for (char c : kFirst)
    if (set.has(static_cast<std::uint8_t>(c))) out.push_back(static_cast<std::uint8_t>(c));
  set.each([&](std::uint8_t b) {
    if (kFirst.find(static_cast<char>(b)) == std::string_view::npos &&
        kLast.find(static_cast<char>(b)) == std::string_view::npos)
      out.push_back(b);
  });
  for (char c : kLast)
    if (set.has(static_cast<std::uint8_t>(c))) out.push_back(static_cast<std::uint8_t>(c));
  return out;
}

}  // namespace

// Whether the grammar's ways on will do for some of it: it stands in no such array, or in an item that is like none
// before it, or at the end of a number that is new, or in a string that can go on without end.
bool Viability::settled(const Frontier& frontier) const {
  if (frontier.boundary != kNone || !frontier.lexemes.empty()) return true;
  return std::any_of(frontier.tracked.begin(), frontier.tracked.end(), [&](const Tracked& t) {
    if (stepper_.items().unlike(t.track)) return true;
    if (t.boundary()) return stepper_.items().new_number(t.track);
    return stepper_.items().in_string(t.track) && store_.endless(t.thread.residual);
  });
}

// Whether an item has just ended, or the text stands before one, the arrays around it being settled. Where that is so
// but was not, an item has ended that is like none before it, and the array may end or has values left for the items it
// needs.
bool Viability::between(const Frontier& frontier) const {
  return std::any_of(frontier.tracked.begin(), frontier.tracked.end(),
                     [&](const Tracked& t) { return stepper_.items().between_items(t.track); });
}

bool Viability::found(const Frontier& frontier) {
  Frontier copy = frontier;
  const ConfigId id = table_.intern(copy);
  if (const auto known = known_.find(id); known != known_.end()) return known->second;
  return search(copy, id);
}

// The bytes that a search tries, in order. Inside a string those come first that lead to its end soonest, so that the
// search does not go on forever in a string that only must hold some letter: it leaves one that was used at its next
// best end.
std::vector<std::uint8_t> Viability::ways_on(const Frontier& frontier) {
  std::vector<std::uint8_t> bytes = search_order(stepper_.next_bytes(frontier));
  if (std::none_of(frontier.tracked.begin(), frontier.tracked.end(),
                   [&](const Tracked& t) { return stepper_.items().in_string(t.track); }))
    return bytes;
  std::array<std::uint32_t, 256> left;  // to the end of a string
  for (const std::uint8_t byte : bytes) {
    left[byte] = kUnbounded;
    for (const Tracked& t : frontier.tracked)
      if (!t.boundary()) left[byte] = std::min(left[byte], words_.length(store_.derive(t.thread.residual, byte)));
  }
  std::stable_sort(bytes.begin(), bytes.end(), [&](std::uint8_t a, std::uint8_t b) { return left[a] < left[b]; });
  return bytes;
}

// A depth-first search for a settled frontier. No byte leads back to where one has been, so what has failed has failed
// for good.
bool Viability::search(const Frontier& frontier, ConfigId id) {
  struct Open {
    Frontier frontier;
    ConfigId id;
    std::vector<std::uint8_t> bytes;
    std::size_t next = 0;
  };
  std::vector<Open> path;
  // What is on the path counts as failed while it is; if a signal ends the search, it is not known to be.
  struct Forget {
    std::unordered_map<ConfigId, bool>& known;
    const std::vector<Open>& path;
    const int before = std::uncaught_exceptions();
    ~Forget() {
      if (std::uncaught_exceptions() > before)
        for (const Open& each : path) known.erase(each.id);
    }
  } forget{known_, path};
  path.push_back({frontier, id, ways_on(frontier)});
  known_[id] = false;
  for (std::uint32_t steps = 0; !path.empty() && steps < kPathSteps; ++steps) {
    Open& open = path.back();
    if (open.next == open.bytes.size()) {
      path.pop_back();
      continue;
    }
    Frontier at = open.frontier;
    recogniser_.renew();
    stepper_.step(at, open.bytes[open.next++]);
    if (at.empty()) continue;
    bool found = settled(at) || (!between(open.frontier) && between(at));
    if (!found) {
      const ConfigId next = table_.intern(at);
      const auto [known, added] = known_.try_emplace(next, false);
      if (added) {
        path.push_back({at, next, {}});
        path.back().bytes = ways_on(at);
      }
      found = !added && known->second;
    }
    if (!found) continue;
    for (const Open& each : path) known_[each.id] = true;
    return true;
  }
  // Where the cap is reached, what has not been looked at to the end is not known to fail.
  for (std::size_t i = 1; i < path.size(); ++i) known_.erase(path[i].id);
  return false;
}

ByteSet Viability::viable_bytes(const Frontier& frontier) {
  const ByteSet next = stepper_.next_bytes(frontier);
  if (frontier.tracked.empty()) return next;
  ByteSet out;
  next.each([&](std::uint8_t byte) {
    Frontier at = frontier;
    stepper_.step(at, byte);
    if (!at.empty() && viable(at)) out.add(byte);
  });
  return out;
}

}  // namespace constrain
