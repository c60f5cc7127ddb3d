"""Lookbehind, also with lookahead inside.

`(?<=r)` asks that the whole text so far end with r. An assertion inside r that looks ahead, as in `(?<=\\bfoo)`,
`(?<=a$)` or `(?<=x(?!yz)y)`, may look beyond that text, into what is still to come, so it cannot stay inside. What
follows it in r has a fixed number of characters, w, so it is about a place exactly w characters back. There, `v` ahead
means: for one way to cut v into a part of w characters and a remainder, the last w characters are the part and the
remainder is ahead of here. So the whole becomes a Boolean combination of plain assertions, all at one place, and a
negated one is known by de Morgan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, NamedTuple

from constrain.errors import ConstrainError
from constrain.pattern import EMPTY, EPSILON, Ahead, Behind, Pattern

from .algebra import look_ahead, nullable, sequence, union
from .charset import SINGLE
from .place import kind_position, syntax_error, too_large, unsupported
from .ranges import EVERYTHING
from .tree import ASSERTIONS, PYTHON, REPEATS, Items, bounds, combine_flags, items_of

if TYPE_CHECKING:
    from .translate import Translator

MAX_WAYS = 256

Condition = tuple[Pattern, Pattern]  # that it holds, and that it does not
TRUE: Condition = (EPSILON, EMPTY)


class Look(NamedTuple):
    """A lookahead inside a lookbehind: the nodes with their flags, and whether the end must follow them."""

    nodes: tuple[tuple[Any, Any, int], ...]
    to_end: bool
    negative: bool


class Text(NamedTuple):
    """Something that does not look ahead, and how many characters it takes."""

    pattern: Pattern
    width: int


Way = tuple["Look | Text", ...]


def checked_width(translator: Translator, body: Items) -> bool:
    """Whether all matches of a lookbehind are equally wide; Python refuses the others, and so do we in its name."""
    facts = translator.analysis.facts(body)
    fixed = facts.least == facts.most
    if not fixed and translator.parsed.dialect is PYTHON:
        source = translator.parsed.source
        raise syntax_error(source, "look-behind requires fixed-width pattern", kind_position(source, "lookbehind"))
    return fixed


def look_behind(translator: Translator, body: Items, flags: int, negative: bool) -> Pattern:
    """That the text so far ends, or does not end, with a match of `body`."""
    was = translator.fixed_width
    translator.fixed_width = checked_width(translator, body)
    try:
        if translator.analysis.facts(body).looks_ahead:
            splitter = Splitter(translator)
            return either(splitter.condition(way) for way in splitter.ways(body, flags))[negative]
        return behind(translator, translator.sequence(body, flags, False, False))[negative]
    finally:
        translator.fixed_width = was


def behind(translator: Translator, part: Pattern) -> Condition:
    """That the text so far ends with `part`."""
    if part is EMPTY:
        return EMPTY, EPSILON
    if nullable(part):
        return TRUE
    whole = sequence((translator.spelling.before, part))
    return Behind(whole), Behind(whole, negative=True)


def either(conditions: Iterable[Condition]) -> Condition:
    """That one of the conditions holds."""
    listed = list(conditions)
    return union(each[0] for each in listed), sequence(each[1] for each in listed)


def both(conditions: Iterable[Condition]) -> Condition:
    """That all conditions hold."""
    listed = list(conditions)
    return sequence(each[0] for each in listed), union(each[1] for each in listed)


class Splitter:
    """Takes the lookaheads out of one lookbehind."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def refuse(self, why: str) -> ConstrainError:
        """The error for what cannot be taken apart."""
        source = self.translator.parsed.source
        message = f"a lookahead inside a lookbehind {why}"
        return unsupported(source, message, kind_position(source, "lookbehind"), "lookahead inside a lookbehind")

    # The ways through the lookbehind: texts and lookaheads in order.

    def ways(self, items: Items, flags: int) -> list[Way]:
        """Every sequence of texts and lookaheads that makes a match."""
        found: list[Way] = [()]
        for op, value in items:
            more = self._ways_of(op, value, flags)
            found = self._limited([(*first, *second) for first in found for second in more])
        return found

    def _limited(self, ways: list[Any]) -> list[Any]:
        if len(ways) > MAX_WAYS:
            source = self.translator.parsed.source
            message = f"taking a lookahead out of a lookbehind needs {len(ways)} ways, limit {MAX_WAYS}"
            raise too_large(source, message, kind_position(source, "lookbehind"), MAX_WAYS, len(ways))
        return ways

    def _ways_of(self, op: Any, value: Any, flags: int) -> list[Way]:
        facts = self.translator.analysis.node(op, value)
        if not facts.looks_ahead:
            if facts.least != facts.most:
                raise self.refuse("of variable width")
            return [(Text(self.translator.node(op, value, flags, False, False), facts.least),)]
        if op is codes.AT:
            return list(self._anchor(value, flags))
        if op in ASSERTIONS:
            if value[0] < 0:
                raise self.refuse("that is inside another one")
            return [(Look(_flagged(items_of(value[1]), flags), False, op is codes.ASSERT_NOT),)]
        if op is codes.SUBPATTERN:
            return self.ways(items_of(value[3]), combine_flags(flags, value[1], value[2]))
        if op is codes.ATOMIC_GROUP:  # all matches are equally wide, so any will do
            return self.ways(items_of(value), flags)
        if op is codes.BRANCH:
            return self._limited([way for branch in value[1] for way in self.ways(items_of(branch), flags)])
        if op in REPEATS:
            low, high, body = bounds(value)
            if low == high and low <= MAX_WAYS:
                return self.ways([*body] * low, flags)
        raise self.refuse("inside a loop")

    def _anchor(self, code: Any, flags: int) -> Iterator[Way]:
        if code is codes.AT_END_STRING:
            yield (Look((), True, False),)
            return
        line_feed = (codes.LITERAL, 10, 0)
        if code is codes.AT_END:
            yield (Look((), True, False),)
            yield (Look((line_feed,), not flags & codes.SRE_FLAG_MULTILINE, False),)
            return
        before = behind(self.translator, self.translator.word(flags))
        word = (codes.IN, [(codes.CATEGORY, codes.CATEGORY_WORD)], flags & codes.SRE_FLAG_ASCII)
        boundary = code is codes.AT_BOUNDARY
        yield Text(before[0], 0), Look((word,), False, boundary)
        inside: Way = (Text(before[1], 0), Look((word,), False, not boundary))
        if boundary or self.translator.parsed.dialect.inside_nothing:
            yield inside
        else:
            yield *inside, Look((), True, True)
            yield *inside, Text(Behind(self.translator.spelling.start, negative=True), 0)

    # A way as a condition on the text so far and on the rest.

    def condition(self, way: Way) -> Condition:
        """That the text so far has come this way."""
        back = 0
        texts: list[Pattern] = []
        conditions: list[Condition] = []
        for part in reversed(way):
            if isinstance(part, Text):
                back += part.width
                texts.append(part.pattern)
            else:
                holds = either(self._cuts(part, back))
                conditions.append((holds[1], holds[0]) if part.negative else holds)
        return both([behind(self.translator, sequence(reversed(texts))), *conditions])

    def _cuts(self, look: Look, back: int) -> Iterator[Condition]:
        """The lookahead, `back` characters ago, as conditions here of which one must hold."""
        spell = self.translator.spelling.characters
        for count, (parts, left, nodes) in enumerate(self._cut(look.nodes, back)):
            self._limited([None] * count)
            if left and look.to_end:
                continue
            parts += [spell(EVERYTHING)] * left
            yield both([behind(self.translator, sequence(parts)), self._ahead(nodes, look.to_end)])

    def _ahead(self, nodes: tuple[tuple[Any, Any, int], ...], to_end: bool) -> Condition:
        translator = self.translator
        was, translator.fixed_width = translator.fixed_width, False
        try:
            part = sequence([translator.node(op, value, flags, False, False) for op, value, flags in nodes])
        finally:
            translator.fixed_width = was
        if to_end:
            rest = sequence((part, translator.spelling.end))
            return Ahead(rest), Ahead(rest, negative=True)
        return look_ahead(part, False), look_ahead(part, True)

    def _cut(
        self, nodes: tuple[tuple[Any, Any, int], ...], width: int
    ) -> Iterator[tuple[list[Pattern], int, tuple[tuple[Any, Any, int], ...]]]:
        """Ways to cut after `width` characters: the part before, the characters missing at its end, the nodes left."""
        if width == 0 or not nodes:
            yield [], width, nodes
            return
        (op, value, flags), rest = nodes[0], nodes[1:]
        facts = self.translator.analysis.node(op, value)
        if op in SINGLE or (op in (codes.AT, *ASSERTIONS) and not facts.looks_ahead):
            part = self.translator.node(op, value, flags, False, False)
            for parts, left, after in self._cut(rest, width - (op in SINGLE)):
                yield [part, *parts], left, after
        elif op is codes.SUBPATTERN:
            body = _flagged(items_of(value[3]), combine_flags(flags, value[1], value[2]))
            yield from self._cut((*body, *rest), width)
        elif op is codes.BRANCH:
            for branch in value[1]:
                yield from self._cut((*_flagged(items_of(branch), flags), *rest), width)
        elif op in (codes.MAX_REPEAT, codes.MIN_REPEAT) and self.translator.analysis.facts(items_of(value[2])).least:
            low, high, body_items = bounds(value)
            if low == 0:
                yield from self._cut(rest, width)
            if high != 0:
                fewer = (op, (max(low - 1, 0), codes.MAXREPEAT if high is None else high - 1, value[2]), flags)
                yield from self._cut((*_flagged(body_items, flags), fewer, *rest), width)
        else:
            raise self.refuse("that cannot be cut in two")


def _flagged(items: Items, flags: int) -> tuple[tuple[Any, Any, int], ...]:
    return tuple((op, value, flags) for op, value in items)
