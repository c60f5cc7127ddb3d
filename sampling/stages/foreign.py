"""A logits processor of somebody else's as a stage."""

from __future__ import annotations

from collections.abc import Callable

import torch

from .stage import Role, Stage, Step


class ForeignProcessor(Stage):
    """Any function (ids, scores) -> scores, such as a `LogitsProcessor` of transformers.

    It sees prompt and output (rows, length) int64, padded on the left, and scores (rows, vocabulary). Rows leave a
    batch when they are finished: a processor that keeps something for each row by its number is not for our loops.
    """

    role = Role.BIAS

    def __init__(self, processor: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> None:
        if not callable(processor):
            raise TypeError(f"a logits processor is called with (ids, scores), and {processor!r} cannot be called")
        self.processor = processor

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return self.processor(step.tokens, scores)
