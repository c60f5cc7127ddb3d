"""The nodes of the drafts of a batch, each a row of a sampler: what may follow it is asked for all of them at once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import torch

from ..kernels.definition import log_probabilities
from ..pipelines.rows import SamplerRows
from .drafting.draft_tree import Draft


class Nodes:
    """Node n of row i is row `roots[i]` + n of `sampler`, which has taken the tokens that lead there.

    Made before the model reads them, so that their masks are computed meanwhile; `logits` and `unconditional`
    (nodes, width) are there afterwards.
    """

    logits: torch.Tensor
    unconditional: torch.Tensor | None

    def __init__(self, sampler: SamplerRows, drafts: Sequence[Draft]) -> None:
        counts = [len(draft) + 1 for draft in drafts]
        self.drafts = list(drafts)
        self.roots = [0, *itertools.accumulate(counts)][:-1]
        self._uniforms: dict[int, list[float]] = {}
        self.places: list[int] = []  # of each node, which of the logits that the context gives are its own
        self.sampler = sampler.fork([row for row, count in enumerate(counts) for _ in range(count)])
        self.sampler.extend([draft.text(node) for draft in drafts for node in range(len(draft) + 1)])

    def read(
        self,
        logits: torch.Tensor,
        unconditional: torch.Tensor | None,
        idle: Sequence[int],
        known: torch.Tensor,
        known_unconditional: torch.Tensor | None,
    ) -> None:
        """Takes the context's logits; the rows that are `idle` had theirs (rows, width) before."""
        if self.places != list(range(len(logits))):
            logits = logits[self.places]
            unconditional = None if unconditional is None else unconditional[self.places]
        if idle:
            at = [self.roots[row] for row in idle]
            logits[at] = known[idle].to(logits)
            if unconditional is not None and known_unconditional is not None:
                unconditional[at] = known_unconditional[idle].to(unconditional)
        self.logits, self.unconditional = logits, unconditional

    @cached_property
    def drawn(self) -> list[int]:
        """The token that the pipeline draws at each node, by the random number of its position."""
        return self.sampler.sample(self.logits, unconditional=self.unconditional).tolist()

    @cached_property
    def scores(self) -> torch.Tensor:
        """What may follow each node, after the pipeline: (nodes, width) float32."""
        return self.sampler.scores(self.logits, unconditional=self.unconditional)

    def uniforms(self, stream: int) -> list[float]:
        """A random number in [0, 1) for each node, by its row's seed and its position."""
        if stream not in self._uniforms:
            self._uniforms[stream] = self.sampler.randomness.uniform(self._positions, stream).tolist()
        return self._uniforms[stream]

    @cached_property
    def _positions(self) -> np.ndarray:
        """How many tokens have been generated at each node."""
        return self.sampler.step().generated()

    def log_probabilities(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Of every token at every node (nodes, width): as the model gives them, and after the pipeline."""
        return log_probabilities(self.logits), self.scores.log_softmax(-1)
