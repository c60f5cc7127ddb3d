"""OpenAI's Responses (`/v1/responses`): what a request asks for, told as a chat completion, and answers in their form.

Source: the types of the `openai` package (`openai.types.responses`). Conversations may go on from
`previous_response_id`: the last ones are kept in memory (`Conversations`). Tools that run on OpenAI's servers, pictures
and files are refused by name. What a model thinks is an item `reasoning`, with its text as content and no summary.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from constrain.support.shown import shown

from .blocks import Block, BlockReply, named_event
from .engine import Choosing
from .parameters import MAX_BEST, Asked, Fields, Place, Refusal, Refused, as_chat

# Fields that say nothing of the text, or nothing that is not so here anyway.
WITHOUT_EFFECT = ("truncation", "max_tool_calls", "stream_options", "access_programs")
REFUSED: Refused = {
    "background": ((False,), "ask for a stream, or wait"),
    "background_options": ((), "ask for a stream, or wait"),
    "conversation": ((), "send the conversation as `input`, or `previous_response_id`"),
    "prompt": ((), "it is a template that OpenAI keeps; send `input`"),
    "image": ((), "this server reads and writes text alone"),
    "context_management": (([],), "nothing is left out of a conversation here"),
}
_LOGPROBS = "message.output_text.logprobs"
_INCLUDED = (  # what else may be asked for, of which an answer here has nothing
    "file_search_call.results", "web_search_call.results", "web_search_call.action.sources",
    "message.input_image.image_url", "computer_call_output.output.image_url", "code_interpreter_call.outputs",
    "reasoning.encrypted_content",
)  # fmt: skip
_FOREIGN = ("n", "functions", "function_call", "stop", "logprobs", "max_tokens", "web_search_options", "audio")
_ROLES = ("system", "developer", "user", "assistant")
_NAMES = {  # of parameters, by what a chat calls them
    "messages": "input",
    "response_format.json_schema": "text.format",
    "response_format": "text.format",
    "max_completion_tokens": "max_output_tokens",
    "max_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
}


class Conversations:
    """The messages up to each of the last answers, by the answer's id; for several threads.

    `most` answers are kept, and `size` bytes of them; those used longest ago go first.
    """

    def __init__(self, most: int = 1_000, size: int = 32 << 20) -> None:
        self.most, self.size = most, size
        self._kept: OrderedDict[str, bytes] = OrderedDict()  # as JSON, since dicts take some ten times as much
        self._held = 0
        self._lock = threading.Lock()

    def keep(self, name: str, messages: list[dict[str, Any]]) -> None:
        text = json.dumps(messages, separators=(",", ":")).encode()
        with self._lock:
            self._kept[name] = text
            self._held += len(text)
            while self._kept and (len(self._kept) > self.most or self._held > self.size):
                self._held -= len(self._kept.popitem(last=False)[1])

    def of(self, name: Any) -> list[dict[str, Any]]:
        """Raises `Refusal` for one that is not kept."""
        with self._lock:
            kept = self._kept.get(name) if isinstance(name, str) else None
            if kept is not None:
                self._kept.move_to_end(name)
        if kept is None:
            raise Refusal(
                f"previous_response_id {shown(name, 100)} is not known: the last {self.most} answers are kept until "
                "the server ends, but those that were asked for with store: false; send the conversation as `input`",
                status=404,
                param="previous_response_id",
            )
        messages: list[dict[str, Any]] = json.loads(kept)
        return messages


def read(
    fields: Fields, defaults: Choosing, tool_format: str, conversations: Conversations
) -> tuple[Asked, Callable[..., ResponsesReply]]:
    """A request's body. Raises `Refusal`."""
    body = dict(fields.left)
    before = [] if body.get("previous_response_id") is None else conversations.of(body["previous_response_id"])
    given, places = _messages(fields.take("input"))
    places = [Place("previous_response_id") for _ in before] + places
    messages = [*before, *given]
    instructions = fields.take("instructions")
    if instructions is not None and not isinstance(instructions, str):
        raise Refusal(f"instructions is {shown(instructions, 60)}; a text is needed", param="instructions")
    told = messages
    if instructions:
        told, places = [{"role": "system", "content": instructions}, *messages], [Place("instructions"), *places]
    fields.refuse(REFUSED)
    best = _best(fields)
    keep = fields.flag("store", True)
    for name in ("previous_response_id", *WITHOUT_EFFECT):
        fields.take(name)
    text = fields.inner("text", "format", "verbosity")
    reasoning = fields.inner("reasoning", "effort", "summary", "generate_summary", "context", "mode")
    asked: dict[str, Any] = {
        "messages": told,
        "max_completion_tokens": fields.take("max_output_tokens"),
        "response_format": _form(text.get("format")),
        "reasoning_effort": reasoning.get("effort"),
        "tools": [_tool(tool, i) for i, tool in enumerate(fields.several("tools"))],
        "tool_choice": _choice(fields.take("tool_choice")),
    }
    asked |= {"parallel_tool_calls": fields.take("parallel_tool_calls")}
    asked |= {"logprobs": best is not None, "top_logprobs": best}
    found = as_chat(fields, asked, _FOREIGN, defaults, tool_format, _NAMES, places)

    def reply(*given: Any) -> ResponsesReply:
        return ResponsesReply(*given, body=body, messages=messages, conversations=conversations if keep else None)

    return found, reply


