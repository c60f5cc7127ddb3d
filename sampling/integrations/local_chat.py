"""The server's answers without a server: a chat request as a dict in, a chat completion as a dict out, in this process.

Frameworks that call a model's API speak OpenAI's chat form inside, or have a function for it. Their adapters
(`pydantic_ai`, `langchain`, `llama_index`, `dspy`, `smolagents`, `haystack`) turn their messages into that form and an
answer back, and leave the rest to `LocalChat`: what a request may say, how tools are shown and called, the constraint.
One thread decodes, so that requests of several threads or tasks are rows of one batch.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from queue import SimpleQueue
from typing import Any, NoReturn
from weakref import finalize

from constrain.budget import limited
from constrain.serving.constraint_cache import constraint_cache

from .server import choosing_of, tool_format_of
from .server.engine import Engine, Job, News, Overloaded
from .server.parameters import Fields, Refusal, chat
from .server.preparing import Preparer, Settings
from .server.replies import ChatReply
from .server.writing import Writing

JSON = dict[str, Any]
_ANY_NUMBER = 2**31 - 1


class LocalChat:
    """A model of transformers that answers requests in the form of OpenAI's chat completions.

    `name` is what answers call the model (default: its own); `max_tokens` holds where a request does not say;
    `tool_format` is how the model writes calls (default: as its chat template shows); `max_rows` texts are decoded at
    once; `compile_timeout` is the most seconds for each step before a text begins (the grammar, the fewest tokens of a
    text; None: what `constrain.limited` says around the request). Requests may have what `constrain serve` takes,
    without `model` and `stream`. Raises ValueError for what the server refuses, and what `compile` raises for a
    constraint that cannot be kept.

    `close()` ends the thread, as the garbage collector does; requests then raise RuntimeError, also those under way.
    Threads: any may ask.

    >>> LocalChat(model, tokenizer).complete(messages=[{"role": "user", "content": "Hello"}], max_tokens=20)
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        *,
        name: str | None = None,
        max_tokens: int = 1024,
        tool_format: str | None = None,
        max_rows: int = 16,
        compile_timeout: float | None = None,
    ) -> None:
        with limited(timeout=compile_timeout):  # raises where it is none
            self._compile_timeout = compile_timeout
        self._engine = engine = Engine(model, tokenizer, max_rows=max_rows, max_queue=_ANY_NUMBER)
        self._settings = Settings(
            name or str(getattr(model, "name_or_path", "") or type(model).__name__),
            tool_format=tool_format or tool_format_of(tokenizer),
            max_request_tokens=_ANY_NUMBER,
            default_max_tokens=max_tokens,
            defaults=choosing_of(model),
        )
        self._preparer = Preparer(engine, self._settings, constraint_cache)
        self._finalizer = finalize(self, engine.stop)

    @property
    def name(self) -> str:
        """What answers call the model."""
        return self._settings.model

    @property
    def max_tokens(self) -> int:
        """The most tokens of an answer whose request does not say."""
        return self._settings.default_max_tokens

    @property
    def places(self) -> int | None:
        """How many tokens prompt and answer may have together; None where the model does not say."""
        return self._engine.places

    def close(self) -> None:
        """Ends all texts, and the thread."""
        self._engine.close()

    def __copy__(self) -> LocalChat:
        return self  # frameworks copy what holds it; there is one model, and one thread

    def __deepcopy__(self, memo: Any) -> LocalChat:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a LocalChat is a model and a thread of this process; make one in each process")

    def complete(self, **request: Any) -> JSON:
        """The answer to a request: a chat completion."""
        reply = self._reply(request)
        for index, news in self._news(reply.jobs):
            reply.choices[index].feed(news)
        return reply.whole()

    def stream(self, **request: Any) -> Iterator[JSON]:
        """The same in pieces, as the `choices` of a stream's chunks are; then the whole answer."""
        reply = self._reply(request)
        for index, news in self._news(reply.jobs):
            yield from reply.choices[index].pieces(news)
        yield reply.whole()

    async def acomplete(self, **request: Any) -> JSON:
        """`complete` for asyncio. A task that is cancelled ends its texts."""
        reply = await asyncio.to_thread(self._reply, request)
        async with aclosing(self._anews(reply.jobs)) as told:
            async for index, news in told:
                reply.choices[index].feed(news)
        return reply.whole()

    async def astream(self, **request: Any) -> AsyncGenerator[JSON, None]:
        """`stream` for asyncio."""
        reply = await asyncio.to_thread(self._reply, request)
        async with aclosing(self._anews(reply.jobs)) as told:
            async for index, news in told:
                for piece in reply.choices[index].pieces(news):
                    yield piece
        yield reply.whole()

    def _reply(self, request: Mapping[str, Any]) -> ChatReply:
        """What will be the answer; its texts have not begun."""
        try:
            asked = chat(Fields(_plain(request)), self._settings.defaults, self._settings.tool_format)
            with limited(timeout=self._compile_timeout):
                asked, jobs = self._preparer.jobs(asked)
        except Refusal as refusal:
            raise ValueError(str(refusal)) from None
        return ChatReply(self.name, asked, jobs, self._engine.vocabulary, self._settings.tool_format)

    def _news(self, jobs: Sequence[Job]) -> Iterator[tuple[int, News]]:
        told: SimpleQueue[tuple[int, News]] = SimpleQueue()
        for i, job in enumerate(jobs):
            job.tell = partial(_put, told, i)
        left = len(jobs)
        try:
            self._engine.submit(list(jobs))
            while left:
                index, news = told.get()
                left -= news.finish_reason is not None
                yield index, _checked(news)
        except Overloaded:  # the queue takes any number
            raise _closed() from None
        finally:
            self._engine.cancel(jobs)

    async def _anews(self, jobs: Sequence[Job]) -> AsyncGenerator[tuple[int, News], None]:
        writing = Writing(self._engine, list(jobs))
        try:
            writing.submit()
            async for index, news in writing.news():
                yield index, _checked(news)
        except Refusal:  # what there is for a server that shuts down
            raise _closed() from None
        finally:
            writing.close()


def form_of(schema: Any, name: str = "answer") -> JSON:
    """A `response_format` of a JSON Schema, whose objects have no other members than it names."""
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def arguments_of(call: Mapping[str, Any]) -> tuple[str, str, JSON]:
    """The id, the name and the arguments of a call in an answer."""
    function = call["function"]
    return call["id"], function["name"], json.loads(function["arguments"])


def given(options: Mapping[str, Any]) -> JSON:
    """The options that say something."""
    return {name: value for name, value in options.items() if value is not None}


def _plain(request: Mapping[str, Any]) -> JSON:
    """A copy of the request as the server would read it: the parsers of its parts know JSON's types alone.

    Raises TypeError or ValueError for what JSON cannot say: other objects, cycles, hundreds of levels.
    """
    try:
        copied: JSON = json.loads(json.dumps(request))
    except RecursionError:
        raise ValueError("the request has too many levels of lists and objects, or one within itself") from None
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"a request is made of what JSON can say: {error}") from None
    return copied


def _put(told: SimpleQueue[tuple[int, News]], index: int, news: News) -> None:
    told.put((index, news))


def _checked(news: News) -> News:
    """Raises what a text has failed with."""
    if news.error is not None:
        raise news.error
    if news.finish_reason == "cancelled":
        raise _closed()
    return news


def _closed() -> RuntimeError:
    return RuntimeError("the model was closed")
