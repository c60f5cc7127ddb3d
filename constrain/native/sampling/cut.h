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

constexpr std::int32_t kLastId = 0x7fffffff;

// Kept: scores above `score`, and those equal to it whose id is from `first` to `last`.
struct Cut {
  float score = -kInfinity;
  std::int32_t first = 0, last = kLastId;
  bool partial() const { return first > 0 || last < kLastId; }
};

enum class Ties { all, higher, lower };  // which of the tokens equal to the last one stay: all, or higher or lower ids

// Top-p: a token stays while the mass of it and all worse ones, as a float32 share, is above 1 - p.
struct MassGoal {
  static constexpr bool weighs = true;
  double total;
  float bound;
  bool keeps(double above) const { return static_cast<float>((total - above) / total) > bound; }
};

// Top-k: a token stays while fewer than k are better.
struct CountGoal {
  static constexpr bool weighs = false;
  double total;
  double k;
  bool keeps(double above) const { return above < k; }
};

inline Cut above(float score) { return {__builtin_nextafterf(score, kInfinity), 0, kLastId}; }

// The cut among n > 0 equal scores, ids ascending, `base` above them; the first of them is kept.
template <class Goal>
Cut cut_equal(const Goal& goal, Ties ties, double base, double weight, float score, const std::int32_t* id,
              std::int64_t n) {
  if (ties == Ties::all) return {score, 0, kLastId};
  std::int64_t kept = 1;
  for (std::int64_t beyond = n + 1; beyond - kept > 1;) {  // `kept` of them stay, `beyond` do not
    const std::int64_t middle = (kept + beyond) / 2;
    (goal.keeps(base + static_cast<double>(middle - 1) * weight) ? kept : beyond) = middle;
  }
  if (kept == n) return {score, 0, kLastId};
  return ties == Ties::higher ? Cut{score, id[n - kept], kLastId} : Cut{score, 0, id[kept - 1]};
}

