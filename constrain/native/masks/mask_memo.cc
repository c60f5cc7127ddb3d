// `find`: keys of more and more levels, up to one that has a mask, or none. `keep`: the mask under the key of as many
// levels as computing it looked at, and where these are more than were asked for, a pointer to that depth under the
// smaller key.
#include "masks/mask_memo.h"

#include <algorithm>

namespace constrain {

// Whether there is but one open lexeme, in a lexeme of which it makes no difference to the mask what has been read of
// it, though it is known.
bool MaskMemo::like_others(const Config& config) {
  if (config.boundary != kNone || config.count != 1 || config.lexemes->lexeme == ScopeMemory::kUnknown) return false;
  const OpenLexeme& t = *config.lexemes;
  const Recogniser::Scan& scan = recogniser_.scan(t.scan);
  if (scan.distinct == kNone) return false;
  if (!scan.compared) return true;
  lost_.clear();
  needs_check_.clear();
  return used_.lose(recogniser_.forbidden(scan, t.lexeme).texts, t.residual, lost_, needs_check_) && lost_.empty();
}

// `lexemes`: what has been read of lexemes counts.
void MaskMemo::make_key(const Config& config, bool lexemes, std::uint32_t depth) {
  std::size_t size = 0;
  key_hash_ = 0;
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    key_[size++] = a;
    key_[size++] = b;
    key_hash_ = mix(key_hash_, std::uint64_t{a} << 32 | b);
  };
  add(depth << 1 | config.accepting, config.boundary == kNone ? kNone : call_strings_.of(config.boundary, depth));
  for (std::uint32_t i = 0; i < config.count; ++i) {
    const OpenLexeme& t = config.lexemes[i];
    const auto [set, index] = recogniser_.origin(t.scan);
    add(t.residual, lexemes ? t.lexeme : kNone);
    add(index, call_strings_.of(set, depth));
  }
  key_size_ = static_cast<std::uint32_t>(size);
}

const MaskMemo::Entry* MaskMemo::look_up() const {
  const std::uint32_t found = index_.find(key_hash_, [&](std::uint32_t id) {
    const Entry& e = entries_[id];
    return e.size == key_size_ && std::equal(e.key, e.key + e.size, key_.data());
  });
  return found == kNone ? nullptr : &entries_[found];
}

void MaskMemo::insert(std::uint32_t deeper, const MadeMask* made) {
  const std::uint32_t id = entries_.grow();
  entries_[id] = {arena_.copy(key_.data(), key_size_), key_size_, deeper, made};
  index_.insert(key_hash_, id);
}

const MadeMask* MaskMemo::find(const Config& config, Search& search) {
  search.shared = ++masks_ > kFirstMasks && config.count <= kFewLexemes && shares_;
  if (!search.shared) return nullptr;
  search.alone = like_others(config);
  while (true) {
    make_key(config, !search.alone, search.depth);
    const Entry* known = look_up();
    if (!known) return nullptr;
    if (known->mask) return known->mask;
    search.depth = known->deeper;
  }
}

void MaskMemo::keep(const Config& config, const Search& search, const MadeMask& made, bool checked) {
  if (!search.shared || (search.alone && checked)) return;
  const SetId lowest = recogniser_.lowest_origin();
  std::uint32_t depth = config.boundary == kNone ? 1 : call_strings_.depth(config.boundary, lowest);
  for (std::uint32_t i = 0; i < config.count; ++i)
    depth = std::max(depth, call_strings_.depth(recogniser_.origin(config.lexemes[i].scan).first, lowest));
  if (depth <= search.depth) {
    insert(0, &made);
  } else if (depth != kNone) {
    insert(depth, nullptr);
    make_key(config, !search.alone, depth);
    insert(0, &made);
  }
}

}  // namespace constrain
