#include "summaries.h"

#include <algorithm>

namespace constrain {

void Summaries::spend(std::uint64_t work) {
  work += places_.take_work();
  if (patience_ < work) throw Tired{};
  patience_ -= work;
}

Summaries::Making& Summaries::deeper() {
  if (depth_ >= kDepth) throw Tired{};
  if (depth_ == makings_.size()) makings_.emplace_back();
  Making& out = makings_[depth_++];
  out.readings.clear();
  out.parts.clear();
  out.exits.clear();
  out.pending.clear();
  out.settled.clear();
  return out;
}

Summaries::SummaryId Summaries::keep(Making& making) {
  --depth_;
  spend(tidy(making.readings) + tidy(making.parts) + tidy(making.exits) + 1);
  if (making.readings.empty() && making.exits.empty()) {
    if (making.parts.empty()) return 0;
    if (making.parts.size() == 1 && summaries_[making.parts[0]].exits.empty()) return making.parts[0];
  }
  const SummaryId id = summaries_.grow();
  Summary& out = summaries_[id];
  out.readings = {arena_.copy(making.readings.data(), making.readings.size()), making.readings.size()};
  out.parts = {arena_.copy(making.parts.data(), making.parts.size()), making.parts.size()};
  out.exits = {arena_.copy(making.exits.data(), making.exits.size()), making.exits.size()};
  return id;
}

void Summaries::take(SummaryId s, Making& making, std::vector<Exit>& exits) {
  const Summary& part = summaries_[s];
  if (!part.bare()) making.parts.push_back(s);
  exits.insert(exits.end(), part.exits.begin(), part.exits.end());
}

const ByteSet& Summaries::first_of(ReadingSetId readings) {
  if (readings >= first_of_readings_.size()) {
    first_of_readings_.resize(readings + 1);
    first_of_readings_known_.resize(readings + 1, false);
  }
  if (!first_of_readings_known_[readings]) {
    for (const Reading& reading : items_.list(readings)) {
      const Network::Terminal& terminal = recogniser_.network().terminal(reading.terminal);
      if (terminal.line == Line::None) first_of_readings_[readings] |= recogniser_.first(terminal.pattern);
    }
    first_of_readings_known_[readings] = true;
  }
  return first_of_readings_[readings];
}

const ByteSet& Summaries::first(ItemSetId items) {
  if (items >= firsts_.size()) {
    firsts_.resize(items + 1);
    first_known_.resize(items + 1, false);
  }
  if (!first_known_[items]) {
    ByteSet all = first_of(items_.own_readings(items));
    if (const ItemSetId predicted = items_.predicted(items)) all |= first_of(items_.own_readings(predicted));
    firsts_[items] = all;
    first_known_[items] = true;
  }
  return firsts_[items];
}

std::span<const std::uint32_t> Summaries::beginning(ReadingSetId readings, PlaceId p) {
  const std::uint32_t byte = p == Places::kRoot ? 256 : places_.byte(p);
  if (const auto* known = beginnings_.find(readings, byte)) return *known;
  std::vector<std::uint32_t> found;
  const auto list = items_.list(readings);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Network::Terminal& terminal = recogniser_.network().terminal(list[i].terminal);
    if (terminal.line == Line::None && (byte == 256 || recogniser_.first(terminal.pattern).has(static_cast<std::uint8_t>(byte)))) found.push_back(i);
  }
  const std::span<const std::uint32_t> out(arena_.copy(found.data(), found.size()), found.size());
  beginnings_.insert(readings, byte, out);
  return out;
}

Summaries::SummaryId Summaries::of_items(PlaceId p, ItemSetId items) {
  if (items == ItemSets::kNoItems || (places_.bytes(p) & first(items)).empty()) return 0;
  if (const SummaryId* known = of_items_.find(p, items)) return *known;
  Making& making = deeper();
  if (places_.fan(p)) {
    const ByteSet bytes = first(items);
    places_.each(p, bytes, [&](PlaceId at) { take(of_items(at, items), making, making.exits); });
  } else {
    const ReadingSetId own = items_.own_readings(items);
    for (std::uint32_t i : beginning(own, p)) {
      const Reading terminal = items_.list(own)[i];
      const std::uint32_t number = places_.read(p, recogniser_.network().terminal(terminal.terminal).pattern);
      const Places::Reading& reading = places_.reading(number);
      if (!reading.tokens.empty()) making.readings.push_back(number);
      spend(1);
      if (reading.next == Places::kNowhere) continue;
      const ItemSets::Moved moved = items_.read(items, terminal, MarkSets::kUnknown);
      take(of_items(reading.next, moved.live), making, making.exits);
      if (moved.ended != ItemSets::kNothing) making.exits.push_back({reading.next, moved.ended});
    }
    if (const ItemSetId predicted = items_.predicted(items)) {
      const SummaryId begun = of_predicted(p, predicted);
      if (!summaries_[begun].bare()) making.parts.push_back(begun);
      for (const Exit& exit : summaries_[begun].exits) {
        const ItemSets::Moved moved = items_.call(items, exit.ended);
        take(of_items(exit.at, moved.live), making, making.exits);
        if (moved.ended != ItemSets::kNothing) making.exits.push_back({exit.at, moved.ended});
      }
    }
  }
  const SummaryId made = keep(making);
  of_items_.insert(p, items, made);
  return made;
}

