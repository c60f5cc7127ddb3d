// The tabulated product as a graph, in order:
//
// 1. `row` makes a state of the members that it begins with, from the root on: all states in turn, or those that a text comes
//    to, as long as their owner asks. What its members do (`moves`):
//    `token`   a token leads to the items after it, an ignored one to the same item under another obligation;
//    `calls`   a nonterminal is called, and each of its ends leads to an item. What is called last ends for its caller, and
//              what is one token at most stands in the place of its call: both are entered (`enter`) with contexts that say
//              where their ends lead. What a symbol begins with that is itself is a loop from its ends (`looping`).
// 2. `groups`: the requests of one symbol that a state's members call are one group, whose ends are numbered by lexer state,
//    so that groups of other symbols which go on as this one does share its states.
// 3. Where sets of members are far more than members, each member is a state (`spread`).
// 4. States from which the same can be read in the same way become one (bisimulation.cc), and `code` writes what is left.
// Example: `list: list "," NAME | NAME` begins with a NAME; where that ends, the list has ended, and a "," may follow.
#include "lark/product_graph.h"

#include <algorithm>
#include <map>

#include "support/bytecode.h"
#include "support/interned_sets.h"

namespace constrain {

namespace {

enum BlockEnds : std::int32_t { Inner = 4, Last, Text };

}  // namespace

bool ProductGraph::begin(std::int32_t start, std::int32_t request) {
  start_ = start, request_ = request;
  following_ = Vec<Ways>(product_.items());
  leaf_.assign(product_.requests(), -1);
  find_empty();
  const Id first = member({kRoot, -1, -1});
  if (const Places& begins = moves(first); begins.calls == begins.calls_end && begins.silent == begins.silent_end)
    return false;
  Ids root{first};
  state(root);
  return true;
}

void ProductGraph::write(LarkGraph& out) {
  Graph graph;
  bool fit = true;
  for (std::uint32_t at = 0; at < states() && fit; ++at) {
    graph.close(row(at, graph.arcs));
    fit = fits(graph);
  }
  if (!fit) graph = spread();
  write(graph, refined(graph, kWorkCap), out);
}

void ProductGraph::write(const Graph& graph, const std::vector<std::uint32_t>& classes, LarkGraph& out) const {
  out.code = code(divided(graph, classes), classes[0]);
  out.terminals = terminals_;
}

bool ProductGraph::fits(const Graph& graph) const {
  return work_ <= kWorkCap && graph.arcs.size() <= 4 * (all_.reads.size() + all_.calls.size()) + 10'000;
}

// About as much as was measured of SQL and of Python.
std::size_t ProductGraph::memory() const {
  return product_.items() * 650 + members_.size() * 250 + states() * 100;
}

// --- members and contexts

ProductGraph::Id ProductGraph::member(Id item, Id context) {
  return member({item, restricted(context, product_.item(item).reach), -1});
}

ProductGraph::Id ProductGraph::member(const Member& each) {
  const auto made = static_cast<Id>(members_.size());
  if (each.item >= 0 && each.obligation < 0) {
    const auto a = static_cast<std::uint32_t>(each.item), b = static_cast<std::uint32_t>(each.context);
    if (const Id* known = items_.find(a, b)) return *known;
    items_.insert(a, b, made);
  } else {
    Id of = each.item;
    if (of >= 0) {  // after ignored tokens, what stood before them makes no difference
      const LarkProduct::Item& item = product_.item(of);
      const std::array<Id, 3> alike{item.rest, product_.lex_state(item.lex_state).lexer, item.inner};
      if (const Id* known = classes_.find(alike)) of = *known;
      else classes_.insert(alike, of);
    }
    const std::array<Id, 3> key{of, each.context, each.obligation};
    if (const Id* known = others_.find(key)) return *known;
    others_.insert(key, made);
  }
  members_.push_back(each);
  places_.emplace_back();
  made_.push_back(false);
  return made;
}

// The member of an item from which its rule can come to an end of the context; -1 where it cannot.
ProductGraph::Id ProductGraph::onward(Id item, Id context) {
  const auto a = static_cast<std::uint32_t>(item), b = static_cast<std::uint32_t>(context);
  if (const Id* known = onward_.find(a, b)) return *known;
  const bool any = product_.sets().meets(product_.item(item).reach, contexts_[context].domain);
  const Id found = any ? member(item, context) : -1;
  onward_.insert(a, b, found);
  return found;
}

ProductGraph::Id ProductGraph::outcome(std::uint64_t bits, Ids& members) {
  std::sort(members.begin(), members.end());
  members.insert(members.end(), {static_cast<Id>(bits), static_cast<Id>(bits >> 32)});
  return outcomes_.intern(members);
}

// The outcome that is one of the group's ends.
ProductGraph::Id ProductGraph::ends_as(std::uint32_t bit) {
  Id& known = ends_as_[bit];
  if (known >= 0) return known;
  found_.clear();
  return known = outcome(std::uint64_t{1} << bit, found_);
}

ProductGraph::Id ProductGraph::context(Vec<Lead>& outcomes) {
  std::sort(outcomes.begin(), outcomes.end());
  if (const Id* known = context_of_.find(outcomes)) return *known;
  Words domain;
  for (const Lead each : outcomes) put(domain, end_of(each));
  const auto made = static_cast<Id>(contexts_.size());
  const std::span<const Lead> kept(arena_.copy(outcomes.data(), outcomes.size()), outcomes.size());
  contexts_.push_back({kept, product_.sets().intern(domain)});
  context_of_.insert(outcomes, made);
  return made;
}

// The context for those of its ends that an item can come to, so that more are equal.
ProductGraph::Id ProductGraph::restricted(Id context, BitSets::Id ends) {
  const Context& from = contexts_[context];
  if (from.loop >= 0 || product_.sets().meet(from.domain, ends) == from.domain) return context;
  const auto a = static_cast<std::uint32_t>(context), b = static_cast<std::uint32_t>(ends);
  if (const Id* known = restricted_.find(a, b)) return *known;
  kept_.clear();
  for (const Lead each : from.outcomes)
    if (product_.sets().has(ends, end_of(each))) kept_.push_back(each);
  const Id made = this->context(kept_);
  restricted_.insert(a, b, made);
  return made;
}

// For a request whose rules may begin with the request itself.
ProductGraph::Id ProductGraph::looping(Id request, Id base) {
  const auto a = static_cast<std::uint32_t>(request), b = static_cast<std::uint32_t>(base);
  if (const Id* known = loops_.find(a, b)) return *known;
  BitSets::Id domain = contexts_[base].domain;
  for (BitSets::Id before = -1; before != domain;) {
    before = domain;
    for (const Id item : product_.request(request).firsts)
      if (repeats(item, request))
        for (const auto& [next, lex_states] : following(item))
          if (product_.sets().meets(product_.item(next).reach, domain))
            domain = product_.sets().unite(domain, lex_states);
  }
  const auto made = static_cast<Id>(contexts_.size());
  contexts_.push_back({{}, domain, request, base});
  loops_.insert(a, b, made);
  return made;
}

// Calls f(bits, members) for what the end leads to.
template <class F>
void ProductGraph::outcomes_at(Id context, Id end, F f) {
  const Context& of = contexts_[context];
  const Context& base = of.loop < 0 ? of : contexts_[of.base];
  if (of.loop >= 0 && base.loop >= 0) outcomes_at(of.base, end, f);
  const auto found = std::lower_bound(base.outcomes.begin(), base.outcomes.end(), lead(end, 0));
  if (found != base.outcomes.end() && end_of(*found) == end) {
    const List leads = outcomes_[outcome_of(*found)];
    const std::size_t members = leads.size() - 2;
    f(std::uint64_t{static_cast<std::uint32_t>(leads[members + 1])} << 32 | static_cast<std::uint32_t>(leads[members]),
      leads.first(members));
  }
  if (of.loop < 0) return;
  Ids again;
  for (const Id item : product_.request(of.loop).firsts)
    if (repeats(item, of.loop))
      for (const auto& [next, lex_states] : following(item))
        if (product_.sets().has(lex_states, end) && product_.sets().meets(product_.item(next).reach, of.domain))
          again.push_back(member(next, context));
  f(0, List(again));
}

// --- what members do

const ProductGraph::Places& ProductGraph::moves(Id id) {
  if (made_[id]) return places_[id];
  scratch_.bits = 0;
  scratch_.silent.clear(), scratch_.reads.clear(), scratch_.calls.clear();
  find_moves(Member(members_[id]), scratch_);
  const auto put = [](auto& all, const auto& some, std::uint32_t& begin, std::uint32_t& end) {
    begin = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), some.begin(), some.end());
    end = static_cast<std::uint32_t>(all.size());
  };
  Places& out = places_[id];
  out.bits = scratch_.bits;
  put(all_.silent, scratch_.silent, out.silent, out.silent_end);
  put(all_.reads, scratch_.reads, out.reads, out.reads_end);
  put(all_.calls, scratch_.calls, out.calls, out.calls_end);
  made_[id] = true;
  return out;
}

