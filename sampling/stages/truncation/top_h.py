"""Top-H: as many of the best tokens as keep the entropy of what is kept below a share of the whole.

Baghaei Potraghloo et al., Top-H Decoding (2025), in transformers' form: among the 100 best tokens, the prefix whose
summed -p ln p is at most top_h times the entropy of these 100.
"""

from __future__ import annotations

import torch

from ..stage import INFINITY, PerRow, Role, Stage, Step, column, per_row

_CANDIDATES = 100


class TopH(Stage):
    """Keeps the best tokens while their entropy terms sum to at most `top_h` (0, 1] of the entropy of the 100 best."""

    role = Role.TRUNCATION
    reads_text = False

    def __init__(self, top_h: PerRow, *, filter_value: float = -INFINITY) -> None:
        self.top_h = per_row("top_h", top_h, lambda x: 0 < x <= 1, "a number above 0, at most 1")
        self.filter_value = filter_value

    def apply(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        top, places = scores.topk(min(_CANDIDATES, scores.shape[1]), dim=-1, sorted=True)
        among = torch.distributions.Categorical(logits=top, validate_args=False)
        terms = -among.probs * among.probs.log()
        entropy = among.entropy()  # type: ignore[no-untyped-call]
        bound = (entropy.unsqueeze(-1) * column(self.top_h, scores)).to(terms.dtype)
        kept = terms.cumsum(-1) <= bound
        kept[:, 0] = True
        return scores.masked_fill(
            ~torch.zeros_like(scores, dtype=torch.bool).scatter(1, places, kept), self.filter_value
        )
