"""Beam search: the texts with the best sums of scores, by following only the best beginnings; and beam sampling.

The rules are those of transformers 5.23. The score of a token is its log-probability after the pipeline, not
renormalised. At each step the best continuations of all running hypotheses of a prompt are looked at, 1 + (number of
end tokens) times as many as there are beams. Those of them that end count if they are among the first; the best of the
others run on. In beam sampling, continuations are drawn without replacement instead, by the same sums; which are first
is then a matter of the order of the draws. Every prompt is a search of its own, whatever its batch mates do.

A prompt begins with one row and grows; what is forbidden is no continuation. Under a constraint, hypotheses that have
ended are different texts, and if the language has as many texts as there are beams, so many are found: cuts of the same
text into tokens give way to other texts, and where the beams would not be enough for that many texts, there are more of
them for a while (`branches`). A hypothesis that the limit cuts off is returned only where none is complete.

Forced text is read in one pass, its tokens count as the model gives them, and hypotheses are compared after equally
many choices, not tokens. Here is what a search is and how its rows begin; one step of it is in `beam_step`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import torch

from ...stages.stage import INFINITY, Stateful
from ..batch import Batch
from ..branches import Branch, written
from ..continuations import Beam
from ..search import Search
from .beam_step import EVERY, Step
from .hypotheses import EarlyStopping, Prompt, Rules, longest_of


class BeamSearch(Search):
    """Beam search with `beams` hypotheses a prompt, of which the best `returned` are the result.

    `sample` draws the continuations, with the randomness of the prompt's row. For `length_penalty`, `normalise` and
    `early_stopping` see `Rules`; the defaults are those of transformers. `Row.score` of a result is its normalised
    score, and `Row.number` its rank; rows for which there is no text have `finish_reason="unavailable"`. A draw in the
    pipeline is passed over. Raises ValueError for stages that remember what was drawn.

    >>> search = BeamSearch(4, returned=2)
    >>> batch = search.batch(model, Pipeline([Mask()]), requests, vocabulary=vocabulary)
    >>> for _ in decode(batch, search): pass
    """

    groups = 1
    returned: int
    normalises = True
    needs: ClassVar[Mapping[str, Any]] = {"draws_ends": True}

    def __init__(
        self,
        beams: int,
        *,
        returned: int = 1,
        sample: bool = False,
        length_penalty: float = 1.0,
        normalise: Literal["power", "gnmt"] = "power",
        early_stopping: EarlyStopping = False,
    ) -> None:
        if beams < 1:
            raise ValueError(f"beams is {beams}; a search has at least 1")
        if not 1 <= returned <= beams:
            raise ValueError(f"returned is {returned}; expected 1 to {beams}, as many as there are beams")
        self.beams, self.returned, self.sample = beams, returned, sample
        self.rules = Rules(length_penalty, normalise, early_stopping)
        self.size = beams  # of a group
        self.spread = beams

    def step(self, batch: Batch) -> None:
        self._welcome(batch)
        batch.read()
        self._count_forced(batch)
        Step(self, batch).run()

    def less(self, batch: Batch, chosen: Sequence[Sequence[int]]) -> torch.Tensor | None:
        """What is added to the scores (rows, width) of a group; `chosen`: each row's prompt has taken these tokens."""
        return None

    def attainable(self, prompt: Prompt, running: Sequence[tuple[float, int]], best: tuple[float, int]) -> float:
        """The best score that (sum, number of tokens) of `running` hypotheses may still reach.

        `best` is the first candidate of this step, whether it runs on or has ended.
        """
        longest = longest_of(prompt.request)
        return max((self.rules.attainable(*each, longest) for each in running), default=-INFINITY)

    def takes_limited(self, prompt: Prompt, group: int, best: tuple[float, int]) -> bool:
        """Whether hypotheses that meet the limit, without a constraint, are as good as those that have ended."""
        return True

    def _welcome(self, batch: Batch) -> None:
        """Begins the search of rows that have just come."""
        new = [row for row in batch.rows if row.search is None]
        if new:
            _check(batch)
        for row in new:
            row.search = Beam(Prompt(row.request, self.rules, self.groups, self.size), EVERY)
            if batch.forced is not None and not batch.log_probabilities:
                row.log_probabilities = [math.nan] * len(row.tokens)  # the pass that reads them fills them in
                row.constrained = [0.0] * len(row.tokens)
        if batch.forced is not None:
            batch.log_probabilities = True
            if batch.context.uniform:
                batch.forced = None  # beams would have to wait for each other, and rows of such a cache cannot

    def _count_forced(self, batch: Batch) -> None:
        """Adds what the model says of forced tokens, now that it has read them."""
        for row, ready in zip(batch.rows, batch.ready, strict=True):
            beam: Beam = row.search
            if not ready:
                continue
            total, branch = beam.total + sum(row.log_probabilities[beam.counted :]), beam.branch
            if row.matcher is not None and (branch is None or beam.counted < len(row.tokens)):
                text = written(row.matcher.constraint.vocabulary, row.tokens)
                branch = Branch(row.matcher, text, row.left)
            row.search = Beam(beam.prompt, beam.group, total, len(row.tokens), branch)


def _check(batch: Batch) -> None:
    """Raises ValueError where beams make no sense."""
    for stage in batch.sampler.pipeline.stages:
        if isinstance(stage, Stateful):
            raise ValueError(
                f"beam search weighs many tokens at each step, and {stage!r} remembers the one that was drawn; leave "
                "it out, or use Sampling"
            )
