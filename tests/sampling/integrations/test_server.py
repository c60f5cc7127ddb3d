"""The server, as OpenAI's own client sees it: every answer obeys, every bad request is told why, nothing is left behind."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

openai = pytest.importorskip("openai", reason="the official client judges the server")
pytest.importorskip("starlette", reason="the server is a starlette application")
uvicorn = pytest.importorskip("uvicorn", reason="the server runs under uvicorn")

import jsonschema  # noqa: E402

import constrain  # noqa: E402
from constrain import ConstraintCache, budget  # noqa: E402
from constrain.grammars import regex  # noqa: E402
from constrain.sampling import Pipeline, generate  # noqa: E402
from constrain.sampling.integrations import server as serving  # noqa: E402
from constrain.sampling.integrations.server.engine import Job  # noqa: E402
from tests.sampling.random_model import random_model  # noqa: E402

PATIENCE = 120.0  # seconds, on a busy machine
TEMPLATE = (
    "{% for m in messages %}{{ m.role + ': ' + m.content }}{% if m.tool_calls %}{{ m.tool_calls|tojson }}{% endif %}"
    "{% if m.role == 'user' and m.content == 'raise' %}{{ raise_exception('this template wants no raise') }}{% endif %}"
    "{{ '\\n' }}{% endfor %}{% if tools %}{{ tools|tojson + '\\n' }}{% endif %}{% if shout %}!{% endif %}assistant: "
)
SCHEMA = {
    "type": "object",
    "properties": {"customer": {"type": "string", "maxLength": 8}, "total": {"type": "integer", "maximum": 99}},
    "required": ["customer", "total"],
    "additionalProperties": False,
}
FORMAT = {"type": "json_schema", "json_schema": {"name": "invoice", "strict": True, "schema": SCHEMA}}
LONG: dict[str, Any] = {"max_tokens": 1900, "extra_body": {"structured_outputs": {"regex": "[ab]{1500}"}}}  # tokens
THREE: dict[str, Any] = {"max_tokens": 20, "extra_body": {"structured_outputs": {"regex": "[ab]{3}"}}}
HEADERS = "Host: x\r\nContent-Type: application/json\r\n"
HELLO = [{"role": "user", "content": "Hello"}]
TOOLS: list[dict[str, Any]] = [
    {"type": "function", "function": {"name": name, "description": "…", "parameters": parameters}}
    for name, parameters in {
        "weather": {"type": "object", "properties": {"city": {"enum": ["Oslo", "Rome"]}}, "required": ["city"]},
        "stop": {"type": "object", "properties": {}},
    }.items()
]


@dataclass
class Running:
    """A server in a thread of this process."""

    server: serving.Server
    port: int
    client: Any
    uvicorn: Any
    thread: threading.Thread

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """A request without the client: status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"content-type": "application/json", **headers})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def idle(self) -> bool:
        """Whether, soon, no text is written or waits."""
        return eventually(lambda: self.server.engine.load() == (0, 0) and not self.server.under_way)

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def eventually(test: Callable[[], bool]) -> bool:
    """Whether the test comes true within our patience."""
    end = time.monotonic() + PATIENCE
    while not test():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def model_and_tokenizer() -> tuple[Any, Any]:
    model, tokenizer = random_model()
    tokenizer.chat_template = TEMPLATE
    return model, tokenizer


MODEL, TOKENIZER = model_and_tokenizer()


@contextmanager
def running(model: Any = MODEL, *, settings: dict[str, Any] | None = None, **options: Any) -> Iterator[Running]:
    """A server on a port of the system's choice; ended, and its threads with it, at the end of the block."""
    engine = serving.Engine(model, TOKENIZER, **options)
    server = serving.Server(engine, serving.Settings(model="tiny", **(settings or {})), cache=ConstraintCache())
    runner = serving.runner(server, port=0, grace=1.0, log_level="error")
    thread = threading.Thread(target=runner.run)
    thread.start()
    assert eventually(lambda: runner.started)
    port = runner.servers[0].sockets[0].getsockname()[1]
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key="key", max_retries=0, timeout=PATIENCE)
    found = Running(server, port, client, runner, thread)
    try:
        yield found
    finally:
        client.close()
        found.stop()
        assert not engine.alive


@pytest.fixture(scope="module")
def here() -> Iterator[Running]:
    with running() as found:
        yield found
        assert found.idle()


def text_of(answer: Any) -> str:
    text: str = answer.choices[0].message.content
    return text


def chat(here: Running, messages: list[dict[str, Any]] = HELLO, **options: Any) -> Any:
    return here.client.chat.completions.create(model="tiny", messages=messages, **options)


# ---- what is answered ----


def test_models(here: Running) -> None:
    """The one model is listed and found by its name; another is not."""
    assert ["tiny"] == [model.id for model in here.client.models.list().data]
    assert "tiny" == here.client.models.retrieve("tiny").id
    for call in (
        lambda: here.client.models.retrieve("huge"),
        lambda: here.client.chat.completions.create(model="huge", messages=HELLO),
    ):
        with pytest.raises(openai.NotFoundError, match="'huge' does not exist here; this server has 'tiny'"):
            call()


def test_texts_are_those_of_generate(here: Running) -> None:
    """The same model, prompt, numbers and seed give the same texts as `generate` does, n of them."""
    numbers = {"temperature": 0.7, "top_p": 0.9}
    found = chat(here, n=2, seed=5, max_tokens=12, extra_body={"top_k": 20}, **numbers)
    sampler = Pipeline.vllm(**numbers, top_k=20)
    own: Any = generate(MODEL, TOKENIZER, [HELLO] * 2, sampler=sampler, seeds=5, max_tokens=12)
    assert [each.text for each in own] == [choice.message.content for choice in found.choices]
    prompt = TOKENIZER("user: Hello\nassistant: ")["input_ids"]
    assert (len(prompt), sum(len(each.tokens) for each in own)) == (
        found.usage.prompt_tokens,
        found.usage.completion_tokens,
    )
    greedy = generate(MODEL, TOKENIZER, "Hello", max_tokens=10, sampler=Pipeline.vllm(temperature=0.0))
    plain = here.client.completions.create(model="tiny", prompt="Hello", max_tokens=10, temperature=0)
    assert (greedy.text, greedy.finish_reason) == (plain.choices[0].text, plain.choices[0].finish_reason)


