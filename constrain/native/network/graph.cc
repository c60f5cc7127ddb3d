// Grammars whose front end has made the network itself (Lark's: grammars/native/lark/product_graph.h): one production's code
// is a graph, whose states and arcs become states and edges as they are.
//
// Where trimming has to look at it, since a terminal matches nothing in this vocabulary, and where other productions stand
// beside it, each of its states becomes an automaton instead for each end that its group may come to.
#include "network/network_builder.h"
#include "support/bytecode.h"
#include "support/flat_map.h"
#include "support/labelled_graph.h"

namespace constrain {

namespace {

// A graph as a production's code has it (bytecode.h); its lines are told to the terminals.
Graph read_graph(std::string_view code, Terminals& terminals, Automata& net, std::uint32_t& root) {
  std::size_t at = 1;
  const auto number = [&](std::uint64_t below) {
    const std::uint64_t value = number_at(code, at);
    if (at > code.size() || value >= below) throw malformed_code();
    return static_cast<std::uint32_t>(value);
  };
  for (std::uint32_t lines = number(kNone); lines > 0; --lines) read_line(net, terminals, code, at);
  const std::uint32_t count = number(code.size());  // each state takes two bytes
  root = number(count);
  Graph graph;
  for (std::uint32_t q = 0; q < count; ++q) {
    const std::uint64_t final = number_at(code, at);
    for (std::uint32_t arcs = number(code.size()); arcs > 0; --arcs) {
      const std::uint32_t what = number(kNone), of = what / 3;
      std::uint32_t callee = kNone;
      if (of >= (what % 3 == 0 ? 1 : what % 3 == 1 ? terminals.size() : kMostTogether)) throw malformed_code();
      if (what % 3 == 2) callee = number(count);
      graph.arcs.push_back({what % 3 * kReads | of, number(count), callee});
    }
    graph.close(final);
  }
  if (at != code.size()) throw malformed_code();
  return graph;
}

}  // namespace

static_assert(kReads == std::uint64_t(EdgeKind::Terminal) << 32 && kCalls == std::uint64_t(EdgeKind::Call) << 32 &&
              EdgeKind{} == EdgeKind::Silent);

bool is_graph(std::string_view code) {
  return !code.empty() && static_cast<GrammarCode>(code[0]) == GrammarCode::Graph;
}

bool take_graph(Automata& net, Terminals& terminals, const FlatGrammar& grammar) {
  if (grammar.productions.size() != 1 || !is_graph(grammar.productions[0])) return false;
  for (TerminalId t = 0; t < terminals.size(); ++t)
    if (terminals.matches_nothing(t) || terminals.nullable(t)) return false;
  std::uint32_t root;
  const Graph graph = read_graph(grammar.productions[0], terminals, net, root);
  spend(graph.size() + graph.arcs.size());
  net.nullable_start = graph.final[root] & 1;
  write_graph(net, graph, root);
  return true;
}

// Each state is an automaton of its own for each end that its group may come to: it reads something, and calls what follows.
// `trim` makes jumps of these calls.
void read_graph(UnfinishedAutomata& net, Terminals& terminals, std::string_view code, std::uint32_t production,
                std::vector<std::uint32_t>& families) {
  std::uint32_t root;
  const Graph graph = read_graph(code, terminals, net, root);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> states{{root, 0}};  // by automaton, and which end
  std::vector<std::uint32_t> numbers{production};
  FlatMap<std::uint32_t> known;
  known.insert(root, 0, production);
  const auto of = [&](std::uint32_t state, std::uint32_t end) {
    if (const std::uint32_t* found = known.find(state, end)) return *found;
    const StateId first = net.add_state(), last = net.add_state();
    const std::uint32_t made = net.add_automaton(first, last);
    known.insert(state, end, made);
    states.emplace_back(state, end);
    numbers.push_back(made);
    for (std::size_t a = families.size(); a <= made; ++a) families.push_back(static_cast<std::uint32_t>(a));
    return made;
  };
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto [q, end] = states[i];
    const StateId first = net.starts[numbers[i]], last = net.finals[numbers[i]];
    if (graph.final[q] >> end & 1) net.add_edge(first, last);
    for (const Arc& arc : graph.of(q)) {
      StateId next = first;
      if (arc.label != 0) {
        const auto which = static_cast<std::uint32_t>(arc.label);
        next = net.add_state();
        if (arc.callee == kNone) {
          net.add_edge(first, next, EdgeKind::Terminal, which);
        } else {
          const std::uint32_t callee = of(arc.callee, which), group = of(arc.callee, 0);
          families[callee] = families[group];  // variants of one rule, as it were
          net.add_edge(first, next, EdgeKind::Call, callee);
        }
      }
      net.add_edge(next, last, EdgeKind::Call, of(arc.target, end));
    }
  }
}

}  // namespace constrain
