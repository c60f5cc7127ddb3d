"""Schemas meant to hurt: each is refused with an error of ours that names the place, or means what it says."""

from __future__ import annotations

import datetime
import sys
from collections import OrderedDict
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from constrain import ConstrainError, GrammarError, LimitExceeded
from constrain.grammars import json_schema
from tests.grammars.json_schema.instances import accepts, compiled

LONG = 10**5000  # longer than Python turns into a text


def label(value: object) -> str:
    return type(value).__name__


def holds(schema: Any, text: str) -> bool:
    return accepts(compiled(schema), text)


def nested(depth: int, around: Callable[[Any], Any], inner: Any) -> Any:
    for _ in range(depth):
        inner = around(inner)
    return inner


def itself() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["inner"] = [value]
    return value


def refusal(schema: Any, **options: Any) -> str:
    with pytest.raises(ConstrainError) as caught:
        json_schema(schema, **options)
    message = str(caught.value)
    message.encode()
    assert len(message) < 10_000
    return message


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (LONG, "#/const: <int of some 5000 digits> has more than 4300 digits"),
        (-LONG, "#/const: <-int of some 5000 digits> has more than 4300 digits"),
        ({"a": [1, LONG]}, "#/const/a/1: <int"),
        (Decimal("1e5000"), "#/const: Decimal('1E+5000') has more"),
        ([{"a": float("nan")}], "#/const/0/a: nan is no number"),
        (Decimal("sNaN"), "#/const: Decimal('sNaN') is no number"),
        (float("inf"), "#/const: inf is no number"),
        (itself(), "#/const/inner/0: the value holds itself"),
        ({1: 2}, "#/const: the keys of a JSON object are strings, not 1"),
        ({"a": {-1: 2}}, "#/const/a: the keys of a JSON object are strings, not -1"),
        ([datetime.date(2020, 1, 1)], "#/const/0: datetime.date(2020, 1, 1) is no JSON value"),
        ((1, 2), "#/const: (1, 2) is no JSON value"),
        (nested(100_000, lambda value: [value], 1), "#/const: the value has containers more than 5000 deep"),
        (nested(20, lambda value: [value, value], 1), "#/const: the value consists of more than 200000 values"),
        (nested(60, lambda value: {"l": value, "r": value}, 1), "#/const: the value consists of more than 200000"),
    ],
    ids=label,
)
def test_a_constant_that_no_json_text_holds_is_refused_with_its_place(value: Any, message: str) -> None:
    """`const` and `enum` may hold anything in a program; what is no JSON is an error, wherever in the value it is."""
    assert refusal({"const": value}).startswith(message)
    assert refusal({"enum": ["a", value]}).startswith("#/enum")


def test_constants_as_large_as_can_be_read_back_are_enforced() -> None:
    """A number of 4,300 digits, deep containers, one container in two places, and NumPy's floats are JSON values."""
    assert holds({"const": 10**4000}, "1" + "0" * 4000)
    assert holds({"const": nested(2000, lambda value: [value], 1)}, "[" * 2000 + "1" + "]" * 2000)
    shared = {"a": 1}
    assert holds({"const": [shared, shared]}, '[{"a": 1}, {"a": 1}]')
    assert holds({"enum": [np.float64(1.5)]}, "1.5")


@pytest.mark.parametrize("text", ["[\n", "\n", "{\r\n", '{"a":\u2028\n'])
def test_a_text_that_ends_early_is_refused_with_its_place(text: str) -> None:
    """Also where that is after the last line feed."""
    with pytest.raises(
        GrammarError, match=r"the schema is no JSON: it (ends before it is complete|is empty) in line 1"
    ):
        json_schema(text)


@pytest.mark.parametrize("keyword", ["anyOf", "allOf", "oneOf"])
def test_subschemas_in_place_nested_too_deep_are_refused(keyword: str) -> None:
    """Thousands of them inside each other raise `LimitExceeded` with both numbers, not Python's `RecursionError`."""
    with pytest.raises(LimitExceeded, match=rf"^#/{keyword}/0/{keyword}/0/.*inside each other") as caught:
        json_schema(nested(3000, lambda schema: {keyword: [schema]}, {"type": "string"}))

    assert (caught.value.limit, caught.value.needed) in ((150, 151), (sys.getrecursionlimit(), 6001))


def test_members_nested_deep_are_no_recursion() -> None:
    """What stands inside members and items may be thousands deep."""
    schema = nested(3000, lambda schema: {"properties": {"a": schema}, "type": "object"}, {"type": "string"})

    assert len(json_schema(schema).productions) > 3000


@pytest.mark.parametrize("keyword", ["minLength", "maxItems", "minProperties", "minContains"])
@pytest.mark.parametrize(
    "value",
    [LONG, Decimal("1e999999999"), Decimal("NaN"), float("inf"), float("nan"), -1, 1.5, True, b"1", (1,), "1"],
    ids=label,
)
def test_a_count_is_a_non_negative_integer(keyword: str, value: object) -> None:
    """Anything else is refused at once: `1e999999999` as an integer would take all memory."""
    schema = {keyword: value, "contains": {"type": "null"}}

    assert f"#/{keyword}: must be a non-negative integer" in refusal(schema)


