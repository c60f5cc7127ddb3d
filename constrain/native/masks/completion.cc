// How many tokens a text needs to its end, and the text that shows it:
//
// 1. `likely`: the distance of a frontier, from its open lexemes and its boundary set (`of_boundary`), and what `after_scans` and
//    `returns` say of sets.
// 2. `move`: the next byte of the completion. `step_of`: the completion from a configuration, until one is known from which
//    it is, and the tokens that spell it, counted backwards.
#include "masks/completion.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <queue>
#include <unordered_set>

namespace constrain {

Completions::Completions(Reader& reader, const Regions& regions, const WriteMask& write_mask)
    : reader_(reader),
      regions_(regions),
      write_mask_(write_mask),
      recogniser_(reader.recogniser),
      store_(reader.store),
      trie_(reader.trie),
      words_(reader.store),
      least_(kExactWidths + 33) {
  auto found = search_all();
  exact_ = found.has_value();
  if (exact_) {
    searched_ = std::move(*found);
    return;
  }
  loops_.clear();
}

std::size_t Completions::memory() const {
  std::size_t costs = 0;
  for (const auto& each : least_) costs += each ? each->memory() : 0;
  return sizeof *this + costs + searched_.size() * 32 + words_.memory() +
         (after_scans_.size() + alike_.size()) * 256 + boundaries_.bytes() + steps_.size() * 48 +
         (token_costs_.size() + token_costs_in_regions_.size() + region_costs_.size()) * 64 + kept_ * 8 +
         loops_.size() * 32 + additions_.size() * sizeof(Addition);
}

// --- Distances -------------------------------------------------------------------------------------------------------

Completions::Way Completions::likely(const Frontier& frontier) {
  Way out;
  const auto lexeme = [&](const OpenLexeme& t) {
    const Recogniser::Scan& scan = recogniser_.scan(t.scan);
    if (scan.line >= Line::Named && scan.tracked()) {
      out = std::min(out, of_name(t.scan, t.residual, t.lexeme));
      return;
    }
    const ShortestWords::Word rest = word(scan, t.residual, t.lexeme);
    if (!rest.length) return;  // it may end here, and the boundary set says what follows
    out = std::min(out, {plus(rest.length, after(t.scan, t.lexeme)), rest.first,
                         scan.distinct != kNone && t.lexeme != ScopeMemory::kUnknown});
  };
  const auto boundary = [&](SetId set) { out = std::min(out, of_boundary(set)); };
  if (frontier.boundary != kNone) boundary(frontier.boundary);
  for (const OpenLexeme& t : frontier.lexemes) lexeme(t);
  for (const Tracked& t : frontier.tracked) t.boundary() ? boundary(t.thread.scan) : lexeme(t.thread);
  return out;
}

// What is left of a lexeme, and not one of those that it must differ from.
ShortestWords::Word Completions::word(const Recogniser::Scan& scan, ResidualId residual, LexemeId lexeme) {
  if (!scan.compared || lexeme == ScopeMemory::kUnknown) return words_.except(residual, {});
  return words_.except(residual, recogniser_.forbidden(scan, lexeme).texts);
}

// From the end of a lexeme to that of the text.
Cost Completions::after(ScanId scan, LexemeId lexeme) {
  // Where lines count, what follows a lexeme depends on the indentation stack, so the set after it has to be made.
  if (recogniser_.network().has_lines()) return behind(recogniser_.after(scan, lexeme));
  const auto [set, index] = recogniser_.origin(scan);
  return after_scans(set)[index];
}

// Of a lexeme that acts on names: what is left of the one that provides what is wanted, if it may still become that.
Completions::Way Completions::of_name(ScanId scan, ResidualId residual, LexemeId lexeme) {
  const std::string wanted = recogniser_.helpful_name(scan), read = recogniser_.scope_memory().text(lexeme);
  if (wanted.size() > read.size() && wanted.starts_with(read)) {
    for (std::size_t i = read.size(); i < wanted.size(); ++i)
      lexeme = recogniser_.extend(scan, lexeme, static_cast<std::uint8_t>(wanted[i]));
    return {plus(static_cast<Cost>(wanted.size() - read.size()), behind(recogniser_.after(scan, lexeme))),
            static_cast<std::uint8_t>(wanted[read.size()]), false};
  }
  const ShortestWords::Word rest = words_.except(residual, {});
  if (!rest.length) return {};
  // Where bindings, or a text that is spelled, go on as if the lexeme did not matter, what is owed counts where they stand then.
  const Recogniser::Scan& its = recogniser_.scan(scan);
  const bool goes_on = its.binding != BindingAction::None || Names::spells(its.action);
  const bool counted = goes_on && !recogniser_.uncertain(recogniser_.after(scan, ScopeMemory::kUnknown));
  const Cost owed = counted ? recogniser_.spelled_debt(scan) : recogniser_.owed_after(scan);
  return {plus(rest.length, plus(owed, after(scan, ScopeMemory::kUnknown))), rest.first, false};
}

Completions::Way Completions::of_boundary(SetId set) {
  if (recogniser_.accepting(set)) return {0, 0, false};
  if (const auto* known = boundaries_.find(set, 0)) return *known;
  Way least;
  const std::vector<Cost>& after = after_scans(set);
  const auto scans = recogniser_.expanded(set).expectation->scans;
  const ScanId first = recogniser_.expanded(set).first_scan;
  const auto tracked = [&](std::uint32_t i) { return scans[i].line >= Line::Named && scans[i].tracked(); };
  const auto acts = [&](std::uint32_t i) { return scans[i].line >= Line::Named && !scans[i].tracked(); };
  std::vector<Cost> bound(scans.size());  // no way by the scan is shorter, but where its lexeme is what is wanted
  for (std::uint32_t i = 0; i < scans.size(); ++i)
    bound[i] = plus(plus(words_.length(scans[i].residual), after[i]), acts(i) ? recogniser_.still_owed(set, scans[i]) : 0);
  std::vector<std::uint32_t> order(scans.size());
  std::iota(order.begin(), order.end(), 0);
  if (recogniser_.network().has_lines())  // so that few sets have to be made
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return bound[a] < bound[b]; });
  for (const std::uint32_t i : order) {
    if (bound[i] > least.length && !(tracked(i) && !recogniser_.helpful_name(first + i).empty())) continue;
    if (tracked(i)) {
      least = std::min(least, of_name(first + i, scans[i].residual, ScopeMemory::kUnread));
      continue;
    }
    if (acts(i)) {
      const ShortestWords::Word begin = words_.except(scans[i].residual, {});
      if (begin.length) least = std::min(least, {plus(begin.length, behind(recogniser_.after(first + i))), begin.first, false});
      continue;
    }
    const ShortestWords::Word begin =
        scans[i].compared ? costs(set).of_distinct(scans[i].terminal, scans[i].distinct, recogniser_.scope_memory())
                          : words_.except(scans[i].residual, {});
    if (begin.length) least = std::min(least, {plus(begin.length, after[i]), begin.first, scans[i].distinct != kNone});
  }
  boundaries_.insert(set, 0, least);
  return least;
}

