#include "lark/merge_productions.h"

#include <string_view>
#include <unordered_map>

#include "support/bytecode.h"
#include "support/labelled_graph.h"

namespace constrain {

namespace {

constexpr std::size_t kEffort = 10'000'000;  // nonterminals looked at; beyond, all stay

// How many numbers stand after an operation in a production's code.
std::size_t operands(GrammarCode operation) { return operation == GrammarCode::Repeat ? 2 : operation == GrammarCode::Line ? 4 : 1; }

// Calls `plain` with each stretch of the code that names no nonterminal, and `named` with each nonterminal, in order.
template <class Plain, class Named>
void walk(const std::string& code, Plain plain, Named named) {
  std::size_t from = 0;
  for (std::size_t at = 0; at < code.size();) {
    const auto operation = static_cast<GrammarCode>(code[at++]);
    if (operation == GrammarCode::Nonterminal) {
      plain(std::string_view(code).substr(from, at - from));
      named(static_cast<std::uint32_t>(number_at(code, at)));
      from = at;
    } else {
      for (std::size_t i = 0; i < operands(operation); ++i) number_at(code, at);
    }
  }
  plain(std::string_view(code).substr(from));
}

// The productions' right sides as a graph: an arc for each nonterminal, by its place; the end of one is its shape, that is
// what stands around its nonterminals.
Graph sides(const std::vector<std::string>& codes) {
  Graph out;
  std::unordered_map<std::string, std::uint64_t> shapes;
  std::string shape;
  for (const std::string& code : codes) {
    shape.clear();
    std::uint64_t place = 0;
    walk(code, [&](std::string_view part) { shape += part; }, [&](std::uint32_t name) { out.arcs.push_back({place++, name, kNone}); });
    out.close(shapes.try_emplace(shape, shapes.size() + 1).first->second);
  }
  return out;
}

}  // namespace

void merge_alike(WrittenGrammar& grammar) {
  const std::vector<std::uint32_t> classes = refined(sides(grammar.codes), kEffort);
  std::vector<std::uint32_t> kept(classes.size(), kNone);  // by class, its number among those that stay
  std::uint32_t left = 0;
  for (std::uint32_t each : classes)
    if (kept[each] == kNone) kept[each] = left++;
  if (left == classes.size()) return;
  std::uint32_t at = 0;
  std::string code;
  for (std::uint32_t p = 0; p < classes.size(); ++p) {
    if (kept[classes[p]] != at) continue;  // those before it have gone through here, so it is not the first
    code.clear();
    walk(grammar.codes[p], [&](std::string_view part) { code += part; }, [&](std::uint32_t name) { append_number(code, kept[classes[name]]); });
    grammar.codes[at] = code;
    if (at < p) grammar.names[at] = std::move(grammar.names[p]);
    grammar.families[at] = grammar.families[p];
    ++at;
  }
  grammar.codes.resize(at);
  grammar.names.resize(at);
  grammar.families.resize(at);
  grammar.start = static_cast<std::int32_t>(kept[classes[grammar.start]]);
}

}  // namespace constrain
