// A quick look at byte code: one pass over its operations with a few facts for each part, nothing being built. See
// constrain/pattern.py for the code, bytecode_reader.cc for reading it.
#include "pattern/bytecode_reader.h"

#include <algorithm>
#include <cstdint>

#include "support/bytecode.h"

namespace constrain {

bool surely_reads(std::string_view code) {
  constexpr std::size_t kMost = 1 << 14, kOperations = 900, kWaiting = 64;  // reading nests no deeper than that
  constexpr std::uint64_t kRounds = 1 << 20;
  struct Part {
    // some: of its texts, one is not empty; rest: all but finitely many texts; plain: no intersection in it, or taking
    // texts out of it might be a search, which can fail; once: nothing is repeated in it, or counters might multiply
    bool nullable, some, finite, endless, rest, plain, once = true;
  };
  if (code.size() > kMost) return false;
  Part parts[kWaiting];
  std::size_t waiting = 0, at = 0;
  const auto number = [&] { return number_at(code, at); };
  const auto text = [&](Part& part) {  // one more of the texts that there may be
    const std::uint64_t length = number();
    if (at > code.size() || length > code.size() - at) return false;
    at += length;
    (length == 0 ? part.nullable : part.some) = true;
    return true;
  };
  for (std::size_t operations = 0; at < code.size(); ++operations) {
    if (operations == kOperations || waiting == kWaiting) return false;
    switch (const auto operation = static_cast<PatternCode>(code[at++])) {
      case PatternCode::Epsilon: parts[waiting++] = {true, false, true, false, false, true}; break;
      case PatternCode::Literal: case PatternCode::Literals: {
        Part& part = parts[waiting++] = {false, false, true, false, false, true};
        const std::uint64_t count = operation == PatternCode::Literal ? 1 : number();
        if (count == 0) return false;
        for (std::uint64_t i = 0; i < count; ++i)
          if (!text(part)) return false;
        break;
      }
      case PatternCode::ByteClass:
        if (code.size() - at < 32 || code.substr(at, 32).find_first_not_of('\0') == std::string_view::npos) return false;
        at += 32;
        parts[waiting++] = {false, true, true, false, false, true};
        break;
      case PatternCode::Concatenation: case PatternCode::Alternation: case PatternCode::Intersection: {
        const std::uint64_t count = number();
        if (at > code.size() || count == 0 || count > waiting) return false;
        waiting -= count;
        const Part* begin = parts + waiting;
        const Part* end = begin + count;
        const auto any = [&](bool Part::*what) { return std::any_of(begin, end, [&](const Part& p) { return p.*what; }); };
        const auto all = [&](bool Part::*what) { return std::all_of(begin, end, [&](const Part& p) { return p.*what; }); };
        Part whole;
        if (operation == PatternCode::Intersection) {
          const auto endless = std::find_if(begin, end, [](const Part& p) { return !p.rest; });
          if (endless == end || !endless->endless || !endless->plain || !std::all_of(endless + 1, end, [](const Part& p) { return p.rest; })) return false;
          whole = {all(&Part::nullable), true, false, true, false, false};
        } else {
          if (any(&Part::rest)) return false;
          whole = {operation == PatternCode::Concatenation ? all(&Part::nullable) : any(&Part::nullable), any(&Part::some), all(&Part::finite), any(&Part::endless), false, all(&Part::plain)};
        }
        whole.once = all(&Part::once);
        parts[waiting++] = whole;
        break;
      }
      case PatternCode::Complement: {
        if (waiting == 0 || !parts[waiting - 1].finite) return false;
        parts[waiting - 1] = {!parts[waiting - 1].nullable, true, false, true, true, true, parts[waiting - 1].once};
        break;
      }
      case PatternCode::Repetition: {
        const std::uint64_t minimum = number(), bound = number();
        if (at > code.size() || waiting == 0 || minimum > kRounds) return false;
        if (bound != 0 && (bound > kRounds || bound <= minimum || bound == 1)) return false;
        Part& part = parts[waiting - 1];
        if (part.rest || (!part.once && (minimum > 1 || bound > 2))) return false;
        part = {part.nullable || minimum == 0, part.some, part.finite && (bound != 0 || !part.some), part.endless || (bound == 0 && part.some), false, part.plain, part.once && bound == 2};
        break;
      }
      default: return false;
    }
  }
  return at == code.size() && waiting == 1 && !parts[0].nullable;
}

}  // namespace constrain
