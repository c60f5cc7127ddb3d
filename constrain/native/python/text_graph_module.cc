// What Python sees of a language as an automaton; constrain/_native.pyi documents it.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "masks/matcher.h"
#include "masks/text_graph.h"
#include "python/interruptible.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {
namespace {

ConfigId known(TextGraph& graph, std::uint32_t state) {
  if (!graph.knows(state)) throw nb::value_error("there is no such state");
  return state;
}

}  // namespace

void bind_text_graph(nb::module_& m) {
  nb::class_<TextGraph>(m, "TextGraph")
      .def(
          "__init__",
          [](TextGraph* self, const Matcher& matcher) {
            const std::shared_ptr<ConstraintCore> constraint = matcher.shared_constraint();
            released([&] { new (self) TextGraph(constraint); });
          },
          "matcher"_a)
      .def_prop_ro("start", &TextGraph::start)
      .def("accepting", [](TextGraph& g, std::uint32_t state) { return g.accepting(known(g, state)); }, "state"_a)
      .def(
          "byte_steps",
          [](TextGraph& g, std::uint32_t state) {
            known(g, state);
            return released([&] { return g.byte_steps(state); });
          },
          "state"_a)
      .def(
          "token_steps",
          [](TextGraph& g, std::uint32_t state) {
            known(g, state);
            return released([&] { return g.token_steps(state); });
          },
          "state"_a)
      .def(
          "short_ways",
          [](TextGraph& g, std::uint32_t state) {
            known(g, state);
            nb::list out;
            for (const auto& [text, next] : released([&] { return g.short_ways(state); })) out.append(nb::make_tuple(nb::bytes(text.data(), text.size()), next));
            return out;
          },
          "state"_a)
      .def(
          "read",
          [](TextGraph& g, std::uint32_t state, const nb::bytes& text) -> std::pair<std::size_t, std::int64_t> {
            known(g, state);
            const std::string bytes(static_cast<const char*>(text.data()), text.size());
            const auto [taken, next] = released([&] { return g.read(state, bytes); });
            return {taken, next == kNone ? -1 : static_cast<std::int64_t>(next)};
          },
          "state"_a, "text"_a)
      .def(
          "expected",
          [](TextGraph& g, std::uint32_t state) {
            known(g, state);
            return released([&] { return g.expectations(state); });
          },
          "state"_a)
      .def(
          "depth",
          [](TextGraph& g, std::uint32_t state) {
            known(g, state);
            return released([&] { return g.depth(state); });
          },
          "state"_a);
}

}  // namespace constrain
