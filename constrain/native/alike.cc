#include "alike.h"

#include <algorithm>
#include <string_view>

namespace constrain {

namespace {

using Numbers = std::vector<std::uint32_t>;

enum Operations : std::uint8_t { kNonterminal = 1, kRepeat = 4, kLine = 11 };  // of `Grammar.flatten` (encoder.cc), that matter here

constexpr std::size_t kPatience = 10'000'000;  // nonterminals and productions looked at; beyond, all stay

// How many numbers stand behind an operation in a production's code.
std::size_t operands(std::uint8_t operation) { return operation == kRepeat ? 2 : operation == kLine ? 4 : 1; }

std::uint64_t number_at(const std::string& code, std::size_t& at) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint8_t>(code[at++]);
    value |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128) return value;
  }
}

// Calls `plain` with each stretch of the code that names no nonterminal, and `named` with each nonterminal, in order.
template <class Plain, class Named>
void walk(const std::string& code, Plain plain, Named named) {
  std::size_t from = 0;
  for (std::size_t at = 0; at < code.size();) {
    const auto operation = static_cast<std::uint8_t>(code[at++]);
    if (operation == kNonterminal) {
      plain(std::string_view(code).substr(from, at - from));
      named(static_cast<std::uint32_t>(number_at(code, at)));
      from = at;
    } else {
      for (std::size_t i = 0; i < operands(operation); ++i) number_at(code, at);
    }
  }
  plain(std::string_view(code).substr(from));
}

// The productions' right sides: `first[p]` is where the nonterminals of p begin in `names`.
struct Sides {
  Numbers names, first{0}, classes;
  std::uint32_t count = 0;  // of classes
  std::size_t work = 0;
  std::vector<bool> changed;  // by production, whether its class has changed in the last round

  // In classes by what stands around their nonterminals.
  explicit Sides(const std::vector<std::string>& codes) {
    std::unordered_map<std::string, std::uint32_t> shapes;
    std::string shape;
    for (const std::string& code : codes) {
      shape.clear();
      walk(code, [&](std::string_view part) { shape += part; }, [&](std::uint32_t name) { names.push_back(name); });
      first.push_back(static_cast<std::uint32_t>(names.size()));
      classes.push_back(shapes.try_emplace(shape, static_cast<std::uint32_t>(shapes.size())).first->second);
    }
    count = static_cast<std::uint32_t>(shapes.size());
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(classes.size()); }

  bool same(std::uint32_t p, std::uint32_t q) const {
    if (classes[p] != classes[q]) return false;  // as many nonterminals, since their shapes are the same
    for (std::uint32_t i = first[p], j = first[q]; i < first[p + 1]; ++i, ++j)
      if (classes[names[i]] != classes[names[j]]) return false;
    return true;
  }

  std::uint64_t signature(std::uint32_t p) const {
    std::uint64_t hash = classes[p];
    for (std::uint32_t i = first[p]; i < first[p + 1]; ++i) hash = mix(hash, classes[names[i]]);
    return hash;
  }

  // Divides classes by the classes of their nonterminals; false where none is divided. Only productions are looked at
  // whose nonterminals have come to other classes since the last time: the others of a class are still alike, and one
  // of them stands for all. It keeps the class, or else the first that is looked at.
  bool divide() {
    if (changed.empty()) changed.assign(size(), true);
    Numbers members(count, 0), still(count, kNone), next = classes, moved;
    for (std::uint32_t each : classes) ++members[each];
    std::vector<bool> touched(count, false);
    for (std::uint32_t p = 0; p < size(); ++p) {
      const std::uint32_t own = classes[p];
      if (members[own] == 1) continue;
      const auto begin = names.begin() + first[p], end = names.begin() + first[p + 1];
      work += 1 + static_cast<std::size_t>(end - begin);
      if (std::any_of(begin, end, [&](std::uint32_t name) { return changed[name]; })) {
        moved.push_back(p);
        touched[own] = true;
      } else if (still[own] == kNone) {
        still[own] = p;
      }
    }
    HashIndex index;
    for (std::uint32_t own = 0; own < touched.size(); ++own)
      if (touched[own] && still[own] != kNone) index.insert(signature(still[own]), still[own]);
    for (std::uint32_t p : moved) {
      const std::uint64_t hash = signature(p);
      const std::uint32_t known = index.find(hash, [&](std::uint32_t q) { return same(p, q); });
      if (known != kNone) {
        next[p] = next[known];
        continue;
      }
      index.insert(hash, p);
      if (still[classes[p]] == kNone) still[classes[p]] = p;
      else next[p] = count++;
    }
    changed.assign(size(), false);
    for (std::uint32_t p : moved) changed[p] = next[p] != classes[p];
    classes.swap(next);
    return count > touched.size();
  }
};

}  // namespace

void merge_alike(WrittenGrammar& grammar) {
  Sides sides(grammar.codes);
  while (sides.count < sides.size() && sides.work < kPatience && sides.divide()) {}
  if (sides.count == sides.size() || sides.work >= kPatience) return;
  Numbers kept(sides.count, kNone);  // by class, its number among those that stay
  std::uint32_t left = 0;
  for (std::uint32_t each : sides.classes)
    if (kept[each] == kNone) kept[each] = left++;
  std::uint32_t at = 0;
  std::string code;
  for (std::uint32_t p = 0; p < sides.size(); ++p) {
    if (kept[sides.classes[p]] != at) continue;  // those before it have gone through here, so it is not the first
    code.clear();
    walk(grammar.codes[p], [&](std::string_view part) { code += part; }, [&](std::uint32_t name) { append_number(code, kept[sides.classes[name]]); });
    grammar.codes[at] = code;
    if (at < p) grammar.names[at] = std::move(grammar.names[p]);
    ++at;
  }
  grammar.codes.resize(at);
  grammar.names.resize(at);
  grammar.start = static_cast<std::int32_t>(kept[sides.classes[grammar.start]]);
}

}  // namespace constrain
