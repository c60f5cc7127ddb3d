r"""Expressions as the package `regex` reads them (its version 0 behaviour), as trees over explicit sets of characters.

What stands for one character differs between `regex` and Python's `re`: `\p{Lu}`, `[[:alpha:]]`, but also what `\w`
and `\b` take for a letter, and which letters are equal in any case. So each such class is given to `regex` itself,
which says which of all characters it matches. Everything around the classes is read by CPython's parser, with a
private character in the place of each class; what `regex` alone has (recursion, fuzzy matching, `\X`, ...) is refused
with its place. A possessive repetition is atomic as a whole, while CPython's is so in each round.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any

from constrain.errors import LimitExceeded

from .errors import syntax_error, unsupported
from .parse import check_length, parse
from .ranges import Ranges, normalise
from .tree import ASSERTIONS, REPEATS, Items, Node, Parsed, combine_flags, items_of
from .unicode_tables import matched

MAX_CLASSES = 300  # each is held against all characters, which takes a hundredth of a second
FIRST = 0x100000  # characters from here on stand for classes
_IGNORECASE, _ASCII = codes.SRE_FLAG_IGNORECASE, codes.SRE_FLAG_ASCII
_SET = re.compile(r"\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]", re.DOTALL)
_PROPERTY = re.compile(r"\\[pP](?:\{[^{}]{1,60}\}|[A-Z])")
_QUANTIFIER = re.compile(r"\{(?:[0-9]+(?:,[0-9]*)?|,[0-9]+)\}")
_GROUP = re.compile(r"\(\?(?:[:=!>]|<[=!]|P?<[^\W\d]\w*>|P=\w+\)|\(\w+\)|#[^)]*\)|[aimsu]*(?:-[aimsu]+)?:)")
_PLAIN_ESCAPE = re.compile(r"\\(?:[^A-Za-z]|[AZafnrtvxuUN])")


def parse_regex(source: str, flags: int = 0) -> Parsed:
    """The tree of a pattern of `regex`, with case set aside in its sets of characters."""
    check_length(source)
    rewriting = _Rewriting(source)
    parsed = parse(rewriting.source(), flags)
    items = _Classes(source, rewriting.classes).items(parsed.items, parsed.flags)
    return replace(parsed, source=source, items=items, flags=parsed.flags & ~_IGNORECASE)


class _Rewriting:
    """The pattern with a character of its own for each class; `classes` are their texts."""

    def __init__(self, source: str) -> None:
        self.text = source
        self.classes: list[str] = []
        self._numbers: dict[str, str] = {}

    def source(self) -> str:
        text, at = self.text, 0
        out: list[str] = []
        while at < len(text):
            c = text[at]
            if c == "\\":
                piece, at = self.escape(at)
            elif c == "[" and (found := _SET.match(text, at)):
                piece, at = self.placed(found[0]), found.end()
            elif c == "(":
                piece, at = self.group(at)
            elif c == "{":
                count = _QUANTIFIER.match(text, at)
                if count is None:
                    raise unsupported(text, "braces that count nothing are fuzzy matching; write `\\{`", at, "{")
                piece, at = count[0], count.end()
            elif ord(c) >= FIRST:
                raise unsupported(
                    text, f"the private character U+{ord(c):X}, which stands for classes here", at, "private"
                )
            else:
                piece, at = c, at + 1
            out.append(piece)
        return "".join(out)

    def escape(self, at: int) -> tuple[str, int]:
        text = self.text
        c = text[at + 1 : at + 2]
        if c and c in "dDwWsS":
            return self.placed(text[at : at + 2]), at + 2
        if c and c in "pP":
            found = _PROPERTY.match(text, at)
            if found is None:
                raise syntax_error(text, "expected `\\p{...}`", at, "the package regex")
            return self.placed(found[0]), found.end()
        if c and c in "bB":  # where a letter begins or ends, or not
            w = self.placed(r"\w")
            same, other = ("!", "=") if c == "b" else ("=", "!")
            return f"(?:(?<={w})(?{same}{w})|(?<!{w})(?{other}{w}))", at + 2
        if c and not _PLAIN_ESCAPE.match(text, at):
            raise unsupported(text, f"`\\{c}` of the package regex", at, f"\\{c}")
        return text[at : at + 2], at + 2

    def group(self, at: int) -> tuple[str, int]:
        text = self.text
        if not text.startswith("(?", at):
            return "(", at + 1
        found = _GROUP.match(text, at)
        if found is None:
            what = text[at : at + 12].split(")")[0]
            raise unsupported(text, f"the construct `{what}` of the package regex", at, what)
        head = found[0]
        return head.replace("(?<", "(?P<") if re.match(r"\(\?<\w", head) else head, found.end()

    def placed(self, text: str) -> str:
        """The character that stands for a class."""
        if text not in self._numbers:
            if len(self.classes) == MAX_CLASSES:
                raise LimitExceeded(
                    f"lark: a terminal has more than {MAX_CLASSES} classes of characters; split it",
                    limit=MAX_CLASSES,
                    needed=MAX_CLASSES + 1,
                )
            self._numbers[text] = chr(FIRST + len(self.classes))
            self.classes.append(text)
        return self._numbers[text]


class _Classes:
    """A tree with the sets of characters in the place of what stands for them."""

    def __init__(self, source: str, classes: Sequence[str]) -> None:
        self.source, self.classes = source, classes

    def items(self, items: Items, flags: int) -> list[Node]:
        return [self.node(op, value, flags) for op, value in items]

    def node(self, op: Any, value: Any, flags: int) -> Node:
        if op is codes.LITERAL:
            return self.members([value], flags) if value >= FIRST or flags & _IGNORECASE else (op, value)
        if op is codes.IN:  # alternatives of one character each, which CPython's parser has joined
            return self.members([member for _, member in value], flags)
        if op is codes.SUBPATTERN:
            group, add, remove, body = value
            inner = self.items(items_of(body), combine_flags(flags, add, remove))
            return op, (group, add & ~_IGNORECASE, remove, inner)
        if op is codes.BRANCH:
            return op, (None, [self.items(items_of(branch), flags) for branch in value[1]])
        if op in REPEATS:
            low, high, body = value
            loop = (low, high, self.items(items_of(body), flags))
            return (codes.ATOMIC_GROUP, [(codes.MAX_REPEAT, loop)]) if op is codes.POSSESSIVE_REPEAT else (op, loop)
        if op in ASSERTIONS:
            return op, (value[0], self.items(items_of(value[1]), flags))
        if op is codes.ATOMIC_GROUP:
            return op, self.items(items_of(value), flags)
        return op, value

    def members(self, characters: Sequence[int], flags: int) -> Node:
        pairs: list[tuple[int, int]] = []
        for each in characters:
            text = self.classes[each - FIRST] if each >= FIRST else re.escape(chr(each))
            pairs.extend(self.matched(text, flags))
        return codes.IN, [(codes.RANGE, pair) for pair in normalise(pairs)]

    def matched(self, text: str, flags: int) -> Ranges:
        try:
            return matched(text, flags & (_IGNORECASE | _ASCII))
        except ValueError as error:
            place = max(self.source.find(text), 0)
            raise syntax_error(self.source, str(error), place, "the package regex") from None
