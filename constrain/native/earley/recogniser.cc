// Earley sets: making, completing and uniting them.
//
// 1. `complete`: the set after a scan. The items of each origin step (item_sets.h); automata that have ended complete in the
//    sets where they began, newest origin first, until nothing ends any more (`complete_pending`). `intern` keeps the result.
// 2. `expand`: what a set may scan and predicts, its expectation, and a number for each scan begun in it.
// 3. `lined`, `read_line`, `ends`: line ends and blocks, whose patterns depend on the indentation stack.
// 4. `caller_free`, `resume`: sets whose caller is unknown, and where they go on for a real one.
// 5. `unite`: two readings of one text as one set.
// Every look at an origin is noted (`look_at`): masks are shared by how deep that went.
#include "earley/recogniser.h"

#include <algorithm>

namespace constrain {

Recogniser::Recogniser(ResidualStore& store, Network& network)
    : store_(store), network_(network), marks_(store), lines_(store), items_(network, marks_, part_budget_) {
  if (network_.binds()) bindings_ = std::make_unique<Bindings>(store_, network_.catalogue());
  else if (!network_.catalogue().empty()) names_ = std::make_unique<Names>(store_, network_.catalogue());
  intern({{items_.of({network.start(network.start_automaton()), kNone, 0}), kNone}}, network.accepts_empty(), 0);
}

// Equal kernels are one set, whatever text led there: this is what makes the states of `[1,` and `[1,2,3,` the same id.
SetId Recogniser::intern(const std::vector<Part>& parts, bool accepting, StackId stack, AutomatonSetId left) {
  std::uint64_t hash = mix(std::uint64_t{stack} << 1 | accepting, std::uint64_t{left} << 32 | parts.size());
  for (const Part& p : parts) hash = mix(hash, std::uint64_t{p.items} << 32 | p.origin);
  const SetId found = index_.find(hash, [&](std::uint32_t id) {
    const Set& s = sets_[id];
    return s.accepting == accepting && s.stack == stack && s.left == left && !s.caller_free &&
           s.count == parts.size() && std::equal(parts.begin(), parts.end(), s.parts);
  });
  if (found != kNone) return found;
  const SetId id = sets_.grow();
  Set& s = sets_[id];
  s.parts = arena_.copy(parts.data(), parts.size());
  s.count = static_cast<std::uint32_t>(parts.size());
  s.accepting = accepting;
  s.stack = stack;
  s.left = left;
  index_.insert(hash, id);
  return id;
}

SetId Recogniser::after_lexeme(ScanId id, LexemeId lexeme) {
  // Where a lexeme must differ from others, what follows depends on what was spelled.
  const std::uint64_t key = std::uint64_t{id} << 32 | lexeme;
  const auto it = after_.find(key);
  return recall(it != after_.end() ? it->second : after_.emplace(key, complete(id, lexeme)).first->second);
}

Recogniser::After Recogniser::complete(ScanId id, LexemeId lexeme) {
  const SetId from = started_[id].set;
  const Scan& s = scan(id);
  StackId stack = sets_[from].stack;
  // A line that ends blocks is read when the set is expanded, to see whether it can.
  if (s.line >= Line::Named) {
    const bool known = lexeme > ScopeMemory::kUnknown || !s.tracked();
    const std::string text = known && s.tracked() ? marks_.text(lexeme) : std::string();
    const std::uint32_t number = network_.terminal(s.terminal).number;
    stack = bindings_ ? bindings_->step(stack, s.binding, number, text, known)
                      : names_->step(stack, s.action, number, text, known);
  }
  if (s.line == Line::Level && bindings_) stack = bindings_->line(stack);
  if (s.line == Line::Deeper) {
    const std::uint32_t width = lexeme < kNoWidth ? IndentStack::kUnknown : lexeme - kNoWidth;
    stack = bindings_ ? bindings_->push(stack, width) : lines_.push(stack, width);
  }
  // How deep this step looked is kept beside its result, so that a later text that finds the step known is told the
  // same (`recall`), and masks shared by depth stay exact.
  const SetId before = std::exchange(lowest_, kNone), next = read(from, {s.terminal, s.distinct}, lexeme, stack);
  return {next, std::exchange(lowest_, before)};
}

LexemeId Recogniser::find_forgotten(ScanId id, LexemeId lexeme, bool ended) {
  const Scan& s = scan(id);
  if (s.distinct != kNone)
    return ended || (s.compared && !forbidden(s, lexeme).texts.empty()) ? lexeme : ScopeMemory::kUnknown;
  if (s.line < Line::Named) return lexeme;
  if (const LexemeId* known = forgotten_.find(id, lexeme << 1 | ended)) return *known;
  const StackId stack = sets_[started_[id].set].stack;
  const std::string text = marks_.text(lexeme);
  LexemeId out = ScopeMemory::kUnread;
  for (char byte : names_ ? names_->forget(stack, s.action, text, ended) : bindings_->forget(stack, s.binding, text, ended))
    out = marks_.extend(out, static_cast<std::uint8_t>(byte));
  forgotten_.insert(id, lexeme << 1 | ended, out);
  return out;
}

ResidualId Recogniser::exactly(const Scan& s, LexemeId beginning) {
  ResidualId out = marks_.unused(s.distinct, s.residual, network_.terminal(s.terminal).spelling);
  for (char byte : marks_.text(beginning)) out = store_.derive(out, static_cast<std::uint8_t>(byte));
  return out;
}

void Recogniser::push(SetId origin, ItemSets::Step step) {
  if (step.live == ItemSets::kNoItems && step.ended == ItemSets::kNothing) return;
  pending_.push_back({origin + 1, step});
  std::push_heap(pending_.begin(), pending_.end());
}

// An origin is older than the items that have it, so all that ends in a set is known when the set's turn comes.
SetId Recogniser::read(SetId from, ScanLabel label, LexemeId lexeme, StackId stack) {
  const ItemSetId begun = base(from).predicted;  // not the expectation: making it may read, and this is reading
  pending_.clear();
  if (const ItemSets::Step step = items_.read(begun, label, lexeme); step.live || step.ended)
    push(origin_of(from), step);
  for (const Part& part : parts(from)) push(part.origin, items_.read(part.items, label, lexeme));
  return complete_pending(stack);
}

// What a scope reads knows of the set where it began only how that goes on after it, and not which keys the set might have
// read instead: an object's keys that have no names of their own have one origin, after whichever named key they begin.
// Not done for all that is called: lists would gain little, and every level of nesting would have two sets.
SetId Recogniser::find_origin(SetId s) {
  if (!network_.has_scopes() || network_.has_lines() || sets_[s].caller_free) return s;
  std::vector<Part> callers;
  bool same = true;
  for (const Part& part : parts(s)) {
    const ItemSetId items = items_.callers(part.items);
    if (items) callers.push_back({items, part.origin});
    same = same && items == part.items;
  }
  return same ? s : intern(callers, false, sets_[s].stack);
}

SetId Recogniser::caller_free(ItemSetId predicted) {
  if (const SetId* known = caller_free_sets_.find(predicted, 0)) return *known;
  const SetId id = sets_.grow();
  sets_[id].caller_free = true;
  sets_[id].base = expectation_of(items_.own_labels(predicted), predicted);
  caller_free_sets_.insert(predicted, 0, id);
  return id;
}

SetId Recogniser::resume(SetId s, AutomatonSetId left) {
  if (const After* known = after_resuming_.find(s, left)) return recall(*known);
  const SetId before = std::exchange(lowest_, kNone);
  pending_.clear();
  for (const Part& part : parts(s)) push(part.origin, items_.complete_callers(part.items, left));
  const SetId next = complete_pending(sets_[s].stack);
  const After after{next, std::exchange(lowest_, before)};
  after_resuming_.insert(s, left, after);
  return recall(after);
}

ScanLabelSetId Recogniser::own_labels(SetId s) {
  ScanLabelSetId all = 0;
  for (const Part& part : parts(s)) all = items_.unite_labels(all, items_.own_labels(part.items));
  return all;
}

// What has called these automata in the set goes on. Where a text is ambiguous, sets have a part for each place where
// something may have begun, nearly all of them the same as an older set's: `s: "a" s "b" | s s | "a"` after `aaaa`. What
// ends in one of these sets ends in the others too, so a part whose tail has been passed with the same automata is the end:
// a step then takes time in the number of origins, not in its square.
void Recogniser::push_callers(SetId origin, AutomatonSetId ended) {
  const std::span<const Part> callers = parts(origin);
  // Nested counts have many parts too, of which none is shared: there the tails would be made for nothing.
  const bool worth = callers.size() >= kManyParts && (passed_ < kTrial || skipped_ * 4 > passed_);
  const std::span<const std::uint32_t> shared = worth ? tails(origin) : std::span<const std::uint32_t>();
  for (std::size_t i = 0; i < callers.size(); ++i) {
    if (worth && !completed_.insert(std::uint64_t{shared[i]} << 32 | ended)) {
      skipped_ += callers.size() - i;
      return spend(i);
    }
    passed_ += worth;
    push(callers[i].origin, items_.complete_callers(callers[i].items, ended));
  }
  spend(callers.size());
}

// A number for each part of the set, which another set's part has if it and all behind it are equal.
std::span<const std::uint32_t> Recogniser::tails(SetId s) {
  const std::span<const Part> all = parts(s);
  if (const std::uint32_t* const* known = tail_lists_.find(s, 0)) return {*known, all.size()};
  std::vector<std::uint32_t> numbers(all.size());
  std::uint32_t rest = kNone;
  for (std::size_t i = all.size(); i-- > 0;) {
    const Part part = all[i];
    const std::uint64_t hash = mix(std::uint64_t{part.items} << 32 | part.origin, rest);
    std::uint32_t found =
        tail_index_.find(hash, [&](std::uint32_t t) { return tails_[t].rest == rest && tails_[t].first == part; });
    if (found == kNone) {
      found = tails_.grow();
      tails_[found] = {part, rest};
      tail_index_.insert(hash, found);
    }
    numbers[i] = rest = found;
  }
  spend(all.size());
  const std::uint32_t* kept = arena_.copy(numbers.data(), numbers.size());
  tail_lists_.insert(s, 0, kept);
  return {kept, all.size()};
}

SetId Recogniser::complete_pending(StackId stack) {
  parts_.clear();
  completed_.clear();
  bool accepting = false;
  AutomatonSetId left = ItemSets::kNothing;
  while (!pending_.empty()) {
    const std::uint32_t order = pending_.front().order;
    const SetId origin = order - 1;
    AutomatonSetId ended = ItemSets::kNothing;
    arrived_.clear();
    for (; !pending_.empty() && pending_.front().order == order; pending_.pop_back()) {
      const ItemSets::Step step = pending_.front().step;
      std::pop_heap(pending_.begin(), pending_.end());
      if (step.live != ItemSets::kNoItems) arrived_.push_back(step.live);
      ended = items_.unite_ended(ended, step.ended);
      spend(1);
    }
    if (ended != ItemSets::kNothing && origin == kNone) {
      accepting = true;
    } else if (ended != ItemSets::kNothing) {
      look_at(origin);
      // What ended may complete items that began in the same origin; those are closed first, within it, and then its
      // callers step once for all that has ended there.
      const ItemSets::Step settled = items_.complete_within(base(origin).predicted, ended);
      if (settled.live != ItemSets::kNoItems) arrived_.push_back(settled.live);
      // Nobody knows who called: what ended is kept with the set, for `resume` to hand to a real caller.
      if (sets_[origin].caller_free) left = settled.ended;
      push_callers(origin, settled.ended);
    }
    if (!arrived_.empty()) parts_.push_back({items_.unite(arrived_), origin});
  }
  return intern(parts_, accepting, stack, left);
}

// What is read where a block ends, or kNone where none can.
SetId Recogniser::read_line(SetId from, Line line, StackId stack) {
  for (const Scan& scan : base(from).others())
    if (scan.line == line) return read(from, {scan.terminal, scan.distinct}, ScopeMemory::kUnknown, stack);
  return kNone;
}

bool Recogniser::ends(SetId s) {
  if (sets_[s].ends < 0) {
    if (names_) return sets_[s].ends = sets_[s].accepting && names_->complete(sets_[s].stack);
    SetId at = s;
    for (StackId stack = sets_[s].stack; nested(stack) && at != kNone; stack = below(stack))
      at = read_line(at, Line::EndDedent, below(stack));
    sets_[s].ends = at != kNone && sets_[at].accepting;
  }
  return sets_[s].ends;
}

void Recogniser::expand(SetId id) {
  std::vector<SetId> next;
  const Expectation* expectation = base(id).others().empty() ? sets_[id].base : lined(id, next);
  const ScanId first = started_.size();
  for (std::size_t i = 0; i < expectation->scans.size(); ++i) started_[started_.grow()].set = id;
  for (std::size_t i = 0; i < next.size(); ++i) started_[first + expectation->plain + i].after.set = next[i];
  sets_[id].first_scan = first;
  sets_[id].expectation = expectation;
}

// The set's expectation with its patterns cut down to what its stack allows. Whether blocks can end depends on the items'
// origins, so that is tried; `next` receives, by scan, the sets thus found, if there are any.
const Recogniser::Expectation* Recogniser::lined(SetId id, std::vector<SetId>& next) {
  const Expectation* base = sets_[id].base;
  const StackId stack = sets_[id].stack;
  const bool uncertain = unknown(stack);
  struct Ending { const Scan* scan; StackId stack; SetId next; };
  std::vector<Ending> endings;
  for (const Scan& scan : base->others()) {
    if (scan.line != Line::Shallower) continue;
    const StackId closed = bindings_ ? bindings_->line(stack) : stack;  // the line's end
    SetId at = nested(closed) ? read(id, {scan.terminal, scan.distinct}, ScopeMemory::kUnknown, closed) : kNone;
    for (StackId s = closed; nested(s) && at != kNone; s = below(s)) {
      const StackId outer = below(s);
      const SetId last = read_line(at, Line::LastDedent, outer);
      if (last != kNone) endings.push_back({&scan, outer, last});
      at = read_line(at, Line::Dedent, outer);
    }
  }
  // Where no block can end, the stack decides.
  if (endings.empty())
    if (const auto* known = cut_.find(base->number, stack)) return *known;
  scans_.clear();
  const auto add = [&](const Scan& scan, ResidualId residual, Doubt doubt, SetId known) {
    if (residual == ResidualStore::kEmpty) return;
    if (!endings.empty()) next.push_back(known);
    scans_.push_back(scan);
    scans_.back().residual = residual;
    scans_.back().doubt = doubt;
  };
  const auto pattern = [&](const Scan& scan, std::uint32_t width, bool wider) {
    const Network::Terminal& t = network_.terminal(scan.terminal);
    return lines_.pattern(t.pattern, t.tail, t.tab, width, wider);
  };
  for (const Scan& scan : base->others()) {
    const Network::Terminal& t = network_.terminal(scan.terminal);
    const Doubt doubt = uncertain ? Doubt::Any : scan.doubt;
    switch (scan.line) {
      case Line::Level: case Line::Deeper:
        add(scan, pattern(scan, width(stack), scan.line == Line::Deeper), doubt, kNone);
        break;
      case Line::Shallower:
        for (const Ending& e : endings)
          if (e.scan == &scan) add(scan, pattern(scan, width(e.stack), false), doubt, e.next);
        break;
      case Line::Named:
        add(scan, names_->pattern(stack, t.action, t.number, t.pattern),
            names_->uncertain(stack, t.action) ? Doubt::Any : scan.doubt, kNone);
        break;
      case Line::Bound:
        add(scan, bindings_->pattern(stack, scan.terminal, t.binding, t.number, t.pattern),
            bindings_->uncertain(stack, t.binding) ? Doubt::Any : Doubt::None, kNone);
        break;
      default: break;  // spells nothing
    }
  }
  const Expectation* made = keep_cut(*base);
  if (endings.empty()) cut_.insert(base->number, stack, made);
  return made;
}

// The expectation cut down from `base`, with `scans_` in place of those that a stack bears on: one for all stacks that leave
// the same of it.
const Recogniser::Expectation* Recogniser::keep_cut(const Expectation& base) {
  std::uint64_t hash = mix(base.number, scans_.size());
  for (const Scan& s : scans_)
    hash = mix(hash, std::uint64_t{s.terminal} << 34 | std::uint64_t{s.residual} << 2 | static_cast<unsigned>(s.doubt));
  const std::uint32_t known = cut_index_.find(hash, [&](std::uint32_t i) {
    const std::span<const Scan> others = cuts_[i]->others();
    return cuts_[i]->base == &base &&
           std::equal(others.begin(), others.end(), scans_.begin(), scans_.end(), [](const Scan& a, const Scan& b) {
             return a.terminal == b.terminal && a.residual == b.residual && a.doubt == b.doubt;
           });
  });
  if (known != kNone) return cuts_[known];
  Expectation made = base;
  made.base = &base;
  made.first = {};
  for (Scan& s : scans_) made.first |= *(s.first = &store_.first(s.residual));
  scans_.insert(scans_.begin(), base.scans.begin(), base.scans.begin() + base.plain);
  for (std::uint32_t i = 0; i < base.plain; ++i) made.first |= *scans_[i].first;
  made.scans = {arena_.copy(scans_.data(), scans_.size()), scans_.size()};
  cut_index_.insert(hash, static_cast<std::uint32_t>(cuts_.size()));
  cuts_.push_back(keep(made));
  return cuts_.back();
}

const Recogniser::Expectation* Recogniser::keep(Expectation& expectation) {
  expectation.groups = 0;
  expectation.first.each([&](std::uint8_t b) { expectation.groups |= plain_group_bit(b); });
  return arena_.copy(&expectation, 1);
}

const Recogniser::Expectation* Recogniser::expectation_of(const Set& set) {
  wholes_.clear();
  for (std::uint32_t i = 0; i < set.count; ++i) wholes_.push_back(set.parts[i].items);
  const ItemSetId whole = items_.unite(wholes_);
  if (whole >= expectations_.size()) expectations_.resize(whole + 1, nullptr);
  if (expectations_[whole]) return expectations_[whole];
  return expectations_[whole] = expectation_of(items_.labels(whole), items_.predicted(whole));
}

const Recogniser::Expectation* Recogniser::expectation_of(ScanLabelSetId labels, ItemSetId predicted) {
  if (const auto* known = shared_.find(labels, predicted)) return *known;
  Expectation expectation;
  expectation.number = expectation_count_++;
  expectation.predicted = predicted;
  std::vector<Scan>& scans = scans_;
  scans.clear();
  for (const auto& [terminal, distinct] : items_.list(labels)) {
    const Network::Terminal& t = network_.terminal(terminal);
    // To take texts out of endlessly many makes a new pattern of every prefix they share, which nobody has met before.
    const bool compared = distinct != kNone && marks_.counts(distinct) && store_.endless(t.pattern);
    const ResidualId residual =
        distinct == kNone || compared ? t.pattern : marks_.unused(distinct, t.pattern, t.spelling);
    if (residual == ResidualStore::kEmpty) continue;
    const Doubt doubt = distinct != kNone && marks_.blurred(distinct) ? Doubt::Distinct : Doubt::None;
    scans.push_back(
        {terminal, residual, &store_.first(residual), distinct, t.line, t.action, t.binding, doubt, compared});
    expectation.first |= *scans.back().first;
    if (t.line != Line::None) continue;
    ++expectation.plain;
    if (doubt == Doubt::None && !compared) expectation.sure |= *scans.back().first;
  }
  if (network_.has_lines()) std::ranges::stable_partition(scans, [](const Scan& s) { return s.line == Line::None; });
  expectation.scans = {arena_.copy(scans.data(), scans.size()), scans.size()};
  const Expectation* made = keep(expectation);
  shared_.insert(labels, predicted, made);
  return made;
}

void Recogniser::find_begins(const Expectation& expectation) {
  const std::uint32_t words = expectation.words();
  std::uint64_t* begins = arena_.fill(256 * words, std::uint64_t{0});
  for (std::uint32_t i = 0; i < expectation.plain; ++i)
    expectation.scans[i].first->each([&](std::uint8_t b) { begins[b * words + i / 64] |= std::uint64_t{1} << i % 64; });
  expectation.begins = begins;
}

SetId Recogniser::unite(SetId a, SetId b) {
  if (a == b) return a;
  // Two labels of one text: the terminals' obligations leave one of them at the end of a token.
  if (sets_[a].stack != sets_[b].stack)
    throw UnsupportedFault("two readings of the same text indent or name things differently", "ambiguous indentation");
  spend(sets_[a].count + sets_[b].count);
  const Set &x = sets_[a], &y = sets_[b];
  std::vector<Part> parts;
  for (std::uint32_t i = 0, j = 0; i < x.count || j < y.count;) {
    // The text's own origin is kNone, which one more makes the least.
    const SetId p = i < x.count ? x.parts[i].origin + 1 : 0, q = j < y.count ? y.parts[j].origin + 1 : 0;
    Part part{ItemSets::kNoItems, std::max(p, q) - 1};
    if (i < x.count && p >= q) part.items = x.parts[i++].items;
    if (j < y.count && q >= p) part.items = items_.unite(part.items, y.parts[j++].items);
    parts.push_back(part);
  }
  return intern(parts, x.accepting || y.accepting, x.stack, items_.unite_ended(x.left, y.left));
}

}  // namespace constrain
