// The words of a query's text, for names.cc and the files beside it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace constrain {

inline constexpr std::uint32_t kListed = 1u << 14;  // of Assign: members are listed before their values, by place
inline constexpr std::string_view kAnyName = "\x01";  // which no text spells
inline constexpr std::string_view kBetween = " \t\n\r.*(),";  // what stands between words

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

// What ends a name that begins with this mark; 0 where it is none.
constexpr char closing(char mark) { return mark == '[' ? ']' : mark == '"' || mark == '`' || mark == '\'' ? mark : '\0'; }

// Calls f(word) for each word: what stands between white space and signs, or in quotation marks.
template <class F>
void each_word(std::string_view text, F f) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (kBetween.find(c) != std::string_view::npos) {
      ++i;
      continue;
    }
    const std::size_t begin = i++;
    if (const char end = closing(c)) {
      while (i < text.size() && (text[i] != end || (i + 1 < text.size() && text[i + 1] == end))) i += text[i] == end ? 2 : 1;
      ++i;
    } else {
      while (i < text.size() && kBetween.find(text[i]) == std::string_view::npos) ++i;
    }
    f(text.substr(begin, i - begin));
  }
}

}  // namespace constrain
