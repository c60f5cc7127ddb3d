"""Stages on the numbers themselves: NaN and infinities replaced, scores made log-probabilities."""

from __future__ import annotations

import torch

from ..stage import INFINITY, Role, Stage, Step


class RemoveInvalidValues(Stage):
    """NaN becomes 0, +inf and -inf the largest and smallest finite numbers. Before anything that forbids by -inf."""

    role = Role.REPAIR
    reads_text = False

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        limits = torch.finfo(scores.dtype)
        return scores.nan_to_num(nan=0.0, posinf=limits.max, neginf=limits.min)


class Renormalise(Stage):
    """Logits to log-probabilities, which sum to 1 among what is left. Last before the draw."""

    role = Role.NORMALISE
    reads_text = False

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return scores.log_softmax(-1)


def is_empty(scores: torch.Tensor) -> torch.Tensor:
    """Rows in which nothing is possible: booleans (rows,)."""
    return scores.amax(-1) == -INFINITY