// The cut in a short zone: sorts it, best last.
template <class Goal>
Cut cut_few(const List& zone, std::int64_t n, const Goal& goal, Ties ties, double base, float best, float upper) {
  for (std::int64_t i = 1; i < n; ++i) {  // stable, so that equal scores stay in the order of their ids
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

// The cut in the zone (n scores, `base` above them all, none above `upper`). Each round keeps one bin of kBins.
template <class Goal>
Cut cut_zone(const Scratch& scratch, std::int64_t n, const Goal& goal, Ties ties, double base, float best,
             float upper) {
  const List& zone = scratch.zone;
  for (;;) {
    if (n <= 48) return cut_few(zone, n, goal, ties, base, best, upper);
    const std::int64_t whole = padded(zone.score, n);
    Floats low = Floats{} + kInfinity, high = Floats{} - kInfinity;
    for (std::int64_t i = 0; i < whole; i += kLanes) {
      const Floats v = load<Floats>(zone.score + i);
      high = v > high ? v : high;
      const Floats u = v > -kInfinity ? v : Floats{} + kInfinity;
      low = u < low ? u : low;
    }
    const float least = -largest(-low), most = largest(high);
    if (least == most) {
      const double weight = Goal::weighs ? exponential(static_cast<double>(most) - best) : 1.0;
      return goal.keeps(base) ? cut_equal(goal, ties, base, weight, most, zone.id, n) : above(upper);
    }
    const double scale = (kBins - 1) / (static_cast<double>(most) - least);
    for (std::int64_t i = 0; i < whole; i += kHalf) {
      const Doubles v = widened(zone.score + i);
      const Doubles place = (v - least) * scale;
      store(scratch.bin + i, __builtin_convertvector(place > 0.0 ? place : Doubles{}, HalfInts));
      if (Goal::weighs) store(scratch.weight + i, exponential(v - best));
    }
    double* histogram = scratch.histogram;
    for (int bin = 0; bin < kBins; ++bin) histogram[bin] = 0;
    for (std::int64_t i = 0; i < n; ++i) histogram[scratch.bin[i]] += Goal::weighs ? scratch.weight[i] : 1.0;
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
      const Ints in = (load<Ints>(scratch.bin + i) == last) & (static_cast<std::int32_t>(i) + iota() < static_cast<std::int32_t>(n));
      left += pack(zone, left, load<Floats>(zone.score + i), load<Ints>(zone.id + i), bits(in));
    }
    n = left;
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
  for (std::int64_t b = 0; b < blocks(source.n); ++b) {
    if (!weighs && block_best(source, b, scratch) <= low) continue;
    const Block scores = block(source, b, buffer, scratch);
    Doubles total[2] = {}, above[2] = {}, zone[2] = {};
    for (std::int64_t i = 0; i < scores.n; i += kLanes) {
      const Floats v = load<Floats>(scores.score + i);
      const unsigned over = bits(v > high), chosen = bits((v > low) & (v <= high));
      if (weighs) {
        for (int half = 0; half < 2; ++half) {
          const Doubles x = widened(scores.score + i + half * kHalf);
          const Doubles weight = exponential(x - source.best);
          total[half] += weight;
          above[half] += where(x > high, weight);
          zone[half] += where((x > low) & (x <= high), weight);
        }
      } else {
        result.above += __builtin_popcount(over);
        result.zone += __builtin_popcount(chosen);
      }
      result.n += pack(scratch.zone, result.n, v, ids(source, b * kBlock + i, scratch), chosen);
    }
    if (weighs) {
      result.total += sum(total[0] + total[1]);
      result.above += sum(above[0] + above[1]);
      result.zone += sum(zone[0] + zone[1]);
    }
  }
  return result;
}

struct Bracket {
  float low, high;
};

// Scores between which the cut probably lies, from the sample; distances below the best go into a histogram.
template <class Goal>
Bracket guess(const Source& source, const Goal& goal, const Scratch& scratch) {
  constexpr int bins = 512;
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
  double* histogram = scratch.histogram;
  for (int bin = 0; bin < bins; ++bin) histogram[bin] = 0;
  double all = 0;
  for (std::int64_t i = 0; i < n; i += kHalf) {
    const HalfFloats scores = load<HalfFloats>(scratch.sample + i) / source.divisor;
    const Doubles distance = source.best - __builtin_convertvector(scores, Doubles);
    Doubles place = distance * scale;
    place = place < bins - 1.0 ? place : Doubles{} + (bins - 1.0);  // infinitely far ones are in the last bin too
    place = place > 0.0 ? place : Doubles{};
    const HalfInts bin = __builtin_convertvector(place, HalfInts);
    const Doubles weight = Goal::weighs ? exponential(-distance) : where(distance < 1e38, Doubles{} + 1.0);
    for (int lane = 0; lane < kHalf; ++lane) {
      histogram[bin[lane]] += weight[lane];
      all += weight[lane];
    }
  }
  const auto edge = [&](int bin) { return static_cast<float>(source.best - bin / scale); };
  Bracket bracket = {-kInfinity, source.best};
  if constexpr (Goal::weighs) {
    // Mass from below: the best tokens, which carry much and are few, may be missing from a sample. The best of each
    // block are known.
    double estimate = all * factor;
    for (std::int64_t b = 0; b < blocks(source.n); ++b) {
      const double distance = static_cast<double>(block_best(source, b, scratch)) - source.best;
      estimate += exponential(distance);
    }
    const double wanted = estimate * static_cast<double>(goal.bound);
    double below = 0;
    for (int bin = bins - 1; bin > 0; --bin) {
      below += histogram[bin] * factor;
      if (below <= 0.85 * wanted) bracket.low = edge(bin);
      if (below >= 1.15 * wanted + factor * histogram[bin]) {
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
      over += histogram[bin] * factor;
    }
  }
  return bracket;
}

constexpr std::int64_t kFew = 4096;  // so many candidates are all put into the zone

template <class Goal>
Cut find(const Source& source, Goal goal, Ties ties, const Scratch& scratch) {
  const bool all = !source.row || source.n <= kFew;
  Bracket bracket = all ? Bracket{-kInfinity, source.best} : guess(source, goal, scratch);
  for (;;) {
    const Partition parts = partition<Goal::weighs>(source, bracket.low, bracket.high, scratch);
    goal.total = parts.total;
    if (bracket.high < source.best && !goal.keeps(parts.above)) {
      bracket = {bracket.high, source.best};
    } else if (bracket.low > -kInfinity && goal.keeps(parts.above + parts.zone)) {
      bracket = {-kInfinity, bracket.low};
    } else {
      return cut_zone(scratch, parts.n, goal, ties, parts.above, source.best, bracket.high);
    }
  }
}

}  // namespace
}  // namespace constrain::sampling::CONSTRAIN_LEVEL
