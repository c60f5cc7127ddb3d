// What token tables ask of a residual: its shape on short texts, a simpler relative, and how it loops.
#include "residual.h"

#include <algorithm>

namespace constrain {
namespace {

using Guard = std::lock_guard<std::recursive_mutex>;

}  // namespace

ResidualId ResidualStore::saturate(ResidualId n, std::uint32_t longest) {
  Guard guard(mutex);
  const std::uint64_t key = std::uint64_t{n} << 16 | std::min<std::uint32_t>(longest, 0xFFFF);
  if (const auto it = saturated_.find(key); it != saturated_.end()) return it->second;
  fuel_ = kFuel;
  std::vector<ResidualId> spine;
  ResidualId rest = n;
  bool changed = false;
  const auto relaxed = [&](ResidualId part) {
    const Node& x = nodes_[part];
    if (x.kind != Kind::Repeat || x.asserts) return part;
    const std::uint32_t maximum = x.maximum >= longest ? kUnbounded : x.maximum;
    const std::uint32_t minimum = x.minimum > longest ? longest + 1 : x.minimum;
    if (maximum == x.maximum && minimum == x.minimum) return part;
    changed = true;
    return repeat(x.a, minimum, maximum);
  };
  for (int i = 0; i < 8 && nodes_[rest].kind == Kind::Concat; ++i) {
    spine.push_back(relaxed(nodes_[rest].a));
    rest = nodes_[rest].b;
  }
  ResidualId out = nodes_[rest].kind == Kind::Concat ? rest : relaxed(rest);
  while (!spine.empty()) {
    out = concat(spine.back(), out);
    spine.pop_back();
  }
  if (!changed) out = n;
  saturated_.emplace(key, out);
  charge(48);
  return out;
}

ResidualId ResidualStore::reference(ResidualId n) {
  Guard guard(mutex);
  if (const auto it = references_.find(n); it != references_.end()) return it->second;
  fuel_ = kFuel;
  const Node& x = nodes_[n];
  const ResidualId head = x.kind == Kind::Concat ? x.a : n;
  const ResidualId tail = x.kind == Kind::Concat ? x.b : kEpsilon;
  const Node& h = nodes_[head];
  ResidualId out = n;
  if (h.kind == Kind::Repeat && !h.asserts && (h.minimum || h.maximum != kUnbounded)) {
    out = concat(repeat(h.a, 0, kUnbounded), tail);
  } else if (h.kind == Kind::And && !h.asserts) {
    std::vector<ResidualId> kept;
    for (std::uint32_t i = 0; i < h.count; ++i)
      if (nodes_[h.parts[i]].kind != Kind::Not) kept.push_back(h.parts[i]);
    if (kept.size() < h.count && !kept.empty()) {
      out = concat(both(std::move(kept)), tail);
      const ResidualId further = reference(out);
      out = further;
    }
  } else if (h.kind == Kind::Alt) {
    // `name"` | (other key): the widest alternative serves, if one has a reference of its own.
    for (std::uint32_t i = 0; i < h.count && out == n; ++i) {
      const ResidualId wide = reference(h.parts[i]);
      if (wide != h.parts[i]) out = concat(wide, tail);
    }
  }
  references_.emplace(n, out);
  charge(48);
  return out;
}

const ResidualStore::Loop& ResidualStore::loop(ResidualId n) {
  if (const Loop* known = nodes_[n].loop.load(std::memory_order_acquire)) return *known;
  Guard guard(mutex);
  if (const Loop* known = nodes_[n].loop.load(std::memory_order_relaxed)) return *known;
  const Node& x = nodes_[n];
  const ResidualId head = x.kind == Kind::Concat ? x.a : n;
  const ResidualId tail = x.kind == Kind::Concat ? x.b : kEpsilon;
  const Node& h = nodes_[head];
  const bool counted = h.kind == Kind::Repeat && !x.asserts && (h.minimum || h.maximum != kUnbounded);
  // A counted loop is read off its body: the byte must complete exactly one round and not begin the tail.
  const ResidualId body = counted ? h.a : n;
  const ResidualId back = counted ? kEpsilon : n;
  const auto outside = [&](int b) { return !counted || derive(tail, static_cast<std::uint8_t>(b)) == kEmpty; };
  Loop result{{}, counted ? h.maximum : kUnbounded};
  for (int b = 0; b < 0x80; ++b)
    if (derive(body, static_cast<std::uint8_t>(b)) == back && outside(b)) result.bytes.add(static_cast<std::uint8_t>(b));
  // All code points beyond ASCII, by the rows of Unicode's table 3-7; bytes with equal derivatives are followed once.
  struct Rows { std::uint8_t low, high, second_low, second_high, more; };
  static constexpr Rows rows[] = {{0xC2, 0xDF, 0x80, 0xBF, 0}, {0xE0, 0xE0, 0xA0, 0xBF, 1}, {0xE1, 0xEC, 0x80, 0xBF, 1},
                                  {0xED, 0xED, 0x80, 0x9F, 1}, {0xEE, 0xEF, 0x80, 0xBF, 1}, {0xF0, 0xF0, 0x90, 0xBF, 2},
                                  {0xF1, 0xF3, 0x80, 0xBF, 2}, {0xF4, 0xF4, 0x80, 0x8F, 2}};
  const auto completes = [&](ResidualId from, int low, int high, int more, const auto& self) -> bool {
    ResidualId previous = kUnknown;
    for (int b = low; b <= high; ++b) {
      const ResidualId next = derive(from, static_cast<std::uint8_t>(b));
      if (next == previous) continue;
      if (more == 0 ? next != back : next == kEmpty || !self(next, 0x80, 0xBF, more - 1, self)) return false;
      previous = next;
    }
    return true;
  };
  bool complete = true;
  for (const Rows& r : rows) {
    ResidualId previous = kUnknown;
    for (int lead = r.low; lead <= r.high && complete; ++lead) {
      complete = outside(lead);
      const ResidualId next = derive(body, static_cast<std::uint8_t>(lead));
      if (!complete || next == previous) continue;
      complete = next != kEmpty && completes(next, r.second_low, r.second_high, r.more, completes);
      previous = next;
    }
    if (!complete) break;
  }
  if (complete)
    for (int b = 0x80; b < 0x100; ++b) result.bytes.add(static_cast<std::uint8_t>(b));
  const Loop* kept = arena_.copy(&result, 1);
  charge(sizeof result);
  nodes_[n].loop.store(kept, std::memory_order_release);
  return *kept;
}

}  // namespace constrain
