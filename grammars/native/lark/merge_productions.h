// Productions of a written grammar that say the same, made one.
//
// A product of rules and lexer writes most symbols from many lexer states between which nothing that follows tells. Here
// productions are one where their right sides differ only in nonterminals that are one in their turn: the coarsest
// bisimulation of their graph (bisimulation.cc), so rules that lead back to themselves are merged too. The first of
// each class stays, under its name. The oracle: tests/reference/lark_alike.py.
#pragma once

#include "lark/emit_grammar.h"

namespace constrain {

// Takes out of the grammar all productions but the first of those that say the same. Where finding
// them takes too long, all stay.
void merge_alike(WrittenGrammar& grammar);

}  // namespace constrain
