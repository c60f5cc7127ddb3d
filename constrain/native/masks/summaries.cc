// Making summaries, and taking their tokens into a mask.
//
// 1. `add` walks down the stack of a set: for each item set of an origin a step (`read`), then the exits it leaves are
//    called in the sets where the items began (`complete_within`, `call`), oldest last.
// 2. A step is the union of summaries of single items (`of_item`, `read_item`): what their terminals read at a
//    position, and the summaries of what follows; and of what they predict (`of_predicted`).
// 3. `keep` interns a finished draft; equal summaries are one.
// 4. `include` takes a summary's tokens into a mask, each once. After kWalks masks have visited a summary, its tokens
//    are flattened to a list or a bitset (`make_list`); bitsets are united once for all masks that take the same ones.
//
// Example: at the position "all that may follow a string", the summary of an object's items has the tokens `,`, `,"`,
// `}` and those that begin with them, and exits after `}`.
#include "masks/summaries.h"

#include <algorithm>

namespace constrain {

// One budget for a mask, whatever spends it. Where it is used up, the mask is made by whole Earley sets instead, which
// is slower in the mean and polynomial in the worst case.
void Summaries::spend(std::uint64_t work) {
  work += positions_.take_work();
  if (budget_ < work) throw OverBudget{};
  budget_ -= work;
}

// Drafts are scratch by depth, because making one summary makes others, down to the ends of the suffixes.
Summaries::Draft& Summaries::deeper() {
  if (depth_ >= kDepth) throw OverBudget{};
  if (depth_ == drafts_.size()) drafts_.push_back(std::make_unique<Draft>());
  Draft& out = *drafts_[depth_++];
  out.results.clear();
  out.parts.clear();
  out.exits.clear();
  out.pending.clear();
  out.completed.clear();
  out.nexts.clear();
  return out;
}

Summaries::SummaryId Summaries::keep(Draft& draft) {
  --depth_;
  merge_exits(draft.exits);
  spend(tidy(draft.results) + tidy(draft.parts) + 1);
  // A summary that would only repeat another's tokens is that other one.
  if (draft.results.empty() && draft.exits.empty()) {
    if (draft.parts.empty()) return 0;
    if (draft.parts.size() == 1 && summaries_[draft.parts[0]].exits.empty()) return draft.parts[0];
  }
  std::uint64_t hash = mix(std::uint64_t{draft.results.size()} << 32 | draft.parts.size(), draft.exits.size());
  for (std::uint32_t number : draft.results) hash = mix(hash, number);
  for (SummaryId part : draft.parts) hash = mix(hash, part);
  for (const Exit& exit : draft.exits) hash = mix(hash, hash_of(exit));
  const SummaryId found = index_.find(hash, [&](SummaryId s) {
    const Summary& other = summaries_[s];
    return std::ranges::equal(other.results, draft.results) && std::ranges::equal(other.parts, draft.parts) &&
           std::ranges::equal(other.exits, draft.exits);
  });
  if (found != kNone) return found;
  const SummaryId id = summaries_.grow();
  index_.insert(hash, id);
  Summary& out = summaries_[id];
  out.walked_results = out.results = {arena_.copy(draft.results.data(), draft.results.size()), draft.results.size()};
  out.walked_parts = out.parts = {arena_.copy(draft.parts.data(), draft.parts.size()), draft.parts.size()};
  out.exits = {arena_.copy(draft.exits.data(), draft.exits.size()), draft.exits.size()};
  return id;
}

// The summary knows nothing of what the item completes, so items that differ in that alone share it; here the automata
// that they complete are put in.
void Summaries::take(PositionId p, ItemCore core, Draft& draft, std::vector<Exit>& exits) {
  const SummaryId s = of_item(p, core.item);
  if (s == 0) return;
  take_tokens(s, draft);
  for (const Exit& exit : summaries_[s].exits) exits.push_back({ended_of_groups(core.ended, exit.ended), exit.at});
}

// An item of a group ends with some of the group's automata; `whoever_` plus k stands for the k-th of them. Which
// groups the item belongs to is known here: after `ended` = {second}, group 7 gives automaton 8.
AutomatonSetId Summaries::ended_of_groups(AutomatonSetId groups, AutomatonSetId ended) {
  if (groups == ItemSets::kNothing) return ended;
  const auto which = items_.automata().list(ended);
  if (which.size() == 1 && which[0] == whoever_) return groups;
  if (const AutomatonSetId* known = ended_of_groups_.find(groups, ended)) return *known;
  std::vector<std::uint32_t> all;
  for (std::uint32_t group : items_.automata().list(groups))
    for (std::uint32_t w : which) all.push_back(group + (w - whoever_));
  const AutomatonSetId out = items_.automata().intern(all);
  ended_of_groups_.insert(groups, ended, out);
  return out;
}

const Summaries::ItemCores& Summaries::find_item_cores(ItemSetId items) {
  if (items >= item_cores_.size()) item_cores_.resize(items + 1);
  std::vector<Item> all(items_.items(items).begin(), items_.items(items).end());
  spend(2 * all.size() + 1);
  // Items in one state with one count read the same, whatever they complete: they are one core.
  std::sort(all.begin(), all.end(),
            [](const Item& a, const Item& b) { return std::pair(a.state, a.count) < std::pair(b.state, b.count); });
  ItemCores out;
  std::vector<ItemCore> found;
  std::vector<std::uint32_t> ended;
  for (std::size_t i = 0; i < all.size();) {
    const Item& item = all[i];
    ended.clear();
    for (; i < all.size() && all[i].state == item.state && all[i].count == item.count; ++i)
      ended.push_back(all[i].returns);
    found.push_back({single(item), items_.automata().intern(ended)});
    out.first |= first(found.back().item);
  }
  out.known = true;
  out.list = {arena_.copy(found.data(), found.size()), found.size()};
  return item_cores_[items] = out;
}

// An item by itself comes back far more often than any set that it is in, so summaries are made item by item.
ItemSetId Summaries::single(const Item& item) {
  if (const ItemSetId* known = of_state_.find(item.state, item.count)) return *known;
  single_.assign(1, {item.state, whoever_, item.count});
  const ItemSetId made = items_.intern(single_);
  of_state_.insert(item.state, item.count, made);
  return made;
}

std::span<const ItemSetId> Summaries::find_singles(ItemSetId items) {
  if (items >= singles_.size()) singles_.resize(items + 1);
  std::vector<ItemSetId> found;
  for (const Item& item : items_.items(items)) found.push_back(single(item));
  return singles_[items] = {arena_.copy(found.data(), found.size()), found.size()};
}

const ByteSet& Summaries::first_of(ScanLabelSetId labels) {
  if (labels >= first_of_labels_.size()) {
    first_of_labels_.resize(labels + 1);
    first_of_labels_known_.resize(labels + 1, false);
  }
  if (!first_of_labels_known_[labels]) {
    for (const ScanLabel& label : items_.list(labels))
      first_of_labels_[labels] |= recogniser_.first(recogniser_.network().terminal(label.terminal).pattern);
    first_of_labels_known_[labels] = true;
  }
  return first_of_labels_[labels];
}

ByteSet Summaries::first(ItemSetId items) {
  if (items >= firsts_.size()) {
    firsts_.resize(items + 1);
    first_known_.resize(items + 1, false);
  }
  if (!first_known_[items]) {
    ByteSet all = first_of(items_.own_labels(items));
    if (const ItemSetId begun = items_.begun_by(items_.callees(items))) all |= first_of(items_.own_labels(begun));
    firsts_[items] = all;
    first_known_[items] = true;
  }
  return firsts_[items];
}

std::span<const std::uint32_t> Summaries::beginning(ScanLabelSetId labels, PositionId p) {
  // A set of JSON values reads a dozen terminals; at a position with the byte `{` one of them can begin. 256: any byte.
  const std::uint32_t byte = p == SuffixPositions::kRoot ? 256 : positions_.byte(p);
  if (const auto* known = beginnings_.find(labels, byte)) return *known;
  std::vector<std::uint32_t> found;
  const auto list = items_.list(labels);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Network::Terminal& terminal = recogniser_.network().terminal(list[i].terminal);
    if (byte == 256 || recogniser_.first(terminal.pattern).has(static_cast<std::uint8_t>(byte))) found.push_back(i);
  }
  const std::span<const std::uint32_t> out(arena_.copy(found.data(), found.size()), found.size());
  beginnings_.insert(labels, byte, out);
  return out;
}

