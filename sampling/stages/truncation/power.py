"""Bars that follow from the distribution's own powers: top-a (the best probability squared) and p-less (the sum of
squares).

Both keep the best token always: a · p_max² <= p_max, and Σp² <= p_max.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, finite_counts, per_row


class TopA(Stage):
    """Removes tokens with p < a · p_max² (koboldcpp, text-generation-webui, aphrodite). 0: off."""

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, a: PerRow, *, filter_value: float = -INFINITY) -> None:
        self.a = per_row("a", a, lambda x: 0 <= x <= 1, "a number from 0 to 1")
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        p = scores.softmax(-1)
        return scores.masked_fill(p < column(self.a, scores) * p.amax(-1, keepdim=True) ** 2, self.filter_value)


class PLess(Stage):
    """Removes tokens with p < Σp² (arXiv 2509.23234: no parameter); normalised: p < (n · Σp² - 1) / (n - 1).

    n counts the candidates above -inf.
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, *, normalised: bool = False, filter_value: float = -INFINITY) -> None:
        self.normalised, self.filter_value = normalised, filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        p = scores.softmax(-1)
        bar = p.square().sum(-1, keepdim=True)
        if self.normalised:
            n = finite_counts(scores)
            bar = torch.where(n > 1, (n * bar - 1) / (n - 1).clamp(min=1), bar)
        bar = bar.minimum(p.amax(-1, keepdim=True))  # in exact arithmetic it is never more
        return scores.masked_fill(p < bar, self.filter_value)
