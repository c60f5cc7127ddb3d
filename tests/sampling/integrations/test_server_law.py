"""Whatever requests say together, what is answered 200 is what they ask for; every other answer names the parameter.

Requests are drawn at random over the four interfaces: thinking, forms, tools, streams, n, stop texts, log-probabilities,
budgets. The types of the openai and anthropic packages read the answers. Each request is sent whole and as a stream,
with one seed, and both must say the same. More seeds: CONSTRAIN_LAW_REQUESTS=500.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

anthropic = pytest.importorskip("anthropic", reason="the official client judges the server")
openai = pytest.importorskip("openai", reason="the official client judges the server")
pytest.importorskip("starlette", reason="the server is a starlette application")
pytest.importorskip("uvicorn", reason="the server runs under uvicorn")

import jsonschema  # noqa: E402
from anthropic.types import Message, RawMessageStreamEvent  # noqa: E402
from lark import Lark  # noqa: E402
from openai.types import Completion  # noqa: E402
from openai.types.chat import ChatCompletion, ChatCompletionChunk  # noqa: E402
from openai.types.responses import Response, ResponseStreamEvent  # noqa: E402
from pydantic import TypeAdapter  # noqa: E402

from .test_server import SCHEMA, TEMPLATE, TOKENIZER, Running, running  # noqa: E402

CHAT, TEXT, RESPONSES, MESSAGES = "/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/messages"
COUNT = int(os.environ.get("CONSTRAIN_LAW_REQUESTS", "12"))
OPEN = "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
LARK = 'start: "(" start ")" | WORD\nWORD: /[a-c]{1,5}/'
Judge = Callable[[str], bool]


# ---- what is asked for ----


def _valid(schema: Any) -> Judge:
    def judge(text: str) -> bool:
        jsonschema.validate(json.loads(text), schema)
        return True

    return judge


def _parses(text: str) -> bool:
    Lark(LARK).parse(text)
    return True


LIST = {"type": "array", "items": {"enum": ["ab", 7, None]}, "maxItems": 5}
OBJECT = {"type": "object"}
SCHEMAS: list[Any] = [SCHEMA, LIST, OBJECT]
FORMS: list[tuple[dict[str, Any], Judge]] = [
    *(({"json": schema}, _valid(schema)) for schema in SCHEMAS),
    ({"regex": "(ab|c)+-[0-9]{2}"}, lambda text: bool(re.fullmatch("(ab|c)+-[0-9]{2}", text))),
    ({"choice": ["yes", "no", "né\nin"]}, lambda text: text in ("yes", "no", "né\nin")),
    ({"grammar": LARK, "grammar_syntax": "lark"}, _parses),
]
PARAMETERS: dict[str, Any] = {
    "weather": {"type": "object", "properties": {"city": {"enum": ["Oslo", "Rome"]}}, "required": ["city"]},
    "stop": {"type": "object", "properties": {}},
    "add": {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    },
}
CUSTOM = {"type": "grammar", "syntax": "regex", "definition": '[a-c"]{2,9}'}


@dataclass
class Case:
    """A request, and what an answer to it must be like."""

    path: str
    body: dict[str, Any]
    judge: Judge | None = None  # of the text, where nothing is called
    calls: tuple[int, int] = (0, 0)  # the fewest and the most
    names: list[str] = field(default_factory=list)
    stops: list[str] = field(default_factory=list)
    most: int = 0  # tokens of a text
    copies: int = 1
    logprobs: int | None = None


def drawn(random: Random) -> Case:
    """A request that ought to be answered, of any interface."""
    path = random.choice([CHAT, CHAT, TEXT, RESPONSES, MESSAGES])
    most = random.choice([1, 40, 90, 150, 150, 200])
    case = Case(path, {"model": "tiny", "seed": random.randrange(99)}, most=most)
    body = case.body
    hello = [{"role": "user", "content": random.choice(["Hello", "é", "Say: 1"])}]
    body |= {TEXT: {"prompt": random.choice(["x", ["a", "b"], [5, 6]])}, RESPONSES: {"input": "Hello"}}.get(
        path, {"messages": hello}
    )
    if isinstance(body.get("prompt"), list) and isinstance(body["prompt"][0], str):
        case.copies = 2
    body["max_output_tokens" if path == RESPONSES else "max_tokens"] = most
    if path in (CHAT, TEXT) and random.random() < 0.3:
        body["n"] = random.randint(2, 3)
        case.copies *= body["n"]
    for name, value in (("temperature", 0), ("top_p", 0.8), ("presence_penalty", 1), ("logit_bias", {"70": -5})):
        if random.random() < 0.15 and (path != MESSAGES or name != "logit_bias"):
            body[name] = value
    if path != RESPONSES and random.random() < 0.25:
        case.stops = random.sample(["a", "1", "\n", "ab", '"', "zz"], 2)
        body["stop_sequences" if path == MESSAGES else "stop"] = case.stops
    if random.random() < 0.5:
        _form(case, random)
    if path != TEXT and random.random() < 0.5:
        _tools(case, random)
    if path != TEXT and random.random() < 0.3:
        _thinking(case, random)
    if path != MESSAGES and random.random() < 0.3:
        case.logprobs = random.randint(0, 3)
        body |= {
            CHAT: {"logprobs": True, "top_logprobs": case.logprobs},
            TEXT: {"logprobs": case.logprobs},
            RESPONSES: {"include": ["message.output_text.logprobs"], "top_logprobs": case.logprobs},
        }[path]
    return case


def _form(case: Case, random: Random) -> None:
    path, body = case.path, case.body
    if path == TEXT or random.random() < 0.5:
        body["structured_outputs"], case.judge = random.choice(FORMS)
        return
    schema = random.choice(SCHEMAS)
    case.judge = _valid(schema)
    if path == CHAT:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    elif path == RESPONSES:
        body["text"] = {"format": {"type": "json_schema", "name": "x", "schema": schema}}
    else:
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}


def _tools(case: Case, random: Random) -> None:
    path, body = case.path, case.body
    case.names = names = random.sample(sorted(PARAMETERS), random.randint(1, 3))
    functions = [{"name": name, "parameters": PARAMETERS[name]} for name in names]
    body["tools"] = {
        CHAT: [{"type": "function", "function": each} for each in functions],
        RESPONSES: [{"type": "function", **each} for each in functions],
        MESSAGES: [{"name": each["name"], "input_schema": each["parameters"]} for each in functions],
    }[path]
    if path != MESSAGES and random.random() < 0.4:
        names.append("run")
        given = {"name": "run", "format": CUSTOM if path == RESPONSES else {"type": "grammar", "grammar": {k: CUSTOM[k] for k in ("syntax", "definition")}}}  # fmt: skip
        body["tools"].append({"type": "custom", **given} if path == RESPONSES else {"type": "custom", "custom": given})
    how = random.choice(["auto", "none", "required", "one"])
    most = 99
    if random.random() < 0.5:
        most = 1
        if path == MESSAGES:
            body["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": True}
        else:
            body["parallel_tool_calls"] = False
    case.calls = {"auto": (0, most), "none": (0, 0), "required": (1, most), "one": (1, 1)}[how]
    one = random.choice(names)
    kind = "custom" if one == "run" else "function"
    if how == "one":
        case.names = [one]
        body["tool_choice"] = {
            CHAT: {"type": kind, kind: {"name": one}},
            RESPONSES: {"type": kind, "name": one},
            MESSAGES: {"type": "tool", "name": one},
        }[path]
    elif path == MESSAGES:
        kinds = {"auto": "auto", "none": "none", "required": "any"}
        body["tool_choice"] = {**body.get("tool_choice", {}), "type": kinds[how]}
    else:
        body["tool_choice"] = how


def _thinking(case: Case, random: Random) -> None:
    on = random.random() < 0.6
    if case.path == MESSAGES:
        case.body["thinking"] = {"type": "enabled", "budget_tokens": min(20, case.most)} if on else {"type": "disabled"}
    elif case.path == CHAT:
        case.body["chat_template_kwargs"] = {"enable_thinking": on}
    else:
        case.body["reasoning"] = {"effort": "low" if on else "none"}


# ---- what is answered ----


@dataclass
class Seen:
    """One text of an answer, whichever interface it came by."""

    text: str = ""
    thought: str = ""
    calls: list[tuple[str, Any]] = field(default_factory=list)
    reason: str = ""
    logprobs: list[Any] | None = None


def seen_whole(path: str, data: dict[str, Any]) -> tuple[list[Seen], int]:
    """The texts of an answer, read by the types of its interface, and how many tokens were written."""
    if path == CHAT:
        chat = ChatCompletion.model_validate(data)
        return [_of_choice(each.message.model_dump(), each) for each in chat.choices], chat.usage.completion_tokens  # type: ignore[union-attr]
    if path == TEXT:
        found = Completion.model_validate(data)
        texts = [
            Seen(each.text, reason=each.finish_reason, logprobs=each.logprobs and each.logprobs.token_logprobs)
            for each in found.choices
        ]
        return texts, found.usage.completion_tokens  # type: ignore[union-attr]
    one = Seen()
    if path == RESPONSES:
        response = Response.model_validate(data)
        one.reason = {"completed": "stop", "incomplete": "length"}[response.status or ""]
        for item in response.output:
            if item.type == "message":
                one.text += item.content[0].text  # type: ignore[union-attr]
                one.logprobs = item.content[0].logprobs  # type: ignore[union-attr]
            elif item.type == "reasoning":
                one.thought += item.content[0].text  # type: ignore[index]
            elif item.type == "custom_tool_call":
                one.calls.append((item.name, item.input))
            elif item.type == "function_call":
                one.calls.append((item.name, json.loads(item.arguments)))
        return [one], response.usage.output_tokens  # type: ignore[union-attr]
    message = Message.model_validate(data)
    one.reason = {"max_tokens": "length"}.get(message.stop_reason or "", message.stop_reason or "")
    for block in message.content:
        if block.type == "text":
            one.text += block.text
        elif block.type == "thinking":
            one.thought += block.thinking
        elif block.type == "tool_use":
            one.calls.append((block.name, block.input))
    return [one], message.usage.output_tokens


def _of_choice(message: dict[str, Any], choice: Any) -> Seen:
    calls = [
        (call["custom"]["name"], call["custom"]["input"])
        if call.get("custom")
        else (call["function"]["name"], json.loads(call["function"]["arguments"]))
        for call in message.get("tool_calls") or ()
    ]
    logprobs = choice.logprobs and choice.logprobs.content
    return Seen(message["content"] or "", message.get("reasoning_content") or "", calls, choice.finish_reason, logprobs)


def seen_events(path: str, body: bytes) -> list[Seen]:
    """The same of a stream, put together from its pieces; what a client makes of them."""
    events = [json.loads(line[6:]) for line in body.decode().splitlines() if line.startswith("data: {")]
    if path == RESPONSES:
        kinds: Any = TypeAdapter(ResponseStreamEvent)
        read = [kinds.validate_python(event) for event in events]
        assert [event.sequence_number for event in read] == list(range(len(read)))
        final = seen_whole(path, events[-1]["response"])[0]
        assert final[0].text == "".join(event.delta for event in read if event.type == "response.output_text.delta")
        pieces = [each for event in read if event.type == "response.output_text.delta" for each in event.logprobs]
        assert len(pieces) == len(final[0].logprobs or ())
        return final
    if path == MESSAGES:
        kinds = TypeAdapter(RawMessageStreamEvent)
        return [_of_blocks([kinds.validate_python(event) for event in events])]
    assert body.endswith(b"data: [DONE]\n\n")
    texts: dict[int, dict[str, Any]] = {}
    for event in events:
        _read_chunk(path, json.loads(json.dumps(event)))
        for choice in event["choices"]:
            known = texts.setdefault(
                choice["index"], {"text": "", "thought": "", "calls": {}, "reason": None, "logprobs": []}
            )
            delta = choice.get("delta", choice)
            assert known["reason"] is None, "nothing comes after the end"
            known["text"] += delta.get("content") or delta.get("text") or ""
            known["thought"] += delta.get("reasoning_content") or ""
            known["reason"] = choice["finish_reason"]
            if choice["logprobs"] is not None:
                known["logprobs"] += choice["logprobs"]["token_logprobs" if path == TEXT else "content"]
            for call in delta.get("tool_calls") or ():
                kind = "custom" if "custom" in call else "function"
                told = "input" if kind == "custom" else "arguments"
                made = known["calls"].setdefault(call["index"], [kind, "", ""])
                made[1] += call[kind].get("name", "")
                made[2] += call[kind].get(told, "")
    found = []
    for _, known in sorted(texts.items()):
        calls = [(name, text) for _, name, text in known["calls"].values()]
        found.append(Seen(known["text"], known["thought"], calls, known["reason"], known["logprobs"]))
    return found


def _read_chunk(path: str, event: dict[str, Any]) -> None:
    """Reads a chunk by the types; they know neither a completion that goes on nor a custom call in pieces."""
    for choice in event["choices"]:
        choice["finish_reason"] = choice["finish_reason"] or ("stop" if path == TEXT else None)
        for call in choice.get("delta", {}).get("tool_calls") or ():
            call["type"] = call.get("type") and "function"
    (Completion if path == TEXT else ChatCompletionChunk).model_validate(event)


def _of_blocks(events: list[Any]) -> Seen:
    one, open_block = Seen(), None
    assert ["message_start", "message_stop"] == [events[0].type, events[-1].type]
    for event in events:
        if event.type == "content_block_start":
            assert open_block is None
            open_block = event.content_block
            if open_block.type == "tool_use":
                one.calls.append((open_block.name, ""))
        elif event.type == "content_block_stop":
            open_block = None
        elif event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            one.calls[-1] = (one.calls[-1][0], one.calls[-1][1] + event.delta.partial_json)
        elif event.type == "content_block_delta":
            one.text += getattr(event.delta, "text", "")
            one.thought += getattr(event.delta, "thinking", "")
        elif event.type == "message_delta":
            one.reason = {"max_tokens": "length"}.get(event.delta.stop_reason, event.delta.stop_reason)
    assert open_block is None
    return one


# ---- the law ----


@pytest.fixture(scope="module", params=["", OPEN], ids=["plain", "thinks"])
def here(request: pytest.FixtureRequest) -> Iterator[Running]:
    before = TOKENIZER.chat_template
    TOKENIZER.chat_template = ("{#<think></think>#}" if request.param else "") + TEMPLATE + request.param
    try:
        with running() as found:
            yield found
            assert found.idle()
    finally:
        TOKENIZER.chat_template = before


def checked(case: Case, seen: Seen) -> None:
    """One text of an answer is what was asked for."""
    stopped = bool(case.stops) and any(seen.reason == each for each in ("stop", "stop_sequence"))
    for name, given in seen.calls:
        assert name in case.names
        if name == "run":
            assert re.fullmatch(CUSTOM["definition"], given), given
        else:
            jsonschema.validate(given, PARAMETERS[name])
    assert len(seen.calls) <= case.calls[1]
    assert not any(stop in seen.text for stop in case.stops), "a text ends before a stop text"
    if seen.reason == "length":
        assert case.judge is None
        assert not case.calls[0]
    if not stopped and not seen.calls:
        assert not case.calls[0]
        assert case.judge is None or case.judge(seen.text)
    if seen.calls and not stopped:
        assert seen.reason in ("tool_calls", "tool_use", "length") or case.path == RESPONSES


def blamed(case: Case, data: dict[str, Any]) -> bool:
    """Whether a refusal says which of the request's parameters is to blame, or that they are too few together."""
    error = data["error"]
    names = [name for name in case.body if name != "model"]
    return (error.get("param") or "").split(".")[0].split("[")[0] in names or any(
        name in error["message"] for name in names
    )


