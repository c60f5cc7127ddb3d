"""Continuous batching: requests join a running batch as soon as others leave it, each one's failure its own affair.

A `Scheduler` takes requests from an iterable, one at a time and only when there is room for it; so a generator that
makes requests is never far ahead of the model. Room is counted in rows and in tokens (prompt and `max_tokens`). What
comes out is news: after each step, the rows that have moved, and of them those that have finished. The loop runs only
while news is asked for, so whoever reads slowly slows it down, and nothing piles up.

Rows join where the model's cache can take them (`Context.joins`), the search treats each row on its own
(`Search.continuous`), and the pipeline has no values by row; otherwise requests are decoded in groups, one group after
another.

**Failures.** A request that cannot begin (a prompt too long, tokens that the model does not have, a constraint on
another vocabulary) becomes a finished row with `finish_reason="error"` and the exception in `error`. When a step
raises, each row is tried by itself, those that raise are ended in the same way, and the others go on. If none does, the
model has failed: it reads each row again, by itself, and rows that it cannot read end so. Where rows cannot be read
apart (caches of a fixed size, models without ragged rows, searches over several rows), all rows of the batch end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from constrain.constraint import Constraint
from constrain.errors import LimitExceeded, VocabularyError
from constrain.support.arguments import instance, integer

from .batch import Batch
from .requests import Request, Row
from .search import Sampling, Search

if TYPE_CHECKING:
    from constrain.vocabulary import Vocabulary

    from ..pipelines.pipeline import Pipeline
    from .forced import ForcedText
    from .model import LanguageModel

Work = Request | Row | None  # a Row is one that has ended before it began; None: nothing at the moment


class Moved(NamedTuple):
    """A row that has new tokens or a `finish_reason`. `number` is that of its request, counted from 0."""

    number: int
    row: Row


class Scheduler:
    """Decodes any number of requests on one model with one pipeline.

    At most `max_rows` rows at once, and `max_batch_tokens` tokens of their prompts and outputs together (None: no
    bound); the beams or candidates of a request count, and a request alone may always have its own. `seeds` is a
    number (each row gets a stream of its own, the same in any batch), or one for each row: those of request i are
    `seeds[i * copies : (i + 1) * copies]`. `vocabulary` is needed for free rows. With `log_probabilities`, rows note
    those of their tokens, and of the `best` likeliest tokens of each place. `over` is asked about each row after each
    step, where the search treats rows on their own; a row for which it is true is cut off there.

    Threads: one thread at a time asks for news; `cancel` may be called from any.

    >>> scheduler = Scheduler(model, pipeline, vocabulary=vocabulary, max_rows=8)
    >>> for number, row in scheduler.finished(Request(prompt, invoice) for prompt in prompts):
    ...     print(number, row.finish_reason, vocabulary.decode(row.tokens))
    """

    def __init__(
        self,
        model: LanguageModel,
        pipeline: Pipeline,
        *,
        search: Search | None = None,
        vocabulary: Vocabulary | None = None,
        forced: ForcedText | None = None,
        seeds: int | Sequence[Any] | None = None,
        log_probabilities: bool = False,
        best: int = 0,
        max_rows: int = 32,
        max_batch_tokens: int | None = None,
        over: Callable[[Row], bool] | None = None,
    ) -> None:
        self.model, self.pipeline, self.vocabulary, self.over = model, pipeline, vocabulary, over
        self.search = Sampling() if search is None else search
        self.max_rows = integer(max_rows, "max_rows", self.search.copies)
        self.max_batch_tokens = None if max_batch_tokens is None else integer(max_batch_tokens, "max_batch_tokens", 1)
        self.options = {
            "forced": forced,
            "log_probabilities": log_probabilities,
            "best": best,
        }
        # Ranks that compute a model together must draw the same tokens, so where nobody gives a seed, they share one.
        self.seeds = model.agreed(int(torch.randint(2**31, ()).item())) if seeds is None else seeds
        self.batch: Batch | None = None
        self.passes = 0  # forward passes of batches that are over, and of prompts that joined
        self._retried = -1  # how many tokens the rows had when they were last read again
        self._joins = True
        self._total = 0  # requests, where the pipeline has values by row
        self._source: Iterator[Work] = iter(())
        self._taken = 0  # requests so far
        self._next: tuple[int, Work] | None = None
        self._until: int | None = None  # the first request that must not begin yet
        self._known: set[int] = set()  # finished rows that stay in a fixed batch, by id
        self._news: list[Moved] = []  # what nobody has been told yet
        self._cancelled: set[int] = set()
        self._lock = threading.Lock()  # held while the batch moves

    # ---- what comes out ----

    def run(self, requests: Iterable[Work]) -> Generator[list[Moved], None, None]:
        """News after each step: every row that has moved, finished ones with their `finish_reason`.

        An iterable may give None where it has nothing at the moment; it is asked again after the next step. Closing
        the generator ends all rows and frees their cache.
        """
        if self.batch is not None or self._next is not None:
            raise RuntimeError("this scheduler is running; make another one, or finish or close the first run")
        if not self.pipeline.is_same_for_all_rows:
            requests = list(requests)
            self._total = len(requests) * self.search.copies
            self.pipeline.select(range(self._total), self._total)  # raises where the numbers do not fit
        self._source, self._taken = iter(requests), 0
        more = True
        try:
            while more or self.batch is not None or self._news:
                with self._lock:
                    self._finish_cancelled()
                    more = self._admit()
                    if self.batch is not None:
                        self._step(self.batch)
                self._cancel_now()
                news, self._news = self._news, []
                if news or (more and self.batch is None):
                    yield news
        finally:
            self.close()

    def finished(self, requests: Iterable[Work], *, in_order: bool = True) -> Iterator[Moved]:
        """The finished rows: in the order of the requests (and of their copies), or as they finish.

        In order, some rows wait for others: requests begin at most 8 times `max_rows` ahead of the oldest one.
        """
        ahead = 8 * self.max_rows
        waiting: dict[int, list[Row]] = {}
        at = 0
        self._until = ahead if in_order else None
        for news in self.run(requests):
            over = [each for each in news if each.row.finish_reason is not None]
            if not in_order:
                yield from over
                continue
            for number, row in over:
                waiting.setdefault(number, []).append(row)
            while at in waiting and at not in self._live_numbers():
                yield from (Moved(at, row) for row in sorted(waiting.pop(at), key=lambda row: row.number))
                at += 1
                self._until = at + ahead

    def cancel(self, number: int) -> None:
        """Ends the rows of a request, also of one that has not begun: `finish_reason` is then "cancelled".

        Between two steps this frees the rows and their cache at once; during a step, at its end. The next news tells.
        """
        self._cancelled.add(number)
        self._cancel_now()

    def close(self) -> None:
        """Ends everything; the cache is freed. `run` calls it at its end, and when it is closed."""
        self._leave()
        self._source, self._next, self._news = iter(()), None, []
        self._cancelled.clear()

    # ---- beginning ----

    def _admit(self) -> bool:
        """Lets waiting requests join, as many as there is room for; whether more may come."""
        more, chosen = True, list[Request]()
        live = [] if self.batch is None else [row for row in self.batch.rows if row.finish_reason is None]
        rows, tokens = len(live), sum(_size(row.request) for row in live)
        copies = self._rows_each
        while more and (self.batch is None or self._joins):
            more = self._look()
            if self._next is None or (self._until is not None and self._next[0] >= self._until):
                break
            number, work = self._next
            if work is None:
                self._next = None
                break
            if isinstance(work, Row) or number in self._cancelled:
                row = work if isinstance(work, Row) else Row(work)
                row.request = replace(row.request, number=number)
                row.finish_reason = row.finish_reason or "cancelled"
                self._cancelled.discard(number)
                self._next = None
                self._news.append(Moved(number, row))
                continue
            try:
                self._check(work)
            except Exception as error:
                self._next = None
                self._news.append(_failed(work, number, error))
                continue
            size = _size(work) * copies
            over = self.max_batch_tokens is not None and tokens + size > self.max_batch_tokens
            if rows and (rows + copies > self.max_rows or over):
                break
            self._next = None
            rows, tokens = rows + copies, tokens + size
            chosen.append(replace(work, number=number))
        if chosen:
            self._begin(chosen)
        return more

    @property
    def _rows_each(self) -> int:
        """How many rows a request may become: its copies, and the beams or candidates of each."""
        return self.search.copies * self.search.spread

    def _look(self) -> bool:
        """Takes the next request, if none is waiting; False at the end of them."""
        if self._next is None:
            for work in self._source:
                self._next = self._taken, work
                self._taken += work is not None
                return True
            return False
        return True

    def _check(self, request: Request) -> None:
        """Raises for a request that cannot begin."""
        instance(request, Request, "a request", "a Request")
        if request.constraint is not None:
            instance(request.constraint, Constraint, "constraint", "a Constraint, as compile() makes it, or None")
            if self.vocabulary is None:
                self.vocabulary = request.constraint.vocabulary
            elif request.constraint.vocabulary != self.vocabulary:
                raise VocabularyError(
                    f"the constraint is on {request.constraint.vocabulary!r}, and the batch on {self.vocabulary!r}; "
                    "compile all constraints of a batch on one vocabulary"
                )
        elif self.vocabulary is None:
            raise ValueError("a request without a constraint needs vocabulary=, for its end tokens and its text")
        elif self.vocabulary.size < self.model.width:  # no mask keeps a free row from tokens that spell nothing
            raise VocabularyError(
                f"the vocabulary has {self.vocabulary.size} tokens, and the model gives {self.model.width} logits; a "
                f"request without a constraint needs a vocabulary of that size (size={self.model.width})"
            )
        integer(request.max_tokens, "max_tokens", 1, None)
        self.model.check(request.prompt, request.max_tokens)
        size = _size(request) * self._rows_each
        if self.max_batch_tokens is not None and size > self.max_batch_tokens:
            raise LimitExceeded(
                f"the prompt has {len(request.prompt)} tokens, and {request.max_tokens} may follow in each of "
                f"{self._rows_each} rows: {size} in all, and max_batch_tokens is {self.max_batch_tokens}",
                limit=self.max_batch_tokens,
                needed=size,
            )

    def _begin(self, requests: list[Request]) -> None:
        """Starts a batch of these requests, and joins it to the one that runs."""
        try:
            batch = self._batch_of(requests)
        except Exception as error:
            good = []
            for request in requests:  # whose fault is it?
                blamed = error if len(requests) == 1 else self._fault(request)
                if blamed is None:
                    good.append(request)
                else:
                    self._news.append(_failed(request, request.number, blamed))
            if not good:
                return
            try:
                batch = self._batch_of(good)
            except Exception as again:  # together they are too much
                for request in good:
                    if len(good) > 1 and (self.batch is None or self._joins):
                        self._begin([request])
                    else:
                        self._news.append(_failed(request, request.number, again))
                return
        self._news += [Moved(row.request.number, row) for row in batch.rows if row.tokens]
        if self.batch is None:
            self.batch = batch
            same = self.pipeline.is_same_for_all_rows
            self._joins = same and self.search.continuous and batch.context.joins
        else:
            self.passes += batch.passes
            for each in (self.batch, batch):
                try:
                    each.catch_up()
                except Exception as error:
                    self._rescue(each, error)
                    self._retried = -1  # the next step has its own try
            self.batch.join(batch)
        self._collect(self.batch)

    def _batch_of(self, requests: list[Request]) -> Batch:
        copies = self.search.copies
        numbers = [request.number * copies + copy for request in requests for copy in range(copies)]
        pipeline, seeds = self._sampler(numbers)
        options: dict[str, Any] = {"vocabulary": self.vocabulary, "seeds": seeds, **self.options}
        return self.search.batch(self.model, pipeline, requests, **options)

    def _sampler(self, numbers: list[int]) -> tuple[Pipeline, list[Any]]:
        """The pipeline, and a seed for each, of the texts of these numbers, counted over all requests."""
        if isinstance(self.seeds, int):
            seeds: list[Any] = [(self.seeds << 32) + number for number in numbers]
        else:
            seeds = [self.seeds[number] for number in numbers]
        if self.pipeline.is_same_for_all_rows:
            return self.pipeline, seeds
        return self.pipeline.select(numbers, self._total), seeds

    def sampler_of(self, row: Row) -> tuple[Pipeline, Any]:
        """The pipeline and the seed with which a row began."""
        pipeline, seeds = self._sampler([row.request.number * self.search.copies + row.stream])
        return pipeline, seeds[0]

    def _fault(self, request: Request) -> Exception | None:
        """What a request raises when it begins by itself."""
        try:
            self._batch_of([request])
        except Exception as error:
            return error
        return None

    # ---- moving ----

    def _step(self, batch: Batch) -> None:
        before = {id(row): len(row.tokens) for row in batch.rows if row.finish_reason is None}
        try:
            self.search.step(batch)
        except Exception as error:
            if self._rescue(batch, error) and batch.live:
                try:
                    self.search.resume(batch)
                except Exception as again:
                    self._rescue(batch, again)
        if self.over is not None:
            for i in reversed(range(len(batch.rows))):  # rows after one that leaves move up
                if batch.rows[i].finish_reason is None and self.over(batch.rows[i]):
                    batch.finish(i, "length")
        if self.search.continuous:
            told = {id(each.row) for each in self._news}
            moved = [row for row in batch.rows if row.finish_reason is None and id(row) not in told]
            self._news += [Moved(row.request.number, row) for row in moved if len(row.tokens) != before.get(id(row))]
        self._collect(batch)

    def _rescue(self, batch: Batch, error: Exception) -> bool:
        """After a step that raised: ends the rows that are to blame; whether the others were read again."""
        live = [i for i, row in enumerate(batch.rows) if row.finish_reason is None]
        blamed: dict[int, Exception] = {}
        if len(live) > 1 and self.search.continuous:
            blamed = {i: found for i in live if (found := batch.trial(i)) is not None}
        tokens = sum(len(batch.rows[i].tokens) for i in live)
        if not blamed and self.search.continuous and tokens != self._retried:
            self._retried = tokens
            try:
                batch.retry()
            except NotImplementedError:
                pass
            else:
                return True
        for row, why in [(batch.rows[i], blamed.get(i, error)) for i in blamed or live]:
            row.error = why
            # Rows that a step had ended before it raised leave with the first, so places change.
            batch.finish(next(i for i, each in enumerate(batch.rows) if each is row), "error")
        return False

    def _collect(self, batch: Batch) -> None:
        """Adds the rows that have finished to the news, each once, and lets an empty batch go."""
        told = {id(each.row) for each in self._news}
        over = [row for row in batch.done if id(row) not in self._known]
        self._news += [Moved(row.request.number, row) for row in over if id(row) not in told]
        if batch.stays:
            self._known.update(map(id, over))
        else:
            batch.done = []
        if not batch.live:
            self._leave()

    def _leave(self) -> None:
        """Lets the batch go, with its cache."""
        if self.batch is not None:
            self.passes += self.batch.passes
        self.batch, self._joins = None, True
        self._known.clear()

    # ---- cancelling ----

    def _cancel_now(self) -> None:
        """Does what `cancel` has asked for; where another thread holds the lock, that one will."""
        while self._cancelled & self._live_numbers() and self._lock.acquire(blocking=False):
            try:
                self._finish_cancelled()
            finally:
                self._lock.release()

    def _finish_cancelled(self) -> None:
        batch = self.batch
        wanted = self._cancelled & self._live_numbers()
        if batch is None or not wanted:
            return
        for i in range(len(batch.rows) - 1, -1, -1):
            row = batch.rows[i]
            if row.finish_reason is None and row.request.number in wanted:
                batch.finish(i, "cancelled")
        self._cancelled -= wanted
        self._collect(batch)

    def _live_numbers(self) -> set[int]:
        batch = self.batch
        return set() if batch is None else {r.request.number for r in batch.rows if r.finish_reason is None}


def _size(request: Request) -> int:
    """The most tokens that a row of it can have."""
    return len(request.prompt) + request.max_tokens


def _failed(request: Request, number: int, error: Exception) -> Moved:
    row = Row(replace(request, number=number) if isinstance(request, Request) else Request(()), error=error)
    row.finish_reason = "error"
    return Moved(number, row)
