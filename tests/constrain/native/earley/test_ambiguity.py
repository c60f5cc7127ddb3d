"""Texts with many readings: what they share is done once, and masks are what the textbook says."""

from __future__ import annotations

from random import Random

import pytest

import constrain
from constrain import Constraint, Limits, Vocabulary, allowed_tokens
from constrain.budget import open_budget
from constrain.grammars import gbnf
from tests.reference.grammars import Recogniser

LETTERS = b"ab("
ON = Vocabulary.from_bytes([*(bytes((letter,)) for letter in LETTERS), None], end_ids=[len(LETTERS)])
AMBIGUOUS = [
    'root ::= root root | "a" root "b" | "a"',
    'root ::= root root root | "a" root | "b" root "a" | "a"',
    'root ::= x y | x\nx ::= "a" | "a" y "b"?\ny ::= x | x y x | "b"',
    'root ::= "(" root | root root | "a" x | "b"\nx ::= root | root x "b"',
]


@pytest.mark.parametrize("source", AMBIGUOUS)
def test_masks_after_long_texts(source: str) -> None:
    """After fifty letters, where sets have a part for each place at which something may have begun."""
    grammar = gbnf(source)
    judge, constraint = Recogniser(grammar, work=50_000_000), Constraint(grammar, ON)
    row = constrain.allocate_bitmask(1, ON)[0]
    for seed in range(4):
        random, matcher, text = Random(seed), constraint.matcher(), b""
        letters = random.choice(["ab(", "aaaab", "aab"]).encode()
        for _ in range(50):
            matcher.fill_bitmask(row)
            expected = sorted(LETTERS.index(byte) for byte in judge.following(text) if byte in LETTERS)
            assert expected == [token for token in allowed_tokens(row) if token < len(LETTERS)], text
            assert judge.contains(text) == matcher.is_accepting, text
            if not expected:
                break
            token = LETTERS.index(random.choice(letters))
            token = token if token in expected else random.choice(expected)
            matcher.advance(token)
            text += LETTERS[token : token + 1]


@pytest.mark.parametrize("source", AMBIGUOUS[:3])
def test_a_token_takes_steps_in_the_length_of_the_text(source: str) -> None:
    """And not in its square, where nearly all that has begun goes on alike."""
    matcher = Constraint(gbnf(source), ON).matcher()

    def steps(tokens: int) -> int:
        budget = open_budget(Limits(steps=2**40, memory=2**40), None)
        budget.begin()
        try:
            for _ in range(tokens):
                matcher.advance(0)
        finally:
            budget.end()
        return budget.steps

    steps(200)
    early = steps(40)
    steps(360)
    assert steps(40) < 6 * early  # three times as long; it was ten times as much and more
