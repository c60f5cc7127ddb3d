"""What kernels on a device need of the host: the modules that hold them, and tensors sent there."""

from __future__ import annotations

import importlib
import importlib.util
import os
from functools import lru_cache
from types import ModuleType

import torch

_LEAST_TRITON = (3, 3)  # what torch 2.7 brings; earlier ones have no tuples


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


def sent(tensor: torch.Tensor, device: torch.device, dtype: torch.dtype | None = None) -> torch.Tensor:
    """The tensor on the device; the caller may write to the original again at once.

    The host does not wait for the device, since memory that is not pinned is staged before the call returns. Pinned
    memory would be read later, so there it waits.
    """
    waits = device.type == "cpu" or (tensor.is_cpu and tensor.is_pinned())
    return tensor.to(device, dtype or tensor.dtype, non_blocking=not waits)
