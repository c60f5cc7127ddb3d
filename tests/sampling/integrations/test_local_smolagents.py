"""smolagents with a model in this process: calls, code as JSON, streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

smolagents = pytest.importorskip("smolagents", reason="smolagents is the framework")
from constrain.sampling.integrations.local_chat import form_of  # noqa: E402
from constrain.sampling.integrations.smolagents import LocalModel  # noqa: E402
from tests.clients.shapes import ASK, PROMPT, Weather, weather, wind  # noqa: E402

from .local_models import tiny_chat  # noqa: E402


@smolagents.tool
def temperature(city: str) -> int:
    """The temperature in a city.

    Args:
        city: which
    """
    return len(city)


@pytest.fixture(scope="module")
def model() -> Iterator[Any]:
    chat = tiny_chat()
    yield LocalModel(chat, max_tokens=250)
    chat.close()


def test_a_form_and_a_stream(model: Any) -> None:
    messages = [{"role": "user", "content": PROMPT}]
    options = {"response_format": form_of(Weather.model_json_schema()), "seed": 4}
    whole = model.generate(messages, **options)
    weather(Weather.model_validate_json(whole.content))
    assert whole.token_usage.output_tokens > 0
    assert whole.content == "".join(piece.content or "" for piece in model.generate_stream(messages, **options))
    assert model.generate(messages, stop_sequences=["e"]).content.find("e") == -1


@pytest.mark.parametrize("stream", [False, True])
def test_agents(model: Any, stream: bool) -> None:
    """Every step of the first calls tools, every one of the second is code in JSON."""
    tools = [temperature, smolagents.tool(wind)]
    agent = smolagents.ToolCallingAgent(tools=tools, model=model, max_steps=2, stream_outputs=stream)
    agent.run(ASK)
    messages = [getattr(step, "model_output_message", None) for step in agent.memory.steps]
    assert all(message.tool_calls for message in messages if message is not None)
    coder = smolagents.CodeAgent(
        tools=tools, model=model, max_steps=1, use_structured_outputs_internally=True, stream_outputs=stream
    )
    coder.run(ASK)
    assert "code" in str(coder.memory.steps[1].model_output)
