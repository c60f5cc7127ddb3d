"""Branches that are told apart by what stands beside them, and items that count for all, cost no combinations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise, permutations, product
from typing import Any, Literal

import jsonschema
import pytest

from constrain import GrammarError
from constrain.grammars import json_schema
from constrain.grammars.json_schema.values.clauses import Simplification

from .instances import accepts, compiled

_KINDS = ("point", "line", "ring")


def _beside(told: dict[str, Any]) -> dict[str, Any]:
    """Branches that differ in `kind`, which none of them requires."""
    branches = [
        {"properties": {"kind": {"const": kind}, "at": {"type": "array", "minItems": size}}}
        for size, kind in enumerate(_KINDS)
    ]
    return {"type": "object", "oneOf": branches, "additionalProperties": False, **told}


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize(
    "told",
    [
        {"required": ["kind"]},
        {"required": ["at"]},
        {},
        {"allOf": [{"required": ["kind"]}]},
        {"required": ["kind"], "unevaluatedProperties": False},
    ],
)
def test_branches_within_what_stands_beside_them(told: dict[str, Any], order: str, nested: bool) -> None:
    """Every small object is judged as `jsonschema` judges it, whether the key that tells is required or not."""
    schema = {**_beside(told), "properties": {"kind": {"type": "string"}, "at": True}}
    if nested:
        schema["allOf"] = [*schema.get("allOf", []), {"oneOf": schema.pop("oneOf")}]
    constraint, judge = compiled(schema, property_order=order), jsonschema.Draft202012Validator(schema)
    ats: list[Any] = [None, [], [1], [1, 2], "s"]
    for kind, at in product((None, *_KINDS, "else"), ats):
        value = {k: v for k, v in (("kind", kind), ("at", at)) if v is not None}

        assert accepts(constraint, json.dumps(value)) == judge.is_valid(value), value


_LABELLED: list[dict[str, Any]] = [
    {"properties": {"t": {"enum": ["a", "b"]}}, "required": ["t"]},
    {"properties": {"t": {"enum": ["b", "c"]}}, "required": ["t"]},
    {"properties": {"t": {"const": "a"}, "u": {"type": "string"}}, "required": ["t", "u"]},
    {"properties": {"t": {"enum": ["a", 1]}}, "required": ["t"]},
    {"properties": {"t": {"const": "c", "enum": ["a"]}}, "required": ["t"]},
    {"properties": {"t": {"allOf": [{"const": "a"}, {"const": "b"}]}}, "required": ["t"]},
    {"properties": {"t": {"const": "b"}}},
    {"anyOf": [{"properties": {"t": {"const": label}}, "required": ["t"]} for label in "ac"]},
    {"type": ["object", "integer"], "properties": {"t": {"const": "b"}}, "required": ["t"]},
]


@pytest.mark.parametrize("draft", [4, 7, 2020])
def test_labels_of_branches_are_what_they_seem(draft: int) -> None:
    """Exactly one of two branches holds, as `jsonschema` says, whether the labels of a key that both ask for meet or not.

    In draft 4, `const` says nothing; and beside `$ref`, before 2019-09, nothing does.
    """
    judge_of = {4: jsonschema.Draft4Validator, 7: jsonschema.Draft7Validator, 2020: jsonschema.Draft202012Validator}
    uri = judge_of[draft].META_SCHEMA["$schema"]
    beside_reference = {"properties": {"t": {"$ref": "#/definitions/any", "enum": ["a"]}}, "required": ["t"]}
    for one, other in product([*_LABELLED, beside_reference], repeat=2):
        schema = {"$schema": uri, "type": ["object", "integer"], "oneOf": [one, other], "definitions": {"any": {}}}
        judge = judge_of[draft](schema)
        values: list[Any] = [
            1,
            {},
            *({"t": t} for t in ("a", "b", "c", "d", 1)),
            {"t": "a", "u": "x"},
            {"t": "b", "u": 1},
        ]
        valid = [value for value in values if judge.is_valid(value)]
        try:
            constraint = compiled(schema)
        except GrammarError:
            assert not valid, schema
            continue

        assert valid == [value for value in values if accepts(constraint, json.dumps(value))], schema


def test_a_key_required_beside_the_branches_tells_them_apart() -> None:
    """Then none has to be taken from another one: it takes what it takes where each branch requires the key."""
    branches = [
        {"properties": {"kind": {"const": f"{i}"}, f"k{i}": {"type": "array", "minItems": i}}} for i in range(6)
    ]
    beside = {"type": "object", "required": ["kind"]}
    within = [{**branch, "required": ["kind"]} for branch in branches]
    expected = len(json_schema({**beside, "oneOf": within}).productions)

    assert expected == len(json_schema({**beside, "oneOf": branches}).productions)
    for all_of in ([{}, {"oneOf": branches}], [{"required": ["kind"]}, {"properties": {}, "oneOf": branches}]):
        assert expected == len(json_schema({**beside, "allOf": all_of}).productions)
        assert expected == len(json_schema({"type": "object", "allOf": [beside, *all_of]}).productions)


def _untagged(kinds: list[str], shared: str) -> dict[str, Any]:
    """Branches that differ in what they ask for at two keys; the last two have no `const` that tells them apart."""
    branches: list[dict[str, Any]] = []
    for size, kind in enumerate(kinds):
        tag = {"const": kind} if size < len(kinds) - 2 else {"type": "string"}
        key = "at" if size < len(kinds) - 1 else "in"
        value = {"type": "array", "minItems": size}
        branches.append({"properties": {"kind": tag, key: value, shared: {"type": "null"}}, "required": ["kind", key]})
    return {"type": "object", "oneOf": branches}


@pytest.mark.parametrize("order", ["schema", "any"])
def test_overlapping_branches_are_judged_as_one_of_them(order: str) -> None:
    """Every small object, whether members are missing, right or wrong, as `jsonschema` judges it."""
    properties = {"kind": True, "at": True, "in": True, "box": True}
    schema = {"properties": properties, "additionalProperties": False, **_untagged(["a", "b", "c", "d"], "box")}
    constraint, judge = compiled(schema, property_order=order), jsonschema.Draft202012Validator(schema)
    arrays: list[Any] = [None, [], [1], [1, 2, 3], "s"]
    for kind, at, within, box in product((None, "a", "b", "else", 1), arrays, arrays[::2], (None, [None], [1])):
        value = {k: v for k, v in (("kind", kind), ("at", at), ("in", within)) if v is not None}
        value |= {"box": box[0]} if box else {}

        assert accepts(constraint, json.dumps(value)) == judge.is_valid(value), value


@pytest.mark.parametrize("order", ["schema", "any"])
def test_clauses_that_ask_for_a_key_in_part(order: str) -> None:
    """That `k` is missing or wrong meets two clauses; a third wants it missing, a fourth wrong."""
    wrong: dict[str, Any] = {"properties": {"k": {"const": 1}}}
    denied = [{**wrong, "required": ["k", "x"]}, {**wrong, "required": ["k", "z"]}, {"required": ["k", "y"]}]
    denied.append({**wrong, "required": ["w"]})
    properties = {key: {"enum": [1, 2]} for key in "kwxyz"}
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    schema["allOf"] = [{"not": each} for each in denied]
    constraint, judge = compiled(schema, property_order=order), jsonschema.Draft202012Validator(schema)
    for chosen in product((0, 1, 2), (0, 1), (0, 1), (0, 1), (0, 1)):
        value = {key: number for key, number in zip("kwxyz", chosen, strict=True) if number}

        assert accepts(constraint, json.dumps(value)) == judge.is_valid(value), value


@pytest.mark.parametrize("order", ["schema", "any"])
def test_keys_that_only_a_negation_names_stand_anywhere(order: str) -> None:
    """They are no `properties`, so they come in any order among the others; not both at once."""
    constraint = compiled({"type": "object", "not": {"required": ["a", "b"]}}, property_order=order)
    for keys in (*permutations("axy"), *permutations("bxy"), *permutations("abx")):
        expected = not {"a", "b"} <= {*keys}

        assert expected == accepts(constraint, json.dumps(dict.fromkeys(keys, 1))), keys


@pytest.mark.parametrize("order", ["schema", "any"])
def test_overlapping_branches_take_few_productions(order: Literal["schema", "any"]) -> None:
    """An object less seven others was up to eight shapes of as many ways each, and as many as that for each container."""
    schema = _untagged([f"k{i}" for i in range(8)], "box")
    schema["oneOf"][0]["properties"]["at"]["items"] = _untagged([f"j{i}" for i in range(8)], "box")
    productions = json_schema(schema, property_order=order).productions

    assert len(productions) < 200


_PARTLY: list[list[dict[str, Any]]] = [
    [
        {"dependentSchemas": {"a": {"required": ["c"]}}},
        {"additionalProperties": {"not": {}}},
        {"propertyNames": {"maxLength": 1}},
        {"properties": {"b": False, "a": {"minimum": 5}}},
    ],
    [
        {"additionalProperties": {"maxLength": 1}},
        {"properties": {"a": {"const": ""}}},
        {
            "dependentSchemas": {
                "b": {"dependentSchemas": {"a": {"properties": {"c": False}, "dependentRequired": {"xd": ["a"]}}}}
            }
        },
    ],
]


@pytest.mark.parametrize("order", ["schema", "any"])
@pytest.mark.parametrize("branches", _PARTLY)
def test_differences_of_which_clauses_tell_some(branches: list[dict[str, Any]], order: str) -> None:
    """Where a branch speaks of keys in general, one shape remains for what it says of single keys, and few besides."""
    schema = {"type": "object", "not": {"oneOf": branches}}
    constraint, judge = compiled(schema, property_order=order), jsonschema.Draft202012Validator(schema)
    for a, b, c, xd in product((None, "", 7), (None, "", "long"), (None, 1), (None, 1)):
        value = {k: v for k, v in (("a", a), ("b", b), ("c", c), ("xd", xd)) if v is not None}
        orders = [dict(members) for members in permutations(value.items())] if order == "schema" else [value]

        assert any(accepts(constraint, json.dumps(each)) for each in orders) == judge.is_valid(value), value


def test_what_is_written_does_not_depend_on_hashes() -> None:
    """Two processes whose hashes of texts differ write the same productions, in the same order."""
    schemas = [
        _untagged(["a", "b", "c", "d", "e"], "box"),
        {
            "type": "object",
            "not": {"anyOf": [{"required": ["a", "b"]}, {"propertyNames": {"not": {"enum": ["1", "3"]}}}]},
        },
        {
            "type": "object",
            "properties": {"n": {"not": {"enum": ["x", "y", "z"]}}},
            "dependentRequired": {"n": ["m", "o"]},
        },
    ]
    program = (
        "import json, sys; from constrain.grammars import json_schema\n"
        "for schema in json.load(sys.stdin):\n"
        "    for order in ('schema', 'any'):\n"
        "        flat = json_schema(schema, property_order=order).flatten()\n"
        "        print([t.code for t in flat.terminals], flat.codes)"
    )

    def told(seed: int) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command, given = [sys.executable, "-c", program], json.dumps(schemas)
        done = subprocess.run(command, env=environment, input=given, capture_output=True, text=True, check=True)
        return done.stdout

    assert len({told(seed) for seed in range(4)}) == 1


@pytest.mark.parametrize("overlap", [0, 1])
def test_arrays_of_one_enumeration_and_not_only_of_others(overlap: int) -> None:
    """Every short array is judged as `jsonschema` judges it; items that are in no other enumeration end the matter."""
    lists = [["a", "b", "c"], ["c", "d"] if overlap else ["d", "e"], ["f", "a"] if overlap else ["f", "g"]]
    schema = {"oneOf": [{"type": "array", "maxItems": 3, "items": {"enum": values}} for values in lists]}
    constraint, judge = compiled(schema), jsonschema.Draft202012Validator(schema)
    for size in range(4):
        for items in product("abcdfh", repeat=size):
            value = list(items)
            assert accepts(constraint, json.dumps(value)) == judge.is_valid(value), value


def test_disjoint_enumerations_take_few_states() -> None:
    """Of eight branches each array item is outside seven; told one by one, that was 128 states for every length."""
    branches = [{"type": "array", "maxItems": 25, "items": {"enum": [f"{i} {j}" for j in range(20)]}} for i in range(8)]
    assert len(json_schema({"oneOf": branches}).productions) < 500


@pytest.mark.parametrize("order", ["schema", "any"])
def test_a_chain_of_dependencies_is_kept(order: str) -> None:
    """Each key needs the next one: of all sets of keys those that hold all after the first are allowed."""
    keys = [f"k{i}" for i in range(5)]
    needs = {one: [other] for one, other in pairwise(keys)}
    constraint = compiled(
        {"type": "object", "dependentRequired": needs, "properties": {key: {"const": 0} for key in keys}},
        property_order=order,
    )
    for chosen in product((False, True), repeat=5):
        value = {key: 0 for key, there in zip(keys, chosen, strict=True) if there}
        assert accepts(constraint, json.dumps(value)) == (sorted(chosen) == list(chosen)), value


def test_a_long_chain_of_dependencies_takes_little_work() -> None:
    """Each branch is simplified from what its choice changes; all clauses in every round were cubic, 3 s for this."""
    keys = [f"k{i}" for i in range(200)]
    needs = {one: [other] for one, other in pairwise(keys)}
    asked = 0

    def events(simplification: Any, clause: Any, original: Any = Simplification._events) -> Any:
        nonlocal asked
        asked += 1
        return original(simplification, clause)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Simplification, "_events", events)
        json_schema({"type": "object", "properties": {key: {"const": 0} for key in keys}, "dependentRequired": needs})
    assert asked < 200**2
