// One byte, in order:
//
// 1. `compare`: whether a lexeme that must differ from used ones still can.
// 2. `step`: open lexemes, then the boundary set, then what is in arrays whose items differ (`unite_tracked`).
// 3. `next_bytes`: the bytes worth a step.
#include "masks/stepper.h"

#include <algorithm>
#include <tuple>

namespace constrain {

// For a lexeme that must differ from those used before, and of which `residual` is left to read. Returns false if every
// text that it can still become was used. `used` says that the text so far was used: it may go on, but not end here.
// Where a residual matches infinitely many texts, some of them are unused, so nothing has to be compared.
bool Stepper::compare(const Recogniser::Scan& scan, LexemeId lexeme, ResidualId& residual, bool& used) {
  if (!scan.compared) return true;
  const std::span<const ResidualId> forbidden = recogniser_.forbidden(scan, lexeme).texts;
  if (forbidden.empty()) return true;
  used = std::any_of(forbidden.begin(), forbidden.end(), [&](ResidualId r) { return store_.nullable(r); });
  // The whole lexeme has been read and can only end here, so it must not be a used one.
  if (residual == ResidualStore::kEpsilon) return !used;
  if (!store_.endless(residual)) residual = recogniser_.exactly(scan, lexeme);
  return residual != ResidualStore::kEmpty;
}

void Stepper::step(Frontier& frontier, std::uint8_t byte, bool* forgot) {
  // Example: the `o` of `"colour` derives one residual, and is done.
  // Inside one lexeme, as most bytes are, nothing moves but its residual.
  if (frontier.lexemes.size() == 1 && frontier.boundary == kNone && frontier.tracked.empty() &&
      frontier.lexemes[0].lexeme == ScopeMemory::kUnknown) {
    const ResidualId r = store_.derive(frontier.lexemes[0].residual, byte);
    if (r == ResidualStore::kEmpty) return frontier.lexemes.clear();
    if (!store_.nullable(r)) {
      frontier.lexemes[0].residual = r;
      return;
    }
  }
  // Made in members, because a step is too frequent to allocate.
  next_.lexemes.clear();
  next_.boundary = kNone;
  next_.tracked.clear();
  const auto forget = [&](ScanId scan, LexemeId lexeme, bool ended) {
    if (!forgot) return lexeme;
    const LexemeId out = recogniser_.forget(scan, lexeme, ended);
    *forgot = *forgot || out != lexeme;
    return out;
  };
  const auto take = [&](ResidualId residual, ScanId scan, LexemeId lexeme, TrackId track = UniqueItems::kOutside) {
    ResidualId r = store_.derive(residual, byte);
    if (r == ResidualStore::kEmpty) return;
    bool used = false;
    if (lexeme != ScopeMemory::kUnknown) {
      lexeme = recogniser_.extend(scan, lexeme, byte);
      if (!compare(recogniser_.scan(scan), lexeme, r, used)) return;
    }
    const bool tracked = track != UniqueItems::kOutside;
    if (r != ResidualStore::kEpsilon && tracked) next_.tracked.push_back({{r, scan, lexeme}, track});
    else if (r != ResidualStore::kEpsilon) next_.lexemes.push_back({r, scan, forget(scan, lexeme, false)});
    if (store_.nullable(r) && !used) {
      const SetId set = recogniser_.after(scan, forget(scan, lexeme, true));
      if (tracked) return next_.tracked.push_back({{ResidualStore::kEpsilon, set, ScopeMemory::kUnknown}, track});
      // Two lexemes that end at the same byte (`1` as integer and as number) lead to one boundary, with the items of
      // both sets.
      next_.boundary = next_.boundary == kNone ? set : recogniser_.unite(next_.boundary, set);
    }
  };
  // Terminals that may begin here become open lexemes; the first bytes that they can have rule out most of them at
  // once.
  const auto begin = [&](SetId boundary, TrackId track) {
    const Recogniser::Set& set = recogniser_.expanded(boundary);
    if (!set.expectation->first.has(byte)) return;
    ScanId id = set.first_scan;
    recogniser_.spend(set.expectation->scans.size());
    for (const Recogniser::Scan& scan : set.expectation->scans) {
      if (scan.first->has(byte)) {
        TrackId then = track;
        if (items_)
          then = items_->step(track, byte, byte == '[' && recogniser_.network().terminal(scan.terminal).opens);
        if (then != UniqueItems::kRefused)
          take(scan.residual, id, scan.tracked() ? ScopeMemory::kUnread : ScopeMemory::kUnknown, then);
      }
      ++id;
    }
  };
  recogniser_.spend(frontier.lexemes.size() + frontier.tracked.size());
  for (const OpenLexeme& t : frontier.lexemes) take(t.residual, t.scan, t.lexeme);
  if (frontier.boundary != kNone) begin(frontier.boundary, UniqueItems::kOutside);
  for (const Tracked& t : frontier.tracked) {
    if (t.boundary()) {
      begin(t.thread.scan, t.track);
    } else if (const TrackId track = items_->step(t.track, byte, false); track != UniqueItems::kRefused) {
      take(t.thread.residual, t.thread.scan, t.thread.lexeme, track);
    }
  }
  if (next_.tracked.size() > 1) unite_tracked(next_.tracked);
  if (next_.lexemes.size() > 1) {
    std::sort(next_.lexemes.begin(), next_.lexemes.end());
    next_.lexemes.erase(std::unique(next_.lexemes.begin(), next_.lexemes.end()), next_.lexemes.end());
  }
  std::swap(frontier, next_);
}

// Sorted, each once, and one boundary set of those that have read the same.
void Stepper::unite_tracked(std::vector<Tracked>& tracked) {
  std::sort(tracked.begin(), tracked.end(), [](const Tracked& a, const Tracked& b) {
    return std::tie(a.track, a.thread) < std::tie(b.track, b.thread);
  });
  std::size_t kept = 1;
  for (std::size_t i = 1; i < tracked.size(); ++i) {
    Tracked& last = tracked[kept - 1];
    if (tracked[i] == last) continue;
    if (last.boundary() && tracked[i].boundary() && last.track == tracked[i].track)
      last.thread.scan = recogniser_.unite(last.thread.scan, tracked[i].thread.scan);
    else tracked[kept++] = tracked[i];
  }
  tracked.resize(kept);
}

ByteSet Stepper::next_bytes(const Frontier& frontier) {
  ByteSet out;
  const auto add = [&](const Recogniser::Scan& scan, ResidualId residual, LexemeId lexeme) {
    out |= store_.first(scan.compared ? recogniser_.exactly(scan, lexeme) : residual);
  };
  const auto begin = [&](SetId boundary) {
    for (const Recogniser::Scan& scan : recogniser_.expanded(boundary).expectation->scans)
      add(scan, scan.residual, ScopeMemory::kUnread);
  };
  for (const OpenLexeme& t : frontier.lexemes) add(recogniser_.scan(t.scan), t.residual, t.lexeme);
  if (frontier.boundary != kNone) begin(frontier.boundary);
  for (const Tracked& t : frontier.tracked) {
    if (t.boundary()) begin(t.thread.scan);
    else add(recogniser_.scan(t.thread.scan), t.thread.residual, t.thread.lexeme);
  }
  return out;
}

}  // namespace constrain