void ProductGraph::find_moves(const Member& from, Moves& out) {
  product_.burn(1);
  if (from.item == kRoot) {
    root(out);
  } else if (from.item == kWhole) {
    out.bits = 1;
  } else if (from.item <= kEnding) {
    const auto ends = [&](Id left) { return product_.may_end(left); };
    ignored(kEnding - from.item, from.obligation, [&](Id left) { return member({from.item, -1, left}); }, ends, out);
    out.bits = ends(from.obligation);
  } else if (const Id name = product_.rest(product_.item(from.item)).symbol; name < 0) {
    outcomes_at(from.context, end_of(from.item), [&](std::uint64_t bits, List members) {
      out.bits |= bits;
      out.silent.insert(out.silent.end(), members.begin(), members.end());
    });
  } else if (!product_.terminal(name)) {
    calls(name, from, out);
  } else if (product_.layout() && name == product_.layout()->indent) {
    // It spells nothing: the line end before it has read the indentation.
    ways(from, [&](Id, Id to, BitSets::Id) { out.silent.push_back(to); });
  } else if (product_.layout() && name == product_.layout()->dedent) {
    block_ends(from, out);
  } else {
    token(name, from, out);
  }
}

// Calls f(item, its member, lexer states) for the items after the next symbol from which the rule can come to an end of the
// context, and the lexer states that lead there.
template <class F>
void ProductGraph::ways(const Member& from, F f) {
  const Ways& all = following(from.item);
  product_.burn(all.size());
  for (const auto& [next, lex_states] : all)
    if (const Id to = onward(next, from.context); to >= 0) f(next, to, lex_states);
}

