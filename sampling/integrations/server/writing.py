"""The texts of one request while they are written, for an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial

from .engine import Engine, Job, News, Overloaded
from .parameters import Refusal


class Writing:
    """The texts of one request while they are written; belongs to the event loop."""

    def __init__(self, engine: Engine, jobs: list[Job]) -> None:
        self.engine, self.jobs = engine, jobs
        self._queue: asyncio.Queue[tuple[int, News]] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        for i, job in enumerate(jobs):
            job.tell = partial(self._told, loop, i)

    def _told(self, loop: asyncio.AbstractEventLoop, index: int, news: News) -> None:
        """Called on the engine's thread."""
        with suppress(RuntimeError):  # the loop is closed, and nobody listens
            loop.call_soon_threadsafe(self._queue.put_nowait, (index, news))

    def submit(self) -> None:
        """Raises `Refusal` where there is no room."""
        try:
            self.engine.submit(self.jobs)
        except Overloaded as error:
            raise Refusal(str(error), status=503, code="overloaded") from None

    async def news(self) -> AsyncIterator[tuple[int, News]]:
        """The number of a text and what is new of it, until all have ended. Raises `Refusal` at a shut-down."""
        left = len(self.jobs)
        while left:
            index, news = await self._queue.get()
            if news.finish_reason == "cancelled":
                raise Refusal("the server is shutting down", status=503)
            left -= news.finish_reason is not None
            yield index, news

    def close(self) -> None:
        """Frees the rows of texts that have not ended."""
        self.engine.cancel(self.jobs)
