// What Python sees of a Lark grammar's rules and of their product with the lexer.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "python/doors.h"
#include "bindings.h"
#include "python/interruptible.h"
#include "python/released.h"
#include "lark/product_graph.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {

namespace {

using Ids = Vec<std::int32_t>;

constexpr std::size_t kMaxFollowing = 1'000'000;  // members of all sets of followers

Words words_of(const Ids& members) {
  need(all_below(members, std::size_t{1} << 26), "a set has a number that is negative or far too large");
  Words out;
  for (std::int32_t member : members) put(out, member);
  return out;
}

Ids members_of(Bits words) {
  Ids out;
  each(words, [&](std::int32_t member) { out.push_back(member); });
  return out;
}

// Asks an object of grammars/lark/parsing/bar_hillel.py; the interpreter lock is held for no longer than that.
class Asked : public Lexing, public Lexicon {
 public:
  Asked(nb::handle object, Unlocked& unlocked) : object_(object), unlocked_(unlocked) {}
  Vec<std::array<std::int32_t, 3>> tokens(std::int32_t lexer, std::int32_t obligation) override {
    return ask<Vec<std::array<std::int32_t, 3>>>("tokens", lexer, obligation);
  }
  Ids line_ends(std::int32_t lexer, std::int32_t obligation) override {
    return ask<Ids>("line_ends", lexer, obligation);
  }
  std::int32_t within(std::int32_t obligation, Bits terminals) override {
    return ask<std::int32_t>("within", obligation, members_of(terminals));
  }
  bool may_end(std::int32_t obligation) override { return ask<bool>("may_end", obligation); }
  std::int32_t terminal(std::int32_t name, const Ids& texts) override {
    return ask<std::int32_t>("terminal", name, texts);
  }
  Vec<std::pair<std::int32_t, std::int32_t>> line_ends(std::int32_t name, std::int32_t lexer,
                                                               std::int32_t obligation, std::int32_t left) override {
    return ask<Vec<std::pair<std::int32_t, std::int32_t>>>("line_end", name, lexer, obligation, left);
  }

 private:
  template <class Answer, class... Args>
  Answer ask(const char* question, const Args&... args) {
    const Asking asking(unlocked_);
    return asking_python([&] { return nb::cast<Answer>(object_.attr(question)(args...)); });
  }
  nb::handle object_;
  Unlocked& unlocked_;
};

LarkLayout layout_of(const nb::tuple& given) {
  return {nb::cast<std::int32_t>(given[0]), nb::cast<std::int32_t>(given[1]), nb::cast<std::int32_t>(given[2]),
          words_of(nb::cast<Ids>(given[3])), words_of(nb::cast<Ids>(given[4]))};
}

nb::object graph(const LarkRules& rules, nb::handle lexing, const nb::list& following, std::int32_t lexers,
                 const Ids& always, const LarkStates* states, const nb::object& layout, std::int32_t tab,
                 const std::array<std::int32_t, 3>& start, std::int32_t end, std::uint64_t max_items,
                 std::uint64_t max_work) {
  Vec<std::optional<Words>> followers;
  for (const nb::handle set : following)
    followers.push_back(set.is_none() ? std::nullopt : std::optional(words_of(nb::cast<Ids>(set))));
  LarkGraph out;
  bool any;
  std::optional<LarkLayout> lines;
  if (!layout.is_none()) lines = layout_of(nb::cast<nb::tuple>(layout));
  interruptible([&] {
    out = {};
    Unlocked unlocked;
    Asked asked(lexing, unlocked);
    LarkProduct product(rules, asked, followers, lexers, words_of(always), states, lines, {max_items, max_work});
    const std::int32_t request = product.tabulate(start[0], start[1], start[2]);
    ProductGraph writer(product, asked, end, tab);
    any = writer.begin(start[0], request);
    if (any) writer.write(out);
  });
  if (!any) return nb::none();
  nb::list terminals;
  for (const LarkGraph::Terminal& t : out.terminals)
    terminals.append(nb::make_tuple(static_cast<std::int32_t>(t.kind), t.of));
  return nb::make_tuple(terminals, nb::bytes(out.code.data(), out.code.size()));
}

}  // namespace

void bind_lark(nb::module_& m) {
  nb::class_<LarkRules>(m, "LarkRules", "The rules of a Lark grammar by number, and what follows from them alone.")
      .def(
          "__init__",
          [](LarkRules* self, std::vector<bool> terminal, Ids origins, Vec<Ids> bodies) {
            need_rules(terminal.size(), origins, bodies);
            unlocked([&] { new (self) LarkRules(terminal, origins, bodies); });
          },
          "terminal"_a, "origins"_a, "bodies"_a,
          "Whether each symbol is a terminal of the rules; rule i derives `bodies[i]` from `origins[i]`.")
      .def("followers", [](const LarkRules& rules) {
        Lists<std::uint64_t> numbers;
        Vec<Ids> sets;
        Ids of;
        std::size_t members = 0;
        for (const Words& words : rules.followers()) {
          of.push_back(numbers.intern(words));
          if (static_cast<std::size_t>(numbers.size()) > sets.size()) {
            sets.push_back(members_of(words));
            if ((members += sets.back().size()) > share_of(kMaxFollowing))
              throw share_spent(
                  "lark: which terminals may come after which takes too many pairs to say; split rules in which "
                  "thousands of "
                  "parts may be left out",
                  share_of(kMaxFollowing), members);
          }
        }
        return nb::make_tuple(sets, of);
      },
      "Sets of terminals, and for each symbol the number of the set of those that may come right after it.");
  nb::class_<LarkStates>(m, "LarkStates", "LALR states, with the lexers that read where they are on top.")
      .def(
          "__init__",
          [](LarkStates* self, const LalrTable& table, const Ids& lexer_of, const Ids& always) {
            need(lexer_of.size() == static_cast<std::size_t>(table.states()) && !lexer_of.empty() &&
                     table.settled() && all_below(lexer_of, std::size_t{1} << 26),
                 "there must be a lexer for each state of a settled table");
            const Words terminals = words_of(always);
            unlocked([&] { new (self) LarkStates(table, lexer_of, terminals); });
          },
          "table"_a, "lexer_of"_a, "always"_a, nb::keep_alive<1, 2>(),
          "Of a settled table; the lexer that reads where each state is on top, the terminals that may come anywhere.");
  m.def("lark_graph", &graph, "rules"_a, "lexing"_a, "followers"_a, "lexers"_a, "always"_a, "states"_a.none(),
        "layout"_a.none(), "tab"_a, "start"_a, "end"_a, "max_items"_a, "max_work"_a,
        "The product of rules and lexer as a graph; `grammars/lark/parsing/bar_hillel.py` says what `lexing` is "
        "asked.\n\n"
        "Of each symbol what may follow it; how many lexers, and what they may ignore. `layout` is newline,\n"
        "indent, dedent, opening and closing; `start` is symbol, lexer and the obligation. Back come terminals "
        "as\n"
        "(kind, of), and the graph's code.");
}

}  // namespace constrain
