#include "network/embedded_grammar.h"

#include <algorithm>

#include "network/network_builder.h"
#include "tokens/table_probe.h"

namespace constrain {

void EmbeddedGrammar::settle(ResidualStore& store, const std::shared_ptr<const TokenTrie>& trie) const {
  std::lock_guard guard(mutex_);
  std::erase_if(settled_, [](const auto& of) { return of.expired(); });
  if (std::any_of(settled_.begin(), settled_.end(), [&](const auto& of) { return of.lock() == trie; })) return;
  Terminals terminals(store, grammar_);
  Automata made = build_automata(terminals, *grammar_);
  if (made.nullable_start || made.has_lines || !grammar_->embedded.empty())
    throw GrammarFault("this grammar cannot stand in another as a whole");
  terminals.each_read([&](const std::string& name, ResidualId pattern) { probe_tables(store, *trie, pattern, name); });
  if (!automata_) {
    automata_.emplace(std::move(made));
    terminals_ = terminals.unread();
  }
  settled_.push_back(trie);
}

std::size_t EmbeddedGrammar::memory() const {
  std::lock_guard guard(mutex_);
  return sizeof *this + grammar_->memory() + (automata_ ? automata_->memory() : 0) + bytes_of(terminals_);
}

}  // namespace constrain
