"""Draws: by the right probabilities, never a forbidden token, each row from its own stream."""

from __future__ import annotations

import math

import pytest
import torch

from constrain.sampling import Pipeline
from constrain.sampling.stages import Categorical, ExponentialRace, Greedy, Gumbel, Step, Temperature, TopK
from constrain.sampling.stages.drawing.draw import Draw, inverse
from constrain.sampling.stages.randomness import Generators, Global, Randomness, Seeded

ROWS = 40_000
LOGITS = torch.tensor([1.0, -torch.inf, 0.0, 2.5, -torch.inf, -3.0, 1.0, -torch.inf])


def sources() -> dict[str, Randomness]:
    return {
        "seeded": Seeded(list(range(ROWS))),
        "global": Global(),
        "generators": Generators([torch.Generator().manual_seed(7)] * ROWS),
    }


def chi_square(drawn: torch.Tensor, probabilities: torch.Tensor) -> float:
    """The statistic divided by its expectation (the degrees of freedom)."""
    possible = probabilities > 0
    counts = torch.bincount(drawn, minlength=len(probabilities)).double()
    assert 0 == counts[~possible].sum()
    expected = probabilities[possible].double() * len(drawn)
    return float(((counts[possible] - expected) ** 2 / expected).sum() / (possible.sum() - 1))


@pytest.mark.parametrize("draw", [Categorical(), ExponentialRace(), Gumbel()], ids=repr)
@pytest.mark.parametrize("source", sorted(sources()))
def test_tokens_come_by_their_probability(draw: Draw, source: str) -> None:
    """Chi-square over 40,000 draws; what is forbidden never comes."""
    torch.manual_seed(5)
    scores = LOGITS.expand(ROWS, -1)
    step = Step(
        torch.zeros(ROWS, 1, dtype=torch.int64), torch.zeros(ROWS, dtype=torch.int64), randomness=sources()[source]
    )

    assert chi_square(draw.draw(scores, step), LOGITS.softmax(-1)) < 4.5  # p < 1e-3 for 4 degrees of freedom


def test_the_draws_of_a_row_over_a_text_are_independent() -> None:
    """One seed, many positions: the right distribution, and successive draws uncorrelated."""
    positions = torch.arange(ROWS).numpy()
    u = torch.stack([Seeded([s] * ROWS).uniform(positions, stream) for s in (0, 1) for stream in (0, 1)])
    for numbers in u:
        assert abs(float(numbers.mean()) - 0.5) < 4 / math.sqrt(12 * ROWS)
        assert abs(float(torch.corrcoef(torch.stack([numbers[1:], numbers[:-1]]))[0, 1])) < 0.025
    correlation = torch.corrcoef(u) - torch.eye(4)
    assert float(correlation.abs().max()) < 0.025


@pytest.mark.parametrize("u", [0.0, 1e-300, 0.5, 1 - 2**-53])
def test_the_ends_of_the_interval_pick_possible_tokens(u: float) -> None:
    """u = 0 and the largest u below 1: the first and the last token that are possible."""
    token = int(inverse(LOGITS.unsqueeze(0), torch.tensor([u], dtype=torch.float64)))
    assert math.isfinite(LOGITS[token])
    if u in (0.0, 1 - 2**-53):
        assert token == (0 if u == 0 else 6)


def test_inversion_is_monotone_and_covers_each_token_by_its_share() -> None:
    """Over a fine grid of u, token i is picked for a share p_i, in the order of the vocabulary."""
    grid = (torch.arange(10_000, dtype=torch.float64) + 0.5) / 10_000
    picked = inverse(LOGITS.expand(10_000, -1), grid)
    assert bool((picked.diff() >= 0).all())
    shares = torch.bincount(picked, minlength=8) / 10_000
    torch.testing.assert_close(shares, LOGITS.softmax(-1), atol=2e-4, rtol=0)


def test_greedy_takes_the_first_best() -> None:
    """Ties go to the smallest token."""
    step = Step(torch.zeros(1, 1, dtype=torch.int64), torch.zeros(1, dtype=torch.int64))
    assert [1] == Greedy().draw(torch.tensor([[0.0, 2.0, 2.0]]), step).tolist()


def test_seeds_repeat_and_rows_differ() -> None:
    """A number gives every row a stream of its own; the same number gives the same text; None another one."""
    pipeline = Pipeline([Temperature(2.0), TopK(40), Categorical()])
    logits = torch.randn(1, 50).expand(6, 50)

    def text(seeds: object) -> list[list[int]]:
        rows = pipeline.start(torch.zeros(6, 1, dtype=torch.int64), seeds=seeds)  # type: ignore[arg-type]
        for _ in range(8):
            rows.advance(rows.sample(logits))
        return rows.tokens.tolist()

    first = text(3)
    assert first == text(3)
    assert 6 == len({tuple(row) for row in first})
    assert first != text(4)
    assert text(None) != text(None)
    assert 1 == len({tuple(row) for row in text([9] * 6)})
    generators = [torch.Generator().manual_seed(i) for i in range(6)]
    again = [torch.Generator().manual_seed(i) for i in range(6)]
    assert text(generators) == text(again)
    with pytest.raises(ValueError, match="2 seeds for 6 rows"):
        text([1, 2])
