"""Dynamic temperature: the less certain the model is, the hotter.

llama.cpp's `temp_ext` (by kalomaze): the temperature moves from t - delta to t + delta with the entropy of the
candidates, divided by the entropy of as many equally probable ones.
"""

from __future__ import annotations

import torch

from ..stage import PerRow, Role, Stage, Step, column, finite, finite_counts, per_row
from .temperature import cooled


class DynamicTemperature(Stage):
    """T = low + (high - low) · (H / ln n)^exponent with low = max(0, temperature - delta), high = temperature + delta.

    H is the entropy of the n candidates above -inf. (llama.cpp also counts candidates that an earlier sampler masked
    without removing; so H / ln n is smaller there.) Rows whose delta is 0 or less get the plain temperature; rows with
    a single candidate stay; a temperature of 0 or less takes the best token.
    """

    role = Role.TEMPERATURE
    reads_text = False

    def __init__(self, temperature: PerRow, delta: PerRow, exponent: PerRow = 1.0) -> None:
        self.temperature = per_row("temperature", temperature, finite, "a finite number")
        self.delta = per_row("delta", delta, finite, "a finite number")
        self.exponent = per_row("exponent", exponent, finite, "a finite number")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        exact = scores.float()
        temperature, delta, exponent = (
            torch.as_tensor(column(p, exact), device=scores.device, dtype=torch.float32).expand(scores.shape[0], 1)
            for p in (self.temperature, self.delta, self.exponent)
        )
        n = finite_counts(exact)
        share = entropy(exact) / n.clamp(min=2).log()
        low, high = (temperature - delta).clamp(min=0), temperature + delta
        moved = low + (high - low) * share.clamp(min=0) ** exponent
        single = (n <= 1) & (delta > 0)
        return cooled(scores, torch.where(delta > 0, moved, temperature).masked_fill(single, 1).to(scores.dtype))


def entropy(scores: torch.Tensor) -> torch.Tensor:
    """The entropy of each row's distribution in nats, where 0 · ln 0 is 0: (rows, 1)."""
    log_p = scores.log_softmax(-1)
    p = log_p.exp()
    return -torch.where(p > 0, p * log_p, 0.0).sum(-1, keepdim=True)
