"""Compiling takes time in proportion to the schema: four times as much for four times as many of anything."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

import constrain
from constrain import LimitExceeded, Vocabulary
from constrain.grammars import json_schema

_BYTES = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
_SMALL, _TIMES = 1000, 4


def _object(count: int, step: int) -> dict[str, Any]:
    """So many properties, each `step`-th of them required."""
    names = [f"property {i}" for i in range(count)]
    return {"properties": {key: {"type": "integer"} for key in names}, "required": names[::step], "type": "object"}


def _chain(count: int) -> dict[str, Any]:
    """Definitions that each refer to the next one."""
    definitions: dict[str, Any] = {f"d{count}": {"type": "string"}}
    for i in range(count):
        definitions[f"d{i}"] = {"type": "object", "properties": {"next": {"$ref": f"#/$defs/d{i + 1}"}}}
    return {"$ref": "#/$defs/d0", "$defs": definitions}


_SCHEMAS: dict[str, tuple[Callable[[int], Any], dict[str, Any]]] = {
    "enumeration": (lambda count: {"enum": [f"value {i}" for i in range(count)]}, {}),
    "properties in order": (lambda count: _object(count, 3), {}),
    "properties in any order": (lambda count: _object(count, 2), {"property_order": "any"}),
    "tuple": (lambda count: {"type": "array", "prefixItems": [{"type": "integer"}] * count}, {}),
    "branches that are constants": (lambda count: {"anyOf": [{"const": f"c{i}"} for i in range(count)]}, {}),
    "branches that are objects": (
        lambda count: {"anyOf": [{"type": "object", "required": [f"k{i}"]} for i in range(count)]},
        {"max_shapes": 10**6},
    ),
    "definitions": (_chain, {}),
}


@pytest.mark.parametrize("kind", _SCHEMAS)
def test_time_grows_in_proportion(kind: str) -> None:
    """Of processor time, the least of three attempts; squares would take sixteen times as much."""
    schema_of, options = _SCHEMAS[kind]

    def least(count: int) -> float:
        text, times = json.dumps(schema_of(count)), []
        for _ in range(3):
            began = time.thread_time()
            constrain.compile(json_schema(text, **options), _BYTES)
            times.append(time.thread_time() - began)
        return min(times)

    assert least(_SMALL * _TIMES) < 9 * least(_SMALL)


def test_a_hundred_thousand_definitions_are_no_limit() -> None:
    """The budget of formulas is for combinations of subschemas; what stands in the document always fits."""
    count = 100_000
    schema: dict[str, object] = {
        "$ref": "#/$defs/d0",
        "$defs": {f"d{i}": {"type": ["string", "null"]} for i in range(count)},
    }
    schema["anyOf"] = [{"$ref": f"#/$defs/d{i}"} for i in range(count)]

    assert json_schema(schema).productions


def test_many_overlapping_contains_are_refused_at_once() -> None:
    """An item counts for each of them or not: 2**20 choices, of which only a bounded number is looked at."""
    schema = {"allOf": [{"contains": {"pattern": chr(97 + i)}, "maxContains": 2} for i in range(20)]}
    with pytest.raises(LimitExceeded, match="contains"):
        json_schema(schema)
