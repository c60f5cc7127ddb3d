"""Contrastive search: of the likeliest tokens, the one whose hidden state is least like those of the text so far.

Su et al., A Contrastive Framework for Neural Text Generation (2022), as in transformers 4.45: of the `top_k` likeliest
tokens after the pipeline, the one with the greatest (1 - alpha) · p - alpha · s, where s is the greatest cosine of its
last hidden state with that of a token of prompt or text. The candidates are read as rows of their own, so a step costs
one pass over `top_k` rows for each text. Only tokens that the constraint allows are candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import torch

from ..kernels.definition import log_probabilities
from ..stages.stage import INFINITY, Stateful
from .batch import Batch
from .search import Search


class ContrastiveSearch(Search):
    """`penalty_alpha` from 0 (greedy) to 1 (only the hidden states count), `top_k` candidates.

    Needs a model that shows hidden states, and batches made by `batch`. A draw in the pipeline is passed over; stages
    that remember what was drawn are refused (ValueError).

    >>> search = ContrastiveSearch(0.6, 4)
    >>> batch = search.batch(model, Pipeline([Mask()]), requests, vocabulary=vocabulary)
    """

    needs: ClassVar[Mapping[str, Any]] = {"hidden": True}

    def __init__(self, penalty_alpha: float, top_k: int) -> None:
        if not 0 <= penalty_alpha <= 1:
            raise ValueError(f"penalty_alpha is {penalty_alpha}; expected 0 to 1")
        if top_k < 1:
            raise ValueError(f"top_k is {top_k}; contrastive search chooses among at least 1 token")
        self.penalty_alpha, self.top_k = penalty_alpha, top_k
        self.spread = top_k

    def step(self, batch: Batch) -> None:
        self._check(batch)
        self._read(batch)
        logits = batch.logits_after()
        best, tokens = logits.softmax(-1).topk(min(self.top_k, logits.shape[1]))
        possible = logits.gather(1, tokens) > -INFINITY
        candidates: list[tuple[int, int | None, float]] = []  # row, token (None: it waits), probability
        for i, each in enumerate(zip(tokens.tolist(), best.tolist(), possible.tolist(), strict=True)):
            if batch.ready[i]:
                candidates += [(i, token, p) for token, p, allowed in zip(*each, strict=True) if allowed]
            else:
                candidates.append((i, None, 0.0))
        figures = _figures(batch, logits, candidates) if batch.log_probabilities else None
        batch.reorder([row for row, _, _ in candidates])
        if figures is not None:
            for row, (_, token, _), noted in zip(batch.rows, candidates, figures, strict=True):
                if token is not None and token not in batch.sampler.end_tokens:
                    row.log_probabilities.append(noted[0])
                    row.constrained.append(noted[1])
        before = [row.search for row in batch.rows]
        batch.take([[] if token is None else [token] for _, token, _ in candidates], end=False)
        self._read(batch)
        batch.reorder(list(self._chosen(candidates, before, [row.search for row in batch.rows])))
        batch.end()

    def _check(self, batch: Batch) -> None:
        if any(row.search is None for row in batch.rows):
            raise ValueError("contrastive search needs hidden states; make its batches by ContrastiveSearch.batch")
        for stage in batch.sampler.pipeline.stages:
            if isinstance(stage, Stateful):
                raise ValueError(
                    f"contrastive search weighs several tokens at each step, and {stage!r} remembers the one that was "
                    "drawn; leave it out, or use Sampling"
                )

    def _read(self, batch: Batch) -> None:
        """Has the model read what is pending, and keeps the hidden states of all tokens that each row has read."""
        if batch.context.uniform:
            batch.forced = None  # texts would have to wait for each other, and rows of such a cache cannot
        pending = list(map(len, batch.pending))
        if not any(pending):
            return
        batch.read()
        hidden = batch.context.hidden
        assert hidden is not None
        for i, (row, ahead) in enumerate(zip(batch.rows, pending, strict=True)):
            read = ahead - len(batch.pending[i])
            if read:
                row.search = torch.cat([row.search, hidden[i, hidden.shape[1] - read :]])

    def _chosen(
        self,
        candidates: Sequence[tuple[int, int | None, float]],
        before: Sequence[torch.Tensor],
        after: Sequence[torch.Tensor],
    ) -> Iterator[int]:
        """The best candidate of each text; `before` and `after` are the hidden states around the candidate's."""
        best: dict[int, tuple[float, int]] = {}
        for i, (row, token, probability) in enumerate(candidates):
            score = 0.0
            if token is not None:
                cosines = _units(before[i]) @ _units(after[i][len(before[i])])
                score = (1 - self.penalty_alpha) * probability - self.penalty_alpha * float(cosines.max())
            if row not in best or score > best[row][0]:
                best[row] = score, i
        return (i for _, i in best.values())


def _units(states: torch.Tensor) -> torch.Tensor:
    """Vectors of length 1, float32."""
    return torch.nn.functional.normalize(states.float(), dim=-1)


def _figures(
    batch: Batch, after: torch.Tensor, candidates: Sequence[tuple[int, int | None, float]]
) -> list[tuple[float, float]]:
    """The log-probabilities of candidates, as the model gave them and after the pipeline."""
    plain, after = log_probabilities(batch.read()), after.log_softmax(-1)
    return [(float(plain[row, token or 0]), float(after[row, token or 0])) for row, token, _ in candidates]
