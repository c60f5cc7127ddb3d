"""The site tells the truth: every page's Python runs, in order and in one namespace, and links lead somewhere."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from constrain.grammars.json_schema.source import dialect
from constrain.grammars.json_schema.text import formats

_ROOT = Path(__file__).resolve().parent.parent
_PAGES = sorted((_ROOT / "docs").rglob("*.md"))
_PRINTED = {  # what a page says that SmolLM2 prints, and what a reader would expect
    "index": ["name='Maria Rossi' age=34 city='Lisbon'\n"],
    "records": ["customer='Ann Lee' total=230 paid=False\n"],
    "choices": ["Mood.NEGATIVE\n", "{'positive': 0.33, 'negative': 0.63, 'neutral': 0.05}"],
    "extraction": ["17 May 2024\n", "The lamp from Nordlicht & Sons\n", "120.50 EUR\n"],
    "thinking": ["<think>15 is larger than 7, so 15 is larger.</think>15\n"],
    "tools": ["ToolCall(name='weather', arguments={'city': 'Oslo', 'days': 3})"],
    "many": ["it. positive\n", "week. negative\n", "well. positive\n", "back. negative\n"],
    "languages": ["from Oslo to Bergen at 9:30\n"],
    "sql": ["SELECT title FROM album LIMIT 10;\n"],
    "streaming": ["City(name='Lisbon', people=545796)"],
    "debug": ['{"a": 12}\n'],
    "budgets": ['["apple", "banana", "orange"]\n["apple", "banana", "orange", "grape"]\n'],
}
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def seeing_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """What transformers loads by name, where pictures are read, is a small random model."""
    transformers = pytest.importorskip("transformers")
    for number, name in enumerate(("AutoModelForImageTextToText", "AutoProcessor")):
        load = partial(_part_of_a_seeing_model, number)
        monkeypatch.setattr(getattr(transformers, name), "from_pretrained", load)


def _part_of_a_seeing_model(number: int, name: str) -> Any:
    from tests.sampling.picture_models import seeing

    return seeing("smolvlm")[number]


@pytest.mark.parametrize(
    "page", [page for page in _PAGES if _BLOCK.search(page.read_text("utf-8"))], ids=lambda p: p.stem
)
def test_the_blocks_of_a_page_run(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    model_at_hand: bool,
    seeing_model: None,
) -> None:
    """As a reader would paste them one after another; what they assert holds, and SmolLM2's values make sense."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for number, block in enumerate(_BLOCK.findall(page.read_text("utf-8")), 1):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)
    if model_at_hand:
        printed = capsys.readouterr().out
        assert [] == [part for part in _PRINTED.get(page.stem, ()) if part not in printed]


def test_every_page_has_an_example_or_a_table() -> None:
    """A page without either says nothing that a reader can try."""
    assert [] == [
        str(page) for page in _PAGES if not re.search(r"^(```|\||:::)", page.read_text("utf-8"), re.MULTILINE)
    ]


def test_every_record_that_figures_name_is_there() -> None:
    """A page that names a file of the record names one that exists, and the page of figures names one in each part."""
    records = {path.name for path in (_ROOT / "tests/bench/record").glob("*.csv")}
    named = {name for page in _PAGES for name in re.findall(r"([\w]+\.csv)`", page.read_text("utf-8"))}
    parts = re.split(r"^## ", (_ROOT / "docs/speed.md").read_text("utf-8"), flags=re.MULTILINE)

    assert set() == named - records
    assert [] == [part.partition("\n")[0] for part in parts if "\n|---" in part and ".csv`" not in part]


def test_every_page_is_in_the_navigation() -> None:
    """And the navigation names pages that exist."""
    named = re.findall(r"([\w/-]+\.md)", (_ROOT / "mkdocs.yml").read_text("utf-8"))
    assert sorted(named) == sorted(str(page.relative_to(_ROOT / "docs")) for page in _PAGES)


def test_the_tables_of_keywords_and_formats_are_those_of_the_code() -> None:
    """Each keyword of each dialect stands in its row, and each format that a standard has."""
    rows = [line for line in (_ROOT / "docs/refused.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    enforced, formats_enforced = (set(re.findall(r"`([^`]+)`", row)) for row in rows if row.startswith("| enforced"))
    annotations = set(re.findall(r"`([^`]+)`", next(row for row in rows if row.startswith("| annotations"))))
    known = {key for each in dialect.DIALECTS.values() for key in each.subjects if not key.startswith("constrain:")}

    assert enforced - {"then", "else", "minContains", "maxContains"} == known
    assert annotations <= dialect.ANNOTATIONS
    assert {key for key in dialect.ANNOTATIONS if key.startswith("$")} <= annotations
    assert formats_enforced <= set(formats.names()) - formats.ANNOTATIONS
    assert set(formats.NARROWED) <= formats_enforced
