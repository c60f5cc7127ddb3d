// Reading the byte code of constrain/pattern.py: postfix, one operation a node, with an explicit stack.
#include "pattern/residual_store.h"

#include <algorithm>

#include "support/bytecode.h"

namespace constrain {
namespace {

using Guard = std::lock_guard<std::recursive_mutex>;

// Bytes of a code from which on it is looked whether it begins like another, and of such a beginning at least and at most.
constexpr std::size_t kLongCode = 512, kWorthwhile = 256, kLongBeginning = 4096;
constexpr std::size_t kBeginnings = 8, kMaxStops = 64, kMaxStack = 16;

}  // namespace

ResidualId ResidualStore::parse(std::string_view code) {
  // Most of what many constraints read has been read before, while others make tables under the store's lock.
  const auto known = [&]() -> std::optional<ResidualId> {
    const std::shared_lock reading(parsed_mutex_);
    const auto found = parsed_.find(code);
    return found == parsed_.end() ? std::nullopt : std::optional(found->second);
  };
  if (const auto before = known()) return *before;
  Guard guard(mutex);
  if (const auto meanwhile = known()) return *meanwhile;
  fuel_ = kFuel + 50 * code.size();
  ResidualId result = parse_code(code);
  result = pruned(result);
  probe(result);
  if (code.size() <= 65536) {
    const std::lock_guard writing(parsed_mutex_);
    parsed_.emplace(code, result);
    charge(code.size() + 80);
  }
  return result;
}

ResidualId ResidualStore::restore(std::string_view code) {
  Guard guard(mutex);
  fuel_ = kFuel + 50 * code.size();
  const ResidualId result = parse_code(code);
  if (result != kEmpty) nodes_[result].emptiness = 2;
  return result;
}

// Where a code that was read before had the same beginning, as late as possible; or null.
const ResidualStore::Beginning::Stop* ResidualStore::begun_alike(std::string_view code) {
  for (std::size_t i = beginnings_.size(); i-- > 0;) {
    const std::string& other = beginnings_[i].code;
    const std::size_t alike = std::mismatch(other.begin(), other.end(), code.begin(), code.end()).first - other.begin();
    if (alike < kWorthwhile) continue;
    const auto& stops = beginnings_[i].stops;
    const auto behind = std::partition_point(stops.begin(), stops.end(), [&](const Beginning::Stop& s) { return s.at <= alike; });
    if (behind == stops.begin()) continue;
    const std::size_t stop = behind - stops.begin() - 1;
    std::rotate(beginnings_.begin() + static_cast<std::ptrdiff_t>(i), beginnings_.begin() + static_cast<std::ptrdiff_t>(i) + 1, beginnings_.end());
    return &beginnings_.back().stops[stop];
  }
  if (beginnings_.size() == kBeginnings) beginnings_.erase(beginnings_.begin());
  return nullptr;
}

ResidualId ResidualStore::parse_code(std::string_view code) {
  std::size_t at = 0;
  const auto malformed = [] { return GrammarFault("malformed pattern code"); };
  const auto byte = [&]() -> std::uint8_t {
    if (at >= code.size()) throw malformed();
    return static_cast<std::uint8_t>(code[at++]);
  };
  const auto number = [&] {
    const std::uint64_t value = number_at(code, at);
    if (at > code.size()) throw malformed();
    return value;
  };
  const auto text = [&](std::uint64_t length) {
    if (length > code.size() - at) throw malformed();
    const std::string_view out = code.substr(at, length);
    at += length;
    return out;
  };
  // A literal waits for what comes behind it, or it would be built twice: once alone, and once before its tail.
  struct Part {
    ResidualId node;
    std::string_view literal;
  };
  std::vector<Part> stack;
  Beginning* noted = nullptr;
  if (code.size() >= kLongCode) {
    if (const Beginning::Stop* stop = begun_alike(code)) {
      at = stop->at;
      for (const auto& [node, from, length] : stop->stack) stack.push_back({node, code.substr(from, length)});
    } else {
      beginnings_.push_back({std::string(code.substr(0, kLongBeginning)), {}});
      noted = &beginnings_.back();
    }
  }
  const auto push = [&](ResidualId node) { stack.push_back({node, {}}); };
  const auto built = [&](const Part& part) { return part.literal.empty() ? part.node : literal(part.literal, kEpsilon); };
  const auto pop = [&] {
    if (stack.empty()) throw malformed();
    const ResidualId top = built(stack.back());
    stack.pop_back();
    return top;
  };
  const auto plain = [&](ResidualId n) {
    if (nodes_[n].asserts && (nodes_[n].kind == Kind::And || nodes_[n].kind == Kind::Not))
      throw UnsupportedFault("an intersection or complement with assertions inside must stand at the end of its pattern",
                             "assertion in an intersection");
  };
  while (at < code.size()) {
    const auto operation = static_cast<PatternCode>(byte());
    switch (operation) {
      case PatternCode::Empty: push(kEmpty); break;
      case PatternCode::Epsilon: push(kEpsilon); break;
      case PatternCode::Literal: stack.push_back({kEpsilon, text(number())}); break;
      case PatternCode::ByteClass: {
        const std::string_view mask = text(32);
        ByteSet set;
        std::memcpy(set.words.data(), mask.data(), 32);  // little-endian on both sides
        push(class_of(set));
        break;
      }
      case PatternCode::Concatenation: case PatternCode::Alternation: case PatternCode::Intersection: {
        const std::uint64_t count = number();
        if (count > stack.size()) throw malformed();
        const std::size_t base = stack.size() - count;
        ResidualId out = kEpsilon;
        if (operation == PatternCode::Concatenation) {
          for (std::size_t i = stack.size(); i-- > base;) {
            if (!stack[i].literal.empty()) {
              out = literal(stack[i].literal, out);
              continue;
            }
            ResidualId part = stack[i].node;
            if (i + 1 == stack.size()) {
              out = part;  // already a spine
              continue;
            }
            plain(part);
            // A long part is spliced into the spine.
            std::vector<ResidualId> spine;
            while (nodes_[part].kind == Kind::Concat) {
              spine.push_back(nodes_[part].a);
              part = nodes_[part].b;
            }
            out = concat(part, out);
            while (!spine.empty()) {
              out = concat(spine.back(), out);
              spine.pop_back();
            }
          }
        } else {
          std::vector<ResidualId> parts;
          for (std::size_t i = base; i < stack.size(); ++i) parts.push_back(built(stack[i]));
          out = operation == PatternCode::Alternation ? alt(std::move(parts)) : both(std::move(parts));
        }
        stack.resize(base);
        push(out);
        break;
      }
      case PatternCode::Complement: push(negate(pop())); break;
      case PatternCode::Repetition: {
        const std::uint64_t minimum = number(), maximum = number();
        const ResidualId part = pop();
        plain(part);
        if (minimum >= kUnbounded)
          throw LimitError("a repetition's minimum is too large", kUnbounded - 1, minimum);
        // A maximum of 2^32 - 1 or more is no bound: no text of that length fits into memory.
        const std::uint32_t bound = maximum == 0 || maximum - 1 >= kUnbounded ? kUnbounded : static_cast<std::uint32_t>(maximum - 1);
        push(repeat(part, static_cast<std::uint32_t>(minimum), bound));
        break;
      }
      case PatternCode::Ahead: case PatternCode::Behind: {
        const bool negative = byte() != 0;
        const ResidualId part = pop();
        push(assertion(operation == PatternCode::Behind ? Kind::Behind : Kind::Ahead, part, negative));
        break;
      }
      case PatternCode::Literals: {
        const std::uint64_t count = number();
        if (count > code.size()) throw malformed();
        std::vector<std::string_view> items;
        items.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) items.push_back(text(number()));
        push(trie(std::move(items)));
        break;
      }
      default: throw malformed();
    }
    if (noted && at >= kWorthwhile && at <= kLongBeginning && noted->stops.size() < kMaxStops && stack.size() < kMaxStack) {
      noted->stops.push_back({at, {}});
      auto& stop = noted->stops.back();
      for (const Part& part : stack)
        stop.stack.push_back({part.node, part.literal.empty() ? 0 : static_cast<std::size_t>(part.literal.data() - code.data()), part.literal.size()});
      charge(sizeof stop + stack.size() * sizeof stop.stack[0]);
    }
  }
  if (stack.size() != 1) throw malformed();
  return pop();
}

}  // namespace constrain
