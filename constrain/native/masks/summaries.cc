#include "masks/summaries.h"

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
  out.nexts.clear();
  return out;
}

Summaries::SummaryId Summaries::keep(Making& making) {
  --depth_;
  gather(making.exits);
  spend(tidy(making.readings) + tidy(making.parts) + 1);
  if (making.readings.empty() && making.exits.empty()) {
    if (making.parts.empty()) return 0;
    if (making.parts.size() == 1 && summaries_[making.parts[0]].exits.empty()) return making.parts[0];
  }
  std::uint64_t hash = mix(std::uint64_t{making.readings.size()} << 32 | making.parts.size(), making.exits.size());
  for (std::uint32_t number : making.readings) hash = mix(hash, number);
  for (SummaryId part : making.parts) hash = mix(hash, part);
  for (const Exit& exit : making.exits) hash = mix(hash, hash_of(exit));
  const SummaryId found = index_.find(hash, [&](SummaryId s) {
    const Summary& other = summaries_[s];
    return std::ranges::equal(other.readings, making.readings) && std::ranges::equal(other.parts, making.parts) && std::ranges::equal(other.exits, making.exits);
  });
  if (found != kNone) return found;
  const SummaryId id = summaries_.grow();
  index_.insert(hash, id);
  Summary& out = summaries_[id];
  out.walked_readings = out.readings = {arena_.copy(making.readings.data(), making.readings.size()), making.readings.size()};
  out.walked_parts = out.parts = {arena_.copy(making.parts.data(), making.parts.size()), making.parts.size()};
  out.exits = {arena_.copy(making.exits.data(), making.exits.size()), making.exits.size()};
  return id;
}

void Summaries::take(PlaceId p, Strand strand, Making& making, std::vector<Exit>& exits) {
  const SummaryId s = of_item(p, strand.item);
  if (s == 0) return;
  take_tokens(s, making);
  for (const Exit& exit : summaries_[s].exits) exits.push_back({completed(strand.ended, exit.ended), exit.at});
}

AutomatonSetId Summaries::completed(AutomatonSetId groups, AutomatonSetId ended) {
  if (groups == ItemSets::kNothing) return ended;
  const auto which = items_.automata().list(ended);
  if (which.size() == 1 && which[0] == whoever_) return groups;
  if (const AutomatonSetId* known = completed_.find(groups, ended)) return *known;
  std::vector<std::uint32_t> all;
  for (std::uint32_t group : items_.automata().list(groups))
    for (std::uint32_t w : which) all.push_back(group + (w - whoever_));
  const AutomatonSetId out = items_.automata().intern(all);
  completed_.insert(groups, ended, out);
  return out;
}

const Summaries::Strands& Summaries::find_strands(ItemSetId items) {
  if (items >= strands_.size()) strands_.resize(items + 1);
  std::vector<Item> all;
  for (BundleId bundle : items_.bundles(items)) all.insert(all.end(), bundles_.items(bundle).begin(), bundles_.items(bundle).end());
  spend(2 * all.size() + 1);
  std::sort(all.begin(), all.end(), [](const Item& a, const Item& b) { return std::pair(a.state, a.count) < std::pair(b.state, b.count); });
  Strands out;
  std::vector<Strand> found;
  std::vector<std::uint32_t> ended;
  for (std::size_t i = 0; i < all.size();) {
    const Item& item = all[i];
    ended.clear();
    for (; i < all.size() && all[i].state == item.state && all[i].count == item.count; ++i) ended.push_back(all[i].returns);
    found.push_back({single(item), items_.automata().intern(ended)});
    out.first |= first(found.back().item);
  }
  out.known = true;
  out.list = {arena_.copy(found.data(), found.size()), found.size()};
  return strands_[items] = out;
}

BundleId Summaries::single(const Item& item) {
  if (const BundleId* known = of_state_.find(item.state, item.count)) return *known;
  single_.assign(1, {item.state, whoever_, item.count});
  const BundleId made = bundles_.intern(single_);
  of_state_.insert(item.state, item.count, made);
  return made;
}

