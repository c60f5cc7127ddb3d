r"""Patterns as their texts are spelled within a string of JSON.

    [a"\n]{2}    the texts within: two of a, a quotation mark and a line feed
    (?:a|\\"|\\n){2}    what stands between the quotation marks of the string

Spelling is a homomorphism: each byte has spellings of its own, which no other byte has, so it goes through
concatenation, repetition, choice, intersection and assertions unchanged; a complement is taken among what is spelled.
Under `escapes="short"` each byte has one spelling, that of `json.dumps(…, ensure_ascii=False)`; under `"any"` those of
ASCII have all.
"""

from __future__ import annotations

from functools import lru_cache

from constrain.budget import TURN, spend
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

from .spelling import QUOTES, spell, written


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


_Asked = tuple[Pattern, bool]  # a part, and whether it reads up to the text's end


class InString:
    """What is spelled of patterns, each once.

    What is left of a text at an assertion is spelled too. So in a part that reads up to the text's end (`to_end`), "any
    text" and complements are taken among all bytes: they say the same there, and conditions that are met vanish. Not so
    in a part that reads from its beginning: `\\n` ends in the byte n. Works at any depth, without recursion.
    """

    def __init__(self, escapes: str = "short") -> None:
        self.escapes = escapes
        self.any = repeat(_of_class(ANY_BYTE.mask, escapes))
        self._known: dict[tuple[int, bool], tuple[Pattern, Pattern]] = {}  # by identity and `to_end`

    def terminal(self, pattern: Pattern) -> Pattern:
        """The texts of a whole terminal; of an intersection, one part says that they are spelled."""
        if type(pattern) is Intersection and type(pattern.parts[0]) is not Complement:
            first, *others = pattern.parts
            return intersection(self._of(first, False), *(self._of(each, True) for each in others))
        return self._of(pattern, False)

    def _of(self, pattern: Pattern, to_end: bool) -> Pattern:
        waiting: list[_Asked] = [(pattern, to_end)]
        while waiting:
            node, ends = waiting[-1]
            spend(TURN)
            inside = _inside(node, ends)
            missing = [(part, end) for part, end in inside if (id(part), end) not in self._known]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            parts = [self._known[id(part), end][1] for part, end in inside]
            self._known[id(node), ends] = node, self._made(node, ends, parts)
        return self._known[id(pattern), to_end][1]

    def _made(self, node: Pattern, to_end: bool, parts: list[Pattern]) -> Pattern:
        """What is spelled of a pattern, given that of its parts."""
        match node:
            case Literal():
                return self._literal(node.data)
            case Literals():
                if self.escapes == "any":
                    return alternation(*map(self._literal, node.items))
                return literals([b"".join([_OF_BYTE[byte] for byte in item]) for item in node.items])
            case ByteClass():
                return _of_class(node.mask, self.escapes)
            case Concatenation():
                return concat(*parts)
            case Alternation():
                return alternation(*parts)
            case Intersection():
                return intersection(*parts)
            case Complement():
                return complement(parts[0]) if to_end else intersection(complement(parts[0]), self.any)
            case Repetition():
                if to_end and node.maximum is None and node.minimum == 0 and node.part is ANY_BYTE:
                    return ANY
                return repeat(parts[0], node.minimum, node.maximum)
            case Ahead():
                return Ahead(parts[0], node.negative)
            case Behind():
                return Behind(parts[0], node.negative)
        return node  # nothing, or the empty text

    def _literal(self, data: bytes) -> Pattern:
        if self.escapes == "any":
            return concat(*(_of_class(1 << byte, "any") for byte in data))
        return literal(b"".join([_OF_BYTE[byte] for byte in data]))


def _inside(node: Pattern, to_end: bool) -> list[_Asked]:
    """The parts of a pattern, each with whether it reads up to the text's end."""
    match node:
        case Concatenation():
            return [*((part, False) for part in node.parts[:-1]), (node.parts[-1], to_end)]
        case Alternation() | Intersection():
            return [(part, to_end) for part in node.parts]
        case Complement():
            return [(node.part, to_end)]
        case Repetition() | Behind():
            return [(node.part, False)]
        case Ahead():
            return [(node.part, True)]
    return []


ONE_SPELLING = concat(
    QUOTES["short"], repeat(alternation(_of_class((1 << 128) - 1, "short"), NON_ASCII)), QUOTES["short"]
)
"""A string in which each character is written as `json.dumps(…, ensure_ascii=False)` writes it."""
