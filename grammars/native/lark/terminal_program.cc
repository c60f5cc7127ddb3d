// From a regular expression to nodes, in order:
//
// 1. `Reader` reads the text to items: sets of characters, branches, repetitions, lookbehinds of a fixed width.
// 2. `width_of` measures them as CPython's parser does, which decides the order in which lark tries terminals.
// 3. `sequence`, `repeat` write nodes from the back to the front, so that each knows what follows it.
#include "lark/terminal_program.h"

#include <algorithm>
#include <deque>

namespace constrain {

struct Expression {
  enum Kind : std::uint8_t { Set, Branch, Repeat, Group, Behind } kind;
  CodePoints set;
  Vec<Vec<Expression>> bodies;
  std::uint64_t low = 0, high = 0;  // of a repetition; `kMost` for no bound
  bool flag = false;                // of a repetition: greedy; of a lookbehind: negative
};

namespace {

using Items = Vec<Expression>;
constexpr std::uint64_t kMost = TerminalProgram::kMost;
constexpr int kMaxNesting = 60;
constexpr std::uint64_t kMaxCount = 2000;

std::uint64_t capped(std::uint64_t value) { return std::min(value, kMost); }

std::pair<std::uint64_t, std::uint64_t> width_of(const Items& items) {
  std::uint64_t least = 0, most = 0;
  for (const Expression& item : items) {
    std::pair<std::uint64_t, std::uint64_t> own{0, 0};
    if (item.kind == Expression::Set) own = {1, 1};
    else if (item.kind == Expression::Group) own = width_of(item.bodies[0]);
    else if (item.kind == Expression::Branch) {
      own = {kMost, 0};
      for (const Items& body : item.bodies) {
        const auto [low, high] = width_of(body);
        own = {std::min(own.first, low), std::max(own.second, high)};
      }
    } else if (item.kind == Expression::Repeat) {
      const auto [low, high] = width_of(item.bodies[0]);
      own = {capped(low * item.low), capped(high * item.high)};
    }
    least += own.first;
    most += own.second;
  }
  return {std::min(least, kMost - 1), capped(most)};
}

class Reader {
 public:
  Reader(std::string_view source, const TerminalProgram::Categories& categories)
      : text_(code_points_of(source)), categories_(categories) {}

  Items all(bool any_case) {
    Items items = alternatives(any_case);
    if (at_ < text_.size()) throw NotPlain{};
    return items;
  }

