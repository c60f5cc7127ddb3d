"""Frequency and presence penalties: take so much for every time, or for the fact, that a token has been written.

As the OpenAI API defines them: s - count · frequency - (count > 0) · presence, where counts are of the text so far (not
of a training corpus). OpenAI and vLLM count the output only, which is the default here; llama.cpp counts the last n
tokens of prompt and output.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..stage import PerRow, Role, Stage, Step, column, finite, per_row
from .window import Scope, Window


class FrequencyPenalty(Stage):
    """Scores fall by `frequency` for every occurrence, and by `presence` once. Negative values encourage repetition."""

    role = Role.PENALTY

    def __init__(
        self,
        frequency: PerRow = 0.0,
        presence: PerRow = 0.0,
        *,
        scope: Scope = "generated",
        last: int | None = None,
        exempt: Sequence[int] = (),
    ) -> None:
        self.frequency = per_row("frequency", frequency, finite, "a finite number")
        self.presence = per_row("presence", presence, finite, "a finite number")
        self.window, self.exempt = Window(scope, last), tuple(exempt)
        self.needs_prompt = scope == "generated"

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        counts = self.window.counts(step, scores)
        if self.exempt:
            counts[:, list(self.exempt)] = 0
        taken = counts * column(self.frequency, scores) + (counts > 0) * column(self.presence, scores)
        return (scores - taken).to(scores.dtype)


class PresencePenalty(FrequencyPenalty):
    """Scores of tokens that have been written fall by `presence`, however often they were."""

    def __init__(
        self,
        presence: PerRow,
        *,
        scope: Scope = "generated",
        last: int | None = None,
        exempt: Sequence[int] = (),
    ) -> None:
        super().__init__(0.0, presence, scope=scope, last=last, exempt=exempt)
