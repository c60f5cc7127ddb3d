"""Best of n: draw several texts of a prompt, and keep those that score best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from ..pipelines.pipeline import Pipeline
from .batch import Batch
from .model import LanguageModel
from .requests import Request, Row
from .search import Sampling


class BestOf(Sampling):
    """`copies` texts of each prompt are drawn, and the best `returned` are the result, best first.

    `by`: "mean" or "sum" of the log-probabilities of a text's tokens, as the model gave them, its end token aside; or a
    function from a finished `Row` to a number, where more is better. Texts that are complete are better than those that
    are not. `Row.score` is what they were compared by. Rows come when all of their request have ended; those that were
    cancelled or have failed are not compared. Batches are made by `batch`.

    >>> search = BestOf(8, by=lambda row: -len(row.tokens))
    """

    def __init__(
        self, copies: int, *, returned: int = 1, by: Literal["mean", "sum"] | Callable[[Row], float] = "mean"
    ) -> None:
        super().__init__(copies)
        if not 1 <= returned <= copies:
            raise ValueError(f"returned is {returned}; expected 1 to {copies}, as many as are drawn")
        if by not in ("mean", "sum") and not callable(by):
            raise ValueError(f'by is {by!r}; expected "mean", "sum" or a function of a row')
        self.returned, self.by = returned, by

    def batch(self, model: LanguageModel, pipeline: Pipeline, requests: Sequence[Request], **options: Any) -> Batch:
        if isinstance(self.by, str):
            options["log_probabilities"] = True
        batch = super().batch(model, pipeline, requests, **options)
        self._compare(batch)
        return batch

    def step(self, batch: Batch) -> None:
        super().step(batch)
        self._compare(batch)

    def _compare(self, batch: Batch) -> None:
        """Keeps finished rows back until the others of their request have finished, then lets the best go."""
        let_go: list[Row] = []
        for row in batch.done:
            if row.score is not None:  # it has been compared
                let_go.append(row)
                continue
            together = row.origin  # the rows of the request that have ended
            together.append(row)
            if row.finish_reason in ("stop", "length"):
                row.score = self._score(row)
            else:
                let_go.append(row)
            if len(together) == self.copies:
                together[:] = [each for each in together if each.score is not None]
                together.sort(key=lambda each: (each.finish_reason != "stop", -(each.score or 0.0)))
                for number, each in enumerate(together[: self.returned]):
                    each.number = number
                    let_go.append(each)
                together.clear()
        batch.done = let_go

    def _score(self, row: Row) -> float:
        if callable(self.by):
            return float(self.by(row))
        total = sum(row.log_probabilities)
        return total / max(1, len(row.tokens)) if self.by == "mean" else total
