// Token tables: for one residual, which tokens stay inside the lexeme and which cross its end.
//
// A table is made by one walk of the token trie. `stay` holds the tokens whose bytes all keep the residual alive. Where
// the residual accepts before a token's last byte, what is left of the token is a suffix that the next terminals must
// read; these suffixes are kept by first byte and merged into a small trie when a parser first asks for that byte. Two
// things keep walks short. Self-loop skip: a subtree whose bytes all lead the residual back to itself stays as a whole.
// Reference convergence: the walk runs beside a simpler residual whose table exists, and leaves every subtree on which
// both are the same; the table is then the reference's with a patch. A third is for keys: the table of `base without
// these few texts` is the base's but for the tokens that spell one of the texts to its end, and these are found by
// following the texts through the trie. A table belongs to its residual store and lives as long; it is built and
// extended under the store's lock.
#pragma once

#include <span>
#include <vector>

#include "pattern/residual_store.h"
#include "tokens/token_trie.h"

namespace constrain {

// Nodes of a subtree for which looking for what survives may pay.
inline constexpr TrieNode kWideSubtree = 128;
// Orbits that one walk looks for: one through more residuals is among counters, where they are short.
inline constexpr int kExplorations = 24;

// No other in this process has it.
inline std::uint32_t next_number() {
  static std::atomic<std::uint32_t> made{0};
  return made.fetch_add(1, std::memory_order_relaxed);
}

// Suffixes of tokens as a trie in depth-first order, with the tokens that have each suffix. Node 0 is the root.
struct SuffixTrie {
  struct Node {
    std::uint32_t end, tokens;  // tokens: where they begin; they end where the next node's begin
    std::uint8_t byte;
    std::uint32_t below = 0;  // groups of bytes that occur strictly below the node, see plain_group_bit
  };
  std::vector<Node> nodes;  // a sentinel closes them
  std::vector<TokenId> tokens;
  const std::uint32_t number = next_number();

  const Node& node(std::uint32_t n) const { return nodes[n]; }
  const TokenId* tokens_begin(std::uint32_t n) const { return tokens.data() + nodes[n].tokens; }
  const TokenId* tokens_end(std::uint32_t n) const { return tokens.data() + nodes[n + 1].tokens; }
  const TokenId* subtree_tokens_end(std::uint32_t n) const { return tokens.data() + nodes[nodes[n].end].tokens; }
  std::size_t memory() const { return sizeof *this + nodes.size() * sizeof(Node) + tokens.size() * 4; }
};

// For a loop x* tail: how many rounds of x each token takes. From it the tables of x{m,n} tail follow without a walk:
// `maxLength` and `minLength` change the table at every character.
struct Rounds {
  // How many of `inside` have begun no more than so many rounds.
  std::size_t within(std::uint32_t rounds) const { return rounds < ends.size() ? ends[rounds] : inside.size(); }
  std::size_t memory() const {
    return sizeof *this + 4 * (inside.size() + ends.size()) + 8 * beyond.size() + 12 * crossings.size();
  }
  struct Token { TokenId token; std::uint32_t rounds; };
  struct Crossing { TrieNode from, dead; std::uint32_t rounds; };
  std::vector<TokenId> inside;       // end inside the loop; by the rounds they have begun
  std::vector<std::uint32_t> ends;   // ends[k]: how many of these have begun at most k
  std::vector<Token> beyond;         // end in the tail, having left the loop after so many rounds
  std::vector<Crossing> crossings;   // the lexeme may end after so many rounds; grouped by the dead node
};

// What each token takes of the bounds of a residual, and what it takes at least to end the text after it; from this the
// tables for all values of the bounds follow, also where they stand in several parts of an intersection.
struct Costs {
  using Cost = std::uint32_t;  // of the first bound, and 2^16 times that of the second
  static bool within(Cost cost, std::uint32_t first, std::uint32_t second) {
    return (cost & 0xFFFF) <= first && cost >> 16 <= second;
  }
  std::size_t memory() const { return sizeof *this + 4 * tokens.size() + 8 * groups.size() + 12 * crossings.size(); }
  struct Group { Cost cost; std::uint32_t end; };
  struct Crossing { TrieNode from, dead; Cost cost; };
  std::vector<TokenId> tokens;      // that stay, by groups of equal cost
  std::vector<Group> groups;
  std::vector<Crossing> crossings;  // the lexeme may end at that cost; grouped by the dead node
};

struct TokenTable {
  std::vector<std::uint32_t> dense;  // `stay` as a bitset, or empty
  std::vector<TokenId> sparse;       // `stay` as a list, where there is no bitset, neither here nor in the reference
  std::size_t work = 0;              // nodes and, many times as expensive, residuals that a walk alone came by

  TokenTable* reference = nullptr;         // a table without one itself, or null; then:
  std::vector<TokenId> diverging;         // sorted: tokens for which the reference's table says nothing
  std::vector<TokenId> added,
      removed;  // of diverging, beside a bitset: in stay but not in the reference's, and the reverse

