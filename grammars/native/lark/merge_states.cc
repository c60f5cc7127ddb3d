#include "lark/merge_states.h"

#include <algorithm>
#include <numeric>

namespace constrain {

namespace {

constexpr std::uint64_t kMaxWork = 100'000'000;  // comparisons; beyond, no two states are one, which is right too
constexpr std::int32_t kLexer = -1;              // beside the rules in a state's label

std::int32_t largest(const std::vector<std::int32_t>& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}

}  // namespace

LarkStates::LarkStates(const LalrTable& table, const std::vector<std::int32_t>& lexer_of, const Words& always) {
  const auto& moves = table.moves();
  const std::size_t count = moves.size();
  std::vector<bool> shifted(count, false);  // reached by a terminal, or at the start: where a lexer reads next
  shifted[0] = true;
  for (const auto& row : moves)
    for (const auto& [symbol, target] : row)
      if (table.terminal(symbol)) shifted[target] = true;
  std::vector<Row> labels(count);
  for (std::size_t state = 0; state < count; ++state) {
    if (shifted[state]) labels[state].emplace_back(kLexer, lexer_of[state]);
    for (const auto& [rule, lost] : table.lost()[state]) labels[state].emplace_back(rule, lost);
  }
  of_state_ = divide(table, labels);
  classes_.resize(static_cast<std::size_t>(largest(of_state_)) + 1);
  FlatMap<std::uint8_t> seen;  // class, symbol; or class, rule beyond them
  const std::uint32_t symbols = static_cast<std::uint32_t>(table.symbols()) + 1;
  for (std::size_t state = 0; state < count; ++state) {
    const auto number = static_cast<std::uint32_t>(of_state_[state]);
    Class& into = classes_[number];
    const auto fresh = [&](std::uint32_t what) {
      if (seen.find(number, what)) return false;
      seen.insert(number, what, 1);
      return true;
    };
    for (const auto& [symbol, target] : moves[state])
      if (fresh(static_cast<std::uint32_t>(symbol))) into.moves.emplace_back(symbol, of_state_[target]);
    for (const auto& [rule, lost] : table.lost()[state]) {
      const Words& words = table.words(lost);
      const bool any = std::any_of(words.begin(), words.end(), [](std::uint64_t w) { return w != 0; });
      if (any && fresh(symbols + static_cast<std::uint32_t>(rule))) into.lost.emplace_back(rule, words);
    }
    if (shifted[state]) into.lexer = lexer_of[state];
    join(into.accepts, table.words(table.accepts()[state]));
  }
  for (Class& each : classes_) join(each.accepts, always);
}

std::vector<std::int32_t> LarkStates::divide(const LalrTable& table, const std::vector<Row>& labels) {
  const std::size_t count = labels.size();
  std::vector<std::int32_t> of_state(count, 0), finer;
  std::vector<Row> rows = table.moves();
  bool within = split(std::vector<std::int32_t>(count, 0), labels, of_state);
  while (within) {
    for (std::size_t state = 0; state < count; ++state)
      for (std::size_t i = 0; i < rows[state].size(); ++i)
        rows[state][i].second = of_state[table.moves()[state][i].second];
    within = split(of_state, rows, finer);
    if (within && largest(finer) == largest(of_state)) return finer;  // as many parts: the same, perhaps by other names
    of_state = finer;
  }
  std::iota(of_state.begin(), of_state.end(), 0);
  return of_state;
}

// Parts of the classes within which no two rows contradict each other; short rows, which fit most, go first. False if
// it takes too much work.
bool LarkStates::split(const std::vector<std::int32_t>& of_state, const std::vector<Row>& rows,
                       std::vector<std::int32_t>& out) {
  std::vector<std::vector<std::int32_t>> parts(static_cast<std::size_t>(largest(of_state)) +
                                               1);  // by class, their names
  FlatMap<std::int32_t> merged;  // by part and symbol
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows[a].size() < rows[b].size(); });
  out.assign(rows.size(), 0);
  std::int32_t made = 0;
  for (std::size_t state : order) {
    const Row& row = rows[state];
    std::vector<std::int32_t>& known = parts[of_state[state]];
    auto fits = known.begin();
    for (; fits != known.end(); ++fits) {
      const bool agree = std::all_of(row.begin(), row.end(), [&](const auto& each) {
        ++work_;
        spend(4);
        const std::int32_t* found =
            merged.find(static_cast<std::uint32_t>(*fits), static_cast<std::uint32_t>(each.first));
        return !found || *found == each.second;
      });
      if (agree) break;
      if (work_ > kMaxWork) return false;
    }
    if (fits == known.end()) fits = known.insert(known.end(), made++);
    const auto part = static_cast<std::uint32_t>(*fits);
    for (const auto& [symbol, target] : row)
      if (!merged.find(part, static_cast<std::uint32_t>(symbol)))
        merged.insert(part, static_cast<std::uint32_t>(symbol), target);
    out[state] = *fits;
  }
  return true;
}

}  // namespace constrain
