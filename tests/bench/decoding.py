"""Whole generations: our loop beside `model.generate` with our processor and with others', in tokens a second.

    python -m tests.bench.decoding --batches 1,8,32 --rounds 5
    python -m tests.bench.decoding --device cuda --hidden 2048 --layers 16 --dtype bfloat16 --batches 1,8,32,128

A Llama of a few million parameters with a real tokenizer's vocabulary extracts invoices as JSON, a different one in each
row. Its weights are random, so what it would write is told to it: the canonical tokens of the row's invoice get a large
bonus, computed from what the model has read (the row's first token, found in its cache, and the position), so that
caches, batches and drafts work as with any model, and every engine writes the very same tokens. That is checked.

`loop` is `Batch` with `Sampling` and forced text, `loop-drafts` with `Speculation` by forced text and n-grams on top,
`loop-stepwise` reads one token a pass. `generate` is transformers' own loop with our processor, the others the same with
the peers' processors (`tests.bench.processors` has the glue). `loop-free` and `generate-free` are both loops without a
constraint: what it costs, and what forced text saves, is seen beside them. With `--compile`, `loop-compiled` and
`loop-compiled-free` are our loop with compiled steps and a static cache. Engines take turns, in an order that changes
from round to round. A round is a whole generation: prompts, masks, draws and caches; compiling the schema is not in it.

Forced tokens are those that the constraint leaves no choice about; passes saved are 1 - passes / (tokens of the longest
row + 1), as each of these is a pass of a loop that reads one token a time. On a machine that others use, the CPU time (of
all threads) says more than the clock.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import torch
from transformers import LlamaConfig, LlamaForCausalLM, LogitsProcessor

import constrain
from constrain import Vocabulary
from constrain.grammars import json_schema
from constrain.sampling import Pipeline
from constrain.sampling.decoding import (
    Batch,
    ForcedDrafts,
    ForcedText,
    HuggingFaceModel,
    PromptLookup,
    Request,
    Sampling,
    Search,
    Speculation,
    decode,
)
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from constrain.sampling.stages import Greedy, Mask
from tests.bench import report, tokens
from tests.bench.processors import LLGuidanceGlue

SCHEMA = {
    "type": "object",
    "properties": {
        "customer": {"type": "string", "maxLength": 60},
        "invoice_number": {"type": "integer"},
        "currency": {"enum": ["EUR", "USD", "GBP"]},
        "line_items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "article": {"type": "string", "maxLength": 60},
                    "quantity": {"type": "integer"},
                    "in_stock": {"type": "boolean"},
                },
                "required": ["article", "quantity", "in_stock"],
                "additionalProperties": False,
            },
        },
        "payment_received": {"type": "boolean"},
    },
    "required": ["customer", "invoice_number", "currency", "line_items", "payment_received"],
    "additionalProperties": False,
}
_NAMES = ["Anna Maria", "Jonas", "Ingrid", "Mehmet", "Chloe", "Takeshi", "Fatima", "Piotr", "Lucia", "Sven"]
_THINGS = [
    "oak table",
    "desk lamp",
    "office chair",
    "printer paper",
    "coffee machine",
    "blue folder",
    "cable drum",
    "window blind",
]
PROMPT = 48  # tokens


def invoice(number: int) -> dict[str, Any]:
    """What row `number` writes."""
    source = random.Random(number)
    return {
        "customer": f"{source.choice(_NAMES)} {source.choice(_NAMES)}",
        "invoice_number": source.randrange(100, 99999),
        "currency": source.choice(["EUR", "USD", "GBP"]),
        "line_items": [
            {
                "article": source.choice(_THINGS),
                "quantity": source.randrange(1, 400),
                "in_stock": source.random() < 0.5,
            }
            for _ in range(source.randrange(2, 6))
        ],
        "payment_received": source.random() < 0.5,
    }


class Clerk(LlamaForCausalLM):
    """A Llama that writes `scripts` (texts, length): which one, its row's first token says."""

    def prepare(self, firsts: Sequence[int], scripts: Sequence[Sequence[int]], end: int) -> None:
        """Row by row, the first token of its prompt and what it writes."""
        longest = max(map(len, scripts)) + 1
        padded = [[*script, *[end] * (longest - len(script))] for script in scripts]
        self.scripts = torch.tensor(padded, device=self.device)
        with torch.no_grad():
            read = LlamaForCausalLM.forward(self, torch.tensor(firsts, device=self.device).unsqueeze(1), use_cache=True)
        self.marks = read.past_key_values.layers[0].values[:, 0, 0]  # (texts, size): no position is in them

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor | None = None,
        position_ids: torch.Tensor | None = None,
        past_key_values: Any = None,
        logits_to_keep: int = 0,
        **options: Any,
    ) -> Any:
        begin = 0 if past_key_values is None else past_key_values.get_seq_length()
        output = super().forward(
            input_ids,
            attention_mask=attention_mask,
            position_ids=position_ids,
            past_key_values=past_key_values,
            logits_to_keep=logits_to_keep,
            **options,
        )
        positions = position_ids
        if positions is None:
            positions = torch.arange(begin, begin + input_ids.shape[1], device=self.device).expand(len(input_ids), -1)
        values = output.past_key_values.layers[0].values
        rows = torch.arange(len(input_ids), device=self.device)
        first = torch.zeros_like(rows) if attention_mask is None else attention_mask.argmax(1)
        script = (values[rows, 0, first].unsqueeze(1) - self.marks).square().sum(-1).argmin(1)
        at = (positions[:, -output.logits.shape[1] :] - (PROMPT - 1)).clamp(0, self.scripts.shape[1] - 1)
        told = self.scripts[script.unsqueeze(1), at]
        output.logits.scatter_add_(2, told.unsqueeze(2), torch.full_like(told, 1e4, dtype=self.dtype).unsqueeze(2))
        return output


