// Environments of bindings, in order:
//
// 1. The catalogue.
// 2. Questions: what may be read, what a bracket wants, what a call may be given.
// 3. `pattern`: what a terminal may spell.
// 4. `forget`: names that do not matter.
// 5. What the text owes.
// bindings_steps.cc has what follows a terminal.
#include "context/bindings.h"

#include <algorithm>

#include "context/catalogue_reader.h"

namespace constrain {

namespace {

// Of a name, forgotten ones included.
bool word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || static_cast<std::uint8_t>(c) > 0xF7;
}

}  // namespace

// --- The catalogue ---------------------------------------------------------------------------------------------------

Bindings::Bindings(ResidualStore& store, std::string_view catalogue) : store_(store) {
  CatalogueReader in(catalogue, "bindings");
  free_ = store_.parse(in.text());
  point_ = store_.spelled({{"."}});
  wildcard_ = named("_");
  tails_.push_back(ResidualStore::kEpsilon);
  for (std::uint32_t left = in.number(); left; --left) tails_.push_back(store_.parse(in.text()));
  for (std::uint32_t left = in.number(); left; --left) {
    Signature s;
    for (std::vector<Parameter>* list : {&s.by_position, &s.by_name})
      for (std::uint32_t more = in.number(); more; --more) {
        const std::string_view name = in.text();
        list->push_back({name.empty() ? kNone : named(name), in.number(2) == 1});
      }
    const std::uint32_t flags = in.number(8);
    s.any_position = flags & 1, s.any_name = flags & 2, s.iterates = flags & 4;
    signatures_.push_back(std::move(s));
  }
  joining_ = static_cast<std::uint32_t>(signatures_.size());
  signatures_.push_back({{{kNone, true}}, {}, false, false, true});
  signatures_.push_back({{}, {}, true, true, true});
  for (std::size_t i = 0; i < signatures_.size(); ++i) {
    Frame f;
    f.signature = static_cast<std::uint32_t>(i);
    Signature& s = signatures_[i];
    s.begins_position = takes_position(f);
    s.begins_name = takes_name(f);
    s.begins_unpacked = takes_unpacked(f);
    f.by_name = true;
    s.empty = missing(f) == 0;
  }
  const std::uint32_t count = in.number();
  for (std::uint32_t i = 0; i < count; ++i) {
    Node n;
    n.call = in.number(signatures_.size() + 1);
    n.match = in.number(signatures_.size() + 1) - 1;
    n.closed = in.number(2) == 1;
    for (std::uint32_t more = in.number(); more; --more) {
      const NameId name = named(in.text());
      const std::uint32_t what = in.number(count + 1);
      n.attributes.emplace_back(name, what ? what - 1 : kNone);
    }
    std::sort(n.attributes.begin(), n.attributes.end());
    nodes_.push_back(std::move(n));
  }
  for (std::uint32_t left = in.number(); left; --left) {
    const NameId name = named(in.text());
    insert(given_names_, name);
    given_order_.push_back(name);
    given_[name] = in.number(count);
  }
  for (std::uint32_t left = in.number(); left; --left) {
    Node& n = nodes_[in.number(count)];
    insert(n.same, named(in.text()));
  }
  for (List* list : {&builtins_, &rebindable_})
    for (std::uint32_t left = in.number(); left; --left) insert(*list, named(in.text()));
  for (std::uint32_t reads = 0; reads < std::size(bindable_); ++reads) {
    List names = given_names_;
    std::erase_if(names, [&](NameId n) { return reads_of(n) & reads; });
    bindable_[reads] = store_.united({free_, any_of(std::move(names))});
  }
  Environment start;
  start.blocks.own().emplace_back();
  intern(std::move(start));
}

Bindings::NameId Bindings::named(std::string_view text) {
  const auto [at, made] = ids_.try_emplace(std::string(text), static_cast<NameId>(names_.size()));
  if (made) {
    names_.emplace_back(text);
    memory_ += 128 + 2 * text.size();
  }
  return at->second;
}

// The first word: `.x`, `x in `, `f(`.
Bindings::NameId Bindings::name_of(std::string_view lexeme) {
  std::size_t begin = 0;
  while (begin < lexeme.size() && !word_byte(lexeme[begin])) ++begin;
  std::size_t end = begin;
  while (end < lexeme.size() && word_byte(lexeme[end])) ++end;
  return named(lexeme.substr(begin, end - begin));
}

