"""`\\d`, `\\s` and `\\w` as sets of code points, by the running Python's own tables.

The Unicode sets are read off `re` itself: one scan of a string of all characters, whose matches are the ranges. That
takes some 30 ms, once per category and process, and only if a pattern asks for it.
"""

from __future__ import annotations

import re
from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]

from .ranges import LAST, Ranges, invert

_ASCII: dict[str, Ranges] = {
    r"\d": ((0x30, 0x39),),
    r"\s": ((0x09, 0x0D), (0x20, 0x20)),
    r"\w": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
}
_LETTERS = {codes.CATEGORY_DIGIT: r"\d", codes.CATEGORY_SPACE: r"\s", codes.CATEGORY_WORD: r"\w"}
_NEGATED = {
    codes.CATEGORY_NOT_DIGIT: codes.CATEGORY_DIGIT,
    codes.CATEGORY_NOT_SPACE: codes.CATEGORY_SPACE,
    codes.CATEGORY_NOT_WORD: codes.CATEGORY_WORD,
}


@cache
def all_characters() -> str:
    """Every code point in order, surrogates too: index and code point are the same. Kept: 4 MB for 20 ms."""
    spelled = bytearray(4 * (LAST + 1))  # UTF-32, little end first; filled byte by byte, ten times as fast as by number
    spelled[0::4] = bytes(range(256)) * 0x1100
    spelled[1::4] = b"".join(bytes((middle,)) * 0x100 for middle in range(256)) * 0x11
    spelled[2::4] = b"".join(bytes((plane,)) * 0x10000 for plane in range(0x11))
    return spelled.decode("utf-32-le", "surrogatepass")


@cache
def _unicode(letter: str) -> Ranges:
    return tuple((found.start(), found.end() - 1) for found in re.finditer(letter + "+", all_characters()))


@cache
def category(code: int, ascii_only: bool) -> Ranges:
    """The code points of a category as `re._parser` names it (`CATEGORY_DIGIT`, `CATEGORY_NOT_WORD` ...)."""
    if code in _NEGATED:
        return invert(category(_NEGATED[code], ascii_only))
    letter = _LETTERS[code]
    return _ASCII[letter] if ascii_only else _unicode(letter)
