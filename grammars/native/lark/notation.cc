// In order: tokens, sizes, the parser.
#include "lark/notation.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "support/budget.h"

namespace constrain {

// --- tokens

namespace {

constexpr std::array<std::string_view, 28> kTokenNames = {
    "REGEXP", "STRING", "RULE", "TERMINAL", "_NL_OR", "_NL", "NUMBER", "_OVERRIDE", "_DECLARE", "_IGNORE", "_IMPORT",
    "RULE_MODIFIERS", "_DOTDOT", "_TO", "OP", "_DOT", "_LBRA", "_LBRACE", "_LPAR", "_OR", "_RBRA", "_RBRACE", "_RPAR",
    "TILDE", "_COLON", "_COMMA", "_EXTEND", "END"};
constexpr std::array<std::pair<std::string_view, LarkToken>, 5> kDirectives = {
    {{"%override", LarkToken::Override}, {"%declare", LarkToken::Declare}, {"%extend", LarkToken::Extend},
     {"%ignore", LarkToken::Ignore}, {"%import", LarkToken::Import}}};

bool small(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  LarkTokens all() {
    while (at_ < text_.size()) next();
    out_.kinds.push_back(LarkToken::End);
    return std::move(out_);
  }

 private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  void take(LarkToken kind, std::size_t end) {
    out_.kinds.push_back(kind);
    out_.texts.push_back(text_.substr(at_, end - at_));
    at_ = end;
  }
  // After blanks of any kind; those beyond ASCII are not told from other characters here.
  std::size_t after_blanks(std::size_t i) const {
    while (i < text_.size() &&
           ((text_[i] >= '\t' && text_[i] <= '\r') || text_[i] == ' ' || (text_[i] >= 0x1C && text_[i] <= 0x1F)))
      ++i;
    if (i < text_.size() && static_cast<unsigned char>(text_[i]) >= 0x80) throw NotRead{};
    return i;
  }
  // The end of a literal in these marks, or nothing; a backslash takes what it may quote with it.
  std::size_t literal(char mark) const {
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] == mark) return i + 1;
      if (mark == '"' && text_[i] == '\n') break;
      if (text_[i] == '\\' && (at(i + 1) == mark || at(i + 1) == '\\') && i + 1 < text_.size()) ++i;
    }
    return 0;
  }
  std::size_t word(std::size_t i, char first, char last) const {
    while (i < text_.size() && ((text_[i] >= first && text_[i] <= last) || text_[i] == '_' || is_digit(text_[i]))) ++i;
    return i;
  }

  void next() {
    const char c = text_[at_];
    spend(1);
    if (c == '/' && at(at_ + 1) != '/') {
      std::size_t end = literal('/');
      if (!end) throw Unended{at_};
      while (end < text_.size() && std::string_view("imslux").find(text_[end]) != std::string_view::npos) ++end;
      return take(LarkToken::Regexp, end);
    }
    if (c == '"') {
      const std::size_t end = literal('"');
      if (!end) throw Unended{at_};
      return take(LarkToken::String, end + (at(end) == 'i'));
    }
    if (c == '#' || c == '/') return skip_line(at_);
    if (c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F)) return blanks();
    const char letter = c == '_' ? at(at_ + 1) : c;
    if (letter >= 'a' && letter <= 'z') return take(LarkToken::Rule, word(at_, 'a', 'z'));
    if (letter >= 'A' && letter <= 'Z') return take(LarkToken::Terminal, word(at_, 'A', 'Z'));
    if (is_digit(c) || ((c == '+' || c == '-') && is_digit(at(at_ + 1)))) {
      std::size_t end = at_ + 1;
      while (end < text_.size() && is_digit(text_[end])) ++end;
      if (static_cast<unsigned char>(at(end)) >= 0x80) throw NotRead{};  // perhaps a digit
      return take(LarkToken::Number, end);
    }
    mark(c);
  }

  void blanks() {
    const char c = text_[at_];
    const std::size_t after = after_blanks(at_);
    if (at(after) == '#' || (at(after) == '/' && at(after + 1) == '/')) return skip_line(after);
    if (c == '\n' || (c == '\r' && at(at_ + 1) == '\n')) {
      if (at(after) == '|') return take(LarkToken::NewlineOr, after + 1);
      return take(LarkToken::Newline, after);
    }
    if (c != ' ' && c != '\t') throw NotRead{};
    while (at(at_) == ' ' || at(at_) == '\t') ++at_;
  }

  void skip_line(std::size_t from) { at_ = std::min(text_.find('\n', from), text_.size()); }

  void mark(char c) {
    const char second = at(at_ + 1);
    switch (c) {
      case '\\': {
        std::size_t end = at_ + 1;
        while (at(end) == ' ') ++end;
        if (at(end) != '\n') throw NotRead{};
        at_ = end + 1;
        return;
      }
      case '%':
        for (const auto& [spelled, kind] : kDirectives)
          if (text_.substr(at_).starts_with(spelled)) return take(kind, at_ + spelled.size());
        throw NotRead{};
      case '!':
        if (small(second)) return take(LarkToken::Modifiers, at_ + 1);
        if (second == '?' && small(at(at_ + 2))) return take(LarkToken::Modifiers, at_ + 2);
        throw NotRead{};
      case '?':
        if (small(second)) return take(LarkToken::Modifiers, at_ + 1);
        if (second == '!' && small(at(at_ + 2))) return take(LarkToken::Modifiers, at_ + 2);
        return take(LarkToken::Operator, at_ + 1);
      case '-':
        if (second != '>') throw NotRead{};
        return take(LarkToken::To, at_ + 2);
      case '.': return second == '.' ? take(LarkToken::DotDot, at_ + 2) : take(LarkToken::Dot, at_ + 1);
      case '+':
      case '*': return take(LarkToken::Operator, at_ + 1);
      case '[': return take(LarkToken::OpenBracket, at_ + 1);
      case ']': return take(LarkToken::CloseBracket, at_ + 1);
      case '{': return take(LarkToken::OpenBrace, at_ + 1);
      case '}': return take(LarkToken::CloseBrace, at_ + 1);
      case '(': return take(LarkToken::OpenParenthesis, at_ + 1);
      case ')': return take(LarkToken::CloseParenthesis, at_ + 1);
      case '|': return take(LarkToken::Or, at_ + 1);
      case '~': return take(LarkToken::Tilde, at_ + 1);
      case ':': return take(LarkToken::Colon, at_ + 1);
      case ',': return take(LarkToken::Comma, at_ + 1);
      default: throw NotRead{};
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  LarkTokens out_;
};

}  // namespace

