// A quick look at byte code: one pass over its operations with a few facts for each part, nothing being built. See
// constrain/patterns/pattern.py for the code, bytecode_reader.cc for reading it.
#include "pattern/bytecode_reader.h"

#include <algorithm>
#include <cstdint>

#include "support/bytecode.h"

namespace constrain {

bool surely_reads(std::string_view code) {
  constexpr std::size_t kMost = 1 << 14, kOperations = 900, kWaiting = 64;  // reading nests no deeper than that
  constexpr std::uint64_t kRounds = 1 << 20;
  // What is known of a part, as bits. kNullable: it has the empty text. kSome: it has another. kFinite, kEndless: it has
  // finitely, infinitely many. kRest: it has all but finitely many. kPlain: there is no intersection in it (else taking
  // texts out of it could be a search, which can fail). kOnce: nothing is repeated in it (else counters could multiply).
  using Part = std::uint32_t;
  constexpr Part kNullable = 1, kSome = 2, kFinite = 4, kEndless = 8, kRest = 16, kPlain = 32, kOnce = 64;
  if (code.size() > kMost) return false;
  Part parts[kWaiting];
  std::size_t waiting = 0, at = 0;
  const auto number = [&] { return number_at(code, at); };
  const auto text = [&](Part& part) {  // one more of the texts that there may be
    const std::uint64_t length = number();
    if (at > code.size() || length > code.size() - at) return false;
    at += length;
    part |= length == 0 ? kNullable : kSome;
    return true;
  };
  for (std::size_t operations = 0; at < code.size(); ++operations) {
    if (operations == kOperations || waiting == kWaiting) return false;
    switch (const auto operation = static_cast<PatternCode>(code[at++])) {
      case PatternCode::Epsilon: parts[waiting++] = kNullable | kFinite | kPlain | kOnce; break;
      case PatternCode::Literal: case PatternCode::Literals: {
        Part& part = parts[waiting++] = kFinite | kPlain | kOnce;
        const std::uint64_t count = operation == PatternCode::Literal ? 1 : number();
        if (count == 0) return false;
        for (std::uint64_t i = 0; i < count; ++i)
          if (!text(part)) return false;
        break;
      }
      case PatternCode::ByteClass:
        if (code.size() - at < 32 || code.substr(at, 32).find_first_not_of('\0') == std::string_view::npos)
          return false;
        at += 32;
        parts[waiting++] = kSome | kFinite | kPlain | kOnce;
        break;
      case PatternCode::ByteRanges: {
        const std::uint64_t count = number();
        if (at > code.size() || count == 0 || count > (code.size() - at) / 2) return false;
        for (const std::size_t end = at + 2 * count; at < end; at += 2)
          if (static_cast<std::uint8_t>(code[at]) > static_cast<std::uint8_t>(code[at + 1])) return false;  // malformed
        parts[waiting++] = kSome | kFinite | kPlain | kOnce;
        break;
      }
      case PatternCode::Concatenation: case PatternCode::Alternation: case PatternCode::Intersection: {
        const std::uint64_t count = number();
        if (at > code.size() || count == 0 || count > waiting) return false;
        waiting -= count;
        const Part *begin = parts + waiting, *end = begin + count;
        Part any = 0, all = ~Part{0};
        for (const Part* p = begin; p != end; ++p) any |= *p, all &= *p;
        Part whole = all & kOnce;
        if (operation == PatternCode::Intersection) {
          const auto rest = [](Part p) { return (p & kRest) != 0; };
          const Part* positive = std::find_if_not(begin, end, rest);
          if (positive == end || (~*positive & (kEndless | kPlain)) || !std::all_of(positive + 1, end, rest)) return false;
          whole |= (all & kNullable) | kSome | kEndless;
        } else {
          if (any & kRest) return false;
          whole |= ((operation == PatternCode::Concatenation ? all : any) & kNullable) | (any & (kSome | kEndless)) |
                   (all & (kFinite | kPlain));
        }
        parts[waiting++] = whole;
        break;
      }
      case PatternCode::Complement: {
        if (waiting == 0 || !(parts[waiting - 1] & kFinite)) return false;
        Part& part = parts[waiting - 1];
        part = ((part ^ kNullable) & (kNullable | kOnce)) | kSome | kEndless | kRest | kPlain;
        break;
      }
      case PatternCode::Repetition: {
        const std::uint64_t minimum = number(), bound = number();
        if (at > code.size() || waiting == 0 || minimum > kRounds) return false;
        if (bound != 0 && (bound > kRounds || bound <= minimum || bound == 1)) return false;
        Part& part = parts[waiting - 1];
        if ((part & kRest) || (!(part & kOnce) && (minimum > 1 || bound > 2))) return false;
        if (minimum == 0) part |= kNullable;
        if (bound == 0 && (part & kSome)) part = (part & ~kFinite) | kEndless;
        if (bound != 2) part &= ~kOnce;
        break;
      }
      default: return false;
    }
  }
  return at == code.size() && waiting == 1 && !(parts[0] & kNullable);
}

// No part has the byte, and none is a complement.
bool surely_without(std::string_view code, std::uint8_t byte) {
  std::size_t at = 0;
  const auto number = [&] { return number_at(code, at); };
  const auto texts = [&](std::uint64_t count) {
    for (; count; --count) {
      const std::uint64_t length = number();
      if (at > code.size() || length > code.size() - at ||
          code.substr(at, length).find(static_cast<char>(byte)) != std::string_view::npos)
        return false;
      at += length;
    }
    return true;
  };
  while (at < code.size()) {
    switch (static_cast<PatternCode>(code[at++])) {
      case PatternCode::Empty: case PatternCode::Epsilon: break;
      case PatternCode::Literal:
        if (!texts(1)) return false;
        break;
      case PatternCode::Literals:
        if (!texts(number())) return false;
        break;
      case PatternCode::ByteClass:
        if (code.size() - at < 32 || (static_cast<std::uint8_t>(code[at + byte / 8]) >> byte % 8 & 1)) return false;
        at += 32;
        break;
      case PatternCode::ByteRanges: {
        const std::uint64_t count = number();
        if (at > code.size() || count > (code.size() - at) / 2) return false;
        for (const std::size_t end = at + 2 * count; at < end; at += 2)
          if (static_cast<std::uint8_t>(code[at]) <= byte && byte <= static_cast<std::uint8_t>(code[at + 1]))
            return false;
        break;
      }
      case PatternCode::Concatenation: case PatternCode::Alternation: case PatternCode::Intersection: number(); break;
      case PatternCode::Repetition: number(), number(); break;
      default: return false;
    }
  }
  return at == code.size();
}

}  // namespace constrain
