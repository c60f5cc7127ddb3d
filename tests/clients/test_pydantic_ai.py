"""pydantic-ai over chat, Responses and Anthropic's messages: output by tools and by its schema, two tools in a loop, streams."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="pydantic-ai is the client")
from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from pydantic_ai import Agent, NativeOutput, ToolOutput
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from shapes import ASK, PROMPT, Weather, temperature, weather, wind

SETTINGS: Any = {"max_tokens": 200, "temperature": 0}


def model(kind: str, url: str) -> Any:
    if kind == "messages":
        return AnthropicModel("small", provider=AnthropicProvider(
            anthropic_client=AsyncAnthropic(base_url=url, max_retries=0)))  # fmt: skip
    provider = OpenAIProvider(openai_client=AsyncOpenAI(base_url=f"{url}/v1", max_retries=0))
    return {"chat": OpenAIChatModel, "responses": OpenAIResponsesModel}[kind]("small", provider=provider)


KINDS = pytest.mark.parametrize("kind", ["chat", "responses", "messages"])


@KINDS
@pytest.mark.parametrize("mode", [ToolOutput, NativeOutput])  # PromptedOutput sends no schema
def test_output(kind: str, mode: Any, url: str) -> None:
    if (kind, mode) == ("messages", NativeOutput):
        pytest.skip("pydantic-ai does this with Anthropic's models by their names alone")
    made = Agent(model(kind, url), output_type=mode(Weather), model_settings=SETTINGS, retries=0)
    weather(made.run_sync(PROMPT).output)


@KINDS
def test_a_stream(kind: str, url: str) -> None:
    made: Any = Agent(model(kind, url), output_type=ToolOutput(Weather), model_settings=SETTINGS, retries=0)

    async def streamed() -> Any:
        async with made.run_stream(PROMPT) as run:
            return [output async for output in run.stream_output()]

    weather(asyncio.run(streamed())[-1])


@KINDS
def test_a_loop_with_two_tools(kind: str, url: str) -> None:
    calls: list[str] = []

    def noted(city: Any, function: Any) -> Any:
        calls.append(function.__name__)
        return function(city)

    made: Any = Agent(model(kind, url), tools=[temperature, wind], output_type=ToolOutput(Weather),
                      model_settings=SETTINGS, retries=0)  # fmt: skip
    found = made.run_sync(ASK)
    weather(found.output)
