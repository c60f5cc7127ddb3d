"""Best of n: of several draws, those that score best."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.sampling import Pipeline  # noqa: E402
from constrain.sampling.decoding import Batch, Request, Row, Sampling, decode  # noqa: E402
from constrain.sampling.decoding.best_of import BestOf  # noqa: E402
from constrain.sampling.decoding.scheduler import Scheduler  # noqa: E402
from constrain.sampling.stages import Categorical, Mask  # noqa: E402
from tests.sampling.decoding.worlds import PROMPT, VOCABULARY, constraint, function_model  # noqa: E402

PIPELINE = Pipeline([Mask(), Categorical()])
REQUESTS = [
    Request(PROMPT, constraint(), 7, key=0),
    Request([2], None, 6, key=1),
    Request([1], constraint("a"), 3, key=2),
]


def run(search: Sampling, **options: Any) -> Batch:
    batch = search.batch(function_model(3), PIPELINE, REQUESTS, vocabulary=VOCABULARY, seeds=11, **options)
    for _ in decode(batch, search):
        pass
    batch.done.sort(key=lambda row: (row.request.key, row.number))
    return batch


def mean(row: Row) -> float:
    return sum(row.log_probabilities) / max(1, len(row.tokens))


def total(row: Row) -> float:
    return sum(row.log_probabilities)


def shortness(row: Row) -> float:
    return -len(row.tokens)


@pytest.mark.parametrize(("by", "figure"), [("mean", mean), ("sum", total), (shortness, shortness)])
def test_the_best_of_the_same_draws_are_the_result(by: Any, figure: Any) -> None:
    """Complete texts first, then by the score; the draws are those of plain sampling."""
    drawn = run(Sampling(6), log_probabilities=True).done

    best = run(BestOf(6, returned=2, by=by)).done

    for key in range(3):
        mine = [row for row in drawn if row.request.key == key]
        expected = sorted(mine, key=lambda row: (row.finish_reason != "stop", -figure(row)))[:2]
        found = [row for row in best if row.request.key == key]
        assert [figure(row) for row in expected] == pytest.approx([row.score for row in found])
        assert [0, 1] == [row.number for row in found]


def test_it_runs_in_a_scheduler() -> None:
    """Rows come when their request has ended, as many as are wanted."""
    alone = run(BestOf(4)).done
    seeds = [(11 << 32) + row for row in range(12)]
    scheduler = Scheduler(function_model(3), PIPELINE, search=BestOf(4), vocabulary=VOCABULARY, seeds=seeds, max_rows=5)

    found = [moved.row for moved in scheduler.finished(REQUESTS)]

    assert [row.tokens for row in alone] == [row.tokens for row in found]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 1 to 2"):
        BestOf(2, returned=3)
    with pytest.raises(ValueError, match="a function of a row"):
        BestOf(2, by="length")  # type: ignore[arg-type]
