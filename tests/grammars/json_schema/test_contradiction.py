"""What the error of a schema without values says of its keywords."""

from __future__ import annotations

from typing import Any

import pytest

from constrain import ConstrainError, GrammarError
from constrain.grammars import json_schema
from tests.steps import at_most

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": False}


@pytest.mark.parametrize(
    ("schema", "hint"),
    [
        ({"type": "integer", "minimum": 5, "maximum": 3}, "any one of #/minimum, #/maximum, #/type gives it one"),
        (
            {"properties": {"a/b": {"type": "string", "minLength": 5, "maxLength": 3}}, "required": ["a/b"], **OBJECT},
            "the schema: the required property 'a/b' can have no value; dropping any one of "
            "#/properties/a~1b/minLength, #/properties/a~1b/maxLength, #/properties/a~1b/type gives it one",
        ),
        ({"enum": [1, 2], "type": "string"}, "any one of #/enum, #/type gives it one"),
        (
            {"$ref": "#/$defs/short", "minLength": 5, "$defs": {"short": {"const": "abc"}}},
            "any one of #/$ref, #/minLength, #/$defs/short/const gives it one",
        ),
        (
            {"allOf": [{"minItems": 3, "maxItems": 2}, {"type": "array"}]},
            "any one of #/allOf/0/minItems, #/allOf/0/maxItems, #/allOf/1/type gives it one",
        ),
        (
            {"$schema": DRAFT_4, "enum": [3], "minimum": 3, "exclusiveMinimum": True},
            "any one of #/enum, #/minimum, #/exclusiveMinimum gives it one",
        ),
        ({"allOf": [{"const": 1}, {"const": 2}, {"const": 1}]}, "dropping #/allOf/1/const gives it one"),
    ],
    ids=repr,
)
def test_the_error_says_which_keywords_contradict(schema: Any, hint: str) -> None:
    """Without any one of them there is a value: tried here on the schemas that have a keyword less."""
    with pytest.raises(GrammarError) as caught:
        json_schema(schema)
    assert hint in str(caught.value)
    assert type(caught.value) is GrammarError
    assert caught.value.empty


@pytest.mark.parametrize(
    ("schema", "end"),
    [
        (False, "contradict each other"),
        ({"allOf": [{"const": 1}, {"const": 2}, {"const": 3}]}, "contradict each other; dropping #/allOf gives it one"),
        ({"allOf": [{"not": {}}] * 300}, "contradict each other"),
    ],
    ids=["false", "three", "many"],
)
def test_where_no_single_inner_keyword_is_to_blame_none_is_named(schema: Any, end: str) -> None:
    """No keyword at all, more contradictions than one, or more keywords than are tried."""
    with pytest.raises(GrammarError) as caught:
        json_schema(schema)
    assert str(caught.value).endswith(end)


def test_a_container_is_named_by_its_place() -> None:
    """Not by a state of the automaton that counts its items."""
    with pytest.raises(GrammarError, match=": '#' has none, because its keywords contradict each other"):
        json_schema({"type": "array", "contains": {"type": "string"}, "minContains": 5, "maxItems": 3})


def test_the_search_ends_soon() -> None:
    """Keywords whose trials take long: the error comes without a hint rather than late."""
    heavy = {"allOf": [{"oneOf": [{"minLength": i}, {"pattern": f"[a-f]{{{i}}}"}]} for i in range(12)]}
    with at_most(400_000), pytest.raises(ConstrainError):
        json_schema({**heavy, "type": "integer", "minimum": 5, "maximum": 3, "not": {"type": "string"}})