Completions::Alike& Completions::alike(SetId set) {
  Alike*& known = alike_of_[set];
  if (known) return *known;
  const auto parts = recogniser_.parts(set);
  std::vector<Recogniser::Part> key(parts.begin(), parts.end());
  key.push_back({recogniser_.indentation(set), kNone});
  return *(known = &alike_[std::move(key)]);
}

// From a set that a text has just come to; as the set's scans say it, without looking at each.
Cost Completions::behind(SetId set) {
  if (recogniser_.accepting(set)) return 0;
  std::optional<Cost>& least = alike(set).behind;
  if (!least) {
    Cost found = kUnbounded;
    for (const Recogniser::Part& part : recogniser_.parts(set))
      each_item(part.items, [&](const Item& item) {
        found = std::min(found, of_item(set, item, item.state, item.count, part.origin));
      });
    least = found;
  }
  return plus(*least, recogniser_.owed(set));
}

LeastCosts& Completions::costs(SetId set) {
  const std::uint32_t its = recogniser_.indentation(set), width = its <= kExactWidths ? its : std::bit_ceil(its);
  auto& known = least_[its <= kExactWidths ? its : kExactWidths + std::bit_width(width)];
  if (!known) known = std::make_unique<LeastCosts>(reader_.network, words_, true, width);
  return *known;
}

template <class F>
void Completions::each_item(ItemSetId items, F f) {
  for (const Item& item : recogniser_.items().items(items)) f(item);
}

// Calls f(automaton, cost) for each automaton of the item's group to whose end one comes from the state.
template <class F>
void Completions::each_member(SetId set, const Item& item, StateId state, std::uint32_t count, F f) {
  LeastCosts& its = costs(set);
  const std::uint32_t members = item.returns == kNone ? 1 : its.members();
  for (std::uint32_t m = 0; m < members; ++m)
    if (const Cost cost = its.to_end(state, m, count, recogniser_.scope_memory()); cost != kUnbounded)
      f(item.returns + m, cost);
}

