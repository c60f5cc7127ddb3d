"""Tables read off what tokens cost must say what reading byte by byte says, for all values of one bound or two.

Patterns are drawn at random: words under a limit of characters, words alone, bounds near and far, words that begin like
what is between words, searches beside them. Along a random text the mask is compared with `allows`.
"""

from __future__ import annotations

import random

import pytest

import constrain
from constrain import GrammarError, Matcher, Vocabulary
from constrain.grammar import Grammar, Sequence, Terminal
from constrain.patterns.pattern import (
    EPSILON,
    Pattern,
    alternation,
    byte_class,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    repeat,
)

from .... import laws
from .test_token_table import TOKENS

MORE = [
    "cfé".encode(),
    "dé".encode(),
    "defé".encode(),
    "ced日".encode(),
    b"xx",
    b"xy",
    b"axx",
    b"axya",
    b"xyxy",
    b"a a a a",
    b"ab ab",
    b" xxa xy",
    b'aa"!',
    b'xy"',
    b'xxb"!',
    "éé é".encode(),
]
VOCABULARY = Vocabulary.from_bytes([*TOKENS, *MORE, None], end_ids=[len(TOKENS) + len(MORE)])


def _bytes(text: str) -> Pattern:
    return byte_class(sum(1 << ord(letter) for letter in text))


# What a letter and a blank begin with may be the same: `xx` is a letter and `xy` a blank.
# Whole groups of bytes, or no subtree of the trie would be taken at once.
LETTER = alternation(_bytes("abcdef"), literal("é".encode()), literal(b"xx"))
ASCII = _bytes("abcdef")
BEYOND = alternation(
    concat(byte_range(0xC2, 0xDF), byte_range(0x80, 0xBF)),
    concat(literal(b"\xe0"), byte_range(0xA0, 0xBF), byte_range(0x80, 0xBF)),
    concat(alternation(byte_range(0xE1, 0xEC), byte_range(0xEE, 0xEF)), repeat(byte_range(0x80, 0xBF), 2, 2)),
    concat(literal(b"\xed"), byte_range(0x80, 0x9F), byte_range(0x80, 0xBF)),
    concat(literal(b"\xf0"), byte_range(0x90, 0xBF), repeat(byte_range(0x80, 0xBF), 2, 2)),
    concat(byte_range(0xF1, 0xF3), repeat(byte_range(0x80, 0xBF), 3, 3)),
    concat(literal(b"\xf4"), byte_range(0x80, 0x8F), repeat(byte_range(0x80, 0xBF), 2, 2)),
)
BLANK = alternation(_bytes(" "), literal(b"xy"))
CHARACTER = alternation(ASCII, BLANK, literal(b"xx"), _bytes("!"), BEYOND)
END = literal(b'"')


def _words(draw: random.Random, end: Pattern) -> Pattern:
    letter = draw.choice([LETTER, LETTER, ASCII, ASCII, alternation(ASCII, BEYOND), _bytes("b!")])
    bound = draw.choice([0, 1, 2, 3, 5, 9, 30, None])
    letters = repeat(letter, draw.choice([1, 1, 2]), draw.choice([None, None, 3]))
    word = [letters, repeat(BLANK, draw.choice([0, 1]), draw.choice([None, 1, 2]))]
    if draw.random() < 0.2:
        word.reverse()
    last = repeat(draw.choice([letter, letter, CHARACTER]), draw.choice([0, 1, 1]), draw.choice([None, None, 4]))
    return concat(
        repeat(concat(*word), min(draw.choice([0, 0, 1, 2]), bound or 0), bound), draw.choice([last, letters]), end
    )


def _text(draw: random.Random, end: Pattern) -> Pattern:
    return concat(repeat(CHARACTER, draw.choice([0, 0, 1, 3]), draw.choice([4, 6, 9, 14, 40, None])), end)


def _search(draw: random.Random, end: Pattern) -> Pattern:
    anything = repeat(CHARACTER, 0, None)
    found = concat(anything, literal(draw.choice([b"ab", b"b", b"aa", "é".encode()])), anything, end)
    return complement(found) if draw.random() < 0.5 else found


def _drawn(draw: random.Random) -> Pattern:
    end = draw.choice([END, END, END, EPSILON])
    parts = [_words(draw, end)]
    if draw.random() < 0.8:
        parts.append(_text(draw, end))
    if draw.random() < 0.25:
        parts.append(draw.choice([_words, _text, _search])(draw, end))
    draw.shuffle(parts)
    return intersection(*parts)


def _matcher(draw: random.Random) -> Matcher:
    """Of a pattern that something matches."""
    while True:
        terminals = (Terminal(_drawn(draw), "text"), Terminal(literal(b"!"), "end"))
        try:
            return constrain.compile(Grammar("s", {"s": Sequence(terminals)}), VOCABULARY).matcher()
        except GrammarError:
            continue


@pytest.mark.parametrize("seed", range(150))
def test_masks_allow_what_reading_byte_by_byte_allows(seed: int) -> None:
    """At every second byte of a text, whose letters are drawn from those that can go on."""
    draw = random.Random(seed)
    matcher = _matcher(draw)
    for step in range(24):
        mask = set(laws.mask(matcher))
        if step % 2 == 0:
            assert mask == set(laws.allowed_one_by_one(matcher)), step
        letters = [byte for byte in b"ab xy!\xc3\xa9" if byte in mask]
        if not letters:
            break
        matcher.advance(draw.choice(letters))


@pytest.mark.parametrize("length", range(1, 30))
def test_words_within_a_number_of_characters(length: int) -> None:
    """The shape of JSON Schemas with a limit of words and of characters, at every distance from the limits."""
    words = concat(repeat(concat(repeat(LETTER, 1, None), repeat(BLANK, 1, None)), 0, 3), repeat(LETTER, 1, None), END)
    within = intersection(words, concat(repeat(CHARACTER, 0, length), END))
    matcher = constrain.compile(
        Grammar("s", {"s": Sequence((Terminal(within, "text"), Terminal(literal(b"!"), "end")))}), VOCABULARY
    ).matcher()
    for byte in b"ab a xya xxab"[: length + 3]:
        assert laws.mask(matcher) == laws.allowed_one_by_one(matcher)
        if not matcher.allows(byte):
            break
        matcher.advance(byte)
