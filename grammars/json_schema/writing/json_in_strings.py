r"""JSON within a string, as `pydantic.Json` reads it: the texts of a grammar, each byte as it is spelled in a string.

    [{"a": 1}]    the texts within
    "[{\"a\": 1}]"    the string that is written

Spelling is a homomorphism: each byte has spellings of its own, which no other byte has, so it goes through
concatenation, repetition, choice, intersection and assertions unchanged; a complement is taken among what is spelled.
So each terminal of the inner grammar is rewritten (`_Spelling`), and the productions stay as they are.

Under `escapes="short"` each byte has one spelling, that of `json.dumps(…, ensure_ascii=False)`; under `"any"` those of
ASCII have all. Where lexemes must differ (keys), the inner string has one spelling too, so that its bytes tell it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from constrain.compiling.rewriting import rewritten
from constrain.errors import UnsupportedError
from constrain.grammar import Distinct, Expression, Nonterminal, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    ANY_BYTE,
    EMPTY,
    Ahead,
    Alternation,
    Behind,
    ByteClass,
    Complement,
    Concatenation,
    Intersection,
    Literal,
    Literals,
    Pattern,
    Repetition,
    alternation,
    byte_class,
    complement,
    concat,
    intersection,
    literal,
    literals,
    repeat,
)
from constrain.patterns.utf8 import NON_ASCII

from ..text.spelling import QUOTES, spell, written


def _of_ascii(byte: int) -> bytes:
    found = written(chr(byte), "short")
    assert found is not None
    return found[1:-1]


_OF_BYTE = [_of_ascii(byte) if byte < 128 else bytes((byte,)) for byte in range(256)]
_ESCAPED = {
    "short": sum(1 << byte for byte in range(128) if len(_OF_BYTE[byte]) > 1),
    "any": (1 << 128) - 1,
}
"""Bytes that are not, or not only, spelled as themselves."""


@lru_cache(1024)
def _of_class(mask: int, escapes: str) -> Pattern:
    escaped = [byte for byte in range(128) if mask & _ESCAPED[escapes] & 1 << byte]
    if escapes == "any":
        others = spell([(byte, byte) for byte in escaped], "any") if escaped else EMPTY
    else:
        others = literals([_OF_BYTE[byte] for byte in escaped])
    return alternation(byte_class(mask & ~_ESCAPED[escapes]), others)


class _Spelling:
    """Patterns as they are spelled in a string.

    What is left of a text at an assertion is spelled too. So in a part that reads up to the text's end (`to_end`), "any
    text" and complements are taken among all bytes: they say the same there, and conditions that are met vanish. Not so
    in a part that reads from its beginning: `\n` ends in the byte n.
    """

    def __init__(self, escapes: str) -> None:
        self.escapes = escapes
        self.any = repeat(_of_class(ANY_BYTE.mask, escapes))
        self._known: dict[tuple[int, bool], tuple[Pattern, Pattern]] = {}  # by identity and `to_end`

    def terminal(self, pattern: Pattern) -> Pattern:
        """The texts of a whole terminal; of an intersection, one part says that they are spelled."""
        if type(pattern) is Intersection and type(pattern.parts[0]) is not Complement:
            first, *others = pattern.parts
            return intersection(self.of(first, False), *(self.of(each, True) for each in others))
        return self.of(pattern, False)

    def of(self, pattern: Pattern, to_end: bool) -> Pattern:
        """What is spelled of a pattern; `to_end` tells that it reads all that is left of a text, which is spelled."""
        found = self._known.get((id(pattern), to_end))
        if found is None:
            found = self._known[id(pattern), to_end] = pattern, self._of(pattern, to_end)
        return found[1]

    def _of(self, pattern: Pattern, to_end: bool) -> Pattern:
        match pattern:
            case Literal():
                return self._literal(pattern.data)
            case Literals():
                if self.escapes == "any":
                    return alternation(*map(self._literal, pattern.items))
                return literals([b"".join([_OF_BYTE[byte] for byte in item]) for item in pattern.items])
            case ByteClass():
                return _of_class(pattern.mask, self.escapes)
            case Concatenation():
                *before, last = pattern.parts
                return concat(*(self.of(part, False) for part in before), self.of(last, to_end))
            case Alternation():
                return alternation(*(self.of(part, to_end) for part in pattern.parts))
            case Intersection():
                return intersection(*(self.of(part, to_end) for part in pattern.parts))
            case Complement():
                inner = complement(self.of(pattern.part, to_end))
                return inner if to_end else intersection(inner, self.any)
            case Repetition():
                if to_end and pattern.maximum is None and pattern.minimum == 0 and pattern.part is ANY_BYTE:
                    return ANY
                return repeat(self.of(pattern.part, False), pattern.minimum, pattern.maximum)
            case Ahead():
                return Ahead(self.of(pattern.part, True), pattern.negative)
            case Behind():
                return Behind(self.of(pattern.part, False), pattern.negative)
        return pattern  # nothing, or the empty text

    def _literal(self, data: bytes) -> Pattern:
        if self.escapes == "any":
            return concat(*(_of_class(1 << byte, "any") for byte in data))
        return literal(b"".join([_OF_BYTE[byte] for byte in data]))


_ONE_SPELLING = concat(
    QUOTES["short"], repeat(alternation(_of_class((1 << 128) - 1, "short"), NON_ASCII)), QUOTES["short"]
)
"""A string in which each character is written as `json.dumps(…, ensure_ascii=False)` writes it."""


def within_string(
    start: Expression, productions: dict[str, Expression], escapes: str, name: Callable[[str], str], pointer: str
) -> tuple[Expression, dict[str, Expression]]:
    """The string whose texts are those of an inner grammar, and its productions; `name` gives theirs."""
    known: dict[int, Terminal] = {}
    spelling = _Spelling(escapes)

    def terminal(node: Terminal) -> Terminal:
        found = known.get(id(node))
        if found is None:
            found = known[id(node)] = Terminal.encoded(spelling.terminal(node.pattern), node.name)
        return found

    def leaf(node: Expression) -> Expression:
        if type(node) is Terminal:
            return terminal(node)
        if type(node) is Nonterminal:
            return Nonterminal(name(node.name))
        if type(node) is Distinct:
            return _distinct(node, terminal, pointer)
        return node

    quote = Terminal(QUOTES["short"], '"')
    written_ = {name(each): rewritten(expression, leaf) for each, expression in productions.items()}
    return Sequence((quote, rewritten(start, leaf), quote)), written_


def _distinct(node: Distinct, terminal: Callable[[Terminal], Terminal], pointer: str) -> Distinct:
    """The same, where what differs is told by its bytes."""
    if node.spelling == Distinct.JSON_ITEMS:
        raise UnsupportedError(
            f"{pointer}: items that are compared by value cannot be counted in JSON within a string; leave "
            "`min_length` of the set to 1",
            feature="pydantic.Json",
            where=pointer,
        )
    inner = node.terminal
    if node.spelling != Distinct.EXACT:
        inner = Terminal.encoded(intersection(inner.pattern, _ONE_SPELLING), inner.name)
    return Distinct(terminal(inner), Distinct.EXACT)
