// What Python sees of Lark's terminals: their automata, what they can read together, and LALR tables.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings.h"
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

Vec<std::int32_t> to_ints(const nb::bytes& b) {
  Vec<std::int32_t> out(b.size() / sizeof(std::int32_t));
  if (!out.empty()) std::memcpy(out.data(), b.data(), out.size() * sizeof(std::int32_t));
  return out;
}

Vec<ThreadNode> to_nodes(const nb::bytes& b) {
  const Vec<std::int32_t> flat = to_ints(b);
  Vec<ThreadNode> out;
  for (std::size_t i = 0; i + 5 <= flat.size(); i += 5)
    out.push_back({flat[i], flat[i + 1], flat[i + 2], flat[i + 3], flat[i + 4]});
  return out;
}

// Whether the numbers in nodes are those of nodes, ways and sets, of which there are so many.
void need_nodes(const Vec<ThreadNode>& made, const Vec<std::int32_t>& ways, std::size_t nodes,
                std::size_t sets) {
  const auto fits = [&](const ThreadNode& n) {
    switch (n.kind) {
      case ThreadNode::Char: return (n.a == ThreadNode::kEnd || below(n.a, sets)) && below(n.b, nodes);
      case ThreadNode::Split:
        return n.a >= 0 && n.b >= 0 && static_cast<std::size_t>(n.a) + static_cast<std::size_t>(n.b) <= ways.size();
      case ThreadNode::Ahead: case ThreadNode::Behind: return below(n.b, nodes) && n.c >= 0 && below(n.d, nodes);
      default: return n.kind == ThreadNode::Match;
    }
  };
  need(std::all_of(made.begin(), made.end(), fits) && all_below(ways, nodes), "a node names what is not there");
}

nb::list to_list(const Vec<Thread>& threads) {
  nb::list out;
  for (const Thread& t : threads) out.append(nb::make_tuple(t.node, t.pending, t.lookbehind));
  return out;
}

void bind_automaton(nb::module_& m) {
  nb::class_<LexemeAutomaton>(
      m, "LexemeAutomaton",
      "The automaton of one terminal, deterministic, and minimal once `minimise` has been called.")
      .def_prop_ro(
          "fault", [](const LexemeAutomaton& a) { return static_cast<int>(a.fault); },
          "0; or it was too much: states (1), work (2), or it looks back too far (3).")
      .def_ro("work", &LexemeAutomaton::work, "Steps that it took.")
      .def_ro("drops", &LexemeAutomaton::drops,
              "Whether there are competitors, or a match cut off threads that could have gone on.")
      .def_ro("ended", &LexemeAutomaton::ended, "The states where the terminal has matched.")
      .def_prop_ro("states", &LexemeAutomaton::states, "How many states it has.")
      .def(
          "threads",
          [](const LexemeAutomaton& a, std::int32_t state) {
            need(below(state, a.states()), "there is no such state");
            const auto [before, own] = a.threads(state);
            return nb::make_tuple(to_list(before), to_list(own));
          },
          "state"_a,
          "Those tried before the terminal's own, and these: node, number of what is pending, of what is remembered.")
      .def(
          "minimise",
          [](LexemeAutomaton& a, const Vec<std::int32_t>& outcomes, std::uint64_t steps) {
            need(outcomes.size() == static_cast<std::size_t>(a.states()), "there must be an outcome for each state");
            return unlocked([&] { return a.minimise(outcomes, steps); });
          },
          "outcomes"_a, "steps"_a,
          "Makes one of states that have the same outcomes ahead; false if more than `steps` edges are looked at.")
      .def_ro("colours", &LexemeAutomaton::colours, "What each state has become.")
      .def_prop_ro(
          "edges",
          [](const LexemeAutomaton& a) {
            nb::list out;
            for (const auto& row : a.edges) {
              nb::dict edges;
              for (const auto& [number, target] : row) edges[nb::int_(number)] = nb::int_(target);
              out.append(edges);
            }
            return out;
          },
          "Of each minimal state, where its classes lead.");
}

