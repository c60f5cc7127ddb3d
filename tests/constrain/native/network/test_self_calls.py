"""Rules that call themselves at their beginning and end are loops: the same language, and no cost for their readings."""

from __future__ import annotations

import os
from itertools import product
from random import Random

import pytest

import constrain
from constrain import GrammarError, UnsupportedError, Vocabulary, VocabularyError
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Repeat, Sequence, Terminal
from constrain.grammars import gbnf
from constrain.patterns.pattern import literal
from tests.reference.constraint import oracle_of

RULES = int(os.environ.get("CONSTRAIN_WORLDS", "600"))
LETTERS = "ab+"
LONGEST = 5
VOCABULARY = Vocabulary.from_bytes([*(letter.encode() for letter in LETTERS), None], end_ids=[len(LETTERS)])
TEXTS = ["".join(text) for length in range(LONGEST + 1) for text in product(LETTERS, repeat=length)]
E, F = Nonterminal("e"), Nonterminal("f")


def part(random: Random, depth: int) -> Expression:
    """A piece of a rule in which the rule itself is likely, wherever it stands."""
    kind = random.random()
    if kind < 0.35:
        return random.choice([E, E, F])
    if kind < 0.7 or depth == 0:
        letter = random.choice(LETTERS)
        return Terminal(literal(letter.encode()), letter)
    if kind < 0.8:
        return Sequence([part(random, depth - 1) for _ in range(random.randint(0, 3))])
    if kind < 0.9:
        return Choice([part(random, depth - 1) for _ in range(random.randint(1, 2))])
    return Repeat(part(random, depth - 1), *random.choice([(0, 1), (0, None), (1, None), (0, 2), (2, 3)]))


def rule(random: Random) -> Expression:
    """Some ways, each of a few pieces."""
    ways: list[Expression] = [
        Sequence([part(random, 1) for _ in range(random.randint(1, 3))]) for _ in range(random.randint(1, 3))
    ]
    return Choice([*ways, Terminal(literal(b"a"), "a")] if random.random() < 0.8 else ways)


def test_random_rules_have_the_texts_that_they_had() -> None:
    """Rules that call themselves and each other anywhere allow at each place what a reader of the rules allows."""
    walked = 0
    for seed in range(RULES):
        random = Random(f"self calls {seed}")
        grammar = Grammar("e", {"e": rule(random), "f": rule(random)})
        oracle = oracle_of(grammar)
        try:
            constraint = constrain.compile(grammar, VOCABULARY)
        except UnsupportedError:
            continue
        except (GrammarError, VocabularyError):
            assert not oracle.viable(b""), seed
            continue
        row = constrain.allocate_bitmask(1, VOCABULARY)[0]
        places = [(constraint.matcher(), "")]
        for matcher, text in places:
            matcher.fill_bitmask(row)
            expected = [number for number, letter in enumerate(LETTERS) if oracle.viable((text + letter).encode())]
            expected += [len(LETTERS)] if oracle.contains(text.encode()) else []
            assert expected == constrain.allowed_tokens(row), (seed, text)
            for token in expected if len(text) < LONGEST else []:
                if token < len(LETTERS) and random.random() < 0.7:
                    after = matcher.fork()
                    after.advance(token)
                    places.append((after, text + LETTERS[token]))
        walked += len(places)

    assert walked > 5 * RULES


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ('root ::= root root | "a"', "a"),
        ('root ::= root "+" root | "-" root | root "!" | "a"', "a+-a!+"),
        ('root ::= (root | "a") "+" (root | "a") | "a"', "a+"),
        ('root ::= root root | "a" | ""', "a"),
        ('root ::= e "."\ne ::= e "+" e | e "*" e | "(" e ")" | "a"', "(a+a*a)+"),
    ],
)
def test_many_readings_are_one_state(rules: str, text: str) -> None:
    """A text goes round in a few states however long it is, where each set of readings would be one of its own."""
    every = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(128)), None], end_ids=[128])
    matcher = constrain.compile(gbnf(rules), every).matcher()
    states = []
    for letter in text * (200 // len(text)):
        matcher.advance(ord(letter))
        states.append(matcher.state)

    assert len(set(states)) <= 2 * len(text)
