"""The draws without memory: the best token, one by its probability, and two equivalent ways by noise."""

from __future__ import annotations

import torch

from ...kernels.definition import race
from ..stage import Step
from .draw import Draw, inverse


class Greedy(Draw):
    """The first best token."""

    def draw(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return scores.argmax(-1)


class Categorical(Draw):
    """A token by its probability: one random number a row, by inversion of the distribution."""

    def draw(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return inverse(scores, step.uniform())


class ExponentialRace(Draw):
    """The token that arrives first when token i takes Exp(1) / p_i: as vLLM draws, with a random number for each
    token."""

    def draw(self, scores: torch.Tensor, step: Step) -> torch.Tensor:
        return race(scores, step.exponential(scores.float()))


class Gumbel(ExponentialRace):
    """The best token after adding Gumbel noise to the scores (Gumbel, 1954; Maddison et al., A* Sampling, 2014).

    -ln of an exponential number is a Gumbel number, so the token is the one that wins the race of the same numbers.
    """
