"""A hundred requests that cost as much as they can, two at a time and at once: whoever asks for little hardly notices."""

from __future__ import annotations

import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

pytest.importorskip("openai", reason="the server's tests need the official client")
pytest.importorskip("starlette", reason="the server is a starlette application")
pytest.importorskip("uvicorn", reason="the server runs under uvicorn")

from .test_server import HELLO, eventually, model_and_tokenizer  # noqa: E402

MOST_MEMORY = 500 << 20  # bytes more than at the start
TIMES, LEAST = 3.0, 0.1  # the probe's 95th percentile: so often the quiet one, or seconds, on a machine that does more
CHAT, TEXT, RESPONSES, MESSAGES = "/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/messages"

REGEXES = (
    "(.*a.{20}b){12}", "[ab]*a[ab]{24}", "(a|aa)+" * 40, "((a{1,90}){1,90}){1,90}", r"(\w+\s?)*x{999}", "(?=.*a)(?=.*b)(?=.*c).{1,999}",
    "(?!.*(a|b).{30}c).*", ".{1,9999}", "(a?){999}a{999}", "(?=(a|b){1,900}c)(?!(a|ab|b){3,900}d)(a|b|c){1,999}x?", r"(\p{L}{1,99}\d{1,99}){99}",
    "(x+x+)+y", "|".join(f"{i}.*{i}" for i in range(400)), "(" * 90 + "a" + ")*" * 90, "[^a]*" * 99,
)  # fmt: skip
OBJECT = {"type": "object", "additionalProperties": False}
DEEP: dict[str, Any] = {"type": "integer"}
for level in range(60):  # both branches nest in the first ten levels only: the text doubles with each
    leaf = DEEP if level < 10 else {"type": "integer"}
    DEEP = {"anyOf": [{"type": "array", "items": DEEP, "minItems": 1}, {**OBJECT, "properties": {"a": leaf}}]}
