"""What `lark()` remembers between calls: the same text in the same mode is read once, and never taken for another."""

from __future__ import annotations

import gc
import re
import sys
from contextlib import suppress
from pathlib import Path

import lark as judge
import pytest
from lark.load_grammar import load_grammar

from constrain import GrammarError
from constrain.grammars import lark
from constrain.grammars.gc_pause import uncollected
from constrain.grammars.lark.loading.load import load

front = sys.modules["constrain.grammars.lark.front"]
TEXT = 'start: A+ | "b"\nA: "a"'


def test_a_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second call makes a grammar of its own from the same productions, and reads nothing."""
    first = lark(TEXT)
    monkeypatch.setattr(front, "load", None)
    second = lark(TEXT)

    assert second is not first
    assert second.productions == first.productions
    second.productions.clear()
    assert lark(TEXT).productions == first.productions


def test_options_make_another_grammar() -> None:
    """What changes the language is part of what is remembered by."""
    text = 'start: A B?\nA: /a|ab/\nB: "b"\nC: "c"\nother: C'

    assert lark(text, parser="lalr").flatten() != lark(text, parser="earley").flatten()
    assert lark(text, start="other").start == lark(text).start == "text"
    assert lark(text, start="other").flatten() != lark(text).flatten()
    assert lark(text, g_regex_flags=2).flatten() != lark(text).flatten()


def test_imported_files_are_read_each_time(tmp_path: Path) -> None:
    """A file in `import_paths` may change between two calls."""
    text = "start: A\n%import letters.A"
    (tmp_path / "letters.lark").write_text('A: "a"')
    before = lark(text, import_paths=[tmp_path]).flatten()
    (tmp_path / "letters.lark").write_text('A: "b"')

    assert before != lark(text, import_paths=[tmp_path]).flatten()


def test_only_the_last_are_remembered() -> None:
    """However many grammars a process reads, it keeps a few, and none of the largest."""
    for number in range(3 * front.MAX_REMEMBERED):
        lark(f'start: "{number}"')
    lark('start: "a"\n//' + " " * front.MAX_CHARACTERS)

    assert len(front._remembered) == front.MAX_REMEMBERED
    assert all(len(how[0]) < front.MAX_CHARACTERS for how in front._remembered)


def test_what_is_refused_is_refused_again() -> None:
    """An error is not remembered as a grammar."""
    for _ in range(2):
        with pytest.raises(GrammarError, match="other"):
            lark("start: other")


@pytest.mark.parametrize("collecting", [True, False])
def test_the_collector_is_left_as_it_was(collecting: bool) -> None:
    """Off inside, and after an error as before."""
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        with suppress(RuntimeError), uncollected():
            assert not gc.isenabled()
            raise RuntimeError
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("place", ["common", "unicode", "python", "lark"])
def test_of_the_library_only_what_is_needed_is_read(place: str) -> None:
    """Whatever is imported from lark's own grammars is what lark imports, whichever was imported before."""
    text = (Path(judge.__file__).parent / "grammars" / f"{place}.lark").read_text()
    names = re.findall(r"^[?!]*_?([a-z][a-z_0-9]*|[A-Z][A-Z_0-9]*)(?:\.\d+)? *:", text, re.MULTILINE)
    assert names
    for name in names[:: 1 + len(names) // 40]:
        if name != "start" and f"_{name}" not in text:
            grammar = f"start: x\nx: {name}\n%import {place}.{name}"
            theirs, rules, _ = load_grammar(grammar, "<string>", [], False)[0].compile(["start"], [])
            ours = load(grammar, "start", [], [])

            assert sorted((t.name, t.pattern) for t in theirs) == sorted((t.name, t.pattern) for t in ours.terminals)
            assert rules == ours.rules
