"""Backreferences to groups of unbounded length that are regular all the same, written without them.

Two classes. *A lookahead and a reference to what it captured* is how an atomic group is written where there is none:
`(?=(r))\\1` takes the first match of r in backtracking order, and is `(?>r)`. *One character*: where everything from a
group to its last reference matches one character alone, only lengths count, and those of `(a+)\\1` are twice those of
`a+`, so it is `(aa)+`. (`(aa+)\\1+` stays refused: its lengths are the composite numbers.) The group may be left out,
as in `(a+)?\\1`, where no loop around it brings back what it captured before. With IGNORECASE a character stands for
those that a reference takes for it.

The work is done on the tree, before anything is translated; what is not of these classes stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from constrain.budget import share

from . import lengths
from .casefold import fold_reference
from .charset import ASCII, IGNORECASE, RELEVANT, SINGLE, code_points, hashable
from .lengths import Lengths, TooLong
from .parse import references
from .ranges import Ranges, count
from .tree import (
    ASSERTIONS,
    REPEATS,
    UNBOUNDED,
    Analysis,
    Items,
    Node,
    Parsed,
    bounds,
    children,
    combine_flags,
    items_of,
)

_MOST_FORMS = 64  # ways in which a stretch may repeat its groups
_ORDERED = frozenset({codes.ATOMIC_GROUP, codes.POSSESSIVE_REPEAT})

# Groups and how often the text of each stands there, ascending; of a group that was left out, the number is negative.
Form = tuple[tuple[int, int], ...]
Forms = dict[Form, Lengths]  # and the lengths of all else


def without_references(parsed: Parsed, *, ordered: bool) -> Parsed:
    """The same pattern with fewer backreferences; `ordered` if it matters which match comes first."""
    items = _with_atomic_groups(parsed.items)
    if not ordered:
        items = _Unary(parsed, items).items(items, parsed.flags)
    if items is parsed.items:
        return parsed
    referenced, repeated = references(items)
    return replace(parsed, items=items, referenced=referenced, repeated=repeated)


def _with_atomic_groups(items: Items) -> Items:
    """`(?>(r)(?=s))` for `(?=(r)s)\\1`."""
    found: list[Node] = []
    changed = False
    for op, value in items:
        node = _rebuilt(op, value, _with_atomic_groups)
        changed = changed or node[1] is not value
        if op is codes.GROUPREF and found and found[-1][0] is codes.ASSERT:
            direction, body = found[-1][1][0], items_of(found[-1][1][1])
            if direction > 0 and body and body[0][0] is codes.SUBPATTERN and body[0][1][0] == value:
                rest: list[Node] = [(codes.ASSERT, (1, body[1:]))] if len(body) > 1 else []
                found[-1] = codes.ATOMIC_GROUP, [body[0], *rest]
                changed = True
                continue
        found.append(node)
    return found if changed else items


def _rebuilt(op: Any, value: Any, change: Any) -> Node:
    """The node with the lists in it changed; the same value where none of them is."""
    inner = list(children(op, value))
    changed = [change(items) for items in inner]
    if all(new is old for new, old in zip(changed, inner, strict=True)):
        return op, value
    if op is codes.BRANCH:
        return op, (value[0], changed)
    if op is codes.GROUPREF_EXISTS:
        return op, (value[0], changed[0], changed[1] if value[2] is not None else None)
    if op is codes.ATOMIC_GROUP:
        return op, changed[0]
    return op, (*value[:-1], changed[0])  # groups, repetitions and assertions have their list last


class _Mixed(Exception):
    """A stretch is not of one character, or too much work."""


class _Unary:
    """Rewrites stretches of one character, where order says nothing."""

    def __init__(self, parsed: Parsed, items: Items) -> None:
        self.analysis = Analysis(parsed.dialect)
        self.analysis.facts(items)
        _, self.repeated = references(items)
        self.everywhere = _counted(items)
        self.character: Ranges | None = None
        self.node: Node | None = None
        self.groups: dict[int, Lengths] = {}
        self.dialect = parsed.dialect
        self.in_loop = False  # where what a group has captured may be older than this round

    def items(self, items: Items, flags: int) -> Items:
        """The list with its stretches written anew."""
        found: list[Node] = []
        index, changed = 0, False
        while index < len(items):
            op, value = items[index]
            stop = self._stretch(items, index)
            written = None if stop is None else self._written(items[index:stop], flags)
            if written is not None and stop is not None:
                found += written
                index, changed = stop, True
                continue
            node = items[index] if self._is_ordered(op, value) else self._inside(op, value, flags)
            changed = changed or node[1] is not value
            found.append(node)
            index += 1
        return found if changed else items

    def _inside(self, op: Any, value: Any, flags: int) -> Node:
        if op is codes.SUBPATTERN:
            flags = combine_flags(flags, value[1], value[2])
        before, self.in_loop = self.in_loop, self.in_loop or (op in REPEATS and not self.dialect.loops_forget)
        found = _rebuilt(op, value, lambda inner: self.items(inner, flags))
        self.in_loop = before
        return found

    def _is_ordered(self, op: Any, value: Any) -> bool:
        """Whether it matters which match of the node's lists comes first, as where an assertion captures for others."""
        if op in _ORDERED:
            return True
        captures = self.analysis.node(op, value).captures & self.repeated if op in ASSERTIONS else None
        if not captures:
            return False
        inside = _counted([(op, value)])
        return any(inside.get(group, 0) < self.everywhere[group] for group in captures)

    def _stretch(self, items: Items, index: int) -> int | None:
        """The end of the shortest stretch that begins with a group without bound and has all references to its own."""
        op, value = items[index]
        group = value[0] if op is codes.SUBPATTERN else self._optional(op, value)
        if group not in self.repeated or self.analysis.node(op, value).most < UNBOUNDED:
            return None
        wanted = {group: self.everywhere[group]}
        for end in range(index + 1, len(items)):
            op, value = items[end]
            for group, times in _counted([items[end]]).items():
                if group not in wanted:
                    return None
                wanted[group] -= times
            for group in self.analysis.node(op, value).captures & self.repeated if op not in SINGLE else ():
                wanted[group] = self.everywhere[group]
            if not any(wanted.values()):
                return end + 1
        return None

    def _optional(self, op: Any, value: Any) -> int | None:
        """The group that stands there once or not at all."""
        if op not in REPEATS or op is codes.POSSESSIVE_REPEAT or self.in_loop:
            return None
        low, high, body = bounds(value)
        if (low, high) != (0, 1) or len(body) != 1 or body[0][0] is not codes.SUBPATTERN:
            return None
        return body[0][1][0] if body[0][1][0] in self.repeated else None

    def _written(self, stretch: Items, flags: int) -> list[Node] | None:
        self.character, self.node, self.groups = None, None, {}
        try:
            forms = self._sequence(stretch, flags, outside=True)
            total = lengths.NONE
            for form, rest in forms.items():
                left_out = {-group for group, _ in form if group < 0}
                if not self.dialect.unset_matches_empty and any(group in left_out for group, _ in form):
                    continue
                for group, times in form:
                    if group > 0 and group not in left_out:
                        rest = lengths.add(rest, lengths.scaled(self.groups[group], times))
                total = lengths.union(total, rest)
        except (_Mixed, TooLong):
            return None
        return None if self.node is None else list(_of_lengths(self.node, total))

    def _sequence(self, items: Items, flags: int, *, outside: bool) -> Forms:
        found: Forms = {(): lengths.ZERO}
        for op, value in items:
            found = _together(found, self._node(op, value, flags, outside))
        return found

    def _node(self, op: Any, value: Any, flags: int, outside: bool) -> Forms:
        """`outside`: not within a choice or repetition, so that what is captured stays so."""
        if op in SINGLE:
            return self._single(op, value, flags)
        if op is codes.SUBPATTERN:
            group, add, remove, body = value
            inner = combine_flags(flags, add, remove)
            if group not in self.repeated:
                return self._sequence(items_of(body), inner, outside=outside)
            if not outside:
                raise _Mixed
            plain = self._sequence(items_of(body), inner, outside=False)
            if plain.keys() != {()}:
                raise _Mixed
            self.groups[group] = plain[()]
            return {((group, 1),): lengths.ZERO}
        if op is codes.GROUPREF:
            if value not in self.groups or self.character is None or not self._is_closed(flags):
                raise _Mixed
            return {((value, 1),): lengths.ZERO}
        if op is codes.BRANCH:
            return _either([self._sequence(items_of(branch), flags, outside=False) for branch in value[1]])
        if op in REPEATS and op is not codes.POSSESSIVE_REPEAT:
            low, high, body = bounds(value)
            group = self._optional(op, value) if outside else None
            if group is not None:
                return _either([self._node(*body[0], flags, outside), {((-group, 1),): lengths.ZERO}])
            return _times(self._sequence(body, flags, outside=False), low, high)
        raise _Mixed

    def _single(self, op: Any, value: Any, flags: int) -> Forms:
        ranges = code_points(op, hashable(op, value), flags & RELEVANT)
        if self.character is None:
            self.character, self.node = ranges, _as_set(ranges)
            if not self._is_closed(flags):
                raise _Mixed
        if ranges != self.character:
            raise _Mixed
        return {(): lengths.ONE}

    def _is_closed(self, flags: int) -> bool:
        """Whether a reference takes for each of the characters just these."""
        assert self.character is not None
        if not flags & IGNORECASE:
            return count(self.character) == 1
        if count(self.character) > 8:
            return False
        return all(
            tuple(fold_reference(point, bool(flags & ASCII))) == tuple(self.character)
            for low, high in self.character
            for point in range(low, high + 1)
        )


