// Grammars compiled against a vocabulary.
#include "pattern/bytecode_reader.h"
#include "python/bindings.h"
#include "python/interruptible.h"
#include "python/values.h"
#include "support/lazy_graph.h"

namespace constrain {
namespace {

// An object that native code owns, whoever lets go of it last.
std::shared_ptr<PyObject> shared(const nb::object& object) {
  return {nb::object(object).release().ptr(), [](PyObject* owned) {
            if (!Py_IsInitialized()) return;
            const Entered guard;
            Py_DECREF(owned);
          }};
}

// Most are small, and whoever gives the interpreter lock up may wait for it.
void free_constraint(ConstraintCore* core) {
  constexpr std::size_t kSmall = 1 << 20;
  if (core->counts().bytes > kSmall) delete_unlocked(core);
  else delete core;
}

FlatGrammar flat_grammar(const nb::object& made) {
  return {packed(nb::cast<nb::list>(made[0])), packed(nb::cast<std::vector<std::string>>(made[1])),
          packed(nb::cast<nb::list>(made[2])), nb::cast<std::uint32_t>(made[3]),
          nb::cast<std::vector<std::uint32_t>>(made[4])};
}

}  // namespace

void bind_constraint(nb::module_& m) {
  nb::class_<PyEmbedded>(m, "Embedded",
                         "A grammar that others contain as a whole, read by each when a text first comes to it.")
      .def(
          "__init__",
          [](PyEmbedded* self, const nb::list& terminals, const std::vector<std::string>& names,
             const nb::list& productions, std::uint32_t start, std::vector<std::uint32_t> families) {
            new (self) PyEmbedded{std::make_shared<const EmbeddedGrammar>(
                FlatGrammar{packed(terminals), packed(names), packed(productions), start, std::move(families)})};
          },
          "terminals"_a, "names"_a, "productions"_a, "start"_a, "families"_a)
      .def(
          "__init__",
          [](PyEmbedded* self, const nb::callable& writer) {
            new (self)
                PyEmbedded{std::make_shared<const EmbeddedGrammar>(EmbeddedGrammar::Writer([writer = shared(writer)] {
                  return flat_grammar(asking_python([&] { return nb::handle(writer.get())(); }));
                }))};
          },
          "writer"_a, "One that is written when a text first reaches it: `writer` gives what is given here otherwise.")
      .def_prop_ro("is_text",
                   [](const PyEmbedded& e) {
                     const PackedStrings& codes = e.grammar->grammar()->terminals;
                     for (std::size_t i = 0; i < codes.size(); ++i)
                       if (!surely_without(codes[i], 0xFF)) return false;
                     return true;
                   })
      .def_prop_ro("memory", [](const PyEmbedded& e) { return released([&] { return e.grammar->memory(); }); });
  nb::class_<PyConstraint>(
      m, "Constraint", "A grammar compiled against a vocabulary: transition network, interned sets and configurations.")
      .def(
          "__init__",
          [](PyConstraint* self, const PyVocabulary& vocabulary, const nb::list& terminals,
             const std::vector<std::string>& names, const nb::list& productions, std::uint32_t start,
             std::size_t budget, std::vector<std::uint32_t> families, std::vector<std::uint32_t> regions,
             const nb::list& embedded, const nb::object& lazy) {
            FlatGrammar flat{packed(terminals), packed(names), packed(productions), start, std::move(families)};
            for (nb::handle each : embedded) flat.embedded.push_back(nb::cast<const PyEmbedded&>(each).grammar);
            if (!lazy.is_none()) {
              const void* graph = PyCapsule_GetPointer(lazy.ptr(), LazyGraph::kCapsule);
              if (!graph) nb::raise_python_error();
              flat.lazy = *static_cast<const std::shared_ptr<LazyGraph>*>(graph);
            }
            const auto grammar = std::make_shared<const FlatGrammar>(std::move(flat));
            new (self) PyConstraint{released([&] {
              return std::shared_ptr<ConstraintCore>(new ConstraintCore(vocabulary.core, grammar, budget, regions),
                                                     free_constraint);
            })};
          },
          "vocabulary"_a, "terminals"_a, "names"_a, "productions"_a, "start"_a, "budget"_a,
          "families"_a = std::vector<std::uint32_t>(), "regions"_a = std::vector<std::uint32_t>(),
          "embedded"_a = nb::list(), "lazy"_a = nb::none(),
          "`regions[t]`: how many tokens a lexeme of terminal t may take, 0 for any number; nothing where all may.\n"
          "`families[i]` is the number of a production that production i is a variant of, or i itself.\n"
          "`embedded`: the grammars that the productions call as a whole. `lazy`: a capsule of a graph whose states "
          "are made\n"
          "as texts come to them, instead of terminals and productions.")
      .def(
          "first_mask",
          [](const PyConstraint& c) -> nb::object {
            const auto mask = released([&] { return c.core->first_mask(); });
            if (mask.empty()) return nb::none();
            return nb::bytes(mask.data(), mask.size() * sizeof mask[0]);
          },
          "The mask of where texts begin, if it has been made.")
      .def(
          "begin_with",
          [](const PyConstraint& c, const nb::bytes& given) {
            std::vector<std::uint32_t> mask(given.size() / sizeof(std::uint32_t));
            std::memcpy(mask.data(), given.data(), mask.size() * sizeof mask[0]);
            return given.size() % sizeof mask[0] == 0 && c.core->begin_with(std::move(mask));
          },
          "mask"_a, "Takes what `first_mask` of an equal constraint gave; whether it can be that, and comes in time.")
      .def(
          "statistics",
          [](const PyConstraint& c) {
        // May wait for another's mask.
            const ConstraintCore::Counts counts = released([&] { return c.core->counts(); });
            nb::dict out;
            out["configurations"] = counts.configurations;
            out["sets"] = counts.sets;
            out["bytes"] = counts.bytes;
            return out;
          },
          "Interned configurations and sets, none before a matcher was made; and all the constraint's bytes.");
}

}  // namespace constrain
