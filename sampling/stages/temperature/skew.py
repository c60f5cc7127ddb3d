"""Skew: bends the distribution towards its more or its less probable tokens, without removing any.

exllamav2 draws with u^(e^-skew) instead of u from the sorted distribution; the same as raising its cumulated
probabilities to the power e^skew, which is what stands here.
"""

from __future__ import annotations

import torch

from ..stage import PerRow, Role, Stage, Step, column, finite, per_row


class Skew(Stage):
    """Positive: towards less probable tokens; negative: towards more probable ones; 0: off."""

    role = Role.TEMPERATURE
    reads_text = False

    def __init__(self, skew: PerRow) -> None:
        self.skew = per_row("skew", skew, finite, "a finite number")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        exact = scores.double()
        power = torch.as_tensor(column(self.skew, exact), device=scores.device, dtype=torch.float64).exp()
        ordered, places = exact.sort(dim=-1, descending=True, stable=True)
        share = ordered.softmax(-1)
        below = share.cumsum(-1).clamp(max=1)
        mass = below**power - (below - share).clamp(min=0) ** power
        bent = torch.where(share > 0, mass.clamp(min=torch.finfo(torch.float64).tiny), 0.0).log()
        return torch.zeros_like(exact).scatter(1, places, bent).to(scores.dtype)
