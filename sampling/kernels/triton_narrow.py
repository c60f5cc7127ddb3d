"""A row of logits cut to the few tokens that can be drawn, on a GPU: many programs a row, one or two reads of it.

`survey` reads the logits once and writes, for each chunk of 128 columns, its best score and its mass. From these
`bound` derives, row by row, a score below which the chain surely removes everything, and what mass lies there. `gather`
reads those chunks again that have something above it, and writes these candidates in the order of their ids. What the
chain does is then decided on the candidates alone (`triton_decide`). A bound that is too low costs time and changes
nothing.

Where the bounds come from, with m the best score of a chunk:

- top-k: k chunks have an m of at least the k-th largest m, so k tokens have that;
- min-p: the best score and p;
- top-p: a token goes if it and all worse ones have at most 1 - p of the mass. Below a score lie the chunks whose m is
  lower, and of each other chunk 127 tokens at most; closer for flat rows is a histogram of scores, in steps of a
  quarter of a power of two of weight;
- nothing is removed: a draw by the distribution's inverse falls into one chunk; a race is won in one of the chunks
  where an arrival, computed in float32, comes close to the first.

Decisions are made on candidates, with float64 masses; the mass of what is no candidate is a sum of float32 numbers.
"""

# mypy: ignore-errors

from __future__ import annotations

import triton
import triton.language as tl

from . import splitmix
from .chain import PARTS
from .triton_rows import REPEATED, order_key, quotient, read_tile, value_of

CHUNK = tl.constexpr(128)  # columns that share a best score and a mass
BINS = tl.constexpr(1024)  # of the histogram: four to a binary order of magnitude, half of them for weights above 1
TEMPERATURE, TOP_K, TOP_P, MIN_P = (
    tl.constexpr(PARTS.index(part)) for part in ("temperature", "top_k", "top_p", "min_p")
)
INVERSE, RACE = tl.constexpr(1), tl.constexpr(2)  # how a token is drawn; 0: not at all
_GOLDEN, _MIX1, _MIX2 = (tl.constexpr(x) for x in (splitmix.GOLDEN, *splitmix.FACTORS))
_LN2 = tl.constexpr(0.6931471805599453)