void bind_machine(nb::module_& m) {
  nb::class_<ThreadMachine>(
      m, "ThreadMachine",
      "The program of a Lark grammar's terminals; `grammars/lark/lexing/pike_vm.py` says what its threads are.")
      .def(
          "__init__",
          [](ThreadMachine* self, const nb::bytes& nodes, const nb::bytes& ways,
             const Vec<Vec<std::int32_t>>& sets, const Vec<std::int32_t>& classes,
             std::int32_t count, std::int32_t found, std::int32_t width, const Vec<std::int32_t>& remembered) {
            Vec<ThreadNode> read = to_nodes(nodes);
            Vec<std::int32_t> targets = to_ints(ways);
            need_nodes(read, targets, read.size(), sets.size());
            need(count >= 0 && below(found, read.size()) && width >= 0 && all_below(classes, count),
                 "a class, a node or a width is not there");
            need(std::all_of(sets.begin(), sets.end(), [&](const auto& set) { return all_below(set, count); }),
                 "a set has what is no class");
            need(remembered.size() == static_cast<std::size_t>(count),
                 "there must be a remembered class for each class");
            new (self)
                ThreadMachine(std::move(read), std::move(targets), sets, classes, count, found, width, remembered);
          },
          "nodes"_a, "ways"_a, "sets"_a, "classes"_a, "count"_a, "found"_a, "width"_a, "remembered"_a,
          "`nodes`: five int32 a node, its kind first; `ways`: int32, where splits lead; `sets`: classes of each.")
      .def(
          "automaton",
          [](ThreadMachine& self, const Vec<ThreadMachine::Beginning>& competitors,
             const ThreadMachine::Beginning& own, std::int32_t max_states, std::uint64_t max_work) {
            const auto node = [&](const ThreadMachine::Beginning& start) { return below(start.first, self.nodes()); };
            need(node(own) && std::all_of(competitors.begin(), competitors.end(), node),
                 "a terminal begins at no node");
            return unlocked([&] { return self.automaton(competitors, own, max_states, max_work); });
          },
          "competitors"_a, "own"_a, "max_states"_a, "max_work"_a, nb::keep_alive<0, 1>(),
          "Of the terminal at a node beside others, each with what stands before it if it looks back.")
      .def(
          "pending",
          [](const ThreadMachine& self, std::int32_t id) {
            need(below(id, self.pendings()), "there is no such set of lookaheads");
            nb::list out;
            const ThreadMachine::List flat = self.pending(id);
            for (std::size_t at = 0; at < flat.size(); at += 2 + flat[at + 1]) {
              nb::list nodes;
              for (std::int32_t i = 0; i < flat[at + 1]; ++i) nodes.append(flat[at + 2 + i]);
              out.append(nb::make_tuple(flat[at] != 0, nodes));
            }
            return out;
          },
          "id"_a, "Lookaheads by number: whether negative, and where they stand.")
      .def(
          "lookbehind",
          [](const ThreadMachine& self, std::int32_t id) {
            need(below(id, self.lookbehinds()), "there is no such sequence");
            return Vec<std::int32_t>(self.lookbehind(id).begin(), self.lookbehind(id).end());
          },
          "id"_a, "The characters that a thread remembers, by number; 0 stands for none at all.");
}

void bind_overlaps(nb::module_& m) {
  nb::class_<Overlap>(
      m, "Overlap",
      "Whether two of a Lark grammar's terminals can read one text together; nodes as for `ThreadMachine`.")
      .def(nb::init<std::uint32_t>(), "max_pairs"_a,
           "For no nodes yet; LimitExceeded once more than `max_pairs` pairs of nodes are looked at.")
      .def(
          "grow",
          [](Overlap& self, const nb::bytes& nodes, const nb::bytes& ways,
             const Vec<Vec<std::int32_t>>& sets) {
            const Vec<ThreadNode> read = to_nodes(nodes);
            const Vec<std::int32_t> targets = to_ints(ways);
            need_nodes(read, targets, self.nodes() + read.size(), self.sets() + sets.size());
            need(std::all_of(sets.begin(), sets.end(), [](const auto& set) { return all_below(set, 0x110001); }),
                 "a set has what is no class");
            self.grow(read, targets, sets);
          },
          "nodes"_a, "ways"_a, "sets"_a,
          "More nodes after those known; their ways are numbered from 0, sets from the first that is not known.")
      .def(
          "plain",
          [](Overlap& self, std::int32_t node) {
            need(below(node, self.nodes()), "there is no such node");
            return interruptible([&] { return self.plain(node); });
          },
          "node"_a, "The nodes to which one leads without a character, lookarounds counting as fulfilled.")
      .def(
          "group",
          [](Overlap& self, const Vec<std::int32_t>& terminals) {
            need(all_below(terminals, self.nodes()), "a terminal begins at no node");
            return interruptible([&] { return self.group(terminals); });
          },
          "terminals"_a, "The number of a group of terminals, given by their first nodes.")
      .def(
          "overlaps",
          [](Overlap& self, std::int32_t earlier, std::int32_t own, bool equal, std::int32_t beyond) {
            need(below(earlier, self.nodes()) && below(own, self.nodes()), "a terminal begins at no node");
            need(beyond == -1 || below(beyond, self.groups()), "there is no such group");
            return unlocked([&] { return self.overlaps(earlier, own, equal, beyond); });
          },
          "earlier"_a, "own"_a, "equal"_a, "beyond"_a,
          "Whether one text can lead `earlier` to a match and `own` as far; `beyond` is a group, -1 for anything.")
      .def(
          "may_match",
          [](Overlap& self, std::int32_t node, std::int32_t group) {
            need(below(node, self.nodes()) && below(group, self.groups()), "there is no such node or group");
            return interruptible([&] { return self.may_match(node, group); });
          },
          "node"_a, "group"_a,
          "Whether a thread at the node may come to a match when a token of one of the group follows.");
}

