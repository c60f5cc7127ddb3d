#include "pattern/texts.h"

#include <algorithm>
#include <unordered_map>

namespace constrain {
namespace {

constexpr std::size_t kMaxDerivatives = 200'000;  // under the usual limits
constexpr std::uint64_t kOpen = ~std::uint64_t{0};

struct Step {
  ResidualId residual;
  int byte;  // the next to be tried
};

std::uint64_t counted(ResidualStore& store, ResidualId pattern) {
  std::unordered_map<ResidualId, std::uint64_t> known;
  std::vector<Step> path;
  std::size_t steps = 0;
  const std::uint64_t most = share_of(kMaxDerivatives);
  const auto enter = [&](ResidualId r) {
    known[r] = kOpen;
    path.push_back({r, 0});
  };
  std::unordered_map<ResidualId, std::uint64_t> sums;
  enter(pattern);
  while (!path.empty()) {
    Step& here = path.back();
    std::uint64_t& sum = sums.try_emplace(here.residual, store.nullable(here.residual)).first->second;
    const ByteSet& first = store.first(here.residual);
    bool deeper = false;
    for (; here.byte < 256; ++here.byte) {
      if (!first.has(static_cast<std::uint8_t>(here.byte))) continue;
      const ResidualId next = store.derive(here.residual, static_cast<std::uint8_t>(here.byte));
      if (next == ResidualStore::kEmpty) continue;
      const auto at = known.find(next);
      if (at == known.end()) {
        if (++steps > most) return Texts::kMany;
        enter(next);
        deeper = true;
        break;
      }
      if (at->second == kOpen) return Texts::kMany;
      sum = std::min(sum + at->second, Texts::kMany);
    }
    if (deeper) continue;
    known[here.residual] = sum;
    path.pop_back();
  }
  return known[pattern];
}

}  // namespace

Texts texts_of(ResidualStore& store, ResidualId pattern, std::uint64_t limit) {
  std::lock_guard guard(store.mutex);
  Texts out;
  if (pattern == ResidualStore::kEmpty) return out;
  out.count = counted(store, pattern);
  if (out.count > limit || out.count == Texts::kMany) return out;
  std::vector<Step> path{{pattern, 0}};
  std::string text;
  if (store.nullable(pattern)) out.listed.push_back(text);
  while (!path.empty()) {
    Step& here = path.back();
    const ByteSet& first = store.first(here.residual);
    while (here.byte < 256 && !first.has(static_cast<std::uint8_t>(here.byte))) ++here.byte;
    if (here.byte == 256) {
      path.pop_back();
      if (!text.empty()) text.pop_back();
      continue;
    }
    const auto byte = static_cast<std::uint8_t>(here.byte++);
    const ResidualId next = store.derive(here.residual, byte);
    if (next == ResidualStore::kEmpty) continue;
    text += static_cast<char>(byte);
    path.push_back({next, 0});
    if (store.nullable(next)) out.listed.push_back(text);
  }
  return out;
}

}  // namespace constrain
