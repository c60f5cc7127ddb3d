"""Random texts of a Lark grammar, derived from lark's own rules: symbols first, then a lexeme for each terminal.

Lexemes are drawn from the terminal's regular expression without regard to lookarounds, and tokens are joined with and
without white space, so some texts are not of the language; a caller asks lark itself and drops those.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random
from re import _constants as codes
from re import _parser
from typing import Any

import lark

LETTERS = "abcdexyzABN_019 .,:;-+*/=!?é日"


class Derivations:
    """Random derivations; `spaces` are put between tokens (an empty one as often as not)."""

    def __init__(self, parser: lark.Lark, spaces: tuple[str, ...] = ("", " ")) -> None:
        self.parser, self.spaces = parser, spaces
        layout: Any = parser.options.postlex
        self.layout_names = {layout.NL_type, layout.INDENT_type, layout.DEDENT_type} if layout is not None else set()
        self.rules: dict[str, list[Any]] = {}
        for rule in parser.rules:
            self.rules.setdefault(rule.origin.name, []).append(rule.expansion)
        self.sources = {t.name: t.pattern.to_regexp() for t in parser.terminals}
        self.cost: dict[str, int] = {}
        self._measure()
        # each rule's ways with their depths, without those that never end
        self.ways = {
            name: [
                (cost, [(s.name, s.is_term) for s in reversed(way)])
                for way in ways
                if (cost := self._way(way)) is not None
            ]
            for name, ways in self.rules.items()
        }

    def _measure(self) -> None:
        """How deep the shallowest derivation of each rule is."""
        changed = True
        while changed:
            changed = False
            for name, ways in self.rules.items():
                costs = [self._way(way) for way in ways]
                known = [cost for cost in costs if cost is not None]
                if known and min(known) + 1 < self.cost.get(name, 1 << 30):
                    self.cost[name] = min(known) + 1
                    changed = True

    def _way(self, way: Any) -> int | None:
        costs = [0 if symbol.is_term else self.cost.get(symbol.name) for symbol in way]
        return None if None in costs else max((c for c in costs if c is not None), default=0)

    def tokens(self, chance: Random, size: int = 30) -> list[str]:
        """The names of terminals of a random text of about `size` tokens at most."""
        out: list[str] = []
        stack: list[tuple[str, bool]] = [(str(self.parser.options.start[0]), False)]
        while stack:
            name, is_terminal = stack.pop()
            if is_terminal:
                out.append(name)
                continue
            ways = self.ways[name]
            if len(out) + len(stack) > size:  # home, by the shortest way
                least = min(cost for cost, _ in ways)
                ways = [way for way in ways if way[0] == least]
            stack.extend(chance.choice(ways)[1])
        return out

    def text(self, chance: Random, size: int = 30) -> str:
        """A random text; it may be outside the language."""
        pieces: list[str] = []
        layout: Any = self.parser.options.postlex
        indents = [0]
        names = self.tokens(chance, size)
        for number, name in enumerate(names):
            if layout is not None and name in (layout.INDENT_type, layout.DEDENT_type):
                continue
            if layout is not None and name == layout.NL_type:
                pieces += ["", self.line_end(chance, names[number + 1 :], indents)]
            else:
                begins = bool(pieces) and names[number - 1] in self.layout_names
                pieces += ["" if begins else chance.choice(self.spaces), self.lexeme(name, chance)]
        return "".join(pieces[1:])

    def line_end(self, chance: Random, following: list[str], indents: list[int]) -> str:
        """A line's end and the indentation of the next, after the blocks that open and close there."""
        layout: Any = self.parser.options.postlex
        for name in following:
            if name == layout.INDENT_type:
                indents.append(indents[-1] + chance.choice([1, 2, 4]))
            elif name == layout.DEDENT_type:
                indents.pop()
            else:
                break
        blank = chance.choice(["", "", "", "\n", "  # note\n", "\n   \n"])
        return f"{blank}\n{' ' * indents[-1]}"

    def lexeme(self, name: str, chance: Random) -> str:
        """A text that the terminal matches, if ten tries find one."""
        source = self.sources[name]
        found = ""
        for _ in range(10):
            found = random_match(source, chance)
            if re.fullmatch(source, found):
                break
        return found


def random_match(source: str, chance: Random) -> str:
    """A random text for a regular expression; lookarounds and anchors count as nothing."""
    out: list[str] = []
    parsed = _parsed(source)
    _draw(parsed, chance, out, bool(parsed.state.flags & re.IGNORECASE))
    return "".join(out)


@cache
def _parsed(source: str) -> Any:
    return _parser.parse(source)


def _draw(items: Any, chance: Random, out: list[str], fold: bool) -> None:
    for op, value in items:
        if op is codes.LITERAL:
            c = chr(value)
            out.append(chance.choice([c, c, c.upper(), c.lower()]) if fold and c.isascii() else c)
        elif op is codes.NOT_LITERAL:
            out.append(chance.choice([c for c in LETTERS if ord(c) != value]))
        elif op is codes.ANY:
            out.append(chance.choice(LETTERS))
        elif op is codes.IN:
            out.append(_member(value, chance))
        elif op is codes.BRANCH:
            _draw(chance.choice(value[1]), chance, out, fold)
        elif op is codes.SUBPATTERN:
            _draw(value[3], chance, out, (fold or bool(value[1] & re.IGNORECASE)) and not value[2] & re.IGNORECASE)
        elif op in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            low, high, body = value
            high = min(high, low + 4)
            count = low if chance.random() < 0.3 else chance.randint(low, high)
            for _ in range(count):
                _draw(body, chance, out, fold)
        else:
            assert op in (codes.ASSERT, codes.ASSERT_NOT, codes.AT), op


def _member(members: Any, chance: Random) -> str:
    if members[0][0] is codes.NEGATE:
        matches = re.compile("(?s:.)")
        allowed = [c for c in LETTERS + "\"'\\\t()[]{}<>|&" if matches.match(c) and not _in(c, members[1:])]
        return chance.choice(allowed)
    op, value = chance.choice(members)
    if op is codes.RANGE:
        return chr(chance.randint(value[0], min(value[1], value[0] + 60)))
    if op is codes.CATEGORY:
        return chance.choice([c for c in LETTERS if _in(c, [(op, value)])])
    return chr(value)


def _in(c: str, members: Any) -> bool:
    for op, value in members:
        if op is codes.LITERAL and value == ord(c):
            return True
        if op is codes.RANGE and value[0] <= ord(c) <= value[1]:
            return True
        if op is codes.CATEGORY:
            name = str(value)
            kind = {"SPACE": c.isspace(), "DIGIT": c.isdecimal(), "WORD": c.isalnum() or c == "_"}[name.split("_")[-1]]
            if kind != ("NOT" in name):
                return True
    return False
