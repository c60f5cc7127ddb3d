"""A grammar of the library that a build has compiled is the grammar that its text gives, and stands in for no other."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import constrain
from constrain import GrammarError, Vocabulary
from constrain.grammar import Grammar
from constrain.grammars import lark, library, sequence
from constrain.grammars.lark import front
from constrain.grammars.library import compiled

from .texts import GOOD, WRONG

NAMES = library.names()
TOKENS = [
    *(bytes((b,)) for b in range(256)),
    b"  ",
    b"\n\n",
    b"):",
    b'""',
    b"if ",
    b", ",
    b"->x",
    b"1.0",
    b"/*",
    b"a b",
]
PLAIN = Vocabulary([*TOKENS, None], end_ids=[len(TOKENS)])
SPACED = Vocabulary([*TOKENS, None], end_ids=[len(TOKENS)], strips_leading_space=True)
FEW = Vocabulary([*TOKENS[9:11], *TOKENS[32:127], b"if ", None], end_ids=[98])  # without most bytes


@pytest.fixture
def of_text(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Loads a grammar from its text, whatever a build has compiled or the process remembers."""

    def load(name: str) -> front.LarkGrammar:
        with monkeypatch.context() as patch:
            patch.setattr(library, "known", lambda *_: None)
            patch.setattr(front, "_remembered", {})
            return load_anew(name)

    return load


def load_anew(name: str) -> front.LarkGrammar:
    grammar = library.load(name)
    assert isinstance(grammar, front.LarkGrammar)
    return grammar


@pytest.fixture
def of_form(monkeypatch: pytest.MonkeyPatch, of_text: Any, tmp_path: Path) -> Any:
    """Loads a grammar from a compiled form that is made here, by what a build calls."""

    def load(name: str) -> front.LarkGrammar:
        text = library.read(name)
        form = compiled.written(of_text(name).written, text, compiled.sources())
        (tmp_path / (name + compiled.ENDING)).write_bytes(form)
        with monkeypatch.context() as patch:
            patch.setattr(compiled, "_BUILT", tmp_path)
            patch.setattr(front, "_remembered", {})
            patch.setattr(front, "_made", None)  # nothing may be compiled
            return load_anew(name)

    return load


@pytest.mark.parametrize("name", NAMES)
def test_what_a_build_compiled_is_what_the_text_gives(name: str, of_text: Any) -> None:
    """Byte for byte, and it is taken for the text: an old file fails here, `pip install -e .` makes it again."""
    file = compiled._BUILT / (name + compiled.ENDING)
    if not file.exists():
        pytest.skip("this build compiled no grammars")
    text = library.read(name)

    assert compiled.written(of_text(name).written, text, compiled.sources()) == file.read_bytes()
    assert compiled.known(name, text) is not None


@pytest.mark.parametrize("name", NAMES)
def test_masks_and_messages_are_those_of_the_text(name: str, of_text: Any, of_form: Any) -> None:
    """Along the example texts, right ones and wrong ones; so is what `check` says of them."""
    made = [constrain.compile(load(name), PLAIN) for load in (of_text, of_form)]
    row, other = constrain.allocate_bitmask(2, PLAIN)
    for text in [*GOOD[name][:6], *WRONG[name][:6]]:
        one, two = (constraint.matcher() for constraint in made)
        for byte in text[:200].encode():
            one.fill_bitmask(row)
            two.fill_bitmask(other)
            assert row.tobytes() == other.tobytes()
            if not one.allows(byte):
                assert str(one.explain(byte)) == str(two.explain(byte))
                break
            one.advance(byte)
            two.advance(byte)
        assert one.is_accepting == two.is_accepting
        assert str(made[0].check(text)) == str(made[1].check(text))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("vocabulary", [PLAIN, SPACED, FEW], ids=["plain", "spaced", "few"])
