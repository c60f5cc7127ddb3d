// From a production's byte code to an automaton: Thompson's construction, one function an operation.
//
// Code is postfix, so the automata of an operation's parts wait on a stack, each as the states where it begins and ends.
// Example: `"a" b*` is Terminal 0, Nonterminal 1, Repeat 0 0, Sequence 2. Four fragments are made, and one is left; it is
// put between the production's own start and end. What is counted, what may stand once in its scope, and scopes themselves
// become automata of their own, which are called.
#include <algorithm>

#include "network/network_builder.h"
#include "support/bytecode.h"

namespace constrain {

namespace {

class ProductionReader {
 public:
  ProductionReader(UnfinishedAutomata& net, Terminals& terminals, const FlatGrammar& grammar, std::uint32_t production)
      : net_(net), terminals_(terminals), embedded_(grammar.embedded.size()), code_(grammar.productions[production]) {}

  void read(std::uint32_t automaton) {
    while (at_ < code_.size()) operation(static_cast<GrammarCode>(code_[at_++]));
    if (stack_.size() != 1 || !open_.empty()) throw malformed_code();
    net_.add_edge(net_.starts[automaton], stack_[0].in);
    net_.add_edge(stack_[0].out, net_.finals[automaton]);
  }

 private:
  struct Fragment { StateId in, out; };
  struct Open {  // a scope, or a part that may stand once
    bool scope;
    std::vector<std::uint32_t> onces, guards;
  };

  // Unknown operations and numbers that lead nowhere are refused, because byte code may come from any caller.
  void operation(GrammarCode code) {
    switch (code) {
      case GrammarCode::Terminal: return label(EdgeKind::Terminal, terminals_.size());
      case GrammarCode::Nonterminal: return label(EdgeKind::Call, net_.starts.size());
      case GrammarCode::Sequence: return sequence();
      case GrammarCode::Choice: return choice();
      case GrammarCode::Repeat: return repeat(false);
      case GrammarCode::RepeatBetween: return repeat(true);
      case GrammarCode::Ordered: return ordered();
      case GrammarCode::Once: return once();
      case GrammarCode::Require: return require();
      case GrammarCode::Distinct: return distinct();
      case GrammarCode::Scope: return scope();
      case GrammarCode::BeginScope: open_.push_back({true, {}, {}}); return;
      case GrammarCode::BeginOnce:
        need_scope();
        open_.push_back({false, {}, {}});
        return;
      case GrammarCode::Line: return line();
      case GrammarCode::Graph: throw malformed_code();  // never a part of something
      case GrammarCode::Names: return names();
      case GrammarCode::Named: return named();
      case GrammarCode::Embedded:
        if (!open_.empty()) throw malformed_code();
        return label(EdgeKind::Embedded, embedded_);
    }
    throw malformed_code();
  }

  std::uint64_t number() {
    const std::uint64_t value = number_at(code_, at_);
    if (at_ > code_.size()) throw malformed_code();
    return value;
  }
  std::uint32_t terminal() {
    const std::uint64_t number = this->number();
    if (number >= terminals_.size()) throw malformed_code();
    return static_cast<std::uint32_t>(number);
  }
  void need_scope() const {
    if (open_.empty() || !open_.back().scope)
      throw GrammarFault("what may stand once, must be distinct, or depends on that, must stand directly in a scope");
  }

  // A fragment of two new states with one edge.
  void push(EdgeKind kind, std::uint32_t label) {
    const Fragment f{net_.add_state(), net_.add_state()};
    net_.add_edge(f.in, f.out, kind, label);
    stack_.push_back(f);
  }
  void label(EdgeKind kind, std::size_t count) {
    const std::uint64_t number = this->number();
    if (number >= count) throw malformed_code();
    push(kind, static_cast<std::uint32_t>(number));
  }

  // The place on the stack of the first of as many parts as the code says.
  std::size_t parts(std::uint64_t count) const {
    if (count > stack_.size()) throw malformed_code();
    return stack_.size() - count;
  }

  // Parts are linked by silent edges; no parts are one state, which is the empty text.
  void sequence() {
    const std::uint64_t count = number();
    const std::size_t base = parts(count);
    Fragment f;
    if (count == 0) {
      f.in = f.out = net_.add_state();
    } else {
      for (std::size_t i = base; i + 1 < stack_.size(); ++i) net_.add_edge(stack_[i].out, stack_[i + 1].in);
      f = {stack_[base].in, stack_.back().out};
    }
    stack_.resize(base);
    stack_.push_back(f);
  }

  void choice() {
    const std::size_t base = parts(number());
    const Fragment f{net_.add_state(), net_.add_state()};
    for (std::size_t i = base; i < stack_.size(); ++i) {
      net_.add_edge(f.in, stack_[i].in);
      net_.add_edge(stack_[i].out, f.out);
    }
    stack_.resize(base);
    stack_.push_back(f);
  }

