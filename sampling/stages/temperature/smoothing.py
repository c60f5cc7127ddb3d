"""Quadratic and cubic smoothing: the distance to the best score is bent, so that the head flattens and the tail sinks.

By kalomaze (koboldcpp, text-generation-webui, aphrodite). With d = z - max z:
z' = max z - k·f·d² + s·f·d³ where k = (3 - curve) / 2 and s = (curve - 1) / 2.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, finite, per_row


class Smoothing(Stage):
    """Bends scores by `factor` (0: off) and `curve` (1: purely quadratic). The best token keeps its score."""

    role = Role.TEMPERATURE
    reads_text = False

    def __init__(self, factor: PerRow, curve: PerRow = 1.0) -> None:
        self.factor = per_row("factor", factor, lambda x: x >= 0 and finite(x), "a number of at least 0")
        self.curve = per_row("curve", curve, finite, "a finite number")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        factor, curve = column(self.factor, scores), column(self.curve, scores)
        top = scores.amax(-1, keepdim=True)
        distance = scores - top
        bent = top - (3 - curve) / 2 * factor * distance**2 + (curve - 1) / 2 * factor * distance**3
        bent = torch.where(scores > -INFINITY, bent, scores)
        return torch.where(torch.as_tensor(factor, device=scores.device) > 0, bent, scores).to(scores.dtype)
