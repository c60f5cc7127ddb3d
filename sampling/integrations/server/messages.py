"""Anthropic's Messages (`/v1/messages`): what a request asks for, told as a chat completion, and answers in their form.

Source: the types of the `anthropic` package (`anthropic.types`). Pictures, documents and tools that run on Anthropic's
servers are refused by name. What a model thinks is a block `thinking`, without a signature; `redacted_thinking` of
other servers is passed over, since nobody here can read it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from typing import Any

from constrain.support.shown import shown

from .blocks import Block, BlockReply, named_event
from .engine import Choosing, News
from .parameters import Asked, Fields, Place, Refusal, Refused, as_chat
from .thinking import Wish

WITHOUT_EFFECT = (
    "inference_geo", "cache_control", "betas", "speed", "user_profile_id", "workspace_id", "diagnostics",
)  # fmt: skip
REFUSED: Refused = {"container": ((), "this server runs no code")}
_FOREIGN = ("n", "functions", "function_call", "logprobs", "top_logprobs", "max_completion_tokens", "audio",
            "web_search_options")  # fmt: skip
_NAMES = {  # of parameters, by what a chat calls them
    "stop": "stop_sequences",
    "response_format.json_schema": "output_config.format",
    "response_format": "output_config.format",
    "reasoning_effort": "output_config.effort",
}
_REASONS = {"length": "max_tokens", "tool_calls": "tool_use", "stop": "end_turn"}
_KINDS = {401: "authentication_error", 404: "not_found_error", 413: "request_too_large", 503: "overloaded_error"}
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}


def error_body(refusal: Refusal) -> dict[str, Any]:
    """A refusal in Anthropic's form."""
    kind = _KINDS.get(refusal.status, "api_error" if refusal.status >= 500 else "invalid_request_error")
    return {"type": "error", "error": {"type": kind, "message": str(refusal)}}


def read(fields: Fields, defaults: Choosing, tool_format: str) -> tuple[Asked, Callable[..., MessagesReply]]:
    """A request's body. Raises `Refusal`."""
    for name in WITHOUT_EFFECT:
        fields.take(name)
    fields.refuse(REFUSED)
    thinking = _thinking(fields)
    config = fields.inner("output_config", "effort", "format")
    form = config.get("format", fields.take("output_format"))
    choice = fields.inner("tool_choice", "type", "name", "disable_parallel_tool_use")
    messages = [*_system(fields.take("system")), *_messages(fields.take("messages"))]
    asked: dict[str, Any] = {
        "messages": [message for _, message in messages],
        "max_tokens": fields.whole("max_tokens", 0, 0) or _missing("max_tokens"),
        "stop": fields.take("stop_sequences"),
        "response_format": None if form is None else _form(form),
        "reasoning_effort": config.get("effort"),
        "tools": [_tool(tool, f"tools[{i}]") for i, tool in enumerate(fields.several("tools"))],
        "tool_choice": _choice(choice),
        "parallel_tool_calls": None
        if choice.get("disable_parallel_tool_use") is None
        else not choice["disable_parallel_tool_use"],
    }
    budget = None if thinking is None else thinking.budget
    if budget is not None and budget >= asked["max_tokens"]:
        raise Refusal(
            f"thinking.budget_tokens is {budget}, and max_tokens {asked['max_tokens']}; it must be less",
            param="thinking",
        )
    places = [place for place, _ in messages]
    return as_chat(fields, asked, _FOREIGN, defaults, tool_format, _NAMES, places, thinking), MessagesReply


def _thinking(fields: Fields) -> Wish | None:
    given = fields.inner("thinking", "type", "budget_tokens", "display")
    kind, display = given.get("type"), given.get("display")
    if not given:
        return None
    if kind not in ("enabled", "adaptive", "disabled") or display not in (None, "summarized", "omitted"):
        raise Refusal(
            f"thinking is {shown(given, 100)}; its type is enabled, adaptive or disabled here, and display summarized "
            "(all of it, here) or omitted",
            param="thinking",
        )
    budget = Fields({"thinking.budget_tokens": given.get("budget_tokens")}).whole("thinking.budget_tokens", None, 1)
    if (kind == "enabled") != (budget is not None):
        raise Refusal(
            "thinking has budget_tokens exactly where its type is enabled: the most tokens of it", param="thinking"
        )
    wanted = {"enabled": True, "adaptive": None, "disabled": False}[kind]
    return Wish(wanted, budget, hidden=display == "omitted")


def _missing(name: str) -> Any:
    raise Refusal(f"{name} is missing; the most tokens of the answer are needed, an integer of at least 1", param=name)


def _form(given: Any) -> Any:
    if not isinstance(given, dict) or given.get("type") != "json_schema":
        raise Refusal(f"output_config.format is {shown(given, 60)}; json_schema is done here", param="output_config")
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": given.get("schema")}}


def _choice(given: Any) -> Any:
    kind = given.get("type")
    if kind is None:
        return None
    if kind == "tool":
        return {"type": "function", "function": {"name": given.get("name")}}
    if not isinstance(kind, str) or kind not in _CHOICES:
        raise Refusal(f"tool_choice is {shown(kind, 60)}; choose auto, any, tool or none", param="tool_choice")
    return _CHOICES[kind]


def _tool(given: Any, where: str) -> Any:
    if not isinstance(given, dict) or given.get("type", "custom") not in ("custom", None):
        kind = given.get("type") if isinstance(given, dict) else given
        form = 'a tool of yours is {"name": …, "input_schema": …}'
        raise Refusal(f"{where} is {shown(kind, 60)}, which is not done here; {form}", param=where)
    function = {"name": given.get("name"), "parameters": given.get("input_schema")}
    function |= {name: given[name] for name in ("description", "strict") if given.get(name) is not None}
    for name in given:
        if name not in (*function, "type", "input_schema", "cache_control", "input_examples", "eager_input_streaming"):
            raise Refusal(f"{where} has {shown(name, 60)}, which is not done here", param=where)
    return {"type": "function", "function": function}