std::span<const BundleId> Summaries::find_singles(BundleId bundle) {
  if (bundle >= singles_.size()) singles_.resize(bundle + 1);
  std::vector<BundleId> found;
  for (const Item& item : bundles_.items(bundle)) found.push_back(single(item));
  return singles_[bundle] = {arena_.copy(found.data(), found.size()), found.size()};
}

const ByteSet& Summaries::first_of(ReadingSetId readings) {
  if (readings >= first_of_readings_.size()) {
    first_of_readings_.resize(readings + 1);
    first_of_readings_known_.resize(readings + 1, false);
  }
  if (!first_of_readings_known_[readings]) {
    for (const Reading& reading : items_.list(readings))
      first_of_readings_[readings] |= recogniser_.first(recogniser_.network().terminal(reading.terminal).pattern);
    first_of_readings_known_[readings] = true;
  }
  return first_of_readings_[readings];
}

ByteSet Summaries::first(BundleId bundle) {
  if (bundle >= firsts_.size()) {
    firsts_.resize(bundle + 1);
    first_known_.resize(bundle + 1, false);
  }
  if (!first_known_[bundle]) {
    ByteSet all = first_of(bundles_.readings(bundle));
    if (const ItemSetId begun = items_.begun_by(bundles_.callees(bundle))) all |= first_of(items_.own_readings(begun));
    firsts_[bundle] = all;
    first_known_[bundle] = true;
  }
  return firsts_[bundle];
}

std::span<const std::uint32_t> Summaries::beginning(ReadingSetId readings, PlaceId p) {
  const std::uint32_t byte = p == Places::kRoot ? 256 : places_.byte(p);
  if (const auto* known = beginnings_.find(readings, byte)) return *known;
  std::vector<std::uint32_t> found;
  const auto list = items_.list(readings);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Network::Terminal& terminal = recogniser_.network().terminal(list[i].terminal);
    if (byte == 256 || recogniser_.first(terminal.pattern).has(static_cast<std::uint8_t>(byte))) found.push_back(i);
  }
  const std::span<const std::uint32_t> out(arena_.copy(found.data(), found.size()), found.size());
  beginnings_.insert(readings, byte, out);
  return out;
}

Summaries::Read Summaries::read_pattern(PlaceId p, ResidualId pattern) {
  if (const Read* known = patterns_.find(p, pattern)) return *known;
  Making& making = deeper();
  places_.each(p, recogniser_.first(pattern), [&](PlaceId at) {
    spend(1);
    if (places_.last(at)) {
      making.parts.push_back(of_last(at));
      return;
    }
    const std::uint32_t number = places_.read(at, pattern);
    const Places::Reading& reading = places_.reading(number);
    if (!reading.tokens.empty()) making.readings.push_back(number);
    if (reading.next != Places::kNowhere) making.nexts.push_back(reading.next);
  });
  Read out;
  if (!making.nexts.empty()) out.next = places_.unite(making.nexts);
  out.tokens = keep(making);
  patterns_.insert(p, pattern, out);
  return out;
}

template <class F>
void Summaries::read_terminals(PlaceId p, ReadingSetId readings, Making& making, F f) {
  const auto list = items_.list(readings);
  if (places_.fan(p)) {
    for (const Reading terminal : list) {
      const ResidualId pattern = recogniser_.network().terminal(terminal.terminal).pattern;
      if ((places_.bytes(p) & recogniser_.first(pattern)).empty()) continue;
      const Read read = read_pattern(p, pattern);
      if (read.tokens) making.parts.push_back(read.tokens);
      spend(1);
      if (read.next != Places::kNowhere) f(terminal, read.next);
    }
    return;
  }
  for (std::uint32_t i : beginning(readings, p)) {
    const Reading terminal = list[i];
    const std::uint32_t number = places_.read(p, recogniser_.network().terminal(terminal.terminal).pattern);
    const Places::Reading& reading = places_.reading(number);
    if (!reading.tokens.empty()) making.readings.push_back(number);
    spend(1);
    if (reading.next != Places::kNowhere) f(terminal, reading.next);
  }
}