def test_a_stream_is_the_same_text_in_pieces(here: Running) -> None:
    """Pieces of each choice together are its text; roles come first, reasons last, usage in the end if asked for."""
    options: dict[str, Any] = {"n": 2, "seed": 3, "max_tokens": 60, "response_format": FORMAT}
    whole = chat(here, **options)
    texts, reasons, usages = ["", ""], ["", ""], []
    for chunk in chat(here, stream=True, stream_options={"include_usage": True}, **options):
        usages.append(chunk.usage)
        for choice in chunk.choices:
            assert not reasons[choice.index]
            texts[choice.index] += choice.delta.content or ""
            reasons[choice.index] = choice.finish_reason or ""
    assert [choice.message.content for choice in whole.choices] == texts
    assert ["stop", "stop"] == reasons
    assert [whole.usage] == [usage for usage in usages if usage is not None]
    pieces = here.client.completions.create(
        model="tiny", prompt=["a", "b"], seed=3, max_tokens=8, stream=True, echo=True
    )
    found = ["", ""]
    for chunk in pieces:
        found[chunk.choices[0].index] += chunk.choices[0].text
    again = here.client.completions.create(model="tiny", prompt=["a", "b"], seed=3, max_tokens=8, echo=True)
    assert [choice.text for choice in again.choices] == found
    assert ["a", "b"] == [text[0] for text in found]


def test_response_formats(here: Running) -> None:
    """A schema, any object, and free text."""
    for choice in chat(here, n=3, max_tokens=60, response_format=FORMAT).choices:
        jsonschema.validate(json.loads(choice.message.content), SCHEMA)
        assert "stop" == choice.finish_reason
    found = chat(here, max_tokens=40, response_format={"type": "json_object"})
    assert isinstance(json.loads(found.choices[0].message.content), dict)
    assert "length" == chat(here, max_tokens=3, response_format={"type": "text"}, seed=1).choices[0].finish_reason


TAGS = {
    "structures": [{"begin": "<f=a>", "schema": {"enum": [1, 2]}, "end": "</f>"}],
    "triggers": ["<f="],
}
FORMAT_TREE = {
    "type": "structural_tag",
    "format": {
        "type": "sequence",
        "elements": [
            {"type": "tag", "begin": "<t>", "content": {"type": "regex", "pattern": "[ab]{2}"}, "end": "</t>"},
            {"type": "or", "elements": [{"type": "const_string", "value": "x"}, {"type": "json_schema", "json_schema": {"const": 7}}]},
            {"type": "tags_with_separator", "separator": ",", "at_least_one": True, "stop_after_first": True,
             "tags": [{"type": "tag", "begin": "(", "content": {"type": "grammar", "grammar": 'root ::= "q"'}, "end": ")"}]},
        ],
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"json": SCHEMA}, r'\s*\{\s*"customer".*'),
        ({"json": json.dumps(SCHEMA), "disable_any_whitespace": True}, r'\{"customer":"[^ ]*.*","total":-?\d+\}'),
        (
            {"json": {"type": "object", "properties": {"a": {"const": 1}}}, "disable_additional_properties": True},
            r'\s*\{\s*("a": ?1\s*)?\}\s*',
        ),
        ({"json_object": True}, r"\s*\{.*\}\s*"),
        ({"regex": "[ab]{3,5}c"}, "[ab]{3,5}c"),
        ({"choice": ["yes", "no"]}, "yes|no"),
        ({"grammar": 'root ::= "x" [0-9]{2}'}, r"x\d\d"),
        ({"grammar": 'start: "x" DIGIT\nDIGIT: /[0-9]/'}, r"x\d"),
        ({"grammar": "s ::= 'x' 'y'", "grammar_syntax": "ebnf"}, "xy"),
        ({"grammar": 's = "x" 2"y"\n', "grammar_syntax": "abnf"}, "[xX][yY]{2}"),
        ({"structural_tag": json.dumps(TAGS)}, r"(?:(?!<f=).|<f=a>[12]</f>)*"),
        ({"structural_tag": FORMAT_TREE}, r"<t>[ab]{2}</t>(x|7)\(q\)"),
    ],
)
def test_structured_outputs(here: Running, spec: dict[str, Any], expected: str) -> None:
    """vLLM's field, every kind, in both interfaces; and by its older names, `guided_regex` and so on."""
    body = {"structured_outputs": spec}
    answers = [chat(here, max_tokens=50, extra_body=body).choices[0].message.content]
    if list(spec) in (["regex"], ["choice"], ["grammar"]):
        older = {f"guided_{kind}": value for kind, value in spec.items()}
        answers.append(chat(here, max_tokens=50, extra_body=older).choices[0].message.content)
    found = here.client.completions.create(model="tiny", prompt="Say: ", max_tokens=50, n=2, extra_body=body)
    for text in [*answers, *(choice.text for choice in found.choices)]:
        assert re.fullmatch(expected, text, re.DOTALL), text


def test_tools(here: Running) -> None:
    """Whether calls come, which, and how many, is as `tool_choice` and `parallel_tool_calls` say; arguments are valid."""
    allowed = {"weather": ['{"city": "Oslo"}', '{"city": "Rome"}'], "stop": ["{}"]}

    def calls_of(**options: Any) -> list[tuple[str, str]]:
        choice = chat(here, tools=TOOLS, max_tokens=90, **options).choices[0]
        found = choice.message.tool_calls or ()
        calls = [(call.function.name, json.dumps(json.loads(call.function.arguments))) for call in found]
        assert all(arguments in allowed[name] for name, arguments in calls), calls
        assert ("tool_calls" if calls else "text") == ("tool_calls" if choice.finish_reason == "tool_calls" else "text")
        return calls

    required = [calls_of(tool_choice="required", seed=seed) for seed in range(4)]
    assert all(required)
    assert any(len(calls) > 1 for calls in required)
    assert {1} == {len(calls_of(tool_choice="required", parallel_tool_calls=False, seed=seed)) for seed in range(4)}
    named = {"type": "function", "function": {"name": "stop"}}
    assert [("stop", "{}")] == calls_of(tool_choice=named)
    assert not calls_of(tool_choice="none")
    begin = TOKENIZER.convert_tokens_to_ids("<tool_call>")
    assert calls_of(logit_bias={str(begin): 100}), "the model was led to call"
    calls_of()


