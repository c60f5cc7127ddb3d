"""A grammar that this machine has compiled is read from the user's cache folder, and a file stands in for no other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from constrain.grammars import lark
from constrain.grammars.lark import front, saved
from tests.grammars.lark import test_indenter

TEXT = 'start: NAME ("," NAME)*\nNAME: /[a-z]+/\n%ignore " "'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of this test's own, of a process that remembers nothing."""
    monkeypatch.setenv("CONSTRAIN_CACHE", str(tmp_path))
    monkeypatch.setattr(saved, "DELAY", 3600)  # files are written where a test says `finish`
    monkeypatch.setattr(front, "_remembered", {})
    yield tmp_path / "grammars"
    saved.finish()


def compiled(text: str = TEXT, **options: Any) -> Any:
    """The grammar as a new process makes it, and what is to be written is written."""
    front._remembered.clear()
    grammar = lark(text, **options)
    saved.finish()
    return grammar.flatten()


def codes(flat: Any) -> Any:
    return [(each.name, each.code) for each in flat.terminals], flat[1:]


def test_a_grammar_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file gives the same, to the byte, and nothing is compiled."""
    made = compiled()
    assert len(list(folder.iterdir())) == 1
    with monkeypatch.context() as patch:
        patch.setattr(front, "_made", None)
        assert codes(made) == codes(compiled())


def test_another_text_or_option_is_another_file(folder: Path) -> None:
    """A layout counts by what it says, whatever the order of its sets."""
    compiled()
    compiled(TEXT + " ")
    compiled(lexer="basic")
    indented = "start: (A _N | A _N _INDENT start _DEDENT)+\nA: /a+/\n_N: /(\\r?\\n[\\t ]*)+/\n%declare _INDENT _DEDENT"
    for layout in (test_indenter.Tree(), test_indenter.Tree()):
        compiled(indented, postlex=layout)
    assert len(list(folder.iterdir())) == 4


def test_what_is_damaged_is_compiled_anew(folder: Path) -> None:
    """Cut off, changed, empty, or of another grammar."""
    made = codes(compiled())
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    compiled(TEXT + " ")
    (other,) = set(folder.iterdir()) - {path}
    for data in (whole[:-1], b"", whole[:40], whole[:90] + bytes((whole[90] ^ 1,)) + whole[91:], other.read_bytes()):
        path.write_bytes(data)
        path.chmod(0o600)
        assert made == codes(compiled())
        assert whole == path.read_bytes()


def test_what_others_could_have_written_is_not_read(folder: Path) -> None:
    """It is written again."""
    compiled()
    (path,) = folder.iterdir()
    path.chmod(0o666)
    assert saved.load(path.stem) is None


def test_files_are_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those used longest ago go."""
    monkeypatch.setattr(saved, "MOST_FILES", 3)
    monkeypatch.setattr(saved, "_PRUNED", 1)
    for number in range(6):
        compiled(f"{TEXT}\n// {number}")
    assert len(list(folder.iterdir())) == 3


def test_nothing_is_written_where_nothing_is_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where files of the user's are read, which may change."""
    compiled(source_path="somewhere.lark")
    monkeypatch.setenv("CONSTRAIN_CACHE", "off")
    compiled()
    assert not folder.exists()


def test_another_process_finds_it(folder: Path) -> None:
    """With another seed for the order of sets."""
    script = (
        "from constrain.grammars import lark; from constrain.grammars.lark import front, saved; import sys\n"
        "if sys.argv[1] == 'second': front._made = None\n"
        f"print(len(lark({TEXT!r}).flatten().codes)); saved.finish()"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script, which],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for which, seed in (("first", "1"), ("second", "2"))
    ]
    assert found[0] == found[1] != ""
    assert len(list(folder.iterdir())) == 1
