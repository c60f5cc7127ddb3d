"""Pydantic AI: a model of transformers in this process as an agent's `Model`; tools and outputs obey their schemas.

model = LocalModel(LocalChat(model, tokenizer))
Agent(model, output_type=NativeOutput(Invoice)).run_sync("…").output

`NativeOutput` and `PromptedOutput` constrain the text, `ToolOutput` (the default) the arguments of a call.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponsePart,
    ModelResponseStreamEvent,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from .local_chat import JSON, LocalChat, form_of

_REASONS: dict[str | None, Any] = {"stop": "stop", "length": "length", "tool_calls": "tool_call"}
# Settings by the names that requests have; all others are refused.
_SETTINGS = {"stop_sequences": "stop"} | {
    name: name
    for name in ("max_tokens", "temperature", "top_p", "top_k", "seed", "presence_penalty", "frequency_penalty",
                 "logit_bias", "parallel_tool_calls")
}  # fmt: skip


class LocalModel(Model):
    """An agent's model. `settings` are Pydantic AI's; `extra_body` there takes what `LocalChat` takes."""

    def __init__(self, chat: LocalChat, *, settings: ModelSettings | None = None) -> None:
        profile = ModelProfile(
            supports_json_schema_output=True, supports_json_object_output=True, supports_image_input=False
        )
        super().__init__(settings=settings, profile=profile)
        self.chat = chat

    @property
    def model_name(self) -> str:
        return self.chat.name

    @property
    def system(self) -> str:
        return "constrain"

    async def request(
        self, messages: list[ModelMessage], model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:  # fmt: skip
        request, _ = self._request(messages, model_settings, model_request_parameters)
        answer = await self.chat.acomplete(**request)
        choice = answer["choices"][0]
        return ModelResponse(
            parts=list(_parts(choice["message"])),
            usage=_usage(answer),
            model_name=self.model_name,
            provider_name=self.system,
            finish_reason=_REASONS.get(choice["finish_reason"]),
        )

    @asynccontextmanager
    async def request_stream(
        self, messages: list[ModelMessage], model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters, run_context: Any = None,
    ) -> AsyncGenerator[StreamedResponse, None]:  # fmt: skip
        request, parameters = self._request(messages, model_settings, model_request_parameters)
        async with aclosing(self.chat.astream(**request)) as pieces:
            yield _Streamed(model_request_parameters=parameters, pieces=pieces, name=self.model_name)

    def _request(
        self, messages: list[ModelMessage], settings: ModelSettings | None, parameters: ModelRequestParameters
    ) -> tuple[JSON, ModelRequestParameters]:
        """The request as a chat, and its parameters as they are prepared."""
        settings, parameters = self.prepare_request(settings, parameters)
        given: dict[str, Any] = dict(settings or {})
        choice = given.pop("tool_choice", None)
        request: JSON = dict(given.pop("extra_body", None) or {})
        for name in given:
            if name not in _SETTINGS:
                raise UserError(f"a model in this process has no setting {name!r}; known are {', '.join(_SETTINGS)}")
        request |= {_SETTINGS[name]: value for name, value in given.items()}
        if parameters.thinking is False:
            request["reasoning_effort"] = "none"
        request["messages"] = [told for message in messages for told in _messages(message)]
        instructions = [
            {"role": "system", "content": part.content}
            for part in self._get_instruction_parts(messages, parameters) or ()
        ]
        request["messages"][:0] = instructions
        if parameters.output_object is not None:
            request["response_format"] = form_of(parameters.output_object.json_schema)
        request |= _tools(parameters, choice)
        return request, parameters


def _tools(parameters: ModelRequestParameters, choice: Any) -> JSON:
    """Tools and which of them must be called; tools that make the output count as tools of their own."""
    free = "auto" if parameters.allow_text_output else "required"
    functions, outputs = list(parameters.declared_function_tools), list(parameters.output_tools)
    if choice in ("none", []):
        functions = []
    elif choice == "required":
        outputs, free = [], "required"
    elif isinstance(choice, list):
        functions = [tool for tool in functions if tool.name in choice]
        outputs = [tool for tool in outputs if tool.name in choice]
        free = "required"
    elif choice not in (None, "auto"):
        raise UserError(f"tool_choice is {choice!r}; choose auto, none, required, or a list of names")
    if not functions and not outputs:
        return {}
    told = [
        {"name": tool.name, "description": tool.description or "", "parameters": tool.parameters_json_schema}
        | ({} if tool.strict is None else {"strict": tool.strict})
        for tool in (*functions, *outputs)
    ]
    return {"tools": [{"type": "function", "function": function} for function in told], "tool_choice": free}


def _messages(message: ModelMessage) -> Iterator[JSON]:
    """A message of the history as one or more of a chat."""
    if isinstance(message, ModelRequest):
        for part in message.parts:
            if isinstance(part, SystemPromptPart):
                yield {"role": "system", "content": part.content}
            elif isinstance(part, UserPromptPart):
                yield {"role": "user", "content": _text(part.content)}
            elif isinstance(part, ToolReturnPart):
                yield {"role": "tool", "tool_call_id": part.tool_call_id, "content": part.model_response_str()}
            else:
                raise UserError(f"a message has a {type(part).__name__}, which a model in this process cannot read")
        return
    told: JSON = {"role": "assistant", "content": ""}
    calls = []
    for answered in message.parts:
        if isinstance(answered, TextPart):
            told["content"] += answered.content
        elif isinstance(answered, ThinkingPart):
            told["reasoning_content"] = told.get("reasoning_content", "") + answered.content
        elif isinstance(answered, ToolCallPart):
            function = {"name": answered.tool_name, "arguments": answered.args_as_json_str()}
            calls.append({"id": answered.tool_call_id, "type": "function", "function": function})
        else:
            raise UserError(f"an answer has a {type(answered).__name__}, which a model in this process cannot read")
    yield told | ({"tool_calls": calls} if calls else {})


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    texts = [each if isinstance(each, str) else getattr(each, "content", None) for each in content]
    if not all(isinstance(text, str) for text in texts):
        raise UserError("a prompt has more than text; a model in this process reads text alone")
    return "\n\n".join(map(str, texts))


def _parts(message: JSON) -> Iterator[ModelResponsePart]:
    if message.get("reasoning_content"):
        yield ThinkingPart(message["reasoning_content"])
    if message["content"] or not message.get("tool_calls"):
        yield TextPart(message["content"] or "")
    for call in message.get("tool_calls", ()):
        yield ToolCallPart(call["function"]["name"], call["function"]["arguments"], tool_call_id=call["id"])


def _usage(answer: JSON) -> RequestUsage:
    used = answer["usage"]
    return RequestUsage(input_tokens=used["prompt_tokens"], output_tokens=used["completion_tokens"])


@dataclass
class _Streamed(StreamedResponse):
    pieces: AsyncIterator[JSON]
    name: str
    _began: datetime = field(default_factory=lambda: datetime.now(UTC))

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        parts = self._parts_manager
        async for piece in self.pieces:
            if "usage" in piece:
                self._usage = _usage(piece)
                continue
            delta = piece["delta"]
            if delta.get("reasoning_content"):
                for event in parts.handle_thinking_delta(vendor_part_id="thought", content=delta["reasoning_content"]):
                    yield event
            if delta.get("content"):
                for event in parts.handle_text_delta(vendor_part_id="text", content=delta["content"]):
                    yield event
            for call in delta.get("tool_calls", ()):
                function = call["function"]
                for event in parts.handle_tool_call_delta_events(
                    vendor_part_id=call["index"],
                    tool_name=function.get("name"),
                    args=function["arguments"],
                    tool_call_id=call.get("id"),
                ):
                    yield event
            if piece["finish_reason"]:
                self.finish_reason = _REASONS.get(piece["finish_reason"])

    async def close_stream(self) -> None:
        """The context that made it closes it."""

    @property
    def model_name(self) -> str:
        return self.name

    @property
    def provider_name(self) -> str:
        return "constrain"

    @property
    def provider_url(self) -> None:
        return None

    @property
    def timestamp(self) -> datetime:
        return self._began
