"""What draws have in common: a token for each row, and how a random number picks one from a distribution.

As a logits processor in `model.generate(do_sample=False)` a draw leaves the picked token as the only one.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, Role, Stage, Step


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


def inverse(scores: torch.Tensor, u: torch.Tensor) -> torch.Tensor:
    """The first token, in the order of the vocabulary, by which the mass exceeds u times the total; `u` (rows,) in [0,
    1).

    Weights and sums are in double precision, so that nothing but the scores decides (`kernels.definition.draw` is the
    same). Since the mass must *exceed* it, a token of probability 0 is never picked.
    """
    exact = scores.double()
    weights = (exact - exact.amax(-1, keepdim=True)).exp()
    mass = weights.cumsum(-1)
    bar = u.to(device=scores.device, dtype=torch.float64).unsqueeze(1) * mass[:, -1:]
    found = (mass <= bar).sum(-1)
    last = weights.shape[1] - 1 - (weights.flip(-1) > 0).int().argmax(-1)  # if rounding made the bar the total
    return torch.minimum(found, last)
