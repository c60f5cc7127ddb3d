#include "masks/explain.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <utility>

namespace constrain {
namespace {

std::string show_byte(std::uint8_t b) {
  if (b == '`' || b == '\\') return std::string("`") + static_cast<char>(b) + "`";
  if (b > 0x20 && b < 0x7F) return std::string("`") + static_cast<char>(b) + "`";
  if (b == ' ') return "space";
  if (b == '\n') return "newline";
  if (b == '\t') return "tab";
  static const char digits[] = "0123456789abcdef";
  return std::string("0x") + digits[b >> 4] + digits[b & 15];
}

/// What may follow, as people read it: characters in the order of their code points, then bytes that begin none.
struct Expected {
  std::vector<char32_t> signs;
  bool more = false;  // characters beyond ASCII, too many to be told
};

constexpr char32_t kByte = 0x110000;  // and a byte: one that begins no character
constexpr int kMostSteps = 64;        // of the search for characters; so many are not read in a message

/// Whether a character beyond ASCII is none of: controls, blanks, marks on what stands before, directions of writing,
/// surrogates, private use.
bool is_seen(char32_t sign) {
  const auto in = [&](char32_t first, char32_t last) { return first <= sign && sign <= last; };
  return !(in(0x80, 0xA0) || sign == 0xAD || in(0x300, 0x36F) || in(0x2000, 0x206F) || sign == 0x3000 ||
           in(0xD800, 0xF8FF) || in(0xFE00, 0xFE0F) || sign == 0xFEFF || sign >= 0xE0000);
}

/// The character that begins at a place of a text, and its bytes; kByte and a byte where none does.
std::pair<char32_t, std::size_t> sign_at(std::string_view text, std::size_t at) {
  const auto b = static_cast<std::uint8_t>(text[at]);
  const std::size_t more = b < 0xC2 || b > 0xF4 ? 0 : b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
  if (b < 0x80) return {b, 1};
  if (more == 0 || at + more >= text.size()) return {kByte + b, 1};
  char32_t sign = b & (0x3F >> more);
  for (const char c : text.substr(at + 1, more)) {
    if ((c & 0xC0) != 0x80) return {kByte + b, 1};
    sign = sign << 6 | (c & 0x3F);
  }
  if ((more == 2 && sign < 0x800) || (more == 3 && sign < 0x10000) || sign >= kByte) return {kByte + b, 1};
  return {sign, more + 1};
}

std::string show_sign(char32_t sign) {
  if (sign >= kByte || sign < 0x80) return show_byte(static_cast<std::uint8_t>(sign & 0xFF));
  if (!is_seen(sign)) {
    char code[16];
    std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(sign));
    return code;
  }
  const auto low = [&](int shift) { return static_cast<char>(0x80 | ((sign >> shift) & 0x3F)); };
  std::string out = "`";
  if (sign < 0x800) (out += static_cast<char>(0xC0 | (sign >> 6))) += low(0);
  else if (sign < 0x10000) ((out += static_cast<char>(0xE0 | (sign >> 12))) += low(6)) += low(0);
  else (((out += static_cast<char>(0xF0 | (sign >> 18))) += low(12)) += low(6)) += low(0);
  return out + "`";
}

/// Finds the characters that go on from `at` by `left` more bytes; false where that takes too many steps.
bool find_characters(Reader& reader, const Frontier& at, int left, char32_t begun, int& steps,
                     std::vector<char32_t>& out) {
  bool whole = true;
  reader.viability.viable_bytes(at).each([&](std::uint8_t b) {
    if ((b & 0xC0) != 0x80 || !whole) return;
    if (!(whole = steps-- > 0)) return;
    const char32_t sign = begun << 6 | (b & 0x3F);
    if (left == 1) return out.push_back(sign);
    Frontier after = at;
    reader.stepper.step(after, b);
    whole = find_characters(reader, after, left - 1, sign, steps, out);
  });
  return whole;
}

Expected expected_of(Reader& reader, const Frontier& frontier, const ByteSet& next) {
  Expected out;
  int steps = kMostSteps;
  next.each([&](std::uint8_t b) {
    if (b < 0xC2 || b > 0xF4) return out.signs.push_back(b < 0x80 ? b : kByte + b);
    if (out.more) return;
    const int left = b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
    const std::size_t known = out.signs.size();
    Frontier after = frontier;
    reader.stepper.step(after, b);
    out.more = !find_characters(reader, after, left, b & (0x3F >> left), steps, out.signs);
    if (!out.more && out.signs.size() == known) out.signs.push_back(kByte + b);
  });
  if (out.more) std::erase_if(out.signs, [](char32_t sign) { return sign >= 0x80; });
  std::ranges::sort(out.signs);
  return out;
}

std::string show(const Expected& expected) {
  const std::vector<char32_t>& signs = expected.signs;
  std::string out;
  int listed = 0;
  for (std::size_t i = 0; i < signs.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < signs.size() && signs[last + 1] == signs[last] + 1) ++last;
    // A message is read by people: a dozen ranges, five terminals and sixty bytes are what one reads.
    if (listed++ == 12) return out + ", …";
    if (!out.empty()) out += ", ";
    out += show_sign(signs[i]);
    if (last > i) out += (last > i + 1 ? " to " : ", ") + show_sign(signs[last]);
    i = last;
  }
  if (expected.more) out += out.empty() ? "a character beyond ASCII" : ", others beyond ASCII";
  return out;
}

