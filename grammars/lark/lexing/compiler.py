"""A terminal's regular expression as nodes of a program, in the order in which a backtracking matcher tries them.

It is written from the back to the front, so that every node knows what follows it. Python's parser gives the tree.
"""

from __future__ import annotations

from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from constrain.errors import GrammarError, UnsupportedError

from ...regex.charset import RELEVANT, SINGLE, code_points, hashable
from ...regex.ranges import EVERYTHING, Ranges, invert
from ...regex.tree import ASSERTIONS, PYTHON, REPEATS, Analysis, Items, Parsed, bounds, combine_flags, items_of
from .nested import Group
from .program import AHEAD, BEHIND, CHAR, END, MATCH, SPLIT, Program

_LINE_FEED: Ranges = ((10, 10),)
_MULTILINE = codes.SRE_FLAG_MULTILINE


def add_terminal(program: Program, name: str, source: str, flags: int) -> tuple[int, int]:
    """Adds a terminal's regular expression to a program; its first node, and how far it looks back (in characters)."""
    before = len(program.nodes)
    parsed = program.parsed[name] = program.parse(source, flags)
    found = _Compiler(program, name, parsed).start(program.add((MATCH, name)))
    if any(node[0] == AHEAD for node in program.nodes[before:]):
        program.looking.add(name)
    return found


