"""A function of the text so far says which tokens are allowed (transformers' `prefix_allowed_tokens_fn`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from ..stage import INFINITY, Role, Stage, Step


class PrefixFunction(Stage):
    """Allows, in each row, the tokens that `function(prompt, ids)` returns; `ids` are the row's tokens so far.

    `rows_per_prompt` rows belong to each prompt (beams, sequences); None: as many as there are rows per call, that is,
    prompt and row are the same. Where the scores of all rows of a prompt already forbid all that the function allows,
    those tokens are allowed again, at equal scores. An empty list is a ValueError.
    """

    role = Role.BIAS

    def __init__(self, function: Callable[[int, torch.Tensor], Sequence[int]], rows_per_prompt: int = 1) -> None:
        self.function, self.rows_per_prompt = function, rows_per_prompt

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        share = self.rows_per_prompt
        mask = torch.full_like(scores, -INFINITY)
        prompts = scores.shape[0] // share
        for row in range(prompts * share):
            allowed = self.function(row // share, step.tokens[row])
            if len(allowed) == 0:
                raise ValueError(
                    f"`prefix_allowed_tokens_fn` returned an empty list for batch ID {row // share}: no token could "
                    "follow. Let it return the end token where the text is complete"
                )
            mask[row, allowed] = 0
        masked = scores + mask
        empty = masked.amax(-1).isneginf().view(prompts, -1).all(-1, keepdim=True)
        return torch.where(empty.repeat_interleave(share, dim=0), mask, masked)