const ProductGraph::Ways& ProductGraph::following(Id item) {
  Ways& known = following_[item];
  if (known.size()) return known;
  const auto& edges = product_.item(item).edges;
  if (edges.size() == 1) {  // as most items have it
    known.push_back({edges[0].second, product_.sets().one(edges[0].first)}, arena_);
    return known;
  }
  way_of_.resize(product_.items(), -1);
  ways_.clear();
  for (const auto& [lex_state, next] : edges) {
    Id& way = way_of_[next];
    if (way < 0) {
      way = static_cast<Id>(ways_.size());
      ways_.push_back({next, 0});
      if (way_ends_.size() < ways_.size()) way_ends_.emplace_back();
      way_ends_[way].clear();
    }
    put(way_ends_[way], lex_state);
  }
  for (const Way& each : ways_) way_of_[each.next] = -1;
  for (std::size_t i = 0; i < ways_.size(); ++i) ways_[i].lex_states = product_.sets().intern(way_ends_[i]);
  for (const Way& each : ways_) known.push_back(each, arena_);  // all, or none where something throws before
  return known;
}

// The lexer state after the rule of an item at its end.
ProductGraph::Id ProductGraph::end_of(Id item) {
  Id out = -1;
  each(product_.sets()[product_.item(item).reach], [&](Id end) { out = end; });
  return out;
}

void ProductGraph::root(Moves& out) {
  // The text may end in states that differ only in what no longer matters; those are one way.
  Vec<Lead> last;
  each(product_.sets()[product_.request(request_).ends], [&](Id number) {
    const LarkProduct::LexState& end = product_.lex_state(number);
    if (product_.names().has(end.lost, end_) || (end.line != LarkProduct::Ended && end.line != LarkProduct::Within))
      return;
    const bool whole = end.line == LarkProduct::Ended;
    if (!whole && !may_end(end.lexer, end.obligation)) return;
    // Where nothing can be ignored, the start's end is the text's.
    if (whole || product_.lexemes(Lexing::kIgnored, end.lexer, end.obligation).empty())
      last.push_back(lead(number, ends_as(0)));
    else out.calls.push_back({start_, request_, number, member({kEnding - end.lexer, -1, end.obligation})});
  });
  if (!last.empty()) enter(request_, context(last), out.silent);
  const BitSets::Id empty = empty_.empty() ? 0 : empty_[product_.items() + static_cast<std::size_t>(request_)];
  for (const Call& call : out.calls)
    if (product_.sets().has(empty, call.end)) out.silent.push_back(call.member);
}

