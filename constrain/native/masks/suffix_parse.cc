// Reading the suffixes of crossing tokens with whole Earley sets.
//
// `walk` keeps a list of (node of the suffix trie, open lexeme or set where one begins) and takes one at a time:
//   begin    at a node, a terminal of the set may begin with the node's byte; arrive   a lexeme has been read as far as
//   a node: its tokens are allowed, it may go on below, and where its residual
//            accepts, the lexeme may end and the next set's terminals begin (end, follow);
//   compare  a lexeme that must differ from used ones is followed byte by byte while it may still become one of them;
//   cover    at a large subtree, what the residual reads of it comes from a shared suffix scan.
// It gives up, and says so, where ambiguous readings multiply.
#include "masks/suffix_parse.h"

#include <algorithm>

namespace constrain {

namespace {
constexpr std::uint32_t kRememberedSubtree = 32;  // nodes below which reading is cheaper than remembering
}  // namespace

class SuffixParser::Walk {
 public:
  Walk(SuffixParser& parser, const SuffixTrie& trie, const std::vector<TokenId>* except, Mask& out,
       std::vector<TokenId>& needs_check, std::vector<Exit>* exits)
      : p_(parser),
        trie_(trie),
        except_(except),
        out_(out),
        needs_check_(needs_check),
        exits_(exits),
        budget_(4096 + 16 * trie.nodes.size()) {
    p_.open_.clear();
    p_.visited_.clear();
    p_.taken_.clear();
  }

  bool run(std::span<const Start> starts) {
    for (const Start& start : starts) follow(start.node, start.set, start.doubt);
    while (!p_.open_.empty()) {
      const Open at = p_.open_.back();
      p_.open_.pop_back();
      if (budget_ == 0) return false;
      --budget_;
      const std::uint32_t stop = trie_.nodes[at.node].end;
      if (at.residual == kNone) {
        begin(at);
      } else if (stays(at)) {
        add_all(at);
      // Of which a scan knows too little.
      } else if (stop - at.node >= kRememberedSubtree && at.doubt != Doubt::Distinct) {
        cover(at);
      } else {
        for (std::uint32_t c = at.node + 1; c < stop; c = trie_.nodes[c].end) {
          const ResidualId r = p_.store_.derive(at.residual, trie_.nodes[c].byte);
          if (r != ResidualStore::kEmpty) arrive(c, r, at.scan, at.doubt);
        }
      }
    }
    return true;
  }

 private:
  static Doubt behind(Doubt lexeme) { return lexeme == Doubt::None ? Doubt::None : Doubt::Any; }

