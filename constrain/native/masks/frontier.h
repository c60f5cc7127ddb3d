// A frontier: where a text stands, while bytes are being read.
//
// Interned, it is a configuration (config_table.h). For example, after `[1` a JSON text has an open lexeme, the number,
// which may go on, and a boundary set, in which `,` and `]` may begin. Plain values; who holds one locks.
#pragma once

#include <compare>
#include <vector>

#include "context/scope_memory.h"
#include "context/unique_items.h"

namespace constrain {

// A terminal that is being read.
struct OpenLexeme {
  ResidualId residual;  // what is left of its pattern
  ScanId scan;          // the terminal, and the set in which it began
  LexemeId lexeme;      // what has been read of it, if the terminal is distinct; or ScopeMemory::kUnknown
  auto operator<=>(const OpenLexeme&) const = default;
};

// An open lexeme, or a boundary set, in an array whose items differ. Of a boundary set: the residual kEpsilon, and its
// id as scan.
struct Tracked {
  OpenLexeme thread;
  TrackId track;
  bool boundary() const { return thread.residual == ResidualStore::kEpsilon; }
  auto operator<=>(const Tracked&) const = default;
};

struct Frontier {
  std::vector<OpenLexeme> lexemes;
  SetId boundary = kNone;  // at most one: two that are reached at the same byte are united
  std::vector<Tracked> tracked;
  // Whether no text goes on so.
  bool empty() const { return lexemes.empty() && boundary == kNone && tracked.empty(); }
};

}  // namespace constrain
