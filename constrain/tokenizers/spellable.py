"""What a vocabulary without a token for every byte can spell: texts in which no token leads to where none follows.

T5 has no byte fallback, WordPiece no space. Half-way through a text such a vocabulary could get stuck, after a token
that ends within a character which no other one finishes. So only those characters are counted on whose bytes are all
tokens, and those that are tokens themselves, if single bytes finish them wherever a token may leave off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import _native
from ..grammar import Terminal
from ..patterns.pattern import (
    EPSILON,
    Alternation,
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
    optional,
    repeat,
)
from ..patterns.utf8 import CHARACTER
from .special_tokens import MARK

MOST_BYTES = 4096  # of tokens in `closed`: compiling takes up to a second then; at twice that, three


def texts(tokens: Sequence[bytes | None], single_bytes: int, strips_leading_space: bool) -> Pattern:
    """The texts that can be finished from wherever one of their tokens ends, as `Vocabulary.spellable` says.

    `single_bytes` are the bytes that are tokens by themselves, as a 256-bit mask.
    """
    broken_off = _broken_off(tokens)
    whole = [chr(c).encode() for c in characters(tokens)]
    safe = [c for c in whole if not _made_of(c, single_bytes) and not _unfinished(c, broken_off, single_bytes)]
    spaced = characters(_after_space(tokens)) if strips_leading_space else []
    if any(data is not None and data.endswith(b" ") for data in tokens):
        spaced = []  # a token may leave off after the space
    return repeat(
        alternation(
            byte_class(single_bytes),
            literals(safe),
            concat(literal(b" "), literals(chr(c).encode() for c in spaced)),
        )
    )


def characters(tokens: Iterable[bytes | None]) -> list[int]:
    """The code points that are tokens by themselves, ascending."""
    found = set()
    for data in tokens:
        if data is not None and len(data) <= 4:
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                found.add(ord(text))
    return sorted(found)


def _broken_off(tokens: Iterable[bytes | None]) -> set[bytes]:
    """The beginnings of characters with which some token ends."""
    found = set()
    for data in tokens:
        if data is not None and data[-1] >= 0x80:
            for length in range(1, min(3, len(data)) + 1):
                if data[-length] >= 0xC0:
                    found.add(data[-length:])
                    break
    return found


def _unfinished(character: bytes, broken_off: set[bytes], mask: int) -> bool:
    """Whether some token leaves off within the character where single bytes do not lead on."""
    return any(
        character[:cut] in broken_off and not _made_of(character[cut:], mask) for cut in range(1, len(character))
    )


def _made_of(data: bytes, mask: int) -> bool:
    return all(mask >> byte & 1 for byte in data)


def _after_space(tokens: Iterable[bytes | None]) -> Iterable[bytes | None]:
    return (data[1:] if data is not None and data[:1] == b" " else None for data in tokens)


def closed(tokens: Iterable[bytes], *, whole: bool) -> Pattern:
    """Texts (whole characters) of these tokens whose rest is spelled by them, too, from wherever a token ends.

    If such a text is the `whole` text, the first token begins with it. If not, what comes before may have ended in the
    middle of any token; the texts may follow each other then, without any getting stuck.
    """
    known = list(tokens)
    spelled = repeat(literals(known))
    begun = EPSILON if whole else optional(literals(token[i:] for token in known for i in range(1, len(token))))
    return intersection(repeat(CHARACTER), spelled, complement(concat(begun, spelled, complement(spelled))))


def within(tokens: Iterable[bytes | None], patterns: Iterable[Pattern]) -> list[bytes]:
    """The tokens that are made of bytes of the patterns, without those that spell the same."""
    mask = 0
    for pattern in patterns:
        mask |= bytes_of(pattern)
    others = bytes(byte for byte in range(256) if not mask >> byte & 1)
    return list(dict.fromkeys(data for data in tokens if data is not None and data == data.translate(None, others)))


def is_text(terminal: Terminal) -> bool:
    """Whether the byte that stands for special tokens is in none of the terminal's texts."""
    return _native.surely_without(terminal.code, MARK[0]) or not bytes_of(terminal.pattern) >> MARK[0]


def bytes_of(pattern: Pattern) -> int:
    """A 256-bit mask of bytes beside which the pattern's texts have no others. Linear, no recursion."""
    found: dict[int, int] = {}
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
        mask = (1 << 256) - 1 if isinstance(node, Intersection | Complement) else 0
        for part in parts:
            mask = mask & found[id(part)] if isinstance(node, Intersection) else mask | found[id(part)]
        if isinstance(node, ByteClass):
            mask = node.mask
        elif isinstance(node, Literal | Literals):
            for byte in set(node.data if isinstance(node, Literal) else b"".join(node.items)):
                mask |= 1 << byte
        found[id(node)] = mask
    return found[id(pattern)]


def ranges(points: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Ascending numbers as ranges with both ends included."""
    found: list[tuple[int, int]] = []
    for point in points:
        if found and found[-1][1] == point - 1:
            found[-1] = (found[-1][0], point)
        else:
            found.append((point, point))
    return tuple(found)
