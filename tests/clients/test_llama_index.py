"""llama-index: `OpenAILike`, told that the server has chat, functions and structured output; an agent, streams."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="llama-index is the client")
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.core.program import FunctionCallingProgram
from llama_index.llms.openai_like import OpenAILike
from shapes import ASK, PROMPT, Weather, temperature, weather, wind


def model(v1: str, **options: Any) -> Any:
    return OpenAILike(model="small", api_base=v1, api_key="none", max_retries=0, max_tokens=200, temperature=0,
                      is_chat_model=True, is_function_calling_model=True, **options)  # fmt: skip


@pytest.mark.parametrize("structured", [False, True])
def test_structured_output(structured: bool, v1: str) -> None:
    made = model(v1, should_use_structured_outputs=structured)
    message = ChatMessage(role="user", content=PROMPT)
    weather(made.as_structured_llm(Weather).chat([message]).raw)
    program = FunctionCallingProgram.from_defaults(output_cls=Weather, llm=made, prompt_template_str=PROMPT)
    if not structured:
        weather(program())


def test_streams_and_an_agent(v1: str) -> None:
    assert "".join(piece.delta or "" for piece in model(v1).stream_chat([ChatMessage(role="user", content=PROMPT)]))

    async def ran() -> Any:
        agent = FunctionAgent(tools=[temperature, wind], llm=model(v1), initial_tool_choice="temperature")
        return await agent.run(ASK, max_iterations=4, early_stopping_method="generate")

    assert str(asyncio.run(ran())) is not None
