"""How time grows: with the document, the grammar, its depth, the vocabulary and the batch, each with its fitted slope.

    python -m tests.bench.growth --engines constrain,llguidance

A curve is a quantity at sizes that double; its slope is that of a straight line through the logarithms, over the upper
half of the sizes, where constants no longer matter. A slope of 1 is linear; for a time *per token* 0 is constant. All
engines take each size in turn before the next one comes; sizes are dropped once one of them takes a minute.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, Kind, version_of
from tests.bench.worker import Failed, Job, Started, Walk, Worker

_SLOW = 60.0  # seconds: larger sizes than this are not tried


@dataclass(frozen=True)
class Curve:
    """A source and a text for each size, and what is measured: "start" (ms to the first mask) or "step" (µs a token)."""

    name: str
    axis: str
    quantity: str
    sizes: tuple[int, ...]
    make: Callable[[int], tuple[Kind, str, str]]


def _document(items: int) -> tuple[Kind, str, str]:
    item = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}, "required": ["id"]}
    value = [{"id": i, "name": f"item number {i}"} for i in range(items)]
    return "schema", json.dumps({"type": "array", "items": item}), json.dumps(value)


def _properties(count: int) -> tuple[Kind, str, str]:
    names = [f"property_{i:05}" for i in range(count)]
    schema = {"type": "object", "properties": {name: {"type": "integer"} for name in names}}
    return "schema", json.dumps(schema), json.dumps(dict.fromkeys(names[:: max(1, count // 8)], 1))


def _enumeration(count: int) -> tuple[Kind, str, str]:
    values = [f"value {i * 7919 % 1_000_003:06}" for i in range(count)]
    return "schema", json.dumps({"enum": values}), json.dumps(values[count // 2])


def _alternatives(count: int) -> tuple[Kind, str, str]:
    options = [
        {
            "type": "object",
            "properties": {"kind": {"const": f"k{i}"}, f"x{i}": {"type": "string"}},
            "required": ["kind"],
        }
        for i in range(count)
    ]
    return "schema", json.dumps({"anyOf": options}), json.dumps({"kind": f"k{count // 2}"})


def _depth(levels: int) -> tuple[Kind, str, str]:
    value: list[object] = []
    for _ in range(levels):
        value = [value]
    return (
        "schema",
        json.dumps({"$ref": "#/$defs/a", "$defs": {"a": {"type": "array", "items": {"$ref": "#/$defs/a"}}}}),
        (json.dumps(value)),
    )


def _objects(levels: int) -> tuple[Kind, str, str]:
    schema: dict[str, object] = {"type": "integer"}
    value: object = 1
    for level in range(levels):
        members = {f"before_{level}": {"type": "string"}, "in": schema}
        schema, value = {"type": "object", "properties": members, "required": ["in"]}, {"in": value}
    return "schema", json.dumps(schema), json.dumps(value)


def _definitions(count: int) -> tuple[Kind, str, str]:
    node = {"type": "object", "additionalProperties": False}
    definitions = {
        f"d{i}": {
            **node,
            "properties": {f"x{i}": {"type": "string"}, "next": {"$ref": f"#/$defs/d{(i * 7 + 1) % count}"}},
        }
        for i in range(count)
    }
    return "schema", json.dumps({"$ref": "#/$defs/d0", "$defs": definitions}), json.dumps({"x0": "a", "next": {}})


def _rules(count: int) -> tuple[Kind, str, str]:
    rules = "".join(
        f'rule_{i}: "key{i}" NAME ("," rule_{i * 7 % count})* | "({i}" rule_{i // 2} ")"\n' for i in range(count)
    )
    starts = " | ".join(f"rule_{i}" for i in range(count))
    text = "".join(f"key{i} a, key{i * 7 % count} b;" for i in range(0, count, max(1, count // 8)))
    terminals = 'NAME: /[a-z]+/\nBLANK: " "\n%ignore BLANK\n'
    return "lark", f'start: (any ";")+\nany: {starts}\n{rules}{terminals}', text


def _alternation(count: int) -> tuple[Kind, str, str]:
    words = [f"word{i * 7919 % 1_000_003:06}[0-9]" for i in range(count)]
    return "regex", f"({'|'.join(words)})+", "".join(word[:-5] + "7" for word in words[:: max(1, count // 8)])


def _repeated(count: int) -> tuple[Kind, str, str]:
    return "regex", f"([a-z]+ ){{1,{count}}}", "word " * min(count, 50)


def _bounded(length: int) -> tuple[Kind, str, str]:
    return "schema", json.dumps({"type": "string", "maxLength": length}), json.dumps("word " * (length // 10))


def curves() -> Iterator[Curve]:
    """All curves over the grammar and the document."""
    yield Curve("document", "items in the document", "step", (8, 16, 32, 64, 128, 256, 512, 1024), _document)
    yield Curve("depth", "nested arrays", "step", (8, 16, 32, 64, 128, 256), _depth)
    yield Curve("schema depth", "objects within objects in the schema", "start", (4, 8, 16, 32, 64, 128), _objects)
    yield Curve(
        "schema depth, steps", "objects within objects in the schema", "step", (4, 8, 16, 32, 64, 128), _objects
    )
    yield Curve("properties", "properties of an object", "start", (16, 64, 256, 1024, 4096, 16384), _properties)
    yield Curve("enumeration", "values of an enumeration", "start", (16, 64, 256, 1024, 4096, 16384), _enumeration)
    yield Curve("alternatives", "branches of anyOf", "start", (4, 16, 64, 256), _alternatives)
    yield Curve("definitions", "recursive $defs", "start", (4, 16, 64, 256, 1024), _definitions)
    yield Curve("rules", "rules of a Lark grammar", "start", (8, 16, 32, 64, 128, 256), _rules)
    yield Curve("rules, steps", "rules of a Lark grammar", "step", (8, 16, 32, 64, 128, 256), _rules)
    yield Curve("alternation", "words of a regular expression", "start", (16, 64, 256, 1024, 4096), _alternation)
    yield Curve("repetition", "most rounds of a repeated group", "start", (16, 64, 256, 1024, 4096), _repeated)
    yield Curve("length", "maxLength of a string", "start", (16, 64, 256, 1024, 4096, 16384), _bounded)


def slope(points: list[tuple[int, float]]) -> float:
    """The exponent fitted to the upper half of `points` (size, value); NaN for fewer than three points."""
    upper = sorted(points)[len(points) // 2 - (len(points) > 3) :]
    if len(points) < 3:
        return float("nan")
    x, y = np.log([size for size, _ in upper]), np.log([max(value, 1e-9) for _, value in upper])
    return float(np.polyfit(x, y, 1)[0])


def measured(
    curve: Curve, workers: dict[str, Worker], encode: Callable[[str], list[int]]
) -> dict[str, list[tuple[int, float]]]:
    """The points of each engine."""
    points: dict[str, list[tuple[int, float]]] = {name: [] for name in workers}
    tired: set[str] = set()
    for size in curve.sizes:
        kind, source, text = curve.make(size)
        job = Job(kind, source, [encode(text)], again=False)
        for name, worker in workers.items():
            if name in tired:
                continue
            print(f"  {curve.name} {size} {name}", file=sys.stderr)
            began = time.monotonic()
            for event in worker.run(job):
                if isinstance(event, Failed) or (isinstance(event, Walk) and event.outcome != "accepted"):
                    tired.add(name)
                elif isinstance(event, Started) and curve.quantity == "start":
                    points[name].append((size, event.nanoseconds * 1e-6))
                elif isinstance(event, Walk) and curve.quantity == "step":
                    points[name].append((size, float(np.mean(event.mask) + np.mean(event.advance)) * 1e-3))
            if time.monotonic() - began > _SLOW:
                tired.add(name)
    return points


def of_vocabulary(tokenizer: str) -> list[tuple[int, float]]:
    """ms to the first mask of an object of strings, for the first so many tokens of a vocabulary."""
    import constrain
    from constrain.grammars import json_schema

    everything = tokens.load(tokenizer).tokens
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "number"}}
    points = []
    for size in (2000, 4000, 8000, 16000, 32000, 64000, 128000):
        vocabulary = constrain.Vocabulary([*everything[:size], None], end_ids=[size])
        bitmask = constrain.allocate_bitmask(1, vocabulary)
        vocabulary.native  # noqa: B018 (the trie is no part of a start)
        began = time.perf_counter()
        matcher = constrain.compile(json_schema(schema), vocabulary).matcher()
        matcher.fill_bitmask(bitmask[0])
        points.append((size, (time.perf_counter() - began) * 1e3))
    return points


def of_batch(tokenizer: str, threads: int) -> list[tuple[int, float]]:
    """µs to fill the masks of so many rows, each under a constraint and at a place of its own, warm, median of 21."""
    import constrain
    from constrain.grammars import json_schema

    vocabulary = constrain.Vocabulary(tokens.load(tokenizer).tokens, end_ids=tokens.load(tokenizer).end_ids)
    sizes = (1, 4, 16, 64, 256, 1024)
    matchers = []
    for i in range(sizes[-1]):
        schema = {"type": "object", "properties": {f"k{i % 50}": {"type": "string", "maxLength": 10 + i % 7}}}
        matcher = constrain.compile(json_schema(schema), vocabulary).matcher()
        for token in vocabulary.encode_greedy(f'{{"k{i % 50}": "abc'.encode()[: 2 + i % 12]):
            matcher.advance(token)
        matchers.append(matcher)
    points = []
    for size in sizes:
        batch = constrain.MatcherBatch(matchers[:size])
        bitmask = constrain.allocate_bitmask(size, vocabulary)
        batch.fill_bitmask(bitmask, threads=threads)
        times = []
        for _ in range(21):
            began = time.perf_counter()
            batch.fill_bitmask(bitmask, threads=threads)
            times.append((time.perf_counter() - began) * 1e6)
        points.append((size, float(np.median(times))))
    return points


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument("--engines", default="constrain,llguidance", help=", ".join(ENGINES))
    parser.add_argument("--only", default="", help="the curves whose name contains this")
    arguments = parser.parse_args()
    names = arguments.engines.split(",")
    provenance = report.provenance()
    rows: list[dict[str, object]] = []

    def keep(curve: str, axis: str, unit: str, engine: str, points: list[tuple[int, float]]) -> None:
        fitted = slope(points)
        shown = "  ".join(f"{size:,}: {report.number(value)}" for size, value in points)
        print(f"{curve:14} {engine:14} slope {fitted:5.2f}   {unit}  {shown}", flush=True)
        for size, value in points:
            rows.append({**provenance, "engine": engine, "version": version_of(engine.split(",")[0])})
            rows[-1] |= {"tokenizer": arguments.tokenizer, "curve": curve, "axis": axis, "unit": unit, "size": size}
            rows[-1] |= {"value": f"{value:.4g}", "slope": f"{fitted:.3f}"}

    encode = tokens.load(arguments.tokenizer).encode
    workers = {name: Worker(name, arguments.tokenizer, 1, _SLOW) for name in names}
    for curve in curves():
        if arguments.only in curve.name:
            unit = "ms" if curve.quantity == "start" else "µs a token"
            for name, points in measured(curve, workers, encode).items():
                keep(curve.name, curve.axis, unit, name, points)
    for worker in workers.values():
        worker.stop()
    if arguments.only in "vocabulary":
        keep("vocabulary", "tokens in the vocabulary", "ms", "constrain", of_vocabulary(arguments.tokenizer))
    if arguments.only in "batch":
        for threads in (1, 2, 4):
            engine = "constrain" if threads == 1 else f"constrain, {threads} threads"
            keep("batch", "rows of a batch", "µs", engine, of_batch(arguments.tokenizer, threads))
    command.keep(arguments.record, "growth", rows)


if __name__ == "__main__":
    main()
