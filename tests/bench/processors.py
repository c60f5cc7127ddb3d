"""Logits processors in `model.generate`'s place: ours, and what others put there, a step along one forced path.

    python -m tests.bench.processors --batches 1,8,64 --threads 1,0

Every engine is a logits processor over the same JSON Schema and the same vocabulary, called as `generate` calls it, with
the ids so far and a fresh copy of the same scores; all rows take the same tokens. At a step the engines take turns, in
an order that changes from step to step. `constrain` is the processor as it comes, which overwrites the scores, as the peers always do;
`constrain-apart` leaves them (`in_place=False`). `llguidance`
is eight lines of glue around its matcher and its own kernel for torch, `xgrammar` its own processor, `outlines` its
processor for llguidance where outlines is installed, `prefix-function` transformers' own way, told the allowed tokens
for nothing. 0 threads are torch's default. Masks that must be computed are so in a first walk, which is not counted.

At the end `generate` itself: prompts and tokens on a model that costs next to nothing beside its 128k logits, free and
constrained in turn.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import numpy as np
import torch
from transformers import LlamaConfig, LlamaForCausalLM, LogitsProcessor, PrefixConstrainedLogitsProcessor

import constrain
from constrain import Constraint, Vocabulary
from constrain.grammars import json_schema
from constrain.sampling.huggingface import ConstraintLogitsProcessor
from tests.bench import command, report, tokens

SCHEMA = {
    "type": "object",
    "properties": {
        "customer": {"type": "string", "maxLength": 200},
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer"},
                    "article": {"type": "string", "maxLength": 60},
                    "paid": {"type": "boolean"},
                },
                "required": ["number", "article", "paid"],
                "additionalProperties": False,
            },
        },
        "notes": {"type": "string"},
    },
    "required": ["customer", "lines", "notes"],
    "additionalProperties": False,
}
VALUE = {
    "customer": "Anna Maria von der Heide",
    "lines": [
        {"number": 137 * i, "article": f"article {i} of the catalogue", "paid": i % 2 == 0} for i in range(1, 10)
    ],
    "notes": "Delivered to the neighbour on a rainy day in November; the invoice follows.",
}
PROMPT = [5, 6, 7]
Processor = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


class LLGuidanceGlue(LogitsProcessor):
    """What one writes around llguidance: a matcher a row, its masks, its own kernel that overwrites the scores."""

    def __init__(self, tokenizer: Any, grammar: str, rows: int, size: int) -> None:
        llguidance = import_module("llguidance")
        self.torch = import_module("llguidance.torch")
        self.matchers = [llguidance.LLMatcher(tokenizer, grammar) for _ in range(rows)]
        self.mask = self.torch.allocate_token_bitmask(rows, size)
        self.started = False

    def __call__(self, input_ids: torch.LongTensor, scores: torch.FloatTensor) -> torch.FloatTensor:
        for row, matcher in enumerate(self.matchers):
            if self.started:
                matcher.consume_token(int(input_ids[row, -1]))
            self.torch.fill_next_token_bitmask(matcher, self.mask, row)
        self.started = True
        self.torch.apply_token_bitmask_inplace(scores, self.mask.to(scores.device))
        return scores


class Engines:
    """The processors, made again for every walk."""

    def __init__(self, tokenizer: tokens.Tokenizer) -> None:
        self.size, source = tokenizer.size, json.dumps(SCHEMA)
        self.vocabulary = Vocabulary.from_bytes(tokenizer.tokens, end_ids=tokenizer.end_ids)
        self.constraint: Constraint = constrain.compile(json_schema(SCHEMA), self.vocabulary)
        self.path = _path(self.constraint, tokenizer.encode(json.dumps(VALUE)))
        self._allowed = self._allowed_on_the_way()
        self.make: dict[str, Callable[[int], Processor]] = {
            "constrain": lambda rows: ConstraintLogitsProcessor(self.constraint),
            "constrain-apart": lambda rows: ConstraintLogitsProcessor(self.constraint, in_place=False),
            "prefix-function": lambda rows: PrefixConstrainedLogitsProcessor(self._after, 1),
        }
        if find_spec("llguidance") is not None:
            engine = import_module("tests.bench.engines").LLGuidance(tokenizer, 1)
            grammar = engine.matcher_type.grammar_from_json_schema(source)
            self.make["llguidance"] = lambda rows: LLGuidanceGlue(engine.peer_tokenizer, grammar, rows, self.size)
            if find_spec("outlines") is not None and find_spec("outlines.backends") is not None:
                backend = import_module("outlines.backends.llguidance").LLGuidanceLogitsProcessor
                self.make["outlines"] = lambda rows: backend(grammar, engine.peer_tokenizer, "torch")
        if find_spec("xgrammar") is not None:
            compiled = import_module("tests.bench.engines").XGrammar(tokenizer, 1).compiler.compile_json_schema(source)
            processor = import_module("xgrammar.contrib.hf").LogitsProcessor
            self.make["xgrammar"] = lambda rows: processor(compiled)

    def _allowed_on_the_way(self) -> list[list[int]]:
        matcher, found = self.constraint.matcher(), []
        row = constrain.allocate_bitmask(1, self.vocabulary)[0]
        for token in self.path:
            matcher.fill_bitmask(row)
            found.append(constrain.allowed_tokens(row))
            matcher.advance(token)
        return found

    def _after(self, _row: int, ids: torch.Tensor) -> list[int]:
        return self._allowed[len(ids) - len(PROMPT)]


def _path(constraint: Constraint, path: list[int]) -> list[int]:
    matcher = constraint.matcher()
    for token in path:
        matcher.advance(token)
    return path


def walk(
    engines: Engines, names: Sequence[str], rows: int, steps: int, rounds: int
) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Nanoseconds of every step of every counted walk, by engine."""
    scores = torch.randn(rows, engines.size, generator=torch.Generator().manual_seed(rows))
    ids = torch.tensor([PROMPT + engines.path] * rows)
    for number in range(rounds + 1):
        processors = {name: engines.make[name](rows) for name in names}
        times: dict[str, list[int]] = {name: [] for name in names}
        for step in range(min(steps, len(engines.path))):
            so_far = ids[:, : len(PROMPT) + step].clone()
            turn = step % len(names)
            for name in [*names[turn:], *names[:turn]]:
                given, processor = scores.clone(), processors[name]
                begin = time.perf_counter_ns()
                processor(so_far, given)
                times[name].append(time.perf_counter_ns() - begin)
        if number:
            yield from ((name, np.array(taken)) for name, taken in times.items())


