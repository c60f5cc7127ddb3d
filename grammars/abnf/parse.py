"""ABNF text to rules, as RFC 5234 and RFC 7405 define it.

A rule goes on in lines that are indented more than the first rule is. Names ignore case and are kept in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import lru_cache

from constrain.patterns.pattern import Pattern, byte_class, byte_range, concat, literal
from constrain.patterns.utf8 import characters
from constrain.patterns.utf8 import text as spelled

from ..gbnf.assemble import Code, Places, Reference, Source, Symbol, Times, Together, assemble

CORE = """ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
LWSP = *(WSP / CRLF WSP)
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
"""
_BASES = {"b": (2, "01"), "d": (10, "0-9"), "x": (16, "0-9A-Fa-f")}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_BLANK = re.compile(r"[ \t]*")
_REST = re.compile(r"[ \t]*(?:;[^\r\n]*)?\r?(?:\n|\Z)")
_REPEAT = re.compile(r"([0-9]*)\*([0-9]*)|([0-9]+)")
_STRING = re.compile(r'(?:%([iIsS]))?"([^"\r\n]*)"')
_NUMBER = re.compile(r"%([bdxBDX])([0-9A-Fa-f]+)(?:-([0-9A-Fa-f]+)|((?:\.[0-9A-Fa-f]+)*))")


def parse(text: str, as_bytes: bool) -> Source:
    """The rules of a grammar text, and the core rules that it uses and does not define."""
    places = Places("abnf", text)
    return assemble(places, _Reader(places, as_bytes).symbols(), core(as_bytes))


@lru_cache(2)
def core(as_bytes: bool) -> dict[str, Code]:
    """The rules of RFC 5234's appendix B."""
    places = Places("abnf", CORE)
    return assemble(places, _Reader(places, as_bytes).symbols()).rules


class _Reader:
    def __init__(self, places: Places, as_bytes: bool) -> None:
        self.places, self.text, self.as_bytes = places, places.text, as_bytes

    def symbols(self) -> Iterator[Symbol]:
        """What the text holds, line by line."""
        text, at, indented = self.text, 0, -1  # `indented`: how far the first rule is
        while at < len(text):
            rest = _REST.match(text, at)
            if rest is None:
                begin = self.blank(at)
                if indented < 0:
                    indented = begin - at
                at = (yield from self.rule(begin)) if begin - at <= indented else begin
            while (rest := _REST.match(text, at)) is None:
                at = yield from self.element(self.blank(at))
            at = rest.end()

    def blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        assert found is not None
        return found.end()

    def rule(self, at: int) -> Generator[Symbol, None, int]:
        """A rule's name and what stands between it and its elements."""
        name = _NAME.match(self.text, at)
        if name is None:
            raise self.places.fail(
                at, "a rule begins with its name: letters, digits, dashes; lines that go on are indented"
            )
        equals = self.blank(name.end())
        if not self.text.startswith("=", equals):
            hint = "; ABNF writes `=`" if self.text.startswith((":", "<"), equals) else ""
            raise self.places.fail(equals, f"expected `=` or `=/` after the name `{name[0]}`{hint}")
        more = self.text.startswith("/", equals + 1)
        yield Symbol("rule", at, name[0].lower(), more)
        return equals + 1 + more

    def element(self, at: int) -> Generator[Symbol, None, int]:
        """One symbol of a right side."""
        text, c = self.text, self.text[at]
        if c == "/":
            yield Symbol("or", at)
            return at + 1
        if c in "([":
            yield Symbol("open", at, c)
            return at + 1
        if c in ")]":
            yield Symbol("close", at, c)
            return at + 1
        if found := _REPEAT.match(text, at):
            low, high, exact = found.groups()
            if exact is not None:
                low = high = exact
            yield Symbol("before", at, self.counts(at, low, high))
            return found.end()
        if found := _NAME.match(text, at):
            yield Symbol("item", at, Reference(found[0].lower()))
            return found.end()
        if found := _STRING.match(text, at):
            yield Symbol("item", at, self.string(found[2], (found[1] or "i") in "sS", at))
            return found.end()
        if c == "%":
            found = _NUMBER.match(text, at)
            if found is None:
                raise self.places.fail(at, 'expected a number such as `%x41`, `%d65-90`, `%x0D.0A`, or `%s"..."`')
            yield Symbol("item", at, self.number(found, at))
            return found.end()
        if c == "<":
            raise self.places.unsupported(at, "prose in a rule", "write as a rule what it says")
        if c == '"':
            raise self.places.fail(at, "the literal is never closed")
        hint = "; ABNF writes `/` between alternatives" if c == "|" else ""
        raise self.places.fail(at, f"expected a name, a literal, a number, a bracket or `/`, found {c!r}{hint}")

    def counts(self, at: int, low: str, high: str) -> Times:
        least = self.places.number(low, at) if low else 0
        return self.places.counts(least, self.places.number(high, at) if high else None, at)

    def string(self, inside: str, exact: bool, at: int) -> Pattern | Together:
        """A literal; one without `%s` ignores case."""
        if not inside.isascii() or not inside.isprintable():
            raise self.places.fail(at, "a literal has printable ASCII characters only; write others as `%xE9`")
        if not inside:
            return Together(0)
        if exact:
            return spelled(inside)
        return concat(*(byte_class(1 << ord(c.lower()) | 1 << ord(c.upper())) for c in inside))

    def number(self, found: re.Match[str], at: int) -> Pattern:
        """One character, several after one another, or one of a range."""
        base, allowed = _BASES[found[1].lower()]
        if not all(re.fullmatch(f"[{allowed}]+", each) for each in re.findall("[0-9A-Fa-f]+", found[0][2:])):
            raise self.places.fail(at, f"`{found[0]}` has digits that `%{found[1]}` does not have")
        first = self.value(found[2], base, at)
        if found[3] is not None:
            last = self.value(found[3], base, at)
            if first > last:
                raise self.places.fail(at, f"the range `{found[0]}` ends before it begins")
            return byte_range(first, last) if self.as_bytes else characters(((first, last),))
        values = [first, *(self.value(each, base, at) for each in (found[4] or "").split(".")[1:])]
        if self.as_bytes:
            return literal(bytes(values))
        if any(0xD800 <= each < 0xE000 for each in values):
            raise self.places.fail(at, f"`{found[0]}`: a surrogate is no character that a text in UTF-8 can have")
        return spelled("".join(map(chr, values)))

    def value(self, digits: str, base: int, at: int) -> int:
        most = 0xFF if self.as_bytes else 0x10FFFF
        value = int(digits, base) if len(digits) <= 64 else most + 1
        if value > most:
            kind = "byte" if self.as_bytes else "code point"
            raise self.places.fail(
                at, f"{digits[:20]} in base {base} is no {kind}; the last is {most:X} in hexadecimal"
            )
        return value
