"""From one node that matches one character, and the flags in force, to the set of code points it matches."""

from __future__ import annotations

from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from .casefold import fold_literal, fold_set
from .categories import category
from .ranges import EVERYTHING, Ranges, invert, normalise

IGNORECASE, ASCII, DOTALL = codes.SRE_FLAG_IGNORECASE, codes.SRE_FLAG_ASCII, codes.SRE_FLAG_DOTALL
RELEVANT = IGNORECASE | ASCII | DOTALL  # the flags on which a set depends
SINGLE = frozenset({codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN})  # nodes that match one character

_LINE_FEED: Ranges = ((0x0A, 0x0A),)


def hashable(op: Any, value: Any) -> Any:
    """The node's argument as a dictionary key."""
    return tuple(value) if op is codes.IN else value


@lru_cache(4096)
def code_points(op: Any, value: Any, flags: int) -> Ranges:
    """The characters that the node `(op, value)` matches; `value` as `hashable` gives it, `flags` within `RELEVANT`."""
    ascii_only, fold = bool(flags & ASCII), bool(flags & IGNORECASE)
    if op is codes.ANY:
        return EVERYTHING if flags & DOTALL else invert(_LINE_FEED)
    if op is codes.IN:
        negated = bool(value) and value[0][0] is codes.NEGATE
        found = _members(value[1:] if negated else value, fold, ascii_only)
        return invert(found) if negated else found
    found = fold_literal(value, ascii_only) if fold else ((value, value),)
    return invert(found) if op is codes.NOT_LITERAL else found


def _members(value: tuple[tuple[Any, Any], ...], fold: bool, ascii_only: bool) -> Ranges:
    if fold:
        return fold_set(list(value), ascii_only)
    pairs: list[tuple[int, int]] = []
    for op, argument in value:
        if op is codes.CATEGORY:
            pairs += category(argument, ascii_only)
        else:
            pairs.append((argument, argument) if op is codes.LITERAL else argument)
    return normalise(pairs)
