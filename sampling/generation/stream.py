"""Texts while they are being written: `stream` for loops, `astream` for asyncio.

Both hand out parts: characters that nothing can change any more, what they have made certain of the value (for grammars
that know, `Grammar.events`), and with the last part of a prompt its result. The concatenation of a prompt's parts is
its result's text.

The model computes only while parts are asked for, so the consumer's pace bounds memory. Under `astream` the loop runs
on a thread of its own, a few parts ahead.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, overload
from weakref import finalize

from constrain.events import Event, EventReader, TextEvents
from constrain.grammar import Value
from constrain.support.arguments import integer, public

from ..decoding.requests import Request, Row
from ..decoding.scheduler import Scheduler
from ..decoding.texts import CertainText, Characters
from .inputs import constraints_of, is_one_prompt
from .result import Result
from .task import Task

if TYPE_CHECKING:
    from constrain.constraint import Constraint
    from constrain.descriptions import Text, Typed, Untyped

_READY = 64  # parts that wait for a slow consumer of `astream`, by default


@dataclass(frozen=True)
class Part(Generic[Value]):
    """Something new of one text; `str(part)` is its `text`, which may be empty.

    `prompt` is the number of the prompt, and `number` that of the text where a prompt has several. `events` is what the
    text so far has made certain since the last part (`constrain.events.Event`), and `partial` the value so far; both
    only if asked for. `thinking` is more of the thought before the text, which a part of both is after. `result` comes
    with the last part, and says how the text ended: its `error` is what a prompt has failed with.
    """

    prompt: int
    text: str
    events: tuple[Event, ...] = ()
    partial: Any = None
    result: Result[Value] | None = None
    number: int = 0
    thinking: str = ""

    def __str__(self) -> str:
        return self.text


@overload
def stream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Typed[Value] | Constraint[Value],
    *,
    events: bool = False,
    partial: bool = False,
    seeds: int | Sequence[int] | None = None,
    **options: Any,
) -> Stream[Value]: ...
@overload
def stream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Text | None = None,
    *,
    events: bool = False,
    partial: bool = False,
    seeds: int | Sequence[int] | None = None,
    **options: Any,
) -> Stream[str]: ...
@overload
def stream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Untyped | list[Any] | tuple[Any, ...],
    *,
    events: bool = False,
    partial: bool = False,
    seeds: int | Sequence[int] | None = None,
    **options: Any,
) -> Stream[Any]: ...
@public
def stream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Any = None,
    *,
    events: bool = False,
    partial: bool = False,
    seeds: int | Sequence[int] | None = None,
    **options: Any,
) -> Stream[Any]:
    """The texts that `generate` would give, in parts, as they are written.

    `prompts`, `constraint` and `options` are those of `generate`; `prompts` may also be an iterator, from which they
    are taken as there is room (`batch_size`), with one constraint for all. `events=True` adds to each part the events
    of a JSON, Pydantic or Lark text, or of a sequence's parts, `partial=True` the value so far: a list, a dict, an
    object of the type with the fields written so far, a tuple of a sequence's parts. Other grammars tell the text as it
    grows, and then its value. Searches whose rows are not written from left to right (beams) cannot be streamed.

    A stream is an iterator. `close()`, or leaving a `with` block, ends all texts and frees the cache; `cancel(prompt)`
    ends one. A single prompt that fails raises; of several, each has its error in its own result.

    >>> for part in stream(model, tokenizer, "An invoice: ", Invoice, events=True):
    ...     print(part, end="", flush=True)
    """
    return Stream(model, tokenizer, prompts, constraint, events=events, partial=partial, seeds=seeds, **options)


class Stream(Iterator[Part[Value]]):
    """See `stream`. Threads: parts are asked for by one thread at a time; `cancel` may come from any."""

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        prompts: Any,
        constraint: Any = None,
        *,
        events: bool = False,
        partial: bool = False,
        seeds: int | Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        endless = isinstance(prompts, Iterator)
        self._single = not endless and is_one_prompt(prompts)
        self._prompts: Iterable[Any] = [prompts] if self._single else prompts
        if endless:
            descriptions, known = None, [constraint]
        else:
            descriptions = known = constraints_of(constraint, 1 if self._single else len(prompts))
        self._task = Task(model, tokenizer, known, **options)
        search = self._task.settings.search
        if not search.continuous:
            raise TypeError(
                f"{type(search).__name__} may change what it has written until it ends, so nothing of it can be "
                "streamed; use generate(), or a search of which each row goes its own way"
            )
        self._descriptions, self._constraint = descriptions, constraint
        self._events, self._partial = events or partial, partial
        self._scheduler: Scheduler = self._task.scheduler(seeds, None if descriptions is None else len(descriptions))
        self._parts = self._run()

    def _work(self) -> Iterator[Request | Row]:
        for number, prompt in enumerate(self._prompts):
            description = self._constraint if self._descriptions is None else self._descriptions[number]
            try:
                yield self._task.request(prompt, description, key=number)
            except Exception as error:  # of this prompt alone
                yield Row(Request(()), error=error, finish_reason="error")

    def _run(self) -> Generator[Part[Value], None, None]:
        texts: dict[tuple[int, int], _Text] = {}
        news = self._scheduler.run(self._work())
        try:
            for moved in news:
                for number, row in moved:
                    place = number, row.number
                    text = texts.get(place)
                    if text is None:
                        text = texts[place] = _Text(row, self._task, events=self._events, partial=self._partial)
                    part = text.part(number, row)
                    if row.finish_reason is not None:
                        del texts[place]
                    if self._single and part.result is not None and part.result.error is not None:
                        raise part.result.error
                    if part.text or part.thinking or part.events or part.result is not None:
                        yield part
        finally:
            news.close()

    def __next__(self) -> Part[Value]:
        return next(self._parts)

    def cancel(self, prompt: int = 0) -> None:
        """Ends a prompt's texts, also if they have not begun; their rows and cache are free at once.

        The last part comes with `finish_reason` "cancelled".
        """
        self._scheduler.cancel(integer(prompt, "prompt", 0, None))

    def close(self) -> None:
        """Ends all texts. No more parts come."""
        self._parts.close()
        self._scheduler.close()

    def __enter__(self) -> Stream[Value]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _reader(request: Request) -> EventReader | None:
    """What tells the events of a request's text; None for free text."""
    grammar = request.grammar
    if grammar is None and request.constraint is not None:
        grammar = request.constraint.grammar
    return None if grammar is None else grammar.events() or TextEvents(grammar.read)


