"""Subtrees of tokens taken unseen, because a pattern survives all their bytes, must hold tokens that are allowed.

The law compares the mask with `allows`, which reads a token byte by byte and knows no short cuts. The vocabulary holds
all short texts over a few letters, with and without marks and an umlaut, so that its trie has subtrees large enough for
the search; the patterns are searches, complements, rounds and counters, which go on forever without coming back to themselves.
"""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import constrain
from constrain import Vocabulary
from constrain.errors import GrammarError
from constrain.grammar import Grammar, Sequence, Terminal
from constrain.patterns.pattern import (
    Pattern,
    alternation,
    byte_class,
    complement,
    concat,
    intersection,
    literal,
    literals,
    repeat,
)

from .... import laws


def texts_over(letters: str, longest: int) -> list[bytes]:
    return ["".join(text).encode() for n in range(2, longest + 1) for text in product(letters, repeat=n)]


TOKENS = [bytes((byte,)) for byte in range(256)]
TOKENS += texts_over('aez_ü"', 4)
TOKENS += [b"q" + text for text in texts_over("aez", 5)] + [b"w" + text for text in texts_over("azü", 5)]
TOKENS += [b"gazette" * 3, "ü".encode() * 9, b"a" * 20, b"ez" * 9 + b'"', "eü".encode()[:-1]]
VOCABULARY = Vocabulary.from_bytes([*TOKENS, None], end_ids=[len(TOKENS)])

ASCII = byte_class(sum(1 << ord(letter) for letter in "abcdefghijklmnopqrstuvwxyz_"))
ANY = alternation(ASCII, literal("ü".encode()))
TWO = byte_class(1 << ord("a") | 1 << ord("z"))
QUOTE = literal(b'"')


def ends_with_quote(body: Pattern) -> Pattern:
    return concat(body, QUOTE)


def searched(word: str) -> Pattern:
    """Texts in which the word stands somewhere, and then a quotation mark."""
    return ends_with_quote(concat(repeat(ANY, 0, None), literal(word.encode()), repeat(ANY, 0, None)))


def counted(low: int, high: int | None) -> Pattern:
    return ends_with_quote(repeat(ANY, low, high))


def compare(pattern: Pattern, texts: list[str]) -> int:
    """The mask after each of the texts that are possible is what `allows` says of each token; how many there were."""
    grammar = Grammar("s", {"s": Sequence((Terminal(pattern, "text"), Terminal(repeat(ANY, 1, None), "end")))})
    constraint = constrain.compile(grammar, VOCABULARY)
    compared = 0
    for text in texts:
        matcher = constraint.matcher()
        for byte in text.encode():
            if not matcher.allows(byte):
                break
            matcher.advance(byte)
        else:
            assert laws.allowed_one_by_one(matcher) == laws.mask(matcher), text
            compared += 1
    return compared


def counted_letters(low: int) -> Pattern:
    return ends_with_quote(repeat(ASCII, low, None))


ANYTHING = counted(0, None)
TEXTS = ["", "a", "ez", "za_", "ü"]


@pytest.mark.parametrize(
    "pattern",
    [
        intersection(ANYTHING, complement(searched("zaz"))),
        intersection(ANYTHING, complement(searched("ae_")), complement(searched("üe"))),
        intersection(searched("ez"), complement(searched("zz")), counted(0, 30)),
        intersection(counted(0, 7), complement(searched("aa"))),
        intersection(counted(2, 6), alternation(searched("a_"), searched("zz"))),
        concat(repeat(concat(ANY, ANY, ANY), 0, None), ANY, QUOTE),
        concat(repeat(concat(ASCII, ASCII, ASCII, ASCII), 1, None), QUOTE),
        alternation(concat(repeat(concat(ASCII, ASCII), 0, None), QUOTE), concat(repeat(ASCII, 0, 6), literal(b"_"))),
        # After the rounds of a counter there may be just the texts that are taken out.
        intersection(
            concat(literal(b"q"), alternation(counted(0, 5), concat(repeat(literal(b"!"), 0, None), literal(b"?")))),
            complement(literal(b'qzzzzz"')),
            complement(literal(b'qaeae"')),
        ),
        intersection(ANYTHING, complement(searched("üz"))),
        intersection(ANYTHING, complement(concat(repeat(ASCII, 0, None), literal("aüü".encode()), ANYTHING))),
        # Keys taken out of a pattern with complements: its table with a few tokens less.
        intersection(
            ANYTHING, complement(searched("zaz")), *(complement(literal(key)) for key in (b'ae"', b'ez"', b'"'))
        ),
        intersection(
            ANYTHING,
            complement(counted_letters(1)),
            complement(literal('aü"'.encode())),
            complement(literal('üe"'.encode())),
        ),
        intersection(
            ANYTHING, complement(counted_letters(3)), *(complement(literal(key)) for key in (b'ae"', b'z"', b'eza_"'))
        ),
        intersection(
            searched("e"), complement(searched("ü")), complement(literal(b'ae"')), complement(literal(b'ez"'))
        ),
        # Behind `a` all that is left is taken out.
        intersection(
            ends_with_quote(repeat(TWO, 0, None)),
            complement(concat(literal(b"a"), ends_with_quote(repeat(TWO, 2, None)))),
            complement(literals([b'a"', b'aa"', b'az"'])),
        ),
        intersection(ANYTHING, complement(literal(b'gazette"')), complement(literal(b'aez"'))),
    ],
)
def test_patterns_that_go_on_for_ever_allow_what_reading_byte_by_byte_allows(pattern: Pattern) -> None:
    """Searches, complements and rounds: what is survived whatever it leads to, and what only seems to be."""
    assert compare(pattern, TEXTS)


WORDS = st.text(st.sampled_from("aez_ü"), min_size=1, max_size=4)
BOUNDS = st.integers(0, 9)
SIMPLE = st.one_of(
    WORDS.map(searched),
    st.builds(lambda low, more: counted(low, low + more), st.integers(0, 3), BOUNDS),
    st.builds(
        lambda size, more: ends_with_quote(repeat(concat(*[ANY] * size), more, None)),
        st.integers(2, 5),
        st.integers(0, 1),
    ),
    st.builds(
        lambda word, more: ends_with_quote(repeat(concat(literal(word.encode()), repeat(ASCII, 1, None)), 0, more)),
        WORDS,
        BOUNDS,
    ),
    WORDS.map(lambda word: literal(f'{word}"'.encode())),
    st.lists(WORDS, min_size=1, max_size=4).map(lambda words: literals([f'{word}"'.encode() for word in words])),
)
PARTS = st.lists(st.tuples(SIMPLE, st.booleans()), min_size=1, max_size=4)


@given(PARTS, PARTS, st.booleans())
@settings(max_examples=25, deadline=None)
def test_random_intersections_allow_what_reading_byte_by_byte_allows(
    first: list[tuple[Pattern, bool]], second: list[tuple[Pattern, bool]], both: bool
) -> None:
    """Each part as it is or its complement among strings, met; and two of these as alternatives."""

    def met(parts: list[tuple[Pattern, bool]]) -> Pattern:
        return reduce(intersection, [ANYTHING, *(part if kept else complement(part) for part, kept in parts)])

    with suppress(GrammarError):  # nothing matches
        compare(alternation(met(first), met(second)) if both else met(first), ["", "ez", "a"])
