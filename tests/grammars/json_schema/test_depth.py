"""How deep values may be: what grammars write and what reads it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter

import constrain
from constrain import Constraint, LimitExceeded, Vocabulary
from constrain.grammars import json_schema, sequence
from constrain.grammars.json_schema.writing.depth import deepest
from constrain.support.json_reader import read_json

VOCABULARY = Vocabulary([*(bytes((byte,)) for byte in range(256)), b"[[", b'{"a":[', b"]]", None], end_ids=[259])


class Node(BaseModel):
    """A list linked by models."""

    next: Node | None = None


class Open(BaseModel):
    """A model that takes members without a name in it."""

    model_config = ConfigDict(extra="allow")

    name: str


def accepts(constraint: Constraint, text: str) -> bool:
    """Whether the text is one of the constraint's."""
    matcher = constraint.matcher()
    for byte in text.encode():
        if not matcher.allows(byte):
            return False
        matcher.advance(byte)
    return matcher.is_accepting


def arrays(depth: int, inside: str = "") -> str:
    """So many arrays inside each other."""
    return "[" * depth + inside + "]" * depth


def nodes(depth: int) -> str:
    """So many models inside each other."""
    return '{"next": ' * (depth - 1) + "{}" + "}" * (depth - 1)


def depth_of(value: Any) -> int:
    """How many containers are inside each other; without recursion."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, list | dict):
            deepest = max(deepest, depth)
            waiting += [(inner, depth + 1) for inner in (each.values() if isinstance(each, dict) else each)]
    return deepest


def test_json_of_any_depth_is_read() -> None:
    """What a grammar of a schema accepts 10,000 deep, it reads; also as a part of something."""
    constraint = constrain.compile(json_schema({}), VOCABULARY)
    text = arrays(5_000, '{"a": ' * 5_000 + "1" + "}" * 5_000)

    assert accepts(constraint, text)
    assert 10_000 == depth_of(constraint.read(text))
    (value,) = sequence("= ", json_schema({"type": "array"})).read("= " + arrays(10_000))
    assert 10_000 == depth_of(value)


def test_the_deep_reader_reads_as_pythons_does() -> None:
    """Random values, in several layouts, are read the same by the reader with a stack of its own."""
    from constrain.support.json_reader import read_deep

    random = Random(1)

    def value(depth: int) -> Any:
        kind = random.randrange(8 if depth else 6)
        if kind == 6:
            return [value(depth - 1) for _ in range(random.randrange(4))]
        if kind == 7:
            return {
                random.choice(["", "a", 'q"\\', "\n\u2028é😀"]): value(depth - 1) for _ in range(random.randrange(4))
            }
        return [None, True, -12, 1.5e300, "x\ty\u00e9", random.random()][kind]

    for _ in range(300):
        wanted = value(4)
        text = json.dumps(wanted, indent=random.choice([None, 2]), ensure_ascii=random.random() < 0.5)
        assert wanted == read_deep(f" {text}\n")


@pytest.mark.parametrize(
    "text", ["", "[", "[1", "[1,", "[1,]", "{", '{"a"', '{"a":', '{"a":1', '{"a":1,}', "[1}", "1 2"]
)
def test_the_deep_reader_refuses_what_is_no_json(text: str) -> None:
    """It raises the error that Python's reader raises."""
    from constrain.support.json_reader import read_deep

    with pytest.raises(json.JSONDecodeError):
        read_deep(text)
    with pytest.raises(json.JSONDecodeError):
        read_deep(arrays(2000, text or ","))


def test_what_pydantic_cannot_read_is_an_error_of_ours() -> None:
    """Pydantic reads 200 containers inside each other; beyond, LimitExceeded says how to bound the grammar."""
    for source, write in ((Node, nodes), (TypeAdapter(JsonValue), arrays), (list[Any], arrays)):
        grammar = json_schema(source)
        grammar.read(write(200))
        for depth in (300, 10_000):
            with pytest.raises(LimitExceeded, match=r"max_depth=200") as caught:
                constrain.compile(grammar, VOCABULARY).read(write(depth))
            assert 200 == caught.value.limit


@pytest.mark.parametrize(
    ("source", "write"),
    [(Node, nodes), (Open, lambda d: '{"name": "", "x": ' + arrays(d - 1) + "}"), (list[Any], arrays)],
)
def test_a_bounded_grammar_ends_where_its_reader_does(source: Any, write: Any) -> None:
    """With max_depth=200 a Pydantic type's texts are as deep as Pydantic reads, and no deeper."""
    constraint = constrain.compile(json_schema(source, max_depth=200), VOCABULARY)

    assert accepts(constraint, write(200))
    assert not accepts(constraint, write(201))
    constraint.read(write(200))


