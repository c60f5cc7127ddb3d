"""The chain on a GPU: one Triton program a row, in passes over scores that stay in the second-level cache.

The first pass reads the logits and the packed mask beside them and leaves masked, penalised float32 scores in a work
row; everything after reads and writes that. A truncation looks for its threshold without sorting: each round compares
all scores with a few pivots at once and keeps the gap between two of them, by value first, then by the bits of the
float, until a gap holds so few scores that one block holds them all. Masses are float64, as in `definition`, which this
follows decision by decision.

Imported only where triton is installed. Without a GPU it runs under TRITON_INTERPRET=1, slowly.
"""

# Triton compiles these functions from their source and has no types that mypy could follow.
# mypy: ignore-errors

from __future__ import annotations

import torch
import triton
import triton.language as tl
import triton.runtime.interpreter

from . import definition, splitmix
from .chain import PARTS, Chain

_BLOCK = 1024
_DTYPES = (torch.float32, torch.float16, torch.bfloat16)
_NAMES = ("repetition_penalty", "frequency_penalty", "presence_penalty", "temperature", "top_k", "top_p", "min_p")
_GOLDEN, _MIX1, _MIX2 = (tl.constexpr(x) for x in (splitmix.GOLDEN, *splitmix.FACTORS))
_TOP_K, _TOP_P, _MIN_P = (tl.constexpr(PARTS.index(part)) for part in ("top_k", "top_p", "min_p"))


def takes(logits: torch.Tensor) -> bool:
    """Whether these logits can be given to the kernel."""
    interpreted = isinstance(_rows, triton.runtime.interpreter.InterpretedFunction)
    return logits.dtype in _DTYPES and (logits.is_cpu if interpreted else logits.is_cuda)


