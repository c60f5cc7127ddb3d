"""MaskBench: real JSON Schemas and real instances, for us and for our peers in one run.

    python -m tests.bench.maskbench --limit 300 --engines constrain,constrain-any,llguidance,xgrammar

Each instance is written by `json.dumps(data, ensure_ascii=False)` and split by the real tokenizer. For every token the
mask is filled, checked and the token taken, both timed apart; at the end stopping must be allowed exactly if the
instance is valid. Start-up is the time from the schema's text to the first mask. Every schema meets every engine
before the next one comes, each engine in a process of its own (`worker.py`), so a hang costs its time-out and no more.

An engine that fixes the order of keys refuses a valid instance whose keys come in another order. Such a refusal is
counted apart where the same engine accepts the instance once `key_order` has put its keys into the schema's order.
Figures come from every step an engine took on the instances as they are; ratios only from steps that both took.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench import command, report, tokens
from tests.bench.engines import ENGINES, version_of
from tests.bench.key_order import by_appearance, by_precedence, in_schema_order
from tests.bench.worker import Failed, Job, Started, Times, Walk, Worker
from tests.data import folder

_ANY_ORDER = {"constrain-any"}  # engines that promise any order of keys: nothing is excused


@dataclass(frozen=True)
class Instance:
    """One test: its text, whether the schema allows it, and, if its keys stand otherwise, texts in their order."""

    text: str
    valid: bool
    reordered: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """One schema and its instances."""

    id: str
    schema: str
    instances: list[Instance]


@dataclass
class Result:
    """What one engine did with all cases so far; keys are case ids, or (case id, instance)."""

    started: dict[str, int] = field(default_factory=dict)
    failed: dict[str, Failed] = field(default_factory=dict)
    walks: dict[tuple[str, int], Walk] = field(default_factory=dict)
    again: dict[str, Walk] = field(default_factory=dict)
    wrongly_accepted: list[tuple[str, int]] = field(default_factory=list)
    wrongly_refused: list[tuple[str, int]] = field(default_factory=list)
    other_order: list[tuple[str, int]] = field(default_factory=list)
    schemas: int = 0  # that it was given
    seconds: float = 0.0  # that it took
    memory: int = 0


# -- the data ----------------------------------------------------------------------------------------------------------


def cases(path: Path) -> Iterator[Case]:
    """The cases of a file with one a line, in its order, or of a folder of MaskBench's own files, by name."""
    if path.is_dir():
        for file in sorted(path.rglob("*.json")):
            entry = json.loads(file.read_text(encoding="utf-8"))
            if "schema" in entry:
                yield case_of({"id": str(file.relative_to(path).with_suffix("")), "tests": [], **entry})
        return
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield case_of(json.loads(line))


def case_of(entry: Mapping[str, Any]) -> Case:
    """A case from what its file holds: `id`, `schema`, and `tests`, each of `data` and `valid`."""
    schema = entry["schema"]
    instances = [_instance(schema, test["data"], test["valid"]) for test in entry["tests"]]
    return Case(entry["id"], json.dumps(schema, ensure_ascii=False), instances)


def _instance(schema: Any, value: Any, valid: bool) -> Instance:
    text = json.dumps(value, ensure_ascii=False)
    orders = [in_schema_order(schema, value, merge) for merge in (by_appearance, by_precedence)]
    texts = dict.fromkeys(json.dumps(order, ensure_ascii=False) for order in orders)
    return Instance(text, valid, tuple(texts) if text not in texts else ())


# -- the run -----------------------------------------------------------------------------------------------------------


