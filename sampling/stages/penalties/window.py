"""Which of the tokens so far a penalty looks at, and how often each occurs there.

Engines differ: transformers takes prompt and output, OpenAI and vLLM the output only (for frequency and presence),
llama.cpp the last n of both. Padding never counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch

from ...kernels.definition import occurrences
from ..stage import Step, whole

Scope = Literal["all", "generated"]


class Window:
    """`scope`: prompt and output ("all") or output ("generated"); `last`: only the last so many of those, None for
    all."""

    def __init__(self, scope: Scope = "all", last: int | None = None) -> None:
        if scope not in ("all", "generated"):
            raise ValueError(f'scope is {scope!r}; expected "all" (prompt and output) or "generated" (output)')
        self.scope, self.last = scope, last if last is None else whole("last", last, 0)

    def tokens(self, step: Step, width: int) -> torch.Tensor:
        """The ids in the window (rows, n) int64; what does not count, or is no token below `width`, is `width`."""
        return self.ids(step, width).clamp(max=width).long()

    def ids(self, step: Step, width: int) -> torch.Tensor:
        """The ids in the window (rows, n); what does not count is `width` or more."""
        tokens = step.tokens
        begin = step.starts if self.scope == "generated" else step.padding
        shift = 0
        if self.last is not None and self.last < tokens.shape[1]:
            shift = tokens.shape[1] - self.last
            tokens = tokens[:, shift:]
        if begin is not None:
            columns = torch.arange(shift, shift + tokens.shape[1], device=tokens.device)
            tokens = tokens.masked_fill(columns < begin.to(tokens.device).unsqueeze(1), width)
        return tokens

    def begins(self, starts: Sequence[int], padding: Sequence[int] | None) -> Sequence[int]:
        """The column at which the window of each row begins, as long as `last` does not shorten it."""
        return starts if self.scope == "generated" else padding or [0] * len(starts)

    def counts(self, step: Step, scores: torch.Tensor) -> torch.Tensor:
        """How often each token of the vocabulary occurs in the window: (rows, width), in the dtype of `scores`."""
        width = scores.shape[1]
        return occurrences(self.ids(step, width).to(scores.device), width).to(scores.dtype)

    def __repr__(self) -> str:
        return f"{self.scope}" if self.last is None else f"last {self.last} of {self.scope}"
