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

from constrain.budget import share
from constrain.errors import ConstrainError
from constrain.patterns.pattern import EMPTY, EPSILON, Behind, Pattern

from .algebra import nullable, rest_is, sequence, then_any, times, union
from .charset import SINGLE
from .errors import beyond_share, kind_position, syntax_error, unsupported
from .ranges import EVERYTHING
from .tree import ASSERTIONS, PYTHON, REPEATS, ZERO_WIDTH, Items, bounds, combine_flags, items_of

if TYPE_CHECKING:
    from .translate import Translator

MAX_WAYS = 256

Condition = tuple[Pattern, Pattern]  # that it holds, and that it does not
TRUE: Condition = (EPSILON, EMPTY)

Flagged = tuple[tuple[Any, Any, int], ...]  # nodes, each with the flags in force
_ROUND = object()  # in place of an operation: a round of a loop ends here and must have taken something


class Look(NamedTuple):
    """A lookahead inside a lookbehind: the nodes, and whether the end must follow them."""

    nodes: Flagged
    to_end: bool
    negative: bool


class Past(NamedTuple):
    """A lookbehind inside a lookbehind, by its ways."""

    ways: tuple[Way, ...]
    negative: bool


class Text(NamedTuple):
    """Something that does not look ahead, and how many characters it takes; None if that varies."""

    pattern: Pattern
    width: int | None


Way = tuple["Look | Past | Text", ...]


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
        if len(ways) > share(MAX_WAYS):
            source = self.translator.parsed.source
            message = f"taking a lookahead out of a lookbehind needs {len(ways)} ways, limit {{limit}}"
            raise beyond_share(source, message, kind_position(source, "lookbehind"), MAX_WAYS, len(ways))
        return ways

    def _ways_of(self, op: Any, value: Any, flags: int) -> list[Way]:
        facts = self.translator.analysis.node(op, value)
        if not facts.looks_ahead:
            width = facts.least if facts.least == facts.most else None
            return [(Text(self.translator.node(op, value, flags, False, False), width),)]
        if op is codes.AT:
            return list(self._anchor(value, flags))
        if op in ASSERTIONS:
            body, negative = items_of(value[1]), op is codes.ASSERT_NOT
            if value[0] > 0:
                return [(Look(_flagged(body, flags), False, negative),)]
            return [(Past(tuple(self.ways(body, flags)), negative),)]
        if op is codes.SUBPATTERN:
            return self.ways(items_of(value[3]), combine_flags(flags, value[1], value[2]))
        if op is codes.ATOMIC_GROUP:  # all matches are equally wide, so any will do
            return self.ways(items_of(value), flags)
        if op is codes.BRANCH:
            return self._limited([way for branch in value[1] for way in self.ways(items_of(branch), flags)])
        if op in REPEATS:
            low, high, body = bounds(value)
            if facts.most == 0:  # the first round says all that any round can say
                return self.ways(body, flags) if low else [()]
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
        back: int | None = 0
        texts: list[Pattern] = []
        conditions: list[Condition] = []
        for part in reversed(way):
            if isinstance(part, Text):
                back = None if back is None or part.width is None else back + part.width
                texts.append(part.pattern)
                continue
            if back is None:
                raise self.refuse("before something of variable width")
            if isinstance(part, Look):
                holds = either(self._cuts(part, back))
            else:
                gap = Text(self._any(back), back)
                holds = either([self.condition((*past, gap)) for past in part.ways])
            conditions.append((holds[1], holds[0]) if part.negative else holds)
        return both([behind(self.translator, sequence(reversed(texts))), *conditions])

    def _any(self, width: int) -> Pattern:
        return times(self.translator.spelling.characters(EVERYTHING), width, width)

    def _cuts(self, look: Look, back: int) -> Iterator[Condition]:
        """The lookahead, `back` characters ago, as conditions here of which one must hold."""
        for count, (way, left, nodes) in enumerate(self._cut(look.nodes, back)):
            self._limited([None] * count)
            if not (left and look.to_end):
                past = self.condition((*way, Text(self._any(left), left)))
                yield both([past, self._ahead(nodes, look.to_end)])

    def _ahead(self, nodes: Flagged, to_end: bool) -> Condition:
        translator = self.translator
        was, translator.fixed_width = translator.fixed_width, False
        try:
            part = sequence(
                [translator.node(op, value, flags, False, False) for op, value, flags in nodes if op is not _ROUND]
            )
        finally:
            translator.fixed_width = was
        rest = sequence((part, translator.spelling.end)) if to_end else then_any(part)
        return rest_is(rest), rest_is(rest, negative=True)

    def _cut(self, nodes: Flagged, width: int) -> Iterator[tuple[Way, int, Flagged]]:
        """Ways to cut after `width` characters: the part before, the characters missing at its end, the nodes left."""
        if width == 0 or not nodes:
            yield (), width, nodes
            return
        (op, value, flags), rest = nodes[0], nodes[1:]
        if op is _ROUND:
            if width < value:
                yield from self._cut(rest, width)
        elif op in SINGLE or op in ZERO_WIDTH:
            takes = int(op in SINGLE)
            for way, left, after in self._cut(rest, width - takes):
                for here in self._ways_of(op, value, flags):
                    yield (*here, *way), left, after
        elif op is codes.SUBPATTERN:
            body = _flagged(items_of(value[3]), combine_flags(flags, value[1], value[2]))
            yield from self._cut((*body, *rest), width)
        elif op is codes.BRANCH:
            for branch in value[1]:
                yield from self._cut((*_flagged(items_of(branch), flags), *rest), width)
        elif op in REPEATS:
            yield from self._cut_loop(op, value, flags, rest, width)
        elif op is codes.ATOMIC_GROUP and not self.translator.analysis.facts(items_of(value)).chooses:
            yield from self._cut((*_flagged(items_of(value), flags), *rest), width)
        elif op is not codes.FAILURE:
            raise self.refuse("that cannot be cut in two")

    def _cut_loop(
        self, op: Any, value: Any, flags: int, rest: Flagged, width: int
    ) -> Iterator[tuple[Way, int, Flagged]]:
        low, high, body = bounds(value)
        if op is codes.POSSESSIVE_REPEAT:
            facts = self.translator.analysis.facts(body)
            if facts.chooses or facts.least == 0:
                raise self.refuse("that cannot be cut in two")
            stop = (codes.ASSERT_NOT, (1, body), flags)  # x*+ is x*(?!x)
            if high is None:
                yield from self._cut(((codes.MAX_REPEAT, value, flags), stop, *rest), width)
                return
            if low < high:
                yield from self._cut(((codes.MAX_REPEAT, (low, high - 1, body), flags), stop, *rest), width)
            yield from self._cut(((codes.MAX_REPEAT, (high, high, body), flags), *rest), width)
            return
        if low > MAX_WAYS:
            raise self.refuse("with so many rounds")
        if low == 0:
            yield from self._cut(rest, width)
        if high != 0:
            more = (op, (max(low - 1, 0), codes.MAXREPEAT if high is None else high - 1, body), flags)
            taken = () if low else ((_ROUND, width, flags),)
            yield from self._cut((*_flagged(body, flags), *taken, more, *rest), width)


def _flagged(items: Items, flags: int) -> tuple[tuple[Any, Any, int], ...]:
    return tuple((op, value, flags) for op, value in items)
