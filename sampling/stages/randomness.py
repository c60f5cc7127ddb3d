"""Where a sampler's random numbers come from: one stream a row, so that a row never depends on its neighbours.

`Seeded` computes every number from (the row's seed, the position, the stage): going back and forth over a text gives
the same numbers again, in any batch (`kernels.splitmix`). `Generators` draws from `torch.Generator`s that the caller
owns, `Global` from torch's own; those go on, whatever is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import torch

from ..kernels.splitmix import GOLDEN, MASK, exponential, mixed, mixed_int


class Randomness(Protocol):
    """Random numbers for the rows of one step."""

    def uniform(self, positions: np.ndarray, stream: int) -> torch.Tensor:
        """One number in [0, 1) a row, float64 (rows,) on the host. `positions` (rows,) counts generated tokens."""

    def exponential(self, positions: np.ndarray, stream: int, like: torch.Tensor) -> torch.Tensor:
        """Numbers of the standard exponential distribution, positive, in the shape of `like` (rows, width)."""

    def select(self, rows: Sequence[int]) -> Randomness:
        """The same for rows in another order or number."""

    def join(self, other: Any) -> Randomness:
        """The same for these rows and those of `other`, which is of the same kind."""


class Global:
    """torch's default generator."""

    def uniform(self, positions: np.ndarray, stream: int) -> torch.Tensor:
        return torch.rand(len(positions), dtype=torch.float64)

    def exponential(self, positions: np.ndarray, stream: int, like: torch.Tensor) -> torch.Tensor:
        return _positive(torch.empty_like(like, dtype=torch.float32).exponential_())

    def select(self, rows: Sequence[int]) -> Global:
        return self

    def join(self, other: Global) -> Global:
        return self


class Generators:
    """One `torch.Generator` a row, as serving engines keep them; their state moves on with every draw.

    `uniform` draws on the generator's device and brings the number to the host.
    """

    def __init__(self, generators: Sequence[torch.Generator]) -> None:
        self.generators = list(generators)

    def uniform(self, positions: np.ndarray, stream: int) -> torch.Tensor:
        drawn = [torch.rand((), dtype=torch.float64, generator=g, device=g.device) for g in self.generators]
        return torch.tensor([float(number) for number in drawn], dtype=torch.float64)

    def exponential(self, positions: np.ndarray, stream: int, like: torch.Tensor) -> torch.Tensor:
        noise = torch.empty_like(like, dtype=torch.float32)
        for row, generator in zip(noise, self.generators, strict=True):
            row.copy_(torch.empty(row.shape, device=generator.device).exponential_(generator=generator))
        return _positive(noise)

    def select(self, rows: Sequence[int]) -> Generators:
        return Generators([self.generators[row] for row in rows])

    def join(self, other: Generators) -> Generators:
        return Generators([*self.generators, *other.generators])


class Seeded:
    """Numbers as a function of seed, position and stage. `seeds` (rows,) are any integers; rows may share one."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self.seeds = np.array([seed & MASK for seed in seeds], np.uint64)
        self._mixed = mixed(self.seeds)
        self._few = self._mixed.tolist() if len(seeds) <= _FEW else None

    @property
    def keys(self) -> list[int]:
        """What the numbers of each row are computed from, with a position and a stream; natively too."""
        keys: list[int] = self._mixed.tolist()
        return keys

    def uniform(self, positions: np.ndarray, stream: int) -> torch.Tensor:
        if self._few is not None:
            places = zip(self._few, positions.tolist(), strict=True)
            numbers = [
                (mixed_int((key + (at * 0x1_0001 + stream) * GOLDEN) & MASK) >> 11) * 2.0**-53 for key, at in places
            ]
            return torch.tensor(numbers, dtype=torch.float64)
        return torch.from_numpy((self._keys(positions, stream) >> np.uint64(11)) * 2.0**-53)

    def exponential(self, positions: np.ndarray, stream: int, like: torch.Tensor) -> torch.Tensor:
        return exponential(self.keys_at(positions, stream).to(like.device), like.shape[1])

    def keys_at(self, positions: np.ndarray, stream: int) -> torch.Tensor:
        """The key of each row's numbers at its position: (rows,) int64, on the host."""
        return torch.from_numpy(self._keys(positions, stream).view(np.int64))

    def select(self, rows: Sequence[int]) -> Seeded:
        return Seeded([int(self.seeds[row]) for row in rows])

    def join(self, other: Seeded) -> Seeded:
        return Seeded([*map(int, self.seeds), *map(int, other.seeds)])

    def _keys(self, positions: np.ndarray, stream: int) -> np.ndarray:
        place = positions.astype(np.uint64) * np.uint64(0x1_0001) + np.uint64(stream)
        keys: np.ndarray = mixed(self._mixed + place * np.uint64(GOLDEN))
        return keys


_FEW = 16  # so many rows are computed faster one by one


def _positive(noise: torch.Tensor) -> torch.Tensor:
    """Zero is rounded away from: a race divides by these."""
    return noise.clamp_(min=torch.finfo(noise.dtype).tiny)
