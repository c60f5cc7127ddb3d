"""Lexemes that must differ, of patterns with endlessly many texts: against all short texts, one by one.

Such a pattern is not taken apart for every lexeme used; what is read is compared with those. The oracle knows every text
of the pattern up to a length that no walk comes near, and calls a beginning viable if one of them, not used yet, has it.
"""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

import constrain
from constrain import Vocabulary
from constrain.grammar import Choice, Distinct, Expression, Grammar, Repeat, Scope, Sequence, Terminal
from constrain.patterns.pattern import (
    ANY,
    Pattern,
    alternation,
    byte_range,
    complement,
    concat,
    intersection,
    literal,
    repeat,
)

from .... import laws

LONGEST = 9  # characters of a text that the oracle knows

a, b, quote = (literal(letter) for letter in (b"a", b"b", b'"'))
letter = byte_range(ord("a"), ord("b"))
PATTERNS: dict[str, Pattern] = {
    '"[ab]*"': concat(quote, repeat(letter), quote),
    "[ab]+": repeat(letter, 1),
    '"?a+"?': concat(repeat(quote, 0, 1), repeat(a, 1), repeat(quote, 0, 1)),
    # Behind an `a` few texts are left, all of which may have been used.
    '"(a{0,2}|b[ab]*)"': concat(quote, alternation(repeat(a, 0, 2), concat(b, repeat(letter))), quote),
    "a{1,2}|b[ab]*": alternation(repeat(a, 1, 2), concat(b, repeat(letter))),
    '"(?!a"|b")[ab]*"': concat(
        intersection(concat(quote, repeat(letter), quote), complement(alternation(literal(b'"a"'), literal(b'"b"'))))
    ),
    '"(?!.*bb)[ab]*"': concat(quote, intersection(repeat(letter), complement(concat(ANY, literal(b"bb"), ANY))), quote),
}
TEXTS = {
    expression: [
        "".join(text)
        for length in range(LONGEST + 1)
        for text in product('"ab', repeat=length)
        if re.fullmatch(expression, "".join(text))
    ]
    for expression in PATTERNS
}


def viable(expression: str, text: str) -> bool:
    """Whether some list of different texts of the expression, between brackets, begins so."""
    if not text.startswith("["):
        return not text
    body, closed, rest = text[1:].partition("]")
    *whole, last = body.split(",")
    known = TEXTS[expression]
    if closed:
        whole.append(last)
    if rest or len(set(whole)) < len(whole) or not set(whole) <= set(known):
        return False
    return bool(closed) or any(other.startswith(last) for other in known if other not in whole)


@pytest.mark.parametrize("expression", PATTERNS)
@pytest.mark.parametrize("seed", range(6))
def test_masks_are_exactly_the_viable_tokens(expression: str, seed: int) -> None:
    """In a list of different texts, a token is allowed if and only if some list goes on with it."""
    random = Random(f"{expression}{seed}")
    word = Terminal(PATTERNS[expression], "word")
    comma, opening, closing = (Terminal(literal(text), text.decode()) for text in (b",", b"[", b"]"))
    items: Expression = Sequence((Distinct(word), Repeat(Sequence((comma, Distinct(word))))))
    grammar = Grammar("s", {"s": Scope(Sequence((opening, items, closing)))})
    pieces = {"".join(random.choices(',]"ab', weights=[3, 1, 3, 3, 2], k=random.randint(2, 6))) for _ in range(120)}
    tokens = ["[", "]", ",", '"', "a", "b", *sorted(pieces)]
    vocabulary = Vocabulary.from_bytes([*(token.encode() for token in tokens), None], end_ids=[len(tokens)])
    constraint = constrain.compile(grammar, vocabulary)
    for _ in range(8):
        matcher, text = constraint.matcher(), ""
        for _ in range(12):
            if max(map(len, text.strip("[]").split(","))) > LONGEST - 7:
                break
            expected = [number for number, token in enumerate(tokens) if viable(expression, text + token)]
            expected += [len(tokens)] if text.endswith("]") else []
            assert laws.mask(matcher) == expected, text
            for number in random.sample(range(len(tokens)), 6):
                assert matcher.allows(number) == (number in expected), (text, tokens[number])
            followed = {(text + token)[len(text)] for token in tokens if viable(expression, text + token)}
            forced = matcher.forced_bytes().decode()
            assert (forced[:1] in followed and len(followed) == 1) if forced else len(followed) != 1 or text[-1:] == "]"
            # Short words and many of them, so that they meet again.
            choices = [number for number in expected if number < len(tokens)]
            if not choices:
                break
            chosen = min(random.choices(choices, k=2), key=lambda number: len(tokens[number]))
            matcher.advance(chosen)
            text += tokens[chosen]


def test_a_used_text_is_not_ended_but_may_be_gone_beyond() -> None:
    """Behind `a,`, an `a` cannot stand alone, and `ab` may."""
    word, comma = Terminal(PATTERNS["[ab]+"], "word"), Terminal(literal(b","), ",")
    grammar = Grammar("s", {"s": Scope(Sequence((Distinct(word), Repeat(Sequence((comma, Distinct(word)))))))})
    tokens = [b"a", b"b", b",", b"a,", b"ab,", b",a", b",a,"]
    vocabulary = Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])
    matcher = constrain.compile(grammar, vocabulary).matcher()
    for token in (0, 2):
        matcher.advance(token)

    assert [tokens[number] for number in laws.mask(matcher)] == [b"a", b"b", b"ab,"]

    matcher.advance(0)

    assert not matcher.is_accepting
    assert [tokens[number] for number in laws.mask(matcher)] == [b"a", b"b", b"a,", b"ab,"]


def test_choice_of_texts_beside_the_pattern_keeps_them() -> None:
    """A token that only the used lexeme could spell is refused to it, not to a terminal of its own beside it."""
    word, comma = Terminal(PATTERNS['"[ab]*"'], "word"), Terminal(literal(b","), ",")
    item = Choice((Distinct(word), Terminal(literal(b'"a"!'), "marked")))
    grammar = Grammar("s", {"s": Scope(Sequence((item, Repeat(Sequence((comma, item))))))})
    tokens = [b'"a"', b",", b'"a"!', b'"b"', b'"a",', b'"', b"a", b"b", b"!"]
    vocabulary = Vocabulary.from_bytes([*tokens, None], end_ids=[len(tokens)])
    matcher = constrain.compile(grammar, vocabulary).matcher()
    for token in (0, 1):
        matcher.advance(token)

    assert [tokens[number] for number in laws.mask(matcher)] == [b'"a"', b'"a"!', b'"b"', b'"']
