"""smolagents: a model of transformers in this process as an agent's `Model`; calls and structured outputs obey.

model = LocalModel(LocalChat(model, tokenizer), temperature=0)
ToolCallingAgent(tools=[…], model=model).run("…")
CodeAgent(tools=[…], model=model, use_structured_outputs_internally=True).run("…")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from smolagents.models import (
    ChatMessage,
    ChatMessageStreamDelta,
    ChatMessageToolCallFunction,
    ChatMessageToolCallStreamDelta,
    Model,
)
from smolagents.monitoring import TokenUsage

from .local_chat import JSON, LocalChat


class LocalModel(Model):
    """An agent's model; `options` are what `LocalChat` takes, and hold for every request."""

    def __init__(self, chat: LocalChat, **options: Any) -> None:
        super().__init__(model_id=chat.name, **options)
        self.chat = chat

    def generate(
        self,
        messages: list[Any],
        stop_sequences: list[str] | None = None,
        response_format: Any = None,
        tools_to_call_from: list[Any] | None = None,
        **kwargs: Any,
    ) -> ChatMessage:
        request = self._request(messages, stop_sequences, response_format, tools_to_call_from, kwargs)
        answer = self.chat.complete(**request)
        message = dict(answer["choices"][0]["message"])
        if "tool_calls" in message:
            message["tool_calls"] = [dict(call) for call in message["tool_calls"]]
        return ChatMessage.from_dict(message, raw=answer, token_usage=_usage(answer))

    def generate_stream(
        self,
        messages: list[Any],
        stop_sequences: list[str] | None = None,
        response_format: Any = None,
        tools_to_call_from: list[Any] | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatMessageStreamDelta]:
        request = self._request(messages, stop_sequences, response_format, tools_to_call_from, kwargs)
        for piece in self.chat.stream(**request):
            if "usage" in piece:
                yield ChatMessageStreamDelta(content="", token_usage=_usage(piece))
                continue
            delta = piece["delta"]
            calls = [_call(call) for call in delta.get("tool_calls", ())]
            yield ChatMessageStreamDelta(content=delta.get("content"), tool_calls=calls or None)

    def _request(
        self, messages: list[Any], stop: list[str] | None, form: Any, tools: list[Any] | None, options: JSON
    ) -> JSON:
        made: JSON = self._prepare_completion_kwargs(
            messages=messages, stop_sequences=stop, response_format=form, tools_to_call_from=tools, **options
        )
        made["messages"] = [{**message, "role": str(getattr(message["role"], "value", message["role"]))}
                            for message in made["messages"]]  # fmt: skip
        return made


def _call(call: JSON) -> ChatMessageToolCallStreamDelta:
    function = call["function"]
    told = ChatMessageToolCallFunction(arguments=function["arguments"], name=function.get("name"))
    return ChatMessageToolCallStreamDelta(index=call["index"], id=call.get("id"), type=call.get("type"), function=told)


def _usage(answer: JSON) -> TokenUsage:
    used = answer["usage"]
    return TokenUsage(input_tokens=used["prompt_tokens"], output_tokens=used["completion_tokens"])