LarkTokens lark_tokens(std::string_view text) { return Tokens(text).all(); }

std::string_view name_of(LarkToken kind) { return kTokenNames[static_cast<std::size_t>(kind)]; }

// --- sizes

namespace {

constexpr LarkSize kNoWay{0, 0, 0}, kEmptyWay{1, 0, 0},
    kOneSymbol{1, 1, 1};  // no alternative, the empty one, one symbol

std::int64_t capped(__int128 number) {
  constexpr std::int64_t largest = std::int64_t{1} << 61;  // told from others; more is refused under all limits
  return number > largest ? largest : static_cast<std::int64_t>(number);
}

LarkSize optional(const LarkSize& size) { return size.beside({1, size.longest, size.longest}); }

// What stands for a repetition, and how much is written for it as rules of their own.
std::pair<LarkSize, std::int64_t> repeated(const LarkSize& size, char by, std::int64_t low, std::int64_t high) {
  if (by == '?') return {size.beside(kEmptyWay), 0};
  if (by != '~')
    return {by == '+' ? kOneSymbol : kOneSymbol.beside(kEmptyWay), size.written() + kOneSymbol.then(size).written()};
  if (high < kLarkLarge) {
    LarkSize made = kNoWay;
    for (std::int64_t count = low; count <= high; ++count) made = made.beside(size.times(count));
    return {made, 0};
  }
  __int128 written = 0;
  LarkSize target = size;
  for (const auto& [a, b] : small_factors(low)) {
    written += target.times(a).then(size.times(b)).written();
    target = kOneSymbol;
  }
  if (low == high) return {kOneSymbol, capped(written)};
  LarkSize more = size, up_to = kEmptyWay;
  for (const auto& [a, b] : small_factors(high - low + 1)) {
    const LarkSize whole = more.times(a);
    written += whole.then(size.times(b)).written();
    for (std::int64_t count = 0; count < a; ++count) written += more.times(count).then(up_to).written();
    for (std::int64_t count = 0; count < b; ++count) written += whole.then(size.times(count)).written();
    more = up_to = kOneSymbol;
  }
  return {{1, 2, 2}, capped(written)};
}

}  // namespace

