// The way to the end of the text: how many tokens it takes from a configuration, and the mask of those that leave
// enough.
//
// 1. *Distance*: the least bytes from a configuration to acceptance. Of an open lexeme it is the shortest text of its
//    residual, and what follows its end; of a boundary set, the cheapest of its terminals. What follows depends on the
//    items' automata (least_costs.h) and on their callers, so each set knows what follows the end of each automaton
//    that it has called, found once from the sets before it.
// 2. *The completion*: a text that leads to acceptance, made byte by byte. The next byte is the most readable one that
//    begins a shortest text; where the distance does not know all (keys that must differ, different items, indentation), the
//    byte after which it is least. So the next byte is a function of the configuration, and the completion of `c` after
//    a part of it is the rest of the completion of `c`. For example that of `{"a":[1,` is `0]}` and that of `{"a":[1,0`
//    is `]}`.
// 3. *Tokens to the end*: the fewest tokens that spell the completion. Its first token leads to where one fewer is
//    needed, so a mask of tokens that leave enough is never empty. It is an upper bound of the fewest tokens of any
//    text. Where few configurations exist, these are found by a search (`search_all`) and taken instead.
// All of this is a function of the configuration, whatever was computed before; so it holds for forks, after a
// rollback, and in every generation. Not thread-safe: the owner locks.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "masks/regions.h"
#include "network/least_costs.h"

namespace constrain {

class Completions {
 public:
  // Writes the mask of a configuration, computing it if need be.
  using WriteMask = std::function<void(ConfigId c, std::uint32_t* row)>;

  // All outlive this.
  Completions(Reader& reader, const Regions& regions, const WriteMask& write_mask);

  // No completion was found within the budget.
  static constexpr std::uint32_t kFar = kUnbounded;
  // Bytes of a completion, and so its tokens; to find so long a one takes some hundred milliseconds.
  static constexpr std::uint32_t kLongest = 1 << 18;

  // The fewest tokens of the completion, 0 where the text is accepted, or kFar.
  std::uint32_t tokens_to_end(ConfigId c);
  // These tokens. Throws LimitError where it is far.
  std::vector<TokenId> path(ConfigId c);
  // Throws LimitError where more than `left` tokens are needed.
  void check(ConfigId c, std::uint32_t left);
  // Takes from the mask of the configuration, in `row`, the tokens after which more than `left` - 1 are needed to end
  // the text. Returns how many left are enough for all of them, as far as is known.
  std::uint32_t restrict(ConfigId c, std::uint32_t left, std::uint32_t* row);
  std::size_t memory() const;
  // In regions.cc. The region of the completion that takes more tokens than it may, `used` having been taken of the one
  // that `c` is in.
  std::optional<Overrun> overrun(ConfigId c, std::uint32_t used);
  // Takes from the mask in `row` the tokens after which regions could not be kept.
  void restrict_regions(ConfigId c, std::uint32_t used, std::uint32_t* row);
  bool keeps_regions(ConfigId from, std::uint32_t used, ConfigId to);

 private:
  // By automaton called from a set, sorted: what follows its end.
  using Returns = std::vector<std::pair<std::uint32_t, Cost>>;
  // What sets have in common that differ in names alone: their items, where these began, and the indentation.
  struct Alike {
    std::optional<Cost> behind;
    std::vector<Cost> after;  // by scan of their expectation that no stack has cut down
    std::optional<Returns> returns;
  };
  struct Step {
    ConfigId next;
    std::uint32_t tokens;
    std::uint8_t byte;
    bool distinct;  // the way reads a lexeme that must differ from others, other than those open at its beginning
  };
  // The distance of a frontier, and the most readable byte that begins a shortest text. `distinct`: only as part of a lexeme
  // that must differ from others.
  struct Way {
    std::uint32_t length = kUnbounded;
    ReadableByte byte;
    bool distinct = false;
    auto operator<=>(const Way&) const = default;
  };
  // How many tokens are needed after each token of a mask: after most of them `usual`, and after the others as listed.
  // Where fewer than `from` are left, more tokens must be looked at.
  struct TokenCosts {
    std::uint32_t usual = 0, most = 0, from = 0;
    std::vector<std::pair<std::uint32_t, TokenId>> others;  // sorted
  };
  // Groups of bytes after which a residual goes on as before, up to so many characters.
  struct Loop {
    std::uint32_t groups = 0, rounds = 0;
    bool holds(const TokenTrie::Node& node) const { return !(node.below & ~groups) && node.height <= rounds; }
  };
  // Of a residual: the tokens that stay inside its lexeme, as ranges of trie.tokens() by what they leave of it; and the
  // trie's nodes, with their depth, at which the lexeme may end and more bytes come.
  struct Inside {
    std::vector<std::pair<ResidualId, std::vector<std::pair<std::uint32_t, std::uint32_t>>>> stay;
    std::vector<std::pair<TrieNode, std::uint32_t>> ends;
  };
  class Walk;  // token_costs.cc
  // What a token may add to a completion (enough.cc).
  struct Addition {
    std::uint16_t words = 0, brackets = 0;
  };
  struct Choices {
    std::vector<Cost> scans;
    Cost open = 0;
  };
  // Places in trie.tokens(); nothing: all. With `enough` tokens left there are none.
  struct Doubts {
    std::uint32_t enough = kFar;
    std::optional<std::vector<std::uint32_t>> places;
  };
  // What the completion takes of regions: `first` tokens up to the end of the one that the configuration is in, the one
  // that leaves it included; and the first later one that takes more than it may.
  struct RegionCost {
    std::uint32_t first = 0;
    Overrun later{};
  };

