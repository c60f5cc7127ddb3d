"""langchain over chat, Responses and Anthropic's messages: structured output by all methods, an agent, streams."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("langchain_openai", reason="langchain is the client")
from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from shapes import ASK, PROMPT, Unbounded, Weather, temperature, weather, wind


def model(kind: str, url: str) -> Any:
    options: dict[str, Any] = {"model": "small", "max_retries": 0, "max_tokens": 200, "temperature": 0}
    if kind == "messages":
        return ChatAnthropic(base_url=url, **options)
    return ChatOpenAI(base_url=f"{url}/v1", use_responses_api=kind == "responses", **options)


KINDS = pytest.mark.parametrize("kind", ["chat", "responses", "messages"])


@KINDS
@pytest.mark.parametrize("method", ["json_schema", "function_calling", "json_mode"])
@pytest.mark.parametrize("strict", [None, True])
def test_structured_output(kind: str, method: str, strict: Any, url: str) -> None:
    if kind == "messages" and (method == "json_mode" or strict):
        pytest.skip("langchain_anthropic has no such method")
    options = {} if strict is None or method == "json_mode" else {"strict": strict}
    # For Anthropic's interface langchain leaves bounds out of the schema that it sends, so the server cannot know them.
    shape: Any = Unbounded if kind == "messages" and method == "json_schema" else Weather
    made = model(kind, url).with_structured_output(shape, method=method, include_raw=method == "json_mode", **options)
    found = made.invoke(PROMPT + (" Answer in JSON." if method == "json_mode" else ""))
    if method == "json_mode":  # any JSON object
        assert found["raw"].text.strip().startswith("{")
    else:
        assert isinstance(found, shape), found


@KINDS
def test_streams(kind: str, url: str) -> None:
    pieces = list(model(kind, url).stream(PROMPT))
    assert len(pieces) > 3
    assert "".join(piece.text for piece in pieces)
    weather(list(model(kind, url).with_structured_output(Weather).stream(PROMPT))[-1])


@KINDS
def test_tools_and_an_agent(kind: str, url: str) -> None:
    tools: Any = [tool(temperature), tool(wind)]
    called = model(kind, url).bind_tools(tools, tool_choice="any").invoke(ASK)
    assert {call["name"] for call in called.tool_calls} <= {"temperature", "wind"}
    assert all(call["args"]["city"] in ("Oslo", "Rome") for call in called.tool_calls)
    agent = create_agent(model(kind, url), tools, response_format=Weather)
    found = agent.invoke({"messages": [{"role": "user", "content": ASK}]}, {"recursion_limit": 12})
    weather(found["structured_response"])
