"""Suffixes that are too many to be merged are read where they stand in the vocabulary's trie.

What a lexeme reads of them is a table again, of which the next lexeme reads, so a token of four lexemes is read by four
tables. The judge is `allows`, which reads a token byte by byte. The vocabulary holds every short text over four letters:
more suffixes begin with each than are merged, and lexemes end and die before, at and after the node where the one before
them died.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import constrain
from constrain import UnsupportedError, Vocabulary
from constrain.grammar import Choice, Grammar, Nonterminal, Sequence, Terminal
from constrain.grammars.regex import regex
from constrain.patterns.pattern import Pattern, literal

from .... import laws
from ....strategies import PLAIN, random_pattern

LETTERS = "abc "
TOKENS = [*(bytes((byte,)) for byte in range(256))]
TOKENS += ["".join(letters).encode() for length in range(2, 6) for letters in product(LETTERS, repeat=length)]
VOCABULARY = Vocabulary.from_bytes([*TOKENS, None], end_ids=[len(TOKENS)])


def _lists(*patterns: Pattern) -> Grammar:
    """Lexemes of the patterns, in any order and at least one, and then a mark."""
    lexemes = Choice(tuple(Terminal(pattern, f"t{number}") for number, pattern in enumerate(patterns)))
    rest = Choice((Nonterminal("s"), Terminal(literal(b"!"), "mark")))
    return Grammar("s", {"s": Sequence((lexemes, rest))})


def _pattern(text: str) -> Pattern:
    (terminal,) = regex(text).productions.values()
    assert isinstance(terminal, Terminal)
    return terminal.pattern


def _check(grammar: Grammar, random: Random, steps: int = 3) -> None:
    """Along a random text all masks are what `allows` says."""
    for matcher in laws.walk(constrain.compile(grammar, VOCABULARY), random, steps, finish=0.0):
        assert laws.mask(matcher) == laws.allowed_one_by_one(matcher), matcher.tokens


@pytest.mark.parametrize("seed", range(40))
def test_random_lexemes_read_what_their_bytes_say(seed: int) -> None:
    """Three random patterns, so that most tokens hold several lexemes."""
    random = Random(seed)
    letters = [letter.encode() for letter in LETTERS]
    try:
        _check(_lists(*(random_pattern(random, letters, random.randint(1, 6), PLAIN) for _ in range(3))), random)
    except UnsupportedError:  # nothing matches, or what does cannot be finished
        pytest.skip("no language")


@pytest.mark.parametrize(
    "patterns",
    [
        (" +", "[abc]+"),  # white space and names
        ("a(bc*a)?", "b", "c", " "),  # the suffix begins far above where the first lexeme died
        ("a(bbbb)?", "bb", "c"),  # a lexeme ends on the way there
        ("a(bbbc)?", "bba", "c"),  # and dies there
        ("[ab]+", "[bc]+", "[c ]+"),  # a token comes by many ends
        ("[abc ]", "[abc ]{2}"),  # and from each by many
    ],
)
def test_lexemes_end_and_die_on_the_way_to_where_the_one_before_died(patterns: tuple[str, ...]) -> None:
    """The shapes that a walk tells apart."""
    _check(_lists(*map(_pattern, patterns)), Random(0), 4)