  // Rounds of a part, with something between them or not. Bounds that loops and empty edges can say need no counter.
  void repeat(bool separated) {
    const std::uint64_t minimum = number(), bound = number();
    if (stack_.size() < (separated ? 2 : 1)) throw malformed_code();
    if (minimum >= kUnbounded)
      throw LimitError("a repetition's minimum is too large for any text that fits into memory; lower it",
                       kUnbounded - 1, minimum);
    std::uint32_t maximum = bound == 0 || bound - 1 >= kUnbounded ? kUnbounded : static_cast<std::uint32_t>(bound - 1);
    Fragment between{kNone, kNone};
    bool plain = false;  // between two rounds is nothing but a terminal
    if (separated) {
      between = stack_.back();
      stack_.pop_back();
      if (net_.edges.empty()) throw malformed_code();  // because nothing at all was written
      const Edge& read = net_.edges.back();
      plain = read.kind == EdgeKind::Terminal && read.source == between.in && read.target == between.out;
      // A separator that matches nothing leaves one round at most.
      if (plain && terminals_.matches_nothing(read.label)) maximum = std::min(maximum, 1u);
    }
    const Fragment body = stack_.back();
    stack_.pop_back();
    const StateId again = separated ? between.in : body.in;  // where another round begins
    if (separated) net_.add_edge(between.out, body.in);
    const Fragment f{net_.add_state(), net_.add_state()};
    stack_.push_back(f);
    if (maximum < minimum) return;  // no path: matches nothing
    if (maximum == 0) {
      net_.add_edge(f.in, f.out);
    // `x?`, `x*`, `x+`: edges alone say it.
    } else if (maximum == 1 || (maximum == kUnbounded && minimum <= 1)) {
      net_.add_edge(f.in, body.in);
      if (maximum != 1) net_.add_edge(body.out, again);
      net_.add_edge(body.out, f.out);
      if (minimum == 0) net_.add_edge(f.in, f.out);
    } else {
      if (separated) {
        // Trimming takes it that another round can always begin, so what leads to it must be plain.
        if (!plain)
          throw UnsupportedFault("what stands between counted repetitions must be a terminal", "counted repetition");
        net_.separated.push_back(body.in);
      }
      counted(f, body, again, static_cast<std::uint32_t>(minimum), maximum);
    }
  }

  // An automaton of its own with one edge that counts: `x{2,1000}` has the states of `x` once, and the round is a
  // number in the item.
  void counted(Fragment f, Fragment body, StateId again, std::uint32_t minimum, std::uint32_t maximum) {
    const StateId in = net_.add_state(), out = net_.add_state();
    const std::uint32_t callee = net_.add_automaton(in, out);
    net_.add_edge(in, body.in);
    if (minimum == 0) net_.add_edge(in, out);
    net_.add_edge(body.out, out, EdgeKind::Counter, static_cast<std::uint32_t>(net_.counters.size()));
    net_.counters.push_back({again, out, minimum, maximum});
    net_.add_edge(f.in, f.out, EdgeKind::Call, callee);
  }

  // Parts in their order. After the separator, as at the beginning, stands the next part or, if it may be left out, one
  // after it.
  void ordered() {
    const std::uint32_t separator = terminal();
    const std::uint64_t count = number();
    const std::size_t base = parts(count);
    if (count > code_.size() - at_) throw malformed_code();
    const std::string_view required = code_.substr(at_, count);
    at_ += count;
    const std::size_t last = required.rfind('\1');
    const Fragment f{net_.add_state(), net_.add_state()};
    StateId next = f.in;
    for (std::size_t i = 0; i < count; ++i) {
      const Fragment part = stack_[base + i];
      net_.add_edge(next, part.in);
      if (last == std::string_view::npos || i >= last) net_.add_edge(part.out, f.out);
      if (i + 1 == count) break;
      const StateId after = net_.add_state();
      net_.add_edge(part.out, after, EdgeKind::Terminal, separator);
      if (!required[i]) net_.add_edge(next, after);
      next = after;
    }
    stack_.resize(base);
    stack_.push_back(f);
  }

  // The part becomes an automaton that a marked edge calls; that it has been called is the mark, so the part may be
  // long.
  void once() {
    if (open_.empty() || open_.back().scope || stack_.empty()) throw malformed_code();
    open_.pop_back();
    open_.back().onces.push_back(static_cast<std::uint32_t>(net_.onces.size()));
    const std::uint32_t callee = net_.add_automaton(stack_.back().in, stack_.back().out);
    stack_.pop_back();
    push(EdgeKind::Once, static_cast<std::uint32_t>(net_.onces.size()));
    net_.onces.push_back({callee, static_cast<std::uint32_t>(number())});
  }

  void require() {
    need_scope();
    Guard guard{{}, 0, kUnbounded};
    const std::uint64_t count = number();
    if (count > code_.size()) throw malformed_code();
    for (std::uint64_t i = 0; i < count; ++i) guard.marks.push_back(static_cast<std::uint32_t>(number()));
    const auto cut = [](std::uint64_t n) { return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, kUnbounded)); };
    guard.minimum = cut(number());
    if (const std::uint64_t below = number()) guard.below = cut(below - 1);
    open_.back().guards.push_back(net_.add_guard(std::move(guard)));
    push(EdgeKind::Guard, open_.back().guards.back());
  }

