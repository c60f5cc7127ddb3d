"""smolagents: agents that call tools, and that write code as JSON; streams."""

from __future__ import annotations

from typing import Any

import pytest

smolagents = pytest.importorskip("smolagents", reason="smolagents is the client")
from shapes import ASK, PROMPT, Weather, weather, wind  # noqa: E402


def model(v1: str) -> Any:
    return smolagents.OpenAIServerModel(
        model_id="small", api_base=v1, api_key="none", client_kwargs={"max_retries": 0}, max_tokens=250
    )


@smolagents.tool
def temperature(city: str) -> int:
    """The temperature in a city.

    Args:
        city: which
    """
    return len(city)


def test_a_form_and_a_stream(v1: str) -> None:
    form = {"type": "json_schema", "json_schema": {"name": "w", "strict": True, "schema": Weather.model_json_schema()}}
    messages = [{"role": "user", "content": PROMPT}]
    weather(Weather.model_validate_json(model(v1).generate(messages, response_format=form).content))
    assert "".join(piece.content or "" for piece in model(v1).generate_stream(messages))


def test_agents(v1: str) -> None:
    tools = [temperature, smolagents.tool(wind)]
    agent = smolagents.ToolCallingAgent(tools=tools, model=model(v1), max_steps=2)
    agent.run(ASK)
    messages = [getattr(step, "model_output_message", None) for step in agent.memory.steps]
    assert all(
        message.tool_calls for message in messages if message is not None
    )  # also where smolagents refuses several
    coder = smolagents.CodeAgent(tools=tools, model=model(v1), max_steps=1, use_structured_outputs_internally=True)
    coder.run(ASK)
    assert "code" in str(coder.memory.steps[1].model_output)
