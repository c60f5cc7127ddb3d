"""Conditions on one neighbouring character, as `\\b`, `(?<!\\w)` and `(?![a-z])` are, put into the characters.

`.*\\bare\\b.*` is `(.*\\W)?are(\\W.*)?`: where the character on one side is known to belong to a word, or not to, `\\b`
asks something of the other side alone, and that is part of the loop or the character that stands there. What comes out
says the same without an assertion, so it takes part in intersections as any other expression does. A condition that no
neighbour can take stays an assertion. Works on the list of nodes; the texts are the same, whatever the order of tries.
A class that arises stands in `(?-i:…)`, since what IGNORECASE adds to characters is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from typing import NamedTuple

from .charset import IGNORECASE, RELEVANT, SINGLE, code_points, hashable
from .ranges import EVERYTHING, Ranges, difference, intersection, invert
from .tree import ASSERTIONS, Dialect, Items, Node, bounds, items_of

_WORD: Node = (codes.IN, ((codes.CATEGORY, codes.CATEGORY_WORD),))
_LOOPS = (codes.MAX_REPEAT, codes.MIN_REPEAT)
_NEVER: list[Node] = [(codes.FAILURE, None)]
_AS_IT_IS = (None, 0, IGNORECASE)  # a group's number, and the flags that it adds and removes


class Edge(NamedTuple):
    """That the neighbour is one of these characters, or that there is none."""

    allowed: Ranges
    none: bool


class Edges:
    """Rewrites lists under some flags of one dialect; `referenced` are groups that must stay groups."""

    def __init__(self, dialect: Dialect, flags: int, referenced: frozenset[int]) -> None:
        self.flags, self.referenced = flags & RELEVANT, referenced
        known = dialect.word
        self.word = (
            known() if known and not flags & codes.SRE_FLAG_ASCII else code_points(*_WORD, flags & codes.SRE_FLAG_ASCII)
        )

    def rewritten(self, items: Items, at_start: bool, at_end: bool, then_any: bool = False) -> Items:
        """The list without the conditions that its own nodes can take; `then_any`: anything may follow, or nothing."""
        out: list[Node] = []
        rest = self._opened(items)
        while rest:
            node, *rest = rest
            behind = ahead = None
            if node == (codes.AT, codes.AT_BOUNDARY):
                left, right = self._is_word(out[-1:], -1), self._is_word(rest[:1], 0)
                if left is not None and right is not None:
                    if left == right:
                        return _NEVER
                    continue
                if right is not None:
                    behind = self._other(right)
                elif left is not None:
                    ahead = self._other(left)
            elif node[0] in ASSERTIONS and (found := self._asserted(node)) is not None:
                behind, ahead = (found, None) if node[1][0] < 0 else (None, found)
            if behind is not None:
                out = self._after(out, behind, at_start)
            elif ahead is None:
                out.append(node)
            elif rest and self._taken(rest[0], ahead) is None:
                out.append(_assertion(ahead, 1))
            else:
                new = self._before(rest, ahead, at_end, then_any)
                if new and new[0][0] in ASSERTIONS:  # the list's end cannot take it
                    out.append(new[0])
                    new = new[1:]
                rest = new
        return out

    def _opened(self, items: Items) -> list[Node]:
        """The list with what stands in groups that nobody refers to, where that may have to do with its neighbours."""
        out: list[Node] = []
        for op, value in items:
            if op is codes.SUBPATTERN and value[0] not in self.referenced and not value[1] and not value[2]:
                inner = items_of(value[3])
                if any(each == (codes.AT, codes.AT_BOUNDARY) for each in inner):
                    out += self._opened(inner)
                    continue
            out.append((op, value))
        return out

    def _other(self, word: bool) -> Edge:
        """What stands on the other side of a boundary."""
        return Edge(invert(self.word), True) if word else Edge(self.word, False)

    def _asserted(self, node: Node) -> Edge | None:
        op, (_, body) = node
        body = items_of(body)
        if len(body) != 1 or (found := self._characters(body[0])) is None:
            return None
        return Edge(invert(found), True) if op is codes.ASSERT_NOT else Edge(found, False)

    def _characters(self, node: Node) -> Ranges | None:
        """What a node matches that reads one character; None for any other."""
        op, value = node
        if op in SINGLE:
            return code_points(op, hashable(op, value), self.flags)
        if op is codes.SUBPATTERN and value[:3] == _AS_IT_IS and len(value[3]) == 1 and value[3][0][0] in SINGLE:
            op, value = value[3][0]
            return code_points(op, hashable(op, value), self.flags & ~IGNORECASE)
        return None

    def _is_word(self, items: Sequence[Node], side: int) -> bool | None:
        """Whether the character at that end of the list belongs to a word; None if it may, or if there may be none."""
        if not items:
            return None
        op, value = items[side]
        if (found := self._characters((op, value))) is not None:
            inside = intersection(found, self.word)
            return None if not found or (inside and inside != found) else bool(inside)
        if op is codes.SUBPATTERN and not value[1] and not value[2]:
            return self._is_word(items_of(value[3]), side)
        if op is codes.BRANCH:
            kinds = {self._is_word(items_of(branch), side) for branch in value[1]}
            return kinds.pop() if len(kinds) == 1 else None
        if op in _LOOPS and value[0] > 0:
            return self._is_word(items_of(value[2]), side)
        return None

    def _after(self, out: list[Node], edge: Edge, at_start: bool) -> list[Node]:
        """The list, whose last character is as the edge says."""
        if not out:
            return _resolved(edge) if at_start else [_assertion(edge, -1)]
        taken = self._taken(out[-1], edge)
        if taken is None:
            return [*out, _assertion(edge, -1)]
        some, empty = taken
        return [*out[:-1], *_either([*some], self._after([], edge, at_start and len(out) == 1) if empty else None)]

    def _before(self, rest: list[Node], edge: Edge, at_end: bool, then_any: bool) -> list[Node]:
        """The list, whose first character is as the edge says."""
        if not rest:
            if at_end:
                return _resolved(edge)
            if then_any:
                ways = [[_class(edge.allowed)]] + ([[(codes.AT, codes.AT_END_STRING)]] if edge.none else [])
                return [(codes.BRANCH, (None, ways))]
            return [_assertion(edge, 1)]
        taken = self._taken(rest[0], edge)
        assert taken is not None
        some, empty = taken
        last = len(rest) == 1
        none = self._before([], edge, at_end and last, then_any and last) if empty else None
        return [*_either([*reversed(some)], none), *rest[1:]]

    def _taken(self, node: Node, edge: Edge) -> tuple[list[Node], bool] | None:
        """The node with its last character as the edge says (turned round: its first), and whether it may be empty."""
        op, value = node
        if (found := self._characters(node)) is not None:
            return [_narrowed(node, found, edge)], False
        if op not in _LOOPS:
            return None
        low, high, body = bounds(value)
        if len(body) != 1 or (found := self._characters(body[0])) is None or high == 0:
            return None
        fewer = (op, (max(low - 1, 0), codes.MAXREPEAT if high is None else high - 1, body))
        return [fewer, _narrowed(body[0], found, edge)], low == 0


def _narrowed(node: Node, found: Ranges, edge: Edge) -> Node:
    kept = intersection(found, edge.allowed)
    return node if kept == found else _class(kept)


def _class(ranges: Ranges) -> Node:
    if not ranges:
        return _NEVER[0]
    return codes.SUBPATTERN, (*_AS_IT_IS, [(codes.IN, [(codes.RANGE, pair) for pair in ranges])])


def _resolved(edge: Edge) -> list[Node]:
    """Where there is no neighbour."""
    return [] if edge.none else list(_NEVER)


def _either(some: list[Node], none: list[Node] | None) -> list[Node]:
    return some if none is None or none == _NEVER else [(codes.BRANCH, (None, [some, none]))]


def _assertion(edge: Edge, direction: int) -> Node:
    if edge.none:
        return codes.ASSERT_NOT, (direction, [_class(difference(EVERYTHING, edge.allowed))])
    return codes.ASSERT, (direction, [_class(edge.allowed)])