def _as_set(ranges: Ranges) -> Node:
    """The characters as a node that means the same under all flags: of one group, `(?-i:…)` being around it."""
    members: list[Node] = [(codes.RANGE, (low, high)) for low, high in ranges]
    return codes.SUBPATTERN, (None, 0, IGNORECASE, [(codes.IN, members)])


def _of_lengths(node: Node, found: Lengths) -> Iterator[Node]:
    """The texts of these lengths: one choice of counted repetitions."""
    ways: list[Items] = []
    start = found.start
    for n in range(start):
        if found.bits >> n & 1:
            ways.append([] if n == 0 else [_repeat(node, n, n)])
    cycle: Node = _repeat(node, found.period, found.period)
    for n in range(start, start + found.period):
        if found.bits >> n & 1:
            ways.append([_repeat(node, n, n), _repeat(cycle, 0, codes.MAXREPEAT)])
    if not ways:
        yield codes.FAILURE, ()
    else:
        yield codes.BRANCH, (None, ways)


def _repeat(node: Node, low: int, high: Any) -> Node:
    return codes.MAX_REPEAT, (low, high, [node])


def _counted(items: Items) -> dict[int, int]:
    """How many references, and conditions on it, there are to each group."""
    found: dict[int, int] = {}
    waiting = [items]
    while waiting:
        for op, value in waiting.pop():
            if op is codes.GROUPREF or op is codes.GROUPREF_EXISTS:
                group = value if op is codes.GROUPREF else value[0]
                found[group] = found.get(group, 0) + 1
            waiting.extend(children(op, value))
    return found


def _together(a: Forms, b: Forms) -> Forms:
    """One after the other."""
    found: Forms = {}
    for form, rest in a.items():
        for other, more in b.items():
            counts = dict(form)
            for group, times in other:
                counts[group] = counts.get(group, 0) + times
            _enter(found, tuple(sorted(counts.items())), lengths.add(rest, more))
    return found


def _either(ways: list[Forms]) -> Forms:
    found: Forms = {}
    for way in ways:
        for form, rest in way.items():
            _enter(found, form, rest)
    return found


def _times(part: Forms, low: int, high: int | None) -> Forms:
    if part.keys() <= {()}:
        return {(): lengths.repeated(part.get((), lengths.NONE), low, high)}
    if high is None or high > share(_MOST_FORMS):
        raise _Mixed  # products of two lengths, which are not regular but by chance
    found: Forms = {}
    power: Forms = {(): lengths.ZERO}
    for number in range(high + 1):
        if number >= low:
            found = _either([found, power])
        if number < high:
            power = _together(power, part)
    return found


def _enter(found: Forms, form: Form, rest: Lengths) -> None:
    found[form] = lengths.union(found[form], rest) if form in found else rest
    if len(found) > share(_MOST_FORMS):
        raise _Mixed
