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

LalrTable::LalrTable(std::int32_t symbols, std::int32_t start, const std::vector<std::int32_t>& origins,
                     const std::vector<std::vector<std::int32_t>>& bodies, std::uint64_t max_work)
    : symbols_count_(symbols),
      max_work_(max_work),
      words_(symbols / 64 + 1),
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
  const auto number = [&](const std::vector<std::int32_t>& positions) {
    const std::uint64_t hash = IntsHash()(positions);
    const auto same = [&](std::uint32_t each) { return std::ranges::equal(kernel(each), positions); };
    std::uint32_t state = numbers.find(hash, same);
    if (state == kNone) {
      numbers.insert(hash, state = static_cast<std::uint32_t>(kernel_begins_.size() - 1));
      kernels_.insert(kernels_.end(), positions.begin(), positions.end());
      kernel_begins_.push_back(static_cast<std::uint32_t>(kernels_.size()));
    }
    return static_cast<std::int32_t>(state);
  };
  std::vector<std::vector<std::int32_t>> after(symbols_count_);  // by symbol, the positions that it leads to
  std::vector<std::int32_t> touched, stack;
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
      moves_.push_back({symbol, number(after[symbol])});
      if (!terminal(symbol)) {
        moves_.back().step = static_cast<std::int32_t>(steps_.size());
        steps_.emplace_back(static_cast<std::int32_t>(state), static_cast<std::int32_t>(moves_.size() - 1));
      }
      after[symbol].clear();
    }
    touched.clear();
    begins_.push_back(static_cast<std::uint32_t>(moves_.size()));
    if (!burn(items)) return false;
  }
  return true;
}

// Terminals as bits: `follow_` begins with what is read directly, and `close` joins it along the two relations, in
// time linear in their arcs, since sets that lead to each other (strongly connected) become one.
bool LalrTable::build_lookaheads() {
  if (steps_.size() * words_ > share_of(kMaxWords)) {
    work_ = max_work_ + 1;
    return false;
  }
  follow_ = SetRows(steps_.size(), words_);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reads, includes;
  for (std::uint32_t step = 0; step < steps_.size(); ++step) {
    const Move& over = moves_[steps_[step].second];
    for (const Move& next : moves(over.target)) {
      if (next.step < 0) follow_.put(step, next.symbol);
      if (nullable_[next.symbol]) reads.emplace_back(step, next.step);
    }
    if (steps_[step].first == 0 && over.symbol == symbols_[0]) follow_.put(step, symbols_count_);
  }
  struct Found {
    std::int32_t state;
    Ended what;
  };
  std::vector<Found> found;
  std::vector<std::int32_t> from;
  for (std::uint32_t step = 0; step < steps_.size(); ++step) {
    const std::int32_t state = steps_[step].first, symbol = moves_[steps_[step].second].symbol;
    // lark lets a symbol's follow set flow into those of half-read rules for the same symbol too
    from = begin_[symbol];
    const std::size_t whole = from.size();
    for (std::uint32_t k = kernel_begins_[state]; k < kernel_begins_[state + 1]; ++k)
      if (kernels_[k] > 1 && origins_[rule_at_[kernels_[k]]] == symbol) from.push_back(kernels_[k]);
    for (std::size_t i = 0; i < from.size(); ++i) {
      std::int32_t at = from[i], here = state;
      const std::int32_t rule = rule_at_[at];
      for (; symbols_[at] >= 0; ++at) {
        const Move& over = move(here, symbols_[at]);
        if (over.step >= 0 && last_[at]) includes.emplace_back(over.step, step);
        here = over.target;
        ++work_;
      }
      if (!burn(1)) return false;
      if (i < whole) found.push_back({here, {rule, step}});
    }
  }
  ended_begins_.assign(static_cast<std::size_t>(states()) + 1, 0);
  for (const Found& each : found) ++ended_begins_[each.state + 1];
  for (std::int32_t state = 0; state < states(); ++state) ended_begins_[state + 1] += ended_begins_[state];
  ended_.resize(found.size());
  std::vector<std::uint32_t> next(ended_begins_);
  for (const Found& each : found) ended_[next[each.state]++] = each.what;
  close(reads, follow_);
  close(includes, follow_);
  return true;
}

