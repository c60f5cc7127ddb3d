// Masks and ways on where arrays have items that all differ (unique_items.h).
//
// The grammar alone says which bytes may follow; what has been read of the arrays says which of them would make two items
// equal at once. A byte may also lead to where equal items are the only way on: after `[1,` where items are 1 or 2, `1` is
// such a byte. So a search looks, byte by byte, for a way to an item that is like none before it, from where the grammar's
// own ways on will do. Nearly always it is a step or two long: an open string can become like no other.
//
// A mask is that of the same place without the arrays, from which those tokens are taken that a search finds wanting. Of
// tokens that stay in a string, or that end no item, it is known without a search.
#include <algorithm>
#include <array>
#include <exception>

#include "masks/configuration.h"
#include "pattern/byte_groups.h"

namespace constrain {
namespace {

// Steps of one search. Beyond it a byte is refused although there may be a way on; what was found before stays found, so
// a matcher is not stuck. Grammars of items with thousands of texts that all were used, and only they, come this far.
constexpr std::uint32_t kPathSteps = 4096;
constexpr std::size_t kKeptOpen = 64;  // residuals of strings whose tokens are kept; 16 KB each for 128k tokens

// Bytes in the order in which a search tries them: what ends values first, white space and escapes last.
std::vector<std::uint8_t> search_order(const ByteSet& set) {
  static constexpr std::string_view kFirst = "\"}],:10", kLast = "\\ \t\n\r";
  std::vector<std::uint8_t> out;
  for (char c : kFirst)
    if (set.has(static_cast<std::uint8_t>(c))) out.push_back(static_cast<std::uint8_t>(c));
  set.each([&](std::uint8_t b) {
    if (kFirst.find(static_cast<char>(b)) == std::string_view::npos && kLast.find(static_cast<char>(b)) == std::string_view::npos) out.push_back(b);
  });
  for (char c : kLast)
    if (set.has(static_cast<std::uint8_t>(c))) out.push_back(static_cast<std::uint8_t>(c));
  return out;
}

}  // namespace

// Whether the token may open an array and end its second item: none that has not both a bracket and a comma after it.
bool Configurations::may_repeat(std::string_view bytes) const {
  const std::size_t bracket = bytes.find('[');
  return bracket != std::string_view::npos && bytes.find(',', bracket) != std::string_view::npos;
}

// Whether the grammar's ways on will do for some of it: it stands in no such array, or in an item that is like none before
// it, or at the end of a number that is new, or in a string that can go on without end.
bool Configurations::settled(const Frontier& frontier) {
  if (frontier.boundary != kNone || !frontier.lexemes.empty()) return true;
  return std::any_of(frontier.tracked.begin(), frontier.tracked.end(), [&](const Tracked& t) {
    if (stepper_.items().unlike(t.track)) return true;
    if (t.boundary()) return stepper_.items().new_number(t.track);
    return stepper_.items().in_string(t.track) && store_.endless(t.thread.residual);
  });
}

// Whether an item has just ended, or the text stands before one, the arrays around it being settled. Where that is so but
// was not, an item has ended that is like none before it, and the array may end or has values left for the items it needs.
bool Configurations::between(const Frontier& frontier) const {
  return std::any_of(frontier.tracked.begin(), frontier.tracked.end(), [&](const Tracked& t) { return stepper_.items().between_items(t.track); });
}

bool Configurations::viable(const Frontier& frontier) {
  if (frontier.tracked.empty() || settled(frontier)) return true;
  Frontier copy = frontier;
  const ConfigId id = table_.intern(copy);
  if (const auto known = viable_.find(id); known != viable_.end()) return known->second;
  return search(copy, id);
}

// The bytes that a search tries, in order. Inside a string those come first that lead to its end soonest, so that the search
// does not go on forever in a string that only must hold some letter: it leaves one that was used at its next best end.
std::vector<std::uint8_t> Configurations::ways_on(const Frontier& frontier) {
  std::vector<std::uint8_t> bytes = search_order(stepper_.next_bytes(frontier));
  if (std::none_of(frontier.tracked.begin(), frontier.tracked.end(), [&](const Tracked& t) { return stepper_.items().in_string(t.track); })) return bytes;
  std::array<std::uint32_t, 256> left;  // to the end of a string
  for (const std::uint8_t byte : bytes) {
    left[byte] = kUnbounded;
    for (const Tracked& t : frontier.tracked)
      if (!t.boundary()) left[byte] = std::min(left[byte], words_.length(store_.derive(t.thread.residual, byte)));
  }
  std::stable_sort(bytes.begin(), bytes.end(), [&](std::uint8_t a, std::uint8_t b) { return left[a] < left[b]; });
  return bytes;
}

// A depth-first search for a settled frontier. No byte leads back to where one has been, so what has failed has failed for
// good.
bool Configurations::search(const Frontier& frontier, ConfigId id) {
  struct Open {
    Frontier frontier;
    ConfigId id;
    std::vector<std::uint8_t> bytes;
    std::size_t next = 0;
  };
  std::vector<Open> path;
  // What is on the path counts as failed while it is; if a signal ends the search, it is not known to be.
  struct Forget {
    std::unordered_map<ConfigId, bool>& viable;
    const std::vector<Open>& path;
    const int before = std::uncaught_exceptions();
    ~Forget() {
      if (std::uncaught_exceptions() > before)
        for (const Open& each : path) viable.erase(each.id);
    }
  } forget{viable_, path};
  path.push_back({frontier, id, ways_on(frontier)});
  viable_[id] = false;
  for (std::uint32_t steps = 0; !path.empty() && steps < kPathSteps; ++steps) {
    Open& open = path.back();
    if (open.next == open.bytes.size()) {
      path.pop_back();
      continue;
    }
    Frontier at = open.frontier;
    recogniser_.refuel();
    stepper_.step(at, open.bytes[open.next++]);
    if (at.empty()) continue;
    bool found = settled(at) || (!between(open.frontier) && between(at));
    if (!found) {
      const ConfigId next = table_.intern(at);
      const auto [known, added] = viable_.try_emplace(next, false);
      if (added) {
        path.push_back({at, next, {}});
        path.back().bytes = ways_on(at);
      }
      found = !added && known->second;
    }
    if (!found) continue;
    for (const Open& each : path) viable_[each.id] = true;
    return true;
  }
  // Where patience is at its end, what has not been looked at to the end is not known to fail.
  for (std::size_t i = 1; i < path.size(); ++i) viable_.erase(path[i].id);
  return false;
}

ByteSet Configurations::viable_bytes(const Frontier& frontier) {
  const ByteSet next = stepper_.next_bytes(frontier);
  if (frontier.tracked.empty()) return next;
  ByteSet out;
  next.each([&](std::uint8_t byte) {
    Frontier at = frontier;
    stepper_.step(at, byte);
    if (!at.empty() && viable(at)) out.add(byte);
  });
  return out;
}

// The tokens without a quotation mark after which the residual, which is that of a string, is endless: a bitset.
const std::vector<std::uint32_t>& Configurations::staying_open(ResidualId residual) {
  if (const auto known = staying_open_.find(residual); known != staying_open_.end()) return known->second;
  std::vector<std::uint32_t> found(trie_.words());
  std::vector<std::pair<TrieNode, ResidualId>> path;  // where the subtree of a node on the path ends, and what is left there
  for (TrieNode n = 1; n < trie_.size();) {
    while (!path.empty() && n >= path.back().first) path.pop_back();
    const TokenTrie::Node& node = trie_.node(n);
    const ResidualId before = path.empty() ? residual : path.back().second;
    const ResidualId left = node.byte == '"' ? ResidualStore::kEmpty : store_.derive(before, node.byte);
    if (left == ResidualStore::kEmpty) {
      n = node.end;
      continue;
    }
    // What survives all texts of the bytes below is endless after each of them.
    const bool open = store_.endless(left);
    const ResidualStore::Survival& loop = store_.self_loop(left);
    const bool all = open && loop.length == kUnbounded && node.valid && !(node.below & (~loop.groups | group_bit('"')));
    if (open)
      for (const TokenId* t = trie_.tokens_begin(n); t != (all ? trie_.subtree_tokens_end(n) : trie_.tokens_end(n)); ++t) found[*t >> 5] |= 1u << (*t & 31);
    if (all) {
      n = node.end;
      continue;
    }
    path.emplace_back(node.end, left);
    ++n;
  }
  if (staying_open_.size() == kKeptOpen) staying_open_.clear();
  return staying_open_.emplace(residual, std::move(found)).first->second;
}

// Takes from the row those of the tokens that cannot be read, or lead to where no way on is left. A prefix that tokens
// share is read once.
void Configurations::read_in_order(ConfigId id, std::vector<TokenId>& tokens, std::vector<std::uint32_t>& row) {
  std::sort(tokens.begin(), tokens.end(), [this](TokenId a, TokenId b) { return trie_.bytes(a) < trie_.bytes(b); });
  std::vector<Frontier> after{table_.frontier(id)};  // each byte of the last token that was read
  std::string_view last;
  for (const TokenId t : tokens) {
    const std::string_view bytes = trie_.bytes(t);
    const auto shared = static_cast<std::size_t>(std::mismatch(bytes.begin(), bytes.end(), last.begin(), last.end()).first - bytes.begin());
    after.resize(std::min(after.size(), shared + 1));
    last = bytes;
    recogniser_.refuel();
    while (after.size() <= bytes.size() && !after.back().empty()) {
      Frontier next = after.back();
      stepper_.step(next, static_cast<std::uint8_t>(bytes[after.size() - 1]));
      after.push_back(std::move(next));
    }
    if (after.back().empty() || !viable(after.back())) row[t >> 5] &= ~(1u << (t & 31));
  }
}

const MadeMask& Configurations::tracked_mask(ConfigId id) {
  Frontier base = table_.frontier(id);
  const std::vector<Tracked> tracked = std::exchange(base.tracked, {});
  const bool unlike = base.empty() && std::all_of(tracked.begin(), tracked.end(), [&](const Tracked& t) { return stepper_.items().unlike(t.track); });
  for (const Tracked& t : tracked) {
    if (!t.boundary()) base.lexemes.push_back(t.thread);
    else base.boundary = base.boundary == kNone ? t.thread.scan : recogniser_.unite(base.boundary, t.thread.scan);
  }
  const ConfigId plain = table_.intern(base);
  const MadeMask* made = table_[plain].mask.load(std::memory_order_acquire);
  if (!made) made = &mask(plain);
  std::vector<std::uint32_t> row(trie_.words()), sure(trie_.words());
  made->write(row.data(), trie_.words());
  // A string that can go on without end is like nothing.
  for (const Tracked& t : tracked) {
    if (t.boundary() || !stepper_.items().in_string(t.track) || !store_.endless(t.thread.residual)) continue;
    const std::vector<std::uint32_t>& open = staying_open(t.thread.residual);
    for (std::size_t word = 0; word < sure.size(); ++word) sure[word] |= open[word];
  }
  std::vector<TokenId> unsure;
  for (TokenId word = 0; word < row.size(); ++word)
    for (std::uint32_t bits = row[word] & ~sure[word]; bits; bits &= bits - 1) {
      const TokenId t = word << 5 | static_cast<TokenId>(std::countr_zero(bits));
      if (!trie_.is_text(t) || (unlike && trie_.bytes(t).find(',') == std::string_view::npos)) continue;
      unsure.push_back(t);
    }
  read_in_order(id, unsure, row);
  for (TokenId t : trie_.end_ids())
    if (!table_[id].accepting) row[t >> 5] &= ~(1u << (t & 31));
  const MadeMask& kept = keep_row(row);
  table_[id].mask.store(&kept, std::memory_order_release);
  return kept;
}

// The mask of a place in no such array, without the tokens that open one and have two equal items in it.
const MadeMask& Configurations::without_equal_items(ConfigId id, const MadeMask& made) {
  std::vector<std::uint32_t> row(trie_.words());
  made.write(row.data(), trie_.words());
  bool changed = false;
  for (TokenId t : repeating_) {
    if (!(row[t >> 5] >> (t & 31) & 1)) continue;
    recogniser_.refuel();
    if (reads(id, t)) continue;
    row[t >> 5] &= ~(1u << (t & 31));
    changed = true;
  }
  return changed ? keep_row(row) : made;
}

const MadeMask& Configurations::keep_row(const std::vector<std::uint32_t>& row) {
  KeptMask kept;
  kept.base = arena_.copy(row.data(), row.size());
  return *new (arena_.allocate(sizeof(MadeMask))) MadeMask(kept);
}

}  // namespace constrain
