"""Objects under clauses: every small object, in every order of its keys, is judged as `jsonschema` judges it.

The oracle is exhaustive: all objects of up to three members over a few keys and values. No key may come twice, however
the schema speaks of it, and no text that the masks allow may lead to where nothing can follow.
"""

from __future__ import annotations

import json
from itertools import permutations, product
from random import Random
from typing import Any

import jsonschema
import pytest

from constrain import Constraint, GrammarError, LimitExceeded
from constrain.grammars import json_schema
from constrain.grammars.json_schema.text import pattern_keyword as search
from constrain.grammars.json_schema.values import surely_many
from constrain.grammars.json_schema.values.cardinality import cardinality
from constrain.grammars.json_schema.values.compilation import Context
from constrain.grammars.json_schema.values.strings import matching, negation
from tests.grammars.json_schema.instances import accepts, compiled, random_text

KEYS = ("a", "b", "x1", "x2")
VALUES = (0, "s")
OBJECTS = [
    dict(zip(keys, values, strict=True))
    for size in range(4)
    for keys in permutations(KEYS, size)
    for values in product(VALUES, repeat=size)
]


class Writer:
    """Writes schemas that speak of objects only, mostly by negations and counts."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def schema(self, depth: int = 2) -> dict[str, Any]:
        """One or two keywords, with subschemas of less depth."""
        found: dict[str, Any] = {}
        for _ in range(self.random.choice([1, 1, 2])):
            found.update(self._combined(depth) if depth and self.random.random() < 0.6 else self._plain())
        return found

    def _combined(self, depth: int) -> dict[str, Any]:
        several = [self.schema(depth - 1) for _ in range(self.random.choice([2, 2, 3]))]
        return self.random.choice(
            [
                {"not": several[0]},
                {"anyOf": several},
                {"oneOf": several},
                {"allOf": several},
                {"if": several[0], "then": several[1]},
                {"dependentSchemas": {self._key(): several[0]}},
            ]
        )

    def _plain(self) -> dict[str, Any]:
        key, other = self._key(), self._key()
        value = self.random.choice([{"type": "integer"}, {"type": "string"}, {"const": 0}, False, True])
        return self.random.choice(
            [
                {"required": [key]},
                {"required": sorted({key, other})},
                {"properties": {key: value}},
                {"properties": {key: value, other: True}, "additionalProperties": False},
                {"additionalProperties": value},
                {"patternProperties": {self.random.choice(["^x", "1$", "^[ab]$", "^(a|x2)$"]): value}},
                {"propertyNames": {"pattern": self.random.choice(["^[ax]", "^.$", "^[a-z]$"])}},
                {"minProperties": self.random.randint(1, 3)},
                {"maxProperties": self.random.randint(0, 2)},
                {"dependentRequired": {key: [other]}},
            ]
        )

    def _key(self) -> str:
        return self.random.choice(KEYS)


def judged(schema: dict[str, Any], order: str, random: Random) -> str:
    """Compare all small objects, and walks under the masks; what came of it."""
    validator = jsonschema.Draft202012Validator(schema)
    valid = [validator.is_valid(value) for value in OBJECTS]
    try:
        constraint = compiled(schema, property_order=order, layout="compact")
    except LimitExceeded:
        return "limit"
    except GrammarError:
        assert not any(valid), schema
        return "unsatisfiable"
    for value, expected in zip(OBJECTS, valid, strict=True):
        text = json.dumps(value, separators=(",", ":"))
        if order == "any" or not expected:
            assert accepts(constraint, text) == expected, (schema, text)
        if value:
            twice = text[:-1] + "," + text[1:]
            assert not accepts(constraint, twice), (schema, twice)
    if order == "schema":
        for keys, expected in {frozenset(v.items()): e for v, e in zip(OBJECTS, valid, strict=True)}.items():
            texts = [json.dumps(dict(items), separators=(",", ":")) for items in permutations(keys)]
            assert any(accepts(constraint, text) for text in texts) == expected, (schema, sorted(keys))
    for _ in range(3):
        drawn = walk(constraint, random)
        if drawn is not None:
            pairs = json.loads(drawn, object_pairs_hook=lambda pairs: pairs)
            assert len(dict(pairs)) == len(pairs), (schema, drawn)
            assert validator.is_valid(json.loads(drawn)), (schema, drawn)
    return "exact"


def walk(constraint: Constraint, random: Random) -> str | None:
    """A text drawn under the masks, which must never be empty; None where chance does not find an end soon."""
    try:
        return random_text(constraint, random, patience=30, longest=400)
    except AssertionError as error:
        assert "stuck" not in str(error), error
        return None


def sweep(seeds: range) -> int:
    """Judge random schemas in both orders; how many were compiled."""
    compiled_ones = 0
    for seed in seeds:
        random = Random(seed)
        schema = {"type": "object", **Writer(random).schema()}
        compiled_ones += sum(judged(schema, order, random) == "exact" for order in ("any", "schema"))
    return compiled_ones


def test_every_small_object_is_judged_as_jsonschema_does() -> None:
    """Acceptance is validity, with each key once, whatever combination of keywords asks for members."""
    assert sweep(range(50)) > 80


def test_a_listed_key_stays_listed_when_its_clause_is_met() -> None:
    """A key that a pattern lists is required by itself, also once nothing else speaks of the pattern."""
    ways = [
        {"maxProperties": 2},
        {"propertyNames": {"pattern": "^.$"}, "dependentRequired": {"b": ["x2"]}},
        {"patternProperties": {"^x": {"type": "string"}}},
    ]
    for order in ("any", "schema"):
        constraint = compiled({"type": "object", "oneOf": ways}, property_order=order)
        assert not accepts(constraint, '{"x2":"s"}')
        assert accepts(constraint, '{"x2":0}')


@pytest.mark.slow
def test_every_small_object_of_many_schemas() -> None:
    """The same for thousands of schemas."""
    assert sweep(range(1000, 5000)) > 5000


@pytest.mark.parametrize("order", ["any", "schema"])
@pytest.mark.parametrize(
    "schema",
    [
        {"not": {"additionalProperties": {"type": "integer"}}},
        {"not": {"patternProperties": {"^x": {"type": "integer"}}}, "minProperties": 2},
        {"not": {"propertyNames": {"pattern": "^x"}}, "required": ["a"], "maxProperties": 2},
        {"patternProperties": {"^[^\\n]+$": {"type": "string"}}},
        {"propertyNames": {"pattern": "^.{1,2}$"}},
        {"propertyNames": {"pattern": "^[ab]{1,2}$"}, "minProperties": 2},
        {"propertyNames": {"pattern": "^[a-c]{1,6}$"}},
    ],
)
def test_no_key_comes_twice_beside_clauses_and_patterns(schema: dict[str, Any], order: str) -> None:
    """A key that is written again is refused at once, also where keys are few or members are counted."""
    constraint = compiled({"type": "object", **schema}, property_order=order)
    for text in ('{"a":"s","a":"s"}', '{"a":"s","b":"s","a":"s"}', '{"b":"s","b":1}'):
        assert not accepts(constraint, text), text
    for seed in range(10):
        pairs = json.loads(walk(constraint, Random(seed)) or "{}", object_pairs_hook=lambda pairs: pairs)
        assert len(dict(pairs)) == len(pairs), pairs


@pytest.mark.parametrize("order", ["any", "schema"])
def test_keys_that_can_have_no_value_are_not_counted_on(order: str) -> None:
    """A member that would need itself without end is not left to be written: no comma is offered for it."""
    endless = {"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#/$defs/x"}}}
    ways: list[dict[str, Any]] = [
        {"properties": {"a": {"$ref": "#/$defs/x"}, "b": {"type": "null"}}, "additionalProperties": False},
        {"patternProperties": {"^a$": {"$ref": "#/$defs/x"}, "^b$": {"type": "null"}}, "additionalProperties": False},
        {
            "properties": {"a": {"$ref": "#/$defs/x"}, "b": {}},
            "maxProperties": 2,
            "propertyNames": {"enum": ["a", "b"]},
        },
    ]
    for way in ways:
        constraint = compiled({"type": "object", **way, "$defs": {"x": endless}}, property_order=order)
        for seed in range(20):
            assert "a" not in json.loads(walk(constraint, Random(seed)) or "{}")


def test_patterns_that_say_nothing_make_no_class_of_keys() -> None:
    """Keys with any value are one string, of which there are tables, unless others have less to choose from."""
    for order in ("any", "schema"):
        plain, free = (
            [terminal.code for terminal in json_schema(schema, property_order=order).flatten().terminals]
            for schema in (
                {"type": "object", "properties": {"a": {"type": "null"}}},
                {
                    "type": "object",
                    "properties": {"a": {"type": "null"}},
                    "patternProperties": {"^.{1,9}$": {}, "b": True},
                },
            )
        )
        assert plain == free
    closed = {
        "type": "object",
        "patternProperties": {"^.{1,9}$": {}, "^a": {"type": "null"}},
        "additionalProperties": False,
    }
    assert accepts(compiled(closed), '{"b": 1}')
    assert accepts(compiled(closed), '{"a": null}')
    assert not accepts(compiled(closed), '{"a": 1}')
    assert not accepts(compiled(closed), '{"bbbbbbbbbb": 1}')


def test_many_clauses_settle_each_other() -> None:
    """A union of many branches that a constant tells apart stays small in any order, also negated."""
    branches = [
        {"properties": {"kind": {"const": f"k{i}"}, f"p{i}": {"type": "integer"}}, "required": ["kind", f"p{i}"]}
        for i in range(12)
    ]
    constraint = compiled({"type": "object", "oneOf": branches}, property_order="any")
    assert accepts(constraint, '{"p3": 1, "kind": "k3", "p4": "free"}')
    assert not accepts(constraint, '{"p3": "x", "kind": "k3"}')
    others = compiled({"type": "object", "not": {"anyOf": branches}}, property_order="any")
    assert accepts(others, '{"kind": "k3"}')
    assert accepts(others, '{"p3": "x", "kind": "k3"}')
    assert not accepts(others, '{"p3": 1, "kind": "k3"}')


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("^[ab]{0,3}$", 15), ("^a{5}$", 1), ("^[a-z]{3}$", 26**3), ("^a{0,3000}$", 3001), ("^$", 1), ("^[^\\s\\S]$", 0)],
)
def test_strings_of_a_pattern_are_counted(pattern: str, count: int) -> None:
    """Finite sets are counted exactly, their complements and infinite sets are more than can be counted."""
    options = json_schema(True)._options
    union = matching(pattern, "#", Context(True, options, None, scoped=False, merge_equal=False))
    assert cardinality(union, "short", "#").least == count
    assert cardinality(negation(union, "short"), "short", "#").least is None


@pytest.mark.parametrize(("letters", "least"), [("\\x0b\\x0e-\\x1f", 0), ("\\x0b\\x0ea-r", 18**3)])
def test_characters_that_have_two_spellings_are_not_counted_twice(letters: str, least: int) -> None:
    """A control character is `\\u000b` or `\\u000B`: of many spellings those without escapes are sure to differ."""
    options = json_schema(True)._options
    union = matching(f"^[{letters}]{{3}}$", "#", Context(True, options, None, scoped=False, merge_equal=False))
    if not least:
        with pytest.raises(LimitExceeded, match="how many it has"):
            cardinality(union, "short", "#")
    else:
        assert cardinality(union, "short", "#").least == least


@pytest.mark.parametrize(
    "pattern",
    [
        "^a*$",
        "^(?:a|bc)+$",
        "x",
        "^x-",
        "^[^x]*$",
        "^(?!a)b*$",
        "^(?:)*$",
        "^(?:a{0}|)*c$",
        "^a{0,9}$",
        "^\\d{4}b*$",
        "^$",
    ],
)
def test_a_glance_shows_no_more_than_counting(pattern: str) -> None:
    """Where a repetition without end is seen, counting finds very many as well; and plain ones are seen."""
    found = search.found(pattern, "short")
    seen = surely_many.endless(found)

    assert not seen or surely_many.count_of(found, {})[0] > surely_many.MANY
    assert seen == (pattern in ("^a*$", "^(?:a|bc)+$", "x", "^x-", "^[^x]*$", "^\\d{4}b*$"))


@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize("key", ["\\u0022", "\\n", "\\u000a", "\\u000A", "\\\\", "\\u005c", "\\u001f"])
def test_a_key_is_the_same_in_each_of_its_spellings(key: str, order: Any) -> None:
    """Short escapes and `\\uXXXX` of characters that cannot stand raw are one key, so it does not come twice."""
    grammar = compiled({"type": "object"}, property_order=order)
    spellings = {key, *(s for s in ('\\"', "\\u0022", "\\n", "\\u000A", "\\\\", "\\u005C", "\\u001F") if _same(s, key))}

    for spelling in spellings:
        assert not accepts(grammar, f'{{"{key}":1,"{spelling}":2}}')
    assert accepts(grammar, f'{{"{key}":1,"a":2}}')


def _same(one: str, other: str) -> bool:
    return bool(json.loads(f'"{one}"') == json.loads(f'"{other}"'))