bool ProductGraph::may_end(Id lexer, Id obligation) {
  const Lexing::Ids& after = product_.after_ignored(lexer, obligation);
  return std::any_of(after.begin(), after.end(), [&](Id left) { return product_.may_end(left); });
}

void ProductGraph::token(Id name, const Member& from, Moves& out) {
  const Id own = product_.lex_state(product_.item(from.item).lex_state).obligation,
           obligation = from.obligation < 0 ? own : from.obligation;
  const Tokens all = tokens(name, from.item, obligation);
  product_.burn(all.reads.size());
  for (const auto& [terminal, next] : all.reads)
    if (const Id to = onward(next, from.context); to >= 0) out.reads.emplace_back(terminal, to);
  for (const auto& [terminal, left, nexts] : all.ignored)
    if (std::ranges::any_of(nexts, [&](Id next) { return onward(next, from.context) >= 0; }))
      out.reads.emplace_back(terminal, member({from.item, from.context, left == own ? -1 : left}));
}

// The tokens of a terminal that an item reads under an obligation, whatever its context.
ProductGraph::Tokens ProductGraph::tokens(Id name, Id id, Id obligation) {
  const auto a = static_cast<std::uint32_t>(id), b = static_cast<std::uint32_t>(obligation);
  if (const Id* known = token_of_.find(a, b)) return tokens_[*known];
  auto& reads = token_reads_;
  auto& skipped = token_ignored_;
  reads.clear(), skipped.clear();
  const LarkProduct::Item& item = product_.item(id);
  const Id lexer = product_.lex_state(item.lex_state).lexer, matter = product_.rest(item).label;
  const bool lines = product_.ends_lines(name);
  // Calls f for the lexer states that have what a token leaves; of line ends, they differ in what they know of the line as well.
  const auto each_after = [&](Id left, BitSets::Id lex_states, auto f) {
    const Id after = product_.left_after(left, matter);
    each(product_.sets()[lex_states], [&](Id end) {
      if (product_.lex_state(end).obligation == after) f(product_.lex_state(end).line);
    });
  };
  const std::span<const Id> all = product_.lexemes(name, lexer, obligation);
  Ids& texts = texts_;
  for (const auto& [next, lex_states] : following(id)) {
    texts.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool asked = false;
      each_after(all[i], lex_states, [&, to = next](Id line) {
        asked = true;
        if (!lines) return;
        for (const auto& [head, tail] : lexicon_.line_ends(name, lexer, obligation, all[i]))
          reads.push_back({line_end(head, tail, line), to});
      });
      if (asked && !lines) texts.push_back(product_.texts(name, lexer, obligation)[i]);
    }
    if (!texts.empty()) reads.push_back({lexeme(name, texts), next});
  }
  const std::span<const Id> ignored = product_.lexemes(Lexing::kIgnored, lexer, obligation),
                            ignored_texts = product_.texts(Lexing::kIgnored, lexer, obligation);
  for (std::size_t i = 0; i < ignored.size(); ++i) {
    Ids& nexts = items_read_;
    nexts.clear();
    for (const auto& [next, lex_states] : following(id)) {
      bool leads = false;
      for (const Id left : product_.after_ignored(lexer, ignored[i]))
        for (const Id each : product_.lexemes(name, lexer, left))
          each_after(each, lex_states, [&](Id) { leads = true; });
      if (leads) nexts.push_back(next);
    }
    if (!nexts.empty())
      skipped.push_back({lexeme(Lexing::kIgnored, ignored_texts.subspan(i, 1)), ignored[i],
                         {arena_.copy(nexts.data(), nexts.size()), nexts.size()}});
  }
  const auto kept = [&](const auto& list) { return std::span(arena_.copy(list.data(), list.size()), list.size()); };
  tokens_.push_back({kept(reads), kept(skipped)});
  token_of_.insert(a, b, static_cast<Id>(tokens_.size() - 1));
  return tokens_.back();
}

