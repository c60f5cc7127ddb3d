#include "network/embedded_grammar.h"

#include <algorithm>
#include <stdexcept>

#include "network/network_builder.h"
#include "tokens/table_probe.h"

namespace constrain {

void EmbeddedGrammar::settle(ResidualStore& store, const std::shared_ptr<const TokenTrie>& trie) const {
  std::lock_guard guard(mutex_);
  if (!grammar_) return;
  std::erase_if(settled_, [](const auto& of) { return of.expired(); });
  if (std::any_of(settled_.begin(), settled_.end(), [&](const auto& of) { return of.lock() == trie; })) return;
  Terminals terminals(store, grammar_);
  Automata made = build_automata(terminals, *grammar_);
  terminals.each_read([&](const std::string& name, ResidualId pattern) { probe_tables(store, *trie, pattern, name); });
  keep(terminals, std::move(made));
  settled_.push_back(trie);
}

bool EmbeddedGrammar::built(ResidualStore& store) const {
  std::lock_guard guard(mutex_);
  if (!grammar_) return false;
  if (!automata_) {
    Terminals terminals(store, grammar_);
    keep(terminals, build_automata(terminals, *grammar_));
  }
  return true;
}

void EmbeddedGrammar::keep(const Terminals& terminals, Automata made) const {
  if (made.nullable_start || made.has_lines || !grammar_->embedded.empty())
    throw GrammarFault("this grammar cannot stand in another as a whole");
  if (writer_ && !(made.counters.empty() && made.scope_starts.empty() && !made.has_unique_items))
    throw std::logic_error("a grammar that is written late counts or compares");
  if (automata_) return;
  automata_.emplace(std::move(made));
  terminals_ = terminals.unread();
}

void EmbeddedGrammar::write() const {
  {
    std::lock_guard guard(mutex_);
    if (grammar_) return;
  }
  auto made = std::make_shared<const FlatGrammar>(writer_());
  std::lock_guard guard(mutex_);
  if (!grammar_) grammar_ = std::move(made);
}

std::size_t EmbeddedGrammar::memory() const {
  std::lock_guard guard(mutex_);
  return sizeof *this + (grammar_ ? grammar_->memory() : 0) + (automata_ ? automata_->memory() : 0) +
         bytes_of(terminals_);
}

}  // namespace constrain
