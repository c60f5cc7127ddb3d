"""Min-k: cuts at the steepest step down among the best scores.

Ding et al., Min-k Sampling: Decoupling Truncation from Temperature Scaling via Relative Logit Dynamics (ACL 2026,
arXiv 2604.11012). On scores as the model gives them; put it before a temperature.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, finite_counts, per_row

_TINY = 1e-8


class MinK(Stage):
    """Keeps the k best scores z_1 >= z_2 >= …, where k is the larger of the place of the steepest step and tau / range.

    The step after place i has the size (z_i - z_(i+1)) / (range · i); the range is z_1 less the lowest score above
    -inf; tau / range, rounded down, keeps flat rows wide (`tau` >= 0; 0 for the steepest step alone). Exactly k
    tokens stay, at least one, of equal scores the first.
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, tau: PerRow, *, filter_value: float = -INFINITY) -> None:
        self.tau = per_row("tau", tau, lambda x: 0 <= x < INFINITY, "a finite number of at least 0")
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        ordered, places = scores.double().sort(dim=-1, descending=True, stable=True)
        n = finite_counts(scores)
        rank = torch.arange(1, scores.shape[1] + 1, device=scores.device)  # of each place
        lowest = ordered.gather(1, (n - 1).clamp(min=0))
        spread = (ordered[:, :1] - lowest).nan_to_num(nan=0.0)
        steps = (ordered[:, :-1] - ordered[:, 1:]) / (spread + _TINY) / rank[:-1]
        steps = torch.where(rank[:-1] < n, steps, -1.0)
        steepest = 1 + steps.argmax(-1, keepdim=True) if scores.shape[1] > 1 else torch.ones_like(n)
        tau = torch.as_tensor(column(self.tau, scores.double()), device=scores.device)
        k = (tau / spread.clamp(min=_TINY)).floor().clamp(max=scores.shape[1]).maximum(steepest)
        removed = (rank > k).expand_as(scores)
        return scores.masked_fill(torch.zeros_like(removed).scatter(1, places, removed), self.filter_value)
