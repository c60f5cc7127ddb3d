"""Other keys: types close their objects by themselves, raw schemas where `extra="forbid"` asks for it.

The judge of closed raw schemas is `jsonschema`: what a closed schema takes, the open one takes; and no object that names
members has a key that nobody names.
"""

from __future__ import annotations

import dataclasses
import json
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, RootModel
from pydantic.dataclasses import dataclass as pydantic_dataclass
from typing_extensions import TypedDict

import constrain
from constrain.grammars import json_schema, tools

VOCABULARY = constrain.Vocabulary.from_bytes([*(bytes([i]) for i in range(256)), None], end_ids=[256])


def accepts(grammar: Any, text: str) -> bool:
    matcher = constrain.compile(grammar, VOCABULARY).matcher()
    try:
        for byte in text.encode():
            matcher.advance(byte)
    except constrain.RejectedToken:
        return False
    return matcher.is_accepting


class Point(BaseModel):
    x: int


class OpenPoint(BaseModel):
    model_config = ConfigDict(extra="allow")
    x: int


class StrictPoint(BaseModel):
    model_config = ConfigDict(extra="forbid")
    x: int


class Holder(BaseModel):
    point: Point | None = None
    several: list[Point] = []
    opened: OpenPoint | None = None
    names: dict[str, int] = {}


@dataclasses.dataclass
class Plain:
    x: int


@pydantic_dataclass
class Checked:
    x: int


@pydantic_dataclass(config=ConfigDict(extra="allow"))
class OpenChecked:
    x: int


class Typed(TypedDict):
    x: int


class Mapped(RootModel[dict[str, int]]):
    pass


@pytest.mark.parametrize("kind", [Point, Plain, Checked, Typed])
def test_a_type_takes_no_other_keys_by_default(kind: Any) -> None:
    """Models, dataclasses and TypedDicts write the keys that they declare; an option opens them."""
    assert accepts(json_schema(kind), '{"x": 1}')
    assert not accepts(json_schema(kind), '{"x": 1, "y": 2}')
    assert accepts(json_schema(kind, extra="allow"), '{"x": 1, "y": 2}')


@pytest.mark.parametrize("kind", [OpenPoint, OpenChecked])
def test_a_type_that_allows_other_keys_is_open(kind: Any) -> None:
    """`extra="allow"` in the type opens it, whatever the option says, because the type says it itself."""
    assert all(accepts(json_schema(kind, extra=extra), '{"x": 1, "y": 2}') for extra in (None, "allow", "forbid"))


def test_a_type_that_forbids_other_keys_is_closed() -> None:
    """`extra="forbid"` in the type closes it, whatever the option says."""
    assert not any(accepts(json_schema(StrictPoint, extra=extra), '{"x": 1, "y": 2}') for extra in (None, "allow"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"point": {"x": 1}}', True),
        ('{"point": {"x": 1, "y": 1}}', False),
        ('{"several": [{"x": 1}, {"x": 2}]}', True),
        ('{"several": [{"x": 1, "y": 1}]}', False),
        ('{"opened": {"x": 1, "y": 1}}', True),
        ('{"names": {"any": 1}}', True),
        ('{"other": 1}', False),
    ],
)
def test_types_inside_types_are_closed_each_by_itself(text: str, expected: bool) -> None:
    """A field's type has its own say, and mappings have any keys."""
    assert expected == accepts(json_schema(Holder), text)


def test_a_root_that_is_a_mapping_stays_one() -> None:
    """A model whose root is a mapping takes any keys."""
    assert accepts(json_schema(Mapped), '{"any": 1}')


@pytest.mark.parametrize(
    "tool",
    [
        {"name": "at", "parameters": {"properties": {"x": {"type": "integer"}}}},
        {
            "name": "at",
            "input_schema": {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "properties": {"x": {"type": "integer"}},
            },
        },
        type("at", (Point,), {}),
    ],
)
def test_calls_have_no_undeclared_arguments(tool: Any) -> None:
    """A tool's arguments are those that its parameters name; `extra="allow"` opens them."""
    call = '<tool_call>\n{"name": "at", "arguments": {"x": 1%s}}\n</tool_call>'

    assert accepts(tools([tool]), call % "")
    assert not accepts(tools([tool]), call % ', "y": 2')
    assert accepts(tools([tool], extra="allow"), call % ', "y": 2')


def test_a_raw_schema_keeps_its_own_meaning() -> None:
    """Without the option, JSON Schema's rule holds: what is not forbidden may stand there."""
    assert accepts(json_schema({"properties": {"x": {"type": "integer"}}}), '{"x": 1, "y": 2}')


