#include "masks/warm_up.h"

#include <chrono>
#include <thread>

#include "support/fork_gate.h"
#include "support/thread_pool.h"

namespace constrain {
namespace {

constexpr std::chrono::microseconds kPause{1000}, kTurn{500};
constexpr int kMaxDisturbances = 64;  // pauses that may be disturbed before the next turn

struct Next { TokenId token; std::size_t length; };

// The shortest token with which the text goes on.
std::optional<Next> shortest(const TokenTrie& trie, std::string_view text) {
  TrieNode n = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    n = trie.child(n, static_cast<std::uint8_t>(text[i]));
    if (n == kNone) break;
    if (trie.tokens_begin(n) != trie.tokens_end(n)) return Next{*trie.tokens_begin(n), i + 1};
  }
  return std::nullopt;
}

}  // namespace

bool SampleWalk::step() {
  const std::shared_ptr<VocabularyCore> vocabulary = vocabulary_.lock();
  // Held by this function, and by the sample's own constraint: by nobody who could want the tables.
  if (!vocabulary || vocabulary.use_count() <= 1 + (constraint_ != nullptr)) return false;
  if (sample_ == samples_.size()) return false;
  try {
    if (!matcher_) {
      const Sample& s = samples_[sample_];
      constraint_ = std::make_shared<ConstraintCore>(vocabulary, s.terminals, s.names, s.productions, s.start,
                                                     std::vector<std::uint32_t>(), std::size_t{64} << 20);
      matcher_.emplace(constraint_);
      at_ = 0;
    }
    go();
  } catch (const Interrupted&) {
    throw;
  } catch (...) {  // this sample is not for this vocabulary; whoever needs the same will be told
    matcher_.reset();
  }
  if (!matcher_) {
    constraint_.reset();
    ++sample_;
  }
  return sample_ < samples_.size();
}

void SampleWalk::go() {
  if (const auto task = matcher_->preparation()) task();
  const std::string_view rest = std::string_view(samples_[sample_].text).substr(at_);
  if (const auto next = shortest(*constraint_->trie, rest)) {
    matcher_->advance(next->token);
    at_ += next->length;
  } else {
    matcher_.reset();
  }
}

bool SampleWalk::is_quiet() {
  const std::shared_ptr<VocabularyCore> vocabulary = vocabulary_.lock();
  if (!vocabulary) return true;
  const std::uint32_t before = std::exchange(masks_made_, vocabulary->masks_made.load(std::memory_order_relaxed));
  return before == masks_made_;
}

namespace {

void walk_later(std::shared_ptr<SampleWalk> walk, int disturbed) {
  in_background([walk = std::move(walk), disturbed] {
    std::this_thread::sleep_for(kPause);
    if (!walk->is_quiet() && disturbed < kMaxDisturbances) return walk_later(walk, disturbed + 1);
    const auto end = std::chrono::steady_clock::now() + kTurn;
    for (; walk->step(); fork_gate::pass())
      if (std::chrono::steady_clock::now() >= end) {
        walk->is_quiet();  // what has been made so far was not others' doing
        return walk_later(walk, 0);
      }
  });
}

}  // namespace

void walk_in_background(std::shared_ptr<SampleWalk> walk) {
  walk_later(std::move(walk), 0);
}

}  // namespace constrain
