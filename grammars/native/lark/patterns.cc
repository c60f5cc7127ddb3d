// Patterns, in order: 1. sets of code points; 2. simplifications, as in grammars/regex/algebra.py; 3. UTF-8, as in
// constrain/patterns/utf8.py: blocks of 64 code points share all bytes but the last, blocks of 4,096 all but two; 4. byte code.
#include "lark/patterns.h"

#include <algorithm>

#include "support/bytecode.h"

namespace constrain {

namespace {

constexpr std::uint32_t kLastCodePoint = 0x10FFFF;
constexpr std::uint64_t kLarge = std::uint64_t{1} << 40;

CodePoints clipped(const CodePoints& ranges, std::uint32_t low, std::uint32_t high) {
  CodePoints out;
  for (const auto& [first, last] : ranges)
    if (first <= high && last >= low) out.emplace_back(std::max(first, low), std::min(last, high));
  return out;
}

}  // namespace

CodePoints normalised(CodePoints ranges) {
  std::sort(ranges.begin(), ranges.end());
  CodePoints out;
  for (const auto& [low, high] : ranges) {
    if (!out.empty() && low <= out.back().second + 1) out.back().second = std::max(out.back().second, high);
    else out.emplace_back(low, high);
  }
  return out;
}

CodePoints inverted(const CodePoints& ranges) {
  CodePoints out;
  std::uint32_t next = 0;
  for (const auto& [low, high] : ranges) {
    if (low > next) out.emplace_back(next, low - 1);
    next = high + 1;
  }
  if (next <= kLastCodePoint) out.emplace_back(next, kLastCodePoint);
  return out;
}

Patterns::Patterns() {
  nodes_.push_back({Kind::Empty, {}, {}, {}, 0, 0, 8});
  nodes_.push_back({Kind::Epsilon, {}, {}, {}, 0, 0, 8});
}

Patterns::Id Patterns::add(Node node) {
  spend(1 + node.parts.size());
  std::uint64_t size = node.kind == Kind::ByteClass ? 33 : 8 + node.data.size();
  for (const std::string& item : node.items) size += item.size() + 2;
  for (const Id part : node.parts) size = std::min(kLarge, size + nodes_[part].size);
  node.size = size;
  nodes_.push_back(std::move(node));
  return static_cast<Id>(nodes_.size() - 1);
}

Patterns::Id Patterns::bytes(const Bytes& set) {
  return set.none() ? kEmpty : add({Kind::ByteClass, {}, {}, {}, 0, 0, 0, set});
}

Patterns::Id Patterns::alternation(const Vec<Id>& parts) {
  Vec<Id> kept;
  for (const Id part : parts)
    if (part != kEmpty) kept.push_back(part);
  if (kept.size() == 1) return kept[0];
  return kept.empty() ? kEmpty : add({Kind::Alternation, {}, {}, std::move(kept), 0, 0});
}

Patterns::Id Patterns::sequence(std::span<const Id> parts) {
  Vec<Id> out;
  bool empty = false;
  const auto add_part = [&](Id each) {
    empty = empty || each == kEmpty;
    if (each == kEpsilon) return;
    if (nodes_[each].kind == Kind::Literal && !out.empty() && nodes_[out.back()].kind == Kind::Literal)
      out.back() = text(nodes_[out.back()].data + nodes_[each].data);
    else out.push_back(each);
  };
  for (const Id part : parts) {
    if (nodes_[part].kind != Kind::Concatenation) add_part(part);
    else for (std::size_t i = 0; i < nodes_[part].parts.size(); ++i) add_part(nodes_[part].parts[i]);
  }
  if (empty) return kEmpty;
  if (out.size() == 1) return out[0];
  return out.empty() ? kEpsilon : add({Kind::Concatenation, {}, {}, std::move(out), 0, 0});
}

// Nested alternations opened, literals gathered into one trie, byte classes into one class.
Patterns::Id Patterns::unite(std::span<const Id> parts) {
  Bytes set;
  Vec<std::string> distinct;
  std::unordered_map<std::string, bool> seen;
  Vec<Id> others;
  bool empty = false;
  const auto add_text = [&](const std::string& each) {
    if (seen.try_emplace(each, true).second) distinct.push_back(each);
  };
  const auto add_part = [&](Id each) {
    const Node& node = nodes_[each];
    if (each == kEpsilon) empty = true;
    else if (node.kind == Kind::ByteClass) set |= node.bytes;
    else if (node.kind == Kind::Literal) add_text(node.data);
    else if (node.kind == Kind::Literals) std::for_each(node.items.begin(), node.items.end(), add_text);
    else if (each != kEmpty && std::find(others.begin(), others.end(), each) == others.end()) others.push_back(each);
  };
  for (const Id part : parts) {
    const Node& node = nodes_[part];
    if (node.kind == Kind::Alternation) std::for_each(node.parts.begin(), node.parts.end(), add_part);
    else add_part(part);
  }
  Vec<Id> all{bytes(set)};
  if (distinct.size() == 1) all.push_back(text(distinct[0]));
  else if (!distinct.empty()) all.push_back(add({Kind::Literals, {}, std::move(distinct), {}, 0, 0}));
  all.insert(all.end(), others.begin(), others.end());
  const Id merged = alternation(all);
  if (!empty) return merged;
  if (merged == kEmpty) return kEpsilon;
  return nullable(merged) ? merged : add({Kind::Repetition, {}, {}, {merged}, 0, 2});
}

Patterns::Id Patterns::star(Id part) {
  if (part == kEmpty || part == kEpsilon) return kEpsilon;
  const Node& node = nodes_[part];
  if (node.kind == Kind::Repetition && node.minimum == 0 && node.maximum == 0) return part;
  return add({Kind::Repetition, {}, {}, {part}, 0, 0});
}

Patterns::Id Patterns::without(Id part, Id other) {
  return other == kEmpty ? part : add({Kind::Difference, {}, {}, {part, other}, 0, 0});
}

bool Patterns::nullable(Id pattern) const {
  const Node& node = nodes_[pattern];
  const auto part = [&](Id each) { return nullable(each); };
  switch (node.kind) {
    case Kind::Epsilon: return true;
    case Kind::Repetition: return node.minimum == 0 || nullable(node.parts[0]);
    case Kind::Concatenation: return std::all_of(node.parts.begin(), node.parts.end(), part);
    case Kind::Alternation: return std::any_of(node.parts.begin(), node.parts.end(), part);
    default: return false;
  }
}

// --- UTF-8

Patterns::Id Patterns::characters(const CodePoints& ranges) {
  if (const auto known = of_characters_.find(ranges); known != of_characters_.end()) return known->second;
  Bytes set;
  for (const auto& [low, high] : ranges)
    for (std::uint32_t c = low; c <= std::min<std::uint32_t>(high, 0x7F); ++c) set.set(c);
  const bool one = ranges.size() == 1 && ranges[0].first == ranges[0].second;
  CodePoints beyond = clipped(ranges, 0x80, 0xD7FF);
  for (const auto& each : clipped(ranges, 0xE000, kLastCodePoint)) beyond.push_back(each);
  Id made;
  if (one && beyond.empty()) made = set.none() ? kEmpty : text(std::string(1, static_cast<char>(ranges[0].first)));
  else if (beyond.empty()) made = bytes(set);
  else made = alternation({bytes(set), multibyte(beyond)});
  of_characters_.emplace(ranges, made);
  return made;
}

// One character out of them, which have neither ASCII nor surrogates.
Patterns::Id Patterns::multibyte(const CodePoints& ranges) {
  if (const auto known = of_multibyte_.find(ranges); known != of_multibyte_.end()) return known->second;
  struct Length { int continuation; std::uint32_t lead, low, high; };
  Vec<Id> ways;
  for (const auto& [length, lead, low, high] :
       {Length{1, 0xC0, 0x80, 0x7FF}, Length{2, 0xE0, 0x800, 0xFFFF}, Length{3, 0xF0, 0x10000, kLastCodePoint}})
    for (const auto& branch : branches(clipped(ranges, low, high), length, lead)) ways.push_back(sequence(branch));
  Id made = alternation(ways);
  if (nodes_[made].kind == Kind::Alternation)
    made = add({Kind::Code, code(made), {}, {}, 0, 0});  // not to be taken apart
  of_multibyte_.emplace(ranges, made);
  return made;
}

// For each distinct content of a block of 64 to the `length` code points, the bytes that lead there and the tail.
Vec<Vec<Patterns::Id>> Patterns::branches(const CodePoints& ranges, int length, std::uint32_t base) {
  const std::uint32_t size = std::uint32_t{1} << (6 * length);
  Map<std::uint32_t, CodePoints> parts;  // by number of the block, what it has of the set
  Vec<std::uint32_t> whole;
  for (auto [low, high] : ranges) {
    const std::uint32_t first = low / size, last = high / size;
    for (std::uint32_t block = first; block <= last; ++block) {
      const std::uint32_t from = block == first ? low % size : 0, to = block == last ? high % size : size - 1;
      if (from == 0 && to == size - 1) whole.push_back(block);
      else parts[block].emplace_back(from, to);
    }
  }
  Map<CodePoints, Vec<std::uint32_t>> groups;
  for (const auto& [block, content] : parts) groups[content].push_back(block);
  if (!whole.empty()) groups[{{0, size - 1}}] = whole;
  Vec<std::pair<std::uint32_t, const CodePoints*>> order;
  for (const auto& [content, blocks] : groups)
    order.emplace_back(*std::min_element(blocks.begin(), blocks.end()), &content);
  std::sort(order.begin(), order.end());
  Vec<Vec<Id>> out;
  for (const auto& [block, content] : order) {
    Bytes set;
    for (const std::uint32_t each : groups[*content]) set.set(base + each);
    Vec<Id> branch{bytes(set)};
    for (const Id each : tail(*content, length)) branch.push_back(each);
    out.push_back(std::move(branch));
  }
  return out;
}

Vec<Patterns::Id> Patterns::tail(const CodePoints& ranges, int length) {
  const std::pair key{ranges, length};
  if (const auto known = tails_.find(key); known != tails_.end()) return known->second;
  Vec<Id> made;
  if (length == 1) {
    Bytes set;
    for (const auto& [low, high] : ranges)
      for (std::uint32_t c = low; c <= high; ++c) set.set(0x80 + c);
    made = {bytes(set)};
  } else {
    const auto all = branches(ranges, length - 1, 0x80);
    if (all.size() == 1) {
      made = all[0];
    } else {
      Vec<Id> ways;
      for (const auto& branch : all) ways.push_back(sequence(branch));
      made = {alternation(ways)};
    }
  }
  tails_.emplace(key, made);
  return made;
}

// --- byte code

std::string Patterns::code(Id pattern) const {
  std::string out;
  write(pattern, out);
  return out;
}

void Patterns::write(Id pattern, std::string& out) const {
  const Node& node = nodes_[pattern];
  const auto bytes = [&](const std::string& data) {
    append_number(out, data.size());
    out += data;
  };
  for (const Id part : node.parts) write(part, out);
  switch (node.kind) {
    case Kind::Empty: append_operation(out, PatternCode::Empty); break;
    case Kind::Epsilon: append_operation(out, PatternCode::Epsilon); break;
    case Kind::Code: out += node.data; break;
    case Kind::Literal:
      append_operation(out, PatternCode::Literal);
      bytes(node.data);
      break;
    case Kind::Literals:
      append_operation(out, PatternCode::Literals);
      append_number(out, node.items.size());
      for (const std::string& item : node.items) bytes(item);
      break;
    case Kind::Concatenation:
      append_operation(out, PatternCode::Concatenation);
      append_number(out, node.parts.size());
      break;
    case Kind::Alternation:
      append_operation(out, PatternCode::Alternation);
      append_number(out, node.parts.size());
      break;
    case Kind::Difference:
      append_operation(out, PatternCode::Complement);
      append_operation(out, PatternCode::Intersection);
      append_number(out, 2);
      break;
    case Kind::Repetition:
      append_operation(out, PatternCode::Repetition);
      append_number(out, node.minimum);
      append_number(out, node.maximum);
      break;
    case Kind::ByteClass: {
      std::string ranges;
      for (int low = 0; low < 256; ++low) {
        if (!node.bytes[low]) continue;
        int high = low;
        while (high < 255 && node.bytes[high + 1]) ++high;
        ranges += {static_cast<char>(low), static_cast<char>(high)};
        low = high;
      }
      if (ranges.size() + 1 >= 32) {
        append_operation(out, PatternCode::ByteClass);
        for (int byte = 0; byte < 256; byte += 8) {
          int bits = 0;
          for (int i = 0; i < 8; ++i) bits |= node.bytes[byte + i] << i;
          out.push_back(static_cast<char>(bits));
        }
      } else {
        append_operation(out, PatternCode::ByteRanges);
        append_number(out, ranges.size() / 2);
        out += ranges;
      }
    }
  }
}

}  // namespace constrain