// Example: after `{"a":[1,` an item of the array costs `0]` to the end of its automaton, and what called the array, in the
// set where it began, costs `}` more.
// To the end of the text, from this state of the item's automaton, which began in `origin`.
Cost Completions::of_item(SetId set, const Item& item, StateId state, std::uint32_t count, SetId origin) {
  Cost least = kUnbounded;
  each_member(set, item, state, count, [&](std::uint32_t automaton, Cost cost) {
    if (item.returns == kNone) {
      least = cost;
      return;
    }
    const Returns& known = returns(origin);
    const auto at = std::lower_bound(known.begin(), known.end(), automaton,
                                     [](const auto& entry, std::uint32_t a) { return entry.first < a; });
    if (at != known.end() && at->first == automaton) least = std::min(least, plus(cost, at->second));
  });
  return least;
}

const Completions::Returns& Completions::returns(SetId set) {
  if (const auto& known = alike(set).returns) return *known;
  std::vector<SetId> open{set};  // not by recursion: as deep as the stack is
  while (!open.empty()) {
    const SetId at = open.back();
    const std::size_t before = open.size();
    if (!alike(at).returns)
      for (const Recogniser::Part& part : recogniser_.parts(at))
        if (part.origin != kNone && !alike(part.origin).returns) open.push_back(part.origin);
    if (open.size() > before) continue;
    open.pop_back();
    if (!alike(at).returns) alike(at).returns = find_returns(at);
  }
  return *alike(set).returns;
}

// Dijkstra's algorithm over the automata that begin in the set, since one that is called in last place by another returns as
// that does.
Completions::Returns Completions::find_returns(SetId set) {
  ItemSets& sets = recogniser_.items();
  std::unordered_map<std::uint32_t, Cost> least;
  using Entry = std::pair<Cost, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto reach = [&](std::uint32_t automaton, Cost cost) {
    if (cost == kUnbounded) return;
    const auto [at, fresh] = least.try_emplace(automaton, cost);
    if (!fresh && at->second <= cost) return;
    at->second = cost;
    queue.emplace(cost, automaton);
  };
  // A call under a mark uses the mark up: where the automaton returns, its key is among those seen.
  const auto after = [&](const Item& item, const Network::CallEdge& call) {
    return call.mark == kNone ? item.count : recogniser_.scope_memory().with_mark(item.count, call.mark);
  };
  for (const Recogniser::Part& part : recogniser_.parts(set))
    each_item(part.items, [&](const Item& item) {
      for (const Network::CallEdge& call : sets.closure(item).calls)
        reach(call.callee, of_item(set, item, call.target, after(item, call), part.origin));
    });
  struct Call { std::uint32_t callee; Cost cost; };
  std::unordered_map<std::uint32_t, std::vector<Call>> within;  // by the automaton that calls
  each_item(recogniser_.predicted(set), [&](const Item& item) {
    for (const Network::CallEdge& call : sets.closure(item).calls)
      each_member(set, item, call.target, after(item, call),
                  [&](std::uint32_t automaton, Cost cost) { within[automaton].push_back({call.callee, cost}); });
  });
  while (!queue.empty()) {
    const auto [cost, automaton] = queue.top();
    queue.pop();
    if (cost > least.at(automaton)) continue;
    if (const auto calls = within.find(automaton); calls != within.end())
      for (const Call& call : calls->second) reach(call.callee, plus(cost, call.cost));
  }
  Returns out(least.begin(), least.end());
  std::sort(out.begin(), out.end());
  return out;
}

const std::vector<Cost>& Completions::after_scans(SetId set) {
  if (const auto known = after_scans_.find(set); known != after_scans_.end()) return known->second;
  const Recogniser::Expectation& expectation = *recogniser_.expanded(set).expectation;
  const Recogniser::Expectation& whole = expectation.base ? *expectation.base : expectation;
  std::vector<Cost>& after = alike(set).after;
  if (after.empty()) after = find_after(set, whole);
  const ScanId first = recogniser_.expanded(set).first_scan;
  const auto scans = expectation.scans;
  std::vector<Cost> out(after.begin(), after.begin() + expectation.plain);
  std::uint32_t at = whole.plain;  // of the whole's scans, which have the others in the same order
  for (std::uint32_t i = expectation.plain; i < scans.size(); ++i) {
    while (whole.scans[at].terminal != scans[i].terminal || whole.scans[at].distinct != scans[i].distinct) ++at;
    out.push_back(after[at]);
  }
  for (std::uint32_t i = 0; i < scans.size(); ++i) {
    if (scans[i].line == Line::Shallower) out[i] = behind(recogniser_.after(first + i));
    else if (scans[i].line < Line::Named || scans[i].tracked()) out[i] = plus(out[i], recogniser_.owed(set));
  }
  return after_scans_.emplace(set, std::move(out)).first->second;
}