LarkSize LarkSize::then(const LarkSize& other) const {
  return {capped(static_cast<__int128>(ways) * other.ways),
          capped(static_cast<__int128>(symbols) * other.ways + static_cast<__int128>(other.symbols) * ways),
          capped(static_cast<__int128>(longest) + other.longest)};
}

LarkSize LarkSize::beside(const LarkSize& other) const {
  return {capped(static_cast<__int128>(ways) + other.ways), capped(static_cast<__int128>(symbols) + other.symbols),
          std::max(longest, other.longest)};
}

LarkSize LarkSize::times(std::int64_t count) const {
  LarkSize made = kEmptyWay;
  for (; count > 0; --count) made = made.then(*this);
  return made;
}

std::vector<std::pair<std::int64_t, std::int64_t>> small_factors(std::int64_t number) {
  std::vector<std::pair<std::int64_t, std::int64_t>> out;
  while (number > kLarkFactor) {
    std::int64_t a = kLarkFactor;
    while (a > 2 && a + number % a > kLarkFactor) --a;
    out.emplace_back(a, number % a);
    number /= a;
  }
  out.emplace_back(number, 0);
  std::reverse(out.begin(), out.end());
  return out;
}

// --- the parser

namespace {

constexpr std::int32_t kMaxDepth = 200;  // parts inside each other

class NotationReader {
 public:
  NotationReader(LarkNotation& into, LarkTokens tokens)
      : into_(into), kinds_(std::move(tokens.kinds)), texts_(std::move(tokens.texts)) {}

  std::vector<LarkStatement> statements() {
    std::vector<LarkStatement> out;
    while (kind() != LarkToken::End) {
      spend(8);
      if (kind() == LarkToken::Rule || kind() == LarkToken::Terminal || kind() == LarkToken::Modifiers) {
        out.push_back({LarkStatement::Define, define(), {}, {}, false, {}});
      } else if (skip(LarkToken::Override)) {
        out.push_back({LarkStatement::Override, define(), {}, {}, false, {}});
      } else if (skip(LarkToken::Ignore)) {
        own_ = &into_.definitions.emplace_back();
        own_->body = body(0);
        take(LarkToken::Newline);
        out.push_back({LarkStatement::Ignore, own_, {}, {}, false, {}});
      } else if (skip(LarkToken::Declare)) {
        LarkStatement made{LarkStatement::Declare, nullptr, {}, {}, false, {}};
        while (made.names.empty() || !skip(LarkToken::Newline)) {
          const bool terminal = kind() != LarkToken::Rule;
          made.names.emplace_back(name(), terminal);
        }
        out.push_back(std::move(made));
      } else if (skip(LarkToken::Import)) {
        out.push_back(imported());
      } else {
        take(LarkToken::Newline);
      }
    }
    return out;
  }

