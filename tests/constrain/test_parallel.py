"""Many rows in one call: the same masks by any number of threads, beforehand, at once and after a fork."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest

import constrain
from constrain import MatcherBatch, RejectedToken, Vocabulary
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


def masks(rows: MatcherBatch, threads: int | None) -> np.ndarray:
    bitmask = constrain.allocate_bitmask(len(rows), VOCABULARY)
    rows.fill_bitmask(bitmask, threads=threads)
    return bitmask


@pytest.mark.parametrize("rows", [0, 1, 2, 5, 300])
def test_any_number_of_threads_fills_the_same_masks(rows: int) -> None:
    """More threads than rows, no rows at all, more threads than a machine has."""
    expected = masks(batch(rows), 1)
    for threads in (2, 3, 8, 1000, None):
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


def test_prepared_masks_are_those_of_fill() -> None:
    """`prepare` computes aside and changes nothing else, also while the rows move on, are freed, or are filled at once."""
    for seed in range(40):
        rows, other = batch(60), batch(60)
        rows.prepare(threads=1 + seed % 4)
        if seed % 3 == 0:
            for matcher in rows.rows:
                if matcher is not None and matcher.allows(3):
                    matcher.advance(3)
            for matcher in other.rows:
                if matcher is not None and matcher.allows(3):
                    matcher.advance(3)
        assert (masks(other, 1) == masks(rows, 1 + seed % 3)).all()
        batch(30).prepare()  # of matchers and constraints that go at once


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_amid_preparation_leaves_no_lock_closed() -> None:
    """The child fills the very constraints that the parent's threads were working on."""
    for _ in range(20):
        rows = batch(50)
        rows.prepare(threads=4)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            masks(rows, 2)
            os._exit(0)
        assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("threads", [0, -1])
def test_a_count_of_threads_is_positive(threads: int) -> None:
    """None leaves the number to the library; 0 would be ambiguous."""
    with pytest.raises(ValueError, match=f"threads is {threads}"):
        masks(batch(3), threads)
    with pytest.raises(ValueError, match=f"threads is {threads}"):
        batch(3).prepare(threads=threads)


def test_a_batch_moves_as_one() -> None:
    """If one row refuses, the error names it and no row has moved."""
    rows = batch(10)
    before = [matcher and matcher.state for matcher in rows.rows]
    tokens = [0] * 10
    tokens[6] = 25  # `z`, which no row takes
    with pytest.raises(RejectedToken, match=r"^row 6: token 25") as caught:
        rows.advance(tokens)
    assert 25 == caught.value.token
    assert before == [matcher and matcher.state for matcher in rows.rows]
    rows.advance([0] * 10)
    assert [None if m is None else 1 + row % 5 for row, m in enumerate(rows.rows)] == [m and len(m) for m in rows.rows]
    with pytest.raises(ValueError, match="3 tokens for 10 rows"):
        rows.advance([0, 0, 0])
