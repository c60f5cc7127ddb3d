"""What a grammar says that it was made from."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import pytest

from constrain import GrammarError
from constrain.grammars import json_schema

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "maximum": 12}}, "required": ["n"]}


@pytest.mark.parametrize("extra", [None, "forbid"])
@pytest.mark.parametrize("given", [str, str.encode, lambda text: bytearray(text.encode())])
def test_a_schema_given_as_text_is_read_again(given: Any, extra: Any) -> None:
    """`schema` is what a dict would have given, though only the text is kept."""
    of_text = json_schema(given(json.dumps(SCHEMA)), extra=extra)

    assert of_text.schema == json_schema(SCHEMA, extra=extra).schema
    assert of_text.schema is not of_text.schema
    assert str(of_text.report) == str(json_schema(SCHEMA, extra=extra).report)


def test_a_buffer_that_changes_later_changes_no_grammar() -> None:
    """A bytearray is copied: its owner may write another schema into it."""
    text = bytearray(json.dumps(SCHEMA).encode())
    grammar = json_schema(text)
    text[:] = b"false"

    assert grammar.schema == SCHEMA


@pytest.mark.parametrize("members", [{"n": int}, {"name": "string"}, {"city": {"type": "string"}}])
def test_members_in_the_place_of_a_schema_are_refused(members: dict[str, Any]) -> None:
    """They hold no keyword, so every value would be in the language."""
    with pytest.raises(GrammarError, match="no key of the schema"):
        json_schema(members)
    for said in ({}, {"title": "x"}, {"$comment": "a"}, {"then": {"const": 1}}, {"x-of": 1}):
        json_schema(said)


class Odd(Enum):
    """A value that has no JSON."""

    THING = object()


@pytest.mark.parametrize(("kind", "reason"), [(Odd, "Unable to serialize"), (slice, "; what a class holds is told by")])
def test_types_without_json_are_refused_in_a_line(kind: type, reason: str) -> None:
    """In Pydantic's words, without its advice for other purposes and its links."""
    with pytest.raises(GrammarError, match=reason) as caught:
        json_schema(kind)
    assert "\n" not in str(caught.value)
