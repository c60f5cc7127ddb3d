"""JSON within a string has the texts that it has by itself, as they are spelled in a string."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from constrain.grammars import json_schema
from tests.grammars.json_schema.instances import accepts, compiled

TEXTS = ["".join(letters) for length in range(4) for letters in product('n"\\\nu/é', repeat=length)]
PATTERNS = ["(?<=n)u", r"(?<!\\)n$", '^(?!.*n)[^]*"$', r"\bn", "(?<=^.)u", "[^n]{2}", r"(?<!^|n)(?=.?$)", "^(?:[^]n)*$"]


@pytest.mark.parametrize("negative", [False, True], ids=["is", "not"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_say_the_same_within_a_string(pattern: str, negative: bool) -> None:
    """Assertions and complements too, whose texts end and begin in the middle of what is escaped."""
    inner: Any = {"type": "string", **({"not": {"pattern": pattern}} if negative else {"pattern": pattern})}
    alone = compiled(json_schema(inner))
    within = compiled(json_schema({"type": "string", "constrain:json": inner}))
    for text in TEXTS:
        written = json.dumps(text, ensure_ascii=False)
        assert accepts(alone, written) == accepts(within, json.dumps(written, ensure_ascii=False))


@pytest.mark.parametrize("order", ["schema", "any"])
def test_keys_within_a_string_stand_once(order: Any) -> None:
    """Whatever they are, also where one character of a key may be written in several ways."""
    schema = {"type": "string", "constrain:json": {"properties": {"a": {}}, "additionalProperties": {"type": "null"}}}
    constraint = compiled(json_schema(schema, property_order=order))
    for text, expected in (
        (r'{"a": 1, "b/": null, "c\"": null}', True),
        (r'{"b/": null, "b/": null}', False),
        (r'{"a": 1, "a": null}', False),
        (r'{"\\": null, "\\\\": null}', True),
        (r'{"\\": null, "\\": null}', False),
    ):
        assert expected == accepts(constraint, json.dumps(text))
