"""Min-p: tokens whose probability is less than a share of the best one's go.

Nguyen et al., Turning Up the Heat: Min-p Sampling (2024). Relative, so the best token always stays.
"""

from __future__ import annotations

from typing import Literal

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, one_of, per_row, whole
from .top_k import best


class MinP(Stage):
    """Removes tokens with p < min_p · p_max, but for the `min_tokens_to_keep` best.

    `compared="probabilities"` is transformers' arithmetic; `"logits"` is llama.cpp's, z < z_max + ln(min_p), where
    min_p above 1 keeps the best token only. In exact arithmetic they agree.
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(
        self,
        min_p: PerRow,
        *,
        compared: Literal["probabilities", "logits"] = "probabilities",
        min_tokens_to_keep: int = 1,
        filter_value: float = -INFINITY,
    ) -> None:
        one_of("compared", compared, "probabilities", "logits")
        if compared == "probabilities":
            self.min_p = per_row("min_p", min_p, lambda x: 0 <= x <= 1, "a number from 0 to 1")
        else:
            self.min_p = per_row("min_p", min_p, lambda x: x == x, "a number")
        self.compared = compared
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 1)
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        share = column(self.min_p, scores)
        if self.compared == "probabilities":
            ranked = scores.softmax(-1)
            removed = ranked < share * ranked.amax(-1, keepdim=True)
            removed &= ~best(ranked, self.min_tokens_to_keep)
            return scores.masked_fill(removed, self.filter_value)
        share = torch.as_tensor(share, dtype=scores.dtype, device=scores.device).expand(scores.shape[0], 1)
        removed = scores < scores.amax(-1, keepdim=True) + share.clamp(min=0).log()
        kept = (~removed & (scores > -INFINITY)).sum(-1, keepdim=True)
        removed &= ~(best(scores, self.min_tokens_to_keep) & (kept < self.min_tokens_to_keep))
        return scores.masked_fill(removed & (share > 0), self.filter_value)
