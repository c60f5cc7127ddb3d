"""SplitMix64: random numbers as a function of a key and a place, the same on the host, a device and natively.

Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014. `mixed` is its output function; the numbers of
a stream with key k are mixed(k + n · GOLDEN), n = 1, 2, … Integers are of 64 bits and wrap around.
"""

from __future__ import annotations

import numpy as np
import torch

MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15
FACTORS = _FIRST, _SECOND = 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB


def mixed_int(x: int) -> int:
    """`mixed` of one number."""
    x = (x + GOLDEN) & MASK
    x = ((x ^ (x >> 30)) * _FIRST) & MASK
    x = ((x ^ (x >> 27)) * _SECOND) & MASK
    return x ^ (x >> 31)


def mixed(x: np.ndarray) -> np.ndarray:
    """SplitMix64's output function, over uint64."""
    x = x + np.uint64(GOLDEN)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(_FIRST)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(_SECOND)
    out: np.ndarray = x ^ (x >> np.uint64(31))
    return out


def exponential(keys: torch.Tensor, width: int) -> torch.Tensor:
    """Standard exponential numbers, positive, float64 (rows, width): the stream of each key (rows,) int64.

    -ln of a number in (0, 1) that is the odd multiple of 2^-54 at the head of `mixed`.
    """
    places = torch.arange(1, width + 1, dtype=torch.int64, device=keys.device)
    x = keys.unsqueeze(1) + (places + 1) * _signed(GOLDEN)  # the second summand of `mixed` is one more GOLDEN
    x = (x ^ _shifted(x, 30)) * _signed(_FIRST)
    x = (x ^ _shifted(x, 27)) * _signed(_SECOND)
    x = x ^ _shifted(x, 31)
    return -((_shifted(x, 11).double() + 0.5) * 2.0**-53).log()


def _signed(x: int) -> int:
    return x - (1 << 64) if x >> 63 else x


def _shifted(x: torch.Tensor, bits: int) -> torch.Tensor:
    """x >> bits, filling with zeros."""
    return (x >> bits) & ((1 << (64 - bits)) - 1)
