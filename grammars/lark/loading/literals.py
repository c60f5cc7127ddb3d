"""Literals and terminals of a grammar as lark's patterns; what stands in one grammar after another is made once.

Lark's own functions say what escapes mean and how the parts of a terminal are joined. What is kept is bounded in number
and length. Widths, by which lark sorts alternatives, come from CPython's parser behind our limits, and never from the
module `regex`, which lark would ask to match where that parser refuses.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from re import _parser  # type: ignore[attr-defined]

import lark.load_grammar as loader
from lark.lexer import Pattern, PatternRE, PatternStr, Token

from constrain.budget import share
from constrain.errors import GrammarError

from ...regex.parse import width
from ...regex.regex_module import parse_regex
from ...regex.tree import Analysis
from .parser import GROUP, LITERAL, MAYBE, NAME, RANGE, REPEATED, Body, Definition, NotRead, Part
from .sizes import MAX_PATTERNS, too_long

MAX_KEPT, MAX_LENGTH = 4096, 400  # texts, and characters of one
_PLAIN = re.compile(r"[^\\\r\0\ud800-\udfff]+")
_CATEGORY = re.compile(r"\\p{[A-Za-z_]+}")  # as in lark.utils
READS_REGEX = ContextVar("reads_regex", default=False)  # whether expressions are those of the package `regex`
_join = loader.TerminalTreeToPattern()


def literal(text: str, kind: str) -> Pattern:
    """The pattern of a literal as it stands in the text, with its marks and flags."""
    return _kept(text, kind) if len(text) <= MAX_LENGTH else _literal(text, kind)


def _literal(text: str, kind: str) -> Pattern:
    if kind == "STRING":
        end = text.rindex('"')
        if _PLAIN.fullmatch(text, 1, end):
            return PatternStr(text[1:end], text[end + 1 :], raw=text)
    return loader._literal_to_pattern(Token(kind, text))  # type: ignore[no-untyped-call, no-any-return]


_kept = lru_cache(MAX_KEPT)(_literal)


def character_range(first: str, last: str) -> Pattern:
    """The pattern of a range between two literals of one character."""
    first, last = first[1:-1], last[1:-1]
    if any(len(loader.eval_escaping(each)) != 1 for each in (first, last)):  # type: ignore[no-untyped-call]
        raise NotRead
    return PatternRE(f"[{first}-{last}]")


def terminal(definition: Definition, named: Callable[[str], Pattern]) -> Pattern:
    """The pattern of a terminal; `named` gives those of other terminals. `LimitExceeded` for one that is too long."""
    return _Terminal(definition.name, named).body(definition.body)


class _Terminal:
    """A terminal, or what is ignored, whose pattern is made."""

    def __init__(self, name: str, named: Callable[[str], Pattern]) -> None:
        self.name, self.named = name, named
        self.length = 0  # characters of the parts so far

    def body(self, body: Body) -> Pattern:
        ways = []
        for parts, alias in body.ways:
            if alias is not None or not parts:
                raise NotRead
            ways.append(_join.expansion([self.part(part) for part in parts]))
        return _join.expansions(list(map(measured, ways)) if len(ways) > 1 else ways)

    def part(self, part: Part) -> Pattern:
        kind, of, how = part.kind, part.of, part.how
        if kind == LITERAL:
            return self.counted(literal(of, how))
        if kind == NAME and how:
            return self.counted(self.named(of))
        if kind == GROUP:
            return self.body(of)
        if kind == RANGE:
            return self.counted(character_range(of, how))
        if kind == MAYBE:
            return _join.expr([self.body(of), "?"])
        if kind == REPEATED:
            operator, *counts = how
            return _join.expr([self.part(of), operator, *counts])
        raise NotRead

    def counted(self, pattern: Pattern) -> Pattern:
        self.length += len(pattern.value)
        if self.length > share(MAX_PATTERNS):
            raise too_long(self.name)
        return pattern


def measured(pattern: Pattern) -> Pattern:
    """The pattern, knowing how short and long its texts may be before lark asks; our error if it is none."""
    if isinstance(pattern, PatternRE) and pattern._width is None:
        source = pattern.to_regexp()
        if READS_REGEX.get():
            pattern._width = list(width_in_regex(source))
        else:
            pattern._width = list(_kept_width(source) if len(source) <= MAX_LENGTH else width(source))
    return pattern


def width_in_regex(source: str) -> tuple[int, int]:
    """As lark finds it for expressions of the package `regex`: by CPython's parser, or whether they may be empty."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # `[[:alpha:]]` is meant here
            return width(_CATEGORY.sub("A", source))
    except GrammarError:
        parsed = parse_regex(source)
        least = Analysis(parsed.dialect).facts(parsed.items).least
        return int(least > 0), int(getattr(_parser, "MAXWIDTH", _parser.MAXREPEAT))


_kept_width = lru_cache(MAX_KEPT)(width)
