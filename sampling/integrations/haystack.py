"""Haystack: a model of transformers in this process as a chat generator; tools and structured outputs obey schemas.

generator = LocalChatGenerator(LocalChat(model, tokenizer), generation_kwargs={"response_format": Invoice})
generator.run([ChatMessage.from_user("…")])["replies"][0].text
"""

from __future__ import annotations

from typing import Any

from haystack import component
from haystack.dataclasses import ChatMessage, StreamingChunk, ToolCall, ToolCallDelta
from haystack.tools import flatten_tools_or_toolsets
from pydantic import BaseModel

from .local_chat import JSON, LocalChat, arguments_of, form_of


@component
class LocalChatGenerator:
    """A component that answers chats. `generation_kwargs` are what `LocalChat` takes.

    A `response_format` may be a Pydantic model.
    """

    def __init__(
        self,
        chat: LocalChat,
        *,
        generation_kwargs: dict[str, Any] | None = None,
        tools: Any = None,
        streaming_callback: Any = None,
    ) -> None:
        self.chat, self.generation_kwargs = chat, generation_kwargs or {}
        self.tools, self.streaming_callback = tools, streaming_callback

    @component.output_types(replies=list[ChatMessage])
    def run(
        self,
        messages: list[ChatMessage] | str,
        streaming_callback: Any = None,
        generation_kwargs: dict[str, Any] | None = None,
        *,
        tools: Any = None,
    ) -> dict[str, list[ChatMessage]]:
        """`replies`: as many as `n` says. The callback is called with each piece of the first."""
        request = self._request(messages, generation_kwargs, tools)
        callback = streaming_callback or self.streaming_callback
        if callback is None:
            return _replies(self.chat.complete(**request))
        piece: JSON = {}
        for piece in self.chat.stream(**_single(request)):
            if "delta" in piece:
                callback(_chunk(piece))
        return _replies(piece)  # the last one is the whole answer

    @component.output_types(replies=list[ChatMessage])
    async def run_async(
        self,
        messages: list[ChatMessage] | str,
        streaming_callback: Any = None,
        generation_kwargs: dict[str, Any] | None = None,
        *,
        tools: Any = None,
    ) -> dict[str, list[ChatMessage]]:
        """The same for asyncio; the callback is a coroutine function."""
        request = self._request(messages, generation_kwargs, tools)
        callback = streaming_callback or self.streaming_callback
        if callback is None:
            return _replies(await self.chat.acomplete(**request))
        piece: JSON = {}
        async for piece in self.chat.astream(**_single(request)):
            if "delta" in piece:
                await callback(_chunk(piece))
        return _replies(piece)

    def _request(self, messages: list[ChatMessage] | str, options: dict[str, Any] | None, tools: Any) -> JSON:
        asked = [ChatMessage.from_user(messages)] if isinstance(messages, str) else messages
        request: JSON = {**self.generation_kwargs, **(options or {})}
        form = request.get("response_format")
        if isinstance(form, type) and issubclass(form, BaseModel):
            request["response_format"] = form_of(form.model_json_schema(), form.__name__)
        found = flatten_tools_or_toolsets(self.tools if tools is None else tools)
        if found:
            request["tools"] = [{"type": "function", "function": dict(tool.tool_spec)} for tool in found]
        request["messages"] = [message.to_openai_dict_format() for message in asked]
        return request


def _single(request: JSON) -> JSON:
    if request.get("n", 1) != 1:
        raise ValueError(f"n is {request['n']}; a stream has one reply")
    return request


def _replies(answer: JSON) -> dict[str, list[ChatMessage]]:
    replies = []
    for choice in answer["choices"]:
        message = choice["message"]
        meta = {"model": answer["model"], "index": choice["index"], "finish_reason": choice["finish_reason"],
                "usage": answer["usage"]}  # fmt: skip
        if choice["logprobs"] is not None:
            meta["logprobs"] = choice["logprobs"]
        calls = [
            ToolCall(name, arguments, id=id) for id, name, arguments in map(arguments_of, message.get("tool_calls", ()))
        ]
        replies.append(
            ChatMessage.from_assistant(
                message["content"], meta=meta, tool_calls=calls, reasoning=message.get("reasoning_content")
            )
        )
    return {"replies": replies}


def _chunk(piece: JSON) -> StreamingChunk:
    """A piece as Haystack has it: text or calls, with the number of the content block."""
    delta = piece["delta"]
    deltas = [
        ToolCallDelta(call["index"], call["function"].get("name"), call["function"]["arguments"], call.get("id"))
        for call in delta.get("tool_calls", ())
    ]
    return StreamingChunk(
        content="" if deltas else delta.get("content") or "",
        index=deltas[0].index if deltas else 0,
        tool_calls=deltas or None,
        start=bool(deltas and deltas[0].tool_name),
        finish_reason=piece["finish_reason"],
    )
