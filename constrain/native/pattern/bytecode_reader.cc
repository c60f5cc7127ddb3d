// From a pattern's byte code to a residual. The code is that of constrain/pattern.py: postfix, one operation a node.
//
// 1. `parse` looks the whole code up, since many constraints share terminals; then reads it, drops what matches nothing
//    (`pruned`), and probes it, so that a pattern too expensive to step is refused here and not at some later mask.
// 2. `Reader` has one function an operation, and a stack of parts. Example: Literal `a`, Literal `b`, Alternation 2.
// 3. `begun_alike`: a code that begins like one read before goes on from a copy of that one's stack.
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
  begin_step(50 * code.size());
  ResidualId result = parse_code(code);
  result = pruned(result);
  probe(result);
  // Larger codes are not kept, because their memory is worth more.
  if (code.size() <= 65536) {
    const std::lock_guard writing(parsed_mutex_);
    parsed_.emplace(code, result);
    charge(code.size() + 80);
  }
  return result;
}

// Out of a file of tables, whose residuals were not empty when they were saved: not searched again.
ResidualId ResidualStore::restore(std::string_view code) {
  Guard guard(mutex);
  begin_step(50 * code.size());
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
    // The last point noted before the codes part.
    const auto behind = std::partition_point(stops.begin(), stops.end(), [&](const Beginning::Stop& s) { return s.at <= alike; });
    if (behind == stops.begin()) continue;
    const std::size_t stop = behind - stops.begin() - 1;
    std::rotate(beginnings_.begin() + static_cast<std::ptrdiff_t>(i), beginnings_.begin() + static_cast<std::ptrdiff_t>(i) + 1, beginnings_.end());
    return &beginnings_.back().stops[stop];
  }
  if (beginnings_.size() == kBeginnings) beginnings_.erase(beginnings_.begin());
  return nullptr;
}

class ResidualStore::Reader {
 public:
  Reader(ResidualStore& store, std::string_view code) : s_(store), code_(code) {}

  ResidualId read() {
    if (code_.size() >= kLongCode) begin_like_another();
    while (at_ < code_.size()) {
      operation(static_cast<PatternCode>(byte()));
      if (noted_ && at_ >= kWorthwhile && at_ <= kLongBeginning && noted_->stops.size() < kMaxStops && stack_.size() < kMaxStack) note();
    }
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
      throw UnsupportedFault("an intersection or complement with assertions inside must stand at the end of its pattern",
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
      case PatternCode::Concatenation: case PatternCode::Alternation: case PatternCode::Intersection: return several(code);
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
    if (minimum >= kUnbounded) throw LimitError("a repetition's minimum is too large", kUnbounded - 1, minimum);
    // A maximum of 2^32 - 1 or more is no bound: no text of that length fits into memory.
    const std::uint32_t bound = maximum == 0 || maximum - 1 >= kUnbounded ? kUnbounded : static_cast<std::uint32_t>(maximum - 1);
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

  // Goes on from where a code with the same beginning was, or else begins to note where this one is.
  void begin_like_another() {
    if (const Beginning::Stop* stop = s_.begun_alike(code_)) {
      at_ = stop->at;
      for (const auto& [node, from, length] : stop->stack) stack_.push_back({node, code_.substr(from, length)});
    } else {
      s_.beginnings_.push_back({std::string(code_.substr(0, kLongBeginning)), {}});
      noted_ = &s_.beginnings_.back();
    }
  }
  void note() {
    noted_->stops.push_back({at_, {}});
    auto& stop = noted_->stops.back();
    for (const Part& part : stack_)
      stop.stack.push_back({part.node, part.literal.empty() ? 0 : static_cast<std::size_t>(part.literal.data() - code_.data()), part.literal.size()});
    s_.charge(sizeof stop + stack_.size() * sizeof stop.stack[0]);
  }

  ResidualStore& s_;
  const std::string_view code_;
  std::size_t at_ = 0;
  std::vector<Part> stack_;
  Beginning* noted_ = nullptr;
};

ResidualId ResidualStore::parse_code(std::string_view code) { return Reader(*this, code).read(); }

}  // namespace constrain
