"""The native code's folders are floors: a file includes its own folder and lower floors, and only the top knows Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent
_CORE, _FRONTS, _SAMPLER = (_ROOT / name / "native" for name in ("constrain", "grammars", "sampling"))
# Lowest first; folders of one floor do not know each other.
_FLOORS = (
    ("support",),
    ("pattern",),
    ("tokens", "context"),
    ("network",),
    ("earley",),
    ("masks",),
    ("python",),
)
_FLOOR = {folder: number for number, folders in enumerate(_FLOORS) for folder in folders}
# What others may include of the core: its ground floor, and how native code gives up and takes the interpreter lock.
_FOR_OTHERS = re.compile(r"support/\w+\.h|python/(?:doors|interruptible|released)\.h")
_PYTHON = re.compile(r'#include [<"](?:nanobind/|Python\.h)')


def _sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".cc", ".h"})


def _includes(path: Path) -> list[str]:
    return re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8"))


def _breaks(path: Path) -> list[str]:
    """The includes of a file of the core that lead up, or to a neighbour on its floor."""
    own = path.relative_to(_CORE).parts[0]
    others = [(include, include.split("/")[0]) for include in _includes(path)]
    return [
        f"{path.relative_to(_CORE)} includes {include}"
        for include, folder in others
        if folder != own and _FLOOR.get(folder, len(_FLOORS)) >= _FLOOR[own]
    ]


def test_the_core_includes_downwards_only() -> None:
    """No file of the core includes one of a higher floor, or of the other folder on its own floor."""
    assert [] == [line for path in _sources(_CORE) for line in _breaks(path)]


def test_every_file_of_the_core_stands_on_a_floor() -> None:
    """Each folder is one of the floors above, and no source lies beside them."""
    assert set(_FLOOR) == {path.relative_to(_CORE).parts[0] for path in _sources(_CORE)}


def test_front_ends_and_the_sampler_use_the_ground_floor_only() -> None:
    """What they do natively includes files of their own, the core's support, and what binds native code to Python."""
    for root in (_FRONTS, _SAMPLER):
        own = {str(path.relative_to(root)) for path in _sources(root)}
        assert [] == [
            f"{path.relative_to(_ROOT)} includes {include}"
            for path in _sources(root)
            for include in _includes(path)
            if include not in own and not _FOR_OTHERS.fullmatch(include)
        ]


@pytest.mark.parametrize("folder", [folder for folders in _FLOORS[:-1] for folder in folders])
def test_below_the_top_floor_nobody_knows_python(folder: str) -> None:
    """No file below `python` includes Python's or nanobind's headers."""
    assert [] == [path.name for path in _sources(_CORE / folder) if _PYTHON.search(path.read_text(encoding="utf-8"))]


def test_the_parts_of_masks_include_what_the_readme_lists_above_them() -> None:
    """The table in `masks/README.md` has every part that `Configurations` owns, each after all that its header includes."""
    folder = _CORE / "masks"
    rows = re.findall(r"^\| (`.+?`) \|", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    parts = [name.removesuffix(".h") for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    users = ("configuration", "constraint_core", "matcher", "batch", "warm_up", "text_graph")
    above = {part: set(parts[:number]) for number, part in enumerate(parts)}

    assert {path.stem for path in _sources(folder)} == {*parts, *users}
    assert [] == [
        f"{header.name} includes {include}"
        for header in _sources(folder)
        if header.suffix == ".h" and header.stem in above
        for include in _includes(header)
        if include.startswith("masks/") and Path(include).stem not in above[header.stem]
    ]