def test_streamed_tool_calls(here: Running) -> None:
    """Text before a call comes in pieces, without any of the mark; then each call's name, and its arguments in pieces."""
    begin = TOKENIZER.convert_tokens_to_ids("<tool_call>")
    texts = {
        "type": "object",
        "properties": {"text": {"type": "string", "minLength": 9, "maxLength": 12}},
        "required": ["text"],
    }
    note = {"type": "function", "function": {"name": "note", "parameters": texts}}
    several = 0
    for bias, seed in ((100, 1), (3, 2), (3, 3), (-100, 4)):
        options = {"tools": [note, *TOOLS], "max_tokens": 90, "seed": seed, "logit_bias": {str(begin): bias}}
        whole = chat(here, **options).choices[0]
        text, reason = "", None
        calls, pieces = list[Any](), list[Any]()
        for chunk in chat(here, stream=True, **options):
            (choice,) = chunk.choices
            text += choice.delta.content or ""
            pieces += choice.delta.tool_calls or []
            reason = choice.finish_reason
        for piece in pieces:
            if piece.function.name is not None:
                assert (len(calls), "function") == (piece.index, piece.type)
                assert piece.id
                calls.append([piece.function.name, ""])
            assert len(calls) == piece.index + 1
            calls[-1][1] += piece.function.arguments
        assert (whole.message.content or "", whole.finish_reason) == (text, reason)
        expected = [call.function for call in whole.message.tool_calls or ()]
        assert [[f.name, f.arguments] for f in expected] == calls
        assert all(isinstance(json.loads(arguments), dict) for _, arguments in calls)
        assert "<tool_call>" not in text
        several += len(pieces) > len(calls)
    assert several


def test_tools_beside_a_form(here: Running) -> None:
    """An answer is calls, or of the form; either is streamed as it is said whole."""
    begin = TOKENIZER.convert_tokens_to_ids("<tool_call>")
    form = {"type": "json_schema", "json_schema": {"name": "a", "schema": {"enum": ["<tool_call>", "no call"]}}}
    kinds = set()
    for bias, seed in ((100, 1), (0, 2), (-100, 3), (-100, 4), (-100, 5)):
        options = {"tools": TOOLS, "response_format": form, "max_tokens": 90, "seed": seed}
        options["logit_bias"] = {str(begin): bias}
        whole = chat(here, **options).choices[0]
        deltas = [chunk.choices[0].delta for chunk in chat(here, stream=True, **options)]
        text = "".join(delta.content or "" for delta in deltas)
        assert (whole.message.content or "") == text
        if whole.message.tool_calls:
            assert ("", "tool_calls") == (text, whole.finish_reason)
        else:
            assert json.loads(text) in ("<tool_call>", "no call")
            assert "stop" == whole.finish_reason
            assert not any(delta.tool_calls for delta in deltas)
        kinds.add(bool(whole.message.tool_calls))
    assert {True, False} == kinds
    required = chat(here, **options | {"tool_choice": "required"}).choices[0]
    assert required.message.tool_calls
    chosen = {"structured_outputs": {"choice": ["yes", "no"]}}
    text = chat(here, tools=TOOLS, extra_body=chosen, logit_bias={str(begin): -100}).choices[0].message.content
    assert text in ("yes", "no")


def test_conversations_with_tools_reach_the_template(here: Running) -> None:
    """Parts of text, developers, calls that were made and what they gave; arguments as objects; the template's own."""
    call = {"id": "c", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "How is "}, {"type": "text", "text": "it?"}]},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "cold", "tool_call_id": "c"},
    ]
    found = chat(here, messages, max_tokens=1, extra_body={"chat_template_kwargs": {"shout": True}})
    made = json.dumps([{**call, "function": {"name": "weather", "arguments": {"city": "Oslo"}}}])
    prompt = f"system: Be brief.\nuser: How is it?\nassistant: {made}\ntool: cold\n!assistant: "
    assert len(TOKENIZER(prompt)["input_ids"]) == found.usage.prompt_tokens


@pytest.mark.parametrize("spec", [None, {"json": SCHEMA}], ids=["free", "schema"])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_log_probabilities(here: Running, spec: dict[str, Any] | None, stream: bool) -> None:
    """Each token's is what the model gives it after the tokens before; the likeliest beside it are the model's."""
    body = {} if spec is None else {"structured_outputs": spec}
    options = {"max_tokens": 40, "seed": 2, "logprobs": True, "top_logprobs": 3, "extra_body": body, "temperature": 0.5}
    tokens: list[Any] = []
    text = ""
    if stream:
        for chunk in chat(here, stream=True, **options):
            text += chunk.choices[0].delta.content or ""
            if chunk.choices[0].logprobs is not None:
                tokens += chunk.choices[0].logprobs.content
    else:
        choice = chat(here, **options).choices[0]
        text, tokens = choice.message.content, choice.logprobs.content
    assert text == b"".join(bytes(token.bytes) for token in tokens).decode("utf-8", "replace")
    sampler = Pipeline.vllm(temperature=0.5)
    schema = None if spec is None else here.server.cache.compile(_json_schema(), SCHEMA, here.server.engine.vocabulary)
    (own,) = _listed(generate(MODEL, TOKENIZER, [HELLO], schema, max_tokens=40, seeds=2, sampler=sampler))
    assert text == own.text
    prompt = TOKENIZER("user: Hello\nassistant: ")["input_ids"]
    with torch.no_grad():
        logits = MODEL(torch.tensor([[*prompt, *own.tokens]])).logits[0, len(prompt) - 1 : -1]
    log_p = logits.float().log_softmax(-1)
    assert len(own.tokens) == len(tokens)
    for place, (token, entry) in enumerate(zip(own.tokens, tokens, strict=True)):
        assert abs(float(log_p[place, token]) - entry.logprob) < 1e-3
        best = log_p[place].topk(3).values.tolist()
        assert all(abs(a - b.logprob) < 1e-3 for a, b in zip(best, entry.top_logprobs, strict=True))


def _listed(results: Any) -> list[Any]:
    return list(results)


def _json_schema() -> Any:
    from constrain.grammars import json_schema

    return json_schema


def test_completions_have_log_probabilities_of_their_own_form(here: Running) -> None:
    """Tokens, their log-probabilities, the likeliest by text, and where each begins."""
    found = here.client.completions.create(
        model="tiny",
        prompt="x",
        max_tokens=9,
        logprobs=1,
        echo=True,
        extra_body={"structured_outputs": {"regex": "[abc]{5}"}},
    ).choices[0]
    logprobs = found.logprobs
    assert "x" + "".join(logprobs.tokens) == found.text
    assert list(range(1, 6))[: len(logprobs.tokens)] == logprobs.text_offset
    assert {1} == {len(best) for best in logprobs.top_logprobs}
    assert all(each <= 0 for each in logprobs.token_logprobs)


