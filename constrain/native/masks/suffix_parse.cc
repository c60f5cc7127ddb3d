// Reading the suffixes of crossing tokens with whole Earley sets.
//
// `walk` keeps a list of (node of the suffix trie, open lexeme or set where one begins) and takes one at a time:
//   begin    at a node a terminal of the set may begin with the node's byte;
//   arrive   a residual has come to a node: its tokens are allowed, it may go on below, and where it accepts the lexeme may
//            end and the next set's terminals begin (end, follow);
//   compare  a lexeme that must differ from used ones is followed byte by byte while it may still become one of them;
//   cover    at a large subtree, what the residual reads of it comes from a shared suffix scan.
// It gives up, and says so, where ambiguous readings multiply.
#include "masks/suffix_parse.h"

#include <algorithm>

namespace constrain {

namespace {
constexpr std::uint32_t kRememberedSubtree = 32;  // nodes below which reading is cheaper than remembering
}  // namespace

bool SuffixParser::walk(const SuffixTrie& trie, std::span<const Start> starts, const std::vector<TokenId>* except, Mask& out,
                    std::vector<TokenId>& needs_check, std::vector<Exit>* exits) {
  open_.clear();
  visited_.clear();
  taken_.clear();
  std::size_t budget = 4096 + 16 * trie.nodes.size();
  const auto add = [&](TokenId token, bool doubt) {
    if (!except || !std::binary_search(except->begin(), except->end(), token)) (doubt ? needs_check : out.added).push_back(token);
  };
  const auto behind = [](Doubt lexeme) { return lexeme == Doubt::None ? Doubt::None : Doubt::Any; };
  // Lexemes of the set may begin at the node, behind one.
  const auto follow = [&](std::uint32_t node, SetId next, Doubt lexeme) {
    if (visited_.insert(std::uint64_t{node} << 32 | next)) open_.push_back({node, kNone, next, behind(lexeme)});
  };
  // Whoever called what has ended may go on at the node.
  const auto leave = [&](std::uint32_t node, SetId next, Doubt lexeme) {
    exits->push_back({nullptr, &trie, node, except, recogniser_.left(next), behind(lexeme)});
  };
  // An infinite language cannot be exhausted by finitely many used lexemes, so no check is needed.
  const auto allow = [&](std::uint32_t node, ResidualId r, Doubt doubt) {
    if (trie.nodes[node].tokens == trie.nodes[node + 1].tokens) return;
    const bool needs_check = doubt == Doubt::Any || (doubt == Doubt::Distinct && !store_.endless(r));
    for (std::uint32_t t = trie.nodes[node].tokens; t < trie.nodes[node + 1].tokens; ++t) add(trie.tokens[t], needs_check);
  };
  const auto end = [&](std::uint32_t node, ScanId scan, Doubt doubt) {
    const SetId next = recogniser_.after(scan);
    const ByteSet& first = recogniser_.expanded(next).expectation->first;
    const bool leaves = exits && recogniser_.left(next);
    for (std::uint32_t c = node + 1; c < trie.nodes[node].end; c = trie.nodes[c].end) {
      if (first.has(trie.nodes[c].byte)) follow(c, next, doubt);
      if (leaves) leave(c, next, doubt);
    }
  };
  // A residual has come to a node. Ambiguous grammars end lexemes there in many ways, all but one in vain.
  const auto arrive = [&](std::uint32_t node, ResidualId r, ScanId scan, Doubt doubt) {
    allow(node, r, doubt);
    if (trie.nodes[node].end == node + 1) return;
    if (r != ResidualStore::kEpsilon) open_.push_back({node, r, scan, doubt});
    if (store_.nullable(r)) end(node, scan, doubt);
  };
  // A lexeme that is compared with others begins at the node. As long as it may become one of them it is followed here.
  const auto compare = [&](std::uint32_t start, const Recogniser::Scan& scan, ScanId id, Doubt doubt) {
    compared_.assign(1, {start, scan.residual, ScopeMemory::kUnread});
    while (!compared_.empty()) {
      const Compared at = compared_.back();
      compared_.pop_back();
      const std::uint8_t byte = trie.nodes[at.node].byte;
      const ResidualId r = store_.derive(at.residual, byte);
      if (r == ResidualStore::kEmpty) continue;
      const bool alone = !recogniser_.forbidden(scan, at.lexeme).first.has(byte);
      const LexemeId lexeme = alone ? ScopeMemory::kUnknown : recogniser_.extend(id, at.lexeme, byte);
      const std::span<const ResidualId> others = alone ? std::span<const ResidualId>{} : recogniser_.forbidden(scan, lexeme).texts;
      if (alone || (r != ResidualStore::kEpsilon && !store_.endless(r))) {
        arrive(at.node, r, id, alone ? doubt : Doubt::Any);
        continue;
      }
      const bool used = std::any_of(others.begin(), others.end(), [&](ResidualId other) { return store_.nullable(other); });
      if (r == ResidualStore::kEpsilon && used) continue;
      allow(at.node, r, doubt);
      if (store_.nullable(r) && !used) end(at.node, id, doubt);
      for (std::uint32_t c = at.node + 1; c < trie.nodes[at.node].end; c = trie.nodes[c].end) compared_.push_back({c, r, lexeme});
    }
  };
  // What ended before a distinct terminal is not known to it, so its tokens are looked at again.
  const auto begin = [&](const Open& at) {
    const std::uint8_t byte = trie.nodes[at.node].byte;
    const Recogniser::Set& set = recogniser_.expanded(at.scan);
    if (!set.expectation->first.has(byte)) return;
    for (std::uint32_t i : recogniser_.beginning(*set.expectation, byte)) {
      const Recogniser::Scan& scan = set.expectation->scans[i];
      const Doubt doubt = std::max(at.doubt, scan.doubt);
      if (scan.compared) compare(at.node, scan, set.first_scan + i, doubt);
      else arrive(at.node, store_.derive(scan.residual, byte), set.first_scan + i, doubt);
    }
  };
  // A lexeme at a node with many suffixes: its scan, and then whatever may follow where it ends.
  const auto cover = [&](const Open& at) {
    const SuffixScan& known = positions_.scan(trie, at.node, at.residual);
    budget -= std::min(budget, (known.tokens.size() + known.continuations.size()) / 8);
    if (taken_.insert(std::uint64_t{at.node} << 34 | std::uint64_t{at.residual} << 2 | static_cast<unsigned>(at.doubt))) {
      if (at.doubt == Doubt::None) out.include(known.tokens, known.dense, trie_.words(), except);
      else for (TokenId t : known.tokens) add(t, true);
    }
    if (known.continuations.empty()) return;
    const SetId next = recogniser_.after(at.scan);
    const ByteSet& first = recogniser_.expanded(next).expectation->first;
    if (exits && recogniser_.left(next))
      for (std::uint32_t continuation : known.continuations) leave(continuation, next, at.doubt);
    std::size_t index = 0;
    known.after.each([&](std::uint8_t byte) {
      if (first.has(byte))
        for (std::uint32_t b = known.begins[index]; b < known.begins[index + 1]; ++b) follow(known.continuations[b], next, at.doubt);
      ++index;
    });
  };
  for (const Start& start : starts) open_.push_back({start.node, kNone, start.set, start.doubt});
  while (!open_.empty()) {
    const Open at = open_.back();
    open_.pop_back();
    if (budget == 0) return false;
    --budget;
    const std::uint32_t stop = trie.nodes[at.node].end;
    if (at.residual == kNone) {
      begin(at);
    } else if (stop - at.node >= kRememberedSubtree && at.doubt != Doubt::Distinct) {  // of which a scan knows too little
      cover(at);
    } else {
      for (std::uint32_t c = at.node + 1; c < stop; c = trie.nodes[c].end) {
        const ResidualId r = store_.derive(at.residual, trie.nodes[c].byte);
        if (r != ResidualStore::kEmpty) arrive(c, r, at.scan, at.doubt);
      }
    }
  }
  return true;
}

}  // namespace constrain