StackId Bindings::intern(Environment e) {
  std::uint64_t hash = e.node;
  std::size_t names = e.pending.size() + e.now.size();
  const auto put = [&](std::uint64_t v) { hash = mix(hash, v); };
  const auto put_list = [&](const List& list) {
    std::size_t i = 0;
    for (; i + 1 < list.size(); i += 2) put(std::uint64_t{list[i]} << 32 | list[i + 1]);
    put(std::uint64_t{i < list.size() ? list[i] : kNone} << 32 | list.size());
    names += list.size();
  };
  for (std::uint32_t v : {e.head, e.defined, e.handled, e.origin}) put(v);
  put_list(e.pending);
  put_list(e.now);
  put(e.blocks.hash([&] {
    const std::uint64_t before = std::exchange(hash, e.blocks.size());
    for (const Block& b : e.blocks) {
      std::uint64_t flags = b.kind;
      for (bool flag : {b.inlined, b.tried_dead, b.dead, b.joined}) flags = flags << 1 | flag;
      put((flags << 2 | b.reads) << 32 | b.width);
      for (const auto& [name, what] : b.imports) put(std::uint64_t{name} << 32 | what);
      names += 2 * b.imports.size();
      put(std::uint64_t{b.handled} << 32 | b.name);
      for (const List* list : {&b.bound, &b.base, &b.join, &b.tried, &b.assigned, &b.passed, &b.fleeting, &b.shared}) put_list(*list);
    }
    names += e.blocks.size() * sizeof(Block) / sizeof(NameId);
    return std::exchange(hash, before) | 1;
  }));
  for (const Frame& f : e.frames) {
    std::uint64_t flags = f.type;
    for (bool flag : {f.element, f.clauses, f.first, f.targeting, f.by_name, f.starred, f.spread, f.unpacked}) flags = flags << 1 | flag;
    put(flags << 32 | f.signature);
    put(f.position);
    for (const List* list : {&f.wants, &f.targets, &f.incoming, &f.passed, &f.reads, &f.used}) put_list(*list);
  }
  const std::uint32_t known = index_.find(hash, [&](std::uint32_t id) { return environments_[id] == e; });
  if (known != kNone) return known;
  memory_ += sizeof(Environment) + e.frames.size() * sizeof(Frame) + sizeof(NameId) * names + 128;
  const auto made = static_cast<StackId>(environments_.size());
  environments_.push_back(std::move(e));
  index_.insert(hash, made);
  return made;
}

// --- Questions -------------------------------------------------------------------------------------------------------

const Bindings::Readable& Bindings::readable(StackId at) {
  Readable& out = readable_;
  if (read_at_ == at) return out;
  read_at_ = kUnknown;  // until all is found
  out = {};
  const Environment& e = environments_[at];
  met_.resize(names_.size());
  ++readings_;
  const auto meet = [&](NameId name) { return std::exchange(met_[name], readings_) != readings_; };
  struct Passing { const List* names; bool element; };
  std::vector<Passing> passing;
  // What is between: a function or lambda; one of these or a comprehension, which do not see names of a class around them; of a
  // bracket that may still become a comprehension, which may not; a function, which runs when the classes around it are there.
  bool crossed = false, scoped = false, element = false, later = false;
  // Whether all that is passed on the way to the name knows of it.
  const auto passed = [&](NameId name) {
    for (const Passing& p : passing) {
      const bool known = contains(*p.names, name);
      if (p.element && known) return true;
      if (!p.element && !known) return false;
    }
    return true;
  };
  const auto found = [&](NameId name, const Block* scope = nullptr) {
    if (name == kSomeName || !meet(name)) return;
    (scope && imported(*scope, name) ? out.known : passed(name) ? out.plain : out.outer).push_back(name);
  };
  const auto hide = [&](NameId name) {
    if (name < met_.size()) meet(name);
  };
  for (std::size_t i = e.frames.size(); i-- > 0;) {
    const Frame& f = e.frames[i];
    if (f.type == Lambda && f.targeting) continue;
    if (f.clauses && f.first) continue;
    for (NameId name : f.targets) found(name);
    if (f.clauses) {
      for (NameId name : f.incoming) hide(name);
      passing.push_back({&f.passed, false});
      scoped = true;
    } else if (f.element) {
      passing.push_back({&f.reads, true});
      element = true;
    }
    if (f.type == Lambda) crossed = scoped = true;
  }
  for (NameId name : e.now) found(name);
  for (std::size_t i = e.blocks.size(); i-- > 0;) {
    const Block& b = e.blocks[i];
    if (b.kind == Class && scoped) {
      if (later && e.blocks[i - 1].kind != Class) found(b.name);
      continue;
    }
    std::size_t own = i;
    while (!e.blocks[own].scope()) --own;
    for (NameId name : b.bound) {
      if ((name == b.handled && crossed) || (b.kind == Class && element)) hide(name);
      else found(name, &e.blocks[own]);
    }
    if (b.kind != Function && b.kind != Class) continue;
    for (NameId name : b.assigned) hide(name);
    for (NameId name : b.fleeting) hide(name);
    passing.push_back({&b.passed, false});
    scoped = true;
    if (b.kind == Function) crossed = later = true;
  }
  for (List* list : {&out.plain, &out.outer, &out.known}) std::sort(list->begin(), list->end());
  read_at_ = at;
  return out;
}