def _best(fields: Fields) -> int | None:
    """Of how many of the likeliest tokens log-probabilities are asked for, beside those of the text; None: of none."""
    included = fields.several("include")
    for name in included:
        if name not in (_LOGPROBS, *_INCLUDED):
            raise Refusal(
                f"include has {shown(name, 60)}; known are {', '.join((_LOGPROBS, *_INCLUDED))}", param="include"
            )
    best = fields.whole("top_logprobs", None, 0, MAX_BEST)
    return 0 if not best and _LOGPROBS in included else best or None


def _form(given: Any) -> Any:
    """`text.format` as a `response_format`."""
    if not isinstance(given, dict) or given.get("type") != "json_schema":
        return given
    return {"type": "json_schema", "json_schema": {name: each for name, each in given.items() if name != "type"}}


def _tool(given: Any, number: int) -> Any:
    where = f"tools[{number}]"
    if not isinstance(given, dict) or given.get("type") not in ("function", "custom"):
        kind = given.get("type") if isinstance(given, dict) else given
        raise Refusal(
            f"{where}.type is {shown(kind, 60)}, which is not done here; choose function or custom", param=where
        )
    kind = given["type"]
    return {"type": kind, kind: {name: each for name, each in given.items() if name != "type" and each is not None}}


def _choice(given: Any) -> Any:
    if isinstance(given, dict) and given.get("type") in ("function", "custom"):
        return {"type": given["type"], given["type"]: {"name": given.get("name")}}
    if isinstance(given, dict) and given.get("type") == "allowed_tools":
        return {"type": "allowed_tools", "allowed_tools": {name: given[name] for name in given if name != "type"}}
    return given


def _messages(given: Any) -> tuple[list[dict[str, Any]], list[Place]]:
    """The input's items as messages of a chat, and where each stood."""
    if isinstance(given, str):
        return [{"role": "user", "content": given}], [Place("input")]
    if not isinstance(given, list) or not given:
        raise Refusal(f"input is {shown(given, 60)}; a text or a list of items is needed", param="input")
    messages: list[dict[str, Any]] = []
    places: list[Place] = []
    thought = ""  # of the item before, which belongs to the assistant's message or call that follows
    for i, item in enumerate(given):
        where = f"input[{i}]"
        kind = item.get("type", "message") if isinstance(item, dict) else None
        if kind == "message":
            if item.get("role") not in _ROLES:
                raise Refusal(f"{where}.role is {shown(item.get('role'), 60)}; choose {', '.join(_ROLES)}", param=where)
            message = {"role": item["role"], "content": _content(item.get("content"), f"{where}.content")}
            messages.append(_thoughtful(message, thought) if item["role"] == "assistant" else message)
        elif kind in ("function_call", "custom_tool_call"):
            if not isinstance(item.get("name"), str):
                raise Refusal(f"{where}.name is {shown(item.get('name'), 60)}; a tool's name is needed", param=where)
            call: dict[str, Any] = {"id": item.get("call_id"), "type": "function"}
            if kind == "function_call":
                call["function"] = {"name": item["name"], "arguments": item.get("arguments", "")}
            else:
                given_text = _content(item.get("input"), f"{where}.input")
                call |= {"type": "custom", "custom": {"name": item["name"], "input": given_text}}
            last = messages[-1] if messages and messages[-1]["role"] == "assistant" else None
            if last is None:
                messages.append(last := _thoughtful({"role": "assistant", "content": ""}, thought))
            last.setdefault("tool_calls", []).append(call)
        elif kind in ("function_call_output", "custom_tool_call_output"):
            content = _content(item.get("output"), f"{where}.output")
            messages.append({"role": "tool", "tool_call_id": item.get("call_id"), "content": content})
        elif kind == "reasoning":
            thought = _content(item.get("content") or [], f"{where}.content")
            continue
        else:
            raise Refusal(
                f"{where} is {shown(item if kind is None else kind, 60)}, which is not done here; choose message, "
                "function_call, function_call_output, custom_tool_call, custom_tool_call_output or reasoning",
                param=where,
            )
        thought = ""
        places += [Place(where, "call_id")] * (len(messages) - len(places))
    return messages, places


