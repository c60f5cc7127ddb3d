"""Locally typical sampling: the tokens whose information is nearest to the expected information stay.

Meister et al., Locally Typical Sampling (2022): ordered by |-ln p - H|, the first ones that together have probability
`mass`.
"""

from __future__ import annotations

from typing import Literal

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, one_of, per_row, whole


class Typical(Stage):
    """Keeps the most typical tokens up to probability `mass`.

    `comparison=">="` stops as soon as the mass is reached and `ties="keep"` keeps all that are as typical as the last
    (transformers); llama.cpp wants more than the mass (">") and cuts exactly there ("exact"; a mass of 1 or more is
    off). Tokens of probability 0 count 0 in the entropy and are never kept for being typical (llama.cpp's entropy is
    NaN then, and it falls back to top-p).
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(
        self,
        mass: PerRow = 0.9,
        *,
        comparison: Literal[">=", ">"] = ">=",
        ties: Literal["keep", "exact"] = "keep",
        min_tokens_to_keep: int = 1,
        filter_value: float = -INFINITY,
    ) -> None:
        one_of("comparison", comparison, ">=", ">")
        one_of("ties", ties, "keep", "exact")
        if ties == "keep":
            self.mass = per_row("mass", mass, lambda x: 0 < x < 1, "a probability above 0 and below 1")
        else:
            self.mass = per_row("mass", mass, lambda x: x == x, "a number (1 or more: off)")
        self.comparison, self.ties = comparison, ties
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 1)
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        mass = column(self.mass, scores)
        log_p = scores.log_softmax(-1)
        entropy = -(log_p * log_p.exp()).nansum(-1, keepdim=True)
        oddness = (-log_p - entropy).abs()
        ordered, places = torch.sort(oddness, descending=False)
        total = scores.gather(-1, places).softmax(-1).cumsum(-1)
        last = (total < mass if self.comparison == ">=" else total <= mass).sum(1, keepdim=True)
        last.clamp_(max=scores.shape[1] - 1)
        if self.ties == "keep":
            removed = ordered > ordered.gather(1, last)
        else:
            removed = torch.arange(scores.shape[1], device=scores.device) > last
            removed = removed & (torch.as_tensor(mass, device=scores.device) < 1)
        removed[..., : self.min_tokens_to_keep] = False
        return scores.masked_fill(removed.scatter(1, places, removed), self.filter_value)
