// From a Lark grammar's text to its rules and terminals: what lark's loader makes of it.
//
// A name that is imported is written as lark mangles it; a terminal refers to those of its own file, whatever the importing
// grammar overrides. Lark names what it makes as it meets it: the deepest parts of a rule first, and from left to right. So
// literals are named, templates filled in and repetitions given rules of their own, each in that order, and what is left is
// multiplied out. Only what is as lark wants it comes out: for everything else `NotRead` is thrown, and lark's own loader,
// which is the oracle, names what is wrong. Not thread-safe.
#pragma once

#include <map>
#include <memory>

#include "lark/notation.h"

namespace constrain {

// Of a terminal; `flags` are in the order of their letters.
struct LarkPattern {
  std::string value;
  bool text = true;  // or an expression
  std::string flags;
  auto operator<=>(const LarkPattern&) const = default;
};

// What lark's functions and the user's files are asked for.
class LarkSources {
 public:
  virtual ~LarkSources() = default;
  // A grammar's place, as a number, and its text; relative imports look beside `place`, -1 where the text itself is.
  virtual std::pair<std::int32_t, std::string> source(const std::vector<std::string_view>& path, bool relative,
                                                      std::int32_t place) = 0;
  // A literal that is not written as it is, or an expression, as it stands in the text.
  virtual LarkPattern literal(std::string_view text, bool expression) = 0;
  virtual LarkPattern range(std::string_view first, std::string_view last) = 0;
  // The name of a literal that has letters beyond ASCII; empty where it is none.
  virtual std::string name(const std::string& text) = 0;
  // A terminal of several parts: the patterns of the parts, and how they are joined.
  struct Joined {
    enum Kind : std::uint8_t { Pattern, Sequence, Choice, Repeated } kind;
    LarkPattern pattern;
    std::vector<Joined> parts;
    std::string by;  // of Repeated
  };
  virtual LarkPattern join(std::string_view name, const Joined& parts) = 0;
  // Throws the error for a text in which a literal has no end.
  [[noreturn]] virtual void unended(const std::string& text) = 0;
  // Throws the error for what is beyond a limit.
  enum Limit : std::uint8_t { Ways, Written, Patterns, Templates };
  [[noreturn]] virtual void refuse(Limit limit, std::string_view name) = 0;
};

struct LarkLimits {
  std::int64_t ways, written, patterns, templates, name;
};

// What comes out; symbols by number.
struct LarkGrammar {
  struct Terminal {
    std::string name;
    LarkPattern pattern;
    std::int64_t priority;
  };
  struct Rule {
    std::int32_t origin;
    std::vector<std::int32_t> body;
    std::int32_t options;  // what alternatives share
  };
  std::vector<std::pair<std::string, bool>> symbols;  // name, whether a terminal
  std::vector<Terminal> terminals;
  std::vector<Rule> rules;
  std::vector<std::optional<std::int64_t>> priorities;  // by options
  std::vector<std::string> ignored;
};

// The rules that the start needs; with them the terminals of these, of what is ignored, and those to keep, or all.
LarkGrammar load_lark(const std::string& text, const std::string& start, const std::vector<std::string>& keep,
                      bool keep_all, LarkSources& sources, const LarkLimits& limits);

}  // namespace constrain
