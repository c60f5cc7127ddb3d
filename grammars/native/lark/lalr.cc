// LALR(1) tables, after DeRemer and Pennello (1982), in order:
//
// 1. `build_states`: LR(0) states by their kernels, the positions that rules have been read up to.
// 2. `build_lookaheads`: a *step* is a transition of a state on a nonterminal. What may follow it is what the state after
//    it shifts (directly read), joined along two relations: `reads` (what follows may be empty, so look further) and
//    `includes` (the step ends a rule, so what follows the rule follows it).
// 3. `finish`: of each state the rules that may end there, with their lookaheads where two of them compete.
// 4. `settle`: conflicts between rules by their priorities; shifts win over rules, as lark has it.
// Example: with `s: a "x" | "(" a ")"`, `a: "y"`, the rule of `a` ends before "x" in one context and before ")" in the other;
// the state after "y" is one, so its lookaheads are both.
#include "lark/lalr.h"

#include <functional>
#include <map>

namespace constrain {

namespace {

constexpr std::size_t kMaxWords = std::size_t{1} << 25;  // of all follow sets together: 256 MB

}  // namespace

LalrTable::LalrTable(std::int32_t symbols, std::int32_t start, const Vec<std::int32_t>& origins,
                     const Vec<Vec<std::int32_t>>& bodies, std::uint64_t max_work)
    : symbols_count_(symbols),
      max_work_(max_work),
      symbols_{start, -1},
      rule_at_{-1, -1},
      origins_(origins) {
  begin_.resize(symbols);
  for (std::size_t rule = 0; rule < bodies.size(); ++rule) {
    begin_[origins[rule]].push_back(static_cast<std::int32_t>(symbols_.size()));
    symbols_.insert(symbols_.end(), bodies[rule].begin(), bodies[rule].end());
    symbols_.push_back(-1);
    rule_at_.resize(symbols_.size(), static_cast<std::int32_t>(rule));
  }
  index_of_.assign(static_cast<std::size_t>(symbols) + 1, -1);
  for (std::int32_t symbol = 0; symbol <= symbols; ++symbol)
    if (symbol == symbols || terminal(symbol)) {
      index_of_[symbol] = static_cast<std::int32_t>(terminals_.size());
      terminals_.push_back(symbol);
    }
  words_ = terminals_.size() / 64 + 1;
  nullable_ = nullable_symbols(symbols, origins, bodies);
  last_.assign(symbols_.size(), false);
  for (std::size_t at = symbols_.size() - 1; at-- > 0;)
    last_[at] = symbols_[at + 1] < 0 || (nullable_[symbols_[at + 1]] && last_[at + 1]);
  if (build_states() && build_lookaheads()) finish();
}

// A kernel has all positions that the same symbols lead to; what a nonterminal in front of a position may begin with is
// added while the state's moves are collected, and not kept.
bool LalrTable::build_states() {
  HashIndex numbers;
  const auto kernel = [&](std::uint32_t state) {
    return std::span(kernels_.data() + kernel_begins_[state], kernels_.data() + kernel_begins_[state + 1]);
  };
  const auto number = [&](const Vec<std::int32_t>& positions) {
    const std::uint64_t hash = hash_of_list<std::int32_t>(positions);
    const auto same = [&](std::uint32_t each) { return std::ranges::equal(kernel(each), positions); };
    std::uint32_t state = numbers.find(hash, same);
    if (state == kNone) {
      numbers.insert(hash, state = static_cast<std::uint32_t>(kernel_begins_.size() - 1));
      kernels_.insert(kernels_.end(), positions.begin(), positions.end());
      kernel_begins_.push_back(static_cast<std::uint32_t>(kernels_.size()));
    }
    return static_cast<std::int32_t>(state);
  };
  Vec<Vec<std::int32_t>> after(symbols_count_);  // by symbol, the positions that it leads to
  Vec<std::int32_t> touched, stack;
  Vec<std::uint32_t> move_on(symbols_count_);
  number({0});
  for (std::uint32_t state = 0; state + 1 < kernel_begins_.size(); ++state) {
    stack.assign(kernel(state).begin(), kernel(state).end());
    std::uint64_t items = 1;
    while (!stack.empty()) {
      const std::int32_t at = stack.back(), symbol = symbols_[at];
      stack.pop_back();
      if (symbol < 0) continue;
      if (after[symbol].empty()) {
        touched.push_back(symbol);
        stack.insert(stack.end(), begin_[symbol].begin(), begin_[symbol].end());
      }
      after[symbol].push_back(at + 1);
      ++items;
    }
    std::sort(touched.begin(), touched.end());
    for (const std::int32_t symbol : touched) {
      std::sort(after[symbol].begin(), after[symbol].end());
      move_on[symbol] = static_cast<std::uint32_t>(moves_.size());
      moves_.push_back({symbol, number(after[symbol])});
      if (!terminal(symbol)) {
        moves_.back().step = static_cast<std::int32_t>(steps_.size());
        steps_.emplace_back(static_cast<std::int32_t>(state), static_cast<std::int32_t>(moves_.size() - 1));
      }
      after[symbol].clear();
    }
    for (const std::int32_t at : kernel(state)) over_.push_back(symbols_[at] < 0 ? kNone : move_on[symbols_[at]]);
    touched.clear();
    begins_.push_back(static_cast<std::uint32_t>(moves_.size()));
    if (!burn(items)) return false;
  }
  return true;
}

// Each follows from that of the position after it, so a rule is followed until one is known.
Vec<LalrTable::Rest> LalrTable::rests_of_rules() {
  Vec<Rest> out(kernels_.size(), {kNone, kNone, -1});
  Vec<std::uint32_t> way;
  std::int32_t state = 0;
  for (std::uint32_t k = 0; k < kernels_.size(); ++k) {
    while (k == kernel_begins_[state + 1]) ++state;
    std::int32_t here = state;
    for (std::uint32_t at = k; out[at].end < 0; at = out[at].next) {
      const std::int32_t position = kernels_[at];
      if (symbols_[position] < 0) {
        out[at].end = here;
        break;
      }
      way.push_back(at);
      here = moves_[over_[at]].target;
      out[at].next = place(here, position + 1);
    }
    work_ += way.size();
    for (; !way.empty(); way.pop_back()) {
      Rest& rest = out[way.back()];
      rest.end = out[rest.next].end;
      rest.last = last_[kernels_[way.back()]] ? way.back() : out[rest.next].last;
    }
  }
  return out;
}

// Terminals as bits: `follow_` begins with what is read directly, and `close` joins it along the two relations, in
// time linear in their arcs, since sets that lead to each other (strongly connected) become one.
bool LalrTable::build_lookaheads() {
  if ((steps_.size() + begins_.size()) * words_ > share_of(kMaxWords)) {
    work_ = max_work_ + 1;
    return false;
  }
  follow_ = SetRows(steps_.size(), words_);
  shifts_ = SetRows(begins_.size() - 1, words_);
  Vec<std::uint32_t> empty, empty_begins{0};  // by state, steps on what may be empty
  for (std::int32_t state = 0; state < states(); ++state) {
    for (const Move& move : moves(state)) {
      if (move.step < 0) shifts_.put(state, index_of_[move.symbol]);
      else if (nullable_[move.symbol]) empty.push_back(static_cast<std::uint32_t>(move.step));
    }
    empty_begins.push_back(static_cast<std::uint32_t>(empty.size()));
  }
  Vec<std::pair<std::uint32_t, std::uint32_t>> reads, includes;
  for (std::uint32_t step = 0; step < steps_.size(); ++step) {
    const Move& over = moves_[steps_[step].second];
    std::copy_n(shifts_.row(over.target), words_, follow_.row(step));
    for (std::uint32_t i = empty_begins[over.target]; i < empty_begins[over.target + 1]; ++i)
      reads.emplace_back(step, empty[i]);
    if (steps_[step].first == 0 && over.symbol == symbols_[0]) follow_.put(step, index_of_[symbols_count_]);
  }
  struct Found {
    std::int32_t state;
    Ended what;
  };
  Vec<Found> found;
  const Vec<Rest> rests = rests_of_rules();
  // Where the rest of a rule leads.
  const auto walk = [&](std::uint32_t k, std::uint32_t step) {
    for (std::uint32_t at = rests[k].last; at != kNone; at = rests[rests[at].next].last) {
      const std::int32_t over = moves_[over_[at]].step;
      if (over >= 0) includes.emplace_back(over, step);
      ++work_;
    }
    return rests[k].end;
  };
  Vec<std::uint32_t> move_on(symbols_count_);
  std::int32_t known = -1;  // the state whose moves these are
  for (std::uint32_t step = 0; step < steps_.size(); ++step) {
    const std::int32_t state = steps_[step].first, symbol = moves_[steps_[step].second].symbol;
    for (std::uint32_t i = begins_[state]; state != known && i < begins_[state + 1]; ++i) move_on[moves_[i].symbol] = i;
    known = state;
    for (std::int32_t at : begin_[symbol]) {
      const std::int32_t rule = rule_at_[at];
      std::int32_t here = state;
      firsts_.push_back(symbols_[at] < 0 ? kNone : move_on[symbols_[at]]);
      if (symbols_[at] >= 0) {
        const Move& first = moves_[firsts_.back()];
        if (first.step >= 0 && last_[at]) includes.emplace_back(first.step, step);
        here = walk(place(first.target, at + 1), step);
      }
      if (!burn(1)) return false;
      found.push_back({here, {rule, step}});
    }
    first_begins_.push_back(static_cast<std::uint32_t>(firsts_.size()));
    // lark lets a symbol's follow set flow into those of half-read rules for the same symbol too
    for (std::uint32_t k = kernel_begins_[state]; k < kernel_begins_[state + 1]; ++k)
      if (kernels_[k] > 1 && origins_[rule_at_[kernels_[k]]] == symbol) {
        walk(k, step);
        if (!burn(1)) return false;
      }
  }
  ended_begins_.assign(static_cast<std::size_t>(states()) + 1, 0);
  for (const Found& each : found) ++ended_begins_[each.state + 1];
  for (std::int32_t state = 0; state < states(); ++state) ended_begins_[state + 1] += ended_begins_[state];
  ended_.resize(found.size());
  Vec<std::uint32_t> next(ended_begins_);
  for (const Found& each : found) ended_[next[each.state]++] = each.what;
  close(reads, follow_);
  close(includes, follow_);
  return true;
}

// `once` and `twice` say which terminals are lookaheads of at least one rule of the state, and of at least two: so rules
// need not be compared one by one.
void LalrTable::finish() {
  Words shifts, once, twice, both;
  Vec<Words> masks;
  Vec<std::int32_t> rules;        // of the state, in the order in which they were found
  Vec<std::size_t> place(origins_.size());  // of a rule among them
  for (std::int32_t state = 0; state < states(); ++state) {
    shifts.assign(shifts_.row(state), shifts_.row(state) + words_);
    rules.clear();
    for (std::uint32_t i = ended_begins_[state]; i < ended_begins_[state + 1]; ++i) {
      const auto [rule, step] = ended_[i];
      if (place[rule] >= rules.size() || rules[place[rule]] != rule) {
        place[rule] = rules.size();
        rules.push_back(rule);
        if (masks.size() < rules.size()) masks.emplace_back();
        masks[place[rule]].assign(words_, 0);
      }
      const std::uint64_t* follow = follow_.row(step);
      Words& mask = masks[place[rule]];
      for (std::size_t w = 0; w < words_; ++w) mask[w] |= follow[w];
    }
    once.assign(words_, 0);
    twice.assign(words_, 0);
    for (std::size_t i = 0; i < rules.size(); ++i)
      for (std::size_t w = 0; w < words_; ++w) {
        twice[w] |= once[w] & masks[i][w];
        once[w] |= masks[i][w];
      }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      both = shifts;
      bool shared = false;
      for (std::size_t w = 0; w < words_; ++w) {
        both[w] &= masks[i][w];
        shared = shared || (twice[w] & masks[i][w]);
      }
      // only where rules compete does anybody ask for the lookaheads themselves
      reductions_.push_back({rules[i], shared ? sets_.intern(masks[i]) : -1, sets_.intern(both)});
    }
    reduction_begins_.push_back(static_cast<std::uint32_t>(reductions_.size()));
    join(once, shifts);
    accepts_.push_back(sets_.intern(once));
  }
}

