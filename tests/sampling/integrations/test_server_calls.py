"""Tool calls in an answer of the server, cut anywhere: formats with and without a mark, in tags and in Python."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from constrain.sampling.integrations.server.custom_tools import InputText
from constrain.sampling.integrations.server.engine import News
from constrain.sampling.integrations.server.replies import ChatChoice, event

PARAMETERS = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "boolean"}}}
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": PARAMETERS}}]
QWEN = "<tool_call>\n<function=f>\n<parameter=a>\n12\n</parameter>\n</function>\n</tool_call>"


@pytest.mark.parametrize(
    ("format", "text", "content", "arguments"),
    [
        ("json", '{"name": "f", "arguments": {"b": true}}', None, {"b": True}),
        ("json", '{"nam', '{"nam', None),
        ("pythonic", "[f(a='x', b=True)]", None, {"a": "x", "b": True}),
        ("pythonic", "[hello]", "[hello]", None),
        ("qwen3-coder", f"Hi {QWEN}", "Hi ", {"a": "12"}),
        ("qwen3-coder", "Hi <tool", "Hi <tool", None),
    ],
)
@pytest.mark.parametrize("step", [1, 7, 1000])
def test_calls_and_content(format: str, text: str, content: Any, arguments: Any, step: int) -> None:
    """The message has the text before the calls, and the calls with their arguments as JSON."""
    job: Any = SimpleNamespace(best=None)
    vocabulary: Any = None
    choice = ChatChoice(0, job, vocabulary, format, has_form=False, tools=TOOLS)
    for at in range(0, len(text), step):
        reason: Any = "stop" if at + step >= len(text) else None
        choice.feed(News(text[at : at + step], [], at, reason))
    message = choice.whole()["message"]

    assert content == message["content"]
    assert (arguments is not None) == (choice.finish_reason == "tool_calls")
    calls = message.get("tool_calls", [])
    assert [json.loads(call["function"]["arguments"]) for call in calls] == [arguments] * (arguments is not None)


@given(st.text(), st.booleans(), st.integers(1, 9))
def test_the_text_of_a_custom_tool(text: str, ascii: bool, step: int) -> None:
    """It is what JSON says, however its escapes, halves of pairs too, are cut."""
    arguments = json.dumps({"input": text}, ensure_ascii=ascii)
    reader = InputText()
    assert text == "".join(reader.feed(arguments[at : at + step]) for at in range(0, len(arguments), step))


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("hermes", '<tool_call>\n{"name": "run", "arguments": {"input": "a\\n\\"b\\""}}\n</tool_call>'),
        (
            "qwen3-coder",
            '<tool_call>\n<function=run>\n<parameter=input>\na\n"b"\n</parameter>\n</function>\n</tool_call>',
        ),
        ("pythonic", "[run(input='a\\n\"b\"')]"),
    ],
)
def test_calls_of_custom_tools(format: str, text: str) -> None:
    """In JSON, in tags and in Python, the call has the text itself."""
    job: Any = SimpleNamespace(best=None)
    tool = {"type": "custom", "custom": {"name": "run"}}
    choice = ChatChoice(0, job, None, format, has_form=False, tools=[tool])  # type: ignore[arg-type]
    for at, letter in enumerate(text):
        choice.feed(News(letter, [], at, "stop" if at + 1 == len(text) else None))
    (call,) = choice.whole()["message"]["tool_calls"]
    assert ("custom", {"name": "run", "input": 'a\n"b"'}) == (call["type"], call["custom"])


def test_no_line_of_an_event_ends_within_its_data() -> None:
    """Whatever a client takes for the end of a line; JSON itself escapes only some of these."""
    text = "".join(map(chr, range(0x3000)))
    lines = event({"a": text}, "name").decode().splitlines()
    assert lines[0] == "event: name"
    assert json.loads(lines[1].removeprefix("data: ")) == {"a": text}
    assert lines[2:] == [""]
