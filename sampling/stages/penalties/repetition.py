"""Repetition penalty: the scores of tokens that have been written are divided, or multiplied if negative, by a factor.

Keskar et al., CTRL (2019), section 4.1; the rule for negative scores is transformers'. A token is penalised once,
however often it occurs. Not invariant under a shift of the logits, by design of the original.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..prompts import repeated
from ..stage import PerRow, Role, Stage, Step, column, finite, per_row
from .window import Scope, Window


def penalised(scores: torch.Tensor, ids: torch.Tensor, penalty: torch.Tensor | float) -> torch.Tensor:
    """A copy of `scores` (rows, width) with the columns `ids` (rows, n) penalised; ids equal to the width are
    skipped."""
    padded = torch.nn.functional.pad(scores, (0, 1))
    chosen = padded.gather(1, ids)
    chosen = torch.where(chosen < 0, chosen * penalty, chosen / penalty)
    return padded.scatter(1, ids, chosen)[:, :-1]


class RepetitionPenalty(Stage):
    """Scores of seen tokens: s · penalty if s < 0, else s / penalty. Above 1 it discourages, below 1 it encourages.

    `scope` and `last` say which tokens count as seen (`Window`); `exempt` ids never do (llama.cpp's `penalize_nl=False`
    exempts the newline).

    >>> RepetitionPenalty(1.1)  # transformers, vLLM: prompt and output
    >>> RepetitionPenalty(1.1, last=64)  # llama.cpp
    """

    role = Role.PENALTY

    def __init__(
        self, penalty: PerRow, *, scope: Scope = "all", last: int | None = None, exempt: Sequence[int] = ()
    ) -> None:
        self.penalty = per_row("penalty", penalty, lambda x: x > 0 and finite(x), "a positive number")
        self.window, self.exempt = Window(scope, last), tuple(exempt)
        self.needs_prompt = scope == "generated"

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        ids = self.window.tokens(step, scores.shape[1]).to(scores.device)
        for token in self.exempt:
            ids = ids.masked_fill(ids == token, scores.shape[1])
        return penalised(scores, ids, column(self.penalty, scores))


class EncoderRepetitionPenalty(Stage):
    """The inverse for the tokens of the source text: above 1 it makes them more likely (against hallucination).

    `encoder_tokens` (prompts, length) int64 is the source of each prompt.
    """

    role = Role.PENALTY
    per_prompt = ("encoder_tokens",)

    def __init__(self, penalty: PerRow, encoder_tokens: torch.Tensor) -> None:
        checked = per_row("penalty", penalty, lambda x: x > 0 and finite(x), "a positive number")
        self.penalty = 1 / checked if isinstance(checked, (int, float, torch.Tensor)) else checked
        if encoder_tokens.dim() != 2:
            raise ValueError(f"encoder_tokens has shape {tuple(encoder_tokens.shape)}, expected (prompts, length)")
        self.encoder_tokens = encoder_tokens

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        ids = repeated(self.encoder_tokens.to(scores.device), scores.shape[0])
        return penalised(scores, ids, column(self.penalty, scores))
