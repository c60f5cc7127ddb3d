// Ways through the graph, in order:
//
// 1. `byte_steps`, `token_steps`: every way on, with the configuration that it leads to.
// 2. `short_ways`: ways on by whole terminals, each by a shortest text, as a search for the end of a text needs.
// 3. `depth`: how deep the stack is, by the origins of the Earley sets.
#include "masks/text_graph.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_set>

namespace constrain {

TextGraph::TextGraph(std::shared_ptr<ConstraintCore> constraint)
    : constraint_(std::move(constraint)),
      configurations_(constraint_->separate_configurations()),
      reader_(configurations_->reader()) {}

std::vector<std::pair<std::uint8_t, ConfigId>> TextGraph::byte_steps(ConfigId c) {
  std::lock_guard guard(constraint_->mutex);
  std::vector<std::pair<std::uint8_t, ConfigId>> out;
  const Frontier from = reader_.table.frontier(c);
  // Bytes that the first sets rule out are never stepped; of the others each is tried on a copy.
  reader_.stepper.next_bytes(from).each([&](std::uint8_t byte) {
    reader_.recogniser.renew();
    Frontier at = from;
    reader_.stepper.step(at, byte);
    if (!at.empty() && reader_.viability.viable(at)) out.emplace_back(byte, reader_.table.intern(at));
  });
  return out;
}

std::vector<std::pair<TokenId, ConfigId>> TextGraph::token_steps(ConfigId c) {
  std::lock_guard guard(constraint_->mutex);
  struct Open {
    TrieNode end;
    Frontier frontier;
  };
  std::vector<std::pair<TokenId, ConfigId>> out;
  // A walk of the trie with the frontiers on the path to the node; a frontier that dies takes its subtree with it.
  std::vector<Open> path{{reader_.trie.node(0).end, reader_.table.frontier(c)}};
  for (TrieNode n = 1; n < reader_.trie.size();) {
    while (path.size() > 1 && path.back().end <= n) path.pop_back();
    reader_.recogniser.renew();
    Frontier at = path.back().frontier;
    reader_.stepper.step(at, reader_.trie.node(n).byte);
    if (at.empty()) {
      n = reader_.trie.node(n).end;
      continue;
    }
    if (reader_.trie.tokens_begin(n) != reader_.trie.tokens_end(n) && reader_.viability.viable(at)) {
      Frontier copy = at;
      const ConfigId next = reader_.table.intern(copy);
      for (const TokenId* t = reader_.trie.tokens_begin(n); t != reader_.trie.tokens_end(n); ++t)
        out.emplace_back(*t, next);
    }
    path.push_back({reader_.trie.node(n).end, std::move(at)});
    ++n;
  }
  return out;
}

namespace {

constexpr std::size_t kMostResiduals = 4096;  // that a search for a shortest text looks at: some milliseconds

// Bytes in the order in which a search tries them: letters and digits, then what else is printable.
const std::array<std::uint8_t, 256>& in_order() {
  static const std::array<std::uint8_t, 256> order = [] {
    std::array<std::uint8_t, 256> out{};
    std::iota(out.begin(), out.end(), 0);
    const auto rank = [](std::uint8_t b) {
      if ((b >= 'a' && b <= 'z') || (b >= '0' && b <= '9')) return 0;
      return b >= 0x20 && b < 0x7F ? 1 : 2;
    };
    std::stable_sort(out.begin(), out.end(), [&](std::uint8_t a, std::uint8_t b) { return rank(a) < rank(b); });
    return out;
  }();
  return order;
}

}  // namespace

// A shortest text of the residual, breadth first; empty where it has the empty text, or none is found soon.
std::string TextGraph::shortest(ResidualId residual) {
  // Example: the residual of a JSON string after `"ab` has `"` as its shortest text; that of `[a-z]{3}` has `aaa`.
  if (const auto known = shortest_.find(residual); known != shortest_.end()) return known->second;
  struct Seen {
    ResidualId residual;
    std::size_t before;
    std::uint8_t byte;
  };
  std::vector<Seen> seen{{residual, 0, 0}};
  std::unordered_set<ResidualId> met{residual};
  std::string text;
  for (std::size_t i = 0; i < seen.size() && seen.size() < kMostResiduals; ++i) {
    const ResidualId at = seen[i].residual;
    if (reader_.store.nullable(at)) {
      for (std::size_t j = i; j; j = seen[j].before) text.push_back(static_cast<char>(seen[j].byte));
      std::reverse(text.begin(), text.end());
      break;
    }
    const ByteSet first = reader_.store.first(at);
    for (const std::uint8_t byte : in_order()) {
      if (!first.has(byte)) continue;
      reader_.recogniser.renew();
      const ResidualId next = reader_.store.derive(at, byte);
      if (next != ResidualStore::kEmpty && met.insert(next).second) seen.push_back({next, i, byte});
    }
  }
  return shortest_[residual] = text;
}

std::vector<std::pair<std::string, ConfigId>> TextGraph::short_ways(ConfigId c) {
  std::lock_guard guard(constraint_->mutex);
  // Each terminal is read from here on a copy, so that ways do not disturb each other.
  const Frontier from = reader_.table.frontier(c);
  std::vector<std::pair<std::string, ConfigId>> out;
  const auto take = [&](const Recogniser::Scan& scan, ResidualId residual, LexemeId lexeme) {
    reader_.recogniser.renew();
    // A terminal is written in one way only. A search for the end of a text needs no more, and all ways would be
    // endless.
    const std::string text = shortest(scan.compared ? reader_.recogniser.exactly(scan, lexeme) : residual);
    if (text.empty()) return;
    Frontier at = from;
    for (const char byte : text) {
      reader_.stepper.step(at, static_cast<std::uint8_t>(byte));
      if (at.empty()) return;
    }
    if (reader_.viability.viable(at)) out.emplace_back(text, reader_.table.intern(at));
  };
  const auto begin = [&](SetId boundary) {
    const auto scans = reader_.recogniser.expanded(boundary).expectation->scans;
    for (const Recogniser::Scan& scan : scans) take(scan, scan.residual, ScopeMemory::kUnread);
  };
  for (const OpenLexeme& t : from.lexemes) take(reader_.recogniser.scan(t.scan), t.residual, t.lexeme);
  if (from.boundary != kNone) begin(from.boundary);
  for (const Tracked& t : from.tracked) {
    if (t.boundary()) begin(t.thread.scan);
    else take(reader_.recogniser.scan(t.thread.scan), t.thread.residual, t.thread.lexeme);
  }
  return out;
}

std::uint32_t TextGraph::depth(ConfigId c) {
  std::lock_guard guard(constraint_->mutex);
  const Config& config = reader_.table[c];
  std::uint32_t least = kNone;
  const auto look = [&](SetId set) { least = std::min(least, set_depth(set)); };
  for (std::uint32_t i = 0; i < config.count; ++i) look(reader_.recogniser.origin(config.lexemes[i].scan).first);
  if (config.boundary != kNone) look(config.boundary);
  for (std::uint32_t i = 0; i < config.tracked_count; ++i) {
    const Tracked& t = config.tracked[i];
    look(t.boundary() ? t.thread.scan : reader_.recogniser.origin(t.thread.scan).first);
  }
  return least == kNone ? 0 : least;
}

// One more than the least of the sets in which the set's items began; 0 where some are the text's own.
std::uint32_t TextGraph::set_depth(SetId set) {
  // By a list and not by recursion: the stack may be as deep as the text is long.
  std::vector<SetId> waiting{set};
  while (!waiting.empty()) {
    const SetId s = waiting.back();
    if (const auto known = set_depths_.find(s); known != set_depths_.end() && known->second != kNone) {
      waiting.pop_back();
      continue;
    }
    set_depths_.try_emplace(s, kNone);  // being looked at: a way back to here makes nothing shallower
    const auto parts = reader_.recogniser.parts(s);
    std::uint32_t least = kNone;
    if (parts.empty() || parts.back().origin == kNone) {  // the text's own come last
      least = 0;
    } else {
      const std::size_t before = waiting.size();
      for (const Recogniser::Part& part : parts) {
        const auto known = set_depths_.find(part.origin);
        if (known == set_depths_.end()) waiting.push_back(part.origin);
        else if (known->second != kNone) least = std::min(least, known->second + 1);
      }
      if (waiting.size() > before) continue;
    }
    set_depths_[s] = least == kNone ? 0 : least;
    waiting.pop_back();
  }
  return set_depths_[set];
}

}  // namespace constrain
