"""How many strings a set has: all of them where they are few, else a number that is surely not too great.

Keys and items that must differ from those before them may only be begun where another one is left. Usually a quick test
shows that there are very many (`surely_many.py`). Where it does not, the automaton that the engine makes of the set is
walked: a cycle means infinitely many strings; without one they are counted, and listed if they are few.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from constrain.bitmask import allocate_bitmask, allowed_tokens
from constrain.constraint import Constraint
from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import Grammar, Terminal
from constrain.matcher import Matcher

from ...bytewise import by_bytes
from . import strings
from .surely_many import MANY, surely_many

LISTED = 256  # strings that are written one by one
_STEPS = 200_000  # bytes tried in states
_LOOKS = 500  # bytes tried to find a way back
_LONGEST = 64  # bytes of the strings that are counted where the automaton is too large to be walked
_RANK = [not chr(byte).isalnum() for byte in range(256)]
_END, _BACKSLASH = 256, 0x5C


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
    if _comes_back(constraint):
        return UNCOUNTED
    automaton = _Automaton(constraint)
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
    raise LimitExceeded(
        f"{pointer}: strings that must differ are drawn from a pattern, and how many it has takes more than {_STEPS} "
        "steps to find out; use a simpler pattern",
        limit=_STEPS,
    )


def _comes_back(constraint: Constraint) -> bool:
    """Whether a short search finds a text that comes back to where it was: then there is no end of texts.

    Goes ever deeper, so it costs some bytes where a part is repeated, and not all ways from all states.
    """
    matcher, row = constraint.matcher(), allocate_bitmask(1, constraint.vocabulary)[0]
    path = [matcher.state]
    left: set[int] = set()  # states from which nothing comes back
    ways = [_following(matcher, row)]
    for _ in range(_LOOKS):
        byte = next(ways[-1], None)
        if byte is None:
            ways.pop()
            left.add(path.pop())
            if not ways:
                return False
            matcher.rollback(1)
            continue
        matcher.advance(byte)
        if matcher.state in path:
            return True
        if matcher.state in left:
            matcher.rollback(1)
        else:
            path.append(matcher.state)
            ways.append(_following(matcher, row))
    return False


def _following(matcher: Matcher, row: Any) -> Iterator[int]:
    """The bytes that may come next, letters and digits first, as they are what is mostly repeated."""
    matcher.fill_bitmask(row)
    allowed = [byte for byte in allowed_tokens(row) if byte != _END]
    return iter(sorted(allowed, key=_RANK.__getitem__))


class _Automaton:
    """The states of a terminal, byte by byte; every state leads to the end of some string."""

    def __init__(self, constraint: Constraint) -> None:
        self.moves: list[dict[int, int]] = []  # for each state the next one by byte
        self.ends: list[bool] = []
        self.complete = True
        numbers: dict[int, int] = {}
        waiting: list[Matcher] = []
        row = allocate_bitmask(1, constraint.vocabulary)[0]

        def number(matcher: Matcher) -> int:
            found = numbers.get(matcher.state)
            if found is None:
                found = numbers[matcher.state] = len(self.moves)
                self.moves.append({})
                self.ends.append(matcher.is_accepting)
                waiting.append(matcher)
            return found

        number(constraint.matcher())
        steps = 0
        for matcher in waiting:  # grows meanwhile
            matcher.fill_bitmask(row)
            moves = self.moves[numbers[matcher.state]]
            for byte in allowed_tokens(row):
                if byte != _END:
                    after = matcher.fork()
                    after.advance(byte)
                    moves[byte] = number(after)
                    steps += 1
            if steps > _STEPS:
                self.complete = False
                return

    def order(self) -> list[int] | None:
        """The states, each before those it leads to; None if there is a cycle."""
        entering = [0] * len(self.moves)
        for moves in self.moves:
            for state in moves.values():
                entering[state] += 1
        order = [state for state, count in enumerate(entering) if not count]
        for state in order:  # grows meanwhile
            for after in self.moves[state].values():
                entering[after] -= 1
                if not entering[after]:
                    order.append(after)
        return order if len(order) == len(self.moves) else None

    def count(self, order: list[int], *, escaped: bool) -> int:
        """How many spellings there are, with escapes or without any; of the latter a string has only one."""
        found = [0] * len(self.moves)
        for state in reversed(order):
            found[state] = self.ends[state] + sum(
                found[after] for byte, after in self.moves[state].items() if escaped or byte != _BACKSLASH
            )
        return found[0]

    def short(self) -> int:
        """How many short strings without escapes there are, among the states that are known."""
        here, found = {0: 1}, 0
        for _ in range(_LONGEST):
            after: dict[int, int] = {}
            for state, count in here.items():
                found += count if self.ends[state] else 0
                for byte, then in self.moves[state].items():
                    if byte != _BACKSLASH:
                        after[then] = after.get(then, 0) + count
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
            waiting += [(after, text + bytes((byte,))) for byte, after in self.moves[state].items()]
        return sorted(found)
