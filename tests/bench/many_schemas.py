"""Ten thousand different schemas, one after another in one process: does it hold its memory and its pace?

    python -m tests.bench.many_schemas --schemas 10000 --engines constrain,llguidance

Each schema is made at random from the parts that services use (strings with bounds, patterns and formats, numbers with
bounds, enumerations, arrays, objects, alternatives), with names and values of its own, so that what is shared between
them is what real schemas share. Each is compiled, its first mask filled, one text walked, and everything dropped. Shown
are the time of a schema and the process's memory, a line for every thousand schemas; the first is as warm as the last,
for a tenth of a thousand is walked before.
"""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, version_of
from tests.bench.worker import Failed, Job, Started, Walk, Worker

_SYLLABLES = ("ba", "cor", "den", "fi", "gal", "hu", "jor", "ka", "li", "mon", "no", "pe", "qui", "ras", "so", "tu")
_PATTERNS = (("^[A-Z]{2}[0-9]{%d}$", "AB%s"), ("^(a|b)+-[0-9]{%d}$", "ab-%s"), ("^x[0-9]{%d}[a-z]*$", "x%sq"))


def _word(random: Random) -> str:
    return "".join(random.choice(_SYLLABLES) for _ in range(random.randint(2, 4)))


def _string(random: Random) -> tuple[dict[str, Any], Any]:
    text = " ".join(_word(random) for _ in range(random.randint(1, 4)))
    kind = random.randrange(5)
    if kind == 0:
        return {"type": "string"}, text
    if kind == 1:
        bounds = {"minLength": random.randrange(4), "maxLength": random.randint(60, 400)}
        return {"type": "string", **bounds}, text
    if kind == 2:
        pattern, value = random.choice(_PATTERNS)
        digits = random.randint(2, 12)
        return {"type": "string", "pattern": pattern % digits}, value % ("7" * digits)
    if kind == 3:
        return {"type": "string", "format": "date-time"}, "2026-02-28T12:00:00Z"
    values = list(dict.fromkeys([text, *(_word(random) for _ in range(random.randint(1, 30)))]))
    return {"enum": values}, text


def _number(random: Random) -> tuple[dict[str, Any], Any]:
    low, high = -random.randint(0, 1000), random.randint(10, 100_000)
    return {"type": random.choice(["integer", "number"]), "minimum": low, "maximum": high}, random.randint(low, high)


def schema(random: Random, depth: int = 2) -> tuple[dict[str, Any], Any]:
    """A schema and a value that it allows; `depth` is how many levels of objects and arrays it may have below it."""
    kind = random.randrange(6 if depth else 3)
    if kind == 0:
        return _number(random)
    if kind in (1, 2):
        return _string(random)
    if kind == 3:
        items, value = schema(random, depth - 1)
        return {"type": "array", "items": items, "maxItems": random.randint(2, 20)}, [value, value]
    if kind == 4:
        options = [schema(random, depth - 1) for _ in range(random.randint(2, 4))]
        return {"anyOf": [option for option, _ in options]}, options[-1][1]
    return object_of(random, depth)


def object_of(random: Random, depth: int) -> tuple[dict[str, Any], Any]:
    names = list(dict.fromkeys(f"{_word(random)}_{_word(random)}" for _ in range(random.randint(2, 8))))
    made = {name: schema(random, depth - 1) for name in names}
    required = [name for name in names if random.random() < 0.5]
    out: dict[str, Any] = {"type": "object", "properties": {name: of for name, (of, _) in made.items()}}
    if random.random() < 0.5:
        out["additionalProperties"] = False
    return {**out, "required": required}, {name: value for name, (_, value) in made.items()}


@dataclass
class Block:
    """What a thousand schemas took."""

    start: list[int] = field(default_factory=list)  # ns to the first mask, a schema
    walk: list[int] = field(default_factory=list)  # ns for all masks and advances of its text
    refused: int = 0
    memory: int = 0  # bytes at the end


