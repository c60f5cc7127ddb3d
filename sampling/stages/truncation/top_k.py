"""Top-k: only the k most probable tokens stay (Fan et al., Hierarchical Neural Story Generation, 2018)."""

from __future__ import annotations

from typing import Literal, cast

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, one_of, per_row, whole


class TopK(Stage):
    """Removes all tokens below the k-th best.

    `ties="keep"` keeps every token that equals the k-th best (transformers, vLLM), `"exact"` keeps k of them, the first
    ones (llama.cpp keeps any k). A k of 0 or less is an error unless `zero="off"` (llama.cpp, vLLM). At least
    `min_tokens_to_keep` tokens stay.
    """

    role = Role.TRUNCATION
    reads_text = False

    def __init__(
        self,
        top_k: PerRow,
        *,
        ties: Literal["keep", "exact"] = "keep",
        zero: Literal["error", "off"] = "error",
        min_tokens_to_keep: int = 1,
        filter_value: float = -INFINITY,
    ) -> None:
        one_of("ties", ties, "keep", "exact")
        least = 1 if zero == "error" else -INFINITY
        expected = "a whole number of at least 1" if zero == "error" else "a whole number"
        self.top_k = per_row("top_k", top_k, lambda x: x >= least and x == int(x), expected)
        self.ties, self.zero = ties, zero
        self.min_tokens_to_keep = whole("min_tokens_to_keep", min_tokens_to_keep, 1)
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        width = scores.shape[1]
        if isinstance(self.top_k, torch.Tensor):
            k = column(self.top_k, scores.double())
            assert isinstance(k, torch.Tensor)
            k = torch.where(k <= 0, width, k.clamp(min=self.min_tokens_to_keep, max=width)).long()
            largest = int(k.max())
        else:
            wanted = int(cast(float, self.top_k))
            largest = k = width if wanted <= 0 else min(max(wanted, self.min_tokens_to_keep), width)
        if largest == width and isinstance(k, int):
            return scores.clone()
        values, places = scores.topk(largest)
        if self.ties == "keep":
            kth = values[:, -1:] if isinstance(k, int) else values.gather(1, k - 1)
            return scores.masked_fill(scores < kth, self.filter_value)
        if largest == width:  # topk is not stable; equal scores must leave in the order of the vocabulary
            places = scores.sort(dim=-1, descending=True, stable=True).indices
            kept = torch.arange(width, device=scores.device) < k
            return scores.masked_fill(
                ~torch.zeros_like(scores, dtype=torch.bool).scatter(1, places, kept), self.filter_value
            )
        kth = values[:, -1:] if isinstance(k, int) else values.gather(1, k - 1)
        better = (scores > kth).sum(-1, keepdim=True)
        tied = scores == kth
        kept = (scores > kth) | (tied & (tied.cumsum(-1) <= k - better))
        return scores.masked_fill(~kept, self.filter_value)


def best(probabilities: torch.Tensor, count: int) -> torch.Tensor:
    """Where the `count` best tokens of each row are: booleans in the shape of `probabilities`."""
    places = probabilities.topk(min(count, probabilities.shape[-1]), dim=-1).indices
    return torch.zeros_like(probabilities, dtype=torch.bool).scatter(-1, places, True)
