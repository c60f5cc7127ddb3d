"""Logits to tokens on a GPU: our kernel against one read of the logits, transformers, a sort, and FlashInfer.

    python -m tests.bench.sampling_gpu --batches 1,8,64,256 --dtype bfloat16
    python -m tests.bench.sampling_gpu --traffic --batches 1,8

Every engine draws from the same logits; its time is between two CUDA events, after a write that empties the second-level
cache, and engines take turns. `floor` is the time in which the device reads the logits once, at the bandwidth that it
shows when it sums a large tensor. Without a GPU the functions run on the CPU with a clock, so that a test can.

With `--traffic` nothing is timed: a table says how much memory our kernels read and write for each task, in reads of
the logits, in how many launches and programs. Which chunks are read again is taken from the kernels themselves, so this
runs without a GPU too, by Triton's interpreter.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import torch

from constrain.sampling.kernels import fused
from constrain.sampling.kernels.chain import Chain
from tests.bench import report
from tests.bench.sampling import TASKS, Inputs, Task, engines, row

Call = Callable[[], torch.Tensor]
_LARGE = 2**30  # bytes; far more than a cache holds


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
            from flashinfer.sampling import top_k_top_p_sampling_from_logits  # type: ignore[import-not-found]

            k = top_k or logits.shape[1]
            calls["flashinfer"] = lambda: top_k_top_p_sampling_from_logits(logits.float() / temperature, k, top_p)
    return calls


def bandwidth(device: torch.device, size: int = _LARGE) -> float:
    """Bytes a nanosecond that the device reads: the best of ten sums of a tensor of `size` bytes."""
    large = torch.ones(size // 4, device=device)
    times = measure({"sum": lambda: large.sum()}, 10, device)["sum"]
    return size / min(times)


def measure(calls: dict[str, Call], rounds: int, device: torch.device) -> dict[str, list[float]]:
    """Nanoseconds of every call of every round, by engine; three rounds before are not counted."""
    cache = torch.empty(2**26 if device.type == "cuda" else 1, dtype=torch.int32, device=device)  # 256 MiB
    times: dict[str, list[float]] = {name: [] for name in calls}
    names = list(calls)
    for number in range(rounds + 3):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            cache.zero_()
            taken = _timed(calls[name], device)
            if number >= 3:
                times[name].append(taken)
    return times


def _timed(call: Call, device: torch.device) -> float:
    if device.type != "cuda":
        begin = time.perf_counter_ns()
        call()
        return time.perf_counter_ns() - begin
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    first.record()
    call()
    last.record()
    last.synchronize()
    return float(first.elapsed_time(last)) * 1e6


@dataclass(frozen=True)
class Traffic:
    """What one call moves between a device's memory and its multiprocessors; caches are not counted on."""

    launches: int
    programs: int
    logits: int  # bytes of logits that are read
    others: int  # bytes of everything else, read or written
    candidates: float  # a row

    @classmethod
    def of(cls, task: Task, logits: torch.Tensor) -> Traffic:
        """Of the Triton kernels, as `triton_chain.run` calls them, with the chunks and candidates of these logits."""
        from constrain.sampling.kernels import triton_chain, triton_narrow

        rows, width = logits.shape
        inputs = Inputs.of(task, logits)
        plan = triton_chain.plan_of(Chain(**task.parameters), rows, logits.device)  # type: ignore[arg-type]
        repeated = inputs.ids if "repetition_penalty" in task.parameters else None
        uniforms = torch.full((rows,), 0.5, dtype=torch.float64, device=logits.device)
        tiling = triton_chain.Tiling.of(rows, width)
        found = triton_chain.narrow(logits, plan, inputs.bitmask, repeated, None, uniforms, tiling)
        chunk, chunks, segments = triton_narrow.CHUNK.value, found.bests.shape[1], found.numbers.shape[1]

        temperature = plan.parameters[3].unsqueeze(1).float()
        cooled = found.bests / torch.where(temperature == 0, 1.0, temperature)
        number = torch.arange(chunks, device=logits.device)
        again = (found.bests > -torch.inf) & (cooled >= found.limits.unsqueeze(1))
        again &= (number >= found.spans[:, :1]) & (number <= found.spans[:, 1:])
        words = torch.ones(rows, chunks * chunk // 32, device=logits.device)  # 1 where a word's columns are read
        if inputs.bitmask is not None:
            words = torch.nn.functional.pad(
                (inputs.bitmask != 0).float(), (0, words.shape[1] - inputs.bitmask.shape[1])
            )
        read = words.sum() + (words.view(rows, chunks, -1) * again.unsqueeze(2)).sum()
        bits = 4 * words.numel() * ((inputs.bitmask is not None) + (repeated is not None))
        candidates = int(found.numbers.sum())
        others = (
            2 * bits
            + rows * chunks * 4 * (2 + 2 + 1)  # best scores and masses, written, read by `bound`; read by `gather`
            + rows * triton_narrow.BINS.value * 4 * 3 * plan.histogram
            + rows * segments * 12 * 2
            + candidates * 8 * 2  # written, and moved together; what `decide` does then stays in a cache
            + (0 if repeated is None else repeated.numel() * (8 * 2 + 4 * 3))
        )
        return cls(
            launches=4 + (repeated is not None) + plan.histogram,
            programs=2 * rows * segments + 2 * rows + rows * (repeated is not None),
            logits=int(read) * 32 * logits.element_size(),
            others=int(others),
            candidates=candidates / rows,
        )


def print_traffic(arguments: argparse.Namespace) -> None:
    """A table for each batch."""
    for batch in map(int, arguments.batches.split(",")):
        logits = logits_of(batch, arguments, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
        once = logits.numel() * logits.element_size()
        print(f"{batch} rows of {arguments.width:,} {arguments.dtype}; a read of the logits is {once / 1e6:.2f} MB")
        print(f"{'':40} {'launches':>8} {'programs':>8} {'logits':>7} {'others':>7} {'candidates':>10}")
        for task in TASKS:
            moved = Traffic.of(task, logits)
            print(
                f"{task.name:40} {moved.launches:8} {moved.programs:8,} {moved.logits / once:7.2f} "
                f"{moved.others / once:7.2f} {moved.candidates:10,.0f}",
                flush=True,
            )


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
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--record", action=argparse.BooleanOptionalAction, default=True, help="append to the record")
    parser.add_argument("--traffic", action="store_true", help="print what the kernels move; measure no time")
    arguments = parser.parse_args(given)
    if arguments.traffic:
        if not torch.cuda.is_available():
            os.environ["TRITON_INTERPRET"] = "1"  # before triton is imported
        print_traffic(arguments)
        return
    if not torch.cuda.is_available():
        raise SystemExit("there is no GPU here; tests.bench.sampling measures the CPU")
    device = torch.device("cuda")
    speed = bandwidth(device)
    name = torch.cuda.get_device_name()
    print(f"{name}: reads {speed:,.0f} GB/s", file=sys.stderr)
    provenance = report.provenance()
    provenance["machine"] += f", {name}"
    rows = []
    for batch in map(int, arguments.batches.split(",")):
        logits = logits_of(batch, arguments, device)
        for task in TASKS:
            check(task, logits)
            times = measure(calls_of(task, logits), arguments.rounds, device)
            figures = {name: report.summarise([taken]).scaled(1e-3) for name, taken in times.items()}
            figures["floor"] = report.summarise([[logits.numel() * logits.element_size() / speed / 1e3]])
            title = f"{task.name}; {batch} rows of {arguments.width:,} {arguments.dtype}: µs a call"
            print(report.summaries(title, figures))
            ours = figures["constrain"]
            print(
                report.ratios("Times as long as ours", {n: (f, ours) for n, f in figures.items() if n != "constrain"})
            )
            rows += [
                row(
                    provenance
                    | {
                        "engine": engine,
                        "version": version("transformers" if engine == "transformers" else "torch"),
                    },
                    "triton" if engine == "constrain" else "",
                    task,
                    batch,
                    arguments,
                    figure,
                )
                for engine, figure in figures.items()
            ]
    if arguments.record:
        print(f"recorded in {report.record('sampling_gpu', rows).name}", file=sys.stderr)


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
