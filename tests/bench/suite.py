"""Everything that is measured, in one command and a bounded time, for every vocabulary.

    python -m tests.bench.suite                            (or: constrain bench suite)
    python -m tests.bench.suite --only maskbench,growth --tokenizers llama3 --maskbench-minutes 3

Each benchmark runs in a process of its own, one after another, and appends to the record what it found; one that does
not end in its time is stopped, says so at the end, and leaves the others their turn. Comparisons with peers are made for
every vocabulary; what hardly depends on it (growth, batches, many schemas) for the first one named, samplers for none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tests.bench import command, tokens


@dataclass(frozen=True)
class Run:
    """A benchmark with its arguments, and the minutes after which it is stopped."""

    name: str
    arguments: tuple[str, ...]
    minutes: float

    def __str__(self) -> str:
        return " ".join([self.name, *self.arguments])


def runs(tokenizers: list[str], maskbench_minutes: float) -> Iterator[Run]:
    """What the suite runs, the most telling first."""
    minutes = maskbench_minutes
    for tokenizer in tokenizers:
        named = ("--tokenizer", tokenizer)
        yield Run("maskbench", (*named, "--minutes", f"{minutes:g}", "--timeout", "20"), minutes + 5)
    for tokenizer in tokenizers:
        yield Run("hard_cases", ("--tokenizer", tokenizer, "--timeout", "20"), 20)
    for tokenizer in tokenizers:
        yield Run("lark_starts", ("--tokenizer", tokenizer), 6)
        yield Run("code_grammars", ("--tokenizer", tokenizer, "--timeout", "60", "--seconds", "10"), 12)
    named = ("--tokenizer", tokenizers[0])
    yield Run("coverage", (*named, "--limit", "60", "--timeout", "20"), 40)
    yield Run("batches", named, 6)
    yield Run("budgets", named, 6)
    yield Run("sql_masks", named, 5)
    yield Run("growth", named, 20)
    yield Run("many_schemas", named, 15)
    yield Run("live_constraints", named, 15)
    yield Run("lateness", named, 3)
    yield Run("tools", named, 10)
    yield Run("vocabularies", ("--tokenizers", ",".join(tokenizers)), 6)
    yield Run("from_tokenizer", ("--tokenizers", ",".join(tokenizers)), 6)
    yield Run("sampling", (), 10)
    yield Run("processors", named, 10)
    yield Run("decoding", named, 15)
    yield Run("faithful", (), 8)
    yield Run("canonical", ("--texts", "2000"), 10)


def carry_out(run: Run, extra: list[str]) -> str:
    """Run it, and say how it ended: "done", "failed" or "stopped"."""
    command = [sys.executable, "-m", f"tests.bench.{run.name}", *run.arguments, *extra]
    # A session of its own, so that the engines' processes end with it.
    process = subprocess.Popen(command, start_new_session=True)
    try:
        return "done" if process.wait(run.minutes * 60) == 0 else f"failed with status {process.returncode}"
    except subprocess.TimeoutExpired:
        return f"stopped after {run.minutes:g} minutes"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main(given: list[str] | None = None) -> None:
    """Run from the command line; exits with status 1 if a benchmark did not end well."""
    parser = command.options(__doc__)
    parser.add_argument("--tokenizers", default=",".join(tokens.REAL), help=", ".join(tokens.REAL))
    parser.add_argument("--only", default="", help="the benchmarks to run, by name and separated by commas")
    parser.add_argument("--maskbench-minutes", type=float, default=8, help="of schemas, for each vocabulary")
    parser.add_argument("--list", action="store_true", help="say what would run, and stop")
    arguments = parser.parse_args(given)
    only = arguments.only.split(",") if arguments.only else []
    chosen = [
        run
        for run in runs(arguments.tokenizers.split(","), arguments.maskbench_minutes)
        if not only or run.name in only
    ]
    if arguments.list:
        print(*(f"{run}    (at most {run.minutes:g} minutes)" for run in chosen), sep="\n")
        return
    began, ended = time.monotonic(), {}
    for number, run in enumerate(chosen, 1):
        print(
            f"\n[{number} of {len(chosen)}, {(time.monotonic() - began) / 60:.0f} min] {run}",
            file=sys.stderr,
            flush=True,
        )
        ended[run] = carry_out(run, [] if arguments.record else ["--no-record"])
    print(*(f"{how}: {run}" for run, how in ended.items()), sep="\n", file=sys.stderr)
    if any(how != "done" for how in ended.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
