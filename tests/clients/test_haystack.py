"""haystack: a form as `response_format`, tools in an agent, streams."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("haystack", reason="haystack is the client")
from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import create_tool_from_function
from haystack.utils import Secret
from shapes import ASK, PROMPT, Weather, temperature, weather, wind


def generator(v1: str, **options: Any) -> Any:
    kwargs = {"max_tokens": 200, "temperature": 0, **options.pop("kwargs", {})}
    return OpenAIChatGenerator(model="small", api_base_url=v1, api_key=Secret.from_token("none"), max_retries=0,
                               generation_kwargs=kwargs, **options)  # fmt: skip


def test_a_form_and_a_stream(v1: str) -> None:
    asked = [ChatMessage.from_user(PROMPT)]
    found = generator(v1, kwargs={"response_format": Weather}).run(asked)["replies"][0]
    weather(Weather.model_validate_json(found.text))
    pieces: list[Any] = []
    generator(v1, streaming_callback=pieces.append).run(asked)
    assert len(pieces) > 1


def test_an_agent_with_two_tools(v1: str) -> None:
    tools = [create_tool_from_function(temperature), create_tool_from_function(wind)]
    called = generator(v1, tools=tools, kwargs={"tool_choice": "required"}).run([ChatMessage.from_user(ASK)])
    assert called["replies"][0].tool_calls
    agent = Agent(chat_generator=generator(v1), tools=tools, max_agent_steps=3)
    assert agent.run(messages=[ChatMessage.from_user(ASK)])["messages"]
