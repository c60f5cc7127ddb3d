"""Single keywords where engines are wrong, and every counterexample found: what is accepted and what is not."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from constrain import GrammarError, UnsupportedError
from constrain.grammars import json_schema
from constrain.grammars.json_schema.source.dialect import DIALECTS
from tests.grammars.json_schema.instances import accepts, compiled, random_text, spellings
from tests.grammars.json_schema.test_against_jsonschema import DIALECTS as JUDGES

STRINGS = {"type": "string"}
INTEGERS = {"type": "integer"}
OPEN = {"type": "object"}


@pytest.mark.parametrize(
    ("schema", "valid", "invalid"),
    [
        ({"multipleOf": 2}, ["0", "10", "8.0"], ["01", "08.0", "00", "3", "0865.32"]),
        ({"multipleOf": 0.5, "minimum": 0}, ["0.5", "10.50"], ["00.5", "0.25", "-0.5"]),
        ({"type": "integer", "minimum": 0}, ["0", "12"], ["-1", "1.0", "1e2", "012"]),
        ({"minimum": 0.1}, ["0.1", "0.10", "1e5", '"a"'], ["0.09", "0", "-5"]),
        ({"const": 'é\n"'}, ['"é\\n\\""'], ['"e"']),
        ({"type": "string", "maxLength": 2, "pattern": "a"}, ['"a"', '"ab"', '"\\na"'], ['"abc"', '"bb"']),
        ({"type": "string", "format": "date"}, ['"2024-02-29"'], ['"2023-02-29"', '"2023-02-30"']),
        ({"enum": [1, "a", None], "type": "string"}, ['"a"'], ["1", "null"]),
        ({"prefixItems": [INTEGERS], "items": False}, ["[]", "[1]"], ["[1,2]", '["a"]']),
        ({"allOf": [{"required": ["a"]}], "type": "object"}, ['{"a":1}'], ["{}"]),
        ({"oneOf": [{"minimum": 2}, {"maximum": 4}], "type": "integer"}, ["1", "5"], ["3"]),
        ({"not": {"type": "string"}}, ["1", "[]"], ['"a"']),
    ],
)
def test_keywords(schema: dict[str, Any], valid: list[str], invalid: list[str]) -> None:
    """Texts are judged as the specification says."""
    constraint = compiled(schema)
    for text in valid:
        assert accepts(constraint, text), text
    for text in invalid:
        assert not accepts(constraint, text), text


@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize(
    "schema",
    [
        OPEN,
        {},
        {**OPEN, "properties": {"c": INTEGERS}},
        {**OPEN, "additionalProperties": INTEGERS},
        {**OPEN, "patternProperties": {"^[a-z]+$": INTEGERS}, "additionalProperties": False},
        {**OPEN, "propertyNames": {"enum": ["a", "b"]}},
        {**OPEN, "minProperties": 1, "maxProperties": 3},
        {**OPEN, "minProperties": 2},
        {**OPEN, "propertyNames": {"minLength": 1}},
        {**OPEN, "patternProperties": {"^x-": {}}, "properties": {"a": {}, "b": {}}},
    ],
)
def test_no_key_comes_twice(schema: dict[str, Any], order: str) -> None:
    """Whatever allows two keys refuses the same key again."""
    constraint = compiled(schema, property_order=order)

    assert accepts(constraint, '{"a":1,"b":2}')
    assert not accepts(constraint, '{"a":1,"a":2}')
    assert not accepts(constraint, '{"a":1,"b":2,"a":3}')
    assert not accepts(constraint, '{"b": 1, "b": 2}')


def test_the_same_key_may_come_in_another_object() -> None:
    """Each object has its own keys, also one within another."""
    constraint = compiled({})

    assert accepts(constraint, '{"a": {"a": 1, "b": {"a": 2}}, "b": [{"a": 1}, {"a": 2}]}')
    assert not accepts(constraint, '{"a": {"a": 1}, "a": 2}')


def test_keys_are_the_same_by_what_they_say() -> None:
    """`\\/` is `/`, and with any escapes `\\u0061` is `a`."""
    assert not accepts(compiled(OPEN), '{"/":1,"\\/":2}')
    anyhow = compiled(OPEN, escapes="any")
    assert not accepts(anyhow, '{"a":1,"\\u0061":2}')
    assert not accepts(anyhow, '{"\\u00E9":1,"\\u00e9":2}')
    assert accepts(anyhow, '{"a":1,"\\u0062":2}')


@pytest.mark.parametrize(
    ("items", "different", "same"),
    [
        (STRINGS, ["a", "b", "", "A"], ["a", "b", "a"]),
        (INTEGERS, [0, 1, -1, 10, 100], [1, 2, 1]),
        ({**INTEGERS, "minimum": 1, "maximum": 20}, list(range(1, 21)), [3, 3]),
        ({"enum": list("abcdefghijklmnop")}, list("ponmlkjihgfedcba"), ["a", "c", "c"]),
        ({"type": ["string", "integer", "boolean", "null"]}, ["1", 1, True, None, False], [None, 1, None]),
        ({"enum": [1, "a", None, True]}, [True, 1, "a"], ["a", "a"]),
    ],
)
def test_unique_items(items: dict[str, Any], different: list[Any], same: list[Any]) -> None:
    """Scalars that differ are accepted in any order, equal ones are not."""
    constraint = compiled({"type": "array", "items": items, "uniqueItems": True})
    for text in spellings(different):
        assert accepts(constraint, text)
    for text in spellings(same):
        assert not accepts(constraint, text)


def test_unique_items_do_not_run_out() -> None:
    """When every value has been used, no comma is allowed any more."""
    constraint = compiled({"type": "array", "items": {**INTEGERS, "minimum": 1, "maximum": 20}, "uniqueItems": True})
    matcher = constraint.matcher()
    for byte in json.dumps(list(range(1, 21)))[:-1].encode():
        matcher.advance(byte)

    assert not matcher.allows(ord(","))
    assert matcher.allows(ord("]"))
    for seed in range(20):
        values = json.loads(random_text(constraint, Random(seed), patience=200))
        assert len(set(values)) == len(values)


def test_zero_has_one_spelling_among_unique_items() -> None:
    """-0 equals 0, so it is not written there."""
    constraint = compiled({"type": "array", "items": INTEGERS, "uniqueItems": True})

    assert not accepts(constraint, "[0,-0]")
    assert accepts(constraint, "[0,-10]")


def test_sixty_keys_in_any_order() -> None:
    """Only sets of keys that a text meets are made, so many keys cost nothing up front."""
    keys = [f"key{i}" for i in range(60)]
    schema = {**OPEN, "properties": dict.fromkeys(keys, INTEGERS), "required": keys[::2], "additionalProperties": False}
    constraint = compiled(schema, property_order="any")
    shuffled = Random(3).sample(keys, 60)

    assert accepts(constraint, json.dumps(dict.fromkeys(shuffled, 1)))
    assert accepts(constraint, json.dumps({key: 1 for key in shuffled if key in keys[::2]}))
    assert not accepts(constraint, json.dumps({key: 1 for key in shuffled if key != "key4"}))


@pytest.mark.parametrize("step", [0.1, 0.01, 0.25, 0.5, 0.3, 1.5, 1])
@pytest.mark.parametrize("bounds", [{}, {"minimum": -3, "maximum": 6}, {"minimum": 0, "maximum": 100_000}])
def test_multiples_that_are_no_integers(step: float, bounds: dict[str, int]) -> None:
    """`multipleOf` beside the negation of an integer, as `oneOf` makes it, leaves out 3 in every spelling."""
    schema = {"type": "number", "multipleOf": step, **bounds, "not": {"type": "integer"}}
    if step == 1:
        with pytest.raises(GrammarError, match="no value"):
            compiled(schema)
        return
    constraint = compiled(schema)
    for text in ("0", "-0", "3", "-3", "3.0", "6", "0.0", "3e0", "3.0e+00", "60e-1"):
        assert not accepts(constraint, text)
    for value in (0.3, 0.5, 1.5, 4.5, 0.25, 0.75, -1.5, 2.7):
        fits = abs(value / step - round(value / step)) < 1e-9 and bounds.get("minimum", value) <= value
        assert fits == accepts(constraint, str(value)), value


@pytest.mark.parametrize(
    ("schema", "valid", "invalid"),
    [
        (
            {"type": "integer", "multipleOf": 0.123456789},
            ["0", "123456789", "-370370367"],
            ["1", "123456788", "12345678"],
        ),
        ({"multipleOf": 0.123456789}, ["0.123456789", "1.111111101", "0.24691357800"], ["0.123456788", "1", "0.1"]),
        ({"type": "integer", "multipleOf": 10**40 + 1}, ["0", str(3 * 10**40 + 3)], ["1", str(10**40)]),
        ({"multipleOf": 11, "not": {"multipleOf": 8}, "minimum": 1}, ["11", "1331", "11.0"], ["88", "0", "-11", "12"]),
    ],
    ids=str,
)
def test_multiples_of_large_numbers(schema: dict[str, Any], valid: list[str], invalid: list[str]) -> None:
    """Divisors too large for an automaton of long numerals have one of short ones, in which nothing is stuck."""
    constraint = compiled({"type": "number", **schema})
    for text in valid:
        assert accepts(constraint, text), text
    for text in invalid:
        assert not accepts(constraint, text), text
    for seed in range(5):
        random_text(constraint, Random(seed))


def test_draft_4_has_no_integers_with_a_point() -> None:
    """In draft 4, 1.0 is no integer, whatever `integers` says; since draft 6 it is one."""
    for uri, expected in [
        ("http://json-schema.org/draft-04/schema#", False),
        ("http://json-schema.org/draft-06/schema#", True),
    ]:
        assert accepts(compiled({"$schema": uri, "type": "integer"}, integers="any"), "1.0") == expected
        listed = compiled({"$schema": uri, "type": "integer", "enum": [1.0, 2, "a"]}, integers="any")
        assert accepts(listed, "1.0") == expected
        assert accepts(listed, "1")
    among_others = {"$schema": "http://json-schema.org/draft-04/schema#", "enum": [0, [0]]}
    assert accepts(compiled(among_others, integers="any"), "0.0")
    assert accepts(compiled(among_others, integers="any"), "[0.0]")


def test_what_is_no_integer_in_draft_4_is_so_through_any_number_of_negations() -> None:
    """`1.0` is a number that is no integer there, so it meets `not`, and not the negation of that."""
    uri, integer = "http://json-schema.org/draft-04/schema#", {"type": "integer"}
    cases: list[tuple[dict[str, Any], bool]] = [
        ({"not": integer}, True),
        ({"not": {"not": integer}}, False),
        ({"oneOf": [{}, {"not": integer}]}, False),
        ({"oneOf": [{}, {"type": "string"}, integer]}, True),
        ({"enum": [1, 2], "oneOf": [{}, {"not": {"type": "integer", "minimum": 0}}]}, False),
        ({"oneOf": [{}, {"enum": [1, 5], "not": integer}]}, False),
    ]
    for schema, expected in cases:
        constraint = compiled({"$schema": uri, "type": "number", **schema}, integers="any")
        assert accepts(constraint, "1.0") == expected, schema
        if expected:
            assert not accepts(constraint, "1"), schema
        else:
            assert accepts(constraint, "1"), schema


def test_a_tiny_bound_leaves_multiples_their_digits() -> None:
    """Bounds of multiples are moved to multiples: 1e-7 would ask for seven more digits after the point."""
    constraint = compiled({"type": "number", "multipleOf": 0.25, "minimum": 1e-7, "maximum": 1e9})
    for text, expected in [("100", True), ("0.25", True), ("999999999.75", True), ("0", False), ("-0.25", False)]:
        assert accepts(constraint, text) == expected, text


@pytest.mark.parametrize("bounds", [{"maximum": 10**120}, {"minimum": 5, "exclusiveMaximum": 10**101}])
def test_a_far_bound_leaves_an_integer_at_most_a_hundred_digits(bounds: dict[str, int]) -> None:
    """As one without a bound has: else a model that writes digits for ever would be let."""
    constraint = compiled({"type": "integer", **bounds})
    for digits, expected in [(20, True), (99, True), (101, False), (110, False)]:
        assert accepts(constraint, "1" * digits) == expected, digits


def test_constants_are_written_as_given_plainly_and_as_json_dumps_does() -> None:
    """A number of `enum` may be spelled as in the schema's text, without exponent, or as Python writes the double."""
    constraint = compiled('{"enum": [1e-9, 1E300, 2.50, 1e2]}')
    for text in ("1e-9", "1e-09", "0.000000001", "1e300", "1e+300", "2.50", "2.5", "1e2", "100"):
        assert accepts(constraint, text), text
    for text in ("1e-8", "2.51", "1e3", "1", "10"):
        assert not accepts(constraint, text), text


