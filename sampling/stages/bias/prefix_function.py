"""A function of the text so far says which tokens are allowed (transformers' `prefix_allowed_tokens_fn`)."""

from __future__ import annotations

import copy
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
        self._prompts: list[int] | None = None  # of each row, once rows have been selected

    @property
    def is_same_for_all_rows(self) -> bool:
        return False

    def select(self, rows: Sequence[int], count: int) -> PrefixFunction:
        chosen = copy.copy(self)
        prompts = self._prompts_of(count)
        chosen._prompts = [prompts[row] for row in rows]
        return chosen

    def _prompts_of(self, rows: int) -> list[int]:
        """The number of each row's prompt."""
        return [row // self.rows_per_prompt for row in range(rows)] if self._prompts is None else self._prompts

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        mask = torch.full_like(scores, -INFINITY)
        prompts = self._prompts_of(scores.shape[0])
        for row, prompt in enumerate(prompts):
            allowed = self.function(prompt, step.tokens[row])
            if len(allowed) == 0:
                raise ValueError(
                    f"`prefix_allowed_tokens_fn` returned an empty list for batch ID {prompt}: no token could "
                    "follow. Let it return the end token where the text is complete"
                )
            mask[row, allowed] = 0
        masked = scores + mask
        alive = {prompts[row] for row in (masked.amax(-1) > -INFINITY).nonzero().flatten().tolist()}
        empty = torch.tensor([prompt not in alive for prompt in prompts], dtype=torch.bool, device=scores.device)
        return torch.where(empty.unsqueeze(1), mask, masked)
