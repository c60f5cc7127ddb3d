// The terminals of a grammar, most of which stay byte code until a text meets them.
//
// A schema of a thousand keys has a thousand terminals, of which a text meets a few. A prescreen shows of most that
// they match something that is not empty, which is all that building a network asks of them. Not thread-safe: patterns
// are read on first use, under the owner's lock.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "context/bindings.h"
#include "context/indentation.h"
#include "context/names.h"
#include "context/scope_memory.h"
#include "network/flat_grammar.h"
#include "pattern/residual_store.h"

namespace constrain {

struct Terminal {
  ResidualId pattern;  // kUnread: it is byte code still
  Spelling spelling;  // where it must differ from others
  bool opens = false;  // a JSON array whose items differ
  Line line = Line::None;
  ResidualId tail = ResidualStore::kEmpty;  // of a line's end: the indentation, the pattern being what is before it
  std::uint32_t tab = 0;
  NameAction action = NameAction::None;  // if it acts on names, with a number
  BindingAction binding = BindingAction::None;  // or on bindings
  std::uint32_t number = 0;
  static constexpr ResidualId kUnread = ResidualStore::kUnknown;
  static Terminal unread() { return {.pattern = kUnread, .spelling = Spelling::Exact}; }
};

class Terminals {
 public:
  // Throws LimitError and UnsupportedFault, naming the terminal, as does `read`.
  Terminals(ResidualStore& store, std::shared_ptr<const FlatGrammar> grammar);

  std::size_t size() const { return list_.size(); }
  ResidualStore& store() const { return store_; }
  // As far as it is known: the pattern may be unread, and then matches something that is not empty.
  const Terminal& operator[](TerminalId t) const { return list_[t]; }
  Terminal& operator[](TerminalId t) { return list_[t]; }
  const Terminal& read(TerminalId t) {
    if (list_[t].pattern == kUnread) parse(t);
    return list_[t];
  }
  std::string name(TerminalId t) const;
  // Takes those of an embedded grammar, its settled ones, after all others; the number of the first.
  TerminalId append(const std::shared_ptr<const FlatGrammar>& grammar, const std::vector<Terminal>& settled);
  // A copy in which no pattern has been read.
  std::vector<Terminal> unread() const;
  bool matches_nothing(TerminalId t) const { return list_[t].pattern == ResidualStore::kEmpty; }
  bool nullable(TerminalId t) const { return list_[t].pattern != kUnread && store_.nullable(list_[t].pattern); }
  // Calls f(name, pattern) for those that have been read.
  template <class F>
  void each_read(F f) const {
    for (TerminalId t = 0; t < list_.size(); ++t)
      if (list_[t].pattern != kUnread) f(name(t), list_[t].pattern);
  }
  // Without the grammar's.
  std::size_t memory() const { return list_.capacity() * sizeof(Terminal) + parts_.capacity() * sizeof(Part); }

 private:
  static constexpr ResidualId kUnread = Terminal::kUnread;
  struct Part { TerminalId first; std::shared_ptr<const FlatGrammar> grammar; };
  void parse(TerminalId t);
  void screen(const Part& part);
  const Part& part_of(TerminalId t) const;

  ResidualStore& store_;
  std::vector<Part> parts_;  // the grammar, and those embedded that have been read in
  std::vector<Terminal> list_;
};

}  // namespace constrain