// One ignored token, to where what it leaves, after any more of them, is wanted.
template <class To, class Wanted>
void ProductGraph::ignored(Id lexer, Id obligation, To to, Wanted wanted, Moves& out) {
  const std::span<const Id> all = product_.lexemes(Lexing::kIgnored, lexer, obligation),
                            texts = product_.texts(Lexing::kIgnored, lexer, obligation);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Lexing::Ids& after = product_.after_ignored(lexer, all[i]);
    if (std::any_of(after.begin(), after.end(), wanted))
      out.reads.emplace_back(lexeme(Lexing::kIgnored, texts.subspan(i, 1)), to(all[i]));
  }
}

void ProductGraph::block_ends(const Member& from, Moves& out) {
  const LarkProduct::LexState& first = product_.lex_state(product_.item(from.item).lex_state);
  const Id obligation = from.obligation < 0 ? first.obligation : from.obligation;
  const bool within = first.line == LarkProduct::Dedent;  // otherwise the text ends
  const bool here = first.line == LarkProduct::Ended || product_.may_end(obligation);
  ways(from, [&](Id, Id to, BitSets::Id lex_states) {
    if (!within && here) out.reads.emplace_back(terminal(LarkGraph::Terminal::End, Text, Text), to);
    if (!within) return;
    each(product_.sets()[lex_states], [&](Id end) {
      const BlockEnds kind = product_.lex_state(end).line == LarkProduct::Dedent ? Inner : Last;
      out.reads.emplace_back(terminal(LarkGraph::Terminal::End, kind, kind), to);
    });
  });
  if (within || first.line == LarkProduct::Ended) return;
  ignored(
      first.lexer, obligation,
      [&](Id left) { return member({from.item, from.context, left == first.obligation ? -1 : left}); },
      [&](Id left) { return product_.may_end(left); }, out);
}

// --- calls

// Whether an item, with which a rule of the request begins, reads the request itself.
bool ProductGraph::repeats(Id id, Id request) { return product_.item(id).request == request; }

// Whether all of the request are single tokens, or empty.
bool ProductGraph::leaf(Id request) {
  if (leaf_[request] < 0) {
    const auto& firsts = product_.request(request).firsts;
    leaf_[request] = std::all_of(firsts.begin(), firsts.end(), [&](Id item) {
      const LarkProduct::Rest& rest = product_.rest(product_.item(item));
      return rest.symbol < 0 || (product_.terminal(rest.symbol) && product_.after(rest).symbol < 0);
    });
  }
  return leaf_[request];
}

// The members with which the request begins.
void ProductGraph::enter(Id request, Id context, Ids& out) {
  const auto& firsts = product_.request(request).firsts;
  if (std::any_of(firsts.begin(), firsts.end(), [&](Id item) { return repeats(item, request); }))
    context = looping(request, context);
  const BitSets::Id domain = contexts_[context].domain;
  for (const Id item : firsts)
    if (product_.sets().meets(product_.item(item).reach, domain) && !repeats(item, request))
      out.push_back(member(item, context));
}

void ProductGraph::calls(Id symbol, const Member& from, Moves& out) {
  const Id request = product_.item(from.item).request;
  const bool within = leaf(request), loops = contexts_[from.context].loop >= 0;
  bool same = contexts_[from.context].loop == request;  // as if the loop began again
  Vec<Lead>& leads = leads_;
  leads.clear();
  const std::size_t before = out.calls.size();
  ways(from, [&](Id next, Id to, BitSets::Id lex_states) {
    const bool last = ended(next) && (within || !loops);
    each(product_.sets()[lex_states], [&](Id end) {
      same = same && ended(next) && end_of(next) == end;
      if (last) {
        std::uint64_t all = 0;
        found_.clear();
        outcomes_at(from.context, end_of(next), [&](std::uint64_t bits, List members) {
          all |= bits;
          found_.insert(found_.end(), members.begin(), members.end());
        });
        leads.push_back(lead(end, outcome(all, found_)));
      } else if (within) {
        found_.assign(1, to);
        leads.push_back(lead(end, outcome(0, found_)));
      } else {
        out.calls.push_back({symbol, request, end, to});
      }
    });
  });
  if (same) {
    out.calls.resize(before);
    for (const Id each : product_.request(request).firsts)
      if (product_.sets().meets(product_.item(each).reach, contexts_[from.context].domain) && !repeats(each, request))
        out.silent.push_back(member(each, from.context));
    return;
  }
  if (!leads.empty()) enter(request, context(leads), out.silent);
  if (empty_.empty()) return;
  const BitSets::Id empty = empty_[product_.items() + static_cast<std::size_t>(request)];
  for (std::size_t i = before; i < out.calls.size(); ++i)
    if (product_.sets().has(empty, out.calls[i].end)) out.silent.push_back(out.calls[i].member);
}

