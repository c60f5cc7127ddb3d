"""LangChain with a model in this process: structured output, tools, an agent, streams."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain is the framework")
from langchain.agents import create_agent  # noqa: E402
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy  # noqa: E402
from langchain_core.tools import tool  # noqa: E402

from constrain.sampling.integrations.langchain import ChatLocal  # noqa: E402
from tests.clients.shapes import ASK, PROMPT, Weather, temperature, weather, wind  # noqa: E402

from .local_models import tiny_chat  # noqa: E402


@pytest.fixture(scope="module")
def model() -> Iterator[Any]:
    chat = tiny_chat()
    yield ChatLocal(chat=chat, options={"max_tokens": 150})
    chat.close()


@pytest.mark.parametrize("method", ["json_schema", "function_calling"])
@pytest.mark.parametrize("shape", [Weather, Weather.model_json_schema()], ids=["model", "schema"])
def test_structured_output(model: Any, method: str, shape: Any) -> None:
    """A value of the schema, also from a batch, with what it was read from, in pieces, and from asyncio."""
    made = model.with_structured_output(shape, method=method)
    raw = model.with_structured_output(shape, method=method, include_raw=True).invoke(PROMPT)
    assert raw["parsing_error"] is None
    values = [
        *made.batch([PROMPT] * 3),
        asyncio.run(made.ainvoke(PROMPT)),
        raw["parsed"],
        list(made.stream(PROMPT))[-1],
    ]
    for value in values:
        weather(Weather.model_validate(value) if isinstance(value, dict) else value)


def test_json_mode_is_refused(model: Any) -> None:
    with pytest.raises(ValueError, match="json_schema or function_calling"):
        model.with_structured_output(Weather, method="json_mode")


def test_tools_are_called_and_told_in_pieces(model: Any) -> None:
    """`any`, one by name, and none; the pieces of a stream make the calls; usage is counted."""
    tools = [tool(temperature), tool(wind)]
    for choice, names in (("any", {"temperature", "wind"}), ("wind", {"wind"}), ("none", set())):
        bound = model.bind_tools(tools, tool_choice=choice).bind(seed=3)
        whole = bound.invoke(ASK)
        assert {call["name"] for call in whole.tool_calls} <= names
        assert bool(whole.tool_calls) == bool(names)
        assert all(call["args"]["city"] in ("Oslo", "Rome") for call in whole.tool_calls)
        first, *rest = bound.stream(ASK)
        for piece in rest:
            first += piece
        assert [call["args"] for call in first.tool_calls] == [call["args"] for call in whole.tool_calls]
        assert first.usage_metadata == whole.usage_metadata


def test_a_schema_needs_no_title(model: Any) -> None:
    """A JSON Schema as it stands; LangChain's own functions have names."""
    schema = {"type": "object", "properties": {"a": {"enum": [1, 2]}}, "required": ["a"]}
    assert model.with_structured_output(schema).invoke(PROMPT)["a"] in (1, 2)


@pytest.mark.parametrize("strategy", [ToolStrategy, ProviderStrategy])
def test_an_agent(model: Any, strategy: Any) -> None:
    """`create_agent` with both ways to a structured answer; every call that it made obeyed."""
    agent = create_agent(model, [tool(temperature), tool(wind)], response_format=strategy(Weather))
    found = agent.invoke({"messages": [{"role": "user", "content": ASK}]}, {"recursion_limit": 100})
    weather(found["structured_response"])
    results = [str(message.content) for message in found["messages"] if message.type == "tool"]
    assert all(result in ("3", "20", "strong", "light") or "structured response" in result for result in results)