class _Text:
    """One text on its way out."""

    def __init__(self, row: Row, task: Task, *, events: bool, partial: bool) -> None:
        self.task, self.with_partial, self.with_events = task, partial, events
        self.taken = 0  # tokens
        self.bytes = CertainText(row.request, task.vocabulary)
        self.characters, self.thoughts = Characters(), Characters()
        self.thought = 0  # bytes of the thought that have been told
        self.reader: EventReader | None = _reader(row.request) if events else None
        self.error: Exception | None = None

    def part(self, prompt: int, row: Row) -> Part[Any]:
        """What is new since the last one."""
        last = row.finish_reason is not None
        new = self.bytes.feed(row.tokens[self.taken :], cut=row.cut, last=last)
        self.taken = len(row.tokens)
        text = self.characters.feed(new, last=last)
        thought = self.bytes.thought
        told = b"" if thought is None else thought.told[self.thought :]
        self.thought += len(told)
        thinking = self.thoughts.feed(told, last=last)
        result = None
        if last:
            result = self.task.result(row)
        events = self._told(new, last and result is not None and result.complete)
        if result is not None and result.error is None and self.error is not None:
            result = replace(result, error=self.error)
        partial = self.reader.partial if self.with_partial and self.reader is not None else None
        return Part(prompt, text, tuple(events), partial, result, row.number, thinking)

    def _told(self, new: bytes, complete: bool) -> list[Event]:
        """The events of some bytes. What they raise is told with the result, of which it may be the reason."""
        if self.reader is None or self.error is not None:
            return []
        events: list[Event] = []
        try:
            events += self.reader.feed(new)
            if complete:
                events += self.reader.finish()
        except Exception as error:
            self.error = error
        return events