// An environment of which the same may be read, `known` and given names included, with as little else as there can be: one for
// all places of a line that stand in like brackets.
StackId Bindings::outlook(StackId at) {
  return remembered(at, kOutlook, [&] {
    const Environment& e = environments_[at];
    Environment out;
    out.blocks = e.blocks;
    out.now = e.now;
    if (in_lambda(e)) out.pending = e.pending;
    bool element = false;
    for (const Frame& f : e.frames) {
      const bool lambda = f.type == Lambda, wants = !f.clauses && f.element;
      if ((lambda && f.targeting) || (f.clauses && f.first)) continue;
      element = element || wants;
      if (!lambda && !f.clauses && f.targets.empty() && (!wants || f.reads.empty())) continue;
      Frame& kept = out.frames.emplace_back();
      if (lambda) kept.type = Lambda;
      kept.clauses = f.clauses;
      kept.targets = f.targets;
      if (f.clauses) kept.incoming = f.incoming, kept.passed = f.passed;
      else if (wants) kept.element = true, kept.reads = f.reads;
    }
    const auto has = [](const Frame& f) { return f.element; };
    if (element && std::none_of(out.frames.begin(), out.frames.end(), has)) out.frames.emplace_back().element = true;
    return intern(std::move(out));
  });
}

std::size_t Bindings::wanting(const Environment& e, std::size_t above) {
  for (std::size_t i = above; i-- > 0;)
    if (e.frames[i].element) return i;
  return kNone;
}

// Whether the name may be read beyond the frames from `from` up to `above`.
bool Bindings::passes(const Environment& e, std::size_t from, std::size_t above, NameId name) {
  for (std::size_t i = from + 1; i < above; ++i)
    if (e.frames[i].clauses && !e.frames[i].first && contains(e.frames[i].incoming, name)) return false;
  return true;
}

void Bindings::pass(Environment& e, std::size_t from, std::size_t above, NameId name) {
  for (std::size_t i = from + 1; i < above; ++i)
    if (e.frames[i].clauses && !e.frames[i].first) insert(e.frames[i].passed, name);
}

std::size_t Bindings::top_bracket(const Environment& e) {
  std::size_t top = e.frames.size();
  while (top && e.frames[top - 1].type == Lambda) --top;
  return top;
}

// Whether the innermost bracket wants nothing that no bracket around it can want.
bool Bindings::releases(const Environment& e) {
  const std::size_t top = top_bracket(e);
  if (!top || blurred(e)) return true;
  const Frame& f = e.frames[top - 1];
  if (f.wants.empty()) return true;
  const std::size_t to = wanting(e, top - 1);
  return to != kNone && std::all_of(f.wants.begin(), f.wants.end(), [&](NameId n) { return passes(e, to, top - 1, n); });
}

// A name is read from outside of the frames below `above`: up to where it was bound, no scope may bind it any more. `scoped`: by
// a comprehension.
void Bindings::read_outside(Environment& e, std::size_t above, NameId name, bool scoped) {
  for (std::size_t i = above; i-- > 0;) {
    Frame& f = e.frames[i];
    if ((f.type == Lambda && f.targeting) || (f.clauses && f.first)) continue;
    if (contains(f.targets, name)) return;
    if (f.clauses) insert(f.passed, name);
    if (f.element) return insert(f.reads, name);
    scoped = scoped || f.clauses || f.type == Lambda;
  }
  if (contains(e.now, name)) return;
  for (std::size_t i = e.blocks.size(); i-- > 0;) {
    const Block& b = e.blocks[i];
    if (b.kind == Class && scoped) {
      if (b.name == name) return;
      continue;
    }
    if (contains(b.bound, name)) return;
    const bool passes = b.kind == Function || b.kind == Class;
    if (passes && !contains(b.passed, name)) insert(e.blocks.own()[i].passed, name);
    scoped = scoped || passes;
  }
}

void Bindings::release(Environment& e) {
  const std::size_t top = e.frames.size();
  const List reads = std::exchange(e.frames[top - 1].reads, {});
  for (NameId name : reads)
    if (!contains(e.frames[top - 1].targets, name) && !contains(e.frames[top - 1].incoming, name)) read_outside(e, top - 1, name, e.frames[top - 1].clauses);
  const List wants = std::move(e.frames[top - 1].wants);
  e.frames[top - 1].wants.clear();
  for (NameId name : wants) {
    const std::size_t to = wanting(e, top - 1);
    insert(e.frames[to].wants, name);
    pass(e, to, top - 1, name);
  }
}

void Bindings::leave_lambdas(Environment& e) {
  e.frames.resize(top_bracket(e));
}

// Names that the scope may not bind: those read from outside, imported ones, and those that end with a block that is open.
Bindings::List Bindings::unbindable(const Environment& e) {
  List out = scope(e).passed;
  for (const auto& [name, what] : scope(e).imports) insert(out, name);
  for (std::size_t i = e.blocks.size(); i-- > 0 && !e.blocks[i].scope();)
    if (e.blocks[i].handled != kNone) insert(out, e.blocks[i].handled);
  return out;
}

