// Sets of what a scope has seen, and which texts they leave, in order:
//
// 1. `decoded`, `ways_to_write`: JSON strings to code points, and back to all their spellings. `"a\/b"` and `"a/b"` are one
//    key; a scope that has seen either must refuse both.
// 2. `with_mark`, `with_lexeme`: a set and one element more, interned.
// 3. `extend`, `text`: a lexeme is its parent and a byte, so following a key byte by byte costs a look-up a byte.
// 4. `left`: what may still follow a prefix to make it one of the used lexemes; `unused`: a pattern without them all.
//
// Example: after `{"a":1,"b":2,` the set has the lexemes `"a"` and `"b"`, and `left` after `"` is `a"` and `b"`.
#include "context/scope_memory.h"

#include <algorithm>
#include <optional>

namespace constrain {
namespace {

// The letters of JSON's short escapes and what they stand for.
constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";

std::string utf8(std::uint32_t c) {
  std::string out;
  if (c < 0x80) out += static_cast<char>(c);
  else if (c < 0x800) (out += static_cast<char>(0xC0 | c >> 6)) += static_cast<char>(0x80 | (c & 63));
  else if (c < 0x10000)
    ((out += static_cast<char>(0xE0 | c >> 12)) += static_cast<char>(0x80 | (c >> 6 & 63))) +=
        static_cast<char>(0x80 | (c & 63));
  else
    (((out += static_cast<char>(0xF0 | c >> 18)) += static_cast<char>(0x80 | (c >> 12 & 63))) +=
     static_cast<char>(0x80 | (c >> 6 & 63))) += static_cast<char>(0x80 | (c & 63));
  return out;
}

std::optional<std::uint32_t> hexadecimal(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return {};
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return {};
    value = value << 4 | static_cast<std::uint32_t>(digit);
  }
  return value;
}

// The code points that a JSON string says, or nothing if it is none.
std::optional<std::vector<std::uint32_t>> decoded(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return {};
  std::vector<std::uint32_t> out;
  for (std::size_t i = 1; i + 1 < text.size();) {
    const auto b = static_cast<std::uint8_t>(text[i]);
    if (b != '\\') {
      const int length = b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
      // A character that reaches over the closing quotation mark.
      if (i + length > text.size() - 1) return {};
      std::uint32_t c = length == 1 ? b : b & (0xFF >> (length + 1));
      for (int k = 1; k < length; ++k) c = c << 6 | (static_cast<std::uint8_t>(text[i + k]) & 63);
      out.push_back(c);
      i += length;
      continue;
    }
    if (i + 2 >= text.size()) return {};
    const char e = text[i + 1];
    if (const std::size_t at = kLetters.find(e); at != std::string_view::npos) {
      out.push_back(static_cast<std::uint8_t>(kMeanings[at]));
      i += 2;
      continue;
    }
    auto c = e == 'u' ? hexadecimal(text, i + 2) : std::nullopt;
    if (!c) return {};
    i += 6;
    // Two escapes for one character beyond U+FFFF; a half that stands by itself is kept as it is.
    if (*c >= 0xD800 && *c < 0xDC00 && i + 6 < text.size() && text[i] == '\\' && text[i + 1] == 'u') {
      if (const auto low = hexadecimal(text, i + 2); low && *low >= 0xDC00 && *low < 0xE000) {
        c = 0x10000 + ((*c - 0xD800) << 10) + (*low - 0xDC00);
        i += 6;
      }
    }
    out.push_back(*c);
  }
  return out;
}

// The spellings of one code point within a JSON string.
std::vector<std::string> ways_to_write(std::uint32_t c, bool any) {
  std::vector<std::string> ways;
  // Surrogates have no UTF-8, so an escape is all that can spell one.
  const bool raw = c >= 0x20 && c != '"' && c != '\\' && (c < 0xD800 || c > 0xDFFF);
  if (raw) ways.push_back(utf8(c));
  if (const std::size_t at = c < 0x80 ? kMeanings.find(static_cast<char>(c)) : std::string_view::npos;
      at != std::string_view::npos)
    ways.push_back(std::string("\\") + kLetters[at]);
  if (!any && raw) return ways;
  std::vector<std::uint32_t> halves{c};
  if (c >= 0x10000) halves = {0xD800 + ((c - 0x10000) >> 10), 0xDC00 + ((c - 0x10000) & 0x3FF)};
  std::vector<std::string> escapes{""};  // every mixture of upper and lower case
  for (std::uint32_t half : halves) {
    for (std::string& e : escapes) e += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
      const std::uint32_t digit = half >> shift & 15;
      std::vector<std::string> longer;
      for (const std::string& e : escapes) {
        longer.push_back(e + "0123456789abcdef"[digit]);
        if (digit > 9) longer.push_back(e + "0123456789ABCDEF"[digit]);
      }
      escapes = std::move(longer);
    }
  }
  ways.insert(ways.end(), escapes.begin(), escapes.end());
  return ways;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> decoded_string(std::string_view text) { return decoded(text); }

bool ScopeMemory::marked(SeenId s, std::uint32_t mark) const {
  return std::binary_search(sets_[s].marks.begin(), sets_[s].marks.end(), mark);
}

bool ScopeMemory::blurred(SeenId s) const {
  return std::binary_search(sets_[s].lexemes.begin(), sets_[s].lexemes.end(), kUnknown);
}

SeenId ScopeMemory::with_mark(SeenId s, std::uint32_t mark) {
  Set set = sets_[s];
  const auto place = std::lower_bound(set.marks.begin(), set.marks.end(), mark);
  if (place != set.marks.end() && *place == mark) return s;
  set.marks.insert(place, mark);
  return intern(std::move(set));
}

SeenId ScopeMemory::with_lexeme(SeenId s, LexemeId lexeme) {
  Set set = sets_[s];
  // The unknown lexeme may be there more than once, because members are counted too.
  set.lexemes.insert(std::upper_bound(set.lexemes.begin(), set.lexemes.end(), lexeme), lexeme);
  return intern(std::move(set));
}

SeenId ScopeMemory::intern(Set set) {
  const auto [at, made] = index_.try_emplace(set, static_cast<SeenId>(sets_.size()));
  if (made) {
    memory_ += 2 * (sizeof(Set) + 4 * (set.marks.size() + set.lexemes.size())) + 64;
    sets_.push_back(std::move(set));
  }
  return at->second;
}

LexemeId ScopeMemory::extend(LexemeId lexeme, std::uint8_t byte) {
  if (const LexemeId* known = longer_.find(lexeme, byte)) return *known;
  const auto made = static_cast<LexemeId>(lexemes_.size());
  lexemes_.push_back({lexeme, byte});
  memory_ += sizeof(Lexeme);
  longer_.insert(lexeme, byte, made);
  return made;
}

const ScopeMemory::Left* ScopeMemory::keep(std::span<const ResidualId> texts) {
  // The first bytes are kept with the texts, because they rule out most prefixes of new keys with a single test.
  Left made{{arena_.copy(texts.data(), texts.size()), texts.size()}, {}};
  for (ResidualId r : texts) made.first |= store_.first(r);
  return arena_.copy(&made, 1);
}

const ScopeMemory::Left& ScopeMemory::left(SeenId s, LexemeId beginning, Spelling spelling) {
  const std::uint32_t key = s << 2 | static_cast<std::uint32_t>(spelling);
  if (const auto* known = left_.find(key, beginning)) return **known;
  // Of a beginning that is new, all that are shorter may be new as well.
  std::vector<LexemeId> path;
  const Left* const* known = nullptr;
  for (LexemeId at = beginning; !(known = left_.find(key, at)) && at != kUnread; at = lexemes_[at].before)
    path.push_back(at);
  const Left* now = known ? *known : nullptr;
  std::vector<ResidualId> rest;
  if (!now) {
    for (LexemeId l : sets_[s].lexemes)
      if (l != kUnknown) rest.push_back(spelled(l, spelling));
    left_.insert(key, kUnread, now = keep(rest));
  }
  for (; !path.empty(); path.pop_back()) {
    const std::uint8_t byte = lexemes_[path.back()].byte;
    rest.clear();
    if (now->first.has(byte))
      for (ResidualId r : now->texts)
        if (const ResidualId next = store_.derive(r, byte); next != ResidualStore::kEmpty) rest.push_back(next);
    now = rest.empty() ? &nothing_ : keep(rest);
    left_.insert(key, path.back(), now);
  }
  return *now;
}

std::string ScopeMemory::text(LexemeId lexeme) const {
  std::string out;
  for (; lexeme > kUnknown; lexeme = lexemes_[lexeme].before) out += static_cast<char>(lexemes_[lexeme].byte);
  std::reverse(out.begin(), out.end());
  return out;
}

ResidualId ScopeMemory::spelled(LexemeId lexeme, Spelling spelling) {
  if (const ResidualId* known = spelled_.find(lexeme, static_cast<std::uint32_t>(spelling))) return *known;
  const std::string whole = text(lexeme);
  // A lexeme that is no JSON string (a number among the items, say) is spelled in one way only.
  const auto characters = spelling == Spelling::Exact ? std::nullopt : decoded(whole);
  ResidualStore::Spellings parts{{whole}};
  if (characters) {
    parts = {{"\""}};
    for (std::uint32_t c : *characters) parts.push_back(ways_to_write(c, spelling == Spelling::JsonAny));
    parts.push_back({"\""});
  }
  const ResidualId out = store_.spelled(parts);
  spelled_.insert(lexeme, static_cast<std::uint32_t>(spelling), out);
  return out;
}

// All used lexemes are taken out at once, so the order of the keys makes no difference to the residual.
ResidualId ScopeMemory::unused(SeenId s, ResidualId pattern, Spelling spelling) {
  const std::uint32_t key = s << 2 | static_cast<std::uint32_t>(spelling);
  if (const ResidualId* known = unused_.find(key, pattern)) return *known;
  std::vector<ResidualId> used;
  for (LexemeId l : sets_[s].lexemes)
    if (l != kUnknown) used.push_back(spelled(l, spelling));
  const ResidualId out = used.empty() ? pattern : store_.without(pattern, std::move(used));
  unused_.insert(key, pattern, out);
  return out;
}

}  // namespace constrain
