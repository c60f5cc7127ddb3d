"""Each engine in a process of its own, given one job at a time and a deadline for every answer.

A native call that never comes back cannot be interrupted from inside, so the parent kills the process and starts
another; the same covers aborts and runs out of memory. Deadlines are seconds of that process on a processor, so that a busy
machine makes nobody late; one that sleeps has ten times as many of the clock. The processes take turns: while one measures,
the others wait, so engines are interleaved schema by schema and meet the same weather on a shared machine. A process that
lives keeps whatever its engine keeps (caches, tables), as a server's would.
"""

from __future__ import annotations

import gc
import itertools
import math
import multiprocessing
import os
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from tests.bench import tokens as tokenizers
from tests.bench.engines import ENGINES, Engine, Kind, Sequence

_START_UP_SECONDS = 120.0
_ASLEEP = 10  # seconds of the clock for each of the processor, after which a process counts as one that hangs
_LOOK = 0.1  # seconds between two looks at how long a process has computed
Times = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Job:
    """A source to compile and the token sequences to walk through it; `again` walks the first of them once more.

    A walk ends after `seconds` where it stands, so that a slow engine's first steps are known as well.
    """

    kind: Kind
    source: str
    texts: list[list[int]]
    again: bool = False
    seconds: float = math.inf


@dataclass(frozen=True)
class Ready:
    """The engine waits for a job; `memory` is what its process holds, in bytes."""

    memory: int


@dataclass(frozen=True)
class Started:
    """The source compiled and its first mask was filled, in `nanoseconds` together."""

    nanoseconds: int


@dataclass(frozen=True)
class Failed:
    """The engine did not take the source: "refused", "timed out" or "crashed", and why."""

    how: str
    why: str


@dataclass(frozen=True)
class Walk:
    """One text walked through the engine, up to its end or to where the engine refused it.

    `outcome` is "accepted", "masked" (the mask lacks the next token), "stuck" (it has none), "unfinished" (the text may not end here) or
    "error", or "cut short" where time was up; `mask` and `advance` are nanoseconds a token. The very first mask of a source belongs to `Started`, and
    its token is left out here.
    """

    text: int
    outcome: str
    position: int
    mask: Times
    advance: Times
    why: str = ""
    again: bool = False


Event = Ready | Started | Failed | Walk


def walk(engine: Engine, sequence: Sequence, text: int, job: Job, filled: bool, again: bool = False) -> Walk:
    """Walk `job.texts[text]`; `filled` says that the row already holds the first mask."""
    row, fill, advance, clock = engine.row, sequence.fill, sequence.advance, time.perf_counter_ns
    mask_times: list[int] = []
    advance_times: list[int] = []
    outcome, why, position = "accepted", "", 0
    deadline = clock() + job.seconds * 1e9
    try:
        for position, token in enumerate(job.texts[text]):
            start = clock()
            if start > deadline:
                outcome = "cut short"
                break
            if position or not filled:
                fill()
            filled_at = clock()
            if not row.item(token >> 5) >> (token & 31) & 1:
                outcome = "masked" if row.any() else "stuck"
                break
            taking = clock()
            taken = advance(token)
            taken_at = clock()
            if taken is False:
                outcome, why = "error", "the mask allows a token that the engine then refuses"
                break
            if position or not filled:
                mask_times.append(filled_at - start)
                advance_times.append(taken_at - taking)
        else:
            position = len(job.texts[text])
            outcome = "accepted" if sequence.can_stop() else "unfinished"
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        outcome, why = "error", _describe(error)
    return Walk(
        text, outcome, position, np.array(mask_times, np.int64), np.array(advance_times, np.int64), why, again=again
    )