def test_stop_texts_end_before_them(here: Running) -> None:
    """Of free and of constrained texts, whole and in a stream."""
    body = {"structured_outputs": {"regex": "a{3}b{9}"}}
    assert "aaa" == chat(here, stop="b", max_tokens=20, extra_body=body).choices[0].message.content
    stream = chat(here, stop=["zz", "bb"], max_tokens=20, extra_body=body, stream=True)
    assert "aaa" == "".join(chunk.choices[0].delta.content or "" for chunk in stream)


def test_max_tokens_is_a_promise(here: Running) -> None:
    """A text completes within it; where no text is so short, the request is refused with the number that it takes."""
    for most in (24, 40):
        found = chat(here, max_completion_tokens=most, response_format=FORMAT, n=3)
        for choice in found.choices:
            jsonschema.validate(json.loads(choice.message.content), SCHEMA)
        assert found.usage.completion_tokens <= 3 * most
    with pytest.raises(
        openai.BadRequestError, match=r"the shortest text takes \d+ tokens, and max_tokens is 2; allow more(?!.*fit)"
    ):
        chat(here, max_tokens=2, response_format=FORMAT)


def test_texts_that_the_limit_may_have_changed_say_so(here: Running) -> None:
    """In each interface, whole and in the last piece; others say nothing."""
    short, free = {"structured_outputs": {"regex": "(ab){2,9}"}}, {"structured_outputs": {"regex": "(ab){2}"}}
    for body, expected in ((short, True), (free, None)):
        found = chat(here, max_tokens=5, extra_body=body)
        assert expected == getattr(found.choices[0], "shortened", None)
        *_, last = chat(here, max_tokens=5, extra_body=body, stream=True)
        assert expected == getattr(last.choices[0], "shortened", None)
        text = here.client.completions.create(model="tiny", prompt="a", max_tokens=5, extra_body=body)
        assert expected == getattr(text.choices[0], "shortened", None)


