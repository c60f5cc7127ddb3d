// Lark's notation read in one pass: a grammar's text as statements, and what stands on right sides as parts.
//
// Tokens are those of lark's own lexer for grammars, in its order; where its patterns take exponential time over an open
// string, or quadratic time over blank lines, these find the same match without trying twice. The parser is by recursive
// descent. Whatever it does not know is `NotRead`, and lark's loader says what it means or what is wrong with it.
// Views are of the text, which must outlive what was read. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace constrain {

struct NotRead {};  // something that is left to lark's loader
struct Unended {    // a string or regular expression has no end
  std::size_t at;
};

enum class LarkToken : std::uint8_t {
  Regexp, String, Rule, Terminal, NewlineOr, Newline, Number, Override, Declare, Ignore, Import, Modifiers,
  DotDot, To, Operator, Dot, OpenBracket, OpenBrace, OpenParenthesis, Or, CloseBracket, CloseBrace, CloseParenthesis,
  Tilde, Colon, Comma, Extend, End
};
struct LarkTokens {
  std::vector<LarkToken> kinds;  // the last is `End`, unless only some were asked for
  std::vector<std::string_view> texts;
};
LarkTokens lark_tokens(std::string_view text);
std::string_view name_of(LarkToken kind);  // as lark calls it

// Of some alternatives, how much lark writes: how many, the symbols of all, and of the longest. Reckoned no further than
// what is refused under all limits, before anything is written: `(((A~40)~40)~40)~40` is one alternative of millions.
struct LarkSize {
  std::int64_t ways, symbols, longest;
  LarkSize then(const LarkSize& other) const;    // each of these followed by each of the others
  LarkSize beside(const LarkSize& other) const;  // these and the others
  LarkSize times(std::int64_t count) const;
  std::int64_t written() const { return ways + symbols; }
};
constexpr std::int64_t kLarkLarge = 50, kLarkFactor = 5;  // from so many times on, a repetition is divided into factors
// Of (a, b) such that n = n * a + b from 1 on gives the number; for 0 and up.
std::vector<std::pair<std::int64_t, std::int64_t>> small_factors(std::int64_t number);

struct LarkBody;

// What stands at one place of a right side. `depth` is that of lark's tree, which makes names for literals and repetitions
// from the deepest on.
struct LarkPart {
  enum Kind : std::uint8_t { Name, Literal, Range, Usage, Group, Maybe, Repeated } kind;
  bool marked = false;         // Name: a terminal; Literal: an expression; Repeated by `~`: with two numbers
  char by = 0;                 // Repeated: ?, *, + or ~
  std::int32_t depth = 0;
  std::string_view of, until;  // a name, a literal, the two of a range
  LarkBody* body = nullptr;    // Group, Maybe
  std::vector<LarkPart*> parts;  // Usage: the arguments; Repeated: what is
  std::int64_t low = 0, high = 0;
};

struct LarkBody {
  struct Way {
    std::vector<LarkPart*> parts;
    std::optional<std::string_view> alias;
  };
  std::vector<Way> ways;
};

// Of a rule or a terminal; of a rule also the parts that are named deepest first, in the order of the text.
struct LarkDefinition {
  bool terminal = true;
  std::string_view name, modifiers;
  std::vector<std::string_view> params;
  std::optional<std::int64_t> priority;
  LarkBody* body = nullptr;
  std::vector<LarkPart*> literals, usages, repeated;
  std::vector<std::string_view> used;  // names that its right side mentions
  std::int64_t ways = 1, written = 0;  // that lark makes of it
};

struct LarkStatement {
  enum Kind : std::uint8_t { Define, Override, Ignore, Declare, Import } kind;
  LarkDefinition* definition = nullptr;
  std::vector<std::pair<std::string_view, bool>> names;  // declared, and whether terminals
  std::vector<std::string_view> path;
  bool relative = false;
  std::vector<std::pair<std::string_view, std::string_view>> aliases;
};

// How many, of UTF-8.
inline std::int64_t characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

// What is read lies here.
struct LarkNotation {
  std::deque<LarkPart> parts;
  std::deque<LarkBody> bodies;
  std::deque<LarkDefinition> definitions;
  std::vector<LarkStatement> read(std::string_view text);  // the text ends with a line feed
};

}  // namespace constrain
