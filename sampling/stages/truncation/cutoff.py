"""Epsilon and eta sampling: tokens below an absolute probability go; eta lowers the bar where the model is uncertain.

Hewitt, Manning, Liang, Truncation Sampling as Language Model Desmoothing (2022).
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, per_row, whole


class Epsilon(Stage):
    """Removes tokens with p < epsilon, but for the `min_tokens_to_keep` best (and their equals)."""

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, epsilon: PerRow, *, min_tokens_to_keep: int = 1, filter_value: float = -INFINITY) -> None:
        self.epsilon = per_row("epsilon", epsilon, lambda x: 0 < x < 1, "a probability above 0 and below 1")
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 1)
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return self._below(scores, column(self.epsilon, scores))

    def _below(self, scores: torch.Tensor, bar: torch.Tensor | float) -> torch.Tensor:
        least = scores.topk(min(self.min_tokens_to_keep, scores.shape[-1]))[0][..., -1, None]
        return scores.masked_fill((scores.softmax(-1) < bar) & (scores < least), self.filter_value)


class Eta(Epsilon):
    """Removes tokens with p < min(epsilon, √epsilon · e^-H), but for the best. H is the entropy in nats."""

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        entropy = torch.distributions.Categorical(logits=scores, validate_args=False).entropy()  # type: ignore[no-untyped-call]
        value = column(self.epsilon, scores)
        epsilon = value.squeeze(1) if isinstance(value, torch.Tensor) else torch.tensor(value, device=scores.device)
        return self._below(scores, torch.min(epsilon, epsilon.sqrt() * (-entropy).exp())[..., None])
