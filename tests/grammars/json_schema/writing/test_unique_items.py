"""`uniqueItems` over containers and broken numbers: where the values are few, every array is judged as jsonschema does."""

from __future__ import annotations

import itertools
import json
from random import Random
from typing import Any

import jsonschema
import pytest

import constrain
from constrain import ConstrainError, GrammarError, UnsupportedError, Vocabulary
from constrain.grammars import json_schema
from constrain.grammars.json_schema.writing.enumeration import identity, nesting
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


# Of these there are more than can be listed, so they are compared as they are read.
MANY: list[dict[str, Any]] = [
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
    {"multipleOf": 0.0009765625, "minimum": 0, "maximum": 10**6, "type": "number"},
    {"type": ["array", "null", "boolean"], "uniqueItems": True},
    {"anyOf": [{"type": "array", "uniqueItems": True}, {"type": "array", "maxItems": 2, "items": {"type": "number"}}]},
    {"anyOf": [{"required": ["x"]}, {"properties": {"y": True, "z": {"uniqueItems": True}}, "required": ["z"]}]},
    {"type": "object", "properties": {"x": BIT, "y": {"type": "array", "items": {"const": 0}}}},
    {"type": "string", "pattern": "^[ab]{0,9}$", "maxLength": 9},
    {"type": ["string", "number", "null"]},
    {"anyOf": [{"const": {"x": 1}}, {"type": "array", "items": {"const": 1}}]},
    {
        "anyOf": [
            {"type": "string", "pattern": "^(ab|c|[0-9])+$"},
            {"type": "object", "properties": {"name": {"type": "string", "pattern": "b"}}},
        ]
    },
]
AROUND: list[dict[str, Any]] = [
    {},
    {"minItems": 3},
    {"maxItems": 2},
    {"prefixItems": [{"type": "boolean"}, {"type": "boolean"}], "minItems": 2},
    {"contains": {"type": "array"}},
]
TREE = {"$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}, "maxItems": 2}}}


@pytest.mark.parametrize("items", MANY, ids=range(len(MANY)))
def test_values_that_cannot_be_listed_are_compared(items: dict[str, Any]) -> None:
    """Arrays of all kinds of items, as jsonschema judges them, in every usual spelling; or a refusal with its place."""
    random, pool = Random(str(items)), [*POOL, 1e0, [[]], [[[]]], "ab", "a/b", {"z": [0, 0]}, {"x": 1, "z": [1, 1.0]}]
    for around in AROUND:
        schema = {**TREE, "type": "array", "items": items, "uniqueItems": True, **around}
        if around.get("minItems") == 2:
            del schema["items"]
        try:
            constraint = compiled(schema, property_order="any", integers="any", layout="flexible")
        except UnsupportedError as error:
            assert around.get("minItems") == 3  # whether there are three of them is not clear
            assert error.where == "#/uniqueItems"
            continue
        except GrammarError:
            assert "contains" in around  # items that are no arrays
            continue
        validator = jsonschema.Draft202012Validator(schema)
        fitting = [item for item in pool if jsonschema.Draft202012Validator({**TREE, **items}).is_valid(item)]
        for _ in range(60):
            array = random.choices(fitting if fitting and random.random() < 0.8 else pool, k=random.randint(0, 4))
            text = random.choice(spellings(array))
            if _broken(array) and "0.0009765625" in str(schema):
                continue  # a spelling that divisibility by an automaton does not write
            assert validator.is_valid(array) == accepts(constraint, text), (schema, text)


def _broken(array: list[Any]) -> bool:
    return any(isinstance(item, float) for item in array)


@pytest.mark.parametrize("items", MANY, ids=range(len(MANY)))
@pytest.mark.parametrize(
    "options",
    [{"layout": "flexible"}, {"layout": "compact", "property_order": "any"}, {"indent": 1}],
    ids=["flexible", "compact, any order", "indented"],
)
def test_masks_are_those_of_steps_and_never_empty(items: dict[str, Any], options: dict[str, Any]) -> None:
    """Walks end in valid arrays; at each place the mask has just the tokens, of one byte and of several, that advance."""
    schema = {**TREE, "type": "array", "items": items, "uniqueItems": True}
    constraint = compiled(schema, **options)
    validator = jsonschema.Draft202012Validator(schema)
    pieces = [
        b"[[",
        b"],[",
        b"1,1",
        b"]]",
        b'","',
        b"}, {",
        b"[1,1",
        b"[1,2]",
        b"0.0",
        b"true,",
        b"null]",
        b'"a"',
        b',"a"',
        b"}]",
        b"ab",
        b"c b",
        b"\\u00",
        "\u00e9b".encode(),
        b'b":',
    ]
    words = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None, *pieces], end_ids=[256])
    larger = constrain.compile(json_schema(schema, **options), words)
    for seed in range(4):
        text = random_text(constraint, Random(seed), patience=40 * seed).encode()
        assert validator.is_valid(json.loads(text))
        matcher, row = larger.matcher(), constrain.allocate_bitmask(1, words)[0]
        for byte in text[:80]:
            matcher.fill_bitmask(row)
            allowed = set(constrain.allowed_tokens(row))
            assert allowed == {token for token in range(257 + len(pieces)) if matcher.allows(token)}
            assert byte in allowed
            for token in sorted(allowed - {256})[-6:]:
                fork = matcher.fork()
                fork.advance(token)
                fork.fill_bitmask(row)
                assert constrain.allowed_tokens(row)
            matcher.advance(byte)