// Names that the function, which has not met them yet, may declare to be the module's, or of the function around.
Bindings::List Bindings::shareable(const Environment& e, bool of_function) {
  List out;
  const std::size_t own = scope_at(e);
  const auto add = [&](const Block& b) {
    for (NameId n : b.bound) {
      const bool met = contains(e.blocks[own].assigned, n) || contains(e.blocks[own].passed, n) || contains(e.blocks[own].fleeting, n);
      if (n != b.handled && n != kSomeName && !met) insert(out, n);
    }
  };
  if (!of_function)
    for (std::size_t i = 0; i < own && (i == 0 || !e.blocks[i].scope()); ++i) add(e.blocks[i]);
  else
    for (std::size_t i = own; i-- > 0;) {
      const Block& b = e.blocks[i];
      if (b.kind == Module) return {};
      if (b.kind == Class) continue;
      add(b);
      if (b.kind != Function) continue;
      std::erase_if(out, [&](NameId n) { return contains(b.shared, n) || imported(b, n); });
      break;
    }
  if (!of_function) std::erase_if(out, [&](NameId n) { return imported(e.blocks[0], n); });
  return out;
}

// What the head of a block is after `number`: a further item of a `with` is one more block.
std::uint32_t Bindings::head(const Environment& e, std::uint32_t number) {
  return number != WithNext ? number : e.head == With ? WithNext + 1 : e.head + 1;
}

// Whether a block may begin: Python's compiler counts the loops and the like around a statement of a function, a `try` up to
// three times.
bool Bindings::nests(const Environment& e, std::uint32_t kind) {
  const auto weight = [](std::uint32_t k) {
    if (k > WithNext) return 2 + (k - WithNext);
    return k <= Else || k == Function || k == LoopElse || k == Class || k == Match ? 0u : k == Loop || k == While ? 1u : k == With ? 2u : 3u;
  };
  std::uint32_t all = weight(kind);
  for (std::size_t i = e.blocks.size(); i-- > 0 && !e.blocks[i].scope();) all += weight(e.blocks[i].kind);
  return e.blocks.size() < kMostBlocks && all < kMostNested;
}

std::size_t Bindings::scope_at(const Environment& e) {
  std::size_t i = e.blocks.size() - 1;
  while (!e.blocks[i].scope()) --i;
  return i;
}

// The scope has the name as its own.
void Bindings::assign(Environment& e, NameId name) {
  const std::size_t at = scope_at(e);
  if (!contains(e.blocks[at].assigned, name)) insert(e.blocks.own()[at].assigned, name);
}

// Null: it may be called anyhow.
const Bindings::Signature* Bindings::called(const Environment& e, std::uint32_t number) const {
  if (number >= TextJoin) return &signatures_[joining_ + (number - TextJoin)];
  const Node* n = number == Free ? nullptr : node(e);
  return !n || n->call < 2 ? nullptr : &signatures_[n->call - 2];
}

// The required arguments that are missing when the one that is being written has come: their names, or kNone. One with two stars
// may bring all that have names, one with a star those before any that came by name.
Bindings::List Bindings::lacking(const Frame& f) const {
  List out;
  if (f.signature == kNone || f.unpacked) return out;
  const Signature& s = signatures_[f.signature];
  std::uint32_t i = f.position + !(f.by_name || f.starred);
  while (f.spread && i < s.by_position.size() && !contains(f.used, s.by_position[i].name)) ++i;
  for (; i < s.by_position.size(); ++i)
    if (s.by_position[i].required && !contains(f.used, s.by_position[i].name)) out.push_back(s.by_position[i].name);
  for (const Parameter& p : s.by_name)
    if (p.required && !contains(f.used, p.name)) out.push_back(p.name);
  return out;
}

// Names that an argument may still have, `by_name` being true once the one before it is written.
Bindings::List Bindings::keywords(const Frame& f, bool& any) const {
  List out;
  any = f.signature == kNone;
  if (any) return out;
  const Signature& s = signatures_[f.signature];
  any = s.any_name;
  for (std::uint32_t i = f.position; i < s.by_position.size(); ++i)
    if (s.by_position[i].name != kNone && !contains(f.used, s.by_position[i].name)) insert(out, s.by_position[i].name);
  for (const Parameter& p : s.by_name)
    if (!contains(f.used, p.name)) insert(out, p.name);
  return out;
}

// Whether another argument may come by position, after `position` of them and perhaps one that is being written.
bool Bindings::takes_position(const Frame& f, bool written) const {
  return f.signature == kNone || signatures_[f.signature].any_position || f.position + written < signatures_[f.signature].by_position.size();
}

// What has no name must have come before.
bool Bindings::takes_unpacked(const Frame& f) const {
  if (f.signature == kNone || f.spread) return true;
  const std::vector<Parameter>& all = signatures_[f.signature].by_position;
  for (std::uint32_t i = f.position; i < all.size(); ++i)
    if (all[i].name == kNone && all[i].required) return false;
  return true;
}

bool Bindings::takes_name(const Frame& f) const {
  bool any;
  return takes_unpacked(f) && (!keywords(f, any).empty() || any);
}

