"""Chats in this process: what the server answers, without a server and without what it needs."""

from __future__ import annotations

import asyncio
import copy
import gc
import json
import pickle
import threading
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from constrain.errors import ConstrainError, GrammarError, LimitExceeded
from constrain.sampling.integrations.local_chat import LocalChat, form_of

from .local_models import TEMPLATE, tiny_chat

HELLO = [{"role": "user", "content": "Hello"}]
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 5}, "b": {"enum": [1, 2]}},
    "required": ["a", "b"],
}
TOOLS = [{"type": "function", "function": {"name": name, "parameters": SCHEMA}} for name in ("one", "two")]


@pytest.fixture(scope="module")
def chat() -> Iterator[LocalChat]:
    made = tiny_chat()
    yield made
    made.close()


def joined(pieces: list[dict[str, Any]]) -> dict[str, Any]:
    """The message that the pieces of a stream tell."""
    content, calls = "", list[list[str]]()
    for piece in pieces:
        content += piece["delta"].get("content") or ""
        for call in piece["delta"].get("tool_calls", ()):
            if call["index"] == len(calls):
                calls.append([call["id"], call["function"]["name"], ""])
            calls[call["index"]][2] += call["function"]["arguments"]
    return {"content": content, "calls": calls}


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_is_the_answer_in_pieces_and_asyncio_gives_the_same(chat: LocalChat, seed: int) -> None:
    """Forms and calls obey; the last piece of a stream is the whole answer."""
    requests: list[dict[str, Any]] = [
        {"response_format": form_of(SCHEMA)},
        {"tools": TOOLS, "tool_choice": "required"},
        {"tools": TOOLS, "response_format": form_of(SCHEMA)},
        {"max_tokens": 7},
    ]

    async def both(request: dict[str, Any]) -> Any:
        return await chat.acomplete(**request), [piece async for piece in chat.astream(**request)]

    for request in requests:
        request |= {"messages": HELLO, "seed": seed}
        answer = chat.complete(**request)
        *pieces, last = chat.stream(**request)
        message = answer["choices"][0]["message"]
        calls = message.get("tool_calls", [])
        told = joined(pieces)
        assert last["choices"][0]["finish_reason"] == answer["choices"][0]["finish_reason"]
        assert [call["function"]["arguments"] for call in calls] == [arguments for _, _, arguments in told["calls"]]
        assert (message["content"] or "") == told["content"]
        for call in calls:
            jsonschema.validate(json.loads(call["function"]["arguments"]), SCHEMA)
        if "response_format" in request and not calls:
            jsonschema.validate(json.loads(message["content"]), SCHEMA)
        whole, pieces = asyncio.run(both(request))
        assert whole["choices"][0]["message"]["content"] == message["content"]
        assert joined(pieces[:-1])["content"] == told["content"]


def test_a_grammar_has_a_time() -> None:
    """By `compile_timeout`, or by what holds where the request is made; texts of other forms are not kept waiting."""
    heavy = {"messages": HELLO, "structured_outputs": {"regex": "(.*a.{20}b){9}x.{30}|" * 20}}
    chat = tiny_chat(compile_timeout=0.001)
    try:
        with pytest.raises(LimitExceeded, match="timeout"):
            chat.complete(**heavy)
        with pytest.raises(LimitExceeded, match="timeout"):
            asyncio.run(chat.acomplete(**heavy))
        assert chat.complete(messages=HELLO, max_tokens=3)["choices"]
    finally:
        chat.close()
    with pytest.raises(ValueError, match="timeout is -1"):
        tiny_chat(compile_timeout=-1)


def test_copies_share_the_model(chat: LocalChat) -> None:
    """As dspy's `copy` and deep copies of a LangChain model make them; another process cannot have it."""
    assert copy.deepcopy([chat])[0] is copy.copy(chat) is chat
    with pytest.raises(TypeError, match="make one in each process"):
        pickle.dumps(chat)


def test_what_is_asked_at_once_is_one_batch(chat: LocalChat) -> None:
    """Twenty tasks, n texts each; every text is that of its seed."""

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(
            *(chat.acomplete(messages=HELLO, seed=seed, n=2, response_format=form_of(SCHEMA)) for seed in range(20))
        )

    for seed, answer in enumerate(asyncio.run(all_of_them())):
        alone = chat.complete(messages=HELLO, seed=seed, n=2, response_format=form_of(SCHEMA))
        assert [c["message"]["content"] for c in alone["choices"]] == [
            c["message"]["content"] for c in answer["choices"]
        ]


