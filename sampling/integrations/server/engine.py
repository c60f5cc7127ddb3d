"""The thread that decodes: texts come in from any thread, and what is new of each goes out as soon as it is certain.

One thread has the model. Texts whose tokens are chosen in the same way (`Choosing`) are rows of one running batch,
which they join and leave at any step (`decoding.scheduler`); batches of different ways take turns, a step each. Texts
begin as soon as there is room, counted in rows and in tokens over all batches. Next is a text of the client that has
the fewest under way, and of its requests the one that has; of several such the one that came first. A few rows are kept
for short texts, of these the last for a client that has none. So one request for many long texts does not keep another
waiting, nor one client others. Nothing here knows of HTTP.
"""

from __future__ import annotations

import ctypes
import logging
import math
import secrets
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from constrain.constraint import Constraint
from constrain.errors import LimitExceeded
from constrain.support.arguments import integer

from ...decoding.batch import refuse_short_budget
from ...decoding.forced import forced_text
from ...decoding.huggingface import HuggingFaceModel
from ...decoding.requests import FinishReason, Request, Row
from ...decoding.scheduler import Moved, Scheduler
from ...decoding.texts import CertainText, Characters
from ...generation.inputs import vocabulary_of
from ...pipelines.pipeline import Pipeline

log = logging.getLogger("constrain.server")
_SHORT = 64  # tokens; a text of at most so many may take one of the rows (an eighth) that are kept for such
_FEW = 4  # rows, too few to keep one


class Choosing(NamedTuple):
    """How tokens are chosen, by vLLM's names, order and conventions (`Pipeline.vllm`)."""

    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    logit_bias: tuple[tuple[int, float], ...] = ()

    def pipeline(self) -> Pipeline:
        """The stages; raises ValueError where a number is out of range."""
        return Pipeline.vllm(**{**self._asdict(), "logit_bias": dict(self.logit_bias)})


class Token(NamedTuple):
    """A token of a text, its log-probability under the model, and the likeliest tokens of its place with theirs."""

    token: int
    log_probability: float
    best: list[tuple[int, float]]


class News(NamedTuple):
    """What is new of a text. With the last news comes `finish_reason`, and `error` where that is "error".

    `tokens` are there only if log-probabilities were asked for; `written` is how many tokens the text has by now.
    """

    text: str
    tokens: list[Token]
    written: int
    finish_reason: FinishReason | None = None
    error: Exception | None = None
    stop: str | None = None  # the stop text that has ended it
    shortened: bool = False  # by `max_tokens`; told with the last news


@dataclass(eq=False)
class Job:
    """One text to be written. `tell` is called on the engine's thread, and must not block.

    `best` None: no log-probabilities; otherwise of so many of the likeliest tokens beside those of the text.
    """

    prompt: list[int]
    tell: Callable[[News], None]
    constraint: Constraint | None = None
    max_tokens: int = 256
    stop: tuple[bytes, ...] = ()
    choosing: Choosing = field(default_factory=Choosing)
    seed: int | None = None
    best: int | None = None
    client: Hashable = None
    # What the engine knows of it.
    text: _Text | None = field(default=None, repr=False)
    group: _Group | None = field(default=None, repr=False)
    request: _Share = field(default_factory=lambda: _Share(), repr=False)
    number: int = -1  # in its group, once it is there
    over: bool = False

    @property
    def size(self) -> int:
        """The most tokens that it can have."""
        return len(self.prompt) + self.max_tokens


@dataclass(eq=False)
class _Share:
    """How many rows the texts of one request have at the moment."""

    rows: int = 0


class Overloaded(Exception):
    """No more texts are taken at the moment."""


