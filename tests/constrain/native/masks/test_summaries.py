"""Tokens of many lexemes: what is remembered of suffixes holds at every place, in every context and at every depth.

The core keeps, for items of a grammar and the suffixes of tokens, what can be read, whatever came before (masks/summaries.h).
Vocabularies here hold all short texts of an alphabet, so that suffixes part and meet again in every way.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from random import Random

import pytest

import constrain
from constrain import UnsupportedError, Vocabulary
from constrain.grammar import Choice, Expression, Grammar, Nonterminal, Sequence, Terminal
from constrain.patterns.pattern import literal, repeat

from .... import laws
from ....reference.patterns import TooBig
from ....strategies import Tokens, World, oracle_under, random_script, sample, vocabulary_of
from ....worlds import play, seeded_world

WORLDS = int(os.environ.get("CONSTRAIN_WORLDS", "60"))

NOTHING = Sequence(())
A, B, C = (Terminal(literal(letter), letter.decode()) for letter in (b"a", b"b", b"c"))
S = Nonterminal("s")


def _crowded(world: World, random: Random) -> World:
    """The same grammar under a vocabulary of all short texts over a few of its bytes, and some long ones."""
    singles = sorted({byte for item in world.tokens.items if item for byte in item})
    letters = [bytes((byte,)) for byte in random.sample(singles, min(3, len(singles)))]
    items: list[bytes | None] = [
        b"".join(text) for length in range(1, 5) for text in itertools.product(letters, repeat=length)
    ]
    oracle, _ = oracle_under(world.grammar, vocabulary_of(world.tokens))
    items += [text for text in (sample(random, oracle, letters, 12) for _ in range(12)) if len(text) > 4]
    tokens = Tokens((*dict.fromkeys(items), None), (len(dict.fromkeys(items)),), len(dict.fromkeys(items)) + 1)
    oracle, vocabulary = oracle_under(world.grammar, vocabulary_of(tokens))
    return World(world.grammar, tokens, random_script(random, oracle, vocabulary, 6))


def test_masks_of_crowded_vocabularies_are_exactly_the_viable_tokens() -> None:
    """Recursive, ambiguous, nullable and counted grammars; nearly every token holds several lexemes."""
    masks = 0
    for seed in range(WORLDS):
        try:
            masks += play(_crowded(seeded_world("grammar", 70_000 + seed), Random(seed)))
        except (TooBig, UnsupportedError):
            continue

    assert masks > WORLDS


def _allowed(productions: Mapping[str, Expression], tokens: list[bytes], prefix: bytes = b"") -> set[bytes]:
    """The tokens that may follow a text, which is read byte by byte."""
    singles = [bytes((byte,)) for byte in range(256)]
    vocabulary = Vocabulary.from_bytes([*singles, *tokens, None], end_ids=[256 + len(tokens)])
    matcher = constrain.compile(Grammar("s", dict(productions)), vocabulary).matcher()
    for byte in prefix:
        matcher.advance(byte)
    return {tokens[token - 256] for token in laws.mask(matcher) if 256 <= token < 256 + len(tokens)}


@pytest.mark.parametrize("depth", [0, 1, 3, 8, 9, 300])
def test_a_token_ends_as_many_frames_as_are_open(depth: int) -> None:
    """Behind so many opened brackets, tokens of that many closing ones fit and no more; behind the last, none opens."""
    brackets = {"s": Choice((Sequence((A, S, B)), NOTHING))}
    tokens = (
        [b"b" * count for count in range(2, 10)] + [b"b" * count + b"a" for count in range(1, 9)] + [b"aab", b"aba"]
    )

    expected = {b"b" * count for count in range(2, min(depth, 9) + 1)} | {b"aab"}
    assert _allowed(brackets, tokens, b"a" * depth) == expected


def test_lexemes_that_divide_a_token_in_many_ways_count_once() -> None:
    """Thirty equal letters can be divided into up to thirty lexemes in half a billion ways."""
    runs = {"s": Choice((Sequence((Terminal(repeat(literal(b"a"), 1, None), "run"), S)), B))}
    tokens = [b"a" * count + end for count in range(1, 31) for end in (b"", b"b", b"bb", b"c")]

    assert _allowed(runs, tokens) == {b"a" * count + end for count in range(1, 31) for end in (b"", b"b")}


def test_a_token_may_hold_more_lexemes_than_summaries_nest() -> None:
    """A thousand lexemes in one token, each in a frame of its own: nothing is lost and nothing overflows."""
    brackets = {"s": Choice((Sequence((A, S, B)), C))}
    tokens = [b"a" * 500 + b"c" + b"b" * count for count in (499, 500, 501)] + [b"a" * 1000, b"a" * 9 + b"b"]

    assert _allowed(brackets, tokens) == set(tokens[:2]) | {tokens[3]}
    assert _allowed(brackets, tokens, b"a") == set(tokens[:4]) - {tokens[4]}


def test_what_two_rules_end_at_once_is_kept_apart() -> None:
    """Items that share a state but complete different rules go on where their own callers stand."""
    rules = {
        "s": Choice((Sequence((A, Nonterminal("x"), B)), Sequence((A, Nonterminal("y"), C)))),
        "x": Choice((Sequence((A, Nonterminal("x"), A)), C)),
        "y": Choice((Sequence((A, Nonterminal("y"), B)), C)),
    }
    tokens = [b"ac", b"aca", b"acb", b"acab", b"acaa", b"acbc", b"acbb", b"cb", b"cc", b"acac"]

    assert _allowed(rules, tokens, b"a") == {b"ac", b"aca", b"acb", b"acab", b"acbc", b"cb", b"cc"}