Summaries::SummaryId Summaries::of_item(PlaceId p, BundleId item) {
  if ((places_.bytes(p) & first(item)).empty()) return 0;
  if (places_.last(p)) return of_last(p);
  if (const PlaceId only = places_.only(p)) return of_item(only, item);
  if (const SummaryId* known = of_item_.find(p, item)) return *known;
  Making& making = deeper();
  if (places_.several(p)) places_.each(p, first(item), [&](PlaceId at) { take(at, {item, ItemSets::kNothing}, making, making.exits); });
  else read_item(p, item, making);
  const SummaryId made = keep(making);
  of_item_.insert(p, item, made);
  return made;
}

void Summaries::read_item(PlaceId p, BundleId item, Making& making) {
  read_terminals(p, bundles_.readings(item), making, [&](const Reading& terminal, PlaceId next) {
    const Bundles::Moved moved = bundles_.read(item, terminal, MarkSets::kUnknown);
    take_bundle(next, moved.live, making);
    if (moved.ended != ItemSets::kNothing) making.exits.push_back({moved.ended, next});
  });
  const AutomatonSetId callees = bundles_.callees(item);
  const ItemSetId begun = items_.begun_by(callees);
  if (!begun) return;
  const SummaryId inner = of_predicted(p, begun);
  take_tokens(inner, making);
  for (const Exit& exit : summaries_[inner].exits) {
    const AutomatonSetId ended = items_.automata().meet(exit.ended, callees);
    if (ended == ItemSets::kNothing) continue;
    const Bundles::Moved moved = bundles_.call(item, ended);
    take_bundle(exit.at, moved.live, making);
    if (moved.ended != ItemSets::kNothing) making.exits.push_back({moved.ended, exit.at});
  }
}

Summaries::SummaryId Summaries::of_last(PlaceId p) {
  if (const SummaryId* known = of_last_.find(p, 0)) return *known;
  Making& making = deeper();
  making.readings.push_back(places_.read_all(p));
  const SummaryId made = keep(making);
  of_last_.insert(p, 0, made);
  return made;
}

// The same for items that begin at the place, as far as they and each other can go on; what they end is for the callers.
Summaries::SummaryId Summaries::of_predicted(PlaceId p, ItemSetId predicted) {
  const ReadingSetId own = items_.own_readings(predicted);
  if ((places_.bytes(p) & first_of(own)).empty()) return 0;
  if (places_.last(p)) return of_last(p);
  if (const SummaryId* known = of_predicted_.find(p, predicted)) return *known;
  Making& making = deeper();
  read_terminals(p, own, making, [&](const Reading& terminal, PlaceId next) {
    const ItemSets::Moved moved = items_.read(predicted, terminal, MarkSets::kUnknown);
    take_items(next, moved.live, making, making.pending);
    if (moved.ended != ItemSets::kNothing) making.pending.push_back({moved.ended, next});
  });
  settle_pending(predicted, making);
  const SummaryId made = keep(making);
  of_predicted_.insert(p, predicted, made);
  return made;
}

void Summaries::gather(std::vector<Exit>& exits) {
  spend(tidy(exits));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < exits.size();) {
    const AutomatonSetId ended = exits[i].ended;
    together_.clear();
    for (; i < exits.size() && exits[i].ended == ended; ++i) together_.push_back(exits[i].at);
    exits[kept++] = {ended, places_.unite(together_)};
  }
  exits.resize(kept);
}

void Summaries::settle_pending(ItemSetId predicted, Making& making) {
  while (!making.pending.empty()) {
    gather(making.pending);
    making.settling.swap(making.pending);
    making.pending.clear();
    for (const Exit& exit : making.settling) {
      if (!making.settled.insert(hash_of(exit))) continue;
      const ItemSets::Moved settled = items_.settle(predicted, exit.ended);
      take_items(exit.at, settled.live, making, making.pending);
      making.exits.push_back({settled.ended, exit.at});
      spend(1);
    }
  }
}

