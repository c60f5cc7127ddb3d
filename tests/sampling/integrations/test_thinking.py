"""Models that think first, behind the server: the thought is free and bounded, the answer obeys, and both are told apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

anthropic = pytest.importorskip("anthropic", reason="the official client judges the server")
openai = pytest.importorskip("openai", reason="the official client judges the server")
pytest.importorskip("starlette", reason="the server is a starlette application")
pytest.importorskip("uvicorn", reason="the server runs under uvicorn")

import jsonschema  # noqa: E402

from .test_server import FORMAT, HELLO, SCHEMA, TEMPLATE, TOKENIZER, TOOLS, Running, running  # noqa: E402

TAKEN = [{"name": t["function"]["name"], "input_schema": t["function"]["parameters"]} for t in TOOLS]
# As DeepSeek R1's template ends a prompt, as Qwen 3's does, and as one does whose model opens its thoughts itself.
OPENED = (
    "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% else %}<think>\n{% endif %}"
)
OPEN = "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
HISTORY = (
    "{% for m in messages %}{% if m.reasoning_content %}[{{ m.reasoning_content }}]{% endif %}{% endfor %}"  # </think>
)


@pytest.fixture(scope="module", params=[OPENED, OPEN], ids=["opened", "open"])
def here(request: pytest.FixtureRequest) -> Iterator[Running]:
    before = TOKENIZER.chat_template
    TOKENIZER.chat_template = HISTORY + TEMPLATE + request.param
    try:
        with running() as found:
            yield found
            assert found.idle()
    finally:
        TOKENIZER.chat_template = before


def claude(here: Running) -> Any:
    return anthropic.Anthropic(base_url=f"http://127.0.0.1:{here.port}", api_key="key", max_retries=0)


@pytest.mark.parametrize("seed", range(3))
def test_a_chat_has_the_thought_beside_the_answer(here: Running, seed: int) -> None:
    """As `reasoning_content`, whole and in pieces that come before the answer's; the answer obeys; effort "none" ends it."""
    options: dict[str, Any] = {"model": "tiny", "messages": HELLO, "max_tokens": 150, "seed": seed}
    options["response_format"] = FORMAT
    whole = here.client.chat.completions.create(**options)
    message = whole.choices[0].message
    jsonschema.validate(json.loads(message.content), SCHEMA)
    thought, text = "", ""
    for chunk in here.client.chat.completions.create(stream=True, **options):
        delta = chunk.choices[0].delta
        new = getattr(delta, "reasoning_content", None) or ""
        assert not (new and text)
        thought, text = thought + new, text + (delta.content or "")
    assert (getattr(message, "reasoning_content", ""), message.content) == (thought, text)
    assert "think>" not in thought + text
    if thought:
        assert 0 < whole.usage.completion_tokens_details.reasoning_tokens < whole.usage.completion_tokens
    silent = here.client.chat.completions.create(reasoning_effort="none", **options).choices[0].message
    assert not hasattr(silent, "reasoning_content")
    jsonschema.validate(json.loads(silent.content), SCHEMA)


@pytest.mark.parametrize("effort", ["high", "none"])
def test_the_newlines_of_an_answer_are_its_own(here: Running, effort: str) -> None:
    """What stands between thought and answer is known, so only that is taken away."""
    options: dict[str, Any] = {"model": "tiny", "messages": HELLO, "max_tokens": 150, "reasoning_effort": effort}
    for pattern in ("\n\n\n", "\nyes"):
        given = {"extra_body": {"structured_outputs": {"regex": pattern}}}
        assert pattern == here.client.chat.completions.create(**options, **given).choices[0].message.content
        pieces = here.client.chat.completions.create(stream=True, **options, **given)
        assert pattern == "".join(piece.choices[0].delta.content or "" for piece in pieces)