def run(
    chosen: list[Case],
    workers: Mapping[str, Worker],
    tokenizer: tokens.Tokenizer,
    again: bool,
    seconds: float = math.inf,
) -> dict[str, Result]:
    """Every case through every worker that has not yet taken `seconds` alone; tells on standard error how far it is."""
    results = {name: Result() for name in workers}
    begin = shown = time.monotonic()
    for number, case in enumerate(chosen, 1):
        texts = [instance.text for instance in case.instances] + [text for _, text in _reordered(case)]
        job = Job("schema", case.schema, [tokenizer.encode(text) for text in texts], again)
        turn = [name for name, result in results.items() if result.seconds < seconds]
        for name in turn:
            result, since = results[name], time.monotonic()
            for event in workers[name].run(job):
                _note(result, case, name, event)
            result.schemas += 1
            result.seconds += time.monotonic() - since
            result.memory = workers[name].memory
        if time.monotonic() - shown > 10 or number == len(chosen) or not turn:
            shown = time.monotonic()
            means = ", ".join(
                f"{name} {report.number(_step(result).figures['mean'])}" for name, result in results.items()
            )
            print(f"{number}/{len(chosen)} schemas, {shown - begin:.0f} s; µs a token: {means}", file=sys.stderr)
        if not turn:
            break
    return results


def _note(result: Result, case: Case, engine: str, event: object) -> None:
    if isinstance(event, Started):
        result.started[case.id] = event.nanoseconds
    elif isinstance(event, Failed):
        result.failed[case.id] = event
    elif isinstance(event, Walk) and event.again:
        result.again[case.id] = event
    elif isinstance(event, Walk) and event.text >= len(case.instances):
        place = case.id, _reordered(case)[event.text - len(case.instances)][0]
        if event.outcome == "accepted" and place in result.wrongly_refused and engine not in _ANY_ORDER:
            result.wrongly_refused.remove(place)
            result.other_order.append(place)
    elif isinstance(event, Walk):
        place = case.id, event.text
        result.walks[place] = event
        valid, accepted = case.instances[event.text].valid, event.outcome == "accepted"
        if accepted and not valid:
            result.wrongly_accepted.append(place)
        elif valid and not accepted:
            result.wrongly_refused.append(place)


def _reordered(case: Case) -> list[tuple[int, str]]:
    """The valid instances whose keys come in another order, by number, with their texts in the schema's order."""
    return [(n, text) for n, instance in enumerate(case.instances) if instance.valid for text in instance.reordered]


def _step(result: Result) -> report.Summary:
    """Mask and advance together, in microseconds."""
    return report.summarise(walk.mask + walk.advance for walk in result.walks.values()).scaled(1e-3)


# -- what comes out ----------------------------------------------------------------------------------------------------


def show(results: Mapping[str, Result]) -> str:
    """All tables, as Markdown."""
    first = next(iter(results))
    parts = [_verdicts(results)]
    parts.append(
        report.summaries(
            "Schema text to first mask, ms",
            {name: report.summarise([list(r.started.values())]).scaled(1e-6) for name, r in results.items()},
        )
    )
    for title, of in _QUANTITIES.items():
        rows = {
            name: report.summarise(of(walk) for walk in result.walks.values()).scaled(1e-3)
            for name, result in results.items()
        }
        parts.append(report.summaries(f"{title}, µs a token", rows))
    if any(result.again for result in results.values()):
        again = {
            name: report.summarise(walk.mask for walk in result.again.values()).scaled(1e-3)
            for name, result in results.items()
        }
        parts.append(report.summaries("Mask on second use of a schema, µs a token", again))
    for quantity, pairs in comparisons(results).items():
        parts.append(report.ratios(f"{quantity}: how many times {first}'s figure, where both have one", pairs))
    return "\n".join(parts)


_QUANTITIES: dict[str, Callable[[Walk], Times]] = {
    "Mask": lambda walk: walk.mask,
    "Advance": lambda walk: walk.advance,
    "Mask and advance": lambda walk: walk.mask + walk.advance,
}


