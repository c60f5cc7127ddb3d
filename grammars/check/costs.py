"""Constructs of a terminal's regular expression that cost speed, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from constrain.errors import ConstrainError

from ..regex.charset import RELEVANT, code_points
from ..regex.parse import parse
from ..regex.ranges import Ranges
from ..regex.tree import ASSERTIONS, REPEATS, bounds, children, combine_flags, items_of

MANY = 64  # repetitions of a part that are worth a word
LARGE = 50  # ranges of characters that are

_CATEGORIES = {
    codes.CATEGORY_WORD: ("\\w", "[0-9A-Za-z_]"),
    codes.CATEGORY_NOT_WORD: ("\\W", "[^0-9A-Za-z_]"),
    codes.CATEGORY_DIGIT: ("\\d", "[0-9]"),
    codes.CATEGORY_NOT_DIGIT: ("\\D", "[^0-9]"),
}


def costs(source: str, flags: int = 0) -> list[str]:
    """One sentence for each kind of construct; nothing for a pattern that does not parse."""
    try:
        parsed = parse(source, flags)
    except ConstrainError:
        return []
    return list(dict.fromkeys(_walk(parsed.items, parsed.flags)))


def _walk(items: Any, flags: int) -> Iterator[str]:
    for op, value in items:
        if op in ASSERTIONS:
            side = "ahead" if value[0] > 0 else "behind"
            sign = ("<" if value[0] < 0 else "") + ("=" if op is codes.ASSERT else "!")
            yield f"looks {side} (`(?{sign}...)`), which is remembered across tokens"
        elif op is codes.AT:
            yield "has an anchor or a word boundary, which looks at what stands around the token"
        elif op is codes.IN:
            yield from _class(value, flags)
        elif op in REPEATS:
            low, high, _ = bounds(value)
            if op is codes.MIN_REPEAT:
                yield "has a lazy quantifier; a class without the end, as in `[^>]*`, is read in fewer states"
            most = high if high is not None else low
            if most >= MANY:
                yield f"repeats a part up to {most} times, written out {most} times for the lexer"
        inner = combine_flags(flags, value[1], value[2]) if op is codes.SUBPATTERN else flags
        for part in children(op, value):
            yield from _walk(items_of(part), inner)


def _class(members: Any, flags: int) -> Iterator[str]:
    if flags & codes.SRE_FLAG_ASCII:
        return
    for op, value in members:
        if op is codes.CATEGORY and value in _CATEGORIES:
            written, instead = _CATEGORIES[value]
            ranges = _ranges(value, flags)
            if len(ranges) >= LARGE:
                yield f"`{written}` is {len(ranges)} ranges of characters of all scripts; `{instead}` is smaller"


def _ranges(category: Any, flags: int) -> Ranges:
    return code_points(codes.IN, ((codes.CATEGORY, category),), flags & RELEVANT)