// By scan of the expectation: what follows, without what is owed.
std::vector<Cost> Completions::find_after(SetId set, const Recogniser::Expectation& expectation) {
  ItemSets& sets = recogniser_.items();
  const auto scans = expectation.scans;
  std::vector<Cost> out(scans.size(), kUnbounded);
  // Several items may read one terminal; the cheapest of what follows counts.
  const auto offer = [&](TerminalId terminal, SeenId distinct, Cost cost) {
    const auto plain = scans.begin() + expectation.plain;
    for (const auto& [begin, end] : {std::pair{scans.begin(), plain}, std::pair{plain, scans.end()}}) {
      auto at = std::lower_bound(begin, end, terminal, [](const Recogniser::Scan& s, TerminalId t) { return s.terminal < t; });
      for (; at != end && at->terminal == terminal; ++at)
        if (at->distinct == distinct) out[at - scans.begin()] = std::min(out[at - scans.begin()], cost);
    }
  };
  const auto each = [&](ItemSetId items, SetId origin) {
    each_item(items, [&](const Item& item) {
      for (const Network::TerminalEdge& e : sets.closure(item).terminals) {
        const std::uint32_t count =
            e.distinct ? recogniser_.scope_memory().with_lexeme(item.count, ScopeMemory::kUnknown) : item.count;
        offer(e.terminal, e.distinct ? item.count : kNone, of_item(set, item, e.target, count, origin));
      }
    });
  };
  for (const Recogniser::Part& part : recogniser_.parts(set)) each(part.items, part.origin);
  each(recogniser_.predicted(set), set);
  return out;
}

// --- Completions -----------------------------------------------------------------------------------------------------

bool Completions::step(Frontier& frontier, std::uint8_t byte) {
  reader_.stepper.step(frontier, byte);
  return !frontier.empty() && reader_.viability.viable(frontier);
}

// One byte on the way to the end; of the length kUnbounded where no way is known.
Completions::Way Completions::move(Frontier& frontier) {
  recogniser_.renew();
  const Way way = likely(frontier);
  if (way.length == kUnbounded) return way;
  Frontier next = frontier;
  if (step(next, way.byte) && likely(next).length != kUnbounded) {
    std::swap(frontier, next);
    return way;
  }
  // For example, the shortest key `"a"` has been used, or the shortest item would equal an earlier one. So every byte is
  // tried, and the one after which the distance is least is taken.
  // Something that the distance does not know stands in the way.
  Frontier best;
  Way least;
  for (int other = 0; other < 256; ++other) {
    next = frontier;
    if (!step(next, static_cast<std::uint8_t>(other))) continue;
    const Way found{likely(next).length, static_cast<std::uint8_t>(other), true};
    if (found >= least) continue;
    least = found;
    std::swap(best, next);
  }
  if (least.length != kUnbounded) std::swap(frontier, best);
  return least;
}

const Completions::Step& Completions::step_of(ConfigId c) {
  if (const auto known = steps_.find(c); known != steps_.end()) return known->second;
  // The chain is kept only when it is complete, because a budget may end the search at any byte.
  // Aside, for it may fail.
  std::vector<ConfigId> chain{c};
  std::vector<std::uint8_t> bytes;
  std::unordered_set<ConfigId> seen{c};
  Frontier at = reader_.table.frontier(c);
  std::vector<bool> distinct;  // by byte
  bool ends = true;
  while (ends && !reader_.table[chain.back()].accepting && !steps_.contains(chain.back())) {
    spend(1);
    const Way way = move(at);
    ends = way.length != kUnbounded && bytes.size() < kLongest;
    if (!ends) break;
    bytes.push_back(way.byte);
    distinct.push_back(way.distinct);
    chain.push_back(reader_.table.intern(at));
    // A configuration that comes again would come forever: then no completion is known.
    ends = seen.insert(chain.back()).second;
  }
  std::vector<std::uint32_t> tokens(bytes.size(), kFar);
  if (ends)
    for (std::size_t i = bytes.size(); i-- > 0;) tokens[i] = count_tokens(chain, bytes, tokens, i);
  if (bytes.empty())
    return steps_.emplace(c, Step{kNone, reader_.table[c].accepting ? 0 : kFar, 0, false}).first->second;
  const auto last = steps_.find(chain.back());
  bool reads = last != steps_.end() && last->second.distinct;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    reads = reads || distinct[i];
    steps_.emplace(chain[i], Step{ends ? chain[i + 1] : kNone, tokens[i], bytes[i], reads});
  }
  return steps_.at(c);
}

