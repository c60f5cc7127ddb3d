// From a pattern's byte code to a residual. The code is that of constrain/patterns/pattern.py: postfix, one operation a
// node.
//
// 1. `parse` looks the whole code up, since many constraints share terminals; then reads it, drops what matches nothing
//    (`pruned`), and probes it, so that a pattern too expensive to step is refused here and not at some later mask.
// 2. `Reader` has one function an operation, and a stack of parts. Example: Literal `a`, Literal `b`, Alternation 2.
#include "pattern/residual_store.h"

#include <algorithm>
#include <memory>

#include "support/bytecode.h"

namespace constrain {
namespace {

using Guard = std::lock_guard<StoreMutex>;

// Elementary steps that reading the code may take beyond the usual: 50 a byte. A class counts as its 32 bytes of bits,
// which most are not written as, since its part in derivatives is the same in either code.
std::uint64_t allowance(std::string_view code) {
  std::size_t at = 0, bytes = code.size();
  const auto skip = [&](std::uint64_t length) {
    at += std::min<std::uint64_t>(length, code.size() - std::min(at, code.size()));
  };
  while (at < code.size()) {
    switch (static_cast<PatternCode>(code[at++])) {
      case PatternCode::Empty: case PatternCode::Epsilon: case PatternCode::Complement: break;
      case PatternCode::Literal: skip(number_at(code, at)); break;
      case PatternCode::Literals:
        for (std::uint64_t left = number_at(code, at); left != 0 && at < code.size(); --left) skip(number_at(code, at));
        break;
      case PatternCode::ByteClass: skip(32); break;
      case PatternCode::ByteRanges: {
        const std::uint64_t length = std::min<std::uint64_t>(number_at(code, at), 16) * 2;
        skip(length);
        bytes += 32 - length;
        break;
      }
      case PatternCode::Concatenation:
      case PatternCode::Alternation:
      case PatternCode::Intersection:
        number_at(code, at);
        break;
      case PatternCode::Repetition: number_at(code, at), number_at(code, at); break;
      case PatternCode::Ahead: case PatternCode::Behind: skip(1); break;
    }
  }
  return 50 * bytes;
}

}  // namespace

ResidualId ResidualStore::parse(std::string_view code) {
  // Most of what many constraints read has been read before, while others make tables under the store's lock.
  const std::uint64_t hash = std::hash<std::string_view>()(code);
  const auto known = [&]() -> std::optional<ResidualId> {
    const std::shared_lock reading(parsed_mutex_);
    const std::uint32_t found = parsed_index_.find(hash, [&](std::uint32_t i) { return parsed_[i].code == code; });
    return found == kNone ? std::nullopt : std::optional(parsed_[found].result);
  };
  if (const auto before = known()) return *before;
  Guard guard(mutex);
  if (const auto meanwhile = known()) return *meanwhile;
  steps_.begin(allowance(code));
  const ResidualId result = parse_new(code);
  // Larger codes are not kept, because their memory is worth more.
  if (code.size() <= 65536) {
    const std::string_view kept{arena_.copy(code.data(), code.size()), code.size()};
    const std::lock_guard writing(parsed_mutex_);
    const std::uint32_t number = parsed_.grow();
    parsed_[number] = {kept, result};
    parsed_index_.insert(hash, number);
    charge(code.size() + sizeof(Parsed) + 16);
  }
  return result;
}

// A store lives as long as any grammar on it, and a pattern that is refused has no grammar. So one that makes many
// residuals is read in a store of its own first, where it is refused or not; what little was made here before that
// stays, and no more is made when the pattern comes again.
ResidualId ResidualStore::parse_new(std::string_view code) {
  const auto read = [code](ResidualStore& store) {
    return store.probed(store.parse_code(code));
  };
  struct Trial {
    std::size_t& most;
    ~Trial() { most = kMaxMemory; }
  };
  const std::size_t hash = std::hash<std::string_view>()(code);
  if (!outgrown_.count(hash)) {
    try {
      const Trial trial{most_memory_};
      most_memory_ = std::min(kMaxMemory, memory() + kTrialMemory);
      return read(*this);
    } catch (const OutOfTrial&) {
      outgrown_.insert(hash);
    }
  }
  const auto apart = std::make_unique<ResidualStore>();
  apart->steps_.begin(allowance(code));
  {
    const Outside outside(*this);
    read(*apart);
  }
  return read(*this);
}

// Out of a file of tables, whose residuals were not empty when they were saved: not searched again.
ResidualId ResidualStore::restore(std::string_view code) {
  Guard guard(mutex);
  steps_.begin(allowance(code));
  const ResidualId result = parse_code(code);
  if (result != kEmpty) nodes_[result].emptiness = 2;
  return result;
}

class ResidualStore::Reader {
 public:
  Reader(ResidualStore& store, std::string_view code) : s_(store), code_(code) {}

  ResidualId read() {
    while (at_ < code_.size()) operation(static_cast<PatternCode>(byte()));
    if (stack_.size() != 1) throw malformed();
    return pop();
  }

 private:
  // A literal waits for what comes after it, or it would be built twice: once alone, and once before its tail.
  struct Part {
    ResidualId node;
    std::string_view literal;
  };

  static GrammarFault malformed() { return GrammarFault("malformed pattern code"); }

