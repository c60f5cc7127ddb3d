"""Prompts into texts, batch by batch, as Ray Data calls it: nothing lost, nothing twice, whoever dies in between."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from constrain.errors import GrammarError
from constrain.grammars import regex
from constrain.sampling import generate
from constrain.sampling.integrations.ray import COLUMNS, VLLM, Generate
from tests.sampling.random_model import random_model

DOCUMENTS = 5000
SPEC = {"regex": "[0-9]{3}-[a-z]{2}"}
OPTIONS = {"max_tokens": 12, "do_sample": True}


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a tiny model."""
    path = tmp_path_factory.mktemp("model")
    model, tokenizer = random_model()
    tokenizer.chat_template = "{% for m in messages %}{{ m.role + ': ' + m.content }}{% endfor %}"
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return str(path)


def batch_of(*prompts: Any, **columns: Any) -> dict[str, Any]:
    """As Ray Data hands one on: columns of NumPy."""
    column = np.empty(len(prompts), object)
    column[:] = prompts
    return {"prompt": column, **{name: np.array(values) for name, values in columns.items()}}


class Noted(Generate):
    """Notes its process, and slows down enough to be killed in the middle."""

    def __init__(self, *arguments: Any, pids: str, **options: Any) -> None:
        super().__init__(*arguments, **options)
        (Path(pids) / str(os.getpid())).touch()


def test_columns_are_added(saved: str) -> None:
    """Each row has its text, why it ended, whether it is complete, its tokens, and no error; other columns stay."""
    write = Generate(saved, SPEC, options=OPTIONS, key="number")
    found = write(batch_of("a", "b", *"aaaaaa", number=range(1, 9)))
    assert {"prompt", "number", *COLUMNS} == set(found)
    assert all(re.fullmatch(SPEC["regex"], text) for text in found["text"])
    assert (["stop"] * 8, [True] * 8, [""] * 8) == (found["finish_reason"], found["complete"], found["error"])
    assert all(0 < count <= 12 for count in found["tokens"])
    assert len({found["text"][0], *found["text"][2:]}) > 1  # of equal prompts, told apart by their keys


def test_a_row_is_the_same_in_any_batch(saved: str) -> None:
    """Its draws depend on its own content; they are those of `generate` with its seed."""
    write = Generate(saved, SPEC, options=OPTIONS, seed=4)
    together, alone = write(batch_of("a", "b", "c"))["text"], [write(batch_of(each))["text"][0] for each in "abc"]
    assert alone == together
    seed = write.seed_of(write._name("", "b"))
    own: Any = generate(write.model, write.tokenizer, ["b"], regex(SPEC["regex"]), seeds=[seed], **OPTIONS)
    assert own[0].text == together[1]
    assert together != Generate(saved, SPEC, options=OPTIONS, seed=5)(batch_of("a", "b", "c"))["text"]


def test_a_row_that_fails_costs_only_itself(saved: str) -> None:
    """Its error is in its column; chat messages are prompts too."""
    chat = [{"role": "user", "content": "Hello"}]
    found = Generate(saved, SPEC, options=OPTIONS)(batch_of("a", "b" * 9000, chat))
    assert ["stop", "error", "stop"] == found["finish_reason"]
    assert ["", "LimitExceeded", ""] == [error.partition(":")[0] for error in found["error"]]
    assert [True, False, True] == found["complete"]


def test_what_is_done_is_not_done_again(saved: str, tmp_path: Path) -> None:
    """Another writer reads what the first has kept, whatever its batches; what depends on anything else is written."""
    first = Generate(saved, SPEC, options=OPTIONS, resume=str(tmp_path))
    texts = first(batch_of("a", "b", "b" * 9000))["text"]
    again = Generate(saved, SPEC, options=OPTIONS, resume=str(tmp_path))
    asked: list[str] = []
    write = again.write
    again.write = lambda prompts: asked.extend(prompts.values()) or write(prompts)  # type: ignore[method-assign, func-returns-value]
    assert [texts[1], texts[0]] == again(batch_of("b", "a"))["text"]
    assert [] == asked
    again(batch_of("c", "a", "b" * 9000))
    assert ["c", "b" * 9000] == asked  # what failed is tried again
    for path in tmp_path.rglob("*.json"):
        path.write_text(path.read_text()[:10])  # as after a crash of the machine
    assert texts[:2] == again(batch_of("a", "b"))["text"]
    assert ["a", "b"] == asked[2:]
    other = Generate(saved, {"regex": "[0-9]{2}"}, options=OPTIONS, resume=str(tmp_path))
    assert all(re.fullmatch("[0-9]{2}", text) for text in other(batch_of("a", "b"))["text"])


