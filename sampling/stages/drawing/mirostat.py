"""Mirostat: keeps the surprise of the text near a target, by truncating more or less from token to token.

Basu et al., Mirostat: A Neural Text Decoding Algorithm that Directly Controls Perplexity (2021), with llama.cpp's
arithmetic. The state of a row is the bound μ (in bits), first 2τ; after a token of surprise s, μ falls by η · (s - τ).
"""

from __future__ import annotations

import math

import torch

from ..stage import INFINITY, PerRow, Stateful, Step, column, finite, finite_counts, per_row, whole
from .draw import Draw, inverse


class MirostatV2(Stateful, Draw):
    """Keeps the tokens of at most μ bits of surprise (at least one) and draws from them. `tau` and `eta` as in the
    paper.

    >>> Pipeline([Mask(), Temperature(0.8), MirostatV2(tau=5.0, eta=0.1)])
    """

    def __init__(self, tau: PerRow = 5.0, eta: PerRow = 0.1) -> None:
        self.tau = per_row("tau", tau, finite, "a finite number")
        self.eta = per_row("eta", eta, finite, "a finite number")

    def begin(self, rows: int, device: torch.device) -> torch.Tensor:
        like = torch.empty(rows, 1, device=device)
        return (2 * torch.as_tensor(column(self.tau, like), device=device)).expand(rows, 1).float()

    def transform(self, scores: torch.Tensor, step: Step, state: torch.Tensor) -> torch.Tensor:
        bits = -scores.float().log_softmax(-1) / math.log(2)
        removed = (bits > state) & ~_first_best(scores)
        return scores.masked_fill(removed, -INFINITY)

    def draw(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        """A token by its probability among those that `transform` kept."""
        return inverse(scores, step.uniform())

    def update(
        self, state: torch.Tensor, before: torch.Tensor, after: torch.Tensor, tokens: torch.Tensor
    ) -> torch.Tensor:
        log_p = after.float().log_softmax(-1).gather(1, tokens.unsqueeze(1).to(after.device))
        surprise = -log_p / math.log(2)
        return state - column(self.eta, state) * (surprise - column(self.tau, state))


class Mirostat(MirostatV2):
    """The first version: estimates Zipf's exponent from the `m` best tokens, and keeps the k best that give surprise μ.

    `vocabulary_size` enters the formula for k. k is kept within 1 and the number of candidates (llama.cpp's conversion
    to a 32-bit integer overflows for flat distributions and keeps one token).
    """

    def __init__(self, vocabulary_size: int, tau: PerRow = 5.0, eta: PerRow = 0.1, m: int = 100) -> None:
        super().__init__(tau, eta)
        self.vocabulary_size, self.m = whole("vocabulary_size", vocabulary_size, 2), whole("m", m, 2)

    def transform(self, scores: torch.Tensor, step: Step, state: torch.Tensor) -> torch.Tensor:
        n = finite_counts(scores)
        p, places = scores.float().softmax(-1).sort(dim=-1, descending=True, stable=True)
        m = min(self.m, p.shape[1])
        i = torch.arange(1, m, device=scores.device, dtype=torch.float32)
        used = i < n  # candidate i + 1 exists
        t = ((i + 1) / i).log().expand(p.shape[0], -1).masked_fill(~used, 0)
        b = (p[:, : m - 1] / p[:, 1:m]).log().masked_fill(~used, 0)
        s = (t * b).sum(-1, keepdim=True) / t.square().sum(-1, keepdim=True)
        excess = s - 1
        k = ((excess * 2**state) / (1 - float(self.vocabulary_size) ** -excess)) ** (1 / s)
        k = k.nan_to_num(nan=1.0, posinf=float(p.shape[1])).clamp(1, p.shape[1]).floor().minimum(n.clamp(min=1))
        removed = torch.arange(p.shape[1], device=scores.device) >= k
        return scores.masked_fill(removed.scatter(1, places, removed), -INFINITY)


def _first_best(scores: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(scores, dtype=torch.bool).scatter(1, scores.argmax(-1, keepdim=True), True)
