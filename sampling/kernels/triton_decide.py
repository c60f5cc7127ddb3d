"""The chain on the candidates of a row, in the order of their ids: one Triton program a row.

Passes go over a list that seldom has more than a few thousand entries. A truncation looks for its threshold without
sorting: each round compares all scores with a few pivots at once and keeps the gap between two of them, by value first,
then by the bits of the float, until a gap holds so few scores that one block holds them all, which is sorted. Masses
are float64, as in `definition`, which this follows decision by decision.
"""

# mypy: ignore-errors

from __future__ import annotations

import triton
import triton.language as tl

from .triton_narrow import RACE, TEMPERATURE, TOP_K, TOP_P, limits_at, random_bits
from .triton_rows import order_key, penalised, quotient, value_of, weight

_LEAST = tl.constexpr(-3.4028234663852886e38)


@triton.jit(do_not_specialize=["segments"])  # of 1, triton 3.6 makes what it fails on
def decide(
    logits, row_stride, column_stride, tallies, parameters, uniforms,
    floats, float_row, ints, int_row, doubles, double_row,
    work, ids, tokens, processed,
    rows, width, segment, segments, keep,
    FIRST: tl.constexpr, SECOND: tl.constexpr, THIRD: tl.constexpr, FOURTH: tl.constexpr,
    REFUSE_NAN: tl.constexpr, EXACT: tl.constexpr, DRAWS: tl.constexpr, PARTS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """The token of each row in `tokens` (rows,) int64, -1 if nothing is left; or, in `processed`, the scores.

    What `triton_narrow.gather` left; `ids` is written to, and `work` (rows, width) float32 is room to work in. With
    REFUSE_NAN nothing is left of a row with a NaN that is allowed. PARTS: at least `segments`, a power of two.
    """
    row = tl.program_id(0).to(tl.int64)
    work += row * width
    ids += row * width
    known = doubles + row * double_row
    zone = floats + row * float_row + limits_at(width) + 2
    marks = ints + row * int_row
    after_words = marks + (width + 31) // 32
    part = tl.arange(0, PARTS)
    left_over = tl.sum(tl.load(known + 4 + part, mask=part < segments, other=0.0), 0)
    rest = tl.maximum(tl.load(known + 1), 0.0) + left_over  # the mass of all that is no candidate
    numbers = tl.load(after_words + segments + part, mask=part < segments, other=0)
    count = tl.sum(numbers, 0)
    ends = after_words + 2 * segments
    tl.store(ends + part, tl.cumsum(numbers, 0), mask=part < segments)
    tl.debug_barrier()
    _close_up(
        logits + row * row_stride, column_stride, marks, tallies, parameters, row, rows, width,
        work, ids, ends, count, segments, segment, BLOCK,
    )  # fmt: skip

    best = _settle(work, count, tl.load(known).to(tl.float32), BLOCK)
    best = _stage(FIRST, EXACT, work, zone, parameters, row, rows, count, keep, best, rest, BLOCK)
    best = _stage(SECOND, EXACT, work, zone, parameters, row, rows, count, keep, best, rest, BLOCK)
    best = _stage(THIRD, EXACT, work, zone, parameters, row, rows, count, keep, best, rest, BLOCK)
    best = _stage(FOURTH, EXACT, work, zone, parameters, row, rows, count, keep, best, rest, BLOCK)

    if DRAWS == 0:
        for start in range(0, count, BLOCK):
            place = start + tl.arange(0, BLOCK)
            scores = tl.load(work + place, mask=place < count, other=0.0)
            token = tl.load(ids + place, mask=place < count, other=0)
            tl.store(processed + row * width + token, scores, mask=place < count)
    else:
        lost = best == float("-inf")
        if REFUSE_NAN:
            lost = lost | (tl.max(tl.load(after_words + part, mask=part < segments, other=0), 0) > 0)
        drawn = tl.full((), -1, tl.int64)
        if ~lost & (count > 0):
            if DRAWS == RACE:
                place = _race(work, ids, count, tl.load(uniforms + row), BLOCK)
            else:
                before = tl.load(known + 2)
                whole = tl.load(known + 3)
                place = _draw(work, count, best, tl.load(uniforms + row), before, whole, BLOCK)
            drawn = tl.load(ids + place).to(tl.int64)
        tl.store(tokens + row, drawn)


@triton.jit
def _close_up(
    logits, column_stride, marks, tallies, parameters, row, rows, width,
    work, ids, ends, count, segments, segment,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """Moves the candidates of all segments to the front, and reads their scores. `ends`: how many up to a segment's."""
    for start in range(0, count, BLOCK):
        place = start + tl.arange(0, BLOCK)
        inside = place < count
        low = tl.zeros((BLOCK,), tl.int32)  # by halving: the first segment that ends behind the place
        high = low + segments - 1
        steps = segments
        while steps > 1:
            middle = (low + high) // 2
            behind = tl.load(ends + middle, mask=inside, other=0) > place
            high = tl.where(behind, middle, high)
            low = tl.where(behind, low, tl.minimum(middle + 1, high))
            steps = (steps + 1) // 2
        begin = tl.load(ends + low - 1, mask=inside & (low > 0), other=0)
        names = tl.load(ids + low * segment + place - begin, mask=inside, other=0)
        scores = tl.load(logits + names.to(tl.int64) * column_stride, mask=inside, other=0.0).to(tl.float32)
        if tallies is not None:
            marked = inside & (((tl.load(marks + names // 32, mask=inside, other=0) >> (names % 32)) & 1) != 0)
            tally = tl.load(tallies + row * width + names, mask=marked, other=0)
            scores = penalised(scores, tally, parameters, row, rows)
        tl.debug_barrier()
        tl.store(work + place, scores, mask=inside)
        tl.store(ids + place, names, mask=inside)
        tl.debug_barrier()


@triton.jit
def _settle(work, count, best, BLOCK: tl.constexpr):
    """Where the best score is +inf, those at +inf share everything, at 0. The new best."""
    if best == float("inf"):
        for start in range(0, count, BLOCK):
            place = start + tl.arange(0, BLOCK)
            scores = tl.load(work + place, mask=place < count, other=0.0)
            tl.store(work + place, tl.where(scores == float("inf"), 0.0, float("-inf")), mask=place < count)
        tl.debug_barrier()
        best = 0.0
    return best


@triton.jit
def _stage(
    PART: tl.constexpr, EXACT: tl.constexpr, work, zone, parameters, row, rows, count, keep, best, rest,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """One part of the chain on the candidates; the row's best score after it. `rest`: the mass of what is none."""
    if PART == TEMPERATURE:
        temperature = tl.load(parameters + 3 * rows + row).to(tl.float32)
        if temperature == 0.0:
            _only_first(work, count, best, BLOCK)
        elif temperature != 1.0:
            for start in range(0, count, BLOCK):
                place = start + tl.arange(0, BLOCK)
                scores = tl.load(work + place, mask=place < count, other=0.0)
                tl.store(work + place, quotient(scores, temperature), mask=place < count)
            tl.debug_barrier()
            best = _settle(work, count, quotient(best, temperature), BLOCK)
    elif PART == TOP_K:
        k = tl.load(parameters + 4 * rows + row).to(tl.int64)
        if k > 0:
            most = tl.minimum(tl.maximum(k, keep), 2147483647).to(tl.int32)
            if best > float("-inf"):
                _truncate(PART, 2 if EXACT else 0, work, zone, count, best, 0.0, 0.0, most, BLOCK)
    elif PART == TOP_P:
        p = tl.load(parameters + 5 * rows + row)
        if (p < 1.0) & (best > float("-inf")):
            _truncate(PART, 1, work, zone, count, best, rest, (1.0 - p).to(tl.float32), keep, BLOCK)
    else:
        p = tl.load(parameters + 6 * rows + row)
        if (p > 0.0) & (best > float("-inf")):
            if keep > 1:
                _truncate(PART, 1, work, zone, count, best, 0.0, p.to(tl.float32), keep, BLOCK)
            else:
                for start in range(0, count, BLOCK):
                    place = start + tl.arange(0, BLOCK)
                    scores = tl.load(work + place, mask=place < count, other=float("-inf"))
                    stay = weight(scores, best).to(tl.float32) >= p.to(tl.float32)
                    tl.store(work + place, tl.where(stay, scores, float("-inf")), mask=place < count)
                tl.debug_barrier()
    return best


@triton.jit
def _keeps(PART: tl.constexpr, above, number, scores, best, total, bound, k):
    """Whether a token stays that has `number` better ones, of the mass `above`, and the score `scores`."""
    if PART == TOP_K:
        return number < k
    if PART == TOP_P:
        return (((total - above) / total).to(tl.float32) > bound) | (number < k)
    return (weight(scores, best).to(tl.float32) >= bound) | (number < k)


@triton.jit
def _truncate(PART: tl.constexpr, TIES: tl.constexpr, work, zone, count, best, rest, bound, k, BLOCK: tl.constexpr):
    """Removes from the candidates what the truncation removes. TIES: 0 all, 1 higher, 2 lower places stay first.

    `rest` is the mass, relative to the best score, of all that is no candidate.
    """
    PIVOTS: tl.constexpr = 8
    column = tl.arange(0, BLOCK)
    pivot = tl.arange(0, PIVOTS) + 1
    total = tl.full((), 0.0, tl.float64) + rest
    finite = 0
    worst = tl.full((BLOCK,), float("inf"), tl.float32)
    for start in range(0, count, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
        if PART == TOP_P:
            total += tl.sum(weight(scores, best), 0)
        finite += tl.sum((scores > float("-inf")).to(tl.int32), 0)
        worst = tl.minimum(worst, tl.where(scores > float("-inf"), scores, float("inf")))

    # The threshold is in (low, high]: at high a token stays, at low it does not (or nothing is that low).
    low = order_key(tl.min(worst, 0)) - 1
    high = order_key(best)
    above = total * 0.0  # mass and number above high, and the number above low
    number = finite * 0
    under = finite
    turn = 0
    while (high - low > 1) & (under - number > BLOCK):
        by_bits = low + (high - low) * pivot // (PIVOTS + 1)
        bottom = tl.maximum(value_of(tl.maximum(low, order_key(tl.full((), _LEAST, tl.float32)))), best - 40.0)
        by_value = order_key(bottom + (value_of(high) - bottom) * pivot.to(tl.float32) * (1.0 / (PIVOTS + 1)))
        keys = tl.where((turn < 4) & (bottom < value_of(high)), by_value, by_bits)
        keys = tl.minimum(tl.maximum(keys, low + 1), high - 1)
        mass = tl.zeros((PIVOTS,), tl.float64)
        counts = tl.zeros((PIVOTS,), tl.int32)
        for start in range(0, count, BLOCK):
            scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
            over = order_key(scores)[:, None] > keys[None, :]
            counts += tl.sum(over.to(tl.int32), 0)
            if PART == TOP_P:
                mass += tl.sum(tl.where(over, weight(scores, best)[:, None], 0.0), 0)
        stays = _keeps(PART, mass, counts, value_of(keys), best, total, bound, k)
        lowest = tl.min(tl.where(stays, keys, high), 0)
        highest = tl.max(tl.where(stays, low, keys), 0)
        if lowest < high:
            above = tl.max(tl.where(keys == lowest, mass, 0.0), 0)
            number = tl.max(tl.where(keys == lowest, counts, 0), 0)
        if highest > low:
            under = tl.max(tl.where(keys == highest, counts, 0), 0)
        low = highest
        high = lowest
        turn += 1

    # Few are left between: one block holds them, in order.
    threshold = value_of(high)
    if high - low > 1:
        filled = 0
        for start in range(0, count, BLOCK):
            scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
            inside = (order_key(scores) > low) & (order_key(scores) <= high) & (scores > float("-inf"))
            place = filled + tl.cumsum(inside.to(tl.int32), 0) - 1
            tl.store(zone + place, scores, mask=inside)
            filled += tl.sum(inside.to(tl.int32), 0)
        tl.debug_barrier()
        ranked = tl.sort(tl.load(zone + column, mask=column < filled, other=float("-inf")), descending=True)
        mass_of = weight(ranked, best)
        stays = _keeps(PART, above + tl.cumsum(mass_of, 0) - mass_of, number + column, ranked, best, total, bound, k)
        # Of equal scores the first says whether any stays: others see its mass as better than theirs.
        threshold = tl.min(tl.where(stays & (ranked > float("-inf")), ranked, threshold), 0)
        ahead = ranked > threshold
        above += tl.sum(tl.where(ahead, mass_of, 0.0), 0)
        number += tl.sum(ahead.to(tl.int32), 0)

    ties = 0
    for start in range(0, count, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
        ties += tl.sum((scores == threshold).to(tl.int32), 0)
    kept = ties
    if TIES != 0:
        kept = tl.minimum(ties, 1)
        beyond = ties + 1
        each = weight(threshold, best)
        while beyond - kept > 1:
            middle_tie = (kept + beyond) // 2
            better = middle_tie - 1
            if _keeps(PART, above + better.to(tl.float64) * each, number + better, threshold, best, total, bound, k):
                kept = middle_tie
            else:
                beyond = middle_tie
    passed = 0
    for start in range(0, count, BLOCK):
        inside_row = start + column < count
        scores = tl.load(work + start + column, mask=inside_row, other=float("-inf"))
        stay = scores >= threshold
        if kept < ties:
            tied = scores == threshold
            rank = passed + tl.cumsum(tied.to(tl.int32), 0) - 1
            chosen = (rank < kept) if TIES == 2 else (rank >= ties - kept)
            stay = stay & (~tied | chosen)
            passed += tl.sum(tied.to(tl.int32), 0)
        tl.store(work + start + column, tl.where(stay, scores, float("-inf")), mask=inside_row)
    tl.debug_barrier()


@triton.jit
def _only_first(work, count, best, BLOCK: tl.constexpr):
    """Removes all but the first best token."""
    column = tl.arange(0, BLOCK)
    first = count
    for start in range(0, count, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
        first = tl.minimum(first, tl.min(tl.where(scores == best, start + column, count), 0))
    for start in range(0, count, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
        kept = tl.where(start + column == first, scores, float("-inf"))
        tl.store(work + start + column, kept, mask=start + column < count)
    tl.debug_barrier()


@triton.jit
def _draw(work, count, best, uniform, before, whole, BLOCK: tl.constexpr):
    """The first place by which the weights exceed uniform * total; the last of any weight if that rounds up.

    Where the candidates are but a part of what can be drawn, `whole` is the mass of all and `before` what comes first.
    """
    column = tl.arange(0, BLOCK)
    total = tl.full((), 0.0, tl.float64)
    for start in range(0, count, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
        total += tl.sum(weight(scores, best), 0)
    target = uniform * tl.where(whole > 0, whole, total)
    reached = before
    token = tl.full((), -1, tl.int32)
    last = tl.full((), -1, tl.int32)
    begin = tl.full((), 0, tl.int32)
    while (begin < count) & (token < 0):
        scores = tl.load(work + begin + column, mask=begin + column < count, other=float("-inf"))
        share = weight(scores, best)
        hit = (reached + tl.cumsum(share, 0) > target) & (share > 0)
        first = tl.min(tl.where(hit, begin + column, count), 0)
        token = tl.where(first < count, first, -1)
        last = tl.maximum(last, tl.max(tl.where(share > 0, begin + column, -1), 0))
        reached += tl.sum(share, 0)
        begin += BLOCK
    return tl.where(token < 0, last, token)


@triton.jit
def _race(work, ids, count, key, BLOCK: tl.constexpr):
    """The place that arrives first by the exponential numbers of `key` (`splitmix.exponential`)."""
    column = tl.arange(0, BLOCK)
    best = tl.full((), float("-inf"), tl.float64)
    token = tl.full((), -1, tl.int32)
    for start in range(0, count, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < count, other=float("-inf"))
        x = random_bits(key, tl.load(ids + start + column, mask=start + column < count, other=0))
        noise = -tl.log((x.to(tl.float64) + 0.5) * 1.1102230246251565e-16)
        arrivals = tl.where(scores > float("-inf"), scores.to(tl.float64) - tl.log(noise), float("-inf"))
        here = tl.max(arrivals, 0)
        first = tl.min(tl.where(arrivals == here, start + column, count), 0)
        if here > best:
            best = here
            token = first
    return token