Summaries::Read Summaries::read_pattern(PositionId p, ResidualId pattern) {
  if (const Read* known = patterns_.find(p, pattern)) return *known;
  Draft& draft = deeper();
  positions_.each(p, recogniser_.first(pattern), [&](PositionId at) {
    spend(1);
    // Below this byte nothing follows: whatever can begin with it reads the same tokens, so they have one summary.
    if (positions_.last(at)) {
      draft.parts.push_back(of_last(at));
      return;
    }
    const std::uint32_t number = positions_.read(at, pattern);
    const SuffixPositions::ScanResult& result = positions_.result(number);
    if (!result.bare()) draft.results.push_back(number);
    if (result.next != SuffixPositions::kNowhere) draft.nexts.push_back(result.next);
  });
  Read out;
  if (!draft.nexts.empty()) out.next = positions_.unite(draft.nexts);
  out.tokens = keep(draft);
  patterns_.insert(p, pattern, out);
  return out;
}

template <class F>
void Summaries::read_terminals(PositionId p, ScanLabelSetId labels, Draft& draft, F f) {
  const auto list = items_.list(labels);
  // All positions of the branching at once: what one terminal reads there is asked for by every item that reads the
  // terminal.
  if (positions_.is_branching(p)) {
    for (const ScanLabel terminal : list) {
      const ResidualId pattern = recogniser_.network().terminal(terminal.terminal).pattern;
      if ((positions_.bytes(p) & recogniser_.first(pattern)).empty()) continue;
      const Read read = read_pattern(p, pattern);
      if (read.tokens) draft.parts.push_back(read.tokens);
      spend(1);
      if (read.next != SuffixPositions::kNowhere) f(terminal, read.next);
    }
    return;
  }
  for (std::uint32_t i : beginning(labels, p)) {
    const ScanLabel terminal = list[i];
    const std::uint32_t number = positions_.read(p, recogniser_.network().terminal(terminal.terminal).pattern);
    const SuffixPositions::ScanResult& result = positions_.result(number);
    if (!result.bare()) draft.results.push_back(number);
    spend(1);
    if (result.next != SuffixPositions::kNowhere) f(terminal, result.next);
  }
}