// Whether what the innermost bracket wants is not known.
bool Bindings::blurred(const Environment& e) {
  const std::size_t top = top_bracket(e);
  return top && contains(e.frames[top - 1].wants, kSomeName);
}

// Whether some bracket wants a name that is not known, or several.
bool Bindings::wants_unknown(const Environment& e) {
  return std::any_of(e.frames.begin(), e.frames.end(), [](const Frame& f) { return contains(f.wants, kSomeName); });
}

bool Bindings::uncertain(StackId at, BindingAction action) const {
  using enum BindingAction;
  if (at == kUnknown) return true;
  const Environment& e = environments_[at];
  switch (action) {
    // It may be this one, which is the function's own at once.
    case Given: return contains(e.pending, kSomeName) && (scope(e).kind != Module || in_lambda(e));
    case ReadOuter: return scope(e).kind != Module && contains(e.pending, kSomeName);
    case Comma: case CommaKeyword: case CommaSpread: case Item: case Close: return blurred(e);
    case Target: return contains(e.frames.back().passed, kSomeName);
    case Want: return wants_unknown(e);  // it is not known how many
    default: return false;
  }
}

// --- Patterns --------------------------------------------------------------------------------------------------------

ResidualId Bindings::any_of(List names) {
  std::erase_if(names, [&](NameId n) { return other(n); });
  const auto [at, made] = any_of_.try_emplace(names, ResidualStore::kEmpty);
  if (!made || names.empty()) return at->second;
  memory_ += 96 + 4 * names.size();
  std::string code;
  append_operation(code, PatternCode::Literals);
  append_number(code, names.size());
  for (NameId n : names) {
    append_number(code, names_[n].size());
    code += names_[n];
  }
  return at->second = store_.parse(code);
}

// Those words but these names.
ResidualId Bindings::without(ResidualId words, List names) {
  std::erase_if(names, [&](NameId n) { return n == kSomeName || other(n) || (words == free_ && contains(given_names_, n)); });
  const auto [at, made] = without_.try_emplace({words, names}, words);
  if (!made || names.empty()) return at->second;
  memory_ += 96 + 4 * names.size();
  std::vector<ResidualId> texts;
  for (NameId n : names) texts.push_back(any_of({n}));
  return at->second = store_.without(words, std::move(texts));
}

// Free names, but for these.
ResidualId Bindings::free_in(const Environment& e, List names) {
  for (const Block& b : e.blocks)
    for (const auto& [name, what] : b.imports) insert(names, name);
  return without(free_, std::move(names));
}

const std::uint32_t* Bindings::imported(const Block& scope, NameId name) {
  for (const auto& [known, what] : scope.imports)
    if (known == name) return &what;
  return nullptr;
}

// The node of what is read as given: by the import of the innermost scope that has one, or as the name was given.
std::uint32_t Bindings::known(const Environment& e, NameId name) const {
  for (std::size_t i = e.blocks.size(); i-- > 0;)
    if (const std::uint32_t* own = imported(e.blocks[i], name)) return *own;
  return given_.at(name);
}

// Whether the scope may import the name, to be that node. `same`: as the name was given.
bool Bindings::brings(const Environment& e, NameId name, std::uint32_t node, bool same) const {
  const Block& in = scope(e);
  if (const std::uint32_t* own = imported(in, name)) return *own == node;
  if (contains(in.assigned, name) || contains(in.fleeting, name) || contains(in.passed, name)) return false;
  return (same && in.kind == Module) || !(in.reads & reads_of(name));
}

// Names of the module that may be imported as they are.
Bindings::List Bindings::importable(const Environment& e) const {
  List out;
  const Node& module = nodes_[e.origin];
  for (const auto& [name, what] : module.attributes)
    if (brings(e, name, what, contains(module.same, name))) out.push_back(name);
  return out;
}

// Names that are read as given: but those that the module, functions around, or the class here have as their own, and in lambdas
// what the line binds anew.
Bindings::List Bindings::given(const Environment& e) const {
  List names = given_names_;
  const auto drop = [&](const List& own) {
    for (NameId n : own)
      if (contains(given_names_, n)) std::erase(names, n);
  };
  const std::size_t innermost = scope_at(e);
  for (std::size_t i = 0; i < e.blocks.size(); ++i)
    if (e.blocks[i].kind == Module || e.blocks[i].kind == Function || (e.blocks[i].kind == Class && i == innermost)) drop(e.blocks[i].assigned);
  if (in_lambda(e)) drop(e.pending);
  return names;
}

bool Bindings::in_lambda(const Environment& e) {
  return std::any_of(e.frames.begin(), e.frames.end(), [](const Frame& f) { return f.type == Lambda && !f.targeting; });
}

// Whether what is read here may be read again when the module has gone on.
bool Bindings::looped(const Environment& e) {
  const auto again = [](const Block& b) { return b.kind == Loop || b.kind == While || b.kind == Function; };
  return e.head == While || in_lambda(e) || std::any_of(e.blocks.begin(), e.blocks.end(), again);
}