def whole_calls(engines: Engines, prompts: int, length: int, rounds: int) -> dict[str, list[int]]:
    """Nanoseconds of `generate`, free and constrained in turn, for so many prompts and new tokens."""
    size = engines.size
    config = LlamaConfig(
        vocab_size=size,
        hidden_size=64,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        eos_token_id=0,
    )
    torch.manual_seed(0)
    model = LlamaForCausalLM(config).eval()
    ids = torch.randint(1000, 2000, (prompts, 8))
    options = {"attention_mask": torch.ones_like(ids), "pad_token_id": 0, "eos_token_id": size - 1}
    options |= {"max_new_tokens": length, "min_new_tokens": None, "do_sample": False}
    constraint = constrain.compile(json_schema({"type": "string"}), engines.vocabulary)
    processor = ConstraintLogitsProcessor(constraint)
    times: dict[str, list[int]] = {"free": [], "constrain": []}
    for number in range(rounds + 1):
        for name in times:
            begin = time.perf_counter_ns()
            out = model.generate(ids, **options, logits_processor=[processor] if name == "constrain" else [])
            if number:  # a step, since a constrained text may end
                times[name].append((time.perf_counter_ns() - begin) // (out.shape[1] - ids.shape[1]))
    return times


def main(given: Sequence[str] | None = None) -> None:
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--batches", default="1,8,64", help="rows, several values separated by commas")
    parser.add_argument("--threads", default="1,0", help="of torch; 0: its default")
    parser.add_argument(
        "--engines", default="", help="by name and separated by commas; by default all that are installed"
    )
    parser.add_argument("--steps", type=int, default=300, help="at most, of the path; a 16th of it at 64 rows")
    parser.add_argument("--rounds", type=int, default=3, help="walks that count")
    parser.add_argument("--generate", type=int, default=3, help="rounds of generate() with 64 prompts and 64 tokens")
    arguments = parser.parse_args(given)
    engines = Engines(tokens.load(arguments.tokenizer))
    names = arguments.engines.split(",") if arguments.engines else list(engines.make)
    default = torch.get_num_threads()
    rows: list[dict[str, object]] = []

    def note(name: str, batch: int, what: str, summary: report.Summary) -> None:
        installed = {"prefix-function": "transformers", "free": "transformers", "xgrammar": "xgrammar"}
        package = "constrain-decoding" if name.startswith("constrain") else installed.get(name, name)
        about = {**report.provenance(), "engine": name, "version": version(package), "tokenizer": arguments.tokenizer}
        about |= {"what": what, "batch": batch, "threads": threads or default, "calls": summary.count}
        rows.append({**about, **report.figures("us", summary)})

    for threads in map(int, arguments.threads.split(",")):
        torch.set_num_threads(threads or default)
        for batch in map(int, arguments.batches.split(",")):
            steps = arguments.steps if batch < 64 else max(16, arguments.steps // 16)
            found: dict[str, list[np.ndarray[Any, Any]]] = {name: [] for name in names}
            for name, taken in walk(engines, names, batch, steps, arguments.rounds):
                found[name].append(taken)
            figures = {name: report.summarise(of).scaled(1e-3) for name, of in found.items()}
            title = f"{batch} rows of {engines.size:,} columns, {torch.get_num_threads()} threads"
            print(report.summaries(f"{title}: µs a step", figures))
            for ours in (name for name in names if name.startswith("constrain")):
                pairs = {n: (figure, figures[ours]) for n, figure in figures.items() if not n.startswith("constrain")}
                print(report.ratios(f"How many times as long as {ours} they take", pairs), flush=True)
            for name, figure in figures.items():
                note(name, batch, "step", figure)
        if arguments.generate:
            calls = whole_calls(engines, 64, 64, arguments.generate)
            wholes = {name: report.summarise([of]).scaled(1e-3) for name, of in calls.items()}
            print(report.summaries("generate, 64 prompts and up to 64 tokens: µs a step", wholes))
            for name, figure in wholes.items():
                note(name, 64, "generate", figure)
    torch.set_num_threads(default)
    command.keep(arguments.record, "processors", rows)


if __name__ == "__main__":
    main()
