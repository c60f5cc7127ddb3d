"""Diverse beam search: groups of beams, each of which avoids the tokens that earlier groups have just chosen.

Vijayakumar et al., Diverse Beam Search (2018), with the Hamming distance, as in transformers 4.45: every group is a
beam search of its own, with hypotheses of its own, and the best of all groups are the result. The penalty acts on the
log-probabilities after guidance and before all other stages. Differences: what a group that is done would be padded
with is not held against the others, and under a constraint no two hypotheses are the same text, in whichever group.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from ..batch import Batch
from .beams import BeamSearch
from .hypotheses import Prompt, longest_of


class GroupBeamSearch(BeamSearch):
    """`beams` hypotheses in `groups` equal groups; `diversity_penalty` is taken from the score of a token for each time
    that earlier groups have chosen it at this step. `rules` as in `BeamSearch`.

    >>> GroupBeamSearch(6, 3, 0.5, returned=3)
    """

    def __init__(self, beams: int, groups: int, diversity_penalty: float, **rules: Any) -> None:
        super().__init__(beams, **rules)
        if groups < 1 or beams % groups:
            raise ValueError(
                f"{beams} beams in {groups} groups; groups are of equal size, so {groups} must divide {beams}"
            )
        if not math.isfinite(diversity_penalty) or diversity_penalty < 0:
            raise ValueError(f"diversity_penalty is {diversity_penalty}; expected a number of at least 0")
        self.groups, self.size, self.diversity_penalty = groups, beams // groups, diversity_penalty

    def less(self, batch: Batch, chosen: Sequence[Sequence[int]]) -> torch.Tensor | None:
        if not self.diversity_penalty or not any(chosen):
            return None
        places = torch.tensor([(row, token) for row, tokens in enumerate(chosen) for token in tokens])
        logits = batch.read()
        less = torch.zeros(logits.shape, dtype=torch.float32, device=logits.device)
        taken = torch.full((len(places),), -self.diversity_penalty, device=logits.device)
        return less.index_put_(tuple(places.T.to(logits.device)), taken, accumulate=True)

    def takes_limited(self, prompt: Prompt, group: int, best: tuple[float, int]) -> bool:
        """As in transformers 4.45: not if those that have just ended settle the group."""
        return not prompt.ended[group].is_settled(self.attainable(prompt, [], best), wanted=self.size)

    def attainable(self, prompt: Prompt, running: Sequence[tuple[float, int]], best: tuple[float, int]) -> float:
        """As in transformers 4.45: a candidate that has just ended counts as well."""
        return self.rules.attainable(*best, longest_of(prompt.request))