# ---- what is refused ----

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown field": ({"max_token": 3}, "`max_tokens`"),
    "a schema that is none": ({"response_format": {"type": "json_schema", "json_schema": {"schema": {"type": "strin"}}}}, "must be one of"),
    "a schema without values": ({"structured_outputs": {"json": {"enum": []}}}, ""),
    "a schema that cannot be kept": ({"structured_outputs": {"json": {"$ref": "https://example.com/x"}}}, "example.com"),
    "no schema": ({"response_format": {"type": "json_schema", "json_schema": {"name": "x"}}}, "a JSON Schema is needed"),
    "an unknown form": ({"response_format": {"type": "xml"}}, "choose text"),
    "an unknown field of a form": ({"response_format": {"type": "text", "strict": True}}, "unknown field 'strict'"),
    "a pattern that is none": ({"structured_outputs": {"regex": "("}}, "regex"),
    "a pattern that takes too long": ({"structured_outputs": {"regex": "(?=(a|b){1,900}c)(?!(a|ab|b){3,900}d)(a|b|c){1,999}x?" * 9}}, ""),
    "two kinds": ({"structured_outputs": {"regex": "a", "choice": ["a"]}}, "exactly one"),
    "an older name beside the field": ({"guided_regex": "a", "structured_outputs": {"regex": "a"}}, "leave one out"),
    "no kind": ({"structured_outputs": {}}, "exactly one"),
    "an option of another kind": ({"structured_outputs": {"regex": "a", "disable_any_whitespace": True}}, "json alone"),
    "an unclear notation": ({"structured_outputs": {"grammar": "s = a"}}, "write the notation in a first line"),
    "a notation that is none": ({"structured_outputs": {"grammar": "s: x", "grammar_syntax": "yacc"}}, "choose lark"),
    "an error in a grammar": ({"structured_outputs": {"grammar": "root ::= foo"}}, "`foo` is used but never defined"),
    "choices that are none": ({"structured_outputs": {"choice": "ab"}}, "list of texts"),
    "an unknown tag": ({"structured_outputs": {"structural_tag": {"type": "structural_tag", "format": {"type": "no"}}}}, "no"),
    "a tag without trigger": ({"structured_outputs": {"structural_tag": {**TAGS, "triggers": ["<g="]}}}, "begins with no trigger"),
    "tags nested too deeply": ({"structured_outputs": {"structural_tag": '{"type":"structural_tag","format":' + '{"type":"sequence","elements":[' * 90 + "]}" * 90 + "}"}}, "elements[0]"),
    "two forms": ({"response_format": {"type": "json_object"}, "structured_outputs": {"regex": "a"}}, "leave one out"),
    "a tool choice without tools": ({"tool_choice": "required"}, "needs tools"),
    "a tool that does not exist": ({"tools": TOOLS, "tool_choice": {"type": "function", "function": {"name": "x"}}}, "tool_choice names 'x', which is none of the tools"),
    "a tool that is misspelt": ({"tools": TOOLS, "tool_choice": {"type": "function", "function": {"name": "wether"}}}, "did you mean `weather`?"),
    "a field that is misspelt": ({"structured_outputs": {"regx": "a"}}, "unknown field 'regx'; did you mean `regex`?"),
    "a schema beside its place": ({"response_format": {"type": "json_schema", "schema": SCHEMA}}, "did you mean `json_schema.schema`?"),
    "an answer to no call": ({"messages": [*HELLO, {"role": "tool", "content": "a", "tool_call_id": "x"}]}, "'x', which no message before"),
    "an answer to what is not said": ({"messages": [*HELLO, {"role": "tool", "content": "a"}]}, "tool_call_id is missing"),
    "another interface's name": ({"max_output_tokens": 3}, "did you mean `max_tokens`?"),
    "a tool choice that is none": ({"tools": TOOLS, "tool_choice": "any"}, "choose none, auto"),
    "a tool with a wrong key": ({"tools": [{"type": "function", "function": {"name": "f", "paramters": {}}}]}, "did you mean `parameters`"),
    "a tool that is none": ({"tools": [None]}, "tools: definition 0 must be a dict"),
    "a number out of range": ({"temperature": -1}, "temperature is -1"),
    "a number that is none": ({"top_p": "high"}, "top_p is 'high'"),
    "no texts": ({"n": 0}, "n is 0"),
    "no tokens": ({"max_tokens": 0}, "max_tokens is 0"),
    "too many tokens": ({"max_tokens": 10**6}, "--max-request-tokens"),
    "a text of megabytes": ({"messages": [{"role": "user", "content": "a " * 500_000}]}, "2048 positions"),
    "messages without end": ({"messages": HELLO * 40_000}, "2048 positions"),
    "top_logprobs alone": ({"top_logprobs": 2}, "needs logprobs"),
    "an empty stop": ({"stop": ""}, "stop"),
    "a bias beyond the vocabulary": ({"logit_bias": {"999999": 1}}, "the model has 512 tokens"),
    "a bias of a word": ({"logit_bias": {"the": 1}}, "token ids"),
    "no messages": ({"messages": []}, "at least one message"),
    "an unknown role": ({"messages": [{"role": "robot", "content": "x"}]}, "role"),
    "a picture": ({"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]}, "text alone"),
    "an order that the template refuses": ({"messages": [{"role": "user", "content": "raise"}]}, "this template wants no raise"),
    "another template": ({"chat_template_kwargs": {"chat_template": "{{ 1 }}"}}, "must not set chat_template"),
    "functions of old": ({"functions": [{"name": "f"}]}, "replaced by `tools`"),
    "texts that go on": ({"ignore_eos": True}, "where its constraint says so"),
    "beams": ({"use_beam_search": True}, "num_beams"),
    "two ways to say it": ({"guided_regex": "a", "structured_outputs": {"regex": "a"}}, "leave one out"),
    "unknown options of streams": ({"stream_options": {"x": 1}}, "include_usage"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_requests_are_told_why(here: Running, what: str) -> None:
    """HTTP 400 in OpenAI's form, with our message, before a token is drawn; the same for a stream."""
    fields, message = BAD[what]
    for stream in (False, True):
        body = {"model": "tiny", "messages": HELLO, "stream": stream, **fields}
        status, answer = here.request("POST", "/v1/chat/completions", json.dumps(body).encode())
        error = json.loads(answer)["error"]
        assert (400, "invalid_request_error") == (status, error["type"]), error
        assert message in error["message"]
        assert {"message", "type", "param", "code"} == set(error)


_BAD_SCHEMA = {"type": "object", "properties": {"a": {"type": "text"}}}
_HELLO = {"model": "tiny", "messages": HELLO, "max_tokens": 5}


@pytest.mark.parametrize(
    ("path", "body", "param"),
    [
        ("chat/completions", _HELLO | {"structured_outputs": {"json": _BAD_SCHEMA}}, "structured_outputs"),
        ("chat/completions", _HELLO | {"guided_regex": "("}, "guided_regex"),
        (
            "chat/completions",
            _HELLO | {"tools": [{"type": "function", "function": {"name": "f", "parameters": _BAD_SCHEMA}}]},
            "tools",
        ),
        ("completions", {"model": "tiny", "prompt": "a", "guided_grammar": "root ::= ("}, "guided_grammar"),
        (
            "responses",
            {
                "model": "tiny",
                "input": "a",
                "text": {"format": {"type": "json_schema", "name": "x", "schema": _BAD_SCHEMA}},
            },
            "text.format",
        ),
        (
            "messages",
            _HELLO | {"output_config": {"format": {"type": "json_schema", "schema": _BAD_SCHEMA}}},
            "output_config.format",
        ),
    ],
)
def test_a_form_that_is_wrong_is_blamed_by_its_field(here: Running, path: str, body: Any, param: str) -> None:
    """Also where it is found only when the form is compiled."""
    status, answer = here.request("POST", f"/v1/{path}", json.dumps(body).encode())
    error = json.loads(answer)["error"]
    assert 400 == status
    assert param in (error["message"] if path == "messages" else error["param"]), error
    assert 1 == error["message"].count(f"{param}: ")


def test_bodies_that_are_none(here: Running) -> None:
    """No JSON, no object, too deep, too large, another method, an unknown path: each by its status, in OpenAI's form."""
    path = "/v1/chat/completions"
    most = here.server.settings.max_body
    cases = [
        ("POST", path, b"{", 400),
        ("POST", path, b"[]", 400),
        ("POST", path, b"", 400),
        ("POST", path, b"\xff", 400),
        ("POST", path, b"[" * 200_000, 400),
        ("POST", path, b'{"n":' + b"9" * 5000 + b"}", 400),
        ("POST", path, b" " * (most + 1), 413),
        ("GET", path, b"", 405),
        ("GET", "/v1/nothing", b"", 404),
    ]
    for method, where, body, status in cases:
        found, answer = here.request(method, where, body)
        assert (status, True) == (found, bool(json.loads(answer)["error"]["message"])), (body[:20], answer)


def test_a_wrong_base_url_is_told(here: Running) -> None:
    """OpenAI's clients put what they ask for behind the URL that they are given."""
    for path in ("/chat/completions", "/v1/v1/chat/completions"):
        status, answer = here.request("POST", path, b"{}")
        assert 404 == status
        assert "/v1/chat/completions, " in json.loads(answer)["error"]["message"].partition("there are ")[2]


def test_a_key_may_be_asked_for() -> None:
    """Then nothing under /v1 answers without it; health and metrics do."""
    with running(settings={"api_key": "key"}) as here:
        assert chat(here, max_tokens=1).choices
        stranger = here.client.with_options(api_key="kez")
        with pytest.raises(openai.AuthenticationError, match="API key"):
            stranger.chat.completions.create(model="tiny", messages=HELLO)
        assert 401 == here.request("GET", "/v1/models")[0]
        assert (200, b"ok") == here.request("GET", "/health")


# ---- what other clients send ----

HARMLESS: dict[str, dict[str, Any]] = {
    "openai": {"reasoning_effort": "low", "verbosity": "low", "modalities": ["text"], "prompt_cache_retention": "24h", "top_logprobs": 0, "tool_choice": "auto"},
    "vllm": {"min_tokens": 0, "ignore_eos": False, "skip_special_tokens": True, "spaces_between_special_tokens": True, "use_beam_search": False, "prompt_logprobs": 0},
    "nothing": {"functions": None, "audio": None, "logit_bias": {}},
}  # fmt: skip


@pytest.mark.parametrize("fields", HARMLESS.values(), ids=HARMLESS)
def test_parameters_that_ask_for_nothing_are_taken(here: Running, fields: dict[str, Any]) -> None:
    """Clients send them unasked; the answer is the same as without them."""
    body = {"model": "tiny", "messages": HELLO, "max_tokens": 5, "seed": 1}
    texts = []
    for given in (body, body | fields):
        status, answer = here.request("POST", "/v1/chat/completions", json.dumps(given).encode())
        assert 200 == status, answer
        texts.append(json.loads(answer)["choices"])
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"guided_regex": "[ab]{3}"}, "[ab]{3}"),
        ({"guided_choice": ["x", "y"]}, "x|y"),
        ({"guided_json": {"type": "integer", "maximum": 9, "minimum": 0}}, "[0-9]"),
        ({"response_format": {"type": "json_object", "schema": {"enum": [1, 2]}}}, "1|2"),
    ],
)
def test_other_names_for_the_same(here: Running, fields: dict[str, Any], expected: str) -> None:
    """vLLM's names of old, and the schema beside `json_object` as llama.cpp's server takes it."""
    body = {"model": "tiny", "messages": HELLO, "max_tokens": 60, **fields}
    status, answer = here.request("POST", "/v1/chat/completions", json.dumps(body).encode())
    assert 200 == status, answer
    assert re.fullmatch(expected, json.loads(answer)["choices"][0]["message"]["content"])


