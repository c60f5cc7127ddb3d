#include "tokens/automaton_walk.h"

namespace constrain {
namespace {

using StateIndex = Automaton::StateIndex;

constexpr std::uint64_t kNode = 1;  // steps that a node of the trie counts for

class AutomatonWalk {
 public:
  AutomatonWalk(const TokenTrie& trie, const Automaton& automaton, StateIndex state, std::uint32_t least,
                std::uint32_t most)
      : trie_(trie), automaton_(automaton), least_(least), most_(most), needed_(automaton.most_needed(least)) {
    path_.push_back({0, trie.size(), state, 0, false});  // nothing of a token is read there
  }

  TokenTable* run() {
    for (TrieNode n = 1; n < trie_.size();) {
      while (n >= path_.back().end) leave();
      spend(kNode);
      const Level& above = path_.back();
      const TokenTrie::Node& node = trie_.node(n);
      const Automaton::Step step = automaton_.step(above.state, node.byte);
      const std::uint32_t used = above.used + step.rounds;
      if (step.to == Automaton::kDead || !fits(step.to, used)) {
        die(n);
        n = node.end;
        continue;
      }
      if (survives(node, step.to, used)) {
        take(node.tokens, trie_.node(node.end).tokens);
        n = node.end;
        continue;
      }
      take(node.tokens, trie_.node(n + 1).tokens);
      if (node.end > n + 1) {
        path_.push_back({n, node.end, step.to, used, automaton_.states[step.to].nullable && used >= least_});
        if (path_.back().opens) open_.push_back(static_cast<std::uint32_t>(path_.size() - 1));
      }
      ++n;
    }
    auto table = std::make_unique<TokenTable>();
    set_stay(*table, trie_, stay_);
    table->crossing_bytes = crossing_bytes_;
    table->set_crossings(found_);
    return table.release();
  }

 private:
  struct Level {
    TrieNode node, end;
    StateIndex state;
    std::uint32_t used;  // rounds
    bool opens;          // the lexeme may end here
  };

  bool fits(StateIndex s, std::uint32_t used) const {
    return used <= most_ && automaton_.ends_within(s, least_ - std::min(least_, used),
                                                   most_ == kUnbounded ? kUnbounded : most_ - used);
  }
  // Whether nothing dies below the node: by no byte that occurs there, and by no round, of which a byte takes one at
  // most.
  bool survives(const TokenTrie::Node& node, StateIndex s, std::uint32_t used) const {
    if (!node.valid || (node.below & ~automaton_.states[s].groups)) return false;
    return most_ == kUnbounded || std::uint64_t{used} + node.height + needed_ <= most_;
  }
  void take(std::uint32_t begin, std::uint32_t end) {
    if (begin == end) return;
    if (!stay_.empty() && stay_.back().second == begin) stay_.back().second = end;
    else stay_.emplace_back(begin, end);
  }
  void leave() {
    if (path_.back().opens) open_.pop_back();
    path_.pop_back();
  }
  // From every end of the lexeme above, the rest of the path is a suffix.
  void die(TrieNode n) {
    for (const std::uint32_t depth : open_) {
      const std::uint8_t byte = trie_.node(depth + 1 < path_.size() ? path_[depth + 1].node : n).byte;
      found_.add(byte, {path_[depth].node, n});
      crossing_bytes_.add(byte);
    }
  }

  const TokenTrie& trie_;
  const Automaton& automaton_;
  const std::uint32_t least_, most_, needed_;
  std::vector<Level> path_;
  std::vector<std::uint32_t> open_;  // levels at which the lexeme may end
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stay_;
  TokenTable::Lists found_;
  ByteSet crossing_bytes_;
};

}  // namespace

TokenTable* automaton_table(const TokenTrie& trie, const Automaton& automaton, std::uint32_t state,
                            std::uint32_t least, std::uint32_t most) {
  return AutomatonWalk(trie, automaton, state, least, most).run();
}

}  // namespace constrain
