"""Logits to tokens on a GPU: our kernels against one read of the logits, transformers, a sort, FlashInfer, and xgrammar.

    python -m tests.bench.sampling_gpu --batches 1,8,64,256 --dtype bfloat16
    python -m tests.bench.sampling_gpu --profile --batches 1,256

Every engine draws from the same logits, or masks them. Two times are taken of a call. `device` is what the GPU needs for
it: the call is captured in a CUDA graph, and a replay is timed between two events, after a write that empties the
second-level cache; where an engine cannot be captured, the call itself is. `host` is how long the caller is kept, by the
clock, from a GPU that has nothing else to do. Engines take turns. `floor` is the time in which the device reads the
logits once, at the bandwidth that it shows when it sums a large tensor. Without a GPU the functions run on the CPU with a
clock, so that a test can. Masks are applied in place, after a copy of the logits that is not in the time of the others:
`copy` says what it takes.

With `--profile` nothing else is timed, and lines say how long each kernel of ours runs.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import torch

from constrain.sampling import apply_bitmask
from constrain.sampling.kernels import fused
from constrain.sampling.kernels.chain import Chain
from tests.bench import report
from tests.bench.sampling import TASKS, Inputs, Task, engines, row

Call = Callable[[], torch.Tensor]
Times = dict[str, dict[str, list[float]]]  # nanoseconds by engine and `device` or `host`
_LARGE = 2**30  # bytes; far more than a cache holds
MASKS = (Task("mask of 50 tokens", {}, 50), Task("mask of 95%", {}, 0.95))


def calls_of(task: Task, logits: torch.Tensor) -> dict[str, Call]:
    """A call that draws a token for each row, for every engine that is installed and can run the task."""
    given = engines(task, logits)
    calls = {"transformers": given["transformers"], "constrain": given["constrain"]}
    top_k, top_p = int(task.parameters.get("top_k", 0)), task.parameters.get("top_p", 1.0)
    temperature = task.parameters.get("temperature", 1.0)

    def by_sort() -> torch.Tensor:
        """Top-k and top-p after one descending sort, as serving engines without a kernel do."""
        ordered, places = (logits.float() / temperature).sort(dim=-1, descending=True)
        if top_k:
            ordered[:, top_k:] = -torch.inf
        p = ordered.softmax(-1)
        p = p.masked_fill(p.cumsum(-1) - p > top_p, 0.0)
        return places.gather(1, torch.multinomial(p, 1)).squeeze(1)

    if set(task.parameters) <= {"temperature", "top_k", "top_p"} and task.allowed is None:
        calls["sort"] = by_sort
        if logits.is_cuda and importlib.util.find_spec("flashinfer") is not None and top_p < 1:
            sample = import_module("flashinfer.sampling").top_k_top_p_sampling_from_logits
            k = top_k or logits.shape[1]
            calls["flashinfer"] = lambda: sample(logits.float() / temperature, k, top_p)
    return calls


def masks_of(task: Task, logits: torch.Tensor) -> dict[str, Call]:
    """A call that forbids what the task's mask forbids, in place, after a copy of the logits, for every engine."""
    given = Inputs.of(task, logits)
    bitmask, forbidden, copy = given.bitmask, given.forbidden, logits.clone()
    assert bitmask is not None
    assert forbidden is not None

    def by(function: Callable[[torch.Tensor], Any]) -> Call:
        def call() -> torch.Tensor:
            copy.copy_(logits)
            function(copy)
            return copy

        return call

    calls = {
        "copy": by(lambda scores: None),
        "constrain": by(lambda scores: apply_bitmask(scores, bitmask, inplace=True)),
        "torch": by(lambda scores: scores.masked_fill_(forbidden, -torch.inf)),
    }
    if importlib.util.find_spec("xgrammar") is not None:
        apply = import_module("xgrammar").apply_token_bitmask_inplace
        for backend in ("triton", "cuda") if logits.is_cuda else ("cpu",):
            if backend == "cpu" and logits.dtype != torch.float32:
                continue
            calls[f"xgrammar-{backend}"] = by(lambda scores, backend=backend: apply(scores, bitmask, backend=backend))  # type: ignore[misc]
    return calls