def test_an_answer_goes_back_as_it_came(here: Running) -> None:
    """`messages.append(message.model_dump())`, thoughts included, and a call whose arguments are no JSON."""
    message = chat(here, max_tokens=3).choices[0].message.model_dump()
    broken = {"id": "1", "type": "function", "function": {"name": "stop", "arguments": '{"a": '}}
    thoughtful = {"role": "assistant", "content": "a", "reasoning_content": "hm", "annotations": []}
    retry = {"role": "tool", "tool_call_id": "1", "content": "the arguments are no JSON"}
    for history in ([message], [thoughtful], [{"role": "assistant", "tool_calls": [broken]}, retry]):
        assert chat(here, [*HELLO, *history, *HELLO], max_tokens=3, tools=TOOLS, tool_choice="none").choices


def test_strict_closes_what_is_left_open(here: Running) -> None:
    """As in OpenAI's strict mode, no key is written that the schema does not name."""
    schema = {"type": "object", "properties": {"a": {"enum": [1]}}, "required": ["a"]}
    for strict, form in ((True, r'\{\s*"a"\s*:\s*1\s*\}'), (None, r"(?s)\{.*\}")):
        given = {"type": "json_schema", "json_schema": {"name": "x", "strict": strict, "schema": schema}}
        for choice in chat(here, n=8, seed=1, max_tokens=200, temperature=1.5, response_format=given).choices:
            assert re.fullmatch(form, choice.message.content)