def comparisons(results: Mapping[str, Result]) -> dict[str, dict[str, tuple[report.Summary, report.Summary]]]:
    """By quantity and other engine: the summaries of that engine and of the first one.

    Steps are those of texts that both walked equally far; first masks are those of schemas that both accepted.
    """
    (_, ours), *others = results.items()
    out: dict[str, dict[str, tuple[report.Summary, report.Summary]]] = {}
    for name, other in others:
        both = [id for id in ours.started if id in other.started]
        starts = [report.summarise([[result.started[id] for id in both]]) for result in (other, ours)]
        out.setdefault("First mask", {})[name] = starts[0], starts[1]
        for quantity, of in _QUANTITIES.items():
            out.setdefault(quantity, {})[name] = _common(of, other.walks, ours.walks)
        if ours.again and other.again:
            out.setdefault("Mask, second use", {})[name] = _common(_QUANTITIES["Mask"], other.again, ours.again)
    return out


def _common(
    of: Callable[[Walk], Times], other: Mapping[Any, Walk], ours: Mapping[Any, Walk]
) -> tuple[report.Summary, report.Summary]:
    """The two engines' summaries over the texts that both walked equally far."""
    both = [key for key in ours if key in other and len(ours[key].mask) == len(other[key].mask)]
    return report.summarise(of(other[key]) for key in both), report.summarise(of(ours[key]) for key in both)


def _verdicts(results: Mapping[str, Result]) -> str:
    head = ["engine", "schemas", "accepted", "refused", "timed out", "crashed", "wrongly accepted", "wrongly refused"]
    head += ["other key order", "memory, MB"]
    rows = []
    for name, result in results.items():
        failures = [sum(failed.how == how for failed in result.failed.values()) for how in head[3:6]]
        wrong = [
            f"{len({id for id, _ in places})} / {len(places)}"
            for places in (result.wrongly_accepted, result.wrongly_refused, result.other_order)
        ]
        rows.append([name, result.schemas, len(result.started), *failures, *wrong, f"{result.memory / 1e6:,.0f}"])
    return report.table("What became of the schemas (wrong verdicts: schemas / instances)", head, rows)


def details(results: Mapping[str, Result], chosen: list[Case]) -> dict[str, Any]:
    """What to look into, by engine: refusals with their reasons, wrong verdicts, the slowest schemas and masks."""
    text = {case.id: case for case in chosen}
    out = {}
    for name, result in results.items():
        slow: dict[str, tuple[int, int, int, str]] = {}
        for (id, index), walk in result.walks.items():
            for quantity, times in (("mask", walk.mask), ("advance", walk.advance)):
                if len(times):
                    at = int(times.argmax())
                    worst = (int(times[at]), index, at, quantity)
                    slow[id] = max(slow.get(id, worst), worst)
        out[name] = {
            "failed": {id: f"{failed.how}: {failed.why}" for id, failed in result.failed.items()},
            "wrongly_accepted": result.wrongly_accepted,
            "wrongly_refused": [
                [id, index, walk.outcome, walk.position, walk.why, text[id].instances[index].text[:300]]
                for id, index in result.wrongly_refused
                for walk in [result.walks[id, index]]
            ],
            "other_order": result.other_order,
            "slowest_start_ms": [
                [id, round(ns / 1e6, 3)] for id, ns in sorted(result.started.items(), key=lambda p: -p[1])[:20]
            ],
            "slowest_step_us": [
                [id, ns / 1e3, f"{quantity} at token {at} of instance {index}"]
                for id, (ns, index, at, quantity) in sorted(slow.items(), key=lambda pair: -pair[1][0])[:20]
            ],
            "masks_above_1_ms": [
                [id, round(walk.mask[at] / 1e6, 3), f"token {at} of instance {index}"]
                for (id, index), walk in result.walks.items()
                for at in map(int, np.flatnonzero(walk.mask > 1e6))
            ],
        }
    return out


