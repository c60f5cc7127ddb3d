#include "network/terminals.h"

#include <algorithm>
#include <iterator>

#include "pattern/bytecode_reader.h"

namespace constrain {

Terminals::Terminals(ResidualStore& store, std::shared_ptr<const FlatGrammar> grammar)
    : store_(store), parts_{{0, std::move(grammar)}} {
  list_.assign(parts_[0].grammar->terminals.size(), Terminal::unread());
  screen(parts_[0]);
}

TerminalId Terminals::append(const std::shared_ptr<const FlatGrammar>& grammar, const std::vector<Terminal>& settled) {
  const auto first = static_cast<TerminalId>(list_.size());
  parts_.push_back({first, grammar});
  list_.insert(list_.end(), settled.begin(), settled.end());
  screen(parts_.back());
  return first;
}

std::vector<Terminal> Terminals::unread() const {
  std::vector<Terminal> out = list_;
  for (Terminal& terminal : out) terminal.pattern = kUnread;
  return out;
}

std::string Terminals::name(TerminalId t) const {
  const auto& [first, grammar] = part_of(t);
  return t - first < grammar->names.size() ? std::string(grammar->names[t - first]) : std::to_string(t - first);
}

void Terminals::screen(const Part& part) {
  const PackedStrings& codes = part.grammar->terminals;
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (!surely_reads(codes[i])) parse(part.first + static_cast<TerminalId>(i));
}

const Terminals::Part& Terminals::part_of(TerminalId t) const {
  return *std::prev(std::upper_bound(parts_.begin(), parts_.end(), t,
                                     [](TerminalId id, const Part& part) { return id < part.first; }));
}

void Terminals::parse(TerminalId t) {
  try {
    const auto& [first, grammar] = part_of(t);
    list_[t].pattern = store_.parse(grammar->terminals[t - first]);
  } catch (const LimitError& e) {
    throw LimitError("terminal " + name(t) + ": " + e.what(), e.limit, e.needed);
  } catch (const UnsupportedFault& e) {
    throw UnsupportedFault("terminal " + name(t) + ": " + e.what(), e.feature, name(t));
  }
}

}  // namespace constrain
