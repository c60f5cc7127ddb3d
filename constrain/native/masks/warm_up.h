// Sample texts read under sample grammars, so that the token tables that they need are there before anyone asks.
//
// A table belongs to what is left of a pattern after some bytes and is shared by all grammars on a vocabulary, so what
// a walk leaves behind in the store is all that it is for. Nothing depends on it but time: a text that does not fit, or
// a limit that is met, ends its sample and nothing else.
#pragma once

#include <memory>
#include <string>

#include "masks/constraint_core.h"

namespace constrain {

struct Sample {
  std::shared_ptr<const FlatGrammar> grammar;
  std::string text;
};

// Makes the mask of every place of the text, token by token, the shortest one each time. Costs what the tables cost,
// some 30 ms for JSON and 128,000 tokens. Thread-safe: the constraint is its own, and the store locks itself. Throws
// `Interrupted`.
void walk_sample(const std::shared_ptr<VocabularyCore>& vocabulary, const Sample& sample);

}  // namespace constrain
