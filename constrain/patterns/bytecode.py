"""The two byte codes that the core reads, of patterns and of productions; see `native/support/bytecode.h`."""

from __future__ import annotations

from enum import IntEnum


class PatternCode(IntEnum):
    """Operations on patterns."""

    EMPTY = 0
    EPSILON = 1
    LITERAL = 2
    BYTE_CLASS = 3
    CONCATENATION = 4
    ALTERNATION = 5
    INTERSECTION = 6
    COMPLEMENT = 7
    REPETITION = 8
    AHEAD = 9
    BEHIND = 10
    LITERALS = 11
    BYTE_RANGES = 12


class GrammarCode(IntEnum):
    """Operations on the expressions of productions."""

    TERMINAL = 0
    NONTERMINAL = 1
    SEQUENCE = 2
    CHOICE = 3
    REPEAT = 4
    ONCE = 5
    REQUIRE = 6
    DISTINCT = 7
    SCOPE = 8
    BEGIN_SCOPE = 9
    BEGIN_ONCE = 10
    LINE = 11
    ORDERED = 12
    REPEAT_BETWEEN = 13
    EMBEDDED = 14
    GRAPH = 15
    NAMES = 16
    NAMED = 17


_SMALL = [bytes((value,)) for value in range(0x80)]


def number(value: int) -> bytes:
    """`value` as unsigned LEB128: seven bits a byte, the lowest first, the high bit for more to come."""
    if value < 0x80:
        return _SMALL[value]
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number_at(code: bytes, at: int) -> tuple[int, int]:
    """The number that stands at a place, and the place after it."""
    value = shift = 0
    while True:
        byte = code[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