  std::uint8_t byte() {
    if (at_ >= code_.size()) throw malformed();
    return static_cast<std::uint8_t>(code_[at_++]);
  }
  std::uint64_t number() {
    const std::uint64_t value = number_at(code_, at_);
    if (at_ > code_.size()) throw malformed();
    return value;
  }
  std::string_view text(std::uint64_t length) {
    if (length > code_.size() - at_) throw malformed();
    const std::string_view out = code_.substr(at_, length);
    at_ += length;
    return out;
  }
  void push(ResidualId node) { stack_.push_back({node, {}}); }
  ResidualId built(const Part& part) { return part.literal.empty() ? part.node : s_.literal(part.literal, kEpsilon); }
  ResidualId pop() {
    if (stack_.empty()) throw malformed();
    const ResidualId top = built(stack_.back());
    stack_.pop_back();
    return top;
  }
  void need_plain(ResidualId n) const {
    const Node& x = s_.nodes_[n];
    // Derivatives of these know no continuation (see `consume`), so nothing may follow them.
    if (x.asserts && (x.kind == Kind::And || x.kind == Kind::Not))
      throw UnsupportedFault(
          "an intersection or complement with assertions inside must stand at the end of its pattern",
          "assertion in an intersection");
  }

  void operation(PatternCode code) {
    switch (code) {
      case PatternCode::Empty: return push(kEmpty);
      case PatternCode::Epsilon: return push(kEpsilon);
      case PatternCode::Literal: stack_.push_back({kEpsilon, text(number())}); return;
      case PatternCode::ByteClass: {
        const std::string_view mask = text(32);
        ByteSet set;
        std::memcpy(set.words.data(), mask.data(), 32);  // little-endian on both sides
        return push(s_.class_of(set));
      }
      case PatternCode::ByteRanges: {
        ByteSet set;
        for (std::uint64_t left = number(); left != 0; --left) {
          const std::uint8_t low = byte(), high = byte();
          if (low > high) throw malformed();
          for (unsigned b = low; b <= high; ++b) set.add(static_cast<std::uint8_t>(b));
        }
        return push(s_.class_of(set));
      }
      case PatternCode::Concatenation:
      case PatternCode::Alternation:
      case PatternCode::Intersection:
        return several(code);
      case PatternCode::Complement: return push(s_.negate(pop()));
      case PatternCode::Repetition: return repetition();
      case PatternCode::Ahead: case PatternCode::Behind: {
        const bool negative = byte() != 0;
        const ResidualId part = pop();
        return push(s_.assertion(code == PatternCode::Behind ? Kind::Behind : Kind::Ahead, part, negative));
      }
      case PatternCode::Literals: return literals();
    }
    throw malformed();
  }

  void several(PatternCode code) {
    const std::uint64_t count = number();
    if (count > stack_.size()) throw malformed();
    const std::size_t base = stack_.size() - count;
    ResidualId out = kEpsilon;
    if (code == PatternCode::Concatenation) {
      // From the right, because a spine is linked from its end.
      for (std::size_t i = stack_.size(); i-- > base;) out = before(stack_[i], out, i + 1 == stack_.size());
    } else {
      std::vector<ResidualId> parts;
      for (std::size_t i = base; i < stack_.size(); ++i) parts.push_back(built(stack_[i]));
      out = code == PatternCode::Alternation ? s_.alt(std::move(parts)) : s_.both(std::move(parts));
    }
    stack_.resize(base);
    push(out);
  }
  // A part and what comes after it.
  ResidualId before(const Part& first, ResidualId out, bool last) {
    if (!first.literal.empty()) return s_.literal(first.literal, out);
    ResidualId part = first.node;
    if (last) return part;  // already a spine
    need_plain(part);
    // A long part is spliced into the spine.
    std::vector<ResidualId> spine;
    while (s_.nodes_[part].kind == Kind::Concat) {
      spine.push_back(s_.nodes_[part].a);
      part = s_.nodes_[part].b;
    }
    out = s_.concat(part, out);
    for (; !spine.empty(); spine.pop_back()) out = s_.concat(spine.back(), out);
    return out;
  }

  void repetition() {
    const std::uint64_t minimum = number(), maximum = number();
    const ResidualId part = pop();
    need_plain(part);
    if (minimum >= kUnbounded)
      throw LimitError("a repetition's minimum is too large for any text that fits into memory; lower it",
                       kUnbounded - 1, minimum);
    // A maximum of 2^32 - 1 or more is no bound: no text of that length fits into memory.
    const std::uint32_t bound =
        maximum == 0 || maximum - 1 >= kUnbounded ? kUnbounded : static_cast<std::uint32_t>(maximum - 1);
    push(s_.repeat(part, static_cast<std::uint32_t>(minimum), bound));
  }

  void literals() {
    const std::uint64_t count = number();
    if (count > code_.size()) throw malformed();
    std::vector<std::string_view> items;
    items.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) items.push_back(text(number()));
    push(s_.trie(std::move(items)));
  }

  ResidualStore& s_;
  const std::string_view code_;
  std::size_t at_ = 0;
  std::vector<Part> stack_;
};

ResidualId ResidualStore::parse_code(std::string_view code) { return Reader(*this, code).read(); }

}  // namespace constrain