// What is read of nothing: the ends of items and, after them, of requests. Nothing at all if no rule is empty.
void ProductGraph::find_empty() {
  const auto items = static_cast<Id>(product_.items());
  const auto indents = [&](Id name) { return product_.layout() && name == product_.layout()->indent; };
  Ids open;  // items that have more than those that they lead to know
  const auto join_to = [&](Id at, BitSets::Id more) {
    const BitSets::Id both = product_.sets().unite(empty_[at], more);
    if (both == empty_[at]) return false;
    empty_[at] = both;
    return true;
  };
  const auto join_item = [&](Id id, BitSets::Id more) {
    if (join_to(id, more)) open.push_back(id);
  };
  // What the item passes on reading nothing, to where it leads.
  const auto look_at = [&](Id id) {
    const LarkProduct::Item& item = product_.item(id);
    const Id name = product_.rest(item).symbol;
    const bool any = indents(name);
    const BitSets::Id passes = item.request < 0 ? 0 : empty_[items + item.request];
    product_.burn(item.edges.size());
    if (!any && !passes) return;
    for (const auto& [lex_state, next] : item.edges)
      if (any || product_.sets().has(passes, lex_state)) join_item(id, empty_[next]);
  };
  bool any = false;
  for (Id request = 0; request < static_cast<Id>(product_.requests()) && !any; ++request)
    for (const Id item : product_.request(request).firsts) {
      const Id name = product_.rest(product_.item(item)).symbol;
      any = any || name < 0 || indents(name);
    }
  if (!any) return;
  empty_.assign(product_.items() + product_.requests(), 0);
  for (Id id = 0; id < items; ++id)
    if (product_.rest(product_.item(id)).symbol < 0) join_item(id, product_.item(id).reach);
  while (!open.empty()) {
    const Id id = open.back();
    open.pop_back();
    for (const Id before : product_.item(id).before) look_at(before);
    for (const Id request : product_.item(id).requests)
      if (join_to(items + request, empty_[id]))
        for (const Id waiting : product_.request(request).waiting) look_at(waiting);
  }
}

// --- states

// Tidies the members.
ProductGraph::Id ProductGraph::state(Ids& members) {
  tidy(members);
  return states_.members.intern(members);
}

std::uint64_t ProductGraph::row(std::uint32_t at, std::vector<Arc>& arcs) {
  constexpr std::size_t kMostStates = 1'000'000;  // a rule may have as many as two to the power of its members
  if (at >= states()) throw std::logic_error("lark: nobody has named that state");
  if (states() > share_of(kMostStates))
    throw share_spent("lark: the grammar times its lexer's states has too many states", share_of(kMostStates), states());
  Ids &open = open_, &to = to_;
  Reads& reads = reads_;
  Vec<Call>& calls = calls_;
  const List members = states_.members[static_cast<Id>(at)];
  open.assign(members.begin(), members.end());
  reads.clear(), calls.clear();
  std::uint64_t bits = 0;
  const std::uint32_t mark = ++rows_;
  while (!open.empty()) {
    const Id each = open.back();
    open.pop_back();
    if (static_cast<std::size_t>(each) >= seen_.size()) seen_.resize(2 * members_.size(), 0);
    if (std::exchange(seen_[each], mark) == mark) continue;
    const Places& of = moves(each);
    const std::size_t moved = 1 + (of.reads_end - of.reads) + (of.calls_end - of.calls);
    work_ += moved;
    spend(moved);
    bits |= of.bits;
    open.insert(open.end(), all_.silent.begin() + of.silent, all_.silent.begin() + of.silent_end);
    reads.insert(reads.end(), all_.reads.begin() + of.reads, all_.reads.begin() + of.reads_end);
    calls.insert(calls.end(), all_.calls.begin() + of.calls, all_.calls.begin() + of.calls_end);
  }
  std::sort(reads.begin(), reads.end());
  for (std::size_t i = 0; i < reads.size();) {
    const Id terminal = reads[i].first;
    for (to.clear(); i < reads.size() && reads[i].first == terminal; ++i) to.push_back(reads[i].second);
    arcs.push_back({kReads | static_cast<std::uint32_t>(terminal), static_cast<std::uint32_t>(state(to)), kNone});
  }
  groups(calls, arcs);
  return bits;
}

