"""The continuations of running hypotheses, in the order in which a beam search looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import torch

from ..stages.stage import INFINITY
from .batch import Batch
from .beam_search.hypotheses import Prompt
from .branches import Branch


class Beam(NamedTuple):
    """What a search keeps with a running hypothesis (`Row.search`): the sum of the scores of its first tokens."""

    prompt: Prompt
    group: int
    total: float = 0.0
    counted: int = 0  # tokens that are in the sum
    branch: Branch | None = None  # where a constraint is


class Candidate(NamedTuple):
    """A hypothesis with one token more: the row it comes from, the token, the new sum."""

    row: int
    token: int
    total: float
    beam: Beam | None = None  # what it will be if it runs on


class Continuations:
    """The candidates of every row: by their sums, or in beam sampling in the order in which they are drawn.

    `totals` (rows, width) float32 are the sums, `keys` what they are ordered by; -inf for those that are forbidden.
    """

    def __init__(self, batch: Batch, *, sample: bool, looked_at: int, added: torch.Tensor | None = None) -> None:
        self.looked_at = looked_at
        self.scores = batch.scores(added)
        sums = torch.tensor([row.search.total for row in batch.rows], dtype=self.scores.dtype)
        self.totals = self.scores + sums.to(self.scores.device).unsqueeze(1)
        at_limit = [i for i, row in enumerate(batch.rows) if row.matcher is not None and row.left <= 0]
        if at_limit:  # only their end fits
            ends = torch.zeros(self.scores.shape[1], dtype=torch.bool, device=self.scores.device)
            ends[batch.sampler.end_tokens] = True
            self.totals[at_limit] = self.totals[at_limit].masked_fill(~ends, -INFINITY)
        self.keys = _raced(batch, self.totals) if sample else self.totals
        # The first of a prompt are among the first of its rows: one sort and one look at the device for all.
        keys, tokens = self.keys.topk(min(looked_at, self.keys.shape[1]))
        found = zip(keys.tolist(), tokens.tolist(), self.totals.gather(1, tokens).tolist(), strict=True)
        self.first = [
            [(key, Candidate(row, token, total)) for key, token, total in zip(*each, strict=True) if key > -INFINITY]
            for row, each in enumerate(found)
        ]

    def of(self, rows: Sequence[int]) -> Iterator[Candidate]:
        """The candidates of these rows in order; whoever asks for more than `looked_at` waits for a sort of all."""
        merged = sorted((pair for row in rows for pair in self.first[row]), key=lambda pair: -pair[0])
        given = [each for _, each in islice(merged, self.looked_at)]
        yield from given
        if len(given) < self.looked_at:  # there are no more
            return
        known = {(each.row, each.token) for each in given}
        keys, totals, width = self.keys[list(rows)].flatten(), self.totals[list(rows)].flatten(), self.keys.shape[1]
        places = (keys > -INFINITY).nonzero().flatten()
        for place in places[keys[places].argsort(descending=True, stable=True)].tolist():
            row, token = rows[place // width], place % width
            if (row, token) not in known:
                yield Candidate(row, token, float(totals[place]))


def _raced(batch: Batch, totals: torch.Tensor) -> torch.Tensor:
    """Sums with Gumbel noise: the best k of them are k draws without replacement, in the order of the draws.

    The rows of a prompt share its seed, so each takes its noise from a stream of its own.
    """
    places: list[int] = []
    counts: dict[int, int] = {}
    for row in batch.rows:
        key = id(row.search.prompt)
        places.append(counts.get(key, 0))
        counts[key] = places[-1] + 1
    positions = batch.sampler.step().generated()
    keys = torch.empty_like(totals)
    for place in range(max(counts.values())):
        rows = [i for i, at in enumerate(places) if at == place]
        stream = len(batch.sampler.pipeline.stages) + place
        noise = batch.sampler.randomness.select(rows).exponential(positions[rows], stream, totals[rows])
        keys[rows] = totals[rows] - noise.to(keys).log()
    return keys
