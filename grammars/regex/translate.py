"""From the tree of a regular expression to a `Pattern`.

For the question "is the whole text a match?" greedy and lazy are the same, groups are only brackets, and every node
has its pattern: a set of characters is what the `Spelling` says, `|` is an alternation, `*` a repetition. Lookaround
and anchors become assertions: `(?=r)` asks that the whole rest be `r ANY`, `(?<=r)` that the whole text so far be
`ANY r`. An anchor that stands where it cannot but hold (`^` first, `$` last) vanishes, so that most patterns come out
without any assertion.

Three things need more. What a backreference matches depends on how the group before it was matched, and an atomic
group keeps only its first match in backtracking order: both go to `backtracking`, for the smallest stretch of nodes
that has to be seen together. And a lookahead inside a lookbehind looks beyond the text its assertion is about: that is
taken apart in `lookbehind`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from constrain.budget import let_others_in, share
from constrain.patterns.pattern import ANY, EMPTY, EPSILON, Ahead, Behind, Pattern, alternation, concat, optional

from .algebra import encoded_size, rest_is, sequence, then_any, times, union, zero_width
from .backtracking import Backtracking
from .charset import RELEVANT, SINGLE, hashable
from .edges import Edges
from .errors import beyond_share
from .lookbehind import look_behind
from .parse import nested_too_deep
from .ranges import Ranges
from .references import without_references
from .spelling import UTF8, Spelling
from .tree import (
    ASSERTIONS,
    NO_GROUPS,
    REPEATS,
    ZERO_WIDTH,
    Analysis,
    Items,
    Node,
    Parsed,
    bounds,
    combine_flags,
    items_of,
)

MAX_CODE = 1 << 26  # bytes of a pattern's code
_UNMEASURED = 1024  # patterns up to this length have no room for more than that, unless they backtrack

_IGNORECASE, _MULTILINE = codes.SRE_FLAG_IGNORECASE, codes.SRE_FLAG_MULTILINE
_LINE_FEED: Ranges = ((10, 10),)
_ANY_CHARACTER: Node = (codes.IN, [(codes.NEGATE, None)])


def translate(parsed: Parsed, spelling: Spelling = UTF8, *, first_match: bool = False) -> Pattern:
    """The texts that match as a whole, as `re.fullmatch` would have it, spelled as `spelling` says.

    The surroundings (`spelling.start`, `spelling.end`) are looked at by assertions but are not part of the pattern.
    With `first_match` the pattern is what `re.match` takes at some position of a longer text: the first match in
    backtracking order only, with assertions that see the text on both sides.
    """
    if parsed.repeated:
        parsed = without_references(parsed, ordered=first_match)
    translator = Translator(parsed, spelling)
    try:
        if first_match:
            pattern = union(Backtracking(translator).first_match(parsed.items, parsed.flags).values())
        else:
            pattern = translator.sequence(parsed.items, parsed.flags, True, True)
        size = encoded_size(pattern) if len(parsed.source) > _UNMEASURED or translator.backtracked else 0
    except RecursionError:
        raise nested_too_deep(parsed.source, 0) from None
    if size > share(MAX_CODE):
        message = f"the pattern takes {size} bytes of code, limit {{limit}}; use fewer or smaller classes and groups"
        raise beyond_share(parsed.source, message, 0, MAX_CODE, size)
    return pattern


def search(parsed: Parsed) -> Parsed:
    """The same pattern, to be found anywhere in the text instead of being the whole text.

    Puts "any characters" on both sides, except where an anchor at the outside of an alternative leaves no room for
    them, so that `^a|b$` is `a.*|.*b`.
    """
    return replace(parsed, items=_unanchored(parsed.items, parsed.flags, parsed.referenced))


def _unanchored(items: Items, flags: int, referenced: frozenset[int]) -> Items:
    if len(items) == 1 and items[0][0] is codes.BRANCH:
        branches = [_unanchored(items_of(branch), flags, referenced) for branch in items[0][1][1]]
        return [(codes.BRANCH, (None, branches))]
    if len(items) == 1 and items[0][0] is codes.SUBPATTERN:
        group, add, remove, body = items[0][1]
        if group not in referenced:
            inside = _unanchored(items_of(body), combine_flags(flags, add, remove), referenced)
            return [(codes.SUBPATTERN, (None, add, remove, inside))]
    gap: Node = (codes.MAX_REPEAT, (0, codes.MAXREPEAT, [_ANY_CHARACTER]))
    lines = flags & _MULTILINE
    starts = items and items[0] in (_START if not lines else _START[:1])
    if items and items[-1] == (codes.AT, codes.AT_END) and not lines:  # before a final line feed too
        return [*([] if starts else [gap]), *items[:-1], (codes.MAX_REPEAT, (0, 1, [(codes.LITERAL, 10)]))]
    after = [] if items and items[-1] == (codes.AT, codes.AT_END_STRING) else [gap]
    return [*([] if starts else [gap]), *items, *after]


_START: list[Node] = [(codes.AT, codes.AT_BEGINNING_STRING), (codes.AT, codes.AT_BEGINNING)]


class Translator:
    """Translates the lists of one tree; `at_start` and `at_end` say that nothing can stand before or after a list."""

    def __init__(self, parsed: Parsed, spelling: Spelling) -> None:
        self.parsed, self.spelling = parsed, spelling
        self.analysis = Analysis(parsed.dialect)
        self.backtracked = False
        self.steps = 0  # of `Backtracking`, against its limit
        self._alone: dict[tuple[Any, int, int], tuple[Any, Pattern]] = {}  # by identity, so the values are kept alive
        self._word: Pattern | None = None
        self._edges: dict[int, Edges] = {}  # by flags
        self.fixed_width = False  # inside a lookbehind, where all matches are equally wide and priorities say nothing

    # Lists.

    def sequence(self, items: Items, flags: int, at_start: bool, at_end: bool) -> Pattern:
        """The nodes one after another."""
        if self.parsed.referenced and self.analysis.facts(items).references:
            return self._in_stretches(items, flags, at_start, at_end)
        items = self._edged(items, flags, at_start, at_end)
        last = len(items) - 1
        if at_end:
            while last > 0 and items[last][0] in ZERO_WIDTH:
                last -= 1
        parts: list[Pattern] = []
        run: list[str] = []
        fold = flags & _IGNORECASE
        for index, (op, value) in enumerate(items):
            if op is codes.LITERAL and not fold:
                run.append(chr(value))
                continue
            if run:
                parts.append(self.spelling.text("".join(run)))
                run.clear()
                at_start = False
            part = self.node(op, value, flags, at_start, at_end and index >= last)
            at_start = at_start and zero_width(part)
            parts.append(part)
        if run:
            parts.append(self.spelling.text("".join(run)))
        return sequence(parts)

    def _edged(self, items: Items, flags: int, at_start: bool, at_end: bool, then_any: bool = False) -> Items:
        """The list with conditions on neighbouring characters put into these, see `edges`."""
        if all(op not in ZERO_WIDTH and op is not codes.SUBPATTERN for op, _ in items):
            return items
        key = flags & RELEVANT
        if key not in self._edges:
            self._edges[key] = Edges(self.parsed.dialect, flags, self.parsed.referenced)
        return self._edges[key].rewritten(items, at_start, at_end, then_any)

    def _in_stretches(self, items: Items, flags: int, at_start: bool, at_end: bool) -> Pattern:
        """Cut the list wherever no backreference reaches across, and translate each stretch by itself."""
        stretches = list(self._stretches(items))
        parts: list[Pattern] = []
        for index, stretch in enumerate(stretches):
            last = at_end and index == len(stretches) - 1
            if not self.analysis.facts(stretch).references:
                part = self.sequence(stretch, flags, at_start, last)
            elif len(stretch) == 1 and self._keeps_to_itself(*stretch[0]):
                part = self.node(*stretch[0], flags, at_start, last)
            else:
                part = union(Backtracking(self).all_matches(stretch, flags).values())
            at_start = at_start and zero_width(part)
            parts.append(part)
        return sequence(parts)

    def _stretches(self, items: Items) -> Iterator[Items]:
        facts = [self.analysis.node(op, value) for op, value in items]
        needed = [NO_GROUPS]  # the groups referred to from here on, made from the end
        for each in reversed(facts):
            needed.append(needed[-1] | each.references)
        needed.reverse()
        start = 0
        captured: frozenset[int] = NO_GROUPS
        plain = True
        for index, each in enumerate(facts):
            joins = not each.references and not each.captures & needed[index + 1]
            if index > start and not captured & needed[index] and not (plain and joins):
                yield items[start:index]
                start, plain = index, True
            captured |= each.captures
            plain = plain and joins
        yield items[start:]

    def _keeps_to_itself(self, op: Any, value: Any) -> bool:
        """Whether the references inside the node are best seen to further inside."""
        if op in REPEATS:
            return op is not codes.POSSESSIVE_REPEAT and not self.analysis.exposed(bounds(value)[2])
        return op in (codes.SUBPATTERN, codes.BRANCH) or (op in ASSERTIONS and value[0] > 0)

    def and_anything(self, items: Items, flags: int, at_start: bool = False) -> Pattern:
        """The nodes, and then anything, as a lookahead wants them.

        Whatever comes last may match in any way then, so that an atomic group is as good as a plain one.
        """
        if self.parsed.referenced and self.analysis.facts(items).references:
            return then_any(self.sequence(items, flags, at_start, False))
        items = self._edged(items, flags, at_start, False, then_any=True)
        last: Pattern = ANY
        end = len(items)
        while end and last is ANY:
            end -= 1
            last = self._node_and_anything(*items[end], flags, at_start and end == 0)
        return last if end == 0 else sequence((self.sequence(items[:end], flags, at_start, False), last))

    def _node_and_anything(self, op: Any, value: Any, flags: int, at_start: bool) -> Pattern:
        if op in SINGLE:
            return concat(self.node(op, value, flags, False, False), ANY)
        facts = self.analysis.node(op, value)
        if op in ASSERTIONS or not facts.orders:
            return then_any(self.node(op, value, flags, at_start, False))
        if op is codes.SUBPATTERN:
            return self.and_anything(items_of(value[3]), combine_flags(flags, value[1], value[2]), at_start)
        if op is codes.BRANCH:
            return union([self.and_anything(items_of(branch), flags, at_start) for branch in value[1]])
        if op is codes.ATOMIC_GROUP:
            return self.and_anything(items_of(value), flags, at_start)
        low, _, body = bounds(value)
        if low == 0:
            return ANY
        before = self.node(op, (low - 1, low - 1, body), flags, False, False)
        return sequence((before, self.and_anything(body, flags, at_start and low == 1)))

    # Nodes.

    def node(self, op: Any, value: Any, flags: int, at_start: bool, at_end: bool) -> Pattern:
        """One node."""
        let_others_in()  # the reader has spent for the whole pattern
        if op is codes.IN and len(value) > 64:  # large classes are not even to be hashed each time
            known = self._alone.get((op, id(value), flags))
            if known is None:
                found = self.spelling.node(op, hashable(op, value), flags & RELEVANT)
                known = self._alone[op, id(value), flags] = value, found
            return known[1]
        if op in SINGLE:
            return self.spelling.node(op, hashable(op, value), flags & RELEVANT)
        if op is codes.MAX_REPEAT or op is codes.MIN_REPEAT:
            low, high, body = bounds(value)
            once = high == 1
            return times(self.sequence(body, flags, at_start and once, at_end and once), low, high)
        if op is codes.SUBPATTERN:
            _, add, remove, body = value
            return self.sequence(items_of(body), combine_flags(flags, add, remove), at_start, at_end)
        if op is codes.BRANCH:
            return union([self.sequence(items_of(branch), flags, at_start, at_end) for branch in value[1]])
        if op is codes.AT:
            return self.anchor(value, flags, at_start, at_end)
        if op in ASSERTIONS:
            return self._look_around(value, flags, at_start, op is codes.ASSERT_NOT)
        if op is codes.FAILURE:
            return EMPTY
        if self.fixed_width and op in (codes.ATOMIC_GROUP, codes.POSSESSIVE_REPEAT):
            if op is codes.ATOMIC_GROUP:
                return self.sequence(items_of(value), flags, False, False)
            low, high, body = bounds(value)
            return times(self.sequence(body, flags, False, False), low, high)
        key = (op, id(value), flags)
        known = self._alone.get(key)
        if known is None:
            known = self._alone[key] = value, union(Backtracking(self).alone(op, value, flags).values())
        return known[1]

    def anchor(self, code: Any, flags: int, at_start: bool = False, at_end: bool = False) -> Pattern:
        """`^ $ \\A \\Z \\b \\B`."""
        spelling = self.spelling
        if code is codes.AT_BEGINNING or code is codes.AT_BEGINNING_STRING:
            if at_start:
                return EPSILON
            if code is codes.AT_BEGINNING and flags & _MULTILINE:
                return Behind(alternation(spelling.start, concat(spelling.before, self.line_feed)))
            return Behind(spelling.start)
        if code is codes.AT_END or code is codes.AT_END_STRING:
            if at_end:
                return EPSILON
            if code is codes.AT_END and flags & _MULTILINE:
                return Ahead(alternation(spelling.end, concat(self.line_feed, ANY)))
            return Ahead(spelling.end if code is codes.AT_END_STRING else self.final_line)
        left_word, left_none = (EMPTY, EPSILON) if at_start else self._word_behind(flags)
        right_word, right_none = (EMPTY, EPSILON) if at_end else self._word_ahead(flags)
        if code is codes.AT_BOUNDARY:
            return union((sequence((left_word, right_none)), sequence((left_none, right_word))))
        outside = sequence((left_none, right_none))
        if not self.parsed.dialect.inside_nothing:
            first: Pattern = EMPTY if at_start else Behind(spelling.start, negative=True)
            last: Pattern = EMPTY if at_end else Ahead(spelling.end, negative=True)
            outside = sequence((outside, union((first, last))))
        return union((sequence((left_word, right_word)), outside))

    @property
    def line_feed(self) -> Pattern:
        """The character `\\n`."""
        return self.spelling.characters(_LINE_FEED)

    @property
    def final_line(self) -> Pattern:
        """What `$` finds after it: the end, or a line feed and the end."""
        return sequence((optional(self.line_feed), self.spelling.end))

    def word(self, flags: int) -> Pattern:
        """One character of a word."""
        known = self.parsed.dialect.word
        if known is not None and not flags & codes.SRE_FLAG_ASCII:
            if self._word is None:
                self._word = self.spelling.node(codes.IN, tuple((codes.RANGE, pair) for pair in known()), 0)
            return self._word
        return self.spelling.node(codes.IN, ((codes.CATEGORY, codes.CATEGORY_WORD),), flags & codes.SRE_FLAG_ASCII)

    def _word_behind(self, flags: int) -> tuple[Pattern, Pattern]:
        last = concat(self.spelling.before, self.word(flags))
        return Behind(last), Behind(last, negative=True)

    def _word_ahead(self, flags: int) -> tuple[Pattern, Pattern]:
        first = concat(self.word(flags), ANY)
        return Ahead(first), Ahead(first, negative=True)

    def _look_around(self, value: Any, flags: int, at_start: bool, negative: bool) -> Pattern:
        direction, body = value[0], items_of(value[1])
        if direction > 0:
            return rest_is(self.and_anything(body, flags, at_start), negative)
        return look_behind(self, body, flags, negative)
