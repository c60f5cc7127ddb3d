#include "masks/config_table.h"

#include <algorithm>

namespace constrain {

Frontier ConfigTable::frontier(ConfigId c) const {
  const Config& config = configs_[c];
  return {{config.lexemes, config.lexemes + config.count},
          config.boundary,
          {config.tracked, config.tracked + config.tracked_count}};
}

ConfigId ConfigTable::intern(Frontier& frontier) {
  // The order in which lexemes were opened means nothing, so it must not tell configurations apart.
  std::sort(frontier.lexemes.begin(), frontier.lexemes.end());
  frontier.lexemes.erase(std::unique(frontier.lexemes.begin(), frontier.lexemes.end()), frontier.lexemes.end());
  std::uint64_t hash = frontier.boundary;
  for (const OpenLexeme& t : frontier.lexemes)
    hash = mix(hash, (std::uint64_t{t.residual} << 32 | t.scan) + 0x9E3779B97F4A7C15ull * t.lexeme);
  for (const Tracked& t : frontier.tracked)
    hash = mix(hash, (std::uint64_t{t.thread.residual} << 32 | t.thread.scan) +
                         0x9E3779B97F4A7C15ull * t.thread.lexeme + t.track);
  const ConfigId found = index_.find(hash, [&](std::uint32_t id) {
    const Config& c = configs_[id];
    return c.boundary == frontier.boundary && c.count == frontier.lexemes.size() &&
           c.tracked_count == frontier.tracked.size() &&
           std::equal(frontier.lexemes.begin(), frontier.lexemes.end(), c.lexemes) &&
           std::equal(frontier.tracked.begin(), frontier.tracked.end(), c.tracked);
  });
  if (found != kNone) return found;
  const ConfigId id = configs_.grow();
  Config& c = configs_[id];
  c.lexemes = arena_.copy(frontier.lexemes.data(), frontier.lexemes.size());
  c.count = static_cast<std::uint32_t>(frontier.lexemes.size());
  c.tracked = arena_.copy(frontier.tracked.data(), frontier.tracked.size());
  c.tracked_count = static_cast<std::uint32_t>(frontier.tracked.size());
  c.boundary = frontier.boundary;
  c.accepting = frontier.boundary != kNone && recogniser_.accepting(frontier.boundary);
  index_.insert(hash, id);
  if ((id & 15) == 0) grown_();
  return id;
}

}  // namespace constrain
