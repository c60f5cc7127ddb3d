"""Infill sampling for fill-in-the-middle: merges tokens that begin alike, and ends where the text would only ramble on.

llama.cpp's `infill` sampler, to be used after top-k and top-p. Unlike there, the new probabilities become the scores
(ln p), so that the draw that follows sees the merged mass.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch

from ..stage import INFINITY, Role, Stage, Step, whole

_ENOUGH = 0.2  # tokens of this probability stay in the first round
_END_WEIGHT = 3


class Infill(Stage):
    """Per row, over its candidates in order of probability:

    1. if 3 · p(ends) · n exceeds p(text), only end tokens stay;
    2. of two candidates of which one's bytes begin the other's, the more probable takes the other's probability;
    3. tokens below 0.2 go, unless they end; if no text is left, `fallback` (the end-of-text token) is forced;
    4. after renormalisation, text below 1 / (candidates + 1) goes.

    `pieces` are the bytes of each token, None where it is no text; `end_tokens` end the generation. Costs time in the
    square of the number of candidates.
    """

    role = Role.TRUNCATION

    def __init__(self, pieces: Sequence[bytes | None], end_tokens: Sequence[int], fallback: int) -> None:
        self.pieces = pieces
        self.end_tokens = frozenset(whole("an end token", int(token), 0) for token in end_tokens)
        self.fallback = whole("fallback", fallback, 0)

    def __repr__(self) -> str:
        return f"Infill(<{len(self.pieces)} pieces>, end_tokens={sorted(self.end_tokens)}, fallback={self.fallback})"

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        filled = torch.full_like(scores, -INFINITY)
        for row, line in enumerate(scores):
            ids = (line > -INFINITY).nonzero().flatten()
            if not len(ids):
                continue
            order = line[ids].argsort(descending=True, stable=True)
            ids = ids[order]
            p = line[ids].float().softmax(-1).cpu().numpy().astype(np.float64)
            for token, probability in self.chosen(ids.tolist(), p.tolist()).items():
                filled[row, token] = math.log(probability) if probability > 0 else -INFINITY
        return filled

    def chosen(self, ids: list[int], p: list[float]) -> dict[int, float]:
        """The tokens that stay, with their probabilities; `ids` are the candidates in descending order of `p`."""
        ends = {i for i, token in enumerate(ids) if token in self.end_tokens}
        p_end = sum(p[i] for i in ends)
        if _END_WEIGHT * p_end * len(ids) > sum(p) - p_end:
            return _normal({ids[i]: p[i] for i in sorted(ends)})
        p = list(p)
        alive = [True] * len(ids)
        for i, a in enumerate(ids):
            for j, b in enumerate(ids):
                if i == j or not (alive[i] and alive[j]) or not self._begins(a, b):
                    continue
                winner, loser = (i, j) if p[i] >= p[j] else (j, i)
                p[winner] += p[loser]
                p[loser], alive[loser] = 0.0, False
        kept = [i for i in range(len(ids)) if i in ends or p[i] >= _ENOUGH]
        text = len([i for i in kept if i not in ends])
        if not text:
            return {self.fallback: 1.0}
        shares = _normal({ids[i]: p[i] for i in kept})
        least = 1 / (text + 1)
        return _normal({t: share for t, share in shares.items() if t in self.end_tokens or share >= least})

    def _begins(self, a: int, b: int) -> bool:
        first, second = self.pieces[a], self.pieces[b]
        return bool(first and second and second.startswith(first))


def _normal(weights: dict[int, float]) -> dict[int, float]:
    total = sum(weights.values())
    return {token: weight / total for token, weight in weights.items()} if total > 0 else weights