def measure(engine: Engine, job: Job) -> Iterator[Event]:
    """Compile the job's source and walk its texts, an event for each."""
    begin = time.perf_counter_ns()
    try:
        start = engine.compile(job.kind, job.source)
        sequence = start()
        sequence.fill()
    # Rust's panics arrive as BaseException.
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        yield Failed("refused", _describe(error))
        return
    yield Started(time.perf_counter_ns() - begin)
    for text in range(len(job.texts)):
        yield walk(engine, sequence if text == 0 else start(), text, job, filled=text == 0)
    if job.again and job.texts:
        yield walk(engine, start(), 0, job, filled=False, again=True)


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error)[:400]}"


def _memory() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def _serve(connection: Connection, name: str, tokenizer: str, threads: int, memory: int) -> None:
    """The child's life: make the engine, then answer jobs until the parent hangs up."""
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.environ["RAYON_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(threads)
    try:
        engine = ENGINES[name](tokenizers.load(tokenizer), threads)
    except Exception as error:
        connection.send(Failed("crashed", _describe(error)))
        return
    # What a process does but once (imports, tables of the vocabulary) belongs to no schema.
    list(measure(engine, Job("schema", '{"type": "boolean"}', [])))
    # Engines write to the terminal as they like; what matters of it comes back as an error.
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    # No collection may fall into a timed call.
    gc.collect()
    gc.freeze()
    gc.disable()
    for number in itertools.count():
        connection.send(Ready(_memory()))
        try:
            job: Job = connection.recv()
        except EOFError:
            return
        for event in measure(engine, job):
            connection.send(event)
        gc.collect(2 if number % 64 == 63 else 0)  # a full one takes longer than many a job


class Worker:
    """The parent's end: `run(job)` yields what the engine answers, and never takes longer than its deadlines.

    `memory` is the most that the process held between two jobs, `memory_now` what it held before the next; bytes.
    """

    def __init__(
        self, name: str, tokenizer: str, threads: int, seconds: float, memory: int = 0, together: bool = False
    ) -> None:
        """`seconds` is the time for each answer (one to compile, one a text), or for all of a job's `together`.

        `memory` is the address space, 0 for no limit.
        """
        self.name, self.memory, self.memory_now, self.together = name, 0, 0, together
        self._arguments, self.seconds = (name, tokenizer, threads, memory), seconds
        self.process: multiprocessing.process.BaseProcess | None = None
        self._seconds = 0.0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, *self._arguments), daemon=True)
        self.process.start()
        theirs.close()
        first = self._receive(_START_UP_SECONDS)
        if isinstance(first, Failed):
            raise RuntimeError(f"{self.name} does not start: {first.why}")

    def _receive(self, seconds: float) -> Event:
        if seconds <= 0:
            return Failed("timed out", "no answer in time")
        try:
            begin, computed = time.monotonic(), self._computed()
            while not self._connection.poll(_LOOK):
                if self._computed() - computed > seconds or time.monotonic() - begin > _ASLEEP * seconds:
                    return Failed("timed out", "no answer in time")
            event: Event = self._connection.recv()
        except (EOFError, ConnectionError):
            return Failed("crashed", "the process ended")
        if isinstance(event, Ready):
            self.memory, self.memory_now = max(self.memory, event.memory), event.memory
        return event

    def _computed(self) -> float:
        """Seconds that the process has computed; what it had, once it is over."""
        with suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{self.process.pid}/stat") as file:  # type: ignore[union-attr]
            user, system = file.read().rpartition(")")[2].split()[11:13]
            self._seconds = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return self._seconds

    def run(self, job: Job) -> Iterator[Event]:
        """What the engine answers, in order; after a time-out or a crash the last is `Failed`, and the process new."""
        if self.process is None:
            self._start()
        before, left = self._computed(), self.seconds
        with suppress(ConnectionError):  # It may have died since the last job; `_receive` says so.
            self._connection.send(job)
        while not isinstance(event := self._receive(left), Ready):
            yield event
            if self.together:
                left = self.seconds - (self._computed() - before)
            if isinstance(event, Failed) and event.how != "refused":
                self.stop()
                return

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self._connection.close()
            self.process = None
