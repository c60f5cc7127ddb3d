"""Tail-free sampling: cuts where the sorted probabilities stop bending.

By Phillips (2019), as llama.cpp had it until October 2024 and koboldcpp has it: the absolute second differences of the
sorted probabilities, normalised, are summed until they exceed z.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, finite_counts, per_row, whole

_FLAT = 1e-6  # second differences that sum to less count as equal


class TailFree(Stage):
    """Keeps the first tokens whose share of the summed curvature is at most `z`. 1 or more is off; so are two
    tokens."""

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, z: PerRow, *, min_tokens_to_keep: int = 1, filter_value: float = -INFINITY) -> None:
        self.z = per_row("z", z, lambda x: x == x, "a number (1 or more: off)")
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 1)
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        n = finite_counts(scores)
        if scores.shape[1] <= 2:
            return scores.clone()
        z = torch.as_tensor(column(self.z, scores), device=scores.device)
        ordered, places = scores.sort(dim=-1, descending=True, stable=True)
        bend = ordered.softmax(-1).diff(dim=-1).diff(dim=-1).abs()
        index = torch.arange(bend.shape[1], device=scores.device)
        bend = bend.masked_fill(index >= n - 2, 0)
        total = bend.sum(-1, keepdim=True)
        share = torch.where(total > _FLAT, bend / total.clamp(min=_FLAT), 1 / (n - 2).clamp(min=1).to(scores.dtype))
        beyond = (share.cumsum(-1) > z) & (index >= self.min_tokens_to_keep) & (index < n - 2)
        cut = torch.where(beyond.any(-1, keepdim=True), beyond.int().argmax(-1, keepdim=True), scores.shape[1])
        removed = (torch.arange(scores.shape[1], device=scores.device) >= cut) & (z < 1) & (n > 2)
        return scores.masked_fill(removed.scatter(1, places, removed), self.filter_value)
