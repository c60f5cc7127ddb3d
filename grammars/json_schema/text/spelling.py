"""How JSON spells characters and strings: from decoded text to the bytes between two quotation marks.

A constraint on strings speaks of the decoded text, the model writes bytes. One character may have several spellings
(`/` or `\\/`, a raw `é` or `\\u00e9`), so a set of characters becomes a pattern of all their spellings, and everything
else (order, repetition, intersection, complement) carries over unchanged, because decoding is a function.

Two modes: `"short"` writes a character raw or by its short escape, and by `\\uXXXX` only where raw is impossible;
`"any"` admits every spelling, surrogate pairs included. Unpaired surrogates are never admitted.

Three more are for arguments of tool calls that are no JSON (`Mode`): `PYTHON`, which is `"short"` but for `\\/`, a
backslash and a slash to Python; `SINGLE`, the same between single quotes; and `RAW`, the text itself, without quotes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from json.encoder import encode_basestring

from constrain.patterns.pattern import (
    EMPTY,
    EPSILON,
    Pattern,
    alternation,
    byte_class,
    byte_range,
    concat,
    literal,
    literals,
    repeat,
)
from constrain.patterns.utf8 import NON_ASCII, characters

Ranges = Sequence[tuple[int, int]]  # code points, ends included, ascending


class Mode(str):
    """A mode that callers of `json_schema` cannot name."""


PYTHON, SINGLE, RAW = Mode("python"), Mode("single"), Mode("raw")
QUOTES = {mode: literal(b'"') for mode in ("short", "any", PYTHON)} | {SINGLE: literal(b"'"), RAW: EPSILON}
_SHORT = {0x08: b"b", 0x09: b"t", 0x0A: b"n", 0x0C: b"f", 0x0D: b"r", 0x22: b'"', 0x2F: b"/", 0x5C: b"\\"}
_ESCAPED = [c for c in range(0x80) if c < 0x20 or c in _SHORT]
_SINGLE = re.compile(r"[ !#-.0-\[\]-\ud7ff\ue000-\U0010ffff]*")  # every character here has one spelling in mode "short"


def spell(ranges: Ranges, escapes: str = "short") -> Pattern:
    """All spellings of one character out of `ranges`; surrogates in the ranges are ignored."""
    return _spell(tuple(ranges), escapes)


@lru_cache(4096)
def _spell(ranges: tuple[tuple[int, int], ...], escapes: str) -> Pattern:
    if ranges == ((0, 0x10FFFF),):
        return CHARACTER[escapes]
    return _spelled(ranges, escapes)


def _spelled(ranges: Ranges, escapes: str) -> Pattern:
    if escapes == RAW:
        return characters(tuple(ranges))
    quote = ord("'") if escapes == SINGLE else ord('"')
    raw = tuple(part for low, high in ranges for part in _raw_parts(low, high, quote))
    if escapes in (PYTHON, SINGLE):
        return _python(ranges, raw, quote)
    special = [c for c in _ESCAPED if any(low <= c <= high for low, high in ranges)]
    parts = [characters(raw)] if raw else []
    short = [b"\\" + _SHORT[c] for c in special if c in _SHORT]
    parts += [literals(short)] if short else []
    if escapes == "any":
        parts.append(_unicode_escapes(ranges))
    elif unicode_only := [(c, c) for c in special if c != 0x2F]:
        parts.append(_unicode_escapes(unicode_only))
    return alternation(*parts)


def _python(ranges: Ranges, raw: Ranges, quote: int) -> Pattern:
    """One character between Python's quotes."""
    special = [c for c in (*range(0x20), 0x7F, quote, 0x5C) if any(low <= c <= high for low, high in ranges)]
    escaped = [bytes((0x5C, c)) if c in (quote, 0x5C) else b"\\" + _SHORT[c] for c in special if c in (*_SHORT, quote)]
    parts = [characters(tuple(raw))] if raw else []
    return alternation(*parts, literals(escaped), _unicode_escapes([(c, c) for c in special]))


def _raw_parts(low: int, high: int, quote: int) -> list[tuple[int, int]]:
    """The part of a range that may stand raw in a string: no control characters, quotes or `\\`."""
    return [
        (max(low, a), min(high, b))
        for a, b in ((0x20, quote - 1), (quote + 1, 0x5B), (0x5D, 0x10FFFF))
        if max(low, a) <= min(high, b)
    ]