def test_a_value_that_only_equal_items_could_follow_is_not_begun() -> None:
    """`[[0],` may go on with `[1]` and nothing else of that length; `{"k": 1}` stands once."""
    items = {"anyOf": [{"const": {"k": 1}}, {"type": "array", "items": BIT, "minItems": 12, "maxItems": 12}]}
    constraint = compiled({"type": "array", "items": items, "uniqueItems": True}, layout="compact")
    matcher = constraint.matcher()
    for byte in b'[{"k":1},':
        matcher.advance(byte)
    assert not matcher.allows(ord("{"))
    assert matcher.allows(ord("["))
    for byte in b"[" + b"0," * 11 + b"0],[" + b"0," * 11:
        matcher.advance(byte)
    assert b"1]" == matcher.forced_bytes()[:2]
    assert "expected `1`" in matcher.explain(ord("0"))


def test_a_letter_that_only_a_used_string_begins_with_is_not_in_the_mask() -> None:
    """The string is endless before it, and not after it."""
    items = {"type": "string", "pattern": "^(a|\u00e9+)$"}
    constraint = compiled({"type": "array", "items": items, "contains": True, "uniqueItems": True}, layout="compact")
    matcher, row = constraint.matcher(), constrain.allocate_bitmask(1, constraint.vocabulary)[0]
    for byte in b'["a","':
        matcher.advance(byte)
    matcher.fill_bitmask(row)

    assert constrain.allowed_tokens(row) == ["\u00e9".encode()[0]]


@pytest.mark.parametrize("first", [
    {"items": {"type": "string", "minLength": 1}},
    {"items": {"type": "string"}, "uniqueItems": True},
    {"items": {"anyOf": [{"type": "string"}, POINT]}, "uniqueItems": True, "maxItems": 3},
    {"maxItems": 1},
])  # fmt: skip
def test_branches_of_which_one_asks_for_different_items(first: dict[str, Any]) -> None:
    """Two equal items break that one alone; where the other one cannot have them either, nothing is left to be asked."""
    schema = {
        "oneOf": [{"type": "array", **first}, {"type": "array", "items": POINT, "uniqueItems": True, "minItems": 1}]
    }
    constraint, judge = compiled(json_schema(schema)), jsonschema.Draft202012Validator(schema)
    values = ["a", "", {}, {"x": 0}, {"x": 1}, 1]

    for length in range(4):
        for array in itertools.product(values, repeat=length):
            text = json.dumps([*array])

            assert accepts(constraint, text) == judge.is_valid([*array]), text


