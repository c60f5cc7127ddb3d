"""The README and ARCHITECTURE.md tell the truth: their Python runs, and the commands are the two that `.ci/run` takes."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parent.parent
_README = (_ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", _README, re.MULTILINE | re.DOTALL)


def test_every_python_block_runs(model_at_hand: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """The blocks, in order and in one namespace, run and keep their promises; SmolLM2's values are right."""
    names: dict[str, Any] = {}

    for number, block in enumerate(_blocks("python"), 1):
        exec(compile(block, f"README.md, Python block {number}", "exec"), names)

    result = names["result"]
    assert result.complete
    assert isinstance(result.value, names["Invoice"])
    if model_at_hand:
        assert {"customer": "Ann Lee", "total": 230, "paid": False} == result.value.model_dump()
        *lines, call = capsys.readouterr().out.splitlines()[1:]
        assert [
            "17 May 2024",
            "The lamp from Nordlicht & Sons",
            "positive",
            "from Oslo to Bergen at 9:30",
        ] == lines
        assert all(part in call for part in ("name='weather'", "'city': 'Oslo'", "'days': 3"))


def test_the_two_commands_are_what_ci_runs() -> None:
    """`.ci/run` takes the lines that make a virtual environment: the demonstration first, then the tests."""
    commands = [line for line in _README.splitlines() if line.startswith("python3 -m venv ")]

    assert [command.split(" && ")[-1] for command in commands] == [".venv/bin/constrain demo", ".venv/bin/pytest"]
    assert [command + "\n" for command in commands] == _blocks("bash")


def test_the_worked_example_of_the_architecture_runs() -> None:
    """The life of one mask in ARCHITECTURE.md is a session that prints what it says."""
    failed, tried = doctest.testfile(str(_ROOT / "ARCHITECTURE.md"), module_relative=False)

    assert (0, True) == (failed, tried > 15)


def test_links_between_documents_lead_somewhere() -> None:
    """Every file that a document at the top links to exists."""
    documents = list(_ROOT.glob("*.md"))

    assert [] == [
        (path.name, link)
        for path in documents
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
        if not (path.parent / link).exists()
    ]
