"""The command line, as a user meets it: what it prints, and how it says no."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from constrain.__main__ import main

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.py"))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model and its tokenizer on disk."""
    from constrain.sampling.demo_model import demo_model

    folder = tmp_path_factory.mktemp("model")
    model, tokenizer = demo_model()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def test_demo_shows_three_complete_results(capsys: pytest.CaptureFixture[str]) -> None:
    """Prompt, output and value of each job; the exit status says that all were complete."""
    assert main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("constrained ") == 3
    assert "Invoice(customer=" in shown


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--regex", "[ab]{2}c"], {"aac", "abc", "bac", "bbc"}),
        (["--choice", "left,right", "--beams", "2"], {"left", "right"}),
        (["--choice", "left,right", "--temperature", "0.5", "--seed", "3"], {"left", "right"}),
    ],
)
def test_generate_prints_the_text(
    saved: str, arguments: list[str], expected: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing but the text, on standard output."""
    assert main(["generate", "--model", saved, "--prompt", "x", *arguments]) == 0
    assert capsys.readouterr().out.strip() in expected


def test_generate_reads_a_schema_and_prints_json(saved: str, tmp_path: Path, capsys: Any) -> None:
    """`--json` gives text, value, completeness and the reason of the end."""
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps({"enum": [{"a": 1}, [2]]}))
    assert main(["generate", "--model", saved, "--schema", str(schema), "--prompt", "x", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["value"] in ({"a": 1}, [2])
    assert printed["complete"] is True


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--regex", "(a"], "unterminated"),
        (["--schema", "nowhere.json"], "nowhere.json"),
        (["--pydantic", "json:nothing_there"], "nothing_there"),
        (["--pydantic", "json"], "module:Model"),
    ],
)
def test_mistakes_are_one_line_and_status_2(saved: str, arguments: list[str], reason: str, capsys: Any) -> None:
    """No traceback for what the user can mend."""
    assert main(["generate", "--model", saved, *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("constrain: ")
    assert reason in error


def test_a_text_cut_short_has_its_own_status(saved: str, capsys: Any) -> None:
    """Status 3, and a line that says what to do."""
    assert main(["generate", "--model", saved, "--regex", "a{50}", "--max-tokens", "3", "--prompt", "x"]) == 3
    assert "--max-tokens" in capsys.readouterr().err


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Offline, from top to bottom, and they print something."""
    runpy.run_path(str(example))
    assert capsys.readouterr().out.strip()
