"""The official client, in chat, responses and completions: parsed answers, tools in a loop, streams."""

from __future__ import annotations

import json
from typing import Any

import pytest

openai = pytest.importorskip("openai", reason="openai is the client")
from shapes import ASK, PROMPT, Weather, temperature, weather, wind  # noqa: E402

FUNCTIONS = {"temperature": temperature, "wind": wind}
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string", "enum": ["Oslo", "Rome"]}},
    "required": ["city"],
    "additionalProperties": False,
}
TOOLS: Any = [
    {"type": "function", "function": {"name": name, "parameters": CITY, "strict": True}} for name in FUNCTIONS
]
SETTINGS: Any = {"model": "small", "temperature": 0}


@pytest.fixture(scope="module")
def client(v1: str) -> Any:
    return openai.OpenAI(base_url=v1, api_key="none", max_retries=0)


def test_parsed_answers(client: Any) -> None:
    messages = [{"role": "user", "content": PROMPT}]
    found = client.chat.completions.parse(messages=messages, response_format=Weather, max_tokens=200, **SETTINGS)
    weather(found.choices[0].message.parsed)
    with client.chat.completions.stream(
        messages=messages, response_format=Weather, max_tokens=200, **SETTINGS
    ) as events:
        for _ in events:
            pass
        weather(events.get_final_completion().choices[0].message.parsed)
    weather(client.responses.parse(input=PROMPT, text_format=Weather, max_output_tokens=200, **SETTINGS).output_parsed)


def test_a_loop_with_two_tools(client: Any) -> None:
    messages: list[Any] = [{"role": "user", "content": ASK}]
    for choice in ({"type": "function", "function": {"name": "wind"}}, "required", "auto", "none"):
        answer = client.chat.completions.create(
            messages=messages, tools=TOOLS, tool_choice=choice, max_tokens=300, **SETTINGS
        )
        message = answer.choices[0].message
        messages.append(message.model_dump())
        assert (choice in ("auto", "none")) or message.tool_calls
        for call in message.tool_calls or ():
            result = FUNCTIONS[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": str(result)})
    assert isinstance(messages[-1]["content"], str)