// The completion.
std::string Completions::text_of(ConfigId c) {
  std::string out;
  for (step_of(c); !reader_.table[c].accepting;) {
    const Step& step = steps_.at(c);
    if (step.next == kNone) break;
    out.push_back(static_cast<char>(step.byte));
    c = step.next;
  }
  return out;
}

// The fewest tokens of the completion from this place of the chain; `tokens` are known of the later ones.
std::uint32_t Completions::count_tokens(std::span<const ConfigId> chain, std::span<const std::uint8_t> bytes,
                                        std::span<const std::uint32_t> tokens, std::size_t at) const {
  std::uint32_t least = kFar;
  TrieNode node = 0;
  ConfigId config = chain[at];
  while (!reader_.table[config].accepting) {
    const bool inside = at < bytes.size();
    const Step* known = inside ? nullptr : &steps_.at(config);
    if (known && known->next == kNone) break;
    node = trie_.child(node, inside ? bytes[at] : known->byte);
    if (node == kNone) break;
    config = inside ? chain[at + 1] : known->next;
    ++at;
    if (trie_.tokens_begin(node) == trie_.tokens_end(node)) continue;
    const std::uint32_t rest = at < bytes.size()                 ? tokens[at]
                               : reader_.table[config].accepting ? 0
                                                                 : steps_.at(config).tokens;
    if (rest != kFar) least = std::min(least, rest + 1);
  }
  return least;
}

std::uint32_t Completions::tokens_to_end(ConfigId c) {
  if (reader_.table[c].accepting) return 0;
  if (!exact_) return step_of(c).tokens;
  const auto known = searched_.find(c);
  return known == searched_.end() ? kFar : known->second;
}

std::vector<TokenId> Completions::path(ConfigId c) {
  std::vector<TokenId> out;
  for (std::uint32_t left = tokens_to_end(c); left; --left) {
    if (left == kFar) throw LimitError("no completion of the text was found; bytes looked at", kLongest, kLongest + 1);
    out.push_back(exact_ ? searched_token(c, left - 1) : longest_token(c, left - 1));
  }
  return out;
}

// The longest token of the completion after which so many are needed. Moves the configuration.
TokenId Completions::longest_token(ConfigId& c, std::uint32_t left) {
  TrieNode node = 0, best = kNone;
  ConfigId config = c;
  while (!reader_.table[config].accepting) {
    const Step& step = steps_.at(config);
    if (step.next == kNone || (node = trie_.child(node, step.byte)) == kNone) break;
    config = step.next;
    if (trie_.tokens_begin(node) == trie_.tokens_end(node) || tokens_to_end(config) != left) continue;
    best = node;
    c = config;
  }
  return *trie_.tokens_begin(best);
}

// The least token after which so many are needed, of those of ASCII's printable characters if there are any.
TokenId Completions::searched_token(ConfigId& c, std::uint32_t left) {
  std::vector<std::uint32_t> row(trie_.words());
  write_mask_(c, row.data());
  restrict(c, left + 1, row.data());
  TokenId out = kNone;
  for (TokenId t = 0; t < trie_.vocabulary_size(); ++t) {
    // `restrict` has left only tokens after which `left` or fewer are needed; each of them is as good.
    if (!(row[t >> 5] >> (t & 31) & 1) || !trie_.is_text(t)) continue;
    const std::string_view bytes = trie_.bytes(t);
    const bool readable = std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte >= ' ' && byte <= '~'; });
    if (out == kNone || readable) out = t;
    if (readable) break;
  }
  if (out == kNone) throw std::logic_error("no token leads to where fewer are needed");
  c = reader_.table.intern(*reader_.read(c, out));
  return out;
}

void Completions::check(ConfigId c, std::uint32_t left) {
  const std::uint32_t needed = tokens_to_end(c);
  if (needed > left) throw LimitError("the text cannot be completed with the tokens that are left", left, needed);
}

}  // namespace constrain