def _unicode_escapes(ranges: Ranges) -> Pattern:
    """`\\uXXXX` for the code points in `ranges`, surrogate pairs above U+FFFF; hexadecimal digits in either case."""
    parts: list[Pattern] = []
    for low, high in ranges:
        for first, last in ((low, min(high, 0xD7FF)), (max(low, 0xE000), min(high, 0xFFFF))):
            if first <= last:
                parts.append(concat(literal(b"\\u"), _hexadecimal(first, last, 4)))
        if high > 0xFFFF:
            first, last = max(low, 0x10000) - 0x10000, high - 0x10000
            for a, b in _aligned(first, last, 0x400):
                lead = _hexadecimal(0xD800 + (a >> 10), 0xD800 + (b >> 10), 4)
                trail = _hexadecimal(0xDC00 + (a & 0x3FF), 0xDC00 + (b & 0x3FF), 4)
                parts.append(concat(literal(b"\\u"), lead, literal(b"\\u"), trail))
    return alternation(*parts)


def _aligned(low: int, high: int, block: int) -> list[tuple[int, int]]:
    """Split a range so that each piece lies in one block or consists of whole blocks."""
    if low // block == high // block:
        return [(low, high)]
    pieces = []
    if low % block:
        end = low - low % block + block - 1
        pieces.append((low, end))
        low = end + 1
    tail = None
    if high % block != block - 1:
        start = high - high % block
        tail = (start, high)
        high = start - 1
    if low <= high:
        pieces.append((low, high))
    return [*pieces, tail] if tail else pieces


def _digit(low: int, high: int) -> Pattern:
    """One hexadecimal digit, in either case."""
    mask = 0
    for value in range(low, high + 1):
        for character in f"{value:x}{value:X}":
            mask |= 1 << ord(character)
    return byte_class(mask)


def _hexadecimal(low: int, high: int, width: int) -> Pattern:
    """The numbers from `low` to `high` as exactly `width` hexadecimal digits."""
    if width == 1:
        return _digit(low, high)
    block = 16 ** (width - 1)
    parts = []
    for a, b in _aligned(low, high, block):
        rest = _hexadecimal(a % block, b % block, width - 1)
        parts.append(concat(_digit(a // block, b // block), rest))
    return alternation(*parts)


_ASCII_RAW = byte_class(sum(1 << c for c in range(0x20, 0x80) if c not in (0x22, 0x5C)))
_SHORT_ESCAPE = byte_class(sum(1 << c[0] for c in _SHORT.values()))
_HEX = _digit(0, 15)
_FORCED = alternation(concat(byte_range(0x30, 0x31), _HEX), literals([b"22", b"5c", b"5C"]))  # after \u00
CHARACTER = {
    "short": alternation(
        _ASCII_RAW,
        NON_ASCII,
        concat(literal(b"\\"), alternation(_SHORT_ESCAPE, concat(literal(b"u00"), _FORCED))),
    ),
    "any": alternation(
        _ASCII_RAW,
        NON_ASCII,
        concat(literal(b"\\"), _SHORT_ESCAPE),
        _unicode_escapes([(0, 0x10FFFF)]),
    ),
}
CHARACTER |= {mode: _spelled(((0, 0x10FFFF),), mode) for mode in (PYTHON, SINGLE, RAW)}
"""One character of a string, by mode. Always these very objects, so that all grammars share their tables."""

STRING = {mode: concat(QUOTES[mode], repeat(character), QUOTES[mode]) for mode, character in CHARACTER.items()}
"""Any string with its quotation marks, by mode."""


def quoted(text: str) -> bytes | None:
    """`text` as `json.dumps(text, ensure_ascii=False)` writes it, or None if it holds an unpaired surrogate.

    >>> quoted('a"b')
    b'"a\\\\"b"'
    """
    try:
        return encode_basestring(text).encode()
    except UnicodeEncodeError:
        return None


def spellings(text: str, escapes: str = "short") -> Pattern:
    """Every spelling of `text` with its quotation marks; nothing for unpaired surrogates."""
    data = quoted(text)
    if data is None:
        return EMPTY
    if escapes == "short" and _SINGLE.fullmatch(text):
        return literal(data)
    return concat(QUOTES[escapes], *(_spell(((ord(c), ord(c)),), escapes) for c in text), QUOTES[escapes])


def written(text: str, escapes: str) -> bytes | None:
    """One spelling of `text` with its quotation marks, or None if it holds an unpaired surrogate."""
    data = quoted(text)
    if data is None or escapes not in (SINGLE, RAW):
        return data
    if escapes == RAW:
        return text.encode()
    return b"'" + data[1:-1].replace(b'\\"', b'"').replace(b"'", b"\\'") + b"'"


def any_of(texts: Sequence[str], escapes: str = "short") -> Pattern:
    """Every spelling of each of `texts`; what has one spelling goes into one trie."""
    single: list[bytes] = []
    others: list[Pattern] = []
    for text in texts:
        pattern = spellings(text, escapes)
        data = getattr(pattern, "data", None)
        if data is not None:
            single.append(data)
        elif pattern is not EMPTY:
            others.append(pattern)
    return alternation(literals(single), *others) if single else alternation(*others)
