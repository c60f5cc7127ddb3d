"""Intersections that are compiled to one automaton with a counter beside it: the same texts, masks and ends as by definition.

The oracle is the reference automaton, which knows no counters; the vocabulary has tokens of several bytes, so that masks near
a bound, and lexemes that may end inside a token, are looked at too.
"""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

import constrain
from constrain import GrammarError, Vocabulary
from constrain.grammar import Grammar, Sequence, Terminal
from constrain.grammars import json_schema, regex
from constrain.patterns.pattern import (
    ANY,
    Ahead,
    Pattern,
    alternation,
    byte_class,
    complement,
    concat,
    intersection,
    literal,
    repeat,
)
from tests.steps import at_most

from .... import laws
from ....reference.patterns import Automaton, TooBig

WORDS = [b"ab", b"ba", b"cc", b"abc", b"bb", b"aba", b"cab", b"caab", b"c!", b"a!"]
TOKENS = [*(bytes((byte,)) for byte in range(256)), *WORDS]
END = len(TOKENS)
LETTER = byte_class(1 << ord("a") | 1 << ord("b") | 1 << ord("c"))


def _search(random: Random) -> Pattern:
    word = literal(bytes(random.choices(b"abc", k=random.randint(1, 3))))
    gap = repeat(LETTER, 0, None)
    found = random.choice(
        [concat(gap, word, gap), concat(word, gap), concat(gap, word), concat(gap, word, repeat(LETTER, 2, 2), gap)]
    )
    return complement(found) if random.random() < 0.3 else found


def _short(random: Random) -> Pattern:
    """A counter, and mostly nothing beside it; what follows may begin as another round does."""
    unit = random.choice([LETTER, LETTER, alternation(literal(b"ab"), byte_class(1 << ord("c") | 1 << ord("a")))])
    least = random.choice([0, 1, random.randint(2, 9)])
    counted = repeat(unit, least, None if least > 1 and random.random() < 0.2 else least + random.randint(2, 12))
    if random.random() < 0.6:
        return counted
    before = random.choice([concat(), literal(b"c"), repeat(literal(b"a"), 0, None)])
    after = random.choice([literal(b"d"), repeat(LETTER, 0, 1), repeat(literal(b"d"), 0, 2), literal(b"ca")])
    return concat(before, counted, after)


def _pattern(random: Random) -> Pattern:
    parts = [_search(random) for _ in range(random.randint(2, 3))]
    if random.random() < 0.3:  # lookaheads, in place of an intersection
        asked = [Ahead(concat(part, ANY) if random.random() < 0.5 else part, False) for part in parts]
        return concat(*asked, _short(random))
    if random.random() < 0.3:  # alternatives that share the counter
        short = _short(random)
        return alternation(*(intersection(short, part, _search(random)) for part in parts))
    return intersection(_short(random), *parts)


def _tokens_of(reference: Automaton, text: bytes, closing: bool) -> set[int]:
    """The tokens that leave something to be read; `closing`: an exclamation mark follows the lexeme."""

    def goes_on(whole: bytes) -> bool:
        lexeme, mark, rest = whole.partition(b"!")
        if mark:
            return closing and not rest and reference.contains(lexeme)
        return reference.viable(whole)

    allowed = {number for number, token in enumerate(TOKENS) if goes_on(text + token)}
    return allowed | ({END} if not closing and reference.contains(text) else set())


@pytest.mark.parametrize("closing", [False, True])
def test_masks_are_those_of_the_definition(closing: bool) -> None:
    """After texts drawn from the masks themselves, up to their ends."""
    random = Random(7)
    vocabulary = Vocabulary.from_bytes([*TOKENS, None], end_ids=[END])
    looked = 0
    for _ in range(250):
        pattern = _pattern(random)
        try:
            reference = Automaton(pattern, limit=3000)
        except TooBig:
            continue
        expression = Terminal(pattern, "text")
        grammar = Grammar("s", {"s": Sequence((expression, Terminal(literal(b"!"), "!"))) if closing else expression})
        try:
            matcher = constrain.compile(grammar, vocabulary).matcher()
        except GrammarError:
            assert not reference.viable(b""), pattern
            continue
        text = b""
        for _ in range(12):
            mask = set(laws.mask(matcher))

            assert mask == _tokens_of(reference, text, closing), (pattern, text)

            looked += 1
            ways = sorted(mask - {END, *(n for n, token in enumerate(TOKENS) if token.endswith(b"!"))})
            if not ways:
                break
            token = random.choice(ways)
            matcher.advance(token)
            text += TOKENS[token]
    assert looked > 400


