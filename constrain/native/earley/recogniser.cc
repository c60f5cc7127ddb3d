#include "earley/recogniser.h"

#include <algorithm>

namespace constrain {

Recogniser::Recogniser(ResidualStore& store, Network& network)
    : store_(store), network_(network), marks_(store), lines_(store), items_(network, marks_, fuel_) {
  intern({{items_.of({network.start(network.start_automaton()), kNone, 0}), kNone}}, network.accepts_empty(), 0);
}

SetId Recogniser::intern(const std::vector<Part>& parts, bool accepting, StackId stack, AutomatonSetId left) {
  std::uint64_t hash = mix(std::uint64_t{stack} << 1 | accepting, std::uint64_t{left} << 32 | parts.size());
  for (const Part& p : parts) hash = mix(hash, std::uint64_t{p.items} << 32 | p.origin);
  const SetId found = index_.find(hash, [&](std::uint32_t id) {
    const Set& s = sets_[id];
    return s.accepting == accepting && s.stack == stack && s.left == left && !s.hollow && s.count == parts.size() && std::equal(parts.begin(), parts.end(), s.parts);
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
  const std::uint64_t key = std::uint64_t{id} << 32 | lexeme;
  const auto it = after_.find(key);
  return recall(it != after_.end() ? it->second : after_.emplace(key, complete(id, lexeme)).first->second);
}

Recogniser::After Recogniser::complete(ScanId id, LexemeId lexeme) {
  const SetId from = begun_[id].set;
  const Scan& s = scan(id);
  StackId stack = sets_[from].stack;
  // A line that ends blocks is read when the set is expanded, to see whether it can.
  if (s.line == Line::Deeper) stack = lines_.push(stack, lexeme < kNoWidth ? Indentations::kUnknown : lexeme - kNoWidth);
  const SetId before = std::exchange(lowest_, kNone), next = read(from, {s.terminal, s.distinct}, lexeme, stack);
  return {next, std::exchange(lowest_, before)};
}

ResidualId Recogniser::exactly(const Scan& s, LexemeId beginning) {
  ResidualId out = marks_.unused(s.distinct, s.residual, network_.terminal(s.terminal).spelling);
  for (char byte : marks_.text(beginning)) out = store_.derive(out, static_cast<std::uint8_t>(byte));
  return out;
}

void Recogniser::push(SetId origin, ItemSets::Moved moved) {
  if (moved.live == ItemSets::kNoItems && moved.ended == ItemSets::kNothing) return;
  pending_.push_back({origin + 1, moved});
  std::push_heap(pending_.begin(), pending_.end());
}

// An origin is older than the items that have it, so all that ends in a set is known when the set's turn comes.
SetId Recogniser::read(SetId from, Reading reading, LexemeId lexeme, StackId stack) {
  const ItemSetId begun = base(from).predicted;  // not the shape: making it may read, and this is reading
  pending_.clear();
  if (const ItemSets::Moved moved = items_.read(begun, reading, lexeme); moved.live || moved.ended) push(origin_of(from), moved);
  for (const Part& part : parts(from)) push(part.origin, items_.read(part.items, reading, lexeme));
  return complete_pending(stack);
}

// What a scope reads knows of the set where it began only how that goes on behind it, and not which keys the set might have
// read instead: an object's keys that have no names of their own have one origin, behind whichever named key they begin.
// Not done for all that is called: lists would gain little, and every level of nesting would have two sets.
SetId Recogniser::find_origin(SetId s) {
  if (!network_.has_scopes() || network_.has_lines() || sets_[s].hollow) return s;
  std::vector<Part> callers;
  bool same = true;
  for (const Part& part : parts(s)) {
    const ItemSetId items = items_.callers(part.items);
    if (items) callers.push_back({items, part.origin});
    same = same && items == part.items;
  }
  return same ? s : intern(callers, false, sets_[s].stack);
}

SetId Recogniser::hollow(ItemSetId predicted) {
  if (const SetId* known = hollows_.find(predicted, 0)) return *known;
  const SetId id = sets_.grow();
  sets_[id].hollow = true;
  sets_[id].base = shape_of(items_.own_readings(predicted), predicted);
  hollows_.insert(predicted, 0, id);
  return id;
}

SetId Recogniser::leave(SetId s, AutomatonSetId left) {
  if (const After* known = after_leaving_.find(s, left)) return recall(*known);
  const SetId before = std::exchange(lowest_, kNone);
  pending_.clear();
  for (const Part& part : parts(s)) push(part.origin, items_.call(part.items, left));
  const SetId next = complete_pending(sets_[s].stack);
  const After after{next, std::exchange(lowest_, before)};
  after_leaving_.insert(s, left, after);
  return recall(after);
}

ReadingSetId Recogniser::own_readings(SetId s) {
  ReadingSetId all = 0;
  for (const Part& part : parts(s)) all = items_.unite_readings(all, items_.own_readings(part.items));
  return all;
}

SetId Recogniser::complete_pending(StackId stack) {
  parts_.clear();
  bool accepting = false;
  AutomatonSetId left = ItemSets::kNothing;
  while (!pending_.empty()) {
    const std::uint32_t order = pending_.front().order;
    const SetId origin = order - 1;
    AutomatonSetId ended = ItemSets::kNothing;
    arrived_.clear();
    for (; !pending_.empty() && pending_.front().order == order; pending_.pop_back()) {
      const ItemSets::Moved moved = pending_.front().moved;
      std::pop_heap(pending_.begin(), pending_.end());
      if (moved.live != ItemSets::kNoItems) arrived_.push_back(moved.live);
      ended = items_.unite_ended(ended, moved.ended);
      burn(1);
    }
    if (ended != ItemSets::kNothing && origin == kNone) {
      accepting = true;
    } else if (ended != ItemSets::kNothing) {
      look_at(origin);
      const ItemSets::Moved settled = items_.settle(base(origin).predicted, ended);
      if (settled.live != ItemSets::kNoItems) arrived_.push_back(settled.live);
      if (sets_[origin].hollow) left = settled.ended;
      for (const Part& part : parts(origin)) push(part.origin, items_.call(part.items, settled.ended));
    }
    if (!arrived_.empty()) parts_.push_back({items_.unite(arrived_), origin});
  }
  return intern(parts_, accepting, stack, left);
}

// What is read where a block ends, or kNone where none can.
SetId Recogniser::read_line(SetId from, Line line, StackId stack) {
  if (base(from).lines)
    for (const Scan& scan : base(from).scans)
      if (scan.line == line) return read(from, {scan.terminal, scan.distinct}, MarkSets::kUnknown, stack);
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
    if (!next.empty()) begun.after.set = next[i];
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
    SetId at = stack ? read(id, {scan.terminal, scan.distinct}, MarkSets::kUnknown, stack) : kNone;
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
  Shape shape = found != lined_.end() ? *found->second : Shape{shape_count_++, {}, base->predicted, {}, true};
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
    if (uncertain) made.doubt = Doubt::Any;
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

const Recogniser::Shape* Recogniser::shape_of(const Set& set) {
  wholes_.clear();
  for (std::uint32_t i = 0; i < set.count; ++i) wholes_.push_back(set.parts[i].items);
  const ItemSetId whole = items_.unite(wholes_);
  if (whole >= shapes_.size()) shapes_.resize(whole + 1, nullptr);
  if (shapes_[whole]) return shapes_[whole];
  return shapes_[whole] = shape_of(items_.readings(whole), items_.predicted(whole));
}

const Recogniser::Shape* Recogniser::shape_of(ReadingSetId readings, ItemSetId predicted) {
  if (const auto* known = shared_.find(readings, predicted)) return *known;
  Shape shape{shape_count_++, {}, predicted, {}};
  std::vector<Scan>& scans = scans_;
  scans.clear();
  for (const auto& [terminal, distinct] : items_.list(readings)) {
    const Network::Terminal& t = network_.terminal(terminal);
    // To take texts out of endlessly many makes a new pattern of every prefix they share, which nobody has met before.
    const bool compared = distinct != kNone && marks_.counts(distinct) && store_.endless(t.pattern);
    const ResidualId residual = distinct == kNone || compared ? t.pattern : marks_.unused(distinct, t.pattern, t.spelling);
    if (residual == ResidualStore::kEmpty) continue;
    const Doubt doubt = distinct != kNone && marks_.blurred(distinct) ? Doubt::Distinct : Doubt::None;
    scans.push_back({terminal, residual, &store_.first(residual), distinct, t.line, doubt, compared});
    shape.lines = shape.lines || t.line != Line::None;
    shape.first |= *scans.back().first;
  }
  shape.scans = {arena_.copy(scans.data(), scans.size()), scans.size()};
  const Shape* made = arena_.copy(&shape, 1);
  shared_.insert(readings, predicted, made);
  return made;
}

std::span<const std::uint32_t> Recogniser::find_beginning(const Shape& shape, std::uint8_t byte) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < shape.scans.size(); ++i)
    if (shape.scans[i].first->has(byte)) found.push_back(i);
  const std::span<const std::uint32_t> out(arena_.copy(found.data(), found.size()), found.size());
  beginnings_.insert(shape.number, byte, out);
  return out;
}

SetId Recogniser::unite(SetId a, SetId b) {
  if (a == b) return a;
  // Two readings of one text: the terminals' obligations leave one of them at the end of a token.
  if (sets_[a].stack != sets_[b].stack)
    throw UnsupportedFault("two readings of the same text are indented differently", "ambiguous indentation");
  burn(sets_[a].count + sets_[b].count);
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
