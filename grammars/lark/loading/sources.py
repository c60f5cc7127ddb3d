"""What the core asks while it reads a grammar's text: what is imported, what lark's own functions make of literals.

Lark's functions say what escapes mean and how the parts of a terminal are joined. What is kept is bounded in number and
length. Widths, by which lark sorts alternatives, come from CPython's parser behind our limits, and never from the
module `regex`, which lark would ask to match where that parser refuses.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from contextvars import ContextVar
from functools import lru_cache
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NoReturn

import lark.load_grammar as loader
from lark.lexer import Pattern, PatternRE, PatternStr, Token
from lark.utils import is_id_continue, is_id_start

from constrain.budget import share
from constrain.errors import GrammarError

from ..._native import lark_tokens
from ...regex.parse import width
from ...regex.regex_module import parse_regex
from ...regex.tree import Analysis
from .imports import beside, deeper, source_of
from .sizes import MAX_PATTERNS, endless, too_long, too_many_ways, too_much

MAX_KEPT, MAX_LENGTH = 4096, 400  # texts, and characters of one
_CATEGORY = re.compile(r"\\p{[A-Za-z_]+}")  # as in lark.utils
READS_REGEX = ContextVar("reads_regex", default=False)  # whether expressions are those of the package `regex`
_join = loader.TerminalTreeToPattern()

Given = tuple[str, bool, str]  # a pattern: its value, whether that is a text, its flags


class NotRead(Exception):
    """Something that is left to lark's loader."""


class Sources:
    """Of one text, which may be from a file."""

    def __init__(self, import_paths: Sequence[Any], source_path: str | None) -> None:
        self.import_paths, self.source_path = import_paths, source_path
        self.places: list[tuple[Any, int]] = []  # those of imported texts, and how deep they are imported

    def source(self, path: Sequence[str], relative: bool, place: int) -> tuple[int, str]:
        """The number of the place that a path from this one means, and the text that is there."""
        base, depth = (self.source_path, 0) if place < 0 else self.places[place]
        depth = deeper(depth, path)
        found, text = source_of(path, beside(base) if relative else None, self.import_paths)
        self.places.append((found, depth))
        return len(self.places) - 1, text

    def literal(self, text: str, kind: str) -> Given:
        """What a literal means."""
        return given(literal(text, kind))

    def range(self, first: str, last: str) -> Given:
        """What a range between two literals of one character means."""
        first, last = first[1:-1], last[1:-1]
        if any(len(loader.eval_escaping(each)) != 1 for each in (first, last)):  # type: ignore[no-untyped-call]
            raise NotRead
        return f"[{first}-{last}]", False, ""

    def name(self, text: str) -> str:
        """How lark calls a literal that has letters beyond ASCII; empty where it has no name."""
        return text.upper() if is_id_continue(text) and is_id_start(text[0]) else ""

    def join(self, name: str, parts: Any) -> Given:
        """The pattern of a terminal of these parts: patterns, or how several are joined and which."""
        return given(_Terminal(name).pattern(parts))

    def unended(self, text: str) -> NoReturn:
        """Raises the error for a text in which a literal has no end."""
        tokens(text)
        raise NotRead

    def refuse(self, limit: int, name: str) -> NoReturn:
        """Raises the error for what is beyond a limit."""
        if limit == 0:
            raise too_many_ways()
        if limit == 1:
            raise too_much()
        raise (too_long if limit == 2 else endless)(name)


def given(pattern: Pattern) -> Given:
    """The core's form of lark's pattern."""
    return pattern.value, isinstance(pattern, PatternStr), "".join(sorted(pattern.flags))


def pattern_of(given: Given, raw: str | None = None) -> Pattern:
    """Lark's pattern of what the core knows."""
    value, text, flags = given
    return (PatternStr if text else PatternRE)(value, flags, raw)


def tokens(text: str) -> tuple[list[str], list[str]]:
    """Kinds and texts as lark's lexer has them; `GrammarError` for a string or regular expression without an end."""
    found = lark_tokens(text)
    if found is None:
        raise NotRead
    if not isinstance(found, int):
        return found
    line, column = text.count("\n", 0, found) + 1, found - text.rfind("\n", 0, found)
    what = "string" if text[found] == '"' else "regular expression"
    way_on = f"it ends in its line, with `{text[found]}`"
    excerpt = f"    {text.split(chr(10))[line - 1][:200]}\n    {' ' * (min(column, 200) - 1)}^"
    said = f"lark:{line}:{column}: this {what} has no end; {way_on}"
    raise GrammarError(said, line=line, column=column, excerpt=excerpt)


def literal(text: str, kind: str) -> Pattern:
    """The pattern of a literal as it stands in the text, with its marks and flags."""
    return _kept(text, kind) if len(text) <= MAX_LENGTH else _literal(text, kind)


def _literal(text: str, kind: str) -> Pattern:
    return loader._literal_to_pattern(Token(kind, text))  # type: ignore[no-untyped-call, no-any-return]


_kept = lru_cache(MAX_KEPT)(_literal)


class _Terminal:
    """A terminal whose pattern is made."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.length = 0  # characters of the parts so far

    def pattern(self, parts: Any) -> Pattern:
        """Of a pattern, or of parts and how they are joined."""
        if len(parts) == 3:
            self.length += len(parts[0])
            if self.length > share(MAX_PATTERNS):
                raise too_long(self.name)
            return pattern_of(parts)
        by, inner = parts
        made = [self.pattern(part) for part in inner]
        if by == "|":
            return _join.expansions(list(map(measured, made)))
        return _join.expr([made[0], by]) if by else _join.expansion(made)


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
