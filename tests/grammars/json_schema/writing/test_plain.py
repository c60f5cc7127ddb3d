"""Plain subschemas are written natively; the productions are those of the complete path, which is the oracle here."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from constrain import ConstrainError
from constrain.grammar import (
    Distinct,
    Expression,
    Nonterminal,
    Once,
    Ordered,
    Repeat,
    Require,
    Scope,
    Terminal,
    parts_of,
)
from constrain.grammars.json_schema import front, json_schema
from constrain.grammars.json_schema.values.compilation import Context
from constrain.grammars.json_schema.values.evaluate import Evaluator
from constrain.grammars.json_schema.writing.writer import Writer

from ..schemas import SchemaWriter

_SCALARS: list[Any] = [
    {"type": "string"},
    {"type": "integer", "description": "a number"},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"type": "string", "minLength": 2},
    {"type": "string", "pattern": "^a+$"},
    {"type": "integer", "minimum": 3},
    {"type": "number", "multipleOf": 7},
    {"enum": ["x", "y"]},
    {"enum": [1, None, "x"]},
    {"const": 1.5},
    {},
    True,
    {"$ref": "#/$defs/scalar"},
]
_KEYS = ["a", "b", "c/d", 'q"', "é", "", "~", "long key", "type", "properties", "\\"]


def _written(schema: Any, native: bool, **options: Any) -> Any:
    """The productions in words, in their order; or the error."""

    def writer(context: Context, evaluator: Evaluator) -> Writer:
        return Writer(context, evaluator, native)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(front, "Writer", writer)
        try:
            grammar = json_schema(schema, **options)
        except ConstrainError as error:
            return type(error), str(error).partition("; dropping ")[0]  # that hint is given within its seconds only
    return grammar.start, [(name, _words(expression)) for name, expression in grammar.productions.items()]


def _words(expression: Expression) -> Any:
    """All that an expression says, terminals by their names and byte code."""
    own: Any = ()
    if isinstance(expression, Terminal):
        own = expression.name, expression.code, bytes(_words_of_pattern(expression))
    elif isinstance(expression, Nonterminal):
        own = expression.name
    elif isinstance(expression, Repeat):
        own = expression.minimum, expression.maximum
    elif isinstance(expression, Ordered):
        own = expression.required, _words(expression.between)
    elif isinstance(expression, Once):
        own = expression.mark
    elif isinstance(expression, Require):
        own = expression.marks, expression.minimum, expression.below
    elif isinstance(expression, Distinct):
        own = _words(expression.terminal), expression.spelling
    else:
        assert isinstance(expression, Scope) or parts_of(expression) is not None
    return type(expression).__name__, own, [_words(part) for part in parts_of(expression)]


def _words_of_pattern(terminal: Terminal) -> bytes:
    """The byte code of the pattern itself, not what the terminal keeps."""
    return Terminal(terminal.pattern, terminal.name).code


def _plain(random: Random, depth: int) -> Any:
    """A subschema, mostly plain, of records, lists, references and scalars; sometimes wrong or impossible."""
    kind = random.random()
    if depth == 0 or kind < 0.3:
        return random.choice(_SCALARS)
    if kind < 0.4:
        return {"$ref": "#/$defs/" + random.choice(["scalar", "record", "list", "again", "round"])}
    if kind < 0.6:
        found: dict[str, Any] = {"type": random.choice(["array", ["array", "null"], ["array", "string", "integer"]])}
        if random.random() < 0.8:
            found["items"] = _plain(random, depth - 1)
        if random.random() < 0.3:
            found["minItems"] = random.randint(0, 2)
        if random.random() < 0.3:
            found["maxItems"] = random.randint(0, 3)
        return found
    found = {"type": random.choice(["object", "object", ["null", "object"], ["object", "number"]])}
    keys = random.sample(_KEYS, random.randint(0, 5))
    if random.random() < 0.9:
        found["properties"] = {key: _plain(random, depth - 1) for key in keys}
    if random.random() < 0.5:
        found["required"] = random.sample(_KEYS, random.randint(0, 2)) + keys[:1]
    if random.random() < 0.5:
        found["additionalProperties"] = random.choice([False, False, True, _plain(random, depth - 1)])
    if random.random() < 0.05:
        found["minProperties"] = 1
    if random.random() < 0.05:
        found["allOf"] = [_plain(random, depth - 1)]
    if random.random() < 0.03:
        found["properties"] = {**found.get("properties", {}), "a": random.choice([False, {"not": {}}, 3])}
    if random.random() < 0.02:
        found["type"] = random.choice(["record", 3, ["array", "object"]])
    return found


@pytest.mark.parametrize("order", ["schema", "any"])
def test_plain_schemas_are_written_as_the_general_way_writes_them(order: str) -> None:
    """Equal productions in equal order, under equal names; and the same errors."""
    refused = 0
    for seed in range(500):
        random = Random(seed)
        schema = _plain(random, 3)
        while not isinstance(schema, dict):
            schema = _plain(random, 3)
        definitions = {
            "scalar": random.choice([s for s in _SCALARS if s != {"$ref": "#/$defs/scalar"}]),
            "record": _plain(random, 2),
            "list": _plain(random, 2),
            "again": {"$ref": "#/$defs/record", "description": "the same"},
            "round": random.choice([{"$ref": "#/$defs/again"}, {"$ref": "#"}, {"$ref": "#/$defs/round"}]),
        }
        schema = json.loads(json.dumps({**schema, "$defs": definitions}))
        options: dict[str, Any] = {"property_order": order}
        if seed % 5 == 0:
            options |= {"escapes": "any", "integers": "any", "layout": "compact"}
        expected = _written(schema, False, **options)
        refused += not isinstance(expected[0], str)

        assert expected == _written(schema, True, **options), (seed, schema)
    assert 5 < refused < 250


@pytest.mark.parametrize("dialect", ["2020-12", "2019-09", "7", "4"])
def test_any_schemas_are_written_as_the_general_way_writes_them(dialect: str) -> None:
    """Plain subschemas stand among others, and are asked for by them: their names and sharing are the same."""
    uris = {"7": "http://json-schema.org/draft-07/schema#", "4": "http://json-schema.org/draft-04/schema#"}
    for seed in range(150):
        schema = SchemaWriter(Random(seed), dialect).schema()
        schema["$schema"] = uris.get(dialect, f"https://json-schema.org/draft/{dialect}/schema")
        expected = _written(schema, False)

        assert expected == _written(schema, True), (seed, schema)


def test_a_recursion_without_end_is_refused() -> None:
    """A record that requires itself has no value, however simply it is written."""
    schema = {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}

    assert _written(schema, False) == _written(schema, True)
    with pytest.raises(ConstrainError, match="every value needs another one inside it, without end"):
        json_schema(schema)


def test_a_record_deep_inside_others_is_named_by_its_number() -> None:
    """Pointers of more than forty parts would be longer than what they name."""
    schema: dict[str, Any] = {"type": "string", "minLength": 1}
    for _ in range(50):
        schema = {"type": "object", "properties": {"a": schema}}
    expected = _written(schema, False)

    assert expected == _written(schema, True)
    assert any(name.startswith("…") for name, _ in expected[1])


class _Key:
    """What is no string and equals one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return other == self.text


