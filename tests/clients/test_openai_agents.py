"""openai-agents over Responses, its default, and over chat: an output type, two tools in a loop, streams."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("agents", reason="openai-agents is the client")
from agents import (
    Agent,
    MaxTurnsExceeded,
    ModelSettings,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI
from shapes import ASK, PROMPT, Weather, temperature, weather, wind

set_tracing_disabled(True)
MODELS = pytest.mark.parametrize("kind", [OpenAIResponsesModel, OpenAIChatCompletionsModel])


def agent(kind: Any, v1: str, **options: Any) -> Any:
    client = AsyncOpenAI(base_url=v1, max_retries=0)
    settings = ModelSettings(max_tokens=200, temperature=0, **options.pop("settings", {}))
    return Agent(name="a", model=kind("small", client), model_settings=settings, **options)


@MODELS
def test_an_output_type(kind: Any, v1: str) -> None:
    weather(Runner.run_sync(agent(kind, v1, output_type=Weather), PROMPT).final_output)

    async def streamed() -> Any:
        run = Runner.run_streamed(agent(kind, v1, output_type=Weather), PROMPT)
        events = [event async for event in run.stream_events()]
        assert len(events) > 3
        return run.final_output

    weather(asyncio.run(streamed()))


@MODELS
def test_a_loop_with_two_tools(kind: Any, v1: str) -> None:
    tools = [function_tool(temperature), function_tool(wind)]
    made = agent(kind, v1, tools=tools, output_type=Weather, settings={"tool_choice": "required"})
    try:
        found = Runner.run_sync(made, ASK, max_turns=4)
    except MaxTurnsExceeded as error:  # a small model may go on calling
        items: Any = error.run_data.new_items
    else:
        items = found.new_items
        weather(found.final_output)
    assert "tool_call_output_item" in [item.type for item in items]
    assert not any("error" in str(item.raw_item) for item in items)
