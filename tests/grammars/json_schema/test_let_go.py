"""Productions that go once a schema is compiled come back the same when somebody asks for them."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import constrain
from constrain.grammar import Grammar, Terminal
from constrain.grammars import json_schema
from constrain.patterns.pattern import literal

VOCABULARY = constrain.Vocabulary([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
SCHEMAS: list[dict[str, Any]] = [
    {"type": "integer"},
    {"type": "object", "properties": {"a": {"type": "number", "minimum": 0.1}, "b": {"$ref": "#"}}},
    {"type": "array", "items": {"enum": ["x", 1, None]}, "uniqueItems": True},
    {"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "type": "object", "maxProperties": 2},
    {"type": "integer", "multipleOf": 7, "minimum": 0, "maximum": 10_000},
]


def flat(grammar: Grammar) -> tuple[Any, ...]:
    """What the core is given."""
    made = grammar.flatten()
    return [terminal.code for terminal in made.terminals], made.names, made.codes, made.start


def gone(grammar: Grammar) -> bool:
    return vars(grammar)["_rights"] is None and "productions" not in vars(grammar)


@pytest.mark.parametrize("schema", SCHEMAS, ids=repr)
@pytest.mark.parametrize("as_text", [True, False])
@pytest.mark.parametrize("extra", [None, "forbid"])
def test_they_come_back_the_same(schema: Any, as_text: bool, extra: Any) -> None:
    """Also for copies and pickles of the grammar; compiled again, it gives the same constraint."""
    given = json.dumps(schema) if as_text else schema
    expected = flat(json_schema(given, extra=extra))
    grammar = json_schema(given, extra=extra)
    constraint = constrain.compile(grammar, VOCABULARY)
    assert gone(grammar)
    for other in (pickle.loads(pickle.dumps(grammar)), copy.copy(grammar), copy.deepcopy(grammar)):
        assert gone(other)
        assert flat(other) == expected
    assert constrain.compile(grammar, VOCABULARY).to_bytes() == constraint.to_bytes()
    assert flat(grammar) == expected
    assert not gone(grammar), "what was asked for once stays"


def test_a_schema_that_is_changed_later_does_not_count() -> None:
    """They are those of the schema as it was given."""
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}}
    expected = flat(json_schema(schema))
    grammar = json_schema(schema)
    constrain.compile(grammar, VOCABULARY)
    schema["properties"]["a"]["type"] = "string"
    assert flat(grammar) == expected


def test_the_report_is_of_the_schema_as_it_was_given() -> None:
    """Also where it has no end any more."""
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}}
    expected = str(json_schema(schema).report)
    grammar = json_schema(schema)
    constrain.compile(grammar, VOCABULARY)
    schema["properties"]["a"] = schema
    assert str(grammar.report) == expected


def test_changes_of_productions_stay() -> None:
    """Whoever has the productions may change them; compiling does not undo that."""
    grammar = json_schema({"type": "integer"})
    grammar.productions[grammar.start] = Terminal(literal(b"seven"), "seven")
    constraint = constrain.compile(grammar, VOCABULARY)
    assert constraint.accepts("seven")
    assert not constraint.accepts("7")
    assert constrain.compile(grammar, VOCABULARY).accepts("seven")


def test_a_copy_has_productions_of_its_own() -> None:
    """Those of the original do not change with them."""
    grammar = json_schema({"type": "integer"})
    other = copy.copy(grammar)
    other.productions[other.start] = Terminal(literal(b"seven"), "seven")
    assert constrain.compile(other, VOCABULARY).accepts("seven")
    assert not constrain.compile(grammar, VOCABULARY).accepts("seven")


def test_threads_that_ask_and_compile_at_once() -> None:
    """All get the productions, whichever of them lets go or writes again."""
    grammar = json_schema(SCHEMAS[1])
    expected = flat(grammar)

    def work(number: int) -> bool:
        constrain.compile(grammar, VOCABULARY)
        return flat(grammar) == expected

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))


def test_they_stay_where_they_might_not_come_back() -> None:
    """References that lead out of the schema, limits above the usual ones, and types."""
    referencing = json_schema({"$ref": "urn:other"}, registry={"urn:other": {"type": "integer"}})
    wide = json_schema({"type": "integer"}, limits=constrain.Limits(steps=10**9))
    with constrain.limited(constrain.Limits(steps=10**9)):
        within = json_schema({"type": "integer"})
    for grammar in (referencing, wide, within, json_schema(list[int])):
        constrain.compile(grammar, VOCABULARY)
        assert not gone(grammar)


def test_they_come_back_whatever_limits_hold_then() -> None:
    """The caller of something else is not to pay for what was done before."""
    grammar = json_schema(SCHEMAS[-1])
    constrain.compile(grammar, VOCABULARY)
    with constrain.limited(constrain.Limits(steps=1)):
        assert flat(grammar) == flat(pickle.loads(pickle.dumps(grammar)))