def test_the_core_is_given_the_same(name: str, vocabulary: Vocabulary, of_text: Any, of_form: Any) -> None:
    """Also where texts begin with a space that the decoder strips, and where terminals are cut down to what can be spelled."""
    if vocabulary is FEW and name not in ("json", "csv", "graphql"):
        pytest.skip("cutting down its terminals takes long")
    one, two = (constrain.compile(load(name), vocabulary).to_bytes() for load in (of_text, of_form))

    assert one == two


def events(grammar: Grammar, text: str) -> list[Any]:
    """What is told of a text, cut after every third byte, with the tree at the end."""
    reader = grammar.events()
    assert reader is not None
    data, told = text.encode(), []
    for at in range(0, len(data), 3):
        told += reader.feed(data[at : at + 3])
    return [*told, *reader.finish(), reader.partial]


@pytest.mark.parametrize("name", NAMES)
def test_events_are_those_of_the_text(name: str, of_text: Any, of_form: Any) -> None:
    """They are lark's, who reads the text; `read` gives the text."""
    one, two = of_text(name), of_form(name)
    for text in GOOD[name][:3]:
        assert events(one, text) == events(two, text)
        assert text == two.read(text)


@pytest.mark.parametrize("name", NAMES)
def test_its_trees_are_those_of_the_text(name: str, of_text: Any, of_form: Any) -> None:
    """Productions and the patterns of terminals, which are read from their code; also after pickling, and inside others."""
    one, two = of_text(name), of_form(name)
    assert repr(one) == repr(two)
    assert [t.pattern for t in one.written.flat.terminals] == [t.pattern for t in two.written.flat.terminals]
    assert one.productions.keys() == two.productions.keys()
    assert one.families == two.families
    travelled = pickle.loads(pickle.dumps(of_form(name)))
    assert of_form(name).flatten().codes == travelled.flatten().codes
    inside = [constrain.compile(sequence("<", each, ">"), PLAIN).to_bytes() for each in (one, two)]
    assert inside[0] == inside[1]


def test_a_form_of_something_else_is_not_taken(of_text: Any) -> None:
    """Another text, edited sources, another version, a damaged or cut file, a constraint: the text is compiled."""
    text = library.read("json")
    form = compiled.written(of_text("json").written, text, compiled.sources())

    assert compiled.read(form, text) is not None
    assert compiled.read(form, text + " ") is None
    assert compiled.read(compiled.written(of_text("json").written, text, "edited"), text) is None
    for at in (0, 10, 50, 100, len(form) // 2, len(form) - 1):
        assert compiled.read(form[:at], text) is None
        assert compiled.read(form[:at] + bytes((form[at] ^ 1,)) + form[at + 1 :], text) is None
    assert compiled.read(constrain.compile(of_text("json"), PLAIN).to_bytes(), text) is None
    assert compiled.read(b"", text) is None


def test_a_damaged_file_falls_back_to_the_text(of_text: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The grammar is there all the same."""
    (tmp_path / ("json" + compiled.ENDING)).write_bytes(b"CNSTRCON and nothing of use")
    monkeypatch.setattr(compiled, "_BUILT", tmp_path)
    monkeypatch.setattr(front, "_remembered", {})

    assert of_text("json").written.flat.codes == load_anew("json").written.flat.codes


def test_a_grammar_is_no_constraint(of_text: Any) -> None:
    """Loading the file of a grammar as a constraint says what it is."""
    form = compiled.written(of_text("json").written, "", "")
    with pytest.raises(GrammarError, match="holds a grammar"):
        constrain.Constraint.from_bytes(form, PLAIN)


def test_the_front_door_takes_the_compiled_form_too(of_form: Any) -> None:
    """`lark(library.read(name), ...)` after `library.load(name)` compiles nothing either."""
    loaded = library.load("sql")
    again = lark(library.read("sql"), **library.entry("sql").options())

    assert isinstance(loaded, front.LarkGrammar)
    assert isinstance(again, front.LarkGrammar)
    assert loaded.written is again.written
