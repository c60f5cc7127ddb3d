"""Grammars with others embedded have the masks of the same grammar written in one, wherever a text stands."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest

import constrain
from constrain import Constraint, GrammarError, Vocabulary, allocate_bitmask
from constrain.compiling.composed import Composed, Late, embedded, embedded_late
from constrain.grammar import Choice, Embedded, Grammar, Repeat, Sequence, Terminal
from constrain.grammars import json_schema, sequence, special, tools
from constrain.grammars.json_schema.front import JsonSchemaGrammar
from constrain.grammars.json_schema.surely import surely_written
from constrain.patterns.pattern import literal, repeat

TEXTS = [
    "",
    "",
    "",
    '{"',
    '": ',
    '", "',
    '"}',
    "}}",
    '{"a": ',
    ", ",
    "true",
    "null",
    "tool",
    "<tool_call>",
    "12",
    '"b": [',
    "]}",
]
VOCABULARY = Vocabulary.from_bytes(
    [*(bytes((byte,)) for byte in range(256)), *(text.encode() for text in TEXTS if text), None, None],
    end_ids=[256 + len([text for text in TEXTS if text])],
    special_tokens={"<think>": 257 + len([text for text in TEXTS if text])},
)


def objects(number: int) -> list[JsonSchemaGrammar[Any]]:
    """Grammars of random schemas of objects."""
    found: list[JsonSchemaGrammar[Any]] = []
    for seed in range(3):
        made = random.Random(seed + 1000 * number)
        names = made.sample("abcd", made.randint(0, 3))
        properties = {name: made.choice(PARTS) for name in names}
        schema: dict[str, Any] = {"type": "object", "properties": properties, "required": names[:1]}
        if made.random() < 0.6:
            schema["additionalProperties"] = False
        found.append(json_schema(schema, property_order="any" if made.random() < 0.5 else "schema"))
    return found


PARTS: list[Any] = [
    {"type": "integer", "minimum": 3},
    {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 4},
    {"enum": ["a", "ab", None]},
    {"type": "string", "maxLength": 5},
    {"type": "array", "items": {"type": "integer"}, "uniqueItems": True},
    {"type": "object", "properties": {"a": {"type": "null"}}, "minProperties": 1},
    {},
]


def text(data: str) -> Terminal:
    return Terminal(literal(data.encode()), data)


def composed(parts: list[JsonSchemaGrammar[Any]]) -> Composed[str]:
    """Parts in a loop, one of them in two places."""
    return of_parts([embedded(part) for part in parts])


def of_parts(inner: list[Embedded | None]) -> Composed[str]:
    assert None not in inner
    ways = [Sequence((text(f"f{number}("), part, text(")"))) for number, part in enumerate(inner) if part is not None]
    again = Sequence((text("twice("), ways[0], ways[0], text(")")))
    return Composed("calls", {"calls": Repeat(Choice([*ways, again]), 1)})


def same_masks(one: Constraint[Any], other: Constraint[Any], seed: int) -> None:
    """Along a random text, with and without a budget, and what is forced."""
    made = random.Random(seed)
    rows = allocate_bitmask(2, VOCABULARY)
    left, right = one.matcher(), other.matcher()
    for step in range(60):
        left.fill_bitmask(rows[0])
        right.fill_bitmask(rows[1])
        assert (rows[0] == rows[1]).all()
        assert left.forced_bytes() == right.forced_bytes()
        if seed % 3 == 0 and step % 7 == 0:
            assert left.tokens_to_end == right.tokens_to_end
        allowed = [token for token in constrain.allowed_tokens(rows[0]) if token not in VOCABULARY.end_ids]
        if not allowed:
            break
        token = made.choice(allowed)
        left.advance(token)
        right.advance(token)


@pytest.mark.parametrize("number", range(12))
def test_embedded_grammars_have_the_masks_of_one_grammar(number: int) -> None:
    """Also after another text has read some of them in, and where special tokens stand beside."""
    grammar = composed(objects(number))
    if number % 2:
        grammar = sequence(special("<think>"), grammar)  # type: ignore[assignment]
    assert isinstance(grammar, Composed)
    assert grammar.rights is not None
    whole = Grammar(grammar.start, copy.copy(grammar).productions)
    one, other = constrain.compile(grammar, VOCABULARY), constrain.compile(whole, VOCABULARY)

    for seed in range(6):
        same_masks(one, other, seed)
    assert grammar.rights is not None  # nothing has asked for all productions


def test_a_grammar_of_which_a_text_is_empty_cannot_be_embedded() -> None:
    """The core could not tell that it may be passed over."""
    nothing = embedded(Grammar("s", {"s": Terminal(repeat(literal(b"a")), "a")}))
    assert nothing is not None
    with pytest.raises(GrammarError, match="cannot stand in another"):
        constrain.compile(Composed("s", {"s": Sequence((text("("), nothing))}), VOCABULARY)


def test_it_can_be_pickled_saved_and_changed() -> None:
    """All of that writes the productions out."""
    grammar = tools([{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}])
    call = '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'
    constraint = constrain.compile(grammar, VOCABULARY)
    for made in (pickle.loads(pickle.dumps(grammar)), copy.copy(grammar), copy.deepcopy(grammar)):
        assert constrain.compile(made, VOCABULARY).accepts(call)
        assert made.read(call) == grammar.read(call)
    loaded = Constraint.from_bytes(constraint.to_bytes(), VOCABULARY)
    assert loaded.accepts(call)

    grammar.productions[grammar.start] = text("other")
    assert constrain.compile(grammar, VOCABULARY).accepts("other")


def test_tools_are_kept_by_content() -> None:
    """An equal definition is not read again; one that differs by a type is another."""
    of = lambda value: {"name": "f", "parameters": {"type": "object", "properties": {"a": {"const": value}}}}  # noqa: E731
    call = '<tool_call>\n{"name": "f", "arguments": {"a": %s}}\n</tool_call>'
    for value in (1, True, 1, "1", [1], True):
        constraint = constrain.compile(tools([of(value)]), VOCABULARY)
        written = json.dumps(value)
        assert [text for text in ("1", "true", '"1"', "[1]") if constraint.accepts(call % text)] == [written]


SCALARS = ("integer", "number", "boolean", "null", "string")


def sure_schema(made: random.Random, depth: int = 3) -> dict[str, Any]:
    """What a look shows to be satisfiable, with annotations of any kind in it; often with definitions."""
    if made.random() < 0.5:
        return sure_part(made, depth, [])
    keyword, dialect = made.choice(("$defs", "definitions")), None
    if keyword == "definitions":
        dialect = made.choice((None, "http://json-schema.org/draft-07/schema#"))
    definitions: dict[str, Any] = {}
    for name in ("A", "b-c", "D.e")[: made.randint(0, 3)]:
        pointers = [f"#/{keyword}/{each}" for each in definitions]
        definitions[name] = sure_part(made, depth - 1, pointers, bare=False)
    schema = sure_part(made, depth, [f"#/{keyword}/{name}" for name in definitions])
    return {**schema, keyword: definitions, **({} if dialect is None else {"$schema": dialect})}


def sure_part(made: random.Random, depth: int, pointers: list[str], *, bare: bool = True) -> dict[str, Any]:
    """A part; `bare`: which may be a reference or have alternatives."""
    schema: dict[str, Any] = {}
    if made.random() < 0.3:
        schema[made.choice(("description", "title", "default", "examples", "deprecated"))] = made.choice(
            ("a", {"$ref": "#/x"}, [{"type": 3}], None)
        )
    if bare and pointers and made.random() < 0.4:
        return {**schema, "$ref": made.choice(pointers)}
    if bare and depth and made.random() < 0.2:
        ways = [sure_part(made, depth - 1, [], bare=False) for _ in range(made.randint(1, 3))]
        ways += [{"$ref": pointer} for pointer in made.sample(pointers, min(len(pointers), made.randint(0, 1)))]
        return {**schema, "anyOf": ways}
    kind = made.choice((*SCALARS, "array", "object")[: 7 if depth else 5])
    schema["type"] = kind
    if kind in ("array", "object"):
        schema |= sure_container(made, kind, depth, pointers)
    elif made.random() < 0.2:
        kinds = made.sample(("string", "integer", "null"), made.randint(1, 3))
        schema["type"] = kinds
        values: dict[str, list[Any]] = {"string": ["a", "ab"], "integer": [3, -1, 10**15], "null": [None]}
        schema["enum"] = [value for each in kinds for value in values[each]]
    elif kind == "string":
        schema |= made.choice(
            (
                {},
                {"enum": made.sample(("a", "ab", '"', "\\", "a\n", ""), made.randint(1, 4))},
                {"const": "b"},
                {
                    "format": made.choice(
                        ("date-time", "date", "time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid")
                    )
                },
                {"format": "int32"},
                {"minLength": made.randint(0, 3), "maxLength": made.randint(3, 200)},
            )
        )
    elif kind in ("integer", "number"):
        low, high = made.choice((0, 1, -5, -(10**15), 0.5)), made.choice((3, 10**15, 7.125, 4.0))
        schema |= made.choice(
            (
                {},
                {"minimum": low},
                {"exclusiveMinimum": low, "maximum": high},
                {"minimum": low, "exclusiveMaximum": high},
                {"minimum": low, "exclusiveMinimum": 1, "maximum": high},
            )
        )
    if made.random() < 0.2 and type(schema["type"]) is str and not schema.keys() & {"enum", "const"}:
        schema["type"] = sorted({kind, made.choice(("null", "boolean"))})
    return schema


def sure_container(made: random.Random, kind: str, depth: int, pointers: list[str]) -> dict[str, Any]:
    if kind == "array":
        return {
            "items": sure_part(made, depth - 1, pointers),
            **made.choice(({}, {"minItems": 0}, {"minItems": 1}, {"uniqueItems": False})),
        }
    names = made.sample(("a", "ab", "", "~/", '"', "\\u", "properties"), made.randint(0, 3))
    schema: dict[str, Any] = {"properties": {name: sure_part(made, depth - 1, pointers) for name in names}}
    schema["required"] = [name for name in names if made.random() < 0.5]
    return schema | ({"additionalProperties": False} if made.random() < 0.5 else {})


@pytest.mark.parametrize("number", range(8))
def test_grammars_that_are_written_late_have_the_same_masks(number: int) -> None:
    """Whatever asks first: masks, budgets, forced bytes, a batch; and nobody writes what no text comes to."""
    made = random.Random(number)
    schemas = [sure_schema(made) for _ in range(3)]
    assert all(map(surely_written, schemas))
    written: list[int] = []

    def late(place: int) -> Embedded:
        def make() -> Grammar:
            written.append(place)
            return json_schema(schemas[place], extra="forbid")

        return embedded_late(Late(make))

    one = constrain.compile(of_parts([late(0), late(1), late(2)]), VOCABULARY)
    other = constrain.compile(composed([json_schema(schema, extra="forbid") for schema in schemas]), VOCABULARY)
    assert written == []
    if number % 2:
        rows = constrain.allocate_bitmask(4, VOCABULARY)
        batch = constrain.MatcherBatch([one.matcher() for _ in range(4)])
        for byte in b"f1(":
            batch.advance([byte] * 4)
        batch.fill_bitmask(rows)
        assert set(written) == {1}
    for seed in range(6):
        same_masks(one, other, seed)


def test_a_look_tells_schemas_that_are_surely_written() -> None:
    """Each gives a grammar that can be embedded; what has anything else in it is not told."""
    made = random.Random(0)
    for _ in range(400):
        schema = sure_schema(made)
        assert surely_written(schema)
        part = embedded(json_schema(schema, extra="forbid"))
        assert part is not None
        core = constrain.compile(Composed("s", {"s": Sequence((text("("), part))}), VOCABULARY)
        assert core.sample(1, seed=1)
    refused: list[Any] = [
        True,
        {},
        {"type": []},
        {"type": ["string", "string"]},
        {"type": ["string", "any"], "enum": ["a"]},
        {"type": ["string", "array"]},
        {"type": ["string", "null"], "minimum": 1},
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"type": "integer", "exclusiveMinimum": 2, "exclusiveMaximum": 3},
        {"type": "integer", "minimum": 2.25, "maximum": 2.75},
        {"type": "number", "minimum": 2, "exclusiveMaximum": 2},
        {"type": "number", "minimum": True},
        {"type": "number", "exclusiveMaximum": True},
        {"type": "number", "minimum": "1"},
        {"type": "number", "multipleOf": 2},
        {"type": "string", "minLength": 3, "maxLength": 2},
        {"type": "string", "minLength": -1},
        {"type": "string", "maxLength": 10**6},
        {"type": "string", "format": "email", "maxLength": 3},
        {"type": "string", "format": "email", "enum": ["a"]},
        {"type": "string", "format": "regex"},
        {"type": "string", "format": 3},
        {"type": "array", "items": {"type": "null"}, "minItems": 2},
        {"type": "array", "items": {"type": "null"}, "maxItems": 2},
        {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        {"anyOf": []},
        {"anyOf": [{"type": "null"}, {"anyOf": [{"type": "null"}]}]},
        {"anyOf": [{"type": "null"}], "type": "null"},
        {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"anyOf": [{"type": "null"}]}}},
        {"$ref": "#"},
        {"$ref": "#/$defs/a"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "array", "items": {"$ref": "#/$defs/a"}}}},
        {"$ref": "#/$defs/a", "type": "null", "$defs": {"a": {"type": "null"}}},
        {"type": "null", "$defs": {"a": {"type": "any"}}},
        {"type": "null", "$defs": {"a/b": {"type": "null"}}},
        {"type": "null", "$defs": [{"type": "null"}]},
        {"type": "null", "$schema": "http://json-schema.org/draft-04/schema#"},
        {"type": "object", "properties": {"a": {"type": "null", "$schema": "x"}}},
        {"type": "object", "properties": {"a": {"type": "null", "$defs": {}}}},
        {"type": "string", "pattern": "a"},
        {"type": "string", "enum": []},
        {"type": "string", "enum": ["a", "a"]},
        {"type": "string", "enum": ["\ud800"]},
        {"type": "integer", "enum": ["a"]},
        {"type": "array"},
        {"type": "array", "items": True},
        {"type": "object"},
        {"type": "object", "properties": {"a": {}}},
        {"type": "object", "properties": {}, "required": ["a"]},
        {"type": "object", "properties": {}, "additionalProperties": {}},
        {"type": "object", "properties": {"a": {"type": "null", "$ref": "#"}}},
    ]
    assert not any(map(surely_written, refused))
