"""litellm: chat and Anthropic's messages, forms, tools, streams."""

from __future__ import annotations

import json
from typing import Any

import pytest

litellm = pytest.importorskip("litellm", reason="litellm is the client")
from shapes import ASK, PROMPT, Weather, weather  # noqa: E402

CITY = {"type": "object", "properties": {"city": {"enum": ["Oslo", "Rome"]}}, "required": ["city"]}
TOOLS: Any = [{"type": "function", "function": {"name": name, "parameters": CITY}} for name in ("temperature", "wind")]


def options(kind: str, url: str) -> Any:
    base = url if kind == "anthropic" else f"{url}/v1"
    return {"model": f"{kind}/small", "api_base": base, "api_key": "none", "num_retries": 0, "max_tokens": 250}


KINDS = pytest.mark.parametrize("kind", ["openai", "hosted_vllm", "anthropic"])


@KINDS
def test_a_form_and_a_stream(kind: str, url: str) -> None:
    messages = [{"role": "user", "content": PROMPT}]
    found = litellm.completion(messages=messages, response_format=Weather, **options(kind, url))
    weather(Weather.model_validate_json(found.choices[0].message.content))
    pieces = [chunk.choices[0].delta.content or "" for chunk in
              litellm.completion(messages=messages, stream=True, **options(kind, url))]  # fmt: skip
    assert "".join(pieces)


@KINDS
def test_a_loop_with_two_tools(kind: str, url: str) -> None:
    messages: list[Any] = [{"role": "user", "content": ASK}]
    for choice in ("required", "auto"):
        found = litellm.completion(messages=messages, tools=TOOLS, tool_choice=choice, **options(kind, url))
        message = found.choices[0].message
        messages.append(message.model_dump())
        for call in message.tool_calls or ():
            assert json.loads(call.function.arguments)["city"] in ("Oslo", "Rome")
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "3"})
    assert any(each.get("tool_calls") for each in messages)