@triton.jit
def tally(
    repeated, repeated_stride, repeated_step, repeated_count,
    counted, counted_stride, counted_step, counted_count,
    marks, tallies, words, width,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """What a row's penalties look at: a bit of `marks` (rows, words) for a token, and where it is set, `tallies`."""
    row = tl.program_id(0).to(tl.int64)
    marks += row * words
    tallies += row * width
    place = tl.arange(0, BLOCK)
    for start in range(0, words, BLOCK):
        tl.store(marks + start + place, tl.zeros((BLOCK,), tl.int32), mask=start + place < words)
    for start in range(0, repeated_count, BLOCK):
        ids = _ids(repeated + row * repeated_stride, repeated_step, repeated_count, start, width, BLOCK)
        tl.store(tallies + ids, tl.zeros((BLOCK,), tl.int32), mask=ids >= 0)
    for start in range(0, counted_count, BLOCK):
        ids = _ids(counted + row * counted_stride, counted_step, counted_count, start, width, BLOCK)
        tl.store(tallies + ids, tl.zeros((BLOCK,), tl.int32), mask=ids >= 0)
    tl.debug_barrier()
    for start in range(0, repeated_count, BLOCK):
        ids = _ids(repeated + row * repeated_stride, repeated_step, repeated_count, start, width, BLOCK)
        tl.atomic_or(tallies + ids, tl.zeros((BLOCK,), tl.int32) + REPEATED, mask=ids >= 0, sem="relaxed")
        tl.atomic_or(marks + ids // 32, _bit(ids), mask=ids >= 0, sem="relaxed")
    for start in range(0, counted_count, BLOCK):
        ids = _ids(counted + row * counted_stride, counted_step, counted_count, start, width, BLOCK)
        tl.atomic_add(tallies + ids, tl.zeros((BLOCK,), tl.int32) + 1, mask=ids >= 0, sem="relaxed")
        tl.atomic_or(marks + ids // 32, _bit(ids), mask=ids >= 0, sem="relaxed")


@triton.jit
def _ids(tokens, step, count, start, width, BLOCK: tl.constexpr):
    """The ids of a block, -1 for what is outside the vocabulary."""
    place = start + tl.arange(0, BLOCK)
    ids = tl.load(tokens + place.to(tl.int64) * step, mask=place < count, other=-1).to(tl.int64)
    return tl.where((ids >= 0) & (ids < width), ids, -1)


@triton.jit
def _bit(ids):
    return (tl.full(ids.shape, 1, tl.int32)) << (ids % 32).to(tl.int32)


@triton.jit
def survey(
    logits, row_stride, column_stride,
    mask, mask_stride, word_stride, words,
    marks, tallies,
    parameters, keys,
    bests, masses, arrivals, histograms, spoilt,
    rows, width, chunks, segment,
    HISTOGRAM: tl.constexpr, RACES: tl.constexpr, WORDS: tl.constexpr,
):  # fmt: skip
    """Each chunk's best score, its mass relative to that, and its first arrival; the row's histogram; NaN.

    `bests`, `masses` and, for a race, `arrivals` (rows, chunks) float32; `histograms` (rows, BINS) int32, zeros;
    `spoilt` (rows, programs of a row) int32. A program reads `segment` columns.
    """
    row = tl.program_id(0).to(tl.int64)
    part = tl.program_id(1)
    bests += row * chunks
    masses += row * chunks
    scale = tl.load(parameters + 7 * rows + row).to(tl.float32)
    wanted = tl.full((WORDS,), 1, tl.int1)
    chunk = tl.arange(0, WORDS // 4)
    counts = tl.zeros((BINS,), tl.int32)
    bad = tl.zeros((WORDS, 32), tl.int32)
    for start in range(part * segment, tl.minimum(part * segment + segment, width), WORDS * 32):
        scores, nan = read_tile(
            logits, row_stride, column_stride, mask, mask_stride, word_stride, words, marks, tallies,
            parameters, row, rows, start // 32, width, wanted, WORDS,
        )  # fmt: skip
        bad = tl.where(nan, 1, bad)
        if HISTOGRAM:
            bins = tl.minimum(tl.maximum(scores * (scale * 4) + BINS // 2, 0.0), BINS - 1.0).to(tl.int32)
            counts += tl.histogram(tl.ravel(bins), BINS)  # what is forbidden is in the lowest bin, and does no harm
        by_chunk = tl.reshape(scores, [WORDS // 4, CHUNK])
        best = tl.max(by_chunk, 1)
        anchor = tl.where((best > float("-inf")) & (best < float("inf")), best, 0.0)
        shares = tl.exp2((by_chunk - anchor[:, None]) * scale)
        here = start // CHUNK + chunk
        tl.store(bests + here, best, mask=here < chunks)
        tl.store(masses + here, tl.sum(shares, 1), mask=here < chunks)
        if RACES:
            column = start + tl.arange(0, WORDS)[:, None] * 32 + tl.arange(0, 32)[None, :]
            times = _about_log2_of_noise(tl.load(keys + row), column)
            height = tl.minimum(tl.maximum(scores * scale, -1e38), 1e38) - times
            height = tl.where(scores > float("-inf"), height, float("-inf"))
            first = tl.max(tl.reshape(height, [WORDS // 4, CHUNK]), 1)
            tl.store(arrivals + row * chunks + here, first, mask=here < chunks)
    tl.store(spoilt + row * tl.num_programs(1) + part, tl.max(bad))
    if HISTOGRAM:
        bin_number = tl.arange(0, BINS)
        tl.atomic_add(histograms + row * BINS + bin_number, counts, mask=counts > 0, sem="relaxed")


@triton.jit
def random_bits(key, column):
    """The upper 53 bits of the stream's number for a column (`splitmix.exponential`)."""
    x = (column + 2).to(tl.uint64) * _GOLDEN + key.to(tl.uint64)
    x = (x ^ (x >> 30)) * _MIX1
    x = (x ^ (x >> 27)) * _MIX2
    return (x ^ (x >> 31)) >> 11


@triton.jit
def _about_log2_of_noise(key, column):
    """log2 of `splitmix.exponential` in float32, right to some 1e-5."""
    drawn = random_bits(key, column)
    u = (drawn.to(tl.float32) + 0.5) * 1.1102230246251565e-16
    rest = ((9007199254740991 - drawn.to(tl.int64)).to(tl.float32) + 0.5) * 1.1102230246251565e-16  # 1 - u
    near = rest * (1.0 + rest * (0.5 + rest * (0.33333333 + rest * (0.25 + rest * 0.2))))  # -ln(1 - rest), rest small
    return tl.log2(tl.where(rest < 0.03125, near, -tl.log2(u) * _LN2))


@triton.jit
def bound(
    bests, masses, arrivals, histograms,
    parameters, uniforms,
    limits, arrival_limits, spans, known,
    rows, width, chunks, keep,
    FIRST: tl.constexpr, SECOND: tl.constexpr, THIRD: tl.constexpr, FOURTH: tl.constexpr,
    HISTOGRAM: tl.constexpr, DRAWS: tl.constexpr, CHUNKS: tl.constexpr,
):  # fmt: skip
    """What `gather` looks for in each row, and what is known of the rest.

    Candidates have a score that, divided by the temperature, is at least `limits` (rows,) float32, and lie in a chunk
    from `spans[row, 0]` to `spans[row, 1]`, int32, with an arrival of at least `arrival_limits` (rows,). `known` (rows,
    4) float64: the row's best score; the mass, relative to it, of chunks without candidates, -1 if nobody asks; and of
    a row from which nothing is removed, the mass before the chunk in which the draw falls, and all of it, else 0.
    """
    row = tl.program_id(0).to(tl.int64)
    chunk = tl.arange(0, CHUNKS)
    tops = tl.load(bests + row * chunks + chunk, mask=chunk < chunks, other=float("-inf"))
    sums = tl.load(masses + row * chunks + chunk, mask=chunk < chunks, other=0.0)
    temperature = tl.load(parameters + 3 * rows + row).to(tl.float32)
    scale = tl.load(parameters + 7 * rows + row).to(tl.float32)
    divisor = tl.where(temperature == 0.0, 1.0, temperature)
    best = tl.max(tops, 0)
    sound = (best > float("-inf")) & (best < float("inf"))
    anchor = tl.where(sound, best, 0.0)
    heights = tl.where(tops > float("-inf"), tl.exp2((tops - anchor) * scale), 0.0)
    mass = tl.where(sound, heights.to(tl.float64) * sums.to(tl.float64), 0.0)
    total = tl.sum(mass, 0)

    # Bounds go up from stage to stage. `narrowed`: a stage removed something, so that the mass of what is left is known
    # from candidates only. `opened`: top-p came first and asks for the mass of everything. `fixed`: no higher any more.
    nothing = best != best
    state = tl.where(best == float("inf"), best, float("-inf")), best == float("inf"), nothing, nothing, nothing
    row_of = tops, mass, heights, best, total, scale, divisor, sound
    given = parameters, row, rows, width, keep
    state = _raised(FIRST, HISTOGRAM, given, histograms, row_of, state)
    state = _raised(SECOND, HISTOGRAM, given, histograms, row_of, state)
    state = _raised(THIRD, HISTOGRAM, given, histograms, row_of, state)
    state = _raised(FOURTH, HISTOGRAM, given, histograms, row_of, state)
    limit, narrowed, opened, _, _ = state

    first = 0
    last = chunks - 1
    before = tl.full((), 0.0, tl.float64)
    whole = tl.full((), 0.0, tl.float64)
    arrival_limit = tl.full((), float("-inf"), tl.float32)
    if DRAWS == INVERSE:  # noqa: SIM102 -- known when compiled, unlike what follows
        if ~narrowed & (total > 0):
            target = tl.load(uniforms + row) * total
            reached = tl.cumsum(mass, 0)
            last = tl.max(tl.where(mass > 0, chunk, 0), 0)
            last = tl.minimum(last, tl.min(tl.where((reached > target) & (mass > 0), chunk, CHUNKS), 0))
            first = last
            before = tl.sum(tl.where(chunk < first, mass, 0.0), 0)
            whole = total
    if DRAWS == RACE:  # noqa: SIM102
        if ~narrowed:
            times = tl.load(arrivals + row * chunks + chunk, mask=chunk < chunks, other=float("-inf"))
            reach = tl.minimum(tl.abs(anchor * scale), 1e38) + 64
            arrival_limit = tl.max(times, 0) - (1e-3 + 4e-6 * reach)
    limit = quotient(limit, divisor)
    tl.store(limits + row, limit)
    tl.store(arrival_limits + row, arrival_limit)
    tl.store(spans + 2 * row, first)
    tl.store(spans + 2 * row + 1, last)
    without = quotient(tops, divisor) < limit
    tl.store(known + 4 * row, best.to(tl.float64))
    tl.store(known + 4 * row + 1, tl.where(opened & sound, tl.sum(tl.where(without, mass, 0.0), 0), -1.0))
    tl.store(known + 4 * row + 2, before)
    tl.store(known + 4 * row + 3, whole)


@triton.jit
def _raised(PART: tl.constexpr, HISTOGRAM: tl.constexpr, given, histograms, row_of, state):
    """The state of `bound` after one part of the chain."""
    parameters, row, rows, width, keep = given
    tops, mass, heights, best, total, scale, divisor, sound = row_of
    limit, narrowed, opened, fixed, cooled = state
    if PART == TEMPERATURE:
        greedy = tl.load(parameters + 3 * rows + row).to(tl.float32) == 0.0
        alone = greedy | (quotient(best, divisor) == float("inf"))
        limit = tl.where(alone & ~fixed, best, limit)
        narrowed = narrowed | alone
        fixed = fixed | greedy
        cooled = ~greedy
    elif PART == TOP_K:
        k = tl.load(parameters + 4 * rows + row).to(tl.int64)
        if (k > 0) & ~fixed:
            limit = tl.maximum(limit, _rank(tops, tl.minimum(tl.maximum(k, keep), width)))
        narrowed = narrowed | (k > 0)
    elif PART == TOP_P:
        p = tl.load(parameters + 5 * rows + row)
        opened = (p < 1.0) & ~narrowed
        if opened & sound:
            spare = (1.0 - p) * total * 0.999 - total * 4e-6  # surely less than what may go
            lowest = _mass_limit(tops, mass, heights, best, scale, spare)
            if HISTOGRAM:
                lowest = tl.maximum(lowest, _histogram_limit(histograms + row * BINS, best, scale, spare))
            limit = tl.maximum(limit, tl.minimum(lowest, _rank(tops, keep.to(tl.int64))))
        fixed = fixed | ((p < 1.0) & narrowed)
        narrowed = narrowed | (p < 1.0)
    else:
        p = tl.load(parameters + 6 * rows + row)
        if (p > 0.0) & sound & ~fixed:
            unit = tl.where(cooled, divisor, 1.0)
            lowest = best + tl.log(p.to(tl.float32)) * unit - (unit * 1e-4 + tl.abs(best) * 1e-6)
            limit = tl.maximum(limit, tl.minimum(lowest, _rank(tops, keep.to(tl.int64))))
        narrowed = narrowed | (p > 0.0)
    return limit, narrowed, opened, fixed, cooled


@triton.jit
def _rank(tops, k):
    """The k-th largest of `tops`, which at least k tokens reach; -inf where fewer are above -inf."""
    keys = order_key(tops)
    low = order_key(tl.full((), float("-inf"), tl.float32))
    high = tl.max(keys, 0) + 1
    while high - low > 1:
        middle = low + (high - low) // 2
        if tl.sum((keys >= middle).to(tl.int32), 0) >= k:
            low = middle
        else:
            high = middle
    return value_of(low)


@triton.jit
def _mass_limit(tops, mass, heights, best, scale, spare):
    """A score below which lies no more mass than `spare`, from the chunks' best scores and masses alone."""
    low = tl.full((), 64.0, tl.float32)  # binary orders of magnitude below the best
    high = tl.full((), 0.0, tl.float32)
    found = tl.full((), float("-inf"), tl.float32)
    for _ in range(12):
        depth = (low + high) * 0.5
        score = best - depth / scale
        others = tl.minimum(tl.maximum(mass - heights.to(tl.float64), 0.0), (CHUNK - 1.0) * tl.exp2(-depth))
        below = tl.sum(tl.where(tops < score, mass, tl.where(tops > float("-inf"), others, 0.0)), 0)
        if below <= spare:
            low = depth
            found = score
        else:
            high = depth
    return found


@triton.jit
def _histogram_limit(histogram, best, scale, spare):
    """A score below which lies no more mass than `spare`, from the histogram."""
    number = tl.arange(0, BINS)
    counts = tl.load(histogram + number)
    upper = (number + 1).to(tl.float32) * 0.25 - BINS // 8  # no score of a bin, times scale, is above
    most = tl.exp2(tl.minimum(upper - best * scale, 0.0)).to(tl.float64)
    gone = tl.sum((tl.cumsum(counts * most, 0) <= spare).to(tl.int32), 0)  # so many bins
    edge = gone.to(tl.float32) * 0.25 - BINS // 8 - 1e-3
    score = edge / tl.maximum(scale, 1e-30)
    return tl.where((gone > 0) & (scale > 1e-30), score - tl.abs(score) * 1e-6, float("-inf"))


@triton.jit
def gather(
    logits, row_stride, column_stride,
    mask, mask_stride, word_stride, words,
    marks, tallies,
    parameters, bests, arrivals, limits, arrival_limits, spans, known,
    found, ids, numbers, left,
    rows, width, chunks, segment,
    RACES: tl.constexpr, WORDS: tl.constexpr,
):  # fmt: skip
    """The candidates of each segment: `found` (rows, width) float32 and `ids` int32 from the segment's first column on.

    `numbers` (rows, programs of a row) int32 says how many there are; `left` float64 what mass, relative to the row's
    best score, the others have in chunks that were read.
    """
    row = tl.program_id(0).to(tl.int64)
    part = tl.program_id(1)
    found += row * width
    ids += row * width
    temperature = tl.load(parameters + 3 * rows + row).to(tl.float32)
    scale = tl.load(parameters + 7 * rows + row).to(tl.float32)
    divisor = tl.where(temperature == 0.0, 1.0, temperature)
    limit = tl.load(limits + row)
    arrival_limit = tl.load(arrival_limits + row)
    first = tl.load(spans + 2 * row)
    last = tl.load(spans + 2 * row + 1)
    best = tl.load(known + 4 * row).to(tl.float32)
    opened = tl.load(known + 4 * row + 1) >= 0
    word = tl.arange(0, WORDS)
    filled = 0
    rest = tl.full((), 0.0, tl.float64)
    for start in range(part * segment, tl.minimum(part * segment + segment, width), WORDS * 32):
        chunk = (start // 32 + word) // 4
        top = tl.load(bests + row * chunks + chunk, mask=chunk < chunks, other=float("-inf"))
        wanted = (top > float("-inf")) & (quotient(top, divisor) >= limit) & (chunk >= first) & (chunk <= last)
        if RACES:
            height = tl.load(arrivals + row * chunks + chunk, mask=chunk < chunks, other=float("-inf"))
            wanted = wanted & (height >= arrival_limit)
        if tl.max(wanted.to(tl.int32), 0) > 0:
            scores, _ = read_tile(
                logits, row_stride, column_stride, mask, mask_stride, word_stride, words, marks, tallies,
                parameters, row, rows, start // 32, width, wanted, WORDS,
            )  # fmt: skip
            there = scores > float("-inf")
            above = quotient(scores, divisor) >= limit
            candidate = tl.ravel(there & above)
            if opened:
                others = tl.where(there & ~above, tl.exp2((scores - best) * scale), 0.0)
                rest += tl.sum(others).to(tl.float64)
            place = part * segment + filled + tl.cumsum(candidate.to(tl.int32), 0) - 1
            tl.store(found + place, tl.ravel(scores), mask=candidate)
            tl.store(ids + place, start + tl.arange(0, WORDS * 32), mask=candidate)
            filled += tl.sum(candidate.to(tl.int32), 0)
    tl.store(numbers + row * tl.num_programs(1) + part, filled)
    tl.store(left + row * tl.num_programs(1) + part, rest)