SCHEMAS: tuple[dict[str, Any], ...] = (
    {"enum": [f"{i:x}" * 9 for i in range(20_000)]},
    {**OBJECT, "properties": {f"k{i}": {"type": "string", "pattern": f".*{i}.{{9}}x"} for i in range(300)}},
    {"allOf": [{"type": "string", "pattern": f".*a.{{{i}}}b.*"} for i in range(14)]},
    {"oneOf": [{**OBJECT, "properties": {f"k{i}": {"type": "number"}, "a": {"type": "string"}}} for i in range(120)]},
    {"type": "array", "items": {"enum": list(range(60))}, "uniqueItems": True, "minItems": 40},
    {"type": "array", "items": {"type": "array", "items": {"type": "string", "minLength": 9}, "minItems": 99}, "minItems": 99},
    {"type": "string", "minLength": 1800, "maxLength": 100_000},
    {"not": {"not": {"not": {"allOf": [{"type": "object", "required": [f"k{i}"]} for i in range(40)]}}}},
    {"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "null"}]}, "b": {"type": "array", "items": {"$ref": "#/$defs/a"}, "minItems": 9}}},
    DEEP,
    {"type": "object", "patternProperties": {f"^.*{c}.{{12}}$": {"type": "integer"} for c in "abcdefgh"}, "minProperties": 30},
    {"type": "number", "multipleOf": 0.000_001_7, "minimum": -1e300, "maximum": 1e300},
)  # fmt: skip
GRAMMARS = (
    "start: a\na: a a | a a a | \"x\" | \"y\"",
    "start: " + " | ".join(f'"{i}" start "{i}"' for i in range(1500)) + ' | "x"',
    "start: (A | B)+\nA: /(.*a.{20}b){9}/\nB: /[ab]*a[ab]{22}/",
    "start: " + "(" * 200 + '"x"' + ")*" * 200,
    "\n".join(f"r{i}: r{i + 1} r{i + 1} | r{i + 1}" for i in range(300)) + '\nr300: "x"\nstart: r0',
    'root ::= ("a" | "b"){1,900} ("a"{1,900} "b"{1,900}){1,900}',
    'root ::= x{900}\nx ::= y{900}\ny ::= "z"{900}',
)  # fmt: skip


def attacks() -> list[tuple[str, str, dict[str, Any]]]:
    """A name, a path and a body for each."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    chat = {"messages": HELLO, "max_tokens": 60}
    for i, pattern in enumerate(REGEXES):
        found.append((f"regex {i}", TEXT, {"prompt": "x", "max_tokens": 40, "structured_outputs": {"regex": pattern}}))
        tool = {"type": "custom", "name": "t", "format": {"type": "grammar", "syntax": "regex", "definition": pattern}}
        found.append(
            (
                f"custom {i}",
                RESPONSES,
                {"input": "x", "max_output_tokens": 60, "tools": [tool], "tool_choice": "required"},
            )
        )
    for i, schema in enumerate(SCHEMAS):
        form = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
        found.append((f"schema {i}", CHAT, {**chat, "response_format": form, "stream": bool(i % 2)}))
        found.append(
            (
                f"form {i}",
                RESPONSES,
                {"input": "x", "text": {"format": {"type": "json_schema", "name": "x", "schema": schema}}},
            )
        )
        tools = [{"name": f"f{j}", "input_schema": {"type": "object", "properties": {"a": schema}}} for j in range(3)]
        found.append((f"tools {i}", MESSAGES, {**chat, "tools": tools, "tool_choice": {"type": "any"}}))
    for i, grammar in enumerate(GRAMMARS):
        found.append((f"grammar {i}", CHAT, {**chat, "structured_outputs": {"grammar": grammar}}))
    many = [{"type": "function", "function": {"name": f"f{i}", "parameters": SCHEMAS[1]}} for i in range(60)]
    words = {"structured_outputs": {"regex": "[ab]{1500}"}}
    found += [
        ("long prompt", TEXT, {"prompt": "a b " * 700_000}),
        ("long prompts", TEXT, {"prompt": ["a b " * 7_000] * 100}),
        ("prompt of tokens", TEXT, {"prompt": [5] * 700_000}),
        ("many messages", CHAT, {"messages": HELLO * 30_000}),
        ("a long message", CHAT, {"messages": [{"role": "user", "content": "é" * 1_500_000}]}),
        ("many tools", CHAT, {**chat, "tools": many}),
        ("many texts", CHAT, {"messages": HELLO, "n": 128, "max_tokens": 1900, **words}),
        ("long texts", CHAT, {"messages": HELLO, "n": 60, "max_tokens": 1900, **words}),
        ("texts and their best", CHAT, {"messages": HELLO, "n": 40, "max_tokens": 900, "logprobs": True, "top_logprobs": 20, **words}),
        ("many biases", CHAT, {**chat, "n": 16, "logit_bias": {str(i): -1 for i in range(500)}}),
        ("many choices", CHAT, {**chat, "structured_outputs": {"choice": [f"{i:05}" * 4 for i in range(100_000)]}}),
        ("long stops", TEXT, {"prompt": "x", "n": 16, "max_tokens": 500, "stop": ["ab" * 50_000] * 16}),
        ("a deep body", CHAT, {"messages": json.loads("[" * 900 + "]" * 900)}),
        ("many tags", CHAT, {**chat, "structured_outputs": {"structural_tag": {
            "structures": [{"begin": f"<f={i}>", "schema": SCHEMAS[1], "end": "</f>"} for i in range(30)], "triggers": ["<f="]}}}),
        ("many items", RESPONSES, {"input": HELLO * 20_000}),
        ("a deep tool result", MESSAGES, {"max_tokens": 5, "messages": [{"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text", "text": "a"}] * 90_000}]}]}),
    ]  # fmt: skip
    likely = {"include": ["message.output_text.logprobs"], "top_logprobs": 20, "stream": True}
    customs = [{"type": "custom", "name": f"c{i}", "format": {"type": "grammar", "syntax": "regex", "definition": f".{{1,{i + 9}}}b"}}
               for i in range(300)]  # fmt: skip
    ambiguous = {
        "type": "custom",
        "name": "a",
        "format": {"type": "grammar", "syntax": "lark", "definition": GRAMMARS[0]},
    }
    use = {"type": "tool_use", "id": "x", "name": "f", "input": {"a": [[[[1]]]]}}
    lists = [{"name": f"f{i}", "input_schema": {"type": "object", "properties": {"a": SCHEMAS[5]}}} for i in range(60)]
    found += [
        ("the likeliest of a long text", RESPONSES, {"input": "x", "max_output_tokens": 1900, **likely, **words}),
        ("many custom tools", RESPONSES, {"input": "x", "tools": customs, "tool_choice": "required"}),
        ("an ambiguous tool", RESPONSES, {"input": "x", "tools": [ambiguous], "tool_choice": "required"}),
        ("calls without end", RESPONSES, {"input": [{"type": "function_call", "call_id": "x", "name": "f", "arguments": "{}"}] * 30_000}),
        ("long instructions", RESPONSES, {"input": "x", "instructions": "a b " * 700_000}),
        ("many included", RESPONSES, {"input": "x", "include": ["reasoning.encrypted_content"] * 90_000}),
        ("long stop sequences", MESSAGES, {**chat, "stop_sequences": ["ab" * 100_000] * 16}),
        ("many calls", MESSAGES, {**chat, "messages": [{"role": "assistant", "content": [use] * 30_000}]}),
        ("many tools of lists", MESSAGES, {**chat, "tools": lists, "tool_choice": {"type": "any"}}),
        ("many results", RESPONSES, {"input": [{"type": "function_call_output", "call_id": "x", "output": "a"}] * 50_000}),
        ("a system of many blocks", MESSAGES, {**chat, "system": [{"type": "text", "text": "a"}] * 90_000}),
    ]  # fmt: skip
    return found


def written(body: dict[str, Any]) -> bytes:
    return json.dumps({"model": "tiny", **body}).encode()


class Attacked:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def ask(self, path: str, body: dict[str, Any] | bytes, patience: float, host: str = "127.0.0.1") -> int:
        """The status, or 0 where the client has lost patience and left, as clients do, a stream's too."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=patience, source_address=(host, 0))
        until = time.monotonic() + patience
        try:
            data = body if isinstance(body, bytes) else written(body)
            connection.request("POST", path, data, {"content-type": "application/json"})
            response = connection.getresponse()
            while response.read1():
                if time.monotonic() > until:
                    return 0
            return response.status
        except (TimeoutError, OSError, HTTPException):
            return 0
        finally:
            connection.close()

    def probe(self) -> float:
        """Seconds that a short request takes."""
        began = time.perf_counter()
        body = {"messages": HELLO, "max_tokens": 4, "structured_outputs": {"regex": "[a-z]{3}"}}
        assert 200 == self.ask(CHAT, body, 60)
        return time.perf_counter() - began

    def memory(self) -> int:
        """Bytes that it has in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4096


def _served(folder: Path) -> Attacked:
    """A server that answers, or that has ended."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "constrain",
        "serve",
        "--model",
        str(folder),
        "--port",
        str(port),
        "--name",
        "tiny",
    ]
    process = subprocess.Popen([*command, "--threads", "1"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    found = Attacked(process, port)
    assert eventually(lambda: process.poll() is not None or found.ask(TEXT, {"prompt": "x", "max_tokens": 1}, 5) == 200)
    return found


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    folder = tmp_path_factory.mktemp("model")
    for part in model_and_tokenizer():
        part.save_pretrained(folder)
    found = _served(folder)
    try:
        if found.process.poll() is not None:  # another program has taken the port before
            found = _served(folder)
        assert found.process.poll() is None
        yield found
    finally:
        found.process.kill()
        found.process.wait()


def p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


EVERY = attacks()
FEW = [each for each in EVERY if each[0] in ("regex 0", "regex 1", "custom 0", "custom 5", "regex 6", "grammar 4", "long prompt",
       "prompt of tokens", "many messages", "many texts", "long texts", "a deep body", "the likeliest of a long text", "many calls")]  # fmt: skip


def settled(attacked: Attacked) -> int:
    """Bytes that the process keeps: the least of some seconds, since what has ended is given back a moment later."""
    found = []
    for _ in range(8):
        time.sleep(1)
        found.append(attacked.memory())
    return min(found)


AT_ONCE = pytest.mark.xfail(
    reason="113 bodies, and masks of hard grammars in one decoding loop: a probe waited for 1.3 s on a quiet machine"
)


@pytest.mark.parametrize(
    ("given", "clients"),
    [
        pytest.param(FEW, 2, id="few"),
        pytest.param(EVERY, 2, id="all", marks=pytest.mark.slow),
        pytest.param(EVERY, len(EVERY), id="all at once", marks=[pytest.mark.slow, AT_ONCE]),
    ],
)
def test_one_request_does_not_hurt_another(
    attacked: Attacked, given: list[tuple[str, str, dict[str, Any]]], clients: int
) -> None:
    """Every attack is answered or refused, or its client leaves after some seconds; the probe stays quick, memory small."""
    sent = [(path, written(body)) for _, path, body in given]  # before the probe's time is taken, in this process
    attacked.probe()
    quiet = p95([attacked.probe() for _ in range(40)])
    before = attacked.memory()
    under: list[float] = []
    over = Event()

    def probing() -> None:
        while not over.is_set():
            under.append(attacked.probe())

    prober = Thread(target=probing)
    prober.start()
    try:
        with ThreadPoolExecutor(clients) as pool:
            ended = list(pool.map(lambda each: attacked.ask(*each, 8, host="127.0.0.2"), sent))
    finally:
        over.set()
        prober.join()
    assert attacked.process.poll() is None
    assert not [name for (name, _, _), status in zip(given, ended, strict=True) if status >= 500 and status != 503]
    more = settled(attacked) - before
    slowest = (
        f"p95 {p95(under):.3f} s of {len(under)} (quiet {quiet:.3f}, worst {max(under):.3f}), {more >> 20} MB more"
    )
    print(slowest, ended)
    assert p95(under) <= TIMES * max(quiet, LEAST), slowest
    assert more <= MOST_MEMORY, slowest
    assert eventually(lambda: attacked.probe() <= TIMES * max(quiet, LEAST)), "rows and threads are free again"


def test_there_are_a_hundred() -> None:
    """Each can be sent: what is too large for a body is refused by its size alone."""
    assert len(EVERY) >= 100
    assert len(FEW) == 14
    assert max(len(written(body)) for _, _, body in EVERY) < 16 << 20