// The same for items that begin at the place, as far as they and each other can go on; what they end is for the callers.
Summaries::SummaryId Summaries::of_predicted(PlaceId p, ItemSetId predicted) {
  const ReadingSetId own = items_.own_readings(predicted);
  if ((places_.bytes(p) & first_of(own)).empty()) return 0;
  if (const SummaryId* known = of_predicted_.find(p, predicted)) return *known;
  Making& making = deeper();
  for (std::uint32_t i : beginning(own, p)) {
    const Reading terminal = items_.list(own)[i];
    const std::uint32_t number = places_.read(p, recogniser_.network().terminal(terminal.terminal).pattern);
    const Places::Reading& reading = places_.reading(number);
    if (!reading.tokens.empty()) making.readings.push_back(number);
    spend(1);
    if (reading.next == Places::kNowhere) continue;
    const ItemSets::Moved moved = items_.read(predicted, terminal, MarkSets::kUnknown);
    take(of_items(reading.next, moved.live), making, making.pending);
    if (moved.ended != ItemSets::kNothing) making.pending.push_back({reading.next, moved.ended});
  }
  while (!making.pending.empty()) {
    const Exit exit = making.pending.back();
    making.pending.pop_back();
    if (!making.settled.insert(std::uint64_t{exit.at} << 32 | exit.ended)) continue;
    const ItemSets::Moved settled = items_.settle(predicted, exit.ended);
    take(of_items(exit.at, settled.live), making, making.pending);
    making.exits.push_back({exit.at, settled.ended});
    spend(1);
  }
  const SummaryId made = keep(making);
  of_predicted_.insert(p, predicted, made);
  return made;
}

bool Summaries::add(PlaceId place, SetId set, std::size_t words, const std::vector<TokenId>* except, Mask& out) {
  if (place == Places::kNowhere) return true;
  depth_ = 0;
  if (except) ++time_;  // what is taken for others is not the same
  pending_.clear();
  seen_.clear();
  try {
    const auto take = [&](SummaryId s, SetId origin) {
      if (!summaries_[s].bare()) open_.push_back(s);
      if (origin == kNone) return;
      for (const Exit& exit : summaries_[s].exits) {
        pending_.push_back({origin + 1, exit});
        std::push_heap(pending_.begin(), pending_.end());
      }
    };
    const auto end = [&](SetId origin, Exit exit) {
      if (origin == kNone || exit.ended == ItemSets::kNothing) return;
      pending_.push_back({origin + 1, exit});
      std::push_heap(pending_.begin(), pending_.end());
    };
    open_.clear();
    for (const Recogniser::Part& part : recogniser_.parts(set)) take(of_items(place, part.items), part.origin);
    SetId last = kNone;
    while (!pending_.empty()) {
      const SetId origin = pending_.front().order - 1;
      const Exit exit = pending_.front().exit;
      std::pop_heap(pending_.begin(), pending_.end());
      pending_.pop_back();
      if (origin != last) seen_.clear();
      last = origin;
      if (!seen_.insert(std::uint64_t{exit.at} << 32 | exit.ended)) continue;
      spend(1);
      const ItemSets::Moved settled = items_.settle(recogniser_.predicted(origin), exit.ended);
      take(of_items(exit.at, settled.live), origin);
      for (const Recogniser::Part& part : recogniser_.parts(origin)) {
        const ItemSets::Moved moved = items_.call(part.items, settled.ended);
        take(of_items(exit.at, moved.live), part.origin);
        end(part.origin, {exit.at, moved.ended});
      }
    }
  } catch (const Tired&) {
    return false;
  }
  // The tokens of all that was found, each once.
  while (!open_.empty()) {
    Summary& s = summaries_[open_.back()];
    open_.pop_back();
    if (s.time == time_) continue;
    s.time = time_;
    for (std::uint32_t number : s.readings) {
      Places::Reading& reading = places_.reading(number);
      if (reading.time == time_) continue;
      reading.time = time_;
      out.include(reading.tokens, reading.dense, words, except);
    }
    open_.insert(open_.end(), s.parts.begin(), s.parts.end());
  }
  if (except) ++time_;
  return true;
}

}  // namespace constrain
