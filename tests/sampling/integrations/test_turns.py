"""Turns: short work waits for short work only, clients take turns, and what nobody waits for is not done."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Event

import pytest

from constrain.sampling.integrations.server.turns import Turns

LEVELS = 3


def run(scene: Callable[[Turns, list[str], Callable[[str, int], Awaitable[None]]], Awaitable[None]]) -> list[str]:
    """The pieces in the order in which they were done, all of them asked for while both threads were held."""
    done: list[str] = []
    held, go = [Event(), Event()], Event()

    def hold(which: Event) -> None:
        which.set()
        assert go.wait(60)

    def work(name: str) -> None:
        time.sleep(0.01)
        done.append(name)

    async def main() -> None:
        turns = Turns(LEVELS, 1)
        try:
            blocks = [asyncio.ensure_future(turns.take("nobody", level, partial(hold, each)))
                      for level, each in zip((turns.last, 0), held, strict=True)]  # fmt: skip
            await asyncio.to_thread(lambda: [each.wait(60) for each in held])

            def ask(name: str, level: int) -> Awaitable[None]:
                return asyncio.ensure_future(turns.take(name[0], level, partial(work, name)))

            played = asyncio.ensure_future(scene(turns, done, ask))
            await asyncio.sleep(0.05)
            go.set()
            await asyncio.wait_for(asyncio.gather(played, *blocks), 60)
        finally:
            go.set()
            turns.close()

    asyncio.run(main())
    return done


def test_short_before_long() -> None:
    """A piece of a lower level is done first, whoever asked sooner."""

    async def scene(turns: Turns, done: list[str], ask: Callable[[str, int], Awaitable[None]]) -> None:
        await asyncio.gather(*(ask(f"a{i}", 1) for i in range(6)), *(ask(f"a{i}", 0) for i in range(6, 8)))

    assert {"a6", "a7"} <= set(run(scene)[:4])  # two threads: the one that is for long work helps


def test_short_work_does_not_wait_for_long() -> None:
    """While the threads for long work have more than they can do."""

    async def scene(turns: Turns, done: list[str], ask: Callable[[str, int], Awaitable[None]]) -> None:
        long = [ask(f"a{i}", LEVELS - 1) for i in range(30)]
        await ask("b", 0)
        assert len(done) < 20
        await asyncio.gather(*long)

    assert len(run(scene)) == 31


@pytest.mark.parametrize("level", range(LEVELS))
def test_clients_take_turns(level: int) -> None:
    """However much one asks for, and how much sooner."""

    async def scene(turns: Turns, done: list[str], ask: Callable[[str, int], Awaitable[None]]) -> None:
        await asyncio.gather(*(ask(f"a{i}", level) for i in range(20)), *(ask(f"b{i}", level) for i in range(3)))

    assert {"b0", "b1", "b2"} <= set(run(scene)[:9])


def test_what_nobody_waits_for_is_not_done() -> None:
    """A task that is cancelled takes its piece back; the others go on."""

    async def scene(turns: Turns, done: list[str], ask: Callable[[str, int], Awaitable[None]]) -> None:
        asked = [asyncio.ensure_future(ask(f"a{i}", LEVELS - 1)) for i in range(4)]
        await asyncio.sleep(0)
        asked[1].cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked[1]
        await asyncio.gather(asked[0], *asked[2:])

    assert sorted(run(scene)) == ["a0", "a2", "a3"]


def test_errors_are_the_callers_and_closing_cancels() -> None:
    """And the threads go on after an error."""

    async def main() -> None:
        turns = Turns(LEVELS, 1)
        with pytest.raises(ZeroDivisionError):
            await turns.take("a", 0, lambda: 1 // 0)
        assert 7 == await turns.take("a", 1, lambda: 7)
        stop = Event()
        waits = [asyncio.ensure_future(turns.take("a", turns.last, partial(stop.wait, 60))) for _ in range(3)]
        await asyncio.sleep(0.05)
        turns.close()
        stop.set()
        ended = await asyncio.gather(*waits, return_exceptions=True)
        assert [True, asyncio.CancelledError, asyncio.CancelledError] == [ended[0], *map(type, ended[1:])]

    asyncio.run(main())
