#include "network/terminals.h"

#include "pattern/bytecode_reader.h"

namespace constrain {

Terminals::Terminals(ResidualStore& store, std::vector<std::string> codes, std::vector<std::string> names)
    : store_(store), codes_(std::move(codes)) {
  list_.reserve(codes_.size());
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    std::string name = i < names.size() ? std::move(names[i]) : std::to_string(i);
    list_.push_back({.pattern = kUnread, .name = std::move(name), .spelling = Spelling::Exact});
    if (!surely_reads(codes_[i])) parse(static_cast<TerminalId>(i));
  }
}

void Terminals::parse(TerminalId t) {
  Terminal& terminal = list_[t];
  try {
    terminal.pattern = store_.parse(codes_[t]);
  } catch (const LimitError& e) {
    throw LimitError("terminal " + terminal.name + ": " + e.what(), e.limit, e.needed);
  } catch (const UnsupportedFault& e) {
    throw UnsupportedFault("terminal " + terminal.name + ": " + e.what(), e.feature, terminal.name);
  }
  codes_[t] = {};
}

std::size_t Terminals::memory() const {
  const auto heap = [](const std::string& text) { return text.capacity() > 15 ? text.capacity() + 1 : 0; };  // longer ones
  std::size_t out = list_.capacity() * sizeof(Terminal) + codes_.capacity() * sizeof(std::string);
  for (const Terminal& t : list_) out += heap(t.name);
  for (const std::string& code : codes_) out += heap(code);
  return out;
}

}  // namespace constrain
