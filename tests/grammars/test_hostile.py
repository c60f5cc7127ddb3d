"""Arguments meant to hurt, at every front end: errors say what was given, whatever it was."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from constrain import ConstrainError, MatcherBatch, Vocabulary, compile
from constrain.grammars import (
    choice,
    either,
    free_text,
    gbnf,
    json_schema,
    lark,
    optional,
    regex,
    repeat,
    sequence,
    special,
    text_or_special,
    tools,
)

VOCABULARY = Vocabulary.from_bytes([*(bytes((byte,)) for byte in range(256)), None], end_ids=[256])
TOOL = {"name": "f", "parameters": {"properties": {"a": {"type": "null"}}}}


def deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


VALUES = {"long integer": lambda: 10**5000, "deep list": deep, "infinity": lambda: float("inf"), "NaN": Decimal}
TAKERS: dict[str, Callable[[Any], object]] = {
    "choice": lambda v: choice([v]),
    "regex": regex,
    "gbnf": gbnf,
    "lark": lark,
    "lark start": lambda v: lark('start: "a"', start=v),
    "lark lexer": lambda v: lark('start: "a"', lexer=v),
    "lark postlex": lambda v: lark('start: "a"', postlex=v),
    "json_schema": json_schema,
    "json_schema layout": lambda v: json_schema(True, layout=v),
    "json_schema escapes": lambda v: json_schema(True, escapes=v),
    "json_schema indent": lambda v: json_schema(True, indent=v),
    "json_schema digits": lambda v: json_schema(True, digits=v if not isinstance(v, Decimal) else 0),
    "tools": lambda v: tools([v]),
    "tools name": lambda v: tools([{"name": v}]),
    "tools parameters": lambda v: tools([{"name": "f", "parameters": v}]),
    "tools only": lambda v: tools([TOOL], only=v),
    "tools calls": lambda v: tools([TOOL], calls=v),
    "tools format": lambda v: tools([TOOL], format=v),
    "sequence": sequence,
    "either": either,
    "optional": optional,
    "repeat": repeat,
    "special": special,
    "text_or_special": text_or_special,
    "free_text": lambda v: free_text(until=v),
    "compile": lambda v: compile(regex("a"), v),
    "decode": lambda v: VOCABULARY.decode([v if v else 257]),
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("taker", TAKERS)
def test_a_message_says_what_was_given(taker: str, value: str) -> None:
    """A wrong argument is an error of ours, or of its type, in some words: never one of Python's own `repr`."""
    with pytest.raises((ConstrainError, TypeError, ValueError)) as caught:
        TAKERS[taker](VALUES[value]())

    assert "integer string conversion" not in str(caught.value)
    assert len(str(caught.value)) < 10_000


@pytest.mark.parametrize("token", [3.5, float("inf"), Decimal(3), "3", b"3"])
def test_tokens_are_integers(token: Any) -> None:
    """What only looks like a token id is refused, and no row moves."""
    rows = MatcherBatch([compile(regex(".*"), VOCABULARY)])
    with pytest.raises(TypeError):
        rows.advance([token])
    with pytest.raises(TypeError):
        VOCABULARY.decode([token])
    rows.advance([65])
    assert rows[0] is not None
    assert rows[0].is_accepting


@pytest.mark.parametrize("indent", [10**10, 10**5000, "x", "  -", " " * 100_000], ids=range(5))
def test_lines_are_indented_by_some_white_space(indent: int | str) -> None:
    """What `json.dumps` would put in front of a line must be JSON's white space, and not fill the memory."""
    with pytest.raises(ConstrainError, match="indent is"):
        json_schema(True, indent=indent)
    assert json_schema(True, indent=-1).productions
    assert json_schema(True, indent="\t").productions
