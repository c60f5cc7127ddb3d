// What is compiled: a vocabulary, a grammar on it, and a constraint, which is both.
//
// All three are shared by rows and threads. Of the texts that it meets a constraint remembers the configurations
// (configuration.h). When these have outgrown the budget, the next matcher begins on empty ones, a new generation.
// Thread-safe: each locks for itself; of a grammar nothing changes but what its network finds under the constraint's
// lock.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "masks/mask.h"
#include "network/network.h"
#include "tokens/suffix_scan.h"

namespace constrain {

// A vocabulary's trie and the store of residuals shared by all grammars on it. A store that has outgrown its budget is
// replaced for new grammars and freed with the last one that uses it. Each begins with the tables that were saved.
struct VocabularyCore {
  explicit VocabularyCore(std::shared_ptr<const TokenTrie> trie_, std::string tables_ = {})
      : trie(std::move(trie_)), tables(std::move(tables_)) {}
  struct Shared {
    std::shared_ptr<ResidualStore> store;
    std::shared_ptr<SuffixScanCache> scans;
  };
  Shared shared();

  const std::shared_ptr<const TokenTrie> trie;
  const std::string tables;                     // see table_file.h
  std::size_t budget = std::size_t{512} << 20;  // bytes of one store, beyond which new grammars begin another
  bool is_full(const ResidualStore& store) const { return store.memory() > 2 * budget; }  // and old ones do, too

 private:
  std::mutex mutex_;
  Shared shared_;
};

class Configurations;  // configuration.h

// A grammar on one store of residuals.
struct CompiledGrammar {
  CompiledGrammar(VocabularyCore::Shared shared_, const std::shared_ptr<const FlatGrammar>& grammar)
      : shared(std::move(shared_)), network(*shared.store, grammar) {}
  const VocabularyCore::Shared shared;
  Network network;
};

// A grammar compiled against a vocabulary. Its configurations can be replaced by empty ones when they outgrow the
// budget; matchers then replay their tokens. If the store of residuals is what has grown, the next ones begin on
// another.
struct ConstraintCore {
  ConstraintCore(std::shared_ptr<VocabularyCore> vocabulary_, std::shared_ptr<const FlatGrammar> grammar,
                 std::size_t budget_, std::vector<std::uint32_t> regions_ = {});
  std::shared_ptr<Configurations> configurations();
  // New ones that no matcher shares. They must not outlive this.
  std::shared_ptr<Configurations> separate_configurations();
  // What is remembered, nothing where no text was begun; and the bytes of all that belongs to this constraint alone.
  struct Counts {
    std::uint32_t configurations = 0, sets = 0;
    std::size_t bytes = 0;
  };
  Counts counts();
  // The mask of where texts begin, as whoever kept `first_mask` has it. False, and nothing is changed, where it can be
  // none, or a text was begun before.
  bool begin_with(std::vector<std::uint32_t> mask);
  // That mask if it has been made, or nothing.
  std::vector<std::uint32_t> first_mask();
  // What was given, or null.
  const MadeMask* given() const { return given_.get(); }

  const std::uint64_t serial;  // no other in this process has it
  const std::shared_ptr<VocabularyCore> vocabulary;
  const std::shared_ptr<const TokenTrie> trie;
  std::mutex mutex;  // also of what all its configurations fill on demand
  const std::uint64_t steps = pace.budget ? pace.budget->limit() : Budget::kUsual;  // that it was compiled with
  const std::size_t budget;  // bytes of one generation of configurations
  // By terminal, how many tokens a lexeme of it may take; 0 for any number, and beyond.
  const std::vector<std::uint32_t> regions;

 private:
  const std::shared_ptr<const FlatGrammar> grammar_;
  std::shared_ptr<CompiledGrammar> compiled_;
  std::shared_ptr<Configurations> configurations_;
  std::uint32_t generations_ = 0;
  std::vector<std::uint32_t> given_bits_;
  std::unique_ptr<const MadeMask> given_;  // of these bits
};

}  // namespace constrain