  // --- Distances
  Way likely(const Frontier& frontier);
  Way of_boundary(SetId set);
  Way of_name(ScanId scan, ResidualId residual, LexemeId lexeme);
  Alike& alike(SetId set);
  Cost behind(SetId set);
  LeastCosts& costs(SetId set);
  ShortestWords::Word word(const Recogniser::Scan& scan, ResidualId residual, LexemeId lexeme);
  Cost after(ScanId scan, LexemeId lexeme);
  const std::vector<Cost>& after_scans(SetId set);
  std::vector<Cost> find_after(SetId set, const Recogniser::Expectation& expectation);
  const Returns& returns(SetId set);
  Returns find_returns(SetId set);
  Cost of_item(SetId set, const Item& item, StateId state, std::uint32_t count, SetId origin);
  template <class F>
  void each_item(ItemSetId items, F f);
  template <class F>
  void each_member(SetId set, const Item& item, StateId state, std::uint32_t count, F f);

  // --- Completions
  TokenId longest_token(ConfigId& c, std::uint32_t left);
  TokenId searched_token(ConfigId& c, std::uint32_t left);
  const Step& step_of(ConfigId c);
  std::string text_of(ConfigId c);
  Way move(Frontier& frontier);
  bool step(Frontier& frontier, std::uint8_t byte);
  std::uint32_t count_tokens(std::span<const ConfigId> chain, std::span<const std::uint8_t> bytes,
                             std::span<const std::uint32_t> tokens, std::size_t at) const;

  // --- In token_costs.cc: what tokens leave to do
  std::optional<std::unordered_map<ConfigId, std::uint32_t>> search_all();
  const TokenCosts& token_costs(ConfigId c, std::uint32_t left, const std::uint32_t* mask, bool of_regions = false);
  void keep_within(ConfigId c, std::uint32_t left, const TokenCosts* costs, std::uint32_t* row);
  Loop loop(ResidualId residual);
  std::uint32_t groups_to(ResidualId from, ResidualId to);
  const Inside& inside(ResidualId residual);
  std::span<const TokenTrie::CutToken> cut_below(const TokenTrie::Node& node) const;
  const RegionCost& region_cost(ConfigId c);
  std::uint32_t in_region_after(Region from, ConfigId to);
  bool comes_to(ResidualId from, ResidualId to, std::uint32_t continuations, std::uint8_t low, std::uint8_t high);

  // --- In enough.cc
  std::uint32_t spelling(std::string_view text) const;
  Addition addition(std::string_view text) const;
  Choices choices(const Config& config, bool complete);
  std::uint32_t common(const Config& config, std::uint32_t needed, std::uint32_t& name);
  Doubts doubts(ConfigId c, std::uint32_t left, const std::uint32_t* row);
  void find_additions();

  static constexpr std::size_t kSearched = 400;           // configurations up to which all are searched,
  static constexpr std::size_t kSearchedNodes = 1 << 14;  // and nodes of the trie: a few milliseconds
  static constexpr std::uint32_t kExactWidths = 16;
  static constexpr std::size_t kListed = 1 << 16;   // tokens of one configuration that are kept; half a megabyte

  Reader& reader_;
  const Regions& regions_;
  const WriteMask& write_mask_;
  Recogniser& recogniser_;
  ResidualStore& store_;
  const TokenTrie& trie_;
  ShortestWords words_;
  // By indentation, from some width on rounded up to a power of two: else a line of its own would look cheaper than it is, and
  // completions would go through all that may stand before it.
  std::vector<std::unique_ptr<LeastCosts>> least_;
  // By scan of the set: from its end to the text's; at least so much after one that acts on names, of which nothing is known.
  std::unordered_map<SetId, std::vector<Cost>> after_scans_;
  std::map<std::vector<Recogniser::Part>, Alike> alike_;
  std::unordered_map<SetId, Alike*> alike_of_;
  FlatMap<Way> boundaries_;  // by set
  std::unordered_map<ConfigId, Step> steps_;
  bool exact_ = true;  // whether what follows holds all configurations, or is being made
  std::unordered_map<ConfigId, std::uint32_t> searched_;
  std::unordered_map<ConfigId, TokenCosts> token_costs_, token_costs_in_regions_;
  std::unordered_map<ConfigId, RegionCost> region_costs_;
  TokenCosts unkept_;                                     // of the last one that is too large to be kept
  std::size_t kept_ = 0;                                  // tokens in those that are kept
  std::unordered_map<ResidualId, Inside> insides_;
  std::unordered_map<ResidualId, Loop> loops_;
  Cost further_ = 0;                                           // from where a lexeme ends to the end of its automaton, at most
  std::uint32_t catalogue_name_ = 0;                           // tokens that spell a name of it, at most; 0: not known yet
  std::vector<Addition> additions_;  // by token
  std::vector<std::uint32_t> places_;  // the same: in trie.tokens()
};

}  // namespace constrain
