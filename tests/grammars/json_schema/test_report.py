"""The report of a schema: which keywords are enforced where, what was dropped, what it costs."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from constrain import ConstrainError, GrammarError
from constrain.__main__ import main
from constrain.grammars import json_schema
from tests.grammars.json_schema.instances import compiled
from tests.grammars.json_schema.schemas import SchemaWriter

SCHEMA = {
    "title": "Order",
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 1, "description": "a number"},
        "when": {"type": "string", "format": "date"},
        "what": {"format": "unheard-of"},
        "lines": {"items": {"$ref": "#/$defs/line"}, "contains": {}, "minContains": 2, "uniqueItems": True},
        "a/b": {"if": {"minimum": 2}, "then": {"maximum": 5}},
    },
    "required": ["id"],
    "$defs": {"line": {"type": "object", "properties": {"next": {"$ref": "#/$defs/line"}}}},
}


def test_every_place_says_what_is_enforced() -> None:
    """Keywords are enforced, annotations or dropped, and nothing else; pointers are JSON pointers."""
    grammar = json_schema(SCHEMA, on_unsupported="drop")
    subschemas = {subschema.pointer: subschema for subschema in grammar.report.subschemas}

    assert subschemas["#"].enforced == ("type", "properties", "required")
    assert subschemas["#"].annotations == ("title",)
    assert subschemas["#/properties/id"].enforced == ("type", "minimum")
    assert subschemas["#/properties/id"].annotations == ("description",)
    assert subschemas["#/properties/when"].enforced == ("type", "format")
    assert subschemas["#/properties/what"].annotations == ("format",)
    assert subschemas["#/properties/lines"].dropped == ("uniqueItems",)
    assert subschemas["#/properties/a~1b"].enforced == ("if", "then")
    assert subschemas["#/$defs/line/properties/next"].enforced == ("$ref",)
    for pointer, subschema in subschemas.items():
        keys = [*subschema.enforced, *subschema.annotations, *subschema.dropped]
        assert len(set(keys)) == len(keys), pointer


def test_costs_add_up() -> None:
    """Every production belongs to one subschema, apart from those of values of any kind."""
    found = json_schema(SCHEMA, on_unsupported="drop").report

    assert found.productions == len(json_schema(SCHEMA, on_unsupported="drop").productions)
    assert 0 < sum(subschema.productions for subschema in found.subschemas) <= found.productions
    assert 0 < sum(subschema.nodes for subschema in found.subschemas) <= found.nodes


def test_choices_are_those_asked_for() -> None:
    """The serialisation that was asked for is what the report names."""
    choices = " ".join(json_schema(SCHEMA, on_unsupported="drop", indent=2, property_order="any").report.choices)

    assert "indent=2" in choices
    assert "any order" in choices


def test_check_prints_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`constrain check` shows each subschema; it fails, with pointer and way on, where something cannot be enforced."""
    file = tmp_path / "schema.json"
    file.write_text(json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}}))
    assert main(["check", str(file)]) == 0
    assert "#/properties/a" in capsys.readouterr().out

    file.write_text(json.dumps(SCHEMA))
    assert main(["check", str(file)]) == 2
    output = capsys.readouterr()
    assert "NOT ENFORCED: uniqueItems" in output.out
    assert "#/properties/lines/uniqueItems" in output.err

    file.write_text("{")
    assert main(["check", str(file)]) == 2
    assert main(["check", str(tmp_path / "absent.json")]) == 2


def test_a_schema_that_is_false_is_not_called_anything() -> None:
    """`true` and `{}` allow anything, `false` nothing."""
    said = str(json_schema({"properties": {"a": True, "b": {}, "c": False}}).report).splitlines()

    assert ["anything", "anything", "false (no value)"] == [line.split(maxsplit=1)[1] for line in said[3:6]]


def test_likely_misspellings_are_pointed_at() -> None:
    """Unknown keywords are annotations, but one that is nearly a keyword was hardly meant to be one."""
    schema = {
        "propertees": {},
        "properties": {"a": {"maxLenght": 3, "min_items": 1, "Required": [], "$type": "string", "defualt": 1}},
        "additionalProprties": False,
    }
    found = {subschema.pointer: subschema.doubts for subschema in json_schema(schema).report.subschemas}

    assert found["#"] == (
        "`propertees` is no keyword; did you mean `properties`?",
        "`additionalProprties` is no keyword; did you mean `additionalProperties`?",
    )
    meant = {"maxLenght": "maxLength", "min_items": "minItems", "Required": "required", "$type": "type"}
    assert found["#/properties/a"] == tuple(f"`{a}` is no keyword; did you mean `{b}`?" for a, b in meant.items())