Summaries::SummaryId Summaries::of_item(PositionId p, ItemSetId item) {
  if ((positions_.bytes(p) & first(item)).empty()) return 0;
  if (positions_.last(p)) return of_last(p);
  // A branching of one position, or a union of one, has no summary of its own.
  if (const PositionId only = positions_.only(p)) return of_item(only, item);
  if (const SummaryId* known = of_item_.find(p, item)) return *known;
  Draft& draft = deeper();
  if (positions_.is_union(p))
    positions_.each(p, first(item), [&](PositionId at) { take(at, {item, ItemSets::kNothing}, draft, draft.exits); });
  else read_item(p, item, draft);
  const SummaryId made = keep(draft);
  of_item_.insert(p, item, made);
  return made;
}

void Summaries::read_item(PositionId p, ItemSetId item, Draft& draft) {
  read_terminals(p, items_.own_labels(item), draft, [&](const ScanLabel& terminal, PositionId next) {
    const ItemSets::Step step = items_.read(item, terminal, ScopeMemory::kUnknown);
    take_set(next, step.live, draft);
    if (step.ended != ItemSets::kNothing) draft.exits.push_back({step.ended, next});
  });
  // What the item calls: tokens that stay inside the callees are taken as they are, and where a callee ends, the item
  // goes on from that position. Example: `member: key ":" value`; the suffix `1,` ends a value, and the member goes on
  // at `,`.
  const AutomatonSetId callees = items_.callees(item);
  const ItemSetId begun = items_.begun_by(callees);
  if (!begun) return;
  const SummaryId inner = of_predicted(p, begun);
  take_tokens(inner, draft);
  for (const Exit& exit : summaries_[inner].exits) {
    const AutomatonSetId ended = items_.automata().meet(exit.ended, callees);
    if (ended == ItemSets::kNothing) continue;
    const ItemSets::Step step = items_.complete_callers(item, ended);
    take_set(exit.at, step.live, draft);
    if (step.ended != ItemSets::kNothing) draft.exits.push_back({step.ended, exit.at});
  }
}

