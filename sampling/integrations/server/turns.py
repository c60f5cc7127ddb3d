"""Turns on a few threads for work of which nobody knows how long it takes: short before long, clients one by one.

A piece of work is asked for at a level: what should end within milliseconds at the first, what may take seconds at the
last. Pieces of a lower level come first; work that has not ended in its time is asked for anew at the next level (a
multilevel feedback queue, as in CTSS, Corbató 1962; a compile that is stopped keeps nothing, but where times grow
tenfold, what is done twice is a tenth). One thread takes pieces of the first level alone, and one none of the last, so
short work waits for short work only. At a level, next comes a piece of the client with the fewest at work, of several
such the one whose pieces have taken the least time so far (start-time fair queueing: a client that comes anew has
neither credit nor debt).
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
_CLIENTS = 1000  # whose times are noted, before those that no longer matter are forgotten


class _Piece(NamedTuple):
    work: Callable[[], Any]
    future: Future[Any]


class Turns:
    """Threads for pieces of work at `levels` levels: one for the first, one for all but the last, `long` for the last.

    Threads of others help those of the levels before, where they have nothing of their own to do.
    """

    def __init__(self, levels: int, long: int) -> None:
        self.last = levels - 1
        # Threads, and the levels of which they take a piece, in this order.
        self._pools = [
            (ThreadPoolExecutor(1, "constrain first"), (0,)),
            (ThreadPoolExecutor(1, "constrain short"), tuple(range(self.last))),
            (ThreadPoolExecutor(long, "constrain long"), (self.last, *range(self.last))),
        ]
        self._waiting: list[dict[Hashable, deque[_Piece]]] = [{} for _ in range(levels)]
        self._spent: dict[Hashable, float] = {}  # seconds of work, on top of what `_now` was when a client came
        self._working: Counter[Hashable] = Counter()
        self._now = 0.0  # the most that a client had spent whose piece has begun
        self._lock = threading.Lock()

    async def take(self, client: Hashable, level: int, work: Callable[[], T]) -> T:
        """What the work gives, or raises; a task that is cancelled takes back a piece that has not begun."""
        piece = _Piece(work, Future())
        with self._lock:
            self._waiting[level].setdefault(client, deque()).append(piece)
            self._spent[client] = max(self._now, self._spent.get(client, 0.0))
            if len(self._spent) > _CLIENTS:
                self._spent = {
                    each: spent for each, spent in self._spent.items() if spent > self._now or each == client
                }
        # A turn for each piece on the threads that may take it; which piece it is, is seen when the turn comes.
        for pool, order in self._pools:
            if level in order:
                pool.submit(self._turn, order)
        try:
            found: T = await asyncio.wrap_future(piece.future)
            return found
        except asyncio.CancelledError:
            with self._lock:
                pieces = self._waiting[level].get(client, ())
                if piece in pieces:
                    self._remove(level, client, piece)
            raise

    def close(self) -> None:
        """Cancels what has not begun; the threads end after what they do."""
        for pool, _ in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            left = [piece for level in self._waiting for pieces in level.values() for piece in pieces]
            for level in self._waiting:
                level.clear()
        for piece in left:
            piece.future.cancel()

    def _turn(self, order: Sequence[int]) -> None:
        """Does a piece of the first of these levels that has any."""
        with self._lock:
            level = next((level for level in order if self._waiting[level]), None)
            if level is None:
                return  # others have done it
            client = min(self._waiting[level], key=lambda each: (self._working[each], self._spent.get(each, 0.0)))
            piece = self._waiting[level][client][0]
            self._remove(level, client, piece)
            self._now = max(self._now, self._spent.get(client, 0.0))
            self._working[client] += 1
        began = time.monotonic()
        try:
            if piece.future.set_running_or_notify_cancel():
                piece.future.set_result(piece.work())
        except BaseException as error:
            piece.future.set_exception(error)
        with self._lock:
            self._spent[client] = self._spent.get(client, self._now) + time.monotonic() - began
            self._working[client] -= 1
            if not self._working[client]:
                del self._working[client]

    def _remove(self, level: int, client: Hashable, piece: _Piece) -> None:
        pieces = self._waiting[level][client]
        pieces.remove(piece)
        if not pieces:
            del self._waiting[level][client]
