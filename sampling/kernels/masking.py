"""A bitmask on scores, by the fastest kernel for where they are: native, Triton, or the definition in torch."""

from __future__ import annotations

import importlib
import importlib.util
import os
from functools import lru_cache
from types import ModuleType

import torch

from . import definition, host

_LEAST_TRITON = (3, 3)  # what torch 2.7 brings; earlier ones have no tuples


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
    if kernel is not None and kernel.takes(scores):
        kernel.apply_bitmask(scores, bitmask, inplace=True)
    else:
        scores.masked_fill_(~definition.unpack_bitmask(bitmask, scores.shape[-1]), float("-inf"))


@lru_cache(maxsize=8)
def triton_module(name: str, gpu: bool) -> ModuleType | None:
    """A module of kernels, where a triton is installed that knows all they say, and is of use.

    That is on a GPU, or interpreted on the CPU (TRITON_INTERPRET=1), for tests.
    """
    wanted = gpu or os.environ.get("TRITON_INTERPRET") == "1"
    if not wanted or importlib.util.find_spec("triton") is None:
        return None
    major, minor = importlib.import_module("triton").__version__.split(".")[:2]
    return importlib.import_module(f".{name}", __package__) if (int(major), int(minor)) >= _LEAST_TRITON else None
