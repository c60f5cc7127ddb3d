// A language as an automaton: see constrain/texts/text_graph.py.
#include "masks/text_graph.h"
#include "python/bindings.h"
#include "python/interruptible.h"
#include "python/values.h"

namespace constrain {
namespace {

ConfigId known(TextGraph& graph, std::uint32_t state) {
  if (!graph.knows(state)) throw nb::value_error("there is no such state");
  return state;
}

// What the automaton says of a state of its own.
template <class Answer>
auto of_state(Answer (TextGraph::*ask)(ConfigId)) {
  return [ask](TextGraph& g, std::uint32_t state) {
    known(g, state);
    const UnderLimits under(g.steps());
    return released([&] { return (g.*ask)(state); });
  };
}

}  // namespace

void bind_text_graph(nb::module_& m) {
  nb::class_<TextGraph>(
      m, "TextGraph",
      "The language of a matcher's constraint as a deterministic automaton over bytes or tokens, explored on demand.")
      .def(
          "__init__",
          [](TextGraph* self, const Matcher& matcher) {
            const std::shared_ptr<ConstraintCore> constraint = matcher.shared_constraint();
            released([&] { new (self) TextGraph(constraint); });
          },
          "matcher"_a, "Of the matcher's constraint, from the beginning of a text, wherever the matcher is.")
      .def_prop_ro("start", &TextGraph::start, "The state at the beginning of a text.")
      .def_prop_ro("memory", [](TextGraph& g) { return released([&] { return g.memory(); }); }, "How many bytes the states take that have been met.")
      .def(
          "accepting", [](TextGraph& g, std::uint32_t state) { return g.accepting(known(g, state)); }, "state"_a,
          "Whether the text may end here.")
      .def("byte_steps", of_state(&TextGraph::byte_steps), "state"_a,
           "The bytes that may follow, ascending, each with the state after it.")
      .def("token_steps", of_state(&TextGraph::token_steps), "state"_a,
           "The tokens that may follow, in the order of their bytes, each with the state after it.")
      .def(
          "short_ways",
          [](TextGraph& g, std::uint32_t state) {
            known(g, state);
            nb::list out;
            const UnderLimits under(g.steps());
            for (const auto& [text, next] : released([&] { return g.short_ways(state); }))
              out.append(nb::make_tuple(to_bytes(text), next));
            return out;
          },
          "state"_a, "Shortest texts of the terminals that are being read or may begin, each with the state after it.")
      .def(
          "read",
          [](TextGraph& g, std::uint32_t state, const nb::bytes& text) -> std::pair<std::size_t, std::int64_t> {
            known(g, state);
            const std::string bytes = to_string(text);
            const UnderLimits under(g.steps());
            const auto [taken, next] = released([&] { return g.read(state, bytes); });
            return {taken, next == kNone ? -1 : static_cast<std::int64_t>(next)};
          },
          "state"_a, "text"_a, "How many bytes of the text can be read, and the state after all of them, or -1.")
      .def("expected", of_state(&TextGraph::expectations), "state"_a, "What may follow, in words.")
      .def("depth", of_state(&TextGraph::depth), "state"_a, "How many rules are open inside each other, at least.");
}

}  // namespace constrain