@pytest.mark.parametrize("most", [60, 100, 200, 1000])
@pytest.mark.parametrize("flags", ["(?s)", "(?as)"])
def test_two_words_in_a_short_text(most: int, flags: str) -> None:
    """Under default limits, and as the definition has it: both words whole, and no more characters."""
    grammar = regex(rf"{flags}(?=.*\bare\b)(?=.*\bsoldiers\b).{{1,{most}}}")
    constraint = constrain.compile(
        grammar, Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
    )

    assert constraint.accepts("soldiers are")
    assert constraint.accepts("Ünder: soldiers, are" + "é" * (most - 20)) == ("(?a" in flags)
    assert constraint.accepts("soldiers are " + "é" * (most - 13))
    assert not constraint.accepts("soldiers are " + "é" * (most - 12))
    assert not constraint.accepts("soldiersare are")


@pytest.mark.parametrize("least", [0, 1, 2, 6])
@pytest.mark.parametrize("tail", ["[a-d]?", "(?:a|d)?", "(?:[ad]b*)?", "[a-d]", "d?", r"\."])
def test_what_follows_a_counter_may_begin_as_its_rounds_do(least: int, tail: str) -> None:
    """A text that leaves the rounds has as many left as before, whatever else it could have been."""
    pattern = rf"(?=.*ab)(?=.*ba)(?=.*bb)[abc]{{{least},6}}{tail}"
    constraint = constrain.compile(regex(pattern), Vocabulary.from_bytes([b"a", b"b", b"d", b".", None], end_ids=[4]))

    for length in range(4, 9):
        for letters in product("abd.", repeat=length):
            text = "".join(letters)

            assert constraint.accepts(text) == bool(re.fullmatch(pattern, text)), text


@pytest.mark.parametrize("bounds", ["{20,60}", "{200,1000}", "{60,}"])
@pytest.mark.parametrize("words", [2, 4])
def test_words_in_a_text_that_is_not_too_short(bounds: str, words: int) -> None:
    """A least length costs no more than a greatest; nothing but the number of characters is left to say."""
    asked = "".join(rf"(?=.*\b{word}\b)" for word in ("are", "soldiers", "the", "peace")[:words])
    constraint = constrain.compile(
        regex(rf"(?s){asked}.{bounds}"),
        Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256]),
    )
    least, most = (bounds[1:-1] + "5000" * bounds.endswith(",}")).split(",")
    found = "peace the soldiers are "

    assert constraint.accepts(found + "é" * (int(least) - len(found)))
    assert constraint.accepts(found + "é" * (int(most) - len(found)))
    assert constraint.accepts(found) == (int(least) <= len(found))
    assert not constraint.accepts(found + "é" * (int(least) - len(found) - 1)) or int(least) <= len(found)
    assert bounds.endswith(",}") or not constraint.accepts(found + "é" * (int(most) - len(found) + 1))


def test_allof_of_patterns_with_a_length() -> None:
    """The same as a JSON Schema, and with complements in complements."""
    every = Vocabulary.from_bytes([*(bytes((b,)) for b in range(256)), None], end_ids=[256])
    schema = {"type": "string", "allOf": [{"pattern": r"\bare\b"}, {"pattern": r"\bsoldiers\b"}], "maxLength": 40}
    nested = {"type": "string", "maxLength": 200, "allOf": [
        {"not": {"allOf": [{"not": {"allOf": [{"pattern": one}, {"pattern": two}, {"pattern": "^[\\w]*$"}]}}
                           for two in ("12", "ab", "c1")]}}
        for one in ("[ab]", "\\d", "1.*2")
    ]}  # fmt: skip
    words, texts = constrain.compile(json_schema(schema), every), constrain.compile(json_schema(nested), every)

    assert words.accepts('"are the soldiers"')
    assert not words.accepts('"are the soldiers' + "!" * 30 + '"')
    assert texts.accepts('"a112ab"')
    assert not texts.accepts('"cc"')


def test_whole_words_are_taken_unseen_where_a_text_has_so_many() -> None:
    """A mask in the middle of such a text looks at few of the words; which it allows is what `advance` takes."""
    made = Random(3)
    words = ["".join(made.choices("abcdefghijklmnopqrstuvwxyz", k=made.randint(2, 9))) for _ in range(4000)]
    blank = ["".join(made.choices(" \u00a0a", k=made.randint(2, 4))) for _ in range(60)]
    texts = {text.encode() for text in (*words, *(f" {word}" for word in words), *blank)}
    tokens = [*(bytes((b,)) for b in range(256)), *sorted(text for text in texts if len(text) > 1), None]
    vocabulary = Vocabulary.from_bytes(tokens, end_ids=[len(tokens) - 1])
    schema = {"type": "string", "maxLength": 60, "minLength": 1, "pattern": r"^(?:\S+\s+){0,4}\S+$"}
    constraint = constrain.compile(json_schema(schema), vocabulary)
    for text in ('"ab', '"ab cd', '"a b c  d', '"a b c d e', '"a b c d e' + 48 * "f"):
        matcher = constraint.matcher()
        for byte in text.encode():
            matcher.advance(byte)
        with at_most(14_000 if len(text) > 50 else 1_000):  # there, most words are too long
            mask = laws.mask(matcher)

        assert mask == laws.allowed_one_by_one(matcher)