def run(
    logits: torch.Tensor,
    chain: Chain,
    bitmask: torch.Tensor | None,
    repeated: torch.Tensor | None,
    counted: torch.Tensor | None,
    uniforms: torch.Tensor | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The tokens (rows,) int64, -1 where nothing is left, and the scores (rows, width) float32 after the chain.

    Arguments as in `fused.sample`; tokens mean nothing if `uniforms` is None.
    """
    rows, width = logits.shape
    device = logits.device
    work = torch.empty((rows, width), dtype=torch.float32, device=device)
    tokens = torch.full((rows,), -1, dtype=torch.int64, device=device)
    if not rows or not width:
        return tokens, work
    if bitmask is not None and not bitmask.shape[1]:
        bitmask = torch.zeros((rows, 1), dtype=torch.int32, device=device)
    seen, counts = (
        None if ids is None else definition.occurrences(ids, width).to(torch.int32) for ids in (repeated, counted)
    )
    parameters = torch.stack([torch.from_numpy(chain.values(name, rows)) for name in _NAMES]).to(device)
    races = uniforms is not None and uniforms.dtype == torch.int64
    _rows[(rows,)](
        logits,
        logits.stride(0),
        logits.stride(1),
        bitmask,
        0 if bitmask is None else bitmask.stride(0),
        0 if bitmask is None else bitmask.stride(1),
        0 if bitmask is None else bitmask.shape[1],
        seen,
        counts,
        parameters,
        None if uniforms is None else uniforms.to(device, torch.int64 if races else torch.float64).contiguous(),
        work,
        torch.empty((rows, _BLOCK), dtype=torch.float32, device=device),
        tokens,
        rows,
        width,
        chain.min_tokens_to_keep,
        PARTS.index(chain.order[0]),
        PARTS.index(chain.order[1]),
        PARTS.index(chain.order[2]),
        PARTS.index(chain.order[3]),
        chain.top_k_ties == "exact",
        races,
        _BLOCK,
        num_warps=8,
        enable_fp_fusion=False,  # every operation rounds, as in the definition
    )
    return tokens, work


@triton.jit
def _key(x):
    """The bits of a float32 as an integer of the same order; both zeros are equal."""
    bits = tl.where(x == 0.0, 0.0, x).to(tl.float32).to(tl.int32, bitcast=True)
    return tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits).to(tl.int64)


@triton.jit
def _value(key):
    bits = key.to(tl.int32)
    return tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits).to(tl.float32, bitcast=True)


@triton.jit
def _weight(scores, best):
    return tl.exp(scores.to(tl.float64) - best.to(tl.float64))


@triton.jit
def _best(work, width, BLOCK: tl.constexpr):
    best = tl.full((BLOCK,), float("-inf"), tl.float32)
    for start in range(0, width, BLOCK):
        place = start + tl.arange(0, BLOCK)
        best = tl.maximum(best, tl.load(work + place, mask=place < width, other=float("-inf")))
    return tl.max(best, 0)


@triton.jit
def _settle(work, width, best, BLOCK: tl.constexpr):
    """Where the best score is +inf, those at +inf share everything, at 0. The new best."""
    if best == float("inf"):
        for start in range(0, width, BLOCK):
            place = start + tl.arange(0, BLOCK)
            scores = tl.load(work + place, mask=place < width, other=0.0)
            tl.store(work + place, tl.where(scores == float("inf"), 0.0, float("-inf")), mask=place < width)
        tl.debug_barrier()
        best = 0.0
    return best


@triton.jit
def _keeps(PART: tl.constexpr, above, number, scores, best, total, bound, k):
    """Whether a token stays that has `number` better ones, of the mass `above`, and the score `scores`."""
    if PART == _TOP_K:
        return number < k
    if PART == _TOP_P:
        return (((total - above) / total).to(tl.float32) > bound) | (number < k)
    return (_weight(scores, best).to(tl.float32) >= bound) | (number < k)


@triton.jit
def _truncate(PART: tl.constexpr, TIES: tl.constexpr, work, zone, width, best, bound, k, BLOCK: tl.constexpr):
    """Removes from the work row what the truncation removes. TIES: 0 all, 1 higher, 2 lower places stay first."""
    PIVOTS: tl.constexpr = 8
    column = tl.arange(0, BLOCK)
    pivot = tl.arange(0, PIVOTS) + 1
    total = tl.full((), 0.0, tl.float64)
    finite = 0
    for start in range(0, width, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
        total += tl.sum(_weight(scores, best), 0)
        finite += tl.sum((scores > float("-inf")).to(tl.int32), 0)

    # The threshold is in (low, high]: at high a token stays, at low it does not (or nothing is that low).
    low = _key(tl.full((), -3.4028234663852886e38, tl.float32)) - 1
    high = _key(best)
    above = total * 0.0  # mass and number above high, and the number above low
    number = finite * 0
    under = finite
    turn = 0
    while (high - low > 1) & (under - number > BLOCK):
        by_key = low + (high - low) * pivot // (PIVOTS + 1)
        bottom = tl.maximum(_value(tl.maximum(low, _key(tl.full((), -3.4028234663852886e38, tl.float32)))), best - 40.0)
        by_value = _key(bottom + (_value(high) - bottom) * (pivot.to(tl.float32) / (PIVOTS + 1)))
        keys = tl.where((turn < 4) & (bottom < _value(high)), by_value, by_key)
        keys = tl.minimum(tl.maximum(keys, low + 1), high - 1)
        mass = tl.zeros((PIVOTS,), tl.float64)
        count = tl.zeros((PIVOTS,), tl.int32)
        for start in range(0, width, BLOCK):
            scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
            over = _key(scores)[:, None] > keys[None, :]
            count += tl.sum(over.to(tl.int32), 0)
            if PART == _TOP_P:
                mass += tl.sum(tl.where(over, _weight(scores, best)[:, None], 0.0), 0)
        stays = _keeps(PART, mass, count, _value(keys), best, total, bound, k)
        lowest = tl.min(tl.where(stays, keys, high), 0)
        highest = tl.max(tl.where(stays, low, keys), 0)
        if lowest < high:
            above = tl.max(tl.where(keys == lowest, mass, 0.0), 0)
            number = tl.max(tl.where(keys == lowest, count, 0), 0)
        if highest > low:
            under = tl.max(tl.where(keys == highest, count, 0), 0)
        low = highest
        high = lowest
        turn += 1

    # Few are left between: one block holds them, and every further round is arithmetic on it.
    if high - low > 1:
        filled = 0
        for start in range(0, width, BLOCK):
            scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
            inside = (_key(scores) > low) & (_key(scores) <= high) & (scores > float("-inf"))
            place = filled + tl.cumsum(inside.to(tl.int32), 0) - 1
            tl.store(zone + place, scores, mask=inside)
            filled += tl.sum(inside.to(tl.int32), 0)
        tl.debug_barrier()
        few = tl.load(zone + column, mask=column < filled, other=float("-inf"))
        mass_of = _weight(few, best)
        base = above
        base_number = number
        top = high
        while high - low > 1:
            middle = low + (high - low) // 2
            over = (_key(few) > middle) & (_key(few) <= top) & (few > float("-inf"))
            mass_over = base + tl.sum(tl.where(over, mass_of, 0.0), 0)
            number_over = base_number + tl.sum(over.to(tl.int32), 0)
            if _keeps(PART, mass_over, number_over, _value(middle), best, total, bound, k):
                high = middle
                above = mass_over
                number = number_over
            else:
                low = middle

    threshold = _value(high)
    ties = 0
    for start in range(0, width, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
        ties += tl.sum((scores == threshold).to(tl.int32), 0)
    kept = ties
    if TIES != 0:
        kept = tl.minimum(ties, 1)
        beyond = ties + 1
        each = _weight(threshold, best)
        while beyond - kept > 1:
            middle_tie = (kept + beyond) // 2
            better = middle_tie - 1
            if _keeps(PART, above + better.to(tl.float64) * each, number + better, threshold, best, total, bound, k):
                kept = middle_tie
            else:
                beyond = middle_tie
    passed = 0
    for start in range(0, width, BLOCK):
        inside_row = start + column < width
        scores = tl.load(work + start + column, mask=inside_row, other=float("-inf"))
        tied = scores == threshold
        rank = passed + tl.cumsum(tied.to(tl.int32), 0) - 1
        chosen = (rank < kept) if TIES == 2 else (rank >= ties - kept)
        stay = (scores > threshold) | (tied & chosen)
        tl.store(work + start + column, tl.where(stay, scores, float("-inf")), mask=inside_row)
        passed += tl.sum(tied.to(tl.int32), 0)
    tl.debug_barrier()


@triton.jit
def _only_first(work, width, best, BLOCK: tl.constexpr):
    """Removes all but the first best token."""
    column = tl.arange(0, BLOCK)
    first = width
    for start in range(0, width, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
        first = tl.minimum(first, tl.min(tl.where(scores == best, start + column, width), 0))
    for start in range(0, width, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
        kept = tl.where(start + column == first, scores, float("-inf"))
        tl.store(work + start + column, kept, mask=start + column < width)
    tl.debug_barrier()


@triton.jit
def _stage(
    PART: tl.constexpr, EXACT: tl.constexpr, work, zone, parameters, row, rows, width, keep, best, BLOCK: tl.constexpr
):
    """One part of the chain on the work row; the best score after it."""
    if PART == 0:
        temperature = tl.load(parameters + 3 * rows + row).to(tl.float32)
        if temperature == 0.0:
            _only_first(work, width, best, BLOCK)
        elif temperature != 1.0:
            for start in range(0, width, BLOCK):
                place = start + tl.arange(0, BLOCK)
                scores = tl.load(work + place, mask=place < width, other=0.0)
                tl.store(
                    work + place,
                    tl.div_rn(scores, tl.full((BLOCK,), 0.0, tl.float32) + temperature),
                    mask=place < width,
                )
            tl.debug_barrier()
            best = _settle(work, width, _best(work, width, BLOCK), BLOCK)
    elif PART == _TOP_K:
        k = tl.load(parameters + 4 * rows + row).to(tl.int64)
        if k > 0:
            most = tl.minimum(tl.maximum(k, keep), width).to(tl.int32)
            if best > float("-inf"):
                _truncate(PART, 2 if EXACT else 0, work, zone, width, best, 0.0, most, BLOCK)
    elif PART == _TOP_P:
        p = tl.load(parameters + 5 * rows + row)
        if (p < 1.0) & (best > float("-inf")):
            _truncate(PART, 1, work, zone, width, best, (1.0 - p).to(tl.float32), keep, BLOCK)
    else:
        p = tl.load(parameters + 6 * rows + row)
        if (p > 0.0) & (best > float("-inf")):
            _truncate(PART, 1, work, zone, width, best, p.to(tl.float32), keep, BLOCK)
    return best


@triton.jit
def _draw(work, width, best, uniform, BLOCK: tl.constexpr):
    """The first place by which the weights exceed uniform * total; the last of any weight if that rounds up."""
    column = tl.arange(0, BLOCK)
    total = tl.full((), 0.0, tl.float64)
    for start in range(0, width, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
        total += tl.sum(_weight(scores, best), 0)
    target = uniform * total
    reached = tl.full((), 0.0, tl.float64)
    token = tl.full((), -1, tl.int32)
    last = tl.full((), -1, tl.int32)
    begin = tl.full((), 0, tl.int32)
    while (begin < width) & (token < 0):
        scores = tl.load(work + begin + column, mask=begin + column < width, other=float("-inf"))
        weight = _weight(scores, best)
        hit = (reached + tl.cumsum(weight, 0) > target) & (weight > 0)
        first = tl.min(tl.where(hit, begin + column, width), 0)
        token = tl.where(first < width, first, -1)
        last = tl.maximum(last, tl.max(tl.where(weight > 0, begin + column, -1), 0))
        reached += tl.sum(weight, 0)
        begin += BLOCK
    return tl.where(token < 0, last, token)


@triton.jit
def _race(work, width, key, BLOCK: tl.constexpr):
    """The place that arrives first by the exponential numbers of `key` (`splitmix.exponential`)."""
    column = tl.arange(0, BLOCK)
    best = tl.full((), float("-inf"), tl.float64)
    token = tl.full((), -1, tl.int32)
    for start in range(0, width, BLOCK):
        scores = tl.load(work + start + column, mask=start + column < width, other=float("-inf"))
        x = (start + column + 2).to(tl.uint64) * _GOLDEN + key.to(tl.uint64)
        x = (x ^ (x >> 30)) * _MIX1
        x = (x ^ (x >> 27)) * _MIX2
        x = (x ^ (x >> 31)) >> 11
        noise = -tl.log((x.to(tl.float64) + 0.5) * 1.1102230246251565e-16)
        arrivals = tl.where(scores > float("-inf"), scores.to(tl.float64) - tl.log(noise), float("-inf"))
        here = tl.max(arrivals, 0)
        first = tl.min(tl.where(arrivals == here, start + column, width), 0)
        if here > best:
            best = here
            token = first
    return token


@triton.jit
def _rows(
    logits,
    row_stride,
    column_stride,
    mask,
    mask_stride,
    word_stride,
    words,
    seen,
    counts,
    parameters,
    uniforms,
    work,
    zone,
    tokens,
    rows,
    width,
    keep,
    FIRST: tl.constexpr,
    SECOND: tl.constexpr,
    THIRD: tl.constexpr,
    FOURTH: tl.constexpr,
    EXACT: tl.constexpr,
    RACES: tl.constexpr,
    BLOCK: tl.constexpr,
):
    row = tl.program_id(0).to(tl.int64)
    logits += row * row_stride
    work += row * width
    zone += row * BLOCK
    column = tl.arange(0, BLOCK)
    repetition = tl.load(parameters + row).to(tl.float32)
    frequency = tl.load(parameters + rows + row).to(tl.float32)
    presence = tl.load(parameters + 2 * rows + row).to(tl.float32)
    for start in range(0, width, BLOCK):
        place = (start + column).to(tl.int64)
        inside = place < width
        scores = tl.load(logits + place * column_stride, mask=inside, other=float("-inf")).to(tl.float32)
        if mask is not None:
            word = tl.load(
                mask + row * mask_stride + place // 32 * word_stride, mask=inside & (place // 32 < words), other=0
            )
            scores = tl.where(((word >> (place % 32).to(tl.int32)) & 1) != 0, scores, float("-inf"))
        if seen is not None:
            written = tl.load(seen + row * width + place, mask=inside, other=0) > 0
            divided = tl.div_rn(scores, tl.full((BLOCK,), 0.0, tl.float32) + repetition)
            scores = tl.where(written, tl.where(scores < 0, scores * repetition, divided), scores)
        if counts is not None:
            often = tl.load(counts + row * width + place, mask=inside, other=0).to(tl.float32)
            taken = often * frequency + tl.where(often > 0, presence, 0.0)
            scores = scores - taken
        tl.store(work + place, tl.where(scores == scores, scores, float("-inf")), mask=inside)
    tl.debug_barrier()

    best = _settle(work, width, _best(work, width, BLOCK), BLOCK)
    best = _stage(FIRST, EXACT, work, zone, parameters, row, rows, width, keep, best, BLOCK)
    best = _stage(SECOND, EXACT, work, zone, parameters, row, rows, width, keep, best, BLOCK)
    best = _stage(THIRD, EXACT, work, zone, parameters, row, rows, width, keep, best, BLOCK)
    best = _stage(FOURTH, EXACT, work, zone, parameters, row, rows, width, keep, best, BLOCK)

    if uniforms is not None:  # noqa: SIM102 -- known when compiled, unlike what follows
        if best > float("-inf"):
            if RACES:
                token = _race(work, width, tl.load(uniforms + row), BLOCK)
            else:
                token = _draw(work, width, best, tl.load(uniforms + row), BLOCK)
            tl.store(tokens + row, token.to(tl.int64))