def test_unknown_formats_are_pointed_at() -> None:
    """They demand nothing, as the specification has it, but hardly anybody means them to."""
    schema = {"properties": {name: {"format": name} for name in ("datetime", "emial", "colour", "date-time", "byte")}}
    found = {subschema.pointer: subschema.doubts for subschema in json_schema(schema).report.subschemas}

    assert found["#/properties/datetime"] == ("`format` is 'datetime', which is not known; did you mean `date-time`?",)
    assert found["#/properties/emial"] == ("`format` is 'emial', which is not known; did you mean `email`?",)
    assert found["#/properties/colour"] == ("`format` is 'colour', which is not known",)
    assert not found["#/properties/date-time"]
    assert not found["#/properties/byte"]


def test_patterns_that_count_and_are_tied_to_nothing_are_pointed_at() -> None:
    """`pattern` searches, so a text of two capitals and three digits may have any others around them."""
    loose = [r"[A-Z]{2}-\d{3}", "[$^]{2}", "a{1,3}|b"]
    tied = ["^[A-Z]{2}$", r"^x\d{3}", r"\d{3}$", r"\bA{2}\b", "(?=.{3})a", "[a-z]", r"\S", "a{2,}", r"\{2\}"]
    schema = {"properties": {pattern: {"pattern": pattern} for pattern in loose + tied}}
    doubts = [each.doubts for each in json_schema(schema).report.subschemas[1:]]

    assert [len(each) for each in doubts] == [1] * len(loose) + [0] * len(tied)
    assert "`^(?:…)$` is the whole" in doubts[0][0]


def test_annotations_are_not_taken_for_misspellings() -> None:
    """Known annotations, OpenAPI's words, extensions, and words that only look a little like keywords."""
    words = ["title", "description", "default", "examples", "readOnly", "$comment", "contentEncoding", "deprecated"]
    words += ["example", "nullable", "discriminator", "xml", "externalDocs", "x-items", "x-require", "_type", "note"]
    words += ["content", "one", "any", "all", "node", "name", "ui:order", "precision", "enumNames", "widget", "label"]
    words += ["propertyOrder", "form", "text", "tag", "", "π", "-" * 10_000, "minute", "maximal"]

    assert json_schema(dict.fromkeys(words, 1)).report.subschemas[0].doubts == ()


@pytest.mark.parametrize(
    ("draft", "schema", "doubts"),
    [
        ("07/schema#", {"prefixItems": []}, ["`prefixItems` is a keyword of 2020-12, not of 7"]),
        ("07/schema#", {"$ref": "#", "maxLength": 1}, ["`maxLength` is ignored beside `$ref` in draft 7"]),
        ("2020-12/schema", {"dependencies": {}}, ["`dependencies` is a keyword of 4, 6, 7, not of 2020-12"]),
        (
            "2020-12/schema",
            {"additionalItems": {}},
            ["`additionalItems` is a keyword of 4, 6, 7, 2019-09, not of 2020-12"],
        ),
        ("2020-12/schema", {"else": {}, "minContains": 2}, ["`else` has no effect without `if`", "`minContains` has"]),
        ("2020-12/schema", {"if": True, "else": {}, "contains": True, "minContains": 2}, []),
        (
            "04/schema#",
            {"const": 1, "minContains": 2},
            ["`const` is a keyword of 6, 7,", "`minContains` is a keyword of"],
        ),
        ("2020-12/schema", {"nullable": True, "min": 1, "optional": False}, ["`nullable` says nothing", "`min` says"]),
        ("2020-12/schema", {"type": "string", "required": True}, ["`required` must be a list of strings; a boolean"]),
    ],
)
def test_keywords_without_effect_are_pointed_at(draft: str, schema: dict[str, object], doubts: list[str]) -> None:
    """Those of other dialects, and those that speak only together with another one."""
    uri = ("https://json-schema.org/draft/" if draft.startswith("20") else "http://json-schema.org/draft-") + draft
    grammar = json_schema({"properties": {"a": schema}, "$schema": uri}, on_unsupported="drop")
    (found,) = [subschema.doubts for subschema in grammar.report.subschemas if subschema.pointer == "#/properties/a"]

    assert len(doubts) == len(found)
    assert all(text.startswith(start) for start, text in zip(doubts, found, strict=True))


