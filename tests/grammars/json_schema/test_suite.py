"""The official JSON Schema test suite, draft 2020-12: every group, every instance, every usual spelling."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from constrain import Constraint, GrammarError
from tests import data
from tests.grammars.json_schema.instances import accepts, compiled, spellings

REMOTE = "http://localhost:1234/draft2020-12/"


def files() -> list[str]:
    """Names of the suite's files, or one that will skip."""
    folder = data.folder() / "json-schema-test-suite" / "draft2020-12"
    return sorted(path.name for path in folder.glob("*.json")) or ["absent.json"]


def registry() -> dict[str, Any]:
    """The suite's remote documents by their URIs."""
    folder = data.need("json-schema-test-suite", "remotes", "draft2020-12")
    return {
        REMOTE + path.relative_to(folder).as_posix(): json.loads(path.read_text()) for path in folder.rglob("*.json")
    }


def groups(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The groups of a file by name."""
    path: Path = data.need("json-schema-test-suite", "draft2020-12", name)
    for group in json.loads(path.read_text()):
        yield f"{name}: {group['description']}", group


def constraint_of(group: dict[str, Any], name: str) -> Constraint | None:
    """The group's constraint, or None where no instance of it is valid and that was found out."""
    # format.json is about format as an annotation; elsewhere it does not matter.
    format = "annotation" if name == "format.json" else "assert"
    try:
        return compiled(group["schema"], property_order="any", integers="any", format=format, registry=registry())
    except GrammarError:
        if any(test["valid"] for test in group["tests"]):
            raise
        return None


@pytest.mark.parametrize("name", files())
def test_every_instance_is_judged_as_the_suite_does(name: str) -> None:
    """Valid instances are texts of the grammar in every usual spelling, invalid ones in none; no group is refused."""
    for title, group in groups(name):
        constraint = constraint_of(group, name)
        for test in group["tests"]:
            for text in spellings(test["data"]):
                found = constraint is not None and accepts(constraint, text)
                assert found == test["valid"], f"{title}: {test['description']}: {text}"