def test_counts_may_be_written_as_floats() -> None:
    """2.0 and 2e0 are integers in JSON Schema."""
    assert holds('{"type": "string", "minLength": 2.0, "maxLength": 2e0}', '"ab"')
    assert not holds({"type": "string", "minLength": 2.0}, '"a"')


def test_divisors_beyond_floats_are_counted_too() -> None:
    """The smallest double is a divisor like others."""
    assert holds({"multipleOf": 5e-324}, "1")
    assert not holds({"type": "number", "multipleOf": Decimal("7e-320"), "maximum": 1}, "0." + "0" * 319 + "8")


@pytest.mark.parametrize(
    "keyword", ["type", "minimum", "required", "pattern", "format", "properties", "$ref", "$schema"]
)
@pytest.mark.parametrize(
    "value", [LONG, nested(3000, lambda value: [value], 1), "\ud800", "x" * 100_000, itself()], ids=label
)
def test_messages_can_be_read_and_written(keyword: str, value: object) -> None:
    """What a message quotes is cut short and free of lone surrogates, so that terminals and logs take it."""
    if keyword in ("format", "pattern") and type(value) is str:
        json_schema({keyword: value})
    elif keyword != "properties" or type(value) is not dict:
        refusal({keyword: value})
    if keyword != "$schema":
        refusal({"properties": {value[:5] if isinstance(value, str) else "k": {keyword: [value, 0]}}})


@pytest.mark.parametrize(
    "keyword", ["properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs"]
)
@pytest.mark.parametrize("key", [LONG, -1, None, b"a", (1, 2)], ids=label)
def test_keys_that_are_no_strings_are_refused_or_unused(keyword: str, key: object) -> None:
    """A mapping of a program may have any keys; where they say something it is an error of ours."""
    schema = {keyword: {key: {}}, "$ref": "#/definitions/x", "definitions": {"x": {"$anchor": "y"}}}
    try:
        json_schema(schema)
    except GrammarError as error:
        assert "the keys of a JSON object are strings" in str(error)
    else:
        assert keyword == "$defs"


@pytest.mark.parametrize(
    "source", [LONG, 1.5, [1], (1,), {1}, nested(3000, lambda value: [value], 1), "\ud800", b"\xff"], ids=label
)
def test_what_is_no_schema_at_all_is_refused(source: object) -> None:
    """Numbers, lists and broken texts are no schemas."""
    refusal(source)


def test_mappings_and_lists_of_other_classes_are_schemas() -> None:
    """What a reader made with mappings of its own, `OrderedDict` or read-only ones, is read like plain dicts."""
    inner = OrderedDict(type="array", items=MappingProxyType({"const": OrderedDict(a=1)}))

    assert holds(OrderedDict(properties=OrderedDict(x=inner), required=["x"], type="object"), '{"x": [{"a": 1}]}')
    assert not holds(MappingProxyType({"properties": {"x": inner}, "type": "object"}), '{"x": [{"a": 2}]}')


def test_no_file_is_read(tmp_path: Path) -> None:
    """A reference to a file is refused like any other that leads outside."""
    (tmp_path / "schema.json").write_text("{}")

    assert "nothing is fetched" in refusal({"$ref": (tmp_path / "schema.json").as_uri()})


@pytest.mark.parametrize(
    ("schema", "where"),
    [
        ({"$id": "http://[", "properties": {"a": {"$ref": "b"}}}, "#/properties/a/$ref"),
        ({"$id": "http://[#", "type": "null"}, "#/$id"),
        ({"$id": "http://a/", "properties": {"a": {"$id": "//[", "type": "null"}}}, "#/properties/a/$id"),
        ({"$id": "http://\u2100/x", "$ref": "y"}, "#/$ref"),
        ({"$ref": "http://[#a"}, "#/$ref"),
        ({"allOf": [{}], "$ref": "#/allOf/" + "9" * 5000}, "#/$ref"),
        ({"allOf": [{}], "$ref": "#/allOf/\u00b2"}, "#/$ref"),
        ({"allOf": [{}], "$ref": "#/allOf/-1"}, "#/$ref"),
    ],
)
def test_references_that_are_no_uris_are_refused_with_their_place(schema: object, where: str) -> None:
    """What `urllib` cannot take apart, and what is no index of a list, leads nowhere."""
    assert refusal(schema).startswith(where)


def test_a_reference_that_leads_nowhere_says_what_may_be_meant() -> None:
    """Among the keys of the last place that there is."""
    told = "#/$ref: #/$defs/Adress leads nowhere: there is no `Adress` at #/$defs; did you mean `Address`?"
    assert told in refusal({"$ref": "#/$defs/Adress", "$defs": {"Address": {}}})
