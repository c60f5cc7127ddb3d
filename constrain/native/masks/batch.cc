// Rows of a batch, in order:
//
// 1. `fill_rows`: masks, each into its row, by as many threads as that much work is worth.
// 2. `advance_rows`, `advance_rows_by`, `follow_rows`: tokens. A batch moves as a whole or stays as it was: if a call
//    fails, what the rows before have done is taken back.
// 3. `prepare_rows`: masks that are not ready are computed by threads in the background, while the model runs.
// 4. `MaskBank`: different masks by number, so that rows can share them on a device. For example, hundreds of rows that
//    stand inside strings have one number.
#include "masks/batch.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>
#include <thread>

#include "support/fork_gate.h"
#include "support/thread_pool.h"

namespace constrain {
namespace {

constexpr std::size_t kCold = 64;         // a mask that must be computed costs as much as this many copies, or more
constexpr std::size_t kWorthAThread = 64;  // copies: waking a thread costs about 10 µs

unsigned cores() {
  static const unsigned found = std::max(1u, std::thread::hardware_concurrency());  // asks the system: 8 µs
  return found;
}

std::uint64_t hash_of(const std::uint32_t* row, std::uint32_t words) {
  // Four chains, for one would wait for itself at every step.
  std::uint64_t h[4] = {1, 2, 3, 4};
  std::uint32_t w = 0;
  for (; w + 4 <= words; w += 4)
    for (int i = 0; i < 4; ++i) h[i] = mix(h[i], row[w + i]);
  for (; w < words; ++w) h[0] = mix(h[0], row[w]);
  return mix(mix(h[0], h[1]), mix(h[2], h[3]));
}

}  // namespace

namespace {

// A budget of tokens that is too small is told with its row, because a batch has many.
void fill_within(Matcher& matcher, std::size_t number, std::uint32_t* row, std::uint64_t left) {
  try {
    matcher.fill(row, left);
  } catch (const LimitError& e) {
    throw LimitError("row " + std::to_string(number) + ": " + e.what(), e.limit, e.needed);
  }
}

}  // namespace

void fill_rows(Matchers rows, std::uint32_t* data, std::size_t stride, unsigned threads,
               std::span<const std::uint64_t> left, std::span<const std::uint32_t> places) {
  if (!threads) {
    std::size_t units = 0;
    for (Matcher* m : rows) units += m && !m->ready() ? kCold : 1;
    threads = static_cast<unsigned>(std::min<std::size_t>(cores(), 1 + units / kWorthAThread));
  }
  parallel_for(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t place = places.empty() ? i : places[i];
      std::uint32_t* row = data + place * stride;
      if (rows[i] && !left.empty() && left[i] != kAnyTokens) fill_within(*rows[i], place, row, left[i]);
      else if (rows[i]) rows[i]->fill(row);
      // A row without a matcher is unconstrained.
      else std::memset(row, 0xFF, stride * 4);
    }
  });
}

namespace {

// `count(row)` tokens for each row; where one is refused, all rows go back to where they were.
template <class Count>
void advance_each(Matchers rows, std::span<const TokenId> tokens, Count count) {
  std::size_t row = 0, taken = 0, at = 0;  // of this row
  const auto undo = [&] {
    if (rows[row]) rows[row]->rollback(taken);
    while (row--)
      if (rows[row]) rows[row]->rollback(count(row));
  };
  try {
    for (; row < rows.size(); ++row) {
      for (taken = 0; taken < count(row); ++taken, ++at)
        if (rows[row]) rows[row]->advance(tokens[at]);
    }
  } catch (const RejectedFault& e) {
    std::string text = "row " + std::to_string(row);
    if (count(row) > 1) text += ", token " + std::to_string(taken + 1) + " of " + std::to_string(count(row));
    text += std::string(": ") + e.what();
    undo();
    throw RejectedFault(text, e.token);
  } catch (...) {
    undo();
    throw;
  }
}

}  // namespace

void advance_rows(Matchers rows, std::span<const TokenId> tokens) {
  advance_each(rows, tokens, [](std::size_t) -> std::size_t { return 1; });
}

void advance_rows_by(Matchers rows, std::span<const std::uint32_t> counts, std::span<const TokenId> tokens) {
  advance_each(rows, tokens, [&](std::size_t row) -> std::size_t { return counts[row]; });
}

