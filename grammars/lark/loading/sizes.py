"""How much of a rule is written down: the alternatives that lark multiplies out, and the symbols in all of them.

A line of text may stand for more alternatives, or for longer ones, than there is memory: `(((A~40)~40)~40)~40` is one
alternative of millions of symbols. So sizes are reckoned, no further than what is refused, before anything is written.
"""

from __future__ import annotations

from typing import NamedTuple

import lark.load_grammar as loader
from lark.utils import small_factors

from constrain.budget import allow_more, share
from constrain.errors import LimitExceeded

MAX_WAYS = 20_000  # alternatives of one rule without brackets, `?` and `[]`
MAX_WRITTEN = 1_000_000  # alternatives and symbols of all rules, counted again at every bracket around them
MAX_PATTERNS = 1 << 19  # characters of terminals with those that they mention written out
MAX_USED = 2000  # templates with arguments
MAX_NAME = 1 << 16  # characters of a template's name with its arguments
_LARGEST = 1 << 62  # size that is told from others; more is refused under all limits
LARGE: int = loader.REPEAT_BREAK_THRESHOLD  # from so many times on, a repetition is divided
FACTOR: int = loader.SMALL_FACTOR_THRESHOLD  # into factors up to this one


class Size(NamedTuple):
    """Of some alternatives: how many, the symbols of all, and of the longest."""

    ways: int
    symbols: int
    longest: int

    def then(self, other: Size) -> Size:
        """Each of these followed by each of the others."""
        symbols = self.symbols * other.ways + other.symbols * self.ways
        return _capped(self.ways * other.ways, symbols, self.longest + other.longest)

    def beside(self, other: Size) -> Size:
        """These and the others."""
        return _capped(self.ways + other.ways, self.symbols + other.symbols, max(self.longest, other.longest))

    def times(self, count: int) -> Size:
        """So many of these, one after another."""
        made = NOTHING
        for _ in range(count):
            made = made.then(self)
        return made

    @property
    def written(self) -> int:
        """What counts towards `MAX_WRITTEN`."""
        return self.ways + self.symbols


NONE, NOTHING, ONE = Size(0, 0, 0), Size(1, 0, 0), Size(1, 1, 1)  # no alternative, the empty one, one symbol


def _capped(*numbers: int) -> Size:
    return Size(*(min(number, _LARGEST) for number in numbers))


def optional(size: Size) -> Size:
    """What stands for a part in square brackets, with the gaps that it leaves in lark's tree."""
    return size.beside(Size(1, size.longest, size.longest))


def repeated(size: Size, operator: str, low: int = 0, high: int = 0) -> tuple[Size, int]:
    """What stands for a repetition, and how much is written for it as rules of their own."""
    if operator == "?":
        return size.beside(NOTHING), 0
    if operator != "~":
        return (ONE if operator == "+" else ONE.beside(NOTHING)), size.written + ONE.then(size).written
    if high < LARGE:
        made = NONE
        for count in range(low, high + 1):
            made = made.beside(size.times(count))
        return made, 0
    written, target = 0, size
    for a, b in small_factors(low, FACTOR):
        written += target.times(a).then(size.times(b)).written
        target = ONE
    if low == high:
        return ONE, written
    more, up_to = size, NOTHING
    for a, b in small_factors(high - low + 1, FACTOR):
        whole = more.times(a)
        written += whole.then(size.times(b)).written
        written += sum(more.times(count).then(up_to).written for count in range(a))
        written += sum(whole.then(size.times(count)).written for count in range(b))
        more = up_to = ONE
    return Size(1, 2, 2), written


def too_many_ways() -> LimitExceeded:
    """The error for a rule that lark would take forever to write down."""
    return _beyond(MAX_WAYS, "a rule has", "alternatives with `?`, `[]` and brackets multiplied out; split it")


def too_much() -> LimitExceeded:
    """The error for rules that would fill the memory."""
    return _beyond(
        MAX_WRITTEN,
        "the rules have",
        "symbols with `?`, `[]`, brackets, counts `~n..m` and templates written out; split alternatives into rules of "
        "their own, and write long repetitions as terminals",
    )


def too_long(name: str) -> LimitExceeded:
    """The error for a terminal that mentions others so often that its pattern would fill the memory."""
    return _beyond(
        MAX_PATTERNS,
        f"the terminal `{name}` and those it mentions have",
        "characters written out; make them rules",
    )


def endless(name: str) -> LimitExceeded:
    """The error for templates that lark would fill in forever, or under names that double each time."""
    return _beyond(
        MAX_USED,
        f"the template `{name}` is used with",
        "arguments, or with ones that are nested too deep; does it use itself with an argument that grows without end? "
        "If not, write fewer",
    )


def _beyond(usual: int, what: str, counted: str) -> LimitExceeded:
    """The error for what was reckoned no further than the limit, which is a share of the budget."""
    limit = share(usual)
    return LimitExceeded(
        f"lark: {what} more than {limit} {counted}, or {allow_more(limit, limit + 1)}", limit=limit, needed=limit + 1
    )
