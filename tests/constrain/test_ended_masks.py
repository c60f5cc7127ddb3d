"""A mask that is ended in the middle leaves nothing behind: computed again, it is what it would have been.

Signals end native work wherever it spends steps, and the mask is then begun again. Here a budget ends it instead, after
one more step each time, so that every place where that can happen is met.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import constrain
from constrain import GrammarError, LimitExceeded, Limits, Matcher, UnsupportedError, Vocabulary, VocabularyError
from constrain.budget import open_budget
from constrain.grammar import Grammar
from constrain.grammars import json_schema, lark, regex
from tests.grammars.json_schema.wild_schemas import Wild
from tests.grammars.lark.test_indenter import BLOCKS, Brackets
from tests.strategies import ALPHABETS, random_grammar

GRAMMARS = int(os.environ.get("CONSTRAIN_WORLDS", "600")) // 60
STEPS = 6  # of a walk
_PIECES = ['{"', '":', '",', "ab", '"a', "[1", ",2", "1,", "]]", "\n ", "\n  x", "if:", "aa", "ba", "b,", '"}', "}}"]
VOCABULARY = [*(bytes((byte,)) for byte in range(128)), *(piece.encode() for piece in _PIECES), None]


def fresh() -> Vocabulary:
    """A vocabulary of which nothing is remembered."""
    return Vocabulary.from_bytes(VOCABULARY, end_ids=[len(VOCABULARY) - 1])


def ended(matcher: Matcher, steps: int, row: np.ndarray) -> bool:
    """Whether filling the row takes more steps than these; it is left where it stands then."""
    budget = open_budget(Limits(steps=steps), None)
    budget.begin()
    try:
        matcher.fill_bitmask(row)
    except LimitExceeded:
        return True
    finally:
        budget.end()
    return False


def _unique(random: Random) -> Grammar:
    items = random.choice([{}, {"enum": [1, 12, "a", "ab", [1], [1, 2]]}, {"type": "integer"}, {"type": "string"}])
    return json_schema({"type": "array", "uniqueItems": True, "items": items, "minItems": random.randint(0, 2)})


def _schema(random: Random) -> Grammar:
    return json_schema(Wild(random).schema(), property_order=random.choice(["any", "schema"]))


def _pattern(random: Random) -> Grammar:
    return regex(random.choice([r"(?=.*a)(?!.*bb)[ab]{2,20}", r"(a{1,3}b){2,9}(?<!ab)a*", r"(?>a+b|a)*[ab]{3,40}$"]))


KINDS: dict[str, Callable[[Random], Grammar]] = {
    "schema": _schema,
    "unique": _unique,
    "pattern": _pattern,
    "indentation": lambda random: lark(BLOCKS, parser="lalr", postlex=Brackets()),
    "grammar": lambda random: random_grammar(random, random.choice(ALPHABETS)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mask_that_was_ended_is_the_same_when_it_is_filled_again(kind: str) -> None:
    """Whatever was on the way when a mask ended early, the next attempt fills what a fresh constraint fills."""
    times = 0
    for seed in range(GRAMMARS):
        random = Random(f"{kind} {seed}")
        try:
            grammar = KINDS[kind](random)
            one, other = constrain.compile(grammar, fresh()).matcher(), constrain.compile(grammar, fresh()).matcher()
        except (GrammarError, VocabularyError, UnsupportedError, LimitExceeded):
            continue
        expected, found = (constrain.allocate_bitmask(1, one.constraint.vocabulary)[0] for _ in range(2))
        for _ in range(STEPS):
            one.fill_bitmask(expected)
            steps = 1
            while ended(other, steps, found):
                steps = int(steps * 1.2) + 1
                times += 1
            assert (expected == found).all(), (kind, seed, other.tokens, steps)
            texts = [t for t in constrain.allowed_tokens(expected) if t not in one.constraint.vocabulary.end_ids]
            if not texts:
                break
            token = random.choice(texts)
            one.advance(token)
            other.advance(token)
    print(kind, times)

    assert times > GRAMMARS