def rows(
    results: Mapping[str, Result], arguments: argparse.Namespace, provenance: Mapping[str, str]
) -> list[dict[str, object]]:
    """One row of the record an engine."""
    out = []
    for name, result in results.items():
        walks = result.walks.values()
        out.append(
            {
                **provenance,
                "engine": name,
                "version": version_of(name),
                "tokenizer": arguments.tokenizer,
                "threads": arguments.threads,
                "schemas": result.schemas,
                "accepted": len(result.started),
                "refused": sum(failed.how == "refused" for failed in result.failed.values()),
                "timed_out": sum(failed.how == "timed out" for failed in result.failed.values()),
                "crashed": sum(failed.how == "crashed" for failed in result.failed.values()),
                "wrongly_accepted": len({id for id, _ in result.wrongly_accepted}),
                "wrongly_refused": len({id for id, _ in result.wrongly_refused}),
                "other_order": len({id for id, _ in result.other_order}),
                "tokens": sum(len(walk.mask) for walk in walks),
                "memory_mb": round(result.memory / 1e6),
                **report.figures("start_ms", report.summarise([list(result.started.values())]).scaled(1e-6)),
                **report.figures("mask_us", report.summarise(walk.mask for walk in walks).scaled(1e-3)),
                **report.figures("advance_us", report.summarise(walk.advance for walk in walks).scaled(1e-3)),
                **report.figures("step_us", _step(result)),
                **report.figures("again_us", report.summarise(w.mask for w in result.again.values()).scaled(1e-3)),
            }
        )
    return out


def ratio_rows(
    results: Mapping[str, Result], arguments: argparse.Namespace, provenance: Mapping[str, str]
) -> list[dict[str, object]]:
    """One row of the record of ratios a quantity and other engine."""
    return [
        {
            **provenance,
            "engine": name,
            "version": version_of(name),
            "tokenizer": arguments.tokenizer,
            "schemas": results[name].schemas,
            "against": next(iter(results)),
            "quantity": quantity,
            "values": ours.count,
            **report.figures("times", report.quotients(other, ours)),
        }
        for quantity, pairs in comparisons(results).items()
        for name, (other, ours) in pairs.items()
    ]


def main() -> None:
    """Run from the command line."""
    parser = command.options(__doc__, tokenizer=True)
    parser.add_argument(
        "--engines", default="constrain,constrain-any,llguidance,xgrammar,glrmask", help=", ".join(ENGINES)
    )
    parser.add_argument("--limit", type=int, help="a random sample of so many schemas, the same every time")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="each engine ends after its share of so many; random order"
    )
    parser.add_argument("--only", help="the schemas whose id contains this")
    parser.add_argument("--threads", type=int, default=1, help="threads for engines that compile with several")
    parser.add_argument("--timeout", type=float, default=30, help="seconds to compile, and again for each instance")
    parser.add_argument("--data", type=Path, default=folder() / "maskbench" / "dev.jsonl.gz")
    parser.add_argument(
        "--details", type=Path, help="write refusals, wrong verdicts and slowest schemas there, as JSON"
    )
    parser.add_argument("--again", action=argparse.BooleanOptionalAction, default=True, help="time a second use")
    arguments = parser.parse_args()
    if not arguments.data.exists():
        parser.error(f"no data at {arguments.data}; --data or CONSTRAIN_DATA say where it is")
    chosen = [case for case in cases(arguments.data) if arguments.only is None or arguments.only in case.id]
    if arguments.limit is not None and arguments.limit < len(chosen):
        keep = set(random.Random(0).sample(range(len(chosen)), arguments.limit))
        chosen = [case for number, case in enumerate(chosen) if number in keep]
    if arguments.minutes < math.inf:
        random.Random(0).shuffle(chosen)
    tokenizer = tokens.load(arguments.tokenizer)
    workers = {
        name: Worker(name, arguments.tokenizer, arguments.threads, arguments.timeout)
        for name in arguments.engines.split(",")
    }
    try:
        results = run(chosen, workers, tokenizer, arguments.again, arguments.minutes * 60 / len(workers))
    finally:
        for worker in workers.values():
            worker.stop()
    print(show(results))
    if arguments.details is not None:
        arguments.details.write_text(json.dumps(details(results, chosen), indent=1, ensure_ascii=False))
    if arguments.record:
        provenance = report.provenance()
        path = report.record("maskbench", rows(results, arguments, provenance))
        if ratios := ratio_rows(results, arguments, provenance):
            report.record("maskbench_ratios", ratios)
        print(f"recorded in {path.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
