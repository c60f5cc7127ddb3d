"""Anthropic's client: a schema, its own loop of tools, streams."""

from __future__ import annotations

import json
from typing import Any

import pytest

anthropic = pytest.importorskip("anthropic", reason="anthropic is the client")
from shapes import ASK, PROMPT, Unbounded, Weather, temperature, weather, wind  # noqa: E402

OPTIONS: Any = {"model": "small", "max_tokens": 300}


@pytest.fixture(scope="module")
def client(url: str) -> Any:
    return anthropic.Anthropic(base_url=url, api_key="none", max_retries=0)


def test_a_schema(client: Any) -> None:
    messages = [{"role": "user", "content": PROMPT}]
    # `parse` keeps bounds out of the schema that it sends, so the server cannot know them.
    assert isinstance(
        client.messages.parse(messages=messages, output_format=Unbounded, **OPTIONS).parsed_output, Unbounded
    )
    form = {"type": "json_schema", "schema": Weather.model_json_schema()}
    with client.messages.stream(messages=messages, output_config={"format": form}, **OPTIONS) as stream:
        weather(Weather(**json.loads("".join(stream.text_stream))))


def test_a_loop_with_two_tools(client: Any) -> None:
    functions = {"temperature": temperature, "wind": wind}
    city = {"type": "object", "properties": {"city": {"enum": ["Oslo", "Rome"]}}, "required": ["city"]}
    tools = [{"name": name, "input_schema": city, "strict": True} for name in functions]
    messages: list[Any] = [{"role": "user", "content": ASK}]
    for choice in ({"type": "tool", "name": "wind"}, {"type": "any"}, {"type": "auto"}, {"type": "none"}):
        with client.messages.stream(messages=messages, tools=tools, tool_choice=choice, **OPTIONS) as stream:
            found = stream.get_final_message()
        calls = [block for block in found.content if block.type == "tool_use"]
        assert calls or choice["type"] in ("auto", "none")
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": str(functions[call.name](**call.input))}
                   for call in calls]  # fmt: skip
        messages += [{"role": "assistant", "content": found.content},
                     {"role": "user", "content": results or "And now?"}]  # fmt: skip
