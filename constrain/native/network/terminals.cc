#include "network/terminals.h"

#include "pattern/bytecode_reader.h"

namespace constrain {

Terminals::Terminals(ResidualStore& store, std::shared_ptr<const FlatGrammar> grammar) : store_(store), grammar_(std::move(grammar)) {
  const PackedStrings& codes = grammar_->terminals;
  list_.reserve(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    list_.push_back({.pattern = kUnread, .spelling = Spelling::Exact});
    if (!surely_reads(codes[i])) parse(static_cast<TerminalId>(i));
  }
}

void Terminals::parse(TerminalId t) {
  try {
    list_[t].pattern = store_.parse(grammar_->terminals[t]);
  } catch (const LimitError& e) {
    throw LimitError("terminal " + name(t) + ": " + e.what(), e.limit, e.needed);
  } catch (const UnsupportedFault& e) {
    throw UnsupportedFault("terminal " + name(t) + ": " + e.what(), e.feature, name(t));
  }
}

}  // namespace constrain