Summaries::Step Summaries::keep_step(Making& making) {
  Step out;
  gather(making.exits);
  out.exits = exits_.intern(making.exits);
  making.exits.clear();
  out.tokens = keep(making);
  return out;
}

Summaries::Step Summaries::read(PlaceId p, ItemSetId items) {
  if (const Step* known = read_.find(p, items)) return *known;
  Making& making = deeper();
  take_items(p, items, making, making.exits);
  const Step made = keep_step(making);
  read_.insert(p, items, made);
  return made;
}

Summaries::Step Summaries::settle(ExitsId exits, ItemSetId predicted) {
  if (const Step* known = settled_.find(exits, predicted)) return *known;
  Making& making = deeper();
  making.pending.assign(exits_.list(exits).begin(), exits_.list(exits).end());
  settle_pending(predicted, making);
  const Step made = keep_step(making);
  settled_.insert(exits, predicted, made);
  return made;
}

Summaries::Step Summaries::call(ExitsId exits, ItemSetId items) {
  if (const Step* known = called_.find(exits, items)) return *known;
  Making& making = deeper();
  for (const Exit& exit : exits_.list(exits)) {
    const ItemSets::Moved moved = items_.call(items, exit.ended);
    take_items(exit.at, moved.live, making, making.exits);
    if (moved.ended != ItemSets::kNothing) making.exits.push_back({moved.ended, exit.at});
    spend(1);
  }
  const Step made = keep_step(making);
  called_.insert(exits, items, made);
  return made;
}

bool Summaries::add(PlaceId place, SetId set, std::size_t words, const std::vector<TokenId>* except, Mask& out) {
  if (place == Places::kNowhere) return true;
  depth_ = 0;
  pending_.clear();
  found_.clear();
  // An origin is older than the items that have it, so all that ends in a set is known when the set's turn comes.
  const auto take = [&](const Step& step, SetId origin) {
    if (step.tokens) found_.push_back(step.tokens);
    if (step.exits == 0 || origin == kNone) return;
    pending_.push_back({origin + 1, step.exits});
    std::push_heap(pending_.begin(), pending_.end());
  };
  try {
    for (const Recogniser::Part& part : recogniser_.parts(set)) take(read(place, part.items), part.origin);
    while (!pending_.empty()) {
      const std::uint32_t order = pending_.front().order;
      ExitsId exits = 0;
      for (; !pending_.empty() && pending_.front().order == order; pending_.pop_back()) {
        exits = exits_.unite(exits, pending_.front().exits);
        std::pop_heap(pending_.begin(), pending_.end());
      }
      spend(1);
      const SetId origin = order - 1;
      recogniser_.look_at(origin);
      const Step settled = settle(exits, recogniser_.predicted(origin));
      take({settled.tokens, 0}, origin);
      for (const Recogniser::Part& part : recogniser_.parts(origin)) take(call(settled.exits, part.items), part.origin);
    }
  } catch (const Tired&) {
    return false;
  }
  if (except) time_ = ++clock_;  // what is taken for others is not the same
  bitsets_.clear();
  for (SummaryId s : found_) include(s, words, except, out);
  include_bitsets(words, except, out);
  if (except) time_ = ++clock_;
  return true;
}

// A summary's tokens: all that it shares, each once a mask. Walking through that costs more than its tokens; what is
// walked through again is worth a list.
void Summaries::include(SummaryId id, std::size_t words, const std::vector<TokenId>* except, Mask& out) {
  Summary& whole = summaries_[id];
  if (whole.time == time_) return;
  whole.time = time_;
  if (listed(id, words)) {
    out.include(whole.tokens, {}, words, except);
    if (!whole.dense.empty()) bitsets_.push_back(2 * id);
  }
  for (std::uint32_t number : whole.walked_readings) {
    Places::Reading& reading = places_.reading(number);
    if (reading.time == time_) continue;
    reading.time = time_;
    if (reading.dense.empty()) out.include(reading.tokens, {}, words, except);
    else bitsets_.push_back(2 * number + 1);
  }
  for (SummaryId part : whole.walked_parts) include(part, words, except, out);
}

