"""Members in any order that clauses ask for by the patterns of their keys: finitely many keys, and many clauses."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import constrain
from constrain import Vocabulary
from constrain.grammars import json_schema

# As in the schema of Swagger 2.0: some member that is no extension, with one of 1,001 keys.
RESPONSES: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "patternProperties": {"^([0-9]{3})$|^(default)$": {"type": "integer"}, "^x-": {}},
    "not": {"type": "object", "additionalProperties": False, "patternProperties": {"^x-": {}}},
}
SIX: dict[str, Any] = {
    "type": "object",
    "allOf": [{"not": {"type": "object", "patternProperties": {f"^{c}": {"type": "string"}}}} for c in "abcdef"],
}
TEXTS = [
    {},
    {"x-a": 1},
    {"x-a": 1, "200": 3},
    {"200": 3, "x-a": 1, "404": 1},
    {"x-a": 1, "200": "a"},
    {"x-a": 1, "20": 1},
    dict.fromkeys("abcdef", 0),
    dict.fromkeys("fedcba", 0),
    dict.fromkeys("abcde", 0),
    {**dict.fromkeys("abcde", 0), "f": "", "fg": 1},
]


@pytest.mark.parametrize("schema", [RESPONSES, SIX])
def test_such_objects_are_as_jsonschema_has_them(schema: dict[str, Any]) -> None:
    """Texts of the grammar are valid, and these are taken exactly where they are valid."""
    every = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
    constraint = constrain.compile(json_schema(schema, property_order="any"), every)
    judge = jsonschema.Draft202012Validator(schema)

    assert all(judge.is_valid(json.loads(text)) for text in constraint.sample(10, seed=3))
    assert [constraint.accepts(json.dumps(value)) for value in TEXTS] == [judge.is_valid(value) for value in TEXTS]
