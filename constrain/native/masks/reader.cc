#include "masks/reader.h"

namespace constrain {

Frontier* Reader::read(ConfigId c, TokenId token) {
  const Config& config = table[c];
  read_.lexemes.assign(config.lexemes, config.lexemes + config.count);
  read_.boundary = config.boundary;
  read_.tracked.assign(config.tracked, config.tracked + config.tracked_count);
  for (char byte : trie.bytes(token)) {
    stepper.step(read_, static_cast<std::uint8_t>(byte));
    if (read_.empty()) return nullptr;
  }
  return viability.viable(read_) ? &read_ : nullptr;
}

std::pair<std::size_t, ConfigId> Reader::read(ConfigId c, std::string_view bytes) {
  Frontier at = table.frontier(c);
  std::size_t read = 0;
  for (; read < bytes.size(); ++read) {
    recogniser.renew();
    stepper.step(at, static_cast<std::uint8_t>(bytes[read]));
    if (at.empty()) break;
  }
  if (read == bytes.size() && viability.viable(at)) return {read, table.intern(at)};
  if (!stepper.tracks_items()) return {read, kNone};
  // Where items must differ, the way may have been lost before.
  at = table.frontier(c);
  for (std::size_t i = 0; i < read; ++i) {
    recogniser.renew();
    stepper.step(at, static_cast<std::uint8_t>(bytes[i]));
    if (!viability.viable(at)) return {i, kNone};
  }
  return {read, kNone};
}

}  // namespace constrain
