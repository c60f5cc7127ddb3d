"""Which rows go on, and with what: one class a strategy. The loop itself is `decode`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ..pipelines.pipeline import Pipeline
from .batch import Batch
from .model import LanguageModel
from .requests import Request


class Search(ABC):
    """A decoding strategy: it moves a `Batch` by the batch's verbs.

    `copies` is how many rows a request begins with, `returned` how many of its texts are the result (None: all), and
    `spread` how many rows the search makes of each, for which a static cache reserves places.

    A strategy of your own is a class with `step`:

    >>> class Greedy(Search):
    ...     def step(self, batch):
    ...         best = batch.scores().argmax(-1)
    ...         batch.take([[int(token)] if ready else [] for token, ready in zip(best, batch.ready)])
    """

    copies: int = 1
    returned: int | None = None
    spread: int = 1
    continuous: bool = False  # every row on its own, so rows may join and leave between any two steps
    normalises: bool = False  # the pipeline acts on log-probabilities (`Batch.scores`), not on the model's own logits
    needs: ClassVar[Mapping[str, Any]] = {}  # what its batches are made with

    def batch(self, model: LanguageModel, pipeline: Pipeline, requests: Sequence[Request], **options: Any) -> Batch:
        """A `Batch` as this search needs it; `options` are those of `Batch`."""
        return Batch(model, pipeline, requests, copies=self.copies, spread=self.spread, **(options | dict(self.needs)))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if not name.startswith("_"))
        return f"{type(self).__name__}({given})"

    @abstractmethod
    def step(self, batch: Batch) -> None:
        """Moves the batch on: usually reads once, and gives every row that is ready a token."""

    def resume(self, batch: Batch) -> None:
        """One step after a pass that failed (out of memory, say), with rows read again; override it for less."""
        self.step(batch)


class Sampling(Search):
    """Every row on its own: a draw of the pipeline, which may be greedy. `copies` texts a request."""

    continuous = True

    def __init__(self, copies: int = 1) -> None:
        if copies < 1:
            raise ValueError(f"copies is {copies}; at least 1 text is made of each prompt")
        self.copies = copies

    def step(self, batch: Batch) -> None:
        draw_one(batch)


def draw_one(batch: Batch) -> None:
    """Gives every row that is ready a token, drawn by the pipeline."""
    tokens = batch.sample()
    batch.take([[token] if ready else [] for token, ready in zip(tokens, batch.ready, strict=True)])


def decode(batch: Batch, search: Search) -> Iterator[Batch]:
    """Steps until no row goes on, and yields after each; `batch.done` are the finished rows so far."""
    while batch.live:
        search.step(batch)
        yield batch