def test_what_cannot_be_kept_raises_what_the_library_raises(chat: LocalChat) -> None:
    """A schema of nothing, a text that cannot be so short, a parameter that nobody knows, messages that are none."""
    with pytest.raises(GrammarError):
        chat.complete(messages=HELLO, response_format=form_of({"type": "strin"}))
    with pytest.raises(LimitExceeded):
        chat.complete(messages=HELLO, response_format=form_of(SCHEMA), max_tokens=2)
    with pytest.raises(ValueError, match="did you mean `max_tokens`"):
        chat.complete(messages=HELLO, max_tokenz=2)
    with pytest.raises(ValueError, match="at least one message"):
        asyncio.run(chat.acomplete(messages=[]))


class _Odd:
    """An object whose methods all fail."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __repr__ = __str__ = __eq__  # type: ignore[assignment]


def _nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


_CYCLE: list[Any] = []
_CYCLE.append(_CYCLE)
HOSTILE = [
    _Odd(),
    _nested(100_000),
    _CYCLE,
    b"x",
    {1},
    10**5000,
    "\ud800",
    float("nan"),
    {"a": _nested(900)},
    {(1,): 2},
]
PLACES: list[Any] = [
    *({name: None} for name in ("messages", "n", "max_tokens", "stop", "tools", "tool_choice", "logit_bias", "seed")),
    {"messages": [{"role": "user", "content": None}]},
    {"messages": [{"role": None, "content": "x"}]},
    {"response_format": form_of(None)},
    {"response_format": form_of({"properties": {"a": None}})},
    {"structured_outputs": {"regex": None}},
    {"tools": [{"type": "function", "function": {"name": "f", "parameters": None}}]},
]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_hostile_values_are_refused_where_they_stand(chat: LocalChat, place: dict[str, Any]) -> None:
    """Objects that are no JSON, cycles, depth: an error of the caller's, in no time, and the next request is answered."""

    def put(where: Any, value: Any) -> Any:
        if isinstance(where, dict):
            return {name: put(each, value) for name, each in where.items()}
        return [put(each, value) for each in where] if isinstance(where, list) else value if where is None else where

    taken = 0
    for value in HOSTILE:
        try:
            chat.complete(**{"messages": HELLO, "max_tokens": 5, **put(place, value)})
            taken += 1  # a surrogate may be part of a text
        except (TypeError, ValueError, ConstrainError) as error:
            assert len(str(error)) < 2000
    assert taken <= 1
    assert chat.complete(messages=HELLO, max_tokens=5, logit_bias={5: -1}), "numbers are names of members, as in JSON"


def test_whoever_leaves_ends_the_texts(chat: LocalChat) -> None:
    """A stream that is closed early, and a task that is cancelled, free their rows."""
    long: dict[str, Any] = {"messages": HELLO, "structured_outputs": {"regex": "[ab]{1500}"}, "max_tokens": 1900}
    stream = chat.stream(**long)
    next(stream)
    stream.close()  # type: ignore[attr-defined]

    async def cancelled() -> None:
        task = asyncio.ensure_future(chat.acomplete(**long))
        await asyncio.sleep(0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert chat.complete(messages=HELLO, max_tokens=2)
    assert chat._engine.load() == (0, 0)


def test_the_thread_goes_with_the_chat() -> None:
    """Nobody has to close one that is no longer used; what is asked of a closed one raises."""
    before = threading.active_count()
    made = tiny_chat()
    made.complete(messages=HELLO, max_tokens=2)
    thread = made._engine._thread
    del made
    gc.collect()
    thread.join(30)
    assert threading.active_count() <= before


def test_a_closed_chat_says_so_in_all_ways() -> None:
    """Asked whole or in pieces, with asyncio or without, before or while it is closed: the same error."""
    closed = tiny_chat()
    long = {"messages": HELLO, "max_tokens": 1_000, "structured_outputs": {"regex": "[ab]{900}"}}

    async def pieces() -> None:
        async for _ in closed.astream(**long):
            closed._engine.stop()

    def under_way() -> None:
        for _ in closed.stream(**long):
            closed._engine.stop()

    for ask in (
        lambda: asyncio.run(pieces()),
        under_way,
        lambda: closed.complete(**long),
        lambda: asyncio.run(closed.acomplete(**long)),
    ):
        with pytest.raises(RuntimeError, match="the model was closed"):
            ask()
        closed.close()
    for kind in (under_way, lambda: asyncio.run(pieces())):
        closed = tiny_chat()
        with pytest.raises(RuntimeError, match="the model was closed"):
            kind()


def test_thoughts_are_told_beside_answers() -> None:
    """As the server tells them."""
    chat = tiny_chat(TEMPLATE + "<think>\n{# </think> #}")
    answer = chat.complete(messages=HELLO, response_format=form_of(SCHEMA), seed=1)
    message = answer["choices"][0]["message"]
    jsonschema.validate(json.loads(message["content"]), SCHEMA)
    assert answer["usage"]["completion_tokens_details"]["reasoning_tokens"] > 0
    chat.close()