def test_mistakes_are_told_at_once(saved: str) -> None:
    """A bad spec when the actor begins, missing and taken columns with the first batch."""
    with pytest.raises(GrammarError):
        Generate(saved, {"regex": "("})
    with pytest.raises(GrammarError, match="exactly one"):
        Generate(saved, {})
    write = Generate(saved, SPEC, options=OPTIONS)
    with pytest.raises(ValueError, match="no column 'prompt', but 'question'"):
        write({"question": np.array(["x"])})
    with pytest.raises(ValueError, match="column 'text' already"):
        write(batch_of("a", text=["x"]))
    assert {"prompt", "text", *(f"answer_{name}" for name in COLUMNS)} == set(
        Generate(saved, SPEC, options=OPTIONS, output="answer_")(batch_of("a", text=["x"]))
    )
    with pytest.raises(TypeError, match="a prompt is 3"):
        write(batch_of(3))


def test_nothing_imports_ray() -> None:
    """The module is imported, and its classes travel, where Ray and vLLM are not."""
    program = "import sys; import constrain.sampling.integrations.ray; print({'ray', 'vllm'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "set()\n" == found.stdout


@pytest.mark.engine
def test_one_of_two_actors_is_killed(saved: str, tmp_path: Path) -> None:
    """5,000 documents on two actors, one of which dies in the middle: every row comes once, and all texts obey."""
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    pids, done = tmp_path / "pids", tmp_path / "done"
    pids.mkdir()
    killed: list[int] = []

    def kill() -> None:
        while len(list(pids.iterdir())) < 2 or sum(1 for _ in done.rglob("*.json")) < DOCUMENTS // 4:
            time.sleep(0.05)
        victim = int(min(pids.iterdir()).name)
        os.kill(victim, signal.SIGKILL)
        killed.append(victim)

    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, runtime_env={"working_dir": None})
    try:
        ray.data.DataContext.get_current().enable_progress_bars = False
        data = ray.data.from_items([{"prompt": f"Document {i}: ", "id": i} for i in range(DOCUMENTS)])
        options = {"options": OPTIONS, "key": "id", "resume": str(done), "pids": str(pids)}
        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        texts = data.map_batches(
            Noted,
            fn_constructor_args=(saved, SPEC),
            fn_constructor_kwargs=options,
            compute=ray.data.ActorPoolStrategy(size=2),
            batch_size=64,
        )
        rows = texts.take_all()
        killer.join(10)
        assert killed
        assert list(range(DOCUMENTS)) == sorted(row["id"] for row in rows)
        assert all(re.fullmatch(SPEC["regex"], row["text"]) and row["complete"] for row in rows)
        assert DOCUMENTS == sum(1 for _ in done.rglob("*.json"))
        assert len(list(pids.iterdir())) >= 3  # another has taken over
        kept = {json.loads(path.read_text())["text"] for path in done.rglob("*.json")}
        assert {row["text"] for row in rows} == kept
    finally:
        ray.shutdown()


@pytest.mark.engine
def test_vllm_in_an_actor(saved: str, tmp_path: Path) -> None:
    """The same columns by a vLLM engine; each text is read again by our own constraint, and kept."""
    pytest.importorskip("vllm", reason="vLLM is not installed")
    from transformers import AutoTokenizer, LlamaConfig, LlamaForCausalLM

    size = {"hidden_size": 128, "intermediate_size": 128, "num_hidden_layers": 2}  # heads of 64, as its kernels want
    config = LlamaConfig(vocab_size=512, num_attention_heads=2, num_key_value_heads=2, **size)
    path = str(tmp_path / "llama")
    LlamaForCausalLM(config).bfloat16().save_pretrained(path)
    AutoTokenizer.from_pretrained(saved).save_pretrained(path)
    engine = {"enforce_eager": True, "max_model_len": 512}
    write = VLLM(path, SPEC, options={"max_tokens": 12}, engine=engine, resume=str(tmp_path / "done"))
    found = write(batch_of("a", "b", "c"))
    assert all(re.fullmatch(SPEC["regex"], text) for text in found["text"])
    assert ([True] * 3, ["stop"] * 3) == (found["complete"], found["finish_reason"])
    write.engine = None
    assert found["text"][::-1] == write(batch_of("c", "b", "a"))["text"]
