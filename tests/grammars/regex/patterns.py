"""Random regular expressions over two letters, where everything collides; and texts to try them on.

A *family* names the constructs that may occur. Sets and repetitions are small, so that short texts meet every corner.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from random import Random
from types import FrameType

FAMILIES: dict[str, frozenset[str]] = {
    name: frozenset(constructs.split())
    for name, constructs in {
        "core": "",
        "lazy": "lazy group",
        "lookaround": "ahead behind lazy",
        "anchors": "anchor ahead behind",
        "case": "case anchor",
        "atomic": "atomic possessive lazy",
        "atomic and lookaround": "atomic possessive lazy ahead behind anchor",
        "backreferences": "group reference lazy",
        "conditions": "group reference condition lazy",
        "backreferences and atomic": "group reference atomic possessive lazy",
        "backreferences and lookaround": "group reference condition ahead behind",
        "everything": "group reference condition ahead behind anchor case atomic possessive lazy",
    }.items()
}

_ANCHORS = ("^", "$", r"\A", r"\Z", r"\b", r"\B")
_TIMES = ("*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "{,2}", "{1,3}")


class Writer:
    """Writes one random pattern."""

    def __init__(self, random: Random, constructs: frozenset[str], letters: str = "ab") -> None:
        self.random, self.constructs, self.letters = random, constructs, letters
        self.opened = 0
        self.closed: list[int] = []

    def alternatives(self, depth: int) -> str:
        return "|".join(self.sequence(depth) for _ in range(self.random.choice((1, 1, 2, 2, 3))))

    def sequence(self, depth: int) -> str:
        return "".join(self.piece(depth) for _ in range(self.random.choice((0, 1, 1, 2, 2, 3))))

    def piece(self, depth: int) -> str:
        atom = self.atom(depth)
        if atom in _ANCHORS or self.random.random() > 0.4:
            return atom
        times = self.random.choice(_TIMES)
        if "lazy" in self.constructs and self.random.random() < 0.4:
            times += "?"
        elif "possessive" in self.constructs and self.random.random() < 0.4:
            times += "+"
        return atom + times

    def atom(self, depth: int) -> str:
        random, inner = self.random, depth - 1
        if depth <= 0 or random.random() < 0.35:
            return random.choice(self.letters)
        makers: dict[str, Callable[[], str]] = {
            "set": lambda: random.choice(("[ab]", "[bc]", "[a-c]") if self.small else ("[ab]", "[^a]", "[^b\\n]", ".")),
            "bracket": lambda: f"(?:{self.alternatives(inner)})",
            "group": lambda: self.group(inner),
            "reference": lambda: rf"(?:\{random.choice(self.closed)})",
            "condition": lambda: f"(?({random.choice(self.closed)}){self.sequence(inner)}|{self.sequence(inner)})",
            "ahead": lambda: f"(?{random.choice('=!')}{self.alternatives(inner)})",
            "behind": lambda: f"(?<{random.choice('=!')}{self.fixed(inner)})",
            "anchor": lambda: random.choice((*_ANCHORS, "(?m:^)", "(?m:$)")),
            "case": lambda: (
                f"(?{random.choice(('i', 's', 'm', '-i', 's-i', 'a', 'u', 'si'))}:{self.alternatives(inner)})"
            ),
            "atomic": lambda: f"(?>{self.alternatives(inner)})",
        }
        allowed = ["set", "bracket", "bracket", *(name for name in makers if name in self.constructs)]
        if not self.closed:
            allowed = [name for name in allowed if name not in ("reference", "condition")]
        return makers[random.choice(allowed)]()

    @property
    def small(self) -> bool:
        """Groups that are referred to must not have a million texts."""
        return "reference" in self.constructs

    def group(self, depth: int) -> str:
        self.opened += 1
        number = self.opened
        body = self.alternatives(depth)
        self.closed.append(number)
        return f"({body})"

    def fixed(self, depth: int) -> str:
        """What may stand in a lookbehind, if `re` thinks so too."""
        random = self.random
        before = list(self.closed)
        width = random.randint(0, 2)
        parts = [random.choice(("a", "b", ".", "[ab]", "[^a]")) for _ in range(width)]
        if "anchor" in self.constructs and random.random() < 0.4:
            parts.insert(random.randint(0, len(parts)), random.choice((*_ANCHORS, "(?m:$)", "(?m:^)")))
        if "ahead" in self.constructs and random.random() < 0.4:
            look = f"(?{random.choice('=!')}{self.alternatives(depth)})"
            parts.insert(random.randint(0, len(parts)), look)
        body = "".join(parts)
        if random.random() < 0.2:
            body = f"(?:{body}|{''.join(random.choice('ab') for _ in range(width))})"
        self.closed = before
        return body


def patterns(family: str, seed: int, count: int, longest: int = 60) -> Iterator[str]:
    """`count` patterns of a family that `re` accepts."""
    random = Random(f"{family} {seed}")
    while count:
        writer = Writer(random, FAMILIES[family], "abA" if family == "case" else "ab")
        pattern = writer.alternatives(3)
        if len(pattern) > longest:
            continue
        try:
            re.compile(pattern)
        except re.error:
            continue
        count -= 1
        yield pattern


def texts(letters: str, longest: int) -> list[str]:
    """Every text over some letters, up to a length."""
    return ["".join(text) for length in range(longest + 1) for text in product(letters, repeat=length)]


class TooSlow(Exception):
    """`re` itself needs exponential time for some patterns."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` inside the block when the time is up; `re` looks at signals while it matches."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def matches_whole(compiled: re.Pattern[str], text: str) -> bool | None:
    """What `re.fullmatch` says; None where CPython 3.11 stumbles over its own capturing groups."""
    try:
        return compiled.fullmatch(text) is not None
    except SystemError:
        return None