void bind_table(nb::module_& m) {
  nb::class_<LalrTable>(m, "LalrTable",
                        "LALR(1) lookaheads in numbers; `grammars/lark/parsing/lalr.py` says what they mean.")
      .def(
          "__init__",
          [](LalrTable* self, std::int32_t symbols, std::int32_t start, const Vec<std::int32_t>& origins,
             const Vec<Vec<std::int32_t>>& bodies, std::uint64_t max_work) {
            need(symbols > 0 && below(start, symbols), "the start is no symbol");
            need_rules(symbols, origins, bodies);
            unlocked([&] { new (self) LalrTable(symbols, start, origins, bodies, max_work); });
          },
          "symbols"_a, "start"_a, "origins"_a, "bodies"_a, "max_work"_a,
          "Rule i derives `bodies[i]` from `origins[i]`; what has no rules is a terminal, `symbols` the end of text.")
      .def_prop_ro("spent", &LalrTable::spent,
                   "Whether it would take more than `max_work` items and steps; the rest is of no use then.")
      .def_prop_ro("work", &LalrTable::work, "Items and steps that it took.")
      .def_prop_ro(
          "moves",
          [](const LalrTable& table) {
            Vec<Vec<std::pair<std::int32_t, std::int32_t>>> out(table.states());
            for (std::int32_t state = 0; state < table.states(); ++state)
              for (const LalrTable::Move& move : table.moves(state)) out[state].emplace_back(move.symbol, move.target);
            return out;
          },
          "Of each state its symbols, ascending, and where they lead.")
      .def(
          "settle",
          [](LalrTable& table, const Vec<std::int32_t>& priorities) -> nb::object {
            need(!table.spent() && priorities.size() == table.rules(), "there must be a priority for each rule");
            if (table.settle(priorities)) return nb::none();
            const LalrTable::Conflict& found = table.conflict();
            nb::list terminals;
            each(found.terminals, [&](std::int32_t terminal) { terminals.append(terminal); });
            return nb::make_tuple(found.rule, found.other, terminals);
          },
          "priorities"_a,
          "Decides between rules by their priorities; two that have none to decide by, and before which terminals.")
      .def_prop_ro(
          "lost",
          [](const LalrTable& table) {
            Vec<Vec<std::pair<std::int32_t, std::int32_t>>> out(table.settled() ? table.states() : 0);
            for (std::size_t state = 0; state < out.size(); ++state)
              for (const auto& each : table.reductions(static_cast<std::int32_t>(state)))
                out[state].emplace_back(each.rule, each.lost);
            return out;
          },
          "Once settled: of each state the rules that may end there, each with the set of terminals that it lost.")
      .def_prop_ro("accepts", &LalrTable::accepts, "Of each state the set of terminals with an action.")
      .def_prop_ro(
          "sets",
          [](const LalrTable& table) {
            Vec<Vec<std::int32_t>> out;
            for (std::int32_t i = 0; i < table.sets(); ++i) out.push_back(table.members(i));
            return out;
          },
          "The sets of terminals that `lost` and `accepts` name by number.");
}

}  // namespace

void bind_lark_lexing(nb::module_& m) {
  bind_automaton(m);
  bind_machine(m);
  bind_overlaps(m);
  bind_table(m);
}

}  // namespace constrain
