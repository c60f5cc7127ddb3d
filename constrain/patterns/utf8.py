"""Sets of code points as patterns over the bytes of their UTF-8 spelling.

A set is a sorted tuple of disjoint ranges. Its code points fall into blocks of 64 that share all bytes but the last,
blocks of 4,096 that share all but the last two, and so on; blocks with the same content share one tail, so the tree
is the minimal automaton read from the left (`\\w` with its 700-odd ranges is some 800 nodes). Surrogates (D800-DFFF)
have no UTF-8 spelling and are left out. All of non-ASCII is always the very same node, `NON_ASCII`, so that the core
meets one residual for "the rest of a character" whatever class it came from.

>>> encode(characters(((0x61, 0x7A),))) == encode(byte_range(0x61, 0x7A))
True
>>> characters(((0x20AC, 0x20AC),)).data
b'\\xe2\\x82\\xac'
"""

from __future__ import annotations

from functools import lru_cache

from .pattern import EMPTY, ByteClass, Pattern, alternation, byte_class, concat, keep_code, literal

Ranges = tuple[tuple[int, int], ...]

_CONTINUATION = ByteClass((1 << 0xC0) - (1 << 0x80))
# Continuation bytes after the lead, first lead byte, first and last code point.
_LENGTHS = ((1, 0xC0, 0x80, 0x7FF), (2, 0xE0, 0x800, 0xFFFF), (3, 0xF0, 0x10000, 0x10FFFF))


def _blocks(ranges: Ranges, bits: int) -> dict[Ranges, int]:
    """The blocks of 2**bits code points that `ranges` touches, grouped by content.

    Maps what a block contains (as ranges from its own start) to the set of block numbers, a bit for each.
    """
    size = 1 << bits
    whole = 0
    parts: dict[int, list[tuple[int, int]]] = {}
    for low, high in ranges:
        first, last = low >> bits, high >> bits
        low -= first << bits
        high -= last << bits
        if first == last and (low, high) != (0, size - 1):
            parts.setdefault(first, []).append((low, high))
            continue
        if low:
            parts.setdefault(first, []).append((low, size - 1))
            first += 1
        if high != size - 1:
            parts.setdefault(last, []).append((0, high))
            last -= 1
        if first <= last:
            whole |= (1 << last + 1) - (1 << first)
    groups: dict[Ranges, int] = {((0, size - 1),): whole} if whole else {}
    for number, content in parts.items():
        key = tuple(content)
        groups[key] = groups.get(key, 0) | 1 << number
    return groups


@lru_cache(4096)
def _tail(ranges: Ranges, length: int) -> tuple[Pattern, ...]:
    """`length` continuation bytes whose payload lies in `ranges`, as the parts of a concatenation."""
    if ranges == ((0, (1 << 6 * length) - 1),):
        return (_CONTINUATION,) * length
    if length == 1:
        mask = 0
        for low, high in ranges:
            mask |= (1 << high + 1) - (1 << low)
        return (ByteClass(mask << 0x80),)
    branches = _branches(ranges, length - 1, 0x80)
    return branches[0] if len(branches) == 1 else (alternation(*(concat(*branch) for branch in branches)),)


def _branches(ranges: Ranges, length: int, base: int) -> list[tuple[Pattern, ...]]:
    """One concatenation for each distinct content of a block: the bytes that lead there, then the tail."""
    groups = sorted(_blocks(ranges, 6 * length).items(), key=lambda group: group[1] & -group[1])
    return [(ByteClass(numbers << base), *_tail(content, length)) for content, numbers in groups]


def _clip(ranges: Ranges, low: int, high: int) -> Ranges:
    """The part of `ranges` from `low` to `high`."""
    return tuple((max(first, low), min(last, high)) for first, last in ranges if first <= high and last >= low)


@lru_cache(4096)
def _multibyte(spelled: Ranges) -> Pattern:
    """One character out of `spelled`, which has neither ASCII nor surrogates."""
    branches: list[tuple[Pattern, ...]] = []
    for length, lead, low, high in _LENGTHS:
        branches += _branches(_clip(spelled, low, high), length, lead)
    return keep_code(alternation(*(concat(*branch) for branch in branches)))


NON_ASCII = _multibyte(((0x80, 0xD7FF), (0xE000, 0x10FFFF)))
ASCII = ByteClass((1 << 0x80) - 1)
CHARACTER = alternation(ASCII, NON_ASCII)


@lru_cache(4096)
def characters(ranges: Ranges) -> Pattern:
    """One character out of `ranges`, which must be sorted and must not overlap or touch.

    Costs a few microseconds for ASCII, a few milliseconds for the largest Unicode categories; results are kept.
    """
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return text(chr(ranges[0][0]))
    mask = 0
    for low, high in ranges:
        if low > 0x7F:
            break
        mask |= (1 << min(high, 0x7F) + 1) - (1 << low)
    if not ranges or ranges[-1][1] < 0x80:
        return byte_class(mask)
    return alternation(byte_class(mask), _multibyte(_clip(ranges, 0x80, 0xD7FF) + _clip(ranges, 0xE000, 0x10FFFF)))


def text(string: str) -> Pattern:
    """Exactly `string`; a string with lone surrogates has no UTF-8 spelling, so nothing matches it."""
    try:
        return literal(string.encode())
    except UnicodeEncodeError:
        return EMPTY
