"""`uniqueItems` over containers and broken numbers: where the values are few, every array is judged as jsonschema does."""

from __future__ import annotations

import itertools
import json
from random import Random
from typing import Any

import jsonschema
import pytest

from constrain import ConstrainError, UnsupportedError
from constrain.grammars.json_schema.finite import identity, nesting
from tests.grammars.json_schema.instances import accepts, compiled, random_text, spellings

BIT = {"enum": [0, 1]}
PAIR = {"type": "array", "items": BIT, "minItems": 1, "maxItems": 2}
POINT = {"type": "object", "properties": {"x": BIT, "y": {"type": "boolean"}}, "additionalProperties": False}
# Values of all kinds, some equal in JSON's sense, of which the arrays are made.
POOL: list[Any] = [
    *[0, 1, 1.0, 0.5, 1.5, True, False, None, "a", "b"],
    *[[], [0], [1], [0, 0], [0, 1], [1.0], [[0], [1]], ["a"]],
    *[
        {},
        {"x": 0},
        {"x": 1},
        {"x": 1.0},
        {"y": True},
        {"x": 1, "y": True},
        {"y": True, "x": 1},
        {"z": [0]},
        {"a": "b"},
    ],
]
SCHEMAS: list[dict[str, Any]] = [
    {"items": {"enum": [[0], [1], {"x": 1}, 1, "a", None]}},
    {"items": {"enum": [{"x": 1, "y": True}, {"x": 1.0}, [0, 1], 0.5]}},
    {"items": PAIR},
    {"items": POINT},
    {"items": {**POINT, "required": ["x"], "minProperties": 2}},
    {"items": {**POINT, "maxProperties": 1, "not": {"required": ["y"]}}},
    {"items": {"anyOf": [PAIR, POINT, {"enum": [[0, 1], 0.5]}]}, "minItems": 2},
    {"items": {"oneOf": [PAIR, {"type": "array", "items": {"const": 1}, "maxItems": 1}]}},
    {"items": {"multipleOf": 0.5, "minimum": 0, "maximum": 1.5, "type": "number"}},
    {"items": {"enum": [1.5, 0.5, 1]}, "maxItems": 2},
    {"items": {**PAIR, "uniqueItems": True}, "minItems": 1},
    {"items": {**PAIR, "contains": {"const": 1}}},
    {"items": {"type": "array", "prefixItems": [BIT, {"enum": ["a", 1]}], "items": False}, "maxItems": 3},
    {"items": {"type": "array", "prefixItems": [{"type": "array", "items": BIT, "maxItems": 1}], "items": False}},
    {"items": {"type": "object", "propertyNames": {"enum": ["x", "a"]}, "additionalProperties": {"enum": [1, "b"]}}},
    {"items": {"if": {"type": "array"}, "then": {"maxItems": 0}, "else": {"enum": [{}, 0.5, {"z": [0]}]}}},
    {"prefixItems": [PAIR, {"enum": [[0], {"x": 1}]}], "items": False},
    {"prefixItems": [{"enum": [[0], [1]]}], "items": {"enum": [[0], {"x": 1}]}, "contains": {"type": "object"}},
    {"prefixItems": [{"type": "boolean"}, {"type": "boolean"}], "items": False},
]


@pytest.mark.parametrize("number", range(len(SCHEMAS)))
@pytest.mark.parametrize(
    "options", [{}, {"property_order": "any", "integers": "any"}], ids=["schema order", "any order"]
)
def test_arrays_are_judged_as_jsonschema_does(number: int, options: dict[str, Any]) -> None:
    """All arrays of up to two values, and many of three and four, in the spellings of `json.dumps`."""
    schema = {"type": "array", "uniqueItems": True, **SCHEMAS[number]}
    constraint, validator = compiled(schema, **options), jsonschema.Draft202012Validator(schema)
    random = Random(number)
    arrays = [list(items) for length in range(3) for items in itertools.product(POOL, repeat=length)]
    fitting = [item for item in POOL if any(validator.is_valid([item, *more]) for more in ([], *zip(POOL)))]
    arrays += [random.choices(fitting or POOL, k=random.randint(3, 4)) for _ in range(300)]
    valid = 0
    for array in arrays:
        expected = validator.is_valid(array)
        valid += expected
        for text in spellings(array)[: 3 if expected else 1]:
            if not _in_order(array) and "property_order" not in options:
                continue
            if expected and "integers" not in options and "1.0" in text and "multipleOf" not in str(schema):
                continue  # a spelling that the options rule out for listed integers
            assert expected == accepts(constraint, text), text
    assert valid


