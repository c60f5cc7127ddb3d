// Masks that configurations share because they show the same: ARCHITECTURE.md, section 4, says what must be equal.
//
// The key of a configuration's mask is all that the mask may depend on: the residuals of its open lexemes, whether the
// text may end, and the call strings of the sets (call_strings.h), of which only so many levels count as computing the
// mask looked at. How many that are is known afterwards only. So the memo is asked at depth 1 first; it answers with a
// mask, with nothing, or with a greater depth at which to ask again. Example: the mask after `[1,[2,` is found under
// depth 1, being that after `[1,`. Not thread-safe: the owner locks.
#pragma once

#include <array>

#include "masks/config_table.h"
#include "masks/mask.h"
#include "masks/call_strings.h"
#include "masks/used_lexemes.h"

namespace constrain {

class MaskMemo {
 public:
  // No token has more bytes than `longest`. `shares` false: masks depend on more than the key says, and none is shared.
  MaskMemo(Recogniser& recogniser, UsedLexemes& used, Arena& arena, std::uint32_t longest, bool shares)
      : recogniser_(recogniser), used_(used), arena_(arena), shares_(shares), call_strings_(recogniser, longest) {}

  // How far one has looked for a configuration's mask.
  struct Search {
    bool shared = false;      // whether others may show the same
    bool alone = false;       // one lexeme is open, and what has been read of it makes no difference
    std::uint32_t depth = 1;  // levels of the stack looked at
  };
  // The mask of a configuration that has none yet, or null; a look-up for each depth that is asked.
  const MadeMask* find(const Config& config, Search& search);
  // Keeps the mask that was made because the last `find` found none; the recogniser was told to forget origins between
  // the two. `checked`: some of its tokens were read one by one.
  void keep(const Config& config, const Search& search, const MadeMask& made, bool checked);
  // Beside the arena.
  std::size_t memory() const { return entries_.size() * sizeof(Entry) + index_.bytes() + call_strings_.memory(); }
  std::size_t spare() const { return entries_.spare(); }  // see StableVector

 private:
  static constexpr std::uint32_t kFewLexemes = 4;  // open lexemes up to which positions often show the same
  // Masks of a generation for which none is looked for: that would cost more than it finds.
  static constexpr std::uint32_t kFirstMasks = 8;

  // A key, and the mask of all that shows it, or null and how deep one must look to find one.
  struct Entry {
    const std::uint32_t* key = nullptr;  // in the arena
    std::uint32_t size = 0;
    std::uint32_t deeper = 0;
    const MadeMask* mask = nullptr;
  };
  bool like_others(const Config& config);
  void make_key(const Config& config, bool lexemes, std::uint32_t depth);
  const Entry* look_up() const;
  void insert(std::uint32_t deeper, const MadeMask* made);

  Recogniser& recogniser_;
  UsedLexemes& used_;
  Arena& arena_;
  const bool shares_;
  CallStrings call_strings_;
  StableVector<Entry> entries_;
  HashIndex index_;
  std::uint32_t masks_ = 0;                             // that have been asked for
  std::array<std::uint32_t, 2 + 4 * kFewLexemes> key_;  // scratch: a key, how many there are of it, and their hash
  std::uint32_t key_size_ = 0;
  std::uint64_t key_hash_ = 0;
  std::vector<TokenId> lost_, needs_check_;  // scratch of like_others
};

}  // namespace constrain
