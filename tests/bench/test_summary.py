"""The page's opening: its quotients are those of the records, also where they are not in our favour."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import browser
from tests.bench import page, report, summary
from tests.browser import Browser


def ratio(date: str, engine: str, schemas: int, mean: float, quantity: str = "Mask and advance") -> dict[str, Any]:
    """A row of `maskbench_ratios`."""
    known = {"date": date, "commit": "c", "machine": "m", "engine": engine, "version": "1.2.3", "tokenizer": "llama3"}
    figures = {f"times_{name}": mean for name in ("mean", "p50", "p99")}
    return {**known, "schemas": schemas, "against": "constrain", "quantity": quantity, "values": 1000, **figures}


def code(date: str, engine: str, language: str, mean: float) -> dict[str, Any]:
    """A row of `code_grammars`."""
    known = {"date": date, "commit": "c", "machine": "m", "engine": engine, "version": "1.2.3", "tokenizer": "llama3"}
    return {**known, "language": language, "rest_us_mean": mean}


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of two peers, one of which is ahead of us."""
    monkeypatch.setattr(report, "RECORDS", tmp_path)
    ratios = [
        ratio("1", "fast", 150, 0.5),
        ratio("1", "slow", 150, 10.0),
        ratio("2", "slow", 150, 12.0),
        ratio("3", "slow", 60, 99.0),
        ratio("3", "constrain-any", 60, 1.1),
        ratio("2", "slow", 150, 3.0, "First mask"),
    ]
    report.record("maskbench_ratios", ratios)
    rows = [("1", "constrain", 5.0, 5.0), ("1", "slow", 500.0, 500.0), ("2", "constrain", 10.0, 1.0)]
    rows += [("2", "slow", 40.0, 9.0), ("2", "refuses", math.nan, 2.0), ("3", "constrain", 1.0, 1.0)]
    report.record(
        "code_grammars", [code(d, e, lang, x) for d, e, c, sql in rows for lang, x in (("c", c), ("sql", sql))]
    )


@pytest.mark.usefixtures("records")
def test_leads_are_quotients_within_a_run() -> None:
    """Of a peer's runs the newest on most schemas, or the newest that compares; of several grammars the geometric mean."""
    found = {(each.of.split(":")[0], each.figure, each.peer): each for each in summary.leads()}

    assert 12.0 == pytest.approx(found["JSON Schema", "on average", "slow 1.2"].times)
    assert 0.5 == pytest.approx(found["JSON Schema", "on average", "fast 1.2"].times)
    assert 3.0 == pytest.approx(found["JSON Schema", "at the median", "slow 1.2"].times)
    ours = found["Code grammars (C, Python, SQL, GraphQL)", "on average", "slow 1.2"]
    assert [6.0, 4.0, 9.0] == pytest.approx([ours.times, ours.least, ours.most])
    refuses = found["Code grammars (C, Python, SQL, GraphQL)", "on average", "refuses 1.2"]
    assert (2.0, 2.0) == (refuses.least, refuses.most)  # the grammar that it reads
    assert "grammar: 1 of 2" in refuses.how
    assert not [each for each in summary.leads() if each.peer.startswith("constrain")]


@pytest.mark.usefixtures("records")
def test_a_peer_that_is_ahead_is_shown_so() -> None:
    """With its figure, in the card and by its bar, which lies on the other side of the line."""
    drawn = summary.summary()

    assert '<b class="times behind">0.50×</b> fast' in drawn
    assert '<b class="times">12×</b> slow' in drawn
    [(left, width)] = set(re.findall(r'class="behind" style="left:([\d.]+)%;width:([\d.]+)%"', drawn))
    ones = {float(each) for each in re.findall(r'class="one" style="left:([\d.]+)%"', drawn)}
    assert len(ones) == 1
    assert float(left) + float(width) == pytest.approx(ones.pop(), abs=0.11)


def test_a_checkout_without_records_has_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which says nothing, and does not fail."""
    monkeypatch.setattr(report, "RECORDS", tmp_path)

    assert "" == summary.summary()
    assert "<h1>" in page.page()


def test_every_figure_of_the_opening_is_in_the_records() -> None:
    """The page of this checkout: a lead of the opening is one that can be looked up, with its run."""
    ratios = {
        round(float(row[f"times_{place}"]), 6)
        for row in report.rows("maskbench_ratios")
        for place in ("mean", "p50", "p99")
    }
    leads = [each for each in summary.leads() if each.of.startswith("JSON Schema")]

    assert leads
    assert all(round(each.times, 6) in ratios for each in leads)
    assert all(re.search(r"\d{4}-\d\d-\d\d at ", each.how) for each in summary.leads())


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    if browser.missing() is not None:
        pytest.skip(str(browser.missing()))
    with browser.browser() as opened:
        yield opened


@pytest.mark.parametrize("width", [340, 768, 1200])
def test_the_page_fits_the_window_and_folds_its_tables(window: Browser, tmp_path: Path, width: int) -> None:
    """The opening comes first, tables are closed, nothing is wider than the window, and nothing has to be pointed at."""
    file = tmp_path / "page.html"
    file.write_text(page.page(), encoding="utf-8")
    window.resize(width, 800)
    window.open(file)

    assert "At a glance" == window.run("document.querySelector('section').getAttribute('aria-label')")
    assert window.run("document.querySelector('.cards').getBoundingClientRect().top") < 400
    assert 0 == window.run("document.querySelectorAll('details[open]').length")
    assert window.run("document.querySelectorAll('details table').length") > 10
    assert window.run("document.documentElement.scrollWidth") <= width
    assert 0 == window.run(
        "[...document.querySelectorAll('figure')].filter((each) => !each.querySelector('table, .figures')).length"
    )
    assert [] == window.logs()