void rollback_rows(Matchers rows, std::span<const std::uint64_t> counts) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i]) rows[i]->rollback(counts[i]);
}

std::vector<std::uint32_t> follow_rows(Matchers rows, std::span<const std::int64_t> tokens) {
  std::vector<std::uint32_t> ended;
  std::vector<Matcher*> taken;  // that have moved, and go back if the call fails
  try {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i]) continue;
      bool moved = tokens[i] >= 0 && tokens[i] <= std::numeric_limits<std::int32_t>::max();
      if (moved) {
        try {
          rows[i]->advance(static_cast<TokenId>(tokens[i]));
          taken.push_back(rows[i]);
        } catch (const RejectedFault&) {
          moved = false;
        }
      }
      if (!moved || rows[i]->finished()) ended.push_back(static_cast<std::uint32_t>(i));
    }
  } catch (...) {
    for (Matcher* matcher : taken) matcher->rollback(1);
    throw;
  }
  return ended;
}

void prepare_rows(Matchers rows, unsigned threads) {
  struct Shared {
    std::vector<std::function<void()>> tasks;
    std::atomic<std::size_t> next{0};
  };
  const auto shared = std::make_shared<Shared>();
  for (Matcher* m : rows)
    if (m)
      if (auto task = m->preparation()) shared->tasks.push_back(std::move(task));
  const std::size_t helpers = std::min<std::size_t>(threads ? threads : cores(), shared->tasks.size());
  for (std::size_t i = 0; i < helpers; ++i)
    in_background([shared] {
      for (std::size_t at; (at = shared->next.fetch_add(1)) < shared->tasks.size();) {
        try {
          shared->tasks[at]();
        } catch (...) {  // `fill` meets the same and tells
        }
        fork_gate::pass();
      }
    });
}

MaskBank::MaskBank(std::uint32_t words, std::uint32_t capacity)
    : words_(words), capacity_(capacity),
      data_(static_cast<std::uint32_t*>(std::calloc(std::size_t{words} * capacity, sizeof(std::uint32_t)))) {
  if (!data_) throw std::bad_alloc();
  clear();
}

void MaskBank::clear() {
  known_.clear();
  by_content_.clear();
  std::fill_n(data_.get(), words_, ~0u);
  used_ = 1;
  written_ = 0;
}

std::optional<std::uint32_t> MaskBank::number(Matcher& matcher) {
  const std::pair<std::uint64_t, std::uint64_t> key{matcher.constraint().serial, matcher.state()};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (used_ == capacity_) return std::nullopt;  // or it would have to be written somewhere to be compared
  std::uint32_t* row = data_.get() + std::size_t{used_} * words_;
  std::fill_n(row, words_, 0);
  matcher.fill(row);
  const std::uint64_t hash = hash_of(row, words_);
  const auto [begin, end] = by_content_.equal_range(hash);
  const auto same = std::find_if(begin, end, [&](const auto& entry) {
    return std::equal(row, row + words_, data_.get() + std::size_t{entry.second} * words_);
  });
  // Different states often have equal masks. The copy just written is then not counted, and the next mask overwrites
  // it.
  const std::uint32_t id = same != end ? same->second : used_++;
  if (same == end) by_content_.emplace(hash, id);
  known_.emplace(key, id);
  return id;
}

void MaskBank::find(Matchers rows, std::int32_t* out) {
  if (known_.size() > 64 * std::size_t{capacity_}) clear();  // many states, few masks
  for (bool again = false;; again = true) {
    std::size_t i = 0;
    for (; i < rows.size(); ++i) {
      const auto id = rows[i] ? number(*rows[i]) : std::optional<std::uint32_t>(0);
      if (!id) break;
      out[i] = static_cast<std::int32_t>(*id);
    }
    if (i == rows.size()) return;
    // Old masks were forgotten and there is still no room: this batch alone needs more than the bank holds.
    if (again)
      throw LimitError(
          "different masks in one batch; make its tables with a greater capacity, or take fewer rows at once",
          capacity_ - 1, rows.size());
    clear();
  }
}

std::pair<std::uint32_t, std::uint32_t> MaskBank::take_written() {
  const std::uint32_t first = std::exchange(written_, used_);
  return {first, used_ - first};
}

}  // namespace constrain