// What a statement may bind, or a parameter be. Given names are for parameters, classes, functions that have not read such, and
// what assignments of the module bind anew where that was not read in what may run again.
ResidualId Bindings::bindable(const Environment& e, BindingAction action, std::uint32_t number) {
  const Block& in = scope(e);
  const bool parameter = action == BindingAction::Argument;
  List not_these = parameter ? e.pending : unbindable(e);
  if (action == BindingAction::Declare) insert_all(not_these, in.shared);
  if (action == BindingAction::Capture) {
    insert_all(not_these, e.pending);
    insert(not_these, wildcard_);
    number &= kTail;
  }
  List own;
  for (NameId n : in.assigned)
    if (contains(given_names_, n) && !contains(not_these, n)) own.push_back(n);
  std::uint32_t reads = parameter || in.kind == Class ? 0u : in.kind == Function ? in.reads : ABuiltin | AModule | AName;
  if (in.kind == Module && action == BindingAction::Bind && e.head == Module && !(in.reads & AName) && !looped(e)) reads = ABuiltin | AModule;
  const ResidualId words = with_tail(without(bindable_[reads], std::move(not_these)), number);
  return own.empty() ? words : store_.united({words, with_tail(any_of(std::move(own)), number)});
}

// A name that a comprehension is to bind after its element: known by then, or new.
ResidualId Bindings::wanted(StackId at) {
  const Environment& e = environments_[at];
  const std::size_t to = wanting(e, e.frames.size());
  if (to == kNone) return ResidualStore::kEmpty;
  List wants;  // a bracket within asks for the same names again
  for (const Frame& f : e.frames) insert_all(wants, f.wants);
  const Readable& all = readable(outlook(at));
  if (wants.size() >= kMostWants && !wants_unknown(e)) {
    List again;
    for (NameId n : e.frames[to].wants)
      if (n != kSomeName && !contains(all.plain, n) && !contains(all.outer, n) && passes(e, to, e.frames.size(), n)) again.push_back(n);
    return any_of(again);
  }
  List known = all.plain;
  insert_all(known, all.outer);
  for (std::size_t i = to + 1; i < e.frames.size(); ++i)
    if (e.frames[i].clauses && !e.frames[i].first) insert_all(known, e.frames[i].incoming);
  return free_in(e, std::move(known));
}

// The name of an argument, with what follows it.
ResidualId Bindings::keyword(const Environment& e, std::uint32_t number) {
  bool any;
  const List names = keywords(e.frames.back(), any);
  if (!any) return with_tail(any_of(names), number);
  // Names of arguments that came by position, and those that came by name.
  List known = e.frames.back().used;
  if (e.frames.back().signature != kNone) {
    const auto& all = signatures_[e.frames.back().signature].by_position;
    for (std::uint32_t i = 0; i < e.frames.back().position && i < all.size(); ++i)
      if (all[i].name != kNone) insert(known, all[i].name);
  }
  std::vector<ResidualId> texts;
  for (NameId n : known)
    if (!other(n)) texts.push_back(any_of({n}));
  return with_tail(store_.without(tails_[kAnyName], std::move(texts)), number);
}

ResidualId Bindings::attributes(std::uint32_t node) {
  Node& n = nodes_[node];
  if (n.pattern == ResidualStore::kUnknown) n.pattern = store_.joined(point_, any_of(names_of(node)));
  return n.pattern;
}

Bindings::List Bindings::names_of(std::uint32_t node) const {
  List names;
  for (const auto& [name, what] : nodes_[node].attributes) names.push_back(name);
  return names;
}

// Names that are read as given, and what follows them; where something does, those of which what is known fits.
ResidualId Bindings::taken(StackId at, std::uint32_t tail, auto fits) {
  const Environment& e = environments_[at];
  List names = given(e);
  insert_all(names, readable(at).known);
  if (tail) std::erase_if(names, [&](NameId n) {
    const std::uint32_t of = known(e, n);
    return !fits(of == kNone ? nullptr : &nodes_[of]);
  });
  return with_tail(any_of(std::move(names)), tail);
}

