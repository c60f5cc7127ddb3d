"""Sets of code points as byte patterns: exact over all of Unicode, minimal, and always the same tree for the same
set."""

from __future__ import annotations

import re
from random import Random

import pytest

from constrain.patterns.pattern import (
    EMPTY,
    Alternation,
    ByteClass,
    Concatenation,
    Literal,
    Pattern,
    concat,
    encode,
    keep_code,
    literal,
)
from constrain.patterns.utf8 import ASCII, CHARACTER, NON_ASCII, Ranges, characters, text

SPELLED = [chr(c).encode() for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def as_re(pattern: Pattern) -> bytes:
    """The pattern for `re`, which is then the judge."""
    match pattern:
        case Literal():
            return re.escape(pattern.data)
        case ByteClass():
            return b"[" + b"".join(b"\\x%02x" % byte for byte in range(256) if pattern.mask >> byte & 1) + b"]"
        case Concatenation():
            return b"".join(map(as_re, pattern.parts))
        case Alternation():
            return b"(?:" + b"|".join(map(as_re, pattern.parts)) + b")"
    raise TypeError(pattern)


def random_set(random: Random) -> Ranges:
    """A few ranges whose ends like to lie where the length of the spelling changes."""
    edges = [0, 0x40, 0x7F, 0x80, 0xBF, 0xC0, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]
    ends = sorted({min(max(random.choice(edges) + random.randint(-70, 70), 0), 0x10FFFF) for _ in range(10)})
    pairs = list(zip(ends[::2], ends[1::2], strict=False))
    return tuple(pair for pair, after in zip(pairs, [*pairs[1:], (0x200000, 0)], strict=True) if pair[1] + 1 < after[0])


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_set_matches(seed: int) -> None:
    """Of all characters, those in the set match, and no others."""
    ranges = random_set(Random(seed))
    compiled = re.compile(as_re(characters(ranges)))
    expected = {chr(c).encode() for low, high in ranges for c in range(low, high + 1) if not 0xD800 <= c < 0xE000}
    assert expected == set(filter(compiled.fullmatch, SPELLED))


def test_invalid_utf8_never_matches() -> None:
    """Overlong spellings, surrogates and what lies beyond U+10FFFF are no characters."""
    compiled = re.compile(as_re(CHARACTER))
    for wrong in (
        b"\x80",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe0\x9f\xbf",
        b"\xed\xa0\x80",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
    ):
        assert compiled.fullmatch(wrong) is None


def test_all_of_non_ascii_is_one_node() -> None:
    """Whatever class it came from, and whether or not the surrogates are named."""
    without_quote = characters(((0, 0x21), (0x23, 0x10FFFF)))
    assert isinstance(without_quote, Alternation)
    assert without_quote.parts[1] is NON_ASCII
    assert characters(((0x80, 0xD7FF), (0xE000, 0x10FFFF))) is NON_ASCII
    assert encode(characters(((0, 0x10FFFF),))) == encode(CHARACTER)


def test_one_character_is_a_literal_and_ascii_a_class() -> None:
    """The common cases are single nodes."""
    assert encode(characters(((0x20AC, 0x20AC),))) == encode(literal("€".encode()))
    assert encode(characters(((0, 0x7F),))) == encode(ASCII)
    assert characters(()) is EMPTY
    assert characters(((0xD800, 0xDFFF),)) is EMPTY
    assert text("\ud800") is EMPTY
    assert encode(text("né")) == encode(literal("né".encode()))


def test_equal_tails_are_shared() -> None:
    """Blocks with the same content become one branch: alternate characters of one block are two nodes and a class."""
    even = characters(tuple((c, c) for c in range(0x400, 0x500, 2)))
    assert isinstance(even, Concatenation)
    assert [type(part) for part in even.parts] == [ByteClass, ByteClass]


def test_kept_code_is_the_code() -> None:
    """A pattern whose byte code is kept encodes as it would otherwise, alone and inside others."""
    kept = keep_code(Alternation((literal(b"a"), ASCII)))
    plain = Alternation((literal(b"a"), ASCII))
    assert encode(kept) == encode(plain)
    assert encode(concat(kept, literal(b"x"), kept)) == encode(concat(plain, literal(b"x"), plain))
