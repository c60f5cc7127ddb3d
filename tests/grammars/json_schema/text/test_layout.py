"""White space: who writes JSON how, which layout takes it, and that nothing is free in those that models write."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import constrain
from constrain.grammars import json_schema, tools
from tests.grammars.json_schema.instances import accepts, byte_vocabulary, compiled

JSON = {"deep": {"deep": {"deep": {}}}, "list": [{"a": 1, "b": [[], [2]]}, None], "text": 'a: b, "c"', "empty": {}}
RECURSIVE = {
    "$ref": "#/$defs/v",
    "$defs": {
        "v": {
            "anyOf": [
                {"type": ["string", "number", "null"]},
                *(
                    {"type": "array", "items": {"$ref": "#/$defs/v"}},
                    {"type": "object", "additionalProperties": {"$ref": "#/$defs/v"}},
                ),
            ]
        }
    },
}
SCHEMAS: dict[str, Any] = {"open": True, "recursive": RECURSIVE, "listed": {"const": JSON}}

# Who writes so, and the text: JavaScript's and jq's are the same as those of json.dumps below, but for `{}` and `[]`.
WRITERS: dict[str, str] = {
    "json.dumps": json.dumps(JSON),
    "JSON.stringify, jq -c, model_dump_json": json.dumps(JSON, separators=(",", ":")),
    "JSON.stringify(…, 2), jq": json.dumps(JSON, indent=2),
    "4 blanks": json.dumps(JSON, indent=4),
    "8 blanks": json.dumps(JSON, indent=8),
    "tabs": json.dumps(JSON, indent="\t"),
    "no indentation": json.dumps(JSON, indent=0),
    "Windows": json.dumps(JSON, indent=2).replace("\n", "\r\n"),
    "blanks within brackets": json.dumps(JSON).replace("{", "{ ").replace("}", " }").replace("{  }", "{ }"),
}
TAKES: dict[str, set[str]] = {
    "spaced": {"json.dumps"},
    "compact": {"JSON.stringify, jq -c, model_dump_json"},
    "flexible": set(WRITERS),
}


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("layout", TAKES)
def test_layouts_take_what_their_writers_write(schema: str, layout: str) -> None:
    """The flexible one takes what all of these write, the others exactly one form."""
    constraint = compiled(SCHEMAS[schema], layout=layout)

    assert TAKES[layout] == {writer for writer, text in WRITERS.items() if constraint.accepts(text)}


@pytest.mark.parametrize("indent", [0, 2, 4, "\t"])
def test_an_indented_layout_is_that_of_dumps_alone(indent: int | str) -> None:
    constraint = compiled(True, indent=indent)

    assert {json.dumps(JSON, indent=indent)} == {t for t in WRITERS.values() if constraint.accepts(t)}


def test_the_default_is_spaced_wherever_json_is_written() -> None:
    """Of schemas and of the arguments of calls."""
    tool = {"name": "f", "parameters": {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}}
    written = constrain.compile(json_schema(tool["parameters"]), byte_vocabulary())
    called = constrain.compile(tools([tool], format="json", calls="one"), byte_vocabulary())

    for text, expected in (('{"a": 1, "b": [1, 2]}', True), ('{"a":1,"b":[1,2]}', False), ('{"a":  1, "b": 2}', False)):
        assert expected == written.accepts(text)
        assert expected == called.accepts('{"name": "f", "arguments": ' + text + "}")


@pytest.mark.parametrize("seed", range(12))
def test_the_flexible_layout_is_what_the_depth_explains(seed: int) -> None:
    """Against the definition: one blank, or a line break and at most 8 blanks or one tab a container, `max_gap` in all."""
    rng = Random(seed)
    most = rng.choice([128, 128, 20])
    constraint = compiled(rng.choice([True, RECURSIVE]), max_gap=most, max_depth=rng.choice([None, None, 30]))
    seen = set()
    for _ in range(150):
        odd = rng.random() < 0.7
        text, expected = "1", True
        depth = rng.randrange(1, 20)
        level = rng.randrange(depth)
        for inside in reversed(range(depth)):
            kinds = ["opening", "closing"]
            gaps = dict.fromkeys(kinds, "")
            if inside == level and odd:
                kind = rng.choice(kinds)
                gaps[kind] = _gap(rng, inside)
                expected = _explained(gaps[kind], inside + (kind == "opening"), most)
            text = f"[{gaps['opening']}{text}{gaps['closing']}]"
        assert expected == accepts(constraint, text), (text, most)
        seen.add(expected)
    assert {True, False} == seen


def _gap(rng: Random, inside: int) -> str:
    unit = rng.choice([" ", "\t", " ", "\t", " \t"])
    near = rng.choice([inside, inside + 1, 8 * inside, 8 * inside + 8, 20, 128])
    return rng.choice(["\n", "\r\n", "\n", "", "\n\n"]) + unit * max(near + rng.randrange(-1, 2), 0)


def _explained(gap: str, level: int, most: int) -> bool:
    line = gap.removeprefix("\r").removeprefix("\n")
    if line == gap:
        return gap in ("", " ")
    blanks = 8 * level if 8 * level < most else most
    tabs = level if 8 * level < most else most
    return (line.strip(" ") == "" and len(line) <= blanks) or (line.strip("\t") == "" and len(line) <= tabs)


def test_very_large_grammars_have_one_gap_for_all_depths() -> None:
    """Written once, not once for each depth, and still the compact and the indented forms of their values."""
    keys = [f"k{i}" for i in range(600)]
    definitions = {
        key: {"type": "object", "properties": {"next": {"$ref": "#/$defs/" + other}}}
        for key, other in zip(keys, keys[1:] + keys[:1], strict=True)
    }
    grammar = json_schema({"$ref": "#/$defs/k0", "$defs": definitions}, layout="flexible")
    value = {"next": {"next": {"other": 1}}}
    constraint = compiled(grammar)

    assert len(grammar.productions) < 1300
    assert all(constraint.accepts(json.dumps(value, indent=indent)) for indent in (None, 2, 8, "\t"))
    assert not constraint.accepts("{\n" + " " * 129 + "}")


def test_lenient_judges_what_others_wrote() -> None:
    """Any white space, order of keys, escapes and whole numbers; values as the schema has them."""
    schema = {"type": "object", "properties": {"é": {"type": "integer"}, "b": {"const": "é"}}, "required": ["é"]}
    lenient = constrain.compile(json_schema(schema, extra="forbid", layout="lenient"), byte_vocabulary())
    value = {"b": "é", "é": 1.0}
    texts = [
        json.dumps(value, ensure_ascii=ascii, indent=indent, separators=separators)
        for ascii in (True, False)
        for indent in (None, 4, "\t")
        for separators in ((",", ":"), (" , ", " : "), None)
    ]
    assert all(map(lenient.accepts, texts))
    assert not lenient.accepts('{"é": 1.5}')
    assert not lenient.accepts('{"é": 1, "c": 1}')