ResidualId Bindings::compute(StackId at, BindingAction action, std::uint32_t number, ResidualId whole) {
  using enum BindingAction;
  const Environment& e = environments_[at];
  const auto only_if = [&](bool possible) { return possible ? whole : ResidualStore::kEmpty; };
  const bool room = e.frames.size() < kMostFrames;
  const auto bracket = [&]() -> const Frame& { return e.frames[top_bracket(e) - 1]; };
  // The call, when the argument that is being written has come.
  const auto written = [&] {
    Frame f = bracket();
    if (!f.by_name && !f.starred) ++f.position;
    return f;
  };
  switch (action) {
    case Read: return with_tail(any_of(readable(at).plain), number);
    case ReadOuter: return with_tail(any_of(readable(at).outer), number);
    case Want: return wanted(at);
    case Given: return taken(at, number, [](const Node* n) { return !n || !n->closed || !n->attributes.empty(); });
    case Pattern: return !room ? ResidualStore::kEmpty : taken(at, number & kTail, [&](const Node* n) {
      return n && n->match != kNone && (!(number & kFlag) || signatures_[n->match].begins_position);
    });
    case ImportGiven: return only_if(brings(e, given_order_[number], given_.at(given_order_[number]), true));
    case ImportFrom: return only_if(number < nodes_.size() && !nodes_[number].attributes.empty());
    case Import: return e.origin == kNone ? ResidualStore::kEmpty : any_of(importable(e));
    case ImportAs: {
      return with_tail(any_of(e.origin == kNone ? List() : names_of(e.origin)), number);
    }
    case Alias: {
      const Block& in = scope(e);
      List names = unbindable(e);
      for (const List* more : {&in.assigned, &in.fleeting}) insert_all(names, *more);
      return without(in.kind == Module ? free_ : bindable_[in.reads], std::move(names));
    }
    case Attribute:  // the number: 1 after the point
      return !node(e) || !node(e)->closed ? whole : number ? any_of(names_of(e.node)) : attributes(e.node);
    case Call: case CallKeyword: case CallEmpty: case CallSpread: {
      const bool two = number & kTwoStars;
      number &= kTwoStars - 1;
      const Node* n = number == ByNode ? node(e) : nullptr;
      if (!room || (n && n->call == 0) || (number == Join && node(e) && node(e)->closed)) return ResidualStore::kEmpty;
      const Signature* s = called(e, number);
      return only_if(!s || (action == Call          ? s->begins_position
                            : action == CallKeyword ? s->begins_name
                            : action == CallEmpty   ? s->empty
                                                    : !two || s->begins_unpacked));
    }
    case Comma: return only_if(releases(e) && !bracket().clauses && !bracket().by_name && takes_position(bracket(), !bracket().starred));
    case CommaKeyword: return only_if(releases(e) && !bracket().clauses && takes_name(written()));
    case CommaSpread: return only_if(releases(e) && !bracket().clauses && (number ? takes_unpacked(written()) : !bracket().by_name));
    case Keyword: {  // the number: a tail, and flags where it is a key in quotes
      const ResidualId name = keyword(e, number & kTail);
      return number < kFlag ? name : store_.joined(store_.spelled({{number & kFlag ? "'" : "\""}}), name);
    }
    case Open: return only_if(room);
    case Item: return only_if(releases(e) && (top_bracket(e) == 0 || !bracket().clauses));
    case Close: return only_if(releases(e) && (bracket().type != Calling || missing(bracket()) == 0));
    case For: return only_if(top_bracket(e) && (bracket().element || (bracket().clauses && !bracket().targeting)));
    case Target: {
      std::vector<ResidualId> ways{free_in(e, e.frames.back().passed)};
      for (NameId n : e.frames.back().wants)
        if (other(n)) ways.push_back(store_.spelled({{names_[n]}}));
      return with_tail(store_.united(std::move(ways)), number);
    }
    case Body: return only_if(room || (e.frames.back().type == Lambda && e.frames.back().targeting));
    case Parameter: {
      const bool begun = !e.frames.empty() && e.frames.back().type == Lambda && e.frames.back().targeting;
      return room || begun ? free_in(e, begun ? e.frames.back().targets : List()) : ResidualStore::kEmpty;
    }
    case Sharing: return only_if(!shareable(e, number).empty());
    case Share: return any_of(shareable(e, number));
    case Bind: case Declare: case Bound: case Define: case Argument: case Capture: return bindable(e, action, number);
    case Augment: {
      List own;
      for (std::size_t i = e.blocks.size(); i-- > 0;) {
        for (NameId n : e.blocks[i].bound)
          if (n != e.blocks[i].handled && !imported(scope(e), n)) insert(own, n);
        if (e.blocks[i].scope()) break;
      }
      return with_tail(any_of(own), number);
    }
    case Head: return only_if(nests(e, head(e, number)));
    case Decorate: return e.blocks.back().kind == Class ? with_tail(any_of(e.blocks.back().assigned), number) : ResidualStore::kEmpty;
    case Handled: {
      const Readable& all = readable(outlook(at));
      List known = scope(e).passed;
      for (const List* more : {&scope(e).assigned, &all.plain, &all.outer}) insert_all(known, *more);
      return with_tail(free_in(e, std::move(known)), number);
    }
    default: return whole;
  }
}

// Whether what a terminal may spell is sooner found than looked up.
bool Bindings::quick(BindingAction action) {
  using enum BindingAction;
  switch (action) {
    case Attribute: case Call: case CallKeyword: case CallEmpty: case CallSpread: case Comma: case Open: case Item: case Close:
    case For: case Condition: case Assign: case Head: case Inline: case Next: case Leave: case ImportFrom: return true;
    default: return false;
  }
}