@pytest.mark.parametrize("stream", [False, True])
def test_a_message_has_a_block_of_thinking(here: Running, stream: bool) -> None:
    """Enabled: at most so many tokens of it, then text, a form or a call; it goes back as it came; disabled: none."""
    client = claude(here)
    options: dict[str, Any] = {"model": "tiny", "messages": HELLO, "max_tokens": 150}
    for seed, more in enumerate[dict[str, Any]](({}, {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}},
                                 {"tools": TAKEN, "tool_choice": {"type": "any"}})):  # fmt: skip
        asked = options | more | {"thinking": {"type": "enabled", "budget_tokens": 20}, "extra_body": {"seed": seed}}
        if stream:
            with client.messages.stream(**asked) as events:
                pieces = [event.delta.thinking for event in events
                          if event.type == "content_block_delta" and event.delta.type == "thinking_delta"]  # fmt: skip
                found = events.get_final_message()
            assert "".join(pieces) == "".join(b.thinking for b in found.content if b.type == "thinking")
        else:
            found = client.messages.create(**asked)
        kinds = [block.type for block in found.content]
        assert kinds[0] == "thinking"
        assert len(TOKENIZER(found.content[0].thinking)["input_ids"]) <= 2 * 20  # its letters may be split otherwise
        if "output_config" in more:
            jsonschema.validate(json.loads(found.content[1].text), SCHEMA)
        elif "tools" in more:
            assert {"tool_use"} == set(kinds[1:])
            jsonschema.validate(
                found.content[1].input, next(t["input_schema"] for t in TAKEN if t["name"] == found.content[1].name)
            )
        history: list[dict[str, Any]] = [
            *HELLO,
            {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in found.content]},
        ]
        before = client.messages.count_tokens(model="tiny", messages=[*history, *HELLO]).input_tokens
        history[1]["content"] = history[1]["content"][1:]
        assert client.messages.count_tokens(model="tiny", messages=[*history, *HELLO]).input_tokens < before
    for thinking, shown in (
        ({"type": "disabled"}, False),
        ({"type": "enabled", "budget_tokens": 5, "display": "omitted"}, False),
    ):
        found = client.messages.create(**options, thinking=thinking)
        assert shown == any(block.type == "thinking" for block in found.content)
    client.close()


@pytest.mark.parametrize("stream", [False, True])
def test_a_response_has_an_item_of_reasoning(here: Running, stream: bool) -> None:
    form = {"format": {"type": "json_schema", "name": "x", "schema": SCHEMA}}
    options: dict[str, Any] = {"model": "tiny", "input": "Hello", "max_output_tokens": 150, "text": form}
    options["extra_body"] = {"seed": 4, "chat_template_kwargs": {"enable_thinking": True}}
    if stream:
        with here.client.responses.stream(**options) as events:
            pieces = [event.delta for event in events if event.type == "response.reasoning_text.delta"]
            found = events.get_final_response()
    else:
        found = here.client.responses.create(**options)
        pieces = [item.content[0].text for item in found.output if item.type == "reasoning"]
    jsonschema.validate(json.loads(found.output_text), SCHEMA)
    assert "".join(pieces) == "".join(item.content[0].text for item in found.output if item.type == "reasoning")
    used = found.usage.output_tokens_details.reasoning_tokens
    assert bool(pieces) == bool(used)
    items = [item.model_dump(exclude_none=True) for item in found.output]
    again = here.client.responses.create(
        model="tiny", input=[*HELLO, *items, *HELLO], max_output_tokens=5, reasoning={"effort": "none"}
    )
    onwards = here.client.responses.create(
        model="tiny", input="Hello", previous_response_id=found.id, max_output_tokens=5, reasoning={"effort": "none"}
    )
    assert again.usage.input_tokens == onwards.usage.input_tokens
    assert ["message"] == [item.type for item in again.output]


def test_thinking_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the model's template knows none, and with budgets that leave no answer."""
    monkeypatch.setattr(TOKENIZER, "chat_template", TEMPLATE)
    with running() as here:
        client = claude(here)
        for thinking, message in (
            ({"type": "enabled", "budget_tokens": 5}, "knows none"),
            ({"type": "enabled", "budget_tokens": 50}, "must be less"),
            ({"type": "enabled"}, "budget_tokens"),
            ({"type": "between_tools"}, "between_tools"),
            ({"type": "adaptive", "budget": 5}, "does not know"),
        ):
            with pytest.raises(anthropic.BadRequestError, match=message):
                client.messages.create(model="tiny", messages=HELLO, max_tokens=50, thinking=thinking)
        assert client.messages.create(model="tiny", messages=HELLO, max_tokens=5, thinking={"type": "adaptive"}).content
        client.close()
