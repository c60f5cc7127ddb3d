"""Temperature: scores divided by a number; below 1 the probable becomes more probable, above 1 less so."""

from __future__ import annotations

from typing import Literal

import torch

from ...kernels.definition import only_best
from ..stage import PerRow, Role, Stage, Step, column, finite, one_of, per_row


class Temperature(Stage):
    """s / temperature. A temperature of 0 or less is an error (`zero="error"`, as in transformers) or picks the best.

    With `zero="greedy"` (llama.cpp, vLLM) such rows keep their first best token at its score and lose all others.
    `greedy_below` is from where on that holds: vLLM takes temperatures below 1e-5 for 0.
    """

    role = Role.TEMPERATURE
    reads_text = False

    def __init__(
        self, temperature: PerRow, *, zero: Literal["error", "greedy"] = "error", greedy_below: float = 0.0
    ) -> None:
        one_of("zero", zero, "error", "greedy")
        self.zero, self.greedy_below = zero, greedy_below
        if zero == "error":
            expected = 'a positive number (Greedy(), or zero="greedy", always takes the best token)'
            self.temperature = per_row("temperature", temperature, lambda x: x > 0 and finite(x), expected)
        else:
            self.temperature = per_row("temperature", temperature, finite, "a finite number")

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return cooled(scores, column(self.temperature, scores), self.greedy_below)


def cooled(scores: torch.Tensor, temperature: torch.Tensor | float, greedy_below: float = 0.0) -> torch.Tensor:
    """`scores` / `temperature`; rows at or below 0, or below `greedy_below`, keep only their first best token."""
    if not isinstance(temperature, torch.Tensor):
        return only_best(scores) if temperature <= 0 or temperature < greedy_below else scores / temperature
    greedy = (temperature <= 0) | (temperature < greedy_below)
    scaled = scores / temperature.masked_fill(greedy, 1)
    return torch.where(greedy, only_best(scores), scaled) if bool(greedy.any()) else scaled
