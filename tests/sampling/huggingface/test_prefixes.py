"""The state of a row is a function of its tokens, whatever the trie remembers."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("torch")

from constrain import Vocabulary, compile
from constrain.grammars import regex
from constrain.sampling.huggingface.prefixes import Prefix, PrefixTrie, RowStates
from tests.sampling.fake import FakeConstraint, FakeVocabulary

VOCABULARY = FakeVocabulary([b"a", b"b", b"ab", b"c", None, b"ba"], end_ids=[4])
TOKENS = range(-1, VOCABULARY.size + 2)


def constraint() -> FakeConstraint:
    return FakeConstraint(rb"(ab|ba)*c?", VOCABULARY)


def outcome(node: Prefix) -> bytes | None:
    """What a node says: the text after it, or that only the end may follow."""
    return None if node.matcher is None else node.matcher.text  # type: ignore[attr-defined]


def by_definition(of: FakeConstraint, tokens: list[int]) -> bytes | None:
    """The same, from the first token on."""
    text = b""
    for token in tokens:
        if token not in of.allowed_after(text) or token in VOCABULARY.end_ids:
            return None
        text += VOCABULARY.tokens[token] or b""
    return text


@pytest.mark.parametrize("limit", [2, 5, 30, 10_000])
@pytest.mark.parametrize("seed", range(8))
def test_any_sequence_of_calls_finds_the_state_of_each_row(seed: int, limit: int) -> None:
    """Rows grow, swap, double, shrink, come back, go wrong and change in number; a tiny memory changes nothing."""
    choose = random.Random(seed)
    first, second = constraint(), FakeConstraint(rb"[ab]{0,4}", VOCABULARY)
    constraints = [first, None, second, first]
    states = RowStates(constraints, limit)
    rows: list[list[int]] = [[] for _ in range(4)]
    owners = [0, 1, 2, 3]
    for _ in range(60):
        act = choose.random()
        if act < 0.5:  # one token further, mostly allowed
            for row, owner in zip(rows, owners, strict=True):
                each = constraints[owner]
                text = by_definition(each, row) if each is not None else None
                legal = each.allowed_after(text) if each is not None and text is not None else list(TOKENS)
                row.append(choose.choice(legal if choose.random() < 0.9 else list(TOKENS)))
        elif act < 0.7:  # beams move within the rows of a prompt
            rows = [list(choose.choice(rows)) for _ in rows]
        elif act < 0.85:  # back, and maybe elsewhere
            length = choose.randrange(len(rows[0]) + 1)
            rows = [row[:length] for row in rows]
        elif act < 0.9:  # jump
            extra = choose.randrange(6)
            rows = [row + [choose.choice(list(TOKENS)) for _ in range(extra)] for row in rows]
        else:  # another number of rows
            count = choose.randrange(1, 6)
            rows = [list(choose.choice(rows)) for _ in range(count)]
            owners = [choose.randrange(4) for _ in range(count)]
        nodes = states.find(np.array(rows, np.int64).reshape(len(rows), -1), owners)

        for node, row, owner in zip(nodes, rows, owners, strict=True):
            each = constraints[owner]
            if each is None:
                assert node is None
            else:
                assert node is not None
                assert by_definition(each, row) == outcome(node)


def test_a_step_forward_costs_one_advance_a_row() -> None:
    """Also when beams are reordered and doubled."""
    of = constraint()
    states = RowStates([of], 10_000)
    rows = np.array([[0, 1], [1, 0], [2, 2], [5, 2]])
    states.find(rows[:, :0], [0] * 4)
    states.find(rows[:, :1], [0] * 4)
    states.find(rows, [0] * 4)
    of.work.clear()
    moved = np.concatenate((rows[[3, 3, 0, 1]], [[0], [2], [5], [0]]), axis=1)
    states.find(moved, [0] * 4)

    assert of.work["advance"] == 4


def test_going_back_costs_nothing_while_remembered() -> None:
    """Speculative decoding asks again about prefixes seen before."""
    of = constraint()
    states = RowStates([of], 10_000)
    row = np.array([[2, 2, 5, 2, 2, 5]])
    for length in range(7):
        states.find(row[:, :length], [0])
    of.work.clear()
    for length in (2, 3, 4, 6, 1, 6):
        states.find(row[:, :length], [0])

    assert of.work["advance"] == 0


def test_memory_is_bounded() -> None:
    """A long generation of many branches keeps about `limit` nodes, and a long replay makes no more than that."""
    choose = random.Random(0)
    of = FakeConstraint(rb"[abc]*", VOCABULARY)
    states = RowStates([of], 64)
    rows = np.zeros((3, 0), np.int64)
    for _ in range(500):
        rows = np.concatenate((rows[choose.choices(range(3), k=3)], [[choose.choice((0, 1, 3))] for _ in range(3)]), 1)
        states.find(rows, [0] * 3)
        assert states._tries[0].nodes <= 64 + 3
    trie = PrefixTrie(of, 64)  # type: ignore[arg-type]
    trie.walk(trie.root, [0] * 2_000)

    assert trie.nodes <= 64


def test_rows_are_kept_by_value() -> None:
    """A caller may write its next texts over the last ones, in the same memory."""
    states = RowStates([compile(regex("(ab)*"), Vocabulary.from_bytes([b"a", b"b", None], end_ids=[2]))], 100)
    rows = np.array([[0, 1]])
    states.find(rows[:, :0], [0])
    states.grow([0])
    states.settle(rows[:, :1])
    rows[0, 0] = 1
    [node] = states.find(rows, [0])

    assert node is not None
    assert node.matcher is None  # no text begins with `b`