bool LalrTable::settle(const Vec<std::int32_t>& priorities) {
  for (std::int32_t state = 0; state < states(); ++state) {
    const std::span<Reduction> all(reductions_.data() + reduction_begins_[state], reductions(state).size());
    const bool compete = std::ranges::any_of(all, [](const Reduction& each) { return each.lookaheads >= 0; });
    if (compete && !settle(all, priorities)) return false;
  }
  return settled_ = true;
}

// A rule loses the terminals that are shifted, and those of rules with a higher priority. Two rules of one priority that
// share a terminal which no better rule has are a conflict, and the grammar is refused.
bool LalrTable::settle(std::span<Reduction> reductions, const Vec<std::int32_t>& priorities) {
  // Of the rules of one priority that compete in a state: what may follow one or more of them, what two or more, and what
  // some rule of a higher priority. Comparing rules one by one took minutes for thousands of them.
  struct Rank {
    Words once, twice, above;
  };
  std::map<std::int32_t, Rank, std::greater<>> ranks;
  for (const Reduction& each : reductions) {
    if (each.lookaheads < 0) continue;
    Rank& rank = ranks.try_emplace(priorities[each.rule], Rank{Words(words_, 0), Words(words_, 0), Words(words_, 0)})
                     .first->second;
    const Bits own = sets_[each.lookaheads];
    for (std::size_t w = 0; w < words_; ++w) {
      rank.twice[w] |= rank.once[w] & own[w];
      rank.once[w] |= own[w];
    }
  }
  Words above(words_, 0), out, disputed;
  for (auto& [priority, rank] : ranks) {
    rank.above = above;
    join(above, rank.once);
  }
  for (Reduction& mine : reductions) {
    if (mine.lookaheads < 0) continue;
    const Bits shifted = sets_[mine.lost], own = sets_[mine.lookaheads];
    const Rank& rank = ranks.at(priorities[mine.rule]);
    // lark asks whether the best is better than the second best: worse ones do not matter
    out.assign(shifted.begin(), shifted.end());
    disputed.assign(own.begin(), own.end());
    for (std::size_t w = 0; w < words_; ++w) {
      out[w] |= disputed[w] & rank.above[w];
      disputed[w] &= rank.twice[w] & ~rank.above[w];
    }
    for (const Reduction& other : reductions) {
      if (other.lookaheads < 0 || other.rule == mine.rule || priorities[other.rule] != priorities[mine.rule]) continue;
      if (std::none_of(disputed.begin(), disputed.end(), [](std::uint64_t w) { return w != 0; })) break;
      Words common = disputed;
      for (std::size_t w = 0; w < words_; ++w) common[w] &= sets_[other.lookaheads][w];
      if (std::all_of(common.begin(), common.end(), [](std::uint64_t w) { return w == 0; })) continue;
      conflict_ = {mine.rule, other.rule, symbols_of(common)};
      return false;
    }
    mine.lost = sets_.intern(out);
  }
  return true;
}

Words LalrTable::symbols_of(Bits set) const {
  Words out;
  each(set, [&](std::int32_t index) { put(out, terminals_[index]); });
  return out;
}

Vec<std::int32_t> LalrTable::members(std::int32_t set) const {
  Vec<std::int32_t> out;
  each(words(set), [&](std::int32_t terminal) { out.push_back(terminal); });
  return out;
}

}  // namespace constrain