def test_tools_are_told_where_the_template_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a model would call functions that it has never heard of."""
    prompts: list[str] = []
    monkeypatch.setattr(TOKENIZER, "chat_template", TEMPLATE.replace("{{ tools|tojson + '\\n' }}", ""))
    with running() as here:
        submit = here.server.engine.submit

        def noted(jobs: list[Any]) -> None:
            prompts.append(TOKENIZER.decode(jobs[0].prompt))
            submit(jobs)

        monkeypatch.setattr(here.server.engine, "submit", noted)
        for messages in (HELLO, [{"role": "system", "content": "Be brief."}, *HELLO]):
            chat(here, messages, tools=TOOLS, max_tokens=200)
    assert all(text.count('"name": "weather"') == text.count("system: ") == 1 for text in prompts), prompts
    assert "Be brief." in prompts[1]


# ---- strangers ----


def test_pages_in_browsers_are_kept_out() -> None:
    """By a name that points here, by a body that needs no question, and by another origin, unless that is allowed."""
    path, body = "/v1/completions", json.dumps({"model": "tiny", "prompt": "x", "max_tokens": 1}).encode()
    hosts = serving.hosts_of("127.0.0.1", ["box.example"])
    with running(settings={"hosts": hosts, "cors_origins": ("https://page.example",)}) as here:
        for host, status in (("rebound.example", 421), ("box.example", 200), ("LOCALHOST:80", 200), ("[::1]:1", 200)):
            found, answer = here.request("POST", path, body, Host=host)
            assert status == found, answer
        for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
            assert 415 == here.request("POST", path, body, **{"content-type": kind})[0]
        assert 200 == here.request("POST", path, body, **{"content-type": "application/json; charset=utf-8"})[0]
        for origin, allowed in (("https://page.example", True), ("https://other.example", False)):
            connection = http.client.HTTPConnection("127.0.0.1", here.port, timeout=PATIENCE)
            connection.request("OPTIONS", path, headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
            header = connection.getresponse().getheader("access-control-allow-origin")
            connection.close()
            assert (origin if allowed else None) == header
    assert serving.hosts_of("0.0.0.0") is None
    assert serving.hosts_of("localhost", ["*"]) is None


def test_whoever_says_nothing_is_not_waited_for() -> None:
    """Connections without a request, with half a header, and with half a body are closed; a long answer is not."""
    with running(settings={"body_timeout": 0.5}) as here:
        head = b"POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        for said, answer in ((b"", b""), (head, b""), (head + b"Content-Length: 9\r\n\r\n{", b"HTTP/1.1 408")):
            with socket.create_connection(("127.0.0.1", here.port), timeout=PATIENCE) as connection:
                connection.sendall(said)
                assert answer == connection.recv(12)
        assert 1500 == len(chat(here, **LONG).choices[0].message.content)


# ---- under load ----


def test_many_long_texts_do_not_keep_a_short_one_waiting() -> None:
    """Nor those of another request: it has its turn as soon as a row is free."""
    with running(max_rows=8) as here:
        stream = chat(here, stream=True, n=60, **LONG)
        assert eventually(lambda: here.server.engine.load() == (7, 53))
        assert chat(here, max_tokens=3).choices
        assert 7 == here.server.engine.load()[0], "the short text came while the long ones were written"
        other = chat(here, stream=True, n=2, max_tokens=100)
        assert eventually(lambda: len(here.server.engine._waiting) == 55)
        with here.server.engine._changed:
            assert 53 == next(i for i, job in enumerate(here.server.engine._waiting) if job.max_tokens == 100)
            here.server.engine._rows -= 1  # as if one had ended
            following = here.server.engine._next()
            here.server.engine._rows += 1
        assert following is not None
        assert 100 == following.max_tokens
        for each in (stream, other):
            each.close()
        assert here.idle()


def test_one_clients_texts_do_not_keep_anothers_waiting() -> None:
    """Long ones, and so many short ones that they would have all rows: the last is for whoever has none."""
    ended: list[str] = []
    engine = serving.Engine(MODEL, TOKENIZER, max_rows=16)
    long, short = (constrain.compile(regex(f"[ab]{{{n}}}"), engine.vocabulary) for n in (1500, 50))

    def job(client: str, constraint: Any, most: int) -> Job:
        def tell(news: Any) -> None:
            if news.finish_reason is not None:
                ended.append(client)

        return Job([5], tell, constraint, most, client=client)

    try:
        engine.submit([job("many", long, 1900) for _ in range(20)])
        assert eventually(lambda: engine.load() == (14, 6))
        engine.submit([job("many", short, 60) for _ in range(6)])
        assert eventually(lambda: engine.load()[0] == 15)
        engine.submit([job("one", short, 60), job("one", None, 2)])
        assert eventually(lambda: ended.count("one") == 2)
        assert ended.count("many") <= 3
    finally:
        engine.close()


def test_what_is_kept_of_grammars_is_bounded() -> None:
    """With a bound of its own, a server forgets them all when their tables have grown beyond it, and goes on."""
    with running(settings={"cache_memory": 1 << 30}) as here:
        server, vocabulary = here.server, here.server.engine.vocabulary.native
        try:
            assert (1 << 30, 1 << 29) == (server.cache.memory, server.cache.cache_bytes)
            for expected in (1, 0):
                assert re.fullmatch("[ab]{3}", text_of(chat(here, **THREE)))
                server._tidy()
                assert expected == len(server.cache)
                vocabulary.store_budget = 1
            assert re.fullmatch("[ab]{3}", text_of(chat(here, **THREE)))
        finally:
            vocabulary.store_budget = 512 << 20


def test_many_at_once(here: Running) -> None:
    """Requests of every kind at once: each text obeys, and is the text that the request has alone."""
    specs: list[tuple[dict[str, Any], str]] = [
        ({"structured_outputs": {"regex": "[ab]{3,9}"}}, "[ab]{3,9}"),
        ({"structured_outputs": {"choice": ["yes", "no"]}}, "yes|no"),
        ({"response_format": FORMAT}, r"\s*\{.*\}\s*"),
        ({}, ".*"),
        ({"structured_outputs": {"regex": "("}}, ""),
    ]

    def ask(number: int) -> str | None:
        body, _ = specs[number % len(specs)]
        temperature = (0.0, 1.0, 0.7)[number % 3]
        options = {"max_tokens": 40, "seed": number, "temperature": temperature, "extra_body": body}
        try:
            if number % 2:
                return "".join(c.choices[0].delta.content or "" for c in chat(here, stream=True, **options))
            text: str = chat(here, **options).choices[0].message.content
            return text
        except openai.BadRequestError:
            return None

    numbers = range(45)
    with ThreadPoolExecutor(24) as pool:
        together = list(pool.map(ask, numbers))
    for number, text in zip(numbers, together, strict=True):
        expected = specs[number % len(specs)][1]
        assert (text is None) == (expected == "")
        assert text is None or re.fullmatch(expected, text, re.DOTALL)
    assert [ask(number) for number in (0, 1, 7, 22)] == [together[number] for number in (0, 1, 7, 22)]
    assert here.idle()


def test_whoever_leaves_frees_the_row(here: Running) -> None:
    """In a stream, before a whole answer, and while waiting: rows are free, and those who stay get their texts."""
    stream = chat(here, stream=True, **LONG)
    next(stream)
    assert eventually(lambda: here.server.engine.load() == (1, 0))
    stream.close()
    assert here.idle()
    body = json.dumps({"model": "tiny", "messages": HELLO, "n": 30, "max_tokens": 1900, **LONG["extra_body"]}).encode()
    head = f"POST /v1/chat/completions HTTP/1.1\r\n{HEADERS}Content-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", here.port), timeout=PATIENCE) as connection:
        connection.sendall(head + body)
        assert eventually(lambda: here.server.engine.load() == (14, 16))  # two rows are for short texts
    assert chat(here, max_tokens=3, extra_body={"structured_outputs": {"regex": "a{3}"}}).choices[0].message.content
    assert here.idle()


def test_there_is_an_end_to_the_queue() -> None:
    """Beyond the rows and the queue, and beyond the requests under way, the answer is 503 at once."""
    with running(max_rows=1, max_queue=1, settings={"max_requests": 3}) as here:
        held = [chat(here, stream=True, **LONG) for _ in range(2)]
        assert eventually(lambda: here.server.engine.load() == (1, 1))
        with pytest.raises(openai.InternalServerError, match="1 texts wait, and 1 may"):
            chat(here)
        with pytest.raises(openai.InternalServerError, match="1 texts wait"):
            chat(here, n=3)
        for stream in held:
            stream.close()
        assert here.idle()
        here.server.under_way += 3
        with pytest.raises(openai.InternalServerError, match="3 requests are under way"):
            chat(here)
        here.server.under_way -= 3
        assert chat(here, max_tokens=1).choices


def test_tokens_are_bounded_over_all_texts() -> None:
    """With `max_batch_tokens` texts wait until theirs fit, and one that never could is refused."""
    with running(max_batch_tokens=120) as here:
        most = 0
        done = threading.Event()

        def watch() -> None:
            nonlocal most
            while not done.is_set():
                most = max(most, here.server.engine.load()[0])
                time.sleep(0.001)

        watcher = threading.Thread(target=watch)
        watcher.start()
        found = chat(here, n=6, max_tokens=30)  # 12 of the prompt and 30 each
        done.set()
        watcher.join()
        assert 6 == len(found.choices)
        assert 1 <= most <= 3
        with pytest.raises(openai.BadRequestError, match="at most 120 are taken together"):
            chat(here, max_tokens=150)
    with running(settings={"max_request_tokens": 100}) as here:
        assert 5 == len(chat(here, n=5, max_tokens=20).choices)
        with pytest.raises(openai.BadRequestError, match="6 texts may have 120 tokens together, and 100 are taken"):
            chat(here, n=6, max_tokens=20)


def test_health_answers_while_a_grammar_is_compiled(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles are on threads of their own, and end when their client leaves."""
    begun, ended = threading.Event(), threading.Event()

    def slow(front_end: Any, source: Any, vocabulary: Any, **options: Any) -> Any:
        cancel = budget.current()[1]
        assert cancel is not None
        begun.set()
        assert eventually(lambda: cancel.cancelled)
        ended.set()
        raise ValueError("cancelled")

    monkeypatch.setattr(here.server.cache, "compile", slow)
    body = json.dumps({"model": "tiny", "prompt": "x", "structured_outputs": {"regex": "a"}}).encode()
    with socket.create_connection(("127.0.0.1", here.port), timeout=PATIENCE) as connection:
        connection.sendall(
            f"POST /v1/completions HTTP/1.1\r\n{HEADERS}Content-Length: {len(body)}\r\n\r\n".encode() + body
        )
        assert begun.wait(PATIENCE)
        assert (200, b"ok") == here.request("GET", "/health")
    assert ended.wait(PATIENCE)
    assert here.idle()