def _in_order(array: list[Any]) -> bool:
    """Whether keys stand as the schemas have them, x before y."""
    return all(list(item) == sorted(item) for item in array if isinstance(item, dict))


@pytest.mark.parametrize("number", range(len(SCHEMAS)))
@pytest.mark.parametrize("indent", [None, 2])
def test_masks_never_lead_to_a_comma_with_nothing_behind_it(number: int, indent: int | None) -> None:
    """Random walks end in valid arrays, also long ones that use all values up."""
    schema = {"type": "array", "uniqueItems": True, **SCHEMAS[number]}
    validator = jsonschema.Draft202012Validator(schema)
    layout = {} if indent is None else {"indent": indent}
    constraint = compiled(schema, **layout)
    for seed in range(12):
        assert validator.is_valid(json.loads(random_text(constraint, Random(seed), patience=1000 * (seed % 2))))


def test_all_values_can_stand_but_no_more() -> None:
    """Behind the last value that is left there is no comma."""
    values = [{"x": x, "y": y} for x in (0, 1) for y in (True, False)]
    schema = {"type": "array", "items": {**POINT, "required": ["x", "y"]}, "uniqueItems": True, "minItems": 4}
    constraint = compiled(schema)
    matcher = constraint.matcher()
    for byte in json.dumps(values)[:-1].encode():
        matcher.advance(byte)

    assert not matcher.allows(ord(","))
    assert matcher.allows(ord("]"))
    with pytest.raises(ConstrainError, match="no value satisfies"):
        compiled({**schema, "minItems": 5})


def test_values_that_a_layout_cannot_write_do_not_count() -> None:
    """Where indentation ends, deeper values are none, so no comma waits for them."""
    deep: Any = 0
    for _ in range(25):
        deep = [deep]
    constraint = compiled({"type": "array", "items": {"enum": [deep, [1]]}, "uniqueItems": True}, indent=1)

    assert accepts(constraint, json.dumps([[1]], indent=1))
    matcher = constraint.matcher()
    for byte in json.dumps([[1]], indent=1)[:-2].encode():
        matcher.advance(byte)
    assert not matcher.allows(ord(","))
    writable = compiled({"type": "array", "items": {"enum": [deep[0], [1]]}, "uniqueItems": True}, indent=1)
    assert accepts(writable, json.dumps([[1], deep[0]], indent=1))


@pytest.mark.parametrize(
    "items",
    [
        {},
        {"type": "array"},
        {"type": "object"},
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
        {"type": "number"},
        {"type": "number", "minimum": 0, "maximum": 1},
        {"type": "array", "items": {"const": 1}},
        {"type": "array", "items": BIT, "minItems": 12, "maxItems": 12},
        {"type": "object", "properties": {f"k{i}": BIT for i in range(40)}, "additionalProperties": False},
        {"$ref": "#/$defs/tree"},
        {"type": "array", "items": {"const": 1}, "maxItems": 10**9},
        {"type": "array", "items": BIT, "maxItems": 10**9, "uniqueItems": True},
        {"multipleOf": 1e-9, "minimum": 0, "maximum": 1, "type": "number"},
    ],
)
def test_values_that_are_too_many_are_refused_at_once(items: dict[str, Any]) -> None:
    """With the place and what would be possible."""
    tree = {"type": "array", "items": {"$ref": "#/$defs/tree"}, "maxItems": 1}
    with pytest.raises(UnsupportedError, match=r"#/uniqueItems.*at most"):
        compiled({"type": "array", "items": items, "uniqueItems": True, "$defs": {"tree": tree}})


def test_listing_is_bounded_for_the_schema_as_a_whole() -> None:
    """A thousand arrays that are costly to list do not add up."""
    costly = {"type": "array", "items": {**PAIR, "maxItems": 7, "items": {"enum": [0, 1, 2]}}, "uniqueItems": True}
    with pytest.raises(UnsupportedError, match="uniqueItems"):
        compiled({"prefixItems": [{**costly, "maxItems": i} for i in range(2, 1000)], "type": "array"})


def test_identity_is_that_of_json() -> None:
    """Numbers by value, truth apart from numbers, objects whatever the order of their keys; as deep as it goes."""
    for one, other in itertools.product(POOL, repeat=2):
        same = jsonschema.Draft202012Validator({"const": one}).is_valid(other)
        assert same == (identity(one) == identity(other)), (one, other)
    assert [0, 1, 1, 3] == [nesting(value) for value in (0, [], {"a": 0}, [{"a": [0]}])]