  void add(TokenId token, bool doubt) {
    if (!except_ || !std::binary_search(except_->begin(), except_->end(), token))
      (doubt ? needs_check_ : out_.added).push_back(token);
  }
  // Lexemes of the set may begin at the node, after one. At the last byte of a token it is enough that some does, which is
  // often known before the set's patterns are cut down.
  void follow(std::uint32_t node, SetId next, Doubt doubt) {
    const SuffixTrie::Node& at = trie_.nodes[node];
    if (at.end == node + 1 && p_.recogniser_.sure(next, at.byte)) return allow(node, doubt == Doubt::Any);
    if (p_.recogniser_.begins(next, at.byte) && p_.visited_.insert(std::uint64_t{node} << 32 | next))
      p_.open_.push_back({node, kNone, next, doubt});
  }
  // Whoever called what has ended may go on at the node.
  void leave(std::uint32_t node, SetId next, Doubt lexeme) {
    exits_->push_back({nullptr, &trie_, node, except_, p_.recogniser_.left(next), behind(lexeme)});
  }
  // An infinite language cannot be exhausted by finitely many used lexemes, so no check is needed.
  void allow(std::uint32_t node, ResidualId r, Doubt doubt) {
    if (trie_.nodes[node].tokens == trie_.nodes[node + 1].tokens) return;
    allow(node, doubt == Doubt::Any || (doubt == Doubt::Distinct && !p_.store_.endless(r)));
  }
  void allow(std::uint32_t node, bool needs_check) {
    for (std::uint32_t t = trie_.nodes[node].tokens; t < trie_.nodes[node + 1].tokens; ++t)
      add(trie_.tokens[t], needs_check);
  }
  void end(std::uint32_t node, ScanId scan, Doubt doubt) {
    const SetId next = p_.recogniser_.after(scan);
    const bool leaves = exits_ && p_.recogniser_.left(next);
    for (std::uint32_t c = node + 1; c < trie_.nodes[node].end; c = trie_.nodes[c].end) {
      follow(c, next, behind(doubt));
      if (leaves) leave(c, next, doubt);
    }
  }
  // Whether all suffixes below stay in the lexeme: it reads all of their bytes, and nothing after it can begin with one.
  bool stays(const Open& at) {
    const std::uint32_t below = trie_.nodes[at.node].below;
    if (at.doubt == Doubt::Distinct || below & kBeyondAscii) return false;
    const ResidualStore::Survival& loop = p_.store_.self_loop(at.residual);
    if (below & ~loop.groups || loop.length != kUnbounded) return false;
    return !(below & p_.recogniser_.expanded(p_.recogniser_.after(at.scan)).expectation->groups);
  }
  void add_all(const Open& at) {
    const std::uint32_t begin = trie_.nodes[at.node + 1].tokens, end = trie_.nodes[trie_.nodes[at.node].end].tokens;
    const std::span<const TokenId> tokens(trie_.tokens.data() + begin, end - begin);
    if (at.doubt == Doubt::None) return out_.include(tokens, {}, p_.trie_.words(), except_);
    for (TokenId t : tokens) add(t, true);
  }
  // A lexeme has been read as far as a node. Ambiguous grammars end lexemes there in many ways, all but one in vain.
  void arrive(std::uint32_t node, ResidualId r, ScanId scan, Doubt doubt) {
    allow(node, r, doubt);
    if (trie_.nodes[node].end == node + 1) return;
    if (r != ResidualStore::kEpsilon) p_.open_.push_back({node, r, scan, doubt});
    if (p_.store_.nullable(r)) end(node, scan, doubt);
  }
  // A lexeme that is compared with others begins at the node. As long as it may become one of them it is followed here.
  void compare(std::uint32_t start, const Recogniser::Scan& scan, ScanId id, Doubt doubt) {
    ResidualStore& store = p_.store_;
    p_.compared_.assign(1, {start, scan.residual, ScopeMemory::kUnread});
    while (!p_.compared_.empty()) {
      const Compared at = p_.compared_.back();
      p_.compared_.pop_back();
      const std::uint8_t byte = trie_.nodes[at.node].byte;
      const ResidualId r = store.derive(at.residual, byte);
      if (r == ResidualStore::kEmpty) continue;
      const bool alone = !p_.recogniser_.forbidden(scan, at.lexeme).first.has(byte);
      const LexemeId lexeme = alone ? ScopeMemory::kUnknown : p_.recogniser_.extend(id, at.lexeme, byte);
      const std::span<const ResidualId> others =
          alone ? std::span<const ResidualId>{} : p_.recogniser_.forbidden(scan, lexeme).texts;
      if (alone || (r != ResidualStore::kEpsilon && !store.endless(r))) {
        arrive(at.node, r, id, alone ? doubt : Doubt::Any);
        continue;
      }
      const bool used =
          std::any_of(others.begin(), others.end(), [&](ResidualId other) { return store.nullable(other); });
      if (r == ResidualStore::kEpsilon && used) continue;
      allow(at.node, r, doubt);
      if (store.nullable(r) && !used) end(at.node, id, doubt);
      for (std::uint32_t c = at.node + 1; c < trie_.nodes[at.node].end; c = trie_.nodes[c].end)
        p_.compared_.push_back({c, r, lexeme});
    }
  }
  // What ended before a distinct terminal is not known to it, so its tokens are looked at again.
  void begin(const Open& at) {
    const std::uint8_t byte = trie_.nodes[at.node].byte;
    const Recogniser::Set& set = p_.recogniser_.expanded(at.scan);
    p_.recogniser_.each_beginning(*set.expectation, byte, [&](std::uint32_t i) {
      const Recogniser::Scan& scan = set.expectation->scans[i];
      const Doubt doubt = std::max(at.doubt, scan.doubt);
      if (scan.compared) compare(at.node, scan, set.first_scan + i, doubt);
      else arrive(at.node, p_.store_.derive(scan.residual, byte), set.first_scan + i, doubt);
    });
  }
  // A lexeme at a node with many suffixes: its scan, and then whatever may follow where it ends.
  void cover(const Open& at) {
    const SuffixScan& known = p_.positions_.scan(trie_, at.node, at.residual);
    budget_ -= std::min(budget_, (known.tokens.size() + known.continuations.size()) / 8);
    if (p_.taken_.insert(std::uint64_t{at.node} << 34 | std::uint64_t{at.residual} << 2 |
                         static_cast<unsigned>(at.doubt))) {
      if (at.doubt == Doubt::None) out_.include(known.tokens, known.dense, p_.trie_.words(), except_);
      else for (TokenId t : known.tokens) add(t, true);
    }
    if (known.continuations.empty()) return;
    const SetId next = p_.recogniser_.after(at.scan);
    if (exits_ && p_.recogniser_.left(next))
      for (std::uint32_t continuation : known.continuations) leave(continuation, next, at.doubt);
    std::size_t index = 0;
    known.after.each([&](std::uint8_t byte) {
      if (p_.recogniser_.begins(next, byte))
        for (std::uint32_t b = known.begins[index]; b < known.begins[index + 1]; ++b)
          follow(known.continuations[b], next, behind(at.doubt));
      ++index;
    });
  }

  SuffixParser& p_;
  const SuffixTrie& trie_;
  const std::vector<TokenId>* except_;
  Mask& out_;
  std::vector<TokenId>& needs_check_;
  std::vector<Exit>* exits_;
  std::size_t budget_;  // steps; where they are used up, readings multiply
};

bool SuffixParser::walk(const SuffixTrie& trie, std::span<const Start> starts, const std::vector<TokenId>* except,
                        Mask& out, std::vector<TokenId>& needs_check, std::vector<Exit>* exits) {
  return Walk(*this, trie, except, out, needs_check, exits).run(starts);
}

}  // namespace constrain
