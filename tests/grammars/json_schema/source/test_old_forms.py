"""Forms of older drafts, and names of other languages' types, are refused with what to write instead."""

from __future__ import annotations

from typing import Any

import pytest

from constrain import GrammarError
from constrain.grammars import json_schema


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"items": [{"type": "integer"}]}, ("#/items", "2019-09", "`$schema`", "`prefixItems`")),
        ({"properties": {"a": {"items": [{}]}}}, ("#/properties/a/items", "`prefixItems`")),
        ({"minimum": 3, "exclusiveMinimum": True}, ("#/exclusiveMinimum", "draft 4", "`$schema`", "here 3")),
        ({"maximum": 3, "exclusiveMaximum": False}, ("#/exclusiveMaximum", "draft 4", "leave it out")),
        ({"properties": {"a": {"required": True}}}, ("#/properties/a/required", "draft 3", "object")),
        ({"type": "float"}, ("#/type", '"number"')),
        ({"type": ["String", "null"]}, ("#/type", '"string"')),
        ({"type": "any"}, ("#/type", "no `type`")),
    ],
)
def test_what_to_write_instead(schema: dict[str, Any], words: tuple[str, ...]) -> None:
    """The place, the draft that has the form, and the way on."""
    with pytest.raises(GrammarError) as caught:
        json_schema(schema)

    assert not [word for word in words if word not in str(caught.value)], str(caught.value)


def test_the_named_draft_has_its_forms() -> None:
    """Under its own draft the form counts; the URI without a draft is the latest."""
    json_schema({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]})
    json_schema({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 3, "exclusiveMinimum": True})
    json_schema({"$schema": "http://json-schema.org/schema#", "type": "string"})
