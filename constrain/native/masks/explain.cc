#include "masks/explain.h"

#include <algorithm>
#include <cctype>

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

std::string show_set(const ByteSet& set) {
  std::string out;
  int listed = 0;
  for (int b = 0; b < 256; ++b) {
    if (!set.has(static_cast<std::uint8_t>(b))) continue;
    int last = b;
    while (last < 255 && set.has(static_cast<std::uint8_t>(last + 1))) ++last;
    // A message is read by people: a dozen ranges, five terminals and sixty bytes are what one reads.
    if (listed++ == 12) return out + ", …";
    if (!out.empty()) out += ", ";
    out += show_byte(static_cast<std::uint8_t>(b));
    if (last > b) out += (last > b + 1 ? " to " : ", ") + show_byte(static_cast<std::uint8_t>(last));
    b = last;
  }
  return out.empty() ? "nothing" : out;
}

std::string show_text(std::string_view text) {
  std::string out = "\"";
  static const char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 60) return out + "\"…";
    const auto b = static_cast<std::uint8_t>(text[i]);
    if (b == '"' || b == '\\') (out += '\\') += static_cast<char>(b);
    else if (b == '\n') out += "\\n";
    else if (b >= 0x20 && b < 0x7F) out += static_cast<char>(b);
    else ((out += "\\x") += digits[b >> 4]) += digits[b & 15];
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
  std::string out = "expected " + show_set(next);
  if (!inside.empty()) out += ", inside " + inside;
  if (frontier.boundary != kNone) {
    inside.clear();
    named.clear();
    // By name: terminals of a grammar that is made as a text comes to it are numbered in the order of the texts.
    std::vector<TerminalId> begun;
    for (const Recogniser::Scan& scan : recogniser.expanded(frontier.boundary).expectation->scans) begun.push_back(scan.terminal);
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
             std::to_string(bytes.size()) + ", " + show_byte(static_cast<std::uint8_t>(bytes[i])) +
             (i ? " after " + show_text(bytes.substr(0, i)) : std::string()) + ": " + expectations(reader, before);
  }
  return who + " " + show_text(bytes) + " is allowed";
}

}  // namespace constrain
