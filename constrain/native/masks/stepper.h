// One byte of a text: from frontier to frontier.
//
// Each open lexeme's residual is derived. Where it accepts, the set after its terminal becomes part of the boundary.
// The boundary's terminals that can begin with the byte become open lexemes. Costs a derivative for each of them, which
// is a look-up once it is known; it raises LimitError where a grammar is too ambiguous. What arrays whose items differ
// have read is told here as well; whether it leaves a way on is for viability.h. Not thread-safe: the owner locks.
#pragma once

#include <memory>

#include "earley/recogniser.h"
#include "masks/frontier.h"

namespace constrain {

class Stepper {
 public:
  Stepper(ResidualStore& store, Recogniser& recogniser)
      : store_(store),
        recogniser_(recogniser),
        items_(recogniser.network().has_unique_items() ? std::make_unique<UniqueItems>() : nullptr) {}

  // Reads the byte; the frontier is empty where no text goes on so. `forgot`: where it is given, what lexemes have said is
  // forgotten as far as they go on alike (`Recogniser::forget`), and it tells whether some was.
  void step(Frontier& frontier, std::uint8_t byte, bool* forgot = nullptr);
  // The bytes with which the terminals of the frontier can go on or begin; `step` by any other empties it.
  ByteSet next_bytes(const Frontier& frontier);
  // Whether some arrays' items differ; if not, no frontier has anything tracked.
  bool tracks_items() const { return items_ != nullptr; }
  const UniqueItems& items() const { return *items_; }  // to be asked only then
  std::size_t memory() const { return items_ ? items_->memory() : 0; }

 private:
  bool compare(const Recogniser::Scan& scan, LexemeId lexeme, ResidualId& residual, bool& used);
  void unite_tracked(std::vector<Tracked>& tracked);

  ResidualStore& store_;
  Recogniser& recogniser_;
  const std::unique_ptr<UniqueItems> items_;
  Frontier next_;  // scratch of step
};

}  // namespace constrain