_Placed = tuple[Place, dict[str, Any]]


def _system(given: Any) -> list[_Placed]:
    text = "" if given is None else _text(given, "system")
    return [(Place("system"), {"role": "system", "content": text})] if text else []


def _messages(given: Any) -> list[_Placed]:
    if not isinstance(given, list) or not given:
        raise Refusal(f"messages is {shown(given, 60)}; a list with at least one message is needed", param="messages")
    return [found for i, message in enumerate(given) for found in _message(message, f"messages[{i}]")]


def _message(given: Any, where: str) -> Iterator[_Placed]:
    """One message as one or, with results of tools in it, several of a chat."""
    if not isinstance(given, dict) or given.get("role") not in ("user", "assistant", "system"):
        raise Refusal(f"{where}: an object with the role user or assistant is needed", param=where)
    content = given.get("content")
    blocks: list[Any] = content if isinstance(content, list) else [{"type": "text", "text": content}]
    texts: list[str] = []
    thoughts: list[str] = []
    calls: list[dict[str, Any]] = []
    for i, block in enumerate(blocks):
        place = f"{where}.content[{i}]" if blocks is content else f"{where}.content"
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text" and isinstance(block.get("text"), str):
            texts.append(block["text"])
        elif kind == "tool_use":
            if not isinstance(block.get("name"), str):
                raise Refusal(f"{place}.name is {shown(block.get('name'), 60)}; a tool's name is needed", param=where)
            arguments = json.dumps(block.get("input", {}), ensure_ascii=False)
            function = {"name": block["name"], "arguments": arguments}
            calls.append({"id": block.get("id"), "type": "function", "function": function})
        elif kind == "tool_result":
            result = _text(block.get("content", ""), place)
            answer = {"role": "tool", "tool_call_id": block.get("tool_use_id"), "content": result}
            yield Place(place, "tool_use_id"), answer
        elif kind == "thinking" and isinstance(block.get("thinking"), str):
            thoughts.append(block["thinking"])
        elif kind != "redacted_thinking":
            raise Refusal(f"{place} is {shown(kind or block, 60)}; this server reads text alone", param=where)
    if texts or calls:
        message = {"role": given["role"], "content": "".join(texts)}
        if any(thoughts):
            message["reasoning_content"] = "".join(thoughts)
        yield Place(where), message | ({"tool_calls": calls} if calls else {})


def _text(given: Any, where: str) -> str:
    """A text, or blocks of text."""
    if isinstance(given, str):
        return given
    if isinstance(given, list) and all(isinstance(each, dict) and isinstance(each.get("text"), str) for each in given):
        return "".join(each["text"] for each in given)
    raise Refusal(f"{where} has {shown(given, 60)}; this server reads text alone", param=where)


class MessagesReply(BlockReply):
    """One message, whole or as events."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.id = f"msg_{secrets.token_hex(12)}"
        self.stopped: str | None = None  # the stop text that ended it

    def pieces(self, index: int, news: News) -> Iterator[bytes]:
        self.stopped = news.stop
        yield from super().pieces(index, news)

    def beginning(self) -> Iterator[bytes]:
        yield named_event({"type": "message_start", "message": self._message([], None)})

    def begun(self, block: Block) -> Iterator[bytes]:
        data = _content(block)  # whose text or input is empty as yet
        yield named_event({"type": "content_block_start", "index": block.number, "content_block": data})

    def piece(self, block: Block, text: str) -> Iterator[bytes]:
        delta = {"type": "thinking_delta", "thinking": text} if block.thought else {"type": "text_delta", "text": text}
        if block.name is not None:
            delta = {"type": "input_json_delta", "partial_json": text}
        yield named_event({"type": "content_block_delta", "index": block.number, "delta": delta})

    def finished(self, block: Block) -> Iterator[bytes]:
        yield named_event({"type": "content_block_stop", "index": block.number})

    def ended(self) -> Iterator[bytes]:
        delta = {"stop_reason": self._reason, "stop_sequence": self.stopped, **self.choice.signs}
        yield named_event({"type": "message_delta", "delta": delta, "usage": self._usage()})
        yield named_event({"type": "message_stop"})

    def failure(self, refusal: Refusal) -> Iterator[bytes]:
        yield named_event(error_body(refusal))

    def answer(self) -> dict[str, Any]:
        self.stopped = self.choice.stopped
        return self._message([_content(block) for block in self.blocks], self._reason)

    @property
    def _reason(self) -> str:
        return (
            "stop_sequence" if self.stopped is not None else _REASONS.get(self.choice.finish_reason or "", "end_turn")
        )

    def _usage(self) -> dict[str, int]:
        usage = self.usage()
        return {"input_tokens": usage["prompt_tokens"], "output_tokens": usage["completion_tokens"]}

    def _message(self, content: list[dict[str, Any]], reason: str | None) -> dict[str, Any]:
        return {"id": self.id, "type": "message", "role": "assistant", "model": self.model, "content": content,
                "stop_reason": reason, "stop_sequence": self.stopped, "usage": self._usage(),
                **self.choice.signs}  # fmt: skip


def _content(block: Block) -> dict[str, Any]:
    if block.thought:
        return {"type": "thinking", "thinking": block.text, "signature": ""}
    if block.name is None:
        return {"type": "text", "text": block.text}
    return {"type": "tool_use", "id": block.id, "name": block.name, "input": json.loads(block.text or "{}")}