// `once` and `twice` say which terminals are lookaheads of at least one rule of the state, and of at least two: so rules
// need not be compared one by one.
void LalrTable::finish() {
  reductions_.resize(static_cast<std::size_t>(states()));
  Words shifts, every, once, twice, both;
  std::vector<Words> masks;
  std::vector<std::int32_t> rules;        // of the state, in the order in which they were found
  std::vector<std::size_t> place(origins_.size());  // of a rule among them
  for (std::int32_t state = 0; state < states(); ++state) {
    shifts.assign(words_, 0);
    for (const Move& move : moves(state))
      if (move.step < 0) put(shifts, move.symbol);
    every = shifts;
    rules.clear();
    for (std::uint32_t i = ended_begins_[state]; i < ended_begins_[state + 1]; ++i) {
      const auto [rule, step] = ended_[i];
      if (place[rule] >= rules.size() || rules[place[rule]] != rule) {
        place[rule] = rules.size();
        rules.push_back(rule);
        if (masks.size() < rules.size()) masks.emplace_back();
        masks[place[rule]].assign(words_, 0);
      }
      for (std::size_t w = 0; w < words_; ++w) masks[place[rule]][w] |= follow_.row(step)[w];
    }
    once.assign(words_, 0);
    twice.assign(words_, 0);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      for (std::size_t w = 0; w < words_; ++w) {
        twice[w] |= once[w] & masks[i][w];
        once[w] |= masks[i][w];
      }
      join(every, masks[i]);
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      both = shifts;
      bool shared = false;
      for (std::size_t w = 0; w < words_; ++w) {
        both[w] &= masks[i][w];
        shared = shared || (twice[w] & masks[i][w]);
      }
      // only where rules compete does anybody ask for the lookaheads themselves
      reductions_[state].push_back({rules[i], shared ? set(masks[i]) : -1, set(both), shared});
    }
    accepts_.push_back(set(every));
  }
}

// A rule loses the terminals that are shifted, and those of rules with a higher priority. Two rules of one priority that
// share a terminal which no better rule has are a conflict, and the grammar is refused.
bool LalrTable::settle(const std::vector<std::int32_t>& priorities) {
  // Of the rules of one priority that compete in a state: what may follow one or more of them, what two or more, and what
  // some rule of a higher priority. Comparing rules one by one took minutes for thousands of them.
  struct Rank {
    Words once, twice, above;
  };
  lost_.assign(reductions_.size(), {});
  Words above, out, disputed;
  for (std::size_t state = 0; state < reductions_.size(); ++state) {
    std::map<std::int32_t, Rank, std::greater<>> ranks;
    for (const Reduction& each : reductions_[state]) {
      if (!each.shared) continue;
      Rank& rank = ranks.try_emplace(priorities[each.rule], Rank{Words(words_, 0), Words(words_, 0), Words(words_, 0)})
                       .first->second;
      for (std::size_t w = 0; w < words_; ++w) {
        rank.twice[w] |= rank.once[w] & words(each.lookaheads)[w];
        rank.once[w] |= words(each.lookaheads)[w];
      }
    }
    above.assign(words_, 0);
    for (auto& [priority, rank] : ranks) {
      rank.above = above;
      join(above, rank.once);
    }
    for (const Reduction& mine : reductions_[state]) {
      out = words(mine.shifted);
      if (mine.shared) {
        const Rank& rank = ranks.at(priorities[mine.rule]);
        // lark asks whether the best is better than the second best: worse ones do not matter
        disputed = words(mine.lookaheads);
        for (std::size_t w = 0; w < words_; ++w) {
          out[w] |= disputed[w] & rank.above[w];
          disputed[w] &= rank.twice[w] & ~rank.above[w];
        }
        for (const Reduction& other : reductions_[state]) {
          if (!other.shared || other.rule == mine.rule || priorities[other.rule] != priorities[mine.rule]) continue;
          if (std::none_of(disputed.begin(), disputed.end(), [](std::uint64_t w) { return w != 0; })) break;
          Words common = disputed;
          for (std::size_t w = 0; w < words_; ++w) common[w] &= words(other.lookaheads)[w];
          if (std::all_of(common.begin(), common.end(), [](std::uint64_t w) { return w == 0; })) continue;
          conflict_ = {mine.rule, other.rule, std::move(common)};
          return false;
        }
      }
      lost_[state].emplace_back(mine.rule, set(out));
    }
  }
  return true;
}

std::int32_t LalrTable::set(const Words& words) {
  const auto [at, made] = numbers_.try_emplace(words, static_cast<std::int32_t>(sets_.size()));
  if (made) sets_.push_back(&at->first);
  return at->second;
}

std::vector<std::int32_t> LalrTable::members(std::int32_t set) const {
  std::vector<std::int32_t> out;
  const Words& words = *sets_[set];
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::uint64_t left = words[w]; left; left &= left - 1)
      out.push_back(static_cast<std::int32_t>(w * 64 + std::countr_zero(left)));
  return out;
}

}  // namespace constrain
