"""Filling many rows with several threads: the same masks, also from several threads at once and after a fork."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest

import constrain
from constrain import MatcherBatch, Vocabulary
from constrain.grammars import regex

VOCABULARY = Vocabulary.from_bytes([bytes([b]) for b in range(0x61, 0x7B)] + [b"ab", b"abc", None], end_ids=[28])


def batch(rows: int) -> MatcherBatch:
    """Rows under a dozen constraints, at different places, some free."""
    compiled = [constrain.compile(regex(f"[a-{chr(0x66 + i)}]{{{i},20}}(ab)*"), VOCABULARY) for i in range(12)]
    matchers = []
    for row in range(rows):
        matcher = compiled[row % 12].matcher()
        for token in range(row % 5):
            matcher.advance(token)
        matchers.append(None if row % 7 == 3 else matcher)
    return MatcherBatch(matchers)


def masks(rows: MatcherBatch, threads: int) -> np.ndarray:
    bitmask = constrain.allocate_bitmask(len(rows), VOCABULARY)
    rows.fill_bitmask(bitmask, threads=threads)
    return bitmask


@pytest.mark.parametrize("rows", [0, 1, 2, 5, 300])
def test_any_number_of_threads_fills_the_same_masks(rows: int) -> None:
    """More threads than rows, no rows at all, more threads than a machine has."""
    expected = masks(batch(rows), 1)
    for threads in (2, 3, 8, 1000):
        assert (expected == masks(batch(rows), threads)).all()


def test_several_threads_may_fill_batches_at_once() -> None:
    """Jobs share the workers and do not mix."""
    expected = masks(batch(200), 1)
    wrong = []

    def work() -> None:
        for _ in range(30):
            if not (expected == masks(batch(200), 3)).all():
                wrong.append(1)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_fills_too() -> None:
    """The workers stay behind in the parent; the child makes its own and does not wait for them."""
    expected = masks(batch(50), 4)
    child = os.fork()
    if child == 0:
        os._exit(0 if (expected == masks(batch(50), 4)).all() else 1)
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
