"""Tool calls: the forms of several chat models, values, and tools that cannot be kept."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel, Field

from constrain import GrammarError, UnsupportedError
from constrain.grammars import tools
from constrain.grammars.tools import ToolCall
from tests.grammars.json_schema.instances import accepts, compiled, random_text


class Search(BaseModel):
    """A tool as a model."""

    query: str = Field(max_length=5)


WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather somewhere.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"$ref": "#/$defs/city"}, "days": {"type": "integer", "minimum": 1, "maximum": 9}},
            "required": ["city"],
            "additionalProperties": False,
            "$defs": {"city": {"enum": ["Oslo", "Rome"]}},
        },
    },
}
NOW = {"name": "now"}
SHOUT = {"name": "shout", "parameters": {"properties": {"tags": {"type": "array", "items": {}, "uniqueItems": True}}}}
OSLO, CLOCK = ToolCall("weather", {"city": "Oslo", "days": 2}), ToolCall("now", {})


def written(call: ToolCall, key: str = "arguments") -> str:
    return json.dumps({"name": call.name, key: call.arguments})


@pytest.mark.parametrize(
    ("format", "texts"),
    [
        ("json", [f"[{written(OSLO)}, {written(CLOCK)}]", f"[{written(OSLO)}]"]),
        ("hermes", [f"<tool_call>\n{written(OSLO)}\n</tool_call>\n<tool_call>\n{written(CLOCK)}\n</tool_call>"]),
        ("llama3", [f"{written(OSLO, 'parameters')}; {written(CLOCK, 'parameters')}"]),
        ("mistral", [f"[TOOL_CALLS][{written(OSLO)}, {written(CLOCK)}]"]),
    ],
)
def test_forms_of_chat_models(format: Any, texts: list[str]) -> None:
    """Calls are accepted in the form that the models write, and read back; other arguments are not."""
    grammar = tools([WEATHER, NOW], format=format)
    constraint = compiled(grammar)
    for text in texts:
        assert accepts(constraint, text)
        assert grammar.read(text) in ([OSLO, CLOCK], [OSLO])
        for wrong in (
            text.replace("Oslo", "Bern"),
            text.replace("weather", "wether"),
            text.replace("2", "0"),
            text[:-1],
        ):
            assert not accepts(constraint, wrong)
    assert not accepts(constraint, "")


@pytest.mark.parametrize("format", ["json", "hermes", "llama3", "mistral"])
@pytest.mark.parametrize("calls", ["one", "many", "optional"])
def test_whatever_the_masks_allow_is_calls(format: Any, calls: Any) -> None:
    """Random walks under the masks end in calls with valid arguments, in the number asked for."""
    grammar = tools([WEATHER, NOW, Search], format=format, calls=calls)
    constraint = compiled(grammar)
    for seed in range(8):
        found = grammar.read(random_text(constraint, Random(seed), patience=150))
        assert len(found) == 1 if calls == "one" else len(found) >= (calls == "many")
        for call in found:
            assert isinstance(call.arguments, Search if call.name == "Search" else dict)
    if calls == "optional":
        assert accepts(constraint, "")
        assert grammar.read("") == []


def test_a_single_choice() -> None:
    """`only` leaves one function to call."""
    constraint = compiled(tools([WEATHER, NOW], format="json", calls="one", only="now"))

    assert accepts(constraint, written(CLOCK))
    assert not accepts(constraint, written(OSLO))


def test_a_tool_that_cannot_be_kept_is_reported_not_opened() -> None:
    """By default it is an error; on request the tool is left out, with the reason."""
    with pytest.raises(UnsupportedError, match="uniqueItems"):
        tools([NOW, SHOUT])
    grammar = tools([NOW, SHOUT], format="json", calls="one", on_unsupported="drop_tool")
    (dropped,) = grammar.dropped

    assert dropped.name == "shout"
    assert isinstance(dropped.error, UnsupportedError)
    assert dropped.error.where == "#/properties/tags/uniqueItems"
    assert not accepts(compiled(grammar), '{"name": "shout", "arguments": {}}')
    with pytest.raises(GrammarError, match="shout"):
        tools([SHOUT], on_unsupported="drop_tool")


@pytest.mark.parametrize(
    ("definitions", "message"),
    [
        ([], "no function"),
        ([NOW, NOW], "two functions"),
        ([{"parameters": {}}], "no name"),
        ([{"name": "a", "parameters": 3}], "JSON Schema"),
    ],
)
def test_malformed_definitions(definitions: list[Any], message: str) -> None:
    """Mistakes are named."""
    with pytest.raises(GrammarError, match=message):
        tools(definitions)
