"""The parsed pattern, and what one may want to know about a part of it.

The tree is that of CPython's `re._parser`: a list of `(operation, argument)` pairs, whose arguments may hold further
lists. Our own ECMAScript parser builds the same, so everything behind it serves both. `Dialect` says where the two
languages give the same tree a different meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from .charset import SINGLE
from .ranges import Ranges

Node = tuple[Any, Any]
Items = Sequence[Node]

REPEATS = frozenset({codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT})
ASSERTIONS = frozenset({codes.ASSERT, codes.ASSERT_NOT})
ZERO_WIDTH = ASSERTIONS | {codes.AT}
TYPE_FLAGS = codes.SRE_FLAG_ASCII | codes.SRE_FLAG_UNICODE | codes.SRE_FLAG_LOCALE
NO_GROUPS: frozenset[int] = frozenset()
UNBOUNDED = 1 << 62  # a width no text can have


@dataclass(frozen=True)
class Dialect:
    """What the same tree means in one language and not in the other."""

    name: str
    unset_matches_empty: bool  # what a backreference to a group without a match does: match nothing at all, or fail
    loops_forget: bool  # whether every round of a loop begins with the groups in it unset
    empty_rounds: bool  # whether one optional round of a loop may match the empty text
    inside_nothing: bool  # whether `\\B` matches in the empty text
    word: Callable[[], Ranges] | None = None  # the characters of words, if not those of Python


PYTHON = Dialect("Python", False, False, True, re.fullmatch(r"\B", "") is not None)
ECMA = Dialect("ECMAScript", True, True, False, True)


@dataclass(frozen=True)
class Parsed:
    """A pattern's text and its tree.

    `referenced` are the groups that a backreference or a condition looks at, `repeated` those whose text matters;
    `names` are the names of groups.
    """

    source: str
    items: Items
    flags: int
    dialect: Dialect
    referenced: frozenset[int] = NO_GROUPS
    repeated: frozenset[int] = NO_GROUPS
    names: tuple[str, ...] = ()


def items_of(part: Any) -> Items:
    """The list inside a `re._parser.SubPattern`, or the list itself."""
    return part.data if hasattr(part, "data") else part  # type: ignore[no-any-return]


def combine_flags(flags: int, add: int, remove: int) -> int:
    """The flags inside a group `(?add-remove:...)`."""
    return ((flags & ~TYPE_FLAGS if add & TYPE_FLAGS else flags) | add) & ~remove


def bounds(value: Any) -> tuple[int, int | None, Items]:
    """Minimum, maximum (None: no bound) and body of a repetition."""
    return value[0], None if value[1] == codes.MAXREPEAT else int(value[1]), items_of(value[2])


def children(op: Any, value: Any) -> Iterator[Items]:
    """The lists directly inside a node."""
    if op is codes.BRANCH:
        for branch in value[1]:
            yield items_of(branch)
    elif op is codes.SUBPATTERN:
        yield items_of(value[3])
    elif op in REPEATS:
        yield items_of(value[2])
    elif op is codes.ATOMIC_GROUP:
        yield items_of(value)
    elif op in ASSERTIONS:
        yield items_of(value[1])
    elif op is codes.GROUPREF_EXISTS:
        yield items_of(value[1])
        if value[2] is not None:
            yield items_of(value[2])


@dataclass(frozen=True)
class Facts:
    """What a list of nodes contains and how wide it is; `most` is at least `UNBOUNDED` if there is no bound."""

    captures: frozenset[int]  # groups that it sets
    references: frozenset[int]  # groups that it looks at
    chooses: bool  # whether backtracking into it could find another match
    tries: bool  # whether anything in it, an atomic group for one, has several ways to go
    orders: bool  # whether it has atomic groups or possessive repetitions
    looks_ahead: bool  # whether an assertion in it looks at what follows
    least: int  # fewest characters it matches (never too many)
    most: int  # most characters it matches (never too few)


_NOTHING = Facts(NO_GROUPS, NO_GROUPS, False, False, False, False, 0, 0)
_CHARACTER = Facts(NO_GROUPS, NO_GROUPS, False, False, False, False, 1, 1)


class Analysis:
    """The facts about every list of one tree, each found once.

    Keyed by identity, so the lists are kept alive here.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._known: dict[int, tuple[Items, Facts]] = {}
        self._nodes: dict[tuple[int, int], tuple[Any, Facts]] = {}
        self._widths: dict[int, tuple[int, int]] = {}  # of groups; a reference stands after its group

    def facts(self, items: Items) -> Facts:
        """What is in `items`."""
        known = self._known.get(id(items))
        if known is None:
            known = self._known[id(items)] = items, self._together(items)
        return known[1]

    def _together(self, items: Items) -> Facts:
        captures = references = NO_GROUPS
        chooses = tries = orders = looks_ahead = False
        least = most = 0
        for op, value in items:
            if op in SINGLE:
                least += 1
                most += 1
                continue
            each = self.node(op, value)
            captures |= each.captures
            references |= each.references
            chooses |= each.chooses
            tries |= each.tries
            orders |= each.orders
            looks_ahead |= each.looks_ahead
            least += each.least
            most += each.most
        return Facts(
            captures, references, chooses, tries, orders, looks_ahead, min(least, UNBOUNDED), min(most, UNBOUNDED)
        )

    def node(self, op: Any, value: Any) -> Facts:
        """What is in one node."""
        if op in SINGLE:
            return _CHARACTER
        if op is codes.AT:
            return _AT_FACTS[value]
        if op is codes.GROUPREF:
            least, most = self._widths.get(value, (0, UNBOUNDED))
            least = 0 if self._dialect.unset_matches_empty else least
            return Facts(NO_GROUPS, frozenset((value,)), False, False, False, False, least, most)
        known = self._nodes.get((op, id(value)))
        if known is None:
            known = self._nodes[op, id(value)] = value, self._compound(op, value)
        return known[1]

    def _compound(self, op: Any, value: Any) -> Facts:
        inner = [self.facts(items) for items in children(op, value)]
        if not inner:  # FAILURE
            return _NOTHING
        captures = frozenset().union(*(each.captures for each in inner))
        references = frozenset().union(*(each.references for each in inner))
        chooses = any(each.chooses for each in inner)
        tries = any(each.tries for each in inner)
        orders = op in (codes.ATOMIC_GROUP, codes.POSSESSIVE_REPEAT) or any(each.orders for each in inner)
        looks_ahead = any(each.looks_ahead for each in inner)
        least, most = min(each.least for each in inner), max(each.most for each in inner)
        if op is codes.BRANCH:
            chooses = tries = True
        elif op is codes.SUBPATTERN:
            if value[0] is not None:
                captures |= {value[0]}
                self._widths[value[0]] = least, most
        elif op is codes.GROUPREF_EXISTS:
            references |= {value[0]}
            if value[2] is None:
                least = 0
        elif op is codes.ATOMIC_GROUP:
            chooses = False
        elif op in ASSERTIONS:
            chooses, least, most = False, 0, 0
            looks_ahead = looks_ahead or value[0] > 0
        else:
            low, high, _ = bounds(value)
            tries = tries or low != high
            chooses = op is not codes.POSSESSIVE_REPEAT and (chooses or low != high)
            least *= low
            most = most * high if high is not None else UNBOUNDED if most else 0
        return Facts(
            captures, references, chooses, tries, orders, looks_ahead, min(least, UNBOUNDED), min(most, UNBOUNDED)
        )

    def exposed(self, items: Items) -> frozenset[int]:
        """The groups whose match before `items` a reference in `items` may see."""
        return self.live_before(items, NO_GROUPS)

    def live_before(self, items: Items, live: frozenset[int]) -> frozenset[int]:
        """The groups whose match matters before `items`, if those in `live` matter after; never too few."""
        for op, value in reversed(items):
            if op not in SINGLE and op is not codes.AT:
                live = self._live_before_node(op, value, live)
        return live

    def _live_before_node(self, op: Any, value: Any, live: frozenset[int]) -> frozenset[int]:
        if op is codes.GROUPREF:
            return live | {value}
        facts = self.node(op, value)
        if not facts.captures and not facts.references:
            return live
        if op is codes.SUBPATTERN:
            return self.live_before(items_of(value[3]), live - {value[0]})
        if op in REPEATS:
            low, _, body = bounds(value)
            first = self.live_before(body, live | facts.references)
            if self._dialect.loops_forget:
                first -= facts.captures
            return first if low else first | live
        found = frozenset().union(*(self.live_before(inner, live) for inner in children(op, value)))
        if op is codes.GROUPREF_EXISTS:
            return found | live | {value[0]}
        return found | live if op is codes.ASSERT_NOT else found


_AT_FACTS = {
    code: Facts(
        NO_GROUPS, NO_GROUPS, False, False, False, code not in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING), 0, 0
    )
    for code in codes.ATCODES
}
