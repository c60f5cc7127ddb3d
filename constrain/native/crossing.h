// Tokens that cross the end of a lexeme: their suffixes, read through the grammar.
//
// Threads (a lexeme, and the set it began in) are followed one by one, since a token is allowed as soon as one of them can
// read it. Where many suffixes part, what one residual reads of them, its reach, is remembered for all sets.
// Not thread-safe: the owner locks.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "earley.h"
#include "mask.h"
#include "token_table.h"

namespace constrain {

// What a residual reads of the suffixes below a node.
struct Reach {
  std::vector<TokenId> tokens;
  std::vector<std::uint32_t> dense;  // the same as a bitset, where there are many
  ByteSet after;                     // bytes that follow where its lexeme may end
  std::vector<std::uint32_t> begins, borders;  // nodes where it may end, by these bytes, and where each byte's begin

  std::size_t memory() const { return sizeof *this + 96 + 4 * (tokens.size() + dense.size() + begins.size() + borders.size()); }
};

// Reaches by suffix trie, node and residual.
class ReachMap {
 public:
  struct Key {
    const SuffixTrie* trie;
    std::uint32_t node;
    ResidualId residual;
    bool operator==(const Key&) const = default;
  };
  // Null where there is none.
  std::shared_ptr<const Reach> find(const Key& key) const {
    const auto it = map_.find(key);
    return it == map_.end() ? nullptr : it->second;
  }
  // Forgets all others where they are too many; who holds one keeps it.
  void insert(const Key& key, std::shared_ptr<const Reach> reach, std::size_t limit) {
    if (memory_ > limit) {
      map_.clear();
      memory_ = 0;
    }
    memory_ += reach->memory();
    map_.emplace(key, std::move(reach));
  }
  std::size_t memory() const { return memory_; }

 private:
  struct Hash {
    std::size_t operator()(const Key& k) const {
      return mix(mix(reinterpret_cast<std::uintptr_t>(k.trie), k.node), k.residual);
    }
  };
  std::unordered_map<Key, std::shared_ptr<const Reach>, Hash> map_;
  std::size_t memory_ = 0;
};

// Those that the grammars of one store have found, for each other. Thread-safe.
class SharedReaches {
 public:
  std::shared_ptr<const Reach> find(const ReachMap::Key& key) {
    std::lock_guard guard(mutex_);
    return map_.find(key);
  }
  void insert(const ReachMap::Key& key, std::shared_ptr<const Reach> reach) {
    std::lock_guard guard(mutex_);
    map_.insert(key, std::move(reach), kMemory);
  }

 private:
  static constexpr std::size_t kMemory = 64u << 20;
  std::mutex mutex_;
  ReachMap map_;
};

class Crossing {
 public:
  Crossing(ResidualStore& store, const TokenTrie& trie, Recogniser& recogniser, SharedReaches& shared)
      : store_(store), trie_(trie), recogniser_(recogniser), shared_(shared) {}

  // Adds the tokens of the suffixes that begin with terminals of `set`, without `except`; to `doubtful` those that bear on
  // what masks do not follow, to be read one by one. False where readings multiply: then some tokens may be missing.
  bool walk(const SuffixTrie& trie, SetId set, const std::vector<TokenId>* except, Mask& out, std::vector<TokenId>& doubtful);
  std::size_t memory() const { return reaches_.memory(); }

 private:
  struct Open {
    std::uint32_t node;
    ResidualId residual;  // kNone: a lexeme ends, and `scan` is the set behind it
    ScanId scan;
    bool doubtful;  // inside a distinct terminal, or behind one, while lexemes before it are unknown
  };
  std::shared_ptr<const Reach> reach(const ReachMap::Key& key);
  Reach find_reach(const ReachMap::Key& key);
  void take(const Reach& reach, const std::vector<TokenId>* except, Mask& out);

  ResidualStore& store_;
  const TokenTrie& trie_;
  Recogniser& recogniser_;
  SharedReaches& shared_;
  ReachMap reaches_;
  std::vector<Open> open_;   // scratch of walk
  FlatSet visited_, taken_;  // scratch of walk: suffix trie node and set; and residual, whose tokens are in the mask
};

}  // namespace constrain
