"""A row of logits cut to the few tokens that can be drawn, on a GPU: many programs a row, one or two reads of it.

`survey` reads the logits once and writes, for each chunk of 128 columns, its best score and, where somebody asks, its
mass, and the same for each word of 32 columns. From these `bound` derives, row by row, a score below which the chain
surely removes everything, and what mass lies there. `gather` reads those chunks again that have something above it, and
writes the ids of these candidates in ascending order. What the chain does is then decided on the candidates alone
(`triton_decide`). A bound that is too low costs time and changes nothing.

Where the bounds come from, with m the best score of a chunk:

- top-k: k chunks have an m of at least the k-th largest m, so k tokens have that;
- min-p: the best score and p;
- top-p: a token goes if it and all worse ones have at most 1 - p of the mass. Below a score lie the chunks whose m is
  lower, and of each other chunk 127 tokens at most, and no more than its mass without m. This is said of words instead
  of chunks, with 31 tokens: the smaller they are, the closer it comes to the truth;
- nothing is removed: a draw by the distribution's inverse falls into one chunk; a race is won in one of the chunks
  where an arrival, computed in float32, comes close to the first.

Decisions are made on candidates, with float64 masses; the mass of what is no candidate is a sum of float32 numbers.

Launches are paid for by argument, so what the kernels tell each other lies in three tensors, a row for each row of the
logits (`Places`): float32, int32 and float64.
"""

# mypy: ignore-errors

from __future__ import annotations

import triton
import triton.language as tl

from . import splitmix
from .chain import PARTS
from .triton_rows import REPEATED, bits_set, order_key, quotient, read_tile, value_of

CHUNK = tl.constexpr(128)  # columns that share a best score and a mass
TEMPERATURE, TOP_K, TOP_P, MIN_P = (
    tl.constexpr(PARTS.index(part)) for part in ("temperature", "top_k", "top_p", "min_p")
)
INVERSE, RACE = tl.constexpr(1), tl.constexpr(2)  # how a token is drawn; 0: not at all
_GOLDEN, _MIX1, _MIX2 = (tl.constexpr(x) for x in (splitmix.GOLDEN, *splitmix.FACTORS))
_LN2 = tl.constexpr(0.6931471805599453)
_LARGEST = tl.constexpr(3.4028234663852886e38)
_PIVOTS = tl.constexpr(8)  # that a search looks at in a round
_BLOCK = tl.constexpr(2048)  # words at once


class Places:
    """Where in a row of the shared tensors something lies; `ints`, `floats` and `doubles` say how long such a row is.

    float32: chunks' best scores, masses and arrivals, words' best scores and masses, then the two limits, then room for
    `triton_decide`. int32: the bits of what penalties look at, then for each segment whether a logit is NaN, how many
    candidates there are, and how many up to its end; then the first and the last chunk that counts. float64: the row's
    best score, the mass of chunks without candidates, the mass before the draw's chunk, all of it, then each segment's
    mass without candidates.
    """

    def __init__(self, width: int, segment: int, block: int) -> None:
        self.chunks, self.segments = triton.cdiv(width, CHUNK.value), triton.cdiv(width, segment)
        self.floats = 3 * self.chunks + 2 * triton.cdiv(width, 32) + 2 + block
        self.ints = triton.cdiv(width, 32) + 3 * self.segments + 2
        self.doubles = 4 + self.segments


