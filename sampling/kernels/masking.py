"""A bitmask on scores, by the fastest kernel for where they are: native, Triton, or the definition in torch."""

from __future__ import annotations

import torch

from . import definition, host
from .device import triton_module


def masked(scores: torch.Tensor, bitmask: torch.Tensor) -> torch.Tensor:
    """`definition.apply_bitmask` of scores (rows, width); the bitmask (rows, words) int32 is on their device."""
    if host.takes(scores):
        return host.apply_bitmask(scores, bitmask)
    kernel = triton_module("triton_mask", scores.is_cuda)
    if kernel is not None and kernel.takes(scores):
        return torch.as_tensor(kernel.apply_bitmask(scores, bitmask))
    return definition.apply_bitmask(scores, bitmask)


def forbid(scores: torch.Tensor, bitmask: torch.Tensor) -> None:
    """The same in place, off the host or where it cannot be done natively."""
    kernel = triton_module("triton_mask", scores.is_cuda)
    if kernel is not None and kernel.takes(scores) and host.lies_apart(scores):
        kernel.apply_bitmask(scores, bitmask, inplace=True)
    else:
        scores.masked_fill_(~definition.unpack_bitmask(bitmask, scores.shape[-1]), float("-inf"))