ResidualId Bindings::pattern(StackId at, TerminalId terminal, BindingAction action, std::uint32_t number, ResidualId whole) {
  if (at == kUnknown) return whole;
  if (quick(action)) return compute(at, action, number, whole);
  if (action == BindingAction::Want && wanting(environments_[at], environments_[at].frames.size()) == kNone) return ResidualStore::kEmpty;
  if (action == BindingAction::Read || action == BindingAction::ReadOuter || action == BindingAction::Given) at = outlook(at);
  if (const ResidualId* known = patterns_.find(at, terminal)) return *known;
  const ResidualId out = compute(at, action, number, whole);
  patterns_.insert(at, terminal, out);
  return out;
}

// --- Names that do not matter ----------------------------------------------------------------------------------------

// The names that the environment knows, but those that are given, which no text binds.
const std::vector<std::string>& Bindings::mattering(StackId at) {
  const auto [known, fresh] = mattering_.try_emplace(at);
  if (!fresh) return known->second;
  const Environment& e = environments_[at];
  List out{e.defined, e.handled};
  const auto all = [&](const List& some) { out.insert(out.end(), some.begin(), some.end()); };
  all(e.pending);
  all(e.now);
  for (const Block& b : e.blocks) {
    for (NameId n : {b.handled, b.name}) out.push_back(n);
    for (const List* some : {&b.bound, &b.base, &b.join, &b.tried, &b.assigned, &b.passed, &b.fleeting, &b.shared}) all(*some);
  }
  for (const Frame& f : e.frames) {
    for (const List* some : {&f.wants, &f.targets, &f.incoming, &f.passed, &f.reads, &f.used}) all(*some);
    if (f.signature == kNone) continue;
    for (const std::vector<Parameter>* some : {&signatures_[f.signature].by_position, &signatures_[f.signature].by_name})
      for (const Parameter& p : *some) out.push_back(p.name);
  }
  std::vector<std::string>& names = known->second;
  for (NameId n : out)
    if (n < names_.size()) names.push_back(names_[n]);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  memory_ += 96 + 48 * names.size();
  return names;
}

// A name that a bracket wants must be spelled later on, so what stands for it is as long, and no two of them are the same; other
// names are never spelled by a completion, and all look alike.
std::string Bindings::forget(StackId at, BindingAction action, std::string_view lexeme, bool ended) {
  using enum BindingAction;
  const bool free = action == Want || action == Target || action == Parameter || action == Alias || action == Capture || (action >= Bind && action < ImportFrom && tracked(action));
  if (at == kUnknown || !(free || action == Keyword || action == Attribute)) return std::string(lexeme);
  const Environment& e = environments_[at];
  if (action == Attribute && node(e) && node(e)->closed) return std::string(lexeme);
  std::size_t begin = 0, end;
  while (begin < lexeme.size() && !word_byte(lexeme[begin])) ++begin;
  for (end = begin; end < lexeme.size() && word_byte(lexeme[end]);) ++end;
  if (begin == end) return std::string(lexeme);
  const std::string_view name = lexeme.substr(begin, end - begin);
  std::string other(action == Want ? name.size() : 1, static_cast<char>(kOther));
  if (action == Want) {
    std::uint32_t wanted = 0;
    for (const Frame& f : e.frames) wanted += static_cast<std::uint32_t>(f.wants.size());
    if (kOther - wanted <= kLastOther) return std::string(lexeme);
    other.assign(name.size(), static_cast<char>(kOther - wanted));
  }
  const std::vector<std::string>& kept = mattering(at);
  const auto found = std::lower_bound(kept.begin(), kept.end(), name);
  if (action != Attribute && found != kept.end() && (ended || end < lexeme.size() ? *found == name : found->starts_with(name)))
    return std::string(lexeme);
  return std::string(lexeme.substr(0, begin)) + other + std::string(lexeme.substr(end));
}

// --- What the text owes ----------------------------------------------------------------------------------------------

std::uint32_t Bindings::owed(StackId at) const {
  if (at == kUnknown) return 0;
  std::uint32_t out = 0;
  const Blocks& blocks = environments_[at].blocks;
  for (std::size_t i = 1; i < blocks.size(); ++i)
    if (blocks[i].kind == Try) out += blocks[i - 1].width;  // the line of its `except` begins with so many blanks
  for (const Frame& f : environments_[at].frames) {
    if (!f.wants.empty()) out += kWant * static_cast<std::uint32_t>(f.wants.size()) + (f.targeting ? 0 : kFor);
    if (f.type == Calling) out += kArgument * missing(f);
  }
  return out;
}

std::string Bindings::helpful(StackId at, BindingAction action) const {
  if (at == kUnknown || environments_[at].frames.empty()) return "";
  const Frame& f = environments_[at].frames.back();
  if (action == BindingAction::Target)
    for (NameId n : f.wants)
      if (n != kSomeName && !contains(f.passed, n)) return names_[n];
  if (action == BindingAction::Keyword) {
    Frame named = f;
    named.by_name = true;
    for (NameId n : lacking(named))
      if (n != kNone) return names_[n] + "=";
  }
  return "";
}

}  // namespace constrain
