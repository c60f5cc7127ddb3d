"""How much memory do constraints take that a process keeps, each after its first mask?

    python -m tests.bench.live_constraints --schemas 10000 --engines constrain,llguidance,xgrammar

Each engine has a process of its own. It compiles one different schema after another, fills the first mask of each, and keeps
what it compiled but not the sequence. Shown is what the process grew by (resident bytes, garbage and free pages given back; the
engine, its vocabulary and one small constraint were there before), a line for every block of schemas. The schemas are
MaskBench's, where the data is at hand, and then random ones (`many_schemas`), so both are reported for themselves. An
engine that is not done with a block in `--timeout` seconds is stopped; what it had kept before then counts.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import itertools
import json
import multiprocessing
import os
import queue
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, version_of
from tests.bench.many_schemas import object_of
from tests.bench.maskbench import cases
from tests.data import folder

SOURCES = ("maskbench", "random")


def schemas(source: str, path: Path) -> Iterator[str]:
    """The schemas of a source as JSON texts: those of a file, or endlessly many."""
    if source == "maskbench":
        for case in cases(path):
            yield case.schema
    else:
        random = Random(0)
        while True:
            yield json.dumps(object_of(random, 3)[0])


def held(engine_name: str, tokenizer: str, source: str, path: Path, count: int, block: int, results: Any) -> None:
    """Puts (constraints kept, bytes grown by) after every `block` schemas and at the end, then None."""
    engine = ENGINES[engine_name](tokens.load(tokenizer), 1)
    engine.compile("schema", '{"type": "object", "properties": {"a": {"type": "integer"}}}')().fill()
    kept: list[Any] = []
    before = resident()
    number = 0
    for number, text in enumerate(itertools.islice(schemas(source, path), count), 1):
        try:
            start = engine.compile("schema", text)
            start().fill()
            kept.append(start)
        except Exception:  # refused: nothing is kept
            pass
        if number % block == 0:
            results.put((number, len(kept), resident() - before))
    if number % block:
        results.put((number, len(kept), resident() - before))
    results.put(None)


def resident() -> int:
    """Bytes of this process that are in memory, once garbage is collected and free pages have been given back."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # glibc's
        ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,llguidance,xgrammar", help=", ".join(ENGINES))
    parser.add_argument("--schemas", type=int, default=10_000, help="of each source, where it has so many")
    parser.add_argument("--block", type=int, default=1000, help="schemas a line")
    parser.add_argument("--timeout", type=float, default=180, help="seconds for a block")
    parser.add_argument("--data", type=Path, default=folder() / "maskbench" / "dev.jsonl.gz")
    arguments = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    shown: list[list[object]] = []
    rows: list[dict[str, object]] = []
    for source, name in itertools.product(SOURCES, arguments.engines.split(",")):
        if source == "maskbench" and not arguments.data.exists():
            continue
        results: Any = context.Queue()
        given = name, arguments.tokenizer, source, arguments.data, arguments.schemas, arguments.block, results
        worker = context.Process(target=held, args=given, daemon=True)
        worker.start()
        last: tuple[int, int, int] | None = None
        while (found := _next(results, worker, arguments.timeout)) is not None:
            last = found
            print(f"  {source}, {name}: {found[0]:,} schemas, {found[2] / 1e6:,.0f} MB", file=sys.stderr)
        worker.kill()
        worker.join()
        if last is None:
            shown.append([source, name, "", f"none in {arguments.timeout:g} s", "", ""])
            continue
        number, kept, grown = last
        each = grown / max(kept, 1) / 1e3
        shown.append([source, name, f"{number:,}", f"{kept:,}", f"{grown / 1e6:,.0f}", report.number(each)])
        rows.append({**report.provenance(), "engine": name, "version": version_of(name), "source": source})
        rows[-1] |= {"tokenizer": arguments.tokenizer, "schemas": number, "kept": kept}
        rows[-1] |= {"memory_mb": round(grown / 1e6), "kb_each": f"{each:.4g}"}
    print(report.table("Constraints that are kept", ["schemas", "engine", "tried", "kept", "MB", "KB each"], shown))
    command.keep(arguments.record, "live_constraints", rows)


def _next(results: Any, worker: Any, timeout: float) -> tuple[int, int, int] | None:
    """What the worker reports next; None at its end, also where it ends before that or takes too long."""
    end = time.monotonic() + timeout
    while True:
        try:
            found: tuple[int, int, int] | None = results.get(timeout=1)
            return found
        except queue.Empty:
            if not worker.is_alive() or time.monotonic() > end:
                return None


if __name__ == "__main__":
    main()
