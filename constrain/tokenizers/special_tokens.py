"""Special tokens within grammars: how the core, which knows only bytes, is told of tokens that are no text.

Text is UTF-8, in which the byte 0xFF never occurs. So the name of a special token between two such bytes is like no
text and like no other token's: `<think>` becomes `\\xff<think>\\xff`, and a terminal of just these bytes is the token.
The core needs nothing new for it, and its error messages show the name. Two things keep this exact: no token but the
special ones may have that byte (the byte 0xFF that byte-level vocabularies carry is left out), and no text terminal
may match it, which hand-made patterns such as `ANY` otherwise do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..errors import VocabularyError
from ..patterns.pattern import byte_class, repeat
from ..support.shown import shown
from .reading import check_lengths, checked_id

MARK = b"\xff"
UNMARKED = repeat(byte_class((1 << 255) - 1))  # texts without the mark


def spelled(name: str) -> bytes:
    """What a special token is to the core."""
    return MARK + name.encode() + MARK


def spelled_tokens(
    tokens: Sequence[bytes | None], special: Mapping[str, int], end_ids: Sequence[int]
) -> list[bytes | None]:
    """The tokens with those that are special spelled; an end token stays what it is."""
    spellings: list[bytes | None] = [None if data is not None and MARK in data else data for data in tokens]
    for name, number in special.items():
        if number not in end_ids:
            spellings[number] = spelled(name)
    return spellings


def named(special: Mapping[str, int], tokens: Sequence[bytes | None]) -> dict[str, int]:
    """Ids by name, checked: names are texts and not empty, ids are different ones and no text."""
    ids: dict[str, int] = {}
    names: dict[int, str] = {}
    for name, value in special.items():
        number = checked_id(value, f"the id of special token {shown(name)}")
        if not encodable(name):
            raise VocabularyError(f"special token {number} is named {shown(name)}; a name is a text, and not empty")
        if number >= len(tokens):
            raise VocabularyError(f"special token {shown(name)} has id {number}, and ids end at {len(tokens) - 1}")
        if tokens[number] is not None:
            raise VocabularyError(
                f"special token {shown(name)} has id {number}, which is the text {shown(tokens[number])}"
            )
        if number in names:
            raise VocabularyError(f"special tokens {shown(names[number])} and {shown(name)} have one id, {number}")
        ids[name], names[number] = number, name
    check_lengths([len(spelled(name)) for name in ids], ids.values())
    return ids


def encodable(name: object) -> bool:
    """Whether `name` is a text with bytes, without lone surrogates."""
    if not isinstance(name, str):
        return False
    try:
        return bool(name.encode())
    except UnicodeEncodeError:
        return False


_EXPECTED = re.compile(r"expected .*, inside (?=the special token )")
_REASON = re.compile(r": (?=expected |nothing may follow)")


def in_words(reason: str, name: str | None) -> str:
    """The core's explanation of a token, `name`'s if it is special, without the bytes that stand for special tokens."""
    reason = reason.replace("0xff, at the beginning of the special", "the special").replace(", 0xff,", ",")
    reason = _EXPECTED.sub("expected ", reason)
    if name is None:
        return reason
    token, number, _ = reason.split(" ", 2)
    if reason.endswith(" is allowed"):
        return f"{token} {number}, the special token {name}, is allowed"
    return f"{token} {number}, the special token {name}, is refused: {_REASON.split(reason, maxsplit=1)[-1]}"
