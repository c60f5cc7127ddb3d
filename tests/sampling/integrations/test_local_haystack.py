"""Haystack with a model in this process: structured output, tools, streams, a pipeline, an agent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

haystack = pytest.importorskip("haystack", reason="haystack is the framework")
from haystack import Pipeline  # noqa: E402
from haystack.components.agents import Agent  # noqa: E402
from haystack.components.builders import ChatPromptBuilder  # noqa: E402
from haystack.dataclasses import ChatMessage, StreamingChunk  # noqa: E402
from haystack.tools import create_tool_from_function  # noqa: E402

from constrain.sampling.integrations.haystack import LocalChatGenerator  # noqa: E402
from constrain.sampling.integrations.local_chat import LocalChat  # noqa: E402
from tests.clients.shapes import ASK, PROMPT, Weather, temperature, weather, wind  # noqa: E402

from .local_models import tiny_chat  # noqa: E402


@pytest.fixture(scope="module")
def chat() -> Iterator[LocalChat]:
    made = tiny_chat()
    yield made
    made.close()


def test_a_pipeline_gives_records(chat: LocalChat) -> None:
    pipeline = Pipeline()
    pipeline.add_component("prompt", ChatPromptBuilder([ChatMessage.from_user("{{ text }}")]))
    pipeline.add_component("model", LocalChatGenerator(chat, generation_kwargs={"response_format": Weather, "n": 2}))
    pipeline.connect("prompt.prompt", "model.messages")
    replies = pipeline.run({"prompt": {"text": PROMPT}})["model"]["replies"]
    assert len(replies) == 2
    for reply in replies:
        weather(Weather.model_validate_json(reply.text))
        assert reply.meta["finish_reason"] == "stop"


def test_pieces_tell_the_text(chat: LocalChat) -> None:
    """Also from asyncio; several streams at once are refused."""
    pieces: list[StreamingChunk] = []
    generator = LocalChatGenerator(chat, generation_kwargs={"response_format": Weather, "seed": 2})
    reply = generator.run(PROMPT, streaming_callback=pieces.append)["replies"][0]
    assert reply.text == "".join(piece.content for piece in pieces)

    async def take(piece: StreamingChunk) -> None:
        pieces.append(piece)

    pieces.clear()
    again = asyncio.run(generator.run_async(PROMPT, streaming_callback=take))["replies"][0]
    assert (reply.text, reply.text) == (again.text, "".join(piece.content for piece in pieces))
    with pytest.raises(ValueError, match="one reply"):
        generator.run(PROMPT, streaming_callback=pieces.append, generation_kwargs={"n": 2})


def test_an_agent(chat: LocalChat) -> None:
    """Its calls obey the tools' schemas, and their results are in the conversation."""
    tools: Any = [create_tool_from_function(temperature), create_tool_from_function(wind)]
    generator = LocalChatGenerator(chat, generation_kwargs={"tool_choice": "required", "seed": 3})
    found = Agent(chat_generator=generator, tools=tools, max_agent_steps=2).run([ChatMessage.from_user(ASK)])
    calls = [call for message in found["messages"] for call in message.tool_calls]
    assert calls
    assert all(call.arguments["city"] in ("Oslo", "Rome") for call in calls)
    assert any(message.tool_call_results for message in found["messages"])
