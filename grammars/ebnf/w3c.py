"""W3C's EBNF, as the XML specification defines it, and xgrammar's, which adds escapes, counts and comments after `#`.

A rule ends where the next one begins, or its number: `[12] Name ::=`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from constrain.grammars.regex.ranges import invert, normalise
from constrain.patterns.pattern import Pattern
from constrain.patterns.utf8 import characters
from constrain.patterns.utf8 import text as spelled

from ..gbnf.assemble import Places, Reference, Symbol, Times, Together

_SPACE = re.compile(r"(?:\s|/\*.*?\*/|\[\s*(?:wfc|vc|nsc)\s*:[^\]]*\])*", re.DOTALL | re.IGNORECASE)
_HASHED = re.compile(r"(?:\s|#[^\n]*)*")
_NAME = re.compile(r"[^\W\d][\w.-]*")
_RULE = re.compile(r"(?:\[[0-9]+[a-z]?\]\s*)?([^\W\d][\w.-]*)\s*::=")
_CODE = re.compile(r"#x([0-9A-Fa-f]+)")
_COUNT = re.compile(r"\{\s*([0-9]*)\s*(,?)\s*([0-9]*)\s*\}")
_ESCAPES = {"n": 10, "r": 13, "t": 9, "b": 8, "f": 12, "v": 11, "a": 7, "0": 0, "e": 27}
_HEX = {"x": 2, "u": 4, "U": 8}
_AFTER = {"*": Times(0, None), "+": Times(1, None), "?": Times(0, 1)}


def symbols(places: Places, escapes: bool) -> Iterator[Symbol]:
    """The symbols of a text; with `escapes` it is xgrammar's."""
    return _Reader(places, escapes).symbols()


class _Reader:
    def __init__(self, places: Places, escapes: bool) -> None:
        self.places, self.text, self.escapes = places, places.text, escapes
        self.space = _HASHED if escapes else _SPACE

    def skip(self, at: int) -> int:
        found = self.space.match(self.text, at)
        assert found is not None
        return found.end()

    def symbols(self) -> Iterator[Symbol]:
        text, at = self.text, 0
        while (at := self.skip(at)) < len(text):
            c = text[at]
            if rule := _RULE.match(text, at):
                yield Symbol("rule", at, rule[1])
                at = rule.end()
            elif c == "|":
                yield Symbol("or", at)
                at += 1
            elif c in "()":
                if text.startswith("(=", at) and self.escapes:
                    raise self.places.unsupported(at, "a lookahead `(=...)`", "leave it out")
                yield Symbol("open" if c == "(" else "close", at, c)
                at += 1
            elif c in _AFTER:
                yield Symbol("after", at, _AFTER[c])
                at += 1
            elif c == "{" and self.escapes:
                at, times = self.count(at)
                yield Symbol("after", at - 1, times)
            elif c == "-" and not self.escapes:
                yield Symbol("minus", at)
                at += 1
            elif c == '"' or (c == "'" and not self.escapes):
                at, literal = self.literal(at, c)
                yield Symbol("item", at - 1, spelled(literal) if literal else Together(0))
            elif c == "[":
                begin = at
                at, pattern = self.members(at + 1)
                yield Symbol("item", begin, pattern)
            elif c == "#" and not self.escapes:
                begin = at
                value, at = self.code(at)
                yield Symbol("item", begin, spelled(chr(value)))
            elif name := _NAME.match(text, at):
                yield from self.name(name)
                at = name.end()
            else:
                raise self.places.fail(at, f"expected a name, a literal, a class, a bracket or `|`, found {c!r}")

    def name(self, name: re.Match[str]) -> Iterator[Symbol]:
        at = name.start()
        if (
            self.escapes
            and self.text.startswith("(", name.end())
            and name[0]
            in (
                "TagDispatch",
                "Token",
                "ExcludeToken",
                "TokenTagDispatch",
            )
        ):
            raise self.places.unsupported(
                at, f"the macro `{name[0]}`", "use constrain.grammars.free_text_with, special or either"
            )
        yield Symbol("item", at, Reference(name[0]))

    def count(self, at: int) -> tuple[int, Times]:
        found = _COUNT.match(self.text, at)
        if found is None or not (found[1] or found[3]):
            raise self.places.fail(at, "expected a count such as `{3}`, `{2,}` or `{2,5}`")
        low = self.places.number(found[1], at) if found[1] else 0
        high = low if not found[2] else self.places.number(found[3], at) if found[3] else None
        return found.end(), self.places.counts(low, high, at)

    def literal(self, at: int, quote: str) -> tuple[int, str]:
        """The text of a literal, and the place after it."""
        begin, out = at, list[str]()
        at += 1
        while (c := self.text[at : at + 1]) != quote:
            if not c or c == "\n":
                raise self.places.fail(begin, "the literal is never closed")
            if c == "\\" and self.escapes:
                value, at = self.escape(at)
                out.append(chr(value))
            else:
                out.append(c)
                at += 1
        if any("\ud800" <= c <= "\udfff" for c in out):
            raise self.places.fail(begin, "half of a surrogate pair is no character")
        return at + 1, "".join(out)

    def members(self, at: int) -> tuple[int, Pattern]:
        """The inside of a class."""
        begin = at - 1
        negated = self.text.startswith("^", at)
        at += negated
        pairs: list[tuple[int, int]] = []
        while not self.text.startswith("]", at):
            low, at = self.character(at, begin)
            high = low
            if self.text.startswith("-", at) and not self.text.startswith("]", at + 1):
                high, at = self.character(at + 1, begin)
                if low > high:
                    raise self.places.fail(begin, "a range in the class ends before it begins")
            pairs.append((low, high))
        if not pairs:
            raise self.places.fail(begin, "a class without characters matches nothing; leave it out")
        ranges = normalise(pairs)
        return at + 1, characters(invert(ranges) if negated else ranges)

    def character(self, at: int, begin: int) -> tuple[int, int]:
        c = self.text[at : at + 1]
        if not c or c == "\n":
            raise self.places.fail(begin, "the class is never closed")
        if c == "\\" and self.escapes:
            return self.escape(at)
        if _CODE.match(self.text, at) and not self.escapes:
            return self.code(at, True)
        return ord(c), at + 1

    def code(self, at: int, in_class: bool = False) -> tuple[int, int]:
        """The code point that `#xN` names."""
        found = _CODE.match(self.text, at)
        if found is None:
            raise self.places.fail(at, "expected `#x` and hexadecimal digits")
        value = int(found[1], 16) if len(found[1]) <= 64 else 0x110000
        if value > 0x10FFFF or (0xD800 <= value < 0xE000 and not in_class):
            raise self.places.fail(at, f"#x{found[1][:20]} is no character")
        return value, found.end()

    def escape(self, at: int) -> tuple[int, int]:
        """The code point that an escape names."""
        kind = self.text[at + 1 : at + 2]
        if kind in _HEX:
            digits = self.text[at + 2 : at + 2 + _HEX[kind]]
            if len(digits) < _HEX[kind] or not re.fullmatch("[0-9A-Fa-f]+", digits) or int(digits, 16) > 0x10FFFF:
                raise self.places.fail(at, f"`\\{kind}` takes {_HEX[kind]} hexadecimal digits of a code point")
            return int(digits, 16), at + 2 + _HEX[kind]
        if kind in _ESCAPES:
            return _ESCAPES[kind], at + 2
        if not kind or kind.isalnum():
            raise self.places.fail(at, f"unknown escape `\\{kind}`")
        return ord(kind), at + 2