@dataclass
class Task:
    """Prompts and what must come of them."""

    model: Clerk
    tokenizer: tokens.Tokenizer
    prompts: list[list[int]]
    scripts: list[list[int]]

    @cached_property
    def compiled(self) -> HuggingFaceModel:
        """The model with a compiled step, the same in every round, so that it is compiled once."""
        return HuggingFaceModel(self.model, cache="static", compile=True)

    @property
    def end(self) -> int:
        return self.tokenizer.end_ids[0]


def task(tokenizer: tokens.Tokenizer, rows: int, arguments: argparse.Namespace) -> Task:
    """So many rows for a model of the tokenizer's width and the size that the arguments ask for."""
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=tokenizer.size,
        hidden_size=arguments.hidden,
        intermediate_size=(4 if arguments.layers > 2 else 2) * arguments.hidden,
        num_hidden_layers=arguments.layers,
        num_attention_heads=max(arguments.hidden // 64, 2),
        num_key_value_heads=max(arguments.hidden // 256, 2),
        tie_word_embeddings=True,
        eos_token_id=tokenizer.end_ids,
        pad_token_id=tokenizer.end_ids[0],
        bos_token_id=None,
    )
    dtype: torch.dtype = getattr(torch, arguments.dtype)
    with torch.device(arguments.device):
        model = Clerk(config).to(dtype).eval()
    source = random.Random(1)
    prompts = [[1000 + row, *(source.randrange(1000, 9000) for _ in range(PROMPT - 1))] for row in range(rows)]
    texts = [json.dumps(invoice(row), separators=(",", ":")) for row in range(rows)]
    scripts = [tokenizer.encode(text) for text in texts]
    model.prepare([prompt[0] for prompt in prompts], scripts, tokenizer.end_ids[0])
    return Task(model, tokenizer, prompts, scripts)


@dataclass
class Outcome:
    """What a round has come to."""

    texts: list[list[int]]
    forced: int = 0
    passes: int = 0


Engine = Callable[[Task], Outcome]


class Engines:
    """The engines that are installed, by name; each does a whole round."""

    def __init__(self, tokenizer: tokens.Tokenizer, compiled: bool = False) -> None:
        self.vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
        self.constraint = constrain.compile(json_schema(SCHEMA, layout="compact"), self.vocabulary)
        self.forced = ForcedText(self.vocabulary, tokenizer.encode)
        self.pipeline = Pipeline([Mask(), Greedy()])
        drafters = [ForcedDrafts(self.forced), PromptLookup(4, shortest=3)]
        self.run: dict[str, Engine] = {
            "loop": lambda task: self._loop(task, Sampling(), self.forced),
            "loop-drafts": lambda task: self._loop(task, Speculation(drafters), self.forced),
            "loop-stepwise": lambda task: self._loop(task, Sampling(), None),
            "loop-free": lambda task: self._loop(task, Sampling(), None, free=True),
            "generate": lambda task: _generate(task, ConstraintLogitsProcessor(self.constraint)),
            "generate-free": lambda task: _generate(task, None),
        }
        if compiled:
            self.run["loop-compiled"] = lambda task: self._loop(task, Sampling(), self.forced, compiled=True)
            self.run["loop-compiled-free"] = lambda task: self._loop(task, Sampling(), None, free=True, compiled=True)
        self._add_peers(tokenizer, json.dumps(SCHEMA))

    def _add_peers(self, tokenizer: tokens.Tokenizer, source: str) -> None:
        if find_spec("llguidance") is not None:
            engine = import_module("tests.bench.engines").LLGuidance(tokenizer, 1)
            grammar = engine.matcher_type.grammar_from_json_schema(source)
            size = tokenizer.size
            self.run["llguidance"] = lambda task: _generate(
                task, LLGuidanceGlue(engine.peer_tokenizer, grammar, len(task.prompts), size)
            )
            if find_spec("outlines") is not None and find_spec("outlines.backends") is not None:
                backend = import_module("outlines.backends.llguidance").LLGuidanceLogitsProcessor
                self.run["outlines"] = lambda task: _generate(task, backend(grammar, engine.peer_tokenizer, "torch"))
        if find_spec("xgrammar") is not None:
            compiled = import_module("tests.bench.engines").XGrammar(tokenizer, 1).compiler.compile_json_schema(source)
            processor = import_module("xgrammar.contrib.hf").LogitsProcessor
            self.run["xgrammar"] = lambda task: _generate(task, processor(compiled))

    def _loop(
        self, task: Task, search: Search, forced: ForcedText | None, free: bool = False, compiled: bool = False
    ) -> Outcome:
        requests = [
            Request(prompt, None if free else self.constraint, max_tokens=len(script) + 8, key=row)
            for row, (prompt, script) in enumerate(zip(task.prompts, task.scripts, strict=True))
        ]
        model = task.compiled if compiled else HuggingFaceModel(task.model)
        batch = Batch(model, self.pipeline, requests, seeds=0, forced=forced, vocabulary=self.vocabulary)
        for _ in decode(batch, search):
            pass
        rows = sorted(batch.done, key=lambda row: row.request.key)
        return Outcome([row.tokens for row in rows], sum(row.forced for row in rows), batch.passes)


def _generate(task: Task, processor: LogitsProcessor | None) -> Outcome:
    ids = torch.tensor(task.prompts, device=task.model.device)
    longest = max(map(len, task.scripts)) + 8
    out = task.model.generate(
        ids,
        attention_mask=torch.ones_like(ids),
        max_new_tokens=longest,
        do_sample=False,
        logits_processor=[] if processor is None else [processor],
    )
    texts = []
    for row in out[:, ids.shape[1] :].tolist():
        ends = [at for at, token in enumerate(row) if token in task.tokenizer.end_ids]
        texts.append(row[: ends[0]] if ends else row)
    return Outcome(texts, 0, out.shape[1] - ids.shape[1])


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", default="llama3", choices=tokens.REAL)
    parser.add_argument("--batches", default="1,8,32", help="rows, several values separated by commas")
    parser.add_argument("--hidden", type=int, default=32, help="size of the model's states")
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="of the model")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--threads", type=int, default=1, help="of torch; 0: its default")
    parser.add_argument(
        "--compile", action="store_true", help="add our loop with compiled steps (a captured graph on CUDA)"
    )
    parser.add_argument("--engines", default="", help="by name and separated by commas; by default all installed")
    parser.add_argument("--rounds", type=int, default=5, help="generations that count, for each engine")
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    arguments = parser.parse_args(given)
    before = torch.get_num_threads()
    torch.set_num_threads(arguments.threads or before)
    tokenizer = tokens.load(arguments.tokenizer)
    engines = Engines(tokenizer, arguments.compile)
    names = arguments.engines.split(",") if arguments.engines else list(engines.run)
    rows: list[dict[str, object]] = []
    provenance = report.provenance()
    if arguments.device != "cpu":
        provenance["machine"] += f", {torch.cuda.get_device_name()}"
    for size in map(int, arguments.batches.split(",")):
        work = task(tokenizer, size, arguments)
        millions = sum(parameter.numel() for parameter in work.model.parameters()) / 1e6
        total, longest = sum(map(len, work.scripts)), max(map(len, work.scripts))
        times: dict[str, list[int]] = {name: [] for name in names}
        processor: dict[str, list[int]] = {name: [] for name in names}
        outcomes: dict[str, Outcome] = {}
        for number in range(arguments.rounds + 1):
            turn = number % len(names)
            for name in [*names[turn:], *names[:turn]]:
                begin, busy = time.perf_counter_ns(), time.process_time_ns()
                outcomes[name] = outcome = engines.run[name](work)
                if number:
                    times[name].append((time.perf_counter_ns() - begin) // total)
                    processor[name].append((time.process_time_ns() - busy) // total)
                wrong = [row for row, text in enumerate(outcome.texts) if text != work.scripts[row]]
                if wrong:
                    sys.exit(f"{name} wrote other tokens than it was told in rows {wrong}")
        figures = {name: report.summarise([of]).scaled(1e-3) for name, of in times.items()}
        print(report.summaries(f"{size} rows, {millions:.1f} million parameters: µs a token", figures))
        cells = []
        for name in names:
            outcome, median = outcomes[name], figures[name].figures["p50"]
            share, saved = outcome.forced / total, 1 - outcome.passes / (longest + 1)
            busy_us = report.summarise([processor[name]]).figures["p50"] / 1e3
            cells.append([name, f"{1e6 / median:,.0f}", report.number(busy_us), f"{share:.0%}", f"{saved:.0%}"])
            package = name if find_spec(name) else "transformers" if name == "generate" else "constrain-decoding"
            about = {**provenance, "engine": name, "version": version(package), "tokenizer": tokenizer.name}
            about |= {"batch": size, "threads": torch.get_num_threads(), "millions": round(millions, 1)}
            about |= {"tokens": total, "forced": round(share, 3), "passes": outcome.passes, "saved": round(saved, 3)}
            about |= {"tokens/s": round(1e6 / median), "cpu_us": round(busy_us, 1)}
            rows.append({**about, **report.figures("us", figures[name])})
        head = ["engine", "tokens/s", "CPU µs a token", "forced tokens", "passes saved"]
        print(report.table("Medians", head, cells))
        pairs = {name: (figure, figures["loop"]) for name, figure in figures.items() if "loop" in figures}
        print(report.ratios("How many times as long as loop they take", pairs), flush=True)
    torch.set_num_threads(before)
    if arguments.record:
        print(f"recorded in {report.record('decoding', rows).name}", file=sys.stderr)


if __name__ == "__main__":
    main()