@pytest.mark.parametrize("key", [1, None, _Key("a")])
def test_keys_that_are_no_strings_are_refused(key: Any) -> None:
    """JSON has no others; Python's dictionaries do."""
    schema = {"type": "object", "properties": {key: {"type": "string", "minLength": 1}}}

    assert _written(schema, False) == _written(schema, True)
    with pytest.raises(ConstrainError, match="#/properties: the keys of a JSON object are strings, not "):
        json_schema(schema)


@pytest.mark.parametrize("required", [None, False, 0, "", {}, ["a", 1], ("a",)])
def test_required_is_a_list_of_strings(required: Any) -> None:
    """Also where it is empty, and of the wrong type."""
    schema = {"type": "object", "required": required}

    assert _written(schema, False) == _written(schema, True)
    with pytest.raises(ConstrainError, match="#/required: must be a list of strings, not "):
        json_schema(schema)


def test_keywords_that_are_no_strings_are_left_to_the_general_way() -> None:
    """There they count as what they equal, or as unknown."""
    record = {_Key("type"): "object", _Key("properties"): {"x": {"type": "string", "minLength": 1}}}
    for schema in (record, {"type": "object", "properties": {"a": record, "b": {1: 2, "type": "array"}}}):
        expected = _written(schema, False)

        assert isinstance(expected[0], str)
        assert expected == _written(schema, True)


def test_what_has_no_text_is_not_counted_in_any_order() -> None:
    """A guard counts the members that are possible, which shows when the productions are written a second time."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"$ref": "#/$defs/endless"}},
        "additionalProperties": False,
        "$defs": {
            "endless": {"type": "object", "properties": {"c": {"$ref": "#/$defs/endless"}}, "required": ["c"]},
        },
    }

    assert _written(schema, False, property_order="any") == _written(schema, True, property_order="any")
