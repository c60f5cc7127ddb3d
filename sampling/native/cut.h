// Where a truncation cuts, found without sorting the row.
//
// Both top-k and top-p keep the best tokens as long as what lies *above* a token (their number, or their mass) meets a
// condition. A sample of the row tells roughly at which scores that ends, so that one pass can sum up what is surely
// kept, skip what is surely not, and set aside the zone between, a few per cent. The zone is cut by a histogram of its
// own, the one bin where the condition changes by the next histogram, until a few or only equal scores are left. Sums
// are float64 and a wrong guess only costs another pass, so the cut does not depend on the sample.
#pragma once

#include "source.h"

namespace constrain::sampling::CONSTRAIN_LEVEL {
namespace {

constexpr std::int32_t kLast = 0x7fffffff;

// Kept: scores above `score`, and those equal to it whose place in the source is from `first` to `last`.
struct Cut {
  float score = -kInfinity;
  std::int32_t first = 0, last = kLast;
  double above = -1, with = -1;  // mass better than the last one kept, and including it; -1 if unknown
  bool partial() const { return first > 0 || last < kLast; }
};

inline bool keeps(const Cut& cut, float score, std::int32_t place) {
  return score > cut.score || (score == cut.score && place >= cut.first && place <= cut.last);
}

enum class Ties { all, higher, lower };  // which of the tokens equal to the last one stay: all, or higher or lower ids

// Top-p: a token stays while the mass of it and all worse ones, as a float32 share, is above 1 - p.
struct MassGoal {
  static constexpr bool weighs = true;
  double total;
  float bound;
  bool keeps(double above, double factor = 1) const {
    return static_cast<float>((total - above) / total * factor) > bound;
  }
  // Whether the cut would be the same if both sums, above and below, were off by `error`, relatively. A share s then
  // moves by at most 2 s (1 - s) error.
  bool certain(const Cut& cut, double error) const {
    const double slack = 2.1 * error * (1 - static_cast<double>(bound)) + 1e-12;
    return cut.above >= 0 && keeps(cut.above, 1 - slack) && !keeps(cut.with, 1 + slack);
  }
};

// Top-k: a token stays while fewer than k are better.
struct CountGoal {
  static constexpr bool weighs = false;
  double total;
  double k;
  bool keeps(double above) const { return above < k; }
};

inline Cut above(float score) { return {__builtin_nextafterf(score, kInfinity), 0, kLast}; }

// The cut among n > 0 equal scores, ids ascending, `base` above them; the first of them is kept.
template <class Goal>
Cut cut_equal(const Goal& goal, Ties ties, double base, double weight, float score, const std::int32_t* id,
              std::int64_t n) {
  if (ties == Ties::all) return {score, 0, kLast};
  std::int64_t kept = 1;
  for (std::int64_t beyond = n + 1; beyond - kept > 1;) {  // `kept` of them stay, `beyond` do not
    const std::int64_t middle = (kept + beyond) / 2;
    (goal.keeps(base + static_cast<double>(middle - 1) * weight) ? kept : beyond) = middle;
  }
  Cut cut = {score, 0, kLast, base + static_cast<double>(kept - 1) * weight, base + static_cast<double>(kept) * weight};
  if (kept < n) (ties == Ties::higher ? cut.first : cut.last) = ties == Ties::higher ? id[n - kept] : id[kept - 1];
  return cut;
}

// The weights of a list, relative to the best score, and their sum. Fills up to a whole vector, with weights of 0.
inline double weigh(const List& list, std::int64_t n, float best, double* weight) {
  Doubles all[2] = {};
  for (std::int64_t i = 0, whole = padded(list.score, n); i < whole; i += 2 * kHalf)
    for (int half = 0; half < 2; ++half) {
      const Doubles each = exponential(widened(list.score + i + half * kHalf) - best);
      store(weight + i + half * kHalf, each);
      all[half] += each;
    }
  return sum(all[0] + all[1]);
}

// The cut in a short zone: sorts it, best last.
template <class Goal>
Cut cut_few(const List& zone, std::int64_t n, const Goal& goal, Ties ties, double base, float best, float upper) {
  for (std::int64_t i = 1; i < n; ++i) {  // stable, so that equal scores stay in their order
    const float score = zone.score[i];
    const std::int32_t id = zone.id[i];
    std::int64_t j = i;
    for (; j > 0 && zone.score[j - 1] > score; --j) {
      zone.score[j] = zone.score[j - 1];
      zone.id[j] = zone.id[j - 1];
    }
    zone.score[j] = score;
    zone.id[j] = id;
  }
  Cut cut = above(upper);
  for (std::int64_t end = n; end > 0 && goal.keeps(base);) {
    const float score = zone.score[end - 1];
    std::int64_t begin = end - 1;
    while (begin > 0 && zone.score[begin - 1] == score) --begin;
    const double weight = Goal::weighs ? exponential(static_cast<double>(score) - best) : 1.0;
    cut = cut_equal(goal, ties, base, weight, score, zone.id + begin, end - begin);
    base += static_cast<double>(end - begin) * weight;
    end = begin;
  }
  return cut;
}

// The cut in the zone (n scores, `base` above them all, none above `upper`), whose weights are in scratch.weight. The
// zone stays as it is. Each round keeps one bin of kBins.
template <class Goal>
Cut cut_zone(const Scratch& scratch, std::int64_t n, const Goal& goal, Ties ties, double base, float best,
             float upper) {
  List from = scratch.zone;
  const List rest = scratch.rest;
  double* weight = scratch.weight;
  for (;;) {
    if (n <= 48) {
      if (from.score != rest.score) {
        std::memcpy(rest.score, from.score, static_cast<std::size_t>(n) * 4);
        std::memcpy(rest.id, from.id, static_cast<std::size_t>(n) * 4);
      }
      return cut_few(rest, n, goal, ties, base, best, upper);
    }
    const std::int64_t whole = padded(from.score, n);
    Floats low = Floats{} + kInfinity, high = Floats{} - kInfinity;
    for (std::int64_t i = 0; i < whole; i += kLanes) {
      const Floats v = load<Floats>(from.score + i);
      high = v > high ? v : high;
      const Floats u = v > -kInfinity ? v : Floats{} + kInfinity;
      low = u < low ? u : low;
    }
    const float least = -largest(-low), most = largest(high);
    if (least == most)
      return goal.keeps(base) ? cut_equal(goal, ties, base, Goal::weighs ? weight[0] : 1.0, most, from.id, n)
                              : above(upper);
    const double scale = (kBins - 1) / (static_cast<double>(most) - least);
    for (std::int64_t i = 0; i < whole; i += kHalf) {
      const Doubles place = (widened(from.score + i) - least) * scale;
      store(scratch.bin + i, truncated(place > 0.0 ? place : Doubles{}));
    }
    double* histogram = scratch.histogram;
    for (int bin = 0; bin < kBins; ++bin) histogram[bin] = 0;
    for (std::int64_t i = 0; i < n; ++i) histogram[scratch.bin[i]] += Goal::weighs ? weight[i] : 1.0;
    int last = -1;  // the lowest bin whose best is kept; least and most never share one, so the zone shrinks
    double before = base;
    for (int bin = kBins - 1; bin >= 0 && goal.keeps(before); --bin) {
      if (histogram[bin] == 0) continue;
      last = bin;
      base = before;
      before += histogram[bin];
    }
    if (last < 0) return above(upper);
    std::int64_t left = 0;
    for (std::int64_t i = 0; i < n; i += kLanes) {
      const Ints in = (load<Ints>(scratch.bin + i) == last) & (places(i) < static_cast<std::int32_t>(n));
      left += pack(rest, left, load<Floats>(from.score + i), load<Ints>(from.id + i), bits(in));
    }
    n = left;
    from = rest;
    weight = scratch.rest_weight;
    if (Goal::weighs) weigh(from, n, best, weight);
  }
}

struct Partition {
  double total = 0, above = 0, zone = 0;  // mass or number of all, of what is above the zone, of the zone
  std::int64_t n = 0;                     // of the zone
};

// One pass: sums, and the scores in (low, high] set aside.
template <bool weighs>
Partition partition(const Source& source, float low, float high, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  Partition result;
  Doubles above = {}, below = {};
  for (std::int64_t b = 0; b < blocks(source.n); ++b) {
    if (!weighs && block_best(source, b, scratch) <= low) continue;
    const Block scores = block(source, b, buffer, scratch);
    for (std::int64_t i = 0; i < scores.n; i += kLanes) {
      const Floats v = load<Floats>(scores.score + i);
      if (weighs) {
        for (int half = 0; half < 2; ++half) {
          const Doubles x = widened(scores.score + i + half * kHalf);
          const Doubles weight = exponential(x - source.best);
          above += where(x > high, weight);
          below += where(x <= low, weight);
        }
      } else {
        result.above += __builtin_popcount(bits(v > high));
      }
      const unsigned chosen = bits((v > low) & (v <= high));
      result.n += pack(scratch.zone, result.n, v, places(b * kBlock + i), chosen);
    }
  }
  if (weighs) {
    result.above = sum(above);
    result.total = result.above + sum(below);
    result.zone = weigh(scratch.zone, result.n, source.best, scratch.weight);
    result.total += result.zone;
  } else {
    result.zone = static_cast<double>(result.n);
  }
  return result;
}

// The same to single precision (`Rough`), relative to the best score. Leaves what is above in scratch.block_weight, and
// where the zone of each block begins in scratch.block_zone, so that a draw need not weigh the row again. Scores that
// are still to be divided are compared, and set aside, as they are: division keeps their order, so it can wait.
template <bool divides>
Partition partition_roughly(const Source& source, const Rough& rough, float low, float high, const Scratch& scratch) {
  const float from = undivided(source, low), to = undivided(source, high);
  alignas(64) float buffer[kBlock];
  Partition result;
  Doubles below = {};
  const List zone = scratch.zone;
  const std::int64_t count = blocks(source.n);
  std::int64_t n = 0;
  for (std::int64_t b = 0; b < count; ++b) {
    scratch.block_zone[b] = n;
    const Block scores = block_to_divide(source, b, buffer, scratch);
    Doubles above = {};
    std::uint32_t chosen[kBlock / kLanes];
    for (std::int64_t i = 0; i < scores.n; i += Rough::kGroup * kLanes) {
      Floats v[Rough::kGroup], weight[Rough::kGroup], upper[2] = {}, lower[2] = {};
      for (int j = 0; j < Rough::kGroup; ++j) v[j] = load<Floats>(scores.score + i + j * kLanes);
      for (int j = 0; j < Rough::kGroup; ++j) weight[j] = divides ? v[j] / source.divisor : v[j];
      rough(weight, weight);
      for (int j = 0; j < Rough::kGroup; ++j) {
        const Ints over = v[j] > to, in = v[j] > from;
        upper[j % 2] += where(over, weight[j]);
        lower[j % 2] += where(~in, weight[j]);
        chosen[i / kLanes + j] = bits(in & ~over);
      }
      above += summed(upper[0] + upper[1]);
      below += summed(lower[0] + lower[1]);
    }
    // Packed apart, because a branch here would throw away the arithmetic that runs ahead.
    for (std::int64_t i = 0; i < scores.n; i += Rough::kGroup * kLanes) {
      const std::uint32_t* set = chosen + i / kLanes;
      if (!(set[0] | set[1] | set[2] | set[3])) continue;
      for (int j = 0; j < Rough::kGroup; ++j) {
        const std::int64_t place = i + j * kLanes;
        n += pack(zone, n, load<Floats>(scores.score + place), places(b * kBlock + place), set[j]);
      }
    }
    scratch.block_weight[b] = sum(above) * rough.unit;
    result.above += scratch.block_weight[b];
  }
  scratch.block_zone[count] = result.n = n;
  if (divides) divide(zone.score, padded(zone.score, n), source.divisor, zone.score);
  result.zone = weigh(scratch.zone, result.n, source.best, scratch.weight);
  result.total = result.above + result.zone + sum(below) * rough.unit;
  return result;
}

// After a rough partition and its cut: adds what is kept of the zone to the weights of the blocks; returns their sum.
inline double add_kept_zone(const Source& source, const Cut& cut, const Scratch& scratch) {
  const double least = cut.score;
  double total = 0;
  for (std::int64_t b = 0; b < blocks(source.n); ++b) {
    const std::int64_t end = scratch.block_zone[b + 1];
    std::int64_t i = scratch.block_zone[b];
    Doubles kept = {};
    if (!cut.partial())
      for (; i + kHalf <= end; i += kHalf)
        kept += where(widened(scratch.zone.score + i) >= least, load<Doubles>(scratch.weight + i));
    double rest = 0;
    for (; i < end; ++i) rest += keeps(cut, scratch.zone.score[i], scratch.zone.id[i]) ? scratch.weight[i] : 0.0;
    scratch.block_weight[b] += sum(kept) + rest;
    total += scratch.block_weight[b];
  }
  return total;
}

// The k-th highest of n >= k scores, by quickselect on `scores`, which it reorders.
inline float kth_best(float* scores, std::int64_t n, std::int64_t k) {
  std::int64_t begin = 0, end = n;
  for (;;) {
    if (end - begin == 1) return scores[begin];
    const float pivot = scores[begin + (end - begin) / 2];
    std::int64_t i = begin, j = end - 1;
    while (i <= j) {
      while (scores[i] > pivot) ++i;
      while (scores[j] < pivot) --j;
      if (i <= j) {
        const float swapped = scores[i];
        scores[i++] = scores[j];
        scores[j--] = swapped;
      }
    }
    if (k - 1 <= j) end = j + 1;
    else if (k - 1 >= i) begin = i;
    else return scores[k - 1];
  }
}

struct Bracket {
  float low, high;
};

// Scores between which the cut probably lies, from the sample; distances below the best go into a histogram. The mass
// of all is `known` once a guess has failed.
template <class Goal>
Bracket guess(const Source& source, const Goal& goal, const Scratch& scratch, double known = 0) {
  constexpr int bins = 512;
  constexpr double kUnseen = 0.2;
  constexpr double kDoubt = 2.8;  // standard deviations; a wider zone costs always, a wrong guess one more pass
  const std::int64_t n = blocks(source.n) * kVectors * kLanes;
  Floats low = Floats{} + source.best;
  for (std::int64_t i = 0; i < n; i += kLanes) {
    const Floats v = load<Floats>(scratch.sample + i) / source.divisor;
    const Floats u = v > -kInfinity ? v : Floats{} + kInfinity;
    low = u < low ? u : low;
  }
  const float least = -largest(-low);
  const double range = static_cast<double>(source.best) - least < 40 ? static_cast<double>(source.best) - least : 40;
  if (!(range > 0)) return {-kInfinity, source.best};
  const double scale = (bins - 1) / range, factor = static_cast<double>(source.n) / static_cast<double>(n);
  const Rough relative(0);
  const auto last = static_cast<float>(bins - 1), per_score = static_cast<float>(scale);
  float* weights = scratch.rest.score;
  for (std::int64_t i = 0; i < n; i += Rough::kGroup * kLanes) {
    Floats v[Rough::kGroup], weight[Rough::kGroup];
    for (int j = 0; j < Rough::kGroup; ++j) {
      v[j] = load<Floats>(scratch.sample + i + j * kLanes) / source.divisor - source.best;
      Floats place = v[j] * -per_score;
      place = place < last ? place : Floats{} + last;  // infinitely far ones, and NaN, are in the last bin too
      store(scratch.bin + i + j * kLanes, truncated(place > 0.0f ? place : Floats{}));
      weight[j] = where(v[j] > -kInfinity, Floats{} + 1.0f);
    }
    if (Goal::weighs) relative(v, weight);
    for (int j = 0; j < Rough::kGroup; ++j) store(weights + i + j * kLanes, weight[j]);
  }
  double* histogram = scratch.histogram;
  for (int bin = 0; bin < bins; ++bin) histogram[bin] = 0;
  for (std::int64_t i = 0; i < n; ++i) histogram[scratch.bin[i]] += static_cast<double>(weights[i]);
  for (int bin = 0; bin < bins; ++bin) histogram[bin] *= factor;
  const auto edge = [&](int bin) { return static_cast<float>(source.best - bin / scale); };
  Bracket bracket = {-kInfinity, source.best};
  if constexpr (Goal::weighs) {
    // The best tokens carry much and are few, so a sample misses or overrates them; but the best of each block are
    // known: from the score that a third of the blocks reach, they stand for all above it, and a few that are not seen.
    const std::int64_t count = blocks(source.n);
    float* bests = reinterpret_cast<float*>(scratch.block_weight);
    for (std::int64_t b = 0; b < count; ++b) bests[b] = block_best(source, b, scratch);
    const float rare = kth_best(bests, count, (count + 2) / 3);
    const double reach = (static_cast<double>(source.best) - rare) * scale;
    const int frequent = static_cast<int>(reach < bins ? reach : bins);  // the first bin that is left to the sample
    for (int bin = 0; bin < frequent; ++bin) histogram[bin] = 0;
    for (std::int64_t b = 0; b < count; ++b) {
      const double distance = static_cast<double>(source.best) - bests[b];
      if (bests[b] >= rare && distance * scale < frequent)
        histogram[static_cast<int>(distance * scale)] += (1 + kUnseen) * exponential(-distance);
    }
    // A bin's mass is a sum of weights that stand for `factor` columns each, so its variance is about mass * weight *
    // factor.
    const double ratio = exponential(-1 / scale);
    double each = factor;  // times the highest weight of a bin
    double estimate = 0, variance = 0, unseen = 0;
    for (int bin = 0; bin < bins; ++bin, each *= ratio) {
      estimate += histogram[bin];
      (bin < frequent ? unseen : variance) += histogram[bin] * (bin < frequent ? kUnseen : each);
    }
    const double bound = static_cast<double>(goal.bound), all = bound * (known > 0 ? known : estimate);
    const double sampled = known > 0 ? 0 : bound * bound * variance, missed = known > 0 ? 0 : bound * unseen;
    double below = 0, uncertainty = 0, passed = 0;
    for (int bin = bins - 1; bin > 0; --bin) {
      each /= ratio;
      below += histogram[bin];
      (bin < frequent ? passed : uncertainty) += histogram[bin] * (bin < frequent ? kUnseen : each);
      const double error = kDoubt * __builtin_sqrt(uncertainty + sampled) + passed + missed;
      if (below + error <= all) bracket.low = edge(bin);
      if (below - error >= all) {
        bracket.high = edge(bin);
        break;
      }
    }
  } else {
    const double margin = 4 * factor + 4 * __builtin_sqrt(goal.k * factor);
    double over = 0;
    for (int bin = 0; bin < bins; ++bin) {
      if (over <= goal.k - margin) bracket.high = edge(bin);
      if (over >= goal.k + margin) {
        bracket.low = edge(bin);
        break;
      }
      over += histogram[bin];
    }
  }
  return bracket;
}

constexpr std::int64_t kFew = 4096;  // so many candidates are all put into the zone

// The cut of a source. If `draws` is not null, tells there whether a rough partition was enough, so that the weights of
// its blocks can be used for a draw.
template <class Goal>
Cut find(const Source& source, Goal goal, Ties ties, const Scratch& scratch, bool* draws = nullptr) {
  const bool all = !source.row || source.n <= kFew;
  Bracket bracket = all ? Bracket{-kInfinity, source.best} : guess(source, goal, scratch);
  Bracket possible = {-kInfinity, source.best};
  const Rough rough(source.best);
  bool roughly = Goal::weighs && rough.fits && source.n > kBlock;
  for (int turn = 0;; ++turn) {
    const Partition parts =
        !roughly         ? partition<Goal::weighs>(source, bracket.low, bracket.high, scratch)
        : source.divides ? partition_roughly<true>(source, rough, bracket.low, bracket.high, scratch)
                         : partition_roughly<false>(source, rough, bracket.low, bracket.high, scratch);
    goal.total = parts.total;
    if (bracket.high < source.best && !goal.keeps(parts.above)) {
      possible.low = bracket.high;
    } else if (bracket.low > -kInfinity && goal.keeps(parts.above + parts.zone)) {
      possible.high = bracket.low;
    } else {
      const Cut cut = cut_zone(scratch, parts.n, goal, ties, parts.above, source.best, bracket.high);
      if constexpr (Goal::weighs)
        if (roughly && !goal.certain(cut, Rough::kError)) {
          roughly = false;
          continue;
        }
      if (draws) *draws = roughly;
      return cut;
    }
    // The guess was wrong. Once more, knowing the total; then all that is possible.
    bracket = possible;
    if (turn > 0) continue;
    const Bracket better = guess(source, goal, scratch, parts.total);
    if (better.low > possible.low && better.low < possible.high) bracket.low = better.low;
    if (better.high < possible.high && better.high > bracket.low) bracket.high = better.high;
  }
}

}  // namespace
}  // namespace constrain::sampling::CONSTRAIN_LEVEL