class _Compiler:
    """One regular expression."""

    def __init__(self, program: Program, name: str, parsed: Parsed) -> None:
        self.program, self.name, self.parsed = program, name, parsed
        self.items, self.flags = parsed.items, parsed.flags
        self.analysis = Analysis(PYTHON)
        self.width = 0

    def start(self, then: int) -> tuple[int, int]:
        return self.sequence(self.items, self.flags, then), self.width

    def refuse(self, what: str) -> UnsupportedError:
        return UnsupportedError(
            f"lark: terminal {self.name}: {what} cannot be enforced; rewrite the terminal without it",
            feature=what,
            where=self.name,
        )

    def sequence(self, items: Items, flags: int, then: int, looking: bool = False) -> int:
        """`items` and then node `then`; `looking`: inside a lookaround."""
        for index in range(len(items) - 1, -1, -1):
            op, value = items[index]
            then = self.node(op, value, flags, then, looking)
        return then

    def node(self, op: Any, value: Any, flags: int, then: int, looking: bool) -> int:
        if op in SINGLE:
            return self.program.character(code_points(op, hashable(op, value), flags & RELEVANT), then)
        if op is codes.SUBPATTERN:
            _, add, remove, body = value
            return self.sequence(items_of(body), combine_flags(flags, add, remove), then, looking)
        if op is codes.BRANCH:
            return self.program.add((SPLIT, [self.sequence(items_of(b), flags, then, looking) for b in value[1]]))
        if op is codes.ATOMIC_GROUP or op is codes.POSSESSIVE_REPEAT:
            if looking:
                raise self.refuse("an atomic group inside a lookbehind")
            return self.group(self.first_only(op, value), flags, then)
        if op in REPEATS:
            return self.repeat(value, op is codes.MAX_REPEAT, flags, then, looking)
        if op in ASSERTIONS:
            return self.look(value, op is codes.ASSERT_NOT, flags, then, looking)
        if op is codes.AT:
            return self.at(value, flags, then, looking)
        named = {codes.GROUPREF: "a backreference", codes.GROUPREF_EXISTS: "a condition on a group"}
        raise self.refuse(named.get(op, str(op).lower().replace("_", " ")))

    def repeat(self, value: Any, greedy: bool, flags: int, then: int, looking: bool) -> int:
        low, high, body = bounds(value)
        facts = self.analysis.facts(body)
        if facts.least == 0 and (high is None or high > 1) and (not looking and not (greedy and _empty_last(body))):
            raise self.refuse("a repetition whose part may be empty before it may be longer")
        if high is None:
            loop = self.program.add((SPLIT, []))
            again = self.sequence(body, flags, loop, looking)
            self.program.nodes[loop][1].extend((again, then) if greedy else (then, again))
            if low and facts.least:  # the last of the rounds that must be is the first of those that may be
                then, low = again, low - 1
            else:
                then = loop
        else:
            end = then
            for _ in range(high - low):
                again = self.sequence(body, flags, then, looking)
                then = self.program.add((SPLIT, [again, end] if greedy else [end, again]))
        for _ in range(low):
            then = self.sequence(body, flags, then, looking)
        return then

    def look(self, value: Any, negative: bool, flags: int, then: int, looking: bool) -> int:
        direction, body = value[0], items_of(value[1])
        if looking:
            raise self.refuse("a lookaround inside a lookbehind")
        first = len(self.program.nodes)
        try:
            start = self.sequence(body, flags, self.program.found, looking=True)
        except UnsupportedError:
            if direction < 0:
                raise
            del self.program.nodes[first:]
            return self.group(body, flags, then, negative)
        if direction > 0:
            return self.program.add((AHEAD, negative, start, 0, then))
        facts = self.analysis.facts(body)
        width = facts.most
        if facts.least != width:
            raise GrammarError(f"lark: terminal {self.name}: look-behind requires fixed-width pattern")
        self.width = max(self.width, width, 1)  # at least 1: threads without a width remember nothing to look at
        return self.program.add((BEHIND, negative, start, width, then))

    def first_only(self, op: Any, value: Any) -> Items:
        """What is matched by an atomic group; in a possessive repetition each round is one, as in CPython."""
        if op is codes.ATOMIC_GROUP:
            return items_of(value)
        low, high, body = value
        if self.analysis.facts(items_of(body)).chooses:
            body = [(codes.ATOMIC_GROUP, body)]
        return [(codes.MAX_REPEAT, (low, high, body))]

    def group(self, items: Items, flags: int, then: int, negative: bool | None = None) -> int:
        """What has to be followed through as a program of its own: an atomic group, or a lookahead (`negative`)."""
        own = Program()
        compiler = _Compiler(own, self.name, self.parsed)
        start = compiler.sequence(items, flags, own.add((MATCH, self.name)))
        group = Group(self.program, self.name, own, start, compiler.width)
        first = group.atomic(then) if negative is None else group.ahead(negative, then)
        self.width = max(self.width, group.outward)
        return first

    def ahead(self, ways: list[int], then: int, negative: bool = False) -> int:
        return self.program.add((AHEAD, negative, self.program.add((SPLIT, ways)), 0, then))

    def at(self, code: Any, flags: int, then: int, looking: bool) -> int:
        program = self.program
        found = program.found
        at_end = program.add((CHAR, END, found))
        if code is codes.AT_END_STRING or code is codes.AT_END:
            ways = [at_end]
            if code is codes.AT_END:
                ways.append(program.character(_LINE_FEED, found if flags & _MULTILINE else at_end))
            if not looking:
                return self.ahead(ways, then)
            if then == found:
                return program.add((SPLIT, ways))
        elif code in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING) and not looking:
            self.width = max(self.width, 1)
            lines = code is codes.AT_BEGINNING and flags & _MULTILINE
            # before it stands no character, or none but a line feed
            start = program.character(invert(_LINE_FEED) if lines else EVERYTHING, found)
            return program.add((BEHIND, True, start, 1, then))
        elif code in (codes.AT_BOUNDARY, codes.AT_NON_BOUNDARY) and not looking:
            self.width = max(self.width, 1)
            word = code_points(codes.IN, ((codes.CATEGORY, codes.CATEGORY_WORD),), flags & RELEVANT)
            inside, outside = [program.character(word, found)], [program.character(invert(word), found), at_end]
            if code is codes.AT_NON_BOUNDARY:
                inside, outside = outside, inside
            # before a word character no word character may follow (\b), and the other way round
            after_word, after_other = self.ahead(outside, then), self.ahead(inside, then)
            behind = program.character(word, found)
            return program.add(
                (
                    SPLIT,
                    [
                        program.add((BEHIND, negative, behind, 1, way))
                        for negative, way in ((False, after_word), (True, after_other))
                    ],
                )
            )
        raise self.refuse(f"the anchor {str(code).lower()}")


def _empty_last(items: Items) -> bool:
    """Whether, of the ways to match `items`, the empty one is tried after all others; false where unsure."""
    for op, value in items:
        if op is codes.SUBPATTERN:
            if not _empty_last(items_of(value[3])):
                return False
        elif op is codes.MAX_REPEAT:
            if not _empty_last(items_of(value[2])):
                return False
        elif op is codes.BRANCH:
            branches = [items_of(b) for b in value[1]]
            if any(Analysis(PYTHON).facts(b).least == 0 for b in branches[:-1]) or not _empty_last(branches[-1]):
                return False
        elif (op is not codes.MIN_REPEAT or bounds(value)[0] == 0) and op not in SINGLE:
            return False
    return True
