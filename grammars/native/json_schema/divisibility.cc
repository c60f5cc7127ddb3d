// Decimal numerals that are multiples of some numbers, within bounds, as an automaton:
//
// 1. `after`, `after_point`: the state after a digit, or after the point.
// 2. `reduce`: remainders that the same further digits complete are one, which keeps the automaton small.
// 3. `explore`, `prune`: all states from the first on, without those from which no numeral ends.
// Example: for `multipleOf: 0.5`, after `1.` the digits 0 and 5 end a numeral, and after `1.5` only zeros may follow.
#include "json_schema/divisibility.h"

#include <cstdlib>

#include "support/common.h"

namespace constrain {

namespace {

using Number = std::int64_t;

// A state is a row: phase (0 before the point, 1 just after it, 2 later), digits read in this phase (-1 for a single
// zero), whether a digit other than 0 stands beyond the places, the order to each bound, the remainder by each divisor.
using Row = std::vector<Number>;
enum : std::size_t { kPhase, kCount, kBeyond, kOrders };

// Rows with numbers of their own, each kept once.
class Rows {
 public:
  // The number of a row, and whether it is new.
  std::pair<std::uint32_t, bool> of(const Row& row) {
    std::uint64_t hash = row.size();
    for (Number n : row) hash = mix(hash, static_cast<std::uint64_t>(n));
    const std::uint32_t found = index_.find(hash, [&](std::uint32_t id) { return rows_[id] == row; });
    if (found != kNone) return {found, false};
    const auto id = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(row);
    index_.insert(hash, id);
    return {id, true};
  }
  const Row& operator[](std::uint32_t id) const { return rows_[id]; }
  std::size_t size() const { return rows_.size(); }

 private:
  std::vector<Row> rows_;
  HashIndex index_;
};

Number order_of(Number a, Number b) { return (a > b) - (a < b); }

class Walk {
 public:
  Walk(const Division& d, std::size_t limit) : d_(d), limit_(limit), remainders_(kOrders + d.bounds.size()) {
    const int most = d.places + d.digits + 1;
    std::uint64_t power = 1;
    for (int i = 0; i <= most; ++i) {
      powers_.push_back(power);
      power = power >= Division::kMost / 10 ? Division::kMost : power * 10;
    }
    for (const Division::Divisor& divisor : d.divisors) {
      std::vector<std::uint64_t> left{1 % divisor.modulus};
      for (int i = 0; i < most; ++i) left.push_back(left.back() * 10 % divisor.modulus);
      lefts_.push_back(std::move(left));
    }
  }

  bool explore(std::vector<Division::State>& out) {
    Row row(remainders_ + d_.divisors.size());
    named(row);
    std::vector<std::pair<Row, std::int32_t>> ways;  // by the state they lead to
    while (!waiting_.empty()) {
      const std::int32_t number = waiting_.back();
      waiting_.pop_back();
      const Row state = rows_[number];
      ways.clear();
      after(state, [&](int digit, Row& target) {
        if (!reduce(target)) return;
        for (auto& [known, digits] : ways)
          if (known == target) return void(digits |= 1 << digit);
        ways.emplace_back(target, 1 << digit);
      });
      Division::State& made = out.emplace_back(Division::State{number, {}, -1, accepts(state)});
      Row pointed = state;
      const bool point = after_point(pointed) && reduce(pointed);
      for (const auto& [target, digits] : ways) made.ways.emplace_back(digits, named(target));
      if (point) made.point = named(pointed);
      if (rows_.size() > limit_) return false;
    }
    prune(out);
    return true;
  }

 private:
  // Drops the states from which no numeral ends.
  void prune(std::vector<Division::State>& states) const {
    std::vector<std::vector<std::int32_t>> before(rows_.size());
    std::vector<bool> alive(rows_.size());
    std::vector<std::int32_t> waiting;
    const auto live = [&](std::int32_t state) {
      if (!alive[state]) alive[state] = true, waiting.push_back(state);
    };
    for (const Division::State& state : states) {
      for (const auto& [digits, target] : state.ways) before[target].push_back(state.number);
      if (state.point >= 0) before[state.point].push_back(state.number);
      if (state.accepts) live(state.number);
    }
    while (!waiting.empty()) {
      const std::int32_t state = waiting.back();
      waiting.pop_back();
      for (const std::int32_t other : before[state]) live(other);
    }
    std::erase_if(states, [&](const Division::State& state) { return !alive[state.number]; });
    for (Division::State& state : states) {
      std::erase_if(state.ways, [&](const auto& way) { return !alive[way.second]; });
      if (state.point >= 0 && !alive[state.point]) state.point = -1;
    }
  }

  std::int32_t named(const Row& row) {
    const auto [id, made] = rows_.of(row);
    if (made) waiting_.push_back(static_cast<std::int32_t>(id));
    return static_cast<std::int32_t>(id);
  }