def ask(here: Running, case: Case, **more: Any) -> tuple[int, bytes]:
    return here.request("POST", case.path, json.dumps({**case.body, **more}).encode())


@pytest.mark.parametrize("seed", range(COUNT))
def test_what_is_answered_is_what_was_asked_for(here: Running, seed: int) -> None:
    """Texts obey their form, calls their tools, all end within their tokens; a stream says the same as the whole."""
    case = drawn(Random(seed))
    status, answer = ask(here, case)
    if status != 200:
        assert 400 == status, answer
        assert blamed(case, json.loads(answer)), answer
        assert 400 == ask(here, case, stream=True)[0]
        return
    texts, tokens = seen_whole(case.path, json.loads(answer))
    assert case.copies == len(texts)
    assert tokens <= case.most * case.copies
    for each in texts:
        checked(case, each)
        assert (each.logprobs is not None) == (case.logprobs is not None) or case.path == RESPONSES
    status, stream = ask(here, case, stream=True)
    assert 200 == status, stream
    for whole, piecewise in zip(texts, seen_events(case.path, stream), strict=True):
        assert (whole.text, whole.thought, whole.reason) == (piecewise.text, piecewise.thought, piecewise.reason)
        assert len(whole.logprobs or ()) == len(piecewise.logprobs or ())
        if case.path != RESPONSES:  # whose arguments have been read
            for (name, given), (named, text) in zip(whole.calls, piecewise.calls, strict=False):
                assert (name, given) == (named, text if name == "run" else json.loads(text or "{}"))
        assert len(whole.calls) <= len(piecewise.calls)  # one that was cut off is no call of the whole


ODD = [-1, 0, 1e999, 2**70, "", "x", True, [], {}, [None], {"x": 1}, "\ud800", [[]], 0.5]


@pytest.mark.parametrize("seed", range(COUNT))
def test_odd_values_are_obeyed_or_refused_by_name(here: Running, seed: int) -> None:
    """One parameter of a request is something else: the answer is of the kind asked for, or HTTP 4xx names it."""
    random = Random(1000 + seed)
    case = drawn(random)
    case.body["max_output_tokens" if case.path == RESPONSES else "max_tokens"] = case.most = 60
    for _ in range(4):
        name = random.choice([each for each in case.body if each not in ("model", "max_tokens", "max_output_tokens")])
        odd = Case(case.path, {**case.body, name: random.choice(ODD)}, most=60)
        status, answer = ask(here, odd)
        assert status == 200 or 400 <= status < 500, (odd.body, answer)
        if status == 200:
            seen_whole(case.path, json.loads(answer))
        else:
            error = json.loads(answer)["error"]
            assert name in str(error.get("param")) or name in error["message"] or "no JSON" in error["message"], (
                odd.body[name],
                answer,
            )
