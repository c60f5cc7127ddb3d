"""Logits to tokens: our fused sampler and pipeline against transformers' own chain, in one run.

    python -m tests.bench.sampling --batches 1,8 --rounds 60

A round takes every engine once, on the same logits, in an order that changes from round to round: what one engine leaves
in the caches, the next one pays for. `pipeline` and `constrain` (the kernel alone) are called right after another engine;
`…-again` a second time at once, as a loop over nothing but samplers would time it. transformers' chain is its processors, softmax
and `torch.multinomial`; a mask meets it as booleans that are already unpacked, us as a packed bitmask. One thread.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
import torch
from transformers import (
    MinPLogitsWarper,
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from constrain.sampling import Pipeline
from constrain.sampling.kernels import fused
from constrain.sampling.kernels.chain import Chain
from constrain.sampling.stages import Categorical, MinP, RepetitionPenalty, Temperature, TopK, TopP
from tests.bench import command, report

ENGINES = ("transformers", "pipeline", "pipeline-again", "constrain", "constrain-again")
_AGAIN = ("pipeline", "constrain")
_HISTORY = 512  # tokens that a penalty looks at


@dataclass(frozen=True)
class Task:
    """One chain on one kind of rows: parameters as `Chain` names them, and the share of tokens that a mask allows."""

    name: str
    parameters: dict[str, float]
    allowed: float | None = None


TASKS = (
    Task("repetition 1.05, T 0.7, top-k 20, top-p 0.8", {"repetition_penalty": 1.05, "temperature": 0.7, "top_k": 20, "top_p": 0.8}),
    Task("T 0.7, top-p 0.95", {"temperature": 0.7, "top_p": 0.95}),
    Task("T 0.7, min-p 0.05", {"temperature": 0.7, "min_p": 0.05}),
    Task("T 0.7", {"temperature": 0.7}),
    Task("50 tokens allowed, T 0.7, top-p 0.95", {"temperature": 0.7, "top_p": 0.95}, 50),
    Task("95% allowed, T 0.7, top-p 0.95", {"temperature": 0.7, "top_p": 0.95}, 0.95),
)  # fmt: skip

_PROCESSORS: dict[str, Callable[[Any], Any]] = {
    "repetition_penalty": RepetitionPenaltyLogitsProcessor,
    "temperature": TemperatureLogitsWarper,
    "top_k": TopKLogitsWarper,
    "top_p": TopPLogitsWarper,
    "min_p": MinPLogitsWarper,
}
_STAGES: dict[str, Callable[[Any], Any]] = {
    "repetition_penalty": RepetitionPenalty,
    "temperature": Temperature,
    "top_k": TopK,
    "top_p": TopP,
    "min_p": MinP,
}


@dataclass(frozen=True)
class Inputs:
    """What a task gives an engine beside the logits."""

    ids: torch.Tensor  # (rows, _HISTORY) int64: the tokens so far
    bitmask: torch.Tensor | None  # (rows, words) int32
    forbidden: torch.Tensor | None  # the same, (rows, width) bool

    @classmethod
    def of(cls, task: Task, logits: torch.Tensor, seed: int = 0) -> Inputs:
        rows, width = logits.shape
        rng = np.random.default_rng(seed)
        ids = torch.from_numpy(rng.integers(0, width, (rows, _HISTORY))).to(logits.device)
        if task.allowed is None:
            return cls(ids, None, None)
        share = task.allowed if task.allowed < 1 else task.allowed / width
        allowed = rng.random((rows, width)) < share
        allowed[:, 7] = True
        room = np.zeros((rows, (width + 31) // 32 * 32), bool)
        room[:, :width] = allowed
        bitmask = torch.from_numpy(np.packbits(room, axis=1, bitorder="little").view(np.int32))
        return cls(ids, bitmask.to(logits.device), torch.from_numpy(~allowed).to(logits.device))


def engines(task: Task, logits: torch.Tensor, seed: int = 0) -> dict[str, Callable[[], torch.Tensor]]:
    """A call that draws a token for each row, for every engine that can run the task."""
    rows = len(logits)
    given = Inputs.of(task, logits, seed)
    ids, bitmask, forbidden = given.ids, given.bitmask, given.forbidden
    processors = [_PROCESSORS[name](value) for name, value in task.parameters.items()]
    chain = Chain(**task.parameters)  # type: ignore[arg-type]

    def transformers() -> torch.Tensor:
        scores = logits.float()
        if forbidden is not None:
            scores = scores.masked_fill(forbidden, -torch.inf)
        for processor in processors:
            scores = processor(ids, scores)
        return torch.multinomial(torch.softmax(scores, -1), 1).squeeze(1)

    repeated = ids if "repetition_penalty" in task.parameters else None

    def constrain() -> torch.Tensor:
        uniforms = torch.rand(rows, dtype=torch.float64, device=logits.device)
        return fused.sample(logits, uniforms, chain, bitmask=bitmask, repeated=repeated, allow_empty=True)

    calls = {"transformers": transformers, "constrain": constrain}
    if bitmask is None and logits.is_cpu:  # a pipeline makes its own masks, from constraints
        pipeline = Pipeline([*(_STAGES[name](value) for name, value in task.parameters.items()), Categorical()])
        state = pipeline.start(ids, seeds=0)
        calls["pipeline"] = lambda: state.sample(logits)
    return calls


def measure(calls: dict[str, Callable[[], torch.Tensor]], rounds: int) -> dict[str, list[int]]:
    """Nanoseconds of every call of every round, by engine; the first two rounds are not counted."""
    times: dict[str, list[int]] = {
        name: [] for name in (*calls, *(f"{name}-again" for name in _AGAIN if name in calls))
    }
    names = list(calls)
    for number in range(rounds + 2):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            for key in (name,) if name not in _AGAIN else (name, f"{name}-again"):
                begin = time.perf_counter_ns()
                calls[name]()
                taken = time.perf_counter_ns() - begin
                if number >= 2:
                    times[key].append(taken)
    return times


def row(
    of: dict[str, str], kernel: str, task: Task, batch: int, arguments: argparse.Namespace, figure: report.Summary
) -> dict[str, Any]:
    """A row of the record, `of` an engine on a day; the CPU's and the GPU's have the same columns."""
    return {
        **of,
        "tokenizer": "",
        "kernel": kernel,
        "chain": task.name,
        "dtype": arguments.dtype,
        "width": arguments.width,
        "spread": arguments.spread,
        "batch": batch,
        "calls": figure.count,
        **report.figures("us", figure),
    }


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--width", type=int, default=151_936, help="columns of the logits")
    parser.add_argument("--batches", default="1,8", help="rows, several values separated by commas")
    parser.add_argument("--spread", type=float, default=3.0, help="standard deviation of the normal logits")
    parser.add_argument("--dtype", default="float32", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    arguments = parser.parse_args(given)
    torch.set_num_threads(1)
    versions = {"transformers": version("transformers")}
    provenance, kernel, rows = report.provenance(), fused.kernels(torch.zeros(1, 1))[0], []
    for batch in map(int, arguments.batches.split(",")):
        generator = torch.Generator().manual_seed(batch)
        logits = torch.randn(batch, arguments.width, generator=generator) * arguments.spread
        logits = logits.to(getattr(torch, arguments.dtype))
        for task in TASKS:
            times = measure(engines(task, logits), arguments.rounds)
            figures = {name: report.summarise([times[name]]).scaled(1e-3) for name in ENGINES if name in times}
            title = f"{task.name}; {batch} rows of {arguments.width:,} {arguments.dtype}, kernel {kernel}"
            print(report.summaries(f"{title}: µs a call", figures))
            ours = {
                name: (figures["transformers"], figure) for name, figure in figures.items() if name != "transformers"
            }
            print(report.ratios("How many times as long transformers takes", ours))
            rows += [
                row(
                    provenance | {"engine": name, "version": versions.get(name, version("constrain-decoding"))},
                    "torch" if name == "transformers" else kernel,
                    task,
                    batch,
                    arguments,
                    figure,
                )
                for name, figure in figures.items()
            ]
    command.keep(arguments.record, "sampling", rows)


if __name__ == "__main__":
    main()
