"""White space: what may stand between the pieces of a JSON text.

A layout fuses punctuation and white space into few terminals: a comma and the gap after it are one lexeme, a key, its
colon and the gap after that another. The gap before a key stays with the comma, which all keys share: a lexeme that
began with white space of its own would need a table over all tokens of white space for each key. Gaps are bounded, so
white space can never run away; in the layouts that are written nothing about them is free, so that tokens of them are
forced and cost the model no pass.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import lru_cache, partial

from constrain.errors import GrammarError, LimitExceeded
from constrain.grammar import Distinct, Expression, Sequence, Terminal
from constrain.patterns.bytecode import PatternCode, number
from constrain.patterns.pattern import (
    EPSILON,
    Pattern,
    alternation,
    byte_class,
    concat,
    encode,
    literal,
    optional,
    repeat,
)
from constrain.support.shown import shown

from .spelling import SINGLE, quoted, spellings

_NEWLINE = concat(optional(literal(b"\r")), literal(b"\n"))
_LITERAL = bytes((PatternCode.LITERAL,))
_PAIR = bytes((PatternCode.CONCATENATION, 2))
_KEPT = 8192  # key terminals kept between grammars
_WIDEST = 1_000  # characters of one level of indentation
_UNIT = 8  # blanks of a level of indentation in the flexible layout; most people write 2 or 4
# Productions up to which each level has gaps of its own in the flexible layout: some 0.1 s of writing. In larger
# grammars, as of recursive schemas with hundreds of definitions, all levels have those of the deepest.
_MOST_LEVELLED = 4_000


class Gaps:
    """The terminals of one layout at one depth.

    Attributes are terminals: `open_object` is `{` and what may follow, `empty_object` is `{}`, and so on. The gap
    patterns: `inside` after an opening bracket, `between` after a comma, `closing` before a closing bracket, `colon`.
    """

    def __init__(self, inside: Pattern, between: Pattern, closing: Pattern, colon: Pattern, empty: Pattern) -> None:
        self.colon = Terminal(colon, ":")
        self.comma = Terminal(concat(literal(b","), between), ",")
        self.open_object = Terminal(concat(literal(b"{"), inside), "{")
        self.close_object = Terminal(concat(closing, literal(b"}")), "}")
        self.empty_object = Terminal(concat(literal(b"{"), empty, literal(b"}")), "{}")
        self.open_array: Terminal | Distinct = Terminal(concat(literal(b"["), inside), "[")
        self.close_array = Terminal(concat(closing, literal(b"]")), "]")
        self.empty_array = Terminal(concat(literal(b"["), empty, literal(b"]")), "[]")
        self._keys: dict[tuple[str, str], Terminal] = {}
        self._unique: Gaps | None = None

    def unique(self) -> Gaps:
        """The same for an array whose items differ by value."""
        if self._unique is None:
            self._unique = copy.copy(self)
            opened = self.open_array
            assert isinstance(opened, Terminal)
            self._unique.open_array = Distinct(Terminal(opened.pattern, opened.name, opened.code), Distinct.JSON_ITEMS)
        return self._unique

    def first_key(self, name: str, escapes: str) -> Expression:
        """`{`, the key and the colon."""
        return Sequence((self.open_object, self.key(name, escapes)))

    def later_key(self, name: str, escapes: str) -> Expression:
        """A comma, the key and the colon."""
        return Sequence((self.comma, self.key(name, escapes)))

    def key(self, name: str, escapes: str) -> Terminal:
        """The key and the colon."""
        found = self._keys.get((name, escapes))
        if found is not None:
            return found
        if len(self._keys) >= _KEPT:
            self._keys.clear()
        shown = f'"{name}":'
        data = quoted(name)
        assert data is not None  # keys that cannot be spelled were dropped before
        if escapes in ("any", SINGLE):
            terminal = Terminal.encoded(concat(spellings(name, escapes), self.colon.pattern), shown)
        else:
            # The same as `encode` would give, without walking the gap again: this is the front end's inner loop.
            code = _LITERAL + number(len(data)) + data + self.colon.code + _PAIR
            terminal = Terminal.of_code(code, shown)
        self._keys[name, escapes] = terminal
        return terminal


class Layout:
    """Gaps by depth, and how deep containers may stand inside each other: at most `limit` of them, None for any number.

    `gaps` are those of every depth, or give those inside a container at one (the outermost has depth 0): from depth
    `levels` - 1 on they are all the same, or never where that is None. `deep` tells whether a container's texts depend
    on its depth, be it for its gaps or for the limit. `margin` stands around the whole text.
    """

    def __init__(
        self,
        name: str,
        gaps: Gaps | Callable[[int], Gaps],
        levels: int | None = 1,
        *,
        limit: int | None = None,
        margin: Pattern = EPSILON,
    ) -> None:
        self.name, self._gaps, self.levels, self.limit = name, gaps, levels, limit
        self.margin = Terminal(margin, "white space") if margin is not EPSILON else None
        self._kept: dict[int, Gaps] = {}
        self.deep = levels != 1 or limit is not None

    def at(self, depth: int) -> Gaps:
        """The gaps inside a container at `depth`."""
        if isinstance(self._gaps, Gaps):
            return self._gaps
        if self.levels is not None and depth >= self.levels:
            depth = self.levels - 1
        found = self._kept.get(depth)
        if found is None:
            found = self._kept[depth] = self._gaps(depth)
        return found

    @property
    def is_indented(self) -> bool:
        """Whether every depth has gaps of its own."""
        return self.levels is None

    def allows(self, depth: int) -> bool:
        """Whether a container may stand at `depth`."""
        return self.limit is None or depth < self.limit

    def level(self, depth: int) -> int:
        """The least depth whose texts are those of this one."""
        if self.levels is None or self.limit is not None:
            return depth
        return min(depth, self.levels - 1)

    def flat(self) -> Layout:
        """The widest gaps everywhere, at any depth."""
        assert self.levels is not None
        return Layout(self.name, self.at(self.levels - 1), margin=self._margin)

    def fitted(self, deepest: int | None, productions: int) -> Layout | None:
        """What a grammar is written with that has so many productions in the flat layout, None if that one will do.

        `deepest` is how many containers stand inside each other in its texts at most, None for any number. Where the
        grammar would become very large, gaps are those of its deepest container everywhere.
        """
        assert self.levels is not None
        limit = self.limit if deepest is None or (self.limit is not None and deepest > self.limit) else None
        bounds = [each for each in (self.levels, deepest, limit) if each is not None]
        levels = max(min(bounds), 1)
        if levels > 1 and levels * productions <= _MOST_LEVELLED:
            return Layout(self.name, self.at, levels, limit=limit, margin=self._margin)
        if limit is None and levels == self.levels:
            return None
        return Layout(self.name, self.at(levels - 1), limit=limit, margin=self._margin)

    @property
    def _margin(self) -> Pattern:
        return EPSILON if self.margin is None else self.margin.pattern


def _unit(indent: int | str) -> bytes:
    """What one level of `json.dumps(indent=indent)` puts in front of a line."""
    if isinstance(indent, str) and indent.strip(" \t\n\r"):
        raise GrammarError(
            f"indent is {shown(indent, 60)}; in JSON, lines begin with blanks, tabs or line breaks alone"
        )
    size = len(indent) if isinstance(indent, str) else indent
    if size > _WIDEST:
        raise LimitExceeded(
            f"indent is {shown(size)} characters, limit {_WIDEST}; choose a smaller one", limit=_WIDEST, needed=size
        )
    return indent.encode() if isinstance(indent, str) else b" " * max(indent, 0)


@lru_cache(64)
def layout(name: str | None, indent: int | str | None = None, gap: int = 128, depth: int | None = None) -> Layout:
    """The layout of the given name, or of `json.dumps(indent=indent)`; `gap` bounds white space in one place.

    `depth` bounds how many containers stand inside each other; where they are indented, it must.

    >>> layout("compact").at(0).comma.pattern == literal(b",")
    True
    """
    if indent is not None:
        return Layout(f"indent={shown(indent, 100)}", partial(_indented, _unit(indent)), None, limit=depth)
    if name == "compact":
        return Layout(name, Gaps(EPSILON, EPSILON, EPSILON, literal(b":"), EPSILON), limit=depth)
    if name == "spaced":
        return Layout(name, Gaps(EPSILON, literal(b" "), EPSILON, literal(b": "), EPSILON), limit=depth)
    if name == "flexible":
        return Layout(name, partial(_flexible, gap), -(-gap // _UNIT) + 1, limit=depth)
    if name == "any":
        white = repeat(byte_class(1 << 0x20 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0D), 0, gap)
        anything = Gaps(white, white, white, concat(white, literal(b":"), white), white)
        anything.comma = Terminal(concat(white, literal(b","), white), ",")
        return Layout(name, anything, limit=depth, margin=white)
    raise AssertionError(name)


def _indented(unit: bytes, depth: int) -> Gaps:
    inner, outer = literal(b"\n" + unit * (depth + 1)), literal(b"\n" + unit * depth)
    return Gaps(inner, inner, outer, literal(b": "), EPSILON)


def _flexible(gap: int, depth: int) -> Gaps:
    inner, outer = _white(gap, depth + 1), _white(gap, depth)
    return Gaps(inner, inner, outer, concat(literal(b":"), optional(literal(b" "))), outer)


def _white(gap: int, level: int) -> Pattern:
    """Nothing, a blank, or a line break with so many levels of indentation at most, by blanks or by tabs."""
    blanks = min(_UNIT * level, gap)
    tabs = gap if blanks == gap else level  # the levels from here on have the same gaps
    line = concat(_NEWLINE, alternation(repeat(literal(b" "), 0, blanks), repeat(literal(b"\t"), 0, tabs)))
    return optional(alternation(literal(b" "), line))


__all__ = ["Gaps", "Layout", "encode", "layout"]
