"""What every file of the repository must keep to, whatever it is about."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_TEXT = {"", ".py", ".pyi", ".md", ".toml", ".txt", ".cc", ".h", ".lark", ".csv", ".json"}
# Absolute paths into somebody's machine, and where an index or wheel folder would be named.
_FILE = re.compile(r"(?<![\w./:{}%-])((?:[a-z_]+/)*[a-z_]+\.(?:py|cc|h))\b(?![\w(])")
_MACHINE = re.compile(
    r"(?<![\w.])/(?:home|root|work|Users|mnt|srv)/\w|\bfile:///(?:home|opt|root|work|Users|mnt|srv)|--(?:extra-)?index-url|--find-links"
)


def _files() -> Iterator[Path]:
    for folder, folders, files in os.walk(_ROOT):
        hidden_or_made = {name for name in folders if name.startswith(".") and name != ".ci"} | {"__pycache__", "build"}
        folders[:] = [name for name in folders if name not in hidden_or_made]
        for name in files:
            path = Path(folder, name)
            # `.git` is a file in a worktree, and says where the repository lies.
            if path.suffix in _TEXT and path.name != ".git" and path != Path(__file__).resolve():
                yield path


def test_no_file_names_a_machine() -> None:
    """Sources, tests, records and pins work on any machine: no absolute path, no package index."""
    found = [
        f"{path.relative_to(_ROOT)}:{number}: {line.strip()[:100]}"
        for path in _files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _MACHINE.search(line)
    ]

    assert found == []


def test_files_that_are_named_exist() -> None:
    """A comment, a docstring or a document that sends its reader to a file names one that is there."""
    there = ["/" + str(path.relative_to(_ROOT)) for path in _files()]
    found = [
        f"{path.relative_to(_ROOT)}:{number}: {name}"
        for path in _files()
        if path.suffix in (".py", ".cc", ".h", ".md") and path.relative_to(_ROOT).parts[0] not in ("tests", "examples")
        if path.name != "DECISIONS.md" and "weights" not in path.parts  # they tell of what has gone
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if not line.startswith("#include <")
        for name in _FILE.findall(line)
        if not any(each.endswith("/" + name) for each in there)
    ]

    assert found == []


def test_pins_lie_in_the_ranges_that_users_are_given() -> None:
    """Each requirement in pyproject.toml is pinned in constraints.txt, to a version that it allows.

    Engines of others exclude each other's pins, so `.ci/engines` installs each in an environment of its own.
    """
    import tomllib

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"].values()
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(r for e in extras for r in e),
    ]
    lines = (_ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))

    engines = (_ROOT / ".ci" / "engines").read_text()
    for requirement in map(Requirement, wanted):
        if canonicalize_name(requirement.name) not in (*pins, project["project"]["name"]):
            assert requirement.name in engines, requirement
        elif requirement.name != project["project"]["name"]:
            assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement
