"""OpenAI's Responses and Anthropic's Messages, as their own clients see them: the same texts as in a chat, in other clothes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

anthropic = pytest.importorskip("anthropic", reason="the official client judges the server")
openai = pytest.importorskip("openai", reason="the official client judges the server")
pytest.importorskip("starlette", reason="the server is a starlette application")
pytest.importorskip("uvicorn", reason="the server runs under uvicorn")

import jsonschema  # noqa: E402
from pydantic import BaseModel, Field  # noqa: E402

from .test_server import HELLO, SCHEMA, TOOLS, Running, running  # noqa: E402


class Invoice(BaseModel):
    customer: str = Field(max_length=8)
    total: int = Field(le=99)


PLAIN = {"seed": 6, "structured_outputs": {"regex": "[a-z]{18}"}}
FLAT = [{"type": "function", **tool["function"]} for tool in TOOLS]
TAKEN = [{"name": tool["name"], "input_schema": tool["parameters"]} for tool in FLAT]


@pytest.fixture(scope="module")
def here() -> Iterator[Running]:
    with running() as found:
        yield found
        assert found.idle()


@pytest.fixture(scope="module")
def claude(here: Running) -> Iterator[Any]:
    with anthropic.Anthropic(base_url=f"http://127.0.0.1:{here.port}", api_key="key", max_retries=0) as client:
        yield client


# ---- /v1/responses ----


def test_a_response_is_the_text_of_a_chat(here: Running) -> None:
    """With instructions as the system's message, a seed, and usage under other names."""
    numbers = {"temperature": 0.7, "top_p": 0.9, "extra_body": {"seed": 4}}
    found = here.client.responses.create(
        model="tiny", input="Hello", instructions="Be brief.", max_output_tokens=16, **numbers
    )
    messages = [{"role": "system", "content": "Be brief."}, *HELLO]
    chat = here.client.chat.completions.create(model="tiny", messages=messages, max_tokens=16, **numbers)
    assert chat.choices[0].message.content == found.output_text
    ended = {"stop": ("completed", None), "length": ("incomplete", "max_output_tokens")}[chat.choices[0].finish_reason]
    assert ended == (found.status, found.incomplete_details and found.incomplete_details.reason)
    assert (chat.usage.prompt_tokens, chat.usage.completion_tokens) == (
        found.usage.input_tokens,
        found.usage.output_tokens,
    )


def test_a_response_has_the_form_that_it_is_given(here: Running) -> None:
    """`text_format` of a Pydantic model, `text.format`, whole and in a stream."""
    parsed = here.client.responses.parse(model="tiny", input="Hello", text_format=Invoice, max_output_tokens=120)
    assert isinstance(parsed.output_parsed, Invoice)
    form = {"type": "json_schema", "name": "x", "strict": True, "schema": SCHEMA}
    found = here.client.responses.create(
        model="tiny", input="Hello", text={"format": form, "verbosity": "low"}, max_output_tokens=120
    )
    jsonschema.validate(json.loads(found.output_text), SCHEMA)
    with here.client.responses.stream(
        model="tiny", input="Hello", text_format=Invoice, max_output_tokens=120
    ) as stream:
        texts = [event.delta for event in stream if event.type == "response.output_text.delta"]
        assert isinstance(stream.get_final_response().output_parsed, Invoice)
    assert stream.get_final_response().output_text == "".join(texts)


@pytest.mark.parametrize("stream", [False, True])
def test_a_response_has_the_log_probabilities_of_its_text(here: Running, stream: bool) -> None:
    """The same as in a chat, token by token; in a stream with the pieces, and together once the text is over."""
    form = {"type": "json_schema", "name": "x", "schema": SCHEMA}
    options: dict[str, Any] = {"model": "tiny", "input": "Hello", "max_output_tokens": 120, "extra_body": {"seed": 3}}
    options |= {"text": {"format": form}, "include": ["message.output_text.logprobs"], "top_logprobs": 2}
    if stream:
        with here.client.responses.stream(**options) as events:
            pieces = [each for event in events if event.type == "response.output_text.delta" for each in event.logprobs]
            found = events.get_final_response()
    else:
        found = here.client.responses.create(**options)
        pieces = found.output[0].content[0].logprobs
    (text,) = found.output[0].content
    assert text.text == b"".join(bytes(each.bytes) for each in text.logprobs).decode()
    assert [each.logprob for each in pieces] == [each.logprob for each in text.logprobs]
    chat = here.client.chat.completions.create(
        model="tiny", messages=HELLO, max_tokens=120, seed=3, logprobs=True, top_logprobs=2,
        response_format={"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}},
    ).choices[0]  # fmt: skip
    assert [each.model_dump() for each in chat.logprobs.content] == [each.model_dump() for each in text.logprobs]


@pytest.mark.parametrize("stream", [False, True])
def test_responses_call_functions(here: Running, stream: bool) -> None:
    """One output item a call; in a stream its arguments in pieces; sent back, it is part of the conversation."""
    options: dict[str, Any] = {"model": "tiny", "input": "Hello", "tools": FLAT, "tool_choice": "required"}
    options |= {"parallel_tool_calls": False, "max_output_tokens": 200, "temperature": 0}
    if stream:
        with here.client.responses.stream(**options) as events:
            seen = [(event.type, event.sequence_number) for event in events if hasattr(event, "sequence_number")]
            found = events.get_final_response()
        assert list(range(len(seen))) == [number for _, number in seen]
        assert "response.function_call_arguments.delta" in [kind for kind, _ in seen]
    else:
        found = here.client.responses.create(**options)
    (call,) = found.output
    assert ("function_call", "completed") == (call.type, call.status)
    parameters = next(tool["parameters"] for tool in FLAT if tool["name"] == call.name)
    jsonschema.validate(json.loads(call.arguments), parameters)
    history = [*({"role": "user", "content": "Hello"},), call.model_dump()]
    history.append({"type": "function_call_output", "call_id": call.call_id, "output": "sunny"})
    assert here.client.responses.create(model="tiny", input=history, max_output_tokens=16).output_text is not None


def test_a_conversation_goes_on(here: Running) -> None:
    """`previous_response_id` stands for the input and the answer; an id that is not kept is HTTP 404."""
    first = here.client.responses.create(model="tiny", input="Hello", max_output_tokens=16, temperature=0)
    more = here.client.responses.create(
        model="tiny", input="And?", previous_response_id=first.id, max_output_tokens=16, temperature=0
    )
    answer = {"role": "assistant", "content": first.output_text}
    whole = here.client.responses.create(
        model="tiny", input=[*HELLO, answer, {"role": "user", "content": "And?"}], max_output_tokens=16, temperature=0
    )
    assert whole.output_text == more.output_text
    unkept = here.client.responses.create(model="tiny", input="Hello", max_output_tokens=16, store=False)
    for name in (unkept.id, "resp_none"):
        with pytest.raises(openai.NotFoundError, match="previous_response_id"):
            here.client.responses.create(model="tiny", input="x", previous_response_id=name)


CALLED = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}


def output(call: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call, "output": "sunny"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"tools": [{"type": "web_search"}]}, "web_search"),
        ({"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}]}, "reads text alone"),
        ({"input": []}, "a text or a list of items"),
        ({"input": [{"type": "item_reference", "id": "x"}]}, "item_reference"),
        ({"background": True}, "background"),
        ({"include": ["message.output_text.logprob"]}, "message.output_text.logprobs"),
        ({"top_logprobs": 21}, "top_logprobs"),
        ({"tools": 3}, "a list is needed"),
        ({"user": "\ud800"}, "surrogates not allowed"),
        ({"n": 2}, "'n' is no parameter"),
        ({"max_output_token": 3}, "`max_output_tokens`"),
        ({"text": {"format": {"type": "json_schema", "name": "x"}}}, "a JSON Schema is needed"),
        ({"instructions": "Be brief.", "input": [*HELLO, output("x")]}, "input[1].call_id is 'x', which no message"),
        ({"input": [CALLED, CALLED, output("c"), output(None)]}, "input[3].call_id is missing"),
        ({"input": [CALLED, output("c") | {"output": 3}]}, "input[1].output is 3"),
        ({"input": [CALLED | {"name": None}]}, "input[0].name is None"),
        ({"input": [{"role": "tool", "content": "x"}]}, "input[0].role is 'tool'"),
        ({"input": [{"role": "user", "content": 3}]}, "input[0].content is 3"),
    ],
)
def test_bad_responses_are_told_why(here: Running, fields: dict[str, Any], message: str) -> None:
    status, answer = here.request(
        "POST", "/v1/responses", json.dumps({"model": "tiny", "input": "x", **fields}).encode()
    )
    assert 400 == status, answer
    assert message in json.loads(answer)["error"]["message"]


# ---- tools that take a text ----

LARK = {
    "type": "grammar",
    "syntax": "lark",
    "definition": 'start: "é\\"\\n" /[a-z]{3}/ " " NUMBER\nNUMBER: /[0-9]{1,4}/',
}
REGEX = {"type": "grammar", "syntax": "regex", "definition": r"(SELECT|DROP) \"[a-z]{2}\";"}
CUSTOMS = {"lark": (LARK, r'é"\n[a-z]{3} [0-9]{1,4}'), "regex": (REGEX, REGEX["definition"])}


@pytest.mark.parametrize(("form", "expected"), CUSTOMS.values(), ids=CUSTOMS)
@pytest.mark.parametrize("stream", [False, True])
def test_custom_tools_are_called_with_a_text(here: Running, form: Any, expected: str, stream: bool) -> None:
    """In the form that each interface has for them, whole and in pieces; sent back, they are part of the conversation."""
    tool = {"type": "custom", "name": "run", "description": "d", "format": form}
    options: dict[str, Any] = {
        "model": "tiny",
        "tools": [*FLAT, tool],
        "tool_choice": {"type": "custom", "name": "run"},
    }
    if stream:
        with here.client.responses.stream(input="Hello", max_output_tokens=200, **options) as events:
            pieces = [event for event in events if event.type.startswith("response.custom_tool_call_input")]
            found = events.get_final_response()
        *deltas, done = pieces
        assert done.input == "".join(delta.delta for delta in deltas)
        assert len(deltas) > 1
        call = found.output[0]
        assert done.input == call.input
    else:
        found = here.client.responses.create(input="Hello", max_output_tokens=200, **options)
        (call,) = found.output
    assert ("custom_tool_call", "run") == (call.type, call.name)
    assert re.fullmatch(expected, call.input), call.input
    history = [{"role": "user", "content": "Hello"}, call.model_dump(exclude_none=True)]
    history.append({"type": "custom_tool_call_output", "call_id": call.call_id, "output": "ok"})
    for before in ({"input": history}, {"input": history[2:], "previous_response_id": found.id}):
        assert here.client.responses.create(model="tiny", max_output_tokens=8, **before).id

    inner = {name: each for name, each in tool.items() if name != "type"}
    inner["format"] = {"type": "grammar", "grammar": {name: form[name] for name in ("syntax", "definition")}}
    asked: dict[str, Any] = {"model": "tiny", "messages": HELLO, "max_tokens": 200, "stream": stream}
    asked |= {"tools": [*TOOLS, {"type": "custom", "custom": inner}]}
    asked |= {"tool_choice": {"type": "custom", "custom": {"name": "run"}}}
    answer = here.client.chat.completions.create(**asked)
    if stream:
        told = [piece for chunk in answer for piece in chunk.choices[0].delta.tool_calls or ()]
        assert ("custom", "run") == (told[0].type, told[0].custom["name"])
        text = "".join(piece.custom["input"] for piece in told)
    else:
        (made,) = answer.choices[0].message.tool_calls
        assert ("custom", "run") == (made.type, made.custom.name)
        text = made.custom.input
        messages = [*HELLO, answer.choices[0].message.model_dump()]
        messages.append({"role": "tool", "tool_call_id": made.id, "content": "ok"})
        assert here.client.chat.completions.create(model="tiny", messages=messages, max_tokens=8).id
    assert re.fullmatch(expected, text), text


