// Regions: parts of a text that may take only so many tokens, whatever the whole text may take.
//
// A region is a lexeme of a terminal that has a budget of tokens (`ConstraintCore::regions`): a thought before the
// answer, say. A configuration is in it while the lexeme is open, and it ends with the token that leaves it, which
// counts. Which region that is, the set says in which the lexeme began; where several are open, the one that began
// first. So one token that ends a region and begins another in the same set leaves both as one. As with budgets of the
// whole text (completion.h), what is kept is the completion: a token is allowed if the completion after it leaves the
// region in time, and takes no more of any later region than that may take. Its first token leads to where that holds
// with one token less. For example, `<think>` free text of at most 3 tokens `</think>` yes: after two tokens of free
// text only `</think>` is left.
#include "masks/regions.h"

#include <algorithm>

#include "masks/completion.h"

namespace constrain {

Region Regions::of(ConfigId c) const {
  Region first;
  const auto look = [&](const OpenLexeme& open) {
    const TerminalId terminal = reader_.recogniser.scan(open.scan).terminal;
    const std::uint32_t tokens = terminal < budgets_.size() ? budgets_[terminal] : 0;
    if (tokens) first = std::min(first, Region{reader_.recogniser.origin(open.scan).first, tokens});
  };
  const Config& config = reader_.table[c];
  for (std::uint32_t i = 0; i < config.count; ++i) look(config.lexemes[i]);
  for (std::uint32_t i = 0; i < config.tracked_count; ++i)
    if (!config.tracked[i].boundary()) look(config.tracked[i].thread);
  return first;
}

std::uint32_t Regions::taken(ConfigId from, std::uint32_t used, ConfigId to) const {
  const Region region = of(to);
  if (!region) return 0;
  return region == of(from) ? used + 1 : 1;
}

const Completions::RegionCost& Completions::region_cost(ConfigId c) {
  std::vector<ConfigId> way{c};
  for (std::uint32_t left = tokens_to_end(c); left && left != kFar && !region_costs_.contains(way.back()); --left) {
    ConfigId next = way.back();
    exact_ ? searched_token(next, left - 1) : longest_token(next, left - 1);
    way.push_back(next);
  }
  region_costs_.try_emplace(way.back());  // unless it is known, the text ends there
  for (std::size_t i = way.size() - 1; i-- > 0;) {
    const RegionCost after = region_costs_.at(way[i + 1]);
    const Region here = regions_.of(way[i]), then = regions_.of(way[i + 1]);
    RegionCost cost{.first = here ? 1u : 0u, .later = after.later};
    if (here == then) cost.first = here ? 1 + after.first : 0;
    else if (then && 1 + after.first > then.tokens) cost.later = {then.tokens, 1 + after.first};
    region_costs_.insert_or_assign(way[i], cost);
  }
  return region_costs_.at(c);
}

// How many more tokens the region is in after a token that leads to `to`, if the completion follows: 0 if that has left
// it, kFar if some other region could not be kept.
std::uint32_t Completions::in_region_after(Region from, ConfigId to) {
  if (tokens_to_end(to) == kFar) return kFar;
  const RegionCost& cost = region_cost(to);
  if (cost.later.needed) return kFar;
  const Region region = regions_.of(to);
  if (!region) return 0;
  if (region == from) return cost.first;
  return 1 + cost.first > region.tokens ? kFar : 0;
}

std::optional<Overrun> Completions::overrun(ConfigId c, std::uint32_t used) {
  const Region region = regions_.of(c);
  const RegionCost& cost = region_cost(c);
  if (region && used + cost.first > region.tokens) return Overrun{region.tokens, used + cost.first};
  if (cost.later.needed) return cost.later;
  return std::nullopt;
}

bool Completions::keeps_regions(ConfigId from, std::uint32_t used, ConfigId to) {
  const Region region = regions_.of(from);
  const std::uint32_t needed = in_region_after(region, to);
  return region ? used + 1 <= region.tokens && needed <= region.tokens - used - 1 : needed != kFar;
}

void Completions::restrict_regions(ConfigId c, std::uint32_t used, std::uint32_t* row) {
  const Region region = regions_.of(c);
  const std::uint32_t left = region ? region.tokens - used : kFar;
  keep_within(c, left, left ? &token_costs(c, left, row, true) : nullptr, row);
}

}  // namespace constrain