// A state for each member.
Graph ProductGraph::spread() {
  struct Others {  // those that have been named stay for who asks for them
    explicit Others(States& states) : all(states), kept(std::exchange(states, {})) {}
    ~Others() { all = std::move(kept); }
    States& all;
    States kept;
  } const others(states_);
  Graph graph;
  Ids one{0};
  state(one);
  for (std::size_t at = 0; at < states(); ++at) {
    const List together = states_.members[static_cast<Id>(at)];
    std::uint64_t bits = 0;
    const auto lead = [&](std::uint64_t label, Id to) {
      one.assign(1, to);
      graph.arcs.push_back({label, static_cast<std::uint32_t>(state(one)), kNone});
    };
    if (together.size() == 1) {
      const Places of = moves(together[0]);
      bits = of.bits;
      for (std::uint32_t i = of.silent; i < of.silent_end; ++i) lead(0, all_.silent[i]);
      for (std::uint32_t i = of.reads; i < of.reads_end; ++i)
        lead(kReads | static_cast<std::uint32_t>(all_.reads[i].first), all_.reads[i].second);
      Vec<Call> calls(all_.calls.begin() + of.calls, all_.calls.begin() + of.calls_end);
      groups(calls, graph.arcs);
    } else {
      for (const Id each : together) lead(0, each);
    }
    product_.burn(1);
    graph.close(bits);
  }
  return graph;
}

// The calls of a state: ends of a request with the same members after them are one, and the requests of a symbol one group.
void ProductGraph::groups(Vec<Call>& calls, std::vector<Arc>& arcs) {
  if (calls.empty()) return;
  const auto order = [](const Call& a, const Call& b) {
    return std::tie(a.symbol, a.request, a.end, a.member) < std::tie(b.symbol, b.request, b.end, b.member);
  };
  std::sort(calls.begin(), calls.end(), order);
  Vec<Exit>& exits = exits_;
  Vec<End>& ends = ends_;
  Vec<std::uint32_t>& bit_of_exit = bit_of_exit_;
  Vec<Lead>& leads = leads_;
  Ids &requests = key_, &members = to_;
  for (std::size_t i = 0; i < calls.size();) {
    const Id symbol = calls[i].symbol;
    exits.clear(), ends.clear();
    for (std::size_t of = 0; i < calls.size() && calls[i].symbol == symbol;) {
      const Id request = calls[i].request, end = calls[i].end;
      if (!exits.empty() && exits.back().request != request) of = exits.size();
      members.clear();
      for (; i < calls.size() && calls[i].symbol == symbol && calls[i].request == request && calls[i].end == end; ++i)
        members.push_back(calls[i].member);
      const Id to = state(members);
      std::size_t exit = of;
      while (exit < exits.size() && exits[exit].state != to) ++exit;
      if (exit == exits.size()) exits.push_back({end, request, to, static_cast<std::uint32_t>(exit)});
      ends.push_back({request, end, static_cast<std::uint32_t>(exit)});
    }
    std::sort(exits.begin(), exits.end(),
              [](const Exit& a, const Exit& b) { return std::tie(a.first, a.request) < std::tie(b.first, b.request); });
    for (std::size_t from = 0; from < exits.size(); from += kMostTogether) {
      const std::size_t to = std::min<std::size_t>(exits.size(), from + kMostTogether);
      std::uint64_t taken = 0;
      bit_of_exit.assign(exits.size(), kNone);
      for (std::size_t e = from; e < to; ++e) {
        Exit& exit = exits[e];
        exit.bit = static_cast<std::uint32_t>(bit_of(exit.first)) % kMostTogether;
        while (taken >> exit.bit & 1) exit.bit = (exit.bit + 1) % kMostTogether;
        taken |= std::uint64_t{1} << exit.bit;
        bit_of_exit[exit.number] = exit.bit;
      }
      requests.clear();
      for (std::size_t e = 0; e < ends.size();) {  // which are in the order of their requests
        leads.clear();
        const Id request = ends[e].request;
        for (; e < ends.size() && ends[e].request == request; ++e)
          if (const std::uint32_t bit = bit_of_exit[ends[e].exit]; bit != kNone)
            leads.push_back(lead(ends[e].end, ends_as(bit)));
        if (!leads.empty()) requests.insert(requests.end(), {request, context(leads)});
      }
      const auto callee = static_cast<std::uint32_t>(group(requests));
      for (std::size_t e = from; e < to; ++e)
        arcs.push_back({kCalls | exits[e].bit, static_cast<std::uint32_t>(exits[e].state), callee});
    }
  }
}

