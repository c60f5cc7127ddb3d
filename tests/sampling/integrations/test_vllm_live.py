"""vLLM itself, serving requests of every kind with the library in the place of guidance: over HTTP and in process."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.engine
pytest.importorskip("vllm", reason="vLLM is not installed (.ci/engines vllm)")

from tests import data  # noqa: E402
from tests.sampling.integrations.tiny_model import save_tiny_model  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
QUIET = {
    "CONSTRAIN_VLLM_BACKEND": "guidance",
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_LOGGING_LEVEL": "ERROR",
}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param([], id="plain"),
        pytest.param(["--drafts"], id="n-gram speculation"),
        pytest.param(["--blocks", "16"], id="preemption"),
        pytest.param(["--tensor-parallel", "2"], id="two ranks"),
    ],
)
def test_every_text_obeys_and_bad_specs_are_refused(options: list[str], tmp_path: Path) -> None:
    """60 requests of all kinds, a tenth of them bad; none is wrong, cut or fails, the engine lives."""
    data.need("maskbench", "dev.jsonl.gz")
    from tests.bench.serving import save_model

    save_model(tmp_path / "model", "demo")
    answer = tmp_path / "answer.json"
    command = [
        sys.executable,
        "-m",
        "tests.bench.serving",
        "--child",
        str(tmp_path / "model"),
        "--backend",
        "constrain",
    ]
    command += ["--requests", "60", "--answer", str(answer), *options]
    environment = os.environ | QUIET | {"CONSTRAIN_DATA": str(data.folder())}
    if "--tensor-parallel" in options:  # on one memory node vLLM has to be told where ranks run
        environment["VLLM_CPU_OMP_THREADS_BIND"] = f"0|{(os.cpu_count() or 1) - 1}"
    subprocess.run(command, env=environment, cwd=ROOT, check=True, timeout=600, capture_output=True)
    found = json.loads(answer.read_text())
    counts, notes = found["counts"], found["notes"]

    assert 6 == counts.pop("refused"), notes
    assert 1 == counts.pop("alive")
    assert 54 == counts.pop("valid"), notes
    assert {} == counts, notes
    if "--blocks" in options:
        assert found["preemptions"] > 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an OpenAI-compatible server of vLLM, over a tiny model."""
    folder = save_tiny_model(tmp_path_factory.mktemp("model"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", str(folder), "--port", str(port)]
    command += ["--host", "127.0.0.1", "--served-model-name", "tiny", "--enforce-eager", "--max-model-len", "512"]
    command += ["--max-num-seqs", "8", "--structured-outputs-config", '{"backend": "guidance"}']
    command += ["--logits-processors", "constrain.sampling.integrations.vllm_processor:ConstraintProcessor"]
    process = subprocess.Popen(command, env=os.environ | QUIET, cwd=ROOT, start_new_session=True)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            assert process.poll() is None, "the server has ended"
            try:
                urllib.request.urlopen(f"{address}/health", timeout=1)
                break
            except OSError:
                time.sleep(0.5)
        yield address
    finally:
        process.terminate()
        process.wait(60)


def asked(server: str, **fields: Any) -> Any:
    """The answer to a completion, or the error's status and message."""
    body = {"model": "tiny", "prompt": "The invoice: ", "max_tokens": 80, "temperature": 1.0, "seed": 1, **fields}
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server}/v1/completions", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["error"]["message"]


def texts(answer: Any) -> list[str]:
    return [choice["text"] for choice in answer["choices"]]


TAG = {"type": "tag", "begin": "<n>", "content": {"type": "regex", "pattern": "(?=7)[0-9]{3}"}, "end": "</n>"}


@pytest.mark.parametrize(
    ("fields", "pattern"),
    [
        ({"structured_outputs": {"regex": "(?=7)[0-9]{3}"}}, "7[0-9]{2}"),
        ({"structured_outputs": {"choice": ["yes", "no"]}}, "yes|no"),
        ({"structured_outputs": {"grammar": '#!lark\nstart: A ("," A)~2..4\nA: /[ab]/'}}, "[ab](,[ab]){2,4}"),
        ({"structured_outputs": {"json": {"type": "integer", "minimum": 10, "maximum": 99}}}, "[0-9]{2}"),
        (
            {"structured_outputs": {"structural_tag": json.dumps({"type": "structural_tag", "format": TAG})}},
            "<n>7..</n>",
        ),
        ({"response_format": {"type": "structural_tag", "format": TAG}}, "<n>7..</n>"),
        ({"vllm_xargs": {"constrain": '{"regex": "[0-9]{4}"}'}}, "[0-9]{4}"),
    ],
)
def test_requests_over_http_obey(server: str, fields: dict[str, Any], pattern: str) -> None:
    """Three texts of each request, among them patterns that vLLM's own backends refuse."""
    answer = asked(server, n=3, **fields)

    assert 3 == len(texts(answer)), answer
    assert all(re.fullmatch(pattern, text) for text in texts(answer)), answer


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"structured_outputs": {"regex": "("}}, "missing"),
        ({"structured_outputs": {"grammar": "hello"}}, "no notation"),
        ({"structured_outputs": {"json": {"type": "strange"}}}, "must be one of"),
        ({"response_format": {"type": "structural_tag", "format": {**TAG, "end": ["<n>", 1]}}}, "structural_tag"),
        ({"vllm_xargs": {"constrain": '{"regex": "("}'}}, "missing"),
        ({"structured_outputs": {"regex": "a"}, "ignore_eos": True}, "ignore_eos"),
    ],
)
def test_bad_requests_over_http_are_refused(server: str, fields: dict[str, Any], message: str) -> None:
    """HTTP 400 with the library's message; the server goes on."""
    status, said = asked(server, **fields)

    assert 400 == status
    assert message in said
    assert ["ok"] == texts(asked(server, structured_outputs={"choice": ["ok"]}))


def test_streams_obey_and_may_be_abandoned(server: str) -> None:
    """The parts together are a text; a client that goes away leaves the server as it was."""
    body = {"model": "tiny", "prompt": "x", "max_tokens": 90, "stream": True}
    body["structured_outputs"] = {"regex": "[ab]{60}!"}
    headers = {"Content-Type": "application/json"}
    for abandoned in (True, False):
        request = urllib.request.Request(f"{server}/v1/completions", json.dumps(body).encode(), headers)
        text = ""
        with urllib.request.urlopen(request, timeout=120) as answer:
            for line in answer:
                if line.startswith(b"data: {"):
                    text += json.loads(line[6:])["choices"][0]["text"]
                    if abandoned:
                        break
        if not abandoned:
            assert re.fullmatch("[ab]{60}!", text)
    assert ["ok"] == texts(asked(server, structured_outputs={"choice": ["ok"]}))
