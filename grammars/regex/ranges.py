"""Sets of code points as sorted tuples of disjoint `(low, high)` ranges: the currency between parser and speller.

Every function takes and returns sets in that normal form, so equal sets are equal tuples and may key a cache.

>>> union(((97, 99),), ((98, 122),))
((97, 122),)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from constrain.patterns.utf8 import Ranges as Ranges

LAST = 0x10FFFF
EVERYTHING: Ranges = ((0, LAST),)


def normalise(pairs: Iterable[tuple[int, int]]) -> Ranges:
    """The set that the ranges in `pairs`, in any order and overlapping as they like, make up."""
    out: list[tuple[int, int]] = []
    for low, high in sorted(pairs):
        if out and low <= out[-1][1] + 1:
            if high > out[-1][1]:
                out[-1] = (out[-1][0], high)
        else:
            out.append((low, high))
    return tuple(out)


def union(*sets: Ranges) -> Ranges:
    """What is in any of the sets."""
    return sets[0] if len(sets) == 1 else normalise(pair for each in sets for pair in each)


def invert(ranges: Ranges) -> Ranges:
    """Every code point outside `ranges`."""
    out: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if low > start:
            out.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        out.append((start, LAST))
    return tuple(out)


def intersection(first: Ranges, second: Ranges) -> Ranges:
    """What is in both sets."""
    out: list[tuple[int, int]] = []
    i = j = 0
    while i < len(first) and j < len(second):
        low, high = max(first[i][0], second[j][0]), min(first[i][1], second[j][1])
        if low <= high:
            out.append((low, high))
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return tuple(out)


def difference(first: Ranges, second: Ranges) -> Ranges:
    """What is in `first` and not in `second`."""
    return intersection(first, invert(second))


def count(ranges: Ranges) -> int:
    """How many code points are in the set."""
    return sum(high - low + 1 for low, high in ranges)


def members(ranges: Ranges) -> Iterator[int]:
    """The code points of the set, in order."""
    for low, high in ranges:
        yield from range(low, high + 1)
