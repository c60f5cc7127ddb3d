"""Masks that are written again and again become bitsets; nothing but time may tell.

Expected is what `allows` says of each token, which reads its bytes and knows no masks.
"""

from __future__ import annotations

from random import Random
from threading import Thread

import numpy as np
import pytest

import constrain
from constrain import Constraint, Matcher, Vocabulary
from constrain.grammar import Expression, Grammar, Repeat, Sequence, Terminal
from constrain.patterns.pattern import literals

from .... import laws

LETTERS = "abcdefgh"


def vocabulary_of(count: int, random: Random) -> tuple[Vocabulary, list[bytes]]:
    """So many different words as tokens, beside the letters and an end."""
    found: dict[bytes, None] = {}
    while len(found) < count:
        found["".join(random.choices(LETTERS, k=random.randrange(3, 9))).encode()] = None
    tokens = list(found)
    return Vocabulary.from_bytes([*tokens, *(letter.encode() for letter in LETTERS), None], end_ids=[count + 8]), tokens


def scattered(count: int, random: Random) -> Constraint:
    """Any of `count` words, again and again, among 20,000 tokens."""
    vocabulary, tokens = vocabulary_of(20_000, random)
    item = Terminal(literals(random.sample(tokens, count)), "word")
    return constrain.compile(Grammar("s", {"s": Repeat(item)}), vocabulary)


def row_of(matcher: Matcher, before: int) -> bytes:
    """The mask, written into a row that held this word everywhere."""
    row = np.full(matcher.constraint.vocabulary.words, before, dtype=np.int32)
    matcher.fill_bitmask(row)
    return row.tobytes()


@pytest.mark.parametrize("count", [3, 300, 401, 900, 5000])
def test_a_mask_is_the_same_however_often_it_is_written(count: int) -> None:
    """Also where it is few tokens, or many from the beginning, and into rows that held anything."""
    matcher = scattered(count, Random(count)).matcher()
    expected = laws.allowed_one_by_one(matcher)

    assert expected == laws.mask(matcher)
    assert len({row_of(matcher, before) for before in (0, -1, 0x5A5A5A5A) * 4}) == 1
    assert expected == laws.mask(matcher)


def test_threads_that_write_one_mask_at_once_agree() -> None:
    """One of them keeps the bitset while the others write."""
    constraint = scattered(900, Random(7))
    matchers = [constraint.matcher() for _ in range(4)]
    found: list[set[bytes]] = [set() for _ in matchers]

    def write(number: int) -> None:
        found[number] = {row_of(matchers[number], -1) for _ in range(50)}

    threads = [Thread(target=write, args=(number,)) for number in range(len(matchers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [{row_of(constraint.matcher(), 0)}] * 4 == found


def test_more_masks_than_are_kept_as_bitsets() -> None:
    """Only so many are kept; those beyond are written as they were before."""
    random = Random(3)
    vocabulary, tokens = vocabulary_of(1_000, random)
    words = [random.sample(range(1_000), 600) for _ in range(300)]
    places: list[Expression] = [Terminal(literals([tokens[i] for i in some]), "word") for some in words]
    matcher = constrain.compile(Grammar("s", {"s": Sequence(places)}), vocabulary).matcher()
    for place, some in enumerate(words):
        expected = laws.allowed_one_by_one(matcher) if place % 20 == 19 else laws.mask(matcher)

        assert len({row_of(matcher, before) for before in (0, -1) * 3}) == 1
        assert expected == laws.mask(matcher)
        matcher.advance(some[0])