@triton.jit
def tally(
    repeated, repeated_stride, repeated_step, repeated_count,
    counted, counted_stride, counted_step, counted_count,
    ints, int_row, tallies, width,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """What a row's penalties look at: a bit of the row's first integers for a token, and where it is set, `tallies`."""
    row = tl.program_id(0).to(tl.int64)
    marks = ints + row * int_row
    tallies += row * width
    words = (width + 31) // 32
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
def limits_at(width):
    """Where the limits of a row lie among its float32 numbers."""
    return 3 * ((width + CHUNK - 1) // CHUNK) + 2 * ((width + 31) // 32)


@triton.jit
def survey(
    logits, row_stride, column_stride,
    mask, mask_stride, word_stride, words,
    tallies, parameters, keys,
    floats, float_row, ints, int_row,
    rows, width, segment,
    MASSES: tl.constexpr, RACES: tl.constexpr, WORDS: tl.constexpr,
):  # fmt: skip
    """Each chunk's best score, its mass relative to that, its first arrival in a race; whether there is a NaN.

    A program reads `segment` columns.
    """
    row = tl.program_id(0).to(tl.int64)
    part = tl.program_id(1)
    floats += row * float_row
    ints += row * int_row
    chunks = (width + CHUNK - 1) // CHUNK
    scale = tl.load(parameters + 7 * rows + row).to(tl.float32)
    wanted = tl.full((WORDS,), 1, tl.int1)
    chunk = tl.arange(0, WORDS // 4)
    bad = tl.zeros((WORDS,), tl.int32)
    for start in range(part * segment, tl.minimum(part * segment + segment, width), WORDS * 32):
        scores, nan = read_tile(
            logits, row_stride, column_stride, mask, mask_stride, word_stride, words, ints, tallies,
            parameters, row, rows, start // 32, width, wanted, WORDS,
        )  # fmt: skip
        bad |= tl.max(nan.to(tl.int32), 1)
        tops = tl.max(scores, 1)
        by_chunk = tl.reshape(tops, [WORDS // 4, 4])
        best = tl.max(by_chunk, 1)
        here = start // CHUNK + chunk
        tl.store(floats + here, best, mask=here < chunks)
        if MASSES:
            shares = tl.sum(tl.exp2((scores - _anchor(tops)[:, None]) * scale), 1)
            word = start // 32 + tl.arange(0, WORDS)
            by_word = floats + 3 * chunks + word
            words_of_row = (width + 31) // 32
            tl.store(by_word, tops, mask=word < words_of_row)
            tl.store(by_word + words_of_row, shares, mask=word < words_of_row)
            heights = tl.exp2((by_chunk - _anchor(best)[:, None]) * scale)  # inf where a chunk has inf: not sound
            sums = tl.sum(tl.where(by_chunk > float("-inf"), heights, 0.0) * tl.reshape(shares, [WORDS // 4, 4]), 1)
            tl.store(floats + chunks + here, sums, mask=here < chunks)
        if RACES:
            column = start + tl.arange(0, WORDS)[:, None] * 32 + tl.arange(0, 32)[None, :]
            times = _about_log2_of_noise(tl.load(keys + row), column)
            height = tl.minimum(tl.maximum(scores * scale, -1e38), 1e38) - times
            height = tl.where(scores > float("-inf"), height, float("-inf"))
            first = tl.max(tl.reshape(height, [WORDS // 4, CHUNK]), 1)
            tl.store(floats + 2 * chunks + here, first, mask=here < chunks)
    tl.store(ints + (width + 31) // 32 + part, tl.max(bad, 0))


@triton.jit
def _anchor(best):
    """What scores are compared with for their weights."""
    return tl.where((best > float("-inf")) & (best < float("inf")), best, 0.0)


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
    parameters, uniforms, floats, float_row, ints, int_row, doubles, double_row, rows, width, segments, keep,
    FIRST: tl.constexpr, SECOND: tl.constexpr, THIRD: tl.constexpr, FOURTH: tl.constexpr,
    MASSES: tl.constexpr, DRAWS: tl.constexpr, CHUNKS: tl.constexpr,
):  # fmt: skip
    """What `gather` looks for in each row, and what is known of the rest.

    Candidates have a score of at least the first limit, and lie in a chunk from the first to the last that counts, with
    an arrival of at least the second limit. The mass of chunks without candidates, relative to the row's best score, is
    -1 if nobody asks; of a row from which something is removed, the mass before the draw's chunk and all of it are 0.
    """
    row = tl.program_id(0).to(tl.int64)
    floats += row * float_row
    spans = ints + row * int_row + (width + 31) // 32 + 3 * segments
    known = doubles + row * double_row
    chunks = (width + CHUNK - 1) // CHUNK
    chunk = tl.arange(0, CHUNKS)
    tops = tl.load(floats + chunk, mask=chunk < chunks, other=float("-inf"))
    temperature = tl.load(parameters + 3 * rows + row).to(tl.float32)
    scale = tl.load(parameters + 7 * rows + row).to(tl.float32)
    divisor = tl.where(temperature == 0.0, 1.0, temperature)
    best = tl.max(tops, 0)
    sound = (best > float("-inf")) & (best < float("inf"))
    anchor = tl.where(sound, best, 0.0)
    mass = tl.zeros((CHUNKS,), tl.float32)
    total = tl.full((), 0.0, tl.float64)
    if MASSES:
        heights = tl.where(tops > float("-inf"), tl.exp2((tops - anchor) * scale), 0.0)
        sums = tl.load(floats + chunks + chunk, mask=chunk < chunks, other=0.0)
        mass = tl.where(sound, heights * sums, 0.0)
        total = tl.sum(mass.to(tl.float64), 0)

    # Bounds go up from stage to stage. `narrowed`: a stage removed something, so that the mass of what is left is known
    # from candidates only. `opened`: top-p came first and asks for the mass of everything. `fixed`: no higher any more.
    nothing = best != best
    state = tl.where(best == float("inf"), best, float("-inf")), best == float("inf"), nothing, nothing, nothing
    row_of = tops, floats, best, total, scale, divisor, sound
    given = parameters, row, rows, width, keep
    state = _raised(FIRST, MASSES, given, row_of, state)
    state = _raised(SECOND, MASSES, given, row_of, state)
    state = _raised(THIRD, MASSES, given, row_of, state)
    state = _raised(FOURTH, MASSES, given, row_of, state)
    limit, narrowed, opened, _, _ = state

    first = 0
    last = chunks - 1
    before = tl.full((), 0.0, tl.float64)
    whole = tl.full((), 0.0, tl.float64)
    arrival_limit = tl.full((), float("-inf"), tl.float32)
    if MASSES and DRAWS == INVERSE:  # noqa: SIM102 -- known when compiled, unlike what follows
        if ~narrowed & (total > 0):
            target = tl.load(uniforms + row) * total
            reached = tl.cumsum(mass.to(tl.float64), 0)
            last = tl.max(tl.where(mass > 0, chunk, 0), 0)
            last = tl.minimum(last, tl.min(tl.where((reached > target) & (mass > 0), chunk, CHUNKS), 0))
            first = last
            before = tl.sum(tl.where(chunk < first, mass, 0.0).to(tl.float64), 0)
            whole = total
    if DRAWS == RACE:  # noqa: SIM102
        if ~narrowed:
            times = tl.load(floats + 2 * chunks + chunk, mask=chunk < chunks, other=float("-inf"))
            reach = tl.minimum(tl.abs(anchor * scale), 1e38) + 64
            arrival_limit = tl.max(times, 0) - (1e-3 + 4e-6 * reach)

    # Scores that are alike after the division by the temperature are candidates together.
    after = tl.minimum(quotient(limit, divisor), _LARGEST)
    limit = tl.minimum(tl.minimum(limit, after * divisor), _LARGEST)
    limit = limit - (tl.abs(limit) * 1e-6 + divisor * 1e-37)
    tl.store(floats + limits_at(width), limit)
    tl.store(floats + limits_at(width) + 1, arrival_limit)
    tl.store(spans, first)
    tl.store(spans + 1, last)
    without = tl.where(opened & sound, tl.sum(tl.where(tops < limit, mass, 0.0).to(tl.float64), 0), -1.0)
    tl.store(known, best.to(tl.float64))
    tl.store(known + 1, without)
    tl.store(known + 2, before)
    tl.store(known + 3, whole)


@triton.jit
def _raised(PART: tl.constexpr, MASSES: tl.constexpr, given, row_of, state):
    """The state of `bound` after one part of the chain."""
    parameters, row, rows, width, keep = given
    tops, floats, best, total, scale, divisor, sound = row_of
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
            limit = tl.maximum(limit, _rank(tops, best, tl.minimum(tl.maximum(k, keep), width).to(tl.int32)))
        narrowed = narrowed | (k > 0)
    elif PART == TOP_P:
        p = tl.load(parameters + 5 * rows + row)
        if MASSES:
            opened = (p < 1.0) & ~narrowed
            if opened & sound:
                spare = (1.0 - p) * total * 0.999 - total * 4e-6  # surely less than what may go
                lowest = _mass_limit(floats, width, best, scale, spare.to(tl.float32))
                limit = tl.maximum(limit, tl.minimum(lowest, _rank(tops, best, keep)))
        fixed = fixed | ((p < 1.0) & narrowed)
        narrowed = narrowed | (p < 1.0)
    else:
        p = tl.load(parameters + 6 * rows + row)
        if (p > 0.0) & sound & ~fixed:
            unit = tl.where(cooled, divisor, 1.0)
            lowest = best + tl.log(p.to(tl.float32)) * unit - (unit * 1e-4 + tl.abs(best) * 1e-6)
            limit = tl.maximum(limit, tl.minimum(lowest, _rank(tops, best, keep)))
        narrowed = narrowed | (p > 0.0)
    return limit, narrowed, opened, fixed, cooled


@triton.jit
def _rank(tops, best, k):
    """A score that at least k tokens reach and not many more chunks; -inf where fewer are above -inf."""
    pivot = tl.arange(0, _PIVOTS) + 1
    low = order_key(tl.full((), float("-inf"), tl.float32))  # reached by k
    high = order_key(best) + 1  # reached by fewer
    above = tl.full((), 2147483647, tl.int32)  # how many reach `low`
    if k == 1:
        low = high - 1
    if k > 1:
        least = tl.min(tl.where(tops > float("-inf"), tops, best), 0)
        enough = tl.sum((tops >= least).to(tl.int32), 0) >= k
        low = tl.where(enough, order_key(least), low)
        high = tl.where(enough, high, low + 1)
        turn = 0
        while (high - low > 1) & (above > k + k // 4 + 8):
            by_bits = low + (high - low) * pivot // (_PIVOTS + 1)
            by_value = order_key(least + (best - least) * pivot.to(tl.float32) * (1.0 / (_PIVOTS + 1)))
            keys = tl.where((turn == 0) & (least < best), by_value, by_bits)
            keys = tl.minimum(tl.maximum(keys, low + 1), high - 1)
            numbers = tl.sum((order_key(tops)[:, None] >= keys[None, :]).to(tl.int32), 0)
            reached = numbers >= k
            highest = tl.max(tl.where(reached, keys, low), 0)
            above = tl.min(tl.where(reached, numbers, above), 0)
            high = tl.min(tl.where(reached, high, keys), 0)
            low = highest
            turn += 1
    return value_of(low)


@triton.jit
def _mass_limit(floats, width, best, scale, spare):
    """A score below which lies no more mass than `spare`, from the words' best scores and masses alone."""
    words = (width + 31) // 32
    tops_at = floats + 3 * ((width + CHUNK - 1) // CHUNK)
    pivot = tl.arange(0, _PIVOTS) + 1
    low = tl.full((), 64.0, tl.float32)  # binary orders of magnitude below the best
    high = tl.full((), 0.0, tl.float32)
    found = tl.full((), float("-inf"), tl.float32)
    for _ in range(3):
        depths = low + (high - low) * pivot.to(tl.float32) * (1.0 / (_PIVOTS + 1))
        scores = best - depths / scale
        most = 31.0 * tl.exp2(-depths)
        below = tl.zeros((_PIVOTS,), tl.float32)
        for start in range(0, words, _BLOCK):
            word = start + tl.arange(0, _BLOCK)
            tops = tl.load(tops_at + word, mask=word < words, other=float("-inf"))
            heights = tl.exp2((tops - best) * scale)
            mass = heights * tl.load(tops_at + words + word, mask=word < words, other=0.0)
            others = tl.maximum(mass - heights, 0.0)
            shallow = tl.minimum(others[:, None], most[None, :])
            below += tl.sum(tl.where(tops[:, None] < scores[None, :], mass[:, None], shallow), 0)
        fits = below <= spare
        new_low = tl.min(tl.where(fits, depths, low), 0)
        high = tl.max(tl.where(fits, high, depths), 0)
        found = tl.maximum(found, tl.max(tl.where(fits, scores, float("-inf")), 0))
        low = new_low
    return found


@triton.jit
def gather(
    logits, row_stride, column_stride,
    mask, mask_stride, word_stride, words,
    tallies, parameters,
    floats, float_row, ints, int_row, doubles, double_row,
    ids, rows, width, segment, segments,
    MASSES: tl.constexpr, RACES: tl.constexpr, WORDS: tl.constexpr,
):  # fmt: skip
    """The candidates of each segment: `ids` (rows, width) int32 from the segment's first column on, and their number.

    And what mass, relative to the row's best score, the others have in chunks that were read.
    """
    row = tl.program_id(0).to(tl.int64)
    part = tl.program_id(1)
    floats += row * float_row
    ints += row * int_row
    known = doubles + row * double_row
    ids += row * width
    after_words = ints + (width + 31) // 32
    chunks = (width + CHUNK - 1) // CHUNK
    scale = tl.load(parameters + 7 * rows + row).to(tl.float32)
    limit = tl.load(floats + limits_at(width))
    arrival_limit = tl.load(floats + limits_at(width) + 1)
    first = tl.load(after_words + 3 * segments)
    last = tl.load(after_words + 3 * segments + 1)
    best = tl.load(known).to(tl.float32)
    opened = tl.load(known + 1) >= 0
    word = tl.arange(0, WORDS)
    lane = tl.arange(0, 32)[None, :]
    filled = 0
    rest = tl.zeros((WORDS,), tl.float32)
    for start in range(part * segment, tl.minimum(part * segment + segment, width), WORDS * 32):
        chunk = (start // 32 + word) // 4
        top = tl.load(floats + chunk, mask=chunk < chunks, other=float("-inf"))
        wanted = (top > float("-inf")) & (top >= limit) & (chunk >= first) & (chunk <= last)
        if RACES:
            height = tl.load(floats + 2 * chunks + chunk, mask=chunk < chunks, other=float("-inf"))
            wanted = wanted & (height >= arrival_limit)
        if tl.max(wanted.to(tl.int32), 0) > 0:
            scores, _ = read_tile(
                logits, row_stride, column_stride, mask, mask_stride, word_stride, words, ints, tallies,
                parameters, row, rows, start // 32, width, wanted, WORDS,
            )  # fmt: skip
            there = scores > float("-inf")
            above = there & (scores >= limit)
            if MASSES:  # noqa: SIM102 -- known when compiled
                if opened:
                    rest += tl.sum(tl.where(there & ~above, tl.exp2((scores - best) * scale), 0.0), 1)
            bits = tl.sum(tl.where(above, 1 << lane, 0), 1)
            count = bits_set(bits)
            place = part * segment + filled + tl.cumsum(count, 0) - count
            filled += tl.sum(count, 0)
            column = start + word * 32
            for _ in range(tl.max(count, 0)):
                lowest = bits & -bits
                tl.store(ids + place, column + bits_set(lowest - 1), mask=bits != 0)
                place += 1
                bits ^= lowest
    tl.store(after_words + segments + part, filled)
    tl.store(known + 4 + part, tl.sum(rest.to(tl.float64), 0))
