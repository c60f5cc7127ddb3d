// What `Configurations` tells of bytes and tokens one by one: for texts that no model writes.
//
// 1. `read`: a text byte by byte, as far as it goes.
// 2. `byte_steps`, `token_steps`: every way on, with the configuration that it leads to.
// 3. `short_ways`: ways on by whole terminals, each by a shortest text, as a search for the end of a text needs.
// 4. `depth`: how deep the stack is, by the origins of the Earley sets.
#include "masks/text_graph.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_set>

namespace constrain {

TextGraph::TextGraph(std::shared_ptr<ConstraintCore> constraint)
    : constraint_(std::move(constraint)), configurations_(constraint_->separate_configurations()) {}

std::vector<std::pair<std::uint8_t, ConfigId>> Configurations::byte_steps(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  std::vector<std::pair<std::uint8_t, ConfigId>> out;
  const Frontier from = table_.frontier(c);
  // Bytes that the first sets rule out are never stepped; of the others each is tried on a copy.
  stepper_.next_bytes(from).each([&](std::uint8_t byte) {
    recogniser_.refuel();
    Frontier at = from;
    stepper_.step(at, byte);
    if (!at.empty() && reader_.viability.viable(at)) out.emplace_back(byte, table_.intern(at));
  });
  return out;
}

std::vector<std::pair<TokenId, ConfigId>> Configurations::token_steps(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  struct Open {
    TrieNode end;
    Frontier frontier;
  };
  std::vector<std::pair<TokenId, ConfigId>> out;
  // A walk of the trie with the frontiers on the path to the node; a frontier that dies takes its subtree with it.
  std::vector<Open> path{{trie_.node(0).end, table_.frontier(c)}};
  for (TrieNode n = 1; n < trie_.size();) {
    while (path.size() > 1 && path.back().end <= n) path.pop_back();
    recogniser_.refuel();
    Frontier at = path.back().frontier;
    stepper_.step(at, trie_.node(n).byte);
    if (at.empty()) {
      n = trie_.node(n).end;
      continue;
    }
    if (trie_.tokens_begin(n) != trie_.tokens_end(n) && reader_.viability.viable(at)) {
      Frontier copy = at;
      const ConfigId next = table_.intern(copy);
      for (const TokenId* t = trie_.tokens_begin(n); t != trie_.tokens_end(n); ++t) out.emplace_back(*t, next);
    }
    path.push_back({trie_.node(n).end, std::move(at)});
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
std::string Configurations::shortest(ResidualId residual) {
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
    if (store_.nullable(at)) {
      for (std::size_t j = i; j; j = seen[j].before) text.push_back(static_cast<char>(seen[j].byte));
      std::reverse(text.begin(), text.end());
      break;
    }
    const ByteSet first = store_.first(at);
    for (const std::uint8_t byte : in_order()) {
      if (!first.has(byte)) continue;
      recogniser_.refuel();
      const ResidualId next = store_.derive(at, byte);
      if (next != ResidualStore::kEmpty && met.insert(next).second) seen.push_back({next, i, byte});
    }
  }
  return shortest_[residual] = text;
}

std::vector<std::pair<std::string, ConfigId>> Configurations::short_ways(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  // Each terminal is read from here on a copy, so that ways do not disturb each other.
  const Frontier from = table_.frontier(c);
  std::vector<std::pair<std::string, ConfigId>> out;
  const auto take = [&](const Recogniser::Scan& scan, ResidualId residual, LexemeId lexeme) {
    recogniser_.refuel();
    // A terminal is written in one way only. A search for the end of a text needs no more, and all ways would be
    // endless.
    const std::string text = shortest(scan.compared ? recogniser_.exactly(scan, lexeme) : residual);
    if (text.empty()) return;
    Frontier at = from;
    for (const char byte : text) {
      stepper_.step(at, static_cast<std::uint8_t>(byte));
      if (at.empty()) return;
    }
    if (reader_.viability.viable(at)) out.emplace_back(text, table_.intern(at));
  };
  const auto begin = [&](SetId boundary) {
    const auto scans = recogniser_.expanded(boundary).expectation->scans;
    for (const Recogniser::Scan& scan : scans) take(scan, scan.residual, ScopeMemory::kUnread);
  };
  for (const OpenLexeme& t : from.lexemes) take(recogniser_.scan(t.scan), t.residual, t.lexeme);
  if (from.boundary != kNone) begin(from.boundary);
  for (const Tracked& t : from.tracked) {
    if (t.boundary()) begin(t.thread.scan);
    else take(recogniser_.scan(t.thread.scan), t.thread.residual, t.thread.lexeme);
  }
  return out;
}

std::string Configurations::expectations(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  recogniser_.refuel();
  return expectations(table_.frontier(c));
}

std::uint32_t Configurations::depth(ConfigId c) {
  std::lock_guard guard(owner_.mutex);
  const Config& config = table_[c];
  std::uint32_t least = kNone;
  const auto look = [&](SetId set) { least = std::min(least, set_depth(set)); };
  for (std::uint32_t i = 0; i < config.count; ++i) look(recogniser_.origin(config.lexemes[i].scan).first);
  if (config.boundary != kNone) look(config.boundary);
  for (std::uint32_t i = 0; i < config.tracked_count; ++i) {
    const Tracked& t = config.tracked[i];
    look(t.boundary() ? t.thread.scan : recogniser_.origin(t.thread.scan).first);
  }
  return least == kNone ? 0 : least;
}

// One more than the least of the sets in which the set's items began; 0 where some are the text's own.
std::uint32_t Configurations::set_depth(SetId set) {
  // By a list and not by recursion: the stack may be as deep as the text is long.
  std::vector<SetId> waiting{set};
  while (!waiting.empty()) {
    const SetId s = waiting.back();
    if (const auto known = set_depths_.find(s); known != set_depths_.end() && known->second != kNone) {
      waiting.pop_back();
      continue;
    }
    set_depths_.try_emplace(s, kNone);  // being looked at: a way back to here makes nothing shallower
    const auto parts = recogniser_.parts(s);
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