def _thoughtful(message: dict[str, Any], thought: str) -> dict[str, Any]:
    return message | {"reasoning_content": thought} if thought else message


def _content(given: Any, where: str) -> str:
    """A text, or parts of one."""
    if isinstance(given, str):
        return given
    if not isinstance(given, list):
        raise Refusal(f"{where} is {shown(given, 60)}; a text is needed", param=where)
    texts: list[str] = []
    for part in given:
        if not isinstance(part, dict) or not isinstance(part.get("text", part.get("refusal")), str):
            kind = part.get("type") if isinstance(part, dict) else part
            raise Refusal(f"{where} has a part {shown(kind, 60)}; this server reads text alone", param=where)
        texts.append(part["text"] if "text" in part else part["refusal"])
    return "".join(texts)


class ResponsesReply(BlockReply):
    """One response, whole or as events."""

    def __init__(
        self, *given: Any, body: dict[str, Any], messages: list[dict[str, Any]], conversations: Conversations | None
    ) -> None:
        super().__init__(*given)
        self.body, self.messages, self.conversations = body, messages, conversations
        self.id = f"resp_{secrets.token_hex(12)}"
        self.sent = self.told = 0  # events, and tokens whose log-probabilities are out

    def event(self, kind: str, **data: Any) -> bytes:
        self.sent += 1
        return named_event({"type": kind, "sequence_number": self.sent - 1, **data})

    def beginning(self) -> Iterator[bytes]:
        for kind in ("created", "in_progress"):
            yield self.event(f"response.{kind}", response=self._response("in_progress"))

    def begun(self, block: Block) -> Iterator[bytes]:
        item = self._item(block, "in_progress")
        if block.thought:
            yield self.event("response.output_item.added", output_index=block.number, item=item | {"content": []})
            place = {"item_id": item["id"], "output_index": block.number, "content_index": 0}
            yield self.event("response.content_part.added", **place, part={"type": "reasoning_text", "text": ""})
        elif block.name is None:
            yield self.event("response.output_item.added", output_index=block.number, item=item | {"content": []})
            place = {"item_id": item["id"], "output_index": block.number, "content_index": 0}
            yield self.event("response.content_part.added", **place, part=_part(""))
        else:
            yield self.event("response.output_item.added", output_index=block.number, item=item)

    def piece(self, block: Block, text: str) -> Iterator[bytes]:
        place = {"item_id": self._item_id(block), "output_index": block.number}
        if block.thought:
            yield self.event("response.reasoning_text.delta", **place, content_index=0, delta=text)
        elif block.name is None:
            yield self._delta(place, text)
        elif block.custom:
            yield self.event("response.custom_tool_call_input.delta", **place, delta=text)
        else:
            yield self.event("response.function_call_arguments.delta", **place, delta=text)

    def finished(self, block: Block) -> Iterator[bytes]:
        place = {"item_id": self._item_id(block), "output_index": block.number}
        item = self._item(block)
        if block.thought:
            yield self.event("response.reasoning_text.done", **place, content_index=0, text=block.text)
            yield self.event("response.content_part.done", **place, content_index=0, part=item["content"][0])
        elif block.name is None:
            if self.told < len(self.choice.content_tokens()):  # some are known later than their text
                yield self._delta(place, "")
            logprobs = self._logprobs()
            yield self.event("response.output_text.done", **place, content_index=0, text=block.text, logprobs=logprobs)
            yield self.event("response.content_part.done", **place, content_index=0, part=item["content"][0])
        elif block.custom:
            yield self.event("response.custom_tool_call_input.done", **place, input=block.text)
        else:
            yield self.event("response.function_call_arguments.done", **place, name=block.name, arguments=block.text)
        yield self.event("response.output_item.done", output_index=block.number, item=item)

    def _delta(self, place: dict[str, Any], text: str) -> bytes:
        """A piece of the text, with the log-probabilities that have become known."""
        new = self._logprobs(self.told)
        self.told += len(new)
        return self.event("response.output_text.delta", **place, content_index=0, delta=text, logprobs=new)

    def _logprobs(self, begin: int = 0) -> list[dict[str, Any]]:
        return [self.choice.entry(token) for token in self.choice.content_tokens()[begin:]]

    def ended(self) -> Iterator[bytes]:
        answer = self.answer()
        yield self.event(f"response.{answer['status']}", response=answer)

    def failure(self, refusal: Refusal) -> Iterator[bytes]:
        error = {"code": refusal.code or refusal.kind, "message": str(refusal)}
        yield self.event("response.failed", response={**self._response("failed"), "error": error})

    def answer(self) -> dict[str, Any]:
        cut = self.choice.reason == "length"
        if self.conversations is not None:
            self.conversations.keep(self.id, [*self.messages, self._message()])
        usage = self.usage()
        return {
            **self._response("incomplete" if cut else "completed"),
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            **self.choice.signs,
            "output": [self._item(block) for block in self.blocks],
            "usage": {
                "input_tokens": usage["prompt_tokens"],
                "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
                "output_tokens": usage["completion_tokens"],
                "output_tokens_details": {"reasoning_tokens": self.choice.thought_tokens},
                "total_tokens": usage["total_tokens"],
            },
        }

    def _message(self) -> dict[str, Any]:
        """The answer as a message of the conversation that may go on."""
        calls = [
            {"id": block.id, "type": "custom", "custom": {"name": block.name, "input": block.text}}
            if block.custom
            else {"id": block.id, "type": "function", "function": {"name": block.name, "arguments": block.text}}
            for block in self.blocks
            if block.name is not None
        ]
        text = "".join(block.text for block in self.blocks if block.name is None and not block.thought)
        thought = "".join(block.text for block in self.blocks if block.thought)
        return _thoughtful({"role": "assistant", "content": text} | ({"tool_calls": calls} if calls else {}), thought)

    def _response(self, status: str) -> dict[str, Any]:
        body, choosing = self.body, self.asked.choosing
        return {
            "id": self.id,
            "object": "response",
            "created_at": self.created,
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": body.get("instructions"),
            "max_output_tokens": body.get("max_output_tokens"),
            "metadata": body.get("metadata", {}),
            "model": self.model,
            "output": [],
            "parallel_tool_calls": body.get("parallel_tool_calls", True),
            "previous_response_id": body.get("previous_response_id"),
            "reasoning": {"effort": None, "summary": None, **body.get("reasoning", {})},
            "store": self.conversations is not None,
            "temperature": choosing.temperature,
            "text": {"format": {"type": "text"}, **body.get("text", {})},
            "tool_choice": body.get("tool_choice", "auto"),
            "tools": body.get("tools", []),
            "top_logprobs": body.get("top_logprobs", 0),
            "top_p": choosing.top_p,
            "truncation": "disabled",
            "usage": None,
            "user": body.get("user"),
        }

    def _item_id(self, block: Block) -> str:
        kind = "rs" if block.thought else "msg" if block.name is None else "ctc" if block.custom else "fc"
        return f"{kind}_{self.id[5:]}{block.number:x}"

    def _item(self, block: Block, status: str | None = None) -> dict[str, Any]:
        status = status or ("completed" if block.whole and self.choice.reason != "length" else "incomplete")
        if block.thought:
            return {"type": "reasoning", "id": self._item_id(block), "status": status, "summary": [],
                    "content": [{"type": "reasoning_text", "text": block.text}]}  # fmt: skip
        if block.name is None:
            return {"type": "message", "id": self._item_id(block), "status": status, "role": "assistant",
                    "content": [_part(block.text, self._logprobs())]}  # fmt: skip
        if block.custom:
            return {"type": "custom_tool_call", "id": self._item_id(block), "status": status, "call_id": block.id,
                    "name": block.name, "input": block.text}  # fmt: skip
        return {"type": "function_call", "id": self._item_id(block), "status": status, "call_id": block.id,
                "name": block.name, "arguments": block.text}  # fmt: skip


def _part(text: str, logprobs: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": [*logprobs]}