std::string show_text(std::string_view text) {
  std::string out = "\"";
  static const char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < text.size();) {
    if (i >= 60) return out + "\"…";
    const auto [sign, length] = sign_at(text, i);
    const std::string_view bytes = text.substr(i, length);
    i += length;
    if (sign == '"' || sign == '\\') (out += '\\') += bytes;
    else if (sign == '\n') out += "\\n";
    else if ((sign >= 0x20 && sign < 0x7F) || (sign >= 0x80 && sign < kByte && is_seen(sign))) out += bytes;
    else
      for (const char c : bytes) ((out += "\\x") += digits[(c >> 4) & 15]) += digits[c & 15];
  }
  return out + "\"";
}

/// A terminal's name; one that is spelt in punctuation alone, as `,` and `}:` are, between accents.
std::string shown(const std::string& name) {
  const bool is_word =
      std::any_of(name.begin(), name.end(), [](unsigned char c) { return c >= 0x80 || std::isalnum(c); });
  return is_word ? name : "`" + name + "`";
}

}  // namespace

std::string expectations(Reader& reader, const Frontier& frontier) {
  Recogniser& recogniser = reader.recogniser;
  std::string inside;
  std::vector<std::string> named;  // several terminals may be called the same
  const auto name = [&](TerminalId t) {
    const std::string what = shown(reader.network.terminal_name(t));
    if (named.size() >= 5 || std::find(named.begin(), named.end(), what) != named.end()) return;
    named.push_back(what);
    inside += (inside.empty() ? "" : ", ") + what;
  };
  for (const OpenLexeme& t : frontier.lexemes) name(recogniser.scan(t.scan).terminal);
  for (const Tracked& t : frontier.tracked)
    if (!t.boundary()) name(recogniser.scan(t.thread.scan).terminal);
  const ByteSet next = reader.viability.viable_bytes(frontier);
  if (next.empty()) return "nothing may follow; the text ends here";
  std::string out = "expected " + show(expected_of(reader, frontier, next));
  if (!inside.empty()) out += ", inside " + inside;
  if (frontier.boundary != kNone) {
    inside.clear();
    named.clear();
    // By name: terminals of a grammar that is made as a text comes to it are numbered in the order of the texts.
    std::vector<TerminalId> begun;
    for (const Recogniser::Scan& scan : recogniser.expanded(frontier.boundary).expectation->scans)
      begun.push_back(scan.terminal);
    std::ranges::sort(begun, {}, [&](TerminalId t) { return reader.network.terminal_name(t); });
    for (const TerminalId t : begun) name(t);
    if (!inside.empty())
      out += (frontier.lexemes.empty() ? ", at the beginning of " : ", or at the beginning of ") + inside;
    if (recogniser.accepting(frontier.boundary)) out += "; the text may also end here";
  }
  return out;
}

std::string explain(Reader& reader, ConfigId c, TokenId token) {
  Frontier at = reader.table.frontier(c);
  const std::string who = "token " + std::to_string(token);
  if (reader.trie.is_end(token)) {
    if (reader.table[c].accepting) return who + " ends the text and is allowed";
    return who + " ends the text, but the text is not complete: " + expectations(reader, at);
  }
  if (token >= reader.trie.vocabulary_size())
    return who + " is beyond the vocabulary, whose last token is " + std::to_string(reader.trie.vocabulary_size() - 1);
  if (!reader.trie.is_text(token))
    return who + " is not text (a special or padding token), so no grammar allows it";
  const std::string_view bytes = reader.trie.bytes(token);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // What was expected is told of the point before the byte that failed.
    Frontier before = at;
    reader.stepper.step(at, static_cast<std::uint8_t>(bytes[i]));
    if (at.empty() || !reader.viability.viable(at))
      return who + " " + show_text(bytes) + " is refused at byte " + std::to_string(i + 1) + " of " +
             std::to_string(bytes.size()) + ", " + show_sign(sign_at(bytes, i).first) +
             (i ? " after " + show_text(bytes.substr(0, i)) : std::string()) + ": " + expectations(reader, before);
  }
  return who + " " + show_text(bytes) + " is allowed";
}

}  // namespace constrain
