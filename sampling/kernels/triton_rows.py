"""What the Triton kernels share: how a tile of scores is read, the order of floats, weights.

A tile is a two-dimensional block of scores, one row a word of the bitmask: (words, 32). Imported only where triton is
installed.
"""

# Triton compiles these functions from their source and has no types that mypy could follow.
# mypy: ignore-errors

from __future__ import annotations

import triton
import triton.language as tl

REPEATED = tl.constexpr(1 << 30)  # set in a tally where the token is among the repeated; the rest counts


@triton.jit
def order_key(x):
    """The bits of a float32 as an integer of the same order; both zeros are equal."""
    bits = tl.where(x == 0.0, 0.0, x).to(tl.float32).to(tl.int32, bitcast=True)
    return tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits).to(tl.int64)


@triton.jit
def value_of(key):
    """The float32 whose `order_key` this is."""
    bits = key.to(tl.int32)
    return tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits).to(tl.float32, bitcast=True)


@triton.jit
def weight(scores, best):
    """exp(score - best) in float64."""
    return tl.exp(scores.to(tl.float64) - best.to(tl.float64))


@triton.jit
def quotient(x, y):
    """x / y, rounded as IEEE 754 asks; y is a scalar."""
    return tl.div_rn(x, tl.zeros_like(x) + y)


@triton.jit
def penalised(scores, tally, parameters, row, rows):
    """Scores after the penalties, by each token's tally (0: none). The first rows of `parameters` are repetition,
    frequency and presence penalty."""
    repetition = tl.load(parameters + row).to(tl.float32)
    frequency = tl.load(parameters + rows + row).to(tl.float32)
    presence = tl.load(parameters + 2 * rows + row).to(tl.float32)
    divided = tl.where(scores < 0, scores * repetition, quotient(scores, repetition))
    scores = tl.where((tally & REPEATED) != 0, divided, scores)
    count = (tally & (REPEATED - 1)).to(tl.float32)
    taken = count * frequency + tl.where(count > 0, presence, 0.0)
    return tl.where(count > 0, scores - taken, scores)


@triton.jit
def read_tile(
    logits, row_stride, column_stride,
    mask, mask_stride, word_stride, words,
    marks, tallies,
    parameters, row, rows, first, width, wanted,
    WORDS: tl.constexpr,
):  # fmt: skip
    """The masked and penalised scores (WORDS, 32) float32 of a row from word `first` on, and where a logit is NaN.

    What is forbidden, NaN, beyond `width`, or in a word that is not `wanted` (WORDS,), is -inf; no word is read of
    which all columns are. NaN of what is forbidden does not count. `mask` and `tallies` may be None; `marks` are those
    of the row.
    """
    word = first + tl.arange(0, WORDS)
    lane = tl.arange(0, 32)[None, :]
    column = word[:, None] * 32 + lane
    inside = (column < width) & wanted[:, None]
    allowed = inside
    if mask is not None:
        bits_at = mask + row * mask_stride + word.to(tl.int64) * word_stride
        bits = tl.load(bits_at, mask=wanted & (word < words), other=0)[:, None]
        inside = inside & (bits != 0)
        allowed = inside & (((bits >> lane) & 1) != 0)
    logits_at = logits + row * row_stride + column.to(tl.int64) * column_stride
    scores = tl.load(logits_at, mask=inside, other=float("-inf")).to(tl.float32)
    spoilt = allowed & (scores != scores)
    if tallies is not None:
        mark = tl.load(marks + word, mask=wanted & (word * 32 < width), other=0)[:, None]
        if tl.max((mark != 0).to(tl.int32)) > 0:
            marked = allowed & (((mark >> lane) & 1) != 0)
            tally = tl.load(tallies + row * width + column, mask=marked, other=0)
            scores = penalised(scores, tally, parameters, row, rows)
    return tl.where(allowed & (scores == scores), scores, float("-inf")), spoilt


@triton.jit
def bits_set(word):
    """How many bits of an int32 are set."""
    word -= (word >> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
    word = (word + ((word >> 4) & 0x0F0F0F0F)) & 0x0F0F0F0F
    return ((word * 0x01010101) >> 24) & 0x3F
