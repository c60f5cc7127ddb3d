"""Stages that neither transformers nor llama.cpp judges: by their formula, one number at a time."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest
import torch

from constrain.sampling.huggingface import UnbatchedClassifierFreeGuidanceLogitsProcessor
from constrain.sampling.kernels import fused
from constrain.sampling.kernels.chain import Chain
from constrain.sampling.stages import (
    AllowedTokens,
    ExponentialDecayLength,
    ForcedToken,
    Guidance,
    LogitBias,
    MinK,
    MinTokens,
    PLess,
    Skew,
    Smoothing,
    Stage,
    Step,
    SuppressTokens,
    TailFree,
    Temperature,
    TopA,
)
from tests.sampling.tiny_models import tiny


def step(tokens: list[list[int]], starts: list[int], unconditional: torch.Tensor | None = None) -> Step:
    return Step(torch.tensor(tokens), torch.tensor(starts), unconditional=unconditional)


def shares(scores: torch.Tensor) -> list[float]:
    return scores[0].double().softmax(-1).tolist()


def kept(stage: Stage, row: list[float]) -> list[int]:
    scores = stage.apply(torch.tensor([row]), step([[0]], [0]))
    return (scores[0] > -torch.inf).nonzero().flatten().tolist()


def rows(seed: int, trials: int = 100) -> list[list[float]]:
    random = Random(seed)
    return [
        [random.gauss(0, random.choice((0.5, 3.0))) if random.random() < 0.9 else -math.inf for _ in range(8)]
        + [0.3, 0.1]
        for _ in range(trials)
    ]


def test_min_k_cuts_after_the_steepest_step_or_later() -> None:
    """By the definition, score by score; the same after any temperature, for a tau that is scaled with it."""
    for row in [*rows(6), [0.0] * 10, [2.0] + [-math.inf] * 9, [5.0, 4.9, 4.8, 1.0, 0.9, 0.0]]:
        for tau in (0.0, 0.5, 3.0, 40.0):
            order = sorted((i for i in range(len(row)) if row[i] > -math.inf), key=lambda i: -row[i])
            z = torch.tensor(row, dtype=torch.float64)[order].tolist()
            spread = z[0] - z[-1]
            sizes = [(z[i] - z[i + 1]) / (spread + 1e-8) / (i + 1) for i in range(len(z) - 1)]
            steepest = 1 + sizes.index(max(sizes)) if sizes else 1
            k = max(steepest, math.floor(tau / max(spread, 1e-8)))
            assert sorted(order[:k]) == kept(MinK(tau), row)
    assert [0, 1, 2] == kept(MinK(0.0), [5.0, 4.9, 4.8, 1.0, 0.9, 0.0])
    assert kept(MinK(2.0), [3.0, 1.0, 2.5, 0.0]) == kept(MinK(4.0), [6.0, 2.0, 5.0, 0.0])


def test_smoothing_bends_by_its_polynomial() -> None:
    """The best score stays, others sink by the square and the cube of their distance; 0 is off."""
    for row in rows(1):
        for factor, curve in ((0.0, 1.0), (0.3, 1.0), (0.5, 2.5), (0.2, 0.5)):
            got = Smoothing(factor, curve).apply(torch.tensor([row]), step([[0]], [0]))[0].tolist()
            top = max(row)
            for z, found in zip(row, got, strict=True):
                d = z - top
                if factor == 0 or z == -math.inf:
                    assert found == pytest.approx(z)
                else:
                    wanted = top - (3 - curve) / 2 * factor * d * d + (curve - 1) / 2 * factor * d**3
                    assert found == pytest.approx(wanted, rel=1e-4, abs=1e-4)


def test_top_a_and_p_less_cut_at_their_bars() -> None:
    """a · p_max², Σp², and the normalised form; the best token always stays."""
    for row in rows(2):
        p = shares(torch.tensor([row]))
        n = sum(z > -math.inf for z in row)
        squares = sum(x * x for x in p)
        for stage, bar in (
            (TopA(0.5), 0.5 * max(p) ** 2),
            (TopA(1.0), max(p) ** 2),
            (PLess(), squares),
            (PLess(normalised=True), (n * squares - 1) / (n - 1)),
        ):
            expected = [i for i, x in enumerate(p) if row[i] > -math.inf and x >= bar - 1e-9]
            assert expected == kept(stage, row), (stage, row)
    assert [0, 1] == kept(PLess(), [1.0, 1.0, -math.inf])


def test_tail_free_cuts_where_the_curve_flattens() -> None:
    """The summed second differences of the sorted probabilities."""
    for row in rows(3):
        order = sorted((i for i, z in enumerate(row) if z > -math.inf), key=lambda i: -row[i])
        p = [shares(torch.tensor([row]))[i] for i in order]
        bends = [abs((p[i + 2] - p[i + 1]) - (p[i + 1] - p[i])) for i in range(len(p) - 2)]
        for z in (0.2, 0.9, 1.0):
            last = len(order)
            total = 0.0
            for i, bend in enumerate(bends):
                total += bend / sum(bends)
                if z < 1 and total > z and i >= 1:
                    last = i
                    break
            assert sorted(order[:last]) == kept(TailFree(z), row), (z, row)


def test_skew_raises_the_cumulated_distribution_to_a_power() -> None:
    """Nothing goes, 0 changes nothing, and the sorted cumulated shares are F^(e^skew)."""
    for row in rows(4, 30):
        for skew in (-1.0, 0.0, 0.7):
            p, q = shares(torch.tensor([row])), shares(Skew(skew).apply(torch.tensor([row]), step([[0]], [0])))
            total = bent = 0.0
            for i in sorted(range(len(p)), key=lambda i: -row[i]):
                total += p[i]
                bent += q[i]
                assert bent == pytest.approx(total ** math.exp(skew), abs=1e-5)


def test_lengths_are_those_of_each_row() -> None:
    """Rows of different lengths in one batch: minimum, forced tokens, and the growing pull of the end."""
    ids, starts = [[0, 1, 1, 1], [0, 0, 0, 1]], [1, 3]  # three tokens generated, and one
    scores = torch.tensor([[1.0, 2.0, -4.0], [1.0, 2.0, -torch.inf]])
    at = step(ids, starts)

    assert [[2.0, -4.0], [-torch.inf, -torch.inf]] == MinTokens(2, 1).apply(scores, at)[:, 1:].tolist()
    assert [[1.0, 2.0, -4.0], [-torch.inf, 0.0, -torch.inf]] == ForcedToken(1, 1).apply(scores, at).tolist()
    decayed = ExponentialDecayLength(1, 2.0, [2]).apply(scores, at)
    assert [-4.0 + 4 * (2**2 - 1), -torch.inf] == decayed[:, 2].tolist()
    assert [-torch.inf, 1.0] == SuppressTokens([0], generated=3).apply(scores, at)[:, 0].tolist()


def test_biases_of_tokens() -> None:
    """Added, all others forbidden, one mapping a prompt; tokens beyond the vocabulary are an error."""
    scores, at = torch.zeros(2, 3), step([[0], [0]], [1, 1])
    assert [[0, 2, 0], [0, 0, -1]] == LogitBias([{1: 2.0}, {2: -1.0}]).apply(scores, at).tolist()
    assert [[-math.inf, 0, -math.inf]] * 2 == AllowedTokens([1]).apply(scores, at).tolist()
    for stage in (LogitBias({3: 1.0}), AllowedTokens([3])):
        with pytest.raises(ValueError, match="vocabulary size is 3"):
            stage.apply(scores, at)
    for wrong in ({-1: 1.0}, {1: float("nan")}):
        with pytest.raises(ValueError, match=r"is NaN|integer of at least 0"):
            LogitBias(wrong)


def test_guidance_moves_away_from_the_unconditional() -> None:
    """u + scale · (c - u) of log-probabilities; scale 1 is the conditional; without logits it says what is missing."""
    c, u = torch.randn(2, 5), torch.randn(2, 5)
    for scale in (1.0, 1.5, -0.5):
        got = Guidance(scale).apply(c, step([[0], [0]], [1, 1], u))
        log_c, log_u = c.log_softmax(-1), u.log_softmax(-1)
        torch.testing.assert_close(got, log_u + scale * (log_c - log_u))
    with pytest.raises(ValueError, match="ModelGuidance"):
        Guidance(1.5).apply(c, step([[0], [0]], [1, 1]))


@pytest.mark.parametrize("cache", [True, False])
def test_guidance_by_a_model_is_transformers_in_greedy_search(cache: bool) -> None:
    """With and without a negative prompt: the same texts as `guidance_scale=`."""
    model = tiny("llama", 50, end=49)
    ids = torch.randint(3, 48, (2, 5), generator=torch.Generator().manual_seed(1))
    options = {"max_new_tokens": 8, "eos_token_id": 49, "pad_token_id": 0, "do_sample": False}
    for negative in (None, ids.flip(1)):
        theirs = {} if negative is None else {"negative_prompt_ids": negative}
        expected = model.generate(ids, guidance_scale=1.7, use_cache=cache, **theirs, **options)
        ours = UnbatchedClassifierFreeGuidanceLogitsProcessor(1.7, model, negative, use_cache=cache)
        assert expected.tolist() == model.generate(ids, logits_processor=[ours], **options).tolist()
        again = model.generate(ids, logits_processor=[ours], **options)  # the same processor serves a second call
        assert expected.tolist() == again.tolist()


def test_guidance_by_a_model_is_right_under_beams() -> None:
    """As if every call ran the whole unconditional text again (transformers' own keeps the cache of other beams)."""
    model = tiny("llama", 50, end=49)
    ids = torch.randint(3, 48, (2, 4), generator=torch.Generator().manual_seed(2))
    negative = ids.flip(1)[:, :3]

    def reference(input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        head = negative.repeat_interleave(len(input_ids) // 2, 0)
        with torch.no_grad():
            logits = model(torch.cat([head, input_ids[:, 4:]], 1)).logits[:, -1].log_softmax(-1)
        return 1.7 * (scores.log_softmax(-1) - logits) + logits

    options = {"max_new_tokens": 8, "num_beams": 4, "eos_token_id": 49, "pad_token_id": 0, "do_sample": False}
    expected = model.generate(ids, logits_processor=[reference], **options)
    processor = UnbatchedClassifierFreeGuidanceLogitsProcessor(1.7, model, negative)
    assert expected.tolist() == model.generate(ids, logits_processor=[processor], **options).tolist()


@pytest.mark.parametrize("value", [np.float32(0.5), np.array([0.5, 0.25]), torch.tensor(0.5), [0.5, 0.25], (0.5, 1)])
def test_parameters_may_be_what_numbers_come_as(value: Any) -> None:
    """NumPy's and torch's numbers and arrays, lists and tuples; for stages and for the fused chain."""
    logits = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    expected = logits / torch.as_tensor(value).float().reshape(-1, 1)
    assert torch.equal(expected, Temperature(value).apply(logits, step([[0]], [0])))
    assert torch.equal(expected, fused.process(logits, Chain(temperature=value)))


@pytest.mark.parametrize("value", [True, "0.5", b"1", None, [0.5, "x"], [[0.5]], [], object(), [0.5, -1.0]])
def test_parameters_that_are_no_numbers_are_named(value: Any) -> None:
    """A ValueError that begins with the parameter's name, from stages and from the chain."""
    for make in (Temperature, lambda given: Chain(temperature=given)):
        with pytest.raises(ValueError, match=r"^temperature"):
            make(value)
