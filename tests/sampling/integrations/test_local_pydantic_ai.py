"""Pydantic AI with a model in this process: outputs in every mode, tools, an agent's loop, streams."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

pydantic_ai = pytest.importorskip("pydantic_ai", reason="pydantic-ai is the framework")
from pydantic_ai import Agent, NativeOutput, PromptedOutput, ToolOutput, UsageLimits  # noqa: E402

from constrain.sampling.integrations.pydantic_ai import LocalModel  # noqa: E402
from tests.clients.shapes import ASK, PROMPT, Weather, temperature, weather, wind  # noqa: E402

from .local_models import tiny_chat  # noqa: E402


@pytest.fixture(scope="module")
def model() -> Iterator[Any]:
    chat = tiny_chat()
    yield LocalModel(chat)
    chat.close()


@pytest.mark.parametrize("mode", [ToolOutput, NativeOutput, PromptedOutput])
@pytest.mark.parametrize("seed", range(3))
def test_an_output_obeys_at_the_first_try(model: Any, mode: Any, seed: int) -> None:
    """In all three modes, with no retries; streamed as well."""
    agent = Agent(model, output_type=mode(Weather), retries=0, instructions="Read the weather.")
    weather(agent.run_sync(PROMPT, model_settings={"seed": seed}).output)

    async def streamed() -> Any:
        async with agent.run_stream(PROMPT, model_settings={"seed": seed}) as result:
            assert [part async for part in result.stream_output()]
            return await result.get_output()

    weather(asyncio.run(streamed()))


def test_an_agent_calls_tools_and_gets_their_results(model: Any) -> None:
    """A loop with two functions until the model answers; what it sees of them is in the history."""
    agent = Agent(model, output_type=NativeOutput(Weather), tools=[temperature, wind], retries=0)
    found = [
        agent.run_sync(ASK, model_settings={"seed": seed}, usage_limits=UsageLimits(request_limit=60))
        for seed in range(6)
    ]
    for each in found:
        weather(each.output)
        assert each.usage.output_tokens > 0
    called = [
        part for each in found for m in each.all_messages() for part in m.parts if part.part_kind == "tool-return"
    ]
    assert {part.tool_name for part in called} == {"temperature", "wind"}
    assert {str(part.content) for part in called} <= {"3", "20", "strong", "light"}


def test_settings_are_obeyed_or_refused(model: Any) -> None:
    """`tool_choice`, a limit of tokens, constraints of ours; one that nobody here knows is refused."""
    agent = Agent(model, tools=[temperature, wind])
    only = agent.run_sync(ASK, model_settings={"tool_choice": "none", "max_tokens": 5})
    assert only.usage.output_tokens <= 5
    year = {"structured_outputs": {"regex": "[0-9]{4}"}}
    assert Agent(model).run_sync(ASK, model_settings={"extra_body": year}).output.isdigit()
    with pytest.raises(pydantic_ai.exceptions.UserError, match="timeout"):
        Agent(model).run_sync(ASK, model_settings={"timeout": 1})
