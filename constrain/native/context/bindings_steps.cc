// Steps of bindings: the environment after a terminal (`step`, `bracket`, `statement`), and after a line's end (`line`, `push`,
// `below`).
#include <algorithm>
#include <iterator>

#include "context/bindings.h"

namespace constrain {

bool Bindings::tracked(BindingAction action) {
  using enum BindingAction;
  switch (action) {
    case ReadOuter: case Want: case Given: case Attribute: case Keyword: case Target: case Parameter: case Bind: case Declare:
    case Bound: case Handled: case Define: case Argument: case Import: case ImportAs: case Alias: case ImportGiven: case Share: case Capture: case Pattern:
      return true;
    default: return false;
  }
}

// Whether a text may go on for a while as if the lexeme's name did not matter.
bool Bindings::blurs(const Environment& e, BindingAction action) const {
  using enum BindingAction;
  if (action == Attribute) return !node(e) || !node(e)->closed;
  return action == Bind || action == Declare || action == Bound || action == Want || (action == Target && e.frames.back().first);
}

std::uint32_t Bindings::attribute(const Node& node, NameId name) {
  const auto& all = node.attributes;
  const auto found = std::lower_bound(all.begin(), all.end(), std::pair{name, std::uint32_t{0}});
  return found != all.end() && found->first == name ? found->second : kNone;
}

void Bindings::spread(Frame& f, bool two) {
  (two ? f.by_name : f.starred) = true;
  (two ? f.unpacked : f.spread) = true;
}

// The scope has the name by an import, bound at the end of the line.
void Bindings::bring(Environment& e, NameId name, std::uint32_t node) {
  assign(e, name);
  insert(e.pending, name);
  auto& all = e.blocks.own()[scope_at(e)].imports;
  const std::pair entry{name, node};
  const auto at = std::lower_bound(all.begin(), all.end(), entry);
  if (at == all.end() || *at != entry) all.insert(at, entry);
}

// A function or class is there; a class does not see its own ones.
void Bindings::define(Block& b, NameId name) {
  if (b.kind == Class) std::erase(b.bound, name);
  else insert(b.bound, name);
}

// Bound by the condition of an `if`: whatever branch is taken, and after them.
void Bindings::for_all_branches(Block& b, const List& names) {
  insert_all(b.bound, names);
  insert_all(b.base, names);
}

// Brackets, and what stands in them. False: what it does depends on a name that is not known.
bool Bindings::bracket(Environment& e, BindingAction action, std::uint32_t number, NameId name) {
  using enum BindingAction;
  switch (action) {
    case Call: case CallKeyword: case CallSpread: {
      const bool two = number & kTwoStars;
      const Signature* s = called(e, number & (kTwoStars - 1));
      e.node = kNone;
      Frame f;
      f.type = Calling;
      f.signature = s ? static_cast<std::uint32_t>(s - signatures_.data()) : kNone;
      if (action == CallSpread) spread(f, two);
      else f.element = s && s->iterates;
      e.frames.push_back(std::move(f));
      break;
    }
    case Comma: case CommaKeyword: case CommaSpread: {
      leave_lambdas(e);
      if (blurred(e)) return false;
      release(e);
      Frame& f = e.frames.back();
      // More than the signature counts, or of calls of which nothing is known, all are alike.
      if (!f.by_name && !f.starred && f.signature != kNone && f.position < signatures_[f.signature].by_position.size()) ++f.position;
      f.by_name = f.element = f.starred = false;
      if (action == CommaSpread) spread(f, number);
      break;
    }
    case Keyword: {
      Frame& f = e.frames.back();
      f.by_name = true;
      f.element = false;
      insert(f.used, name);
      break;
    }
    case Open: {
      Frame f;
      f.type = number ? Display : Group;
      f.element = number == 1;
      e.frames.push_back(std::move(f));
      break;
    }
    case Item:
      leave_lambdas(e);
      if (e.frames.empty()) break;
      if (blurred(e)) return false;
      release(e);
      e.frames.back().element = false;
      break;
    case Close:
      leave_lambdas(e);
      if (blurred(e)) return false;
      release(e);
      e.frames.pop_back();
      if (number) {
        if (contains(e.pending, kSomeName)) return false;
        insert_all(e.now, std::exchange(e.pending, {}));
      }
      break;
    case For: {
      leave_lambdas(e);
      Frame& f = e.frames.back();
      if (contains(f.incoming, kSomeName)) return false;
      f.first = !f.clauses;
      f.clauses = true;
      f.element = false;
      f.targeting = true;
      insert_all(f.targets, std::exchange(f.incoming, {}));
      break;
    }
    case Target: {
      Frame& f = e.frames.back();
      insert(f.incoming, name);
      if (name == kSomeName && !f.wants.empty()) insert(f.wants, name);
      if (name != kSomeName) std::erase(f.wants, name);
      f.targeting = false;
      break;
    }
    case Condition: {
      Frame& f = e.frames.back();
      if (contains(f.incoming, kSomeName)) return false;
      f.first = false;
      insert_all(f.targets, std::exchange(f.incoming, {}));
      break;
    }
    case Parameter: case Body: {
      if (e.frames.empty() || e.frames.back().type != Lambda || !e.frames.back().targeting) {
        if (!e.frames.empty()) e.frames.back().element = false;  // a lambda is a whole argument
        e.frames.emplace_back();
        e.frames.back().type = Lambda;
        e.frames.back().targeting = true;
      }
      if (action == Parameter) insert(e.frames.back().targets, name);
      else e.frames.back().targeting = false;
      break;
    }
    default: break;
  }
  return true;
}

// Names that a line binds, and the beginnings of blocks.
void Bindings::statement(Environment& e, BindingAction action, std::uint32_t number, NameId name) {
  using enum BindingAction;
  switch (action) {
    case Bind: case Bound:
      // What the module binds anew is the given one to the end of the line.
      if (name != kSomeName && (scope(e).kind != Module || !contains(given_names_, name))) assign(e, name);
      insert(e.pending, name);
      break;
    case Declare:
      if (name != kSomeName) assign(e, name);
      e.defined = name;
      break;
    case Assign: insert(e.pending, std::exchange(e.defined, kNone)); break;
    case Head: {
      e.head = head(e, number);
      if (number != If && number != Try && number != Except && number != Finally && number != TryElse) break;
      Block& b = e.blocks.own().back();
      if (number == If || number == Try) {
        b.base = b.bound;
        b.join.clear();
        b.tried.clear();
        b.joined = b.tried_dead = false;
      } else {
        b.bound = b.base;
        if (number == TryElse) insert_all(b.bound, b.tried);
        b.dead = false;
      }
      break;
    }
    case Handled:
      insert(e.blocks.own()[scope_at(e)].fleeting, name);
      e.handled = name;
      break;
    case Define:
      assign(e, name);
      e.defined = name;
      break;
    case Argument: insert(e.pending, name); break;
    case Inline: {
      Block& b = e.blocks.own().back();
      if (e.head == If || e.head == Elif || e.head == Else) {
        b.joined = true;
        b.join.clear();
        if (e.head == Else) b.bound = b.base;
      }
      if (scope(e).kind == Module && (e.head == Loop || e.head == While)) e.blocks.own()[0].reads = ABuiltin | AName | AModule;  // what stands on its line may run again
      const NameId made = std::exchange(e.defined, kNone);
      insert_all(e.now, std::exchange(e.pending, {}));
      if (e.head == If) for_all_branches(b, e.now);
      if (e.head == Class) insert(e.pending, made);
      e.head = Module;
      break;
    }
    case Leave: e.blocks.own().back().dead = true; break;
    case ImportFrom: e.origin = number; break;
    case Import:
      if (scope(e).kind != Module || !contains(nodes_[e.origin].same, name)) bring(e, name, attribute(nodes_[e.origin], name));
      break;
    case Alias: bring(e, name, e.node); break;
    case ImportGiven:
      if (scope(e).kind != Module) bring(e, name, given_.at(name));
      break;
    case Share: {
      Block& b = e.blocks.own()[scope_at(e)];
      for (List* names : {&b.bound, &b.base, &b.assigned, &b.shared}) insert(*names, name);
      break;
    }
    case Capture:
      assign(e, name);
      insert(e.pending, name);
      if (number & kFlag) e.head = Else;
      if (number & kGuarded) insert_all(e.now, std::exchange(e.pending, {}));
      break;
    case Guard: insert_all(e.now, std::exchange(e.pending, {})); break;
    default: break;
  }
}

StackId Bindings::step(StackId at, BindingAction action, std::uint32_t number, std::string_view lexeme, bool known) {
  using enum BindingAction;
  if (at == kUnknown) return kUnknown;
  if (tracked(action) && known) return step_from(environments_[at], action, number, name_of(lexeme));
  return remembered(at, static_cast<std::uint32_t>(action) << kActions | number, [&] {
    if (action == Next) return line(at);
    if (!tracked(action)) return step_from(environments_[at], action, number, kNone);
    return blurs(environments_[at], action) ? step_from(environments_[at], action, number, kSomeName) : kUnknown;
  });
}

StackId Bindings::step_from(Environment e, BindingAction action, std::uint32_t number, NameId name) {
  using enum BindingAction;
  switch (action) {
    case Given: case Pattern: {
      e.node = known(e, name);
      const auto has = [&](const Block& b) { return imported(b, name) != nullptr; };
      if (std::any_of(e.blocks.begin(), e.blocks.end(), has)) read_outside(e, e.frames.size(), name);
      else note_given(e, name);
      if (action == Pattern) {
        e.frames.emplace_back().type = Calling;
        e.frames.back().signature = nodes_[std::exchange(e.node, kNone)].match;
      }
      return intern(std::move(e));
    }
    case Attribute: e.node = node(e) && node(e)->closed ? attribute(*node(e), name) : kNone; return intern(std::move(e));
    case ImportAs: e.node = attribute(nodes_[e.origin], name); return intern(std::move(e));
    case ReadOuter: read_outside(e, e.frames.size(), name); break;
    case Want: {
      const std::size_t to = wanting(e, e.frames.size());
      insert(e.frames[to].wants, name);
      pass(e, to, e.frames.size(), name);
      break;
    }
    case Inline:
      if (contains(e.pending, kSomeName)) return kUnknown;
      if (e.head == Function) {
        enter(e, e.blocks.back().width);
        e.blocks.own().back().inlined = true;
        return intern(std::move(e));
      }
      [[fallthrough]];
    default:
      if (action >= Bind) statement(e, action, number, name);
      else if (action >= Call && !bracket(e, action, number, name)) return kUnknown;
  }
  e.node = kNone;
  return intern(std::move(e));
}

StackId Bindings::line(StackId at) {
  if (at == kUnknown) return at;
  return remembered(at, kLine, [&] {
    Environment e = environments_[at];
    e.frames.clear();
    e.now.clear();
    e.node = e.defined = e.origin = kNone;
    for (NameId name : std::exchange(e.pending, {})) {
      if (name == kSomeName) return kUnknown;
      if (contains(given_names_, name) && scope(e).kind == Module && !contains(e.blocks[0].assigned, name)) {
        assign(e, name);
        for_all_branches(e.blocks.own()[0], {name});
      }
      if (!contains(e.blocks.back().bound, name)) insert(e.blocks.own().back().bound, name);
    }
    if (e.blocks.back().inlined) e.blocks.own().pop_back();
    return intern(std::move(e));
  });
}

// A block begins, deeper by its width.
StackId Bindings::push(StackId at, std::uint32_t width) {
  if (at == kUnknown) return at;
  Environment e = environments_[at];
  if (contains(e.pending, kSomeName)) return kUnknown;
  enter(e, width);
  return intern(std::move(e));
}

void Bindings::enter(Environment& e, std::uint32_t width) {
  std::vector<Block>& blocks = e.blocks.own();
  e.frames.clear();
  e.node = kNone;
  Block b;
  b.kind = std::exchange(e.head, static_cast<std::uint32_t>(Module));
  b.width = width;
  b.bound = std::exchange(e.pending, {});
  insert_all(b.bound, std::exchange(e.now, {}));
  if (b.kind == If) {
    for_all_branches(blocks.back(), b.bound);
    b.bound.clear();
  }
  if (b.kind == Function) {
    define(blocks.back(), e.defined);
    b.assigned = b.bound;
  }
  if (b.kind == Class) b.name = e.defined;
  if (e.handled != kNone) insert(b.bound, e.handled);
  b.handled = std::exchange(e.handled, kNone);
  e.defined = kNone;
  blocks.push_back(std::move(b));
}

// A given name is read as what was given: functions around may not have such a name as their own any more, since it could be this.
void Bindings::note_given(Environment& e, NameId name) const {
  const std::uint32_t what = reads_of(name);
  const bool again = looped(e);
  for (std::size_t i = 0; i < e.blocks.size(); ++i) {
    const Block& b = e.blocks[i];
    if (i ? b.kind != Function : !again) continue;
    if (i && what == AModule) {
      if (!contains(b.passed, name)) insert(e.blocks.own()[i].passed, name);
    } else if (!(b.reads & what)) {
      e.blocks.own()[i].reads |= what;
    }
  }
}

void Bindings::fold(Environment& e, const Block& ended) const {
  Block& b = e.blocks.own().back();
  List bound = ended.bound;
  std::erase(bound, ended.handled);
  const auto branch = [&] {
    if (ended.dead) return;
    if (!b.joined) b.join = bound;
    else std::erase_if(b.join, [&](NameId n) { return !contains(bound, n); });
    b.joined = true;
  };
  const auto settle = [&] {
    b.bound = b.base;
    insert_all(b.bound, b.join);
    if (!b.joined) b.dead = true;
  };
  // What is tried, and what follows it, is one more branch.
  const auto settle_try = [&] {
    const bool alone = !b.joined;
    b.bound = b.base;
    for (NameId n : alone && b.tried_dead ? List() : alone ? b.tried : b.join)
      if (alone || b.tried_dead || contains(b.tried, n)) insert(b.bound, n);
    if (alone && b.tried_dead) b.dead = true;
  };
  switch (ended.kind) {
    case If: case Elif: branch(); break;
    case Else: branch(); settle(); break;
    case Try: case TryElse:
      insert_all(b.tried, bound);
      b.tried_dead = b.tried_dead || ended.dead;
      if (ended.kind == TryElse) settle_try();
      break;
    case Except: branch(); settle_try(); break;
    case Class:
      define(b, ended.name);
      b.dead = b.dead || ended.dead;
      break;
    case Finally:
      settle_try();
      insert_all(b.bound, bound);
      b.dead = b.dead || ended.dead;
      break;
    case Match:
      insert_all(b.bound, bound);
      b.dead = b.dead || ended.dead;
      break;
    case With:  // which may end what goes wrong in it: nothing is sure
    default: break;
  }
}

StackId Bindings::below(StackId at) {
  if (at == kUnknown) return at;
  return remembered(at, kBelow, [&] {
    Environment e = environments_[at];
    if (e.blocks.back().inlined) e.blocks.own().pop_back();
    const Block ended = e.blocks.back();
    e.blocks.own().pop_back();
    fold(e, ended);
    return intern(std::move(e));
  });
}

}  // namespace constrain