  // Own crossings: the lexeme may end at trie node `from`, and dies on entering `dead` below it.
  struct Crossing {
    TrieNode from, dead;
    bool operator==(const Crossing&) const = default;
  };
  // Lists in the making, all in one: those of a small table took longer to grow than all else of it.
  class Lists {
   public:
    void add(std::uint8_t byte, Crossing crossing) {
      found_.push_back({crossing, byte});
      ++counts_[byte];
    }
    void clear() {
      found_.clear();
      counts_ = {};
    }

   private:
    friend struct TokenTable;
    struct Found {
      Crossing crossing;
      std::uint8_t byte;
    };
    std::vector<Found> found_;
    std::array<std::uint32_t, 256> counts_{};
  };
  // Lists one after another.
  class Crossings {
   public:
    std::size_t size() const { return ends_.size(); }
    std::span<const Crossing> operator[](std::size_t i) const {
      return std::span(all_).subspan(i ? ends_[i - 1] : 0, ends_[i] - (i ? ends_[i - 1] : 0));
    }
    void add(std::span<const Crossing> list) {
      all_.insert(all_.end(), list.begin(), list.end());
      ends_.push_back(static_cast<std::uint32_t>(all_.size()));
    }
    // Sorts each list, which may hold a crossing twice.
    void tidy();
    std::size_t memory() const { return 8 * all_.size() + 4 * ends_.size(); }

   private:
    friend struct TokenTable;
    std::vector<Crossing> all_;
    std::vector<std::uint32_t> ends_;
  };
  ByteSet crossing_bytes;  // first bytes of the suffixes
  Crossings crossings;     // one list a byte of crossing_bytes, ascending
  // Of these bytes the lists hold only ends of the lexeme just before it dies. The others are on `ways`, from nodes
  // after which `begun` is left, to the dead ones; `crossings_of` lists all when they are first asked for.
  ByteSet unlisted;
  ResidualId begun = 0;
  std::vector<Crossing> ways;
  mutable std::atomic<const TokenTable*> listed = nullptr;  // whose lists of these bytes are whole
  // Beside `crossings`; made on demand, and the store's, or its own where it is not the store's.
  mutable std::vector<std::atomic<const SuffixTrie*>> suffixes;

  std::unique_ptr<const Rounds> rounds;  // of a dense loop, once a counted loop has asked
  bool rounds_known = false;             // also where there are none
  std::unique_ptr<const Costs> costs;    // of a residual with full bounds, see counter_table.h; never saved

  const std::uint32_t number = next_number();
  std::atomic<std::size_t>* charged = nullptr;  // for what is made on demand, where the table is not the store's

  TokenTable() = default;
  ~TokenTable();
  // The lists of crossing_bytes, which are those of all that were found.
  void set_crossings(const Lists& found);
  std::size_t memory() const;
};

// The merged suffixes of a store's tables, one for each list of crossings: many residuals, all that end with a blank say,
// leave the same suffixes, and what is read of a trie is remembered by its number.
struct SuffixTries {
  struct Entry {
    std::vector<TokenTable::Crossing> crossings;
    std::unique_ptr<const SuffixTrie> trie;
  };
  std::vector<Entry> all;
  HashIndex index;
};

// How a residual store ends its tables.
inline void free_table(TokenTable* table) { delete table; }

// The table of r, made on first use. Costs a few microseconds for literals and anything with a reference, up to some
// hundred for the first permissive residual. Throws LimitError.
TokenTable& token_table(ResidualStore& store, const TokenTrie& trie, ResidualId r);

class TrieWalk;

// What r reads of the suffixes that begin with the byte, after it, and of no others: their tokens that stay, and that
// cross. The walk is made where it is null or has grown; walks by one letter and by another share states.
std::unique_ptr<TokenTable> table_of_suffixes(ResidualStore& store, const TokenTrie& trie, const TokenTable& table,
                                              std::uint8_t byte, ResidualId r, std::shared_ptr<TrieWalk>& kept);

// What crosses beginning with the byte, of which there is something.
std::span<const TokenTable::Crossing> crossings_of(ResidualStore& store, const TokenTrie& trie, const TokenTable& table,
                                                   std::uint8_t byte);

// Sets `stay`, a list or a bitset, to these ranges of trie.tokens(), which are ascending.
void set_stay(TokenTable& table, const TokenTrie& trie,
              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ranges);

// The merged suffixes that begin with the byte, or null where there are none.
const SuffixTrie* suffix_trie(ResidualStore& store, const TokenTrie& trie, const TokenTable& table, std::uint8_t byte);

// The suffixes of all these nodes, which have one byte and are ascending.
std::unique_ptr<SuffixTrie> merge(const SuffixTrie& trie, std::span<const std::uint32_t> nodes);

}  // namespace constrain
