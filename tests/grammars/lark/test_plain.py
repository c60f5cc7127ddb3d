"""Grammars of the plain kind have natively the masks that the front end in Python gives them, or none."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import constrain
from constrain import Grammar
from constrain.errors import ConstrainError, GrammarError
from constrain.grammars import library
from constrain.grammars.lark import front
from constrain.grammars.lark.loading.load import Loaded, load
from constrain.grammars.lark.parsing.flat_grammar import Written, WrittenGrammar
from constrain.grammars.lark.plain import plain
from tests.bench import code_grammars

from . import test_lark
from .corpus import CORPUS
from .test_lark import BYTES

LEXERS = ("contextual", "basic")


def same_masks(mine: Grammar, other: Grammar, length: int = 25) -> bool:
    """Whether masks are equal along random texts, or both have none: no text matches `start: A "a"` beside `A: /[ab]/`."""
    empty = [is_empty(each) for each in (mine, other)]
    if any(empty):
        return all(empty)
    constraints = [constrain.compile(each, BYTES) for each in (mine, other)]
    masks = constrain.allocate_bitmask(2, BYTES)
    chance = random.Random(length)
    for _ in range(12):
        matchers = [each.matcher() for each in constraints]
        for _ in range(length):
            for matcher, mask in zip(matchers, masks, strict=True):
                matcher.fill_bitmask(mask)
            if bool((masks[0] != masks[1]).any()):
                return False
            tokens = [token for token in constrain.allowed_tokens(masks[0]) if token not in BYTES.end_ids]
            if not tokens:
                break
            token = chance.choice(tokens)
            for matcher in matchers:
                matcher.advance(token)
    return True


def is_empty(grammar: Grammar) -> bool:
    """Whether no text matches it."""
    try:
        constrain.compile(grammar, BYTES)
    except GrammarError:
        return True
    return False


def in_python(loaded: Loaded, lexer: str) -> Written | None:
    """What the front end in Python makes of the rules; None where it refuses them."""
    with suppress(ConstrainError):
        return front._Builder(loaded, "start", "lalr", lexer, 0).build()
    return None


def compared(text: str, lexer: str) -> str:
    """Whether a grammar is plain, and whether it is written alike."""
    try:
        loaded = load(text, "start", [], [], "auto")
    except ConstrainError:
        return "wrong"
    mine, other = plain(loaded, "start", lexer), in_python(loaded, lexer)
    if mine is None:
        return "not plain"
    if other is None:
        return "differs"
    return "alike" if same_masks(WrittenGrammar(mine), WrittenGrammar(other)) else "differs"


@pytest.mark.parametrize("lexer", LEXERS)
def test_the_corpus_is_written_alike(lexer: str) -> None:
    """Most of it is plain."""
    found = {name: compared(text, lexer) for name, (text, _) in CORPUS.items()}

    assert [] == [name for name, verdict in found.items() if verdict == "differs"]
    assert list(found.values()).count("alike") > len(found) // 3


@pytest.mark.parametrize("name", ["graphql", "sql", "c"])
def test_code_grammars_are_written_alike(name: str) -> None:
    """Hundreds of rules, keywords among names, a dozen lexers."""
    assert "alike" == compared(code_grammars.grammar(name), "contextual")


@pytest.mark.parametrize("name", library.names())
def test_the_library_is_written_alike_where_it_is_plain(name: str) -> None:
    """Lookbehinds of strings among them."""
    assert "differs" != compared(library.read(name), "contextual")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1 << 30), st.sampled_from(LEXERS))
def test_random_grammars_are_written_alike(seed: int, lexer: str) -> None:
    """With conflicts, priorities, overlapping terminals and keywords."""
    assert "differs" != compared(test_lark.random_grammar(random.Random(seed)), lexer)


@pytest.mark.slow
def test_many_random_grammars_are_written_alike() -> None:
    """The same on two thousand seeds, of which many are plain."""
    found = [compared(test_lark.random_grammar(random.Random(seed)), LEXERS[seed % 2]) for seed in range(2000)]

    assert "differs" not in found
    assert found.count("alike") > 400
