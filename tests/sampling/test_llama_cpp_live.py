"""llama.cpp itself as the judge, where `llama-cpp-python` is installed (its build takes minutes, so CI has none)."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import torch

llama = pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed; it compiles for minutes")

import constrain.sampling as sampling  # noqa: E402
from constrain.sampling.stages import Stage  # noqa: E402
from tests.sampling.test_llama_cpp import logits_of, step  # noqa: E402

TRIALS = 300


class Judge:
    """A sampler of llama.cpp on bare logits."""

    def __init__(self, sampler: Any) -> None:
        self.sampler = sampler

    def __call__(self, logits: list[float]) -> tuple[dict[int, float], int]:
        """The candidates that stay, with the probabilities of their logits; and which token is selected (-1: none)."""
        rows = [(token, logit) for token, logit in enumerate(logits) if logit > -math.inf]
        data = (llama.llama_token_data * len(rows))(*(llama.llama_token_data(t, x, 0.0) for t, x in rows))
        array = llama.llama_token_data_array(data=data, size=len(rows), selected=-1, sorted=False)
        llama.llama_sampler_apply(self.sampler, ctypes.byref(array))
        left = {array.data[i].id: array.data[i].logit for i in range(array.size)}
        chosen = array.data[array.selected].id if array.selected >= 0 else -1
        top = max(left.values())
        weights = {token: math.exp(logit - top) for token, logit in left.items()}
        total = sum(weights.values())
        return {token: weight / total for token, weight in weights.items() if weight > 0}, chosen

    def accept(self, token: int) -> None:
        llama.llama_sampler_accept(self.sampler, token)


def assert_judged(expected: dict[int, float], found: torch.Tensor) -> None:
    shares = found[0].double().softmax(-1)
    assert set(expected) == set((shares > 0).nonzero().flatten().tolist())
    for token, share in expected.items():
        assert float(shares[token]) == pytest.approx(share, abs=1e-5)


SINGLE: dict[str, Callable[[Random], tuple[Any, Stage]]] = {
    "top_k": lambda r: (
        lambda k: (llama.llama_sampler_init_top_k(k), sampling.stages.TopK(k, ties="exact", zero="off"))
    )(r.choice((-1, 0, 1, 5, 40))),
    "top_p": lambda r: (
        lambda p, m: (
            llama.llama_sampler_init_top_p(p, m),
            sampling.stages.TopP(p, summed="from most", min_tokens_to_keep=max(m, 1)),
        )
    )(r.choice((-0.5, 0.0, 0.1, 0.9, 1.0, 1.5)), r.choice((0, 1, 3))),
    "min_p": lambda r: (
        lambda p, m: (
            llama.llama_sampler_init_min_p(p, m),
            sampling.stages.MinP(p, compared="logits", min_tokens_to_keep=max(m, 1)),
        )
    )(r.choice((-1.0, 0.0, 0.05, 0.4, 1.0, 1.7)), r.choice((0, 1, 3))),
    "typical": lambda r: (
        lambda p, m: (
            llama.llama_sampler_init_typical(p, m),
            sampling.stages.Typical(p, comparison=">", ties="exact", min_tokens_to_keep=max(m, 1)),
        )
    )(r.choice((0.0, 0.1, 0.5, 0.95, 1.0, 2.0)), r.choice((0, 1, 3))),
    "temp_ext": lambda r: (
        lambda t, d, e: (llama.llama_sampler_init_temp_ext(t, d, e), sampling.stages.DynamicTemperature(t, d, e))
    )(r.choice((0.0, 0.5, 1.2)), r.choice((0.0, 0.3, 2.0)), r.choice((0.5, 1.0, 2.0))),
    "top_n_sigma": lambda r: (lambda n: (llama.llama_sampler_init_top_n_sigma(n), sampling.stages.TopNSigma(n)))(
        r.choice((-1.0, 0.0, 0.4, 1.0, 2.5))
    ),
    "xtc": lambda r: (
        lambda t, m: (llama.llama_sampler_init_xtc(1.0, t, m, 1), sampling.stages.XTC(1.0, t, min_tokens_to_keep=m))
    )(r.choice((0.0, 0.02, 0.1, 0.3, 0.6)), r.choice((0, 1, 3, 100))),
}


@pytest.mark.parametrize("name", sorted(SINGLE))
def test_a_sampler_is_llama_cpps(name: str) -> None:
    """The same candidates and probabilities."""
    random = Random(name)
    for _ in range(TRIALS):
        logits = logits_of(random)
        logits[0] = random.gauss(0, 1)
        sampler, stage = SINGLE[name](random)
        expected, _ = Judge(sampler)(logits)
        llama.llama_sampler_free(sampler)
        assert_judged(expected, stage.apply(torch.tensor([logits]), step(u=0.0)))


def test_penalties_are_llama_cpps() -> None:
    """Over the last n accepted tokens."""
    random = Random(3)
    for _ in range(TRIALS):
        logits = [random.gauss(0, 3) for _ in range(20)]
        history = [random.randrange(20) for _ in range(random.randrange(30))]
        last, repeat = random.choice((0, 1, 5, 64)), random.choice((0.7, 1.0, 1.3))
        freq, present = random.choice((-0.5, 0.0, 0.3)), random.choice((-1.0, 0.0, 0.4))
        judge = Judge(llama.llama_sampler_init_penalties(20, last, repeat, freq, present))
        for token in history:
            judge.accept(token)
        expected, _ = judge(logits)
        scores = sampling.stages.RepetitionPenalty(repeat, last=last).apply(torch.tensor([logits]), step(history))
        stage = sampling.stages.FrequencyPenalty(freq, present, scope="all", last=last)
        assert_judged(expected, stage.apply(scores, step(history)))


@pytest.mark.parametrize("version", [1, 2])
def test_mirostat_is_llama_cpps(version: int) -> None:
    """Over whole texts: what is kept at each step, when the tokens are those that llama.cpp draws."""
    random = Random(version)
    for trial in range(40):
        tau, eta, width = random.choice((1.0, 3.0)), random.choice((0.1, 0.4)), 60
        stage: sampling.stages.MirostatV2
        if version == 1:
            judge, stage = (
                Judge(llama.llama_sampler_init_mirostat(width, trial, tau, eta, 100)),
                sampling.stages.Mirostat(width, tau, eta),
            )
        else:
            judge, stage = (
                Judge(llama.llama_sampler_init_mirostat_v2(trial, tau, eta)),
                sampling.stages.MirostatV2(tau, eta),
            )
        state = stage.begin(1, torch.device("cpu"))
        for _ in range(12):
            logits = [random.gauss(0, 3) for _ in range(width)]
            expected, chosen = judge(logits)
            before = torch.tensor([logits])
            after = stage.transform(before, step(), state)
            assert_judged(expected, after)
            state = stage.update(state, before, after, torch.tensor([chosen]))


def test_adaptive_p_is_llama_cpps() -> None:
    """Over whole texts: the bent scores and the memory, when the tokens are those that llama.cpp draws."""
    random = Random(8)
    for trial in range(40):
        target, decay, width = random.choice((0.0, 0.3, 0.9)), random.choice((0.0, 0.5, 0.9, 2.0)), 30
        judge, stage = (
            Judge(llama.llama_sampler_init_adaptive_p(target, decay, trial)),
            sampling.stages.AdaptiveP(target, decay),
        )
        state = stage.begin(1, torch.device("cpu"))
        for _ in range(10):
            logits = [random.gauss(0, 3) for _ in range(width)]
            expected, chosen = judge(logits)
            judge.accept(chosen)
            before = torch.tensor([logits])
            after = stage.transform(before, step(), state)
            assert_judged(expected, after)
            state = stage.update(state, before, after, torch.tensor([chosen]))


def test_a_chain_is_llama_cpps() -> None:
    """penalties, top-k, typical, top-p, min-p, temperature: their default order."""
    random = Random(21)
    for _ in range(TRIALS):
        logits = [random.gauss(0, 3) for _ in range(60)]
        history = [random.randrange(20) for _ in range(30)]
        k, y, p, m, t = random.choice((5, 40)), random.choice((0.5, 1.0)), random.choice((0.6, 0.95)), 0.05, 0.8
        chain = llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params())
        for sampler in (
            llama.llama_sampler_init_penalties(60, 64, 1.2, 0.1, 0.2),
            llama.llama_sampler_init_top_k(k),
            llama.llama_sampler_init_typical(y, 0),
            llama.llama_sampler_init_top_p(p, 0),
            llama.llama_sampler_init_min_p(m, 0),
            llama.llama_sampler_init_temp_ext(t, 0.0, 1.0),
        ):
            llama.llama_sampler_chain_add(chain, sampler)
        judge = Judge(chain)
        for token in history:
            judge.accept(token)
        expected, _ = judge(logits)
        pipeline = sampling.Pipeline.llama_cpp(
            penalty_repeat=1.2, penalty_freq=0.1, penalty_present=0.2, top_k=k, typ_p=y, top_p=p, min_p=m, temp=t
        )
        assert_judged(expected, pipeline.start(torch.tensor([history])).scores(torch.tensor([logits])))
