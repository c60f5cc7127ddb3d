// Stores that constraints share, and a constraint's generations.
#include "masks/constraint_core.h"

#include <algorithm>
#include <atomic>

#include "masks/configuration.h"
#include "network/embedded_grammar.h"
#include "tokens/table_file.h"
#include "tokens/table_probe.h"

namespace constrain {

namespace {
std::atomic<std::uint64_t> constraints_made{0};

std::shared_ptr<const FlatGrammar> settled(std::shared_ptr<const FlatGrammar> grammar, VocabularyCore& vocabulary) {
  for (const auto& each : grammar->embedded) each->settle(*vocabulary.shared().store, vocabulary.trie);
  return grammar;
}
}  // namespace

// A store that has outgrown its budget is replaced for new grammars only; constraints that use the old one keep it
// alive.
VocabularyCore::Shared VocabularyCore::shared() {
  std::lock_guard guard(mutex_);
  if (!shared_.store || shared_.store->memory() > budget) {
    shared_ = {std::make_shared<ResidualStore>(), std::make_shared<SuffixScanCache>()};
    load_tables(*shared_.store, *trie, tables);
  }
  return shared_;
}

ConstraintCore::ConstraintCore(std::shared_ptr<VocabularyCore> vocabulary_, std::shared_ptr<const FlatGrammar> grammar,
                               std::size_t budget_, std::vector<std::uint32_t> regions_)
    : serial(constraints_made.fetch_add(1, std::memory_order_relaxed)),
      vocabulary(std::move(vocabulary_)),
      trie(vocabulary->trie),
      budget(budget_),
      regions(std::move(regions_)),
      grammar_(settled(std::move(grammar), *vocabulary)),
      compiled_(std::make_shared<CompiledGrammar>(vocabulary->shared(), grammar_)) {
  compiled_->network.each_read([&](const std::string& name, ResidualId pattern) {
    probe_tables(*compiled_->shared.store, *trie, pattern, name);
  });
}

// A new generation where the last one has grown too large. Matchers still hold the old one; each moves on when it next
// advances (`Matcher::renew`), and the last to leave frees it.
std::shared_ptr<Configurations> ConstraintCore::configurations() {
  std::lock_guard guard(mutex);
  if (!configurations_ || configurations_->crowded()) {
    // The residuals that the network names are the old store's, so a new store means reading the grammar again.
    if (vocabulary->is_full(*compiled_->shared.store))
      compiled_ = std::make_shared<CompiledGrammar>(vocabulary->shared(), grammar_);
    configurations_ = std::make_shared<Configurations>(*this, compiled_, generations_++);
  }
  return configurations_;
}

std::shared_ptr<Configurations> ConstraintCore::separate_configurations() {
  std::lock_guard guard(mutex);
  return std::make_shared<Configurations>(*this, compiled_, generations_++);
}

bool ConstraintCore::begin_with(std::vector<std::uint32_t> mask) {
  if (mask.size() != trie->words()) return false;
  std::vector<std::uint32_t> beyond = mask;
  for (std::size_t w = 0; w < beyond.size(); ++w) beyond[w] &= ~trie->text()[w];
  for (const TokenId t : trie->end_ids()) beyond[t >> 5] &= ~(1u << (t & 31));
  const auto empty = [](std::uint32_t bits) { return bits == 0; };
  if (!std::all_of(beyond.begin(), beyond.end(), empty) || std::all_of(mask.begin(), mask.end(), empty)) return false;
  std::lock_guard guard(mutex);
  if (configurations_ || given_) return false;
  given_bits_ = std::move(mask);
  KeptMask kept;
  kept.base = given_bits_.data();
  given_ = std::make_unique<const MadeMask>(kept);
  return true;
}

std::vector<std::uint32_t> ConstraintCore::first_mask() {
  std::shared_ptr<Configurations> now;
  {
    std::lock_guard guard(mutex);
    now = configurations_;
  }
  if (!now || !now->ready(now->start())) return {};
  std::vector<std::uint32_t> out(trie->words());
  now->fill(now->start(), out.data());
  return out;
}

ConstraintCore::Counts ConstraintCore::counts() {
  std::lock_guard guard(mutex);
  Counts out;
  if (configurations_) out = configurations_->counts();
  out.bytes += sizeof *this + grammar_->memory() + compiled_->network.memory() + 4 * given_bits_.capacity();
  return out;
}

}  // namespace constrain
