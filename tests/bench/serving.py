"""vLLM with this library and with its own backends: what becomes of requests of every kind, and what they cost.

    python -m tests.bench.serving --requests 500 --tokenizer llama3 --backends constrain,xgrammar,guidance

In an environment with vLLM (`.ci/engines` makes one). Each run is an engine of its own in a process of its own, over a
Llama of two layers with random weights, to which quotes, brackets and ends are made likely, so that most texts end; the
requests, their order and their seeds are the same for all. `--drafts` adds n-gram speculative decoding, and draws
greedily: vLLM 0.32's CPU build leaves the temperatures of drafted rows unwritten (`_expand_kernel_impl`), takes tokens
of probability zero, and so cuts texts off. `--tensor-parallel 2` adds a second rank; `--blocks` makes the cache so small
that requests are preempted.

Outcomes: `valid` and `invalid` as judges of their own say (`serving_specs`), `cut` texts that reached the limit of tokens,
`refused` before a token was drawn, `failed` later, with `dead` where the engine went with it; `bad_accepted` are bad specs
that were not refused. First token: from the request to its first token, with `--at-once` requests under way, reading
and compiling included. Token: the rest of a text's time over its tokens; both are wall-clock times on shared machines.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import data
from tests.bench import command, report, tokens
from tests.bench.serving_specs import Asked, requests

BACKENDS = ("constrain", "xgrammar", "guidance", "outlines", "auto")
_LIKELY = ('"', "}", "]", ",", ":", "{", "[", '":', '",', '"}', "0", "1", "7", "true", "false", "null", ">", ")", ".")


@dataclass
class Outcome:
    """What one run found; times in milliseconds."""

    counts: Counter[str] = field(default_factory=Counter)
    first: list[float] = field(default_factory=list)
    token: list[float] = field(default_factory=list)
    tokens: int = 0
    preemptions: int = 0
    notes: list[str] = field(default_factory=list)


def save_model(folder: Path, tokenizer: str) -> None:
    """A Llama of random weights for a tokenizer of `tests.bench.tokens` (or `demo`), which likes to end its texts."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    fast = _demo() if tokenizer == "demo" else _converted(tokenizer)
    width = -(-len(fast) // 64) * 64
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=width,
        hidden_size=64,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        eos_token_id=fast.eos_token_id,
        bos_token_id=None,
        tie_word_embeddings=False,
    )
    model = LlamaForCausalLM(config)
    with torch.no_grad():
        model.model.embed_tokens.weight.normal_(0, 0.5)[:, 0] = 4.0  # one channel that every token has
        model.lm_head.weight.normal_(0, 0.12)[:, 0] = 0.0
        ids = [fast.encode(text, add_special_tokens=False) for text in _LIKELY]
        for token in {fast.eos_token_id, *(each[0] for each in ids if len(each) == 1)}:
            model.lm_head.weight[token, 0] = 2.0
    model.to(torch.bfloat16).save_pretrained(folder)
    fast.save_pretrained(folder)


def _demo() -> Any:
    from tests.sampling.random_model import random_model

    return random_model()[1]


def _converted(name: str) -> Any:
    """One of the tiktoken files as a fast tokenizer of transformers."""
    from transformers import PreTrainedTokenizerFast
    from transformers.convert_slow_tokenizer import TikTokenConverter

    package, file, pattern, special, ends = tokens._TIKTOKEN[name]
    names = [f"<|special_{number}|>" for number in range(special)]
    path = str(tokens.file_of(name, package, file))
    inner = TikTokenConverter(vocab_file=path, pattern=pattern, extra_special_tokens=names).converted()
    return PreTrainedTokenizerFast(tokenizer_object=inner, eos_token=names[ends[0]])


async def served(folder: Path, asked: Sequence[Asked], options: argparse.Namespace) -> Outcome:
    """Send the requests to an engine of their own, `options.at_once` at a time."""
    from vllm import SamplingParams
    from vllm.engine.arg_utils import AsyncEngineArgs
    from vllm.sampling_params import RequestOutputKind, StructuredOutputsParams
    from vllm.v1.engine.async_llm import AsyncLLM
    from vllm.v1.engine.exceptions import EngineDeadError

    name = options.backend
    speculative = {"method": "ngram", "num_speculative_tokens": 3, "prompt_lookup_max": 4, "prompt_lookup_min": 1}
    engine = AsyncLLM.from_engine_args(
        AsyncEngineArgs(
            model=str(folder),
            enforce_eager=True,
            max_model_len=options.max_tokens + 64,
            max_num_seqs=options.at_once,
            num_gpu_blocks_override=options.blocks or None,
            block_size=32 if options.blocks else None,  # tokens; a text of 96 with its prompt takes four
            structured_outputs_config={"backend": "guidance" if name == "constrain" else name},
            speculative_config=speculative if options.drafts else None,
            tensor_parallel_size=options.tensor_parallel,
            distributed_executor_backend="mp" if options.tensor_parallel > 1 else None,
        )
    )
    outcome, places = Outcome(), asyncio.Semaphore(options.at_once)

    async def one(number: int, each: Asked) -> None:
        async with places:
            begun = time.perf_counter()
            text, count, first, reason, preempted = "", 0, 0.0, None, 0
            try:
                params = SamplingParams(
                    temperature=0.0 if options.drafts else 0.9,
                    seed=number,
                    max_tokens=options.max_tokens,
                    output_kind=RequestOutputKind.DELTA,
                    structured_outputs=StructuredOutputsParams(**{each.field: each.value}),
                )
                async for output in engine.generate("The record in full: ", params, f"request-{number}"):
                    first = first or time.perf_counter()
                    text += output.outputs[0].text
                    count += len(output.outputs[0].token_ids)
                    reason = output.outputs[0].finish_reason
                    preempted = getattr(output.metrics, "num_preemptions", 0) or 0
            except EngineDeadError as error:
                outcome.counts["dead"] += 1
                outcome.notes.append(f"{each.name}: the engine is dead: {error}")
                return
            except Exception as error:
                outcome.counts["refused" if not first else "failed"] += 1
                if each.judge is not None:
                    outcome.notes.append(f"{each.name}: {type(error).__name__}: {str(error)[:200]}")
                return
            ended = time.perf_counter()
            outcome.preemptions += preempted
            outcome.tokens += count
            outcome.first.append((first - begun) * 1e3)
            if count > 1:
                outcome.token.append((ended - first) * 1e3 / (count - 1))
            if each.judge is None:
                outcome.counts["bad_accepted"] += 1
                outcome.notes.append(f"{each.name}: accepted, and wrote {text[:60]!r} ({reason})")
            elif reason == "length":
                outcome.counts["cut"] += 1
            elif reason != "stop":
                outcome.counts["failed"] += 1
                outcome.notes.append(f"{each.name}: ended with {reason}")
            elif each.judge(text):
                outcome.counts["valid"] += 1
            else:
                outcome.counts["invalid"] += 1
                outcome.notes.append(f"{each.name}: wrote {text[:120]!r}")

    await asyncio.gather(*(one(number, each) for number, each in enumerate(asked)))
    outcome.counts["alive"] = int(not engine.errored)
    engine.shutdown()
    return outcome


