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
from difflib import get_close_matches
from typing import TYPE_CHECKING

from .errors import VocabularyError
from .grammar import Choice, Expression, SpecialToken, Terminal
from .pattern import (
    Alternation,
    ByteClass,
    Complement,
    Concatenation,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
    byte_class,
    literal,
    repeat,
)
from .shorten import shown
from .tokenizers.reading import check_lengths, checked_id

if TYPE_CHECKING:
    from .vocabulary import Vocabulary

MARK = b"\xff"
UNMARKED = repeat(byte_class((1 << 255) - 1))  # texts without the mark

_LISTED = 12  # names that an error message shows, of so many that it compares, none longer than this
_COMPARED, _LONGEST = 10_000, 100


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


class Resolver:
    """What stands for the special tokens of one grammar under one vocabulary.

    `tokens` has the terminals that are tokens, by identity; all others are text.
    """

    def __init__(self, vocabulary: Vocabulary, source: str) -> None:
        self.vocabulary, self.source = vocabulary, source
        self.tokens: set[int] = set()
        self._found: dict[str, Terminal | None] = {}

    def __call__(self, node: SpecialToken) -> Expression:
        """Raises `VocabularyError` where there is no such token and letters do not serve."""
        if node.name not in self._found:
            self._found[node.name] = self._token(node.name)
        token = self._found[node.name]
        if token is None:
            if node.spelling == SpecialToken.TOKEN and not self.vocabulary.has_text(node.name.encode()):
                raise VocabularyError(f"{self.source}: {self._why_not(node.name)}")
            return node.text
        return Choice((node.text, token)) if node.spelling == SpecialToken.TOKEN_AND_TEXT else token

    def _token(self, name: str) -> Terminal | None:
        """The terminal that is the token of this name; None where there is none, or it cannot stand in a text."""
        vocabulary = self.vocabulary
        number = vocabulary.special_tokens.get(name)
        if number is None or number in vocabulary.end_ids or vocabulary.strips_leading_space:
            return None
        terminal = Terminal(literal(spelled(name)), f"the special token {name}")
        self.tokens.add(id(terminal))
        return terminal

    def _why_not(self, name: str) -> str:
        vocabulary = self.vocabulary
        number = vocabulary.special_tokens.get(name)
        if number in vocabulary.end_ids:
            return (
                f"the special token {shown(name)} ends the text in this vocabulary; leave it out of the grammar, it "
                "may come exactly where the text is complete"
            )
        if number is not None:
            return (
                f"the special token {shown(name)} cannot stand in a grammar for this vocabulary, whose words carry "
                "their leading spaces (WordPiece)"
            )
        names = [other.decode() for other in vocabulary.special_names.values() if len(other) <= _LONGEST]
        alike = get_close_matches(name, names[:_COMPARED], _LISTED, 0.5) if len(name) <= _LONGEST else []
        near = alike or names[:_LISTED]
        listed = f"; it has {', '.join(map(repr, near))}" if near else ", nor any other"
        return (
            f"this vocabulary has no special token {shown(name)}{listed}. To write its letters where there is no such "
            "token, use text_or_special()"
        )


_EXPECTED = re.compile(r"expected .*, inside (?=the special token )")
_REASON = re.compile(r": (?=expected |nothing may follow)")


def in_words(said: str, name: str | None) -> str:
    """The core's explanation of a token, `name`'s if it is special, without the bytes that stand for special tokens."""
    said = said.replace("0xff, at the beginning of the special", "the special").replace(", 0xff,", ",")
    said = _EXPECTED.sub("expected ", said)
    if name is None:
        return said
    token, number, _ = said.split(" ", 2)
    if said.endswith(" is allowed"):
        return f"{token} {number}, the special token {name}, is allowed"
    return f"{token} {number}, the special token {name}, is refused: {_REASON.split(said, maxsplit=1)[-1]}"


def may_have_mark(pattern: Pattern) -> bool:
    """Whether the pattern's texts may have the byte 0xFF; False is certain, True a guess. Linear, no recursion.

    Assertions match nothing by themselves, so they do not count.
    """
    found: dict[int, bool] = {}
    waiting = [pattern]
    while waiting:
        node = waiting[-1]
        parts: Sequence[Pattern] = ()
        if isinstance(node, Concatenation | Alternation | Intersection):
            parts = node.parts
        elif isinstance(node, Repetition):
            parts = (node.part,)
        missing = [part for part in parts if id(part) not in found]
        if missing:
            waiting.extend(missing)
            continue
        waiting.pop()
        marks = [found[id(part)] for part in parts]
        found[id(node)] = (all(marks) if isinstance(node, Intersection) else any(marks)) or _has_mark(node)
    return found[id(pattern)]


def _has_mark(node: Pattern) -> bool:
    """The same of a node without parts."""
    if isinstance(node, ByteClass):
        return bool(node.mask >> 255)
    if isinstance(node, Literal):
        return MARK in node.data
    return isinstance(node, Complement) or (isinstance(node, Literals) and any(MARK in item for item in node.items))