  void distinct() {
    constexpr std::uint64_t kUniqueItems = 3;  // an array whose items differ by value, instead of a spelling
    const std::uint32_t label = terminal();
    const std::uint64_t spelling = number();
    if (spelling > kUniqueItems) throw malformed_code();
    if (spelling == kUniqueItems) {
      terminals_[label].opens = net_.has_unique_items = true;
      return push(EdgeKind::Terminal, label);
    }
    need_scope();
    terminals_[label].spelling = static_cast<Spelling>(spelling);
    push(EdgeKind::Distinct, label);
  }

  void scope() {
    if (open_.empty() || !open_.back().scope || stack_.empty()) throw malformed_code();
    find_makers(open_.back());
    const bool guarded = !open_.back().onces.empty() || !open_.back().guards.empty();
    open_.pop_back();
    StateId in = stack_.back().in;
    const auto callee = static_cast<std::uint32_t>(net_.starts.size());
    net_.scope_starts.push_back(callee);
    if (guarded) {  // nothing leads back to where it begins
      net_.guarded_scopes.push_back(callee);
      in = net_.add_state();
      net_.add_edge(in, stack_.back().in);
    }
    net_.add_automaton(in, stack_.back().out);
    stack_.pop_back();
    push(EdgeKind::Call, callee);
  }

  // Tells the scope's guards which of its parts make the marks that they ask for.
  void find_makers(Open& scope) {
    std::vector<std::uint32_t>& by_mark = scope.onces;
    std::sort(by_mark.begin(), by_mark.end(),
              [&](std::uint32_t a, std::uint32_t b) { return net_.onces[a].mark < net_.onces[b].mark; });
    for (std::uint32_t g : scope.guards)
      for (std::uint32_t i = 0; i < net_.guards[g].marks.size(); ++i) {
        const std::uint32_t mark = net_.guards[g].marks[i];
        auto o = std::lower_bound(by_mark.begin(), by_mark.end(), mark,
                                  [&](std::uint32_t a, std::uint32_t m) { return net_.onces[a].mark < m; });
        for (; o != by_mark.end() && net_.onces[*o].mark == mark; ++o)
          net_.makers[g].push_back({net_.onces[*o].callee, i});
      }
  }

  void line() { push(EdgeKind::Terminal, read_line(net_, terminals_, code_, at_)); }

  // The catalogue stands once in a grammar, where it spells nothing.
  void names() {
    const std::uint64_t size = number();
    if (size > code_.size() - at_ || !net_.catalogue.empty()) throw malformed_code();
    net_.catalogue = code_.substr(at_, size);
    at_ += size;
    net_.has_lines = true;
    const StateId state = net_.add_state();
    stack_.push_back({state, state});
  }

  void named() {
    const std::uint32_t label = terminal();
    const std::uint64_t action = number(), number = this->number();
    const bool binds = action > kFirstBinding;
    const std::uint64_t most = binds ? kFirstBinding + static_cast<std::uint64_t>(BindingAction::Count)
                                     : static_cast<std::uint64_t>(NameAction::Count);
    if (action == 0 || action >= most || number >= kUnbounded) throw malformed_code();
    Terminal& terminal = terminals_[label];
    terminal.line = binds ? Line::Bound : Line::Named;
    if (binds) terminal.binding = static_cast<BindingAction>(action - kFirstBinding);
    else terminal.action = static_cast<NameAction>(action);
    net_.binds = net_.binds || binds;
    terminal.number = static_cast<std::uint32_t>(number);
    net_.has_lines = true;
    push(EdgeKind::Terminal, label);
  }

  UnfinishedAutomata& net_;
  Terminals& terminals_;
  const std::size_t embedded_;  // how many grammars
  const std::string_view code_;
  std::size_t at_ = 0;
  std::vector<Fragment> stack_;
  std::vector<Open> open_;
};

}  // namespace

std::uint32_t read_line(Automata& net, Terminals& terminals, std::string_view code, std::size_t& at) {
  const auto number = [&](std::uint64_t below) {
    const std::uint64_t value = number_at(code, at);
    if (at > code.size() || value >= below) throw malformed_code();
    return static_cast<std::uint32_t>(value);
  };
  const std::uint32_t label = number(terminals.size()), kind = number(static_cast<std::uint64_t>(Line::EndDedent) + 1);
  if (kind == 0) throw malformed_code();
  Terminal& terminal = terminals[label];
  terminal.line = static_cast<Line>(kind);
  if (terminal.line <= Line::Shallower) {
    const TerminalId tail = number(terminals.size());
    terminal.tab = number(kUnbounded);
    if (terminal.tab == 0) throw malformed_code();
    terminal.tail = terminals.read(tail).pattern;
  }
  net.has_lines = true;
  return label;
}

void read_production(UnfinishedAutomata& net, Terminals& terminals, const FlatGrammar& grammar,
                     std::uint32_t production) {
  ProductionReader(net, terminals, grammar, production).read(production);
}

}  // namespace constrain
