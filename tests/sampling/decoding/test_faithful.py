"""Samples from the model's own distribution over the language: exactly enumerable worlds."""

from __future__ import annotations

import math
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import (  # noqa: E402
    AdaptiveSampling,
    Batch,
    FunctionModel,
    Request,
    Row,
    WeightedSampling,
    decode,
)
from constrain.sampling.stages import Categorical, Mask, Temperature, TopP  # noqa: E402
from tests.sampling.decoding.exact_worlds import PIPELINE, PROMPT, WORLDS, World, divergence  # noqa: E402
from tests.sampling.decoding.worlds import constraint  # noqa: E402


@pytest.mark.parametrize("pattern", WORLDS)
def test_adaptive_samples_draw_near_to_the_exact_distribution(pattern: str) -> None:
    """After some hundred samples, a tenth of masking's divergence is left at most."""
    world = World(pattern, seed=1)
    search = AdaptiveSampling(copies=4)
    world.run(search, 75)
    masking = divergence(world.exact, world.masked)
    assert masking > 0.005
    assert divergence(world.exact, world.learned(search)) < masking / 10


@pytest.mark.parametrize("pattern", WORLDS)
def test_weights_of_adaptive_samples_are_those_of_what_they_were_drawn_from(pattern: str) -> None:
    """p(s) / q(s) of each sample, where q is the distribution that had been learned when it was drawn."""
    world, search = World(pattern, seed=2), AdaptiveSampling()
    world.run(search, 1)
    for seed in range(12):
        drawn_from = world.learned(search)
        (row,) = world.run(search, 1, seed)
        text = tuple(row.tokens)
        assert math.log(world.exact[text] * world.total / drawn_from[text]) == pytest.approx(row.log_weight, abs=1e-3)


def _unbiased(world: World, runs: list[dict[Any, float]]) -> None:
    """Means over runs are the probabilities of the language and of its texts, within their standard errors."""
    often = {text: p for text, p in world.exact.items() if p > 0.02}
    for name, expected in {"all": 1.0, **often}.items():
        values = torch.tensor([run.get(name, 0.0) for run in runs], dtype=torch.float64)
        error = 3.5 * float(values.std()) / math.sqrt(len(runs)) + 0.005 * world.total
        assert expected * world.total == pytest.approx(float(values.mean()), abs=error)


@pytest.mark.parametrize(
    ("pattern", "threshold"), [*((world, 0.5) for world in WORLDS[1:]), (WORLDS[0], 1.0), (WORLDS[2], 0.0)]
)
def test_particles_estimate_without_bias(pattern: str, threshold: float) -> None:
    """The mean weight is the probability of the language, within three standard errors; so is each text's share."""
    world = World(pattern, seed=3)
    search = WeightedSampling(12, threshold=threshold)
    runs = []
    for seed in range(40):
        rows = world.run(search, 1, seed)
        assert 12 == len(rows)
        runs.append({"all": sum(math.exp(row.log_weight) for row in rows) / 12, **_masses(rows)})
    _unbiased(world, runs)


def _masses(rows: list[Row]) -> dict[Any, float]:
    masses: dict[Any, float] = {}
    for row in rows:
        text = tuple(row.tokens)
        masses[text] = masses.get(text, 0.0) + math.exp(row.log_weight) / len(rows)
    return masses


def test_several_requests_keep_their_own_particles() -> None:
    """Resampling never moves a text from one request to another."""
    world, other = World("(ab|cd){1,2}", 5), World("a[bcd]{0,3}a", 5)
    requests = [Request(PROMPT, each.constraint, 12, number=i) for i, each in enumerate((world, other, world))]
    batch = WeightedSampling(8).batch(world.model, PIPELINE, requests, seeds=3)
    for _ in decode(batch, WeightedSampling(8)):
        pass
    assert [8, 8, 8] == [sum(row.request.number == i for row in batch.done) for i in range(3)]
    assert all(tuple(row.tokens) in (world, other, world)[row.request.number].exact for row in batch.done)


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        (Pipeline([Mask(), TopP(0.9), Categorical()]), "no chance"),
        (Pipeline([Mask(), Temperature(0.9), Categorical()]), "after the temperature"),
    ],
)
def test_what_is_not_faithful_is_refused(pipeline: Pipeline, message: str) -> None:
    """Truncations, and stages that act on what the mask has left."""
    world = World("(ab|cd){1,2}", seed=1)
    for search in (AdaptiveSampling(), WeightedSampling(1)):
        batch = Batch(world.model, pipeline, [Request(PROMPT, world.constraint)], seeds=1)
        with pytest.raises(TypeError, match=message):
            search.step(batch)


@pytest.mark.parametrize(
    ("logits", "begins", "possible"),
    [
        ([0.0, -math.inf, -math.inf, 0.0, -math.inf], (1, 2, 4), False),
        ([0.0, 0.0, 0.0, math.inf, 0.0], (1, 2, 4), False),
        ([0.0, 0.0, math.inf, math.inf, 0.0], (2,), True),
    ],
)
def test_scores_that_are_infinite(logits: list[float], begins: tuple[int, ...], possible: bool) -> None:
    """What the model would never write obeys as well, and weighs nothing; +inf has all that there is, shared."""
    model = FunctionModel(lambda rows: torch.tensor([logits if len(row) == 1 else [0.0] * 5 for row in rows]), 5)
    for search in (AdaptiveSampling(4), WeightedSampling(4)):
        batch = search.batch(model, PIPELINE, [Request([0], constraint("(a|b)c|abc"), 3)], seeds=3)
        for _ in decode(batch, search):
            pass
        assert 4 == len(batch.done)
        for row in batch.done:
            assert row.matcher is not None
            assert row.matcher.is_accepting
            assert row.tokens[0] in begins
            assert math.isfinite(row.log_weight) == possible