Summaries::SummaryId Summaries::of_last(PositionId p) {
  if (const SummaryId* known = of_last_.find(p, 0)) return *known;
  Draft& draft = deeper();
  draft.results.push_back(positions_.read_all(p));
  const SummaryId made = keep(draft);
  of_last_.insert(p, 0, made);
  return made;
}

// The same for items that begin at the position, as far as they and each other can go on; what they end is for the
// callers.
Summaries::SummaryId Summaries::of_predicted(PositionId p, ItemSetId predicted) {
  const ScanLabelSetId own = items_.own_labels(predicted);
  if ((positions_.bytes(p) & first_of(own)).empty()) return 0;
  if (positions_.last(p)) return of_last(p);
  if (const SummaryId* known = of_predicted_.find(p, predicted)) return *known;
  Draft& draft = deeper();
  read_terminals(p, own, draft, [&](const ScanLabel& terminal, PositionId next) {
    const ItemSets::Step step = items_.read(predicted, terminal, ScopeMemory::kUnknown);
    // What items complete here are automata that began at this same position, so it may complete others;
    // `complete_pending` closes that.
    take_items(next, step.live, draft, draft.pending);
    if (step.ended != ItemSets::kNothing) draft.pending.push_back({step.ended, next});
  });
  complete_pending(predicted, draft);
  const SummaryId made = keep(draft);
  of_predicted_.insert(p, predicted, made);
  return made;
}

void Summaries::merge_exits(std::vector<Exit>& exits) {
  spend(tidy(exits));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < exits.size();) {
    const AutomatonSetId ended = exits[i].ended;
    together_.clear();
    for (; i < exits.size() && exits[i].ended == ended; ++i) together_.push_back(exits[i].at);
    // One exit for each set of automata, at the union of its positions, so that a caller steps once.
    exits[kept++] = {ended, positions_.unite(together_)};
  }
  exits.resize(kept);
}

void Summaries::complete_pending(ItemSetId predicted, Draft& draft) {
  while (!draft.pending.empty()) {
    merge_exits(draft.pending);
    draft.completing.swap(draft.pending);
    draft.pending.clear();
    for (const Exit& exit : draft.completing) {
      // Each exit once, or a cycle of unit productions would go on forever.
      if (!draft.completed.insert(hash_of(exit))) continue;
      const ItemSets::Step completed = items_.complete_within(predicted, exit.ended);
      take_items(exit.at, completed.live, draft, draft.pending);
      draft.exits.push_back({completed.ended, exit.at});
      spend(1);
    }
  }
}

Summaries::Step Summaries::keep_step(Draft& draft) {
  Step out;
  merge_exits(draft.exits);
  out.exits = exits_.intern(draft.exits);
  draft.exits.clear();
  out.tokens = keep(draft);
  return out;
}

Summaries::Step Summaries::read(PositionId p, ItemSetId items) {
  if (const Step* known = read_.find(p, items)) return *known;
  Draft& draft = deeper();
  take_items(p, items, draft, draft.exits);
  const Step made = keep_step(draft);
  read_.insert(p, items, made);
  return made;
}

Summaries::Step Summaries::complete_within(ExitsId exits, ItemSetId predicted) {
  if (const Step* known = completed_within_.find(exits, predicted)) return *known;
  Draft& draft = deeper();
  draft.pending.assign(exits_.list(exits).begin(), exits_.list(exits).end());
  complete_pending(predicted, draft);
  const Step made = keep_step(draft);
  completed_within_.insert(exits, predicted, made);
  return made;
}

// Callers of one set go on from where the callees ended: the step along the stack from a set to the one below it.
Summaries::Step Summaries::call(ExitsId exits, ItemSetId items) {
  if (const Step* known = called_.find(exits, items)) return *known;
  Draft& draft = deeper();
  for (const Exit& exit : exits_.list(exits)) {
    const ItemSets::Step step = items_.complete_callers(items, exit.ended);
    take_items(exit.at, step.live, draft, draft.exits);
    if (step.ended != ItemSets::kNothing) draft.exits.push_back({step.ended, exit.at});
    spend(1);
  }
  const Step made = keep_step(draft);
  called_.insert(exits, items, made);
  return made;
}

