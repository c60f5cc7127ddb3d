// What has happened within one instance of a scope: which of its marks were made, and which lexemes were used.
//
// An object with its keys in any order remembers the keys it has; an array of distinct strings its strings. Both are
// sets that only grow, interned, so that an Earley item carries one number. Only sets that a text arrives at exist.
// Not thread-safe: the owner locks.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/flat_map.h"
#include "pattern/residual_store.h"

namespace constrain {

using SeenId = std::uint32_t;  // 0: nothing has happened
using LexemeId = std::uint32_t;   // a prefix of a lexeme; 0: nothing of it has been read

// How lexemes that mean the same may differ: not at all; JSON strings that write a character raw or by its short escape,
// \uXXXX only where raw is impossible; JSON strings in any spelling.
enum class Spelling : std::uint8_t { Exact, JsonShort, JsonAny };

// The code points that a JSON string, quotation marks included, says; nothing if it is none.
std::optional<std::vector<std::uint32_t>> decoded_string(std::string_view text);

class ScopeMemory {
 public:
  static constexpr LexemeId kUnread = 0;
  static constexpr LexemeId kUnknown = 1;  // some lexeme, used and counted, of which nothing is known

  explicit ScopeMemory(ResidualStore& store) : store_(store) {
    sets_.push_back({});
    lexemes_.resize(2);
  }

  bool marked(SeenId s, std::uint32_t mark) const;
  SeenId with_mark(SeenId s, std::uint32_t mark);
  SeenId with_lexeme(SeenId s, LexemeId lexeme);
  std::uint32_t size(SeenId s) const {
    return static_cast<std::uint32_t>(sets_[s].marks.size() + sets_[s].lexemes.size());
  }

  // Whether the set counts lexemes of which nothing is known; and such of which all is.
  bool blurred(SeenId s) const;
  bool counts(SeenId s) const { return !sets_[s].lexemes.empty() && sets_[s].lexemes.back() > kUnknown; }

  // One byte more of a lexeme.
  LexemeId extend(LexemeId lexeme, std::uint8_t byte);
  std::string text(LexemeId lexeme) const;
  // What is left, after this beginning, of the set's lexemes and of other spellings of what they say; and the bytes by
  // which it goes on.
  struct Left {
    std::span<const ResidualId> texts;
    ByteSet first;
  };
  const Left& left(SeenId s, LexemeId beginning, Spelling spelling);
  // The pattern without the lexemes of the set, and without other spellings of what they say.
  ResidualId unused(SeenId s, ResidualId pattern, Spelling spelling);

  std::size_t memory() const {
    return memory_ + longer_.bytes() + spelled_.bytes() + unused_.bytes() + left_.bytes() + arena_.total();
  }

 private:
  struct Set {
    std::vector<std::uint32_t> marks, lexemes;  // sorted; kUnknown may stand more than once
    auto operator<=>(const Set&) const = default;
  };
  struct Lexeme {
    LexemeId before = 0;
    std::uint8_t byte = 0;
  };
  const Left* keep(std::span<const ResidualId> texts);
  SeenId intern(Set set);
  ResidualId spelled(LexemeId lexeme, Spelling spelling);

  ResidualStore& store_;
  std::vector<Set> sets_;
  std::map<Set, SeenId> index_;
  std::vector<Lexeme> lexemes_;
  FlatMap<LexemeId> longer_;  // by lexeme and byte
  FlatMap<const Left*> left_;  // by set and spelling, and lexeme
  const Left nothing_{};
  Arena arena_;
  FlatMap<ResidualId> spelled_;  // by lexeme and spelling
  FlatMap<ResidualId> unused_;   // by set and spelling, and pattern
  std::size_t memory_ = 0;
};

}  // namespace constrain