 private:
  struct Marks {
    std::size_t literals, usages, repeated;
  };
  LarkToken kind() const { return kinds_[at_]; }
  std::string_view take(LarkToken wanted) {
    if (kind() != wanted) throw NotRead{};
    return texts_[at_++];
  }
  bool skip(LarkToken wanted) {
    const bool found = kind() == wanted;
    at_ += found;
    return found;
  }
  std::string_view name() { return take(kind() == LarkToken::Rule ? LarkToken::Rule : LarkToken::Terminal); }
  std::int64_t number() {
    std::string_view text = take(LarkToken::Number);
    if (text[0] == '+') text.remove_prefix(1);
    std::int64_t out = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), out).ec != std::errc{}) throw NotRead{};
    if (out >= std::int64_t{1} << 61 || out <= -(std::int64_t{1} << 61)) throw NotRead{};
    return out;
  }
  LarkPart* part(LarkPart::Kind kind, std::int32_t depth) {
    LarkPart* made = &into_.parts.emplace_back();
    made->kind = kind;
    made->depth = depth;
    return made;
  }

  LarkStatement imported() {
    LarkStatement made{LarkStatement::Import, nullptr, {}, {}, skip(LarkToken::Dot), {}};
    made.path.push_back(name());
    while (skip(LarkToken::Dot)) made.path.push_back(name());
    if (skip(LarkToken::OpenParenthesis)) {
      do {
        const std::string_view each = name();
        made.aliases.emplace_back(each, each);
      } while (skip(LarkToken::Comma));
      take(LarkToken::CloseParenthesis);
    } else {
      const std::string_view each = made.path.back();
      made.path.pop_back();
      made.aliases.emplace_back(each, skip(LarkToken::To) ? name() : each);
    }
    take(LarkToken::Newline);
    if (made.path.empty()) throw NotRead{};
    return made;
  }

  LarkDefinition* define() {
    LarkDefinition* made = own_ = &into_.definitions.emplace_back();
    made->terminal = kind() == LarkToken::Terminal;
    if (made->terminal) {
      made->name = take(LarkToken::Terminal);
    } else {
      if (kind() == LarkToken::Modifiers) made->modifiers = take(LarkToken::Modifiers);
      made->name = take(LarkToken::Rule);
      if (skip(LarkToken::OpenBrace)) {
        do made->params.push_back(take(LarkToken::Rule));
        while (skip(LarkToken::Comma));
        take(LarkToken::CloseBrace);
      }
    }
    if (skip(LarkToken::Dot)) made->priority = number();
    take(LarkToken::Colon);
    made->body = body(0);
    take(LarkToken::Newline);
    return made;
  }

  // Alternatives; `depth` is that of the tree that holds them.
  LarkBody* body(std::int32_t depth) {
    if (depth > kMaxDepth) throw NotRead{};
    LarkDefinition& own = *own_;
    LarkBody* out = &into_.bodies.emplace_back();
    LarkSize total = kNoWay;
    do {
      const Marks marks{own.literals.size(), own.usages.size(), own.repeated.size()};
      LarkBody::Way way;
      LarkSize size = kEmptyWay;
      std::int64_t plain = 0;
      while (begins(kind())) {
        LarkSize of_part = kOneSymbol;
        bool one = true;
        way.parts.push_back(read_part(depth + 2, of_part, one));
        if (one) ++plain;
        else size = size.then(of_part);
      }
      if (skip(LarkToken::To)) {
        way.alias = take(LarkToken::Rule);
        if (depth) throw NotRead{};
        deepen(marks);
      }
      total = total.beside(size.then({1, plain, plain}));
      out->ways.push_back(std::move(way));
    } while (skip(LarkToken::Or) || skip(LarkToken::NewlineOr));
    size_ = total;
    own.ways = std::max(own.ways, total.ways);
    own.written = capped(static_cast<__int128>(own.written) + total.written());
    return out;
  }

  // One more tree is around what has been read since.
  void deepen(const Marks& marks) {
    for (std::size_t i = marks.literals; i < own_->literals.size(); ++i) ++own_->literals[i]->depth;
    for (std::size_t i = marks.usages; i < own_->usages.size(); ++i) ++own_->usages[i]->depth;
    for (std::size_t i = marks.repeated; i < own_->repeated.size(); ++i) ++own_->repeated[i]->depth;
  }

  static bool is_value(LarkToken kind) {
    return kind == LarkToken::Rule || kind == LarkToken::Terminal || kind == LarkToken::String ||
           kind == LarkToken::Regexp;
  }
  static bool begins(LarkToken kind) {
    return is_value(kind) || kind == LarkToken::OpenParenthesis || kind == LarkToken::OpenBracket;
  }

  // One part; `size` of what lark makes of it, `one` where that is a symbol.
  LarkPart* read_part(std::int32_t depth, LarkSize& size, bool& one) {
    LarkDefinition& own = *own_;
    const Marks marks{own.literals.size(), own.usages.size(), own.repeated.size()};
    LarkPart* made;
    if (skip(LarkToken::OpenParenthesis)) {
      made = part(LarkPart::Group, depth);
      made->body = body(depth);
      take(LarkToken::CloseParenthesis);
      size = size_, one = false;
    } else if (skip(LarkToken::OpenBracket)) {
      made = part(LarkPart::Maybe, depth);
      own.repeated.push_back(made);
      made->body = body(depth + 1);
      take(LarkToken::CloseBracket);
      size = optional(size_), one = false;
    } else {
      made = value(depth);
    }
    char by;
    std::int64_t low = 0, high = 0;
    bool two = false;
    if (kind() == LarkToken::Operator) {
      by = take(LarkToken::Operator)[0];
    } else if (skip(LarkToken::Tilde)) {
      by = '~';
      low = high = number();
      if (skip(LarkToken::DotDot)) high = number(), two = true;
      if (low < 0 || low > high) throw NotRead{};
    } else {
      return made;
    }
    const auto [around_size, written] = repeated(size, by, low, high);
    size = around_size, one = false;
    deepen(marks);
    made->depth = depth + 1;
    // the tree around it is named after those inside it, wherever it stands among those of its depth
    LarkPart* around = part(LarkPart::Repeated, depth);
    around->by = by, around->low = low, around->high = high, around->marked = two;
    around->parts.push_back(made);
    own.repeated.insert(own.repeated.begin() + static_cast<std::ptrdiff_t>(marks.repeated), around);
    own.written = capped(static_cast<__int128>(own.written) + written);
    return around;
  }

  // A name, literal, range or template's use.
  LarkPart* value(std::int32_t depth) {
    LarkDefinition& own = *own_;
    const LarkToken first = kind();
    const std::string_view text = texts_[at_++];
    if (first == LarkToken::Rule || first == LarkToken::Terminal) {
      own.used.push_back(text);
      if (first == LarkToken::Terminal || !skip(LarkToken::OpenBrace)) {
        LarkPart* made = part(LarkPart::Name, depth);
        made->of = text, made->marked = first == LarkToken::Terminal;
        return made;
      }
      if (depth > kMaxDepth) throw NotRead{};
      LarkPart* made = part(LarkPart::Usage, depth);
      made->of = text;
      own.usages.push_back(made);
      do {
        if (!is_value(kind())) throw NotRead{};
        LarkPart* argument = value(depth + 1);
        made->parts.push_back(argument);
      } while (skip(LarkToken::Comma));
      take(LarkToken::CloseBrace);
      return made;
    }
    LarkPart* made = part(LarkPart::Literal, depth);
    made->of = text;
    if (first == LarkToken::String && skip(LarkToken::DotDot)) {
      made->kind = LarkPart::Range;
      made->until = take(LarkToken::String);
    } else {
      made->marked = first == LarkToken::Regexp;
    }
    own.literals.push_back(made);
    return made;
  }

  LarkNotation& into_;
  std::vector<LarkToken> kinds_;
  std::vector<std::string_view> texts_;
  std::size_t at_ = 0;
  LarkDefinition* own_ = nullptr;  // what is being read
  LarkSize size_ = kNoWay;          // of the alternatives that were read last
};

}  // namespace

std::vector<LarkStatement> LarkNotation::read(std::string_view text) {
  return NotationReader(*this, lark_tokens(text)).statements();
}

}  // namespace constrain