# ---- asyncio ----


@overload
def astream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Typed[Value] | Constraint[Value],
    *,
    ahead: int = _READY,
    **options: Any,
) -> AsyncStream[Value]: ...
@overload
def astream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Text | None = None,
    *,
    ahead: int = _READY,
    **options: Any,
) -> AsyncStream[str]: ...
@overload
def astream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Untyped | list[Any] | tuple[Any, ...],
    *,
    ahead: int = _READY,
    **options: Any,
) -> AsyncStream[Any]: ...
@public
def astream(
    model: Any,
    tokenizer: Any,
    prompts: Any,
    constraint: Any = None,
    *,
    ahead: int = _READY,
    **options: Any,
) -> AsyncStream[Any]:
    """As `stream`, for `async for`: the loop runs on a thread, at most `ahead` parts before the consumer.

    The event loop is never blocked. `await aclose()`, leaving an `async with` block, or dropping the stream ends all
    texts; `cancel(prompt)` ends one, after the step that is running.

    >>> async for part in astream(model, tokenizer, "An invoice: ", Invoice):
    ...     await response.write(part.text)
    """
    return AsyncStream(Stream(model, tokenizer, prompts, constraint, **options), integer(ahead, "ahead", 1))


class AsyncStream(AsyncIterator[Part[Value]]):
    """See `astream`. Belongs to one event loop."""

    def __init__(self, parts: Stream[Any], ahead: int = _READY) -> None:
        self._worker = _Worker(parts, ahead)
        self._thread: threading.Thread | None = None
        self._queue: asyncio.Queue[Part[Value] | BaseException | None] | None = None
        self._over = False
        finalize(self, self._worker.stop)

    async def __anext__(self) -> Part[Value]:
        if self._over:
            raise StopAsyncIteration
        if self._queue is None:
            self._queue = asyncio.Queue()
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(
                target=self._worker.run, args=(loop, self._queue), name="constrain stream", daemon=True
            )
            self._thread.start()
        item = await self._queue.get()
        self._worker.room.release()
        if isinstance(item, Part):
            return item
        self._over = True
        if item is None:
            raise StopAsyncIteration
        raise item

    def cancel(self, prompt: int = 0) -> None:
        """Ends a prompt's texts, as `Stream.cancel`."""
        self._worker.parts.cancel(prompt)

    async def aclose(self) -> None:
        """Ends all texts, and waits for the thread, which frees their cache after the step that is running."""
        self._over = True
        self._worker.stop()
        if self._thread is None:
            self._worker.parts.close()
        else:
            await asyncio.to_thread(self._thread.join)

    async def __aenter__(self) -> AsyncStream[Value]:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class _Worker:
    """What the thread works with; it does not hold the `AsyncStream`, so dropping that one stops it."""

    def __init__(self, parts: Stream[Any], ahead: int) -> None:
        self.parts, self.room = parts, threading.Semaphore(ahead)
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True
        self.room.release()

    def run(self, loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[Part[Any] | BaseException | None]) -> None:
        end: BaseException | None = None
        try:
            while self.room.acquire() and not self.stopped:
                part = next(self.parts, None)
                if part is None:
                    break
                loop.call_soon_threadsafe(queue.put_nowait, part)
        except BaseException as error:
            end = error
        finally:
            self.parts.close()
        try:
            loop.call_soon_threadsafe(queue.put_nowait, end)
        except RuntimeError:  # the event loop is closed, and nobody listens
            return