NAMES_X = {"type": "object", "properties": {"x": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "text", "expected"),
    [
        (NAMES_X, '{"x": 1}', True),
        (NAMES_X, '{"x": 1, "y": 2}', False),
        ({**NAMES_X, "additionalProperties": True}, '{"x": 1, "y": 2}', True),
        ({"type": "object"}, '{"y": 2}', True),
        ({**NAMES_X, "required": ["z"]}, '{"x": 1, "z": 2}', True),
        ({"properties": {"a": NAMES_X}}, '{"a": {"x": 1, "y": 2}}', False),
        ({"items": NAMES_X}, '[{"x": 1, "y": 2}]', False),
        ({"allOf": [NAMES_X, {"properties": {"y": {"type": "null"}}}]}, '{"x": 1, "y": null}', True),
        ({"allOf": [NAMES_X, {"properties": {"y": {"type": "null"}}}]}, '{"x": 1, "z": 1}', False),
        ({"anyOf": [NAMES_X, {"type": "string"}]}, '{"y": 1}', False),
        ({"oneOf": [NAMES_X, {"type": "string"}]}, '{"y": 1}', False),
        ({"$ref": "#/$defs/p", "$defs": {"p": NAMES_X}}, '{"y": 1}', False),
        ({"$ref": "#/$defs/p", "$defs": {"p": NAMES_X}}, '{"x": 1}', True),
        ({"allOf": [{"$ref": "#/$defs/p"}], "properties": {"q": {"$ref": "#/$defs/p"}}, "$defs": {"p": NAMES_X}}, '{"x": 1, "q": {"x": 1}}', True),
        ({"allOf": [{"$ref": "#/$defs/p"}], "properties": {"q": {"$ref": "#/$defs/p"}}, "$defs": {"p": NAMES_X}}, '{"q": {"y": 1}}', False),
        ({"properties": {"next": {"$ref": "#"}}}, '{"next": {"next": {}}}', True),
        ({"properties": {"next": {"$ref": "#"}}}, '{"next": {"y": {}}}', False),
        ({"if": {"properties": {"x": {"const": 1}}, "required": ["x"]}, "then": {"properties": {"y": True}}}, '{"x": 1, "y": 1}', True),
        ({"if": {"properties": {"x": {"const": 1}}, "required": ["x"]}, "then": {"properties": {"y": True}}}, '{"x": 1, "z": 1}', False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("draft", ["7", "2020-12"])
def test_a_raw_schema_is_closed_on_request(draft: str, schema: Any, text: str, expected: bool) -> None:
    """Objects that name members take no others; what is combined counts together, in old drafts as in new."""
    uri = "http://json-schema.org/draft-07/schema#" if draft == "7" else "https://json-schema.org/draft/2020-12/schema"
    if draft == "7":
        schema = json.loads(json.dumps(schema).replace("$defs", "definitions"))

    assert expected == accepts(json_schema({"$schema": uri, **schema}, extra="forbid"), text)


def test_what_old_drafts_ignore_beside_a_reference_is_still_ignored() -> None:
    """Closing a place of draft 7 does not bring to life what stands beside its `$ref`."""
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "allOf": [{"$ref": "#/definitions/p"}],
        "properties": {"q": {"$ref": "#/definitions/p", "minProperties": 5}},
        "definitions": {"p": NAMES_X},
    }

    assert accepts(json_schema(schema, extra="forbid"), '{"q": {"x": 1}}')


def test_the_callers_schema_is_not_changed() -> None:
    """Closing works on a copy."""
    schema = {"allOf": [NAMES_X, {"$ref": "#/$defs/p"}], "$defs": {"p": {"properties": {"y": NAMES_X}}}}
    before = json.dumps(schema)

    json_schema(schema, extra="forbid")

    assert before == json.dumps(schema)


@pytest.mark.parametrize("definition", [True, False, 5, None, ["a"]])
def test_definitions_that_are_no_mappings_end_the_search(definition: Any) -> None:
    """A boolean is a schema, and what is none is nobody's business until somebody refers to it."""
    assert accepts(json_schema({"$defs": {"y": definition}, "properties": {"a": {}}}, extra="forbid"), '{"a": 1}')


def test_the_option_is_checked() -> None:
    """Another word than these is an error that lists them."""
    with pytest.raises(ValueError, match="choose one of 'allow', 'forbid'"):
        json_schema({}, extra="ignore")  # type: ignore[call-overload]


def random_schema(random: Random, depth: int) -> dict[str, Any]:
    """A schema over the keys a, b and c; scalars are integers."""
    schema: dict[str, Any] = {}
    if random.random() < 0.7:
        schema["type"] = "object"
    if depth and random.random() < 0.8:
        keys = random.sample("abc", random.randint(1, 2))
        schema["properties"] = {
            k: random_schema(random, depth - 1) if random.random() < 0.5 else {"type": "integer"} for k in keys
        }
        if random.random() < 0.3:
            schema["required"] = [random.choice("abc")]
    if depth and random.random() < 0.5:
        key = random.choice(["allOf", "anyOf", "oneOf"])
        schema[key] = [random_schema(random, depth - 1) for _ in range(random.randint(1, 2))]
    if random.random() < 0.3:
        schema["$ref"] = f"#/$defs/{random.choice('pq')}"
    if random.random() < 0.1:
        schema["additionalProperties"] = random.random() < 0.5
    return schema


def random_value(random: Random, depth: int) -> Any:
    if not depth or random.random() < 0.3:
        return 1
    return {k: random_value(random, depth - 1) for k in random.sample("abcz", random.randint(0, 3))}


@settings(deadline=None, max_examples=80)
@given(st.randoms(use_true_random=False))
def test_a_closed_schema_takes_less_than_the_open_one(random: Random) -> None:
    """What it takes is valid under the author's schema, and at the top has no key that nobody names."""
    schema = random_schema(random, 3)
    schema["$defs"] = {name: random_schema(random, 1) for name in "pq"}
    for definition in schema["$defs"].values():
        definition.pop("$ref", None)
    try:
        grammar = json_schema(schema, extra="forbid", property_order="any")
        constraint = constrain.compile(grammar, VOCABULARY)
    except (constrain.GrammarError, constrain.LimitExceeded):  # no value, or too many ways to combine
        return
    whole = "additionalProperties" not in json.dumps(schema)
    for _ in range(8):
        value = random_value(random, 3)
        matcher = constraint.matcher()
        try:
            for byte in json.dumps(value, separators=(",", ":")).encode():
                matcher.advance(byte)
        except constrain.RejectedToken:
            continue
        if matcher.is_accepting:
            jsonschema.Draft202012Validator(schema).validate(value)
            assert not (whole and "properties" in schema and isinstance(value, dict) and "z" in value)
