"""LlamaIndex with a model in this process: structured output, tools, streams, completions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("llama_index.core", reason="llama-index is the framework")
from llama_index.core.agent.workflow import FunctionAgent  # noqa: E402
from llama_index.core.llms import ChatMessage  # noqa: E402
from llama_index.core.prompts import PromptTemplate  # noqa: E402
from llama_index.core.tools import FunctionTool  # noqa: E402

from constrain.sampling.integrations.llama_index import LocalLLM  # noqa: E402
from tests.clients.shapes import ASK, PROMPT, Weather, temperature, weather, wind  # noqa: E402

from .local_models import tiny_chat  # noqa: E402


@pytest.fixture(scope="module")
def llm() -> Iterator[Any]:
    chat = tiny_chat()
    yield LocalLLM(chat)
    chat.close()


def test_structured_output(llm: Any) -> None:
    """`structured_predict`, `as_structured_llm`, and both for asyncio."""
    prompt = PromptTemplate("{text}")
    weather(llm.structured_predict(Weather, prompt, text=PROMPT))
    weather(asyncio.run(llm.astructured_predict(Weather, prompt, text=PROMPT)))
    weather(llm.as_structured_llm(Weather).complete(PROMPT).raw)
    weather(llm.as_structured_llm(Weather).chat([ChatMessage(PROMPT)]).raw)


def test_texts_and_their_pieces(llm: Any) -> None:
    """A completion, a chat and their streams tell the same; options of a request are obeyed."""
    options: dict[str, Any] = {"structured_outputs": {"regex": "[a-z]{5,9}"}, "seed": 5}
    whole = llm.complete(PROMPT, **options).text
    assert whole.isalpha()
    pieces = list(llm.stream_complete(PROMPT, **options))
    assert (whole, whole) == (pieces[-1].text, "".join(piece.delta for piece in pieces))
    assert whole == list(llm.stream_chat([ChatMessage(PROMPT)], **options))[-1].message.content
    assert llm.metadata.is_function_calling_model


def test_tools(llm: Any) -> None:
    """Required calls obey, in pieces too; their results go back."""
    tools = [FunctionTool.from_defaults(temperature), FunctionTool.from_defaults(wind)]
    for seed in range(3):
        response = llm.chat_with_tools(tools, ASK, tool_required=True, allow_parallel_tool_calls=True, seed=seed)
        calls = llm.get_tool_calls_from_response(response)
        assert all(call.tool_kwargs["city"] in ("Oslo", "Rome") for call in calls)
        *_, last = llm.stream_chat_with_tools(tools, ASK, tool_required=True, allow_parallel_tool_calls=True, seed=seed)
        streamed = llm.get_tool_calls_from_response(last)
        assert [call.tool_kwargs for call in calls] == [call.tool_kwargs for call in streamed]
    assert llm.predict_and_call(tools, ASK, tool_required=True).response in ("3", "20", "strong", "light")


def test_an_agent(llm: Any) -> None:
    """It ends, and each tool's result is one of its function's."""

    async def run() -> Any:
        handler = FunctionAgent(tools=[temperature, wind], llm=llm).run(ASK, max_iterations=60)
        events = [event async for event in handler.stream_events()]
        await handler
        return [str(event.tool_output.content) for event in events if type(event).__name__ == "ToolCallResult"]

    assert set(asyncio.run(run())) <= {"3", "20", "strong", "light"}