@pytest.mark.parametrize(
    ("schema", "error", "message"),
    [
        ({**OPEN, "required": ["a"], "properties": {"a": False}}, GrammarError, "no value satisfies"),
        ({**OPEN, "propertyNames": {"enum": ["a"]}, "minProperties": 2}, GrammarError, "minProperties"),
        ({"type": "array", "contains": OPEN, "minContains": 2, "uniqueItems": True}, UnsupportedError, "#/uniqueItems"),
        ({"$ref": "https://example.com/schema"}, Exception, "example.com"),
        ({"type": "strin"}, GrammarError, "strin"),
        ({"minimum": "a"}, GrammarError, "minimum"),
        ('{"type": "string", "type": "integer"}', GrammarError, "'type' twice"),
    ],
)
def test_refusals_name_the_place(schema: Any, error: type[Exception], message: str) -> None:
    """What cannot be kept, or is wrong, is said with its place."""
    with pytest.raises(error, match=message):
        json_schema(schema)


# For each keyword that speaks of values: a schema, and a text that it refuses.
REFUSING: dict[str, tuple[Any, str]] = {
    "$dynamicRef": ({"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a", **STRINGS}}}, "1"),
    "$recursiveRef": ({"type": ["array", "null"], "items": {"$recursiveRef": "#"}}, "[1]"),
    "$ref": ({"$ref": "#/definitions/a", "definitions": {"a": STRINGS}}, "1"),
    "additionalItems": ({"items": [{}], "additionalItems": STRINGS}, "[1,1]"),
    "additionalProperties": ({"additionalProperties": STRINGS}, '{"a":1}'),
    "allOf": ({"allOf": [STRINGS]}, "1"),
    "anyOf": ({"anyOf": [STRINGS]}, "1"),
    "const": ({"const": 2}, "1"),
    "contains": ({"contains": STRINGS}, "[1]"),
    "dependencies": ({"dependencies": {"a": ["b"]}}, '{"a":1}'),
    "dependentRequired": ({"dependentRequired": {"a": ["b"]}}, '{"a":1}'),
    "dependentSchemas": ({"dependentSchemas": {"a": {"required": ["b"]}}}, '{"a":1}'),
    "enum": ({"enum": [2]}, "1"),
    "exclusiveMaximum": ({"exclusiveMaximum": 1}, "1"),
    "exclusiveMinimum": ({"exclusiveMinimum": 1}, "1"),
    "format": ({"format": "date"}, '"1"'),
    "if": ({"if": {"minimum": 1}, "then": {"minimum": 2}}, "1"),
    "items": ({"items": STRINGS}, "[1]"),
    "maxItems": ({"maxItems": 0}, "[1]"),
    "maxLength": ({"maxLength": 0}, '"1"'),
    "maxProperties": ({"maxProperties": 0}, '{"a":1}'),
    "maximum": ({"maximum": 0}, "1"),
    "minItems": ({"minItems": 2}, "[1]"),
    "minLength": ({"minLength": 2}, '"1"'),
    "minProperties": ({"minProperties": 2}, '{"a":1}'),
    "minimum": ({"minimum": 2}, "1"),
    "multipleOf": ({"multipleOf": 2}, "1"),
    "not": ({"not": {"minimum": 0}}, "1"),
    "oneOf": ({"oneOf": [STRINGS, {"minLength": 1}]}, '"1"'),
    "pattern": ({"pattern": "^a$"}, '"1"'),
    "patternProperties": ({"patternProperties": {"a": STRINGS}}, '{"a":1}'),
    "prefixItems": ({"prefixItems": [STRINGS]}, "[1]"),
    "properties": ({"properties": {"a": STRINGS}}, '{"a":1}'),
    "propertyNames": ({"propertyNames": {"minLength": 2}}, '{"a":1}'),
    "required": ({"required": ["b"]}, '{"a":1}'),
    "type": (STRINGS, "1"),
    "unevaluatedItems": ({"unevaluatedItems": False}, "[1]"),
    "unevaluatedProperties": ({"unevaluatedProperties": False}, '{"a":1}'),
    "uniqueItems": ({"uniqueItems": True}, "[1,1]"),
}
OLD_BOUNDS = {
    "exclusiveMaximum": {"exclusiveMaximum": True, "maximum": 1},
    "exclusiveMinimum": {"exclusiveMinimum": True, "minimum": 1},
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_keyword_with_a_subject_refuses_something(dialect: str) -> None:
    """What `dialect.py` knows is reported as enforced, so it must be read by somebody."""
    for keyword in DIALECTS[dialect].subjects:
        if not keyword.startswith("constrain:"):  # which Python types and layouts put there themselves
            schema, refused = REFUSING[keyword]
            if dialect == "4":
                schema = OLD_BOUNDS.get(keyword, schema)
            assert not accepts(compiled({"$schema": JUDGES[dialect][1], **schema}), refused), keyword
