"""Sampling from the model's own distribution over the language, which masking distorts.

With a mask, a token is drawn by p(t | text) / Z(text), where Z is the probability of all allowed tokens: a text that
came through places where the model wanted something else is drawn as often as if it had not. The exact distribution
is π(s) ∝ p(s) over the texts s of the language; drawn with masks, s is too likely by a factor of 1 / Π Z. There are
two ways back:

`AdaptiveSampling` (ASAp: Park et al. 2024, arXiv 2405.21047) remembers what it has seen. For each prefix it keeps an
upper bound of the probability that the model, left alone from there, ends up in the language: 1 at first, or 0 where
the mask says so; after each sample the bounds along its text are made tighter. Tokens are drawn by p times bound.

`WeightedSampling` draws particles with masks and carries the weight Π Z of each; where weights have become unequal,
light particles give way to copies of heavy ones (sequential Monte Carlo, as in Lew et al. 2023, arXiv 2306.03081, and
AWRS, Lipkin et al. 2025, arXiv 2504.05410). AWRS estimates Z by rejection, because a mask was expensive; here a mask
costs about a microsecond, so that Z is exact, and its estimator's variance is 0.

Both take pipelines whose stages before the mask say what p is, and which truncate nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import torch

from constrain.support.arguments import integer

from ..kernels.definition import settled
from ..stages.bias.values import is_empty
from ..stages.mask import Mask
from ..stages.stage import Role
from .batch import Batch
from .requests import Row
from .search import Search


def _checked(batch: Batch) -> None:
    """Raises TypeError for a pipeline whose own choice among allowed tokens is not the model's."""
    stages = batch.pipeline.stages
    cut = next((stage for stage in stages if stage.role in (Role.TRUNCATION, Role.WATERMARK)), None)
    if cut is not None:
        raise TypeError(f"{cut!r} gives some texts of the language no chance, so no sample is faithful; leave it out")
    at = next((i for i, stage in enumerate(stages) if isinstance(stage, Mask)), None)
    if at is None or any(stage.role not in (Role.DRAW, Role.NORMALISE) for stage in stages[at + 1 :]):
        raise TypeError(
            "faithful sampling compares scores before and after the mask; put Mask() after the temperature and all "
            "penalties, just before the draw"
        )
    if batch.forced is not None:
        raise TypeError("forced text is cut into tokens by the tokenizer, not drawn; pass skip_forced=False")