def test_tools_may_be_allowed_by_name(here: Running) -> None:
    """`allowed_tools` in both interfaces; a name that no tool has is refused."""
    for name in ("weather", "stop"):
        choice = {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": name}]}
        found = here.client.responses.create(
            model="tiny", input="Hello", tools=FLAT, tool_choice=choice, max_output_tokens=200
        )
        assert {name} == {call.name for call in found.output}
    inner = {"mode": "required", "tools": [{"type": "function", "function": {"name": "none"}}]}
    with pytest.raises(openai.BadRequestError, match="none of the tools: weather, stop"):
        here.client.chat.completions.create(
            model="tiny", messages=HELLO, tools=TOOLS, tool_choice={"type": "allowed_tools", "allowed_tools": inner}
        )


# ---- /v1/messages ----


@pytest.mark.parametrize("stream", [False, True])
def test_a_message_is_the_text_of_a_chat(here: Running, claude: Any, stream: bool) -> None:
    """Also where a stop text ends it, which is named."""
    options: dict[str, Any] = {"model": "tiny", "messages": HELLO, "max_tokens": 40, "extra_body": PLAIN}
    text = here.client.chat.completions.create(**options).choices[0].message.content
    for stops in ([], [text[len(text) // 2 :][:2]]):
        given = options | {"system": [{"type": "text", "text": ""}], "stop_sequences": stops}
        if stream:
            with claude.messages.stream(**given) as events:
                texts = list(events.text_stream)
                found = events.get_final_message()
            assert found.content[0].text == "".join(texts)
        else:
            found = claude.messages.create(**given)
        expected = text.split(stops[0])[0] if stops else text
        assert [expected] == [block.text for block in found.content]
        assert found.stop_sequence == (stops[0] if stops else None)
        assert found.stop_reason in ({"stop_sequence"} if stops else {"max_tokens", "end_turn"})
    counted = claude.messages.count_tokens(model="tiny", messages=HELLO)
    assert found.usage.input_tokens == counted.input_tokens


@pytest.mark.parametrize("stream", [False, True])
def test_messages_use_tools(claude: Any, stream: bool) -> None:
    """`any` and one tool by name; the result goes back in a user's message."""
    for choice, names in (({"type": "any"}, {"weather", "stop"}), ({"type": "tool", "name": "weather"}, {"weather"})):
        options: dict[str, Any] = {"model": "tiny", "messages": HELLO, "max_tokens": 200, "tools": TAKEN}
        options["tool_choice"] = choice | {"disable_parallel_tool_use": True}
        if stream:
            with claude.messages.stream(**options) as events:
                found = events.get_final_message()
        else:
            found = claude.messages.create(**options)
        (block,) = found.content
        assert ("tool_use", "tool_use") == (found.stop_reason, block.type)
        assert block.name in names
        jsonschema.validate(block.input, next(tool["input_schema"] for tool in TAKEN if tool["name"] == block.name))
        result = {"type": "tool_result", "tool_use_id": block.id, "content": [{"type": "text", "text": "sunny"}]}
        history = [
            *HELLO,
            {"role": "assistant", "content": [block.model_dump(exclude_none=True)]},
            {"role": "user", "content": [result, {"type": "text", "text": "And?"}]},
        ]
        assert claude.messages.create(model="tiny", messages=history, max_tokens=5).content


def test_a_message_has_the_form_that_it_is_given(claude: Any) -> None:
    form = {"type": "json_schema", "schema": SCHEMA}
    found = claude.messages.create(model="tiny", messages=HELLO, max_tokens=120, output_config={"format": form})
    jsonschema.validate(json.loads(found.content[0].text), SCHEMA)


TEXT = {"type": "text", "text": "And?"}
USE = {"type": "tool_use", "id": "c", "name": "f", "input": {}}


def result(call: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call, "content": "sunny"}


def told(*blocks: Any) -> list[dict[str, Any]]:
    """One message of the user's with these blocks."""
    return [{"role": "user", "content": [*blocks]}]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"max_tokens": None}, "max_tokens is missing"),
        ({"thinking": {"type": "enabled", "budget_tokens": 1024}}, "thinking"),
        ({"messages": [{"role": "user", "content": [{"type": "image", "source": {}}]}]}, "reads text alone"),
        ({"tools": [{"type": "bash_20250124", "name": "bash"}]}, "bash_20250124"),
        ({"tool_choice": {"type": "some"}}, "choose auto, any"),
        ({"tool_choice": {"type": {}}}, "choose auto, any"),
        ({"tools": "f"}, "a list is needed"),
        ({"max_token": 3}, "max_token"),
        (
            {"system": "Be brief.", "messages": told(USE) + told(result("x"))},
            "messages[1].content[0].tool_use_id is 'x', which",
        ),
        (
            {"messages": told(TEXT, USE) + told(result("c"), TEXT, result(None))},
            "messages[1].content[2].tool_use_id is miss",
        ),
        ({"messages": told(USE | {"name": None})}, "messages[0].content[0].name is None"),
        ({"messages": told(USE) + told(result("c") | {"content": 3})}, "messages[1].content[0] has 3"),
        ({"messages": told(3)}, "messages[0].content[0] is 3"),
    ],
)
def test_bad_messages_are_told_why(here: Running, fields: dict[str, Any], message: str) -> None:
    """HTTP 400 in Anthropic's form."""
    body = {"model": "tiny", "messages": HELLO, "max_tokens": 5, **fields}
    status, answer = here.request("POST", "/v1/messages", json.dumps(body).encode())
    error = json.loads(answer)
    assert (400, "error", "invalid_request_error") == (status, error["type"], error["error"]["type"]), answer
    assert message in error["error"]["message"]


def test_the_key_of_either_client() -> None:
    with running(settings={"api_key": "key"}) as here:
        for key, status in (("key", 200), ("kez", 401)):
            client = anthropic.Anthropic(base_url=f"http://127.0.0.1:{here.port}", api_key=key, max_retries=0)
            try:
                assert client.messages.create(model="tiny", messages=HELLO, max_tokens=1).id
                assert 200 == status
            except anthropic.AuthenticationError:
                assert 401 == status
            client.close()
