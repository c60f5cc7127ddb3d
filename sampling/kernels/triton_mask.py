"""A bitmask on scores, on a GPU: a tile a program, and no score is read that goes with its word, or written that stays.

Imported only where triton is installed. Without a GPU it runs under TRITON_INTERPRET=1, slowly.
"""

# Triton's kernels have no types that mypy could follow.
# mypy: ignore-errors

from __future__ import annotations

import torch
import triton
import triton.language as tl
import triton.runtime.interpreter

_WORDS = 64  # of a tile: 2,048 columns


def takes(scores: torch.Tensor) -> bool:
    """Whether these scores can be given to the kernel: (rows, width) of a usual dtype, no gradient wanted."""
    interpreted = isinstance(_forbid, triton.runtime.interpreter.InterpretedFunction)
    device = scores.is_cpu if interpreted else scores.is_cuda
    return device and scores.dim() == 2 and scores.dtype.itemsize <= 8 and not scores.requires_grad


def apply_bitmask(scores: torch.Tensor, bitmask: torch.Tensor, *, inplace: bool = False) -> torch.Tensor:
    """As `definition.apply_bitmask`; with `inplace` the scores themselves, where only what is forbidden is written."""
    rows, width = scores.shape
    target = scores if inplace else torch.empty((rows, width), dtype=scores.dtype, device=scores.device)
    if rows and width:
        grid = (rows, triton.cdiv(width, 32 * _WORDS))
        _forbid[grid](
            scores, *scores.stride(), bitmask, *bitmask.stride(), bitmask.shape[1], target, *target.stride(), width,
            inplace, _WORDS, num_warps=4,
        )  # fmt: skip
    return target


@triton.jit
def _forbid(
    scores, row_stride, column_stride,
    mask, mask_stride, word_stride, words,
    target, target_row_stride, target_column_stride,
    width,
    INPLACE: tl.constexpr, WORDS: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    word = tl.program_id(1) * WORDS + tl.arange(0, WORDS)
    lane = tl.arange(0, 32)[None, :]
    column = (word[:, None] * 32 + lane).to(tl.int64)
    bits = tl.load(mask + row * mask_stride + word.to(tl.int64) * word_stride, mask=word < words, other=0)[:, None]
    allowed = ((bits >> lane) & 1) != 0
    target += row * target_row_stride + column * target_column_stride
    source = scores + row * row_stride + column * column_stride
    inside = column < width
    if INPLACE:  # a word is written whole or not at all: so sixteen bytes are written at once
        inside = inside & (bits != -1)
    kept = tl.load(source, mask=inside & (bits != 0), other=float("-inf"))
    tl.store(target, tl.where(allowed, kept, float("-inf")), mask=inside)
