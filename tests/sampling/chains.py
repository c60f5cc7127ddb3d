"""Random rows, masks, histories and chains for the fused kernels: odd widths, ties, infinities, strides, every order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from constrain.sampling.kernels.chain import PARTS, Chain

WIDTHS = (1, 3, 7, 32, 33, 100, 1000, 1024, 1025, 4099, 6000, 20000)
DTYPES = (torch.float32, torch.float16, torch.bfloat16)
KINDS = ("normal", "ties", "peaked", "infinite", "constant", "huge", "tiny")


@dataclass(frozen=True)
class Case:
    """One call: everything that `fused.sample` takes."""

    logits: torch.Tensor
    chain: Chain
    uniforms: torch.Tensor
    bitmask: torch.Tensor | None
    repeated: torch.Tensor | None
    counted: torch.Tensor | None

    def given(self) -> tuple[Any, ...]:
        return self.bitmask, self.repeated, self.counted

    def named(self) -> dict[str, Any]:
        return {"bitmask": self.bitmask, "repeated": self.repeated, "counted": self.counted}


def packed(allowed: np.ndarray) -> torch.Tensor:
    """Booleans (rows, width) as a bitmask (rows, words) int32."""
    rows, width = allowed.shape
    room = np.zeros((rows, 32 * ((width + 31) // 32)), bool)
    room[:, :width] = allowed
    return torch.from_numpy(np.packbits(room, axis=1, bitorder="little").view(np.int32))


class Cases:
    """A stream of random cases; the same for the same seed."""

    def __init__(self, seed: int, dtypes: tuple[torch.dtype, ...] = DTYPES, widths: tuple[int, ...] = WIDTHS) -> None:
        self.rng = np.random.default_rng(seed)
        self.dtypes, self.widths = dtypes, widths

    def __next__(self) -> Case:
        rows, width = self._one(1, 2, 3), self._one(*self.widths)
        return Case(
            self._strided(self._scores(rows, width).to(self._one(*self.dtypes))),
            self._chain(rows),
            torch.from_numpy(self.rng.random(rows)),
            packed(self._allowed(rows, width)) if self.rng.random() < 0.6 else None,
            self._tokens(rows, width),
            self._tokens(rows, min(width, 20)),
        )

    def _one(self, *choices: Any) -> Any:
        return choices[self.rng.integers(len(choices))]

    def _scores(self, rows: int, width: int) -> torch.Tensor:
        kind = self._one(*KINDS)
        scores = self.rng.normal(size=(rows, width)) * self._one(0.01, 1, 3, 10)
        if kind == "ties":
            scores = np.round(scores * 2) / 2
        elif kind == "peaked":
            scores[:, self.rng.integers(width)] += 20
        elif kind == "infinite":
            scores[self.rng.random((rows, width)) < 0.3] = -np.inf
            scores[self.rng.random((rows, width)) < 0.1] = np.nan
            if self.rng.random() < 0.3:
                scores[self.rng.random((rows, width)) < 0.01] = np.inf
        elif kind == "constant":
            scores[:] = 0
        elif kind in ("huge", "tiny"):
            scores *= 1e37 if kind == "huge" else 1e-42
        with np.errstate(over="ignore"):  # huge ones become infinite
            return torch.from_numpy(scores.astype(np.float32))

    def _strided(self, scores: torch.Tensor) -> torch.Tensor:
        """The same values as they are, as a slice between other rows, or with columns far apart."""
        layout = self._one("plain", "slice", "columns")
        if layout == "slice":
            return torch.stack((scores, scores + 1), 1)[:, 0]
        return scores.t().contiguous().t() if layout == "columns" else scores

    def _allowed(self, rows: int, width: int) -> np.ndarray:
        if self.rng.random() < 0.2:
            one = np.zeros((rows, width), bool)
            one[np.arange(rows), self.rng.integers(0, width, rows)] = True
            return one
        density = self._one(0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.999, 1)
        allowed: np.ndarray = self.rng.random((rows, width)) < density
        return allowed

    def _tokens(self, rows: int, limit: int) -> torch.Tensor | None:
        """Some ids up to `limit`, some of them outside the vocabulary."""
        if self.rng.random() < 0.4:
            return None
        return torch.from_numpy(self.rng.integers(-1, limit + 2, (rows, self._one(0, 1, 30))))

    def _chain(self, rows: int) -> Chain:
        def each(*choices: float) -> Any:
            return self._one(*choices) if self.rng.random() < 0.5 else [self._one(*choices) for _ in range(rows)]

        order = list(PARTS)
        if self.rng.random() < 0.5:
            self.rng.shuffle(order)
        on = self.rng.random(4) < 0.6
        return Chain(
            each(1.0, 1.05, 1.5, 0.8),
            each(0.0, 0.1, -0.5),
            each(0.0, 0.3),
            each(0.7, 0.1, 1.3, 1.0, 0.0, 1e-3, 5.0, 1e-38, 3e38) if on[0] else 1.0,
            each(1, 2, 5, 20, 50, 200, 1000, 3000) if on[1] else 0,
            each(0.0, 0.1, 0.5, 0.8, 0.95, 0.99, 0.9999, 1.0) if on[2] else 1.0,
            each(0.0, 0.001, 0.05, 0.5, 1.0) if on[3] else 0.0,
            order=tuple(order),
            top_k_ties=self._one("keep", "exact"),
            min_tokens_to_keep=self._one(1, 1, 1, 2, 10, 300),
        )
