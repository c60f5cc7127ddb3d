"""LlamaIndex: a model of transformers in this process as an LLM; tools and structured outputs obey their schemas.

llm = LocalLLM(LocalChat(model, tokenizer), temperature=0)
llm.structured_predict(Invoice, PromptTemplate("…"))
llm.as_structured_llm(Invoice)

What `LocalChat` takes may be passed with any request: `response_format`, `structured_outputs`, `stop`, ….
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
    MessageRole,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)
from llama_index.core.bridge.pydantic import BaseModel, PrivateAttr
from llama_index.core.llms.callbacks import llm_chat_callback, llm_completion_callback
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from llama_index.core.prompts import PromptTemplate

from .local_chat import JSON, LocalChat, arguments_of, form_of, given


class LocalLLM(FunctionCallingLLM):
    """An LLM that calls functions; `options` hold for every request that does not say otherwise."""

    _chat: LocalChat = PrivateAttr()
    _options: dict[str, Any] = PrivateAttr()

    def __init__(self, chat: LocalChat, **options: Any) -> None:
        super().__init__()
        self._chat, self._options = chat, options

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(
            model_name=self._chat.name,
            is_chat_model=True,
            is_function_calling_model=True,
            num_output=self._options.get("max_tokens") or self._chat.max_tokens,
            **given({"context_window": self._chat.places}),
        )

    def _request(self, messages: Sequence[ChatMessage], options: JSON) -> JSON:
        return given({**self._options, **options, "messages": [_told(message) for message in messages]})

    @llm_chat_callback()
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return _response(self._chat.complete(**self._request(messages, kwargs)))

    @llm_chat_callback()
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return _response(await self._chat.acomplete(**self._request(messages, kwargs)))

    @llm_chat_callback()
    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        pieces, so_far = self._chat.stream(**self._request(messages, kwargs)), _SoFar()
        return (so_far.add(piece) for piece in pieces if "delta" in piece)

    @llm_chat_callback()
    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        pieces, so_far = self._chat.astream(**self._request(messages, kwargs)), _SoFar()

        async def responses() -> ChatResponseAsyncGen:
            async for piece in pieces:
                if "delta" in piece:
                    yield so_far.add(piece)

        return responses()

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return _completion(self.chat([ChatMessage(prompt)], **kwargs))

    @llm_completion_callback()
    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return _completion(await self.achat([ChatMessage(prompt)], **kwargs))

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        return (_completion(response) for response in self.stream_chat([ChatMessage(prompt)], **kwargs))

    @llm_completion_callback()
    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseAsyncGen:
        async def completions() -> CompletionResponseAsyncGen:
            async for response in await self.astream_chat([ChatMessage(prompt)], **kwargs):
                yield _completion(response)

        return completions()

    def structured_predict(
        self, output_cls: type[BaseModel], prompt: PromptTemplate, llm_kwargs: JSON | None = None, **prompt_args: Any
    ) -> BaseModel:
        """An instance of the class, to whose schema the text is constrained."""
        messages = self._extend_messages(prompt.format_messages(**prompt_args))
        return _read(output_cls, self.chat(messages, **_formed(output_cls, llm_kwargs)))

    async def astructured_predict(
        self, output_cls: type[BaseModel], prompt: PromptTemplate, llm_kwargs: JSON | None = None, **prompt_args: Any
    ) -> BaseModel:
        """The same for asyncio."""
        messages = self._extend_messages(prompt.format_messages(**prompt_args))
        return _read(output_cls, await self.achat(messages, **_formed(output_cls, llm_kwargs)))

    def _prepare_chat_with_tools(
        self,
        tools: Sequence[Any],
        user_msg: str | ChatMessage | None = None,
        chat_history: list[ChatMessage] | None = None,
        verbose: bool = False,
        allow_parallel_tool_calls: bool = False,
        tool_required: bool = False,
        tool_choice: Any = None,
        **kwargs: Any,
    ) -> JSON:
        asked = [] if user_msg is None else [user_msg if isinstance(user_msg, ChatMessage) else ChatMessage(user_msg)]
        names = [tool.metadata.get_name() for tool in tools]
        if tool_choice in names:
            tool_choice = {"type": "function", "function": {"name": tool_choice}}
        told = [tool.metadata.to_openai_tool(skip_length_check=True) for tool in tools]
        how = {
            "tools": told,
            "tool_choice": tool_choice or ("required" if tool_required else "auto"),
            "parallel_tool_calls": allow_parallel_tool_calls,
        }
        return {"messages": [*(chat_history or ()), *asked], **(how if tools else {}), **kwargs}

    def get_tool_calls_from_response(
        self, response: ChatResponse, error_on_no_tool_call: bool = True, **kwargs: Any
    ) -> list[ToolSelection]:
        calls = [block for block in response.message.blocks if isinstance(block, ToolCallBlock)]
        if not calls and error_on_no_tool_call:
            raise ValueError("the answer calls no tool; ask with tool_required=True")
        return [
            ToolSelection(
                tool_id=call.tool_call_id or "", tool_name=call.tool_name, tool_kwargs=_object(call.tool_kwargs)
            )
            for call in calls
        ]


def _told(message: ChatMessage) -> JSON:
    """A message as a chat has it."""
    told: JSON = {"role": message.role.value, "content": ""}
    calls = []
    for block in message.blocks:
        if isinstance(block, TextBlock):
            told["content"] += block.text
        elif isinstance(block, ThinkingBlock):
            told["reasoning_content"] = told.get("reasoning_content", "") + (block.content or "")
        elif isinstance(block, ToolCallBlock):
            arguments = block.tool_kwargs if isinstance(block.tool_kwargs, str) else json.dumps(block.tool_kwargs)
            function = {"name": block.tool_name, "arguments": arguments}
            calls.append({"id": block.tool_call_id, "type": "function", "function": function})
        else:
            raise ValueError(f"a message has a {type(block).__name__}; a model in this process reads text alone")
    if message.role is MessageRole.TOOL:
        told["tool_call_id"] = message.additional_kwargs.get("tool_call_id")
    return told | ({"tool_calls": calls} if calls else {})


def _message(content: str | None, thought: str | None, calls: Sequence[tuple[str, str, Any]]) -> ChatMessage:
    blocks: list[Any] = [ThinkingBlock(content=thought)] if thought else []
    blocks += [TextBlock(text=content or "")] if content or not calls else []
    blocks += [ToolCallBlock(tool_call_id=id, tool_name=name, tool_kwargs=arguments) for id, name, arguments in calls]
    return ChatMessage(role=MessageRole.ASSISTANT, blocks=blocks)


def _response(answer: JSON) -> ChatResponse:
    choice = answer["choices"][0]
    message = choice["message"]
    calls = [arguments_of(call) for call in message.get("tool_calls", ())]
    return ChatResponse(
        message=_message(message["content"], message.get("reasoning_content"), calls),
        raw=answer,
        additional_kwargs=answer["usage"],
    )


class _SoFar:
    """What pieces have told by now: LlamaIndex hands out all of it with each."""

    def __init__(self) -> None:
        self.content, self.thought = "", ""
        self.calls: list[list[str]] = []

    def add(self, piece: JSON) -> ChatResponse:
        delta = piece["delta"]
        new = delta.get("content") or ""
        self.content += new
        self.thought += delta.get("reasoning_content") or ""
        for call in delta.get("tool_calls", ()):
            if call["index"] == len(self.calls):
                self.calls.append([call["id"], call["function"]["name"], ""])
            self.calls[call["index"]][2] += call["function"]["arguments"]
        calls = [(id, name, arguments) for id, name, arguments in self.calls]
        return ChatResponse(message=_message(self.content, self.thought, calls), delta=new, raw=piece)


def _completion(response: ChatResponse) -> CompletionResponse:
    return CompletionResponse(text=response.message.content or "", delta=response.delta, raw=response.raw)


def _formed(output_cls: type[BaseModel], options: JSON | None) -> JSON:
    return {**(options or {}), "response_format": form_of(output_cls.model_json_schema(), output_cls.__name__)}


def _read(output_cls: type[BaseModel], response: ChatResponse) -> BaseModel:
    return output_cls.model_validate_json(response.message.content or "")


def _object(arguments: Any) -> JSON:
    """Arguments as an object; those of a call that is still being written are a text."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return {}
    return dict(arguments)