def measure(workers: dict[str, Worker], encode: Any, count: int, of_block: int, warm: int) -> dict[str, list[Block]]:
    """Blocks of schemas through every worker in turn; the first `warm` schemas are not counted."""
    random = Random(0)
    blocks: dict[str, list[Block]] = {name: [] for name in workers}
    for number in range(-warm, count):
        if number % of_block == 0 or number == -warm:
            current = {name: Block() for name in workers}
            if number >= 0:
                for name, block in current.items():
                    blocks[name].append(block)
        made, value = object_of(random, 3)
        job = Job("schema", json.dumps(made), [encode(json.dumps(value))])
        for name, worker in workers.items():
            block = current[name]
            for event in worker.run(job):
                if isinstance(event, Started):
                    block.start.append(event.nanoseconds)
                elif isinstance(event, Walk):
                    block.walk.append(int(event.mask.sum() + event.advance.sum()))
                if isinstance(event, Failed) or (isinstance(event, Walk) and event.outcome != "accepted"):
                    block.refused += 1
            block.memory = worker.memory_now
        if number >= 0 and number % 500 == 499:
            held = ", ".join(f"{name} {worker.memory_now / 1e6:,.0f} MB" for name, worker in workers.items())
            print(f"  {number + 1:,} of {count:,}: {held}", file=sys.stderr)
    return blocks


def show(blocks: dict[str, list[Block]], of_block: int) -> str:
    """A table of blocks for each engine, and how the last compares to the first."""
    head = ["engine and schemas", "start p50, ms", "start mean", "walk p50, ms", "walk mean", "refused", "memory, MB"]
    rows: list[list[object]] = []
    for name, of in blocks.items():
        for number, block in enumerate(of):
            label = f"{name}, {number * of_block + 1:,} to {(number + 1) * of_block:,}"
            rows.append([label, *map(report.number, _figures(block)), block.refused, f"{block.memory / 1e6:,.0f}"])
        last, first = _figures(of[-1]), _figures(of[0])
        quotients = [report.number(a / b) for a, b in zip(last, first, strict=True)]
        rows.append([f"{name}, last over first", *quotients, "", report.number(of[-1].memory / of[0].memory)])
    return report.table("Schemas that come and go, milliseconds a schema", head, rows)


def _figures(block: Block) -> list[float]:
    """Median and mean of a schema's start and of its walk, in milliseconds."""
    parts = [block.start or [0], block.walk or [0]]
    return [of(part) * 1e-6 for part in parts for of in (statistics.median, statistics.fmean)]


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,llguidance", help=", ".join(ENGINES))
    parser.add_argument("--schemas", type=int, default=10_000)
    parser.add_argument("--block", type=int, default=1000, help="schemas a line")
    parser.add_argument("--timeout", type=float, default=30, help="seconds to compile, and again for the walk")
    arguments = parser.parse_args()
    names = arguments.engines.split(",")
    encode = tokens.load(arguments.tokenizer).encode
    workers = {name: Worker(name, arguments.tokenizer, 1, arguments.timeout) for name in names}
    blocks = measure(workers, encode, arguments.schemas, arguments.block, arguments.block // 10)
    for worker in workers.values():
        worker.stop()
    print(show(blocks, arguments.block))
    rows: list[dict[str, object]] = []
    for name, of in blocks.items():
        for number, block in enumerate(of):
            rows.append({**report.provenance(), "engine": name, "version": version_of(name)})
            rows[-1] |= {"tokenizer": arguments.tokenizer, "schemas": (number + 1) * arguments.block}
            rows[-1] |= {"refused": block.refused, "memory_mb": round(block.memory / 1e6)}
            columns = ("start_ms_p50", "start_ms_mean", "walk_ms_p50", "walk_ms_mean")
            rows[-1] |= {c: f"{v:.4g}" for c, v in zip(columns, _figures(block), strict=True)}
    command.keep(arguments.record, "many_schemas", rows)


if __name__ == "__main__":
    main()
