"""Tables made in short ways must say what a walk of the whole trie would: counters, differences, loops, literals.

Each law compares the mask, which comes from tables, with `allows`, which reads a token byte by byte; the vocabulary
holds every short text over a few letters, so that tokens run through all that a table leaves out.
"""

from __future__ import annotations

from itertools import product

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammar import Grammar, Repeat, Sequence, Terminal
from constrain.grammars.regex import regex
from constrain.patterns.pattern import (
    EPSILON,
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

LETTERS = 'ab "!'
TEXTS = ["".join(letters) for length in range(2, 6) for letters in product(LETTERS, repeat=length)]
TEXTS += ["".join(letters) for length in range(2, 7) for letters in product("xy", repeat=length)]
TEXTS += ["ab" * 10, "ba" * 12 + '"', "é", "aé", 'é"', "ababa é", "é" * 5 + "!"]
# With every byte a token, patterns are taken as they are.
TOKENS = [*(bytes((byte,)) for byte in range(256)), *(text.encode() for text in TEXTS)]
VOCABULARY = Vocabulary.from_bytes([*TOKENS, None], end_ids=[len(TOKENS)])


def compare(grammar: Grammar, texts: list[str]) -> None:
    """After each text (which must be possible) the mask holds just the tokens that `allows` allows."""
    constraint = constrain.compile(grammar, VOCABULARY)
    for text in texts:
        matcher = constraint.matcher()
        for byte in text.encode():
            matcher.advance(byte)
        expected = laws.allowed_one_by_one(matcher)

        assert laws.mask(matcher) == expected, text
        assert expected


@pytest.mark.parametrize(
    "pattern",
    [
        "([ab]+ ){0,2}!",
        "([ab]+ ){0,40}!",
        "([ab]+ ){2,3}!",
        "([abxy]+ ){0,2}!",
        "([a-z]{2,3} ?){0,3}!",
        "([ab ]){0,3}!",
        "([ab ]){3,}!",
        "([^!]){0,4}!",
        "([^!]){2,30}!",
        "(([ab]{2} )+|[ab é]*)!",
        "([ab]*|[^!]{0,4}a)!",
        "(a|b[ab]*|[ab]{3} )+!",
        "(ab|ba) (ab|ba)!",
    ],
)
def test_counted_loops_allow_what_reading_byte_by_byte_allows(pattern: str) -> None:
    """A round is a round of the counted loop: the letters of a word are none, and words within a loop are."""
    compare(regex(pattern), ["", "a", "ab"] if not pattern.startswith("(ab|ba)") else ["", "a", "ab", "ab b"])


STRING = concat(repeat(byte_class(sum(1 << ord(letter) for letter in "ab !")), 0, None), literal(b'"'))


@pytest.mark.parametrize(
    ("base", "texts"),
    [
        (STRING, [b'"', b'ab"', b'abab"', b'b"']),
        (STRING, [b'"', b'ab"', b'ab"a', b"ab"]),  # texts that the base does not hold
        (concat(repeat(byte_class(1 << 97 | 1 << 98), 0, 3), literal(b'"')), [b'a"', b'ab"', b'aba"']),
        (concat(repeat(byte_class(1 << 97 | 1 << 98), 0, 2), literal(b'"')), [b'aa"', b'ab"', b'ba"', b'bb"']),
        (repeat(byte_class(1 << 97 | 1 << 98), 1, None), [b"a", b"ab", b"abab"]),  # goes on behind what is taken out
    ],
)
def test_a_pattern_without_a_few_texts_allows_what_reading_byte_by_byte_allows(
    base: Pattern, texts: list[bytes]
) -> None:
    """Tokens that spell a text to its end leave the table, alone and with what comes after; no others do."""
    key = Terminal(intersection(base, complement(literals(texts))), "key")
    compare(
        Grammar("s", {"s": Sequence((key, Terminal(literal(b"!"), "end")))}),
        ["", "a", "ab"][: 3 if base is STRING else 2],
    )
    many = Repeat(Sequence((key, Terminal(literal(b" "), "space"))), 1, 3)
    compare(Grammar("s", {"s": Sequence((many, Terminal(literal(b"!"), "end")))}), ["", "a"])


@pytest.mark.parametrize(("words", "length"), [(30, 40), (40, 30), (3, 100), (18, 36), (60, 61), (20, 21)])
def test_intersections_of_counters_allow_what_reading_byte_by_byte_allows(words: int, length: int) -> None:
    """Far from both limits a table is shared; near one of them it must still end where no text can go on."""
    letters, blank = byte_class(sum(1 << ord(letter) for letter in "abxy")), literal(b" ")
    word = concat(repeat(letters, 1, None), repeat(blank, 1, None))
    any_text = repeat(byte_class(sum(1 << ord(letter) for letter in "abxy !")), 0, length)
    pattern = intersection(concat(repeat(word, 0, words), literal(b"!")), concat(any_text, literal(b"!")))
    grammar = Grammar("s", {"s": Sequence((Terminal(pattern, "words"), Terminal(literal(b'"'), "end")))})
    most = min(words, length // 2)
    texts = ["", "a", "ab ", "a " * (most // 2), "a " * (most - 3), "a " * (most - 1), "x" * (length - 9)]
    compare(grammar, texts)


@pytest.mark.parametrize(
    "behind",
    [
        EPSILON,
        literal(b"a"),
        literal(b"ab!"),
        repeat(literal(b" "), 0, 1),
        repeat(byte_class(1 << 97 | 1 << 98), 0, 2),
        alternation(literal(b"a!"), literal(b' "'), EPSILON),
        concat(repeat(byte_class(1 << 97 | 1 << 33), 0, None), literal(b'"')),
    ],
)
def test_patterns_that_begin_with_one_text_allow_what_reading_byte_by_byte_allows(behind: Pattern) -> None:
    """The text is followed, and only what is left behind it is walked through; the lexeme may end there, or later."""
    rest = repeat(byte_class(sum(1 << ord(letter) for letter in "ab !")), 1, None)
    for text in ("a", "ab", "ab a", "aba"):
        key = Terminal(concat(literal(text.encode()), behind), "key")
        compare(Grammar("s", {"s": Sequence((key, Terminal(rest, "rest")))}), ["", "a"])


@pytest.mark.parametrize(
    "texts",
    [
        ["a", "ab", "abab"],
        ["ab!", "aba", "b ", "ba!a"],
        ['ab"', 'aba"', 'abb!"', 'xyx"', 'xyy"'],
        ["".join(letters) for letters in product("ab ", repeat=5)],
    ],
)
def test_enumerations_allow_what_reading_byte_by_byte_allows(texts: list[str]) -> None:
    """Few texts are followed one by one, also where one goes on behind another, or a class stands for a byte."""
    rest = repeat(byte_class(sum(1 << ord(letter) for letter in "ab !")), 1, None)
    for pattern in (
        literals([text.encode() for text in texts]),
        concat(literals([text.encode() for text in texts]), byte_class(1 << 97 | 1 << 33), literal(b"a")),
    ):
        compare(
            Grammar("s", {"s": Sequence((Terminal(pattern, "one"), Terminal(rest, "rest")))}),
            ["", *dict.fromkeys(text[:2] for text in texts[:3])],
        )


_INSIDE = repeat(byte_class(sum(1 << ord(letter) for letter in "abxy !")), 0, None)


def _with(text: str) -> Pattern:
    return concat(_INSIDE, literal(text.encode()), _INSIDE, literal(b'"'))


@pytest.mark.parametrize(
    "pattern",
    [
        intersection(STRING, complement(_with("ab"))),
        intersection(STRING, complement(_with("ab a"))),
        intersection(STRING, complement(_with("ab")), complement(_with("!b"))),
        intersection(_with("ab"), complement(_with("ba"))),
        intersection(_with("aba"), _with("bb"), complement(_with("a!"))),
        intersection(STRING, complement(concat(repeat(byte_class(1 << 97 | 1 << 98), 0, 3), literal(b'"')))),
        intersection(
            STRING, repeat(alternation(literal(b"a"), byte_class(1 << 98), literal(b' "'), literal(b'"')), 0, 9)
        ),
        intersection(
            concat(repeat(byte_class(1 << 97 | 1 << 32), 0, 6), literal(b'"')), alternation(_with("a "), _with("aa"))
        ),
        concat(intersection(_INSIDE, complement(concat(_INSIDE, literal(b"aa"), _INSIDE))), literal(b'"')),
        alternation(_with("ab"), concat(literal(b"a"), repeat(byte_class(1 << 98), 0, 4), literal(b'"'))),
    ],
)
def test_patterns_looked_for_anywhere_allow_what_reading_byte_by_byte_allows(pattern: Pattern) -> None:
    """States of one search share a table with a patch; an intersection loops where all its parts do and bounds are far."""
    grammar = Grammar("s", {"s": Sequence((Terminal(pattern, "text"), Terminal(literal(b"!"), "end")))})
    texts = [
        text for text in ["", "a", "ab", "b", "aba", "a ", "!", "abb", "aaa", "ab bb"] if _can_begin(grammar, text)
    ]
    compare(grammar, texts)


def _can_begin(grammar: Grammar, text: str) -> bool:
    matcher = constrain.compile(grammar, VOCABULARY).matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return True


def _letters(text: str) -> Pattern:
    return byte_class(sum(1 << ord(letter) for letter in text))


def _alone(pattern: Pattern) -> Grammar:
    return Grammar("s", {"s": Sequence((Terminal(pattern, "text"), Terminal(literal(b"!"), "end")))})


@pytest.mark.parametrize("length", [31, 32, 33, 34, 35, 64, 70])
@pytest.mark.parametrize("minimum", [1, 2])
def test_rounds_of_long_words(length: int, minimum: int) -> None:
    """An unfinished word may keep the counter behind it out of sight: it is no tail all the same."""
    word = concat(*(_letters("xy" if n else "x") for n in range(length)))
    rest = concat(literal(b'"'), repeat(_letters('ab "'), 0, None), literal(b"!"))
    words = "xy" * (length + 1)
    compare(_alone(concat(repeat(word, minimum, 5), rest)), ["", "x", "xy", words[: length - 2]])


def test_rounds_of_words_of_words() -> None:
    """Between the byte that is read and the counter of the outermost words stand more than a hundred parts."""
    rest = concat(literal(b'"'), repeat(_letters('ab "'), 0, None), literal(b"!"))
    word: Pattern = EPSILON
    for length in (32, 31, 31):
        word = concat(repeat(word, 3, 3), *(_letters("xy" + "abcdefg"[n % 7]) for n in range(length)))
    compare(_alone(concat(repeat(word, 2, 5), rest)), ["", "x", "xyxy"])


@pytest.mark.parametrize("bound", [1_000_000, 2**29, 2**29 + 1, 900_000_000, 2**30, 2**30 + 1, 2**31 - 1, 2**32 - 2])
def test_bounds_that_nobody_comes_near(bound: int) -> None:
    """They are not taken for what tables count with, wherever they stand."""
    later = concat(literal(b"y"), repeat(_letters("ab"), 0, bound), literal(b'"'))
    rest = alternation(later, concat(repeat(_letters('x "!'), 1, None), literal(b'"')))
    compare(_alone(concat(repeat(_letters("ab"), 2, 7), rest)), ["", "ab", "aby", "ababab"])


def test_bounds_that_become_large_together() -> None:
    """Two that stand behind each other once what is between them has been left out."""
    half = repeat(_letters("ab"), 0, 450_000_000)
    later = concat(literal(b" "), alternation(half, literal(b"!")), half, literal(b'"'))
    rest = alternation(later, concat(repeat(_letters('x"!'), 1, None), literal(b'"')))
    compare(_alone(concat(repeat(_letters("ab"), 2, 7), rest)), ["", "ab", "ab ", "ababab"])


def test_texts_that_are_followed_into_a_loop() -> None:
    """Where most tokens stay, and a place that no token ends at lies between two loops that are walked."""
    side = byte_class(1 << ord("a") | 1 << ord("b"))
    rounds = repeat(repeat(concat(literal(b"x"), side), 2, 2), 0, 2)
    vocabulary = Vocabulary.from_bytes([b"bxbx", b"bxax", b"x", b"b", b"a", None], end_ids=[5])
    matcher = constrain.compile(Grammar("s", {"s": Terminal(rounds, "rounds")}), vocabulary).matcher()
    matcher.advance(2)

    assert set(laws.mask(matcher)) == {token for token in range(6) if matcher.allows(token)} == {0, 1, 3, 4}
