// Places in the suffixes of tokens where a lexeme may begin, by number, and what terminals read there; for one grammar.
//
// A place is a node of a suffix trie, with the byte that leads to it and all that is below; or a fan, which is several
// places: what one reading leaves, by next byte, or what all tokens leave behind a lexeme that was open before them; or
// several of these together, for what is the same behind many ends. The root is the fan of whole tokens; what stays
// inside its first lexeme is told by token tables, not here.
// Places of a fan are made when they are asked for. Not thread-safe: the owner locks.
#pragma once

#include <algorithm>

#include "support/interned_sets.h"
#include "tokens/suffix_scan.h"

namespace constrain {

using PlaceId = std::uint32_t;

class Places {
 public:
  static constexpr PlaceId kNowhere = 0, kRoot = 1;

  // What a terminal reads at a place.
  struct Reading {
    std::span<const TokenId> tokens;  // allowed
    std::span<const std::uint32_t> dense;  // the same as a bitset, or empty
    PlaceId next = kNowhere;               // what may follow its end
    std::uint64_t time = 0;                // for the caller
  };

  Places(ResidualStore& store, const TokenTrie& vocabulary, SharedReaches& shared);

  // All bytes with which lexemes may begin there.
  const ByteSet& bytes(PlaceId p) const { return places_[p].bytes; }
  bool fan(PlaceId p) const { return places_[p].children || several(p); }
  // Whether it is several places together.
  bool several(PlaceId p) const { return !places_[p].members.empty(); }
  // Of a place that is no fan.
  std::uint8_t byte(PlaceId p) const { return places_[p].byte; }
  // Whether no suffix goes on behind the place's byte: it is read by all that can begin there, and in one way.
  bool last(PlaceId p) const { return places_[p].last; }
  // The one place of a fan that has one only, or kNowhere.
  PlaceId only(PlaceId fan) { return places_[fan].count == 1 ? child(places_[fan], 0) : kNowhere; }
  // Calls f(place) for each place of a fan, or each that several are, where one of these bytes can be read.
  template <class F>
  void each(PlaceId fan, const ByteSet& bytes, F f) {
    const Place& place = places_[fan];
    for (const Member& m : place.members)
      if (m.byte == kManyBytes ? !(places_[m.at].bytes & bytes).empty() : bytes.has(static_cast<std::uint8_t>(m.byte))) f(m.at);
    for (std::uint32_t i = 0; i < place.count; ++i)
      if (bytes.has(place.children[i].byte)) f(child(place, i));
  }
  // One place that is all of these; sorts the list.
  PlaceId unite(std::vector<PlaceId>& places);
  // What is behind the ends of lexemes in the table.
  PlaceId behind(const TokenTable& table);

  // `residual` can begin with the place's byte, if it has one.
  std::uint32_t read(PlaceId p, ResidualId residual) {
    const std::uint32_t* known = known_.find(p, residual);
    return known ? *known : make(p, residual);
  }
  // Whether what is behind the table is in what the root's reading leaves.
  bool in_root(ResidualId residual, const TokenTable& table) {
    const std::vector<const TokenTable*>& all = rooted_[read(kRoot, residual)];
    return std::find(all.begin(), all.end(), &table) != all.end();
  }
  // All tokens of a place that is the last.
  std::uint32_t read_all(PlaceId p);
  Reading& reading(std::uint32_t number) const { return readings_[number]; }
  // As SharedReaches::find, remembered here.
  const Reach& reach(const SuffixTrie& trie, std::uint32_t node, ResidualId residual);

  std::size_t memory() const { return memory_ + arena_.total() + index_.bytes() + known_.bytes() + several_.memory() + united_.size() * sizeof(PlaceId) + places_.size() * sizeof(Place) + readings_.size() * sizeof(Reading); }
  std::size_t spare() const { return places_.spare() + several_.spare() + readings_.spare(); }  // see StableVector
  // Trie nodes and tokens looked at since the last call.
  std::uint64_t take_work() { return std::exchange(work_, 0); }

 private:
  struct Child {
    std::uint8_t byte;
    PlaceId at;  // kNone: not made yet
  };
  static constexpr std::uint32_t kManyBytes = 256;
  // One of several places, of which there are dozens; few have a byte that is asked for.
  struct Member {
    PlaceId at;
    std::uint32_t byte;  // its only one, or kManyBytes
  };
  struct Place {
    const SuffixTrie* trie = nullptr;
    std::uint32_t node = 0;
    std::uint8_t byte = 0;
    bool last = false;
    ByteSet bytes;
    Child* children = nullptr;  // of a fan
    std::uint32_t count = 0;
    std::span<const Member> members;  // places that it is together
    const Reach* reach = nullptr;       // whose borders the children are, or null
    const TokenTable* table = nullptr;  // of whose crossings they are made, or null
  };
  PlaceId at(const SuffixTrie& trie, std::uint32_t node);
  PlaceId child(const Place& fan, std::uint32_t i) {
    return fan.children[i].at != kNone ? fan.children[i].at : make_child(fan, i);
  }
  PlaceId make_child(const Place& fan, std::uint32_t i);
  PlaceId make_several(const std::vector<PlaceId>& places);
  PlaceId make_fan(const std::vector<Child>& children);
  std::uint32_t make(PlaceId p, ResidualId residual);
  void read_few(Reading& out, const Place& place, ResidualId residual);
  void tables(ResidualId residual, std::vector<const TokenTable*>& out);

  ResidualStore& store_;
  const TokenTrie& vocabulary_;
  SharedReaches& shared_;
  StableVector<Place> places_;
  Fuel fuel_;  // of the caller's patience
  Interned<PlaceId> several_{fuel_};
  std::vector<PlaceId> united_;  // by set of places, as given and taken apart
  std::vector<Member> members_;  // scratch
  StableVector<Reading> readings_;
  FlatMap<PlaceId> index_;         // by number of the trie and node
  FlatMap<std::uint32_t> known_;   // by place and residual
  struct Key {
    std::uint32_t trie, node, residual;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const { return mix(mix(k.trie, k.node), k.residual); }
  };
  std::unordered_map<Key, std::shared_ptr<const Reach>, Hash> reaches_;
  std::unordered_map<std::uint32_t, std::vector<const TokenTable*>> rooted_;  // by reading
  std::unordered_map<const TokenTable*, PlaceId> behind_;
  Arena arena_;
  std::size_t memory_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace constrain