class Broken(torch.nn.Module):
    """A model that fails whenever its switch is on."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model, self.fails = model, False

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("model"), name)

    def forward(self, input_ids: Any = None, position_ids: Any = None, logits_to_keep: int = 0, **options: Any) -> Any:
        if self.fails:
            raise RuntimeError("the device has gone")
        return self.model(input_ids=input_ids, position_ids=position_ids, logits_to_keep=logits_to_keep, **options)


def test_a_model_that_fails_costs_its_texts_alone() -> None:
    """They end in HTTP 500, or in an error in the stream; the server goes on with the next."""
    model = Broken(MODEL)
    with running(model) as here:
        assert chat(here, max_tokens=2).choices
        stream = chat(here, stream=True, **LONG)
        next(stream)
        model.fails = True
        with pytest.raises(openai.APIError, match="the device has gone"):
            list(stream)
        with pytest.raises(openai.InternalServerError, match="the device has gone"):
            chat(here)
        model.fails = False
        assert chat(here, max_tokens=2).choices
        assert here.idle()


# ---- around it ----


def test_metrics_and_health(here: Running) -> None:
    """What has happened is in Prometheus' format, line by line."""
    chat(here, max_tokens=40, response_format=FORMAT)
    with pytest.raises(openai.BadRequestError):
        chat(here, extra_body={"structured_outputs": {"regex": "("}})
    status, data = here.request("GET", "/metrics")
    lines = data.decode().splitlines()
    line = re.compile(r'# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?[\d.e+-]+|inf)')
    assert 200 == status
    assert [] == [each for each in lines if not line.fullmatch(each)]
    values = dict(each.rsplit(" ", 1) for each in lines if not each.startswith("#"))
    for name in (
        'constrain_requests_total{endpoint="chat",status="200"}',
        'constrain_requests_total{endpoint="chat",status="400"}',
        'constrain_refusals_total{reason="GrammarError"}',
        'constrain_tokens_total{kind="answer"}',
        'constrain_texts_total{finish_reason="stop"}',
        'constrain_compiles_total{outcome="done"}',
        'constrain_cache_lookups_total{outcome="miss"}',
        "constrain_masks_total",
        "constrain_mask_seconds_count",
        "constrain_cache_entries",
    ):
        assert float(values[name]) > 0, name
    assert (200, b"ok") == here.request("GET", "/health")


def test_texts_under_way_end_with_the_server() -> None:
    """A shut-down ends streams, waiting texts and threads within its grace."""
    before = {thread.name for thread in threading.enumerate()}
    with running(max_rows=1) as here:
        stream = chat(here, stream=True, **LONG)
        next(stream)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(chat, here)
            assert eventually(lambda: here.server.engine.load() == (1, 1))
            here.stop()
            error = waiting.exception(PATIENCE)
            assert isinstance(error, openai.InternalServerError)
            assert "the server is shutting down" in str(error)
        with pytest.raises(openai.APIError, match="the server is shutting down"):
            list(stream)
        assert not here.server.engine.alive
    left = {thread.name for thread in threading.enumerate()} - before
    assert not {name for name in left if name.startswith("constrain engine")}


def test_the_command(tmp_path: Path) -> None:
    """`constrain serve` serves a saved model on this machine alone, by the name of its path, until it is told to end."""
    model, tokenizer = model_and_tokenizer()
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "constrain",
        "serve",
        "--model",
        str(tmp_path),
        "--port",
        str(port),
        "--name",
        "saved",
    ]
    process = subprocess.Popen(command, env=os.environ | {"CONSTRAIN_API_KEY": "secret"}, stderr=subprocess.PIPE)
    try:
        client = openai.OpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key="secret", max_retries=0)

        def answers() -> bool:
            assert process.poll() is None, process.stderr and process.stderr.read().decode()[-2000:]
            try:
                return bool(client.models.list().data)
            except openai.APIConnectionError:
                return False

        assert eventually(answers)
        found = client.chat.completions.create(model="saved", messages=HELLO, response_format=FORMAT, max_tokens=60)
        jsonschema.validate(json.loads(found.choices[0].message.content), SCHEMA)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
    finally:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        (None, "hermes"),
        ("{{ '<tool_call>' }}", "hermes"),
        ("[TOOL_CALLS] … [ARGS]", "mistral-v11"),
        ("[TOOL_CALLS]", "mistral"),
        ("<|python_tag|>", "llama3"),
        ("<|channel|>", "harmony"),
        ({"default": "x", "tool_use": "<|tool_calls_section_begin|>"}, "kimi-k2"),
    ],
)
def test_the_format_of_calls_is_told_by_the_template(template: Any, expected: str) -> None:
    """By the marks that it writes."""

    class Tokenizer:
        chat_template = template

    assert expected == serving.tool_format_of(Tokenizer())


def test_an_event_loop_of_its_own_is_not_needed() -> None:
    """The application is plain ASGI: without a server around it, it answers too."""
    engine = serving.Engine(MODEL, TOKENIZER)
    try:
        app = serving.Server(engine, serving.Settings(model="tiny")).app
        sent: list[Any] = []

        async def call() -> None:
            async def receive() -> Any:
                await asyncio.sleep(0)
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {"type": "http", "method": "GET", "path": "/v1/models", "headers": [], "query_string": b""}
            await app(scope, receive, send)

        asyncio.run(call())
        assert 200 == sent[0]["status"]
    finally:
        engine.close()
