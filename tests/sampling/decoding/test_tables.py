"""Constraints as tensors: masks, draws and advances without the host equal those of matchers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

import constrain
from constrain import Constraint, Vocabulary, VocabularyError
from constrain.grammars import choice, json_schema, regex
from constrain.sampling import Pipeline
from constrain.sampling.decoding import DeviceTables
from constrain.sampling.stages import ExponentialRace, Greedy, Mask, Temperature

END = 72
VOCABULARY = Vocabulary.from_bytes(
    [bytes([32 + i]) for i in range(64)] + [b"{", b"}", b'{"', b'":', b", ", b"12", b"AB", b"TRUE", None], end_ids=[END]
)
WIDTH = 77  # more logits than tokens, as models have
SCHEMA = {
    "type": "object",
    "properties": {"A": {"enum": ["AB", "ABC", "B"]}, "N": {"type": "integer", "minimum": 0, "maximum": 120}},
    "required": ["A", "N"],
    "additionalProperties": False,
}
Draw = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]


def constraints() -> list[Constraint | None]:
    date = constrain.compile(regex("[0-9]{4}-[0-9]{2}(-[0-9]{2})?"), VOCABULARY)
    names = constrain.compile(choice(["ABBA", "AB", "CAB"]), VOCABULARY)
    return [date, None, constrain.compile(json_schema(SCHEMA), VOCABULARY), names, date]


def same_as_rows(draw: Draw, tables: DeviceTables, *, greedy: bool, device: str = "cpu") -> None:
    """Follows both for some steps of random logits."""
    given = constraints()
    last = Greedy() if greedy else ExponentialRace()
    stages = [Mask(), last] if greedy else [Mask(), Temperature(0.7), last]
    rows = Pipeline(stages).start(
        torch.zeros(len(given), 1, dtype=torch.int64), constraint=given, end_tokens=[END], seeds=3
    )
    state = tables.start
    source = torch.Generator().manual_seed(4)
    for _ in range(25):
        logits = torch.randn(len(given), WIDTH, generator=source)
        logits[:, 73:] += -100.0  # no token of the free row is beyond the vocabulary
        expected = rows.sample(logits)
        noise = rows.step(stream=len(stages) - 1).exponential(logits)
        tokens, state = draw(logits.to(device), state, noise.to(device))

        finished = torch.from_numpy(rows.finished)
        assert expected[~finished].tolist() == tokens.cpu()[~finished].tolist()
        assert finished.tolist() == (finished & (tokens.cpu() == END)).tolist()
        rows.advance(expected)
        assert rows.finished.tolist() == tables.is_finished[state].tolist()
    assert rows.finished[[0, 2, 3, 4]].all()


@pytest.fixture(scope="module")
def tables() -> DeviceTables:
    return DeviceTables(constraints(), width=WIDTH, end_tokens=[END])


@pytest.mark.parametrize("greedy", [True, False])
def test_rows_of_tables_write_what_rows_of_matchers_write(greedy: bool, tables: DeviceTables) -> None:
    """Token by token, free rows and padded logits included."""
    same_as_rows(
        lambda logits, state, noise: tables.step(logits, state, None if greedy else noise, temperature=0.7),
        tables,
        greedy=greedy,
    )


def test_a_step_compiles_in_one_piece(tables: DeviceTables) -> None:
    """`fullgraph=True`: there is nothing in it that needs Python between tensors."""
    compiled = torch.compile(
        lambda logits, state, noise: tables.step(logits, state, noise, temperature=0.7), fullgraph=True
    )
    same_as_rows(compiled, tables, greedy=False)


def test_masks_are_those_of_matchers(tables: DeviceTables) -> None:
    """Bits beyond the vocabulary are for free rows only."""
    allowed = tables.allowed(tables.start)

    assert [WIDTH] == [int(row.sum()) for row in allowed[1:2]]
    for row, constraint in enumerate(constraints()):
        if constraint is not None:
            bitmask = constrain.allocate_bitmask(1, VOCABULARY)[0]
            constraint.matcher().fill_bitmask(bitmask)
            assert constrain.allowed_tokens(bitmask) == allowed[row].nonzero().flatten().tolist()


def test_masks_leave_room_to_finish_as_those_of_matchers_do() -> None:
    """With so many tokens left, from as few as the text needs, along a text."""
    constraint = constrain.compile(choice(["ABBA", "AB", "CAB"]), VOCABULARY)
    tables, matcher = DeviceTables([constraint], width=WIDTH), constraint.matcher()
    state, row = tables.start, constrain.allocate_bitmask(1, VOCABULARY)
    for token in constraint.vocabulary.token_bytes.index(b"C"), constraint.vocabulary.token_bytes.index(b"AB"):
        for left in range(matcher.tokens_to_end, 5):
            matcher.fill_bitmask(row[0], tokens_left=left)
            allowed = tables.allowed(state, torch.tensor([left]))[0]
            assert list(constrain.allowed_tokens(row[0])) == allowed.nonzero().flatten().tolist()
        matcher.advance(token)
        state = tables.advance(state, torch.tensor([token]))


def test_one_constraint_of_many_rows_is_stored_once() -> None:
    """And the sizes are told."""
    date = constraints()[0]
    one, many = DeviceTables([date], width=WIDTH), DeviceTables([date] * 64, width=WIDTH)

    assert 63 * 4 == many.nbytes - one.nbytes


def test_logits_that_are_too_narrow_are_refused() -> None:
    """With both widths."""
    with pytest.raises(VocabularyError, match="row 0: the logits have 60 columns, the vocabulary 73 tokens"):
        DeviceTables(constraints(), width=60)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_a_step_is_captured_in_a_cuda_graph() -> None:
    """Replayed step by step, with no synchronisation between mask, draw and advance."""
    tables = DeviceTables(constraints(), width=WIDTH, end_tokens=[END], device="cuda")
    logits, noise = torch.zeros(2, len(tables.start), WIDTH, device="cuda").unbind()
    state = tables.start.clone()
    tables.step(logits, state, noise + 1.0, temperature=0.7)  # loads what capturing must not
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        tokens, following = tables.step(logits, state, noise, temperature=0.7)

    def draw(new: torch.Tensor, at: torch.Tensor, random: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits.copy_(new)
        noise.copy_(random)
        state.copy_(at)
        graph.replay()
        return tokens.clone(), following.clone()

    same_as_rows(draw, tables, greedy=False, device="cuda")