 private:
  bool more() const { return at_ < text_.size(); }
  std::uint32_t peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0; }
  bool take(std::uint32_t c) {
    if (!more() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::uint32_t next() {
    if (!more()) throw NotPlain{};
    return text_[at_++];
  }

  Items alternatives(bool any_case) {
    if (++depth_ > kMaxNesting) throw NotPlain{};
    Vec<Items> ways{branch(any_case)};
    while (take('|')) ways.push_back(branch(any_case));
    --depth_;
    if (ways.size() == 1) return std::move(ways[0]);
    Expression out{Expression::Branch, {}, std::move(ways)};
    return {std::move(out)};
  }

  Items branch(bool any_case) {
    Items out;
    while (more() && peek() != '|' && peek() != ')') {
      Expression item = atom(any_case);
      repetition(item);
      out.push_back(std::move(item));
    }
    return out;
  }

  void repetition(Expression& item) {
    std::uint64_t low = 0, high = 0;
    if (take('*')) high = kMost;
    else if (take('+')) low = 1, high = kMost;
    else if (take('?')) high = 1;
    else if (peek() == '{') {
      const std::size_t from = at_++;
      if (!counts(low, high)) {
        at_ = from;
        return;  // a literal brace, read as the next atom
      }
    } else return;
    if (item.kind == Expression::Behind) throw NotPlain{};
    const bool lazy = take('?');
    if (peek() == '+' || peek() == '*' || peek() == '?' || (peek() == '{' && counted()))
      throw NotPlain{};  // possessive, or wrong
    // A part that may be empty has rules of its own, which compiler.py knows.
    if (width_of(item.kind == Expression::Group ? item.bodies[0] : Items{item}).first == 0) throw NotPlain{};
    if (low > kMaxCount || (high != kMost && (high > kMaxCount || high < low))) throw NotPlain{};
    Expression out{Expression::Repeat, {}, {}, low, high, !lazy};
    out.bodies.push_back({std::move(item)});
    item = std::move(out);
  }

  bool counted() {
    const std::size_t from = at_++;
    std::uint64_t low, high;
    const bool out = counts(low, high);
    at_ = from;
    return out;
  }

  // What stands after a brace, if those are counts.
  bool counts(std::uint64_t& low, std::uint64_t& high) {
    const auto number = [&](std::uint64_t& out) {
      const std::size_t from = at_;
      for (out = 0; more() && peek() >= '0' && peek() <= '9'; ++at_) out = capped(out * 10 + (peek() - '0'));
      return at_ > from;
    };
    if (peek() == '}') return false;
    const bool first = number(low);
    if (take(',')) {
      if (!number(high)) high = kMost;
    } else {
      if (!first) return false;
      high = low;
    }
    return take('}');
  }

  Expression one(CodePoints set) { return {Expression::Set, std::move(set), {}}; }

  Expression literal(std::uint32_t c, bool any_case) { return one(any_case ? any_case_of(c) : CodePoints{{c, c}}); }

  Expression atom(bool any_case) {
    const std::uint32_t c = next();
    switch (c) {
      case '.': return one(inverted({{'\n', '\n'}}));
      case '(': return group(any_case);
      case '[': return one(set(any_case));
      case '\\': {
        CodePoints out;
        if (category(out)) return one(out);
        return literal(escaped(false), any_case);
      }
      case '^': case '$': case '*': case '+': case '?': throw NotPlain{};
      case '{':
        if (--at_, counted()) throw NotPlain{};
        ++at_;
        [[fallthrough]];
      default: return literal(c, any_case);
    }
  }

  Expression group(bool any_case) {
    Expression out{Expression::Group, {}, {}};
    if (take('?')) {
      if (take(':')) {
      } else if (peek() == 'i' && peek(1) == ':') {
        at_ += 2;
        any_case = true;
      } else if (peek() == '<' && (peek(1) == '!' || peek(1) == '=')) {
        out.kind = Expression::Behind;
        out.flag = peek(1) == '!';
        at_ += 2;
      } else throw NotPlain{};
    }
    out.bodies.push_back(alternatives(any_case));
    if (!take(')')) throw NotPlain{};
    if (out.kind == Expression::Behind) {
      const auto [low, high] = width_of(out.bodies[0]);
      if (low != high || high == 0 || high > 16 || nested(out.bodies[0])) throw NotPlain{};
    }
    return out;
  }

  // Whether a lookbehind stands in there.
  static bool nested(const Items& items) {
    return std::any_of(items.begin(), items.end(), [](const Expression& item) {
      return item.kind == Expression::Behind ||
             std::any_of(item.bodies.begin(), item.bodies.end(), [](const Items& body) { return nested(body); });
    });
  }

  // After a backslash: a category, of Unicode, and in any case what it is.
  bool category(CodePoints& out) {
    const std::uint32_t letter = peek() | 32;
    if (letter != 'd' && letter != 'w' && letter != 's') return false;
    const auto known = categories_.find(letter);
    if (known == categories_.end()) throw NotPlain{};
    out = next() == letter ? known->second : inverted(known->second);
    return true;
  }

  std::uint32_t escaped(bool in_set) {
    const std::uint32_t c = next();
    const auto hex = [&](int digits) {
      std::uint32_t value = 0;
      for (int i = 0; i < digits; ++i) {
        const std::uint32_t d = next();
        if (d >= '0' && d <= '9') value = value * 16 + (d - '0');
        else if ((d | 32) >= 'a' && (d | 32) <= 'f') value = value * 16 + ((d | 32) - 'a' + 10);
        else throw NotPlain{};
      }
      if (value > 0x10FFFF) throw NotPlain{};
      return value;
    };
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case 'f': return '\f';
      case 'v': return '\v';
      case 'a': return '\a';
      case 'x': return hex(2);
      case 'u': return hex(4);
      case 'U': return hex(8);
      case 'b':
        if (in_set) return '\b';
        throw NotPlain{};
      default:
        if (c < 0x80 && ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'))) throw NotPlain{};
        return c;
    }
  }

  CodePoints set(bool any_case) {
    const bool negative = take('^');
    CodePoints out;
    bool first = true;
    while (true) {
      std::uint32_t c = next();
      if (c == ']' && !first) break;
      // what Python may mean one day by these it warns of
      if ((c == '[' ) || ((c == '-' || c == '&' || c == '~' || c == '|') && peek() == c)) throw NotPlain{};
      first = false;
      CodePoints many;
      if (c == '\\') {
        if (category(many)) {
          if (peek() == '-' && peek(1) != ']') throw NotPlain{};
          out.insert(out.end(), many.begin(), many.end());
          continue;
        }
        c = escaped(true);
      }
      std::uint32_t last = c;
      if (peek() == '-' && peek(1) != ']' && at_ + 1 < text_.size()) {
        ++at_;
        last = next();
        if (last == '[') throw NotPlain{};
        if (last == '\\') {
          if (category(many)) throw NotPlain{};
          last = escaped(true);
        }
        if (last < c) throw NotPlain{};
      }
      if (any_case) {
        if (last > 0x7F) throw NotPlain{};
        for (std::uint32_t each = c; each <= last; ++each)
          for (const auto& range : any_case_of(each)) out.push_back(range);
      } else out.emplace_back(c, last);
    }
    out = normalised(std::move(out));
    return negative ? inverted(out) : out;
  }

  Vec<std::uint32_t> text_;
  const TerminalProgram::Categories& categories_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Vec<std::uint32_t> code_points_of(std::string_view utf8) {
  Vec<std::uint32_t> out;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<std::uint8_t>(utf8[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::uint32_t value = length == 1 ? lead : lead & (0x7Fu >> length);
    if (i + length > utf8.size()) throw NotPlain{};
    for (std::size_t k = 1; k < length; ++k) value = value << 6 | (static_cast<std::uint8_t>(utf8[i + k]) & 0x3F);
    out.push_back(value);
    i += length;
  }
  return out;
}

CodePoints any_case_of(std::uint32_t character) {
  if (character > 0x7F) throw NotPlain{};
  const std::uint32_t lower = character | 32;
  if (lower < 'a' || lower > 'z') return {{character, character}};
  CodePoints out{{lower - 32, lower - 32}, {lower, lower}};
  // Python's lower case, and its table of more of them
  if (lower == 'i') out.emplace_back(0x130, 0x131);
  if (lower == 's') out.emplace_back(0x17F, 0x17F);
  if (lower == 'k') out.emplace_back(0x212A, 0x212A);
  return out;
}

TerminalProgram::Added TerminalProgram::expression(std::string_view source, bool any_case) {
  const Items items = Reader(source, categories_).all(any_case);
  behind_ = 0;
  const std::int32_t start = sequence(items, add({ThreadNode::Match, 0, 0, 0, 0}));
  if (behind_) look_before_start(start);
  const auto [least, most] = width_of(items);
  return {start, least, most, behind_};
}

TerminalProgram::Added TerminalProgram::text(std::string_view source, bool any_case) {
  const Vec<std::uint32_t> characters = code_points_of(source);
  std::int32_t then = add({ThreadNode::Match, 0, 0, 0, 0});
  for (std::size_t i = characters.size(); i-- > 0;)
    then = character(any_case ? any_case_of(characters[i]) : CodePoints{{characters[i], characters[i]}}, then);
  return {then, characters.size(), characters.size(), 0};
}

std::int32_t TerminalProgram::add(ThreadNode node) {
  spend(1);
  if (nodes.size() >= kMaxNodes) throw NotPlain{};
  nodes.push_back(node);
  return static_cast<std::int32_t>(nodes.size() - 1);
}

std::int32_t TerminalProgram::split(const Vec<std::int32_t>& to) {
  const auto first = static_cast<std::int32_t>(ways.size());
  ways.insert(ways.end(), to.begin(), to.end());
  return add({ThreadNode::Split, first, static_cast<std::int32_t>(to.size()), 0, 0});
}

std::int32_t TerminalProgram::character(const CodePoints& set, std::int32_t then) {
  const auto [known, made] = set_of_.try_emplace(set, static_cast<std::int32_t>(sets.size()));
  if (made) sets.push_back(set);
  return add({ThreadNode::Char, known->second, then, 0, 0});
}

std::int32_t TerminalProgram::sequence(const Items& items, std::int32_t then) {
  for (std::size_t i = items.size(); i-- > 0;) {
    const Expression& item = items[i];
    switch (item.kind) {
      case Expression::Set: then = character(item.set, then); break;
      case Expression::Group: then = sequence(item.bodies[0], then); break;
      case Expression::Repeat: then = repeat(item, then); break;
      case Expression::Branch: {
        Vec<std::int32_t> to;
        for (const Items& body : item.bodies) to.push_back(sequence(body, then));
        then = split(to);
        break;
      }
      case Expression::Behind: {
        const auto width = static_cast<std::int32_t>(width_of(item.bodies[0]).first);
        behind_ = std::max(behind_, width);
        then = add({ThreadNode::Behind, item.flag, sequence(item.bodies[0], 0), width, then});
      }
    }
  }
  return then;
}

std::int32_t TerminalProgram::repeat(const Expression& item, std::int32_t then) {
  const Items& body = item.bodies[0];
  std::uint64_t low = item.low;
  if (item.high == kMost) {
    const std::int32_t loop = split({0, 0});
    const std::int32_t at = nodes[loop].a;
    const std::int32_t again = sequence(body, loop);
    ways[at] = item.flag ? again : then;
    ways[at + 1] = item.flag ? then : again;
    if (low) then = again, --low;  // the last of the rounds that must be is the first of those that may be
    else then = loop;
  } else {
    const std::int32_t end = then;
    for (std::uint64_t i = low; i < item.high; ++i) {
      const std::int32_t again = sequence(body, then);
      then = item.flag ? split({again, end}) : split({end, again});
    }
  }
  for (; low > 0; --low) then = sequence(body, then);
  return then;
}

// Lookbehinds that may look past the beginning of the terminal ask about other tokens (preceding.py).
void TerminalProgram::look_before_start(std::int32_t start) const {
  std::deque<std::pair<std::int32_t, std::int32_t>> queue{{start, 0}};
  std::vector<bool> seen(nodes.size(), false);
  while (!queue.empty()) {
    const auto [at, distance] = queue.front();
    queue.pop_front();
    if (seen[at]) continue;
    seen[at] = true;
    const ThreadNode& node = nodes[at];
    if (node.kind == ThreadNode::Char) queue.emplace_back(node.b, distance + 1);
    else if (node.kind == ThreadNode::Split) {
      for (std::int32_t i = node.b; i-- > 0;) queue.emplace_front(ways[node.a + i], distance);
    } else if (node.kind == ThreadNode::Behind) {
      if (node.c > distance) throw NotPlain{};
      queue.emplace_front(node.d, distance);
    }
  }
}

}  // namespace constrain
