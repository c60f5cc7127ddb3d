"""XTC ("exclude top choices"): now and then the most probable tokens go, so that the text leaves the beaten track.

By p-e-w (text-generation-webui pull request 6335), with llama.cpp's rules: with some probability, all tokens of at
least the threshold are removed except the least probable of them; what is less probable stays.
"""

from __future__ import annotations

from typing import Literal

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, finite_counts, one_of, per_row, whole


class XTC(Stage):
    """With `probability`, removes all tokens of p >= `threshold` but the least probable of them.

    Off where `probability` <= 0 or `threshold` > 0.5 (two tokens cannot pass). Nothing is removed where fewer than
    `min_tokens_to_keep` would stay. `coin` says when the row is spared: u > probability (llama.cpp) or u >= probability
    (koboldcpp), for u in [0, 1).
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(
        self,
        probability: PerRow,
        threshold: PerRow = 0.1,
        *,
        min_tokens_to_keep: int = 1,
        coin: Literal[">", ">="] = ">",
        filter_value: float = -INFINITY,
    ) -> None:
        one_of("coin", coin, ">", ">=")
        self.probability = per_row("probability", probability, lambda x: x <= 1, "a probability (0 or less: off)")
        self.threshold = per_row("threshold", threshold, lambda x: x == x, "a number (above 0.5: off)")
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 0)
        self.coin, self.filter_value = coin, filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        probability, threshold = (
            torch.as_tensor(column(value, scores.double()), device=scores.device).expand(scores.shape[0], 1)
            for value in (self.probability, self.threshold)
        )
        u = step.uniform().to(scores.device).unsqueeze(1)
        spared = u > probability if self.coin == ">" else u >= probability
        p = scores.softmax(-1)
        ordered, places = p.sort(dim=-1, descending=True, stable=True)
        n = finite_counts(scores)
        chosen = ((ordered >= threshold.to(p.dtype)) & (torch.arange(p.shape[1], device=p.device) < n)).sum(
            -1, keepdim=True
        )
        least = chosen - 1  # the place of the least probable of the top choices
        acts = ~spared & (probability > 0) & (threshold <= 0.5) & (n - least >= self.min_tokens_to_keep)
        removed = (torch.arange(p.shape[1], device=p.device) < least) & acts
        return scores.masked_fill(removed.scatter(1, places, removed), self.filter_value)