bool Summaries::add(PositionId position, SetId set, std::size_t words, const std::vector<TokenId>* except, Mask& out) {
  if (position == SuffixPositions::kNowhere) return true;
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
    for (const Recogniser::Part& part : recogniser_.parts(set)) take(read(position, part.items), part.origin);
    while (!pending_.empty()) {
      const std::uint32_t order = pending_.front().order;
      ExitsId exits = 0;
      for (; !pending_.empty() && pending_.front().order == order; pending_.pop_back()) {
        // Exits for one origin come from several sets above it; united, its items are stepped once.
        exits = exits_.unite(exits, pending_.front().exits);
        std::pop_heap(pending_.begin(), pending_.end());
      }
      spend(1);
      const SetId origin = order - 1;
      recogniser_.look_at(origin);
      const Step completed = complete_within(exits, recogniser_.predicted(origin));
      take({completed.tokens, 0}, origin);
      for (const Recogniser::Part& part : recogniser_.parts(origin))
        take(call(completed.exits, part.items), part.origin);
    }
  } catch (const OverBudget&) {
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
  // Before kWalks visits the parts are walked: a summary used once or twice would not repay the making of a list.
  if (listed(id, words)) {
    out.include(whole.tokens, {}, words, except);
    if (!whole.dense.empty()) bitsets_.push_back(2 * id);
  }
  for (std::uint32_t number : whole.walked_results) {
    SuffixPositions::ScanResult& result = positions_.result(number);
    if (result.time == time_) continue;
    // Stamped, so that what many summaries share is taken once a mask.
    result.time = time_;
    if (result.dense.empty()) out.include(result.tokens, {}, words, except);
    else bitsets_.push_back(2 * number + 1);
  }
  for (SummaryId part : whole.walked_parts) include(part, words, except, out);
}

// Most masks take a union that another has taken, and then it is their base.
void Summaries::include_bitsets(std::size_t words, const std::vector<TokenId>* except, Mask& out) {
  const auto bits = [&](std::uint32_t number) {
    return number % 2 ? positions_.result(number / 2).dense : summaries_[number / 2].dense;
  };
  if (except) {
    for (std::uint32_t number : bitsets_) out.include({}, bits(number), words, except);
    return;
  }
  if (bitsets_.empty()) return;
  const Interned<std::uint32_t>::Id id = unions_.intern(bitsets_);
  if (id >= united_.size()) united_.resize(id + 1);
  // The union is made once for all masks that take the same bitsets, and is then a mask's base: nothing is copied.
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
  // A single result is a list already.
  if (whole.parts.empty() && whole.results.size() == 1) return false;
  if (whole.masks + 1 == kWalks) make_list(id, words);  // counts once it is done: it may be out of memory
  return ++whole.masks == kWalks;
}

void Summaries::make_list(SummaryId id, std::size_t words) {
  // A list is made under a stamp of its own, and the mask that is being made goes on with its old one.
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
  // Each token once, in no order. Scratch as large as the vocabulary is one a thread: one a constraint would be the
  // most of what a constraint takes.
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
  // From here on a list would take more than a quarter of the bitset's room, and longer to take than the bitset.
  if (list.tokens.size() > words / 4) out.dense = {arena_.copy(seen.data(), words), words};
  else out.tokens = {arena_.copy(list.tokens.data(), list.tokens.size()), list.tokens.size()};
  out.walked_results = {arena_.copy(list.results.data(), list.results.size()), list.results.size()};
  out.walked_parts = {arena_.copy(list.parts.data(), list.parts.size()), list.parts.size()};
}

void Summaries::find(SummaryId id, std::size_t words, List& out) {
  const auto add = [&](std::uint32_t number) {
    SuffixPositions::ScanResult& result = positions_.result(number);
    if (result.time == time_) return;
    result.time = time_;
    if (result.dense.empty()) out.tokens.insert(out.tokens.end(), result.tokens.begin(), result.tokens.end());
    else out.results.push_back(number);
  };
  for (std::uint32_t number : summaries_[id].walked_results) add(number);
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
