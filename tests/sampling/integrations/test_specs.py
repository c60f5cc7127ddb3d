"""What requests ask for, as text: read, compiled once, kept, and refused with the library's messages."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from constrain import Vocabulary
from constrain.errors import ConstrainError, GrammarError, LimitExceeded, VocabularyError
from constrain.sampling.integrations import specs
from constrain.sampling.integrations.specs import Constraints, grammar_of, spec_of

BYTES = Vocabulary.from_bytes([*(bytes([each]) for each in range(256)), None, None], end_ids=[256])
TAG = {"type": "structural_tag", "format": {"type": "const_string", "value": "a"}}


@pytest.mark.parametrize(
    ("spec", "text", "other"),
    [
        ({"json": {"type": "integer"}}, "42", "x"),
        ({"json": '{"type": "integer"}'}, "42", "x"),
        ({"json_object": True}, '{"a": [1]}', "[1]"),
        ({"regex": "[0-9]+"}, "42", ""),
        ({"choice": ["yes", "no"]}, "yes", "maybe"),
        ({"grammar": 'start: "a"+'}, "aa", ""),
        ({"lark": 'start: "a"+'}, "aa", ""),
        ({"gbnf": 'root ::= "a"+'}, "aa", ""),
        ({"ebnf": 'a ::= "a"+'}, "aa", ""),
        ({"abnf": 'a = 1*"a"\r\n'}, "aA", ""),
        ({"structural_tag": TAG}, "a", "b"),
    ],
)
def test_each_kind_is_read(spec: dict[str, Any], text: str, other: str) -> None:
    """As a mapping and as JSON text."""
    constraints = Constraints(BYTES)
    for given in (spec, json.dumps(spec)):
        constraint = constraints.of(*spec_of(given))
        assert constraint.accepts(text)
        assert not constraint.accepts(other)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "x",
        "[]",
        "{}",
        "[" * 9999,
        1,
        None,
        {"regex": 1},
        {"regex": "a", "gbnf": "b"},
        {"klingon": "a"},
        {"json_object": 1},
        {"json": {1, 2}},
    ],
)
def test_wrong_specs_are_refused(given: Any) -> None:
    """Whatever a request may send; the message shows the form."""
    with pytest.raises(GrammarError):
        spec_of(given)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("json", "{"),
        ("json", '{"type": "strange"}'),
        ("json", "[" * 5000),
        ("json", '{"allOf": [' * 900 + "{}" + "]}" * 900),
        ("choice", '"yes"'),
        ("choice", "[]"),
        ("choice", "[1]"),
        ("choice", "yes"),
        ("regex", "(" * 3000),
        ("regex", "(?!a)a"),
        ("grammar", ""),
        ("structural_tag", "{"),
        ("klingon", "a"),
    ],
)
def test_wrong_texts_are_refused(kind: str, text: str) -> None:
    """With errors of the library, never others, twice in the same way."""
    constraints = Constraints(BYTES)
    messages = []
    for _ in range(2):
        with pytest.raises(ConstrainError) as caught:
            constraints.of(kind, text)
        messages.append(str(caught.value))

    assert messages[0] == messages[1]


def test_json_options_hold_for_all_json() -> None:
    """Also in structural tags."""
    constraints = Constraints(BYTES, json_options={"layout": "compact"})
    schema = (
        '{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": false}'
    )
    tag = {"type": "structural_tag", "format": {"type": "json_schema", "json_schema": json.loads(schema)}}
    for constraint in (constraints.of("json", schema), constraints.of("structural_tag", json.dumps(tag))):
        assert constraint.accepts('{"a":1}')
        assert not constraint.accepts('{"a": 1}')


def test_the_ends_of_a_request_end_its_text() -> None:
    """An end is allowed where the text is complete; a text token that is an end is no text any more."""
    constraints = Constraints(BYTES)
    constraint = constraints.of("regex", "[0-9]{1,2}", [256, ord("7")])
    matcher = constraint.matcher()
    assert not matcher.allows(ord("7"))
    matcher.advance(ord("1"))

    assert [True, True, False] == [matcher.allows(token) for token in (ord("7"), 256, 257)]
    assert constraints.of("regex", "[0-9]{1,2}").matcher().allows(ord("7"))
    with pytest.raises(VocabularyError):
        constraints.of("regex", "7+", [256, ord("7")])
    with pytest.raises(VocabularyError):
        constraints.of("regex", "a", [9999])


def test_specs_are_compiled_once_and_the_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when several threads ask at once; what was asked longest ago goes first; refusals are kept as well."""
    compiled: list[str] = []
    original = grammar_of

    def counting(kind: str, text: str, **options: Any) -> Any:
        compiled.append(text)
        return original(kind, text, **options)

    monkeypatch.setattr(specs, "grammar_of", counting)
    constraints = Constraints(BYTES, kept=2)
    threads = [threading.Thread(target=constraints.of, args=("regex", "a")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ["a"] == compiled
    constraints.of("regex", "b")
    constraints.of("regex", "a")
    for _ in range(2):
        with pytest.raises(GrammarError):
            constraints.of("regex", "(")
    constraints.of("regex", "c")  # b goes
    constraints.of("regex", "a")

    assert ["a", "b", "(", "c"] == compiled
    constraints.of("regex", "b")
    assert ["a", "b", "(", "c", "b"] == compiled


def test_what_ran_out_of_time_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another day may be a better one; so may a compilation that something else ended."""
    errors: list[BaseException] = [LimitExceeded("too long"), KeyboardInterrupt()]
    original = grammar_of

    def failing(kind: str, text: str, **options: Any) -> Any:
        if errors:
            raise errors.pop(0)
        return original(kind, text, **options)

    monkeypatch.setattr(specs, "grammar_of", failing)
    constraints = Constraints(BYTES, timeout=60)
    with pytest.raises(LimitExceeded):
        constraints.of("regex", "a")
    with pytest.raises(KeyboardInterrupt):
        constraints.of("regex", "a")

    assert constraints.of("regex", "a").accepts("a")


def test_a_timeout_bounds_a_spec() -> None:
    """A schema that takes long is given up."""
    schema = {
        "allOf": [{"anyOf": [{"properties": {f"k{i}{j}": {"type": "integer"}}} for j in range(6)]} for i in range(8)]
    }
    with pytest.raises(LimitExceeded):
        Constraints(BYTES, timeout=0.001).of("json", json.dumps(schema))