// Most masks take a union that another has taken, and then it is their base.
void Summaries::include_bitsets(std::size_t words, const std::vector<TokenId>* except, Mask& out) {
  const auto bits = [&](std::uint32_t number) { return number % 2 ? places_.reading(number / 2).dense : summaries_[number / 2].dense; };
  if (except) {
    for (std::uint32_t number : bitsets_) out.include({}, bits(number), words, except);
    return;
  }
  if (bitsets_.empty()) return;
  const Interned<std::uint32_t>::Id id = unions_.intern(bitsets_);
  if (id >= united_.size()) united_.resize(id + 1);
  if (united_[id].empty()) {
    united_[id] = bits(bitsets_[0]);
    if (bitsets_.size() > 1) {
      std::uint32_t* all = arena_.copy(united_[id].data(), words);
      united_[id] = {all, words};
      for (std::size_t i = 1; i < bitsets_.size(); ++i) {
        const std::uint32_t* more = bits(bitsets_[i]).data();
        for (std::size_t w = 0; w < words; ++w) all[w] |= more[w];
      }
    }
  }
  if (out.base) out.include({}, united_[id], words, nullptr);
  else out.base = united_[id].data();
}

bool Summaries::listed(SummaryId id, std::size_t words) {
  Summary& whole = summaries_[id];
  if (whole.masks == kWalks) return true;
  if (whole.parts.empty() && whole.readings.size() == 1) return false;
  if (whole.masks + 1 == kWalks) make_list(id, words);  // counts once it is done: it may be out of memory
  return ++whole.masks == kWalks;
}

void Summaries::make_list(SummaryId id, std::size_t words) {
  const std::uint64_t time = std::exchange(time_, ++clock_);
  List list;
  if (!lists_.empty()) {
    list = std::move(lists_.back());
    lists_.pop_back();
    list.clear();
  }
  find(id, words, list);
  time_ = time;
  keep_list(list, words, summaries_[id]);
  lists_.push_back(std::move(list));
}

void Summaries::keep_list(List& list, std::size_t words, Summary& out) {
  // Each token once, in no order. Scratch as large as the vocabulary is one a thread: one a constraint would be the most
  // of what a constraint takes.
  thread_local std::vector<std::uint32_t> seen;  // a bit a token, none set
  if (seen.size() < words) seen.resize(words);
  const struct Clean {
    const std::vector<TokenId>& tokens;
    ~Clean() {
      for (TokenId t : tokens) seen[t >> 5] = 0;
    }
  } clean{list.tokens};
  std::erase_if(list.tokens, [&](TokenId t) {
    const std::uint32_t bit = 1u << (t & 31), before = seen[t >> 5];
    seen[t >> 5] |= bit;
    return before & bit;
  });
  if (list.tokens.size() > words / 4) out.dense = {arena_.copy(seen.data(), words), words};
  else out.tokens = {arena_.copy(list.tokens.data(), list.tokens.size()), list.tokens.size()};
  out.walked_readings = {arena_.copy(list.readings.data(), list.readings.size()), list.readings.size()};
  out.walked_parts = {arena_.copy(list.parts.data(), list.parts.size()), list.parts.size()};
}

void Summaries::find(SummaryId id, std::size_t words, List& out) {
  const auto add = [&](std::uint32_t number) {
    Places::Reading& reading = places_.reading(number);
    if (reading.time == time_) return;
    reading.time = time_;
    if (reading.dense.empty()) out.tokens.insert(out.tokens.end(), reading.tokens.begin(), reading.tokens.end());
    else out.readings.push_back(number);
  };
  for (std::uint32_t number : summaries_[id].walked_readings) add(number);
  for (SummaryId part : summaries_[id].walked_parts) {
    Summary& other = summaries_[part];
    if (other.time == time_) continue;
    other.time = time_;
    if (listed(part, words) && !other.dense.empty()) {
      out.parts.push_back(part);
      continue;
    }
    out.tokens.insert(out.tokens.end(), other.tokens.begin(), other.tokens.end());
    find(part, words, out);
  }
}

}  // namespace constrain
