// The chain on one row, compiled once for each instruction set (CONSTRAIN_LEVEL names it).
//
// The row is read once for its best score; a truncation reads it once more, unless the first is a top-k of a few, which
// needs only the blocks that hold them: the k-th best of all is at least the k-th best of the blocks' bests. What a
// truncation keeps is a `Cut`; before another stage comes, the kept are packed into a list, so that every later stage
// touches only what is left. A sparse mask makes the list at once. The draw adds up weights by block, then walks one.
// In order:
//
// 1. `kept_block`, `pack_kept`: what is kept of a block, and all of it as a list.
// 2. `set_temperature`, `keep_best`, `keep_at_least`, `truncate`: the stages, each on what the one before it left.
// 3. `weigh_blocks`, `walk`, `draw`: an inverse cumulative draw; `race`: an exponential race by the draw's key.
// 4. `run`: the row's stages in the order asked for, then the draw, or what is left as scores (`write`).

#include "cut.h"

namespace constrain::sampling::CONSTRAIN_LEVEL {
namespace {

struct State {
  Source source;
  Cut cut;
  bool cuts = false;      // whether `cut` removes anything of `source`
  bool weighed = false;   // whether the zone and the blocks' weights are those of `cut`
};

// Block b with what is equal to the cut, but not kept, at -inf: what is kept is then what is >= cut.score.
Block kept_block(const State& state, std::int64_t b, float* buffer, const Scratch& scratch) {
  Block scores = block(state.source, b, buffer, scratch);
  const Cut& cut = state.cut;
  if (!cut.partial() || !scores.n) return scores;
  for (std::int64_t i = 0; i < scores.n; i += kLanes) {
    const Floats v = load<Floats>(scores.score + i);
    const Ints place = places(b * kBlock + i);
    const Ints out = (v == cut.score) & ((place < cut.first) | (place > cut.last));
    store(buffer + i, out ? Floats{} - kInfinity : v);
  }
  return {buffer, scores.n};
}

bool skipped(const State& state, std::int64_t b, const Scratch& scratch) {
  return !(block_best(state.source, b, scratch) >= state.cut.score);
}

void listed(State& state, std::int64_t n, const Scratch& scratch) {
  padded(scratch.main.score, n);
  state.source = {nullptr, n, false, 1, state.source.best, state.source.has_nan};
  state.cut = {};
  state.cuts = state.weighed = false;
}

// The list of what is kept of the source, in place if it was one already.
void pack_kept(State& state, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  const float least = state.cut.score;
  std::int64_t n = 0;
  for (std::int64_t b = 0; b < blocks(state.source.n); ++b) {
    if (skipped(state, b, scratch)) continue;
    const Block scores = kept_block(state, b, buffer, scratch);
    for (std::int64_t i = 0; i < scores.n; i += kLanes) {
      const Floats v = load<Floats>(scores.score + i);
      n += pack(scratch.main, n, v, ids(state.source, b * kBlock + i, scratch), bits(v >= least));
    }
  }
  listed(state, n, scratch);
}

// Where the best score is +inf: those share everything, at score 0.
void settle(State& state, const Scratch& scratch) {
  if (state.source.best < kInfinity) return;
  state.cut = {kInfinity, 0, kLast};
  state.cuts = true;
  pack_kept(state, scratch);
  for (std::int64_t i = 0; i < state.source.n; ++i) scratch.main.score[i] = 0;
  state.source.best = 0;
}

void set_temperature(State& state, float temperature, const Scratch& scratch) {
  if (temperature == 1) return;
  if (state.cuts) pack_kept(state, scratch);
  state.source.best /= temperature;
  // A whole row is divided on the way, block by block, where it is read; a list at once, in place.
  if (state.source.row) {
    state.source.divides = true;
    state.source.divisor = temperature;
  } else {
    divide(scratch.main.score, (state.source.n + kPadding - 1) / kPadding * kPadding, temperature, scratch.main.score);
  }
  settle(state, scratch);
}

// Packs the candidates for the best k of a row: few more than k, found by the bests of the blocks. False if k is large.
bool pack_candidates(State& state, std::int64_t k, const Scratch& scratch) {
  const Row* row = state.source.row;
  const std::int64_t count = blocks(state.source.n);
  if (!row || k > count * 3 / 4) return false;
  // Finding the k-th best moves its numbers about, so it gets a copy.
  float* bests = reinterpret_cast<float*>(scratch.block_weight);
  std::memcpy(bests, scratch.block_best, static_cast<std::size_t>(count) * 4);
  const float kth = kth_best(bests, count, k);
  if (kth == -kInfinity) return false;
  const float divisor = state.source.divisor, score = kth / divisor;
  // Division may round several scores to one: all that come out like the k-th are candidates.
  const float least = state.source.divides ? lowest(kth, [&](float x) { return x / divisor >= score; }) : kth;
  alignas(64) float buffer[kBlock];
  std::int64_t n = 0;
  for (std::int64_t b = 0; b < count; ++b) {
    if (!(scratch.block_best[b] >= least)) continue;
    const Block scores = undivided(*row, b, buffer);
    for (std::int64_t i = 0; i < scores.n; i += kLanes) {
      const Floats v = load<Floats>(scores.score + i);
      n += pack(scratch.main, n, v, ids(state.source, b * kBlock + i, scratch), bits(v >= least));
    }
  }
  const bool divides = state.source.divides;
  listed(state, n, scratch);
  if (divides) divide(scratch.main.score, (n + kPadding - 1) / kPadding * kPadding, divisor, scratch.main.score);
  return true;
}

// Keeps the best k and what `ties` says.
void keep_best(State& state, std::int64_t k, Ties ties, const Scratch& scratch) {
  if (k >= state.source.n) return;
  pack_candidates(state, k, scratch);
  state.cut = find(state.source, CountGoal{0, static_cast<double>(k)}, ties, scratch);
  state.cuts = true;
}

std::int64_t kept(const State& state, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  std::int64_t n = 0;
  for (std::int64_t b = 0; b < blocks(state.source.n); ++b) {
    if (skipped(state, b, scratch)) continue;
    const Block scores = kept_block(state, b, buffer, scratch);
    for (std::int64_t i = 0; i < scores.n; i += kLanes)
      n += __builtin_popcount(bits(load<Floats>(scores.score + i) >= state.cut.score));
  }
  return n;
}

// After a cut: no fewer than `keep` tokens may be left, the best ones, of equal ones the higher ids.
void keep_at_least(State& state, std::int64_t keep, const Scratch& scratch) {
  // The cut kept too few: it is undone, and the best `keep` are kept instead.
  if (keep <= 1 || kept(state, scratch) >= keep) return;
  state.cut = {};
  state.cuts = state.weighed = false;
  keep_best(state, keep, Ties::higher, scratch);
}

void truncate(State& state, Part part, const Settings& settings, const Scratch& scratch) {
  const bool off = part == Part::top_k   ? settings.top_k == 0
                   : part == Part::top_p ? settings.top_p >= 1
                                         : settings.min_p <= 0;
  if (off) return;
  if (state.cuts) pack_kept(state, scratch);
  if (part == Part::top_k) {
    // At least `keep` tokens stay, whatever top-k says.
    const std::int64_t k = settings.top_k > settings.keep ? settings.top_k : settings.keep;
    keep_best(state, k, settings.cut_ties ? Ties::lower : Ties::all, scratch);
  } else if (part == Part::top_p) {
    // A token stays while it and all worse ones together are above 1 - p.
    const MassGoal goal = {1, static_cast<float>(1 - settings.top_p)};
    if (!goal.keeps(0)) return keep_best(state, settings.keep, Ties::higher, scratch);
    state.cut = find(state.source, goal, Ties::higher, scratch, &state.weighed);
    state.cuts = true;
    keep_at_least(state, settings.keep, scratch);
  } else {
    const float bound = static_cast<float>(settings.min_p);
    const double best = state.source.best;
    state.cut = {
        lowest(state.source.best, [&](float x) { return static_cast<float>(exponential(x - best)) >= bound; })};
    state.cuts = true;
    keep_at_least(state, settings.keep, scratch);
  }
}

std::int64_t id_at(const State& state, std::int64_t place, const Scratch& scratch) {
  return state.source.row ? place : scratch.main.id[place];
}

std::int64_t first_best(const State& state, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  for (std::int64_t b = 0; b < blocks(state.source.n); ++b) {
    // Only a block with the best score can hold the first best token.
    if (block_best(state.source, b, scratch) < state.source.best) continue;
    const Block scores = block(state.source, b, buffer, scratch);
    for (std::int64_t i = 0; i < scores.n; ++i)
      if (scores.score[i] == state.source.best) return id_at(state, b * kBlock + i, scratch);
  }
  return -1;
}

// The weight of each block, exactly or to single precision; returns their sum.
template <bool roughly>
double weigh_blocks(const State& state, const Rough& rough, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  const float best = state.source.best, least = state.cut.score;
  const bool divides = roughly && state.source.divides && !state.cut.partial();  // here, on the way
  const float below = __builtin_nextafterf(least, -kInfinity), out = divides ? undivided(state.source, below) : below;
  const float divisor = divides ? state.source.divisor : 1;
  double total = 0;
  for (std::int64_t b = 0; b < blocks(state.source.n); ++b) {
    Doubles weights[2] = {};
    if (!skipped(state, b, scratch)) {
      const Block scores =
          divides ? block_to_divide(state.source, b, buffer, scratch) : kept_block(state, b, buffer, scratch);
      for (std::int64_t i = 0; i < scores.n; i += Rough::kGroup * kLanes) {
        if (roughly) {
          Floats v[Rough::kGroup], weight[Rough::kGroup], group[2] = {};
          for (int j = 0; j < Rough::kGroup; ++j) v[j] = load<Floats>(scores.score + i + j * kLanes);
          for (int j = 0; j < Rough::kGroup; ++j) weight[j] = v[j] / divisor;
          rough(weight, weight);
          for (int j = 0; j < Rough::kGroup; ++j) group[j % 2] += where(v[j] > out, weight[j]);
          weights[0] += summed(group[0] + group[1]);
        } else {
          for (int half = 0; half < 2 * Rough::kGroup; ++half) {
            const Doubles x = widened(scores.score + i + half * kHalf);
            weights[half % 2] += where(x >= static_cast<double>(least), exponential(x - best));
          }
        }
      }
    }
    scratch.block_weight[b] = sum(weights[0] + weights[1]) * (roughly ? rough.unit : 1);
    total += scratch.block_weight[b];
  }
  return total;
}

// The first token by which the weights exceed uniform * total, given the weights of the blocks. -1 if relative errors
// of `error` in those could have led to another one.
std::int64_t walk(const State& state, double uniform, double total, double error, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  std::int64_t last = blocks(state.source.n) - 1;
  while (last > 0 && !(scratch.block_weight[last] > 0)) --last;
  // What was reached and the total may be off by `error`, relatively; what both share does not matter.
  const double target = uniform * total, margin = (2.1 * error * (1 - uniform) + 1e-12) * target;
  double reached = 0;
  std::int64_t token = -1;
  for (std::int64_t b = 0; b <= last; ++b) {
    const double weight = scratch.block_weight[b];
    if (!(weight > 0) || (reached + weight <= target && b < last)) {
      reached += weight;
      continue;
    }
    const Block scores = kept_block(state, b, buffer, scratch);
    double within = reached;
    for (std::int64_t i = 0; i < scores.n; i += kHalf) {
      const Doubles x = widened(scores.score + i);
      const Doubles weights = where(x >= static_cast<double>(state.cut.score), exponential(x - state.source.best));
      for (int lane = 0; lane < kHalf; ++lane) {
        if (!(weights[lane] > 0)) continue;
        token = id_at(state, b * kBlock + i + lane, scratch);  // the last one if the target was rounded up
        const double before = within;
        within += weights[lane];
        if (within > target) return error > 0 && (before > target - margin || within <= target + margin) ? -1 : token;
      }
    }
    reached += weight;
  }
  return error > 0 ? -1 : token;
}

std::int64_t draw(const State& state, double uniform, const Scratch& scratch) {
  // Weights to single precision first: where the uniform number falls far from every border between tokens, which is
  // nearly always, they give the same token. Else -1 comes back, and the exact weights decide.
  const Rough rough(state.source.best);
  if (rough.fits && state.source.n > kBlock) {
    const double total = state.weighed ? add_kept_zone(state.source, state.cut, scratch)
                                       : weigh_blocks<true>(state, rough, scratch);
    const std::int64_t token = walk(state, uniform, total, Rough::kError, scratch);
    if (token >= 0) return token;
  }
  return walk(state, uniform, weigh_blocks<false>(state, rough, scratch), 0, scratch);
}

// exp of any number, 0 and infinity included.
double exponential_of(double x) { return x <= 0 ? exponential(x) : x < 700 ? 1 / exponential(-x) : __builtin_inf(); }

// The token that arrives first if each of the kept takes an exponential number over its weight; of equals the first.
//
// The number of token i is -ln(v), v from the i-th output of SplitMix64. It beats the best so far, z, only if
// v > exp(-exp(score - z)), so a block's best score bounds the v of interest, and few need a logarithm.
std::int64_t race(const State& state, std::uint64_t key, const Scratch& scratch) {
  alignas(64) float buffer[kBlock];
  std::int64_t token = -1;
  double first = -__builtin_inf();
  for (std::int64_t b = 0; b < blocks(state.source.n); ++b) {
    if (skipped(state, b, scratch)) continue;
    const double best = state.source.row ? block_best(state.source, b, scratch) : state.source.best;
    const auto bound = [&] {
      return static_cast<std::int64_t>(exponential_of(-exponential_of(best - first)) * 0x1p53 * (1 - 1e-9)) - 1;
    };
    std::int64_t least = token < 0 ? -1 : bound();
    const Block scores = kept_block(state, b, buffer, scratch);
    for (std::int64_t i = 0; i < scores.n; i += kLanes) {
      const Floats v = load<Floats>(scores.score + i);
      const Ints kept = (v >= state.cut.score) & (v > -kInfinity);
      if (!bits(kept)) continue;
      const Ints id = ids(state.source, b * kBlock + i, scratch);
      for (int half = 0; half < 2; ++half) {
        LongBits x = (widened(id, half) + 2) * kGolden + key;
        x = (x ^ x >> 30) * kMix[0];
        x = (x ^ x >> 27) * kMix[1];
        x = (x ^ x >> 31) >> 11;
        const Longs hopeful = reinterpret_cast<Longs>(x) > least;
        if (!any(hopeful)) continue;
        for (int lane = 0; lane < kHalf; ++lane) {
          const int place = half * kHalf + lane;
          if (!hopeful[lane] || !kept[place]) continue;
          const double noise = -__builtin_log((static_cast<double>(x[lane]) + 0.5) * 0x1p-53);
          const double arrival = v[place] - __builtin_log(noise);
          if (!(arrival > first)) continue;
          first = arrival;
          token = id[place];
          least = bound();
        }
      }
    }
  }
  return token;
}

bool before(const Settings& settings, Part first, Part second) {
  for (const Part part : settings.order)
    if (part == first || part == second) return part == first;
  return false;
}

// What comes of a row in which nothing is left.
std::int64_t nothing(std::int64_t width, float* scores) {
  if (scores)
    for (std::int64_t i = 0; i < width; ++i) scores[i] = -kInfinity;
  return -1;
}

void write(const State& state, std::int64_t width, float* scores, const Scratch& scratch) {
  for (std::int64_t i = 0; i < width; ++i) scores[i] = -kInfinity;
  alignas(64) float buffer[kBlock];
  for (std::int64_t b = 0; b < blocks(state.source.n); ++b) {
    if (skipped(state, b, scratch)) continue;
    const Block from = kept_block(state, b, buffer, scratch);
    const std::int64_t begin = b * kBlock, n = state.source.n - begin < from.n ? state.source.n - begin : from.n;
    for (std::int64_t i = 0; i < n; ++i)
      if (from.score[i] >= state.cut.score) scores[id_at(state, begin + i, scratch)] = from.score[i];
  }
}

}  // namespace

std::int64_t run(const Row& row, const Settings& settings, float* scores, const Scratch& scratch) {
  State state;
  std::int64_t some = row.mask ? allowed(row) : row.width;
  // A sparse mask: the allowed scores become a list at once, and no later stage touches the others.
  if (some <= row.width / 8) {
    some = gather(row, scratch);
    float best = -kInfinity;
    bool nan = false;
    for (std::int64_t i = 0; i < some; ++i) {
      const float score = scratch.main.score[i];
      best = score > best ? score : best;
      nan |= score != score;
    }
    state.source.best = best;
    state.source.has_nan = nan;
    listed(state, some, scratch);
  } else {
    state.source.row = &row;
    state.source.n = row.width;
    scan(state.source, scratch);
  }
  const bool refused = settings.refuses_nan && state.source.has_nan;
  if (refused || !(state.source.best > -kInfinity)) return nothing(row.width, scores);
  settle(state, scratch);
  const auto only_first = [&] {
    if (state.cuts) pack_kept(state, scratch);
    const std::int64_t token = first_best(state, scratch);
    if (scores) {
      for (std::int64_t i = 0; i < row.width; ++i) scores[i] = -kInfinity;
      scores[token] = state.source.best;
    }
    return token;
  };
  // Before a temperature of 0 only top-p matters: it may remove the first best for a later one that is as good.
  if (settings.temperature == 0 && (settings.top_p >= 1 || before(settings, Part::temperature, Part::top_p)))
    return only_first();
  for (const Part part : settings.order) {
    if (part != Part::temperature) {
      truncate(state, part, settings, scratch);
      continue;
    }
    if (settings.temperature == 0) return only_first();
    set_temperature(state, settings.temperature, scratch);
    if (!(state.source.best > -kInfinity)) return nothing(row.width, scores);  // the quotients overflowed
  }
  if (!scores) return settings.races ? race(state, settings.key, scratch) : draw(state, settings.uniform, scratch);
  write(state, row.width, scores, scratch);
  return 0;
}

}  // namespace constrain::sampling::CONSTRAIN_LEVEL
