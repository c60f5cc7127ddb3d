"""The README tells the truth: its Python runs from top to bottom, and its commands are the two that `.ci/run` takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

_README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", _README, re.MULTILINE | re.DOTALL)


def test_every_python_block_runs() -> None:
    """The blocks, in order and in one namespace that has a model and a tokenizer, run and keep their promises."""
    demo = pytest.importorskip("constrain.sampling.demo_model")
    model, tokenizer = demo.demo_model()
    names: dict[str, Any] = {"model": model, "tokenizer": tokenizer}

    for number, block in enumerate(_blocks("python"), 1):
        exec(compile(block, f"README.md, Python block {number}", "exec"), names)

    result = names["result"]
    assert result.complete
    assert isinstance(result.value, names["Invoice"])


def test_the_two_commands_are_what_ci_runs() -> None:
    """`.ci/run` takes the lines that make a virtual environment: the demonstration first, then the tests."""
    commands = [line for line in _README.splitlines() if line.startswith("python3 -m venv ")]

    assert [command.split(" && ")[-1] for command in commands] == [".venv/bin/constrain demo", ".venv/bin/pytest"]
    assert [command + "\n" for command in commands] == _blocks("bash")
