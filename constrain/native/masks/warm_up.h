// Sample texts read under sample grammars, so that the token tables that they need are there before anyone asks.
//
// A table belongs to what is left of a pattern after some bytes and is shared by all grammars on a vocabulary, so what a
// walk leaves behind in the store is all that it is for. Nothing depends on it but time: a text that does not fit, or a
// limit that is met, ends its sample and nothing else.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "masks/matcher.h"

namespace constrain {

// A grammar as `ConstraintCore` takes it, and a text.
struct Sample {
  std::vector<std::string> terminals, names, productions;
  std::uint32_t start;
  std::string text;
};

// Not thread-safe. It does not keep the vocabulary: where nobody else does, nothing is left to do.
class SampleWalk {
 public:
  SampleWalk(std::weak_ptr<VocabularyCore> vocabulary, std::vector<Sample> samples)
      : vocabulary_(std::move(vocabulary)), samples_(std::move(samples)) {}

  // Makes the mask of one place and goes to the next, by the shortest token there; false when all is done. A step costs
  // as much as the tables it makes, at most some milliseconds.
  bool step();
  // Whether no mask has been made on the vocabulary, but by `step`, since the last call.
  bool is_quiet();

 private:
  void go();

  const std::weak_ptr<VocabularyCore> vocabulary_;
  std::vector<Sample> samples_;
  std::size_t sample_ = 0, at_ = 0;
  std::uint32_t masks_made_ = 0;
  std::shared_ptr<ConstraintCore> constraint_;
  std::optional<Matcher> matcher_;
};

// Walks on another thread, a few steps at a time and only when no mask has been made for a millisecond, as while a model
// computes: a table is made under the store's lock, and whoever makes masks one after another would wait for it at each.
// Where there is never such a pause, a few steps are taken now and then.
void walk_in_background(std::shared_ptr<SampleWalk> walk);

}  // namespace constrain