def bandwidth(device: torch.device, size: int = _LARGE) -> float:
    """Bytes a nanosecond that the device reads: the best of ten sums of a tensor of `size` bytes."""
    large = torch.ones(size // 4, device=device)
    times = measure({"sum": lambda: large.sum()}, 10, device)["sum"]["device"]
    return size / min(times)


def measure(calls: Mapping[str, Call], rounds: int, device: torch.device) -> Times:
    """Nanoseconds of every call of every round, by engine; three rounds before are not counted.

    Raises nothing if an engine cannot be captured in a CUDA graph: its calls themselves are timed, launches included.
    """
    times: Times = {name: {"device": [], "host": []} for name in calls}
    names = list(calls)
    if device.type != "cuda":
        for number in range(rounds + 3):
            for name in names:
                begin = time.perf_counter_ns()
                calls[name]()
                if number >= 3:
                    times[name]["device"].append(time.perf_counter_ns() - begin)
        return times
    cache = torch.empty(2**26, dtype=torch.int32, device=device)  # 256 MiB
    replays = {name: captured(call) for name, call in calls.items()}
    events: dict[str, list[tuple[torch.cuda.Event, torch.cuda.Event]]] = {name: [] for name in calls}
    for number in range(rounds + 3):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            cache.zero_()
            first.record()
            replays[name]()
            last.record()
            if number >= 3:
                events[name].append((first, last))
        torch.cuda.synchronize()
    for name, pairs in events.items():
        times[name]["device"] = [float(first.elapsed_time(last)) * 1e6 for first, last in pairs]
    for number in range(min(rounds, 20) + 3):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            torch.cuda.synchronize()
            begin = time.perf_counter_ns()
            calls[name]()
            taken = time.perf_counter_ns() - begin
            if number >= 3:
                times[name]["host"].append(taken)
    torch.cuda.synchronize()
    return times


def captured(call: Call) -> Callable[[], object]:
    """Replays the call's kernels; the call itself if it waits for the device, or cannot be captured otherwise."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    try:
        with torch.cuda.graph(graph):
            call()
    except RuntimeError as error:
        print(f"not captured: {str(error).splitlines()[0]}", file=sys.stderr)
        torch.cuda.synchronize()
        return call
    return graph.replay


def profile(calls: Mapping[str, Call], rounds: int = 20) -> dict[str, float]:
    """Mean microseconds of each kernel of `constrain`'s call, a call; the cache is emptied before it."""
    cache = torch.empty(2**26, dtype=torch.int32, device="cuda")
    call = calls["constrain"]
    call()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(rounds):
            cache.zero_()
            call()
        torch.cuda.synchronize()
    found = {event.key: event.device_time_total / rounds for event in profiler.key_averages()}
    emptied = max(found, key=lambda name: found[name] if "FillFunctor" in name else 0.0)
    return {name: taken for name, taken in found.items() if name != emptied and taken > 0}


def logits_of(batch: int, arguments: argparse.Namespace, device: torch.device) -> torch.Tensor:
    """Normal logits, the same for the same batch."""
    generator = torch.Generator(device).manual_seed(batch)
    logits = torch.randn(batch, arguments.width, generator=generator, device=device) * float(arguments.spread)
    dtype: torch.dtype = getattr(torch, arguments.dtype)
    return logits.to(dtype)


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--width", type=int, default=151_936, help="columns of the logits")
    parser.add_argument("--batches", default="1,8,64,256", help="rows, several values separated by commas")
    parser.add_argument("--spread", type=float, default=3.0, help="standard deviation of the normal logits")
    parser.add_argument("--dtype", default="bfloat16", choices=("float32", "bfloat16", "float16"))
    parser.add_argument("--tasks", default="", help="a part of the tasks' names; all by default")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    parser.add_argument("--profile", action="store_true", help="print how long each kernel of ours runs")
    arguments = parser.parse_args(given)
    if not torch.cuda.is_available():
        raise SystemExit("there is no GPU here; tests.bench.sampling measures the CPU")
    device = torch.device("cuda")
    speed = bandwidth(device)
    name = torch.cuda.get_device_name()
    print(f"{name}: reads {speed:,.0f} GB/s", file=sys.stderr)
    provenance = report.provenance()
    provenance["machine"] += f", {name}"
    for batch in map(int, arguments.batches.split(",")):
        logits = logits_of(batch, arguments, device)
        cells, rows = [], []
        for task in (*TASKS, *MASKS):
            if arguments.tasks not in task.name:
                continue
            draws = task not in MASKS
            calls = calls_of(task, logits) if draws else masks_of(task, logits)
            if draws:
                check(task, logits)
            if arguments.profile:
                kernels = sorted(profile(calls).items(), key=lambda pair: -pair[1])
                print(f"{batch} rows, {task.name}: " + ", ".join(f"{key[:40]} {us:.1f}" for key, us in kernels))
                continue
            times = measure(calls, arguments.rounds, device)
            times["floor"] = {"device": [logits.numel() * logits.element_size() / speed], "host": []}
            for engine, taken in times.items():
                figure, host = (report.summarise([taken[key]]).scaled(1e-3) for key in ("device", "host"))
                cells.append(
                    [task.name, engine, *(report.number(figure.figures[key]) for key in ("p50", "p90", "max"))]
                )
                cells[-1] += [report.number(host.figures["p50"])]
                about = provenance | {"engine": engine, "version": _version(engine)}
                about |= {"host_us_p50": f"{host.figures['p50']:.4g}"}
                rows.append(row(about, "triton" if engine == "constrain" else "", task, batch, arguments, figure))
        if cells:
            title = f"{batch} rows of {arguments.width:,} {arguments.dtype}: µs a call"
            print(report.table(title, ["task", "engine", "device p50", "p90", "max", "host p50"], cells), flush=True)
        if arguments.record and rows:
            report.record("sampling_gpu", rows)


def _version(engine: str) -> str:
    package = {"constrain": "constrain-decoding", "flashinfer": "flashinfer-python", "transformers": "transformers"}
    try:
        return version(package.get(engine, "xgrammar" if engine.startswith("xgrammar") else "torch"))
    except PackageNotFoundError:
        return ""


def check(task: Task, logits: torch.Tensor) -> None:
    """Before it is timed, our kernel draws what the definition draws, for the same numbers."""
    uniforms = torch.rand(len(logits), dtype=torch.float64, device=logits.device)
    chain = Chain(**{name: value for name, value in task.parameters.items() if name != "repetition_penalty"})  # type: ignore[arg-type]
    some = slice(0, 4)  # the definition sorts
    expected = fused.sample(logits[some], uniforms[some], chain, kernel="definition")
    found = fused.sample(logits[some], uniforms[some], chain)
    if not torch.equal(expected, found):
        raise AssertionError(f"{task.name}: tokens {found.tolist()}, the definition draws {expected.tolist()}")


if __name__ == "__main__":
    main()