def _in_a_process(backend: str, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    environment = {
        **os.environ,
        "CONSTRAIN_VLLM_BACKEND": "guidance" if backend == "constrain" else "",
        "HF_HUB_OFFLINE": "1",
        "VLLM_NO_USAGE_STATS": "1",
        "VLLM_CPU_KVCACHE_SPACE": "1",
        "VLLM_LOGGING_LEVEL": "ERROR",
    }
    if options.tensor_parallel > 1:  # on one memory node vLLM has to be told where ranks run
        cores = os.cpu_count() or 1
        ranks = (str(rank % cores) for rank in range(options.tensor_parallel))
        environment.setdefault("VLLM_CPU_OMP_THREADS_BIND", "|".join(ranks))
    command = [sys.executable, "-m", "tests.bench.serving", "--child", str(folder), "--backend", backend]
    for name in ("requests", "max_tokens", "at_once", "blocks", "tensor_parallel"):
        command += [f"--{name.replace('_', '-')}", str(getattr(options, name))]
    command += ["--drafts"] if options.drafts else []
    with tempfile.NamedTemporaryFile("r") as answer:
        try:
            subprocess.run(
                [*command, "--answer", answer.name], env=environment, stdout=sys.stderr, timeout=options.minutes * 60
            )
        except subprocess.TimeoutExpired:
            print(f"{backend}: stopped after {options.minutes} minutes", file=sys.stderr)
        text = answer.read()
    found: dict[str, Any] = json.loads(text) if text else {"counts": {"dead": 1}, "notes": ["no answer"]}
    return found


def main(given: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = command.options(__doc__)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--tokenizer", default="llama3", choices=("demo", "llama3", "qwen", "llama4"))
    parser.add_argument("--backends", default="constrain,xgrammar,guidance", help=", ".join(BACKENDS))
    parser.add_argument("--max-tokens", type=int, default=128)
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--blocks", type=int, default=0, help="blocks of the cache; 0: as many as there is room for")
    parser.add_argument("--drafts", action="store_true", help="n-gram speculative decoding, 3 tokens")
    parser.add_argument("--tensor-parallel", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=20, help="after which a run is stopped")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--backend", help=argparse.SUPPRESS)
    parser.add_argument("--answer", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(given)
    if options.child is not None:
        asked = requests(options.requests, data.folder() / "maskbench" / "dev.jsonl.gz")
        outcome = asyncio.run(served(options.child, asked, options))
        options.answer.write_text(json.dumps(vars(outcome)))
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        save_model(Path(folder), options.tokenizer)
        for backend in options.backends.split(","):
            found = _in_a_process(backend, Path(folder), options)
            rows.append(_row(backend, found, options))
            print("\n".join([f"\n== {backend}: {found['counts']}", *found["notes"][:40]]))
    command.keep(options.record, "serving", rows)


def _row(backend: str, found: dict[str, Any], options: argparse.Namespace) -> dict[str, object]:
    from importlib.metadata import version

    package = {"constrain": "constrain-decoding", "guidance": "llguidance", "outlines": "outlines_core"}
    counts = found["counts"]
    row: dict[str, object] = {
        **report.provenance(),
        "engine": backend,
        "version": version(package.get(backend, "xgrammar")),
        "tokenizer": options.tokenizer,
        "requests": options.requests,
        "drafts": int(options.drafts),
        "tensor_parallel": options.tensor_parallel,
        "preemptions": found.get("preemptions", 0),
        "tokens": found.get("tokens", 0),
    }
    names = ("valid", "cut", "invalid", "refused", "bad_accepted", "failed", "dead", "alive")
    row |= {name: counts.get(name, 0) for name in names}
    for name in ("first", "token"):
        row |= report.figures(f"{name}_ms", report.summarise([found.get(name, [])]))
    return row


if __name__ == "__main__":
    main()
