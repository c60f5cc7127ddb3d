"""`apply_bitmask` on the CPU, several times faster than its definition.

`torch.where` and `masked_fill` branch on every column, which costs up to 5 ns each where the mask looks random. Masks
of grammars are mostly nearly empty (punctuation) or nearly full (inside a string), so a row is written as one fill or
one copy plus the few columns that differ; in between, bit arithmetic on the scores as integers has no branch. Measured
on one thread at 151,936 columns: 15-35 µs a row at either end and about 130 µs in the middle, against 190-770 µs.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch

from . import definition

_INTEGERS = {2: torch.int16, 4: torch.int32, 8: torch.int64}  # of the same size as the score's dtype
_FEW = 16  # a row is written column by column where at most one word in this many differs from its background


@lru_cache(maxsize=1)
def _octets() -> torch.Tensor:
    """For every byte its eight bits as eight bytes of 0 or 0xFF, packed in one int64: (256,)."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return torch.from_numpy((bits * np.uint8(255)).view(np.int64).reshape(256))


@lru_cache(maxsize=8)
def _infinity(dtype: torch.dtype) -> int:
    """The bits of -inf in `dtype`, as a signed integer."""
    return int(torch.tensor(float("-inf"), dtype=dtype).view(_INTEGERS[dtype.itemsize]))


def _columns(words: np.ndarray, places: np.ndarray, width: int) -> np.ndarray:
    """The columns of the bits set in `words[places]`, ascending and below `width`."""
    bits = np.unpackbits(words[places].view(np.uint8), bitorder="little").view(np.bool_)
    found = np.flatnonzero(bits)  # of bool: three times as fast as of integers
    columns: np.ndarray = places[found >> 5] * 32 + (found & 31)
    return columns[: np.searchsorted(columns, width)]


def masked(scores: torch.Tensor, bitmask: torch.Tensor) -> torch.Tensor:
    """`definition.apply_bitmask` on the device of `scores`, by the kernel below where that is the host."""
    on_host = scores.device.type == "cpu" and not scores.requires_grad
    return apply_bitmask(scores, bitmask) if on_host else definition.apply_bitmask(scores, bitmask)


def apply_bitmask(scores: torch.Tensor, bitmask: torch.Tensor) -> torch.Tensor:
    """As `definition.apply_bitmask`, for floating-point scores on the CPU."""
    rows, width = scores.shape
    integers = scores.detach().view(_INTEGERS[scores.dtype.itemsize])
    masked = torch.empty_like(integers, memory_format=torch.contiguous_format)
    infinity = _infinity(scores.dtype)
    source, target = integers.numpy(), masked.numpy()
    words = (width + 31) // 32
    mask = bitmask.numpy()
    if mask.shape[1] < words:
        mask = np.pad(mask, ((0, 0), (0, words - mask.shape[1])))
    for row in range(rows):
        bits = np.ascontiguousarray(mask[row, :words])
        places = np.flatnonzero(bits != 0)
        if len(places) * _FEW <= words:
            columns = _columns(bits, places, width)
            target[row] = infinity
            target[row, columns] = source[row, columns]
            continue
        places = np.flatnonzero(bits != -1)
        if len(places) * _FEW <= words:
            target[row] = source[row]
            target[row, _columns(~bits, places, width)] = infinity
            continue
        spread = _octets().index_select(0, torch.from_numpy(bits.view(np.uint8).astype(np.int32)))
        keep = spread.view(torch.int8)[:width].to(integers.dtype)  # all ones where the token is allowed
        torch.bitwise_xor(integers[row], infinity, out=masked[row])
        masked[row].bitwise_and_(keep).bitwise_xor_(infinity)
    return masked.view(scores.dtype)
