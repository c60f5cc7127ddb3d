// Places in the suffixes of tokens where a lexeme may begin, by number, and what terminals read there; for one grammar.
//
// A suffix position is one of four things. A node: a subtree of a suffix trie, with the byte that leads to it. A place: the
// suffixes of a table that begin with a byte, where they are too many to be merged into a trie. A branching: one position
// for each next byte (for example, everything that may follow a finished string). A union: several positions treated as
// one. The root is the branching of whole tokens; which tokens stay inside their first
// lexeme is known from token tables, not from here. The positions of a branching are made when they are asked for. Not
// thread-safe: the owner locks.
#pragma once

#include <algorithm>

#include "support/interned_sets.h"
#include "tokens/suffix_scan.h"

namespace constrain {

using PositionId = std::uint32_t;

class SuffixPositions {
 public:
  static constexpr PositionId kNowhere = 0, kRoot = 1;

  // What a terminal reads at a position.
  struct ScanResult {
    std::span<const TokenId> tokens;  // allowed
    std::span<const std::uint32_t> dense;  // all of them as a bitset, or empty
    PositionId next = kNowhere;               // what may follow its end
    std::uint64_t time = 0;                // for the caller
    bool bare() const { return tokens.empty() && dense.empty(); }
  };

  SuffixPositions(ResidualStore& store, const TokenTrie& vocabulary, SuffixScanCache& shared);

  // All bytes with which lexemes may begin there.
  const ByteSet& bytes(PositionId p) const { return positions_[p].bytes; }
  bool is_branching(PositionId p) const { return positions_[p].children || is_union(p); }
  // Whether it is several positions together.
  bool is_union(PositionId p) const { return !positions_[p].members.empty(); }
  // Of a position that is no branching.
  std::uint8_t byte(PositionId p) const { return positions_[p].byte; }
  // Whether no suffix goes on after the position's byte: it is read by all that can begin there, and in one way.
  bool last(PositionId p) const { return positions_[p].last; }
  // The one position of a branching that has one only, or kNowhere.
  PositionId only(PositionId branching) {
    return positions_[branching].count == 1 ? child(positions_[branching], 0) : kNowhere;
  }
  // Calls f(position) for each position of a branching, or each that several are, where one of these bytes can be read.
  template <class F>
  void each(PositionId branching, const ByteSet& bytes, F f) {
    const Position& position = positions_[branching];
    for (const Member& m : position.members)
      if (m.byte == kManyBytes ? !(positions_[m.at].bytes & bytes).empty()
                               : bytes.has(static_cast<std::uint8_t>(m.byte)))
        f(m.at);
    for (std::uint32_t i = 0; i < position.count; ++i)
      if (bytes.has(position.children[i].byte)) f(child(position, i));
  }
  // One position that is all of these; sorts the list.
  PositionId unite(std::vector<PositionId>& positions);
  // What is after the ends of lexemes in the table.
  PositionId behind(const TokenTable& table);

  // `residual` can begin with the position's byte, if it has one.
  std::uint32_t read(PositionId p, ResidualId residual) {
    const std::uint32_t* known = known_.find(p, residual);
    return known ? *known : make(p, residual);
  }
  // Whether what is after the table is in what the root's reading leaves.
  bool in_root(ResidualId residual, const TokenTable& table) {
    const std::vector<const TokenTable*>& all = rooted_[read(kRoot, residual)];
    return std::find(all.begin(), all.end(), &table) != all.end();
  }
  // All tokens of a position that is the last.
  std::uint32_t read_all(PositionId p);
  ScanResult& result(std::uint32_t number) const { return results_[number]; }
  // As SuffixScanCache::find, remembered here.
  const SuffixScan& scan(const SuffixTrie& trie, std::uint32_t node, ResidualId residual);

  std::size_t memory() const {
    return memory_ + arena_.total() + index_.bytes() + scan_index_.bytes() + known_.bytes() + unions_.memory() +
           united_.size() * sizeof(PositionId) + positions_.size() * sizeof(Position) +
           results_.size() * sizeof(ScanResult);
  }
  std::size_t spare() const { return positions_.spare() + unions_.spare() + results_.spare(); }  // see StableVector
  // Trie nodes and tokens looked at since the last call.
  std::uint64_t take_work() { return std::exchange(work_, 0); }

 private:
  struct Child {
    std::uint8_t byte;
    PositionId at;  // kNone: not made yet
  };
  static constexpr std::uint32_t kManyBytes = 256;
  // One of several positions, of which there are dozens; few have a byte that is asked for.
  struct Member {
    PositionId at;
    std::uint32_t byte;  // its only one, or kManyBytes
  };
  struct Position {
    const SuffixTrie* trie = nullptr;
    std::uint32_t node = 0;
    std::uint8_t byte = 0;
    bool last = false;
    ByteSet bytes;
    Child* children = nullptr;  // of a branching
    std::uint32_t count = 0;
    std::span<const Member> members;  // positions that it is together
    const SuffixScan* scan = nullptr;       // whose continuations the children are, or null
    const TokenTable* table = nullptr;  // of whose crossings they are made, or the place is; or null
  };
  PositionId at(const SuffixTrie& trie, std::uint32_t node);
  PositionId child(const Position& branching, std::uint32_t i) {
    return branching.children[i].at != kNone ? branching.children[i].at : make_child(branching, i);
  }
  PositionId make_child(const Position& branching, std::uint32_t i);
  PositionId make_union(const std::vector<PositionId>& positions);
  PositionId make_branching(const std::vector<Child>& children);
  std::uint32_t make(PositionId p, ResidualId residual);
  void read_few(ScanResult& out, const Position& position, ResidualId residual);
  void tables(ResidualId residual, std::vector<const TokenTable*>& out);

  ResidualStore& store_;
  const TokenTrie& vocabulary_;
  SuffixScanCache& shared_;
  StableVector<Position, 1> positions_;
  PartBudget part_budget_;  // each mask has it again
  Interned<PositionId> unions_{part_budget_};
  std::vector<PositionId> united_;  // by set of positions, as given and taken apart
  std::vector<Member> members_;  // scratch, as are the next two
  std::vector<Child> children_;
  std::vector<TokenId> few_;
  StableVector<ScanResult, 1> results_;
  FlatMap<PositionId> index_;         // by number of the trie and node
  FlatMap<std::uint32_t> known_;   // by position and residual
  struct Key {
    std::uint32_t trie, node, residual;
    bool operator==(const Key&) const = default;
  };
  std::vector<std::pair<Key, std::shared_ptr<const SuffixScan>>> scans_;
  HashIndex scan_index_;
  std::vector<std::shared_ptr<const TokenTable>> tables_;  // that are named here
  std::unordered_map<std::uint32_t, std::vector<const TokenTable*>> rooted_;  // by reading
  std::unordered_map<const TokenTable*, PositionId> behind_;
  Arena arena_;
  std::size_t memory_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace constrain
