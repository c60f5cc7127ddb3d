// Indentation: the stack of widths that the lines before have left, and what it lets the next line begin with.
//
// In a grammar whose blocks are indented, the end of a line is a terminal that spells the line feed and the next line's
// indentation. Its width is compared with the stack: it is the same (the block goes on), greater (a block begins: push),
// or one of the smaller ones (so many blocks end: pop). Each of these is a terminal of its own, and its pattern is cut
// down to the widths that the stack allows, so that masks are exact inside the indentation too. The stack is a function
// of the text, like the Earley set that carries it; stacks are interned.
// (Meaning: lark's Indenter. A space is one wide, a tab a fixed number.) Not thread-safe: the owner locks.
#pragma once

#include <unordered_map>
#include <vector>

#include "support/common.h"
#include "pattern/residual_store.h"

namespace constrain {

using StackId = std::uint32_t;  // 0: no block is open, the width is 0

// What a terminal does to the stack. The last three spell nothing: they stand in the grammar where a block ends, and are
// read when a line ends blocks (Dedent for all but the last of them, LastDedent for that), or the text does. Named: it acts on
// names instead (names.h). Bound: it acts on bindings (bindings.h), which hold the blocks too.
enum class Line : std::uint8_t { None, Level, Deeper, Shallower, Dedent, LastDedent, EndDedent, Named, Bound };

class IndentStack {
 public:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;  // a width that a mask does not know

  explicit IndentStack(ResidualStore& store) : store_(store) { levels_.push_back({0, 0, 0}); }

  std::uint32_t width(StackId s) const { return levels_[s].width; }
  std::uint32_t depth(StackId s) const { return levels_[s].depth; }
  StackId below(StackId s) const { return levels_[s].below; }
  StackId push(StackId s, std::uint32_t width);

  // The line ends of `head`, a line feed last, with the indentations of `tail` that are `width` (`wider`: more) wide;
  // with all of them if that is kUnknown.
  ResidualId pattern(ResidualId head, ResidualId tail, std::uint32_t tab, std::uint32_t width, bool wider);
  std::size_t memory() const { return levels_.size() * (sizeof(Level) + 48) + patterns_.size() * 64; }

 private:
  struct Level {
    StackId below;
    std::uint32_t width, depth;
  };
  struct Key {
    ResidualId head, tail;
    std::uint32_t tab, width;
    bool wider;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const {
      return mix(mix(std::uint64_t{k.head} << 32 | k.tail, std::uint64_t{k.tab} << 1 | k.wider), k.width);
    }
  };
  ResidualStore& store_;
  std::vector<Level> levels_;
  std::unordered_map<std::uint64_t, StackId> pushed_;
  std::unordered_map<Key, ResidualId, KeyHash> patterns_;
};

}  // namespace constrain
