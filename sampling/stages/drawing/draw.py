"""What draws have in common: a token for each row, and how a random number picks one from a distribution.

As a logits processor in `model.generate(do_sample=False)` a draw leaves the picked token as the only one.
"""

from __future__ import annotations

import torch

from ...kernels.definition import draw as inverse
from ..stage import INFINITY, Role, Stage, Step

__all__ = ["Draw", "inverse", "only"]


class Draw(Stage):
    """Picks a token. Subclasses give `draw`."""

    role = Role.DRAW

    def draw(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        """One token for each row of `scores` (rows, vocabulary): (rows,) int64. No row may be all -inf."""
        raise NotImplementedError

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return only(self.draw(scores, step), scores)


def only(tokens: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
    """Scores by which `tokens` (rows,) are certain: 0 there and -inf elsewhere."""
    return torch.full_like(scores, -INFINITY).scatter(1, tokens.unsqueeze(1).to(scores.device), 0.0)
