// The terminals of a Lark grammar as a program of ordered choices, for what most grammars have.
//
// Expressions are those of Python's `re`, read as CPython's parser reads them; the nodes are those of
// grammars/lark/lexing/program.py, written as compiler.py writes them. What is not read here (lookaheads, anchors, groups that
// are referred to, flags, …), and whatever is wrong, throws `NotPlain`: the front end in Python reads
// the grammar then. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "lark/patterns.h"
#include "lark/terminal_dfa.h"

namespace constrain {

// What the plain front end leaves to the one in Python.
struct NotPlain {};

struct Expression;

class TerminalProgram {
 public:
  struct Added {
    std::int32_t start;         // its first node
    std::uint64_t least, most;  // characters of its texts, as CPython estimates them; `kMost` for no bound
    std::int32_t behind;        // how many characters its lookbehinds look at
  };
  static constexpr std::uint64_t kMost = 0xFFFFFFFF;
  static constexpr std::size_t kMaxNodes = 20'000;

  // What `\d`, `\w` and `\s` stand for, by their letters, as far as they are needed.
  using Categories = Map<std::uint32_t, CodePoints>;

  explicit TerminalProgram(Categories categories) : categories_(std::move(categories)) {
    nodes.push_back({ThreadNode::Match, 0, 0, 0, 0});  // where lookarounds end
  }
  // A regular expression in UTF-8, perhaps in any case.
  Added expression(std::string_view source, bool any_case);
  // One text, perhaps in any case.
  Added text(std::string_view source, bool any_case);

  Vec<ThreadNode> nodes;
  Vec<std::int32_t> ways;
  Vec<CodePoints> sets;

 private:
  using Items = Vec<Expression>;
  std::int32_t add(ThreadNode node);
  std::int32_t split(const Vec<std::int32_t>& ways);
  std::int32_t character(const CodePoints& set, std::int32_t then);
  std::int32_t sequence(const Items& items, std::int32_t then);
  std::int32_t repeat(const Expression& item, std::int32_t then);
  void look_before_start(std::int32_t start) const;

  Categories categories_;
  Map<CodePoints, std::int32_t> set_of_;
  std::int32_t behind_ = 0;
};

// The code points of a text in UTF-8; NotPlain for what is none.
Vec<std::uint32_t> code_points_of(std::string_view utf8);
// A character in any case: an ASCII one, or NotPlain.
CodePoints any_case_of(std::uint32_t character);

}  // namespace constrain
