"""Stages that act on the length: no end too early, a forced first or last token, an end that draws ever nearer.

Lengths count the generated tokens, or (`counted="all"`, some of transformers' options) prompt, padding and output.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import torch

from ..stage import INFINITY, Role, Stage, Step, one_of, whole
from .tokens import only

Counted = Literal["generated", "all"]


class _Counting(Stage):
    """A stage that looks at the length of each row."""

    role = Role.BIAS

    def __init__(self, counted: Counted) -> None:
        one_of("counted", counted, "generated", "all")
        self.counted = counted
        self.needs_prompt = counted == "generated"

    def lengths(self, step: Step) -> np.ndarray:
        """The length of each row: (rows,) int64."""
        return step.generated() if self.counted == "generated" else np.full(len(step.tokens), step.tokens.shape[1])


class MinTokens(_Counting):
    """No end token before there are `minimum` tokens."""

    def __init__(self, minimum: int, end_tokens: int | Sequence[int], *, counted: Counted = "generated") -> None:
        super().__init__(counted)
        self.minimum, self.end_tokens = whole("minimum", minimum, 0), _ends(end_tokens)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        early = _beside(self.lengths(step) < self.minimum, scores)
        return scores.masked_fill(early & only(self.end_tokens, scores), -INFINITY)


class ForcedToken(_Counting):
    """Where there are just `length` tokens, the next one is among `tokens`.

    >>> ForcedToken(0, bos)  # the first one
    >>> ForcedToken(max_tokens - 1, end)  # the last one
    """

    def __init__(self, length: int, tokens: int | Sequence[int], *, counted: Counted = "generated") -> None:
        super().__init__(counted)
        self.length, self.tokens = whole("length", length, 0), _ends(tokens)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        now = self.lengths(step) == self.length
        return torch.where(_beside(now, scores), forced(self.tokens, scores), scores) if now.any() else scores


class ExponentialDecayLength(_Counting):
    """Beyond `start` tokens, end tokens gain |s| · (factor^(tokens beyond start) - 1).

    Scores that are not finite gain nothing: what is forbidden stays forbidden.
    """

    def __init__(
        self, start: int, factor: float, end_tokens: int | Sequence[int], *, counted: Counted = "generated"
    ) -> None:
        super().__init__(counted)
        self.start, self.factor, self.end_tokens = start, factor, _ends(end_tokens)

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        beyond = np.maximum(self.lengths(step) - self.start, 0)
        if not beyond.any():
            return scores
        columns = [token for token in self.end_tokens if token < scores.shape[1]]
        ends = scores[:, columns]
        exact = ends.float() if ends.dtype.itemsize < 4 else ends
        gained = torch.tensor([pow(self.factor, int(n)) - 1 for n in beyond], dtype=exact.dtype).to(scores.device)
        more = (exact.abs() * gained.unsqueeze(1)).to(scores.dtype).masked_fill(~ends.isfinite(), 0.0)
        added = torch.zeros_like(scores)
        added[:, columns] = more
        return scores + added


def forced(tokens: Sequence[int], scores: torch.Tensor) -> torch.Tensor:
    """Scores by which only `tokens` are possible, all alike: 0, and -inf for the others."""
    return torch.full_like(scores, -INFINITY).masked_fill(only(tokens, scores), 0.0)


def _ends(tokens: int | Sequence[int]) -> list[int]:
    return [whole("a token", int(t), 0) for t in ([tokens] if isinstance(tokens, int) else tokens)]


def _beside(rows: np.ndarray, scores: torch.Tensor) -> torch.Tensor:
    """Booleans of the host as a column beside `scores`."""
    return torch.from_numpy(np.asarray(rows)).to(scores.device).unsqueeze(1)