  // Puts in the first known remainders that the same digits complete; false if none make a multiple.
  bool reduce(Row& row) {
    key_.assign(row.begin() + remainders_, row.end());
    key_.push_back(row[kPhase] ? 1 : 0), key_.push_back(row[kCount]);
    const auto [id, made] = keys_.of(key_);
    if (made) {
      const Number count = row[kCount], left = row[kPhase] || count < 0 ? 0 : d_.digits - count;
      const Number low = row[kPhase] ? std::max<Number>(d_.places - count, 0) : d_.places;
      Row classes(row.begin() + remainders_, row.end());
      if (!classify(classes, low, low + left)) classes.clear();
      reduced_.push_back(std::move(classes));
    }
    const Row& classes = reduced_[id];
    if (classes.empty() && !d_.divisors.empty()) return false;
    std::copy(classes.begin(), classes.end(), row.begin() + remainders_);
    return true;
  }
  bool classify(Row& remainders, Number low, Number high) {
    for (std::size_t i = 0; i < d_.divisors.size(); ++i) {
      const auto [modulus, wanted] = d_.divisors[i];
      // The class: by number of digits from `low` to `high`, the least number that makes a multiple; -1 if longer.
      key_.assign({static_cast<Number>(i), low, high});
      bool some = false;
      for (Number places = low; places <= high; ++places) {
        const auto reached = static_cast<unsigned __int128>(remainders[i]) * lefts_[i][places] % modulus;
        const std::uint64_t least = reached ? modulus - static_cast<std::uint64_t>(reached) : 0;
        const bool fits = least < powers_[places];
        key_.push_back(fits ? static_cast<Number>(least) : -1);
        some |= fits;
        if (powers_[places] >= modulus) break;  // and further digits depend on this alone
      }
      if (wanted && !some) return false;
      const auto [id, made] = follow_.of(key_);
      if (made) first_.push_back(remainders[i]);
      remainders[i] = first_[id];
    }
    return true;
  }

  template <class F>
  void after(const Row& state, F f) {
    const Number phase = state[kPhase], count = state[kCount];
    if (phase == 0) {
      if (count == d_.digits || count < 0) return;  // too long, or a zero in front
    } else if (count >= d_.places) {
      Row same = state;
      same[kPhase] = 2;
      Row beyond = same;
      f(0, same);
      for (const Division::Divisor& divisor : d_.divisors)
        if (divisor.wanted) return;  // anything else is not even a multiple of the grid
      beyond[kBeyond] = 1;
      for (std::size_t b = 0; b < d_.bounds.size(); ++b)
        if (!beyond[kOrders + b]) beyond[kOrders + b] = 1;
      for (int digit = 1; digit < 10; ++digit) {
        Row target = beyond;
        f(digit, target);
      }
      return;
    }
    Row target;
    for (int digit = 0; digit < 10; ++digit) {
      target = state;
      target[kPhase] = phase ? 2 : 0;
      target[kCount] = phase == 0 && count == 0 && digit == 0 ? -1 : count + 1;
      target[kBeyond] = 0;
      for (std::size_t b = 0; b < d_.bounds.size(); ++b) {
        const std::string& mark = phase ? d_.bounds[b].fraction : d_.bounds[b].whole;
        if (!target[kOrders + b] && count < static_cast<Number>(mark.size()))
          target[kOrders + b] = order_of(digit, mark[count] - '0');
      }
      for (std::size_t i = 0; i < d_.divisors.size(); ++i) {
        Number& remainder = target[remainders_ + i];
        remainder = static_cast<Number>((static_cast<std::uint64_t>(remainder) * 10 + digit) % d_.divisors[i].modulus);
      }
      f(digit, target);
    }
  }

  // The orders once the number of digits before the point is known.
  void lengths(Row& row) const {
    for (std::size_t b = 0; b < d_.bounds.size(); ++b) {
      const Number longer = order_of(std::abs(row[kCount]), static_cast<Number>(d_.bounds[b].whole.size()));
      if (longer) row[kOrders + b] = longer;
    }
  }
  bool after_point(Row& row) const {
    if (row[kPhase] || !row[kCount] || d_.whole_only || row[kCount] + d_.places > Division::kExact) return false;
    lengths(row);
    row[kPhase] = 1, row[kCount] = 0;
    return true;
  }

  // Whether a numeral may end here; missing places count as zeros.
  bool accepts(Row row) const {
    if (row[kPhase] == 1 || (!row[kPhase] && !row[kCount])) return false;
    if (!row[kPhase]) lengths(row), row[kCount] = 0;
    const auto count = static_cast<std::size_t>(row[kCount]);
    for (std::size_t b = 0; b < d_.bounds.size(); ++b) {
      Number order = row[kOrders + b];
      if (!order && d_.bounds[b].fraction.find_first_not_of('0', count) != std::string::npos) order = -1;
      if (!d_.bounds[b].allowed[order + 1]) return false;
    }
    if (row[kBeyond]) return true;
    for (std::size_t i = 0; i < d_.divisors.size(); ++i) {
      const auto reached =
          static_cast<unsigned __int128>(row[remainders_ + i]) * lefts_[i][d_.places - count] % d_.divisors[i].modulus;
      if ((reached == 0) != d_.divisors[i].wanted) return false;
    }
    return true;
  }

  const Division& d_;
  const std::size_t limit_, remainders_;
  std::vector<std::uint64_t> powers_;               // of ten, none beyond kMost
  std::vector<std::vector<std::uint64_t>> lefts_;   // of each divisor, what each power of ten leaves
  Rows rows_;
  std::vector<std::int32_t> waiting_;
  Rows keys_;                 // remainders, phase and count,
  std::vector<Row> reduced_;  // and for each the first known remainders of its class; empty: no multiple
  Rows follow_;               // what numbers make a multiple,
  std::vector<Number> first_;  // and for each the first remainder that they do
  Row key_;
};

}  // namespace

bool Division::explore(std::size_t limit, std::vector<State>& out) const { return Walk(*this, limit).explore(out); }

}  // namespace constrain
