"""How many strings a set has: all of them where they are few, else a number that is surely not too great.

Keys and items that must differ from those before them may only be begun where another one is left. Usually a quick test
shows that there are very many (`surely_many.py`). Where it does not, the automaton that the engine makes of the set is
walked: a cycle means infinitely many strings; without one they are counted, and listed if they are few.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from constrain.budget import allow_more, share
from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import Grammar, Terminal
from constrain.texts.text_graph import Texts

from ...bytewise import by_bytes
from . import strings
from .surely_many import MANY, surely_many

LISTED = 256  # strings that are written one by one
_STEPS = 200_000  # bytes tried in states
_LOOKS = 500  # bytes tried to find a way back
_LONGEST = 64  # bytes of the strings that are counted where the automaton is too large to be walked
_STATES = 2 * _STEPS  # more than are met in so many steps
_ALPHANUMERIC = frozenset(byte for byte in range(256) if chr(byte).isalnum())
_BACKSLASH = 0x5C


class Cardinality(NamedTuple):
    """`texts`: all strings, where they are at most `LISTED`; `least`: how many at least, None if more than `MANY`."""

    least: int | None
    texts: tuple[str, ...] | None = None


UNCOUNTED = Cardinality(None)


def cardinality(union: strings.Union, escapes: str, pointer: str) -> Cardinality:
    """How many strings the union has; raises where that would take too long to find out."""
    if surely_many(union):
        return UNCOUNTED
    if all(shape.values is not None for shape in union):
        texts = tuple(dict.fromkeys(text for shape in union for text in shape.values or () if text in shape))
        return Cardinality(len(texts), texts if len(texts) <= LISTED else None)
    return _walked(strings.terminal(union, escapes), pointer)


@lru_cache(256)
def _walked(terminal: Terminal, pointer: str) -> Cardinality:
    try:
        constraint = by_bytes(Grammar("string", {"string": terminal}))
    except GrammarError:
        return Cardinality(0, ())
    language = Texts(constraint)
    if _comes_back(language):
        return UNCOUNTED
    automaton = _Automaton(language)
    if automaton.complete:
        order = automaton.order()
        if order is None:
            return UNCOUNTED
        if automaton.count(order, escaped=True) <= 16 * LISTED:
            texts = tuple(dict.fromkeys(json.loads(b"[" + b",".join(automaton.texts()) + b"]")))
            return Cardinality(len(texts), texts if len(texts) <= LISTED else None)
        surely = automaton.count(order, escaped=False)
    else:
        surely = automaton.short()
    if surely >= MANY:
        return UNCOUNTED
    if surely > LISTED:
        return Cardinality(surely)
    limit = share(_STEPS)
    raise LimitExceeded(
        f"{pointer}: strings that must differ are drawn from a pattern, and how many it has takes more than {limit} "
        f"steps to find out; use a simpler pattern, or {allow_more(limit, limit + 1)}",
        limit=limit,
    )


def _comes_back(texts: Texts) -> bool:
    """Whether a short search finds a text that comes back to where it was: then there is no end of texts.

    Goes ever deeper, so it costs some bytes where a part is repeated, and not all ways from all states.
    """
    path = [texts.origin("bytes")]
    left: set[int] = set()  # states from which nothing comes back
    ways = [_following(texts, path[0])]
    for _ in range(_LOOKS):
        state = next(ways[-1], None)
        if state is None:
            ways.pop()
            left.add(path.pop())
            if not ways:
                return False
        elif state in path:
            return True
        elif state not in left:
            path.append(state)
            ways.append(_following(texts, state))
    return False


def _following(texts: Texts, state: int) -> Iterator[int]:
    """The states that may come next, those after letters and digits first, as they are what is mostly repeated."""
    ways = texts.ways(state, "bytes", _STATES)
    return iter([way.state for way in sorted(ways, key=lambda way: _ALPHANUMERIC.isdisjoint(way.symbols))])


class _Automaton:
    """The states of a terminal, byte by byte; every state leads to the end of some string."""

    def __init__(self, texts: Texts) -> None:
        self.ways: list[list[tuple[int, tuple[int, ...]]]] = []  # for each state the next ones, and their bytes
        states = [texts.origin("bytes")]
        numbers = {states[0]: 0}
        steps = 0
        for state in states:  # grows meanwhile
            ways = []
            if steps <= share(_STEPS):
                for after, symbols in texts.ways(state, "bytes", _STATES):
                    number = numbers.setdefault(after, len(states))
                    if number == len(states):
                        states.append(after)
                    ways.append((number, symbols))
                    steps += len(symbols)
            self.ways.append(ways)
        self.complete = steps <= share(_STEPS)
        self.ends = list(map(texts.graph.accepting, states))

    def order(self) -> list[int] | None:
        """The states, each before those it leads to; None if there is a cycle."""
        entering = [0] * len(self.ways)
        for ways in self.ways:
            for state, _ in ways:
                entering[state] += 1
        order = [state for state, count in enumerate(entering) if not count]
        for state in order:  # grows meanwhile
            for after, _ in self.ways[state]:
                entering[after] -= 1
                if not entering[after]:
                    order.append(after)
        return order if len(order) == len(self.ways) else None

    def count(self, order: list[int], *, escaped: bool) -> int:
        """How many spellings there are, with escapes or without any; of the latter a string has only one."""
        found = [0] * len(self.ways)
        for state in reversed(order):
            found[state] = self.ends[state] + sum(
                found[after] * (len(symbols) if escaped else _unescaped(symbols)) for after, symbols in self.ways[state]
            )
        return found[0]

    def short(self) -> int:
        """How many short strings without escapes there are, among the states that are known."""
        here, found = {0: 1}, 0
        for _ in range(_LONGEST):
            after: dict[int, int] = {}
            for state, count in here.items():
                found += count if self.ends[state] else 0
                for then, symbols in self.ways[state]:
                    after[then] = after.get(then, 0) + count * _unescaped(symbols)
            if found >= MANY:
                break
            here = after
        return found

    def texts(self) -> list[bytes]:
        """All spellings, where there is no cycle."""
        found: list[bytes] = []
        waiting: list[tuple[int, bytes]] = [(0, b"")]
        while waiting:
            state, text = waiting.pop()
            if self.ends[state]:
                found.append(text)
            waiting += [(after, text + bytes((byte,))) for after, symbols in self.ways[state] for byte in symbols]
        return sorted(found)


def _unescaped(symbols: tuple[int, ...]) -> int:
    """How many of the bytes begin no escape."""
    return len(symbols) - (_BACKSLASH in symbols)
