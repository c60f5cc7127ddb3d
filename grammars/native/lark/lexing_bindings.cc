#include "lark/lexing_bindings.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "python/doors.h"
#include "python/interruptible.h"
#include "lark/lalr.h"
#include "lark/overlap.h"
#include "python/released.h"
#include "lark/terminal_dfa.h"

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

// Whether the numbers in nodes are those of nodes, ways and sets, of which there are so many.
void need_nodes(const std::vector<ThreadNode>& made, const std::vector<std::int32_t>& ways, std::size_t nodes, std::size_t sets) {
  const auto fits = [&](const ThreadNode& n) {
    switch (n.kind) {
      case ThreadNode::Char: return (n.a == ThreadNode::kEnd || below(n.a, sets)) && below(n.b, nodes);
      case ThreadNode::Split: return n.a >= 0 && n.b >= 0 && static_cast<std::size_t>(n.a) + static_cast<std::size_t>(n.b) <= ways.size();
      case ThreadNode::Ahead: case ThreadNode::Behind: return below(n.b, nodes) && n.c >= 0 && below(n.d, nodes);
      default: return n.kind == ThreadNode::Match;
    }
  };
  need(std::all_of(made.begin(), made.end(), fits) && all_below(ways, nodes), "a node names what is not there");
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
            need(below(state, a.states()), "there is no such state");
            const auto [before, own] = a.threads(state);
            return nb::make_tuple(to_list(before), to_list(own));
          },
          "state"_a)
      .def(
          "minimise",
          [](LexemeAutomaton& a, const std::vector<std::int32_t>& outcomes, std::uint64_t steps) {
            need(outcomes.size() == static_cast<std::size_t>(a.states()), "there must be an outcome for each state");
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
             const std::vector<std::int32_t>& classes, std::int32_t count, std::int32_t found, std::int32_t width,
             const std::vector<std::int32_t>& remembered) {
            std::vector<ThreadNode> read = to_nodes(nodes);
            std::vector<std::int32_t> targets = to_ints(ways);
            need_nodes(read, targets, read.size(), sets.size());
            need(count >= 0 && below(found, read.size()) && width >= 0 && all_below(classes, count), "a class, a node or a width is not there");
            need(std::all_of(sets.begin(), sets.end(), [&](const auto& set) { return all_below(set, count); }), "a set has what is no class");
            need(remembered.size() == static_cast<std::size_t>(count), "there must be a remembered class for each class");
            new (self) ThreadMachine(std::move(read), std::move(targets), sets, classes, count, found, width, remembered);
          },
          "nodes"_a, "ways"_a, "sets"_a, "classes"_a, "count"_a, "found"_a, "width"_a, "remembered"_a)
      .def(
          "automaton",
          [](ThreadMachine& self, const std::vector<ThreadMachine::Beginning>& rivals, const ThreadMachine::Beginning& own,
             std::int32_t max_states, std::uint64_t max_work) {
            const auto node = [&](const ThreadMachine::Beginning& start) { return below(start.first, self.nodes()); };
            need(node(own) && std::all_of(rivals.begin(), rivals.end(), node), "a terminal begins at no node");
            return unlocked([&] { return self.automaton(rivals, own, max_states, max_work); });
          },
          "rivals"_a, "own"_a, "max_states"_a, "max_work"_a, nb::keep_alive<0, 1>())
      .def(
          "pending",
          [](const ThreadMachine& self, std::int32_t id) {
            need(below(id, self.pendings()), "there is no such set of lookaheads");
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
      .def(
          "behind",
          [](const ThreadMachine& self, std::int32_t id) {
            need(below(id, self.behinds()), "there is no such sequence");
            return self.behind(id);
          },
          "id"_a);

  nb::class_<Meetings>(m, "Meetings")
      .def(nb::init<std::uint32_t>(), "max_pairs"_a)
      .def(
          "grow",
          [](Meetings& self, const nb::bytes& nodes, const nb::bytes& ways, const std::vector<std::vector<std::int32_t>>& sets) {
            const std::vector<ThreadNode> read = to_nodes(nodes);
            const std::vector<std::int32_t> targets = to_ints(ways);
            need_nodes(read, targets, self.nodes() + read.size(), self.sets() + sets.size());
            need(std::all_of(sets.begin(), sets.end(), [](const auto& set) { return all_below(set, 0x110001); }), "a set has what is no class");
            self.grow(read, targets, sets);
          },
          "nodes"_a, "ways"_a, "sets"_a)
      .def(
          "plain",
          [](Meetings& self, std::int32_t node) {
            need(below(node, self.nodes()), "there is no such node");
            return interruptible([&] { return self.plain(node); });
          },
          "node"_a)
      .def(
          "group",
          [](Meetings& self, const std::vector<std::int32_t>& terminals) {
            need(all_below(terminals, self.nodes()), "a terminal begins at no node");
            return interruptible([&] { return self.group(terminals); });
          },
          "terminals"_a)
      .def(
          "meet",
          [](Meetings& self, std::int32_t rival, std::int32_t own, bool equal, std::int32_t beyond) {
            need(below(rival, self.nodes()) && below(own, self.nodes()), "a terminal begins at no node");
            need(beyond == -1 || below(beyond, self.groups()), "there is no such group");
            return unlocked([&] { return self.meet(rival, own, equal, beyond); });
          },
          "rival"_a, "own"_a, "equal"_a, "beyond"_a)
      .def(
          "may_match",
          [](Meetings& self, std::int32_t node, std::int32_t group) {
            need(below(node, self.nodes()) && below(group, self.groups()), "there is no such node or group");
            return interruptible([&] { return self.may_match(node, group); });
          },
          "node"_a, "group"_a);

  nb::class_<LalrTable>(m, "LalrTable")
      .def(
          "__init__",
          [](LalrTable* self, std::int32_t symbols, std::int32_t start, const std::vector<std::int32_t>& origins,
             const std::vector<std::vector<std::int32_t>>& bodies, std::uint64_t max_work) {
            need(symbols > 0 && below(start, symbols), "the start is no symbol");
            need_rules(symbols, origins, bodies);
            unlocked([&] { new (self) LalrTable(symbols, start, origins, bodies, max_work); });
          },
          "symbols"_a, "start"_a, "origins"_a, "bodies"_a, "max_work"_a)
      .def_prop_ro("spent", &LalrTable::spent)
      .def_prop_ro("work", &LalrTable::work)
      .def_prop_ro("moves", &LalrTable::moves)
      .def(
          "settle",
          [](LalrTable& table, const std::vector<std::int32_t>& priorities) -> nb::object {
            need(!table.spent() && priorities.size() == table.rules(), "there must be a priority for each rule");
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
