// What a pattern reads of the suffixes of tokens, and what it leaves of them.
//
// Suffixes that begin with one byte are a place: a node of a suffix trie and all below it. A pattern that reads at a
// place allows some tokens at once, and where its lexeme may end inside tokens, it leaves other places, one for each
// next byte: the subtrees after all ends, merged into a new suffix trie where they are several. So whatever follows
// looks at "tokens that go on with `(` after a name" once, not after every name. A scan depends on the vocabulary alone
// and is found once for all grammars that share a store of residuals.
//
// Where suffixes are many, as after white space, they are not merged at all: what a pattern reads of those of a table that
// begin with one byte is a table again, made by a walk of the vocabulary's trie that takes whole subtrees unseen.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "support/flat_map.h"
#include "tokens/token_table.h"

namespace constrain {

// What a residual reads from a node on, whose byte has been read.
struct SuffixScan {
  std::vector<TokenId> tokens;       // allowed; those of the node among them
  std::vector<std::uint32_t> dense;  // the same as a bitset, where there are many
  ByteSet after;                     // bytes that follow where the lexeme may end
  std::vector<std::uint32_t> begins, continuations;  // nodes of these bytes after an end, and where each byte's begin

  SuffixScan() = default;
  ~SuffixScan();
  std::size_t memory() const {
    return sizeof *this + 128 + 4 * (tokens.size() + dense.size() + begins.size() + continuations.size());
  }

 private:
  friend class SuffixScanCache;
  mutable std::vector<std::atomic<const SuffixTrie*>> merged_;  // of each byte's continuations, made on demand
};

// The scans that the grammars of one store have found. Forgets all where they are too many; who holds one keeps it,
// and with it the tries that were merged for it. Thread-safe.
class SuffixScanCache {
 public:
  std::size_t memory() const { return memory_.load(std::memory_order_relaxed); }
  // `residual` is what is left of the pattern at the node.
  std::shared_ptr<const SuffixScan> find(ResidualStore& store, const TokenTrie& vocabulary, const SuffixTrie& trie,
                                         std::uint32_t node, ResidualId residual);
  // As table_of_suffixes; `residual` is what is left of the pattern after the byte.
  std::shared_ptr<const TokenTable> find(ResidualStore& store, const TokenTrie& vocabulary, const TokenTable& table,
                                         std::uint8_t byte, ResidualId residual);
  // The suffixes after the ends that the index-th of `after` follows; they are below the trie's root. Null where there
  // is one continuation only, which needs no trie of its own. `trie` is the one that was read.
  const SuffixTrie* merged(const SuffixScan& scan, const SuffixTrie& trie, std::size_t index);

 private:
  struct Key {
    std::uint32_t trie, node, residual;  // for tables: table, byte and residual
    bool operator==(const Key&) const = default;
  };
  // What was found, by key. A map of the library's would move all its entries at once when it grows, and free all when it
  // is cleared, milliseconds each.
  template <class Value>
  class Memo {
   public:
    using Held = std::shared_ptr<const Value>;
    // What is known of the key, or null.
    Held look_up(const Key& key) const {
      const std::uint32_t found = index_.find(hash(key), [&](std::uint32_t i) { return found_[i].first == key; });
      return found == kNone ? nullptr : found_[found].second;
    }
    // What then is.
    Held keep(const Key& key, Held made) {
      for (std::size_t i = 0; i < kAtOnce && !forgotten_.empty(); ++i) forgotten_.pop_front();
      if (Held before = look_up(key)) return before;
      found_.emplace_back(key, made);
      index_.insert(hash(key), static_cast<std::uint32_t>(found_.size() - 1));
      return made;
    }
    void forget() {
      forgotten_ = std::exchange(found_, {});
      index_ = {};
    }

   private:
    static constexpr std::size_t kAtOnce = 8;  // of the forgotten are freed when another one is kept
    static std::uint64_t hash(const Key& k) { return mix(mix(k.trie, k.node), k.residual); }
    HashIndex index_;
    std::deque<std::pair<Key, Held>> found_, forgotten_;
  };
  static constexpr std::size_t kMemory = 64u << 20;
  template <class Value>
  std::shared_ptr<const Value> look_up(const Memo<Value>& memo, const Key& key);
  template <class Value>
  std::shared_ptr<const Value> keep(Memo<Value>& memo, const Key& key, std::shared_ptr<const Value> made);

  std::mutex mutex_;
  Memo<SuffixScan> scans_;
  Memo<TokenTable> tables_;
  std::shared_ptr<TrieWalk> walk_;  // under the store's lock
  std::atomic<std::size_t> memory_ = 0;
};

}  // namespace constrain
