"""`optional="write"`: members that may be missing are written."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

import constrain
from constrain import GrammarError, Vocabulary
from constrain.grammars import json_schema, tools

BYTES = Vocabulary([*(bytes([byte]) for byte in range(256)), None], end_ids=[256])
_ORDERS: tuple[Literal["schema", "any"], ...] = ("schema", "any")


def accepted(schema: Any, values: list[Any], **options: Any) -> list[Any]:
    """The values whose texts the grammar has."""
    constraint = constrain.compile(json_schema(schema, optional="write", **options), BYTES)
    return [value for value in values if constraint.accepts(json.dumps(value))]


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    breed: str = "poodle"


class Owner(BaseModel):
    pet: Cat | Dog = Field(discriminator="kind")
    phone: str | None = None
    other: Owner | None = None


def test_fields_with_defaults_are_written() -> None:
    """Those of models within, and of a model within itself, where null ends it."""
    whole = {"pet": {"kind": "cat", "lives": 3}, "phone": None, "other": None}
    values: list[Any] = [whole, {**whole, "other": whole}, {**whole, "pet": {"kind": "dog", "breed": ""}}]
    lacking = [{**whole, "pet": {"kind": "cat"}}, {k: v for k, v in whole.items() if k != "phone"}]

    assert values == accepted(Owner, values + lacking)
    assert values == accepted(Owner, values + lacking, property_order="any")


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"maxProperties": 1}, [{"a": 1}]),
        ({"not": {"required": ["a", "b"]}}, [{"a": 1}, {"b": 1}]),
        ({"propertyNames": {"const": "b"}}, [{"b": 1}]),
        ({"properties": {"a": False, "b": {"const": 1}}}, [{"b": 1}]),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, [{"a": 1}, {"b": 1}]),
    ],
)
def test_what_cannot_be_there_is_not(schema: dict[str, Any], values: list[Any]) -> None:
    """Every member that can be there with those before it."""
    properties = {"a": {"const": 1}, "b": {"const": 1}}
    whole = {"type": "object", "additionalProperties": False, "properties": properties} | schema

    assert values == accepted(whole, [{}, {"a": 1}, {"b": 1}, {"a": 1, "b": 1}])


def test_a_negation_names_no_member() -> None:
    """Of `oneOf`, one alternative excludes the other: what that names need not be written, though it could be."""
    parts = [{"type": "object", "properties": {key: {"type": "integer"}}, "required": [key]} for key in "ab"]
    values = [{"a": 1}, {"b": 1}]

    assert values == accepted({"oneOf": parts}, values)


def test_unique_items_are_written_whole() -> None:
    """Where all items are listed, too."""
    item = {"type": "object", "additionalProperties": False, "properties": {"a": {"enum": [1, 2]}, "b": {"const": 1}}}
    values: list[Any] = [[{"a": 1, "b": 1}], [{"a": 1, "b": 1}, {"a": 2, "b": 1}], [{"a": 1}], [{}]]

    assert values[:2] == accepted({"type": "array", "uniqueItems": True, "items": item}, values)


def test_members_without_end_are_an_error_that_names_the_option() -> None:
    """A list that only a missing member ends."""
    schema = {"type": "object", "properties": {"next": {"$ref": "#"}}}
    with pytest.raises(GrammarError, match="optional='write'"):
        json_schema(schema, optional="write")


def test_tools_write_every_argument() -> None:
    """Also those with defaults."""

    def weather(city: Literal["Oslo"], days: int = 1) -> str:
        """The weather."""
        raise NotImplementedError

    calls = constrain.compile(tools([weather], format="json", calls="one", optional="write"), BYTES)
    assert calls.accepts('{"name": "weather", "arguments": {"city": "Oslo", "days": 2}}')
    assert not calls.accepts('{"name": "weather", "arguments": {"city": "Oslo"}}')


@pytest.mark.parametrize("seed", range(20))
def test_records_are_those_of_which_all_is_required(seed: int) -> None:
    """The very texts of the schema that requires each member of `properties`, in either order."""
    random = Random(seed)

    def record(depth: int, whole: bool) -> dict[str, Any]:
        keys = random.sample("abc", random.randint(1, 3))
        deeper = [record(depth - 1, whole) if depth and random.random() < 0.4 else {"const": 1} for _ in keys]
        needed = [key for key in keys if random.random() < 0.3]
        return {
            "type": ["object", "null"],
            "properties": dict(zip(keys, deeper, strict=True)),
            "required": keys if whole else needed,
            "additionalProperties": False,
        }

    def values(depth: int) -> list[Any]:
        inner: list[Any] = [1, None, *(values(depth - 1) if depth else [])]
        some = random.sample(inner, min(len(inner), 6))
        chosen = product([..., *some], repeat=3)
        return [{k: v for k, v in zip("abc", found, strict=True) if v is not ...} for found in chosen]

    state = random.getstate()
    schema = record(2, whole=False)
    random.setstate(state)
    whole = record(2, whole=True)
    for order in _ORDERS:
        constraint = constrain.compile(json_schema(whole, property_order=order), BYTES)
        found = values(1)
        assert [each for each in found if constraint.accepts(json.dumps(each))] == accepted(
            schema, found, property_order=order
        )
