"""Adaptive-p: draws tokens whose probability is near a target, and corrects for what was drawn lately.

llama.cpp pull request 17927. Each score becomes 5 - 10 · d² / (1 + d) with d = |p - aim| / 0.3; the aim is twice the
target less the weighted mean of the probabilities of the tokens drawn before. The state of a row is that mean's sum
and weight.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Stateful, Step, column, finite, per_row
from .draw import Draw, inverse

_PEAK, _SHARPNESS, _WIDTH = 5.0, 10.0, 0.3
_LONGEST_DECAY = 0.99


class AdaptiveP(Stateful, Draw):
    """Aims at tokens of probability `target` (negative: an ordinary draw); `decay` in [0, 0.99] is the memory."""

    def __init__(self, target: PerRow, decay: PerRow = 0.9) -> None:
        self.target = per_row("target", target, finite, "a finite number")
        self.decay = per_row("decay", decay, finite, "a finite number")

    def begin(self, rows: int, device: torch.device) -> torch.Tensor:
        like = torch.empty(rows, 1, device=device)
        target, decay = self._parameters(like)
        return torch.cat([target / (1 - decay), 1 / (1 - decay)], dim=1)

    def transform(self, scores: torch.Tensor, step: Step, state: torch.Tensor) -> torch.Tensor:
        target, _ = self._parameters(scores)
        goal, weight = target.clamp(0, 1), state[:, 1:]
        aim = torch.where(weight == 0, goal, 2 * goal - state[:, :1] / weight.masked_fill(weight == 0, 1)).clamp(0, 1)
        distance = (scores.float().softmax(-1) - aim).abs() / _WIDTH
        bent = (_PEAK - _SHARPNESS * distance**2 / (1 + distance)).to(scores.dtype)
        return torch.where((target < 0) | (scores == -INFINITY), scores, bent)

    def draw(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        """A token by the bent scores that `transform` gave."""
        return inverse(scores, step.uniform())

    def update(
        self, state: torch.Tensor, before: torch.Tensor, after: torch.Tensor, tokens: torch.Tensor
    ) -> torch.Tensor:
        target, decay = self._parameters(before)
        p = before.float().softmax(-1).gather(1, tokens.unsqueeze(1).to(before.device))
        moved = torch.cat([p + decay * state[:, :1], 1 + decay * state[:, 1:]], dim=1)
        return torch.where(target < 0, state, moved)

    def _parameters(self, like: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        target, decay = (
            torch.as_tensor(column(value, like.float()), device=like.device, dtype=torch.float32).expand(len(like), 1)
            for value in (self.target, self.decay)
        )
        return target, decay.clamp(0, _LONGEST_DECAY)