def test_arrays_that_only_some_readings_ask_to_be_of_different_items() -> None:
    """A text that is read in two ways is refused only where all of them are."""
    different, few = {"uniqueItems": True}, {"maxItems": 3}
    constraint = compiled({"anyOf": [{"type": "array", **different}, {"type": "array", **few}]})

    for text in ("[[],[],[]]", "[1,2,3,4]", "[[1,1],[2,2],[3,3],[4,4]]"):
        assert accepts(constraint, text)
    for text in ("[[],[],[],[]]", "[1,2,3,1]", "[[1,1],[2,2],[1,1],[4,4]]"):
        assert not accepts(constraint, text)


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        ("[1, 10e-1]", False),
        ("[0, -0]", False),
        ("[0.0, -0e5]", False),
        ("[100, 1e2]", False),
        ("[0.1, 0.10000000000000001]", False),
        ("[12345678901234567890, 12345678901234567891]", True),
        ('[1, true, "1", [1]]', True),
        ('["\\n", "\\u000a"]', False),
        ('["/", "\\/"]', False),
        ('[{"\\/": 1}, {"/": 1}]', False),
        ('[{"a": {"b": 1, "c": 2}}, {"a": {"c": 2, "b": 1}}]', False),
        ('[{"a": [1, 2]}, {"a": [2, 1]}]', True),
        ("[[], {}]", True),
        ("[[[]], [{}], [[[]]]]", True),
        ('[{"a": 1}, {"a": 1, "b": 1}, {"b": 1}]', True),
        ('[{"0": 1}, [1]]', True),
        ('[null, false, 0, "", []]', True),
    ],
)
def test_items_are_equal_by_value(array: str, expected: bool) -> None:
    """Numbers by value (as doubles where they have a point or an exponent), strings decoded, objects in any order."""
    assert expected == accepts(compiled({"uniqueItems": True}, property_order="any"), array)


@pytest.mark.parametrize(
    "schema",
    [
        {"contains": {}, "minContains": 2},
        {"contains": {"const": 1}, "maxContains": 1, "minItems": 2},
        {"minItems": 600, "items": {"type": "array", "items": BIT, "maxItems": 12}},
        {"minItems": 10**299},
        {"prefixItems": [{"type": "array"}, {"const": []}], "minItems": 2},
    ],
    ids=range(5),
)
def test_arrays_that_may_not_find_enough_values_are_refused(schema: dict[str, Any]) -> None:
    """With the place and what is not clear."""
    with pytest.raises(UnsupportedError, match=r"#/uniqueItems.*(contains|not clear)"):
        compiled({"type": "array", "uniqueItems": True, **schema})


def test_long_arrays_take_time_in_proportion() -> None:
    """Three hundred items of a kind, each compared with those before it."""
    constraint = compiled({"uniqueItems": True, "type": "array", "items": {"type": "object"}})
    text = json.dumps([{"id": i, "tags": [i]} for i in range(300)])

    assert accepts(constraint, text)
    assert not accepts(constraint, text.replace("299", "7"))


def test_listing_is_bounded_for_the_schema_as_a_whole() -> None:
    """A thousand arrays that are costly to list do not add up; those that are not listed are compared."""
    costly = {"type": "array", "items": {**PAIR, "maxItems": 7, "items": {"enum": [0, 1, 2]}}, "uniqueItems": True}
    constraint = compiled({"prefixItems": [{**costly, "maxItems": i} for i in range(2, 1000)], "type": "array"})

    assert accepts(constraint, "[[[0], [1]]]")
    assert not accepts(constraint, "[[[0], [0]]]")


def test_identity_is_that_of_json() -> None:
    """Numbers by value, truth apart from numbers, objects whatever the order of their keys; as deep as it goes."""
    for one, other in itertools.product(POOL, repeat=2):
        same = jsonschema.Draft202012Validator({"const": one}).is_valid(other)
        assert same == (identity(one) == identity(other)), (one, other)
    assert [0, 1, 1, 3] == [nesting(value) for value in (0, [], {"a": 0}, [{"a": [0]}])]