def test_check_prints_what_may_be_misspelt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The subschema and the keyword that may have been meant; the schema is valid all the same."""
    file = tmp_path / "schema.json"
    file.write_text('{"properties": {"a": {"patern": "b"}}}')

    assert main(["check", str(file)]) == 0
    assert "#/properties/a: `patern` is no keyword; did you mean `pattern`?" in capsys.readouterr().out


def told(schema: Any) -> list[str]:
    """The places of members of which the report says that they can never be written."""
    found = json_schema(schema).report.subschemas
    return [each.pointer for each in found if any("can never be written" in doubt for doubt in each.doubts)]


NEVER: list[Any] = [
    {"type": "string", "minLength": 5, "maxLength": 3},
    {"enum": []},
    {"type": "integer", "minimum": 5, "maximum": 3},
    {"type": "integer", "multipleOf": 5, "minimum": 1, "maximum": 4},
    {"allOf": [{"type": "string"}, {"type": "integer"}]},
    {"type": "string", "pattern": "a^"},
    {"type": "string", "format": "date", "maxLength": 3},
    {"type": "array", "minItems": 1, "items": {"type": "integer", "const": 2.5}},
    {"type": "object", "required": ["x"], "properties": {"x": {"type": "string", "enum": [1]}}},
    {"$ref": "#/$defs/endless"},
]
ENDLESS = {"endless": {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#/$defs/endless"}}}}


@pytest.mark.parametrize("member", NEVER, ids=str)
@pytest.mark.parametrize("order", ["schema", "any"])
def test_members_that_can_never_be_written_are_told(member: Any, order: Any) -> None:
    """Whatever it is that leaves no value, and wherever the object stands."""
    within = {"type": "object", "properties": {"a": member, "b": {"type": "string"}}}
    schema = {"anyOf": [{"type": "null"}, {"items": within, "type": "array"}], "$defs": ENDLESS}

    assert "#/anyOf/1/items/properties/a" in told(schema)
    assert "#/anyOf/1/items/properties/b" not in told(schema)


def test_members_contradicted_elsewhere_are_told() -> None:
    """By another subschema of the object; what one alternative leaves out, and what is forbidden outright, is not."""
    low, high = {"type": "integer", "minimum": 5}, {"type": "integer", "maximum": 3}

    assert told({"properties": {"a": low}, "allOf": [{"properties": {"a": high}}]}) == ["#/properties/a"]
    assert told({"properties": {"a": low}, "propertyNames": {"maxLength": 0}}) == ["#/properties/a"]
    assert told({"properties": {"a": low}, "anyOf": [{"properties": {"a": high}}, {"required": ["b"]}]}) == []
    assert told({"properties": {"a": False, "b": {"not": {}}, "c": {"not": True}}}) == []


def test_what_is_told_is_what_cannot_be_required() -> None:
    """A law: a member is told exactly where the schema that requires it has no text."""
    random, seen = Random(5), [0, 0]
    for _ in range(300):
        member = SchemaWriter(random).schema()
        schema = {"type": "object", "properties": {"k": member}, "$defs": member.pop("$defs")}
        try:
            never = "#/properties/k" in told(schema)
        except ConstrainError:  # refused, or in circles
            continue
        try:
            compiled({**schema, "required": ["k"]})
            empty = False
        except GrammarError:
            empty = True

        assert never == empty, schema
        seen[empty] += 1
    assert min(seen) > 10


def test_a_required_member_without_texts_is_named() -> None:
    """Also where it is the engine that finds out, for which patterns are all alike."""
    schema = {"type": "object", "properties": {"x/y": {"type": "string", "format": "date", "maxLength": 3}}}
    with pytest.raises(GrammarError, match="no value satisfies #/properties/x~1y"):
        compiled({**schema, "required": ["x/y"]})


def test_a_required_name_that_no_property_has_is_told_where_one_is_near() -> None:
    """It is enforced, as any key; but it was perhaps meant to be that property."""
    properties = {"type": "object", "properties": {"age": {"type": "integer"}}}
    assert "did you mean `age`" in str(json_schema({**properties, "required": ["agee"]}).report)
    assert "did you mean" not in str(json_schema({**properties, "required": ["age", "name"]}).report)
