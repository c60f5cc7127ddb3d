"""The page: which runs it shows, and that its plots show every point where a reader can read it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench import page, plots, report

positive = st.floats(1e-3, 1e7)


@given(st.lists(positive, min_size=1, max_size=9), st.booleans())
def test_axes_hold_their_values_and_have_a_few_round_ticks(values: list[float], log: bool) -> None:
    """Every value and every tick is on the axis, in order; there are two ticks at least and seven at most."""
    axis = plots.Axis.over(values, 10, 200, log)
    ticks = axis.ticks()

    assert all(10 <= axis.at(value) <= 200 for value in [*values, *ticks])
    assert sorted(ticks) == ticks
    assert 2 <= len(ticks) <= 7


@given(st.lists(st.tuples(positive, positive), min_size=1, max_size=9), st.booleans(), st.booleans())
def test_plots_keep_every_point_inside(points: list[tuple[float, float]], log_x: bool, log_y: bool) -> None:
    """Each point is one dot, inside the picture."""
    drawn = plots.lines("title", {"a": points}, {"a": "c0"}, log_x=log_x, log_y=log_y)

    dots = [tuple(map(float, found)) for found in re.findall(r'<circle cx="([^"]+)" cy="([^"]+)"', drawn)]
    assert len(points) == len(dots)
    assert all(0 <= x <= 330 and 0 <= y <= 230 for x, y in dots)


def test_a_run_of_one_engine_hides_no_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each case the newest run with more than one engine is shown; where there is none, the newest."""
    monkeypatch.setattr(report, "RECORDS", tmp_path)
    runs = [("1", "x", "ab"), ("2", "x", "ab"), ("3", "x", "a"), ("1", "y", "a"), ("2", "y", "a")]
    report.record("r", [{"date": d, "case": c, "engine": e} for d, c, engines in runs for e in engines])

    expected = [("2", "x", "a"), ("2", "x", "b"), ("2", "y", "a")]
    assert expected == [(row["date"], row["case"], row["engine"]) for row in page.newest("r", "case")]
    assert [] == page.newest("nothing", "case")


def test_what_a_record_says_is_no_markup() -> None:
    """Names out of records and verdicts are text on the page."""
    drawn = plots.dots("a<b", {"<case>": {"<e>": 1.0}}, {"<e>": "c0"})

    assert "<case>" not in drawn
    assert "&lt;case&gt;" in drawn
    assert "a&lt;b" in drawn
