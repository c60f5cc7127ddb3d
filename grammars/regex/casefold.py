"""What IGNORECASE makes equal, character by character, as CPython's `re` has it.

A character c of the text matches a literal L if lower(c) is lower(L) or one of the few *extra cases* of lower(L)
(`ſ` for `s`, `µ` for `μ`); one character never equals two (`ß` is not `ss`). A set matches c if it matches lower(c)
after all its members have been lowered and given their extra cases, and `^` negates last. So everything follows from
one table, code point to lower case, and its inverse. Only 1,433 entries are not trivial; the table takes some 20 ms,
once per process, and only if a pattern ignores case. With the flag ASCII, only A-Z have a lower case.
"""

from __future__ import annotations

import _sre
import re
from collections.abc import Callable, Iterator
from functools import cache
from re import _casefix  # type: ignore[attr-defined]
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from .categories import all_characters, category
from .ranges import LAST, Ranges, difference, members, normalise, union

_SMALL = 2048  # a set up to this size is folded member by member, a larger one by a walk over the whole table


class Folding(NamedTuple):
    """`lower` holds the characters that are not their own lower case; `upper` is its inverse."""

    lower: dict[int, int]
    upper: dict[int, list[int]]
    extra: dict[int, tuple[int, ...]]
    is_cased: Any  # code point -> bool: whether case matters to it at all


def _inverse(lower: dict[int, int]) -> dict[int, list[int]]:
    upper: dict[int, list[int]] = {}
    for c, low in lower.items():
        upper.setdefault(low, []).append(c)
    return upper


def _changed_by(change: Callable[[str], str]) -> Iterator[int]:
    """The characters that may not be their own `change`, and their neighbours; blocks without any are seen at once."""
    everything = all_characters()
    for base in range(0, LAST + 1, 64):
        block = everything[base : base + 64]
        if block != change(block):
            yield from range(base, base + 64)


@cache
def _upper() -> dict[int, int]:
    """The characters that are not their own upper case, as `re` sees it: of `SS` for `ß` only the first letter."""
    return {c: ord(chr(c).upper()[0]) for c in _changed_by(str.upper) if chr(c).upper() != chr(c)}


@cache
def folding(ascii_only: bool) -> Folding:
    """The table for Unicode, or the one for ASCII."""
    if ascii_only:
        lower = {c: c + 32 for c in range(0x41, 0x5B)}
        return Folding(lower, _inverse(lower), {}, _sre.ascii_iscased)
    lower = {c: low for c in _changed_by(str.lower) if (low := _sre.unicode_tolower(c)) != c}
    return Folding(lower, _inverse(lower), _casefix._EXTRA_CASES, _sre.unicode_iscased)


def _lowered_into(target: Ranges, table: Folding) -> Ranges:
    """Every c whose lower case is in `target`."""
    if sum(high - low + 1 for low, high in target) <= _SMALL:
        lower, upper = table.lower, table.upper
        pairs: list[tuple[int, int]] = []
        for c in members(target):
            if c not in lower:
                pairs.append((c, c))
            pairs += [(u, u) for u in upper.get(c, ())]
        return normalise(pairs)
    moved = normalise((c, c) for c in table.lower)
    inside = set()
    for c, low in table.lower.items():
        if any(first <= low <= last for first, last in target):
            inside.add(c)
    return union(difference(target, moved), normalise((c, c) for c in inside))


def _lowered(first: int, last: int, table: Folding) -> list[tuple[int, int]]:
    """The lower cases of a range, and their extra cases; upper-case letters may remain, as nothing is equal to them."""
    lower, extra = table.lower, table.extra
    if last - first < 100:
        low = [lower.get(c, c) for c in range(first, last + 1)]
        more = [other for c in low if c in extra for other in extra[c]]
    else:
        low = [low for c, low in lower.items() if first <= c <= last]
        reached = set(low)
        more = [other for c in extra if first <= c <= last or c in reached for other in extra[c]]
    return [(first, last), *((c, c) for c in low), *((c, c) for c in more)]


def fold_literal(code_point: int, ascii_only: bool) -> Ranges:
    """What a literal matches under IGNORECASE."""
    table = folding(ascii_only)
    if not table.is_cased(code_point):
        return ((code_point, code_point),)
    low = table.lower.get(code_point, code_point)
    return _lowered_into(normalise((c, c) for c in (low, *table.extra.get(low, ()))), table)


def fold_reference(code_point: int, ascii_only: bool) -> Ranges:
    """What a backreference to a group that matched this character matches: the same lower case, no extra cases."""
    table = folding(ascii_only)
    low = table.lower.get(code_point, code_point)
    return normalise((c, c) for c in (low, *table.upper.get(low, ())))


@cache
def _forgets_high_literals() -> bool:
    """Whether this Python looks for literals beyond U+FFFF in a set without lowering them (CPython 3.7 to 3.14 do)."""
    return re.fullmatch("[\U00010400a]", "\U00010400", re.IGNORECASE) is None


def fold_set(members_: list[tuple[Any, Any]], ascii_only: bool) -> Ranges:
    """What a set, given as `re._parser` gives it but without NEGATE, matches under IGNORECASE.

    Follows `re._compiler._optimize_charset` to the letter, its treatment of characters beyond U+FFFF included.
    """
    table = folding(ascii_only)
    lower, is_cased = table.lower, table.is_cased
    target: list[tuple[int, int]] = []
    plain: list[tuple[int, int]] = []
    cased = False
    for op, value in members_:
        if op is codes.CATEGORY:
            ranges = category(value, ascii_only)
            target += ranges
            plain += ranges
            continue
        first, last = (value, value) if op is codes.LITERAL else value
        plain.append((first, last))
        if last > 0xFFFF:
            cased = True
            target.append((first, last))
            if op is codes.RANGE:  # a lowered character is also looked up by its upper case
                target += [(c, c) for c, up in _upper().items() if first <= up <= last]
            elif not _forgets_high_literals():
                target.append((lower.get(first, first),) * 2)
        if first <= 0xFFFF:
            last = min(last, 0xFFFF)
            target += _lowered(first, last, table)
            cased = cased or any(map(is_cased, range(first, last + 1)))
    return _lowered_into(normalise(target), table) if cased else normalise(plain)
