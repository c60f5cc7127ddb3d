"""What each kernel means, in plain torch: the obvious expression, on any device and dtype.

A fast kernel beside this file has the same signature and a test that compares it with its definition here.
"""

from __future__ import annotations

import torch


def unpack_bitmask(bitmask: torch.Tensor, width: int) -> torch.Tensor:
    """The bits of `bitmask` (rows, words) int32 as booleans (rows, width): column c is bit c % 32 of word c // 32.

    Columns past the last word are False. Works on bytes, so the intermediate is one byte a column.

    >>> unpack_bitmask(torch.tensor([[5]], dtype=torch.int32), 4)
    tensor([[ True, False,  True, False]])
    """
    octets = bitmask.contiguous().view(torch.uint8)  # (rows, 4 * words), little-endian
    shifts = torch.arange(8, dtype=torch.uint8, device=bitmask.device)
    bits = ((octets.unsqueeze(-1) >> shifts) & 1).view(torch.bool).flatten(1)  # (rows, 32 * words)
    if bits.shape[1] < width:
        bits = torch.nn.functional.pad(bits, (0, width - bits.shape[1]))
    return bits[:, :width]


def apply_bitmask(scores: torch.Tensor, bitmask: torch.Tensor) -> torch.Tensor:
    """A copy of `scores` (rows, width) with -inf wherever the bit in `bitmask` (rows, words) int32 is 0.

    Dtype, device and shape stay; `scores` is not written to.

    >>> apply_bitmask(torch.tensor([[0.5, 1.5, 2.5]]), torch.tensor([[0b101]], dtype=torch.int32))
    tensor([[0.5000,   -inf, 2.5000]])
    """
    return torch.where(unpack_bitmask(bitmask, scores.shape[-1]), scores, float("-inf"))
