#include "earley.h"

#include <algorithm>

namespace constrain {
namespace {

struct ItemHash {
  std::size_t operator()(const Item& i) const {
    return mix(mix(std::uint64_t{i.state} << 32 | i.origin, i.returns), i.count);
  }
};

// A set of items that stays a plain list while small.
class Seen {
 public:
  bool insert(const Item& item) {
    if (table_.empty()) {
      for (std::uint32_t i = 0; i < count_; ++i)
        if (list_[i] == item) return false;
      if (count_ < kSmall) {
        list_[count_++] = item;
        return true;
      }
      table_.insert(list_, list_ + count_);
    }
    return table_.insert(item).second;
  }

 private:
  static constexpr std::uint32_t kSmall = 16;
  Item list_[kSmall];
  std::uint32_t count_ = 0;
  std::unordered_set<Item, ItemHash> table_;
};

}  // namespace

Recogniser::Recogniser(ResidualStore& store, Network& network) : store_(store), network_(network), marks_(store), lines_(store) {
  kernel_ = {{network.start(network.start_automaton()), kNone, kNone, 0}};
  intern(kernel_, network.accepts_empty(), 0);
}

SetId Recogniser::intern(std::vector<Item>& kernel, bool accepting, StackId stack) {
  if (kernel.size() > 1) {
    std::sort(kernel.begin(), kernel.end());
    kernel.erase(std::unique(kernel.begin(), kernel.end()), kernel.end());
  }
  std::uint64_t hash = mix(std::uint64_t{stack} << 1 | accepting, kernel.size());
  for (const Item& i : kernel) hash = mix(hash, ItemHash()(i));
  const SetId found = index_.find(hash, [&](std::uint32_t id) {
    const Set& s = sets_[id];
    return s.accepting == accepting && s.stack == stack && s.count == kernel.size() && std::equal(kernel.begin(), kernel.end(), s.items);
  });
  if (found != kNone) return found;
  const SetId id = sets_.grow();
  Set& s = sets_[id];
  s.items = arena_.copy(kernel.data(), kernel.size());
  s.count = static_cast<std::uint32_t>(kernel.size());
  s.accepting = accepting;
  s.stack = stack;
  index_.insert(hash, id);
  return id;
}

const Network::Closure& Recogniser::closure(StateId q, std::uint32_t count) {
  if (!network_.scoped(q)) return network_.closure(q);
  const std::uint64_t key = std::uint64_t{q} << 32 | count;
  const auto it = closures_.find(key);
  return it != closures_.end() ? it->second : closures_.emplace(key, network_.closure(q, marks_, count, arena_)).first->second;
}

SetId Recogniser::after_lexeme(ScanId id, LexemeId lexeme) {
  const std::uint64_t key = std::uint64_t{id} << 32 | lexeme;
  const auto it = after_.find(key);
  return it != after_.end() ? it->second : after_.emplace(key, complete(id, lexeme)).first->second;
}

SetId Recogniser::complete(ScanId id, LexemeId lexeme) {
  const SetId from = begun_[id].set;
  const Scan& s = scan(id);
  StackId stack = sets_[from].stack;
  // A line that ends blocks is read when the set is expanded, to see whether it can.
  if (s.line == Line::Deeper) stack = lines_.push(stack, lexeme < kNoWidth ? Indentations::kUnknown : lexeme - kNoWidth);
  return read(from, s.edges, s.distinct, lexeme, stack);
}

SetId Recogniser::read(SetId from, std::span<const Edge> edges, bool distinct, LexemeId lexeme, StackId stack) {
  const Set& begun = sets_[from];
  Seen seen, completed;
  work_.clear();
  kernel_.clear();
  bool accepting = false;
  const auto add = [&](const Item& item, bool read) {
    if (seen.insert(item)) work_.push_back({item, read});
  };
  for (const Edge& edge : edges) {
    Item item = instantiate(edge, begun, from);
    if (distinct) item.count = marks_.with_lexeme(item.count, lexeme);
    add(item, true);
  }
  while (!work_.empty()) {
    const auto [item, read] = work_.back();
    work_.pop_back();
    if (kernel_.size() > kMaxItems)
      throw LimitError("the grammar is too ambiguous: items in one Earley set", kMaxItems, kernel_.size());
    const Network::Closure& c = closure(item.state, item.count);
    burn(1 + network_.take_work());
    if (!c.terminals.empty() || !c.calls.empty()) kernel_.push_back(item);
    if (read)
      for (std::uint32_t number : c.counters) {
        const Network::Counter& counter = network_.counter(number);
        const std::uint32_t rounds = item.count + 1;
        if (rounds >= counter.minimum) add({counter.exit, item.origin, item.returns, 0}, false);
        if (rounds < counter.maximum) {
          // Without a maximum, rounds beyond the minimum make no difference.
          const std::uint32_t kept = counter.maximum == kUnbounded ? std::min(rounds, counter.minimum) : rounds;
          add({counter.body, item.origin, item.returns, kept}, false);
        }
      }
    if (!c.final || !completed.insert({0, item.origin, item.returns, 0})) continue;
    if (item.returns == kNone) {
      accepting = true;
      continue;
    }
    const Set& caller = sets_[item.origin];
    const auto waiters = base(item.origin).waiters;  // not the shape: making it may read, and this is reading
    auto waiter = std::lower_bound(waiters.begin(), waiters.end(), item.returns,
                                   [](const Waiter& w, std::uint32_t callee) { return w.callee < callee; });
    for (; waiter != waiters.end() && waiter->callee == item.returns; ++waiter) {
      burn(1);
      add(instantiate(waiter->edge, caller, item.origin), true);
    }
  }
  return intern(kernel_, accepting, stack);
}

// What is read where a block ends, or kNone where none can.
SetId Recogniser::read_line(SetId from, Line line, StackId stack) {
  if (base(from).lines)
    for (const Scan& scan : base(from).scans)
      if (scan.line == line) return read(from, scan.edges, false, MarkSets::kUnknown, stack);
  return kNone;
}

bool Recogniser::ends(SetId s) {
  if (sets_[s].ends < 0) {
    SetId at = s;
    for (StackId stack = sets_[s].stack; stack && at != kNone; stack = lines_.below(stack))
      at = read_line(at, Line::EndDedent, lines_.below(stack));
    sets_[s].ends = at != kNone && sets_[at].accepting;
  }
  return sets_[s].ends;
}

void Recogniser::expand(SetId id) {
  std::vector<SetId> next;
  const Shape* shape = base(id).lines ? lined(id, next) : sets_[id].base;
  const std::size_t scans = shape->scans.size();
  sets_[id].first_scan = begun_.size();
  for (std::size_t i = 0; i < scans; ++i) {
    Begun& begun = begun_[begun_.grow()];
    begun.set = id;
    if (!next.empty()) begun.next = next[i];
  }
  sets_[id].shape = shape;
}

// The set's shape with the patterns of line ends cut down to what its stack allows. Whether blocks can end depends on
// the items' origins, so that is tried; `next` receives, by scan, the sets thus found.
const Recogniser::Shape* Recogniser::lined(SetId id, std::vector<SetId>& next) {
  const Shape* base = sets_[id].base;
  const StackId stack = sets_[id].stack;
  const bool uncertain = lines_.width(stack) == Indentations::kUnknown;
  struct Ending { const Scan* scan; StackId stack; SetId next; };
  std::vector<Ending> endings;
  std::vector<std::uint64_t> key{reinterpret_cast<std::uintptr_t>(base), stack};
  for (const Scan& scan : base->scans) {
    if (scan.line != Line::Shallower) continue;
    SetId at = stack ? read(id, scan.edges, false, MarkSets::kUnknown, stack) : kNone;
    for (StackId s = stack; s && at != kNone; s = lines_.below(s)) {
      const StackId below = lines_.below(s);
      const SetId last = read_line(at, Line::LastDedent, below);
      if (last != kNone) {
        endings.push_back({&scan, below, last});
        key.push_back(std::uint64_t{scan.terminal} << 32 | below);
      }
      at = read_line(at, Line::Dedent, below);
    }
  }
  const auto found = lined_.find(key);
  Shape shape = found != lined_.end() ? *found->second : Shape{base->states, {}, base->waiters, {}, true};
  std::vector<Scan> scans;
  const auto add = [&](Scan scan, ResidualId residual, SetId known) {
    if (residual == ResidualStore::kEmpty) return;
    next.push_back(known);
    scan.residual = residual;
    scan.first = &store_.first(residual);
    shape.first |= *scan.first;
    scans.push_back(scan);
  };
  const auto pattern = [&](const Scan& scan, std::uint32_t width, bool wider) {
    const Network::Terminal& t = network_.terminal(scan.terminal);
    return lines_.pattern(t.pattern, t.tail, t.tab, width, wider);
  };
  for (const Scan& scan : base->scans) {
    Scan made = scan;
    made.doubtful = made.doubtful || uncertain;
    switch (scan.line) {
      case Line::None: add(scan, scan.residual, kNone); break;
      case Line::Level: case Line::Deeper:
        add(made, pattern(scan, lines_.width(stack), scan.line == Line::Deeper), kNone);
        break;
      case Line::Shallower:
        for (const Ending& e : endings)
          if (e.scan == &scan) add(made, pattern(scan, lines_.width(e.stack), false), e.next);
        break;
      default: break;  // spells nothing
    }
  }
  if (found != lined_.end()) return found->second;
  shape.scans = {arena_.copy(scans.data(), scans.size()), scans.size()};
  const Shape* kept = arena_.copy(&shape, 1);
  lined_.emplace(std::move(key), kept);
  return kept;
}

const Recogniser::Shape* Recogniser::shape_of(const Item* items, std::uint32_t count) {
  std::vector<StateId> states;  // each followed by its marks
  for (std::uint32_t i = 0; i < count; ++i) {
    states.push_back(items[i].state);
    states.push_back(network_.scoped(items[i].state) ? items[i].count : kNone);
  }
  std::uint64_t hash = count;
  for (StateId q : states) hash = mix(hash, q);
  const std::uint32_t found = shape_index_.find(hash, [&](std::uint32_t s) {
    return std::equal(states.begin(), states.end(), shapes_[s]->states.begin(), shapes_[s]->states.end());
  });
  if (found != kNone) return shapes_[found];

  struct Open { StateId state; MarkSetId marks; Source source; };
  struct Reading { TerminalId terminal; MarkSetId distinct; Edge edge; auto operator<=>(const Reading&) const = default; };
  std::vector<Open> work;
  for (std::uint32_t i = 0; i < count; ++i) work.push_back({items[i].state, items[i].count, {i, false}});
  std::vector<Reading> readings;
  std::vector<Waiter> waiters;
  std::unordered_set<std::uint32_t> predicted;
  while (!work.empty()) {
    const Open at = work.back();
    work.pop_back();
    const Network::Closure& c = closure(at.state, at.marks);
    burn(1 + network_.take_work() + c.terminals.size() + c.calls.size());
    for (const auto& e : c.terminals)
      readings.push_back({e.terminal, e.distinct ? at.marks : kNone, {e.target, at.source, kNone}});
    for (const auto& e : c.calls) {
      waiters.push_back({e.callee, {e.target, at.source, e.mark}});
      if (predicted.insert(e.callee).second) work.push_back({network_.start(e.callee), 0, {e.callee, true}});
    }
    if (readings.size() + waiters.size() > kMaxItems)
      throw LimitError("the grammar is too ambiguous: edges out of one Earley set", kMaxItems, readings.size() + waiters.size());
  }
  const auto tidy = [](auto& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  tidy(readings);
  tidy(waiters);
  Shape shape{{arena_.copy(states.data(), states.size()), states.size()}, {}, {arena_.copy(waiters.data(), waiters.size()), waiters.size()}, {}};
  std::vector<Scan> scans;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < readings.size();) {
    edges.clear();
    const TerminalId terminal = readings[i].terminal;
    const MarkSetId distinct = readings[i].distinct;
    for (; i < readings.size() && readings[i].terminal == terminal && readings[i].distinct == distinct; ++i)
      edges.push_back(readings[i].edge);
    ResidualId residual = network_.terminal(terminal).pattern;
    if (distinct != kNone) residual = marks_.unused(distinct, residual, network_.terminal(terminal).spelling);
    if (residual == ResidualStore::kEmpty) continue;
    const Line line = network_.terminal(terminal).line;
    scans.push_back({terminal, residual, &store_.first(residual), {arena_.copy(edges.data(), edges.size()), edges.size()}, distinct != kNone, line, distinct != kNone && marks_.blurred(distinct)});
    shape.lines = shape.lines || line != Line::None;
    shape.first |= *scans.back().first;
  }
  shape.scans = {arena_.copy(scans.data(), scans.size()), scans.size()};
  shape_index_.insert(hash, static_cast<std::uint32_t>(shapes_.size()));
  shapes_.push_back(arena_.copy(&shape, 1));
  return shapes_.back();
}

SetId Recogniser::unite(SetId a, SetId b) {
  if (a == b) return a;
  // Two readings of one text: the terminals' obligations leave one of them at the end of a token.
  if (sets_[a].stack != sets_[b].stack)
    throw UnsupportedFault("two readings of the same text are indented differently", "ambiguous indentation");
  burn(sets_[a].count + sets_[b].count);
  std::vector<Item> kernel(sets_[a].items, sets_[a].items + sets_[a].count);
  kernel.insert(kernel.end(), sets_[b].items, sets_[b].items + sets_[b].count);
  return intern(kernel, sets_[a].accepting || sets_[b].accepting, sets_[a].stack);
}

}  // namespace constrain
