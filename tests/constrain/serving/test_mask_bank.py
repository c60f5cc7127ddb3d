"""Masks by number: the number stands for the mask, the same mask has one number, and copies can follow."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import constrain
from constrain import LimitExceeded, MaskBank, MatcherBatch, Vocabulary
from constrain.grammars import regex

VOCABULARY = Vocabulary.from_bytes([bytes([b]) for b in range(0x61, 0x7B)] + [b"ab", b"abc", None, b"zz"], end_ids=[28])


def compiled(count: int) -> list[constrain.Constraint]:
    return [constrain.compile(regex(f"[a-{chr(0x62 + i)}]{{1,6}}(ab)*"), VOCABULARY) for i in range(count)]


@pytest.mark.parametrize("capacity", [9, 12, 40, 1000])
def test_a_copy_that_follows_holds_every_mask(capacity: int) -> None:
    """On random walks, with a bank that starts over often, seldom or never."""
    random = Random(capacity)
    bank = MaskBank(VOCABULARY, capacity)
    copy = np.zeros(bank.masks.shape, np.int32)
    constraints = compiled(6)
    rows = MatcherBatch([*constraints, None, constraints[0]])
    for _ in range(120):
        for number, matcher in enumerate(rows.rows):
            if matcher is None:
                continue
            row = constrain.allocate_bitmask(1, VOCABULARY)[0]
            matcher.fill_bitmask(row)
            matcher.advance(random.choice(constrain.allowed_tokens(row)))
            if matcher.is_finished and random.random() < 0.5:
                rows.rows[number] = constraints[number % 6].matcher()
        expected = constrain.allocate_bitmask(len(rows), VOCABULARY)
        rows.fill_bitmask(expected)
        ids = bank.find(rows)
        written = bank.take_written()
        copy[written] = bank.masks[written]
        assert (expected == copy[ids]).all()
        assert 0 == ids[6]


def test_equal_masks_have_equal_numbers() -> None:
    """Whatever the constraint and the place; what was met before is not written again."""
    first, other = (constrain.compile(regex(pattern), VOCABULARY) for pattern in ("ab|cd", "(a|d)."))
    bank = MaskBank(VOCABULARY)
    ids = bank.find(MatcherBatch([first, first, None, first]))
    assert [1, 1, 0, 1] == ids.tolist()
    assert slice(0, 2) == bank.take_written()
    rows = MatcherBatch([first, constrain.compile(regex("(ab|cd)"), VOCABULARY)])
    assert [1, 1] == bank.find(rows).tolist()
    assert slice(2, 2) == bank.take_written()
    assert [1, 2] == bank.find(MatcherBatch([first, other])).tolist()
    assert slice(2, 3) == bank.take_written()


def test_a_bank_smaller_than_a_batch_says_so() -> None:
    """And goes on to serve batches that fit."""
    bank = MaskBank(VOCABULARY, 4)
    with pytest.raises(LimitExceeded, match="different masks in one batch") as caught:
        bank.find(MatcherBatch(compiled(5)))
    assert (3, 5) == (caught.value.limit, caught.value.needed)
    assert [1, 2, 3] == bank.find(MatcherBatch(compiled(3))).tolist()
    with pytest.raises(ValueError, match="capacity is 1"):
        MaskBank(VOCABULARY, 1)