def test_a_reader_of_the_users_that_recurses_too_deep_is_an_error_of_ours() -> None:
    """Constraint.read never raises RecursionError, whatever reads."""

    def read(text: str) -> int:
        return 1 + read(text[1:]) if text else 0

    grammar = json_schema({"type": "array"})
    grammar.read = read

    assert 2 == constrain.compile(grammar, VOCABULARY).read("[]")
    with pytest.raises(LimitExceeded, match="more calls inside each other"):
        constrain.compile(grammar, VOCABULARY).read(arrays(10_000))


_LAYOUTS: list[dict[str, Any]] = [{}, {"property_order": "any"}]
_LAYOUTS += [{"layout": name} for name in ("compact", "flexible", "any")]


@pytest.mark.parametrize("options", _LAYOUTS)
@pytest.mark.parametrize("depth", [1, 2, 3, 7])
def test_max_depth_counts_containers_inside_each_other(depth: int, options: dict[str, Any]) -> None:
    """At most so many in every layout, whether the schema is open, refers to itself, or is deep by itself."""
    loop = {"$ref": "#/$defs/l", "$defs": {"l": {"type": "array", "items": {"$ref": "#/$defs/l"}}}}
    schemas: list[Any] = [{}, loop, {"type": "array"}, {"items": {"additionalProperties": {}}}]
    for schema in schemas:
        constraint = constrain.compile(json_schema(schema, max_depth=depth, **options), VOCABULARY)

        assert accepts(constraint, arrays(depth))
        assert not accepts(constraint, arrays(depth + 1))
    tower = json_schema({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, max_depth=2)
    assert accepts(constrain.compile(tower, VOCABULARY), "[[1]]")


@pytest.mark.parametrize("indent", [0, 2])
def test_indented_texts_are_bounded_by_default(indent: int) -> None:
    """Under `indent` 25 containers are inside each other at most, unless max_depth says another number."""
    value: list[Any] = []
    for _ in range(24):
        value = [value]

    default = constrain.compile(json_schema({}, indent=indent), VOCABULARY)
    shallow = constrain.compile(json_schema({}, indent=indent, max_depth=24), VOCABULARY)

    assert accepts(default, json.dumps(value, indent=indent))
    assert not accepts(default, json.dumps([value], indent=indent))
    assert not accepts(shallow, json.dumps(value, indent=indent))


def test_a_schema_that_needs_more_depth_is_refused() -> None:
    """What no value of the given depth satisfies is a GrammarError."""
    with pytest.raises(constrain.GrammarError, match="no value satisfies"):
        json_schema({"type": "array", "minItems": 1, "items": {"type": "array"}}, max_depth=1)
    with pytest.raises(ValueError, match="max_depth is 0; it counts containers"):
        json_schema({}, max_depth=0)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_gets_stuck_at_the_bound(seed: int) -> None:
    """From every place that random bytes lead to under a bound, a text that is not too deep can be finished."""
    random = Random(seed)
    schemas: list[Any] = [
        {},
        {"type": "object", "minProperties": 2, "additionalProperties": {"type": ["array", "integer"]}},
        {"type": "object", "required": ["a", "b"], "properties": {"a": {"$ref": "#"}, "b": {"type": "null"}, "c": {}}},
        {"anyOf": [{"type": "array", "minItems": 1, "items": {"$ref": "#"}}, {"type": "boolean"}]},
        {"type": "array", "contains": {"type": "array"}, "items": {"type": ["array", "null"]}},
        {"type": "array", "uniqueItems": True, "items": {"enum": [1, [1], [[1]], {"a": [2]}]}},
        {"type": "object", "patternProperties": {"^a": {"type": "array", "items": {"$ref": "#"}}}, "minProperties": 1},
    ]
    for schema in schemas:
        for options in [each for each in _LAYOUTS if each.get("layout") != "any"]:
            try:
                grammar = json_schema(schema, max_depth=random.randrange(1, 5), **options)
            except constrain.GrammarError:
                continue
            matcher = constrain.compile(grammar, VOCABULARY).matcher()
            text = b""
            for step in range(300):
                allowed = [byte for byte in range(256) if matcher.allows(byte)]
                if matcher.is_accepting and (not allowed or random.random() < 0.3):
                    break
                assert allowed, f"stuck after {text!r} of {schema}"
                closing = [byte for byte in allowed if byte in b'"]}' or byte in b"0123456789nulltruefalse,:"]
                token = random.choice(closing if step > 60 and closing else allowed)
                text += bytes((token,))
                matcher.advance(token)
            if matcher.is_accepting:
                assert grammar._options.layout.allows(depth_of(read_json(text.decode())) - 1)


def test_depth_is_found_without_recursion() -> None:
    """The longest path through 10,000 productions is found; a container within itself has no bound."""
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(150):
        schema = {"type": "array", "items": schema}

    grammar = json_schema(schema)

    assert 150 == deepest(grammar.start, grammar.productions)
    grammar = json_schema({"type": "object"})
    assert deepest(grammar.start, grammar.productions) is None
    grammar = json_schema({"type": "array", "items": {"type": "integer"}, "contains": {"const": 1}, "minContains": 3})
    assert 1 == deepest(grammar.start, grammar.productions)