// Ends have numbers in the order in which they are first an exit's, so that few bits are used.
ProductGraph::Id ProductGraph::bit_of(Id end) {
  return bits_.try_emplace(end, static_cast<Id>(bits_.size())).first->second;
}

// The state in which the requests begin, each followed by its context.
ProductGraph::Id ProductGraph::group(List requests) {
  if (const Id* known = states_.of_group.find(requests)) return *known;
  to_.clear();
  for (std::size_t i = 0; i < requests.size(); i += 2) enter(requests[i], requests[i + 1], to_);
  const Id made = state(to_);
  states_.of_group.insert(requests, made);
  return made;
}

// --- terminals

ProductGraph::Id ProductGraph::terminal(LarkGraph::Terminal::Kind kind, Id number, Id of) {
  const std::array<Id, 2> key{kind, number};
  if (const Id* known = numbers_.find(key)) return *known;
  const auto made = static_cast<Id>(terminals_.size());
  terminals_.push_back({kind, of});
  if (kind == LarkGraph::Terminal::End) lines_.push_back({made, of, 0});
  numbers_.insert(key, made);
  return made;
}

ProductGraph::Id ProductGraph::lexeme(Id name, List texts) {
  if (const Id* known = lexemes_.find(texts)) return *known;
  const Id number = lexicon_.terminal(name, {texts.begin(), texts.end()});
  const Id made = terminal(LarkGraph::Terminal::Plain, number, number);
  lexemes_.insert(texts, made);
  return made;
}

ProductGraph::Id ProductGraph::line_end(Id head, Id tail, Id line) {
  const std::array<Id, 3> key{head, tail, line};
  if (const Id* known = line_ends_.find(key)) return *known;
  const Id made = terminal(LarkGraph::Terminal::Head, static_cast<Id>(line_ends_.size()), head);
  lines_.push_back({made, line + 1, terminal(LarkGraph::Terminal::Plain, tail, tail)});
  line_ends_.insert(key, made);
  return made;
}

std::string ProductGraph::code(const Graph& graph, std::uint32_t root) const {
  std::string out;
  append_operation(out, GrammarCode::Graph);
  append_number(out, lines_.size());
  for (const Line& line : lines_) {
    append_number(out, static_cast<std::uint64_t>(line.terminal));
    append_number(out, static_cast<std::uint64_t>(line.kind));
    if (line.kind >= Inner) continue;
    append_number(out, static_cast<std::uint64_t>(line.tail));
    append_number(out, static_cast<std::uint64_t>(tab_));
  }
  append_number(out, graph.size());
  append_number(out, root);
  for (std::uint32_t q = 0; q < graph.size(); ++q) {
    append_number(out, graph.final[q]);
    append_number(out, graph.of(q).size());
    for (const Arc& arc : graph.of(q)) {
      const std::uint64_t label = arc.label & 0xFFFFFFFF;
      append_number(out, 3 * label + (arc.label >> 32));
      if (arc.callee != kNone) append_number(out, arc.callee);
      append_number(out, arc.target);
    }
  }
  return out;
}

}  // namespace constrain