class Engine:
    """A model and the thread that decodes with it.

    At most `max_rows` texts are decoded at once, with `max_batch_tokens` tokens of prompts and outputs (None: any
    number), and at most `max_queue` others wait.

    Threads: `submit`, `cancel` and `close` may come from any.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        *,
        max_rows: int = 16,
        max_queue: int = 256,
        max_batch_tokens: int | None = None,
    ) -> None:
        self.tokenizer, self.vocabulary = tokenizer, vocabulary_of(model, tokenizer)
        self.model = HuggingFaceModel(model)
        self.forced = forced_text(self.vocabulary, tokenizer)
        self.max_rows, self.max_queue = integer(max_rows, "max_rows", 1), integer(max_queue, "max_queue", 1)
        self.max_batch_tokens = None if max_batch_tokens is None else integer(max_batch_tokens, "max_batch_tokens", 1)
        self._waiting: deque[Job] = deque()
        self._groups: dict[Any, _Group] = {}
        self._leaving: list[Job] = []  # texts that somebody has cancelled
        self._rows_of: Counter[Hashable] = Counter()  # by client
        self._rows = self._tokens = 0  # of texts that have begun and not ended
        self._stopped = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="constrain engine", daemon=True)
        self._thread.start()

    @property
    def places(self) -> int | None:
        """How many tokens prompt and output may have together; None where the model does not say."""
        places = getattr(self.model.config, "max_position_embeddings", None)
        bounds = [each for each in (places, self.max_batch_tokens) if isinstance(each, int)]
        return min(bounds, default=None)

    @property
    def alive(self) -> bool:
        """Whether texts are taken."""
        return self._thread.is_alive() and not self._stopped

    def load(self) -> tuple[int, int]:
        """How many texts are being written, and how many wait."""
        with self._changed:
            return self._rows, len(self._waiting)

    def check(self, job: Job) -> None:
        """Raises what is wrong with a text's prompt, budget or numbers: `ConstrainError` or ValueError."""
        if not job.prompt:
            raise ValueError("the prompt has no tokens")
        self.model.check(job.prompt, job.max_tokens)
        most = self.max_batch_tokens
        if most is not None and job.size > most:
            raise LimitExceeded(
                f"the prompt has {len(job.prompt)} tokens, and {job.max_tokens} may follow; at most {most} "
                "are taken together",
                limit=most,
                needed=job.size,
            )
        job.choosing.pipeline()
        beyond = [token for token, _ in job.choosing.logit_bias if token >= self.model.width]
        if beyond:
            raise ValueError(f"logit_bias has token {beyond[0]}, and the model has {self.model.width} tokens")
        refuse_short_budget(Request(job.prompt, job.constraint, job.max_tokens, job.stop), way="")

    def submit(self, jobs: list[Job]) -> None:
        """Has texts written, all or none. Raises `Overloaded` where too many wait, or the engine has stopped."""
        with self._changed:
            if self._stopped:
                raise Overloaded("the server is shutting down")
            if len(self._waiting) + len(jobs) > self.max_queue:
                raise Overloaded(
                    f"{len(self._waiting)} texts wait, and {self.max_queue} may; try again, or allow more (--max-queue)"
                )
            share = _Share()
            for job in jobs:
                job.request = share
            self._waiting.extend(jobs)
            self._changed.notify()

    def cancel(self, jobs: Iterable[Job]) -> None:
        """Ends the texts that are not over, also those that have not begun; rows are free after the step that runs."""
        with self._changed:
            if not self._stopped:
                self._leaving += (job for job in jobs if not job.over)
                self._changed.notify()

    def stop(self) -> None:
        """Ends all texts, after the step that is running; no more are taken."""
        with self._changed:
            self._stopped = True
            self._changed.notify()

    def close(self) -> None:
        """The same, and waits for the thread."""
        self.stop()
        self._thread.join()

    # ---- on the thread ----

    def _run(self) -> None:
        try:
            while True:
                with self._changed:
                    while not (self._stopped or self._waiting or self._groups or self._leaving):
                        self._changed.wait()
                    if self._stopped:
                        break
                    leaving, self._leaving = self._leaving, []
                self._leave(leaving)
                if leaving:
                    give_memory_back()
                with self._changed:
                    job = self._next()
                    if job is not None:
                        self._group_of(job)
                for key, group in list(self._groups.items()):
                    if not group.step() and not group.jobs:
                        group.close()
                        del self._groups[key]
                        del group
                        give_memory_back()
        except BaseException:
            log.exception("the engine has failed; no more texts are taken")
        finally:
            self._end()

    def _leave(self, jobs: list[Job]) -> None:
        for job in jobs:
            if job.group is not None and not job.over:
                job.group.scheduler.cancel(job.number)
            elif not job.over:
                with self._changed:
                    if job in self._waiting:  # and not one that was never taken
                        self._waiting.remove(job)
                job.over = True
                job.tell(News("", [], 0, "cancelled"))

    def _group_of(self, job: Job) -> _Group:
        key = job.choosing, job.best
        if key not in self._groups:
            self._groups[key] = _Group(self, job.choosing, job.best)
        return self._groups[key]

    def take(self, group: _Group) -> Job | None:
        """The next text, if it is this group's and there is room for it."""
        with self._changed:
            job = self._next()
            if self._stopped or job is None or self._group_of(job) is not group:
                return None
            self._waiting.remove(job)
            self._rows, self._tokens = self._rows + 1, self._tokens + job.size
            job.request.rows += 1
            self._rows_of[job.client] += 1
            job.group, job.number = group, group.taken
            group.taken += 1
            group.jobs[job.number] = job
            return job

    def _next(self) -> Job | None:
        """The text that begins next, if there is room for it; whoever asks holds the lock."""
        if not self._waiting or self._rows >= self.max_rows:
            return None
        kept = 0 if self.max_rows < _FEW else -(-self.max_rows // 8)
        left = self.max_rows - self._rows
        job = min(
            (
                job
                for job in self._waiting
                if left > kept
                or (job.max_tokens <= _SHORT and (left > 1 or kept == 1 or not self._rows_of[job.client]))
            ),
            key=lambda job: (self._rows_of[job.client], job.request.rows),  # of equal ones the first in the queue
            default=None,
        )
        most = self.max_batch_tokens
        if job is not None and self._rows and most is not None and self._tokens + job.size > most:
            return None
        return job

    def ended(self, job: Job) -> None:
        """Notes that a text has ended."""
        with self._changed:
            job.over = True
            self._rows, self._tokens = self._rows - 1, self._tokens - job.size
            job.request.rows -= 1
            self._rows_of[job.client] -= 1
            if not self._rows_of[job.client]:
                del self._rows_of[job.client]

    def _end(self) -> None:
        with self._changed:
            self._stopped = True
            waiting, groups = list(self._waiting), list(self._groups.values())
            self._waiting.clear()
            self._groups.clear()
            for job in waiting:
                job.over = True
        for job in waiting:
            job.tell(News("", [], 0, "cancelled"))
        for group in groups:
            group.fail(None)
            group.close()


class _Group:
    """The texts whose tokens are chosen in one way: one scheduler, which asks the engine for more while it runs."""

    def __init__(self, engine: Engine, choosing: Choosing, best: int | None) -> None:
        self.engine = engine
        self.jobs: dict[int, Job] = {}  # by number; those that have begun and not ended
        self.taken = 0
        self.scheduler = Scheduler(
            engine.model,
            choosing.pipeline(),
            vocabulary=engine.vocabulary,
            forced=engine.forced,
            seeds=_Seeds(self.jobs),  # type: ignore[arg-type]
            log_probabilities=best is not None,
            best=best or 0,
            max_rows=engine.max_rows,
        )
        self._news: Generator[list[Moved], None, None] = self.scheduler.run(self._work())

    def _work(self) -> Iterator[Request | None]:
        while True:
            job = self.engine.take(self)
            if job is None:
                yield None
            else:
                yield Request(job.prompt, job.constraint, job.max_tokens, job.stop)

    def step(self) -> bool:
        """Moves all rows on by a token or so, and tells; whether any text has moved."""
        try:
            news = next(self._news)
        except Exception as error:
            log.exception("decoding has failed")
            self.fail(error)
            self.taken = 0  # the scheduler counts anew
            self._news = self.scheduler.run(self._work())
            return False
        for number, row in news:
            job = self.jobs.get(number)
            if job is not None:
                self._tell(job, row)
        return bool(news)

    def _tell(self, job: Job, row: Row) -> None:
        if job.text is None:
            job.text = _Text(job, self.engine)
        if row.finish_reason is not None:
            del self.jobs[job.number]
            self.engine.ended(job)
        job.tell(job.text.news(row))

    def fail(self, error: Exception | None) -> None:
        """Ends all texts: by an error, or cancelled."""
        for job in self.jobs.values():
            self.engine.ended(job)
            job.tell(News("", [], 0, "cancelled" if error is None else "error", error))
        self.jobs.clear()

    def close(self) -> None:
        self._news.close()


class _Seeds:
    """The seed of each text of a group, by its number, as a scheduler asks for them."""

    def __init__(self, jobs: dict[int, Job]) -> None:
        self.jobs = jobs

    def __getitem__(self, number: int) -> int:
        seed = self.jobs[number].seed
        return secrets.randbits(62) if seed is None else seed


class _Text:
    """One text on its way out."""

    def __init__(self, job: Job, engine: Engine) -> None:
        self.with_tokens, self.stops = job.best is not None, job.stop
        self.read = self.told = 0  # tokens whose text, and whose log-probabilities, are out
        self.bytes: CertainText | None = None
        self.characters = Characters()
        self.engine = engine

    def news(self, row: Row) -> News:
        last = row.finish_reason is not None
        if self.bytes is None:
            self.bytes = CertainText(row.request, self.engine.vocabulary)
        data = self.bytes.feed(row.tokens[self.read :], cut=row.cut, last=last)
        self.read = len(row.tokens)
        text = self.characters.feed(data, last=last)
        shortened = last and row.is_shortened
        return News(text, self._tokens(row), len(row.tokens), row.finish_reason, row.error, self._stop(row), shortened)

    def _stop(self, row: Row) -> str | None:
        if row.finish_reason is None or not row.cut:
            return None
        end = self.engine.vocabulary.decode(row.tokens)[-row.cut :]
        return next((stop.decode() for stop in self.stops if end.startswith(stop)), None)

    def _tokens(self, row: Row) -> list[Token]:
        """The tokens whose log-probabilities are known now; those of forced text are not before it is read."""
        tokens: list[Token] = []
        if self.with_tokens:
            best = row.best or [[]] * len(row.tokens)  # none were asked for
            for token, log_p, likeliest in zip(
                row.tokens[self.told :], row.log_probabilities[self.told :], best[self.told :], strict=False
            ):
                if math.isnan(log_p):
                    break
                tokens.append(Token(token, log_p, likeliest))
            self.told += len(tokens)
        return tokens


def give_memory_back() -> None:
    """Has the C library return what large batches leave: their caches grew in steps, and it keeps the holes between."""
    if (trim := _glibc("malloc_trim")) is not None:
        trim(0)


def share_arenas() -> None:
    """Has all threads allocate from two arenas of the C library: each arena keeps the holes of what was freed in it."""
    if (set_option := _glibc("mallopt")) is not None:
        set_option(_M_ARENA_MAX, 2)


_M_ARENA_MAX = -8  # of glibc


def _glibc(name: str) -> Any:
    """The function, if the C library is one that has it: musl has neither."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
