// The masks of arrays whose items differ, in order:
//
// 1. `staying_open`: for the residual of a string, the tokens after which it can still become like no other.
// 2. `read_in_order`: all other tokens, byte by byte, and whether each leaves a way on.
// 3. `restrict`, `without_equal_items`: the row of a configuration, kept as a bitset.
#include "masks/tracked_masks.h"

#include <algorithm>
#include <bit>

#include "pattern/byte_groups.h"

namespace constrain {
namespace {

constexpr std::size_t kKeptOpen = 64;  // residuals of strings whose tokens are kept; 16 KB each for 128k tokens

// Whether the token may open an array and end its second item: none that has not both a bracket and a comma after it.
bool may_repeat(std::string_view bytes) {
  const std::size_t bracket = bytes.find('[');
  return bracket != std::string_view::npos && bytes.find(',', bracket) != std::string_view::npos;
}

}  // namespace

TrackedMasks::TrackedMasks(Reader& reader)
    : reader_(reader), trie_(reader.trie), store_(reader.store) {
  // Found once, because all tokens have to be looked at.
  if (reader.stepper.tracks_items())
    for (TokenId t = 0; t < trie_.vocabulary_size(); ++t)
      if (trie_.is_text(t) && may_repeat(trie_.bytes(t))) repeating_.push_back(t);
}

// The tokens without a quotation mark after which the residual, which is that of a string, is endless: a bitset.
const std::vector<std::uint32_t>& TrackedMasks::staying_open(ResidualId residual) {
  if (const auto known = staying_open_.find(residual); known != staying_open_.end()) return known->second;
  std::vector<std::uint32_t> found(trie_.words());
  // Where the subtree of a node on the path ends, and what is left there.
  std::vector<std::pair<TrieNode, ResidualId>> path;
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
      for (const TokenId* t = trie_.tokens_begin(n); t != (all ? trie_.subtree_tokens_end(n) : trie_.tokens_end(n));
           ++t)
        found[*t >> 5] |= 1u << (*t & 31);
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
void TrackedMasks::read_in_order(ConfigId c, std::vector<TokenId>& tokens, std::vector<std::uint32_t>& row) {
  std::sort(tokens.begin(), tokens.end(), [this](TokenId a, TokenId b) { return trie_.bytes(a) < trie_.bytes(b); });
  std::vector<Frontier> after{reader_.table.frontier(c)};  // each byte of the last token that was read
  std::string_view last;
  for (const TokenId t : tokens) {
    const std::string_view bytes = trie_.bytes(t);
    const auto shared = static_cast<std::size_t>(
        std::mismatch(bytes.begin(), bytes.end(), last.begin(), last.end()).first - bytes.begin());
    after.resize(std::min(after.size(), shared + 1));
    last = bytes;
    reader_.recogniser.renew();
    while (after.size() <= bytes.size() && !after.back().empty()) {
      Frontier next = after.back();
      reader_.stepper.step(next, static_cast<std::uint8_t>(bytes[after.size() - 1]));
      after.push_back(std::move(next));
    }
    if (after.back().empty() || !reader_.viability.viable(after.back())) row[t >> 5] &= ~(1u << (t & 31));
  }
}

ConfigId TrackedMasks::untracked(ConfigId c) {
  Frontier base = reader_.table.frontier(c);
  for (const Tracked& t : std::exchange(base.tracked, {})) {
    if (!t.boundary()) base.lexemes.push_back(t.thread);
    else
      base.boundary = base.boundary == kNone ? t.thread.scan : reader_.recogniser.unite(base.boundary, t.thread.scan);
  }
  return reader_.table.intern(base);
}

const MadeMask& TrackedMasks::restrict(ConfigId c, const MadeMask& made) {
  const Config& config = reader_.table[c];
  const std::span<const Tracked> tracked(config.tracked, config.tracked_count);
  const bool unlike =
      config.count == 0 && config.boundary == kNone &&
      std::all_of(tracked.begin(), tracked.end(), [&](const Tracked& t) { return reader_.stepper.items().unlike(t.track); });
  std::vector<std::uint32_t> row(trie_.words()), sure(trie_.words());
  made.write(row.data(), trie_.words());
  // A string that can go on without end is like nothing.
  for (const Tracked& t : tracked) {
    if (t.boundary() || !reader_.stepper.items().in_string(t.track) || !store_.endless(t.thread.residual)) continue;
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
  read_in_order(c, unsure, row);
  for (TokenId t : trie_.end_ids())
    if (!config.accepting) row[t >> 5] &= ~(1u << (t & 31));
  return keep_row(row);
}

// The mask of a place in no such array, without the tokens that open one and have two equal items in it.
const MadeMask& TrackedMasks::without_equal_items(ConfigId c, const MadeMask& made) {
  std::vector<std::uint32_t> row(trie_.words());
  made.write(row.data(), trie_.words());
  bool changed = false;
  for (TokenId t : repeating_) {
    if (!(row[t >> 5] >> (t & 31) & 1)) continue;
    reader_.recogniser.renew();
    if (reader_.read(c, t)) continue;
    row[t >> 5] &= ~(1u << (t & 31));
    changed = true;
  }
  return changed ? keep_row(row) : made;
}

const MadeMask& TrackedMasks::keep_row(const std::vector<std::uint32_t>& row) {
  KeptMask kept;
  kept.base = reader_.arena.copy(row.data(), row.size());
  return *new (reader_.arena.allocate(sizeof(MadeMask))) MadeMask(kept);
}

}  // namespace constrain
