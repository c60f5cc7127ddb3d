"""LangChain: a model of transformers in this process as a chat model; tools and structured outputs obey their schemas.

model = ChatLocal(chat=LocalChat(model, tokenizer), options={"temperature": 0})
model.with_structured_output(Invoice).invoke("…")

`options`, and what is bound or passed, is what `LocalChat` takes: `response_format`, `structured_outputs`, `stop`, ….
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, convert_to_openai_messages
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable, RunnableMap, RunnablePassthrough
from langchain_core.utils.function_calling import convert_to_json_schema, convert_to_openai_tool
from pydantic import BaseModel, ConfigDict, Field

from .local_chat import JSON, LocalChat, arguments_of, form_of, given


class ChatLocal(BaseChatModel):
    """A chat model; `options` hold for every request that does not say otherwise."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    chat: LocalChat = Field(exclude=True)
    options: dict[str, Any] = Field(default_factory=dict)

    @property
    def _llm_type(self) -> str:
        return "constrain"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.chat.name, **self.options}

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **options: Any
    ) -> ChatResult:
        return _result(self.chat.complete(**self._request(messages, stop, options)))

    async def _agenerate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **options: Any
    ) -> ChatResult:
        return _result(await self.chat.acomplete(**self._request(messages, stop, options)))

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **options: Any
    ) -> Iterator[ChatGenerationChunk]:
        for piece in self.chat.stream(**self._request(messages, stop, options)):
            chunk = _chunk(piece)
            if run_manager is not None:
                run_manager.on_llm_new_token(chunk.text, chunk=chunk)
            yield chunk

    async def _astream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **options: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        async for piece in self.chat.astream(**self._request(messages, stop, options)):
            chunk = _chunk(piece)
            if run_manager is not None:
                await run_manager.on_llm_new_token(chunk.text, chunk=chunk)
            yield chunk

    def _request(self, messages: list[BaseMessage], stop: list[str] | None, options: JSON) -> JSON:
        told: Any = convert_to_openai_messages(messages)
        options = {name: value for name, value in options.items() if name != "ls_structured_output_format"}  # tracing
        return given({**self.options, **options, "stop": stop or self.options.get("stop"), "messages": told})

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | Any],
        *,
        tool_choice: Any = None,
        strict: bool | None = None,
        **options: Any,
    ) -> Runnable[Any, AIMessage]:
        """The model with tools. `tool_choice`: auto, none, any (or required, or True), or the name of one of them."""
        told = [tool if _is_told(tool) else convert_to_openai_tool(tool, strict=strict) for tool in tools]
        if tool_choice in ("any", True):
            tool_choice = "required"
        elif isinstance(tool_choice, str) and tool_choice not in ("auto", "none", "required"):
            tool_choice = {"type": "function", "function": {"name": tool_choice}}
        return self.bind(tools=told, tool_choice=tool_choice, **options)

    def with_structured_output(
        self,
        schema: dict[str, Any] | type,
        *,
        include_raw: bool = False,
        method: str = "json_schema",
        strict: bool = True,
        **options: Any,
    ) -> Runnable[Any, Any]:
        """Answers as a value of the schema: the text is constrained, or, by "function_calling", a call's arguments.

        `strict`: objects have no other members than the schema names. "json_mode" is refused, since its texts may be
        any object.
        """
        if method == "function_calling":
            return super().with_structured_output(schema, include_raw=include_raw, **options)
        if method != "json_schema":
            raise ValueError(f"method is {method!r}; choose json_schema or function_calling, which keep to the schema")
        model = schema if isinstance(schema, type) and issubclass(schema, BaseModel) else None
        if model is not None:
            told = model.model_json_schema()
        elif isinstance(schema, dict) and not {"title", "name", "function"} & schema.keys():
            told = schema  # which LangChain takes for a function without a name
        else:
            told = convert_to_json_schema(schema)
        form = form_of(told)
        form["json_schema"]["strict"] = strict
        made = self.bind(response_format=form, **options)
        parser: Any = JsonOutputParser() if model is None else PydanticOutputParser(pydantic_object=model)
        if not include_raw:
            return made | parser
        parsed = RunnablePassthrough.assign(parsed=itemgetter("raw") | parser, parsing_error=lambda _: None)
        failed = RunnablePassthrough.assign(parsed=lambda _: None)
        return RunnableMap(raw=made) | parsed.with_fallbacks([failed], exception_key="parsing_error")


def _is_told(tool: Any) -> bool:
    """Whether a tool is in a chat's form already, of whatever kind it is."""
    return isinstance(tool, dict) and tool.get("type") in ("function", "custom")


def _usage(answer: JSON) -> UsageMetadata:
    used = answer["usage"]
    return UsageMetadata(
        input_tokens=used["prompt_tokens"], output_tokens=used["completion_tokens"], total_tokens=used["total_tokens"]
    )


def _result(answer: JSON) -> ChatResult:
    return ChatResult(generations=[_generation(answer, choice) for choice in answer["choices"]])


def _generation(answer: JSON, choice: JSON) -> ChatGeneration:
    message = choice["message"]
    calls = [arguments_of(call) for call in message.get("tool_calls", ())]
    told = AIMessage(
        content=message["content"] or "",
        tool_calls=[{"id": id, "name": name, "args": arguments, "type": "tool_call"} for id, name, arguments in calls],
        usage_metadata=_usage(answer),
        additional_kwargs=given({"reasoning_content": message.get("reasoning_content")}),
        response_metadata=given({"model_name": answer["model"], "finish_reason": choice["finish_reason"],
                                 "logprobs": choice["logprobs"]}),
    )  # fmt: skip
    return ChatGeneration(message=told)


def _chunk(piece: JSON) -> ChatGenerationChunk:
    if "usage" in piece:
        return ChatGenerationChunk(message=AIMessageChunk(content="", usage_metadata=_usage(piece)))
    delta = piece["delta"]
    calls = [
        tool_call_chunk(
            name=call["function"].get("name"),
            args=call["function"]["arguments"],
            id=call.get("id"),
            index=call["index"],
        )
        for call in delta.get("tool_calls", ())
    ]
    message = AIMessageChunk(
        content=delta.get("content") or "",
        tool_call_chunks=calls,
        additional_kwargs=given({"reasoning_content": delta.get("reasoning_content")}),
        response_metadata=given({"finish_reason": piece["finish_reason"], "logprobs": piece["logprobs"]}),
    )
    return ChatGenerationChunk(message=message)
