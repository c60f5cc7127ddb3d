#include "front_module.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "interruptible.h"
#include "lalr.h"
#include "meetings.h"
#include "threads.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {

namespace {

std::vector<std::int32_t> to_ints(const nb::bytes& b) {
  std::vector<std::int32_t> out(b.size() / sizeof(std::int32_t));
  if (!out.empty()) std::memcpy(out.data(), b.data(), out.size() * sizeof(std::int32_t));
  return out;
}

std::vector<ThreadNode> to_nodes(const nb::bytes& b) {
  const std::vector<std::int32_t> flat = to_ints(b);
  std::vector<ThreadNode> out;
  for (std::size_t i = 0; i + 5 <= flat.size(); i += 5) out.push_back({flat[i], flat[i + 1], flat[i + 2], flat[i + 3], flat[i + 4]});
  return out;
}

nb::list to_list(const std::vector<Thread>& threads) {
  nb::list out;
  for (const Thread& t : threads) out.append(nb::make_tuple(t.node, t.pending, t.behind));
  return out;
}

}  // namespace

void bind_front(nb::module_& m) {
  bind_lark(m);
  nb::class_<LexemeAutomaton>(m, "LexemeAutomaton")
      .def_prop_ro("fault", [](const LexemeAutomaton& a) { return static_cast<int>(a.fault); })
      .def_ro("work", &LexemeAutomaton::work)
      .def_ro("drops", &LexemeAutomaton::drops)
      .def_ro("ended", &LexemeAutomaton::ended)
      .def_prop_ro("states", &LexemeAutomaton::states)
      .def(
          "threads",
          [](const LexemeAutomaton& a, std::int32_t state) {
            const auto [before, own] = a.threads(state);
            return nb::make_tuple(to_list(before), to_list(own));
          },
          "state"_a)
      .def(
          "minimise",
          [](LexemeAutomaton& a, const std::vector<std::int32_t>& outcomes, std::uint64_t steps) {
            return unlocked([&] { return a.minimise(outcomes, steps); });
          },
          "outcomes"_a, "steps"_a)
      .def_ro("colours", &LexemeAutomaton::colours)
      .def_prop_ro("edges", [](const LexemeAutomaton& a) {
        nb::list out;
        for (const auto& row : a.edges) {
          nb::dict edges;
          for (const auto& [number, target] : row) edges[nb::int_(number)] = nb::int_(target);
          out.append(edges);
        }
        return out;
      });

  nb::class_<ThreadMachine>(m, "ThreadMachine")
      .def(
          "__init__",
          [](ThreadMachine* self, const nb::bytes& nodes, const nb::bytes& ways, const std::vector<std::vector<std::int32_t>>& sets,
             const std::vector<std::int32_t>& classes, std::int32_t count, std::int32_t found, std::int32_t width) {
            new (self) ThreadMachine(to_nodes(nodes), to_ints(ways), sets, classes, count, found, width);
          },
          "nodes"_a, "ways"_a, "sets"_a, "classes"_a, "count"_a, "found"_a, "width"_a)
      .def(
          "automaton",
          [](ThreadMachine& self, const std::vector<std::pair<std::int32_t, bool>>& rivals, std::pair<std::int32_t, bool> own,
             std::int32_t max_states, std::uint64_t max_work) {
            return unlocked([&] { return self.automaton(rivals, own, max_states, max_work); });
          },
          "rivals"_a, "own"_a, "max_states"_a, "max_work"_a, nb::keep_alive<0, 1>())
      .def(
          "pending",
          [](const ThreadMachine& self, std::int32_t id) {
            nb::list out;
            const std::vector<std::int32_t>& flat = self.pending(id);
            for (std::size_t at = 0; at < flat.size(); at += 2 + flat[at + 1]) {
              nb::list nodes;
              for (std::int32_t i = 0; i < flat[at + 1]; ++i) nodes.append(flat[at + 2 + i]);
              out.append(nb::make_tuple(flat[at] != 0, nodes));
            }
            return out;
          },
          "id"_a)
      .def("behind", &ThreadMachine::behind, "id"_a);

  nb::class_<Meetings>(m, "Meetings")
      .def(nb::init<std::uint32_t>(), "max_pairs"_a)
      .def(
          "grow",
          [](Meetings& self, const nb::bytes& nodes, const nb::bytes& ways, const std::vector<std::vector<std::int32_t>>& sets) {
            self.grow(to_nodes(nodes), to_ints(ways), sets);
          },
          "nodes"_a, "ways"_a, "sets"_a)
      .def("group", &Meetings::group, "terminals"_a)
      .def(
          "meet",
          [](Meetings& self, std::int32_t rival, std::int32_t own, bool equal, std::int32_t beyond) {
            return unlocked([&] { return self.meet(rival, own, equal, beyond); });
          },
          "rival"_a, "own"_a, "equal"_a, "beyond"_a)
      .def("may_match", &Meetings::may_match, "node"_a, "group"_a);

  nb::class_<LalrTable>(m, "LalrTable")
      .def(
          "__init__",
          [](LalrTable* self, std::int32_t symbols, std::int32_t start, const std::vector<std::int32_t>& origins,
             const std::vector<std::vector<std::int32_t>>& bodies, std::uint64_t max_work) {
            unlocked([&] { new (self) LalrTable(symbols, start, origins, bodies, max_work); });
          },
          "symbols"_a, "start"_a, "origins"_a, "bodies"_a, "max_work"_a)
      .def_prop_ro("spent", &LalrTable::spent)
      .def_prop_ro("work", &LalrTable::work)
      .def_prop_ro("moves", &LalrTable::moves)
      .def(
          "settle",
          [](LalrTable& table, const std::vector<std::int32_t>& priorities) -> nb::object {
            if (table.settle(priorities)) return nb::none();
            const LalrTable::Conflict& found = table.conflict();
            nb::list terminals;
            each(found.terminals, [&](std::int32_t terminal) { terminals.append(terminal); });
            return nb::make_tuple(found.rule, found.other, terminals);
          },
          "priorities"_a)
      .def_prop_ro("lost", &LalrTable::lost)
      .def_prop_ro("accepts", &LalrTable::accepts)
      .def_prop_ro("sets", [](const LalrTable& table) {
        std::vector<std::vector<std::int32_t>> out;
        for (std::int32_t i = 0; i < table.sets(); ++i) out.push_back(table.members(i));
        return out;
      });
}

}  // namespace constrain