def _log_probabilities(batch: Batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The model's log-probabilities (rows, width) of the next tokens; the same of allowed ones, -inf elsewhere; and
    these as scores to draw by: of rows in which the model gives no allowed token a chance, what the pipeline leaves."""
    before, after = batch.around_mask()
    free = settled(before).log_softmax(-1)
    allowed = torch.where(after == -math.inf, -math.inf, free)
    return free, allowed, torch.where(is_empty(allowed).unsqueeze(1), after, allowed)


def _drawn(batch: Batch, scores: torch.Tensor) -> list[int]:
    """A token of each row by the softmax of scores (rows, width), with the rows' own random numbers."""
    noise = batch.sampler.step(stream=len(batch.pipeline.stages) - 1).exponential(like=scores)
    tokens: list[int] = (scores - noise.log()).argmax(-1).tolist()
    return tokens


@dataclass
class _Prefix:
    """What is known of a text: how probable it is that the model, left alone after it, ends in the language.

    `allowed` is the probability Z of the tokens that the mask allows; `tokens` are those that were tried, each with its
    probability and what is known after it; `bound` is what follows from both, as of the last sample that came through.
    """

    allowed: float = 1.0
    tokens: dict[int, tuple[float, _Prefix]] = field(default_factory=dict)
    bound: float = 1.0

    def learn(self) -> None:
        lost = sum(probability * (1.0 - after.bound) for probability, after in self.tokens.values())
        self.bound = max(0.0, self.allowed - lost)


class AdaptiveSampling(Search):
    """Samples whose distribution draws nearer to the exact one with each: ASAp. Keep the object from call to call.

    A result's `log_weight` is the logarithm of p(s) / q(s), where q is the distribution that it was drawn from: with
    these weights, means over the samples are unbiased up to a common factor, from the first sample on. What was
    learned is kept for each prompt, constraint and budget.
    """

    continuous = True
    needs: ClassVar[Mapping[str, Any]] = {"draws_ends": True}

    def __init__(self, copies: int = 1) -> None:
        self.copies = integer(copies, "copies", 1)
        self._known: dict[tuple[object, ...], _Prefix] = {}

    def step(self, batch: Batch) -> None:
        _checked(batch)
        free, allowed, possible = _log_probabilities(batch)
        scores = possible.clone()
        ways = [self._way(row) for row in batch.rows]
        for i, way in enumerate(ways):
            node = way[-1]
            node.allowed = min(1.0, float(allowed[i].logsumexp(-1).exp()))
            for token, (_, after) in node.tokens.items():
                scores[i, token] += math.log(after.bound) if after.bound > 0 else -math.inf
        used_up = is_empty(scores)  # by rounding: what is left has next to no probability
        scores[used_up] = possible[used_up]
        tokens, drawn = _drawn(batch, scores), scores.log_softmax(-1)
        rows, ready = list(batch.rows), list(batch.ready)
        for i, token in enumerate(tokens):
            if ready[i]:
                ways[i][-1].tokens.setdefault(token, (float(free[i, token].exp()), _Prefix()))
                rows[i].log_weight += float(free[i, token] - drawn[i, token])
        batch.take([[token] if goes_on else [] for token, goes_on in zip(tokens, ready, strict=True)])
        for i, row in enumerate(rows):
            if ready[i] and row.finish_reason is not None:
                if row.matcher is not None and not row.matcher.is_accepting:  # it was cut off
                    ways[i][-1].tokens[tokens[i]][1].bound = 0.0
                for node in reversed(ways[i]):
                    node.learn()

    def _way(self, row: Row) -> list[_Prefix]:
        """What is known of every prefix of the row's text, the empty one first."""
        request = row.request
        key = tuple(request.prompt), request.constraint, request.max_tokens, request.fit
        way = [self._known.setdefault(key, _Prefix())]
        for token in row.tokens:
            way.append(way[-1].tokens[token][1])
        return way


class WeightedSampling(Search):
    """Particles with exact weights: `copies` texts a request, resampled where few of them carry the weight.

    A result's `log_weight` is the logarithm of its weight: means over the particles of a request, weighted by them, are
    consistent estimates under the exact distribution, and the mean weight is an unbiased one of the probability that
    the model by itself ends in the language. Particles are resampled, by systematic resampling, when the effective
    sample size (Σw)² / Σw² falls below `threshold` times their number; 0: never.
    """

    needs: ClassVar[Mapping[str, Any]] = {"draws_ends": True}

    def __init__(self, copies: int = 16, *, threshold: float = 0.5) -> None:
        self.copies = integer(copies, "copies", 1)
        if not 0 <= threshold <= 1:
            raise ValueError(f"threshold is {threshold}; it is a share of the particles, from 0 to 1")
        self.threshold = threshold
        self._ended: dict[int, list[Row]] = {}  # particles whose texts are finished, by request

    def step(self, batch: Batch) -> None:
        _checked(batch)
        _, allowed, possible = _log_probabilities(batch)
        tokens = _drawn(batch, possible)
        masses = allowed.logsumexp(-1).tolist()
        for i, row in enumerate(batch.rows):
            if batch.ready[i]:
                row.log_weight += masses[i]
        batch.take([[token] if ready else [] for token, ready in zip(tokens, batch.ready, strict=True)])
        for row in batch.done:
            self._ended.setdefault(row.request.number, []).append(row)
            if row.matcher is not None and not row.matcher.is_accepting:
                row.log_weight = -math.inf  # it was cut off, and is no text of the language
        batch.done = []
        self._resample(batch)
        going_on = {row.request.number for row in batch.rows}
        for number in [number for number in self._ended if number not in going_on]:
            batch.done += self._ended.pop(number)

    def _resample(self, batch: Batch) -> None:
        sources: list[int] = []
        for number in dict.fromkeys(row.request.number for row in batch.rows):
            live = [i for i, row in enumerate(batch.rows) if row.request.number == number]
            ended = self._ended.get(number, [])
            particles = [*(batch.rows[i] for i in live), *ended]
            weights = torch.tensor([row.log_weight for row in particles], dtype=torch.float64)
            share = weights.softmax(0)
            if not (self.threshold and float(1 / share.square().sum()) < self.threshold * len(particles)):
                sources += live
                continue
            mean = float(weights.logsumexp(0)) - math.log(len(particles))
            u = float(batch.sampler.step(stream=_RESAMPLING).uniform()[live[0]])
            places = (torch.arange(len(particles), dtype=torch.float64) + u) / len(particles)
            chosen = torch.searchsorted(share.cumsum(0), places).clamp_max(len(particles) - 1).tolist()
            sources += [live[each] for each in chosen if each < len(live)]
            self._ended[number] = [particles[each].fork() for each in chosen if each >= len(live)]
            for row in (*self._ended[number], *(batch.rows[i] for i in live)):
                row.log_weight = mean
        if sources != list(range(len(batch.rows))):
            batch.reorder(sources)


_RESAMPLING = 0xFFFF  # the stream of random numbers that no stage of a pipeline has
