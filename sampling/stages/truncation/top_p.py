"""Top-p (nucleus): the smallest set of most probable tokens that has probability p.

Holtzman et al., The Curious Case of Neural Text Degeneration (2020). The token that crosses the border stays.
"""

from __future__ import annotations

from typing import Literal

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, one_of, per_row, whole


class TopP(Stage):
    """Removes the least probable tokens whose probabilities add up to at most 1 - top_p.

    `summed` says from where the probabilities are added: from the least probable (transformers, vLLM), where a set
    whose mass is exactly p is enough; or from the most probable (llama.cpp), where 1 or more switches the row off. The
    two differ by rounding alone. `comparison=">"` keeps one token more where the mass is exactly p (PaddleNLP). At
    least `min_tokens_to_keep` tokens stay. Of equal scores at the border the later ids stay; in a logits processor
    those that `torch.sort` happens to leave there, as in transformers.
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(
        self,
        top_p: PerRow,
        *,
        comparison: Literal[">=", ">"] = ">=",
        summed: Literal["from least", "from most"] = "from least",
        min_tokens_to_keep: int = 1,
        filter_value: float = -INFINITY,
    ) -> None:
        one_of("comparison", comparison, ">=", ">")
        one_of("summed", summed, "from least", "from most")
        if summed == "from least":
            self.top_p = per_row("top_p", top_p, lambda x: 0 <= x <= 1, "a probability")
        else:
            self.top_p = per_row("top_p", top_p, lambda x: x == x, "a number (1 or more: off)")
        self.comparison, self.summed = comparison, summed
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 1)
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return self._truncated(scores, stable=True)

    def __call__(self, input_ids: torch.Tensor | None, scores: torch.Tensor) -> torch.Tensor:
        return self._truncated(scores, stable=False)

    def _truncated(self, scores: torch.Tensor, stable: bool) -> torch.Tensor:
        p = column(self.top_p, scores)
        if self.summed == "from least":
            ordered, places = torch.sort(scores, descending=False, stable=stable)
            mass = ordered.softmax(-1).cumsum(-1)  # of this token and all below it
            removed = mass <= 1 - p if self.comparison == ">=" else mass < 1 - p
            removed[..., -self.min_tokens_to_keep :] = False
        else:
            ordered, places = (
                part.flip(-1) for part in torch.sort(scores, stable=True)
            )  # ties as the other way has them
            probabilities = ordered.softmax(-1)
            mass = probabilities.cumsum(-1)  # of this token and all above it
            reached = mass >= p if self.comparison == ">=" else mass > p
            removed = torch.zeros_like(reached)
            removed[..., 1:] = reached[..., :-1]  # what comes after the token that crosses the border
            removed[..., : self.min_tokens_to_keep] = False
            removed &= torch.as_tensor(p, device=scores.device) < 1
        return scores.masked_fill(removed.scatter(1, places, removed), self.filter_value)
