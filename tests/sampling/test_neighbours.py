"""Named processors side by side in a `LogitsProcessorList`: one pass, and the scores of transformers' own."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
import torch
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import LogitsProcessorList

from constrain.sampling import huggingface
from constrain.sampling.kernels import fused

WIDTH = 300
PARTS: dict[str, st.SearchStrategy[tuple[Any, ...]]] = {
    "RepetitionPenaltyLogitsProcessor": st.tuples(st.sampled_from([0.5, 1.0, 1.05, 1.3, 2.0])),
    "TemperatureLogitsWarper": st.tuples(st.sampled_from([0.1, 0.7, 1.0, 3.3])),
    "TopKLogitsWarper": st.tuples(st.sampled_from([1, 2, 20, 299, 300, 1000])),
    "TopPLogitsWarper": st.tuples(st.sampled_from([0.0, 0.1, 0.5, 0.8, 0.95, 1.0])),
    "MinPLogitsWarper": st.tuples(st.sampled_from([0.0, 0.02, 0.3, 1.0])),
    "TypicalLogitsWarper": st.tuples(st.sampled_from([0.2, 0.9])),  # which the kernel does not do
    "SuppressTokensLogitsProcessor": st.tuples(st.just([3, 5])),  # nor this
}
CHAINS = st.lists(st.sampled_from(list(PARTS)), min_size=1, max_size=6).flatmap(
    lambda names: st.tuples(*(st.tuples(st.just(name), PARTS[name]) for name in names))
)


def inputs(seed: int, rows: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(seed)
    return torch.randint(0, WIDTH, (rows, 12), generator=random), 3 * torch.randn(rows, WIDTH, generator=random)


def lists(chain: Any) -> tuple[LogitsProcessorList, LogitsProcessorList]:
    theirs = LogitsProcessorList([getattr(transformers, name)(*values) for name, values in chain])
    return theirs, LogitsProcessorList([getattr(huggingface, name)(*values) for name, values in chain])


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the kernel gave, call by call."""
    given: list[Any] = []
    kernel = fused.process_sound

    def process_sound(*arguments: Any) -> torch.Tensor | None:
        given.append(kernel(*arguments))
        return given[-1]

    monkeypatch.setattr(fused, "process_sound", process_sound)
    return given


@settings(max_examples=300, deadline=None)
@given(CHAINS, st.integers(0, 10**6))
def test_scores_are_those_of_transformers(chain: Any, seed: int) -> None:
    theirs, ours = lists(chain)
    for step in range(2):
        ids, scores = inputs(seed + step)
        before = scores.clone()
        wanted = theirs(ids, scores.clone())
        torch.testing.assert_close(ours(ids, scores), wanted, rtol=1e-6, atol=0)
        torch.testing.assert_close(scores, before, rtol=0, atol=0)


def test_neighbours_are_one_call_of_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    given = counted(monkeypatch)
    _, ours = lists(
        [
            ("RepetitionPenaltyLogitsProcessor", (1.05,)),
            ("TemperatureLogitsWarper", (0.7,)),
            ("TopKLogitsWarper", (20,)),
            ("TopPLogitsWarper", (0.8,)),
            ("SuppressTokensLogitsProcessor", ([3, 5],)),
            ("MinPLogitsWarper", (0.05,)),
        ]
    )
    for step in range(3):
        ours(*inputs(step))
        assert 2 * (step + 1) == len(given)
    assert all(one is not None for one in given)


def test_a_single_call_is_the_processor_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    given = counted(monkeypatch)
    huggingface.TopPLogitsWarper(0.8)(*inputs(0))
    assert [] == given


def test_a_parameter_that_is_set_anew_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    given = counted(monkeypatch)
    theirs, ours = lists([("TemperatureLogitsWarper", (0.7,)), ("TopPLogitsWarper", (0.8,))])
    for temperature in (0.7, 2.0, 0.3):
        theirs[0].temperature = ours[0].temperature = temperature
        ids, scores = inputs(1)
        torch.testing.assert_close(ours(ids, scores), theirs(ids, scores), rtol=1e-6, atol=0)
    assert 3 == len(given)


def test_processors_may_be_added_and_removed() -> None:
    theirs, ours = lists([("TemperatureLogitsWarper", (0.7,)), ("TopPLogitsWarper", (0.8,))])
    for change in range(3):
        ids, scores = inputs(change)
        torch.testing.assert_close(ours(ids, scores), theirs(ids, scores), rtol=1e-6, atol=0)
        if change == 0:
            theirs.append(transformers.MinPLogitsWarper(0.1))
            ours.append(huggingface.MinPLogitsWarper(0.1))
        else:
            del theirs[0], ours[0]


def test_one_processor_that_stands_there_twice_acts_twice() -> None:
    cold = huggingface.TemperatureLogitsWarper(0.5)
    ids, scores = inputs(2)
    ours = LogitsProcessorList([cold, huggingface.TopKLogitsWarper(5), cold])
    theirs = LogitsProcessorList([transformers.TopKLogitsWarper(5), transformers.TemperatureLogitsWarper(0.25)])
    torch.testing.assert_close(ours(ids, scores), theirs(ids, scores), rtol=1e-6, atol=0)


def test_a_list_called_with_its_own_scores_acts_again() -> None:
    theirs, ours = lists([("TemperatureLogitsWarper", (0.7,)), ("TopPLogitsWarper", (0.8,))])
    ids, scores = inputs(3)
    wanted, found = theirs(ids, scores), ours(ids, scores)
    torch.testing.assert_close(ours(ids, found), theirs(ids, wanted), rtol=1e-6, atol=0)


@pytest.mark.parametrize("spoilt", [float("nan"), -float("inf")])
def test_rows_with_nan_or_nothing_left_go_one_by_one(spoilt: float, monkeypatch: pytest.MonkeyPatch) -> None:
    given = counted(monkeypatch)
    theirs, ours = lists([("TemperatureLogitsWarper", (0.7,)), ("TopKLogitsWarper", (4,))])
    ids, scores = inputs(4)
    scores[1] = spoilt
    torch.testing.assert_close(ours(ids, scores), theirs(ids, scores), rtol=0, atol=0, equal_nan=True)
    assert [None] == given


def test_a_subclass_is_never_left_out() -> None:
    class Shifted(huggingface.TemperatureLogitsWarper):
        def apply(self, scores: torch.Tensor, step: Any) -> torch.Tensor:
            return scores + 1

    ids, scores = inputs(5)
    ours = LogitsProcessorList([Shifted(0.5), huggingface.TopKLogitsWarper(5)])
    wanted = transformers.TopKLogitsWarper(5)(ids, scores + 1)
    torch.testing.assert_close(ours(ids, scores), wanted, rtol=0, atol=0)


def test_other_dtypes_go_one_by_one() -> None:
    theirs, ours = lists([("TemperatureLogitsWarper", (0.7,)), ("TopKLogitsWarper", (4,))])
    ids, scores = inputs(6)
    found = ours(ids, scores.double())
    torch.testing.assert_close(found, theirs(ids, scores.double()), rtol=0, atol=0)


def test_lists_that_were_called_can_be_copied_and_pickled() -> None:
    _, ours = lists([("TemperatureLogitsWarper", (0.7,)), ("TopPLogitsWarper", (0.8,))])
    ids, scores = inputs(7)
    wanted = ours(ids, scores)
    for again in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours)), copy.copy(ours)):
        torch.testing.assert_close(again(ids, scores), wanted, rtol=0, atol=0)
