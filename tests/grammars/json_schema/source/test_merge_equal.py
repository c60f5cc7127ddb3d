"""Subschemas that say the same are one place where many shapes are combined; that changes nothing but the work."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from constrain import ConstrainError, Constraint, LimitExceeded
from constrain.grammars.json_schema import JsonSchemaGrammar, json_schema
from constrain.grammars.json_schema.source.document import Document
from constrain.grammars.json_schema.values import compilation as context

from ..instances import accepts, compiled, random_text
from ..schemas import SchemaWriter

# Shapes have to be combined, so that the first attempt, which tells apart what says the same, can be given up.
_OVERLAPPING = {"type": "array", "oneOf": [{"minItems": 1, "maxItems": 2}, {"minItems": 2}]}


def _compiled(schema: Any, effort: int, **options: Any) -> Constraint:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(context, "_FIRST_EFFORT", effort)
        patch.setattr(Document, "repeats", lambda _: True)
        return compiled(schema, **options)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"const": 1.5}', '{"const": "1.5"}'),
        ('{"enum": [1]}', '{"enum": [true]}'),
        ('{"items": true}', '{"items": [true]}'),
        ('{"required": ["x"]}', '{"dependencies": {"x": []}}'),
    ],
)
def test_what_is_spelled_alike_is_not_the_same(one: str, other: str) -> None:
    """A number is not the string of its digits, nor a schema a list of it."""
    overlapping = json.dumps(_OVERLAPPING)
    for first, second in ((one, other), (other, one)):
        text = '{"$schema": "http://json-schema.org/draft-07/schema", "type": "array", "additionalItems": false, '
        text += f'"items": [{first}, {second}, {overlapping}]}}'
        told, merged = _compiled(text, 10**9), _compiled(text, 0)
        for a in ("1.5", '"1.5"', "1", "true", "[]", "[1, 2]", "{}", '{"x": 1}'):
            for b in ("1.5", '"1.5"', "1", "true", "[]", "[1, 2]", "{}", '{"x": 1}'):
                value = f"[{a}, {b}]"
                assert accepts(told, value) == accepts(merged, value), (text, value)


@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize("seed", range(40))
def test_equal_subschemas_hold_the_same_values(seed: int, order: str) -> None:
    """Whatever one way writes, the other accepts; where one has no text, or a limit, so has the other."""
    random = Random(seed)
    written = SchemaWriter(random).schema()
    items = {"anyOf": [written, {"type": "null"}]}
    schema = {"type": "array", "prefixItems": [written, _OVERLAPPING, written], "items": items}
    ways: list[Constraint | type[ConstrainError]] = []
    for effort in (10**9, 0):
        try:
            ways.append(_compiled(json.dumps(schema), effort, property_order=order, on_unsupported="drop"))
        except LimitExceeded:
            return  # without merging there may be more to do
        except ConstrainError as error:
            ways.append(type(error))
    one, two = ways
    if not isinstance(one, Constraint) or not isinstance(two, Constraint):
        assert one == two
        return
    for way, other in ((one, two), (two, one)):
        for _ in range(3):
            text = random_text(way, random)
            assert accepts(other, text), (schema, text)


def test_all_that_is_dropped_is_listed() -> None:
    """Also in equal subschemas, and in what stands in them."""
    pattern = {"type": "string", "pattern": r"^(a*)b\1$"}
    inside = {"type": "object", "properties": {"x": pattern, "y": {**pattern, "title": "y"}}, "required": ["x"]}
    text = json.dumps({"type": "array", "minItems": 4, "prefixItems": [_OVERLAPPING, inside, pattern, inside]})
    told, merged = (_compiled(text, effort, on_unsupported="drop").grammar for effort in (10**9, 0))
    assert isinstance(told, JsonSchemaGrammar)
    assert isinstance(merged, JsonSchemaGrammar)
    assert len(told.dropped) == 5
    assert sorted(told.dropped) == sorted(merged.dropped)


def test_errors_do_not_speak_of_the_first_attempt() -> None:
    schema = {"type": "array", "minItems": 2, "prefixItems": [_OVERLAPPING, {"type": "text"}]}
    with pytest.raises(ConstrainError) as caught:
        _compiled(json.dumps(schema), 0)
    assert caught.value.__context__ is None


def test_merging_equal_subschemas_keeps_the_work_small() -> None:
    """Branches of which each says the same of some members: told apart, they take thousands of states."""
    point = {"type": "array", "minItems": 2, "items": {"type": "number"}}
    parts = [{"name": {"type": "string"}, f"k{i}": point, "at": point} for i in range(7)]
    branches = [{"type": "object", "required": list(names)[:2], "properties": names} for names in parts]
    text = json.dumps({"oneOf": branches})  # read again, so that no two subschemas are one object
    assert len(json_schema(text).productions) < 500
