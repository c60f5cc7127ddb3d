"""Top-nσ: tokens more than n standard deviations of the logits below the best one go.

Tang et al., Top-nσ: Not All Logits Are You Need (2024). The kept set does not depend on the temperature, so noise in
the logits' tail stays out even when it is hot.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, finite_counts, per_row


class TopNSigma(Stage):
    """Removes scores below max - n · σ, where σ is the population deviation of the scores above -inf. n <= 0: off."""

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, n: PerRow, *, filter_value: float = -INFINITY) -> None:
        self.n = per_row("n", n, lambda x: x == x, "a number (0 or less: off)")
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        n = torch.as_tensor(column(self.n, scores), device=scores.device)
        exact = scores.double()
        present = exact > -INFINITY
        count = finite_counts(exact).clamp(min=1)
        mean = exact.masked_fill(~present, 0).sum(-1, keepdim=True) / count
        variance = (exact - mean).masked_fill(~present, 0).square().sum(-1, keepdim=True) / count
        removed = exact < exact.amax(-1, keepdim=True) - n * variance.sqrt()
        return scores.masked_fill(removed & (n > 0), self.filter_value)
